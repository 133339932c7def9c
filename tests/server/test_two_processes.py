"""Several server processes on one PostgreSQL: the players of a game need not be at the same one."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import asyncpg
import pytest

from tests.server.clients import Person, hear_all, play_on
from tests.server.postgres import Postgres
from tests.server.running import RunningServer
from watergate.server.notifications import CHANNEL


@pytest.fixture(scope="module")
def pair(
    tmp_path_factory: pytest.TempPathFactory, postgres_server: Postgres
) -> Iterator[tuple[RunningServer, RunningServer]]:
    """Two servers that were started at the same moment on an empty database."""
    database = postgres_server.new_database()
    folder = tmp_path_factory.mktemp("pair")
    servers = [RunningServer(folder / name, database, workers=0) for name in ("one", "two")]
    for server in servers:
        server.folder.mkdir()
    try:
        with ThreadPoolExecutor() as threads:
            list(threads.map(RunningServer.start, servers))
        yield servers[0], servers[1]
    finally:
        for server in servers:
            server.kill()


@pytest.fixture
def one(pair: tuple[RunningServer, RunningServer]) -> RunningServer:
    return _alive(pair[0])


@pytest.fixture
def two(pair: tuple[RunningServer, RunningServer]) -> RunningServer:
    return _alive(pair[1])


def _alive(server: RunningServer) -> RunningServer:
    """A test before may have killed it."""
    if server.process is None or server.process.poll() is not None:
        server.start()
    return server


def apart(one: RunningServer, two: RunningServer, **options: Any) -> tuple[Person, Person, str]:
    """Two people who have begun a game, each at a server of their own."""
    ann, bob = Person(one.url, "Ann"), Person(two.url, "Bob")
    made = ann.new_game(options=options)
    ann.follow(made["id"])
    assert ann.table["status"]["state"] == "waiting"
    bob.accept(made)
    bob.follow(made["id"])
    ann.hear_status(lambda status: status["state"] == "running")
    return ann, bob, made["id"]


def move_over(person: Person, server: RunningServer) -> None:
    """Go to another server, as the same person: cookies are good at all of them."""
    person.leave()
    person.url = server.url
    person.http.base_url = server.url


def go_on(*people: Person, seed: int, most: int) -> int:
    """Play some moves, with both sides hearing of each; how many were acknowledged."""
    return play_on(list(people), random.Random(seed), most=most)


def listeners(database: str) -> list[int]:
    """The connections on which servers listen for rings."""
    rows = asyncio.run(
        _ask(
            database,
            "SELECT pid FROM pg_stat_activity WHERE datname = current_database()"
            f" AND (query ILIKE 'LISTEN%{CHANNEL}%' OR query ILIKE '%pg_notify%')"
            " AND pid <> pg_backend_pid()",
        )
    )
    return [int(row["pid"]) for row in rows]


async def _ask(database: str, query: str, *values: Any) -> list[Any]:
    connection = await asyncpg.connect(database)
    try:
        return list(await connection.fetch(query, *values))
    finally:
        await connection.close()


def break_notifications(database: str) -> None:
    """End the connections over which servers hear of each other."""
    pids = listeners(database)
    assert len(pids) == 2, pids
    asyncio.run(_ask(database, "SELECT pg_terminate_backend(pid) FROM unnest($1::int[]) pid", pids))


def test_moves_of_one_arrive_at_the_other(one: RunningServer, two: RunningServer) -> None:
    ann, bob, _ = apart(one, two)
    go_on(ann, bob, seed=1, most=40)
    for person, other in ((ann, bob), (bob, ann)):
        while person.table["number"] < other.table["number"]:  # what was made at once
            person.hear()
    assert ann.table["number"] == bob.table["number"] >= 20
    seats = [person.table["status"]["seats"] for person in (ann, bob)]
    assert [seat["name"] for seat in seats[0]] == [seat["name"] for seat in seats[1]]


def test_offers_chat_and_presence_arrive(one: RunningServer, two: RunningServer) -> None:
    ann, bob, game = apart(one, two)

    def is_there(side: int) -> Callable[[Any], bool]:
        return lambda status: bool(status["seats"][side]["present"])

    ann.hear_status(is_there(1))
    bob.hear_status(is_there(0))

    bob.say(type="chat", game=game, text="Hello", key="hello1")
    assert ann.hear_of("chat")["line"]["text"] == "Hello"
    ann.say(type="chat", game=game, text="Hello, too", key="hello2")
    while bob.hear_of("chat")["line"]["text"] != "Hello, too":
        pass

    assert bob.answer(type="pause", game=game)["type"] == "done"
    ann.hear_status(lambda status: status["offer"] == {"what": "pause", "by": "nixon"})
    answer = {"type": "answer", "game": game, "offer": "pause"}
    assert ann.answer(**answer, accept=False)["type"] == "done"
    bob.hear_status(lambda status: status["offer"] is None)

    assert bob.answer(type="pause", game=game)["type"] == "done"
    ann.hear_status(lambda status: status["offer"] is not None)
    assert ann.answer(**answer, accept=True)["type"] == "done"
    bob.hear_status(lambda status: status["state"] == "paused")
    assert bob.answer(type="resume", game=game)["type"] == "done"
    ann.hear_status(lambda status: status["state"] == "running")

    bob.leave()
    ann.hear_status(lambda status: not status["seats"][1]["present"])


def test_a_take_back_is_offered_and_agreed_to(one: RunningServer, two: RunningServer) -> None:
    ann, bob, game = apart(one, two)
    for seed in range(50):  # until a move has shown something: then the opponent is asked
        go_on(ann, bob, seed=seed, most=3)
        number = ann.table["number"]
        answer = ann.answer(type="take_back", game=game, number=number)
        if answer["type"] == "done" and answer["number"] == number:
            break
        if answer["type"] == "done":
            for person in (ann, bob):
                while person.table["number"] <= number:
                    person.hear_of("update", "table")
    else:
        pytest.fail("no take-back had to be asked for")
    bob.hear_status(lambda status: status["offer"] == {"what": "take_back", "by": "editor"})
    agreed = {"type": "answer", "game": game, "offer": "take_back", "accept": True, "key": "agreed"}
    done = bob.answer(**agreed)
    assert done["type"] == "done"
    assert bob.answer(**agreed)["number"] == done["number"]  # said twice, done once
    while ann.table["number"] < done["number"]:
        ann.hear_of("update", "table")
    assert ann.table["act"] == "take_back"
    assert ann.moves
    go_on(ann, bob, seed=99, most=5)


def test_both_get_the_same_rematch(one: RunningServer, two: RunningServer) -> None:
    ann, bob, game = apart(one, two)
    assert bob.answer(type="resign", game=game)["type"] == "done"
    ann.hear_status(lambda status: status["state"] == "over")
    assert ann.post(f"/games/{game}/rematch")["id"] is None
    bob.hear_status(lambda status: status["offer"] is not None)
    with ThreadPoolExecutor() as threads:  # agreed to twice at the same moment
        made = list(threads.map(lambda _: bob.post(f"/games/{game}/rematch")["id"], range(2)))
    assert made[0] == made[1]
    assert len(ann.get("/me/games")) == 2
    for person in (ann, bob):
        person.hear_status(lambda status: status["rematch"] == made[0])
    assert ann.follow(made[0])["you"] == "nixon"
    assert bob.follow(made[0])["you"] == "editor"
    go_on(ann, bob, seed=3, most=5)


@pytest.mark.parametrize("victim", [0, 1])
def test_either_can_be_killed(one: RunningServer, two: RunningServer, victim: int) -> None:
    """The player of the server that dies goes to the other; later there are two again."""
    ann, bob, game = apart(one, two)
    go_on(ann, bob, seed=5, most=10)
    servers, people = (one, two), (ann, bob)
    person, other = people[victim], people[1 - victim]
    number = person.table["number"]
    decider = next((p for p in people if p.moves), None)
    assert decider is not None
    sent = {
        "type": "move", "game": game, "number": number, "move": decider.moves[0], "key": "hasty1",
    }  # fmt: skip
    decider.say(**sent)  # nobody waits for the answer
    servers[victim].kill()
    for each in people:  # the game may have been where the server died: then all come back
        move_over(each, servers[1 - victim])
        each.say(type="follow", game=game, since=number)
    decider.say(**sent)  # the same again: it counts once
    for each in people:
        while each.table["number"] <= number:
            each.hear_of("update", "table")
    assert other.table["number"] == person.table["number"]
    go_on(ann, bob, seed=6, most=10)
    servers[victim].start()
    move_over(person, servers[victim])
    person.follow(game)
    go_on(ann, bob, seed=7, most=10)


def test_lost_notifications_are_made_good_by_polling(
    one: RunningServer, two: RunningServer
) -> None:
    """Whatever a lost ring would have told is found: moves, offers, chat, joining, rematch."""
    ann, bob, game = apart(one, two)
    go_on(ann, bob, seed=8, most=5)
    database = one.database

    def without_notifications(act: Callable[[], Any]) -> None:
        break_notifications(database)
        act()

    for n in range(3):
        hear_all([ann, bob])
        mover, waits = (ann, bob) if ann.moves else (bob, ann)
        number = mover.table["number"]
        without_notifications(lambda mover=mover: mover.move(mover.moves[0]))  # type: ignore[misc]
        while waits.table["number"] <= number:
            waits.hear_of("update", "table")
        while mover.table["number"] <= number:
            mover.hear_of("update", "table")
        wait_for_notifications(database)
        without_notifications(lambda n=n: bob.answer(  # type: ignore[misc]
            type="chat", game=game, text=f"Line {n}", key=f"line-{n}"))  # fmt: skip
        while ann.hear_of("chat")["line"]["text"] != f"Line {n}":
            pass
        wait_for_notifications(database)
    without_notifications(lambda: bob.answer(type="pause", game=game))
    ann.hear_status(lambda status: status["offer"] == {"what": "pause", "by": "nixon"})
    wait_for_notifications(database)
    without_notifications(lambda: bob.answer(type="resign", game=game))
    ann.hear_status(lambda status: status["state"] == "over")
    wait_for_notifications(database)
    without_notifications(lambda: bob.post(f"/games/{game}/rematch"))
    ann.hear_status(lambda status: status["offer"] == {"what": "rematch_swapped", "by": "nixon"})
    wait_for_notifications(database)
    without_notifications(lambda: ann.post(f"/games/{game}/rematch"))
    bob.hear_status(lambda status: status["rematch"] is not None)
    wait_for_notifications(database)
    made = ann.new_game()
    ann.follow(made["id"])
    carl = Person(two.url, "Carl")
    without_notifications(lambda: carl.accept(made))
    ann.hear_status(lambda status: status["state"] == "running")
    wait_for_notifications(database)


def wait_for_notifications(database: str) -> None:
    """Until both servers listen again: by themselves, without having anything to say."""

    async def wait() -> None:
        async with asyncio.timeout(120):
            while len(await asyncio.to_thread(listeners, database)) < 2:
                await asyncio.sleep(0.1)

    asyncio.run(wait())


def test_both_go_on_after_the_database_was_away(
    postgres_server: Postgres, one: RunningServer, two: RunningServer
) -> None:
    ann, bob, _ = apart(one, two)
    go_on(ann, bob, seed=9, most=5)
    postgres_server.kill()
    postgres_server.start()
    for person in (ann, bob):
        while person.http.get("/readyz").status_code != 200:
            pass
    go_on(ann, bob, seed=10, most=10)
    wait_for_notifications(one.database)
    go_on(ann, bob, seed=11, most=10)
