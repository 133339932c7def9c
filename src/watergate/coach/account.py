"""The account of a game: what was luck, and what was lost by decisions. It adds up exactly.

Along the states the game went through, one value is taken: the Editor's chance with all cards open
(`open_value.py`). Draws in a row of the same kind are one step; each decision is one, with all that
had to follow it; and a step's change is the value after it minus the value before. So the changes
add up to the result minus the start. A step of chance is luck, of the cards or of the evidence; its
mean over what could have been drawn is zero. A step of a side is what its decision changed: of one
who decides as the network would, zero on the average.
"""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Iterator

import numpy as np

from watergate.edition import Side
from watergate.edition.table import table_of
from watergate.engine import engine
from watergate.rules import Game
from watergate.rules.core.frames import KIND, SIDE, Frame
from watergate.rules.core.history import HISTORY, remember
from watergate.rules.core.ids import MOST_LEGAL
from watergate.rules.core.state import NOBODY
from watergate.rules.views import Result

from .models import Account, Change, Point
from .open_value import OpenState, OpenValue

CARDS, EVIDENCE = "cards", "evidence"
_DRAWS = {
    Frame.DRAW_CARD: CARDS,
    Frame.LOSE_CARD: CARDS,
    Frame.DRAW_TOKEN: EVIDENCE,
    Frame.BLIND: EVIDENCE,
}


def open_states(game: Game) -> Iterator[OpenState]:
    """The states of a game after each ply, with the open history of the round."""
    histories = np.zeros(1, HISTORY)
    for ply, move in enumerate((*game.history_ids, None)):
        states = game.state_at(ply)
        yield OpenState(states, histories.copy())
        if move is not None and who_steps(states) in ("editor", "nixon"):
            remember(histories.view(np.recarray)[0], states.view(np.recarray)[0], move)


def who_steps(states: np.ndarray) -> str | None:
    """Whose step is next: a side's, that of the cards or of the evidence; None after the end."""
    if int(states["winner"][0]) != NOBODY:
        return None
    frame = states["stack"][0, int(states["depth"][0]) - 1]
    draw = _DRAWS.get(Frame(int(frame[KIND])))
    return draw or str(Side(int(frame[SIDE])))


ENDED = re.compile(r"(editor|nixon) ([a-z_]{1,20})")
"""The tag `Ended` of a game that was not played to its end: who has won it, and how."""


def result_of(game: Game) -> Result | None:
    """How a game ended: by the rules, or else as its tag `Ended` says; None if it goes on."""
    if game.result is not None:
        return game.result
    found = ENDED.fullmatch(game.tags.get("Ended", ""))
    return Result(found[1], found[2]) if found else None


def _steps_of(game: Game) -> tuple[list[OpenState], list[str | None], list[int]]:
    """The states of a game, whose step is next in each, and where steps begin: draws of the same
    kind in a row are one, and what a side has to do goes with what was chosen before it."""
    positions = list(open_states(game))
    steps = [who_steps(position.states) for position in positions]
    tables, moves = table_of(game.edition), np.zeros(MOST_LEGAL, np.int16)

    def goes_on(ply: int) -> bool:
        before, now = steps[ply - 1], steps[ply]
        if now is None or now in (CARDS, EVIDENCE):
            return now is not None and now == before
        is_chosen = before not in (CARDS, EVIDENCE)
        return is_chosen and engine().legal(positions[ply].states, 0, tables, moves) == 1

    return positions, steps, [ply for ply in range(len(steps)) if ply == 0 or not goes_on(ply)]


def luck_of(game: Game, value: OpenValue) -> float:
    """What the draws of a game brought the Editor, as the account counts it: its mean is zero."""
    positions, steps, firsts = _steps_of(game)
    draws = [
        (first, after) for first, after in itertools.pairwise(firsts)
        if steps[first] in (CARDS, EVIDENCE)
    ]  # fmt: skip
    asked = sorted({ply for draw in draws for ply in draw})
    values = dict(zip(asked, value([positions[ply] for ply in asked]).tolist(), strict=True))
    return math.fsum(values[after] - values[first] for first, after in draws)


def account_of(game: Game, value: OpenValue) -> tuple[Account, list[Point]]:
    """The account of a finished game, and the Editor's chance before each step of a side.

    Whoever resigns, or runs out of time, has decided to lose what was left.
    """
    positions, steps, firsts = _steps_of(game)
    values = value([positions[ply] for ply in firsts])
    changes: list[Change] = []
    for (ply, before), (_, after) in itertools.pairwise(zip(firsts, values.tolist(), strict=True)):
        step = steps[ply]
        assert step is not None
        changes.append(Change(ply, step, after - before))  # type: ignore[arg-type]
    ending, last = result_of(game), float(values[-1])
    if game.result is None and ending is not None and ending.winner is not None:
        last = float(ending.winner == "editor")
        loser = "nixon" if ending.winner == "editor" else "editor"
        changes.append(Change(game.ply, loser, last - float(values[-1])))  # type: ignore[arg-type]
    sums = {
        name: math.fsum(change.change for change in changes if change.of == name)
        for name in (CARDS, EVIDENCE, *map(str, Side))
    }
    start, result = float(values[0]), last
    account = Account(
        start=start, result=result, cards=sums[CARDS], evidence=sums[EVIDENCE],
        editor=sums["editor"], nixon=sums["nixon"],
        adjusted=start + sums["editor"] + sums["nixon"], steps=changes,
    )  # fmt: skip
    curve = [
        Point(ply, chance) for ply, chance in zip(firsts, values.tolist(), strict=True)
        if steps[ply] not in (CARDS, EVIDENCE)
    ]  # fmt: skip
    if result != values[-1]:
        curve.append(Point(game.ply + 1, result))
    return account, curve
