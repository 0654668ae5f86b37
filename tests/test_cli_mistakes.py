"""What people get wrong on the command line, in all games: the message speaks of what was typed, and says what there is instead."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from diamonds_solver import cli
from diamonds_solver.advice.advice import AdviceInterrupted, advise
from diamonds_solver.games.records import examples
from tests.program import Terminal, diamonds, unwrapped

ROUND = str(examples()["diams-round"])
DRAW = str(examples()["diamoniak-draw"])


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (
            ("evaluate", "9,3,T", "-g", "diams", "--seat-after-dealer", "1"),
            "--seat-after-dealer is for Diamonds: Diam's does not have it\n"
            "  = hint: options of Diam's: --players, --set loupes=.., --set cloture=.., --set first=..\n",
        ),
        (("evaluate", "9,3,T", "-g", "diams", "--dealer", "P2"), "--dealer is for Diamonds: Diam's does not have it"),
        (("deal", "-g", "diams", "--mid-trick"), "--mid-trick is for Diamonds: Diam's does not have it"),
        (("deal", "-g", "diamoniak", "--match"), "--match is for Diamonds and Diam's: Diamoniak does not have it"),
        (("deal", "-g", "diamoniak", "--match", "--play", "greedy"), "--match is for Diamonds and Diam's: Diamoniak does not have it"),
        (("deal", "--mid-trick", "--play", "greedy"), "--mid-trick does not go with the other options"),
        (("play", "-g", "diams", "--no-pass"), "--no-pass is for Diamonds: Diam's does not have it"),
        (("arena", "-g", "diamoniak", "--teams", "greedy", "random"), "--teams is for Diamonds: Diamoniak does not have it"),
        (("deal", "-g", "diams", "-p", "9"), "--players is a whole number from 2 to 5, not '9'"),
        (("solve", "--turns", "0", DRAW), "Invalid value for '--turns': 0 is not in the range x>=1."),
    ],
)
def test_an_option_that_cannot_be_meant(args: tuple[str, ...], message: str) -> None:
    code, out, err = diamonds(*args)
    assert (code, out) == (cli.USAGE, "")
    assert message in err


@pytest.mark.parametrize(
    ("args", "option", "says"),
    [
        (("play", ROUND, "-g", "diamoniak", "--no-pass"), "--game", "game is diams there"),
        (("play", ROUND, "--no-pass"), "--no-pass", "does not say it"),
        (("play", ROUND, "--set", "loupes=2"), "--set loupes", "loupes is 1 there"),
        (("table", "make", ROUND, "-p", "2", "--cards", "3"), "--players", "players is 3 there"),
        (("table", "make", ROUND, "--cards", "3"), "--cards", "does not say it"),
        (("evaluate", DRAW, "--game", "diams"), "--game", "game is diamoniak there"),
    ],
)
def test_a_record_has_its_game_already(args: tuple[str, ...], option: str, says: str) -> None:
    code, out, err = diamonds(*args)
    assert (code, out) == (cli.USAGE, "")
    assert f"Error: {option}" in err
    assert says in err


def test_a_record_of_diams_without_a_market_says_what_the_line_looks_like() -> None:
    code, _, err = diamonds("check", "diams 1; players 2; hand P1 6,6,5; hand P2 10,9,4; turn P1")
    assert code == cli.BAD_INPUT
    assert "<argument>:1:1: error: the field 'market' is missing, and the pile has cards [E-MARKET]\n" in err
    assert "^^^^^^^\n     = hint: write the cards that lie there, as in 'market 10,4*,2'; " in err


@pytest.mark.parametrize("game", ["diamonds", "diams", "diamoniak"])
@pytest.mark.parametrize("command", ["analyse", "report"])
def test_without_play_there_is_nothing_to_look_back_at(game: str, command: str) -> None:
    dealt = diamonds("deal", "-g", game, "--one-line", "--seed", "1")
    code, out, err = diamonds(command, "--worlds", "2", dealt.out)
    assert dealt.code == cli.OK
    assert (code, out) == (cli.BAD_INPUT, "")
    assert "<argument>:1:1: error: the record has no play to look back at [E-EMPTY]\n" in err
    assert "= hint: add the moves" in err


@pytest.mark.parametrize(("game", "lacking"), [("diamonds", set[str]()), ("diams", {"why", "tricks"}), ("diamoniak", {"why", "tricks"})])
def test_play_lists_what_works_in_the_game(game: str, lacking: set[str]) -> None:
    from diamonds_solver.cli.session import COMMANDS

    code, out, err = diamonds("play", "-g", game, "-p", "2", "--seed", "1", "--seat", "P1", stdin="?\nwhy\ntricks\n" if lacking else "?\n")
    listed = {line.split()[0] for line in out.splitlines() if line.startswith("  ") and line.split()[0] in COMMANDS}
    assert listed == set(COMMANDS) - lacking - {"change", "dealer", "first"}  # of real tables
    assert code == (cli.BAD_INPUT if lacking else cli.OK)
    assert ("has no reasons to tell" in err, "has no tricks" in err) == (bool(lacking),) * 2


def test_solve_in_play_does_not_speak_of_engines() -> None:
    assert "= hint: 'hint' tells what each move is worth" in diamonds("play", "-g", "diamoniak", "--seed", "1", stdin="solve\n").err


@pytest.mark.parametrize("options", [(), ("--json",)])
@pytest.mark.parametrize("where", ["before", "within"])
def test_advice_interrupted_before_anything_is_known(monkeypatch: pytest.MonkeyPatch, where: str, options: tuple[str, ...]) -> None:
    def interrupted(engine: Any, **_: object) -> None:
        if where == "before":
            raise KeyboardInterrupt
        raise AdviceInterrupted(advise(engine, worlds=1, should_stop=lambda: True))

    monkeypatch.setattr("diamonds_solver.advice.advice.advise", interrupted)
    record = examples()["advice"].read_text()
    code, out, err = diamonds("advise", "--seed", "1", "--engine", "playout", *options, record)
    assert (code, err) == (cli.INTERRUPTED, "interrupted: nothing is known yet\n")
    assert "loss" not in out


@pytest.mark.posix
def test_notes_fit_the_terminal_and_names_of_files_stay_whole(tmp_path: Any) -> None:
    page = tmp_path / ("a-long-name-" * 8 + ".html")
    program = Terminal("report", ROUND, "-o", str(page), "--worlds", "2", "--hindsight-only", "--seed", "1")
    text = program.rest()
    assert program.end() == cli.OK
    assert str(page) in text
    assert "could not be judged in hindsight" in unwrapped(text)
    assert max(len(line) for line in text.splitlines() if str(page) not in line) <= 80


@pytest.mark.parametrize("record", ["diams 1; players 2; market 77", "diamoniak 1; players 9", "diamonds 1; players"])
def test_play_tells_programs_what_is_wrong_with_a_record(record: str) -> None:
    code, out, err = diamonds("play", "--json", record)
    assert (code, err) == (cli.BAD_INPUT, "")
    told = json.loads(out)
    assert told["event"] == "errors"
    assert all(error["code"].startswith("E-") and error["line"] == 1 for error in told["errors"])


def test_a_round_that_was_not_played_is_not_judged() -> None:
    code, out, err = diamonds("analyse", "--worlds", "2", "--hindsight-only", "--round", "7", "--player", "Ann", ROUND)
    assert (code, out) == (cli.BAD_INPUT, "")
    assert "no decision of the record is of these players and rounds [E-EMPTY]" in err
    assert "= hint: change --player and --round" in err


@pytest.mark.parametrize("command", [("perft", "-d", "1"), ("equilibrium",), ("verify", "-")])
@pytest.mark.parametrize("record", [ROUND, "diamonds 1; players 2"])
def test_a_record_that_a_command_cannot_answer_has_its_place(command: tuple[str, ...], record: str) -> None:
    code, out, err = diamonds(*command, record)
    assert (code, out) == (cli.BAD_INPUT, "")
    assert re.match(r".*:\d+:1: error: .* \[E-(GAME|HIDDEN)\]\n +\d+ \| dia.*\n +\| \^+\n", err)


def test_json_has_the_name_of_a_record_of_another_game() -> None:
    (line,) = diamonds("perft", "-d", "1", "--json", ROUND).out.splitlines()
    told = json.loads(line)
    assert (told["id"], told["errors"][0]["line"]) == ("diams-round", 2)


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (("verify", ""), "the name is empty"),
        (("verify", "-", "-"), "standard input cannot be both FILE and RECORD"),
        (("deal", "--seed", "1.0"), "'1.0' is not a whole number\n"),
        (("deal", "--seed", "9" * 5000), "' is not a whole number that can be meant\n"),
        (("bench", "--threshold", "x"), "'x' is not a number\n"),
        (("bench", "--threshold", "nan"), "'nan' is not a number\n"),
    ],
)
def test_an_argument_that_is_none(args: tuple[str, ...], message: str) -> None:
    code, out, err = diamonds(*args)
    assert (code, out) == (cli.USAGE, "")
    assert message in err


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        (("arena", "random", "greedy", "-p", "3", "--cards", "1", "--deals", "1", "--seed", "1"), "3 players, 1 card, no pass"),
        (("play", "--names", "Ann", "-p", "2"), "--players 2 and 1 name\n"),
        (("new", "-"), "round 1 has 1 number for 2 players"),
        (("check", "diamoniak 1; players 2; deck R6 W8"), "the deck has too few colours for 2 players: 1"),
        (("check", "diams 1; players 2; chips 999999999999 4"), "'999999999999' is not a number of chips"),
    ],
)
def test_one_of_a_thing_is_one(args: tuple[str, ...], sentence: str) -> None:
    _, out, err = diamonds(*args, stdin="Ann,Bob\n3\n")
    assert sentence in out + err


def test_a_table_of_one_row_says_so(tmp_path: Path) -> None:
    args = ("table", "--deals", "1", "-p", "2", "--cards", "2", "--rows", "deal", "--seed", "1", "-o", str(tmp_path / "one.csv"))
    assert "note: 1 row of this run" in diamonds(*args).err
