"""Words of a record of Diamonds read with the game in mind: numbers, seats, cards, the tokens of a play."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from typing import NamedTuple

from diamonds_solver.common.wording import quote
from diamonds_solver.notation.players import Seats
from diamonds_solver.notation.problems import Location
from diamonds_solver.notation.text import Span, Word

from ..round.rules import SUIT_CLASS, SUIT_LETTERS, SUIT_SIGNS, Rules, card_name, make_card, suits_first

# -- words --------------------------------------------------------------------------------------------------------------------------------
# Reading words with the game in mind: numbers, seats, cards. A word that cannot be read becomes a problem and None.

CARD = re.compile(rf"({SUIT_CLASS})(\d+)")
HINT_CARDS = "write cards like D15,9,3 H12: a suit letter holds until the next one"

_COURT = re.compile(rf"{SUIT_CLASS}[TJQKA](?![a-z])|(?<![^,])[TJQKA]{SUIT_CLASS}(?![a-z])|(?<=\d,)[TJQKA](?=,|$)")
_NO_COURT = "ranks are numbers, 1 to 15: there are no T J Q K A"
_CARD_PART = re.compile(rf"(?P<suit>{SUIT_CLASS})|(?P<rank>\d+)|(?P<comma>,)|\+(?P<unknown>\d+)")
_INTEGER = re.compile(r"[+-]?\d+")
_MAX_DIGITS = 6  # more is no number that means anything here

Cards = dict[int, Span]
"""Cards, or suits, and where the source has them."""


def with_suits_first(words: Iterable[Word]) -> list[Word]:
    """The words with H10 for 10H; a suit at the end of a word stays where a rank without suit follows: ``9H 12``."""
    given = list(words)
    swapped = suits_first(" ".join(word.text for word in given))
    if '"' in swapped or not given:  # in quotes are names
        return given
    return [word._replace(text=text) for word, text in zip(given, swapped.split(" "), strict=True)]


@dataclass(frozen=True)
class Reading(Seats):
    """What words mean in one record: its rules, the names of its players, and where problems go."""

    rules: Rules

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
            hint = _NO_COURT if _COURT.fullmatch(span.text) else "a card is a suit and a rank: D15"
            self.problem("E-CARD", span.location(), f"{quote(span.text)} is not a card", hint)
            return None
        rank = self.rank(Span(span.word, *match.span(2)))
        return None if rank is None else make_card(SUIT_SIGNS[match[1][0]], rank)

    def cards(self, words: Sequence[Word], *, unknown: bool = False) -> tuple[Cards, int]:
        """Cards with sticky suits, and where to find them; with `unknown` also the k of ``+k``. A card that is there twice is a problem."""
        cards: Cards = {}
        hidden: int | None = None
        suit: Span | None = None
        suit_used = True
        for word in with_suits_first(words):
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
                    self._add_card(cards, suit, span)
                elif kind == "unknown":
                    hidden = self.integer(Span(word, match.start("unknown"), at))
        self._check_suit_used(suit, suit_used)
        return cards, hidden or 0

    def _add_card(self, cards: Cards, suit: Span, span: Span) -> None:
        rank = self.rank(span)
        if rank is None:
            return
        card = make_card(SUIT_SIGNS[suit.word.text[suit.start]], rank)
        if suit.word is span.word and suit.end == span.start:
            span = Span(span.word, suit.start, span.end)
        if card in cards:
            self.card_twice(card, span, cards[card], "here")
        else:
            cards[card] = span

    def card_twice(self, card: int, span: Span, before: Span, where: str) -> None:
        """Reports a card that is `where` already, at `before`."""
        first = before.location()
        column = f", column {first.column}" if first.line is span.word.line and first.line.path is None else ""
        name = f"{SUIT_LETTERS[card >> 4]}{card & 15}"
        self.problem("E-CARD-TWICE", span.location(), f"{name} is {where} already", f"it is {first.line.where}{column}")

    def _check_suit_used(self, suit: Span | None, used: bool) -> None:
        if suit is not None and not used:
            hint = _NO_COURT if _COURT.search(suit.word.text) else HINT_CARDS
            self.problem("E-CARD", suit.location(), "a suit without a rank", hint)

    def _card_trouble(self, span: Span, kind: str | None) -> None:
        text = quote(span.text)
        if kind == "rank":
            self.problem("E-CARD", span.location(), f"{text} has no suit", HINT_CARDS)
        elif kind == "unknown":
            hint = "D14,2 +8 is a hand with two known and eight unknown cards"
            self.problem("E-CARD", span.location(), f"{text} can appear only once, and only in a hand", hint)
        else:
            self.problem("E-CARD", span.location(), f"{text} is not a card", _NO_COURT if _COURT.search(span.word.text) else HINT_CARDS)


# -- tokens of a play ---------------------------------------------------------------------------------------------------------------------
# Cards with their victims, choices, and the marks that only repeat what is known: `play` and `best`.


_SEAT = r'"(?:[^"\\]|\\.)*+"|[^\s,/:=>"]++'
_TOKEN = re.compile(rf"(?P<sign>[,/=])|(?P<number>\d+)\.|(?P<leader>{_SEAT}):|(?P<what>{_SEAT})?(?P<robs>>(?P<victim>{_SEAT}))?")
_NO_CARDS = re.compile(r"=\s*\S+|\d+\.(?!\d)|>\s*\S+|[^\s,/]+:|(?<!\S)[Pp]\d(?!\S)")
"""Marks, victims and partners."""
FORGOTTEN_CARD = re.compile(rf"({SUIT_CLASS})?\?")
_HINT = "a move is a card (H5), a card with its victim (C3>P1), or a choice (>P1, in team play also P3 or P3>P1)"


def count_cards(text: str) -> int:
    """How many cards a part of a play has: each has one rank, or is forgotten."""
    return len(re.findall(r"\d+|\?", _NO_CARDS.sub(" ", text)))


class TokenKind(Enum):
    """What a token is."""

    CARD = auto()
    CHOICE = auto()
    SLASH = auto()
    NUMBER = auto()
    LEADER = auto()
    WINNER = auto()
    FORGOTTEN = auto()
    """A card that nobody remembers: its `number` is that of the suit, or NO_SUIT."""


NO_SUIT = -1


class MoveToken(NamedTuple):
    """One token. `number` is the card, or the number of a trick; `seat` who leads, won or acts.

    Once it is found out what a forgotten card may have been, its token becomes one of a card with `is_stand_in`.
    """

    kind: TokenKind
    span: Span
    number: int = -1
    seat: int | None = None
    victim: int | None = None
    victim_spot: Span | None = None
    is_stand_in: bool = False

    @property
    def has_lost_victim(self) -> bool:
        """Whether somebody was robbed, and nobody remembers who: ``>?``."""
        return self.victim is None and self.victim_spot is not None

    @property
    def is_forgotten(self) -> bool:
        """Whether something about it is still to be found out."""
        return self.kind is TokenKind.FORGOTTEN or self.has_lost_victim

    def location(self) -> Location:
        return self.span.location()

    def victim_location(self) -> Location:
        return (self.victim_spot or self.span).location()

    def __str__(self) -> str:
        """The token in plain notation."""
        text = card_name(self.number) if self.kind is TokenKind.CARD else f"P{self.seat + 1}" if self.seat is not None else ""
        return text + (f">P{self.victim + 1}" if self.victim is not None else "")


def read_moves(reading: Reading, words: Iterable[Word]) -> list[MoveToken]:
    """The tokens of `words`; anything else becomes a problem."""
    tokens: list[MoveToken] = []
    winner_next: Span | None = None
    for word in with_suits_first(words):
        at = 0
        while at < len(word.text):
            match = _TOKEN.match(word.text, at)
            if match is None or match.end() == at:
                rest = Span(word, at, len(word.text))
                reading.problem("E-PLAY", rest.location(), f"{quote(word.text[at:])} is not a move", _HINT)
                break
            at = match.end()
            span = Span(word, match.start(), at)
            if match["sign"] == ",":
                continue
            if winner_next is not None and not match["what"]:
                reading.problem(*_no_winner(winner_next))
                winner_next = None
            if match["sign"] == "=":
                winner_next = span
            elif winner_next is not None:
                tokens += _read_winner(reading, span, match)
                winner_next = None
            elif (token := _read_token(reading, span, match)) is not None:
                tokens.append(token)
    if winner_next is not None:
        reading.problem(*_no_winner(winner_next))
    return tokens


def _no_winner(span: Span) -> tuple[str, Location, str, str]:
    return "E-PLAY", span.location(), "'=' is not followed by the winner of the trick", "write = P3"


def _read_token(reading: Reading, span: Span, match: re.Match[str]) -> MoveToken | None:
    """Any token but ``=`` and what follows it."""
    if match["sign"] == "/":
        return MoveToken(TokenKind.SLASH, span)
    if match["number"]:
        number = reading.integer(Span(span.word, *match.span("number")))
        return None if number is None else MoveToken(TokenKind.NUMBER, span, number)
    if match["leader"]:
        seat = reading.read(Span(span.word, *match.span("leader")))
        return None if seat is None else MoveToken(TokenKind.LEADER, span, seat=seat)
    what = Span(span.word, *match.span("what")) if match["what"] else None
    if what is not None and (unknown := FORGOTTEN_CARD.fullmatch(match["what"])):
        victim, victim_spot = _read_victim(reading, span, match)
        if _is_nobody(victim, victim_spot):
            return None
        victim_spot = None if victim is None else victim_spot
        suit = SUIT_SIGNS[unknown[1][0]] if unknown[1] else NO_SUIT
        return MoveToken(TokenKind.FORGOTTEN, span, suit, None, victim, victim_spot)
    if what is not None and CARD.fullmatch(match["what"]):
        card = reading.card(what)
        victim, victim_spot = _read_victim(reading, span, match)
        if card is None or _is_nobody(victim, victim_spot):
            return None
        return MoveToken(TokenKind.CARD, span, card, None, victim, victim_spot)
    return _read_choice(reading, span, match, what)


def _read_choice(reading: Reading, span: Span, match: re.Match[str], what: Span | None) -> MoveToken | None:
    """A victim, an actor, or an actor with a victim."""
    actor = None
    if what is not None and (actor := reading.find(match["what"])) is None:
        text = match["what"]
        if text.isdigit():
            reading.problem("E-CARD", what.location(), f"{quote(text)} has no suit", "in 'play' every card is written with its suit")
        else:
            hint = _NO_COURT if _COURT.fullmatch(text) else _HINT
            reading.problem("E-PLAY", what.location(), f"{quote(text)} is neither a card nor a player", hint)
        return None
    victim, victim_spot = _read_victim(reading, span, match)
    return None if _is_nobody(victim, victim_spot) else MoveToken(TokenKind.CHOICE, span, -1, actor, victim, victim_spot)


def _read_victim(reading: Reading, span: Span, match: re.Match[str]) -> tuple[int | None, Span | None]:
    if not match["robs"]:
        return None, None
    victim_spot = Span(span.word, *match.span("victim"))
    return None if victim_spot.text == "?" else reading.read(victim_spot), victim_spot


def _is_nobody(victim: int | None, spot: Span | None) -> bool:
    """Whether a named victim is not one of the players."""
    return spot is not None and victim is None and spot.text != "?"


def _read_winner(reading: Reading, span: Span, match: re.Match[str]) -> list[MoveToken]:
    """The seat after ``=``, and ``>P1`` after it as a token of its own."""
    what = Span(span.word, *match.span("what"))
    seat = reading.read(what)
    tokens = [] if seat is None else [MoveToken(TokenKind.WINNER, what, seat=seat)]
    if match["robs"]:
        victim, victim_spot = _read_victim(reading, span, match)
        if victim_spot is not None and not _is_nobody(victim, victim_spot):
            tokens.append(MoveToken(TokenKind.CHOICE, victim_spot, -1, None, victim, victim_spot))
    return tokens
