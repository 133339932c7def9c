"""A training run in a folder: started, or continued where the last one stopped."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import torch
import torch.distributed as dist

from watergate.edition import Edition
from watergate.errors import WatergateError
from watergate.players.layers import Layers

from .files import write_network
from .trainer import Plan, Tell, Trainer

CHECKPOINT, LOG, NETWORK, CURVES = "checkpoint.pt", "log.jsonl", "policy.npz", "curves.png"


def train_in(
    folder: Path, plan: Plan, device: str, seconds: float, tell: Tell | None = None, *,
    edition: Edition | None = None, start: Layers | None = None, afresh: bool = False,
) -> Trainer:  # fmt: skip
    """Train for so many seconds; everything is in the folder at the end, and now and then before.

    `start` are the layers to begin from in a new folder; with `afresh`, only to play against.
    """
    with _together(device) as (place, is_first):
        path = folder / CHECKPOINT
        if path.exists():
            trainer = Trainer.load(path, place, edition, until=plan.until, lasts=plan.lasts)
        else:
            trainer = Trainer(plan, place, edition, start, afresh=afresh)

        def note(line: dict[str, Any]) -> None:
            trainer.write_log(folder / LOG)
            if "share_as_editor" in line or "share_as_nixon" in line:
                _write(trainer, folder)
            if tell is not None:
                tell(line)

        folder.mkdir(parents=True, exist_ok=True)
        trainer.run(seconds, note if is_first else None)
        return trainer


def _write(trainer: Trainer, folder: Path) -> None:
    trainer.save(folder / CHECKPOINT)
    trainer.write_log(folder / LOG)
    seconds = f"{trainer.seconds:.0f} s"
    made = f"{trainer.origin}{trainer.decisions:,} decisions of self-play in {seconds}"
    write_network(trainer.average, folder / NETWORK, edition=trainer.edition, made=made)
    if find_spec("matplotlib"):
        draw_curves(trainer.log, folder / CURVES)


def device_of(name: str) -> str:
    """The device of that name, where `auto` is a GPU if there is one; or WatergateError."""
    has_gpu = torch.cuda.is_available()
    if name == "auto":
        return "cuda" if has_gpu else "cpu"
    if name == "cuda" and not has_gpu:
        raise WatergateError("torch finds no GPU; allowed here: --device cpu")
    return name


@contextmanager
def _together(device: str) -> Iterator[tuple[str, bool]]:
    """The device of this process, and whether it is the first of those that `torchrun` started."""
    device = device_of(device)
    if "WORLD_SIZE" not in os.environ:
        yield device, True
        return
    if device == "cuda":
        torch.cuda.set_device(int(os.environ["LOCAL_RANK"]))
    dist.init_process_group("nccl" if device == "cuda" else "gloo")
    try:
        yield device, dist.get_rank() == 0
    finally:
        dist.destroy_process_group()


def draw_curves(log: list[dict[str, Any]], path: Path) -> None:
    """The log as pictures: entropies, errors of the values, who wins, shares against the first."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(14, 4), layout="constrained")
    kinds = sorted({name for line in log for name in line if name.startswith("entropy_")})
    kinds.remove("entropy_weight")
    plots = (
        ("entropy", ["entropy", *kinds]),
        ("error of the values", ["value_error", "critic_error"]),
        ("the Editor's share", ["editor_share"]),
        ("share against the first", ["share_as_editor", "share_as_nixon"]),
    )
    for axes, (title, lines) in zip(figure.subplots(1, len(plots)), plots, strict=True):
        for name in lines:
            points = [(line["decisions"], line[name]) for line in log if name in line]
            if points:
                axes.plot(*zip(*points, strict=True), label=name.removeprefix("entropy_"))
        axes.set_title(title)
        axes.set_xlabel("decisions")
        if len(lines) > 1:
            axes.legend(fontsize=6)
    figure.savefig(path, dpi=120)
