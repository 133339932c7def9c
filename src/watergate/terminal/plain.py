"""The plain mode: a game told and played in lines of words, for screen readers and pipes.

No colours, no cursor, nothing that needs two dimensions. It reads a line (the number of a choice, a
move in notation, or a command) and answers in lines. What may be told is settled by the session: it
gives only the view of the person who is looking.
"""

from __future__ import annotations

import shlex

from watergate.edition import Side
from watergate.players.seating import PERSON, UNSEEN, takes_time, thinks

from . import plain_look as look
from .plain_commands import Left, command_called, obey
from .plain_desk import Desk, Read, Write
from .preparing import Preparing
from .session import Session, saves_folder

EMPTY_LINES = 60
"""So many lines push what the one person has read out of the other's sight."""


def run(session: Session, language: str, read: Read = input, write: Write = print) -> int:
    """Play a game until it is over or its people leave; returns the exit code.

    `read` is like `input` and raises EOFError where the lines end; `write` is like `print`.
    """
    desk = Desk(session, language, read, write)
    preparing = Preparing()
    try:
        preparing.begin()
        _greet(desk, preparing)
        while not session.is_over:
            if preparing.adopt():
                desk.say("engine_ready")
            _go_on(desk)
    except (Left, EOFError):
        _leave(desk)
        return 0
    finally:
        preparing.stop()
    desk.tell_news()
    desk.tell(look.end(session.view, desk.words))
    return 0


def _greet(desk: Desk, preparing: Preparing) -> None:
    people, seats = desk.session.people, desk.session.seats
    if not people:
        desk.say("nobody_plays")
    if len(people) == 1:
        desk.say(f"you_are_{people[0]}")
    for side, seat in seats.items():
        if seat != PERSON:
            desk.say(f"opponent_{side}", text=desk.words.player(seat))
    if thinks(seats.values()):
        if preparing.seconds is not None:
            desk.say("engine_preparing")
        elif preparing.is_slow:
            desk.say("engine_slow")
    if people:
        desk.say("help_first")
    if not desk.is_new:
        desk.say("goes_on", number=desk.session.view.round)


def _go_on(desk: Desk) -> None:
    """Whatever is next: handing over, a computer's move, a person's decision."""
    session = desk.session
    side = session.handed_to
    if side is not None:
        _hand_over(desk, side)
    elif session.computer_is_next:
        _announce(desk)
        desk.doing(session.computer_moves)
        if not session.people:
            desk.tell_news()
    else:
        desk.tell_news()
        desk.announced = None
        desk.offer()
        while not obey(desk, desk.read("")):
            pass


def _announce(desk: Desk) -> None:
    """Say who is thinking, once a turn, if it takes time; what is hidden is not hinted at."""
    session, side = desk.session, desk.session.decider
    decision = session.view.decision
    assert side is not None
    assert decision is not None
    if desk.announced is side or decision.kind in UNSEEN or not takes_time(session.seats[side]):
        return
    desk.announced = side
    desk.say("thinking", text=desk.words.player_name(session.seats[side]))


def _hand_over(desk: Desk, side: Side) -> None:
    """Push away what was told, and wait until the other person is there."""
    desk.session.look_away()
    desk.tell([""] * EMPTY_LINES)
    desk.say(f"hand_over_{side}")
    desk.say("hand_over_enter")
    while line := desk.read("").strip():
        if command_called(line, desk.words) == "quit":
            raise Left
        desk.say("hand_over_only_enter")
    desk.session.take_seat(side)
    desk.say(f"you_are_{side}")


def _leave(desk: Desk) -> None:
    if desk.keep():
        path = desk.session.path
        assert path is not None
        name = path.stem if path.parent == saves_folder() else str(path)
        desk.say("resume", text=f"watergate terminal --plain --resume {shlex.quote(name)}")
