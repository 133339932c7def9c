"""Learning the evaluation: lessons are repeatable, and a network gets better at judging."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from watergate import WatergateError, standard_edition
from watergate.cli import app
from watergate.lab.training import play_lessons, train
from watergate.players.evaluation_network import network_for, read_network, write_network
from watergate.players.kernel.evaluation import FEATURES, blank_network


def test_lessons_do_not_depend_on_the_number_of_threads() -> None:
    net = network_for(standard_edition())
    one, two = (play_lessons(4, 3, net, 5, jobs=jobs) for jobs in (1, 2))
    assert (one.samples["features"] == two.samples["features"]).all()
    assert (one.results == two.results).all()
    assert (one.games == two.games).all()


def test_samples_are_of_facts_and_chances() -> None:
    lesson = play_lessons(3, 5, network_for(standard_edition()), 5)
    assert len(lesson.samples) == len(lesson.results) == len(lesson.games) > 30
    assert set(lesson.results) <= {0.0, 1.0}
    for sample in lesson.samples:
        assert (
            (sample["features"][: sample["n"]] >= 0)
            & (sample["features"] < FEATURES)[: sample["n"]]
        ).all()
        assert 0 <= sample["chance"] <= 1


def test_a_network_learns_to_judge() -> None:
    """A fair coin's loss is 0.69; games of the policy can be told much better."""
    lesson = play_lessons(150, 1, blank_network(), 0)
    _, loss = train(lesson, passes=6, trust=0.0)
    assert loss < 0.66


def test_a_network_is_written_and_read(tmp_path: Path) -> None:
    net = network_for(standard_edition())
    path = tmp_path / "net"
    write_network(net, path)
    again = read_network(path)
    assert np.array_equal(again.rows, net.rows)
    assert np.array_equal(again.last, net.last)


@pytest.mark.parametrize("content", [b"", b"no network", b"PK\x03\x04"])
def test_what_is_no_network_is_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "net"
    path.write_bytes(content)
    with pytest.raises(WatergateError, match="is no network"):
        read_network(path)


def test_a_network_of_another_shape_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "net"
    net = blank_network()
    write_network(net._replace(rows=net.rows[:-1]), path)
    with pytest.raises(WatergateError, match="another make"):
        read_network(path)


def test_the_command_writes_a_network_that_plays(tmp_path: Path) -> None:
    first, second = tmp_path / "first.npz", tmp_path / "second.npz"
    command = ["lab", "learn", str(first), "--afresh", "--simulations", "0", "-n", "60"]
    result = CliRunner().invoke(app, command)
    assert result.exit_code == 0, result.output
    command = ["lab", "learn", str(second), "--from", str(first), "--simulations", "3", "-n", "40"]
    assert CliRunner().invoke(app, command).exit_code == 0
    assert not np.array_equal(read_network(first).rows, read_network(second).rows)
    refused = CliRunner().invoke(app, ["lab", "learn", "x", "--afresh", "--from", str(first)])
    assert refused.exit_code == 2
