"""What engines share, of whatever game: what most of them answer alike, and samples that are made one after the other."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

M = TypeVar("M")
"""What is decided, such as a move."""


class SampleEngine(ABC, Generic[M]):
    """The base of a ``diamonds_solver.game.Engine``: as many samples as are asked for, none exact, all equally likely."""

    name = ""
    moves: tuple[M, ...]

    @property
    def total(self) -> int | None:
        """How many samples there are; None: no limit."""
        return None

    @property
    def enumerates(self) -> bool:
        """Whether the `total` samples are all worlds, each once."""
        return False

    @property
    def exact(self) -> bool:
        """Whether every sample so far is exact."""
        return False

    @abstractmethod
    def samples(self, first: int, count: int, should_stop: Callable[[], bool] | None = None) -> NDArray[np.float64]:
        """The values of all moves in samples `first` to `first + count - 1`; see ``game.Engine``."""

    def weights(self, first: int, count: int) -> NDArray[np.float64] | None:
        """How likely samples are; None: all are equally likely."""
        return None

    def _in_blocks(
        self,
        values: Callable[[int, int], NDArray[np.float64]],
        first: int,
        count: int,
        block: int,
        should_stop: Callable[[], bool] | None,
    ) -> NDArray[np.float64]:
        """`samples` by values(first, count), which is asked for `block` samples at most between two looks at `should_stop`."""
        blocks = [np.empty((len(self.moves), 0))]
        for start in range(first, first + count, block):
            if should_stop is not None and should_stop():
                break
            blocks.append(values(start, min(block, first + count - start)))
        return np.concatenate(blocks, axis=1)

    def _one_by_one(
        self,
        values: Callable[[int], Sequence[float] | None],
        first: int,
        count: int,
        should_stop: Callable[[], bool] | None,
    ) -> NDArray[np.float64]:
        """`samples` by values(number) of one sample; None: there was no time for it."""
        block = np.empty((len(self.moves), count))
        for index in range(count):
            found = None if should_stop is not None and should_stop() else values(first + index)
            if found is None:
                return block[:, :index]
            block[:, index] = found
        return block

    def _grow(self, run: Callable[[int], None], done: int, total: int, block: int, should_stop: Callable[[], bool] | None) -> bool:
        """Runs simulations of a tree that has `done` until it has `total`, `block` at most between two looks at `should_stop`.

        False: there was no time for all of them.
        """
        while done < total:
            if should_stop is not None and should_stop():
                return False
            more = min(block, total - done)
            run(more)
            done += more
        return True
