"""What a review says, as closed types: the JSON of `watergate review --json` and of `/api`.

Chances are between 0 and 1. Those of a decision are the decider's; those of the account and of the
curve are the Editor's. What a side could know and what was true are kept apart: everything a side
could not know at the time is under a name of `AFTER_THE_GAME`, and the rest of what is said of a
side is the same over all histories that this side cannot tell apart.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, Any, Literal

from pydantic import Field, TypeAdapter

from watergate.edition import Side
from watergate.rules.messages import Message
from watergate.rules.views import Result

VERSION = 1
AFTER_THE_GAME = ("open", "held", "account", "curve", "turning")
"""The names of fields that say what was true, whoever could know it."""

SideName = Annotated[str, Field(json_schema_extra={"enum": [str(side) for side in Side]})]
Chance = Annotated[float, Field(ge=0, le=1)]


class Word(StrEnum):
    """What a decision was."""

    FINE = "fine"
    INACCURACY = "inaccuracy"
    MISTAKE = "mistake"
    BLUNDER = "blunder"


@dataclass(frozen=True, slots=True)
class Considered:
    """A move that the judge looked at."""

    move: str
    value: Chance | None
    """The side's chance after it; None where the judge only looked how often it would play it."""
    noise: float | None
    """How far `value` may be off: one standard error."""
    share: Chance
    """How often the judge would play it."""
    is_right: bool
    """As good as the best, as far as the judge can tell: whoever tries again may answer so."""
    line: list[str]
    """How play would go on, this move first; empty where it was not played out."""


@dataclass(frozen=True, slots=True)
class Question:
    """Whether asking Nixon for a colour was worth it."""

    asked: bool
    best: str
    """The best question."""
    gain: float
    """What the best question brings over the best move without one: below 0, do not ask."""
    noise: float


@dataclass(frozen=True, slots=True)
class OpenCards:
    """A decision with all cards open: what nobody could know at the time."""

    before: Chance
    after: Chance
    gave_away: float | None
    """By how many bits the play moved what the opponent could believe of the hand; None where the
    opponent had nothing to decide after it in that round."""
    punished: bool | None
    """Of a decision that has a word: whether the other side kept at least half of what it lost."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """One decision, judged by what its side could know."""

    ply: int
    """How many moves had been made before it."""
    round: int
    side: SideName
    kind: str
    played: str
    before: Chance
    """The chance with the best move."""
    after: Chance
    """The chance with the move that was played."""
    loss: float
    """`before` − `after`, never below 0."""
    noise: float | None
    """How far `loss` may be off: one standard error; None where there is no loss, since it is what
    the judge would play."""
    word: Word
    best: str
    share: Chance
    """How often the judge would play the move that was played."""
    moves: list[Considered]
    """The best first; the move that was played is always among them."""
    reasons: list[Message]
    """Why the best move is better; empty where there is no short reason: then show its line."""
    question: Question | None
    open: OpenCards


@dataclass(frozen=True, slots=True)
class CardRead:
    """How likely the opponent was to hold a card."""

    card: int
    chance: Chance
    counted: Chance
    """The same by mere counting, whatever the opponent played."""
    held: bool


@dataclass(frozen=True, slots=True)
class TokenRead:
    """How many of the face-down tokens are of a kind, on the average."""

    token: str
    number: float
    counted: float
    held: int


@dataclass(frozen=True, slots=True)
class Read:
    """What a side could believe of hidden things when it was to play a card."""

    ply: int
    round: int
    side: SideName
    cards: list[CardRead]
    tokens: list[TokenRead]
    """Empty for Nixon, who knows them."""
    bits: float
    """How much the opponent's play told of the hand, beyond counting."""


@dataclass(frozen=True, slots=True)
class Change:
    """A step of the account: the chance nodes in a row, or one decision."""

    ply: int
    """How many moves had been made before it."""
    of: Literal["cards", "evidence", "editor", "nixon"]
    change: float
    """Of the Editor's chance."""


@dataclass(frozen=True, slots=True)
class Account:
    """result − start = cards + evidence + editor + nixon, all as changes of the Editor's chance."""

    start: Chance
    result: Chance
    """1 if the Editor has won, 0 if Nixon has, ½ if nobody."""
    cards: float
    """Luck of the cards."""
    evidence: float
    """Luck of the evidence."""
    editor: float
    """By the Editor's decisions: below 0, they lost."""
    nixon: float
    """By Nixon's decisions: above 0, they lost."""
    adjusted: float
    """The result without luck: `start` + `editor` + `nixon`. Over many games its mean is that of
    the results; of a single game it may lie outside 0 to 1: then decisions alone won or lost more
    than a whole game, and luck took the rest back."""
    steps: list[Change]


@dataclass(frozen=True, slots=True)
class Point:
    ply: int
    editor: Chance


@dataclass(frozen=True, slots=True)
class Tally:
    """Decisions of one kind, or of one round, in sum."""

    name: str
    decisions: int
    loss: float


@dataclass(frozen=True, slots=True)
class SideReview:
    """All decisions of a side in sum."""

    decisions: int
    """With more than one legal move."""
    agreed: int
    """In which the judge would often have played the same."""
    inaccuracies: int
    mistakes: int
    blunders: int
    loss: float
    """The sum of losses beyond noise."""
    worst: int | None
    """The ply of the costliest decision that has a word."""
    kinds: list[Tally]
    rounds: list[Tally]


@dataclass(frozen=True, slots=True)
class Judge:
    """Who judged, and how far that can be trusted."""

    name: str
    depth: Literal["quick", "usual", "deep"]
    rollouts: int
    """Games played on, in sum."""
    noise: float
    """The usual standard error of a loss: what two runs of the judge would differ by is about one
    and a half times that. Nothing below two of its own errors gets a word."""


@dataclass(frozen=True, slots=True)
class Review:
    """A finished game, judged."""

    edition: str
    plies: int
    rounds: int
    judged: int
    """Up to which round decisions are judged: `rounds`, unless the review is still growing."""
    result: Result
    judge: Judge
    editor: SideReview | None
    """None where only the other side was reviewed."""
    nixon: SideReview | None
    decisions: list[Judgement]
    """By ply; only those with more than one legal move."""
    reads: list[Read]
    account: Account
    curve: list[Point]
    """The Editor's chance with all cards open, before every move of a side, and at the end."""
    turning: int | None
    """The ply of the step of the account that changed most."""
    version: int = VERSION

    def to_json(self) -> bytes:
        return _REVIEW.dump_json(self)


_REVIEW: TypeAdapter[Review] = TypeAdapter(Review)


def review_schema() -> dict[str, Any]:
    """The JSON Schema of a review."""
    schema = _REVIEW.json_schema(mode="serialization")
    schema["required"] = list(schema["properties"])  # what has a default is sent all the same
    return schema


def review_of_json(data: bytes | str) -> Review:
    """A review that was written by `to_json`."""
    return _REVIEW.validate_json(data)
