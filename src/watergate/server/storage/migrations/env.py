"""How Alembic runs our migrations: on the connection it is given (`storage/database.py`)."""

from __future__ import annotations

from alembic import context

from watergate.server.storage.schema import metadata

connection = context.config.attributes["connection"]
context.configure(
    connection=connection,
    target_metadata=metadata,
    render_as_batch=True,  # SQLite cannot alter most things in place
    transactional_ddl=True,
)
with context.begin_transaction():
    context.run_migrations()
