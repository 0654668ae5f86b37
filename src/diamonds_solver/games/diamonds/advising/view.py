"""A `View`: what one player knows of a round; whether it contradicts itself."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, pairwise
from typing import TYPE_CHECKING, Any, ClassVar

from diamonds_solver.common.quantities import check_kind, check_whole, is_whole
from diamonds_solver.errors import PositionError
from diamonds_solver.notation.problems import ProblemList

from ..records.game_record import AnyRecord, GameRecord, final, final_text, last_round, rounds
from ..records.information import CardKind, InformationSet, check_record, check_room, information_set, known_record
from ..records.record import Phase, Record
from ..round.position import Position
from ..round.public import Decision, Move, Table
from ..round.rules import START_SHOWROOM, Rules, sort_key, suit_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from diamonds_solver.sampling.dealer import Dealer

# numpy takes long to load: what is asked can be told before (see cli/advise.py).

# -- views --------------------------------------------------------------------------------------------------------------------------------
# A `View`: what one player knows of a round when something is to be decided. In a `Position` all cards are open, here the own.

CARDS = 64
"""Rows of arrays that have one for each card: as many as there are numbers of cards (see ``cards``)."""


@dataclass(frozen=True)
class View:
    """What `seat` knows. Views are immutable; two are equal if they know the same.

    What the seat does not know is stripped from the record first, so hidden cards cannot influence anything computed from a View.

    Raises PositionError for a record that contradicts itself (no deal agrees with it), HiddenCardsError where the seat's own cards are
    hidden.
    """

    game: ClassVar[str] = "diamonds"
    record: Record
    """What the seat knows, as a record that only it could have written."""
    seat: int
    """The viewer."""

    def __post_init__(self) -> None:
        check_kind(self.record, Record, "loads(text) makes one")
        if not is_whole(self.seat):
            raise TypeError(f"seat must be a whole number from 0 to {self.record.players - 1}, not {self.seat!r}")
        object.__setattr__(self, "record", known_record(self.record, self.seat))
        check_room(self.record, self.information)

    @classmethod
    def of(cls, record: Record, seat: int | None = None, table: Table | None = None) -> View:
        """The view of `seat`; by default of the record's `see`, else of who decides now.

        `table`: the record's table, where the caller has it at hand; replaying the play takes longer than all the rest.

        Raises TypeError for anything but a Record, PositionError, HiddenCardsError as View does.
        """
        check_kind(table, Table | None, "the record's own")
        check_kind(record, Record, "loads(text) makes one")  # `_viewer` looks into it
        view = cls(record, _viewer(record, table) if seat is None else seat)
        if table is not None:
            view.__dict__["table"] = table
        return view

    def __repr__(self) -> str:
        """One line."""
        return f"<View: what {self.record.seat_name(self.seat)} knows of {self.record!r}>"

    def __reduce__(self) -> tuple[type[View], tuple[Record, int]]:
        """Lets a view travel between processes; what is computed from it stays."""
        return type(self), (self.record, self.seat)

    # -- the open part --------------------------------------------------------------------------------------------------------------

    @property
    def rules(self) -> Rules:
        return self.record.rules

    @property
    def phase(self) -> Phase:
        return self.record.phase

    @cached_property
    def table(self) -> Table:
        """What lies open on the table now."""
        return self.record.table()

    @property
    def decision(self) -> str:
        """What is to be decided now: ``card``, ``victim``, ``actor``, ``pass``, ``count``, or ``over``."""
        if self.phase is Phase.PLAY:
            return str(self.table.decision)
        return "pass" if self.phase is Phase.PASS else "count"

    @property
    def to_move(self) -> int:
        """The seat that decides now. All pass at once: in that phase it is the viewer."""
        if self.phase is Phase.PLAY:
            return self.table.to_move
        return self.seat if self.phase is Phase.PASS else self.record.dealer

    @property
    def is_to_move(self) -> bool:
        """Whether the viewer decides now; who acts for a team is decided by either partner."""
        if self.decision == "over":
            return False
        if self.decision == Decision.ACTOR:
            return self.rules.side_of(self.seat) == self.rules.side_of(self.to_move)
        return self.seat == self.to_move

    # -- the cards ------------------------------------------------------------------------------------------------------------------

    @cached_property
    def information(self) -> InformationSet:
        """Where the cards can be."""
        return information_set(self.record)

    @property
    def hand(self) -> frozenset[int]:
        """The viewer's cards now."""
        return self.information.pinned[self.seat]

    @property
    def sizes(self) -> tuple[int, ...]:
        """Cards in each hand now."""
        return self.information.sizes

    @property
    def voids(self) -> tuple[frozenset[int], ...]:
        """Suits that each seat is known not to hold."""
        return self.information.voids

    @property
    def pinned(self) -> tuple[frozenset[int], ...]:
        """Cards known to be in each hand now; for the viewer the whole hand."""
        return self.information.pinned

    @property
    def unseen(self) -> tuple[int, ...]:
        """The cards whose place the viewer does not know, in the order of the deck."""
        return self.information.unseen

    # -- what can be decided --------------------------------------------------------------------------------------------------------

    def moves(self) -> tuple[Move, ...]:
        """The viewer's legal moves, the same as `Position.moves` of every possible deal; empty if it is not the viewer's turn to play."""
        if self.phase is not Phase.PLAY or not self.is_to_move:
            return ()
        hands = tuple(self.hand if seat == self.seat else frozenset[int]() for seat in range(self.rules.players))
        return Position(self.table, hands).moves()

    @property
    def pass_count(self) -> int | None:
        """How many cards are passed, or were; None if unknown."""
        return self.record.pass_count

    @property
    def receiver(self) -> int:
        """The seat to which the viewer passes."""
        return self.rules.receiver(self.seat)

    @property
    def giver(self) -> int:
        """The seat that passes to the viewer."""
        return self.rules.giver(self.seat)

    def passes(self, count: int | None = None) -> tuple[tuple[int, ...], ...]:
        """All sets of `count` cards, by default of `pass_count`, that the viewer can pass, each in the order D H S C and falling rank.

        Raises TypeError for what is no number, ValueError for more cards than there are in the hand.
        """
        count = self.pass_count if count is None else count
        if count is None or self.phase is Phase.PLAY:
            return ()
        check_whole("count", count, most=len(self.hand))
        return tuple(combinations(sorted(self.hand, key=sort_key), count))

    def hidden(self) -> str:
        """How much is hidden, in words."""
        if self.count == 1:
            is_play = self.phase is Phase.PLAY
            return "nothing is hidden: one deal is possible" if is_play else "one deal is possible; the others' passes are hidden"
        count = f"{self.count:,}" if self.count < 10_000_000 else f"about {self.count:.1e}"
        return f"{len(self.unseen)} cards are unseen, {count} deals possible"

    def to_dict(self) -> dict[str, Any]:
        """The ``view`` of an answer as JSON."""
        return {"seat": f"P{self.seat + 1}", "unseen": len(self.unseen), "deals": self.count}

    # -- the hidden cards -----------------------------------------------------------------------------------------------------------

    @cached_property
    def takers(self) -> tuple[int, ...]:
        """The seats whose hands have hidden cards: the first receivers of `dealer`."""
        return tuple(seat for seat, need in enumerate(self.information.needs()) if need)

    @cached_property
    def dealer(self) -> Dealer:
        """Deals the cards of `InformationSet.placed`. Receivers: `takers`, the stub, and where cards were won unseen before the record
        begins, those of which `took` does not tell; each forgotten card of the play; the cards of which `took` tells."""
        return self.weighted_dealer()

    def weighted_dealer(self, likelihood: NDArray[np.float64] | None = None) -> Dealer:
        """A dealer in which card c at seat j has the weight likelihood[c, j] (float64[64, players]; default 1) where it can be at all.

        Weights are 0, or 1e-4 to 1e4. Raises ValueError for others.
        """
        import numpy as np

        from diamonds_solver.sampling.dealer import MAX_RECEIVERS, Dealer

        check_kind(likelihood, np.ndarray | None, f"float64[{CARDS}, players]")
        if likelihood is not None and np.shape(likelihood) != (CARDS, self.rules.players):
            raise ValueError(f"likelihood must be an array of the shape ({CARDS}, {self.rules.players}), not {np.shape(likelihood)}")
        known, takers = self.information, self.takers
        placed = known.placed
        if not takers and not known.earlier and not known.forgotten:  # all hands are known: where the other cards are does not matter
            return Dealer(np.ones((len(placed), 1)), [len(placed)])
        needs = [known.needs()[seat] for seat in takers] + [known.stub] + ([known.earlier] if known.earlier else [])
        needs += [1] * len(known.forgotten)
        if len(needs) + any(known.gone) > MAX_RECEIVERS:
            message = f"{len(known.forgotten)} forgotten cards are too many to deal"
            raise PositionError(message, code="E-FORGOTTEN", hint="write some of them, even if you have to guess")
        allowed = {kind: _row(known, takers, kind) for kind in set(map(known.kind, placed))}
        weights = np.array([allowed[known.kind(card)] for card in placed], np.float64).reshape(len(placed), len(needs) + 1)
        if likelihood is not None:
            weights[:, : len(takers)] *= likelihood[np.ix_(placed, takers)]
        if not any(known.gone):
            return Dealer(weights[:, :-1], needs)
        return Dealer(weights, [*needs, sum(known.gone)], [suit_of(card) for card in placed], known.gone)

    @property
    def count(self) -> int:
        """The exact number of deals that agree with what is known, at least 1."""
        return self.dealer.count

    def marginals(self) -> NDArray[np.float64]:
        """float64[64, players + 1]: the probability that a card is in a seat's hand now, when all deals are equally likely.

        Rows are card numbers. The last column is nobody's hand: played, won, or not dealt. Each row of a card in the deck sums to 1.
        """
        import numpy as np

        players = self.rules.players
        out = np.zeros((CARDS, players + 1))
        out[list(self.rules.deck), players] = 1
        for seat, cards in enumerate(self.pinned):
            out[list(cards), players] = 0
            out[list(cards), seat] = 1
        if self.unseen:
            chances = self.dealer.marginals()[np.isin(self.information.placed, self.unseen)]
            rows = list(self.unseen)
            out[np.ix_(rows, self.takers)] = chances[:, : len(self.takers)]
            out[rows, players] = chances[:, len(self.takers) :].sum(axis=1)
        return out


