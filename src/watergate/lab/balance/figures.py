"""The counts of many games, and the figures that follow from them.

`Tally` takes games one by one and keeps sums, so that its size does not depend on how many there
are. `Figures` is all that a report says, as plain data: the page is made of it alone, and it is
written to and read from JSON by its types.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from pydantic import ConfigDict, TypeAdapter

from watergate.edition import Card, Edition, Side
from watergate.lab.simulate import STOPPED
from watergate.lab.statistics import Z_95, wilson
from watergate.rules import WatergateError
from watergate.rules.names import WAYS

from .counting import LEFT_OUT, PLAYS, USES, Counted
from .effects import Sums, compared, vector_of

FIGURES = "figures.json"
WEAK = 0.35
"""A role that wins less often than this is too weak for a good game."""
_CLOSED = ConfigDict(extra="forbid")


@dataclass(frozen=True, slots=True)
class Portion:
    """A count out of a total, its share, and Wilson's 95 % interval; of 0, there is no share."""

    __pydantic_config__ = _CLOSED

    count: int
    of: int
    share: float | None
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Mean:
    """A mean with its normal 95 % interval (none for a single game), and the extremes."""

    __pydantic_config__ = _CLOSED

    mean: float
    low: float | None
    high: float | None
    least: int
    most: int


@dataclass(frozen=True, slots=True)
class Effect:
    """The owner's share of wins over these uses, and how it differs from its side's plays."""

    __pydantic_config__ = _CLOSED

    uses: int
    games: int
    share: float
    difference: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class CardFigures:
    """What became of a card, each time it was drawn."""

    __pydantic_config__ = _CLOSED

    card: int
    side: str
    draws: int
    uses: dict[str, int]
    in_hand: int
    """How often it was still in hand when the game ended."""
    cancelled: int
    again: int
    effects: dict[str, Effect | None]


@dataclass(frozen=True, slots=True)
class OpeningFigures:
    """A first play of a side: in how many games, how often when held, and its side's wins."""

    __pydantic_config__ = _CLOSED

    side: str
    card: int
    use: str
    games: Portion
    when_held: Portion
    wins: Portion


@dataclass(frozen=True, slots=True)
class LengthFigures:
    """Number of games by their number of rounds, for each winner."""

    __pydantic_config__ = _CLOSED

    rounds: int
    editor: int
    nixon: int
    nobody: int


@dataclass(frozen=True, slots=True)
class InformantFigures:
    """An informant at the end: connected in the Editor's wins, recruited and silenced by winner."""

    __pydantic_config__ = _CLOSED

    informant: str
    connected: Portion
    recruited: dict[str, Portion]
    silenced: dict[str, Portion]


@dataclass(frozen=True, slots=True)
class TogetherFigures:
    """Informants that won games for the Editor together."""

    __pydantic_config__ = _CLOSED

    informants: tuple[str, ...]
    games: Portion


@dataclass(frozen=True, slots=True)
class Pairing:
    """Who played the counted games."""

    __pydantic_config__ = _CLOSED

    editor: str
    nixon: str
    games: int


@dataclass(frozen=True, slots=True)
class Figures:
    """Everything that a report on balance says."""

    __pydantic_config__ = _CLOSED

    games: int
    edition: str
    edition_digest: str
    players: tuple[Pairing, ...]
    seeds: tuple[int, int] | None
    """The least and the greatest, where records name them."""
    left_out: dict[str, int]
    winners: dict[str, Portion]
    ways: dict[str, Portion]
    rounds: Mean
    decisions: Mean
    lengths: tuple[LengthFigures, ...]
    cards: tuple[CardFigures, ...]
    openings: tuple[OpeningFigures, ...]
    informants: tuple[InformantFigures, ...]
    together: tuple[TogetherFigures, ...]
    at_end: dict[str, dict[str, Mean | None]]
    """Evidence and momentum tokens at the end, by who won."""

    @property
    def weak_side(self) -> str | None:
        """The role that is certain to win too rarely, if there is one."""
        weak = [str(side) for side in Side if self.winners[str(side)].high < WEAK]
        return weak[0] if weak else None

    @property
    def leader(self) -> str | None:
        """The role that is certain to win more than half of the games, if there is one."""
        ahead = [str(side) for side in Side if self.winners[str(side)].low > 0.5]
        return ahead[0] if ahead else None


