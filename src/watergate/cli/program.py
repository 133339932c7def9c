"""The command line as a program: help in the user's language, and mistakes told in one line.

All help is in the catalogue (`watergate.texts`), section `help`. An option's `help` and
`show_default` in the code are keys of it; a command's key is its path, such as `help.db_backup`.
`_explain` puts the texts in their places. Examples stay in the docstring of their command.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Sequence
from typing import Any, NoReturn

import typer
from typer.core import TyperCommand, TyperGroup

from watergate.edition import EditionError
from watergate.players import LEVELS, OTHER_PLAYERS, PLAYERS
from watergate.players.seating import OTHER_SEATS, PERSON
from watergate.rules import WatergateError
from watergate.texts import LANGUAGES, catalogue, known

from .arena import GAMES_OF_MATCH, GAMES_OF_TEST
from .common import INTERRUPTED, WRONG_USE, language, say, set_language, words
from .watch import PACE

_LEVELS = f"level:1 … level:{len(LEVELS)}"
_NAMED = [name for name in PLAYERS if not name.startswith("level:")]
VALUES: dict[str, str | int] = {
    "levels": len(LEVELS),
    "match": GAMES_OF_MATCH,
    "test": GAMES_OF_TEST,
    "pace": str(PACE),
    "named": ", ".join(PLAYERS),
    "players": ", ".join((_LEVELS, *_NAMED, *OTHER_PLAYERS)),
    "opponents": ", ".join((_LEVELS, *_NAMED, *OTHER_SEATS)),
    "seats": ", ".join((PERSON, _LEVELS, *_NAMED, *OTHER_SEATS)),
}
"""What help texts may speak of."""

OPTIONS_OF_TYPER = ("help", "install_completion", "show_completion")

UsageError: type[Exception] = typer.BadParameter.__mro__[1]
"""Of Click, which Typer brings along in one way or another."""


class _Spoken:
    """What commands and groups of them share: usage in the language of the user."""

    def get_usage(self, ctx: Any) -> str:
        _speak_of_defaults()
        usage: str = super().get_usage(ctx)  # type: ignore[misc]
        return usage.replace("Usage:", words("help.usage"), 1)


class Command(_Spoken, TyperCommand):
    """A command that takes no more arguments than it knows."""

    allow_extra_args = True  # refused here, in the language of the user

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        given = list(args)
        try:
            rest = super().parse_args(ctx, args)
        except UsageError as error:
            error.ctx = error.ctx or ctx  # type: ignore[attr-defined]
            error.given = given  # type: ignore[attr-defined]
            raise
        if rest and not ctx.resilient_parsing:
            raise WatergateError(words("cli.too_much", text=" ".join(rest)))
        return rest


class Group(_Spoken, TyperGroup):
    """A group of commands; one that it does not have is refused with those that it has."""

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        name = args[0]
        if self.get_command(ctx, name) is None and not ctx.resilient_parsing:
            allowed = ", ".join(self.list_commands(ctx))
            raise WatergateError(words("cli.no_such_command", name=repr(name), allowed=allowed))
        return super().resolve_command(ctx, args)


class App(typer.Typer):
    """A group of commands whose help is in the catalogue."""

    def __init__(self, *, cls: type[Group] = Group, **settings: Any) -> None:
        super().__init__(cls=cls, no_args_is_help=True, rich_markup_mode="rich", **settings)
        self.callback()(_nothing)

    def command(self, name: str | None = None, **settings: Any) -> Callable[[Any], Any]:
        return super().command(name, cls=Command, **settings)


def _nothing() -> None:
    """A group alone does nothing."""


class Program(Group):
    """The whole command line, with mistakes told in a line instead of a traceback.

    `--language` may stand anywhere: `watergate --language hu cards`, `watergate cards --lang hu`.
    """

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        args, wanted = _language_first(args)
        set_language(wanted if wanted in LANGUAGES else None)
        _explain_all(self, ctx)
        try:
            return super().parse_args(ctx, args)
        except UsageError as error:
            _refuse(error)

    def invoke(self, ctx: Any) -> Any:
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
            say(words("cli.stopped"))
            raise typer.Exit(INTERRUPTED) from None
        except EditionError as error:
            say(words("cli.bad_edition", number=len(error.problems)))
            for problem in error.problems:
                say(f"  {problem.in_language(language())}")
        except WatergateError as error:
            say(error.in_language(language()))
        except UsageError as error:
            _refuse(error)
        except BrokenPipeError:
            raise
        except FileNotFoundError as error:
            say(words("cli.no_such_file", file=str(error.filename)))
        except OSError as error:
            say(f"{error.filename}: {error.strerror}" if error.filename else str(error))
        raise typer.Exit(WRONG_USE)


def _language_first(args: list[str]) -> tuple[list[str], str | None]:
    """The arguments with the language at the front, where it is an option; and that language."""
    first: list[str] = []
    rest: list[str] = []
    wanted: str | None = None
    waiting = iter(args)
    for arg in waiting:
        if arg == "--":
            rest += [arg, *waiting]
        elif arg in ("--lang", "--language"):
            value = [*itertools.islice(waiting, 1)]
            first += [arg, *value]
            wanted = value[0] if value else None
        elif arg.startswith(("--lang=", "--language=")):
            first.append(arg)
            wanted = arg.partition("=")[2]
        else:
            rest.append(arg)
    return [*first, *rest], wanted


# Mistakes in the use of options


def _refuse(error: Any) -> NoReturn:
    """Say in a line what is wrong with the arguments; who gave none gets the help instead."""
    if type(error).__name__ == "NoArgsIsHelpError":
        raise error
    say(_mistake(error))
    if error.ctx is not None:
        say(words("cli.see_help", command=f"{error.ctx.command_path} --help"))
    raise typer.Exit(WRONG_USE) from None


def _mistake(error: Any) -> str:
    match type(error).__name__:
        case "NoSuchOption":
            text = words("cli.no_such_option", option=error.option_name)
            near = ", ".join(sorted(error.possibilities or ()))
            return text + words("cli.near_options", options=near) if near else text
        case "BadOptionUsage":
            flags = [param for param in error.ctx.command.params if getattr(param, "is_flag", 0)]
            is_flag = any(error.option_name in param.opts for param in flags)
            return words(
                "cli.option_takes_none" if is_flag else "cli.option_needs", option=error.option_name
            )
        case "MissingParameter":
            return words("cli.missing", name=_name(error.param))
        case "BadParameter" if error.param is not None:
            given = _given(error.param, getattr(error, "given", ()))
            return f"{_name(error.param)}{given}: {_allowed(error.param) or error.message}"
        case _:
            text = error.format_message()
            return str(text)


def _name(param: Any) -> str:
    """An option as it is typed, an argument as help shows it."""
    if param.param_type_name == "option":
        return str(max(param.opts, key=len))
    return str(param.metavar or param.name.upper()).strip("[].")


def _given(param: Any, args: Sequence[str]) -> str:
    """The value that was given for an option, with a space before it."""
    for arg, behind in itertools.pairwise([*args, ""]):
        name, equals, value = arg.partition("=")
        if name in param.opts:
            return f" {value if equals else behind}"
    return ""


def _allowed(param: Any) -> str:
    """What values an option takes, if that can be said in short."""
    choices = _choices(param)
    if choices:
        return words("cli.allowed", allowed=", ".join(choices))
    # Typer keeps the range at the option, in older versions at its type.
    low, high = (
        getattr(param, end, None) if hasattr(param, end) else getattr(param.type, end, None)
        for end in ("min", "max")
    )
    if low is None:
        return ""
    if high is None:
        return words("cli.at_least", low=f"{low:g}")
    return words("cli.in_range", low=f"{low:g}", high=f"{high:.0f}")


def _choices(param: Any) -> Sequence[str]:
    found = getattr(param, "type_descriptor", None) or getattr(param, "type", None)
    return [str(getattr(choice, "value", choice)) for choice in getattr(found, "choices", ()) or ()]


# Help


def _explain_all(command: Any, ctx: Any, *path: str) -> None:
    """Put the help texts in the user's language into a command, its options and its commands."""
    command.help = _command_help(command.help or "", "_".join(path) or "watergate")
    command.options_metavar = words("help.options_metavar")
    command.rich_help_panel = words("help.commands")
    for param in command.get_params(ctx):
        _explain(param)
    if isinstance(command, TyperGroup):
        command.subcommand_metavar = words("help.command_metavar")
        for name in command.list_commands(ctx):
            _explain_all(command.get_command(ctx, name), ctx, *path, name)


