"""Set a table for a test: a position in the middle of a round, given by what matters.

    game = table(turn="nixon", nixon=[13, 9], editor=[35], track=["blue*@N4"], facedown=["green"])

Everything not named is as at the beginning of a round with open hands: no evidence on the track, I
and M on 0, all other cards in the decks, all other tokens in the bag. The draws are the test's own:
 `play(game, "play 13 action", "pass", "draw blue")` makes several moves in a row.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from watergate import Edition, Entry, Game, View, standard_edition

NIXON_CARDS = range(2, 22)
EDITOR_CARDS = range(23, 43)


def table(
    *,
    turn: str = "nixon",
    editor: Iterable[int] = (),
    nixon: Iterable[int] = (),
    editor_discard: Iterable[int] = (),
    nixon_discard: Iterable[int] = (),
    editor_removed: Iterable[int] = (),
    nixon_removed: Iterable[int] = (),
    editor_known: Iterable[int] = (),
    nixon_known: Iterable[int] = (),
    track: Iterable[str] = (),
    facedown: Iterable[str] = (),
    board: Iterable[str] = (),
    pictures: Iterable[str] = (),
    initiative: str = "editor",
    initiative_at: str = "0",
    momentum_at: str = "0",
    momentum: str = "0/0/8",
    marks: Iterable[str] = ("late",),
    no: Iterable[str] = (),
    absent: Iterable[str] | None = None,
    round_number: int = 2,
    edition: Edition | None = None,
) -> Game:
    """A game in which `turn` is to play a card. `board` is like "inner1:blue" or "rim2:-green*"
    (face down), `pictures` like "dean" (recruited) or "-sloan" (silenced), positions like "E2"
    or "-" (off the track). `marks`: "late" (Nixon has had a turn this round), "silent" (7.21)."""
    edition = edition or standard_edition()
    no = list(no)
    fields = {
        "round": round_number,
        "initiative": initiative,
        "I": initiative_at,
        "M": momentum_at,
        "momentum": momentum,
        "editor.hand": _list(editor),
        "editor.known": _list(editor_known),
        "editor.discard": _list(editor_discard),
        "editor.removed": _list(editor_removed),
        "nixon.hand": _list(nixon),
        "nixon.known": _list(nixon_known),
        "nixon.discard": _list(nixon_discard),
        "nixon.removed": _list(nixon_removed),
        "play": "-",
        "drawn": "-",
        "chain": "-",
        "track": _list(track),
        "chosen": "-",
        "facedown": _list(facedown),
        "board": _list(board),
        "pictures": _list(pictures),
        "turn": turn,
        "last": "editor" if turn == "nixon" else "nixon",
        "extra": "-",
        "marks": _list(marks),
        "no": _list(no),
        "absent": _list(no if absent is None else absent),
        "won": "-",
        "stack": f"turn.nobody/play.{turn}",
    }
    line = " ".join(["wg1", *(f"{name}={value}" for name, value in fields.items())])
    return Game.from_position(line, edition)


def _list(words: Iterable[object]) -> str:
    return ",".join(str(word) for word in words) or "-"


def play(game: Game, *moves: str) -> list[Entry]:
    """Make these moves; returns everything that happened and is told."""
    return [entry for move in moves for entry in game.play(move) if entry.is_told]


def texts(game: Game) -> list[str]:
    """The legal moves as texts."""
    return [str(move) for move in game.moves]


def keys(entries: Sequence[Entry]) -> list[str]:
    """The keys of what is told."""
    return [entry.key for entry in entries if entry.is_told]


def last_told(game: Game, viewer: str, n: int = 1) -> Entry:
    """The n-th entry from the end of a viewer's log, of those that are told."""
    return [entry for entry in game.log(viewer) if entry.is_told][-n]


def track(game: Game) -> list[str]:
    """Face-up evidence on the track, like ["blue*@E2"]."""
    return [f"{token.token}@{token.at}" for token in game.view("everyone").track]


def board(game: Game) -> list[str]:
    """Evidence on the board, like ["inner1:blue", "rim2:-green*"]."""
    pinned = game.view("everyone").board
    return [f"{p.space}:{'' if p.face_up else '-'}{p.token}" for p in pinned]


# Quiet tables: nobody can react, so that a test is about its one card and nothing else.

TWO_COLORED = [token for token in ("blue-yellow", "blue-green", "yellow-green") for _ in range(4)]
"""All tokens of two colours."""


def quiet_table(turn: str, *cards: int, **options: Any) -> Game:
    """A table where `turn` holds these cards, the other side one, and no reaction is possible."""
    hands: dict[str, Any] = {"editor": [27], "nixon": [6]} | {turn: cards}
    piles: dict[str, Any] = {"editor_discard": [35, 40, 42], "nixon_discard": [14]}
    # If M is gone and nothing else is said, Nixon has it.
    momentum = "0/1/8" if options.get("momentum_at") == "-" else "0/0/8"
    return table(turn=turn, **({"momentum": momentum} | hands | piles | options))


def look(game: Game) -> View:
    """All there is to see."""
    return game.view("everyone")


def decider(game: Game) -> str:
    return str(game.decider)


def deal(game: Game) -> list[Entry]:
    """Make all pending draws, each the first possible."""
    happened: list[Entry] = []
    while decider(game) == "chance":
        happened += game.play(game.moves[0])
    return happened


def result(game: Game) -> str:
    """Like "nixon by momentum"; "-" while the game goes on."""
    return "-" if game.result is None else f"{game.result.winner} by {game.result.way}"


def filled(*colors: str) -> list[str]:
    """All eight spaces of each colour hold, face down, all the tokens of that colour alone."""
    names = {c: [s.name for s in standard_edition().spaces if s.color == c] for c in colors}
    return [
        f"{name}:-{color}{'*' if n < 4 else ''}"
        for color in colors
        for n, name in enumerate(names[color])
    ]


def all_but(*cards: int) -> list[int]:
    """The other cards of the side these belong to."""
    side = NIXON_CARDS if cards[0] in NIXON_CARDS else EDITOR_CARDS
    return [card for card in side if card not in cards]
