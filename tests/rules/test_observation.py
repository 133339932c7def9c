"""Observations: views as numbers, the same however they are made."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from watergate import Game, Viewer
from watergate.edition.table import table_of
from watergate.engine import PLAIN, compiled, form_of
from watergate.players.kernel import sight
from watergate.rules.core.entries import observe_at
from watergate.rules.core.history import (
    HISTORY,
    PLAYS,
    VALUE_USED,
    add_play,
    forget,
    remember,
)
from watergate.rules.core.knowledge import HIDDEN
from watergate.rules.core.observation import OBSERVATION, PIECES, first_of
from watergate.rules.core.state import EDITOR, NIXON
from watergate.rules.errors import BadView
from watergate.rules.observation import observation_of

SIDES = (Viewer.EDITOR, Viewer.NIXON)
NUMBERS = {Viewer.EDITOR: EDITOR, Viewer.NIXON: NIXON}
PAGE = Path(__file__).parents[2] / "docs" / "observation.md"


def played(seed: int, *, rounds: int = 4) -> Iterator[tuple[Game, Any]]:
    """A random game, ply by ply, and the history of its round as move by move remembered."""
    game, rng = Game.start(seed=seed), random.Random(seed)
    histories: Any = np.zeros(1, HISTORY).view(np.recarray)
    while game.decider is not None and game.round <= rounds:
        yield game, histories
        move = rng.choice(game.legal_ids())
        remember(histories[0], game.states.view(np.recarray)[0], move)
        game.play(move)


def piece(row: Any, name: str) -> Any:
    """A part of an observation, in its shape."""
    shape = next(piece.shape for piece in PIECES if piece.name == name)
    return row[first_of(name) : first_of(name) + np.prod(shape)].reshape(shape)


@pytest.mark.parametrize("seed", range(3))
def test_of_a_state_and_of_a_view_the_observation_is_the_same(seed: int) -> None:
    nothing = np.zeros(1, HIDDEN)
    for game, histories in played(seed):
        for viewer in SIDES:
            row = np.zeros(OBSERVATION, np.uint8)
            arguments = table_of(game.edition), nothing, histories, NUMBERS[viewer], row
            form_of(observe_at, False)(game.states, 0, *arguments)
            assert row.tobytes() == observation_of(game.view(viewer)).tobytes()


def test_plain_and_compiled_observations_agree() -> None:
    nothing = np.zeros(1, HIDDEN)
    for game, histories in played(5):
        rows = [np.zeros(OBSERVATION, np.uint8) for _ in range(2)]
        for is_compiled, row in enumerate(rows):
            form_of(observe_at, bool(is_compiled))(
                game.states, 0, table_of(game.edition), nothing, histories, 0, row
            )
        assert rows[0].tobytes() == rows[1].tobytes()
    assert compiled() is not PLAIN


def test_an_observation_says_what_the_view_says() -> None:
    for game, _ in played(9):
        for viewer in SIDES:
            view = game.view(viewer)
            row = observation_of(view)
            own, other = (view.editor, view.nixon)[:: 1 if viewer is Viewer.EDITOR else -1]
            hand = set(own.hand or ()) | set(other.known_in_hand)
            assert set(np.flatnonzero(piece(row, "hand"))) == hand
            unseen = set(view.editor.unseen) | set(view.nixon.unseen)
            assert set(np.flatnonzero(piece(row, "unseen"))) == unseen - set(other.known_in_hand)
            assert piece(row, "hand_count").sum(1).tolist() == [
                min(player.hand_count, 8) for player in (view.editor, view.nixon)
            ]
            assert piece(row, "track").sum() == len(view.track)
            assert piece(row, "facedown_count").sum() == view.facedown.count
            assert piece(row, "pinned").sum() == len(view.board)
            assert piece(row, "pool").sum() == sum(view.unseen_tokens.values())
            assert piece(row, "round").sum() == min(view.round, 16)


def test_the_history_of_a_round_keeps_the_order_of_plays() -> None:
    for game, _ in played(2):
        plays = [
            entry.params["card"]
            for entry in game.log("editor")
            if entry.key in ("card_played_value", "card_played_action", "card_discarded", "reacted")
            and entry.ply > max(e.ply for e in game.log("editor") if e.key == "round_begins")
        ]
        order = piece(observation_of(game.view("editor")), "order")
        found = [sum(int(bit) << b for b, bit in enumerate(bits)) for bits in order]
        assert [card for card in found if card] == plays[:16]


def test_a_spectator_has_no_observation() -> None:
    with pytest.raises(BadView, match="a side, not of the viewer 'spectator'"):
        observation_of(Game.start(seed=1).view("spectator"))


def test_the_page_tells_what_every_number_means() -> None:
    page = PAGE.read_text(encoding="utf-8")
    found, _, beside = page.partition("## What the shipped networks see beside it")
    for text, pieces, place in ((found, PIECES, 0), (beside, sight.PIECES, OBSERVATION)):
        rows = []
        for piece in pieces:
            shape = " × ".join(map(str, piece.shape))
            rows.append([piece.name, str(place), shape, piece.meaning])
            place += piece.size
        assert rows == [
            [cell.strip(" `") for cell in line.strip("|").split("|")]
            for line in text.splitlines() if line.startswith("| `")
        ]  # fmt: skip
    assert f"{OBSERVATION:,} numbers" in found
    assert f"{sight.SIGHT:,} numbers" in beside


def test_plays_beyond_the_kept_order_are_kept_as_uses() -> None:
    game = Game.start(seed=1)
    histories: Any = np.zeros(1, HISTORY).view(np.recarray)
    forget(histories[0], 1)
    for card in range(1, PLAYS + 3):
        add_play(histories[0], VALUE_USED, card)
    row = np.zeros(OBSERVATION, np.uint8)
    form_of(observe_at, False)(
        game.states, 0, table_of(game.edition), np.zeros(1, HIDDEN), histories, EDITOR, row
    )
    assert piece(row, "uses").sum() == PLAYS + 2
    assert all(bits.any() for bits in piece(row, "order"))


def test_a_view_without_its_log_has_no_history() -> None:
    game = Game.start(seed=1)
    game.play(game.legal_ids()[0])
    view = game.view("editor")
    assert piece(observation_of(view), "uses").any()
    assert not piece(observation_of(replace(view, log=())), "uses").any()
