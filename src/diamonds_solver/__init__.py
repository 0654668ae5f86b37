"""Exact solver and adviser for the trick-taking game Diamonds.

    import diamonds_solver as ds

    position = ds.example("ending").position()
    solution = ds.solve(position)
    print(solution.best_moves, solution.value)

The names below are loaded at first use, so that importing the package costs nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .advice import Advice, AdviceInterrupted, MoveAdvice
    from .adviser import advise
    from .errors import DiamondsError, HiddenCardsError, IllegalMoveError, MissingExtraError, ObjectiveError, PositionError, RulesError
    from .games.diamonds.deal import deal, late_position
    from .games.diamonds.evaluate import EvaluationInterrupted, evaluate_hand
    from .games.diamonds.examples import example
    from .games.diamonds.handvalue import HandValue
    from .games.diamonds.notation import RecordError, dumps, load, loads
    from .games.diamonds.position import Position
    from .games.diamonds.record import Record
    from .games.diamonds.rules import Rules
    from .games.diamonds.solution import Solution
    from .games.diamonds.solve import Solver, solve
    from .games.diamonds.table import Decision, Move
    from .games.diamonds.view import View
    from .stats import Verdict

__version__ = "0.1.0"

__all__ = [
    "Advice",
    "AdviceInterrupted",
    "Decision",
    "DiamondsError",
    "EvaluationInterrupted",
    "HandValue",
    "HiddenCardsError",
    "IllegalMoveError",
    "MissingExtraError",
    "Move",
    "MoveAdvice",
    "ObjectiveError",
    "Position",
    "PositionError",
    "Record",
    "RecordError",
    "Rules",
    "RulesError",
    "Solution",
    "Solver",
    "Verdict",
    "View",
    "__version__",
    "advise",
    "deal",
    "dumps",
    "evaluate_hand",
    "example",
    "late_position",
    "load",
    "loads",
    "solve",
]

_GAME = "diamonds_solver.games.diamonds"
_NAMES = {
    "diamonds_solver.advice": ("Advice", "AdviceInterrupted", "MoveAdvice"),
    "diamonds_solver.adviser": ("advise",),
    "diamonds_solver.errors": (
        "DiamondsError",
        "HiddenCardsError",
        "IllegalMoveError",
        "MissingExtraError",
        "ObjectiveError",
        "PositionError",
        "RulesError",
    ),
    f"{_GAME}.deal": ("deal", "late_position"),
    f"{_GAME}.evaluate": ("EvaluationInterrupted", "evaluate_hand"),
    f"{_GAME}.examples": ("example",),
    f"{_GAME}.handvalue": ("HandValue",),
    f"{_GAME}.notation": ("RecordError", "dumps", "load", "loads"),
    f"{_GAME}.position": ("Position",),
    f"{_GAME}.record": ("Record",),
    f"{_GAME}.rules": ("Rules",),
    f"{_GAME}.solution": ("Solution",),
    f"{_GAME}.solve": ("Solver", "solve"),
    f"{_GAME}.table": ("Decision", "Move"),
    f"{_GAME}.view": ("View",),
    "diamonds_solver.stats": ("Verdict",),
}
_HOME = {name: module for module, names in _NAMES.items() for name in names}

if not TYPE_CHECKING:  # a type checker takes the imports above, and would accept any name if it saw this function

    def __getattr__(name: str) -> object:
        if name not in _HOME:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        value = getattr(import_module(_HOME[name]), name)
        globals()[name] = value
        return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
