"""Every command with every exit code that it has. Ctrl-C (130) and a reader that goes away (141) need a process: test_cli_streams.py."""

from __future__ import annotations

from pathlib import Path

import pytest

from diamonds_solver import cli
from diamonds_solver.games.diamonds.records.notation import example_path, example_text

from .program import ENDING, diamonds

GAME = str(example_path("mid-trick"))
TEXT = example_text("ending")
REVIEWS = str(Path(__file__).with_name("data") / "reviews.ndjson")
BAD = "diamonds 1; players 9"
PROOF = "a certificate"  # of ENDING, which tests write first
PASS = "diamonds 1; players 2; variant perfect; see P1; hand P1 D8,5,4,1 H7,6,3,2 S8,4,2,1 C7,6,5,3; phase choose"
JUDGED = ("--worlds", "2", "--engine", "playout", "--seed", "1", "--threads", "1")
OK = {
    "advise": (str(example_path("advice")), *JUDGED),
    "analyse": (GAME, *JUDGED),
    "arena": ("greedy", "random", "-p", "2", "--cards", "4", "--deals", "1", "--seed", "1", "--threads", "1"),
    "bench": ("--help",),  # it takes seconds
    "check": (ENDING,),
    "convert": (ENDING,),
    "deal": ("1",),
    "demo": (),
    "doctor": (),
    "equilibrium": ("--help",),  # a whole deal takes seconds
    "evaluate": ("9,3,T", "--game", "diams", "--samples", "20"),
    "examples": (),
    "help": (),
    "new": (),
    "perft": (ENDING, "--depth", "1"),
    "play": (ENDING, "--level", "random"),
    "practice": (REVIEWS, "--player", "Di"),
    "report": (GAME, *JUDGED),
    "show": (ENDING,),
    "solve": (ENDING,),
    "table": ("--deals", "1", "-p", "2", "--cards", "2", "--threads", "1"),
    "verify": (PROOF, ENDING),
    "web": ("--help",),  # it runs until Ctrl-C
}
BAD_INPUT = {
    **dict.fromkeys(("advise", "analyse", "check", "convert", "equilibrium", "evaluate", "play", "report", "show", "solve"), (BAD,)),
    "arena": (*OK["arena"], "--out", "."),
    "bench": ("--compare", "no-such-file.json"),
    "deal": ("--teams", "-p", "5"),
    "new": ("--names", "Ann,P2"),
    "perft": (BAD, "--depth", "1"),
    "practice": (REVIEWS, "--player", "Zoe"),
    "table": ("make", BAD),
    "verify": (str(example_path("ending")),),
}
NO = {
    "perft": (f"{TEXT}x-perft 1:99\n",),
    "solve": (f"{TEXT}value 30\n", "--suite", "--threads", "1"),
    "verify": (PROOF, GAME),
}
LIMIT = {
    "solve": (ENDING, "--nodes", "1", "--require-exact", "--threads", "1"),
    "equilibrium": ("--deals", "1", "--seed", "1", "--count", "2", "--time-limit", "1ms", "--require-exact"),
}


def test_every_command_is_here() -> None:
    assert OK.keys() == cli.COMMANDS.keys()


@pytest.mark.parametrize(
    ("code", "command", "args"),
    [
        (code, command, args)
        for code, table in ((cli.OK, OK), (cli.BAD_INPUT, BAD_INPUT), (cli.NO, NO), (cli.LIMIT, LIMIT))
        for command, args in table.items()
    ],
    ids=lambda value: "" if isinstance(value, tuple) else str(value),
)
def test_exit_code(code: int, command: str, args: tuple[str, ...], tmp_path: Path) -> None:
    if PROOF in args:
        assert diamonds("solve", "--no-moves", "--proof", str(tmp_path / "proof"), ENDING).code == cli.OK
    given = [str(tmp_path / "proof") if arg == PROOF else arg for arg in args]
    answer = diamonds(command, *given)
    assert answer.code == code
    assert "internal error" not in answer.err
    if code == cli.BAD_INPUT:
        assert "[E-" in answer.err


@pytest.mark.parametrize("command", OK)
def test_an_option_that_no_command_has_is_wrong_usage(command: str) -> None:
    answer = diamonds(command, "--no-such-option")
    assert answer.code == cli.USAGE
    assert "No such option" in answer.err


@pytest.mark.parametrize(
    ("command", "good", "options"),
    [
        ("show", ENDING, ()),
        ("solve", ENDING, ()),
        ("advise", str(example_path("advice")), JUDGED),
        ("analyse", GAME, JUDGED),
        ("evaluate", "diamoniak 1; players 2", ("--samples", "2")),
        ("equilibrium", PASS, ("--count", "1", "--no-single", "--time-limit", "1ms")),
    ],
    ids=lambda value: value if value in cli.COMMANDS else "",
)
def test_blank_lines_stand_between_answers_only(command: str, good: str, options: tuple[str, ...]) -> None:
    first, both = diamonds(command, good, *options), diamonds(command, BAD, good, BAD, good, *options)
    assert first.out
    assert both.code == cli.BAD_INPUT
    assert both.out.splitlines()[0] == first.out.splitlines()[0]
    assert both.out.count("\n\n" + first.out.splitlines()[0] + "\n") == 1
