"""Reading editions from files: what is inherited, what cannot be read, what the digest names."""

from __future__ import annotations

import pickle
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.edition.helpers import FILE, STANDARD, problems_in_variant, whole_edition
from watergate.edition import (
    Edition,
    EditionError,
    Kind,
    Problem,
    Side,
    check_edition,
    load_edition,
    standard_edition,
)
from watergate.edition.linter import lint
from watergate.edition.loader import content_of, edition_of
from watergate.edition.source import joined

HEAD = 'extends = "standard"\nname = "mine"\n'

Write = Callable[[str | bytes], str]


@pytest.fixture(name="write")
def _write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Write:
    """Write mine.toml into the folder the test runs in."""
    monkeypatch.chdir(tmp_path)

    def write(text: str | bytes) -> str:
        data = text.encode() if isinstance(text, str) else text
        Path(FILE).write_bytes(data)
        return FILE

    return write


# Files that cannot be read


def only_problem(path: str | Path) -> tuple[str, str, str]:
    [problem] = check_edition(path)
    assert problem.file == str(path)
    with pytest.raises(EditionError) as caught:
        load_edition(path)
    assert caught.value.problems == (problem,)
    assert str(caught.value) == str(problem)
    return problem.place, problem.found, problem.allowed


def test_missing_file(tmp_path: Path) -> None:
    found = only_problem(tmp_path / "nowhere.toml")
    assert found == ("the file", "No such file or directory", "a readable file")


def test_folder(tmp_path: Path) -> None:
    place, _, allowed = only_problem(tmp_path)  # systems differ in what they find
    assert (place, allowed) == ("the file", "a readable file")


