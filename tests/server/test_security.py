"""Nobody gets in: origins, tokens, cookies, links, seats, limits, and what every answer says."""

from __future__ import annotations

import http.client
import inspect
import json
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tests.server.clients import Person, friends, open_socket
from tests.server.running import RunningServer, running
from watergate.server import security
from watergate.server.api import operation
from watergate.server.limits import Places, Rate
from watergate.server.problems import Problem
from watergate.server.security import COOKIE, HEADERS, Doors, Keys, hashed

EVIL = "https://evil.example"


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """A server whose limits are soon reached."""
    with running(
        tmp_path_factory.mktemp("small"), games_per_person=2, games_per_hour=6,
        sockets_per_person=2, body_limit=2_000, message_limit=1_024,
        metrics_token="a-token-for-metrics",
    ) as server:  # fmt: skip
        yield server


def code_of(answer: httpx.Response) -> str:
    problem: dict[str, Any] = answer.json()["problem"]
    assert problem.keys() == {"code", "message", "params", "retry_after"}
    assert "Traceback" not in answer.text
    code: str = problem["code"]
    return code


def refused_socket(
    url: str, cookie: str = "", extra: list[str] | None = None, **headers: str
) -> tuple[int, str]:
    """The status and the code with which a handshake is refused."""
    with pytest.raises(InvalidStatus) as caught:
        open_socket(url, cookie, extra, **headers)
    response = caught.value.response
    assert all(response.headers.get(name) == value for name, value in HEADERS.items())
    return response.status_code, json.loads(response.body)["problem"]["code"]


def invitation(made: Any, side: str) -> str:
    code: str = made["links"]["invite"][side].partition("#")[2]
    return code


# The handshake


def test_a_socket_needs_the_token_of_the_page(server: RunningServer) -> None:
    ann, bob = Person(server.url), Person(server.url)
    url, cookie = server.url, ann.cookie
    assert refused_socket(url, cookie) == (401, "bad_token")
    assert refused_socket(url, cookie, ["csrf.wrong"]) == (401, "bad_token")
    assert refused_socket(url, cookie, [f"csrf.{bob.me['csrf']}"]) == (401, "bad_token")
    assert refused_socket(url, "", [f"csrf.{ann.me['csrf']}"]) == (401, "no_identity")
    with open_socket(url, cookie, [f"csrf.{ann.me['csrf']}"]) as socket:
        assert json.loads(socket.recv(30))["person"] == ann.me["id"]


@pytest.mark.parametrize("origin", [EVIL, "null", "http://[", "http://127.0.0.1.evil.example", ""])
def test_a_socket_is_for_pages_of_ours(server: RunningServer, origin: str) -> None:
    ann = Person(server.url)
    token = [f"csrf.{ann.me['csrf']}"]
    assert refused_socket(server.url, ann.cookie, token, Origin=origin) == (403, "bad_origin")
    open_socket(server.url, ann.cookie, token, Origin=server.url).close()


def test_a_socket_speaks_our_version(server: RunningServer) -> None:
    ann = Person(server.url)
    connection = raw(server)
    connection.request("GET", "/api/live", headers={
        "Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Version": "13",
        "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==", "Cookie": ann.cookie,
        "Sec-WebSocket-Protocol": "watergate.v999",
    })  # fmt: skip
    assert connection.getresponse().status == 400
    connection.close()


def test_a_bot_opens_a_socket_with_its_token(server: RunningServer) -> None:
    ann = Person(server.url)
    token = ann.post("/me/tokens", {"name": "bot"})["token"]
    open_socket(server.url, Authorization=f"Bearer {token}").close()
    assert refused_socket(server.url, Authorization="Bearer wrong") == (401, "bad_token")
    assert refused_socket(server.url, ann.cookie, Authorization="Bearer wrong")[0] == 401


# Hosts (DNS rebinding)


@pytest.mark.parametrize("host", ["evil.example", "evil.example:1974", "localhost.evil.example",
                                  "", "[", "127.0.0.1@evil.example"])  # fmt: skip
def test_other_names_for_this_server_are_refused(server: RunningServer, host: str) -> None:
    connection = raw(server)
    connection.putrequest("GET", "/api/me", skip_host=True)
    connection.putheader("Host", host)
    connection.endheaders()
    answer = connection.getresponse()
    assert answer.status in (400, 403)
    assert "set-cookie" not in {name.lower() for name, _ in answer.getheaders()}
    connection.close()


