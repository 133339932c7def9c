"""The example bot plays whole games over the network, with nothing but the documented API."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from tests.server.clients import WAIT, Person
from tests.server.running import RunningServer

BOT = Path(__file__).parents[2] / "examples" / "network_bot.py"


@contextlib.contextmanager
def bot_of(person: Person, *arguments: str) -> Iterator[subprocess.Popen[str]]:
    """The example as a process, with a token of somebody's."""
    token = person.post("/me/tokens", {"name": "example"})["token"]
    with subprocess.Popen(
        [sys.executable, str(BOT), person.url, *arguments],
        env={**os.environ, "WATERGATE_TOKEN": token},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def wait_for_end(person: Person) -> dict[str, object]:
    """The first game of a person that is over."""
    end = time.monotonic() + WAIT
    while time.monotonic() < end:
        if over := person.get("/me/games", state="over"):
            game: dict[str, object] = over[0]
            return game
        time.sleep(0.2)
    raise AssertionError("the game does not end")


def test_the_bot_is_short_and_needs_no_package() -> None:
    text = BOT.read_text(encoding="utf-8")
    assert len(text.splitlines()) < 60
    imported = {line.split()[1].partition(".")[0] for line in text.splitlines() if "import" in line}
    assert imported <= sys.stdlib_module_names


def test_a_bot_plays_the_computer_to_the_end(server: RunningServer) -> None:
    ann = Person(server.url)
    with bot_of(ann, "random") as bot:
        game = wait_for_end(ann)
        assert bot.stdout is not None
        assert bot.stdout.readline().startswith(f"/api/games/{game['id']} {{'winner': ")
        bot.kill()
        assert bot.stderr is not None
        assert bot.stderr.read() == ""
    assert game["your_sides"] == ["editor"]


def test_two_bots_play_each_other(server: RunningServer) -> None:
    ann, bob = Person(server.url, "Ann"), Person(server.url, "Bob")
    with bot_of(ann), bot_of(bob):
        made = ann.new_game()
        bob.accept(made)
        game = wait_for_end(ann)
    assert game["id"] == made["id"]
    assert game["ending"] == wait_for_end(bob)["ending"]
