"""Write `docs/messages.schema.json` and `docs/openapi.json`; `make golden` runs this."""

from __future__ import annotations

import json
from pathlib import Path

from watergate.server.app import make_app
from watergate.server.settings import Settings
from watergate.server.wire import messages_schema

DOCS = Path(__file__).parents[2] / "docs"
SCHEMA = DOCS / "messages.schema.json"
OPENAPI = DOCS / "openapi.json"


def published() -> dict[Path, str]:
    """What each of the files must hold."""
    contents = {SCHEMA: messages_schema(), OPENAPI: make_app(Settings()).openapi()}
    return {path: json.dumps(content, indent=2) + "\n" for path, content in contents.items()}


if __name__ == "__main__":
    for file, text in published().items():
        file.write_text(text, encoding="utf-8")
