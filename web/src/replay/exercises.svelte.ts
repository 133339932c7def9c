/** One's own mistakes, tried again one by one at the very table where they were made, seen as they were seen. */
import type { Edition, Side } from "../edition/edition";
import type { Step, Steps, WayToWin } from "../generated/api";
import type { Entry, Move } from "../generated/view";
import { isTold } from "../log/entries";
import { get, queryOf } from "../net/http";
import { moveOf } from "../prompt/offers";
import { TableState } from "../state/table.svelte";
import type { Judgement } from "./review";

/** How many plies before a decision are told. */
const BEFORE = 14;

export interface Try {
  readonly move: string;
  readonly isRight: boolean;
  /** What the judge gave it; null where it did not look. */
  readonly value: number | null;
}

/** Whether a move may be answered to a decision; what the judge has not looked at is not right. */
export function judged({ moves }: Pick<Judgement, "moves">, move: string): Try {
  const found = moves.find((one) => one.move === move);
  return { move, isRight: found?.is_right ?? false, value: found?.value ?? null };
}

/** What has happened since the own move before a decision, of the steps that lead to it. */
export function happenedBefore(steps: readonly Step[], side: Side): Entry[] {
  const own = steps.findLastIndex((step, n) => n < steps.length - 1 && step.view.decision?.decider === side);
  return steps.slice(own < 0 ? 0 : own + 2).flatMap((step) => step.events.filter(isTold));
}

export class Exercises {
  readonly table: TableState;
  readonly list: readonly Judgement[];
  at = $state(0);
  tried = $state.raw<Try | null>(null);
  /** The answer is shown: found, or asked for. */
  isSolved = $state(false);
  trouble = $state.raw<unknown>(null);
  moves = $state.raw<readonly Move[]>([]);
  now: Judgement = $derived.by(() => this.list[this.at] as Judgement);
  isLast = $derived.by(() => this.at === this.list.length - 1);
  private readonly game: string;
  private readonly code: string | null;
  private step: Step | null = null;

  constructor(
    game: string,
    code: string | null,
    edition: Edition,
    list: readonly Judgement[],
    first: number,
  ) {
    this.game = game;
    this.code = code;
    this.list = list;
    this.table = new TableState(edition, (move) => this.answer(move.text));
    this.at = Math.max(0, Math.min(list.length - 1, first));
  }

  async open(at: number): Promise<void> {
    this.at = at;
    this.tried = null;
    this.isSolved = false;
    this.trouble = null;
    const { ply, side } = this.now;
    const first = Math.max(0, ply - BEFORE);
    try {
      const query = queryOf({ as: side, first, count: ply - first + 1, code: this.code });
      const { steps } = await get<Steps>(`/api/games/${encodeURIComponent(this.game)}/steps${query}`);
      if (this.now.ply !== ply) return;
      this.step = steps.at(-1) ?? null;
      this.table.happened = happenedBefore(steps, side as Side);
      this.moves = this.step?.view.decision?.moves ?? [];
      this.show(true);
    } catch (error) {
      this.trouble = error;
    }
  }

  /** Try a move. */
  answer(move: string): void {
    if (this.isSolved) return;
    this.tried = judged(this.now, move);
    if (this.tried.isRight) this.solve();
  }

  /** Show the answer on the table. */
  solve(): void {
    this.isSolved = true;
    this.show(false);
    this.table.hints = this.now.moves
      .filter((one) => one.is_right)
      .map(({ move, value }) => ({ move: moveOf(move), value: value ?? 0 }));
  }

  private show(mayChoose: boolean): void {
    if (!this.step) return;
    const { view, way } = this.step;
    const { decision } = view;
    this.table.show(view, way as WayToWin | null);
    this.table.view = decision && !mayChoose ? { ...view, decision: { ...decision, moves: null } } : view;
    this.table.letGo();
    this.table.hints = [];
  }
}
