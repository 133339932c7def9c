"""The commands of plain mode.

A command says whether the game has changed, so that the choices are new.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from watergate.players.advice import believed, best_of
from watergate.rules import View, WatergateError
from watergate.texts import LANGUAGES, folded, phrase, sentence
from watergate.texts.figures import percent

from ..beliefs import belief_lines
from . import answers, look
from .table import LOG_LINES, MOST_DIGITS, PlainTable, is_number
from .words import SpokenWords

Command = Callable[[PlainTable, str], bool]


class Left(Exception):
    """Somebody wants to leave."""


def obey(table: PlainTable, line: str) -> bool:
    """Do what a line says; whether the game has changed."""
    text = " ".join(line.split())
    if not text:
        return _choices(table, "")
    first, _, rest = text.partition(" ")
    name = command_called(first, table.words)
    if name is not None:
        return COMMANDS[name](table, rest)
    move = table.meant(text)
    if move is None:
        return False
    reason = answers.refusal(move, table.session.view, table.words)
    if reason is not None:
        table.write(reason)
        return False
    table.doing(lambda: table.session.choose(move))
    return True


def command_called(word: str, words: SpokenWords) -> str | None:
    """The command of this name, in English or in the language that is spoken."""
    for name in COMMANDS:
        if folded(word) in (name, folded(words.part(f"command_{name}"))):
            return name
    return None


# Commands that tell something


def _telling(lines: Callable[[View, SpokenWords], Iterable[str]]) -> Command:
    """A command that tells something of the view and takes no word."""

    def command(table: PlainTable, rest: str) -> bool:
        table.tell(lines(table.session.view, table.words))
        return False

    return command


def _track(view: View, words: SpokenWords) -> list[str]:
    return [*look.track(view, words), *look.momentum(view, words)]


def _help(table: PlainTable, rest: str) -> bool:
    table.tell(table.words.say(f"help_{key}") for key in ("play", "places", *COMMANDS))
    return False


def _choices(table: PlainTable, rest: str) -> bool:
    table.offer()
    return False


def _board(table: PlainTable, rest: str) -> bool:
    view, words = table.session.view, table.words
    space = answers.space_called(rest, words)
    if not rest:
        table.tell(look.board(view, words))
    elif folded(rest) in ("all", folded(words.part("all"))):
        table.tell(look.every_space(view, words))
    elif space is not None:
        table.tell(look.around(space, view, words))
    else:
        table.say("no_space", text=answers.shown(rest))
    return False


def _log(table: PlainTable, rest: str) -> bool:
    if rest and not (is_number(rest) and len(rest) < MOST_DIGITS):
        table.say("no_word", text=answers.shown(f"log {rest}"))
        return False
    count = int(rest or LOG_LINES)
    table.tell_entries(table.session.view.log[-count:] if count else [])
    return False


def _card(table: PlainTable, rest: str) -> bool:
    table.tell(answers.about_card(rest, table.words))
    return False


def _rules(table: PlainTable, rest: str) -> bool:
    table.tell(answers.about_rules(rest, table.words))
    return False


def _preview(table: PlainTable, rest: str) -> bool:
    move = table.meant(rest)
    if move is not None:
        table.tell(answers.about_preview(move, table.session.view, table.words))
    return False


def _why(table: PlainTable, rest: str) -> bool:
    view, words = table.session.view, table.words
    move = table.meant(rest)
    if move is not None:
        reason = answers.refusal(move, view, words)
        table.write(reason or words.say("is_allowed", text=words.move(move, view)))
    return False


def _hint(table: PlainTable, rest: str) -> bool:
    """The best choices, from what the person who decides can see."""
    view, words = table.session.view, table.words
    table.say("hint_title")
    thought = table.session.advice()()
    for found in best_of(thought):
        number = table.choices.index(found.move) + 1
        share = percent(found.value, words.language, 0)
        table.say("hint_move", number=number, percent=share, text=words.move(found.move, view))
    reading = believed(thought)
    if reading is not None:
        table.write(phrase("belief.title", words.language))
        lines = belief_lines(reading, thought.side, words.edition, words.language)
        table.tell([sentence(line) for line in lines])
    return False


# Commands that do something


def _back(table: PlainTable, rest: str) -> bool:
    try:
        table.doing(table.session.take_back)
    except WatergateError:
        table.say("not_back")
        return False
    ply = table.session.view.ply
    table.told.update({side: min(told, ply) for side, told in table.told.items()})
    table.say("taken_back")
    return True


def _save(table: PlainTable, rest: str) -> bool:
    table.keep()
    return False


def _lang(table: PlainTable, rest: str) -> bool:
    if rest not in LANGUAGES:
        names = ", ".join(LANGUAGES)
        table.say("lang_unknown", text=answers.shown(rest), languages=names)
        return False
    table.words = SpokenWords(table.session.edition, rest)
    table.say("language")
    return _choices(table, "")


def _quit(table: PlainTable, rest: str) -> bool:
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
