"""People service: who somebody is, their name, recovery link, tokens, games and statistics."""

from __future__ import annotations

import secrets
from collections import Counter
from dataclasses import dataclass
from typing import Any

from watergate.edition import Side

from ..live import LiveGames, LiveTable
from ..model import Seat
from ..notifications import Notification
from ..problems import Problem
from ..requests import ALL_SCOPES, NewToken
from ..security import Keys, hashed, new_person, new_token
from ..storage import GameRow, PersonRow, TokenRow
from .identity import Identity

NAMELESS = "Guest"
MOST_NAME = 30
MOST_TOKENS = 20


@dataclass(frozen=True, slots=True)
class Record:
    """Games of one kind: `won` of `played`."""

    played: int
    won: int


@dataclass(frozen=True, slots=True)
class Statistics:
    played: int
    won: int
    by_side: dict[str, Record]
    by_opponent: dict[str, Record]
    """By computer player, and `person`."""
    won_by: dict[str, int]
    """The own victories, by the way they were won."""
    lost_by: dict[str, int]


class PeopleService:
    def __init__(self, live_games: LiveGames, keys: Keys) -> None:
        self._live_games, self._keys = live_games, keys
        self._store = live_games.store

    # Who somebody is

    async def by_cookie(self, cookie: str | None) -> Identity:
        """The person a browser's signed cookie was given to."""
        person = self._keys.person_of(cookie)
        if person is None:
            raise Problem("no_identity")
        known = await self._store.person(person)
        return Identity(person, known.name if known else NAMELESS)

    async def by_token(self, header: str) -> Identity:
        """Whom a bot plays for, by the token in an Authorization header."""
        scheme, _, token = header.partition(" ")
        found = None
        if scheme.lower() == "bearer" and token:
            found = await self._store.token_by_hash(hashed(token))
        person = None if found is None else await self._store.person(found.person)
        if found is None or person is None:
            raise Problem("bad_token")
        return Identity(person.id, person.name, frozenset(found.scopes.split()), found.id)

    def newcomer(self) -> Identity:
        """Somebody who has not been here before; kept once they do something."""
        return Identity(new_person(), NAMELESS)

    async def keep(self, person: str, name: str) -> None:
        """Store a person; one who is known already stays as is."""
        await self._store.add_person(PersonRow(person, name, self._live_games.clock()))

    async def rename(self, who: Identity, wanted: str) -> Identity:
        """Give a person another name, and tell it at their tables."""
        name = " ".join(wanted.split())
        if not name or len(name) > MOST_NAME or not name.isprintable():
            raise Problem("bad_name", most=MOST_NAME)
        await self.keep(who.person, name)
        await self._store.change_person(who.person, name=name)
        await self._live_games.synchronizer.renamed(who.person)
        self._live_games.notifier.notify(Notification("person", who.person))
        return Identity(who.person, name)

    # Recovery links

    async def has_recovery(self, who: Identity) -> bool:
        known = await self._store.person(who.person)
        return known is not None and known.recovery_hash is not None

    async def new_recovery_code(self, who: Identity) -> str:
        """A code that brings an identity to another device; an earlier one stops working."""
        code = new_token("wgr")
        await self.keep(who.person, who.name)
        await self._store.change_person(who.person, recovery_hash=hashed(code))
        return code

    async def recovered(self, code: str) -> Identity:
        """Whom a recovery code was made for."""
        person = await self._store.person_by_recovery(hashed(code))
        if person is None:
            raise Problem("bad_link")
        return Identity(person.id, person.name)

    # Tokens for bots

    async def tokens(self, who: Identity) -> list[TokenRow]:
        return await self._store.tokens(who.person)

    async def make_token(self, who: Identity, new: NewToken) -> tuple[TokenRow, str]:
        """A token for a bot that plays as a person, and its secret, which is not stored."""
        if len(await self._store.tokens(who.person)) >= MOST_TOKENS:
            raise Problem("too_many_tokens", most=MOST_TOKENS)
        secret = new_token("wgb")
        row = TokenRow(
            id=secrets.token_hex(6),
            person=who.person,
            name=new.name,
            scopes=" ".join(scope for scope in ALL_SCOPES if scope in new.scopes),
            hash=hashed(secret),
            created_at=self._live_games.clock(),
        )
        await self.keep(who.person, who.name)
        await self._store.add_token(row)
        return row, secret

    async def delete_token(self, who: Identity, id_: str) -> None:
        """Make a token worthless, and end what was opened with it."""
        if not await self._store.delete_token(who.person, id_):
            raise Problem("not_found", what="token")
        self._live_games.notifier.notify(Notification("token", id_))

    # Their games

    async def games(
        self,
        who: Identity,
        *,
        over: bool | None,
        limit: int,
        before: int | None = None,
        put_away: bool | None = None,
    ) -> list[tuple[GameRow, dict[Side, Seat]]]:
        """The games a person sits in or has made, those that changed last first."""
        who.must_have("read")
        return await self._store.games_of(
            who.person, over=over, limit=limit, before=before, put_away=put_away
        )

    async def put_away(self, who: Identity, live: LiveTable, *, away: bool) -> None:
        """Put an unfinished game away, in which nobody else waits; or take it out again."""
        who.must_have("play")
        table = live.table
        if who.person != live.row.creator and not table.sides_of(who.person):
            raise Problem("not_allowed")
        if away and table.is_between_people:
            raise Problem("others_wait")
        await self._store.put_away(who.person, table.id, away=away)

    async def statistics(self, who: Identity) -> Statistics:
        """How a person has done in their finished games."""
        who.must_have("read")
        return _statistics(await self._store.finished_games(who.person))


def _statistics(rows: list[Any]) -> Statistics:
    played: Counter[tuple[str, str]] = Counter()
    won: Counter[tuple[str, str]] = Counter()
    ways: dict[bool, Counter[str]] = {True: Counter(), False: Counter()}
    for row in rows:
        is_won = row.winner == row.side
        groups = [("all", ""), ("side", row.side), ("opponent", row.player or "person")]
        played.update(groups)
        if is_won:
            won.update(groups)
        ways[is_won][row.way] += 1

    def records(kind: str) -> dict[str, Record]:
        return {
            name: Record(n, won[group, name]) for (group, name), n in sorted(played.items())
            if group == kind
        }  # fmt: skip

    everything = ("all", "")
    return Statistics(
        played=played[everything],
        won=won[everything],
        by_side=records("side"),
        by_opponent=records("opponent"),
        won_by=dict(ways[True]),
        lost_by=dict(ways[False]),
    )
