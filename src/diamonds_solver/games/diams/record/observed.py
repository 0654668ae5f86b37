"""What one seat sees of a round: the record that only this seat could have written."""

from __future__ import annotations

from dataclasses import replace

from diamonds_solver.games.diams.rules.cards import COLLECTION, HIDDEN, Cards, X, of_quality, qualities, quality, taken_away
from diamonds_solver.games.diams.rules.moves import Kind, Move
from diamonds_solver.games.diams.rules.state import Phase, State

from .hidden import SKIP, Hidden, HiddenPile, Laying, Part, Step, after
from .record import Record


def observed(record: Record, seat: int) -> Record:
    """The record without what `seat` cannot know: others' cards, what they draw and lay, and the pile.

    `record`: one that is no other seat's knowledge. What it tells of others' hidden cards before its play is left out, too.
    """
    start = record.start
    told = tuple(None if each == seat else _hidden(start, each) for each in range(record.players))
    hands = tuple(start.hands[each] if each == seat else (HIDDEN,) * len(start.hands[each]) for each in range(record.players))
    safes = tuple(hidden.safe() if hidden else start.safes[each] for each, hidden in enumerate(told))
    seen = replace(
        record,
        start=start._replace(hands=hands, safes=safes, pile=(HIDDEN,) * len(start.pile), is_stack=False),
        play=(),
        see=seat,
        hidden=told,
        unseen=_composed(record, seat),
        places=None,
    )
    return replace(seen, play=tuple(_Observer(record, seen, seat).steps()))


def _hidden(start: State, seat: int) -> Hidden:
    return Hidden((), len(start.hands[seat]), piles=tuple(map(_face_down, start.safes[seat])))


def _face_down(pile: Cards) -> HiddenPile:
    """What others see of a pile: of one that was broken into the quality, which one of the copies tells, a plain one if there is."""
    return HiddenPile((), len(pile)) if len(pile) >= COLLECTION else HiddenPile(pile[-1:], len(pile) - 1)


def _composed(record: Record, seat: int) -> tuple[int, ...] | None:
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


class _Observer:
    """Follows a play by what one seat sees of it."""

    def __init__(self, record: Record, seen: Record, seat: int) -> None:
        self._record, self._hidden, self._seat = record, seen.hidden_seats, seat
        self._state, self._seen = record.start, seen.start
        self._piles = [[quality(pile[0]) for pile in safe] for safe in record.start.safes]
        self._found: list[Step] = []

    def steps(self) -> list[Step]:
        asked: Step | None = None
        for step in self._record.play:
            before, self._state = self._state, after(self._state, step, self._record.hidden_seats)
            if asked is not None:
                assert isinstance(step.move, Move)
                self._add(self._given(asked, step.move.cards, step))
                asked = None
                continue
            seen = self._as_seen(before, step)
            if self._state.phase is Phase.GIVE and self._state.owner != self._seat:
                asked = seen  # what is given is the next step
            else:
                self._add(seen)
        return self._found

    def _add(self, step: Step) -> None:
        self._found.append(step)
        self._seen = after(self._seen, step, self._hidden)
        while self._seen.phase is Phase.ACT and (self._seen.turn, Phase.ACT) != (self._state.turn, self._state.phase):
            self._found.append(SKIP)  # a turn without phase 2, of a seat of which this seat does not see why
            self._seen = after(self._seen, SKIP, self._hidden)

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
        """What others see of a laying."""
        piles, parts = self._piles[actor], []
        for each in qualities(move.cards):
            parts.append(Part(len(of_quality(move.cards, each)), piles.index(each) + 1 if each in piles else 0))
        piles += [each for each in qualities(move.cards) if each not in piles]
        return tuple(parts)

    def _given(self, asked: Step, cards: tuple[int, ...], step: Step) -> Step:
        """A Perce-blindage with what it brought, and what the pile turned up after it."""
        assert isinstance(asked.move, Move)
        piles = self._piles[asked.move.target]
        number = piles.index(quality(cards[0])) + 1 if cards and len(piles) > 1 else 0
        return asked._replace(given=cards, pile=number, turned_up=step.turned_up)
