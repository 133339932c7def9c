"""Games against the computer: by mouse as each side, by keys alone, and by touch on a phone.

And two at one screen, with the screen handed over between them.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import Window
from tests.e2e.scenes import record, round_ply, say
from tests.e2e.sitting import ENDING, HAND, Sitter, Toucher, Typist, make_game, status_of
from watergate import Side, read_record

WORDS = {
    "editor": "Nixon resigns",
    "nixon": "The President stays",
    "connection": "Two informants, one thread",
    "momentum": "Five momentum tokens",
    "supply": "The momentum supply is empty",
}
QUICK = "random"


def game_at(page: Page) -> str:
    """The game whose table is open."""
    found = re.search("/(?:game|watch)/([^/#?]+)", page.url)
    assert found is not None, page.url
    return found[1]


def against_computer(page: Page, side: str, *, first_round: int = 1) -> str:
    """A game against the quickest computer there is, opened; its name. It may begin later."""
    seats = {other: "me" if other == side else QUICK for other in ("editor", "nixon")}
    later = {"start": {"record": record(), "ply": round_ply(first_round)}}
    game: str = make_game(page, **seats, **(later if first_round > 1 else {}))["id"]
    page.goto(f"/game/{game}")
    return game


def check_ending(page: Page, side: str) -> None:
    """The last edition says who has won and why, as the server knows it, and what can be done."""
    status = status_of(page, game_at(page))
    assert status["state"] == "over"
    winner, way = status["ending"]["winner"], status["ending"]["way"]
    ending = page.get_by_role("dialog", name=ENDING)
    expect(ending).to_contain_text(WORDS[winner])
    expect(ending).to_contain_text(WORDS[way])
    expect(ending).to_contain_text("You have won" if side == winner else "You have lost")
    expect(ending.get_by_role("button", name="Play again")).to_be_visible()
    expect(ending.get_by_role("button", name="Again, sides swapped")).to_be_visible()
    expect(ending.get_by_role("link", name=say("page.review"))).to_be_visible()
    expect(ending.get_by_role("link", name="Save the record")).to_be_visible()


@pytest.mark.parametrize("side", ["editor", "nixon"])
def test_a_game_by_mouse_to_its_end(window: Window, side: str, tmp_path: Path) -> None:
    page = window("/", pace="off")
    game = against_computer(page, side, first_round=3 if side == "editor" else 4)
    sitter = Sitter(page, seed=1972, goal="nixon")
    sitter.await_("mine", "theirs")
    assert sitter.side == side
    sitter.play_on()
    check_ending(page, side)

    ending = page.get_by_role("dialog", name=ENDING)
    with page.expect_download() as download:
        ending.get_by_role("link", name="Save the record").click()
    download.value.save_as(tmp_path / "game.wg")
    result = read_record((tmp_path / "game.wg").read_text(encoding="utf-8")).result
    told = status_of(page, game)["ending"]
    assert result is not None
    assert (result.winner, result.way) == (told["winner"], told["way"])

    if side == "editor":
        ending.get_by_role("button", name="Play again").click()
        wanted = side
    else:
        ending.get_by_role("button", name="Again, sides swapped").click()
        wanted = "editor"
    page.wait_for_url(re.compile(f"/game/(?!{game})"))
    expect(ending).to_be_hidden()
    sitter.await_("mine", "theirs")
    assert sitter.side == wanted


def test_a_game_from_the_front_page_with_moves_played_out(window: Window) -> None:
    """One click; moves are played out one by one, and a click skips that."""
    page = window("/")
    now = page.locator("form", has=page.get_by_role("heading", name="Play now"))
    now.get_by_text("Editor", exact=True).click()
    now.get_by_text("1", exact=True).click()
    now.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_url("**/game/*")
    sitter = Sitter(page, seed=7)
    skips = 0
    sight = sitter.await_("mine")
    assert sitter.side == "editor"
    while sitter.count < 6 or not skips:
        sitter.choose(sight)
        sight = sitter.await_("mine", "playing", before=sight.sign)
        if sight.can_skip:
            page.get_by_role("button", name="Skip").click()
            skips += 1
            sight = sitter.await_("mine")
        assert sitter.count < 60, "nothing was played out"


def test_a_game_by_keys_alone_to_its_end(window: Window) -> None:
    numbered = "localStorage.setItem('watergate.settings', JSON.stringify({numbers: true}))"
    page = window("/", pace="off", prepare=lambda page: page.add_init_script(numbered))
    against_computer(page, "editor", first_round=2)
    typist = Typist(page, seed=1974, goal="nixon")
    typist.play_on()
    assert min(typist.ways.values()) > 0, typist.ways
    check_ending(page, "editor")

    again = page.get_by_role("button", name="Again, sides swapped")
    typist.tab_to(lambda: bool(again.evaluate("one => one === document.activeElement")), "rematch")
    game = game_at(page)
    typist.press("Enter")
    page.wait_for_url(re.compile(f"/game/(?!{game})"))
    typist.await_("mine", "theirs")
    assert typist.side == "nixon"


def test_a_whole_game_by_touch_on_a_phone(window: Window) -> None:
    page = window("/", phone=True, pace="off")
    game = against_computer(page, "nixon")
    Toucher(page, seed=1973, goal="nixon").play_on()
    check_ending(page, "nixon")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "wider than a phone"
    page.get_by_role("link", name=say("page.review")).tap()
    page.wait_for_url(f"**/replay/{game}**")


def test_two_at_one_screen(window: Window) -> None:
    """Between two deciders stands the hand-over screen, with nothing of either on it."""
    page = window("/", pace="off")
    page.get_by_role("button", name=say("page.hot_seat_start"), exact=True).click()
    page.wait_for_url("**/game/*")
    sitter = Sitter(page, seed=1976, goal="nixon")
    hands: dict[str, set[str]] = {}
    names: dict[str, str] = {}
    hand_overs = 0
    sight = sitter.await_("mine")
    while hand_overs < 12:
        assert not sight.is_over, sitter.tell()
        if sight.hand_over is not None:
            hand_overs += 1
            check_handed_over(page, names)
            asked = page.get_by_role("heading", name="decides now").inner_text()
            page.get_by_role("button", name=sight.hand_over).click()
            sight = sitter.await_("mine", before=sight.sign)
            assert sitter.side == ("nixon" if "Nixon" in asked else "editor"), sitter.tell()
        else:
            cards = page.get_by_role("region", name=HAND).get_by_role("button")
            seen = cards.evaluate_all(
                """all => all.map(
                     (one) => [one.dataset.anchor, one.querySelector('.name').textContent])"""
            )
            hands[sitter.side] = {anchor for anchor, _ in seen}
            names = dict(seen)
            if len(hands) == len(Side):
                assert not hands["editor"] & hands["nixon"]
            sitter.choose(sight)
            sight = sitter.await_("mine", before=sight.sign)
        assert sitter.count < 1500, sitter.tell()
    assert hands.keys() == {"editor", "nixon"}

    # The game is given up by the side whose table is shown, and all cards are open then.
    page.get_by_role("button", name="Game menu").click()
    page.get_by_role("button", name="Give up").click()
    expect(page.get_by_text("Give up this game?")).to_be_visible()
    page.get_by_role("button", name="Give up").click()
    expect(page.get_by_role("dialog", name=ENDING)).to_contain_text("has given up")


def check_handed_over(page: Page, hand: dict[str, str]) -> None:
    """Nothing of the hand that was seen last is left, unless it is told as played."""
    assert page.get_by_role("region", name=HAND).count() == 0
    anchors = page.locator("[data-anchor]").evaluate_all("all => all.map((o) => o.dataset.anchor)")
    assert anchors == []
    told = page.locator("main.over section").all_inner_texts()
    rest = page.evaluate(
        """() => { const copy = document.body.cloneNode(true);
                   copy.querySelector("main.over section")?.remove();
                   return copy.outerHTML; }"""
    )
    left = [name for name in hand.values() if name in rest]
    assert not left, f"{left} on the hand-over screen, beside what it tells: {told}"
