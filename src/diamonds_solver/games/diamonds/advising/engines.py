"""The engines of Diamonds that value the play of a card: PIMC, playouts and tree search."""

from __future__ import annotations

import threading
from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType
from typing import Any, Literal, TypedDict, TypeVar

import numpy as np
from numpy.typing import NDArray

from diamonds_solver.common.facts import FACTS, by_number
from diamonds_solver.errors import DiamondsError, ObjectiveError, PositionError
from diamonds_solver.game import Preference
from diamonds_solver.search.engine import SLICE, SampleEngine, Tree, TreeEngine
from diamonds_solver.stats.comparison import Comparison, compare_moves
from diamonds_solver.stats.samples import TIE

from ..core import _players, layout
from ..core.layout import pack_moves
from ..core.passing import deck_mask
from ..records.record import Phase, Record
from ..round.public import Move, is_margin
from ..round.rules import Rules
from ..solving.solve import Objective, Solver
from .view import View, check_decides
from .worlds import BLOCK, Inference, Worlds, known_to, seen_cards

_OTHERS = 1 + _players.PARTS.index("others")
_REMEMBERED = 1000  # samples that tell what inference changes

# -- decisions ----------------------------------------------------------------------------------------------------------------------------
# What the engines of Diamonds share: the decision of a view in the form in which the C code takes it.

M = TypeVar("M")
"""What is decided: a `Move`, cards to pass, or a number of them."""


class ViewEngine(SampleEngine[M]):
    """An engine for one decision of one player. It keeps the view and what follows from it, never a true hand."""

    sources: Sequence[str] = _players.PARTS

    def __init__(self, view: View, moves: Sequence[M], objective: str, seed: int) -> None:
        """Raises PositionError where the viewer has nothing to decide."""
        check_decides(view)
        self.view = view
        self.moves = tuple(moves)
        self.utility = Utility.of(view.record, objective)
        self.seed = seed
        self.to_move = view.to_move
        self.decision = view.decision
        self.side = view.rules.side_of(view.seat)
        self.worlds = Worlds(view)
        self.seen = seen_cards(view)
        self._others = 0.0 if objective == "points" else -1.0 / (len(view.rules.sides) - 1)
        """What a point that all others gain counts."""

    @property
    def objective(self) -> str:
        return self.utility.objective

    def samples(self, first: int, count: int, should_stop: Callable[[], bool] | None = None) -> NDArray[np.float64]:
        """The values in samples `first` to `first + count - 1`; see ``game.Engine``."""
        values: NDArray[np.float64] = self.sourced(first, count, should_stop)[0]
        return values

    @property
    def planes(self) -> tuple[int]:
        """How many numbers a sample has for each move."""
        return (1 + len(self.sources),)

    @abstractmethod
    def sourced(self, first: int, count: int, should_stop: Callable[[], bool] | None = None) -> NDArray[np.float64]:
        """The values, and where they come from; see ``game.Engine``."""

    def with_sources(self, values: NDArray[np.float64], parts: NDArray[Any]) -> NDArray[np.float64]:
        """Values[moves, samples] and their parts[moves, samples, PARTS] as `sourced` gives them. What the others gain counts as the
        objective counts it; where that is a chance the parts are those of the margin."""
        if not self.sources:
            return values[None]
        block = np.concatenate([values[None], parts.transpose(2, 0, 1)])
        block[_OTHERS] *= self._others
        return block

    def notes(self) -> Sequence[str]:
        """What else a reader should know."""
        return self.view.record.notes()


