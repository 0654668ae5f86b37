"""Diamoniak as a game of OpenSpiel, so that its algorithms can play it: ``pip install '.[openspiel]'``.

    from diamonds_solver.games.diamoniak.learning import openspiel

    openspiel.register()
    game = pyspiel.load_game("python_diamoniak(players=3)")

One game. After each ``draw`` chance turns up a card. The returns are 1 for the winner, who takes it from the others in equal parts, and
nothing for all when nobody has won within `limit` moves. Nothing is hidden, so the information state is what everybody sees.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from diamonds_solver.learning.openspiel import OpenSpielGame, game_type
from diamonds_solver.learning.openspiel import register as register_game

from ..rules import BOX, MAX_PLAYERS, MIN_PLAYERS, with_counts
from .numbered import LIMIT, NumberedDiamoniak

NAME = "python_diamoniak"
_DEFAULTS: dict[str, Any] = {"players": 2, "deck": with_counts(BOX).replace(" ", ""), "price": "seller", "limit": LIMIT}
_TYPE = game_type(NAME, "Diamoniak", range(MIN_PLAYERS, MAX_PLAYERS + 1), _DEFAULTS, is_open=True)


class DiamoniakGame(OpenSpielGame):
    """Parameters: those of `NumberedDiamoniak.of`."""

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        super().__init__(_TYPE, NumberedDiamoniak.of(**(params or {})), params)


def register() -> None:
    """Makes the game known to `pyspiel.load_game`; a second call does nothing."""
    register_game(_TYPE, DiamoniakGame)