def test_no_permission(write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(path: Path) -> bytes:
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr(Path, "read_bytes", refuse)
    assert only_problem(write("")) == ("the file", "Permission denied", "a readable file")


def test_impossible_names() -> None:
    place, found, _ = only_problem("mi\0ne")
    assert place == "the file"
    assert found.startswith("embedded null")
    [problem] = check_edition("mi\ud800ne")
    assert problem.file == "mi\\ud800ne"


@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
def test_not_utf8(write: Write, mark: bytes) -> None:
    path = write(mark + b'name = "mine"\n\ntitle.en = "caf\xe9"\n')
    assert only_problem(path) == ("line 3", "the byte 0xe9", "text in UTF-8")


@pytest.mark.parametrize(
    ("text", "place", "found", "reason"),
    [
        (
            "name = 'mine'\nvalue 3\n",
            "line 2, column 7",
            "'value 3'",
            "Expected '=' after a key in a key/value pair",
        ),
        ("name = 'mine'\r\n\r\nvalue = \r\n", "line 3, column 9", "'value = '", "Invalid value"),
        ("name = [", "line 1, column 9", "'name = ['", "Invalid value"),
        ("name = 1\nname = 2", "line 2, column 9", "'name = 2'", "Cannot overwrite a value"),
    ],
)
def test_toml_mistakes(write: Write, text: str, place: str, found: str, reason: str) -> None:
    assert only_problem(write(text)) == (place, found, f"TOML ({reason})")


@pytest.mark.parametrize("text", ["x = " + "1" * 5000, "x = " + "[" * 5000])
def test_limits_of_the_parser(write: Write, text: str) -> None:
    found = "a number of too many digits or lists nested too deep"
    assert only_problem(write(text)) == ("the file", found, "TOML of usual size")


def test_a_byte_order_mark_does_no_harm(write: Write) -> None:
    assert check_edition(write(b"\xef\xbb\xbf" + HEAD.encode())) == []


def test_keys_nested_very_deep(write: Write) -> None:
    deep = ".".join(["a"] * 3000)
    problems = check_edition(write(f"{HEAD}{deep} = 1\n[[card]]\nnumber = 13\nvalue.{deep} = 1"))
    assert [problem.found for problem in problems] == ["key 'a'", "a table"]


# Errors


def test_how_a_problem_reads() -> None:
    problem = Problem("mine.toml", "card 13, value", "12", "a whole number from 1 to 9")
    text = "mine.toml: card 13, value: found 12; allowed: a whole number from 1 to 9"
    assert str(problem) == text
    error = EditionError([problem, problem])
    assert str(error) == f"{text}\n{text}"
    assert pickle.loads(pickle.dumps(error)).problems == (problem, problem)


def test_all_mistakes_are_reported_at_once(write: Write) -> None:
    path = write(
        HEAD
        + """
        momentum_tokens = 0
        color = "red"
        [[card]]
        number = 13
        value = 10
        colour = "blue"
        script = '''
        move momentum 2
        mvoe momentum 2
        '''
        [[card]]
        number = 50
        [[space]]
        name = "inner1"
        color = "red"
        """
    )
    with pytest.raises(EditionError) as caught:
        load_edition(path)
    assert list(caught.value.problems) == check_edition(path)
    places = [(problem.file, problem.place) for problem in caught.value.problems]
    assert places == [
        ("mine.toml", "color"),
        ("mine.toml", "momentum_tokens"),
        ("mine.toml", "card 13"),
        ("mine.toml", "card 13, value"),
        *[("mine.toml", "card 50")] * 7,
        ("mine.toml", "space inner1, color"),
        ("mine.toml", "card 13, script line 2"),
    ]
    last = str(caught.value.problems[-1])
    assert last.startswith("mine.toml: card 13, script line 2: found 'mvoe momentum 2'; allowed: ")


# A file that extends the standard edition


def loaded(changes: str) -> Edition:
    return edition_of(content_of(tomllib.loads(HEAD + changes), FILE))


def test_nothing_changed(write: Write) -> None:
    edition = load_edition(write(HEAD))
    assert edition.name == "mine"
    assert edition == standard_edition()
    assert edition.cards == standard_edition().cards


def test_fields_of_a_card_replace_others_are_inherited() -> None:
    card = loaded('[[card]]\nnumber = 13\nvalue = 3\nname.en = "Ehrlichman"\n').card(13)
    old = standard_edition().card(13)
    assert (card.value, card.names) == (3, {"en": "Ehrlichman"})
    assert (card.side, card.kind, card.color, card.texts) == (
        old.side,
        old.kind,
        old.color,
        old.texts,
    )
    assert card.script == old.script


NEW_CARD = """
[[card]]
number = 1
side = "editor"
kind = "journalist"
value = 3
color = "joker"
name.en = "A new reporter"
text.en = "Momentum 2 steps."
script = "move momentum 2"
"""


def test_a_new_number_adds_a_card() -> None:
    edition = loaded(NEW_CARD)
    card = edition.card(1)
    assert len(edition.cards) == 41
    assert edition.cards[0] is card
    assert (card.side, card.kind, card.is_joker) == (Side.EDITOR, Kind.JOURNALIST, True)


def test_texts_are_merged_by_language() -> None:
    own: dict[str, Any] = {"extends": "standard", "name": "mine", "title": {"hu": "Magyar kiadás"}}
    for section, key in (("card", "number"), ("ability", "space"), ("color", "name")):
        own[section] = [_in_hungarian(block, key) for block in whole_edition()[section]]
    edition = edition_of(content_of(own, FILE))
    assert edition.titles == {"en": "Standard edition", "hu": "Magyar kiadás"}
    assert edition.card(9).names == {"en": "Howard Hunt", "hu": "Howard Hunt magyarul"}
    assert set(edition.card(9).texts) == {"en", "hu"}


def _in_hungarian(block: dict[str, Any], key: str) -> dict[str, Any]:
    translated = {
        field: {"hu": f"{texts['en']} magyarul"}
        for field, texts in block.items()
        if isinstance(texts, dict)
    }
    return {key: block[key], **translated}


def test_spaces_informants_colors_and_abilities_are_merged() -> None:
    edition = loaded(
        """
        [[space]]
        name = "inner1"
        color = "green"
        [[informant]]
        name = "dean"
        full_name = "J. W. Dean"
        [[color]]
        name = "blue"
        symbol = "coin"
        [[ability]]
        space = 5
        text.en = "Initiative 2 steps."
        script = "move initiative 2"
        """
    )
    assert edition.spaces[0].color == "green"
    assert edition.spaces[0].radius == standard_edition().spaces[0].radius
    assert edition.informants[1].full_name == "J. W. Dean"
    assert edition.colors[0].symbol == "coin"
    assert edition.abilities[2].names == standard_edition().abilities[2].names
    assert edition.abilities[2].script[0].text == "move initiative 2"


def test_tokens_threads_and_scalars_replace() -> None:
    edition = loaded(
        """
        momentum_tokens = 7
        threads = [
            ["nixon", "rim1"], ["rim1", "rim2"], ["martha_mitchell", "rim1"], ["dean", "rim2"],
            ["butterfield", "rim1"], ["mccord", "rim1"], ["baldwin", "rim1"], ["woods", "rim1"],
            ["sloan", "rim1"],
        ]
        [[token]]
        colors = ["green", "yellow", "blue"]
        momentum_symbol = true
        count = 15
        """
    )
    assert edition.momentum_tokens == 7
    assert len(edition.threads) == 9
    assert [kind.name for kind in edition.token_kinds] == ["blue-yellow-green*"]


def test_replaced_sections_start_empty() -> None:
    assert loaded('replace = ["ability"]\n').abilities == ()
    assert [problem.found for problem in problems_in_variant('replace = ["card", "threads"]')] == [
        "none from nixon",
        *["no thread"] * 7,
        "0 cards of editor",
        "0 cards of nixon",
    ]


# A file that describes a whole edition


def test_a_whole_edition() -> None:
    edition = edition_of(content_of(whole_edition(), FILE))
    assert edition == standard_edition()
    assert edition.name == "mine"


def test_an_edition_without_abilities() -> None:
    raw = whole_edition()
    del raw["ability"]
    assert edition_of(content_of(raw, FILE)).abilities == ()


def test_the_standard_files_share_no_key() -> None:
    parts = {
        file.name: tomllib.loads(file.read_text(encoding="utf-8"))
        for file in STANDARD.glob("*.toml")
    }
    parts["more.toml"] = {"momentum_tokens": 0, "extra": 1}
    problems = lint(joined("standard", parts))
    assert problems[0] == Problem(
        "more.toml",
        "top level",
        "key 'momentum_tokens', which edition.toml has too",
        "each key in one file",
    )
    assert [(problem.file, problem.found) for problem in problems[1:]] == [
        ("more.toml", "key 'extra'")
    ]


def test_a_problem_names_the_file_its_key_is_in() -> None:
    raw = whole_edition()
    cards = {"card": [*raw.pop("card"), {"number": 13}]}
    problems = lint(joined("standard", {"rest.toml": raw, "cards.toml": cards}))
    assert {problem.file for problem in problems} == {"cards.toml"}


# Digests


@pytest.mark.parametrize(
    "changes",
    [
        'title.en = "Another title"',
        '[[card]]\nnumber = 13\nname.en = "Ehrlichman"\ntext.en = "2, and 2."',
        '[[card]]\nnumber = 10\nscript = "choose  evidence   faceup, bag # a comment"',
        '[[color]]\nname = "blue"\nsymbol = "coin"\nlabel.en = "azure"',
        '[[space]]\nname = "inner1"\nradius = 0.5\nangle = 1',
        '[[informant]]\nname = "dean"\nfull_name = "J. Dean"\nradius = 1',
    ],
)
def test_what_plays_alike_has_the_same_digest(changes: str) -> None:
    assert loaded(changes).digest == standard_edition().digest


@pytest.mark.parametrize(
    "changes",
    [
        "momentum_tokens = 8",
        "[[card]]\nnumber = 13\nvalue = 3",
        '[[card]]\nnumber = 13\ncolor = "blue"',
        '[[card]]\nnumber = 13\nkind = "event"',
        '[[card]]\nnumber = 10\nscript = "choose evidence facedown, bag"',
        '[[ability]]\nspace = 4\nscript = "choose evidence faceup on board, bag"',
        '[[space]]\nname = "inner1"\ncolor = "green"',
        NEW_CARD,
    ],
)
def test_what_plays_differently_has_another_digest(changes: str) -> None:
    edition = loaded(changes)
    assert edition.digest != standard_edition().digest
    assert edition != standard_edition()


def test_order_of_cards_and_threads_does_not_matter_but_that_of_spaces_does() -> None:
    raw = whole_edition()
    raw["card"].reverse()
    raw["ability"].reverse()
    raw["threads"] = [thread[::-1] for thread in raw["threads"][::-1]]
    raw["token"][-1]["colors"].reverse()
    assert edition_of(content_of(raw, FILE)).digest == standard_edition().digest
    raw["space"].reverse()
    assert edition_of(content_of(raw, FILE)).digest != standard_edition().digest
