"""How fast the tree search thinks, at a fixed set of views, beside other searches of its kind.

The views are decisions of seeded random games, so they change only when the rules do. One pass
thinks about every view once, always from an empty tree, and a slice is made of whole passes: so
every view has the same weight in simulations, however slow it is. What is timed is
`TreePlayer.think` as a whole.

The plain search plays every simulation to the end of the game, as the references do; the player's
own stops at the next turn and asks its evaluation. So a ratio of the plain search compares like
with like, and a ratio of the player says what its way of searching gains. With two threads the
player grows two trees of the same size, so twice the simulations in the same time is perfect.

Decisions are those of players in the tree and beyond it, forced ones included; draws are played
and timed, but not counted. How many there are in a simulation follows from the seed, so they are
counted outside the slices. Needs the compiled engine.
"""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from watergate.edition import Side, standard_edition
from watergate.lab.simulate import random_game
from watergate.players.kernel.tree import DECISIONS
from watergate.players.thinking import Budget
from watergate.players.tree import PLAIN, STRONG, Branch, Style, TreePlayer, Work, most_nodes
from watergate.rules import View

from .references import found_references, searches
from .slices import (
    STAGES,
    Progress,
    Rates,
    Slice,
    measured,
    medians,
    on_two,
    repeat,
    require_compiled_engine,
    scaling,
    spin,
)

SIMULATIONS = 1000
"""At each view, and at each position of a reference."""
GAMES = (1, 4)
"""The seeds of the games that the views are from."""
SEED = 1972
STYLES = {"player": STRONG, "plain": PLAIN}


@dataclass(frozen=True)
class Speed:
    """How fast a search is on one core."""

    simulations_per_second: float
    decisions_per_second: float
    decisions_per_simulation: float
    two_core_scaling: float
    """With two threads: the share of a perfect speed-up."""
    ratios: Mapping[str, float]
    """Simulations a second against each reference's."""


@dataclass(frozen=True)
class SearchFigures:
    """The figures; `references` are in simulations a second."""

    player: Speed
    plain: Speed
    spin_scaling: float
    """What a loop that only counts gets from two threads: the machine's best at that time."""
    views: int
    simulations_a_view: int
    references: Mapping[str, float]
    missing: Sequence[str]
    """The references that were left out because their packages are not installed."""

    def as_json(self) -> dict[str, Any]:
        """The player's own figures on top, all others by their names."""
        found = asdict(self)
        return {**found.pop("player"), **found}


def bench_search(
    seconds: float = 2.0, *, simulations: int = SIMULATIONS, progress: Progress | None = None
) -> SearchFigures:
    """All measures, each for about so many seconds in all, but at least a pass in every slice."""
    require_compiled_engine()
    tell = progress or (lambda what: None)
    tell("getting ready")
    views = measured_views()
    references, missing = found_references(searches(simulations))
    measures: dict[str, Slice] = {}
    for name, style in STYLES.items():
        measures[name] = _thinking(views, style, simulations, threads=1)
        measures[f"{name} on two"] = _thinking(views, style, simulations, threads=2)
    measures |= {"spin": spin, "spin on two": on_two(spin), **references}
    rates = measured(measures, seconds, tell)
    tell("decisions")
    others = medians({name: rates[name] for name in references})
    speeds = {
        name: _speed(name, rates, decisions_per_simulation(views, style, simulations), others)
        for name, style in STYLES.items()
    }
    return SearchFigures(
        player=speeds["player"],
        plain=speeds["plain"],
        spin_scaling=scaling(rates["spin"], rates["spin on two"]),
        views=len(views),
        simulations_a_view=simulations,
        references=others,
        missing=missing,
    )


def measured_views() -> list[View]:
    """Decisions of both sides with more than one move, early, in the middle and late in games."""
    views = []
    for seed in GAMES:
        game = random_game(standard_edition(), seed)
        for side in Side:
            choices = [
                now for now in game.replay() if now.decider is side and len(now.legal_ids()) > 1
            ]
            views += [choices[int(stage * len(choices))].view(side) for stage in STAGES]
    return views


def decisions_per_simulation(views: Sequence[View], style: Style, simulations: int) -> float:
    """The mean over all views, of the very searches that one thread is timed with."""
    budget = Budget(simulations=simulations)
    branch = _CountedBranch(standard_edition(), most_nodes(budget, threads=1))
    decisions = 0
    for view in views:
        branch.look_at(view, f"{SEED} 0", style, keep=False)
        branch.search(Work(budget, 0.0, 1, until_decided=False, stop=threading.Event()))
        decisions += branch.decisions
    return decisions / (len(views) * simulations)


class _CountedBranch(Branch):
    @property
    def decisions(self) -> int:
        """Of all simulations since the tree was emptied."""
        return int(self._tree.counters[DECISIONS])


def _thinking(views: Sequence[View], style: Style, simulations: int, *, threads: int) -> Slice:
    """Passes over all views, with so many simulations a view in each thread."""
    budget = Budget(simulations=threads * simulations)
    player = TreePlayer(SEED, budget=budget, threads=threads, style=style)

    def one_pass(n: int) -> None:
        for view in views:
            player.think(view)

    return lambda seconds: repeat(seconds, one_pass, len(views) * threads * simulations)


def _speed(
    name: str, rates: Rates, per_simulation: float, references: Mapping[str, float]
) -> Speed:
    rate = medians(rates)[name]
    return Speed(
        simulations_per_second=rate,
        decisions_per_second=rate * per_simulation,
        decisions_per_simulation=per_simulation,
        two_core_scaling=scaling(rates[name], rates[f"{name} on two"]),
        ratios={other: rate / theirs for other, theirs in references.items()},
    )
