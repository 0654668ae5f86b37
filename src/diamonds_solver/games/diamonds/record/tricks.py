"""The play of a record, decision by decision and trick by trick: who played what, who won it, which crystals moved."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from diamonds_solver.common.places import Step
from diamonds_solver.games.diamonds.rules.attribution import Act, Ledger
from diamonds_solver.games.diamonds.rules.public import ROUND_OVER, Decision, Move, Table

from .record import Record


class Trick(NamedTuple):
    """A trick of a record's play, or what followed the last one."""

    number: int | None
    """In the round; None: the awards and the bonus."""
    leader: int
    moves: tuple[Move, ...]
    winner: int | None
    """None where the trick is not whole."""
    acts: tuple[Act, ...]
    """The suit actions, in order."""
    points: tuple[int, ...]
    """Of all players, after it."""
    forgotten: frozenset[int] = frozenset()
    """The places in `moves` of cards of which only the suit is known."""


def steps(record: Record) -> list[Step]:
    """The decisions of the play, and the one after it unless the round is over."""
    found, table = list[Step](), record.start_table()
    for move in (*record.play, None):
        if table.decision is Decision.OVER:
            break
        is_card = table.decision is Decision.CARD
        trick = first_trick(record) + record.tricks - table.tricks_left if is_card else None
        found.append(Step(len(found) + 1, trick, len(table.cards) + 1 if is_card else None, move))
        table = table if move is None else _after(table, move)
    return found


def record_at(record: Record, step: Step) -> Record:
    """The record as it was before a decision of its play; what it expects of the position after the play is left out."""
    return replace(record, play=record.play[: step.number - 1], score=(), best=(), value=())


def tricks(record: Record) -> list[Trick]:
    """The tricks of the play; the last of them may not be whole. What follows the last trick of the round is an item of its own."""
    ledger = Ledger.of(record.start_table())
    table: Table = ledger
    leaders, moves, winners = list[int](), list[list[Move]](), list[int | None]()
    lost, forgotten = {one.index for one in record.forgotten}, dict[int, set[int]]()
    for index, move in enumerate(record.play):
        if move.card is not None and not table.cards:
            leaders, moves, winners = [*leaders, table.leader], [*moves, []], [*winners, None]
        if move.card is not None or table.robber is not None:
            moves[-1].append(move)
        if index in lost:
            forgotten.setdefault(len(moves) - 1, set()).add(len(moves[-1]) - 1)
        before, table = table, _after(table, move)
        if table.tricks_left < before.tricks_left:
            winners[-1] = table.leader
    *acts, last = _acts_by_trick(ledger, len(leaders))
    points, found = ledger.points(), []
    for index, own in enumerate(acts):
        points = tuple(map(sum, zip(points, *(act.gains for act in own), strict=True)))
        found.append(
            Trick(
                first_trick(record) + index,
                leaders[index],
                tuple(moves[index]),
                winners[index],
                own,
                points,
                frozenset(forgotten.get(index, ())),
            )
        )
    if last or table.award == ROUND_OVER:
        found.append(Trick(None, table.leader, (), None, last, table.points()))
    return found


def _acts_by_trick(ledger: Ledger, count: int) -> list[tuple[Act, ...]]:
    """The suit actions of each of `count` tricks, and those of the awards. Before those of a card the ledger says "discards"."""
    acts: list[list[Act]] = [[] for _ in range(count + 1)]
    played = 0
    for item in ledger.log:
        if isinstance(item, Act):
            acts[-1 if item.source == "awards" else (played - 1) // ledger.rules.trick_size].append(item)
        else:
            played += item == "discards"
    return [tuple(row) for row in acts]


def first_trick(record: Record) -> int:
    """The number in the round of the first trick of `play`."""
    return record.tricks_taken + 1


def _after(table: Table, move: Move) -> Table:
    return table.play_card(move.card, move.victim) if move.card is not None else table.choose(move)
