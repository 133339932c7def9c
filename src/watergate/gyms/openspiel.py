"""Watergate for OpenSpiel: a registered Python game with chance nodes and hidden information.

After `import watergate.gyms.openspiel`, `pyspiel.load_game("watergate")` makes it. Player 0 is the
Editor, player 1 Nixon. The parameter `edition` is the file of another edition, or "toy" (`toy.py`);
after so many `rounds` a game is broken off, without a winner.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, Self

import numpy as np
import numpy.typing as npt

from watergate.edition import Edition, Side, load_edition
from watergate.edition.loader import STANDARD
from watergate.edition.table import table_of
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
from .toy import TOY, TOY_PLIES, toy_edition

with needs("openspiel"):
    import pyspiel

NAME = "watergate"
MOST_DRAWS = MOVES - CHANCE_MOVES
MOST_PLIES_OF_A_ROUND = 200
"""A bound far away: 63 were the most in thousands of random games."""
HIDDEN_MOVE = MOVES
_CHANCE_PLAYER = int(pyspiel.PlayerId.CHANCE)
_PLAYERS = (0, 1, _CHANCE_PLAYER, int(pyspiel.PlayerId.TERMINAL))
"""OpenSpiel's names of EDITOR, NIXON, CHANCE and NOBODY."""
_SLICES = {piece.name: slice(first_of(piece.name), first_of(piece.name) + piece.size)
           for piece in PIECES}  # fmt: skip


def _game_type(*, recalls_numbers: bool) -> Any:
    """`recalls_numbers`: whether what a player has seen from the start is told in numbers too."""
    return pyspiel.GameType(
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
        provides_information_state_tensor=recalls_numbers,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=True,
        parameter_specification={"edition": STANDARD, "rounds": MOST_ROUNDS_PLAYED},
    )


class Told(NamedTuple):
    """What a viewer has been told of the first so many plies of a game."""

    plies: int
    text: str
    moves: tuple[int, ...]
    """The ids of the moves made, HIDDEN_MOVE instead of one that the viewer cannot see."""


