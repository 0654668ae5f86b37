"""What samples allow to be said of moves: which is best, and how sure that is.

Everything is paired: sample i of a matrix holds the value of every move in the same world, so the luck of the deal cancels in differences.
``docs/explanation/advice.md`` tells what the numbers mean. An interval covers the error of sampling only, never that of the model behind
the values.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from diamonds_solver.common.facts import FACTS

from .estimates import t_quantile, unseen_error
from .samples import TIE, Batches, Floats, Moments, Samples, Sums

DRAWS = 4000
SURE: int = FACTS["looks"]["sure"]
"""A move is eliminated, and the leader clear, at an error this many times smaller than that of the intervals: with 95 % at 99 %.

At 95 %, too, up to 2 % of the "clear" verdicts on synthetic decisions were wrong: the same samples choose the leader and judge it.
"""
UNSEEN: int = FACTS["losses"]["unseen"]
"""Indifference margins that two moves may differ by where they do, as long as hardly a sample has shown them differ."""
UNSEEN_WEIGHT = 0.05
"""Shape of the random weight that the bootstrap gives to such a sample: mostly none, seldom that of one or two."""
USUAL_LEAD = 6.0
"""Indifference margins by which moves of one decision usually differ: of a noisier lead the larger part is chance. Of 0, 3, 6 and 10 this
one makes `chance_best` truest where moves nearly tie, see ``benchmarks/decisions.py chances``; ``fresh`` judges it by other decisions."""


class Verdict(StrEnum):
    """How sure the best move is."""

    CLEAR = "clear"
    """Every move that is not the leader's equal is worse."""
    EQUAL = "equal"
    """No move that may be better than the leader is better by more than the indifference margin, or all are equal anyway."""
    CLOSE = "too close"
    """Neither is known."""


@dataclass(frozen=True)
class Comparison:
    """The moves compared with each other; arrays have one item per move. Without samples the numbers are NaN.

    Moves that are equal anyway (``game.Engine.classes``) have the same numbers; shares and chances are split between them.
    """

    mean: Floats
    sem: Floats
    """Standard error of `mean`; NaN with one sample."""
    best_share: Floats
    """Share of the samples in which the move is best, ties split. That is not the chance that it is the best move."""
    leader: int
    """The move with the highest mean, the first of several."""
    loss: Floats
    """Mean difference leader - move over the same samples."""
    loss_sem: Floats
    split_loss: Floats
    """The loss without the bias of having chosen the leader by the same samples, see `_split_losses`; NaN with one sample."""
    low: Floats
    """Limits of the loss, together right with probability `level` for all moves."""
    high: Floats
    chance_best: Floats
    """P(move has the highest true mean), by Bayesian bootstrap, ties split; NaN where `ess` is below `needed`."""
    chance_near: Floats
    """P(true mean within the indifference margin of the highest), likewise."""
    excluded: NDArray[np.bool_]
    """The eliminated moves: worse than the leader, with an error SURE times smaller than that of the intervals."""
    ess: float
    """Effective number of samples: with equal weights their number."""
    needed: int
    """The least number of samples for a verdict other than "too close"; 0 where nothing is uncertain."""
    verdict: Verdict
    delta: float
    """The indifference margin."""
    level: float
    sources: Floats
    """float64[sources, moves]: means of what each source brings; none where samples do not tell."""
    source_reach: Floats
    """Half widths of the 95 % intervals of the leader's less the move's; NaN with one sample."""


def compare_moves(
    values: Floats,
    weights: Floats | None = None,
    *,
    classes: Sequence[int] | None = None,
    delta: float = 0.1,
    level: float = 0.95,
    exact: bool = False,
    seed: int = 0,
    draws: int = DRAWS,
) -> Comparison:
    """Compares moves by `values`, float64[moves, samples], in which each sample is one world (or one independent trial).

    `weights`, float64[samples], need not sum to 1; `classes` are those of `Samples`, for the rest see `compare_samples`.

    Raises ValueError for arrays that do not fit, values that are not finite, weights that are no weights.
    """
    values = np.asarray(values, np.float64)
    if values.ndim != 2 or not len(values):
        raise ValueError(f"values must be an array [moves, samples] with at least one move, not of the shape {values.shape}")
    samples = Samples(len(values), classes)
    samples.add(values, None if weights is None else np.asarray(weights, np.float64))
    return compare_samples(samples, delta=delta, level=level, exact=exact, seed=seed, draws=draws)


