"""The plain mode: a game told and played in lines of words, for screen readers and pipes.

No colours, no cursor, nothing that needs two dimensions. It reads a line (the number of a choice, a
move in notation, or a command) and answers in lines. What may be told is settled by the session: it
gives only the view of the person who is looking.
"""

from __future__ import annotations

import shlex

from watergate.edition import Side
from watergate.players import plays_by_tree
from watergate.players.seating import PERSON, UNSEEN, takes_time, thinks
from watergate.texts import phrase

from ..preparing import Preparing
from ..session import Session, saves_folder
from . import look
from .commands import Left, command_called, obey
from .table import PlainTable, Read, Write

EMPTY_LINES = 60
"""So many lines push what the one person has read out of the other's sight."""


def run(session: Session, language: str, read: Read = input, write: Write = print) -> int:
    """Play a game until it is over or its people leave; returns the exit code.

    `read` is like `input` and raises EOFError where the lines end; `write` is like `print`.
    """
    table = PlainTable(session, language, read, write)
    preparing = Preparing()
    try:
        preparing.begin()
        _greet(table, preparing)
        while not session.is_over:
            if preparing.adopt():
                table.say("engine_ready")
            _go_on(table)
    except (Left, EOFError):
        _leave(table)
        return 0
    finally:
        preparing.stop()
    table.tell_news()
    table.tell(look.end(session.view, table.words))
    return 0


def _greet(table: PlainTable, preparing: Preparing) -> None:
    people, seats = table.session.people, table.session.seats
    if not people:
        table.say("nobody_plays")
    if len(people) == 1:
        table.say(f"you_are_{people[0]}")
    for side, seat in seats.items():
        if seat != PERSON:
            table.say(f"opponent_{side}", text=table.words.player(seat))
    if any(plays_by_tree(seat, table.session.edition) for seat in seats.values()):
        table.tell([phrase("players.unlearnt", table.words.language)])
    if thinks(seats.values()):
        if preparing.seconds is not None:
            table.say("engine_preparing")
        elif preparing.is_slow:
            table.say("engine_slow")
    if people:
        table.say("help_first")
    if not table.is_new:
        table.say("goes_on", number=table.session.view.round)


def _go_on(table: PlainTable) -> None:
    """Whatever is next: handing over, a computer's move, a person's decision."""
    session = table.session
    side = session.handed_to
    if side is not None:
        _hand_over(table, side)
    elif session.computer_is_next:
        _announce(table)
        table.doing(session.computer_moves)
        if not session.people:
            table.tell_news()
    else:
        table.tell_news()
        table.announced = None
        table.offer()
        while not obey(table, table.read("")):
            pass


def _announce(table: PlainTable) -> None:
    """Say who is thinking, once a turn, if it takes time; what is hidden is not hinted at."""
    session, side = table.session, table.session.decider
    decision = session.view.decision
    assert side is not None
    assert decision is not None
    if table.announced is side or decision.kind in UNSEEN or not takes_time(session.seats[side]):
        return
    table.announced = side
    table.say("thinking", text=table.words.player_name(session.seats[side]))


def _hand_over(table: PlainTable, side: Side) -> None:
    """Push away what was told, and wait until the other person is there."""
    table.session.look_away()
    table.tell([""] * EMPTY_LINES)
    table.say(f"hand_over_{side}")
    table.say("hand_over_enter")
    while line := table.read("").strip():
        if command_called(line, table.words) == "quit":
            raise Left
        table.say("hand_over_only_enter")
    table.session.take_seat(side)
    table.say(f"you_are_{side}")


def _leave(table: PlainTable) -> None:
    if table.keep():
        path = table.session.path
        assert path is not None
        name = path.stem if path.parent == saves_folder() else str(path)
        table.say("resume", text=f"watergate terminal --plain --resume {shlex.quote(name)}")
