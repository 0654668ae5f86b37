"""Reading words with the game in mind: cards with counts, and one field after the other into a `Draft`."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from dataclasses import field as dataclass_field
from typing import ClassVar, NamedTuple

from diamonds_solver.common.wording import quote
from diamonds_solver.games.diamoniak.rules.cards import COLOURS, KINDS, NO_CARDS, WITCH, Cards, changed
from diamonds_solver.games.diamoniak.rules.game import Price
from diamonds_solver.games.diamoniak.rules.state import Phase
from diamonds_solver.notation.fields import CommonDraft, DraftReader
from diamonds_solver.notation.text import Field, Word

HINT_CARDS = "write cards like D2 F G or DDFG: castles are R G B Y, D is a diamond, F a fairy, W a witch"
_CARD = re.compile(r"([RGBYDFWrgbydfw])(\d{0,6})")
_VALUE = re.compile(r"[+-]?\d{1,9}(?:\.\d{1,30})?")


class Castle(NamedTuple):
    """What a field `castle` says."""

    colour: int
    cards: int


@dataclass
class Draft(CommonDraft):
    """The values of all fields of one record but `players`."""

    deck: Cards | None = None
    price: Price = Price.SELLER
    castles: dict[int, Castle] = dataclass_field(default_factory=dict)
    aside: dict[int, Cards] = dataclass_field(default_factory=dict)
    discard: Cards = NO_CARDS
    pile: Cards | None = None
    turn: int = 0
    phase: Phase = Phase.TURN
    value: float | None = None


class FieldReader(DraftReader[Draft]):
    """Reads the fields of one record into its draft. A word that cannot be read becomes a problem."""

    by_seat: ClassVar = {"castle": "write 'castle P1 R3'", "aside": "write 'aside P1 D2 F'"}

    def _read_field(self, field: Field) -> None:
        FIELDS[field.name](self, field)

    def _read_field_of(self, seat: int, field: Field) -> None:
        SEAT_FIELDS[field.name](self, field, seat)

    # -- words ----------------------------------------------------------------------------------------------------------------------

    def cards(self, words: Sequence[Word]) -> Cards | None:
        """Cards, with or without counts, in any order; None, and problems, for anything else."""
        found, is_good = NO_CARDS, True
        for word in words:
            at = 0
            while at < len(word.text) and word.text != "-":
                match = _CARD.match(word.text, at)
                if word.text[at] == ",":
                    at += 1
                elif match is None:
                    self.problems.add("E-CARD", word.location(at), f"{quote(word.text[at:])} is not a card", HINT_CARDS)
                    is_good, at = False, len(word.text)
                else:
                    found = changed(found, KINDS.index(match[1].upper()), int(match[2] or 1))
                    at = match.end()
        return found if is_good else None

    def _of_field(self, field: Field, words: Sequence[Word]) -> Cards | None:
        if not words:
            self.problems.add("E-COUNT", field.location(), f"'{field.name}' needs cards", "a dash stands for none")
            return None
        return self.cards(words)

    # -- fields ---------------------------------------------------------------------------------------------------------------------

    def read_deck(self, field: Field) -> None:
        self.draft.deck = self._of_field(field, field.words)

    def read_price(self, field: Field) -> None:
        self.draft.price = Price(self._word_of(field, tuple(Price)) or Price.SELLER)

    def read_discard(self, field: Field) -> None:
        self.draft.discard = self._of_field(field, field.words) or NO_CARDS

    def read_pile(self, field: Field) -> None:
        self.draft.pile = self._of_field(field, field.words)

    def read_turn(self, field: Field) -> None:
        word = self._one_word(field)
        if word is not None:
            self.draft.turn = self.seats.read(word.whole()) or 0

    def read_phase(self, field: Field) -> None:
        self.draft.phase = Phase(self._word_of(field, ("turn", "more", "witch")) or Phase.TURN)

    def read_value(self, field: Field) -> None:
        word = self._one_word(field)
        if word is not None and _VALUE.fullmatch(word.text) and 0 <= float(word.text) <= 1:
            self.draft.value = float(word.text)
        elif word is not None:
            hint = "it is a number from 0 to 1, such as 0.75"
            self.problems.add("E-NUMBER", word.location(), f"{quote(word.text)} is not a chance to win", hint)

    def read_castle(self, field: Field, seat: int) -> None:
        words = field.words[1:]
        colours = {letter.upper() for word in words for letter in word.text if letter.isalpha()}
        cards = self.cards(words)
        if cards is None:
            return
        if len(colours) == 1 and (colour := KINDS.index(colours.pop())) in COLOURS:
            self.draft.castles[seat] = Castle(colour, cards[colour])
            return
        location = words[0].location() if len(words) == 1 else field.location()
        self.problems.add("E-COLOUR", location, "a castle has cards of one colour", "write 'castle P1 R3', or R0 if all are lost")

    def read_aside(self, field: Field, seat: int) -> None:
        cards = self._of_field(field, field.words[1:])
        if cards is not None and cards[WITCH]:
            self.problems.add("E-CARD", field.location(), "nobody holds a witch", "a witch is discarded as soon as she is drawn")
        elif cards is not None:
            self.draft.aside[seat] = cards


def read_deck(text: str) -> Cards:
    """The cards of a text, for an option. Raises ValueError for anything else."""
    parts = list(_CARD.finditer(text))
    if "".join(match[0] for match in parts) != text.replace(" ", "") or not parts:
        raise ValueError("cards, such as R3G3D3W")
    found = NO_CARDS
    for match in parts:
        found = changed(found, KINDS.index(match[1].upper()), int(match[2] or 1))
    return found


FIELDS: dict[str, Callable[[FieldReader, Field], None]] = {
    "deck": FieldReader.read_deck,
    "price": FieldReader.read_price,
    "discard": FieldReader.read_discard,
    "pile": FieldReader.read_pile,
    "turn": FieldReader.read_turn,
    "phase": FieldReader.read_phase,
    "id": FieldReader.read_id,
    "best": FieldReader.keep,
    "value": FieldReader.read_value,
}
SEAT_FIELDS: dict[str, Callable[[FieldReader, Field, int], None]] = {
    "castle": FieldReader.read_castle,
    "aside": FieldReader.read_aside,
}
