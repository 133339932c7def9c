"""A cache for what comes up again and again, in one game and in all viewers' views of it."""

from __future__ import annotations

import functools

cached = functools.lru_cache(maxsize=8192)