def compare_samples(
    samples: Samples, *, delta: float = 0.1, level: float = 0.95, exact: bool = False, seed: int = 0, draws: int = DRAWS
) -> Comparison:
    """Compares moves by samples; `delta` is the indifference margin. Moves that are equal anyway are compared with the others as one.

    `exact` says that the samples are all worlds there are: then nothing is uncertain. `seed` is that of the bootstrap, `draws` says how
    many it has; with 0 there is none, and `chance_best` and `chance_near` are NaN. Raises ValueError for an impossible delta or level, and
    where all weights are 0.
    """
    if not delta >= 0 or not 0 < level < 1:
        raise ValueError(f"delta must not be negative and level must lie between 0 and 1, not {delta!r} and {level!r}")
    sums = samples.sums()
    if not sums.count:
        return _of_moves(_unknown(sums.moves, delta, level), samples.rows)
    if not sums.values.weight:
        raise ValueError("the weights are all 0")
    mean = sums.values.mean
    leader = int(np.argmax(mean >= mean.max() - TIE))
    loss = np.maximum(sums.of_pairs(leader, sums.differences.mean, -1), 0.0)
    ess = sums.values.weight**2 / sums.squared[0].weight
    needed = _needed(sums.moves, level, exact)
    if exact:
        sem = loss_sem = np.zeros(sums.moves)
        low = high = loss
        excluded = loss > TIE
        chance_best = (~excluded) / np.count_nonzero(~excluded)
        chance_near = (loss <= delta + TIE).astype(np.float64)
    else:
        alpha = (1.0 - level) / max(1, sums.moves - 1)
        sem, loss_sem = _errors(sums, sums.squared[0].around(mean)), _errors(sums, _squares(sums, sums.squared[1], leader, loss))
        hidden = _hidden(sums, leader, loss, delta, ess) / ess
        error = np.hypot(loss_sem, hidden)
        reach = _reach(error, alpha, ess)
        low, high = loss - reach, loss + reach
        low[leader] = high[leader] = 0.0
        # Samples in which two moves are equal say little about who wins the others: the sign test has to agree.
        differing = sums.of_pairs(leader, sums.differing_count) * (ess / sums.count)
        excluded = (loss - _reach(error, alpha / SURE, ess) > TIE) & (np.round(differing, 6) >= needed)
        if is_scant(ess, needed) or not draws:  # of two worlds the bootstrap knows nothing but those two
            chance_best = chance_near = np.full(sums.moves, np.nan)
        else:
            chance_best, chance_near = _bootstrap(sums.batches, leader, ess, hidden, delta, seed, draws)
    compared = Comparison(
        mean=mean,
        sem=sem,
        best_share=sums.best / sums.values.weight,
        leader=leader,
        loss=loss,
        loss_sem=loss_sem,
        split_loss=loss if exact else _split_losses(sums),
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
        **_sources(sums, leader, exact),
    )
    return _of_moves(compared, samples.rows)


