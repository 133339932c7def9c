"""Why one move is better than another, in words: from what the rules know of both.

Both moves are played out as far as the side's own turn goes, in one guess at what is hidden, and
compared: who wins, what is gained, how the markers lie, how far a win on the board is, what stays
secret, which cards stay. Only what is true of the one and not of the other is a reason. Where
nothing of that tells them apart there is none, and the line of play has to speak for itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from watergate.edition import Edition, Side
from watergate.edition.table import table_of
from watergate.rules import Game, View, Viewer
from watergate.rules.core.ids import PASS
from watergate.rules.core.state import States, copied
from watergate.rules.messages import Message, Params
from watergate.rules.moves import Move, Part, Verb, notation_of
from watergate.rules.names import numbers_of
from watergate.rules.paths import WayToWin, ways_to_win
from watergate.rules.story import Entry

MOST_REASONS = 3
NEARLY_ALL = 4
"""Of five momentum tokens: Nixon wins with the next (RULES 1.2)."""
_STOPS = {"answered_yes", "answered_no", "card_lost", "round_ended", "evidence_drawn"}
"""Where hidden things or chance begin to decide."""


@dataclass(frozen=True)
class Outcome:
    """What comes of a move by the end of its side's turn, if nobody reacts."""

    side: Side
    move: Move
    events: tuple[Entry, ...]
    view: View
    way: WayToWin | None
    """The Editor's nearest way to a win on the board."""

    def has(self, key: str, **params: object) -> bool:
        return any(self.found(key, **params))

    def found(self, key: str, **params: object) -> Iterator[Entry]:
        for event in self.events:
            if event.key == key and all(
                event.params.get(name) == value for name, value in params.items()
            ):
                yield event


def reasons_for(
    view: View, guess: States, best: Sequence[int], played: Sequence[int], edition: Edition
) -> list[Message]:
    """Why the first line of play is better than the second; each begins with its move."""
    ours, theirs = (_outcome(view, guess, line, edition) for line in (best, played))
    found: list[Message] = []
    for reason in _REASONS:
        found.extend(reason(ours, theirs, view, edition))
    return found[:MOST_REASONS]


def _outcome(view: View, guess: States, line: Sequence[int], edition: Edition) -> Outcome:
    side = view.viewer.side
    assert side is not None
    game = Game(copied(guess), edition)
    turn, left = game.turn, list(line)
    game.make(left.pop(0))
    while isinstance(game.decider, Side) and not _STOPS & game.happened(game.ply):
        is_own, legal = game.decider is side, game.legal_ids()
        if is_own and (game.turn != turn or game.decision_kind == "play"):
            break  # the next turn
        if len(legal) == 1:
            game.make(legal[0])
        elif game.decision_kind == "react" and not is_own:
            left = left[1:] if left[:1] == [PASS] else []
            game.make(PASS)
        elif is_own and left and left[0] in legal:
            game.make(left.pop(0))
        else:
            break
    after = game.view(Viewer(str(side)))
    events = tuple(
        event for ply in range(1, game.ply + 1) for event in game.events(ply, after.viewer)
    )
    ways = ways_to_win(after, edition)
    move = notation_of(edition).moves[line[0]]
    return Outcome(side, move, events, after, ways[0] if ways else None)


Reasons = Iterator[Message]


def _message(key: str, params: Params | None = None) -> Message:
    return Message(f"reason.{key}", params or {})


def _wins(best: Outcome, played: Outcome, view: View, edition: Edition) -> Reasons:
    """Who has won."""
    ends = [outcome.view.result for outcome in (best, played)]
    winners = [None if end is None else end.winner for end in ends]
    if winners[0] == str(best.side) != winners[1]:
        yield _message("wins")
    elif winners[1] == str(best.side.opponent) != winners[0]:
        yield _message("loses")


def _threat(best: Outcome, played: Outcome, view: View, edition: Edition) -> Reasons:
    """Nixon wins with one more momentum token, if it stays on Nixon's half."""
    if view.nixon.momentum != NEARLY_ALL:
        return
    lies = [(outcome.view.momentum_at or "")[:1] == "N" for outcome in (best, played)]
    if lies[0] != lies[1] and lies[0] == (best.side is Side.NIXON):
        yield _message("threatens" if lies[0] else "parries")


