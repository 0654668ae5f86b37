"""What samples allow to be said: known numbers, calibration on matrices with a known truth."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from diamonds_solver.stats.comparison import Comparison, Verdict, compare_moves
from diamonds_solver.stats.estimates import difference_interval, mean_interval, ratio_interval, share_interval


def matrix(rng: np.random.Generator, moves: int, samples: int, spread: float = 0.6) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Values like those of a card game, and the true means: whole points, the luck of the deal common to all, many ties.

    In half of the samples a move's value is the common one.
    """
    sizes = np.array([1, 3])
    chance_up = np.clip(0.5 + rng.normal(0, spread, (moves, 1)) / sizes, 0, 1)
    luck = np.round(rng.normal(0, 1.7, samples))
    kind = rng.integers(2, size=(moves, samples))
    up = rng.random((moves, samples)) < np.take_along_axis(chance_up, kind, axis=1)
    differs = rng.random((moves, samples)) < 0.5
    values = luck + np.where(differs, np.where(up, 1, -1) * sizes[kind], 0)
    return values, 0.5 * ((2 * chance_up - 1) * sizes).mean(axis=1)


def test_the_synthetic_truth_is_true() -> None:
    values, truth = matrix(np.random.default_rng(5), 6, 400_000)
    assert np.allclose(values.mean(axis=1) - values.mean(), truth - truth.mean(), atol=0.02)


@pytest.mark.long
@pytest.mark.parametrize(("moves", "samples"), [(2, 20), (4, 80), (3, 300)])
def test_calibration(moves: int, samples: int) -> None:
    """All intervals of a decision hold together in 93 to 98 %; "clear" is right in 99 %."""
    rng = np.random.default_rng(moves)
    covered, clear, right = [], 0, 0
    for _ in range(1000):
        values, truth = matrix(rng, moves, samples, spread=1.0)
        c = compare_moves(values, draws=1)  # the bootstrap is not what is tested
        true_loss = truth[c.leader] - truth
        covered.append(bool(((c.low - 1e-9 <= true_loss) & (true_loss <= c.high + 1e-9)).all()))
        if c.verdict is Verdict.CLEAR:
            clear += 1
            right += truth[c.leader] >= truth.max() - 1e-9
    assert 0.93 <= np.mean(covered) <= 0.98
    assert clear > 100
    assert right / clear >= 0.99


@pytest.mark.long
@pytest.mark.parametrize(("samples", "often"), [(20, 0.1), (40, 0.02), (40, 0.05), (200, 0.01)])
def test_moves_that_seldom_differ(samples: int, often: float) -> None:
    """Most samples have no world, or one, in which the two moves differ by 2; the third move shows how much moves differ."""
    rng = np.random.default_rng(samples)
    held = []
    for _ in range(1000):
        luck = rng.normal(0, 2, samples)
        worse = luck - 2 * (rng.random(samples) < often)
        other = luck - 1 + rng.choice([-2.0, 2.0], samples)
        c = compare_moves(np.array([luck, worse, other]), draws=1)
        true_loss = 2 * often if c.leader == 0 else 0.0
        held.append(c.leader == 0 and c.low[1] <= true_loss <= c.high[1])
    assert np.mean(held) >= 0.93


def test_moves_that_never_differ_may_differ_yet() -> None:
    luck = np.random.default_rng(1).normal(0, 2, 200)
    few, many = compare_moves(np.array([luck[:20]] * 2)), compare_moves(np.array([luck] * 2))
    assert few.high[1] == pytest.approx(-few.low[1])
    assert (few.verdict, many.verdict) == (Verdict.CLOSE, Verdict.EQUAL)
    assert 0 < many.high[1] < few.high[1] / 5
    # a move that is worse by the same in every world tells nothing of what the other two may hide
    steady = compare_moves(np.array([np.zeros(20), np.zeros(20), np.full(20, -10.0)]))
    assert steady.high[[0, 2]].tolist() == [0, 10]
    assert steady.verdict is Verdict.CLOSE
    assert compare_moves(np.array([np.zeros(200), np.zeros(200), np.full(200, -10.0)])).verdict is Verdict.EQUAL


