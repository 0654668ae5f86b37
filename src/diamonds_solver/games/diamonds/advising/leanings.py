"""What a player may lean to in Diamonds: ways to choose a card that many decisions share, in the words of the game.

A leaning divides the moves of a decision into those that have it and those that have not. Where all or none of them have it, there is
nothing to see of it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any

import numpy as np
from numpy.typing import NDArray

from diamonds_solver.game import Leaning, RecordDecision

from ..records.record import Record
from ..round.public import Move, Table
from ..round.rules import SUIT_NAMES, Rules, rank_of, suit_of

RULES = Rules(4)
"""The games whose players' leanings were measured."""
_HIGH, _LOW = 11, 5  # ranks from which on, and up to which
_FULL = 5  # crystals in a showroom
_PARTS = ("in tricks 1 to 3", "in tricks 4 to 7", "in tricks 8 to 10")
_PLACES = ("before the last card of the trick", "as the last of the trick")
_WHEN = ("when others play after you", "when you play last")


def part_of(table: Table) -> int:
    """The part of the round: 0, 1 or 2."""
    trick = table.rules.tricks - table.tricks_left
    return 0 if trick < 3 else 1 if trick < 7 else 2


def _all() -> Iterator[Leaning]:
    """Each with what a player says who does it more than others, and who does it less."""
    for verb in ("lead", "discard"):
        for suit in SUIT_NAMES:
            yield Leaning(f"{verb} {suit}", f"{verb} {suit}", f"seldom {verb} {suit}")
            for when in _PARTS:
                yield Leaning(f"{verb} {suit} {when}", f"{verb} {suit} {when}", f"seldom {verb} {suit} {when}")
            for which in ("high", "low"):
                yield Leaning(f"{verb} {which} {suit}", f"{verb} {which} {suit}", f"seldom {verb} {which} {suit}")
            text = f"{verb} {suit} with a full showroom"
            yield Leaning(f"{verb} {suit} full", text, f"seldom {text}")
        for when in _PARTS:
            for which in ("high", "low"):
                text = f"{verb} {which} cards {when}"
                yield Leaning(text, text, f"seldom {text}")
        text = f"{verb} a suit that you passed"
        yield Leaning(f"{verb} passed", text, f"seldom {text}")
    text = "lead a suit whose award is close"
    yield Leaning("lead close", text, f"seldom {text}")
    for suit in SUIT_NAMES:
        card = suit.removesuffix("s")
        for where, when in zip(_PLACES, _WHEN, strict=True):
            yield Leaning(f"take {suit} {where}", f"play above the others in {suit} {when}", f"stay below in {suit} {when}")
            yield Leaning(f"highest {suit} {where}", f"follow with your highest {card} {when}", f"keep your highest {card} {when}")
            yield Leaning(f"lowest {suit} {where}", f"follow with your lowest {card} {when}", f"keep your lowest {card} {when}")
        text = f"stay below with more than your lowest {card}"
        yield Leaning(f"spare {suit}", text, f"seldom {text}")
    for where, when in zip(_PLACES, _WHEN, strict=True):
        yield Leaning(f"take {where}", f"play above the others {when}", f"stay below {when}")
        yield Leaning(f"highest {where}", f"follow with your highest card {when}", f"keep your highest card {when}")
        yield Leaning(f"lowest {where}", f"follow with your lowest card {when}", f"keep your lowest card {when}")
    for when in _PARTS:
        yield Leaning(f"take {when}", f"play above the others {when}", f"stay below {when}")
    text = "in a suit whose award is close"
    yield Leaning("take close", f"play above the others {text}", f"stay below {text}")
    yield Leaning("rob points", "rob whoever has the most points", "rob others than whoever has the most points")
    yield Leaning("rob showroom", "rob the fullest showroom", "rob others than the fullest showroom")


LEANINGS = tuple(_all())
_DATA = f"{__package__.rpartition('.')[0]}.data"


