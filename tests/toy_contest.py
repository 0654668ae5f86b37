"""A contest of which everything is known: no game, only luck and skill."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from diamonds_solver.arena.matches import Job, Pair
from diamonds_solver.game import Played

PAIR = Pair("good", "bad")


@dataclass(frozen=True)
class ToyContest:
    """Luck of the side and the deal, and 2 points for a good player; nobody else matters."""

    sides: int
    interrupted_at: int | None = None
    fails_at: int | None = None

    def title(self) -> str:
        return f"a toy for {self.sides}"

    def settings(self) -> Mapping[str, object]:
        return {"toy": self.sides, "seed": 3}

    def play(self, deal: int, players: Sequence[str], should_stop: Callable[[], bool]) -> Played | None:
        if should_stop():
            return None
        if deal == self.interrupted_at:
            raise KeyboardInterrupt
        if deal == self.fails_at:
            raise ZeroDivisionError("no luck")
        points = tuple(((deal * 7 + side * 5) % 11) / 3 + 2 * (name == "good") for side, name in enumerate(players))
        winners = [side for side, own in enumerate(points) if own == max(points)]
        shares = tuple((side in winners) / len(winners) for side in range(self.sides))
        return Played(points, shares, tuple((0.001 * (side + 1),) for side in range(self.sides)))

    def record(self, deal: int, players: Sequence[str], name: str | None = None) -> object:
        raise NotImplementedError


def jobs(deals: int, *pairs: Pair) -> list[Job]:
    return [Job(pair, deal) for deal in range(deals) for pair in pairs or (PAIR,)]
