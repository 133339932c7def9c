"""Game service: makes games, seats people, starts rematches."""

from __future__ import annotations

import contextlib
import random
import re
import secrets

from watergate.coach.exercises import chosen
from watergate.edition import Edition, Side
from watergate.players import PLAYERS
from watergate.players.seating import PERSON
from watergate.rules import Game, Viewer, WatergateError, read_record, redealt_game

from .. import metrics
from ..limits import HOUR, Rate
from ..live import LiveGames, LiveTable
from ..live.jobs import move_job
from ..model import Offer, OfferKind, Options, Seat, SeatKind, State
from ..notifications import Notification
from ..problems import Problem
from ..requests import NewGame, Start
from ..security import Keys, new_game
from ..settings import Settings
from ..storage import Conflict, GameRow, JobRow, PersonRow
from ..tables import Table
from .access import Access
from .identity import Identity
from .people import PeopleService

COMPUTERS = tuple(PLAYERS)
MOST_PLIES = 3_000
"""Of a record somebody brings; a game has some hundreds."""
TRIAL_OPPONENT = "level:1"
"""Whoever tries a card out should come to play it."""


class GameService:
    def __init__(
        self,
        live_games: LiveGames,
        people: PeopleService,
        access: Access,
        keys: Keys,
        settings: Settings,
    ) -> None:
        self._live_games, self._people, self._access, self._keys = live_games, people, access, keys
        self._store, self._pipeline = live_games.store, live_games.pipeline
        self._notifier, self._registry = live_games.notifier, live_games.registry
        self._games_per_person = settings.games_per_person
        self._games_kept, self._first_move_ms = settings.games_kept, settings.first_move_ms
        self._made = Rate(settings.games_per_hour / HOUR, settings.games_per_hour)

    async def create(self, who: Identity, new: NewGame) -> LiveTable:
        """Make a game and seat whoever is named."""
        who.must_have("create")
        await self._must_have_room(who)
        seats = {
            Side.EDITOR: _seat(Side.EDITOR, new.editor, who),
            Side.NIXON: _seat(Side.NIXON, new.nixon, who),
        }
        options = await self._with_edition(new.start, _terms(new, seats))
        edition = await self._edition(options.edition)
        start, moves, origin = await self._start(who, new.start, edition.digest)
        game = Game.from_position(start, edition) if start else Game.new(edition)
        return await self._make(who, options, seats, game, start, moves, origin)

    async def try_card(self, who: Identity, edition: Edition, key: str, card: int) -> LiveTable:
        """A game against the lowest level that begins with a card in its owner's hand."""
        who.must_have("create")
        await self._must_have_room(who)
        if card not in edition.card_by_number:
            raise Problem("bad_option", option="card", value=card)
        mine = edition.card(card).side
        seats = {
            mine: _seat(mine, "me", who),
            mine.opponent: _seat(mine.opponent, TRIAL_OPPONENT, who),
        }
        seats = {side: seats[side] for side in Side}
        game = Game.new(edition)
        dealt = game.copy()
        wanted = f"draw {card}"
        while dealt.decider == "chance":
            moves = [str(move) for move in dealt.moves]
            dealt.play(wanted if wanted in moves else secrets.choice(moves))
        options = Options(edition=key)
        return await self._make(
            who, options, seats, game, None, [str(move) for move in dealt.history], None
        )

    async def open_record(self, who: Identity, text: str) -> LiveTable:
        """Keep a record that somebody brings, to be looked at with all cards open."""
        who.must_have("create")
        await self._must_have_room(who)
        game = await self._read_record(text)
        seats = {
            side: Seat(side, SeatKind.COMPUTER, player=game.tags.get(side.name.title(), "")[:60])
            for side in Side
        }
        start = game.start_position
        usual = start == Game.new(game.edition).start_position
        fresh = Game.new(game.edition) if usual else Game.from_position(start, game.edition)
        moves = [str(move) for move in game.history]
        edition = await self._registry.shelf.key_of(game.edition)
        options = Options(edition=edition, hints=False, take_backs=False, chat=False)
        return await self._make(
            who, options, seats, fresh, None if usual else start, moves, None, imported=True
        )

    async def rematch(self, who: Identity, live: LiveTable, *, swap: bool) -> LiveTable | None:
        """The same again, with sides swapped or not. Another person is asked first, which gives
        None, unless they have asked for just that; where there is a rematch already, it is it."""
        who.must_have("create")
        table = live.table
        if not table.sides_of(who.person):
            raise Problem("not_allowed")
        if not table.is_over:
            raise Problem("game_goes_on")
        if live.row.rematch is None:
            await self._must_have_room(who)
            if table.is_between_people and await self._asks(who, live, swap=swap):
                return None
            seats = {}
            for side in Side:
                old = table.seats[side.opponent if swap else side]
                seats[side] = Seat(side, old.kind, old.person, old.name, old.player)
            options = table.options.model_copy(update={"seed": None})
            game = Game.new(table.edition)
            with contextlib.suppress(Conflict):  # the other asked at the same moment
                await self._make(who, options, seats, game, None, [], None, rematch_of=table.id)
            await self._pipeline.seats_changed(live)
        assert live.row.rematch is not None
        return await self._live_games.glance(live.row.rematch)

    async def _asks(self, who: Identity, live: LiveTable, *, swap: bool) -> bool:
        """Ask the opponent for a rematch; False if the opponent has asked for it already."""
        side = live.table.sides_of(who.person)[0]
        what = OfferKind.REMATCH_SWAPPED if swap else OfferKind.REMATCH
        if live.table.offer == Offer(what, side.opponent):
            return False
        await self._pipeline.set_offer(live, Offer(what, side))
        return True

    async def join(self, who: Identity, live: LiveTable, side: Side, code: str) -> None:
        """Sit down where a link invites to."""
        who.must_have("play")
        if not self._keys.is_signed(code, "seat", live.table.id, str(side)):
            raise Problem("bad_link")
        seat = live.table.seats[side]
        if seat.person == who.person:
            return
        if live.table.is_over:
            raise Problem("game_over")
        if seat.kind is not SeatKind.OPEN or live.table.sides_of(who.person):
            raise Problem("seat_taken")
        await self._people.keep(who.person, who.name)
        await self._store.take_seat(live.table.id, side, who.person)
        await self._pipeline.seats_changed(live)
        if live.table.seats[side].person != who.person:  # an earlier try may have been stored
            raise Problem("seat_taken")

    async def _make(
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
        now = self._live_games.clock()
        draw = None if imported else self._registry.draw_for(options)
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
            edition=self._registry.shelf.stored_as(options.edition),
            options=options.model_dump_json(), start=start, origin=origin,
            state=state, number=1, decider=decider,
            winner=None if outlook.ending is None else outlook.ending.winner,
            way=None if outlook.ending is None else outlook.ending.way,
            offer=None, rematch=None, imported=imported,
        )  # fmt: skip
        jobs: list[JobRow] = []
        if decider is not None and table.moves_by_itself(decider):
            ready_at = now + self._first_move_ms if table.people else now
            jobs = [move_job(table.id, 1, decider, who.person, at=now, ready_at=ready_at)]
        people = {seat.person: seat.name for seat in seats.values() if seat.person is not None}
        people[who.person] = who.name
        await self._store.add_game(
            row, seats.values(), draft.acts, jobs, rematch_of=rematch_of,
            people=[PersonRow(person, name, now) for person, name in people.items()],
        )  # fmt: skip
        metrics.GAMES.inc()
        live = await self._live_games.begin(table, row, draft.acts)
        self._live_games.publisher.tell_people(live)
        self._notifier.notify(Notification("game", table.id, live.table.persons))
        if jobs:
            self._notifier.notify(Notification("work"))
        return live

    async def _must_have_room(self, who: Identity) -> None:
        unfinished, made = await self._store.count_games_of(who.person)
        if unfinished >= self._games_per_person:
            raise Problem("too_many_games", most=self._games_per_person)
        if made >= self._games_kept:
            raise Problem("too_many_kept", most=self._games_kept)
        self._made.take(who.person)

    async def _start(
        self, who: Identity, start: Start | None, digest: str
    ) -> tuple[str | None, list[str], str | None]:
        """The position to begin with, the moves from there, and the game they come from."""
        if start is None:
            return None, [], None
        if start.position is not None:
            return start.position, [], None
        if start.exercise is not None:
            return _exercise_dealt_anew(start.exercise), [], None
        origin = None
        if start.game is not None:
            live = await self._live_games.glance(start.game)
            self._access.must_be_open(live, who, start.code)
            game, origin = live.table.game, f"{start.game} {start.ply}"
        else:
            assert start.record is not None
            game = await self._read_record(start.record)
        if game.edition.digest != digest:
            raise Problem("bad_option", option="edition", value=game.edition.name)
        ply = game.ply if start.ply is None else start.ply
        if ply > game.ply:
            raise Problem("bad_option", option="ply", value=ply)
        if start.anew is not None:
            view = game.at(ply).view(Viewer(str(start.anew)))
            return redealt_game(view, random.SystemRandom(), game.edition).position, [], origin
        usual = game.start_position == Game.new(game.edition).start_position
        moves = [str(move) for move in game.history[:ply]]
        return None if usual else game.start_position, moves, origin

    async def _with_edition(self, start: Start | None, options: Options) -> Options:
        """Whoever goes on from a game or record and names no edition plays with that one's."""
        if start is None or "edition" in options.model_fields_set:
            return options
        if start.game is not None:
            name = (await self._live_games.glance(start.game)).table.options.edition
        elif start.record is not None:
            edition = await self._edition_named_in(start.record)
            if edition is None:
                return options
            name = await self._registry.shelf.key_of(edition)
        else:
            return options
        return options.model_copy(update={"edition": name})

    async def _read_record(self, text: str) -> Game:
        """The game of a record; of whichever edition, if it is known here."""
        named = await self._edition_named_in(text)
        problems = []
        for edition in [named] if named else self._registry.shelf.hosted.values():
            try:
                return read_record(text, edition, most=MOST_PLIES)
            except WatergateError as error:
                problems.append(str(error))
        raise Problem("bad_record", reason=problems[0])

    async def _edition_named_in(self, record: str) -> Edition | None:
        digest = re.search(r'^\[EditionDigest "([0-9a-f]{1,40})"\]', record, re.MULTILINE)
        return await self._registry.shelf.of_digest(digest[1]) if digest else None

    async def _edition(self, name: str) -> Edition:
        found = await self._registry.shelf.find(name)
        if found is None:
            raise Problem("bad_option", option="edition", value=name)
        return found


def _exercise_dealt_anew(number: int) -> str:
    """The position of an exercise, with what its side cannot know dealt anew."""
    try:
        (exercise,) = chosen(number=number)
    except WatergateError:
        raise Problem("not_found", what="exercise") from None
    game = exercise.game(None)
    view = game.view(Viewer(exercise.side))
    return redealt_game(view, random.SystemRandom(), game.edition).position


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
