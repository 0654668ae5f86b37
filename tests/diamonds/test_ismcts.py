"""Tree search in C: it repeats itself from a seed, finds what the solver finds, and keeps its limits."""

from __future__ import annotations

import itertools
import random
import threading
from collections.abc import Sequence

import numpy as np
import pytest

from diamonds_solver.games.diamonds.advising.engines import IsmctsEngine
from diamonds_solver.games.diamonds.advising.view import View
from diamonds_solver.games.diamonds.core import _players
from diamonds_solver.games.diamonds.deal import deal
from diamonds_solver.games.diamonds.round.position import Position
from diamonds_solver.games.diamonds.round.rules import Rules
from diamonds_solver.games.diamonds.solving.solve import Solver
from diamonds_solver.games.records import loads

from .playing import as_move, other_world, outside, packed, worlds_of
from .positions import packed_moves, random_position


@pytest.mark.parametrize("rules", [Rules(2), Rules(3), Rules(4, teams=True), Rules(6)], ids=str)
def test_search_depends_on_seed_and_worlds_alone(rules: Rules) -> None:
    position = deal(rules, np.random.default_rng(3))
    worlds, seen = worlds_of(position, 10, random.Random(3)), outside(rules)

    def search(seed: int, runs: Sequence[int], start: Position = position) -> object:
        tree = _players.Ismcts(packed(start), seed=seed)
        for simulations in runs:
            tree.run(worlds, seen, simulations)
        return tree.moves(), tree.nodes

    once = search(1, [200])
    assert search(1, [50, 100, 50]) == once
    other = other_world(position, random.Random(8))
    assert other is not None
    assert search(1, [200], other) == once
    assert rules.players == 2 or search(2, [200]) != once


@pytest.mark.parametrize("bias", [0.0, 1.0])
def test_search_agrees_with_the_solver_when_all_cards_are_known(bias: float) -> None:
    """Two players, so that max^n is the solver's model."""
    rng, solver, policy_loss = random.Random(11), Solver(1 << 20), 0.0
    for _ in range(25):
        position = random_position(rng, Rules(2, perfect=bool(rng.randrange(2))), most_tricks=2)
        tree = _players.Ismcts(packed(position), seed=1, bias=bias)
        tree.run(packed(position), 0, 4000)
        found = max(tree.moves(), key=lambda move: move[2])
        solution = solver.solve(position)
        assert as_move(found[0]) in solution.best_moves
        assert solution.value is not None
        assert not isinstance(solution.value, tuple)
        assert found[2] == pytest.approx(solution.value, abs=0.5)
        played = as_move(_players.policy_move(packed(position), 0, 1))
        policy_loss += next(m.loss for m in solution.moves if m.move == played) or 0
    assert policy_loss > 0  # so the positions were not trivial


def test_equal_cards_share_their_visits() -> None:
    position = deal(Rules(4), np.random.default_rng(4))
    own = sorted(position.hands[position.to_move])
    twins = [(low, high) for low, high in itertools.pairwise(own) if high == low + 1]
    assert twins
    tree = _players.Ismcts(packed(position), seed=1)
    tree.run(packed(position), 0, 300)
    visits = {move[0]: (count, mean) for move, count, mean in tree.moves()}
    assert tuple(as_move(move) for move, _, _ in tree.moves()) == position.moves()
    assert all(visits[low] == visits[high] for low, high in twins)
    distinct = [card for card in own if card - 1 not in own]
    assert sum(visits[card][0] for card in distinct) == 300


def test_bias_changes_what_is_explored_below_the_root() -> None:
    """At the root all moves are explored, below it those that the policy likes."""
    position = deal(Rules(4, teams=True), np.random.default_rng(4))
    found = {}
    for bias in (0.0, 2.0):
        tree = _players.Ismcts(packed(position), seed=1, bias=bias)
        tree.run(packed(position), 0, 2000)
        found[bias] = tree.moves()
    assert [move for move, _, _ in found[0.0]] == [move for move, _, _ in found[2.0]]
    assert min(visits for _, visits, _ in found[2.0]) > min(visits for _, visits, _ in found[0.0]) / 2
    assert [mean for _, _, mean in found[0.0]] != [mean for _, _, mean in found[2.0]]
    with pytest.raises(ValueError, match="bias"):
        _players.Ismcts(packed(position), seed=1, bias=-1.0)


def test_the_tree_stops_growing_at_its_limit() -> None:
    position = deal(Rules(4), np.random.default_rng(4))
    tree = _players.Ismcts(packed(position), seed=1, node_limit=20)
    tree.run(packed(position), 0, 500)
    assert tree.nodes == 20
    assert max(count for _, count, _ in tree.moves()) > 20


def test_a_tree_at_work_is_not_read() -> None:
    position = deal(Rules(4), np.random.default_rng(4))
    tree = _players.Ismcts(packed(position), seed=1)
    worker = threading.Thread(target=tree.run, args=(packed(position), 0, 100_000))
    worker.start()
    while worker.is_alive():  # until it has begun
        try:
            _ = tree.nodes
        except RuntimeError:
            break
    for ask in (tree.moves, lambda: tree.nodes, lambda: tree.run(packed(position), 0, 1)):
        with pytest.raises(RuntimeError, match="another thread"):
            ask()
    worker.join()
    assert tree.nodes
    assert tree.moves()


@pytest.mark.parametrize("rules", [Rules(2), Rules(3), Rules(4, teams=True), Rules(6)], ids=str)
def test_a_tree_without_room_is_a_playout_of_every_move_in_every_world(rules: Rules) -> None:
    """The moves of the root are there whatever the limit, and take turns: all of them in one world, with the same luck, before the next."""
    position = deal(rules, np.random.default_rng(4))
    seen, worlds = outside(rules), worlds_of(position, 30, random.Random(4))
    values, parts = _players.playouts(worlds, seen, packed_moves(position), 1, 0)
    own = position.hands[position.to_move]
    tree = _players.Ismcts(packed(position), seed=1, node_limit=0)
    tree.run(worlds, seen, 7)
    tried = tree.nodes - 1
    tree.run(worlds, seen, 30 * tried - 7)
    lowest = [number for number, move in enumerate(position.moves()) if move.card is not None and move.card - 1 not in own]
    found = tree.moves()
    assert tree.nodes == tried + 1
    assert {count for _, count, _ in found} == {30}
    assert [found[number][2] for number in lowest] == pytest.approx(values.mean(axis=1)[lowest].tolist())
    assert tree.parts()[lowest] == pytest.approx(parts.mean(axis=1)[lowest])


@pytest.mark.parametrize("seed", range(4))
def test_trees_whose_worlds_differ_in_tricks_won(seed: int) -> None:
    """What may be chosen at the end of the round depends on the world there: the tree ends before it."""
    text = "diamonds 1; players 4; teams yes; see P1; lead P1; showroom 2 1 3 2; "
    for hand in ("D4 C3", "C5,3", "H1"):
        view = View.of(loads(f"{text}hand P1 {hand}"))
        engine = IsmctsEngine(view, seed=seed, simulations=3000)
        values = engine.samples(0, 2)
        assert np.isfinite(values).all()
        assert np.array_equal(IsmctsEngine(view, seed=seed, simulations=3000).samples(0, 2), values)
