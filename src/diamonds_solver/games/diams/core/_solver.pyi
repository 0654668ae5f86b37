from collections.abc import Callable
from typing import Self, final

import numpy as np
from numpy.typing import NDArray

_Bytes = NDArray[np.uint8]

OBJECTIVES: tuple[str, ...]

class LimitError(Exception): ...
class TooManyMovesError(ValueError): ...

@final
class AlphaBeta:
    def __new__(
        cls, rules: _Bytes, seat: int, objective: str, lowest: float, highest: float, memory: int, techniques_off: int = 0
    ) -> Self: ...
    def value(self, state: _Bytes, max_nodes: int, should_stop: Callable[[], bool] | None = None) -> float: ...
    def bounds(self, state: _Bytes) -> tuple[float, float]: ...
    @property
    def nodes(self) -> int: ...

def has_switches() -> bool: ...
