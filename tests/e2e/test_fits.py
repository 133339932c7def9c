"""Everything fits and stays where it is: at every size of window, for every kind of question."""

from __future__ import annotations

import functools
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import Window, shoot
from tests.e2e.scenes import identity_of, in_the_middle, say
from tests.server.clients import Person
from tests.server.running import RunningServer
from watergate import Game, Side
from watergate.players import player
from watergate.rules import write_record

pytestmark = pytest.mark.slow

SIZES = [
    (1366, 650), (1280, 720), (1440, 789), (1440, 900), (1180, 820), (1024, 768), (768, 1024),
    (820, 1180), (390, 844), (360, 640), (844, 390), (720, 450), (640, 360), (1920, 1080),
    (2560, 1440),
]  # fmt: skip
"""720×450 and 640×360 are 1440×900 and 1280×720 at a zoom of 200 %."""
TIGHT = [(1366, 650), (1280, 720), (1024, 768), (360, 640), (640, 360)]
"""Where long words have the least room."""
SEEDS = range(10, 34)
"""Of games that between them ask everything there is to ask."""
MOST_SHIFT = 1.0
"""Pixels, for rounding."""

# What is wrong with the window now, and where that is which must not move.
MEASURE = """() => {
  const [w, h] = [innerWidth, innerHeight];
  const wrong = [];
  const name = (one) => `${one.tagName.toLowerCase()}.${[...one.classList].filter((c) =>
    !c.startsWith("svelte")).join(".")} “${(one.getAttribute("aria-label") ??
    one.textContent).trim().replace(/\\s+/g, " ").slice(0, 40)}”`;
  const root = document.scrollingElement;
  if (root.scrollWidth > w) wrong.push(`the page is ${root.scrollWidth} wide`);
  if (root.scrollHeight > h) wrong.push(`the page is ${root.scrollHeight} high`);
  const box = (one) => one.getBoundingClientRect();
  const isIn = ({ left, top, right, bottom }) =>
    left >= -1 && top >= -1 && right <= w + 1 && bottom <= h + 1;
  const must = {
    momentum: ".slots, .dots", initiative: ".initiative", clock: "time",
    prompt: "section.prompt", hand: "section.hand", board: "section.frame", track: "section.track",
  };
  for (const [what, selector] of Object.entries(must)) {
    const found = [...document.querySelectorAll(selector)].filter((one) => box(one).width > 0);
    const least = ["momentum", "clock"].includes(what) ? 2 : 1;
    if (what === "initiative" && document.querySelector("[data-anchor~='marker:initiative']"))
      continue;
    if (found.length < least) wrong.push(`${what} is not there`);
    for (const one of found) if (!isIn(box(one))) wrong.push(`${what} is out of the window`);
  }
  // Whatever is there to be used or read is in the window and under nothing else; the hand scrolls
  // sideways, the log and a long prompt by themselves.
  const things = document.querySelectorAll(`main button, main a, main time, main .distance,
    main .count, main .facts > *, main .what, main .sitter .name, main .piece svg`);
  for (const one of things) {
    const { width, height, left, top } = box(one);
    if (width < 2 || height < 2 || one.closest(".log, .unseen, .tray, .skip")) continue;
    if (one.closest("section.hand, .slot"))
      one.scrollIntoView({ block: "nearest", inline: "center" });
    const now = box(one);
    if (!isIn(now)) { wrong.push(`${name(one)} is out of the window`); continue; }
    const hit = document.elementFromPoint(now.left + now.width / 2, now.top + now.height / 2);
    // A long question may lie over a part of the board, but over nothing that can be chosen now.
    if (hit?.closest(".slot") && one.closest(".frame") && !one.matches(".glows")) continue;
    if (!hit || !(one.contains(hit) || hit.contains(one))) wrong.push(
      `${name(one)} lies under ${hit ? name(hit) : "nothing"}`);
  }
  const whole = "main .panel, main .body, main .strip, main .face, main .actions button";
  for (const one of document.querySelectorAll(whole))
    if (one.scrollHeight > one.clientHeight + 2 || one.scrollWidth > one.clientWidth + 2)
      wrong.push(`${name(one)} is cut off: ${one.scrollHeight} of ${one.clientHeight}`);
  const pieces = [...document.querySelectorAll(".track .piece svg")];
  pieces.forEach((one, n) => pieces.slice(n + 1).forEach((other) => {
    const [a, b] = [box(one), box(other)];
    const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
    const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
    if (across > 2 && down > 2) wrong.push("two pieces of the track lie on each other");
  }));
  for (const one of document.querySelectorAll(".track .place"))
    for (const piece of one.querySelectorAll("svg")) {
      const [a, b] = [box(one), box(piece)];
      if (piece.closest(".piece") && (b.top < a.top - 2 || b.bottom > a.bottom + 2))
        wrong.push("a piece of the track lies outside its place");
    }
  const still = ["section.frame", "section.track", "section.hand", ".actions .menu"];
  const places = Object.fromEntries(still.map((selector) => {
    const { x, y, width, height } = box(document.querySelector(selector));
    return [selector, [x, y, width, height]];
  }));
  return { wrong: [...new Set(wrong)], places };
}"""


