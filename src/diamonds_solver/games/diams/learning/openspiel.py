"""Diam's as a game of OpenSpiel, so that its algorithms can play it: ``pip install '.[openspiel]'``.

    from diamonds_solver.games.diams.learning import openspiel

    openspiel.register()
    game = pyspiel.load_game("python_diams(players=3)")

One round, P1 begins. Chance deals, and turns up cards of the pile, card by card. Moves that name several cards are chosen number by number,
see `play.py`. The returns are margins: own points minus the mean of the others', so that they sum to zero.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from diamonds_solver.learning.openspiel import OpenSpielGame, game_type
from diamonds_solver.learning.openspiel import register as register_game

from ..round.rules import LOUPES, MAX_PLAYERS, MIN_PLAYERS
from .numbered import NumberedDiams

NAME = "python_diams"
_DEFAULTS: dict[str, Any] = {"players": 2, "loupes": LOUPES[0], "cloture": "mixed"}
_TYPE = game_type(NAME, "Diam's", range(MIN_PLAYERS, MAX_PLAYERS + 1), _DEFAULTS)


class DiamsGame(OpenSpielGame):
    """Parameters: those of `NumberedDiams.of`."""

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        super().__init__(_TYPE, NumberedDiams.of(**(params or {})), params)


def register() -> None:
    """Makes the game known to `pyspiel.load_game`; a second call does nothing."""
    register_game(_TYPE, DiamsGame)
