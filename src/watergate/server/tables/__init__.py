"""A game between two seats, as a fold over its acts: seats, options, clocks, take-backs, endings.

Pure: no database, no sockets, and the time is told by whoever calls.
"""

from .acts import Act, ActKind
from .options import Clock, Options
from .table import Ending, Seat, SeatKind, State, Table

__all__ = ["Act", "ActKind", "Clock", "Ending", "Options", "Seat", "SeatKind", "State", "Table"]