@cache
def others() -> Mapping[str, Any]:
    """What many players lean to, as measured by ``benchmarks/habits.py --write``."""
    table: Mapping[str, Any] = json.loads((files(_DATA) / "habits.json").read_text(encoding="utf-8"))
    return table


_COLUMNS = {leaning.name: column for column, leaning in enumerate(LEANINGS)}


def leanings(decision: RecordDecision, moves: Sequence[str]) -> NDArray[np.bool_] | None:
    """bool[moves, LEANINGS], whether a move has a leaning; None for a decision, or a game, that leanings say nothing of."""
    record = decision.record
    if decision.decision != "card" or not isinstance(record, Record) or record.rules != RULES:
        return None
    table, cards = record.table(), [Move.parse(text) for text in moves]
    kind = _lead if not table.cards else _follow if not any(table.is_off_suit(move.card or 0) for move in cards) else _discard
    rows = np.zeros((len(moves), len(LEANINGS)), bool)
    for row, names in zip(rows, kind(record, table, decision.seat, cards), strict=True):
        row[[_COLUMNS[name] for name in names]] = True
    return rows


def _lead(record: Record, table: Table, seat: int, moves: Sequence[Move]) -> Iterator[Iterator[str]]:
    yield from (_of_suit("lead", record, table, seat, move) for move in moves)


def _discard(record: Record, table: Table, seat: int, moves: Sequence[Move]) -> Iterator[Iterator[str]]:
    points, rows = table.points(), (list(_of_suit("discard", record, table, seat, move)) for move in moves)
    for move, names in zip(moves, rows, strict=True):
        if move.victim is not None:
            victims = table.victims(seat)
            names += ["rob points"] * (points[move.victim] == max(points[other] for other in victims))
            names += ["rob showroom"] * (table.showroom[move.victim] == max(table.showroom[other] for other in victims))
        yield iter(names)


def _of_suit(verb: str, record: Record, table: Table, seat: int, move: Move) -> Iterator[str]:
    assert move.card is not None
    suit, rank, when = suit_of(move.card), rank_of(move.card), _PARTS[part_of(table)]
    name = SUIT_NAMES[suit]
    yield f"{verb} {name}"
    yield f"{verb} {name} {when}"
    which = "high" if rank >= _HIGH else "low" if rank <= _LOW else None
    if which is not None:
        yield f"{verb} {which} {name}"
        yield f"{verb} {which} cards {when}"
    if table.showroom[seat] >= _FULL:
        yield f"{verb} {name} full"
    if any(suit_of(card) == suit for card in record.given(seat) or ()):
        yield f"{verb} passed"
    if verb == "lead" and _is_close(table, seat, suit):
        yield "lead close"


def _follow(record: Record, table: Table, seat: int, moves: Sequence[Move]) -> Iterator[Iterator[str]]:
    ranks = [rank_of(move.card or 0) for move in moves]
    led = suit_of(table.cards[0])
    name, where = SUIT_NAMES[led], _PLACES[len(table.cards) + 1 == table.rules.trick_size]
    best = max(rank_of(card) for card in table.cards if suit_of(card) == led)
    for rank in ranks:
        ends = ["highest"] * (rank == max(ranks)) + ["lowest"] * (rank == min(ranks))
        names = [text for end in ends for text in (f"{end} {name} {where}", f"{end} {where}")]
        if rank > best:
            names += [f"take {name} {where}", f"take {where}", f"take {_PARTS[part_of(table)]}"] + ["take close"] * _is_close(
                table, seat, led
            )
        elif rank > min(ranks):
            names.append(f"spare {name}")
        yield iter(names)


def _is_close(table: Table, seat: int, suit: int) -> bool:
    """Whether a suit's award is close: someone has cards of it, and the player is at most two away from the best of the others."""
    most = max(taken[suit] for other, taken in enumerate(table.taken) if other != seat)
    return most + table.taken[seat][suit] > 0 and abs(most - table.taken[seat][suit]) <= 2
