"""Diam's played live: what others hold, draw and lay is neither shown nor saved, and matches come to an end."""

from __future__ import annotations

import random
import re

import pytest

from diamonds_solver.errors import HiddenCardsError, IllegalMoveError
from diamonds_solver.games.diams.records.record import Record
from diamonds_solver.games.records import dumps, loads
from diamonds_solver.live.live_game import LiveGame
from tests.program import diamonds


def test_a_match_shows_what_a_seat_may_know() -> None:
    rng, game = random.Random(3), LiveGame.new(["me", "normal", "random"], game="diams", names=["Ann", "Bob", "Cy"], seed=5)
    turn, rounds = game.turn, 0
    while turn is not None:
        step = game.engine_step() if game.is_engine_turn else game.play(str(rng.choice(game.moves())))
        assert step is not None
        turn = game.turn
        rounds += turn is None or turn.decision == "next"
        if turn is not None and turn.decision != "next" and rng.random() < 0.2:
            saved = loads(re.sub(r"(?m)^x-.*\n", "", game.dumps()))
            assert isinstance(saved, Record)
            assert saved.hidden_seats == {1, 2}
            assert not saved.start.is_stack
            public = game.seen(None)
            assert public.hidden_seats == {0, 1, 2}
        for line in game.story([step], 0):
            assert not re.match(r"draw:[^X]|safe:[^+]", line.notation) or line.text.startswith("Ann"), line
            assert not re.match(r"(Bob|Cy) (draws a card: [^X]|lays \d[*,])", line.text), line
        if rng.random() < 0.02:
            assert LiveGame.loads(game.dumps()).table == game.table
    assert rounds == 3
    assert game.score.shares is not None  # chips: 4 + 3 + 2 in a round without ties
    assert sum(game.score.points) >= 9
    whole = game.seen(0)
    assert isinstance(whole, Record)
    assert whole.is_open
    assert whole.chips_after == game.score.points
    assert [one.round for one in whole.rounds] == [1, 2, 3]
    assert loads(dumps(whole)) == whole


@pytest.mark.parametrize(("typed", "found"), [("d", "draw"), ("OPEN", "open"), ("o", "open")])
def test_what_is_typed(typed: str, found: str) -> None:
    game = LiveGame.new(["me", "normal"], game="diams", seed=1, options={"rounds": 1})
    while game.turn is not None and game.turn.decision != "draw":
        game.play(game.moves()[0])
    if game.is_engine_turn:
        game = LiveGame.new(["normal", "me"], game="diams", seed=1, options={"rounds": 1})
    assert str(game.read_move(typed)) == found
    with pytest.raises(IllegalMoveError):
        game.read_move("=99")


def test_what_is_not_followed() -> None:
    with pytest.raises(HiddenCardsError):
        LiveGame.of(loads("diams 1; players 2; see P1; hand P1 7,7,7; market 5,5,1"), ["me", "normal"])


def test_what_a_terminal_says_of_reasons_and_of_records() -> None:
    """There are values and no reasons; a record in which nothing is hidden any more can be played from; its game is not another one."""
    asked = diamonds("play", "-g", "diams", "--names", "Ann,Bob", "--seed", "4", stdin="d\nhint 20\nwhy\nstop\n")
    assert "no reasons to give, only values" in asked.out + asked.err
    for name, said in (("diams-lap", "a move of phase 2"), ("diams-round", "the game is over")):
        text = diamonds("examples", name).out
        assert said in diamonds("play", text, stdin="stop\n").out
        assert diamonds("play", text, "-g", "diamoniak", stdin="").code == 2
