"""`watergate review`, `watergate exercises` and `watergate lab exercises`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from tests.coach.games import game_of
from watergate import save
from watergate.cli import app
from watergate.coach.exercises import exercises
from watergate.texts import LANGUAGES, phrase

from .helpers import PLAIN, run, run_program


def reviewable(folder: Path, seed: int = 5) -> Path:
    """The record of a short game: somebody gave up."""
    game = game_of("priorities", "priorities", seed, most=40)
    game.tags.update(Editor="Ann", Nixon="Bob", Ended="nixon resigned")
    path = folder / f"{seed}.wg"
    save(game, path)
    return path


def review(*arguments: str) -> str:
    """What the command prints, run with compiled rules where they are."""
    result = run_program("review", *arguments, WATERGATE_COMPILED="auto")
    assert result.returncode == 0, result.stderr
    return result.stdout


def test_a_review_is_read_or_printed_or_given_as_json(tmp_path: Path) -> None:
    path = reviewable(tmp_path)
    text = review(str(path), "--depth", "quick", "--all", "--lang", "hu")
    assert "Nixon nyert: a másik fél feladta." in text
    assert "1. forduló" in text
    page = tmp_path / "page.html"
    assert review(str(path), "--depth", "quick", "--html", str(page)) == ""
    assert "Review of a game of Watergate" in page.read_text(encoding="utf-8")
    found = json.loads(review(str(path), "--depth", "quick", "--side", "editor", "--json"))
    assert {one["side"] for one in found["decisions"]} == {"editor"}
    assert found["nixon"] is None
    assert found["judge"]["depth"] == "quick"


def test_several_games_are_a_record_of_their_players(tmp_path: Path) -> None:
    reviewable(tmp_path)
    text = review(str(tmp_path))
    assert "1 game reviewed" in text
    assert "Ann" in text
    assert "Bob" in text


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("1. draw 24\n", "a game is reviewed when it is over"),
        ("nonsense", "is neither a tag nor a move"),
        ('[Edition "mine"]\n[EditionDigest "0000000000000000"]\n', "edition 'mine'"),
    ],
)
def test_what_cannot_be_reviewed_is_told(tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "bad.wg"
    path.write_text(text)
    result = run("review", str(path))
    assert result.exit_code == 2
    assert str(path) in result.stderr.replace("\n", "")
    assert said in result.stderr
    assert result.stdout == ""


def test_why_a_game_cannot_be_reviewed_is_told_in_the_language_asked_for(tmp_path: Path) -> None:
    path = tmp_path / "open.wg"
    path.write_text("1. draw 24\n")
    for language in LANGUAGES:
        said = run("review", str(path), "--lang", language).stderr
        assert phrase("error.review_goes_on", language) in said


def test_an_exercise_is_tried_until_it_is_right() -> None:
    exercise = exercises()[0]
    moves = [str(move) for move in exercise.game(None).moves]
    wrong = next(n for n, m in enumerate(moves, 1) if not exercise.answer(m).is_right)
    right = moves.index(exercise.best.move) + 1
    for language, said in (("en", "Try again."), ("hu", "Próbáld újra.")):
        result = CliRunner().invoke(
            app, ["exercises", "1", "--lang", language], env=PLAIN, input=f"x\n{wrong}\n{right}\n"
        )
        assert result.exit_code == 0, result.output
        assert said in result.stdout
    only = CliRunner().invoke(app, ["exercises", "1"], env=PLAIN, input=f"{right}\n")
    assert "1 of 1 exercise solved at the first try." in only.stderr
    assert CliRunner().invoke(app, ["exercises"], env=PLAIN, input="").exit_code == 0


def test_after_an_exercise_one_plays_on() -> None:
    exercise = exercises()[0]
    right = [str(move) for move in exercise.game(None).moves].index(exercise.best.move) + 1
    result = CliRunner().invoke(
        app, ["exercises", "1", "--play-on"], env=PLAIN, input=f"{right}\nquit\n"
    )
    assert result.exit_code == 0, result.output
    assert "Right." in result.stdout


def test_an_exercise_that_is_not_there_is_told() -> None:
    result = run("exercises", "9999")
    assert result.exit_code == 2
    assert "allowed: 1 to " in result.stderr
