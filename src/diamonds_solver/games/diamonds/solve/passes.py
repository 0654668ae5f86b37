"""What a pass was worth in hindsight: all choices of cards that a player had, all cards open, the others passing what they did.

Each choice is a deal of its own, which the player's side then plays against all others. The pass that was made is valued exactly, and what
beats the best one before it. Of all others it is proven that they are no better, by one question each. Those that playouts like come first,
so that there is soon a high value to be held against.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from diamonds_solver.games.diamonds.core import _players, layout
from diamonds_solver.games.diamonds.core.passing import card_mask, deck_mask, exchange, hands_of
from diamonds_solver.games.diamonds.record.record import Record
from diamonds_solver.games.diamonds.rules.cards import sort_key
from diamonds_solver.games.diamonds.rules.position import Position
from diamonds_solver.games.diamonds.rules.public import Pass
from diamonds_solver.games.diamonds.rules.rules import Rules

from .solution import Objective
from .solve import Solver

_PLAYOUTS = 8  # for each pass, to put the promising ones first
_ALL_CARDS = deck_mask(Rules(2))
_FAR = 1 << 14  # beyond every value times its scale


@dataclass(frozen=True)
class PassValue:
    """One choice of cards, and what is proven of its value: lower <= value <= upper, gained by the side of the player in the round."""

    move: Pass
    lower: float
    upper: float


@dataclass(frozen=True)
class PassSolution:
    """The worth of all choices of one player."""

    values: tuple[PassValue, ...]
    """The best first."""
    made: PassValue
    """The choice that was made."""
    nodes: int
    stopped: bool
    """Whether a limit, or `should_stop`, left the value of the best or of the one that was made open."""

    @property
    def bounds(self) -> tuple[float, float]:
        """Proven limits of the best value."""
        return max(v.lower for v in self.values), max(v.upper for v in self.values)

    @property
    def exact(self) -> bool:
        """Whether the best value is known, and that of the choice that was made."""
        lower, upper = self.bounds
        return lower == upper and self.made.lower == self.made.upper


class _StoppedError(Exception):
    """A limit was met."""


@dataclass
class _Search:
    """The questions of one player's pass, and what they may cost."""

    solver: Solver
    side: int
    objective: Objective
    node_limit: int | None
    deadline: float
    should_stop: Callable[[], bool] | None
    nodes: int = 0

    def _stops(self) -> bool:
        return time.perf_counter() >= self.deadline or (self.should_stop is not None and self.should_stop())

    def reaches(self, deal: NDArray[np.void], limits: list[int], target: int) -> bool:
        """Asks whether the side reaches the target; `limits` of the value become closer."""
        left = None if self.node_limit is None else self.node_limit - self.nodes
        if self._stops() or (left is not None and left <= 0):
            raise _StoppedError
        found = self.solver.test(deal, self.side, target, objective=self.objective, node_limit=left, should_stop=self._stops)
        self.nodes += found.nodes
        if found.limit is None:
            raise _StoppedError
        reached = found.limit >= target
        limits[0 if reached else 1] = found.limit
        return reached

    def cheap_limits(self, deal: NDArray[np.void]) -> list[int]:
        """What the cards alone tell: questions this far off are answered without a search."""
        found = (self.solver.test(deal, self.side, target, objective=self.objective) for target in (-_FAR, _FAR))
        return [limit for limit, _ in found if limit is not None]

    def narrow(self, deal: NDArray[np.void], limits: list[int], guess: int) -> None:
        """Finds the value, from a guess on."""
        target = guess
        while limits[0] < limits[1]:
            target = limits[0] + 1 if self.reaches(deal, limits, max(limits[0] + 1, min(target, limits[1]))) else limits[1]


def solve_pass(
    record: Record,
    gave: Sequence[Pass],
    seat: int,
    solver: Solver,
    *,
    objective: Objective = "margin",
    node_limit: int | None = None,
    time_limit: float | None = None,
    should_stop: Callable[[], bool] | None = None,
) -> PassSolution:
    """What each pass of `seat` was worth when the players passed `gave`, by seat. `record`: before the pass, all hands open.

    The limits leave proven bounds. Raises KeyboardInterrupt.
    """
    rules = record.rules
    made = gave[seat]
    moves = [Pass(cards) for cards in combinations(sorted(record.hands[seat].known, key=sort_key), len(made.cards))]
    deals = _deals(record, gave, seat, moves)
    deadline = np.inf if time_limit is None else time.perf_counter() + time_limit
    search = _Search(solver, rules.side_of(seat), objective, node_limit, deadline, should_stop)
    limits = [search.cheap_limits(deals[i : i + 1]) for i in range(len(moves))]
    index = moves.index(made)
    stopped = False
    try:
        search.narrow(deals[index : index + 1], limits[index], 0)
        best = limits[index][0]
        for other in _promising(record, deals, seat, objective):
            if other != index and search.reaches(deals[other : other + 1], limits[other], best + 1):
                search.narrow(deals[other : other + 1], limits[other], limits[other][0] + 1)
                best = limits[other][0]
    except _StoppedError:
        stopped = True
    scale = len(rules.sides) - 1 if objective == "margin" else 1
    values = [PassValue(move, lower / scale, upper / scale) for move, (lower, upper) in zip(moves, limits, strict=True)]
    return PassSolution(tuple(sorted(values, key=lambda v: (-v.lower, -v.upper))), values[index], search.nodes, stopped)


def _deals(record: Record, gave: Sequence[Pass], seat: int, moves: Sequence[Pass]) -> NDArray[np.void]:
    """POSITION[moves]: the starts of the round after each of the seat's passes."""
    start = Position(record.start_table(), tuple(hand.known for hand in record.hands))
    deals = np.repeat(layout.pack([start]), len(moves))
    passed = np.repeat(np.array([[card_mask(each.cards) for each in gave]], np.uint64), len(moves), axis=0)
    passed[:, seat] = [card_mask(move.cards) for move in moves]
    return exchange(deals, record.rules, passed)


def _promising(record: Record, deals: NDArray[np.void], seat: int, objective: Objective) -> list[int]:
    """The indices of the deals, those first in which rule-based players bring the seat's side most."""
    rules = record.rules
    worlds = np.tile(deals, _PLAYOUTS)
    weights = [_players.default_weights(worlds[:1].view(np.uint8))] * rules.players
    seen = ~np.bitwise_or.reduce(hands_of(worlds, rules), axis=1) & np.uint64(_ALL_CARDS)  # nobody wonders where the rest is
    points = _players.play_out(worlds.view(np.uint8), seen, 0, 0, weights).reshape(_PLAYOUTS, len(deals), rules.players).sum(axis=0)
    own = points[:, list(rules.sides[rules.side_of(seat)])].sum(axis=1)
    value = own if objective == "points" else own * len(rules.sides) - points.sum(axis=1)
    return [int(index) for index in np.argsort(-value, kind="stable")]
