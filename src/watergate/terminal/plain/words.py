"""Tokens, places, cards and moves in words, for lines that are read aloud."""

from __future__ import annotations

from collections.abc import Iterable

from watergate.edition import Ability, Card, Edition, text_in
from watergate.players import LEVELS
from watergate.players.seating import level_of
from watergate.rules import Message, Move, Part, Verb, View, text_of, ways_to_win
from watergate.rules.moves import FACEDOWN, INITIATIVE, MOMENTUM
from watergate.rules.wording import (
    color_in_words,
    picture_in_words,
    space_in_words,
    token_in_words,
)
from watergate.texts import phrase, sentence

from ..opponents import about, name_of

NIXON = "nixon"
_PASSES = {"react": "pass_react", "choose": "pass_choose", "spare": "pass_spare"}


class SpokenWords:
    """The words of the plain mode in one language; they are in the section `plain` of the texts."""

    def __init__(self, edition: Edition, language: str) -> None:
        self.edition, self.language = edition, language
        self._last: tuple[View, tuple[str, ...]] | None = None

    def say(self, key: str, **values: str | int) -> str:
        return sentence(phrase(f"plain.{key}", self.language, **values))

    def part(self, key: str, **values: str | int) -> str:
        """SpokenWords that stand inside a sentence."""
        return phrase(f"plain.{key}", self.language, **values)

    def message(self, message: Message) -> str:
        """A message without arrows, and no full stop after a name that ends in a question mark."""
        text = text_of(message, self.edition, self.language)
        return text.replace(" → ", self.part("arrow"))

    # Names

    def listed(self, words: Iterable[str]) -> str:
        return phrase("join.list", self.language).join(words) or self.nothing

    @property
    def nothing(self) -> str:
        return phrase("join.nothing", self.language)

    def color(self, name: str) -> str:
        return color_in_words(name, self.edition, self.language)

    def colors(self, names: Iterable[str]) -> str:
        return self.listed(self.color(name) for name in names)

    def token(self, name: str) -> str:
        return token_in_words(name, self.edition, self.language)

    def place(self, at: str | None) -> str:
        if at is None:
            return self.part("off_track")
        if at == "0":
            return self.part("at_zero")
        return self.part("at_editor" if at.startswith("E") else "at_nixon", at=at)

    def face(self, is_up: bool) -> str:
        return self.part("face_up" if is_up else "face_down")

    def pictures(self, names: Iterable[str]) -> str:
        return self.listed(picture_in_words(name, self.edition) for name in names)

    # Players

    def player_name(self, seat: str) -> str:
        return name_of(seat, self.language)

    def player(self, seat: str) -> str:
        """A computer player: a level with its number and character, others by their names."""
        level = level_of(seat)
        if level is None:
            return f"{self.player_name(seat)}."
        name, text = self.player_name(seat), about(seat, self.language)
        return self.part("level", name=name, number=level.number, most=len(LEVELS), text=text)

    # The board

    def space(self, name: str) -> str:
        return space_in_words(name, self.language)

    def space_color(self, name: str) -> str:
        return self.color(next(space.color for space in self.edition.spaces if space.name == name))

    def neighbours(self, name: str) -> str:
        """What the threads of a space lead to."""
        ends = [pair[0] if pair[1] == name else pair[1]
                for pair in self.edition.threads if name in pair]  # fmt: skip
        return self.listed(self._end(end) for end in ends)

    def _end(self, name: str) -> str:
        if name == NIXON:
            return phrase("side.nixon", self.language)
        if any(space.name == name for space in self.edition.spaces):
            return self.space(name)
        return picture_in_words(name, self.edition)

    # Cards

    def card_name(self, number: int) -> str:
        return text_in(self.edition.card(number).names, self.language)

    def ability(self, ability: Ability) -> str:
        return text_in(ability.names, self.language)

    def card_text(self, card: Card | Ability) -> str:
        return text_in(card.texts, self.language)

    def cards(self, numbers: Iterable[int]) -> str:
        return self.listed(f"{self.card_name(number)} ({number})" for number in numbers)

    def card(self, number: int) -> list[str]:
        """A card in full: number and name, kind, value and colour, text."""
        card = self.edition.card(number)
        kind, color = phrase(f"kind.{card.kind}", self.language), self.color(card.color)
        facts = self.part("card_facts", kind=kind, number=card.value, color=color)
        name = self.card_name(number)
        return [self.say("card", number=number, card=name, text=facts), self.card_text(card)]

    # Moves

    def move(self, move: Move, view: View) -> str:
        """A move as a choice in words."""
        return sentence(self._card_move(move) if move.card else self._other_move(move, view))

    def _card_move(self, move: Move) -> str:
        card = self.edition.card(move.card or 0)
        name, text = text_in(card.names, self.language), text_in(card.texts, self.language)
        if move.part is Part.VALUE:
            key = "play_value_joker" if card.is_joker else "play_value"
            values: dict[str, str | int] = (
                {} if card.is_joker else {"color": self.color(card.color)}
            )
            return self.part(key, card=name, number=card.value, **values)
        match move.verb:
            case Verb.PLAY:
                return self.part("play_action", card=name, text=text)
            case Verb.REACT | Verb.REUSE:
                return self.part(move.verb, card=name, text=text)
            case _:
                return self.part(move.verb, card=name)

    def _other_move(self, move: Move, view: View) -> str:
        match move.verb:
            case Verb.PASS:
                kind = view.decision.kind if view.decision else ""
                return self.part(_PASSES.get(kind, "pass_other"))
            case Verb.ASK:
                return self.part("ask", color=self.color(str(move.target)))
            case Verb.PIN:
                return self._pin(str(move.target), view)
            case _:
                return self._choose(move, view)

    def _choose(self, move: Move, view: View) -> str:
        if move.target == INITIATIVE:
            return self.part("choose_initiative", at=self.place(view.initiative_at))
        if move.target == MOMENTUM:
            return self.part("choose_momentum", at=self.place(view.momentum_at))
        if move.target == FACEDOWN:
            return self.part("choose_facedown")
        if move.token:
            token = self.token(move.token)
            if move.at == FACEDOWN:
                return self.part("choose_down", token=token)
            return self.part("choose_up", token=token, at=self.place(move.at))
        for pinned in view.board:
            if pinned.space == move.target:
                face = self.face(pinned.face_up)
                token = self.token(pinned.token)
                return self.part(
                    "choose_space", token=token, text=face, space=self.space(pinned.space)
                )
        pictures = {informant.name for informant in self.edition.informants}
        if move.target in pictures:
            return self.part(
                "choose_picture", picture=picture_in_words(str(move.target), self.edition)
            )
        return str(move)

    def _pin(self, space: str, view: View) -> str:
        key = "pin_on_way" if space in self._needed(view) else "pin"
        color, next_to = self.space_color(space), self.neighbours(space)
        return self.part(key, space=self.space(space), color=color, text=next_to)

    def _needed(self, view: View) -> tuple[str, ...]:
        """The spaces that the Editor's shortest way still needs; worked out once for a view."""
        if self._last is None or self._last[0] is not view:
            ways = ways_to_win(view, self.edition)
            self._last = view, ways[0].needed if ways else ()
        return self._last[1]
