"""A review as text for the terminal, and as an HTML page to print or send."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from html import escape
from itertools import groupby

from watergate.edition import Edition, Side
from watergate.rules.messages import Message, text_of
from watergate.rules.moves import notation_of
from watergate.rules.wording import move_in_words, word
from watergate.texts import phrase, sentence
from watergate.texts.figures import decimal, percent

from .models import Judgement, Review, SideReview, Word

MOST_READ = 4
"""Cards that are named where it is said what could be believed."""
LONGEST_LINE = 5
LEAST_TOLD = 0.05
"""Bits that are worth a word."""
ACCOUNT = ("start", "cards", "evidence", "editor", "nixon", "result", "adjusted")


@dataclass
class Part:
    """A heading, and lines under it; `mark` says what kind of decision it is about."""

    head: str
    lines: list[str] = field(default_factory=list)
    mark: str = ""


class Teller:
    """Says the parts of a review in a language: its opening, which is known first, its decisions
    round by round, and its sums, which are known last."""

    def __init__(self, edition: Edition, language: str) -> None:
        self._edition, self._language = edition, language

    def say(self, key: str, **values: str | int) -> str:
        return phrase(f"review.{key}", self._language, **values)

    def opening(self, review: Review) -> Iterator[Part]:
        yield self._summary(review)
        yield self._account(review)

    def rounds(self, review: Review, first: int = 0, *, everything: bool = False) -> Iterator[Part]:
        """The decisions from a round on; with `everything` those that were fine as well."""
        shown = [one for one in review.decisions
                 if one.round >= first and (everything or one.word is not Word.FINE)]  # fmt: skip
        for number, decisions in groupby(shown, key=lambda one: one.round):
            yield Part(self.say("round", number=number), mark="round")
            yield from (self._decision(one, review) for one in decisions)

    def sums(self, review: Review) -> Iterator[Part]:
        for side in Side:
            sums: SideReview | None = getattr(review, str(side))
            if sums is not None:
                yield self._side_sums(side, sums)
        judged = self.say(
            "judged", number=len(review.decisions), rounds=review.rounds,
            noise=self.points(review.judge.noise), depth=self.say(review.judge.depth),
        )  # fmt: skip
        yield Part(self.say("judge"), [judged])

    def _summary(self, review: Review) -> Part:
        head = text_of(_result(review), self._edition, self._language)
        lines = []
        if review.turning is not None:
            step = next(step for step in review.account.steps if step.ply == review.turning)
            lines.append(
                self.say("turning", move=step.ply + 1, of=self.say(f"of_{step.of}"),
                         change=self.points(step.change, sign=True))
            )  # fmt: skip
        return Part(head, lines)

    def _account(self, review: Review) -> Part:
        lines = []
        for name in ACCOUNT:
            value: float = getattr(review.account, name)
            is_change = name in ("cards", "evidence", "editor", "nixon")
            lines.append(self.say(f"account_{name}", points=self.points(value, sign=is_change)))
        if not 0 <= review.account.adjusted <= 1:
            lines[-1] += f" ({self.say('account_beyond')})"
        return Part(self.say("account"), lines)

    def _side_sums(self, side: Side, sums: SideReview) -> Part:
        lines = [
            self.say("side_sum", number=sums.decisions, agreed=sums.agreed,
                     loss=self.points(sums.loss)),
            self.say("side_words", inaccuracies=sums.inaccuracies, mistakes=sums.mistakes,
                     blunders=sums.blunders),
        ]  # fmt: skip
        return Part(sentence(self._side(str(side))), lines)

    def _decision(self, one: Judgement, review: Review) -> Part:
        head = self.say(
            "decision", number=one.ply + 1, side=self._side(one.side), move=self.move(one.played),
            word=self.say(one.word),
        )  # fmt: skip
        before, after = (self.percent(chance) for chance in (one.before, one.after))
        lines = [self.say("chances", before=before, after=after)]
        if one.noise is not None:
            loss, noise = self.points(one.loss), self.points(one.noise)
            lines[0] += " " + self.say("loss", loss=loss, noise=noise)
        lines.append(self.say("open", before=self.percent(one.open.before),
                              after=self.percent(one.open.after)))  # fmt: skip
        if one.open.punished is not None:
            lines[-1] += ". " + self.say("punished" if one.open.punished else "not_punished")
        if one.best != one.played:
            lines.append(self.say("better", move=self.move(one.best)))
            lines.extend(text_of(reason, self._edition, self._language) for reason in one.reasons)
            if not one.reasons and (line := self._line(one)):
                lines.append(line)
        if one.question is not None:
            gain = one.question.gain
            key = "question_good" if gain > 0 else "question_bad"
            lines.append(self.say(key, points=self.points(abs(gain))))
        lines.extend(self._reading(one, review))
        return Part(head, lines, mark=one.word)

    def _line(self, one: Judgement) -> str:
        best = next(found for found in one.moves if found.move == one.best)
        if len(best.line) < 2:
            return ""
        moves = "; ".join(self.move(move) for move in best.line[:LONGEST_LINE])
        return self.say("line", line=moves)

    def _reading(self, one: Judgement, review: Review) -> Iterator[str]:
        read = next((read for read in review.reads if read.ply == one.ply), None)
        if read is not None and read.cards:
            likely = [
                f"{word('card', card.card, self._edition, self._language)} "
                f"{self.percent(card.chance)}"
                for card in read.cards[:MOST_READ]
            ]
            yield self.say("read", cards=", ".join(likely))
        if one.open.gave_away is not None and one.open.gave_away >= LEAST_TOLD:
            bits = decimal(one.open.gave_away, 1, self._language)
            yield self.say("gave_away", bits=bits)

    def move(self, text: str) -> str:
        move = notation_of(self._edition).move(text)
        return move_in_words(move, self._edition, self._language)

    def _side(self, name: str) -> str:
        return str(word("side", name, self._edition, self._language))

    def percent(self, chance: float) -> str:
        return percent(round(chance, 2), self._language, 0)

    def points(self, change: float, *, sign: bool = False) -> str:
        """Hundredths of a chance."""
        text = decimal(round(100 * change, 1) + 0.0, 1, self._language)
        return f"+{text}" if sign and change >= 0 else text


def _result(review: Review) -> Message:
    if review.result.way in ("resigned", "time"):
        return Message(f"review.{review.result.way}", {"side": review.result.winner or ""})
    return review.result.message


def html_of(review: Review, edition: Edition, language: str) -> str:
    """The review as a page that needs nothing else, to print or to send."""
    teller = Teller(edition, language)
    parts = [*teller.opening(review), *teller.sums(review), *teller.rounds(review)]
    body = [f"<h1>{escape(teller.say('title'))}</h1>", _drawn_curve(review, teller)]
    for part in parts:
        level = 2 if part.mark in ("", "round") else 3
        kind = f' class="{part.mark}"' if part.mark else ""
        body.append(f"<h{level}{kind}>{escape(part.head)}</h{level}>")
        body.extend(f"<p>{escape(sentence(line))}</p>" for line in part.lines)
    head = f'<meta charset="utf-8"><title>{escape(teller.say("title"))}</title>'
    view = '<meta name="viewport" content="width=device-width, initial-scale=1">'
    return (
        f'<!doctype html>\n<html lang="{language}"><head>{head}{view}<style>{_STYLE}</style>'
        f"</head><body>\n" + "\n".join(body) + "\n</body></html>\n"
    )


def _drawn_curve(review: Review, teller: Teller) -> str:
    last = max(1, review.curve[-1].ply)
    line = " ".join(
        f"{600 * point.ply / last:.1f},{150 * (1 - point.editor):.1f}" for point in review.curve
    )
    dots = "".join(
        f'<circle class="{one.word}" cx="{600 * one.ply / last:.1f}" '
        f'cy="{150 * (1 - _editors(one)):.1f}" r="4"><title>{one.ply + 1}</title></circle>'
        for one in review.decisions
        if one.word is not Word.FINE
    )
    label = escape(teller.say("curve"))
    return (
        f'<svg viewBox="-6 -6 612 162" role="img" aria-label="{label}"><title>{label}</title>'
        f'<path class="half" d="M0 75H600"/><polyline points="{line}"/>{dots}</svg>'
    )


def _editors(one: Judgement) -> float:
    return one.open.before if one.side == "editor" else 1 - one.open.before


_STYLE = (
    "body{font:16px/1.45 Georgia,serif;max-width:44rem;margin:2rem auto;padding:0 1rem;"
    "color:#222;background:#fff}h1{font-size:1.6rem}h2{font-size:1.25rem;margin:1.6rem 0 .3rem}"
    "h3{font-size:1rem;margin:1rem 0 .1rem;break-after:avoid}p{margin:.1rem 0}"
    "svg{width:100%;border:1px solid #bbb}polyline{fill:none;stroke:#224;stroke-width:1.5}"
    ".half{stroke:#bbb;stroke-dasharray:4}circle{stroke:#fff}"
    ".blunder{color:#a40000;fill:#a40000}.mistake{color:#a35200;fill:#a35200}"
    ".inaccuracy{color:#6b6200;fill:#6b6200}"
)
