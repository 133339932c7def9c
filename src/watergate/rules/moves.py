"""Moves as typed values, with their texts and ids.

The text is the stable form that records, bots and people use; the id (`ids.py`) is derived from it
and fixed. `docs/notation.md` describes both. Which moves exist depends on the edition's names only;
whether one is legal now is the rules' affair.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from enum import StrEnum

from pydantic import ConfigDict, with_config

from watergate.edition import Edition
from watergate.edition.caching import kept_by_edition

from .core import ids
from .core.state import REST
from .errors import IllegalMove
from .names import MARKERS, place_name


class Verb(StrEnum):
    """What a move does. The last three are chance's."""

    PASS = "pass"
    PLAY = "play"
    DISCARD = "discard"
    REACT = "react"
    REUSE = "reuse"
    REMOVE = "remove"
    ASK = "ask"
    CHOOSE = "choose"
    PIN = "pin"
    DRAW = "draw"
    LOSE = "lose"
    REVEAL = "reveal"

    def __repr__(self) -> str:
        return f"Verb.{self.name}"


class Part(StrEnum):
    """The two parts of a card (RULES 4.2)."""

    VALUE = "value"
    ACTION = "action"

    def __repr__(self) -> str:
        return f"Part.{self.name}"


FACEDOWN, INITIATIVE, MOMENTUM = MARKERS


@with_config(ConfigDict(extra="forbid", json_schema_serialization_defaults_required=True))
@dataclass(frozen=True, slots=True)
class Move:
    """One move of a side or of chance; which fields it has depends on the verb.

    `target` is a marker, a colour, a space, a picture, or `facedown`; `token` is the kind of an
    evidence token and `at` where on the track it lies. `text`, the notation, follows from the rest.
    """

    verb: Verb
    card: int | None = None
    part: Part | None = None
    target: str | None = None
    token: str | None = None
    at: str | None = None
    text: str = ""

    def __post_init__(self) -> None:
        token = self.token if self.at is None else f"{self.token}@{self.at}"
        words = (self.verb, self.card, self.part, self.target, token)
        text = " ".join(str(word) for word in words if word is not None)
        object.__setattr__(self, "text", text)

    def __repr__(self) -> str:
        values = ((field.name, getattr(self, field.name)) for field in fields(self)[:-1])
        given = ", ".join(f"{name}={value!r}" for name, value in values if value is not None)
        return f"Move({given})"

    def __str__(self) -> str:
        return self.text


class Notation:
    """All moves of an edition, by id and by text. Get one with `notation_of`."""

    def __init__(self, edition: Edition) -> None:
        self.edition = edition
        self.moves: Mapping[int, Move] = dict(_all_moves(edition))
        self.texts: Mapping[int, str] = {n: str(move) for n, move in self.moves.items()}
        self.ids: Mapping[str, int] = {text: n for n, text in self.texts.items()}

    def id_of(self, move: Move | str | int) -> int:
        """The id of a move given in any form."""
        if isinstance(move, int):
            if move in self.moves:
                return move
            raise IllegalMove("error.move_id", number=move, last=ids.MOVES - 1)
        text = " ".join(str(move).split())
        if text in self.ids:
            return self.ids[text]
        raise self._unknown(text)

    def move(self, move: Move | str | int) -> Move:
        return self.moves[self.id_of(move)]

    def _unknown(self, text: str) -> IllegalMove:
        found, verb = repr(_shorten(text)), text.split(" ")[0]
        if verb not in set(Verb):
            return IllegalMove("error.move_verb", text=found, allowed=", ".join(Verb))
        like = [repr(known) for known in self.ids if known.split(" ")[0] == verb]
        return IllegalMove(
            "error.move_form", text=found, verb=repr(verb), one=like[0], other=like[-1]
        )


@kept_by_edition
def notation_of(edition: Edition) -> Notation:
    return Notation(edition)


def _shorten(text: str) -> str:
    return text if len(text) <= 60 else text[:57] + "..."


def _all_moves(edition: Edition) -> Iterator[tuple[int, Move]]:
    yield ids.PASS, Move(Verb.PASS)
    for card in edition.cards:
        n = card.number
        yield ids.PLAY_VALUE + n, Move(Verb.PLAY, n, Part.VALUE)
        yield ids.PLAY_ACTION + n, Move(Verb.PLAY, n, Part.ACTION)
        yield ids.DISCARD_UNUSED + n, Move(Verb.DISCARD, n)
        yield ids.REACT_WITH + n, Move(Verb.REACT, n)
        yield ids.REUSE_CARD + n, Move(Verb.REUSE, n)
        yield ids.REMOVE_CARD + n, Move(Verb.REMOVE, n)
        yield ids.CARD_DRAWN + n, Move(Verb.DRAW, n)
        yield ids.CARD_LOST + n, Move(Verb.LOSE, n)
    for n, color in enumerate(edition.colors):
        yield ids.ASK_COLOR + n, Move(Verb.ASK, target=color.name)
    for n, target in enumerate(MARKERS):
        yield ids.CHOOSE_FACEDOWN + n, Move(Verb.CHOOSE, target=target)
    for n, kind in enumerate(edition.token_kinds):
        for place in range(-REST, REST + 1):
            up = Move(Verb.CHOOSE, token=kind.name, at=place_name(place))
            yield ids.CHOOSE_UP + 16 * (place + REST) + n, up
        yield ids.CHOOSE_DOWN + n, Move(Verb.CHOOSE, token=kind.name, at=FACEDOWN)
        yield ids.TOKEN_DRAWN + n, Move(Verb.DRAW, token=kind.name)
        yield ids.TOKEN_REVEALED + n, Move(Verb.REVEAL, token=kind.name)
    for n, space in enumerate(edition.spaces):
        yield ids.PIN_AT + n, Move(Verb.PIN, target=space.name)
        yield ids.CHOOSE_SPACE + n, Move(Verb.CHOOSE, target=space.name)
    for n, informant in enumerate(edition.informants):
        yield ids.CHOOSE_PICTURE + n, Move(Verb.CHOOSE, target=informant.name)
