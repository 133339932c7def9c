/** The curve of a game: asked for as a job of the server, and looked after until it is done. */
import type { JobNow } from "../generated/messages";
import { get, post, queryOf } from "../net/http";
import { type CurvePoint, pointsOf } from "./curve";

const EVERY = 1200;

export class Judge {
  state = $state<"none" | JobNow["state"]>("none");
  progress = $state(0);
  points = $state.raw<readonly CurvePoint[]>([]);
  trouble = $state.raw<unknown>(null);

  private readonly game: string;
  private readonly code: string | null;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(game: string, code: string | null) {
    this.game = game;
    this.code = code;
  }

  async start(): Promise<void> {
    this.state = "waiting";
    this.progress = 0;
    this.trouble = null;
    await this.hear(() => post<JobNow>(`/api/games/${this.game}/curve${queryOf({ code: this.code })}`));
  }

  stop(): void {
    clearTimeout(this.timer);
  }

  private async hear(ask: () => Promise<JobNow>): Promise<void> {
    try {
      const job = await ask();
      this.state = job.state;
      this.progress = job.progress;
      if (job.state === "done") this.points = pointsOf(job.result);
      else if (job.state !== "failed") {
        this.timer = setTimeout(() => void this.hear(() => get<JobNow>(`/api/jobs/${job.id}`)), EVERY);
      }
    } catch (error) {
      this.trouble = error;
      this.state = "failed";
    }
  }
}