class PlayEngine(ViewEngine[Move]):
    """An engine for decisions of the play: a card, a victim, an actor."""

    block = BLOCK
    """Worlds that inference draws at once."""

    def __init__(self, view: View, objective: str, seed: int, inference: bool = False) -> None:
        """`inference`: deals count by how plausible the others' moves are in them."""
        check_decides(view)
        if view.phase is not Phase.PLAY:
            raise PositionError(f"the engine {self.name} values moves of the play only", code="E-ENGINE")
        super().__init__(view, view.moves(), objective, seed)
        self._base = self.worlds.sample(seed, 0, 1)
        firsts, self._rows = np.unique(self.classes, return_inverse=True)
        self._firsts: list[int] = firsts.tolist()
        self._packed = pack_moves([self.moves[first] for first in self._firsts])
        self.inference = self._infer() if inference else None
        self._valued: dict[int, NDArray[np.float64]] = {}

    @cached_property
    def classes(self) -> Sequence[int]:
        """Equal cards, victims and actors are one move."""
        return _players.move_classes(self._base.view(np.uint8), self.seen, goal=self.utility.objective)

    def sourced(self, first: int, count: int, should_stop: Callable[[], bool] | None = None) -> NDArray[np.float64]:
        """The values, and where they come from; see ``game.Engine``."""
        block = self._values(first, count, should_stop)[:, self._rows]
        if self.inference is not None:  # kept for the note that tells how far the answer hangs on inference
            self._valued.update((first + index, block[0, :, index]) for index in range(min(block.shape[2], _REMEMBERED - first)))
        return block

    @abstractmethod
    def _values(self, first: int, count: int, should_stop: Callable[[], bool] | None) -> NDArray[np.float64]:
        """The same of the first move of each class."""

    def _infer(self) -> Inference | None:
        """None where their hands are known, or the others have done nothing that could tell of them."""
        if self.worlds.count == 1:
            return None
        inference = Inference(self.view, self.worlds, self.seed, self.block)
        return inference if inference.is_informed else None

    def draw(self, first: int, count: int) -> NDArray[np.void]:
        """POSITION[count]: the worlds of samples `first` on."""
        return self.worlds.sample(self.seed, first, count) if self.inference is None else self.inference.draw(first, count).worlds

    def weights(self, first: int, count: int) -> NDArray[np.float64] | None:
        """How plausible these worlds are; None without inference."""
        return None if self.inference is None else self.inference.draw(first, count).weights

    @property
    def effective_share(self) -> float | None:
        """Of the deals; None without inference."""
        return None if self.inference is None else self.inference.effective

    def _plain_weights(self, count: int) -> NDArray[np.float64]:
        """What the first `count` worlds weigh where the others' moves tell nothing."""
        return np.ones(count) if self.inference is None else self.inference.draw(0, count).plain

    def notes(self) -> Sequence[str]:
        return super().notes() if self.inference is None else (*super().notes(), *self.inference.notes(), *self._without())

    def _without(self) -> Sequence[str]:
        """How far the best move hangs on inference: by the same worlds, weighed as if the others' moves revealed nothing."""
        count = next(index for index in range(len(self._valued) + 1) if index not in self._valued)
        weights = self.weights(0, count) if count > 1 else None
        if weights is None or len(self._firsts) < 2:
            return ()
        values = np.stack([self._valued[index] for index in range(count)], axis=1)
        plain = self.plainly_compared(values)
        best = int((values @ weights).argmax())
        if plain.loss[best] <= TIE:
            return ("if their moves revealed nothing, the best move would be the same",)
        low, high = plain.low[best], plain.high[best]
        limits = "" if low == high else f" (95 %: {low:.2f} to {high:.2f})"
        return (f"if their moves revealed nothing, {self.moves[plain.leader]} would be best, {plain.loss[best]:.2f} ahead{limits}",)

    def plainly_compared(self, values: NDArray[np.float64]) -> Comparison:
        """The moves compared by the first samples, weighed as if the others' moves revealed nothing."""
        count = values.shape[1]
        exact = self.exact and count == self.total
        return compare_moves(values, self._plain_weights(count), classes=self.classes, exact=exact, draws=0)


# -- objectives ---------------------------------------------------------------------------------------------------------------------------
# What the values of an engine count: points, a margin, or the chance to win the match.


AdviseObjective = Literal["margin", "points", "win"]
OBJECTIVES: tuple[AdviseObjective, ...] = ("margin", "points", "win")

