"""What ends of rounds are worth to each side, by hand."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from diamonds_solver.games.diamonds.core import _players, layout
from diamonds_solver.games.diamonds.deal import deal
from diamonds_solver.games.diamonds.round.rules import Rules

from .positions import packed_moves, random_position


def standings(showroom: Sequence[int], vault: Sequence[int], teams: bool = False) -> NDArray[np.uint8]:
    rules = Rules(len(showroom), teams=teams)
    array = layout.pack([deal(rules, np.random.default_rng(1))])
    array["showroom"][0, : rules.players] = showroom
    array["vault"][0, : rules.players] = vault
    return array.view(np.uint8)


def utility(end: NDArray[np.uint8], start: NDArray[np.uint8] | None = None, **options: object) -> list[float]:
    call: Callable[..., NDArray[np.float64]] = _players.utilities
    return [float(value) for value in call(end if start is None else start, end, **options)[0]]


def test_gains_by_hand() -> None:
    start, end = standings([3, 3, 3], [0, 0, 0]), standings([5, 2, 3], [1, 0, 3])
    assert utility(end, start, goal="points") == [4, -1, 6]
    assert utility(end, start, goal="margin") == [4 - 2.5, -1 - 5, 6 - 1.5]


def test_gains_of_teams_are_sums() -> None:
    start, end = standings([3] * 4, [0] * 4, teams=True), standings([5, 2, 3, 3], [1, 0, 3, 0], teams=True)
    assert utility(end, start, goal="points") == [10, -1]
    assert utility(end, start, goal="margin") == [11, -11]


@pytest.mark.parametrize(
    ("showroom", "vault", "expected"),
    [
        ([3, 3, 1], [1, 1, 0], [0.5, 0.5, 0]),
        ([3, 1, 5], [1, 2, 0], [0, 1, 0]),  # 5 points each: most in the vault
        ([1, 1, 1], [2, 2, 2], [1 / 3] * 3),
        ([0, 0, 9], [4, 4, 0], [0, 0, 1]),
    ],
)
def test_victory_and_its_tie_break(showroom: list[int], vault: list[int], expected: list[float]) -> None:
    assert utility(standings(showroom, vault), goal="win") == pytest.approx(expected)


@pytest.mark.parametrize(
    "options", [{"goal": "joy"}, {"goal": "margin", "rounds_left": -1}, {"goal": "win", "rounds_left": 1, "sigma": 0.0}]
)
def test_goals_that_the_core_refuses(options: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="goal"):
        utility(standings([3, 3], [0, 0]), **options)


def test_chance_to_win_with_rounds_to_come() -> None:
    points, sigma, rounds = [4, 2, 1], 3.5, 2
    spread = sigma * math.sqrt(2 * rounds)

    def normal(x: float) -> float:
        return (1 + math.erf(x / math.sqrt(2))) / 2

    products = [math.prod(normal((a - b) / spread) for j, b in enumerate(points) if j != i) for i, a in enumerate(points)]
    expected = [product / sum(products) for product in products]
    found = utility(standings(points, [0, 0, 0]), goal="win", rounds_left=rounds, sigma=sigma)
    assert found == pytest.approx(expected, abs=1e-3)
    assert sum(found) == pytest.approx(1)


def test_the_goal_decides_what_playouts_are_worth() -> None:
    """With 30 points of advantage the last round is won whatever is played; the points still differ."""
    position = random_position(random.Random(3), Rules(3))
    array = layout.pack([position])
    array["vault"][0, position.to_move] += 60
    values, _ = _players.playouts(array.view(np.uint8), 0, packed_moves(position), 1, goal="win")
    assert (values == 1).all()
    own, parts = _players.playouts(array.view(np.uint8), 0, packed_moves(position), 1, goal="points")
    assert (own == parts[..., : _players.PARTS.index("others")].sum(axis=2)).all()
    assert len(set(own[:, 0].tolist())) > 1
