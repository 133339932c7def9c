"""LRU cache for what is computed from an edition; a server meets many people's editions."""

from __future__ import annotations

import functools

MOST_EDITIONS = 128

kept_by_edition = functools.lru_cache(maxsize=MOST_EDITIONS)
