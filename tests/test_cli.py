"""The command line from outside: exit codes, streams, messages, and what is imported."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import click
import pytest

import diamonds_solver
from diamonds_solver import cli
from diamonds_solver.cli import COMMANDS, EXAMPLES
from diamonds_solver.cli.limits import Count
from diamonds_solver.game import RecordDecision
from diamonds_solver.games import find_game
from diamonds_solver.games.diamonds.records.notation import example_path, example_text
from diamonds_solver.games.records import examples, loads

from .program import ENDING, OPTIONS, PATIENCE, READS_RECORDS, assert_plain_error, diamonds

# -- the frame ----------------------------------------------------------------------------------------------------------------------------


def test_alone_it_says_what_to_try() -> None:
    answer = diamonds()
    assert (answer.code, answer.err) == (0, "")
    commands = [line.split("  ")[1] for line in answer.out.splitlines() if line.startswith("  diamonds ")]
    assert {word for command in commands for word in command.split() if word in COMMANDS} >= {"demo", "solve", "advise", "evaluate", "deal"}


@pytest.mark.parametrize(
    "args", [[], ["examples"], ["demo"], ["solve", "--model", "maxn", ENDING], *([name, "--help"] for name in COMMANDS)], ids=str
)
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
    helpers = {"__init__", "beside", "errors", "games", "inputs", "judging", "limits", "loop", "options", "progress", "session"}
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
frame = {{"diamonds_solver." + name for name in ("cli", "errors", "common", "common.version")}}
if sys.platform == "win32":  # whose streams are made UTF-8 first
    frame |= {{"diamonds_solver.common.files", "diamonds_solver.common.wording"}}
ours = {{name for name in sys.modules if name.startswith("diamonds_solver.")}} - frame
print(sorted(heavy | ours), file=sys.stderr)
"""
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=PATIENCE, check=True)
    assert result.stderr.strip() == "[]"


def test_solve_loads_neither_scipy_nor_what_draws() -> None:
    """In no game: scipy alone would be half of the time that a short solve takes."""
    code = """
import sys
from diamonds_solver.cli import run
codes = [run(["solve", "-q", path]) for path in sys.argv[1:]]
print(codes, {"scipy", "diamonds_solver.markup.svg"} & {*sys.modules}, file=sys.stderr)
"""
    records = [str(examples()[name]) for name in ("ending", "diams-lap", "diamoniak-small")]
    result = subprocess.run([sys.executable, "-c", code, *records], capture_output=True, text=True, timeout=60, check=True)
    assert result.stderr.strip() == "[0, 0, 0] set()"


@pytest.mark.parametrize(
    "args",
    [
        ["nonsense"],
        ["solve", "--nonsense"],
        ["deal", "-p", "7"],
        ["deal", "--mid-trick"],
        ["examples", "nope"],
        ["bench", "--compare", ""],
        ["arena", "random", "greedy", "--out", ""],
    ],
    ids=str,
)
def test_usage_errors(args: Sequence[str]) -> None:
    assert_plain_error(diamonds(*args), cli.USAGE)


@pytest.mark.parametrize(("word", "meant"), [("slove", "solve"), ("advice", "advise"), ("xyzzy", None)])
def test_a_command_with_a_slip(word: str, meant: str | None) -> None:
    answer = diamonds(word, "--json")
    assert_plain_error(answer, cli.USAGE)
    assert answer.err.endswith(f"No such command '{word}'." + (f" Did you mean '{meant}'?\n" if meant else "\n"))


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
    assert f"[{code}]\n  {line} |   {text}"[:40] in answer.err
    assert "\n     |   ^^^^^^^^^^\n     = hint: " in answer.err
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
    assert diamonds("check", none, ENDING).err.endswith("1 good record, 1 source without records\n")


