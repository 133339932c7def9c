/** The parts of a recorded game: its rounds and turns, and where it is worth to stop. Pure. */
import type { Side } from "../edition/edition";
import type { Step } from "../generated/api";
import type { Entry } from "../generated/view";
import { isPlay } from "../log/entries";

export interface RoundMark {
  readonly ply: number;
  readonly number: number;
}

/** Somebody plays a card, for what it is worth, or in answer to another. */
export interface TurnMark {
  readonly ply: number;
  readonly side: Side;
  readonly entry: Entry;
}

export interface Chapters {
  readonly rounds: readonly RoundMark[];
  readonly turns: readonly TurnMark[];
  /** The plies after which there is something to see: dealing and other chance goes with the move before it. */
  readonly stops: readonly number[];
}

type Seen = Pick<Step, "ply" | "events" | "view">;

/** Of as many steps as are there, in order; some in between may still be missing. */
export function chaptersOf(steps: readonly (Seen | undefined)[]): Chapters {
  const rounds: RoundMark[] = [];
  const turns: TurnMark[] = [];
  const stops: number[] = [];
  for (const step of steps) {
    if (!step) continue;
    for (const entry of step.events) {
      const { number, side } = entry.params;
      if (entry.key === "round_begins" && number !== undefined) rounds.push({ ply: step.ply, number });
      if (isPlay(entry) && (side === "editor" || side === "nixon")) {
        turns.push({ ply: step.ply, side, entry });
      }
    }
    if (isStop(step)) stops.push(step.ply);
  }
  return { rounds, turns, stops };
}

/** A person is to decide after it, or nobody any more; and something has happened. */
function isStop({ ply, events, view }: Seen): boolean {
  const decider = view.decision?.decider ?? null;
  const isSettled = view.result !== null || decider === "editor" || decider === "nixon";
  return ply === 0 || (isSettled && events.length > 0);
}

/** The nearest of some plies before or after one; null where there is none. */
export function neighbourOf(plies: readonly number[], ply: number, direction: 1 | -1): number | null {
  const found = direction === 1 ? plies.find((one) => one > ply) : plies.findLast((one) => one < ply);
  return found ?? null;
}

export function roundAt(rounds: readonly RoundMark[], ply: number): number | null {
  return rounds.findLast((mark) => mark.ply <= ply)?.number ?? null;
}