# Standard deviation of the difference of two sides' points in one round, divided by the square root of 2, by (players, sides, perfect).
# Made by: python benchmarks/round_spread.py 5000
SIGMAS: dict[tuple[int, int, bool], float] = {
    (2, 2, False): 3.49,
    (3, 3, False): 3.18,
    (4, 4, False): 2.61,
    (5, 5, False): 2.40,
    (6, 6, False): 2.27,
    (2, 2, True): 4.53,
    (3, 3, True): 3.37,
    (4, 4, True): 2.87,
    (5, 5, True): 2.54,
    (4, 2, False): 5.81,
    (4, 2, True): 6.67,
    (6, 3, False): 3.52,
}


class UtilityOptions(TypedDict):
    """Keywords of the functions of ``_players``."""

    goal: AdviseObjective
    rounds_left: int
    sigma: float


@dataclass(frozen=True)
class Utility:
    """What a finished round is worth to a side, by the objective."""

    objective: AdviseObjective
    rounds_left: int
    """Rounds to play after this one."""
    sigma: float
    """Spread of a side's points in one round."""

    @classmethod
    def of(cls, record: Record, objective: str) -> Utility:
        """The utility of an objective in the round of a record.

        Raises ObjectiveError for another name.
        """
        if objective not in OBJECTIVES:
            raise ObjectiveError(f"the objective must be {', '.join(OBJECTIVES[:-1])} or {OBJECTIVES[-1]}, not {objective!r}")
        number, rounds = record.round
        return cls(objective, max(0, (rounds or record.rules.rounds) - number), sigma_of(record.rules))

    def options(self) -> UtilityOptions:
        """As keywords of the functions of ``_players``."""
        return {"goal": self.objective, "rounds_left": self.rounds_left, "sigma": self.sigma}

    def values(self, start: NDArray[np.void], ends: NDArray[np.void], side: int) -> NDArray[np.float64]:
        """What each of the POSITIONs `ends` is worth to a side; gains count from `start`."""
        values: NDArray[np.float64] = _players.utilities(start.view(np.uint8), ends.view(np.uint8), **self.options())[:, side]
        return values

    def of_margins(self, start: NDArray[np.void], margins: NDArray[np.float64], side: int) -> NDArray[np.float64]:
        """What margins of this round are worth to one of two sides, which has the standing of the POSITION[1] `start`.

        As `values`, but where points are equal at the end of the match the victory is shared, whatever is in the vaults.
        """
        if self.objective != "win":
            return margins
        ahead = margins.astype(np.int64) + lead(start, side)
        ends = np.repeat(start, len(ahead))
        ends["hand"], ends["trick_count"], ends["tricks_left"] = 0, 0, 0
        ends["robber"], ends["award"] = layout.NONE, layout.ROUND_OVER
        ends["vault"], ends["showroom"] = 0, 0
        ends["showroom"][:, side], ends["showroom"][:, 1 - side] = np.maximum(ahead, 0), np.maximum(-ahead, 0)
        return self.values(start, ends, side)


def lead(start: NDArray[np.void], side: int) -> int:
    """How many points one of two sides has more on the table than the other; POSITION[1]."""
    points = (2 * start["vault"].astype(np.int64) + start["showroom"])[0]
    return int(points[side::2].sum() - points[1 - side :: 2].sum())


def sigma_of(rules: Rules) -> float:
    """The spread of a side's points in one round."""
    return SIGMAS[rules.players, len(rules.sides), rules.perfect]


# -- perfect-information Monte Carlo ------------------------------------------------------------------------------------------------------
# PIMC: in one world after the other every move is solved, all cards open.


_EXACT = FACTS["exact"]
NODE_LIMIT: int = _EXACT["node_limit"]
"""Of one world, about 0.1 s. Where it is met the values are those of a playout, kept within the proven bounds."""
FEW_DEALS, FEW_KEPT_DEALS = int(_EXACT["few_deals"]), int(_EXACT["few_kept_deals"])
"""Up to so many deals are all solved; the second where proofs are kept."""
KEPT_CARDS = by_number(_EXACT["kept_cards"])
"""By players: with at most so many cards in every hand proofs are kept from world to world. With more, worlds share too few of them."""
KEPT_NODES: int = _EXACT["kept_nodes"]
"""Proofs are forgotten once so many nodes have been searched: a full table is slower than what it saves."""
_PARTS_BUDGET: int = _EXACT["parts_budget"]  # nodes; where proofs are kept parts must not depend on them
_MEMORY: int = _EXACT["memory"] << 20  # more does not help worlds of a size that can be solved by the hundred


