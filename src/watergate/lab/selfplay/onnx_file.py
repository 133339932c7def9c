"""A network's file as ONNX, for programs in other languages. Needs onnx, but no torch."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from onnx import TensorProto, checker, helper, numpy_helper, save

from watergate.players.kernel.sight import SIGHT
from watergate.players.layers import read_layers
from watergate.players.policy import NORM_FLOOR
from watergate.rules.core.ids import CHANCE_MOVES

OPSET = 17
"""The first with layer normalisation."""


def export_onnx(network: Path, path: Path) -> None:
    """Write a network's file as a graph: sights in, scores of moves and chances out.

    `sights` are rows of 0 and 1 (docs/observation.md); `scores` are for all moves, before the
    softmax over the legal ones; `editor` is the Editor's chance to win.
    """
    layers = read_layers(network)
    graph = _Graph(layers)
    columns = graph.constant("columns", layers["columns"].astype(np.int64))
    x = graph.linear("entry", graph.add("Gather", ["sights", columns], axis=1))
    blocks = {name.split(".")[1] for name in layers if name.startswith("blocks.")}
    for n in range(len(blocks)):
        inner = graph.linear(f"blocks.{n}.first", graph.norm(f"blocks.{n}.norm", x))
        second = graph.linear(f"blocks.{n}.second", graph.add("Relu", [inner]))
        x = graph.add("Add", [x, second])
    x = graph.add("Relu", [graph.norm("norm", x)])
    graph.linear("policy", x, "scores")
    graph.add("Sigmoid", [graph.linear("value", x)], "editor")
    model = helper.make_model(
        graph.done(), opset_imports=[helper.make_opsetid("", OPSET)], producer_name="watergate"
    )
    model.ir_version = 8
    helper.set_model_props(model, {"edition": str(layers["edition"]), "made": str(layers["made"])})
    checker.check_model(model)
    save(model, str(path))


class _Graph:
    """A graph that grows node by node; the weights are named as in the network's file."""

    def __init__(self, layers: dict[str, Any]) -> None:
        self._layers = layers
        self._nodes: list[Any] = []
        self._weights: list[Any] = []

    def constant(self, name: str, array: Any) -> str:
        self._weights.append(numpy_helper.from_array(np.ascontiguousarray(array), name))
        return name

    def add(self, kind: str, inputs: list[str], output: str = "", **options: Any) -> str:
        output = output or f"x{len(self._nodes)}"
        self._nodes.append(helper.make_node(kind, inputs, [output], **options))
        return output

    def linear(self, name: str, x: str, output: str = "") -> str:
        return self.add("Gemm", [x, *self._both(name)], output)

    def norm(self, name: str, x: str) -> str:
        return self.add("LayerNormalization", [x, *self._both(name)], epsilon=NORM_FLOOR)

    def _both(self, name: str) -> list[str]:
        names = f"{name}.weight", f"{name}.bias"
        return [self.constant(name, self._layers[name].astype(np.float32)) for name in names]

    def done(self) -> Any:
        def rows(name: str, width: int) -> Any:
            return helper.make_tensor_value_info(name, TensorProto.FLOAT, ["rows", width])

        return helper.make_graph(
            self._nodes, "watergate", [rows("sights", SIGHT)],
            [rows("scores", CHANCE_MOVES), rows("editor", 1)], self._weights,
        )  # fmt: skip
