"""Moves of a round with hidden cards: what is known of each, and the state after it, in which HIDDEN stands for unknown cards.

Of a hidden seat a state has nothing but the sizes: its hand is HIDDEN cards, its safe the piles in the order in which they were laid or
written, with the cards that are told. What is known beyond that is the business of `Knowledge`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

from diamonds_solver.games.diams.rules.cards import HIDDEN, B, Cards, S, T, added, quality, taken_away, written
from diamonds_solver.games.diams.rules.moves import Kind, Move
from diamonds_solver.games.diams.rules.state import State


class HiddenPile(NamedTuple):
    """A pile of a safe of which cards are hidden, or may be."""

    cards: Cards
    """The known ones, which give the quality."""
    unknown: int = 0
    """How many unknown ones it has."""


class Hidden(NamedTuple):
    """What is known of a seat's cards before the play."""

    known: Cards = ()
    """In the hand."""
    unknown: int = 0
    """How many other cards the hand has."""
    held: Cards = ()
    """Cards known to be among the unknown ones of the hand or the piles."""
    lacks: tuple[int, ...] = ()
    """Qualities that are not in the hand."""
    piles: tuple[HiddenPile, ...] = ()

    def hand(self) -> Cards:
        """As a state has it."""
        return (HIDDEN,) * (len(self.known) + self.unknown)

    def safe(self) -> tuple[Cards, ...]:
        """As a state has it."""
        return tuple((*pile.cards, *[HIDDEN] * pile.unknown) for pile in self.piles)

    def room(self) -> int:
        """How many cards are hidden without being known to be held."""
        return self.unknown + sum(pile.unknown for pile in self.piles) - len(self.held)


class Part(NamedTuple):
    """Cards that a hidden seat lays on one pile."""

    size: int
    pile: int = 0
    """The number of the pile, from 1; 0: a new one."""
    cards: Cards = ()
    """All of them, if they are known."""

    def __str__(self) -> str:
        if self.cards:
            return written(self.cards)  # they tell the pile by their quality
        return f"+{self.size}#{self.pile}" if self.pile else f"+{self.size}"


class Laying(NamedTuple):
    """A hidden seat lays cards face down: ``safe:+3``, ``safe:+4+1#1``, ``S:+1#2``."""

    kind: Kind
    """SAFE or SECURE."""
    parts: tuple[Part, ...]

    def __str__(self) -> str:
        texts = list(map(str, self.parts))
        text = texts[0] + "".join(each if each.startswith("+") else f"+{each}" for each in texts[1:])
        return ("S:" if self.kind is Kind.SECURE else "safe:") + text

    @property
    def size(self) -> int:
        """How many cards are laid."""
        return sum(part.size for part in self.parts)


class Step(NamedTuple):
    """One move that was made, and what else it showed."""

    move: Move | Laying
    turned_up: Cards = ()
    """In the order in which the cards came: the card of a draw (HIDDEN where it is not told), those of an open, or a refill of the market
    after any other move."""
    given: Cards | None = None
    """What a hidden seat gave to a forced sale, or out of its safe."""
    pile: int = 0
    """The pile out of which it was given, from 1, where it has more than one."""
    is_skip: bool = False
    """Whether this is no move, but a turn without phase 2 of a hidden seat that has nothing to do in it. It is not written."""


SKIP = Step(Move(Kind.PASS), is_skip=True)


def after(state: State, step: Step, hidden: Collection[int] = ()) -> State:
    """The state after one step. Raises ValueError if the cards that it names are not there."""
    if not hidden:
        assert isinstance(step.move, Move)
        state = state.after(step.move)
        return state.turned_up(step.turned_up) if step.turned_up else state
    if step.is_skip:
        return state.acted()
    state = _moved(state, step, hidden)
    if step.turned_up:
        state = told_pile(state, step.turned_up).turned_up(step.turned_up)
    return hide(state, hidden)


def hide(state: State, seats: Iterable[int]) -> State:
    """The state without what is known of the hands of these seats."""
    return with_hands(state, {seat: (HIDDEN,) * len(state.hands[seat]) for seat in seats})


