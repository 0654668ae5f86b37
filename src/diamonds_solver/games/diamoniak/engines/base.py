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

    Raises ObjectiveError for another objective than ``win``, PositionError where the game is over.
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
        """What a reader should also know: what the rules leave open and the answer rests on."""
        return assumptions(self.state.rules)


def assumptions(rules: Rules) -> Sequence[str]:
    """What the rules leave open and every value rests on."""
    return (SELLER_PAID,) if rules.price is Price.SELLER else ()


def turns_by_rules(rules: Rules, turns: int) -> int:
    """How many turns are played by rules before the rest is estimated: `turns` with the whole deck, to which the estimate is fitted."""
    return turns if rules.deck == BOX else _WHOLE_GAME


def estimated(rules: Rules) -> str:
    """What values rest on that are no longer played to the end, in words."""
    return (
        "after that a function fitted to rule-based games estimates the chances"
        if rules.deck == BOX
        else "after that games are played to their end by rules"
    )
