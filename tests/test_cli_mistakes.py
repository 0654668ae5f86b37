"""What people get wrong on the command line, in all games: the message speaks of what was typed, and says what there is instead."""

from __future__ import annotations

import pytest

from diamonds_solver import cli
from diamonds_solver.games.records import examples

ROUND = str(examples()["diams-round"])
DRAW = str(examples()["diamoniak-draw"])


def run(capsys: pytest.CaptureFixture[str], *args: str) -> tuple[int, str, str]:
    code = cli.run(list(args))
    return code, *capsys.readouterr()


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
        (("deal", "-g", "diamoniak", "--play", "greedy"), "--play is for Diamonds and Diam's: games of Diamoniak are not recorded"),
        (("deal", "--mid-trick", "--play", "greedy"), "--mid-trick does not go with the other options"),
        (("play", "-g", "diams", "--no-pass"), "--no-pass is for Diamonds: Diam's does not have it"),
        (("arena", "-g", "diamoniak", "--teams", "greedy", "random"), "--teams is for Diamonds: Diamoniak does not have it"),
        (("deal", "-g", "diams", "-p", "9"), "--players is a whole number from 2 to 5, not '9'"),
        (("solve", "--turns", "0", DRAW), "Invalid value for '--turns': 0 is not in the range x>=1."),
        (("solve", "--turns", "two", DRAW), "Invalid value for '--turns': 'two' is not a valid integer range."),
    ],
)
def test_an_option_that_cannot_be_meant(capsys: pytest.CaptureFixture[str], args: tuple[str, ...], message: str) -> None:
    code, out, err = run(capsys, *args)
    assert (code, out) == (cli.USAGE, "") and message in err


@pytest.mark.parametrize(
    ("args", "given"),
    [
        (("play", ROUND, "-g", "diamoniak", "--no-pass", "--set", "loupes=2"), "--game, --no-pass, --set"),
        (("table", "make", ROUND, "-g", "diamoniak"), "--game"),
        (("table", "make", ROUND, "-p", "2", "--cards", "3"), "--players, --cards"),
        (("evaluate", DRAW, "--game", "diamoniak"), "--game"),
    ],
)
def test_a_record_has_its_game_already(capsys: pytest.CaptureFixture[str], args: tuple[str, ...], given: str) -> None:
    code, out, err = run(capsys, *args)
    assert (code, out) == (cli.USAGE, "") and f"Error: {given}: a record says all about the game\n" in err
