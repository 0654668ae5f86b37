"""Files where none can be written: no home, folders that are read only, no locks. What is only kept aside is done without, and that is
said; what was asked for is looked at before the work."""

from __future__ import annotations

import builtins
import fcntl
import io
import os
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from errno import EBADF, EIO, ENOLCK, ENOSYS, EOPNOTSUPP, EROFS
from pathlib import Path
from typing import Any

import click
import pytest

from diamonds_solver import cli
from diamonds_solver.cli.options import FileName, OutName
from diamonds_solver.cli.web import command as web
from diamonds_solver.common.files import LineLog
from diamonds_solver.games.diamonds.records.notation import example_path
from diamonds_solver.tables.store import NdjsonFormat, Store
from tests.program import ENDING, assert_plain_error, diamonds

REVIEWS = str(Path(__file__).with_name("data") / "reviews.ndjson")
GAME = str(example_path("mid-trick"))
REFUSED = os.strerror(EROFS)

pytestmark = pytest.mark.posix


@contextmanager
def read_only(folder: Path) -> Iterator[None]:
    """In the block nothing below the folder can be written, as on a file system that is mounted so: not even by root."""
    true_open, true_mkdir, true_access = io.open, os.mkdir, os.access

    def check(path: Any) -> None:
        if isinstance(path, str | Path) and Path(path).resolve().is_relative_to(folder):
            raise OSError(EROFS, REFUSED, str(path))

    def opened(file: Any, mode: str = "r", *args: Any, **options: Any) -> Any:
        if not set("wax+").isdisjoint(mode):
            check(file)
        return true_open(file, mode, *args, **options)

    def made(path: Any, *args: Any, **options: Any) -> None:
        check(path)
        true_mkdir(path, *args, **options)

    def allowed(path: Any, mode: int) -> bool:
        return not (mode & os.W_OK and Path(path).is_relative_to(folder)) and true_access(path, mode)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(io, "open", opened)
        patch.setattr(builtins, "open", opened)
        patch.setattr(os, "mkdir", made)
        patch.setattr(os, "access", allowed)
        yield


@contextmanager
def nobody(folder: Path) -> Iterator[None]:
    """In the block the user has neither a home nor a name, as in a container that is run by another number."""

    def unknown(number: int) -> None:
        raise KeyError(f"getpwuid(): uid not found: {number}")

    with pytest.MonkeyPatch.context() as patch:
        for name in ("HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME"):
            patch.delenv(name, raising=False)
        patch.setattr("pwd.getpwuid", unknown)
        yield


@contextmanager
def read_only_home(folder: Path) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        for name in ("STATE", "CACHE"):
            patch.setenv(f"XDG_{name}_HOME", str(folder / name))
        with read_only(folder):
            yield


# -- what is kept aside -------------------------------------------------------------------------------------------------------------------

HOMES = {"nobody": (nobody, "the user has no home folder"), "read only": (read_only_home, REFUSED)}
ASIDE = {
    "play": (("play", "-p", "2", "--seed", "1"), "quit\n", "the game is not kept for --resume: "),
    "practice": (("practice", REVIEWS, "--player", "Di"), "S9\nquit\n", "your answers are not kept: "),
    "practice a record": (
        ("practice", GAME, "--player", "Cy", "--worlds", "4", "--threads", "1"),
        "quit\n",
        "the review is not kept: ",
    ),
}


