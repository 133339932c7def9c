"""What people choose about the page: language, light, motion, size of text; kept, and in force."""

from __future__ import annotations

import re

import httpx
import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import Window
from tests.e2e.scenes import identity_of, in_the_middle, record, say
from tests.server.clients import Person
from tests.server.running import RunningServer

pytestmark = pytest.mark.slow

SETTINGS = "watergate.settings"


def option(page: Page, group: str, name: str) -> None:
    page.get_by_role("group", name=group, exact=True).get_by_label(name, exact=True).check()


def cards_in_hand(page: Page) -> list[str]:
    cards = page.locator("section.hand button.card")
    expect(cards.first).to_be_visible()
    return cards.all_inner_texts()


# Language


def test_the_language_is_switched_in_the_middle_of_a_game(
    window: Window, server: RunningServer
) -> None:
    ann = Person(server.url)
    page = window(f"/game/{in_the_middle(ann)}", storage_state=identity_of(ann))
    page.locator(".prompt").get_by_text(say("page.your_decision")).wait_for()
    english = {
        "hand": cards_in_hand(page),
        "log": page.locator(".log li").all_inner_texts(),
        "prompt": page.locator(".prompt").inner_text(),
        "board": page.locator("[data-node]").first.get_attribute("aria-label"),
    }
    page.locator("section.hand button.card").first.click()  # picked, and still so afterwards
    page.locator(".actions .menu").click()
    page.get_by_role("combobox", name=say("page.language")).select_option("hu")
    expect(page.locator("html")).to_have_attribute("lang", "hu")
    page.keyboard.press("Escape")
    expect(page.locator(".prompt .who")).to_have_text(say("page.your_decision", "hu"))
    expect(page.locator(".log h2")).to_have_text(say("page.log", "hu"))

    def is_other(now: str, before: str) -> bool:
        return now != before and bool(now.strip())

    hand = cards_in_hand(page)
    assert len(hand) == len(english["hand"] or [])
    assert all(is_other(now, was) for now, was in zip(hand, english["hand"] or [], strict=True))
    log = page.locator(".log li").all_inner_texts()
    same = [now for now, was in zip(log, english["log"] or [], strict=True) if now == was]
    assert not same, "these lines of the log were not translated"
    assert page.locator("[data-node]").first.get_attribute("aria-label") != english["board"]
    expect(page.locator("section.hand button.card").first).to_have_attribute("aria-pressed", "true")

    page.reload()  # and stays so
    expect(page.locator(".prompt .who")).to_have_text(say("page.your_decision", "hu"))
    assert cards_in_hand(page) == hand


def test_a_browser_that_speaks_hungarian_is_spoken_to_so(window: Window) -> None:
    page = window("/", locale="hu-HU")
    expect(page.locator("html")).to_have_attribute("lang", "hu")
    expect(page.get_by_role("heading", name=say("page.play_now", "hu"))).to_be_visible()
    page.get_by_role("link", name=say("page.learn", "hu")).first.click()
    expect(page.get_by_role("heading", name=say("page_learn.guides", "hu"))).to_be_visible()


# Light


def test_the_light_follows_the_system_until_it_is_chosen(window: Window) -> None:
    page = window("/settings")
    root = page.locator("html")
    ground = "getComputedStyle(document.body).backgroundColor"
    expect(root).to_have_attribute("data-theme", "light")
    day = page.evaluate(ground)
    page.emulate_media(color_scheme="dark")
    expect(root).to_have_attribute("data-theme", "dark")
    night = page.evaluate(ground)
    assert night != day
    option(page, say("page.theme"), say("page.theme_light"))
    expect(root).to_have_attribute("data-theme", "light")
    assert page.evaluate(ground) == day
    page.emulate_media(color_scheme="light")
    option(page, say("page.theme"), say("page.theme_dark"))
    assert page.evaluate(ground) == night


# Motion


