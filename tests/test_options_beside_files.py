"""Options beside a record, a saved game, a score sheet or a review: those that agree pass, those that contradict are refused, with what the
file says. Every option of every command that reads such a file is looked at."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

import click
import pytest

from diamonds_solver import cli
from tests.program import diamonds

NAMED = "diamonds 1; players Ann Bob Cy; dealer Cy; round 2/4"
DEALT = f"{NAMED}; see Ann; phase pass; pass 2; hand Ann D15,9,3 H12,4 S7,2 C14,4,1"
TEAMS = "diamonds 1; players 4; teams yes; thief P2; lead P1; hand P1 D4,3; hand P2 H4,3; hand P3 D2,1; hand P4 S4,3; play D4 H3"
PERFECT = "diamonds 1; players 2; variant perfect; dealer P2; phase pass; pass 2; see P1; hand P1 D1,2,3,4 H1,2,3,4 S1,2,3,4 C1,2,3,4"
DIAMS = "diams 1; players Ann Bob; market 7,3; hand Ann 6,6,5; hand Bob 10,9,4; turn Bob; pile +30; loupes 1 1 1 1 1 1 1 1 1 1"
SHEET = "Ann,Bob,Cy\n12,9,14\n"
LEVELS = ("--level", "strong", "--level", "easy", "--think-time", "10ms")
BEGUN = ("play", "--names", "Ann,Bob,Cy", "--rounds", "2", "--dealer", "bob", "--seed", "5", *LEVELS)


class Case(NamedTuple):
    """An option beside a file: values with which it agrees, one that contradicts, and what the message says that the file has."""

    agrees: tuple[str, ...]
    differs: tuple[str, ...]
    says: str


def flags(option: str, agrees: str, differs: str, says: str) -> Case:
    return Case((option, agrees), (option, differs), says)


PLAYERS = flags("--players", "3", "4", "players is 3 there")
GAME = flags("--game", "diamonds", "diams", "game is diamonds there")
STANDARD = flags("--variant", "standard", "perfect", "variant is standard there")
NO_TEAMS = Case((), ("--teams",), "teams is no there")
SET = flags("--set", "thief=no", "thief=yes", "thief is no there")

CASES: dict[str, tuple[tuple[str, ...], dict[str, Case]]] = {
    "play": (
        ("play", "SAVED"),
        {
            "game": GAME,
            "players": PLAYERS,
            "names": flags("--names", " Ann,Bob,Cy ", "Ann,Bob,Di", "names is Ann,Bob,Cy there"),
            "seat": flags("--seat", "ann", "Bob", "seat is Ann there"),
            "at_table": Case((), ("--table",), "at table is no there"),
            "levels": Case(LEVELS[:4], ("--level", "normal"), "levels is strong:time=0.01 easy there"),
            "think_time": flags("--think-time", "0.01", "1s", "think time is 0.01 there"),
            "variant": STANDARD,
            "teams": NO_TEAMS,
            "rounds": flags("--rounds", "2", "3", "rounds is 2 there"),
            "dealer": flags("--dealer", "P2", "cy", "dealer is Bob there"),
            "first": Case((), ("--first", "P1"), "does not say it"),
            "pass": Case(("--pass",), ("--no-pass",), "pass is yes there"),
            "settings": SET,
            "seed": flags("--seed", "5", "6", "leave it out"),
        },
    ),
    "evaluate": (
        ("evaluate", DEALT, "--samples", "2"),
        {
            "game": GAME,
            "players": PLAYERS,
            "teams": NO_TEAMS,
            "variant": STANDARD,
            "seat_after": flags("--seat-after-dealer", "1", "2", "seat after is 1 there"),
            "dealer": flags("--dealer", "Cy", "P1", "dealer is Cy there"),
            "settings": flags("--set", "variant=standard", "variant=perfect", "variant is standard there"),
        },
    ),
    "table make": (
        ("table", "make", TEAMS),
        {
            "game": GAME,
            "players": flags("-p", "4", "3", "players is 4 there"),
            "variant": STANDARD,
            "teams": Case(("--teams",), ("--set", "teams=no"), "teams is yes there"),
            "cards": flags("--cards", "2", "3", "cards is 2 there"),
            "mid_trick": Case(("--mid-trick",), ("--set", "mid_trick=no"), "mid trick is yes there"),
            "settings": flags("--set", "thief=yes", "thief=no", "thief is yes there"),
        },
    ),
    "new": (
        ("new", "SHEET"),
        {
            "game": flags("--game", "diamonds", "diams", "cannot be made from a score sheet"),
            "players": PLAYERS,
            "names": flags("--names", "Ann, Bob, Cy", "Bob,Ann,Cy", "names is Ann,Bob,Cy there"),
        },
    ),
    "practice": (
        ("practice", "REVIEW", "--player", "P1", "--json"),
        {
            "worlds": flags("--worlds", "2", "3", "worlds is 2 there"),
            "time_limit": Case((), ("--time-limit", "2s"), "time limit is the usual one there"),
        },
    ),
    "equilibrium": (
        ("equilibrium", PERFECT, "--time-limit", "1ms"),
        {"counts": flags("--count", "2", "3", "counts is 2 there")},
    ),
}
"""Of commands: a command line with a file, and the options that say what the file says, too."""
ASKED = {
    *("objective", "model", "no_moves", "turns", "at", "every", "proof", "suite", "threads", "time_limit", "node_limit", "memory"),
    *("require_exact", "as_json", "quiet", "suits", "by_trick", "lists_all", "fixes", "form", "output", "out", "hint_time", "save"),
    *("worlds", "engine", "seed", "samples", "random_hand", "hindsight_only", "hindsight_limit", "marks", "as_csv", "annotate", "html"),
    *("cluster", "player", "number", "ask_all", "progress", "anki", "deals", "ask", "rows", "objectives", "models", "leaders", "block"),
    *("habits", "force", "excel", "random_deals", "no_single", "depth", "divide", "use_reference", "resume"),
}
"""Options of what is asked, and of what becomes of the answer: no file says them."""
ASKED_BY = {
    "advise": {"seat"},  # whom to advise, whoever the record was written for
    "analyse": {"players", "rounds"},  # whose decisions
    "report": {"players", "rounds"},
}
FILES = {"sources", "hand", "sheet", "source", "files", "game"}
"""Arguments that are a record, a saved game, a score sheet or a review."""


def commands() -> Iterator[tuple[str, click.Command]]:
    """All commands that read such a file."""
    for name in cli.COMMANDS:
        command = import_module(f"diamonds_solver.cli.{name}").command
        parts = (
            [(f"{name} {sub}", part) for sub, part in command.commands.items()] if isinstance(command, click.Group) else [(name, command)]
        )
        yield from ((full, part) for full, part in parts if FILES & {each.name for each in part.params if isinstance(each, click.Argument)})


@pytest.mark.parametrize("name", [name for name, _ in commands()])
def test_every_option_is_looked_at(name: str) -> None:
    """An option is of what is asked, or it is compared: a new one has to be put into one of both lists."""
    options = {option.name for option in dict(commands())[name].params if isinstance(option, click.Option)}
    compared = set(CASES[name][1]) if name in CASES else set()
    assert options - ASKED - ASKED_BY.get(name, set()) <= compared
    assert compared <= options


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    folder = tmp_path_factory.mktemp("files")
    saved, sheet, review = (folder / name for name in ("saved.dia", "scores.csv", "review.json"))
    assert diamonds(*BEGUN, "--save", str(saved)).code == 0
    sheet.write_text(SHEET)
    played = "diamonds 1; players Ann Bob; lead Ann; hand Ann D4,3 H2,1; hand Bob D2,1 S2,1; play D4 D2 D3 D1"
    review.write_text(diamonds("analyse", played, "--worlds", "2", "--json", "-q").out)
    return {"SAVED": str(saved), "SHEET": str(sheet), "REVIEW": str(review)}


def with_files(words: Sequence[str], files: dict[str, str]) -> list[str]:
    return [files.get(word, word) for word in words]


@pytest.mark.parametrize(("name", "option"), [(name, option) for name, (_, cases) in CASES.items() for option in cases])
def test_options_that_agree_pass_and_others_are_refused(name: str, option: str, files: dict[str, str]) -> None:
    line, cases = CASES[name]
    case = cases[option]
    assert diamonds(*with_files(line, files), *case.agrees).code == 0
    answer = diamonds(*with_files(line, files), *case.differs)
    assert (answer.code, answer.out) == (cli.USAGE, "")
    assert case.says in answer.err
    assert "leave" in answer.err
    assert "internal" not in answer.err


def test_all_options_that_began_a_game_go_on_with_it(files: dict[str, str]) -> None:
    assert "the game goes on" in diamonds(*BEGUN, "--save", files["SAVED"]).out


@pytest.mark.parametrize("game", ["diamonds", "diams", "diamoniak"])
def test_the_record_of_options_agrees_with_them(game: str, tmp_path: Path) -> None:
    """What a deal was asked with does not contradict it, in any game."""
    options = {
        "diamonds": ("-p", "5", "--variant", "perfect", "--cards", "3", "--mid-trick"),
        "diams": ("-p", "3", "--set", "loupes=2,cloture=last,first=2"),
        "diamoniak": ("-p", "3", "--set", "deck=R3G3Y3D3W,price=discard,first=3"),
    }[game]
    path = tmp_path / "a.dia"
    path.write_text(diamonds("deal", "-g", game, *options, "--seed", "1").out)
    assert diamonds("table", "make", str(path), "-g", game, *options, "--nodes", "10").code == 0
    for number, option in enumerate(options):
        if option in ("-p", "--cards"):
            wrong = [*options[: number + 1], "4", *options[number + 2 :]]
            answer = diamonds("table", "make", str(path), "-g", game, *wrong)
            assert (answer.code, f"is {options[number + 1]} there" in answer.err) == (cli.USAGE, True)