def check_decides(view: View) -> None:
    """Raises PositionError where the viewer has nothing to decide."""
    if view.record.may_have_won and view.phase is Phase.PLAY and view.table.tricks_left == 0 and view.table.robber is None:
        names = ", ".join(map(view.record.seat_name, view.record.may_have_won))
        message = (
            f"all tricks are played, and who has the awards depends on cards that the record does not give: those that {names} won before"
        )
        raise PositionError(message, code="E-TOOK", hint="add 'took' for them")
    if view.decision == "over":
        raise PositionError("there is nothing to decide: the round is over", code="E-OVER")
    if not view.is_to_move:
        name, other = view.record.seat_name(view.seat), view.record.seat_name(view.to_move)
        raise PositionError(
            f"it is {other} who decides now, not {name}",
            code="E-TURN",
            hint=_turn_hint(view, name, other),
        )


def _turn_hint(view: View, name: str, other: str) -> str:
    hint = f"write what was played until it is {name}'s turn; for {other}, whose hand the record then needs, use --seat"
    if view.record.play or view.record.tricks_before:
        return hint
    return f"before the first card: for which cards to pass write 'phase pass' and 'pass 2', for how many 'phase choose'; otherwise {hint}"


def _viewer(record: Record, table: Table | None) -> int:
    """Whose view is meant where nobody says so."""
    if record.see is not None:
        return record.see
    if record.phase is Phase.PLAY:
        return (table or record.table()).to_move
    if record.phase is Phase.CHOOSE:
        return record.dealer
    open_hands = [seat for seat, hand in enumerate(record.hands) if hand.is_open]
    if len(open_hands) != 1:
        raise PositionError(
            "all players pass at the same time: whose decision is meant?", code="E-SEE", hint="add 'see P1', or the seat that is meant"
        )
    return open_hands[0]


