"""Play one game of an arena. A player that fails or gives no legal move loses, with the reason."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import asdict, dataclass
from functools import lru_cache

from threadpoolctl import ThreadpoolController

from watergate.coach.account import luck_of
from watergate.coach.open_value import OpenValue
from watergate.edition import Edition, Side
from watergate.lab.simulate import STOPPED, is_going_on, seated
from watergate.players import Player, PlayerFailed
from watergate.players.policy import shipped_policy
from watergate.rules import Game, Move, WatergateError, write_record
from watergate.rules.core.playout import MOST_ROUNDS_PLAYED

from .plan import Fixture

FAILED = "failed"
"""How a game ended that a player lost by failing."""
LONGEST_REASON = 300
DIGITS_OF_LUCK = 4


@dataclass(frozen=True, slots=True)
class Played(Fixture):
    """A game and what came of it. The fields are the columns of games.csv."""

    winner: str
    """A side; nobody where automatic play stopped the game (RULES 9.5)."""
    way: str
    rounds: int
    decisions: int
    moves: int
    failed: str
    """The side that failed, if one did, and why."""
    reason: str
    luck: float | None = None
    """What cards and evidence brought the Editor (`watergate.coach`); None where not asked for."""

    @property
    def editor_score(self) -> float:
        """What the game counts for the Editor's player: 1, 0, or a half if it was stopped."""
        return {str(Side.EDITOR): 1.0, str(Side.NIXON): 0.0}.get(self.winner, 0.5)

    def score(self, name: str) -> float:
        return self.editor_score if name == self.editor else 1 - self.editor_score

    def luck_for(self, name: str) -> float | None:
        return self.luck if self.luck is None or name == self.editor else -self.luck


class _Failure(Exception):
    """A side cannot go on."""

    def __init__(self, side: Side, reason: str) -> None:
        super().__init__(reason)
        self.side, self.reason = side, reason


def play(
    fixture: Fixture, edition: Edition, with_record: bool, with_luck: bool = False
) -> tuple[Played, str | None]:
    """Play a game between two named players; what came of it, and its record if that is wanted."""
    game = Game.start(edition, fixture.seed)
    decisions = 0
    failure: _Failure | None = None
    try:
        with _players(fixture, edition) as players:
            while is_going_on(game):
                _play_one(game, players)
                decisions += 1
    except _Failure as caught:
        failure = caught
    played = _played(fixture, game, decisions, failure, _luck(game) if with_luck else None)
    return played, _record(game, played) if with_record else None


def _luck(game: Game) -> float:
    with ThreadpoolController().limit(limits=1, user_api="blas"):
        return round(luck_of(game, _open_value(game.edition)), DIGITS_OF_LUCK)


@lru_cache(maxsize=1)
def _open_value(edition: Edition) -> OpenValue:
    return OpenValue(edition, shipped_policy())


@contextmanager
def _players(fixture: Fixture, edition: Edition) -> Iterator[dict[Side, Player]]:
    with ExitStack() as stack:
        players = {}
        for side, name in ((Side.EDITOR, fixture.editor), (Side.NIXON, fixture.nixon)):
            with _blaming(side):
                players[side] = seated(name, side, edition, fixture.seed)
            stack.callback(_close, players[side].close)
        yield players


def _close(close: Callable[[], None]) -> None:
    with suppress(Exception):  # the game is over: what happens now changes nothing
        close()


@contextmanager
def _blaming(side: Side) -> Iterator[None]:
    """Whatever a player's own code raises is that side's failure."""
    try:
        yield
    except WatergateError as error:
        raise _Failure(side, _line(str(error))) from error
    except (Exception, SystemExit) as error:
        raise _Failure(side, _line(f"{type(error).__name__}: {error}")) from error


def _play_one(game: Game, players: dict[Side, Player]) -> None:
    side = game.decider
    assert isinstance(side, Side)
    view = game.view(side)
    with _blaming(side):
        move = players[side].choose(view)
        if not isinstance(move, Move):
            raise PlayerFailed(f"gave {move!r}, which is no move")
        number = game.checked(move)
    game.play(number)


def _line(reason: str) -> str:
    """A reason as one printable line, so that it fits a row of a sheet and a tag of a record."""
    text = "".join(sign if sign.isprintable() else " " for sign in reason)
    return " ".join(text.split())[:LONGEST_REASON]


def _played(
    fixture: Fixture, game: Game, decisions: int, failure: _Failure | None, luck: float | None
) -> Played:
    if failure is not None:
        winner, way = str(failure.side.opponent), FAILED
    elif game.result is not None:
        winner, way = game.result.winner or "", game.result.way
    else:
        winner, way = "", STOPPED
    return Played(
        **asdict(fixture),
        winner=winner,
        way=way,
        rounds=min(game.round, MOST_ROUNDS_PLAYED),
        decisions=decisions,
        moves=game.ply,
        failed=str(failure.side) if failure else "",
        reason=failure.reason if failure else "",
        luck=luck,
    )


def _record(game: Game, played: Played) -> str:
    game.tags.update({"Editor": played.editor, "Nixon": played.nixon, "Seed": str(played.seed)})
    if played.failed:
        game.tags["Failed"] = f"{played.failed}: {played.reason}"
    return write_record(game)
