"""Diamoniak by numbers: a ``diamonds_solver.game.NumberedGame``."""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations_with_replacement

from diamonds_solver.errors import RulesError
from diamonds_solver.game.learning import Parts
from diamonds_solver.learning.numbered import SpelledPlay, margins

from ..notation import WRITER, read_deck
from ..record import Record
from ..rules import (
    BOX,
    COLOURS,
    DRAW,
    FAIRY,
    KINDS,
    MAX_PLAYERS,
    ONE_FAIRY,
    PENALTY,
    STOP,
    WITCH,
    Move,
    Phase,
    Price,
    Rules,
    State,
    buy,
    counted,
    give,
    with_counts,
)

LIMIT = 5000
"""Moves, unless told otherwise: ten times as many as a game of random moves has on average."""
_KEPT = range(WITCH)
_TRIPLES = [give(counted(kinds)) for kinds in combinations_with_replacement(_KEPT, PENALTY)]
_PAIRS = [give(counted((kind, FAIRY))) for kind in _KEPT]
"""All that a player has. With two cards there is a choice only where one is a fairy."""
MOVES: tuple[Move, ...] = (DRAW, STOP, *map(buy, range(MAX_PLAYERS)), ONE_FAIRY, *_PAIRS, *_TRIPLES)
"""By number: 0 draw, 1 stop, 2-5 buy from a seat, 6 give up a fairy, 7-12 two cards, 13-68 three cards."""
_NUMBERS = {move: (number,) for number, move in enumerate(MOVES)}
PHASES = tuple(Phase)


class DiamoniakPlay(SpelledPlay[Move]):
    """A game; `state` is where it stands."""

    def __init__(self, rules: Rules, limit: int) -> None:
        self.state = State.start(rules)
        self.is_drawing = False
        """Whether the next card of the pile is to come."""
        self._left = limit
        super().__init__()

    def __deepcopy__(self, memo: object) -> DiamoniakPlay:
        return copy.copy(self)  # nothing in it is ever changed, only replaced

    @property
    def to_move(self) -> int | None:
        return None if self.is_drawing or self.state.phase is Phase.OVER or self.is_cut else self.state.turn

    @property
    def is_cut(self) -> bool:
        """Whether nobody has won within the moves of the limit."""
        return not self._left and not self.is_drawing and self.state.phase is not Phase.OVER

    def moves(self) -> Sequence[Move]:
        return self.state.moves()

    def spelled(self, move: Move) -> tuple[int, ...]:
        return _NUMBERS[move]

    def make(self, move: Move) -> None:
        self._left -= 1
        if move == DRAW:
            self.is_drawing = True
        else:
            self.state = self.state.after(move)

    def chances(self) -> list[tuple[int, float]]:
        if not self.is_drawing:
            return []
        pile = self.state.draw_pile()
        return [(kind, count / sum(pile)) for kind, count in enumerate(pile) if count]

    def happen(self, outcome: int) -> None:
        self.is_drawing, self.state = False, self.state.after(DRAW, outcome)

    def action_name(self, action: int) -> str:
        return KINDS[action] if self.is_drawing else str(MOVES[action])

    def margins(self) -> list[float]:
        """1 for the winner, who takes it from the others; zeros while there is none."""
        return margins([float(seat == self.state.winner) for seat in range(self.state.rules.players)])

    def observation(self, seat: int) -> str:
        """The table, as a record: everybody sees all of it."""
        return str(self)

    def information(self, seat: int) -> str:
        """The same: nothing that has been is of use to anybody."""
        return str(self)

    def __str__(self) -> str:
        end = "; a card comes" if self.is_drawing else f"; P{self.state.turn + 1} has won" if self.state.phase is Phase.OVER else ""
        return WRITER.write(Record(self.state), "line").strip() + end


@dataclass(frozen=True)
class NumberedDiamoniak:
    """One kind of game. What a seat sees is all there is, so it is also all that it knows."""

    rules: Rules
    limit: int = LIMIT

    @classmethod
    def of(
        cls, players: int = 2, deck: str = with_counts(BOX).replace(" ", ""), price: str = "seller", limit: int = LIMIT
    ) -> NumberedDiamoniak:
        """`deck`: the cards, such as ``R3G3D3W``. `price`: where that of a purchase goes, ``seller`` or ``discard``. `limit`: after so many
        moves a game ends without a winner.

        Raises RulesError for a game that cannot be played, ValueError for other words.
        """
        if limit < 1:
            raise RulesError(f"limit={limit}: a game has one move or more")
        try:
            counts = read_deck(deck)
        except ValueError as error:
            raise ValueError(f"deck must be {error}, not {deck!r}") from None
        return cls(Rules(players, counts, Price(price)), limit)

    actions = len(MOVES)
    outcomes = len(KINDS)
    most = 1.0
    highest = float(max(BOX))

    @property
    def players(self) -> int:
        return self.rules.players

    @property
    def longest(self) -> int:
        return self.limit

    def start(self) -> DiamoniakPlay:
        return DiamoniakPlay(self.rules, self.limit)

    def parts(self, perfect_recall: bool) -> Mapping[str, tuple[int, ...]]:
        """Seats are ones in rows of as many as play, cards counts of each kind, in the order of ``RGBYDFW``."""
        players, kinds = self.players, len(KINDS)
        return {
            "seat": (players,),
            "decides": (players,),
            "turn": (players,),
            "phase": (len(PHASES),),
            "colours": (players, len(COLOURS)),
            "held": (players, kinds),
            "discards": (kinds,),
            "pile": (kinds,),
        }

    def observe(self, play: DiamoniakPlay, seat: int, parts: Parts) -> None:
        state = play.state
        parts["seat"][seat] = 1
        if play.to_move is not None:
            parts["decides"][play.to_move] = 1
        parts["turn"][state.turn] = 1
        parts["phase"][PHASES.index(state.phase)] = 1
        for each, colour in enumerate(state.colours):
            if colour is not None:
                parts["colours"][each, colour] = 1
        parts["held"][:] = state.held
        parts["discards"][:] = state.discards
        parts["pile"][:] = state.pile
