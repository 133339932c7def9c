"""Tactical positions: a win or a save is on the table, and only some moves bring it.

All are late in a round, with a card or two in hand. If not said otherwise the draw decks are empty,
so that both hands are open to all who count (RULES 9.2). `test_tactics.py` proves every one of them
over the rest of the round (`proof.py`), and asks players what they would do.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from tests.tables import EDITOR_CARDS, NIXON_CARDS, play, table
from watergate import Game, standard_edition


@dataclass(frozen=True)
class Tactic:
    """A position in which the side to decide can win, or can still be saved."""

    name: str
    """Begins with the side and what is at stake: `editor wins`, `nixon saves`."""
    right: tuple[str, ...]
    """The moves that reach the goal for certain: all of them."""
    why: str
    rules: tuple[str, ...]
    table: dict[str, Any]
    moves: tuple[str, ...] = ()
    """What is played before the decision."""
    most: Fraction = Fraction(0)
    """The best chance that any other move leaves."""

    @property
    def goal(self) -> str:
        return "win" if self.name.split()[1] == "wins" else "save"

    @property
    def game(self) -> Game:
        game = closing(**self.table)
        play(game, *self.moves)
        assert str(game.decider) == self.name.split()[0]
        return game


def closing(
    *,
    editor: Iterable[int] = (),
    nixon: Iterable[int] = (),
    editor_deck: Iterable[int] = (),
    nixon_deck: Iterable[int] = (),
    editor_removed: Iterable[int] = (),
    **options: Any,
) -> Game:
    """A table on which all cards that are not named have been played."""
    gone = {*editor, *nixon, *editor_deck, *nixon_deck, *editor_removed}
    return table(
        editor=editor,
        nixon=nixon,
        editor_removed=editor_removed,
        editor_discard=[card for card in EDITOR_CARDS if card not in gone],
        nixon_discard=[card for card in NIXON_CARDS if card not in gone],
        **options,
    )


def crowded(*empty: str) -> list[str]:
    """A board full of face-down evidence without symbols but for these spaces."""
    left = {"blue": ["blue"] * 4 + ["blue-yellow"] * 4,
            "yellow": ["yellow"] * 4 + ["yellow-green"] * 4,
            "green": ["green"] * 4 + ["blue-green"] * 4}  # fmt: skip
    spaces = [space for space in standard_edition().spaces if space.name not in empty]
    return [f"{space.name}:-{left[space.color].pop()}" for space in spaces]


# Boards: one informant is connected, and a little is missing for the second.

MARTHA = ["inner1:blue", "spoke1:yellow", "rim1:green"]
"""Martha Mitchell's path; with `rim2` it is Dean's too."""
DEAN = [*MARTHA, "rim2:blue"]
BALDWIN = ["inner5:yellow", "spoke5:green", "rim8:blue"]
"""Baldwin's path; with `rim9` it is Woods's too."""
BUTTERFIELD = ["inner3:green", "spoke3:blue", "rim4:yellow"]
"""Butterfield's path; with `rim5` and `rim6` it is McCord's too."""

LAST_CHANCE = {"momentum": "0/4/4", "momentum_at": "N4"}
"""If nothing happens Nixon wins in this evaluation (RULES 6.3)."""
MARTHA_AND_DEAN = {"board": MARTHA, "pictures": ["martha_mitchell", "dean"]}
"""The Editor lacks one blue token on `rim2`."""
DEAN_IS_MISSING = {"board": DEAN, "pictures": ["martha_mitchell"]}
"""The Editor lacks nothing but Dean."""

MONEY_AT_E3 = {"turn": "editor", "editor": [36], "track": ["blue@E3", "blue@E2", "yellow@E3"],
               **MARTHA_AND_DEAN, **LAST_CHANCE}  # fmt: skip
COMPLEX = {"turn": "editor", "editor": [38], "nixon": [7], "track": ["blue@E3", "yellow@E3"],
           **MARTHA_AND_DEAN, **LAST_CHANCE}  # fmt: skip
STRETCH = {"turn": "editor", "editor": [31], "track": ["green*@N4", "yellow@E1"],
           "board": [*BUTTERFIELD[1:], "rim5:yellow", "rim6:green"],
           "pictures": ["butterfield", "mccord"], **LAST_CHANCE}  # fmt: skip
DEEP_THROAT = {"turn": "editor", "editor": [30, 27], "board": DEAN,
               "pictures": ["martha_mitchell", "-dean", "-sloan"], **LAST_CHANCE}  # fmt: skip
IMPEACHMENT = {"turn": "editor", "editor": [30], "nixon": [20], "track": ["green@E3"],
               "board": [*MARTHA, "rim2:-green", "rim8:-blue", "inner5:-yellow"],
               "pictures": ["martha_mitchell", "dean"],
               "momentum": "4/4/0", "momentum_at": "E3"}  # fmt: skip

EDITOR_WINS = [
    Tactic(
        "editor wins by a value", ("play 36 value",),
        "2 steps bring the blue token to E5 and so to rim2; the action brings it to E4 only",
        ("1.4", "4.5", "4.9"), MONEY_AT_E3,
    ),
    Tactic(
        "editor wins by the choice of the token to move", ("choose blue@E3",),
        "only this one is gained at once",
        ("1.4", "4.5", "4.9"), MONEY_AT_E3, ("play 36 value",),
    ),
    Tactic(
        "editor wins by a pin", ("pin rim2",),
        "the one space that Dean lacks",
        ("1.4", "5.6"), MONEY_AT_E3, ("play 36 value", "choose blue@E3"),
    ),
    Tactic(
        "editor wins by an action", ("play 38 action",),
        "its colour does not fit, its action moves any face-up token 2 steps",
        ("1.4", "7.18"), COMPLEX,
    ),
    Tactic(
        "editor wins by recruiting", ("play 23 action",),
        "Woods's path lies ready; Nixon holds the card that silences her",
        ("1.4", "7.1"),
        {"turn": "editor", "editor": [23, 26], "nixon": [2], "board": [*BALDWIN, "rim9:blue"],
         "pictures": ["baldwin"]},
    ),
    Tactic(
        "editor wins by pinning from the track", ("play 31 action",),
        "a green token on inner3 connects Butterfield and McCord at once, wherever it comes from",
        ("1.4", "7.16"), STRETCH,
    ),
    Tactic(
        "editor wins by the pin that two paths share", ("pin inner3",),
        "one space, two informants",
        ("1.4", "5.6", "7.16"), STRETCH, ("play 31 action", "choose green*@N4"),
    ),
    Tactic(
        "editor wins by freeing a picture first", ("play 30 action",),
        "Deep Throat frees Dean, and the next card recruits him: Nixon has no card left",
        ("4.1", "7.1", "7.16"), DEEP_THROAT,
    ),
    Tactic(
        "editor wins by the picture that is freed", ("choose dean",),
        "the card in hand recruits Dean, and nothing is missing on his path",
        ("7.1", "7.16"), DEEP_THROAT, ("play 30 action",),
    ),
    Tactic(
        "editor wins by the colour asked for", ("ask yellow",),
        "no token with only green is left and none has blue, so the face-down one has yellow",
        ("4.7", "4.9", "9.3"),
        {"turn": "editor", "editor": [33, 28], "facedown": ["yellow-green"], "no": ["blue"],
         "board": [*["inner6:green", "rim6:green", "rim7:green", "rim12:-green"],
                   *["inner3:green*", "rim1:green*", "spoke2:-green*", "spoke5:-green*"],
                   "inner1:blue", "rim2:blue"],
         "pictures": ["martha_mitchell", "dean"], **LAST_CHANCE},
        ("play 33 value",), most=Fraction(1, 3),
    ),
    Tactic(
        "editor wins by following the money", ("react 42",),
        "Nixon's own 2 steps bring the token to E5",
        ("1.4", "8.4"),
        {"turn": "nixon", "editor": [42], "nixon": [6], "track": ["blue@E3"],
         **MARTHA_AND_DEAN, **LAST_CHANCE},
        ("play 6 value", "choose blue@E3"),
    ),
    Tactic(
        "editor wins by an event that is covered", ("play 38 action",),
        "Nixon may answer with Mitchell, but the Editor then with a demonstration",
        ("1.4", "7.18", "8.9"),
        {**COMPLEX, "editor": [38, 40], "nixon": [14, 20]},
    ),
    Tactic(
        "editor wins by answering Mitchell", ("react 35",),
        "the last card of the chain stands, so Dean is recruited after all",
        ("1.4", "8.7", "8.9"),
        {"turn": "editor", "editor": [27, 35], "nixon": [14], **DEAN_IS_MISSING, **LAST_CHANCE},
        ("play 27 action", "react 14"),
    ),
    Tactic(
        "editor wins by what Mitchell cannot answer", ("play 36 value",),
        "value and action would both do, but Nixon's last card is Mitchell",
        ("8.3", "9.2"),
        {"turn": "editor", "editor": [36], "nixon": [14], "track": ["blue@E4"],
         **MARTHA_AND_DEAN, **LAST_CHANCE},
    ),
    Tactic(
        "editor wins by what Mitchell, who may be there, cannot answer", ("play 36 value",),
        "Nixon's last card is Mitchell or Dean's",
        ("8.3", "9.2"),
        {"turn": "editor", "editor": [36], "nixon": [6], "nixon_deck": [14], "track": ["blue@E4"],
         **MARTHA_AND_DEAN, **LAST_CHANCE},
        most=Fraction(1, 2),
    ),
    Tactic(
        "editor wins by the card used again", ("reuse 31",),
        "of the removed cards, only the stretch pins what is on the track",
        ("1.4", "7.19", "8.6"),
        {**STRETCH, "editor": [41], "editor_removed": [31, 36, 38]}, ("play 41 action",),
    ),
    Tactic(
        "editor wins by the fifth momentum", ("choose momentum",),
        "it sets off the impeachment; Nixon holds Gambit",
        ("1.4", "5.4"), IMPEACHMENT, ("play 30 value",),
    ),
    Tactic(
        "editor wins by the token the impeachment turns", ("choose rim2",),
        "face up it is the missing link to Dean",
        ("1.4", "5.4"), IMPEACHMENT, ("play 30 value", "choose momentum"),
    ),
    Tactic(
        "editor wins by the initiative", ("choose initiative",),
        "whoever has it gains first: blue on rim2, face up or face down",
        ("6.2", "6.5"),
        {"turn": "editor", "editor": [31], "track": ["blue@E2", "blue@N3"], **MARTHA_AND_DEAN},
        ("play 31 value",),
    ),
]  # fmt: skip

EXACTLY_ZERO = {"turn": "editor", "editor": [24], "track": ["green@E1"],
                "momentum": "4/4/0", "momentum_at": "N2"}  # fmt: skip
LAWYERS = {"turn": "editor", "editor": [36], "track": ["blue*@E4", "yellow*@E4", "green@E4"],
           "momentum": "0/4/4", "momentum_at": "N3"}  # fmt: skip
HALDEMAN_WINS = {"track": ["blue*@N4", "yellow*@N4", "green*@N4", "blue@E4"],
                 "board": crowded("rim2", "rim3", "rim4", "rim6"),
                 "momentum": "0/4/4", "momentum_at": "N2"}  # fmt: skip

EDITOR_SAVES = [
    Tactic(
        "editor saves momentum by a value", ("play 29 value",),
        "4 steps take M from N4 to 0; the action only 2",
        ("1.2", "4.5", "6.3"),
        {"turn": "editor", "editor": [29], "track": ["yellow@E1"], **LAST_CHANCE},
    ),
    Tactic(
        "editor saves momentum by what is moved", ("choose momentum",),
        "4 steps take M from N4 to 0",
        ("1.2", "4.5", "6.3"),
        {"turn": "editor", "editor": [29], "track": ["yellow@E1"], **LAST_CHANCE},
        ("play 29 value",),
    ),
    Tactic(
        "editor saves the supply by an action", ("play 24 action",),
        "M must end on 0 exactly: only from there it returns to the supply",
        ("1.2", "1.3", "6.3", "6.4"), EXACTLY_ZERO,
    ),
    Tactic(
        "editor saves the supply by momentum, not initiative", ("choose momentum",),
        "M must end on 0 exactly",
        ("1.3", "6.3", "7.2"), EXACTLY_ZERO, ("play 24 action",),
    ),
    Tactic(
        "editor saves the supply by the token gained", ("choose blue*@E4",),
        "its symbol moves M from N1 to 0; 2 steps would be one too many",
        ("1.3", "5.7", "6.3"),
        {"turn": "editor", "editor": [35], "track": ["blue*@E4", "blue@E4"],
         "momentum": "4/4/0", "momentum_at": "N1"},
        ("play 35 value",),
    ),
    Tactic(
        "editor saves momentum by two symbols", ("play 36 action",),
        "1 step and two symbols: from N3 to 0",
        ("5.7", "7.18"), LAWYERS,
    ),
    Tactic(
        "editor saves momentum by the second symbol", ("choose yellow*@E4",),
        "1 step and two symbols: from N3 to 0",
        ("4.13", "5.7", "7.18"), LAWYERS, ("play 36 action", "choose blue*@E4", "pin rim2"),
    ),
    Tactic(
        "editor saves momentum by the card used again", ("reuse 32",),
        "its 2 steps take M from N2 to 0",
        ("7.16", "7.19"),
        {"turn": "editor", "editor": [41], "editor_removed": [32, 36, 38], "track": ["blue@E2"],
         "momentum": "0/4/4", "momentum_at": "N2"},
        ("play 41 action",),
    ),
    Tactic(
        "editor saves momentum from a gambit", ("choose momentum",),
        "Nixon's last card is Gambit: M is safe only off the track",
        ("5.2", "7.14"),
        {"turn": "editor", "editor": [35], "nixon": [20], "track": ["blue@E3"],
         "momentum": "0/4/4", "momentum_at": "E3"},
        ("play 35 value",),
    ),
    Tactic(
        "editor saves momentum from a gambit that may be there", ("choose momentum",),
        "Nixon's last card is Gambit or Dean's",
        ("5.2", "7.14", "9.2"),
        {"turn": "editor", "editor": [35], "nixon": [6], "nixon_deck": [20], "track": ["blue@E3"],
         "momentum": "0/4/4", "momentum_at": "E3"},
        ("play 35 value",), most=Fraction(1, 2),
    ),
    Tactic(
        "editor saves momentum by a massacre", ("play 39 action",),
        "Haldeman would gain four tokens with symbols; from 0 he gains none",
        ("5.7", "7.6", "7.18"),
        {"turn": "editor", "editor": [39], "nixon": [12],
         "track": ["blue*@N4", "blue*@N4", "yellow*@N4", "green*@N4"],
         "board": crowded("rim2", "rim3", "rim4", "rim6"),
         "momentum": "0/4/4", "momentum_at": "E1"},
    ),
    Tactic(
        "editor saves momentum by Bradlee", ("react 35",),
        "Ehrlichman would take M from N3 to N5",
        ("1.2", "7.7", "8.2"),
        {"turn": "nixon", "editor": [35, 26], "nixon": [13], "facedown": ["blue"],
         "momentum": "0/4/4", "momentum_at": "N3"},
        ("play 13 action",),
    ),
    Tactic(
        "editor saves momentum by following the money", ("react 42",),
        "the symbol would take M from N4 to N5; afterwards the last card takes it to 0",
        ("1.2", "5.7", "8.4"),
        {"turn": "nixon", "editor": [42, 26], "nixon": [6], "track": ["blue*@N4"], **LAST_CHANCE},
        ("play 6 value", "choose blue*@N4"),
    ),
    Tactic(
        "editor saves momentum by keeping Bradlee", ("pass",),
        "Liddy does not win, but Haldeman would",
        ("5.7", "7.6", "8.8"),
        {**HALDEMAN_WINS, "turn": "nixon", "editor": [35, 26], "nixon": [10, 12]},
        ("play 10 action",),
    ),
]  # fmt: skip

ELECTION = {"turn": "nixon", "nixon": [18], "editor": [29],
            "track": ["blue*@N4", "yellow*@N4", "green*@N3", "blue@N4"],
            "board": crowded("rim2", "rim3", "rim4", "rim6"),
            "momentum": "0/4/4", "momentum_at": "N2"}  # fmt: skip
CONNECTS_NEXT = {**MARTHA_AND_DEAN, "editor": [35]}
"""With a blue token on E3 or E4 the Editor's last card connects Dean."""

