"""docs/hosting.md and the files in deploy/ agree with the program."""

from __future__ import annotations

import json
import re
from pathlib import Path

from prometheus_client import Counter, Gauge, Histogram

from watergate.server import metrics
from watergate.server.settings import PREFIX, Settings

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/hosting.md").read_text(encoding="utf-8")
FILES = {path.name: path.read_text(encoding="utf-8") for path in (ROOT / "deploy").iterdir()}


def setting_rows() -> list[str]:
    """The table of settings, as it must be."""
    rows = []
    for name, field in Settings.model_fields.items():
        default = "" if field.default is None else f"`{_written(field.default)}`"
        if name == "database":
            default = "`games.sqlite3` in the user's data folder"
        rows.append(f"| `{name}` | `{PREFIX}{name.upper()}` | {default} | {field.description} |")
    return rows


def _written(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value)


def metric_rows() -> list[str]:
    """The table of metrics, as it must be."""
    rows = []
    for metric in vars(metrics).values():
        if isinstance(metric, Counter | Gauge | Histogram):
            kind = type(metric).__name__.lower()
            (described,) = metric.describe()
            name = described.name + ("_total" if kind == "counter" else "")
            labels = ", ".join(f"`{label}`" for label in metric._labelnames)
            by = f", by {labels}" if labels else ""
            rows.append(f"| `{name}` | {kind} | {described.documentation}{by} |")
    return rows


def test_all_settings_are_on_the_page() -> None:
    told = re.findall(rf"^\| `\w+` \| `{PREFIX}.*\|$", PAGE, re.MULTILINE)
    assert told == setting_rows()


def test_all_metrics_are_on_the_page() -> None:
    assert re.findall(r"^\| `watergate_\w+` .*\|$", PAGE, re.MULTILINE) == metric_rows()


def test_the_snippets_of_the_page_are_those_of_the_files() -> None:
    for kind, name in (("nginx", "nginx.conf"), ("caddy", "Caddyfile")):
        snippets = re.findall(rf"^```{kind}\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
        assert snippets
        assert all(snippet in FILES[name] for snippet in snippets)


def test_the_files_set_what_there_is_to_set() -> None:
    known = {f"{PREFIX}{name.upper()}" for name in Settings.model_fields}
    for name, text in FILES.items():
        used = set(re.findall(rf"\b{PREFIX}[A-Z_]+", text))
        assert used <= known, f"{name}: {used - known}"


def test_the_files_know_the_port() -> None:
    port = Settings.model_fields["port"].default
    for name in ("Dockerfile", "compose.yaml", "nginx.conf", "Caddyfile"):
        assert f"{port}" in FILES[name]


def test_the_image_copies_all_that_the_wheel_is_made_of() -> None:
    for line in FILES["Dockerfile.dockerignore"].splitlines():
        if line.startswith("!"):
            assert (ROOT / line[1:]).exists()
            assert re.search(rf"^COPY .*{re.escape(line[1:])}\b", FILES["Dockerfile"], re.MULTILINE)
