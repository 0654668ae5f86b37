from collections.abc import Callable
from typing import final

import numpy as np
from numpy.typing import NDArray

class CoreError(ValueError):
    status: int
    index: int
    def __init__(self, status: int, index: int) -> None: ...

@final
class Core:
    def __new__(cls, memory: int) -> Core: ...
    def clear(self) -> None: ...
    def solve(
        self,
        positions: NDArray[np.uint8],
        results: NDArray[np.uint8],
        *,
        objective: int,
        model: int,
        best_only: bool,
        node_limit: int,
        techniques_off: int,
        ask: Callable[[int, int, int], bool] | None,
    ) -> BaseException | None: ...

def perft(position: NDArray[np.uint8], depth: int) -> int: ...
def moves(position: NDArray[np.uint8]) -> list[tuple[int, int, int]]: ...
def play(position: NDArray[np.uint8], move: tuple[int, int, int]) -> None: ...
def layout_sizes() -> tuple[int, int, int]: ...
def instructions() -> str: ...
def is_debug() -> bool: ...
