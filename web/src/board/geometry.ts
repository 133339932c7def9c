/** Where everything lies on the corkboard, in pixels, for a board of any size. Pure functions of the edition. */
import { type Edition, NIXON } from "../edition/edition";

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Layout {
  readonly size: Size;
  /** Spaces, informants and Nixon by name: their middles. */
  readonly at: ReadonlyMap<string, Point>;
  /** The radius of a space. */
  readonly space: number;
  readonly picture: Size;
  readonly nixon: Size;
}

/** So much wider than high, or higher than wide, the web may be drawn. */
const MOST_STRETCH = 1.45;
const MARGIN = 0.16;
const PICTURE = { width: 1.1, height: 1.16 };
const NIXON_PICTURE = { width: 1.22, height: 1.46 };
const SPACE = 0.37;
/** The inner ring is drawn this much further out than its radius says, so that Nixon has room. */
const ROOM_FOR_NIXON = 0.34;
const OUTER = 2.65;
/** And so much further out the informants, for each unit that they are beyond the outer ring. */
const ROOM_FOR_INFORMANTS = 0.14;

/** From the edition's polar coordinates: angles run clockwise from the top, y grows downward. */
export function pointOf(radius: number, angle: number): Point {
  const inside = (ROOM_FOR_NIXON * Math.max(0, OUTER - radius)) / (OUTER - 1);
  const drawn = radius + inside + ROOM_FOR_INFORMANTS * Math.max(0, radius - OUTER);
  const turn = (angle * Math.PI) / 180;
  return { x: drawn * Math.sin(turn), y: -drawn * Math.cos(turn) };
}

/** The web fitted into a board: as large as it goes, stretched a little where there is room. */
export function layoutOf(edition: Edition, size: Size, label: number): Layout {
  const raw = new Map<string, Point>([[NIXON, { x: 0, y: 0 }]]);
  for (const space of edition.spaces) raw.set(space.name, pointOf(space.radius, space.angle));
  const pictures = new Map(edition.informants.map((one) => [one.name, pointOf(one.radius, one.angle)]));
  for (const [name, point] of pictures) raw.set(name, point);

  const half = (name: string) =>
    pictures.has(name)
      ? { x: PICTURE.width / 2, y: PICTURE.height / 2 }
      : name === NIXON
        ? { x: NIXON_PICTURE.width / 2, y: NIXON_PICTURE.height / 2 }
        : { x: SPACE, y: SPACE };
  // All sizes hang on one unit; places may be stretched beyond it along the longer side.
  const fits = (unit: number, stretch: Point) => extent(raw, half, unit, stretch, label, pictures);
  let unit = 0;
  for (let step = 256; step >= 0.25; step /= 2) {
    const box = fits(unit + step, { x: 1, y: 1 });
    if (box.width <= size.width && box.height <= size.height) unit += step;
  }
  const stretch = { x: 1, y: 1 };
  for (const axis of ["x", "y"] as const) {
    for (let step = 0.32; step >= 0.005; step /= 2) {
      const tried = { ...stretch, [axis]: stretch[axis] + step };
      const box = fits(unit, tried);
      if (tried[axis] <= MOST_STRETCH && box.width <= size.width && box.height <= size.height) {
        stretch[axis] += step;
      }
    }
  }
  const box = fits(unit, stretch);
  const left = (size.width - box.width) / 2 - box.left;
  const top = (size.height - box.height) / 2 - box.top;
  const at = new Map<string, Point>();
  for (const [name, point] of raw) {
    at.set(name, { x: left + point.x * unit * stretch.x, y: top + point.y * unit * stretch.y });
  }
  return {
    size,
    at,
    space: SPACE * unit,
    picture: { width: PICTURE.width * unit, height: PICTURE.height * unit },
    nixon: { width: NIXON_PICTURE.width * unit, height: NIXON_PICTURE.height * unit },
  };
}

function extent(
  raw: ReadonlyMap<string, Point>,
  half: (name: string) => Point,
  unit: number,
  stretch: Point,
  label: number,
  labelled: ReadonlyMap<string, Point>,
) {
  let [left, right, top, bottom] = [0, 0, 0, 0];
  for (const [name, { x, y }] of raw) {
    const around = half(name);
    left = Math.min(left, unit * (x * stretch.x - around.x));
    right = Math.max(right, unit * (x * stretch.x + around.x));
    top = Math.min(top, unit * (y * stretch.y - around.y));
    bottom = Math.max(bottom, unit * (y * stretch.y + around.y) + (labelled.has(name) ? label : 0));
  }
  const margin = MARGIN * unit;
  return {
    left: left - margin,
    top: top - margin,
    width: right - left + 2 * margin,
    height: bottom - top + 2 * margin,
  };
}

/** A thread between two points, hanging a little, always the same way. */
export function threadPath(from: Point, to: Point, name: string): string {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const length = Math.hypot(dx, dy);
  if (length === 0) return "";
  const bend = (hash(name) % 2 ? 1 : -1) * Math.min(length * 0.06, 7);
  const middle = {
    x: (from.x + to.x) / 2 - (dy / length) * bend,
    y: (from.y + to.y) / 2 + (dx / length) * bend,
  };
  return `M${round(from.x)} ${round(from.y)}Q${round(middle.x)} ${round(middle.y)} ${round(to.x)} ${round(to.y)}`;
}

/** By how much a label around a point is moved to stay on the board. */
export function labelShift(at: number, labelWidth: number, boardWidth: number): number {
  const [left, right] = [at - labelWidth / 2, at + labelWidth / 2];
  return left < 1 ? 1 - left : right > boardWidth - 1 ? boardWidth - 1 - right : 0;
}

/** How far a thing pinned by hand hangs askew, in degrees. */
export function askew(name: string, most = 4): number {
  return ((hash(name) % 201) / 100 - 1) * most;
}

export type Direction = "up" | "down" | "left" | "right";

/** Which thing the arrow keys lead to: the nearest one that lies that way rather than aside. */
export function neighbour(at: ReadonlyMap<string, Point>, from: string, direction: Direction): string | null {
  const here = at.get(from);
  if (!here) return null;
  let best: { name: string; cost: number } | null = null;
  for (const [name, point] of at) {
    if (name === from) continue;
    const [dx, dy] = [point.x - here.x, point.y - here.y];
    const ahead = { up: -dy, down: dy, left: -dx, right: dx }[direction];
    const aside = Math.abs(direction === "up" || direction === "down" ? dx : dy);
    if (ahead <= 1 || aside > ahead * 2.2) continue;
    const cost = ahead + 1.8 * aside;
    if (!best || cost < best.cost) best = { name, cost };
  }
  return best?.name ?? null;
}

export function hash(text: string): number {
  let found = 2166136261;
  for (const letter of text) found = Math.imul(found ^ letter.charCodeAt(0), 16777619) >>> 0;
  return found;
}

const round = (number: number) => Math.round(number * 10) / 10;
