"""Load and save the evaluation network, and fit the packaged one to an edition."""

from __future__ import annotations

from importlib import resources
from pathlib import Path
from typing import IO
from zipfile import BadZipFile

import numpy as np

from watergate.edition import Edition, standard_edition
from watergate.edition.caching import kept_by_edition
from watergate.edition.layout import CARDS
from watergate.edition.table import table_of
from watergate.rules import WatergateError

from .kernel.evaluation import FEATURES, MOST_WIDTH, Network

FILE = "network.npz"
ALL_CARDS = (1 << 62) - 1


@kept_by_edition
def network_for(edition: Edition) -> Network:
    """The learnt network; an edition's own cards are nothing to it but what they count for."""
    with resources.files(__package__).joinpath(FILE).open("rb") as file:
        net = _read(file)
    return net._replace(cards=np.array([_cards_in_common(edition, standard_edition())], np.int64))


def read_network(path: Path) -> Network:
    """A network that `write_network` wrote, for the standard edition."""
    try:
        with path.open("rb") as file:
            net = _read(file)
    except (ValueError, KeyError, EOFError, BadZipFile):
        raise WatergateError(f"{path} is no network; `watergate lab learn` writes one") from None
    width = net.last.size - 1
    if net.rows.shape != (FEATURES + 1, width) or width > MOST_WIDTH:
        raise WatergateError(f"{path} is a network of another make: learn it anew")
    return net


def write_network(net: Network, path: Path) -> None:
    with path.open("wb") as file:  # given a name, NumPy would add an ending to it
        np.savez_compressed(file, rows=net.rows, last=net.last)


def _read(file: IO[bytes]) -> Network:
    with np.load(file) as layers:
        return Network(layers["rows"], layers["last"], np.array([ALL_CARDS], np.int64))


def _cards_in_common(one: Edition, other: Edition) -> int:
    """The cards, as bits, that are the same in two editions."""
    a, b = table_of(one)[0], table_of(other)[0]
    fields = ("owner", "kind", "value", "fits", "program")
    same = (card for card in range(CARDS) if all((a[f][card] == b[f][card]).all() for f in fields))
    return sum(1 << card for card in same) & ALL_CARDS
