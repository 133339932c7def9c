/** The measures of the drawn track, and what lies on it in the pictures of the rules. Pure. */
import { PLACES, type Place } from "../../track/places";

export interface Lying {
  /** A marker, the name of an evidence token, or `facedown`. */
  readonly thing: string;
  readonly at: Place;
  readonly row?: number;
  /** Where it was before it moved. */
  readonly isGhost?: boolean;
}

export interface Arrow {
  readonly from: Place;
  readonly to: Place;
  readonly row?: number;
  /** So many steps beyond the end are lost. */
  readonly lost?: number;
}

export const CELL = 50;
export const ZERO = 112;
export const ROW = 46;
export const PIECE = 19;
export const WIDTH = 10 * CELL + ZERO;

/** The left edge of a place, and how wide it is. */
export function boxOf(place: Place): { x: number; width: number } {
  const n = PLACES.indexOf(place);
  const middle = PLACES.indexOf("0");
  return { x: n * CELL + (n > middle ? ZERO - CELL : 0), width: n === middle ? ZERO : CELL };
}

export const middleOf = (place: Place): number => boxOf(place).x + boxOf(place).width / 2;

export interface Placed extends Lying {
  readonly x: number;
  readonly y: number;
}

/** Where each thing is drawn: things of the same place and row lie side by side. */
export function laidOut(things: readonly Lying[]): Placed[] {
  return things.map((thing) => {
    const row = thing.row ?? 0;
    const beside = things.filter((one) => one.at === thing.at && (one.row ?? 0) === row);
    const shift = (beside.indexOf(thing) - (beside.length - 1) / 2) * (PIECE * 1.9);
    return { ...thing, x: middleOf(thing.at) + shift, y: ROW * (row + 0.5) };
  });
}
