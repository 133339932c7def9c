"""What the own reviewed games come to, on the front page; missing reviews are made from there."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.axe import complaints
from tests.e2e.conftest import PATIENCE_MS, Window, shoot
from tests.e2e.scenes import identity_of, say
from tests.server.clients import Person, short_game
from tests.server.running import RunningServer

pytestmark = pytest.mark.slow


def fits(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


def test_missing_reviews_are_made_and_summed_up(window: Window, server: RunningServer) -> None:
    ann = Person(server.url)
    for side in ("editor", "nixon"):
        short_game(ann, side=side)
    page = window("/", storage_state=identity_of(ann))
    page.locator("summary", has_text=say("page.statistics")).press("Enter")
    season = page.get_by_role("region", name=say("page_season.title"))
    expect(season).to_contain_text(say("page_season.none"))
    expect(season).to_contain_text(say("page_season.missing", number=2))
    more = season.get_by_role("button", name=say("page_season.review_more"))
    more.press("Enter")
    expect(more).to_have_count(0)  # all are made or being made
    count = say("page_season.count", reviewed=2, games=2)
    expect(season).to_contain_text(count, timeout=10 * PATIENCE_MS)

    told = ann.get("/me/season")["tallies"]
    rows = season.locator("table").first.locator("tbody tr")
    expect(rows).to_have_count(4)  # in all, on each side, against this opponent
    for row, figures in zip(rows.all()[:3], told["standings"][:3], strict=True):
        expect(row.locator("td").first).to_have_text(str(figures["games"]))
        points = round(100 * figures["adjusted"]["mean"])
        expect(row.locator("td.moves")).to_contain_text(str(points).replace("-", "−"))
    lost = max(told["kinds"], key=lambda tally: float(tally["loss"]))
    losses = season.locator("table.losses").first.locator("tbody tr").first
    expect(losses).to_contain_text(say(f"habit.kind_{lost['name']}"))
    expect(losses).to_contain_text(f"{100 * lost['loss']:.1f}")
    assert fits(page)
    assert complaints(page) == []
    shoot(page, "season")

    phone = window("/", phone=True, locale="hu-HU", storage_state=identity_of(ann))
    phone.locator("summary", has_text=say("page.statistics", "hu")).tap()
    expect(phone.locator(".season")).to_contain_text(
        say("page_season.count", "hu", reviewed=2, games=2)
    )
    expect(phone.locator(".season button")).to_have_count(0)
    assert fits(phone)
    assert complaints(phone) == []
    shoot(phone, "season-phone")
