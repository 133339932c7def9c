"""`Table`: a game between two seats. It folds acts, and makes new ones out of what people ask for.

Making an act and folding it are two steps, because an act counts only once it is stored: `move` and
its sisters say what would be appended, `fold` takes in what has been. In between the underlying
game may already stand after the act (`move` plays it); `undo` brings it back.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace

from watergate.edition import Edition, Side
from watergate.players.seating import UNSEEN, glance
from watergate.rules import (
    REVEALING,
    SHOWING,
    Entry,
    Game,
    View,
    Viewer,
    last_choice,
    ply_to_go_back_to,
)

from ..model import (
    Act,
    ActKind,
    Ending,
    Offer,
    Options,
    Reactions,
    Refused,
    Seat,
    SeatKind,
    Standing,
    State,
)
from ..model.acts import SEPARATOR

REVEALING_OR_SHOWING = REVEALING | SHOWING

Draw = Callable[[Game], int]
"""Chooses the outcome of a pending draw, as a move's id."""


@dataclass(frozen=True, slots=True)
class Outlook:
    """What lists say of a game."""

    state: State
    decider: Side | None
    ending: Ending | None


_STATE_AFTER = {ActKind.PAUSE: State.PAUSED}


@dataclass(slots=True)
class Table:
    id: str
    edition: Edition
    options: Options
    seats: dict[Side, Seat]
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
    _next: Side | None = None
    """Who is to decide after the last act that was folded."""
    _last_back: int = 0
    _turn: tuple[int, Side | None] = (0, None)
    _turn_began: int = 0

    def __post_init__(self) -> None:
        if self.options.clock is not None:
            self.remaining = dict.fromkeys(Side, self.options.clock.seconds * 1000)
        self.plies.append(0)

    # Who is who

    @property
    def people(self) -> list[Side]:
        return [side for side, seat in self.seats.items() if seat.kind is not SeatKind.COMPUTER]

    @property
    def is_hot_seat(self) -> bool:
        """Whether both sides are played by one person, at one screen."""
        editor, nixon = self.seats[Side.EDITOR], self.seats[Side.NIXON]
        return editor.person is not None and editor.person == nixon.person

    @property
    def is_practice(self) -> bool:
        """Whether a computer plays: decisions with one move are then answered for a person."""
        return len(self.people) < 2

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
        """The eyes somebody gets who may look with `wanted`: all is open in the end (RULES 9.4)."""
        return Viewer.EVERYONE if self.is_over or not self.people else wanted

    def view(self, wanted: Viewer, *, moves: bool = True, log: bool = True) -> View:
        """What somebody may see; a game that was given up has nothing left to decide."""
        view = self.game.view(self.viewer(wanted), log=log)
        if view.decision is None:
            return view
        if self.ending is not None:
            return replace(view, decision=None)
        return view if moves else replace(view, decision=replace(view.decision, moves=None))

    def view_at(self, number: int, wanted: Viewer, *, moves: bool) -> View:
        """What was seen after an act that has not been taken back since."""
        if number == self.number:
            return self.view(wanted, moves=moves, log=False)
        view = self.game.at(self.plies[number]).view(wanted, log=False)
        assert view.decision is not None
        return replace(view, decision=replace(view.decision, moves=None))

    def events(self, number: int, wanted: Viewer) -> list[Entry]:
        """What happened in an act, as somebody may read it."""
        first = self.plies[number - 1] + 1 if number > 1 else 0
        viewer = self.viewer(wanted)
        plies = range(first, self.plies[number] + 1)
        return [entry for ply in plies for entry in self.game.events(ply, viewer)]

    @property
    def is_window(self) -> bool:
        """Whether the pending decision comes up whether or not there is anything to decide."""
        return self.game.decision_kind in UNSEEN

    @property
    def is_between_people(self) -> bool:
        return not self.is_practice and not self.is_hot_seat

    @property
    def is_holding(self) -> bool:
        """Whether between people every window stays open equally long."""
        return self.options.reactions is Reactions.HOLD

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
            if not self.people or not self.is_window:
                return None
            return round(1000 * glance(self.seats[decider].player or ""))
        if self.is_holding and self.is_between_people and self.is_window:
            return self.options.hold_seconds * 1000
        return None

    # Acts to be appended

    def set_up(self, now: int, moves: Iterable[str] = ()) -> Act:
        """The first act: what the game starts with, and the draws before the first decision."""
        texts = [str(self.game.notation.move(move)) for move in moves]
        for text in texts:
            self.game.play(text)
        return self._act(ActKind.SET_UP, None, now, moves=SEPARATOR.join(texts + self._draw()))

    def move(
        self, side: Side, move: str, *, now: int, key: str | None = None, since: int = 0
    ) -> list[Act]:
        """Play a move, and answer for people what needs no choice; the acts this makes."""
        self.must_run()
        if self.decider is not side:
            raise Refused("not_your_turn", decider=str(self.decider))
        shown_at = self.shown_at(now, since)
        acts = [self._played(side, move, now, shown_at, key=key)]
        while (answer := self._answer_at_once()) is not None:
            decider, text = answer
            number = acts[-1].number + 1
            acts.append(self._played(decider, text, now, shown_at, number=number))
        return acts

    def _played(
        self, side: Side, move: str, now: int, shown_at: int, *,
        key: str | None = None, number: int | None = None,
    ) -> Act:  # fmt: skip
        spent = self._spent(side, now) if number is None else 0
        played = self.game.notation.id_of(move)
        self.game.play(played)
        texts = [self.game.notation.texts[played], *self._draw()]
        return self._act(
            ActKind.MOVE, side, now, moves=SEPARATOR.join(texts),
            shown_at=shown_at, key=key, spent=spent, number=number,
        )  # fmt: skip

    def _answer_at_once(self) -> tuple[Side, str] | None:
        """Whose pending decision is answered for them, and how."""
        decider = self.game.decider
        if not isinstance(decider, Side) or self.seats[decider].kind is SeatKind.COMPUTER:
            return None
        if self.is_practice:
            moves = self.game.legal_ids()
            return (decider, self.game.notation.texts[moves[0]]) if len(moves) == 1 else None
        if self.is_hot_seat or self.is_holding or not self._declines(decider):
            return None
        return decider, self.default_answer()

    def _declines(self, side: Side) -> bool:
        if self.standing(side) is Standing.ASK or not self.is_window:
            return False
        return "pass" in map(str, self.game.moves)

    def standing(self, side: Side) -> Standing:
        """The standing instruction of a side that holds now."""
        seat = self.seats[side]
        if seat.standing is Standing.DECLINE_TURN and seat.standing_since < self._turn_began:
            return Standing.ASK  # it ended with its turn
        return seat.standing

    def default_answer(self) -> str:
        """What is answered for somebody who does not: `pass`, or else the first move there is."""
        moves = [str(move) for move in self.game.moves]
        return "pass" if "pass" in moves else moves[0]

    def take_back(self, side: Side, *, now: int, key: str | None = None) -> Act:
        """Go back to before a side's last choice, if nobody has learnt anything since."""
        self._must_allow_take_backs()
        self._must_not_hold()
        ply = self._ply_to_take_back_to(side)
        if ply is None:
            raise Refused(
                "take_back_needs_consent" if self.is_between_people else "nothing_to_take_back"
            )
        return self._act(ActKind.TAKE_BACK, side, now, moves=str(ply), key=key)

    def _ply_to_take_back_to(self, side: Side) -> int | None:
        is_practice = self.is_practice
        hides = REVEALING if is_practice or self.is_hot_seat else REVEALING_OR_SHOWING
        if any(entry.key in hides for entry in self.game.events(self.game.ply, Viewer.EVERYONE)):
            return None  # cheap, and true of most
        ply = ply_to_go_back_to(self.game, side, skips_forced=is_practice, hides=hides)
        return None if ply is None or ply < self.plies[1] else ply

    def agreed_take_back(self, side: Side, *, now: int, key: str | None = None) -> Act:
        """Go back to before a side's last choice, as the opponent has agreed."""
        self._must_allow_take_backs()
        self._must_not_hold()
        ply = last_choice(self.game, side, skips_forced=False)
        if ply is None or ply < self.plies[1]:
            raise Refused("nothing_to_take_back")
        return self._act(ActKind.TAKE_BACK, side, now, moves=str(ply), key=key)

    def can_take_back(self, side: Side) -> bool:
        """Whether a side can take back its last choice without asking."""
        if (
            not self.acts
            or self.acts[-1].side is not side
            or self.acts[-1].kind is not ActKind.MOVE
        ):
            return False  # cheap, and true of most
        if self.state is not State.RUNNING or not self.options.take_backs or self.hold is not None:
            return False
        return self._ply_to_take_back_to(side) is not None

    def can_tell_since(self, number: int) -> bool:
        """Whether all acts after a number can still be told one by one."""
        return self._last_back <= number <= self.number

    def answers_for(self, side: Side) -> bool:
        """Whether the pending decision is answered for a side by its standing instruction."""
        answer = self._answer_at_once() if self.decider is side else None
        return answer is not None

    def _must_allow_take_backs(self) -> None:
        self.must_run()
        if not self.options.take_backs:
            raise Refused("take_backs_off")

    def _must_not_hold(self) -> None:
        """While a window is held open it is answered, and nothing else: whether it has been would
        show by what else is still possible (RULES 8.11)."""
        if self.hold is not None:
            raise Refused("window_open")

    def resign(self, side: Side, *, now: int, key: str | None = None) -> Act:
        if self.is_over:
            raise Refused("game_over")
        self._must_not_hold()
        return self._act(ActKind.RESIGN, side, now, key=key)

    def pause(self, side: Side, *, now: int, key: str | None = None) -> Act:
        self.must_run()
        self._must_not_hold()
        return self._act(ActKind.PAUSE, side, now, spent=self._spent(self.decider, now), key=key)

    def resume(self, side: Side, *, now: int, key: str | None = None) -> Act:
        if self.state is not State.PAUSED:
            raise Refused("not_paused")
        return self._act(ActKind.RESUME, side, now, key=key)

    def flag(self, *, now: int) -> Act | None:
        """The end by the clock, if the time of whoever decides is up."""
        side, deadline = self.decider, self.deadline
        if side is None or deadline is None or now < deadline:
            return None
        return self._act(ActKind.TIME, side, now, spent=self.remaining[side])

    @property
    def deadline(self) -> int | None:
        """When the time of whoever decides is up, in milliseconds since 1970."""
        side = self.decider
        if side is None or not self.remaining or self.seats[side].kind is not SeatKind.PERSON:
            return None
        return self.decision_since + self.remaining[side]

    def must_be_at(self, number: int) -> None:
        """Refuse what was asked for before the last act was seen."""
        if number != self.number:
            raise Refused("stale", number=self.number)

    def must_run(self) -> None:
        """Refuse what is possible only while the game is going on."""
        if self.state is State.RUNNING:
            return
        codes = {State.WAITING: "seat_open", State.PAUSED: "paused", State.OVER: "game_over"}
        raise Refused(codes[self.state])

    def _act(
        self, kind: ActKind, side: Side | None, now: int, *, moves: str = "", spent: int = 0,
        shown_at: int | None = None, key: str | None = None, number: int | None = None,
    ) -> Act:  # fmt: skip
        return Act(
            self.number + 1 if number is None else number, kind, side, moves, now,
            now if shown_at is None else shown_at, spent, key,
        )  # fmt: skip

    def _spent(self, side: Side | None, now: int) -> int:
        if side is None or not self.remaining or self.seats[side].kind is not SeatKind.PERSON:
            return 0
        if self.hold is not None:
            return 0
        return max(0, min(now - self.decision_since, self.remaining[side]))

    def _draw(self) -> list[str]:
        """Make the pending draws; what was drawn, as texts."""
        texts = []
        while self.draw is not None and self.game.decider == "chance":
            drawn = self.draw(self.game)
            self.game.play(drawn)
            texts.append(self.game.notation.texts[drawn])
        return texts

    def outlook(self, acts: Sequence[Act]) -> Outlook:
        """How the game stands after acts that `move` and its sisters have made of it."""
        last = acts[-1]
        ending = self._ending_by(last)
        state = State.OVER if ending else _STATE_AFTER.get(last.kind, State.RUNNING)
        who = self.game.decider if last.kind is not ActKind.TAKE_BACK else last.side
        decider = who if state is State.RUNNING and isinstance(who, Side) else None
        return Outlook(state, decider, ending)

    def _ending_by(self, act: Act) -> Ending | None:
        if act.kind in (ActKind.RESIGN, ActKind.TIME):
            assert act.side is not None
            way = "resigned" if act.kind is ActKind.RESIGN else "time"
            return Ending(act.side.opponent, way)
        result = self.game.result
        if result is None:
            return None
        return Ending(None if result.winner is None else Side[result.winner.upper()], result.way)

    # Taking in what has been stored

    def undo(self) -> None:
        """Bring the game back to where the last stored act left it."""
        self.game.back_to(self.plies[self.number])

    def fold(self, act: Act) -> None:
        """Take in an act; the game may stand after it already."""
        self._fold_clock(act)
        match act.kind:
            case ActKind.SET_UP | ActKind.MOVE:
                self._fold_moves(act)
            case ActKind.TAKE_BACK:
                self.game.back_to(int(act.moves))
                self.plies.append(self.game.ply)
                self._last_back = act.number
            case ActKind.RESIGN | ActKind.TIME:
                self.ending = self._ending_by(act)
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
        if self.ending is not None:
            self.state = State.OVER
        who = self.game.decider
        self._next = who if isinstance(who, Side) else None
        turn = self.game.round, self.game.turn
        if turn != self._turn:
            self._turn, self._turn_began = turn, act.number

    def _fold_moves(self, act: Act) -> None:
        texts = act.texts()
        before = self.plies[-1]
        for text in texts[self.game.ply - before :]:
            self.game.play(text)
        self.plies.append(before + len(texts))
        if self.game.ply == self.plies[-1]:
            self.ending = self._ending_by(act)

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
