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
from watergate.edition.table import CHAIN, MOMENTUM_SPACES, table_of

from . import state as st
from .bits import count_bits, count_tokens, one_token
from .engine import engine
from .errors import BadPosition
from .frames import SIDES, check_stack, read_stack, write_stack
from .ids import MOST_LEGAL
from .invariants import FAULTS, SOUND, tokens_present
from .machine import MOST_ROUNDS
from .moves import place_name
from .plain import Names, kept, names_of, plain_state, plain_table
from .playing import open_token_fits
from .redeal import HIDDEN
from .state import STATE, State, States, TableRecord
from .viewers import Viewer, sees_facedown, sees_hand

VERSION = "wg1"
FIELDS = (
    "round", "initiative", "I", "M", "momentum",
    "editor.hand", "editor.known", "editor.discard", "editor.removed",
    "nixon.hand", "nixon.known", "nixon.discard", "nixon.removed",
    "play", "drawn", "chain", "track", "chosen", "facedown", "board", "pictures",
    "turn", "last", "extra", "marks", "no", "absent", "won", "stack",
)  # fmt: skip
WAYS = ("-", "momentum", "supply", "connection")
MARKS = ("late", "silent")
NOTHING = "-"


# Writing


def write_position(states: States, edition: Edition, viewer: Viewer = Viewer.EVERYONE) -> str:
    """The position in the first state of an array, as far as a viewer knows it."""
    return position_of(plain_state(states), edition, viewer)


def position_of(s: State, edition: Edition, viewer: Viewer) -> str:
    """The same of a plain state (`plain.py`)."""
    names, known, discard, removed = names_of(edition), s.known, s.discard, s.removed
    return (
        f"{VERSION} round={s.round_no} initiative={st_side(s.initiative)}"
        f" I={_place(s.initiative_at)} M={_place(s.momentum_at)}"
        f" momentum={s.momentum[0]}/{s.momentum[1]}/{s.momentum_supply}"
        f" editor.hand={_hand(s, Side.EDITOR, viewer)} editor.known={_cards(known[0])}"
        f" editor.discard={_cards(discard[0])} editor.removed={_cards(removed[0])}"
        f" nixon.hand={_hand(s, Side.NIXON, viewer)} nixon.known={_cards(known[1])}"
        f" nixon.discard={_cards(discard[1])} nixon.removed={_cards(removed[1])}"
        f" play={_cards(s.in_play)} drawn={_drawn(s, plain_table(edition), viewer)}"
        f" chain={_chain(s.chain)} track={_tokens(s.track, names)}"
        f" chosen={_tokens(s.chosen, names)} facedown={_facedown(s, names, viewer)}"
        f" board={_board(s.up, s.down, s.pinned, names)}"
        f" pictures={_pictures(s.recruited, s.silenced, names)}"
        f" turn={st_side(s.turn)} last={st_side(s.last_player)} extra={st_side(s.extra_turn)}"
        f" marks={_marks(s.nixon_has_had_turn, s.events_silent)}"
        f" no={_colors(s.answered_no, names)} absent={_colors(s.absent, names)}"
        f" won={_won(s.winner, s.won_by)} stack={write_stack(s)}"
    )


@kept
def bits_of(mask: int) -> tuple[int, ...]:
    """The numbers of a mask, rising."""
    return tuple(n for n in range(63) if int(mask) >> n & 1)


@kept
def kinds_of(word: int) -> tuple[int, ...]:
    """The kinds of a word of tokens, each as often as it is there."""
    return tuple(kind for kind in range(15) for _ in range(int(word) >> 4 * kind & 15))


def st_side(number: int) -> str:
    return NOTHING if number == st.NOBODY else SIDES[number]


def _list(words: Iterable[str]) -> str:
    return ",".join(words) or NOTHING


@kept
def _cards(mask: int) -> str:
    return _list(map(str, bits_of(mask)))


@kept
def _chain(chain: tuple[int, ...]) -> str:
    return _list(str(card) for card in chain if card)


