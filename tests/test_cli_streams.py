"""Streams that end or break, interruptions, and what a terminal shows."""

from __future__ import annotations

import io
import json
import os
import select
import shlex
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable
from errno import EMFILE
from pathlib import Path

import pytest

from diamonds_solver import cli
from diamonds_solver.cli import options
from diamonds_solver.games.diamonds.records.notation import example_path, example_text

from .program import (
    ENDING,
    OPTIONS,
    PATIENCE,
    PROGRAM,
    Answer,
    Terminal,
    assert_plain_error,
    diamonds,
    unwrapped,
    wait_for_work,
)

Completed = Callable[[str], list[str]]

# -- ends that are no answers -------------------------------------------------------------------------------------------------------------


def test_a_reader_that_goes_away_is_no_error() -> None:
    program = subprocess.Popen(
        [sys.executable, "-m", "diamonds_solver", "deal", "20000", "--seed", "1"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert program.stdout is not None
    assert program.stderr is not None
    program.stdout.readline()
    program.stdout.close()
    errors = program.stderr.read().decode()
    program.stderr.close()
    assert program.wait(timeout=PATIENCE) == cli.BROKEN_PIPE
    assert errors == ""


@pytest.mark.long
@pytest.mark.parametrize("at_once", [1, 2])
def test_each_record_of_a_live_pipe_is_answered_at_once(at_once: int) -> None:
    """A program that waits for the answers before it goes on gets them, with many threads, too."""
    args = [sys.executable, "-m", "diamonds_solver", "solve", "--threads", "2", "--json", "--quiet", "-"]
    with subprocess.Popen(args, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0) as program:
        assert program.stdin is not None
        assert program.stdout is not None
        record = subprocess.run(
            [sys.executable, "-m", "diamonds_solver", "convert", "--json", ENDING], capture_output=True, check=True, timeout=PATIENCE
        ).stdout
        for _ in range(3):
            program.stdin.write(record * at_once)
            program.stdin.flush()
            for _ in range(at_once):
                assert select.select([program.stdout], [], [], PATIENCE)[0], "no answer"
                assert json.loads(program.stdout.readline())["id"] == "ending"
        program.stdin.close()
        assert program.wait(timeout=PATIENCE) == 0


@pytest.mark.parametrize(
    ("args", "text"),
    [
        (("evaluate", "--samples", "50", "diamoniak 1; players 2; deck R2 G2 D3 W; turn P1"), "the price"),
        (("evaluate", "--samples", "50", "9,3,T", "--game", "diams"), "the values are invented"),
        (("analyse", "--worlds", "2", "diamoniak 1; players 2; deck R2 G2 D3 W; turn P1; play R stop G"), "Diamoniak has no hindsight"),
    ],
    ids=lambda args: args[0] if isinstance(args, tuple) else "",
)
def test_notes_are_no_data(args: tuple[str, ...], text: str) -> None:
    """They are for people: standard output is the same without them."""
    noted, quiet = diamonds(*args, "--seed", "1"), diamonds(*args, "--seed", "1", "--quiet")
    assert f"note: {text}" in noted.err
    assert text not in noted.out
    assert quiet == Answer(0, noted.out, "")


def with_closed(redirection: str, *args: str) -> Answer:
    """Runs the program with a stream that the shell has closed."""
    command = f'exec {shlex.quote(sys.executable)} -m diamonds_solver "$@" {redirection}'
    result = subprocess.run(["bash", "-c", command, "bash", *args], capture_output=True, text=True, timeout=PATIENCE, check=False)
    return Answer(result.returncode, result.stdout, result.stderr)


@pytest.mark.posix
@pytest.mark.long
def test_closed_streams_are_told() -> None:
    for args in (["solve"], ["solve", "-"], ["check"], ["verify", "-"], ["new", "-"], ["practice", "--json", "-"]):
        answer = with_closed("<&-", *args)
        assert_plain_error(answer, cli.USAGE)
        assert "standard input is closed" in answer.err
    assert with_closed("<&-", "solve", "--json", ENDING).code == 0
    for redirection in (">&-", "<&- >&-", "1</dev/null"):
        answer = with_closed(redirection, "solve", "--quiet", ENDING)
        assert answer == (cli.NO, "", "diamonds: error: standard output is closed\n")
    assert with_closed(">&-", "check", "--quiet", ENDING) == (0, "", "")
    assert with_closed("2>&-", "solve", ENDING).out == diamonds("solve", ENDING).out


@pytest.mark.posix
@pytest.mark.long
@pytest.mark.parametrize("as_json", [True, False])
def test_ctrl_c_ends_a_search(as_json: bool) -> None:
    program = subprocess.Popen(
        [sys.executable, "-m", "diamonds_solver", "solve", ENDING, str(example_path("full6")), *(["--json"] if as_json else [])],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # a shell's background jobs inherit a SIGINT that is ignored
    )
    assert program.stdout is not None
    assert program.stdout.readline()  # the first answer is there: the next search begins
    wait_for_work(program, 0.5)
    program.send_signal(signal.SIGINT)
    try:
        out, err = program.communicate(timeout=PATIENCE)
    finally:
        program.kill()
    assert program.returncode == cli.INTERRUPTED
    if as_json:
        assert json.loads(out)["exact"] is False
    else:
        assert b"not finished: interrupted; proven so far" in out
    assert b"Traceback" not in err


@pytest.mark.posix
def test_ctrl_c_while_the_program_is_loaded_shows_no_traceback() -> None:
    code = """
import os, runpy, signal, sys
class Interrupt:
    def find_spec(self, name, *_):
        if name == "click":
            os.kill(os.getpid(), signal.SIGINT)
signal.signal(signal.SIGINT, signal.default_int_handler)
sys.meta_path.insert(0, Interrupt())
runpy.run_module("diamonds_solver", run_name="__main__")
"""
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, timeout=PATIENCE, check=False)
    assert (result.returncode, result.stdout, result.stderr) == (-signal.SIGINT, b"", b"")


def test_shells_can_ask_for_completions() -> None:
    answer = diamonds(env={"_DIAMONDS_COMPLETE": "bash_complete", "COMP_WORDS": "diamonds do", "COMP_CWORD": "1"})
    assert answer.out.split() == ["plain,doctor"]


@pytest.fixture
def completed(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Completed:
    """What a shell is offered for the last word of a line."""

    def offered(begun: str) -> list[str]:
        answers = {"_DIAMONDS_COMPLETE": "bash_complete", "COMP_WORDS": begun, "COMP_CWORD": str(len(begun.split()) - 1)}
        for name, value in answers.items():
            monkeypatch.setenv(name, value)
        with pytest.raises(SystemExit):
            cli.main()
        return capsys.readouterr().out.split()

    return offered


@pytest.mark.parametrize(
    ("begun", "found"),
    [
        ("diamonds help comp", ["completion"]),
        ("diamonds help ev", ["evaluate"]),
        ("diamonds examples mid", ["mid-trick"]),
        ("diamonds advise --engine pl", ["playout"]),
        ("diamonds advise --engine mc", ["mcts"]),
        ("diamonds arena greedy is", ["ismcts"]),
        ("diamonds solve --model max", ["maxn"]),
        ("diamonds play --level hu", ["human"]),
        ("diamonds play --level stro", ["strong"]),
        ("diamonds play --think", ["--think-time"]),
    ],
)
def test_completion_knows_what_can_be_named(begun: str, found: list[str], completed: Completed) -> None:
    assert completed(begun) == [f"plain,{word}" for word in found]


@pytest.mark.parametrize("begun", ["diamonds solve ga", "diamonds play ga", "diamonds play --save ga"])
def test_files_are_completed_by_the_shell(begun: str, completed: Completed) -> None:
    assert completed(begun) == ["file,ga"]


def test_help_by_name() -> None:
    for name in ("solve", "arena"):
        assert diamonds("help", name) == diamonds(name, "--help")
    assert diamonds("help") == diamonds("--help")
    assert "_DIAMONDS_COMPLETE=bash_source diamonds" in diamonds("help", "completion").out
    wrong = diamonds("help", "slove")
    assert_plain_error(wrong, cli.USAGE)
    assert "Did you mean 'solve'?" in wrong.err
    assert "diamonds help completion" in diamonds("--help").out


@pytest.mark.parametrize(
    ("env", "expected"),
    [({}, False), ({"FORCE_COLOR": "1"}, True), ({"FORCE_COLOR": "1", "NO_COLOR": "1"}, False)],
    ids=str,
)
def test_colours_are_for_terminals_and_who_asks(env: dict[str, str], expected: bool) -> None:
    args = ["advise", "-q", "--engine", "playout", "--worlds", "20", "--seed", "1", str(example_path("advice"))]
    assert ("\x1b[" in diamonds(*args, env={"NO_COLOR": "", "FORCE_COLOR": "", **env}).out) == expected


@pytest.mark.parametrize("args", [("show", ENDING), ("solve", ENDING, "-q"), ("check", ENDING), ("solve", "nowhere.dia")], ids=str)
def test_what_has_no_colours(args: tuple[str, ...]) -> None:
    answer = diamonds(*args, env={"NO_COLOR": "", "FORCE_COLOR": "1"})
    assert "\x1b[" not in answer.out + answer.err


@pytest.mark.posix
def test_a_terminal_has_colours() -> None:
    args = ["advise", "-q", "--engine", "playout", "--worlds", "20", "--seed", "1", str(example_path("advice"))]
    terminal = Terminal(*args, TERM="xterm", NO_COLOR="", FORCE_COLOR="")
    assert "\x1b[1m" in terminal.rest()
    assert terminal.end() == 0


@pytest.mark.parametrize(
    ("error", "code", "says"),
    [
        (KeyboardInterrupt(), cli.INTERRUPTED, ""),
        (ValueError("a bug"), cli.NO, "internal error: ValueError: a bug"),
        (OSError(28, "No space left on device"), cli.NO, "error: the system: No space left on device\n"),
        (OSError(EMFILE, os.strerror(EMFILE)), cli.NO, "error: the system cannot open more files\n  = hint: 'ulimit -n'"),
        (BrokenPipeError(32, "Broken pipe"), cli.NO, "error: the system: Broken pipe\n"),  # not that of standard output
        (RuntimeError("can't start new thread"), cli.NO, "error: the system cannot start more threads\n  = hint: --threads 1"),
        (RuntimeError("a bug"), cli.NO, "internal error: RuntimeError: a bug"),
        (MemoryError("Unable to allocate an array"), cli.NO, "error: there is not enough memory\n  = hint: --threads 1"),
        (
            ImportError("numpy.so: failed to map segment from shared object"),
            cli.NO,
            "error: there is not enough memory\n  = hint: is the address space limited?",
        ),
        (PermissionError(13, "Permission denied", "secret.dia"), cli.BAD_INPUT, "secret.dia"),
    ],
    ids=lambda value: type(value).__name__,
)
def test_errors_become_exit_codes(
    error: BaseException, code: int, says: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail() -> None:
        raise error

    monkeypatch.delenv("DIAMONDS_DEBUG", raising=False)
    monkeypatch.setattr("diamonds_solver.cli.doctor.examine", fail)
    assert cli.run(["doctor"]) == code
    captured = capsys.readouterr()
    assert captured.out == ""
    assert says in captured.err
    assert "Traceback" not in captured.err


def test_debug_shows_where_an_internal_error_happened(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DIAMONDS_DEBUG", "1")
    monkeypatch.setattr("diamonds_solver.cli.doctor.examine", lambda: 1 // 0)
    with pytest.raises(ZeroDivisionError):
        cli.run(["doctor"])


@pytest.mark.posix
@pytest.mark.parametrize(
    "args",
    [("convert", ENDING), pytest.param(("examples", "--help"), marks=pytest.mark.long), ("deal", "100", "--seed", "1", "-q")],
    ids=str,
)
def test_a_full_disk_is_told(args: tuple[str, ...]) -> None:
    """Little or much, text or bytes."""
    with Path("/dev/full").open("w") as full:
        result = subprocess.run([*PROGRAM, *args], stdout=full, stderr=subprocess.PIPE, timeout=PATIENCE, check=False)
    assert result.returncode == cli.NO
    assert result.stderr == b"diamonds: error: standard output: No space left on device\n"


# -- the terminal -------------------------------------------------------------------------------------------------------------------------


@pytest.mark.posix
def test_a_progress_bar_does_not_touch_the_data() -> None:
    """Standard error is a terminal, standard output a file."""
    args = ["deal", "400", "--cards", "2", "--seed", "1", "--one-line"]
    with tempfile.TemporaryFile() as file:
        terminal = Terminal(*args, stdout=file, TERM="xterm")
        assert "dealing" in terminal.rest()
        assert terminal.end() == 0
        file.seek(0)
        assert file.read().decode() == diamonds(*args).out


@pytest.mark.parametrize(("encoding", "expected"), [("utf-8", True), ("ascii", False), ("latin-1", False), ("utf-16", True)])
def test_symbols(encoding: str, expected: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(io.BytesIO(), encoding=encoding))
    assert options.can_write("♦♥♠♣") is expected


@pytest.mark.parametrize("command", ["show", "solve"])
def test_a_terminal_without_unicode_is_no_reason_to_fail(command: str) -> None:
    text = example_text("ending").replace("Ann", "Zoë♦")
    answer = diamonds(command, *OPTIONS.get(command, ()), "-", stdin=text, env={"PYTHONIOENCODING": "ascii"})
    assert answer.code == 0
    assert answer.err.isascii()


@pytest.mark.posix
def test_errors_fit_a_terminal() -> None:
    """Sentences go on in the next line, at a blank; what is quoted of a record stays as it is. A pipe gets them in one line."""
    text = f'diamonds 1; players "1" Bob; id {"x" * 60}'
    terminal = Terminal("check", text)
    lines = terminal.rest().splitlines()
    terminal.end()
    sentence = "= hint: names do not look like seats or numbers, and do not begin or end with a space"
    assert sentence in unwrapped("\n".join(lines))
    assert max(len(line) for line in lines if "xxx" not in line) <= 80
    assert any(line.startswith("   1 | diamonds 1; players") for line in lines)
    assert sentence in diamonds("check", text).err
