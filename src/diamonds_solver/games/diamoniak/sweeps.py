"""Bounds of the chance to win for all reachable states at once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations_with_replacement
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from .rules import BOX, COLOURS, DIAMOND, FAIRY, KINDS, PENALTY, PRICE, WITCH, Move, Phase, Price, Rules, State, counted, successors

# -- rows of states -----------------------------------------------------------------------------------------------------------------------
# Many states at once, as rows of small numbers: the rules of `rules.py` again, for numpy. The tests hold one against the other.

Rows = NDArray[np.int8]
PHASES = (Phase.TURN, Phase.MORE, Phase.WITCH, Phase.OVER)
TURN, MORE, ON_WITCH, OVER = range(4)
NO_COLOUR = len(COLOURS)
HELD = len(KINDS) - 1
"""Kinds that a player can hold: all but the witch."""
_NEVER = max(BOX) + 1
_ONE_FAIRY = np.array([int(kind == FAIRY) for kind in range(HELD)], np.int8)
_TRIPLES = np.array([counted(kinds)[:HELD] for kinds in combinations_with_replacement(range(HELD), PENALTY)], np.int8)


class Outcomes(NamedTuple):
    """Rows that come of others by one kind of move or one card."""

    sources: NDArray[np.int64]
    """For every row the index of the one it comes from."""
    rows: Rows
    chances: NDArray[np.float64] | None = None
    """With a draw: of this card."""


class Table:
    """The rules of one game for rows: held cards of each seat, discards, pile, colours, the seat to move, the phase."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.players = rules.players
        held = HELD * rules.players
        self.discards = slice(held, held + len(KINDS))
        self.pile = slice(held + len(KINDS), held + 2 * len(KINDS))
        self.colours = slice(self.pile.stop, self.pile.stop + rules.players)
        self.turn = self.colours.stop
        self.phase = self.turn + 1
        self.width = self.phase + 1
        self.deck = np.array(rules.deck, np.int64)

    def rows(self, states: Iterable[State]) -> Rows:
        """One row for each state."""
        return np.array([self._row(state) for state in states], np.int8).reshape(-1, self.width)

    def _row(self, state: State) -> list[int]:
        held = [count for cards in state.held for count in cards[:HELD]]
        colours = [NO_COLOUR if colour is None else colour for colour in state.colours]
        return [*held, *state.discards, *state.pile, *colours, state.turn, PHASES.index(state.phase)]

    def state(self, row: Rows) -> State:
        """The state of a row."""
        numbers = row.tolist()
        held = tuple((*numbers[HELD * seat : HELD * (seat + 1)], 0) for seat in range(self.players))
        colours = tuple(None if colour == NO_COLOUR else colour for colour in numbers[self.colours])
        piles = tuple(numbers[self.discards]), tuple(numbers[self.pile])
        return State(self.rules, colours, held, *piles, numbers[self.turn], PHASES[numbers[self.phase]])

    def held(self, rows: Rows, seats: NDArray[np.int64]) -> Rows:
        """What lies before a seat of each row."""
        everyone = rows[:, : self.discards.start].reshape(len(rows), self.players, HELD)
        held: Rows = everyone[np.arange(len(rows)), seats]
        return held

    def colour(self, rows: Rows) -> NDArray[np.int64]:
        """The colour of the seat to move, or NO_COLOUR."""
        return rows[np.arange(len(rows)), self.colours.start + self.to_move(rows)].astype(np.int64)

    def to_move(self, rows: Rows) -> NDArray[np.int64]:
        return rows[:, self.turn].astype(np.int64)

    def draw_pile(self, rows: Rows) -> Rows:
        """What is drawn from: the pile, or the discards when it is used up."""
        pile = rows[:, self.pile]
        return np.where(pile.any(1, keepdims=True), pile, rows[:, self.discards])

    def shuffled(self, rows: Rows) -> Rows:
        """A copy in which the discards are the pile wherever that was used up."""
        rows = rows.copy()
        used_up: NDArray[np.bool_] = rows[:, self.pile].sum(1) == 0
        rows[used_up, self.pile] = rows[used_up, self.discards]
        rows[used_up, self.discards] = 0
        return rows

    def draws(self, rows: Rows) -> Iterator[Outcomes]:
        """The next card, kind by kind; a witch that can be paid in one way only is paid."""
        rows = self.shuffled(rows)
        pile = rows[:, self.pile]
        totals = pile.sum(1, dtype=np.float64)
        for card in range(len(KINDS)):
            sources = np.flatnonzero(pile[:, card])
            if len(sources):
                yield Outcomes(sources, self.drawn(rows[sources], card), pile[sources, card] / totals[sources])

    def drawn(self, rows: Rows, cards: NDArray[np.int64] | int) -> Rows:
        """`rows`, which are changed, after these cards have been drawn from their piles, which are not used up."""
        index, turns = np.arange(len(rows)), self.to_move(rows)
        cards = np.broadcast_to(cards, len(rows))
        rows[index, self.pile.start + cards] -= 1
        is_witch = cards == WITCH
        got = np.flatnonzero(~is_witch)
        rows[got, HELD * turns[got] + cards[got]] += 1
        self._begin_castles(rows, turns, cards)
        rows[:, self.phase] = np.where(is_witch, ON_WITCH, MORE)
        won = (self.missing(rows) == 0) & ~is_witch
        rows[won, self.phase] = OVER
        forced = np.flatnonzero(is_witch & ~self.can_choose(rows))
        if len(forced):
            rows[forced] = self.given_up(rows[forced], np.minimum(self.held(rows[forced], turns[forced]), PENALTY))
        return rows

    def _begin_castles(self, rows: Rows, turns: NDArray[np.int64], cards: NDArray[np.int64]) -> None:
        colours = rows[:, self.colours]
        begins = (self.colour(rows) == NO_COLOUR) & (cards < NO_COLOUR) & (colours != cards[:, None]).all(1)
        which = np.flatnonzero(begins)
        rows[which, self.colours.start + turns[which]] = cards[which]

    def missing(self, rows: Rows) -> NDArray[np.int64]:
        """How many cards the castle of the seat to move lacks; a large number without a colour."""
        colour = self.colour(rows)
        own = self.held(rows, self.to_move(rows))[np.arange(len(rows)), np.minimum(colour, NO_COLOUR - 1)]
        return np.where(colour == NO_COLOUR, _NEVER, self.deck[colour] - own)

    def can_choose(self, rows: Rows) -> NDArray[np.bool_]:
        """Whether the seat to move can pay a witch in more than one way."""
        held = self.held(rows, self.to_move(rows))
        count = held.sum(1)
        choice: NDArray[np.bool_] = ((held[:, FAIRY] > 0) & (count > 1)) | ((count > PENALTY) & ((held > 0).sum(1) > 1))
        return choice

    def payments(self, rows: Rows) -> Iterator[Outcomes]:
        """After every way to pay a witch, for rows in that phase: a fairy, or three cards, or both of two."""
        held = self.held(rows, self.to_move(rows))
        count = held.sum(1)
        for cards in _TRIPLES:
            which = np.flatnonzero((held >= cards).all(1))
            yield Outcomes(which, self.given_up(rows[which], cards))
        which = np.flatnonzero(count < PENALTY)
        yield Outcomes(which, self.given_up(rows[which], held[which]))
        which = np.flatnonzero((held[:, FAIRY] > 0) & (count > 1))
        yield Outcomes(which, self.given_up(rows[which], _ONE_FAIRY))

    def given_up(self, rows: Rows, cards: Rows) -> Rows:
        """`rows`, which are changed, after these cards and a witch were discarded."""
        index = np.arange(len(rows))[:, None]
        rows[index, HELD * self.to_move(rows)[:, None] + np.arange(HELD)] -= cards
        rows[:, self.discards.start : self.discards.stop - 1] += cards
        rows[:, self.discards.start + WITCH] += 1
        return self.passed_on(rows)

    def passed_on(self, rows: Rows) -> Rows:
        """`rows`, which are changed: the turn of the next seat."""
        rows[:, self.turn] = (rows[:, self.turn] + 1) % self.players
        rows[:, self.phase] = TURN
        return rows

    def stops(self, rows: Rows) -> Iterator[Outcomes]:
        """After the end of the turn, for rows after a draw."""
        yield Outcomes(np.arange(len(rows)), self.passed_on(rows.copy()))

    def purchases(self, rows: Rows) -> Iterator[Outcomes]:
        """After every purchase, for rows at the start of a turn."""
        for seller in range(self.players):
            which = np.flatnonzero(self.can_buy(rows, seller))
            yield Outcomes(which, self.bought(rows[which], seller))

    def can_buy(self, rows: Rows, seller: int) -> NDArray[np.bool_]:
        """Whether the seat to move has a colour, the price, and the seller a card for it."""
        colour, turns = self.colour(rows), self.to_move(rows)
        index = np.arange(len(rows))
        own = rows[index, HELD * seller + np.minimum(colour, NO_COLOUR - 1)]
        possible: NDArray[np.bool_] = (colour != NO_COLOUR) & (turns != seller) & (own > 0) & (rows[index, HELD * turns + DIAMOND] >= PRICE)
        return possible

    def bought(self, rows: Rows, seller: NDArray[np.int64] | int) -> Rows:
        """`rows`, which are changed, after a purchase from this seat."""
        index, turns, colour = np.arange(len(rows)), self.to_move(rows), self.colour(rows)
        rows[index, HELD * seller + colour] -= 1
        rows[index, HELD * turns + colour] += 1
        rows[index, HELD * turns + DIAMOND] -= PRICE
        to_seller = self.rules.price is Price.SELLER
        rows[index, HELD * seller + DIAMOND if to_seller else self.discards.start + DIAMOND] += PRICE
        won = self.missing(rows) == 0
        rows[won, self.phase] = OVER
        rows[~won] = self.passed_on(rows[~won])
        return rows


