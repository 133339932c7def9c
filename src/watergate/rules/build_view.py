"""Building a view by addition from nothing: what a viewer may see of a state (RULES 9).

What is put in is what `viewers.py` lets the viewer see. Most parts of a view are those of the view
before, so they are cached, and shared between views: they cannot be changed. What the fields mean
is said in `views.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from watergate.edition import Edition, Side

from .caching import cached
from .core import state as st
from .core.bits import count_of_kind, count_tokens
from .core.changes import pictures_connected, spaces_connected
from .core.state import State, States, TableRecord
from .knowledge import Course, Knowledge
from .moves import notation_of
from .names import (
    SIDES,
    WAYS,
    Names,
    kinds_of,
    named,
    names_of,
    numbers_of,
    place_name,
    place_or_none,
    side_or_none,
    tokens_named,
)
from .prompts import Pending, prompt_of
from .record_tuples import state_tuple, table_tuple
from .state_bytes import pending_of
from .story import Entry
from .viewers import Viewer, sees_facedown, sees_hand
from .views import Decision, FaceDown, Pictures, Pinned, Player, Result, Token, View

Legal = Callable[[], Iterable[int]]
"""Tells the ids of the legal moves."""


def build_view(
    states: States,
    edition: Edition,
    viewer: Viewer,
    *,
    ply: int,
    legal: Legal,
    log: tuple[Entry, ...] = (),
    course: Course | None = None,
) -> View:
    """What a viewer may see of the first state of an array; `legal` is asked for the decider."""
    s, t, names = state_tuple(states), table_tuple(edition), names_of(edition)
    spaces, pictures = connected_of(s.up, s.recruited, edition)
    seen = sees_facedown(viewer)
    drawn, drawn_by = drawn_of(s, t, viewer)
    return View(
        viewer=viewer,
        edition=edition.digest,
        ply=ply,
        round=s.round_no,
        turn=side_or_none(s.turn),
        initiative=SIDES[s.initiative],
        initiative_at=place_or_none(s.initiative_at),
        momentum_at=place_or_none(s.momentum_at),
        momentum_supply=s.momentum_supply,
        editor=player_of(*what_is_held(s, t, Side.EDITOR, viewer)),
        nixon=player_of(*what_is_held(s, t, Side.NIXON, viewer)),
        in_play=numbers_of(s.in_play),
        chain=s.chain[: s.chain_length],
        drawn=drawn,
        drawn_by=drawn_by,
        events_silent=bool(s.events_silent),
        track=track_of(s.track, names),
        facedown=facedown_of(s.facedown, s.absent, s.answered_no, names, seen),
        bag_count=count_tokens(s.bag),
        unseen_tokens=_counts(s.bag + (0 if seen else s.facedown), names),
        board=board_of(s.up, s.down, s.pinned, names),
        connected_spaces=named(names.spaces, spaces),
        pictures=pictures_of(s.supply, s.recruited, s.silenced, pictures, names),
        decision=_decision(states, edition, viewer, legal),
        result=result_of(s.winner, s.won_by),
        knowledge=Knowledge.of(states, edition, viewer, course),
        log=log,
    )


def drawn_of(s: State, t: TableRecord, viewer: Viewer) -> tuple[int | None, str | None]:
    """The card drawn to be played at once, as a viewer sees it, and whose it is."""
    if s.drawn == st.NO_CARD:
        return None, None
    owner = Side(t.owner[s.drawn])
    return s.drawn if sees_hand(viewer, owner) else None, str(owner)


@cached
def result_of(winner: int, won_by: int) -> Result | None:
    if winner == st.NOBODY:
        return None
    return Result(None if winner == st.NO_SIDE else SIDES[winner], WAYS[won_by])


class _Board:
    """All that `spaces_connected` and `pictures_connected` read of a state."""

    def __init__(self, up: int, recruited: int) -> None:
        self.up, self.recruited = up, recruited


@cached
def connected_of(up: int, recruited: int, edition: Edition) -> tuple[int, int]:
    """The spaces and the pictures that are connected with Nixon, as bits."""
    t, board = table_tuple(edition), _Board(up, recruited)
    spaces = spaces_connected(board, t)
    return spaces, pictures_connected(board, t, spaces)


def what_is_held(
    s: State, t: TableRecord, side: Side, viewer: Viewer
) -> tuple[int, int, int, int, int, int, int, bool]:
    """Of all that a side has, what `player_of` takes: tokens, piles as bits, and who looks."""
    sees = sees_hand(viewer, side)
    return (
        s.momentum[side], s.hand[side], s.known[side], unseen_of(s, t, side, sees), s.deck[side],
        s.discard[side], s.removed[side], sees,
    )  # fmt: skip


def unseen_of(s: State, t: TableRecord, side: Side, sees: bool) -> int:
    """The cards of a side that lie where somebody cannot look, who sees its hand or not."""
    unseen: int = s.deck[side]
    if not sees:
        unseen |= s.hand[side]
        if s.drawn != st.NO_CARD:
            unseen |= 1 << s.drawn & t.cards[side]
    return unseen


@cached
def player_of(
    momentum: int, hand: int, known: int, unseen: int, deck: int, discard: int, removed: int,
    sees: bool,
) -> Player:  # fmt: skip
    return Player(
        momentum=momentum,
        hand_count=hand.bit_count(),
        hand=numbers_of(hand) if sees else None,
        known_in_hand=numbers_of(known),
        unseen=numbers_of(unseen),
        deck_count=deck.bit_count(),
        discard=numbers_of(discard),
        removed=numbers_of(removed),
    )


@cached
def track_of(track: tuple[int, ...], names: Names) -> tuple[Token, ...]:
    return tuple(
        Token(names.kinds[kind], place_name(index - st.REST))
        for index, word in enumerate(track)
        for kind in kinds_of(word)
    )


@cached
def facedown_of(tokens: int, absent: int, answered_no: int, names: Names, seen: bool) -> FaceDown:
    return FaceDown(
        count=count_tokens(tokens),
        tokens=tokens_named(names.kinds, tokens) if seen else None,
        absent=named(names.colors, absent),
        answered_no=named(names.colors, answered_no),
    )


def _counts(tokens: int, names: Names) -> dict[str, int]:
    return dict(counts_of(tokens, names))


@cached
def counts_of(tokens: int, names: Names) -> tuple[tuple[str, int], ...]:
    counts = [(name, count_of_kind(tokens, kind)) for kind, name in enumerate(names.kinds)]
    return tuple((name, count) for name, count in counts if count)


@cached
def board_of(up: int, down: int, pinned: tuple[int, ...], names: Names) -> tuple[Pinned, ...]:
    return tuple(
        Pinned(names.spaces[n], names.kinds[pinned[n]], bool(up >> n & 1))
        for n in numbers_of(up | down)
    )


@cached
def pictures_of(
    supply: int, recruited: int, silenced: int, connected: int, names: Names
) -> Pictures:
    return Pictures(
        supply=named(names.pictures, supply),
        recruited=named(names.pictures, recruited),
        silenced=named(names.pictures, silenced),
        connected=named(names.pictures, connected),
    )


def _decision(
    states: States, edition: Edition, viewer: Viewer, legal: Legal
) -> Decision | None:  # fmt: skip
    pending = pending_of(states[:1].tobytes())
    if pending is None:
        return None
    unasked = undecided(pending, edition, viewer)
    if not may_decide(viewer, unasked.decider):
        return unasked
    moves = notation_of(edition).moves
    return Decision(
        unasked.decider, unasked.kind, unasked.prompt, tuple([moves[n] for n in legal()])
    )


def may_decide(viewer: Viewer, decider: str) -> bool:
    """Whether a viewer is told the moves of a decider."""
    return decider != "chance" and viewer in (Viewer.EVERYONE, decider)


@cached
def undecided(pending: Pending, edition: Edition, viewer: Viewer) -> Decision:
    """A decision without its moves."""
    kind, decider, prompt = prompt_of(pending, edition, viewer)
    return Decision(decider, kind, prompt, None)
