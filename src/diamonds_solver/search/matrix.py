"""Zero-sum matrix games whose cells are expensive: the double oracle of McMahan, Gordon and Blum (ICML 2003).

Two players choose at the same time, one a row, the other a column; the cell is what the row player gains and the other loses. In general
both have to mix. The search keeps a few rows and columns, solves the small game that they form by linear programming, and asks for the
best answer of each side to the other's mix among *all* rows and columns. Answers that are new join the small game; when neither side has a
new one, the mixes are an equilibrium of the whole game, and the answers are the certificate.

    solution = solve_matrix(cells, rows=[0], columns=[0])
    print(solution.lower, solution.upper, solution.row_mix)

A best answer to a mix of columns needs those columns whole, and nothing else: of a game of 560 by 560 cells some 3 % are worked out.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

TOLERANCE = 1e-7
"""Linear programs are solved to about this: an answer that gains less is none."""


class Cells(Protocol):
    """A matrix that is worked out where it is asked for."""

    @property
    def shape(self) -> tuple[int, int]: ...

    def rows(self, wanted: Sequence[int], should_stop: Callable[[], bool]) -> Floats | None:
        """float[wanted, columns]; None when `should_stop` said so before they were known."""
        ...

    def columns(self, wanted: Sequence[int], should_stop: Callable[[], bool]) -> Floats | None:
        """float[rows, wanted]; None when `should_stop` said so before they were known."""
        ...


@dataclass(frozen=True)
class MatrixSolution:
    """Mixes of both sides, and what is proven of the game by them: its value is in [lower, upper]."""

    row_mix: Floats
    """float[rows]: with these chances the row player gains `lower` at least, whatever the other does."""
    column_mix: Floats
    """float[columns]: with these chances the column player loses `upper` at most."""
    value: float
    """What the row player gains when both mix so."""
    lower: float
    upper: float
    row_gains: Floats
    """float[rows]: what each row gains against `column_mix`; the largest is `upper`."""
    column_losses: Floats
    """float[columns]: what each column loses against `row_mix`; the smallest is `lower`."""
    rounds: int
    """Small games that were solved."""

    @property
    def exact(self) -> bool:
        """Whether no answer of either side gains more than TOLERANCE. Else the search was stopped."""
        return self.upper - self.lower <= 2 * TOLERANCE

    @property
    def gaps(self) -> tuple[float, float]:
        """What the row player, and the column player, would gain by the best answer to the other's mix; both at least 0."""
        return max(0.0, self.upper - self.value), max(0.0, self.value - self.lower)


def solve_matrix(
    cells: Cells,
    rows: Sequence[int],
    columns: Sequence[int],
    *,
    on_progress: Callable[[float, float], None] | None = None,
    should_stop: Callable[[], bool] = lambda: False,
) -> MatrixSolution | None:
    """The equilibrium; `rows` and `columns` are those to begin with, at least one of each.

    `on_progress(lower, upper)` is called with every improvement of what is proven. When `should_stop` says so, the best mixes so far are
    returned with what is proven for them; None if nothing is proven yet.
    """
    game = _SmallGame(cells, list(dict.fromkeys(rows)), list(dict.fromkeys(columns)))
    best: MatrixSolution | None = None
    while game.complete(should_stop):
        solution = game.solve()
        best = solution if best is None else game.better(best, solution)
        if on_progress is not None:
            on_progress(best.lower, best.upper)
        if best.exact or not game.extend(solution):
            break
    return best


class _SmallGame:
    """The rows and columns that are known whole, and the game that they form."""

    def __init__(self, cells: Cells, rows: list[int], columns: list[int]) -> None:
        self._cells = cells
        self._rows, self._columns = rows, columns
        self._by_rows = np.empty((0, cells.shape[1]))
        self._by_columns = np.empty((cells.shape[0], 0))
        self._rounds = 0

    def complete(self, should_stop: Callable[[], bool]) -> bool:
        """Works out what has joined the game; False if the search was stopped before."""
        rows = self._cells.rows(self._rows[len(self._by_rows) :], should_stop)
        columns = None if rows is None else self._cells.columns(self._columns[self._by_columns.shape[1] :], should_stop)
        if rows is None or columns is None:
            return False
        self._by_rows = np.concatenate([self._by_rows, rows])
        self._by_columns = np.concatenate([self._by_columns, columns], axis=1)
        return True

    def solve(self) -> MatrixSolution:
        """The equilibrium of the small game, with the best answers to it in the whole one."""
        small = self._by_rows[:, self._columns]
        row_mix, column_mix = np.zeros(self._cells.shape[0]), np.zeros(self._cells.shape[1])
        row_mix[self._rows] = best_mix(small)
        column_mix[self._columns] = best_mix(-small.T)
        self._rounds += 1
        return self._solution(row_mix, column_mix)

    def better(self, old: MatrixSolution, new: MatrixSolution) -> MatrixSolution:
        """Each side keeps the mix that guarantees more: what is proven never gets worse."""
        return self._solution(
            old.row_mix if old.lower > new.lower else new.row_mix,
            old.column_mix if old.upper < new.upper else new.column_mix,
        )

    def _solution(self, row_mix: Floats, column_mix: Floats) -> MatrixSolution:
        row_gains = self._by_columns @ column_mix[self._columns]
        column_losses = row_mix[self._rows] @ self._by_rows
        return MatrixSolution(
            row_mix=row_mix,
            column_mix=column_mix,
            value=float(row_mix @ row_gains),
            lower=float(column_losses.min()),
            upper=float(row_gains.max()),
            row_gains=row_gains,
            column_losses=column_losses,
            rounds=self._rounds,
        )

    def extend(self, solution: MatrixSolution) -> bool:
        """The best answers join the small game; False if they are in it already."""
        row, column = int(solution.row_gains.argmax()), int(solution.column_losses.argmin())
        are_new = row not in self._rows, column not in self._columns
        self._rows += [row] * are_new[0]
        self._columns += [column] * are_new[1]
        return any(are_new)


def best_mix(matrix: Floats) -> Floats:
    """The chances of the rows that guarantee most: float[rows], by a linear program."""
    from scipy.optimize import linprog  # it takes long to load

    rows, columns = matrix.shape
    shift = float(matrix.min()) - 1.0
    # With all cells positive and x = mix / value: the least sum of x with which every column gains 1 at least is 1 / value.
    result = linprog(np.ones(rows), A_ub=-(matrix - shift).T, b_ub=-np.ones(columns), bounds=(0, None), method="highs")
    if not result.success:
        raise ArithmeticError(f"no solution for a linear program of {rows} x {columns}: {result.message}")
    mix: Floats = np.clip(result.x, 0.0, None) / np.clip(result.x, 0.0, None).sum()
    return mix


def best_pure(
    guarantee: Callable[[int, float], float | None], bounds: Floats, should_stop: Callable[[], bool] = lambda: False
) -> tuple[int, float] | None:
    """The row with the largest guarantee (its smallest cell), and that guarantee; None when `should_stop` said so before.

    `guarantee(row, least)` works a row out: its smallest cell, or None if it is `least` or less; `bounds`: float[rows], what each row
    guarantees at most. Rows are tried in the order of their bounds until no bound is larger than what is found.
    """
    best, best_row = -np.inf, -1
    for row in np.argsort(-bounds, kind="stable").tolist():
        if bounds[row] <= best:
            break
        if should_stop():
            return None
        value = guarantee(row, best)
        if value is not None:
            best, best_row = value, row
    return best_row, best
