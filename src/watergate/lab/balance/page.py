"""The report as one self-contained HTML page: no script, no font, no picture from elsewhere.

Every plot has a table beside it that says the same, and every figure of the JSON file stands in one
of the tables. The words come from the catalogue (`balance.*`), names from the edition.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from html import escape
from importlib import resources

from watergate.edition import Edition, Side, text_in
from watergate.lab.simulate import STOPPED
from watergate.rules.core.playout import MOST_ROUNDS_PLAYED
from watergate.rules.wording import picture_in_words
from watergate.texts import phrase, sentence

from . import plots
from .counting import ACTION, LOST, REACTION, UNUSED, VALUE
from .elements import NOTHING, Writing, below, beside, paragraph, plot, section, table
from .figures import WEAK, CardFigures, Effect, Figures, Mean, OpeningFigures, Portion

PAGE = "balance.html"
TOP_OPENINGS = 8


def page_of(
    figures: Figures, edition: Edition, language: str = "en", other: Figures | None = None
) -> str:
    """The whole page; with a second report's figures, also how the two compare."""
    page = _Page(figures, edition, language)
    pieces = [
        page.head(), page.ways(), page.length(), page.cards(), page.openings(), page.informants(),
        page.at_end(), "" if other is None else page.comparison(other), page.method(),
    ]  # fmt: skip
    css = (resources.files("watergate.lab.balance") / "page.css").read_text(encoding="utf-8")
    return (
        f'<!DOCTYPE html>\n<html lang="{language}">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(page.say('title'))}</title>\n<style>\n{css}</style>\n</head>\n"
        f"<body>\n<main>\n{''.join(pieces)}</main>\n</body>\n</html>\n"
    )


