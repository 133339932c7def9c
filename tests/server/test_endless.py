"""Nothing a guest sends keeps the server busy: whatever is asked is a bounded piece of work."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tests.server.clients import Person
from tests.server.running import RunningServer
from tests.tables import EDITOR_CARDS, NIXON_CARDS, table
from tests.thorough import THOROUGH
from watergate import Game, WatergateError, standard_edition
from watergate.edition import Side
from watergate.rules.core.machine import MOST_IDLE_ROUNDS
from watergate.server.live.luck import seeded_draw
from watergate.server.live.restoring import draw_for
from watergate.server.model import Options, Refused, Seat, SeatKind
from watergate.server.tables import Table
from watergate.server.tables.table import MOST_ACTS, MOST_AT_ONCE

DRAWS_A_ROUND = 12
"""Nine cards and three tokens (RULES 3)."""
MOST_PLIES = (MOST_AT_ONCE + 1) * (1 + DRAWS_A_ROUND * (MOST_IDLE_ROUNDS + 2))


def thought_up(rng: random.Random) -> Game | None:
    """A position somebody may type in, sensible or mad; None if it is refused."""
    kinds = [kind.name for kind in standard_edition().token_kinds for _ in range(kind.count)]
    rng.shuffle(kinds)
    places = [f"{side}{n}" for side in "EN" for n in range(1, 5)]
    setting: dict[str, Any] = {"turn": rng.choice(["editor", "nixon"])}
    for side, cards in (("editor", list(EDITOR_CARDS)), ("nixon", list(NIXON_CARDS))):
        rng.shuffle(cards)
        left = rng.choice([0, 1, 1, 2, 5, 20])
        hand = rng.randint(0, min(left, 5))
        discarded = rng.randint(hand, left)
        setting[side] = cards[:hand]
        setting[f"{side}_discard"] = cards[hand:discarded]
        setting[f"{side}_removed"] = cards[left:]
    on_track, down = rng.randint(0, 3), rng.randint(0, 3)
    setting["track"] = [f"{kinds.pop()}@{rng.choice(places)}" for _ in range(on_track)]
    setting["facedown"] = [kinds.pop() for _ in range(down)]
    setting["initiative_at"] = rng.choice(["0", "-", "E2", "N4"])
    setting["momentum_at"] = rng.choice(["0", "-", "E4", "N1"])
    setting["momentum"] = rng.choice(["0/0/8", "3/1/4", "1/4/3", "4/4/0"])
    try:
        return table(**setting)
    except WatergateError:
        return None


def seats(editor: SeatKind, nixon: SeatKind) -> dict[Side, Seat]:
    """Two seats; people are different ones."""
    found = {}
    for side, kind in ((Side.EDITOR, editor), (Side.NIXON, nixon)):
        is_person = kind is SeatKind.PERSON
        found[side] = Seat(side, kind, str(side) if is_person else None,
                           player=None if is_person else "random")  # fmt: skip
    return found


@pytest.mark.parametrize("part", range(2))
def test_a_move_in_any_position_is_a_bounded_piece_of_work(part: int) -> None:
    person, computer = SeatKind.PERSON, SeatKind.COMPUTER
    played = stopped = 0
    for seed in range(part, 500 * THOROUGH, 2):
        rng = random.Random(seed)
        game = thought_up(rng)
        if game is None:
            continue
        who = rng.choice([(person, computer), (computer, person), (person, person)])
        at = Table("g", game.edition, Options(), seats(*who), game)
        at.draw = lambda game, seed=seed: seeded_draw(seed, game)
        for act in at.set_up(0).acts:
            at.fold(act)
        for now in range(12):
            if at.decider is None:
                break
            before = at.game.ply
            for act in at.move(at.decider, rng.choice(at.game.moves).text, now=now).acts:
                at.fold(act)
            assert at.game.ply - before <= MOST_PLIES
            played += 1
        stopped += at.ending is not None and at.ending.way == "stopped"
    assert played > 500
    assert stopped > 0


def test_a_game_has_only_so_many_acts() -> None:
    game = Game.new()
    at = Table("g", game.edition, Options(), seats(SeatKind.PERSON, SeatKind.PERSON), game)
    at.draw = draw_for(Options(seed=1))
    for act in at.set_up(0).acts:
        at.fold(act)
    at.number = MOST_ACTS
    with pytest.raises(Refused, match="game_too_long"):
        at.move(Side.EDITOR, at.game.moves[0].text, now=0)
    assert at.resign(Side.EDITOR, now=0).outlook.ending is not None


def test_a_guest_cannot_stop_the_server_by_a_position(server: RunningServer) -> None:
    """RULES 9.6."""
    ann, bob = Person(server.url, "Ann"), Person(server.url, "Bob")
    last = table(turn="editor", editor=[30], editor_removed=[n for n in EDITOR_CARDS if n != 30],
                 nixon_removed=NIXON_CARDS)  # fmt: skip
    made = ann.new_game("me", "me", start={"position": last.position})
    moved = ann.post(f"/games/{made['id']}/moves",
                     {"number": 1, "move": "play 30 action", "key": "the-last-card"})  # fmt: skip
    assert moved == {"number": 2}
    over = ann.get(f"/games/{made['id']}")
    assert over["status"]["ending"] == {"winner": None, "way": "stopped"}
    assert bob.get("/me")["name"] == "Bob"
