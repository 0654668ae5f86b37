"""What the system refuses: full disks, bad disks, no more files, threads or processes. Each fault comes at the first chance, then at the
second, and so on until the command is done. It says what was refused, leaves old files as they were, and goes on when repeated."""

from __future__ import annotations

import asyncio
import io
import multiprocessing
import os
import re
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from errno import EAGAIN, EIO, EMFILE
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from diamonds_solver import cli
from diamonds_solver.common.files import LineLog, TextError
from diamonds_solver.games.diamonds.records.notation import example_path
from diamonds_solver.games.records import examples
from diamonds_solver.web.jobs import JobRunner

from .program import ENDING, Answer

resource = pytest.importorskip("resource", reason="limits are set as POSIX has them")

MOST_FAULTS = 20
OLD = {".dia": b"diamonds 1\n", ".html": b"<!doctype html>\n", ".csv": b"what was there before\n"}
"""What is replaced: something of the same kind."""
GAME = str(example_path("mid-trick"))
JUDGED = (GAME, "--worlds", "4", "--engine", "playout", "--seed", "1", "-q", "--threads", "1")
ROWS = ("table", "make", "--deals", "3", "-p", "2", "--cards", "2", "--seed", "1", "--block", "2", "-q", "--threads", "1")
MATCH = ("arena", "greedy", "random", "-p", "2", "--cards", "4", "--deals", "3", "--seed", "1", "-q")
Run = Callable[..., Answer]
Fault = Callable[[int], Any]
"""A block in which the system refuses something after so many times, or so many bytes."""


class Writer(NamedTuple):
    """A command that writes a file; its name is still missing at the end of `args`."""

    args: tuple[str, ...]
    name: str
    replaces: bool = True
    """Whether it replaces a file; else it goes on with what lies there."""


