"""Every screen: nobody is kept out, nothing leaves the server, little is loaded."""

from __future__ import annotations

import gzip
import re
from collections.abc import Callable, Iterator
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import ConsoleMessage, Page, Response, Route, expect

from tests.e2e.axe import complaints
from tests.e2e.conftest import Window, shoot
from tests.e2e.scenes import identity_of, in_the_middle, record, say, won
from tests.server.clients import Person
from tests.server.running import RunningServer

pytestmark = pytest.mark.slow

MOST_BYTES = 200_000
"""Of script and style together, as they travel, before the first page is there."""

MOST_SHIFT = 0.02
"""Cumulative layout shift."""

Open = Callable[[Window, Person, bool], Page]


def at(path: str, sight: str) -> Open:
    def open_it(window: Window, ann: Person, phone: bool) -> Page:
        page = window(path, phone=phone, storage_state=identity_of(ann))
        expect(page.locator(sight).first).to_be_visible()
        return page

    return open_it


def home(window: Window, ann: Person, phone: bool) -> Page:
    in_the_middle(ann)
    won(ann)
    return at("/", "ul a[href^='/game/'], ol a[href^='/game/'], a[href^='/game/']")(
        window, ann, phone
    )


def table(window: Window, ann: Person, phone: bool) -> Page:
    page = at(f"/game/{in_the_middle(ann)}", "section.hand button.card.open")(window, ann, phone)
    page.locator("section.hand button.card.open").nth(1).click()
    expect(page.locator(".uses")).to_be_visible()
    return page


def menu(window: Window, ann: Person, phone: bool) -> Page:
    page = at(f"/game/{in_the_middle(ann)}", "section.hand button.card.open")(window, ann, phone)
    page.locator(".actions .menu").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    return page


def game_over(window: Window, ann: Person, phone: bool) -> Page:
    page = at(f"/game/{won(ann)}", "main.table")(window, ann, phone)
    expect(page.get_by_role("dialog")).to_contain_text(say("page.headline_editor"))
    return page


def replay(window: Window, ann: Person, phone: bool) -> Page:
    game = ann.post("/records", {"record": record()})["id"]
    return at(f"/replay/{game}/120", ".transport")(window, ann, phone)


def waiting(window: Window, ann: Person, phone: bool) -> Page:
    return at(f"/game/{ann.new_game()['id']}", ".copy input")(window, ann, phone)


def join(window: Window, ann: Person, phone: bool) -> Page:
    link = Person(ann.url, "Bob").new_game()["links"]["invite"]["nixon"]
    return at(link, ".letter")(window, ann, phone)


def watch(window: Window, ann: Person, phone: bool) -> Page:
    bob = Person(ann.url, "Bob")
    link = bob.get(f"/games/{in_the_middle(bob)}/links")["watch"]
    return at(link, "main.table")(window, ann, phone)


def bots(window: Window, ann: Person, phone: bool) -> Page:
    page = at("/settings", "details")(window, ann, phone)
    page.get_by_text(say("page.bots"), exact=True).click()
    page.get_by_label(say("page.bot_name")).fill("my bot")
    page.get_by_role("button", name=say("page.bot_make")).click()
    page.get_by_role("button", name=say("page.bot_delete_named", name="my bot")).click()
    return page


SCREENS: dict[str, Open] = {
    "home": home,
    "table": table,
    "menu": menu,
    "game-over": game_over,
    "replay": replay,
    "waiting": waiting,
    "join": join,
    "watch": watch,
    "guide": at("/guide/editor", ".memo .said"),
    "bots": bots,
}
PAGES = {
    "learn": ("/learn", ".desks"),
    "rules": ("/learn/rules", ".chapter"),
    "cards": ("/learn/cards", "ul.cards a"),
    "card": ("/learn/cards/16", "article h1"),
    "people": ("/learn/people", "ul.people li"),
    "timeline": ("/learn/timeline", "time"),
    "settings": ("/settings", "fieldset"),
}
"""What is there for everyone: where, and what is there once it has all it shows."""


@pytest.fixture
def strict_window(window: Window) -> Iterator[Window]:
    """Windows in which the browser itself finds nothing to complain of either."""
    errors: list[str] = []

    def note(message: ConsoleMessage) -> None:
        if message.type == "error":
            errors.append(f"{message.text} ({message.location['url']})")

    def open_window(path: str, **options: object) -> Page:
        return window(path, prepare=lambda page: page.on("console", note), **options)

    yield open_window
    assert errors == []


