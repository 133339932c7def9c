"""A guest who asks for more than anybody could need: others play on as if nobody was there.

Nothing here is measured in seconds: what others ask for is done, and what the guest has is bounded.
"""

from __future__ import annotations

import contextlib
import random
import sqlite3
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from websockets.exceptions import InvalidStatus, WebSocketException

from tests.server.clients import Person, friends, open_socket, play_on
from tests.server.running import RunningServer, running

GAMES, SOCKETS, JOBS, KEPT = 12, 5, 3, 40


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """As hosts have it, with smaller numbers; everyone here comes from one address."""
    with running(
        tmp_path_factory.mktemp("flood"), workers=1, games_per_person=GAMES, games_kept=KEPT,
        sockets_per_person=SOCKETS, jobs_per_person=JOBS, requests_per_second=50,
    ) as server:  # fmt: skip
        yield server


class Flood:
    """Somebody who asks for everything at once, over and over, by several threads."""

    def __init__(self, server: RunningServer) -> None:
        self.guest = Person(server.url, "Mal")
        self.answers: Counter[str] = Counter()
        self._server = server
        self._is_over = threading.Event()
        self._games: list[str] = []

    def fill(self) -> None:
        """Have as many games of the computer with itself as are allowed: they never pause."""
        new = {"editor": "random", "nixon": "random", "options": {"watched": False}}
        while self._ask("POST", "/games", new) == "ok":
            pass

    @contextlib.contextmanager
    def going_on(self) -> Iterator[None]:
        threads = [
            threading.Thread(target=self._repeat, args=(wish,))
            for wish in (
                self._new_games,
                self._positions,
                self._hints,
                self._records,
                self._sockets,
            )
        ]
        for thread in threads:
            thread.start()
        try:
            yield
        finally:
            self._is_over.set()
            for thread in threads:
                thread.join()

    def _repeat(self, wish: Callable[[], None]) -> None:
        while not self._is_over.is_set():
            with contextlib.suppress(OSError, WebSocketException):
                wish()

    def _ask(self, method: str, path: str, body: object = None) -> str:
        response = self.guest.http.request(method, f"/api{path}", json=body)
        answer = response.json()
        if response.is_success:
            code = "ok"
            if isinstance(answer, dict) and path == "/games":
                self._games.append(answer["id"])
        else:
            code = answer["problem"]["code"]
        self.answers[f"{path.rpartition('/')[2]} {code}"] += 1
        return code

    def _new_games(self) -> None:
        self._ask("POST", "/games", {"editor": "me", "nixon": "level:1"})

    def _positions(self) -> None:
        start = {"position": "wg1 " + "9" * 2000}
        self._ask("POST", "/games", {"editor": "me", "nixon": "me", "start": start})

    def _hints(self) -> None:
        for game in self._games[:]:
            self._ask("POST", f"/games/{game}/hint")
            self._ask("POST", f"/games/{game}/curve")

    def _records(self) -> None:
        self._ask("POST", "/records", {"record": "1. play " * 20_000})

    def _sockets(self) -> None:
        guest = self.guest
        with contextlib.ExitStack() as stack:
            try:
                for _ in range(3 * SOCKETS):
                    socket = open_socket(guest.url, guest.cookie, [f"csrf.{guest.me['csrf']}"])
                    stack.callback(socket.close)
                    for game in self._games:
                        socket.send(f'{{"type":"follow","game":"{game}"}}')
            except InvalidStatus as refused:
                self.answers[f"socket {refused.response.status_code}"] += 1


def count(server: RunningServer, query: str, *values: str) -> int:
    with contextlib.closing(sqlite3.connect(Path(server.database))) as connection:
        (found,) = connection.execute(query, values).fetchone()
    return int(found)


def test_others_play_on_whatever_a_guest_asks_for(server: RunningServer) -> None:
    flood = Flood(server)
    flood.fill()
    with flood.going_on():
        ann, bob, _ = friends(server.url)
        play_on([ann, bob], random.Random(1), most=40)  # each move is acknowledged
        play_against_the_computer(Person(server.url, "Carl"))
        while not {"games too_many_games", "socket 429"} <= {*flood.answers}:
            time.sleep(0.05)
        for query, most in BOUNDS.items():
            assert count(server, query, flood.guest.me["id"]) <= most, query
    assert not any(answer.endswith("internal") for answer in flood.answers), flood.answers


BOUNDS = {
    "SELECT count(*) FROM games WHERE creator = ? AND state != 'over'": GAMES,
    "SELECT count(*) FROM games WHERE creator = ?": KEPT,
    "SELECT count(*) FROM jobs WHERE person = ? AND kind != 'move' AND state != 'done'": JOBS,
}
"""What the guest has, and how much it may be."""


def play_against_the_computer(carl: Person) -> None:
    """However many moves the guest's computers have to make (`test_store.py` has the turns)."""
    carl.follow(carl.new_game("me", "random")["id"])
    number = carl.table["number"]
    while carl.table["number"] < number + 10 and not carl.is_over:
        if carl.moves:
            assert carl.move(carl.moves[0])["type"] == "done"
        else:
            carl.hear_of("update", "status")


def test_no_more_games_are_kept_of_one_person_than_allowed(server: RunningServer) -> None:
    ann = Person(server.url, "Ann")
    for _ in range(KEPT):
        made = ann.new_game("me", "friend")
        ann.post(f"/games/{made['id']}/resign", {"key": "resign1"})
    problem = ann.post("/games", {"editor": "me", "nixon": "friend"}, status=429)["problem"]
    assert problem["code"] == "too_many_kept"
    assert problem["params"] == {"most": KEPT}
