"""The guided first games: prepared positions and a script, played by the rules.

A lesson is a file of `lessons/`. It has scenes, each beginning with a position: one in notation, or
a new game and its first draws. A scene has steps:

- `text`: what the teacher says, a key of the catalogue's `[page_guide]` after the side's name;
- `point`: what is spoken of, as the page names it: `board`, `card:29`, `space:rim8`;
- `topics`: what of the game the step teaches, of `TOPICS`;
- `move`: what the learner is asked to do; a step without one is only read;
- `replies`: what is said to certain other moves, by key; others get a general answer;
- `then`: what the opponent and chance do next, and what the learner has no choice in.

Nothing here decides what is legal: a script that the rules refuse raises `IllegalMove`.
"""

from __future__ import annotations

import functools
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields
from importlib import resources
from typing import Any

from watergate.edition import Edition, Side, standard_edition
from watergate.rules import Entry, Game, View, WayToWin, ways_to_win

__all__ = ["TOPICS", "Frame", "Lesson", "LessonStep", "Scene", "Step", "lesson", "scenes_of"]

TOPICS = (
    "value", "action", "asking", "pinning", "informants", "momentum", "initiative", "reactions",
    "evaluation", "editor_wins", "nixon_wins",
)  # fmt: skip
"""What each of the two lessons has to teach."""


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a script, as it is written."""

    text: str
    point: tuple[str, ...] = ()
    topics: tuple[str, ...] = ()
    move: str | None = None
    replies: Mapping[str, str] = field(default_factory=dict)
    then: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Scene:
    """A prepared position and the steps from there."""

    name: str
    steps: tuple[Step, ...]
    position: str | None
    draws: tuple[str, ...]

    def begin(self, edition: Edition) -> Game:
        if self.position is not None:
            return Game.from_position(" ".join(self.position.split()), edition)
        game = Game.new(edition)
        for draw in self.draws:
            game.play(draw)
        return game


@dataclass(frozen=True, slots=True)
class Frame:
    """A moment of the game as the learner sees it, and what has just happened."""

    view: View
    events: list[Entry]
    by: str | None
    """Who did it: a side, chance, or nobody where a scene begins."""
    way: WayToWin | None
    """The Editor's nearest win."""


@dataclass(frozen=True, slots=True)
class LessonStep:
    """A step as it is shown.

    The last of `frames` is what it shows, those before lead to it; with none, all is as before.
    """

    text: str
    """The key of what the teacher says."""
    scene: int
    point: list[str]
    topics: list[str]
    move: str | None
    """The move that leads on; null where there is only something to read."""
    replies: dict[str, str]
    """Keys of what is said to certain other moves."""
    frames: list[Frame]


@dataclass(frozen=True, slots=True)
class Lesson:
    """A guided game, from the learner's side."""

    side: str
    edition: str
    steps: list[LessonStep]


def scenes_of(side: Side) -> tuple[Scene, ...]:
    """The script of a side's lesson."""
    source = resources.files(__package__) / "lessons" / f"{side}.toml"
    return tuple(map(_scene, tomllib.loads(source.read_text(encoding="utf-8"))["scene"]))


def _scene(block: dict[str, Any]) -> Scene:
    steps = tuple(map(_step, block["step"]))
    return Scene(block["name"], steps, block.get("position"), tuple(block.get("draws", ())))


def _step(block: dict[str, Any]) -> Step:
    known = {one.name for one in fields(Step)}
    if not known >= set(block):
        raise ValueError(f"unknown fields {sorted(set(block) - known)}; allowed: {sorted(known)}")
    return Step(
        text=block["text"],
        point=tuple(block.get("point", ())),
        topics=tuple(block.get("topics", ())),
        move=block.get("move"),
        replies=block.get("replies", {}),
        then=tuple(block.get("then", ())),
    )


@functools.cache
def lesson(side: Side) -> Lesson:
    """A side's guided game, played through."""
    edition = standard_edition()
    steps = [
        step
        for number, scene in enumerate(scenes_of(side))
        for step in _played(scene, number, side, edition)
    ]
    return Lesson(str(side), edition.digest, steps)


def _played(scene: Scene, number: int, side: Side, edition: Edition) -> Iterator[LessonStep]:
    game = scene.begin(edition)
    frames = [_frame(game, range(game.ply + 1), side, None)]
    for step in scene.steps:
        yield LessonStep(
            text=f"page_guide.{side}_{step.text}",
            scene=number,
            point=list(step.point),
            topics=list(step.topics),
            move=step.move,
            replies={move: f"page_guide.{side}_{text}" for move, text in step.replies.items()},
            frames=frames,
        )
        frames = []
        for move in (step.move, *step.then) if step.move else step.then:
            before, by = game.ply, str(game.decider)
            game.play(move)
            frames.append(_frame(game, range(before + 1, game.ply + 1), side, by))


def _frame(game: Game, plies: range, side: Side, by: str | None) -> Frame:
    view = game.view(side, log=False)
    ways = ways_to_win(view, game.edition)
    events = [entry for ply in plies for entry in game.events(ply, side)]
    return Frame(view, events, by, ways[0] if ways else None)
