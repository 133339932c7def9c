"""A run of training in a folder: begun, or continued where the last one stopped."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import torch

from watergate.edition import standard_edition
from watergate.errors import WatergateError

from .export import export
from .model import Shape
from .trainer import Plan, Trainer

CHECKPOINT, LOG, NETWORK, CURVES = "checkpoint.pt", "log.jsonl", "policy.npz", "curves.png"


def train_in(
    folder: Path, plan: Plan, device: str, seconds: float,
    tell: Callable[[dict[str, Any]], None] | None = None,
) -> tuple[Path, int]:  # fmt: skip
    """Train for so many seconds; returns the network's file and the decisions learnt from."""
    if device == "auto":
        device = "cuda" if torch.cuda.is_available() else "cpu"
    if device == "cuda" and not torch.cuda.is_available():
        raise WatergateError("torch finds no GPU; allowed here: --device cpu")
    path = folder / CHECKPOINT
    if path.exists():
        trainer = Trainer.load(path, device, until=plan.until)
    else:
        trainer = Trainer(plan, device)
    trainer.run(seconds, tell)
    trainer.save(path)
    trainer.write_log(folder / LOG)
    draw_curves(trainer.log, folder / CURVES)
    made = f"{trainer.decisions} decisions of self-play in {trainer.seconds:.0f} s"
    seen = trainer.seen.nonzero().flatten().cpu().numpy()
    export(trainer.average, folder / NETWORK, seen, edition=standard_edition().digest, made=made)
    return folder / NETWORK, trainer.decisions


def draw_curves(log: list[dict[str, Any]], path: Path) -> None:
    """The log as pictures: entropies, the value's error, who wins."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(12, 4), layout="constrained")
    names = sorted({name for line in log for name in line if name.startswith("entropy_")})
    names.remove("entropy_weight")
    plots = (("entropy", ["entropy", *names]), ("value error", ["value_error"]),
             ("the Editor's share", ["editor_share"]))  # fmt: skip
    for axes, (title, lines) in zip(figure.subplots(1, len(plots)), plots, strict=True):
        for name in lines:
            points = [(line["decisions"], line[name]) for line in log if name in line]
            axes.plot(*zip(*points, strict=True), label=name.removeprefix("entropy_"))
        axes.set_title(title)
        axes.set_xlabel("decisions")
        if len(lines) > 1:
            axes.legend(fontsize=6)
    figure.savefig(path, dpi=120)


__all__ = ["Plan", "Shape", "train_in"]
