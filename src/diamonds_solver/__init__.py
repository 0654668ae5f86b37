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

from .common.version import __version__

if TYPE_CHECKING:
    from .advice.advice import Advice, AdviceInterrupted, MoveAdvice
    from .advice.ask import advise
    from .analysis.analyse import analyse
    from .analysis.results import Analysis, AnalysisInterrupted, Judged, Known, PlayerSummary, Thresholds
    from .errors import DiamondsError, HiddenCardsError, IllegalMoveError, MissingExtraError, ObjectiveError, PositionError, RulesError
    from .games.diamonds.advising.evaluate import EvaluationInterrupted, evaluate_hand
    from .games.diamonds.advising.hands import HandValue
    from .games.diamonds.advising.view import View
    from .games.diamonds.deal import deal, late_position
    from .games.diamonds.records.game_record import GameRecord
    from .games.diamonds.records.notation import dumps, example
    from .games.diamonds.records.record import Record
    from .games.diamonds.round.position import Position
    from .games.diamonds.round.public import Decision, Move
    from .games.diamonds.round.rules import Rules
    from .games.diamonds.solving.equilibrium import Equilibrium, equilibrium
    from .games.diamonds.solving.solve import Solution, Solver, solve, solve_all
    from .games.records import load, load_game, loads
    from .live.live_game import LiveGame
    from .notation.problems import RecordError
    from .stats.comparison import Verdict
    from .web.report import report


__all__ = ["__version__", "deal", "dumps", "example", "late_position", "load", "load_game", "loads"]
__all__ += ["Decision", "GameRecord", "LiveGame", "Move", "Position", "Record", "Rules", "View"]
__all__ += ["Advice", "AdviceInterrupted", "MoveAdvice", "Verdict", "advise"]
__all__ += ["Analysis", "AnalysisInterrupted", "Judged", "Known", "PlayerSummary", "Thresholds", "analyse", "report"]
__all__ += ["Equilibrium", "EvaluationInterrupted", "HandValue", "Solution", "Solver", "equilibrium", "evaluate_hand", "solve", "solve_all"]
__all__ += ["DiamondsError", "RecordError"]
__all__ += ["HiddenCardsError", "IllegalMoveError", "MissingExtraError", "ObjectiveError", "PositionError", "RulesError"]

_NAMES = {
    "diamonds_solver.advice.advice": ("Advice", "AdviceInterrupted", "MoveAdvice"),
    "diamonds_solver.advice.ask": ("advise",),
    "diamonds_solver.analysis.analyse": ("analyse",),
    "diamonds_solver.analysis.results": ("Analysis", "AnalysisInterrupted", "Judged", "Known", "PlayerSummary", "Thresholds"),
    "diamonds_solver.web.report": ("report",),
    "diamonds_solver.errors": (
        "DiamondsError",
        "HiddenCardsError",
        "IllegalMoveError",
        "MissingExtraError",
        "ObjectiveError",
        "PositionError",
        "RulesError",
    ),
    "diamonds_solver.games.diamonds.deal": ("deal", "late_position"),
    "diamonds_solver.games.diamonds.solving.equilibrium": ("Equilibrium", "equilibrium"),
    "diamonds_solver.games.diamonds.advising.evaluate": ("EvaluationInterrupted", "evaluate_hand"),
    "diamonds_solver.games.diamonds.records.game_record": ("GameRecord",),
    "diamonds_solver.games.diamonds.advising.hands": ("HandValue",),
    "diamonds_solver.games.diamonds.records.notation": ("dumps", "example"),
    "diamonds_solver.games.diamonds.round.position": ("Position",),
    "diamonds_solver.games.diamonds.round.public": ("Decision", "Move"),
    "diamonds_solver.games.diamonds.records.record": ("Record",),
    "diamonds_solver.games.diamonds.round.rules": ("Rules",),
    "diamonds_solver.games.diamonds.solving.solve": ("Solution", "Solver", "solve", "solve_all"),
    "diamonds_solver.games.diamonds.advising.view": ("View",),
    "diamonds_solver.games.records": ("load", "load_game", "loads"),
    "diamonds_solver.live.live_game": ("LiveGame",),
    "diamonds_solver.notation.problems": ("RecordError",),
    "diamonds_solver.stats.comparison": ("Verdict",),
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
    return sorted(__all__)
