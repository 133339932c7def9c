"""Writes fixtures/: the edition and views of real games, for tests and for drawing with no server.

    WATERGATE_COMPILED=never python web/tools/fixtures.py

The edition is there in every language, as the server gives it. There is a view for each kind of
decision and decider, of the richest tables among some random games; the start; and an end of each
kind. With each view go its texts in every language, as the program says them, so that the page's
words can be compared; and a text with plurals in languages that count in other ways. Some games are
there ply by ply.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter

from watergate import Edition, Game, View, ways_to_win
from watergate.edition import standard_edition
from watergate.rules import Message, move_in_words, text_of
from watergate.rules.digest import digest
from watergate.server.api.learn import EditionFacts, edition_facts
from watergate.texts import LANGUAGES, icu

FOLDER = Path(__file__).parent.parent / "fixtures"
SEEDS = (0, 8, 21, 33, 47, 52)
"""Games in which every kind of decision and of ending comes up."""
TAPED = (8, 33, 52)
"""Those that are also written ply by ply, as the server tells them for a replay."""

COUNTING = (*LANGUAGES, "pl", "cs", "ru", "ar")
"""Languages whose plurals the page must choose as the program does."""


def main() -> None:
    edition = standard_edition()
    found = {name: view for name, (_, view) in _richest(edition).items()}
    FOLDER.mkdir(exist_ok=True)
    for old in FOLDER.glob("*.json"):
        old.unlink()
    for language in LANGUAGES:
        facts = TypeAdapter(EditionFacts).dump_python(
            edition_facts(edition, "standard", language), mode="json"
        )
        _write(f"edition.{language}", facts)
    _write("plurals", _plurals())
    for name, view in found.items():
        _write(f"view.{name}", _fixture(view, edition))
    for seed in TAPED:
        game = _played(seed)
        for viewer in ("everyone", "editor"):
            _write(f"steps.{seed}.{viewer}", list(_steps(game, viewer)))


def _plurals() -> dict[str, Any]:
    text = "{number, plural, " + " ".join(f"{form} {{{form}}}" for form in icu.FORMS) + "}"
    pattern, numbers = icu.parsed(text), range(130)
    texts = {
        language: [icu.filled(pattern, {"number": number}, language) for number in numbers]
        for language in COUNTING
    }
    return {"pattern": text, "numbers": list(numbers), "texts": texts}


def _richest(edition: Edition) -> dict[str, tuple[int, View]]:
    best: dict[str, tuple[int, View]] = {}
    for seed in SEEDS:
        for name, view in _views(seed):
            score = _score(view)
            if name not in best or best[name][0] < score:
                best[name] = score, view
    return dict(sorted(best.items()))


def _views(seed: int) -> Iterator[tuple[str, View]]:
    game, rng = Game.start(seed=seed), random.Random(seed)
    if seed == 0:
        yield "start.editor", game.view("editor")
        yield "start.nixon", game.view("nixon")
    while game.result is None:
        side = str(game.decider)
        view = game.view(side)
        assert view.decision is not None
        yield f"{view.decision.kind}.{side}", view
        if "token" in view.decision.prompt.params:
            yield f"{view.decision.prompt.key.removeprefix('prompt.')}.{side}", view
        if view.decision.kind == "play":
            yield (
                "waiting.editor" if side == "nixon" else "waiting.nixon",
                game.view("editor" if side == "nixon" else "nixon"),
            )
            yield "watching.spectator", game.view("spectator")
        game.play(_choice(game, rng))
    for viewer in ("editor", "nixon", "everyone"):
        yield f"over.{game.result.way}.{viewer}", game.view(viewer)


def _played(seed: int) -> Game:
    game, rng = Game.start(seed=seed), random.Random(seed)
    while game.result is None:
        game.play(_choice(game, rng))
    return game


def _steps(game: Game, viewer: str) -> Iterator[dict[str, Any]]:
    for ply in range(game.ply + 1):
        move = game.move_seen(ply, viewer) if ply else None
        view = game.at(ply).view(viewer, log=False)
        yield {
            "ply": ply,
            "move": None if move is None else str(move),
            "events": [asdict(entry) for entry in game.events(ply, viewer)],
            "view": json.loads(view.to_json()),
            "way": None,
            "digest": digest(view),
        }


def _choice(game: Game, rng: random.Random) -> Any:
    """At random, but the Editor likes actions and links, so that there is something to see."""
    moves = list(game.moves)
    if str(game.decider) == "editor":
        view = game.view("editor")
        ways = ways_to_win(view, game.edition)
        needed = set(ways[0].needed) if ways else set()
        liked = [m for m in moves if m.target in needed] or [m for m in moves if m.part == "action"]
        if liked and rng.random() < 0.8:
            moves = liked
    elif rng.random() < 0.5:
        moves = [
            m for m in moves if m.target != "momentum" and m.card not in (9, 13, 19, 20)
        ] or moves
    return rng.choice(moves)


def _score(view: View) -> int:
    moves = view.moves
    if view.result is not None:
        return len(view.board)
    score = 2 * len(view.track) + 4 * len(view.connected_spaces) + 3 * len(view.pictures.recruited)
    score += len(view.board) + 2 * len(view.pictures.silenced) + 2 * min(len(moves), 8)
    return score + 3 * (view.editor.hand_count >= 3) + 2 * (view.facedown.count > 1)


def _fixture(view: View, edition: Edition) -> dict[str, Any]:
    ways = ways_to_win(view, edition)
    return {
        "view": json.loads(view.to_json()),
        "way": asdict(ways[0]) if ways else None,
        "texts": {language: _texts(view, edition, language) for language in LANGUAGES},
    }


def _texts(view: View, edition: Edition, language: str) -> dict[str, Any]:
    def say(message: Message) -> str:
        return text_of(message, edition, language)

    return {
        "prompt": say(view.decision.prompt) if view.decision else None,
        "log": [say(entry.message) for entry in view.log],
        "moves": [move_in_words(move, edition, language) for move in view.moves],
    }


def _write(name: str, value: Any) -> None:
    text = json.dumps(value, ensure_ascii=False, default=dict)
    (FOLDER / f"{name}.json").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
