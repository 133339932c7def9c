"""Exercises from other people's games: found, tried by mouse, keys and touch, remembered."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.axe import complaints
from tests.e2e.conftest import Window, shoot
from tests.e2e.scenes import say
from watergate import standard_edition
from watergate.coach.exercises import Exercise, exercises
from watergate.rules import move_in_words
from watergate.rules.moves import notation_of
from watergate.texts import sentence

pytestmark = pytest.mark.slow


def in_words(text: str, language: str = "en") -> str:
    move = notation_of(standard_edition()).move(text)
    return sentence(move_in_words(move, standard_edition(), language))


def of_kind(kind: str, side: str) -> Exercise:
    """The easiest of a kind."""
    return next(one for one in exercises() if (one.kind, one.side) == (kind, side))


def fits(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


def test_an_exercise_is_found_tried_by_mouse_and_keys_and_remembered(window: Window) -> None:
    page = window("/")
    page.get_by_role("link", name=say("page.exercises_link")).click()
    expect(page.locator("ol li a")).to_have_count(len(exercises()))
    assert complaints(page) == []
    shoot(page, "exercises")

    # A wrong move, by the list; then the best, by the gestures of the table.
    one = of_kind("play", "editor")
    page.locator(f'ol li a[href="/exercise/{one.number}"]').click()
    note = page.get_by_role("region", name=say("page_replay.collection_title", number=one.number))
    expect(note).to_be_focused()
    wrong = next(answer for answer in one.answers if not answer.is_right)
    note.locator("summary", has_text=say("page_replay.exercise_list")).click()
    note.get_by_role("button", name=in_words(wrong.move), exact=True).click()
    expect(note.locator(".reply")).to_contain_text(in_words(wrong.move))
    best = notation_of(standard_edition()).move(one.best.move)
    page.locator(f'section.hand [data-anchor~="card:{best.card}"]').click()
    page.locator(f'.uses [data-use="{best.part}"]').click()
    expect(note.locator(".reply.right")).to_contain_text(in_words(one.best.move))
    assert complaints(page) == []
    shoot(page, "exercise-solved")

    # The next by a key; the answer shown is not an answer found.
    after = exercises()[one.number]
    page.locator("body").press("n")
    expect(page).to_have_url(re.compile(rf"/exercise/{after.number}$"))
    page.get_by_role("button", name=say("page_replay.exercise_show")).click()
    expect(page.locator(".exercise .answer")).to_contain_text(in_words(after.best.move))
    page.locator("body").press("Escape")
    expect(page).to_have_url(re.compile(r"/learn/exercises$"))
    page.reload()
    expect(page.locator("ol li a.later")).to_have_text([str(one.number)])
    expect(page.locator("ol li a.shown")).to_have_text([str(after.number)])

    # Only one side's: those of the other are gone.
    page.get_by_role("group", name=say("page_learn.filter_side")).get_by_text("Nixon").click()
    numbers = [str(each.number) for each in exercises() if each.side == "nixon"]
    expect(page.locator("ol li a")).to_have_text(numbers)


def test_an_exercise_is_tried_by_touch_and_played_on(window: Window) -> None:
    one = of_kind("pin", "editor")
    page = window(f"/exercise/{one.number}", phone=True, locale="hu-HU")
    best = notation_of(standard_edition()).move(one.best.move)
    page.locator(f'[data-anchor~="space:{best.target}"]').tap()
    expect(page.locator(".exercise .reply.right")).to_contain_text(in_words(one.best.move, "hu"))
    assert fits(page)
    assert complaints(page) == []
    shoot(page, "exercise-phone")
    page.get_by_role("button", name=say("page_replay.play_on", "hu")).tap()
    expect(page).to_have_url(re.compile(r"/game/\w+$"))
    expect(page.locator(".prompt")).to_contain_text(say("page.your_decision", "hu"))
    page.goto(page.url.partition("/game/")[0] + "/learn/exercises")
    expect(page.locator("ol li a.first")).to_have_text([str(one.number)])
    assert fits(page)
    assert complaints(page) == []


def test_an_exercise_that_there_is_not_leads_back(window: Window) -> None:
    page = window("/exercise/99999")
    expect(page.get_by_role("alert")).to_be_visible()
    page.get_by_role("link", name=say("page_replay.collection_leave")).click()
    expect(page.locator("ol li a").first).to_be_visible()


@pytest.mark.parametrize("height", [640, 780, 844])
def test_on_a_phone_the_hand_is_in_the_window_under_what_is_asked(
    window: Window, height: int
) -> None:
    one = of_kind("play", "editor")
    page = window(f"/exercise/{one.number}", phone=True)
    page.set_viewport_size({"width": 360, "height": height})
    note, hand = page.locator(".exercise"), page.locator("section.hand")
    expect(hand).to_be_visible()
    whole = """([note, hand]) => {
        const { top, bottom } = hand.getBoundingClientRect();
        return top >= note.getBoundingClientRect().bottom && bottom <= innerHeight + 1;
    }"""
    assert page.evaluate(whole, [note.element_handle(), hand.element_handle()])
    best = notation_of(standard_edition()).move(one.best.move)
    hand.locator(f'[data-anchor~="card:{best.card}"]').tap()
    page.locator(f'.uses [data-use="{best.part}"]').tap()
    expect(note.locator(".reply.right")).to_contain_text(in_words(one.best.move))
    assert page.evaluate(whole, [note.element_handle(), hand.element_handle()])
