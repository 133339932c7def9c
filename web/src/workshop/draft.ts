/**
 * A draft: an edition as it is being made, in the shape of its file (docs/card-language.md). A plain value that is
 * never changed; everything here makes a new one of it. The server judges it.
 */
import type { Side } from "../edition/edition";

export type Texts = Readonly<Record<string, string>>;
export type End = string;
export type Thread = readonly [End, End];

export interface Spot {
  readonly name: string;
  readonly radius: number;
  readonly angle: number;
}

export interface Space extends Spot {
  readonly color: string;
}

export interface Informant extends Spot {
  readonly full_name: string;
}

export interface DraftCard {
  readonly number: number;
  readonly side: Side;
  readonly kind: "event" | "conspirator" | "journalist";
  readonly value: number;
  readonly color: string;
  readonly name: Texts;
  readonly text: Texts;
  readonly script: string;
}

export interface DraftAbility {
  readonly space: number;
  readonly name: Texts;
  readonly text: Texts;
  readonly script: string;
}

export interface DraftToken {
  readonly colors: readonly string[];
  readonly momentum_symbol: boolean;
  readonly count: number;
}

export interface DraftColor {
  readonly name: string;
  readonly symbol: string;
  readonly label: Texts;
}

export interface Draft {
  readonly name: string;
  readonly title: Texts;
  readonly momentum_tokens: number;
  readonly threads: readonly Thread[];
  readonly color: readonly DraftColor[];
  readonly token: readonly DraftToken[];
  readonly card: readonly DraftCard[];
  readonly ability: readonly DraftAbility[];
  readonly space: readonly Space[];
  readonly informant: readonly Informant[];
}

/** Distances from Nixon, to the right and down, in the units of `radius`. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

export const NIXON = "nixon";
export const MOST_RADIUS = 10;
/** How far places are apart that can be told apart: for a space and its mirror image. */
const NEAR = 0.2;

const rounded = (number: number, digits: number) => Number(number.toFixed(digits));

export function pointOf({ radius, angle }: Pick<Spot, "radius" | "angle">): Point {
  const turn = (angle * Math.PI) / 180;
  return { x: radius * Math.sin(turn), y: -radius * Math.cos(turn) };
}

export function placeOf({ x, y }: Point): Pick<Spot, "radius" | "angle"> {
  const angle = (Math.atan2(x, -y) * 180) / Math.PI;
  return {
    radius: rounded(Math.min(MOST_RADIUS, Math.hypot(x, y)), 3),
    angle: rounded((angle + 360) % 360, 1) % 360,
  };
}

/** Everything that hangs on the board but Nixon. */
export function spotsOf(draft: Draft): readonly (Space | Informant)[] {
  return [...draft.space, ...draft.informant];
}

export function spotOf(draft: Draft, name: string): Space | Informant | undefined {
  return spotsOf(draft).find((one) => one.name === name);
}

export function whereIs(draft: Draft, name: string): Point {
  const spot = name === NIXON ? undefined : spotOf(draft, name);
  return spot ? pointOf(spot) : { x: 0, y: 0 };
}

export const isSpace = (draft: Draft, name: string) => draft.space.some((one) => one.name === name);

function withSpots(draft: Draft, change: <S extends Spot>(spot: S) => S): Draft {
  return { ...draft, space: draft.space.map(change), informant: draft.informant.map(change) };
}

export function moved(draft: Draft, name: string, to: Point): Draft {
  return withSpots(draft, (spot) => (spot.name === name ? { ...spot, ...placeOf(to) } : spot));
}

/** Nixon is the middle of all places: where he is moved, all others move the other way. */
export function movedNixon(draft: Draft, by: Point): Draft {
  return withSpots(draft, (spot) => {
    const { x, y } = pointOf(spot);
    return { ...spot, ...placeOf({ x: x - by.x, y: y - by.y }) };
  });
}

/** A name like `space7` that nothing else has. */
export function freeName(draft: Draft, stem: string): string {
  const taken = new Set([...spotsOf(draft), ...draft.color].map((one) => one.name));
  for (let n = 1; ; n += 1) if (!taken.has(`${stem}${n}`)) return `${stem}${n}`;
}

