"""The domain logic of a game between two seats: seats, options, clocks, take-backs, endings.

`state.py` folds the acts that are stored, `table.py` drafts new ones. Pure: no database, no
sockets, and the time is told by whoever calls.
"""

from .state import Draw, TableState
from .table import Draft, Outlook, Table

__all__ = ["Draft", "Draw", "Outlook", "Table", "TableState"]
