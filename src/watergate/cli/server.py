"""`watergate serve` and `watergate play`: the game in the browser."""

from __future__ import annotations

import webbrowser
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from watergate.rules import WatergateError

from .common import needs, out, say, words

if TYPE_CHECKING:
    from watergate.server.settings import Settings

Host = Annotated[
    str | None,
    typer.Option("--host", metavar="ADDRESS", help="help.host", show_default="127.0.0.1"),
]
Port = Annotated[
    int | None,
    typer.Option("--port", min=0, max=65535, metavar="N", help="help.port", show_default="1974"),
]
Database = Annotated[
    str | None,
    typer.Option("--database", metavar="FILE|URL", help="help.database",
                 show_default="help.default_database"),
]  # fmt: skip
Config = Annotated[
    Path | None,
    typer.Option("--config", metavar="FILE", help="help.config",
                 show_default="help.default_config"),
]  # fmt: skip
Others = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="NAME=VALUE", help="help.set"),
]


def serve_command(
    host: Host = None,
    port: Port = None,
    database: Database = None,
    processes: Annotated[
        int | None,
        typer.Option("--processes", metavar="N", help="help.processes", show_default="1"),
    ] = None,
    workers: Annotated[
        int | None,
        typer.Option("--workers", metavar="N", help="help.workers", show_default="1"),
    ] = None,
    config: Config = None,
    others: Others = None,
    show: Annotated[bool, typer.Option("--show-settings", help="help.show_settings")] = False,
) -> None:
    """Run a game server: the page, the API and computer players."""
    with needs("server"):
        from watergate.server.supervising import serve_all

    settings = settings_of(
        config, others, host=host, port=port, database=database, processes=processes,
        workers=workers,
    )  # fmt: skip
    if show:
        _show(settings)
        return
    serve_all(settings, _say_where)


def play(
    port: Port = None,
    database: Database = None,
    config: Config = None,
    browser: Annotated[bool, typer.Option("--browser/--no-browser", help="help.browser")] = True,
) -> None:
    """Play in the browser: start a server, unless one is running, and open its page."""
    with needs("server"):
        from watergate.server.running import running_server, serve

    found = running_server()
    if found is not None:
        say(words("cli.server_found", url=found))
        _open(found, browser)
        return
    settings = settings_of(config, None, port=port, database=database)

    def ready(address: str, others: str | None) -> None:
        _say_where(address, others)
        say(words("cli.server_stop"))
        _open(address, browser)

    serve(settings, ready)


def _say_where(address: str, others: str | None) -> None:
    say(words("cli.server_ready", url=address))
    if others is not None and others != address:
        say(words("cli.server_network", url=others))


def _open(address: str, wanted: bool) -> None:
    if wanted and not webbrowser.open(address):
        say(words("cli.open_yourself", url=address))


def settings_of(config: Path | None, others: list[str] | None, **flags: Any) -> Settings:
    """The server's settings: flags over `--set` over variables over the file."""
    with needs("server"):
        from watergate.server.settings import read_settings

    given = {name: value for name, value in flags.items() if value is not None}
    return read_settings({**_pairs(others or []), **given}, config)


def _pairs(others: list[str]) -> dict[str, Any]:
    pairs: dict[str, Any] = {}
    for text in others:
        name, equals, value = text.partition("=")
        if not equals:
            raise WatergateError(words("cli.bad_pair", text=text))
        is_list = name in ("origins", "editions")
        pairs[name] = [part for part in value.split(",") if part] if is_list else value
    return pairs


def _show(settings: Settings) -> None:
    hidden = ("secret", "metrics_token")
    for name, value in settings.model_dump().items():
        shown = "..." if name in hidden and value else value
        if name == "database":
            from watergate.server.storage.database import database_url

            shown = database_url(str(value)).render_as_string()
        out().print(f"{name} = {shown!r}", soft_wrap=True)
