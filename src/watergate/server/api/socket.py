"""WebSocket endpoint: one connection a tab, which may follow several games.

A message in, an answer under its key out; and whatever happens in the games that are followed. What
a connection is too slow for waits in an outbox of its own, so it keeps nobody waiting; one that
reads nothing for too long is closed, and fetches what it missed when it comes back.
"""

from __future__ import annotations

import contextlib
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import ValidationError
from starlette.websockets import WebSocket

from watergate import __version__
from watergate.rules import Viewer, WatergateError

from .. import messages as m
from .. import metrics
from ..connection import Connection
from ..guard import problem_response
from ..house import House
from ..limits import Place
from ..live import LiveTable
from ..live.live_table import Seen
from ..live.presenter import Telling, chat_line
from ..peers import Headers
from ..problems import Problem, problem_of
from ..security import COOKIE, HEADERS
from ..services import Identity
from ..wire import to_json
from .identity import address_of
from .tunnels import COME_BACK, NOT_ALLOWED, TOO_SLOW, Tunnels

MOST_WAITING = 500
"""Messages a client may leave unread."""
MOST_FOLLOWED = 50


@dataclass(eq=False, slots=True)
class Following:
    """A socket's interest in one game, through somebody's eyes."""

    socket: Socket
    live: LiveTable
    viewer: Viewer
    telling: Telling | None = None

    @property
    def person(self) -> str:
        return self.socket.person

    def send(self, data: bytes) -> None:
        self.socket.send(data)

    def lose(self) -> None:
        self.socket.end(COME_BACK)


class Socket:
    """What one connection follows and says. It is dealt with in order, one message at a time."""

    def __init__(
        self, connection: Connection, house: House, who: Identity, headers: Headers,
        places: Sequence[Place],
    ) -> None:  # fmt: skip
        self._connection, self._house, self.who = connection, house, who
        self.person = who.person
        self._is_peer = house.peers.is_peer(headers)
        """Whether another process speaks for a client of its own."""
        self._tunnels = Tunnels(self, house, headers)
        self._places = places
        self._heard: deque[str | bytes] = deque()
        self._outbox: list[bytes] = []
        """What cannot be sent yet: never much, and mostly nothing, where a deque would be large."""
        self._is_busy = self._is_ending = self._is_lost = False
        self._following: dict[str, Following] = {}

    def begin(self) -> None:
        """Say hello, and listen."""
        metrics.SOCKETS.inc()
        self._house.open_sockets.add(self)
        if not self._is_peer:
            self.tell(m.Welcome(self.person, self.who.name, __version__))
            self._house.live_games.publisher.listen(self)
        self._connection.take_over(self)

    # What goes out

    def send(self, data: bytes) -> None:
        if self._is_ending or self._is_lost:  # after a gap nothing more is sent
            return
        if not self._outbox and self._connection.can_send:
            self._connection.send_text(data)
        elif len(self._outbox) < MOST_WAITING:
            self._outbox.append(data)
        else:
            self.end(TOO_SLOW)

    def can_send(self) -> None:
        while self._outbox and self._connection.can_send and not self._is_ending:
            self._connection.send_text(self._outbox.pop(0))

    def cut_off(self) -> None:
        """End it: what it was opened with is worthless now."""
        self.end(NOT_ALLOWED)

    def end(self, why: int) -> None:
        """Close the connection."""
        if not self._is_ending:
            self._is_ending = True
            self._connection.end(why)

    def tell(self, message: Any) -> None:
        self.send(to_json(message))

    def follows(self, game: str) -> bool:
        return game in self._following or game in self._tunnels.followed

    @property
    def _is_full(self) -> bool:
        return len(self._following) + len(self._tunnels.followed) >= MOST_FOLLOWED

    # What comes in

    def hear(self, text: str | bytes) -> int:
        self._heard.append(text)
        if not self._is_busy:
            self._is_busy = True
            self._house.live_games.tasks.spawn(self._work())
        return len(self._heard)

    async def _work(self) -> None:
        """Deal with all that was heard; also with the last words of a connection that is lost."""
        try:
            while self._heard and not self._is_ending:
                await self._hear(self._heard.popleft())
                self._connection.go_on()
        finally:
            self._is_busy = False
            if self._is_lost:
                self._let_go()

    def lost(self) -> None:
        self._is_lost = True
        if not self._is_busy:
            self._let_go()

    def _let_go(self) -> None:
        publisher = self._house.live_games.publisher
        publisher.unlisten(self)
        for following in self._following.values():
            publisher.unfollow(following.live, following)
        self._tunnels.close()
        self._house.open_sockets.discard(self)
        for place in self._places:
            place.leave()
        metrics.SOCKETS.dec()

    async def _hear(self, text: str | bytes) -> None:
        message: Any = None
        try:
            if not self._is_peer:
                self._house.requests.take(self.person)
            message = _parse(text)
            await self._do(message, text)
        except WatergateError as error:
            self._refuse(message, problem_of(error, "message"))
        except Exception as error:
            kind = getattr(message, "type", "?")
            self._refuse(message, self._house.failed(error, "a message failed", kind=kind))

    def _refuse(self, message: Any, problem: Problem) -> None:
        metrics.REFUSED.labels(problem.code).inc()
        game = getattr(message, "game", None)
        following = self._following.get(game or "")
        self.tell(
            m.Refused(
                problem=m.ProblemNow(
                    problem.code, str(problem), dict(problem.params), problem.retry_after
                ),
                game=game,
                key=getattr(message, "key", None),
                number=None if following is None else following.live.table.number,
            )
        )

    async def _do(self, message: Any, text: str | bytes) -> None:
        if isinstance(message, m.Ping):
            self.tell(m.Pong())
            return
        if isinstance(message, m.Follow) and not self.follows(message.game) and self._is_full:
            raise Problem("too_many_followed", most=MOST_FOLLOWED)
        if not self._is_peer and await self._tunnels.carry(message, text):
            return
        if isinstance(message, m.Unfollow):
            self._unfollow(message.game)
            return
        live = await self._house.live_games.table(message.game)
        if isinstance(message, m.Follow):
            await self._follow(live, message)
            return
        following = self._following.get(message.game)
        if isinstance(message, m.Watched):
            if following is None:
                raise Problem("bad_request", where="game", what="it is not followed")
            seen = Seen(message.number, message.wants_next)
            await self._house.live_games.pipeline.watched(live, following, seen)
            return
        telling = None if following is None else following.telling
        if telling is not None:
            telling.key = None
        number = await self._ask(live, message)
        if telling is None or telling.key != message.key:  # else its act has told that it is done
            self.tell(m.Done(message.game, message.key, number))

    async def _ask(self, live: LiveTable, message: Any) -> int:
        play, who = self._house.play, self.who
        match message:
            case m.MakeMove():
                return await play.move(who, live, message)
            case m.TakeBack():
                return await play.take_back(who, live, message)
            case m.Pause():
                return await play.pause(who, live, message)
            case m.Resume():
                return await play.resume(who, live, message)
            case m.Answer():
                return await play.answer(who, live, message)
            case m.Resign():
                return await play.resign(who, live, message)
            case m.StandingOrder():
                return await play.set_standing(who, live, message)
            case m.Chat():
                return await self._house.chat.say(who, live, message)
            case _:
                raise AssertionError(message)

    async def _follow(self, live: LiveTable, message: m.Follow) -> None:
        house, publisher = self._house, self._house.live_games.publisher
        viewer = house.access.eyes(live, self.who, message.as_, message.code)
        chat = await house.chat.lines(live, self.who)
        self._unfollow(message.game)
        following = Following(self, live, viewer)
        presenter = publisher.presenter(live)
        missed = None
        if message.updates == "events":
            following.telling = Telling(presenter.facts(self.person, viewer))
        if message.since is not None and following.telling is not None:
            missed = presenter.missed_events(message.since, self.person, viewer, following.telling)
        elif message.since is not None:
            missed = presenter.missed(message.since, self.person, viewer)
        for said in [presenter.full(self.person, viewer, chat)] if missed is None else missed:
            self.send(said)
        self._following[message.game] = following
        publisher.follow(live, following)
        if missed is not None:
            self.send(publisher.presenter(live).status_changed(self.person, viewer))
            for line in map(chat_line, chat):
                if line.number > message.said:
                    self.tell(m.Said(message.game, line))

    def _unfollow(self, game: str) -> None:
        following = self._following.pop(game, None)
        if following is not None:
            self._house.live_games.publisher.unfollow(following.live, following)


