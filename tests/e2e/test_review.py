"""Games looked at again: scrubbed, judged, played on, opened from files, shared."""

from __future__ import annotations

import functools
import re
from typing import Any

import pytest
from playwright.sync_api import FilePayload, Locator, Page, expect

from tests.e2e.axe import complaints
from tests.e2e.conftest import PATIENCE_MS, Window, shoot
from tests.e2e.scenes import card_ply, identity_of, record, say, whole_game
from tests.server.clients import Person, short_game
from tests.server.running import RunningServer
from watergate import Game, Side
from watergate.players import player
from watergate.rules import Move, move_in_words, write_record
from watergate.rules.moves import notation_of

pytestmark = pytest.mark.slow

BEGINNING = 40
"""Plies of the first round and a little more: the curve of these is quickly drawn."""


def imported(ann: Person, plies: int | None = None) -> str:
    return str(ann.post("/records", {"record": record(plies)})["id"])


def open_replay(window: Window, ann: Person, game: str, ply: int = 0) -> Page:
    page = window(f"/replay/{game}/{ply}", storage_state=identity_of(ann))
    expect(slider(page)).to_have_value(str(ply))
    return page


def slider(page: Page, language: str = "en") -> Locator:
    return page.get_by_role("slider", name=say("page_replay.slider", language))


def stands_at(page: Page, ply: int) -> None:
    """The slider and, a moment later, the address say so."""
    expect(slider(page)).to_have_value(str(ply))
    expect(page).to_have_url(re.compile(rf"/replay/\w+/{ply}$"))


def row(page: Page, number: int) -> Locator:
    """The hand of the side looked from (0) or of the other (1)."""
    return page.get_by_label(say("page_replay.hands")).locator(".row").nth(number)


def look(page: Page, eyes: str) -> None:
    seen_by = page.get_by_role("group", name=say("page_replay.eyes"))
    seen_by.get_by_text(say(f"page_replay.eyes_{eyes}"), exact=True).click()


# Scrubbing