# -- reachable states ---------------------------------------------------------------------------------------------------------------------
# Turn by turn, and how they follow from each other.


Numbers = NDArray[np.int64]
_WAVE = 1 << 14  # rows between two looks at the limits


class Stopped(Exception):  # noqa: N818
    """A limit was met in the middle of a layer."""


class Listing:
    """States by number. The first numbers, one for each player, stand for "this player has won".

    A layer is a turn: what may happen in the turns of all states found so far that were not looked into yet.
    """

    def __init__(self, root: State, max_states: int, should_stop: Callable[[], bool]) -> None:
        self.table = Table(root.rules)
        self._numbers: dict[object, int] = {}  # by the bytes of the row
        self._rows: list[Rows] = [np.zeros((self.table.players, self.table.width), np.int8)]
        self.count = self.table.players
        self._max_states, self._should_stop = max_states, should_stop
        self.draws: list[tuple[Numbers, Numbers, NDArray[np.float64]]] = []
        """Sources, targets and chances of draws."""
        self.choices: list[tuple[Numbers, Numbers]] = []
        """Sources and targets of all other moves."""
        self.layers = 0
        self._frontier = self.add(self.table.rows([root]))

    @property
    def is_closed(self) -> bool:
        """Whether every state that can be reached is listed, with its successors."""
        return not len(self._frontier)

    @property
    def rows(self) -> Rows:
        """All states; the first rows, of won games, are empty."""
        if len(self._rows) > 1:
            self._rows = [np.concatenate(self._rows)]
        return self._rows[0]

    def number(self, state: State) -> int | None:
        """The number of a state; None when it is not listed."""
        if state.winner is not None:
            return state.winner
        return self._numbers.get(self.table.rows([state]).tobytes())

    def add(self, rows: Rows) -> Numbers:
        """Lists these rows; returns the numbers of new ones."""
        before = self.count
        self._numbered(rows)
        return np.arange(before, self.count)

    def add_layer(self) -> bool:
        """Looks one turn further; False, and nothing was added, when a limit was reached."""
        kept = len(self.draws), len(self.choices)
        try:
            beyond = list(self._turn_by_waves(self._frontier))
        except Stopped:
            del self.draws[kept[0] :], self.choices[kept[1] :]
            return False
        self._frontier = np.concatenate([np.empty(0, np.int64), *beyond])
        self.layers += 1
        return True

    def _turn_by_waves(self, wave: Numbers) -> Iterator[Numbers]:
        """Lists what follows until the turns end; yields the new states at the starts of the next ones."""
        while len(wave):
            blocks = []
            for first in range(0, len(wave), _WAVE):
                if self.count > self._max_states or self._should_stop():
                    raise Stopped
                blocks.append(self._expand(wave[first : first + _WAVE]))
            new = np.concatenate(blocks)
            at_start = self.rows[new, self.table.phase] == TURN
            yield new[at_start]
            wave = new[~at_start]

    def _expand(self, numbers: Numbers) -> Numbers:
        """Adds the successors of these states; returns the numbers of new states."""
        before = self.count
        rows = self.rows[numbers]
        phase = rows[:, self.table.phase]
        drawing, at_start, stopping, paying = (
            np.flatnonzero(is_so) for is_so in (phase != ON_WITCH, phase == TURN, phase == MORE, phase == ON_WITCH)
        )
        for outcomes in self.table.draws(rows[drawing]):
            assert outcomes.chances is not None
            self.draws.append((numbers[drawing[outcomes.sources]], self._numbered(outcomes.rows), outcomes.chances))
        self._note(numbers[at_start], self.table.purchases(rows[at_start]))
        self._note(numbers[stopping], self.table.stops(rows[stopping]))
        self._note(numbers[paying], self.table.payments(rows[paying]))
        return np.arange(before, self.count)

    def _note(self, numbers: Numbers, moves: Iterable[Outcomes]) -> None:
        for outcomes in moves:
            if len(outcomes.sources):
                self.choices.append((numbers[outcomes.sources], self._numbered(outcomes.rows)))

    def _numbered(self, rows: Rows) -> Numbers:
        """The numbers of these rows; new ones are added."""
        known, before = self._numbers, self.count
        over = rows[:, self.table.phase] == OVER
        result = rows[:, self.table.turn].astype(np.int64)
        going_on = np.ascontiguousarray(rows[~over])
        keys = going_on.view(f"V{self.table.width}").ravel().tolist()
        offset = self.table.players
        numbers = np.array([known.setdefault(key, len(known) + offset) for key in keys], np.int64)
        self.count = len(known) + offset
        if self.count > before:
            first_seen = numbers > np.maximum.accumulate(np.append(before - 1, numbers))[:-1]
            self._rows.append(going_on[first_seen])
        result[~over] = numbers
        return result


