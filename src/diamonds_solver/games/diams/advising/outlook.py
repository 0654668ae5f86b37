"""What a position, or a hand at the start of a round, may bring when rule-based players play on."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from diamonds_solver.common.parallel import Progress, in_blocks, thread_count
from diamonds_solver.errors import PositionError
from diamonds_solver.game import Measure
from diamonds_solver.stats.estimates import Estimate, mean_interval, share_interval

from ..core._players import Players
from ..core.layout import pack, pack_rules, qualities_laid, unpack
from ..records.record import Record, knowledge_of
from ..round.rules import CHIPS, COLLECTION
from ..round.state import Phase, State
from .engines import Utility
from .view import contradiction
from .worlds import Worlds

DEFAULT_ROUNDS = 4000
"""The default number."""
MOST_ROUNDS = 1_000_000
Block = tuple[NDArray[np.int32], NDArray[np.bool_]]
_BLOCK = 256  # rounds between two looks at the clock: some hundredths of a second


@dataclass(frozen=True)
class Outlook:
    """How many rounds ended. Tuples have an item for each seat; intervals are those of `stats.estimates`."""

    rounds: int
    seed: int
    seat: int
    """The seat of `value`: the viewer of the record, else whoever decides."""
    objective: str
    value: Estimate
    """What the end of the round is worth to that seat by the objective."""
    points: tuple[Estimate, ...]
    margin: tuple[Estimate, ...]
    """Points minus the mean of the others'."""
    chips: tuple[Estimate, ...]
    places: tuple[tuple[Estimate, ...], ...]
    """The chance of each place from the top; players who tie get the lowest of their places, as they do for chips."""
    secured: tuple[tuple[Estimate, ...], ...]
    """The chance to have a collection of each quality, from 1, in the safe at the end: three cards or more."""
    worlds: int
    """In how many ways the hidden cards may lie."""
    interrupted: bool = False
    """Whether Ctrl-C, or `should_stop`, ended it early."""

    def to_dict(self) -> dict[str, Any]:
        """The JSON object of ``diamonds evaluate --json``, without ``id``."""
        by_seat = {name: [each.to_dict() for each in getattr(self, name)] for name in ("points", "margin", "chips")}
        chances = {name: [[each.to_dict() for each in seat] for seat in getattr(self, name)] for name in ("places", "secured")}
        return {
            "game": "diams",
            "policy": "greedy",
            "rounds": self.rounds,
            "seed": self.seed,
            "seat": f"P{self.seat + 1}",
            "objective": self.objective,
            "value": self.value.to_dict(),
            **by_seat,
            **chances,
            "worlds": self.worlds,
            "finished": not self.interrupted,
        }

    def measures(self) -> list[Measure]:
        """The value; then every seat's ``points``, ``margin``, ``chips``, and its chances of ``place_1`` .. and of ``secured_1`` .."""
        rows = [Measure.of("value", self.seat, self.value)]
        for name in ("points", "margin", "chips"):
            rows += [Measure.of(name, seat, each) for seat, each in enumerate(getattr(self, name))]
        for name, by_seat in {"place": self.places, "secured": self.secured}.items():
            rows += [Measure.of(f"{name}_{i}", seat, each) for seat, row in enumerate(by_seat) for i, each in enumerate(row, 1)]
        return rows

    @property
    def samples(self) -> int:
        return self.rounds


def outlook(
    record: Record,
    rounds: int | None = None,
    seed: int = 0,
    objective: str = "margin",
    *,
    time_limit: float | None = None,
    threads: int = 1,
    on_progress: Progress | None = None,
    should_stop: Callable[[], bool] | None = None,
) -> Outlook:
    """Plays the round of a record to its end that many times, by default 4,000 or as many as fit into `time_limit` seconds.

    In every round hidden cards are dealt anew, in one of the ways that agree with what the record tells, and the pile is shuffled, also
    where the record tells its order. `threads`: 0 is one for each processor; the numbers do not depend on it. Ctrl-C, and `should_stop`,
    leave the rounds played by then.

    Raises PositionError if the round is over or the record contradicts itself, ObjectiveError for an objective that does not exist,
    ValueError for less than two rounds, KeyboardInterrupt before the first of them are played.
    """
    if record.state.phase is Phase.OVER:
        raise PositionError("the round is over", code="E-OVER")
    if rounds is not None and rounds < 2:
        raise ValueError(f"rounds must be a number from 2, not {rounds!r}")
    worlds, utility = None if record.is_open else Worlds(record.state, knowledge_of(record)), Utility.of(record, objective)
    if worlds is not None and not worlds.count:
        raise contradiction(record)

    players = Players(pack_rules(record.rules))

    def block(first: int, count: int) -> Block:
        states = [record.state] * count if worlds is None else unpack(worlds.draw(seed, first, count), record.state)
        starts = [_decided(state, Random(f"{seed}/{number}")) for number, state in enumerate(states, first)]
        ends = players.play_out(pack(starts), seed, first)
        return players.points(ends), qualities_laid(ends)[:, : record.players] >= COLLECTION

    total = MOST_ROUNDS if rounds is None and time_limit is not None else rounds or DEFAULT_ROUNDS
    blocks, interrupted = in_blocks(
        block, total, _BLOCK, thread_count(threads), time_limit=time_limit, on_progress=on_progress, should_stop=should_stop
    )
    points, laid = (np.concatenate(column) for column in zip(*blocks, strict=True))
    return _outlook(points.astype(np.float64), laid, record, utility, seed, 1 if worlds is None else worlds.count, interrupted)


def _certain(values: NDArray[Any]) -> Estimate:
    """Of rounds that cannot differ."""
    value = float(values[0])
    return Estimate(value, 0.0, value, value, len(values), float(value == 0.0))


def _decided(state: State, rng: Random) -> State:
    """The next state in which something is to be decided, of a pile of which nobody knows the order."""
    state = state._replace(pile=tuple(sorted(state.pile)), is_stack=False).settled()
    while state.is_chance:
        state = state.turned_up(state.drawn(rng))
    return state


def _outlook(
    points: NDArray[np.float64], laid: NDArray[np.bool_], record: Record, utility: Utility, seed: int, worlds: int, interrupted: bool
) -> Outlook:
    """`points` by round and seat, `laid` also by quality: whether there is a collection."""
    players = record.players
    is_certain = worlds == 1 and not record.state.pile
    mean, share = (_certain, _certain) if is_certain else (mean_interval, share_interval)
    seat = record.state.to_move if record.see is None else record.see
    places = (points[:, None, :] >= points[:, :, None]).sum(axis=2)  # how many have at least as many points
    margin = points - (points.sum(axis=1, keepdims=True) - points) / (players - 1)
    values = np.array([utility.values(row)[seat] for row in points.tolist()])
    seats = range(players)
    return Outlook(
        rounds=len(points),
        seed=seed,
        seat=seat,
        objective=utility.objective,
        value=share(values) if utility.objective == "win" else mean(values),
        points=tuple(mean(points[:, each]) for each in seats),
        margin=tuple(mean(margin[:, each]) for each in seats),
        chips=tuple(mean(np.array(CHIPS, np.float64)[places[:, each] - 1]) for each in seats),
        places=tuple(tuple(share(places[:, each] == place) for place in range(1, players + 1)) for each in seats),
        secured=tuple(tuple(share(column) for column in laid[:, each].T) for each in seats),
        worlds=worlds,
        interrupted=interrupted,
    )
