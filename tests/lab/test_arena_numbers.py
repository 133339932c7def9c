"""Ratings, the sequential test and intervals against what is known about them."""

from __future__ import annotations

import math
import random

import pytest

from tests.lab.arena import inventing, plan_of
from watergate.lab.arena import Decision, Hypotheses, Tournament, play_on, report_on
from watergate.lab.arena.ratings import ELO, fit
from watergate.lab.arena.sprt import (
    PAIR_SCORES,
    counts_of,
    log_likelihood_ratio,
    nearest_with_mean,
)
from watergate.lab.statistics import Z_95, score_interval

# Ratings


def test_ratings_recover_the_strengths_that_made_the_games() -> None:
    elos = {"a": 250.0, "b": 40.0, "c": -90.0, "d": -200.0}
    tournament = Tournament(plan_of(*elos, pairs=1500), {})
    play_on(tournament, inventing(elos, editor=-120))
    found = report_on(tournament).ratings
    for name, elo in elos.items():
        rating = found.players[name]
        assert abs(rating.elo - elo) < 4 * rating.error
        assert 3 < rating.error < 8
    assert abs(found.editor.elo + 120) < 4 * found.editor.error
    assert sum(rating.elo for rating in found.players.values()) == pytest.approx(0, abs=1e-6)


def test_intervals_of_ratings_hold_what_they_promise() -> None:
    chance, held = 1 / (1 + math.exp(-100 / ELO)), 0
    luck = random.Random(5)
    for _ in range(200):
        games = [((a, b), float(luck.random() < (chance if a == "a" else 1 - chance)))
                 for a, b in (("a", "b"), ("b", "a")) for _ in range(60)]  # fmt: skip
        found = fit(("a", "b"), games).players["a"].interval
        held += found.low <= 50 <= found.high
    assert 180 <= held <= 199


def test_two_players_ratings_can_be_worked_out_by_hand() -> None:
    """With 30 of 40 and 10 of 40, and a half of one more each way."""
    games = [(("a", "b"), float(n < 30)) for n in range(40)]
    games += [(("b", "a"), float(n < 10)) for n in range(40)]
    found = fit(("a", "b"), games)
    edge = math.log(30.5 / 10.5)
    assert found.players["a"].elo == pytest.approx(ELO * edge / 2)
    assert found.editor.elo == pytest.approx(0, abs=1e-6)
    variance = (1 / 30.5 + 1 / 10.5) / 2  # of the edge: the mean of two independent meetings
    assert found.players["a"].error == pytest.approx(ELO * math.sqrt(variance) / 2)
    assert found.editor.error == pytest.approx(ELO * math.sqrt(variance))


@pytest.mark.parametrize("games", [0, 1, 1000])
def test_ratings_stay_finite(games: int) -> None:
    won = [(("a", "b"), 1.0), (("b", "a"), 0.0), (("a", "c"), 1.0), (("c", "a"), 0.0)] * games
    found = fit(("a", "b", "c"), won)
    for rating in (*found.players.values(), found.editor):
        assert math.isfinite(rating.elo)
        assert 0 < rating.error < 2000
    assert (found.players["a"].elo > found.players["b"].elo) is (games > 0)


# The sequential test


def test_the_nearest_probabilities_have_the_mean() -> None:
    shares = [0.1, 0.05, 0.5, 0.05, 0.3]
    for mean in (0.01, 0.3, 0.5, 0.6, 0.99):
        found = nearest_with_mean(shares, mean)
        assert sum(found) == pytest.approx(1)
        assert sum(p * score for p, score in zip(found, PAIR_SCORES, strict=True)) == pytest.approx(
            mean
        )
    own_mean = sum(p * score for p, score in zip(shares, PAIR_SCORES, strict=True))
    assert nearest_with_mean(shares, own_mean) == pytest.approx(shares)


def test_for_pairs_that_are_won_or_lost_it_is_walds_ratio() -> None:
    test = Hypotheses(0.5, 0.6)
    expected = 30 * math.log(0.6 / 0.5) + 12 * math.log(0.4 / 0.5)
    assert log_likelihood_ratio([12, 0, 0, 0, 30], test) == pytest.approx(expected, abs=0.01)


def test_no_pairs_decide_nothing() -> None:
    test = Hypotheses(0.5, 0.6)
    assert log_likelihood_ratio([0] * 5, test) == 0
    assert test.decision(0) is Decision.OPEN
    assert test.decision(test.upper) is Decision.HIGH
    assert test.decision(test.lower) is Decision.LOW


def test_pair_scores_are_counted() -> None:
    assert counts_of([0, 0.5, 0.5, 1, 0.25]) == [1, 1, 2, 0, 1]


