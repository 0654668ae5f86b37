"""A toy engine: the value of a move in a world is a fixed random number, so that what advice must say is known."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from diamonds_solver.game import Preference


@dataclass
class ToyEngine:
    """Values `means[m]` + luck common to the world + noise of the move, in whole points and thirds."""

    means: Sequence[float] = (1.0, 0.0, 1.0)
    total: int | None = None
    enumerates: bool = False
    cut: int | None = None
    """The sample from which on values are not exact."""
    noise: float = 1.0
    seed: int = 7
    pause: float = 0.0
    """Seconds per sample."""
    wait: Callable[[float], None] = time.sleep
    """How they pass."""
    obeys: bool = True
    """Whether it stops within a block when told."""
    weight: Callable[[int], float] | None = None
    effective_share: float | None = None
    equals: Sequence[int] | None = None
    """The classes of equal moves, whose means and noise are the same then; None: all differ."""
    usual: int = 100
    preference: Preference | None = None
    asked: list[tuple[int, int]] = field(default_factory=list)
    name: str = "toy"
    to_move: int = 1
    decision: str = "card"
    objective: str = "margin"
    lock: threading.Lock = field(default_factory=threading.Lock)

    @property
    def exact(self) -> bool:
        reached = max((first + count for first, count in self.asked), default=0)
        return self.enumerates and (self.cut is None or reached <= self.cut)

    @property
    def moves(self) -> tuple[str, ...]:
        return tuple(f"M{i}" for i in range(len(self.means)))

    @property
    def classes(self) -> Sequence[int]:
        return range(len(self.means)) if self.equals is None else self.equals

    def sample(self, index: int) -> NDArray[np.float64]:
        rng = np.random.default_rng((self.seed, index))
        luck, own = rng.normal(0, 2), rng.normal(0, self.noise, len(self.means))
        values: NDArray[np.float64] = np.asarray(self.means) + np.round(3 * (luck + own)) / 3
        return values[list(self.classes)]

    def samples(self, first: int, count: int, should_stop: Callable[[], bool] | None = None) -> NDArray[np.float64]:
        with self.lock:
            self.asked.append((first, count))
        block = []
        for index in range(first, first + count):
            if self.obeys and should_stop is not None and should_stop():
                break
            if self.pause:
                self.wait(self.pause)
            block.append(self.sample(index))
        return np.array(block).reshape(len(block), len(self.means)).T

    sources: Sequence[str] = ()

    def sourced(self, first: int, count: int, should_stop: Callable[[], bool] | None = None) -> NDArray[np.float64]:
        return self.samples(first, count, should_stop)[None]

    def weights(self, first: int, count: int) -> NDArray[np.float64] | None:
        return None if self.weight is None else np.array([self.weight(i) for i in range(first, first + count)])

    def notes(self) -> Sequence[str]:
        return ()
