"""How fast the environments are: decisions a second, each with observation and legal moves.

All rates are of processor time, a core's second: a busy machine makes them wait, not slower. What
two cores reach is taken from the clock, beside a loop that just counts, and in processor time,
where only what they do to each other shows: memory, and handing out the work.
Needs the compiled engine; on a machine with a CUDA device the batch there is measured as well.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from watergate.gyms import Batch

from .gyms_references import SEED, aec_games, by_processor_time, openspiel_games, references
from .references import found_references
from .slices import (
    Progress,
    Slice,
    measured,
    medians,
    on_two,
    repeat,
    require_compiled_engine,
    scaling,
    spin,
)

GAMES, STEPS_A_CALL = 512, 16
GAMES_ON_DEVICE, STEPS_A_LAUNCH = 1 << 20, 512


@dataclass(frozen=True)
class GymFigures:
    """The figures; rates are decisions a second."""

    interfaces: Mapping[str, float]
    """Of one core; `cuda` and `cuda, unseen` of the whole device, the second without observing.

    `openspiel, idle` is a game that does nothing: OpenSpiel's own share of a decision.
    """
    references: Mapping[str, Mapping[str, float]]
    """The games of each framework, by the interface of ours that they are compared with."""
    ratios: Mapping[str, float]
    """How many times as fast an interface is as the fastest of its references."""
    two_core_scaling: float
    """By the clock: only an otherwise idle machine shows it."""
    two_core_efficiency: float
    """In processor time: decisions a second of two cores, as a share of those of one."""
    spin_scaling: float
    missing: Sequence[str]
    """What was left out because its packages are not installed."""

    def as_json(self) -> dict[str, Any]:
        return asdict(self)


def bench_gyms(seconds: float = 2.0, *, progress: Progress | None = None) -> GymFigures:
    """All measures, each for about so many seconds in all."""
    require_compiled_engine()
    tell = progress or (lambda what: None)
    tell("getting ready")
    interfaces, missing = found_references(
        {"pettingzoo": _pettingzoo, "openspiel": _openspiel, "openspiel, idle": _openspiel_idle,
         "gymnasium": _vector, "gymnasium, one game": _single,
         "cuda": _cuda, "cuda, unseen": _cuda_unseen}
    )  # fmt: skip
    interfaces = {"batch": _batch_by_processor_time(), **interfaces}
    others: dict[str, dict[str, Slice]] = {}
    for interface, builders in references().items():
        others[interface], left_out = found_references(builders)
        missing += left_out
    measures: dict[str, Slice] = {
        **interfaces,
        **{name: work for found in others.values() for name, work in found.items()},
        "on one": _clocked(_batch_on(1)), "on two": _clocked(_batch_on(2)),
        "work on one": by_processor_time(_batch_on(1)),
        "work on two": by_processor_time(_batch_on(2)),
        "spin": spin, "spin on two": on_two(spin),
    }  # fmt: skip
    rates = measured(measures, seconds, tell)
    middle = medians(rates)
    figures = {
        interface: {name: middle[name] for name in found} for interface, found in others.items()
    }
    return GymFigures(
        interfaces={name: middle[name] for name in interfaces},
        references=figures,
        ratios={
            interface: middle[interface] / max(found.values())
            for interface, found in figures.items() if found and interface in interfaces
        },
        two_core_scaling=scaling(rates["on one"], rates["on two"]),
        two_core_efficiency=2 * scaling(rates["work on one"], rates["work on two"]),
        spin_scaling=scaling(rates["spin"], rates["spin on two"]),
        missing=missing,
    )  # fmt: skip


# Our interfaces


def _steps_of_a_batch() -> Callable[[int], int]:
    """Given moves, as a learner makes them: the first legal one, the second, and so on in turn."""
    batch = Batch(GAMES, threads=1)
    batch.reset(SEED)
    rows = np.arange(GAMES)

    def play(n: int) -> int:
        for turn in range(STEPS_A_CALL):
            batch.step(batch.moves[rows, (n + turn) % batch.counts])
        return GAMES * STEPS_A_CALL

    return play


def _batch_by_processor_time() -> Slice:
    return by_processor_time(_steps_of_a_batch())


def _batch_on(threads: int) -> Callable[[int], int]:
    batch = Batch(4 * GAMES, threads=threads)
    batch.reset(SEED)

    def play(n: int) -> int:
        batch.play_at_random(STEPS_A_CALL)
        return batch.size * STEPS_A_CALL

    return play


def _clocked(play: Callable[[int], int]) -> Slice:
    return lambda seconds: repeat(seconds, play, play(0))


def _pettingzoo() -> Slice:
    from watergate.gyms import aec

    return aec_games(aec.env())


def _openspiel() -> Slice:
    from watergate.gyms import openspiel

    return openspiel_games(openspiel.NAME)


def _openspiel_idle() -> Slice:
    from . import idle_game

    return openspiel_games(idle_game.NAME)


def _vector() -> Slice:
    from watergate.gyms.vector import WatergateVectorEnv

    envs = WatergateVectorEnv(GAMES, threads=1)
    envs.reset(seed=SEED)

    def play(n: int) -> int:
        for _ in range(STEPS_A_CALL):
            envs.step(envs.batch.moves[:, 0])
        return GAMES * STEPS_A_CALL

    return by_processor_time(play)


def _single() -> Slice:
    """One agent against the random player, whose moves are made and timed, but not counted."""
    from watergate.gyms.single import WatergateEnv

    env, rng = WatergateEnv(), np.random.default_rng(SEED)

    def play(n: int) -> int:
        decisions, over = 0, False
        observation, _ = env.reset(seed=SEED + n)
        while not over:
            legal = observation["action_mask"].nonzero()[0]
            move = int(legal[int(rng.random() * len(legal))])
            observation, _, ended, truncated, _ = env.step(move)
            decisions, over = decisions + 1, ended or truncated
        return decisions

    return by_processor_time(play)


def _cuda() -> Slice:
    """Random moves, observation and mask of every decision delivered into torch's memory."""
    return _on_device(folds=True, delivers=True)


def _cuda_unseen() -> Slice:
    """Whole random games, moves without a choice counted too, as `bench engine` does on cores."""
    return _on_device(folds=False, delivers=False)


def _on_device(*, folds: bool, delivers: bool) -> Slice:
    import torch

    if not torch.cuda.is_available():
        raise ModuleNotFoundError("there is no CUDA device")
    from watergate.gyms.cuda import CudaBatch

    batch = CudaBatch(GAMES_ON_DEVICE, folds=folds)
    batch.reset(SEED)
    steps = STEPS_A_CALL if delivers else STEPS_A_LAUNCH

    def play(n: int) -> None:
        batch.play_at_random(steps, delivers=delivers)
        torch.cuda.synchronize()

    def run(seconds: float) -> tuple[float, float]:
        return repeat(seconds, play, GAMES_ON_DEVICE * steps)

    return run
