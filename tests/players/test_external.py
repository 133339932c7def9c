"""Programs as players: good ones play whole games, bad ones fail with a reason and leave nothing.

The programs are real: small scripts that speak the protocol and then misbehave.
"""

from __future__ import annotations

import contextlib
import doctest
import fcntl
import os
import shlex
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from types import ModuleType

import pytest

from watergate import Game, Side, View, WatergateError
from watergate.players import Budget, Player, PlayerFailed, external, player, protocol
from watergate.players.conversation import MOST_ANSWER
from watergate.players.external import ExternalPlayer, Limits

EXAMPLE = Path(__file__).parents[2] / "examples/bot.py"
AMPLE = 120.0
QUICK = Limits(start=AMPLE, ready=AMPLE, grace=AMPLE, simulations=AMPLE)
VIEW = Game.start(seed=1972).view("editor")

GOOD = """
import json, os, signal, subprocess, sys, time
def say(line):
    sys.stdout.write(line + "\\n"); sys.stdout.flush()
def greet(): say("id name Test"); say("protocol 1")
def ready(): say("readyok")
def go(view): say("bestmove play 24 value")
{changes}
view = None
for line in sys.stdin:
    word, _, rest = line.strip().partition(" ")
    if word == "protocol": greet()
    elif word == "isready": ready()
    elif word == "position": view = rest
    elif word == "go": go(view)
    elif word == "quit": break
"""


@pytest.fixture(autouse=True)
def nothing_is_left() -> Iterator[None]:
    """No thread, no open file and no child stays behind, whatever a program did."""
    before = threading.active_count(), len(os.listdir("/dev/fd")), _children()
    yield
    assert (threading.active_count(), len(os.listdir("/dev/fd")), _children()) == before


def _children() -> set[str]:
    """The children of this process, zombies too; only Linux tells."""
    found = set()
    for file in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            parent = file.read_text().rpartition(")")[2].split()[1]
            if parent == str(os.getpid()):
                found.add(file.parent.name)
    return found


def program(changes: str = "", limits: Limits = QUICK) -> ExternalPlayer:
    """A good program but for these changes."""
    command = [sys.executable, "-c", GOOD.replace("{changes}", changes)]
    return ExternalPlayer(command, Budget(seconds=0.5), seed=5, limits=limits)


def failure(someone: Player, view: View = VIEW) -> str:
    """Why a player gives no move; it stays that way, and closing it afterwards does no harm."""
    with pytest.raises(PlayerFailed) as failed:
        someone.choose(view)
    with pytest.raises(PlayerFailed) as again:
        someone.choose(view)
    assert str(failed.value) == str(again.value)
    assert len(str(failed.value)) < 1000
    assert "\n" not in str(failed.value)
    someone.close()
    return str(failed.value)


def play_out(editor: str, nixon: str, seed: int) -> Game:
    game = Game.start(seed=seed)
    players = {Side.EDITOR: player(editor, seed), Side.NIXON: player(nixon, seed + 1)}
    try:
        while isinstance(game.decider, Side) and game.round <= 100:
            game.play(players[game.decider].choose(game.view(game.decider)))
    finally:
        for someone in players.values():
            someone.close()
    return game


def test_the_example_bot_plays_whole_games_and_has_some_sense() -> None:
    """A random Editor wins one game in ten."""
    example = f"cmd:{shlex.join([sys.executable, str(EXAMPLE)])}"
    wins = 0
    for seed in range(10):
        result = play_out(example, "random", seed).result
        wins += result is not None and result.winner == "editor"
    assert wins >= 3
    assert play_out(example, example, 3).result is not None


def test_watergate_bot_plays_as_the_player_it_serves(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WATERGATE_COMPILED", "never")
    code = "from watergate.cli import main; main()"
    served = shlex.join([sys.executable, "-c", code, "bot", "--player", "priorities"])
    games = [play_out(name, "random", 4) for name in (f"cmd:{served}", "priorities")]
    assert games[0].history == games[1].history


@pytest.mark.parametrize("module", [protocol, external])
def test_examples_of_the_module_are_true(module: ModuleType) -> None:
    result = doctest.testmod(module)
    assert result.attempted > 0
    assert result.failed == 0


def test_it_is_not_asked_where_there_is_one_move() -> None:
    view = View.from_json(VIEW.to_json())
    assert view.decision is not None
    assert view.decision.moves is not None
    view = replace(view, decision=replace(view.decision, moves=view.moves[:1]))
    assert program("sys.exit(1)").choose(view) == view.moves[0]


def test_only_the_view_the_budget_and_the_seed_are_said(tmp_path: Path) -> None:
    heard = tmp_path / "heard.txt"
    someone = program(f"""
class Heard:
    def __iter__(self):
        for line in sys.__stdin__:
            open({str(heard)!r}, "a").write(line)
            yield line
sys.stdin = Heard()
""")
    someone.choose(VIEW)
    someone.close()
    assert heard.read_text().splitlines() == [
        "protocol 1",
        f"newgame edition {VIEW.edition} seed 5",
        "isready",
        f"position {VIEW.to_json().decode()}",
        "go seconds 0.5",
        "quit",
    ]


def test_a_slow_program_that_says_much_is_fine() -> None:
    someone = program("""
def go(view):
    sys.stderr.write("thinking" * 100_000)
    for n in range(100): say("info " + "{}" * n); say("abracadabra")
    time.sleep(0.7)
    say('bestmove  play 24   value {"win_probability":0.5}')
""")
    for _ in range(2):
        assert str(someone.choose(VIEW)) == "play 24 value"
    someone.close()
    someone.close()
    with pytest.raises(PlayerFailed, match="closed"):
        someone.choose(VIEW)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("cmd:", "needs a command line"),
        ("cmd:2s:", "needs a command line"),
        ("cmd:bot 'unclosed", "no command line"),
        ("cmd:0s:python3 bot.py", "seconds"),
        ("cmd:1.2.3:python3 bot.py", "is no budget"),
        ("cmd:no_such_program --fast", "there is no program 'no_such_program'"),
    ],
)
def test_a_wrong_command_is_refused_before_any_game(name: str, said: str) -> None:
    with pytest.raises(WatergateError, match=said):
        player(name)


