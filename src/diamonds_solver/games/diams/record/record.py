"""A `Record`: what one text or JSON object says of a round in which all hands are open."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import ClassVar, NamedTuple

from diamonds_solver.games.diams.rules.cards import Cards
from diamonds_solver.games.diams.rules.game import LOUPES, VALUES, Rules
from diamonds_solver.games.diams.rules.moves import Move
from diamonds_solver.games.diams.rules.state import State
from diamonds_solver.notation.problems import Location

ROUNDS = 3
"""Of a match."""


class Step(NamedTuple):
    """One move that was made, and what the pile turned up for it."""

    move: Move
    turned_up: Cards = ()
    """In the order in which the cards came: the card of a draw, those of an open, or a refill of the market after any other move."""


@dataclass(frozen=True)
class Record:
    """One record. They come from the reader and are whole and checked; one made by hand can be checked by writing and reading it."""

    game: ClassVar[str] = "diams"

    start: State
    """Before the first move of `play`."""
    names: tuple[str, ...] | None = None
    play: tuple[Step, ...] = ()
    id: str | None = None
    round: int = 1
    """Of the match's three."""
    chips: tuple[int, ...] = ()
    """Won in earlier rounds by each seat; empty where the record does not say."""
    best: tuple[str, ...] = ()
    """Expected best moves, as written in results (``=7``, ``put:4``)."""
    value: float | None = None
    """Expected value."""
    extra: tuple[tuple[str, str], ...] = ()
    """The ``x-`` fields, in order, as text."""
    origin: Location | None = field(default=None, compare=False)
    """Where it was read; None for a record made by hand. It is no part of what the record says."""

    @property
    def rules(self) -> Rules:
        return self.start.rules

    @property
    def players(self) -> int:
        return self.rules.players

    @cached_property
    def state(self) -> State:
        """After all moves of `play`."""
        state = self.start
        for step in self.play:
            state = after(state, step)
        return state

    def seat_name(self, seat: int) -> str:
        """The player's name, or P1.. where there are no names."""
        return self.names[seat] if self.names else f"P{seat + 1}"

    def notes(self) -> Sequence[str]:
        """Which of the numbers that the rules' text leaves out are our own."""
        invented = [
            name for name, is_default in (("values", self.rules.values == VALUES), ("loupes", self.rules.loupes == LOUPES)) if is_default
        ]
        return [f"the {name} are invented: the rules' text does not give the printed ones" for name in invented]


def after(state: State, step: Step) -> State:
    """The state after one step."""
    state = state.after(step.move)
    return state.turned_up(step.turned_up) if state.is_chance else state
