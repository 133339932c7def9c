"""Watergate for OpenSpiel: a registered Python game with chance nodes and hidden information.

After `import watergate.gyms.openspiel`, `pyspiel.load_game("watergate")` makes it. Player 0 is the
Editor, player 1 Nixon. The parameter `edition` is the file of another edition, or "toy" (`toy.py`);
after so many `rounds` a game is broken off, without a winner.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from watergate.edition import Edition, Side, load_edition
from watergate.edition.loader import STANDARD
from watergate.engine import engine
from watergate.rules import Game, Viewer
from watergate.rules.core.chance import STREAMS
from watergate.rules.core.ids import CHANCE_MOVES, MOST_LEGAL, MOVES
from watergate.rules.core.knowledge import HIDDEN
from watergate.rules.core.observation import OBSERVATION, PIECES, first_of
from watergate.rules.core.playout import MOST_ROUNDS_PLAYED
from watergate.rules.core.state import CHANCE, NOBODY, copied
from watergate.rules.viewers import viewer_of

from .extras import needs
from .one_game import OneGame, Row
from .toy import TOY, toy_edition

with needs("openspiel"):
    import pyspiel

NAME = "watergate"
MOST_PLIES_OF_A_ROUND = 200
"""A bound far away: 63 were the most in thousands of random games."""
_PLAYERS = (0, 1, int(pyspiel.PlayerId.CHANCE), int(pyspiel.PlayerId.TERMINAL))
"""OpenSpiel's names of EDITOR, NIXON, CHANCE and NOBODY."""
_SLICES = {piece.name: slice(first_of(piece.name), first_of(piece.name) + piece.size)
           for piece in PIECES}  # fmt: skip

GAME_TYPE = pyspiel.GameType(
    short_name=NAME,
    long_name="Watergate",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=2,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    provides_factored_observation_string=True,
    parameter_specification={"edition": STANDARD, "rounds": MOST_ROUNDS_PLAYED},
)


class RememberedGame(OneGame):
    """A game and what each viewer has been told of it, as text."""

    def __init__(self, game: Game, *, rounds: int = MOST_ROUNDS_PLAYED) -> None:
        super().__init__(game, rounds=rounds)
        self._told: dict[Viewer, tuple[int, str]] = {}

    def told(self, viewer: Viewer) -> str:
        """All that a viewer has seen: every move, or a `?` for a hidden one, and its events."""
        game = self.game
        plies, text = self._told.get(viewer, (-1, f"{viewer}\n"))
        if plies < game.ply:
            new = (_line(game, ply, viewer) for ply in range(plies + 1, game.ply + 1))
            text += "".join(new)
            self._told[viewer] = game.ply, text
        return text

    def redealt(self, side: Side, streams: npt.NDArray[np.int64]) -> Self:
        """A game that this side cannot tell from this one; every deal is equally likely.

        It begins here: what the other side was told before is what everybody was told, and its hand
        as it has been dealt.
        """
        states, hidden = copied(self._states), np.zeros(1, HIDDEN)
        moves = np.zeros(MOST_LEGAL, np.int16)
        engine().hide(states, 0, self._tables, hidden, int(side))
        engine().redeal(states, 0, self._tables, hidden, streams, moves)
        twin = type(self)(Game(states, self._game.edition), rounds=self.rounds)
        twin._histories = self._histories.copy()
        viewer, other = viewer_of(side), viewer_of(Side(1 - side))
        in_public = self.told(Viewer.SPECTATOR)
        secrets = in_words(twin.observe(Side(1 - side)))
        twin._told = {
            viewer: (0, self.told(viewer)),
            other: (0, f"{other}\n{in_public}{secrets}\n"),
            Viewer.SPECTATOR: (0, in_public),
        }
        return twin

    def copy(self) -> Self:
        twin = super().copy()
        twin._told = dict(self._told)
        return twin


def _line(game: Game, ply: int, viewer: Viewer) -> str:
    move = game.move_seen(ply, viewer) if ply else "begin"
    events = [
        " ".join([entry.key, *map(str, entry.params.values())])
        for entry in game.events(ply, viewer)
    ]
    return f"{'?' if move is None else move}: {', '.join(events)}\n"


