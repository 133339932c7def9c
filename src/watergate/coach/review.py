"""Reviewing a finished game: the judge's findings and the account, put into words and figures."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from itertools import groupby

import numpy as np

from watergate.edition import Edition, Side
from watergate.errors import TranslatedError
from watergate.players.belief import Belief
from watergate.players.policy import knows
from watergate.rules import Game, Viewer
from watergate.rules.core.state import States
from watergate.rules.messages import Message
from watergate.rules.names import kinds_of, names_of, numbers_of

from . import models
from .account import account_of, result_of
from .judge import FAIR_SHARE, NAME, USUAL, Case, Depth, Judge, is_read
from .models import Account, Considered, Judgement, OpenCards, Question, Read, Review, Word
from .open_value import OpenValue
from .reasons import reasons_for

WORDS = ((0.15, Word.BLUNDER), (0.10, Word.MISTAKE), (0.05, Word.INACCURACY))
"""From which loss on a decision gets which word."""
AS_GOOD = 0.035
"""A move that is behind the best by no more than this is right, too."""
ERRORS = 2.0
"""A loss counts if it is so many of its standard errors above nothing."""
MOST_SHOWN = 4
MOST_PLIES = 5_000
ACCOUNT_SHARE = 0.1
"""Of the work, the account is so much."""

Report = Callable[[float], None]


def review(
    game: Game, depth: Depth = USUAL, sides: Sequence[Side] = tuple(Side), *,
    report: Report = lambda done: None, grown: Callable[[Review], None] | None = None,
) -> Review:  # fmt: skip
    """A review of a finished game, for these sides; `report` hears how far it is, from 0 to 1.

    `grown` hears the review as it grows: the account first, then with one more round judged each
    time; the last it hears is the whole.
    """
    check_reviewable(game)
    judge = Judge(game.edition, depth)
    account, curve = account_of(game, OpenValue(game.edition, judge.network))
    growing = _Growing(game, sides, judge, account, curve)
    report(ACCOUNT_SHARE)
    cases = [case for case in cases_of(game) if case.side in sides]
    for number, found in groupby(cases, key=lambda case: case.view.round):
        if grown is not None:
            grown(growing.so_far())
        of_round = list(found)
        for side in sides:
            # One side at a time: what is found for a side depends on its own views alone.
            own = [case for case in of_round if case.side is side]
            done = ACCOUNT_SHARE + (1 - ACCOUNT_SHARE) * growing.cases / len(cases)
            judge.judge(own, _part_of(report, done, (1 - ACCOUNT_SHARE) * len(own) / len(cases)))
            growing.cases += len(own)
        growing.add(of_round, number)
    whole = replace(growing.so_far(), judged=game.round)
    if grown is not None:
        grown(whole)
    return whole


class _Growing:
    """A review in the making: what is judged so far."""

    def __init__(
        self, game: Game, sides: Sequence[Side], judge: Judge, account: Account,
        curve: list[models.Point],
    ) -> None:  # fmt: skip
        self._game, self._sides, self._judge = game, sides, judge
        self._account, self._curve = account, curve
        self._chances = {point.ply: point.editor for point in curve}
        self._judged: list[Judgement] = []
        self._reads: list[Read] = []
        self._round = 0
        self.cases = 0

    def add(self, cases: Sequence[Case], number: int) -> None:
        """Put what was found about the decisions of a round into words and figures."""
        for case in cases:
            self._judged.append(_judged(case, self._judge, self._game, self._chances))
            if case.belief is not None and is_read(case.view):
                self._reads.append(read_of(case, self._game))
        self._round = number

    def so_far(self) -> Review:
        judged = [_with_hindsight(one, self._judged, self._reads) for one in self._judged]
        noises = [one.noise for one in judged if one.noise is not None]
        result = result_of(self._game)
        assert result is not None
        return Review(
            edition=self._game.edition.digest,
            plies=self._game.ply,
            rounds=self._game.round,
            judged=self._round,
            result=result,
            judge=models.Judge(
                NAME, self._judge.depth.name, self._judge.rollouts,
                float(np.median(noises)) if noises else 0.0,
            ),
            **{str(side): _summed_up(judged, side) if side in self._sides else None
               for side in Side},  # type: ignore[arg-type]
            decisions=judged,
            reads=list(self._reads),
            account=self._account,
            curve=self._curve,
            turning=_turning(self._account),
        )  # fmt: skip


def _part_of(report: Report, first: float, size: float) -> Report:
    """How far a part of the work is, told as how far all of it is."""
    return lambda done: report(first + size * done)


def check_reviewable(game: Game) -> None:
    """Refuse, with a sentence, what cannot be reviewed."""
    if result_of(game) is None:
        raise TranslatedError("error.review_goes_on")
    if not knows(game.edition):
        raise TranslatedError("error.review_edition", name=repr(game.edition.name))
    if game.ply > MOST_PLIES:
        raise TranslatedError("error.review_long", most=MOST_PLIES)


def cases_of(game: Game) -> list[Case]:
    """The decisions of a game with more than one legal move, each from its side's view."""
    cases, then = [], game.at(0)
    for move in game.history_ids:
        side = then.decider
        if isinstance(side, Side):
            legal = then.legal_ids()
            if len(legal) > 1:
                cases.append(Case(then.view(Viewer(str(side))), legal, move))
        then.make(move)
    return cases


