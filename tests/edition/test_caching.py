"""What follows from an edition is kept for a bounded number of them: people make their own."""

from __future__ import annotations

from typing import Any

import pytest

from watergate.edition import standard_edition
from watergate.edition.caching import MOST_EDITIONS
from watergate.edition.table import table_of
from watergate.rules.moves import notation_of
from watergate.rules.names import names_of
from watergate.rules.record_tuples import table_tuple


@pytest.mark.parametrize("derive", [table_of, notation_of, names_of, table_tuple])
def test_it_is_made_once_for_an_edition_and_kept_for_so_many(derive: Any) -> None:
    edition = standard_edition()
    assert derive(edition) is derive(edition)
    assert derive.cache_info().maxsize == MOST_EDITIONS