# -- completing a castle ------------------------------------------------------------------------------------------------------------------
# The chance to do so within the turn that is being played, in closed form.


Counts = NDArray[np.int64]


def _before_witches() -> NDArray[np.float64]:
    """[missing, cards, witches]: the chance that this many of the cards come before the first witch."""
    most = max(BOX[colour] for colour in COLOURS)
    table = np.zeros((most + 1, most + 1, BOX[WITCH] + 1))
    table[0] = 1.0
    for cards in range(1, most + 1):
        for witches in range(BOX[WITCH] + 1):
            for missing in range(1, cards + 1):
                table[missing, cards, witches] = cards / (cards + witches) * table[missing - 1, cards - 1, witches]
    return table


_BEFORE_WITCHES = _before_witches()


def chance_to_finish(table: Table, rows: Rows) -> NDArray[np.float64]:
    """Of the seat to move in each row, playing for nothing but to win in this turn."""
    chance = np.zeros(len(rows))
    colour = table.colour(rows)
    going_on = rows[:, table.phase] != ON_WITCH
    has_colour, without = np.flatnonzero(going_on & (colour != NO_COLOUR)), np.flatnonzero(going_on & (colour == NO_COLOUR))
    chance[has_colour] = _with_colour(table, table.shuffled(rows[has_colour]))
    chance[without] = _without_colour(table, table.shuffled(rows[without]))
    chance[_can_buy_the_last(table, rows)] = 1.0
    return chance


