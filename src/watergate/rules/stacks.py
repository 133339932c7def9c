"""The stack of a position as text, and which stacks can come up in a game.

A frame reads like `choose.nixon.13.2`: its kind, whose it is, and its parts (`core/frames.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from watergate.edition import Edition
from watergate.edition.layout import (
    ABILITY,
    CARDS,
    CHAIN,
    EFFECT_PIN,
    EFFECT_PLACE,
    INSTRUCTIONS,
    ROW_OP,
    TRIGGERS,
    VALUE_MOVE,
    Op,
)

from .caching import cached
from .core import state as st
from .core.events import FROM_BAG
from .core.frames import (
    FIRST_DECISION,
    FRAME_WIDTH,
    KIND,
    LAY_DOWN,
    PART_A,
    PC,
    PLACE_SHIFT,
    PROGRAM,
    SCRIPT_CARD,
    SIDE,
    VALUE_KIND,
    VALUE_PLACE,
    Frame,
)
from .core.state import State, TableRecord
from .errors import BadPosition
from .names import SIDES, numbers_of

BOTTOM = (Frame.ROUND, Frame.TURN, Frame.EVALUATION)
CARD_PARTS = ("card", "card_or_none")
FROM_THE_BAG = FROM_BAG + PLACE_SHIFT
_BY_KEY = {frame.key: frame for frame in Frame}
_LATER = {"origin": FROM_THE_BAG}
"""Parts that positions did not have once, and what is taken for them."""


def write_stack(s: State) -> str:
    """The stack of a state tuple as text."""
    return "/".join(write_frame(*frame) for frame in s.stack[: s.depth])


@cached
def write_frame(*frame: int) -> str:
    kind = Frame(frame[KIND])
    parts = frame[PART_A : PART_A + len(kind.parts)]
    return ".".join([kind.key, SIDES[frame[SIDE]], *map(str, parts)])


def read_stack(text: str, s: State, edition: Edition) -> None:
    """Write the stack a text describes into a state, or say what is wrong with it."""
    frames = [read_frame(word, edition) for word in text.split("/")]
    if len(frames) > st.DEPTH:
        raise BadPosition(f"the stack has {len(frames)} frames; allowed: at most {st.DEPTH}")
    for frame in frames:
        st.push(s, *frame)


def read_frame(word: str, edition: Edition) -> list[int]:
    name, *rest = word.split(".")
    if name not in _BY_KEY:
        raise BadPosition(f"{word[:40]!r} is not a frame; allowed: {', '.join(_BY_KEY)}")
    kind = _BY_KEY[name]
    rest += [str(_LATER[part]) for part in kind.parts[len(rest) - 1 :] if part in _LATER]
    sides = ("nobody",) if kind in BOTTOM else ("editor", "nixon")
    if len(rest) != 1 + len(kind.parts) or rest[0] not in sides:
        shape = ".".join([name, "|".join(sides), *(part.upper() for part in kind.parts)])
        raise BadPosition(f"{word[:40]!r} is not a frame of its kind; allowed: {shape}")
    numbers = [
        _number(word, part, text, edition) for part, text in zip(kind.parts, rest[1:], strict=True)
    ]
    frame = [int(kind), SIDES.index(rest[0]), *numbers]
    return frame + [0] * (FRAME_WIDTH - len(frame))


def _number(word: str, part: str, text: str, edition: Edition) -> int:
    allowed = _allowed(part, edition)
    if text.isascii() and text.isdigit() and len(text) <= 3 and int(text) in allowed:
        return int(text)
    listed = ", ".join(str(n) for n in allowed)
    raise BadPosition(f"{text[:20]!r} is no {part} in {word[:40]!r}; allowed: {listed}")


def _allowed(part: str, edition: Edition) -> Sequence[int]:
    """The numbers that a part of a frame can be."""
    cards = [card.number for card in edition.cards]
    abilities = [ABILITY + ability.space for ability in edition.abilities]
    places = range(PLACE_SHIFT - st.REST, PLACE_SHIFT + st.REST + 1)
    ranges: dict[str, Sequence[int]] = {
        "step": range(1, 7),
        "cards": range(10),
        "to_play": range(2),
        "asked": range(2),
        "pile": range(2),
        "card": cards,
        "card_or_none": [0, *cards],
        "program": [*cards, *abilities],
        "pc": range(INSTRUCTIONS),
        "kind": range(len(edition.token_kinds)),
        "place": places,
        "origin": range(FROM_THE_BAG + 1),
        "color": range(len(edition.colors)),
        "trigger": range(TRIGGERS),
        "card_kind": range(VALUE_MOVE),
        "steps": range(1, 10),
        "effect": [EFFECT_PLACE, EFFECT_PIN, LAY_DOWN],
        "space": range(6),
    }
    return ranges[part]


def check_stack(s: State, t: TableRecord) -> None:
    """Refuse a stack that cannot come up: the rules would trust it."""
    frames = [[int(n) for n in s.stack[i]] for i in range(int(s.depth))]
    for problem in _problems(s, t, frames):
        raise BadPosition(f"the stack cannot come up in a game: {problem}")


def _problems(s: State, t: TableRecord, frames: list[list[int]]) -> Iterator[str]:
    kinds = [Frame(frame[KIND]) for frame in frames]
    if kinds[0] not in BOTTOM or any(kind in BOTTOM for kind in kinds[1:]):
        yield "exactly its lowest frame is round, turn or evaluation"
    is_over = int(s.winner) != st.NOBODY
    if kinds[-1] < FIRST_DECISION and not is_over:
        yield "its top frame is a decision or a draw"
    for i, (kind, frame) in enumerate(zip(kinds, frames, strict=True)):
        below = frames[i - 1] if i > 0 else [int(Frame.ROUND)] * FRAME_WIDTH
        waiting = kind is Frame.PLAY_DRAWN or is_over
        if i < len(frames) - 1 and kind >= FIRST_DECISION and not waiting:
            yield f"only its top frame is a decision, not {kind.key}"
        if kind in _NEEDS and not _NEEDS[kind](s, t, frame, below):
            yield f"{kind.key} does not fit what lies below it or on the table"
    if kinds.count(Frame.ACTION) + kinds.count(Frame.VALUE) > 1:
        yield "only one announced card can await its chain"
    cards = {frame[PART_A + n] for kind, frame in zip(kinds, frames, strict=True)
             for n, part in enumerate(kind.parts) if part in CARD_PARTS}  # fmt: skip
    cards |= {int(card) for card in s.chain}
    if cards - {0} != set(numbers_of(int(s.in_play) & ((1 << CARDS) - 1))):
        yield "the cards it names are those in play"


def _above_script(s: State, t: TableRecord, frame: list[int], below: list[int]) -> bool:
    same = below[KIND] == Frame.SCRIPT and below[PROGRAM] == frame[PROGRAM]
    op = int(t.program[frame[PROGRAM], frame[PC], ROW_OP])
    return same and below[SIDE] == frame[SIDE] and op in (Op.CHOOSE, Op.FREE_PICTURE)


def _awaits_chain(s: State, t: TableRecord, frame: list[int], below: list[int]) -> bool:
    return below[KIND] in (Frame.ACTION, Frame.VALUE) and 0 < int(s.chain_length) < CHAIN


def _token_is_there(s: State, t: TableRecord, frame: list[int], below: list[int]) -> bool:
    word = int(s.track[frame[VALUE_PLACE] - PLACE_SHIFT + st.REST])
    return (word >> 4 * frame[VALUE_KIND]) & 15 > 0


_NEEDS: dict[Frame, Callable[[State, TableRecord, list[int], list[int]], bool]] = {
    Frame.CHOOSE: _above_script,
    Frame.BLIND: _above_script,
    Frame.REACT: _awaits_chain,
    Frame.VALUE: _token_is_there,
    Frame.ACTION: lambda s, t, frame, below: int(s.chain_length) > 0,
    Frame.SPARE: lambda s, t, frame, below: below[KIND] == Frame.SCRIPT and below[SCRIPT_CARD] != 0,
    Frame.PLAY: lambda s, t, frame, below: below[KIND] == Frame.TURN,
    Frame.PLAY_DRAWN: lambda s, t, frame, below: (
        below[KIND] == Frame.SCRIPT and below[SIDE] == frame[SIDE]
    ),
}
