"""The store, on real SQLite and real PostgreSQL: one suite, the same answers."""

from __future__ import annotations

import asyncio
import sqlite3
from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy.exc import DBAPIError, IntegrityError

from tests.server.postgres import Postgres
from tests.server.stores import (
    ANN,
    BOB,
    VALUES,
    act,
    game_row,
    job,
    one_game,
    opened,
    two_people,
    with_store,
)
from watergate.edition import Side
from watergate.server.model import ActKind, JobKind, JobState, Seat, SeatKind, Standing, State
from watergate.server.storage import Conflict, Store, TokenRow
from watergate.server.storage.database import DatabaseAway, database_url

RUNNING = JobState.RUNNING

# People


def test_people_are_kept_as_they_came_first(database: str) -> None:
    async def work(store: Store) -> None:
        await two_people(store)
        await store.add_person(replace(ANN, name="Anna"))
        assert await store.person("ann") == ANN
        assert await store.person("nobody") is None
        await store.change_person("ann", name="Anna")
        assert await store.person("ann") == replace(ANN, name="Anna")
        assert await store.person("bob") == BOB

    with_store(database, work)


def test_a_person_is_found_by_the_hash_of_the_recovery_link(database: str) -> None:
    async def work(store: Store) -> None:
        await two_people(store)
        assert await store.person_by_recovery("hash") is None
        await store.change_person("ann", recovery_hash="hash")
        assert await store.person_by_recovery("hash") == replace(ANN, recovery_hash="hash")
        await store.change_person("ann", recovery_hash="new")
        assert await store.person_by_recovery("hash") is None
        with pytest.raises(IntegrityError):
            await store.change_person("bob", recovery_hash="new")

    with_store(database, work)


def test_tokens_belong_to_their_person(database: str) -> None:
    async def work(store: Store) -> None:
        await two_people(store)
        first = TokenRow("t1", "ann", "bot", "read play", "h1", 5)
        second = TokenRow("t2", "ann", "other", "read", "h2", 6)
        await store.add_token(second)
        await store.add_token(first)
        assert await store.tokens("ann") == [first, second]
        assert await store.tokens("bob") == []
        assert await store.token_by_hash("h2") == second
        assert not await store.delete_token("bob", "t1")
        assert await store.delete_token("ann", "t1")
        assert await store.token_by_hash("h1") is None

    with_store(database, work)


def test_a_secret_is_made_once(database: str) -> None:
    async def work(store: Store) -> None:
        assert await store.fact("signing") is None
        other = Store(store.url)
        try:
            made = await asyncio.gather(*(s.secret("signing") for s in (store, other) * 5))
        finally:
            await other.close()
        assert len(set(made)) == 1
        assert len(made[0]) == 64
        assert await store.fact("signing") == made[0]
        assert await store.secret("another") != made[0]

    with_store(database, work)


def test_a_database_that_answers_and_one_that_does_not(database: str) -> None:
    async def work(store: Store) -> None:
        await store.ping()
        away = Store(database_url("postgresql://nobody@127.0.0.1:1/none"))
        try:
            with pytest.raises(DatabaseAway, match=r"refused|Connect"):
                await away.ping()
        finally:
            await away.close()

    with_store(database, work)


# Games


def test_a_game_is_found_with_its_seats_and_names(database: str) -> None:
    async def work(store: Store) -> None:
        row = await one_game(store)
        found = await store.game("game01")
        assert found is not None
        assert found[0] == row
        assert found[1] == {
            Side.EDITOR: Seat(Side.EDITOR, SeatKind.PERSON, "ann", "Ann"),
            Side.NIXON: Seat(Side.NIXON, SeatKind.OPEN),
        }
        assert await store.game("nothing") is None

    with_store(database, work)


def test_a_game_is_stored_whole_or_not_at_all(database: str) -> None:
    async def work(store: Store) -> None:
        await two_people(store)
        seats = [Seat(side, SeatKind.COMPUTER, player="random") for side in Side]
        with pytest.raises(IntegrityError):
            await store.add_game(game_row(), seats, [act(1), act(1)], [job()])
        assert await store.game("game01") is None
        assert await store.job("job01") is None
        await store.add_game(game_row(), seats, [act(1)], [job()])
        assert await store.job("job01") == job()

    with_store(database, work)


