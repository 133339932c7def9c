/** The log in columns: rounds, and in them lines; the same thing said several times in a row is one line. */
import type { Entry } from "../generated/view";
import { isHead } from "./entries";

export interface Line {
  readonly entry: Entry;
  readonly times: number;
  /** The first line of a turn: a card is played, or the evaluation goes a step on. */
  readonly isHead: boolean;
}

export interface Round {
  readonly number: number;
  readonly lines: readonly Line[];
}

/** `now` is the round that the last line belongs to; a log may begin in the middle of a round. */
export function roundsOf(log: readonly Entry[], now = 0): Round[] {
  const next = log.find((entry) => entry.key === "round_begins")?.params.number;
  const first = next ? next - 1 : now;
  const rounds: { number: number; lines: Line[] }[] = [];
  for (const entry of log) {
    if (entry.key === "round_begins" || rounds.length === 0) {
      const isNew = entry.key === "round_begins";
      rounds.push({ number: isNew ? (entry.params.number ?? 0) : first, lines: [] });
      if (isNew) continue;
    }
    const lines = rounds.at(-1)?.lines ?? [];
    const last = lines.at(-1);
    if (last && last.entry.key === entry.key && same(last.entry, entry)) {
      lines[lines.length - 1] = { ...last, times: last.times + 1 };
    } else lines.push({ entry, times: 1, isHead: isHead(entry) });
  }
  return rounds;
}

const same = (one: Entry, other: Entry) => JSON.stringify(one.params) === JSON.stringify(other.params);
