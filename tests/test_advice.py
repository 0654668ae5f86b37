"""Advice over a toy engine: reproducible, in time, stopped, interrupted."""

from __future__ import annotations

import itertools
import json
import math
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from diamonds_solver.advice.advice import Advice, AdviceInterrupted, advise, has_verdict
from diamonds_solver.game import Preference
from diamonds_solver.search.collect import best_move, sampler_of
from diamonds_solver.stats.comparison import Comparison, Verdict, compare_samples
from tests.program import interrupt_program
from tests.toy import ToyEngine


def numbers(advice: Advice) -> dict[str, object]:
    """All but the time."""
    return {key: value for key, value in advice.to_dict().items() if key != "seconds"}


class CtrlC:
    """A pause that presses Ctrl-C while sample number `number` is made, whatever the machine does besides."""

    def __init__(self, number: int) -> None:
        self._left = itertools.count(number, -1)

    def __call__(self, seconds: float) -> None:
        if next(self._left) == 0:
            interrupt_program()
        time.sleep(seconds)


@pytest.mark.parametrize("worlds", [1, 2, 19, 150])
def test_the_number_of_threads_changes_nothing(worlds: int) -> None:
    one = advise(ToyEngine(), worlds=worlds)
    assert one.worlds == worlds
    for threads in (2, 5):
        assert numbers(advise(ToyEngine(), worlds=worlds, threads=threads)) == numbers(one)


def test_columns_are_asked_once_each() -> None:
    engine = ToyEngine()
    advise(engine, worlds=100, threads=3)
    assert sorted(index for first, count in engine.asked for index in range(first, first + count)) == list(range(100))


def test_what_it_says() -> None:
    engine = ToyEngine(means=(0.0, 1.0, -2.0))
    advice = advise(engine, worlds=200)
    values = engine.samples(0, 200)
    assert [m.move for m in advice.moves] == ["M1", "M0", "M2"]
    assert (advice.best, advice.clear, advice.verdict) == ("M1", True, Verdict.CLEAR)
    best, second = advice.moves[:2]
    assert best.mean == pytest.approx(values[1].mean())
    assert second.loss == pytest.approx((values[1] - values[0]).mean())
    assert second.loss_sem == pytest.approx((values[1] - values[0]).std(ddof=1) / np.sqrt(200))
    assert second.interval[0] < second.loss < second.interval[1]
    assert second.excluded
    assert (best.loss, best.interval, best.best, best.excluded) == (0, (0, 0), True, False)


def test_json() -> None:
    """The keys that are fixed, and nothing that JSON does not know."""
    record = json.loads(json.dumps(advise(ToyEngine(), worlds=1).to_dict(), allow_nan=False))
    assert {"to_move", "decision", "worlds", "seconds", "seed", "moves", "best", "clear"} <= set(record)
    assert {"move", "mean", "sem", "best_share", "loss", "loss_sem", "best"} <= set(record["moves"][0])
    assert (record["to_move"], record["seed"], record["clear"]) == ("P2", 7, False)
    assert record["moves"][1]["interval"] == [None, None]


def test_the_default_is_the_usual_amount_of_work() -> None:
    assert advise(ToyEngine(usual=70)).worlds == 70
    assert advise(ToyEngine(usual=70), times=3).worlds == 210


def test_more_work_goes_on_from_what_is_there() -> None:
    engine = ToyEngine(usual=70)
    sampler = sampler_of(engine)
    first = advise(engine, sampler=sampler)
    more = advise(engine, sampler=sampler, times=2)
    assert min(first for first, _ in engine.asked[-1:]) >= 70
    assert numbers(first) == numbers(advise(ToyEngine(), worlds=70))
    assert numbers(more) == numbers(advise(ToyEngine(), worlds=140))