def _row(known: InformationSet, takers: Iterable[int], kind: CardKind) -> list[float]:
    """Which receivers can have a card: the takers, the stub, the cards that were won, each forgotten card, what `took` tells."""
    row = [known.may_hold(seat, kind) for seat in takers]
    forgotten = [index in kind.forgotten for index in range(len(known.forgotten))]
    return [float(can) for can in (*row, known.may_be_stub(kind), *[not kind.is_held] * bool(known.earlier), *forgotten, not kind.is_held)]


# -- records held against themselves ------------------------------------------------------------------------------------------------------


def check(record: AnyRecord) -> Sequence[str]:
    """What the writer of a record should know: open choices, notes, and how a whole game ended.

    Raises PositionError, or RecordError with the problems of all rounds, for a record that contradicts itself.
    """
    problems = ProblemList()
    for round_record in rounds(record):
        try:
            check_record(round_record)
        except PositionError as error:
            if round_record.origin is None or round_record is record:
                raise
            problems.add(error.code, round_record.origin, error.message, error.hint)
    if problems.count:
        raise problems.error()
    return (*record.pending(), *record.notes(), *_assumed(record), *_result(record))


def _assumed(record: AnyRecord) -> Iterator[str]:
    """What a record is taken to say that may be meant otherwise."""
    for before, name in pairwise(record.names or ()):
        if re.fullmatch(r"[^\W\d]\.", name):
            yield f'{before} and {name} are two players; if it is one, write "{before} {name}" in quotes'
    first = next(iter(rounds(record)), None)
    if first is not None and first.round[0] > 1 and not any(first.vault) and set(first.showroom) == {START_SHOWROOM}:
        yield "'showroom' and 'vault' are missing: crystals are assumed as before the first round"


def _result(record: AnyRecord) -> Sequence[str]:
    """How a whole game ended."""
    end = final(record) if isinstance(record, GameRecord) else None
    if end is None or not isinstance(record, GameRecord):
        return ()
    names = record.player_names()
    return (f"final score {' '.join(map(str, end.score))}: {final_text(record, end, names)}",)


def view_of(source: AnyRecord | View, seat: int | None = None) -> View:
    """What a seat knows of the last round of a record, if it has something to decide; a view is returned as it is.

    Raises PositionError if the record contradicts itself or the seat has nothing to decide, HiddenCardsError if its cards are hidden.
    """
    view = source if isinstance(source, View) else View.of(last_round(source), seat)
    check_decides(view)
    return view
