"""`watergate lab learn`, `train`, `teach`, `replica`, `exploit`, `export`: training of networks."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from watergate.edition import standard_edition
from watergate.lab.training import Lesson, play_lessons, train
from watergate.players import policy
from watergate.players.evaluation_network import network_for, read_network, write_network
from watergate.players.kernel.evaluation import Network
from watergate.rules import WatergateError
from watergate.rules.names import SIDES
from watergate.texts.figures import decimal, percent, whole

from .common import (
    EditionOption,
    edition_of,
    err,
    language,
    needs,
    prepare_engine,
    progress_bar,
    say,
    seed_option,
    words,
)

PASSES = 8
SHIPPED = Path(policy.__file__).with_name(policy.FILE)


class Device(StrEnum):
    AUTO = "auto"
    CUDA = "cuda"
    CPU = "cpu"


DeviceOption = Annotated[Device, typer.Option(metavar="auto|cuda|cpu", help="help.train_device")]
GamesOption = Annotated[
    int, typer.Option(min=1, max=10_000_000, metavar="N", help="help.train_games")
]


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
    """Train the evaluation network on games that the tree search plays against itself.

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
    in_all: Annotated[
        float | None, typer.Option(min=0.01, max=100_000, metavar="M", help="help.train_in_all")
    ] = None,
    until: Annotated[
        float, typer.Option(min=0.001, max=1e9, metavar="N", help="help.train_until")
    ] = 5_000.0,
    start: Annotated[
        Path | None, typer.Option("--from", metavar="FILE", help="help.train_from")
    ] = None,
    edition: EditionOption = None,
    device: DeviceOption = Device.AUTO,
    games: GamesOption = 131_072,
    width: Annotated[
        int, typer.Option(min=8, max=8192, metavar="N", help="help.train_width")
    ] = 768,
    blocks: Annotated[int, typer.Option(min=1, max=64, metavar="N", help="help.train_blocks")] = 4,
    rate: Annotated[str, typer.Option(metavar="A:B", help="help.train_rate")] = "4e-4:2e-5",
    entropy: Annotated[str, typer.Option(metavar="A:B", help="help.train_entropy")] = "0.03:0.004",
    seed: Annotated[int, seed_option("help.seed_games", "1")] = 1,
) -> None:
    """Train the network of the player `network` by self-play, on a GPU or, slowly, on cores.

    \b
    Examples:
      watergate lab train run --minutes 22
      watergate lab train more --from run/policy.npz --rate 2e-4:2e-5 --entropy 0.01:0.004
      watergate lab train small --device cpu --games 256 --width 128 --blocks 2 --until 2
    """  # fmt: skip
    with needs("train"):
        from watergate.lab.selfplay.files import read_start
        from watergate.lab.selfplay.model import Shape
        from watergate.lab.selfplay.run import train_in
        from watergate.lab.selfplay.trainer import Plan
    played = edition_of(edition)
    layers = None if start is None else read_start(start, played)
    place = _device(device)
    plan = Plan(
        until=until * 1e6, lasts=math.inf if in_all is None else in_all * 60, games=games,
        shape=Shape(width, blocks), rate=_ends(rate), entropy=_ends(entropy), seed=seed,
    )  # fmt: skip
    with _told() as tell:
        trainer = train_in(folder, plan, place, minutes * 60, tell, edition=played, start=layers)
    decisions, written = whole(trainer.decisions, language()), str(folder / "policy.npz")
    say(words("learning.trained", decisions=decisions, file=written))


def teach(
    file: Annotated[Path, typer.Argument(metavar="FILE.npz", help="help.small_file")],
    network: Annotated[
        Path | None,
        typer.Option(metavar="FILE", show_default="help.default_network", help="help.teacher"),
    ] = None,
    minutes: Annotated[
        float, typer.Option(min=0.01, max=100_000, metavar="M", help="help.train_minutes")
    ] = 3.0,
    edition: EditionOption = None,
    device: DeviceOption = Device.AUTO,
    games: GamesOption = 131_072,
) -> None:
    """Teach the small network, by which `search` looks ahead, what a network plays and thinks.

    \b
    Examples:
      watergate lab teach run/small.npz --network run/policy.npz
      watergate lab teach small.npz --device cpu --games 256 --minutes 10
    """  # fmt: skip
    with needs("train"):
        from watergate.lab.selfplay.apprentice import teach_in
        from watergate.lab.selfplay.files import read_start
    played = edition_of(edition)
    teacher = read_start(network or SHIPPED, played)
    place = _device(device)
    with err().status(words("learning.training", number=1, of=1)):
        taught = teach_in(file, teacher, place, minutes * 60, games=games, edition=played)
    decisions = whole(taught.decisions, language())
    say(words("learning.trained", decisions=decisions, file=str(file)))


