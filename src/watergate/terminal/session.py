"""A game at one screen: seats, who is looking, take-backs, saving and resuming.

It knows nothing of how things are shown; the application and the plain mode both stand on it. Only
the view of the person who is looking ever leaves it, and nobody's while the screen is handed over.
"""

from __future__ import annotations

import contextlib
import itertools
import os
import re
import tempfile
from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path

import platformdirs

from watergate.edition import Edition, Side, standard_edition
from watergate.errors import TranslatedError
from watergate.players import Thought
from watergate.players.seating import PERSON, USUAL, check_seat, is_seat, level_of
from watergate.rules import (
    Entry,
    Game,
    Move,
    View,
    Viewer,
    WatergateError,
    load,
    ply_to_go_back_to,
    write_record,
)

from .computers import Minds

SEAT_TAGS = re.compile(r'^\[(?:Editor|Nixon) "(.*)"\]$', re.MULTILINE)
MOST_ASKED = 10
"""So many saved games are asked for the last opponent."""


class Session:
    """A game between people and computer players at one screen."""

    def __init__(self, game: Game, seats: dict[Side, str], path: Path | None = None) -> None:
        for seat in seats.values():
            check_seat(seat)
        self._game = game
        self.seats = seats
        self.path = path
        self._minds = Minds(seats, game.edition)
        people = [side for side in Side if seats[side] == PERSON]
        self.eyes: Side | None = people[0] if len(people) == 1 else None
        """The side whose person is looking; None while the screen is handed over."""

    # Making and keeping sessions

    @classmethod
    def start(
        cls,
        *,
        editor: str = PERSON,
        nixon: str = USUAL,
        edition: Edition | None = None,
        seed: int | None = None,
        path: Path | None = None,
        game: Game | None = None,
    ) -> Session:
        """A new game, or one that goes on from where this one stands."""
        if game is None:
            game = Game.start(edition, seed)
        else:
            game.draw_at_random(seed)
        session = cls(game, {Side.EDITOR: editor, Side.NIXON: nixon}, path)
        session.save()
        return session

    @classmethod
    def resume(cls, path: Path, edition: Edition | None = None) -> Session:
        """Go on with a saved game; its luck from now on is new."""
        game = load(path, edition or standard_edition())
        seats = {side: game.tags.get(side.name.title(), PERSON) for side in Side}
        game.draw_at_random()
        return cls(
            game, {side: seat if is_seat(seat) else PERSON for side, seat in seats.items()}, path
        )

    def save(self) -> None:
        """Write the game to its file, if it has one: whole or not at all, whatever happens."""
        if self.path is None:
            return
        self._game.tags.update({side.name.title(): self.seats[side] for side in Side})
        self.path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=self.path.parent, prefix=".saving-")
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                file.write(write_record(self._game))
                file.flush()
                os.fsync(file.fileno())
            os.replace(name, self.path)
        except BaseException:
            with contextlib.suppress(OSError):
                os.unlink(name)
            raise

    # Who is to do what

    @property
    def edition(self) -> Edition:
        return self._game.edition

    @property
    def people(self) -> list[Side]:
        return [side for side in Side if self.seats[side] == PERSON]

    @property
    def is_over(self) -> bool:
        return self._game.decider is None

    @property
    def decider(self) -> Side | None:
        """The side that decides; draws are made at once, so never chance."""
        who = self._game.decider
        return who if isinstance(who, Side) else None

    @property
    def computer_is_next(self) -> bool:
        return self.decider in self._minds.sides

    @property
    def person_is_next(self) -> bool:
        """Whether the person who looks is to decide."""
        return self.eyes is not None and self.decider is self.eyes

    @property
    def handed_to(self) -> Side | None:
        """The side the screen must be handed to before anything is shown, or None."""
        decider = self.decider
        if len(self.people) == 2 and decider is not None and decider is not self.eyes:
            return decider
        return None

    def take_seat(self, side: Side) -> None:
        """The person of a side is looking now, and nobody else."""
        if side not in self.people:
            raise WatergateError(f"no person plays {side}")
        self.eyes = side

    def look_away(self) -> None:
        """Between two people, hide everything until one of them takes a seat."""
        if len(self.people) == 2:
            self.eyes = None

    # Seeing

    @property
    def viewer(self) -> Viewer:
        """Through whose eyes the screen shows the game: everyone's once it is over."""
        if self.is_over:
            return Viewer.EVERYONE
        return Viewer.SPECTATOR if self.eyes is None else Viewer(str(self.eyes))

    @property
    def view(self) -> View:
        return self._game.view(self.viewer)

    def events_since(self, ply: int) -> list[Entry]:
        """What has happened after a ply, as the one who looks may read it."""
        return [entry for n in range(ply + 1, self._game.ply + 1)
                for entry in self._game.events(n, self.viewer) if entry.is_told]  # fmt: skip

    # Doing

    def choose(self, move: Move | str | int) -> None:
        """The person who looks makes a move; IllegalMove if it is none, and nothing changes."""
        if not self.person_is_next:
            raise WatergateError("it is not the turn of the person who is looking")
        self._game.play(move)
        self._answer_forced()
        self.save()

    def computer_thinks(self) -> Callable[[], Move]:
        """The choice of the computer player whose decision it is; to be called in any thread."""
        side = self.decider
        assert side is not None
        return self._minds.choice(side, self._game.view(side))

    def computer_moves(self, move: Move | None = None) -> None:
        """The computer player whose decision it is makes a move: this one, if it has chosen."""
        self._game.play(self.computer_thinks()() if move is None else move)
        self._answer_forced()
        self.save()

    def advice(self) -> Callable[[], Thought]:
        """What a strong player thinks, who sees what the person who decides sees and nothing else.

        To be called in any thread.
        """
        if not self.person_is_next:
            raise WatergateError("it is not the turn of the person who is looking")
        return self._minds.advice(self.view)

    def stop_advice(self) -> None:
        self._minds.stop_advice()

    def leave(self) -> None:
        """End whatever thinking is under way: nobody looks any more."""
        self._minds.stop()

    def _answer_forced(self) -> None:
        """Against the computer, decisions with a single move are answered for the person.

        Between two people they are not: the screen is handed over at every decision, so that nobody
        can tell from a missing hand-over whether a reaction was possible (RULES 8.11).
        """
        if len(self.people) == 2:
            return
        while self.decider in self.people and len(self._game.moves) == 1:
            self._game.play(self._game.moves[0])

    # Taking back

    @property
    def can_take_back(self) -> bool:
        return self._ply_to_go_back_to() is not None

    def take_back(self) -> None:
        """Undo the last move of the person who looks, if nothing has come to light since."""
        ply = self._ply_to_go_back_to()
        if ply is None:
            raise WatergateError(
                "nothing can be taken back: something has been revealed, or nothing done"
            )
        self._game.back_to(ply)
        self.save()

    def _ply_to_go_back_to(self) -> int | None:
        """To which ply; decisions that were answered for a person are no choices of theirs."""
        if self.eyes is None or not self.person_is_next:
            return None
        return ply_to_go_back_to(self._game, self.eyes, skips_forced=len(self.people) == 1)


