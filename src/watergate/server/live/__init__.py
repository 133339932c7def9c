"""Live games: tables in memory, and the way of an act: drafted, stored, folded, published.

live_table.py   a table with its lock, its followers and what is held back
registry.py     which tables are in memory; loads and forgets them
leases.py       sees to it that no other process has them, too
synchronizer.py takes in what other processes have stored
pipeline.py     has acts drafted, stores them, folds them and has them told
timers.py       wakes a table up when something is due
publisher.py    sends messages to followers of a game and listeners of a person
presenter.py    writes what is said of a table, as one viewer may read it
poller.py       finds by looking what no notification has told
live_games.py   puts all of it together
"""

from .live_games import LiveGames
from .live_table import Follower, Listener, LiveTable

__all__ = ["Follower", "Listener", "LiveGames", "LiveTable"]