def test_twenty_worlds_without_a_difference_do_not_make_moves_equal() -> None:
    """One move costs 5 in a tenth of the worlds; the third one always loses by the same. Nobody is told that the first two are equal."""
    rng = np.random.default_rng(35)
    for samples in (12, 15, 20, 30):
        for _ in range(200):
            values = np.array([np.zeros(samples), -5.0 * (rng.random(samples) < 0.11), np.full(samples, -2.0)])
            for weights in (None, rng.uniform(0.5, 2, samples)):
                assert compare_moves(values, weights, draws=0).verdict is not Verdict.EQUAL


def test_chances_know_of_differences_that_no_sample_has_shown() -> None:
    """Moves that never differed may not be equal: with few samples each may be the better one, with many it hardly matters."""
    few, many = (compare_moves(np.array([np.zeros(samples), np.zeros(samples), np.full(samples, -1.0)])) for samples in (15, 400))
    assert few.chance_best[0] == pytest.approx(few.chance_best[1], abs=0.03)
    assert few.chance_near[1] < 0.99 < many.chance_near[1]


def test_equal_moves_are_not_clear() -> None:
    """Where every true mean is the same, "clear" is wrong."""
    rng = np.random.default_rng(3)
    wrong = [compare_moves(matrix(rng, 3, 40, spread=0)[0], delta=0, draws=1).verdict is Verdict.CLEAR for _ in range(500)]
    assert np.mean(wrong) <= 0.01


@pytest.mark.long
def test_the_chance_to_be_best_is_calibrated() -> None:
    rng = np.random.default_rng(8)
    sure, hits, told = 0, 0, []
    for _ in range(600):
        values, truth = matrix(rng, 3, 40)
        c = compare_moves(values)
        told.append((c.chance_best[c.leader], truth.argmax() == c.leader))
        if c.chance_best[c.leader] > 0.9:
            sure += 1
            hits += truth.argmax() == c.leader
    assert hits / sure > 0.93
    assert abs(np.mean([chance for chance, _ in told]) - np.mean([is_best for _, is_best in told])) < 0.06


def test_known_numbers() -> None:
    values = np.array([[3.0, 1, 2, 4], [2, 1, 0, 3], [3, 1, 2, 4]])
    c = compare_moves(values)
    assert c.mean.tolist() == [2.5, 1.5, 2.5]
    assert c.leader == 0
    assert c.loss.tolist() == [0, 1, 0]
    assert c.sem[0] == pytest.approx(np.std(values[0], ddof=1) / 2)
    assert c.loss_sem.tolist() == pytest.approx([0, np.std([1, 0, 2, 1], ddof=1) / 2, 0])
    # alpha = 0.05 / 2, three degrees of freedom: t = 4.1765; a quarter of the samples are equal, three tell little of 3 points, squared
    hidden = np.sqrt(2 * 9 / 4 * 1 / 4) / 4
    assert c.high[1] - c.loss[1] == pytest.approx(4.17653 * np.hypot(c.loss_sem[1], hidden), rel=1e-4)
    assert c.best_share.tolist() == pytest.approx([(0.5 + 1 / 3 + 0.5 + 0.5) / 4, 1 / 12, (0.5 + 1 / 3 + 0.5 + 0.5) / 4])
    assert c.ess == pytest.approx(4)
    assert c.verdict is Verdict.CLOSE


def test_weights_are_counts() -> None:
    """Integer weights give the means of the repeated samples; ess says that repeating is no new knowledge."""
    values, _ = matrix(np.random.default_rng(1), 3, 30)
    times = np.random.default_rng(2).integers(1, 5, 30)
    weighted, repeated = compare_moves(values, times.astype(float)), compare_moves(np.repeat(values, times, axis=1))
    for name in ("mean", "loss", "best_share"):
        assert np.allclose(getattr(weighted, name), getattr(repeated, name))
    assert weighted.ess == pytest.approx(times.sum() ** 2 / (times**2).sum())
    assert (weighted.loss_sem[1:] >= repeated.loss_sem[1:]).all()


