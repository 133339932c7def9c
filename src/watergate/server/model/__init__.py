"""The domain model: plain values that every room of the server knows. It imports no other room."""

from .acts import SUBSTITUTE, Act, ActKind
from .games import WITHDRAWN, Ending, Offer, OfferKind, State
from .jobs import JobKind, JobState
from .options import Clock, Options, Reactions
from .refusals import Refused
from .seats import Seat, SeatKind, Standing

__all__ = [
    "SUBSTITUTE",
    "WITHDRAWN",
    "Act",
    "ActKind",
    "Clock",
    "Ending",
    "JobKind",
    "JobState",
    "Offer",
    "OfferKind",
    "Options",
    "Reactions",
    "Refused",
    "Seat",
    "SeatKind",
    "Standing",
    "State",
]