def test_the_hint_how_a_record_begins_stands_where_it_helps(tmp_path: Path) -> None:
    hint = "a record starts with its game, as in 'diamonds 1'; games: diamonds, diamoniak, diams"
    assert hint in diamonds("solve", "players 4").err
    assert "= hint: the example of this name comes from a pipe: diamonds examples ending |" in diamonds("show", "ending").err
    answer = diamonds("convert", ENDING, "-o", str(tmp_path / "none" / "x.dia"))
    assert answer.code == cli.BAD_INPUT
    assert "a record starts" not in answer.err
    assert "= hint" not in diamonds("solve", str(tmp_path)).err


def test_no_move_is_best_so_far_while_nothing_tells_them_apart() -> None:
    hard = str(example_path("full6"))
    assert "best so far" not in diamonds("solve", "--nodes", "1", hard).out
    some = diamonds("solve", "--nodes", "1000", str(example_path("full2"))).out
    assert 0 < some.count("best so far") < some.count(" to ")


@pytest.mark.parametrize("text", ["[{}]", " [ {}, {}]", "[]", "# a comment\ndiamonds 1; players 2", "Diamonds\t1; players 2"])
def test_what_is_a_record_is_not_taken_for_a_path(text: str) -> None:
    answer = diamonds("check", text.replace("{}", '{"diamonds": 1, "players": 2}'))
    assert "E-FILE" not in answer.err
    assert answer.code == (cli.BAD_INPUT if text == "[]" else 0)


def test_what_a_command_cannot_do_is_shown_where_the_record_begins() -> None:
    answer = diamonds("perft", "-", stdin="# nothing to count\n  diamonds 1; players 2; hand P1 D2,1; hand P2 D4,3")
    assert_plain_error(answer, cli.BAD_INPUT)
    first, source, caret, hint = answer.err.splitlines()
    assert first.startswith("<stdin>:2:3: error: ")
    assert first.endswith("[E-PERFT]")
    assert source == "   2 |   diamonds 1; players 2; hand P1 D2,1; hand P2 D4,3"
    assert caret == "     |   " + "^" * len("diamonds 1")
    assert hint.startswith("     = hint: give --depth N")


def test_a_source_without_records_is_no_bad_record(tmp_path: Path) -> None:
    path = tmp_path / "empty.dia"
    path.touch()
    answer = diamonds("check", str(path))
    assert_plain_error(answer, cli.BAD_INPUT)
    assert answer.err.splitlines()[-1] == "0 good records, 1 source without records"


def test_an_empty_name_is_no_directory() -> None:
    assert "'': No such file" in diamonds("solve", "").err
    assert_plain_error(diamonds("convert", ENDING, "-o", ""), cli.USAGE)


def test_convert_refuses_two_forms() -> None:
    assert_plain_error(diamonds("convert", "--to", "line", "--json", ENDING), cli.USAGE)
    assert diamonds("convert", "--to", "json", "--json", ENDING).out == diamonds("convert", "--json", ENDING).out


def test_problems_that_are_not_listed_are_counted_in_json() -> None:
    answer = diamonds("check", "--json", "diamonds 1; players 2; " + "; ".join(f"k{i} 1" for i in range(25)))
    entries = json.loads(answer.out)["errors"]
    assert [entry["code"] for entry in entries] == ["E-FIELD"] * 20 + ["E-MORE"]
    assert entries[-1]["message"] == "5 more problems of this record"
    assert entries[-1].keys() == entries[0].keys()


def test_a_limit_in_a_suite_is_no_difference() -> None:
    suite = ["solve", "--suite", "--nodes", "100", "--memory", "1M", str(example_path("suite"))]
    unfinished = diamonds(*suite, "--require-exact")
    assert unfinished.code == cli.LIMIT
    assert re.search(r"\d+ right, 0 wrong, \d+ not finished, 0 bad records", unfinished.err)
    assert diamonds(*suite).code == cli.NO
    wrong = "diamonds 1; players 2; hand P1 D2,1; hand P2 D4,3; value 9"
    assert diamonds(*suite, "--require-exact", wrong).code == cli.NO


@pytest.mark.parametrize("option", [["--no-moves"], ["--objective", "points"]])
def test_maxn_refuses_what_would_change_nothing(option: list[str]) -> None:
    answer = diamonds("solve", "--model", "maxn", *option, ENDING)
    assert_plain_error(answer, cli.USAGE)
    assert f"--model maxn and {option[0]} exclude each other" in answer.err