@kept
def _marks(*marks: int) -> str:
    return _list(mark for mark, on in zip(MARKS, marks, strict=True) if on)


@kept
def _won(winner: int, won_by: int) -> str:
    return NOTHING if winner == st.NOBODY else f"{SIDES[winner]}:{WAYS[won_by]}"


@kept
def _place(place: int) -> str:
    return NOTHING if place == st.OFF else place_name(place)


def _hand(s: State, side: Side, viewer: Viewer) -> str:
    if sees_hand(viewer, side):
        return _cards(s.hand[side])
    known = bits_of(s.known[side])
    unknown = s.hand[side].bit_count() - len(known)
    return _list([*map(str, known), f"?{unknown}"] if unknown else map(str, known))


def _drawn(s: State, t: TableRecord, viewer: Viewer) -> str:
    if s.drawn == st.NO_CARD:
        return NOTHING
    owner = Side(t.owner[s.drawn])
    return str(s.drawn) if sees_hand(viewer, owner) else f"?{owner}"


def _facedown(s: State, names: Names, viewer: Viewer) -> str:
    if sees_facedown(viewer):
        return _list(names.kinds[kind] for kind in kinds_of(s.facedown))
    count = count_tokens(s.facedown)
    return f"?{count}" if count else NOTHING


@kept
def _tokens(words: tuple[int, ...], names: Names) -> str:
    return _list(
        f"{names.kinds[kind]}@{place_name(index - st.REST)}"
        for index, word in enumerate(words)
        if word
        for kind in kinds_of(word)
    )


@kept
def _board(up: int, down: int, pinned: tuple[int, ...], names: Names) -> str:
    return _list(
        f"{names.spaces[n]}:{'' if up >> n & 1 else '-'}{names.kinds[pinned[n]]}"
        for n in bits_of(up | down)
    )


@kept
def _pictures(recruited: int, silenced: int, names: Names) -> str:
    return _list(
        f"{'' if recruited >> n & 1 else '-'}{names.pictures[n]}"
        for n in bits_of(recruited | silenced)
    )


@kept
def _colors(mask: int, names: Names) -> str:
    return _list(names.colors[n] for n in bits_of(mask))


# Reading


def read_position(line: str, edition: Edition) -> States:
    """The state a whole position describes, or BadPosition."""
    states, hidden = read_knowledge(line, edition)
    if hidden.tobytes() != bytes(hidden.nbytes):
        raise BadPosition("this is a viewer's position: it has '?' in it; a whole one is needed")
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
        marks = {mark: n for n, mark in enumerate(MARKS)}
        flags = self.mask("marks", marks)
        s.nixon_has_had_turn, s.events_silent = flags & 1, flags >> 1
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
        text = self.values["won"]
        ways = {f"{side}:{way}": n for n, way in enumerate(WAYS) for side in sides
                if (way == "connection") == (side == "editor") and n}  # fmt: skip
        self.s.winner = st.NOBODY
        if text != NOTHING:
            self.s.won_by = self.one_of("won", text, {NOTHING: 0, **ways})
            self.s.winner = sides[text.partition(":")[0]]

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
    if not drawn and s.winner == st.NOBODY and st.top_frame(s)[0] == st.PLAY_DRAWN:
        raise BadPosition("not a position that can come up: no card was drawn to be played")


def _check_deal(s: State, hidden: State, t: TableRecord) -> None:
    """Refuse a viewer's position whose hidden tokens could not be dealt."""
    if not hidden.facedown or s.winner != st.NOBODY:
        return
    allowed = int(s.bag)
    for color in bits_of(s.absent):
        allowed &= ~int(t.color_tokens[color])
    what, side, card, color, _, _ = st.top_frame(s)
    needed = allowed
    if what == st.ANSWER:
        needed = allowed & int(t.color_tokens[color])
    elif what == st.CHOOSE_VALUE and side == st.NIXON and not open_token_fits(s, t, card):
        needed = allowed & int(t.fits[card])
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
