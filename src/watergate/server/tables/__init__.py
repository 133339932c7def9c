"""A game between two seats, as a fold over its acts: seats, options, clocks, take-backs, endings.

Pure: no database, no sockets, and the time is told by whoever calls.
"""

from .table import Draw, Outlook, Table

__all__ = ["Draw", "Outlook", "Table"]
