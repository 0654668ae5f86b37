"""The engines of Diam's: objectives, rules of thumb, playouts and tree search."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache, cached_property, lru_cache
from itertools import permutations, product
from random import Random
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from diamonds_solver.errors import ObjectiveError
from diamonds_solver.search.engine import SampleEngine, SearchTree, Tree, TreeEngine

from ..core._players import Goal, Ismcts, Players, playouts
from ..core.layout import pack_moves, pack_rules
from ..records.record import Record
from ..round.rules import (
    CHIPS,
    COLLECTION,
    DIAMONDS,
    DRAW,
    HAND_LIMIT,
    ROUNDS,
    B,
    Cards,
    Kind,
    Move,
    S,
    Triple,
    added,
    chips,
    has_loupe,
    of_quality,
    quality,
    taken_away,
)
from ..round.state import Phase, Safe, State, safe_of
from ..solve import less_the_others
from .view import View, check_decides

# -- decisions ----------------------------------------------------------------------------------------------------------------------------
# What the engines of Diam's share: the decision of a view, and the worlds in which it is made.


class ViewEngine(SampleEngine[Move]):
    """An engine for one decision of one player. It keeps the view and what follows from it, never a true hand.

    Raises PositionError if the viewer has nothing to decide, ObjectiveError for an objective that does not exist.
    """

    def __init__(self, view: View, objective: str = "margin", seed: int = 0) -> None:
        check_decides(view)
        self.view = view
        self.moves = view.moves()
        self.to_move = view.seat
        self.decision = view.decision
        self.utility = Utility.of(view.record, objective)
        self.seed = seed
        assert view.worlds.count, "a view has worlds"  # counted here, before threads ask for them

    @property
    def objective(self) -> str:
        return self.utility.objective

    @cached_property
    def players(self) -> Players:
        """Those of the C core, under the rules of the round."""
        return Players(pack_rules(self.view.record.rules))

    def notes(self) -> Sequence[str]:
        """What else a reader should know: the numbers that the rules leave out and the answer depends on."""
        return self.view.record.notes()


# -- objectives ---------------------------------------------------------------------------------------------------------------------------
# What the end of a round is worth to every seat.


PlayerObjective = Literal["margin", "points", "chips", "win"]
PLAYER_OBJECTIVES: tuple[PlayerObjective, ...] = ("margin", "points", "chips", "win")


class Utility:
    """What the points of a round are worth."""

    def __init__(self, objective: str, players: int, chips_before: Sequence[int] = (), round_number: int = ROUNDS) -> None:
        """`chips_before`: of earlier rounds, by seat. Raises ObjectiveError for an objective that does not exist."""
        if objective not in PLAYER_OBJECTIVES:
            raise ObjectiveError(f"the objective must be {', '.join(PLAYER_OBJECTIVES[:-1])} or {PLAYER_OBJECTIVES[-1]}, not {objective!r}")
        self.objective = objective
        self._chips = tuple(chips_before) or (0,) * players
        self._rounds_left = ROUNDS - round_number

    @cached_property
    def goal(self) -> Goal:
        """The same for the C core."""
        if self.objective != "win" or not self._rounds_left:
            return Goal(self.objective, len(self._chips), self._chips)
        return Goal(self.objective, len(self._chips), self._chips, _all_shares(self._chips, self._rounds_left))

    @classmethod
    def of(cls, record: Record, objective: str) -> Utility:
        """The utility in the round of a record."""
        return cls(objective, record.players, record.chips, record.round)

    def values(self, points: Sequence[float]) -> Sequence[float]:
        """What the points of all seats at the end of the round are worth to each."""
        if self.objective == "points":
            return points
        if self.objective == "margin":
            total, others = sum(points), len(points) - 1
            return [own - (total - own) / others for own in points]
        won = chips_of(points)
        if self.objective == "chips":
            return [less_the_others(won, seat) for seat in range(len(won))]
        totals = tuple(before + now for before, now in zip(self._chips, won, strict=True))
        if self._rounds_left:
            return shares_to_come(totals, self._rounds_left)
        return shares(totals, points)

    @property
    def is_linear(self) -> bool:
        """Whether utility is linear: whether the utility of a mean is the mean of the utilities."""
        return self.objective in ("points", "margin")


def chips_of(points: Sequence[float]) -> tuple[int, ...]:
    """What places earn, also by points that are not whole."""
    return chips(points)  # type: ignore[arg-type]


def shares(totals: Sequence[int], points: Sequence[float]) -> list[float]:
    """Each seat's share of the match after the last round: most chips win, then the last round's score."""
    keys = list(zip(totals, points, strict=True))
    winners = [key == max(keys) for key in keys]
    return [won / sum(winners) for won in winners]


@lru_cache(maxsize=8)
def _all_shares(before: tuple[int, ...], rounds: int) -> NDArray[np.float64]:
    """`shares_to_come` for every way to win chips now, in the order in which ``core/_players.pyx`` wants it."""
    players, most = len(before), len(CHIPS)
    table = np.zeros((most**most, most))
    for won in {chips(places) for places in product(range(players), repeat=players)}:
        place = sum(count * most**seat for seat, count in enumerate(won))
        table[place, :players] = shares_to_come(tuple(now + then for now, then in zip(won, before, strict=True)), rounds)
    return table


@lru_cache(maxsize=1 << 12)
def shares_to_come(totals: tuple[int, ...], rounds: int) -> tuple[float, ...]:
    """Each seat's share of the match when in the rounds to come all orders of the places are equally likely."""
    players = len(totals)
    orders = np.array(list(permutations(CHIPS[:players])), np.int64)
    base = np.array(totals, np.int64)[None, :]
    for _ in range(rounds - 1):
        base = (base[:, None, :] + orders[None, :, :]).reshape(-1, players)
    # Chips of the last round break ties: in it there are no equal scores.
    ends: NDArray[np.int64] = ((base[:, None, :] + orders[None, :, :]) * len(CHIPS) + orders[None, :, :]).reshape(-1, players)
    won = ends == ends.max(axis=1, keepdims=True)
    return tuple(float(share) for share in (won / won.sum(axis=1, keepdims=True)).mean(axis=0))


