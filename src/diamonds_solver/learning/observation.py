"""What a seat sees as one array with named parts. OpenSpiel and PettingZoo have it from here."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from diamonds_solver.game import NumberedGame


class Observation:
    """An array of a fixed shape for each kind of game: `tensor`, float32[size], whose parts `parts` names."""

    def __init__(self, game: NumberedGame, perfect_recall: bool) -> None:
        """`perfect_recall`: with all that the seat knows, its information state; else what it sees now."""
        self._game = game
        shapes = game.parts(perfect_recall)
        sizes = [int(np.prod(shape)) for shape in shapes.values()]
        self.tensor = np.zeros(sum(sizes), np.float32)
        split = np.split(self.tensor, np.cumsum(sizes)[:-1])
        self.parts = {name: part.reshape(shape) for (name, shape), part in zip(shapes.items(), split, strict=True)}

    def fill(self, play: Any, seat: int) -> NDArray[np.float32]:
        """Writes what `seat` sees of a play into `tensor`, and returns that: the next call overwrites it."""
        self.tensor.fill(0)
        self._game.observe(play, seat, self.parts)
        return self.tensor
