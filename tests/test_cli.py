"""The command line from outside: exit codes, streams, messages, and what is imported."""

from __future__ import annotations

import io
import json
import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import pytest

import diamonds_solver
from diamonds_solver import cli
from diamonds_solver.cli import COMMANDS, options
from diamonds_solver.games.diamonds.examples import EXAMPLES, example_path, example_text

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


# -- the frame ----------------------------------------------------------------------------------------------------------------------------


def test_alone_it_says_what_to_try() -> None:
    answer = diamonds()
    assert (answer.code, answer.err) == (0, "")
    assert len(answer.out.splitlines()) == 6


def test_version() -> None:
    assert diamonds("--version").out.split()[-1] == diamonds_solver.__version__


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help(command: str) -> None:
    answer = diamonds(command, "--help")
    assert (answer.code, answer.err) == (0, "")
    assert answer.out.startswith(f"Usage: diamonds {command} " if command else "Usage: diamonds ")


def test_the_table_of_commands_is_the_folder() -> None:
    helpers = {"__init__", "inputs", "limits", "options", "progress"}
    assert {path.stem for path in Path(cli.__file__).parent.glob("*.py")} - helpers == set(COMMANDS)


@pytest.mark.parametrize("args", [["--help"], [], ["--version"]], ids=str)
def test_the_frame_loads_nothing_heavy(args: Sequence[str]) -> None:
    code = f"""
import sys
from diamonds_solver.cli import main
try:
    main({list(args)!r})
except SystemExit:
    pass
heavy = {{"numpy", "scipy", "rich"}} & set(sys.modules)
ours = {{name for name in sys.modules if name.startswith("diamonds_solver.")}} - {{"diamonds_solver.cli", "diamonds_solver.errors"}}
print(sorted(heavy | ours), file=sys.stderr)
"""
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True)
    assert result.stderr.strip() == "[]"


@pytest.mark.parametrize(
    "args", [["nonsense"], ["solve", "--nonsense"], ["deal", "-p", "7"], ["deal", "--mid-trick"], ["examples", "nope"]], ids=str
)
def test_usage_errors(args: Sequence[str]) -> None:
    assert_plain_error(diamonds(*args), cli.USAGE)


# -- bad input ----------------------------------------------------------------------------------------------------------------------------

BAD_TEXTS = {
    "not a record": "hello\n",
    "empty": "",
    "mistakes": example_text("broken"),
    "no text": b"\x00\xff\xfe binary",
    "broken JSON": '{"diamonds": 1, "players":',
    "newer version": "diamonds 2; players 4\n",
}


@pytest.mark.parametrize("text", BAD_TEXTS.values(), ids=BAD_TEXTS)
@pytest.mark.parametrize("command", READS_RECORDS)
def test_bad_input(command: str, text: str | bytes) -> None:
    answer = diamonds(command, *OPTIONS.get(command, ()), "-", stdin=text)
    assert answer.code == cli.BAD_INPUT
    assert "error" in answer.err
    assert "Traceback" not in answer.err


@pytest.mark.parametrize("command", READS_RECORDS)
def test_missing_file(command: str, tmp_path: Path) -> None:
    answer = diamonds(command, *OPTIONS.get(command, ()), str(tmp_path / "none.dia"))
    assert_plain_error(answer, cli.BAD_INPUT)
    assert "none.dia" in answer.err


def test_a_folder_is_no_record(tmp_path: Path) -> None:
    assert_plain_error(diamonds("solve", str(tmp_path)), cli.BAD_INPUT)


@pytest.mark.parametrize("command", ["solve", "perft"])
def test_hidden_cards_need_advise(command: str) -> None:
    answer = diamonds(command, *OPTIONS.get(command, ()), "diamonds 1; players 4; hand P1 D5,4; see P1")
    assert_plain_error(answer, cli.BAD_INPUT)
    assert "advise" in answer.err


def test_good_records_are_answered_around_a_bad_one() -> None:
    answer = diamonds("solve", "--json", ENDING, str(example_path("broken")), ENDING)
    assert answer.code == cli.BAD_INPUT
    assert [json.loads(line)["id"] for line in answer.out.splitlines() if "to_move" in json.loads(line)] == ["ending", "ending"]


