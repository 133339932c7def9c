"""Every check of cards, scripts and texts, provoked: place, what was found, what is allowed."""

from __future__ import annotations

import pytest

from tests.edition.helpers import (
    one_problem,
    problem,
    problems_in_variant,
    problems_of,
    whole_edition,
)

TEXT = "one line of text, at most 500 characters"


@pytest.mark.parametrize(
    ("number", "side", "kind"),
    [(13, "nixon", "journalist"), (33, "editor", "conspirator")],
)
def test_kinds_fit_sides(number: int, side: str, kind: str) -> None:
    own = {"nixon": "event, conspirator", "editor": "event, journalist"}[side]
    expected = (f"card {number}, kind", repr(kind), f"on a card of {side}: {own}")
    assert one_problem(f"[[card]]\nnumber = {number}\nkind = '{kind}'") == problem(*expected)


def script_of(number: int, script: str, *numbers: int) -> str:
    """A card with another script, and a text that has its numbers."""
    text = "Now: " + ", ".join(str(n) for n in numbers)
    return f"[[card]]\nnumber = {number}\nscript = '''{script}'''\ntext.en = '{text}'\n"


@pytest.mark.parametrize(
    ("number", "script", "place", "found", "allowed"),
    [
        (
            13,
            "lose card\npin nobody",
            "script line 2",
            "picture 'nobody'",
            "one of: martha_mitchell, dean, butterfield, mccord, baldwin, woods, sloan",
        ),
        (
            13,
            "lose card\nreuse removed",
            "script",
            "'reuse removed' among others",
            "it stands alone in a script",
        ),
        (
            33,
            "require later turn\nlose card",
            "script",
            "'require later turn' on a card of editor",
            "this line on cards of nixon alone",
        ),
        (
            33,
            "silence events",
            "script",
            "'silence events' on a card of editor",
            "this line on cards of nixon alone",
        ),
        (
            33,
            "answer journalist, remove it",
            "script",
            "'answer journalist, remove it' on a card of editor",
            "an answer to the kinds of nixon: event, conspirator",
        ),
        (
            13,
            "answer conspirator, remove it",
            "script",
            "'answer conspirator, remove it' on a card of nixon",
            "an answer to the kinds of editor: event, journalist",
        ),
        (
            20,
            "spare journalist",
            "script",
            "'spare journalist' on a card of nixon",
            "'spare' with the kinds of nixon: event, conspirator",
        ),
        (
            13,
            "spare conspirator",
            "script",
            "'spare conspirator' on a conspirator",
            "'spare' on events alone",
        ),
    ],
)
def test_scripts(number: int, script: str, place: str, found: str, allowed: str) -> None:
    expected = problem(f"card {number}, {place}", found, allowed)
    assert expected in problems_in_variant(script_of(number, script))


@pytest.mark.parametrize(
    ("number", "script"),
    [
        (13, "require later turn\nlose card"),
        (13, "answer journalist, remove it"),
        (13, "answer value, reverse it"),
        (13, "reuse removed"),
        (40, "answer event, remove it"),
        (40, "spare journalist"),
        (20, "spare event"),
    ],
)
def test_scripts_that_fit(number: int, script: str) -> None:
    assert problems_in_variant(script_of(number, script)) == []


def test_scripts_of_cards_of_unknown_side_or_kind() -> None:
    changes = script_of(20, "spare conspirator")
    assert one_problem(changes + "side = 1").place == "card 20, side"
    assert one_problem(changes + "kind = 1").place == "card 20, kind"


def test_length_of_scripts() -> None:
    fits = script_of(13, "share 9 steps among evidence\nlose card\nlose card", 9)
    assert problems_in_variant(fits) == []
    too_long = script_of(13, "share 9 steps among evidence\nchoose two evidence, move 1", 9, 1)
    assert one_problem(too_long) == problem("card 13, script", "12 instructions", "at most 11")


def test_reactions_fit_a_chain() -> None:
    changes = "".join(script_of(n, "answer event, remove it") for n in (13, 12, 11))
    assert problems_in_variant(changes) == []
    changes += script_of(10, "answer event, remove it")
    assert one_problem(changes) == problem("card", "8 reactions", "at most 7")


