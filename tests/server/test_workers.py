"""Computer players, hints and curves: worker processes that may die, jobs that may not get lost."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import sqlite3
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.server.clients import WAIT, Person, play_on, until
from tests.server.running import RunningServer, running
from watergate.edition import Side, standard_edition
from watergate.lab.simulate import random_game
from watergate.players import Budget
from watergate.players.base import Player
from watergate.rules import Game, View, Viewer, alternative_history
from watergate.server.settings import Settings
from watergate.server.work import thinking, worker
from watergate.server.work.worker import Worker

FIRST, SECOND = "editor", "nixon"
"""Who decides first in a new game, and who does not."""


@pytest.fixture(scope="module")
def idle(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """A server without workers: jobs wait until a test does them."""
    with running(tmp_path_factory.mktemp("idle"), workers=0) as server:
        yield server


def ask(server: RunningServer, query: str, *values: Any) -> list[Any]:
    """Look into the database, or change it, behind the server's back."""
    connection = sqlite3.connect(server.database, timeout=WAIT)
    connection.row_factory = sqlite3.Row
    try:
        with connection:
            return connection.execute(query, values).fetchall()
    finally:
        connection.close()


def jobs(server: RunningServer, game: str) -> list[Any]:
    return ask(server, "SELECT * FROM jobs WHERE game = ?", game)


def acts(server: RunningServer, game: str) -> list[Any]:
    return ask(server, "SELECT * FROM acts WHERE game = ? ORDER BY number", game)


def against(person: Person, player: str, *, first: bool = True, **options: Any) -> str:
    """A new game against the computer that a person follows, and begins or not."""
    seats = {FIRST: "me", SECOND: player} if first else {FIRST: player, SECOND: "me"}
    made = person.new_game(**seats, options=options)
    person.follow(made["id"])
    assert bool(person.moves) is first
    game: str = made["id"]
    return game


def hear_job(person: Person, job: str, *states: str) -> dict[str, Any]:
    """The next message about a job in one of these states."""
    while True:
        heard: dict[str, Any] = person.hear_of("job")["job"]
        if heard["id"] == job and heard["state"] in states:
            return heard


# Workers that die


def test_a_worker_killed_while_thinking_loses_nothing(tmp_path: Path) -> None:
    with running(tmp_path, workers=1) as server:
        ann = Person(server.url)
        game = against(ann, "level:6", first=False)
        job = until(lambda: [job for job in jobs(server, game) if job["state"] == "running"])[0]
        (victim,) = server.workers
        os.kill(victim, signal.SIGKILL)
        again = until(lambda: [job for job in jobs(server, game) if job["attempts"] == 2])[0]
        assert again["id"] == job["id"]
        assert again["leased_by"] != job["leased_by"]
        while ann.table["number"] < 2:
            ann.hear_of("update")
        stored = acts(server, game)
        assert [act["number"] for act in stored][:2] == [1, 2]
        assert stored[1]["side"] == FIRST
        assert job["id"] not in [left["id"] for left in jobs(server, game)]
        assert server.workers != [victim]


def test_workers_that_die_at_once_are_replaced(tmp_path: Path) -> None:
    """Even before they were spoken to: whatever happens, a server does not stay without."""
    with running(tmp_path, workers=1) as server:
        killed = set[int]()
        while len(killed) < 8:
            (pid,) = until(lambda: [pid for pid in server.workers if pid not in killed])
            os.kill(pid, signal.SIGKILL)
            killed.add(pid)
        ann = Person(server.url)
        against(ann, "random", first=False)
        while ann.table["number"] < 2:
            ann.hear_of("update")


def test_a_server_killed_while_its_worker_thinks_goes_on(tmp_path: Path) -> None:
    with running(tmp_path, workers=1) as server:
        ann = Person(server.url)
        game = against(ann, "level:6", first=False)
        until(lambda: [job for job in jobs(server, game) if job["state"] == "running"])
        server.kill()
        assert [act["number"] for act in acts(server, game)] == [1]
        server.start()
        ann.leave()
        ann.follow(game)
        while ann.table["number"] < 2:
            ann.hear_of("update")
        play_on([ann], random.Random(1), most=3)