def test_a_replay_is_scrubbed_by_slider_keys_and_log(window: Window, server: RunningServer) -> None:
    ann = Person(server.url)
    page = open_replay(window, ann, imported(ann))
    plies = whole_game().ply
    expect(slider(page)).to_have_attribute("max", str(plies))
    expect(page.locator(".log li").nth(50)).to_be_attached()  # all of it has been loaded

    slider(page).fill(str(plies // 2))
    stands_at(page, plies // 2)
    slider(page).press("End")
    stands_at(page, plies)
    expect(page.locator(".now")).to_contain_text(say("page.game_over"))
    slider(page).press("Home")
    stands_at(page, 0)

    page.locator("body").press("PageDown")
    expect(page.locator(".now")).to_contain_text(say("page.round", number=2))
    now = int(slider(page).input_value())
    assert whole_game().at(now).round == 2
    page.locator("body").press("Shift+ArrowRight")
    expect(slider(page)).not_to_have_value(str(now))
    after_turn = int(slider(page).input_value())
    assert after_turn > now
    page.locator("body").press("ArrowLeft")
    expect(slider(page)).not_to_have_value(str(after_turn))
    before = slider(page).input_value()
    page.get_by_role("button", name=say("page_replay.on"), exact=True).click()
    expect(slider(page)).not_to_have_value(before)

    line = page.locator(".log li").nth(30)
    line.click(position={"x": 3, "y": 8})
    expect(line).to_have_attribute("aria-current", "step")


def test_a_record_without_names_is_told_by_its_sides(window: Window, server: RunningServer) -> None:
    ann = Person(server.url)
    page = window(f"/replay/{imported(ann)}/90", phone=True, storage_state=identity_of(ann))
    title = page.get_by_role("heading", level=1)
    expect(title).to_contain_text("The Editor against Nixon")
    cut_off = """({ scrollWidth, clientWidth, scrollHeight, clientHeight }) =>
        scrollWidth > clientWidth + 1 || scrollHeight > clientHeight + 1"""
    for text in (title, page.locator(".story p"), page.locator(".now")):
        assert not text.evaluate(cut_off)


def test_a_replay_runs_by_itself_until_it_is_stopped(window: Window, server: RunningServer) -> None:
    ann = Person(server.url)
    page = open_replay(window, ann, imported(ann, BEGINNING), BEGINNING - 3)
    page.get_by_label(say("page_explain.pace")).select_option("off")
    page.locator("body").press(" ")
    stands_at(page, BEGINNING)  # and there it stops
    expect(page.get_by_role("button", name=say("page_replay.play"), exact=True)).to_be_visible()


def test_either_eyes_see_their_own_hand_alone(window: Window, server: RunningServer) -> None:
    ann = Person(server.url)
    ply = whole_game().ply // 2
    page = open_replay(window, ann, imported(ann), ply)
    unseen = re.compile(r"\d cards?, unseen")
    expect(row(page, 0).locator("li").first).to_be_visible()
    expect(page.get_by_label(say("page_replay.hands"))).not_to_contain_text(unseen)
    for side in ("editor", "nixon"):
        look(page, side)
        expect(row(page, 0)).to_have_attribute("data-anchor", f"hand:{side}")
        expect(row(page, 1)).to_contain_text(unseen)
        expect(row(page, 0)).not_to_contain_text(unseen)
        assert slider(page).input_value() == str(ply)


# The curve


def test_a_curve_is_drawn_when_asked_for(window: Window, server: RunningServer) -> None:
    ann = Person(server.url)
    page = open_replay(window, ann, imported(ann, BEGINNING))
    page.locator("summary", has_text=say("page_replay.curve")).click()
    page.get_by_role("button", name=say("page_replay.curve_start")).click()
    expect(page.get_by_role("progressbar", name=say("page_replay.curve"))).to_be_visible()
    begins = say("page_replay.curve_label", first=0, last=0).partition("0")[0]
    curve = page.get_by_role("img", name=begins)
    expect(curve).to_be_visible()
    expect(page.get_by_role("heading", name=say("page_replay.turning"))).to_be_visible()
    box = curve.bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(slider(page)).to_have_value(str(BEGINNING // 2))
    chance = say("page_replay.curve_now", editor=0, nixon=0).replace("0", r"\d+")
    expect(page.locator(".judgement")).to_contain_text(re.compile(chance))


# The review


@functools.cache
def end_of_game() -> str:
    """The record of a short game full of mistakes: the last of the whole one, played at random."""
    game = whole_game()
    ply = card_ply(Side.NIXON, game.ply - BEGINNING)
    end = Game.from_position(game.at(ply).position, game.edition)
    end.draw_at_random(12)
    players = {side: player("random", seed=12 + n) for n, side in enumerate(Side)}
    while isinstance(side := end.decider, Side):
        end.play(players[side].choose(end.view(side)))
    return write_record(end)


def tab(page: Page, name: str) -> Locator:
    return page.get_by_role("tab", name=say(f"page_replay.tab_{name}"))


def try_on_the_table(page: Page, move: Move) -> None:
    """By the gestures of the table: a card, then its use."""
    page.locator(f'section.hand [data-anchor~="card:{move.card}"]').click()
    page.locator(f'.uses [data-use="{move.part}"]').click()


def tried_again(page: Page, judged: dict[str, Any]) -> None:
    """Try what was played, and then what is right."""
    exercise = page.get_by_role("region", name=say("page_replay.learn"))
    exercise.locator("summary", has_text=say("page_replay.exercise_list")).click()
    played, best = (_move(judged[which]) for which in ("played", "best"))
    exercise.get_by_role("button", name=_words(played), exact=True).click()
    expect(exercise.locator(".reply")).to_contain_text(f"{100 * judged['after']:.0f} %")
    try_on_the_table(page, best)
    expect(exercise.locator(".reply.right")).to_contain_text(_words(best))
    assert complaints(page) == []


def _move(text: str) -> Move:
    return notation_of(whole_game().edition).move(text)


def _words(move: Move) -> str:
    words = move_in_words(move, whole_game().edition, "en")
    return words[:1].upper() + words[1:]


def test_a_review_tells_what_was_lost_by_whom_and_lets_one_try_again(
    window: Window, server: RunningServer
) -> None:
    ann = Person(server.url)
    game = str(ann.post("/records", {"record": end_of_game()})["id"])
    assert ann.get(f"/games/{game}/review") is None
    page = open_replay(window, ann, game)
    page.get_by_role("button", name=say("page_replay.review_start")).click()
    expect(page.get_by_role("progressbar", name=say("page_replay.review"))).to_be_visible()
    expect(tab(page, "account")).to_be_visible(timeout=5 * PATIENCE_MS)
    expect(page.locator(".review .growing")).to_have_count(0, timeout=5 * PATIENCE_MS)
    review = ann.get(f"/games/{game}/review")["result"]

    # The account adds up as it is read.
    rows = page.locator(".review .account table tr td:last-child").all_inner_texts()
    start, *parts, result = [int(re.sub(r"[^-\d]", "", row.replace("−", "-"))) for row in rows]
    assert start + sum(parts) == result
    page.locator(".review .account button.the").click()
    expect(slider(page)).to_have_value(str(review["turning"]))
    expect(tab(page, "move")).to_have_attribute("aria-selected", "true")
    assert complaints(page) == []
    shoot(page, "review")

    # Keys lead from mistake to mistake of the side that lost.
    mistakes = [
        one for one in review["decisions"] if one["side"] == "nixon" and one["word"] != "fine"
    ]
    page.locator("body").press("Home")
    expect(slider(page)).to_have_value("0")
    if mistakes[0]["ply"] > 0:
        page.locator("body").press("n")
        expect(slider(page)).to_have_value(str(mistakes[0]["ply"]))
    page.locator("body").press("n")
    expect(slider(page)).to_have_value(str(mistakes[1]["ply"]))
    page.locator("body").press("p")
    expect(slider(page)).to_have_value(str(mistakes[0]["ply"]))
    expect(page.locator(".review .verdict")).to_contain_text(
        say(f"page_replay.word_{mistakes[0]['word']}")
    )
    tab(page, "move").press("ArrowRight")
    expect(tab(page, "moves")).to_be_focused()
    expect(page.locator(".log .marked").first).to_be_visible()
    page.locator("body").press("m")
    expect(page.locator(".mistakes li")).to_have_count(len(mistakes))
    tab(page, "reads").click()
    expect(page.locator(".reads .held").first).to_be_visible()
    assert complaints(page) == []

    # One of the Editor's, tried again, and played on with what was hidden dealt anew.
    page.get_by_role("group", name=say("page_replay.review_of")).get_by_text("Editor").click()
    plays = [
        one
        for one in review["decisions"]
        if (one["side"], one["kind"]) == ("editor", "play") and one["word"] != "fine"
    ]
    tab(page, "moves").click()
    page.locator(".mistakes button", has_text=_words(_move(plays[0]["played"]))).first.click()
    page.get_by_role("button", name=say("page_replay.try_again")).click()
    tried_again(page, plays[0])
    shoot(page, "exercise")
    page.get_by_role("button", name=say("page_replay.play_on")).click()
    expect(page).to_have_url(re.compile(r"/game/\w+$"))
    expect(page.locator(".prompt")).to_contain_text(say("page.your_decision"))

    # Whoever has the link finds it there, in another language and on a phone too.
    code = ann.get(f"/games/{game}/links")["watch"].partition("#")[2]
    phone = window(f"/replay/{game}/{plays[0]['ply']}#{code}", phone=True, locale="hu-HU")
    phone.locator(".judged").tap()
    expect(phone.locator(".review .verdict")).to_contain_text(
        say(f"page_replay.word_{plays[0]['word']}", "hu")
    )
    assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert complaints(phone) == []
    shoot(phone, "review-phone")
    phone.get_by_role("button", name=say("page_replay.next_mistake", "hu")).tap()
    after = next(one["ply"] for one in mistakes if one["ply"] > plays[0]["ply"])
    expect(slider(phone, "hu")).to_have_value(str(after))
    slider(phone, "hu").press("End")  # where nothing is decided
    phone.locator(".now .lead").tap()
    expect(slider(phone, "hu")).to_have_value(str(review["turning"]))
    slider(phone, "hu").fill(str(after))
    phone.get_by_role("button", name=say("page_replay.try_again", "hu")).tap()
    phone.get_by_role("button", name=say("page_replay.exercise_show", "hu")).tap()
    expect(phone.locator(".exercise .answer")).to_be_visible()
    assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert complaints(phone) == []


def test_who_asks_for_the_review_at_the_end_of_a_game_is_not_asked_again(
    window: Window, server: RunningServer
) -> None:
    ann = Person(server.url)
    game = short_game(ann)
    page = window(f"/game/{game}", storage_state=identity_of(ann))
    page.get_by_role("link", name=say("page.review")).click()
    expect(tab(page, "account")).to_be_visible(timeout=5 * PATIENCE_MS)
    expect(page).to_have_url(re.compile(rf"/replay/{game}/\d+$"))


def test_a_review_is_begun_on_a_phone_without_a_search_and_thought_about_for_longer(
    window: Window, server: RunningServer
) -> None:
    ann = Person(server.url)
    game = short_game(ann)
    page = window(f"/replay/{game}", phone=True, storage_state=identity_of(ann))
    begin = page.get_by_role("button", name=say("page_replay.review_start")).first
    expect(begin).to_be_in_viewport()
    begin.tap()
    expect(page.locator(".now .lead")).to_contain_text(say("page_replay.turned"))
    expect(page.locator(".review .growing")).to_have_count(0, timeout=5 * PATIENCE_MS)
    page.get_by_role("button", name=say("page_replay.deeper"), exact=True).tap()
    expect(page.locator(".review .growing")).to_contain_text(say("page_replay.deeper_running"))
    expect(page.locator(".review .account table")).to_be_visible()  # it can be read meanwhile
    done = page.locator(".review .deeper")
    expect(done).to_contain_text(say("page_replay.deeper_done"), timeout=10 * PATIENCE_MS)
    assert ann.get(f"/games/{game}/review")["result"]["judge"]["depth"] == "deep"
    assert complaints(page) == []
    page.reload()
    expect(done).to_contain_text(say("page_replay.deeper_done"))


# Playing on


def test_a_game_is_played_on_from_its_middle(window: Window, server: RunningServer) -> None:
    ann = Person(server.url)
    game = whole_game()
    ply = card_ply(Side.NIXON, game.ply // 2)
    page = open_replay(window, ann, imported(ann), ply)
    look(page, "nixon")
    expect(row(page, 1).locator("li")).to_have_count(1)
    held = [
        text.strip() for text in row(page, 0).locator("li .chip > :last-child").all_inner_texts()
    ]

    page.locator("summary", has_text=say("page_replay.play_on")).click()
    form = page.get_by_role("form", name=say("page_replay.play_on"))
    expect(form.get_by_label(say("page.short_nixon"))).to_be_checked()
    form.get_by_label(say("page_replay.level")).select_option("1")
    form.get_by_role("button", name=say("page_replay.start")).click()

    expect(page).to_have_url(re.compile(r"/game/\w+$"))
    expect(page.locator(".masthead")).to_contain_text(say("page.round", number=game.at(ply).round))
    cards = page.get_by_label(say("page.hand"), exact=True).locator("button.card")
    expect(cards).to_have_count(len(held))
    for name in held:
        expect(cards.filter(has_text=name)).to_have_count(1)
    expect(page.locator(".prompt")).to_contain_text(say("page.your_decision"))
    cards.first.click()
    page.locator(".uses .part:not([aria-disabled=true])").first.click()
    expect(cards).to_have_count(len(held) - 1)  # and the game goes on


# Files


def test_a_record_is_opened_from_a_file(window: Window) -> None:
    page = window("/")
    page.set_input_files("input[type=file]", file(record()))
    expect(page).to_have_url(re.compile(r"/replay/\w+/\d+$"))
    expect(slider(page)).to_have_attribute("max", str(whole_game().ply))


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("Dear diary, today I bugged the opposition.", "record"),
        (record(BEGINNING).replace("play ", "play 4", 1), "play 4"),
        ("x" * 400_001, say("page.record_too_large")),
    ],
    ids=["no record", "an impossible move", "too large"],
)
def test_a_broken_record_is_refused_and_says_why(window: Window, text: str, reason: str) -> None:
    page = window("/")
    page.set_input_files("input[type=file]", file(text))
    trouble = page.get_by_role("alert")
    expect(trouble).to_contain_text(reason)
    expect(page.get_by_role("button", name=say("page.start_game"))).to_be_enabled()
    page.set_input_files("input[type=file]", file(record(BEGINNING)))  # a good one still opens
    expect(page).to_have_url(re.compile(r"/replay/\w+/\d+$"))


def file(text: str) -> FilePayload:
    return {"name": "game.wg", "mimeType": "text/plain", "buffer": text.encode()}


# Sharing


def test_a_link_to_a_move_opens_it_for_a_stranger(window: Window, server: RunningServer) -> None:
    ann = Person(server.url)
    page = open_replay(window, ann, imported(ann), 60)
    page.get_by_role("button", name=say("page_replay.share")).click()
    link = page.get_by_role("textbox", name=say("page_replay.share")).input_value()
    assert link.startswith(f"{server.url}/replay/")
    expect(page.get_by_text(say("page.only_here"))).to_be_visible()
    shoot(page, "shared")

    stranger = window(link.removeprefix(server.url))
    expect(slider(stranger)).to_have_value("60")
    expect(stranger.locator(".now")).to_have_text(page.locator(".now").inner_text())
    slider(stranger).press("ArrowLeft")
    expect(slider(stranger)).not_to_have_value("60")

    without = window(link.removeprefix(server.url).partition("#")[0])
    expect(without.get_by_role("alert")).not_to_be_empty()
    expect(slider(without)).to_have_count(0)
