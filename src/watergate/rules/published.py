"""The tables of the rules as data for other programs: `docs/tables.json` is made of this.

One row a kind of decision or draw, one an event, one an instruction of a script, each from its one
home: `core/frames.py`, `core/events.py`, `edition/layout.py`.
"""

from __future__ import annotations

from typing import Any

from watergate.edition.layout import MOMENTUM_SPACES, Op

from .core.frames import FIRST_DECISION, FIRST_DRAW, Frame
from .story import event_keys


def tables() -> dict[str, Any]:
    """All of them, and how many momentum tokens make a row; ready for JSON."""
    return {
        "decisions": {
            frame.key: {
                "rule": frame.rule,
                "is_draw": frame >= FIRST_DRAW,
                "is_window": frame.is_window,
            }
            for frame in Frame
            if frame >= FIRST_DECISION
        },
        "events": {
            key: {
                "params": list(params),
                "rules": list(event.row.rules),
                "reveals": event.row.reveals,
                "shows": event.row.shows,
                "is_head": event.row.is_head,
                "is_detail": event.row.is_detail,
                "is_mark": event.row.is_mark,
            }
            for key, event, params in event_keys()
        },
        "momentum_spaces": MOMENTUM_SPACES,
        "instructions": {op.name.lower(): [name for name in op.columns if name] for op in Op},
    }
