"""A toy edition, so small that the whole game tree of a round can be walked."""

from __future__ import annotations

import functools
from dataclasses import replace

from watergate.edition import Edition, standard_edition
from watergate.edition.language import read_script

TOY = "toy"
TOY_PLIES = 14
"""The longest way through the tree of its first round."""
_CARDS = {27: "require dean\nrequire mccord\npin dean\npin mccord\ndraw evidence, pin", 17: None}
"""By their numbers; with a script of their own, or as they are."""
_PICTURES, _SPACES = ("dean", "mccord"), ("inner1", "inner2")
_THREADS = (("nixon", "inner1"), ("inner1", "dean"), ("inner1", "mccord"), ("inner1", "inner2"))


@functools.cache
def toy_edition() -> Edition:
    """One card a side, four tokens, two spaces, one of which connects both informants.

    The Editor may gamble on drawing the evidence for it; Nixon wins as soon as momentum is gained.
    An edition from a file has nine cards a side at least, and millions of ways to deal them.
    """
    whole = standard_edition()
    colors = [color.name for color in whole.colors]
    cards = [whole.card(number) for number in _CARDS]
    for n, script in enumerate(_CARDS.values()):
        if script is not None:
            lines, errors = read_script(script, colors=colors, pictures=_PICTURES)
            assert not errors
            cards[n] = replace(cards[n], script=lines)
    kinds = [kind for kind in whole.token_kinds if len(kind.colors) == 1]
    return replace(
        whole,
        name=TOY,
        digest=f"{TOY} of {whole.digest}",
        momentum_tokens=1,
        cards=tuple(sorted(cards, key=lambda card: card.number)),
        abilities=(),
        token_kinds=tuple(replace(kind, count=1) for kind in kinds[:4]),
        spaces=tuple(space for space in whole.spaces if space.name in _SPACES),
        informants=tuple(one for one in whole.informants if one.name in _PICTURES),
        threads=_THREADS,
    )