def test_the_budget_stands_before_the_command(tmp_path: Path) -> None:
    heard = tmp_path / "heard.txt"
    script = tmp_path / "bot.py"
    script.write_text(
        GOOD.replace("{changes}", "").replace(
            'word == "go": go(view)',
            f'word == "go": open({str(heard)!r}, "a").write(line); go(view)',
        )
    )
    for budget in ("", "0.25s:", "800:"):
        someone = player(f"cmd:{budget}{shlex.join([sys.executable, str(script)])}")
        someone.choose(VIEW)
        someone.close()
    assert heard.read_text().split("\n")[:3] == [
        "go seconds 1", "go seconds 0.25", "go simulations 800"
    ]  # fmt: skip


def test_a_file_that_is_no_program_cannot_be_started(tmp_path: Path) -> None:
    file = tmp_path / "bot"
    file.write_text("neither script nor machine code")
    file.chmod(0o755)
    assert "cannot be started" in failure(player(f"cmd:{file}"))


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ("sys.exit(3)", "ended with exit code 3"),
        ("raise ValueError('no such file: plan.txt')", "ValueError: no such file: plan.txt"),
        ("def ready(): sys.exit('out of paper')", "ended with exit code 1; its last words: out of"),
        ("def go(view): raise KeyError(view[:9] * 500)", "ended with exit code 1; its last words"),
        ("def go(view): os.kill(os.getpid(), signal.SIGKILL)", "was ended by SIGKILL"),
        ("def go(view): sys.stdout.close(); os.close(1); time.sleep(60)", "closed its output"),
        ("def greet(): say('protocol 2')", "speaks protocol '2'; allowed: 1"),
        ("def ready(): say('error newgame: wrong edition')", "says: newgame: wrong edition"),
        ("def go(view): say('error go: too hard')", "says: go: too hard"),
        ("def go(view): say('bestmove')", "answered ''"),
        ("def go(view): say('bestmove play 7 value')", "answered 'play 7 value', which is not leg"),
        (
            "def go(view): say('bestmove \\x1b[2J\\0' + 'x' * 5000)",
            "which is not legal; legal: pla",
        ),
        ("def go(view): say('info ' * 50); sys.exit()", "ended with exit code 0"),
    ],
)
def test_a_program_that_fails_is_told_why(changes: str, said: str) -> None:
    assert said in failure(program(changes))


@pytest.mark.parametrize("answer", ["x", "x\\n", "\\n", "info {}\\n", "\\0"])
def test_a_program_that_floods_is_stopped(answer: str) -> None:
    changes = f"def go(view):\n    while True: sys.stdout.write('{answer}' * 999)"
    assert f"wrote {MOST_ANSWER} bytes without a 'bestmove'" in failure(program(changes))


HASTY = Limits(start=0.5, ready=0.5, grace=0.1, simulations=0.5)


@pytest.mark.parametrize(
    ("changes", "word"),
    [
        ("time.sleep(60)", "protocol"),
        ("def greet(): pass", "protocol"),
        ("def greet():\n    while True: print('complaint', file=sys.stderr)", "protocol"),
    ],
)
def test_a_program_that_hangs_is_given_up(changes: str, word: str) -> None:
    assert f"gave no {word!r} within 0.5 seconds" in failure(program(changes, HASTY))


def test_a_program_that_hangs_over_a_move_is_given_up() -> None:
    limits = Limits(start=AMPLE, ready=AMPLE, grace=0.1)
    someone = program("def go(view): time.sleep(60)", limits)
    assert "gave no 'bestmove' within 0.6 seconds" in failure(someone)


def test_a_program_that_does_not_listen_is_given_up() -> None:
    """What is said to it fits into no pipe, and must not be waited for."""
    view = replace(VIEW, log=VIEW.log * 5000)
    someone = program("def ready(): say('readyok'); time.sleep(60)", Limits(AMPLE, AMPLE, 0.1))
    assert "gave no 'bestmove' within 0.6 seconds" in failure(someone, view)


STUBBORN = """
signal.signal(signal.SIGTERM, signal.SIG_IGN)
child = "import fcntl, time; file = open({file}); fcntl.flock(file, 2); print(); time.sleep(600)"
subprocess.Popen([sys.executable, "-uc", child], stdout=subprocess.PIPE).stdout.readline()
def go(view):
    say("bestmove play 24 value")
    while True: time.sleep(60)
"""


def test_a_stubborn_program_ends_with_all_it_has_started(tmp_path: Path) -> None:
    lock = tmp_path / "lock"
    lock.touch()
    someone = program(STUBBORN.replace("{file}", repr(str(lock))))
    someone.choose(VIEW)
    assert is_locked(lock)
    someone.close()
    deadline = time.monotonic() + AMPLE
    while is_locked(lock) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not is_locked(lock)


def is_locked(path: Path) -> bool:
    """Whether a process that holds the file is alive."""
    with path.open() as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
        return False


def test_a_forgotten_program_ends_with_its_player() -> None:
    someone = program()
    someone.choose(VIEW)
    del someone  # the fixture finds out if anything is left
