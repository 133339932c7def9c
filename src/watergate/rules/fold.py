"""Folding events: the view before a move and what its viewer reads of it give the view after it.

This is what lets whoever has a view follow the game by its events alone. It knows no rules: it only
carries out what an entry says. The pending decision is no part of it, nor is `position`: both are
told beside the events where they are needed. The page does the same (`web/src/motion/fold.ts`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any, TypeVar

from watergate.edition import Edition, Side

from .messages import Params
from .names import names_of
from .story import HIDDEN, Entry
from .views import FaceDown, Pinned, Player, Result, Token, View

T = TypeVar("T")
Changes = dict[str, Any]
"""Fields of a view, and what they are now."""


def fold(view: View, entries: Iterable[Entry], edition: Edition) -> View:
    """The view after these events, without its decision; its position stays behind."""
    folding = _Folding(view, edition)
    for entry in entries:
        folding.read(entry)
    return replace(folding.view, decision=None)


class _Folding:
    def __init__(self, view: View, edition: Edition) -> None:
        self.view = view
        self.names = names_of(edition)

    def read(self, entry: Entry) -> None:
        key = entry.key.removesuffix(HIDDEN)
        changes = _READERS[key](self, entry.params)
        self.view = replace(self.view, **{"ply": entry.ply, **changes})

    # Cards

    def player(self, params: Params) -> tuple[str, Player]:
        side = params["side"]
        return side, self.view.player(Side[side.upper()])

    def card_drawn(self, params: Params) -> Changes:
        side, player = self.player(params)
        hand, unseen = player.hand, player.unseen
        if "card" in params and hand is not None:
            hand, unseen = _with(hand, params["card"]), _without(unseen, params["card"])
        return {
            side: replace(
                player,
                hand=hand,
                unseen=unseen,
                hand_count=player.hand_count + 1,
                deck_count=player.deck_count - 1,
            )
        }

    def card_drawn_to_play(self, params: Params) -> Changes:
        side, player = self.player(params)
        unseen = player.unseen
        if "card" in params:
            unseen = _without(unseen, params["card"])
        player = replace(player, unseen=unseen, deck_count=player.deck_count - 1)
        return {side: player, "drawn": params.get("card"), "drawn_by": side}

    def deck_refilled(self, params: Params) -> Changes:
        """The deck was empty, so whatever is in the hand now is known to be there (RULES 9.3)."""
        side, player = self.player(params)
        unseen = tuple(sorted((*player.unseen, *player.discard)))
        known = player.unseen if player.hand is None else player.hand
        deck = len(player.discard)
        player = replace(player, unseen=unseen, known_in_hand=known, deck_count=deck, discard=())
        return {side: player}

    def card_played(self, params: Params) -> Changes:
        """A card leaves the hand, or is the one just drawn."""
        side, card = params["side"], params["card"]
        in_play = _with(self.view.in_play, card)
        if self.view.drawn_by == side:
            player = self.view.player(Side[side.upper()])
            player = replace(player, unseen=_without(player.unseen, card))
            return {side: player, "in_play": in_play, "drawn": None, "drawn_by": None}
        return {**self.card_lost(params), "in_play": in_play}

    def reacted(self, params: Params) -> Changes:
        return {**self.card_played(params), "chain": (*self.view.chain, params["card"])}

    def card_lost(self, params: Params) -> Changes:
        """A card leaves the hand."""
        side, player = self.player(params)
        card, hand, unseen = params["card"], player.hand, player.unseen
        if hand is None:
            unseen = _without(unseen, card)
        else:
            hand = _without(hand, card)
        return {
            side: replace(
                player,
                hand=hand,
                unseen=unseen,
                hand_count=player.hand_count - 1,
                known_in_hand=_without(player.known_in_hand, card),
            )
        }

    def card_to_discard(self, params: Params) -> Changes:
        return self.to_pile(params, "discard")

    def card_to_removed(self, params: Params) -> Changes:
        return self.to_pile(params, "removed")

    def to_pile(self, params: Params, pile: str) -> Changes:
        """A card in play goes to a pile, or one of the hand, if it is still there."""
        side, card = params["side"], params["card"]
        changes: Changes = {"in_play": _without(self.view.in_play, card)}
        player = self.view.player(Side[side.upper()])
        held = player.unseen if player.hand is None else player.hand
        if card in held:
            player = self.card_lost(params)[side]
        cards = _with(getattr(player, pile), card)
        return {**changes, side: replace(player, **{pile: cards})}  # type: ignore[arg-type]

    # Evidence

    def face_down(self, change: int, token: str | None) -> FaceDown:
        """One face-down token more or less, known or not."""
        before = self.view.facedown
        tokens = before.tokens
        if tokens is not None and token is not None:
            tokens = (
                _in_order((*tokens, token), self.names.kinds)
                if change > 0
                else _without(tokens, token)
            )
        return replace(before, count=before.count + change, tokens=tokens)

    def evidence_laid_out(self, params: Params) -> Changes:
        token = params.get("token")
        unseen = self.view.unseen_tokens if token is None else self.counted(token, -1)
        facedown = self.face_down(1, token)
        return {"facedown": facedown, "bag_count": self.view.bag_count - 1, "unseen_tokens": unseen}

    def facedown_bagged(self, params: Params) -> Changes:
        token = params.get("token")
        unseen = self.view.unseen_tokens if token is None else self.counted(token, 1)
        facedown = self.face_down(-1, token)
        return {"facedown": facedown, "bag_count": self.view.bag_count + 1, "unseen_tokens": unseen}

    def turned_up(self, params: Params) -> Changes:
        token = params["token"]
        is_known = self.view.facedown.tokens is not None
        return {
            "facedown": self.face_down(-1, token),
            "unseen_tokens": self.view.unseen_tokens if is_known else self.counted(token, -1),
            "track": self.on_track(token, "0"),
        }

    def evidence_moved(self, params: Params) -> Changes:
        track = _without(self.view.track, Token(params["token"], params["start"]))
        return {"track": self.on_track(params["token"], params["end"], track)}

    def evidence_placed(self, params: Params) -> Changes:
        return {"track": self.on_track(params["token"], params["at"])}

    def evidence_drawn(self, params: Params) -> Changes:
        counted = self.counted(params["token"], -1)
        return {"bag_count": self.view.bag_count - 1, "unseen_tokens": counted}

    def evidence_gained(self, params: Params) -> Changes:
        """It leaves the track, if it was there, to be pinned."""
        return {"track": _without(self.view.track, Token(params["token"], params["start"]))}

    def evidence_bagged(self, params: Params) -> Changes:
        counted = self.counted(params["token"], 1)
        return {
            **self.evidence_gained(params),
            "bag_count": self.view.bag_count + 1,
            "unseen_tokens": counted,
        }

    def pinned(self, params: Params, face_up: bool) -> Changes:
        pinned = Pinned(params["space"], params["token"], face_up)
        board = (*(one for one in self.view.board if one.space != pinned.space), pinned)
        return {"board": tuple(sorted(board, key=lambda one: self.names.spaces.index(one.space)))}

    def evidence_pinned_up(self, params: Params) -> Changes:
        return self.pinned(params, face_up=True)

    def evidence_pinned_down(self, params: Params) -> Changes:
        return self.pinned(params, face_up=False)

    def evidence_taken_off(self, params: Params) -> Changes:
        return {"board": tuple(one for one in self.view.board if one.space != params["space"])}

    # Track, pictures, markers

    def on_track(
        self, token: str, at: str, track: tuple[Token, ...] | None = None
    ) -> tuple[Token, ...]:
        tokens = (*(self.view.track if track is None else track), Token(token, at))
        return tuple(
            sorted(tokens, key=lambda one: (_place(one.at), self.names.kinds.index(one.token)))
        )

    def counted(self, token: str, change: int) -> dict[str, int]:
        """The tokens the viewer cannot place, with one more or less."""
        counts = self.view.unseen_tokens
        counts = {**counts, token: counts.get(token, 0) + change}
        return {kind: counts[kind] for kind in self.names.kinds if counts.get(kind)}

    def picture(self, params: Params, pile: str) -> Changes:
        name, pictures = params["picture"], self.view.pictures
        piles = {
            where: _without(getattr(pictures, where), name)
            for where in ("supply", "recruited", "silenced")
        }
        piles[pile] = _in_order((*piles[pile], name), self.names.pictures)
        return {"pictures": replace(pictures, **piles)}

    def picture_recruited(self, params: Params) -> Changes:
        return self.picture(params, "recruited")

    def picture_silenced(self, params: Params) -> Changes:
        return self.picture(params, "silenced")

    def picture_freed(self, params: Params) -> Changes:
        return self.picture(params, "supply")

    def linked(self, params: Params) -> Changes:
        pictures = replace(self.view.pictures, connected=tuple(params["pictures"]))
        return {"connected_spaces": tuple(params["spaces"]), "pictures": pictures}

    def marker_moved(self, params: Params) -> Changes:
        return {f"{params['marker']}_at": params["end"]}

    def initiative_taken(self, params: Params) -> Changes:
        return {"initiative": params["side"], "initiative_at": None}

    def initiative_placed(self, params: Params) -> Changes:
        return {"initiative_at": "0"}

    def momentum_gained(self, params: Params) -> Changes:
        side, player = self.player(params)
        return {side: replace(player, momentum=params["number"]), "momentum_at": None}

    def momentum_out(self, params: Params) -> Changes:
        return {"momentum_at": None}

    def momentum_returned(self, params: Params) -> Changes:
        return {"momentum_at": None, "momentum_supply": self.view.momentum_supply + 1}

    def momentum_placed(self, params: Params) -> Changes:
        return {"momentum_at": "0", "momentum_supply": self.view.momentum_supply - 1}

    # Rounds, turns, answers

    def round_begins(self, params: Params) -> Changes:
        facedown = replace(self.view.facedown, absent=(), answered_no=())
        return {"round": params["number"], "events_silent": False, "facedown": facedown}

    def turn_begins(self, params: Params) -> Changes:
        return {"turn": params["side"]}

    def evaluation_1(self, params: Params) -> Changes:
        return {"turn": None}

    def answered_no(self, params: Params) -> Changes:
        facedown, color = self.view.facedown, params["color"]
        answered_no = _in_order({*facedown.answered_no, color}, self.names.colors)
        absent = _in_order({*facedown.absent, color}, self.names.colors)
        return {"facedown": replace(facedown, answered_no=answered_no, absent=absent)}

    def colors_absent(self, params: Params) -> Changes:
        return {"facedown": replace(self.view.facedown, absent=tuple(params["colors"]))}

    def events_silenced(self, params: Params) -> Changes:
        return {"events_silent": True}

    def chain_begins(self, params: Params) -> Changes:
        return {"chain": (params["card"],)}

    def chain_ends(self, params: Params) -> Changes:
        return {"chain": ()}

    def evidence_flipped(self, params: Params) -> Changes:
        return self.pinned(params, face_up=True)

    def won(self, params: Params) -> Changes:
        return {"result": Result(params["side"], params["way"])}

    def stopped(self, params: Params) -> Changes:
        return {"result": Result(None, "stopped")}

    def said(self, params: Params) -> Changes:
        """It changes nothing by itself."""
        return {}


_READERS: dict[str, Callable[[_Folding, Params], Changes]] = {
    **{name: method for name, method in vars(_Folding).items() if not name.startswith("_")},
    "card_played_value": _Folding.card_played,
    "card_played_action": _Folding.card_played,
    "card_discarded": _Folding.card_played,
    "unlinked": _Folding.linked,
    **dict.fromkeys(
        ("card_named", "evidence_named", "passed", "card_cancelled", "asked", "answered_yes",
         "ability", "another_turn", "round_ended", "evaluation_2", "evaluation_3", "evaluation_4",
         "evaluation_5", "spared"),
        _Folding.said,
    ),
}  # fmt: skip
"""What each event does to a view."""


def _with(cards: tuple[int, ...], card: int) -> tuple[int, ...]:
    return tuple(sorted({*cards, card}))


def _without(things: tuple[T, ...], thing: T) -> tuple[T, ...]:
    """The first that is alike is left out, if there is one."""
    if thing not in things:
        return things
    at = things.index(thing)
    return (*things[:at], *things[at + 1 :])


def _in_order(things: Iterable[str], names: tuple[str, ...]) -> tuple[str, ...]:
    """Things in the order of an edition's names."""
    return tuple(sorted(things, key=names.index))


def _place(name: str) -> int:
    """A place of the track as a number (RULES 2.1)."""
    return 0 if name == "0" else int(name[1:]) * (1 if name[0] == "E" else -1)
