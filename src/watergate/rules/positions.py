"""A position as one line of text, whole or as one viewer knows it.

    wg1 round=3 initiative=editor I=0 M=N2 momentum=1/2/5 editor.hand=23,30 ... stack=...

Fields stand in a fixed order. The decks and the bag are not written: they are what is nowhere else.
In a viewer's position `?` with a number stands for what the viewer cannot know: `nixon.hand=14,?3`
is Mitchell, known to be there (RULES 9.3), and three other cards. `docs/notation.md` has it all.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping

import numpy as np

from watergate.edition import Edition, Side
from watergate.edition.layout import CHAIN, MOMENTUM_SPACES
from watergate.edition.table import table_of
from watergate.engine import engine

from .caching import cached
from .core import state as st
from .core.bits import count_bits, count_tokens, one_token
from .core.frames import CARD, COLOR, KIND, Frame
from .core.ids import MOST_LEGAL
from .core.invariants import FAULTS, SOUND, tokens_present
from .core.knowledge import HIDDEN
from .core.machine import MOST_IDLE_ROUNDS, MOST_ROUNDS
from .core.playing import open_token_fits
from .core.state import STATE, State, States, TableRecord
from .errors import BadPosition
from .names import (
    SIDES,
    WAYS,
    Names,
    kinds_of,
    named,
    names_of,
    numbers_of,
    place_name,
    place_or_none,
    side_or_none,
    tokens_named,
)
from .record_tuples import state_tuple
from .stacks import check_stack, read_stack, write_stack

VERSION = "wg1"
FIELDS = (
    "round", "initiative", "I", "M", "momentum",
    "editor.hand", "editor.known", "editor.discard", "editor.removed",
    "nixon.hand", "nixon.known", "nixon.discard", "nixon.removed",
    "play", "drawn", "chain", "track", "chosen", "facedown", "board", "pictures",
    "turn", "last", "extra", "marks", "no", "absent", "won", "stack",
)  # fmt: skip
MARKS = ("late", "silent", *(f"idle{n}" for n in range(1, MOST_IDLE_ROUNDS + 1)))
NOTHING = "-"


# Writing


def write_position(states: States, edition: Edition) -> str:
    """The whole position in the first state of an array."""
    return write_knowledge(states, np.zeros(1, HIDDEN), edition)


def write_knowledge(states: States, hidden: np.ndarray, edition: Edition) -> str:
    """What a viewer knows of a position (`core/knowledge.py`)."""
    s, names = state_tuple(states), names_of(edition)
    hidden_hand, hidden_drawn, hidden_facedown = _hidden(hidden)
    known, discard, removed = s.known, s.discard, s.removed
    return (
        f"{VERSION} round={s.round_no} initiative={_side(s.initiative)}"
        f" I={_place(s.initiative_at)} M={_place(s.momentum_at)}"
        f" momentum={s.momentum[0]}/{s.momentum[1]}/{s.momentum_supply}"
        f" editor.hand={_cards(s.hand[0], hidden_hand[0])} editor.known={_cards(known[0])}"
        f" editor.discard={_cards(discard[0])} editor.removed={_cards(removed[0])}"
        f" nixon.hand={_cards(s.hand[1], hidden_hand[1])} nixon.known={_cards(known[1])}"
        f" nixon.discard={_cards(discard[1])} nixon.removed={_cards(removed[1])}"
        f" play={_cards(s.in_play)} drawn={_drawn(s.drawn, hidden_drawn)}"
        f" chain={_chain(s.chain)} track={_tokens(s.track, names)}"
        f" chosen={_tokens(s.chosen, names)} facedown={_facedown(s, hidden_facedown, names)}"
        f" board={_board(s.up, s.down, s.pinned, names)}"
        f" pictures={_pictures(s.recruited, s.silenced, names)}"
        f" turn={_side(s.turn)} last={_side(s.last_player)} extra={_side(s.extra_turn)}"
        f" marks={_marks(s.nixon_has_had_turn, s.events_silent, s.idle_rounds)}"
        f" no={_list(named(names.colors, s.answered_no))}"
        f" absent={_list(named(names.colors, s.absent))}"
        f" won={_won(s.winner, s.won_by)} stack={write_stack(s)}"
    )


def _hidden(hidden: np.ndarray) -> tuple[list[int], list[int], int]:
    ((hand, drawn, facedown),) = hidden.tolist()
    return hand.tolist(), drawn.tolist(), facedown


def _list(words: Iterable[str]) -> str:
    return ",".join(words) or NOTHING


def _side(number: int) -> str:
    return side_or_none(number) or NOTHING


def _place(place: int) -> str:
    return place_or_none(place) or NOTHING


@cached
def _cards(mask: int, unknown: int = 0) -> str:
    return _list([*map(str, numbers_of(mask)), *([f"?{unknown}"] if unknown else [])])


@cached
def _chain(chain: tuple[int, ...]) -> str:
    return _list(str(card) for card in chain if card)


@cached
def _marks(late: int, silent: int, idle: int) -> str:
    marks = [mark for mark, on in zip(MARKS, (late, silent), strict=False) if on]
    return _list([*marks, *([f"idle{idle}"] if idle else [])])


@cached
def _won(winner: int, won_by: int) -> str:
    if winner == st.NOBODY:
        return NOTHING
    return WAYS[won_by] if winner == st.NO_SIDE else f"{SIDES[winner]}:{WAYS[won_by]}"


def _drawn(card: int, hidden: list[int]) -> str:
    for side in Side:
        if hidden[side]:
            return f"?{side}"
    return NOTHING if card == st.NO_CARD else str(card)


def _facedown(s: State, unknown: int, names: Names) -> str:
    known = tokens_named(names.kinds, s.facedown)
    return _list([*known, *([f"?{unknown}"] if unknown else [])])


@cached
def _tokens(words: tuple[int, ...], names: Names) -> str:
    return _list(
        f"{names.kinds[kind]}@{place_name(index - st.REST)}"
        for index, word in enumerate(words)
        if word
        for kind in kinds_of(word)
    )


@cached
def _board(up: int, down: int, pinned: tuple[int, ...], names: Names) -> str:
    return _list(
        f"{names.spaces[n]}:{'' if up >> n & 1 else '-'}{names.kinds[pinned[n]]}"
        for n in numbers_of(up | down)
    )


@cached
def _pictures(recruited: int, silenced: int, names: Names) -> str:
    return _list(
        f"{'' if recruited >> n & 1 else '-'}{names.pictures[n]}"
        for n in numbers_of(recruited | silenced)
    )


# Reading


def read_position(line: str, edition: Edition) -> States:
    """The state a whole position describes, or BadPosition."""
    states, hidden = read_knowledge(line, edition)
    if hidden.tobytes() != bytes(hidden.nbytes):
        raise BadPosition("this is a viewer's position: it has '?' in it; a whole one is needed")
    _check_cards(states)
    _check_move(states, edition)
    return states


def read_knowledge(line: str, edition: Edition) -> tuple[States, np.ndarray]:
    """What a viewer's position says, and how much of it is hidden (see `redeal.py`)."""
    values = _split(line)
    states, hidden = np.zeros(1, STATE), np.zeros(1, HIDDEN)
    s, h = states.view(np.recarray)[0], hidden.view(np.recarray)[0]
    tables = table_of(edition)
    reader = _Reader(values, edition, s, h, tables.view(np.recarray)[0])
    reader.read()
    _check(states, edition, drawn=bool(s.drawn) or h.drawn.any())
    _check_deal(s, h, tables.view(np.recarray)[0])
    return states, hidden


