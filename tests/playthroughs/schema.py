"""Write `docs/view.schema.json`, the published JSON Schema of a view; `make golden` runs this."""

from __future__ import annotations

import json
from pathlib import Path

from watergate import view_schema

FILE = Path(__file__).parents[2] / "docs" / "view.schema.json"


def published() -> str:
    return json.dumps(view_schema(), indent=2) + "\n"


if __name__ == "__main__":
    FILE.write_text(published(), encoding="utf-8")
