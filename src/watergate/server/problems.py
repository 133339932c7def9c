"""Errors sent to clients: a code with parameters, never more than the client may know.

The codes are the contract: their words are in the catalogue as `problem.CODE`, so that the page can
say them in any language. `STATUS` is what HTTP answers with.
"""

from __future__ import annotations

from watergate.rules import BadPosition, BadRecord, IllegalMove, WatergateError
from watergate.texts import phrase

from .model import Refused

STATUS = {
    "bad_request": 400,
    "bad_move": 400,
    "bad_record": 400,
    "bad_name": 400,
    "bad_option": 400,
    "bad_seat": 400,
    "bad_edition": 400,
    "no_identity": 401,
    "bad_token": 401,
    "bad_link": 403,
    "bad_origin": 403,
    "not_allowed": 403,
    "scope_missing": 403,
    "not_found": 404,
    "no_method": 405,
    "seat_taken": 409,
    "seat_open": 409,
    "stale": 409,
    "not_your_turn": 409,
    "game_over": 409,
    "game_goes_on": 409,
    "review_edition": 409,
    "paused": 409,
    "not_paused": 409,
    "take_backs_off": 409,
    "take_back_needs_consent": 409,
    "nothing_to_take_back": 409,
    "no_offer": 409,
    "hints_off": 409,
    "chat_off": 409,
    "chat_full": 409,
    "not_between_people": 409,
    "others_wait": 409,
    "no_network": 409,
    "answered_already": 409,
    "window_open": 409,
    "game_too_long": 409,
    "too_large": 413,
    "too_many": 429,
    "too_many_games": 429,
    "too_many_kept": 429,
    "too_many_sockets": 429,
    "too_many_jobs": 429,
    "too_many_followed": 429,
    "too_many_tokens": 429,
    "too_many_editions": 429,
    "queue_full": 503,
    "starting": 503,
    "database_away": 503,
    "internal": 500,
}


class Problem(WatergateError):
    """Something a client asked for that cannot be done, and why."""

    def __init__(self, code: str, *, retry_after: int | None = None, **params: str | int) -> None:
        self.code = code
        self.params = params
        self.retry_after = retry_after
        super().__init__(phrase(f"problem.{code}", "en", **params))

    @property
    def status(self) -> int:
        return STATUS[self.code]


def problem_of(error: WatergateError, where: str) -> Problem:
    """How a client is told of any error of ours: the one place where errors become problems."""
    match error:
        case Problem():
            return error
        case Refused():
            return Problem(error.code, **error.params)
        case IllegalMove():
            return Problem("bad_move", move="?", reason=str(error))
        case BadRecord() | BadPosition():
            return Problem("bad_record", reason=str(error))
        case _:
            return Problem("bad_request", where=where, what=str(error))