@pytest.mark.parametrize("home", HOMES)
@pytest.mark.parametrize("name", ASIDE)
def test_a_command_goes_on_without_a_home(name: str, home: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (args, typed, says), (without, reason) = ASIDE[name], HOMES[home]
    monkeypatch.setattr("diamonds_solver.cli.play.is_terminal", lambda stream: True)
    with without(tmp_path):
        answer = diamonds(*args, stdin=typed)
    assert answer.code == 0
    assert [line for line in answer.err.splitlines() if f"note: {says}" in line and reason in line]
    assert "again in" in answer.out or name != "practice"
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("home", HOMES)
def test_there_is_nothing_to_resume_without_a_home(home: str, tmp_path: Path) -> None:
    with HOMES[home][0](tmp_path):
        answer = diamonds("play", "--resume")
    assert_plain_error(answer, 2)
    assert "there is no unsaved game to resume" in answer.err


def test_what_was_answered_before_is_known_where_nothing_can_be_written(tmp_path: Path) -> None:
    home = {"XDG_STATE_HOME": str(tmp_path / "STATE")}
    assert "Di" in diamonds("practice", REVIEWS, "--player", "Di", stdin="S9\nquit\n", env=home).out
    due = diamonds("practice", REVIEWS, "--player", "Di", stdin="quit\n", env=home)
    with read_only_home(tmp_path):
        answer = diamonds("practice", REVIEWS, "--player", "Di", stdin="quit\n")
    assert answer.out == due.out
    path = tmp_path / "STATE" / "diamonds" / "practice.json"
    assert answer.err.startswith(f"note: your answers are not kept: {str(path)!r}: ")


def test_answers_that_can_be_kept_no_longer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The questions go on; where the file was asked for, the exit code says it."""
    path = tmp_path / "mine.json"

    def refuse(*args: Any) -> None:
        raise OSError(EROFS, REFUSED, str(path))

    monkeypatch.setattr("diamonds_solver.cli.practice.write_whole", refuse)
    answer = diamonds("practice", REVIEWS, "--player", "Di", "--progress", str(path), stdin="S9\nshow\nquit\n")
    assert answer.code == cli.BAD_INPUT
    assert answer.out.count("again in") == 2
    assert answer.err == f"note: your answers are not kept: {str(path)!r}: {REFUSED}\n"


def test_the_page_is_served_where_no_folder_is_for_its_link(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def refuse(**options: Any) -> None:
        raise FileNotFoundError(2, "No usable temporary directory found")

    monkeypatch.setenv("DISPLAY", ":0")
    monkeypatch.setattr("diamonds_solver.cli.web.TemporaryDirectory", refuse)
    monkeypatch.setattr("diamonds_solver.web.server.serve", lambda listener, limits, start: start(lambda: "http://127.0.0.1/"))
    monkeypatch.setattr("webbrowser.open", lambda url: pytest.fail("it was opened"))
    web.main(["--port", "0"], standalone_mode=False)
    said = capsys.readouterr()
    assert said.out == "http://127.0.0.1/\n"
    assert "note: the browser is not opened: No usable temporary directory found" in said.err


# -- locks --------------------------------------------------------------------------------------------------------------------------------

JUDGED = ("analyse", GAME, "--worlds", "4", "--engine", "playout", "--seed", "1", "--threads", "1", "--out")
LOCKING = {
    "arena": (
        ("arena", "greedy", "random", "-p", "2", "--cards", "4", "--deals", "2", "--seed", "1", "--threads", "1", "--out"),
        "a.ndjson",
    ),
    "analyse": (JUDGED, "a.ndjson"),
    "table": (("table", "--deals", "2", "-p", "2", "--cards", "2", "--seed", "1", "--threads", "1", "--out"), "a.csv"),
}


def refusing(patch: pytest.MonkeyPatch, number: int) -> None:
    def flock(*args: Any) -> None:
        raise OSError(number, os.strerror(number))

    patch.setattr(fcntl, "flock", flock)


@pytest.mark.parametrize("number", [ENOLCK, ENOSYS, EOPNOTSUPP, EBADF])
@pytest.mark.parametrize("name", LOCKING)
def test_a_file_system_without_locks(name: str, number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (args, file), path = LOCKING[name], tmp_path / LOCKING[name][1]
    refusing(monkeypatch, number)
    with warnings.catch_warnings():
        warnings.simplefilter("default")
        monkeypatch.setattr(warnings, "showwarning", cli._show_warning)
        answer = diamonds(*args, str(path))
    assert answer.code == 0
    assert f" cannot be locked ({os.strerror(number)}): make sure that no other program is writing to it\n" in answer.err
    assert [each.name for each in tmp_path.iterdir()] == [file]


@pytest.mark.parametrize("name", LOCKING)
def test_nothing_is_left_where_a_lock_fails(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    refusing(monkeypatch, EIO)
    assert_plain_error(diamonds(*LOCKING[name][0], str(tmp_path / LOCKING[name][1])), cli.BAD_INPUT)
    assert list(tmp_path.iterdir()) == []


def test_what_was_there_stays_where_a_lock_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    log, table = tmp_path / "a.ndjson", tmp_path / "b.ndjson"
    log.write_text("kept\n", encoding="utf-8")
    with Store(table, {}, NdjsonFormat()) as store:
        store.claim("1")
        store.add("1", [])
    before = sorted(tmp_path.rglob("*"))
    refusing(monkeypatch, EIO)
    with pytest.raises(OSError, match=os.strerror(EIO)):
        LineLog(log)
    with pytest.raises(OSError, match=os.strerror(EIO)):
        Store(table, {}, NdjsonFormat())
    assert sorted(tmp_path.rglob("*")) == before
    assert log.read_text(encoding="utf-8") == "kept\n"


# -- outputs that are asked for -----------------------------------------------------------------------------------------------------------


def parameters(command: click.Command, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], click.Parameter]]:
    """Those of all commands, with the words that name the command."""
    yield from ((path, parameter) for parameter in command.params)
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            below = command.get_command(context, name)
            assert below is not None
            yield from parameters(below, (*path, name))


FILES = [(path, parameter) for path, parameter in parameters(cli.cli) if isinstance(parameter.type, FileName | click.Path | click.File)]
OUTPUTS = [(*path, parameter.opts[0]) for path, parameter in FILES if isinstance(parameter.type, OutName)]
INPUTS = {"bench --compare", "new sheet", "table summary file", "verify file"}


def test_every_name_of_a_file_is_one_to_read_or_one_to_write() -> None:
    assert {" ".join((*path, parameter.opts[0])) for path, parameter in FILES} - set(map(" ".join, OUTPUTS)) == INPUTS
    assert len(OUTPUTS) >= 12


@pytest.mark.parametrize("output", OUTPUTS, ids=" ".join)
def test_an_output_is_looked_at_before_anything_else(output: tuple[str, ...], tmp_path: Path) -> None:
    """Also before what else is missing on the command line."""
    absent, there = tmp_path / "none" / "a.csv", tmp_path / "there"
    there.mkdir()
    for path in (absent, there):
        answer = diamonds(*output, str(path))
        assert_plain_error(answer, cli.BAD_INPUT)
        assert answer.err.startswith(f"diamonds: error: {str(path)!r}: ")
        assert answer.err.endswith(" [E-FILE]\n  = hint: give the name of a file that can be written, in a folder that is there\n")
    with read_only(there):
        assert f": {REFUSED} [E-FILE]\n" in diamonds(*output, str(there / "a.csv")).err
    assert list(there.iterdir()) == []
    other = tmp_path / "other.txt"
    other.write_bytes(b"kept")
    diamonds(*output, str(other))
    assert other.read_bytes() == b"kept"
    assert sorted(tmp_path.iterdir()) == [other, there]


def test_the_screen_as_an_output(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No file called "-" is made: it is the screen where an output goes there without the option, elsewhere no name."""
    monkeypatch.chdir(tmp_path)
    assert diamonds("convert", ENDING, "-o", "-") == diamonds("convert", ENDING)
    assert diamonds("new", "-o", "-") == diamonds("new")
    assert "'-' is not a file name" in diamonds("solve", ENDING, "--proof", "-").err
    assert list(tmp_path.iterdir()) == []


def test_a_source_that_is_not_there_is_said_before_the_work(monkeypatch: pytest.MonkeyPatch) -> None:
    """``--csv FILE`` is easily meant, and is a source."""
    monkeypatch.setattr("diamonds_solver.cli.analyse.judged", lambda *args: pytest.fail("it was judged"))
    answer = diamonds("analyse", GAME, "--csv", "no-such.csv")
    assert_plain_error(answer, cli.BAD_INPUT)
    assert "= hint: --csv writes to the screen: add >FILE.csv" in answer.err
    answer = diamonds("analyse", GAME, "no-such.dia", "--json")
    assert answer.code == cli.BAD_INPUT
    assert '"E-FILE"' in answer.out