def test_all_worlds() -> None:
    engine = ToyEngine(means=(1.0, 0.9), total=24, enumerates=True, noise=0)
    advice = advise(engine, worlds=3)
    assert (advice.worlds, advice.total, advice.exact) == (24, 24, True)
    assert advice.clear
    assert advice.moves[1].interval == pytest.approx((0.1, 0.1))
    assert advice.notes == ("all 24 possible deals",)
    with pytest.raises(ValueError):
        advise(ToyEngine(enumerates=True))


def test_a_part_of_all_worlds_is_a_sample() -> None:
    """They come in random order."""
    engine = ToyEngine(means=(9.0, 0.0), total=70, enumerates=True)
    advice = advise(engine, should_stop=lambda: len(engine.asked) > 4)
    assert 5 < advice.worlds < 70
    assert (advice.exact, advice.verdict, advice.total) == (False, Verdict.CLEAR, 70)
    assert advice.notes == (f"{advice.worlds} of 70 possible deals, drawn at random",)
    assert advice.moves == advise(ToyEngine(means=(9.0, 0.0)), worlds=advice.worlds).moves


def test_all_worlds_of_which_some_are_cut() -> None:
    """They are all there; that values have errors leaves intervals."""
    advice = advise(ToyEngine(means=(9.0, 0.0), total=70, enumerates=True, cut=5), worlds=3)
    assert (advice.worlds, advice.total, advice.exact, advice.clear) == (70, 70, False, True)
    assert advice.moves[1].interval[0] < advice.moves[1].loss < advice.moves[1].interval[1]
    assert advice.notes == ("all 70 possible deals",)


def test_an_engine_may_have_fewer_columns() -> None:
    assert advise(ToyEngine(total=30), worlds=100).worlds == 30


def test_weights() -> None:
    """Worlds that cannot be count nothing."""
    engine = ToyEngine(weight=lambda i: float(i % 2))
    advice = advise(engine, worlds=100)
    odd = engine.samples(0, 100)[:, 1::2]
    assert advice.ess == pytest.approx(50)
    assert {m.move: m.mean for m in advice.moves} == pytest.approx(dict(zip(engine.moves, odd.mean(axis=1), strict=True)))


def test_the_only_move() -> None:
    advice = advise(ToyEngine(means=(1.0,)), time_limit=5)
    assert advice.clear
    assert advice.worlds == 0
    assert advice.notes == ()


def test_a_preferred_move_is_recommended_within_its_margin() -> None:
    """The values stay as sampled: the best move comes first, and a note recommends the other one."""
    plain = advise(ToyEngine(), worlds=40)
    losses = {m.move: m.loss for m in plain.moves}
    for index, name in enumerate(("M0", "M1", "M2")):
        for margin in (losses[name] - 0.01, losses[name] + 0.01):
            gains = tuple(margin if move == index else 0.0 for move in range(3))
            preference = Preference(gains, "the players of a test make it")
            advice = advise(ToyEngine(preference=preference), worlds=40)
            is_other = 0 < losses[name] < margin
            assert advice.recommended == (name if is_other else None)
            note = f"{name} is recommended, as the players of a test make it"
            assert advice.notes == ((note, *plain.notes) if is_other else plain.notes)
            assert [replace(m, sure_loss=0) for m in advice.moves] == [replace(m, sure_loss=0) for m in plain.moves]
            assert best_move(partial(ToyEngine, preference=preference), lambda _: 40, None) == (
                name if losses[name] < margin else plain.best
            )


@pytest.mark.parametrize("stop", [9, 31, 60])
def test_work_that_was_stopped_ends_where_work_asked_for_once_does(stop: int) -> None:
    """Each look is taken at its own number of samples, also by who goes on: at more of them it would be too lax."""
    ends = []
    for seed in range(15):
        engine = ToyEngine(means=(0.75, 0.0, 0.0), seed=seed)
        asked = partial(advise, engine, worlds=200, is_settled=has_verdict)
        once = asked()
        engine.asked.clear()
        sampler = sampler_of(engine)
        asked(sampler=sampler, should_stop=lambda done=engine.asked: sum(number for _, number in done) >= stop)  # type: ignore[misc]
        stopped = sampler.count
        again = asked(sampler=sampler)
        assert replace(again, seconds=once.seconds) == once
        ends.append((stopped, once.worlds))
    assert any(stopped < end < 200 for stopped, end in ends)


