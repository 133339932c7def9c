"""Nothing hidden gets out (RULES 8.11, 9): the same view behind another history is the same, to the
byte, in everything that leaves the server for somebody.

A game and an alternative history of it are played in two houses (`twins.py`): the visible moves are
the same, the hidden ones differ, and so does when hidden decisions are made, as far as that must
not be seen. Meanwhile the viewer asks for all there is to ask for. All that comes must be equal.
"""

from __future__ import annotations

import asyncio
import itertools
import random
import re
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.server.clients import Person, friends, play_on
from tests.server.running import RunningServer, running
from tests.server.twins import GAME, Client, Folders, Twin
from tests.thorough import THOROUGH
from watergate import Game, Side, alternative_history
from watergate.players.seating import UNSEEN
from watergate.server.model import SeatKind
from watergate.server.tables import table as table_module

ANN, BOB, SUE, CAT = (letter * 20 for letter in "abce")
NEAR_THE_END = 14
"""So many plies before its end a game is left: then everything becomes open."""
MOST_TAKE_BACKS = 4
TO_CHOOSE = 15
"""Of so many pairs of histories that is played in which most is answered for one person alone."""
SHORT, LONG = 120, 400
"""So many plies of each game are played: some rounds, or all."""

TAP = {"reactions": "tap"}
HOLD = {"reactions": "hold", "hold_seconds": 4}
CLOCK = {"kind": "total", "seconds": 100_000, "increment": 5}


@dataclass(frozen=True)
class Terms:
    """Who plays, on what terms, and who looks on."""

    viewer: str
    editor: str = "ann"
    nixon: str = "bob"
    options: dict[str, Any] = field(default_factory=dict)
    declines: str | None = None
    """A side that has all windows declined by a standing instruction."""

    @property
    def has_computer(self) -> bool:
        return not {"ann", "bob"} >= {self.editor, self.nixon}

    def person(self, side: Side) -> str | None:
        return {"ann": ANN, "bob": BOB}.get(self.editor if side is Side.EDITOR else self.nixon)


PEOPLE = [
    Terms(viewer, options={**options, **more}, declines=declines)
    for viewer in ("editor", "nixon", "spectator")
    for options, more, declines in (
        (TAP, {}, None),
        (TAP, {"clock": CLOCK, "take_backs": False}, "nixon"),
        (TAP, {"hints": True}, "editor"),
        (HOLD, {}, None),
        (HOLD, {"clock": {"kind": "move", "seconds": 3600}, "chat": False}, None),
    )
]
COMPUTERS = [
    Terms(viewer, **seats, options=options)
    for seats, viewers in (
        ({"editor": "ann", "nixon": "level:1"}, ("editor", "spectator")),
        ({"editor": "priorities", "nixon": "bob"}, ("nixon", "spectator")),
    )
    for viewer in viewers
    for options in ({}, {"hints": False, "clock": CLOCK})
]


def random_game(seed: int, declines: str | None = None) -> Game:
    """A game by random players, one of whom may let every chance to react pass."""
    rng = random.Random(seed)
    game = Game.start(seed=seed)
    while game.decider is not None and game.round <= 25:
        moves = game.legal_ids()
        names = {str(game.notation.moves[move]): move for move in moves}
        if str(game.decider) == declines and game.decision_kind in UNSEEN and "pass" in names:
            game.play("pass")
        else:
            game.play(rng.choice(moves))
    return game


