"""What the engines of Diamoniak share: the decision of a state. Nothing is hidden, so a sample is a course of chance."""

from __future__ import annotations

from collections.abc import Sequence

from diamonds_solver.errors import ObjectiveError, PositionError
from diamonds_solver.games.diamoniak.rules.game import BOX, SELLER_PAID, Price, Rules
from diamonds_solver.games.diamoniak.rules.moves import Move
from diamonds_solver.games.diamoniak.rules.state import State
from diamonds_solver.search.engine import SampleEngine

_WHOLE_GAME = 1000  # turns; a longer game has no winner


class StateEngine(SampleEngine[Move]):
    """An engine for one decision: the chance to win with each move.

    Raises ObjectiveError for another objective than ``win``, PositionError if the game is over.
    """

    def __init__(self, state: State, objective: str = "win", seed: int = 0) -> None:
        if objective != "win":
            raise ObjectiveError(f"Diamoniak has no points: there is no objective {objective!r}", hint="the objective is win")
        if state.winner is not None:
            raise PositionError("the game is over: there is nothing to decide", code="E-OVER")
        self.state = state
        self.moves = state.moves()
        self.to_move = state.turn
        self.decision = str(state.phase)
        self.objective = objective
        self.seed = seed

    def notes(self) -> Sequence[str]:
        """What a reader should also know: the readings of the rules that the answer depends on."""
        return assumptions(self.state.rules)


def assumptions(rules: Rules) -> Sequence[str]:
    """Readings of the rules that every value depends on."""
    return (SELLER_PAID,) if rules.price is Price.SELLER else ()


def turns_by_rules(rules: Rules, turns: int) -> int:
    """Turns played by rules before the rest is estimated: `turns` with the whole deck, to which the estimate is fitted, else all."""
    return turns if rules.deck == BOX else _WHOLE_GAME


def estimated(rules: Rules) -> str:
    """In words, what happens beyond the tree or the turn."""
    return (
        "after that a function fitted to rule-based games estimates the chances"
        if rules.deck == BOX
        else "after that games are played to their end by rules"
    )
