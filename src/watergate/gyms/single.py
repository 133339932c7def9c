"""Watergate for Gymnasium: one agent against a computer player.

After `import watergate.gyms.single`, `gymnasium.make("watergate/Watergate-v0", opponent="level:1")`
makes it, and `gymnasium.make_vec("watergate/WatergateSelfPlay-v0", 64)` the vector environment of
`vector.py`.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from watergate.edition import Edition, Side, standard_edition
from watergate.errors import WatergateError
from watergate.players import Player, player
from watergate.rules import Game, IllegalMove, Viewer
from watergate.rules.core.chance import seeded_streams

from .extras import needs
from .one_game import OneGame
from .picture import RENDER_MODES, check_render_mode, render
from .spaces import action_space, observation_space

with needs("gyms"):
    import gymnasium

ID = "watergate/Watergate-v0"
SELF_PLAY_ID = "watergate/WatergateSelfPlay-v0"
ILLEGAL_MOVE = "illegal_move"
"""What the info holds after an illegal move: a sentence that lists the legal ones."""

Observation = dict[str, npt.NDArray[Any]]


class WatergateEnv(gymnasium.Env):
    """One side against a computer player by its name (`docs/players.md`), chosen per game.

    The reward is 1 for a game won, -1 for one lost, and 0 before. An illegal move loses the game,
    and the info says why. `side` is "editor", "nixon" or, for one drawn at each reset, "either".
    `folds`: moves of the agent that leave no choice are made without asking.
    """

    metadata = {"render_modes": RENDER_MODES, "render_fps": 1}  # noqa: RUF012

    def __init__(
        self, opponent: str = "random", side: str = "editor", *, render_mode: str | None = None,
        edition: Edition | None = None, folds: bool = True,
    ) -> None:  # fmt: skip
        check_render_mode(render_mode)
        sides = [*map(str, Side), "either"]
        if side not in sides:
            raise WatergateError(f"side {side!r}; allowed: {', '.join(sides)}")
        self.render_mode, self.edition, self.folds = (
            render_mode,
            edition or standard_edition(),
            folds,
        )
        self.opponent, self._wish = opponent, side
        self._player: Player = player(opponent, edition=self.edition)
        self.observation_space, self.action_space = observation_space(), action_space()

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin a game: `Game.start(seed=seed)`, or the next one of the last seed."""
        super().reset(seed=seed)
        luck, thoughts, coin = (int(self.np_random.integers(top)) for top in (2**62, 2**62, 2))
        self.side = Side(coin) if self._wish == "either" else Side[self._wish.upper()]
        self._player.close()
        self._player = player(self.opponent, thoughts, self.edition)
        streams = seeded_streams(luck if seed is None else seed)
        self._one = OneGame(Game.new(self.edition), luck=streams, folds=self.folds)
        self._answer()
        return self._observe(), {}

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Make a move, and those of the opponent up to the next decision."""
        try:
            self._one.play(action)
        except IllegalMove as error:
            return self._observe(), -1.0, True, False, {ILLEGAL_MOVE: str(error)}
        self._answer()
        if self.render_mode == "human":
            self.render()
        ended, truncated = self._one.is_over, self._one.is_truncated
        reward = self._one.returns[self.side]
        return self._observe(), reward, ended and not truncated, truncated, {}

    def render(self) -> str | npt.NDArray[np.uint8] | None:
        """The table as the agent sees it, or all of it after the end."""
        if self.render_mode is None:
            return None
        viewer = Viewer.EVERYONE if self._one.is_over else self.side
        return render(self._one.game.view(viewer), self.edition, self.render_mode)

    def close(self) -> None:
        """Let the opponent go: it may be a program of its own."""
        self._player.close()

    def _observe(self) -> Observation:
        return {"observation": self._one.observe(self.side), "action_mask": self._one.mask()}

    def _answer(self) -> None:
        """Have the opponent play until the agent is asked."""
        while self._one.asked not in (self.side, None):
            game = self._one.game
            move = self._player.choose(game.view(Side(1 - self.side)))
            self._one.play(game.notation.id_of(move))


if ID not in gymnasium.registry:
    gymnasium.register(ID, WatergateEnv)
    gymnasium.register(SELF_PLAY_ID, vector_entry_point="watergate.gyms.vector:WatergateVectorEnv")
