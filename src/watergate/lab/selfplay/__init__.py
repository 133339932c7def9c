"""Learning to play by self-play: proximal policy optimisation over batches of games.

batches    games as tensors on the device that learns, with what is hidden in them
model      the network: what a side knows in, a policy and the Editor's chance out; the critic
ppo        the learner's arithmetic: advantages and losses
measure    matches between networks
trainer    the loop: play, learn, log, keep checkpoints
run        a run in a folder, begun or continued, in one process or several
exploit    best responses to a frozen network
files      networks as files for the players, without torch, and to begin from
onnx_file  the same for programs in other languages

Needs torch: `pip install 'watergate[train]'`. Playing needs none of this.
"""
