"""A game told step by step: each move, what each side reads and sees of it, and what it may do.

To keep a change of behaviour readable as a diff, of a side's position only the fields that changed
are told. `python -m tests.playthroughs.telling` writes the golden files anew.
"""

from __future__ import annotations

import random
import textwrap
from collections.abc import Iterator, Mapping
from pathlib import Path

from watergate import Game, Side, text_of
from watergate.players import player

FOLDER = Path(__file__).parent
SEEDS = (1, 4, 19, 34)


def tell(game: Game) -> str:
    """The whole game as text."""
    return "\n".join(_lines(game)) + "\n"


def _lines(game: Game) -> Iterator[str]:
    seen: dict[Side, Mapping[str, str]] = {side: {} for side in Side}
    for ply in range(game.ply + 1):
        now = game.at(ply)
        if ply:
            mover = game.at(ply - 1).decider
            yield f"== {ply}. {mover}: {game.history[ply - 1]}"
        else:
            yield "== the beginning"
        for side in Side:
            view = now.view(side)
            for entry in now.events(ply, side):
                if entry.is_told:
                    yield f"{side} reads: {text_of(entry.message, game.edition)}"
            fields = dict(field.split("=", 1) for field in view.position.split()[1:])
            changed = [f"{n}={v}" for n, v in fields.items() if seen[side].get(n) != v]
            seen[side] = fields
            yield from _wrapped(f"{side} sees:", changed)
            if view.decision and now.decider is side:
                yield f"{side} is asked: {text_of(view.decision.prompt, game.edition)}"
            if view.moves:
                yield from _wrapped(f"{side} may:", [str(move) for move in view.moves], ", ")
    yield f"== {game.why_won()}"


def _wrapped(head: str, words: list[str], glue: str = " ") -> list[str]:
    if not words:
        return []
    text = f"{head} {glue.join(words)}"
    return textwrap.wrap(text, 110, subsequent_indent="    ", break_long_words=False,
                         break_on_hyphens=False)  # fmt: skip


def moves_told(text: str) -> list[str]:
    """The moves of a told game."""
    lines = [line for line in text.splitlines() if line.startswith("== ")]
    return [line.split(": ", 1)[1] for line in lines if line[3].isdigit()]


def actions_in(game: Game) -> set[int]:
    """The cards whose action was used in a game, as a turn or as a reaction."""
    keys = ("card_played_action", "reacted")
    return {entry.params["card"] for entry in game.log("everyone") if entry.key in keys}


def eager_game(seed: int, wanted: set[int]) -> Game:
    """A game whose players use the action of a wanted card whenever they can."""
    rng = random.Random(seed)
    game = Game.start(seed=seed)
    sensible = player("priorities", seed)
    missing = set(wanted)
    while game.decider is not None:
        view = game.view(str(game.decider))
        eager = [m for m in view.moves if m.card in missing and "value" not in str(m)]
        patient = [m for m in view.moves if m.card not in missing] or view.moves
        if eager:
            game.play(eager[0])
        elif rng.random() < 0.5:
            game.play(rng.choice(patient))
        else:
            game.play(sensible.choose(view))
        missing = wanted - actions_in(game)
    return game


def write_all() -> None:
    cards = {card.number for card in Game.new().edition.cards}
    missing = set(cards)
    for number, seed in enumerate(SEEDS, start=1):
        game = eager_game(seed, missing)
        missing -= actions_in(game)
        (FOLDER / f"game{number}.txt").write_text(tell(game), encoding="utf-8")


if __name__ == "__main__":
    write_all()
