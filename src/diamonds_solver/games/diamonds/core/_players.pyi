from collections.abc import Sequence
from typing import Literal, final

import numpy as np
from numpy.typing import NDArray

_Goal = Literal["margin", "points", "win"]
_Bytes = NDArray[np.uint8]
_Weights = NDArray[np.float32] | None
_Move = tuple[int, int, int]

GOALS: tuple[str, ...]
FEATURES: tuple[str, ...]
MODEL_KINDS: int
MODEL_CARD_INPUTS: int

class PlayerError(ValueError): ...

def default_weights(position: _Bytes) -> NDArray[np.float32]: ...
def policy_features(position: _Bytes, seen: int) -> tuple[list[int], NDArray[np.float32]]: ...
def policy_scores(position: _Bytes, seen: int, weights: _Weights = None) -> list[tuple[_Move, float]]: ...
def policy_move(position: _Bytes, seen: int, seed: int, index: int = 0, weights: _Weights = None) -> _Move: ...
def model_inputs(position: _Bytes, seen: int) -> tuple[list[int], NDArray[np.float32]]: ...
def model_chances(table: _Bytes, seen: int, hands: NDArray[np.uint64], card: int, slip: float, chances: NDArray[np.float64]) -> None: ...
def pass_features(hand: int, deck: int, players: int, sides: int) -> NDArray[np.float32]: ...
def pass_scores(hand: int, deck: int, players: int, sides: int) -> dict[int, float]: ...
def policy_pass(hand: int, count: int, deck: int, players: int, sides: int) -> int: ...
def policy_count(hand: int, deck: int, players: int, sides: int) -> int: ...
def policy_passes(hands: NDArray[np.uint64], counts: _Bytes, deck: int, players: int, sides: int) -> NDArray[np.uint64]: ...
def pass_chances(
    hands: NDArray[np.uint64], passed: NDArray[np.uint64], deck: int, players: int, sides: int, slip: float
) -> NDArray[np.float64]: ...
def policy_counts(hands: NDArray[np.uint64], deck: int, players: int, sides: int) -> NDArray[np.uint8]: ...
def playouts(
    worlds: _Bytes,
    seen: int,
    moves: NDArray[np.uint8],
    seed: int,
    first: int = 0,
    *,
    goal: _Goal = "margin",
    rounds_left: int = 0,
    sigma: float = 0.0,
    weights: _Weights = None,
) -> tuple[NDArray[np.int16], NDArray[np.float64]]: ...
def pass_playouts(
    worlds: _Bytes,
    seen: int,
    passes: NDArray[np.uint64],
    giver: int,
    receiver: int,
    seed: int,
    first: int = 0,
    *,
    goal: _Goal = "margin",
    rounds_left: int = 0,
    sigma: float = 0.0,
) -> NDArray[np.float64]: ...
def play_line(position: _Bytes, seen: int, seed: int, index: int, seats: Sequence[_Weights]) -> list[_Move]: ...
def play_out(positions: _Bytes, seen: NDArray[np.uint64], seed: int, first: int, seats: Sequence[_Weights]) -> NDArray[np.int16]: ...
def play_ends(positions: _Bytes, seen: NDArray[np.uint64], seed: int, first: int, seats: Sequence[_Weights]) -> _Bytes: ...
def utilities(start: _Bytes, ends: _Bytes, *, goal: _Goal = "margin", rounds_left: int = 0, sigma: float = 0.0) -> NDArray[np.float64]: ...

@final
class Ismcts:
    def __new__(
        cls,
        position: _Bytes,
        *,
        seed: int,
        exploration: float = 8.0,
        bias: float = 0.0,
        goal: _Goal = "margin",
        rounds_left: int = 0,
        sigma: float = 0.0,
        node_limit: int = 1048576,
    ) -> Ismcts: ...
    def run(self, worlds: _Bytes, seen: int, simulations: int) -> None: ...
    def moves(self) -> list[tuple[_Move, int, float]]: ...
    @property
    def nodes(self) -> int: ...
