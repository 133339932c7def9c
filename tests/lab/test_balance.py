"""What games are counted as, and the figures that follow."""

from __future__ import annotations

import json
import random
from collections import Counter
from pathlib import Path

import pytest

from tests.playthroughs.telling import FOLDER, moves_told
from watergate import Game, Side, save, standard_edition
from watergate.lab.balance import (
    USES,
    BalanceError,
    Counted,
    Figures,
    Tally,
    counted,
    figures_as_text,
    read_figures,
    record_paths,
    tally_of,
    why_left_out,
)
from watergate.lab.balance.counting import PLAYS
from watergate.lab.balance.effects import Compared, Sums, compared, vector_of
from watergate.lab.simulate import random_game
from watergate.rules import WatergateError
from watergate.rules.names import numbers_of

EDITOR, NIXON = map(str, Side)


def told(number: int) -> Game:
    """A golden game."""
    game = Game.new()
    for move in moves_told((FOLDER / f"game{number}.txt").read_text(encoding="utf-8")):
        game.play(move)
    return game


def tally_of_games(games: list[Game]) -> Tally:
    tally = Tally(standard_edition())
    for game in games:
        tally.add(counted(game), game.tags)
    return tally


@pytest.fixture(scope="module")
def games() -> list[Game]:
    return [*map(told, range(1, 5)), *(random_game(standard_edition(), seed) for seed in range(20))]


@pytest.fixture(scope="module")
def figures(games: list[Game]) -> Figures:
    return tally_of_games(games).figures()


# One game


def test_a_golden_game_counted_by_hand() -> None:
    """Read off `playthroughs/game3.txt`: who plays what, and how it ends."""
    found = counted(told(3))
    assert (found.winner, found.way, found.rounds) == (EDITOR, "connection", 5)
    assert found.decisions == 111
    actions = [37, 2, 25, 33, 20, 41, 19, 17, 27, 39, 13, 38, 28, 12, 31, 11, 30, 23, 33, 32]
    values = [18, 34, 8, 35, 3, 40, 10, 32, 24, 16, 42, 36, 29, 14, 5, 23, 4, 21, 15, 26, 7, 36, 6]
    assert found.uses == Counter(
        [(card, "action") for card in actions]
        + [(card, "value") for card in values]
        + [(9, "lost"), (26, "lost")]  # removed for Gambit (RULES 7.20), lost to Colson (7.5)
    )
    assert found.plays[33, "action", 2] == found.plays[33, "action", 5] == 1
    assert found.again == {37: 1}
    assert found.cancelled == {}
    assert sum(found.draws.values()) == len(actions + values) + 2  # both hands end empty
    assert found.connected == ("dean", "woods")
    assert set(found.recruited) == {"sloan", "dean", "baldwin", "woods"}
    assert found.silenced == ()  # Woods was, until Deep Throat
    assert found.at_end == {
        "face_up": 9, "face_down": 3, "momentum_editor": 1, "momentum_nixon": 4
    }  # fmt: skip
    opening = found.openings[EDITOR]
    assert (opening.card, opening.use, len(opening.hand)) == (37, "action", 5)
    opening = found.openings[NIXON]
    assert (opening.card, opening.use, len(opening.hand)) == (2, "action", 4)


def test_reactions_and_cards_left_unused_counted_by_hand() -> None:
    """Read off `playthroughs/game4.txt`, where "Cancer on the presidency" ends a round."""
    found = counted(told(4))
    assert (found.winner, found.way) == (NIXON, "supply")
    reactions = {card: n for (card, use), n in found.uses.items() if use == "reaction"}
    assert reactions == {42: 1, 35: 1, 14: 1}
    assert {card for card, use in found.uses if use == "unused"} == {3}
    assert found.cancelled == {9: 1, 23: 1}
    assert found.connected == ()
    lost = {card: n for (card, use), n in found.uses.items() if use == "lost"}
    by_cancer = [23, 25, 30, 39, 4, 6, 8, 14]  # both hands, when the round was ended
    assert lost == Counter([12, 39, *by_cancer])  # removed for Gambit, lost to Colson


def test_every_card_drawn_is_used_once_or_still_in_hand(games: list[Game]) -> None:
    for game in games:
        found, end = counted(game), game.states[0]
        for card in game.edition.cards:
            used = sum(found.uses[card.number, use] for use in USES)
            in_hand = int(end["hand"][card.side]) >> card.number & 1
            assert found.draws[card.number] == used + in_hand, card.number
        assert sum(found.uses.values()) + len(
            numbers_of(int(end["hand"][0]) | int(end["hand"][1]))
        ) == sum(found.draws.values())


