"""Watergate for Gymnasium, many games at once: a vector environment over `Batch`, for self-play."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from watergate.edition import Edition

from .batch import Batch
from .extras import needs
from .spaces import action_space, observation_space

with needs("gyms"):
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space

Observations = dict[str, npt.NDArray[Any]]


class WatergateVectorEnv(VectorEnv):
    """Games side by side in which the agent decides for whichever side is asked.

    `reset` and `step` deliver what that side knows; `infos["deciders"]` says who it is (0 the
    Editor, 1 Nixon). A step's reward is that of the side that made the move, and
    `infos["rewards"]` has both. A game that ends begins anew in the same step (SAME_STEP); there
    are no final observations. An illegal move is an error, and no game has moved.
    """

    metadata = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": []}  # noqa: RUF012

    def __init__(
        self, num_envs: int = 1, *, edition: Edition | None = None, folds: bool = True,
        threads: int | None = None, copy: bool = True,
    ) -> None:  # fmt: skip
        """`copy`: deliver arrays to keep; without, those of the batch, which it writes over."""
        self.batch = Batch(num_envs, edition=edition, folds=folds, threads=threads)
        self.num_envs, self.copy = num_envs, copy
        self.single_observation_space = observation_space()
        self.single_action_space = action_space()
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observations, dict[str, Any]]:
        """Begin all games anew: game i from seed + i, or from the next seeds of the last one."""
        super().reset(seed=seed)
        self.batch.reset(int(self.np_random.integers(2**61)) if seed is None else seed)
        return self._observations(), self._infos()

    def step(
        self, actions: Any
    ) -> tuple[Observations, npt.NDArray[Any], npt.NDArray[Any], npt.NDArray[Any], dict[str, Any]]:
        movers = self.batch.deciders.astype(np.intp)
        self.batch.step(actions)
        rewards = self.batch.rewards[np.arange(self.num_envs), movers]
        ends = self.batch.ended, self.batch.truncated
        return self._observations(), rewards, *ends, self._infos()

    def _observations(self) -> Observations:
        batch = self.batch
        return {
            "observation": self._own(batch.observations),
            "action_mask": self._own(batch.masks.view(np.int8)),
        }

    def _infos(self) -> dict[str, Any]:
        return {
            "deciders": self._own(self.batch.deciders),
            "rewards": self._own(self.batch.rewards),
        }

    def _own(self, array: npt.NDArray[Any]) -> npt.NDArray[Any]:
        return array.copy() if self.copy else array
