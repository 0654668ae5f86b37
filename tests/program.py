"""Runs the program as its users do."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import NamedTuple

from diamonds_solver.games.diamonds.notation.examples import example_path

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
        [sys.executable, "-m", "diamonds_solver", *args],
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
