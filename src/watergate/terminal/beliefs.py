"""What a hint believes of hidden things, in words: `Nixon holds Howard Hunt: 38%`."""

from __future__ import annotations

from watergate.edition import Edition, Side, text_in
from watergate.players import Reading
from watergate.rules.wording import token_in_words
from watergate.texts import phrase
from watergate.texts.figures import percent


def belief_lines(reading: Reading, side: Side, edition: Edition, language: str) -> list[str]:
    """A line for each card that the opponent of a side may hold, and each token face down."""

    def line(key: str, chance: float, **names: str) -> str:
        return phrase(f"belief.{key}", language, percent=percent(chance, language, 0), **names)

    holds = f"{side.opponent}_holds"
    return [
        *(
            line(holds, chance, card=text_in(edition.card(card).names, language))
            for card, chance in reading.cards.items()
        ),
        *(
            line("face_down", chance, token=token_in_words(token, edition, language))
            for token, chance in reading.tokens.items()
        ),
    ]
