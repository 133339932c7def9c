"""A tab that is open while the server is updated: files that it has yet to load are gone."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, Request, Route, expect

from tests.e2e.conftest import Window, shoot
from tests.e2e.scenes import say

pytestmark = pytest.mark.slow


class Loads:
    """Counts how often a page is loaded anew."""

    def __init__(self, page: Page) -> None:
        self.number = 0
        page.on("request", self._count)

    def _count(self, request: Request) -> None:
        self.number += request.is_navigation_request()


def gone(page: Page, file: str, until_loaded: int | None = None) -> Loads:
    """Have a file of the page not be there any more, until the page was loaded anew so often.

    How often a file is asked for in between is the browser's business: it may try twice.
    """
    loads = Loads(page)

    def refuse(route: Route) -> None:
        if until_loaded is not None and loads.number >= until_loaded:
            route.continue_()
        else:
            route.fulfill(status=404, body="")

    # The route stays: taken away while the page loads anew, it can leave a request without answer.
    page.route(re.compile(rf"/assets/{re.escape(file)}-[^/]*\.js$"), refuse)
    return loads


def test_a_part_that_is_gone_is_found_by_loading_the_page_anew(window: Window) -> None:
    page = window("/")
    loads = gone(page, "Settings", until_loaded=1)
    page.get_by_role("link", name=say("page.settings")).first.click()
    expect(page.get_by_role("heading", level=1)).to_have_text(say("page.settings"))
    assert page.url.endswith("/settings")
    assert loads.number == 1


def test_words_that_are_gone_are_found_by_loading_the_page_anew(window: Window) -> None:
    page = window("/")
    loads = gone(page, "words.page_learn.en", until_loaded=1)
    page.get_by_role("link", name=say("page.learn")).first.click()
    expect(page.get_by_role("heading", name=say("page_learn.guides"))).to_be_visible()
    assert loads.number == 1


def test_a_part_that_stays_away_is_told_and_can_be_asked_for(window: Window) -> None:
    page = window("/")
    loads = gone(page, "Settings")
    page.get_by_role("link", name=say("page.settings")).first.click()
    expect(page.get_by_role("alert")).to_have_text(say("page_missing.text"))
    assert loads.number == 1  # and not again and again
    shoot(page, "missing")
    page.go_back()
    expect(page.get_by_role("heading", name=say("page.play_now"))).to_be_visible()
    page.go_forward()
    expect(page.get_by_role("alert")).to_be_visible()
    page.unroute_all()
    page.get_by_role("button", name=say("page_missing.reload")).click()
    expect(page.get_by_role("heading", level=1)).to_have_text(say("page.settings"))


def test_without_any_words_it_is_told_as_well(window: Window) -> None:
    page = window("/", locale="hu-HU", prepare=lambda page: gone(page, "words.hu"))
    expect(page.get_by_role("alert")).to_have_text(say("page_missing.text", "hu"))
