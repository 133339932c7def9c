"""Files of an arena: settings and finished games to resume from, and the results.

    settings.json     what is played; written first
    games.csv         a line a game: appended as games are finished, in order once all are
    records/          every game's record, if that is wanted
    results.json      the report, as `--json` prints it
    crosstable.csv    each player's score against each other
    ratings.png, ratings.svg

Where the power fails, the last line of games.csv may be torn; it is cut off when play goes on.
"""

from __future__ import annotations

import csv
import io
import json
import os
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, astuple, dataclass, fields
from pathlib import Path
from typing import Any, TextIO

from pydantic import ConfigDict, TypeAdapter

from watergate.lab.simulate import file_name

from .match import Played
from .plan import ArenaError, Fixture, Plan
from .sprt import Hypotheses
from .workers import Finished

SETTINGS, GAMES, RECORDS = "settings.json", "games.csv", "records"
RESULTS, CROSSTABLE = "results.json", "crosstable.csv"
_COLUMNS = [column.name for column in fields(Played)]
_READ: dict[str, Callable[[str], Any]] = {"int": int, "str": str, "float | None": float}
_READERS = {column.name: _READ[str(column.type)] for column in fields(Played)}


@dataclass(frozen=True, slots=True)
class ArenaSettings:
    """A plan as plain data; the edition by its name and digest."""

    __pydantic_config__ = ConfigDict(extra="forbid")

    players: tuple[str, ...]
    games: int
    seed: int
    edition: str
    edition_digest: str
    records: bool
    sprt: Hypotheses | None
    luck: bool = False


def settings_of(plan: Plan) -> ArenaSettings:
    edition = plan.edition
    return ArenaSettings(
        plan.players, 2 * plan.pairs, plan.seed, edition.name, edition.digest, plan.records,
        plan.test, plan.luck,
    )  # fmt: skip


def _columns(plan: Plan) -> list[str]:
    """Those of games.csv; the last, the luck, only where it is counted."""
    return _COLUMNS if plan.luck else _COLUMNS[:-1]


def _row(game: Played, plan: Plan) -> str:
    return _line(astuple(game)[: len(_columns(plan))])


def write_whole(path: Path, data: str | bytes) -> None:
    """Write a file whole or not at all."""
    beside = path.with_name(f".{path.name}.new")
    with beside.open("wb") as file:
        file.write(data.encode() if isinstance(data, str) else data)
        file.flush()
        os.fsync(file.fileno())
    beside.replace(path)


def read_settings(folder: Path) -> ArenaSettings:
    """The settings of an arena to go on with."""
    path = folder / SETTINGS
    try:
        return TypeAdapter(ArenaSettings).validate_json(path.read_bytes())
    except FileNotFoundError:
        raise ArenaError(f"{folder} holds no arena to resume: it has no {SETTINGS}") from None
    except ValueError as error:
        reason = " ".join(str(error).split())
        raise ArenaError(f"{path} does not hold the settings of an arena: {reason}") from None