# -- good input ---------------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("command", READS_RECORDS)
def test_files_arguments_and_standard_input_are_the_same(command: str) -> None:
    text = example_text("ending")
    one_line = ";".join(line for line in text.splitlines() if line and not line.startswith("#"))
    needed = OPTIONS.get(command, [])
    ways = [
        diamonds(command, *needed, ENDING),
        diamonds(command, *needed, one_line),
        diamonds(command, *needed, "-", stdin=text),
        diamonds(command, *needed, stdin=text),
    ]
    assert {answer.code for answer in ways} == {0}
    assert len({answer.out for answer in ways}) == 1
    assert ways[0].out or command == "check"  # which says that all is well on standard error


@pytest.mark.parametrize(
    "args", [["solve", ENDING], ["perft", "-d", "2", ENDING], ["deal", "--seed", "1"], ["doctor"], ["show", ENDING]], ids=str
)
def test_json_is_one_object(args: Sequence[str]) -> None:
    answer = diamonds(*args, "--json")
    assert answer.code == 0
    assert isinstance(json.loads(answer.out), dict)


@pytest.mark.parametrize("args", [["examples"], ["deal", "3"], ["perft", "-d", "2", ENDING, ENDING], ["solve", ENDING, ENDING]], ids=str)
def test_json_of_many_is_one_object_a_line(args: Sequence[str]) -> None:
    lines = diamonds(*args, "--json").out.splitlines()
    assert len(lines) > 1
    assert all(isinstance(json.loads(line), dict) for line in lines)


# -- deal, perft, examples, demo, doctor --------------------------------------------------------------------------------------------------


def test_deal_is_the_same_for_the_same_seed() -> None:
    many, one = diamonds("deal", "3", "--seed", "5", "--one-line"), diamonds("deal", "--seed", "5", "--one-line")
    assert many.out.splitlines()[0] == one.out.strip()
    assert len(set(many.out.splitlines())) == 3
    assert one.err == "seed 5\n"
    assert one.out.split("; ")[1] == "id deal-5-1"


def test_deal_tells_the_seed_that_it_chose() -> None:
    first = diamonds("deal")
    seed = first.err.split()[1]
    assert diamonds("deal", "--seed", seed).out == first.out
    assert diamonds("deal", "--quiet", "--seed", seed).err == ""


@pytest.mark.parametrize(
    "options", [["--cards", "3"], ["-p", "2", "--cards", "4", "--mid-trick"], ["-p", "6", "--teams", "--cards", "2"]], ids=str
)
@pytest.mark.parametrize("form", ["--json", "--one-line", None])
def test_deal_makes_what_solve_reads(options: Sequence[str], form: str | None) -> None:
    dealt = diamonds("deal", "2", "--seed", "1", *options, *([form] if form else []))
    solved = diamonds("solve", "--json", stdin=dealt.out)
    assert (dealt.code, solved.code) == (0, 0)
    assert [json.loads(line)["exact"] for line in solved.out.splitlines()] == [True, True]


@pytest.mark.parametrize(
    "options", [["-p", "6", "--variant", "perfect"], ["-p", "5", "--teams"], ["--cards", "11"], ["--cards", "0"]], ids=str
)
def test_deal_refuses_what_the_rules_do_not_know(options: Sequence[str]) -> None:
    answer = diamonds("deal", "--quiet", *options)
    assert_plain_error(answer, cli.BAD_INPUT)
    assert "[E-" in answer.err


def test_perft_counts_like_the_reference() -> None:
    args = ["perft", "--depth", "3", "--divide", ENDING]
    core, reference = diamonds(*args), diamonds(*args, "--reference")
    assert core == reference
    assert core.out.splitlines()[-1] == "ending  depth 3  28"
    assert sum(int(line.split()[-1]) for line in core.out.splitlines()[:-1]) == 28


def test_perft_compares_with_the_record() -> None:
    good = diamonds("perft", str(example_path("suite")))
    assert good.code == 0
    wrong = diamonds("perft", "-", stdin=example_text("suite").replace("2:5", "2:7"))
    assert wrong.code == cli.NO
    assert "two-players  depth 2  5  WRONG: 7 expected" in wrong.out
    row = json.loads(diamonds("perft", "--json", "-", stdin=example_text("suite").replace("2:5", "2:7")).out.splitlines()[1])
    assert row == {"id": "two-players", "depth": 2, "nodes": 5, "expected": 7, "ok": False}


@pytest.mark.parametrize("field", ["", "x-perft one", "x-perft 1:-1", "x-perft 1"])
def test_perft_needs_a_depth(field: str) -> None:
    assert_plain_error(diamonds("perft", "-", stdin=f"{example_text('ending')}{field}\n"), cli.BAD_INPUT)


