"""Trained networks as files: for the players, who need no torch, and to begin training from."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import torch

from watergate.edition import Edition
from watergate.errors import WatergateError
from watergate.players.layers import LAYOUT, Layers, learnt_edition, read_layers

from .model import PolicyNetwork, Shape, SmallNetwork

CRITIC = "critic.npz"
"""Beside a network's file: what its learner had, and players have no use for."""
_CRITIC = "critic."


def write_network(model: PolicyNetwork, path: Path, *, edition: Edition, made: str) -> None:
    """Write the layers, each as (inputs, outputs) in half precision; the critic beside them."""
    layers = halves_of(model)
    critic = {name: layers.pop(name) for name in list(layers) if name.startswith(_CRITIC)}
    np.savez(path, **layers, **_about(model, edition, made))
    np.savez(path.with_name(CRITIC), **critic)


def write_small_network(model: SmallNetwork, path: Path, *, edition: Edition, made: str) -> None:
    """Write the small network likewise (`players/small.py` reads it)."""
    np.savez_compressed(path, **halves_of(model), **_about(model, edition, made))


def halves_of(model: PolicyNetwork | SmallNetwork) -> Layers:
    """The layers, each as (inputs, outputs) in half precision."""
    return {name: tensor.detach().to("cpu", torch.float16).numpy().T
            for name, tensor in model.named_parameters()}  # fmt: skip


def _about(model: PolicyNetwork | SmallNetwork, edition: Edition, made: str) -> Layers:
    columns = model.columns.cpu().numpy().astype(np.int16)
    said = {"edition": edition.digest, "made": made, "layout": LAYOUT}
    return {"columns": columns, **{name: np.array(value) for name, value in said.items()}}


def read_start(path: Path, edition: Edition) -> Layers:
    """A network's layers to begin from, with its critic's if that is there; or WatergateError."""
    layers = read_layers(path)
    if learnt_edition(layers) not in (edition.digest, edition.name):
        raise WatergateError(f"{path} has learnt another edition than {edition.name!r}")
    critic = path.with_name(CRITIC)
    if critic.exists():
        with np.load(critic) as stored:
            layers |= {name: array for name, array in stored.items() if name.startswith(_CRITIC)}
    return layers


def shape_of(layers: Layers) -> Shape:
    blocks = {name.split(".")[1] for name in layers if name.startswith("blocks.")}
    return Shape(layers["entry.bias"].size, len(blocks))


def put_into(model: PolicyNetwork, layers: Layers) -> None:
    """Give a network these weights. It may read more columns, and have more blocks."""
    has, wanted = shape_of(layers), model.shape
    if has.width != wanted.width or has.blocks > wanted.blocks:
        raise WatergateError(
            f"the network to begin from has {has.blocks} blocks of width {has.width}; allowed are"
            f" this width and no fewer blocks, not {wanted.blocks} of {wanted.width}"
        )
    state = model.state_dict()
    for name, tensor in state.items():
        if name in layers and name not in ("columns", "entry.weight"):
            tensor.copy_(torch.from_numpy(layers[name].T.astype(np.float32)))
    where = {int(column): n for n, column in enumerate(model.columns.tolist())}
    places = torch.tensor([where[int(column)] for column in layers["columns"]])
    state["entry.weight"].zero_()
    entry = torch.from_numpy(layers["entry.weight"].T.astype(np.float32))
    state["entry.weight"][:, places.to(model.columns.device)] = entry.to(model.columns.device)
