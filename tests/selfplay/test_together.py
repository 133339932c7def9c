"""Two processes learn together: each plays games of its own, and both have the same network."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from pathlib import Path

SCRIPT = """
import sys
from pathlib import Path

import torch

from watergate.lab.selfplay.model import Shape
from watergate.lab.selfplay.run import train_in
from watergate.lab.selfplay.trainer import Plan

torch.set_num_threads(1)
plan = Plan(until=3 * 2 * 32 * 8, games=32, steps=8, minibatch=128, shape=Shape(16, 1),
            generations=1, measured=8)
trainer = train_in(Path(sys.argv[1]), plan, "cpu", 600)
weights = sum(float(p.double().abs().sum()) for p in trainer.model.parameters())
print(trainer.decisions, trainer.updates, repr(weights), int(trainer.batch.observations.sum()))
"""


def test_two_processes_learn_the_same_from_different_games(tmp_path: Path) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    processes = []
    for rank in range(2):
        settings = {"RANK": rank, "LOCAL_RANK": rank, "WORLD_SIZE": 2,
                    "MASTER_ADDR": "127.0.0.1", "MASTER_PORT": port}  # fmt: skip
        environment = {**os.environ, **{name: str(value) for name, value in settings.items()}}
        processes.append(subprocess.Popen(
            [sys.executable, "-c", SCRIPT, str(tmp_path)], env=environment,
            stdout=subprocess.PIPE, text=True,
        ))  # fmt: skip
    said = [process.communicate()[0].split() for process in processes]
    assert [process.returncode for process in processes] == [0, 0]
    assert said[0][:2] == said[1][:2] == ["1536", "3"]
    assert said[0][2] == said[1][2], "the same weights"
    assert said[0][3] != said[1][3], "other games"
    assert (tmp_path / "policy.npz").exists()
