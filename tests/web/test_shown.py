"""What is sent of tables and moves of games that the page does not lay out."""

from __future__ import annotations

import random

import pytest

from diamonds_solver.errors import DiamondsError
from diamonds_solver.games import GAMES, find_game
from diamonds_solver.games.records import loads
from diamonds_solver.web.states import table_dict

WORDED = [name for name in GAMES if find_game(name).page.label is not None]


def test_games_with_words() -> None:
    assert set(WORDED) == {"diams", "diamoniak"}


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("name", WORDED)
def test_every_move_of_a_game_has_words_of_its_own(name: str, seed: int) -> None:
    """By random moves to the end: no two moves look the same, and what chance may add leads on."""
    game, rng = find_game(name), random.Random(seed)
    record = game.records.deal((seed, 1), {"players": 3}, None)
    for _ in range(300):
        table = table_dict(loads(game.records.write(record, "dia")))
        assert len({(move["group"], move["words"]) for move in table["moves"]}) == len(table["moves"])
        moves = game.records.legal_moves(record)
        if not moves:
            assert table["turn"] is None
            return
        assert table["turn"] is not None
        move = rng.choice(moves)
        outcomes = game.page.outcomes(record, move)
        record = game.records.play(record, rng.choice(list(outcomes.values())) if outcomes else move)
    assert name == "diamoniak", "a round of Diam's ends with its pile"


def test_too_many_outcomes_are_written_by_hand() -> None:
    """Three cards of a long pile can be thousands: the hint says how the record tells them."""
    game = find_game("diams")
    record = loads("diams 1; players 2; hand P1 9,3,1; hand P2 8,5,4; market 3; turn P1; phase act")
    move = next(move for move in game.records.legal_moves(record) if str(move) == "=3")
    with pytest.raises(DiamondsError) as caught:
        game.page.outcomes(record, move)
    assert caught.value.code == "E-CHANCE"
    assert "refill" in str(caught.value.hint)
