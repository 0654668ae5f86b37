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
        (("deal", "-g", "diams", "-p", "9"), "--players must be a whole number from 2 to 5, not '9'"),
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
    assert "<argument>:1:1: error: the record has no play to judge [E-EMPTY]\n" in err
    assert "= hint: add the moves" in err


@pytest.mark.parametrize(("game", "lacking"), [("diamonds", set[str]()), ("diams", {"why", "tricks"}), ("diamoniak", {"why", "tricks"})])
def test_play_lists_what_works_in_the_game(game: str, lacking: set[str]) -> None:
    from diamonds_solver.cli.session import COMMANDS

    code, out, err = diamonds("play", "-g", game, "-p", "2", "--seed", "1", "--seat", "P1", stdin="?\nwhy\ntricks\n" if lacking else "?\n")
    listed = {line.split()[0] for line in out.splitlines() if line.startswith("  ") and line.split()[0] in COMMANDS}
    assert listed == set(COMMANDS) - lacking - {"change", "dealer", "first"}  # of real tables
    assert code == (cli.BAD_INPUT if lacking else cli.OK)
    assert ("has no reasons to give" in err, "has no tricks" in err) == (bool(lacking),) * 2


@pytest.mark.parametrize(
    ("game", "says"), [("diamoniak", "there are too many states for 'solve'"), ("diamonds", "'solve' values moves of the play only")]
)
def test_solve_in_play_does_not_speak_of_engines(game: str, says: str) -> None:
    err = diamonds("play", "-g", game, "--seed", "1", stdin="solve\n").err
    assert f"{says}\n  'hint' shows what each move is worth" in err


def test_why_does_not_argue_against_the_move_that_is_recommended() -> None:
    out = diamonds("play", "--names", "Ann,Bob,Cy,Di", "--seed", "4", stdin="s12\nhint 100\nwhy\nwhy d14\n").out
    assert "H14 is recommended, for the reason in the hint" in out
    assert "there is nothing to explain: no other move, or none that is worse" in out


def test_a_game_that_could_not_be_saved_is_not_called_saved(tmp_path: Path) -> None:
    nowhere, there = tmp_path / "nowhere" / "a.dia", tmp_path / "a.dia"
    err = diamonds("play", "--seed", "1", stdin=f"save {nowhere}\nquit\n").err
    assert "No such file or directory\n" in err
    assert "note: not saved: 'save FILE', or --save, keeps a game" in err
    err = diamonds("play", "--seed", "1", stdin=f"save {there}\nsave {nowhere}\nquit\n").err
    assert f"note: saved in {there}: 'diamonds play {there}' goes on" in err


def test_moves_that_could_not_be_saved_are_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.dia"
    written: list[Path] = []

    def write_whole(path: Path, blocks: Any) -> None:
        written.append(path)
        if len(written) > 1:
            raise OSError(28, "No space left on device", str(path))
        path.write_bytes(b"".join(blocks))

    monkeypatch.setattr("diamonds_solver.live.live_game.write_whole", write_whole)
    err = diamonds("play", "--seed", "1", "--save", str(path), stdin="quit\n").err
    assert f"note: the last moves could not be saved in {path}" in err


@pytest.mark.parametrize(("game", "says"), [("diams", "--at 7 decision 7"), ("diamonds", "--at 5.3 that on the third card of trick 5")])
def test_after_the_end_a_game_without_tricks_has_none(game: str, says: str) -> None:
    played = diamonds("deal", "-g", game, "-p", "2", "--play", "greedy", "--seed", "1", "-q").out
    assert f"note: --all has every decision of the play, {says}\n" in diamonds("solve", "-", stdin=played).err


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
    assert "the record has no decision by these players in these rounds [E-EMPTY]" in err
    assert "= hint: change --player and --round" in err


@pytest.mark.parametrize("command", [("perft", "-d", "1"), ("equilibrium",), ("verify", "-")])
@pytest.mark.parametrize("record", [ROUND, "diamonds 1; players 2"])
def test_a_record_that_a_command_cannot_answer_has_its_place(command: tuple[str, ...], record: str) -> None:
    code, out, err = diamonds(*command, record)
    assert (code, out) == (cli.BAD_INPUT, "")
    assert re.match(r".*:\d+:1: error: .* \[E-(GAME|HIDDEN)\]\n +\d+ \| dia.*\n +\| \^+\n", err)


def test_json_has_the_name_of_a_record_of_another_game() -> None:
    (line,) = diamonds("perft", "-d", "1", "--json", ROUND).out.splitlines()
    answer = json.loads(line)
    assert (answer["id"], answer["errors"][0]["line"]) == ("diams-round", 2)


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
        (("play", "--names", "Ann", "-p", "2"), "--players 2, but 1 name\n"),
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


SHORT_ROUND = "diamonds 1; players 3; hand P1 D14 H13; hand P2 D7 C1; hand P3 D3 S9; lead P2; play D7 D3 D14 H13 C1>P1 S9"


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (("--marks", "5%,10%,15%"), "--marks are in per cent, but here losses are points [E-OPTION]"),
        (
            ("--marks", "5%,10%,15%", "--objective", "win", "--hindsight-only"),
            "--marks are in per cent, but here losses are points [E-OPTION]",
        ),
        (("--marks", "1,2,3", "--objective", "win"), "--marks are above 1, but here losses are chances to win [E-OPTION]"),
    ],
)
def test_marks_are_of_what_is_judged(options: tuple[str, ...], says: str) -> None:
    code, out, err = diamonds("analyse", "--worlds", "2", *options, SHORT_ROUND)
    assert (code, out) == (cli.BAD_INPUT, "")
    assert f"<argument>:1:1: error: {says}" in err


def test_hindsight_by_max_n_counts_own_points() -> None:
    """Each for itself: the gain of who decides, not the difference to the others."""
    args = ("analyse", "--hindsight-only", "--model", "maxn", "-q", SHORT_ROUND)
    assert "hindsight: all cards open, best play of all; own points\n" in diamonds(*args).out
    assert json.loads(diamonds(*args, "--json").out)["hindsight_objective"] == "points"
