"""LRU cache for what follows from an edition: a server meets those of many people."""

from __future__ import annotations

import functools

MOST_EDITIONS = 128

kept_by_edition = functools.lru_cache(maxsize=MOST_EDITIONS)
