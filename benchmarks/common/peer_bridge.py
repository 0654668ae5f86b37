"""DDS, the solver for contract bridge, on the cards of Diamonds deals, through endplay: one board at a time, no trump, best value."""

from __future__ import annotations

import time
from importlib import import_module
from typing import Any

from diamonds_solver.games.diamonds.round.position import Position
from diamonds_solver.games.diamonds.round.rules import SUITS, rank_of, suit_of

RANKS = "AKQJT98765432"


def bridge_hands(position: Position) -> list[list[str]] | None:
    """The hands as bridge hands: for each seat the ranks of each suit.

    The cards of a suit that are in play become ace, king, ... by their order, which is all that matters in bridge. None where a suit has
    more than thirteen: then this is no bridge deal.
    """
    in_play = [
        sorted((card for hand in position.hands for card in hand if suit_of(card) == suit), key=rank_of, reverse=True) for suit in SUITS
    ]
    if max(map(len, in_play)) > len(RANKS):
        return None
    names = {card: RANKS[order] for cards in in_play for order, card in enumerate(cards)}
    return [["".join(names[card] for card in cards if card in hand) for cards in in_play] for hand in position.hands]


class Dds:
    """DDS on one thread."""

    def __init__(self) -> None:
        self._dds: Any = import_module("endplay.dds")
        self._types: Any = import_module("endplay.types")
        self._mode = import_module("endplay.dds.solve").SolveMode.OptimalOne
        # DDS empties its table when the trump changes: one card each, spades are trump.
        self._other = self._deal([["A", "", "", ""], ["K", "", "", ""], ["Q", "", "", ""], ["J", "", "", ""]], 0, self._types.Denom.spades)

    def solve(self, hands: list[list[str]], leader: int) -> tuple[int, float]:
        """The most tricks that the leader's side can take, and the seconds it took, from an empty table. Seats are 0..3 clockwise."""
        self._dds.solve_board(self._other, self._mode)
        deal = self._deal(hands, leader, self._types.Denom.nt)
        started = time.perf_counter()
        board = self._dds.solve_board(deal, self._mode)
        seconds = time.perf_counter() - started
        return max(tricks for _, tricks in board), seconds

    def _deal(self, hands: list[list[str]], leader: int, trump: Any) -> Any:
        return self._types.Deal("N:" + " ".join(".".join(suits) for suits in hands), first=self._types.Player(leader), trump=trump)
