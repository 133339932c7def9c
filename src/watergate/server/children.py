"""Child processes of a server: how they are started and are told their settings."""

from __future__ import annotations

import sys

from .settings import Settings


def command(module: str, *arguments: str) -> list[str]:
    """Run a module's `main`. A terminal's interrupt is for the parent: it does not end a child that
    has not asked to hear of it."""
    code = f"import signal as s; s.signal(s.SIGINT, s.SIG_IGN); from {module} import main; main()"
    return [sys.executable, "-c", code, *arguments]


def first_line(settings: Settings) -> bytes:
    """What a child is told first."""
    return settings.model_dump_json().encode() + b"\n"


def settings_from_parent() -> Settings:
    """The same, in the child."""
    with open(sys.stdin.fileno(), "rb", buffering=0, closefd=False) as unbuffered:
        return Settings.model_validate_json(unbuffered.readline())
