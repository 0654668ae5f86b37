"""Diamoniak beside a real table: nothing is hidden, and who tells says which cards were drawn."""

from __future__ import annotations

import random

import pytest

from diamonds_solver.errors import IllegalMoveError
from diamonds_solver.games.diamoniak.record import Record
from diamonds_solver.games.diamoniak.rules import KINDS
from diamonds_solver.live.live_game import LiveGame


@pytest.mark.parametrize(("players", "me", "seed"), [(2, 0, 1), (3, 2, 2), (4, 3, 3)])
def test_a_companion_follows_a_game(players: int, me: int, seed: int) -> None:
    """Told what happens in a game that is played elsewhere, it has the same record at every step."""
    rng, truth = random.Random(seed), LiveGame.new(["normal"] * players, game="diamoniak", seed=seed)
    start = truth.turn
    assert start is not None
    assert start.seat is not None
    first = {"first": start.seat + 1}
    own = LiveGame.new(["me" if seat == me else "table" for seat in range(players)], game="diamoniak", options=first, seed=seed)
    while truth.turn is not None and len(truth.steps) < 300:
        turn = own.turn
        assert turn == truth.turn
        if turn.seat == me and rng.random() < 0.05:
            assert own.ask(engine="playout", worlds=2, threads=1).best is not None
        truth.engine_step()
        record = truth.table.record
        assert isinstance(record, Record)
        drawn, move = record.play[-1].card, str(record.play[-1].move)
        own.play(move if drawn is None else rng.choice(["", "draw ", "d "]) + KINDS[drawn].lower())
        assert own.seen(me) == record
        if rng.random() < 0.02:
            own = LiveGame.loads(own.dumps())
    assert own.turn == truth.turn
    assert own.score == truth.score
    before = own.table
    assert own.undo()
    assert own.table != before
    assert own.redo()
    assert own.table == before


def test_what_cannot_be_told() -> None:
    own = LiveGame.new(["me", "table"], game="diamoniak", options={"deck": (3, 3, 0, 0, 0, 0, 1)}, seed=1)
    for typed, code in (("draw", "E-AMBIGUOUS"), ("d", "E-ILLEGAL"), ("b", "E-ILLEGAL"), ("", "E-ILLEGAL")):
        with pytest.raises(IllegalMoveError) as caught:
            own.read_move(typed)
        assert caught.value.code == code