WRITERS = {
    "convert": Writer(("convert", ENDING, "-o"), "a.dia"),
    "report": Writer(("report", *JUDGED, "-o"), "a.html"),
    "analyse --annotate": Writer(("analyse", *JUDGED, "--annotate"), "a.dia"),
    "analyse --html": Writer(("analyse", *JUDGED, "--html"), "a.html"),
    "analyse --out": Writer(("analyse", *JUDGED, "--out"), "a.ndjson", replaces=False),
    "arena": Writer((*MATCH, "--threads", "1", "--out"), "a.ndjson", replaces=False),
    "table csv": Writer((*ROWS, "--out"), "a.csv", replaces=False),
    "table ndjson": Writer((*ROWS, "--out"), "a.ndjson", replaces=False),
    "table parquet": Writer((*ROWS, "--out"), "a.parquet", replaces=False),
    "table --force": Writer((*ROWS, "--force", "--out"), "a.csv"),
}


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs the command in this process. Whatever happens, it is neither a traceback nor a mistake of the program."""
    monkeypatch.delenv("DIAMONDS_DEBUG", raising=False)

    def run(*args: str, stdin: str = "") -> Answer:
        monkeypatch.setattr(sys, "stdin", io.StringIO(stdin))
        code = cli.run(list(args))
        answer = Answer(code, *capsys.readouterr())
        assert "internal error" not in answer.err
        assert "Traceback" not in answer.err
        return answer

    return run


@contextmanager
def limited(kind: int, value: int) -> Iterator[None]:
    """In the block this process has a limit of its resources."""
    before = resource.getrlimit(kind)
    resource.setrlimit(kind, (value, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(kind, before)


def full_disk(size: int) -> Any:
    """No file can become longer than some bytes: 0, 1, 8, 64."""
    return limited(resource.RLIMIT_FSIZE, 8 ** (size - 1) if size else 0)


def no_more_files(number: int) -> Any:
    """So many files can be opened at a time."""
    lowest = os.dup(0)
    os.close(lowest)
    return limited(resource.RLIMIT_NOFILE, lowest + number)


@contextmanager
def bad_disk(number: int) -> Iterator[None]:
    """The system calls after so many fail."""
    import fcntl

    left = count(number, -1)
    with pytest.MonkeyPatch.context() as patch:
        for module, name in ((os, "fsync"), (os, "replace"), (os, "chmod"), (os, "mkdir"), (os, "truncate"), (fcntl, "flock")):

            def call(first: Any, *args: Any, _true: Callable[..., Any] = getattr(module, name), **options: Any) -> Any:
                if next(left) > 0:
                    return _true(first, *args, **options)
                raise OSError(EIO, os.strerror(EIO), *([] if isinstance(first, int) or hasattr(first, "fileno") else [str(first)]))

            patch.setattr(module, name, call)
        yield


def contents(path: Path) -> bytes:
    """A file without the times that it tells."""
    return re.sub(rb'"ms":.*|"seconds":[^,}]*', b"", path.read_bytes())


FAULTS: dict[str, tuple[Fault, str]] = {
    "full disk": (full_disk, "File too large"),
    "open files": (no_more_files, os.strerror(EMFILE)),
    "bad disk": (bad_disk, os.strerror(EIO)),
}


@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize("name", WRITERS)
def test_a_file_is_whole_or_as_it_was(name: str, fault: str, run: Run, tmp_path: Path) -> None:
    if name == "table parquet":
        pytest.importorskip("pyarrow")
    writer, (failing, reason) = WRITERS[name], FAULTS[fault]
    clean = tmp_path / "clean" / writer.name
    clean.parent.mkdir()
    assert run(*writer.args, str(clean)).code == 0
    for number in range(MOST_FAULTS):
        path = tmp_path / str(number) / writer.name
        path.parent.mkdir()
        if writer.replaces:
            path.write_bytes(OLD[path.suffix])
        with failing(number):
            answer = run(*writer.args, str(path))
        if answer.code == 0:
            break
        assert answer.code == cli.BAD_INPUT
        assert f"{reason} [E-FILE]" in answer.err
        names = (str(path), GAME, ENDING, "tokens.css")  # what it reads, or what it writes
        assert any(name in answer.err for name in names), answer.err
        assert_nothing_is_broken(path, clean, writer)
        assert run(*writer.args, str(path)).code == 0
        assert contents(path) == contents(clean)
    assert 0 < number < MOST_FAULTS - 1
    assert contents(path) == contents(clean)


def assert_nothing_is_broken(path: Path, clean: Path, writer: Writer) -> None:
    """What lies on the disk after a failure: the old file, or a part to go on with; no temporary file."""
    if writer.replaces:
        assert path.read_bytes() == OLD[path.suffix]
    elif path.exists():
        assert contents(clean).startswith(contents(path)[:-1])
    assert not list(path.parent.rglob(".*"))


@pytest.mark.parametrize("fault", FAULTS)
def test_a_game_that_cannot_be_saved_is_played_on(fault: str, run: Run, tmp_path: Path) -> None:
    """The file is that of the last move that could be saved."""
    failing, reason = FAULTS[fault]
    play = ("play", ENDING, "--seat", "P4", "--seed", "1", "-q", "--level", "greedy", "--save")
    examples()  # loads the notations of all games, as a hint on a file does
    for number in range(MOST_FAULTS):
        path = tmp_path / str(number) / "a.dia"
        path.parent.mkdir()
        with failing(number):
            answer = run(*play, str(path), stdin="D2\nquit\n")
        if answer.code == 0:
            break
        assert answer.code == cli.BAD_INPUT
        assert reason in answer.err
        assert any(name in answer.err for name in (str(path), ENDING)), answer.err
        assert [file for file in path.parent.iterdir() if file != path] == []
        assert not path.exists() or run("play", str(path), "-q", stdin="quit\n").code == 0
    assert 0 < number < MOST_FAULTS - 1


def test_two_programs_do_not_write_one_file(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "a.ndjson"
    with LineLog(path):
        answer = run("analyse", *JUDGED, "--out", str(path))
    assert answer == (cli.BAD_INPUT, "", answer.err)
    assert f"{path}: another program writes this file [E-ANALYSIS]" in answer.err
    assert path.read_bytes() == b""


# -- threads and processes ----------------------------------------------------------------------------------------------------------------

THREADED = {
    "solve": ("solve", ENDING, "-q"),
    "solve many": ("solve", ENDING, ENDING, ENDING, "-q"),
    "solve --all": ("solve", GAME, "--all", "-q"),
    "advise": ("advise", str(example_path("advice")), "--engine", "playout", "--worlds", "40", "--seed", "1", "-q"),
    "analyse": ("analyse", *JUDGED[:-2], "--json"),
    "evaluate": ("evaluate", "9,3,T", "--game", "diams", "--samples", "300", "--seed", "1", "-q"),
    "table": (*ROWS[:-2], "--json"),
}


@pytest.fixture
def no_more_threads(monkeypatch: pytest.MonkeyPatch) -> Callable[[int], None]:
    """Gives a function: so many threads can be started from now on."""
    start = threading.Thread.start

    def limit(number: int) -> None:
        left = count(number, -1)

        def start_or_fail(thread: threading.Thread) -> None:
            if next(left) <= 0:
                raise RuntimeError("can't start new thread")  # as Python does where the system refuses one
            start(thread)

        monkeypatch.setattr(threading.Thread, "start", start_or_fail)

    return limit


@pytest.mark.parametrize("name", THREADED)
def test_threads_that_cannot_be_started(name: str, run: Run, no_more_threads: Callable[[int], None]) -> None:
    args = (*THREADED[name], "--threads", "3")
    clean = run(*args)
    assert clean.code == 0
    for number in range(MOST_FAULTS):
        no_more_threads(number)
        answer = run(*args)
        assert [thread for thread in threading.enumerate() if not thread.daemon] == [threading.main_thread()]
        if answer.code == 0:
            break
        assert answer.code == cli.NO
        assert answer.err.startswith("diamonds: error: the system cannot start more threads\n  = hint: --threads 1 ")
    assert number < MOST_FAULTS - 1
    assert without_times(answer.out) == without_times(clean.out)


def without_times(text: str) -> str:
    return re.sub(r'"seconds": [^,}]*|[0-9.]+ s\b', "", text)


@pytest.mark.long
@pytest.mark.parametrize("number", range(3))
def test_processes_that_cannot_be_started(number: int, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    from multiprocessing import resource_tracker, util

    resource_tracker.ensure_running()
    start, left = util.spawnv_passfds, count(number, -1)

    def start_or_fail(*args: Any) -> Any:
        if next(left) <= 0:
            raise BlockingIOError(EAGAIN, os.strerror(EAGAIN))
        return start(*args)

    monkeypatch.setattr(util, "spawnv_passfds", start_or_fail)
    answer = run(*MATCH, "--threads", "3")
    assert answer.code == cli.NO
    assert f"the system cannot start more processes: {os.strerror(EAGAIN)} [E-WORKER]" in answer.err
    assert "= hint: --threads 1 " in answer.err
    assert multiprocessing.active_children() == []


def test_a_thread_for_the_processes_that_cannot_be_started(run: Run, no_more_threads: Callable[[int], None]) -> None:
    no_more_threads(0)
    answer = run(*MATCH, "--threads", "2")
    assert answer.code == cli.NO
    assert "the system cannot start more processes: can't start new thread [E-WORKER]" in answer.err
    for process in multiprocessing.active_children():
        process.join(20)
    assert multiprocessing.active_children() == []


def test_too_few_files_for_processes(run: Run) -> None:
    with no_more_files(4):
        answer = run(*MATCH, "--threads", "2")
    assert answer.code == cli.NO
    assert f"the system cannot start more processes: {os.strerror(EMFILE)} [E-WORKER]" in answer.err


def test_the_page_goes_on_without_a_thread(no_more_threads: Callable[[int], None]) -> None:
    """A question for which no thread could be started is none that others would have to wait for."""
    desk = JobRunner()
    no_more_threads(0)
    for tab in ("first", "second"):  # the second would be told that the first is busy
        with pytest.raises(RuntimeError, match="thread"):
            asyncio.run(desk.start("questions", tab, lambda send, should_stop: {}, lambda failure: {}))


def test_a_disk_that_was_full_at_the_first_byte(tmp_path: Path) -> None:
    """What is left of a line is known as such, however short; what others wrote is not."""
    for text, is_foreign in (
        ("", False),
        ("{", False),
        ('{"are', False),
        ('{"arena":1', False),
        ("x", True),
        ('{"other"', True),
        ("x\n", False),
    ):
        path = tmp_path / "a.ndjson"
        path.write_text(text, encoding="utf-8")
        with LineLog(path) as log, pytest.raises(TextError, match="not ours") if is_foreign else nullcontext():
            log.read(lambda line: None, TextError, '{"arena"', "program", "not ours")
            assert not is_foreign, text
            assert path.read_text(encoding="utf-8") == text[: text.find("\n") + 1], text
