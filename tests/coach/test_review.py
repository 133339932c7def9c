"""Reviews: what is called a mistake and what is not; a side's review knows its view alone."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from typing import Any

import jsonschema_rs
import pytest

from tests.coach.games import SMALL, game_of, reviewed
from watergate import Game, Side, WatergateError, standard_edition
from watergate.coach import DEPTHS, Review, Word, review
from watergate.coach.judge import FAIR_SHARE
from watergate.coach.models import AFTER_THE_GAME, review_of_json, review_schema
from watergate.coach.review import ERRORS, WORDS, word_for
from watergate.coach.season import mean_of, played_of, played_of_json, season_of
from watergate.coach.telling import Teller, html_of
from watergate.engine import engine
from watergate.rules.histories import alternative_history
from watergate.rules.messages import text_of
from watergate.texts import LANGUAGES

EDITION = standard_edition()


def words_of(found: Review, side: Side) -> int:
    sums = getattr(found, str(side))
    return int(sums.inaccuracies + sums.mistakes + sums.blunders)


def test_random_play_is_full_of_mistakes_and_strong_play_is_not() -> None:
    assert words_of(reviewed("random", "priorities", 3), Side.EDITOR) >= 6
    strong = reviewed("search:300", "search:300", 1)
    for side in Side:
        assert getattr(strong, str(side)).blunders == 0
        assert words_of(strong, side) <= 3


def test_every_decision_with_a_choice_is_judged() -> None:
    found, game = reviewed("random", "network", 3), game_of("random", "network", 3)
    choices = []
    for ply in range(game.ply):
        then = game.at(ply)
        if isinstance(then.decider, Side) and len(then.legal_ids()) > 1:
            choices.append((ply, str(then.decider), str(game.history[ply])))
    assert [(one.ply, one.side, one.played) for one in found.decisions] == choices
    for one in found.decisions:
        moves = [each.move for each in one.moves]
        assert one.played in moves
        assert one.best in moves
        assert one.loss == pytest.approx(one.before - one.after)
        assert next(each for each in one.moves if each.move == one.best).is_right
        assert all(each.line[:1] in ([], [each.move]) for each in one.moves)


def test_nothing_within_the_noise_or_mixed_in_is_called_a_mistake() -> None:
    for found in (reviewed("random", "network", 3), reviewed("network", "network", 3)):
        for one in found.decisions:
            if one.word is not Word.FINE:
                assert one.noise is not None
                assert one.loss >= ERRORS * one.noise
                assert one.share < FAIR_SHARE
                assert one.best != one.played
                assert one.open.punished is not None


def test_the_words() -> None:
    for least, word in WORDS:
        assert word_for(least, 0.001, 0.0) is word
        assert word_for(least, least, 0.0) is Word.FINE  # as much as the judge itself is off
        assert word_for(least, 0.001, FAIR_SHARE) is Word.FINE  # one of the moves it mixes
    assert word_for(0.04, 0.001, 0.0) is Word.FINE
    assert word_for(0.3, None, 0.0) is Word.FINE


def cut(data: Any) -> Any:
    """What is said of a side, less what is for after the game."""
    if isinstance(data, dict):
        return {key: cut(value) for key, value in data.items() if key not in AFTER_THE_GAME}
    return [cut(one) for one in data] if isinstance(data, list) else data


@pytest.mark.parametrize("side", Side)
def test_a_review_of_a_side_is_the_same_over_histories_it_cannot_tell_apart(side: Side) -> None:
    game = game_of("priorities", "priorities", 5, most=70)
    other = alternative_history(game, side, random.Random(1))
    assert other.history_ids != game.history_ids
    found = []
    for each in (game, other):
        each.tags["Ended"] = f"{side.opponent} resigned"
        found.append(json.loads(review(each, SMALL, [side]).to_json()))
    assert found[0]["account"] != found[1]["account"]
    assert cut(found[0]) == cut(found[1])


def test_reads_add_up_and_say_what_was_true() -> None:
    found, game = reviewed("random", "network", 3), game_of("random", "network", 3)
    assert {read.side for read in found.reads} == {"editor", "nixon"}
    for read in found.reads:
        view = game.at(read.ply).view(read.side)
        seen = view.nixon if read.side == "editor" else view.editor
        hidden = seen.hand_count - len(seen.known_in_hand)
        assert sum(card.chance for card in read.cards) == pytest.approx(hidden)
        assert sum(card.counted for card in read.cards) == pytest.approx(hidden)
        assert sum(card.held for card in read.cards) <= hidden
        tokens = view.facedown.count if read.side == "editor" else 0
        assert sum(token.number for token in read.tokens) == pytest.approx(tokens)
        assert read.bits >= -1e-9


def test_questions_are_weighed() -> None:
    asked = [one for one in reviewed("random", "network", 3).decisions if one.question]
    assert asked
    for one in asked:
        assert one.question is not None
        assert one.question.asked == one.played.startswith("ask ")
        assert one.question.best.startswith("ask ")


def test_a_review_is_its_json_and_fits_the_schema() -> None:
    found = reviewed("random", "network", 3)
    data = found.to_json()
    assert review_of_json(data) == found
    jsonschema_rs.validator_for(review_schema()).validate(json.loads(data))


def test_it_tells_how_far_it_is() -> None:
    game = game_of("priorities", "priorities", 5, most=70)
    game.tags["Ended"] = "editor time"
    told_of: list[float] = []
    review(game, SMALL, report=told_of.append)
    assert told_of == sorted(told_of)
    assert told_of[-1] == pytest.approx(1.0)


def test_it_is_heard_of_as_it_grows() -> None:
    game = game_of("priorities", "priorities", 5, most=110)
    game.tags["Ended"] = "editor time"
    heard: list[Review] = []
    found = review(game, SMALL, grown=heard.append)
    assert heard[-1] == found
    first, *others = heard
    assert (first.decisions, first.judged, first.account) == ([], 0, found.account)
    rounds = [one.judged for one in heard]
    assert rounds == sorted(set(rounds))
    assert rounds[-1] == game.round
    for one in others:
        done = [each for each in found.decisions if each.round <= one.judged]
        assert [each.ply for each in one.decisions] == [each.ply for each in done]
        settled = [each for each in one.decisions if each.round < one.judged]
        assert settled == found.decisions[: len(settled)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_review_can_be_read(language: str) -> None:
    found = reviewed("random", "network", 3)
    teller = Teller(EDITION, language)
    parts = [*teller.opening(found), *teller.rounds(found, everything=True), *teller.sums(found)]
    assert sum(part.mark in set(Word) for part in parts) == len(found.decisions)
    few = [*teller.opening(found), *teller.rounds(found), *teller.sums(found)]
    assert sum(part.mark in set(Word) for part in few) == sum(
        one.word is not Word.FINE for one in found.decisions
    )
    page = html_of(found, EDITION, language)
    assert page.count("<h3") == sum(part.mark in set(Word) for part in few)
    assert "http" not in page


def test_many_games_in_sum_lose_their_luck() -> None:
    games = [
        ({"Editor": "random", "Nixon": "network"}, reviewed("random", "network", 3)),
        ({"Editor": "network", "Nixon": "network"}, reviewed("network", "network", 3)),
    ]
    season = season_of(games)
    assert season.games == 2
    rows = {
        (name, row.side, row.opponent): row
        for name, tallies in season.players.items()
        for row in tallies.standings
    }
    mine = rows["random", "editor", "network"]
    assert (mine.games, mine.share.mean, mine.share.within) == (1, 0.0, None)
    assert mine.adjusted.mean == pytest.approx(games[0][1].account.adjusted)
    assert rows["random", None, "network"] == replace(mine, side=None)
    both = rows["network", None, None]
    assert both.games == 3
    assert both.share.within is not None
    lost = games[0][1].editor.loss if games[0][1].editor else 0
    for tallies in (season.players["random"].kinds, season.players["random"].phases):
        assert sum(tally.loss for tally in tallies) == pytest.approx(lost)


def test_a_written_review_counts_like_the_review() -> None:
    found = reviewed("random", "network", 3)
    for side in Side:
        assert played_of_json(found.to_json(), side, "random") == played_of(found, side, "random")


def test_an_interval_of_few_games_is_as_wide_as_it_must_be() -> None:
    """Nineteen of twenty intervals hold the true mean, however few games they are made from."""
    rng, held = random.Random(5), 0
    for _ in range(2_000):
        found = mean_of([rng.gauss(0.4, 0.3) for _ in range(5)])
        assert found.within is not None
        held += abs(found.mean - 0.4) <= found.within
    assert 0.93 < held / 2_000 < 0.97
    assert mean_of([1.0, 1.0, 1.0]).within is None


def test_what_cannot_be_reviewed_is_told_in_a_sentence() -> None:
    with pytest.raises(WatergateError, match="this one still goes on"):
        review(Game.start(seed=1))
    game = game_of("random", "network", 3)
    game.edition = replace(EDITION, name="mine", digest="0" * 16)
    with pytest.raises(WatergateError, match="it does not know 'mine'"):
        review(game)


def test_reasons_are_sentences_in_every_language() -> None:
    reasons = {
        reason.key: reason
        for one in reviewed("random", "network", 3).decisions
        for reason in one.reasons
    }
    if engine().is_compiled:
        assert len(reasons) >= 3
    for reason in reasons.values():
        for language in LANGUAGES:
            text = text_of(reason, EDITION, language)
            assert text.endswith((".", "?"))
            assert "{" not in text


def test_deeper_is_less_noisy() -> None:
    assert [depth.second for depth in DEPTHS.values()] == sorted(
        depth.second for depth in DEPTHS.values()
    )
