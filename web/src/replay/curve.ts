/** The curve of a game, how it is drawn, and the moves that turned it. Pure. */
import type { TurnMark } from "./chapters";

/** After a ply, the Editor's chance to win, from 0 to 1. */
export interface CurvePoint {
  readonly ply: number;
  readonly editor: number;
}

/** A part of the curve that goes up or down much. */
export interface Shift {
  readonly from: CurvePoint;
  readonly to: CurvePoint;
  /** To the Editor's good, from -1 to 1. */
  readonly change: number;
}

/** What was judged before a card was played, and before the next. */
export interface Swing extends Shift {
  /** The card that was played between; null if none is known. */
  readonly turn: TurnMark | null;
}

export interface Frame {
  readonly width: number;
  readonly height: number;
}

/** Smaller swings are within what the computer may err. */
const LEAST_SWING = 0.1;
const MOST_SWINGS = 5;

export function pointsOf(result: unknown): CurvePoint[] {
  if (typeof result !== "object" || result === null || !("points" in result)) return [];
  const { points } = result as { points: unknown };
  if (!Array.isArray(points)) return [];
  return points.filter(
    (one): one is CurvePoint =>
      typeof one === "object" &&
      one !== null &&
      typeof one.ply === "number" &&
      typeof one.editor === "number",
  );
}

/**
 * The curve to its end: where a game was decided, the last point is its result, whatever was judged before. Of a game
 * without a winner nothing is added.
 */
export function withResult(
  points: readonly CurvePoint[],
  plies: number,
  winner: string | null,
): CurvePoint[] {
  if (winner === null || points.length === 0) return [...points];
  return [...points.filter(({ ply }) => ply < plies), { ply: plies, editor: winner === "editor" ? 1 : 0 }];
}

export const xOf = (ply: number, plies: number, { width }: Frame) =>
  plies === 0 ? 0 : (ply / plies) * width;
/** The Editor's half is above. */
export const yOf = (editor: number, { height }: Frame) => (1 - editor) * height;

export function lineOf(points: readonly CurvePoint[], plies: number, frame: Frame): string {
  return points
    .map(
      ({ ply, editor }, n) =>
        `${n ? "L" : "M"}${xOf(ply, plies, frame).toFixed(1)} ${yOf(editor, frame).toFixed(1)}`,
    )
    .join("");
}

/** The area between the curve and the middle line. */
export function areaOf(points: readonly CurvePoint[], plies: number, frame: Frame): string {
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) return "";
  const middle = yOf(0.5, frame).toFixed(1);
  const left = xOf(first.ply, plies, frame).toFixed(1);
  const right = xOf(last.ply, plies, frame).toFixed(1);
  return `${lineOf(points, plies, frame)}L${right} ${middle}L${left} ${middle}Z`;
}

/** What the curve says at a ply: straight between its points. */
export function chanceAt(points: readonly CurvePoint[], ply: number): number | null {
  const before = points.findLast((one) => one.ply <= ply);
  const after = points.find((one) => one.ply >= ply);
  if (!before) return after?.editor ?? null;
  if (!after || after.ply === before.ply) return before.editor;
  const part = (ply - before.ply) / (after.ply - before.ply);
  return before.editor + (after.editor - before.editor) * part;
}

/** The biggest swings, in the order of the game. */
export function turningPoints(points: readonly CurvePoint[], turns: readonly TurnMark[]): Swing[] {
  const swings = points.slice(1).flatMap((to, n): Swing[] => {
    const from = points[n];
    if (!from) return [];
    const change = to.editor - from.editor;
    if (Math.abs(change) < LEAST_SWING) return [];
    // The card is played at the ply after the one that was judged.
    const turn = turns.find((one) => one.ply > from.ply && one.ply <= to.ply) ?? null;
    return [{ from, to, change, turn }];
  });
  return swings
    .toSorted((one, other) => Math.abs(other.change) - Math.abs(one.change))
    .slice(0, MOST_SWINGS)
    .toSorted((one, other) => one.from.ply - other.from.ply);
}

/** Places along a line, moved as little as needed so that no two are nearer than a gap; in order, and on the line. */
export function spread(places: readonly number[], gap: number, width: number): number[] {
  const found: number[] = [];
  for (const place of places) found.push(Math.max(place, (found.at(-1) ?? Number.NEGATIVE_INFINITY) + gap));
  for (let n = found.length - 1, most = width; n >= 0; n -= 1, most -= gap) {
    found[n] = Math.min(found[n] ?? 0, most);
    most = found[n] ?? most;
  }
  return found;
}

export const percent = (chance: number) => Math.round(chance * 100);
