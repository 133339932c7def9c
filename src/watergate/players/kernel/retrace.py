"""Retracing a round: how it came to a guessed deal, and how likely the opponent's moves were in it.

A guess is a full state that agrees with what a viewer knows. The round is played again from its
start with the cards and tokens of the guess, by the moves the viewer saw. At each choice of the
opponent it is noted what the opponent then knew, so that a policy can say how likely the move was.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from watergate.rules.core import ids
from watergate.rules.core.apply import step
from watergate.rules.core.bits import (
    count_bits,
    count_of_kind,
    count_tokens,
    nth_bit,
    nth_token,
    one_token,
)
from watergate.rules.core.chance import BAG_STREAM, DECK_STREAMS, random_below
from watergate.rules.core.frames import KIND, SIDE, Frame
from watergate.rules.core.history import HISTORY, remember
from watergate.rules.core.ids import MOST_LEGAL
from watergate.rules.core.jit import compilable
from watergate.rules.core.knowledge import HIDDEN_CARD, HIDDEN_CHOICE, HIDDEN_TOKEN
from watergate.rules.core.legal import decider, legal_moves
from watergate.rules.core.state import CHANCE, NIXON, NO_CARD, NOBODY, STATE, State, TableRecord

from .rollout import MOST_ONES, list_ones
from .sight import new_sight, see

MOST_CHOICES = 24
"""Choices of the opponent in one round that are noted."""
TRIES = 24
"""How often a guess is tried: which draw brought which card is guessed, too."""


class Trace(NamedTuple):
    """Working space, and what was noted: a row for each choice of the opponent in each guess."""

    states: Any
    """The state as it is retraced."""
    words: Any
    """The same as numbers."""
    histories: Any
    moves: Any
    counts: Any
    chosen: Any
    ones: Any
    ones_counts: Any
    observed: Any


def new_trace(guesses: int) -> Trace:
    states, rows = np.zeros(1, STATE), guesses * MOST_CHOICES
    return Trace(
        states=states,
        words=states.view(np.int64).reshape(1, -1),
        histories=np.zeros(1, HISTORY),
        moves=np.zeros((rows, MOST_LEGAL), np.int16),
        counts=np.zeros(rows, np.int16),
        chosen=np.zeros(rows, np.int16),
        ones=np.zeros((rows, MOST_ONES), np.int16),
        ones_counts=np.zeros(rows, np.int16),
        observed=new_sight(),
    )


@compilable
def retrace(
    trace: Any, first: int, start: Any, hidden: Any, nothing_hidden: Any, course: Any, guess: Any,
    guess_words: Any, t: TableRecord, opponent: int, streams: Any, moves: Any,
) -> int:  # fmt: skip
    """Note the opponent's choices on the way to a guess, from row `first` on.

    Returns how many there are, or -1 if no way leads to it.
    """
    for _ in range(TRIES):
        n = try_once(
            trace, first, start, hidden, nothing_hidden, course, guess, t, opponent, streams, moves
        )
        if n >= 0 and is_same(trace.words[0], guess_words):
            return n
    return -1


@compilable
def is_same(words: Any, others: Any) -> bool:
    # The last word is the end of the stack, never in use, and padding of no fixed content.
    for i in range(len(words) - 1):
        if words[i] != others[i]:
            return False
    return True


@compilable
def try_once(
    trace: Any, first: int, start: Any, hidden: Any, nothing_hidden: Any, course: Any, guess: Any,
    t: TableRecord, opponent: int, streams: Any, moves: Any,
) -> int:  # fmt: skip
    trace.states[0] = start
    s, history = trace.states[0], trace.histories[0]
    cards = cards_shown(course, t, opponent) | int(guess.hand[opponent])
    if int(guess.drawn) != NO_CARD and int(t.owner[int(guess.drawn)]) == opponent:
        cards |= 1 << int(guess.drawn)
    cards &= ~int(s.hand[opponent])
    for _ in range(int(hidden.hand[opponent])):  # the game began in the middle of a round
        card = one_of(cards & int(s.deck[opponent]), streams)
        if card < 0:
            return -1
        cards &= ~(1 << card)
        s.hand[opponent] = int(s.hand[opponent]) | 1 << card
        s.deck[opponent] = int(s.deck[opponent]) & ~(1 << card)
    if int(hidden.drawn[opponent]) != 0 or int(hidden.facedown) != 0:
        return -1  # begun in the middle of a card: nothing can be said
    tokens, unseen = tokens_dealt(course, guess, opponent, streams)
    n = 0
    for i in range(len(course)):
        move = int(course[i])
        who = decider(s)
        if who == NOBODY:
            return -1
        if who == CHANCE:
            if move == HIDDEN_CARD:
                card = one_of(cards & int(s.deck[opponent]), streams)
                cards &= ~(1 << max(card, 0))
                move = ids.CARD_DRAWN + card
            elif move == HIDDEN_TOKEN and tokens != 0:
                kind = one_kind(tokens, streams)
                tokens -= one_token(kind)
                move = ids.TOKEN_DRAWN + kind
            if not can_be_drawn(s, move):
                return -1
        else:
            count = legal_moves(s, t, moves)
            if move == HIDDEN_CHOICE and unseen != 0:
                kind = one_kind(unseen, streams)
                unseen -= one_token(kind)
                move = ids.CHOOSE_DOWN + kind
            if not holds(moves, count, move):
                return -1
            if who == opponent and count > 1 and n < MOST_CHOICES:
                row = first + n
                trace.counts[row] = count
                trace.chosen[row] = move
                for k in range(count):
                    trace.moves[row, k] = moves[k]
                see(s, t, nothing_hidden, history, who, trace.observed)
                trace.ones_counts[row] = list_ones(trace.observed, trace.ones[row])
                n += 1
            remember(history, s, move)
        step(s, t, None, move)
    return n


@compilable
def holds(moves: Any, count: int, move: int) -> bool:
    for k in range(count):
        if int(moves[k]) == move:
            return True
    return False


@compilable
def can_be_drawn(s: State, move: int) -> bool:
    """Whether the pending draw can bring this."""
    top = int(s.depth) - 1
    what, side = int(s.stack[top, KIND]), int(s.stack[top, SIDE])
    if what == Frame.DRAW_CARD and ids.CARD_DRAWN < move < ids.CARD_LOST:
        return int(s.deck[side]) >> (move - ids.CARD_DRAWN) & 1 != 0
    if what == Frame.LOSE_CARD and ids.CARD_LOST < move < ids.TOKEN_DRAWN:
        return int(s.hand[side]) >> (move - ids.CARD_LOST) & 1 != 0
    if what == Frame.DRAW_TOKEN and ids.TOKEN_DRAWN <= move < ids.TOKEN_REVEALED:
        return count_of_kind(int(s.bag), move - ids.TOKEN_DRAWN) != 0
    if what == Frame.BLIND and move >= ids.TOKEN_REVEALED:
        return count_of_kind(int(s.facedown), move - ids.TOKEN_REVEALED) != 0
    return False


@compilable
def one_of(cards: int, streams: Any) -> int:
    """A card of a set at random, or -1 if it is empty."""
    n = count_bits(cards)
    return nth_bit(cards, random_below(streams, DECK_STREAMS, n)) if n != 0 else -1


@compilable
def cards_shown(course: Any, t: TableRecord, side: int) -> int:
    """The cards of a side that left its hand in the moves seen."""
    cards = 0
    for i in range(len(course)):
        move = int(course[i])
        if ids.PLAY_VALUE <= move < ids.REUSE_CARD or (
            ids.REMOVE_CARD <= move < ids.ASK_COLOR or ids.CARD_LOST <= move < ids.TOKEN_DRAWN
        ):
            card = move % 64
            if int(t.owner[card]) == side:
                cards |= 1 << card
    return cards


@compilable
def one_kind(tokens: int, streams: Any) -> int:
    """The kind of one of some tokens, at random."""
    return nth_token(tokens, random_below(streams, BAG_STREAM, count_tokens(tokens)))


@compilable
def tokens_dealt(course: Any, guess: Any, opponent: int, streams: Any) -> tuple[int, int]:
    """The face-down tokens of the round, and of them those that went to the bag unseen.

    Only the Editor has to guess; to Nixon no draw of a token is hidden.
    """
    tokens, unseen = 0, 0
    if opponent == NIXON:
        draws, bag = 0, int(guess.bag)
        tokens = int(guess.facedown)
        for i in range(len(course)):
            move = int(course[i])
            if ids.CHOOSE_DOWN <= move < ids.PIN_AT:
                tokens += one_token(move - ids.CHOOSE_DOWN)
            elif move >= ids.TOKEN_REVEALED:
                tokens += one_token(move - ids.TOKEN_REVEALED)
            elif move == HIDDEN_TOKEN:
                draws += 1
        for _ in range(draws - count_tokens(tokens)):
            kind = one_kind(bag, streams)
            bag -= one_token(kind)
            unseen += one_token(kind)
    return tokens + unseen, unseen