@dataclass(slots=True)
class _Moments:
    """What a mean and its interval need of numbers that come one by one."""

    n: int = 0
    total: int = 0
    squares: int = 0
    least: int = 0
    most: int = 0

    def add(self, number: int) -> None:
        self.least = min(self.least, number) if self.n else number
        self.most = max(self.most, number) if self.n else number
        self.n += 1
        self.total += number
        self.squares += number * number

    def mean(self) -> Mean | None:
        if self.n == 0:
            return None
        mean = self.total / self.n
        if self.n == 1:
            return Mean(mean, None, None, self.least, self.most)
        variance = (self.squares - self.total * mean) / (self.n - 1)
        reach = Z_95 * math.sqrt(max(variance, 0.0) / self.n)
        return Mean(mean, mean - reach, mean + reach, self.least, self.most)


_AT_END = ("face_up", "face_down", "momentum_editor", "momentum_nixon")


@dataclass(slots=True)
class Tally:
    """Counts over games, added one by one."""

    edition: Edition
    left_out: Counter[str] = field(default_factory=Counter)
    winners: Counter[str] = field(default_factory=Counter)
    _ways: Counter[str] = field(default_factory=Counter)
    _players: Counter[tuple[str, str]] = field(default_factory=Counter)
    _seeds: tuple[int, int] | None = None
    _rounds: _Moments = field(default_factory=_Moments)
    _decisions: _Moments = field(default_factory=_Moments)
    _lengths: Counter[tuple[int, str]] = field(default_factory=Counter)
    _draws: Counter[int] = field(default_factory=Counter)
    _uses: Counter[tuple[int, str]] = field(default_factory=Counter)
    _cancelled: Counter[int] = field(default_factory=Counter)
    _again: Counter[int] = field(default_factory=Counter)
    _sums: defaultdict[tuple[int, str], Sums] = field(default_factory=lambda: defaultdict(Sums))
    _plays: dict[Side, Sums] = field(default_factory=lambda: {side: Sums() for side in Side})
    _openings: Counter[tuple[str, int, str, str]] = field(default_factory=Counter)
    _held: Counter[tuple[str, int]] = field(default_factory=Counter)
    _connected: Counter[str] = field(default_factory=Counter)
    _together: Counter[tuple[str, ...]] = field(default_factory=Counter)
    _recruited: Counter[tuple[str, str]] = field(default_factory=Counter)
    _silenced: Counter[tuple[str, str]] = field(default_factory=Counter)
    _at_end: defaultdict[tuple[str, str], _Moments] = field(
        default_factory=lambda: defaultdict(_Moments)
    )

    @property
    def games(self) -> int:
        return self.winners.total()

    def leave_out(self, reason: str) -> None:
        self.left_out[reason] += 1

    def add(self, game: Counted, tags: Mapping[str, str]) -> None:
        """Add a game; its tags say who played, and with which luck."""
        self.winners[game.winner] += 1
        self._ways[game.way] += 1
        self._players[tags.get("Editor", "?"), tags.get("Nixon", "?")] += 1
        self._add_seed(tags.get("Seed", ""))
        self._rounds.add(game.rounds)
        self._decisions.add(game.decisions)
        self._lengths[game.rounds, game.winner] += 1
        self._draws.update(game.draws)
        self._uses.update(game.uses)
        self._cancelled.update(game.cancelled)
        self._again.update(game.again)
        self._add_plays(game)
        for side, opening in game.openings.items():
            self._openings[side, opening.card, opening.use, game.winner] += 1
            self._held.update((side, card) for card in opening.hand)
        self._connected.update(game.connected)
        if game.connected:
            self._together[game.connected] += 1
        self._recruited.update((picture, game.winner) for picture in game.recruited)
        self._silenced.update((picture, game.winner) for picture in game.silenced)
        for name, number in game.at_end.items():
            self._at_end[name, game.winner].add(number)

    def _add_seed(self, text: str) -> None:
        if text.isascii() and text.isdigit():
            low, high = self._seeds or (int(text), int(text))
            self._seeds = min(low, int(text)), max(high, int(text))

    def _add_plays(self, game: Counted) -> None:
        owners = {card.number: card.side for card in self.edition.cards}
        by_use: defaultdict[tuple[int, str], Counter[int]] = defaultdict(Counter)
        by_side: dict[Side, Counter[int]] = {side: Counter() for side in Side}
        for (card, use, number), n in game.plays.items():
            by_use[card, use][number] += n
            by_side[owners[card]][number] += n
        plays = {side: vector_of(numbers) for side, numbers in by_side.items()}
        for side, m in plays.items():
            self._plays[side].add(game.winner, m, m)
        for (card, use), numbers in by_use.items():
            self._sums[card, use].add(game.winner, vector_of(numbers), plays[owners[card]])

    # What follows

    def figures(self) -> Figures:
        """The figures of at least one game."""
        rounds, decisions = self._rounds.mean(), self._decisions.mean()
        assert rounds is not None
        assert decisions is not None
        return Figures(
            games=self.games,
            edition=self.edition.name,
            edition_digest=self.edition.digest,
            players=tuple(Pairing(*names, n) for names, n in self._players.most_common()),
            seeds=self._seeds,
            left_out={reason: self.left_out[reason] for reason in LEFT_OUT},
            winners={str(side): _portion(self.winners[str(side)], self.games) for side in Side},
            ways={
                way: _portion(self._ways[way], self.games) for way in (*sorted(WAYS[1:]), STOPPED)
            },
            rounds=rounds,
            decisions=decisions,
            lengths=self._length_figures(),
            cards=tuple(self._card_figures(card) for card in self.edition.cards),
            openings=tuple(self._opening_figures()),
            informants=tuple(self._informant(one.name) for one in self.edition.informants),
            together=tuple(
                TogetherFigures(names, self._portion_of_wins(n))
                for names, n in sorted(self._together.items(), key=lambda item: (-item[1], item[0]))
            ),
            at_end={
                name: {str(side): self._at_end[name, str(side)].mean() for side in Side}
                for name in _AT_END
            },
        )

    def _length_figures(self) -> tuple[LengthFigures, ...]:
        return tuple(
            LengthFigures(n, *(self._lengths[n, winner] for winner in (*map(str, Side), "")))
            for n in range(self._rounds.least, self._rounds.most + 1)
        )

    def _card_figures(self, card: Card) -> CardFigures:
        number = card.number
        uses = {use: self._uses[number, use] for use in USES}
        return CardFigures(
            card=number,
            side=str(card.side),
            draws=self._draws[number],
            uses=uses,
            in_hand=self._draws[number] - sum(uses.values()),
            cancelled=self._cancelled[number],
            again=self._again[number],
            effects={use: self._effect(card, use) for use in PLAYS},
        )

    def _effect(self, card: Card, use: str) -> Effect | None:
        if (card.number, use) not in self._sums:
            return None
        found = compared(self._sums[card.number, use], self._plays[card.side], card.side)
        if found is None:
            return None
        return Effect(
            found.uses, found.games, found.share, found.difference, found.interval.low,
            found.interval.high,
        )  # fmt: skip

    def _opening_figures(self) -> list[OpeningFigures]:
        found: Counter[tuple[str, int, str]] = Counter()
        for (side, card, use, _), n in self._openings.items():
            found[side, card, use] += n
        return [
            OpeningFigures(
                side, card, use, _portion(n, self.games), _portion(n, self._held[side, card]),
                _portion(self._openings[side, card, use, side], n),
            )
            for (side, card, use), n in sorted(found.items(), key=lambda i: (i[0][0], -i[1], i[0]))
        ]  # fmt: skip

    def _portion_of_wins(self, count: int) -> Portion:
        return _portion(count, self.winners[str(Side.EDITOR)])

    def _informant(self, name: str) -> InformantFigures:
        def by_winner(counts: Counter[tuple[str, str]]) -> dict[str, Portion]:
            return {
                str(side): _portion(counts[name, str(side)], self.winners[str(side)])
                for side in Side
            }

        return InformantFigures(
            name, self._portion_of_wins(self._connected[name]), by_winner(self._recruited),
            by_winner(self._silenced),
        )  # fmt: skip


def _portion(count: int, of: int) -> Portion:
    interval = wilson(count, of)
    return Portion(count, of, count / of if of else None, interval.low, interval.high)


# As a file

_FIGURES = TypeAdapter(Figures)


def figures_as_text(figures: Figures) -> str:
    return _FIGURES.dump_json(figures, indent=2).decode() + "\n"


def read_figures(path: Path) -> Figures:
    """The figures that a report has left in its folder, or in this file."""
    file = path / FIGURES if path.is_dir() else path
    try:
        return _FIGURES.validate_json(file.read_bytes())
    except ValueError as error:
        reason = " ".join(str(error).split())[:300]
        raise WatergateError(f"{file} does not hold the figures of a report: {reason}") from None
