"""Asks an engine for samples, on threads and against the clock: in order and without gaps, so that it can end at any time."""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable
from contextlib import closing
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from diamonds_solver.common.parallel import ordered_map
from diamonds_solver.game import Engine
from diamonds_solver.stats.samples import Samples

_LEAST_SHARE = 0.2  # of the time, that is left for samples also where a busy machine makes the preparation long
_BLOCK_SECONDS = 0.2  # a block should not take longer: progress is told and Ctrl-C heard between blocks

Progress = Callable[[int, float], None]
"""Told the number of samples so far and the seconds."""


Block = tuple[NDArray[np.float64], NDArray[np.float64] | None]
"""Values and weights."""


M = TypeVar("M")
"""What is decided, such as a move."""


def best_move(
    make: Callable[[], Engine[M]],
    samples: int | None,
    seconds: float | None,
    should_stop: Callable[[], bool] | None = None,
    choose: Callable[[NDArray[np.float64]], int] = lambda means: int(means.argmax()),
) -> M | None:
    """The move with the best mean of an engine's samples on one thread; None if not one sample was done in time.

    That is what an adviser says, less its statistics: they take longer than many a decision. `samples`: None, and for an engine that
    enumerates: all that fit into `seconds`, in which the engine is made, too. `choose`: the index of the best of the means.

    Raises KeyboardInterrupt on Ctrl-C.
    """
    started = time.perf_counter()
    engine = make()
    left = None if seconds is None else max(_LEAST_SHARE * seconds, seconds - (time.perf_counter() - started))
    sampler = AnytimeSampler(engine, 1, left, None, should_stop)
    wanted = math.inf if samples is None or engine.enumerates else samples
    sampler.collect_until(wanted if engine.total is None else min(wanted, engine.total))
    if sampler.interrupted:
        raise KeyboardInterrupt
    return engine.moves[choose(sampler.samples.means())] if sampler.count else None


class AnytimeSampler:
    """The samples so far, of which only sums are kept, and the clock."""

    def __init__(
        self,
        engine: Engine[object],
        threads: int,
        time_limit: float | None,
        on_progress: Progress | None,
        should_stop: Callable[[], bool] | None,
    ) -> None:
        self._engine = engine
        self._threads = threads
        self._started = time.perf_counter()
        self._time_limit = math.inf if time_limit is None else time_limit
        self._on_progress = on_progress
        self._should_stop = should_stop
        self._stop = threading.Event()
        self.samples = Samples(len(engine.moves), engine.classes)
        self.interrupted = False
        self.ended = False
        """Whether there is no more time, or somebody said stop."""

    @property
    def seconds(self) -> float:
        return time.perf_counter() - self._started

    @property
    def count(self) -> int:
        return self.samples.count

    def collect_until(self, target: float) -> None:
        """Asks for samples in waves, each at most as large as all before, until there are `target` of them or the work has ended.

        Ctrl-C ends the work, at whatever moment it comes: what is there stays.
        """
        try:
            while self.count < target and not self.ended:
                wave = min(target - self.count, max(self.count, self._threads), self._fitting())
                if wave < 1:
                    self.ended = True
                else:
                    self._collect(int(wave))
        except KeyboardInterrupt:  # between two blocks, or while the threads of a wave end
            self.interrupt()
            self.ended = True

    def _fitting(self) -> float:
        """How many samples the time left is expected to allow; before the first one nothing is known."""
        if self._time_limit == math.inf or not self.count:
            return math.inf
        return (self._time_limit - self.seconds) * self._rate()

    def _rate(self) -> float:
        """Samples per second so far."""
        return self.count / max(self.seconds, 1e-9)

    def _collect(self, wave: int) -> None:
        size = math.ceil(wave / (8 * self._threads)) if self._threads > 1 else wave  # small enough to end at about the same time
        if self.count:
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
                        self.ended = values.shape[1] < min(size, end - first)
            except KeyboardInterrupt:
                self.interrupt()
            except BaseException:
                self._stop.set()  # blocks that are being worked on are waited for
                raise
        self.ended = self.ended or self._stop.is_set()

    def _block(self, first: int, count: int) -> Block:
        """Some samples; fewer only when it is time to stop. Runs in any thread."""
        moves = len(self._engine.moves)
        if self._stopping():
            return np.empty((moves, 0)), None
        block = np.asarray(self._engine.samples(first, count, self._stopping), np.float64)
        if block.ndim != 2 or block.shape[0] != moves or block.shape[1] > count or (block.shape[1] < count and not self._stopping()):
            raise ValueError(
                f"the engine {self._engine.name} gave samples of the shape {block.shape} where ({moves}, {count}) was asked for"
            )
        return block, self._engine.weights(first, block.shape[1])

    def _add(self, values: NDArray[np.float64], weights: NDArray[np.float64] | None) -> None:
        if values.shape[1]:
            self.samples.add(values, weights)
        if self._on_progress is not None:
            self._on_progress(self.count, self.seconds)

    def _stopping(self) -> bool:
        if not self._stop.is_set() and (self.seconds >= self._time_limit or (self._should_stop is not None and self._should_stop())):
            self._stop.set()
        return self._stop.is_set()

    def interrupt(self) -> None:
        """Ends the work as Ctrl-C does; blocks that are being worked on may still bring samples."""
        self.interrupted = True
        self._stop.set()
