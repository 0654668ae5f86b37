"""What the number of players, the variant and teams fix: the table in ``docs/explanation/rules.md`` as code."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property
from numbers import Integral

from diamonds_solver.errors import RulesError

from .cards import MAX_RANK, SUITS, make_card

MIN_PLAYERS, MAX_PLAYERS = 2, 6
START_SHOWROOM = 3
POINTS_IN_BOX = 235

_ROUNDS = {2: 4, 3: 6, 4: 4, 5: 5, 6: 6}
_PERFECT_RANKS = {2: 8, 3: 9, 4: 13, 5: 15}


@dataclass(frozen=True)
class Rules:
    """One way to play Diamonds. Seats are 0..players-1 clockwise.

    Raises RulesError for a game that the rules do not define, TypeError where the number of players is no whole number, perfect or
    teams no bool.
    """

    players: int
    perfect: bool = False
    teams: bool = False

    def __post_init__(self) -> None:
        if not isinstance(self.players, Integral):  # 4.0 would pass for 4, and fail wherever seats are counted
            raise TypeError(f"players is a whole number, not {self.players!r}")
        for name in ("perfect", "teams"):
            if not isinstance(getattr(self, name), bool):
                raise TypeError(f"{name} is True or False, not {getattr(self, name)!r}")
        if not MIN_PLAYERS <= self.players <= MAX_PLAYERS:
            raise RulesError(f"Diamonds is for 2 to 6 players, not {self.players}", code="E-PLAYERS")
        if self.perfect and self.players not in _PERFECT_RANKS:
            raise RulesError(
                "Perfect Diamonds is not defined for 6 players",
                code="E-VARIANT",
                hint="the rules give it for 2 to 5 players; six players deal out the whole deck in the standard game anyway",
            )
        if self.teams and self.players not in (4, 6):
            raise RulesError(
                f"team play is for 4 or 6 players, not {self.players}",
                code="E-TEAMS",
                hint="play without teams, or seat 4 or 6 players",
            )

    @property
    def rounds(self) -> int:
        """Rounds in a whole game."""
        return _ROUNDS[self.players]

    @property
    def max_rank(self) -> int:
        """The highest rank in the deck, the same in every suit."""
        return _PERFECT_RANKS[self.players] if self.perfect else MAX_RANK

    @property
    def hand_size(self) -> int:
        """Cards dealt to each player."""
        return 4 * self.max_rank // self.players if self.perfect else 10

    @property
    def plays_per_trick(self) -> int:
        """Cards that one player plays to each trick: two with two players, else one."""
        return 2 if self.players == 2 else 1

    @property
    def trick_size(self) -> int:
        """Cards in a whole trick."""
        return self.players * self.plays_per_trick

    @cached_property
    def deck(self) -> tuple[int, ...]:
        """All cards of the deck, in the order D1, D2, …, C15."""
        return _deck(self.max_rank)

    @cached_property
    def sides(self) -> tuple[tuple[int, ...], ...]:
        """The seats of each side, sides in the order of their first seat. Partners sit opposite: P1+P3; P1+P4."""
        if not self.teams:
            return tuple((seat,) for seat in range(self.players))
        count = self.players // 2
        return tuple((side, side + count) for side in range(count))

    def side_of(self, seat: int) -> int:
        """The index of the seat's side in `sides`."""
        return seat % len(self.sides)

    def receiver(self, seat: int) -> int:
        """The seat to which `seat` passes its cards: left neighbour, in team play the partner."""
        if self.teams:
            return (seat + self.players // 2) % self.players
        return (seat + 1) % self.players


@cache
def _deck(max_rank: int) -> tuple[int, ...]:
    return tuple(make_card(suit, rank) for suit in SUITS for rank in range(1, max_rank + 1))