class RememberedGame(OneGame):
    """A game and what each viewer has been told of it."""

    def __init__(self, game: Game, *, rounds: int = MOST_ROUNDS_PLAYED) -> None:
        super().__init__(game, rounds=rounds, first_draw=0)
        self._told: dict[Viewer, Told] = {}

    def told(self, viewer: Viewer) -> Told:
        """All that a viewer has seen: every move, or a `?` for a hidden one, and its events."""
        game = self.game
        plies, text, moves = self._told.get(viewer, Told(-1, f"{viewer}\n", ()))
        if plies < game.ply:
            new = range(plies + 1, game.ply + 1)
            text += "".join(_line(game, ply, viewer) for ply in new)
            moves += tuple(_move_seen(game, ply, viewer) for ply in new if ply)
            self._told[viewer] = Told(game.ply, text, moves)
        return self._told[viewer]

    def redealt(self, side: Side, streams: npt.NDArray[np.int64]) -> Self:
        """A game that this side cannot tell from this one; every deal is equally likely.

        It begins here: what the other side was told before is what everybody was told, and its hand
        as it has been dealt.
        """
        states, hidden = copied(self._states), np.zeros(1, HIDDEN)
        moves = np.zeros(MOST_LEGAL, np.int16)
        tables = table_of(self._game.edition)
        engine().hide(states, 0, tables, hidden, int(side))
        engine().redeal(states, 0, tables, hidden, streams, moves)
        twin = type(self)(Game(states, self._game.edition), rounds=self.rounds)
        twin.recall(self)
        viewer, other = viewer_of(side), viewer_of(Side(1 - side))
        own, in_public = self.told(viewer), self.told(Viewer.SPECTATOR)
        secrets = in_words(twin.observe(Side(1 - side)))
        twin._told = {
            viewer: own._replace(plies=0),
            other: Told(0, f"{other}\n{in_public.text}{secrets}\n", in_public.moves),
            Viewer.SPECTATOR: in_public._replace(plies=0),
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


def _move_seen(game: Game, ply: int, viewer: Viewer) -> int:
    move = game.move_seen(ply, viewer)
    return HIDDEN_MOVE if move is None else game.notation.id_of(move)


class WatergateGame(pyspiel.Game):
    """The game, in the standard edition, in that of a file, or the toy."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        self.rounds: int = (params or {}).get("rounds", MOST_ROUNDS_PLAYED)
        if self.rounds < 1:
            raise ValueError(f"a game has at least 1 round, not {self.rounds}")
        name = (params or {}).get("edition", STANDARD)
        self.edition: Edition = toy_edition() if name == TOY else load_edition(name)
        self._plies_recalled = TOY_PLIES if name == TOY and self.rounds == 1 else 0
        info = pyspiel.GameInfo(
            num_distinct_actions=CHANCE_MOVES,
            max_chance_outcomes=MOST_DRAWS,
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self._plies_recalled or self.rounds * MOST_PLIES_OF_A_ROUND,
        )
        kind = _game_type(recalls_numbers=self._plies_recalled > 0)
        super().__init__(kind, info, params or {})
        self.first = RememberedGame(Game.new(self.edition), rounds=self.rounds)

    def new_initial_state(self) -> WatergateState:
        return WatergateState(self)

    def make_py_observer(
        self, iig_obs_type: Any = None, params: dict[str, Any] | None = None
    ) -> WatergateObserver:
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        return WatergateObserver(kind, params, self._plies_recalled)


class WatergateState(pyspiel.State):
    """A state. Actions of the players are ids of moves; those of chance begin at 0 again.

    What Python asks most often is answered here, where OpenSpiel would ask itself several times.
    """

    def __init__(self, game: WatergateGame, one: RememberedGame | None = None) -> None:
        super().__init__(game)
        self.one = one or game.first.copy()

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
        return list(one.legal)

    def _legal_actions(self, player: int) -> list[int]:
        return self.one.legal_ids()

    def legal_actions_mask(self, player: int | None = None) -> list[int]:
        one = self.one
        asked = _PLAYERS[one.decider]
        if player is None:
            player = asked
        mask = [0] * (MOST_DRAWS if player == _CHANCE_PLAYER else CHANCE_MOVES)
        if player == asked:
            for action in one.legal:
                mask[action] = 1
        return mask

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return self.one.odds()

    def _apply_action(self, action: int) -> None:
        self.one.play(action)

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
    perfect recall, is a text; of the toy of one round, whose games are short, the numbers tell it
    too: `moves` are those that the player has seen, one after the other, and which were hidden.
    """

    def __init__(self, kind: Any, params: dict[str, Any] | None, plies_recalled: int) -> None:
        if params:
            raise ValueError(f"observers take no parameters, not {params}")
        if kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS:
            raise ValueError("no observer sees the private information of all players")
        self._is_public, self._recalls = kind.public_info, kind.perfect_recall
        self._is_private = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self._sees_all = self._is_public and self._is_private
        self.tensor: npt.NDArray[np.float32] | None = None
        self.dict: dict[str, npt.NDArray[np.float32]] = {}
        plies = plies_recalled if self._recalls and self._sees_all else 0
        if plies or not self._recalls:
            self.tensor = np.zeros(OBSERVATION + plies * (HIDDEN_MOVE + 1), np.float32)
            self._now, self._moves = self.tensor[:OBSERVATION], self.tensor[OBSERVATION:]
            self.dict = {piece.name: self._now[_SLICES[piece.name]].reshape(piece.shape)
                         for piece in PIECES}  # fmt: skip
        if plies:
            self.dict["moves"] = self._moves.reshape(plies, HIDDEN_MOVE + 1)

    def set_from(self, state: WatergateState, player: int) -> None:
        if self.tensor is None:
            return
        if self._sees_all:
            state.one.write_observation(player, self._now)
        else:
            self._now[:] = self._row(state.one, Side(player))
        if self._recalls:
            moves = state.one.told(viewer_of(Side(player))).moves
            self._moves.fill(0)
            self.dict["moves"][range(len(moves)), moves] = 1

    def string_from(self, state: WatergateState, player: int) -> str | None:
        if not self._recalls:
            return in_words(self._row(state.one, Side(player)))
        if not self._is_public:
            return None
        viewer = viewer_of(Side(player)) if self._is_private else Viewer.SPECTATOR
        return state.one.told(viewer).text

    def _row(self, one: OneGame, side: Side) -> Row:
        if self._sees_all:
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


pyspiel.register_game(_game_type(recalls_numbers=False), WatergateGame)
