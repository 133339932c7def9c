"""The addresses of the page: at all others the server says as well that nothing is there."""

from __future__ import annotations

import pytest

from watergate.server.page import ADDRESS

GAME = "0123456789abcdef"


@pytest.mark.parametrize(
    "address",
    [
        "", f"game/{GAME}", f"watch/{GAME}", f"replay/{GAME}", f"replay/{GAME}/12",
        f"join/{GAME}/nixon", "recover", "learn", "learn/rules/4.7", "learn/cards/16",
        "learn/exercises", "guide/editor", "settings", "exercise/12", "workshop",
        f"workshop/{GAME}",
    ],
)  # fmt: skip
def test_what_the_page_shows_is_found(address: str) -> None:
    assert ADDRESS.fullmatch(address)


@pytest.mark.parametrize(
    "address",
    [
        "nope", "etc/passwd", "game", "game/xyz", "replay/abc/9", "join/abc/editor",
        f"join/{GAME}", f"join/{GAME}/chance", "exercise", "exercise/0", "exercises/none",
        "workshop/none", "learn/nope", "demo/x",
    ],
)  # fmt: skip
def test_where_nothing_is_nothing_is_found(address: str) -> None:
    assert not ADDRESS.fullmatch(address)
