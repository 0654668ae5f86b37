"""A hand on its own, as a command line has it."""

from __future__ import annotations

import re

from diamonds_solver.games.diams.rules.cards import NAMES, Cards, X
from diamonds_solver.games.diams.rules.game import MARKET, Rules
from diamonds_solver.notation.players import Seats
from diamonds_solver.notation.problems import Line, Location, ProblemList
from diamonds_solver.notation.text import Word

from .reading import HINT_CARDS, Draft, FieldReader


def read_hand(text: str, rules: Rules, file: str = "<hand>") -> Cards:
    """The three cards dealt to a hand: ``9,3,T``.

    Raises RecordError with everything that is wrong, located in `text`: no cards, more of a card than there are, or another number.
    """
    line, problems = Line(file, 1, text), ProblemList()
    words = [Word(match[0], line, match.start()) for match in re.finditer(r"\S+", text)]
    cards = FieldReader(Seats(rules.players, None, problems), Draft()).cards(words)
    location = Location(line, words[0].start if words else 0, len(text.strip()))
    if X in cards:
        problems.add("E-CARD", location, "nobody holds the closing card", "it comes out of the pile")
    for kind in dict.fromkeys(cards):
        copies = rules.deck.count(kind)
        if cards.count(kind) > copies:
            problems.add("E-COPIES", location, f"there are more cards {NAMES[kind]} than the deck has", f"it has {copies}")
    if not problems.count and len(cards) != MARKET:
        problems.add("E-HAND-SIZE", location, f"{MARKET} cards are dealt to a hand, not {len(cards)}", HINT_CARDS)
    if problems.count:
        raise problems.error()
    return tuple(sorted(cards))
