"""The double oracle against linear programs of whole matrices."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from diamonds_solver.search.matrix import TOLERANCE, Floats, best_mix, best_pure, solve_matrix

MATRICES = st.tuples(st.integers(1, 9), st.integers(1, 9)).flatmap(
    lambda shape: arrays.arrays(np.float64, shape, elements=st.integers(-6, 6).map(float))
)


class Known:
    """Cells of a matrix that is known, and how many rows and columns were asked for."""

    def __init__(self, matrix: Floats) -> None:
        self.matrix = matrix
        self.asked = 0

    @property
    def shape(self) -> tuple[int, int]:
        return self.matrix.shape[0], self.matrix.shape[1]

    def rows(self, wanted: Sequence[int], should_stop: Callable[[], bool]) -> Floats | None:
        self.asked += len(wanted)
        return None if should_stop() else self.matrix[list(wanted)]

    def columns(self, wanted: Sequence[int], should_stop: Callable[[], bool]) -> Floats | None:
        self.asked += len(wanted)
        return None if should_stop() else self.matrix[:, list(wanted)]


def value_of(matrix: Floats) -> float:
    """The value of the whole game: what the best mix of rows guarantees."""
    return float((best_mix(matrix) @ matrix).min())


@given(MATRICES)
def test_it_finds_the_value_of_the_whole_game(matrix: Floats) -> None:
    found = solve_matrix(Known(matrix), [0], [0])
    assert found is not None
    assert found.exact
    assert found.value == pytest.approx(value_of(matrix), abs=1e-6)
    assert found.row_mix.sum() == pytest.approx(1)
    assert found.column_mix.sum() == pytest.approx(1)
    assert (found.row_mix >= 0).all()
    assert (found.column_mix >= 0).all()


@given(MATRICES, st.integers(0, 99))
def test_the_certificate_is_about_the_whole_game(matrix: Floats, seed: int) -> None:
    """No answer, mixed or not, gains more than the gap says."""
    found = solve_matrix(Known(matrix), [0], [0])
    assert found is not None
    assert found.lower == pytest.approx((found.row_mix @ matrix).min())
    assert found.upper == pytest.approx((matrix @ found.column_mix).max())
    answer = np.random.default_rng(seed).dirichlet(np.ones(matrix.shape[0]))
    assert answer @ matrix @ found.column_mix <= found.value + found.gaps[0] + TOLERANCE


@given(MATRICES, st.integers(0, 12))
def test_what_is_proven_holds_whenever_it_is_stopped(matrix: Floats, looks: int) -> None:
    left = looks

    def should_stop() -> bool:
        nonlocal left
        left -= 1
        return left < 0

    bounds: list[tuple[float, float]] = []
    found = solve_matrix(Known(matrix), [0], [0], on_progress=lambda *told: bounds.append(told), should_stop=should_stop)
    value = value_of(matrix)
    assert all(lower - 1e-6 <= value <= upper + 1e-6 for lower, upper in bounds)
    assert all(a[0] <= b[0] and a[1] >= b[1] for a, b in pairwise(bounds))
    assert (found is None) == (looks < 2)


def test_it_asks_for_few_cells() -> None:
    """Rows and columns that are alike are not looked at one by one: the point of it."""
    rng = np.random.default_rng(1)
    cells = Known(rng.normal(size=(300, 2)) @ rng.normal(size=(2, 300)))
    found = solve_matrix(cells, [0], [0])
    assert found is not None
    assert found.exact
    assert cells.asked < 60


@given(MATRICES)
def test_best_pure(matrix: Floats) -> None:
    guarantees = matrix.min(axis=1)
    tried: list[int] = []

    def guarantee(row: int, least: float) -> float | None:
        tried.append(row)
        return float(guarantees[row]) if guarantees[row] > least else None

    found = best_pure(guarantee, matrix[:, 0].copy())
    assert found is not None
    assert found[1] == guarantees.max() == guarantees[found[0]]
    assert len(tried) == len(set(tried))


def test_best_pure_may_be_stopped() -> None:
    assert best_pure(lambda row, least: 0.0, np.zeros(3), lambda: True) is None
