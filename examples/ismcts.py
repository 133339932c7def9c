"""OpenSpiel's own search (ISMCTS, in Python) plays a game against one of our players.

pip install 'watergate[openspiel]' && watergate compile && python3 examples/ismcts.py
"""

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts

import watergate.gyms.openspiel  # registers the game
from watergate import Side
from watergate.players import player


def play(simulations, opponent, searches_for=Side.EDITOR, seed=1, most=10**6):
    """Play up to so many decisions of the search; the state, and how often each side decided."""
    rng = np.random.RandomState(seed)
    game = pyspiel.load_game(watergate.gyms.openspiel.NAME)
    bot = ismcts.ISMCTSBot(
        game, mcts.RandomRolloutEvaluator(1, rng), uct_c=2, max_simulations=simulations,
        random_state=rng,
    )  # fmt: skip
    state, ours, decided = game.new_initial_state(), player(opponent, seed), [0, 0]
    while not state.is_terminal() and decided[searches_for] < most:
        if state.is_chance_node():
            outcomes, odds = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choice(outcomes, p=odds))
            continue
        side = Side(state.current_player())
        decided[side] += 1
        if side is searches_for:
            state.apply_action(bot.step(state))
        else:
            here = state.one.game  # our game behind the state; a player is shown its side's view
            state.apply_action(here.notation.id_of(ours.choose(here.view(side))))
    return state, decided


if __name__ == "__main__":
    end, _ = play(100, "priorities")
    names = {1: "OpenSpiel's search, the Editor,", -1: "the priorities, Nixon,"}
    print(f"{names[int(end.returns()[0])]} won after {end.one.game.round} rounds")