def keeps_proofs(view: View, nodes: int | None) -> bool:
    """Whether `ExactEngine` with the limit `nodes` keeps proofs from world to world."""
    return nodes is None and max(view.sizes) <= KEPT_CARDS[view.rules.players]


def listed_deals(view: View, nodes: int | None) -> int:
    """Up to this many deals `ExactEngine` solves all, unless told otherwise."""
    return FEW_KEPT_DEALS if keeps_proofs(view, nodes) else FEW_DEALS


class ExactEngine(PlayEngine):
    """Sample i: the paranoid values of all moves in world i, or in deal i of all when these are few.

    Where a limit of nodes may cut worlds, each is solved with an empty table, so that where it is cut does not depend on the worlds before.
    Otherwise values do not depend on what the table holds.
    """

    name = "exact"
    block = int(FACTS["inference"]["exact_block"])  # a world takes far longer than its weighing

    def __init__(
        self,
        view: View,
        objective: str = "margin",
        seed: int = 0,
        *,
        nodes: int | None = None,
        few_deals: int | None = None,
        inference: bool = False,
    ) -> None:
        """`nodes`: limit for each world (default NODE_LIMIT; none where proofs are kept or a single deal is possible). `few_deals`: up to
        so many are all solved (default `listed_deals`).

        Raises PositionError where there is nothing to decide, DiamondsError for the objective "win" with three or more sides. With two a
        better margin is a better chance to win, so the chance follows from the solved margin; what all others together can do to the margin
        of one of three says nothing about who wins.
        """
        super().__init__(view, objective, seed, inference)
        if self.objective == "win" and len(view.rules.sides) > 2:
            raise DiamondsError(
                "the engine exact has the objective win with two sides only", code="E-ENGINE", hint="ismcts and playout count wins"
            )
        self._objective: Objective = "margin" if self.objective == "win" or is_margin(self.objective) else "points"
        self._has_ties = False
        most = listed_deals(view, nodes) if few_deals is None else few_deals
        self._deals = None if self.worlds.are_drawn or self.worlds.count > most else self.worlds.enumerate(seed)
        self.keeps_proofs = keeps_proofs(view, nodes)
        self._node_limit = nodes or (0 if self.keeps_proofs or self.worlds.count == 1 else NODE_LIMIT)
        self._solvers = threading.local()
        self._cut: dict[int, float] = {}

    @property
    def total(self) -> int | None:
        return None if self._deals is None else len(self._deals)

    @property
    def enumerates(self) -> bool:
        """Whether sample i is deal i of all."""
        return self._deals is not None

    @property
    def exact(self) -> bool:
        """Whether all deals are solved, and no search was cut so far."""
        return self.enumerates and not self._cut

    def _values(self, first: int, count: int, should_stop: Callable[[], bool] | None) -> NDArray[np.float64]:
        worlds = self._worlds(first, count)
        values = np.empty((len(self._firsts), count))
        parts = np.empty((len(self._firsts), count, len(_players.PARTS)))
        for index in range(count):
            if should_stop is not None and should_stop():
                return self.with_sources(values[:, :index], parts[:, :index])
            result, parts[:, index] = self._solve(worlds[index : index + 1], should_stop)
            rows, scale = result["moves"][self._firsts], int(result["scale"])
            lower, upper = self._worth(rows["lower"] / scale), self._worth(rows["upper"] / scale)
            values[:, index] = lower
            width = float((upper - lower).mean())
            if width == 0 and not result["stopped"]:
                continue
            if should_stop is not None and should_stop() and self.total != 1:
                return self.with_sources(values[:, :index], parts[:, :index])  # cut by the clock, not by its nodes
            tried, of_tried = _players.playouts(
                worlds[index : index + 1].view(np.uint8), self.seen, self._packed, self.seed, first + index, **self.utility.options()
            )
            values[:, index], parts[:, index] = np.clip(tried[:, 0], lower, upper), of_tried[:, 0]
            if width:
                self._cut[first + index] = width
        return self.with_sources(values, parts)

    @property
    def cut(self) -> int:
        """How many worlds were not solved to the end so far."""
        return len(self._cut)

    def weights(self, first: int, count: int) -> NDArray[np.float64] | None:
        """How plausible the deals are; None without inference."""
        if self.inference is None or self._deals is None:
            return super().weights(first, count)
        return self.inference.weights(self._deals[first : first + count])

    def _plain_weights(self, count: int) -> NDArray[np.float64]:
        return super()._plain_weights(count) if self._deals is None else np.ones(count)

    def notes(self) -> Sequence[str]:
        ties = (
            ("a match that ends with equal points counts as half a victory: the search does not compare vaults",) if self._has_ties else ()
        )
        return (*super().notes(), *ties, *self._cut_notes())

    def _worth(self, values: NDArray[np.float64]) -> NDArray[np.float64]:
        """What solved values are worth; remembers whether one of them leaves the match with equal points."""
        if self.objective == "win" and not self.utility.rounds_left:
            self._has_ties |= bool((values == -lead(self._base, self.side)).any())
        return self.utility.of_margins(self._base, values, self.side)

    def _cut_notes(self) -> Sequence[str]:
        if not self._cut:
            return ()
        widths = list(self._cut.values())
        known = f"the proven bounds ({sum(widths) / len(widths):.2f} wide{'' if len(widths) == 1 else ' on average'})"
        if len(widths) == 1:
            what = "the deal was" if self.total == 1 else "1 world was"
            return (f"{what} not solved to the end: its values are those of a playout, kept within {known}",)
        return (f"{len(widths)} worlds were not solved to the end: their values are those of playouts, kept within {known}",)

    def _worlds(self, first: int, count: int) -> NDArray[np.void]:
        return self.draw(first, count) if self._deals is None else self._deals[first : first + count]

    def _solve(self, world: NDArray[np.void], should_stop: Callable[[], bool] | None) -> tuple[np.void, NDArray[np.int16]]:
        """The result, and where the points of each first move of a class come from, where it is exact and not stopped."""
        own = self._solvers
        if not hasattr(own, "solver"):
            own.solver, own.nodes = Solver(_MEMORY), 0
        solver: Solver = own.solver
        if not self.keeps_proofs or own.nodes > KEPT_NODES:
            solver.clear()
            own.nodes = 0
        parts = np.zeros((1, layout.MAX_MOVES, len(_players.PARTS)), np.int16)
        options: dict[str, Any] = {"objective": self._objective, "node_limit": self._node_limit}
        if self.sources:
            options |= {"parts": parts, "parts_budget": 0 if self.keeps_proofs else _PARTS_BUDGET}
        result: np.void = solver.solve_packed(world, should_stop=should_stop, **options)[0]
        own.nodes += int(result["nodes"])
        return result, parts[0, self._firsts]


