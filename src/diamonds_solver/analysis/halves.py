"""Losses without the bias of having chosen the best move by the same samples that say how much better it is."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from diamonds_solver.game import Engine
from diamonds_solver.stats.samples import TIE, Samples


class SplitEngine:
    """An engine that also keeps the means of its even and of its odd samples. It is asked for them in order, from one thread at a time."""

    def __init__(self, engine: Engine[object]) -> None:
        self._engine = engine
        self._weights: NDArray[np.float64] | None = None
        self._halves = (Samples(len(engine.moves)), Samples(len(engine.moves)))

    @property
    def name(self) -> str:
        return self._engine.name

    @property
    def moves(self) -> Sequence[object]:
        return self._engine.moves

    @property
    def to_move(self) -> int:
        return self._engine.to_move

    @property
    def decision(self) -> str:
        return self._engine.decision

    @property
    def objective(self) -> str:
        return self._engine.objective

    @property
    def seed(self) -> int:
        return self._engine.seed

    @property
    def total(self) -> int | None:
        return self._engine.total

    @property
    def enumerates(self) -> bool:
        return self._engine.enumerates

    @property
    def exact(self) -> bool:
        return self._engine.exact

    def samples(self, first: int, count: int, should_stop: Callable[[], bool] | None = None) -> NDArray[np.float64]:
        block = self._engine.samples(first, count, should_stop)
        self._weights = self._engine.weights(first, block.shape[1])
        for half, samples in enumerate(self._halves):
            part = slice((half - first) % 2, None, 2)
            samples.add(block[:, part], None if self._weights is None else self._weights[part])
        return block

    def weights(self, first: int, count: int) -> NDArray[np.float64] | None:
        """Of the samples that were asked for last."""
        return self._weights

    def notes(self) -> Sequence[str]:
        return self._engine.notes()

    def split_loss(self, move: int) -> float:
        """What move number `move` costs against the best, where one half of the samples says which that is and the other one how much it
        is ahead; the mean of both ways round. NaN with less than two samples.

        Whoever is best by some samples is too good in these, so a loss against it by the same ones is too high on average. Here it is
        not; but half of the samples choose worse than all, so the mean is rather too low.
        """
        means = [samples.means() for samples in self._halves]
        losses = []
        for choosing, judging in (means, means[::-1]):
            best = move if choosing[move] >= choosing.max() - TIE else int(choosing.argmax())
            losses.append(judging[best] - judging[move])
        return float(sum(losses) / 2)
