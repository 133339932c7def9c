/**
 * The judgement of a game: asked for as a job of the server, and looked after until it is done. A finished game is
 * reviewed, and the review is shown as it grows; where there can be none, as of a record that breaks off, the curve
 * alone is drawn.
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
  /** Of a longer think about what is reviewed already. */
  deeper = $state<"none" | JobNow["state"]>("none");
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

  isBusy = $derived.by(() => [this.state, this.deeper].some((one) => one === "waiting" || one === "running"));

  /** Have it reviewed again by a longer think; until that is done the review stays as it is. */
  async deepen(): Promise<void> {
    this.deeper = "waiting";
    this.progress = 0;
    this.trouble = null;
    await this.hear(() => post<JobNow>(this.path("review", "true")));
  }

  stop(): void {
    clearTimeout(this.timer);
  }

  private wish(kind: "review" | "curve"): Promise<JobNow> {
    return post<JobNow>(this.path(kind));
  }

  private path(kind: "review" | "curve", deep: "true" | null = null): string {
    return `/api/games/${this.game}/${kind}${queryOf({ code: this.code, deep })}`;
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
      const isDone = job.state === "done";
      if (this.deeper === "none") this.state = job.state;
      else this.deeper = job.state;
      this.progress = job.progress;
      if (isDone || this.deeper === "none") this.show(job.result, isDone);
      if (!isDone && job.state !== "failed") {
        this.timer = setTimeout(() => void this.hear(() => get<JobNow>(`/api/jobs/${job.id}`)), EVERY);
      }
    } catch (error) {
      this.trouble = error;
      if (this.deeper === "none") this.state = "failed";
      else this.deeper = "failed";
    }
  }

  /** What a job has found: all of it, or of a review what is judged so far. */
  private show(result: unknown, isDone: boolean): void {
    const review = reviewOf(result);
    if (review) {
      this.review = review;
      this.points = review.curve;
    } else if (isDone) {
      this.points = pointsOf(result);
    }
  }
}
