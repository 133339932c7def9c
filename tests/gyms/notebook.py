"""Runs a notebook, cell by cell; `python -m tests.gyms.notebook` keeps what the cells show.

A kernel of Jupyter would do the same with twenty packages more.
"""

from __future__ import annotations

import ast
import base64
import io
import json
import sys
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

from matplotlib.figure import Figure

TOUR = Path(__file__).parents[2] / "examples" / "tour.ipynb"
DOTS_PER_INCH = 60


def run(path: Path) -> tuple[dict[str, Any], dict[str, Any]]:
    """The names a notebook leaves behind, and the notebook with what its cells show."""
    notebook = json.loads(path.read_text(encoding="utf-8"))
    names: dict[str, Any] = {"__name__": "__main__"}
    sys.path.insert(0, str(path.parent))
    try:
        for cell in notebook["cells"]:
            if cell["cell_type"] == "code":
                cell["outputs"] = _outputs("".join(cell["source"]), names)
    finally:
        sys.path.remove(str(path.parent))
    return names, notebook


def _outputs(source: str, names: dict[str, Any]) -> list[dict[str, Any]]:
    tree = ast.parse(source)
    last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
    printed = io.StringIO()
    with redirect_stdout(printed):
        exec(compile(tree, "<cell>", "exec"), names)
        value = None
        if isinstance(last, ast.Expr):
            value = eval(compile(ast.Expression(last.value), "<cell>", "eval"), names)
    outputs: list[dict[str, Any]] = []
    if printed.getvalue():
        text = printed.getvalue().splitlines(keepends=True)
        outputs.append({"output_type": "stream", "name": "stdout", "text": text})
    if value is not None:
        shown = {"metadata": {}, "output_type": "display_data", "data": _shown(value)}
        outputs.append(shown)
    return outputs


def _shown(value: Any) -> dict[str, Any]:
    if not isinstance(value, Figure):
        return {"text/plain": [repr(value)]}
    picture = io.BytesIO()
    value.savefig(picture, dpi=DOTS_PER_INCH, bbox_inches="tight", metadata={"Software": None})
    return {
        "image/png": base64.b64encode(picture.getvalue()).decode(),
        "text/plain": ["<Figure>"],
    }


def main() -> None:
    _, notebook = run(TOUR)
    text = json.dumps(notebook, indent=1, ensure_ascii=False)
    TOUR.write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
