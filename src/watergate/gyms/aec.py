"""Watergate for PettingZoo: an AEC environment of two agents, `editor_0` and `nixon_1`.

`env()` follows PettingZoo's habit: an illegal move ends the game, with -1 for who made it. With
`raw_env()` it is an error that lists the legal moves, and the game stands as it was. From
PettingZoo 1.27 on, after `import watergate.gyms.aec`, `pettingzoo.make("aec", ID)` makes `env()`.
"""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import numpy.typing as npt

from watergate.edition import Edition, Side, standard_edition
from watergate.rules import Game, Viewer
from watergate.rules.core.chance import seeded_streams
from watergate.rules.core.ids import CHANCE_MOVES
from watergate.rules.core.observation import OBSERVATION

from . import spaces
from .extras import needs
from .one_game import OneGame
from .picture import RENDER_MODES, check_render_mode, render

with needs("gyms"):
    import pettingzoo
    from gymnasium.spaces import Box, Dict, Discrete
    from pettingzoo.utils import wrappers

ID = "watergate/Watergate-v0"
AGENTS = {"editor_0": Side.EDITOR, "nixon_1": Side.NIXON}
_NAMES = {side: agent for agent, side in AGENTS.items()}


def env(**options: Any) -> pettingzoo.AECEnv:
    """The environment with PettingZoo's usual guards; the options are those of `raw_env`."""
    guarded = wrappers.TerminateIllegalWrapper(raw_env(**options), illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(guarded))


class raw_env(pettingzoo.AECEnv):  # noqa: N801
    """The environment itself. Draws are made by the seed of `reset`; the same seed, the same luck.

    `folds`: make moves that leave no choice without asking.
    """

    metadata = {  # noqa: RUF012
        "name": "watergate_v0",
        "render_modes": RENDER_MODES,
        "render_fps": 1,
        "is_parallelizable": False,
    }

    def __init__(
        self, *, render_mode: str | None = None, edition: Edition | None = None, folds: bool = True
    ) -> None:
        super().__init__()
        check_render_mode(render_mode)
        self.render_mode, self.edition, self.folds = (
            render_mode,
            edition or standard_edition(),
            folds,
        )
        self.possible_agents = list(AGENTS)
        self.agents: list[str] = []
        self._observation_spaces = {agent: spaces.observation_space() for agent in AGENTS}
        self._action_spaces = {agent: spaces.action_space() for agent in AGENTS}
        self.state_space = Box(0, 1, (2 * OBSERVATION,), np.uint8)
        self._seeds = random.Random()

    def observation_space(self, agent: str) -> Dict:
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete:
        return self._action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game: `Game.start(seed=seed)`, or the next one of the last seed."""
        if seed is not None:
            self._seeds = random.Random(seed)
        luck = seed if seed is not None else self._seeds.getrandbits(62)
        self._one = OneGame(Game.new(self.edition), luck=seeded_streams(luck), folds=self.folds)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._select()

    def observe(self, agent: str) -> dict[str, npt.NDArray[Any]]:
        """What an agent knows, and its legal moves; all of them where it is asked for none."""
        side = AGENTS[agent]
        is_asked = self._one.asked is side
        mask = self._one.mask() if is_asked else np.ones(CHANCE_MOVES, np.int8)
        return {"observation": self._one.observe(side), "action_mask": mask}

    def state(self) -> npt.NDArray[np.uint8]:
        """What both sides know together: the Editor's observation, then Nixon's."""
        return np.concatenate([self._one.observe(side) for side in Side])

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._one.play(action)  # type: ignore[arg-type]
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict(zip(self.agents, self._one.returns, strict=True))
        if self._one.is_over:
            is_truncated = self._one.is_truncated
            self.truncations = dict.fromkeys(self.agents, is_truncated)
            self.terminations = dict.fromkeys(self.agents, not is_truncated)
        self._accumulate_rewards()
        self._select()
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | npt.NDArray[np.uint8] | None:
        """The table as the side that is asked sees it, or all of it after the end."""
        if self.render_mode is None:
            return None
        asked = self._one.asked
        view = self._one.game.view(Viewer.EVERYONE if asked is None else asked)
        return render(view, self.edition, self.render_mode)

    def close(self) -> None:
        """Nothing is held that would have to be let go."""

    def __str__(self) -> str:
        return str(self.metadata["name"])

    def _select(self) -> None:
        """The side that is asked is next; after the end the Editor takes its leave first."""
        asked = self._one.asked
        self.agent_selection = self.agents[0] if asked is None else _NAMES[asked]


if hasattr(pettingzoo, "register") and ID not in pettingzoo.aec_registry:
    pettingzoo.register("aec", ID, env)
