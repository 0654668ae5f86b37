"""Runs the program as its users do."""

from __future__ import annotations

import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from typing import NamedTuple

from diamonds_solver.games.diamonds.notation.examples import example_path

PROGRAM = (sys.executable, "-m", "diamonds_solver")
PATIENCE = 120.0  # seconds until a test gives up, on a busy machine
ENDING = str(example_path("ending"))
READS_RECORDS = ("check", "convert", "perft", "show", "solve")
OPTIONS = {"convert": ["--to", "dia"], "perft": ["--depth", "1"]}
"""What a command cannot do without."""


class Answer(NamedTuple):
    code: int
    out: str
    err: str


def diamonds(*args: str, stdin: str | bytes = b"", env: dict[str, str] | None = None) -> Answer:
    """Runs the program in a process of its own."""
    stdin = stdin.encode() if isinstance(stdin, str) else stdin
    result = subprocess.run(
        [*PROGRAM, *args],
        input=stdin,
        capture_output=True,
        timeout=60,
        check=False,
        env={**os.environ, "PYTHONIOENCODING": "utf-8", **(env or {})},
    )
    return Answer(result.returncode, result.stdout.decode(), result.stderr.decode())


def assert_plain_error(answer: Answer, code: int) -> None:
    """The exit code, a message, no data and no traceback."""
    assert answer.code == code
    assert answer.out == ""
    assert answer.err.strip()
    assert "Traceback" not in answer.err


def read_until(controller: int, is_enough: Callable[[bytes], bool]) -> bytes:
    """What a terminal shows until that is enough."""
    shown, patience = b"", time.monotonic() + PATIENCE
    while not is_enough(shown):
        left = max(0.0, patience - time.monotonic())
        assert select.select([controller], [], [], left)[0], f"{shown!r} is all that came within {PATIENCE} s"
        shown += os.read(controller, 1 << 12)
    return shown


class Terminal:
    """The program at a terminal of its own."""

    def __init__(self, *args: str) -> None:
        self._controller, terminal = os.openpty()
        env = {**os.environ, "TERM": "dumb", "COLUMNS": "80", "PYTHONIOENCODING": "utf-8"}
        self.process = subprocess.Popen(
            [*PROGRAM, *args], stdin=terminal, stdout=terminal, stderr=terminal, env=env, start_new_session=True
        )
        os.close(terminal)

    def until(self, mark: str) -> str:
        """What is written until this comes."""
        text, patience = "", time.monotonic() + PATIENCE
        while mark not in text and time.monotonic() < patience:
            if select.select([self._controller], [], [], 0.1)[0]:
                try:
                    text += os.read(self._controller, 65536).decode(errors="replace")
                except OSError:  # the program has ended
                    break
        return text

    def rest(self) -> str:
        """What is still written until the program ends, or patience does."""
        return self.until("\0")

    def type(self, text: str) -> None:
        os.write(self._controller, text.encode())

    def interrupt(self) -> None:
        """Ctrl-C, which only a terminal that controls the process would turn into this."""
        self.process.send_signal(signal.SIGINT)

    def end(self) -> int:
        code = self.process.wait(PATIENCE)
        os.close(self._controller)
        return code
