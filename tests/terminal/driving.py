"""The application under a pilot: what its tests drive it with, and what must never be shown."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

from textual.pilot import Pilot
from textual.widgets import Input

from tests.processes import PATIENCE
from watergate.edition import Side, standard_edition
from watergate.players.seating import PERSON
from watergate.rules import Game
from watergate.terminal.app import WatergateApp
from watergate.terminal.dialogs import Dialog, HandOver
from watergate.terminal.session import Session
from watergate.terminal.table import Table

Driver = Callable[["Play"], Awaitable[None]]
STANDARD = (100, 30)


class Play:
    """The application under a pilot."""

    def __init__(self, app: WatergateApp, pilot: Pilot[None]) -> None:
        self.app, self.pilot = app, pilot

    @property
    def session(self) -> Session:
        assert self.app.session is not None
        return self.app.session

    @property
    def game(self) -> Game:
        return self.session._game

    @property
    def table(self) -> Table:
        [table] = [screen for screen in self.app.screen_stack if isinstance(screen, Table)]
        return table

    def text(self) -> str:
        """The screen as letters."""
        strips = self.app.screen._compositor.render_strips()
        return "\n".join("".join(segment.text for segment in strip) for strip in strips)

    async def press(self, *keys: str) -> None:
        await self.pilot.press(*keys)
        await self.pilot.pause()

    async def tap(self, *keys: str) -> None:
        """Like press, without the pilot's long waits between keys."""
        for key in keys:
            self.app.simulate_key(key)
            await asyncio.sleep(0)
        await self.pilot.pause()

    async def settle(self) -> None:
        """Until a person, or a dialog, is to do something."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            await self.pilot.pause()
            if not isinstance(self.app.screen, Table):
                return
            if self.session.handed_to is None and self.table.choices:
                return
            await asyncio.sleep(0.002)
        raise AssertionError("nothing happens any more")


def drive(
    driver: Driver,
    *,
    seats: tuple[str, str] = (PERSON, "random"),
    seed: int = 3,
    language: str = "en",
    size: tuple[int, int] = STANDARD,
    path: Path | None = None,
    session: Session | None = None,
    menu: bool = False,
    settles: bool = True,
) -> None:
    async def run() -> None:
        playing = session or Session.start(editor=seats[0], nixon=seats[1], seed=seed, path=path)
        app = WatergateApp(None if menu else playing, language=language, pace=0)
        async with app.run_test(size=size) as pilot:
            play = Play(app, pilot)
            await pilot.pause()
            if settles and not menu:
                await play.settle()
            await driver(play)

    asyncio.run(run())


async def until(holds: Callable[[], bool]) -> None:
    """Wait without a pilot, which waits for threads that think."""
    end = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < end
        await asyncio.sleep(0.01)


async def choose_somehow(play: Play, rng: random.Random) -> None:
    """Choose with arrows and Enter, by number, or by typing."""
    count = len(play.table.choices)
    wanted = rng.randrange(count)
    match rng.randrange(3):
        case 0:
            await play.tap(*["down"] * wanted, "enter")
        case 1:
            number = str(wanted + 1)
            await play.tap(*number, *(["enter"] if 10 * (wanted + 1) <= count else []))
        case _:
            await play.tap("colon")
            play.app.screen.query_one("#typed", Input).value = str(play.table.choices[wanted])
            await play.tap("enter")
    await play.settle()


def hidden_names(play: Play) -> set[str]:
    """The names of the cards that the one who looks must not learn are in the other's hand.

    A name may be on the screen for an open reason only: which cards the opponent's hand and deck
    hold together is open (RULES 9.2), but the table shows it nowhere.
    """
    session, edition = play.session, standard_edition()
    eyes = session.eyes
    everyone = play.game.view("everyone")
    hidden: set[str] = set()
    for side in Side:
        if side is not eyes:
            hidden |= {edition.card(n).names[play.app.language]
                       for n in everyone.player(side).hand or []}  # fmt: skip
    if eyes is not None:
        log = " ".join(play.app.words.entry(e) for e in play.game.log(str(eyes)))
        hidden = {name for name in hidden if name not in log}
        own = {edition.card(n).names[play.app.language]
               for n in play.game.view(eyes).player(eyes).hand or []}  # fmt: skip
        hidden = {name for name in hidden if not any(name in one for one in own)}
    return hidden


async def whole_game(play: Play, rng: random.Random, most: int = 10_000) -> None:
    for _ in range(most):
        if isinstance(play.app.screen, HandOver):
            shown = play.text()
            assert play.session.eyes is None
            assert not [c for c in standard_edition().cards
                        if c.names[play.app.language] in shown]  # fmt: skip
            await play.tap("enter")
            await play.settle()
        elif isinstance(play.app.screen, Dialog):
            break
        else:
            shown = play.text()
            leaked = {name for name in hidden_names(play) if name in shown}
            assert not leaked, shown
            await choose_somehow(play, rng)