def test_a_socket_by_another_name_is_refused(server: RunningServer) -> None:
    ann = Person(server.url)
    port = server.url.rpartition(":")[2]
    connection = raw(server)
    connection.putrequest("GET", "/api/live", skip_host=True)
    for name, value in {
        "Host": f"evil.example:{port}", "Origin": f"http://evil.example:{port}",
        "Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Version": "13",
        "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==", "Cookie": ann.cookie,
        "Sec-WebSocket-Protocol": f"watergate.v1, csrf.{ann.me['csrf']}",
    }.items():  # fmt: skip
        connection.putheader(name, value)
    connection.endheaders()
    assert connection.getresponse().status == 403
    connection.close()


def test_the_names_that_are_meant_for_us() -> None:
    doors = Doors("https://watergate.example", ["https://club.example:8443/"])
    for host in ("localhost", "localhost:1974", "127.0.0.1", "[::1]:1974", "192.168.0.7:80",
                 "game.localhost", "watergate.example", "club.example:8443"):  # fmt: skip
        assert doors.lets_host(host), host
    for host in ("", "evil.example", "watergate.example.evil.example", "[", "a@evil.example"):
        assert not doors.lets_host(host), host
    assert doors.lets_origin("https://watergate.example", "anything")
    assert doors.lets_origin("https://club.example:8443", "anything")
    assert doors.lets_origin("http://127.0.0.1:1974", "127.0.0.1:1974")
    for origin in (EVIL, "null", "", "http://[", "http://127.0.0.1:1975"):
        assert not doors.lets_origin(origin, "127.0.0.1:1974"), origin


# Requests from elsewhere (CSRF)


def test_what_changes_something_needs_the_token_of_the_page(server: RunningServer) -> None:
    ann, bob = Person(server.url), Person(server.url)
    for token in (None, "", "wrong", "é", bob.me["csrf"]):
        headers = [(b"Cookie", ann.cookie.encode())]
        if token is not None:
            headers.append((b"X-CSRF-Token", token.encode("latin-1")))
        client = httpx.Client(base_url=server.url, headers=headers)
        with client:
            for method, path in (("POST", "/games"), ("PATCH", "/me"), ("POST", "/me/recovery"),
                                 ("POST", "/me/tokens"), ("DELETE", "/me/tokens/0123456789ab"),
                                 ("POST", "/records")):  # fmt: skip
                body = {"name": "x"} if path != "/games" else {}
                answer = client.request(method, f"/api{path}", json=body)
                assert (answer.status_code, code_of(answer)) == (401, "bad_token"), path
    assert bob.get("/me")["name"] == "Ann"
    assert ann.get("/me/games") == []


@pytest.mark.parametrize("origin", [EVIL, "null", "http://["])
def test_other_pages_change_nothing(server: RunningServer, origin: str) -> None:
    ann = Person(server.url)
    answer = ann.http.post("/api/games", json={}, headers={"Origin": origin})
    assert (answer.status_code, code_of(answer)) == (403, "bad_origin")
    answer = ann.http.post("/api/recover", json={"code": "x"}, headers={"Origin": origin})
    assert (answer.status_code, code_of(answer)) == (403, "bad_origin")
    assert ann.http.post("/api/games", json={}, headers={"Origin": server.url}).status_code == 201


def test_no_page_elsewhere_may_read_our_answers(server: RunningServer) -> None:
    ann = Person(server.url)
    for method in ("GET", "OPTIONS"):
        answer = ann.http.request(method, "/api/me", headers={
            "Origin": EVIL, "Access-Control-Request-Method": "POST",
        })  # fmt: skip
        assert not [name for name in answer.headers if name.startswith("access-control")]


# Cookies


def test_the_cookie_is_kept_from_scripts_and_other_pages(server: RunningServer) -> None:
    answer = httpx.get(f"{server.url}/api/me")
    cookie = answer.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=lax" in cookie
    assert "secure" not in cookie  # it came by plain HTTP, from this machine
    assert answer.headers["cache-control"] == "no-store"


def test_behind_tls_the_cookie_stays_on_tls(server: RunningServer) -> None:
    answer = httpx.get(f"{server.url}/api/me", headers={"X-Forwarded-Proto": "https"})
    assert "; secure" in answer.headers["set-cookie"].lower()


