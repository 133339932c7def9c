/** A decision to be tried: the table as its side saw it, what has been answered so far, and the answer. */
import type { Edition, Side } from "../edition/edition";
import type { ExerciseFacts, Step, WayToWin } from "../generated/api";
import type { Entry, Message, Move } from "../generated/view";
import { isTold } from "../log/entries";
import { moveOf } from "../prompt/offers";
import type { Judgement } from "../replay/review";
import { TableState } from "../state/table.svelte";

/** A decision of which it is known which moves are right. */
export interface Task {
  readonly side: Side;
  readonly round: number;
  /** The moves that were judged, the best first. */
  readonly answers: readonly Answer[];
  /** What was played in the game; null where that is not told. */
  readonly played: string | null;
  readonly reasons: readonly Message[];
  /** How play might go on after the best move. */
  readonly line: readonly string[];
}

export interface Answer {
  readonly move: string;
  readonly is_right: boolean;
  /** The chance to win after it; null where the judge did not look. */
  readonly value: number | null;
}

/** A mistake from a review, to be made good. */
export function taskOfMistake(mistake: Judgement): Task {
  const { side, round, moves, best, before, after, played, reasons } = mistake;
  const found = moves.find(({ move }) => move === best);
  const value = (move: string, other: number | null) =>
    move === best ? before : move === played ? after : other;
  const answers = moves.map((one) => ({ ...one, value: value(one.move, one.value) }));
  const first = answers.filter(({ move }) => move === best);
  return {
    side: side as Side,
    round,
    answers: [...first, ...answers.filter(({ move }) => move !== best)],
    played,
    reasons,
    line: found?.line ?? [],
  };
}

/** An exercise of the collection. */
export function taskOfExercise({ side, round, answers, reasons, line }: ExerciseFacts): Task {
  return { side, round, answers, played: null, reasons, line };
}

/** What there is to say of a move; what the judge has not looked at is not right. */
export function judged({ answers }: Pick<Task, "answers">, move: string): Answer {
  return answers.find((one) => one.move === move) ?? { move, is_right: false, value: null };
}

/** What has happened since the own move before a decision, of the steps that lead to it. */
export function happenedBefore(steps: readonly Step[], side: Side): Entry[] {
  const own = steps.findLastIndex((step, n) => n < steps.length - 1 && step.view.decision?.decider === side);
  return steps.slice(own < 0 ? 0 : own + 2).flatMap((step) => step.events.filter(isTold));
}

export class Trying {
  readonly table: TableState;
  task = $state.raw<Task | null>(null);
  tried = $state.raw<Answer | null>(null);
  tries = $state(0);
  /** The answer is shown: found, or asked for. */
  isSolved = $state(false);
  moves = $state.raw<readonly Move[]>([]);
  /** Told when a right move is found, at which try. */
  private readonly found: (tries: number) => void;
  private step: Step | null = null;

  constructor(edition: Edition, found: (tries: number) => void = () => {}) {
    this.found = found;
    this.table = new TableState(edition, (move) => this.answer(move.text));
  }

  /** Another task is on its way: the last one is over. */
  clear(): void {
    this.task = null;
  }

  /** Set the table for a task; the last of the steps is the decision. */
  begin(task: Task, steps: readonly Step[]): void {
    this.task = task;
    this.tried = null;
    this.tries = 0;
    this.isSolved = false;
    this.step = steps.at(-1) ?? null;
    this.table.happened = happenedBefore(steps, task.side);
    this.moves = this.step?.view.decision?.moves ?? [];
    this.show(true);
  }

  /** Try a move. */
  answer(move: string): void {
    if (this.isSolved || !this.task) return;
    this.tried = judged(this.task, move);
    this.tries += 1;
    if (!this.tried.is_right) return;
    this.found(this.tries);
    this.solve();
  }

  /** Show the answer on the table. */
  solve(): void {
    if (!this.task) return;
    this.isSolved = true;
    this.show(false);
    this.table.hints = this.task.answers
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