LOOKS_AWAY = (
    "Object.defineProperty(document, 'visibilityState', {configurable: true, get: () => 'hidden'})"
)
"""What would pass by itself waits for somebody who looks elsewhere."""
DRAWN = "() => new Promise((next) => requestAnimationFrame(() => setTimeout(next)))"


@functools.cache
def questions() -> dict[tuple[Side, str], tuple[str, int]]:
    """Where each side is asked each thing that can be asked: a record, and the ply in it."""
    found: dict[tuple[Side, str], tuple[int, int]] = {}
    records: dict[int, str] = {}
    for seed in SEEDS:
        game = Game.start(seed=seed)
        players = {side: player("priorities", seed=seed + side.value) for side in Side}
        while isinstance(side := game.decider, Side):
            view = game.view(side)
            assert view.decision is not None
            found.setdefault((side, view.decision.prompt.key), (seed, game.ply))
            game.play(players[side].choose(view))
        records[seed] = write_record(game)
    return {asked: (records[seed], ply) for asked, (seed, ply) in found.items()}


def game_asking(ann: Person, bob: Person, side: Side, key: str) -> str:
    """A game with clocks between these two in which she, on this side, is asked this."""
    record, ply = questions()[side, key]
    me, other = ("editor", "nixon") if side is Side.EDITOR else ("nixon", "editor")
    made = ann.new_game(
        **{me: "me", other: "friend"}, start={"record": record, "ply": ply},
        options={"clock": {"kind": "total", "seconds": 900, "increment": 10}},
    )  # fmt: skip
    bob.accept(made, other)
    return str(made["id"])


def asked(window: Window, server: RunningServer, side: Side, key: str, **options: Any) -> Page:
    """A window of the side that is asked this, in a game with clocks against a friend."""
    ann = Person(server.url)
    game = game_asking(ann, Person(server.url, "Bernstein"), side, key)
    page = window(
        f"/game/{game}", pace="off", storage_state=identity_of(ann), lets_pass=True,
        prepare=lambda page: page.add_init_script(LOOKS_AWAY), **options,
    )  # fmt: skip
    expect(page.locator("section.prompt.mine")).to_be_visible()
    return page


@pytest.mark.parametrize("side", Side)
@pytest.mark.parametrize(("language", "sizes"), [("en", SIZES), ("hu", TIGHT)], ids=["en", "hu"])
def test_everything_fits_and_stays_where_it_is(
    window: Window, server: RunningServer, language: str, sizes: list[tuple[int, int]], side: Side
) -> None:
    keys = [key for asked_side, key in questions() if asked_side is side]
    assert len(keys) > 10
    complaints: list[str] = []
    places: dict[tuple[int, int], dict[str, list[float]]] = {}
    ann, bob = Person(server.url), Person(server.url, "Bernstein")
    page = window(
        "/settings", pace="off", storage_state=identity_of(ann), lets_pass=True, locale=language,
        prepare=lambda page: page.add_init_script(LOOKS_AWAY),
    )  # fmt: skip
    for key in keys:
        page.goto(f"/game/{game_asking(ann, bob, side, key)}")
        expect(page.locator("section.prompt.mine")).to_be_visible()
        page.evaluate("document.fonts.ready")
        for size in sizes:
            page.set_viewport_size({"width": size[0], "height": size[1]})
            page.evaluate(DRAWN)
            found = page.evaluate(MEASURE)
            where = f"{side.name} {key} at {size[0]}×{size[1]}"
            if found["wrong"]:
                shoot(page, f"fits-{language}-{key}-{side.name}-{size[0]}x{size[1]}")
            complaints += [f"{where}: {one}" for one in found["wrong"]]
            before = places.setdefault(size, found["places"])
            complaints += [
                f"{where}: {one} has moved from {before[one]} to {now}"
                for one, now in found["places"].items()
                if any(abs(a - b) > MOST_SHIFT for a, b in zip(before[one], now, strict=True))
            ]
    assert not complaints, "\n".join([f"{len(complaints)} complaints:", *complaints[:60]])


