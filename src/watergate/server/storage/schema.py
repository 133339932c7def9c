"""The tables of the database. A change here needs a migration (`migrations/versions`).

Times are milliseconds since 1970. `acts` is the truth about a game; what `games` says beside its
terms (`number`, `decider`, `winner`) follows from it and is kept for lists.
"""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    Table,
    Text,
    UniqueConstraint,
)

NAMES = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "fk": "fk_%(table_name)s_%(column_0_name)s",
    "pk": "pk_%(table_name)s",
}
metadata = MetaData(naming_convention=NAMES)

facts = Table(
    "facts",
    metadata,
    Column("name", Text, primary_key=True),
    Column("value", Text, nullable=False),
)
"""What belongs to the whole server, such as the key that signs cookies."""

people = Table(
    "people",
    metadata,
    Column("id", Text, primary_key=True),
    Column("name", Text, nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Column("recovery_hash", Text, unique=True),
)

tokens = Table(
    "tokens",
    metadata,
    Column("id", Text, primary_key=True),
    Column("person", Text, ForeignKey("people.id"), nullable=False, index=True),
    Column("name", Text, nullable=False),
    Column("scopes", Text, nullable=False),
    Column("hash", Text, nullable=False, unique=True),
    Column("created_at", BigInteger, nullable=False),
)

games = Table(
    "games",
    metadata,
    Column("id", Text, primary_key=True),
    Column("creator", Text, ForeignKey("people.id"), nullable=False, index=True),
    Column("created_at", BigInteger, nullable=False),
    Column("changed_at", BigInteger, nullable=False),
    Column("edition", Text, nullable=False),
    Column("options", Text, nullable=False),
    Column("start", Text),
    Column("origin", Text),
    Column("state", Text, nullable=False),
    Column("number", Integer, nullable=False),
    Column("decider", Text),
    Column("winner", Text),
    Column("way", Text),
    Column("offer", Text),
    Column("rematch", Text),
    Column("imported", Boolean, nullable=False),
)

seats = Table(
    "seats",
    metadata,
    Column("game", Text, ForeignKey("games.id"), primary_key=True),
    Column("side", Text, primary_key=True),
    Column("kind", Text, nullable=False),
    Column("person", Text, ForeignKey("people.id")),
    Column("player", Text),
    Column("standing", Text, nullable=False),
    Column("standing_since", Integer, nullable=False),
    Index("ix_seats_person_game", "person", "game"),
)

put_away = Table(
    "put_away",
    metadata,
    Column("person", Text, ForeignKey("people.id"), primary_key=True),
    Column("game", Text, ForeignKey("games.id"), primary_key=True),
)
"""Unfinished games that a person does not want in the list."""

acts = Table(
    "acts",
    metadata,
    Column("game", Text, ForeignKey("games.id"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("kind", Text, nullable=False),
    Column("side", Text),
    Column("moves", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("shown_at", BigInteger, nullable=False),
    Column("spent", BigInteger, nullable=False),
    Column("key", Text),
)

chat = Table(
    "chat",
    metadata,
    Column("game", Text, ForeignKey("games.id"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("side", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("text", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("key", Text, nullable=False),
    UniqueConstraint("game", "key"),
)

editions = Table(
    "editions",
    metadata,
    Column("key", Text, primary_key=True),
    Column("digest", Text, nullable=False, index=True),
    Column("name", Text, nullable=False),
    Column("text", Text, nullable=False),
    Column("created_at", BigInteger, nullable=False),
)
"""Editions that people have made, as files. `key` names all of it, `digest` what is played with."""

shelves = Table(
    "shelves",
    metadata,
    Column("person", Text, ForeignKey("people.id"), primary_key=True),
    Column("edition", Text, ForeignKey("editions.key"), primary_key=True, index=True),
    Column("at", BigInteger, nullable=False),
)
"""Who keeps which edition."""

weighings = Table(
    "weighings",
    metadata,
    Column("digest", Text, primary_key=True),
    Column("text", Text, nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Column("games", Integer, nullable=False),
    Column("attempts", Integer, nullable=False),
    Column("counts", Text, nullable=False),
)
"""How even an edition is: what `games` quick games have shown, counted by workers."""

jobs = Table(
    "jobs",
    metadata,
    Column("id", Text, primary_key=True),
    Column("kind", Text, nullable=False),
    Column("game", Text, ForeignKey("games.id"), nullable=False),
    Column("number", Integer, nullable=False),
    Column("side", Text),
    Column("person", Text),
    Column("state", Text, nullable=False),
    Column("attempts", Integer, nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Column("ready_at", BigInteger, nullable=False),
    Column("leased_until", BigInteger, nullable=False),
    Column("leased_by", Text),
    Column("progress", Float, nullable=False),
    Column("result", Text),
    UniqueConstraint("game", "kind", "number", "side"),
    Index("ix_jobs_state_ready_at", "state", "ready_at"),
)
"""What workers do. A computer's move is stored with the act that made it necessary."""

processes = Table(
    "processes",
    metadata,
    Column("id", Text, primary_key=True),
    Column("address", Text, nullable=False),
    Column("alive_until", BigInteger, nullable=False),
)
"""The server processes that share a database, and where they reach each other."""

leases = Table(
    "leases",
    metadata,
    Column("game", Text, ForeignKey("games.id"), primary_key=True),
    Column("process", Text, nullable=False, index=True),
)
"""Which process has a game in memory; worth nothing once that process is not alive any more."""

LASTING = [table for table in metadata.sorted_tables if table not in (processes, leases)]
"""The tables that a backup holds."""
