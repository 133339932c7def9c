"""The game as data: cards with their scripts, board and tokens, read from TOML files and checked.

`load_edition` gives an `Edition`; `table.table_of` turns that into what the rules read. Nothing in
this package knows how the game is played.
"""

from .loader import check_edition, load_edition, standard_edition
from .model import (
    JOKER,
    Ability,
    Card,
    Color,
    Edition,
    Informant,
    Kind,
    Side,
    Space,
    Statement,
    Texts,
    TokenKind,
    text_in,
)
from .problems import EditionError, Place, Problem

__all__ = [
    "JOKER",
    "Ability",
    "Card",
    "Color",
    "Edition",
    "EditionError",
    "Informant",
    "Kind",
    "Place",
    "Problem",
    "Side",
    "Space",
    "Statement",
    "Texts",
    "TokenKind",
    "check_edition",
    "load_edition",
    "standard_edition",
    "text_in",
]