NIXON_WINS = [
    Tactic(
        "nixon wins by a value", ("choose momentum",),
        "2 steps take M from N3 to N5; the Editor is about to connect Dean",
        ("1.2", "4.5", "4.9"),
        {"turn": "nixon", "nixon": [14], "track": ["blue@E3", "blue@N4"], **CONNECTS_NEXT,
         "editor": [26], "momentum": "0/4/4", "momentum_at": "N3"},
        ("play 14 value",),
    ),
    Tactic(
        "nixon wins by an action", ("play 20 action",),
        "Gambit takes M to N5 from anywhere",
        ("1.2", "7.14"),
        {"turn": "nixon", "nixon": [20], "track": ["blue@E3", "yellow@N4"], **CONNECTS_NEXT,
         "momentum": "0/4/4", "momentum_at": "E2"},
    ),
    Tactic(
        "nixon wins by M on N1 at the end", ("play 15 action",),
        "the last card of the round: on N1 M is gained in evaluation",
        ("1.2", "6.3", "7.9"),
        {"turn": "nixon", "nixon": [15], "track": ["yellow*@N4", "blue@E2"], **MARTHA_AND_DEAN,
         "momentum": "0/4/4", "momentum_at": "E1"},
    ),
    Tactic(
        "nixon wins by ending the round", ("play 16 action",),
        "M is on N1, and the Editor's card is never played",
        ("1.2", "6.3", "7.10"),
        {"turn": "nixon", "nixon": [16], "track": ["blue@E3", "green@N3"], **CONNECTS_NEXT,
         "momentum": "0/4/4", "momentum_at": "N1"},
    ),
    Tactic(
        "nixon wins by taking the Editor's last card", ("play 11 action",),
        "without it M stays on Nixon's half",
        ("1.2", "6.3", "7.5"),
        {"turn": "nixon", "nixon": [11, 17], "editor": [26], "track": ["blue@E4"],
         **MARTHA_AND_DEAN, "momentum": "0/4/4", "momentum_at": "N2"},
    ),
    Tactic(
        "nixon wins by sharing out steps", ("play 18 action",),
        "4 steps gain three tokens with symbols, and M goes from N2 to N5",
        ("1.2", "5.7", "7.12"), ELECTION,
    ),
    Tactic(
        "nixon wins by where the first step goes",
        ("choose blue*@N4", "choose yellow*@N4", "choose green*@N3"),
        "all 4 steps are needed for the tokens with symbols",
        ("1.2", "5.7", "7.12"), ELECTION, ("play 18 action",),
    ),
    Tactic(
        "nixon wins by symbols", ("play 12 action",),
        "two tokens with symbols take M from N3 to N5; its value 1 cannot",
        ("1.2", "5.7", "7.6"),
        {"turn": "nixon", "nixon": [12], "editor": [29], "track": ["yellow*@N4", "green*@N4"],
         "board": crowded("rim4", "rim5", "rim6", "rim7"),
         "momentum": "0/4/4", "momentum_at": "N3"},
    ),
    Tactic(
        "nixon wins the supply by moving M off 0", ("choose momentum",),
        "whoever gains it, no token is left to be put on 0",
        ("1.3", "6.3", "6.4"),
        {"turn": "nixon", "nixon": [14], "track": ["green@N4", "blue@E4"], **MARTHA_AND_DEAN,
         "momentum": "5/3/0"},
        ("play 14 value",),
    ),
    Tactic(
        "nixon wins the supply by leaving M alone", ("choose initiative", "choose blue@E4"),
        "the Editor gains M, and no token is left to be put on 0",
        ("1.3", "5.5", "6.3", "6.4"),
        {"turn": "nixon", "nixon": [14], "track": ["green@N4", "blue@E4"], **MARTHA_AND_DEAN,
         "momentum": "5/3/0", "momentum_at": "E2"},
        ("play 14 value",),
    ),
    Tactic(
        "nixon wins by what nobody can answer", ("play 13 value",),
        "the action would do as much, but the Editor holds Bradlee",
        ("1.2", "8.2"),
        {"turn": "nixon", "nixon": [13], "editor": [35, 26], "track": ["blue@E4"],
         **MARTHA_AND_DEAN, "momentum": "0/4/4", "momentum_at": "N3"},
    ),
    Tactic(
        "nixon wins by what nobody, whatever there is, can answer", ("play 13 value",),
        "two of four cards are in the Editor's hand, and two of the four would answer Ehrlichman",
        ("1.2", "8.2", "9.2"),
        {"turn": "nixon", "nixon": [13], "editor": [26, 29], "editor_deck": [35, 40],
         "track": ["blue@E4"], **MARTHA_AND_DEAN, "momentum": "0/4/4", "momentum_at": "N3"},
        most=Fraction(1, 6),
    ),
    Tactic(
        "nixon wins by M, not by evidence that money can follow", ("choose momentum",),
        "the symbol would do as well, but the Editor holds Follow the money",
        ("1.2", "8.4"),
        {"turn": "nixon", "nixon": [6], "editor": [42, 26], "track": ["blue*@N4"], **LAST_CHANCE},
        ("play 6 value",),
    ),
    Tactic(
        "nixon wins by Mitchell", ("react 14",),
        "cancelled, the Editor's last card leaves M on N1",
        ("1.2", "6.3", "8.3"),
        {"turn": "editor", "nixon": [14], "editor": [36], "track": ["blue*@E4", "yellow*@E4"],
         "momentum": "0/4/4", "momentum_at": "N1"},
        ("play 36 action",),
    ),
    Tactic(
        "nixon wins by Mitchell against a demonstration", ("react 14",),
        "Haldeman is carried out after all: three symbols take M from N2 to N5",
        ("1.2", "7.6", "8.9"),
        {**HALDEMAN_WINS, "turn": "nixon", "nixon": [12, 14], "editor": [40, 26]},
        ("play 12 action", "react 40"),
    ),
]  # fmt: skip