def told(state: State, seat: int, cards: Iterable[int]) -> State:
    """The state in which the hidden hand of a seat has these cards.

    Raises ValueError if the hand is too small.
    """
    cards = tuple(cards)
    hand = added(taken_away(state.hands[seat], [HIDDEN] * len(cards)), cards)
    return with_hands(state, {seat: hand})


def told_pile(state: State, cards: Cards) -> State:
    """The state in which these cards are in the pile, where it is not told what that has. Raises ValueError for more cards than it has."""
    if HIDDEN not in state.pile:
        return state
    return state._replace(pile=added(taken_away(state.pile, [HIDDEN] * len(cards)), cards))


def with_hands(state: State, hands: dict[int, Cards]) -> State:
    return state._replace(hands=tuple(hands.get(seat, hand) for seat, hand in enumerate(state.hands)))


def shown_by(move: Move) -> Cards:
    """The cards that a move proves to be in the hand of who makes it."""
    tools = {Kind.TAKE: (T,), Kind.BREAK: (B,), Kind.SECURE: (S,), Kind.SALE: (move.tool,)}.get(move.kind, ())
    return added(() if move.kind in (Kind.TAKE, Kind.BREAK, Kind.GIVE) else move.cards, tools)


def pile_given(state: State, owner: int, kind: int, number: int) -> int | None:
    """The index of the pile of a hidden seat out of which a card comes; None if that has to be told."""
    safe = state.safes[owner]
    if number:
        return number - 1 if number <= len(safe) else None
    of_quality = [at for at, pile in enumerate(safe) if pile[0] != HIDDEN and quality(pile[0]) == quality(kind)]
    if of_quality:
        return of_quality[0]
    not_told = [at for at, pile in enumerate(safe) if pile[0] == HIDDEN]
    return not_told[0] if len(not_told) == 1 else None


def _moved(state: State, step: Step, hidden: Collection[int]) -> State:
    actor, move = state.to_move, step.move
    if isinstance(move, Laying):
        return _laid(state, move)
    if actor in hidden:
        state = told(state, actor, shown_by(move))
    if move.target in hidden and step.given is not None:
        if move.kind is Kind.BREAK:
            return _broken_into(state, move, step)
        state = told(state, move.target, step.given)
    return state.after(move)


def _laid(state: State, move: Laying) -> State:
    seat = state.turn
    safe = list(state.safes[seat])
    for part in move.parts:
        cards = part.cards or (HIDDEN,) * part.size
        if part.pile:
            safe[part.pile - 1] = added(safe[part.pile - 1], cards)
        else:
            safe.append(cards)
    size = len(state.hands[seat]) - move.size - (move.kind is Kind.SECURE)
    if size < 0:
        raise ValueError("more cards are laid than there are")
    used = added(state.used, (S,)) if move.kind is Kind.SECURE else state.used
    state = with_hands(state, {seat: (HIDDEN,) * size})
    return state._replace(used=used, safes=_with_safe(state.safes, seat, safe)).acted()


def _broken_into(state: State, move: Move, step: Step) -> State:
    """A hidden seat gave a card out of its safe, or had none."""
    asker, owner = state.turn, move.target
    hand = taken_away(state.hands[asker], (B,))
    safe = list(state.safes[owner])
    for kind in step.given or ():
        at = pile_given(state, owner, kind, step.pile)
        assert at is not None
        safe[at] = taken_away(safe[at], (kind if kind in safe[at] else HIDDEN,))
        hand = added(hand, (kind,))
    state = with_hands(state, {asker: hand})
    return state._replace(used=added(state.used, (B,)), safes=_with_safe(state.safes, owner, safe)).acted()


def _with_safe(safes: Sequence[tuple[Cards, ...]], seat: int, safe: Sequence[Cards]) -> tuple[tuple[Cards, ...], ...]:
    return (*safes[:seat], tuple(safe), *safes[seat + 1 :])