ROWS = """() => [...document.querySelectorAll(".strip .row")].map((one) =>
  one.getBoundingClientRect().height / parseFloat(getComputedStyle(one).fontSize))"""


@pytest.mark.parametrize("width", [360, 390])
def test_no_strip_grows_for_a_name_or_the_initiative(
    window: Window, server: RunningServer, width: int
) -> None:
    ann = Person(server.url)
    game = in_the_middle(ann, Side.NIXON)  # and the Editor has the initiative
    page = window(
        f"/game/{game}", phone=True, storage_state=identity_of(ann), locale="hu",
        viewport={"width": width, "height": 780},
    )  # fmt: skip
    expect(page.locator(".strip.editor .initiative")).to_be_visible()
    assert max(page.evaluate(ROWS)) < 2


def test_the_opponent_is_named_beside_a_clock(window: Window, server: RunningServer) -> None:
    page = asked(
        window, server, Side.EDITOR, "prompt.play", viewport={"width": 1024, "height": 768}
    )
    expect(page.locator(".strip.nixon time")).to_be_visible()
    expect(page.locator(".strip.nixon").get_by_text("Bernstein")).to_be_in_viewport(ratio=0.8)


def test_the_sheet_of_a_picked_card_lies_over_a_long_question(
    window: Window, server: RunningServer
) -> None:
    page = asked(window, server, Side.EDITOR, "prompt.play", viewport={"width": 720, "height": 450})
    page.locator("section.hand button.card.open").first.click()
    page.locator(".tray").get_by_role("button", name=say("page.let_go")).click()
    expect(page.locator(".tray")).to_have_count(0)


def test_the_next_ability_is_told_beside_the_board_of_a_small_laptop(
    window: Window, server: RunningServer
) -> None:
    page = asked(
        window, server, Side.EDITOR, "prompt.play", viewport={"width": 1366, "height": 650}
    )
    expect(page.locator(".panel.editor .line").first).to_contain_text("Watergate trial")
    expect(page.locator(".panel.editor .line:visible")).to_have_count(1)


@pytest.mark.parametrize("size", [(1366, 650), (390, 844), (844, 390)])
def test_the_piles_of_both_sides_can_be_looked_through(
    window: Window, server: RunningServer, size: tuple[int, int]
) -> None:
    page = asked(
        window, server, Side.EDITOR, "prompt.play",
        viewport={"width": size[0], "height": size[1]},
    )  # fmt: skip
    for side in ("nixon", "editor"):
        strip = page.locator(f".strip.{side}")
        if strip.count():
            strip.click()
        panel = page.locator(f".panel.{side}").last
        for pile in ("discard", "removed", "deck"):
            panel.get_by_role("button", name=say(f"page.{pile}", number=0).split()[0]).click()
            dialog = page.get_by_role("dialog")
            expect(dialog).to_contain_text(say(f"page.pile_{pile}"))
            if strip.count():
                page.keyboard.press("Escape")
                strip.click()
            else:
                page.keyboard.press("Escape")
        page.keyboard.press("Escape")


def test_pieces_grow_with_the_window(window: Window, server: RunningServer) -> None:
    page = asked(window, server, Side.NIXON, "prompt.play")
    piece = page.locator(".track .piece").first
    least = 0.0
    for width, height in ((1366, 768), (1920, 1080), (2560, 1440)):
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_function(
            "([piece, least]) => piece.getBoundingClientRect().width > least",
            arg=[piece.element_handle(), least],
        )
        size = piece.bounding_box()
        assert size is not None
        least = 1.15 * size["width"]
