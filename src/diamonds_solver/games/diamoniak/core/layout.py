"""The C core's structs as numpy types, field by field as in ``csrc/diamoniak/rules/state.h``, and what goes into them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from ..rules import COLOURS, DRAW, KINDS, MAX_PLAYERS, STOP, WITCH, Kind, Move, Phase, Price, State, buy, give

HELD = WITCH
"""Kinds that a player can hold: all but the last one, the witch."""
NO_COLOUR = len(COLOURS)
PHASES = (Phase.TURN, Phase.MORE, Phase.WITCH, Phase.OVER)
STATE = np.dtype(
    [
        ("held", "u1", (MAX_PLAYERS, HELD)),
        ("discards", "u1", len(KINDS)),
        ("pile", "u1", len(KINDS)),
        ("deck", "u1", len(KINDS)),
        ("colour", "u1", MAX_PLAYERS),
        ("players", "u1"),
        ("turn", "u1"),
        ("phase", "u1"),
        ("pays_seller", "u1"),
        ("unused", "u1", 3),
    ]
)
MOVE = np.dtype([("kind", "u1"), ("seller", "u1"), ("cards", "u1", HELD)])


def pack(states: Iterable[State]) -> NDArray[np.uint8]:
    """The states as bytes of STATE, one after the other."""
    return np.frombuffer(b"".join(map(_bytes, states)), np.uint8)


def _bytes(state: State) -> bytes:
    absent = MAX_PLAYERS - state.rules.players
    held = [count for cards in state.held for count in cards[:HELD]] + [0] * (HELD * absent)
    colours = [NO_COLOUR if colour is None else colour for colour in state.colours] + [NO_COLOUR] * absent
    last = state.rules.players, state.turn, PHASES.index(state.phase), state.rules.price is Price.SELLER, 0, 0, 0
    return bytes((*held, *state.discards, *state.pile, *state.rules.deck, *colours, *last))


def pack_moves(moves: Sequence[Move]) -> NDArray[np.uint8]:
    """The moves as bytes of MOVE, uint8[moves, 8]."""
    rows = [(move.kind, max(0, move.seller), *move.cards[:HELD]) for move in moves]
    return np.array(rows, np.uint8).reshape(-1, MOVE.itemsize)


def unpack_move(move: Sequence[int]) -> Move:
    """The move of eight bytes."""
    kind, seller, *cards = move
    if kind == Kind.BUY:
        return buy(seller)
    if kind == Kind.GIVE:
        return give((*cards, 0))
    return DRAW if kind == Kind.DRAW else STOP
