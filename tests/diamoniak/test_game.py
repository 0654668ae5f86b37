"""Diamoniak through the commands that every game has."""

from __future__ import annotations

import json

import pytest

from diamonds_solver import cli
from diamonds_solver.advice.ask import advise
from diamonds_solver.errors import DiamondsError, IllegalMoveError, PositionError
from diamonds_solver.game import EngineRequest, Game
from diamonds_solver.games.diamoniak.game import GAME
from diamonds_solver.games.diamoniak.notation import EXAMPLES, example_path
from diamonds_solver.games.diamoniak.record import Record, Step, View
from diamonds_solver.games.diamoniak.rules import DRAW, STOP
from diamonds_solver.games.diamoniak.solve import solve
from diamonds_solver.games.records import dumps, load, loads, loads_many
from tests.program import diamonds

game: Game[Record, View] = GAME  # whether it fits is the type checker's to say
GOOD = [name for name in EXAMPLES if name != "diamoniak-broken"]


def example(name: str) -> Record:
    record = load(example_path(name))
    assert isinstance(record, Record)
    return record


def test_the_small_example_has_its_value() -> None:
    record = example("diamoniak-small")
    solution = solve(record.state)
    assert tuple(map(str, solution.best_moves)) == record.best
    assert solution.value == pytest.approx(record.value, abs=0.005)


def test_check_show_and_convert() -> None:
    text = "diamoniak 1; players Ann Bob; castle Ann R2; aside Bob D2; discard W; turn Bob"
    assert diamonds("check", text) == (0, "", "1 good record\n")
    out = diamonds("show", text)[1]
    assert out == (
        "Diamoniak, 2 players\n\nAnn  RR....     -\nBob  no castle  D2\n\n"
        "pile:     50 cards: R4 G6 B6 Y6 D18 F3 W7\ndiscards: 1 card: W\n\nBob decides: buy or draw\n"
    )
    assert json.loads(diamonds("show", "--json", text)[1])["pile"] == "R4 G6 B6 Y6 D18 F3 W7"
    assert diamonds("convert", "--to", "line", text)[1] == f"{text}\n"
    code, _, err = diamonds("check", "diamoniak 1; players 2; play stop")
    assert code == cli.BAD_INPUT
    assert "P1 has not drawn yet [E-PLAY]" in err


def test_an_open_choice_is_told() -> None:
    code, _, err = diamonds("check", "diamoniak 1; players Ann Bob; castle Ann R2; aside Ann D2; play W")
    assert code == 0
    assert "what Ann gives up to the witch is missing" in err


def test_show_after_the_end_and_with_an_empty_pile() -> None:
    out = diamonds("show", "diamoniak 1; players 2; deck R2 G2 W; price discard; castle P1 G1; castle P2 R1; discard R G W")[1]
    assert "the price is discarded" in out
    assert "pile:     none; the discards are shuffled" in out
    assert diamonds("show", "diamoniak 1; players 2; deck R2 G2 W; play R R")[1].endswith("P1 has won\n")


def test_advice() -> None:
    text = dumps(example("diamoniak-draw"), "line")
    code, out, _ = diamonds("advise", "--worlds", "10", "--seed", "1", "--engine", "mcts:simulations=100", text)
    assert code == 0
    assert "draw again or stop" in out
    assert "goes to the seller; the rules do not say so" in out
    answer = json.loads(diamonds("advise", "--worlds", "10", "--seed", "1", "--json", "--engine", "mcts:simulations=100", text)[1])
    assert {row["move"] for row in answer["moves"]} == {"draw", "stop"}
    assert answer["view"] == {"seat": "P3", "pile": "R3 G4 B4 Y4 D12 W4"}
    assert advise(example("diamoniak-small"), engine="exact").exact


def test_deals_of_a_deck() -> None:
    args = ("deal", "--game", "diamoniak", "--seed", "5", "--one-line", "--set")
    records = loads_many(diamonds(*args, "deck=R3G3B3D6FW2", "--players", "3", "--set", "moves=30", "3").out)
    assert len({record.state for record in records}) == 3
    assert sum(records[0].rules.deck) == 18
    assert diamonds(*args, "deck=R9").code == cli.BAD_INPUT
    assert diamonds(*args, "deck=RX").code == cli.USAGE


def test_the_whole_play_as_decisions() -> None:
    record = example("diamoniak-game")
    decisions = list(game.records.decisions(record))
    assert len(decisions) == len(record.play)
    assert [each.seat for each in decisions[:10]] == [0] * 10
    again = decisions[0].record
    for step in record.play:
        again = game.records.play(again, step)
    assert again == record


def test_moves_that_cannot_be_played() -> None:
    record = loads("diamoniak 1; players 2; play R")
    assert game.records.play(record, STOP).state.turn == 1
    with pytest.raises(TypeError):
        game.records.play(record, DRAW)
    with pytest.raises(IllegalMoveError):
        game.records.play(loads("diamoniak 1; players 2"), Step(STOP))


def test_views_of_who_has_nothing_to_decide() -> None:
    record = loads("diamoniak 1; players Ann Bob; play R")
    view = game.advising.view(record, None)
    assert (view.seat, view.decision) == (0, "more")
    assert game.advising.view(view, None) is view
    for bad, seat, code in ((record, 1, "E-TURN"), (example("diamoniak-game"), None, "E-OVER")):
        with pytest.raises(PositionError) as caught:
            game.advising.view(bad, seat)
        assert caught.value.code == code
    with pytest.raises(DiamondsError):
        game.advising.engine(view, EngineRequest("ismcts", "win"))