def _judged(case: Case, judge: Judge, game: Game, chances: dict[int, float]) -> Judgement:
    ply, played, best, shares = case.view.ply, case.played, case.best(), case.shares()
    loss, noise = 0.0, None
    if case.looked and played != best:
        loss, noise = case.loss(played, best)
    before = case.chance if (value := case.value(best)) is None else value
    loss = min(max(loss, 0.0), before)
    decision = case.view.decision
    assert decision is not None
    after = _open_after(ply, chances)
    is_editor = case.side is Side.EDITOR
    return Judgement(
        ply=ply,
        round=case.view.round,
        side=str(case.side),
        kind=decision.kind,
        played=judge.text(played),
        before=before,
        after=before - loss,
        loss=loss,
        noise=noise,
        word=word_for(loss, noise, shares[played]),
        best=judge.text(best),
        share=shares[played],
        moves=_considered(case, judge),
        reasons=_reasons(case, best, judge.edition),
        question=_question(case, judge),
        open=OpenCards(
            before=chances[ply] if is_editor else 1 - chances[ply],
            after=after if is_editor else 1 - after,
            gave_away=None,
            punished=None,
        ),
    )


def _reasons(case: Case, best: int, edition: Edition) -> list[Message]:
    if case.belief is None or best == case.played or not case.lines:
        return []
    likeliest = case.belief.guesses[case.belief.weights.argmax() :][:1]
    return reasons_for(case.view, likeliest, case.lines[best], case.lines[case.played], edition)


def word_for(loss: float, noise: float | None, share: float) -> Word:
    """Nothing is called a mistake that is within the noise, or that the judge itself mixes in."""
    if noise is None or share >= FAIR_SHARE or loss < ERRORS * noise:
        return Word.FINE
    return next((word for least, word in WORDS if loss >= least), Word.FINE)


def _open_after(ply: int, chances: dict[int, float]) -> float:
    """The Editor's chance when next a side is to move, or at the end."""
    return chances[min(later for later in chances if later > ply)]


def _considered(case: Case, judge: Judge) -> list[Considered]:
    shares, best = case.shares(), case.best()
    order = sorted(case.looked or case.legal, key=lambda move: (-shares[move], -case.policy[move]))
    shown = dict.fromkeys([*order[:MOST_SHOWN], case.played])
    return [
        Considered(
            move=judge.text(move),
            value=case.value(move),
            noise=case.error(move),
            share=shares[move],
            is_right=is_right(case, move, best),
            line=[judge.text(each) for each in case.lines.get(move, [])],
        )
        for move in shown
    ]


def is_right(case: Case, move: int, best: int) -> bool:
    """Whether a move is as good as the best, as far as the judge can tell."""
    if move == best or case.shares()[move] >= FAIR_SHARE:
        return True
    if move not in case.first:
        return False
    loss, noise = case.loss(move, best)
    return loss <= max(AS_GOOD, noise)


def _question(case: Case, judge: Judge) -> Question | None:
    asking = [move for move in case.questions if move in case.first]
    others = [move for move in case.first if move not in case.questions]
    if not asking or not others:
        return None
    best, other = (max(moves, key=lambda move: case.value(move) or 0) for moves in (asking, others))
    gain, noise = case.loss(other, best)
    return Question(case.played in case.questions, judge.text(best), gain, noise)


def read_of(case: Case, game: Game) -> Read:
    """What a side could believe when it was to play a card, and what was true."""
    belief, view = case.belief, case.view
    assert belief is not None
    truth = game.state_at(view.ply)
    return Read(
        ply=view.ply,
        round=view.round,
        side=str(case.side),
        cards=_card_reads(belief, truth),
        tokens=_token_reads(belief, truth, game.edition),
        bits=bits_of(belief),
    )


