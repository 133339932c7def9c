"""People at the page: they read what it offers, and choose one thing of it by mouse, finger or key.

They know no rules and no page from within: they see what glows, what is written on buttons, and
whether it is their turn. What they choose is drawn by lot from a seed; with a `goal` they lean
towards what ends a game soon.
"""

from __future__ import annotations

import random
import re
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Error, Page, expect

from tests.e2e.conftest import PATIENCE_MS

PROMPT = "What is to be decided"
HAND = "Your hand"
BOARD = "The evidence board"
TRACK = "The research track"
ENDING = "Extra!"
MOST_CHOICES = 1500

# What the page shows now. An offer is anything that can be chosen; `theirs` says who is waited for.
LOOK = """() => {
  const regions = {
    use: '.uses button:not([aria-disabled="true"]):not(.explain)',
    choice: 'section[aria-label="What is to be decided"] .choice',
    card: 'section[aria-label="Your hand"] button[aria-pressed="false"]',
    thing: 'section[aria-label="The evidence board"] button.glows, '
         + 'section[aria-label="The research track"] button.glows',
  };
  const tidy = (text) => (text ?? "").trim().replace(/\\s+/g, " ");
  const offers = Object.entries(regions).flatMap(([kind, selector]) =>
    [...document.querySelectorAll(selector)].map((one, n) => ({
      kind, selector, n,
      spot: one.dataset.anchor ?? "",
      name: one.getAttribute("aria-label") ?? tidy(one.textContent),
      key: tidy(one.querySelector("kbd")?.textContent) || null,
    })));
  const table = document.querySelector("main[data-ply]");
  const said = (selector) => tidy(document.querySelector(selector)?.textContent);
  const waits = said('section[aria-label="What is to be decided"] .waits');
  const prompt = said('section[aria-label="What is to be decided"]');
  const state = {
    ply: table ? Number(table.dataset.ply) : null,
    isOver: document.querySelector('dialog[open][aria-label="Extra!"]') !== null,
    handOver: said("main.over .go") || null,
    canSkip: document.querySelector(".slip button") !== null,
    isPlaying: document.querySelector(".veil") !== null,
    theirs: /^Waiting for|is thinking/.test(waits),
    prompt, offers,
  };
  const picked = [...document.querySelectorAll(".piece.picked")].map((one) => one.dataset.anchor);
  const offered = offers.map((one) => one.kind + one.spot + one.name);
  const sign = [state.ply, state.handOver, picked, offered];
  return { ...state, sign: JSON.stringify(sign) };
}"""

# Looks whenever something has changed until there is something to see, or patience ends: then null.
AWAIT = f"""async ([before, kinds, least, patience]) => {{
  const look = {LOOK};
  const changed = (most) => new Promise((next) => {{
    const watcher = new MutationObserver(() => done());
    const timer = setTimeout(() => done(), most);
    const done = () => {{ watcher.disconnect(); clearTimeout(timer); next(); }};
    watcher.observe(
      document, {{ subtree: true, childList: true, attributes: true, characterData: true }});
  }});
  const end = performance.now() + patience;
  const isWanted = (state) => {{
    if (state.canSkip && kinds.includes("playing")) return true;
    if (state.sign === before || (state.ply ?? least) < least) return false;
    if (state.isOver || state.handOver) return true;
    if (state.isPlaying || state.ply === null) return false;
    if (kinds.length === 0) return true;
    if (state.offers.length > 0) return kinds.includes("mine");
    return state.theirs && kinds.includes("theirs");
  }};
  for (;;) {{
    const state = look();
    if (isWanted(state)) return state;
    if (performance.now() > end) return null;
    await changed(end - performance.now());
  }}
}}"""


@dataclass(frozen=True)
class Offer:
    kind: str
    """`card` of the hand, `use` of the picked card, `thing` on board or track, or `choice`."""
    selector: str
    n: int
    spot: str
    """Its name on the table: `card:13`, `space:rim3`."""
    name: str
    """What it says."""
    key: str | None
    """The number beside it."""

    def __str__(self) -> str:
        return f"{self.kind} {self.spot} “{self.name}”"


@dataclass(frozen=True)
class Sight:
    """What somebody sees of the table."""

    ply: int
    is_over: bool
    hand_over: str | None
    """What the button of the hand-over screen says."""
    is_theirs: bool
    can_skip: bool
    prompt: str
    offers: tuple[Offer, ...]
    sign: str

    @property
    def is_mine(self) -> bool:
        return bool(self.offers)