class Play:
    """One game in one house, and what the viewer receives of it."""

    def __init__(self, twin: Twin, terms: Terms, habits: random.Random) -> None:
        self.twin, self.terms = twin, terms
        self.habits = habits
        """When hidden decisions are made: of this house alone."""
        side = None if terms.viewer == "spectator" else Side[terms.viewer.upper()]
        self.side = side
        self.viewer_person = SUE if side is None else terms.person(side) or ""
        self.viewer = Client(twin, self.viewer_person)
        self.lobby = Client(twin, self.viewer_person)
        """Another tab, which follows no game."""
        self.page = Client(twin, self.viewer_person)
        """And one that follows by events."""
        self.spectator = Client(twin, CAT)
        others = {ANN, BOB} & {terms.person(s) for s in Side} - {self.viewer_person}
        self.others = [Client(twin, person) for person in sorted(filter(None, others))]
        self.watch = twin.house.keys.watch_code(GAME)

    @property
    def recorded(self) -> list[Client]:
        return [self.viewer, self.lobby, self.page, self.spectator]

    @property
    def everyone(self) -> list[Client]:
        return [*self.recorded, *self.others]

    async def begin(self) -> None:
        terms, keys = self.terms, self.twin.house.keys
        seats = {
            str(side): "friend" if terms.person(side) else name
            for side, name in ((Side.EDITOR, terms.editor), (Side.NIXON, terms.nixon))
        }
        made = await self.spectator.ask("POST", "/games", {**seats, "options": terms.options})
        assert made.status_code == 201, made.text
        for side in Side:
            person = terms.person(side)
            if person is not None:
                client = next(c for c in self.everyone if c.person == person)
                code = keys.seat_code(GAME, str(side))
                await client.ask("POST", f"/games/{GAME}/join", {"side": str(side), "code": code})
        self.live = await self.twin.live()
        for client in (*self.others, self.viewer, self.spectator):
            await client.say(type="follow", game=GAME, code=self.watch)
        await self.page.say(type="follow", game=GAME, code=self.watch, updates="events")
        if terms.declines is not None:
            side = Side[terms.declines.upper()]
            await self.as_(side).say(
                type="standing", game=GAME, standing="decline_always", key="standing"
            )
        await self.settle()

    def as_(self, side: Side) -> Client:
        person = self.terms.person(side)
        return next(client for client in self.everyone if client.person == person)

    @property
    def ply(self) -> int:
        return self.live.table.game.ply

    @property
    def next_move(self) -> str:
        """What is done next in its history; where that ends, something that is always refused."""
        history = self.twin.history.history
        return str(history[self.ply]) if self.ply < len(history) else "nonsense"

    @property
    def window_ends(self) -> int | None:
        hold = self.live.table.hold
        return None if hold is None else self.live.table.decision_since + hold

    async def settle(self) -> None:
        for client in self.everyone:
            await client.settle()

    async def decide(self) -> None:
        """Make the next move of the history, as whoever decides."""
        table = self.live.table
        side = table.decider
        assert side is not None
        if table.seats[side].kind is SeatKind.COMPUTER:
            move = self.next_move
            pipeline = self.twin.house.live_games.pipeline
            await pipeline.act(self.live, lambda t, now: t.move(side, move, now=now))
        else:
            await self.as_(side).say(
                type="move", game=GAME, number=table.number, move=self.next_move,
                key=f"move-{table.number}",
            )  # fmt: skip

    def is_silent_answer(self) -> bool:
        """Whether waiting brings about what the history says."""
        table = self.live.table
        side = table.decider
        assert side is not None
        is_person = table.seats[side].kind is SeatKind.PERSON
        return is_person and self.next_move == table.default_answer()


async def decide_in_both(plays: list[Play], rng: random.Random, questions: Questions) -> bool:
    """One decision in both houses; a window is held open, and asked about in the middle.

    Whether there was something to choose in one house, that was answered for a person in the other.
    """
    ends = plays[0].window_ends
    assert plays[1].window_ends == ends
    if ends is None:
        now = plays[0].twin.now + rng.randrange(1, 20_000)
        for play in plays:
            play.twin.now = now
            await play.decide()
        return await _catch_up(plays)
    since = plays[0].live.table.decision_since
    decider = plays[0].live.table.decider
    is_own = decider is plays[0].side
    common = rng.random()
    when = [common if is_own else play.habits.random() for play in plays]
    for play, at in zip(plays, when, strict=True):
        play.twin.now = since + (ends - since) // 4
        if at < 0.4:
            await play.decide()
    for play in plays:
        play.twin.now = since + (ends - since) // 2
    if not is_own:
        await ask_both(plays, questions.in_a_window(plays[0]))
    for play, at in zip(plays, when, strict=True):
        play.twin.now = ends - (ends - since) // 4
        if at >= 0.4 and (at < 0.7 or not play.is_silent_answer()):
            await play.decide()
        play.twin.now = ends
        await play.twin.time_is_up(play.live)
    return await _catch_up(plays)


