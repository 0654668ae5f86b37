from collections.abc import Sequence
from typing import Self, final

import numpy as np
from numpy.typing import NDArray

_Bytes = NDArray[np.uint8] | bytes

OBJECTIVES: tuple[str, ...]

class PlayerError(ValueError): ...

@final
class Players:
    def __new__(cls, rules: _Bytes) -> Self: ...
    def moves(self, state: _Bytes) -> bytes: ...
    def play(self, state: _Bytes, move: _Bytes, seed: int = 0, index: int = 0) -> NDArray[np.uint8]: ...
    def greedy(self, state: _Bytes) -> bytes: ...
    def worth(self, state: _Bytes, seat: int) -> int: ...
    def points(self, states: _Bytes) -> NDArray[np.int32]: ...
    def play_out(self, states: _Bytes, seed: int, first: int) -> NDArray[np.uint8]: ...

@final
class Goal:
    shares: NDArray[np.float64] | None
    def __new__(cls, objective: str, players: int, chips: Sequence[int] = (), shares: NDArray[np.float64] | None = None) -> Self: ...
    def values(self, points: Sequence[float]) -> list[float]: ...

def playouts(players: Players, goal: Goal, worlds: _Bytes, moves: _Bytes, seed: int, first: int) -> NDArray[np.float64]: ...

@final
class Ismcts:
    def __new__(
        cls,
        players: Players,
        goal: Goal,
        worlds: _Bytes,
        moves: _Bytes,
        *,
        seed: int,
        budget: int,
        exploration: float,
        point: float,
        trust: float,
        turns: int,
        width: int,
        node_limit: int = 1048576,
    ) -> Self: ...
    def run(self, simulations: int) -> None: ...
    def values(self) -> tuple[NDArray[np.float64], NDArray[np.uint32]]: ...
    @property
    def nodes(self) -> int: ...