class WatergateGame(pyspiel.Game):
    """The game, in the standard edition, in that of a file, or the toy."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        self.rounds: int = (params or {}).get("rounds", MOST_ROUNDS_PLAYED)
        if self.rounds < 1:
            raise ValueError(f"a game has at least 1 round, not {self.rounds}")
        name = (params or {}).get("edition", STANDARD)
        self.edition: Edition = toy_edition() if name == TOY else load_edition(name)
        info = pyspiel.GameInfo(
            num_distinct_actions=CHANCE_MOVES,
            max_chance_outcomes=MOVES - CHANCE_MOVES,
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.rounds * MOST_PLIES_OF_A_ROUND,
        )
        super().__init__(GAME_TYPE, info, params or {})

    def new_initial_state(self) -> WatergateState:
        return WatergateState(self)

    def make_py_observer(
        self, iig_obs_type: Any = None, params: dict[str, Any] | None = None
    ) -> WatergateObserver:
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        return WatergateObserver(kind, params)


class WatergateState(pyspiel.State):
    """A state. Actions of the players are ids of moves; those of chance begin at 0 again.

    What Python asks most often is answered here, where OpenSpiel would ask itself several times.
    """

    def __init__(self, game: WatergateGame, one: RememberedGame | None = None) -> None:
        super().__init__(game)
        self.one = one or RememberedGame(Game.new(game.edition), rounds=game.rounds)

    def current_player(self) -> int:
        return _PLAYERS[self.one.decider]

    def is_terminal(self) -> bool:
        return self.one.decider == NOBODY

    def is_chance_node(self) -> bool:
        return self.one.decider == CHANCE

    def legal_actions(self, player: int | None = None) -> list[int]:
        one = self.one
        if player is not None and player != _PLAYERS[one.decider]:
            return []
        if one.decider == CHANCE:
            return [move - CHANCE_MOVES for move in one.legal_ids()]
        return one.legal_ids().copy()

    def _legal_actions(self, player: int) -> list[int]:
        return self.one.legal_ids()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(move - CHANCE_MOVES, odds) for move, odds in self.one.odds()]

    def _apply_action(self, action: int) -> None:
        self.one.play(action + CHANCE_MOVES if self.one.decider == CHANCE else action)

    def _action_to_string(self, player: int, action: int) -> str:
        move = action + CHANCE_MOVES if player == pyspiel.PlayerId.CHANCE else action
        return str(self.one.game.notation.moves[move])

    def returns(self) -> list[float]:
        return list(self.one.returns)

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> WatergateState:
        """A state that the player cannot tell from this one. Its history begins with it."""
        streams = np.array([int(sampler() * 2**53) for _ in range(STREAMS)], np.int64)
        return WatergateState(self.get_game(), self.one.redealt(Side(player), streams))

    def __str__(self) -> str:
        return f"ply {self.one.game.ply}: {self.one.game.position}"


class WatergateObserver:
    """What a player knows: all of it, what is public, or what is private, now or from the start.

    Numbers (`docs/observation.md`) tell what is known now. What was known from the start, with
    perfect recall, is a text alone.
    """

    def __init__(self, kind: Any, params: dict[str, Any] | None) -> None:
        if params:
            raise ValueError(f"observers take no parameters, not {params}")
        if kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS:
            raise ValueError("no observer sees the private information of all players")
        self._is_public, self._recalls = kind.public_info, kind.perfect_recall
        self._is_private = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self.tensor: npt.NDArray[np.float32] | None = None
        self.dict: dict[str, npt.NDArray[np.float32]] = {}
        if not self._recalls:
            self.tensor = np.zeros(OBSERVATION, np.float32)
            self.dict = {piece.name: self.tensor[_SLICES[piece.name]].reshape(piece.shape)
                         for piece in PIECES}  # fmt: skip

    def set_from(self, state: WatergateState, player: int) -> None:
        if self.tensor is None:
            return
        if self._is_public and self._is_private:
            self.tensor.fill(0)
            state.one.write_observation(player, self.tensor)
        else:
            self.tensor[:] = self._row(state.one, Side(player))

    def string_from(self, state: WatergateState, player: int) -> str | None:
        if not self._recalls:
            return in_words(self._row(state.one, Side(player)))
        if not self._is_public:
            return None
        return state.one.told(viewer_of(Side(player)) if self._is_private else Viewer.SPECTATOR)

    def _row(self, one: OneGame, side: Side) -> Row:
        if self._is_public and self._is_private:
            return one.observe(side)
        openly = one.observe_openly()
        if self._is_public:
            return openly
        own = one.observe(side)
        return own & ~openly if self._is_private else np.zeros_like(own)


def in_words(row: Row) -> str:
    """An observation as text: the pieces that are not empty, and where in them stands a yes."""
    found = {name: np.flatnonzero(row[where]) for name, where in _SLICES.items()}
    return "; ".join(f"{name} {' '.join(map(str, at))}" for name, at in found.items() if len(at))


pyspiel.register_game(GAME_TYPE, WatergateGame)
