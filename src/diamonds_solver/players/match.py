"""What named players play against each other, in every game: who decides, how long it takes, how it ends."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import Any, ClassVar, Generic, TypeVar

import numpy as np

from diamonds_solver.errors import DiamondsError
from diamonds_solver.game import Played

from .names import PlayerNames

P = TypeVar("P")
"""A player of the game, which has a name."""
R = TypeVar("R")
"""The record of a round."""
G = TypeVar("G")
"""The record of a whole game."""
A = TypeVar("A")
"""What a player decides."""


class StoppedError(Exception):
    """Somebody said stop in the middle of a game."""


class Seats(Generic[P]):
    """The players of a game by side, and how long each took for its decisions."""

    def __init__(self, players: Sequence[P], should_stop: Callable[[], bool]) -> None:
        self.players, self._should_stop = players, should_stop
        self.seconds: list[list[float]] = [[] for _ in players]

    def move(self, side: int, moves: Sequence[A], choose: Callable[[P], object]) -> A:
        """Which of the legal moves the player of that side makes; a single one is made without asking."""
        if len(moves) == 1:
            return moves[0]
        move = self.decide(side, choose)
        if move not in moves:
            raise self.misbehaved(side, f"plays {move}, which is not legal")
        return moves[moves.index(move)]

    def decide(self, side: int, choose: Callable[[P], A]) -> A:
        """What the player of that side decides, its time taken down. Raises StoppedError instead if somebody said stop."""
        if self._should_stop():
            raise StoppedError
        started = time.perf_counter()
        answer = choose(self.players[side])
        self.seconds[side].append(time.perf_counter() - started)
        return answer

    def misbehaved(self, side: int, deed: str) -> DiamondsError:
        """The error of a player that does not keep the rules."""
        player: Any = self.players[side]
        return DiamondsError(f"the player {player.name} {deed}", code="E-PLAYER")


class MatchBase(ABC, Generic[P, R, G]):
    """What the players of an arena play, a ``game.Contest``: a game gives its loop, and what follows from it."""

    _names: ClassVar[PlayerNames[Any]]
    """The players of the game."""

    def play(self, deal: int, players: Sequence[str | P], should_stop: Callable[[], bool]) -> Played | None:
        """Plays deal number `deal`; `players[i]` is the player of side i, or names it. None if `should_stop` said so before the end.

        Raises DiamondsError for a name that is not a player, or a player that does not keep the rules.
        """
        seats = self._seats(players, should_stop)
        try:
            points, shares = self._outcome(self._rounds(deal, seats))
        except StoppedError:
            return None
        return Played(tuple(map(float, points)), tuple(shares), tuple(map(tuple, seats.seconds)))

    def record(self, deal: int, players: Sequence[str | P], name: str | None = None) -> G:
        """The record, with the id `name`, of the game that `play` plays with the same deal and players. Raises as `play` does."""
        return self._recorded(self._rounds(deal, self._seats(players, lambda: False)), name)

    def _seats(self, players: Sequence[str | P], should_stop: Callable[[], bool]) -> Seats[P]:
        return Seats([self._names.parse(player, own=True) if isinstance(player, str) else player for player in players], should_stop)

    @abstractmethod
    def _rounds(self, deal: int, seats: Seats[P]) -> Sequence[R]:
        """The rounds of the game as they are played. Raises StoppedError."""

    @abstractmethod
    def _outcome(self, rounds: Sequence[R]) -> tuple[Sequence[float], Sequence[float]]:
        """By side what it won, and its share of the victory."""

    @abstractmethod
    def _recorded(self, rounds: Sequence[R], name: str | None) -> G:
        """The record of the game, with that id."""


def decision_seed(*numbers: int) -> int:
    """The seed of a decision, by all that it depends on."""
    return int(np.random.SeedSequence(numbers).generate_state(1, np.uint64)[0]) >> 2
