"""Shelf: finds the edition of a game, whether the host offers it or somebody has made it."""

from __future__ import annotations

from collections import OrderedDict

from watergate.edition import Edition
from watergate.edition.loader import edition_of, read_edition

from ..storage import EditionRow, Store
from .restoring import Editions

MOST_IN_MEMORY = 100


class Shelf:
    def __init__(self, hosted: Editions, store: Store) -> None:
        self.hosted, self._store = hosted, store
        self._read: OrderedDict[str, Edition] = OrderedDict()

    def of_host(self, name: str) -> Edition | None:
        """One that is offered to everyone, by its name or digest."""
        for edition in self.hosted.values():
            if name in (edition.name, edition.digest):
                return edition
        return None

    async def find(self, name: str) -> Edition | None:
        """An edition: of the host by its name or digest, of anybody by its key."""
        found = self.of_host(name) or self._read.get(name)
        if found is not None:
            return found
        row = await self._store.edition(name)
        return None if row is None else self._take_down(row)

    async def of_digest(self, digest: str) -> Edition | None:
        """An edition by what is played with, to replay a record."""
        found = self.hosted.get(digest)
        if found is not None:
            return found
        row = await self._store.edition_by_digest(digest)
        return None if row is None else self._take_down(row)

    async def key_of(self, edition: Edition) -> str:
        """The name by which `find` finds an edition that plays like this one."""
        if edition.digest in self.hosted:
            return self.hosted[edition.digest].name
        row = await self._store.edition_by_digest(edition.digest)
        assert row is not None
        return row.key

    def stored_as(self, name: str) -> str:
        """How a game's row names its edition: by its digest if it is the host's."""
        found = self.of_host(name)
        return name if found is None else found.digest

    def _take_down(self, row: EditionRow) -> Edition:
        if row.key not in self._read:
            self._read[row.key] = edition_of(read_edition(row.text, row.name))
            while len(self._read) > MOST_IN_MEMORY:
                self._read.popitem(last=False)
        return self._read[row.key]
