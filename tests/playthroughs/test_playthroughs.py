"""Golden playthroughs: whole games with both sides' views at every step.

A change in behaviour shows as a diff. If it is meant, `make golden` writes the files anew; read the
diff before committing it.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.playthroughs import thinking
from tests.playthroughs.telling import FOLDER, actions_in, moves_told, tell
from watergate import Game

FILES = sorted(FOLDER.glob("game*.txt"))


def replayed(path: Path) -> Game:
    game = Game.new()
    for move in moves_told(path.read_text(encoding="utf-8")):
        game.play(move)
    return game


@pytest.mark.slow
@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.name))
def test_the_game_is_told_as_it_always_was(path: Path) -> None:
    game = replayed(path)
    assert game.result is not None
    assert tell(game).splitlines() == path.read_text(encoding="utf-8").splitlines()


def test_every_card_is_used_for_its_action_or_as_a_reaction() -> None:
    used = set().union(*(actions_in(replayed(path)) for path in FILES))
    cards = {card.number: card.names["en"] for card in Game.new().edition.cards}
    assert [cards[number] for number in sorted(set(cards) - used)] == []


def test_the_search_thinks_as_it_always_did() -> None:
    assert thinking.signature() == thinking.FILE.read_text(encoding="utf-8")
