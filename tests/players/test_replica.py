"""Players by a file of their own: other networks, and the replica's search."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from watergate import Game, WatergateError, standard_edition
from watergate.edition.table import table_of
from watergate.engine import form_of
from watergate.players import player, policy, small
from watergate.players.kernel.entries import root_at, simulate_by_network_at
from watergate.players.kernel.learnt_tree import new_bench
from watergate.players.kernel.small_network import new_glance
from watergate.players.kernel.tree import new_states, new_tree
from watergate.players.replica import LearntSearch
from watergate.players.small import shipped_small_network
from watergate.rules.core.chance import seeded_streams
from watergate.rules.core.ids import MOST_LEGAL
from watergate.rules.core.knowledge import HIDDEN
from watergate.rules.observation import history_of
from watergate.rules.redeal import knowledge_of

SHIPPED = Path(policy.__file__).with_name(policy.FILE)
SMALL = Path(small.__file__).with_name(small.FILE)


@pytest.mark.parametrize("name", [f"replica:{SMALL}", f"network:{SHIPPED}"])
def test_a_player_by_a_file_plays_a_game_and_repeats_itself(name: str) -> None:
    texts = []
    for _ in range(2):
        game, someone = Game.start(seed=2), player(name, 1)
        assert someone.name == name
        for _ in range(60):
            if game.decider is None:
                break
            game.play(someone.choose(game.view(game.decider)))
        someone.close()
        texts.append(game.history)
    assert texts[0] == texts[1]


@pytest.mark.parametrize("kind", ["replica", "network"])
def test_a_file_that_is_none_is_refused_with_a_sentence(kind: str, tmp_path: Path) -> None:
    path = tmp_path / "some.npz"
    with pytest.raises(WatergateError, match="cannot be read"):
        player(f"{kind}:{path}")
    for content in (b"", b"nothing", b"PK\x03\x04", SHIPPED.read_bytes()[:1000]):
        path.write_bytes(content)
        with pytest.raises(WatergateError, match="is no network"):
            player(f"{kind}:{path}")
    with np.load(SMALL if kind == "replica" else SHIPPED) as stored:
        np.savez(path, **{**stored, "edition": np.array("another")})
    with pytest.raises(WatergateError, match="learnt another edition"):
        player(f"{kind}:{path}")


def test_its_search_visits_legal_moves_so_often_as_it_may() -> None:
    search = LearntSearch(shipped_small_network(), standard_edition(), simulations=40)
    game = Game.start(seed=3)
    moves, shares = search.visits(game.view("editor"), 5)
    assert set(moves) <= set(game.legal_ids())
    assert shares.sum() == pytest.approx(1)
    assert shares * 40 == pytest.approx(np.rint(shares * 40))
    assert (search.visits(game.view("editor"), 5)[1] == shares).all()
    with_noise = search.visits(game.view("editor"), 5, lambda n: np.eye(n)[n - 1])[1]
    assert (with_noise != shares).any()


def test_plain_and_compiled_its_search_is_the_same() -> None:
    net, view, tables = (
        shipped_small_network(),
        Game.start(seed=4).view("nixon"),
        table_of(standard_edition()),
    )
    found = []
    for is_compiled in (False, True):
        states, words = new_states()
        known, hidden = knowledge_of(view, standard_edition())
        states[0] = known[0]
        bench, tree = new_bench(states, words), new_tree(64)
        bench.histories[0] = history_of(view)[0]
        form_of(simulate_by_network_at, is_compiled)(
            bench, tables, hidden, np.zeros(1, HIDDEN), tree, net, new_glance(net),
            seeded_streams(7), 12,
        )  # fmt: skip
        moves, visits = np.zeros(MOST_LEGAL, np.int16), np.zeros(MOST_LEGAL, np.int32)
        n = form_of(root_at, is_compiled)(words, tree, moves, visits, np.zeros(MOST_LEGAL))
        found.append((moves[:n].tolist(), visits[:n].tolist()))
    assert found[0] == found[1]
    assert sum(found[0][1]) == 11  # the first simulation makes the root
