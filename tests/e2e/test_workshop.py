"""The workshop: a board of another shape drawn from nothing, by mouse, by finger and by keys.

It is kept, shared and played to its end. Files go out and in to the byte; what is broken or hostile
gets a sentence at its place.
"""

from __future__ import annotations

import base64
import math
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.axe import complaints
from tests.e2e.conftest import Window, shoot
from tests.e2e.scenes import say
from tests.e2e.sitting import Sitter, make_game, status_of
from watergate.edition import load_edition
from watergate.edition.loader import standard_content
from watergate.edition.writer import draft_of, write_edition

INFORMANTS = [block.fields["name"] for block in standard_content().blocks["informant"]]
COLORS = ["blue", "yellow", "green"]
PIXEL = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=="
)

Hit = Callable[[Page, float, float], None]


def words(key: str, /, **values: str | int) -> str:
    return say(f"page_workshop.{key}", "en", **values)


def bench(window: Window, *, phone: bool = False) -> Page:
    page = window("/workshop", phone=phone)
    expect(page.locator("p.state")).to_have_text(words("finished"))
    return page


def begin_empty(page: Page) -> None:
    page.get_by_label(words("begin")).select_option("empty")
    expect(page.locator(".sum")).to_contain_text("0 spaces, 0 threads, 7 informants")


def spot(page: Page, name: str) -> Locator:
    return page.locator(f'[data-spot="{name}"]')


def middle(page: Page, name: str) -> tuple[float, float]:
    """Where a thing on the board is on the screen; its middle, without the label under it."""
    place = spot(page, name).evaluate(
        """one => {
          const at = new DOMPoint(0, 0).matrixTransform(one.getScreenCTM());
          return [at.x, at.y];
        }"""
    )
    return place[0], place[1]


def on_board(page: Page, x: float, y: float) -> tuple[float, float]:
    """Where a place of the board is on the screen, in its units from Nixon."""
    place = page.locator("svg.board").evaluate(
        """(svg, [x, y]) => {
          const at = new DOMPoint(100 * x, 100 * y).matrixTransform(svg.getScreenCTM());
          return [at.x, at.y];
        }""",
        [x, y],
    )
    return place[0], place[1]


def tool(page: Page, name: str, group: str = "tools") -> None:
    page.get_by_role("group", name=words(group)).get_by_text(name, exact=True).click()
    page.locator("svg.board").evaluate("svg => svg.scrollIntoView({ block: 'end' })")


def click(page: Page, x: float, y: float) -> None:
    page.mouse.click(x, y)


def tap(page: Page, x: float, y: float) -> None:
    page.touchscreen.tap(x, y)


def draw_star(page: Page, hit: Hit) -> None:
    """Seven spaces around Nixon, each on the way to an informant: nothing like the standard."""
    begin_empty(page)
    tool(page, words("tool_space"))
    for n in range(7):
        if n < 3 or n == 6:
            tool(page, COLORS[n % 3], "color_in_hand")
        turn = 2 * math.pi * n / 7
        hit(page, *on_board(page, 2 * math.sin(turn), -2 * math.cos(turn)))
        expect(spot(page, f"space{n + 1}")).to_be_visible()
    tool(page, words("tool_thread"))
    for n, informant in enumerate(INFORMANTS, start=1):
        for end in ("nixon", f"space{n}", informant, informant):
            hit(page, *middle(page, end))
    expect(page.locator(".sum")).to_contain_text("7 spaces, 14 threads")
    expect(page.locator("p.state")).to_have_text(words("finished"))


def share_tab(page: Page) -> None:
    page.get_by_role("tab", name=words("tab_share")).click()


def kept(page: Page) -> str:
    """Keep what is on the bench; its key."""
    share_tab(page)
    page.get_by_role("button", name=words("keep_now")).click()
    link = page.get_by_label(words("link"))
    expect(link).to_be_visible()
    return link.input_value().rpartition("/")[2]


