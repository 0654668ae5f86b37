"""How one move is written in a play: from a word to a `Move`, or to what is wrong with it."""

from __future__ import annotations

import re
from collections import Counter
from typing import NamedTuple

from diamonds_solver.games.diams.record.hidden import Laying, Part
from diamonds_solver.games.diams.rules.cards import (
    COLLECTION,
    COPIES,
    DIAMONDS,
    HIDDEN,
    NAMES,
    B,
    Cards,
    S,
    T,
    has_loupe,
    of_quality,
    qualities,
    quality,
    written,
)
from diamonds_solver.games.diams.rules.game import HAND_LIMIT
from diamonds_solver.games.diams.rules.moves import Kind, Move
from diamonds_solver.games.diams.rules.state import Phase, State
from diamonds_solver.notation.players import Seats

CARD = r"(?:10|[1-9])\*?|[TBSXtbsx]"
_CARDS = rf"(?:{CARD})(?:\+(?:{CARD}))*"
_SEAT = r'"(?:[^"\\]|\\.)*+"|[^\s,/:>?"]++'
_MOVE = re.compile(
    rf"""(?i:(?P<word>draw|open|pass|refill|give|safe|put)(?::(?P<cards>{_CARDS}|-)(?:\#(?P<pile>[1-9]))?)?)
    | (?i:(?P<laid>safe|S)):(?P<parts>(?:\+\d{{1,2}}(?:\#[1-9])?)+)
    | (?P<power>[TSts]):(?P<used_on>{_CARDS})
    | (?P<sale>[TBStbs])\?(?P<seller>{_SEAT}):(?P<shown>{CARD})
    | [Bb]>(?P<owner>{_SEAT}):(?P<asked>{CARD})
    | =(?P<show>{CARD})
    | (?P<put>{CARD})=(?P<taken>{_CARDS})
    | -(?P<surplus>{_CARDS})""",
    re.VERBOSE,
)
HINT_MOVES = "moves are draw, open, =7, 8=4+2+2, safe:7+7+7, put:4, T:9, B>P2:7, S:5, T?P2:7, -9, pass"
_PLAIN = {
    "draw": Kind.DRAW,
    "open": Kind.OPEN,
    "pass": Kind.PASS,
    "give": Kind.GIVE,
    "safe": Kind.SAFE,
    "put": Kind.PUT,
}


class Trouble(NamedTuple):
    """What is wrong with a word."""

    code: str
    message: str
    hint: str | None = None


class Said(NamedTuple):
    """What a word says."""

    kind: Kind | None
    """None: a refill."""
    move: Move | Laying | None = None
    turned_up: Cards = ()
    """Of a draw, an open or a refill, in order."""
    pile: int = 0
    """After ``give:7#2`` the number of the pile."""


def parse(text: str, seats: Seats) -> Said | Trouble:
    """What a word of a play says, legal or not."""
    match = _MOVE.fullmatch(text)
    if match is None:
        return Trouble("E-PLAY", f"'{text}' is not a move", HINT_MOVES)
    if word := match["word"]:
        said = _of_word(word.lower(), _listed(match["cards"]), match["cards"] is not None)
        if match["pile"] is None or isinstance(said, Trouble):
            return said
        if not isinstance(said.move, Move) or said.kind is not Kind.GIVE or not said.move.cards:
            return Trouble("E-PLAY", "only a card that is given comes out of a pile with a number", "write give:7#2")
        return said._replace(pile=int(match["pile"]))
    if match["laid"]:
        kind = Kind.SAFE if match["laid"].lower() == "safe" else Kind.SECURE
        parts = (Part(int(count), int(pile or 0)) for count, _, pile in (part.partition("#") for part in match["parts"][1:].split("+")))
        return Said(kind, Laying(kind, tuple(parts)))
    if match["power"]:
        kind = Kind.TAKE if match["power"].upper() == "T" else Kind.SECURE
        return _move(kind, _listed(match["used_on"]))
    if match["show"]:
        return _move(Kind.SHOW, _listed(match["show"]))
    if match["put"]:
        return _move(Kind.SUM, _listed(match["put"]), taken=_listed(match["taken"]))
    if match["surplus"]:
        return _move(Kind.TRIM, _listed(match["surplus"]))
    name = match["seller"] or match["owner"]
    seat = seats.find(name)
    if seat is None:
        return Trouble("E-SEAT", f"'{name}' is not one of the players", f"players are {seats.labels(range(seats.count))}")
    if match["owner"]:
        return _move(Kind.BREAK, _listed(match["asked"]), seat=seat)
    return _move(Kind.SALE, _listed(match["shown"]), seat=seat, tool=NAMES.index(match["sale"].upper()))


def _listed(text: str | None) -> Cards:
    return tuple(NAMES.index(name.upper()) for name in text.split("+")) if text and text != "-" else ()


def _of_word(word: str, cards: Cards, has_cards: bool) -> Said | Trouble:
    if word == "refill":
        return Said(None, turned_up=cards) if cards else Trouble("E-CHANCE", "the cards of the refill are missing", "write refill:9+10+7")
    kind = _PLAIN[word]
    if kind in (Kind.DRAW, Kind.OPEN):
        return Said(kind, Move(kind), cards)
    if has_cards == (kind is Kind.PASS) or (not cards and kind in (Kind.SAFE, Kind.PUT)):
        return Trouble("E-PLAY", f"'{word}' does not say which cards" if kind is not Kind.PASS else "nothing follows 'pass'", HINT_MOVES)
    return _move(kind, cards)


def _move(kind: Kind, cards: Cards, *, taken: Cards = (), seat: int = -1, tool: int = -1) -> Said:
    return Said(kind, Move(kind, tuple(sorted(cards)), tuple(sorted(taken)), seat, tool))


