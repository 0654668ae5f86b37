"""What samples allow to be said of moves: which is best, and how sure that is.

Everything is paired: column i of a matrix holds the value of every move in the same world, so the luck of the deal cancels in differences.
``docs/explanation/advice.md`` tells what the numbers mean. An interval covers the error of sampling only, never that of the model behind
the values.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from .estimates import t_quantile

Floats = NDArray[np.float64]

TIE = 1e-9
"""Values closer than this are equal: thirds and fifths of points are not whole in binary."""
DRAWS = 4000
SURE = 5
"""A move is excluded, and the leader clear, at an error this many times smaller than that of the intervals: with 95 % at 99 %.

At 95 %, too, up to 2 % of the "clear" verdicts on synthetic decisions were wrong: the same columns choose the leader and judge it.
"""
_BATCHES = 250  # more columns than this are put together for the bootstrap


class Verdict(StrEnum):
    """How sure the best move is."""

    CLEAR = "clear"
    """Every other move is worse."""
    EQUAL = "equal"
    """No move that may be better than the leader is better by more than delta."""
    CLOSE = "too close"
    """Neither is known."""


@dataclass(frozen=True)
class Comparison:
    """The moves compared with each other; arrays have one item per move. Without columns the numbers are NaN."""

    mean: Floats
    sem: Floats
    """Standard error of `mean`; NaN with one column."""
    best_share: Floats
    """Share of the columns in which the move is best, ties split. That is not the chance that it is the best move."""
    leader: int
    """The move with the highest mean, the first of several."""
    loss: Floats
    """Mean difference leader - move over the same columns."""
    loss_sem: Floats
    low: Floats
    """Limits of the loss, together right with probability `level` for all moves."""
    high: Floats
    chance_best: Floats
    """P(move has the highest true mean), by Bayesian bootstrap, ties split; NaN where `ess` is below `needed`."""
    chance_near: Floats
    """P(true mean within delta of the highest), likewise."""
    excluded: NDArray[np.bool_]
    """Moves that are worse than the leader, with an error SURE times smaller than that of the intervals."""
    ess: float
    """Effective number of columns: with equal weights their number."""
    needed: int
    """So many columns are the least for a verdict other than "too close"; 0 where nothing is uncertain."""
    verdict: Verdict
    delta: float
    level: float


def compare_moves(
    values: Floats,
    weights: Floats | None = None,
    *,
    delta: float = 0.1,
    level: float = 0.95,
    exact: bool = False,
    seed: int = 0,
    draws: int = DRAWS,
) -> Comparison:
    """Compares moves by `values`, float64[moves, columns], in which each column is one world (or one independent trial).

    `weights`, float64[columns], need not sum to 1. `exact` says that the columns are all worlds there are: then nothing is uncertain.
    `seed` is that of the bootstrap, `draws` says how many it has. Raises ValueError for arrays that do not fit, values that are not finite,
    weights that are no weights.
    """
    values = np.ascontiguousarray(values, np.float64)
    _check_matrix(values, delta, level)
    share = _normalised(weights, values.shape[1])
    if not values.shape[1]:
        return _unknown(len(values), delta, level)
    mean = _weighted(values, share)
    leader = int(np.argmax(mean >= mean.max() - TIE))
    differences = values[leader] - values
    differences[np.abs(differences) < TIE] = 0.0
    loss = np.maximum(_weighted(differences, share), 0.0)
    ess = 1.0 / float((share**2).sum())
    needed = _needed(len(values), level, exact)
    if exact:
        sem = loss_sem = np.zeros(len(values))
        low = high = loss
        excluded = loss > TIE
        chance_best = (~excluded) / np.count_nonzero(~excluded)
        chance_near = (loss <= delta + TIE).astype(np.float64)
    else:
        alpha = (1.0 - level) / max(1, len(values) - 1)
        sem, loss_sem = _errors(values, mean, share), _errors(differences, loss, share)
        error = np.hypot(loss_sem, _hidden(differences, loss, values, share))
        reach = _reach(error, alpha, ess)
        low, high = loss - reach, loss + reach
        low[leader] = high[leader] = 0.0
        # Columns in which two moves are equal say little about who wins the others: the sign test has to agree.
        differing = np.count_nonzero(differences, axis=1) * (ess / values.shape[1])
        excluded = (loss - _reach(error, alpha / SURE, ess) > TIE) & (np.round(differing, 6) >= needed)
        if is_scant(ess, needed):  # of two worlds the bootstrap knows nothing but those two
            chance_best = chance_near = np.full(len(values), np.nan)
        else:
            chance_best, chance_near = _bootstrap(values, share, delta, seed, draws)
    return Comparison(
        mean=mean,
        sem=sem,
        best_share=_weighted(_split(values), share),
        leader=leader,
        loss=loss,
        loss_sem=loss_sem,
        low=low,
        high=high,
        chance_best=chance_best,
        chance_near=chance_near,
        excluded=excluded,
        ess=ess,
        needed=needed,
        verdict=_verdict(leader, excluded, high, delta, not is_scant(ess, needed)),
        delta=delta,
        level=level,
    )


def _check_matrix(values: Floats, delta: float, level: float) -> None:
    if values.ndim != 2 or not len(values):
        raise ValueError(f"values is an array [moves, columns] with at least one move, not of the shape {values.shape}")
    if not np.isfinite(values).all():
        raise ValueError("values must be finite numbers")
    if not delta >= 0 or not 0 < level < 1:
        raise ValueError(f"delta is not negative and level between 0 and 1, not {delta!r} and {level!r}")


def _normalised(weights: Floats | None, columns: int) -> Floats:
    """The weights with the sum 1."""
    if weights is None:
        return np.full(columns, 1.0 / max(1, columns))
    weights = np.asarray(weights, np.float64)
    if weights.shape != (columns,) or not np.isfinite(weights).all() or (weights < 0).any() or (columns and not weights.sum() > 0):
        raise ValueError(f"weights are {columns} numbers that are not negative, and not all 0")
    normalised: Floats = weights / weights.sum()
    return normalised


def _weighted(rows: Floats, share: Floats) -> Floats:
    # Not a matrix product: its sums depend on the machine.
    result: Floats = (rows * share).sum(axis=1)
    return result


def _errors(rows: Floats, means: Floats, share: Floats) -> Floats:
    """Standard errors of weighted means; the weights are known up to a factor only (delta method)."""
    columns = rows.shape[1]
    if columns < 2:
        return np.full(len(rows), np.nan)
    spread: Floats = ((share * (rows - means[:, None])) ** 2).sum(axis=1)
    errors: Floats = np.sqrt(spread * columns / (columns - 1))
    return errors


def _hidden(differences: Floats, loss: Floats, values: Floats, share: Floats) -> Floats:
    """Standard errors for differences that no column has shown yet: as if in two more columns the moves differed as usual, each way once.

    They count by the share of the columns in which the moves were equal: moves that differ seldom have often not differed at all yet.
    """
    differ = (differences != 0) * share
    shares = np.minimum(differ.sum(axis=1), 1.0)
    usual = float(((differences - loss[:, None]) ** 2 * differ).sum() / shares.sum()) if shares.any() else _variance(values, share)
    errors: Floats = np.sqrt(2.0 * usual * (1.0 - shares)) * (share**2).sum()
    return errors


def _variance(values: Floats, share: Floats) -> float:
    """Of the values of a move between columns, the mean of all moves."""
    return float((((values - _weighted(values, share)[:, None]) ** 2) * share).sum() / len(values))


def _reach(errors: Floats, alpha: float, ess: float) -> Floats:
    """Half widths of intervals that are wrong with probability `alpha` each; endless where the error is not known."""
    return np.where(np.isnan(errors), np.inf, errors * t_quantile(ess - 1.0, 1.0 - alpha / 2))


def _needed(moves: int, level: float, exact: bool) -> int:
    """So many columns that all agree are significant for each move at the level of "clear"."""
    return 0 if exact or moves == 1 else math.ceil(math.log2(2.0 * SURE * (moves - 1) / (1.0 - level)))


def is_scant(ess: float, needed: int) -> bool:
    """Whether the columns are fewer than needed, but for rounding."""
    return round(ess, 6) < needed


def _split(values: Floats) -> Floats:
    """1 for the best move of each column, shared where several are best."""
    best = values >= values.max(axis=0) - TIE
    result: Floats = best / best.sum(axis=0)
    return result


def _bootstrap(values: Floats, share: Floats, delta: float, seed: int, count: int) -> tuple[Floats, Floats]:
    """P(best) and P(within delta) of each move: the columns get random (Dirichlet) weights again and again."""
    columns = values.shape[1]
    if columns > _BATCHES:  # means of batches differ as little as the columns allow, and there are enough of them
        starts = np.linspace(0, columns, _BATCHES, endpoint=False).astype(np.intp)
        total = np.add.reduceat(share, starts)
        sums = np.add.reduceat(values * share, starts, axis=1)
        values = np.divide(sums, total, out=np.zeros_like(sums), where=total > 0)
        share = total
    draws = np.random.default_rng(seed).standard_exponential((count, len(share))) * share
    means = (draws @ values.T) / draws.sum(axis=1)[:, None]
    behind = means.max(axis=1)[:, None] - means
    best = behind <= TIE
    return (best / best.sum(axis=1)[:, None]).mean(axis=0), (behind <= delta + TIE).mean(axis=0)


def _verdict(leader: int, excluded: NDArray[np.bool_], high: Floats, delta: float, enough: bool) -> Verdict:
    open_rivals = [move for move in range(len(high)) if move != leader and not excluded[move]]
    if not open_rivals:
        return Verdict.CLEAR
    return Verdict.EQUAL if enough and all(high[move] <= delta + TIE for move in open_rivals) else Verdict.CLOSE


def _unknown(moves: int, delta: float, level: float) -> Comparison:
    """No column at all: a single move is still the best."""
    unknown = np.full(moves, np.nan)
    reach = np.full(moves, 0.0 if moves == 1 else np.inf)
    return Comparison(
        mean=unknown,
        sem=unknown,
        best_share=unknown,
        leader=0,
        loss=unknown,
        loss_sem=unknown,
        low=-reach,
        high=reach,
        chance_best=unknown,
        chance_near=unknown,
        excluded=np.zeros(moves, np.bool_),
        ess=0.0,
        needed=_needed(moves, level, exact=False),
        verdict=Verdict.CLEAR if moves == 1 else Verdict.CLOSE,
        delta=delta,
        level=level,
    )