async def _catch_up(plays: list[Play]) -> bool:
    behind, ahead = sorted(plays, key=lambda play: play.ply)
    is_uneven = behind.ply < ahead.ply
    while behind.ply < min(ahead.ply, ahead.twin.history.ply):
        await behind.decide()
    return is_uneven


@dataclass(frozen=True)
class Question:
    """Over HTTP if it has a path, else a message; the viewer asks, or whoever made the game."""

    body: Any = None
    method: str = ""
    path: str = ""
    by_creator: bool = False


async def ask_both(plays: list[Play], questions: list[Question]) -> None:
    for question, play in itertools.product(questions, plays):
        client = play.spectator if question.by_creator else play.viewer
        if question.path:
            await client.ask(question.method, question.path, question.body)
        else:
            await client.say(**question.body)


class Questions:
    """All that can be asked without changing anything."""

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng
        self._keys = (f"question-{number}" for number in itertools.count())

    def usual(self, play: Play) -> list[Question]:
        table, rng = play.live.table, self._rng
        code = f"code={play.watch}"
        game = f"/games/{GAME}"
        first = rng.randrange(max(0, play.ply - 30), play.ply + 1)
        moves = [str(m) for m in rng.sample(list(table.game.notation.moves), 2)]
        texts = [*moves, "pass", "nonsense", play.next_move if self._is_own(play) else "pass"]
        text = rng.choice(texts)
        number = table.number
        asked = [
            Question(None, "GET", f"{game}?{code}"),
            Question(None, "GET", f"{game}/steps?{code}&first={first}&count=20"),
            Question(None, "GET", f"{game}/steps?{code}&first=100000"),
            Question(None, "GET", f"{game}/ways?{code}"),
            Question(None, "GET", f"{game}/links"),
            Question(None, "GET", f"{game}/record?{code}"),
            *(
                Question(None, "GET", f"{game}{path}?as={eyes}&{code}")
                for eyes in ("editor", "nixon", "everyone") if eyes != play.terms.viewer
                for path in ("", "/steps")
            ),
            Question(None, "GET", "/me/games"),
            Question(None, "GET", "/me/games", by_creator=True),
            Question(None, "GET", "/me/statistics"),
            Question(None, "GET", game, by_creator=True),
            Question(None, "GET", f"{game}/record", by_creator=True),
            Question({"moves": [text]}, "POST", f"{game}/previews"),
            Question({"move": text}, "POST", f"{game}/why-not"),
            Question({}, "POST", f"{game}/hint"),
            Question({}, "POST", f"{game}/curve?{code}"),
            Question({}, "POST", f"{game}/review?{code}"),
            Question(None, "GET", f"{game}/review?{code}"),
            Question({}, "POST", f"{game}/rematch"),
            Question({"start": {"game": GAME, "code": play.watch, "ply": 3}}, "POST", "/games"),
            Question({"start": {"game": GAME, "code": play.watch, "ply": 3, "anew": "nixon"}},
                     "POST", "/games"),
            Question({"number": number, "move": "nonsense", "key": self._key}, "POST",
                     f"{game}/moves"),
            Question({"number": max(0, number - 1), "move": text, "key": self._key}, "POST",
                     f"{game}/moves"),
            Question(self._message("move", number=max(0, number - 1), move=text)),
            Question(self._message("answer", offer="take_back", accept=True)),
            Question(self._message("resume")),
            Question({"type": "follow", "game": GAME, "code": play.watch,
                      "since": rng.randrange(number + 1),
                      "updates": rng.choice(["views", "events"])}),
        ]  # fmt: skip
        if not self._is_own(play):
            asked.append(Question(self._message("move", number=number, move=text)))
        if play.side is not None and not table.can_take_back(play.side):
            asked.append(Question(self._message("take_back", number=number)))
        return rng.sample(asked, 8)

    def in_a_window(self, play: Play) -> list[Question]:
        """While the other side may or may not have answered, whatever might tell."""
        number = play.live.table.number
        return [
            *self.usual(play),
            Question(self._message("move", number=number, move="pass")),
            Question(self._message("take_back", number=number)),
            Question(self._message("pause")),
            Question(self._message("resign")),
            Question({"key": self._key}, "POST", f"/games/{GAME}/pause"),
            Question({"type": "follow", "game": GAME, "code": play.watch, "since": number}),
            Question(None, "GET", "/me/games"),
        ]

    @property
    def _key(self) -> str:
        return next(self._keys)

    def _message(self, type_: str, **rest: Any) -> dict[str, Any]:
        return {"type": type_, "game": GAME, "key": self._key, **rest}

    @staticmethod
    def _is_own(play: Play) -> bool:
        return play.live.table.decider is play.side


