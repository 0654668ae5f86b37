"""The C core's structs as numpy types, field by field as in ``csrc/diamoniak/rules/state.h``, and what goes into them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from diamonds_solver.games.diamoniak.rules.cards import COLOURS, KINDS, WITCH
from diamonds_solver.games.diamoniak.rules.game import MAX_PLAYERS, Price
from diamonds_solver.games.diamoniak.rules.moves import DRAW, STOP, Kind, Move, buy, give
from diamonds_solver.games.diamoniak.rules.state import Phase, State

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


def unpack(states: NDArray[np.uint8], like: State) -> list[State]:
    """The states in bytes of STATE; they are of the same game as `like`."""
    return [_state(row, like) for row in states.view(STATE)]


def _state(row: np.void, like: State) -> State:
    players = like.rules.players
    held = tuple((*cards, 0) for cards in row["held"][:players].tolist())
    colours = tuple(None if colour == NO_COLOUR else colour for colour in row["colour"][:players].tolist())
    piles = tuple(row["discards"].tolist()), tuple(row["pile"].tolist())
    return State(like.rules, colours, held, *piles, int(row["turn"]), PHASES[row["phase"]])


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
