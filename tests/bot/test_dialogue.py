"""The dialogues of docs/bot-protocol.md, spoken with the real program."""

from __future__ import annotations

import re
from pathlib import Path

from watergate.bot.serving import MOST_LINE
from watergate.players.conversation import MOST_ANSWER, TIME_TO_QUIT
from watergate.players.external import Limits

from .speaking import VIEW, bot

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/bot-protocol.md").read_text(encoding="utf-8")


def matches(line: str, pattern: str) -> bool:
    """`...` in the pattern is whatever stands there."""
    return re.fullmatch(".*".join(map(re.escape, pattern.split("..."))), line) is not None


def test_the_dialogue_of_the_page_is_spoken() -> None:
    (dialogue,) = re.findall(r"^```dialogue\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
    with bot("--player", "priorities") as someone:
        for line in dialogue.splitlines():
            if line.startswith("> "):
                someone.say(line[2:].replace("VIEW", VIEW))
            else:
                heard = someone.hear()
                assert matches(heard, line[2:]), f"heard {heard!r} instead of {line[2:]!r}"
        assert someone.end() == (0, [])
        assert someone.complaints() == ""


def test_the_loop_of_the_page_is_that_of_the_example() -> None:
    (loop,) = re.findall(r"^```python\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
    assert loop in (ROOT / "examples/bot.py").read_text(encoding="utf-8")


def test_the_page_tells_the_limits() -> None:
    limits = Limits()
    for text in (
        f"| {limits.start:.0f} seconds |",
        f"| {limits.ready:.0f} seconds |",
        f"| its seconds and {limits.grace:.0f} more; {limits.simulations:.0f} seconds for",
        f"| {MOST_ANSWER >> 20} MiB |",
        f"up to {MOST_LINE >> 20} MiB",
    ):
        assert text in PAGE
    assert TIME_TO_QUIT == 2
