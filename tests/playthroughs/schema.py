"""Write the JSON Schemas of a view and of a review (`docs/*.schema.json`), and `docs/tables.json`,
the tables of the rules; `make golden` runs this."""

from __future__ import annotations

import json
from pathlib import Path

from watergate import view_schema
from watergate.coach.models import review_schema
from watergate.rules.published import tables

DOCS = Path(__file__).parents[2] / "docs"


def published() -> dict[Path, str]:
    """What each of the files must hold."""
    contents = {
        DOCS / "view.schema.json": view_schema(),
        DOCS / "review.schema.json": review_schema(),
        DOCS / "tables.json": tables(),
    }
    return {path: json.dumps(content, indent=2) + "\n" for path, content in contents.items()}


if __name__ == "__main__":
    for file, text in published().items():
        file.write_text(text, encoding="utf-8")
