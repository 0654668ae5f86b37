"""The C core's structs as numpy types, field by field as in ``csrc/diams/rules/state.h``, and what goes into them."""

from __future__ import annotations

import struct
from collections.abc import Iterable, Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from ..round.knowledge import Knowledge, Seat
from ..round.rules import DIAMONDS, HIDDEN, MAX_PLAYERS, QUALITIES, Cards, Cloture, Kind, Move, Rules, X, quality
from ..round.state import Phase, Safe, State, safe_of

NOBODY = 255
_DECK = 54
PHASES = (Phase.DRAW, Phase.ACT, Phase.TRIM, Phase.GIVE, Phase.OVER, Phase.DRAWN, Phase.OPENED, Phase.REFILL)
KINDS = tuple(Kind)
RULES = np.dtype([("values", "i4", (len(QUALITIES), 3)), ("loupes", "u1", len(QUALITIES)), ("players", "u1"), ("closes_last", "u1")])
STATE = np.dtype(
    [
        ("hand", "u8", MAX_PLAYERS),
        ("safe", "u8", MAX_PLAYERS),
        ("market", "u8"),
        ("used", "u8"),
        ("pile", "u1", _DECK),
        ("pile_count", "u1"),
        ("is_stack", "u1"),
        ("closed", "u1"),
        ("turn", "u1"),
        ("phase", "u1"),
        ("broken", "u1"),
        ("owner", "u1"),
        ("unused", "u1", 3),
    ]
)
MOVE = np.dtype([("cards", "u8"), ("taken", "u8"), ("kind", "u1"), ("target", "u1"), ("tool", "u1"), ("unused", "u1", 5)])
_STATE = struct.Struct(f"<{2 * MAX_PLAYERS + 2}Q{_DECK}s7B3x")
_MOVE = struct.Struct("<QQ3B5x")
_BITS = tuple(1 << (3 * kind if kind < DIAMONDS else 40 + kind) for kind in range(X + 1))


def pack_rules(rules: Rules) -> NDArray[np.uint8]:
    """The rules as bytes of RULES: the highest quality first."""
    row = (rules.values[::-1], rules.loupes[::-1], rules.players, rules.cloture is Cloture.LAST)
    return np.array([row], RULES).view(np.uint8)


def pack(states: Iterable[State]) -> NDArray[np.uint8]:
    """The states as bytes of STATE, one after the other."""
    return np.frombuffer(b"".join(map(_bytes, states)), np.uint8)


def _word(cards: Iterable[int]) -> int:
    return sum(_BITS[kind] for kind in cards)


def _bytes(state: State) -> bytes:
    absent = (0,) * (MAX_PLAYERS - state.rules.players)
    words = (
        *map(_word, state.hands),
        *absent,
        *(_word(kind for pile in safe for kind in pile) for safe in state.safes),
        *absent,
        _word(state.market),
        _word(state.used),
    )
    pile = bytes(reversed(state.pile) if state.is_stack else state.pile)
    closed = NOBODY if state.closed is None else state.closed
    gives = (10 - state.broken, state.owner) if state.phase is Phase.GIVE else (NOBODY, NOBODY)
    return _STATE.pack(*words, pile, len(pile), state.is_stack, closed, state.turn, PHASES.index(state.phase), *gives)


def unpack(states: NDArray[np.uint8], like: State) -> list[State]:
    """The states in bytes of STATE; they are of the same round as `like`."""
    return [_state(row, like.rules) for row in states.view(STATE)]


