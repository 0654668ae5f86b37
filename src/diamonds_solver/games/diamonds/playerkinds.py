"""Players of the arena, each a way to choose from a `View`: at random, by rules, and by three kinds of search."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, Protocol

import numpy as np
from numpy.typing import NDArray

from . import _core, _players, layout
from .cards import MAX_RANK, SUITS, make_card, suit_of
from .position import Position
from .rules import Rules
from .table import Move
from .view import View
from .worlds import Worlds

_ALL_CARDS = sum(1 << make_card(suit, rank) for suit in SUITS for rank in range(1, MAX_RANK + 1))
_SOLVER_MEMORY = 64 << 20
_SIMULATION_BLOCK = 50
_WORLD_BLOCK = 5

Packed = tuple[int, int, int]
Goal = Literal["margin", "points"]


class Player(Protocol):
    """Somebody who plays. What is chosen depends on the view and the seed only (and on the clock, where there is a limit of time)."""

    @property
    def name(self) -> str: ...

    def choose(self, view: View, seed: int) -> Move:
        """One of ``view.moves()``."""
        ...

    def pass_cards(self, view: View, seed: int) -> frozenset[int]:
        """The ``view.pass_count`` cards to pass."""
        ...

    def pass_count(self, view: View, seed: int) -> int:
        """As the dealer: how many cards everybody passes."""
        ...


@dataclass(frozen=True)
class RandomPlayer:
    """Any legal move, any cards, any number of them."""

    name: str

    def choose(self, view: View, seed: int) -> Move:
        moves = view.moves()
        return moves[int(np.random.default_rng(seed).integers(len(moves)))]

    def pass_cards(self, view: View, seed: int) -> frozenset[int]:
        assert view.pass_count is not None
        return frozenset(np.random.default_rng(seed).choice(sorted(view.hand), view.pass_count, replace=False).tolist())

    def pass_count(self, view: View, seed: int) -> int:
        return int(np.random.default_rng(seed).integers(1, 4))


@dataclass(frozen=True)
class GreedyPlayer:
    """The rule-based policy of the C core. The players below pass as it does, too."""

    name: str

    def choose(self, view: View, seed: int) -> Move:
        return unpacked(_players.policy_move(_any_world(view).view(np.uint8), seen_cards(view), seed))

    def pass_cards(self, view: View, seed: int) -> frozenset[int]:
        assert view.pass_count is not None
        return greedy_pass(view.rules, view.hand, view.pass_count)

    def pass_count(self, view: View, seed: int) -> int:
        return _players.policy_count(bits(view.hand), bits(view.rules.deck), view.rules.players, len(view.rules.sides))


@dataclass(frozen=True)
class Budget:
    """How much work goes into a decision: so many steps (worlds, simulations), or seconds."""

    steps: int | None = None
    seconds: float | None = None

    def spend(self, block: int, work: Callable[[int, int], bool]) -> None:
        """Calls work(first, count) until the steps are made, the time is up or work returns False; at least once."""
        started, done = time.perf_counter(), 0
        limit = math.inf if self.steps is None else self.steps
        while done < limit:
            count = int(min(block, limit - done))
            if not work(done, count):
                return
            done += count
            if self.seconds is not None:
                spent = time.perf_counter() - started
                if spent + spent / done * block > self.seconds:
                    return


@dataclass(frozen=True)
class PlayoutPlayer(GreedyPlayer):
    """Plays every move to the end by rules in the same random worlds, and takes the best mean."""

    budget: Budget
    goal: Goal = "margin"

    def choose(self, view: View, seed: int) -> Move:
        worlds, seen, moves = Worlds(view), seen_cards(view), view.moves()
        rows, totals = np.array([packed(move) for move in moves], np.uint8), np.zeros(len(moves))

        def work(first: int, count: int) -> bool:
            batch = worlds.sample(seed, first, count).view(np.uint8)
            totals[:] += _players.playouts(batch, seen, rows, seed, first, goal=self.goal)[1].sum(axis=1)
            return True

        self.budget.spend(_SIMULATION_BLOCK, work)
        return moves[best_index(totals, seed)]


@dataclass(frozen=True)
class IsmctsPlayer(GreedyPlayer):
    """Information-set tree search: one tree, a new random world for every simulation, the most visited move."""

    budget: Budget
    goal: Goal = "margin"
    exploration: float = 8.0

    def choose(self, view: View, seed: int) -> Move:
        worlds, seen = Worlds(view), seen_cards(view)
        search = _players.Ismcts(worlds.sample(seed, 0, 1).view(np.uint8), seed=seed, goal=self.goal, exploration=self.exploration)

        def work(first: int, count: int) -> bool:
            search.run(worlds.sample(seed, first, count).view(np.uint8), seen, count)
            return True

        self.budget.spend(_SIMULATION_BLOCK, work)
        return most_visited(search)


@dataclass(frozen=True)
class ExactPlayer(GreedyPlayer):
    """Solves every move in the same random worlds and takes the best mean (uniform worlds, paranoid values).

    A world whose solution takes more than `nodes` is not solved. Once that happens in a decision, the whole decision is made by playouts in
    40 worlds instead: so it is in the first tricks of most games.
    """

    budget: Budget
    goal: Goal = "margin"
    nodes: int = 100_000

    def choose(self, view: View, seed: int) -> Move:
        worlds, moves, core, is_solved = Worlds(view), view.moves(), _core.Core(_SOLVER_MEMORY), True
        totals = np.zeros(len(moves))

        def work(first: int, count: int) -> bool:
            nonlocal is_solved
            values = solved_values(core, worlds.sample(seed, first, count), moves, self.goal, self.nodes)
            is_solved = values is not None
            if values is not None:
                totals[:] += values.sum(axis=0)
            return is_solved

        self.budget.spend(_WORLD_BLOCK, work)
        if not is_solved:
            return PlayoutPlayer(self.name, Budget(steps=40), self.goal).choose(view, seed)
        return moves[best_index(totals, seed)]


def solved_values(
    core: _core.Core, worlds: NDArray[np.void], moves: tuple[Move, ...], goal: Goal, nodes: int
) -> NDArray[np.float64] | None:
    """float64[worlds, moves]: the value of every move in every world, or None where a world takes more than `nodes`."""
    rows = {packed(move): index for index, move in enumerate(moves)}
    values = np.zeros((len(worlds), len(moves)))
    for row, world in zip(values, worlds.reshape(-1, 1), strict=True):
        results = np.zeros(1, layout.RESULT)
        error = core.solve(
            world.view(np.uint8),
            results.view(np.uint8),
            objective=int(goal == "points"),
            model=0,
            best_only=False,
            node_limit=nodes,
            techniques_off=0,
            ask=None,
        )
        if error is not None:
            raise error
        found = results[0]["moves"][: results[0]["move_count"]]
        if not found["exact"].all():
            return None
        for result in found:
            row[rows[tuple(result["move"].tolist())]] = result["lower"] / results[0]["scale"]
    return values


# -- between views and the C core -----------------------------------------------------------------------------------------------------


def seen_cards(view: View) -> int:
    """The cards that nobody can hold any more, as bits: played this round, known to be out, not in the deck."""
    return (_ALL_CARDS & ~bits(view.rules.deck)) | bits(view.record.out) | bits(view.knowledge.played)


def _any_world(view: View) -> NDArray[np.void]:
    """POSITION[1]: a world for who does not look at the others' hands, without the work of drawing one. Earlier voids do not matter."""
    table, pool, hands = view.table, list(view.unseen), list(view.pinned)
    led = suit_of(table.cards[0]) if table.cards else None
    discarded = {table.seat_of_play(index) for index, card in enumerate(table.cards) if suit_of(card) != led}
    for seat in sorted(range(view.rules.players), key=lambda seat: seat not in discarded):
        fitting = [card for card in pool if seat not in discarded or suit_of(card) != led][: view.sizes[seat] - len(hands[seat])]
        hands[seat] = hands[seat] | set(fitting)
        pool = [card for card in pool if card not in fitting]
    return layout.pack([Position(table, tuple(hands))])


def bits(cards: frozenset[int] | tuple[int, ...] | dict[int, int]) -> int:
    """A set of cards as one number."""
    return sum(1 << card for card in cards)


def packed(move: Move) -> Packed:
    """A move as the C core has it."""
    card, actor, victim = (layout.NONE if field is None else field for field in move)
    return card, actor, victim


def unpacked(fields: Packed) -> Move:
    return Move(*(None if field == layout.NONE else field for field in fields))


def best_index(values: NDArray[np.float64], seed: int) -> int:
    """The index of the highest value; of equal ones any."""
    best = np.flatnonzero(values >= values.max() - 1e-9)
    return int(best[0] if len(best) == 1 else np.random.default_rng(seed).choice(best))


def most_visited(search: _players.Ismcts) -> Move:
    """The move that the search visited most, of equal ones the better."""
    return unpacked(max(search.moves(), key=lambda found: (found[1], found[2]))[0])


def greedy_pass(rules: Rules, hand: frozenset[int], count: int) -> frozenset[int]:
    """The cards that the rule-based player passes."""
    chosen = _players.policy_pass(bits(hand), count, bits(rules.deck), rules.players, len(rules.sides))
    return frozenset(card for card in hand if chosen >> card & 1)
