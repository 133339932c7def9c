"""The guided first games: legal from end to end, about everything they are to teach, and won."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from watergate import Side, standard_edition
from watergate.learn.lessons import TOPICS, LessonStep, lesson, scenes_of
from watergate.rules import View
from watergate.texts import LANGUAGES, catalogue

REGIONS = {"board", "track", "hand", "editor", "nixon", "supply"}
MARKER = {"initiative": "initiative_at", "momentum": "momentum_at"}
sides = pytest.mark.parametrize("side", list(Side), ids=str)


@sides
def test_ends_with_a_victory_of_the_learner(side: Side) -> None:
    ended = lesson(side).steps[-1].frames[-1].view.result
    assert ended is not None
    assert ended.winner == str(side)


@sides
def test_teaches_every_topic(side: Side) -> None:
    taught = {topic for step in lesson(side).steps for topic in step.topics}
    assert taught == set(TOPICS)


@sides
def test_is_mostly_doing(side: Side) -> None:
    steps = lesson(side).steps
    assert len([step for step in steps if step.move]) * 2 >= len(steps) - 2


@sides
def test_what_is_asked_for_is_the_learners_to_do(side: Side) -> None:
    for step, view in _seen(side):
        if step.move is not None:
            decision = view.decision
            assert decision is not None
            assert decision.decider == str(side), step.text
            legal = set(map(str, decision.moves or ()))
            assert {step.move, *step.replies} <= legal, step.text
            assert step.move not in step.replies


@sides
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_step_and_reply_has_words(side: Side, language: str) -> None:
    keys = [key for step in lesson(side).steps for key in (step.text, *step.replies.values())]
    assert [key for key in keys if key not in catalogue(language)] == []
    written = {key for key in catalogue(language) if key.startswith(f"page_guide.{side}_")}
    assert written == set(keys)


@sides
def test_points_only_at_what_is_there(side: Side) -> None:
    for step, view in _seen(side):
        assert [name for name in step.point if not _is_there(name, view)] == [], step.text


@sides
def test_shows_nothing_that_the_learner_may_not_see(side: Side) -> None:
    for step in lesson(side).steps:
        for frame in step.frames:
            view = frame.view
            assert str(view.viewer) == str(side)
            other = view.nixon if side is Side.EDITOR else view.editor
            assert other.hand is None or view.result is not None
            if side is Side.EDITOR:
                assert view.facedown.tokens is None or view.result is not None


@sides
def test_scenes_begin_anew(side: Side) -> None:
    assert len(scenes_of(side)) == 2
    for number in range(2):
        first = next(step for step in lesson(side).steps if step.scene == number)
        assert len(first.frames) == 1


def _seen(side: Side) -> Iterator[tuple[LessonStep, View]]:
    """The steps, each with what it shows; one that only says more shows what was there before."""
    view: View | None = None
    for step in lesson(side).steps:
        view = step.frames[-1].view if step.frames else view
        assert view is not None
        yield step, view


def _is_there(name: str, view: View) -> bool:
    kind, _, rest = name.partition(":")
    own = view.editor if str(view.viewer) == "editor" else view.nixon
    edition = standard_edition()
    match kind:
        case "card":
            return int(rest) in (own.hand or ()) or int(rest) == view.drawn
        case "marker":
            return getattr(view, MARKER[rest]) is not None
        case "token":
            return rest in {f"{one.token}@{one.at}" for one in view.track}
        case "facedown":
            return rest in (view.facedown.tokens or ()) if rest else view.facedown.count > 0
        case "space":
            return rest in {space.name for space in edition.spaces}
        case "picture":
            return rest in {one.name for one in edition.informants}
        case _:
            return name in REGIONS
