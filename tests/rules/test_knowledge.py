"""What a side knows of a state, made in place: the same as its position says."""

from __future__ import annotations

import random
from typing import NamedTuple

import numpy as np
import pytest

from tests.tables import play, table
from watergate import Game, Side, View, Viewer
from watergate.edition.table import table_of
from watergate.engine import form_of
from watergate.rules.core.chance import MASK, scrambled
from watergate.rules.core.knowledge import HIDDEN, hide
from watergate.rules.errors import BadPosition
from watergate.rules.positions import read_knowledge
from watergate.rules.views import FaceDown, Player


class Pair(NamedTuple):
    records: np.ndarray
    numbers: np.ndarray


def known(game: Game, side: Side) -> tuple[bytes, ...]:
    """Hidden things put back by `hide`, field by field."""
    states, hidden = game.states, np.zeros(1, HIDDEN)
    table = table_of(game.edition).view(np.recarray)[0]
    hide(states.view(np.recarray)[0], table, hidden.view(np.recarray)[0], side)
    return _bytes(states, hidden)


def _bytes(states: np.ndarray, hidden: np.ndarray) -> tuple[bytes, ...]:
    return tuple(
        records[name].tobytes()
        for records in (states, hidden)
        for name in records.dtype.names or ()
    )


@pytest.mark.rule("9.1", "9.3")
@pytest.mark.parametrize("seed", range(4))
def test_hiding_gives_the_knowledge_of_the_position(seed: int) -> None:
    rng, game = random.Random(seed), Game.start(seed=seed)
    while isinstance(game.decider, Side):
        for side in Side:
            read = read_knowledge(game.view(side).position, game.edition)
            assert known(game, side) == _bytes(*read)
        game.play(rng.choice(game.legal_ids()))


@pytest.mark.rule("9.1", "9.3")
@pytest.mark.parametrize("seed", range(4))
def test_a_position_says_what_its_view_says(seed: int) -> None:
    """Views are built by addition, positions from knowledge: what was hidden, field by field."""
    rng, game = random.Random(seed), Game.start(seed=seed)
    while isinstance(game.decider, Side):
        for viewer in Viewer:
            view = game.view(viewer, log=False)
            position = dict(word.split("=") for word in view.position.split()[1:])
            for side in Side:
                assert position[f"{side}.hand"] == hand(view.player(side))
            assert position["facedown"] == facedown(view.facedown)
            assert position["drawn"] == drawn(view)
        game.play(rng.choice(game.legal_ids()))


def hand(player: Player) -> str:
    if player.hand is not None:
        return ",".join(map(str, player.hand)) or "-"
    unknown = player.hand_count - len(player.known_in_hand)
    words = [*map(str, player.known_in_hand), *([f"?{unknown}"] if unknown else [])]
    return ",".join(words) or "-"


def facedown(tokens: FaceDown) -> str:
    if tokens.tokens is not None:
        return ",".join(tokens.tokens) or "-"
    return f"?{tokens.count}" if tokens.count else "-"


def drawn(view: View) -> str:
    if view.drawn_by is None:
        return "-"
    return f"?{view.drawn_by}" if view.drawn is None else str(view.drawn)


@pytest.mark.rule("7.3")
def test_a_card_drawn_to_be_played_is_hidden_from_all_but_its_owner() -> None:
    game = table(turn="nixon", nixon=[9], editor=[30, 35])
    play(game, "play 9 action", "pass", "draw 10")
    seen = {str(viewer): (game.view(viewer).drawn, game.view(viewer).drawn_by) for viewer in Viewer}
    assert seen == {
        "editor": (None, "nixon"),
        "nixon": (10, "nixon"),
        "spectator": (None, "nixon"),
        "everyone": (10, "nixon"),
    }
    for viewer in Viewer:
        words = dict(word.split("=") for word in game.view(viewer).position.split()[1:])
        assert words["drawn"] == ("10" if viewer in ("nixon", "everyone") else "?nixon")


def test_keys_of_two_numbers_are_spread_and_stay_in_range() -> None:
    keys = {scrambled(x, y) for x in range(40) for y in range(40)}
    assert len(keys) == 1600
    assert all(0 <= key <= MASK for key in keys)
    assert scrambled(MASK, MASK) <= MASK


def test_plain_entries_take_records_inside_tuples() -> None:
    def read(pair: Pair) -> int:
        return int(pair.records[0].facedown) + int(pair.numbers[2])

    assert form_of(read, is_compiled=False)(Pair(np.zeros(1, HIDDEN), np.arange(3))) == 2


def test_knowledge_is_equal_where_its_line_is() -> None:
    game = Game.start(seed=1)
    mine, again, theirs = (game.view(who).knowledge for who in ("editor", "editor", "nixon"))
    assert mine == again
    assert mine != theirs
    assert len({mine, again, theirs}) == 2
    assert repr(mine) == f"Knowledge({mine.position!r})"


def test_entries_say_whether_a_summary_leaves_them_out() -> None:
    log = Game.start(seed=1).log("editor")
    assert {entry.key for entry in log if not entry.is_detail} == {"round_begins"}


@pytest.mark.rule("9.6")
def test_a_position_has_one_number_of_idle_rounds() -> None:
    line = Game.start(seed=1).position.replace("marks=-", "marks=idle1,idle2")
    with pytest.raises(BadPosition, match="one mark of idle rounds"):
        Game.from_position(line)
