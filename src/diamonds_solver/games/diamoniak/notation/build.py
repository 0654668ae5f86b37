"""From the fields of one record to a `Record`, or to problems: everything that is wrong."""

from __future__ import annotations

import re

from diamonds_solver.errors import RulesError
from diamonds_solver.games.diamoniak.record.record import Record
from diamonds_solver.games.diamoniak.rules.cards import (
    COLOURS,
    KINDS,
    NAMES,
    NO_CARDS,
    WITCH,
    Cards,
    changed,
    taken_away,
    with_counts,
)
from diamonds_solver.games.diamoniak.rules.game import BOX, MAX_PLAYERS, MIN_PLAYERS, Rules
from diamonds_solver.games.diamoniak.rules.state import Phase, State, is_complete, payments
from diamonds_solver.notation.grammar import Grammar
from diamonds_solver.notation.players import Seats, read_players
from diamonds_solver.notation.text import RawRecord

from .reading import FIELDS, SEAT_FIELDS, Draft, FieldReader
from .replay import Replay

_NO_NAME = re.compile(r"[RGBYDFWrgbydfw]\d*|draw|stop|buy")


def build(raw: RawRecord) -> Record | None:
    """The record that `raw` stands for; see ``Grammar.build``."""
    seats = read_players(raw, "Diamoniak", MIN_PLAYERS, MAX_PLAYERS, _NO_NAME)
    if seats is None:
        return None
    reader = FieldReader(seats, Draft())
    reader.read_all(raw)
    rules = _rules(raw, reader)
    if rules is None or raw.problems.count > raw.harmless:
        return None
    start = _Table(raw, reader, rules).state()
    if start is None:
        return None
    replay = Replay(seats, start)
    replay.run(reader.draft.play)
    draft = reader.draft
    return Record(
        start=start,
        names=seats.names,
        play=tuple(replay.steps),
        id=draft.id,
        best=replay.read_best(draft.sources.get(("best", None))),
        value=draft.value,
        extra=tuple(draft.extra),
        origin=raw.start,
    )


def _rules(raw: RawRecord, reader: FieldReader) -> Rules | None:
    """The rules; None, and a problem, for a deck that cannot be played."""
    draft = reader.draft
    of_deck = draft.sources.get(("deck", None))
    if of_deck is not None and draft.deck is None:
        return None  # its cards could not be read
    try:
        return Rules(reader.seats.count, BOX if draft.deck is None else draft.deck, draft.price)
    except RulesError as error:
        raw.problems.add(error.code, of_deck.location() if of_deck is not None else raw.start, error.message, error.hint)
        return None


