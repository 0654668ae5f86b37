"""Rounds of Diamonds by numbers: a ``diamonds_solver.game.NumberedGame``.

What a seat sees, or all that it knows, are arrays with names. Nothing in them depends on cards that the seat does not know: they are filled
from what is open and from the seat's own cards alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from diamonds_solver.game.learning import Parts
from diamonds_solver.games.diamonds.core.layout import ROUND_OVER

from ..round.public import Move
from ..round.rules import Rules
from .actions import ACTIONS, CARD_ACTIONS, MOVES, Round, action_of, check_round

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
    def of(
        cls, players: int = 4, variant: str = "standard", teams: bool = False, cards: int = 0, passed: int = 0, thief: bool = False
    ) -> NumberedDiamonds:
        """`players`: 2 to 6. `variant`: ``standard`` or ``perfect``. `teams`: partners opposite, with 4 or 6 players. `cards`: in each
        hand, 0 as many as the rules say. `passed`: how many cards are passed, 0 to 3; it is given, not decided by the dealer. `thief`:
        clubs rob whoever has the thief token, at first the dealer.

        Raises RulesError for a game that the rules do not know, ValueError for another `variant`.
        """
        if variant not in ("standard", "perfect"):
            raise ValueError(f"variant must be 'standard' or 'perfect', not {variant!r}")
        rules = Rules(players, perfect=variant == "perfect", teams=teams, thief=thief)
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
        return self.players * self.pass_count + self._most_moves

    @property
    def _most_moves(self) -> int:
        """Of the play: every card, a victim after each trick, a choice for each award."""
        return self.players * self.cards + self.cards // self.rules.plays_per_trick + 4

    def start(self) -> Round:
        return Round(self.rules, self.cards, self.pass_count)

    def parts(self, perfect_recall: bool) -> Mapping[str, tuple[int, ...]]:
        """The parts by name. `perfect_recall`: with all that the seat has seen in the round, its information state; else what it sees now.

        Cards are ones in rows of 60 (as the first 60 actions), seats ones in rows of as many as play, crystals and cards won are numbers.
        Seats are absolute: ``seat`` says who looks.
        """
        rules, players = self.rules, self.players
        arrays: dict[str, tuple[int, ...]] = {
            "seat": (players,),
            "decides": (players,),
            "playing": (1,),
            "hand": (CARD_ACTIONS,),
            "gave": (CARD_ACTIONS,),
            "got": (CARD_ACTIONS,),
            "leader": (players,),
            "trick": (rules.trick_size, CARD_ACTIONS),
            "tricks_left": (1,),
            "played": (CARD_ACTIONS,),
            "robber": (players,),
            "award": (ROUND_OVER + 1,),
            "showroom": (players,),
            "vault": (players,),
            "taken": (players, 4),
            "winners": (players,),
        }
        if rules.thief:
            arrays["thief"] = (players,)
        if perfect_recall:
            arrays |= {"dealt": (CARD_ACTIONS,), "history": (self._most_moves, CARD_ACTIONS + 2 * players)}
        return arrays

    def observe(self, play: Round, seat: int, parts: Parts) -> None:
        """Writes what `seat` sees of a round into such parts, which are zeros."""
        table = play.table()
        parts["seat"][seat] = 1
        parts["playing"][0] = play.is_passed
        parts["hand"][[action_of(Move(card)) for card in play.hand(seat)]] = 1
        parts["gave"][play.passed_by(seat)] = 1
        parts["got"][play.passed_to(seat)] = 1
        parts["leader"][table.leader] = 1
        parts["tricks_left"][0] = table.tricks_left
        for index, card in enumerate(table.cards):
            parts["trick"][index, action_of(Move(card))] = 1
        parts["played"][[action_of(Move(move.card)) for move in play.moves_played() if move.card is not None]] = 1
        parts["award"][table.award] = 1
        for name in ("showroom", "vault", "taken"):
            parts[name][:] = getattr(table, name)
        parts["winners"][sorted(table.winners)] = 1
        if table.thief is not None:
            parts["thief"][table.thief] = 1
        if table.robber is not None:
            parts["robber"][table.robber] = 1
        if play.to_move is not None and (play.is_passed or play.to_move == seat):  # who has passed already is not seen
            parts["decides"][play.to_move] = 1
        if "history" in parts:
            parts["dealt"][play.dealt_to(seat)] = 1
            for row, action in zip(parts["history"], play.played, strict=False):
                _write_move(row, MOVES[action], play.rules.players)


def _write_move(row: NDArray[np.float32], move: Move, players: int) -> None:
    """The card, the victim and the actor of a move, as ones."""
    if move.card is not None:
        row[action_of(Move(move.card))] = 1
    if move.victim is not None:
        row[CARD_ACTIONS + move.victim] = 1
    if move.actor is not None:
        row[CARD_ACTIONS + players + move.actor] = 1
