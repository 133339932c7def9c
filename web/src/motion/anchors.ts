/**
 * Names for everything on the table that a move can touch, a log line can speak of, or a token can fly to. What can
 * be chosen has the name of its spot (`space:rim3`, `token:blue*@E2`, `card:13`: prompt/offers.ts); these are the rest.
 * Components put them on their elements with `marks`, and whoever wants to point at a thing or find where it lies
 * asks for it by name. A thing may have several names: in little room one box stands for many.
 */
import type { Entry } from "../generated/view";
import { cardSpot, facedownSpot, markerSpot, pictureSpot, spaceSpot, tokenSpot } from "../prompt/offers";
import { unknown } from "./fold";

export type Anchor = string;

export const placeAnchor = (place: string): Anchor => `place:${place}`;
export const handAnchor = (side: string): Anchor => `hand:${side}`;
export const deckAnchor = (side: string): Anchor => `deck:${side}`;
export const pileAnchor = (side: string, pile: "discard" | "removed"): Anchor => `${pile}:${side}`;
export const momentumAnchor = (side: string): Anchor => `momentum:${side}`;
export const sideAnchor = (side: string): Anchor => `side:${side}`;
export const BAG: Anchor = "bag";
export const SUPPLY: Anchor = "supply";
/** The middle of the board, where a card is shown while it is played. */
export const STAGE: Anchor = "stage";

/** All anchors of a side, for a box that stands for the whole of it. */
export function anchorsOfSide(side: string): Anchor[] {
  return [
    sideAnchor(side),
    handAnchor(side),
    deckAnchor(side),
    pileAnchor(side, "discard"),
    pileAnchor(side, "removed"),
    momentumAnchor(side),
  ];
}

/** The attributes of an element that lies at these anchors: what it is called, and whether it is pointed at. */
export function marks(
  table: { readonly pointed: ReadonlySet<Anchor> },
  ...names: readonly Anchor[]
): Record<string, string | undefined> {
  const isPointed = names.some((name) => table.pointed.has(name));
  return { "data-anchor": names.join(" "), "data-pointed": isPointed ? "" : undefined };
}

/** The first of the names that is drawn now, in the order wanted; of several things alike the last. */
export function elementAt(names: readonly Anchor[], root: ParentNode = document): Element | null {
  for (const name of names) {
    const drawn = [...root.querySelectorAll(`[data-anchor~="${name}"]`)].filter((one) => {
      const { width, height } = one.getBoundingClientRect();
      return width > 0 && height > 0;
    });
    const found = drawn.at(-1);
    if (found) return found;
  }
  return null;
}

/** What a log line speaks of, so that it can be shown on the table. */
export function anchorsOf(entry: Pick<Entry, "key" | "params">): Anchor[] {
  const { card, token, marker, start, end, at, space, picture, spaces, pictures, side } = entry.params;
  const found: Anchor[] = [];
  if (card !== undefined) found.push(cardSpot(card));
  if (marker !== undefined) found.push(markerSpot(marker));
  if (start !== undefined) found.push(placeAnchor(start));
  if (end !== undefined) found.push(placeAnchor(end));
  if (at !== undefined) found.push(placeAnchor(at));
  if (token !== undefined) {
    for (const place of [end, at]) if (place !== undefined) found.push(tokenSpot(token, place));
  }
  if (space !== undefined) found.push(spaceSpot(space));
  if (picture !== undefined) found.push(pictureSpot(picture));
  for (const one of spaces ?? []) found.push(spaceSpot(one));
  for (const one of pictures ?? []) found.push(pictureSpot(one));
  switch (entry.key) {
    case "card_drawn":
    case "card_drawn_hidden":
    case "deck_refilled":
      found.push(handAnchor(side ?? ""), deckAnchor(side ?? ""));
      break;
    case "card_to_discard":
    case "card_lost":
      found.push(pileAnchor(side ?? "", "discard"));
      break;
    case "card_to_removed":
      found.push(pileAnchor(side ?? "", "removed"));
      break;
    case "asked":
    case "answered_yes":
    case "answered_no":
    case "evidence_laid_out":
    case "evidence_laid_out_hidden":
      found.push(facedownSpot(null));
      break;
    case "turned_up":
      found.push(tokenSpot(token ?? "", "0"));
      break;
    case "initiative_taken":
      found.push(markerSpot("initiative"), sideAnchor(side ?? ""));
      break;
    case "momentum_gained":
    case "momentum_out":
    case "ability":
      found.push(momentumAnchor(side ?? "editor"));
      break;
    case "momentum_placed":
      found.push(markerSpot("momentum"), SUPPLY);
      break;
    case "momentum_returned":
      found.push(SUPPLY);
      break;
    case "initiative_placed":
      found.push(markerSpot("initiative"));
      break;
    case "evidence_drawn":
    case "evidence_bagged":
    case "facedown_bagged":
    case "facedown_bagged_hidden":
      found.push(BAG);
      break;
    case "evaluation_1":
    case "evaluation_4":
      found.push(placeAnchor("0"));
      break;
    case "evaluation_2":
      found.push(markerSpot("initiative"));
      break;
    case "evaluation_3":
      found.push(markerSpot("momentum"));
      break;
    case "evaluation_5":
      for (const half of ["N", "E"]) for (let n = 1; n <= 5; n += 1) found.push(placeAnchor(`${half}${n}`));
      break;
    case "another_turn":
    case "won":
      found.push(sideAnchor(side ?? ""));
      break;
    // The rest is where its card, token, picture or space is, or nowhere.
    case "round_begins":
    case "turn_begins":
    case "card_drawn_to_play":
    case "card_drawn_to_play_hidden":
    case "card_played_value":
    case "card_played_action":
    case "card_discarded":
    case "card_named":
    case "chain_begins":
    case "chain_ends":
    case "card_cancelled":
    case "evidence_named":
    case "reacted":
    case "passed":
    case "colors_absent":
    case "marker_moved":
    case "evidence_moved":
    case "evidence_placed":
    case "evidence_gained":
    case "evidence_pinned_up":
    case "evidence_pinned_down":
    case "evidence_taken_off":
    case "evidence_flipped":
    case "picture_recruited":
    case "picture_silenced":
    case "picture_freed":
    case "events_silenced":
    case "round_ended":
    case "spared":
    case "linked":
    case "unlinked":
    case "stopped":
      break;
    default:
      unknown(entry.key, null);
  }
  return [...new Set(found)];
}
