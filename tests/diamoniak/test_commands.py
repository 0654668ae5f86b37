"""The commands on records of Diamoniak, as a user meets them."""

from __future__ import annotations

import json

import pytest

from diamonds_solver import cli
from diamonds_solver.games.diamoniak.notation import example_path
from tests.program import assert_plain_error, diamonds

SMALL, DRAW = str(example_path("diamoniak-small")), str(example_path("diamoniak-draw"))


def test_solve_answers_with_the_keys_of_diamonds() -> None:
    answer = json.loads(diamonds("solve", "--json", SMALL).out)
    assert answer["game"] == "diamoniak"
    assert answer["exact"]
    assert answer["moves"][0]["move"] == "draw"
    assert answer["value"] == pytest.approx(0.851092, abs=1e-6)
    ending = "diamonds 1; players 2; hand P1 D2,1; hand P2 D4,3"
    known = json.loads(diamonds("solve", "--json", ending).out)
    assert answer.keys() - known.keys() == {"game", "turns"}
    assert known.keys() <= answer.keys()


def test_bounds_within_turns() -> None:
    within = [json.loads(diamonds("solve", "--json", "--turns", turns, SMALL).out) for turns in ("1", "2")]
    assert [answer["turns"] for answer in within] == [1, 2]
    (low, high), (lower, upper) = within[1]["bounds"], within[0]["bounds"]
    assert lower <= low <= 0.851093 <= high + 1e-6 <= upper + 2e-6
    text = diamonds("solve", "--turns", "1", DRAW).out
    assert "as proven within 1 turn" in text
    assert "proven: 1.43 % to 100.00 %" in text


def test_a_limit_is_told_with_what_to_do() -> None:
    answer = diamonds("solve", "--nodes", "50", "--require-exact", DRAW)
    assert answer.code == cli.LIMIT
    assert "not finished: a limit was reached" in answer.out
    assert "--turns T" in answer.err


def test_every_decision_of_a_game() -> None:
    answer = diamonds("solve", "--all", "--turns", "1", "--json", "--quiet", DRAW)
    rows = [json.loads(line) for line in answer.out.splitlines()]
    assert [(row["at"], row["trick"], row["played"]) for row in rows] == [
        (1, None, "draw"),
        (2, None, "draw"),
        (3, None, "draw"),
        (4, None, "draw"),
        (5, None, None),
    ]
    (row,) = map(json.loads, diamonds("solve", "--at", "2", "--turns", "1", "--json", "--quiet", DRAW).out.splitlines())
    assert row["moves"] == rows[1]["moves"]


@pytest.mark.parametrize(
    ("option", "record", "message"),
    [
        ("--no-moves", SMALL, "--no-moves is for Diamonds, not for a record of Diamoniak"),
        ("--turns=2", "diamonds 1; players 2; hand P1 D2,1; hand P2 D4,3", "--turns is for Diamoniak, not for a record of Diamonds"),
    ],
)
def test_options_of_another_game_are_refused(option: str, record: str, message: str) -> None:
    answer = diamonds("solve", option, record)
    assert_plain_error(answer, cli.USAGE)
    assert message in answer.err


@pytest.mark.parametrize(("option", "code"), [("--objective=margin", "E-OBJECTIVE"), ("--model=maxn", "E-MODEL"), ("--at=1.1", "E-AT")])
def test_what_cannot_be_asked(option: str, code: str) -> None:
    answer = diamonds("solve", option, SMALL)
    assert_plain_error(answer, cli.BAD_INPUT)
    assert f"[{code}]" in answer.err


@pytest.mark.long
def test_a_record_is_solved_alike_after_others_and_on_threads() -> None:
    """Warm equals cold, several threads equal one."""
    alone = json.loads(diamonds("solve", "--json", "--quiet", SMALL).out)
    for threads in ("1", "3"):
        answers = diamonds("solve", "--json", "--quiet", "--nodes", "20K", "--threads", threads, DRAW, SMALL, SMALL).out
        for answer in map(json.loads, answers.splitlines()[1:]):
            assert {**answer, "seconds": 0} == {**alone, "seconds": 0}


def test_a_suite_of_small_decks() -> None:
    answer = diamonds("solve", "--suite", SMALL)
    assert answer.code == 0
    assert answer.out == "diamoniak-small: ok\n"


def test_evaluate_tells_the_chances_of_all() -> None:
    text = diamonds("evaluate", DRAW, "--seed", "1", "--samples", "3000")
    assert text.code == 0
    answer = json.loads(diamonds("evaluate", DRAW, "--seed", "1", "--samples", "3000", "--json").out)
    chances = [chance["value"] for chance in answer["chances"]]
    assert sum(chances) == pytest.approx(1)
    assert answer["games"] == 3000
    assert answer["finished"]
    assert f"{100 * chances[0]:.1f} ± " in text.out
    assert f"the game ends in {answer['turns']['value']:.1f} ± " in text.out
    threads = [diamonds("evaluate", DRAW, "--seed", "1", "--samples", "5000", "--json", "--threads", count).out for count in ("1", "3")]
    assert threads[0] == threads[1]
    assert max(map(len, text.out.splitlines())) <= 80


def test_evaluate_keeps_a_time_limit() -> None:
    """The games of the limit are told, and repeat by their number."""
    answer = json.loads(diamonds("evaluate", SMALL, "--time-limit", "10ms", "--seed", "3", "--json").out)
    games = str(answer["games"])
    assert json.loads(diamonds("evaluate", SMALL, "--samples", games, "--seed", "3", "--json").out) == answer


@pytest.mark.parametrize(
    ("args", "code", "message"),
    [
        (("--random", "--game", "diamoniak"), cli.USAGE, "Diamoniak has no hands"),
        ((DRAW, "--objective", "margin"), cli.BAD_INPUT, "[E-OBJECTIVE]"),
        ((str(example_path("diamoniak-game")),), cli.BAD_INPUT, "[E-OVER]"),
        ((str(example_path("diamoniak-broken")),), cli.BAD_INPUT, "E-"),
    ],
)
def test_what_cannot_be_evaluated(args: tuple[str, ...], code: int, message: str) -> None:
    answer = diamonds("evaluate", *args)
    assert_plain_error(answer, code)
    assert message in answer.err
