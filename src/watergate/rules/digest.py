"""Digests of views: a short number by which two ends see that they have the same view.

Whoever follows a game by its events (`fold.py`) compares the view they lead to with the digest that
came along. It is made of what the viewer sees, so it tells nothing else; the pending decision, the
position and the log are no part of it. The page does the same (`web/src/net/digest.ts`).
"""

from __future__ import annotations

import zlib

from pydantic_core import to_json

from .caching import cached
from .views import FaceDown, Pictures, Pinned, Player, Result, Token, View


def digest(view: View) -> str:
    """Eight hexadecimal digits: the CRC-32 of a view's facts as JSON, in the order of here."""
    facts = [
        view.ply, view.round, view.turn, view.initiative, view.initiative_at, view.momentum_at,
        view.momentum_supply, view.in_play, view.chain, view.drawn, view.drawn_by,
        view.events_silent, view.bag_count, sorted(view.unseen_tokens.items()),
        view.connected_spaces,
    ]  # fmt: skip
    data = b",".join(
        [
            to_json(facts),
            _player(view.editor),
            _player(view.nixon),
            _track(view.track),
            _facedown(view.facedown),
            _board(view.board),
            _pictures(view.pictures),
            _result(view.result),
        ]
    )
    return f"{zlib.crc32(data):08x}"


# Most parts of a view are those of the view before.


@cached
def _player(player: Player) -> bytes:
    return to_json([
        player.momentum, player.hand_count, player.hand, player.known_in_hand, player.unseen,
        player.deck_count, player.discard, player.removed,
    ])  # fmt: skip


@cached
def _track(track: tuple[Token, ...]) -> bytes:
    return to_json([[token.token, token.at] for token in track])


@cached
def _facedown(facedown: FaceDown) -> bytes:
    return to_json([facedown.count, facedown.tokens, facedown.absent, facedown.answered_no])


@cached
def _board(board: tuple[Pinned, ...]) -> bytes:
    return to_json([[pinned.space, pinned.token, pinned.face_up] for pinned in board])


@cached
def _pictures(pictures: Pictures) -> bytes:
    return to_json([pictures.supply, pictures.recruited, pictures.silenced, pictures.connected])


@cached
def _result(result: Result | None) -> bytes:
    return to_json(None if result is None else [result.winner, result.way])