def test_a_game_of_an_unknown_person_is_refused(database: str) -> None:
    async def work(store: Store) -> None:
        with pytest.raises(IntegrityError):
            await store.add_game(game_row(), [Seat(s, SeatKind.OPEN) for s in Side], [act(1)])

    with_store(database, work)


def test_acts_come_back_in_order_and_as_they_were(database: str) -> None:
    async def work(store: Store) -> None:
        await one_game(store)
        acts = [act(2, "key002"), act(3, side=Side.EDITOR, shown_at=900), act(4, "key004")]
        await store.append("game01", acts[:1], VALUES)
        await store.append("game01", acts[1:], None)
        assert (await store.acts("game01"))[1:] == acts
        assert await store.acts("game01", after=3) == acts[2:]
        assert await store.acts("other") == []

    with_store(database, work)


def test_an_act_changes_what_lists_say_and_the_work_to_do(database: str) -> None:
    async def work(store: Store) -> None:
        row = await one_game(store)
        await store.add_job(job("done01"))
        await store.append("game01", [act(2)], VALUES, [job("next01", number=2)], ["done01"])
        assert await store.job("done01") is None
        assert await store.job("next01") == job("next01", number=2)
        found = await store.game("game01")
        assert found is not None
        assert found[0] == replace(row, **VALUES)

    with_store(database, work)


def test_what_lists_say_of_a_later_act_is_not_overwritten(database: str) -> None:
    """A process that shows an act late must not bring back what lists said then."""

    async def work(store: Store) -> None:
        await one_game(store)
        over = {**VALUES, "number": 3, "state": State.OVER, "winner": Side.EDITOR, "decider": None}
        await store.append("game01", [act(2), act(3)], over)
        await store.append("game01", [], VALUES)
        found = await store.game("game01")
        assert found is not None
        assert (found[0].state, found[0].winner, found[0].number) == (State.OVER, Side.EDITOR, 3)
        await store.append("game01", [], {**over, "way": "evidence"})
        found = await store.game("game01")
        assert found is not None
        assert found[0].way == "evidence"

    with_store(database, work)


# Conflicts and shared commits


def test_of_two_acts_with_one_number_exactly_one_is_stored(database: str) -> None:
    """From two processes, and within one batch; whatever else is asked for meanwhile is done."""

    async def work(store: Store) -> None:
        for n in range(1, 6):
            await one_game(store, f"game0{n}")
        other = Store(store.url)
        try:
            rivals = [
                asked.append("game01", [act(2, f"rival{n}")], VALUES, [job(f"rival{n}", number=2)])
                for n, asked in enumerate((store, store, other, other))
            ]
            rest = [
                asked.append(f"game0{n}", [act(2, f"key{n}")], VALUES)
                for n, asked in zip(range(2, 6), (store, other, store, other), strict=True)
            ]
            outcomes = await asyncio.gather(*rivals, *rest, return_exceptions=True)
        finally:
            await other.close()
        won = [outcome is None for outcome in outcomes[:4]]
        assert sorted(won) == [False, False, False, True]
        assert all(isinstance(o, Conflict) for o, w in zip(outcomes, won, strict=False) if not w)
        assert outcomes[4:] == [None] * 4
        winner = f"rival{won.index(True)}"
        assert [found.key for found in await store.acts("game01")] == [None, winner]
        assert await store.count_jobs() == 1
        assert await store.job(winner) is not None
        for n in range(2, 6):
            assert [found.key for found in await store.acts(f"game0{n}")] == [None, f"key{n}"]

    with_store(database, work)


def test_a_request_is_stored_whole_or_not_at_all(database: str) -> None:
    async def work(store: Store) -> None:
        row = await one_game(store)
        await store.add_job(job("done01"))
        await store.append("game01", [act(3)], None)
        with pytest.raises(Conflict):
            await store.append(
                "game01", [act(2), act(3)], VALUES, [job("next01", number=2)], ["done01"]
            )
        assert [found.number for found in await store.acts("game01")] == [1, 3]
        assert await store.job("next01") is None
        assert await store.job("done01") is not None
        found = await store.game("game01")
        assert found is not None
        assert found[0] == row

    with_store(database, work)


