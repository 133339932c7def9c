"""Names of players: commands say in whose place the tree search plays."""

from __future__ import annotations

from dataclasses import replace

import pytest

from watergate import standard_edition
from watergate.cli.common import words
from watergate.cli.player_names import say_who_plays

NAMES = ("search:1s", "random", "level:1", "tree:10", "level:1")


def test_commands_say_whose_place_the_tree_search_takes(
    capsys: pytest.CaptureFixture[str],
) -> None:
    say_who_plays(NAMES, standard_edition())
    assert capsys.readouterr().err == ""
    say_who_plays(NAMES, replace(standard_edition(), name="mine", digest="0" * 16))
    said = words("cli.plays_by_tree", names="level:1, search:1s", edition="mine")
    assert capsys.readouterr().err.strip() == said
