"""What one seat sees of a round: the record that only this seat could have written."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from diamonds_solver.games.diams.rules.cards import COLLECTION, HIDDEN, Cards, X, of_quality, qualities, quality, taken_away
from diamonds_solver.games.diams.rules.moves import Kind, Move
from diamonds_solver.games.diams.rules.state import Phase, State

from .hidden import SKIP, Hidden, HiddenPile, Laying, Part, Step, after
from .record import Record


def observed(record: Record, seat: int) -> Record:
    """The record without what `seat` cannot know: others' cards, what they draw and lay, and the pile.

    `record`: one that is no other seat's knowledge. What it tells of others' hidden cards before its play is left out, too.
    """
    observer = Observer(record, seat)
    for step in record.play:
        observer.follow(step)
    return observer.record


def _hidden(record: Record, seat: int) -> Hidden:
    return Hidden((), len(record.start.hands[seat]), piles=tuple(map(_face_down, _piles(record, seat))))


def _face_down(pile: Cards) -> HiddenPile:
    """What others see of a pile: of one that was broken into the quality, which one of the copies tells, a plain one if there is."""
    return HiddenPile((), len(pile)) if len(pile) >= COLLECTION else HiddenPile(pile[-1:], len(pile) - 1)


def _piles(record: Record, seat: int) -> Sequence[Cards]:
    """The piles of the start: known ones in an order that does not tell what they are, hidden ones as the record numbers them."""
    piles = record.start.safes[seat]
    return piles if seat in record.hidden_seats else sorted(piles, key=lambda pile: (len(pile) >= COLLECTION, -len(pile)))


def _composed(record: Record, seat: int) -> Cards | None:
    """The cards that `seat` does not see, where they are fewer than the rest of the deck."""
    start = record.start
    if not record.is_open:
        return record.unseen
    others = [each for each in range(record.players) if each != seat]
    piles = [pile for each in others for pile in start.safes[each]]
    told = [kind for pile in piles for kind in _face_down(pile).cards]
    hidden = [kind for pile in piles for kind in taken_away(pile, _face_down(pile).cards)]
    unseen = [*start.pile, *(kind for each in others for kind in start.hands[each]), *hidden]
    seen = [*start.hands[seat], *(kind for pile in start.safes[seat] for kind in pile), *start.market, *start.used, *told]
    is_whole = len(unseen) + len(seen) + (start.closed is not None) == len(record.rules.deck)
    return None if is_whole else tuple(sorted(kind for kind in unseen if kind != X))


class _Pile(NamedTuple):
    """A pile as the table shows it."""

    quality: int
    past: tuple[tuple[int, int], ...]
    """When how many cards came, or went. Piles with the same past look alike."""

    @classmethod
    def of_start(cls, pile: Cards) -> _Pile:
        told = tuple((-1, quality(kind)) for kind in _face_down(pile).cards)
        return cls(quality(pile[0]), ((-1, len(pile)), *told))


class Observer:
    """Follows a play, step by step, by what one seat sees of it. `copy.copy` gives one that goes on by itself."""

    def __init__(self, record: Record, seat: int) -> None:
        """`record`: the start of the play; its own is left out."""
        start = record.start
        told = tuple(None if each == seat else _hidden(record, each) for each in range(record.players))
        hands = tuple(start.hands[each] if each == seat else (HIDDEN,) * len(start.hands[each]) for each in range(record.players))
        safes = tuple(hidden.safe() if hidden else start.safes[each] for each, hidden in enumerate(told))
        self._start = replace(
            record,
            start=start._replace(hands=hands, safes=safes, pile=(HIDDEN,) * len(start.pile), is_stack=False),
            play=(),
            see=seat,
            hidden=told,
            unseen=_composed(record, seat),
            places=None,
        )
        self.steps: tuple[tuple[int, Step], ...] = ()
        """Each with the seat that made it."""
        self._hidden, self._seat = self._start.hidden_seats, seat
        self._not_told = record.hidden_seats
        self._state, self._seen = start, self._start.start
        self._piles = tuple(tuple(map(_Pile.of_start, _piles(record, each))) for each in range(record.players))
        self._asked: Step | None = None

    @property
    def record(self) -> Record:
        """What the seat knows, as a record."""
        return replace(self._start, play=tuple(step for _, step in self.steps))

    def follow(self, step: Step) -> None:
        """One more step, as whoever knows all cards has it."""
        before, self._state = self._state, after(self._state, step, self._not_told)
        if self._asked is not None:
            assert isinstance(step.move, Move)
            asked, self._asked = self._asked, None
            self._add(self._given(asked, step.move.cards, step))
            return
        seen = self._as_seen(before, step)
        if self._state.phase is Phase.GIVE and self._state.owner != self._seat:
            self._asked = seen  # what is given is the next step
        else:
            self._add(seen)

    def _add(self, step: Step) -> None:
        self._note(step)
        while self._seen.phase is Phase.ACT and (self._seen.turn, Phase.ACT) != (self._state.turn, self._state.phase):
            self._note(SKIP)  # a turn without phase 2, of a seat of which this seat does not see why

    def _note(self, step: Step) -> None:
        self.steps = (*self.steps, (self._seen.to_move, step))
        self._seen = after(self._seen, step, self._hidden)

    def _as_seen(self, before: State, step: Step) -> Step:
        actor, move = before.to_move, step.move
        if step.is_skip or isinstance(move, Laying):
            return step
        if move.kind is Kind.DRAW and actor != self._seat and X not in step.turned_up:
            return step._replace(turned_up=(HIDDEN,))
        if move.kind in (Kind.SAFE, Kind.SECURE):
            parts = self._parts(actor, move)
            return step if actor == self._seat else step._replace(move=Laying(move.kind, parts))
        if move.kind is Kind.SALE and move.target != self._seat and step.given is None:
            return step._replace(given=of_quality(before.hands[move.target], quality(move.cards[0])))
        if move.kind is Kind.BREAK and move.target != self._seat and step.given is None and self._state.phase is not Phase.GIVE:
            had = [kind for pile in before.safes[move.target] for kind in pile]
            for kind in (kind for pile in self._state.safes[move.target] for kind in pile):
                had.remove(kind)
            return self._given(step, tuple(had), step)
        return step

    def _parts(self, actor: int, move: Move) -> tuple[Part, ...]:
        """What others see of a laying: new piles first, larger parts first, so that their order does not tell qualities."""
        laid = sorted((of_quality(move.cards, each) for each in qualities(move.cards)), key=len, reverse=True)
        old = {pile.quality for pile in self._piles[actor]}
        new = [cards for cards in laid if quality(cards[0]) not in old]
        more = [(self._number(actor, quality(cards[0]), len(cards)), len(cards)) for cards in laid if cards not in new]
        fresh = tuple(_Pile(quality(cards[0]), ((len(self.steps), len(cards)),)) for cards in new)
        self._set_piles(actor, (*self._piles[actor], *fresh))
        return (*(Part(len(cards)) for cards in new), *(Part(count, number) for number, count in sorted(more)))

    def _given(self, asked: Step, cards: Cards, step: Step) -> Step:
        """A Perce-blindage with what it brought, and what the pile turned up after it."""
        assert isinstance(asked.move, Move)
        owner = asked.move.target
        number = self._number(owner, quality(cards[0]), -1) if cards and len(self._piles[owner]) > 1 else 0
        return asked._replace(given=cards, pile=number, turned_up=step.turned_up)

    def _number(self, owner: int, wanted: int, count: int) -> int:
        """The number of a pile, from 1, to which so many cards come now. Of piles that looked alike until now it is the first one,
        whichever is meant: else the number would tell what nobody sees."""
        piles = list(self._piles[owner])
        at = [pile.quality for pile in piles].index(wanted)
        past = piles[at].past
        first = [pile.past for pile in piles].index(past)
        piles[at] = piles[first]
        piles[first] = _Pile(wanted, (*past, (len(self.steps), count)))
        self._set_piles(owner, tuple(piles))
        return first + 1

    def _set_piles(self, owner: int, piles: tuple[_Pile, ...]) -> None:
        self._piles = (*self._piles[:owner], piles, *self._piles[owner + 1 :])
