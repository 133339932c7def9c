"""Where the cards are, what a card's action does, and how to play on: helpers for the tests."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tests.tables import EDITOR_CARDS, NIXON_CARDS, board, table, track
from watergate import Entry, Game
from watergate.rules.views import Decision

MITCHELL, BRADLEE, DEMONSTRATION, FOLLOW_THE_MONEY, SYSTEM_WORKS = 14, 35, 40, 42, 41

NIXON_EVENTS = [*range(2, 9), *range(15, 22)]
INFORMANT_OF = {
    23: "woods",
    24: "butterfield",
    25: "sloan",
    26: "martha_mitchell",
    27: "dean",
    28: "baldwin",
    29: "mccord",
}
"""The Editor's informant cards; Nixon's have numbers smaller by 21."""
STEPS_OF = {23: 1, 24: 2, 25: 1, 26: 2, 27: 1, 28: 1, 29: 2}


def where(game: Game) -> dict[int, str]:
    """The place of every single card."""
    view = game.view("everyone")
    places: dict[int, str] = {}
    for player in (view.editor, view.nixon):
        piles: dict[str, tuple[int, ...]] = {
            "hand": player.hand or (),
            "deck": player.unseen,
            "discard": player.discard,
            "removed": player.removed,
        }
        places.update({card: name for name, cards in piles.items() for card in cards})
    places.update(dict.fromkeys(view.in_play, "play"))
    if view.drawn is not None:
        places[view.drawn] = "drawn"
    assert sorted(places) == [*NIXON_CARDS, *EDITOR_CARDS]
    return places


def changes(before: Mapping[int, str], game: Game) -> dict[int, str]:
    """The cards that are elsewhere now, with the place: all others have stayed."""
    return {card: place for card, place in where(game).items() if before[card] != place}


def decision(game: Game) -> Decision:
    pending = game.view("everyone").decision
    assert pending is not None
    return pending


def kind(game: Game) -> str:
    """The kind of the pending decision."""
    return decision(game).kind


def is_turn_of(game: Game, side: str) -> bool:
    return (kind(game), str(game.decider)) == ("play", side)


def is_window_of(game: Game, side: str) -> bool:
    return (kind(game), str(game.decider)) == ("react", side)


def nothing_happened(entries: Sequence[Entry]) -> bool:
    """No token, picture or marker was touched: cards alone went about."""
    cards = ("card_", "reacted", "passed", "another_turn")
    return all(entry.key.startswith(cards) for entry in entries if entry.is_told)


@dataclass(frozen=True)
class Scene:
    """What lies on the table besides the cards."""

    track: list[str]
    facedown: list[str]
    initiative_at: str | None
    momentum_at: str | None
    board: list[str] = field(default_factory=list)
    recruited: list[str] = field(default_factory=list)
    silenced: list[str] = field(default_factory=list)


def scene(game: Game) -> Scene:
    view = game.view("everyone")
    return Scene(
        track=track(game),
        facedown=list(view.facedown.tokens or ()),
        initiative_at=view.initiative_at,
        momentum_at=view.momentum_at,
        board=board(game),
        recruited=list(view.pictures.recruited),
        silenced=list(view.pictures.silenced),
    )


@dataclass(frozen=True)
class Action:
    """A card's action in a fixed setting: the moves that complete it, and what it leaves."""

    setting: Mapping[str, Any]
    moves: Sequence[str]
    result: Scene
    cards: Mapping[int, str] = field(default_factory=dict)
    """Other cards that have changed place."""


_NIXON_SETTING = {"track": ["blue@E1"], "facedown": ["green"]}

CONSPIRATORS: dict[int, Action] = {
    9: Action(
        _NIXON_SETTING,
        ["draw 3", "play 3 value", "choose initiative"],
        Scene(["blue@E1"], ["green"], "N4", "N2"),
        {3: "discard"},
    ),
    10: Action(_NIXON_SETTING, ["choose blue@E1"], Scene([], ["green"], "0", "0")),
    11: Action(
        _NIXON_SETTING, ["lose 23"], Scene(["blue@E1"], ["green"], "0", "0"), {23: "discard"}
    ),
    12: Action(
        _NIXON_SETTING,
        ["choose blue@E1", "choose green@facedown"],
        Scene(["green@N1", "blue@0"], [], "0", "0"),
    ),
    13: Action(_NIXON_SETTING, ["choose green@facedown"], Scene(["blue@E1"], [], "N2", "N2")),
}
"""Nixon's conspirators but for Mitchell."""

