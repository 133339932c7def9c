"""Simulations: run N games from N consecutive seeds and collect the results.

Game g of a simulation from seed S is played with the luck of seed S + g, whoever plays, and however
the games are cut into batches and spread over workers. Random players against each other run inside
the engine; all others choose their moves one by one from their views. `recorded_game` plays the
very same game move by move, so that it can be written down.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import numpy.typing as npt

from watergate.edition import Edition, Side, standard_edition
from watergate.edition.table import table_of
from watergate.engine import engine
from watergate.players import Player, player
from watergate.rules import Game, save
from watergate.rules.core.chance import MOVE_STREAM, random_below, seeded_streams
from watergate.rules.core.entries import RANDOM_GAME
from watergate.rules.core.ids import MOST_LEGAL
from watergate.rules.core.playout import MOST_ROUNDS_PLAYED
from watergate.rules.core.state import CHANCE, NO_SIDE, NOBODY, STATE
from watergate.rules.names import WAYS

from .processes import WorkerProcesses
from .statistics import Share, Spread, spread

RANDOM = "random"
MOST_SEED = 10**18
COMPILED_BATCH, SLOW_BATCH = 1000, 4
STOPPED = "stopped"
"""How a game ended that automatic play broke off (RULES 9.5)."""

Results = npt.NDArray[np.void]
"""An array of RANDOM_GAME records, in the order of the seeds."""
Progress = Callable[[int], None]
"""Is told how many more games are done."""


@dataclass(frozen=True)
class SimulationPlan:
    """What to simulate. With a folder, every game's record is written there."""

    games: int
    seed: int
    editor: str = RANDOM
    nixon: str = RANDOM
    edition: Edition = field(default_factory=standard_edition)
    record: Path | None = None
    tags: Mapping[str, str] = field(default_factory=dict)

    @property
    def runs_in_engine(self) -> bool:
        return self.editor == self.nixon == RANDOM and self.record is None

    def record_path(self, seed: int) -> Path:
        assert self.record is not None
        return self.record / f"{file_name(self.editor)}-{file_name(self.nixon)}-{seed}.wg"


@dataclass(frozen=True)
class Summary:
    """What came of a simulation."""

    winners: Mapping[str, Share]
    ways: Mapping[str, Share]
    rounds: Spread
    decisions: Spread


def simulate(
    plan: SimulationPlan,
    *,
    jobs: int = 1,
    batch: int | None = None,
    progress: Progress | None = None,
) -> Results:
    """Play all the games of a plan; the results do not depend on jobs and batch."""
    batch = batch or (
        COMPILED_BATCH if plan.runs_in_engine and engine().is_compiled else SLOW_BATCH
    )
    results = np.zeros(plan.games, RANDOM_GAME)
    starts = range(0, plan.games, batch)
    if jobs == 1:
        pieces: Iterator[tuple[int, Results]] = (
            (start, play_batch(plan, start, batch)) for start in starts
        )
    else:
        pieces = _in_parallel(plan, starts, batch, jobs)
    for start, piece in pieces:
        results[start : start + piece.size] = piece
        if progress is not None:
            progress(piece.size)
    return results


def _in_parallel(
    plan: SimulationPlan, starts: range, batch: int, jobs: int
) -> Iterator[tuple[int, Results]]:
    """The batches in their order. Never more are waiting than keep all workers busy."""
    with _workers(plan, jobs) as workers:
        waiting: list[tuple[int, Future[Results]]] = []
        try:
            for start in starts:
                waiting.append((start, workers.submit(play_batch, plan, start, batch)))
                if len(waiting) >= 4 * jobs:
                    first, piece = waiting.pop(0)
                    yield first, piece.result()
            for start, piece in waiting:
                yield start, piece.result()
        except BaseException:
            workers.shutdown(wait=False, cancel_futures=True)
            raise


def _workers(plan: SimulationPlan, jobs: int) -> Executor:
    if plan.runs_in_engine and engine().is_compiled:
        return ThreadPoolExecutor(jobs)  # compiled code releases the GIL
    return WorkerProcesses(jobs)


