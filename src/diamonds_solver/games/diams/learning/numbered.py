"""Rounds of Diam's by numbers, and what a seat sees of one as arrays: a ``diamonds_solver.game.NumberedGame``."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from diamonds_solver.game.learning import Parts

from ..round.knowledge import FaceDownLay, Step
from ..round.rules import DIAMONDS, FORCED_SALES, HIDDEN, HIGHEST_SUM, LOUPES, MARKET, MOST_LOUPES, QUALITIES, Cloture, Kind, Rules, X
from ..round.state import Phase
from .play import NUMBERS, DiamsPlay, sizes

PHASES = (Phase.DRAW, Phase.ACT, Phase.TRIM, Phase.GIVE, Phase.OVER)
KINDS = tuple(Kind)
CARDS = X
"""Kinds of cards that can be in a hand."""
PILES = len(QUALITIES)
NEW_PILES = 2
"""The most that one move lays: a hand has six cards then."""
_MOST_SUMMED = 7
"""Diamonds that add up to ten."""
_LONGEST_TURN = 1 + (2 + _MOST_SUMMED) + _MOST_SUMMED
"""Actions: to draw; the longest move, a sum; to put away what it brought."""
_MOST_STEPS = 3
"""Moves of a turn, less the one copy that may be given in the whole round."""


@dataclass(frozen=True)
class NumberedDiams:
    """One kind of round."""

    rules: Rules

    @classmethod
    def of(cls, players: int = 2, loupes: int = LOUPES[0], cloture: str = "mixed") -> NumberedDiams:
        """`loupes`: cards with a loupe of each quality. `cloture`: where the closing card is, ``mixed`` or ``last``. What collections are
        worth is our own invention.

        Raises RulesError for a round that cannot be played, ValueError for another `cloture`.
        """
        return cls(Rules(players, loupes=(loupes,) * len(LOUPES), cloture=Cloture(cloture)))

    actions = NUMBERS
    outcomes = X + 1

    @property
    def players(self) -> int:
        return self.rules.players

    @property
    def longest(self) -> int:
        return _LONGEST_TURN * self._most_turns

    @property
    def most(self) -> float:
        """All that can be won at all."""
        return float(sum(values[-1] for values in self.rules.values) + HIGHEST_SUM + MOST_LOUPES)

    @property
    def highest(self) -> float:
        return float(len(self.rules.deck))

    @property
    def _most_turns(self) -> int:
        """Each takes a card of the pile, but for those of the last lap."""
        return len(self.rules.deck) - MARKET * (self.players + 1) + self.players - 1

    def start(self) -> DiamsPlay:
        return DiamsPlay(self.rules)

    def parts(self, perfect_recall: bool) -> Mapping[str, tuple[int, ...]]:
        """Seats are ones in rows of as many as play, cards counts of each kind (as the first 23 actions, diamonds the first 20), the rest
        numbers. ``hands`` and ``piles`` are sizes, of all seats. ``chosen`` is what the seat that looks has chosen of its move so far.

        With `perfect_recall` the cards of the start, and a row for each move as the seat saw it: ``past_piles`` are the cards that others
        laid, or gave, by the number of the pile, those of new piles last.
        """
        players = self.players
        now = {
            "seat": (players,),
            "decides": (players,),
            "turn": (players,),
            "phase": (len(PHASES),),
            "hand": (CARDS,),
            "safe": (DIAMONDS,),
            "hands": (players,),
            "piles": (players, PILES),
            "market": (DIAMONDS,),
            "used": (len(FORCED_SALES),),
            "pile": (1,),
            "closed": (players,),
            "broken": (len(QUALITIES),),
            "chosen": (NUMBERS,),
        }
        if not perfect_recall:
            return now
        rows = _MOST_STEPS * self._most_turns + 1
        past = {"seat": players, "kind": len(KINDS), "target": players, "cards": CARDS, "got": DIAMONDS}
        past |= {"turned_up": HIDDEN + 1, "piles": PILES + NEW_PILES}
        first = {"first_hand": (CARDS,), "first_market": (DIAMONDS,), "first_used": (len(FORCED_SALES),)}
        return {**now, **first, **{f"past_{name}": (rows, width) for name, width in past.items()}}

    def observe(self, play: DiamsPlay, seat: int, parts: Parts) -> None:
        state = play.state
        parts["seat"][seat] = 1
        parts["turn"][state.turn] = 1
        _count(parts["hand"], state.hands[seat])
        _count(parts["safe"], (kind for pile in state.safes[seat] for kind in pile))
        for each in range(self.players):
            parts["hands"][each] = len(state.hands[each])
            parts["piles"][each, : len(state.safes[each])] = sizes(state, each)
        _count(parts["market"], state.market)
        _count(parts["used"], state.used, FORCED_SALES[0])
        parts["pile"][0] = len(state.pile)
        if state.closed is not None:
            parts["closed"][state.closed] = 1
        if play.sees_phase(seat):
            parts["phase"][PHASES.index(state.phase)] = 1
            if play.to_move is not None:
                parts["decides"][play.to_move] = 1
        if play.to_move == seat:
            _count(parts["chosen"], play.chosen)
            if state.phase is Phase.GIVE:
                parts["broken"][state.broken - 1] = 1
        if "past_kind" in parts and play.observers:
            self._observe_past(play, seat, parts)

    def _observe_past(self, play: DiamsPlay, seat: int, parts: Parts) -> None:
        start = play.record.start
        _count(parts["first_hand"], start.hands[seat])
        _count(parts["first_market"], start.market)
        _count(parts["first_used"], start.used, FORCED_SALES[0])
        moves = ((actor, step) for actor, step in play.observers[seat].steps if not step.is_skip)
        for row, (actor, step) in enumerate(moves):
            parts["past_seat"][row, actor] = 1
            parts["past_kind"][row, KINDS.index(step.move.kind)] = 1
            _write_step({name: part[row] for name, part in parts.items() if name.startswith("past_")}, step)


def _write_step(parts: Parts, step: Step) -> None:
    move = step.move
    if isinstance(move, FaceDownLay):
        new = iter(range(PILES, PILES + NEW_PILES))
        for part in move.parts:
            parts["past_piles"][part.pile - 1 if part.pile else next(new)] = part.size
    else:
        _count(parts["past_cards"], move.cards if move.tool < 0 else (*move.cards, move.tool))
        _count(parts["past_got"], (*move.taken, *(step.given or ())))
        if move.target >= 0:
            parts["past_target"][move.target] = 1
    if step.pile:
        parts["past_piles"][step.pile - 1] = 1
    _count(parts["past_turned_up"], step.turned_up)


def _count(part: NDArray[np.float32], kinds: Iterable[int], first: int = 0) -> None:
    """Counts of kinds; `first` is the one that is counted first."""
    for kind in kinds:
        part[kind - first] += 1
