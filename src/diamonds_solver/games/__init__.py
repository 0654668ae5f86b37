"""Which games there are. A game is a folder and a line in GAMES.

To find a game loads its rules alone; each other file is loaded when one of its functions is called.
"""

from __future__ import annotations

import copyreg
from importlib import import_module
from typing import Any

from diamonds_solver.errors import DiamondsError
from diamonds_solver.game import Game

GAMES = {
    "diamonds": "diamonds_solver.games.diamonds.game",
    "diamoniak": "diamonds_solver.games.diamoniak.game",
    "diams": "diamonds_solver.games.diams.game",
}
"""The modules whose `GAME` is the game, by the key that begins its records."""


def find_game(name: str) -> Game[Any, Any]:
    """The game of that name.

    Raises DiamondsError where there is none.
    """
    if name not in GAMES:
        raise DiamondsError(f"there is no game {name!r}", code="E-GAME", hint=f"games: {', '.join(GAMES)}")
    game: Game[Any, Any] = import_module(GAMES[name]).GAME
    return game


copyreg.pickle(Game, lambda game: (find_game, (game.name,)))  # its functions could not be copied; whatever holds a game can be
