"""The command line from outside: exit codes, streams, messages, and what is imported."""

from __future__ import annotations

import io
import json
import os
import shlex
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


@pytest.mark.parametrize("args", [[], ["examples"], ["demo"], ["solve", "--model", "maxn", ENDING], ["bench", "--help"]], ids=str)
def test_lines_fit_on_a_terminal(args: Sequence[str]) -> None:
    assert max(map(len, diamonds(*args, env={"COLUMNS": "80"}).out.splitlines())) <= 80


def test_version() -> None:
    assert diamonds("--version").out.split()[-1] == diamonds_solver.__version__


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help(command: str) -> None:
    answer = diamonds(command, "--help")
    assert (answer.code, answer.err) == (0, "")
    assert answer.out.startswith(f"Usage: diamonds {command} " if command else "Usage: diamonds ")


def test_the_table_of_commands_is_the_folder() -> None:
    helpers = {"__init__", "errors", "inputs", "limits", "options", "progress"}
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


HIDDEN = "diamonds 1; id veiled; players 4; hand P1 D5,4; see P1"
PASSING = "diamonds 1; id passing; players 4; phase choose; hand P1 D15,9,3 H12,4 S7,1 C10,4,2; see P1"


@pytest.mark.parametrize("command", ["solve", "perft"])
@pytest.mark.parametrize(("text", "code"), [(HIDDEN, "E-HIDDEN"), (PASSING, "E-PHASE")], ids=["hidden", "phase"])
def test_records_that_cannot_be_solved_are_named_by_their_place(command: str, text: str, code: str, tmp_path: Path) -> None:
    path = tmp_path / "a.dia"
    path.write_text(f"{example_text('ending')}\n  {text}\n", encoding="utf-8")
    line = len(example_text("ending").splitlines()) + 2
    args = [command, *OPTIONS.get(command, ()), str(path)]
    answer = diamonds(*args)
    assert answer.code == cli.BAD_INPUT
    assert f"{path}:{line}:3: error: the " in answer.err
    assert f"[{code}]\n  = hint: " in answer.err
    good, bad = map(json.loads, diamonds(*args, "--json").out.splitlines())
    assert (good["id"], bad["id"]) == ("ending", text.split("; ")[1].split()[1])
    (problem,) = bad["errors"]
    assert [problem[key] for key in ("code", "file", "line", "column", "length")] == [code, str(path), line, 3, 10]


def test_perft_goes_on_after_records_it_cannot_count(tmp_path: Path) -> None:
    good = "diamonds 1; players 2; hand P1 D4,3; hand P2 H2,1; id"
    sources = ["diamonds 1; players 7", f"{good} a", HIDDEN, str(tmp_path / "none.dia"), f"{good} b; x-perft one", f"{good} c"]
    answer = diamonds("perft", "-d", "1", "--json", *sources)
    rows = [json.loads(line) for line in answer.out.splitlines()]
    assert (answer.code, answer.err) == (cli.BAD_INPUT, "")
    assert [row.get("nodes") or [error["code"] for error in row["errors"]] for row in rows] == [
        ["E-PLAYERS"],
        2,
        ["E-HIDDEN"],
        ["E-FILE"],
        ["E-PERFT"],
        2,
    ]
    text = diamonds("perft", "-d", "1", *sources)
    assert (text.code, text.out) == (cli.BAD_INPUT, "a  depth 1  2\nc  depth 1  2\n")
    assert all(f"[{code}]" in text.err for code in ("E-PLAYERS", "E-HIDDEN", "E-FILE", "E-PERFT"))


def test_good_records_are_answered_around_a_bad_one() -> None:
    answer = diamonds("solve", "--json", ENDING, str(example_path("broken")), ENDING)
    assert answer.code == cli.BAD_INPUT
    assert [json.loads(line)["id"] for line in answer.out.splitlines() if "to_move" in json.loads(line)] == ["ending", "ending"]


def test_a_file_that_is_not_there_does_not_keep_others_from_being_read(tmp_path: Path) -> None:
    none = str(tmp_path / "none.dia")
    answer = diamonds("solve", "--json", none, ENDING)
    assert (answer.code, answer.err) == (cli.BAD_INPUT, "")
    missing, solved = map(json.loads, answer.out.splitlines())
    assert (missing["errors"][0]["code"], solved["id"]) == ("E-FILE", "ending")
    assert diamonds("check", none, ENDING).err.endswith("1 good record, 1 bad with 1 problem\n")


