"""The choice of engine is made once a process; these tests make their own and give it back."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from watergate.engine import forget_choice


@pytest.fixture(autouse=True)
def own_choice_of_engine(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("WATERGATE_COMPILED", "never")
    forget_choice()
    yield
    monkeypatch.undo()
    forget_choice()
