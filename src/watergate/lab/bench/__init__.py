"""How fast the program is: the rules engine, the search player on top of it, and the server.

All measures of a bench are taken in one run, in several short slices each, alternating, and the
median of the slices counts: so that a busy moment of the machine hits all of them alike. Other
programs are measured in the same run. Only speed is measured here; strength is the arena's matter.
"""

from .engine import EngineFigures, bench_engine
from .search import SearchFigures, Speed, bench_search
from .server import ServerFigures, bench_server

__all__ = [
    "EngineFigures",
    "SearchFigures",
    "ServerFigures",
    "Speed",
    "bench_engine",
    "bench_search",
    "bench_server",
]
