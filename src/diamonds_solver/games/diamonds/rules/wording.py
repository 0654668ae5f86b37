"""What is to be decided, in words."""

from __future__ import annotations

from collections.abc import Sequence

from .cards import suit_of
from .public import AWARDS_DONE, Decision, Table


def question(table: Table, names: Sequence[str], suits: str) -> str:
    """``Bob is to play; H was led``. `suits`: how the four suits are written, a character each."""
    who = names[table.to_move]
    if table.decision is Decision.OVER:
        return "the round is over"
    if table.decision is Decision.CARD:
        if not table.cards:
            return f"{who} leads"
        return f"{who} is to play; {suits[suit_of(table.cards[0])]} was led"
    award = "" if table.robber is not None or table.award >= AWARDS_DONE else f" for the award for most {suits[table.award]}"
    if table.decision is Decision.VICTIM:
        return f"{who} chooses whom to rob{award}: {' or '.join(names[seat] for seat in table.victims(table.to_move))}"
    side = table.rules.sides[table.rules.side_of(table.to_move)]
    return f"{' and '.join(names[seat] for seat in side)} choose who acts{award}"
