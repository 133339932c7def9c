"""Sources of a report's games: a run of one player against itself, or records.

    settings.json     what is played; written first
    records/          every finished game's record, written whole or not at all

Game g (from 1) has the luck of seed S + g - 1, and no luck is played twice: for the balance of the
roles, single games say more than pairs. The records are the journal: a run goes on with the games
that have none yet, and a report reads nothing else.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, suppress
from dataclasses import asdict, dataclass
from pathlib import Path

from pydantic import ConfigDict, TypeAdapter

from watergate.edition import Edition
from watergate.lab.arena.folder import RECORDS, SETTINGS, as_text, write_whole
from watergate.lab.arena.plan import Fixture
from watergate.lab.arena.workers import Crew
from watergate.players import player
from watergate.rules import Game, WatergateError, load

from .counting import TWICE, counted, why_left_out
from .figures import Tally

Told = Callable[[int], None]
"""Is told how many games are done."""


class BalanceError(WatergateError):
    """A report that cannot be made as it was asked for. Says why."""


@dataclass(frozen=True, slots=True)
class BalanceSettings:
    """What is played; the edition by its name and digest."""

    __pydantic_config__ = ConfigDict(extra="forbid")

    player: str
    games: int
    seed: int
    edition: str
    edition_digest: str


def read_settings(folder: Path) -> BalanceSettings:
    """The settings of a run to go on with."""
    path = folder / SETTINGS
    try:
        return TypeAdapter(BalanceSettings).validate_json(path.read_bytes())
    except FileNotFoundError:
        raise BalanceError(f"{folder} holds no run to resume: it has no {SETTINGS}") from None
    except ValueError as error:
        reason = " ".join(str(error).split())[:300]
        raise BalanceError(f"{path} does not hold the settings of a run: {reason}") from None


class Run:
    """The games of a player against itself in a folder."""

    def __init__(self, path: Path, settings: BalanceSettings, edition: Edition) -> None:
        self.path, self.settings, self._edition = path, settings, edition

    def begin(self) -> None:
        """Take a folder that holds no run yet, or one without games."""
        if (self.path / SETTINGS).exists() and any((self.path / RECORDS).glob("*.wg")):
            raise BalanceError(
                f"{self.path} holds a run already; go on with it by --resume, or name another"
            )
        self._write_settings()

    def resume(self) -> None:
        """Go on with the run that is there; the number of games may be another one."""
        kept = asdict(read_settings(self.path))
        for name, value in asdict(self.settings).items():
            if name != "games" and kept[name] != value:
                raise BalanceError(
                    f"the run in {self.path} has {name} {kept[name]!r}, not {value!r}; "
                    "name the same, or another folder"
                )
        self._write_settings()

    def _write_settings(self) -> None:
        _try_player(self.settings.player, self._edition)
        try:
            (self.path / RECORDS).mkdir(parents=True, exist_ok=True)
        except (FileExistsError, NotADirectoryError):
            raise BalanceError(f"{self.path} is no folder for games") from None
        write_whole(self.path / SETTINGS, as_text(asdict(self.settings)))

    def fixtures(self) -> Iterator[Fixture]:
        name, seed = self.settings.player, self.settings.seed
        for g in range(self.settings.games):
            yield Fixture(g + 1, 0, g, seed + g, name, name)

    def record_path(self, game: Fixture) -> Path:
        return self.path / RECORDS / f"{game.game:06}-{game.seed}.wg"

    def missing(self) -> list[Fixture]:
        there = {path.name for path in (self.path / RECORDS).glob("*.wg")}
        return [game for game in self.fixtures() if self.record_path(game).name not in there]

    def play_on(self, crew: Crew, tell: Told | None = None) -> int:
        """Play what is missing, and say how many that were.

        Every game is kept at once; an interrupt loses those under way.
        """
        missing = self.missing()
        before = done = self.settings.games - len(missing)
        with closing(crew(missing, self._edition, True, False)) as games:
            for game, record in games:
                assert record is not None
                write_whole(self.record_path(game), record)
                done += 1
                if tell is not None:
                    tell(done)
        return done - before

    def paths(self) -> list[Path]:
        """The records of this run's games, in order."""
        return [path for game in self.fixtures() if (path := self.record_path(game)).exists()]


def _try_player(name: str, edition: Edition) -> None:
    """Make a player once, so that a wrong name is refused before anything is written."""
    one = player(name, 0, edition)
    with suppress(Exception):
        one.close()


def record_paths(folders: Iterable[Path]) -> list[Path]:
    """All records in some folders and the folders within them, in order."""
    found = []
    for folder in folders:
        if not folder.is_dir():
            raise BalanceError(f"{folder} is no folder")
        found += sorted(folder.rglob("*.wg"))
    return found


def tally_of(paths: Iterable[Path], edition: Edition, tell: Told | None = None) -> Tally:
    """The counts of records, read one by one. A game that was there before is left out."""
    tally = Tally(edition)
    seen: set[bytes] = set()
    for done, path in enumerate(paths, start=1):
        _add(tally, _loaded(path, edition), seen)
        if tell is not None:
            tell(done)
    return tally


def _loaded(path: Path, edition: Edition) -> Game:
    try:
        return load(path, edition)
    except WatergateError as error:
        text = str(error)
        raise BalanceError(text if text.startswith(str(path)) else f"{path}: {text}") from None


def _add(tally: Tally, game: Game, seen: set[bytes]) -> None:
    reason = why_left_out(game)
    moves = hashlib.blake2b(repr(game.history_ids).encode(), digest_size=12).digest()
    if reason is None and moves in seen:
        reason = TWICE
    if reason is not None:
        tally.leave_out(reason)
        return
    seen.add(moves)
    tally.add(counted(game), game.tags)
