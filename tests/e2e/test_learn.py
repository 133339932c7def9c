"""Learning: the guided games to their end; rules, cards, people and timeline."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import Window
from tests.e2e.scenes import say
from tests.server.clients import Person
from tests.server.running import RunningServer

pytestmark = pytest.mark.slow


# The guided games


@pytest.mark.parametrize(
    ("side", "phone"), [("editor", False), ("nixon", True)], ids=["editor", "nixon on a phone"]
)
def test_a_guided_game_is_played_to_its_end(
    window: Window, server: RunningServer, side: str, phone: bool
) -> None:
    lesson = Person(server.url).get(f"/lessons/{side}")
    page = window(f"/guide/{side}", phone=phone, pace="off")
    memo = page.get_by_role("region", name=say(f"page_guide.from_{side}"))
    for number, step in enumerate(lesson["steps"], start=1):
        expect(memo.locator(".count")).to_contain_text(
            say("page_guide.step", number=number, all=len(lesson["steps"]))
        )
        expect(memo.locator(".said")).not_to_be_empty()
        if step["move"] is not None:
            expect(memo.locator(".wanted")).to_contain_text(say("page_guide.your_move"))
            make(page, step["move"])
        elif number < len(lesson["steps"]):
            memo.locator("[data-next]").click()
    expect(page.locator(".prompt")).to_contain_text(say("page.game_over"))
    memo.get_by_role("button", name=say("page_guide.play_now")).click()  # and on to a real one
    expect(page).to_have_url(re.compile(r"/game/\w+$"))
    expect(page.locator("section.hand button.card").first).to_be_visible()


def make(page: Page, move: str) -> None:
    """Make a move as a learner does: by touching what it is made with."""
    verb, name, *part = move.split()
    match verb:
        case "play" | "react":
            page.locator(f'section.hand [data-anchor~="card:{name}"]').click()
            use = part[0] if part else "react"
            page.locator(".uses .part", has=page.get_by_text(say(f"page.part_{use}"))).click()
        case "ask":
            page.locator(".prompt .choice", has_text=name).click()
        case "pin":
            touch(page, f"space:{name}")
        case "choose" if name in ("initiative", "momentum"):
            touch(page, f"marker:{name}")
        case "choose" if name.endswith("@facedown"):
            touch(page, f"facedown:{name.removesuffix('@facedown')}")
        case "choose":
            touch(page, f"token:{name}")
        case _:
            raise AssertionError(f"no gesture for {move!r}")


def touch(page: Page, thing: str) -> None:
    page.locator(f'button.glows[data-anchor~="{thing}"]').first.click()


def test_another_move_than_the_one_asked_for_is_answered(
    window: Window, server: RunningServer
) -> None:
    lesson = Person(server.url).get("/lessons/editor")
    page = window("/guide/editor", pace="off")
    memo = page.get_by_role("region", name=say("page_guide.from_editor"))
    while (number := int(memo.locator("progress").get_attribute("value") or 0)) < 40:
        step = lesson["steps"][number - 1]
        if step["move"]:
            break
        memo.locator("[data-next]").click()
        expect(memo.locator("progress")).to_have_attribute("value", str(number + 1))
    other, key = next(iter(step["replies"].items()))
    make(page, other)
    words = re.sub(r"[*]", "", say(key))
    expect(memo.locator(".reply")).to_have_text(words)
    expect(memo.locator("progress")).to_have_attribute("value", str(number))  # still here
    memo.get_by_role("button", name=say("page_guide.show_me")).click()
    expect(memo.locator("progress")).to_have_attribute("value", str(number + 1))
    memo.get_by_role("button", name=say("page_guide.back")).click()
    expect(memo.locator("progress")).to_have_attribute("value", str(number))


# The library


def test_the_rules_are_searched_and_a_rule_has_an_address(window: Window) -> None:
    page = window("/learn")
    page.get_by_role("navigation", name=say("page_learn.title")).get_by_role(
        "link", name=say("page_learn.desk_rules")
    ).click()
    expect(page.get_by_role("heading", level=2).nth(5)).to_be_visible()
    search = page.get_by_role("searchbox", name=say("page_learn.search_rules"))
    search.fill("momentum supply")
    expect(page.get_by_role("heading", level=1)).to_have_text(re.compile(r"^\d+ rules? found$"))
    expect(page.locator(".rule").first).to_contain_text(re.compile("momentum", re.I))
    search.fill("4.7")
    expect(page.get_by_role("heading", level=1)).to_have_text(
        say("page_learn.found_rules", number=1)
    )
    page.get_by_role("link", name=say("page_learn.rule", number="4.7"), exact=True).click()
    expect(page).to_have_url(re.compile(r"/learn/rules/4\.7$"))
    expect(page.locator('[id="rule-4.7"]')).to_be_in_viewport()
    search.fill("xyzzy")
    expect(page.get_by_role("heading", level=1)).to_have_text(
        say("page_learn.found_rules", number=0)
    )


def test_a_card_is_found_in_the_gallery_and_opened(window: Window) -> None:
    page = window("/learn/cards")
    found = page.locator(".count")
    expect(found).to_have_text(say("page_learn.found_cards", number=40))
    page.get_by_role("button", name=say("page.short_nixon"), exact=True).click()
    expect(found).to_have_text(say("page_learn.found_cards", number=20))
    page.get_by_role("button", name=say("page_learn.sort_conspirator")).click()
    search = page.get_by_role("searchbox", name=say("page_learn.search_cards"))
    search.fill("haldeman")
    cards = page.locator("ul.cards a")
    expect(cards.first).to_contain_text("Haldeman")
    cards.first.click()
    expect(page).to_have_url(re.compile(r"/learn/cards/\d+$"))
    expect(page.get_by_role("heading", level=1)).to_contain_text("Haldeman")
    expect(page.get_by_role("heading", name=say("page_learn.history"))).to_be_visible()
    page.locator("article .people a").first.click()
    expect(page).to_have_url(re.compile(r"/learn/people/\w+$"))
    expect(page.locator("li.wanted")).to_be_in_viewport()


def test_people_are_found_and_the_days_stand_in_order(window: Window) -> None:
    page = window("/learn/people")
    everyone = page.locator("ul.people > li")
    expect(everyone.nth(20)).to_be_attached()
    page.get_by_role("searchbox", name=say("page_learn.search_people")).fill("deep throat")
    expect(everyone.filter(has_text="Felt").first).to_be_visible()
    page.get_by_role("link", name=say("page_learn.desk_timeline")).click()
    days = page.locator("time")
    expect(days.nth(10)).to_be_attached()
    dates = [day.get_attribute("datetime") or "" for day in days.all()]
    assert dates == sorted(dates)
    assert "1972-06-17" in dates