def _can_buy_the_last(table: Table, rows: Rows) -> NDArray[np.bool_]:
    at_start = np.flatnonzero(rows[:, table.phase] == TURN)
    starting = rows[at_start]
    possible = np.zeros(len(starting), np.bool_)
    for seller in range(table.players):
        possible |= table.can_buy(starting, seller)
    can = np.zeros(len(rows), np.bool_)
    can[at_start] = possible & (table.missing(starting) == 1)
    return can


def _with_colour(table: Table, rows: Rows) -> NDArray[np.float64]:
    pile, discards = rows[:, table.pile], rows[:, table.discards]
    index, colour = np.arange(len(rows)), table.colour(rows)
    return _finish(table.missing(rows), pile[index, colour], pile[:, WITCH], discards[index, colour], discards[:, WITCH])


def _without_colour(table: Table, rows: Rows) -> NDArray[np.float64]:
    """The first card of a colour that nobody builds begins the castle: it is in the pile, or else among the discards."""
    pile, discards = rows[:, table.pile], rows[:, table.discards]
    built = rows[:, table.colours]
    free = (built[:, :, None] != np.array(COLOURS)).all(1)
    drawn_first = np.where(free, pile[:, :NO_COLOUR], np.int8(0))
    ends = drawn_first.sum(1) + pile[:, WITCH]
    drawn_later = np.where(free, discards[:, :NO_COLOUR], np.int8(0))
    ends_later = drawn_later.sum(1) + discards[:, WITCH]
    chance = np.zeros(len(rows))
    for colour in table.rules.colours:
        missing = np.full(len(rows), table.deck[colour] - 1)
        now, later = drawn_first[:, colour], drawn_later[:, colour]
        from_pile = _finish(missing, now - 1, pile[:, WITCH], discards[:, colour], discards[:, WITCH])
        from_discards = _BEFORE_WITCHES[missing, later - 1, discards[:, WITCH]]
        chance += np.where(now > 0, now / np.maximum(ends, 1) * from_pile, 0.0)
        chance += np.where((ends == 0) & (later > 0), later / np.maximum(ends_later, 1) * from_discards, 0.0)
    return chance


