"""Nothing hidden gets into another person's page: not into its document, its storage, or what it is
sent. Checked against the server's own database through some rounds of two friends.

What the server sends is proved to the byte in tests/server/test_secrecy.py; here it is looked at
where it arrives.
"""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from playwright.sync_api import Page, Response, WebSocket
from pydantic import TypeAdapter

from tests.e2e.conftest import Window
from tests.e2e.scenes import record, round_ply
from tests.e2e.sitting import Sight, Sitter, make_game, play_together
from tests.server.running import RunningServer
from watergate import Game, View, Viewer, alternative_history, standard_edition
from watergate.rules.digest import digest
from watergate.server import maintenance
from watergate.server.live.restoring import editions
from watergate.server.settings import Settings
from watergate.server.storage import Store
from watergate.server.storage.database import database_url

CARD_KEYS = {
    "card", "other_card", "hand", "known_in_hand", "drawn", "in_play", "chain",
    "discard", "removed",
}  # fmt: skip
"""Under these, a number in what is sent is a card; `unseen` is what everyone can count."""
CHOICES = 90
"""So many are looked at: two rounds and more, with what is shuffled and drawn between them. A game
that Nixon has won one momentum token in lasts longer."""
EVERY = 9
"""Of so many updates, one is compared with what alternative histories would send."""
HISTORIES = 3
"""So many of them at a time. Four cards of twenty are dealt as they were once in 4,845 times, in
each of three histories once in a hundred thousand million."""

# Every text and attribute of the document, once; and what stands in the log, which tells the past.
READ = """() => {
  const [rest, log] = [new Set(), new Set()];
  const past = "section[aria-label='The log'], [role=status], .slip, .over section";
  const walker = document.createTreeWalker(document, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT
    | NodeFilter.SHOW_COMMENT);
  const geometry = new Set(["d", "style", "transform", "points", "viewBox"]);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const into = (node.nodeType === 1 ? node : node.parentElement)?.closest(past) ? log : rest;
    if (node.nodeType !== 1) into.add(node.data.trim());
    else {
      for (const { name, value } of node.attributes) if (!geometry.has(name)) into.add(value);
      if (node.value) into.add(String(node.value));
    }
  }
  return {
    ply: Number(document.querySelector("main[data-ply]")?.dataset.ply ?? -1),
    rest: [...rest].filter(Boolean), log: [...log].filter(Boolean),
    storage: JSON.stringify([{ ...localStorage }, { ...sessionStorage }]),
  };
}"""


@dataclass
class Spy:
    """Notes all that one person's window is sent and shows."""

    viewer: Viewer
    frames: list[str] = field(default_factory=list)
    answers: list[Response] = field(default_factory=list)
    bodies: list[tuple[int, str, str]] = field(default_factory=list)
    """Of answers over HTTP, behind the ply that was shown before."""
    pictures: list[dict[str, Any]] = field(default_factory=list)
    page: Page | None = None

    def prepare(self, page: Page) -> None:
        self.page = page
        page.on("websocket", self._open)
        page.on("response", self._answered)

    def _answered(self, answer: Response) -> None:
        self.answers.append(answer)

    def _open(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda data: self.frames.append(str(data)))

    def look(self) -> None:
        """Note what is there now."""
        assert self.page is not None
        before = self.pictures[-1]["ply"] if self.pictures else 0
        answers, self.answers[:] = list(self.answers), []
        for answer in answers:
            if "/api/games/" in answer.url:
                self.bodies.append((before, answer.url, answer.text()))
        self.pictures.append(self.page.evaluate(READ))

    @property
    def cookies(self) -> list[tuple[Any, Any]]:
        assert self.page is not None
        return [(one.get("name"), one.get("value")) for one in self.page.context.cookies()]


@dataclass(frozen=True)
class Truth:
    """What is hidden of a game, by the acts in the server's database."""

    game: Game

    @cache  # noqa: B019
    def view(self, ply: int) -> View:
        return self.game.at(ply).view(Viewer.EVERYONE, log=False)

    @cache  # noqa: B019
    def shown(self, ply: int) -> frozenset[int]:
        """The cards that had ever lain open by then, for all to see."""
        view = self.view(ply)
        players = (view.editor, view.nixon)
        cards = (view.in_play, *((*p.discard, *p.removed, *p.known_in_hand) for p in players))
        before = self.shown(ply - 1) if ply else frozenset()
        return before.union(*cards)

    def hidden(self, ply: int, viewer: Viewer) -> frozenset[int]:
        """The cards that this viewer must not know to be where they are."""
        view = self.view(ply)
        found: set[int] = set()
        for side, player in ((Viewer.EDITOR, view.editor), (Viewer.NIXON, view.nixon)):
            if side is not viewer:
                assert player.hand is not None
                found |= {*player.hand} - {*player.known_in_hand}
        if view.drawn is not None and (view.decision is None or view.decision.decider != viewer):
            found.add(view.drawn)
        return frozenset(found)


