"""How thorough the sweeps over many games are: `make thorough` has four times as many as usual."""

from __future__ import annotations

import os

THOROUGH = int(os.environ.get("WATERGATE_THOROUGH", "1"))
