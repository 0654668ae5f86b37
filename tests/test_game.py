"""What a game is to the parts above: a toy game, known to them by one line, gets their verbs."""

from __future__ import annotations

import json

import pytest

import diamonds_solver as ds
from diamonds_solver import cli, games
from diamonds_solver.errors import DiamondsError
from diamonds_solver.game import Game
from diamonds_solver.games import find_game
from diamonds_solver.games.records import dumps, loads, parse
from diamonds_solver.notation.problems import RecordError
from tests import toy_game
from tests.toy_game import ToyRecord, ToyView

TEXT = "toy 1; hand P1 2,6,12; hand P2 1,7,11; play 2"
toy: Game[ToyRecord, ToyView] = toy_game.GAME  # whether it fits is the type checker's to say


@pytest.fixture(autouse=True)
def _toy_on_the_shelf(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(games.GAMES, "toy", "tests.toy_game")


def run(capsys: pytest.CaptureFixture[str], *args: str) -> tuple[int, str, str]:
    code = cli.run(list(args))
    out, err = capsys.readouterr()
    return code, out, err


def test_a_game_is_found_by_its_name() -> None:
    assert find_game("toy") is toy_game.GAME
    assert find_game("diamonds").name == "diamonds"
    with pytest.raises(DiamondsError) as caught:
        find_game("whist")
    assert caught.value.code == "E-GAME"


def test_records_of_two_games_in_one_text() -> None:
    first, second = parse(f"{TEXT}\ndiamonds 1; players 3; hand P1 D4; hand P2 H5; hand P3 C2; lead P1")
    assert isinstance(first, ToyRecord)
    assert isinstance(second, ds.Record)
    assert dumps(first, "line").strip() == TEXT
    (bad,) = parse("toy 1; hand P1 3,77")
    assert isinstance(bad, RecordError)
    assert [(problem.code, problem.column) for problem in bad.problems] == [("E-CARD", 8)]


def test_check_and_show(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "check", TEXT) == (0, "", "1 good record\n")
    code, _, err = run(capsys, "check", "toy 1; hat P1 3")
    assert code == cli.BAD_INPUT
    assert "unknown field 'hat'" in err
    assert run(capsys, "show", TEXT)[1] == "P1 (6, 12)\nP2 (1, 7, 11)\n"
    assert run(capsys, "convert", "--to", "line", TEXT)[1] == f"{TEXT}\n"


def test_advice_by_playouts(capsys: pytest.CaptureFixture[str]) -> None:
    """P2 plays after a 2 and holds 1, 7, 11 against 6 and 12, which it sees: only the 7 wins now and leaves the 11 for the 6."""
    code, out, _ = run(capsys, "advise", "--worlds", "400", "--seed", "1", TEXT)
    assert code == 0
    assert out.startswith("P2 decides: a card to play; own points\n  the other hands are hidden\n")
    assert "400 worlds by 'playout', seed 1" in out
    answer = json.loads(run(capsys, "advise", "--worlds", "400", "--seed", "1", "--json", TEXT)[1])
    advice = ds.advise(loads(TEXT), worlds=400, seed=1)
    assert [row["move"] for row in answer["moves"]] == [str(row.move) for row in advice.moves]
    assert answer["best"] == "7"
    assert answer["view"] == {"seat": "P2"}


def test_what_a_game_does_not_have_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = run(capsys, "advise", "--objective", "win", TEXT)
    assert code == cli.BAD_INPUT
    assert "Toy has no objective 'win'" in err
    code, _, err = run(capsys, "deal", "--game", "diamonds", "--set", "colour=red")
    assert code == cli.USAGE
    assert "Diamonds has no option 'colour'" in err
    code, _, err = run(capsys, "solve", TEXT)
    assert code == cli.BAD_INPUT
    assert "Toy has no exact values" in err and "diamonds solve is for Diamonds" in err


def test_arena(capsys: pytest.CaptureFixture[str]) -> None:
    """Commands are loaded before the toy is on the shelf, so the choice of games does not have it: the parts below are asked."""
    from diamonds_solver.arena.matches import Job, Pair, play_deals, results

    contest = toy.contest(3, {"players": 3})
    deals = play_deals(contest, [Job(Pair("thrifty", "random"), deal) for deal in range(200)])
    (row,) = results(deals)
    assert row.margin.low > 0
    assert row.deals == 200
