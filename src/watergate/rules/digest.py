"""Digests of views: a short number by which two ends see that they have the same view.

Whoever follows a game by its events (`fold.py`) compares the view they lead to with the digest that
came along. It is made of what the viewer sees, so it tells nothing else; the pending decision, the
position and the log are no part of it. What every viewer sees stands first, so that it is hashed
once for all of them. The page does the same (`web/src/net/digest.ts`), and for a state, without a
view, so does the core (`core/facts.py`).
"""

from __future__ import annotations

import zlib
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from pydantic_core import to_json

from watergate.edition import Edition, Side
from watergate.edition.caching import kept_by_edition
from watergate.edition.layout import COLORS, KINDS, PICTURES, SPACES
from watergate.edition.table import table_of
from watergate.engine import engine

from .core.facts import LAST_PLACE, SEES_FACEDOWN, SEES_HAND, VOCABULARY
from .core.state import CHANCE, States
from .names import SIDES, WAYS, names_of, place_name
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
    own = to_json([
        view.drawn, view.editor.hand, view.editor.unseen, view.nixon.hand, view.nixon.unseen,
        view.facedown.tokens, sorted(view.unseen_tokens.items()),
    ])  # fmt: skip
    return _with_own(hashed, own)


class Digests:
    """The digests of all viewers' views of a state, without the views."""

    def __init__(self, states: States, edition: Edition, ply: int) -> None:
        words = _words_of(edition)
        text, ends = np.empty(words.most, np.uint8), np.empty(len(Viewer) + 1, np.int64)
        engine().facts(
            states, 0, table_of(edition), words.vocabulary, words.letters, _SIGHTS, ply, text, ends
        )
        self._ends: list[int] = ends.tolist()
        self._text = text[: self._ends[-1]].tobytes()
        self._hashed = zlib.crc32(self._text[: self._ends[0]])

    def of(self, viewer: Viewer) -> str:
        n = _NUMBERS[viewer]
        return _with_own(self._hashed, self._text[self._ends[n] : self._ends[n + 1]])


_NUMBERS = {viewer: n for n, viewer in enumerate(Viewer)}
_SIGHTS = np.array([
    SEES_FACEDOWN * sees_facedown(viewer)
    + sum(SEES_HAND << side for side in Side if sees_hand(viewer, side))
    for viewer in Viewer
], np.int64)  # fmt: skip
"""Who sees what, for `core/facts.py`."""


class _Words(NamedTuple):
    """The words of an edition's facts, and how long a text of them can be."""

    vocabulary: npt.NDArray[np.void]
    letters: npt.NDArray[np.uint8]
    most: int


@kept_by_edition
def _words_of(edition: Edition) -> _Words:
    names, places = names_of(edition), range(-LAST_PLACE, LAST_PLACE + 1)
    words = [
        to_json(word) for word in (
            *_filled(names.kinds, KINDS), *_filled(names.colors, COLORS),
            *_filled(names.spaces, SPACES), *_filled(names.pictures, PICTURES),
            *SIDES[: CHANCE + 1], *WAYS, *map(place_name, places), False, True, None,
        )
    ]  # fmt: skip
    vocabulary = np.zeros(1, VOCABULARY)
    vocabulary["ends"][0, 1:] = np.cumsum([len(word) for word in words])
    by_name = sorted(range(len(names.kinds)), key=names.kinds.__getitem__)
    vocabulary["kinds"][0, : len(by_name)] = by_name
    letters = np.frombuffer(bytearray(b"".join(words)), np.uint8)
    tokens = sum(kind.count for kind in edition.token_kinds)  # on the track, and for each viewer
    longest = max(map(len, words)) + _AROUND
    most = _NUMBERS_AT_MOST + (_WORDS_AT_MOST + (1 + len(Viewer)) * tokens) * longest
    return _Words(vocabulary, letters, most)


_AROUND = 10
"""Letters that may stand around a word: brackets, commas, a place."""
_NUMBERS_AT_MOST, _WORDS_AT_MOST = 3_000, 300
"""Letters of all numbers; words that are no tokens of a list."""


def _filled(names: tuple[str, ...], count: int) -> tuple[str, ...]:
    return names + ("",) * (count - len(names))


def _hashed(*parts: bytes) -> int:
    return zlib.crc32(b",".join(parts))


def _with_own(hashed: int, own: bytes) -> str:
    return f"{zlib.crc32(own, hashed):08x}"


def _open(player: Player) -> list[Any]:
    return [
        player.momentum, player.hand_count, player.known_in_hand, player.deck_count,
        player.discard, player.removed,
    ]  # fmt: skip


def _track(track: tuple[Token, ...]) -> bytes:
    return to_json([[token.token, token.at] for token in track])


def _board(board: tuple[Pinned, ...], connected: tuple[str, ...], pictures: Pictures) -> bytes:
    return to_json([
        [[pinned.space, pinned.token, pinned.face_up] for pinned in board], connected,
        pictures.supply, pictures.recruited, pictures.silenced, pictures.connected,
    ])  # fmt: skip


def _result(result: Result | None) -> bytes:
    return to_json(None if result is None else [result.winner, result.way])
