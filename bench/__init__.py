"""Benchmarks: the speed of the engine, the search player, the environments and the server.

All measures of a bench are taken in one run, in several short slices each, alternating, and the
median of the slices counts: so that a busy moment of the machine hits all of them alike. Other
programs are measured in the same run. Only speed is measured here; strength is the arena's matter.

They belong to the source and are in no wheel: `watergate bench` finds them beside `src`.
"""
