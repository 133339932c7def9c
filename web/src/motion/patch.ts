/**
 * How the table looks after one thing more has happened, for showing a move step by step. This knows no rules: it
 * only carries out what an event says, and the last picture is always the view that the server sent.
 */
import type { Entry, Player, View } from "../generated/view";

type SideName = "editor" | "nixon";

const without = <T>(list: readonly T[], one: T): T[] => {
  const at = list.indexOf(one);
  return at < 0 ? [...list] : list.toSpliced(at, 1);
};
const withOne = <T>(list: readonly T[], one: T): T[] => (list.includes(one) ? [...list] : [...list, one]);

/**
 * Which of the tokens of a kind on the track an event means: one that is not there in the end, a far one first. None,
 * if all stay: then the token was taken off the track before, to be pinned.
 */
export function placeOfToken(view: View, token: string, after: View): string | null {
  const places = view.track.filter((one) => one.token === token).map((one) => one.at);
  const gone = after.track
    .filter((one) => one.token === token)
    .reduce((left, { at }) => without(left, at), places);
  const [first] = gone.toSorted((one, other) => distance(other) - distance(one));
  return first ?? null;
}

/** What is asked when a card was drawn to be played at once. */
const PLAY_DRAWN = "play_drawn";

const distance = (place: string) => (place === "0" ? 0 : Number(place.slice(1)));

