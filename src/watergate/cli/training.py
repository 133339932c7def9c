"""`watergate lab learn` and `lab train`: train the networks of the search and of `network`."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from watergate.edition import standard_edition
from watergate.lab.training import Lesson, play_lessons, train
from watergate.players.kernel.evaluation import Network
from watergate.players.network import network_for, read_network, write_network
from watergate.rules import WatergateError
from watergate.texts.figures import decimal, percent, whole

from .common import err, language, needs, prepare_engine, progress_bar, say, seed_option, words

PASSES = 8


class Device(StrEnum):
    AUTO = "auto"
    CUDA = "cuda"
    CPU = "cpu"


def learn(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="help.network_file")],
    games: Annotated[
        int, typer.Option("-n", "--games", min=10, max=10_000_000, metavar="N", help="help.games")
    ] = 5_000,
    simulations: Annotated[
        int,
        typer.Option(min=0, max=1_000_000, metavar="S", help="help.simulations"),
    ] = 300,
    start: Annotated[
        Path | None,
        typer.Option(
            "--from",
            metavar="FILE",
            show_default="help.default_network",
            help="help.network_from",
        ),
    ] = None,
    afresh: Annotated[bool, typer.Option("--afresh", help="help.afresh")] = False,
    seed: Annotated[int, seed_option("help.seed_games", "1")] = 1,
    jobs: Annotated[
        int, typer.Option("--jobs", "-j", min=1, max=256, metavar="J", help="help.jobs")
    ] = 1,
) -> None:
    """Train the evaluation network on games that the search player plays against itself.

    \b
    Examples:
      watergate lab learn first.npz --afresh --simulations 0 -n 30000
      watergate lab learn second.npz --from first.npz --simulations 200 --jobs 2
    """  # fmt: skip
    if start is not None and afresh:
        raise WatergateError(words("learning.both"))
    net = network_for(standard_edition()) if start is None else read_network(start)
    prepare_engine()
    lesson = _played(games, seed, net, simulations, jobs)
    with err().status(words("learning.training", number=1, of=PASSES)) as status:
        found, loss = train(
            lesson,
            passes=PASSES,
            start=None if afresh else net,
            progress=lambda n, of: status.update(
                words("learning.training", number=min(n + 1, of), of=of)
            ),
        )
    write_network(found, file)
    turns, missed = whole(len(lesson.samples), language()), decimal(loss, 4, language())
    say(words("learning.done", file=str(file), number=games, turns=turns, loss=missed))


def _played(games: int, seed: int, net: Network, simulations: int, jobs: int) -> Lesson:
    with progress_bar(words("simulate.playing"), games) as (progress, task):
        return play_lessons(
            games, seed, net, simulations, jobs=jobs, progress=lambda n: progress.advance(task, n)
        )


def train_policy(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="help.train_folder")],
    minutes: Annotated[
        float, typer.Option(min=0.01, max=100_000, metavar="M", help="help.train_minutes")
    ] = 10.0,
    device: Annotated[
        Device, typer.Option(metavar="auto|cuda|cpu", help="help.train_device")
    ] = Device.AUTO,
    until: Annotated[
        float, typer.Option(min=0.001, max=1e9, metavar="N", help="help.train_until")
    ] = 3_750.0,
    games: Annotated[
        int, typer.Option(min=1, max=10_000_000, metavar="N", help="help.train_games")
    ] = 32_768,
    width: Annotated[int, typer.Option(min=8, max=8192, help="help.train_width")] = 768,
    blocks: Annotated[int, typer.Option(min=1, max=64, help="help.train_blocks")] = 4,
    seed: Annotated[int, seed_option("help.seed_games", "1")] = 1,
) -> None:
    """Train the network of the player `network` by self-play, on a GPU or, slowly, on cores.

    \b
    Examples:
      watergate lab train run --minutes 22
      watergate lab train small --device cpu --games 256 --width 128 --blocks 2 --until 2
    """  # fmt: skip
    with needs("train"):
        from watergate.lab.selfplay.run import Plan, Shape, train_in
    prepare_engine()
    plan = Plan(until=until * 1e6, games=games, shape=Shape(width, blocks), seed=seed)
    with err().status(words("learning.training", number=1, of=1)) as status:

        def tell(line: dict[str, float]) -> None:
            status.update(_curves(line))

        written, decisions = train_in(folder, plan, device.value, minutes * 60, tell)
    say(words("learning.trained", decisions=whole(decisions, language()), file=str(written)))


def _curves(line: dict[str, float]) -> str:
    spoken = language()
    return words(
        "learning.curves", decisions=whole(int(line["decisions"]), spoken),
        entropy=decimal(line["entropy"], 3, spoken), error=decimal(line["value_error"], 4, spoken),
        share=percent(line["editor_share"], spoken, 0),
    )  # fmt: skip
