"""What a seat whose cards are hidden may do, as far as anybody knows: the moves with which some deal of the hidden cards still agrees."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations_with_replacement, product

from diamonds_solver.games.diams.record.hidden import Laying, Part, Step, after
from diamonds_solver.games.diams.record.knowledge import ImpossibleError, Knowledge
from diamonds_solver.games.diams.rules.cards import (
    COLLECTION,
    COPIES,
    DIAMONDS,
    FORCED_SALES,
    QUALITIES,
    B,
    Cards,
    S,
    T,
    diamond,
    quality,
)
from diamonds_solver.games.diams.rules.choices import kinds, sums
from diamonds_solver.games.diams.rules.moves import PASS, Kind, Move
from diamonds_solver.games.diams.rules.state import State

from .worlds import Worlds


def is_possible(state: State, knowledge: Knowledge, step: Step) -> bool:
    """Whether some deal agrees with a step that is made now."""
    learned = knowledge.copy()
    try:
        now = after(state, step, knowledge.seats)
        learned.follow(state, step, now)
    except (ImpossibleError, ValueError):
        return False
    return Worlds(now, learned).is_possible


class Holdings:
    """What the hidden hand of a seat may have."""

    def __init__(self, state: State, knowledge: Knowledge, seat: int) -> None:
        self._state, self._knowledge, self._seat = state, knowledge, seat
        self._known: dict[int, bool] = {}

    def may_have(self, kind: int) -> bool:
        """Whether a card of the kind can be in the hand."""
        if kind not in self._known:
            self._known[kind] = self._is_possible(kind)
        return self._known[kind]

    def diamonds(self) -> Cards:
        """The kinds of diamonds that can be there."""
        return tuple(filter(self.may_have, range(DIAMONDS)))

    def with_card(self, kind: int) -> Holdings:
        """What may be there beside a card of that kind, which has to be possible. The card itself counts as seen."""
        return Holdings(self._state, self._knowledge.showing(self._seat, (kind,)), self._seat)

    def _is_possible(self, kind: int) -> bool:
        if not self._knowledge.unseen[kind] and all(card.kind != kind for card in self._knowledge.seats[self._seat].named):
            return False
        try:
            return Worlds(self._state, self._knowledge.showing(self._seat, (kind,))).is_possible
        except ImpossibleError:
            return False


def thinkable(state: State, knowledge: Knowledge, seat: int) -> tuple[Move | Laying, ...]:
    """The moves of phase 2 of a hidden seat. Cards that are laid are not named."""
    return tuple(_thinkable(state, knowledge, seat))


def _thinkable(state: State, knowledge: Knowledge, seat: int) -> Iterator[Move | Laying]:
    holdings, market, size = Holdings(state, knowledge, seat), state.market, len(state.hands[seat])
    players = state.rules.players
    others = [(seat + step) % players for step in range(1, players)]
    own = holdings.diamonds()
    offered = {quality(kind) for kind in market}
    yield from (Move(Kind.SHOW, (kind,)) for kind in own if quality(kind) in offered)
    yield from (Move(Kind.SUM, (kind,), taken) for kind in own for taken in sums(market, quality(kind)))
    yield from (move for move in _layings(state, seat, size) if is_possible(state, knowledge, Step(move)))
    yield from (Move(Kind.PUT, (kind,)) for kind in own)
    if holdings.may_have(T):
        yield from (Move(Kind.TAKE, (kind,)) for kind in kinds(market))
    if holdings.may_have(B):
        for other, each in product(others, reversed(QUALITIES)):
            yield Move(Kind.BREAK, (diamond(each),), target=other)
            if state.rules.loupes[each - 1]:
                yield Move(Kind.BREAK, (diamond(each, True),), target=other)
    for tool in FORCED_SALES:
        if size > 1 and holdings.may_have(tool):
            shown = holdings.with_card(tool).diamonds()
            yield from (Move(Kind.SALE, (kind,), target=other, tool=tool) for other in others for kind in shown)
    if _may_pass(state, knowledge, seat, holdings):
        yield PASS


def _layings(state: State, seat: int, size: int) -> Iterator[Laying]:
    """New piles, the largest first, with additions to those that are there; and additions by a Secur'express."""
    room = [range(COPIES - len(pile) + 1) for pile in state.safes[seat]]
    sizes = range(COPIES, COLLECTION - 1, -1)
    for count in range(1, size // COLLECTION + 1):
        for new, more in product(combinations_with_replacement(sizes, count), product(*room)):
            if sum(new) + sum(more) <= size:
                yield Laying(Kind.SAFE, (*map(Part, new), *(Part(n, at) for at, n in enumerate(more, 1) if n)))
    if S not in state.used:
        for at, counts in enumerate(room, 1):
            yield from (Laying(Kind.SECURE, (Part(count, at),)) for count in counts if 0 < count < size)


def _may_pass(state: State, knowledge: Knowledge, seat: int, holdings: Holdings) -> bool:
    """Whether the hand may have no diamond, but a forced-sale card that works without one."""
    if len(state.hands[seat]) > len(FORCED_SALES):
        return False
    useful = [tool for tool in (T, B) if (tool == B or state.market) and holdings.may_have(tool)]
    return any(is_possible(state, knowledge.showing(seat, (tool,)), Step(PASS)) for tool in useful)


def givings(state: State, knowledge: Knowledge, asked: Move) -> tuple[Step, ...]:
    """What a hidden seat may give that is asked by a forced sale or a Perce-blindage, as steps of whoever asks."""
    wanted = quality(asked.cards[0])
    plain, loupe = diamond(wanted), diamond(wanted, True)
    if asked.kind is Kind.BREAK:
        named = (loupe,) if asked.cards == (loupe,) else (loupe, plain)
        count = len(state.safes[asked.target])
        piles = range(1, count + 1) if count > 1 else (0,) * count  # a single pile need not be told
        steps = [Step(asked, given=()), *(Step(asked, given=(kind,), pile=pile) for kind in named for pile in piles)]
    else:
        most = Counter({plain: COPIES - state.rules.loupes[wanted - 1], loupe: state.rules.loupes[wanted - 1]})
        pairs = product(range(most[loupe] + 1), range(most[plain] + 1))
        steps = [Step(asked, given=(loupe,) * loupes + (plain,) * count) for loupes, count in pairs]
    return tuple(step for step in steps if is_possible(state, knowledge, step))
