"""Reading words with the game in mind: numbers, seats, cards. A word that cannot be read becomes a problem and None."""

from __future__ import annotations

import re
from collections.abc import Sequence

from diamonds_solver.common.wording import quote
from diamonds_solver.games.diamonds.rules.cards import SUIT_LETTERS, SUITS, make_card
from diamonds_solver.games.diamonds.rules.rules import Rules
from diamonds_solver.notation.players import Seats
from diamonds_solver.notation.problems import Location
from diamonds_solver.notation.text import Span, Word, parts

SUIT_SIGNS = {sign: suit for suit, signs in enumerate(("Dd♦♢", "Hh♥♡", "Ss♠♤", "Cc♣♧")) for sign in signs}
SUIT_CLASS = f"[{''.join(SUIT_SIGNS)}]\ufe0f?"  # an emoji's variation selector may follow a symbol
CARD = re.compile(rf"({SUIT_CLASS})(\d+)")
HINT_CARDS = "write cards like D15,9,3 H12: a suit letter holds until the next one"

_CARD_PART = re.compile(rf"(?P<suit>{SUIT_CLASS})|(?P<rank>\d+)|(?P<comma>,)|\+(?P<unknown>\d+)")
_INTEGER = re.compile(r"[+-]?\d+")
_MAX_DIGITS = 6  # more is no number that means anything here

Cards = dict[int, Span]
"""Cards, and where the source has them."""


class Reading:
    """What words mean in one record: its rules, the names of its players, and where problems go."""

    def __init__(self, rules: Rules, seats: Seats) -> None:
        self.rules = rules
        self.seats = seats
        self.problems = seats.problems
        self.label, self.labels = seats.label, seats.labels
        self.seat, self.find_seat = seats.read, seats.find

    def problem(self, code: str, location: Location, message: str, hint: str | None = None) -> None:
        self.problems.add(code, location, message, hint)

    def integer(self, span: Span) -> int | None:
        """A whole number; absurdly long ones are none."""
        text = span.text
        if _INTEGER.fullmatch(text) and len(text) <= _MAX_DIGITS:
            return int(text)
        absurd = " that can be meant" if _INTEGER.fullmatch(text) else ""
        self.problem("E-NUMBER", span.location(), f"{quote(text)} is not a whole number{absurd}")
        return None

    def rank(self, span: Span) -> int | None:
        """A rank of the deck, written in digits."""
        text = span.text
        rank = int(text) if len(text) <= _MAX_DIGITS else 0
        if 1 <= rank <= self.rules.max_rank:
            return rank
        perfect = f" in Perfect Diamonds with {self.rules.players} players" if self.rules.perfect else ""
        hint = f"ranks run from 1 to {self.rules.max_rank}{perfect}"
        self.problem("E-RANK", span.location(), f"rank {quote(text)[1:-1]} does not exist", hint)
        return None

    def card(self, span: Span) -> int | None:
        """One card, written with its suit."""
        match = CARD.fullmatch(span.word.text, span.start, span.end)
        if match is None:
            self.problem("E-CARD", span.location(), f"{quote(span.text)} is not a card", "a card is a suit and a rank: D15")
            return None
        rank = self.rank(Span(span.word, *match.span(2)))
        return None if rank is None else make_card(SUIT_SIGNS[match[1][0]], rank)

    def cards(self, words: Sequence[Word], *, unknown: bool = False) -> tuple[Cards, int]:
        """Cards with sticky suits, and where to find them; with `unknown` also the k of ``+k``. A card that is there twice is a problem."""
        found: Cards = {}
        hidden: int | None = None
        suit: Span | None = None
        suit_used = True
        for word in words:
            at = 0
            while at < len(word.text):
                match = _CARD_PART.match(word.text, at)
                kind = match.lastgroup if match else None
                if match is None or (kind == "rank" and suit is None) or (kind == "unknown" and (not unknown or hidden is not None)):
                    self._card_trouble(Span(word, at, len(word.text)), kind)
                    break
                span = Span(word, at, match.end())
                at = match.end()
                if kind == "suit":
                    self._check_suit_used(suit, suit_used)
                    suit, suit_used = span, False
                elif kind == "rank" and suit is not None:
                    suit_used = True
                    self._add_card(found, suit, span)
                elif kind == "unknown":
                    hidden = self.integer(Span(word, match.start("unknown"), at))
        self._check_suit_used(suit, suit_used)
        return found, hidden or 0

    def _add_card(self, found: Cards, suit: Span, span: Span) -> None:
        rank = self.rank(span)
        if rank is None:
            return
        card = make_card(SUIT_SIGNS[suit.word.text[suit.start]], rank)
        if suit.word is span.word and suit.end == span.start:
            span = Span(span.word, suit.start, span.end)
        if card in found:
            self.card_twice(card, span, found[card], "here")
        else:
            found[card] = span

    def card_twice(self, card: int, span: Span, before: Span, where: str) -> None:
        """Reports a card that is `where` already, at `before`."""
        first = before.location()
        column = f", column {first.column}" if first.line is span.word.line and first.line.path is None else ""
        name = f"{SUIT_LETTERS[card >> 4]}{card & 15}"
        self.problem("E-CARD-TWICE", span.location(), f"{name} is {where} already", f"it is {first.line.where}{column}")

    def _check_suit_used(self, suit: Span | None, used: bool) -> None:
        if suit is not None and not used:
            self.problem("E-CARD", suit.location(), "a suit without a rank", HINT_CARDS)

    def _card_trouble(self, span: Span, kind: str | None) -> None:
        text = quote(span.text)
        if kind == "rank":
            self.problem("E-CARD", span.location(), f"{text} has no suit", HINT_CARDS)
        elif kind == "unknown":
            hint = "D14,2 +8 is a hand with two known and eight unknown cards"
            self.problem("E-CARD", span.location(), f"{text} can stand only once, and only in a hand", hint)
        else:
            self.problem("E-CARD", span.location(), f"{text} is not a card", HINT_CARDS)


def suits(reading: Reading, words: Sequence[Word]) -> list[tuple[int, Span]]:
    """Suit letters, apart or together: ``S C`` or ``SC``."""
    found = []
    for span in parts(words):
        text = span.word.text
        for at in range(span.start, span.end):
            if text[at] == "\ufe0f":
                continue
            here = Span(span.word, at, at + 1)
            if text[at] not in SUIT_SIGNS:
                reading.problem("E-SUIT", here.location(), f"{quote(text[at])} is not a suit", "suits are D H S C")
                break
            found.append((SUIT_SIGNS[text[at]], here))
    return found


assert set(SUIT_SIGNS.values()) == set(SUITS)