# -- flat Monte Carlo ---------------------------------------------------------------------------------------------------------------------
# In one world after the other every move is followed by players by rules, or by the net.


_WORLDS_BETWEEN_LOOKS = 256  # worlds between two looks at the clock: a few milliseconds each
ROLLOUTS = ("rules", "net")
"""By whom rounds are finished: the rule-based player, or a net that was fitted to its playouts (csrc/diamonds/players/net.h)."""


def rollout_weights(start: NDArray[np.void], rollouts: str | None, perfect: bool) -> NDArray[np.float32]:
    """The weights for one of ROLLOUTS in games of POSITION[1]; None: those with which `playout` is the stronger. Where a game has no net
    the rules serve."""
    position = start.view(np.uint8)
    if rollouts is None:
        return _players.rollout_weights(position, perfect)
    return _players.net_weights(position) if rollouts == "net" else _players.default_weights(position)


def has_learned(rules: Rules) -> bool:
    """Whether there is a net of the player `learned` for a game."""
    return not rules.thief and bool(_players.has_learned(deck_mask(rules), rules.players, len(rules.sides), rules.tricks))


class PlayoutEngine(PlayEngine):
    """Sample i: in world i each move, then rules or the net in all seats to the end of the round, which see no hidden card."""

    name = "playout"

    def __init__(
        self,
        view: View,
        objective: str = "margin",
        seed: int = 0,
        *,
        inference: bool = False,
        rollouts: str | None = None,
        prefers: Mapping[str, float] = MappingProxyType({}),
    ) -> None:
        """`rollouts`: see ROLLOUTS. `prefers`: see `preferring`.

        Raises PositionError where there is nothing to decide.
        """
        super().__init__(view, objective, seed, inference)
        self._weights, self._prefers = rollout_weights(self._base, rollouts, view.rules.perfect), prefers
        self.is_by_net = len(self._weights) != len(_players.FEATURES)
        """Whether the net finishes the rounds, and not simple rules."""

    @cached_property
    def preference(self) -> Preference | None:
        if not self._prefers:
            return None
        position, deck = self._base.view(np.uint8), deck_mask(self.view.rules)
        options = {"weights": self._weights, "goal": self.objective, **self._prefers}
        found = _players.preference(position, self.seen, deck, known_to(self.view), self.seed, **options)
        return found and Preference(tuple(found[0]), found[1])

    def _values(self, first: int, count: int, should_stop: Callable[[], bool] | None) -> NDArray[np.float64]:
        return self._in_blocks(self._played_out, first, count, _WORLDS_BETWEEN_LOOKS, should_stop, self.planes)

    def _played_out(self, first: int, count: int) -> NDArray[np.float64]:
        worlds, options = self.draw(first, count).view(np.uint8), self.utility.options()
        return self.with_sources(*_players.playouts(worlds, self.seen, self._packed, self.seed, first, weights=self._weights, **options))