class Folder:
    """An open folder. `finished` is called for every game at once; `close` ends it."""

    def __init__(self, path: Path, plan: Plan) -> None:
        self.path, self._plan = path, plan
        self._sheet: TextIO | None = None

    def begin(self) -> dict[int, Played]:
        """Take a folder that holds no arena yet, or one without games."""
        if self._is_taken():
            raise ArenaError(
                f"{self.path} holds an arena already; go on with it by --resume, or name another"
            )
        self._make()
        write_whole(self.path / GAMES, _line(_columns(self._plan)))
        write_whole(self.path / SETTINGS, as_text(asdict(settings_of(self._plan))))
        self._open()
        return {}

    def _is_taken(self) -> bool:
        games = self.path / GAMES
        if games.exists():
            return games.read_bytes() != _line(_columns(self._plan)).encode()
        return (self.path / SETTINGS).exists()

    def resume(self) -> dict[int, Played]:
        """Go on with the arena that is there; the games that it has finished."""
        _compare(read_settings(self.path), settings_of(self._plan), self.path)
        self._make()
        done, whole = _read_games(self.path / GAMES, self._plan)
        if whole is not None:
            os.truncate(self.path / GAMES, whole)
        self._open()
        return done

    def _make(self) -> None:
        folder = self.path / RECORDS if self._plan.records else self.path
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except FileExistsError:
            raise ArenaError(f"{folder} is no folder") from None

    def _open(self) -> None:
        self._sheet = (self.path / GAMES).open("a", encoding="utf-8", newline="")

    def finished(self, game: Finished) -> None:
        """Keep a game: its record first, so that no line in the sheet lacks its record."""
        played, record = game
        assert self._sheet is not None
        if record is not None:
            write_whole(self.record_path(played), record)
        self._sheet.write(_row(played, self._plan))
        self._sheet.flush()
        os.fsync(self._sheet.fileno())

    def record_path(self, game: Fixture) -> Path:
        names = f"{file_name(game.editor)}-{file_name(game.nixon)}"
        return self.path / RECORDS / f"{game.game:06}-{names}-{game.seed}.wg"

    def close(self) -> None:
        if self._sheet is not None:
            self._sheet.close()
            self._sheet = None

    def complete(self, games: Iterable[Played], dropped: Iterable[Fixture]) -> None:
        """Put the games in order and leave out those that a decided test did not need."""
        self.close()
        rows = [_line(_columns(self._plan)), *(_row(game, self._plan) for game in games)]
        write_whole(self.path / GAMES, "".join(rows))
        if self._plan.records:
            for game in dropped:
                self.record_path(game).unlink(missing_ok=True)


def _compare(found: ArenaSettings, wished: ArenaSettings, folder: Path) -> None:
    """Refuse to go on with other settings, and name what differs."""
    theirs = asdict(wished)
    for name, value in asdict(found).items():
        if theirs[name] != value:
            raise ArenaError(
                f"the arena in {folder} has {name} {json.dumps(value)}, not "
                f"{json.dumps(theirs[name])}; name the same, or another folder"
            )


def as_text(data: Any) -> str:
    return json.dumps(data, indent=2, ensure_ascii=False, allow_nan=False) + "\n"


def _line(cells: Iterable[Any]) -> str:
    return sheet([cells])


def sheet(rows: Iterable[Iterable[Any]]) -> str:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows)
    return text.getvalue()


def _read_games(path: Path, plan: Plan) -> tuple[dict[int, Played], int | None]:
    """The games of a sheet, and where its whole lines end if something torn follows them."""
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        write_whole(path, _line(_columns(plan)))
        return {}, None
    lines = data.splitlines(keepends=True)
    if not lines or lines[0] != _line(_columns(plan)).encode():
        raise ArenaError(f"{path} is not the sheet of an arena: its first line is another")
    done: dict[int, Played] = {}
    end = len(lines[0])
    for number, line in enumerate(lines[1:], start=2):
        played = _read_line(line, _columns(plan))
        if played is None:
            if number < len(lines):
                raise ArenaError(f"{path}: line {number} is no game")
            return done, end
        _check_place(played, plan, path, number)
        done[played.game] = played
        end += len(line)
    return done, None


def _read_line(line: bytes, columns: Sequence[str]) -> Played | None:
    """The game of a line; None if the line is torn."""
    if not line.endswith(b"\n"):
        return None
    try:
        (cells,) = csv.reader([line.decode()], strict=True)
        named = dict(zip(columns, cells, strict=True))
        return Played(**{name: _READERS[name](cell) for name, cell in named.items()})
    except (ValueError, csv.Error):
        return None


def _check_place(played: Played, plan: Plan, path: Path, number: int) -> None:
    place = [getattr(played, column.name) for column in fields(Fixture)]
    if not 1 <= played.game <= plan.games or place != list(astuple(plan.fixture(played.game))):
        raise ArenaError(f"{path}: the game in line {number} is none of this arena")
