"""The front desk: what people can ask for, whichever way they ask, and whether they may.

Every request comes with who asks. HTTP and WebSocket only translate; what is allowed is here.
"""

from __future__ import annotations

import contextlib
from dataclasses import dataclass, field
from typing import Any

from watergate.edition import Side
from watergate.players import PLAYERS
from watergate.players.seating import PERSON
from watergate.rules import Game, IllegalMove, Viewer, WatergateError, read_record, text_of, why_not

from . import metrics
from .bells import Ring
from .hall import Hall
from .limits import Rate
from .live_tables import LiveTable
from .messages import ChatLine, JobChanged, Said, to_json
from .model import JobKind, JobState, Offer, OfferKind, Options, Refused, Seat, SeatKind, State
from .problems import Problem
from .requests import (
    ALL_SCOPES,
    AnswerRequest,
    ChatRequest,
    KeyedRequest,
    MoveRequest,
    NewGame,
    StandingRequest,
    Start,
    TakeBackRequest,
)
from .security import Keys, new_game
from .settings import Settings
from .storage import Conflict, GameRow, JobRow, PersonRow
from .tables import Draft, Table
from .telling import chat_line, job_now
from .work.jobs import move_job, wish

COMPUTERS = tuple(PLAYERS)
HOUR = 3600.0


@dataclass(frozen=True, slots=True)
class Identity:
    """Who asks: a person, in a browser or by a bot's token."""

    person: str
    name: str
    scopes: frozenset[str] = field(default_factory=lambda: frozenset(ALL_SCOPES))
    token: str = ""
    """The id of a bot's token."""

    @property
    def is_bot(self) -> bool:
        return bool(self.token)

    def must_have(self, scope: str) -> None:
        if scope not in self.scopes:
            raise Problem("scope_missing", scope=scope)


