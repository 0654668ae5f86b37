"""What engines of any game share: sequential halving, samples, playouts."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterator, Sequence
from random import Random
from typing import Any, Generic, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from diamonds_solver.common.facts import FACTS
from diamonds_solver.game import Preference

# -- sequential halving -------------------------------------------------------------------------------------------------------------------
# Sequential halving: the best of many arms, tried in rounds after each of which only the most promising go on.
#
# What an arm is and what a trial costs is the caller's business. All arms of a round have the same samples, so the sums of all rounds are
# comparable.

Floats = NDArray[np.float64]
Trial = Callable[[Sequence[int], int, int], Floats]
"""trial(arms, first, count): the sum of each arm's values in the samples `first` to `first` + `count` - 1."""
Round = tuple[int, int]
"""Samples of each arm, and how many arms go on."""

_LEAST_SAMPLES = 4


def halve(trial: Trial, prior: Floats, rounds: Iterator[Round]) -> list[int]:
    """The arms that are left, the best first. `prior`: the sums to begin with, one for each arm."""
    alive, sums, first = list(range(len(prior))), prior.copy(), 0
    for count, kept in rounds:
        alive.sort()
        sums[alive] += trial(alive, first, count)
        first += count
        alive = sorted(alive, key=lambda arm: (-float(sums[arm]), arm))[:kept]
    return alive