async def take_back_in_both(plays: list[Play], rng: random.Random) -> None:
    """Somebody takes back, alone or with the opponent's consent, or is refused."""
    terms = plays[0].terms
    side = rng.choice([side for side in Side if terms.person(side)])
    accept = rng.random() < 0.5
    for play in plays:
        number = play.live.table.number
        await play.as_(side).say(type="take_back", game=GAME, number=number, key=f"back-{number}")
        if play.live.table.offer is not None and not terms.has_computer:
            await play.as_(side.opponent).say(
                type="answer", game=GAME, offer="take_back", accept=accept, key=f"answer-{number}"
            )


async def play_twins(
    folders: Folders, game: Game, other: Game, terms: Terms, rng: random.Random
) -> Counter[str]:
    """Play both, comparing after every decision; what there was to compare."""
    done: Counter[str] = Counter()
    async with folders.houses(game, other) as twins:
        plays = [Play(twin, terms, random.Random(rng.random())) for twin in twins]
        questions = Questions(rng)
        try:
            for play in plays:
                await play.begin()
            while plays[0].ply < game.ply:
                is_window = plays[0].window_ends is not None
                done["uneven"] += await decide_in_both(plays, rng, questions)
                if max(play.ply for play in plays) > game.ply:
                    break  # something was answered for somebody beyond the histories
                if rng.random() < 0.15:
                    await ask_both(plays, questions.usual(plays[0]))
                if rng.random() < 0.1 and done["take_backs"] < MOST_TAKE_BACKS:
                    await take_back_in_both(plays, rng)
                    done["take_backs"] += 1
                await compare(plays)
                assert plays[0].ply == plays[1].ply
                done["decisions"] += 1
                done["windows"] += is_window
            done["heard"] += sum(len(client.heard) for client in plays[0].recorded)
            assert not any(b'"internal"' in data for c in plays[0].everyone for data in c.heard)
        finally:
            for client in (client for play in plays for client in play.everyone):
                await client.close()
    return done


async def compare(plays: list[Play]) -> None:
    for play in plays:
        await play.settle()
    for mine, theirs in zip(plays[0].recorded, plays[1].recorded, strict=True):
        for number, (one, another) in enumerate(zip(mine.heard, theirs.heard, strict=False)):
            assert one == another, f"message {number} to {mine.person}"
        assert len(mine.heard) == len(theirs.heard)


