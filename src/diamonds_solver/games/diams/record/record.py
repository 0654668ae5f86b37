"""A `Record`: what one text or JSON object says of a round. Cards may be hidden: then it says what is known of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from diamonds_solver.common.wording import counted
from diamonds_solver.errors import PositionError
from diamonds_solver.games.diams.rules.cards import Cards
from diamonds_solver.games.diams.rules.game import LOUPES, MARKET, VALUES, Rules
from diamonds_solver.games.diams.rules.score import chips
from diamonds_solver.games.diams.rules.state import Phase, State
from diamonds_solver.notation.problems import Location
from diamonds_solver.notation.record import PlayedRecord

from .hidden import Hidden, Step, after
from .knowledge import ImpossibleError, Knowledge

if TYPE_CHECKING:
    from diamonds_solver.games.diams.rules.picture import Scene

ROUNDS = 3
"""Of a match."""

INVENTED = {name: f"the {name} are invented: the rules' text does not give the printed ones" for name in ("values", "loupes")}
"""The fields for which we have numbers of our own, and what is said of an answer that rests on them."""


class Places(NamedTuple):
    """Where a text says what later may turn out to be impossible."""

    told: Mapping[tuple[str, int | None], Location]
    """The fields ``held`` and ``lacks``, by name and seat."""
    steps: tuple[Location, ...]
    """Those of `play`."""


@dataclass(frozen=True)
class Record(PlayedRecord[State, Step]):
    """One record of a round. In its states cards that are not told are HIDDEN: all of the hidden seats, and of a pile that is not told."""

    game: ClassVar[str] = "diams"

    round: int = 1
    """Of the match's three."""
    chips: tuple[int, ...] = ()
    """Won in earlier rounds by each seat; empty if the record does not say."""
    see: int | None = None
    """The seat whose knowledge the record is."""
    hidden: tuple[Hidden | None, ...] = ()
    """What is known before `play` of each seat that has hidden cards, None for one that has not; empty: no card is hidden."""
    unseen: Cards | None = None
    """All hidden cards but X, where they are not the rest of the deck."""
    places: Places | None = field(default=None, compare=False, repr=False)
    """As `origin`."""
    earlier: tuple[Record, ...] = ()
    """The rounds of the match before this one, in order, as far as they are told; all of them are over."""

    @property
    def rounds(self) -> tuple[Record, ...]:
        """The rounds that are told, each by itself."""
        return (*self.earlier, replace(self, earlier=()) if self.earlier else self)

    @property
    def is_whole(self) -> bool:
        """Whether the record tells its round from the start."""
        start = self.start
        return start.phase is Phase.DRAW and not any(start.safes) and all(len(hand) == MARKET for hand in start.hands)

    @property
    def chips_after(self) -> tuple[int, ...]:
        """The chips of the match so far, those of this round among them where it is over; empty if cards that count are hidden."""
        if self.state.phase is not Phase.OVER:
            return self.chips
        if not self.is_open:
            return ()
        return tuple(before + won for before, won in zip(self.chips or (0,) * self.players, chips(self.state.points()), strict=True))

    @property
    def rules(self) -> Rules:
        return self.start.rules

    @property
    def is_open(self) -> bool:
        """Whether no card is hidden."""
        return not self.hidden

    @cached_property
    def hidden_seats(self) -> frozenset[int]:
        """The seats of which cards are, or may come to be, hidden."""
        return frozenset(seat for seat, told in enumerate(self.hidden) if told is not None)

    @cached_property
    def state(self) -> State:
        """After all moves of `play`."""
        state = self.start
        for step in self.play:
            state = after(state, step, self.hidden_seats)
        return state

    @property
    def invented(self) -> Sequence[str]:
        """The fields of INVENTED that have our own numbers."""
        own = {"values": self.rules.values == VALUES, "loupes": self.rules.loupes == LOUPES}
        return [name for name in INVENTED if own[name]]

    def notes(self) -> Sequence[str]:
        """Notes on the numbers that the rules' text leaves out and this program invents, and on a round that the wrong seat begins."""
        notes = [INVENTED[name] for name in self.invented]
        for one, other in pairwise(self.rounds):
            first, expected = other.start.turn, (one.start.turn + 1) % self.players
            if first != expected and one.is_whole and other.is_whole:
                who, left = self.seat_name(first), self.seat_name(expected)
                notes.append(f"round {other.round}: {who} begins, and {left} is next after who began round {one.round}")
        return notes

    def _repr_svg_(self) -> str:
        """The picture that a notebook shows."""
        from diamonds_solver.games.diams.rules.picture import draw

        return draw(scene(self))


def knowledge_of(record: Record) -> Knowledge:
    """What is known of the hidden cards after the play of a record.

    Raises PositionError if it contradicts itself.
    """
    state = record.start
    try:
        knowledge = Knowledge(state, record.hidden, record.unseen)
        for step in record.play:
            before, state = state, after(state, step, record.hidden_seats)
            knowledge.follow(before, step, state)
    except ImpossibleError as error:
        raise PositionError(str(error), code=error.code, hint=error.hint) from None
    return knowledge


def scene(record: Record) -> Scene:
    """What a picture shows of the table after the record's play: what the record tells, hidden cards as backs.

    Raises PositionError for a record that contradicts itself.
    """
    from diamonds_solver.games.diams.rules.picture import Scene  # loaded only where a picture is wanted

    state, seats = record.state, range(record.players)
    known = {} if record.is_open else knowledge_of(record).seats
    won = [""] * record.players
    if record.chips:
        won = [counted(count, "chip") for count in record.chips]
    if state.phase is Phase.OVER and record.is_open:
        points = state.points()
        won = [f"{counted(own, 'point')}, {counted(got, 'chip')}" for own, got in zip(points, chips(points), strict=True)]
    return Scene(
        state=state,
        names=tuple(map(record.seat_name, seats)),
        title=f"Diam's, round {record.round}" if record.round > 1 or record.chips else "Diam's",
        held=tuple(tuple(sorted(card.kind for card in known[seat].named)) if seat in known else () for seat in seats),
        won=tuple(won),
    )
