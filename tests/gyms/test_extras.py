"""Environments without the packages they stand on."""

from __future__ import annotations

import subprocess
import sys

import pytest


@pytest.mark.parametrize(
    ("module", "package", "extra"),
    [
        ("aec", "pettingzoo", "gyms"),
        ("single", "gymnasium", "gyms"),
        ("vector", "gymnasium", "gyms"),
        ("openspiel", "pyspiel", "openspiel"),
    ],
)
def test_a_missing_extra_is_told_in_one_sentence(module: str, package: str, extra: str) -> None:
    program = f"import sys; sys.modules[{package!r}] = None; import watergate.gyms.{module}"
    command = [sys.executable, "-c", program]
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    last = done.stderr.strip().splitlines()[-1]
    assert last == (
        f"watergate.gyms.extras.MissingExtra: {package} is missing; "
        f"install it with: pip install 'watergate[{extra}]'"
    )