# Saved games


def saves_folder() -> Path:
    return Path(platformdirs.user_data_dir("watergate")) / "saves"


def saved_games() -> Iterator[tuple[Path, float]]:
    """The saved games with the time of their last change, the newest first."""
    found: list[tuple[float, Path]] = []
    for path in saves_folder().glob("*.wg"):
        with contextlib.suppress(OSError):  # it may be gone by now
            found.append((path.stat().st_mtime, path))
    return ((path, changed) for changed, path in sorted(found, reverse=True))


def save_path(name: str) -> Path:
    """Where a game of this name is saved."""
    if not re.fullmatch(r"[\w][\w .-]{0,60}", name):
        raise TranslatedError("terminal.bad_name")
    return saves_folder() / f"{name}.wg"


def default_name() -> str:
    """A name for a new game: the date and time, with a number behind if that is taken."""
    name = f"{datetime.now().astimezone():%Y-%m-%d %H.%M}"
    tries = (name, *(f"{name} {n}" for n in range(2, 1_000)))
    return next(name for name in tries if not save_path(name).exists())


def last_opponent() -> str:
    """The level that was played against last, as the saved games tell; the usual one at first."""
    for path, _ in itertools.islice(saved_games(), MOST_ASKED):
        with contextlib.suppress(OSError, UnicodeDecodeError):
            tags: list[str] = SEAT_TAGS.findall(path.read_text(encoding="utf-8"))
            levels = [seat for seat in tags if level_of(seat) is not None]
            if PERSON in tags and levels:
                return levels[0]
    return USUAL