def test_uses_are_the_moves_of_the_record(games: list[Game]) -> None:
    for game in games:
        found, moves = counted(game), Counter(str(move) for move in game.history)
        for card in range(2, 43):
            assert found.uses[card, "value"] == moves[f"play {card} value"]
            assert found.uses[card, "action"] == moves[f"play {card} action"]
            assert found.uses[card, "reaction"] == moves[f"react {card}"]
            assert found.uses[card, "unused"] == moves[f"discard {card}"]
            assert found.again[card] == moves[f"reuse {card}"]
            assert found.draws[card] == moves[f"draw {card}"]
        for (card, use), n in found.uses.items():
            by_round = [k for (c, u, _), k in found.plays.items() if (c, u) == (card, use)]
            assert sum(by_round) == (n if use in PLAYS else 0)
        assert {number for *_, number in found.plays} <= set(range(1, found.rounds + 1))


def test_which_games_are_left_out() -> None:
    whole = told(3)
    assert why_left_out(whole) is None
    assert why_left_out(whole.at(100)) == "unfinished"
    assert why_left_out(Game.from_position(whole.at(100).position)) == "midway"
    whole.tags["Failed"] = "nixon: gives up"
    assert why_left_out(whole) == "failed"


# Many games


def test_sums(games: list[Game], figures: Figures) -> None:
    n = figures.games
    assert n == len(games)
    stopped = figures.ways["stopped"].count
    assert sum(won.count for won in figures.winners.values()) + stopped == n
    assert sum(way.count for way in figures.ways.values()) == n
    assert sum(row.editor + row.nixon + row.nobody for row in figures.lengths) == n
    assert sum(row.editor for row in figures.lengths) == figures.winners[EDITOR].count
    for side in (EDITOR, NIXON):
        own = [one for one in figures.openings if one.side == side]
        assert sum(one.games.count for one in own) == n
        assert sum(one.wins.count for one in own) == figures.winners[side].count
        assert all(one.when_held.of >= one.games.count for one in own)
    assert sum(one.games.count for one in figures.together) == figures.winners[EDITOR].count
    assert sum(one.connected.count for one in figures.informants) == sum(
        len(one.informants) * one.games.count for one in figures.together
    )
    for card in figures.cards:
        assert card.draws == sum(card.uses.values()) + card.in_hand
        for use, effect in card.effects.items():
            assert (0 if effect is None else effect.uses) == card.uses[use]
    assert figures.rounds.mean * n == pytest.approx(
        sum(row.rounds * (row.editor + row.nixon + row.nobody) for row in figures.lengths)
    )


def test_figures_are_written_and_read(figures: Figures, tmp_path: Path) -> None:
    file = tmp_path / "figures.json"
    file.write_text(figures_as_text(figures), encoding="utf-8")
    assert read_figures(tmp_path) == read_figures(file) == figures
    file.write_text(json.dumps({"games": 3}))
    with pytest.raises(WatergateError, match=r"figures\.json does not hold the figures"):
        read_figures(tmp_path)


def test_a_role_that_is_ahead_and_one_that_is_weak() -> None:
    def figures(editor: int, nixon: int) -> Figures:
        tally = Tally(standard_edition())
        for winner in [EDITOR] * editor + [NIXON] * nixon:
            tally.add(Counted(winner, "momentum", 7, 130), {})
        return tally.figures()

    even, ahead, weak = figures(48, 52), figures(38, 62), figures(20, 80)
    assert (even.leader, even.weak_side) == (None, None)
    assert (ahead.leader, ahead.weak_side) == (NIXON, None)
    assert (weak.leader, weak.weak_side) == (NIXON, EDITOR)


# Records


def test_records_from_anywhere(tmp_path: Path) -> None:
    inner = tmp_path / "deep" / "deeper"
    inner.mkdir(parents=True)
    save(told(3), tmp_path / "b.wg")
    save(told(3), inner / "again.wg")
    save(told(4), inner / "a.wg")
    save(told(4).at(50), tmp_path / "open.wg")
    failed = told(4).at(60)
    failed.tags["Failed"] = "editor: gives up"
    save(failed, tmp_path / "failed.wg")
    (tmp_path / "notes.txt").write_text("not a record")
    seen: list[int] = []
    tally = tally_of(record_paths([tmp_path]), standard_edition(), seen.append)
    assert seen == [1, 2, 3, 4, 5]
    assert tally.games == 2
    assert tally.left_out == {"twice": 1, "unfinished": 1, "failed": 1}
    assert tally.figures().seeds is None


