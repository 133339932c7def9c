"""A browser for all tests of a worker, a server with the built page, and people with windows."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    ViewportSize,
    expect,
    sync_playwright,
)

from tests.e2e.chromium import find_chromium
from tests.server.running import RunningServer, running
from watergate.server.page import BUILT

DESKTOP: ViewportSize = {"width": 1440, "height": 900}
PHONE: ViewportSize = {"width": 360, "height": 780}
SHOTS = os.environ.get("WATERGATE_SHOTS")
"""The folder for pictures of the screens, where they are wanted: each takes its time."""
PATIENCE_MS = 60_000
STAYS_ASKED = """try { localStorage['watergate.settings'] ??= '{"letsPass": false}' } catch {}"""
"""Nothing passes by itself, unless its person has chosen so since; an empty page keeps nothing."""

Window = Callable[..., Page]

expect.set_options(timeout=PATIENCE_MS)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """A browser takes its time: all tests of this folder are slow."""
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents:
            item.add_marker(pytest.mark.slow)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=find_chromium(), args=["--no-sandbox", "--disable-gpu"]
        )
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """A server with the built page and a worker."""
    assert (BUILT / "index.html").is_file(), "the page is not built: make page"
    with running(tmp_path_factory.mktemp("e2e"), workers=1) as server:
        yield server
        said = server.said()
        assert "Traceback" not in said, said[-4000:]
        assert "a job failed" not in said, said[-4000:]


@pytest.fixture
def window(browser: Browser, server: RunningServer) -> Iterator[Window]:
    """Opens windows of different people; each has an identity of its own.

    Nothing may go wrong unseen: errors of the page and requests to other origins fail the test.
    """
    contexts: list[BrowserContext] = []
    complaints: list[str] = []

    def open_window(
        path: str = "/",
        *,
        phone: bool = False,
        at: RunningServer | None = None,
        pace: str | None = None,
        lets_pass: bool = False,
        prepare: Callable[[Page], None] | None = None,
        **options: Any,
    ) -> Page:
        """`at` another server than that of all tests; `pace` is how moves are played out; with
        `lets_pass` chances to react pass by themselves, as they do for people; `prepare` sees the
        page before it has loaded anything."""
        home = (at or server).url
        context = browser.new_context(
            **{
                "base_url": home, "viewport": PHONE if phone else DESKTOP, "has_touch": phone,
                "is_mobile": phone, "locale": "en-GB", "reduced_motion": "reduce", **options,
            }
        )  # fmt: skip
        context.set_default_timeout(PATIENCE_MS)
        contexts.append(context)
        if pace is not None:
            context.add_init_script(f"localStorage.setItem('watergate.pace', '{pace}')")
        if not lets_pass:
            context.add_init_script(STAYS_ASKED)
        page = context.new_page()
        if prepare is not None:
            prepare(page)
        page.on("pageerror", lambda error: complaints.append(f"error in the page: {error}"))
        page.on("console", lambda message: _forbidden(message, complaints))
        page.on("request", lambda request: _same_origin(request.url, home, complaints))
        page.goto(path)
        return page

    yield open_window
    for context in contexts:
        context.close()
    assert complaints == []


def _same_origin(url: str, home: str, complaints: list[str]) -> None:
    own = (home, home.replace("http", "ws", 1), "data:", "blob:")
    if not url.startswith(own):
        complaints.append(f"a request left for {url}")


def _forbidden(message: ConsoleMessage, complaints: list[str]) -> None:
    """What the browser did not do because the page's own policy forbids it."""
    if message.type == "error" and "Content Security Policy" in message.text:
        complaints.append(message.text)


def shoot(page: Page, name: str) -> None:
    """Keep a picture of a screen, to be looked at."""
    if SHOTS is not None:
        page.screenshot(path=Path(SHOTS) / f"{name}.png")
