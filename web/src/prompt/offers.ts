/**
 * What on the table offers which moves. The page knows no rules: it was given the legal moves, and this says where
 * on the table each of them is made, so that exactly these things glow.
 */
import type { Move, Params } from "../generated/view";

/** The name of a thing on the table that moves can be made with: `card:13`, `space:rim3`, `token:blue*@E2`. */
export type Spot = string;

export const cardSpot = (card: number): Spot => `card:${card}`;
export const markerSpot = (marker: string): Spot => `marker:${marker}`;
export const tokenSpot = (token: string, at: string): Spot => `token:${token}@${at}`;
export const facedownSpot = (token: string | null): Spot =>
  token === null ? "facedown" : `facedown:${token}`;
export const spaceSpot = (space: string): Spot => `space:${space}`;
export const pictureSpot = (picture: string): Spot => `picture:${picture}`;

const FACEDOWN = "facedown";
const MARKERS = ["initiative", "momentum"];

/** The one thing a move is made with, or null for those that are only words, as `pass`. */
export function spotOf(move: Move, isPicture: (name: string) => boolean): Spot | null {
  if (move.card != null) return cardSpot(move.card);
  if (move.token != null && move.at != null) {
    return move.at === FACEDOWN ? facedownSpot(move.token) : tokenSpot(move.token, move.at);
  }
  const target = move.target;
  if (target == null) return null;
  if (move.verb === "ask" || target === FACEDOWN) return facedownSpot(null);
  if (MARKERS.includes(target)) return markerSpot(target);
  return isPicture(target) ? pictureSpot(target) : spaceSpot(target);
}

/** The token that a question speaks of. */
export const namedIn = ({ token, start }: Params): Spot | null =>
  token != null && start != null ? tokenSpot(token, start) : null;

/** The moves by the thing that offers them. */
export interface Offers {
  readonly moves: readonly Move[];
  at(spot: Spot): readonly Move[];
  readonly spots: ReadonlySet<Spot>;
  /** Those that need words of their own beside the table: pass, and the questions. */
  readonly spoken: readonly Move[];
}

export const NO_OFFERS: Offers = { moves: [], at: () => [], spots: new Set(), spoken: [] };

export function offersOf(moves: readonly Move[], isPicture: (name: string) => boolean): Offers {
  const bySpot = new Map<Spot, Move[]>();
  const spoken: Move[] = [];
  for (const move of moves) {
    const spot = spotOf(move, isPicture);
    if (spot !== null) bySpot.set(spot, [...(bySpot.get(spot) ?? []), move]);
    if (spot === null || move.verb === "ask") spoken.push(move);
  }
  return { moves, spoken, spots: new Set(bySpot.keys()), at: (spot) => bySpot.get(spot) ?? [] };
}

/**
 * The move that touching a thing would mean, if it were allowed: of the kind that is asked for now. Null where that says
 * nothing, as when a card is to be played and a token is touched.
 */
export function wouldBe(spot: Spot, offered: readonly Move[]): string | null {
  const [kind, name = ""] = [spot.slice(0, spot.indexOf(":")), spot.slice(spot.indexOf(":") + 1)];
  const has = (verb: Move["verb"]) => offered.some((move) => move.verb === verb);
  switch (kind) {
    case "card": {
      const verb = offered.find((move) => move.card != null)?.verb;
      if (!verb) return null;
      return verb === "play" || verb === "discard" ? `play ${name} action` : `${verb} ${name}`;
    }
    case "space":
      if (has("pin")) return `pin ${name}`;
      return has("choose") ? `choose ${name}` : null;
    case "token":
    case "marker":
    case "picture":
      return has("choose") ? `choose ${name}` : null;
    default:
      return null;
  }
}

/** A move read from its notation; the server decides whether it is one. */
export function moveOf(text: string): Move {
  const [verb = "pass", first, second] = text.split(" ");
  const nothing = { card: null, part: null, target: null, token: null, at: null };
  const move: Move = { verb: verb as Move["verb"], ...nothing, text };
  if (first === undefined) return move;
  if (/^\d+$/.test(first)) {
    return { ...move, card: Number(first), ...(second ? { part: second as "value" | "action" } : {}) };
  }
  const [token, at] = first.split("@");
  return at === undefined ? { ...move, target: first } : { ...move, token: token ?? "", at };
}

export const sameMove = (one: Move, other: Move): boolean => one.text === other.text;
