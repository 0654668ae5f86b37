"""Asks an engine for samples, on threads and against the clock: in order and without gaps, so that it can end at any time."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from contextlib import closing
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from diamonds_solver.common.parallel import Stop, ordered_map
from diamonds_solver.game import Engine
from diamonds_solver.search.engine import SLICE, SampleEngine, TreeEngine
from diamonds_solver.stats.samples import Samples

_LEAST_SHARE = 0.2  # of the time, that is left for samples also where a busy machine makes the preparation long
_BLOCK_SECONDS = 0.2  # a block should not take longer: progress is told and Ctrl-C heard between blocks

SampleProgress = Callable[[int, float], None]
"""Told the number of samples so far and the seconds."""


Block = tuple[NDArray[np.float64], NDArray[np.float64] | None]
"""float64[1 + sources, moves, samples], and weights."""


M = TypeVar("M")
"""What is decided, such as a move."""


def best_move(
    make: Callable[[], Engine[M]],
    work: Callable[[Engine[M]], float],
    seconds: float | None,
    should_stop: Callable[[], bool] | None = None,
    choose: Callable[[NDArray[np.float64]], int] = lambda means: int(means.argmax()),
) -> M | None:
    """The move that an engine's samples recommend, on one thread; None if not one sample was done in time.

    That is what an adviser says, less its statistics: they take longer than many a decision. `work(engine)`: how much is to be done, as
    `AnytimeSampler.collect_until` counts; of an engine that enumerates all that it has. The engine is made within the `seconds`, too.
    `choose`: the index of the best of the means.

    Raises KeyboardInterrupt on Ctrl-C.
    """
    started = time.perf_counter()
    engine = make()
    if isinstance(engine, SampleEngine):
        engine.sources = ()  # a line of best play in every world takes time
    preference = engine.preference
    if preference is not None and preference.always is not None:
        return engine.moves[preference.always]
    left = None if seconds is None else max(_LEAST_SHARE * seconds, seconds - (time.perf_counter() - started))
    sampler = sampler_of(engine)
    sampler.begin(1, left, None, should_stop)
    sampler.collect_until(math.inf if engine.enumerates else work(engine))
    if sampler.interrupted:
        raise KeyboardInterrupt
    if not sampler.count:
        return None
    means = sampler.samples.means()
    return engine.moves[choose(means if preference is None else preference.weighed(means))]


def sampler_of(engine: Engine[object]) -> AnytimeSampler:
    """The sampler for the engine, which has no samples yet."""
    if isinstance(engine, TreeEngine) and engine.trees is not None:
        return GrowingSampler(engine, engine.trees)
    return AnytimeSampler(engine)


class AnytimeSampler:
    """The samples so far, of which only sums are kept, and the clock."""

    first_look = 8
    """The work before the first look of a comparison that may end early: with fewer samples no two moves can be told apart."""

    def __init__(self, engine: Engine[object]) -> None:
        self._engine = engine
        self.samples = Samples(len(engine.moves), engine.classes, len(engine.sources))
        self.interrupted = False
        self.ended = False
        """Whether there is no more time, or somebody said stop."""

    def begin(self, threads: int, time_limit: float | None, on_progress: SampleProgress | None, should_stop: Stop | None) -> None:
        """Starts the clock, before the first samples and before more of them are added to those that are there."""
        self._threads = threads
        self._started = time.perf_counter()
        self._time_limit = math.inf if time_limit is None else time_limit
        self._on_progress = on_progress
        self._should_stop = should_stop
        self._stops = False
        self._before = self.count
        self.interrupted = self.ended = False

    @property
    def seconds(self) -> float:
        return time.perf_counter() - self._started

    @property
    def is_late(self) -> bool:
        """Whether the time is up."""
        return time.perf_counter() - self._started >= self._time_limit

    @property
    def count(self) -> int:
        return self.samples.count

    @property
    def work(self) -> float:
        """How much is done of what `collect_until` counts."""
        return self.count

    def collect_until(self, target: float) -> None:
        """Asks for samples until there are `target` of them, or all that the engine has, or the work has ended.

        Ctrl-C ends the work, at whatever moment it comes: what is there stays.
        """
        try:
            self._collect_until(target if self._engine.total is None else min(target, self._engine.total))
        except KeyboardInterrupt:  # between two blocks, or while the threads of a wave end
            self.interrupt()
            self.ended = True

    def _collect_until(self, target: float) -> None:
        """In waves, each at most as large as all before."""
        while self.count < target and not self.ended:
            wave = min(target - self.count, max(self.count, self._threads), self._fitting())
            if wave < 1:
                self.ended = True
            else:
                self._collect(int(wave))

    def _fitting(self) -> float:
        """How many samples the time left is expected to allow; before the first one nothing is known."""
        if self._time_limit == math.inf or self.count == self._before:
            return math.inf
        return (self._time_limit - self.seconds) * self._rate()

    def _rate(self) -> float:
        """Samples per second so far."""
        return (self.count - self._before) / max(self.seconds, 1e-9)

    def _collect(self, wave: int) -> None:
        size = math.ceil(wave / (8 * self._threads)) if self._threads > 1 else wave  # small enough to end at about the same time
        if self.count > self._before:
            size = max(1, min(size, int(self._rate() * _BLOCK_SECONDS / self._threads)))
        end = self.count + wave
        starts = range(self.count, end, size)

        def block(first: int) -> Block:
            return self._block(first, min(size, end - first))

        with closing(ordered_map(block, starts, self._threads, self.interrupt)) as blocks:
            try:
                for first, (values, weights) in zip(starts, blocks, strict=False):
                    if not self.ended:  # what comes after a gap cannot be used
                        self._add(values, weights)
                        self.ended = values.shape[-1] < min(size, end - first)
            except KeyboardInterrupt:
                self.interrupt()
            except BaseException:
                self._stops = True  # blocks that are being worked on are waited for
                raise
        self.ended = self.ended or self._stops

    def _block(self, first: int, count: int) -> Block:
        """Some samples; fewer only when it is time to stop. Runs in any thread."""
        moves, sources = len(self._engine.moves), len(self._engine.sources)
        if self._stopping():
            return np.empty((1 + sources, moves, 0)), None
        block = self._engine.sourced(first, count, self._stopping)
        if block.shape[:-1] != (1 + sources, moves) or block.shape[-1] > count or (block.shape[-1] < count and not self._stopping()):
            raise ValueError(
                f"the engine {self._engine.name} gave samples of the shape {block.shape[1:]} where ({moves}, {count}) was asked for"
            )
        return block, self._engine.weights(first, block.shape[-1])

    def _add(self, values: NDArray[np.float64], weights: NDArray[np.float64] | None) -> None:
        if values.shape[-1]:
            self.samples.add(values[0], weights, values[1:])
        if self._on_progress is not None:
            self._on_progress(self.count, self.seconds)

    def _stopping(self) -> bool:
        """Whether the work ends; asked from any thread."""
        if not self._stops:
            self._stops = self.is_late or (self._should_stop is not None and self._should_stop())
        return self._stops

    def interrupt(self) -> None:
        """Ends the work as Ctrl-C does; blocks that are being worked on may still bring samples."""
        self.interrupted = True
        self._stops = True


class GrowingSampler(AnytimeSampler):
    """Some trees, grown in turns: all reach one size before any is grown further, and the samples are those of the last size that all have
    reached. So their number does not depend on the time, and the answer can be repeated by its size.

    The work is counted in simulations of each tree; when these have as many as they may, more trees of that size count as well.
    """

    first_look = SLICE

    def __init__(self, engine: Any, trees: int) -> None:
        """`engine`: a `TreeEngine` that is an `Engine`."""
        super().__init__(engine)
        self._trees_of: TreeEngine[object] = engine
        self._trees = trees

    @property
    def work(self) -> float:
        return self._trees_of.simulations * max(self._trees, self.count) / self._trees

    def _collect_until(self, target: float) -> None:
        engine = self._trees_of
        most = min(target, engine.largest)
        while engine.simulations < most and not self.ended:
            self._grow(int(min(engine.larger(engine.simulations), most)))
        if target > engine.largest and not self.ended:
            self._before = max(self._before, self._trees)
            super()._collect_until(self._trees * target / engine.largest)

    def _grow(self, simulations: int) -> None:
        """One size further. The first one is reached even if it is time to stop: then there is an answer."""
        stopping = self._stopping if self.count else None

        def column(index: int) -> NDArray[np.float64] | None:
            return self._trees_of.grown(index, simulations, stopping)

        with closing(ordered_map(column, range(self._trees), self._threads, self.interrupt)) as columns:
            values = [values for values in columns if values is not None]
        if len(values) == self._trees:
            self._trees_of.simulations = simulations
            self.samples = Samples(len(self._engine.moves), self._engine.classes, len(self._engine.sources))
            self._add(np.stack(values, axis=-1), None)
        self.ended = self._stopping()
