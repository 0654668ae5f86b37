"""The turn solved in C against plain enumeration of the rules in Python, and the estimate of its ends against its features."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from diamonds_solver.games.diamoniak.core import _players, layout
from diamonds_solver.games.diamoniak.core.layout import pack, pack_moves, unpack_move
from diamonds_solver.games.diamoniak.rules import DRAW, Move, Phase, Price, Rules, State, is_complete, successors

from .states import counts, play, random_state, table

DECKS = ((2, "R3 G3 D3 W"), (2, "R2 G2 B2 D3 F W2"), (3, "R2 G3 B2 D2 F W2"), (4, "R2 G2 B2 Y2 D2 F W2"))
MANY = 1 << 30
WEIGHTS = Path(__file__).parents[2] / "csrc" / "diamoniak" / "players" / "estimateweights.h"


@lru_cache(maxsize=1 << 16)
def chance(state: State, seat: int) -> float:
    """What `seat` has of a state by plain enumeration: the best moves to the end of its turn, which is worth what the estimate says."""
    if state.winner is not None:
        return float(state.winner == seat)
    if state.phase is Phase.TURN:
        return float(_players.estimates(pack([state]))[0, seat])
    return max(value(state, move) for move in state.moves())


def value(state: State, move: Move) -> float:
    return sum(share * chance(after, state.turn) for share, after in successors(state, move))


def solved(state: State, most_states: int = MANY) -> list[float]:
    return [value for _, value in _players.Turn(pack([state]), most_states=most_states).moves()]


@given(game=st.sampled_from(DECKS), price=st.sampled_from(Price), seed=st.integers(0, 1 << 20), steps=st.integers(0, 40))
@settings(max_examples=8, deadline=None)
def test_a_turn_is_worth_what_plain_enumeration_finds(game: tuple[int, str], price: Price, seed: int, steps: int) -> None:
    players, deck = game
    state = random_state(Rules(players, counts(deck), price), Random(seed), steps)
    turn = _players.Turn(pack([state]), most_states=MANY)
    assert tuple(unpack_move(move) for move, _ in turn.moves()) == state.moves()
    assert turn.depth is None
    assert solved(state) == pytest.approx([value(state, move) for move in state.moves()], abs=1e-12)


def test_a_turn_goes_on_with_the_discards() -> None:
    """The pile has no witch: whoever draws it up goes on with the cards that were discarded."""
    state = table("R1,", "G1,D", deck="R3 G2 D4 F W2", discard="W2 R D", phase="more")
    assert state.pile == counts("R G D2 F")
    assert solved(state) == pytest.approx([value(state, move) for move in state.moves()], abs=1e-12)
    begins = table(",", "G1,D", deck="R3 G2 B2 D3 W2", discard="W2 R B D", phase="turn")
    assert solved(begins) == pytest.approx([value(begins, move) for move in begins.moves()], abs=1e-12)


def test_the_whole_deck_with_few_cards_in_the_pile() -> None:
    state = table("R3,G2 D3", "G2,R D4 F", "B1,Y2", discard="W5 D11 Y4 B5 R2 G2", phase="more")
    assert solved(state) == pytest.approx([value(state, move) for move in state.moves()], abs=1e-12)


def test_of_too_many_states_those_after_few_draws() -> None:
    state = State.start(Rules(3))
    cut = _players.Turn(pack([state]), most_states=5000)
    assert cut.depth is not None
    assert 0 < cut.states <= 5000
    depths = [_players.Turn(pack([state]), most_states=most).depth or MANY for most in (1, 500, 5000, 50_000)]
    assert depths == sorted(depths)
    assert depths[0] == 1
    values = [solved(state, most)[0] for most in (1, 500, 5000, 50_000)]
    assert values == sorted(values)  # more draws, more choice


def test_the_last_card_wins() -> None:
    buys = dict(zip(map(str, table("R5,D3", "G0,R").moves()), solved(table("R5,D3", "G0,R")), strict=True))
    assert buys["buy>P2"] == 1
    assert buys["draw"] < 1
    state = table("R5,", "G1,D2", phase="more")
    sure = state._replace(pile=counts("R"), discards=counts("W8"))._replace(rules=Rules(2, counts("R6 G2 D2 W8")))
    sure = sure._replace(held=(counts("R5"), counts("G D2")), discards=counts("G W8"))
    assert solved(sure)[0] == 1 > solved(sure)[1]


@given(players=st.integers(2, 4), seed=st.integers(0, 1 << 20), steps=st.integers(0, 120))
@settings(max_examples=20, deadline=None)
def test_chances_are_those_of_weights_and_features(players: int, seed: int, steps: int) -> None:
    state = random_state(Rules(players), Random(seed), steps)
    while state.phase is not Phase.TURN:
        state = Random(seed).choice([after for move in state.moves() for _, after in successors(state, move) if after.winner is None])
    weights = fitted()[players - 2]
    features = _players.features(pack([state]))[0]
    powers = np.exp(features @ weights)
    expected = powers / powers.sum()
    can_win = [is_complete(after, state.turn) for move in state.moves() if move != DRAW for _, after in successors(state, move)]
    if any(can_win):
        expected = np.eye(players)[state.turn]
    assert _players.estimates(pack([state]))[0] == pytest.approx(expected, abs=1e-9)


def fitted() -> np.ndarray:
    """The weights of the header, [players - 2, features]."""
    rows = re.findall(r"W\((\w+), ([-.\d, ]+)\)", WEIGHTS.read_text(encoding="utf-8"))
    assert tuple(name for name, _ in rows) == _players.FEATURES
    return np.array([[float(number) for number in numbers.split(",")] for _, numbers in rows]).T


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_estimate_predicts_who_wins(players: int) -> None:
    """The mean of -ln(chance of the winner), of equal chances ln(players), after some turns of games by rules."""
    states, loss = np.tile(pack([State.start(Rules(players))]), 1000), []
    for turn in range(24):
        states = _players.play_turns(states, 7, 1000 * turn)
        rows = states.view(layout.STATE)
        states = rows[rows["phase"] == layout.PHASES.index(Phase.TURN)].view(np.uint8)
        if turn % 6 == 5:
            winners, _ = _players.play_out(states, 8, 0)
            loss += np.log(_players.estimates(states)[np.arange(len(winners)), winners] + 1e-9).tolist()
    assert -np.mean(loss) < 0.8 * np.log(players)
    assert len(loss) > 1000


def test_a_course_of_chance_follows_the_solved_turn() -> None:
    """With few turns after it a mean of courses is near the solved value; where nothing can be drawn before the win it is 1."""
    state = play(table("R2,Y2 D", ",", "B2,R G D5", discard="F2 W4", turn=2), "G D F D")
    turn = _players.Turn(pack([state]), most_states=MANY)
    means = turn.samples(pack_moves(state.moves()), 1, 0, 4000, turns=1).mean(axis=1)
    assert means == pytest.approx([value for _, value in turn.moves()], abs=0.06)
    won = table("R5,D3", "G0,R")
    sure = _players.Turn(pack([won]), most_states=MANY).samples(pack_moves(won.moves()), 1, 0, 50, turns=3)
    assert (sure[won.moves().index(next(move for move in won.moves() if move != DRAW))] == 1).all()


def test_what_is_refused() -> None:
    more = pack([table("R1,D", "G1,D2", phase="more")])
    for wrong in (more, np.concatenate([pack([State.start(Rules(2))]), pack([State.start(Rules(3))])])):
        with pytest.raises(_players.PlayerError, match="start of a turn"):
            _players.estimates(wrong)
        with pytest.raises(_players.PlayerError, match="start of a turn"):
            _players.features(wrong)
    over = play(State.start(Rules(2, counts("R2 G2 W"))), "R R")
    with pytest.raises(_players.PlayerError):
        _players.Turn(pack([over]), most_states=10)