_EDITOR_SETTING = {
    "track": ["green@E1", "blue@N1"],
    "facedown": ["yellow"],
    "initiative_at": "N1",
    "momentum_at": "N1",
}


def _recruiting(card: int) -> Action:
    end = {1: "0", 2: "E1"}[STEPS_OF[card]]
    result = Scene(["blue@N1", "green@E1"], ["yellow"], "N1", end, recruited=[INFORMANT_OF[card]])
    return Action(_EDITOR_SETTING, ["choose momentum"], result)


EDITOR_EVENTS: dict[int, Action] = {
    **{card: _recruiting(card) for card in INFORMANT_OF},
    30: Action(
        {**_EDITOR_SETTING, "pictures": ["-dean", "-sloan"]},
        ["choose dean"],
        Scene(["blue@N1", "green@E1"], ["yellow"], "E2", "N1", silenced=["sloan"]),
    ),
    31: Action(
        _EDITOR_SETTING,
        ["choose green@E1", "pin inner3"],
        Scene(["blue@N1"], ["yellow"], "N1", "N1", board=["inner3:green"]),
    ),
    32: Action(
        _EDITOR_SETTING,
        ["choose facedown", "reveal yellow"],
        Scene(["blue@N1", "yellow@E1", "green@E1"], [], "E1", "E1"),
    ),
    36: Action(
        _EDITOR_SETTING,
        ["choose green@E1", "choose blue@N1"],
        Scene(["blue@0", "green@E2"], ["yellow"], "E1", "0"),
    ),
    37: Action(
        _EDITOR_SETTING,
        ["draw blue", "pin inner1"],
        Scene(["blue@N1", "green@E1"], ["yellow"], "N1", "N1", board=["inner1:blue"]),
    ),
    38: Action(
        _EDITOR_SETTING,
        ["choose green@E1", "choose facedown", "reveal yellow"],
        Scene(["blue@N1", "yellow@E1", "green@E3"], [], "E2", "N1"),
    ),
    39: Action(
        _EDITOR_SETTING,
        ["choose green@0"],
        Scene(["blue@0", "green@E1"], ["yellow"], "0", "N1"),
    ),
}
"""The Editor's events but for the reactions and The system works."""


@dataclass(frozen=True)
class ValueMove:
    """Nixon moves evidence by a value part: where it is, and where it ends for either side."""

    card: int
    token: str
    place: str
    toward_nixon: str
    toward_editor: str
    facedown: bool = False

    def set_up(self, **setting: Any) -> Game:
        lying: dict[str, Any] = {"track": [f"{self.token}@{self.place}"]}
        if self.facedown:
            lying = {"facedown": [self.token]}
        return table(**{"nixon": [self.card, MITCHELL, 15], **lying, **setting})

    @property
    def moves(self) -> list[str]:
        place = "facedown" if self.facedown else self.place
        return [f"play {self.card} value", f"choose {self.token}@{place}"]

    def __str__(self) -> str:
        return f"{self.card}: {self.token} {self.place}"


VALUE_MOVES = [
    ValueMove(2, "green", "N1", "N4", "E2"),
    ValueMove(10, "blue", "E1", "N1", "E3"),
    ValueMove(13, "yellow*", "N2", "N4", "0"),
    ValueMove(9, "blue", "0", "N1", "E1", facedown=True),
    ValueMove(8, "yellow-green", "0", "N4", "E4", facedown=True),
    ValueMove(6, "blue-yellow", "E2", "0", "E4"),
    ValueMove(17, "green*", "0", "N1", "E1"),
]
"""With a colour, a joker, a conspirator's value; face up, face down; on either half and on 0."""