def histories(seed: int, terms: Terms, rng: random.Random, plies: int) -> tuple[Game, Game]:
    """A game until somewhere in the middle of a round, and another that looks the same.

    In the middle, because all cards of a hand come to light by the end of its round.
    """
    whole = random_game(seed, terms.declines)
    last = min(plies, whole.ply - NEAR_THE_END)
    cut = rng.randrange(last // 2, last)
    while not isinstance(whole.at(cut).decider, Side):
        cut -= 1
    game = whole.at(cut)
    return game, alternative_history(game, terms.viewer, rng)


def uneven_plies(game: Game, other: Game, terms: Terms) -> set[int]:
    """Where a person has a choice in one history and none in the other."""
    sides = {side for side in Side if terms.person(side)}
    both = [
        {ply for ply in range(game.ply) if is_forced(history.at(ply), sides)}
        for history in (game, other)
    ]
    return both[0] ^ both[1]


def is_forced(game: Game, sides: set[Side]) -> bool:
    return game.decider in sides and len(game.legal_ids()) == 1


@pytest.fixture(autouse=True)
def _deals_as_the_histories_do(monkeypatch: pytest.MonkeyPatch) -> None:
    """Luck is that of the two histories, after a take-back too (test_reactions.py deals anew)."""
    monkeypatch.setattr(table_module, "dealt_anew", lambda game, ply, side: [str(ply)])


def run(folder: Path, terms: list[Terms], seed: int, plies: int) -> Counter[str]:
    rng = random.Random(seed)
    folders = Folders(folder)
    total: Counter[str] = Counter()
    for number, one in enumerate(terms):
        tries = TO_CHOOSE if one.has_computer and one.viewer == "spectator" else 1
        pairs = [
            histories(1000 * seed + 50 * number + try_, one, rng, plies) for try_ in range(tries)
        ]
        game, other = max(pairs, key=lambda pair: len(uneven_plies(pair[0], pair[1], one)))
        total["altered"] += other.history_ids != game.history_ids
        total += asyncio.run(play_twins(folders, game, other, one, rng))
    return total


@pytest.mark.rule("8.11", "9.1", "9.4")
@pytest.mark.parametrize("part", range(3))
def test_people_cannot_tell_one_history_from_another(tmp_path: Path, part: int) -> None:
    terms = PEOPLE[part * 5 : part * 5 + 5]
    total = run(tmp_path, terms, part + 1, SHORT)
    assert total["altered"] == len(terms)
    assert total["windows"] > 5
    assert total["heard"] > 1_000


@pytest.mark.rule("8.11", "9.1", "9.4")
def test_against_the_computer_nobody_can_tell_either(tmp_path: Path) -> None:
    total = run(tmp_path, COMPUTERS, 7, SHORT)
    assert total["altered"] == len(COMPUTERS)
    assert total["windows"] > 10
    assert total["uneven"] > 2


@pytest.mark.slow
@pytest.mark.rule("8.11", "9.1", "9.4")
@pytest.mark.parametrize("part", range(THOROUGH))
def test_many_games_cannot_be_told_apart(tmp_path: Path, part: int) -> None:
    terms = (PEOPLE + COMPUTERS)[part % 3 :: 3]
    total = run(tmp_path, terms, 100 + part, LONG)
    assert total["altered"] > len(terms) - 3


# What is said, against the truth


CARD_FIELDS = {"card", "cards", "hand", "drawn", "in_play", "chain"}
OPEN_FIELDS = {"discard", "removed", "known_in_hand", "unseen", "log", "events"}
"""These name cards that lie open, or a hand and its deck together; the story is looked at apart."""


def named_cards(value: Any, name: str = "") -> set[int]:
    """The cards that a message names anywhere but where they lie open."""
    if isinstance(value, dict):
        rest = {key: inner for key, inner in value.items() if key not in OPEN_FIELDS}
        return {card for key, inner in rest.items() for card in named_cards(inner, key)}
    if isinstance(value, list):
        return {card for inner in value for card in named_cards(inner, name)}
    return {value} if isinstance(value, int) and name in CARD_FIELDS else set()


def hidden_cards(game: Game, side: Side) -> set[int]:
    """Cards in a hand that the other side has no way to know."""
    everything = game.view("everyone")
    player = everything.editor if side is Side.EDITOR else everything.nixon
    return set(player.hand or []) - set(player.known_in_hand)


async def walk_through(folders: Folders, game: Game, terms: Terms) -> int:
    """Play a game and look at each message as it comes; how many there were."""
    count = 0
    async with folders.houses(game) as (twin,):
        play = Play(twin, terms, random.Random(1))
        try:
            await play.begin()
            while play.ply < min(SHORT, game.ply - NEAR_THE_END):
                ends = play.window_ends
                await play.decide()
                if ends is not None:
                    play.twin.now = ends
                    await play.twin.time_is_up(play.live)
                await play.settle()
                now = game.at(play.ply)
                hidden = {side: hidden_cards(now, side) for side in Side}
                for client in play.everyone:
                    sides = [side for side in Side if terms.person(side) != client.person]
                    for message in client.messages:
                        for side in sides:
                            must_not_name(message, side, hidden[side])
                            count += 1
                    client.heard.clear()
        finally:
            for client in play.everyone:
                await client.close()
    return count


def must_not_name(message: Any, side: Side, hidden: set[int]) -> None:
    """A message says nothing of a hand it may not know, nor of face-down tokens on the track."""
    view = message.get("view")
    if view is None:
        return
    player = view[str(side)]
    assert player["hand"] is None
    assert hidden <= set(player["unseen"])
    assert len(player["unseen"]) >= player["hand_count"] + player["deck_count"]
    assert not hidden & named_cards(message)
    decision = view["decision"]
    if decision is not None and decision["decider"] == str(side):
        assert decision["moves"] is None
    fields = dict(field.split("=", 1) for field in view["position"].split(" ")[1:])
    written = {int(word) for word in fields[f"{side}.hand"].split(",") if word.isdecimal()}
    assert written <= set(player["known_in_hand"])
    for event in (*view["log"], *message.get("events", ())):
        assert (event["key"], event["params"].get("side")) != ("card_drawn", str(side))
        if side is Side.NIXON:
            assert (
                event["key"] not in ("evidence_laid_out", "facedown_bagged") or not event["params"]
            )
    if side is Side.NIXON:
        assert view["facedown"]["tokens"] is None
        assert fields["facedown"] in (f"?{view['facedown']['count']}", "-")


@pytest.mark.rule("9.1", "9.4")
@pytest.mark.parametrize("options", [TAP, HOLD])
def test_no_message_names_what_its_reader_may_not_know(
    tmp_path: Path, options: dict[str, Any]
) -> None:
    folders = Folders(tmp_path)
    for seed in (3, 13):
        terms = Terms("editor", options=options)
        assert asyncio.run(walk_through(folders, random_game(seed), terms)) > 300


def test_a_seed_is_not_told_to_spectators(server: RunningServer) -> None:
    """With it they could deal the cards again."""
    ann, eve = Person(server.url), Person(server.url)
    made = ann.new_game(nixon="random", options={"seed": 1972})
    watch = made["links"]["watch"].partition("#")[2]
    assert ann.get(f"/games/{made['id']}")["options"]["seed"] == 1972
    assert eve.get(f"/games/{made['id']}", code=watch)["options"]["seed"] is None


# Logs and metrics


@pytest.mark.parametrize("log_format", ["text", "json"])
def test_logs_and_metrics_tell_nothing(tmp_path: Path, log_format: str) -> None:
    with running(tmp_path, workers=1, log_level="debug", log_format=log_format) as server:
        ann, bob, game = friends(server.url)
        cat = Person(server.url, "Cat")
        made = cat.new_game(nixon="random", options={"hints": True})
        cat.follow(made["id"])
        play_on([cat], random.Random(1), most=30)
        cat.http.post(f"/api/games/{made['id']}/hint")
        play_on([ann, bob], random.Random(1), most=60)
        ann.answer(type="chat", game=game, text="Follow the money, Bob")
        ann.move("play 99 action")
        recovery = ann.post("/me/recovery")["code"]
        httpx.post(f"{server.url}/api/recover", json={"code": recovery})
        token = ann.post("/me/tokens", {"name": "my-bot"})["token"]
        httpx.get(f"{server.url}/api/me/games", headers={"Authorization": f"Bearer {token}"})
        watch = ann.get(f"/games/{game}/links")["watch"].partition("#")[2]
        Person(server.url).get(f"/games/{game}", code=watch)
        moves = {move for move in ann.moves + bob.moves if " " in move}
        metrics = httpx.get(f"{server.url}/metrics").text
        assert server.stop() == 0
        log = server.said()
    assert "request" in log, "it is a log of everything"
    secrets = [
        *ann.http.cookies.values(), *bob.http.cookies.values(), ann.me["csrf"], bob.me["csrf"],
        ann.me["id"], bob.me["id"], game, made["id"], recovery, token, watch, "my-bot",
        "Follow the money", "Ann", "Bob", "Cat", "play 9", "react ", "draw ", *moves,
    ]  # fmt: skip
    for secret in secrets:
        assert secret not in log
        assert secret not in metrics
    labels = set(re.findall(r"watergate_\w+{(.*)}", metrics))
    names = {label.partition("=")[0] for line in labels for label in line.split(",")}
    assert names <= {"route", "status", "kind", "state", "code", "le"}
    assert not re.search(r"[0-9a-f]{16}", "".join(labels))
