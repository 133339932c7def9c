"""`why_not`: why a move is not allowed, as a message with the number of the rule.

It looks at a view only, so it can tell nobody anything new. A test compares it with the list of
legal moves: it has no reason exactly where a move is legal.
"""

from __future__ import annotations

import numpy as np

from watergate.edition import Card, Edition, Kind, Side, standard_edition
from watergate.edition.layout import FACEDOWN as DOWN
from watergate.edition.layout import FACEUP, OFF_ZERO, ON_BOARD, ROW_COLOR, ROW_FILTER
from watergate.edition.table import table_of

from .core.frames import ASKED, CARD, COLOR, KIND, PC, PIN_KIND, PROGRAM, SIDE, TRIGGER, Frame
from .core.state import top_frame
from .messages import Message, Params
from .moves import FACEDOWN, INITIATIVE, MOMENTUM, Move, Part, Verb, notation_of
from .views import View

Reason = tuple[str, str, Params]
"""Key, rule and parameters of a refusal."""


def why_not(view: View, move: Move | str | int, edition: Edition | None = None) -> Message | None:
    """Why this move is not allowed for the viewer now; None if it is.

    With everyone's view the answer is for whoever decides.
    """
    edition = edition or standard_edition()
    wanted = notation_of(edition).move(move)
    if wanted in view.moves:
        return None
    key, rule, params = _reason(view, wanted, edition)
    return Message(f"refusal.{key}", {**params, "rule": rule})


def _reason(view: View, move: Move, edition: Edition) -> Reason:
    decision = view.decision
    if decision is None:
        return "over", "1.5", {}
    if decision.moves is None:
        return "not_yours", "4.1", {"side": decision.decider}
    states, _ = view.knowledge.records(edition)
    frame = top_frame(states.view(np.recarray)[0])
    reason = _Asker(view, edition, frame).reason(move)
    return reason or ("other_decision", Frame(frame[KIND]).rule, {"move": str(move)})