def test_games_share_a_commit(database: str) -> None:
    async def work(store: Store) -> None:
        for n in range(100, 150):
            await one_game(store, f"game{n}")
        await asyncio.gather(*(store.append(f"game{n}", [act(2)], VALUES) for n in range(100, 150)))
        assert store._writer.commits == 1
        for n in range(100, 150):
            assert [found.number for found in await store.acts(f"game{n}")] == [1, 2]

    with_store(database, work)


def test_closing_stores_what_is_waiting(database: str) -> None:
    async def run() -> None:
        async with opened(database) as store:
            await one_game(store)
            waiting = asyncio.ensure_future(store.append("game01", [act(2)], VALUES))
            await asyncio.sleep(0)
        await waiting
        async with opened(database) as store:
            assert [found.number for found in await store.acts("game01")] == [1, 2]

    asyncio.run(run())


def test_whoever_stops_waiting_harms_nobody(database: str) -> None:
    async def work(store: Store) -> None:
        await one_game(store)
        await one_game(store, "game02")
        gone = asyncio.ensure_future(store.append("game01", [act(2)], VALUES))
        stays = asyncio.ensure_future(store.append("game02", [act(2)], VALUES))
        await asyncio.sleep(0)
        gone.cancel()
        await stays
        await store.append("game02", [act(3)], {**VALUES, "number": 3})
        assert [found.number for found in await store.acts("game02")] == [1, 2, 3]
        assert [found.number for found in await store.acts("game01")] == [1, 2]

    with_store(database, work)


def test_the_writer_goes_on_after_an_error(database: str) -> None:
    async def work(store: Store) -> None:
        await one_game(store)
        with pytest.raises((DBAPIError, sqlite3.Error)):
            await store.append("game01", [act(2, at=object())], VALUES)
        await store.append("game01", [act(2)], VALUES)
        assert [found.number for found in await store.acts("game01")] == [1, 2]

    with_store(database, work)


# Seats, presence, what others did


def test_a_seat_is_taken_once(database: str) -> None:
    async def work(store: Store) -> None:
        await one_game(store)
        took = await asyncio.gather(
            *(store.take_seat("game01", Side.NIXON, person) for person in ("ann", "bob"))
        )
        assert sorted(took) == [False, True]
        assert not await store.take_seat("game01", Side.EDITOR, "bob")
        found = await store.game("game01")
        assert found is not None
        assert found[1][Side.NIXON].person == ("ann" if took[0] else "bob")
        assert found[1][Side.EDITOR].person == "ann"

    with_store(database, work)


def test_a_standing_instruction_is_kept(database: str) -> None:
    async def work(store: Store) -> None:
        await one_game(store)
        await store.set_standing("game01", Side.EDITOR, Standing.DECLINE_TURN, 7)
        found = await store.game("game01")
        assert found is not None
        seat = found[1][Side.EDITOR]
        assert (seat.standing, seat.standing_since) == ("decline_turn", 7)
        assert found[1][Side.NIXON].standing == "ask"

    with_store(database, work)


def test_the_last_numbers_of_games(database: str) -> None:
    async def work(store: Store) -> None:
        await one_game(store)
        await one_game(store, "game02")
        await store.append("game01", [act(2), act(3)], None)
        assert await store.last_numbers(["game01", "game02", "game03"]) == {
            "game01": 3, "game02": 1,
        }  # fmt: skip

    with_store(database, work)


def test_a_game_is_leased_to_one_process_as_long_as_it_is_alive(postgres_server: Postgres) -> None:
    async def work(store: Store) -> None:
        await one_game(store)
        await one_game(store, "game02")
        await store.renew_process("one", "here:1", 60)
        await store.renew_process("two", "here:2", 60)
        assert await store.take_lease("game01", "one") == ("one", "here:1")
        assert await store.take_lease("game02", "one") == ("one", "here:1")
        assert await store.take_lease("game01", "two") == ("one", "here:1")
        assert await store.take_lease("nothing", "two") is None
        await store.release("one", ["game02"])
        assert await store.take_lease("game02", "two") == ("two", "here:2")
        assert await store.renew_process("one", "here:1", -1) == (
            True,
            {"here:2"},
        )  # silent
        assert await store.take_lease("game01", "two") == ("two", "here:2")
        await store.renew_process("one", "here:1", 60)
        assert await store.take_lease("game01", "one") == ("two", "here:2")
        assert await store.leases_of("one") == set()
        assert await store.leases_of("two") == {"game01", "game02"}
        await store.forget_process_at("here:2")
        assert await store.take_lease("game01", "one") == ("one", "here:1")
        everyone = {"here:1", "here:2"}
        assert await store.renew_process("two", "here:2", 60) == (False, everyone)  # forgotten
        assert await store.renew_process("two", "here:2", 60) == (True, everyone)
        assert await store.leases_of("two") == {"game02"}
        await store.forget_process("two")
        assert await store.take_lease("game02", "one") == ("one", "here:1")
        await store.renew_process("one", "here:1", -7200)
        await store.forget_dead_processes(3600)
        assert await store.leases_of("one") == set()

    with_store(postgres_server.new_database(), work)