def test_a_record_with_mistakes_is_named(tmp_path: Path) -> None:
    (tmp_path / "bad.wg").write_text("1. draw 99\n")
    with pytest.raises(BalanceError, match=r"bad\.wg: line 1"):
        tally_of(record_paths([tmp_path]), standard_edition())
    with pytest.raises(BalanceError, match="nowhere is no folder"):
        record_paths([tmp_path / "nowhere"])


# Effects

Row = tuple[str, dict[int, int], dict[int, int]]
"""A game: who won, how often the card was used by round, how many plays its side made by round."""


def effect(rows: list[Row], side: Side = Side.EDITOR) -> Compared:
    card, plays = Sums(), Sums()
    for winner, uses, played in rows:
        x, m = vector_of(Counter(uses)), vector_of(Counter(played))
        plays.add(winner, m, m)
        if uses:
            card.add(winner, x, m)
    found = compared(card, plays, side)
    assert found is not None
    return found


def test_an_effect_by_hand() -> None:
    """Round 1: 20 plays of 40 won. Round 2: 10 of 20. Uses: 2 won and 1 lost in 1, 1 lost in 2."""
    rows: list[Row] = [
        (EDITOR, {1: 1}, {1: 10, 2: 10}),
        (EDITOR, {1: 1}, {1: 10}),
        (NIXON, {}, {1: 10}),
        (NIXON, {1: 1, 2: 1}, {1: 10, 2: 10}),
    ]
    found = effect(rows)
    assert (found.uses, found.games, found.share, found.difference) == (4, 3, 0.5, 0.0)
    other = effect(rows, Side.NIXON)
    assert other.difference == 0
    assert other.interval.high == pytest.approx(-found.interval.low)
    assert compared(Sums(), Sums(), Side.EDITOR) is None


def test_a_card_is_compared_with_plays_of_its_own_rounds() -> None:
    """Nixon wins long games; neither a card of early rounds nor one of all rounds has an effect."""
    long, short = {1: 4, 2: 4, 3: 4, 15: 8}, {1: 4, 2: 4}
    for uses in ({1: 1}, {1: 1, 2: 1, 3: 1, 15: 2}):
        rows: list[Row] = [(NIXON, uses, long)] * 60 + [
            (EDITOR, {n: k for n, k in uses.items() if n in short}, short)
        ] * 40
        found = effect(rows, Side.NIXON)
        assert found.difference == pytest.approx(0), uses
    assert found.share > 0.7


def test_a_card_that_always_won_in_a_few_games_is_not_certain() -> None:
    rows: list[Row] = [(EDITOR, {1: 1}, {1: 10})] * 3
    rows += [(EDITOR, {}, {1: 10}), (NIXON, {}, {1: 10})] * 100
    found = effect(rows)
    assert found.share == 1
    assert found.interval.low < 0 < found.difference <= found.interval.high


def test_intervals_hold_the_truth_although_uses_come_in_clusters() -> None:
    """Games in which a card is used several times; as often in games won as in games lost."""
    rng = random.Random(7)
    held = naive = 0
    trials = 250
    for _ in range(trials):
        rows: list[Row] = []
        for _ in range(150):
            winner = EDITOR if rng.random() < 0.4 else NIXON
            last = rng.randint(3, 5 if winner == EDITOR else 9)
            keen = rng.random() < 0.3
            uses = {n: 1 for n in range(1, last + 1) if keen and rng.random() < 0.8}
            rows.append((winner, uses, {n: rng.randint(4, 5) for n in range(1, last + 1)}))
        found = effect(rows)
        held += found.interval.low <= 0 <= found.interval.high
        reach = 1.96 * (found.share * (1 - found.share) / found.uses) ** 0.5
        naive += abs(found.difference) <= reach
    assert 0.92 <= held / trials <= 0.98
    assert naive / trials < 0.85  # what taking uses as independent would have brought


def test_an_effect_that_is_there_is_found() -> None:
    """Uses win in 60 of 100 games, where plays win in about 45: intervals hold the difference."""
    rng = random.Random(8)
    held = apart = 0
    for _ in range(100):
        rows: list[Row] = []
        for _ in range(400):
            used = rng.random() < 0.3
            winner = EDITOR if rng.random() < (0.6 if used else 0.4) else NIXON
            rows.append((winner, {1: 1} if used else {}, {1: 4, 2: 4}))
        found = effect(rows)
        held += found.interval.low <= 0.6 - (0.3 * 0.6 + 0.7 * 0.4) <= found.interval.high
        apart += found.interval.low > 0
    assert held >= 90
    assert apart >= 90