def test_forged_cookies_are_nobodys(server: RunningServer) -> None:
    ann, bob = Person(server.url), Person(server.url)
    person, _, signature = ann.http.cookies[COOKIE].partition(".")
    other = bob.http.cookies[COOKIE]
    forged = [
        "", ".", person, f"{person}.", f"{person}.{signature[:-1]}", f"{person}.{signature}x",
        f"{other.partition('.')[0]}.{signature}", f"{person}.{other.partition('.')[2]}",
        f"x.{Keys('a guess of sixteen').sign('person', 'x')}", f".{signature}",
        f"{person}.{ann.me['csrf']}",
    ]  # fmt: skip
    for cookie in forged:
        headers = {"Cookie": f"{COOKIE}={cookie}"}
        answer = httpx.get(f"{server.url}/api/me/games", headers=headers)
        assert (answer.status_code, code_of(answer)) == (401, "no_identity"), cookie


# Secrets at rest


def test_secrets_are_kept_as_hashes(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        ann = Person(server.url)
        code = ann.post("/me/recovery")["code"]
        token = ann.post("/me/tokens", {"name": "bot"})["token"]
        assert server.stop() == 0
    database = sqlite3.connect(server.database)
    dump = "\n".join(database.iterdump())
    database.close()
    for secret in (code, token):
        assert secret not in dump
        assert secret.partition("_")[2] not in dump
        assert hashed(secret) in dump
    assert ann.http.cookies[COOKIE] not in dump
    assert ann.me["csrf"] not in dump


def test_wrong_and_old_recovery_links_do_nothing(server: RunningServer) -> None:
    ann = Person(server.url)
    old = ann.post("/me/recovery")["code"]
    new = ann.post("/me/recovery")["code"]
    for code in (old, new[:-1], new + "x", "", hashed(new), "wgr_", "\x00", "ä"):
        answer = httpx.post(f"{server.url}/api/recover", json={"code": code})
        assert (answer.status_code, code_of(answer)) == (403, "bad_link")
        assert "set-cookie" not in answer.headers
    assert httpx.post(f"{server.url}/api/recover", json={"code": new}).json()["id"] == ann.me["id"]


def bot(ann: Person, *scopes: str) -> httpx.Client:
    token = ann.post("/me/tokens", {"name": "bot", "scopes": list(scopes)})["token"]
    return httpx.Client(base_url=ann.url, headers={"Authorization": f"Bearer {token}"})


def test_a_bot_does_what_its_scopes_allow(server: RunningServer) -> None:
    ann = Person(server.url)
    game = ann.new_game(nixon="random")["id"]
    read, play = f"/api/games/{game}", f"/api/games/{game}/resign"
    asked: dict[str, tuple[str, str, Any]] = {
        "read": ("GET", read, None), "play": ("POST", play, {"key": "resign-1"}),
        "create": ("POST", "/api/games", {}),
    }  # fmt: skip
    for scope in ("create", "read", "play"):
        with bot(ann, scope) as client:
            for needed, (method, path, body) in asked.items():
                answer = client.request(method, path, json=body)
                if needed == scope:
                    assert answer.is_success, (scope, needed, answer.text)
                else:
                    assert code_of(answer) == "scope_missing", (scope, needed)


def test_a_bot_cannot_become_its_person(server: RunningServer) -> None:
    ann = Person(server.url)
    with bot(ann, "read", "play", "create") as client:
        for method, path, body in (
            ("GET", "/me/tokens", None), ("POST", "/me/tokens", {"name": "more"}),
            ("DELETE", "/me/tokens/0123456789ab", None), ("POST", "/me/recovery", None),
            ("PATCH", "/me", {"name": "Bot"}),
        ):  # fmt: skip
            answer = client.request(method, f"/api{path}", json=body)
            assert (answer.status_code, code_of(answer)) == (403, "scope_missing"), path
        me = client.get("/api/me")
        assert "set-cookie" not in me.headers
        assert me.json()["csrf"] != ann.me["csrf"]


def test_a_deleted_token_is_worthless_and_only_its_own_person_deletes_it(
    server: RunningServer,
) -> None:
    ann, bob = Person(server.url), Person(server.url)
    made = ann.post("/me/tokens", {"name": "bot"})
    headers = {"Authorization": f"Bearer {made['token']}"}
    assert bob.http.delete(f"/api/me/tokens/{made['id']}").status_code == 404
    assert httpx.get(f"{server.url}/api/me/games", headers=headers).status_code == 200
    assert [row["token"] for row in ann.get("/me/tokens")] == [None]
    assert ann.http.delete(f"/api/me/tokens/{made['id']}").status_code == 204
    assert httpx.get(f"{server.url}/api/me/games", headers=headers).status_code == 401


# Other people's games and seats


def test_nobody_else_plays_sees_or_speaks_at_a_seat(server: RunningServer) -> None:
    ann, _bob, game = friends(server.url, hints=True)
    eve = Person(server.url, "Eve")
    path = f"/games/{game}"
    watch = ann.get(f"{path}/links")["watch"].partition("#")[2]
    key = {"key": "some-key"}
    number = ann.table["number"]
    acts: list[tuple[str, dict[str, Any]]] = [
        ("moves", {**key, "number": number, "move": ann.moves[0]}),
        ("take-back", {**key, "number": number}), ("pause", key), ("resume", key), ("resign", key),
        ("answer", {**key, "offer": "pause", "accept": True}), ("chat", {**key, "text": "hello"}),
        ("hint", {}), ("rematch", {}), ("previews", {"moves": ["pass"]}),
        ("why-not", {"move": "pass"}),
    ]  # fmt: skip
    for name, body in acts:
        answer = eve.http.post(f"/api{path}/{name}?code={watch}", json=body)
        assert (answer.status_code, code_of(answer)) == (403, "not_allowed"), name
    assert eve.http.put(f"/api{path}/standing", json={"standing": "ask"}).status_code == 403
    for rest in ("", "/steps", "/ways", "/links", "/record", "/stream"):
        answer = eve.http.get(f"/api{path}{rest}")
        assert (answer.status_code, code_of(answer)) == (403, "not_allowed"), rest
    for eyes in ("editor", "nixon", "everyone"):
        answer = eve.http.get(f"/api{path}?as={eyes}&code={watch}")
        assert (answer.status_code, code_of(answer)) == (403, "not_allowed"), eyes
        assert eve.follow(game, **{"as": eyes, "code": watch})["type"] == "refused"
    for name, body in (("move", acts[0][1]), ("resign", key), ("chat", acts[6][1])):
        refused = eve.answer(**{**body, "type": name, "game": game, "key": f"eve-{name}"})
        assert refused["problem"]["code"] == "not_allowed"
        assert refused["number"] is None, "not even how far the game is"
    assert ann.get(path)["number"] == number
    assert ann.get(path)["chat"] == []
    assert eve.follow(game, code=watch)["you"] == "spectator"


def test_a_player_does_not_play_for_the_other(server: RunningServer) -> None:
    ann, bob, game = friends(server.url)
    assert ann.moves
    answer = bob.answer(type="move", game=game, number=ann.table["number"], move=ann.moves[0])
    assert answer["problem"]["code"] == "not_your_turn"
    for eyes in ("editor", "everyone"):
        assert bob.http.get(f"/api/games/{game}?as={eyes}").status_code == 403
        assert bob.http.get(f"/api/games/{game}/steps?as={eyes}").status_code == 403


def test_a_link_is_good_for_what_it_was_made_for(server: RunningServer) -> None:
    ann, eve = Person(server.url), Person(server.url)
    made, other = ann.new_game(editor="friend"), ann.new_game()
    path = f"/games/{made['id']}"
    nixon, editor = invitation(made, "nixon"), invitation(made, "editor")
    watch = made["links"]["watch"].partition("#")[2]
    wrong = [editor, watch, "", "x", invitation(other, "nixon"), nixon[:-1], nixon.swapcase()]
    for code in wrong:
        answer = eve.http.post(f"/api{path}/join", json={"side": "nixon", "code": code})
        assert (answer.status_code, code_of(answer)) == (403, "bad_link"), code
    for code in (nixon, editor, "x", other["links"]["watch"].partition("#")[2]):
        answer = eve.http.get(f"/api{path}?code={code}")
        assert (answer.status_code, code_of(answer)) == (403, "bad_link")
    assert eve.post(f"{path}/join", {"side": "nixon", "code": nixon})
    answer = eve.http.post(f"/api{path}/join", json={"side": "editor", "code": editor})
    assert code_of(answer) == "seat_taken"
    late = Person(server.url).http.post(f"/api{path}/join", json={"side": "nixon", "code": nixon})
    assert code_of(late) == "seat_taken"


def test_hints_and_jobs_are_their_persons_own(server: RunningServer) -> None:
    ann, bob, game = friends(server.url, hints=True)
    job = ann.post(f"/games/{game}/hint")
    assert ann.get(f"/jobs/{job['id']}")["id"] == job["id"]
    assert code_of(bob.http.get(f"/api/jobs/{job['id']}")) == "not_found"
    assert code_of(bob.http.post(f"/api/games/{game}/hint")) == "not_your_turn"


def test_an_unfinished_game_is_not_given_out(server: RunningServer) -> None:
    ann, _bob, game = friends(server.url)
    assert code_of(ann.http.get(f"/api/games/{game}/record")) == "game_goes_on"
    assert code_of(ann.http.post(f"/api/games/{game}/curve")) == "game_goes_on"
    start = {"start": {"game": game}}
    assert code_of(ann.http.post("/api/games", json=start)) == "game_goes_on"


# Limits


def test_a_body_has_a_limit(small: RunningServer) -> None:
    ann = Person(small.url)
    answer = ann.http.post("/api/records", json={"record": "x" * 3_000})
    assert (answer.status_code, code_of(answer)) == (413, "too_large")

    def chunks() -> Iterator[bytes]:
        for _ in range(30):
            yield b"x" * 100

    answer = ann.http.post("/api/records", content=chunks())  # without saying how long it is
    assert (answer.status_code, code_of(answer)) == (413, "too_large")


def test_a_message_has_a_limit(small: RunningServer) -> None:
    ann = Person(small.url)
    ann.say(type="ping")
    ann.hear_of("pong")
    ann.say(type="chat", game="abcdef", key="abcdef", text="x" * 2_000)
    with pytest.raises(ConnectionClosed) as caught:
        ann.hear_of("never")
    assert caught.value.rcvd is not None
    assert caught.value.rcvd.code == 1009


def test_open_games_have_a_limit(small: RunningServer) -> None:
    ann = Person(small.url)
    games = [ann.new_game(nixon="random")["id"] for _ in range(2)]
    for path, body in (("/games", {}), ("/records", {"record": "x"})):
        answer = ann.http.post(f"/api{path}", json=body)
        assert (answer.status_code, code_of(answer)) == (429, "too_many_games")
    ann.post(f"/games/{games[0]}/resign", {"key": "resign-1"})
    ann.new_game(nixon="random")


def test_games_of_an_hour_have_a_limit(small: RunningServer) -> None:
    ann = Person(small.url)
    for number in range(6):
        game = ann.new_game(nixon="random")["id"]
        ann.post(f"/games/{game}/resign", {"key": f"resign-{number}"})
    answer = ann.http.post("/api/games", json={})
    assert (answer.status_code, code_of(answer)) == (429, "too_many")
    assert int(answer.headers["Retry-After"]) > 60


def test_sockets_have_a_limit(small: RunningServer) -> None:
    ann = Person(small.url)
    token = [f"csrf.{ann.me['csrf']}"]
    sockets = [open_socket(small.url, ann.cookie, token) for _ in range(2)]
    for socket in sockets:
        socket.recv(30)
    assert refused_socket(small.url, ann.cookie, token) == (429, "too_many_sockets")
    for socket in sockets:
        socket.close()
    Person(small.url).say(type="ping")


def test_metrics_need_their_token(small: RunningServer) -> None:
    for headers in ({}, {"Authorization": "Bearer wrong"}, {"Authorization": "Bearer"}):
        answer = httpx.get(f"{small.url}/metrics", headers=headers)
        assert (answer.status_code, code_of(answer)) == (403, "not_allowed")
    headers = {"Authorization": "Bearer a-token-for-metrics"}
    assert httpx.get(f"{small.url}/metrics", headers=headers).status_code == 200


def test_who_asks_too_much_is_told_to_wait(tmp_path: Path) -> None:
    with running(tmp_path, requests_per_second=1, address_requests_per_second=1_000) as server:
        ann, bob = Person(server.url), Person(server.url)
        answers = [ann.http.get("/api/me/games") for _ in range(30)]
        refused = [answer for answer in answers if answer.status_code == 429]
        assert refused
        for answer in refused:
            assert code_of(answer) == "too_many"
            assert int(answer.headers["retry-after"]) >= 1
            assert answer.json()["problem"]["retry_after"] >= 1
        assert bob.get("/me/games") == []
        bob.say(type="ping")
        for _ in range(40):
            bob.say(type="ping")
        heard = bob.hear_of("refused")
        assert heard["problem"]["code"] == "too_many"
        assert heard["problem"]["retry_after"] >= 1


def test_an_address_asks_too_much(tmp_path: Path) -> None:
    with running(tmp_path, address_requests_per_second=0.01) as server:
        with httpx.Client(base_url=server.url) as client:
            answers = [client.get("/api/me") for _ in range(20)]
        assert {answer.status_code for answer in answers} == {200, 429}
        assert all("retry-after" in a.headers for a in answers if a.status_code == 429)
        assert refused_socket(server.url) == (429, "too_many")
        assert httpx.get(f"{server.url}/healthz").status_code == 200


def test_a_bucket_fills_again_with_time() -> None:
    now = 0.0
    rate = Rate(2.0, 3.0, lambda: now)
    for _ in range(3):
        rate.take("ann")
    with pytest.raises(Problem) as caught:
        rate.take("ann")
    assert caught.value.retry_after == 1
    rate.take("bob")
    now = 0.5
    rate.take("ann")
    with pytest.raises(Problem):
        rate.take("ann")


def test_a_place_is_free_again_when_it_is_left() -> None:
    places = Places(1, "too_many_sockets")
    with places.place("ann"), places.place("bob"), pytest.raises(Problem):
        places.place("ann").__enter__()
    with places.place("ann"):
        pass


# What every answer says, and what none does


def test_every_answer_has_the_headers_of_security(server: RunningServer) -> None:
    ann = Person(server.url)
    asked = [
        ann.http.get("/api/me"), ann.http.get("/healthz"), ann.http.get("/metrics"),
        ann.http.get("/"), ann.http.get("/no/such/page.js"), ann.http.get("/api/no/such"),
        ann.http.get("/api/games/abcdef"), ann.http.post("/api/games", json={"x": 1}),
        ann.http.delete("/api/me"), httpx.get(f"{server.url}/api/me/games"),
        ann.http.post("/api/games", content=b"{", headers={"Content-Type": "application/json"}),
        ann.http.get("/api/me", headers={"Host": "evil.example"}),
        ann.http.get("/api/openapi.json"),
    ]  # fmt: skip
    for answer in asked:
        for name, value in HEADERS.items():
            assert answer.headers.get(name) == value, (answer.url, name)
        assert "server" not in answer.headers
        assert answer.status_code < 500 or answer.url.path == "/"  # where no page was built
    policy = HEADERS["Content-Security-Policy"]
    script = next(part for part in policy.split("; ") if part.startswith("script-src"))
    assert script == "script-src 'self'"
    assert "frame-ancestors 'none'" in policy


@pytest.mark.parametrize("path", [
    "/../../../etc/passwd", "/..%2f..%2f..%2fetc%2fpasswd", "/assets/..%2f..%2fserver%2fapp.py",
    "/%2e%2e/server/app.py", "//etc/passwd", "/%2Fetc%2Fpasswd", "/assets/%00", "/%00.js",
    "/a%0d%0aX-Evil:1", "/" + "x" * 3_000, "/..\\..\\server\\app.py", "/%ff%fe",
])  # fmt: skip
def test_the_page_gives_out_its_own_files_only(server: RunningServer, path: str) -> None:
    connection = raw(server)
    connection.putrequest("GET", path)
    connection.endheaders()
    answer = connection.getresponse()
    body = answer.read()
    # Our start page, that there is none such, or that no page was built.
    assert answer.status in (200, 404) or body.startswith(b"The page has not been built")
    assert b"root:" not in body
    assert b"make_app" not in body
    assert answer.getheader("X-Evil") is None
    connection.close()


def test_nothing_that_goes_wrong_inside_is_told(server: RunningServer) -> None:
    ann = Person(server.url)
    for content in (b"\xff\xfe", b"{" * 5_000, b'{"editor": 1' + b"0" * 5_000 + b"}", b"[" * 9_000):
        answer = ann.http.post(
            "/api/games", content=content, headers={"Content-Type": "application/json"}
        )
        assert (answer.status_code, code_of(answer)) == (400, "bad_request")
    assert "Traceback" not in server.said()


def test_secrets_are_compared_in_constant_time() -> None:
    """By construction: each comes down to `hmac.compare_digest`, or to a search for a hash."""
    assert "hmac.compare_digest" in inspect.getsource(Keys.is_signed)
    assert "hmac.compare_digest" in inspect.getsource(operation._may_read)
    assert "==" not in inspect.getsource(security.Keys)


def raw(server: RunningServer) -> http.client.HTTPConnection:
    """A connection that sends what a well-behaved client would not."""
    host, _, port = server.url.removeprefix("http://").partition(":")
    return http.client.HTTPConnection(host, int(port), timeout=60)