class _Page:
    """The sections of the page, one method each."""

    def __init__(self, figures: Figures, edition: Edition, language: str) -> None:
        self._figures, self._edition, self._language = figures, edition, language
        self._write = Writing(language)

    # Words

    def say(self, key: str, /, **values: str | int) -> str:
        return phrase(f"balance.{key}", self._language, **values)

    def _words(self, key: str, /, **values: str | int) -> str:
        return phrase(key, self._language, **values)

    def _side(self, side: str) -> str:
        return sentence(self._words(f"winner.{side}"))

    def _wins(self, side: str) -> str:
        return self._words("simulate.wins", side=self._words(f"winner.{side}"))

    def _card(self, number: int) -> str:
        return text_in(self._edition.card(number).names, self._language)

    def _way(self, way: str) -> str:
        if way == STOPPED:
            return self._words("simulate.stopped", number=MOST_ROUNDS_PLAYED)
        return self._words(f"by.{way}")

    # The answer

    def head(self) -> str:
        figures = self._figures
        winners = figures.winners
        roles = "".join(
            f'<div class="{side}"><dt>{escape(self._side(side))}</dt>'
            f"<dd><b>{self._write.percent(won.share)}</b>"
            f"<small>{self._span(won)}<br>{self._write.counts(won)}</small></dd></div>"
            for side, won in winners.items()
        )
        parts = [(side, won.share or 0.0) for side, won in winners.items()]
        editor = winners[str(Side.EDITOR)]
        stopped = 1 - sum(share for _, share in parts)
        whole = plots.shares(
            [parts[0], ("nobody", stopped), parts[1]], (editor.low, editor.high),
            self.say("alt_winners", editor=self._write.percent(editor.share),
                     nixon=self._write.percent(winners[str(Side.NIXON)].share)),
        )  # fmt: skip
        return (
            f"<header>\n<h1>{escape(self.say('title'))}</h1>\n{self._about()}"
            f'<dl class="roles">{roles}</dl>\n{whole}\n{self._verdict()}</header>\n'
        )

    def _span(self, portion: Portion) -> str:
        span = self._write.span(
            self._write.percent(portion.low), self._write.percent(portion.high)
        )  # fmt: skip
        return escape(self.say("interval_of", span=span))

    def _about(self) -> str:
        figures = self._figures
        lines = [
            self.say("about", number=figures.games, edition=text_in(
                self._edition.titles, self._language), digest=figures.edition_digest)
        ]  # fmt: skip
        if figures.seeds is not None:
            low, high = map(str, figures.seeds)
            lines.append(self.say("seeds", low=low, high=high))
        said = paragraph(" ".join([*lines, *self._left_out()]), "about")
        if len(figures.players) == 1 and figures.players[0].editor == figures.players[0].nixon:
            return paragraph(self.say("one_player", player=figures.players[0].editor)) + said
        rows = [[escape(one.editor), escape(one.nixon), self._write.number(one.games)]
                for one in figures.players]  # fmt: skip
        heads = [self._side("editor"), self._side("nixon"), self.say("games")]
        return said + paragraph(self.say("many_players")) + table(self.say("players"), heads, rows)

    def _left_out(self) -> Iterator[str]:
        for reason, number in self._figures.left_out.items():
            if number:
                yield self.say(f"left_out_{reason}", number=number)

    def _verdict(self) -> str:
        leader, weak = self._figures.leader, self._figures.weak_side
        if leader is None:
            said = paragraph(self.say("even"), "verdict")
        else:
            said = paragraph(sentence(self.say("ahead", side=self._side(leader))), "verdict")
        if weak is None:
            return said
        limit = self._write.percent(WEAK, 0)
        warning = self.say("weak", side=self._side(weak), limit=limit)
        command = "watergate lab balance --edition changed.toml --out changed --compare balance"
        return (
            f'{said}<div class="warning">{paragraph(warning)}'
            f"<p><code>{escape(command)}</code></p></div>\n"
        )

    # How games end, and when

    def ways(self) -> str:
        looks = {"connection": "editor", "momentum": "nixon", "supply": "nixon"}
        rows = [
            plots.Bar(self._way(way), found.share or 0.0, (found.low, found.high),
                      looks.get(way, "nobody"))
            for way, found in self._figures.ways.items()
        ]  # fmt: skip
        heads = [self.say("way"), self.say("games"), self.say("share")]
        cells = [
            [escape(self._way(way)), self._write.number(found.count), self._write.portion(found)]
            for way, found in self._figures.ways.items()
        ]
        return section(
            "ways", self.say("ways"),
            beside(
                plot(plots.bars(rows, self.say("alt_ways")), self.say("share_of_games")),
                table(self.say("ways_table"), heads, cells),
            ),
        )  # fmt: skip

    def length(self) -> str:
        figures = self._figures
        rows = [
            (row.rounds, [("editor", row.editor), ("nixon", row.nixon), ("nobody", row.nobody)])
            for row in figures.lengths
        ]
        legend = [(side, self._wins(side)) for side in map(str, Side)]
        drawn = plot(
            plots.columns(rows, self.say("alt_length"), self.say("rounds")),
            self.say("games_by_rounds"), legend,
        )  # fmt: skip
        means = table(
            self.say("length_means"), ["", self.say("mean"), self.say("extent")],
            [self._mean_row("rounds", figures.rounds),
             self._mean_row("decisions", figures.decisions)],
        )  # fmt: skip
        heads = [self.say("rounds"), *(self._side(str(side)) for side in Side), self.say("nobody")]
        number = self._write.number
        cells = [
            [number(row.rounds), number(row.editor), number(row.nixon), number(row.nobody)]
            for row in figures.lengths if row.editor + row.nixon + row.nobody
        ]  # fmt: skip
        by_rounds = table(self.say("wins_by_rounds"), heads, cells)
        return section("length", self.say("length"), beside(drawn + means, by_rounds))

    def _mean_row(self, name: str, mean: Mean) -> list[str]:
        extent = self._write.span(self._write.number(mean.least), self._write.number(mean.most))
        return [escape(self.say(name)), self._write.mean(mean), extent]

    # Cards

    def cards(self) -> str:
        pieces = [paragraph(self.say("cards_intro"))]
        for side in Side:
            own = [card for card in self._figures.cards if card.side == str(side)]
            pieces += [
                f"<h3>{escape(self.say(f'cards_of_{side}'))}</h3>\n",
                self._uses(own, str(side)),
            ]
        return section("cards", self.say("cards"), *pieces) + self._all_effects()

    def _uses(self, cards: list[CardFigures], side: str) -> str:
        legend = [(f"{side}-action", self.say("action_or_reaction")),
                  (f"{side}-value", self.say("value")), (UNUSED, self.say("unused")),
                  (LOST, self.say("lost"))]  # fmt: skip
        rows = [
            plots.Stack(
                self._card(card.card),
                [(f"{side}-action", _part(card, card.uses[ACTION] + card.uses[REACTION])),
                 (f"{side}-value", _part(card, card.uses[VALUE])),
                 (UNUSED, _part(card, card.uses[UNUSED])), (LOST, _part(card, card.uses[LOST]))],
            )
            for card in cards
        ]  # fmt: skip
        names = ("draws", "action_or_reaction", "value", "unused", "lost", "in_hand", "special")
        heads = [self.say("card"), *map(self.say, names)]
        cells = [
            [escape(self._card(card.card)), self._write.number(card.draws),
             self._use(card, card.uses[ACTION] + card.uses[REACTION], card.uses[REACTION]),
             *(self._use(card, n) for n in (card.uses[VALUE], card.uses[UNUSED], card.uses[LOST],
                                            card.in_hand)),
             self._special(card)]
            for card in cards
        ]  # fmt: skip
        return beside(
            plot(plots.stacks(rows, self.say("alt_uses")), self.say("uses_plot"), legend),
            table(self.say("uses"), heads, cells),
            wide=True,
        )

    def _use(self, card: CardFigures, number: int, reactions: int = 0) -> str:
        if number == 0:
            return self._write.number(0)
        sign = "*" if reactions else ""
        share = self._write.percent(_part(card, number), 0)
        return f"{share}{sign}{below(self._write.number(number))}"

    def _special(self, card: CardFigures) -> str:
        """How often it was cancelled, and used again by another card."""
        number = self._write.number
        return f"{number(card.cancelled)} / {number(card.again)}"

    def _all_effects(self) -> str:
        pieces = [paragraph(self.say("effects_intro")), paragraph(self.say("effects_care"), "note")]
        for side in Side:
            own = [card for card in self._figures.cards if card.side == str(side)]
            own.sort(key=_by_effect)
            pieces += [
                f"<h3>{escape(self.say(f'cards_of_{side}'))}</h3>\n",
                self._effects(own, str(side)),
            ]
        return section("effects", self.say("effects"), *pieces)

    def _effects(self, cards: list[CardFigures], side: str) -> str:
        legend = [(f"{side}-action point", self.say("action_or_reaction")),
                  (f"{side}-value point value", self.say("value"))]  # fmt: skip
        rows = [
            plots.Dots(
                self._card(card.card),
                [plots.Dot(f"{side}-{look}", effect.difference, effect.low, effect.high)
                 for look, effect in (("action", _action(card)), ("value", card.effects[VALUE]))
                 if effect is not None],
            )
            for card in cards
        ]  # fmt: skip
        heads = [self.say("card"), self.say("action_or_reaction"), self.say("difference"),
                 self.say("value"), self.say("difference")]  # fmt: skip
        cells = [
            [escape(self._card(card.card)), *self._effect(_action(card)),
             *self._effect(card.effects[VALUE])]
            for card in cards
        ]  # fmt: skip
        drawn = plots.dots(rows, self.say("alt_effects"))
        return beside(
            plot(drawn, self.say("effects_plot"), legend),
            table(self.say("effects_table"), heads, cells),
            wide=True,
        )

    def _effect(self, effect: Effect | None) -> tuple[str, str]:
        if effect is None:
            return NOTHING, NOTHING
        share = self._write.percent(effect.share)
        told = self.say("in_games", number=effect.games)
        span = self._write.span(self._write.points(effect.low), self._write.points(effect.high))
        points = self._write.points(effect.difference)
        if not effect.low <= 0 <= effect.high:
            points = f"<b>{points}</b>"
        return f"{share}{below(escape(told))}", f"{points}{below(span)}"

    # Openings

    def openings(self) -> str:
        drawn, told = [], []
        heads = [self.say("opening"), self.say("share_of_games"), self.say("when_held"),
                 self.say("won_then")]  # fmt: skip
        for side in map(str, Side):
            own = [one for one in self._figures.openings if one.side == side]
            rows = [self._opening_bar(one) for one in own[:TOP_OPENINGS]]
            drawn.append(
                plot(plots.bars(rows, self.say("alt_openings")), self.say(f"openings_of_{side}"))
            )
            told.append(
                table(self.say(f"all_openings_of_{side}"), heads, map(self._opening_row, own))
            )
        said = paragraph(self.say("openings_intro"))
        return section("openings", self.say("openings"), said, beside(*drawn), *told)

    def _opening_bar(self, one: OpeningFigures) -> plots.Bar:
        look = f"{one.side}-value" if one.use in (VALUE, UNUSED) else f"{one.side}-action"
        share, interval = one.games.share or 0.0, (one.games.low, one.games.high)
        return plots.Bar(self._opening(one), share, interval, look)

    def _opening(self, one: OpeningFigures) -> str:
        return f"{self._card(one.card)}: {self.say(one.use)}"

    def _opening_row(self, one: OpeningFigures) -> list[str]:
        found = (one.games, one.when_held, one.wins)
        return [escape(self._opening(one)), *map(self._write.counted, found)]

    # The board

    def informants(self) -> str:
        figures = self._figures
        most_first = sorted(figures.informants, key=lambda one: -one.connected.count)
        rows = [
            plots.Bar(self._picture(one.informant), one.connected.share or 0.0,
                      (one.connected.low, one.connected.high), "editor")
            for one in most_first
        ]  # fmt: skip
        heads = [self.say("informant"), self.say("connected"),
                 *(self.say(f"{name}_{side}") for name in ("recruited", "silenced")
                   for side in map(str, Side))]  # fmt: skip
        cells = [
            [escape(self._picture(one.informant)), self._write.counted(one.connected),
             *(self._write.counted(found[str(side)]) for found in (one.recruited, one.silenced)
               for side in Side)]
            for one in most_first
        ]  # fmt: skip
        together = [
            [escape(" + ".join(map(self._picture, one.informants))), self._write.counted(one.games)]
            for one in figures.together
        ]
        drawn = plot(plots.bars(rows, self.say("alt_informants")), self.say("informants_plot"))
        pairs = table(
            self.say("together"), [self.say("informants"), self.say("share_of_wins")], together
        )
        return section(
            "informants", self.say("informants"), paragraph(self.say("informants_intro")),
            beside(drawn, pairs) if together else drawn,
            table(self.say("informants_table"), heads, cells),
        )  # fmt: skip

    def _picture(self, name: str) -> str:
        return picture_in_words(name, self._edition)

    def at_end(self) -> str:
        heads = ["", *(self.say("when_wins", side=self._side(str(side))) for side in Side)]
        cells = [
            [escape(self.say(name)), *(self._end(found[str(side)]) for side in Side)]
            for name, found in self._figures.at_end.items()
        ]
        return section("end", self.say("at_end"), table(self.say("at_end_table"), heads, cells))

    def _end(self, mean: Mean | None) -> str:
        if mean is None:
            return NOTHING
        extent = self._write.span(self._write.number(mean.least), self._write.number(mean.most))
        return f"{self._write.mean(mean)}{below(escape(self.say('from_to', extent=extent)))}"

    # Another report

    def comparison(self, other: Figures) -> str:
        own = self._figures
        rows = [
            self._compared(self._wins(side), own.winners[side], other.winners[side])
            for side in own.winners
        ]
        rows += [
            self._compared(self._way(way), found, other.ways[way])
            for way, found in own.ways.items() if way in other.ways
        ]  # fmt: skip
        rows += [
            [escape(self.say(name)), self._write.mean(one), self._write.mean(two),
             self._difference(_mean(one), _mean(two), self._signed)]
            for name, one, two in (("rounds", own.rounds, other.rounds),
                                   ("decisions", own.decisions, other.decisions))
        ]  # fmt: skip
        heads = ["", self.say("this"), self.say("other"), self.say("difference")]
        said = self.say(
            "comparison_intro", edition=own.edition, number=own.games, other=other.edition,
            others=other.games,
        )  # fmt: skip
        return section(
            "comparison", self.say("comparison"), paragraph(said),
            table(self.say("comparison_table"), heads, rows),
        )  # fmt: skip

    def _compared(self, name: str, one: Portion, two: Portion) -> list[str]:
        return [
            escape(name), self._write.portion(one), self._write.portion(two),
            self._difference(_ends(one), _ends(two), self._write.points),
        ]  # fmt: skip

    def _signed(self, number: float) -> str:
        return ("+" if number >= 0 else "") + self._write.decimal(number, 2)

    def _difference(self, one: _Ends, two: _Ends, write: Callable[[float], str]) -> str:
        """The difference of two estimates with its interval, from theirs (Newcombe's way)."""
        difference = one[0] - two[0]
        low = difference - math.hypot(one[0] - one[1], two[2] - two[0])
        high = difference + math.hypot(one[2] - one[0], two[0] - two[1])
        return f"{write(difference)}{below(self._write.span(write(low), write(high)))}"

    # How it was made

    def method(self) -> str:
        names = ("method_games", "method_intervals", "method_effects", "method_many")
        return section("method", self.say("method"), *(paragraph(self.say(n)) for n in names))


_Ends = tuple[float, float, float]
"""An estimate with the ends of its interval."""


def _ends(portion: Portion) -> _Ends:
    return portion.share or 0.0, portion.low, portion.high


def _mean(mean: Mean) -> _Ends:
    return (
        mean.mean,
        mean.mean if mean.low is None else mean.low,
        mean.mean if mean.high is None else mean.high,
    )


def _part(card: CardFigures, number: int) -> float:
    return number / card.draws if card.draws else 0.0


def _action(card: CardFigures) -> Effect | None:
    """A card's action is used on a turn or as a reaction, never both (RULES 8.1)."""
    return card.effects[ACTION] or card.effects[REACTION]


def _by_effect(card: CardFigures) -> float:
    """The best action first, cards without one last."""
    effect = _action(card)
    return math.inf if effect is None else -effect.difference