# Doing jobs, one by one


def work_once(server: RunningServer) -> bool:
    """Have a worker of this process do the next job; whether there was one."""

    async def work() -> bool:
        made = Worker(Settings(database=server.database), "here")
        try:
            job = await made._lease()
            if job is not None:
                await made._do(job)
        finally:
            await made.live_games.close()
            await made.store.close()
        return job is not None

    return asyncio.run(work())


@pytest.fixture(autouse=True)
def _nothing_to_do(request: pytest.FixtureRequest) -> None:
    """Jobs that an earlier test has left are none of the next one's business."""
    if "idle" in request.fixturenames:
        ask(request.getfixturevalue("idle"), "DELETE FROM jobs")


def test_a_move_is_stored_with_the_end_of_its_job(idle: RunningServer) -> None:
    ann = Person(idle.url)
    game = against(ann, "random", first=False)
    (job,) = jobs(idle, game)
    assert (job["kind"], job["number"], job["side"], job["state"]) == ("move", 1, FIRST, "waiting")
    assert work_once(idle)
    assert [act["number"] for act in acts(idle, game)][:2] == [1, 2]
    assert job["id"] not in [left["id"] for left in jobs(idle, game)]
    while ann.table["number"] < 2:  # nobody rang: the server found it by looking
        ann.hear_of("update")


def test_a_job_of_a_game_that_has_gone_on_is_dropped(idle: RunningServer) -> None:
    ann = Person(idle.url)
    game = against(ann, "random", first=False)
    assert work_once(idle)
    before = acts(idle, game)
    others = [tuple(job) for job in jobs(idle, game)]
    ask(
        idle,
        "INSERT INTO jobs (id, kind, game, number, side, person, state, attempts, created_at,"
        " ready_at, leased_until, progress)"
        " VALUES ('late', 'move', ?, 1, ?, ?, 'waiting', 0, 1, 1, 0, 0)",
        game, FIRST, ann.me["id"],
    )  # fmt: skip
    assert work_once(idle)  # the oldest first, and this one is the oldest
    assert [tuple(job) for job in jobs(idle, game)] == others
    assert [tuple(act) for act in acts(idle, game)] == [tuple(act) for act in before]


