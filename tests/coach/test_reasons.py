"""Reasons: what is true of the better move and not of the other, and nothing else."""

from __future__ import annotations

from typing import Any

import pytest

from tests.tables import play, table
from watergate.coach.reasons import reasons_for
from watergate.edition import standard_edition
from watergate.rules.messages import text_of
from watergate.texts import LANGUAGES

EDITION = standard_edition()


def reasons(setting: dict[str, Any], before: list[str], best: list[str], played: list[str]) -> Any:
    """Why one line of play is better than another after some moves from a table."""
    game = table(**setting)
    play(game, *before)
    lines = [[game.notation.id_of(move) for move in line] for line in (best, played)]
    found = reasons_for(game.view(str(game.decider)), game.states, lines[0], lines[1], EDITION)
    for reason in found:
        for language in LANGUAGES:
            assert text_of(reason, EDITION, language)
    return {reason.key.removeprefix("reason."): dict(reason.params) for reason in found}


NIXON: dict[str, Any] = {"turn": "nixon", "nixon": [9, 2], "editor": [23]}
EDITOR: dict[str, Any] = {"turn": "editor", "editor": [33, 23], "nixon": [2]}


def markers(side: dict[str, Any], card: int, **setting: Any) -> Any:
    """The reasons to move the initiative token by a value, and not the momentum token."""
    before = [f"play {card} value"]
    return reasons({**side, **setting}, before, ["choose initiative"], ["choose momentum"])


def test_what_is_gained_at_once() -> None:
    found = markers(NIXON, 9, initiative_at="N4")
    assert "gains_initiative" in found
    assert "gains_momentum" not in found


def test_a_win_and_a_threat() -> None:
    four = {"momentum": "0/4/4", "momentum_at": "N4"}
    before = ["play 9 value"]
    won = reasons({**NIXON, **four}, before, ["choose momentum"], ["choose initiative"])
    assert "wins" in won
    lost = reasons(
        {**EDITOR, "momentum": "0/4/4", "momentum_at": "N1"}, ["play 33 value"],
        ["choose momentum"], ["choose initiative"],
    )  # fmt: skip
    assert "parries" in lost
    left = markers(EDITOR, 33, momentum="0/4/4", momentum_at="N1")
    assert "parries" not in left


@pytest.mark.parametrize(("side", "half"), [(NIXON, "N"), (EDITOR, "E")])
def test_a_marker_comes_onto_the_own_half(side: dict[str, Any], half: str) -> None:
    found = markers(side, 9 if half == "N" else 33)
    assert found["own_half"]["marker"] == "initiative"
    assert found["own_half"]["end"].startswith(half)


def test_what_lies_face_down_stays_secret() -> None:
    """Hunt's value moves a marker, or turns evidence up."""
    color = next(card.color for card in EDITION.cards if card.number == 9)
    token = f"{color or 'blue'}"
    setting = {**NIXON, "facedown": [token]}
    best, played = ["choose initiative"], [f"choose {token}@facedown"]
    assert "keeps_secret" in reasons(setting, ["play 9 value"], best, played)
    assert "keeps_secret" not in reasons(setting, ["play 9 value"], played, best)


def test_a_thread_is_opened_or_blocked() -> None:
    """One blue space is missing between two informants and Nixon."""
    near = ["rim1:green", "spoke1:yellow", "rim2:blue"]
    for side, at, pictures, expected in (
        ("editor", "E4", ["martha_mitchell", "dean"], "wins"),
        ("editor", "E4", ["martha_mitchell"], "nearer"),
        ("nixon", "N4", ["martha_mitchell", "dean"], "cuts"),
    ):
        card = next(c.number for c in EDITION.cards if str(c.side) == side and c.color == "blue")
        other = "nixon" if side == "editor" else "editor"
        setting: dict[str, Any] = {
            "board": near, "pictures": pictures, "track": [f"blue@{at}"], "turn": side,
            side: [card], other: [2 if other == "nixon" else 23], "marks": ["late"],
        }  # fmt: skip
        before = [f"play {card} value", f"choose blue@{at}"]
        game = table(**setting)
        play(game, *before)
        while str(game.decider) != side:
            play(game, "pass")
            before.append("pass")
        found = reasons(setting, before, ["pin inner1"], ["pin inner4"])
        assert expected in found
        assert expected not in reasons(setting, before, ["pin inner4"], ["pin inner1"])


def test_moves_that_do_the_same_have_no_reason() -> None:
    assert reasons(NIXON, ["play 9 value"], ["choose initiative"], ["choose initiative"]) == {}
