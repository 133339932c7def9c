"""LRU cache for fragments that recur across views."""

from __future__ import annotations

import functools

cached = functools.lru_cache(maxsize=8192)