def truth_of(database: str, game: str) -> Truth:
    async def read() -> Game:
        store = Store(database_url(database))
        try:
            found = await store.game(game)
            assert found is not None
            return (await maintenance.replayed(store, editions(Settings()), found[0])).game
        finally:
            await store.close()

    with ThreadPoolExecutor(1) as aside:  # the browser's own loop runs here
        return Truth(aside.submit(lambda: asyncio.run(read())).result())


def test_nothing_hidden_gets_into_a_page(window: Window, server: RunningServer) -> None:
    spies = {viewer: Spy(viewer) for viewer in (Viewer.EDITOR, Viewer.NIXON, Viewer.SPECTATOR)}
    editor = window("/", pace="off", prepare=spies[Viewer.EDITOR].prepare)
    start = {"record": record(), "ply": round_ply(2)}
    made = make_game(editor, editor="me", nixon="friend", start=start)
    nixon = window(made["links"]["invite"]["nixon"], pace="off",
                   prepare=spies[Viewer.NIXON].prepare)  # fmt: skip
    nixon.get_by_role("button", name="Sit down").click()
    nixon.wait_for_url("**/game/*")
    editor.goto(f"/game/{made['id']}")
    spectator = window(made["links"]["watch"], pace="off",
                       prepare=spies[Viewer.SPECTATOR].prepare)  # fmt: skip
    watcher = Sitter(spectator, seed=0)
    watcher.await_("theirs")
    sitters = [Sitter(editor, seed=3, goal="nixon"), Sitter(nixon, seed=4, goal="nixon")]
    for sitter in sitters:
        sitter.await_("mine", "theirs")
    kept = {viewer: spy.cookies for viewer, spy in spies.items()}

    def look(sight: Sight) -> None:
        for sitter in (*sitters, watcher):
            sitter.await_ply(sight.ply)
        for spy in spies.values():
            spy.look()

    look(watcher.see())
    play_together(sitters, CHOICES, after=look)

    truth = truth_of(server.database, made["id"])
    for viewer, spy in spies.items():
        check_pictures(spy, truth)
        check_frames(spy, truth)
        check_answers(spy, truth)
        assert spy.cookies == kept[viewer]
        stored = {picture["storage"] for picture in spy.pictures}
        assert len(stored) == 1, f"{viewer}: playing left something in the storage: {stored}"


# The document


@cache
def names() -> dict[int, str]:
    """The names of the cards that are nothing else's name as well."""
    edition = standard_edition()
    cards = {card.number: card.names["en"] for card in edition.cards}
    others = json.dumps([str(one) for one in edition.informants]) + "".join(
        card.texts["en"] for card in edition.cards
    )
    return {number: name for number, name in cards.items() if name not in others}


def check_pictures(spy: Spy, truth: Truth) -> None:
    last = truth.game.ply
    own_seen = 0
    for picture in spy.pictures:
        ply = picture["ply"]
        assert ply >= 0, f"{spy.viewer} saw no table"
        if ply == last:
            continue  # after the end all is open
        view = truth.view(ply)
        where = f"in the {spy.viewer}'s document at ply {ply}"
        words = {word for text in picture["rest"] for word in text.split()}
        text, log = "\n".join(picture["rest"]), "\n".join(picture["log"])
        for card in truth.hidden(ply, spy.viewer):
            name = names().get(card)
            assert f"card:{card}" not in words, f"card {card} is {where}"
            assert name is None or name not in text, f"“{name}” is {where}"
            if card not in truth.shown(ply):
                assert name is None or name not in log, f"“{name}” is {where}, in the log"
        kinds = sorted(word for word in words if word.startswith("facedown:"))
        if spy.viewer is Viewer.NIXON:
            assert view.facedown.tokens is not None
            assert kinds == sorted({f"facedown:{token}" for token in view.facedown.tokens}), where
        else:
            assert kinds == [], where
        own = {Viewer.EDITOR: view.editor, Viewer.NIXON: view.nixon}.get(spy.viewer)
        if own is not None and own.hand is not None:
            assert {f"card:{card}" for card in own.hand} <= words, f"the own hand is not {where}"
            own_seen += sum(names().get(card, "-") in text for card in own.hand)
    assert len(spy.pictures) > 50
    assert spy.viewer is Viewer.SPECTATOR or own_seen > 50, "names are not found where they are"


# What is sent


def numbers_of_cards(found: Any, is_card: bool = False) -> Iterator[int]:
    """The cards that a message speaks of, but for the log of what is past."""
    if isinstance(found, dict):
        for key, value in found.items():
            if key not in ("unseen", "log"):
                yield from numbers_of_cards(value, key in CARD_KEYS)
    elif isinstance(found, list):
        for value in found:
            yield from numbers_of_cards(value, is_card)
    elif is_card and isinstance(found, int):
        yield found


_VIEWS: TypeAdapter[View] = TypeAdapter(View)