export function withSpace(draft: Draft, color: string, at: Point): Draft {
  const space = { name: freeName(draft, "space"), color, ...placeOf(at) };
  return { ...draft, space: [...draft.space, space] };
}

export function withInformant(draft: Draft, at: Point): Draft {
  const name = freeName(draft, "informant");
  return { ...draft, informant: [...draft.informant, { name, full_name: name, ...placeOf(at) }] };
}

export function without(draft: Draft, name: string): Draft {
  return {
    ...draft,
    space: draft.space.filter((one) => one.name !== name),
    informant: draft.informant.filter((one) => one.name !== name),
    threads: draft.threads.filter((ends) => !ends.includes(name)),
  };
}

export function painted(draft: Draft, name: string, color: string): Draft {
  return { ...draft, space: draft.space.map((one) => (one.name === name ? { ...one, color } : one)) };
}

/** Another name for a space or informant, in its threads too; scripts are left to their author. */
export function renamed(draft: Draft, from: string, to: string): Draft {
  const end = (name: string) => (name === from ? to : name);
  return {
    ...withSpots(draft, (spot) => (spot.name === from ? { ...spot, name: to } : spot)),
    threads: draft.threads.map(([one, other]) => [end(one), end(other)] as const),
  };
}

export function joins([one, other]: Thread, a: End, b: End): boolean {
  return (one === a && other === b) || (one === b && other === a);
}

export const areJoined = (draft: Draft, a: End, b: End) => draft.threads.some((ends) => joins(ends, a, b));

export function neighboursOf(draft: Draft, name: string): string[] {
  return draft.threads.flatMap(([one, other]) => (one === name ? [other] : other === name ? [one] : []));
}

/** A thread between two ends, or none where there was one. */
export function threaded(draft: Draft, a: End, b: End): Draft {
  if (a === b) return draft;
  const threads = areJoined(draft, a, b)
    ? draft.threads.filter((ends) => !joins(ends, a, b))
    : [...draft.threads, [a, b] as const];
  return { ...draft, threads };
}

/** What hangs where this thing would be in a mirror through Nixon; itself on the axis; null where nothing does. */
export function twinOf(draft: Draft, name: string): string | null {
  if (name === NIXON) return NIXON;
  const { x, y } = whereIs(draft, name);
  if (Math.abs(x) < NEAR / 2) return name;
  const kind = isSpace(draft, name) ? draft.space : draft.informant;
  const near = kind.find((one) => {
    const there = pointOf(one);
    return Math.hypot(there.x + x, there.y - y) < NEAR;
  });
  return near?.name ?? null;
}

export const mirrored = ({ x, y }: Point): Point => ({ x: -x, y });

/** To the nearest point of the grid. */
export function snapped({ x, y }: Point, step: number): Point {
  return { x: Math.round(x / step) * step, y: Math.round(y / step) * step };
}

/** A board with nothing on it but Nixon and the informants. */
export function withoutBoard(draft: Draft): Draft {
  return { ...draft, space: [], threads: [] };
}

export function tokenSum(draft: Draft): { all: number; symbols: number } {
  const sum = (kinds: readonly DraftToken[]) => kinds.reduce((total, kind) => total + (kind.count || 0), 0);
  return { all: sum(draft.token), symbols: sum(draft.token.filter((kind) => kind.momentum_symbol)) };
}

/** The short name that a title suggests. */
export function nameFrom(title: string): string {
  const plain = title
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "_")
    .replace(/^[^a-z]+|_+$/g, "")
    .slice(0, 40);
  return plain === "" || plain === "standard" ? "my_edition" : plain;
}

/** Whether something that was kept is a draft at all. */
export function isDraft(value: unknown): value is Draft {
  if (typeof value !== "object" || value === null) return false;
  const some = value as Record<string, unknown>;
  const lists = ["threads", "color", "token", "card", "ability", "space", "informant"];
  return typeof some["name"] === "string" && lists.every((key) => Array.isArray(some[key]));
}
