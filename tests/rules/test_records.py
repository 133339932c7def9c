"""Records and positions: they round-trip, and garbage is refused with a clear error."""

from __future__ import annotations

import contextlib
import pickle
import random
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tables import play, table
from watergate import (
    BadPosition,
    BadRecord,
    BadView,
    Game,
    View,
    WatergateError,
    load,
    load_edition,
    read_record,
    redeal,
    redealt_game,
    save,
    standard_edition,
    write_record,
)
from watergate.edition.table import table_of
from watergate.engine import PLAIN
from watergate.rules.core.invariants import (
    CARDS_LOST,
    MOMENTUM_LOST,
    OUT_OF_RANGE,
    PICTURES_LOST,
    SOUND,
    TOKENS_LOST,
)
from watergate.rules.knowledge import Knowledge
from watergate.rules.positions import FIELDS, read_position


def finished(seed: int) -> Game:
    rng = random.Random(seed)
    game = Game.start(seed=seed)
    while game.decider is not None:
        game.play(rng.choice(game.legal_ids()))
    return game


def test_a_record_tells_the_whole_game(tmp_path: Path) -> None:
    game = finished(3)
    game.tags = {"Editor": "Ada", "Nixon": 'the "other"', "Result": "ignored"}
    save(game, tmp_path / "game.wg", {1: "the first\ncard", 5: ""})
    text = (tmp_path / "game.wg").read_text()
    assert "1. draw" in text
    assert "; the first card" in text
    again = load(tmp_path / "game.wg")
    assert again.position == game.position
    assert again.history == game.history
    assert again.log("editor") == game.log("editor")
    assert again.tags == {"Editor": "Ada", "Nixon": "the 'other'"}
    assert write_record(again) == write_record(game)


def test_an_unfinished_game_is_recorded_too() -> None:
    game = Game.start(seed=2)
    text = write_record(game)
    assert '[Result "*"]' in text
    assert read_record(text).position == game.position


def test_a_game_that_began_elsewhere_says_where() -> None:
    game = table(turn="nixon", nixon=[13], editor=[30], track=["blue@N4"])
    play(game, "play 13 value", "choose momentum")
    text = write_record(game)
    assert "[Start " in text
    assert read_record(text).position == game.position


def test_a_record_without_tags_and_moves_is_a_game_before_its_start() -> None:
    assert read_record("").ply == 0
    assert read_record('[Editor "Ada"]\n').tags == {"Editor": "Ada"}


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("hello", "line 1: 'hello' is neither a tag nor a move"),
        ("2. draw 24", "the move after 0 cannot be number 2"),
        ("1. draw 99", "line 1: 'draw 99' is not a move"),
        ("1. draw 2", "line 1: 'draw 2' is not legal now"),
        ('[Rules "7"]', "rules version '7' is not known"),
        ('[Editor "a"]\n[Editor "b"]', "line 2: the tag Editor stands there twice"),
        ('[EditionDigest "0"]', "was played with edition '?'"),
        ('[Result "nixon"]', "the tag Result says 'nixon', but the moves lead to '*'"),
        ('[Start "wg1"]', "found 'the end'"),
        ("1. draw 24\n[Editor \"late\"]", "neither a tag nor a move"),
        ("x" * 4_000_001, "at most 4,000,000 characters"),
    ],
)  # fmt: skip
def test_what_is_no_record_is_refused(text: str, complaint: str) -> None:
    with pytest.raises(WatergateError) as caught:
        read_record(text)
    assert complaint in str(caught.value)


def test_an_error_is_said_in_the_language_of_whoever_reads_it() -> None:
    with pytest.raises(BadRecord) as caught:
        read_record("1. draw 2")
    error = pickle.loads(pickle.dumps(caught.value))  # as from a process of its own
    assert str(error).startswith("line 1: 'draw 2' is not legal now")
    assert error.in_language("hu").startswith("1. sor: most nem szabályos lépés: 'draw 2'")


def test_a_tag_needs_a_proper_name() -> None:
    game = Game.new()
    game.tags["not a name"] = "x"
    with pytest.raises(BadRecord, match="no name for a tag"):
        write_record(game)


def test_a_file_that_cannot_be_read_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadRecord, match="cannot be read"):
        load(tmp_path / "nothing.wg")
    (tmp_path / "bytes.wg").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(BadRecord, match="cannot be read"):
        load(tmp_path / "bytes.wg")