@pytest.mark.parametrize("luck_decides", [0.2, 0.7])
@pytest.mark.parametrize("truth", [Decision.LOW, Decision.HIGH])
def test_the_error_rates_are_those_that_were_wished(luck_decides: float, truth: Decision) -> None:
    """Also where most pairs are split because the luck decides both games."""
    test = Hypotheses(0.5, 0.65, alpha=0.1, beta=0.1)
    mean = test.low if truth is Decision.LOW else test.high
    rest = 1 - luck_decides
    chances = nearest_with_mean([rest / 2, 1e-9, luck_decides, 1e-9, rest / 2], mean)
    luck, wrong, runs = random.Random(7), 0, 300
    for _ in range(runs):
        counts, decision = [0] * 5, Decision.OPEN
        while decision is Decision.OPEN:
            counts[luck.choices(range(5), chances)[0]] += 1
            decision = test.decision(log_likelihood_ratio(counts, test))
        wrong += decision is not truth
    assert wrong / runs < 0.1 + 2 * math.sqrt(0.09 / runs)


def test_pairs_that_luck_splits_are_decided_sooner_than_games_would_be() -> None:
    """300 points of 480 from split pairs say more than the same from games won and lost."""
    test = Hypotheses(0.5, 0.6)
    split = log_likelihood_ratio([0, 0, 180, 0, 60], test)
    lone = log_likelihood_ratio([90, 0, 0, 0, 150], test)
    assert split > 1.5 * lone > 0


@pytest.mark.parametrize(
    "numbers", [(0.5, 0.5), (0.6, 0.5), (0, 0.5), (0.5, 1), (0.5, 0.6, 0), (0.5, 0.6, 0.1, 0.5)]
)
def test_hypotheses_that_make_no_test_are_refused(numbers: tuple[float, ...]) -> None:
    with pytest.raises(ValueError, match="allowed"):
        Hypotheses(*numbers)


# Intervals


def test_for_won_and_lost_it_is_agresti_and_coulls_interval() -> None:
    found = score_interval([1.0] * 15 + [0.0] * 5)
    size = 20 + Z_95**2
    share = (15 + Z_95**2 / 2) / size
    reach = Z_95 * math.sqrt(share * (1 - share) / size)
    assert (found.low, found.high) == pytest.approx((share - reach, share + reach))


def test_an_interval_stays_wide_where_all_scores_are_equal() -> None:
    nothing = score_interval([])
    assert (nothing.low, nothing.high) == pytest.approx((0, 1))
    few, many = score_interval([0.5] * 10), score_interval([0.5] * 1000)
    assert few.high - few.low > 0.2
    assert many.high - many.low < 0.01
    assert score_interval([1.0] * 10).high == 1


def test_scores_outside_are_refused() -> None:
    with pytest.raises(ValueError, match="between 0 and 1"):
        score_interval([0.5, 1.5])


@pytest.mark.parametrize("luck_decides", [0.1, 0.9])
def test_the_interval_of_pairs_holds_what_it_promises(luck_decides: float) -> None:
    rest = 1 - luck_decides
    chances = [0.3 * rest, 0, luck_decides, 0, 0.7 * rest]
    mean = luck_decides / 2 + 0.7 * rest
    luck, runs = random.Random(9), 1000
    held = 0
    for _ in range(runs):
        found = score_interval(luck.choices(PAIR_SCORES, chances, k=40))
        held += found.low <= mean <= found.high
    assert held / runs > 0.93


# Luck as a control variate


def test_a_control_that_says_nothing_changes_nothing() -> None:
    scores = [1.0] * 15 + [0.0] * 5
    assert score_interval(scores, control=[0.0] * 20) == score_interval(scores)


def test_a_control_of_mean_zero_makes_the_interval_narrower_and_keeps_its_promise() -> None:
    """A pair is won by skill or by luck; how lucky it was is known but for some noise."""
    luck, runs, held = random.Random(7), 1000, 0
    widths = {True: 0.0, False: 0.0}
    for _ in range(runs):
        draws = [luck.uniform(-0.35, 0.35) for _ in range(60)]
        scores = [float(luck.random() < 0.6 + draw) for draw in draws]
        noisy = [draw + luck.gauss(0, 0.1) for draw in draws]
        for has_control in widths:
            found = score_interval(scores, control=noisy if has_control else None)
            widths[has_control] += found.high - found.low
        held += score_interval(scores, control=noisy).low <= 0.6
        held += score_interval(scores, control=noisy).high >= 0.6
    assert held / runs - 1 > 0.93
    assert widths[True] < 0.95 * widths[False]
