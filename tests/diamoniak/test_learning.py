"""A game by numbers: its moves, its chance, its end, and what is seen of it."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from diamonds_solver.games.diamoniak.game import GAME
from diamonds_solver.games.diamoniak.learning.numbered import MOVES, NumberedDiamoniak
from diamonds_solver.games.diamoniak.record import Record, Step
from diamonds_solver.games.diamoniak.rules import DRAW, Phase, State, payments, successors
from diamonds_solver.games.records import loads
from diamonds_solver.learning.numbered import Observation

from ..test_learning import advance
from .states import counts

DECKS = st.sampled_from(["R6G6B6Y6D20F3W8", "R3G3B2Y2D3F3W3", "R2G2B2Y2DFW2"])
PLAYERS = st.integers(2, 4)
SEEDS = st.integers(0, 10**6)


def test_numbers_and_moves_are_one_to_one() -> None:
    assert len(set(MOVES)) == len(MOVES) == NumberedDiamoniak.actions
    assert list(map(str, MOVES[:9])) == ["draw", "stop", "buy>P1", "buy>P2", "buy>P3", "buy>P4", "-F", "-RF", "-GF"]


@pytest.mark.parametrize("held", ["R4 G4 B4 Y4 D4 F3", "R F", "F2", "R2 D F", "D6 F"])
def test_every_payment_has_a_number(held: str) -> None:
    ways = payments(counts(held))
    assert len(ways) > 1
    assert set(ways) <= set(MOVES)


@given(DECKS, PLAYERS, SEEDS)
def test_a_game_is_that_of_its_record(deck: str, players: int, seed: int) -> None:
    """Moves, chances, states and the winner are at every step those of the record, to the end."""
    play, rng = NumberedDiamoniak.of(players, deck).start(), Random(seed)
    record = Record(State.start(play.state.rules))
    while not play.is_over:
        state = record.state
        assert play.state == state
        assert [MOVES[action] for action in play.legal] == sorted(GAME.records.legal_moves(record), key=MOVES.index)
        move = MOVES[advance(play, rng)]
        if move == DRAW:
            assert [chance for _, chance in play.chances()] == pytest.approx([chance for chance, _ in successors(state, DRAW)])
            record = GAME.records.play(record, Step(move, advance(play, rng)))
        else:
            record = GAME.records.play(record, move)
        record = Record(record.state)
    assert record.state == play.state
    assert not play.is_cut
    assert play.margins() == [1.0 if seat == record.state.winner else pytest.approx(-1 / (players - 1)) for seat in range(players)]


@given(DECKS, PLAYERS, SEEDS, st.integers(0, 60))
def test_everybody_sees_the_table(deck: str, players: int, seed: int, moves: int) -> None:
    """The text is the state as a record; the arrays differ between seats in who looks alone, and tell two states apart."""
    game, rng = NumberedDiamoniak.of(players, deck), Random(seed)
    play = game.start()
    observation, seen = Observation(game, perfect_recall=False), dict[str, bytes]()
    while not play.is_over and moves:
        moves -= 1
        if play.to_move is not None:
            assert loads(play.observation(0)) == Record(play.state)
            arrays = [observation.fill(play, seat).copy() for seat in range(players)]
            for seat, array in enumerate(arrays):
                assert np.flatnonzero(array[:players]).tolist() == [seat]
                assert (array[players:] == arrays[0][players:]).all()
            assert seen.setdefault(play.information(0), arrays[0].tobytes()) == arrays[0].tobytes()
        advance(play, rng)
    assert len(set(seen.values())) == len(seen)


@given(SEEDS, st.integers(1, 40))
def test_nobody_wins_after_the_limit(seed: int, limit: int) -> None:
    play, rng = NumberedDiamoniak.of(limit=limit).start(), Random(seed)
    decisions = 0
    while not play.is_over:
        decisions += play.to_move is not None
        advance(play, rng)
    if play.is_cut:
        assert decisions == limit
        assert play.state.phase is not Phase.OVER
        assert play.margins() == [0.0, 0.0]
    else:
        assert decisions <= limit
        assert play.state.phase is Phase.OVER