def _finish(missing: Counts, cards: Rows, witches: Rows, cards_later: Rows, witches_later: Rows) -> NDArray[np.float64]:
    """The chance that the missing cards are drawn before a witch, from a pile and, when no witch is in it, then from the discards."""
    still_missing = np.maximum(missing - cards, 0)
    chance: NDArray[np.float64] = np.where(
        witches > 0, _BEFORE_WITCHES[missing, cards, witches], _BEFORE_WITCHES[still_missing, cards_later, witches_later]
    )
    return chance


# -- bounds -------------------------------------------------------------------------------------------------------------------------------
# Of all listed states, from those within one turn to those within more and more turns.


Bounds = NDArray[np.float64]
"""float64[states, 2]: lower and upper bound of the chance to win, by state."""
_NONE = np.empty(0, np.int64)
_IN_SWEEPS = {ON_WITCH: 0, MORE: 1, TURN: 2}


@dataclass(frozen=True)
class _Draws:
    """What the states of a block may draw, by state and then by successor. Sums are taken in this order."""

    sources: Numbers
    """Places in the block."""
    targets: Numbers
    chances: NDArray[np.float64]

    def means(self, bounds: Bounds, states: int) -> Bounds:
        """float64[states, 2]: the bounds of these states if they draw."""
        return np.stack([np.bincount(self.sources, self.chances * side[self.targets], states) for side in bounds.T], axis=1)


@dataclass(frozen=True)
class _Block:
    """States of one seat and one phase, none a successor of another, with their successors."""

    states: slice
    seat: int
    phase: int
    draws: _Draws | None
    choices: Numbers
    """What the other moves lead to, state by state."""
    starts: Numbers
    """Where in `choices` each state begins; empty when there are none."""

    def values(self, bounds: Bounds, decider: int) -> Bounds:
        """The bounds of these states from those of their successors."""
        drawn: Bounds | None = None if self.draws is None else self.draws.means(bounds, self.states.stop - self.states.start)
        if not len(self.starts):
            assert drawn is not None
            return drawn
        pick = np.maximum if self.seat == decider else np.minimum
        chosen: Bounds = pick.reduceat(bounds[self.choices], self.starts, axis=0)
        return chosen if drawn is None else pick(drawn, chosen)


