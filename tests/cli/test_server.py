"""`watergate serve` and `watergate play`: settings, and what goes wrong at the start."""

from __future__ import annotations

import json
import socket
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from watergate.cli import app
from watergate.rules import WatergateError
from watergate.server import running
from watergate.server.settings import read_settings


@pytest.fixture(autouse=True)
def _nobody_elses_settings(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))


def run(*arguments: str) -> Result:
    return CliRunner().invoke(app, ["--lang", "en", *arguments])


def test_a_flag_counts_before_a_variable_before_the_file(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file = tmp_path / "server.toml"
    file.write_text('port = 1111\nqueue = 7\nworkers = 2\nlog_format = "json"\n')
    monkeypatch.setenv("WATERGATE_PORT", "2222")
    monkeypatch.setenv("WATERGATE_QUEUE", "8")
    monkeypatch.setenv("WATERGATE_ORIGINS", '["https://a.example"]')
    settings = read_settings({"port": 3333}, file)
    assert (settings.port, settings.queue, settings.workers) == (3333, 8, 2)
    assert settings.log_format == "json"
    assert settings.origins == ["https://a.example"]
    assert settings.host == "127.0.0.1"


def test_the_file_in_the_configuration_folder_is_found(tmp_path: Path) -> None:
    folder = tmp_path / "config" / "watergate"
    folder.mkdir(parents=True)
    (folder / "server.toml").write_text("port = 4444")
    assert read_settings().port == 4444


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("port = 99999", "setting port: Input should be less than or equal to 65535"),
        ("colour = 1", "unknown setting 'colour'; allowed: address_requests_per_second, "),
        ("port = ", "not TOML"),
        ('log_format = "xml"', "setting log_format: Input should be 'text' or 'json'"),
        ('secret = "short"', "setting secret: String should have at least 16 characters"),
    ],
)
def test_a_mistake_in_the_file_is_named(tmp_path: Path, text: str, complaint: str) -> None:
    file = tmp_path / "bad.toml"
    file.write_text(text)
    with pytest.raises(WatergateError) as caught:
        read_settings({}, file)
    assert complaint in str(caught.value)
    shown = run("serve", "--config", str(file))
    assert shown.exit_code == 2
    assert complaint.split(";")[0] in shown.output


def test_settings_are_shown_without_secrets() -> None:
    shown = run(
        "serve", "--show-settings", "--set", "secret=0123456789abcdef", "--set",
        "database=postgresql://me:swordfish@db/games", "--set", "origins=https://a.example",
    )  # fmt: skip
    assert shown.exit_code == 0, shown.output
    assert "port = 1974" in shown.output
    assert "origins = ['https://a.example']" in shown.output
    assert "0123456789abcdef" not in shown.output
    assert "swordfish" not in shown.output


def test_a_pair_without_a_value_is_refused() -> None:
    assert "NAME=VALUE" in run("serve", "--set", "port").output


def test_a_port_that_is_taken_is_named(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        shown = run("serve", "--port", str(port), "--database", str(tmp_path / "g.sqlite3"))
    assert shown.exit_code == 2
    assert f"cannot listen on 127.0.0.1 port {port}" in shown.output


def test_play_opens_the_server_that_runs_already(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    opened: list[str] = []
    monkeypatch.setattr("watergate.server.running.running_server", lambda: "http://127.0.0.1:1")

    def open_page(url: str) -> bool:
        opened.append(url)
        return True

    monkeypatch.setattr("webbrowser.open", open_page)
    shown = run("play")
    assert opened == ["http://127.0.0.1:1"]
    assert "running already, at http://127.0.0.1:1" in shown.output


def test_a_note_of_a_server_that_is_gone_is_not_believed(tmp_path: Path) -> None:
    assert running.running_server() is None
    note = running.note_file()
    note.parent.mkdir(parents=True)
    note.write_text(json.dumps({"pid": 1, "url": "http://127.0.0.1:9", "version": "0"}))
    assert running.running_server() is None