def check_frames(spy: Spy, truth: Truth) -> None:
    rng, viewer = random.Random(5), spy.viewer
    updates = compared = altered = 0
    for frame in spy.frames:
        message = json.loads(frame)
        if message.get("type") == "happened":
            if message["status"].get("state") != "over":
                check_happened(message, viewer, truth)
                if updates % EVERY == 0:
                    other = alternative_history(truth.game.at(message["ply"]), viewer, rng)
                    assert digest(other.view(viewer, log=False)) == message["digest"]
                    altered += other.history_ids != truth.game.at(message["ply"]).history_ids
                    compared += 1
                updates += 1
            continue
        if "view" not in message:
            assert not list(numbers_of_cards(message)), f"{viewer} was sent {frame}"
            continue
        assert message.get("you", viewer) == viewer
        if message["status"]["state"] == "over":
            continue
        view = message["view"]
        ply = view["ply"]
        check_view(view, viewer, ply)
        check_entries([*view["log"], *message.get("events", [])], viewer, truth)
        told = set(numbers_of_cards({**message, "events": []}))
        known = told & truth.hidden(ply, viewer)
        assert not known, f"the {viewer} was sent cards {known} at ply {ply}: {frame}"
        if updates % EVERY == 0:
            for _ in range(HISTORIES):
                other = alternative_history(truth.game.at(ply), viewer, rng)
                expected = _VIEWS.dump_python(other.view(viewer, log=False), mode="json")
                if (view["decision"] or {}).get("moves") is None and expected["decision"]:
                    expected["decision"].pop("moves", None)  # what is forced was made at once
                assert _without_log(view) == _without_log(expected), f"{viewer}, ply {ply}"
                altered += Truth(other).hidden(ply, viewer) != truth.hidden(ply, viewer)
            compared += 1
        updates += 1
    assert updates > 30
    assert compared > 3
    # Some rounds cannot have been otherwise; but the first update is that of a hand just dealt.
    assert altered > 0, "all other histories hide the same"


def check_happened(message: dict[str, Any], viewer: Viewer, truth: Truth) -> None:
    """An act told by its events: nothing in it that the viewer cannot know."""
    check_entries(message["events"], viewer, truth)
    told = set(numbers_of_cards({**message, "events": []}))
    known = told & truth.hidden(message["ply"], viewer)
    assert not known, f"the {viewer} was sent cards {known}: {message}"


def _without_log(view: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = _tidy({**view, "log": []})
    return found


def _tidy(found: Any) -> Any:
    """What is not there and what is null is the same."""
    if isinstance(found, dict):
        return {key: _tidy(value) for key, value in found.items() if value is not None}
    return [_tidy(value) for value in found] if isinstance(found, list) else found


def check_view(view: dict[str, Any], viewer: Viewer, ply: int) -> None:
    for side in ("editor", "nixon"):
        assert (view[side]["hand"] is not None) == (side == viewer), f"{side}'s hand, ply {ply}"
    knows_tokens = viewer is Viewer.NIXON
    assert (view["facedown"]["tokens"] is not None) == knows_tokens, f"tokens, ply {ply}"
    decision = view["decision"]
    if decision is not None and decision["decider"] != viewer:
        assert decision["moves"] is None, f"{viewer} was sent the other's moves, ply {ply}"


def check_entries(entries: list[dict[str, Any]], viewer: Viewer, truth: Truth) -> None:
    """The log speaks of no card that was drawn, and of no token laid out face down."""
    for entry in entries:
        key, params = entry["key"], entry["params"]
        if key == "card_drawn":
            assert params["side"] == viewer, f"{viewer} was told {entry}"
        if key in ("evidence_laid_out", "facedown_bagged"):
            assert viewer is Viewer.NIXON, f"{viewer} was told {entry}"
        cards = {params.get("card"), params.get("other_card")} - {None}
        ply = entry["ply"]
        secret = cards & truth.hidden(ply, viewer) - truth.shown(ply)
        assert not secret, f"{viewer} was told {entry}"


def check_answers(spy: Spy, truth: Truth) -> None:
    """Over HTTP: previews, reasons, ways to win."""
    for (ply, url, body), picture in zip_next(spy):
        later = picture["ply"]
        if later == truth.game.ply or body == "":
            continue
        hidden = truth.hidden(ply, spy.viewer) & truth.hidden(later, spy.viewer)
        secret = (hidden - truth.shown(later)) & set(numbers_of_cards(json.loads(body)))
        assert not secret, f"{spy.viewer} was answered by {url} at ply {ply}: {body[:500]}"
    assert spy.bodies


def zip_next(spy: Spy) -> Iterator[tuple[tuple[int, str, str], dict[str, Any]]]:
    """Each answer, with the picture that was made after it."""
    for body in spy.bodies:
        after = next((p for p in spy.pictures if p["ply"] > body[0]), spy.pictures[-1])
        yield body, after
