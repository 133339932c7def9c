"""The games of an arena: which they are, and that nobody gets away with a move that is none."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from typing import cast

import pytest

import watergate.players
from tests.lab.arena import plan_of
from watergate import Game, Side, read_record, standard_edition
from watergate.coach.account import account_of
from watergate.coach.open_value import OpenValue
from watergate.edition import Edition
from watergate.lab.arena import ArenaError, Fixture, Hypotheses, Plan, Played, crew_of, try_players
from watergate.lab.arena.match import FAILED, play
from watergate.lab.simulate import game_between
from watergate.players import Player, PlayerFailed, RandomPlayer
from watergate.players.policy import shipped_policy
from watergate.rules import Move, Verb, View, WatergateError

EDITION = standard_edition()
Answer = Callable[[View], object]


def fixture(editor: str = "random", nixon: str = "random", seed: int = 3) -> Fixture:
    return Fixture(1, 0, 0, seed, editor, nixon)


def test_every_luck_is_played_from_both_sides_in_every_match() -> None:
    plan = plan_of("a", "b", "c", pairs=4)
    games = list(plan.fixtures())
    assert [game.game for game in games] == list(range(1, plan.games + 1)) == list(range(1, 25))
    meetings = Counter((game.editor, game.nixon, game.seed) for game in games)
    assert set(meetings.values()) == {1}
    assert set(meetings) == {
        (a, b, 50 + p) for a in "abc" for b in "abc" if a != b for p in range(4)
    }
    assert all(game.seed == 50 + game.pair for game in games)


@pytest.mark.parametrize(
    ("players", "reason"),
    [
        (("a",), "allowed: 2 to 100"),
        (tuple(map(str, range(101))), "allowed: 2 to 100"),
        (("a", "b", "a"), "'a' stands there twice"),
        (("a", "b\nc"), "cannot be printed"),
    ],
)
def test_players_that_cannot_meet_are_refused(players: tuple[str, ...], reason: str) -> None:
    with pytest.raises(ArenaError, match=reason):
        plan_of(*players)


def test_a_test_is_between_two() -> None:
    with pytest.raises(ArenaError, match="two players, not 3"):
        plan_of("a", "b", "c", test=Hypotheses(0.5, 0.6))


def test_a_wrong_name_is_refused_before_anything_is_played() -> None:
    with pytest.raises(WatergateError, match="grandmaster"):
        try_players(plan_of("random", "grandmaster"))


def test_a_game_is_the_one_that_simulations_play() -> None:
    found, record = play(fixture("priorities", "random"), EDITION, True)
    game = game_between("priorities", "random", EDITION, 3)
    assert game.result is not None
    assert (found.winner, found.way) == (game.result.winner, game.result.way)
    assert (found.rounds, found.moves) == (game.round, game.ply)
    assert found.failed == found.reason == ""
    assert record is not None
    again = read_record(record)
    assert again.history == game.history
    assert again.tags == {"Editor": "priorities", "Nixon": "random", "Seed": "3"}


def test_without_wish_there_is_no_record(monkeypatch: pytest.MonkeyPatch) -> None:
    seat(monkeypatch, lambda view: None)
    assert play(fixture("bad"), EDITION, False)[1] is None


# Players that fail


class Bad(RandomPlayer):
    """Plays some moves at random, then what it is told to; notes whether it was closed."""

    def __init__(self, answer: Answer, decent: int) -> None:
        super().__init__(1)
        self.answer, self.decent, self.closed = answer, decent, 0

    def choose(self, view: View) -> Move:
        self.decent -= 1
        if self.decent >= 0:
            return super().choose(view)
        return cast(Move, self.answer(view))

    def close(self) -> None:
        self.closed += 1
        raise OSError("cannot even close")


def seat(monkeypatch: pytest.MonkeyPatch, answer: Answer, decent: int = 0) -> list[Bad]:
    made: list[Bad] = []

    def make(rest: str, seed: int | None, edition: Edition | None) -> Player:
        made.append(Bad(answer, decent))
        return made[-1]

    monkeypatch.setitem(watergate.players._MAKERS, "bad", make)
    return made


def raising(error: BaseException) -> Answer:
    def answer(view: View) -> Move:
        raise error

    return answer


ANSWERS: dict[str, tuple[Answer, str]] = {
    "illegal": (lambda view: Move(Verb.PIN, target="spoke3"), "'pin spoke3' is not legal now"),
    "nonsense": (lambda view: Move(Verb.PIN, target="the moon"), "is not a move"),
    "none": (lambda view: None, "gave None, which is no move"),
    "text": (lambda view: str(view.moves[0]), "which is no move"),
    "number": (lambda view: 64, "gave 64, which is no move"),
    "crash": (raising(ZeroDivisionError("by\nzero")), "ZeroDivisionError: by zero"),
    "exit": (raising(SystemExit(3)), "SystemExit: 3"),
    "failed": (raising(PlayerFailed("too slow")), "too slow"),
    "long": (raising(ValueError("x" * 5000)), "ValueError: xxx"),
}


@pytest.mark.parametrize("side", list(Side))
@pytest.mark.parametrize("kind", ANSWERS)
def test_whoever_fails_has_lost(kind: str, side: Side, monkeypatch: pytest.MonkeyPatch) -> None:
    answer, reason = ANSWERS[kind]
    made = seat(monkeypatch, answer, decent=2)
    names = ("bad", "random") if side is Side.EDITOR else ("random", "bad")
    found, record = play(fixture(*names), EDITION, True)
    assert (found.winner, found.way, found.failed) == (str(side.opponent), FAILED, str(side))
    assert reason in found.reason
    assert len(found.reason) <= 300
    assert found.reason.isprintable()
    assert found.score("bad") == 0
    assert found.score("random") == 1
    assert [one.closed for one in made] == [1]
    assert record is not None
    assert read_record(record).tags["Failed"].startswith(f"{side}: {found.reason[:20]}")


def test_a_player_that_cannot_be_made_has_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    def make(rest: str, seed: int | None, edition: Edition | None) -> Player:
        raise FileNotFoundError("no such bot")

    monkeypatch.setitem(watergate.players._MAKERS, "bad", make)
    found, _ = play(fixture("random", "bad"), EDITION, False)
    assert (found.winner, found.decisions) == ("editor", 0)
    assert found.reason == "FileNotFoundError: no such bot"


def test_an_interrupt_is_nobodys_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    made = seat(monkeypatch, raising(KeyboardInterrupt()))
    with pytest.raises(KeyboardInterrupt):
        play(fixture("bad"), EDITION, False)
    assert made[0].closed == 1


def test_a_view_that_was_tampered_with_does_not_help(monkeypatch: pytest.MonkeyPatch) -> None:
    def cheat(view: View) -> Move:
        wish = Move(Verb.PIN, target="spoke3")
        object.__setattr__(view, "moves", (wish,))
        return wish

    seat(monkeypatch, cheat)
    assert play(fixture("bad"), EDITION, False)[0].way == FAILED


def test_a_stopped_game_is_half_a_point_to_each(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("watergate.lab.arena.match.is_going_on", short)
    found, _ = play(fixture(), EDITION, False)
    assert (found.winner, found.way, found.decisions) == ("", "stopped", 6)
    assert found.score("random") == 0.5


def short(game: Game) -> bool:
    return sum(move.verb is not Verb.DRAW for move in game.history) < 6


def in_order(jobs: int) -> list[tuple[Played, str | None]]:
    games = plan_of("priorities", "random", pairs=2).fixtures()
    return sorted(crew_of(jobs)(games, EDITION, True, True), key=lambda game: game[0].game)


def test_results_do_not_depend_on_the_jobs() -> None:
    assert in_order(2) == in_order(1)


def test_a_crew_can_be_sent_home_early() -> None:
    games = crew_of(2)(plan_of("priorities", "random", pairs=500).fixtures(), EDITION, False, False)
    assert next(games)[0].match == 0
    games.close()


# Luck


def test_the_luck_of_a_game_is_that_of_its_account() -> None:
    played, record = play(fixture("priorities"), EDITION, with_record=True, with_luck=True)
    assert record is not None
    account, _ = account_of(read_record(record), OpenValue(EDITION, shipped_policy()))
    assert played.luck == pytest.approx(account.cards + account.evidence, abs=1e-4)
    assert play(fixture("priorities"), EDITION, with_record=False)[0].luck is None


def test_luck_is_counted_in_editions_that_the_network_knows() -> None:
    other = replace(EDITION, momentum_tokens=EDITION.momentum_tokens - 1, digest="0" * 40)
    with pytest.raises(ArenaError, match="leave out --luck"):
        Plan(("random", "priorities"), 1, 1, other, luck=True)