def test_equal_weights_are_no_weights() -> None:
    values, _ = matrix(np.random.default_rng(1), 4, 50)
    a, b = compare_moves(values), compare_moves(values, np.full(50, 17.0))
    for name in ("mean", "sem", "loss", "loss_sem", "low", "high", "chance_best"):
        assert np.allclose(getattr(a, name), getattr(b, name))


def test_all_worlds_have_no_error() -> None:
    c = compare_moves(np.array([[1.0, 2], [2, 0.9]]), exact=True)
    assert (c.verdict, c.leader) == (Verdict.CLEAR, 0)
    assert c.sem.tolist() == c.loss_sem.tolist() == [0, 0]
    assert c.low.tolist() == c.high.tolist() == c.loss.tolist() == pytest.approx([0, 0.05])
    assert c.chance_best.tolist() == [1, 0]
    assert c.chance_near.tolist() == [1, 1]
    tied = compare_moves(np.array([[1 / 3, 1.0], [1.0, 1 / 3], [0, 0]]), exact=True)
    assert tied.verdict is Verdict.EQUAL
    assert tied.chance_best.tolist() == [0.5, 0.5, 0]
    assert tied.excluded.tolist() == [False, False, True]


def test_few_columns_are_never_clear() -> None:
    """Three worlds that agree have no spread, and prove little."""
    for samples in range(1, 8):
        c = compare_moves(np.array([[1.0] * samples, [0.0] * samples]))
        assert c.verdict is Verdict.CLOSE
    assert compare_moves(np.array([[1.0] * 20, [0.0] * 20])).verdict is Verdict.CLEAR
    # nor are a few differing worlds of many, however small the spread
    rare = np.zeros((2, 10_000))
    rare[0, :7] = 1000
    c = compare_moves(rare)
    assert c.low[1] > 0
    assert not c.excluded[1]
    assert c.verdict is Verdict.CLOSE


def test_equal_cards_are_equal() -> None:
    values = np.tile(np.random.default_rng(0).normal(size=300), (3, 1))
    c = compare_moves(values)
    assert c.verdict is Verdict.EQUAL
    assert c.chance_best.tolist() == pytest.approx([1 / 3] * 3, abs=0.02)


@pytest.mark.parametrize("kind", ["sampled", "weighted", "exact"])
@pytest.mark.parametrize("samples", [1, 30, 400])
def test_equal_moves_are_compared_as_one(kind: str, samples: int) -> None:
    """The numbers are those of one move for each class; shares and chances are split."""
    values, _ = matrix(np.random.default_rng(6), 3, samples)
    weights = np.random.default_rng(7).random(samples) if kind == "weighted" else None
    rows, classes = [0, 1, 0, 2, 1, 0], [0, 1, 0, 3, 1, 0]
    one = compare_moves(values, weights, exact=kind == "exact")
    all_moves = compare_moves(values[rows], weights, classes=classes, exact=kind == "exact")
    assert (all_moves.verdict, all_moves.needed, rows[all_moves.leader]) == (one.verdict, one.needed, one.leader)
    assert all_moves.leader == rows.index(one.leader)
    for name in ("mean", "sem", "loss", "loss_sem", "low", "high", "excluded", "chance_near"):
        assert np.array_equal(getattr(all_moves, name), getattr(one, name)[rows], equal_nan=True)
    for name in ("best_share", "chance_best"):
        assert np.allclose(getattr(all_moves, name), (getattr(one, name) / [3, 2, 1])[rows], equal_nan=True)


@pytest.mark.parametrize("samples", [0, 1, 20])
def test_where_all_moves_are_equal_nothing_is_unknown(samples: int) -> None:
    c = compare_moves(np.zeros((3, samples)), classes=[0, 0, 0])
    assert (c.verdict, c.leader, c.needed) == (Verdict.EQUAL, 0, 0)
    assert c.loss.tolist() == c.low.tolist() == c.high.tolist() == [0, 0, 0]


