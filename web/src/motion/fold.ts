/**
 * The view after one thing more has happened, from the view before it and what was read of it: as exact as the server's
 * own (`rules/fold.py`). This knows no rules, it only carries out what an entry says. The pending decision is told beside
 * the events, and `position` stays behind.
 */
import type { Edition, Side } from "../edition/edition";
import type { EventKey } from "../generated/tables";
import type { Entry, Params, Player, View } from "../generated/view";

type Pile = "discard" | "removed";
type Changes = Partial<View>;
export type Ordered = Pick<Edition, "tokens" | "spaces" | "informants" | "colors">;

export function fold(view: View, entry: Entry, edition: Ordered): View {
  return { ...view, ply: entry.ply, ...changesOf(view, entry.key, entry.params, edition) };
}

function changesOf(view: View, key: EventKey, params: Params, edition: Ordered): Changes {
  const side: Side = params.side === "nixon" ? "nixon" : "editor";
  const player = view[side];
  const {
    card = 0,
    token = "",
    start = "",
    end = "",
    at = "",
    color = "",
    space = "",
    picture = "",
  } = params;
  const kinds = edition.tokens.map(({ name }) => name);
  const colors = edition.colors.map(({ name }) => name);
  const onTrack = (place: string, track = view.track): View["track"] =>
    [...track, { token, at: place }].sort(
      (one, other) =>
        placeOf(one.at) - placeOf(other.at) || kinds.indexOf(one.token) - kinds.indexOf(other.token),
    );
  const offTrack = () => {
    const found = view.track.findIndex((one) => one.token === token && one.at === start);
    return found < 0 ? view.track : view.track.toSpliced(found, 1);
  };
  const counted = (change: 1 | -1): View["unseen_tokens"] => {
    const counts = { ...view.unseen_tokens, [token]: (view.unseen_tokens[token] ?? 0) + change };
    return Object.fromEntries(kinds.filter((kind) => counts[kind]).map((kind) => [kind, counts[kind] ?? 0]));
  };
  const faceDown = (change: 1 | -1): View["facedown"] => {
    const { tokens, count } = view.facedown;
    const known = tokens && (change > 0 ? inOrder([...tokens, token], kinds) : without(tokens, token));
    return { ...view.facedown, count: count + change, tokens: token ? known : tokens };
  };
  const pinned = (faceUp: boolean): Changes => ({
    board: inOrder(
      [...view.board.filter((one) => one.space !== space), { space, token, face_up: faceUp }],
      edition.spaces.map(({ name }) => name),
      (one) => one.space,
    ),
  });
  const hung = (pile: "supply" | "recruited" | "silenced"): Changes => {
    const { supply, recruited, silenced } = view.pictures;
    const piles = {
      supply: without(supply, picture),
      recruited: without(recruited, picture),
      silenced: without(silenced, picture),
    };
    const names = edition.informants.map(({ name }) => name);
    return {
      pictures: { ...view.pictures, ...piles, [pile]: inOrder([...piles[pile], picture], names) },
    };
  };
  const played = (): Changes => {
    const in_play = withCard(view.in_play, card);
    if (view.drawn_by !== side) return { [side]: held(player, card), in_play };
    return {
      [side]: { ...player, unseen: without(player.unseen, card) },
      in_play,
      drawn: null,
      drawn_by: null,
    };
  };
  const toPile = (pile: Pile): Changes => {
    // A hand that cannot be seen holds what has not been seen to leave it.
    const isHeld = (player.hand ?? player.unseen).includes(card);
    const left = isHeld ? held(player, card) : player;
    return {
      [side]: { ...left, [pile]: withCard(left[pile], card) },
      in_play: without(view.in_play, card),
    };
  };

  switch (key) {
    case "round_begins":
      return {
        round: params.number ?? view.round,
        events_silent: false,
        facedown: { ...view.facedown, absent: [], answered_no: [] },
      };
    case "turn_begins":
      return { turn: side };
    case "card_drawn":
    case "card_drawn_hidden": {
      const isSeen = card > 0 && player.hand !== null;
      return {
        [side]: {
          ...player,
          hand: isSeen && player.hand ? withCard(player.hand, card) : player.hand,
          unseen: isSeen ? without(player.unseen, card) : player.unseen,
          hand_count: player.hand_count + 1,
          deck_count: player.deck_count - 1,
        },
      };
    }
    case "card_drawn_to_play":
    case "card_drawn_to_play_hidden":
      return {
        [side]: {
          ...player,
          unseen: card > 0 ? without(player.unseen, card) : player.unseen,
          deck_count: player.deck_count - 1,
        },
        drawn: card > 0 ? card : null,
        drawn_by: side,
      };
    case "deck_refilled":
      // The deck was empty, so whatever is in the hand now is known to be there.
      return {
        [side]: {
          ...player,
          unseen: sorted([...player.unseen, ...player.discard]),
          known_in_hand: player.hand ?? player.unseen,
          deck_count: player.discard.length,
          discard: [],
        },
      };
    case "evidence_laid_out":
    case "evidence_laid_out_hidden":
      return {
        facedown: faceDown(1),
        bag_count: view.bag_count - 1,
        unseen_tokens: token ? counted(-1) : view.unseen_tokens,
      };
    case "facedown_bagged":
    case "facedown_bagged_hidden":
      return {
        facedown: faceDown(-1),
        bag_count: view.bag_count + 1,
        unseen_tokens: token ? counted(1) : view.unseen_tokens,
      };
    case "card_played_value":
    case "card_played_action":
    case "card_discarded":
      return played();
    case "reacted":
      return { ...played(), chain: [...view.chain, card] };
    case "card_lost":
      return { [side]: held(player, card) };
    case "card_to_discard":
      return toPile("discard");
    case "card_to_removed":
      return toPile("removed");
    case "chain_begins":
      return { chain: [card] };
    case "chain_ends":
      return { chain: [] };
    case "turned_up":
      return {
        facedown: faceDown(-1),
        unseen_tokens: view.facedown.tokens ? view.unseen_tokens : counted(-1),
        track: onTrack("0"),
      };
    case "marker_moved":
      return params.marker === "initiative" ? { initiative_at: end } : { momentum_at: end };
    case "evidence_moved":
      return { track: onTrack(end, offTrack()) };
    case "evidence_placed":
      return { track: onTrack(at) };
    case "evidence_gained":
      return { track: offTrack() };
    case "evidence_bagged":
      return { track: offTrack(), bag_count: view.bag_count + 1, unseen_tokens: counted(1) };
    case "evidence_drawn":
      return { bag_count: view.bag_count - 1, unseen_tokens: counted(-1) };
    case "evidence_pinned_up":
    case "evidence_flipped":
      return pinned(true);
    case "evidence_pinned_down":
      return pinned(false);
    case "evidence_taken_off":
      return { board: view.board.filter((one) => one.space !== space) };
    case "picture_recruited":
      return hung("recruited");
    case "picture_silenced":
      return hung("silenced");
    case "picture_freed":
      return hung("supply");
    case "linked":
    case "unlinked":
      return {
        connected_spaces: params.spaces ?? [],
        pictures: { ...view.pictures, connected: params.pictures ?? [] },
      };
    case "initiative_taken":
      return { initiative: side, initiative_at: null };
    case "initiative_placed":
      return { initiative_at: "0" };
    case "momentum_gained":
      return { [side]: { ...player, momentum: params.number ?? player.momentum }, momentum_at: null };
    case "momentum_out":
      return { momentum_at: null };
    case "momentum_returned":
      return { momentum_at: null, momentum_supply: view.momentum_supply + 1 };
    case "momentum_placed":
      return { momentum_at: "0", momentum_supply: view.momentum_supply - 1 };
    case "answered_no": {
      const { answered_no, absent } = view.facedown;
      return {
        facedown: {
          ...view.facedown,
          answered_no: inOrder(withOne(answered_no, color), colors),
          absent: inOrder(withOne(absent, color), colors),
        },
      };
    }
    case "colors_absent":
      return { facedown: { ...view.facedown, absent: params.colors ?? [] } };
    case "events_silenced":
      return { events_silent: true };
    case "evaluation_1":
      return { turn: null };
    case "stopped":
      return { result: { winner: null, way: "stopped" } };
    case "won":
      return { result: { winner: side, way: params.way ?? "" } };
    case "card_named":
    case "evidence_named":
    case "passed":
    case "card_cancelled":
    case "asked":
    case "answered_yes":
    case "ability":
    case "another_turn":
    case "round_ended":
    case "evaluation_2":
    case "evaluation_3":
    case "evaluation_4":
    case "evaluation_5":
    case "spared":
      return {};
    default:
      return unknown(key, {}); // the whole view will tell
  }
}