def test_a_board_from_nothing_by_mouse_is_played_to_its_end(window: Window) -> None:
    page = bench(window)
    draw_star(page, click)
    shoot(page, "workshop-star")
    # A space is dragged away, put back by undoing, and dragged again.
    tool(page, words("tool_move"))
    before = spot(page, "space1").get_attribute("transform") or ""
    for _ in range(2):
        start, end = middle(page, "space1"), on_board(page, 1, -2)
        page.mouse.move(*start)
        page.mouse.down()
        page.mouse.move((start[0] + end[0]) / 2, end[1], steps=3)
        page.mouse.move(*end, steps=3)
        page.mouse.up()
        expect(spot(page, "space1")).not_to_have_attribute("transform", before)
        page.get_by_role("button", name=words("undo"), exact=True).click()
        expect(spot(page, "space1")).to_have_attribute("transform", before)
    page.get_by_role("button", name=words("redo"), exact=True).click()
    # With two momentum tokens the supply is empty, and the game over, in the second round.
    page.get_by_role("tab", name=words("tab_tokens")).click()
    page.get_by_label(words("momentum_tokens")).fill("2")
    expect(page.locator("p.state")).to_have_text(words("finished"))
    key = kept(page)
    page.get_by_role("tab", name=words("tab_board")).click()
    tool(page, words("tool_move"))
    page.mouse.move(*middle(page, "nixon"))
    page.mouse.down()
    page.mouse.move(*on_board(page, 0.5, 0.5), steps=3)
    page.mouse.up()
    place = spot(page, "nixon").get_attribute("transform") or ""
    assert place != "translate(0 0)"
    page.reload()  # the draft is still there, and lies as it lay
    expect(spot(page, "nixon")).to_have_attribute("transform", place)
    expect(page.locator(".sum")).to_contain_text("7 spaces, 14 threads")

    # A friend opens the link, and the invitation to a game on it.
    friend = window(f"/workshop/{key}")
    expect(friend.get_by_role("img", name=words("board_label")).locator("circle")).to_have_count(7)
    share_tab(page)
    page.get_by_role("button", name=words("play_friend")).click()
    page.wait_for_url("**/game/*")
    link = page.locator(".copy input").first
    expect(link).to_be_visible()
    friend.goto(link.input_value())
    friend.get_by_role("button", name=say("page.join_accept")).click()
    expect(friend.locator("[data-node^=space]")).to_have_count(7)

    # And against the computer, to the end.
    game = make_game(page, editor="random", nixon="me", options={"edition": key})["id"]
    page.evaluate("localStorage.setItem('watergate.pace', 'off')")
    page.goto(f"/game/{game}")
    expect(page.locator("[data-node^=space]")).to_have_count(7)
    Sitter(page, seed=1972, goal="nixon").play_on()
    assert status_of(page, game)["state"] == "over"
    page.goto(f"/replay/{game}/12")
    expect(page.locator("[data-node^=space]")).to_have_count(7)


def test_a_board_from_nothing_by_touch_on_a_phone(window: Window) -> None:
    page = bench(window, phone=True)
    draw_star(page, tap)
    shoot(page, "workshop-phone")
    page.get_by_role("button", name=words("zoom_in")).tap()
    assert (page.locator("svg.board").get_attribute("viewBox") or "").split()[2] < "920"
    # Another variant, with other cards, is played to its end by two computers.
    page.get_by_role("tab", name=words("tab_cards")).click()
    page.get_by_label(words("value_of", card="The Pentagon papers")).fill("4")
    expect(page.locator("p.state")).to_have_text(words("finished"))
    key = kept(page)
    options = {"edition": key, "watched": False}
    game = make_game(page, editor="random", nixon="random", options=options)["id"]
    while status_of(page, game)["state"] != "over":
        page.wait_for_timeout(200)
    page.goto(f"/replay/{game}/40")
    expect(page.locator("[data-node^=space]")).to_have_count(7)


def test_a_board_from_nothing_by_keys_alone(window: Window) -> None:
    page = bench(window)
    key = page.keyboard.press

    def tab_to(selector: str, way: str = "Tab") -> None:
        for _ in range(150):
            if page.evaluate("selector => document.activeElement?.matches(selector)", selector):
                return
            key(way)
        raise AssertionError(f"{selector} cannot be reached by {way}")

    tab_to(".head select")
    key(words("begin_empty")[0])  # each further letter would begin anew
    expect(page.locator(".sum")).to_contain_text("0 spaces")
    for n in range(1, 8):
        tab_to(".side .hand button:first-child")
        key("Enter")
        expect(spot(page, f"space{n}")).to_be_focused()
        key(str(1 + n % 3))
        key("ArrowRight")
        key("Shift+ArrowDown")
    expect(page.locator(".bench ~ p[role=status]")).to_contain_text("space7")
    for n, informant in enumerate(INFORMANTS, start=1):
        tab_to(f"[data-spot={informant}]", "Shift+Tab" if n == 1 else "Tab")
        key("t")
        tab_to(f"[data-spot=space{n}]")
        key("t")
        tab_to("[data-spot=nixon]", "Shift+Tab")
        key("t")
        key("Escape")
    expect(page.locator(".sum")).to_contain_text("7 spaces, 14 threads")
    expect(page.locator("p.state")).to_have_text(words("finished"))
    tab_to("[data-spot=space7]")
    key("Delete")
    expect(page.locator(".sum")).to_contain_text("6 spaces, 12 threads")
    expect(page.locator("p.state")).not_to_have_text(words("finished"))
    key("Control+z")
    expect(page.locator("p.state")).to_have_text(words("finished"))


