"""Reading words with the game in mind: cards, piles, and one field after the other into a `Draft`."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from dataclasses import field as dataclass_field
from typing import ClassVar

from diamonds_solver.common.wording import quote
from diamonds_solver.games.diams.record.hidden import HiddenPile
from diamonds_solver.games.diams.record.record import ROUNDS
from diamonds_solver.games.diams.rules.cards import (
    COLLECTION,
    COPIES,
    DIAMONDS,
    FORCED_SALES,
    HIDDEN,
    NAMES,
    QUALITIES,
    Cards,
    X,
    quality,
    written,
)
from diamonds_solver.games.diams.rules.game import LOUPES, VALUES, Cloture, Triple
from diamonds_solver.games.diams.rules.score import MOST_CHIPS
from diamonds_solver.games.diams.rules.state import Phase
from diamonds_solver.notation.fields import CommonDraft, DraftReader
from diamonds_solver.notation.text import Field, Word, parts

from .moves import CARD

HINT_CARDS = "cards are 1 to 10, with a star for a loupe (7*), and T, B, S, X"
_CARD = re.compile(CARD)
_HIDDEN = re.compile(r"\+\d{1,6}")
MOST_HIDDEN = 54
"""Cards of the deck."""
_NUMBER = re.compile(r"[+-]?\d{1,9}(?:\.\d{1,30})?")
_ROUND = re.compile(rf"([1-{ROUNDS}])(?:/{ROUNDS})?")


@dataclass
class Draft(CommonDraft):
    """The values of all fields of one record but `players`."""

    values: tuple[Triple, ...] = VALUES
    loupes: tuple[int, ...] = LOUPES
    cloture: Cloture = Cloture.MIXED
    round: int = 1
    chips: tuple[int, ...] = ()
    see: int | None = None
    hands: dict[int, HiddenPile] = dataclass_field(default_factory=dict)
    """The cards of each hand that are told, and how many are not."""
    safes: dict[int, tuple[HiddenPile, ...]] = dataclass_field(default_factory=dict)
    held: dict[int, Cards] = dataclass_field(default_factory=dict)
    lacks: dict[int, tuple[int, ...]] = dataclass_field(default_factory=dict)
    unseen: Cards | None = None
    market: Cards = ()
    used: Cards = ()
    pile: Cards | None = None
    """None: not told; of a pile of which the size is told HIDDEN cards."""
    is_stack: bool = False
    closed: int | None = None
    turn: int = 0
    phase: Phase | None = None
    value: float | None = None


class FieldReader(DraftReader[Draft]):
    """Reads the fields of one record into its draft. A word that cannot be read becomes a problem."""

    by_seat: ClassVar = {
        "hand": "write 'hand P1 9,3,T', 'hand P1 7 +2', or none",
        "safe": "write 'safe P1 4*,4,4 9,9,9', 'safe P1 +3', or none",
        "held": "write 'held P2 7,2,2'",
        "lacks": "write 'lacks P2 4,9'",
    }

    def _read_field(self, field: Field) -> None:
        if field.words or field.name == "id":
            FIELDS[field.name](self, field)
        else:
            self.problems.add("E-COUNT", field.location(), f"'{field.name}' says nothing")

    def _read_field_of(self, seat: int, field: Field) -> None:
        SEAT_FIELDS[field.name](self, field, seat)

    # -- words ------------------------------------------------------------------------------------------------------------------------

    def cards(self, words: Sequence[Word]) -> Cards:
        """Cards in the order in which they stand; problems for anything else."""
        cards, unknown = self._hidden_cards(words)
        if unknown:
            place = next(span for span in parts(words) if _HIDDEN.fullmatch(span.text))
            self.problems.add("E-CARD", place.location(), "a number of hidden cards says nothing here", HINT_CARDS)
        return cards

    def _hidden_cards(self, words: Sequence[Word]) -> HiddenPile:
        """Cards that are told, in the order in which they stand, and how many others there are; problems for anything else."""
        found, unknown = [], 0
        for span in parts(words):
            text = span.text
            if _CARD.fullmatch(text):
                found.append(NAMES.index(text.upper()))
            elif _HIDDEN.fullmatch(text) and int(text) <= MOST_HIDDEN:
                unknown += int(text)
            elif text != "none" or len(words) > 1:
                self.problems.add("E-CARD", span.location(), f"{quote(text)} is not a card", HINT_CARDS)
        return HiddenPile(tuple(found), unknown)

    def _seat_of(self, field: Field) -> int | None:
        if len(field.words) == 1:
            return self.seats.read(field.words[0].whole())
        self.problems.add("E-COUNT", field.location(), f"'{field.name}' takes one player, not {len(field.words)}")
        return None

    def _numbers(self, field: Field) -> list[int] | None:
        """Whole numbers; None, and a problem, for anything else."""
        for span in parts(field.words):
            if not span.text.isdecimal() or len(span.text) > 6:
                self.problems.add("E-NUMBER", span.location(), f"{quote(span.text)} is not a whole number from 0")
                return None
        return [int(span.text) for span in parts(field.words)]

    # -- parameters -------------------------------------------------------------------------------------------------------------------

    def read_values(self, field: Field) -> None:
        """Ten triples; in JSON their numbers stand apart."""
        numbers = [text for span in parts(field.words) for text in span.text.split("/")]
        whole_numbers = [int(text) for text in numbers if text.isdecimal() and len(text) <= 6]
        triples = [(a, b, c) for a, b, c in zip(*[iter(whole_numbers)] * 3, strict=False)]
        is_good = len(numbers) == len(whole_numbers) == 3 * len(QUALITIES) and all(a <= b <= c for a, b, c in triples)
        if is_good and all(span.text.count("/") in (0, 2) for span in parts(field.words)):
            self.draft.values = tuple(triples)
        else:
            hint = "write what 3, 4 and 5 cards are worth, ten times, from quality 1: 1/2/3 2/4/6 .."
            self.problems.add("E-VALUES", field.location(), "'values' has ten triples of numbers, none less than the one before", hint)

    def read_loupes(self, field: Field) -> None:
        numbers = [int(span.text) if span.text.isdecimal() and len(span.text) == 1 else -1 for span in parts(field.words)]
        if len(numbers) in (1, len(QUALITIES)) and all(0 <= number <= COPIES for number in numbers):
            self.draft.loupes = tuple(numbers * len(QUALITIES))[: len(QUALITIES)]
        else:
            hint = "write one number for all qualities, or ten from quality 1"
            self.problems.add("E-LOUPES", field.location(), f"'loupes' has one number or ten, from 0 to {COPIES}", hint)

    def read_cloture(self, field: Field) -> None:
        self.draft.cloture = Cloture(self._word_of(field, tuple(Cloture)) or Cloture.MIXED)

    def read_round(self, field: Field) -> None:
        match = _ROUND.fullmatch(field.words[0].text) if len(field.words) == 1 else None
        if match is None:
            self.problems.add("E-ROUND", field.location(), "there is no such round", f"write 1/{ROUNDS} to {ROUNDS}/{ROUNDS}")
        else:
            self.draft.round = int(match[1])

    def read_chips(self, field: Field) -> None:
        numbers = self._numbers(field)
        if numbers is not None and len(numbers) != self.seats.count:
            self.problems.add(
                "E-CHIPS", field.location(), f"'chips' has one number for each of {self.seats.count} players, not {len(numbers)}"
            )
        elif numbers is not None and max(numbers, default=0) > MOST_CHIPS:
            hint = f"two rounds bring {MOST_CHIPS} at most"
            self.problems.add("E-CHIPS", field.location(), f"nobody has {max(numbers)} chips before the last round", hint)
        elif numbers is not None:
            self.draft.chips = tuple(numbers)

    # -- cards ------------------------------------------------------------------------------------------------------------------------

    def read_hand(self, field: Field, seat: int) -> None:
        cards, unknown = self._hidden_cards(field.words[1:])
        if X in cards:
            self.problems.add("E-CARD", field.location(), "nobody holds the closing card", "it is set aside: write 'closed P1'")
        self.draft.hands[seat] = HiddenPile(tuple(sorted(cards)), unknown)

    def read_safe(self, field: Field, seat: int) -> None:
        piles: list[HiddenPile] = []
        for word in field.words[1:]:
            cards, unknown = self._hidden_cards([word])
            if cards or unknown:
                pile = HiddenPile(tuple(sorted(cards)), unknown)
                self._check_pile(word, pile, piles)
                piles.append(pile)
        self.draft.safes[seat] = tuple(piles)

    def _check_pile(self, word: Word, pile: HiddenPile, others: Sequence[HiddenPile]) -> None:
        cards, unknown = pile
        size = len(cards) + unknown
        least = COLLECTION - 1 if cards else COLLECTION
        if (cards and (cards[-1] >= DIAMONDS or quality(cards[0]) != quality(cards[-1]))) or not least <= size <= COPIES:
            hint = "a pile has three to five diamonds of one quality, or two that were left"
            self.problems.add("E-SAFE", word.location(), f"{quote(word.text)} is not a pile of a safe", hint)
        elif cards and any(other.cards and quality(other.cards[0]) == quality(cards[0]) for other in others):
            self.problems.add("E-SAFE", word.location(), f"there are two piles of {quality(cards[0])}", "a safe has one pile of a quality")

    def read_held(self, field: Field, seat: int) -> None:
        cards = tuple(sorted(self.cards(field.words[1:])))
        if X in cards:
            self.problems.add("E-CARD", field.location(), "nobody holds the closing card", "it is set aside: write 'closed P1'")
        self.draft.held[seat] = cards

    def read_lacks(self, field: Field, seat: int) -> None:
        lacked = []
        for span in parts(field.words[1:]):
            if span.text.isdecimal() and len(span.text) <= 2 and int(span.text) in QUALITIES:
                lacked.append(int(span.text))
            else:
                self.problems.add("E-LACKS", span.location(), f"{quote(span.text)} is not a quality", "write the qualities 1 to 10: 4,9")
        self.draft.lacks[seat] = tuple(sorted(set(lacked), reverse=True))

    def read_unseen(self, field: Field) -> None:
        cards = self.cards(field.words)
        self.draft.unseen = tuple(sorted(kind for kind in cards if kind != X))

    def read_see(self, field: Field) -> None:
        self.draft.see = self._seat_of(field)

    def read_market(self, field: Field) -> None:
        cards = tuple(sorted(self.cards(field.words)))
        if cards and cards[-1] >= DIAMONDS:
            self.problems.add("E-MARKET", field.location(), f"{NAMES[cards[-1]]} cannot be on the market", "it has only diamonds")
        self.draft.market = cards

    def read_used(self, field: Field) -> None:
        cards = tuple(sorted(self.cards(field.words)))
        if not set(cards) <= set(FORCED_SALES):
            self.problems.add("E-CARD", field.location(), f"only {written(FORCED_SALES, ', ')} are used up")
        self.draft.used = cards

    def read_pile(self, field: Field) -> None:
        """Cards left, in order (`stack`) or not."""
        if self.draft.pile is not None:
            self.problems.add("E-FIELD-TWICE", field.location(), "there is a pile already", "write 'pile' or 'stack'")
            return
        cards, unknown = self._hidden_cards(field.words)
        if unknown and (cards or field.name == "stack"):
            self.problems.add("E-PILE", field.location(), "a pile needs all its cards, or their number", "write 'pile 4,9,X' or 'pile +3'")
        if unknown:
            cards = (HIDDEN,) * unknown
        self.draft.is_stack = field.name == "stack"
        self.draft.pile = cards if self.draft.is_stack else tuple(sorted(cards))

    # -- the rest ---------------------------------------------------------------------------------------------------------------------

    def read_closed(self, field: Field) -> None:
        self.draft.closed = self._seat_of(field)

    def read_turn(self, field: Field) -> None:
        self.draft.turn = self._seat_of(field) or 0

    def read_phase(self, field: Field) -> None:
        word = self._word_of(field, ("draw", "act", "trim", "over"))
        self.draft.phase = None if word is None else Phase(word)

    def read_value(self, field: Field) -> None:
        word = field.words[0]
        if len(field.words) == 1 and _NUMBER.fullmatch(word.text):
            self.draft.value = float(word.text)
        else:
            self.problems.add("E-NUMBER", word.location(), f"{quote(word.text)} is not a value", "it is a number")


FIELDS: dict[str, Callable[[FieldReader, Field], None]] = {
    "values": FieldReader.read_values,
    "loupes": FieldReader.read_loupes,
    "cloture": FieldReader.read_cloture,
    "round": FieldReader.read_round,
    "chips": FieldReader.read_chips,
    "see": FieldReader.read_see,
    "market": FieldReader.read_market,
    "used": FieldReader.read_used,
    "unseen": FieldReader.read_unseen,
    "pile": FieldReader.read_pile,
    "stack": FieldReader.read_pile,
    "closed": FieldReader.read_closed,
    "turn": FieldReader.read_turn,
    "phase": FieldReader.read_phase,
    "id": FieldReader.read_id,
    "best": FieldReader.keep,
    "value": FieldReader.read_value,
}
SEAT_FIELDS: dict[str, Callable[[FieldReader, Field, int], None]] = {
    "hand": FieldReader.read_hand,
    "safe": FieldReader.read_safe,
    "held": FieldReader.read_held,
    "lacks": FieldReader.read_lacks,
}
