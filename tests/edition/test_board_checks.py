"""Every check of the threads, provoked: place, what was found, what is allowed."""

from __future__ import annotations

import pytest

from tests.edition.helpers import problem, problems_of, whole_edition


@pytest.mark.parametrize(
    ("thread", "found", "allowed"),
    [
        ("rim1", "'rim1'", "a pair of names"),
        (["rim1"], "a list", "a pair of names"),
        (["rim1", "rim2", "rim3"], "a list", "a pair of names"),
        (["rim1", "rim99"], "'rim99'", "the name of a space or an informant, or nixon"),
        ([["rim1"], "rim2"], "a list", "the name of a space or an informant, or nixon"),
        (["rim1", "rim1"], "'rim1' twice", "two different ends"),
        (["rim2", "rim1"], "'rim2' and 'rim1' again", "each thread once"),
        (
            ["dean", "woods"],
            "two pictures, 'dean' and 'woods'",
            "at least one space, for every path runs over evidence",
        ),
        (
            ["nixon", "woods"],
            "two pictures, 'nixon' and 'woods'",
            "at least one space, for every path runs over evidence",
        ),
    ],
)
def test_threads(thread: object, found: str, allowed: str) -> None:
    raw = whole_edition()
    raw["threads"].append(thread)
    assert problems_of(raw) == [problem("thread 41", found, allowed)]


def test_nixon_needs_a_thread() -> None:
    raw = whole_edition()
    raw["threads"] = [thread for thread in raw["threads"] if "nixon" not in thread]
    problems = problems_of(raw)
    assert problems[0] == problem("threads", "none from nixon", "at least one")
    assert len(problems) == 8


def test_informants_need_threads_and_a_path() -> None:
    raw = whole_edition()
    cut = [["dean", "rim2"], ["sloan", "rim11"]]
    raw["threads"] = [thread for thread in raw["threads"] if thread not in cut]
    raw["space"].append({"name": "island", "color": "blue", "radius": 1, "angle": 1})
    raw["threads"] += [["sloan", "island"]]
    assert problems_of(raw) == [
        problem("informant dean", "no thread", "at least one, to a space"),
        problem("informant sloan", "no path from nixon", "a path of threads and spaces from nixon"),
    ]


def test_paths_do_not_run_through_pictures() -> None:
    raw = whole_edition()
    raw["threads"].remove(["sloan", "rim11"])
    raw["space"].append({"name": "island", "color": "blue", "radius": 1, "angle": 1})
    raw["threads"] += [["sloan", "island"], ["island", "dean"]]
    assert [p.found for p in problems_of(raw)] == ["no path from nixon"]
