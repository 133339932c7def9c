"""Being told: at the end, before a mistake, at an address where nothing is; and where one looks."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import Window, shoot
from tests.e2e.scenes import identity_of, in_the_middle, say
from tests.e2e.test_fits import asked
from tests.server.clients import Person
from tests.server.running import RunningServer
from watergate import Side

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("side", list(Side))
def test_at_the_end_everybody_keeps_their_side_and_hand(
    window: Window, server: RunningServer, side: Side
) -> None:
    me = side.name.lower()
    ann = Person(server.url)
    game = in_the_middle(ann, side)
    page = window(f"/game/{game}", storage_state=identity_of(ann))
    cards = page.locator("section.hand button.card .name")
    expect(cards.first).to_be_visible()
    hand = cards.all_inner_texts()
    ann.follow(game)
    ann.answer(type="resign", game=game)
    expect(page.get_by_role("dialog", name=say("page.extra"))).to_be_visible()
    page.reload()
    expect(page.get_by_role("dialog", name=say("page.extra"))).to_be_visible()
    expect(page.locator(".sides .panel").last).to_have_class(re.compile(rf"\b{me}\b"))
    assert page.locator("section.hand").get_attribute("data-anchor") == f"hand:{me}"
    assert cards.all_inner_texts() == hand
    page.goto(f"/replay/{game}")  # and so does who looks at it again
    expect(page.locator(".sides .panel").last).to_contain_text(say(f"page.short_{me}"))


@pytest.mark.parametrize("language", ["en", "hu"])
def test_an_address_where_nothing_is_says_so(window: Window, language: str) -> None:
    page = window("/settings", locale=language)
    title = say("page.unknown_title", language)
    nowhere = "/nope", "/game/xyz", "/replay/abc/9", "/join/abc/editor", "/learn/nope", "/demo/x"
    for address in nowhere:
        answer = page.goto(address)
        assert answer is not None
        assert answer.status == 404  # for whoever reads no page
        expect(page.get_by_role("heading", level=1)).to_have_text(title)
        expect(page.get_by_role("alert")).to_contain_text(address)
    page.get_by_role("link", name=say("page.home", language)).last.click()
    expect(page.get_by_role("button", name=say("page.start_game", language))).to_be_visible()


@pytest.mark.parametrize("address", ["/replay/", "/join/", "/game/", "/watch/"])
def test_a_game_that_is_not_there_is_said_to_be_gone(window: Window, address: str) -> None:
    side = "/nixon#code" if address == "/join/" else ""
    page = window(f"{address}ffffffffffffffff{side}")
    expect(page.get_by_role("heading", level=1)).to_have_text(say("page.game_gone"))
    gone = say("problem.not_found", what=say("page.what_game"))
    expect(page.get_by_role("alert")).to_have_text(gone)
    expect(page.get_by_role("button")).to_have_count(0)  # nothing to be tried again


def test_the_token_that_a_reaction_is_about_is_marked(
    window: Window, server: RunningServer
) -> None:
    page = asked(window, server, Side.EDITOR, "prompt.react_value")
    expect(page.locator(".track .piece.named")).to_have_count(1)
    shoot(page, "named")


def test_the_number_of_a_token_lies_at_the_token(window: Window, server: RunningServer) -> None:
    page = asked(window, server, Side.EDITOR, "prompt.either")
    page.keyboard.press("9")  # there is no ninth, but from now on numbers are shown
    badges = page.locator(".track .piece kbd")
    expect(badges.first).to_be_visible()
    for badge in badges.all():
        mine = badge.bounding_box()
        piece = badge.locator("xpath=..").bounding_box()
        assert mine is not None
        assert piece is not None
        assert abs(mine["x"] - piece["x"]) < piece["width"] / 2
        assert abs(mine["y"] - piece["y"]) < piece["height"] / 2
    boxes = [badge.bounding_box() for badge in badges.all()]
    assert len({(box["x"], box["y"]) for box in boxes if box}) == len(boxes) > 1


def test_a_hint_lists_what_it_means_while_a_card_is_picked(
    window: Window, server: RunningServer
) -> None:
    ann = Person(server.url)
    page = window(f"/game/{in_the_middle(ann)}", storage_state=identity_of(ann))
    page.locator("section.hand button.card.open").nth(1).click()
    page.get_by_role("button", name=say("page.hint")).click()
    expect(page.locator(".hints li").first).to_be_visible()
    expect(page.locator(".hints")).to_contain_text(say("belief.title"))
    expect(page.locator(".uses")).to_be_visible()


def test_who_has_nothing_to_react_with_is_told_why_they_are_asked(
    window: Window, server: RunningServer
) -> None:
    page = asked(window, server, Side.NIXON, "prompt.react")
    expect(page.locator("section.prompt")).to_contain_text(say("page.react_nothing"))
    page = asked(window, server, Side.EDITOR, "prompt.react")
    expect(page.locator("section.prompt .choices")).to_contain_text(
        say("page.react_with", card="").strip()
    )


def test_whoever_comes_by_keys_is_led_past_the_header(
    window: Window, server: RunningServer
) -> None:
    ann = Person(server.url)
    page = window(f"/game/{in_the_middle(ann)}", storage_state=identity_of(ann))
    card = page.locator("section.hand button.card.open").first
    expect(card).to_be_visible()
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name=say("page.skip_header"))).to_be_focused()
    page.keyboard.press("Enter")
    expect(card).to_be_focused()
    lines = page.locator(".log li")
    for line in lines.all()[-5:]:
        assert line.get_by_role("button").count() <= 1
