"""How fast the program is: the rules engine, and the search player on top of it.

All measures of a bench are taken in one run, in several short slices each, alternating, and the
median of the slices counts: so that a busy moment of the machine hits all of them alike. Other
programs are measured in the same run. Only speed is measured here; strength is the arena's matter.
"""

from .engine import EngineFigures, bench_engine
from .search import SearchFigures, Speed, bench_search

__all__ = ["EngineFigures", "SearchFigures", "Speed", "bench_engine", "bench_search"]
