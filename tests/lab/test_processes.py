"""Worker processes leave the keyboard's interrupt to their parent."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

from tests.processes import PATIENCE, SlowStart, signals_heeded, wait_until

PARENT = """
import sys
from watergate.lab.processes import WorkerProcesses
with WorkerProcesses(1) as workers:
    answer = workers.submit(abs, -3)
    try:
        open(sys.argv[1], "w").close()
        answer.result()
    except KeyboardInterrupt:
        print("interrupted, and yet", answer.result(), file=sys.stderr)
"""


def test_a_worker_that_starts_during_an_interrupt_does_its_work(tmp_path: Path) -> None:
    worker, waits = SlowStart(tmp_path, "spawn_main"), tmp_path / "waits"
    with signals_heeded():
        program = subprocess.Popen(
            [sys.executable, "-c", PARENT, str(waits)], stderr=subprocess.PIPE, text=True,
            start_new_session=True, env={**os.environ, **worker.environment},
        )  # fmt: skip
    with program:
        wait_until(lambda: worker.has_begun() and waits.exists(), program)
        os.killpg(program.pid, signal.SIGINT)
        worker.go_on()
        assert program.communicate(timeout=PATIENCE)[1] == "interrupted, and yet 3\n"