@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
@pytest.mark.parametrize("screen", SCREENS)
def test_a_screen_keeps_nobody_out(
    strict_window: Window, server: RunningServer, screen: str, phone: bool
) -> None:
    page = SCREENS[screen](strict_window, Person(server.url), phone)
    found = kept_out(page, f"{screen}-{'phone' if phone else 'desktop'}")
    assert not found, "\n".join([f"{len(found)} complaints:", *found])


@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
def test_what_is_there_to_read_keeps_nobody_out(strict_window: Window, phone: bool) -> None:
    page = strict_window("/settings", phone=phone)
    found: list[str] = []
    for name, (path, sight) in PAGES.items():
        page.emulate_media(color_scheme="light")
        page.goto(path)
        expect(page.locator(sight).first).to_be_visible()
        found += kept_out(page, f"{name}-{'phone' if phone else 'desktop'}")
    assert not found, "\n".join([f"{len(found)} complaints:", *found])


def kept_out(page: Page, name: str) -> list[str]:
    """By axe, all of it by day and the contrasts by night; a picture of each is kept."""
    page.evaluate("document.fonts.ready")
    shoot(page, f"{name}-day")
    found = [f"{name} by day: {one}" for one in complaints(page)]
    page.emulate_media(color_scheme="dark")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    shoot(page, f"{name}-night")
    return found + [f"{name} by night: {one}" for one in complaints(page, ["color-contrast"])]


def test_the_first_load_is_small_and_all_from_here(
    strict_window: Window, server: RunningServer
) -> None:
    loaded: list[Response] = []

    def note(response: Response) -> None:
        loaded.append(response)

    page = strict_window("about:blank")  # nothing of the page is there yet
    page.on("response", note)
    page.goto("/")
    expect(page.get_by_role("button", name=say("page.start_game"))).to_be_visible()
    page.wait_for_load_state("networkidle")
    sizes = {
        urlsplit(response.url).path: len(gzip.compress(response.body()))
        for response in loaded
        if re.search("javascript|css", response.headers.get("content-type", ""))
    }
    assert sizes, "neither script nor style was loaded"
    assert sum(sizes.values()) < MOST_BYTES, sizes
    assert all(response.url.startswith(server.url) for response in loaded)


def test_the_page_can_be_installed(window: Window, server: RunningServer) -> None:
    page = window("/")
    address = page.locator("link[rel=manifest]").get_attribute("href")
    assert address is not None
    answer = page.request.get(address)
    assert "manifest" in answer.headers["content-type"]
    manifest = answer.json()
    assert manifest["name"]
    assert manifest["start_url"] == "/"
    assert manifest["display"] in ("standalone", "fullscreen", "minimal-ui")
    assert {"192x192", "512x512"} <= {icon["sizes"] for icon in manifest["icons"]}
    icons = [icon["src"] for icon in manifest["icons"]]
    icons += [link.get_attribute("href") or "" for link in page.locator("link[rel*=icon]").all()]
    for icon in icons:
        found = page.request.get(icon)
        assert found.ok, icon
        assert found.headers["content-type"].startswith("image/"), icon


def test_nothing_jumps_on_a_phone_when_the_letters_come(window: Window) -> None:
    """The layout shift that browsers measure, with fonts that take a while."""
    watch_shifts = """window.shift = 0; new PerformanceObserver((list) => {
        for (const { hadRecentInput, value } of list.getEntries())
          if (!hadRecentInput) window.shift += value;
    }).observe({ type: "layout-shift", buffered: true });"""

    def slowly(route: Route) -> None:
        route.request.frame.page.wait_for_timeout(250)
        route.continue_()

    def prepare(page: Page) -> None:
        page.add_init_script(watch_shifts)
        page.route("**/*.woff2", slowly)

    page = window("/", phone=True, prepare=prepare)
    expect(page.get_by_role("button", name=say("page.start_game"))).to_be_visible()
    page.evaluate("document.fonts.ready")
    page.wait_for_timeout(500)
    assert page.evaluate("window.shift") < MOST_SHIFT


def test_who_is_new_is_offered_the_guided_game_first(window: Window) -> None:
    page = window("/", phone=True)
    guided = page.get_by_role("link", name=say("page.guide_editor"))
    expect(guided).to_be_in_viewport(ratio=1)
    expect(page.get_by_role("img", name=say("page.picture_table"))).to_be_in_viewport()
    guided.click()
    expect(page.locator(".memo .said")).to_be_visible()