def broken_drafts() -> Iterator[dict[str, Any]]:
    """Editions that are broken in every way the linter knows, as few as can be.

    It looks at the shape of things first, then at how they fit together: so there are three.
    """
    draft = draft_of(standard_content()) | {"name": "broken"}
    draft["card"][0] |= {"value": 12, "script": "fly away\n"}
    draft["card"][1]["color"] = "purple"
    draft["card"][2]["kind"] = "poet"
    draft["card"][3]["name"]["en"] = ""
    draft["card"][4]["number"] = 7
    draft["token"][1]["count"] = 16
    draft["token"][2]["colors"] = ["purple"]
    draft["token"][4]["colors"] = ["green", "blue", "yellow", "green"]
    draft["threads"] += [["rim1", "rim1"], ["rim1", "nowhere"], draft["threads"][0]]
    draft["space"][2]["color"] = "purple"
    draft["space"][4]["name"] = draft["space"][3]["name"]
    draft["space"][5]["name"] = "momentum"
    draft["informant"][0]["radius"] = 11
    draft["ability"][0]["script"] = "end round"
    draft["momentum_tokens"] = 0
    yield draft
    draft = draft_of(standard_content()) | {"name": "apart"}
    draft["card"][7]["script"] = "move momentum 3\ndraw card, play it\n"
    draft["token"][1] = draft["token"][0]
    draft["threads"] = [
        ends for ends in draft["threads"] if not {"nixon", INFORMANTS[0]} & set(ends)
    ]
    draft["threads"].append(INFORMANTS[1:3])
    draft["color"].append({"name": "red", "symbol": "flag", "label": {"en": "red", "hu": "piros"}})
    yield draft
    draft = draft_of(standard_content()) | {"name": "few", "space": [], "threads": []}
    draft["card"] = draft["card"][:2]
    yield draft


TAB_OF = {
    "space": "board", "informant": "board", "threads": "board", "card": "cards", "ability": "cards",
    "token": "tokens", "momentum_tokens": "tokens", "color": "tokens",
}  # fmt: skip


def test_what_is_broken_is_said_at_its_place(window: Window, tmp_path: Path) -> None:
    """Every sentence of the linter is read where its cause is."""
    page = bench(window)
    file = tmp_path / "broken.toml"
    for draft in broken_drafts():
        file.write_text(write_edition(draft), encoding="utf-8")
        share_tab(page)
        with page.expect_response("**/api/workshop/check") as answer:
            page.locator("input[type=file][accept*=toml]").set_input_files(file)
        marks = answer.value.json()["marks"]
        expect(page.locator("p.state")).to_contain_text(f"{len(marks)} mistakes")
        expect(page.get_by_role("button", name=words("play_editor"))).to_be_disabled()
        for tab in ("board", "cards", "tokens"):
            page.get_by_role("tab", name=words(f"tab_{tab}")).click()
            for mark in marks:
                if TAB_OF[mark["section"]] != tab:
                    continue
                place = page.locator("#workshop-panel")
                if mark["section"] in ("space", "informant") and mark["index"] is not None:
                    name = draft[mark["section"]][mark["index"]]["name"]
                    spot(page, name).last.focus()
                    place = place.locator(".panel")
                told = place.locator(".marks").filter(has_text=mark["text"])
                expect(told.first, str(mark)).to_be_visible()
    page.get_by_role("tab", name=words("tab_board")).click()
    page.evaluate("localStorage.setItem('watergate.settings', JSON.stringify({ language: 'hu' }))")
    page.reload()  # what is broken is kept as a draft, and said in the reader's language
    expect(page.locator(".marks").first).to_contain_text("Mezők: ")