class Sitter:
    """Somebody before a page, with a mouse."""

    def __init__(self, page: Page, seed: int, goal: str | None = None) -> None:
        self.page = page
        self.rng = random.Random(seed)
        self.goal = goal
        """The side that is to win soon, whoever sits here."""
        self.seed = seed
        self.chosen: deque[str] = deque(maxlen=12)
        self.count = 0

    # Seeing

    def see(self) -> Sight:
        return _sight(self.page.evaluate(LOOK))

    def await_(self, *kinds: str, before: str = "", ply: int = 0) -> Sight:
        """Wait until it is my turn (`mine`) or the other's (`theirs`), or a move is played out that
        can be skipped (`playing`); in any case until the game is over. Not before this ply."""
        found = self.page.evaluate(AWAIT, [before, kinds, ply, PATIENCE_MS])
        if found is None:
            wanted = " or ".join(kinds) or f"ply {ply}"
            raise AssertionError(f"the page did not go on to {wanted}\n{self.tell()}")
        return _sight(found)

    def await_ply(self, ply: int) -> Sight:
        """Wait until the table shows this ply or a later one."""
        return self.await_(ply=ply)

    def tell(self) -> str:
        """What there is to see, for whoever reads of a failure."""
        sight = self.page.evaluate(LOOK)
        offers = "\n".join(f"  {Offer(**offer)}" for offer in sight["offers"][:12])
        banners = self.page.locator(".banners").all_inner_texts()
        chosen = "\n".join(f"  {one}" for one in self.chosen)
        return (
            f"at {self.page.url}, ply {sight['ply']}, seed {self.seed}, {self.count} choices made\n"
            f"prompt: {sight['prompt']}\nbanners: {banners}\noffered:\n{offers}\n"
            f"chosen last:\n{chosen}"
        )

    # Choosing

    def choose(self, sight: Sight) -> None:
        """Choose one thing of what is offered."""
        offer = self.pick(sight)
        self.count += 1
        self.chosen.append(str(offer))
        try:
            self.take(offer)
        except Error as error:
            raise AssertionError(
                f"could not choose {offer}: {error.message[:1500]}\n{self.tell()}"
            ) from None

    def take(self, offer: Offer) -> None:
        self.page.locator(offer.selector).nth(offer.n).click()

    def pick(self, sight: Sight) -> Offer:
        """What is nearest to a decision first: a use of the picked card, then the rest."""
        rng, offers = self.rng, sight.offers
        uses = [offer for offer in offers if offer.kind == "use"]
        if uses:
            return uses[0] if self.goal and rng.random() < 0.6 else rng.choice(uses)
        if self.goal:
            momentum = [offer for offer in offers if offer.spot == "marker:momentum"]
            if momentum and self.goal == self.side:
                return momentum[0]
            offers = tuple(offer for offer in offers if offer not in momentum) or offers
            passing = [offer for offer in offers if offer.name.startswith(("Pass", "pass"))]
            if passing and rng.random() < 0.7:
                return passing[0]
        choices = [offer for offer in offers if offer.kind == "choice"]
        return rng.choice(choices) if choices and rng.random() < 0.5 else rng.choice(offers)

    @property
    def side(self) -> str:
        """Whose table is shown."""
        anchor = self.page.locator(f'section[aria-label="{HAND}"]').get_attribute("data-anchor")
        assert anchor is not None
        return anchor.rpartition(":")[2]

    # Playing

    def play_on(
        self, most: int = MOST_CHOICES, after: Callable[[Sight], None] | None = None
    ) -> Sight:
        """Choose whenever it is my turn, until the game is over or so often."""
        sight = self.await_("mine")
        for _ in range(most):
            if sight.is_over:
                return sight
            self.choose(sight)
            sight = self.await_("mine", before=sight.sign)
            if after is not None:
                after(sight)
        assert most < MOST_CHOICES, f"the game does not end\n{self.tell()}"
        return sight


class Toucher(Sitter):
    """With a finger."""

    def take(self, offer: Offer) -> None:
        self.page.locator(offer.selector).nth(offer.n).tap()


ARROWS = {"ArrowRight": (1, 0), "ArrowLeft": (-1, 0), "ArrowDown": (0, 1), "ArrowUp": (0, -1)}

# Where the focus is, and where the thing wanted; for those who walk by arrows.
WAY = """([selector, n]) => {
  const [wanted, here] = [document.querySelectorAll(selector)[n], document.activeElement];
  if (!wanted) return null;
  const middle = (one) => {
    const { x, y, width, height } = one.getBoundingClientRect();
    return [x + width / 2, y + height / 2];
  };
  const [x, y] = middle(wanted), [a, b] = middle(here);
  return {
    isThere: wanted === here,
    isBesides: here.dataset.node !== undefined && wanted.dataset.node !== undefined,
    node: here.dataset.node ?? "",
    way: [x - a, y - b],
  };
}"""


