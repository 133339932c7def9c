"""Statistics against values worked out elsewhere."""

from __future__ import annotations

import math

import pytest

from watergate.lab.statistics import Share, spread, wilson


@pytest.mark.parametrize(
    ("count", "of", "low", "high"),
    [
        (50, 100, 0.403832, 0.596168),
        (1, 10, 0.017876, 0.404150),
        (0, 10, 0.0, 0.277533),
        (10, 10, 0.722467, 1.0),
        (600, 1000, 0.569293, 0.629919),
    ],
)
def test_wilsons_interval(count: int, of: int, low: float, high: float) -> None:
    interval = wilson(count, of)
    assert interval.low == pytest.approx(low, abs=2e-5)
    assert interval.high == pytest.approx(high, abs=2e-5)


def test_nothing_is_known_of_no_games() -> None:
    assert (wilson(0, 0).low, wilson(0, 0).high) == (0, 1)
    assert math.isnan(Share(0, 0).share)


@pytest.mark.parametrize(("count", "of"), [(-1, 5), (6, 5)])
def test_impossible_shares_are_refused(count: int, of: int) -> None:
    with pytest.raises(ValueError, match="no share"):
        wilson(count, of)


def test_a_share_and_its_interval() -> None:
    share = Share(50, 100)
    assert share.share == 0.5
    assert share.interval == wilson(50, 100)


def test_mean_and_normal_interval() -> None:
    found = spread([2, 4, 4, 4, 5, 5, 7, 9])
    assert found.mean == 5
    # The sample's deviation is sqrt(32 / 7); 1.96 of its standard errors to each side.
    reach = 1.959964 * math.sqrt(32 / 7) / math.sqrt(8)
    assert found.interval.low == pytest.approx(5 - reach)
    assert found.interval.high == pytest.approx(5 + reach)
    assert (found.least, found.most) == (2, 9)


def test_one_number_has_no_narrow_interval() -> None:
    assert spread([3]).interval.high == math.inf


def test_no_numbers_have_no_mean() -> None:
    with pytest.raises(ValueError, match="no numbers"):
        spread([])