class Desk:
    def __init__(self, settings: Settings, hall: Hall, keys: Keys) -> None:
        self.hall, self.keys, self._settings = hall, keys, settings
        self._hints = _per_hour(settings.hints_per_hour)
        self._curves = _per_hour(settings.curves_per_hour)
        hall.bell.listen(self._heard)

    # Making games

    async def create(self, who: Identity, new: NewGame) -> LiveTable:
        """Make a game and seat whoever is named."""
        who.must_have("create")
        await self._must_have_room(who)
        seats = {
            Side.EDITOR: _seat(Side.EDITOR, new.editor, who),
            Side.NIXON: _seat(Side.NIXON, new.nixon, who),
        }
        options = _terms(new, seats)
        edition = self._edition(options.edition)
        start, moves, origin = await self._start(who, new.start, edition.digest)
        game = Game.from_position(start, edition) if start else Game.new(edition)
        return await self._store(who, options, seats, game, start, moves, origin)

    async def open_record(self, who: Identity, text: str) -> LiveTable:
        """Keep a record that somebody brings, to be looked at with all cards open."""
        who.must_have("create")
        await self._must_have_room(who)
        game = self._read_record(text)
        seats = {
            side: Seat(side, SeatKind.COMPUTER, player=game.tags.get(side.name.title(), "")[:60])
            for side in Side
        }
        start = game.start_position
        usual = start == Game.new(game.edition).start_position
        fresh = Game.new(game.edition) if usual else Game.from_position(start, game.edition)
        moves = [str(move) for move in game.history]
        options = Options(edition=game.edition.name, hints=False, take_backs=False, chat=False)
        return await self._store(
            who, options, seats, fresh, None if usual else start, moves, None, imported=True
        )

    async def rematch(self, who: Identity, live: LiveTable) -> LiveTable:
        """The same again with sides swapped; the one there is, if the other has asked already."""
        who.must_have("create")
        table = live.table
        if not table.sides_of(who.person):
            raise Problem("not_allowed")
        if not table.is_over:
            raise Problem("game_goes_on")
        if live.row.rematch is None:
            await self._must_have_room(who)
            seats = {}
            for side in Side:
                old = table.seats[side.opponent]
                seats[side] = Seat(side, old.kind, old.person, old.name, old.player)
            options = table.options.model_copy(update={"seed": None})
            game = Game.new(table.edition)
            with contextlib.suppress(Conflict):  # the other asked at the same moment
                await self._store(who, options, seats, game, None, [], None, rematch_of=table.id)
            await self.hall.seats_changed(live)
        assert live.row.rematch is not None
        return await self.hall.table(live.row.rematch)

    async def _store(
        self,
        who: Identity,
        options: Options,
        seats: dict[Side, Seat],
        game: Game,
        start: str | None,
        moves: list[str],
        origin: str | None,
        *,
        imported: bool = False,
        rematch_of: str | None = None,
    ) -> LiveTable:
        now = self.hall.clock()
        draw = None if imported else self.hall.draw_for(options)
        table = Table(new_game(), game.edition, options, seats, game, draw=draw)
        draft = table.set_up(now, moves)
        outlook = draft.outlook
        is_waiting = any(seat.kind is SeatKind.OPEN for seat in seats.values())
        if outlook.ending is not None and not imported:
            raise Problem("game_over")
        state = State.OVER if imported else State.WAITING if is_waiting else State.RUNNING
        decider = None if state is not State.RUNNING else outlook.decider
        row = GameRow(
            id=table.id, creator=who.person, created_at=now, changed_at=now,
            edition=game.edition.digest, options=options.model_dump_json(), start=start,
            origin=origin, state=state, number=1, decider=decider,
            winner=None if outlook.ending is None else outlook.ending.winner,
            way=None if outlook.ending is None else outlook.ending.way,
            offer=None, rematch=None, imported=imported,
        )  # fmt: skip
        jobs: list[JobRow] = []
        if decider is not None and seats[decider].kind is SeatKind.COMPUTER:
            jobs = [move_job(table.id, 1, decider, at=now, ready_at=now)]
        for seat in seats.values():
            if seat.person is not None:
                await self._keep(seat.person, seat.name)
        await self._keep(who.person, who.name)
        await self.hall.store.add_game(row, seats.values(), draft.acts, jobs, rematch_of=rematch_of)
        metrics.GAMES.inc()
        live = await self.hall.table(table.id)
        self.hall.tell_people(live)
        self.hall.bell.ring(Ring("game", table.id, live.people))
        if jobs:
            self.hall.bell.ring(Ring("work"))
        return live

    async def _keep(self, person: str, name: str) -> None:
        await self.hall.store.add_person(PersonRow(person, name, self.hall.clock()))

    async def _must_have_room(self, who: Identity) -> None:
        most = self._settings.games_per_person
        if await self.hall.store.count_open_games(who.person) >= most:
            raise Problem("too_many_games", most=most)

    async def _start(
        self, who: Identity, start: Start | None, digest: str
    ) -> tuple[str | None, list[str], str | None]:
        """The position to begin with, the moves from there, and the game they come from."""
        if start is None:
            return None, [], None
        if start.position is not None:
            return start.position, [], None
        origin = None
        if start.game is not None:
            live = await self.hall.table(start.game)
            self.must_be_open(live, who, start.code)
            game, origin = live.table.game, f"{start.game} {start.ply}"
        else:
            assert start.record is not None
            game = self._read_record(start.record)
        if game.edition.digest != digest:
            raise Problem("bad_option", option="edition", value=game.edition.name)
        ply = game.ply if start.ply is None else start.ply
        if ply > game.ply:
            raise Problem("bad_option", option="ply", value=ply)
        usual = game.start_position == Game.new(game.edition).start_position
        moves = [str(move) for move in game.history[:ply]]
        return None if usual else game.start_position, moves, origin

    def _read_record(self, text: str) -> Game:
        problems = []
        for edition in self.hall.editions.values():
            try:
                return read_record(text, edition)
            except WatergateError as error:
                problems.append(str(error))
        raise Problem("bad_record", reason=problems[0])

    def _edition(self, name: str) -> Any:
        for edition in self.hall.editions.values():
            if name in (edition.name, edition.digest):
                return edition
        raise Problem("bad_option", option="edition", value=name)

    # Seats and eyes

    async def join(self, who: Identity, live: LiveTable, side: Side, code: str) -> None:
        """Sit down where a link invites to."""
        who.must_have("play")
        if not self.keys.is_signed(code, "seat", live.table.id, str(side)):
            raise Problem("bad_link")
        seat = live.table.seats[side]
        if seat.person == who.person:
            return
        if seat.kind is not SeatKind.OPEN or live.table.sides_of(who.person):
            raise Problem("seat_taken")
        await self._keep(who.person, who.name)
        await self.hall.store.take_seat(live.table.id, side, who.person)
        await self.hall.seats_changed(live)
        if live.table.seats[side].person != who.person:  # an earlier try may have been stored
            raise Problem("seat_taken")

    def eyes(
        self, live: LiveTable, who: Identity, wanted: Viewer | None = None, code: str | None = None
    ) -> Viewer:
        """Through whose eyes somebody sees a game; a Problem if they may not see it at all."""
        who.must_have("read")
        table = live.table
        sides = table.sides_of(who.person)
        is_known = bool(sides) or live.row.creator == who.person
        if not is_known and not (code and self.keys.is_signed(code, "watch", table.id)):
            raise Problem("bad_link" if code else "not_allowed")
        if wanted is None:
            return Viewer(str(sides[0])) if len(sides) == 1 else Viewer.SPECTATOR
        is_open = table.is_over or not table.people
        if wanted is Viewer.SPECTATOR or wanted.side in sides or is_open:
            return wanted
        raise Problem("not_allowed")

    def must_be_open(self, live: LiveTable, who: Identity, code: str | None) -> None:
        """Refuse what may be done with finished games only."""
        self.eyes(live, who, None, code)
        if not live.table.is_over and not live.row.imported:
            raise Problem("game_goes_on")

    def own_side(self, live: LiveTable, who: Identity) -> Side:
        """The side somebody plays; at one screen, the one that decides."""
        who.must_have("play")
        sides = live.table.sides_of(who.person)
        if not sides:
            raise Problem("not_allowed")
        decider = live.table.decider
        return decider if decider in sides else sides[0]

    # Playing

    async def move(self, who: Identity, live: LiveTable, request: MoveRequest) -> int:
        side = self._side_of_move(live, who, request.key)
        move = request.move

        def make(table: Table, now: int) -> Draft:
            table.must_be_at(request.number)
            try:
                return table.move(side, move, now=now, key=request.key)
            except IllegalMove as error:
                raise Problem(
                    "bad_move", move=move, reason=_reason(table, side, move, error)
                ) from None

        return await self.hall.act(live, make, key=(side, request.key))

    def _side_of_move(self, live: LiveTable, who: Identity, key: str) -> Side:
        """The side that moves; at one screen, the one that moved if this is said again."""
        side = self.own_side(live, who)
        is_known = live.number_of((side.opponent, key)) is not None
        return side.opponent if is_known and live.table.is_hot_seat else side

    async def take_back(self, who: Identity, live: LiveTable, request: TakeBackRequest) -> int:
        """Take back the last choice, or ask the opponent where that is needed."""
        side = self.own_side_for_take_back(live, who)

        def make(table: Table, now: int) -> Draft:
            table.must_be_at(request.number)
            return table.take_back(side, now=now, key=request.key)

        try:
            return await self.hall.act(live, make, key=(side, request.key))
        except Refused as refused:
            if refused.code != "take_back_needs_consent":
                raise
        live.table.agreed_take_back(side, now=0)  # refuses where there is nothing to take back
        await self.hall.set_offer(live, Offer(OfferKind.TAKE_BACK, side))
        return live.table.number

    def own_side_for_take_back(self, live: LiveTable, who: Identity) -> Side:
        """At one screen, whoever decided last takes back."""
        side = self.own_side(live, who)
        sides = live.table.sides_of(who.person)
        last = next((act.side for act in reversed(live.table.acts) if act.side is not None), side)
        return last if last in sides else side

    async def pause(self, who: Identity, live: LiveTable, request: KeyedRequest) -> int:
        """Pause; at once where the opponent is away or a computer, else this asks."""
        side = self.own_side(live, who)
        live.table.must_run()
        opponent = live.table.seats[side.opponent]
        is_there = live.is_present(side.opponent)
        if opponent.kind is SeatKind.PERSON and opponent.person != who.person and is_there:
            await self.hall.set_offer(live, Offer(OfferKind.PAUSE, side))
            return live.table.number
        return await self.hall.act(
            live, lambda t, now: t.pause(side, now=now, key=request.key), key=(side, request.key)
        )

    async def resume(self, who: Identity, live: LiveTable, request: KeyedRequest) -> int:
        side = self.own_side(live, who)
        return await self.hall.act(
            live, lambda t, now: t.resume(side, now=now, key=request.key), key=(side, request.key)
        )

    async def answer(self, who: Identity, live: LiveTable, request: AnswerRequest) -> int:
        """Agree to what the opponent has asked for, or not."""
        side = self.own_side(live, who)
        asker, key = side.opponent, request.key
        if (known := live.number_of((asker, key))) is not None:
            return known
        if live.table.offer != Offer(request.offer, asker):
            raise Problem("no_offer")
        if not request.accept:
            await self.hall.set_offer(live, None)
            return live.table.number

        def make(table: Table, now: int) -> Draft:
            if request.offer is OfferKind.PAUSE:
                return table.pause(asker, now=now, key=key)
            return table.agreed_take_back(asker, now=now, key=key)

        return await self.hall.act(live, make, key=(asker, key))

    async def resign(self, who: Identity, live: LiveTable, request: KeyedRequest) -> int:
        side = self.own_side(live, who)
        if live.table.state is State.WAITING:
            raise Problem("seat_open")
        return await self.hall.act(
            live, lambda t, now: t.resign(side, now=now, key=request.key), key=(side, request.key)
        )

    async def set_standing(self, who: Identity, live: LiveTable, request: StandingRequest) -> int:
        side = self.own_side(live, who)
        if not live.table.is_between_people:
            raise Problem("not_between_people")
        await self.hall.set_standing(live, side, request.standing)
        return live.table.number

    async def say(self, who: Identity, live: LiveTable, request: ChatRequest) -> int:
        """A line of chat between the two people of a game."""
        side = self.own_side(live, who)
        table = live.table
        if not table.options.chat:
            raise Problem("chat_off")
        if not table.is_between_people:
            raise Problem("not_between_people")
        clean = " ".join(request.text.replace("\0", " ").split())  # which PostgreSQL does not store
        if not clean:
            raise Problem("bad_request", where="text", what="is empty")
        now = self.hall.clock()
        number, is_new = await self.hall.store.add_chat(
            table.id, side, who.name, clean, now, request.key
        )
        if is_new:
            if number == live.said + 1:
                self._tell_chat(live, ChatLine(number, side, who.name, clean, now))
            else:
                await self._tell_chat_to(live, number)
            self.hall.bell.ring(Ring("chat", table.id, number=number))
        return table.number

    async def _tell_chat_to(self, live: LiveTable, number: int) -> None:
        """Tell the lines that have not been told yet, up to one."""
        for row in await self.hall.store.chat(live.table.id):
            if live.said < row.number <= number:
                self._tell_chat(live, chat_line(row))

    def _tell_chat(self, live: LiveTable, line: ChatLine) -> None:
        live.said = line.number
        data = to_json(Said(live.table.id, line))
        for follower in live.followers:
            if live.table.sides_of(follower.person):  # chat is the two players' own
                follower.send(data)

    async def chat(self, live: LiveTable, who: Identity) -> list[Any]:
        """The chat, for the two people of the game."""
        if not live.table.options.chat or not live.table.sides_of(who.person):
            return []
        return await self.hall.store.chat(live.table.id)

    # Thinking

    async def hint(self, who: Identity, live: LiveTable) -> JobRow:
        """Have a strong player look at the own view; only where the game allows it."""
        side = self.own_side(live, who)
        table = live.table
        table.must_run()
        if not table.options.hints:
            raise Problem("hints_off")
        if table.decider is not side:
            raise Problem("not_your_turn", decider=str(table.decider))
        return await self._wish(who, JobKind.HINT, table, str(side), self._hints)

    async def curve(self, who: Identity, live: LiveTable, code: str | None) -> JobRow:
        """Have a finished game judged from move to move."""
        self.must_be_open(live, who, code)
        return await self._wish(who, JobKind.CURVE, live.table, "both", self._curves)

    async def _wish(
        self, who: Identity, kind: JobKind, table: Table, side: str, rate: Rate
    ) -> JobRow:
        store = self.hall.store
        known = await store.find_job(table.id, kind, table.number, side)
        if known is None or known.state is JobState.FAILED:
            if await store.count_jobs(person=who.person) >= self._settings.jobs_per_person:
                raise Problem("too_many_jobs", most=self._settings.jobs_per_person)
            if await store.count_jobs() >= self._settings.queue:
                raise Problem("queue_full", retry_after=10)
            rate.take(who.person)
            job = wish(kind, table.id, table.number, side, who.person, self.hall.clock())
            if known is not None:
                await store.change_job(known.id, state=JobState.WAITING, attempts=0, leased_until=0)
            else:
                await store.add_job(job)
            self.hall.bell.ring(Ring("work"))
            known = await store.find_job(table.id, kind, table.number, side)
        assert known is not None
        return known

    async def job(self, who: Identity, id_: str) -> JobRow:
        """A job, for those who may see what it thinks about."""
        who.must_have("read")
        job = await self.hall.store.job(id_)
        if job is None or (job.kind is not JobKind.CURVE and job.person != who.person):
            raise Problem("not_found", what="job")
        return job

    # What other processes say

    def _heard(self, ring: Ring) -> None:
        if ring.what == "job":
            self.hall.spawn(self._tell_job(ring.id))
        elif ring.what == "chat":
            live = self.hall.live(ring.id)
            if live is not None:
                self.hall.spawn(self._tell_chat_to(live, ring.number))

    async def _tell_job(self, id_: str) -> None:
        job = await self.hall.store.job(id_)
        if job is not None and job.person is not None:
            if job.state in (JobState.DONE, JobState.FAILED):
                metrics.JOBS.labels(job.kind, job.state).inc()
            self.hall.send_to(job.person, to_json(JobChanged(job_now(job))))


