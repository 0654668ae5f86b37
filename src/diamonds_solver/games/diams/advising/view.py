"""Views of Diam's: possible moves, contradictions, what a player knows."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations_with_replacement, product
from typing import Any, ClassVar

from diamonds_solver.common.quantities import check_whole
from diamonds_solver.errors import HiddenCardsError, PositionError
from diamonds_solver.notation.problems import ContradictionError, Location, ProblemList

from ..records.record import Record, knowledge_of, observed
from ..round.knowledge import FaceDownLay, Hidden, ImpossibleError, Knowledge, Part, Step, after
from ..round.rules import COLLECTION, COPIES, DIAMONDS, FORCED_SALES, PASS, QUALITIES, B, Cards, Kind, Move, S, T, diamond, quality
from ..round.state import Phase, State, kinds, sums
from .worlds import Worlds

# -- possible moves -----------------------------------------------------------------------------------------------------------------------
# What a seat whose cards are hidden may do, as far as anybody knows: the moves with which some deal of the hidden cards still agrees.


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


def thinkable(state: State, knowledge: Knowledge, seat: int) -> tuple[Move | FaceDownLay, ...]:
    """The moves of phase 2 of a hidden seat. Cards that are laid are not named."""
    return tuple(_thinkable(state, knowledge, seat))


def _thinkable(state: State, knowledge: Knowledge, seat: int) -> Iterator[Move | FaceDownLay]:
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


def _layings(state: State, seat: int, size: int) -> Iterator[FaceDownLay]:
    """New piles, the largest first, with additions to those that are there; and additions by a Secur'express."""
    room = [range(COPIES - len(pile) + 1) for pile in state.safes[seat]]
    sizes = range(COPIES, COLLECTION - 1, -1)
    for count in range(1, size // COLLECTION + 1):
        for new, more in product(combinations_with_replacement(sizes, count), product(*room)):
            if sum(new) + sum(more) <= size:
                yield FaceDownLay(Kind.SAFE, (*map(Part, new), *(Part(n, at) for at, n in enumerate(more, 1) if n)))
    if S not in state.used:
        for at, counts in enumerate(room, 1):
            yield from (FaceDownLay(Kind.SECURE, (Part(count, at),)) for count in counts if 0 < count < size)


def _may_pass(state: State, knowledge: Knowledge, seat: int, holdings: Holdings) -> bool:
    """Whether the hand may have no diamond, but a forced-sale card that works without one."""
    if len(state.hands[seat]) > len(FORCED_SALES):
        return False
    useful = [tool for tool in (T, B) if (tool == B or state.market) and holdings.may_have(tool)]
    return any(is_possible(state, knowledge.showing(seat, (tool,)), Step(PASS)) for tool in useful)


def givings(state: State, knowledge: Knowledge, request: Move) -> tuple[Step, ...]:
    """What a hidden seat may give that is asked by a forced sale or a Perce-blindage, as steps of whoever asks."""
    wanted = quality(request.cards[0])
    plain, loupe = diamond(wanted), diamond(wanted, True)
    if request.kind is Kind.BREAK:
        named = (loupe,) if request.cards == (loupe,) else (loupe, plain)
        count = len(state.safes[request.target])
        piles = range(1, count + 1) if count > 1 else (0,) * count  # a single pile need not be told
        steps = [Step(request, given=()), *(Step(request, given=(kind,), pile=pile) for kind in named for pile in piles)]
    else:
        most = Counter({plain: COPIES - state.rules.loupes[wanted - 1], loupe: state.rules.loupes[wanted - 1]})
        pairs = product(range(most[loupe] + 1), range(most[plain] + 1))
        steps = [Step(request, given=(loupe,) * loupes + (plain,) * count) for loupes, count in pairs]
    return tuple(step for step in steps if is_possible(state, knowledge, step))


# -- contradictions -----------------------------------------------------------------------------------------------------------------------
# Where a record contradicts itself about hidden cards.


def contradiction(record: Record) -> PositionError:
    """What is wrong with a record of which no world can be true: the first move that cannot be, or what is told before the play.

    It has its place where the record was read from a text.
    """
    steps = bisect_left(range(len(record.play) + 1), True, key=lambda count: not _is_possible(replace(record, play=record.play[:count])))
    if not steps:
        return _wrong_start(replace(record, play=()))
    step = record.play[steps - 1]
    where = record.places.steps[steps - 1] if record.places is not None and steps <= len(record.places.steps) else None
    what = "a turn without a move" if step.is_skip else str(step.move)
    hint = "what comes before leaves no cards for it: check held, lacks and the play"
    return _error("E-HELD", f"{what} is impossible: no deal of the hidden cards agrees with it and with everything before it", hint, where)


def _wrong_start(record: Record) -> PositionError:
    """Of what is told before the play: the field without which there would be a deal."""
    for name, code in (("lacks", "E-LACKS"), ("held", "E-HELD")):
        for seat in sorted(record.hidden_seats):
            hidden = record.hidden[seat]
            assert hidden is not None
            if getattr(hidden, name) and _is_possible(_without(record, seat, hidden, name)):
                where = record.places.fields.get((name, seat)) if record.places is not None else None
                label = record.seat_name(seat)
                message = f"no deal of the hidden cards agrees with what is known of {label}"
                hint = f"without '{name}' of {label} there would be one: check the sizes of the hand and of the piles, too"
                return _error(code, message, hint, where)
    return PositionError("no deal of the hidden cards agrees with the whole record", hint="check held, lacks and the safes")


def _without(record: Record, seat: int, known: Hidden, name: str) -> Record:
    less = known._replace(lacks=()) if name == "lacks" else known._replace(held=())
    hidden = (*record.hidden[:seat], less, *record.hidden[seat + 1 :])
    return replace(record, hidden=hidden)


def _is_possible(record: Record) -> bool:
    return Worlds(record.state, knowledge_of(record)).is_possible


def _error(code: str, message: str, hint: str, where: Location | None) -> PositionError:
    if where is None:
        return PositionError(message, code=code, hint=hint)
    problems = ProblemList()
    problems.add(code, where, message, hint)
    return ContradictionError(problems.kept)


# -- views --------------------------------------------------------------------------------------------------------------------------------
# What one player knows of a round, and nothing else.


_MANY = 10_000_000  # a number of worlds that is written with fewer digits


@dataclass(frozen=True)
class View:
    """What a seat knows: a record that only it could have written."""

    game: ClassVar[str] = "diams"
    record: Record
    seat: int
    """The viewer."""

    @classmethod
    def of(cls, record: Record, seat: int | None = None) -> View:
        """The view of `seat`; by default of the record's `see`, else of who decides now.

        Raises HiddenCardsError if cards of that seat are hidden, PositionError if no world agrees with what it knows.
        """
        if seat is None:
            seat = record.state.to_move if record.see is None else record.see
        check_whole("seat", seat, 0, record.players - 1)
        if seat in record.hidden_seats:
            name, other = record.seat_name(seat), "" if record.see is None else f": the record is what {record.seat_name(record.see)} knows"
            raise HiddenCardsError(f"cards of {name} are hidden{other}", hint=f"write the hand and the safe of {name}")
        view = cls(record if record.see == seat else observed(record, seat), seat)
        if not view.worlds.is_possible:
            raise contradiction(view.record)
        return view

    def __repr__(self) -> str:
        """One line."""
        return f"<View: what {self.record.seat_name(self.seat)} knows, {self.worlds.count:,} worlds>"

    @property
    def state(self) -> State:
        """The round now. Cards that the viewer does not know are HIDDEN."""
        return self.record.state

    def __reduce__(self) -> tuple[type[View], tuple[Record, int]]:
        """Lets a view be copied, and travel between processes; what is computed from it stays."""
        return type(self), (self.record, self.seat)

    @cached_property
    def knowledge(self) -> Knowledge:
        """What is known of the hidden cards."""
        return knowledge_of(self.record)

    @cached_property
    def worlds(self) -> Worlds:
        """All states that agree with it."""
        return Worlds(self.state, self.knowledge)

    @property
    def decision(self) -> str:
        """``draw``, ``act``, ``trim``, ``give``, or ``over``."""
        return str(self.state.phase)

    def moves(self) -> tuple[Move, ...]:
        """The viewer's legal moves; empty where another seat decides."""
        return self.state.moves() if self.state.to_move == self.seat else ()

    def hidden(self) -> str:
        """How much is hidden, in words."""
        count = self.worlds.count
        if count == 1:
            return "nothing is hidden but the order of the pile"
        shown = f"{count:,}" if count < _MANY else f"about {count:.1e}"
        return f"{self.unseen} cards are unseen, {shown} worlds possible"

    @property
    def unseen(self) -> int:
        """How many cards the viewer does not know where they are."""
        return sum(self.knowledge.unseen.values()) + (self.state.closed is None)

    def to_dict(self) -> dict[str, Any]:
        """The ``view`` of an answer as JSON."""
        return {"seat": f"P{self.seat + 1}", "unseen": self.unseen, "worlds": self.worlds.count}


def check_record(record: Record) -> None:
    """Raises PositionError for a record whose hidden cards cannot be dealt in any way."""
    if not record.is_open and not Worlds(record.state, knowledge_of(record)).is_possible:
        raise contradiction(record)


def check_decides(view: View) -> None:
    """Raises PositionError if the viewer has nothing to decide."""
    state, record = view.state, view.record
    if state.phase is Phase.OVER:
        raise PositionError("there is nothing to decide: the round is over", code="E-OVER")
    if state.is_chance:
        raise PositionError("the pile is about to turn up cards", hint="say which ones")
    if state.to_move != view.seat:
        name, other = record.seat_name(view.seat), record.seat_name(state.to_move)
        hint = f"write what was played until it is {name}'s turn; for {other}, whose hand the record then needs, use --seat"
        raise PositionError(f"it is {other} who decides now, not {name}", code="E-TURN", hint=hint)


def check(record: Record) -> Sequence[str]:
    """What the writer of a record should know. Raises PositionError for a record that contradicts itself."""
    for round_record in record.rounds:
        check_record(round_record)
    state = record.state
    if record.play and state.phase in (Phase.TRIM, Phase.GIVE):
        what = "puts away" if state.phase is Phase.TRIM else "gives"
        return (f"what {record.seat_name(state.to_move)} {what} is missing", *record.notes())
    return record.notes()


def view_of(source: Record | View, seat: int | None = None) -> View:
    """What a seat knows of a record, if it has something to decide; a view is returned as it is.

    Raises PositionError if the record contradicts itself or the seat has nothing to decide, HiddenCardsError if its cards are hidden.
    """
    view = source if isinstance(source, View) else View.of(source, seat)
    check_decides(view)
    return view
