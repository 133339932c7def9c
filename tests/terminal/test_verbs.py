"""Both terminals have words for every kind of move, in every language."""

from __future__ import annotations

import re

import pytest

from watergate import Game, standard_edition
from watergate.rules import Verb
from watergate.rules.moves import notation_of
from watergate.rules.wording import move_in_words
from watergate.terminal.labels import brief, label
from watergate.terminal.plain import SpokenWords
from watergate.terminal.words import Words
from watergate.texts import LANGUAGES

EDITION = standard_edition()
OF_SIDES = (
    "pass", "play 24 value", "play 24 action", "discard 24", "react 42", "reuse 13", "remove 9",
    "ask blue", "choose initiative", "choose momentum", "choose facedown", "choose blue@0",
    "choose blue@facedown", "choose dean", "choose rim3", "pin rim3",
)  # fmt: skip
OF_CHANCE = {Verb.DRAW, Verb.LOSE, Verb.REVEAL}
"""Told as events, and chosen by nobody."""


def test_every_verb_is_tried_here() -> None:
    assert {Verb(text.split()[0]) for text in OF_SIDES} == set(Verb) - OF_CHANCE


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("text", OF_SIDES)
def test_a_move_can_be_said(text: str, language: str) -> None:
    move, view = notation_of(EDITION).move(text), Game.start(seed=3).view("editor")
    words, spoken = Words(EDITION, language), SpokenWords(EDITION, language)
    for said in (
        label(move, view, words).plain,
        brief(move, view, words).plain,
        spoken.move(move, view),
        move_in_words(move, EDITION, language),
    ):
        assert said.strip()
        assert not re.search(r"[a-z]_[a-z]|[{}]", said), said
