"""Who can sit at the table, and what is known of them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from watergate import WatergateError, standard_edition
from watergate.players import LEVELS, LevelPlayer, Thinker, seating
from watergate.players.seating import (
    OTHER_SEATS,
    PATIENCE,
    PERSON,
    SEATS,
    USUAL,
    check_seat,
    is_seat,
    level_of,
    seated,
    takes_time,
    thinks,
)

OTHERS = ("search:40", "search:1s", "search:2s,threads=2", "tree:9", "plain:5")
STRANGERS = ("", "nobody", "Person", "search", "search:", "search:9x", "search:1s,threads=x",
             "level:", "level:7", "rollout:60", "cmd:touch evil")  # fmt: skip


@pytest.mark.parametrize("seat", [*SEATS, *OTHERS])
def test_people_and_computer_players_can_sit(seat: str) -> None:
    check_seat(seat)
    assert is_seat(seat)


@pytest.mark.parametrize("seat", STRANGERS)
def test_strangers_and_programs_cannot(seat: str) -> None:
    assert not is_seat(seat)
    with pytest.raises(WatergateError, match="allowed"):
        check_seat(seat)


def test_who_is_refused_reads_who_is_not() -> None:
    with pytest.raises(WatergateError) as refused:
        check_seat("Ada")
    assert ", ".join((*SEATS, *OTHER_SEATS)) in str(refused.value)


def test_levels_are_known_by_their_seats() -> None:
    assert [level_of(f"level:{level.number}") for level in LEVELS] == list(LEVELS)
    assert level_of(USUAL) is not None
    assert [level_of(seat) for seat in (PERSON, "random", "level:7", *OTHERS)] == [None] * 8


def test_a_level_is_seated_with_patience() -> None:
    for level in LEVELS:
        someone = seated(f"level:{level.number}", standard_edition())
        assert isinstance(someone, LevelPlayer)
        budget, wanted = someone.manner.budget, level.by_network.budget
        if wanted is None:
            assert budget is None
        else:
            assert budget == replace(wanted, seconds=wanted.seconds or PATIENCE)


@pytest.mark.parametrize("seat", ["priorities", "random", *OTHERS])
def test_others_are_seated_as_they_are(seat: str) -> None:
    someone = seated(seat, standard_edition())
    assert not isinstance(someone, LevelPlayer)
    assert isinstance(someone, Thinker) is (":" in seat)


def test_who_thinks_looks_ahead() -> None:
    assert not thinks([])
    assert not thinks([PERSON, "priorities", "random"])
    for seat in ("level:1", "search:40", "tree:9", "plain:5"):
        assert thinks([PERSON, seat])


def test_who_takes_time_thinks_for_long_or_by_the_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seating, "QUICK", {True: 100, False: 100})
    slow = ["network", "level:4", "level:5", "level:6", "search:1", "tree:101", "tree:1s"]
    quick = [PERSON, "priorities", "random", "level:1", "level:3", "tree:100", "plain:5"]
    assert [seat for seat in (*slow, *quick) if takes_time(seat)] == slow
    known = standard_edition()  # the network answers at once
    levels = [f"level:{number}" for number in range(1, 7)]
    assert [seat for seat in levels if takes_time(seat, known)] == ["level:6"]
