"""Restoring: makes the table of a game from its row, with its edition and its luck."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from pathlib import Path

from watergate.edition import Edition, Side, load_edition, standard_edition
from watergate.rules import Game, Viewer

from ..model import Options, Refused, Seat
from ..settings import Settings
from ..storage import GameRow
from ..tables import Draw, Table
from .luck import seeded_draw, system_draw

Editions = Mapping[str, Edition]
"""Those that are played here, by digest."""


def editions(settings: Settings) -> Editions:
    """The editions that are played here."""
    found = [standard_edition(), *(load_edition(Path(path)) for path in settings.editions)]
    return {edition.digest: edition for edition in found}


def restored(row: GameRow, seats: dict[Side, Seat], edition: Edition | None) -> Table:
    """The table of a game before its first act."""
    if edition is None:
        raise Refused("bad_option", option="edition", value=row.edition)
    options = Options.model_validate_json(row.options)
    game = Game.from_position(row.start, edition) if row.start else Game.new(edition)
    return Table(row.id, edition, options, seats, game, draw=draw_for(options))


def warm_up() -> None:
    """Have loaded what a first game needs: that takes a second or more, while nobody is heard."""
    game = Game.start(seed=1)
    game.play(game.moves[0])
    for viewer in Viewer:
        game.view(viewer)


def draw_for(options: Options) -> Draw:
    """Where the luck of a game comes from."""
    if options.seed is not None:
        return functools.partial(seeded_draw, options.seed)
    return system_draw
