"""From the fields of a record to a `Record` of one or several rounds, or to problems: everything that is wrong."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace

from diamonds_solver.games.diams.record.hidden import Hidden, HiddenPile
from diamonds_solver.games.diams.record.knowledge import Knowledge
from diamonds_solver.games.diams.record.record import ROUNDS, Places, Record
from diamonds_solver.games.diams.rules.cards import DIAMONDS, HIDDEN, NAMES, Cards, X, quality
from diamonds_solver.games.diams.rules.game import HAND_LIMIT, MARKET, MAX_PLAYERS, MIN_PLAYERS, Rules
from diamonds_solver.games.diams.rules.state import Phase, State
from diamonds_solver.notation.grammar import Grammar
from diamonds_solver.notation.players import Seats, read_players
from diamonds_solver.notation.problems import Location
from diamonds_solver.notation.text import RawRecord

from .reading import FIELDS, SEAT_FIELDS, Draft, FieldReader
from .replay import Replay
from .write import OF_MATCH

_NO_NAME = re.compile(r"[TBSXtbsx]|draw|open|pass|refill|give|safe|put|none")


def build(raw: RawRecord) -> Record | None:
    """The record that `raw` stands for; see ``Grammar.build``. Of a match it is the last round, with the `earlier` ones."""
    seats = read_players(raw, "Diam's", MIN_PLAYERS, MAX_PLAYERS, _NO_NAME)
    if seats is None:
        return None
    is_sound = raw.problems.count == raw.harmless
    first, *others = _rounds(raw)
    draft = Draft()
    found = [_read_round(first, seats, draft, is_sound=is_sound)]
    shared = {key: field for key, field in draft.sources.items() if key[0] in OF_MATCH}
    for part in others:
        for field in part.fields:
            if field.name in OF_MATCH and (field.name, None) not in shared:
                raw.problems.add("E-ROUND", field.location(), f"'{field.name}' is in a later round", "write it before the first round")
        before = draft
        draft = Draft(id=draft.id, values=draft.values, loupes=draft.loupes, cloture=draft.cloture, sources=dict(shared))
        one = _read_round(part, seats, draft, is_sound=is_sound)
        found.append(_joined(found[-1], before, one, draft, part))
    rounds = [one for one in found if one is not None]
    if len(rounds) < len(found):
        return None
    if others and not rounds[0].chips:
        rounds[0] = replace(rounds[0], chips=(0,) * seats.count)
    return replace(rounds[-1], earlier=tuple(rounds[:-1]), origin=raw.start)


def _rounds(raw: RawRecord) -> list[RawRecord]:
    """The fields of each round; those of the match are in the first. A round begins with the field `round`, the first also without."""
    parts = [raw]
    fields, raw.fields = raw.fields, []
    for at, field in enumerate(fields):
        names = {each.name for each in parts[-1].fields}
        if field.name == "round" and ("round" in names or ("play" in names and any(each.name == "play" for each in fields[at:]))):
            part = RawRecord(field.location())
            part.problems, part.meant = raw.problems, raw.meant
            parts.append(part)
        parts[-1].fields.append(field)
    return parts


def _read_round(raw: RawRecord, seats: Seats, draft: Draft, *, is_sound: bool) -> Record | None:
    """One round; None, and problems, where its fields make none, or are not `is_sound`."""
    before = raw.problems.count
    reader = FieldReader(seats, draft)
    reader.read_all(raw)
    if raw.problems.count > before or not is_sound:
        return None
    table = _Table(raw, reader)
    start = table.state()
    if start is None:
        return None
    hidden = table.hidden()
    replay = Replay(seats, start, Knowledge(start, hidden, draft.unseen) if hidden else None)
    replay.run(draft.play)
    return Record(
        start=start,
        names=seats.names,
        play=tuple(replay.steps),
        id=draft.id,
        round=draft.round,
        chips=draft.chips,
        best=replay.read_best(draft.sources.get(("best", None))),
        value=draft.value,
        extra=tuple(draft.extra),
        see=draft.see,
        hidden=hidden,
        unseen=draft.unseen,
        origin=raw.start,
        places=Places({key: field.location() for key, field in draft.sources.items() if key[0] in ("held", "lacks")}, tuple(replay.places)),
    )


def _joined(before: Record | None, before_told: Draft, one: Record | None, told: Draft, raw: RawRecord) -> Record | None:
    """A round as it follows the one before, with the chips that that leaves; problems where it cannot follow."""
    problems, last = raw.problems, before_told.round
    if told.round != last + 1:
        trouble = f"round {last + 1} is missing" if told.round > last else f"round {told.round} comes after round {last}"
        problems.add("E-ROUND", raw.start, trouble, "write the rounds of a match in order")
    if before is None or one is None:
        return one
    if before.state.phase is not Phase.OVER:
        problems.add("E-ROUND", raw.start, f"round {last} is not over, and another one follows", "complete its play first")
        return one
    carried = before.chips_after
    if len(carried) == 2 and told.round == ROUNDS and abs(carried[0] - carried[1]) == ROUNDS - 1:
        winner = before.seat_name(carried.index(max(carried)))
        problems.add("E-ROUND", raw.start, f"{winner} has won two rounds, and with them the match", "the third round is not played")
    if told.chips and carried and told.chips != carried:
        words = " ".join(map(str, carried))
        problems.add("E-CHIPS", told.sources["chips", None].location(), f"after round {last} the chips are {words}")
    return replace(one, chips=told.chips or carried)


class _Table:
    """What lies where before the play, and whether it can."""

    def __init__(self, raw: RawRecord, reader: FieldReader) -> None:
        self._raw, self._draft, self._problems = raw, reader.draft, raw.problems
        self._seats: Seats = reader.seats
        self._rules = Rules(reader.seats.count, reader.draft.values, reader.draft.loupes, reader.draft.cloture)

    def state(self) -> State | None:
        """The state before the play; None, and problems, where the fields do not fit together."""
        draft, seats = self._draft, range(self._seats.count)
        before = self._problems.count
        self._check_copies()
        self._check_held()
        if self._problems.count > before:
            return None
        hidden = self.hidden() or (None,) * self._seats.count
        state = State(
            rules=self._rules,
            hands=tuple(self._hand(seat).cards if told is None else told.hand() for seat, told in zip(seats, hidden, strict=True)),
            safes=tuple(self._open_safe(seat) if told is None else told.safe() for seat, told in zip(seats, hidden, strict=True)),
            market=draft.market,
            pile=self._pile(),
            is_stack=draft.is_stack,
            used=draft.used,
            closed=draft.closed,
            turn=draft.turn,
            phase=draft.phase or (Phase.DRAW if draft.closed is None else Phase.ACT),
        )
        self._check_pile(state)
        self._check_phase(state)
        return state.settled() if self._problems.count == before else None

    def hidden(self) -> tuple[Hidden | None, ...]:
        """What is known of each hidden seat; empty if no card is hidden."""
        draft = self._draft
        seats = range(self._seats.count)
        with_hidden = {seat for seat in seats if self._hand(seat).unknown or any(pile.unknown for pile in draft.safes.get(seat, ()))}
        with_hidden |= draft.held.keys() | draft.lacks.keys()
        if not with_hidden and draft.see is None and draft.unseen is None:
            return ()
        if draft.see is not None:
            with_hidden |= set(seats) - {draft.see}
        return tuple(self._told(seat) if seat in with_hidden else None for seat in seats)

    def _told(self, seat: int) -> Hidden:
        draft, hand = self._draft, self._hand(seat)
        return Hidden(hand.cards, hand.unknown, draft.held.get(seat, ()), draft.lacks.get(seat, ()), draft.safes.get(seat, ()))

    def _hand(self, seat: int) -> HiddenPile:
        """The hand, by default that of the start of a round."""
        return self._draft.hands.get(seat, HiddenPile((), MARKET))

    def _open_safe(self, seat: int) -> tuple[Cards, ...]:
        return tuple(sorted(pile.cards for pile in self._draft.safes.get(seat, ())))

    def _location(self, key: str, seat: int | None = None) -> Location:
        field = self._draft.sources.get((key, seat))
        return self._raw.start if field is None else field.location()

    def _about(self) -> list[tuple[Location, Cards]]:
        """All cards that the record names, and where."""
        draft = self._draft
        found = [(self._location("hand", seat), hand.cards) for seat, hand in draft.hands.items()]
        found += [(self._location("safe", seat), sum((pile.cards for pile in piles), ())) for seat, piles in draft.safes.items()]
        found += [(self._location("held", seat), cards) for seat, cards in draft.held.items()]
        found += [(self._location("market"), draft.market), (self._location("used"), draft.used)]
        if draft.unseen is not None:
            found.append((self._location("unseen"), draft.unseen))
        if draft.pile is not None and HIDDEN not in draft.pile:
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

    def _check_held(self) -> None:
        """Checks each seat by itself; whether everything agrees is for `View` to check."""
        for seat, told in enumerate(self.hidden()):
            if told is None:
                continue
            if told.room() < 0:
                message = (
                    f"{self._seats.label(seat)} is known to hold {len(told.held)} cards, and has {len(told.held) + told.room()} hidden ones"
                )
                self._problems.add("E-HELD", self._location("held", seat), message, "leave out cards that 'hand' or 'safe' names")
            for kind in (*told.known, *(() if any(pile.unknown for pile in told.piles) else told.held)):
                if kind < DIAMONDS and quality(kind) in told.lacks:
                    message = f"{self._seats.label(seat)} has {NAMES[kind]} in hand, but is said to lack it"
                    self._problems.add("E-LACKS", self._location("lacks", seat), message)

    def _rest(self) -> Counter[int]:
        """The cards that the record does not name, without X."""
        left = Counter(self._rules.deck)
        for _, cards in self._about():
            left -= Counter(cards)
        del left[X]
        return left

    def _pile(self) -> Cards:
        """The pile; problems where as many cards are hidden as cannot be."""
        draft = self._draft
        room = sum(told.room() for told in self.hidden() if told is not None)
        unseen = self._rest() if draft.unseen is None else Counter(draft.unseen)
        size = unseen.total() - room + (draft.closed is None)
        is_told = draft.pile is not None and HIDDEN not in draft.pile
        location = self._location("stack" if draft.is_stack else "pile")
        if draft.pile is not None and is_told:
            if self.hidden() and unseen.total() != room:
                message = f"{unseen.total()} cards are not named anywhere, but hands and safes hide {room}"
                hint = "name the hidden cards of a composed game: unseen 4,9,B" if draft.unseen is None else None
                self._problems.add("E-PILE", location, message, hint)
            return draft.pile
        if size < 0 or (draft.pile is not None and len(draft.pile) != size):
            message = f"the pile would have {max(size, 0)} cards: {unseen.total()} are not named anywhere, and hands and safes hide {room}"
            self._problems.add("E-PILE", location, message, "name the hidden cards of a composed game: unseen 4,9,B")
            return ()
        if self.hidden():
            return (HIDDEN,) * size
        return tuple(sorted((*unseen.elements(), *([X] if draft.closed is None else []))))

    def _check_pile(self, state: State) -> None:
        closing = int(state.closed is None) if HIDDEN in state.pile else state.pile.count(X)
        location = self._location("closed") if state.closed is not None else self._location("stack" if state.is_stack else "pile")
        if state.closed is not None and closing:
            self._problems.add("E-CLOSED", location, "the closing card has come, but is in the pile", "leave it out of the pile")
        elif state.closed is None and closing != 1:
            where = "is nowhere" if not closing else "is there twice"
            self._problems.add("E-CLOSED", location, f"the closing card {where}", "put X into the pile, or write 'closed P1'")
        if not state.market and state.pile and not self._is_blank():
            hint = "write the cards that lie there, as in 'market 10,4*,2'; an empty market is filled up at once"
            message = "the market is empty while the pile has cards"
            if ("market", None) not in self._draft.sources:
                message = "the field 'market' is missing, and the pile has cards"
            self._problems.add("E-MARKET", self._location("market"), message, hint)

    def _is_blank(self) -> bool:
        """Whether nothing is known of the round yet, not even the cards of the player who enters it."""
        see = self._draft.see
        return see is not None and self._hand(see).unknown > 0 and not self._draft.play

    def _check_phase(self, state: State) -> None:
        for seat, hand in enumerate(state.hands):
            may_hold_more = seat == state.turn and state.phase in (Phase.ACT, Phase.TRIM)
            if len(hand) > HAND_LIMIT and not may_hold_more:
                message = f"{self._seats.label(seat)} has {len(hand)} cards"
                hint = f"more than {HAND_LIMIT} are held only in one's own turn, in the phases act and trim"
                self._problems.add("E-HAND-SIZE", self._location("hand", seat), message, hint)
        if state.phase is Phase.DRAW and state.closed is not None:
            self._problems.add("E-PHASE", self._location("phase"), "nobody draws after the closing card", "write 'phase act'")
        if state.phase is Phase.OVER and state.turn != state.closed:
            hint = "write 'phase over' with 'turn' of the seat that 'closed' names"
            self._problems.add("E-PHASE", self._location("phase"), "the round ends when the seat in whose turn X came is next", hint)
        if state.phase is Phase.TRIM and len(state.hands[state.turn]) <= HAND_LIMIT:
            message = f"{self._seats.label(state.turn)} has {len(state.hands[state.turn])} cards: none is surplus"
            self._problems.add("E-PHASE", self._location("phase"), message)


GRAMMAR = Grammar(
    game="diams",
    title="Diam's",
    version=1,
    keys=("players", *FIELDS, *SEAT_FIELDS, "play"),
    seats=frozenset(("turn", "closed", "see")),
    by_seat=frozenset(SEAT_FIELDS),
    switches=frozenset(),
    build=build,
    nested={"rounds": "round"},
)
"""How records of Diam's are read."""
