"""`Table`: the aggregate of a game between two seats. It folds acts, and drafts new ones.

Drafting acts and folding them are two steps, because an act counts only once it is stored: `move`
and its sisters say what would be appended and change nothing, since they play on a copy of the
game; `fold` takes in what has been stored.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from watergate.edition import Side
from watergate.rules import REVEALING, SHOWING, Game, last_choice, ply_to_go_back_to

from ..model import WITHDRAWN, Act, ActKind, Ending, Refused, SeatKind, Standing, State
from ..model.acts import SEPARATOR
from .going_back import OPEN_TO_ALL, dealt_anew, last_choice_seen
from .state import TableState, ending_by, is_window

REVEALING_OR_SHOWING = REVEALING | SHOWING

PASS = "pass"

MOST_ACTS = 3_000
"""Of a game; one in which nothing is taken back has some hundreds at most."""
MOST_AT_ONCE = 50
"""Decisions that are answered for somebody after one move; what comes then is asked for, so that a
position somebody has thought up cannot keep the server busy (RULES 9.6)."""


class Outlook(NamedTuple):
    """What lists say of a game."""

    state: State
    decider: Side | None
    ending: Ending | None


class Draft(NamedTuple):
    """Acts that are made but not stored yet, and how the game will stand after them."""

    acts: tuple[Act, ...]
    outlook: Outlook
    game: Game | None = None
    """As it stands after the only act, so that its moves need not be made again."""


_STATE_AFTER = {ActKind.PAUSE: State.PAUSED}


@dataclass(slots=True)
class Table(TableState):
    def set_up(self, now: int, moves: Iterable[str] = ()) -> Draft:
        """The first act: what the game starts with, and the draws before the first decision."""
        game = self.game.copy()
        texts = [str(game.notation.move(move)) for move in moves]
        for text in texts:
            game.play(text)
        texts += self._drawn(game)
        return self._draft([self._act(ActKind.SET_UP, None, now, moves=texts)], game)

    def move(
        self, side: Side, move: str, *, now: int, key: str | None = None, since: int = 0
    ) -> Draft:
        """A move, and for people the answers that need no choice."""
        self.must_run()
        if self.decider is not side:
            raise Refused("not_your_turn", decider=str(self.decider))
        game = self.game.copy()
        shown_at = self.shown_at(now, since)
        texts = self._played(game, move)
        spent = self._spent(side, now)
        acts = [self._act(
            ActKind.MOVE, side, now, moves=texts, shown_at=shown_at, key=key, spent=spent
        )]  # fmt: skip
        for _ in range(MOST_AT_ONCE):
            answer = self._answer_at_once(game)
            if answer is None:
                break
            decider, text = answer
            acts.append(self._act(
                ActKind.MOVE, decider, now, moves=self._played(game, text), shown_at=shown_at,
                number=acts[-1].number + 1,
            ))  # fmt: skip
        return self._draft(acts, game)

    def _played(self, game: Game, move: str) -> list[str]:
        """Play a move and the draws it leads to; all of it as texts."""
        played = game.checked(move)
        game.make(played)
        return [game.notation.texts[played], *self._drawn(game)]

    def _answer_at_once(self, game: Game) -> tuple[Side, str] | None:
        """Whose pending decision is answered for them, and how."""
        decider = game.decider
        if not isinstance(decider, Side) or self.seats[decider].kind is SeatKind.COMPUTER:
            return None
        moves = game.legal_ids()
        if len(moves) == 1 and self._makes_forced(decider, game):
            return decider, game.notation.texts[moves[0]]
        if self.is_practice or self.is_hot_seat or self.is_holding:
            return None
        return (decider, _default_answer(game)) if self._declines(decider, game) else None

    def _makes_forced(self, side: Side, game: Game) -> bool:
        """Whether a decision without a choice is made at once. Between two screens only if all can
        see that there is none: else being quick would tell what is hidden (RULES 8.11)."""
        if self.is_practice:
            return True
        if self.is_hot_seat:
            return not is_window(game)
        return game.decision_kind in OPEN_TO_ALL[side]

    def _declines(self, side: Side, game: Game) -> bool:
        if self.standing(side) is Standing.ASK or not is_window(game):
            return False
        return PASS in map(str, game.moves)

    def default_answer(self) -> str:
        """What is answered for somebody who does not: `pass`, or else the first move there is."""
        return _default_answer(self.game)

    def take_back(self, side: Side, *, now: int, key: str | None = None) -> Draft:
        """Go back to before a side's last choice: against the computer at any time, else if nobody
        has learnt anything since."""
        self._must_allow_take_backs()
        self._must_not_hold()
        ply = self._ply_to_take_back_to(side)
        if ply is None:
            raise Refused(
                "take_back_needs_consent" if self.is_between_people else "nothing_to_take_back"
            )
        moves = dealt_anew(self.game, ply, side) if self.is_practice else [str(ply)]
        return self._draft([self._act(ActKind.TAKE_BACK, side, now, moves=moves, key=key)])

    def _ply_to_take_back_to(self, side: Side) -> int | None:
        if self.is_practice:
            ply = last_choice_seen(self.game, side)
            return None if ply is None or ply < self.plies[1] else ply
        hides = REVEALING if self.is_hot_seat else REVEALING_OR_SHOWING
        if self.game.happened(self.game.ply) & hides:
            return None  # cheap, and true of most
        ply = ply_to_go_back_to(self.game, side, skips_forced=self.is_hot_seat, hides=hides)
        return None if ply is None or ply < self.plies[1] else ply

    def agreed_take_back(self, side: Side, *, now: int, key: str | None = None) -> Draft:
        """Go back to before a side's last choice, as the opponent has agreed."""
        self._must_allow_take_backs()
        self._must_not_hold()
        ply = last_choice(self.game, side, skips_forced=False)
        if ply is None or ply < self.plies[1]:
            raise Refused("nothing_to_take_back")
        return self._draft([self._act(ActKind.TAKE_BACK, side, now, moves=[str(ply)], key=key)])

    def can_take_back(self, side: Side) -> bool:
        """Whether a side can take back its last choice without asking."""
        last = self.acts[-1] if self.acts else None
        is_own = last is not None and last.side is side and last.kind is ActKind.MOVE
        if not is_own and not self.is_practice:
            return False  # cheap, and true of most
        if self.state is not State.RUNNING or not self.options.take_backs or self.hold is not None:
            return False
        return self._ply_to_take_back_to(side) is not None

    def answers_for(self, side: Side) -> bool:
        """Whether the pending decision is answered for a side by its standing instruction."""
        return self.decider is side and self._answer_at_once(self.game) is not None

    def _must_allow_take_backs(self) -> None:
        self.must_run()
        if not self.options.take_backs:
            raise Refused("take_backs_off")

    def _must_not_hold(self) -> None:
        """While a window is held open it is answered, and nothing else: whether it has been would
        show by what else is still possible (RULES 8.11)."""
        if self.hold is not None:
            raise Refused("window_open")

    def resign(self, side: Side, *, now: int, key: str | None = None) -> Draft:
        """Give up; before the opponent has come, withdraw the invitation."""
        if self.is_over:
            raise Refused("game_over")
        self._must_not_hold()
        is_open = any(seat.kind is SeatKind.OPEN for seat in self.seats.values())
        moves = [WITHDRAWN] if is_open else []
        return self._draft([self._act(ActKind.RESIGN, side, now, moves=moves, key=key)])

    def pause(self, side: Side, *, now: int, key: str | None = None) -> Draft:
        self.must_run()
        self._must_not_hold()
        spent = self._spent(self.decider, now)
        return self._draft([self._act(ActKind.PAUSE, side, now, spent=spent, key=key)])

    def resume(self, side: Side, *, now: int, key: str | None = None) -> Draft:
        if self.state is not State.PAUSED:
            raise Refused("not_paused")
        return self._draft([self._act(ActKind.RESUME, side, now, key=key)])

    def flag(self, *, now: int) -> Draft | None:
        """The end by the clock, if the time of whoever decides is up."""
        side, deadline = self.decider, self.deadline
        if side is None or deadline is None or now < deadline:
            return None
        return self._draft([self._act(ActKind.TIME, side, now, spent=self.remaining[side])])

    def must_be_at(self, number: int) -> None:
        """Refuse what was asked for before the last act was seen."""
        if number != self.number:
            raise Refused("stale", number=self.number)

    def must_run(self) -> None:
        """Refuse what is possible only while the game is going on."""
        if self.number >= MOST_ACTS and not self.is_over:
            raise Refused("game_too_long", most=MOST_ACTS)
        if self.state is State.RUNNING:
            return
        codes = {State.WAITING: "seat_open", State.PAUSED: "paused", State.OVER: "game_over"}
        raise Refused(codes[self.state])

    def _act(
        self, kind: ActKind, side: Side | None, now: int, *, moves: Iterable[str] = (),
        spent: int = 0, shown_at: int | None = None, key: str | None = None,
        number: int | None = None,
    ) -> Act:  # fmt: skip
        return Act(
            self.number + 1 if number is None else number, kind, side,
            SEPARATOR.join(moves), now, now if shown_at is None else shown_at, spent, key,
        )  # fmt: skip

    def _spent(self, side: Side | None, now: int) -> int:
        if side is None or not self.remaining or self.seats[side].kind is not SeatKind.PERSON:
            return 0
        if self.hold is not None:
            return 0
        return max(0, min(now - self.decision_since, self.remaining[side]))

    def _drawn(self, game: Game) -> list[str]:
        """Make the pending draws; what was drawn, as texts."""
        texts = []
        while self.draw is not None and game.decider == "chance":
            drawn = self.draw(game)
            game.make(drawn)
            texts.append(game.notation.texts[drawn])
        return texts

    def _draft(self, acts: Sequence[Act], game: Game | None = None) -> Draft:
        """Acts, and the game after their moves, where there are any."""
        after = game if len(acts) == 1 else None
        game = game or self.game
        last = acts[-1]
        ending = ending_by(last, game)
        state = State.OVER if ending else _STATE_AFTER.get(last.kind, State.RUNNING)
        who = game.decider if last.kind is not ActKind.TAKE_BACK else last.side
        decider = who if state is State.RUNNING and isinstance(who, Side) else None
        return Draft(tuple(acts), Outlook(state, decider, ending), after)


def _default_answer(game: Game) -> str:
    moves = [str(move) for move in game.moves]
    return PASS if PASS in moves else moves[0]