class Sweeps:
    """The bounds of a listing for one decider against all others together.

    At first they are those within one turn: what is left of the one that is being played. `sweep` makes one turn more of it.
    """

    def __init__(self, listing: Listing, decider: int) -> None:
        self.listing, self.decider = listing, decider
        self.turns = 1
        rows, table = listing.rows, listing.table
        seats = table.players
        self.bounds = np.zeros((listing.count, 2))
        self.bounds[decider] = 1.0
        chance = chance_to_finish(table, rows[seats:])
        is_own = rows[seats:, table.turn] == decider
        self.bounds[seats:, 0] = np.where(is_own, chance, 0.0)
        self.bounds[seats:, 1] = np.where(is_own, 1.0, 1.0 - chance)
        order, self._blocks = _blocks(listing)
        self.bounds = self.bounds[order]
        self._place = np.argsort(order)
        self._before = np.zeros((listing.count, 2))
        self._before[:, 1] = 1.0

    def of(self, state: State) -> tuple[float, float]:
        """The bounds of a state, (0, 1) when it is not listed; at the start of a turn within one turn less, for that is the next one."""
        number = self.listing.number(state)
        if number is None:
            return 0.0, 1.0
        low, high = (self._before if state.phase is Phase.TURN else self.bounds)[self._place[number]].tolist()
        return low, high

    def by_number(self) -> Bounds:
        """The bounds of all listed states, by their numbers."""
        return self.bounds[self._place]

    def moves(self, state: State) -> dict[Move, tuple[float, float]]:
        """The bounds of every legal move; those of a draw are means over the cards."""
        bounds = {}
        for move in state.moves():
            outcomes = [(chance, self.of(after)) for chance, after in successors(state, move)]
            low, high = (sum(chance * both[side] for chance, both in outcomes) for side in (0, 1))
            bounds[move] = (low, high)
        return bounds

    @property
    def gap(self) -> float:
        """The largest difference of two bounds."""
        return float(np.max(self.bounds[:, 1] - self.bounds[:, 0]))

    def sweep(self, in_place: bool = False) -> float:
        """Bounds within one turn more, and the largest change of any.

        `in_place`: what is known of the start of a turn counts at once. One sweep is then up to one turn of every player; the bounds are
        those of the game without a limit of turns.
        """
        starts: list[tuple[slice, Bounds]] = []
        before = self.bounds.copy()
        for block in self._blocks:
            values = block.values(self.bounds, self.decider)
            if block.phase == _IN_SWEEPS[TURN] and not in_place:
                starts.append((block.states, values))
            else:
                self.bounds[block.states] = values
        for states, values in starts:
            self.bounds[states] = values
        self.turns += 1
        self._before = self.bounds if in_place else before
        return float(np.max(np.abs(self.bounds - before)))


def _blocks(listing: Listing) -> tuple[Numbers, list[_Block]]:
    """The states in the order of sweeps, and the blocks of those that were looked into.

    Every draw leaves the player with more cards until the turn ends: within a turn nothing comes again. What may come last is first here.
    """
    rows, table, count = listing.rows, listing.table, listing.count
    draws = [np.concatenate(column) for column in zip((_NONE, _NONE, np.empty(0)), *listing.draws, strict=True)]
    choices = [np.concatenate(column) for column in zip((_NONE, _NONE), *listing.choices, strict=True)]
    draw_counts, choice_counts = np.bincount(draws[0], minlength=count), np.bincount(choices[0], minlength=count)
    is_open = draw_counts + choice_counts > 0
    seats, phases = rows[:, table.turn], np.array([_IN_SWEEPS.get(phase, 0) for phase in range(4)])[rows[:, table.phase]]
    held = np.where(phases == _IN_SWEEPS[ON_WITCH], 0, rows[:, : table.discards.start].sum(1))
    keys = np.stack([~is_open, -seats, phases, -held, choice_counts > 0], axis=1).astype(np.int64)
    order = np.lexsort(keys.T[::-1])
    place = np.argsort(order)
    by_state = np.lexsort((place[draws[1]], place[draws[0]]))
    sources, drawn, chances = place[draws[0]][by_state], place[draws[1]][by_state], draws[2][by_state]
    targets = place[choices[1]][np.argsort(place[choices[0]], kind="stable")]
    ends = np.cumsum(choice_counts[order])
    firsts = ends - choice_counts[order]
    keys = keys[order]
    borders = np.flatnonzero(np.append(True, (keys[1:] != keys[:-1]).any(1)))
    blocks = []
    for first, last in zip(borders, np.append(borders[1:], count), strict=True):
        is_closed, seat, phase, _, has_choices = keys[first].tolist()
        if is_closed:
            break
        part = slice(*np.searchsorted(sources, (first, last)))
        blocks.append(
            _Block(
                states=slice(first, last),
                seat=-seat,
                phase=phase,
                draws=_Draws(sources[part] - first, drawn[part], chances[part]) if phase != _IN_SWEEPS[ON_WITCH] else None,
                choices=targets[firsts[first] : ends[last - 1]],
                starts=firsts[first:last] - firsts[first] if has_choices else np.empty(0, np.int64),
            )
        )
    return order, blocks
