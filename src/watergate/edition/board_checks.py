"""Checks of the evidence board: the threads, and whether informants can be connected at all."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from .problems import Place, said, shown
from .sound import Finding, Sound

NIXON = "nixon"


def check_threads(sound: Sound) -> Iterator[Finding]:
    spaces = sound.values("space", "name")
    pictures = [*sound.values("informant", "name"), NIXON]
    threads: set[frozenset[str]] = set()
    for count, thread in enumerate(sound.facts.get("threads", []), start=1):
        wrong = list(_check_thread(thread, spaces, pictures, threads))
        for found, allowed in wrong:
            place = Place.of("threads", f"thread {count}", count - 1)
            yield Finding("threads", place, found, allowed)
        if not wrong:
            threads.add(frozenset(thread))
    if "threads" in sound.facts:
        yield from _check_connections(sound, threads)


def _check_thread(
    thread: Any, spaces: list[str], pictures: list[str], before: set[frozenset[str]]
) -> Iterator[tuple[str, str]]:
    if not isinstance(thread, list) or len(thread) != 2:
        yield shown(thread), said("a_pair")
        return
    unknown = [end for end in thread if end not in spaces and end not in pictures]
    for end in unknown:
        yield shown(end), said("an_end")
    if unknown:
        return
    one, other = thread
    if one == other:
        yield said("twice", name=repr(one)), said("different_ends")
    elif one in pictures and other in pictures:
        yield said("two_pictures", one=repr(one), other=repr(other)), said("a_space_between")
    elif frozenset(thread) in before:
        yield said("thread_again", one=repr(one), other=repr(other)), said("threads_once")


def _check_connections(sound: Sound, threads: set[frozenset[str]]) -> Iterator[Finding]:
    if not any(NIXON in thread for thread in threads):
        place = Place.of("threads", "threads")
        yield Finding("threads", place, said("none_from_nixon"), said("at_least_one"))
    spaces = sound.values("space", "name")
    reached = _reached(NIXON, spaces, threads)
    for block, [name] in sound.having("informant", "name"):
        if not any(name in thread for thread in threads):
            yield Finding("informant", block.place, said("no_thread"), said("thread_to_space"))
        elif name not in reached:
            yield Finding("informant", block.place, said("no_path"), said("a_path"))


def _reached(start: str, spaces: list[str], threads: set[frozenset[str]]) -> set[str]:
    """Everything threads lead to; paths go on from spaces alone (RULES 1.4)."""
    reached = {start}
    frontier = [start]
    while frontier:
        here = frontier.pop()
        for thread in threads:
            if here in thread:
                found = thread - reached
                reached |= found
                frontier += [end for end in found if end in spaces]
    return reached
