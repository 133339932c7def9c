"""The evaluation's network as it comes with the package, fitted to an edition."""

from __future__ import annotations

import functools
from importlib import resources

import numpy as np

from watergate.edition import Edition, standard_edition
from watergate.edition.table import CARDS, table_of

from .kernel.evaluation import Network

FILE = "network.npz"


@functools.cache
def network_for(edition: Edition) -> Network:
    """The learnt network; an edition's own cards are nothing to it but what they count for."""
    with resources.files(__package__).joinpath(FILE).open("rb") as file, np.load(file) as layers:
        cards = np.array([_cards_in_common(edition, standard_edition())], np.int64)
        return Network(layers["rows"], layers["last"], cards)


def _cards_in_common(one: Edition, other: Edition) -> int:
    """The cards, as bits, that are the same in two editions."""
    a, b = table_of(one)[0], table_of(other)[0]
    fields = ("owner", "kind", "value", "fits", "program")
    same = (card for card in range(CARDS) if all((a[f][card] == b[f][card]).all() for f in fields))
    return sum(1 << card for card in same) & ((1 << 62) - 1)