def test_there_is_one_rematch(database: str) -> None:
    async def work(store: Store) -> None:
        await one_game(store)
        seats = [Seat(side, SeatKind.PERSON, "ann") for side in Side]
        outcomes = await asyncio.gather(
            *(
                store.add_game(game_row(f"next0{n}"), seats, [act(1)], rematch_of="game01")
                for n in range(3)
            ),
            return_exceptions=True,
        )
        assert sorted(outcome is None for outcome in outcomes) == [False, False, True]
        assert sum(isinstance(outcome, Conflict) for outcome in outcomes) == 2
        assert await store.count_games() == 2
        found = await store.game("game01")
        assert found is not None
        assert await store.game(found[0].rematch or "") is not None

    with_store(database, work)


# Lists


def test_a_person_finds_the_own_games(database: str) -> None:
    async def work(store: Store) -> None:
        await one_game(store, "game01", changed_at=10)
        await one_game(store, "game02", changed_at=30, state=State.OVER)
        await one_game(store, "game03", changed_at=20)
        await store.take_seat("game03", Side.NIXON, "bob")

        async def ids(person: str, over: bool | None = None, **rest: Any) -> list[str]:
            rest.setdefault("limit", 10)
            return [row.id for row, _ in await store.games_of(person, over=over, **rest)]

        assert await ids("ann") == ["game02", "game03", "game01"]
        assert await ids("ann", over=True) == ["game02"]
        assert await ids("ann", over=False) == ["game03", "game01"]
        assert await ids("ann", limit=1) == ["game02"]
        assert await ids("ann", before=30) == ["game03", "game01"]
        assert await ids("bob") == ["game03"]
        (_, seats), *_ = await store.games_of("bob", over=None, limit=1)
        assert seats[Side.NIXON].name == "Bob"
        assert await store.count_games_of("ann") == (2, 3)
        assert await store.count_games_of("bob") == (0, 0)

    with_store(database, work)


def test_games_are_listed_page_by_page(database: str) -> None:
    async def work(store: Store) -> None:
        rows = [await one_game(store, f"game0{n}") for n in range(5)]
        assert await store.all_games(limit=2) == rows[:2]
        assert await store.all_games(after="game01", limit=2) == rows[2:4]
        assert await store.all_games(after="game04") == []
        assert await store.count_games() == 5

    with_store(database, work)


def test_only_games_against_others_count_in_statistics(database: str) -> None:
    async def work(store: Store) -> None:
        await two_people(store)
        ends: dict[str, Any] = {"state": State.OVER, "winner": Side.EDITOR, "way": "evidence"}
        opponents = {
            "game01": Seat(Side.NIXON, SeatKind.PERSON, "bob"),
            "game02": Seat(Side.NIXON, SeatKind.COMPUTER, player="level:3"),
            "game03": Seat(Side.NIXON, SeatKind.PERSON, "ann"),
            "game04": Seat(Side.NIXON, SeatKind.PERSON, "bob"),
            "game05": Seat(Side.NIXON, SeatKind.PERSON, "bob"),
        }
        other: dict[str, dict[str, Any]] = {
            "game04": {"state": State.RUNNING},
            "game05": {"imported": True},
        }
        for id_, seat in opponents.items():
            row = game_row(id_, **{**ends, **other.get(id_, {})})
            await store.add_game(row, [Seat(Side.EDITOR, SeatKind.PERSON, "ann"), seat], [act(1)])
        found = await store.finished_games("ann")
        assert sorted((row.side, row.winner, row.way, row.kind, row.player) for row in found) == [
            ("editor", "editor", "evidence", "computer", "level:3"),
            ("editor", "editor", "evidence", "person", None),
        ]
        assert [row.side for row in await store.finished_games("bob")] == ["nixon"]

    with_store(database, work)


