"""Services: what people can ask for, whichever way they ask, and whether they may.

    identity.py   who asks, and with what scopes
    people.py     people: names, recovery links, tokens, statistics
    access.py     who may see or play a game
    games.py      making games, joining them, rematches
    play.py       moves and everything else that is done at a table
    chat.py       what the two players say to each other
    jobs.py       hints, curves and reviews, which workers think about
    seasons.py    what the reviewed games of a person come to
    editions.py   editions that people make: checking, keeping, weighing

HTTP and the WebSocket (`api/`) only translate; every request comes with who asks.
"""

from .access import Access
from .chat import ChatService
from .editions import EditionService
from .games import GameService
from .identity import Identity
from .jobs import JobService
from .people import PeopleService
from .play import PlayService
from .seasons import SeasonService

__all__ = [
    "Access",
    "ChatService",
    "EditionService",
    "GameService",
    "Identity",
    "JobService",
    "PeopleService",
    "PlayService",
    "SeasonService",
]
