"""Friends find the way: by the home network, by name, as spectators, to the next game and out."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import Window
from tests.e2e.scenes import identity_of, say
from tests.e2e.test_fits import asked, questions
from tests.server.clients import Person, friends, play_on
from tests.server.running import RunningServer, running
from watergate import Side

pytestmark = pytest.mark.slow

LOOKS_AGAIN = "delete document.visibilityState"


def test_friends_come_by_the_home_network(window: Window, tmp_path: Path) -> None:
    """Its address is a second one of this computer here, so that a test has it."""
    with running(tmp_path, network_address="127.0.0.2") as server:
        ann = window("/", at=server)
        box = ann.locator("section", has=ann.get_by_role("heading", name=say("page.friend"))).last
        ann.get_by_role("combobox", name=say("page.side_choice")).select_option("editor")
        box.get_by_label(say("page.your_name")).fill("Ann")
        box.get_by_role("button", name=say("page.friend_start")).click()
        expect(ann.get_by_text(say("page.only_here"))).to_be_visible()
        ann.get_by_role("button", name=say("page.network_open")).click()
        expect(ann.get_by_text(say("page.network_is_open"))).to_be_visible()
        expect(ann.get_by_role("img", name=say("page.invite_scan"))).to_be_visible()
        link = ann.get_by_role("textbox", name=say("page.invite")).input_value()
        there = RunningServer(tmp_path)
        there.url = server.url.replace("127.0.0.1", "127.0.0.2")
        assert link.startswith(f"{there.url}/join/")
        path = link.removeprefix(there.url)
        bob = window(path, at=there)
        expect(bob.locator(".letter")).to_contain_text(
            say("page.join_text", name="Ann", side=say("page.the_nixon"))
        )
        expect(bob.locator(".letter")).to_contain_text(say("page.term_no_hints"))
        bob.get_by_role("button", name=say("page.join_accept")).click()
        expect(bob.locator("main.table")).to_be_visible()
        expect(ann.locator("main.table")).to_be_visible()
        late = window(path, at=there)
        expect(late.get_by_role("alert")).to_contain_text(say("page.join_taken"))
        late.get_by_role("link", name=say("page.join_watch")).click()
        expect(late.locator("main.table")).to_be_visible()
        expect(late.locator("section.hand button.card.open")).to_have_count(0)


def test_a_rematch_is_asked_for_and_both_go_there(window: Window, server: RunningServer) -> None:
    ann, bob, game = friends(server.url)
    ann.post(f"/games/{game}/resign", {"key": "give-up-1"})
    pages = [window(f"/game/{game}", storage_state=identity_of(one)) for one in (ann, bob)]
    endings = [page.get_by_role("dialog", name=say("page.extra")) for page in pages]
    endings[0].get_by_role("button", name=say("page.rematch"), exact=True).click()
    expect(endings[0]).to_contain_text(say("page.offer_mine_rematch"))
    expect(endings[1]).to_contain_text(say("page.offer_rematch", name="Ann"))
    endings[1].get_by_role("button", name=say("page.decline")).click()
    expect(endings[0]).to_contain_text(say("page.declined_rematch"))
    endings[1].get_by_role("button", name=say("page.rematch_swapped")).click()
    endings[0].get_by_role("button", name=say("page.accept")).click()
    for page in pages:
        page.wait_for_url(lambda url: "/game/" in url and not url.endswith(game))
        expect(page.locator("main.table")).to_be_visible()
    assert pages[0].url == pages[1].url
    status = bob.get(f"/games/{pages[0].url.rpartition('/')[2]}")["status"]
    assert {seat["name"]: seat["side"] for seat in status["seats"]} == {
        "Ann": "nixon", "Bob": "editor"
    }  # fmt: skip


def test_unfinished_games_are_put_away_from_the_list(window: Window, server: RunningServer) -> None:
    ann = Person(server.url)
    ann.new_game(nixon="level:1")
    ann.new_game()
    page = window("/", storage_state=identity_of(ann))
    lines = page.locator("section.games > ul > li")
    expect(lines).to_have_count(2)
    page.get_by_role("button", name=say("page.invite_withdraw")).click()
    expect(lines).to_have_count(1)
    page.get_by_role("button", name=say("page.put_away"), exact=True).click()
    expect(lines).to_have_count(0)
    page.get_by_text(say("page.games_away", number=1)).click()
    page.get_by_role("button", name=say("page.take_out")).click()
    expect(lines).to_have_count(1)


LOOKS_ELSEWHERE = """
Object.defineProperty(document, 'hidden', {configurable: true, get: () => true});
localStorage['watergate.settings'] = '{"notify": true}';
"""
NOTICES = """async (tag) => (await (await navigator.serviceWorker.getRegistration())
  ?.getNotifications({ tag }))?.length === 1"""


def test_games_that_wait_are_told_of_on_the_front_page(
    window: Window, server: RunningServer
) -> None:
    ann, bob, game = friends(server.url)
    first, then = (ann, bob) if ann.table["status"]["decider"] == "editor" else (bob, ann)
    page = window("/", storage_state=identity_of(first))
    expect(page).to_have_title("(1) Watergate")
    expect(page.get_by_role("button", name=say("page.notify_ask"))).to_be_visible()
    page = window(
        "/", storage_state=identity_of(then), permissions=["notifications"],
        prepare=lambda page: page.add_init_script(LOOKS_ELSEWHERE),
    )  # fmt: skip
    expect(page.get_by_text(say("page.notify_on"))).to_be_visible()
    expect(page).to_have_title("Watergate")
    side = "nixon" if then is bob else "editor"
    rng = random.Random(1)
    while ann.table["status"]["decider"] != side:
        play_on([ann, bob], rng, most=1)
    expect(page).to_have_title("(1) Watergate")
    page.wait_for_function(NOTICES, arg=game)


def test_a_chance_to_react_passes_by_itself_whatever_is_in_hand(
    window: Window, server: RunningServer
) -> None:
    """Nixon has nothing to react with there, the Editor has; both wait at the same time."""
    pages = [asked(window, server, side, "prompt.react") for side in Side]
    pass_ = say("move.pass").capitalize()
    for page in pages:
        expect(page.locator("section.prompt .grace")).to_be_visible()
        expect(page.locator("section.prompt .choices").get_by_text(pass_)).to_be_visible()
        page.evaluate(LOOKS_AGAIN)
    for page in pages:
        expect(page.locator("section.prompt .grace")).to_have_count(0)
        expect(page.locator("section.prompt .choices").get_by_text(pass_)).to_have_count(0)


def test_who_wants_to_think_is_waited_for(window: Window, server: RunningServer) -> None:
    page = asked(window, server, Side.EDITOR, "prompt.react")
    grace = page.locator("section.prompt .grace")
    button = grace.get_by_role("button", name=say("page.grace_stop"))
    box = button.bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(grace).to_be_hidden()
    expect(page.locator("section.prompt.mine")).to_contain_text(
        say("page.react_with", card="").strip()
    )


def test_at_one_screen_who_does_not_react_need_not_look(
    window: Window, server: RunningServer
) -> None:
    record, ply = questions()[Side.EDITOR, "prompt.react"]
    ann = Person(server.url)
    made = ann.new_game(editor="me", nixon="me", start={"record": record, "ply": ply})
    page = window(f"/game/{made['id']}", storage_state=identity_of(ann))
    expect(page.get_by_role("heading", level=1)).to_contain_text(say("side.editor"))
    page.get_by_role("button", name=say("page.hand_over_pass")).click()
    expect(page.get_by_role("button", name=say("page.hand_over_pass"))).to_have_count(0)
    assert ann.get(f"/games/{made['id']}", as_="spectator")["number"] > 1
