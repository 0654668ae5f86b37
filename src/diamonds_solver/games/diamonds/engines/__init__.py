"""The engines: what a decision is worth, column by column (``diamonds_solver.game.Engine``), from what one player knows.

    engine = make_engine(view, "ismcts:simulations=2000", objective="margin", seed=1)

``docs/explanation/advice.md`` tells how they differ.
"""

from __future__ import annotations

from .auto import choose_engine
from .base import PlayEngine, ViewEngine
from .exact import ExactEngine
from .goal import AIMS, Goal
from .ismcts import IsmctsEngine
from .make import ENGINES, EngineSpec, make_engine
from .passing import CountEngine, Pass, PassEngine, PassingEngine
from .playout import PlayoutEngine

__all__ = [
    "AIMS",
    "ENGINES",
    "CountEngine",
    "EngineSpec",
    "ExactEngine",
    "Goal",
    "IsmctsEngine",
    "Pass",
    "PassEngine",
    "PassingEngine",
    "PlayEngine",
    "PlayoutEngine",
    "ViewEngine",
    "choose_engine",
    "make_engine",
]
