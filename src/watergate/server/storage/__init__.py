"""What must not be lost: people, games as logs of acts, chat, jobs. SQLite or PostgreSQL.

`schema.py` says what is kept, `database.py` how a connection behaves, `writer.py` how several games
share a commit, `store.py` what the rest of the server asks for. `migrations/` is the schema's past.
"""

from .rows import GameRow, JobRow, PersonRow, TokenRow
from .store import Conflict, Store

__all__ = ["Conflict", "GameRow", "JobRow", "PersonRow", "Store", "TokenRow"]
