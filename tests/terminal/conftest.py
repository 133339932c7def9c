"""The application is tested uncompiled, against quick beginners, with saves of its own."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from watergate.engine import forget_choice
from watergate.players import LEVELS, Budget, Level, seating
from watergate.players.levels import Manner
from watergate.terminal import session as sessions
from watergate.terminal.app import WatergateApp


@pytest.fixture
def own_place(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    monkeypatch.setenv("WATERGATE_COMPILED", "never")
    monkeypatch.setattr(sessions, "saves_folder", lambda: tmp_path / "saves")
    forget_choice()
    quick = [
        Level(level.number, Manner(None), Manner(Budget(simulations=6))) for level in LEVELS[:3]
    ]
    monkeypatch.setattr(seating, "LEVELS", (*quick, *LEVELS[3:]))
    yield
    monkeypatch.undo()
    forget_choice()


@pytest.fixture
def lasting_notes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Notes that stay until a busy machine has come to read them."""
    monkeypatch.setattr(WatergateApp, "NOTIFICATION_TIMEOUT", 3600)