def _state(row: np.void, rules: Rules) -> State:
    hands = tuple(cards_of(int(word)) for word in row["hand"][: rules.players])
    safes: tuple[Safe, ...] = tuple(safe_of(cards_of(int(word))) for word in row["safe"][: rules.players])
    pile, is_stack = tuple(row["pile"][: row["pile_count"]].tolist()), bool(row["is_stack"])
    pile = pile[::-1] if is_stack else tuple(sorted(pile))
    closed = None if row["closed"] == NOBODY else int(row["closed"])
    phase = PHASES[row["phase"]]
    gives = (10 - int(row["broken"]), int(row["owner"])) if phase is Phase.GIVE else (0, -1)
    market, used = cards_of(int(row["market"])), cards_of(int(row["used"]))
    return State(rules, hands, safes, market, pile, is_stack, used, closed, int(row["turn"]), phase, *gives)


def cards_of(word: int) -> Cards:
    """The cards in a word."""
    cards: list[int] = []
    for kind, bit in enumerate(_BITS):
        cards += [kind] * (word // bit & (7 if kind < DIAMONDS else 1))
    return tuple(cards)


def pack_knowledge(state: State, knowledge: Knowledge) -> tuple[NDArray[np.uint8], NDArray[np.int32]]:
    """The state without hidden cards as bytes of STATE, and what is known of them as words that ``csrc/diams/players/worlds.c`` reads."""
    hands, safes = list(state.hands), list(state.safes)
    for seat in knowledge.seats:
        hands[seat] = safes[seat] = ()
    is_told = HIDDEN not in state.pile
    base = state._replace(hands=tuple(hands), safes=tuple(safes), pile=state.pile if is_told else ())
    rest = 0 if knowledge.is_pile_told else len(state.pile) - (state.closed is None)
    words = [knowledge.time, is_told, rest, *(knowledge.unseen[kind] for kind in range(X)), len(knowledge.seats)]
    for number, known in sorted(knowledge.seats.items()):
        words += [number, *_seat_words(known)]
    return pack([base]), np.array(words, np.int32)


def _seat_words(seat: Seat) -> Iterator[int]:
    yield seat.size
    yield from _items(seat.named)
    yield from _items((time,) for time in seat.arrivals)
    yield from _items((kind, time) for kind, times in seat.public.items() for time in times)
    yield from _items((kind, *window) for kind, windows in seat.gone.items() for window in windows)
    yield from _items((each, time) for each, times in seat.lacks.items() for time in times)
    yield from _items(seat.denied)
    yield len(seat.piles)
    for pile in seat.piles:
        yield pile.quality or 0
        yield from _items((kind,) for kind in pile.cards)
        yield from _items(pile.lays)
        yield from _items(pile.taken)


def _items(items: Iterable[tuple[int, ...]]) -> Iterator[int]:
    """Their number, and then all of them."""
    rows = list(items)
    yield len(rows)
    for row in rows:
        yield from row


def pack_moves(moves: Sequence[Move]) -> NDArray[np.uint8]:
    """The moves as bytes of MOVE, one after the other."""
    return np.frombuffer(b"".join(map(_move_bytes, moves)), np.uint8)


def _move_bytes(move: Move) -> bytes:
    target = NOBODY if move.target < 0 else move.target
    return _MOVE.pack(_word(move.cards), _word(move.taken), KINDS.index(move.kind), target, max(0, move.tool))


def unpack_moves(moves: bytes) -> list[Move]:
    """The moves of bytes of MOVE."""
    unpacked = []
    for cards, taken, kind, target, tool in _MOVE.iter_unpack(moves):
        seat = -1 if target == NOBODY else target
        unpacked.append(Move(KINDS[kind], cards_of(cards), cards_of(taken), seat, tool or -1))
    return unpacked


def qualities_laid(states: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """How many cards of each quality every seat has in the safe, by bytes of STATE: uint8[states, seats, qualities], quality 1 first."""
    words = states.view(STATE)["safe"][:, :, None]
    shifts = np.array([6 * (10 - each) for each in QUALITIES], np.uint64)
    rows = words >> shifts
    return ((rows & np.uint64(7)) + (rows >> np.uint64(3) & np.uint64(7))).astype(np.uint8)


assert _STATE.size == STATE.itemsize and _MOVE.size == MOVE.itemsize and quality(0) == 10