def _split(line: str) -> Mapping[str, str]:
    version, *words = line.split() or [""]
    if version != VERSION:
        raise BadPosition(f"a position begins with {VERSION!r}, not {version[:20]!r}")
    names = [word.partition("=")[0] for word in words]
    if names != list(FIELDS):
        wrong = next(
            (a for a, b in zip([*names, "the end"], FIELDS, strict=False) if a != b), "more"
        )
        raise BadPosition(
            f"found {wrong[:20]!r}; a position has these fields in this order: {', '.join(FIELDS)}"
        )
    return {name: word.partition("=")[2] for name, word in zip(names, words, strict=True)}


class _Reader:
    """Reads the fields of one position into a state; every refusal names field, found, allowed."""

    def __init__(
        self, values: Mapping[str, str], edition: Edition, s: State, hidden: State, t: TableRecord
    ) -> None:
        self.values, self.edition, self.s, self.hidden, self.t = values, edition, s, hidden, t
        self.kinds = {kind.name: n for n, kind in enumerate(edition.token_kinds)}
        self.colors = {color.name: n for n, color in enumerate(edition.colors)}
        self.spaces = {space.name: n for n, space in enumerate(edition.spaces)}
        self.pictures = {informant.name: n for n, informant in enumerate(edition.informants)}
        self.places = {place_name(place): place for place in range(-st.REST, st.REST + 1)}

    def refuse(self, field: str, found: str, allowed: object) -> BadPosition:
        return BadPosition(f"{field}: found {found[:40]!r}; allowed: {allowed}")

    def one_of(self, field: str, text: str, options: Mapping[str, int]) -> int:
        if text not in options:
            raise self.refuse(field, text, ", ".join(options))
        return options[text]

    def words(self, field: str) -> list[str]:
        text = self.values[field]
        return [] if text == NOTHING else text.split(",")

    def number(self, field: str, text: str, most: int) -> int:
        if not re.fullmatch(r"[0-9]{1,10}", text) or int(text) > most:
            raise self.refuse(field, text, f"0 to {most}")
        return int(text)

    def read(self) -> None:
        s = self.s
        sides = {str(side): int(side) for side in Side}
        sides_or_none = {**sides, NOTHING: st.NOBODY}
        s.round_no = self.number("round", self.values["round"], MOST_ROUNDS)
        s.initiative = self.one_of("initiative", self.values["initiative"], sides)
        places = {**self.places, NOTHING: st.OFF}
        s.initiative_at = self.one_of("I", self.values["I"], places)
        s.momentum_at = self.one_of("M", self.values["M"], places)
        self.read_momentum()
        s.turn = self.one_of("turn", self.values["turn"], sides_or_none)
        s.last_player = self.one_of("last", self.values["last"], sides)
        s.extra_turn = self.one_of("extra", self.values["extra"], sides_or_none)
        self.read_marks()
        s.answered_no, s.absent = self.mask("no", self.colors), self.mask("absent", self.colors)
        self.read_won(sides)
        self.read_tokens()
        self.read_pictures()
        self.read_cards()
        read_stack(self.values["stack"], s, self.edition)
        missing = int(self.t.tokens) - tokens_present(s)
        if missing < 0 or any(
            missing >> 4 * n & 15 > kind.count for n, kind in enumerate(self.edition.token_kinds)
        ):
            raise BadPosition("there are more evidence tokens of a kind than the edition has")
        s.bag = missing

    def read_marks(self) -> None:
        s = self.s
        marks = self.mask("marks", {mark: n for n, mark in enumerate(MARKS)})
        s.nixon_has_had_turn, s.events_silent = marks & 1, marks >> 1 & 1
        idle = numbers_of(marks >> 2)
        if len(idle) > 1:
            raise self.refuse("marks", self.values["marks"], "one mark of idle rounds")
        s.idle_rounds = idle[0] + 1 if idle else 0

    def mask(self, field: str, options: Mapping[str, int]) -> int:
        mask = 0
        for word in self.words(field):
            bit = 1 << self.one_of(field, word, options)
            if mask & bit:
                raise self.refuse(field, word, "each only once")
            mask |= bit
        return mask

    def read_momentum(self) -> None:
        parts = self.values["momentum"].split("/")
        if len(parts) != 3:
            raise self.refuse("momentum", self.values["momentum"], "EDITOR/NIXON/SUPPLY")
        numbers = [self.number("momentum", part, 60) for part in parts]
        self.s.momentum[0], self.s.momentum[1], self.s.momentum_supply = numbers

    def read_won(self, sides: Mapping[str, int]) -> None:
        text, nobody = self.values["won"], {NOTHING: st.NOBODY, WAYS[st.STOPPED]: st.NO_SIDE}
        winners = {f"{side}:{way}": sides[side] for side in sides for way in WAYS[1 : st.STOPPED]
                   if (way == "connection") == (side == "editor")}  # fmt: skip
        self.s.winner = self.one_of("won", text, {**nobody, **winners})
        way = text.rpartition(":")[2]
        self.s.won_by = 0 if text == NOTHING else WAYS.index(way)

    def read_tokens(self) -> None:
        s = self.s
        for field, words in (("track", s.track), ("chosen", s.chosen)):
            for word in self.words(field):
                kind, _, place = word.partition("@")
                index = self.one_of(field, place, self.places) + st.REST
                words[index] = self.add_token(field, words[index], kind)
        for n in range(2 * st.REST + 1):
            if any(k > t for k, t in zip(_counts(s.chosen[n]), _counts(s.track[n]), strict=True)):
                raise self.refuse("chosen", self.values["chosen"], "tokens that are on the track")
        for word in self.words("facedown"):
            if word.startswith("?"):
                self.hidden.facedown = self.number("facedown", word[1:], 99)
            else:
                s.facedown = self.add_token("facedown", s.facedown, word)
        for word in self.words("board"):
            name, _, kind = word.partition(":")
            space = self.one_of("board", name, self.spaces)
            if (s.up | s.down) >> space & 1:
                raise self.refuse("board", word, "one token a space")
            s.pinned[space] = self.one_of("board", kind.removeprefix("-"), self.kinds)
            if kind.startswith("-"):
                s.down |= 1 << space
            else:
                s.up |= 1 << space

    def add_token(self, field: str, word: int, kind: str) -> int:
        n = self.one_of(field, kind, self.kinds)
        if int(word) >> 4 * n & 15 == 15:
            raise self.refuse(field, kind, "at most 15 of a kind")
        return int(word) + one_token(n)

    def read_pictures(self) -> None:
        names = {**self.pictures, **{f"-{name}": n + 32 for name, n in self.pictures.items()}}
        mask = self.mask("pictures", names)
        self.s.recruited, self.s.silenced = mask & 0xFFFF, mask >> 32
        if mask & mask >> 32:
            raise self.refuse("pictures", self.values["pictures"], "each picture only once")
        self.s.supply = int(self.t.pictures) & ~int(self.s.recruited | self.s.silenced)

    def read_cards(self) -> None:
        s = self.s
        cards = {str(card.number): card.number for card in self.edition.cards}
        s.in_play = self.mask("play", cards)
        gone = int(s.in_play) | self.read_drawn(cards)
        for side in Side:
            own = {text: n for text, n in cards.items() if self.t.owner[n] == side}
            field = f"{side}.hand"
            words = self.words(field)
            for word in [w for w in words if w.startswith("?")]:
                self.hidden.hand[side] = self.number(field, word[1:], 60)
                words.remove(word)
            self.values = {**self.values, field: ",".join(words) or NOTHING}
            for pile in ("hand", "discard", "removed"):
                mask = self.mask(f"{side}.{pile}", own)
                if mask & gone:
                    raise self.refuse(
                        f"{side}.{pile}", _cards(mask & gone), "each card in one place"
                    )
                gone |= mask
                getattr(s, pile)[side] = mask
            s.known[side] = self.mask(f"{side}.known", own)
            s.deck[side] = int(self.t.cards[side]) & ~gone
            needed = int(self.hidden.hand[side]) + int(self.hidden.drawn[side])
            if needed > count_bits(int(s.deck[side])):
                raise self.refuse(field, f"?{needed}", "no more than there are cards left")
        chain = [self.one_of("chain", word, cards) for word in self.words("chain")]
        if len(chain) > CHAIN:
            raise self.refuse("chain", self.values["chain"], f"at most {CHAIN} cards")
        s.chain[: len(chain)] = chain
        s.chain_length = len(chain)

    def read_drawn(self, cards: Mapping[str, int]) -> int:
        text = self.values["drawn"]
        for side in Side:
            if text == f"?{side}":
                self.hidden.drawn[side] = 1
                return 0
        self.s.drawn = self.one_of("drawn", text, {NOTHING: st.NO_CARD, **cards})
        return 1 << int(self.s.drawn) if self.s.drawn else 0


