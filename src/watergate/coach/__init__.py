"""The coach: reviews of finished games, from what each side knew at each decision.

A review (`review.py`) has two halves. The *judge* (`judge.py`) says, by what a side could know,
which decisions lost how much; the *account* (`account.py`) says with all cards open how luck and
decisions add up to the result. `models.py` is what it all looks like as JSON.
"""

from __future__ import annotations

from .judge import DEPTHS, USUAL, Depth
from .models import Review, Word
from .review import check_reviewable, review

__all__ = ["DEPTHS", "USUAL", "Depth", "Review", "Word", "check_reviewable", "review"]