LIDDY = {"turn": "nixon", "nixon": [10], "track": ["blue@E4", "yellow@E4"],
         **MARTHA_AND_DEAN}  # fmt: skip
NIXON_SAVES = [
    Tactic(
        "nixon saves the connection by a pin", ("pin rim2",),
        "the space that the Editor's next card would fill",
        ("1.4", "5.6"),
        {"turn": "nixon", "nixon": [10], "track": ["blue@N4", "blue@E4"], **CONNECTS_NEXT},
        ("play 10 value", "choose blue@N4"),
    ),
    Tactic(
        "nixon saves the connection by the token to gain", ("choose blue@N4",),
        "a blue one can block rim2",
        ("1.4", "4.9", "5.6"),
        {"turn": "nixon", "nixon": [13], "track": ["blue@N4", "yellow@N4", "blue@E4"],
         **CONNECTS_NEXT},
        ("play 13 value",),
    ),
    Tactic(
        "nixon saves the connection by a value", ("play 4 value",),
        "the token leaves the Editor's half",
        ("1.4", "4.5", "6.5"),
        {"turn": "nixon", "nixon": [4], "track": ["blue@E1", "yellow@E1"],
         **MARTHA_AND_DEAN},
    ),
    Tactic(
        "nixon saves the connection by what is moved", ("choose blue@E1",),
        "the one token that connects",
        ("1.4", "4.5", "6.5"),
        {"turn": "nixon", "nixon": [13], "track": ["blue@E1", "yellow@E1"],
         **MARTHA_AND_DEAN},
        ("play 13 value",),
    ),
    Tactic(
        "nixon saves the connection by an action", ("play 10 action",),
        "2 steps leave the token with the Editor; Liddy puts it into the bag",
        ("1.4", "6.5", "7.4"), LIDDY,
    ),
    Tactic(
        "nixon saves the connection by the token Liddy takes", ("choose blue@E4",),
        "the one token that connects",
        ("1.4", "7.4"), LIDDY, ("play 10 action",),
    ),
    Tactic(
        "nixon saves the connection by silencing", ("play 6 action",),
        "the Editor's last card would recruit Dean",
        ("1.4", "7.1"),
        {"turn": "nixon", "nixon": [6, 18], "editor": [27], "track": ["blue@N4"],
         **DEAN_IS_MISSING},
    ),
    Tactic(
        "nixon saves the connection by a brilliant mood", ("play 21 action",),
        "the Editor's last card is an event",
        ("1.4", "7.21"),
        {"turn": "nixon", "nixon": [21, 18], "editor": [27], "track": ["green@N4"],
         **DEAN_IS_MISSING},
    ),
    Tactic(
        "nixon saves the connection by ending the round", ("play 16 action",),
        "the Editor's last card is never played",
        ("1.4", "7.10"),
        {"turn": "nixon", "nixon": [16, 18], "editor": [27], "track": ["green@N4"],
         **DEAN_IS_MISSING},
    ),
    Tactic(
        "nixon saves the connection by Mitchell", ("react 14",),
        "Dean would be connected",
        ("1.4", "8.3"),
        {"turn": "editor", "nixon": [14], "editor": [27], **DEAN_IS_MISSING},
        ("play 27 action",),
    ),
    Tactic(
        "nixon saves the connection by Mitchell against money", ("react 14",),
        "so the token goes to 0 after all, not to E4, from where the Editor would gain it",
        ("1.4", "8.4", "8.9"),
        {"turn": "nixon", "nixon": [6, 14], "editor": [42], "track": ["blue@E2"],
         **MARTHA_AND_DEAN},
        ("play 6 value", "choose blue@E2", "react 42"),
    ),
    Tactic(
        "nixon saves the connection by the initiative", ("choose initiative",),
        "whoever has it gains first: blue on rim2, face down or face up",
        ("1.4", "6.2", "6.5"),
        {"turn": "nixon", "nixon": [20], "track": ["blue@E2", "blue@N3", "yellow@N4"],
         "initiative_at": "E1", **MARTHA_AND_DEAN},
        ("play 20 value",),
    ),
    Tactic(
        "nixon saves the connection by pinning for two gaps", ("pin rim12",),
        "Sloan lacks green, Dean blue, and the next token of Nixon's is blue only",
        ("1.4", "5.6", "6.5"),
        {"turn": "nixon", "nixon": [17], "initiative": "nixon", "initiative_at": "N2",
         "track": ["blue@N1", "blue-green@N1", "blue@E1", "green@E1"],
         "board": [*MARTHA, "rim11:yellow", "inner6:-green"],
         "pictures": ["martha_mitchell", "dean", "sloan"]},
        ("play 17 value", "choose momentum", "choose blue-green@N1"),
    ),
]  # fmt: skip

TACTICS = [*EDITOR_WINS, *EDITOR_SAVES, *NIXON_WINS, *NIXON_SAVES]
