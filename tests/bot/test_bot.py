"""`watergate bot` as a program: it answers while it thinks, survives any line, and ends quietly."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from tests.cli.helpers import run
from watergate import Game, View, Viewer, load_edition
from watergate.bot.serving import MOST_LINE

from .speaking import PATIENCE, VIEW, bot, start

EDITION = (
    'extends = "standard"\nname = "mine"\ntitle.en = "Mine"\n[[card]]\nnumber = 9\nvalue = 2\n'
)
LEGAL = [str(move) for move in View.from_json(VIEW).moves]
FOREVER = "go seconds 3600"


def changed(**facts: object) -> str:
    """The view with other facts in it."""
    return json.dumps({**json.loads(VIEW), **facts})


def test_a_player_that_does_not_think_just_says_its_move() -> None:
    with bot("--player", "random") as someone:
        someone.say("newgame seed 3", f"position {VIEW}", "go seconds 1 simulations 5")
        first = someone.hear()
        assert first.removeprefix("bestmove ") in LEGAL
        someone.say("newgame seed 3", f"position {VIEW}", "go")
        assert someone.hear() == first


def test_a_player_that_thinks_says_what_it_thinks() -> None:
    with bot("--player", "ponderer") as someone:
        someone.say(f"position {VIEW}", "go seconds 0.01")
        move, _, thought = someone.hear().partition(" {")
        assert move.removeprefix("bestmove ") == LEGAL[0]
        facts = json.loads("{" + thought)
        assert facts["side"] == "editor"
        assert facts["win_probability"] == 0.5
        assert [candidate["move"] for candidate in facts["candidates"]] == LEGAL
        assert facts["continuation"] == LEGAL[:1]
        assert facts["simulations"] == 7


def test_it_answers_while_it_thinks_and_stops_when_told() -> None:
    with bot("--player", "ponderer") as someone:
        someone.say(f"position {VIEW}", FOREVER, "isready", "ping still there", "abracadabra")
        assert someone.hear_until("readyok")[-1] == "readyok"
        assert someone.hear_until("pong")[-1] == "pong still there"
        for line in ("go", f"position {VIEW}", "newgame", "setoption Player random"):
            someone.say(line)
            (*_, refused) = someone.hear_until("error")
            assert refused.startswith(f"error {line.split()[0]}: still thinking; allowed: ")
        info = json.loads(someone.hear_until("info")[-1].removeprefix("info "))
        assert info["seconds"] > 0
        someone.say("stop")
        assert someone.hear_until("bestmove")[-1].startswith(f"bestmove {LEGAL[0]} ")


def test_a_stop_that_comes_at_once_is_not_lost() -> None:
    with bot("--player", "ponderer") as someone:
        for _ in range(3):
            someone.say(f"position {VIEW}", FOREVER, "stop", "stop")
            someone.hear_until("bestmove")
        someone.say("stop", "ping")
        assert someone.hear() == "pong"


def test_a_thinker_may_be_asked_when_the_opponent_decides() -> None:
    view = Game.start(seed=1972).view("nixon").to_json().decode()
    with bot("--player", "ponderer") as someone:
        someone.say(f"position {view}", "go seconds 0.01")
        assert someone.hear().startswith('bestmove none {"side":"nixon"')
        someone.say("setoption Player priorities", "go")
        assert someone.hear() == "error go: it is not nixon's decision"


def finished_game() -> Game:
    game = Game.start(seed=1)
    while game.decider is not None:
        game.play(game.legal_ids()[0])
    return game


@pytest.fixture(scope="module")
def refused() -> list[tuple[str, str]]:
    over = finished_game()
    return [
        ("position", "error position: not a view: the whole: Invalid JSON"),
        ("position {", "error position: not a view: the whole: Invalid JSON"),
        ("position []", "error position: not a view"),
        (f"position {VIEW[:-9]}", "error position: not a view: the whole: Invalid JSON"),
        (f"position {changed(state=1)}", "error position: not a view: state: "),
        (f"position {changed(edition='other')}", "error position: edition 'other' is not played"),
        (f"position {changed(viewer='spectator')}", "error position: the viewer is 'spectator'"),
        ("position " + "[" * 100_000, "error position: not a view"),
        ("go", "error go: no position to think about"),
        (f"position {over.view('editor').to_json().decode()}", ""),
        ("go", "error go: the game is over"),
        (f"position {changed(position='wg1 nonsense')}", ""),
        ("go", "error go: "),
        (f"position {VIEW}", ""),
        ("go seconds", "error go: seconds needs a value"),
        ("go seconds 0", "error go: 0.0 seconds: allowed are up to"),
        ("go seconds nan", "error go: seconds is 'nan'; allowed: a number"),
        ("go simulations 1e9", "error go: simulations is '1e9'; allowed: a whole number"),
        ("go depth 3", "error go: unknown word 'depth'; allowed: seconds, simulations"),
        ("newgame seed -1", "error newgame: seed is '-1'; allowed: a whole number"),
        ("newgame edition 0", "error newgame: edition '0' is not played here"),
        ("setoption", "error setoption: there is no option ''; allowed: Player, Edition"),
        ("setoption Player", "error setoption: option Player needs a value"),
        ("setoption Player nobody", "error setoption: there is no player 'nobody'"),
        ("setoption Player cmd:no_such_program", "error setoption: cmd:no_such_program: "),
        ("setoption Edition nowhere.toml", "error setoption: "),
        ("setoption Edition \0", "error setoption: "),
    ]


def test_whatever_is_wrong_is_told_and_nothing_ends_it(refused: list[tuple[str, str]]) -> None:
    with bot("--player", "priorities") as someone:
        for line, answer in refused:
            someone.say(line)
            if answer:
                assert someone.hear().startswith(answer)
        someone.say_bytes(b"position \xff\xfe", b"setoption Player \xff", b"\xff\xfe", b"", b"  ")
        assert someone.hear().startswith("error position: not a view")
        assert someone.hear().startswith("error setoption: ")
        someone.say(f"position {VIEW}", "go")
        assert someone.hear().removeprefix("bestmove ") in LEGAL
        assert someone.end() == (0, [])
        assert someone.complaints() == ""


def test_a_huge_line_is_told_and_passed_over() -> None:
    with bot("--player", "random") as someone:
        someone.say_bytes(b"position " + b" " * MOST_LINE, b"ping\r")
        assert someone.hear() == f"error line: longer than {MOST_LINE} bytes"
        assert someone.hear() == "pong"


def test_another_edition_is_played_when_it_is_named(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(EDITION)
    edition = load_edition(file)
    view = Game.start(edition, seed=1).view(Viewer.EDITOR).to_json().decode()
    with bot("--player", "priorities", "--edition", str(file)) as someone:
        someone.say(f"newgame edition {edition.digest}", f"position {view}", "go")
        assert someone.hear().startswith("bestmove play")
        someone.say("setoption Edition standard", "go", f"position {view}")
        assert someone.hear().startswith("error go: no position")
        assert someone.hear().startswith(f"error position: edition '{edition.digest}'")
        someone.say(f"setoption Edition {file}", f"position {view}", "go")
        assert someone.hear().startswith("bestmove play")


def test_the_end_of_the_input_ends_it_with_the_answer_it_owes() -> None:
    with bot("--player", "ponderer") as someone:
        someone.say(f"position {VIEW}", FOREVER)
        code, lines = someone.end()
        assert code == 0
        assert lines[-1].startswith("bestmove ")
        assert someone.complaints() == ""


def test_the_last_line_needs_no_end() -> None:
    with bot("--player", "random") as someone:
        someone.stdin.write(b"ping last")
        assert someone.end() == (0, ["pong last"])


def test_quit_ends_it_though_its_input_stays_open() -> None:
    with bot("--player", "ponderer") as someone:
        someone.say(f"position {VIEW}", FOREVER, "quit", "ping")
        assert someone.process.wait(PATIENCE) == 0
        assert someone.hear_until("bestmove")
        assert someone.complaints() == ""


@pytest.mark.parametrize("last", ["ping", FOREVER])
def test_it_ends_quietly_when_nobody_listens(last: str) -> None:
    ear, mouth = os.pipe()
    with start("--player", "ponderer", stdout=mouth) as process:
        os.close(mouth)
        os.close(ear)
        assert process.stdin
        assert process.stderr
        process.stdin.write(f"position {VIEW}\n{last}\n".encode())
        process.stdin.flush()
        assert process.wait(PATIENCE) == 0  # though its input stays open
        assert process.stderr.read() == b""


def test_help_has_an_example() -> None:
    assert "watergate bot --player random" in run("bot", "--help").stdout


@pytest.mark.parametrize("wrong", [["--player", "nobody"], ["--edition", "nowhere.toml"]])
def test_a_wrong_option_is_told_at_once(wrong: list[str]) -> None:
    with bot(*wrong) as someone:
        code, lines = someone.end()
        assert (code, lines) == (2, [])
        assert wrong[1] in someone.complaints()
