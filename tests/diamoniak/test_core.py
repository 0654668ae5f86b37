"""The C core against the Python rules, move by move; what it is given that is no state; the sample of cards it draws."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from diamonds_solver.games.diamoniak.core import _players, layout
from diamonds_solver.games.diamoniak.core.layout import pack, pack_moves, unpack_move
from diamonds_solver.games.diamoniak.rules import DRAW, KINDS, STOP, Price, Rules, State

from .states import counts, random_state, table, unpack

DECKS = (
    (2, "R6 G6 B6 Y6 D20 F3 W8"),
    (3, "R6 G6 B6 Y6 D20 F3 W8"),
    (4, "R6 G6 B6 Y6 D20 F3 W8"),
    (2, "R3 G3 D3 W"),
    (3, "R2 G3 B2 D6 F2 W2"),
)


@given(game=st.sampled_from(DECKS), price=st.sampled_from(Price), seed=st.integers(0, 1 << 20))
@settings(max_examples=15)
def test_a_whole_game_move_by_move(game: tuple[int, str], price: Price, seed: int) -> None:
    players, deck = game
    random, state = Random(seed), State.start(Rules(players, counts(deck), price))
    for _ in range(150):
        packed = pack([state])
        assert unpack(packed, state) == [state]
        assert tuple(map(unpack_move, _players.moves(packed))) == state.moves()
        if state.winner is not None:
            break
        move = random.choice(state.moves())
        card = random.choices(range(len(KINDS)), state.draw_pile())[0] if move == DRAW else None
        state = state.play(move, card)
        after = _players.play(packed, pack_moves([move])[0], -1 if card is None else card)
        assert unpack(after, state) == [state]


@given(game=st.sampled_from(DECKS), seed=st.integers(0, 1 << 20), steps=st.integers(0, 60))
@settings(max_examples=25)
def test_rules_of_thumb_and_trees_make_legal_moves(game: tuple[int, str], seed: int, steps: int) -> None:
    players, deck = game
    state = random_state(Rules(players, counts(deck)), Random(seed), steps)
    packed = pack([state])
    for policy in _players.POLICIES:
        assert unpack_move(_players.policy_move(packed, policy)) in state.moves()
    tree = _players.Mcts(packed, seed=seed, exploration=0.3, turns=1)
    tree.run(200)
    assert tuple(unpack_move(move) for move, _, _ in tree.moves()) == state.moves()
    visits = [count for _, count, _ in tree.moves()]
    assert sum(visits) == 200
    assert max(visits) - min(visits) <= 1
    assert all(0 <= mean <= 1 for _, _, mean in tree.moves())


def test_a_tree_may_be_grown_in_steps_and_to_a_limit() -> None:
    packed = pack([table("R3,G2 D5", "B3,D3 F", discard="W3", phase="more")])
    whole, parts = (_players.Mcts(packed, seed=3, exploration=0.3, turns=1) for _ in range(2))
    whole.run(3000)
    for part in (1, 999, 2000):
        parts.run(part)
    assert whole.moves() == parts.moves()
    assert whole.nodes == parts.nodes > 100
    small = _players.Mcts(packed, seed=3, exploration=0.3, turns=1, node_limit=50)
    small.run(3000)
    assert small.nodes == 50


def test_the_next_card_is_drawn_evenly() -> None:
    state = table("R5,", "G3,Y F", discard="D4 B", phase="more")
    missing, cards = state.pile[0], sum(state.pile)
    first = np.concatenate([_drawn(state, seed) for seed in range(8)])
    share = float((first == 0).mean())
    assert abs(share - missing / cards) < 4 * (share * (1 - share) / len(first)) ** 0.5
    assert set(first.tolist()) == {kind for kind, count in enumerate(state.pile) if count}


def _drawn(state: State, seed: int) -> np.ndarray:
    """Which cards 500 draws brought: what the pile has no longer."""
    kinds = []
    for number in range(500):
        pile = np.frombuffer(_players.drawn(pack([state]), seed, number), layout.STATE)[0]["pile"]
        kinds.append(int(np.argmax(np.array(state.pile) - pile)))
    return np.array(kinds)


def test_what_is_no_state_is_refused() -> None:
    good = pack([State.start(Rules(2))])
    for index, value in ((0, 1), (-6, 2), (-5, 2)):  # a card too many, the turn of nobody, a witch that takes nothing
        bad = good.copy()
        bad[index] = value
        with pytest.raises(_players.PlayerError):
            _players.moves(bad)
    with pytest.raises(ValueError, match="no array"):
        _players.moves(good[:-1])
    with pytest.raises(_players.PlayerError, match="not a legal move"):
        _players.play(good, pack_moves([STOP])[0])
    with pytest.raises(_players.PlayerError, match="can be drawn"):
        _players.play(good, pack_moves([DRAW])[0], 7)
