/**
 * The judgement of a game: asked for as a job of the server, and looked after until it is done. A finished game is
 * reviewed; where there can be no review, as of a record that breaks off, the curve alone is drawn.
 */
import type { JobNow } from "../generated/messages";
import { get, post, queryOf } from "../net/http";
import { Refusal, UNREACHABLE } from "../net/refusal";
import { type CurvePoint, pointsOf } from "./curve";
import { type Review, reviewOf } from "./review";

const EVERY = 900;

export class Judge {
  state = $state<"none" | JobNow["state"]>("none");
  progress = $state(0);
  review = $state.raw<Review | null>(null);
  points = $state.raw<readonly CurvePoint[]>([]);
  trouble = $state.raw<unknown>(null);

  private readonly game: string;
  private readonly code: string | null;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(game: string, code: string | null) {
    this.game = game;
    this.code = code;
  }

  /** Show the review that was made before, by whomever; nothing is started. */
  async resume(): Promise<void> {
    if (this.state !== "none") return;
    const made = await get<JobNow | null>(this.path("review")).catch(() => null);
    if (made && this.state === "none") await this.hear(() => Promise.resolve(made));
  }

  async start(isOver: boolean): Promise<void> {
    this.state = "waiting";
    this.progress = 0;
    this.trouble = null;
    await this.hear(() =>
      isOver ? this.wish("review").catch((error) => this.curve(error)) : this.wish("curve"),
    );
  }

  stop(): void {
    clearTimeout(this.timer);
  }

  private wish(kind: "review" | "curve"): Promise<JobNow> {
    return post<JobNow>(this.path(kind));
  }

  private path(kind: "review" | "curve"): string {
    return `/api/games/${this.game}/${kind}${queryOf({ code: this.code })}`;
  }

  /** Instead of a review that there cannot be; what will pass is told instead. */
  private curve(error: unknown): Promise<JobNow> {
    const isForGood = error instanceof Refusal && error.code !== UNREACHABLE && error.retryAfter === null;
    if (!isForGood) throw error;
    return this.wish("curve");
  }

  private async hear(ask: () => Promise<JobNow>): Promise<void> {
    try {
      const job = await ask();
      this.state = job.state;
      this.progress = job.progress;
      if (job.state === "done") {
        this.review = reviewOf(job.result);
        this.points = this.review?.curve ?? pointsOf(job.result);
      } else if (job.state !== "failed") {
        this.timer = setTimeout(() => void this.hear(() => get<JobNow>(`/api/jobs/${job.id}`)), EVERY);
      }
    } catch (error) {
      this.trouble = error;
      this.state = "failed";
    }
  }
}
