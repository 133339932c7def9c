"""A view as JSON text, built by addition from nothing (RULES 9).

After every act everyone is sent a view. So it is put together from parts that are kept as text,
most of which are those of the view before. What the fields mean is said in `views.py`, whose `View`
is this text, read and checked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from watergate.edition import Edition, Side

from . import state as st
from .bits import count_of_kind, count_tokens
from .changes import pictures_connected, spaces_connected
from .frames import SIDES
from .moves import notation_of, place_name
from .plain import Names, compact, kept, names_of, plain_state, plain_table, while_seen
from .positions import WAYS, bits_of, kinds_of, position_of
from .prompts import Pending, prompt_of
from .state import State, States, TableRecord
from .viewers import Viewer, sees_facedown, sees_hand

Legal = Callable[[], Iterable[int]]
"""Tells the ids of the legal moves."""

NULL = "null"


def write_view(
    states: States,
    edition: Edition,
    viewer: Viewer,
    *,
    ply: int,
    legal: Legal | None,
    is_open: bool = True,
    log: str = "[]",
) -> str:
    """What a viewer may see of the first state of an array.

    `legal` is asked for the decider only; without it moves are left out. In a game that is not
    `is_open`, nothing is left to decide.
    """
    s, t, names = plain_state(states), plain_table(edition), names_of(edition)
    spaces, pictures = _connected(s, edition)
    seen = sees_facedown(viewer)
    return (
        f'{{"viewer":"{viewer}","edition":"{edition.digest}","ply":{ply},"round":{s.round_no},'
        f'"turn":{_side(s.turn)},"initiative":{_side(s.initiative)},'
        f'"initiative_at":{_place(s.initiative_at)},"momentum_at":{_place(s.momentum_at)},'
        f'"momentum_supply":{s.momentum_supply},'
        f'"editor":{_player(s, t, Side.EDITOR, viewer)},'
        f'"nixon":{_player(s, t, Side.NIXON, viewer)},'
        f'"in_play":{_numbers(s.in_play)},"chain":{_chain(s.chain)},'
        f'"drawn":{_drawn(s, t, viewer)},"events_silent":{_flag(s.events_silent)},'
        f'"track":{_track(s.track, names)},'
        f'"facedown":{_facedown(s.facedown, s.absent, s.answered_no, names, seen)},'
        f'"bag_count":{count_tokens(s.bag)},'
        f'"unseen_tokens":{_counts(s.bag + (0 if seen else s.facedown), names)},'
        f'"board":{_board(s.up, s.down, s.pinned, names)},'
        f'"connected_spaces":{_named(names.spaces, spaces)},'
        f'"pictures":{_pictures(s.supply, s.recruited, s.silenced, pictures, names)},'
        f'"decision":{_decision(s, edition, viewer, legal) if is_open else NULL},'
        f'"result":{_result(s.winner, s.won_by)},'
        f'"position":"{position_of(s, edition, viewer)}","log":{log}}}'
    )


@while_seen
def _connected(s: State, edition: Edition) -> tuple[int, int]:
    """The spaces and the pictures that are connected with Nixon, as bits."""
    t = plain_table(edition)
    spaces = spaces_connected(s, t)
    return spaces, pictures_connected(s, t, spaces)


def _flag(on: int) -> str:
    return "true" if on else "false"


@kept
def _side(side: int) -> str:
    return NULL if side == st.NOBODY else compact(SIDES[side])


@kept
def _place(place: int) -> str:
    return NULL if place == st.OFF else compact(place_name(place))


@kept
def _numbers(mask: int) -> str:
    return compact(bits_of(mask))


@kept
def _named(names: tuple[str, ...], mask: int) -> str:
    return compact([names[n] for n in bits_of(mask)])


@kept
def _chain(chain: tuple[int, ...]) -> str:
    return compact([card for card in chain if card])


def _player(s: State, t: TableRecord, side: Side, viewer: Viewer) -> str:
    hand, deck = s.hand[side], s.deck[side]
    drawn = 0 if s.drawn == st.NO_CARD else 1 << s.drawn & t.cards[side]
    sees = sees_hand(viewer, side)
    return (
        f'{{"momentum":{s.momentum[side]},"hand_count":{hand.bit_count()},'
        f'"hand":{_numbers(hand) if sees else NULL},"known_in_hand":{_numbers(s.known[side])},'
        f'"unseen":{_numbers(deck if sees else hand | deck | drawn)},'
        f'"deck_count":{deck.bit_count()},'
        f'"discard":{_numbers(s.discard[side])},"removed":{_numbers(s.removed[side])}}}'
    )


def _drawn(s: State, t: TableRecord, viewer: Viewer) -> str:
    if s.drawn == st.NO_CARD or not sees_hand(viewer, Side(t.owner[s.drawn])):
        return NULL
    return str(s.drawn)


@kept
def _track(track: tuple[int, ...], names: Names) -> str:
    return compact([
        {"token": names.kinds[kind], "at": place_name(index - st.REST)}
        for index, word in enumerate(track)
        for kind in kinds_of(word)
    ])  # fmt: skip


@kept
def _facedown(tokens: int, absent: int, answered_no: int, names: Names, seen: bool) -> str:
    return compact({
        "count": count_tokens(tokens),
        "tokens": [names.kinds[kind] for kind in kinds_of(tokens)] if seen else None,
        "absent": [names.colors[n] for n in bits_of(absent)],
        "answered_no": [names.colors[n] for n in bits_of(answered_no)],
    })  # fmt: skip


@kept
def _counts(tokens: int, names: Names) -> str:
    counts = {name: count_of_kind(tokens, kind) for kind, name in enumerate(names.kinds)}
    return compact({name: count for name, count in counts.items() if count})


@kept
def _board(up: int, down: int, pinned: tuple[int, ...], names: Names) -> str:
    return compact([
        {"space": names.spaces[n], "token": names.kinds[pinned[n]], "face_up": bool(up >> n & 1)}
        for n in bits_of(up | down)
    ])  # fmt: skip


@kept
def _pictures(supply: int, recruited: int, silenced: int, connected: int, names: Names) -> str:
    masks = {
        "supply": supply, "recruited": recruited, "silenced": silenced, "connected": connected,
    }  # fmt: skip
    return compact({
        which: [names.pictures[n] for n in bits_of(mask)] for which, mask in masks.items()
    })  # fmt: skip


def _decision(s: State, edition: Edition, viewer: Viewer, legal: Legal | None) -> str:
    if s.winner != st.NOBODY:
        return NULL
    frame, below = tuple(s.stack[s.depth - 1]), tuple(s.stack[s.depth - 2])
    pending = Pending(frame, below, s.drawn, s.chain[s.chain_length - 1])
    decider, asked = _asked(pending, edition, viewer)
    theirs = viewer is Viewer.EVERYONE or decider == viewer
    moves = NULL
    if theirs and legal is not None and decider != "chance":
        known = _moves(edition)
        moves = f"[{','.join([known[n] for n in legal()])}]"
    return f'{asked},"moves":{moves}}}'


@kept
def _asked(pending: Pending, edition: Edition, viewer: Viewer) -> tuple[str, str]:
    """Who is to decide, and all of a decision but its moves."""
    kind, decider, prompt = prompt_of(pending, edition, viewer)
    told = {"key": prompt.key, "params": prompt.params}
    return decider, compact({"decider": decider, "kind": kind, "prompt": told})[:-1]


@kept
def _moves(edition: Edition) -> Mapping[int, str]:
    """All moves of an edition as text, by id."""
    return {
        n: compact({name: getattr(move, name) for name in move.__slots__})
        for n, move in notation_of(edition).moves.items()
    }


@kept
def _result(winner: int, won_by: int) -> str:
    return NULL if winner == st.NOBODY else compact({"winner": SIDES[winner], "way": WAYS[won_by]})