def test_reduced_motion_is_honoured(window: Window, server: RunningServer) -> None:
    """Whether the system asks for it or the person: nothing on the table is in motion."""
    moving = """document.getAnimations().filter((one) => {
        const { duration, iterations } = one.effect.getComputedTiming();
        return one.playState === "running" && (duration > 50 || iterations === Infinity);
    }).map(({ animationName, transitionProperty, effect }) =>
        `${animationName ?? transitionProperty} of ${effect.target.className}`)"""
    ann = Person(server.url)
    path = f"/game/{in_the_middle(ann)}"
    for by_system in (True, False):
        page = window(
            path if by_system else "/settings", storage_state=identity_of(ann),
            reduced_motion="reduce" if by_system else "no-preference",
        )  # fmt: skip
        if not by_system:
            option(page, say("page.motion"), say("page.motion_less"))
            expect(page.locator("html")).to_have_attribute("data-motion", "less")
            page.goto(path)
        page.locator("section.hand button.card").first.click()
        expect(page.locator(".uses")).to_be_visible()
        assert page.evaluate(moving) == []


# Size of text


SHOWN = {
    "home": ("/", "section"),
    "table": ("/game/{game}", "section.hand button.card"),
    "replay": ("/replay/{replay}/90", ".now"),
    "learn": ("/learn", "main h1"),
    "rules": ("/learn/rules", ".chapter"),
    "cards": ("/learn/cards", ".cards li"),
    "people": ("/learn/people", ".people li"),
    "guide": ("/guide/editor", ".memo .said"),
    "settings": ("/settings", "fieldset"),
}
"""Where a page is, and what is there once it has all it shows."""


CRAMPED = """() => {
  const found = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    const { width } = text.parentElement.getBoundingClientRect();
    if (width <= 1 || text.parentElement.closest("svg")) continue; // for screen readers; drawn
    for (const { 0: word, index } of text.data.matchAll(/\\p{L}{4,}/gu)) {
      const range = document.createRange();
      range.setStart(text, index);
      range.setEnd(text, index + word.length);
      const lines = new Set([...range.getClientRects()].map((one) => Math.round(one.top)));
      const most = Math.max(2, word.length / 3);
      if (lines.size > most) found.push(`${word} on ${lines.size} lines`);
    }
  }
  for (const one of document.querySelectorAll(".button")) {
    if (one.scrollWidth > one.clientWidth) found.push(`${one.textContent.trim()} sticks out`);
  }
  return found;
}"""
"""Words broken to letters, and buttons too small for theirs."""


SIDEWAYS = """() => {
  const wide = document.documentElement.clientWidth;
  const clips = (one) => {
    for (let up = one.parentElement; up && up !== document.body; up = up.parentElement) {
      if (getComputedStyle(up).overflowX !== "visible") return true;
    }
    return getComputedStyle(one).position === "fixed";
  };
  const over = [...document.querySelectorAll("body *")]
    .filter((one) => one.getBoundingClientRect().right > wide + 1 && !clips(one))
    .map((one) => `${one.tagName.toLowerCase()}.${one.getAttribute("class")} sticks out`);
  const more = document.scrollingElement.scrollWidth - wide;
  return more <= 1 ? [] : [`scrolls by ${more}`, ...over.slice(0, 8)];
}"""


@pytest.mark.parametrize("language", ["en", "hu"])
def test_text_of_double_size_needs_no_scrolling_sideways(
    window: Window, server: RunningServer, language: str
) -> None:
    ann = Person(server.url)
    state = identity_of(ann)
    state["origins"] = [
        {"origin": server.url, "localStorage": [{"name": SETTINGS, "value": '{"textSize": 200}'}]}
    ]
    page = window("/settings", phone=True, storage_state=state, locale=language)
    things = {
        "game": in_the_middle(ann),
        "replay": ann.post("/records", {"record": record()})["id"],
    }
    complaints: list[str] = []
    for where, (path, shown) in SHOWN.items():
        page.goto(path.format(**things))
        expect(page.locator(shown).first).to_be_visible()
        expect(page.locator("html")).to_have_attribute("style", re.compile("200%"))
        page.wait_for_load_state("networkidle")
        found = [*page.evaluate(SIDEWAYS), *page.evaluate(CRAMPED)]
        complaints += [f"{where}: {one}" for one in found]
    assert complaints == []


