"""Runs cases in a process of their own, so that what kills it, or never ends, is a failure like any other."""

from __future__ import annotations

import json
import math
import os
import resource
import select
import signal
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from typing import IO, Any, NamedTuple, NoReturn

from .records import LawError


class Result(NamedTuple):
    number: int
    kind: str | None
    """None: all is well."""
    detail: str
    counts: Counter[str]


STARVED = 10
"""Times its processor seconds a step may take, where others have the processors."""

Work = Callable[[int, Callable[[str], object]], "Counter[str]"]
"""Does case `number`; calls back with what it is about to do. Raises LawError."""


def watched(first: int, is_over: Callable[[int], bool], work: Work, seconds: float) -> Iterator[Result]:
    """The results of the cases from `first` on, until `is_over`. A step is killed after `seconds` of processor time."""
    number = first
    while not is_over(number):
        with tempfile.TemporaryFile("w+", errors="replace") as messages:
            reader, writer = os.pipe()
            process = os.fork()
            if process == 0:
                os.close(reader)
                _serve(number, is_over, work, seconds, writer, messages)
            os.close(writer)
            step = ""
            with os.fdopen(reader) as stream:
                for said in _heard(stream, STARVED * seconds, process):
                    if isinstance(said, str):
                        step = said
                    else:
                        yield Result(number, said[0], said[1], Counter(said[2]))
                        number, step = number + 1, ""
            _, status = os.waitpid(process, 0)
            if os.WIFEXITED(status) and os.WEXITSTATUS(status) == 0:
                return
            messages.seek(0)
            text = messages.read()
        killed = os.WIFSIGNALED(status) and os.WTERMSIG(status) in (signal.SIGXCPU, signal.SIGKILL)
        summary = next((line for line in text.splitlines() if "runtime error" in line or "SUMMARY" in line or "Assertion" in line), "")
        yield Result(number, "no end" if killed else f"died: {summary or status}", f"{step}\n{text[-3000:]}", Counter())
        number += 1


def _serve(number: int, is_over: Callable[[int], bool], work: Work, seconds: float, writer: int, messages: IO[str]) -> NoReturn:
    """The process that works: says each step before it, and what became of each case."""
    os.dup2(messages.fileno(), 2)

    def say(value: object) -> None:
        limit = math.ceil(time.process_time() + seconds)
        resource.setrlimit(resource.RLIMIT_CPU, (limit, resource.RLIM_INFINITY))
        os.write(writer, (json.dumps(value) + "\n").encode())

    try:
        while not is_over(number):
            try:
                say((None, "", work(number, say)))
            except LawError as error:
                say((error.kind, str(error), {}))
            except Exception as error:
                say((f"{type(error).__name__}: {str(error)[:80]}", traceback.format_exc(), {}))
            number += 1
        os._exit(0)
    finally:
        os._exit(1)


def _heard(stream: IO[str], seconds: float, process: int) -> Iterator[Any]:
    """What the process says, until it ends or is killed because it says nothing."""
    unread = ""
    while True:
        if not select.select([stream], [], [], seconds)[0]:
            os.kill(process, signal.SIGKILL)
            return
        data = os.read(stream.fileno(), 1 << 16)
        if not data:
            return
        *lines, unread = (unread + data.decode()).split("\n")
        yield from map(json.loads, lines)
