"""Keys act on the table only where nothing else wants them: nothing plays by accident."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import Window
from tests.e2e.scenes import card_ply, identity_of, in_the_middle, record, say, whole_game
from tests.server.clients import Person
from tests.server.running import RunningServer
from watergate import Side

pytestmark = pytest.mark.slow

TYPED = "ok 2 1 minutes / hum"
SIZES = {"desktop": (1440, 900), "tablet": (1024, 768), "phone": (390, 844)}


def with_a_friend(window: Window, server: RunningServer, width: int, height: int) -> Page:
    """A game between people in which it is the turn of the person before the page."""
    ann, bob = Person(server.url), Person(server.url, "Bob")
    ply = card_ply(Side.EDITOR, 3 * whole_game().ply // 4)
    made = ann.new_game(start={"record": record(), "ply": ply})
    bob.accept(made)
    page = window(
        f"/game/{made['id']}", pace="off", storage_state=identity_of(ann),
        viewport={"width": width, "height": height},
    )  # fmt: skip
    expect(page.locator("section.hand button.card.open").first).to_be_visible()
    return page


def ply_of(page: Page) -> str | None:
    return page.locator("main.table").get_attribute("data-ply")


@pytest.mark.parametrize("size", SIZES)
def test_what_is_typed_in_the_chat_is_said_and_plays_no_card(
    window: Window, server: RunningServer, size: str
) -> None:
    page = with_a_friend(window, server, *SIZES[size])
    before = ply_of(page)
    page.get_by_role("button", name=say("page.chat")).click()
    field = page.get_by_role("textbox", name=say("page.chat_say"))
    expect(field).to_be_focused()
    page.keyboard.type(TYPED)
    expect(field).to_have_value(TYPED)
    page.keyboard.press("Enter")
    expect(page.locator(".chat li").last).to_contain_text(TYPED)
    assert ply_of(page) == before
    expect(page.locator(".uses, form.typed, .banner.trouble")).to_have_count(0)


def test_the_chat_stands_beside_the_board_where_there_is_room(
    window: Window, server: RunningServer
) -> None:
    page = with_a_friend(window, server, 1366, 768)
    page.get_by_role("button", name=say("page.chat")).click()
    talk = page.get_by_role("region", name=say("page.chat"))
    expect(talk.get_by_role("textbox")).to_be_in_viewport(ratio=1)
    board = page.locator("section.frame").bounding_box()
    chat = talk.bounding_box()
    assert board is not None
    assert chat is not None
    assert chat["x"] >= board["x"] + board["width"]
    page.locator("section.hand button.card.open").first.click()  # and one can play on meanwhile
    expect(page.locator(".uses")).to_be_visible()


@pytest.mark.parametrize("name", ["page.watch_link", "page.notify_ask"])
def test_no_key_reaches_the_table_while_the_menu_is_open_and_escape_closes_it(
    window: Window, server: RunningServer, name: str
) -> None:
    """Also after a button in it has vanished, and the focus with it."""
    page = with_a_friend(window, server, 1440, 900)
    before = ply_of(page)
    page.keyboard.press("m")
    menu = page.get_by_role("dialog", name=say("page.more_menu"))
    menu.get_by_role("button", name=say(name)).click()
    expect(menu.get_by_role("button", name=say(name))).to_have_count(0)
    for key in "21lh/":
        page.keyboard.press(key)
    assert ply_of(page) == before
    expect(page.locator("dialog[open]")).to_have_count(1)
    expect(page.locator(".uses, form.typed")).to_have_count(0)
    page.keyboard.press("Escape")
    expect(menu).to_be_hidden()


def test_single_keys_can_be_switched_off(window: Window, server: RunningServer) -> None:
    ann = Person(server.url)
    page = window("/settings", storage_state=identity_of(ann))
    page.get_by_label(say("page.shortcuts_setting")).uncheck()
    page.goto(f"/game/{in_the_middle(ann)}")
    card = page.locator("section.hand button.card.open").first
    expect(card).to_be_visible()
    for key in "1mlh/":
        page.keyboard.press(key)
    expect(page.locator("dialog[open], .uses, form.typed, kbd")).to_have_count(0)
    card.click()
    expect(page.locator(".uses")).to_be_visible()
    page.keyboard.press("Escape")  # no letter, so it stays
    expect(page.locator(".uses")).to_have_count(0)