# Chat


def test_a_line_of_chat_is_stored_once(database: str) -> None:
    async def work(store: Store) -> None:
        await one_game(store)
        assert await store.last_said("game01") == 0
        assert await store.add_chat("game01", Side.EDITOR, "Ann", "Hi", 5, "key001") == (1, True)
        assert await store.add_chat("game01", Side.EDITOR, "Ann", "Hi", 6, "key001") == (1, False)
        assert await store.add_chat("game01", Side.NIXON, "Bob", "Hi", 7, "key002") == (2, True)
        lines = [(row.number, row.side, row.name, row.text, row.at) for row in
                 await store.chat("game01")]  # fmt: skip
        assert lines == [(1, "editor", "Ann", "Hi", 5), (2, "nixon", "Bob", "Hi", 7)]
        assert [row.number for row in await store.chat("game01", limit=1)] == [2]
        assert await store.last_said("game01") == 2

    with_store(database, work)


def test_two_who_talk_at_once_are_both_heard(database: str) -> None:
    async def work(store: Store) -> None:
        await one_game(store)
        other = Store(store.url)
        try:
            said = await asyncio.gather(
                *(
                    asked.add_chat("game01", Side.EDITOR, "Ann", key, 5, key)
                    for asked, key in zip((store, other) * 2, ("a", "a", "b", "c"), strict=True)
                )
            )
        finally:
            await other.close()
        assert sorted(number for number, is_new in said if is_new) == [1, 2, 3]
        assert said[0][0] == said[1][0]
        assert [row.number for row in await store.chat("game01")] == [1, 2, 3]

    with_store(database, work)


# Jobs


def test_the_same_work_is_not_done_twice(database: str) -> None:
    async def work(store: Store) -> None:
        await one_game(store)
        assert await store.add_job(job("job01"))
        assert not await store.add_job(job("job02"))
        assert await store.add_job(job("job03", number=2))
        assert await store.find_job("game01", "move", 1, "nixon") == job("job01")
        assert await store.find_job("game01", "move", 1, "editor") is None
        assert await store.find_job("game01", "move", 1, None) is None
        assert await store.add_job(job("job04", JobKind.CURVE, side=None))
        assert (await store.find_job("game01", "curve", 1, None)) == job(
            "job04", JobKind.CURVE, side=None
        )

    with_store(database, work)


def test_a_job_is_leased_to_one_worker(database: str) -> None:
    async def work(store: Store) -> None:
        await one_game(store)
        for n in range(6):
            await store.add_job(job(f"job0{n}", number=n))
        stores = [Store(store.url) for _ in range(3)]
        try:
            leased = await asyncio.gather(
                *(s.lease_job(f"worker{n}", 100, 15) for n, s in enumerate(stores * 3))
            )
        finally:
            for other in stores:
                await other.close()
        got = [found.id for found in leased if found is not None]
        assert len(got) == len(set(got))
        while (found := await store.lease_job("last", 100, 15)) is not None:
            got.append(found.id)  # a lock that another held makes a worker come back
        assert sorted(got) == [f"job0{n}" for n in range(6)]

    with_store(database, work)


def test_a_lease_that_ended_is_given_again(database: str) -> None:
    async def work(store: Store) -> None:
        await one_game(store)
        await store.add_job(job())
        assert await store.lease_job("first", 49, 15) is None  # it is not ready yet
        assert await store.next_ready_at() == 50
        leased = await store.lease_job("first", 100, 15)
        assert leased == job(state=RUNNING, attempts=1, leased_until=15_100, leased_by="first")
        assert await store.next_ready_at() == 15_100
        assert await store.lease_job("second", 15_100, 15) is None
        again = await store.lease_job("second", 15_101, 15)
        assert again == job(state=RUNNING, attempts=2, leased_until=30_101, leased_by="second")
        assert not await store.change_job("job01", "first", leased_until=99_999)
        assert await store.change_job("job01", "second", leased_until=99_999)
        assert await store.lease_job("first", 50_000, 15) is None

    with_store(database, work)


