"""Arenas: matches and round-robins between players, with ratings.

plan         what is played: players, duplicate pairs, seeds
match        one game, in which a failing player loses
workers      where games are played: here, or in several processes; `cluster`: on Ray
tournament   playing what is missing, until all is played or a test is decided
folder       the files of an arena, and going on after an interruption
sprt         the sequential test; `ratings`: Elo with an offset for the role
report       what came of it, as numbers; `plot`: as a picture
"""

from .cluster import crew_of_cluster
from .folder import Folder
from .match import Played
from .plan import ArenaError, Fixture, Plan, try_players
from .report import Report, report_as_json, report_on
from .sprt import Decision, Hypotheses
from .tournament import Tournament, play_on
from .workers import Crew, crew_of

__all__ = [
    "ArenaError", "Crew", "Decision", "Fixture", "Folder", "Hypotheses", "Plan", "Played", "Report",
    "Tournament", "crew_of", "crew_of_cluster", "play_on", "report_as_json", "report_on",
    "try_players",
]  # fmt: skip
