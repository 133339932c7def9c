"""Digests of views: a short number by which two ends see that they have the same view.

Whoever follows a game by its events (`fold.py`) compares the view they lead to with the digest that
came along. It is made of what the viewer sees, so it tells nothing else; the pending decision, the
position and the log are no part of it. The page does the same (`web/src/net/digest.ts`).
"""

from __future__ import annotations

import zlib

from pydantic_core import to_json

from watergate.edition import Edition, Side

from .build_view import (
    board_of,
    connected_of,
    counts_of,
    drawn_of,
    facedown_of,
    pictures_of,
    player_of,
    result_of,
    track_of,
    what_is_held,
)
from .caching import cached
from .core.bits import count_tokens
from .core.state import States
from .names import (
    SIDES,
    Names,
    named,
    names_of,
    numbers_of,
    place_or_none,
    side_or_none,
)
from .record_tuples import state_tuple, table_tuple
from .viewers import Viewer, sees_facedown
from .views import FaceDown, Pictures, Pinned, Player, Result, Token, View


def digest(view: View) -> str:
    """Eight hexadecimal digits: the CRC-32 of a view's facts as JSON, in the order of here."""
    facts = [
        view.ply, view.round, view.turn, view.initiative, view.initiative_at, view.momentum_at,
        view.momentum_supply, view.in_play, view.chain, view.drawn, view.drawn_by,
        view.events_silent, view.bag_count, sorted(view.unseen_tokens.items()),
        view.connected_spaces,
    ]  # fmt: skip
    return _hashed(
        to_json(facts), _player(view.editor), _player(view.nixon), _track(view.track),
        _facedown(view.facedown), _board(view.board), _pictures(view.pictures),
        _result(view.result),
    )  # fmt: skip


def digest_at(states: States, edition: Edition, viewer: Viewer, ply: int) -> str:
    """The digest of a viewer's view of a state, without the view."""
    s, t, names = state_tuple(states), table_tuple(edition), names_of(edition)
    spaces, pictures = connected_of(s.up, s.recruited, edition)
    seen = sees_facedown(viewer)
    drawn, drawn_by = drawn_of(s, t, viewer)
    facts = [
        ply, s.round_no, side_or_none(s.turn), SIDES[s.initiative], place_or_none(s.initiative_at),
        place_or_none(s.momentum_at), s.momentum_supply, numbers_of(s.in_play),
        s.chain[: s.chain_length], drawn, drawn_by, bool(s.events_silent), count_tokens(s.bag),
        _sorted_counts(s.bag + (0 if seen else s.facedown), names), named(names.spaces, spaces),
    ]  # fmt: skip
    return _hashed(
        to_json(facts), _player_at(*what_is_held(s, t, Side.EDITOR, viewer)),
        _player_at(*what_is_held(s, t, Side.NIXON, viewer)), _track_at(s.track, names),
        _facedown_at(s.facedown, s.absent, s.answered_no, names, seen),
        _board_at(s.up, s.down, s.pinned, names),
        _pictures_at(s.supply, s.recruited, s.silenced, pictures, names),
        _result(result_of(s.winner, s.won_by)),
    )  # fmt: skip


def _hashed(*parts: bytes) -> str:
    return f"{zlib.crc32(b','.join(parts)):08x}"


# Most parts of a view are those of the view before.


@cached
def _player(player: Player) -> bytes:
    return to_json([
        player.momentum, player.hand_count, player.hand, player.known_in_hand, player.unseen,
        player.deck_count, player.discard, player.removed,
    ])  # fmt: skip


@cached
def _player_at(*held: int) -> bytes:
    return _player(player_of(*held))


@cached
def _track(track: tuple[Token, ...]) -> bytes:
    return to_json([[token.token, token.at] for token in track])


@cached
def _track_at(track: tuple[int, ...], names: Names) -> bytes:
    return _track(track_of(track, names))


@cached
def _facedown(facedown: FaceDown) -> bytes:
    return to_json([facedown.count, facedown.tokens, facedown.absent, facedown.answered_no])


@cached
def _facedown_at(tokens: int, absent: int, answered_no: int, names: Names, seen: bool) -> bytes:
    return _facedown(facedown_of(tokens, absent, answered_no, names, seen))


@cached
def _board(board: tuple[Pinned, ...]) -> bytes:
    return to_json([[pinned.space, pinned.token, pinned.face_up] for pinned in board])


@cached
def _board_at(up: int, down: int, pinned: tuple[int, ...], names: Names) -> bytes:
    return _board(board_of(up, down, pinned, names))


@cached
def _pictures(pictures: Pictures) -> bytes:
    return to_json([pictures.supply, pictures.recruited, pictures.silenced, pictures.connected])


@cached
def _pictures_at(supply: int, recruited: int, silenced: int, connected: int, names: Names) -> bytes:
    return _pictures(pictures_of(supply, recruited, silenced, connected, names))


@cached
def _result(result: Result | None) -> bytes:
    return to_json(None if result is None else [result.winner, result.way])


@cached
def _sorted_counts(tokens: int, names: Names) -> tuple[tuple[str, int], ...]:
    return tuple(sorted(counts_of(tokens, names)))
