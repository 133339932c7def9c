/** What is looked at of a review: whose, which part of it, and which of the mistakes. */
import type { Side } from "../edition/edition";
import type { Change } from "../generated/review";
import { t } from "../i18n/speech.svelte";
import type { Wording } from "../i18n/wording";
import { moveOf } from "../prompt/offers";
import { neighbourOf } from "./chapters";
import type { Judge } from "./judge.svelte";
import { firstSide, type Judgement, mistakesOf, type Review, type Turning, told, turningsOf } from "./review";
import type { Tape } from "./tape.svelte";

export const TABS = ["account", "move", "moves", "reads"] as const;
export type Tab = (typeof TABS)[number];

/** What turned a game, in words. */
export function turnedBy({ of, entry, from }: Turning, review: Review, words: Wording): string {
  if (of === "cards" || of === "evidence") return t(`page_replay.turned_${of}`);
  if (entry) return words.say({ key: `log.${entry.key}`, params: entry.params });
  const made = review.decisions.find(({ ply }) => ply === from.ply);
  return made ? `${words.side(of)}: ${words.move(moveOf(made.played))}` : words.side(of);
}

export class Coach {
  tab = $state<Tab>("account");
  onlyMistakes = $state(false);
  /** The mistakes are being tried again, this one first. */
  trying = $state<number | null>(null);
  #chosen = $state<Side | null>(null);

  private readonly tape: Tape;
  private readonly judge: Judge;

  review = $derived.by(() => this.judge.review);
  side: Side = $derived.by(
    () => this.#chosen ?? (this.review ? firstSide(this.review, this.tape.table?.seat ?? null) : "editor"),
  );
  mistakes: readonly Judgement[] = $derived.by(() => (this.review ? mistakesOf(this.review, this.side) : []));
  /** What is decided where the tape stands. */
  now: Judgement | null = $derived.by(
    () => this.review?.decisions.find((one) => one.ply === this.tape.ply) ?? null,
  );
  /** What chance does where the tape stands. */
  luck: Change | null = $derived.by(
    () =>
      this.review?.account.steps.find(
        ({ ply, of }) => ply === this.tape.ply && (of === "cards" || of === "evidence"),
      ) ?? null,
  );
  /** The decisions by the lines of the log that tell of them. */
  told = $derived.by(() => told(this.review?.decisions ?? [], this.tape.entries));
  turnings: readonly Turning[] = $derived.by(() =>
    this.review ? turningsOf(this.review, this.tape.entries) : [],
  );

  constructor(tape: Tape, judge: Judge) {
    this.tape = tape;
    this.judge = judge;
  }

  choose(side: Side): void {
    this.#chosen = side;
  }

  /** The ply of the mistake after or before where the tape stands. */
  neighbour(direction: 1 | -1): number | null {
    const plies = this.mistakes.map(({ ply }) => ply);
    return neighbourOf(plies, this.tape.ply, direction);
  }

  /** To a decision, before it was made, with what is said of it. */
  show(ply: number): void {
    this.tab = "move";
    this.tape.stop();
    void this.tape.go(ply);
  }

  step(direction: 1 | -1): void {
    const ply = this.neighbour(direction);
    if (ply !== null) this.show(ply);
  }
}