def _card_reads(belief: Belief, truth: States) -> list[models.CardRead]:
    other = 1 - int(belief.side)
    counted, cards = _evenly(belief).cards(), belief.cards()
    held = numbers_of(int(truth["hand"][0][other]))
    return [
        models.CardRead(card, min(chance, 1.0), min(counted[card], 1.0), card in held)
        for card, chance in sorted(cards.items(), key=lambda item: (-item[1], item[0]))
    ]


def _token_reads(belief: Belief, truth: States, edition: Edition) -> list[models.TokenRead]:
    names = names_of(edition).kinds
    counted, tokens = _numbers(_evenly(belief), names), _numbers(belief, names)
    held = [names[kind] for kind in kinds_of(int(truth["facedown"][0]))]
    return [
        models.TokenRead(token, number, counted[token], held.count(token))
        for token, number in sorted(tokens.items(), key=lambda item: (-item[1], item[0]))
    ]


def _numbers(belief: Belief, names: Sequence[str]) -> dict[str, float]:
    """How many of the face-down tokens are of each kind, on the average; Nixon knows them."""
    numbers: dict[str, float] = {}
    if belief.side is Side.EDITOR:
        words = belief.guesses["facedown"].tolist()
        for tokens, weight in zip(words, belief.weights.tolist(), strict=True):
            for kind in kinds_of(tokens):
                numbers[names[kind]] = numbers.get(names[kind], 0.0) + weight
    return numbers


def _evenly(belief: Belief) -> Belief:
    """The same guesses, each as likely as any other."""
    n = len(belief.weights)
    return Belief(belief.side, belief.guesses, np.full(n, 1 / n), belief.histories)


def bits_of(belief: Belief) -> float:
    """How much the weights tell of the hand: the distance from counting, card by card."""
    counted = _evenly(belief).cards()
    return math.fsum(_distance(chance, counted[card]) for card, chance in belief.cards().items())


def _distance(p: float, q: float) -> float:
    """From a chance q to a chance p, in bits."""
    return math.fsum(
        x * math.log2(x / y) for x, y in ((p, q), (1 - p, 1 - q)) if x > 1e-9 and y > 1e-9
    )


def _with_hindsight(
    one: Judgement, judged: Sequence[Judgement], reads: Sequence[Read]
) -> Judgement:
    """A judgement with what only the rest of the game showed."""
    gave_away = None
    if one.kind == "play":
        others = [read for read in reads if read.side != one.side and read.round == one.round]
        later = next((read for read in others if read.ply > one.ply), None)
        if later is not None:
            earlier = [read.bits for read in others if read.ply < one.ply]
            gave_away = later.bits - (earlier[-1] if earlier else 0.0)
    punished = None
    if one.word is not Word.FINE:
        next_own = next((j.ply for j in judged if j.side == one.side and j.ply > one.ply
                         and j.kind == "play"), math.inf)  # fmt: skip
        given_back = math.fsum(
            j.loss for j in judged if j.side != one.side and one.ply < j.ply < next_own
        )
        punished = given_back < one.loss / 2
    return replace(one, open=replace(one.open, gave_away=gave_away, punished=punished))


def _summed_up(judged: Iterable[Judgement], side: Side) -> models.SideReview:
    own = [one for one in judged if one.side == str(side)]
    count = {word: sum(one.word is word for one in own) for word in Word}
    spoken_of = [one for one in own if one.word is not Word.FINE]
    return models.SideReview(
        decisions=len(own),
        agreed=sum(one.share >= FAIR_SHARE for one in own),
        inaccuracies=count[Word.INACCURACY],
        mistakes=count[Word.MISTAKE],
        blunders=count[Word.BLUNDER],
        loss=math.fsum(counted_loss(one) for one in own),
        worst=max(spoken_of, key=lambda one: one.loss).ply if spoken_of else None,
        kinds=_tallies(own, lambda one: one.kind),
        rounds=_tallies(own, lambda one: str(one.round)),
    )


def counted_loss(one: Judgement) -> float:
    """The loss of a decision, if it is beyond noise and not the judge's own mixing."""
    is_beyond = one.noise is not None and one.loss >= ERRORS * one.noise
    return one.loss if is_beyond and one.share < FAIR_SHARE else 0.0


def _tallies(own: Sequence[Judgement], name: Callable[[Judgement], str]) -> list[models.Tally]:
    names = dict.fromkeys(name(one) for one in own)
    return [
        models.Tally(
            each,
            sum(name(one) == each for one in own),
            math.fsum(counted_loss(one) for one in own if name(one) == each),
        )
        for each in names
    ]


def _turning(account: Account) -> int | None:
    """Where the game turned: the step that changed most toward who won in the end."""
    toward = 1 if account.result > 0.5 else -1
    return max(account.steps, key=lambda step: toward * step.change).ply if account.steps else None