def _command_help(written: str, key: str) -> str:
    """The description of the catalogue, with the examples of the docstring."""
    text = words(f"help.{key}", **VALUES)
    _, _, examples = written.partition("\b\n")
    if not examples:
        return text
    _, *lines = examples.splitlines()
    return "\n".join([text, "", "\b", words("help.examples"), *lines])


def _explain(param: Any) -> None:
    is_option = param.param_type_name == "option"
    param.rich_help_panel = words("help.options" if is_option else "help.arguments")
    key = f"help.{param.name}" if param.name in OPTIONS_OF_TYPER else param.help
    if key in catalogue(language()):
        param.help = words(key, **VALUES)
    if isinstance(param.show_default, str):
        is_key = param.show_default in catalogue(language())
        param.show_default = words(param.show_default, **VALUES) if is_key else param.show_default
    if not is_option or param.is_flag:
        param.display_type_rich = _no_type
    if param.metavar is not None:
        param.metavar = re.sub("[A-Z]{3,}", _placeholder, param.metavar)


def _no_type(ctx: Any) -> None:
    """What a flag or an argument takes needs no word such as "<bool>", which Typer shows."""


def _placeholder(found: re.Match[str]) -> str:
    return known(f"metavar.{found[0].lower()}", language(), found[0])


def _speak_of_defaults() -> None:
    """Typer keeps these two words in its module of help."""
    from typer import rich_utils

    rich_utils.DEFAULT_STRING = f"[{words('help.default')}: {{}}]"
    rich_utils.REQUIRED_LONG_STRING = f"[{words('help.required')}]"
