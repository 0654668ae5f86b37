"""The tokens of `play` and `best`: cards with their victims, choices, and the marks that only say again what is known."""

from __future__ import annotations

import re
from collections.abc import Iterable
from enum import Enum, auto
from typing import NamedTuple

from diamonds_solver.common.wording import quote
from diamonds_solver.games.diamonds.rules.cards import card_name
from diamonds_solver.notation.problems import Place
from diamonds_solver.notation.text import Spot, Word

from .reading import CARD, Reading

_SEAT = r'"(?:[^"\\]|\\.)*+"|[^\s,/:=>"]++'
_TOKEN = re.compile(rf"(?P<sign>[,/=])|(?P<number>\d+)\.|(?P<leader>{_SEAT}):|(?P<what>{_SEAT})?(?P<robs>>(?P<victim>{_SEAT}))?")
_HINT = "a move is a card (H5), a card with its victim (C3>P1), or a choice (>P1, in team play also P3 or P3>P1)"


class Kind(Enum):
    """What a token is."""

    CARD = auto()
    CHOICE = auto()
    SLASH = auto()
    NUMBER = auto()
    LEADER = auto()
    WINNER = auto()


class MoveToken(NamedTuple):
    """One token. `number` is the card, or the number of a trick; `seat` who leads, won or acts."""

    kind: Kind
    spot: Spot
    number: int = -1
    seat: int | None = None
    victim: int | None = None
    victim_spot: Spot | None = None

    def place(self) -> Place:
        return self.spot.place()

    def victim_place(self) -> Place:
        return (self.victim_spot or self.spot).place()

    def __str__(self) -> str:
        """The token in plain notation."""
        text = card_name(self.number) if self.kind is Kind.CARD else f"P{self.seat + 1}" if self.seat is not None else ""
        return text + (f">P{self.victim + 1}" if self.victim is not None else "")


def read_moves(reading: Reading, words: Iterable[Word]) -> list[MoveToken]:
    """The tokens of `words`; what is none becomes a problem."""
    tokens: list[MoveToken] = []
    winner_next: Spot | None = None
    for word in words:
        at = 0
        while at < len(word.text):
            match = _TOKEN.match(word.text, at)
            if match is None or match.end() == at:
                rest = Spot(word, at, len(word.text))
                reading.problem("E-PLAY", rest.place(), f"{quote(word.text[at:])} is not a move", _HINT)
                break
            at = match.end()
            spot = Spot(word, match.start(), at)
            if match["sign"] == ",":
                continue
            if winner_next is not None and not match["what"]:
                reading.problem(*_no_winner(winner_next))
                winner_next = None
            if match["sign"] == "=":
                winner_next = spot
            elif winner_next is not None:
                tokens += _read_winner(reading, spot, match)
                winner_next = None
            elif (token := _read_token(reading, spot, match)) is not None:
                tokens.append(token)
    if winner_next is not None:
        reading.problem(*_no_winner(winner_next))
    return tokens


def _no_winner(spot: Spot) -> tuple[str, Place, str, str]:
    return "E-PLAY", spot.place(), "'=' is not followed by the winner of the trick", "write = P3"


def _read_token(reading: Reading, spot: Spot, match: re.Match[str]) -> MoveToken | None:
    """Any token but ``=`` and what follows it."""
    if match["sign"] == "/":
        return MoveToken(Kind.SLASH, spot)
    if match["number"]:
        number = reading.integer(Spot(spot.word, *match.span("number")))
        return None if number is None else MoveToken(Kind.NUMBER, spot, number)
    if match["leader"]:
        seat = reading.seat(Spot(spot.word, *match.span("leader")))
        return None if seat is None else MoveToken(Kind.LEADER, spot, seat=seat)
    what = Spot(spot.word, *match.span("what")) if match["what"] else None
    if what is not None and CARD.fullmatch(match["what"]):
        card = reading.card(what)
        victim, victim_spot = _read_victim(reading, spot, match)
        if card is None or (victim_spot is not None and victim is None):
            return None
        return MoveToken(Kind.CARD, spot, card, None, victim, victim_spot)
    return _read_choice(reading, spot, match, what)


def _read_choice(reading: Reading, spot: Spot, match: re.Match[str], what: Spot | None) -> MoveToken | None:
    """A victim, an actor, or an actor with a victim."""
    actor = None
    if what is not None and (actor := reading.find_seat(match["what"])) is None:
        text = match["what"]
        if text.isdigit():
            reading.problem("E-CARD", what.place(), f"{quote(text)} has no suit", "in 'play' every card is written with its suit")
        else:
            reading.problem("E-PLAY", what.place(), f"{quote(text)} is neither a card nor a player", _HINT)
        return None
    victim, victim_spot = _read_victim(reading, spot, match)
    if victim_spot is not None and victim is None:
        return None
    return MoveToken(Kind.CHOICE, spot, -1, actor, victim, victim_spot)


def _read_victim(reading: Reading, spot: Spot, match: re.Match[str]) -> tuple[int | None, Spot | None]:
    if not match["robs"]:
        return None, None
    victim_spot = Spot(spot.word, *match.span("victim"))
    return reading.seat(victim_spot), victim_spot


def _read_winner(reading: Reading, spot: Spot, match: re.Match[str]) -> list[MoveToken]:
    """The seat after ``=``, and ``>P1`` after it as a token of its own."""
    what = Spot(spot.word, *match.span("what"))
    seat = reading.seat(what)
    tokens = [] if seat is None else [MoveToken(Kind.WINNER, what, seat=seat)]
    if match["robs"]:
        victim, victim_spot = _read_victim(reading, spot, match)
        if victim is not None and victim_spot is not None:
            tokens.append(MoveToken(Kind.CHOICE, victim_spot, -1, None, victim, victim_spot))
    return tokens