def test_a_file_out_and_in_again_to_the_byte(window: Window, tmp_path: Path) -> None:
    page = bench(window)
    page.get_by_label(words("edition_title")).fill('<img src=x onerror="alert(1)"> “Mine”')
    share_tab(page)

    def saved(name: str) -> bytes:
        with page.expect_download() as download:
            page.get_by_role("button", name=words("file_out")).click()
        download.value.save_as(tmp_path / name)
        return (tmp_path / name).read_bytes()

    first = saved("first.toml")
    assert load_edition(tmp_path / "first.toml").name == "img_src_x_onerror_alert_1_mine"
    page.get_by_label(words("begin")).select_option("empty")
    expect(page.locator("p.state")).to_contain_text("mistakes")
    page.locator("input[type=file][accept*=toml]").set_input_files(tmp_path / "first.toml")
    expect(page.locator("p.state")).to_have_text(words("finished"))
    assert saved("second.toml") == first
    # What was on the bench before can be taken up again.
    page.get_by_label(words("begin")).select_option("0")
    expect(page.locator("p.state")).to_contain_text("mistakes")
    page.reload()
    share_tab(page)
    page.get_by_label(words("begin")).select_option("0")
    expect(page.locator("p.state")).to_have_text(words("finished"))
    assert saved("third.toml") == first
    # Markup is a text like any other, wherever it is shown.
    page.goto(f"/workshop/{kept(page)}")
    expect(page.locator("h2")).to_contain_text("<img src=x")


def test_hostile_files_and_pictures_get_a_sentence(window: Window, tmp_path: Path) -> None:
    page = bench(window)
    posted: list[str] = []
    page.on("request", lambda request: posted.append(request.post_data or ""))
    share_tab(page)
    field = page.locator("input[type=file][accept*=toml]")
    for text, answer in {
        "a = " + "[" * 50_000: "TOML of usual size",
        "<html>": "found '<html>'",
        "#" * 500_000: words("file_too_large"),
        'name = "x"\n[[card]]\nscript = "' + "lose card\\n" * 3_000 + '"\n': "2,000 characters",
    }.items():
        (tmp_path / "hostile.toml").write_text(text, encoding="utf-8")
        field.set_input_files(tmp_path / "hostile.toml")
        expect(page.get_by_text(answer).first).to_be_visible()
    page.get_by_role("tab", name=words("tab_board")).click()
    picture = page.locator("input[type=file][accept*=image]")
    (tmp_path / "board.txt").write_text("no picture")
    picture.set_input_files(tmp_path / "board.txt")
    expect(page.get_by_text(words("photo_none"))).to_be_visible()
    (tmp_path / "board.png").write_bytes(PIXEL)
    picture.set_input_files(tmp_path / "board.png")
    expect(page.locator("svg.board image")).to_have_attribute("opacity", "0.6")
    page.get_by_label(words("photo_share")).fill("20")
    expect(page.locator("svg.board image")).to_have_attribute("opacity", "0.2")
    assert not any("PNG" in one or "iVBOR" in one for one in posted)


def test_a_card_is_changed_said_in_words_and_tried_out(window: Window) -> None:
    page = bench(window, phone=True)
    page.get_by_role("tab", name=words("tab_cards")).click()
    page.get_by_role("button", name=words("open_card", card="Gordon Liddy")).click()
    editor = page.locator(".editor")
    script = editor.get_by_label(words("script"), exact=True)
    script.fill("lose card\n")
    expect(editor.locator("ol")).to_contain_text("loses a random card")
    script.fill("lose cards\n")
    expect(editor.get_by_text("found 'lose cards'", exact=False)).to_be_visible()
    expect(editor.get_by_role("button", name=words("try_out"))).to_be_disabled()
    script.fill("lose card\n")
    editor.get_by_role("button", name=words("try_out")).click()
    expect(page.locator("section.hand")).to_contain_text("Gordon Liddy")


@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
def test_the_workshop_keeps_nobody_out(window: Window, phone: bool) -> None:
    page = bench(window, phone=phone)
    draft = page.evaluate("JSON.parse(localStorage.getItem('watergate.workshop'))")
    spot(page, "rim1").click()
    for name in ("board", "cards", "tokens", "share"):
        page.get_by_role("tab", name=words(f"tab_{name}")).click()
        if name == "cards":
            page.get_by_role("button", name=words("open_card", card="Gordon Liddy")).click()
            page.get_by_text(words("language_help")).click()
            page.get_by_role("spinbutton").first.fill("12")
            expect(page.locator("tr.wrong")).to_be_visible()
        shoot(page, f"workshop-{name}-{'phone' if phone else 'desktop'}")
        assert complaints(page) == [], name
        assert page.evaluate("document.scrollingElement.scrollWidth <= innerWidth"), name
    csrf = page.request.get("/api/me").json()["csrf"]
    answer = page.request.post(
        "/api/workshop/editions", data={"draft": draft}, headers={"X-CSRF-Token": csrf}
    )
    page.goto(f"/workshop/{answer.json()['key']}")
    expect(page.get_by_role("button", name=words("work_on"))).to_be_visible()
    assert complaints(page) == []
    assert page.evaluate("document.scrollingElement.scrollWidth <= innerWidth")