def _gains(best: Outcome, played: Outcome, view: View, edition: Edition) -> Reasons:
    """What reaches one's own space 5."""
    side = str(best.side)
    if best.has("momentum_gained", side=side) and not played.has("momentum_gained", side=side):
        yield _message("gains_momentum")
    if best.has("initiative_taken", side=side) and not played.has("initiative_taken", side=side):
        yield _message("gains_initiative")
    if not any(played.found("evidence_gained", side=side)):
        for event in best.found("evidence_gained", side=side):
            yield _message("gains_evidence", {"token": event.params["token"]})
            return


def _pictures(best: Outcome, played: Outcome, view: View, edition: Edition) -> Reasons:
    for key, name in (("picture_recruited", "recruits"), ("picture_silenced", "silences")):
        for event in best.found(key):
            picture = event.params["picture"]
            if not played.has(key, picture=picture):
                yield _message(name, {"picture": picture})


def _ways(best: Outcome, played: Outcome, view: View, edition: Edition) -> Reasons:
    """How far the Editor is from a win on the board."""
    ours, theirs = best.way, played.way
    if best.side is Side.EDITOR:
        if ours is not None and (theirs is None or ours.distance < theirs.distance):
            yield _message("nearer", {"number": ours.distance, "pictures": list(ours.informants)})
    elif ours is None and theirs is not None:
        yield _message("cuts_all")
    elif ours is not None and theirs is not None and ours.distance > theirs.distance:
        yield _message("cuts", {"number": ours.distance, "pictures": list(theirs.informants)})


def _thread(best: Outcome, played: Outcome, view: View, edition: Edition) -> Reasons:
    """Which thread a pinned token opens or blocks."""
    before = ways_to_win(view, edition)
    if not before:
        return
    key = "evidence_pinned_up" if best.side is Side.EDITOR else "evidence_pinned_down"
    ours, theirs = (
        {event.params["space"] for event in outcome.found(key)} for outcome in (best, played)
    )
    for space in sorted(ours - theirs):
        way = next((way for way in before if space in way.needed), None)
        if way is not None and not any(space in before[0].needed for space in theirs):
            name = "opens" if best.side is Side.EDITOR else "blocks"
            yield _message(name, {"space": space, "pictures": list(way.informants)})
            return


def _markers(best: Outcome, played: Outcome, view: View, edition: Edition) -> Reasons:
    """On whose half a marker lies after it."""
    half = "E" if best.side is Side.EDITOR else "N"
    for marker in ("initiative", "momentum"):
        before, ours, theirs = (
            str(getattr(seen, f"{marker}_at") or "") for seen in (view, best.view, played.view)
        )
        if ours and theirs and ours != theirs and ours != before:
            if ours[0] == half and theirs[0] != half:
                yield _message("own_half", {"marker": marker, "end": ours})
            elif theirs[0] not in ("0", half) and ours[0] in ("0", half):
                yield _message("off_theirs", {"marker": marker, "end": ours})


def _secrets(best: Outcome, played: Outcome, view: View, edition: Edition) -> Reasons:
    """Nixon's face-down evidence stays unknown."""
    if best.side is Side.NIXON and played.has("turned_up") and not best.has("turned_up"):
        yield _message("keeps_secret")


def _cards(best: Outcome, played: Outcome, view: View, edition: Edition) -> Reasons:
    """Which cards stay: for reactions, or because a value does not use them up."""
    card = played.move.card
    if card is None or card not in [each.number for each in edition.cards]:
        return
    tables = table_of(edition)
    if card in numbers_of(int(tables["reactions"][0])) and played.move.verb is not Verb.REACT:
        if best.move.card != card:
            yield _message("keeps_reaction", {"card": card})
    elif played.has("card_to_removed", card=card) and best.move == Move(
        Verb.PLAY, card, Part.VALUE
    ):
        yield _message("comes_back", {"card": card})


_REASONS: tuple[Callable[[Outcome, Outcome, View, Edition], Reasons], ...] = (
    _wins, _threat, _gains, _pictures, _ways, _thread, _markers, _secrets, _cards,
)  # fmt: skip