def _parse(text: str | bytes) -> Any:
    try:
        return m.INCOMING.validate_json(text)
    except ValidationError as error:
        first = error.errors(include_url=False, include_context=False, include_input=False)[0]
        where = ".".join(str(part) for part in first["loc"]) or "the whole"
        raise Problem("bad_request", where=where, what=first["msg"]) from None


async def live(websocket: WebSocket) -> None:
    """The endpoint: look who comes, open the connection, and leave it to a socket."""
    house: House = websocket.app.state.house
    headers = websocket.scope["headers"]
    try:
        try:
            who = await _admit(websocket, house)
        except WatergateError:
            raise
        except Exception as error:
            raise house.failed(error, "a connection failed") from None
        places: tuple[Place, ...] = ()
        if not house.peers.is_peer(headers):  # which has counted it
            address = address_of(websocket)
            places = house.sockets.place(who.person), house.address_sockets.place(address)
        with contextlib.ExitStack() as taken:
            for place in places:
                taken.enter_context(place)
            await websocket.accept(subprotocol=m.SUBPROTOCOL)
            taken.pop_all()  # to be left by the socket
            Socket(Connection.of(websocket), house, who, headers, places).begin()
    except Problem as problem:
        await _deny(websocket, problem)


async def _admit(websocket: WebSocket, house: House) -> Identity:
    """Who opens a connection: a page of ours with its token, or a bot with its own."""
    headers = websocket.headers
    if not house.peers.is_peer(websocket.scope["headers"]):  # which has looked at this
        house.address_requests.take(address_of(websocket))
        if not house.doors.lets_host(headers.get("host", "")):
            raise Problem("bad_origin")
        if not house.doors.lets_origin(headers.get("origin"), headers.get("host", "")):
            raise Problem("bad_origin")
    offered = [part.strip() for part in headers.get("sec-websocket-protocol", "").split(",")]
    if m.SUBPROTOCOL not in offered:
        raise Problem("bad_request", where="subprotocol", what=f"allowed: {m.SUBPROTOCOL}")
    bearer = headers.get("authorization")
    if bearer is not None:
        return await house.people.by_token(bearer)
    who = await house.people.by_cookie(websocket.cookies.get(COOKIE))
    tokens = [part.removeprefix("csrf.") for part in offered if part.startswith("csrf.")]
    if not any(house.keys.is_signed(token, "csrf", who.person) for token in tokens):
        raise Problem("bad_token")
    return who


async def _deny(websocket: WebSocket, problem: Problem) -> None:
    response = problem_response(problem)
    response.headers.update(HEADERS)
    with contextlib.suppress(RuntimeError):
        await websocket.send_denial_response(response)
