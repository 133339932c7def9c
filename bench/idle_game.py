"""A Python game for OpenSpiel that does nothing: what the crossing between C++ and Python takes.

It has as many moves and draws as a random game of Watergate, and answers in Python as ours does,
where OpenSpiel would ask itself several times. Importing it registers it.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pyspiel

from watergate.gyms.openspiel import WatergateGame

NAME = "idle"
PLIES, OF_THESE, ARE_DRAWS = 316, 30, 11
MOVES = [1, 2, 3, 4]
OUTCOMES = [(draw, 1 / 8) for draw in range(8)]
_LIKE = WatergateGame()
_KIND = pyspiel.GameType(
    short_name=NAME,
    long_name=NAME,
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=2,
    min_num_players=2,
    provides_information_state_string=False,
    provides_information_state_tensor=False,
    provides_observation_string=False,
    provides_observation_tensor=True,
)
_INFO = pyspiel.GameInfo(
    num_distinct_actions=_LIKE.num_distinct_actions(),
    max_chance_outcomes=_LIKE.max_chance_outcomes(),
    num_players=2,
    min_utility=-1.0,
    max_utility=1.0,
    utility_sum=0.0,
    max_game_length=PLIES,
)


class IdleGame(pyspiel.Game):
    def __init__(self, params: dict[str, Any] | None = None) -> None:
        super().__init__(_KIND, _INFO, params or {})

    def new_initial_state(self) -> IdleState:
        return IdleState(self)

    def make_py_observer(self, *_: Any) -> IdleObserver:
        return IdleObserver()


class IdleState(pyspiel.State):
    def __init__(self, game: IdleGame) -> None:
        super().__init__(game)
        self.ply = 0

    def current_player(self) -> int:
        if self.ply >= PLIES:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if self.is_chance_node() else 0

    def is_terminal(self) -> bool:
        return self.ply >= PLIES

    def is_chance_node(self) -> bool:
        return self.ply % OF_THESE < ARE_DRAWS and self.ply < PLIES

    def legal_actions(self, player: int | None = None) -> list[int]:
        return MOVES[:]

    def legal_actions_mask(self, player: int | None = None) -> list[int]:
        mask = [0] * _INFO.num_distinct_actions
        for move in MOVES:
            mask[move] = 1
        return mask

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return OUTCOMES

    def _apply_action(self, action: int) -> None:
        self.ply += 1


class IdleObserver:
    tensor = np.zeros(1, np.float32)

    def set_from(self, state: IdleState, player: int) -> None:
        """There is nothing to see."""


pyspiel.register_game(_KIND, IdleGame)