# Keeping


def test_settings_are_kept_after_a_reload(window: Window) -> None:
    page = window("/settings")
    option(page, say("page.theme"), say("page.theme_dark"))
    option(page, say("page.text_size"), "150 %")
    option(page, say("page_explain.pace"), say("page_explain.pace_fast"))
    page.get_by_label(say("page.confirm_moves")).check()
    page.get_by_label(say("page.standing_setting")).select_option("decline_always")
    option(page, say("page.language"), "Magyar")
    expect(page.get_by_role("heading", level=1)).to_have_text(say("page.settings", "hu"))
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_have_text(say("page.settings", "hu"))
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    expect(page.locator("html")).to_have_attribute("style", re.compile("150%"))
    group = page.get_by_role("group", name=say("page_explain.pace", "hu"), exact=True)
    expect(group.get_by_label(say("page_explain.pace_fast", "hu"), exact=True)).to_be_checked()
    expect(page.get_by_label(say("page.confirm_moves", "hu"))).to_be_checked()
    standing = page.get_by_label(say("page.standing_setting", "hu"))
    expect(standing).to_have_value("decline_always")


# Bots


def test_a_token_for_a_bot_is_made_shown_once_and_deleted(
    window: Window, server: RunningServer
) -> None:
    page = window("/settings")
    bots = page.locator("details", has_text=say("page.bots"))
    summary = bots.locator("summary")
    expect(bots.get_by_label(say("page.bot_name"))).to_be_hidden()
    summary.press("Enter")
    expect(bots.get_by_text(say("page.bots_none"))).to_be_visible()
    bots.get_by_label(say("page.scope_create")).uncheck()
    bots.get_by_label(say("page.bot_name")).fill("Deep Throat")
    page.keyboard.press("Enter")
    shown = bots.get_by_label(say("page.bot_secret", name="Deep Throat"))
    expect(shown).to_be_focused()
    secret = shown.input_value()
    bearer = {"Authorization": f"Bearer {secret}"}
    with httpx.Client(base_url=server.url, headers=bearer) as bot:
        assert bot.get("/api/me").status_code == 200
        refused = bot.post("/api/games", json={"editor": "me", "nixon": "level:1"})
        assert refused.json()["problem"]["code"] == "scope_missing"

        page.reload()
        summary.press("Enter")
        line = bots.get_by_role("listitem")
        expect(line).to_contain_text("Deep Throat")
        expect(line).to_contain_text(say("page.scope_play"))
        expect(line).not_to_contain_text(say("page.scope_create"))
        expect(shown).to_have_count(0)

        delete = line.get_by_role("button", name=say("page.bot_delete_named", name="Deep Throat"))
        delete.click()
        expect(line.get_by_role("button", name=say("page.confirm_no"))).to_be_focused()
        page.keyboard.press("Enter")
        expect(delete).to_be_focused()
        assert bot.get("/api/me").status_code == 200
        page.keyboard.press("Enter")
        line.get_by_role("button", name=say("page.bot_delete"), exact=True).click()
        expect(bots.get_by_role("status").first).to_have_text(
            say("page.bot_deleted", name="Deep Throat")
        )
        expect(bots.get_by_text(say("page.bots_none"))).to_be_visible()
        assert bot.get("/api/me").status_code == 401
    api = bots.get_by_role("link", name=say("page.bot_api")).get_attribute("href")
    assert api is not None
    assert page.request.get(api).ok
