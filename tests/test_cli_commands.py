"""The small commands from outside: deal, perft, examples, demo, doctor."""

from __future__ import annotations

import json
import platform
import tomllib
from collections.abc import Sequence
from pathlib import Path

import pytest

import diamonds_solver
from diamonds_solver import cli
from diamonds_solver.games.diamonds.records.notation import example_path, example_text
from diamonds_solver.games.records import examples

from .program import ENDING, assert_plain_error, diamonds


def test_deal_is_the_same_for_the_same_seed() -> None:
    many, one = diamonds("deal", "3", "--seed", "5", "--one-line"), diamonds("deal", "--seed", "5", "--one-line")
    assert many.out.splitlines()[0] == one.out.strip()
    assert len(set(many.out.splitlines())) == 3
    assert one.err == ""
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


@pytest.mark.parametrize("options", [["-p", "6", "--variant", "perfect"], ["-p", "5", "--teams"], ["--cards", "11"]], ids=str)
def test_deal_refuses_what_the_rules_do_not_know(options: Sequence[str]) -> None:
    answer = diamonds("deal", "--quiet", *options)
    assert_plain_error(answer, cli.BAD_INPUT)
    assert "[E-" in answer.err


def test_deal_says_which_hands_there_are() -> None:
    answer = diamonds("deal", "--quiet", "-p", "2", "--cards", "1")
    assert answer.err == "diamonds: error: 2 players can hold 2 to 10 cards each, an even number, not 1 [E-HAND-SIZE]\n"


def test_an_example_with_a_typo() -> None:
    for name, says in (("ednig", "did you mean 'ending'?"), ("xyz", "'diamonds examples' lists them")):
        answer = diamonds("examples", name)
        assert_plain_error(answer, cli.USAGE)
        assert says in answer.err
    answer = diamonds(env={"_DIAMONDS_COMPLETE": "bash_complete", "COMP_WORDS": "diamonds examples en", "COMP_CWORD": "2"})
    assert answer.out.split() == ["plain,ending"]


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
    lines = diamonds("examples").out.splitlines()
    assert [line.split()[0] for line in lines if not line.startswith(" ")] == list(examples())
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
    needed = tomllib.loads((Path(__file__).parents[1] / "pyproject.toml").read_text(encoding="utf-8"))["project"]["dependencies"]
    assert report["libraries"].keys() == {name.partition(">")[0] for name in needed}
    assert {"moves in Diamonds", "moves in Diam's", "moves in Diamoniak"} < report["self_test"].keys()


def test_doctor_tells_of_an_engine_that_fails(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("diamonds_solver.live.live_game.decision_seed", lambda *numbers: 1 // 0)
    assert cli.run(["doctor"]) == cli.NO
    assert "moves in Diam's: ZeroDivisionError: " in capsys.readouterr().out


def test_doctor_names_nobody(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Its JSON is made to be sent to others."""
    lost = "/home/alice/my env/lib/_solver.so: undefined symbol: solve"
    monkeypatch.setattr("sys.executable", "/home/alice/bin/python")
    monkeypatch.setattr("diamonds_solver.cli.doctor.self_test", lambda: {"suite": r"C:\Users\Di alice\suite.dia:2:1: error"})
    monkeypatch.setattr(
        "diamonds_solver.cli.doctor._core", lambda: {"instructions": "x", "debug": False, "switches": False, "compiler": "y"}
    )
    assert cli.run(["doctor", "--json"]) == cli.NO
    shown = capsys.readouterr().out
    assert "suite.dia:2:1: error" in shown
    monkeypatch.setattr("diamonds_solver.cli.doctor._core", lambda: {"error": lost})
    assert cli.run(["doctor", "--json"]) == cli.NO
    broken = capsys.readouterr().out
    assert "_solver.so: undefined symbol: solve" in broken
    for told in (shown, broken):
        assert not [name for name in ("alice", platform.node(), str(Path.cwd())) if name in told]
    assert cli.run(["doctor"]) == cli.NO
    assert "/home/alice/bin/python" in capsys.readouterr().out


def test_doctor_fails_with_its_self_test(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("diamonds_solver.cli.doctor.self_test", lambda: {"two-players": "value 5, not (6,)"})
    assert cli.run(["doctor"]) == cli.NO
    assert "two-players: value 5, not (6,)" in capsys.readouterr().out