def test_equals_of_the_recommended_move_cost_nothing_for_sure() -> None:
    engine = ToyEngine(means=(9, 0, 0, 0), equals=(0, 1, 1, 3), preference=Preference((0, 20, 20, 0), "the players of a test make it"))
    advice = advise(engine, worlds=40)
    assert {m.move: m.excluded for m in advice.moves} == {"M0": False, "M1": True, "M2": True, "M3": True}
    sure = {m.move: m.sure_loss for m in advice.moves}
    assert (sure["M0"], sure["M1"], sure["M2"]) == (0, 0, 0)
    assert sure["M3"] == next(m.interval[0] for m in advice.moves if m.move == "M3") > 8


def test_nothing_is_sampled_where_no_margin_is_enough() -> None:
    engine = ToyEngine(preference=Preference((0, math.inf, 0), "nobody knows"))
    assert best_move(lambda: engine, lambda _: 40, None) == "M1"
    assert engine.asked == []


def test_equal_moves_count_as_one() -> None:
    """M0 and M2 have the same numbers, and are clearly the best together."""
    advice = advise(ToyEngine(means=(9.0, 0.0, 9.0), equals=(0, 1, 0)), worlds=20)
    assert (advice.verdict, advice.needed) == (Verdict.CLEAR, 8)
    assert [m.move for m in advice.moves if m.best] == ["M0", "M2"]
    one, two = ({**m.to_dict(), "move": ""} for m in advice.moves[:2])
    assert one == two
    assert one["best_share"] == 0.5
    assert advise(ToyEngine(means=(1.0, 1.0), equals=(0, 0)), worlds=3).verdict is Verdict.EQUAL


# -- time -----------------------------------------------------------------------------------------------------------------------------


class Clock:
    """Time that passes only when somebody works, in `threads` places at once: a busy machine changes nothing."""

    def __init__(self, threads: int) -> None:
        self.now = 0.0
        self._threads = threads
        self._lock = threading.Lock()

    def work(self, seconds: float) -> None:
        with self._lock:
            self.now += seconds / self._threads

    def perf_counter(self) -> float:
        return self.now