/** For an event of a newer server. The type of `_` says that none of this server's events is forgotten. */
export function unknown<T>(_: never, instead: T): T {
  return instead;
}

/** A card leaves the hand. */
function held(player: Player, card: number): Player {
  return {
    ...player,
    hand: player.hand && without(player.hand, card),
    unseen: player.hand ? player.unseen : without(player.unseen, card),
    hand_count: player.hand_count - 1,
    known_in_hand: without(player.known_in_hand, card),
  };
}

const without = <T>(list: readonly T[], one: T): T[] => {
  const at = list.indexOf(one);
  return at < 0 ? [...list] : list.toSpliced(at, 1);
};
const withOne = <T>(list: readonly T[], one: T): T[] => (list.includes(one) ? [...list] : [...list, one]);
const sorted = (cards: readonly number[]): number[] => cards.toSorted((one, other) => one - other);
const withCard = (cards: readonly number[], card: number): number[] => sorted(withOne(cards, card));

/** Things in the order of an edition's names. */
function inOrder<T>(list: readonly T[], names: readonly string[], nameOf = (one: T) => String(one)): T[] {
  return list.toSorted((one, other) => names.indexOf(nameOf(one)) - names.indexOf(nameOf(other)));
}

/** A place of the track as a number: E2 is 2, N3 is -3. */
const placeOf = (name: string): number =>
  name === "0" ? 0 : Number(name.slice(1)) * (name[0] === "E" ? 1 : -1);