# -- rules of thumb -----------------------------------------------------------------------------------------------------------------------
# What own cards are worth before the end, and the player ``greedy``, who plays for that. Worths are in hundredths of a point. A pile
# counts for its value. One, two, three and more cards of a quality in the hand count for a part of what they would add to the safe, and
# for nothing once the closing card is out. ``greedy`` draws in phase 1, and makes the move after which its own cards are worth most. It
# counts forced sales and Perce-blindages as if they were in vain: it does not guess hidden cards. The C core has the same rules of thumb
# (``csrc/diams/players/policy.c``).


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
    counts: dict[int, int] = {}
    for kind in hand:
        if kind < DIAMONDS:
            each = quality(kind)
            counts[each] = counts.get(each, 0) + 1
    return counts


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


# -- flat Monte Carlo ---------------------------------------------------------------------------------------------------------------------
# In one world after the other every move is followed by rule-based players to the end of the round.


_ROUNDS = 256  # between two looks at the clock: some hundredths of a second


class PlayoutEngine(ViewEngine):
    """Sample i: in world i each move, then ``greedy`` in all seats, which sees no hidden card; all moves with the same luck."""

    name = "playout"

    def samples(self, first: int, count: int, should_stop: Callable[[], bool] | None = None) -> NDArray[np.float64]:
        """The values in worlds `first` to `first + count - 1`; see ``game.Engine``."""
        moves = pack_moves(self.moves)

        def block(start: int, size: int) -> NDArray[np.float64]:
            worlds = self.view.worlds.draw(self.seed, start, size)
            return playouts(self.players, self.utility.goal, worlds, moves, self.seed, start)

        return self._in_blocks(block, first, count, max(1, _ROUNDS // len(self.moves)), should_stop)


# -- information-set Monte Carlo tree search ----------------------------------------------------------------------------------------------
# ISMCTS with chance nodes: every sample is a tree of its own, grown in C.


SIMULATIONS = 5_000
"""Simulations of one tree, unless the user or a time limit says otherwise."""
LEAST_SIMULATIONS = 100
EXPLORATION = 6.0
"""In points."""
POINT = {"points": 1.0, "margin": 1.0, "chips": 0.25, "win": 0.07}
"""Roughly what a point is worth, in units of the objective."""
TRUST = 4.0
"""Weight of the rules' opinion of a move of phase 2, in simulations."""
WIDTH = 10
"""Moves of phase 2 tried below the root of a tree: those after which the player's own cards are worth most."""
LAPS = 2
"""Played by ``greedy`` below the tree, before points are estimated."""
LEAST_WORLDS, MOST_WORLDS, SHARED = 16, 256, 40
"""A tree has one world for so many simulations, within these limits."""


class IsmctsEngine(ViewEngine, TreeEngine[Move]):
    """Sample i: the value of every move in tree i, grown in worlds of its own.

    All players maximise their own objective and know no hidden card in the tree. A leaf is played on for two laps by ``greedy``, in the
    last lap to the end, and then estimated; with the objectives chips and win it is always played to the end.
    """

    name = "ismcts"
    largest = 50_000
    goes_on = False  # the simulations are shared out among the moves by sequential halving, for which their number is known before

    def __init__(
        self, view: View, objective: str = "margin", seed: int = 0, *, simulations: int = SIMULATIONS, exploration: float | None = None
    ) -> None:
        """`simulations` are those of one tree; `exploration` is in units of the objective. Raises as ViewEngine."""
        super().__init__(view, objective, seed)
        self.least = max(LEAST_SIMULATIONS, len(self.moves))
        self.simulations = max(simulations, self.least)
        self._point = POINT[self.objective]
        self._exploration = EXPLORATION * self._point if exploration is None else exploration

    def notes(self) -> Sequence[str]:
        return (*super().notes(), *self._cut_notes())

    def _tree(self, index: int, simulations: int) -> Tree:
        count = min(max(simulations // SHARED, LEAST_WORLDS), MOST_WORLDS)
        search = Ismcts(
            self.players,
            self.utility.goal,
            self.view.worlds.draw(self.seed, index * count, count),
            pack_moves(self.moves),
            seed=Random(f"{self.seed}/{index}").getrandbits(64),
            budget=simulations,
            exploration=self._exploration,
            point=self._point,
            trust=TRUST,
            turns=LAPS * self.view.record.players if self.utility.is_linear else 0,
            width=WIDTH,
        )
        return SearchTree(search.run, lambda: search.values()[0].tolist())