def test_a_suite_needs_expectations_before_it_is_solved() -> None:
    """full6 takes minutes."""
    answer = diamonds("solve", "--suite", str(example_path("full6")), str(example_path("suite")))
    assert answer.code == cli.BAD_INPUT
    assert "full6.dia:" in answer.err
    assert "[E-EXPECTED]" in answer.err
    assert "two-players: ok" in answer.out


PLAYED = "diamonds 1; players 2; lead P1; hand P1 D4,1 H1 C14; hand P2 D11 H12 C11,1; play D4 D11 D1 C1"


def test_every_decision_of_the_play_is_solved() -> None:
    answer = diamonds("solve", "--all", "--json", "--quiet", PLAYED)
    rows = [json.loads(line) for line in answer.out.splitlines()]
    assert [(row["at"], row["trick"], row["card"], row["played"], row["to_move"]) for row in rows] == [
        (1, 1, 1, "D4", "P1"),
        (2, 1, 2, "D11", "P2"),
        (3, 1, 3, "D1", "P1"),
        (4, 1, 4, "C1", "P2"),
        (5, 2, 1, None, "P2"),
    ]
    plain = json.loads(diamonds("solve", "--json", "--quiet", PLAYED).out)
    assert {name: rows[4][name] for name in ("value", "moves", "points")} == {name: plain[name] for name in ("value", "moves", "points")}
    text = diamonds("solve", "--all", "--quiet", PLAYED, "--threads", "2").out
    assert text.startswith("decision 1 (trick 1, card 1), played D4\nP1 decides")


@pytest.mark.parametrize(("at", "number"), [("4", 4), ("1.4", 4), ("2.1", 5), ("5", 5)])
def test_one_decision_of_the_play_is_solved(at: str, number: int) -> None:
    answer = json.loads(diamonds("solve", "--at", at, "--json", "--quiet", PLAYED).out)
    before = PLAYED.partition("; play D4")[0] + "; play " + " ".join(["D4", "D11", "D1", "C1"][: number - 1])
    expected = json.loads(diamonds("solve", "--json", "--quiet", before).out)
    assert answer["at"] == number
    assert answer["moves"] == expected["moves"]


@pytest.mark.parametrize("name", ["game-teams4", "game4", "diams-round", "diamoniak-game"])
def test_a_decision_has_one_number(name: str) -> None:
    """`solve --at` and `solve --all` count as a review does: passes and earlier rounds, too."""
    record = loads(examples()[name].read_text(encoding="utf-8"), name)
    game = find_game(record.game)
    assert game.solving is not None
    told: dict[int | None, RecordDecision] = dict(enumerate(game.records.decisions(record), 1))
    steps = [step for step in game.solving.steps(record) if step.move is not None]
    assert [told[step.number].move for step in steps] == [step.move for step in steps]
    assert steps[-1].number == len(told)


def test_a_decision_that_is_not_there() -> None:
    answer = diamonds("solve", "--at", "3.1", PLAYED)
    assert_plain_error(answer, cli.BAD_INPUT)
    assert "the record has no decision 3.1 [E-AT]" in answer.err
    assert "hint: the last one is 5, or 2.1" in answer.err
    for args in (["--at", "x"], ["--at", "1", "--all"], ["--all", "--suite"]):
        assert diamonds("solve", *args, PLAYED).code == cli.USAGE
    hidden = diamonds("solve", "--all", "--json", "diamonds 1; players 2; play D4 D5 D6")
    assert hidden.code == cli.BAD_INPUT
    assert len(hidden.out.splitlines()) == 1


def test_digits_of_other_scripts_are_no_memory() -> None:
    assert_plain_error(diamonds("solve", "--memory", "٢٥٦M", ENDING), cli.USAGE)


@pytest.mark.parametrize("size", ["9" * 400 + "G", "9" * 5000, "65T"], ids=len)
def test_more_memory_than_there_can_be_is_a_usage_error(size: str) -> None:
    answer = diamonds("solve", "--memory", size, ENDING)
    assert_plain_error(answer, cli.USAGE)
    assert "out of range" in answer.err


