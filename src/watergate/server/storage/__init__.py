"""Repositories: what must not be lost (people, games as logs of acts, chat, editions), in SQL.

`schema.py` says what is kept, `database.py` how a connection to SQLite or PostgreSQL behaves,
`writer.py` how several games share a commit; `people.py`, `games.py`, `chat.py`, `jobs.py`
and `editions.py` are what the rest of the server asks for, together a `Store`. `migrations/` is the
schema's past.
"""

from .rows import EditionRow, GameRow, JobRow, PersonRow, TokenRow, WeighingRow
from .store import Store
from .writer import Conflict

__all__ = [
    "Conflict",
    "EditionRow",
    "GameRow",
    "JobRow",
    "PersonRow",
    "Store",
    "TokenRow",
    "WeighingRow",
]
