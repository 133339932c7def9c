"""Windows for reactions (RULES 8.11), clocks and take-backs, with a time of the test's own."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import random
import sqlite3
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from tests.rules.chains import BRADLEE, MITCHELL
from tests.server.twins import BEGIN, GAME, Client, Folders, Twin
from tests.tables import quiet_table, table
from watergate import Game, Side
from watergate.players.seating import GLANCE, QUICK_GLANCE, UNSEEN
from watergate.rules import IllegalMove, Viewer
from watergate.server.model import (
    Act,
    ActKind,
    Clock,
    Ending,
    Offer,
    OfferKind,
    Options,
    Refused,
    Seat,
    SeatKind,
    Standing,
    State,
)
from watergate.server.records import record_of
from watergate.server.tables import Draft, Outlook, Table
from watergate.server.tables.going_back import OPEN_TO_ALL

EDITOR, NIXON = Side.EDITOR, Side.NIXON
ANN, BOB = "a" * 20, "b" * 20
CONSPIRATOR = 13
LOOKS = ("", "/ways", "/steps")
"""Where somebody can look at a game."""
PLAYED = f"play {CONSPIRATOR} action"
HOLD = 4_000
SLOW, QUICK = round(1000 * GLANCE), round(1000 * QUICK_GLANCE)


def conspiracy(*editors: int) -> Game:
    """Nixon is to play a conspirator, which the Editor may or may not be able to answer."""
    return table(nixon=[CONSPIRATOR, MITCHELL, 9], editor=editors or [27, 23], track=["blue@E1"])


def seat(side: Side, who: str) -> Seat:
    if who in (ANN, BOB):
        return Seat(side, SeatKind.PERSON, who, "Somebody")
    return Seat(side, SeatKind.COMPUTER, player=who)


def seated(game: Game, editor: str = ANN, nixon: str = BOB, **options: Any) -> Table:
    """A table that goes on from where a game stands; it was set up at `BEGIN`."""
    seats = {EDITOR: seat(EDITOR, editor), NIXON: seat(NIXON, nixon)}
    made = Table(
        GAME, game.edition, Options(**options), seats,
        Game.from_position(game.position, game.edition), draw=lambda g: g.legal_ids()[0],
    )  # fmt: skip
    return take_in(made, made.set_up(BEGIN))


def take_in(made: Table, draft: Draft) -> Table:
    """Fold acts as if they had been stored."""
    for act in draft.acts:
        made.fold(act)
    return made


def do(made: Table, *moves: str, now: int = BEGIN) -> tuple[Act, ...]:
    """Make moves of whoever decides, and take them in; the acts of the last one."""
    acts: tuple[Act, ...] = ()
    for move in moves:
        assert made.decider is not None
        draft = made.move(made.decider, move, now=now)
        take_in(made, draft)
        acts = draft.acts
    return acts


def refused(make: Callable[[], Any]) -> str:
    with pytest.raises(Refused) as caught:
        make()
    return caught.value.code


# What is made but not stored yet


def test_a_draft_changes_nothing() -> None:
    """Whatever is drafted, a table looks as it did: nobody can see what is not stored."""
    made = seated(conspiracy(27, 23), nixon="level:1", clock=TOTAL)
    before = made.game.position, made.game.history, made.number, made.decider, made.remaining.copy()
    views = [made.view(viewer).to_json() for viewer in Viewer]
    assert len(made.move(NIXON, PLAYED, now=BEGIN + 7).acts) == 2
    with pytest.raises(IllegalMove):
        made.move(NIXON, "choose initiative", now=BEGIN + 7)
    for draft in (made.resign, made.pause):
        draft(NIXON, now=BEGIN + 7)
    assert before == (
        made.game.position, made.game.history, made.number, made.decider, made.remaining
    )  # fmt: skip
    assert views == [made.view(viewer).to_json() for viewer in Viewer]


def test_a_draft_says_how_the_game_will_stand() -> None:
    made = seated(conspiracy(27, 23), nixon="level:1")
    draft = made.move(NIXON, PLAYED, now=BEGIN)
    take_in(made, draft)
    assert draft.outlook == Outlook(made.state, made.decider, made.ending)
    assert made.resign(EDITOR, now=BEGIN).outlook == Outlook(
        State.OVER, None, Ending(NIXON, "resigned")
    )


def test_nobody_sees_a_move_that_is_still_being_stored(tmp_path: Path) -> None:
    """Another program keeps the database locked: the move waits, and the table stands still."""

    async def story(here: AtTable) -> None:
        looked = [(await here.ann.ask("GET", f"/games/{GAME}{path}")).content for path in LOOKS]
        with contextlib.closing(sqlite3.connect(here.folders.last, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            moving = asyncio.ensure_future(here.move(here.bob, "play 13 value"))
            while not here.live.lock.locked():
                await asyncio.sleep(0.01)
            for path, before in zip(LOOKS, looked, strict=True):
                assert (await here.ann.ask("GET", f"/games/{GAME}{path}")).content == before
            assert not moving.done()
        assert (await moving)["type"] == "done"
        assert (await here.ann.ask("GET", f"/games/{GAME}")).content != looked[0]

    at_table(tmp_path, quiet_table("nixon", 13, 9), story)


# Between people: a tap by everyone, or the same hold for everyone


@pytest.mark.rule("8.11")
def test_everyone_taps() -> None:
    """Between people nothing is answered for anybody, be there one move or two."""
    for hand in ([27, 23], [BRADLEE, 23]):
        made = seated(conspiracy(*hand))
        assert len(do(made, PLAYED)) == 1
        assert made.decider is EDITOR
        assert made.hold is None
        (act,) = do(made, "pass", now=BEGIN + 1234)
        assert act.shown_at == BEGIN + 1234


@pytest.mark.rule("8.11")
@pytest.mark.parametrize("hand", [[27, 23], [BRADLEE, 23]])
@pytest.mark.parametrize("after", [0, 1, HOLD - 1, HOLD])
def test_a_held_window_shows_its_answer_after_the_same_time(hand: list[int], after: int) -> None:
    made = seated(conspiracy(*hand), reactions="hold", hold_seconds=4)
    do(made, PLAYED, now=BEGIN + 50)
    assert made.hold == HOLD
    answers = ["pass"] + [f"react {BRADLEE}"] * (BRADLEE in hand)
    for answer in answers:
        (act,) = made.move(EDITOR, answer, now=BEGIN + 50 + after).acts
        assert act.shown_at == BEGIN + 50 + HOLD


@pytest.mark.rule("8.11")
def test_what_is_answered_later_is_shown_when_it_comes() -> None:
    made = seated(conspiracy(), reactions="hold", hold_seconds=4)
    do(made, PLAYED)
    (act,) = do(made, "pass", now=BEGIN + HOLD + 1)
    assert act.shown_at == BEGIN + HOLD + 1


def test_only_windows_are_held() -> None:
    made = seated(conspiracy(), reactions="hold")
    assert made.hold is None
    (act,) = do(made, PLAYED, now=BEGIN + 7)
    assert act.shown_at == BEGIN + 7


@pytest.mark.rule("8.11")
def test_while_a_window_is_held_nothing_else_is_possible() -> None:
    """Whether it was answered already would show by what else can still be done."""
    made = seated(conspiracy(BRADLEE), reactions="hold")
    do(made, PLAYED)
    for side in Side:
        assert refused(lambda: made.pause(side, now=BEGIN)) == "window_open"  # noqa: B023
        assert refused(lambda: made.resign(side, now=BEGIN)) == "window_open"  # noqa: B023
        assert refused(lambda: made.take_back(side, now=BEGIN)) == "window_open"  # noqa: B023
        assert refused(lambda: made.agreed_take_back(side, now=BEGIN)) == "window_open"  # noqa: B023
        assert not made.can_take_back(side)
    assert refused(lambda: made.move(NIXON, "pass", now=BEGIN)) == "not_your_turn"


# Against the computer, and at one screen


@pytest.mark.rule("8.11")
def test_against_the_computer_a_single_move_is_made_for_the_person() -> None:
    made = seated(conspiracy(27, 23), nixon="level:1")
    acts = do(made, PLAYED)
    assert [act.side for act in acts] == [NIXON, EDITOR]
    assert acts[1].moves.startswith("pass")


@pytest.mark.rule("8.11")
def test_against_the_computer_a_choice_is_the_persons() -> None:
    made = seated(conspiracy(BRADLEE, 23), nixon="level:1")
    assert [act.side for act in do(made, PLAYED)] == [NIXON]
    assert made.decider is EDITOR
    assert made.hold is None


@pytest.mark.rule("8.11")
@pytest.mark.parametrize(
    ("player", "glance"), [("level:6", SLOW), ("level:5", QUICK), ("random", QUICK)]
)
@pytest.mark.parametrize("hand", [[27, 23], [BRADLEE, 23]])
def test_a_computer_takes_as_long_over_a_window_whatever_it_holds(
    player: str, glance: int, hand: list[int]
) -> None:
    made = seated(conspiracy(*hand), editor=player)
    do(made, PLAYED)
    assert made.hold == glance
    shown = set()
    for thought in (0, glance // 2, glance):
        shown.add(made.move(EDITOR, "pass", now=BEGIN + thought).acts[0].shown_at)
    assert shown == {BEGIN + glance}


@pytest.mark.rule("8.11")
def test_a_busy_computer_takes_as_long_from_when_it_turns_to_a_window() -> None:
    made = seated(conspiracy(BRADLEE), editor="random")
    do(made, PLAYED)
    late = BEGIN + 5_000
    for thought in (0, QUICK):
        (act, *_) = made.move(EDITOR, "pass", now=late + thought, since=late).acts
        assert act.shown_at == late + QUICK


def test_computers_among_themselves_hide_nothing() -> None:
    made = seated(conspiracy(), editor="random", nixon="random")
    do(made, PLAYED)
    assert made.hold is None


def test_at_one_screen_windows_are_answered_by_hand() -> None:
    made = seated(conspiracy(27), editor=ANN, nixon=ANN, reactions="hold")
    assert len(do(made, PLAYED)) == 1
    assert made.decider is EDITOR
    assert made.hold is None


# Standing instructions


def give_order(made: Table, side: Side, standing: Standing) -> None:
    made.seats[side].standing, made.seats[side].standing_since = standing, made.number


@pytest.mark.rule("8.11")
@pytest.mark.parametrize("hand", [[27, 23], [BRADLEE, 23]])
@pytest.mark.parametrize("standing", [Standing.DECLINE_TURN, Standing.DECLINE_ALWAYS])
def test_a_standing_instruction_declines_whatever_is_in_hand(
    hand: list[int], standing: Standing
) -> None:
    made = seated(conspiracy(*hand))
    give_order(made, EDITOR, standing)
    acts = do(made, PLAYED, now=BEGIN + 9)
    assert [(act.side, act.moves.split(",")[0]) for act in acts] == [
        (NIXON, PLAYED), (EDITOR, "pass"),
    ]  # fmt: skip
    assert {act.shown_at for act in acts} == {BEGIN + 9}


def test_declining_for_a_turn_ends_with_the_turn() -> None:
    made = seated(conspiracy(BRADLEE, 27))
    give_order(made, EDITOR, Standing.DECLINE_TURN)
    give_order(made, NIXON, Standing.DECLINE_ALWAYS)
    do(made, PLAYED)
    while made.game.turn is NIXON:
        do(made, str(made.game.moves[0]))
    assert made.standing(EDITOR) is Standing.ASK
    assert made.standing(NIXON) is Standing.DECLINE_ALWAYS


def test_a_standing_instruction_is_for_windows_only() -> None:
    made = seated(conspiracy(BRADLEE, 27))
    give_order(made, NIXON, Standing.DECLINE_ALWAYS)
    assert made.decider is NIXON
    assert not made.answers_for(NIXON)


def test_with_a_hold_a_standing_instruction_does_not_shorten_it() -> None:
    made = seated(conspiracy(BRADLEE), reactions="hold")
    give_order(made, EDITOR, Standing.DECLINE_ALWAYS)
    assert len(do(made, PLAYED)) == 1
    assert made.default_answer() == "pass"


# The same through a house: who hears what, when


class AtTable:
    """Ann is the Editor and Bob Nixon, in a house whose time stands still."""

    def __init__(self, folders: Folders, twin: Twin) -> None:
        self.folders, self.twin = folders, twin
        self._keys = itertools.count()

    async def begin(self, game: Game, **options: Any) -> None:
        self.ann, self.bob = Client(self.twin, ANN), Client(self.twin, BOB)
        new = {"editor": "me", "nixon": "friend", "options": options,
               "start": {"position": game.position}}  # fmt: skip
        assert (await self.ann.ask("POST", "/games", new)).status_code == 201
        code = self.twin.house.keys.seat_code(GAME, "nixon")
        await self.bob.ask("POST", f"/games/{GAME}/join", {"side": "nixon", "code": code})
        self.live = await self.twin.live()
        await self.follow()

    async def follow(self) -> None:
        for client in (self.ann, self.bob):
            await client.say(type="follow", game=GAME)
        for client in (self.ann, self.bob):
            await self.hears(client)

    async def do(self, client: Client, type_: str, **rest: Any) -> dict[str, Any]:
        """Ask for something; what is answered."""
        message: dict[str, Any] = {
            "type": type_,
            "game": GAME,
            "key": f"request-{next(self._keys)}",
        }
        if type_ in ("move", "take_back"):
            message["number"] = self.live.table.number
        await client.say(**message, **rest)
        answers = [m for m in client.messages if m.get("key") == message["key"]]
        answer: dict[str, Any] = answers[-1]
        return answer

    async def move(self, client: Client, move: str) -> dict[str, Any]:
        return await self.do(client, "move", move=move)

    async def hears(self, client: Client) -> list[str]:
        """The types of what somebody has heard since the last time."""
        await client.settle()
        types = [json.loads(data)["type"] for data in client.heard if data.startswith(b"{")]
        client.heard.clear()
        return types

    async def pass_time(self, milliseconds: int) -> None:
        self.twin.now += milliseconds
        await self.twin.time_is_up(self.live)

    async def restart(self, after: int) -> None:
        """The server stops and starts again so much later."""
        await self.leave()
        await self.twin.close()
        self.twin.now += after
        await self.twin.build(self.folders.last)
        self.ann, self.bob = Client(self.twin, ANN), Client(self.twin, BOB)
        self.live = await self.twin.live()
        await self.follow()

    async def leave(self) -> None:
        await self.ann.close()
        await self.bob.close()


def at_table(
    folder: Path, game: Game, story: Callable[[AtTable], Awaitable[None]], **options: Any
) -> None:
    """Have a story happen at a table."""

    async def happen(folders: Folders) -> None:
        async with folders.houses(Game.new()) as (twin,):
            here = AtTable(folders, twin)
            await here.begin(game, **options)
            try:
                await story(here)
            finally:
                await here.leave()

    asyncio.run(happen(Folders(folder)))


@pytest.mark.rule("8.11")
def test_a_held_answer_is_heard_by_nobody_before_its_time(tmp_path: Path) -> None:
    async def story(here: AtTable) -> None:
        await here.move(here.bob, PLAYED)
        await here.hears(here.bob)
        await here.hears(here.ann)
        here.twin.now += 1_000
        assert (await here.move(here.ann, f"react {BRADLEE}"))["type"] == "done"
        assert await here.hears(here.ann) == ["done"]
        assert await here.hears(here.bob) == []
        again = await here.move(here.ann, "pass")
        assert again["problem"]["code"] == "answered_already"
        assert (await here.move(here.bob, "pass"))["problem"]["code"] == "not_your_turn"
        assert (await here.do(here.bob, "resign"))["problem"]["code"] == "window_open"
        await here.hears(here.bob)
        await here.pass_time(HOLD - 1_001)
        assert await here.hears(here.bob) == []
        await here.pass_time(1)
        assert await here.hears(here.bob) == ["update"]

    at_table(tmp_path, conspiracy(BRADLEE), story, reactions="hold", hold_seconds=4)


@pytest.mark.rule("8.11")
def test_a_held_window_that_nobody_answers_is_passed_in_time(tmp_path: Path) -> None:
    async def story(here: AtTable) -> None:
        await here.move(here.bob, PLAYED)
        await here.hears(here.bob)
        await here.pass_time(HOLD - 1)
        assert await here.hears(here.bob) == []
        await here.pass_time(1)
        assert await here.hears(here.bob) == ["update"]
        assert here.live.table.acts[-1].moves.startswith("pass")

    at_table(tmp_path, conspiracy(BRADLEE), story, reactions="hold", hold_seconds=4)


@pytest.mark.rule("8.11")
def test_a_held_answer_stays_held_when_the_server_starts_again(tmp_path: Path) -> None:
    async def story(here: AtTable) -> None:
        await here.move(here.bob, PLAYED)
        await here.move(here.ann, f"react {BRADLEE}")
        number = here.live.table.number
        await here.restart(after=1_000)
        assert here.live.table.number == number
        answer = await here.bob.ask("GET", f"/games/{GAME}")
        assert answer.json()["number"] == number
        await here.hears(here.bob)
        await here.pass_time(HOLD)
        assert await here.hears(here.bob) == ["update"]
        assert here.live.table.number == number + 1

    at_table(tmp_path, conspiracy(BRADLEE), story, reactions="hold", hold_seconds=4)


def test_an_instruction_answers_the_window_that_is_open(tmp_path: Path) -> None:
    async def story(here: AtTable) -> None:
        await here.move(here.bob, PLAYED)
        await here.hears(here.bob)
        assert (await here.do(here.ann, "standing", standing="decline_turn"))["type"] == "done"
        assert "update" in await here.hears(here.bob)
        assert here.live.table.acts[-1].side is EDITOR

    at_table(tmp_path, conspiracy(BRADLEE), story)


def test_the_opponent_is_not_told_of_a_standing_instruction(tmp_path: Path) -> None:
    async def story(here: AtTable) -> None:
        await here.do(here.ann, "standing", standing="decline_always")
        await here.bob.settle()
        statuses = [m["status"] for m in here.bob.messages if "status" in m]
        assert {status["standing"] for status in statuses} <= {"ask"}

    at_table(tmp_path, conspiracy(BRADLEE), story)


# Clocks

TOTAL = Clock(kind="total", seconds=60, increment=5)
PER_MOVE = Clock(kind="move", seconds=60)


def test_a_total_clock_runs_while_one_decides() -> None:
    made = seated(quiet_table("nixon", 13, 9), clock=TOTAL)
    assert made.deadline == BEGIN + 60_000
    do(made, "play 13 value", now=BEGIN + 10_000)
    assert made.remaining == {NIXON: 55_000, EDITOR: 60_000}
    assert made.deadline == BEGIN + 10_000 + 55_000


def test_a_clock_per_move_begins_anew() -> None:
    made = seated(quiet_table("nixon", 13, 9), clock=PER_MOVE)
    do(made, "play 13 value", now=BEGIN + 50_000)
    assert made.remaining[NIXON] == 60_000
    assert made.deadline == BEGIN + 110_000


@pytest.mark.parametrize("clock", [TOTAL, PER_MOVE])
def test_whoever_runs_out_of_time_has_lost(clock: Clock) -> None:
    made = seated(quiet_table("nixon", 13, 9), clock=clock)
    assert made.flag(now=BEGIN + 59_999) is None
    draft = made.flag(now=BEGIN + 60_000)
    assert draft is not None
    assert [act.kind for act in draft.acts] == [ActKind.TIME]
    take_in(made, draft)
    assert made.state is State.OVER
    assert made.ending is not None
    assert (made.ending.winner, made.ending.way) == (EDITOR, "time")
    assert made.deadline is None


def test_a_pause_stops_the_clock() -> None:
    made = seated(quiet_table("nixon", 13, 9), clock=TOTAL)
    take_in(made, made.pause(EDITOR, now=BEGIN + 20_000))
    assert made.remaining[NIXON] == 40_000
    assert made.deadline is None
    assert made.flag(now=BEGIN + 10**9) is None
    assert refused(lambda: made.move(NIXON, "play 13 value", now=BEGIN)) == "paused"
    take_in(made, made.resume(NIXON, now=BEGIN + 10**9))
    assert made.deadline == BEGIN + 10**9 + 40_000
    assert refused(lambda: made.resume(NIXON, now=BEGIN)) == "not_paused"


def test_a_held_window_costs_no_time() -> None:
    made = seated(conspiracy(BRADLEE), reactions="hold", hold_seconds=4, clock=TOTAL)
    do(made, PLAYED)
    (act,) = do(made, "pass", now=BEGIN + 3_000)
    assert act.spent == 0
    assert made.remaining[EDITOR] == 65_000


def test_a_computer_has_no_clock() -> None:
    made = seated(quiet_table("nixon", 13, 9), nixon="random", clock=TOTAL)
    assert made.deadline is None
    do(made, "play 13 value", now=BEGIN + 50_000)
    assert made.remaining[EDITOR] == 60_000


def test_the_clock_falls_by_itself(tmp_path: Path) -> None:
    async def story(here: AtTable) -> None:
        await here.pass_time(59_999)
        assert not here.live.table.is_over
        await here.pass_time(1)
        assert here.live.table.is_over
        assert await here.hears(here.ann) == ["update"]

    game = quiet_table("nixon", 13, 9)
    at_table(tmp_path, game, story, clock={"kind": "move", "seconds": 60})


def test_a_server_that_is_down_costs_nobody_time(tmp_path: Path) -> None:
    async def story(here: AtTable) -> None:
        await here.move(here.bob, "play 13 value")
        await here.restart(after=86_400_000)
        await here.pass_time(30_000)
        assert not here.live.table.is_over
        assert here.live.table.deadline == here.twin.now + 35_000

    clock = {"kind": "total", "seconds": 60, "increment": 5}
    at_table(tmp_path, quiet_table("nixon", 13, 9), story, clock=clock)


# Taking back


def back(made: Table, side: Side) -> int:
    """Take back; the ply that was gone back to."""
    draft = made.take_back(side, now=BEGIN)
    take_in(made, draft)
    return made.game.ply


def test_what_tells_the_opponent_nothing_is_taken_back_freely() -> None:
    made = seated(quiet_table("nixon", 13, 9, track=["blue@E1"]))
    do(made, "play 13 value")
    assert refused(lambda: made.take_back(NIXON, now=BEGIN)) == "take_back_needs_consent"
    assert not made.can_take_back(NIXON)
    do(made, "choose initiative")
    assert made.can_take_back(NIXON)
    assert not made.can_take_back(EDITOR)
    assert back(made, NIXON) == 1
    assert made.decider is NIXON
    assert made.number == 4


def test_once_the_opponent_has_decided_consent_is_needed() -> None:
    made = seated(quiet_table("nixon", 13, 9, track=["blue@E1"]))
    do(made, "play 13 value", "choose initiative", "play 27 value")
    assert refused(lambda: made.take_back(NIXON, now=BEGIN)) == "take_back_needs_consent"
    take_in(made, made.agreed_take_back(NIXON, now=BEGIN))
    assert made.game.ply == 1
    assert made.decider is NIXON


def test_against_the_computer_choices_are_taken_back_one_by_one_whatever_it_did() -> None:
    made = seated(quiet_table("nixon", 13, 9, track=["blue@E1"]), editor="random")
    assert not made.can_take_back(NIXON)
    assert refused(lambda: made.take_back(NIXON, now=BEGIN)) == "nothing_to_take_back"
    do(made, "play 13 value", "choose initiative", "play 27 value")
    assert made.can_take_back(NIXON)
    assert back(made, NIXON) == 1
    assert made.decider is NIXON
    assert back(made, NIXON) == 0
    assert not made.can_take_back(NIXON)
    assert 'TakenBack "2"' in record_of(made)


def test_what_came_to_light_is_dealt_anew_when_one_goes_back_behind_it() -> None:
    """The person sees the same table again, and does not know it better than the first time."""
    made = seated(Game.new(), nixon="random")
    while made.decider is NIXON:
        do(made, str(made.game.moves[0]))
    hands = set()
    seen = made.view(Viewer.EDITOR).to_json()
    for _ in range(6):
        hands.add(made.game.position)
        while made.game.turn is EDITOR:
            do(made, str(made.game.moves[0]))
        while made.decider is NIXON:
            do(made, str(made.game.moves[0]))
        while made.view(Viewer.EDITOR).to_json() != seen:
            back(made, EDITOR)
    assert len(hands) > 1
    again = seated(Game.new(), nixon="random")
    for act in made.acts[1:]:
        again.fold(act)
    assert again.game.position == made.game.position


def test_what_nobody_has_seen_since_stays_as_it_was_dealt() -> None:
    made = seated(quiet_table("nixon", 13, 9, track=["blue@E1"]), editor="random")
    do(made, "play 13 value", "choose initiative")
    assert made.take_back(NIXON, now=BEGIN).acts[0].moves == "1"


def asked_without_choice(editor: str, nixon: str, seeds: range) -> set[tuple[Side, str | None]]:
    """Who was asked what though there was one thing to answer, in games played at random."""
    found = set()
    for seed in seeds:
        rng = random.Random(seed)
        made = seated(Game.start(seed=seed), editor=editor, nixon=nixon)
        while made.decider is not None:
            moves = [str(move) for move in made.game.moves]
            if len(moves) == 1:
                found.add((made.decider, made.game.decision_kind))
            do(made, rng.choice(moves))
    return found


def test_between_people_only_what_all_can_see_to_be_forced_is_made_at_once() -> None:
    asked = asked_without_choice(ANN, BOB, range(8))
    assert not {(side, kind) for side in Side for kind in OPEN_TO_ALL[side]} & asked
    assert {(EDITOR, "react"), (NIXON, "react"), (NIXON, "pin")} <= asked


def test_at_one_screen_nobody_is_asked_what_is_forced_but_in_windows() -> None:
    asked = {kind for _, kind in asked_without_choice(ANN, ANN, range(4))}
    assert asked <= set(UNSEEN)
    assert "react" in asked


def test_at_one_screen_a_card_can_be_taken_back() -> None:
    made = seated(quiet_table("nixon", 13, 9), editor=ANN, nixon=ANN)
    do(made, "play 13 value")
    assert back(made, NIXON) == 0


def test_take_backs_can_be_switched_off() -> None:
    made = seated(quiet_table("nixon", 13, 9), editor="random", take_backs=False)
    do(made, "play 13 value")
    assert refused(lambda: made.take_back(NIXON, now=BEGIN)) == "take_backs_off"
    assert refused(lambda: made.agreed_take_back(NIXON, now=BEGIN)) == "take_backs_off"
    assert not made.can_take_back(NIXON)


def test_nothing_can_be_taken_back_before_the_first_move() -> None:
    made = seated(quiet_table("nixon", 13, 9))
    assert refused(lambda: made.agreed_take_back(NIXON, now=BEGIN)) == "nothing_to_take_back"


@pytest.mark.parametrize("accept", [True, False])
def test_the_opponent_is_asked_and_answers(tmp_path: Path, accept: bool) -> None:
    async def story(here: AtTable) -> None:
        await here.move(here.bob, "play 13 value")
        number = here.live.table.number
        assert (await here.do(here.bob, "take_back"))["number"] == number
        assert here.live.table.offer == Offer(OfferKind.TAKE_BACK, NIXON)
        own = await here.do(here.bob, "answer", offer="take_back", accept=True)
        assert own["problem"]["code"] == "no_offer"
        await here.do(here.ann, "answer", offer="take_back", accept=accept)
        assert here.live.table.offer is None
        assert here.live.table.number == number + accept
        assert here.live.table.game.ply == (0 if accept else 1)

    at_table(tmp_path, quiet_table("nixon", 13, 9), story)


def test_an_offer_is_gone_with_the_next_act(tmp_path: Path) -> None:
    async def story(here: AtTable) -> None:
        await here.move(here.bob, "play 13 value")
        await here.do(here.bob, "take_back")
        await here.move(here.bob, "choose initiative")
        late = await here.do(here.ann, "answer", offer="take_back", accept=True)
        assert late["problem"]["code"] == "no_offer"

    at_table(tmp_path, quiet_table("nixon", 13, 9, track=["blue@E1"]), story)