def test_examples() -> None:
    assert [line.split()[0] for line in diamonds("examples").out.splitlines()] == list(EXAMPLES)
    assert diamonds("examples", "ending").out == example_text("ending")
    assert Path(diamonds("examples", "ending", "--path").out.strip()).read_text(encoding="utf-8") == example_text("ending")


def test_demo_solves_and_tells_how() -> None:
    answer = diamonds("demo")
    assert answer.code == 0
    assert "S3" in answer.out
    assert "diamonds examples ending | diamonds solve" in answer.out


def test_doctor() -> None:
    report = json.loads(diamonds("doctor", "--json").out)
    assert report["ok"]
    assert report["diamonds_solver"] == diamonds_solver.__version__
    assert report["libraries"].keys() == {"numpy", "scipy", "click", "rich"}


def test_doctor_fails_with_its_self_test(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("diamonds_solver.cli.doctor.self_test", lambda: {"two-players": "value 5, not (6,)"})
    assert cli.run(["doctor"]) == cli.NO
    assert "two-players: value 5, not (6,)" in capsys.readouterr().out


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
    assert program.wait(timeout=60) == cli.BROKEN_PIPE
    assert errors == "seed 1\n"


@pytest.mark.skipif(os.name == "nt", reason="sends a signal")
def test_ctrl_c_ends_a_search() -> None:
    program = subprocess.Popen(
        [sys.executable, "-m", "diamonds_solver", "solve", str(example_path("full6")), "--json"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # a shell's background jobs inherit a SIGINT that is ignored
    )
    with pytest.raises(subprocess.TimeoutExpired):
        program.wait(timeout=1.5)
    program.send_signal(signal.SIGINT)
    try:
        out, err = program.communicate(timeout=30)
    finally:
        program.kill()
    assert program.returncode == cli.INTERRUPTED
    assert json.loads(out)["exact"] is False
    assert b"Traceback" not in err


def test_shells_can_ask_for_completions() -> None:
    answer = diamonds(env={"_DIAMONDS_COMPLETE": "bash_complete", "COMP_WORDS": "diamonds do", "COMP_CWORD": "1"})
    assert answer.out.split() == ["plain,doctor"]


@pytest.mark.parametrize(
    ("error", "code", "says"),
    [
        (KeyboardInterrupt(), cli.INTERRUPTED, ""),
        (ValueError("a bug"), cli.NO, "internal error: ValueError: a bug"),
        (OSError(28, "No space left on device"), cli.NO, "No space left"),
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


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_a_full_disk_is_told() -> None:
    with Path("/dev/full").open("w") as full:
        result = subprocess.run(
            [sys.executable, "-m", "diamonds_solver", "examples"], stdout=full, stderr=subprocess.PIPE, timeout=60, check=False
        )
    assert result.returncode == cli.NO
    assert b"No space left" in result.stderr
    assert b"Traceback" not in result.stderr


# -- the terminal -------------------------------------------------------------------------------------------------------------------------


@pytest.mark.skipif(os.name == "nt", reason="needs a pseudo-terminal")
def test_a_progress_bar_does_not_touch_the_data() -> None:
    """Standard error is a terminal, standard output a pipe."""
    controller, terminal = os.openpty()
    args = ["deal", "400", "--cards", "2", "--seed", "1", "--one-line"]
    result = subprocess.run(
        [sys.executable, "-m", "diamonds_solver", *args], stdout=subprocess.PIPE, stderr=terminal, timeout=60, check=True
    )
    os.close(terminal)
    shown = os.read(controller, 1 << 16)
    os.close(controller)
    assert result.stdout.decode() == diamonds(*args).out
    assert b"dealing" in shown


@pytest.mark.parametrize(("encoding", "expected"), [("utf-8", True), ("ascii", False), ("latin-1", False), ("utf-16", True)])
def test_symbols(encoding: str, expected: bool) -> None:
    stream = io.TextIOWrapper(io.BytesIO(), encoding=encoding)
    assert options.use_symbols(stream) is expected


@pytest.mark.parametrize("command", READS_RECORDS)
def test_a_terminal_without_unicode_is_no_reason_to_fail(command: str) -> None:
    text = example_text("ending").replace("Ann", "Zoë♦")
    answer = diamonds(command, *OPTIONS.get(command, ()), "-", stdin=text, env={"PYTHONIOENCODING": "ascii"})
    assert answer.code == 0
    assert answer.err.isascii()
