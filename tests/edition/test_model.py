from __future__ import annotations

import dataclasses

from watergate.edition import Side, TokenKind, standard_edition

EDITION = standard_edition()


def test_sides_are_each_others_opponents() -> None:
    assert Side.EDITOR.opponent is Side.NIXON
    assert Side.NIXON.opponent is Side.EDITOR
    assert [str(side) for side in Side] == ["editor", "nixon"]


def test_notation_of_tokens() -> None:
    assert TokenKind(("blue", "green"), False, 1).name == "blue-green"
    assert TokenKind(("blue",), True, 1).name == "blue*"


def test_what_a_card_is() -> None:
    assert EDITION.card(33).is_joker
    assert not EDITION.card(9).is_joker
    assert EDITION.card(14).is_reaction
    assert not EDITION.card(9).is_reaction
    assert EDITION.card(2).informant == "woods"
    assert EDITION.card(21).informant is None


def test_editions_are_equal_if_their_digests_are() -> None:
    renamed = dataclasses.replace(EDITION, name="other")
    other = dataclasses.replace(EDITION, digest="other")
    assert renamed == EDITION
    assert hash(renamed) == hash(EDITION)
    assert other != EDITION
    assert EDITION.digest != EDITION
