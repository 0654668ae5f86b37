"""Rules of thumb: what own cards are worth before the end, and the player ``greedy``, who plays for that.

Worths are in hundredths of a point. A pile counts for its value. One, two, three and more cards of a quality in the hand count for a part
of what they would add to the safe, and for nothing once the closing card is out. ``greedy`` draws in phase 1, and makes the move after
which its own cards are worth most. It counts forced sales and Perce-blindages as if they were in vain: it does not guess hidden cards.
The C core has the same rules of thumb (``csrc/diams/players/policy.c``).
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache

from diamonds_solver.games.diams.rules.cards import COLLECTION, DIAMONDS, B, Cards, S, added, has_loupe, of_quality, quality, taken_away
from diamonds_solver.games.diams.rules.game import HAND_LIMIT, Triple
from diamonds_solver.games.diams.rules.moves import DRAW, Kind, Move
from diamonds_solver.games.diams.rules.state import Phase, Safe, State, safe_of

PARTS = (0, 15, 45, 85)
"""With none, one, two, three or more cards of a quality in hand: per cent of their value in the safe."""
_CACHED = 1 << 16


@lru_cache(maxsize=_CACHED)
def worth(values: tuple[Triple, ...], hand: Cards, safe: Safe, is_closed: bool) -> int:
    """The worth of one seat's cards; `values` as in the rules."""
    laid = _laid(safe)
    total = 0
    for each, count in laid.items():
        if count >= COLLECTION:
            total += 100 * values[each - 1][count - COLLECTION]
    if not is_closed:
        for each, count in _held(hand).items():
            total += _part(values[each - 1], laid.get(each, 0), count)
    return total


@lru_cache(maxsize=_CACHED)
def trimmed(values: tuple[Triple, ...], hand: Cards, safe: Safe) -> Cards:
    """The cards of the hand to put away at the end of a turn: repeatedly the one whose loss costs least."""
    laid, held, surplus = _laid(safe), _held(hand), list[int]()
    losses = {each: _loss(values, each, laid, count) for each, count in held.items()}
    left = list(hand)
    for _ in range(len(hand) - HAND_LIMIT):
        # Ties go to diamonds, and to plain ones.
        drop = min(left, key=lambda kind: (losses[quality(kind)], has_loupe(kind)) if kind < DIAMONDS else (0, 2))
        left.remove(drop)
        surplus.append(drop)
        if drop < DIAMONDS:
            each = quality(drop)
            held[each] -= 1
            losses[each] = _loss(values, each, laid, held[each]) if held[each] else 0
    return tuple(sorted(surplus))


def _held(hand: Cards) -> dict[int, int]:
    """How many diamonds of each quality."""
    found: dict[int, int] = {}
    for kind in hand:
        if kind < DIAMONDS:
            each = quality(kind)
            found[each] = found.get(each, 0) + 1
    return found


def _laid(safe: Safe) -> dict[int, int]:
    return {quality(pile[0]): len(pile) for pile in safe}


def _loss(values: tuple[Triple, ...], each: int, laid: Mapping[int, int], held: int) -> int:
    """What one card less of those held costs."""
    there = laid.get(each, 0)
    return _part(values[each - 1], there, held) - (_part(values[each - 1], there, held - 1) if held > 1 else 0)


@cache
def _part(triple: Triple, laid: int, held: int) -> int:
    """The worth of cards of a quality in hand beside those laid: a fraction of what they would add. One or two alone count as three."""
    together = min(5, max(laid + held, COLLECTION))
    gain = triple[together - COLLECTION] - (triple[laid - COLLECTION] if laid >= COLLECTION else 0)
    return PARTS[min(held, COLLECTION)] * gain


def outcome(state: State, move: Move) -> tuple[Cards, Safe]:
    """The hand and the safe of the seat whose turn it is after a move of phase 2, without what hidden cards add."""
    hand, safe = state.hands[state.turn], state.safes[state.turn]
    kind, cards = move.kind, move.cards
    if kind is Kind.SHOW:
        return added(hand, of_quality(state.market, quality(cards[0]))), safe
    if kind is Kind.SUM:
        return added(taken_away(hand, cards), move.taken), safe
    if kind is Kind.PUT:
        return taken_away(hand, cards), safe
    if kind is Kind.TAKE:
        return added(hand, cards), safe
    if kind is Kind.SALE:
        return taken_away(hand, (*cards, move.tool)), safe
    if kind in (Kind.SAFE, Kind.SECURE):
        left = taken_away(hand, cards if kind is Kind.SAFE else (*cards, S))
        return left, safe_of((*(each for pile in safe for each in pile), *cards))
    return hand, safe


def after_move(state: State, move: Move) -> int:
    """The worth of the seat's own cards after a move of phase 2 and after putting away its surplus."""
    hand, safe = outcome(state, move)
    values = state.rules.values
    if len(hand) > HAND_LIMIT:
        hand = taken_away(hand, trimmed(values, hand, safe))
    return worth(values, hand, safe, state.closed is not None)


def greedy(state: State) -> Move:
    """The move of ``greedy``, which uses only its own cards and the market."""
    if state.phase is Phase.DRAW:
        return DRAW
    if state.phase is Phase.TRIM:
        hand = state.hands[state.turn]
        return Move(Kind.TRIM, trimmed(state.rules.values, hand, state.safes[state.turn]))
    if state.phase is Phase.GIVE:
        return state.moves()[-1]  # a plain copy, if there is one
    key = _Seen(state)
    return _best_act(key)


class _Seen:
    """A state of phase 2 as its seat sees it: states that look the same are equal."""

    __slots__ = ("key", "state")

    def __init__(self, state: State) -> None:
        turn = state.turn
        sizes = tuple(map(len, state.safes)) if B in state.hands[turn] else ()
        self.key = (state.rules.values, state.hands[turn], state.safes[turn], state.market, state.closed is None, sizes, turn)
        self.state = state

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Seen) and self.key == other.key

    def __hash__(self) -> int:
        return hash(self.key)


@lru_cache(maxsize=_CACHED)
def _best_act(seen: _Seen) -> Move:
    state = seen.state
    return max(state.moves(), key=lambda move: (after_move(state, move), _liking(state, move)))


def _liking(state: State, move: Move) -> tuple[int, int]:
    """Tie-break between moves of the same worth."""
    if move.kind is Kind.BREAK:
        own = len(of_quality(state.hands[state.turn], quality(move.cards[0])))
        return (-1, own if state.safes[move.target] else -1)
    if move.kind is Kind.SALE:
        return (-2, 0)
    return (0, len(move.cards))
