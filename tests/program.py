"""Runs the program as its users do."""

from __future__ import annotations

import _thread
import codecs
import contextlib
import io
import os
import re
import select
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import IO, Any, NamedTuple
from unittest import mock

from diamonds_solver import cli
from diamonds_solver.games.diamonds.records.notation import example_path

PROGRAM = (sys.executable, "-m", "diamonds_solver")
PATIENCE = 120.0  # seconds until a test gives up, on a busy machine
RETRY = 5.0  # seconds until a signal that had no effect is sent again
ENDING = str(example_path("ending"))
READS_RECORDS = ("check", "convert", "perft", "show", "solve")
OPTIONS = {"convert": ["--to", "dia"], "perft": ["--depth", "1"]}
"""What a command cannot do without."""


class Answer(NamedTuple):
    code: int
    out: str
    err: str


def diamonds(*args: str, stdin: str | bytes = b"", env: dict[str, str] | None = None, together: bool = False) -> Answer:
    """Runs a command line, in this process where `env` is for the commands alone: a new one takes half a second to start. `together`: both
    streams go to `out`.
    """
    stdin = stdin.encode() if isinstance(stdin, str) else stdin
    env = env or {}
    if any(name.startswith(("PYTHON", "_DIAMONDS")) for name in env):
        env = {**os.environ, "PYTHONIOENCODING": "utf-8", **env}
        result = subprocess.run([*PROGRAM, *args], input=stdin, capture_output=True, timeout=PATIENCE, check=False, env=env)
        return Answer(result.returncode, result.stdout.decode(), result.stderr.decode())
    out, err = (io.TextIOWrapper(io.BytesIO(), "utf-8", "backslashreplace", newline="\n", write_through=True) for _ in range(2))
    with contextlib.ExitStack() as stack:
        file = stack.enter_context(tempfile.TemporaryFile())
        file.write(stdin)
        file.seek(0)
        typed = stack.enter_context(io.TextIOWrapper(file, "utf-8", newline="\n"))
        for change in (mock.patch.dict(os.environ, env), mock.patch.object(sys, "stdin", typed)):
            stack.enter_context(change)
        stack.enter_context(contextlib.redirect_stdout(out))
        stack.enter_context(contextlib.redirect_stderr(out if together else err))
        code = cli.run(list(args))
    return Answer(code, out.buffer.getvalue().decode(), err.buffer.getvalue().decode())


def assert_plain_error(answer: Answer, code: int) -> None:
    """The exit code, a message, no data and no traceback."""
    assert answer.code == code
    assert answer.out == ""
    assert answer.err.strip()
    assert "Traceback" not in answer.err


def unwrapped(text: str) -> str:
    """In one line: where a terminal breaks lines depends on seeds, times and the length of paths."""
    return re.sub(r"\s*\r?\n\s*", " ", text)


class Terminal:
    """The program at a terminal of its own; its standard output may go to a file instead."""

    def __init__(self, *args: str, stdout: IO[bytes] | None = None, **env: str) -> None:
        self._controller, terminal = os.openpty()
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        env = {**os.environ, "TERM": "dumb", "COLUMNS": "80", "PYTHONIOENCODING": "utf-8", **env}
        self.process = subprocess.Popen(
            [*PROGRAM, *args], stdin=terminal, stdout=stdout or terminal, stderr=terminal, env=env, start_new_session=True
        )
        os.close(terminal)

    def until(self, mark: str | Callable[[str], object]) -> str:
        """What is written until this comes, in one line or broken into several, or until it is enough."""
        text, patience = "", time.monotonic() + PATIENCE
        while not (mark in unwrapped(text) if isinstance(mark, str) else mark(text)):
            new = self._read(patience - time.monotonic())
            assert new is not None, f"the program ended, or wrote for {PATIENCE} s nothing but: {text}"
            text += new
        return text

    def rest(self) -> str:
        """What is still written until the program ends."""
        texts = iter(lambda: self._read(PATIENCE), None)
        return "".join(texts)

    def _read(self, seconds: float) -> str | None:
        """What is written next; None where the program has ended, or writes nothing for that long."""
        if not select.select([self._controller], [], [], max(0.0, seconds))[0]:
            return None
        try:
            return self._decoder.decode(os.read(self._controller, 65536))
        except OSError:  # the program has ended
            return None

    def type(self, text: str) -> None:
        os.write(self._controller, text.encode())

    def interrupt(self) -> None:
        """Ctrl-C, which only a terminal that controls the process would turn into this."""
        self.process.send_signal(signal.SIGINT)

    def interrupt_prompt(self) -> None:
        """Ctrl-C until something follows: Python hears none that comes after a prompt was shown and before it waits for a key."""
        for _ in range(round(PATIENCE / RETRY)):
            self.interrupt()
            if select.select([self._controller], [], [], RETRY)[0]:
                return

    def work(self, seconds: float = 0.3) -> None:
        """Waits until the program has worked that long from now on: on a busy machine processor time tells, not the clock."""
        wait_for_work(self.process, seconds)

    def end(self) -> int:
        code = self.process.wait(PATIENCE)
        os.close(self._controller)
        return code


def interrupt_program() -> None:
    """Ctrl-C for this process, from any thread."""
    if sys.platform == "win32":  # where os.kill would end it
        _thread.interrupt_main()
    else:
        os.kill(os.getpid(), signal.SIGINT)


def wait_for_work(process: subprocess.Popen[Any], seconds: float) -> None:
    """Waits until the process has used so much more processor time; without /proc, for so long."""
    begun, patience = processor_time(process), time.monotonic() + PATIENCE
    while processor_time(process) < begun + seconds:
        assert process.poll() is None, "the program has ended"
        assert time.monotonic() < patience, "the program does not work"
        time.sleep(0.02)


def processor_time(process: subprocess.Popen[Any]) -> float:
    """Seconds of all its threads."""
    file = Path(f"/proc/{process.pid}/stat")
    if not file.exists():
        return time.monotonic()
    user, system = file.read_text().rpartition(")")[2].split()[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")