# -- information-set Monte Carlo tree search ----------------------------------------------------------------------------------------------
# ISMCTS: every sample is a tree of its own.


SIMULATIONS = 1000
"""Simulations of one tree, unless the options say otherwise or it grows in turns with others."""
LEAST_SIMULATIONS: int = FACTS["trees"]["least"]
"""Enough to try every move."""
_USES: int = FACTS["trees"]["uses"]  # simulations in each world, or one for each move: drawing a world takes about as long as a simulation
_WORLDS_OF_A_TREE = 1 << 32
EXPLORATION: dict[str, float] = FACTS["trees"]["exploration"]
"""In units of the objective; from 6 to 20 all are equal within the noise of matches, 1.5 is too little
(benchmarks/adviser-notebook.md)."""
LONGER = 4.0
"""A much longer search changes a loss by at most so many times what losses changed by from a quarter of a tree to the whole, in nine of ten
decisions (benchmarks/results/calibration.md)."""
BIAS_OF_TWO_SIDES, BIAS = 1.0, 0.0
"""Below the root a move that the policy likes less by s points than its favourite is explored exp(-bias * s) as much
(benchmarks/adviser-notebook.md)."""


def usual_bias(rules: Rules) -> float:
    """The bias of trees, unless the options say otherwise."""
    return BIAS_OF_TWO_SIDES if len(rules.sides) == 2 else BIAS


def tree_seed(seed: int, index: int) -> int:
    """The seed of tree `index`."""
    return int(np.random.SeedSequence((seed, index)).generate_state(1, np.uint64)[0])


