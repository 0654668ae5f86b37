"""Many rounds played by rules: in blocks, on threads, counted as they end, and stopped between two blocks."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from contextlib import closing
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from diamonds_solver.common.parallel import ordered_map
from diamonds_solver.games.diamonds.rules.rules import Rules

from .statistics import play_rounds

BLOCK = 2000
"""Rounds: some hundredths of a second. Sums are made block by block, so the number of threads changes not even their rounding."""

Item = TypeVar("Item")
Result = TypeVar("Result")
RoundProgress = Callable[[int], None]
"""Told the number of rounds played so far."""


class RoundPool:
    """Threads that play rounds."""

    def __init__(self, threads: int = 1, on_progress: RoundProgress | None = None, should_stop: Callable[[], bool] | None = None) -> None:
        self.threads = threads
        self.rounds = 0
        """Played so far."""
        self._on_progress = on_progress
        self._should_stop = should_stop

    def each(self, function: Callable[[Item, slice], Result], items: Sequence[Item], count: int, block: int = BLOCK) -> list[list[Result]]:
        """`function(item, part)` of every item and every part of `count` rounds, as [item][part], whoever did it.

        Raises KeyboardInterrupt on Ctrl-C and where `should_stop` says so, when the blocks begun have ended.
        """
        parts = [slice(first, min(first + block, count)) for first in range(0, count, block)]
        tasks = [(item, part) for item in items for part in parts]
        results: list[Result] = []
        interrupted = threading.Event()  # all results may come nevertheless, when the last blocks had begun
        with closing(ordered_map(lambda task: function(*task), tasks, self.threads, interrupted.set)) as done:
            for (_, part), result in zip(tasks, done, strict=False):
                results.append(result)
                self.rounds += part.stop - part.start
                if self._on_progress is not None:
                    self._on_progress(self.rounds)
                if self._should_stop is not None and self._should_stop():
                    raise KeyboardInterrupt
        if interrupted.is_set():
            raise KeyboardInterrupt
        return [results[first : first + len(parts)] for first in range(0, len(results), len(parts))]

    def play(self, deals: NDArray[np.void], rules: Rules, seed: int, first: int, block: int = BLOCK) -> NDArray[np.void]:
        """The ends of the rounds; see `statistics.play_rounds`."""

        def ends(_: None, part: slice) -> NDArray[np.void]:
            return play_rounds(deals[part], rules, seed, first + part.start)

        return np.concatenate(self.each(ends, (None,), len(deals), block)[0])
