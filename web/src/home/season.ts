/** What reviewed games come to, made ready to be shown: figures in points, intervals, what is worth a line. Pure. */
import type { Mean, SeasonLine, Tally } from "../generated/api";

/** A figure in points of a hundred, and how far off it may be; null where that tells nothing. */
export interface Figure {
  readonly points: number;
  readonly within: number | null;
}

/** An interval that reaches from one end to the other tells nothing. */
const WIDEST = 0.5;
/** Losses below this, in points a game, are not worth a line. */
const LEAST = 0.05;

export function figureOf({ mean, within }: Mean): Figure {
  const tells = within !== null && within < WIDEST;
  return { points: Math.round(mean * 100), within: tells ? Math.max(1, Math.round(within * 100)) : null };
}

/** With a minus sign as books have it. */
export const signed = (points: number): string => (points < 0 ? `−${-points}` : String(points));

/** All games, then those of each side, then those against each opponent. */
export function linesOf(lines: readonly SeasonLine[]): SeasonLine[] {
  return lines.filter(({ side, opponent }) => side === null || opponent === null);
}

/** What luck gave, in points a game: below 0 it took them. */
export const luckOf = ({ share, adjusted }: SeasonLine): number =>
  Math.round((share.mean - adjusted.mean) * 100);

/** How much of what results go up and down is luck, and of how many results games without it tell as much. */
export function scatterOf({ games, fewer }: SeasonLine): { percent: number; games: number } | null {
  if (fewer === null || fewer >= 1 || fewer <= 0) return null;
  return { percent: Math.round((1 - fewer) * 100), games: Math.round(games / fewer) };
}

/** Where most is lost first; what costs next to nothing is left out. */
export function lossesOf(tallies: readonly Tally[]): { name: string; decisions: number; points: number }[] {
  return tallies
    .map(({ name, decisions, loss }) => ({ name, decisions, points: loss * 100 }))
    .filter(({ points }) => points >= LEAST);
}
