"""What holds in every state, however it came about.

Used on positions that people type in, and over many random games by the tests.
"""

from __future__ import annotations

from watergate.edition.layout import MOMENTUM_SPACES, SPACES

from .bits import count_bits, one_token
from .frames import KIND, PIN_KIND, Frame
from .jit import compilable
from .state import EDITOR, NO_CARD, OFF, REST, State, TableRecord

SOUND, CARDS_LOST, TOKENS_LOST, MOMENTUM_LOST, PICTURES_LOST, OUT_OF_RANGE = range(6)
FAULTS = (
    "nothing is wrong",
    "every card must be in exactly one place",
    "every evidence token must be in exactly one place",
    "the momentum tokens do not add up to those of the edition",
    "every picture must be in exactly one place",
    "a counter is out of range",
)


@compilable
def fault(s: State, t: TableRecord) -> int:
    """What is wrong with a state, or SOUND."""
    if not cards_conserved(s, t):
        return CARDS_LOST
    if tokens_present(s) != int(t.tokens):
        return TOKENS_LOST
    if not momentum_conserved(s, t):
        return MOMENTUM_LOST
    supply, up, down = int(s.supply), int(s.recruited), int(s.silenced)
    if supply & up | supply & down | up & down != 0 or supply | up | down != int(t.pictures):
        return PICTURES_LOST
    if not in_range(s.initiative_at) or not in_range(s.momentum_at) or int(s.depth) < 1:
        return OUT_OF_RANGE
    return SOUND


@compilable
def in_range(place: int) -> bool:
    return int(place) == OFF or -REST <= int(place) <= REST


@compilable
def cards_conserved(s: State, t: TableRecord) -> bool:
    drawn = 0 if int(s.drawn) == NO_CARD else 1 << int(s.drawn)
    for side in range(2):
        piles = (int(s.hand[side]), int(s.deck[side]), int(s.discard[side]), int(s.removed[side]))
        loose = (int(s.in_play) | drawn) & int(t.cards[side])
        together = loose
        total = count_bits(loose)
        for pile in piles:
            together |= pile
            total += count_bits(pile)
        if together != int(t.cards[side]) or total != count_bits(together):
            return False
        if int(s.known[side]) & ~int(s.hand[side]) != 0:
            return False
    return int(s.in_play) & drawn == 0


@compilable
def tokens_present(s: State) -> int:
    """All evidence there is, as a word: bag, track, board, and tokens about to be pinned."""
    word = int(s.bag) + int(s.facedown)
    for place in range(2 * REST + 1):
        word += int(s.track[place])
    spaces = int(s.up) | int(s.down)
    for space in range(SPACES):
        if spaces >> space & 1 != 0:
            word += one_token(int(s.pinned[space]))
    for i in range(int(s.depth)):
        if int(s.stack[i, KIND]) == Frame.PIN:
            word += one_token(int(s.stack[i, PIN_KIND]))
    return word


@compilable
def momentum_conserved(s: State, t: TableRecord) -> bool:
    """No more than there are; fewer only if the Editor's card is full (RULES 5.5)."""
    on_track = 0 if int(s.momentum_at) == OFF else 1
    cards = int(s.momentum[0]) + int(s.momentum[1])
    total = cards + on_track + int(s.momentum_supply)
    missing = int(t.momentum_tokens) - total
    if missing < 0 or int(s.momentum_supply) < 0:
        return False
    if int(s.momentum[0]) > MOMENTUM_SPACES or int(s.momentum[1]) > MOMENTUM_SPACES:
        return False
    return missing == 0 or int(s.momentum[EDITOR]) == MOMENTUM_SPACES
