"""The commands of the plain mode: each answers what follows its word.

A command says whether the game has changed, so that the choices are new.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from watergate.players.advice import best_of
from watergate.rules import View, WatergateError
from watergate.texts import LANGUAGES, folded
from watergate.texts.figures import percent

from . import plain_answers as answers
from . import plain_look as look
from .plain_desk import LOG_LINES, MOST_DIGITS, Desk, is_number
from .plain_words import Words

Command = Callable[[Desk, str], bool]


class Left(Exception):
    """Somebody wants to leave."""


def obey(desk: Desk, line: str) -> bool:
    """Do what a line says; whether the game has changed."""
    text = " ".join(line.split())
    if not text:
        return _choices(desk, "")
    first, _, rest = text.partition(" ")
    name = command_called(first, desk.words)
    if name is not None:
        return COMMANDS[name](desk, rest)
    move = desk.meant(text)
    if move is None:
        return False
    reason = answers.refusal(move, desk.session.view, desk.words)
    if reason is not None:
        desk.write(reason)
        return False
    desk.doing(lambda: desk.session.choose(move))
    return True


def command_called(word: str, words: Words) -> str | None:
    """The command of this name, in English or in the language that is spoken."""
    for name in COMMANDS:
        if folded(word) in (name, folded(words.part(f"command_{name}"))):
            return name
    return None


# Commands that tell something


def _telling(lines: Callable[[View, Words], Iterable[str]]) -> Command:
    """A command that tells something of the view and takes no word."""

    def command(desk: Desk, rest: str) -> bool:
        desk.tell(lines(desk.session.view, desk.words))
        return False

    return command


def _track(view: View, words: Words) -> list[str]:
    return [*look.track(view, words), *look.momentum(view, words)]


def _help(desk: Desk, rest: str) -> bool:
    desk.tell(desk.words.say(f"help_{key}") for key in ("play", "places", *COMMANDS))
    return False


def _choices(desk: Desk, rest: str) -> bool:
    desk.offer()
    return False


def _board(desk: Desk, rest: str) -> bool:
    view, words = desk.session.view, desk.words
    space = answers.space_called(rest, words)
    if not rest:
        desk.tell(look.board(view, words))
    elif folded(rest) in ("all", folded(words.part("all"))):
        desk.tell(look.every_space(view, words))
    elif space is not None:
        desk.tell(look.around(space, view, words))
    else:
        desk.say("no_space", text=answers.shown(rest))
    return False


def _log(desk: Desk, rest: str) -> bool:
    if rest and not (is_number(rest) and len(rest) < MOST_DIGITS):
        desk.say("no_word", text=answers.shown(f"log {rest}"))
        return False
    count = int(rest or LOG_LINES)
    desk.tell_entries(desk.session.view.log[-count:] if count else [])
    return False


def _card(desk: Desk, rest: str) -> bool:
    desk.tell(answers.about_card(rest, desk.words))
    return False


def _rules(desk: Desk, rest: str) -> bool:
    desk.tell(answers.about_rules(rest, desk.words))
    return False


def _preview(desk: Desk, rest: str) -> bool:
    move = desk.meant(rest)
    if move is not None:
        desk.tell(answers.about_preview(move, desk.session.view, desk.words))
    return False


def _why(desk: Desk, rest: str) -> bool:
    view, words = desk.session.view, desk.words
    move = desk.meant(rest)
    if move is not None:
        reason = answers.refusal(move, view, words)
        desk.write(reason or words.say("is_allowed", text=words.move(move, view)))
    return False


def _hint(desk: Desk, rest: str) -> bool:
    """The best choices, from what the person who decides can see."""
    view, words = desk.session.view, desk.words
    desk.say("hint_title")
    for found in best_of(desk.session.advice()()):
        number = desk.choices.index(found.move) + 1
        share = percent(found.value, words.language, 0)
        desk.say("hint_move", number=number, percent=share, text=words.move(found.move, view))
    return False


# Commands that do something


def _back(desk: Desk, rest: str) -> bool:
    try:
        desk.doing(desk.session.take_back)
    except WatergateError:
        desk.say("not_back")
        return False
    ply = desk.session.view.ply
    desk.told.update({side: min(told, ply) for side, told in desk.told.items()})
    desk.say("taken_back")
    return True


def _save(desk: Desk, rest: str) -> bool:
    desk.keep()
    return False


def _lang(desk: Desk, rest: str) -> bool:
    if rest not in LANGUAGES:
        names = ", ".join(LANGUAGES)
        desk.say("lang_unknown", text=answers.shown(rest), languages=names)
        return False
    desk.words = Words(desk.session.edition, rest)
    desk.say("language")
    return _choices(desk, "")


def _quit(desk: Desk, rest: str) -> bool:
    raise Left


COMMANDS: Mapping[str, Command] = {
    "help": _help,
    "choices": _choices,
    "look": _telling(look.whole),
    "hand": _telling(look.hand),
    "track": _telling(_track),
    "board": _board,
    "piles": _telling(look.piles),
    "log": _log,
    "card": _card,
    "rules": _rules,
    "preview": _preview,
    "why": _why,
    "hint": _hint,
    "back": _back,
    "save": _save,
    "lang": _lang,
    "quit": _quit,
}
