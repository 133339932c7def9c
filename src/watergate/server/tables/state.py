"""`TableState`: the read side of a table: how a game stands after the acts that are stored.

It is a fold over acts and nothing else: `fold` takes in one, everything else only looks.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from watergate.edition import Edition, Side
from watergate.players.seating import UNSEEN, glance
from watergate.rules import Game, View, Viewer

from ..model import (
    SUBSTITUTE,
    WITHDRAWN,
    Act,
    ActKind,
    Ending,
    Offer,
    Options,
    Reactions,
    Seat,
    SeatKind,
    Standing,
    State,
)

MOST_TOLD = 50
"""Acts that are told one by one to somebody who missed them; of more, the whole is sooner said."""

Draw = Callable[[Game], int]
"""Chooses the outcome of a pending draw, as a move's id."""


@dataclass(slots=True)
class TableState:
    id: str
    edition: Edition
    options: Options
    seats: dict[Side, Seat]
    """To be set by `sit` alone, since what follows from it is kept."""
    game: Game
    draw: Draw | None = None
    number: int = 0
    state: State = State.RUNNING
    ending: Ending | None = None
    decision_since: int = 0
    """Since when the pending decision is on the clock, in milliseconds since 1970."""
    remaining: dict[Side, int] = field(default_factory=dict)
    offer: Offer | None = None
    """A take-back or a pause that was asked for, and by whom; gone with the next act."""
    plies: list[int] = field(default_factory=list)
    """The ply after each act, by number."""
    acts: list[Act] = field(default_factory=list)
    keys: dict[tuple[Side | None, str], int] = field(default_factory=dict)
    """The numbers of acts by their sides and the names clients gave them."""
    substituted: dict[Side, int] = field(default_factory=dict)
    """How many moves a simple player made for a computer that failed to, by side."""
    people: tuple[Side, ...] = ()
    """The sides that are no computer's."""
    persons: tuple[str, ...] = ()
    """Who plays, by their ids."""
    is_hot_seat: bool = False
    """Whether both sides are played by one person, at one screen."""
    is_practice: bool = False
    """Whether a computer plays: decisions with one move are then answered for a person."""
    is_between_people: bool = False
    is_holding: bool = False
    """Whether between people every window stays open equally long."""
    _next: Side | None = None
    """Who is to decide after the last act that was folded."""
    _last_back: int = 0
    _turn: tuple[int, Side | None] = (0, None)
    _turn_began: int = 0

    def __post_init__(self) -> None:
        if self.options.clock is not None:
            self.remaining = dict.fromkeys(Side, self.options.clock.seconds * 1000)
        self.plies.append(0)
        self.is_holding = self.options.reactions is Reactions.HOLD
        self.sit(self.seats)

    # Who is who

    def sit(self, seats: dict[Side, Seat]) -> None:
        """Take in who sits where."""
        self.seats = seats
        self.people = tuple([s for s in seats if seats[s].kind is not SeatKind.COMPUTER])
        here = [seat.person for seat in seats.values() if seat.person is not None]
        self.persons = tuple(dict.fromkeys(here))
        self.is_hot_seat = len(here) > len(self.persons)
        self.is_practice = len(self.people) < 2
        self.is_between_people = not self.is_practice and not self.is_hot_seat

    @property
    def waits_for_watchers(self) -> bool:
        """Whether nobody plays, and computers decide only when those who watch are ready."""
        return not self.people and self.options.watched

    def moves_by_itself(self, decider: Side | None) -> bool:
        """Whether a computer decides, and need not wait for those who watch."""
        if decider is None or self.seats[decider].kind is not SeatKind.COMPUTER:
            return False
        return not self.waits_for_watchers

    def sides_of(self, person: str | None) -> list[Side]:
        return [s for s, seat in self.seats.items() if person is not None and seat.person == person]

    @property
    def decider(self) -> Side | None:
        """Who is to decide now, if the game goes on."""
        return self._next if self.state is State.RUNNING else None

    @property
    def is_over(self) -> bool:
        return self.ending is not None

    # Seeing

    def viewer(self, wanted: Viewer) -> Viewer:
        """The eyes somebody gets who may look with `wanted`: all is open in the end (RULES 9.4),
        and to whoever watches two computers."""
        is_watched = wanted.side is None and not self.people
        return Viewer.EVERYONE if self.is_over or is_watched else wanted

    def view_of(self, side: Side) -> View:
        """What the player at a seat sees while the game goes on, whoever else looks on."""
        return self.game.view(Viewer(str(side)))

    def view(self, wanted: Viewer, *, moves: bool = True, log: bool = True) -> View:
        """What somebody may see; a game that was given up has nothing left to decide."""
        view = self.game.view(self.viewer(wanted), log=log, course=False)
        if view.decision is None:
            return view
        if self.ending is not None:
            return replace(view, decision=None)
        return view if moves else replace(view, decision=replace(view.decision, moves=None))

    def view_at(self, number: int, wanted: Viewer, *, moves: bool) -> View:
        """What was seen after an act that has not been taken back since."""
        if number == self.number:
            return self.view(wanted, moves=moves, log=False)
        view = self.game_at(number).view(self.viewer(wanted), log=False, course=False)
        assert view.decision is not None
        return replace(view, decision=replace(view.decision, moves=None))

    def plies_of(self, number: int) -> range:
        """The plies of an act; those of the first begin with the set-up."""
        return range(self.plies[number - 1] + 1 if number > 1 else 0, self.plies[number] + 1)

    def game_at(self, number: int) -> Game:
        """The game after an act that has not been taken back since; only to look at."""
        return self.game if number == self.number else self.game.at(self.plies[number])

    def shown_at(self, now: int, since: int = 0) -> int:
        """When an answer to the pending decision may be seen, if it is given now.

        `since`: when a computer that was busy elsewhere turned to it, so that it does not matter
        how long it took from there.
        """
        hold = self.hold
        return now if hold is None else max(now, max(self.decision_since, since) + hold)

    @property
    def hold(self) -> int | None:
        """How long the pending decision stays open whatever the answer, in milliseconds."""
        decider = self.decider
        if decider is None:
            return None
        if self.seats[decider].kind is SeatKind.COMPUTER:
            if not self.people or not is_window(self.game):
                return None
            return round(1000 * glance(self.seats[decider].player or "", self.edition))
        if self.is_holding and self.is_between_people and is_window(self.game):
            return self.options.hold_seconds * 1000
        return None

    def standing(self, side: Side) -> Standing:
        """The standing instruction of a side that holds now."""
        seat = self.seats[side]
        if seat.standing is Standing.DECLINE_TURN and seat.standing_since < self._turn_began:
            return Standing.ASK  # it ended with its turn
        return seat.standing

    @property
    def deadline(self) -> int | None:
        """When the time of whoever decides is up, in milliseconds since 1970."""
        side = self.decider
        if side is None or not self.remaining or self.seats[side].kind is not SeatKind.PERSON:
            return None
        return self.decision_since + self.remaining[side]

    def can_tell_since(self, number: int) -> bool:
        """Whether all acts after a number can still be told one by one."""
        return max(self._last_back, self.number - MOST_TOLD) <= number <= self.number

    # Taking in what has been stored

    def fold(self, act: Act, game: Game | None = None) -> None:
        """Take in an act that is stored; `game` is this one after it, where it was made already."""
        self._fold_clock(act)
        match act.kind:
            case ActKind.SET_UP | ActKind.MOVE:
                self._fold_moves(act, game)
            case ActKind.TAKE_BACK:
                ply, *again = act.texts()
                self.game.back_to(int(ply))
                for text in again:
                    self.game.play(text)
                self.plies.append(self.game.ply)
                self._last_back = act.number
            case ActKind.RESIGN | ActKind.TIME:
                self.ending = ending_by(act, self.game)
                self.plies.append(self.plies[-1])
            case ActKind.PAUSE | ActKind.RESUME:
                self.state = State.PAUSED if act.kind is ActKind.PAUSE else State.RUNNING
                self.plies.append(self.plies[-1])
        self.number = act.number
        self.acts.append(act)
        self.offer = None
        self.decision_since = act.shown_at
        if act.key is not None:
            self.keys[act.side, act.key] = act.number
            self._count_substitute(act.side, act.key)
        if self.ending is not None:
            self.state = State.OVER
        who = self.game.decider
        self._next = who if isinstance(who, Side) else None
        turn = self.game.round, self.game.turn
        if turn != self._turn:
            self._turn, self._turn_began = turn, act.number

    def _count_substitute(self, side: Side | None, key: str) -> None:
        if side is None or self.seats[side].kind is not SeatKind.COMPUTER:
            return
        if key.startswith(SUBSTITUTE):
            self.substituted[side] = self.substituted.get(side, 0) + 1

    def _fold_moves(self, act: Act, game: Game | None) -> None:
        if game is not None:
            game.continue_log_of(self.game)
            self.game = game
        else:
            for text in act.texts():
                self.game.make(self.game.checked(text))
        self.plies.append(self.game.ply)
        self.ending = ending_by(act, self.game)

    def _fold_clock(self, act: Act) -> None:
        clock = self.options.clock
        side = self.decider if act.kind is ActKind.PAUSE else act.side
        if clock is None or side is None:
            return
        self.remaining[side] -= act.spent
        if act.kind is ActKind.MOVE:
            if clock.kind == "move":
                self.remaining[side] = clock.seconds * 1000
            else:
                self.remaining[side] += clock.increment * 1000


def is_window(game: Game) -> bool:
    """Whether the pending decision comes up whether or not there is anything to decide."""
    return game.decision_kind in UNSEEN


def ending_by(act: Act, game: Game) -> Ending | None:
    """How an act has ended the game that stands after it, if it has."""
    if act.kind is ActKind.RESIGN and act.moves == WITHDRAWN:
        return Ending(None, WITHDRAWN)
    if act.kind in (ActKind.RESIGN, ActKind.TIME):
        assert act.side is not None
        way = "resigned" if act.kind is ActKind.RESIGN else "time"
        return Ending(act.side.opponent, way)
    result = game.result
    if result is None:
        return None
    return Ending(None if result.winner is None else Side[result.winner.upper()], result.way)