def even_rounds(arms: int, keep: int, effort: int) -> Iterator[Round]:
    """The better half goes on, with as many trials in each round. `effort`: about how many trials in all."""
    rounds = max(1, math.ceil(math.log2(max(arms / keep, 1))))
    for left in range(rounds, 0, -1):
        count = max(_LEAST_SAMPLES, effort // (rounds * arms))
        arms = keep if left == 1 else max(keep, math.ceil(arms / 2))
        yield count, arms


def growing_rounds(arms: int, keep: int, samples: int, share: float, growth: int) -> Iterator[Round]:
    """A `share` of the arms goes on, with `growth` times as many samples each; none if there are no more than `keep`."""
    while arms > keep:
        arms = max(keep, int(share * arms))
        yield samples, arms
        samples *= growth


# -- engines ------------------------------------------------------------------------------------------------------------------------------
# What most of them answer alike, whatever the game, and samples that are made one after the other.


M = TypeVar("M")
"""What is decided, such as a move."""
USUAL_SAMPLES = 100


class SampleEngine(ABC, Generic[M]):
    """The base of a ``diamonds_solver.game.Engine``: as many samples as are asked for, none exact, all equally likely."""

    name = ""
    moves: tuple[M, ...]
    usual = USUAL_SAMPLES
    """How much work it is asked for where nobody says how much: samples."""

    sources: Sequence[str] = ()
    """What the points of values are put down to; see ``game.Engine``. Who does not ask for them clears this before the first sample."""

    @property
    def classes(self) -> Sequence[int]:
        """Every move is a class of its own."""
        return range(len(self.moves))

    @property
    def total(self) -> int | None:
        """How many samples there are; None: no limit."""
        return None

    @property
    def enumerates(self) -> bool:
        """Whether the `total` samples are all worlds, each once."""
        return False

    @property
    def exact(self) -> bool:
        """Whether every sample so far is exact."""
        return False

    @abstractmethod
    def samples(self, first: int, count: int, should_stop: Callable[[], bool] | None = None) -> NDArray[np.float64]:
        """The values of all moves in samples `first` to `first + count - 1`; see ``game.Engine``."""

    def sourced(self, first: int, count: int, should_stop: Callable[[], bool] | None = None) -> NDArray[np.float64]:
        """The values, and where they come from; see ``game.Engine``."""
        return np.asarray(self.samples(first, count, should_stop), np.float64)[None]

    def weights(self, first: int, count: int) -> NDArray[np.float64] | None:
        """How likely samples are; None: all are equally likely."""
        return None

    @property
    def effective_share(self) -> float | None:
        """None: what others did is not weighed."""
        return None

    @property
    def preference(self) -> Preference | None:
        """None: the move with the best mean is recommended."""
        return None

    def _in_blocks(
        self,
        values: Callable[[int, int], NDArray[np.float64]],
        first: int,
        count: int,
        block: int,
        should_stop: Callable[[], bool] | None,
        planes: tuple[int, ...] = (),
    ) -> NDArray[np.float64]:
        """Samples by values(first, count), asked for `block` of them at most between two looks at `should_stop`. `planes`: what comes
        before the rows of classes in their shape."""
        blocks = [np.empty((*planes, len(set(self.classes)), 0))]
        for start in range(first, first + count, block):
            if should_stop is not None and should_stop():
                break
            blocks.append(values(start, min(block, first + count - start)))
        return np.concatenate(blocks, axis=-1)

    def _one_by_one(
        self,
        values: Callable[[int], Sequence[float] | Floats | None],
        first: int,
        count: int,
        should_stop: Callable[[], bool] | None,
        shape: tuple[int, ...] | None = None,
    ) -> NDArray[np.float64]:
        """Samples by values(number) of one, which has a `shape`, by default an item for each class; None: there was no time for it."""
        block = np.empty((*((len(set(self.classes)),) if shape is None else shape), count))
        for index in range(count):
            column = None if should_stop is not None and should_stop() else values(first + index)
            if column is None:
                return block[..., :index]
            block[..., index] = column
        return block


# -- tree search --------------------------------------------------------------------------------------------------------------------------
# Every sample is a tree of its own. Trees of a given size are grown one after the other; where the size is left open, some are grown in
# turns, so that the work can end at any time with trees of one size.


SLICE: int = FACTS["trees"]["slice"]
"""Simulations of a tree between two looks at the clock: some milliseconds. Sizes of trees that go on are whole slices."""
_STEPS: int = FACTS["trees"]["steps"]  # a size is at most an eighth more than the one before: so much may be lost in the end
_ENDLESS = 1 << 62


class Tree(Protocol):
    """A tree of one decision, in C."""

    @property
    def simulations(self) -> int:
        """It has had so far."""
        ...

    def grow(self, simulations: int) -> None:
        """Grows it until it has had that many in all."""
        ...

    def values(self) -> Sequence[float] | Floats:
        """What each move is worth, or float64[1 + sources, moves]. Every one has been tried."""
        ...


class SearchTree:
    """A `Tree` of a search that goes on by itself."""

    def __init__(self, run: Callable[[int], None], values: Callable[[], Sequence[float]]) -> None:
        """`run`: that many more simulations."""
        self.simulations, self.values, self._run = 0, values, run

    def grow(self, simulations: int) -> None:
        self._run(simulations - self.simulations)
        self.simulations = simulations


class TreeEngine(SampleEngine[M]):
    """The base of an engine whose sample i is the value of every move by tree i. What a tree says depends on the decision, the seed, i and
    its size, not on the steps in which it was grown."""

    simulations: int
    """Of each tree. Where trees grow in turns: what all of them have had so far."""
    trees: int | None = None
    """How many trees grow in turns; then `usual` is their size. None: each sample is a whole tree of `simulations`."""
    largest = 128_000
    """Simulations after which a tree that grows in turns is left as it is, for its memory: 4 MB. Then there come more trees."""
    least: int
    """Simulations with which every move has a value: the first size of trees that grow in turns."""
    goes_on = True
    """Whether a tree can be grown from one size to the next; else each size is grown anew."""

    _is_cut = False

    def grow_in_turns(self, trees: int, usual: int) -> None:
        """Leaves the size of the trees open: it is as far as the work goes."""
        self.trees, self.usual, self.simulations = trees, usual, 0
        self._growing: dict[int, Tree] = {}

    def larger(self, simulations: int) -> int:
        """The size after this one of trees that grow in turns."""
        if not self.goes_on:
            return max(2 * simulations, self.least)
        if simulations < SLICE:
            return min(max(2 * simulations, self.least), SLICE)
        return simulations + max(1, simulations // SLICE // _STEPS) * SLICE

    def samples(self, first: int, count: int, should_stop: Callable[[], bool] | None = None) -> NDArray[np.float64]:
        """The values by trees `first` to `first + count - 1`; see ``game.Engine``."""
        values: Floats = self.sourced(first, count, should_stop)[0]
        return values

    def sourced(self, first: int, count: int, should_stop: Callable[[], bool] | None = None) -> NDArray[np.float64]:
        """The values by these trees, and where they come from; see ``game.Engine``."""
        shape = (1 + len(self.sources), len(set(self.classes)))
        return self._one_by_one(lambda index: self._whole(index, should_stop), first, count, should_stop, shape)

    def grown(self, index: int, simulations: int, should_stop: Callable[[], bool] | None) -> Floats | None:
        """What tree `index` says after that many simulations, float64[1 + sources, moves]; it is kept from call to call. None: there was
        no time."""
        if self.goes_on and index not in self._growing:
            self._growing[index] = self._tree(index, _ENDLESS)
        tree = self._growing[index] if self.goes_on else self._tree(index, simulations)
        return np.atleast_2d(tree.values()) if _has_grown(tree, simulations, should_stop) else None

    @abstractmethod
    def _tree(self, index: int, simulations: int) -> Tree:
        """A tree that is going to have that many simulations; of one that `goes_on` the most that it may have."""

    def _whole(self, index: int, should_stop: Callable[[], bool] | None) -> Sequence[float] | Floats | None:
        """The values by one tree; None where there was no time for all of it."""
        simulations = self.simulations or self.usual
        tree = self._tree(index, simulations)
        tree.grow(min(self.least, simulations))
        if not _has_grown(tree, simulations, should_stop):
            if index > 0:  # better a small first tree than no answer
                return None
            self._is_cut = True
        return tree.values()

    def _cut_notes(self) -> Sequence[str]:
        return (f"the first search was stopped before it had its {self.simulations:,} simulated deals",) if self._is_cut else ()


def _has_grown(tree: Tree, simulations: int, should_stop: Callable[[], bool] | None) -> bool:
    """Grows a tree, unless it is time to stop before."""
    while tree.simulations < simulations:
        if should_stop is not None and should_stop():
            return False
        tree.grow(min(tree.simulations // SLICE * SLICE + SLICE, simulations))
    return True


# -- flat Monte Carlo ---------------------------------------------------------------------------------------------------------------------
# For any game: every move is played to the end at random in the same worlds.


Move = TypeVar("Move", bound=Hashable)


class World(Protocol[Move]):
    """A game going on in which everything is known but the chance to come. It changes as it is played."""

    @property
    def to_move(self) -> int | None:
        """The seat that decides; None when the game is over."""
        ...

    def moves(self) -> Sequence[Move]:
        """What it may do, or as much of it as the search shall try. Never empty before the end."""
        ...

    def play(self, move: Move, rng: Random) -> None:
        """Makes a move, and draws what chance adds to it."""
        ...

    def utilities(self, objective: str) -> Sequence[float]:
        """What the game is worth to every seat, once it is over."""
        ...


Policy = Callable[[World[Any], Sequence[Any], Random], Any]
"""Which of the legal moves of a world is played."""


def at_random(_world: World[Any], moves: Sequence[Any], rng: Random) -> object:
    """Any legal move, each as likely as another."""
    return rng.choice(moves)


def play_out(world: World[Any], rng: Random, policy: Policy = at_random) -> None:
    """Plays on until the game is over, all seats by the policy."""
    while world.to_move is not None:
        world.play(policy(world, world.moves(), rng), rng)


class PlayoutEngine(SampleEngine[object]):
    """Sample i: the value of every move in world number i, all moves with the same luck. A ``diamonds_solver.game.Engine``."""

    name = "playout"

    def __init__(self, draw: Callable[[Random], World[Any]], decision: str, objective: str, seed: int, policy: Policy = at_random) -> None:
        """`draw` gives a world that agrees with what the player who decides knows; the moves are those of any of them."""
        world = draw(Random(f"{seed}"))
        assert world.to_move is not None, "there is something to decide"
        self.moves = tuple(world.moves())
        self.to_move = world.to_move
        self.decision, self.objective, self.seed = decision, objective, seed
        self._draw, self._policy = draw, policy

    def samples(self, first: int, count: int, should_stop: Callable[[], bool] | None = None) -> NDArray[np.float64]:
        """The values in worlds `first` to `first + count - 1`; see ``game.Engine``."""
        return self._one_by_one(lambda number: [self._value(move, number) for move in self.moves], first, count, should_stop)

    def _value(self, move: object, number: int) -> float:
        rng = Random(f"{self.seed}:{number}")  # the same world, and the same luck, for every move
        world = self._draw(rng)
        world.play(move, rng)
        play_out(world, rng, self._policy)
        return world.utilities(self.objective)[self.to_move]

    def notes(self) -> Sequence[str]:
        return ()