def test_the_hint_how_a_record_begins_stands_where_it_helps(tmp_path: Path) -> None:
    hint = "a record starts with 'diamonds 1'"
    assert hint in diamonds("solve", "players 4").err
    answer = diamonds("convert", ENDING, "-o", str(tmp_path / "none" / "x.dia"))
    assert answer.code == cli.BAD_INPUT
    assert "= hint" not in answer.err
    assert "= hint" not in diamonds("solve", str(tmp_path)).err


@pytest.mark.parametrize("text", ["[{}]", " [ {}, {}]", "[]", "# a comment\ndiamonds 1; players 2", "Diamonds\t1; players 2"])
def test_what_is_a_record_is_not_taken_for_a_path(text: str) -> None:
    answer = diamonds("check", text.replace("{}", '{"diamonds": 1, "players": 2}'))
    assert "E-FILE" not in answer.err
    assert answer.code == (cli.BAD_INPUT if text == "[]" else 0)


def test_a_suite_needs_expectations_before_it_is_solved() -> None:
    """full6 takes minutes."""
    answer = diamonds("solve", "--suite", str(example_path("full6")), str(example_path("suite")))
    assert answer.code == cli.BAD_INPUT
    assert "full6.dia:" in answer.err and "[E-EXPECTED]" in answer.err
    assert "two-players: ok" in answer.out


@pytest.mark.parametrize("size", ["9" * 400 + "G", "9" * 5000, "65T"], ids=len)
def test_more_memory_than_there_can_be_is_a_usage_error(size: str) -> None:
    answer = diamonds("solve", "--memory", size, ENDING)
    assert_plain_error(answer, cli.USAGE)
    assert "out of range" in answer.err


ESCAPES = json.dumps({"diamonds": 1, "players": 2, "id": "a\x1b[31m\x9b2J\u202e\nb", "hand": {"P1": "D4,3", "P2": "H2,1"}, "best": "H2"})


@pytest.mark.parametrize("command", [*READS_RECORDS, "suite"])
@pytest.mark.parametrize("perft", ["1:2", "1:\x1b[1m"])
def test_control_characters_of_a_file_do_not_reach_the_terminal(command: str, perft: str) -> None:
    args = ["solve", "--suite"] if command == "suite" else [command]
    answer = diamonds(*args, json.dumps({**json.loads(ESCAPES), "x-perft": perft}))
    assert "Traceback" not in answer.err
    assert all(text.isprintable() for text in (answer.out + answer.err).splitlines())


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


def test_deal_says_which_hands_there_are() -> None:
    answer = diamonds("deal", "--quiet", "-p", "2", "--cards", "1")
    assert answer.err == "diamonds: error: 2 players can hold 2 to 10 cards each, an even number, not 1 [E-HAND-SIZE]\n"


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


@pytest.mark.parametrize(
    "field", ["", "x-perft one", "x-perft 1:-1", "x-perft 1", "x-perft 101:3", f"x-perft {'9' * 5000}:1", f"x-perft 1:{'9' * 5000}"]
)
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
    assert report["libraries"].keys() == {"numpy", "click", "rich"}


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


def with_closed(redirection: str, *args: str) -> Answer:
    """Runs the program with a stream that the shell has closed."""
    command = f'exec {shlex.quote(sys.executable)} -m diamonds_solver "$@" {redirection}'
    result = subprocess.run(["bash", "-c", command, "bash", *args], capture_output=True, text=True, timeout=60, check=False)
    return Answer(result.returncode, result.stdout, result.stderr)


@pytest.mark.skipif(os.name == "nt", reason="needs a shell")
def test_closed_streams_are_told() -> None:
    for args in (["solve"], ["solve", "-"], ["check"]):
        answer = with_closed("<&-", *args)
        assert_plain_error(answer, cli.USAGE)
        assert "standard input is closed" in answer.err
    assert with_closed("<&-", "solve", "--json", ENDING).code == 0
    for redirection in (">&-", "<&- >&-", "1</dev/null"):
        answer = with_closed(redirection, "solve", "--quiet", ENDING)
        assert answer == (cli.NO, "", "diamonds: error: standard output is closed\n")
    assert with_closed(">&-", "check", "--quiet", ENDING) == (0, "", "")
    assert with_closed("2>&-", "solve", ENDING).out == diamonds("solve", ENDING).out


@pytest.mark.skipif(os.name == "nt", reason="sends a signal")
@pytest.mark.parametrize("as_json", [True, False])
def test_ctrl_c_ends_a_search(as_json: bool) -> None:
    program = subprocess.Popen(
        [sys.executable, "-m", "diamonds_solver", "solve", str(example_path("full6")), *(["--json"] if as_json else [])],
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
    if as_json:
        assert json.loads(out)["exact"] is False
    else:
        assert b"not finished: interrupted; proven so far" in out
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
