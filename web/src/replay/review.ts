/** What a review says, made ready to be shown: words, sums that add up, lines of play, reads. Pure. */
import { cardOf, type Edition, opponentOf, type Side } from "../edition/edition";
import type { Account, Change, Judgement, Read, Review } from "../generated/review";
import type { Entry, Move } from "../generated/view";
import { moveOf } from "../prompt/offers";
import { chanceAt, type Shift } from "./curve";

export type { Judgement, Read, Review } from "../generated/review";
export type Word = Judgement["word"];

/** The signs of old chess books, so that no word is told by colour alone. */
export const GLYPHS: Readonly<Record<Word, string>> = {
  fine: "",
  inaccuracy: "?!",
  mistake: "?",
  blunder: "??",
};

/** A job's result, if it is a review of a version that is understood here. */
export function reviewOf(result: unknown): Review | null {
  if (typeof result !== "object" || result === null) return null;
  const found = result as Partial<Review>;
  return found.version === 1 && Array.isArray(found.decisions) && found.account ? (found as Review) : null;
}

export const hasWord = ({ word }: Pick<Judgement, "word">): boolean => word !== "fine";

/** The decisions of a side that have a word, in the order of the game. */
export function mistakesOf({ decisions }: Pick<Review, "decisions">, side: Side): Judgement[] {
  return decisions.filter((one) => one.side === side && hasWord(one));
}

/** Whose review is shown first: of whoever looks, else of who lost. */
export function firstSide({ result }: Pick<Review, "result">, seat: Side | null): Side {
  return seat ?? (result.winner === "editor" ? "nixon" : "editor");
}

/** In points of a hundred, whole. */
export const pointsIn = (chance: number): number => Math.round(chance * 100);

/** How far the judge may be off, in points: never said to be nothing. */
export const noiseIn = (noise: number): number => Math.max(1, Math.round(noise * 100));

/** Whole points that add up to a whole sum: what rounding loses goes where it is missed most. */
export function rounded(parts: readonly number[], sum: number): number[] {
  const found = parts.map((part) => Math.floor(part * 100));
  let left = sum - found.reduce((all, one) => all + one, 0);
  const order = parts
    .map((part, n) => ({ n, rest: part * 100 - Math.floor(part * 100) }))
    .toSorted((one, other) => other.rest - one.rest);
  for (let k = 0; left !== 0 && order.length > 0; k += 1) {
    const { n } = order[k % order.length] as { n: number };
    found[n] = (found[n] ?? 0) + Math.sign(left);
    left -= Math.sign(left);
  }
  return found;
}

export interface Part {
  readonly of: Change["of"];
  /** To the good of the side whose account it is, in points. */
  readonly points: number;
  /** The chance before and after it, in points. */
  readonly from: number;
  readonly to: number;
}

export interface Sheet {
  readonly start: number;
  readonly result: number;
  readonly parts: readonly Part[];
  /** The luck of cards and evidence. */
  readonly luck: number;
  /** The result without luck; of a single game it may lie outside 0 to 100. */
  readonly adjusted: number;
}

/** The account of a game for a side, in whole points that add up: luck first, then the own moves, then the other's. */
export function sheetOf(account: Account, side: Side): Sheet {
  const isEditor = side === "editor";
  const turned = (chance: number) => (isEditor ? chance : 1 - chance);
  const start = pointsIn(turned(account.start));
  const result = pointsIn(turned(account.result));
  const order: readonly Change["of"][] = ["cards", "evidence", side, opponentOf(side)];
  const changes = order.map((of) => (isEditor ? account[of] : -account[of]));
  let at = start;
  const parts = rounded(changes, result - start).map((points, n): Part => {
    const from = at;
    at += points;
    return { of: order[n] ?? "cards", points, from, to: at };
  });
  return {
    start,
    result,
    parts,
    luck: (parts[0]?.points ?? 0) + (parts[1]?.points ?? 0),
    adjusted: pointsIn(turned(account.adjusted)),
  };
}

