"""Learning to play by self-play: proximal policy optimisation over batches of games.

model      the network: what a side knows in, a policy and the Editor's chance out
ppo        the learner's arithmetic: advantages and losses
trainer    the loop: play, learn, log, keep checkpoints
run        a run in a folder, begun or continued
export     the trained network as a file for the players, without torch

Needs torch: `pip install 'watergate[train]'`. Playing needs none of this.
"""
