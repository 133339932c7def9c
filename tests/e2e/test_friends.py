"""Two people at two windows, by an invitation; with all that can go wrong between them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import Window
from tests.e2e.scenes import record, round_ply, say
from tests.e2e.sitting import ENDING, Sight, Sitter, make_game, play_together
from tests.e2e.test_play import WORDS, game_at
from tests.server.running import RunningServer, running

LOST = "Connection lost"
A_FEW = 6
"""Choices between two things that go wrong; too few for the game to end meanwhile."""


@pytest.fixture
def mortal(tmp_path: Path) -> Iterator[RunningServer]:
    """A server that may be stopped and started."""
    with running(tmp_path) as server:
        yield server


def sit_down(window: Window, at: RunningServer) -> tuple[Page, Page]:
    """The windows of two at a game that has gone on for a while; Nixon comes by the link."""
    editor = window("/", at=at, pace="off")
    start = {"record": record(), "ply": round_ply(3)}
    made = make_game(editor, editor="me", nixon="friend", start=start)
    nixon = window(made["links"]["invite"]["nixon"], at=at, pace="off")
    nixon.get_by_role("button", name="Sit down").click()
    nixon.wait_for_url("**/game/*")
    editor.goto(f"/game/{made['id']}")
    return editor, nixon


def watch(window: Window, player: Page, at: RunningServer) -> Page:
    """Somebody who watches by the link that a player finds in the menu."""
    player.get_by_role("button", name="Game menu").click()
    menu = player.get_by_role("dialog", name="Game menu")
    menu.get_by_role("button", name="Link to watch").click()
    link = menu.get_by_role("textbox", name="Link to watch").input_value()
    menu.get_by_role("button", name="Close").click()
    expect(menu).to_be_hidden()
    assert "/watch/" in link
    return window(link.removeprefix(at.url), at=at, pace="off")


def test_a_game_of_friends_with_everything_that_goes_wrong(
    window: Window, mortal: RunningServer
) -> None:
    editor, nixon = sit_down(window, mortal)
    sitters = [Sitter(editor, seed=16, goal="nixon"), Sitter(nixon, seed=17, goal="nixon")]
    assert not play_together(sitters, A_FEW)
    assert [sitter.side for sitter in sitters] == ["editor", "nixon"]

    spectator = watch(window, editor, mortal)
    watcher = Sitter(spectator, seed=0)
    watcher.await_("theirs")
    everyone = [*sitters, watcher]

    def keep_up(sight: Sight) -> None:
        """Whoever watches sees every move, and is offered nothing."""
        assert not watcher.await_ply(sight.ply).offers, watcher.tell()

    # One window is loaded anew.
    nixon.reload()
    assert not play_together(sitters, A_FEW, keep_up)

    # One loses the connection, and the other is told.
    editor.context.set_offline(True)
    expect(editor.get_by_text(LOST)).to_be_visible()
    opponent = nixon.get_by_role("region", name="The Editor")
    expect(opponent.get_by_text("away").first).to_be_attached()
    # Who is there plays on; what is chosen without a connection is sent when it is back.
    decider = next(sitter for sitter in sitters if sitter.await_("mine", "theirs").is_mine)
    decider.choose(decider.see())
    editor.context.set_offline(False)
    expect(editor.get_by_text(LOST)).to_be_hidden()
    assert not play_together(sitters, A_FEW, keep_up)

    # The server is started anew.
    assert mortal.stop() == 0
    for page in (editor, nixon, spectator):
        expect(page.get_by_text(LOST)).to_be_visible()
    mortal.start()
    for page in (editor, nixon, spectator):
        expect(page.get_by_text(LOST)).to_be_hidden()
    for sitter in everyone:
        sitter.await_("mine", "theirs")

    assert play_together(sitters, after=keep_up)
    for page in (editor, nixon, spectator):
        check_ending(page)
    over = game_at(spectator)
    assert over == game_at(editor) == game_at(nixon)

    # One asks, the other agrees, and both are led to the same next game, with sides swapped.
    editor.get_by_role("button", name="Again, sides swapped").click()
    nixon.get_by_role("dialog", name=ENDING).get_by_role("button", name=say("page.accept")).click()
    for sitter, side in zip(sitters, ("nixon", "editor"), strict=True):
        sitter.page.wait_for_url(re.compile(f"/game/(?!{over})"))
        sitter.await_("mine", "theirs")
        assert sitter.side == side
    assert game_at(editor) == game_at(nixon)


def invited(window: Window, server: RunningServer, **options: str) -> tuple[Page, Page]:
    """One who has made a game without choosing a name, and one before the invitation."""
    host = window("/", at=server, pace="off")
    host.get_by_role("combobox", name=say("page.side_choice")).select_option("editor")
    host.get_by_role("button", name=say("page.friend_start")).click()
    link = host.get_by_role("textbox", name=say("page.invite")).input_value()
    return host, window(link.removeprefix(server.url), at=server, pace="off", **options)


def names_at(page: Page) -> dict[str, str]:
    status = page.request.get(f"/api/games/{game_at(page)}").json()["status"]
    return {seat["side"]: seat["name"] for seat in status["seats"]}


@pytest.mark.parametrize("by_key", [False, True], ids=["button", "enter"])
def test_who_sits_down_has_the_name_just_typed(
    window: Window, server: RunningServer, by_key: bool
) -> None:
    host, friend = invited(window, server)
    expect(host.get_by_text("You play the Editor")).to_be_visible()
    expect(friend.get_by_text("You play Nixon.")).to_be_visible()
    friend.get_by_label(say("page.your_name")).fill("Bernstein")
    if by_key:
        friend.keyboard.press("Enter")
    else:
        friend.get_by_role("button", name=say("page.join_accept")).click()
    friend.wait_for_url("**/game/*")
    assert names_at(friend) == {"editor": "Guest", "nixon": "Bernstein"}


def test_a_guest_is_called_so_in_the_language_of_the_page(
    window: Window, server: RunningServer
) -> None:
    _, friend = invited(window, server, locale="hu-HU")
    guest = say("page.guest", "hu")
    side = say("page.the_nixon", "hu")
    expect(friend.locator(".letter")).to_contain_text(
        say("page.join_text", "hu", name=guest, side=side)
    )
    name = friend.get_by_label(say("page.your_name", "hu"))
    expect(name).to_have_value("")  # nothing that would be taken for a chosen name
    expect(name).to_have_attribute("placeholder", guest)
    friend.get_by_role("button", name=say("page.join_accept", "hu")).click()
    friend.wait_for_url("**/game/*")
    assert names_at(friend) == {"editor": "Guest", "nixon": "Guest"}
    friend.locator("main.table").wait_for()
    expect(friend.locator("main.table").get_by_text(guest).first).to_be_visible()
    expect(friend.get_by_text("Guest")).to_have_count(0)


def test_a_link_to_this_computer_alone_says_so(window: Window, server: RunningServer) -> None:
    host, _ = invited(window, server)
    expect(host.get_by_text(say("page.only_here"))).to_be_visible()
    expect(host.get_by_role("button", name=say("page.network_open"))).to_be_visible()
    expect(host.get_by_text(say("page.invite_scan"))).to_have_count(0)


def check_ending(page: Page) -> None:
    found = page.request.get(f"/api/games/{game_at(page)}")
    ending = page.get_by_role("dialog", name=ENDING)
    expect(ending).to_be_visible()
    if found.ok:
        told = found.json()["status"]["ending"]
        expect(ending).to_contain_text(WORDS[told["winner"]])
        expect(ending).to_contain_text(WORDS[told["way"]])
    expect(ending.get_by_role("link", name=say("page.review"))).to_be_visible()
    expect(ending.get_by_role("link", name="Save the record")).to_be_visible()


def test_the_address_bar_of_the_waiting_room_leads_a_friend_to_the_table(
    window: Window, server: RunningServer
) -> None:
    editor = window("/", at=server, pace="off")
    editor.get_by_role("combobox", name="Your side").select_option("editor")
    editor.get_by_role("button", name="Make a link").click()
    link = editor.get_by_role("textbox", name="Invite a friend").input_value()
    expect(editor).to_have_url(link)
    editor.reload()  # whoever invites finds the waiting room there again
    expect(editor.get_by_role("textbox", name="Invite a friend")).to_have_value(link)
    nixon = window(editor.url.removeprefix(server.url), at=server, pace="off")
    nixon.get_by_role("button", name="Sit down").click()
    nixon.wait_for_url("**/game/*")
    editor.wait_for_url("**/game/*")
    expect(editor.locator("main.table")).to_be_visible()


def test_an_invitation_is_withdrawn_in_the_waiting_room(
    window: Window, server: RunningServer
) -> None:
    page = window("/", at=server)
    page.get_by_role("button", name="Make a link").click()
    link = page.get_by_role("textbox", name="Invite a friend").input_value()
    page.get_by_role("button", name=say("page.invite_withdraw")).click()
    expect(page.get_by_text(say("page.my_games_none"))).to_be_visible()
    friend = window(link.removeprefix(server.url), at=server)
    expect(friend.get_by_role("alert")).to_contain_text(say("page.join_gone"))
