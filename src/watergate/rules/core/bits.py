"""Small arithmetic on bit masks and on words of four bits a token kind.

Plain integers in and out: the same code runs compiled and as ordinary Python.
"""

from __future__ import annotations

from .jit import compilable


@compilable
def count_bits(mask: int) -> int:
    n = 0
    while mask != 0:
        mask &= mask - 1
        n += 1
    return n


@compilable
def lowest_bit(mask: int) -> int:
    """The number of the lowest bit set."""
    return count_bits((mask & -mask) - 1)


@compilable
def nth_bit(mask: int, n: int) -> int:
    """The number of the n-th bit set, counting from 0."""
    for _ in range(n):
        mask &= mask - 1
    return lowest_bit(mask)


@compilable
def one_token(kind: int) -> int:
    return 1 << (4 * kind)


@compilable
def lowest_kind(word: int) -> int:
    """The lowest kind a word of tokens holds."""
    return lowest_bit(word) >> 2


@compilable
def count_of_kind(word: int, kind: int) -> int:
    return (word >> (4 * kind)) & 15


@compilable
def without_kind(word: int, kind: int) -> int:
    return word & ~(15 << (4 * kind))


@compilable
def count_tokens(word: int) -> int:
    # Sum the four-bit counts pairwise: fifteen kinds of at most fifteen fit a byte.
    word = (word & 0x0F0F0F0F0F0F0F0F) + ((word >> 4) & 0x0F0F0F0F0F0F0F0F)
    word += word >> 8
    word += word >> 16
    word += word >> 32
    return word & 255


@compilable
def nth_token(word: int, n: int) -> int:
    """The kind of the n-th token of a word, counting from 0."""
    kind = 0
    while True:
        count = count_of_kind(word, kind)
        if n < count:
            return kind
        n -= count
        kind += 1