export function patched(view: View, entry: Entry, after: View): View {
  const {
    side: sideName,
    card,
    token,
    marker,
    end,
    at,
    space,
    picture,
    spaces,
    pictures,
    number,
  } = entry.params;
  const side: SideName = sideName === "nixon" ? "nixon" : "editor";
  const withSide = (change: (player: Player) => Partial<Player>): View => ({
    ...view,
    [side]: { ...view[side], ...change(view[side]) },
  });
  const offTrack = (from: string | null): View["track"] => {
    const found = view.track.findIndex((one) => one.token === token && one.at === from);
    return found < 0 ? view.track : view.track.toSpliced(found, 1);
  };
  const withPictures = (change: Partial<View["pictures"]>): View => ({
    ...view,
    pictures: { ...view.pictures, ...change },
  });

  switch (entry.key) {
    case "round_begins":
      return { ...view, round: number ?? view.round };
    case "card_drawn":
    case "card_drawn_hidden":
      if (after.decision?.kind === PLAY_DRAWN && after.decision.decider === side) {
        // It is to be played at once and never comes to hand.
        const drawn = { ...withSide((player) => ({ deck_count: Math.max(0, player.deck_count - 1) })) };
        return { ...drawn, drawn: card ?? null };
      }
      return withSide((player) => ({
        hand_count: player.hand_count + 1,
        deck_count: Math.max(0, player.deck_count - 1),
        hand: player.hand && card !== undefined ? [...player.hand, card] : player.hand,
      }));
    case "deck_refilled":
      return withSide((player) => ({ deck_count: player.discard.length, discard: [] }));
    case "evidence_laid_out":
    case "evidence_laid_out_hidden":
      return {
        ...view,
        bag_count: view.bag_count - 1,
        facedown: {
          ...view.facedown,
          count: view.facedown.count + 1,
          tokens: view.facedown.tokens && token ? [...view.facedown.tokens, token] : view.facedown.tokens,
        },
      };
    case "card_played_value":
    case "card_played_action":
    case "card_discarded":
    case "reacted": {
      if (card === undefined) return view;
      const wasDrawn = view.drawn === card || view.decision?.kind === PLAY_DRAWN;
      const played = withSide((player) =>
        wasDrawn ? {} : { hand_count: Math.max(0, player.hand_count - 1), hand: heldWithout(player, card) },
      );
      return {
        ...played,
        drawn: wasDrawn ? null : view.drawn,
        in_play: withOne(view.in_play, card),
        chain: entry.key === "reacted" ? withOne(view.chain, card) : view.chain,
      };
    }
    case "card_lost":
      return withSide((player) => ({
        hand_count: Math.max(0, player.hand_count - 1),
        hand: card === undefined ? player.hand : heldWithout(player, card),
        discard: card === undefined ? player.discard : withOne(player.discard, card),
      }));
    case "card_to_discard":
    case "card_to_removed": {
      if (card === undefined) return view;
      const pile = entry.key === "card_to_discard" ? "discard" : "removed";
      const { hand, discard, removed } = view[side];
      // A hand that cannot be seen holds whatever comes from nowhere else.
      const isFromHand = hand ? hand.includes(card) : ![...discard, ...removed].includes(card);
      const held = !view.in_play.includes(card) && isFromHand;
      return {
        ...withSide((player) => ({
          [pile]: withOne(player[pile], card),
          hand: heldWithout(player, card),
          hand_count: held ? Math.max(0, player.hand_count - 1) : player.hand_count,
        })),
        in_play: without(view.in_play, card),
        chain: without(view.chain, card),
      };
    }
    case "turned_up":
      if (token === undefined) return view;
      return {
        ...view,
        track: [...view.track, { token, at: "0" }],
        facedown: faceDownWithout(view, token),
      };
    case "marker_moved":
      return marker === "initiative"
        ? { ...view, initiative_at: end ?? null }
        : { ...view, momentum_at: end ?? null };
    case "evidence_moved": {
      if (token === undefined || end === undefined) return view;
      return { ...view, track: [...offTrack(entry.params.start ?? null), { token, at: end }] };
    }
    case "initiative_taken":
      return { ...view, initiative: side, initiative_at: null };
    case "momentum_gained":
      return { ...withSide((player) => ({ momentum: number ?? player.momentum })), momentum_at: null };
    case "momentum_out":
      return { ...view, momentum_at: null };
    case "momentum_returned":
      return { ...view, momentum_at: null, momentum_supply: view.momentum_supply + 1 };
    case "momentum_placed":
      return { ...view, momentum_at: "0", momentum_supply: Math.max(0, view.momentum_supply - 1) };
    case "initiative_placed":
      return { ...view, initiative_at: "0" };
    case "evidence_drawn":
      return { ...view, bag_count: Math.max(0, view.bag_count - 1) };
    case "evidence_placed":
      return token && at ? { ...view, track: [...view.track, { token, at }] } : view;
    case "evidence_pinned_up":
    case "evidence_pinned_down":
      if (token === undefined || space === undefined) return view;
      return {
        ...view,
        track: offTrack(placeOfToken(view, token, after)),
        board: [
          ...view.board.filter((one) => one.space !== space),
          { space, token, face_up: entry.key === "evidence_pinned_up" },
        ],
      };
    case "evidence_taken_off":
      return {
        ...view,
        board: view.board.filter((one) => one.space !== space),
        connected_spaces: view.connected_spaces.filter((one) => after.connected_spaces.includes(one)),
        pictures: {
          ...view.pictures,
          connected: view.pictures.connected.filter((one) => after.pictures.connected.includes(one)),
        },
      };
    case "evidence_flipped":
      return {
        ...view,
        board: view.board.map((one) => (one.space === space ? { ...one, face_up: true } : one)),
      };
    case "evidence_bagged":
      if (token === undefined) return view;
      return { ...view, track: offTrack(placeOfToken(view, token, after)), bag_count: view.bag_count + 1 };
    case "facedown_bagged":
    case "facedown_bagged_hidden":
      return { ...view, facedown: faceDownWithout(view, token), bag_count: view.bag_count + 1 };
    case "picture_recruited":
    case "picture_silenced":
    case "picture_freed": {
      if (picture === undefined) return view;
      const { supply, recruited, silenced, connected } = view.pictures;
      const to = { picture_recruited: "recruited", picture_silenced: "silenced", picture_freed: "supply" }[
        entry.key
      ];
      const lists = {
        supply: without(supply, picture),
        recruited: without(recruited, picture),
        silenced: without(silenced, picture),
      };
      return withPictures({
        ...lists,
        connected: without(connected, picture),
        [to as keyof typeof lists]: withOne(lists[to as keyof typeof lists], picture),
      });
    }
    case "linked":
      return { ...withPictures({ connected: pictures ?? [] }), connected_spaces: spaces ?? [] };
    case "events_silenced":
      return { ...view, events_silent: true };
    case "won":
      return { ...view, result: after.result, decision: null };
    default:
      return view;
  }
}

function heldWithout(player: Player, card: number): Player["hand"] {
  return player.hand && without(player.hand, card);
}

function faceDownWithout(view: View, token: string | undefined): View["facedown"] {
  const { facedown } = view;
  const tokens = facedown.tokens && token !== undefined ? without(facedown.tokens, token) : facedown.tokens;
  return { ...facedown, tokens, count: Math.max(0, facedown.count - 1) };
}
