"""The tokens of `play` and `best`: cards with their victims, choices, and the marks that only say again what is known."""

from __future__ import annotations

import re
from collections.abc import Iterable
from enum import Enum, auto
from typing import NamedTuple

from diamonds_solver.common.wording import quote
from diamonds_solver.games.diamonds.rules.cards import card_name
from diamonds_solver.notation.problems import Location
from diamonds_solver.notation.text import Span, Word

from .reading import CARD, SUIT_CLASS, SUIT_SIGNS, Reading

_SEAT = r'"(?:[^"\\]|\\.)*+"|[^\s,/:=>"]++'
_TOKEN = re.compile(rf"(?P<sign>[,/=])|(?P<number>\d+)\.|(?P<leader>{_SEAT}):|(?P<what>{_SEAT})?(?P<robs>>(?P<victim>{_SEAT}))?")
FORGOTTEN_CARD = re.compile(rf"({SUIT_CLASS})?\?")
_HINT = "a move is a card (H5), a card with its victim (C3>P1), or a choice (>P1, in team play also P3 or P3>P1)"


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
    for word in words:
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
        seat = reading.seat(Span(span.word, *match.span("leader")))
        return None if seat is None else MoveToken(TokenKind.LEADER, span, seat=seat)
    what = Span(span.word, *match.span("what")) if match["what"] else None
    if what is not None and (unknown := FORGOTTEN_CARD.fullmatch(match["what"])):
        victim, victim_spot = _read_victim(reading, span, match)
        if victim_spot is not None and victim is None:
            return None
        suit = SUIT_SIGNS[unknown[1][0]] if unknown[1] else NO_SUIT
        return MoveToken(TokenKind.FORGOTTEN, span, suit, None, victim, victim_spot)
    if what is not None and CARD.fullmatch(match["what"]):
        card = reading.card(what)
        victim, victim_spot = _read_victim(reading, span, match)
        if card is None or (victim_spot is not None and victim is None):
            return None
        return MoveToken(TokenKind.CARD, span, card, None, victim, victim_spot)
    return _read_choice(reading, span, match, what)


def _read_choice(reading: Reading, span: Span, match: re.Match[str], what: Span | None) -> MoveToken | None:
    """A victim, an actor, or an actor with a victim."""
    actor = None
    if what is not None and (actor := reading.find_seat(match["what"])) is None:
        text = match["what"]
        if text.isdigit():
            reading.problem("E-CARD", what.location(), f"{quote(text)} has no suit", "in 'play' every card is written with its suit")
        else:
            reading.problem("E-PLAY", what.location(), f"{quote(text)} is neither a card nor a player", _HINT)
        return None
    victim, victim_spot = _read_victim(reading, span, match)
    if victim_spot is not None and victim is None:
        return None
    return MoveToken(TokenKind.CHOICE, span, -1, actor, victim, victim_spot)


def _read_victim(reading: Reading, span: Span, match: re.Match[str]) -> tuple[int | None, Span | None]:
    if not match["robs"]:
        return None, None
    victim_spot = Span(span.word, *match.span("victim"))
    return reading.seat(victim_spot), victim_spot


def _read_winner(reading: Reading, span: Span, match: re.Match[str]) -> list[MoveToken]:
    """The seat after ``=``, and ``>P1`` after it as a token of its own."""
    what = Span(span.word, *match.span("what"))
    seat = reading.seat(what)
    tokens = [] if seat is None else [MoveToken(TokenKind.WINNER, what, seat=seat)]
    if match["robs"]:
        victim, victim_spot = _read_victim(reading, span, match)
        if victim is not None and victim_spot is not None:
            tokens.append(MoveToken(TokenKind.CHOICE, victim_spot, -1, None, victim, victim_spot))
    return tokens
