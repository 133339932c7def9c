"""Mistakes can be taken back against the computer, and nobody clicks what is forced."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import Window
from tests.e2e.scenes import identity_of, in_the_middle, say
from tests.e2e.sitting import Sitter, make_game
from tests.server.clients import Person
from tests.server.running import RunningServer

pytestmark = pytest.mark.slow

A_FEW = 40


@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
def test_what_the_computer_has_answered_can_be_taken_back_choice_by_choice(
    window: Window, server: RunningServer, phone: bool
) -> None:
    ann = Person(server.url)
    page = window(
        f"/game/{in_the_middle(ann)}", phone=phone, pace="off", storage_state=identity_of(ann)
    )
    sitter = Sitter(page, seed=4)
    sight = sitter.await_("mine")
    first = sight.ply
    while f"{say('side.nixon')} plays" not in page.locator("section.prompt").inner_text():
        sitter.choose(sight)
        sight = sitter.await_("mine", before=sight.sign)
    for _ in range(30):
        before = sitter.see()
        if before.ply == first:
            break
        page.get_by_role("button", name=say("page.take_back")).click()
        now = sitter.await_("mine", before=before.sign)
        assert now.ply < before.ply
    assert sitter.see().ply == first
    take_back = page.get_by_role("button", name=say("page.take_back"))
    expect(take_back).to_have_attribute("aria-disabled", "true")
    sitter.choose(sitter.see())  # and the game goes on from there


def test_at_one_screen_nobody_is_asked_what_is_forced(window: Window) -> None:
    page = window("/", pace="off")
    page.goto(f"/game/{make_game(page, editor='me', nixon='me')['id']}")
    sitter = Sitter(page, seed=11)
    sight = sitter.await_("mine")
    while sitter.count < A_FEW:
        assert not sight.is_over
        if sight.hand_over is not None:
            page.get_by_role("button", name=sight.hand_over).click()
        else:
            is_forced = len(sight.offers) == 1 and sight.offers[0].kind in ("thing", "choice")
            is_window = re.search("React to|or pass|token to turn face up for", sight.prompt)
            assert not is_forced or is_window, sitter.tell()  # a window opens for all (RULES 8.11)
            sitter.choose(sight)
        sight = sitter.await_("mine", before=sight.sign)