@pytest.mark.parametrize("samples", [0, 1])
def test_next_to_nothing_known(samples: int) -> None:
    c = compare_moves(np.zeros((2, samples)))
    assert c.verdict is Verdict.CLOSE
    assert np.isnan(c.sem).all()
    assert c.high[1] == math.inf
    assert compare_moves(np.zeros((1, samples))).verdict is Verdict.CLEAR


def test_batches_of_the_bootstrap() -> None:
    """With many samples they are put together; the chances stay the same within the noise of the draws."""
    rng = np.random.default_rng(3)
    values = rng.normal([[0.0], [0.015], [0.03]], 1, (3, 5000))
    few = compare_moves(values)
    exact_error = np.sqrt(2 / 5000)
    gap = few.mean[few.leader] - few.mean[1]
    assert few.chance_best.sum() == pytest.approx(1)
    two = compare_moves(values[1:])
    expected = 0.5 * (1 + math.erf((two.mean[1] - two.mean[0]) / exact_error / math.sqrt(2)))
    assert two.chance_best[1] == pytest.approx(expected, abs=0.05)
    assert gap >= 0


@given(st.integers(0, 2**32 - 1), st.integers(1, 6), st.integers(2, 40))
def test_laws(seed: int, moves: int, samples: int) -> None:
    rng = np.random.default_rng(seed)
    values = rng.integers(-3, 4, (moves, samples)) / 3
    c = compare_moves(values)
    assert c.best_share.sum() == pytest.approx(1)
    if samples < c.needed:
        assert np.isnan([*c.chance_best, *c.chance_near]).all()
        assert c.verdict is Verdict.CLOSE
    else:
        assert c.chance_best.sum() == pytest.approx(1)
        assert (c.chance_near >= c.chance_best - 1e-9).all()
    assert (c.low <= c.loss).all()
    assert (c.loss <= c.high).all()
    assert not c.excluded[c.leader]
    assert (c.verdict is Verdict.CLEAR) == (c.excluded.sum() == moves - 1)
    # the luck of the deal cancels: a number added to a sample changes no comparison, unless the values alone tell how far moves may differ
    shifted = compare_moves(values + rng.integers(-5, 6, samples))
    if (values != values[0]).any():
        same_comparison(c, shifted)
    # nor does the order of the samples, as far as the bootstrap is not asked
    assert np.allclose(compare_moves(values[:, ::-1]).loss_sem, c.loss_sem)


def same_comparison(a: Comparison, b: Comparison) -> None:
    assert (a.leader, a.verdict) == (b.leader, b.verdict)
    for name in ("loss", "loss_sem", "low", "high", "best_share", "excluded"):
        assert np.allclose(getattr(a, name), getattr(b, name))


@pytest.mark.parametrize(
    ("values", "options"),
    [
        (np.zeros(3), {}),
        (np.zeros((0, 3)), {}),
        (np.array([[np.nan, 1.0]]), {}),
        (np.zeros((2, 3)), {"weights": np.ones(2)}),
        (np.zeros((2, 3)), {"weights": np.array([1.0, -1, 1])}),
        (np.zeros((2, 3)), {"weights": np.zeros(3)}),
        (np.zeros((2, 3)), {"delta": -1}),
        (np.zeros((2, 3)), {"level": 1}),
    ],
)
def test_what_does_not_fit_is_an_error(values: NDArray[np.float64], options: dict[str, object]) -> None:
    with pytest.raises(ValueError):
        compare_moves(values, **options)  # type: ignore[arg-type]


# -- one number per deal --------------------------------------------------------------------------------------------------------------


