"""Who has won, and where the points of a line of play come from."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

from diamonds_solver.errors import ObjectiveError

from .public import ROUND_OVER, Move, Table
from .rules import CLUBS, SUITS

# -- objectives ---------------------------------------------------------------------------------------------------------------------------
# What is counted where all cards are known, or rounds are played out.


def is_margin(objective: str) -> bool:
    """Whether an objective is ``margin``, own points less the others' mean, and not ``points``. Raises ObjectiveError for another."""
    if objective not in ("margin", "points"):
        raise ObjectiveError(f"the objective is margin or points, not {objective!r}")
    return objective == "margin"


# -- winners ------------------------------------------------------------------------------------------------------------------------------
# Who has won a game, by its last table.


def final_score(table: Table) -> tuple[tuple[int, ...], tuple[float, ...]]:
    """Every side's points, and its share of the victory: most points, then most crystals in the vault, then it is shared."""
    points = table.points()
    totals = tuple(sum(points[seat] for seat in side) for side in table.rules.sides)
    ranks = [(total, sum(table.vault[seat] for seat in side)) for total, side in zip(totals, table.rules.sides, strict=True)]
    best = max(ranks)
    return totals, tuple((rank == best) / ranks.count(best) for rank in ranks)


# -- point attribution --------------------------------------------------------------------------------------------------------------------
# A line of play followed by the rules, with every point put down to its source.


SOURCES = ("tricks", "discards", "awards", "bonus", "thefts")
"""Actions of trick winners, of discards, of awards; the bonus without a trick; what was stolen, which is negative."""
BONUS = 4.0
"""Points of a player without a trick: two crystals in the vault."""


class Act(NamedTuple):
    """One suit action."""

    source: str
    seat: int
    suit: int
    gains: tuple[int, ...]
    """Points by seat."""


@dataclass(frozen=True)
class Ledger(Table):
    """A table that writes down every action. All tables of a line share the log."""

    log: list[Act | str] = field(default_factory=list, compare=False)
    """The actions, and before those of a kind its source."""

    @classmethod
    def of(cls, table: Table) -> Ledger:
        """A ledger that begins with this table."""
        pending = "discards" if table.cards else "tricks" if table.tricks_left or table.robber is not None else "awards"
        return cls(**{name: getattr(table, name) for name in Table.__dataclass_fields__}, log=[pending])

    def play_card(self, card: int, victim: int | None = None) -> Table:
        self.log.append("discards")
        return super().play_card(card, victim)

    def _take_trick(self) -> Table:
        self.log.append("tricks")
        return super()._take_trick()

    def _resolve_awards(self) -> Table:
        self.log.append("awards")
        return super()._resolve_awards()

    def _act(self, seat: int, suit: int, victim: int | None = None) -> Table:
        after = super()._act(seat, suit, victim)
        if after.robber is None:  # else the victim is chosen later, and the action comes again
            source = next(item for item in reversed(self.log) if isinstance(item, str))
            gains = tuple(b - a for a, b in zip(self.points(), after.points(), strict=True))
            self.log.append(Act(source, seat, suit, gains))
        return after


class Effect(NamedTuple):
    """What a move does."""

    acts: tuple[Act, ...]
    """The suit actions, in order."""
    after: Table


@lru_cache(maxsize=512)
def effect(table: Table, move: Move) -> Effect:
    """What a move of the play does; whether the seat holds its card is the caller's business."""
    ledger = Ledger.of(table)
    after = ledger.after(move)
    return Effect(tuple(item for item in ledger.log if isinstance(item, Act)), after)


@dataclass(frozen=True)
class Attribution:
    """What one side got from a position to the end of the round, by source, and what the others got."""

    points: dict[str, float]
    """By source. Together they are all points that the side gained."""
    others: float
    """Mean of the other sides' points."""
    tricks: int
    awards: tuple[bool, ...]
    """Whether an award's action was the side's, by suit."""
    thefts: int
    """Crystals that were stolen from it."""
    no_trick: bool
    """Whether a player of the side won no trick in the round."""


def attribute_points(table: Table, line: Iterable[Move], side: int) -> Attribution:
    """Where the points of side number `side` come from along `line`, which leads from `table` to the end of the round."""
    seats, sides = table.rules.sides[side], len(table.rules.sides)
    start = Ledger.of(table)
    now: Table = start
    tricks = 0
    for move in line:
        before = now.tricks_left
        now = now.after(move)
        tricks += now.tricks_left < before and now.leader in seats
    points, awards, thefts = dict.fromkeys(SOURCES, 0.0), [False] * len(SUITS), 0
    for act in start.log:
        if isinstance(act, str):
            continue
        own = sum(act.gains[seat] for seat in seats)
        if act.seat in seats:
            points[act.source] += own
            if act.source == "awards":
                awards[act.suit] = True
        elif act.suit == CLUBS and own < 0:
            points["thefts"] += own
            thefts -= own
    trickless = len(set(seats) - now.winners) if now.award == ROUND_OVER else 0
    points["bonus"] = BONUS * trickless
    others = sum(b - a for seat, (a, b) in enumerate(zip(table.points(), now.points(), strict=True)) if seat not in seats)
    return Attribution(points, others / (sides - 1), tricks, tuple(awards), thefts, trickless > 0)
