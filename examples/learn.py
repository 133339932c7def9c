"""A small policy learns to play the Editor against random play (PPO), in plain NumPy, in a minute.

pip install watergate && watergate compile && python3 examples/learn.py
"""

import numpy as np

from watergate.gyms import Batch
from watergate.rules.core.observation import OBSERVATION, first_of

GAMES, STEPS, HIDDEN = 256, 32, 32
CLIP, LAMBDA, ENTROPY, RATE = 0.2, 0.8, 0.01, 3e-3
ROWS = np.arange(GAMES)

GUESS = np.zeros(OBSERVATION, np.float32)
"""What learning begins with: evidence and informants on the board are good, Nixon's momentum bad.

Random play loses nearly always, so that wins alone would teach too little in a minute. It is part
of the value, so it speeds learning up without changing what is best.
"""
for piece, start, size, worth in [
    ("up", 0, 32, 0.1),
    ("recruited", 0, 16, 0.1),
    ("momentum", 8, 8, -0.2),
]:
    GUESS[first_of(piece) + start : first_of(piece) + start + size] = worth


class Policy:
    """One hidden layer: from what the Editor knows to odds of the legal moves, and to a value."""

    def __init__(self, inputs, moves, rng):
        shapes = [(inputs, HIDDEN), (HIDDEN,), (moves, HIDDEN), (moves,), (HIDDEN,), (1,)]
        self.parts = [(rng.standard_normal(shape) * 0.05).astype(np.float32) for shape in shapes]
        self.means = [np.zeros_like(part) for part in self.parts]
        self.squares = [np.zeros_like(part) for part in self.parts]
        self.updates = 0

    def __call__(self, rows, moves, counts):
        """The hidden layer, the odds of the first `counts` of `moves`, and values."""
        inner, inner_shift, outer, outer_shift, value, value_shift = self.parts
        hidden = np.maximum(rows @ inner + inner_shift, 0)
        scores = (outer[moves] @ hidden[:, :, None])[:, :, 0] + outer_shift[moves]
        scores[np.arange(moves.shape[1]) >= counts[:, None]] = -1e9
        odds = np.exp(scores - scores.max(1, keepdims=True))
        return (
            hidden,
            odds / odds.sum(1, keepdims=True),
            hidden @ value + value_shift + rows @ GUESS,
        )

    def choose(self, rows, moves, counts, rng):
        """Which of the moves, at random by their odds; with these odds, and values."""
        _, odds, values = self(rows, moves, counts)
        which = (odds.cumsum(1) < rng.random((len(odds), 1))).sum(1)
        which = np.minimum(which, counts - 1)
        return which, odds[np.arange(len(odds)), which], values

    def learn(self, rows, moves, counts, which, old_odds, advantages, targets):
        """One step of PPO: slopes by hand, then Adam."""
        n = np.arange(len(rows))
        hidden, odds, values = self(rows, moves, counts)
        ratio = odds[n, which] / old_odds
        is_free = np.where(advantages > 0, ratio < 1 + CLIP, ratio > 1 - CLIP)
        pull = ratio * advantages * is_free
        of_scores = odds * pull[:, None]
        of_scores[n, which] -= pull
        logs = np.log(odds + 1e-9)
        of_scores += ENTROPY * odds * (logs - (odds * logs).sum(1, keepdims=True))
        of_value = values - targets
        of_hidden = (of_scores[:, None, :] @ self.parts[2][moves])[:, 0] * 1.0
        of_hidden = (of_hidden + of_value[:, None] * self.parts[4]) * (hidden > 0)
        slopes = [np.zeros_like(part) for part in self.parts]
        slopes[0], slopes[1] = rows.T @ of_hidden, of_hidden.sum(0)
        np.add.at(slopes[2], moves, of_scores[:, :, None] * hidden[:, None, :])
        np.add.at(slopes[3], moves, of_scores)
        slopes[4], slopes[5] = hidden.T @ of_value, of_value.sum(keepdims=True)
        self.updates += 1
        size = RATE * np.sqrt(1 - 0.99**self.updates) / (1 - 0.9**self.updates)
        for part, mean, square, slope in zip(
            self.parts, self.means, self.squares, slopes, strict=True
        ):
            slope /= len(n)
            mean += 0.1 * (slope - mean)
            square += 0.01 * (slope**2 - square)
            part -= size * mean / (np.sqrt(square) + 1e-6)


class Games:
    """Games side by side in which a policy decides for the Editor, and chance for Nixon."""

    def __init__(self, seed):
        self.batch, self.rng = Batch(GAMES), np.random.default_rng(seed)
        self.batch.reset(seed)

    def step(self, policy):
        """One decision in each game: what the policy saw and did, and what came of it."""
        batch = self.batch
        most = int(batch.counts.max())
        moves, counts = batch.moves[:, :most].astype(np.intp), batch.counts.astype(np.intp)
        moves *= np.arange(most) < counts[:, None]
        rows, mine = batch.observations.astype(np.float32), batch.deciders == 0
        which, odds, values = policy.choose(rows, moves, counts, self.rng)
        which = np.where(mine, which, (self.rng.random(GAMES) * counts).astype(np.intp))
        batch.step(moves[ROWS, which])
        over = batch.ended | batch.truncated
        moves = np.pad(moves, ((0, 0), (0, 32 - most)))
        return mine, rows, moves, counts, which, odds, values, batch.rewards[:, 0].copy(), over


def advantages_of(steps, values):
    """How much better than expected it went, for each step of the policy's, from the last back."""
    advantage, reward, found = np.zeros(GAMES), np.zeros(GAMES), []
    for mine, *_, value, gained, over in reversed(steps):
        reward = np.where(over, gained, reward)
        values, advantage = np.where(over, 0, values), np.where(over, 0, advantage)
        here = reward + values - value + LAMBDA * advantage
        found.append(here)
        advantage, values = np.where(mine, here, advantage), np.where(mine, value, values)
        reward = np.where(mine, 0, reward)
    return np.concatenate(found[::-1]).astype(np.float32)


def train(updates, seed=1):
    """Learn from so many stretches of play; also the share of games won in each."""
    games, curve = Games(seed), []
    policy = Policy(games.batch.observations.shape[1], games.batch.masks.shape[1], games.rng)
    for _ in range(updates):
        steps = [games.step(policy) for _ in range(STEPS)]
        _, _, _, _, _, _, values, _, _ = games.step(policy)
        advantages = advantages_of(steps, values)
        columns = [np.concatenate(column) for column in zip(*steps, strict=True)]
        mine, rows, moves, counts, which, odds, values, gained, over = columns
        mine = np.flatnonzero(mine)
        scaled = advantages / (advantages[mine].std() + 1e-6)
        data = (rows, moves, counts, which, odds, scaled, advantages + values)
        for cut in np.array_split(games.rng.permutation(mine), 4):
            policy.learn(*(column[cut] for column in data))
        curve.append(float((gained[over] > 0).mean()) if over.any() else 0.0)
    return policy, curve


def share_won(policy, seed=10**6):
    """Of the first game of each seed, those that the Editor wins; by random moves it is 4 %."""
    games, results = Games(seed), np.zeros(GAMES)
    while not results.all():
        results = np.where(results == 0, games.step(policy)[-2], results)
    return float((results > 0).mean())


if __name__ == "__main__":
    learnt, won = train(100)
    print("won while learning:", " ".join(f"{share:.0%}" for share in won[::10]))
    print(f"the Editor wins {share_won(learnt):.0%} against random play")
