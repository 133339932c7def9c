"""Digests of views: a short number by which two ends see that they have the same view.

Whoever follows a game by its events (`fold.py`) compares the view they lead to with the digest that
came along. It is made of what the viewer sees, so it tells nothing else; the pending decision, the
position and the log are no part of it. What every viewer sees stands first, so that it is hashed
once for all of them. The page does the same (`web/src/net/digest.ts`).
"""

from __future__ import annotations

import zlib
from typing import Any

from pydantic_core import to_json

from watergate.edition import Edition, Side

from .build_view import (
    board_of,
    connected_of,
    counts_of,
    drawn_of,
    pictures_of,
    result_of,
    track_of,
    unseen_of,
)
from .caching import cached
from .core.bits import count_tokens
from .core.state import State, TableRecord
from .names import (
    SIDES,
    Names,
    named,
    names_of,
    numbers_of,
    place_or_none,
    side_or_none,
    tokens_named,
)
from .record_tuples import table_tuple
from .viewers import Viewer, sees_facedown, sees_hand
from .views import Pictures, Pinned, Player, Result, Token, View


def digest(view: View) -> str:
    """Eight hexadecimal digits: the CRC-32 of a view's facts as JSON, in the order of here."""
    shared = [
        view.ply, view.round, view.turn, view.initiative, view.initiative_at, view.momentum_at,
        view.momentum_supply, view.in_play, view.chain, view.drawn_by, view.events_silent,
        view.bag_count, view.facedown.count, view.facedown.absent, view.facedown.answered_no,
        *_open(view.editor), *_open(view.nixon),
    ]  # fmt: skip
    board = _board(view.board, view.connected_spaces, view.pictures)
    hashed = _hashed(to_json(shared), _track(view.track), board, _result(view.result))
    own = [
        view.drawn, view.editor.hand, view.editor.unseen, view.nixon.hand, view.nixon.unseen,
        view.facedown.tokens, sorted(view.unseen_tokens.items()),
    ]  # fmt: skip
    return _with_own(hashed, own)


class Digests:
    """The digests of all viewers' views of a state, without the views."""

    def __init__(self, s: State, edition: Edition, ply: int) -> None:
        self._s, self._table, self._names = s, table_tuple(edition), names_of(edition)
        self._hashed = self._hash_shared(edition, ply)

    def _hash_shared(self, edition: Edition, ply: int) -> int:
        s, names = self._s, self._names
        _, drawn_by = drawn_of(s, self._table, Viewer.SPECTATOR)
        shared = [
            ply, s.round_no, side_or_none(s.turn), SIDES[s.initiative],
            place_or_none(s.initiative_at), place_or_none(s.momentum_at), s.momentum_supply,
            numbers_of(s.in_play), s.chain[: s.chain_length], drawn_by, bool(s.events_silent),
            count_tokens(s.bag), count_tokens(s.facedown), named(names.colors, s.absent),
            named(names.colors, s.answered_no), *_open_at(s, Side.EDITOR),
            *_open_at(s, Side.NIXON),
        ]  # fmt: skip
        board = _board_at(s.up, s.down, s.pinned, s.supply, s.recruited, s.silenced, edition)
        result = _result(result_of(s.winner, s.won_by))
        return _hashed(to_json(shared), _track_at(s.track, names), board, result)

    def of(self, viewer: Viewer) -> str:
        s, t, names, seen = self._s, self._table, self._names, sees_facedown(viewer)
        drawn, _ = drawn_of(s, t, viewer)
        return _with_own(self._hashed, [
            drawn, *_own_at(s, t, Side.EDITOR, viewer), *_own_at(s, t, Side.NIXON, viewer),
            tokens_named(names.kinds, s.facedown) if seen else None,
            sorted(counts_of(s.bag + (0 if seen else s.facedown), names)),
        ])  # fmt: skip


def _hashed(*parts: bytes) -> int:
    return zlib.crc32(b",".join(parts))


def _with_own(hashed: int, own: list[Any]) -> str:
    return f"{zlib.crc32(to_json(own), hashed):08x}"


def _open(player: Player) -> list[Any]:
    return [
        player.momentum, player.hand_count, player.known_in_hand, player.deck_count,
        player.discard, player.removed,
    ]  # fmt: skip


def _open_at(s: State, side: Side) -> list[Any]:
    return [
        s.momentum[side], s.hand[side].bit_count(), numbers_of(s.known[side]),
        s.deck[side].bit_count(), numbers_of(s.discard[side]), numbers_of(s.removed[side]),
    ]  # fmt: skip


def _own_at(
    s: State, t: TableRecord, side: Side, viewer: Viewer
) -> tuple[tuple[int, ...] | None, tuple[int, ...]]:
    sees = sees_hand(viewer, side)
    return numbers_of(s.hand[side]) if sees else None, numbers_of(unseen_of(s, t, side, sees))


# The board is mostly that of the view before.


@cached
def _track(track: tuple[Token, ...]) -> bytes:
    return to_json([[token.token, token.at] for token in track])


@cached
def _track_at(track: tuple[int, ...], names: Names) -> bytes:
    return _track(track_of(track, names))


@cached
def _board(board: tuple[Pinned, ...], connected: tuple[str, ...], pictures: Pictures) -> bytes:
    return to_json([
        [[pinned.space, pinned.token, pinned.face_up] for pinned in board], connected,
        pictures.supply, pictures.recruited, pictures.silenced, pictures.connected,
    ])  # fmt: skip


@cached
def _board_at(
    up: int, down: int, pinned: tuple[int, ...], supply: int, recruited: int, silenced: int,
    edition: Edition,
) -> bytes:  # fmt: skip
    names, (spaces, pictures) = names_of(edition), connected_of(up, recruited, edition)
    return _board(
        board_of(up, down, pinned, names), named(names.spaces, spaces),
        pictures_of(supply, recruited, silenced, pictures, names),
    )  # fmt: skip


@cached
def _result(result: Result | None) -> bytes:
    return to_json(None if result is None else [result.winner, result.way])
