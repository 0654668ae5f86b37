"""From the fields of one record to a `Record`, or to a `RecordError` with everything that is wrong.

All hands and safes are open: what one seat knows cannot be written here.
"""

from __future__ import annotations

import re
from collections import Counter

from diamonds_solver.games.diams.record.record import Record
from diamonds_solver.games.diams.rules.cards import NAMES, Cards, X, written
from diamonds_solver.games.diams.rules.game import HAND_LIMIT, MAX_PLAYERS, MIN_PLAYERS, Rules
from diamonds_solver.games.diams.rules.state import Phase, State
from diamonds_solver.notation.grammar import Grammar
from diamonds_solver.notation.players import Seats, read_players
from diamonds_solver.notation.problems import Location, RecordError
from diamonds_solver.notation.text import RawRecord

from .reading import FIELDS, SEAT_FIELDS, Draft, FieldReader
from .replay import Replay

_NO_NAME = re.compile(r"[TBSXtbsx]|draw|open|pass|refill|give|safe|put|none")


def build(raw: RawRecord) -> Record | RecordError:
    """The record that `raw` stands for."""
    record = _built(raw)
    if raw.problems.count or record is None:
        return raw.problems.error()
    return record


def _built(raw: RawRecord) -> Record | None:
    fields = [field for field in raw.fields if not field.broken]
    of_players = next((field for field in fields if field.name == "players"), None)
    seats = read_players(raw, of_players, "Diam's", MIN_PLAYERS, MAX_PLAYERS, _NO_NAME)
    if seats is None:
        return None
    reader = FieldReader(seats, Draft())
    for field in fields:
        reader.read(field)
    if raw.problems.count > raw.harmless:
        return None
    start = _Table(raw, reader).state()
    if start is None:
        return None
    replay = Replay(seats, start)
    replay.run(reader.draft.play)
    draft, best = reader.draft, reader.draft.sources.get(("best", None))
    return Record(
        start=start,
        names=seats.names,
        play=tuple(replay.steps),
        id=draft.id,
        round=draft.round,
        chips=draft.chips,
        best=replay.read_best(best) if best is not None and not replay.is_broken else (),
        value=draft.value,
        extra=tuple(draft.extra),
        origin=raw.start,
    )


class _Table:
    """What lies where before the play, and whether it can."""

    def __init__(self, raw: RawRecord, reader: FieldReader) -> None:
        self._raw, self._draft, self._problems = raw, reader.draft, raw.problems
        self._seats: Seats = reader.seats
        self._rules = Rules(reader.seats.count, reader.draft.values, reader.draft.loupes, reader.draft.cloture)

    def state(self) -> State | None:
        """The state before the play; None, and problems, where the fields do not fit together."""
        draft, seats = self._draft, range(self._seats.count)
        if not self._are_hands_told():
            return None
        before = self._problems.count
        self._check_copies()
        if self._problems.count > before:
            return None
        state = State(
            rules=self._rules,
            hands=tuple(draft.hands[seat] for seat in seats),
            safes=tuple(draft.safes.get(seat, ()) for seat in seats),
            market=draft.market,
            pile=self._rest() if draft.pile is None else draft.pile,
            is_stack=draft.is_stack,
            used=draft.used,
            closed=draft.closed,
            turn=draft.turn,
            phase=draft.phase or (Phase.DRAW if draft.closed is None else Phase.ACT),
        )
        self._check_pile(state)
        self._check_phase(state)
        return state.settled() if self._problems.count == before else None

    def _location(self, key: str, seat: int | None = None) -> Location:
        field = self._draft.sources.get((key, seat))
        return self._raw.start if field is None else field.location()

    def _are_hands_told(self) -> bool:
        hidden = [seat for seat in range(self._seats.count) if seat not in self._draft.hands]
        if hidden:
            message = f"the hand of {self._seats.labels(hidden)} is hidden"
            self._problems.add("E-HIDDEN", self._raw.start, message, "all hands are needed: write 'hand P1 9,3,T', or 'hand P1 none'")
        return not hidden

    def _about(self) -> list[tuple[Location, Cards]]:
        """All cards that the record names, and where."""
        draft = self._draft
        found = [(self._location("hand", seat), cards) for seat, cards in draft.hands.items()]
        found += [(self._location("safe", seat), sum(piles, ())) for seat, piles in draft.safes.items()]
        found += [(self._location("market"), draft.market), (self._location("used"), draft.used)]
        if draft.pile is not None:
            found.append((self._location("stack" if draft.is_stack else "pile"), draft.pile))
        return found

    def _check_copies(self) -> None:
        left = Counter(self._rules.deck)
        for location, cards in self._about():
            lacking = (Counter(cards) - left) - Counter({X: len(cards)})  # of the closing card _check_pile tells
            for kind in lacking:
                copies = self._rules.deck.count(kind)
                self._problems.add("E-COPIES", location, f"there are more cards {NAMES[kind]} than the deck has", f"it has {copies}")
            left -= Counter(cards)

    def _rest(self) -> Cards:
        left = Counter(self._rules.deck)
        for _, cards in self._about():
            left -= Counter(cards)
        if self._draft.closed is not None:
            del left[X]
        return tuple(sorted(left.elements()))

    def _check_pile(self, state: State) -> None:
        closing = state.pile.count(X)
        location = self._location("closed") if state.closed is not None else self._location("stack" if state.is_stack else "pile")
        if state.closed is not None and closing:
            self._problems.add("E-CLOSED", location, "the closing card came, and is in the pile", "leave it out of the pile")
        elif state.closed is None and closing != 1:
            where = "is nowhere" if not closing else "is there twice"
            self._problems.add("E-CLOSED", location, f"the closing card {where}", "put X into the pile, or write 'closed P1'")
        if not state.market and state.pile:
            hint = "an empty market is filled up at once"
            self._problems.add("E-MARKET", self._location("market"), "the market is empty while the pile has cards", hint)

    def _check_phase(self, state: State) -> None:
        for seat, hand in enumerate(state.hands):
            may_hold_more = seat == state.turn and state.phase in (Phase.ACT, Phase.TRIM)
            if len(hand) > HAND_LIMIT and not may_hold_more:
                message = f"{self._seats.label(seat)} has {len(hand)} cards"
                hint = f"more than {HAND_LIMIT} are held only in one's own turn, in the phases act and trim"
                self._problems.add("E-HAND-SIZE", self._location("hand", seat), message, hint)
        if state.phase is Phase.DRAW and state.closed is not None:
            self._problems.add("E-PHASE", self._location("phase"), "nobody draws after the closing card", "write 'phase act'")
        if state.phase is Phase.TRIM and len(state.hands[state.turn]) <= HAND_LIMIT:
            message = f"{self._seats.label(state.turn)} has {written(state.hands[state.turn], ',') or 'no cards'}: none is surplus"
            self._problems.add("E-PHASE", self._location("phase"), message)


GRAMMAR = Grammar(
    game="diams",
    title="Diam's",
    version=1,
    keys=("players", *FIELDS, *SEAT_FIELDS, "play"),
    seats=frozenset(("turn", "closed")),
    by_seat=frozenset(SEAT_FIELDS),
    switches=frozenset(),
    build=build,
)
"""How records of Diam's with open hands are read."""
