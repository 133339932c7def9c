"""Weighing an edition: a simple player against itself, over many quick games.

Workers do it a second at a time, when nobody waits for a move or a hint; what they have counted is
in the database, so any worker can go on.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections import Counter

from watergate.edition import Edition, Side, standard_edition
from watergate.edition.loader import edition_of, read_edition
from watergate.players import player
from watergate.rules import Game
from watergate.rules.core.playout import MOST_ROUNDS_PLAYED

from ..model.weighing import MOST_ATTEMPTS, MOST_GAMES, ROUNDS, STOPPED
from ..storage import Store, WeighingRow

SLICE_SECONDS = 1.0
PLAYER = "priorities"


async def weigh_some(store: Store, seconds: float) -> bool:
    """Play a few more games of whichever edition waits longest; False if none does."""
    row = await store.next_weighing(MOST_GAMES, MOST_ATTEMPTS)
    if row is None:
        return False
    await store.begin_weighing(row.digest)
    games, counts = await asyncio.to_thread(weighed, row, min(seconds, SLICE_SECONDS))
    await store.weighed(row, games, json.dumps(counts))
    return True


def weighed(row: WeighingRow, seconds: float) -> tuple[int, dict[str, int]]:
    """The number of games after a few more, and what they have shown."""
    edition = edition_of(read_edition(row.text, row.digest)) if row.text else standard_edition()
    counts, games = Counter(json.loads(row.counts)), row.games
    until = time.monotonic() + seconds
    while games < MOST_GAMES and (games == row.games or time.monotonic() < until):
        counts.update(_one_game(edition, seed=games))
        games += 1
    return games, dict(counts)


def _one_game(edition: Edition, seed: int) -> Counter[str]:
    """Who has won, how, and after how many rounds."""
    players = {side: player(PLAYER, 2 * seed + side, edition) for side in Side}
    game = Game.start(edition, seed)
    while isinstance(game.decider, Side) and game.round <= MOST_ROUNDS_PLAYED:
        game.play(players[game.decider].choose(game.view(game.decider, log=False)))
    shown = Counter({ROUNDS: min(game.round, MOST_ROUNDS_PLAYED)})
    if game.result is None:
        shown[STOPPED] += 1
    else:
        shown[str(game.result.winner)] += 1
        shown[str(game.result.way)] += 1
    return shown
