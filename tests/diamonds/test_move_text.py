"""Moves as people write them."""

from __future__ import annotations

import pytest

from diamonds_solver.games.diamonds.round.public import Move, Pass
from diamonds_solver.games.diamonds.round.rules import CLUBS, HEARTS, SPADES, make_card
from diamonds_solver.games.diamonds.texts import move_writer
from diamonds_solver.games.records import loads

NAMED = loads("diamonds 1; players Ann Bob Cy; hand Ann D4,3; see Ann; lead Ann")
PLAIN = loads("diamonds 1; players 3; hand P1 D4,3; see P1; lead P1")


@pytest.mark.parametrize(
    ("move", "named", "plain"),
    [
        (Move(make_card(CLUBS, 15), victim=0), "C15>Ann", "C15>P1"),
        (Move(make_card(HEARTS, 4)), "H4", "H4"),
        (Move(victim=2), ">Cy", ">P3"),
        (Move(actor=1, victim=2), "Bob>Cy", "P2>P3"),
        (Pass((make_card(HEARTS, 12), make_card(HEARTS, 4), make_card(SPADES, 7))), "H12,4 S7", "H12,4 S7"),
        (2, "2", "2"),
    ],
)
def test_moves_are_written_with_names(move: object, named: str, plain: str) -> None:
    assert (move_writer(NAMED)(move), move_writer(PLAIN)(move)) == (named, plain)
