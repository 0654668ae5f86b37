"""The C core's structs as numpy types, field by field as in ``position.h`` and ``solver.h``, and a `Position` as one of them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..round.position import Position
from ..round.public import Move, Table
from ..round.rules import Rules
from . import _solver

MAX_PLAYERS, SUIT_COUNT, MAX_MOVES, MAX_LINE = 6, 4, 80, 96
NONE = 255  # NOBODY and NO_CARD in C
ROUND_OVER = 5  # as in C: of `award` when there is nothing more to decide
_NO_LIMIT = 10_000  # VALUE_LIMIT in C
_FIELD = (*range(NONE), None)  # of a Move, by its byte

POSITION = np.dtype(
    [
        ("hand", "u8", MAX_PLAYERS),
        ("showroom", "u2", MAX_PLAYERS),
        ("vault", "u2", MAX_PLAYERS),
        ("taken", "u1", (MAX_PLAYERS, SUIT_COUNT)),
        ("trick", "u1", MAX_PLAYERS),
        ("trick_count", "u1"),
        ("players", "u1"),
        ("sides", "u1"),
        ("leader", "u1"),
        ("tricks_left", "u1"),
        ("winners", "u1"),
        ("robber", "u1"),
        ("award", "u1"),
        ("thief", "u1"),
    ],
    align=True,
)
MOVE = np.dtype([("card", "u1"), ("actor", "u1"), ("victim", "u1")])
MOVE_RESULT = np.dtype(
    [("move", MOVE), ("exact", "u1"), ("lower", "i2"), ("upper", "i2"), ("gains", "i2", MAX_PLAYERS)],
    align=True,
)
RESULT = np.dtype(
    [
        ("nodes", "u8"),
        ("lower", "i2"),
        ("upper", "i2"),
        ("gains", "i2", MAX_PLAYERS),
        ("points", "i2", MAX_PLAYERS),
        ("scale", "u1"),
        ("decision", "u1"),
        ("to_move", "u1"),
        ("exact", "u1"),
        ("stopped", "u1"),
        ("move_count", "u1"),
        ("line_count", "u1"),
        ("reply_count", "u1"),
        ("best", "u1"),
        ("moves", MOVE_RESULT, MAX_MOVES),
        ("line", MOVE, MAX_LINE),
        ("reply", MOVE, MAX_LINE),
    ],
    align=True,
)
PLAYED = np.dtype([("move", MOVE), ("has_line", "u1"), ("lower", "i2"), ("upper", "i2")], align=True)


def fields(struct: np.dtype[np.void]) -> list[tuple[str, int, int]]:
    """The fields of a struct as ``_solver.layouts`` gives them."""
    assert struct.fields is not None and struct.names is not None
    return [*((name, struct.fields[name][1], struct.fields[name][0].itemsize) for name in struct.names), ("", struct.itemsize, 0)]


_STRUCTS = {"Position": POSITION, "Move": MOVE, "MoveResult": MOVE_RESULT, "Result": RESULT, "Played": PLAYED}
if {name: fields(struct) for name, struct in _STRUCTS.items()} != _solver.layouts():
    raise ImportError("the compiled core does not match this package: rebuild it, in the repository: pip install --force-reinstall .")


def pack(positions: Sequence[Position]) -> NDArray[np.void]:
    """An array of POSITION, one item per position."""
    array = np.zeros(len(positions), POSITION)
    for index, position in enumerate(positions):
        array[index] = _row(position)
    return array


def _row(position: Position) -> tuple[Any, ...]:
    """The fields of a POSITION; seats beyond the players' are zero. One tuple is several times faster than field by field."""
    table, players = position.table, position.rules.players
    nobody = (0,) * (MAX_PLAYERS - players)
    return (
        (*(sum([1 << card for card in hand]) for hand in position.hands), *nobody),
        (*table.showroom, *nobody),
        (*table.vault, *nobody),
        (*table.taken, *((0,) * SUIT_COUNT for _ in nobody)),
        (*table.cards, *(0,) * (MAX_PLAYERS - len(table.cards))),
        len(table.cards),
        players,
        len(table.rules.sides),
        table.leader,
        table.tricks_left,
        sum(1 << seat for seat in table.winners),
        NONE if table.robber is None else table.robber,
        table.award,
        0 if table.thief is None else table.thief + 1,
    )


def unpack(row: np.void, rules: Rules) -> Position:
    """The position of an item of POSITION; `rules` are those it was packed with."""
    seats = slice(rules.players)
    leader, tricks_left, robber, award, winners, thief = (
        int(row[name]) for name in ("leader", "tricks_left", "robber", "award", "winners", "thief")
    )
    taken = tuple((d, h, s, c) for d, h, s, c in row["taken"][seats].tolist())
    table = Table(
        rules,
        leader,
        tricks_left,
        tuple(row["showroom"][seats].tolist()),
        tuple(row["vault"][seats].tolist()),
        taken,
        frozenset(seat for seat in range(rules.players) if winners >> seat & 1),
        tuple(row["trick"][: row["trick_count"]].tolist()),
        _FIELD[robber],
        award,
        thief - 1 if thief else None,
    )
    return Position(table, tuple(frozenset(card for card in rules.deck if cards >> card & 1) for cards in row["hand"][seats].tolist()))


def pack_played(move: Move, has_line: bool, lower: float, upper: float) -> NDArray[np.void]:
    """An array of one PLAYED; the limits are times the scale of values, and may be infinite."""
    card, actor, victim = (NONE if field is None else field for field in move)
    limits = (round(max(-_NO_LIMIT, min(_NO_LIMIT, limit))) for limit in (lower, upper))
    return np.array([((card, actor, victim), has_line, *limits)], PLAYED)


def unpack_moves(moves: NDArray[np.void]) -> list[Move]:
    """Moves from an array of MOVE."""
    return [unpack_move(fields) for fields in moves.tolist()]


def pack_moves(moves: Sequence[Move]) -> NDArray[np.uint8]:
    """uint8[moves, 3] of card, actor, victim, as the players in C take them."""
    rows = [[NONE if field is None else field for field in move] for move in moves]
    return np.array(rows, np.uint8).reshape(len(rows), 3)


@cache  # there are few moves, and to make one takes as long as to solve an ending
def unpack_move(fields: tuple[int, int, int]) -> Move:
    """A move of the players in C."""
    return Move(*(_FIELD[field] for field in fields))