def test_a_record_of_another_edition_needs_that_edition(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text('extends = "standard"\nname = "mine"\nmomentum_tokens = 12\n')
    mine = load_edition(path)
    text = write_record(Game.start(mine, seed=1))
    assert read_record(text, mine).ply == 12
    with pytest.raises(BadRecord, match="--edition"):
        read_record(text)


@given(st.text())
def test_any_text_is_a_record_or_refused(text: str) -> None:
    with contextlib.suppress(WatergateError):
        read_record(text)


@given(st.data())
def test_a_damaged_record_is_read_or_refused(data: st.DataObject) -> None:
    lines = write_record(Game.start(seed=2)).splitlines()
    number = data.draw(st.integers(0, len(lines) - 1))
    lines[number] = data.draw(st.sampled_from(lines) | st.text())
    with contextlib.suppress(WatergateError):
        read_record("\n".join(lines))


# Positions

LINES = [game.position for seed in (1, 2) for game in finished(seed).replay()][::40]


@given(st.text())
def test_text_that_is_no_position_is_refused(text: str) -> None:
    with pytest.raises(BadPosition):
        read_position(text, standard_edition())


@given(st.data())
def test_a_damaged_position_is_playable_or_refused(data: st.DataObject) -> None:
    words = data.draw(st.sampled_from(LINES)).split(" ")
    for _ in range(data.draw(st.integers(1, 3))):
        number = data.draw(st.integers(1, len(FIELDS)))
        name = FIELDS[number - 1]
        other = data.draw(st.sampled_from(LINES)).split(" ")[number]
        junk = data.draw(st.text(alphabet="0123456789abcnixoneditor-,@*:?/.", max_size=12))
        words[number] = data.draw(st.sampled_from([other, f"{name}={junk}", f"{name}=-"]))
    try:
        game = Game.from_position(" ".join(words))
    except BadPosition:
        return
    rng = random.Random(1)
    for _ in range(80):
        if game.decider is None:
            break
        game.play(rng.choice(game.legal_ids()))


def with_fields(**fields: str) -> str:
    line = table(turn="nixon", nixon=[13, 9], editor=[30], facedown=["green"]).position
    words = dict(word.split("=", 1) for word in line.split(" ")[1:])
    words.update({name.replace("_", "."): value for name, value in fields.items()})
    return " ".join(["wg1", *(f"{name}={value}" for name, value in words.items())])


SCRIPT = "turn.nobody/script.nixon.13.3.13.0"


@pytest.mark.parametrize(
    ("fields", "complaint"),
    [
        ({"round": "x"}, "round: found 'x'; allowed: 0 to"),
        ({"round": "99999999999"}, "round"),
        ({"initiative": "-"}, "initiative: found '-'; allowed: editor, nixon"),
        ({"I": "E5"}, "I: found 'E5'"),
        ({"momentum": "1/2"}, "EDITOR/NIXON/SUPPLY"),
        ({"momentum": "0/0/99"}, "0 to 60"),
        ({"momentum": "0/0/7"}, "momentum tokens do not add up"),
        ({"momentum": "6/0/2"}, "momentum tokens do not add up"),
        ({"momentum": "0/6/2"}, "momentum tokens do not add up"),
        ({"momentum": "0/0/9"}, "momentum tokens do not add up"),
        ({"editor_hand": "30,30"}, "each only once"),
        ({"editor_hand": "13"}, "editor.hand: found '13'"),
        ({"editor_discard": "30"}, "each card in one place"),
        ({"editor_known": "31"}, "every card must be in exactly one place"),
        ({"nixon_hand": "?3"}, "viewer's position"),
        ({"nixon_hand": "?30"}, "no more than there are cards left"),
        ({"drawn": "?nixon"}, "viewer's position"),
        ({"drawn": "14", "play": "14"}, "every card must be in exactly one place"),
        ({"facedown": "?1"}, "viewer's position"),
        ({"facedown": "red"}, "facedown: found 'red'"),
        ({"facedown": ",".join(["blue"] * 5)}, "more evidence tokens of a kind"),
        ({"facedown": ",".join(["blue"] * 16)}, "at most 15 of a kind"),
        ({"track": "blue@E5"}, "track: found 'E5'"),
        ({"chosen": "blue@E2"}, "tokens that are on the track"),
        ({"board": "inner1:blue,inner1:blue"}, "one token a space"),
        ({"board": "nowhere:blue"}, "board: found 'nowhere'"),
        ({"pictures": "dean,-dean"}, "each picture only once"),
        ({"marks": "early"}, "marks: found 'early'; allowed: late, silent"),
        ({"won": "editor:momentum"}, "won: found 'editor:momentum'"),
        ({"chain": ",".join(["13"] * 9)}, "at most 8 cards"),
        ({"stack": "dance.nixon"}, "'dance.nixon' is not a frame"),
        ({"stack": "turn.nixon"}, "not a frame of its kind; allowed: turn.nobody"),
        ({"stack": "turn.nobody/pin.nixon.99"}, "'99' is no kind"),
        ({"stack": "/".join(["turn.nobody"] * 17)}, "at most 16"),
        ({"stack": "turn.nobody"}, "top frame is a decision or a draw"),
        ({"stack": "play.nixon"}, "lowest frame is round, turn or evaluation"),
        ({"stack": "turn.nobody/gain.nixon/play.nixon"}, "only its top frame is a decision"),
        ({"stack": "turn.nobody/react.nixon.0"}, "react does not fit"),
        ({"stack": "turn.nobody/choose.nixon.13.2"}, "choose does not fit"),
        ({"stack": "turn.nobody/spare.nixon.1"}, "spare does not fit"),
        ({"stack": "turn.nobody/play_drawn.nixon"}, "play_drawn does not fit"),
        ({"stack": "turn.nobody/reuse.editor.41"}, "cards it names are those in play"),
        ({"stack": "turn.nobody/value.nixon.14.0.5/play.nixon", "play": "14"}, "value does not"),
        ({"stack": "turn.nobody/action.nixon.14.14/play.nixon", "play": "14"}, "action does not"),
        ({"momentum": "0/5/3"}, "fifth momentum token wins"),
        ({"stack": "turn.nobody/script.nixon.20.2.20.1/spare.nixon.3"}, "'3' is no card_kind"),
        ({"stack": "turn.nobody/script.nixon.14.2.14.0/play_drawn.nixon", "play": "14"},
         "no card was drawn"),
        ({"stack": "turn.nobody/value.nixon.14.2.5/value.nixon.14.2.5/react.editor.3",
          "play": "14", "chain": "14", "track": "yellow*@0"}, "only one announced card"),
        ({"stack": "turn.nobody/gain.nixon"}, "the pending decision has no move"),
        ({"stack": "turn.nobody/lose_card.nixon", "nixon_hand": "-"}, "decision has no move"),
    ],
)  # fmt: skip
def test_an_impossible_position_is_refused(fields: dict[str, str], complaint: str) -> None:
    with pytest.raises(BadPosition) as caught:
        Game.from_position(with_fields(**fields))
    assert complaint in str(caught.value)


@pytest.mark.parametrize(
    ("field", "value", "fault"),
    [
        ("bag", 0, TOKENS_LOST),
        ("supply", 0, PICTURES_LOST),
        ("silenced", 1, PICTURES_LOST),
        ("initiative_at", 5, OUT_OF_RANGE),
        ("depth", 0, OUT_OF_RANGE),
        ("in_play", 1 << 13, CARDS_LOST),
        ("momentum_supply", 1, MOMENTUM_LOST),
        ("round_no", 7, SOUND),
    ],
)
def test_what_is_lost_in_a_state_is_noticed(field: str, value: int, fault: int) -> None:
    game = table(turn="nixon", nixon=[13, 9], editor=[30])
    states = game.states
    states[field][0] = value
    assert PLAIN.fault(states, 0, table_of(game.edition)) == fault


def test_the_fields_of_a_position_have_their_order() -> None:
    words = with_fields().split(" ")
    for wrong in (
        [*words[:3], "x=1", *words[3:]],
        words[:-1],
        [*words, "more=1"],
        ["wg9", *words[1:]],
    ):
        with pytest.raises(BadPosition):
            Game.from_position(" ".join(wrong))


# Viewers' positions


@pytest.mark.parametrize(
    ("moves", "fields"),
    [
        ([], {"facedown": "?40"}),
        ([], {"facedown": "?1", "absent": "blue,yellow,green"}),
        (["play 25 value", "ask blue"], {"facedown": "?1", "absent": "blue"}),
        ([], {"stack": "turn.nobody"}),
    ],
)
def test_a_viewers_position_that_cannot_be_dealt_is_refused(
    moves: list[str], fields: dict[str, str]
) -> None:
    game = table(turn="editor", editor=[25, 30], nixon=[9], facedown=["blue"])
    play(game, *moves)
    words = dict(word.split("=", 1) for word in game.view("editor").position.split(" ")[1:])
    words.update(fields)
    line = " ".join(["wg1", *(f"{name}={value}" for name, value in words.items())])
    with pytest.raises(BadPosition):
        redeal(replace(game.view("editor"), knowledge=Knowledge(line)), random.Random(1))


def test_nixons_value_needs_a_token_that_fits() -> None:
    game = table(turn="nixon", nixon=[9, 2], editor=[30], facedown=["blue"], initiative_at="-",
                 momentum_at="-", momentum="0/1/8")  # fmt: skip
    play(game, "play 9 value")
    view = game.view("editor")
    assert redealt_game(view, random.Random(1)).moves
    line = view.position.replace("absent=-", "absent=blue")
    with pytest.raises(BadPosition, match="no such tokens"):
        redeal(replace(view, knowledge=Knowledge(line)), random.Random(1))


# Views


@given(st.text() | st.binary())
def test_any_text_is_a_view_or_refused(data: str | bytes) -> None:
    with pytest.raises(BadView, match="not a view"):
        View.from_json(data)


def test_a_record_has_only_so_many_moves() -> None:
    game = Game.start(seed=1)
    text = write_record(game)
    assert read_record(text, most=game.ply).ply == game.ply
    with pytest.raises(BadRecord, match=f"at most {game.ply - 1} moves"):
        read_record(text, most=game.ply - 1)
