"""A real Chromium: the machine's own; where there is none, one is installed.

As root on Debian and its kin that is the system's package; elsewhere it is Playwright's own.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def find_chromium() -> Path | None:
    """The machine's Chromium, if it has one."""
    found = (shutil.which(name) for name in NAMES)
    return next((Path(path) for path in found if path is not None), None)


def install_chromium() -> None:
    """Make sure that there is one; says what it does."""
    if find_chromium() is not None:
        return
    if shutil.which("apt-get") and hasattr(os, "geteuid") and os.geteuid() == 0:
        _run("apt-get", "update", "-qq")
        _run("apt-get", "install", "-qq", "-y", "--no-install-recommends", "chromium")
    else:
        _run(sys.executable, "-m", "playwright", "install", "chromium")


def _run(*command: str) -> None:
    print(f"==> {' '.join(command)}", file=sys.stderr)  # noqa: T201
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)


if __name__ == "__main__":
    install_chromium()