def test_a_game_that_ends_while_the_computer_thinks_stays_ended(
    idle: RunningServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = Person(idle.url)
    game = against(ann, "random", first=False)
    honest = thinking.choose

    def slow(*arguments: Any) -> str:
        assert ann.answer(type="resign", game=game)["type"] == "done"
        return honest(*arguments)

    monkeypatch.setattr(worker, "choose", slow)
    assert work_once(idle)
    assert [act["kind"] for act in acts(idle, game)] == ["set_up", "resign"]
    assert jobs(idle, game) == []


def test_a_job_that_fails_is_tried_again_and_then_done_by_a_simple_player(
    idle: RunningServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = Person(idle.url)
    game = against(ann, "level:6", first=False)
    honest, asked = thinking.choose, list[str]()

    def fails(seat: str, *rest: Any) -> str:
        asked.append(seat)
        if seat == "level:6":
            raise MemoryError
        return honest(seat, *rest)

    monkeypatch.setattr(worker, "choose", fails)
    for attempt in range(1, worker.MOST_ATTEMPTS + 1):
        assert work_once(idle)
        (job,) = jobs(idle, game)
        assert (job["attempts"], len(acts(idle, game))) == (attempt, 1)
        assert not work_once(idle)  # not before a moment has passed
        ask(idle, "UPDATE jobs SET leased_until = 0")
    assert work_once(idle)
    assert asked == ["level:6"] * worker.MOST_ATTEMPTS + ["priorities"]
    assert acts(idle, game)[1]["side"] == FIRST
    made = len(acts(idle, game))
    until(lambda: ann.get(f"/games/{game}")["number"] == made)
    seats = ann.get(f"/games/{game}")["status"]["seats"]
    assert {seat["side"]: seat["substituted"] for seat in seats}[FIRST] == 1
    ann.post(f"/games/{game}/resign", {"key": "resigned"})
    assert f'[{FIRST.title()}Substituted "1"]' in ann.http.get(f"/api/games/{game}/record").text


def test_a_game_that_lost_its_job_gets_another(tmp_path: Path) -> None:
    """As after a crash between two commits: whoever opens the game next makes it good."""
    with running(tmp_path, workers=0) as server:
        ann = Person(server.url)
        game = against(ann, "random", first=False)
        server.kill()
        ask(server, "DELETE FROM jobs")
        ask(server, "UPDATE games SET decider = NULL, number = 0")
        server.start()
        ann.leave()
        ann.follow(game)
        (job,) = jobs(server, game)
        assert (job["kind"], job["number"], job["side"]) == ("move", 1, FIRST)
        (row,) = ask(server, "SELECT * FROM games")
        assert (row["decider"], row["number"]) == (FIRST, 1)


def test_a_friend_who_sits_down_against_the_computer_finds_it_awake(idle: RunningServer) -> None:
    ann, bob = Person(idle.url, "Ann"), Person(idle.url, "Bob")
    made = ann.new_game(**{FIRST: "random", SECOND: "friend"})
    assert jobs(idle, made["id"]) == []
    bob.accept(made, SECOND)
    (job,) = jobs(idle, made["id"])
    assert (job["kind"], job["side"]) == ("move", FIRST)


# Limits


class Waiting(Player):
    """Thinks until it is told to stop."""

    name = "waiting"

    def __init__(self) -> None:
        self.told = threading.Event()

    def stop(self) -> None:
        self.told.set()

    def choose(self, view: View) -> Any:
        assert self.told.wait(WAIT), "nobody told it to stop"
        assert view.decision is not None
        assert view.decision.moves is not None
        return view.decision.moves[0]


def test_thinking_ends_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    game = Game.new(standard_edition())
    while game.decider == "chance":
        game.play(next(iter(game.outcomes())))
    monkeypatch.setattr(thinking, "seated", lambda *_: Waiting())
    view = game.view(Viewer(str(game.decider)))
    assert thinking.choose("level:6", view, game, seconds=0.01) in map(str, game.moves)


def test_a_worker_has_limits(tmp_path: Path) -> None:
    with running(tmp_path, workers=1, worker_memory=700, worker_seconds=1) as server:
        ann = Person(server.url)
        against(ann, "random", first=False)
        while ann.table["number"] < 2:  # the worker is up
            ann.hear_of("update")
        (pid,) = server.workers
        limits = Path(f"/proc/{pid}/limits").read_text(encoding="ascii")
        (data,) = [line for line in limits.splitlines() if line.startswith("Max data size")]
        assert data.split()[3] == str(700 << 20)


def test_quotas_refuse_with_clear_problems(tmp_path: Path) -> None:
    limits: dict[str, Any] = {"jobs_per_person": 2, "queue": 4, "hints_per_hour": 3}
    with running(tmp_path, workers=0, **limits) as server:
        ann, bob, carl = (Person(server.url, name) for name in ("Ann", "Bob", "Carl"))
        games = [against(ann, "random") for _ in range(4)]
        first = ann.post(f"/games/{games[0]}/hint")
        assert ann.post(f"/games/{games[0]}/hint") == first  # the same is not counted twice
        ann.post(f"/games/{games[1]}/hint")
        refused = ann.post(f"/games/{games[2]}/hint", status=429)["problem"]
        assert (refused["code"], refused["params"]) == ("too_many_jobs", {"most": 2})

        for _ in range(2):
            bob.post(f"/games/{against(bob, 'random')}/hint")
        answer = carl.http.post(f"/api/games/{against(carl, 'random')}/hint")
        assert answer.status_code == 503
        assert answer.json()["problem"]["code"] == "queue_full"
        assert int(answer.headers["Retry-After"]) > 0

        ask(server, "UPDATE jobs SET state = 'done', result = 'null'")
        ann.post(f"/games/{games[2]}/hint")
        answer = ann.http.post(f"/api/games/{games[3]}/hint")
        assert answer.status_code == 429
        assert answer.json()["problem"]["code"] == "too_many"
        assert int(answer.headers["Retry-After"]) > 0
        assert len(jobs(server, games[3])) == 0


# Hints and curves


def test_hints_are_for_those_who_may_have_them(idle: RunningServer) -> None:
    ann, bob = Person(idle.url, "Ann"), Person(idle.url, "Bob")

    def code(person: Person, game: str, status: int) -> str:
        refused: str = person.post(f"/games/{game}/hint", status=status)["problem"]["code"]
        return refused

    assert code(ann, against(ann, "random", hints=False), 409) == "hints_off"
    assert code(ann, against(ann, "random", first=False), 409) == "not_your_turn"
    game = against(ann, "random")
    assert code(bob, game, 403) == "not_allowed"
    job = ann.post(f"/games/{game}/hint")
    assert ask(idle, "SELECT side FROM jobs WHERE id = ?", job["id"])[0]["side"] == FIRST
    assert ann.get(f"/jobs/{job['id']}")["state"] == "waiting"
    assert bob.get(f"/jobs/{job['id']}", status=404)["problem"]["code"] == "not_found"
    between = ann.new_game(**{FIRST: "me", SECOND: "friend"})
    bob.accept(between, SECOND)
    assert code(ann, between["id"], 409) == "hints_off"  # between people, unless they chose them


def test_a_hint_sees_the_own_view_alone(
    idle: RunningServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[View] = []

    def looks(view: View, *_: Any) -> dict[str, Any]:
        seen.append(view)
        return {}

    monkeypatch.setattr(worker, "hint", looks)
    ann = Person(idle.url)
    game = against(ann, "random")
    ann.post(f"/games/{game}/hint")
    assert work_once(idle)
    assert [view.viewer.value for view in seen] == [FIRST]
    assert seen[0].knowledge.course is not None  # which a belief is made from


def test_a_hint_is_the_same_over_all_histories_that_its_viewer_cannot_tell_apart(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Beliefs included, which come from how the round was played as far as the viewer saw it."""
    monkeypatch.setattr(thinking, "ADVICE", Budget(simulations=8))
    rng, altered, read = random.Random(3), 0, 0
    game = Game.start(seed=3)
    while altered < 4:
        side = game.decider
        assert isinstance(side, Side)
        if rng.random() < 0.1 and len(game.moves) > 1:
            other = alternative_history(game, side, rng)
            altered += other.history_ids != game.history_ids
            ours, same = (thinking.hint(one.view(side), one, 600) for one in (game, other))
            assert {**ours, "seconds": 0} == {**same, "seconds": 0}
            chances = [found["chance"] for found in ours["reading"]["cards"]]
            read += len(set(chances)) > 1
        game.play(rng.choice(game.moves))
    assert read


def test_a_hint_for_a_game_that_has_gone_on_fails(idle: RunningServer) -> None:
    ann = Person(idle.url)
    game = against(ann, "random")
    job = ann.post(f"/games/{game}/hint")
    assert ann.move(ann.moves[0])["type"] == "done"
    ask(idle, "DELETE FROM jobs WHERE kind = 'move'")
    assert work_once(idle)
    assert ann.get(f"/jobs/{job['id']}")["state"] == "failed"


def test_a_hint_arrives_over_the_socket(server: RunningServer) -> None:
    ann = Person(server.url)
    game = against(ann, "random")
    job = ann.post(f"/games/{game}/hint")
    done = hear_job(ann, job["id"], "done", "failed")
    assert done["state"] == "done"
    assert done["result"]["candidates"]
    assert ann.get(f"/jobs/{job['id']}") == done


def test_who_draws_a_curve_tells_how_far_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thinking, "CURVE_BUDGET", Budget(simulations=1))
    monkeypatch.setattr(thinking, "MOST_POINTS", 15)
    game = random_game(standard_edition(), 2)
    told: list[float] = []
    points = thinking.curve(game, told.append)["points"]
    assert told == [n / len(told) for n in range(len(told))]
    assert len(told) == len(points) - 1 > 10  # the end is no matter of judgement


def test_a_curve_arrives_over_the_socket_with_its_progress(server: RunningServer) -> None:
    ann = Person(server.url)
    game = against(ann, "random")
    for what in ("curve", "review"):
        assert ann.post(f"/games/{game}/{what}", status=409)["problem"]["code"] == "game_goes_on"
    play_on([ann], random.Random(2), most=12)
    until(lambda: ann.answer(type="resign", game=game)["type"] == "done")  # a window may be open
    bob = Person(server.url, "Bob")
    assert bob.hear()["type"] == "welcome"
    code = ann.get(f"/games/{game}/links")["watch"].partition("#")[2]
    job = ann.post(f"/games/{game}/curve")
    same = bob.post(f"/games/{game}/curve?code={code}")
    assert same["id"] == job["id"]
    if same["state"] != "done":  # whoever asks later hears of it too
        assert hear_job(bob, job["id"], "done", "failed")["state"] == "done"
    heard = [hear_job(ann, job["id"], "running", "done", "failed")]
    while heard[-1]["state"] == "running":
        heard.append(hear_job(ann, job["id"], "running", "done", "failed"))
    progress = [now["progress"] for now in heard]
    assert progress == sorted(progress)  # whoever listens late hears of fewer steps
    assert (heard[-1]["state"], progress[-1]) == ("done", 1.0)
    assert bob.post(f"/games/{game}/review", status=403)["problem"]["code"] == "not_allowed"
    assert bob.post(f"/games/{game}/review?code={code}")["kind"] == "review"
    points = heard[-1]["result"]["points"]
    assert [point["ply"] for point in points] == sorted(point["ply"] for point in points)
    assert all(0 <= point["editor"] <= 1 for point in points)


def test_every_level_plays_its_own_moves_in_games_of_two_computers(tmp_path: Path) -> None:
    with running(tmp_path, workers=1, worker_seconds=1) as server:
        ann = Person(server.url)
        games = [
            ann.new_game(
                editor=f"level:{one}", nixon=f"level:{7 - one}", options={"watched": False}
            )["id"]
            for one in range(1, 7)
        ]
        until(lambda: all(len(acts(server, game)) > 8 for game in games))
        assert "a job failed" not in server.said()


def test_two_computers_decide_when_those_who_watch_have_seen_the_last_move(tmp_path: Path) -> None:
    """At a server without workers: whatever is to be thought about stays to be seen."""
    with running(tmp_path) as server:
        ann, bob, cleo = Person(server.url), Person(server.url, "Bob"), Person(server.url, "Cleo")
        made = ann.new_game(editor="level:6", nixon="level:6")
        game, code = made["id"], made["links"]["watch"].partition("#")[2]

        def jobs_after(who: Person, *, seen: int = 1, wants_next: bool = True) -> int:
            who.say(type="watched", game=game, number=seen, wants_next=wants_next)
            who.say(type="ping")
            who.hear_of("pong")
            return len(ask(server, "SELECT * FROM jobs WHERE game = ?", game))

        ann.say(type="watched", game=game, number=1, wants_next=True)
        assert ann.hear_of("refused")["problem"]["code"] == "bad_request"  # it is not followed
        for who in (ann, bob, cleo):
            who.follow(game, code=code)
        assert jobs_after(ann, wants_next=False) == 0
        assert jobs_after(bob, seen=0, wants_next=False) == 0
        assert jobs_after(cleo, wants_next=False) == 0
        assert jobs_after(ann) == 0  # Bob still looks at what came before
        bob.leave()
        until(lambda: jobs_after(ann) == 1)  # Cleo has stopped, and keeps nobody waiting
        assert jobs_after(ann) == 1


def test_where_people_play_nobody_is_waited_for_who_watches(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        ann = Person(server.url)
        game = against(ann, "random", first=False)
        (job,) = ask(server, "SELECT * FROM jobs WHERE game = ?", game)
        ann.say(type="watched", game=game, number=1, wants_next=True)
        ann.say(type="ping")
        ann.hear_of("pong")
        assert ask(server, "SELECT * FROM jobs WHERE game = ?", game) == [job]