def _per_hour(most: int) -> Rate:
    return Rate(most / HOUR, most)


def _seat(side: Side, wish_: str, who: Identity) -> Seat:
    if wish_ == "me":
        return Seat(side, SeatKind.PERSON, who.person, who.name)
    if wish_ == "friend":
        return Seat(side, SeatKind.OPEN)
    if wish_ in COMPUTERS and wish_ != PERSON:
        return Seat(side, SeatKind.COMPUTER, player=wish_)
    allowed = ", ".join(("me", "friend", *COMPUTERS))
    raise Problem("bad_seat", seat=wish_, allowed=allowed)


def _terms(new: NewGame, seats: dict[Side, Seat]) -> Options:
    """The options with what depends on who plays."""
    options = new.options
    has_computer = any(seat.kind is SeatKind.COMPUTER for seat in seats.values())
    if options.seed is not None and not has_computer:
        raise Problem("bad_option", option="seed", value=options.seed)
    if "hints" not in options.model_fields_set:
        options = options.model_copy(update={"hints": has_computer})
    return options


def _reason(table: Table, side: Side, move: str, error: IllegalMove) -> str:
    """Why a move is not allowed, from what its side knows."""
    try:
        message = why_not(table.view(Viewer(str(side))), move, table.edition)
    except WatergateError:
        return str(error)
    return str(error) if message is None else text_of(message, table.edition)