def _counts(word: int) -> list[int]:
    return [int(word) >> 4 * n & 15 for n in range(15)]


def _check(states: States, edition: Edition, *, drawn: bool) -> None:
    """Refuse what cannot come up; the rules would trust it."""
    s, tables = states.view(np.recarray)[0], table_of(edition)
    wrong = engine().fault(states, 0, tables)
    if wrong != SOUND:
        raise BadPosition(f"not a position that can come up: {FAULTS[wrong]}")
    if int(s.momentum[Side.NIXON]) == MOMENTUM_SPACES and s.winner == st.NOBODY:
        raise BadPosition("not a position that can come up: Nixon's fifth momentum token wins")
    check_stack(s, tables.view(np.recarray)[0])
    if not drawn and s.winner == st.NOBODY and st.top_frame(s)[KIND] == Frame.PLAY_DRAWN:
        raise BadPosition("not a position that can come up: no card was drawn to be played")


def _check_cards(states: States) -> None:
    """RULES 9.6."""
    cards = sum(int(states[pile][0].sum()) for pile in ("hand", "deck", "discard"))
    if cards == 0 and states["winner"][0] == st.NOBODY:
        raise BadPosition(
            "neither side has a card in hand, deck or discard pile; allowed: at least one card"
        )


def _check_deal(s: State, hidden: State, t: TableRecord) -> None:
    """Refuse a viewer's position whose hidden tokens could not be dealt."""
    if not hidden.facedown or s.winner != st.NOBODY:
        return
    allowed = int(s.bag)
    for color in numbers_of(s.absent):
        allowed &= ~int(t.color_tokens[color])
    frame, needed = st.top_frame(s), allowed
    if frame[KIND] == Frame.ANSWER:
        needed = allowed & int(t.color_tokens[frame[COLOR]])
    elif frame[:2] == (Frame.CHOOSE_VALUE, st.NIXON) and not open_token_fits(s, t, frame[CARD]):
        needed = allowed & int(t.fits[frame[CARD]])
    if count_tokens(allowed) < int(hidden.facedown) or needed == 0:
        raise BadPosition("facedown: no such tokens are left in the bag")


def _check_move(states: States, edition: Edition) -> None:
    """Refuse a whole position in which nobody could move."""
    tables, who = table_of(edition), engine().decider(states, 0)
    moves = np.zeros(MOST_LEGAL, np.int16)
    count: Callable[..., int] = engine().legal if who != st.CHANCE else engine().outcomes
    arguments = (moves,) if who != st.CHANCE else (moves, moves.copy())
    if who != st.NOBODY and count(states, 0, tables, *arguments) == 0:
        raise BadPosition("not a position that can come up: the pending decision has no move")