class Typist(Sitter):
    """With keys alone: Tab, arrows, Enter, numbers, and moves typed behind a `/`."""

    MOST_TABS = 160
    MOST_STEPS = 40

    def __init__(self, page: Page, seed: int, goal: str | None = None) -> None:
        super().__init__(page, seed, goal)
        self.ways: dict[str, int] = {"number": 0, "typed": 0, "Tab": 0, "arrows": 0}
        """How often each way to choose was gone."""

    def press(self, key: str) -> None:
        self.page.keyboard.press(key)

    def choose(self, sight: Sight) -> None:
        is_wanted = self.ways["typed"] == 0 or self.rng.random() < 0.2
        if is_wanted and not any(o.kind == "use" for o in sight.offers):
            self.type_move()
        else:
            super().choose(sight)

    def take(self, offer: Offer) -> None:
        """By its number, mostly; walking there takes many keys, so it is done a few times."""
        walks = self.ways[self._way_to(offer)]
        is_walked = walks == 0 or self.rng.random() < (0.5 if walks < 3 else 0.04)
        if offer.key is not None and not is_walked:
            self.ways["number"] += 1
            self.press(offer.key)
        else:
            self.walk_to(offer)
            self.press("Enter")

    @staticmethod
    def _way_to(offer: Offer) -> str:
        return "arrows" if offer.spot.startswith(("space:", "picture:")) else "Tab"

    def type_move(self) -> None:
        """One of the moves that the field proposes."""
        page = self.page
        self.press("/")
        field = page.get_by_label(re.compile("^Type a move"))
        expect(field).to_be_focused()
        proposed: list[str] = page.locator("#typed-moves option").evaluate_all(
            "options => options.map((one) => one.value)"
        )
        assert proposed, f"no move is proposed\n{self.tell()}"
        move = self.rng.choice(proposed)
        self.ways["typed"] += 1
        self.count += 1
        self.chosen.append(f"typed “{move}”")
        page.keyboard.type(move)
        self.press("Enter")
        expect(field).to_be_hidden()

    def tab_to(self, is_there: Callable[[], bool], what: str) -> None:
        for _ in range(self.MOST_TABS):
            if is_there():
                return
            self.press("Tab")
        raise AssertionError(f"Tab does not lead to {what}\n{self.tell()}")

    def walk_to(self, offer: Offer) -> None:
        """By Tab; on the board by arrows from where Tab leads to."""
        way = self._way_to(offer)
        if way == "arrows":
            self.tab_to(lambda: bool(self._where(offer)["isBesides"]), "the board")
            self._walk(offer)
        else:
            self.tab_to(lambda: bool(self._where(offer)["isThere"]), str(offer))
        self.ways[way] += 1

    def _where(self, offer: Offer) -> dict[str, Any]:
        found: dict[str, Any] | None = self.page.evaluate(WAY, [offer.selector, offer.n])
        assert found is not None, f"{offer} has gone\n{self.tell()}"
        return found

    def _walk(self, offer: Offer) -> None:
        """Towards it; where that leads nowhere, some other way."""
        been: dict[tuple[str, str], int] = {}
        for _ in range(self.MOST_STEPS):
            where = self._where(offer)
            if where["isThere"]:
                return
            x, y = where["way"]

            def cost(key: str, node: str = where["node"], x: float = x, y: float = y) -> float:
                dx, dy = ARROWS[key]
                return been.get((node, key), 0) * 400 - (dx * x + dy * y)

            key = min(ARROWS, key=cost)
            been[where["node"], key] = been.get((where["node"], key), 0) + 1
            self.press(key)
        raise AssertionError(f"the arrow keys do not lead to {offer}\n{self.tell()}")


def _sight(found: dict[str, Any]) -> Sight:
    return Sight(
        found["ply"] or 0, found["isOver"], found["handOver"], found["theirs"], found["canSkip"],
        found["prompt"],
        tuple(Offer(**offer) for offer in found["offers"]), found["sign"],
    )  # fmt: skip


def play_together(
    sitters: list[Sitter], most: int = MOST_CHOICES, after: Callable[[Sight], None] | None = None
) -> bool:
    """Two people, each at a page, choose in turn; whether the game is over."""
    ply = 0
    for _ in range(most):
        sights = [sitter.await_("mine", "theirs", ply=ply) for sitter in sitters]
        ply = max(sight.ply for sight in sights)
        if all(sight.is_over for sight in sights):
            return True
        if any(sight.ply < ply or sight.is_over for sight in sights):
            continue
        mine = [n for n, sight in enumerate(sights) if sight.is_mine]
        if len(mine) != 1:
            told = "\n".join(sitter.tell() for sitter in sitters)
            raise AssertionError(f"{len(mine)} are to decide\n{told}")
        sitter, sight = sitters[mine[0]], sights[mine[0]]
        sitter.choose(sight)
        sight = sitter.await_("mine", "theirs", before=sight.sign)
        ply = max(ply, sight.ply)
        if after is not None:
            after(sight)
    assert most < MOST_CHOICES, f"the game does not end\n{sitters[0].tell()}"
    return False


def make_game(page: Page, **wish: Any) -> dict[str, Any]:
    """A game of the person before a page, made over the API with the page's own cookie."""
    while not page.context.cookies():  # else both would be made a person, and one would win
        page.wait_for_timeout(20)
    csrf = page.request.get("/api/me").json()["csrf"]
    answer = page.request.post("/api/games", data=wish, headers={"X-CSRF-Token": csrf})
    assert answer.ok, answer.text()
    made: dict[str, Any] = answer.json()
    return made


def status_of(page: Page, game: str) -> dict[str, Any]:
    answer = page.request.get(f"/api/games/{game}")
    assert answer.ok, answer.text()
    status: dict[str, Any] = answer.json()["status"]
    return status
