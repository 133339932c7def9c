"""The frames of the stack as text, and which stacks can come up in a game.

`PARTS` is the one list of what each number in a frame means (see `state.py`); it serves writing,
reading and checking. A frame reads like `choose.nixon.13.2`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from watergate.edition import Edition
from watergate.edition.table import ABILITY, CHAIN, FREE_PICTURE, INSTRUCTIONS
from watergate.edition.table import CHOOSE as OP_CHOOSE

from . import state as st
from .errors import BadPosition
from .plain import kept
from .state import State, TableRecord

NAMES = (
    "round", "turn", "evaluation", "gain_half", "deal", "lay_out", "action", "value", "script",
    "settle", "play", "play_drawn", "choose_value", "answer", "react", "choose", "either", "pin",
    "reuse", "spare", "gain", "draw_card", "draw_token", "lose_card", "blind",
)  # fmt: skip
SIDES = ("editor", "nixon", "chance", "nobody")

PARTS: dict[int, tuple[str, ...]] = {
    st.ROUND: (),
    st.TURN: (),
    st.EVALUATION: ("step",),
    st.GAIN_HALF: (),
    st.DEAL: ("cards", "flag"),
    st.LAY_OUT: ("cards",),
    st.ACTION: ("program", "card"),
    st.VALUE: ("card", "kind", "place"),
    st.SCRIPT: ("program", "pc", "card or none", "flag"),
    st.SETTLE: ("card",),
    st.PLAY: (),
    st.PLAY_DRAWN: (),
    st.CHOOSE_VALUE: ("card", "flag"),
    st.ANSWER: ("card", "color"),
    st.REACT: ("trigger",),
    st.CHOOSE: ("program", "pc"),
    st.EITHER: ("steps",),
    st.PIN: ("kind",),
    st.REUSE: ("card",),
    st.SPARE: ("card kind",),
    st.GAIN: (),
    st.DRAW_CARD: ("flag",),
    st.DRAW_TOKEN: ("effect", "space"),
    st.LOSE_CARD: (),
    st.BLIND: ("program", "pc"),
}

BOTTOM = (st.ROUND, st.TURN, st.EVALUATION)
CARD_PARTS = ("card", "card or none")


def write_stack(s: State) -> str:
    """The stack of a plain state (`plain.py`) as text."""
    return "/".join(write_frame(*frame) for frame in s.stack[: s.depth])


@kept
def write_frame(*frame: int) -> str:
    words = [NAMES[frame[0]], SIDES[frame[1]]]
    words.extend(str(n) for n in frame[2 : 2 + len(PARTS[frame[0]])])
    return ".".join(words)


def read_stack(text: str, s: State, edition: Edition) -> None:
    """Write the stack a text describes into a state, or say what is wrong with it."""
    frames = [read_frame(word, edition) for word in text.split("/")]
    if len(frames) > st.DEPTH:
        raise BadPosition(f"the stack has {len(frames)} frames; allowed: at most {st.DEPTH}")
    for frame in frames:
        st.push(s, *frame)


def read_frame(word: str, edition: Edition) -> list[int]:
    name, *rest = word.split(".")
    if name not in NAMES:
        raise BadPosition(f"{word[:40]!r} is not a frame; allowed: {', '.join(NAMES)}")
    what = NAMES.index(name)
    parts = PARTS[what]
    sides = ("nobody",) if what in BOTTOM else ("editor", "nixon")
    if len(rest) != 1 + len(parts) or rest[0] not in sides:
        shape = ".".join([name, "|".join(sides), *(part.upper() for part in parts)])
        raise BadPosition(f"{word[:40]!r} is not a frame of its kind; allowed: {shape}")
    numbers = [
        _number(word, part, text, edition) for part, text in zip(parts, rest[1:], strict=True)
    ]
    frame = [what, SIDES.index(rest[0]), *numbers]
    return frame + [0] * (6 - len(frame))


def _number(word: str, part: str, text: str, edition: Edition) -> int:
    allowed = _allowed(part, edition)
    if text.isascii() and text.isdigit() and len(text) <= 3 and int(text) in allowed:
        return int(text)
    listed = ", ".join(str(n) for n in allowed)
    raise BadPosition(f"{text[:20]!r} is no {part} in {word[:40]!r}; allowed: {listed}")


def _allowed(part: str, edition: Edition) -> Sequence[int]:
    cards = [card.number for card in edition.cards]
    abilities = [ABILITY + ability.space for ability in edition.abilities]
    ranges: dict[str, Sequence[int]] = {
        "step": range(1, 7),
        "cards": range(10),
        "flag": range(2),
        "card": cards,
        "card or none": [0, *cards],
        "program": [*cards, *abilities],
        "pc": range(INSTRUCTIONS),
        "kind": range(len(edition.token_kinds)),
        "place": range(1, 10),
        "color": range(len(edition.colors)),
        "trigger": range(4),
        "card kind": range(3),
        "steps": range(1, 10),
        "effect": [1, 3, st.LAY_DOWN],
        "space": range(6),
    }
    return ranges[part]


def check_stack(s: State, t: TableRecord) -> None:
    """Refuse a stack that cannot come up: the rules would trust it."""
    frames = [[int(n) for n in s.stack[i]] for i in range(int(s.depth))]
    for problem in _problems(s, t, frames):
        raise BadPosition(f"the stack cannot come up in a game: {problem}")


def _problems(s: State, t: TableRecord, frames: list[list[int]]) -> Iterator[str]:
    whats = [frame[0] for frame in frames]
    if whats[0] not in BOTTOM or any(what in BOTTOM for what in whats[1:]):
        yield "exactly its lowest frame is round, turn or evaluation"
    won = int(s.winner) != st.NOBODY
    if whats[-1] < st.FIRST_DECISION and not won:
        yield "its top frame is a decision or a draw"
    for i, frame in enumerate(frames):
        below = frames[i - 1] if i > 0 else [st.ROUND] * 6
        name = NAMES[frame[0]]
        waiting = frame[0] == st.PLAY_DRAWN or won
        if i < len(frames) - 1 and frame[0] >= st.FIRST_DECISION and not waiting:
            yield f"only its top frame is a decision, not {name}"
        if frame[0] in _NEEDS and not _NEEDS[frame[0]](s, t, frame, below):
            yield f"{name} does not fit what lies below it or on the table"
    if whats.count(st.ACTION) + whats.count(st.VALUE) > 1:
        yield "only one announced card can await its chain"
    named = {frame[2 + k] for frame in frames for k, part in enumerate(PARTS[frame[0]])
             if part in CARD_PARTS}  # fmt: skip
    named |= {int(card) for card in s.chain}
    in_play = {card for card in range(63) if int(s.in_play) >> card & 1}
    if named - {0} != in_play:
        yield "the cards it names are those in play"


def _above_script(s: State, t: TableRecord, frame: list[int], below: list[int]) -> bool:
    same = below[0] == st.SCRIPT and below[2] == frame[2] and below[1] == frame[1]
    op = int(t.program[frame[2], frame[3], 0])
    return same and op in (OP_CHOOSE, FREE_PICTURE)


def _awaits_chain(s: State, t: TableRecord, frame: list[int], below: list[int]) -> bool:
    return below[0] in (st.ACTION, st.VALUE) and 0 < int(s.chain_length) < CHAIN


def _token_is_there(s: State, t: TableRecord, frame: list[int], below: list[int]) -> bool:
    return (int(s.track[frame[4] - 1]) >> 4 * frame[3]) & 15 > 0


_NEEDS: dict[int, Callable[[State, TableRecord, list[int], list[int]], bool]] = {
    st.CHOOSE: _above_script,
    st.BLIND: _above_script,
    st.REACT: _awaits_chain,
    st.VALUE: _token_is_there,
    st.ACTION: lambda s, t, frame, below: int(s.chain_length) > 0,
    st.SPARE: lambda s, t, frame, below: below[0] == st.SCRIPT and below[4] != 0,
    st.PLAY: lambda s, t, frame, below: below[0] == st.TURN,
    st.PLAY_DRAWN: lambda s, t, frame, below: below[0] == st.SCRIPT and below[1] == frame[1],
}