def test_mean_interval_is_students() -> None:
    from scipy import stats as scipy_stats

    numbers = np.random.default_rng(4).normal(0.3, 1, 30)
    ours, theirs = mean_interval(numbers), scipy_stats.ttest_1samp(numbers, 0)
    interval = theirs.confidence_interval()
    assert (ours.low, ours.high, ours.p_value) == pytest.approx((interval.low, interval.high, theirs.pvalue))
    assert ours.count == 30
    one = mean_interval([2.0])
    assert (one.value, one.low, one.high) == (2, -math.inf, math.inf)
    assert math.isnan(one.p_value)
    assert math.isnan(share_interval([1.0]).p_value)


@pytest.mark.parametrize("count", [2, 6, 100])
def test_equal_numbers_are_not_certain(count: int) -> None:
    """As if two more were as far as is plausible; numbers that cannot differ are known."""
    for value in (0.0, 1 / 3, -7.0):
        found = mean_interval([value, value - 1e-16] * (count // 2))
        assert found.value == pytest.approx(value)
        assert found.sem == pytest.approx(math.sqrt(2) * max(3, abs(value)) / count)
        assert 0 < found.reach < math.inf
    assert mean_interval([0.0] * count, unseen=0.3).reach == pytest.approx(mean_interval([0.0] * count).reach / 10)
    assert (found := mean_interval([0.0] * count, unseen=0)).low == found.high == 0
    assert found.p_value == 1


def test_one_difference_among_equal_numbers_is_not_all_there_is() -> None:
    few, even = [0.0] * 19 + [0.1], [0.0] * 10 + [0.1] * 10
    assert mean_interval(few).reach > 3 * mean_interval(few, unseen=0).reach
    assert mean_interval(even) == mean_interval(even, unseen=0), "where half of them differ, that is their spread"


def test_means_over_groups_know_of_differences_that_none_has_shown() -> None:
    alike = ratio_interval([(0.0, size) for size in (3, 9, 4, 20, 7)])
    assert 0 < alike.reach < math.inf
    groups = [(0.2, 3), (0.0, 9), (0.0, 4), (0.0, 20), (0.0, 7)]
    assert ratio_interval(groups).reach > ratio_interval(groups, unseen=0).reach
    later = ratio_interval([(0.1, 5), (0.1, 6)])
    assert 0 < difference_interval(alike, later).reach < math.inf


def test_intervals_of_small_tables_hold(script: Any) -> None:
    """Means of matches, of endings and of losses; the long form is ``benchmarks/intervals.py --check``."""
    intervals, rng = script("intervals"), np.random.default_rng(1)
    pools = [
        next(intervals.arena_pools(300)),
        *intervals.table_pools(300),
        intervals.Pool("seldom", 4000, -0.02, lambda indices: mean_interval(np.where(indices % 50 == 0, -1.0, 0.0))),
    ]
    found = [trial for pool in pools for trial in intervals.trials(pool, 250, rng)]
    assert all(trial.width > 0 for trial in found)
    assert 0.93 <= sum(trial.is_held for trial in found) / len(found) <= 0.98


def test_share_interval_is_wilsons() -> None:
    from scipy import stats as scipy_stats

    wins = np.array([1.0] * 130 + [0.0] * 70)
    interval = scipy_stats.binomtest(130, 200).proportion_ci(method="wilson")
    ours = share_interval(wins)
    assert (ours.low, ours.high) == pytest.approx((interval.low, interval.high), abs=0.002)  # t instead of z
    assert ours.p_value < 0.001
    won = share_interval([1.0] * 20)
    assert won.high == 1
    assert 0.75 < won.low < 0.9
    with pytest.raises(ValueError):
        share_interval([1.5])


def test_coverage_of_one_number_per_deal() -> None:
    """Deals of four games each, which depend on each other: over deals the intervals hold."""
    rng = np.random.default_rng(12)
    means, shares = 0, 0
    for _ in range(1000):
        deal = rng.normal(0.2, 1, 60)
        means += (e := mean_interval(deal)).low <= 0.2 <= e.high
        games = (rng.random((60, 4)) < 0.3).mean(axis=1)
        shares += (e := share_interval(games)).low <= 0.3 <= e.high
    assert 930 <= means <= 970
    assert 930 <= shares <= 975