class _Table:
    """What lies where before the play, and whether it can."""

    def __init__(self, raw: RawRecord, reader: FieldReader, rules: Rules) -> None:
        self._raw, self._draft, self._rules = raw, reader.draft, rules
        self._seats: Seats = reader.seats
        self._problems = raw.problems

    def state(self) -> State | None:
        """The state before the play; None, and problems, where the fields do not fit together."""
        before = self._problems.count
        self._check_colours()
        pile = self._pile() if self._problems.count == before else None
        if pile is None:
            return None
        draft, seats = self._draft, range(self._rules.players)
        colours = tuple(draft.castles[seat].colour if seat in draft.castles else None for seat in seats)
        held = tuple(self._held(seat) for seat in seats)
        state = State(self._rules, colours, held, draft.discard, pile, draft.turn, draft.phase)
        self._check_end(state)
        self._check_phase(state)
        return state if self._problems.count == before else None

    def _held(self, seat: int) -> Cards:
        cards = self._draft.aside.get(seat, NO_CARDS)
        if seat in self._draft.castles:
            colour, count = self._draft.castles[seat]
            cards = changed(cards, colour, count)
        return cards

    def _check_colours(self) -> None:
        builders: dict[int, int] = {}
        for seat, (colour, _) in self._draft.castles.items():
            letter, field = KINDS[colour], self._draft.sources["castle", seat]
            if colour not in self._rules.colours:
                self._problems.add(
                    "E-COLOUR", field.location(), f"the deck has no cards {letter}", f"the deck is {with_counts(self._rules.deck)}"
                )
            elif colour in builders:
                other = self._seats.label(builders[colour])
                message = f"{other} builds the castle {letter} already"
                self._problems.add("E-COLOUR", field.location(), message, "every castle has one builder")
            builders.setdefault(colour, seat)
        for seat, cards in self._draft.aside.items():
            self._check_aside(seat, cards, builders)

    def _check_aside(self, seat: int, cards: Cards, builders: dict[int, int]) -> None:
        """No card of a player's own colour lies on the right, and none that would have begun a castle."""
        castle, label, location = self._draft.castles.get(seat), self._seats.label(seat), self._draft.sources["aside", seat].location()
        for colour in COLOURS:
            letter = KINDS[colour]
            if cards[colour] and castle is not None and castle.colour == colour:
                hint = f"write 'castle {label} {letter}{castle.cards + cards[colour]}'"
                self._problems.add("E-COLOUR", location, f"{letter} is the colour of {label}: such cards are in the castle", hint)
            elif cards[colour] and castle is None and colour not in builders:
                hint = f"write 'castle {label} {letter}{cards[colour]}', or the castle of who builds {letter}"
                self._problems.add("E-COLOUR", location, f"the first {letter} of {label} would have begun a castle", hint)

    def _pile(self) -> Cards | None:
        """The rest of the deck; None, and a problem, if more of a card is used than the deck has."""
        rest = self._rules.deck
        limbo = changed(NO_CARDS, WITCH, int(self._draft.phase is Phase.WITCH))
        locations = [(("phase", None), limbo), *((("castle", seat), self._of_castle(seat)) for seat in self._draft.castles)]
        locations += [(("aside", seat), cards) for seat, cards in self._draft.aside.items()]
        for key, cards in (*locations, (("discard", None), self._draft.discard)):
            left = taken_away(rest, cards)
            if min(left) < 0:
                kind = next(kind for kind, count in enumerate(left) if count < 0)
                known = ", counting those named before" if rest[kind] < self._rules.deck[kind] else ""
                message = f"more cards {KINDS[kind]} ({NAMES[kind]}) than the deck has{known}"
                hint = f"the deck is {with_counts(self._rules.deck)}"
                self._problems.add("E-COPIES", self._draft.sources[key].location(), message, hint)
                return None
            rest = left
        told = self._draft.pile
        if told is not None and told != rest:
            location = self._draft.sources["pile", None].location()
            self._problems.add("E-PILE", location, "these are not the cards that are left", f"left are {with_counts(rest) or 'none'}")
            return None
        return rest

    def _of_castle(self, seat: int) -> Cards:
        colour, count = self._draft.castles[seat]
        return changed(NO_CARDS, colour, count)

    def _check_end(self, state: State) -> None:
        for seat in range(self._rules.players):
            if is_complete(state, seat):
                location = self._draft.sources["castle", seat].location()
                self._problems.add("E-OVER", location, f"the castle of {self._seats.label(seat)} is complete: the game is over")

    def _check_phase(self, state: State) -> None:
        held, label = state.held[state.turn], self._seats.label(state.turn)
        field = self._draft.sources.get(("phase", None))
        location = field.location() if field is not None else self._raw.start
        if state.phase is Phase.MORE and not any(held):
            self._problems.add("E-PHASE", location, f"{label} has no card, and so has drawn none", "a turn begins in phase turn")
        if state.phase is Phase.WITCH and len(payments(held)) == 1:
            message = f"{label} has no choice of what to give up"
            self._problems.add("E-PHASE", location, message, "write what is left after the witch, and whose turn comes then")


GRAMMAR = Grammar(
    game="diamoniak",
    title="Diamoniak",
    version=1,
    keys=("players", *FIELDS, *SEAT_FIELDS, "play"),
    seats=frozenset(("turn",)),
    by_seat=frozenset(SEAT_FIELDS),
    switches=frozenset(),
    build=build,
)
"""How records of Diamoniak are read."""