def laying(state: State, move: Move | Laying) -> Laying | Trouble:
    """How a hidden seat lays: ``safe:+3``, or told cards, each on the pile of its quality. Piles stand in the order of the state."""
    seat, safe = state.turn, state.safes[state.turn]
    if isinstance(move, Move):
        at = {quality(pile[0]): number for number, pile in enumerate(safe, 1) if pile[0] != HIDDEN}
        each = ((of_quality(move.cards, wanted), at.get(wanted, 0)) for wanted in qualities(move.cards))
        move = Laying(move.kind, tuple(Part(len(cards), pile, cards) for cards, pile in each))
    elif move.kind is Kind.SECURE and len(safe) == 1:
        move = move._replace(parts=tuple(part._replace(pile=part.pile or 1) for part in move.parts))
    numbers = [part.pile for part in move.parts if part.pile]
    if max(numbers, default=0) > len(safe):
        return Trouble("E-SAFE", f"there is no pile {max(numbers)}", f"the safe has {len(safe)}, in the order in which they were laid")
    if len(set(numbers)) < len(numbers) or any(
        not 1 <= part.size + (len(safe[part.pile - 1]) if part.pile else 0) <= COPIES or (not part.pile and part.size < COLLECTION)
        for part in move.parts
    ):
        return Trouble("E-SAFE", f"{move} cannot be laid", f"a pile has {COLLECTION} to {COPIES} cards")
    if (move.kind is Kind.SAFE) == (len(numbers) == len(move.parts)) or (move.kind is Kind.SECURE and len(move.parts) > 1):
        hint = "safe: lays a new pile, S: adds to one that is there, as in safe:+3+1#1 and S:+1#2"
        return Trouble("E-SAFE", f"{move} cannot be laid", hint)
    if state.phase is not Phase.ACT or move.size + (move.kind is Kind.SECURE) > len(state.hands[seat]):
        return Trouble("E-NOT-HELD" if state.phase is Phase.ACT else "E-PLAY", f"{move} cannot be laid here", "the hand has too few cards")
    return move


def found(state: State, move: Move) -> Move | None:
    """The legal move that is meant; showing any copy that is held means the one that is written."""
    legal = state.moves()
    if move.kind is Kind.SHOW and move.cards[0] in state.hands[state.turn]:
        wanted = quality(move.cards[0])
        return next((each for each in legal if each.kind is Kind.SHOW and quality(each.cards[0]) == wanted), None)
    return move if move in legal else None


def trouble(state: State, move: Move, label: str) -> Trouble:
    """Why a move is not legal."""
    legal = state.moves()
    if not any(each.kind is move.kind for each in legal) and state.phase is not Phase.ACT:
        return Trouble("E-PLAY", f"{move} is not a move of the phase {state.phase}", _legal(state))
    wanted: Cards = () if move.kind in (Kind.TAKE, Kind.BREAK, Kind.GIVE) else move.cards
    tools = {Kind.TAKE: (T,), Kind.BREAK: (B,), Kind.SECURE: (S,), Kind.SALE: (move.tool,)}.get(move.kind, ())
    if missing := Counter((*wanted, *tools)) - Counter(state.hands[state.turn]):
        return Trouble("E-NOT-HELD", f"{label} does not have {written(missing.elements())}", _legal(state))
    if any(kind >= DIAMONDS for kind in (*move.cards, *move.taken)) and move.kind is not Kind.TRIM:
        return Trouble("E-PLAY", f"{move} names a card that is not a diamond", _legal(state))
    market = Counter(state.market)
    if move.kind is Kind.SHOW:
        return Trouble("E-MARKET", f"there is no {quality(move.cards[0])} on the market", _legal(state))
    if move.kind is Kind.TAKE or (move.kind is Kind.SUM and Counter(move.taken) - market):
        lacking = Counter(move.cards if move.kind is Kind.TAKE else move.taken) - market
        return Trouble(
            "E-MARKET", f"{written(lacking.elements())} is not on the market", f"the market has {written(state.market, ', ') or 'none'}"
        )
    if move.kind is Kind.SUM:
        total = sum(map(quality, move.taken))
        return Trouble("E-SUM", f"these add up to {total}, not to {quality(move.cards[0])}")
    if move.kind in (Kind.SAFE, Kind.SECURE):
        hint = f"a collection is {COLLECTION} to 5 of one quality; others go along to piles that are there"
        return Trouble("E-SAFE", f"{move} cannot be laid", hint)
    if move.kind is Kind.TRIM:
        surplus = len(state.hands[state.turn]) - HAND_LIMIT
        return Trouble("E-HAND-SIZE", f"{surplus} cards are to be put away, not {len(move.cards)}")
    if move.kind is Kind.GIVE:
        return Trouble("E-GIVE", f"{move} is not what is asked for", _legal(state))
    return Trouble("E-PLAY", f"{move} is not legal here", _legal(state))


def given(before: State, move: Move) -> Cards:
    """What a forced sale or a break into a safe brings, where that is no choice."""
    wanted = quality(move.cards[0])
    if move.kind is Kind.SALE:
        return of_quality(before.hands[move.target], wanted)
    in_safe = of_quality(tuple(kind for pile in before.safes[move.target] for kind in pile), wanted)
    return tuple(kind for kind in in_safe if has_loupe(kind) or not has_loupe(move.cards[0]))[:1]


def _legal(state: State) -> str:
    if HIDDEN in state.hands[state.to_move]:
        return HINT_MOVES
    names = [str(move) for move in state.moves()]
    more = f" and {len(names) - 12} more" if len(names) > 12 else ""
    return f"legal moves: {', '.join(names[:12]) or 'none'}{more}"