class _Asker:
    """The pending decision of a view, asked about moves that are not legal."""

    def __init__(self, view: View, edition: Edition, frame: tuple[int, ...]) -> None:
        self.view, self.edition, self.frame = view, edition, frame
        self.kind, self.side = Frame(frame[KIND]), Side(frame[SIDE])
        self.own = view.player(self.side)
        self.table = table_of(edition).view(np.recarray)[0]

    def reason(self, move: Move) -> Reason | None:
        match self.kind, move.verb:
            case Frame.PLAY, Verb.PLAY | Verb.DISCARD:
                return self.play(move, self.own.hand or ())
            case Frame.PLAY_DRAWN, Verb.PLAY | Verb.DISCARD:
                if move.card != self.view.drawn:
                    return "only_drawn", "7.3", {}
                return self.play(move, (self.view.drawn or 0,))
            case Frame.CHOOSE_VALUE, Verb.ASK | Verb.CHOOSE:
                return self.value(move)
            case Frame.ANSWER, Verb.CHOOSE:
                return self.answer(move)
            case Frame.REACT, Verb.REACT:
                return self.react(move)
            case Frame.PIN, Verb.PIN:
                return self.pin(move)
            case Frame.CHOOSE, Verb.CHOOSE:
                return self.choose(move)
            case Frame.EITHER, Verb.CHOOSE if move.target in (INITIATIVE, MOMENTUM):
                return "marker_gone", "4.10", {"marker": str(move.target)}
            case Frame.REUSE, Verb.REUSE:
                return "not_reusable", "7.19", {"card": move.card or 0}
            case Frame.SPARE, Verb.REMOVE:
                return "not_a_spare", "7.20", {"card": move.card or 0}
            case Frame.GAIN, Verb.CHOOSE if move.token:
                if self.lies_there(move):
                    return "wrong_half", "6.5", {"token": move.token}
                return "not_there", "6.5", {"token": move.token}
            case kind, Verb.PASS:
                return "must_choose", kind.rule, {}
            case _:
                return None

    # Playing a card

    def play(self, move: Move, cards: tuple[int, ...]) -> Reason | None:
        card = self.edition.card(move.card or 0)
        named: Params = {"card": card.number}
        if card.number not in cards:
            return "not_in_hand", "4.2", named
        if move.verb is Verb.DISCARD:
            return "value_can_move", "4.3", named
        if move.part is Part.VALUE:
            return "value_moves_nothing", "4.5", named
        return self.action(card)

    def action(self, card: Card) -> Reason | None:
        named: Params = {"card": card.number}
        if card.is_reaction:
            return "reaction_only", "8.1", named
        if self.is_silent(card):
            return "silent", "7.21", named
        for statement in card.script:
            picture = statement.words.get("picture", "")
            if statement.form == "require picture" and picture not in self.view.pictures.supply:
                return "picture_missing", "7.1", {**named, "picture": picture}
        if any(statement.form == "require later turn" for statement in card.script):
            return "first_turn", "7.21", named
        return "nothing_to_reuse", "7.19", named

    def is_silent(self, card: Card) -> bool:
        return self.view.events_silent and card.side is Side.EDITOR and card.kind is Kind.EVENT

    def react(self, move: Move) -> Reason | None:
        card = self.edition.card(move.card or 0)
        named: Params = {"card": card.number}
        if card.number not in (self.own.hand or ()):
            return "not_in_hand", "8.11", named
        if not int(self.table.answers[self.side, self.frame[TRIGGER]]) >> card.number & 1:
            return "not_a_reaction", "8.1", named
        return "silent", "7.21", named

    # Choosing tokens

    def lies_there(self, move: Move) -> bool:
        if move.at == FACEDOWN:
            return move.token in (self.view.facedown.tokens or ())
        return any(t.token == move.token and t.at == move.at for t in self.view.track)

    def token(self, move: Move) -> Reason | None:
        """Why a token of the track cannot be meant at all."""
        if move.at == FACEDOWN and self.side is Side.EDITOR:
            return "unseen", "9.1", {}
        if self.lies_there(move):
            return None
        return "not_there", self.kind.rule, {"token": str(move.token)}

    def value(self, move: Move) -> Reason | None:
        card = self.edition.card(self.frame[CARD])
        if move.verb is Verb.ASK:
            return self.ask(move, card)
        if move.target in (INITIATIVE, MOMENTUM):
            return "marker_gone", "4.5", {"marker": str(move.target)}
        if FACEDOWN in (move.target, move.at) and self.side is Side.EDITOR:
            return ("asked_already" if self.frame[ASKED] else "must_ask"), "4.7", {}
        if move.token is None:
            return None
        fits: Params = {"card": card.number, "token": move.token}
        return self.token(move) or ("does_not_fit", "4.5", fits)

    def ask(self, move: Move, card: Card) -> Reason | None:
        color: Params = {"color": str(move.target)}
        if self.side is Side.NIXON:
            return None
        if self.frame[ASKED]:
            return "asked_already", "4.7", color
        if not card.is_joker and card.color != move.target:
            return "wrong_color", "4.7", {**color, "card": card.number}
        if self.view.facedown.count == 0:
            return "no_facedown", "4.8", color
        return "answered_before", "4.8", color

    def answer(self, move: Move) -> Reason | None:
        color = self.edition.colors[self.frame[COLOR]].name
        if move.at != FACEDOWN:
            return "must_be_down", "4.7", {}
        return self.token(move) or (
            "not_asked_color", "4.7", {"token": str(move.token), "color": color}
        )  # fmt: skip

    def choose(self, move: Move) -> Reason | None:
        row = self.table.program[self.frame[PROGRAM], self.frame[PC]]
        bits, color = int(row[ROW_FILTER]), int(row[ROW_COLOR])
        pictures = {informant.name for informant in self.edition.informants}
        spaces = {space.name for space in self.edition.spaces}
        if move.target in pictures and not bits:
            return "not_silenced", "7.16", {"picture": str(move.target)}
        if move.target in spaces and bits & ON_BOARD:
            return self.choose_space(str(move.target), bits)
        is_track = bool(bits) and not bits & ON_BOARD
        if move.target == FACEDOWN and is_track and self.side is Side.EDITOR:
            if not bits & DOWN:
                return "must_be_up", "4.10", {}
            return "no_facedown", "4.12", {}
        if move.token is None or not is_track:
            return None
        return self.token(move) or self.filtered(move, bits, color)

    def filtered(self, move: Move, bits: int, color: int) -> Reason | None:
        if move.at == FACEDOWN:
            return "must_be_up", "4.10", {}
        if not bits & FACEUP:
            return "must_be_down", "4.10", {}
        if bits & OFF_ZERO and move.at == "0":
            return "must_be_away", "7.9", {}
        kind = next(kind for kind in self.edition.token_kinds if kind.name == move.token)
        if color and self.edition.colors[color - 1].name not in kind.colors:
            name = self.edition.colors[color - 1].name
            return "not_asked_color", "7.16", {"token": kind.name, "color": name}
        return "chosen_already", "4.13", {}

    def choose_space(self, space: str, bits: int) -> Reason | None:
        if all(pinned.space != space for pinned in self.view.board):
            return "space_empty", "4.10", {"space": space}
        return "space_face", "4.10", {"space": space}

    def pin(self, move: Move) -> Reason | None:
        kind = self.edition.token_kinds[self.frame[PIN_KIND]]
        params: Params = {"space": str(move.target), "token": kind.name}
        if any(pinned.space == move.target for pinned in self.view.board):
            return "space_taken", "5.6", params
        return "space_color", "5.6", params