@pytest.mark.parametrize(
    ("nodes", "limit"), [("400", 400), ("2K", 2000), ("0.5k", 500), ("1.5 M", 1_500_000), ("99999999999G", (1 << 63) - 1)]
)
def test_a_number_of_nodes_may_have_a_unit(nodes: str, limit: int) -> None:
    assert Count().convert(nodes, None, None) == limit


@pytest.mark.parametrize("nodes", ["0", "-1", "many", "1e6", "5T", "0.1"])
def test_what_is_no_number_of_nodes_is_a_usage_error(nodes: str) -> None:
    assert_plain_error(diamonds("solve", "--nodes", nodes, ENDING), cli.USAGE)


def test_ctrl_c_where_nothing_is_known_says_so(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("diamonds_solver.games.diamonds.records.record.Record.of", interrupt)
    assert cli.run(["deal", "--seed", "1"]) == cli.INTERRUPTED
    assert capsys.readouterr().err == "interrupted\n"


def test_a_hand_that_cannot_be_has_no_seed() -> None:
    answer = diamonds("deal", "--cards", "11")
    assert_plain_error(answer, cli.BAD_INPUT)
    assert "seed" not in answer.err


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
    assert len({re.sub(r"^#.*\n", "", answer.out, flags=re.MULTILINE) for answer in ways}) == 1  # comments come along
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


PASSING = "diamonds 1; players 4; phase choose; see P1; dealer P1; hand P1 D15,9,3 H12,4 S7,2 C14,4,1"


@pytest.mark.parametrize(
    ("args", "record"),
    [
        (["check"], ENDING),
        (["show"], ENDING),
        (["solve"], ENDING),
        (["solve", "--suite"], "diamonds 1; players 2; hand P1 D4,3; hand P2 H2,1; value -4"),
        (["perft", "-d", "1"], ENDING),
        (["advise", "--worlds", "4", "--engine", "playout"], ENDING),
        (["analyse", "--worlds", "4", "--engine", "playout"], str(example_path("mid-trick"))),
        (["evaluate", "--samples", "2"], PASSING),
    ],
    ids=lambda each: " ".join(each[:2]) if isinstance(each, list) else "",
)
def test_answers_have_one_shape(args: list[str], record: str) -> None:
    answer = diamonds(*args, "--json", record, "diamonds 1; players 9; id bad")
    good, bad = map(json.loads, answer.out.splitlines())
    assert (list(good)[:2], good["ok"], good.get("finished", True)) == (["id", "ok"], True, True)
    assert (list(bad), bad["ok"], [problem["code"] for problem in bad["errors"]]) == (["id", "ok", "errors"], False, ["E-PLAYERS"])
    assert (answer.code, "error" in answer.err) == (cli.BAD_INPUT, False)


@pytest.mark.parametrize("args", [["solve"], ["solve", "--suite"]], ids=" ".join)
def test_what_a_limit_ended_is_not_finished(args: list[str]) -> None:
    first, *_ = diamonds(*args, "--nodes", "1", "--json", str(example_path("suite"))).out.splitlines()
    assert json.loads(first)["finished"] is False


SLOW = ("analyse", "bench", "equilibrium", "practice", "report", "web")
"""Commands whose examples take seconds, or do not end: only that they can be given is tried."""


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_examples_of_the_help_can_be_typed(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for line in EXAMPLES[name]:
        assert line in diamonds(name, "--help").out
        out = ""
        for part in line.split(" | "):
            typed, _, file = part.partition(" >")
            program, command, *args = shlex.split(typed)
            assert program == "diamonds"
            if command in SLOW:
                found = cli.cli.get_command(click.Context(cli.cli), command)
                assert found is not None
                found.make_context(command, args)
                continue
            code, out, err = diamonds(command, *args, stdin=out)
            assert code == (cli.BAD_INPUT if "broken" in line and command == "check" else cli.OK), (part, err)
            if file:
                Path(file).write_text(out, "utf-8")