def test_cards_that_set_off_others_fit_the_stack() -> None:
    changes = "".join(script_of(n, "draw card, play it") for n in (10, 11, 12, 13, 15, 16))
    changes += script_of(17, "reuse removed")
    assert problems_in_variant(changes) == []
    changes += script_of(18, "draw card, play it")
    assert one_problem(changes) == problem(
        "card", "9 cards of nixon that set off another card", "at most 8 of each side"
    )


def test_cards_for_two_hands() -> None:
    raw = whole_edition()
    raw["card"] = raw["card"][:9] + raw["card"][-8:]
    expected = ("card", "8 cards of editor", "at least 9 of each side")
    assert problems_of(raw) == [problem(*expected)]


def test_abilities() -> None:
    changes = '[[ability]]\nspace = 3\ntext.en = "Another turn."\nscript = "another turn"'
    assert one_problem(changes) == problem(
        "ability 3, script line 1",
        "'another turn'",
        "in an ability, only what needs no card in play",
    )


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ("return evidence", "All evidence back."),
        ("share 2 steps among evidence", "Share 2 steps."),
        ("choose evidence faceup, bag", "Evidence into the bag."),
    ],
)
def test_abilities_beside_choose_each(line: str, text: str) -> None:
    ability = f'[[ability]]\nspace = 3\ntext.en = "{text}"\nscript = "{line}"\n'
    assert problems_in_variant(ability) == []
    changes = ability + script_of(33, "choose each evidence, move 1", 1)
    allowed = "no evidence of the track, as a card of editor has 'choose each'"
    assert one_problem(changes) == problem("ability 3, script", repr(line), allowed)


# Texts


@pytest.mark.parametrize(
    ("changes", "place", "found", "allowed"),
    [
        ("title.en = ''", "title.en", "''", TEXT),
        ("title.EN = 'Mine'", "title", "language 'EN'", "a code like en"),
        (
            "[[card]]\nnumber = 13\nname.de = 'Anders'",
            "card 13, name",
            "language 'de'",
            "the languages of the title: en, hu",
        ),
        ("[[card]]\nnumber = 13\nname.en = 3", "card 13, name.en", "3", TEXT),
        ("[[card]]\nnumber = 13\nname.en = 'a\tb'", "card 13, name.en", "'a\\tb'", TEXT),
        ("[[card]]\nnumber = 13\ntext.en = ' '", "card 13, text.en", "' '", TEXT),
        ("[[ability]]\nspace = 3\nname.en = []", "ability 3, name.en", "a list", TEXT),
        ("[[color]]\nname = 'blue'\nlabel.en = true", "color blue, label.en", "true", TEXT),
        (
            "[[card]]\nnumber = 13\ntext.en = '2 and 3'",
            "card 13, text.en",
            "numbers: 2, 3",
            "those of the script, in digits: 2, 2",
        ),
        (
            "[[card]]\nnumber = 13\ntext.en = 'two steps'",
            "card 13, text.en",
            "numbers: none",
            "those of the script, in digits: 2, 2",
        ),
        (
            "[[ability]]\nspace = 3\ntext.en = '1'",
            "ability 3, text.en",
            "numbers: 1",
            "those of the script, in digits: none",
        ),
    ],
)
def test_texts(changes: str, place: str, found: str, allowed: str) -> None:
    assert problems_in_variant(changes) == [problem(place, found, allowed)]


def test_long_texts() -> None:
    text = "x" * 501
    assert one_problem(f"title.en = '{text}'").allowed == TEXT
    assert problems_in_variant(f"title.en = '{text[1:]}'") == []


def test_every_text_is_in_every_language_of_the_title() -> None:
    problems = problems_in_variant("title.de = 'Meine'")
    assert len(problems) == 2 * 40 + 2 * 3 + 3
    assert {(p.found, p.allowed) for p in problems} == {
        ("no 'de'", "the languages of the title: en, hu, de")
    }
    places = {p.place for p in problems}
    assert {"card 13, name", "card 13, text", "ability 3, name", "color blue, label"} <= places


def test_there_is_always_an_english_title() -> None:
    raw = whole_edition()
    raw["title"] = {"hu": "Az enyém"}
    assert problem("title", "no 'en'", "a title in en at least") in problems_of(raw)