/** The widest that a sheet goes, for drawing it. */
export function reachOf({ start, result, parts }: Sheet): { low: number; high: number } {
  const all = [0, 100, start, result, ...parts.map(({ to }) => to)];
  return { low: Math.min(...all), high: Math.max(...all) };
}

/** A step of the account that changed much. */
export interface Turning extends Shift {
  readonly of: Change["of"];
  /** The line of the log that tells of it; null where none is known. */
  readonly entry: Entry | null;
}

const LEAST_TURNING = 0.1;
const MOST_TURNINGS = 5;

/** Where the game turned: the biggest steps of its account in the order of the game, the turning point among them. */
export function turningsOf(
  { account, curve, turning, plies }: Pick<Review, "account" | "curve" | "turning" | "plies">,
  entries: readonly Entry[],
): Turning[] {
  const biggest = account.steps
    .filter(({ ply, change }) => Math.abs(change) >= LEAST_TURNING || ply === turning)
    .toSorted(
      (one, other) =>
        Number(other.ply === turning) - Number(one.ply === turning) ||
        Math.abs(other.change) - Math.abs(one.change),
    )
    .slice(0, MOST_TURNINGS);
  return biggest
    .toSorted((one, other) => one.ply - other.ply)
    .map(({ ply, of, change }) => {
      const editor = chanceAt(curve, ply) ?? 0.5;
      const next = account.steps.find((step) => step.ply > ply)?.ply ?? plies;
      return {
        from: { ply, editor },
        to: { ply: next, editor: Math.max(0, Math.min(1, editor + change)) },
        change,
        of,
        entry: entries.find((entry) => entry.ply > ply && entry.ply <= next) ?? null,
      };
    });
}

/** Somebody's part of a line of play: a card that is played with all that belongs to it, or what comes between. */
export interface Stretch {
  /** Null where a move does not tell whose it is. */
  readonly side: Side | null;
  readonly moves: readonly Move[];
}

/** A line of play, by cards: their numbers tell whose they are. */
export function stretchesOf(line: readonly string[], edition: Edition): Stretch[] {
  const found: { side: Side | null; moves: Move[] }[] = [];
  for (const move of line.map(moveOf)) {
    const last = found.at(-1);
    const side = move.card == null ? null : sideOf(move.card, edition);
    const isPin = move.verb === "pin";
    const wasPin = last?.moves.at(-1)?.verb === "pin";
    if (!last || isPin !== wasPin || (side !== null && move.verb !== "reuse")) {
      found.push({ side, moves: [move] });
    } else last.moves.push(move);
  }
  return found;
}

const sideOf = (card: number, edition: Edition): Side | null => {
  const { side } = cardOf(edition, card);
  return side === "editor" || side === "nixon" ? side : null;
};

/** What a side could believe when it was to play a card last. */
export function readAt({ reads }: Pick<Review, "reads">, side: Side, ply: number): Read | null {
  return reads.findLast((one) => one.side === side && one.ply <= ply) ?? null;
}

const MOST_CARDS = 8;

/** The cards that matter: the likeliest, and all that were really held. */
export function cardsOf({ cards }: Pick<Read, "cards">): Read["cards"] {
  const sorted = cards.toSorted((one, other) => other.chance - one.chance);
  return sorted.filter((one, n) => n < MOST_CARDS || one.held);
}

/** How much a play told the other side of the hand, in words: less than a third of a yes or no is nothing. */
export function toldBy(bits: number): "misled" | "nothing" | "little" | "much" {
  if (bits < -0.3) return "misled";
  if (bits < 0.3) return "nothing";
  return bits < 1 ? "little" : "much";
}

/** The decision that a line of the log tells of: the first line of the move. */
export function told(
  decisions: readonly Judgement[],
  entries: readonly Entry[],
): ReadonlyMap<Entry, Judgement> {
  const byPly = new Map(decisions.map((one) => [one.ply + 1, one]));
  const found = new Map<Entry, Judgement>();
  for (const entry of entries) {
    const judgement = byPly.get(entry.ply);
    if (!judgement) continue;
    found.set(entry, judgement);
    byPly.delete(entry.ply);
  }
  return found;
}
