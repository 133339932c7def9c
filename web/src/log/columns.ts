/** The log in columns: rounds, and in them lines; the same thing said several times in a row is one line. */
import type { Entry } from "../generated/view";

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

const HEADS = /^(card_played|card_discarded|reacted|evaluation_|won|round_ended)/;

export function roundsOf(log: readonly Entry[]): Round[] {
  const rounds: { number: number; lines: Line[] }[] = [];
  for (const entry of log) {
    if (entry.key === "round_begins" || rounds.length === 0) {
      rounds.push({ number: entry.params.number ?? 0, lines: [] });
      if (entry.key === "round_begins") continue;
    }
    const lines = rounds.at(-1)?.lines ?? [];
    const last = lines.at(-1);
    if (last && last.entry.key === entry.key && same(last.entry, entry)) {
      lines[lines.length - 1] = { ...last, times: last.times + 1 };
    } else lines.push({ entry, times: 1, isHead: HEADS.test(entry.key) });
  }
  return rounds;
}

const same = (one: Entry, other: Entry) => JSON.stringify(one.params) === JSON.stringify(other.params);