def play_batch(plan: SimulationPlan, start: int, batch: int) -> Results:
    """The games of a plan from a number on, a batch of them or as many as are left."""
    size = min(batch, plan.games - start)
    results = np.zeros(size, RANDOM_GAME)
    seed = plan.seed + start
    if plan.runs_in_engine:
        tables, states = table_of(plan.edition), np.zeros(2, STATE)
        streams, moves = seeded_streams(0), np.zeros(MOST_LEGAL, np.int16)
        engine().random_games(states, tables, streams, moves, seed, results)
        return results
    for n in range(size):
        game = recorded_game(plan, seed + n)
        results[n] = _result(game)
        if plan.record is not None:
            save(game, plan.record_path(seed + n))
    return results


def recorded_game(plan: SimulationPlan, seed: int) -> Game:
    """One game of a plan, move by move, with its tags."""
    if plan.editor == plan.nixon == RANDOM:
        game = random_game(plan.edition, seed)
    else:
        game = game_between(plan.editor, plan.nixon, plan.edition, seed)
    game.tags.update({"Editor": plan.editor, "Nixon": plan.nixon, "Seed": str(seed), **plan.tags})
    return game


def random_game(edition: Edition, seed: int) -> Game:
    """The game that `engine.random_games` plays from a seed: the same streams in the same order."""
    game, streams = Game.new(edition), seeded_streams(seed)
    while is_going_on(game):
        if game.decider == "chance":
            game.play(int(engine().sample(game.states, 0, streams)))
        else:
            legal = game.legal_ids()
            game.play(legal[random_below(streams, MOVE_STREAM, len(legal))])
    return game


def game_between(editor: str, nixon: str, edition: Edition, seed: int) -> Game:
    """A whole game between two players by name."""
    with ExitStack() as stack:
        players = players_of(editor, nixon, edition, seed)
        for one in players.values():
            stack.callback(one.close)
        game = Game.start(edition, seed)
        while is_going_on(game):
            play_one(game, players)
    return game


def players_of(editor: str, nixon: str, edition: Edition, seed: int) -> Mapping[Side, Player]:
    """Two players, by name."""
    names = {Side.EDITOR: editor, Side.NIXON: nixon}
    return {side: seated(name, side, edition, seed) for side, name in names.items()}


def seated(name: str, side: Side, edition: Edition, seed: int) -> Player:
    """A player whose own luck comes from the seed, but has nothing in common with the game's."""
    return player(name, random.Random(f"{seed} {side}").getrandbits(62), edition)


def file_name(name: str) -> str:
    """A player's name as a part of a file's name: short, and without signs that mean something."""
    return re.sub(r"[^A-Za-z0-9.]+", "_", name)[:40]


def play_one(game: Game, players: Mapping[Side, Player]) -> None:
    """Make one move for the side that decides, from its view alone."""
    side = game.decider
    assert isinstance(side, Side)
    game.play(players[side].choose(game.view(side)))


def is_going_on(game: Game) -> bool:
    """Whether automatic play goes on: nobody has won and the rounds are not up (RULES 9.5)."""
    return game.decider is not None and game.round <= MOST_ROUNDS_PLAYED


def _result(game: Game) -> tuple[int, int, int, int, int]:
    state = game.states[0]
    decisions = sum(who != CHANCE for who in _deciders(game))
    return (
        int(state["winner"]), int(state["won_by"]), int(state["round_no"]), decisions, game.ply
    )  # fmt: skip


def _deciders(game: Game) -> Iterator[int]:
    for ply in range(game.ply):
        yield engine().decider(game.state_at(ply), 0)


# Reading results


def winner_of(result: np.void) -> str | None:
    return None if result["winner"] >= NO_SIDE else str(Side(int(result["winner"])))


def way_of(result: np.void) -> str:
    return STOPPED if result["winner"] == NOBODY else WAYS[int(result["won_by"])]


def rounds_of(results: Results) -> npt.NDArray[np.int64]:
    """Rounds played; a game that was broken off was just entering another one."""
    return np.minimum(results["rounds"].astype(np.int64), MOST_ROUNDS_PLAYED)


def summary(results: Results) -> Summary:
    """Counts and intervals of at least one result."""
    n = len(results)
    open_end = results["winner"] >= NO_SIDE
    ways = {
        way: Share(int(np.count_nonzero((results["won_by"] == number) & ~open_end)), n)
        for number, way in enumerate(WAYS) if number
    }  # fmt: skip
    return Summary(
        winners={
            str(side): Share(int(np.count_nonzero(results["winner"] == side)), n) for side in Side
        },
        ways={**ways, STOPPED: Share(int(np.count_nonzero(open_end)), n)},
        rounds=spread(rounds_of(results)),
        decisions=spread(results["decisions"]),
    )
