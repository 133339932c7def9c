"""Everything the game says has a text, in terms of names that people know."""

from __future__ import annotations

import random
import re

from watergate import Entry, Game, Message, text_of
from watergate.rules.messages import Params, catalogue


def test_every_entry_and_prompt_of_many_games_has_a_text() -> None:
    said: set[str] = set()
    for seed in range(25):
        rng = random.Random(seed)
        game = Game.start(seed=seed)
        while game.decider is not None and game.ply < 1_500:
            view = game.view(rng.choice(["editor", "nixon", "spectator"]))
            assert view.decision is not None
            said.add(view.decision.prompt.key)
            assert "{" not in text_of(view.decision.prompt, game.edition)
            game.play(rng.choice(game.legal_ids()))
        for viewer in ("editor", "nixon"):
            for entry in game.log(viewer):
                said.add(entry.message.key)
                assert "{" not in text_of(entry.message, game.edition)
    assert len(said) > 70


def test_cards_and_people_appear_by_name() -> None:
    edition = Game.new().edition
    entry = Entry(1, "card_drawn", {"side": "nixon", "card": 13})
    assert text_of(entry.message, edition) == "Nixon draws John Ehrlichman."
    freed = Message("log.picture_freed", {"picture": "dean"})
    assert text_of(freed, edition) == "John Dean is a potential informant again."
    assert "Watergate trial" in text_of(Message("log.ability", {"ability": 3}), edition)
    asked = Message("log.asked", {"color": "blue"})
    assert text_of(asked, edition) == "The Editor asks for blue."
    linked: Params = {"spaces": ["inner1", "rim1"], "pictures": ["dean"]}
    assert "inner1, rim1" in text_of(Message("log.linked", linked), edition)
    assert "John Dean" in text_of(Message("log.linked", linked), edition)


def test_texts_speak_of_parameters_that_exist() -> None:
    for key, text in catalogue("en").items():
        assert set(re.findall(r"{(\w+)}", text)) <= set(Params.__annotations__), key
