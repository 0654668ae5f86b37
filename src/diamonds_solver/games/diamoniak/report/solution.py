"""What a solution means, in words."""

from __future__ import annotations

from collections.abc import Sequence

from diamonds_solver.common.wording import counted
from diamonds_solver.games.diamoniak.engines.base import assumptions
from diamonds_solver.games.diamoniak.record.record import Record
from diamonds_solver.games.diamoniak.solve.solution import Solution

from .words import WORDS


def meaning(solution: Solution, players: int) -> str:
    """What the values count, as it follows what is decided."""
    within = "" if solution.turns is None or solution.exact else f", as proven within {counted(solution.turns, 'turn')}"
    return WORDS.objectives["win"].text + within + (", all others against" if players > 2 else "")


def notes(record: Record, solution: Solution) -> Sequence[str]:
    """What the answer rests on, and what to do where it has bounds only."""
    found = [*record.notes(), *assumptions(record.rules)]
    if solution.turns is not None and not solution.exact:
        found.append(f"bounds: won within {counted(solution.turns, 'turn')}, and not lost within them")
    if solution.stopped and not solution.exact and not solution.interrupted:
        found.append(
            f"{counted(solution.nodes, 'state')} were listed, and more can be reached; --turns T asks for the bounds within T turns, "
            "--memory and --time-limit allow for more states, and 'diamonds advise' estimates the chances"
        )
    return found
