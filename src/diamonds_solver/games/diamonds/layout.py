"""The C core's structs as numpy types, field by field as in ``csrc/diamonds/{position,solver}.h``; `pack` turns a `Position` into one."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from . import _core
from .position import Position
from .table import Move

MAX_PLAYERS, SUIT_COUNT, MAX_MOVES, MAX_LINE = 6, 4, 80, 96
NONE = 255  # NOBODY and NO_CARD in C

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
        ("best", "u1"),
        ("moves", MOVE_RESULT, MAX_MOVES),
        ("line", MOVE, MAX_LINE),
    ],
    align=True,
)

if (POSITION.itemsize, MOVE_RESULT.itemsize, RESULT.itemsize) != _core.layout_sizes():
    raise ImportError("the compiled core does not match this package: rebuild it (pip install --force-reinstall diamonds-solver)")


def pack(positions: Sequence[Position]) -> NDArray[np.void]:
    """An array of POSITION, one item per position."""
    array = np.zeros(len(positions), POSITION)
    for packed, position in zip(array, positions, strict=True):
        table, players = position.table, position.rules.players
        packed["hand"][:players] = [sum(1 << card for card in hand) for hand in position.hands]
        packed["showroom"][:players] = table.showroom
        packed["vault"][:players] = table.vault
        packed["taken"][:players] = table.taken
        packed["trick"][: len(table.cards)] = table.cards
        packed["trick_count"] = len(table.cards)
        packed["players"] = players
        packed["sides"] = len(table.rules.sides)
        packed["leader"] = table.leader
        packed["tricks_left"] = table.tricks_left
        packed["winners"] = sum(1 << seat for seat in table.winners)
        packed["robber"] = NONE if table.robber is None else table.robber
        packed["award"] = table.award
    return array


def unpack_move(move: np.void) -> Move:
    """A Move from a MOVE."""
    card, actor, victim = (None if field == NONE else int(field) for field in move.tolist())
    return Move(card, actor, victim)
