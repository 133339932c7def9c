/** Where a learner stands in a lesson, and what the teacher has said last. */
import type { Edition } from "../edition/edition";
import type { Lesson } from "../generated/api";
import type { Move } from "../generated/view";
import { Player } from "../motion/player.svelte";
import { TableState } from "../state/table.svelte";
import { type Step, stepsOf, verdictOn } from "./lesson";

/** What is said to a move that is not the one asked for. */
export interface Reply {
  /** Null: nothing special, but what is wanted. */
  readonly key: string | null;
  /** So that the same words said again are noticed. */
  readonly count: number;
}

export class Guide {
  readonly side: string;
  readonly table: TableState;
  readonly player: Player;
  readonly steps: readonly Step[];
  at = $state(0);
  reply = $state.raw<Reply | null>(null);
  /** What leads to the next step is being shown. */
  isMoving = $state(false);
  step: Step = $derived.by(() => this.stepAt(this.at));
  isLast = $derived.by(() => this.at === this.steps.length - 1);
  /** The move asked for, of those offered. */
  wanted: Move | null = $derived.by(
    () => this.step.shown.view.decision?.moves?.find((move) => move.text === this.step.move) ?? null,
  );
  /** What is marked: what the step speaks of, and once the wanted card is picked, the wanted use of it. */
  points: readonly string[] = $derived.by(() => {
    const { card, part, verb } = this.wanted ?? {};
    if (card == null || card !== this.table.card) return this.step.point;
    return [`use:${part ?? verb}`];
  });
  private replies = 0;

  constructor(lesson: Lesson, edition: Edition, at = 0) {
    this.side = lesson.side;
    this.steps = stepsOf(lesson);
    this.table = new TableState(edition, (move) => void this.answer(move.text));
    this.player = new Player(this.table);
    this.at = Math.min(Math.max(0, at), this.steps.length - 1);
    this.show();
  }

  private stepAt(number: number): Step {
    const step = this.steps[number];
    if (!step) throw new Error(`no step ${number}`);
    return step;
  }

  private show(): void {
    const { view, way } = this.step.shown;
    this.table.show(view, way);
    this.table.view = view; // also where only the choices differ
    this.table.letGo();
  }

  /** The learner makes a move: the one asked for leads on, to others something is said. */
  async answer(move: string): Promise<void> {
    if (this.isMoving) return;
    const verdict = verdictOn(this.step, move);
    if (verdict.kind === "right") return this.next();
    this.replies += 1;
    this.reply = { key: verdict.key, count: this.replies };
  }

  /** On to the next step, with what happens on the way. */
  async next(): Promise<void> {
    if (this.isMoving || this.isLast) return;
    const to = this.at + 1;
    const { stages, isNewScene } = this.stepAt(to);
    this.reply = null;
    this.isMoving = true;
    if (!isNewScene) {
      await Promise.all(stages.map(({ events, view, way, by }) => this.player.show(events, view, way, by)));
    }
    if (!this.isMoving) return; // gone elsewhere meanwhile
    this.isMoving = false;
    this.at = to;
    this.show();
  }

  back(): void {
    this.goTo(this.at - 1);
  }

  goTo(step: number): void {
    if (step < 0 || step >= this.steps.length) return;
    this.player.stop();
    this.isMoving = false;
    this.reply = null;
    this.at = step;
    this.show();
  }

  stop(): void {
    this.isMoving = false;
    this.player.stop();
  }
}
