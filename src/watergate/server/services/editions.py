"""Edition service: what people make in the workshop is checked, kept, shared and weighed.

An edition that is stored never changes. Its *key* names its file, texts and drawing included, so
that a game looks tomorrow as it did when it began; its digest names what is played with.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from watergate.edition import Edition, EditionError, Problem
from watergate.edition.linter import lint
from watergate.edition.loader import STANDARD, content_of, edition_of, read_edition
from watergate.edition.source import Content
from watergate.edition.writer import draft_from, draft_of, write_edition
from watergate.learn.scripts import scripts_in_words

from ..limits import Rate
from ..live import LiveGames
from ..model.weighing import MOST_ATTEMPTS, MOST_GAMES
from ..notifications import Notification
from ..problems import Problem as Refusal
from ..settings import Settings
from ..storage import EditionRow, WeighingRow
from .identity import Identity
from .people import PeopleService

KEY_LENGTH = 20
MOST_TEXT = 200_000
"""Characters of an edition's file; the standard one has 30,000."""
MOST_PROBLEMS = 200
DAYS_30 = 30 * 86_400_000
HOUR = 3600.0
FILE = "edition"

Draft = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Checked:
    """What there is to say of a draft; `edition` is there if nothing is wrong with it."""

    problems: list[Problem]
    scripts: dict[int, list[str]]
    """What cards do, line by line; of those whose script can be understood."""
    edition: Edition | None


class EditionService:
    def __init__(self, settings: Settings, live_games: LiveGames, people: PeopleService) -> None:
        self._settings, self._live_games, self._people = settings, live_games, people
        self._store, self._shelf = live_games.store, live_games.registry.shelf
        self._rate = Rate(settings.editions_per_hour / HOUR, settings.editions_per_hour)

    async def check(self, draft: Draft, language: str) -> Checked:
        return await asyncio.to_thread(_checked, draft, language)

    async def file(self, draft: Draft) -> str:
        """The file of a draft, finished or not."""
        return await asyncio.to_thread(_file, content_of(dict(draft), FILE))

    async def read(self, text: str) -> tuple[dict[str, Any] | None, list[Problem]]:
        """A draft from the text of a file, and what is wrong with that."""
        return await asyncio.to_thread(_read, text)

    async def draft(self, name: str) -> dict[str, Any]:
        """An edition to start from: of the host by its name, of anybody by its key."""
        row = await self._store.edition(name)
        if row is not None:
            return draft_of(read_edition(row.text, FILE))
        edition = self._shelf.of_host(name)
        if edition is None:
            raise Refusal("not_found", what="edition")
        return draft_from(edition)

    async def text(self, name: str) -> str:
        """The file of an edition."""
        return write_edition(await self.draft(name))

    async def keep(self, who: Identity, draft: Draft) -> EditionRow:
        """Store a finished edition among one's own."""
        row = await self.store(who, draft)
        await self._put_on_shelf(who, row.key)
        return row

    async def keep_of_others(self, who: Identity, key: str) -> EditionRow:
        """Put an edition that somebody has shared among one's own."""
        who.must_have("create")
        row = await self._store.edition(key)
        if row is None:
            raise Refusal("not_found", what="edition")
        await self._put_on_shelf(who, key)
        return row

    async def _put_on_shelf(self, who: Identity, key: str) -> None:
        kept = await self._store.shelf(who.person)
        most = self._settings.editions_per_person
        if len(kept) >= most and all(row.key != key for row in kept):
            raise Refusal("too_many_editions", most=most)
        await self._people.keep(who.person, who.name)
        await self._store.put_on_shelf(who.person, key, self._live_games.clock())

    async def store(self, who: Identity, draft: Draft) -> EditionRow:
        """Store a finished edition, for good and under a name for all that is in it."""
        who.must_have("create")
        text, edition = await self._finished(draft)
        self._rate.take(who.person)
        key = hashlib.sha256(text.encode()).hexdigest()[:KEY_LENGTH]
        row = EditionRow(key, edition.digest, edition.name, text, self._live_games.clock())
        await self._store.add_edition(row)
        return row

    async def _finished(self, draft: Draft) -> tuple[str, Edition]:
        return await asyncio.to_thread(_finished, draft)

    async def mine(self, who: Identity) -> list[EditionRow]:
        who.must_have("read")
        return await self._store.shelf(who.person)

    async def forget(self, who: Identity, key: str) -> None:
        """Keep an edition no more; games that are played with it go on."""
        who.must_have("create")
        if not await self._store.take_off_shelf(who.person, key):
            raise Refusal("not_found", what="edition")

    async def weigh(self, who: Identity, draft: Draft) -> WeighingRow:
        """Have an edition tried in quick games, unless it was; the standard one beside it."""
        who.must_have("create")
        text, edition = await self._finished(draft)
        for digest, its_text in ((edition.digest, text), (self._standard.digest, "")):
            if await self._store.weighing(digest) is None:
                waiting = await self._store.count_weighings(MOST_GAMES, MOST_ATTEMPTS)
                if waiting >= self._settings.queue:
                    raise Refusal("queue_full", retry_after=10)
                self._rate.take(who.person)
                now = self._live_games.clock()
                row = WeighingRow(digest, its_text, now)
                await self._store.add_weighing(row, forget_before=now - DAYS_30)
                self._live_games.notifier.notify(Notification("work"))
        return await self.weighing(edition.digest)

    async def weighing(self, digest: str) -> WeighingRow:
        """How far the quick games of an edition are; `standard` for the one to compare with."""
        digest = self._standard.digest if digest == STANDARD else digest
        row = await self._store.weighing(digest)
        if row is None:
            raise Refusal("not_found", what="job")
        return row

    @property
    def _standard(self) -> Edition:
        found = self._shelf.of_host(STANDARD)
        assert found is not None
        return found


def _checked(draft: Draft, language: str) -> Checked:
    content = content_of(dict(draft), FILE)
    problems = lint(content)
    return Checked(
        problems=problems[:MOST_PROBLEMS],
        scripts=scripts_in_words(content, language),
        edition=None if problems else edition_of(content),
    )


def _file(content: Content) -> str:
    text = write_edition(draft_of(content))
    try:
        text.encode()
    except UnicodeEncodeError:  # halves of characters, which JSON can have and files cannot
        raise Refusal("bad_request", where="draft", what="not Unicode") from None
    if len(text) > MOST_TEXT:
        raise Refusal("too_large", most=MOST_TEXT)
    return text


def _finished(draft: Draft) -> tuple[str, Edition]:
    content = content_of(dict(draft), FILE)
    try:
        edition = edition_of(content)
    except EditionError as error:
        first = error.problems[0]
        reason = f"{first.place}: {first.in_words('en')}"
        raise Refusal("bad_edition", number=len(error.problems), reason=reason) from None
    return _file(content), edition


def _read(text: str) -> tuple[dict[str, Any] | None, list[Problem]]:
    try:
        content = read_edition(text, FILE)
    except EditionError as error:
        return None, list(error.problems)
    return draft_of(content), lint(content)[:MOST_PROBLEMS]