@pytest.mark.parametrize("obeys", [True, False])
@pytest.mark.parametrize(("pause", "threads"), [(0.00005, 1), (0.003, 1), (0.003, 3), (0.05, 1)])
def test_the_time_is_kept(pause: float, threads: int, obeys: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock(threads)
    monkeypatch.setattr("diamonds_solver.search.collect.time", clock)
    advice = advise(ToyEngine(pause=pause, obeys=obeys, wait=clock.work), time_limit=0.5, threads=threads)
    assert 0.35 < advice.seconds <= clock.now < 0.55
    assert advice.worlds > 0.6 * threads * 0.5 / pause - 1
    assert numbers(advice) == numbers(advise(ToyEngine(), worlds=advice.worlds))


def test_no_time_at_all() -> None:
    advice = advise(ToyEngine(), time_limit=0)
    assert advice.worlds == 0
    assert (advice.verdict, advice.best) == (Verdict.CLOSE, None)
    assert "before any deal" in advice.notes[0]
    record = json.loads(json.dumps(advice.to_dict(), allow_nan=False))
    assert record["best"] is None
    assert all((m["mean"], m["interval"], m["best"]) == (None, [None, None], False) for m in record["moves"])
    only = advise(ToyEngine(means=(1.0,)), time_limit=0)
    assert (only.best, only.moves[0].best, only.clear) == ("M0", True, True)


@pytest.mark.parametrize(("worlds", "is_known"), [(1, False), (2, False), (8, False), (9, True)])
def test_chances_take_some_worlds(worlds: int, is_known: bool) -> None:
    """With three moves nine: fewer that agree are no evidence, and the bootstrap would call them certain."""
    advice = advise(ToyEngine(means=(9.0, 0.0, 0.0)), worlds=worlds)
    assert advice.needed == 9
    assert advice.is_scant != is_known
    for m in advice.to_dict()["moves"]:
        assert (m["chance_best"] is not None, m["chance_near"] is not None) == (is_known, is_known)


def test_progress() -> None:
    calls: list[tuple[int, float]] = []
    advise(ToyEngine(), worlds=50, threads=2, on_progress=lambda count, seconds: calls.append((count, seconds)))
    assert [count for count, _ in calls] == sorted({count for count, _ in calls})
    assert calls[-1][0] == 50


# -- ends -----------------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("threads", [1, 3])
def test_should_stop(threads: int) -> None:
    """Only what comes before the first gap counts."""
    asked = itertools.count()
    advice = advise(ToyEngine(), worlds=100_000, threads=threads, should_stop=lambda: next(asked) > 100)
    assert 0 < advice.worlds < 1000
    assert numbers(advice) == numbers(advise(ToyEngine(), worlds=advice.worlds))


@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.usefixtures("interruptible")
def test_ctrl_c_tells_what_is_known(threads: int) -> None:
    with pytest.raises(AdviceInterrupted) as caught:
        advise(ToyEngine(pause=0.001, wait=CtrlC(100)), worlds=1_000_000, threads=threads)
    advice = caught.value.advice
    assert advice.worlds > 10
    assert numbers(advice) == numbers(advise(ToyEngine(), worlds=advice.worlds))


def test_ctrl_c_while_progress_is_told() -> None:
    """The blocks that other threads work on are stopped, too."""

    def press(count: int, _: float) -> None:
        if count > 20:
            raise KeyboardInterrupt

    with pytest.raises(AdviceInterrupted) as caught:
        advise(ToyEngine(pause=0.001), worlds=100_000, threads=2, on_progress=press)
    assert 20 < caught.value.advice.worlds < 100


def test_ctrl_c_while_threads_end(monkeypatch: pytest.MonkeyPatch) -> None:
    shutdown, presses = ThreadPoolExecutor.shutdown, iter([False, True])

    def shut_down(pool: ThreadPoolExecutor, *args: Any, **options: Any) -> None:
        shutdown(pool, *args, **options)
        if next(presses, False):
            raise KeyboardInterrupt

    monkeypatch.setattr(ThreadPoolExecutor, "shutdown", shut_down)
    with pytest.raises(AdviceInterrupted) as caught:
        advise(ToyEngine(), worlds=1000, threads=2)
    assert caught.value.advice.worlds == 4  # of two waves


def test_ctrl_c_while_samples_are_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    def compare(*args: Any, draws: int, **options: Any) -> Comparison:
        if draws:
            raise KeyboardInterrupt
        return compare_samples(*args, draws=draws, **options)

    monkeypatch.setattr("diamonds_solver.advice.advice.compare_samples", compare)
    with pytest.raises(AdviceInterrupted) as caught:
        advise(ToyEngine(), worlds=30)
    assert caught.value.advice.worlds == 30


def test_errors_of_the_engine_come_out() -> None:
    class Broken(ToyEngine):
        def samples(self, first: int, count: int, should_stop: Callable[[], bool] | None = None) -> NDArray[np.float64]:
            if first > 10:
                raise ZeroDivisionError
            return super().samples(first, count, should_stop)

    class Short(ToyEngine):
        def samples(self, first: int, count: int, should_stop: Callable[[], bool] | None = None) -> NDArray[np.float64]:
            return super().samples(first, count, should_stop)[:, : count // 2]

    for threads in (1, 2):
        with pytest.raises(ZeroDivisionError):
            advise(Broken(pause=0.001), worlds=1000, threads=threads)
        with pytest.raises(ValueError, match="samples of the shape"):
            advise(Short(), worlds=100, threads=threads)


@pytest.mark.parametrize("options", [{"worlds": 0}, {"time_limit": -1.0}, {"time_limit": float("nan")}, {"threads": -1}, {"delta": -1.0}])
def test_options_that_are_none(options: dict[str, float]) -> None:
    with pytest.raises(ValueError):
        advise(ToyEngine(), **options)  # type: ignore[arg-type]


# -- early ends -----------------------------------------------------------------------------------------------------------------------


LOOKS = (8, 12, 18, 27, 40, 60, 91, 136, 205, 307, 461, 691, 1037, 1556)


def test_an_early_end() -> None:
    soon = advise(ToyEngine(means=(5.0, 0.0)), worlds=1000, is_settled=has_verdict)
    assert soon.worlds in LOOKS[:3]
    assert (soon.clear, soon.level) == (True, 0.95)
    late = advise(ToyEngine(means=(0.25, 0.0)), worlds=5000, is_settled=has_verdict)
    assert late.worlds in LOOKS[4:]
    assert late.clear
    never = advise(ToyEngine(means=(0.0, 0.0), noise=3), worlds=90, is_settled=has_verdict)
    assert never.worlds == 90
    assert numbers(never) == numbers(advise(ToyEngine(means=(0.0, 0.0), noise=3), worlds=90))
    assert advise(ToyEngine(means=(5.0, 0.0)), worlds=1000).worlds == 1000
    for threads in (2, 3):
        assert numbers(advise(ToyEngine(means=(0.25, 0.0)), worlds=5000, is_settled=has_verdict, threads=threads)) == numbers(late)


def test_each_look_is_stricter_than_the_answer() -> None:
    levels: list[float] = []

    def look(comparison: Comparison) -> bool:
        levels.append(comparison.level)
        return len(levels) == 3

    advice = advise(ToyEngine(), worlds=1000, is_settled=look)
    assert advice.worlds == LOOKS[2]
    assert levels == pytest.approx([1 - 0.05 / 10, 1 - 0.05 / 30, 1 - 0.05 / 60])


@pytest.mark.long
def test_looking_often_is_not_wrong_more_often() -> None:
    """Two moves of the same true mean: "clear" is always wrong, and may be in 1 %."""

    def is_clear(seed: int) -> bool:
        return advise(ToyEngine(means=(0.0, 0.0), seed=seed), worlds=320, is_settled=has_verdict, delta=0.0, draws=0).clear

    wrong = [is_clear(seed) for seed in range(200)]
    assert np.mean(wrong) <= 0.02


def test_advice_so_far() -> None:
    """It comes at once, then at most four times a second, and is what the samples show, but for the chances to be best."""
    engine = ToyEngine(means=(0.0, 1.0, -2.0), pause=0.002)
    told: list[Advice] = []
    final = advise(engine, time_limit=0.7, on_advice=told.append)
    assert 1 <= len(told) <= 4
    assert all(later.seconds - earlier.seconds >= 0.25 for earlier, later in pairwise(told))
    for advice in told:
        expected = numbers(advise(ToyEngine(means=(0.0, 1.0, -2.0)), worlds=advice.worlds))
        for move in expected["moves"]:  # type: ignore[attr-defined]
            move["chance_best"] = move["chance_near"] = None
        assert numbers(advice) == expected
    assert final.worlds >= told[-1].worlds
    assert not math.isnan(final.moves[0].chance_best)


def test_what_hears_advice_may_fail() -> None:
    def fail(advice: Advice) -> None:
        raise RuntimeError(f"{advice.worlds} worlds")

    with pytest.raises(RuntimeError, match="worlds"):
        advise(ToyEngine(), worlds=100, threads=2, on_advice=fail)
