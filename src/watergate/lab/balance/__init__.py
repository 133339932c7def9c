"""The balance report: statistics over games of one player against itself.

gathering    where games come from: played into a folder, or records from anywhere
counting     what one game adds to the counts
effects      how a card's use and winning go together, with intervals
figures      the counts of all games, and the figures that follow from them
plots        the figures as drawings; `page`: as one page of HTML
"""

from .counting import USES, Counted, Opening, counted, why_left_out
from .figures import Figures, Tally, figures_as_text, read_figures
from .gathering import BalanceError, BalanceSettings, Run, read_settings, record_paths, tally_of
from .page import page_of

__all__ = [
    "USES",
    "BalanceError",
    "BalanceSettings",
    "Counted",
    "Figures",
    "Opening",
    "Run",
    "Tally",
    "counted",
    "figures_as_text",
    "page_of",
    "read_figures",
    "read_settings",
    "record_paths",
    "tally_of",
    "why_left_out",
]  # fmt: skip
