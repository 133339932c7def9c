"""Everything the game says has a text in every language, in terms of names that people know."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import replace

import pytest

from watergate import Edition, Entry, Game, Message, Move, move_in_words, standard_edition, text_of
from watergate.rules.messages import LANGUAGES, Params, catalogue, language_of_locale
from watergate.rules.moves import Verb, notation_of
from watergate.rules.refusals import why_not
from watergate.texts import icu

EDITION = standard_edition()
RAW = re.compile(r"[{}*_@]|\b(inner|spoke|rim)\d|\b(blue|yellow|green)-|facedown|faceup")
"""What only names for programs look like."""
ENGLISH = re.compile(r"\b(blue|yellow|green|editor|initiative|momentum|value|action|the|token)\b")


def assert_in_words(text: str, language: str) -> None:
    assert not RAW.search(text), text
    assert language == "en" or not ENGLISH.search(text.lower()), text
    assert text == text.strip()
    assert ".." not in text


def messages_of(game: Game, rng: random.Random) -> Iterator[Message]:
    """All that is said in a random game, to one viewer or the other."""
    while game.decider is not None and game.ply < 1_500:
        view = game.view(rng.choice(["editor", "nixon", "spectator"]))
        assert view.decision is not None
        yield view.decision.prompt
        refusal = why_not(view, rng.choice([*notation_of(EDITION).moves]))
        if refusal is not None:
            yield refusal
        game.play(rng.choice(game.legal_ids()))
    for viewer in ("editor", "nixon"):
        yield from (entry.message for entry in game.log(viewer) if entry.is_told)


def test_games_are_told_in_words_in_every_language() -> None:
    said: set[str] = set()
    for seed in range(10):
        for message in messages_of(Game.start(seed=seed), random.Random(seed)):
            said.add(message.key)
            for language in LANGUAGES:
                assert_in_words(text_of(message, EDITION, language), language)
    assert len(said) > 75


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_move_has_words_of_its_own(language: str) -> None:
    moves = notation_of(EDITION).moves.values()
    texts = [move_in_words(move, EDITION, language) for move in moves]
    for text in texts:
        assert_in_words(text, language)
    assert len(set(texts)) == len(texts)


def test_moves_in_words() -> None:
    def words(text: str, language: str = "en") -> str:
        return move_in_words(notation_of(EDITION).move(text), EDITION, language)

    assert words("play 9 value") == "play Howard Hunt for its value"
    assert words("choose blue-yellow@E2") == "choose the blue and yellow token on E2"
    assert words("choose blue*@facedown") == (
        "choose the face-down blue token with the momentum symbol"
    )
    assert words("pin rim12", "hu") == "feltűzés ide: 12. peremmező"
    assert words("ask green", "hu") == "kérdés: van köztük zöld?"


def test_cards_and_people_appear_by_name() -> None:
    entry = Entry(1, "card_drawn", {"side": "nixon", "card": 13})
    assert text_of(entry.message, EDITION) == "Nixon draws John Ehrlichman."
    freed = Message("log.picture_freed", {"picture": "dean"})
    assert text_of(freed, EDITION) == "John Dean is a potential informant again."
    assert "Watergate trial" in text_of(Message("log.ability", {"ability": 3}), EDITION)
    asked = Message("log.asked", {"color": "blue"})
    assert text_of(asked, EDITION) == "The Editor asks for blue."
    assert text_of(asked, EDITION, "hu") == "A Szerkesztő kérdése: van köztük kék?"


def test_lists() -> None:
    linked: Params = {"spaces": ["inner1", "rim1"], "pictures": ["dean"]}
    assert text_of(Message("log.linked", linked), EDITION) == (
        "Threads lead from Nixon to: inner space 1, rim space 1. Informants connected: John Dean."
    )
    nobody: Params = {"spaces": ["spoke2"], "pictures": []}
    text = text_of(Message("log.linked", nobody), EDITION, "hu")
    assert text.endswith("2. küllőmező. Összekötött informátorok: nincs.")


def test_tokens_are_named_by_colours_and_symbol() -> None:
    moved: Params = {"token": "blue-yellow", "start": "0", "end": "E2"}
    message = Message("log.evidence_moved", moved)
    assert text_of(message, EDITION) == "The blue and yellow token moves from 0 to E2."
    assert text_of(message, EDITION, "hu") == "Kék-sárga bizonyíték lép: 0 → E2."
    drawn = Message("log.evidence_drawn", {"token": "green*"})
    assert text_of(drawn, EDITION) == (
        "One green token with the momentum symbol is drawn from the bag."
    )
    assert text_of(drawn, EDITION, "hu") == (
        "Lendületszimbólumos zöld bizonyíték kerül elő a zsákból."
    )


def test_numbers_have_their_forms() -> None:
    def prompt(number: int, language: str) -> str:
        params: Params = {"side": "editor", "number": number}
        return text_of(Message("prompt.either", params), EDITION, language)

    assert prompt(1, "en") == "The Editor: initiative or momentum, 1 step?"
    assert prompt(2, "en") == "The Editor: initiative or momentum, 2 steps?"
    assert "1 lépést" in prompt(1, "hu")
    assert "2 lépést" in prompt(2, "hu")


def test_a_name_with_its_own_mark_ends_the_sentence() -> None:
    card = Message("log.card_to_discard", {"card": 36})
    assert text_of(card, EDITION, "hu") == "A dobópakliba kerül: Ki fizeti az ügyvédeket?"


def test_names_of_other_editions_stand_as_they_are() -> None:
    taken = Message("refusal.space_taken", {"space": "near_gate"})
    assert text_of(taken, EDITION, "hu").endswith("near_gate.")
    taken = Message("refusal.space_taken", {"space": "cellar3"})
    assert text_of(taken, EDITION) == "Cellar3 already holds evidence."
    params: Params = {"token": "violet", "picture": "agnew", "color": "violet", "card": 9}
    assert "violet" in text_of(Message("refusal.not_asked_color", params), EDITION)
    assert "agnew" in text_of(Message("refusal.picture_missing", params), EDITION)


def test_editions_in_english_alone_are_told_in_hungarian_sentences() -> None:
    message = Message("log.card_drawn", {"side": "nixon", "card": 17})
    assert text_of(message, _in_english(), "hu") == "Nixon ezt húzza: The President speaks."


def _in_english() -> Edition:
    cards = tuple(replace(c, names={"en": c.names["en"]}) for c in EDITION.cards)
    return replace(EDITION, cards=cards)


def test_a_pass_and_what_chance_does() -> None:
    assert move_in_words(Move(Verb.PASS), EDITION) == "pass"
    assert move_in_words(Move(Verb.LOSE, 30), EDITION) == "lose Deep Throat"
    assert move_in_words(Move(Verb.REVEAL, token="blue"), EDITION) == "pick one blue token blindly"


@pytest.mark.parametrize("language", LANGUAGES)
def test_messages_speak_of_parameters_that_exist(language: str) -> None:
    for key, text in catalogue(language).items():
        if key.split(".")[0] in ("log", "prompt", "refusal", "result"):
            assert icu.parameters(icu.parsed(text)) <= set(Params.__annotations__), key


def test_the_language_of_the_locale_is_at_hand() -> None:
    assert language_of_locale() in LANGUAGES