def tree_worlds(index: int, start: int, simulations: int, moves: int) -> tuple[int, int]:
    """The number of the first world, and how many, of a block of simulations of tree `index`, `start` of which are done."""
    uses = max(_USES, moves)
    return (index * _WORLDS_OF_A_TREE + start // uses) % (1 << 64), -(-simulations // uses)


class IsmctsEngine(PlayEngine, TreeEngine[Move]):
    """Sample i: the mean value of every move in tree i, grown in worlds of its own.

    All players maximise their own objective and know no hidden card in the tree; its leaves are played out by the policy.
    """

    name = "ismcts"
    least = LEAST_SIMULATIONS

    def __init__(
        self,
        view: View,
        objective: str = "margin",
        seed: int = 0,
        *,
        simulations: int = SIMULATIONS,
        exploration: float | None = None,
        inference: bool = False,
    ) -> None:
        """`exploration` is in units of the objective; default EXPLORATION.

        Raises PositionError where there is nothing to decide.
        """
        super().__init__(view, objective, seed, inference)
        self.simulations = max(simulations, LEAST_SIMULATIONS)
        self._options: dict[str, Any] = {
            "exploration": EXPLORATION[self.objective] if exploration is None else exploration,
            "bias": usual_bias(view.rules),
            **self.utility.options(),
        }
        self.history: dict[int, dict[int, list[float]]] = {}
        """What each tree said after how many simulations, of the first move of each class."""

    def weights(self, first: int, count: int) -> NDArray[np.float64] | None:
        """None: the worlds of a tree are drawn by their weights."""
        return None

    def _values(self, first: int, count: int, should_stop: Callable[[], bool] | None) -> NDArray[np.float64]:
        return TreeEngine.sourced(self, first, count, should_stop)

    def grown(self, index: int, simulations: int, should_stop: Callable[[], bool] | None) -> NDArray[np.float64] | None:
        values = super().grown(index, simulations, should_stop)
        return None if values is None else values[:, self._rows]

    def notes(self) -> Sequence[str]:
        notes = (*super().notes(), *self._cut_notes())
        if (change := self.change) is not None:
            amount = f"{100 * change:.1f} %" if self.objective == "win" else f"{change:.2f}"
            notes += (f"intervals do not cover how small the trees are: much longer searches may change a loss by {amount}",)
        return notes

    @property
    def change(self) -> float | None:
        """By how much a much longer search may change what a move costs, estimated from how far the trees are from settled; None: unknown.

        Of each tree that counts what changed between about a quarter of its simulations and all.
        """
        changes = []
        for means in [dict(means) for means in self.history.values()]:
            before = max([size for size in means if LEAST_SIMULATIONS <= size <= self.simulations // 4], default=0)
            if before and self.simulations in means:
                changes.append(np.subtract(means[self.simulations], means[before]))
        return LONGER * float(np.sqrt(2 * np.var(np.mean(changes, axis=0), ddof=1))) if changes and len(self._firsts) > 1 else None

    def _tree(self, index: int, simulations: int) -> Tree:
        return _Tree(self, index, simulations)

    def search(self, index: int) -> _players.Ismcts:
        """The search of tree `index`, which has not begun."""
        return _players.Ismcts(self._base.view(np.uint8), seed=tree_seed(self.seed, index), **self._options)

    def worlds_of(self, index: int, start: int, simulations: int) -> NDArray[np.void]:
        """POSITION[worlds]: those of a block of simulations of tree `index`, `start` of which are done; with inference out of one pool."""
        first, count = tree_worlds(index, start, simulations, len(self.moves))
        return self.worlds.sample(self.seed, first, count) if self.inference is None else self.inference.pick(first, count)


class _Tree:
    """One of its trees. Each slice of simulations, the last one perhaps smaller, has worlds of its own."""

    def __init__(self, engine: IsmctsEngine, index: int, whole: int) -> None:
        self.simulations = 0
        self._engine, self._index, self._whole = engine, index, whole
        self._search, self._firsts = engine.search(index), list(dict.fromkeys(engine.classes))
        self._worlds: NDArray[np.uint8]
        self._means: list[float]

    def grow(self, simulations: int) -> None:
        while self.simulations < simulations:
            start = self.simulations // SLICE * SLICE
            end = min(start + SLICE, self._whole)
            if self.simulations == start:
                self._worlds = self._engine.worlds_of(self._index, start, end - start).view(np.uint8)
            quarter = self._whole // 4
            stops = (end, simulations, quarter if self.simulations < quarter else end)
            more = min(stops) - self.simulations
            self._search.run(self._worlds, self._engine.seen, more)
            self.simulations += more
            moves = self._search.moves()
            self._means = [moves[first][2] for first in self._firsts]
            self._engine.history.setdefault(self._index, {})[self.simulations] = self._means

    def values(self) -> NDArray[np.float64]:
        """Of the first move of each class, as the engine gives them."""
        return self._engine.with_sources(np.array(self._means)[:, None], self._search.parts()[self._firsts, None])[..., 0]
