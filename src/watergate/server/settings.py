"""What a host can choose, each with a default: flags, environment variables, a TOML file.

A flag counts before a variable `WATERGATE_NAME`, a variable before the file, the file before the
default. `docs/hosting.md` lists them all; a test compares it with this.
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Annotated, Any, Literal

import platformdirs
from pydantic import Field, ValidationError
from pydantic_settings import (
    BaseSettings,
    PydanticBaseSettingsSource,
    SettingsConfigDict,
)

from watergate.rules import WatergateError

PREFIX = "WATERGATE_"
PORT = 1974


def data_folder() -> Path:
    return Path(platformdirs.user_data_dir("watergate"))


def config_file() -> Path:
    return Path(platformdirs.user_config_dir("watergate")) / "server.toml"


def _about(text: str, **limits: Any) -> Any:
    return Field(description=text, **limits)


class Settings(BaseSettings):
    model_config = SettingsConfigDict(env_prefix=PREFIX, extra="ignore", frozen=True)

    host: Annotated[str, _about("Address to listen on; 0.0.0.0 for all.")] = "127.0.0.1"
    port: Annotated[int, _about("Port to listen on; 0 takes a free one.", ge=0, le=65535)] = PORT
    database: Annotated[
        str, _about("A file for SQLite, or postgresql://USER:PASSWORD@HOST/NAME.")
    ] = str(data_folder() / "games.sqlite3")
    url: Annotated[
        str | None, _about("The address people use, such as https://watergate.example; for links.")
    ] = None
    network_address: Annotated[
        str | None,
        _about("This computer's address in the home network; by default it is found out."),
    ] = None
    origins: Annotated[list[str], _about("Further origins whose pages may use this server.")] = []
    proxies: Annotated[
        str, _about("Trusted reverse proxies: their X-Forwarded headers are believed.")
    ] = "127.0.0.1"
    editions: Annotated[list[str], _about("Files of further editions to offer.")] = []
    secret: Annotated[
        str | None,
        _about(
            "Key that signs cookies and links; by default one kept in the database.", min_length=16
        ),
    ] = None
    processes: Annotated[
        int, _about("Server processes that share the port; more than one needs PostgreSQL.", ge=1,
                    le=64)
    ] = 1  # fmt: skip
    peer_host: Annotated[
        str, _about("Address of this machine at which other server processes reach it.")
    ] = "127.0.0.1"
    workers: Annotated[int, _about("Processes for computer players.", ge=0, le=64)] = 1
    worker_memory: Annotated[int, _about("Memory a worker may use, in MiB.", ge=256)] = 2048
    worker_seconds: Annotated[
        int, _about("Most seconds of thinking for one move or hint.", ge=1, le=600)
    ] = 20
    queue: Annotated[int, _about("Maximum number of waiting jobs; more are refused.", ge=1)] = 500
    jobs_per_person: Annotated[
        int, _about("Maximum hints, curves and reviews of one person at the same time.", ge=1)
    ] = 3
    hints_per_hour: Annotated[int, _about("Maximum hints of one person per hour.", ge=1)] = 120
    curves_per_hour: Annotated[
        int, _about("Maximum curves, and maximum reviews, of one person per hour.", ge=1)
    ] = 20
    editions_per_person: Annotated[
        int, _about("Maximum editions of their own that one person keeps.", ge=1)
    ] = 30
    editions_per_hour: Annotated[
        int, _about("Maximum editions one person stores or has weighed per hour.", ge=1)
    ] = 120
    games_per_person: Annotated[
        int, _about("Maximum unfinished games made by one person.", ge=1)
    ] = 50
    games_kept: Annotated[
        int, _about("Maximum games and records made by one person, finished ones too.", ge=1)
    ] = 5000
    first_move_ms: Annotated[
        int,
        _about("Milliseconds that a computer that begins lets a person sit down.", ge=0, le=60_000),
    ] = 1500
    games_per_hour: Annotated[
        int, _about("Maximum games and records of one person per hour.", ge=1)
    ] = 100
    unfinished_days: Annotated[
        int, _about("Days after which an unfinished game nobody plays on is put away.", ge=1)
    ] = 180
    invitation_days: Annotated[
        int, _about("Days after which an invitation that nobody took expires.", ge=1)
    ] = 30
    sockets_per_person: Annotated[int, _about("Maximum open connections of one person.", ge=1)] = 20
    sockets_per_address: Annotated[
        int, _about("Maximum open connections from one address.", ge=1)
    ] = 200
    requests_per_second: Annotated[
        float, _about("Average limit of requests and messages of one person.", gt=0)
    ] = 20
    address_requests_per_second: Annotated[
        float, _about("Average limit of requests from one address.", gt=0)
    ] = 100
    body_limit: Annotated[int, _about("Maximum size of a request in bytes.", ge=1024)] = 1_000_000
    message_limit: Annotated[
        int, _about("Maximum size of a WebSocket message in bytes.", ge=1024)
    ] = 4096
    tables_in_memory: Annotated[
        int, _about("Games kept in memory; others are loaded when needed.", ge=10)
    ] = 2000
    metrics_token: Annotated[
        str | None, _about("Token to read /metrics; without one, only this machine may.")
    ] = None
    log_format: Annotated[
        Literal["text", "json"], _about("text for people, json for machines.")
    ] = "text"
    log_level: Annotated[
        Literal["debug", "info", "warning", "error"], _about("Minimum log level.")
    ] = "info"

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        return init_settings, env_settings


def read_settings(flags: dict[str, Any] | None = None, file: Path | None = None) -> Settings:
    """The settings in force; or WatergateError, naming what is wrong and where."""
    path = file or config_file()
    from_file = _read_file(path) if file is not None or path.exists() else {}
    given = {name: value for name, value in (flags or {}).items() if value is not None}
    unknown = (from_file.keys() | given.keys()) - Settings.model_fields.keys()
    if unknown:
        allowed = ", ".join(sorted(Settings.model_fields))
        raise WatergateError(f"unknown setting {min(unknown)!r}; allowed: {allowed}")
    try:
        from_environment = Settings().model_fields_set
        rest = {name: value for name, value in from_file.items() if name not in from_environment}
        return Settings(**{**rest, **given})
    except ValidationError as error:
        first = error.errors()[0]
        name = ".".join(str(part) for part in first["loc"])
        raise WatergateError(f"setting {name}: {first['msg']}") from None


def _read_file(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise WatergateError(f"{path}: {error.strerror}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise WatergateError(f"{path}: not TOML: {error}") from None