def test_moves_are_leased_before_hints_and_the_oldest_first(database: str) -> None:
    async def work(store: Store) -> None:
        await one_game(store)
        await store.add_job(job("hint01", JobKind.HINT, created_at=1))
        await store.add_job(job("curve1", JobKind.CURVE, created_at=2))
        await store.add_job(job("move02", number=2, created_at=4))
        await store.add_job(job("move01", number=1, created_at=3))
        order = [await store.lease_job("worker", 100, 15) for _ in range(5)]
        assert [found and found.id for found in order] == [
            "move01", "move02", "hint01", "curve1", None,
        ]  # fmt: skip

    with_store(database, work)


def test_whoever_asks_for_much_keeps_nobody_waiting(database: str) -> None:
    async def work(store: Store) -> None:
        await one_game(store)
        for number in range(20):
            await store.add_job(job(f"flood{number}", number=number, person="ann", created_at=1))
        await store.add_job(job("hint01", JobKind.HINT, person="bob", created_at=2))
        await store.add_job(job("old001", number=50, created_at=3))  # before jobs had an owner
        first = [await store.lease_job("worker", 100, 15) for _ in range(3)]
        assert sorted(found.person or "" for found in first if found) == ["", "ann", "bob"]
        assert (await store.lease_job("worker", 100, 15)) is not None  # and nobody idles
        assert await store.count_jobs(person="ann") == 0  # moves are not what she asked for
        assert await store.count_jobs(person="bob") == 1

    with_store(database, work)


def test_unfinished_games_that_nobody_plays_on_are_put_away(database: str) -> None:
    async def work(store: Store) -> None:
        for id_, state, changed_at in (
            ("old001", State.RUNNING, 10),
            ("over01", State.OVER, 10),
            ("open01", State.WAITING, 10),
            ("new001", State.RUNNING, 90),
        ):
            await one_game(store, id_, state=state, changed_at=changed_at)
        computers = [Seat(side, SeatKind.COMPUTER, player="level:1") for side in Side]
        row = game_row("two001", state=State.RUNNING, changed_at=10)
        await store.add_game(row, computers, [act(1, kind=ActKind.SET_UP, side=None)])
        assert await store.put_old_away(50) == 2
        assert await store.put_old_away(50) == 0
        listed = await store.games_of("ann", over=None, limit=9, put_away=True)
        assert {row.id for row, _ in listed} == {"old001", "two001"}

    with_store(database, work)


def test_the_jobs_of_a_worker_that_is_gone_are_free(database: str) -> None:
    async def work(store: Store) -> None:
        await one_game(store)
        await store.add_job(job("job01", created_at=1))
        await store.add_job(job("job02", number=2, created_at=2))
        assert await store.lease_job("gone", 100, 15)
        assert await store.lease_job("busy", 100, 15)
        await store.free_jobs("gone")
        free = await store.lease_job("next", 101, 15)
        assert free is not None
        assert (free.id, free.attempts) == ("job01", 2)
        assert await store.lease_job("next", 101, 15) is None
        await store.free_jobs()
        assert await store.lease_job("next", 101, 15) is not None
        assert await store.lease_job("next", 101, 15) is not None

    with_store(database, work)


def test_jobs_are_counted_changed_and_forgotten(database: str) -> None:
    async def work(store: Store) -> None:
        await one_game(store)
        await store.add_job(job("move01", created_at=1))
        await store.add_job(job("hint01", JobKind.HINT, person="ann", created_at=2))
        await store.add_job(job("hint02", JobKind.HINT, 2, person="bob", created_at=3))
        assert await store.count_jobs() == 3
        assert await store.count_jobs(person="ann") == 1
        assert await store.change_job("hint01", state="done", progress=1.0, result="{}")
        assert await store.count_jobs(person="ann") == 0
        assert not await store.change_job("nothing", progress=0.5)
        assert await store.forget_jobs(before=2) == 0
        assert await store.forget_jobs(before=10) == 1
        assert await store.job("hint01") is None
        await store.delete_job("hint02")
        assert await store.job("hint02") is None
        assert await store.count_jobs() == 1
        for name, kind in (("made", JobKind.REVIEW), ("deep", JobKind.DEEP_REVIEW)):
            await store.add_job(job(name, kind, person="ann", created_at=2))
        assert await store.change_job("made", state="done", progress=1.0, result="{}")
        assert await store.change_job("deep", state="failed")
        assert await store.forget_jobs(before=10) == 1
        assert await store.job("made") is not None  # as long as the game's record
        assert await store.job("deep") is None

    with_store(database, work)
