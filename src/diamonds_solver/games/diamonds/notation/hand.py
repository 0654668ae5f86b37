"""One hand on its own, as a command line has it."""

from __future__ import annotations

import re

from diamonds_solver.common.wording import counted
from diamonds_solver.games.diamonds.rules.cards import format_cards
from diamonds_solver.games.diamonds.rules.rules import Rules
from diamonds_solver.notation.players import Seats
from diamonds_solver.notation.problems import Line, Location, ProblemList
from diamonds_solver.notation.text import Word

from .reading import HINT_CARDS, Reading


def read_hand(text: str, rules: Rules, file: str = "<hand>") -> frozenset[int]:
    """The cards of a whole hand: ``D15,9,3 H12,4 S7,2 C14,4,1``.

    Raises RecordError with everything that is wrong, located in `text`: no cards, cards twice, cards that the deck has not, or a number
    that is not dealt.
    """
    line, problems = Line(file, 1, text), ProblemList()
    words = [Word(match[0], line, match.start()) for match in re.finditer(r"\S+", text)]
    cards, hidden = Reading(rules, Seats(rules.players, None, problems)).cards(words, unknown=True)
    location = Location(line, words[0].start if words else 0, len(text.strip()))
    if hidden:
        problems.add(
            "E-HIDDEN", location, f"{counted(hidden, 'card')} of the hand {'is' if hidden == 1 else 'are'} hidden; all have to be known"
        )
    elif not problems.count and len(cards) != rules.hand_size:
        hint = HINT_CARDS if len(cards) < 2 else f"the hand is {format_cards(cards)}"
        problems.add("E-HAND-SIZE", location, f"a hand has {rules.hand_size} cards, not {len(cards)}", hint)
    if problems.count:
        raise problems.error()
    return frozenset(cards)
