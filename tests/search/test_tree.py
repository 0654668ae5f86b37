"""The tree search on toy games whose values are known."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field
from functools import cache
from random import Random

import pytest

from diamonds_solver.search.tree import Tree, random_playout

GOAL = 6
SIDES = 3


@dataclass
class Race:
    """Two players race to GOAL: a roll of 1 ends the turn and loses what it brought, `hold` keeps it. Pig with a small die."""

    kept: list[int] = field(default_factory=lambda: [0, 0])
    brought: int = 0
    turn: int = 0

    @property
    def to_move(self) -> int | None:
        return None if max(self.kept) >= GOAL else self.turn

    def moves(self) -> Sequence[str]:
        return ("roll", "hold") if self.brought else ("roll",)

    def play(self, move: str, rng: Random) -> None:
        rolled = rng.randint(1, SIDES) if move == "roll" else 0
        if rolled > 1:
            self.brought += rolled
            return
        if move == "hold":
            self.kept[self.turn] += self.brought
        self.brought, self.turn = 0, 1 - self.turn

    def seen(self, seat: int) -> Hashable:
        return (*self.kept, self.brought, self.turn)

    def utilities(self, objective: str) -> Sequence[float]:
        return [float(kept >= GOAL) for kept in self.kept]


@cache
def race_value(own: int, others: int, brought: int, sweeps: int = 60) -> float:
    """The chance to win of the player to move, by the moves' values."""
    return max(race_moves(own, others, brought, sweeps).values())


def race_moves(own: int, others: int, brought: int, sweeps: int) -> dict[str, float]:
    if not sweeps:
        return {"roll": 0.5}
    lost = 1 - race_value(others, own, 0, sweeps - 1)
    more = [race_value(own, others, brought + rolled, sweeps - 1) for rolled in range(2, SIDES + 1)]
    values = {"roll": (lost + sum(more)) / SIDES}
    if brought:
        values["hold"] = 1.0 if own + brought >= GOAL else 1 - race_value(others, own + brought, 0, sweeps - 1)
    return values


@dataclass
class Guess:
    """Seat 0 sees a coin and may show it; seat 1 guesses it and wins by guessing right."""

    coin: str
    shown: str = ""
    guess: str = ""

    @property
    def to_move(self) -> int | None:
        return None if self.guess else 1 if self.shown else 0

    def moves(self) -> Sequence[str]:
        return ("heads", "tails") if self.shown else ("show", "hide")

    def play(self, move: str, rng: Random) -> None:
        if self.shown:
            self.guess = move
        else:
            self.shown = move

    def seen(self, seat: int) -> Hashable:
        return (self.shown, self.coin if seat == 0 or self.shown == "show" else "?")

    def utilities(self, objective: str) -> Sequence[float]:
        right = float(self.guess == self.coin)
        return [1 - right, right]


def race(own: int, others: int, brought: int, seed: str = "1") -> Tree[str]:
    start = Race([own, others], brought)

    def deal(rng: Random) -> Race:
        return Race(list(start.kept), start.brought, start.turn)

    return Tree(start.moves(), deal, random_playout("win"), seed=seed, exploration=0.5)


@pytest.mark.parametrize("place", [(0, 0, 2), (3, 3, 2), (0, 5, 5), (4, 0, 2), (2, 4, 3)])
def test_values_of_a_game_of_chance(place: tuple[int, int, int]) -> None:
    tree = race(*place)
    tree.run(12_000)
    assert {move: statistics.mean for move, statistics in tree.root.items()} == pytest.approx(race_moves(*place, 60), abs=0.06)


def guessing(coin: str | None) -> Tree[str]:
    def deal(rng: Random) -> Guess:
        return Guess(coin or rng.choice(["heads", "tails"]))

    return Tree(("show", "hide"), deal, random_playout("win"), seed="1", exploration=0.5)


def test_what_is_hidden_is_not_used() -> None:
    tree = guessing(None)
    tree.run(6000)
    assert tree.root["hide"].mean == pytest.approx(0.5, abs=0.05), "seat 1 cannot know the coin"
    assert tree.root["show"].mean < 0.05, "seat 1 uses what it sees"


def test_every_seat_plays_for_its_own_utility() -> None:
    tree = guessing("tails")
    tree.run(4000)
    assert tree.root["hide"].mean < 0.05, "in a single possible world there is nothing to guess"


def test_the_moves_of_the_root_take_turns() -> None:
    tree = race(3, 3, 2)
    tree.run(101)
    assert [statistics.visits for statistics in tree.root.values()] == [51, 50]


def test_a_tree_depends_on_its_seed_alone() -> None:
    whole, parts, other = race(3, 3, 2), race(3, 3, 2), race(3, 3, 2, "2")
    whole.run(300)
    for _ in range(30):
        parts.run(10)
    other.run(300)
    means = [[statistics.mean for statistics in tree.root.values()] for tree in (whole, parts, other)]
    assert means[0] == means[1] != means[2]


def test_a_full_tree_goes_on() -> None:
    start = Race()
    tree = Tree(start.moves(), lambda rng: Race(), random_playout("win"), seed="1", exploration=0.5, max_nodes=3)
    tree.run(500)
    assert 0 < tree.root["roll"].mean < 1
