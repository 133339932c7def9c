"""What tests of the page begin with: records of whole games, people to be, and words."""

from __future__ import annotations

import functools
from urllib.parse import urlsplit

from playwright.sync_api import StorageState

from tests.server.clients import Person
from watergate import Game, Side
from watergate.players import player
from watergate.rules import write_record
from watergate.rules.moves import Verb
from watergate.texts import phrase

MADE_IN = 17
"""The seed of a game of six rounds that the Editor wins by a connection."""


def say(key: str, language: str = "en", /, **values: str | int) -> str:
    """What the page says; taken from the catalogue, so that words can change."""
    return phrase(key, language, **values)


@functools.cache
def whole_game() -> Game:
    """A game with everything in it, played by two players who know what they do."""
    game = Game.start(seed=MADE_IN)
    players = {
        Side.EDITOR: player("priorities", seed=17),
        Side.NIXON: player("priorities", seed=18),
    }
    while isinstance(side := game.decider, Side):
        game.play(players[side].choose(game.view(side)))
    return game


@functools.cache
def record(plies: int | None = None) -> str:
    """The record of that game, or of its beginning."""
    game = whole_game()
    return write_record(game if plies is None else game.at(plies))


def identity_of(person: Person) -> StorageState:
    """Makes a window theirs: `window(path, storage_state=identity_of(ann))`."""
    host = urlsplit(person.url).hostname or ""
    return {
        "cookies": [
            {"name": name, "value": value, "domain": host, "path": "/", "expires": -1,
             "httpOnly": True, "secure": False, "sameSite": "Lax"}
            for name, value in person.http.cookies.items()
        ],
        "origins": [],
    }  # fmt: skip


def in_the_middle(ann: Person, side: Side = Side.EDITOR) -> str:
    """A game of hers that has gone on for a while, where she is to play a card; its id."""
    return _from(ann, side, card_ply(side, 3 * whole_game().ply // 4))


def round_ply(number: int) -> int:
    """Where a round of that game begins. Played on at random, the shortest of 300 games had 62
    decisions from the second round on, 41 from the third, 14 from the fourth."""
    game = whole_game()
    return next(ply for ply in range(game.ply) if game.at(ply).round == number)


def card_ply(side: Side, first: int) -> int:
    """From `first` on, where this side is to play a card."""
    game = whole_game()
    return next(
        ply
        for ply in range(first, game.ply)
        if game.at(ply).decider is side and game.at(ply).moves[0].verb is Verb.PLAY
    )


def won(ann: Person) -> str:
    """A game that she has just won as the Editor; its id."""
    game = _from(ann, Side.EDITOR, whole_game().ply - 1)
    ann.follow(game)
    assert ann.move(str(whole_game().history[-1]))["type"] == "done"
    while not ann.is_over:
        ann.hear_of("update", "status", "table")
    ann.leave()
    return game


def _from(ann: Person, side: Side, ply: int) -> str:
    me, computer = ("editor", "nixon") if side is Side.EDITOR else ("nixon", "editor")
    seats = {me: "me", computer: "level:1"}
    return str(ann.new_game(**seats, start={"record": record(), "ply": ply})["id"])