def replica(
    file: Annotated[Path, typer.Argument(metavar="FILE.npz", help="help.replica_file")],
    minutes: Annotated[
        float, typer.Option(min=0.01, max=100_000, metavar="M", help="help.train_minutes")
    ] = 60.0,
    jobs: Annotated[
        int | None,
        typer.Option("--jobs", "-j", min=1, max=256, metavar="J", help="help.replica_jobs"),
    ] = None,
    edition: EditionOption = None,
    device: DeviceOption = Device.AUTO,
    seed: Annotated[int, seed_option("help.seed_games", "1")] = 1,
) -> None:
    """Train a replica of the only published Watergate player, to be measured against.

    \b
    Examples:
      watergate lab replica replica.npz --minutes 120
      watergate arena level:6 replica:replica.npz -n 400
    """  # fmt: skip
    with needs("train"):
        from watergate.lab.selfplay.replica import replica_in
    played = edition_of(edition)
    prepare_engine()
    with err().status(words("learning.training", number=1, of=1)) as status:
        trained = replica_in(
            file, _device(device), minutes * 60, lambda line: status.update(_learnt(line)),
            jobs=jobs, edition=played, seed=seed,
        )  # fmt: skip
    say(words("learning.replica", games=whole(trained.games, language()), file=str(file)))


class LearningSide(StrEnum):
    BOTH = "both"
    EDITOR = "editor"
    NIXON = "nixon"


def exploit(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="help.exploit_folder")],
    network: Annotated[
        Path | None,
        typer.Option(metavar="FILE", show_default="help.default_network", help="help.exploited"),
    ] = None,
    side: Annotated[
        LearningSide, typer.Option(metavar="both|editor|nixon", help="help.exploit_side")
    ] = LearningSide.BOTH,
    minutes: Annotated[
        float, typer.Option(min=0.01, max=100_000, metavar="M", help="help.exploit_minutes")
    ] = 10.0,
    seeds: Annotated[
        int, typer.Option(min=1, max=1000, metavar="N", help="help.exploit_seeds")
    ] = 3,
    measured: Annotated[
        int,
        typer.Option(
            "-n", "--measured", min=2, max=10_000_000, metavar="N", help="help.exploit_measured"
        ),
    ] = 16_384,
    afresh: Annotated[bool, typer.Option("--afresh", help="help.afresh")] = False,
    edition: EditionOption = None,
    device: DeviceOption = Device.AUTO,
    games: GamesOption = 131_072,
) -> None:
    """Train best responses to a frozen network, a side at a time, and tell what they gain.

    \b
    Examples:
      watergate lab exploit exploiters --minutes 5
      watergate lab exploit mine --network run/policy.npz --side nixon --seeds 1 --afresh
    """  # fmt: skip
    with needs("train"):
        from watergate.lab.selfplay.exploit import USUAL, exploit_in
        from watergate.lab.selfplay.files import read_start
    played = edition_of(edition)
    frozen = read_start(network or SHIPPED, played)
    place = _device(device)
    names = ["editor", "nixon"] if side is LearningSide.BOTH else [side.value]
    spoken = language()
    for name in names:
        for seed in range(1, seeds + 1):
            plan = replace(
                USUAL, side=SIDES.index(name), lasts=minutes * 60, until=math.inf, games=games,
                measured=measured, seed=seed,
            )  # fmt: skip
            with _told() as tell:
                found = exploit_in(folder / f"{name}-{seed}", frozen, plan, place, minutes * 60,
                                   tell, edition=played, afresh=afresh)  # fmt: skip
            say(words(
                "learning.exploited", side=words(f"side.{name}"), seed=seed,
                decisions=whole(found.decisions, spoken), share=percent(found.share, spoken, 1),
                own=percent(found.in_self_play, spoken, 1),
                gain=decimal(100 * found.gain, 1, spoken),
                margin=decimal(100 * found.margin, 1, spoken),
            ))  # fmt: skip


def export(
    file: Annotated[Path, typer.Argument(metavar="FILE.onnx", help="help.onnx_file")],
    network: Annotated[
        Path | None,
        typer.Option(metavar="FILE", show_default="help.default_network", help="help.onnx_network"),
    ] = None,
) -> None:
    """Write the network of the player `network` as ONNX, for programs in other languages.

    \b
    Example:
      watergate lab export policy.onnx --network run/policy.npz
    """  # fmt: skip
    with needs("train"):
        from watergate.lab.selfplay.onnx_file import export_onnx
    export_onnx(network or SHIPPED, file)
    say(words("learning.exported", file=str(file)))


@contextmanager
def _told() -> Iterator[Callable[[dict[str, float]], None]]:
    """Show how learning goes, in one line that changes."""
    with err().status(words("learning.training", number=1, of=1)) as status:
        yield lambda line: status.update(_curves(line))


def _device(device: Device) -> str:
    """The device to learn on; on cores the rules are compiled first."""
    from watergate.lab.selfplay.run import device_of

    place = device_of(device.value)
    if place == "cpu":
        prepare_engine()
    return place


def _ends(text: str) -> tuple[float, float]:
    """The two ends of a schedule, as in 4e-4:2e-5."""
    try:
        first, last = (float(part) for part in text.split(":"))
    except ValueError:
        first = last = 0.0
    if not (first > 0 and last > 0):
        raise WatergateError(words("learning.bad_ends", given=text))
    return first, last


def _learnt(line: dict[str, float]) -> str:
    games = whole(int(line["games"]), language())
    share = percent(line["editor_share"], language(), 0)
    return words("learning.replica_curves", games=games, share=share)


def _curves(line: dict[str, float]) -> str:
    spoken = language()
    return words(
        "learning.curves", decisions=whole(int(line["decisions"]), spoken),
        entropy=decimal(line["entropy"], 3, spoken), error=decimal(line["value_error"], 4, spoken),
        share=percent(line["editor_share"], spoken, 0),
    )  # fmt: skip