def _sources(sums: Sums, leader: int, exact: bool) -> dict[str, Floats]:
    """Means of sources and half widths of the intervals of their differences, by batches of samples."""
    weights, means = sums.sources.weights, sums.sources.means
    means = means.reshape(len(means) // sums.moves, sums.moves, len(weights))
    mean = (means * weights).sum(axis=2) / weights.sum() if len(weights) else means.sum(axis=2)
    if exact or len(weights) < 2:
        return {"sources": mean, "source_reach": np.zeros_like(mean) if exact else np.full_like(mean, np.nan)}
    ahead = (means[:, leader, None] - means) - (mean[:, leader] - mean.T).T[..., None]
    squares = (ahead**2 * weights**2).sum(axis=2) * len(weights) / (len(weights) - 1)
    return {"sources": mean, "source_reach": np.sqrt(squares) / weights.sum() * t_quantile(len(weights) - 1, 0.975)}


def _of_moves(compared: Comparison, rows: NDArray[np.intp]) -> Comparison:
    """A comparison of classes of equal moves as one of moves; `rows` has the class of each."""
    sizes = np.bincount(rows)
    if len(sizes) == len(rows):
        return compared
    of_each = {
        name: getattr(compared, name)[rows]
        for name in ("mean", "sem", "loss", "loss_sem", "split_loss", "low", "high", "chance_near", "excluded")
    }
    of_each |= {name: getattr(compared, name)[:, rows] for name in ("sources", "source_reach")}
    split = {name: (getattr(compared, name) / sizes)[rows] for name in ("best_share", "chance_best")}
    verdict = Verdict.EQUAL if len(sizes) == 1 else compared.verdict
    return replace(compared, **of_each, **split, leader=int(np.argmax(rows == compared.leader)), verdict=verdict)


def _squares(sums: Sums, differences: Moments, leader: int, loss: Floats) -> Floats:
    """The sums of weighted squares of what the leader is ahead of each move, less `loss`."""
    ahead = sums.of_pairs(leader, differences.mean, -1)
    squares: Floats = sums.of_pairs(leader, differences.squares) + differences.weight * (ahead - loss) ** 2
    return squares


def _errors(sums: Sums, squares: Floats) -> Floats:
    """Standard errors of weighted means from squares with squared weights; the weights are known up to a factor only (delta method)."""
    if sums.count < 2:
        return np.full(sums.moves, np.nan)
    errors: Floats = np.sqrt(squares * sums.count / (sums.count - 1)) / sums.values.weight
    return errors


def _split_losses(sums: Sums) -> Floats:
    """What each move costs against the best, where one half of the samples says which that is and the other half how far it is ahead; the
    mean of both ways round.

    Whoever is best by some samples is too good in these, so a loss against it by the same ones is too high on average. Here it is not; but
    half of the samples choose worse than all, so the mean is rather too low.
    """
    if not all(half.weight for half in sums.halves):
        return np.full(sums.moves, np.nan)
    means = [half.mean for half in sums.halves]
    losses = np.zeros(sums.moves)
    for choosing, judging in (means, means[::-1]):
        is_best = choosing >= choosing.max() - TIE
        losses += np.where(is_best, 0.0, judging[int(choosing.argmax())] - judging)
    return losses / 2


def _hidden(sums: Sums, leader: int, loss: Floats, delta: float, ess: float) -> Floats:
    """Errors of one sample for differences that no sample has shown yet: UNSEEN indifference margins at least, so that it takes about a
    hundred samples to call moves equal.
    """
    weight = sums.values.weight
    differing = sums.of_pairs(leader, sums.differing)
    equal = np.maximum(weight - differing, 0.0)
    if differing.any():  # a sample without a difference has added the square of the loss
        squares = _squares(sums, sums.differences, leader, loss) - equal * loss**2
        usual = max(float(squares.sum() / differing.sum()), 0.0)
    else:
        usual = float(sums.values.squares.mean()) / weight
    return unseen_error(usual, differing * ess / weight, equal / weight, UNSEEN * delta)


def _reach(errors: Floats, alpha: float, ess: float) -> Floats:
    """Half widths of intervals that are wrong with probability `alpha` each; endless where the error is not known."""
    return np.where(np.isnan(errors), np.inf, errors * t_quantile(ess - 1.0, 1.0 - alpha / 2))


def _needed(moves: int, level: float, exact: bool) -> int:
    """The number of samples that, if all agree, are significant for each move at the level of "clear"."""
    return 0 if exact or moves == 1 else math.ceil(math.log2(2.0 * SURE * (moves - 1) / (1.0 - level)))


def is_scant(ess: float, needed: int) -> bool:
    """Whether the samples are fewer than needed, but for rounding."""
    return round(ess, 6) < needed


def _bootstrap(batches: Batches, leader: int, ess: float, hidden: Floats, delta: float, seed: int, count: int) -> tuple[Floats, Floats]:
    """P(best) and P(within the indifference margin) of each move: the batches get random (Dirichlet) weights again and again.

    Of n samples such means vary by a factor (n - 1) / (n + 1) less than means do, and know nothing of Student's tails: both are put right.
    Leads of a usual size (`USUAL_LEAD`) are less sure than the samples alone say, the more so the noisier they are: where true leads
    are normal with spread t, and measured ones have the error e, a lead is as sure as one with the error e sqrt(1 + (e / t)^2).
    A difference that no sample has shown yet gets a weight from a Gamma distribution, and a random sign. `hidden`: its error, of the mean.
    """
    rng = np.random.default_rng(seed)
    draws = rng.standard_exponential((count, len(batches.weights))) * batches.weights
    means = (draws @ batches.means.T) / draws.sum(axis=1)[:, None]
    means -= means[:, leader : leader + 1]
    centre = batches.weights @ batches.means.T / batches.weights.sum()
    centre -= centre[leader]
    number = min(ess, float(len(batches.weights)))
    wider = np.sqrt((number + 1.0) / rng.chisquare(max(1.0, number - 1.0), count))[:, None]
    if delta:
        wider = wider * np.sqrt(1.0 + (means.std(axis=0) / (USUAL_LEAD * delta)) ** 2)
    means = centre + (means - centre) * wider
    unseen = rng.standard_gamma(UNSEEN_WEIGHT, means.shape) * rng.choice((-1.0, 1.0), means.shape) * hidden / math.sqrt(2.0)
    means += np.where(np.abs(unseen) < delta / 10, 0.0, unseen)  # ties stay ties
    behind = means.max(axis=1)[:, None] - means
    best = behind <= TIE
    return (best / best.sum(axis=1)[:, None]).mean(axis=0), (behind <= delta + TIE).mean(axis=0)


def _verdict(leader: int, excluded: NDArray[np.bool_], high: Floats, delta: float, enough: bool) -> Verdict:
    open_rivals = [move for move in range(len(high)) if move != leader and not excluded[move]]
    if not open_rivals:
        return Verdict.CLEAR
    return Verdict.EQUAL if enough and all(high[move] <= delta + TIE for move in open_rivals) else Verdict.CLOSE


def _unknown(moves: int, delta: float, level: float) -> Comparison:
    """No sample at all: a single move is still the best, and loses nothing."""
    unknown = np.full(moves, np.nan)
    loss, reach = (np.zeros(1), np.zeros(1)) if moves == 1 else (unknown, np.full(moves, np.inf))
    return Comparison(
        mean=unknown,
        sem=unknown,
        best_share=unknown,
        leader=0,
        loss=loss,
        loss_sem=unknown,
        split_loss=unknown,
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
        sources=np.empty((0, moves)),
        source_reach=np.empty((0, moves)),
    )
