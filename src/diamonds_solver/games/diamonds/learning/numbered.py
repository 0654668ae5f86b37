"""Rounds of Diamonds by numbers: a ``diamonds_solver.game.NumberedGame``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from diamonds_solver.game.learning import Parts

from ..rules import Rules
from .actions import ACTIONS, CARD_ACTIONS, Round, check_round
from .observation import most_moves, observe, shapes

_MOST_CRYSTALS = 235.0


@dataclass(frozen=True)
class NumberedDiamonds:
    """One kind of round: `cards` in each hand, of which `pass_count` are passed.

    Raises RulesError for cards or a pass that cannot be.
    """

    rules: Rules
    cards: int
    pass_count: int

    def __post_init__(self) -> None:
        check_round(self.rules, self.cards, self.pass_count)

    @classmethod
    def of(cls, players: int = 4, variant: str = "standard", teams: bool = False, cards: int = 0, passed: int = 0) -> NumberedDiamonds:
        """`players`: 2 to 6. `variant`: ``standard`` or ``perfect``. `teams`: partners opposite, with 4 or 6 players. `cards`: in each
        hand, 0 as many as the rules say. `passed`: how many cards are passed, 0 to 3; it is given, not decided by the dealer.

        Raises RulesError for a game that the rules do not know, ValueError for another `variant`.
        """
        if variant not in ("standard", "perfect"):
            raise ValueError(f"variant is 'standard' or 'perfect', not {variant!r}")
        rules = Rules(players, perfect=variant == "perfect", teams=teams)
        return cls(rules, cards or rules.hand_size, passed)

    actions = ACTIONS
    outcomes = CARD_ACTIONS
    highest = _MOST_CRYSTALS

    @property
    def players(self) -> int:
        return self.rules.players

    @cached_property
    def most(self) -> float:
        return check_round(self.rules, self.cards, self.pass_count)

    @property
    def longest(self) -> int:
        return self.players * self.pass_count + most_moves(self.rules, self.cards)

    def start(self) -> Round:
        return Round(self.rules, self.cards, self.pass_count)

    def parts(self, perfect_recall: bool) -> Mapping[str, tuple[int, ...]]:
        return shapes(self.rules, self.cards, perfect_recall)

    def observe(self, play: Round, seat: int, parts: Parts) -> None:
        observe(play, seat, parts)
