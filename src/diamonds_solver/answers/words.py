"""Moves as answers for people name them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from diamonds_solver.game import Game, WordedGame


def worded(game: Game[Any, Any], record: Any) -> Callable[[object], str]:
    """As `Game.move_writer`, but in the words of buttons where the game has some: ``Lay in the safe: 7 + 7 + 7``."""
    if not isinstance(game, WordedGame):
        return game.move_writer(record)
    said = game.said(record)

    def words(move: object) -> str:
        group, text = said(move)
        return f"{group}: {text}" if group else text

    return words


def named_twice(game: Game[Any, Any], record: Any, move: object) -> str:
    """A move in words, and in brackets as records write it where that is something else: ``Lay in the safe: 7 + 7 + 7 [safe:7+7+7]``."""
    words, written = worded(game, record)(move), game.move_writer(record)(move)
    return words if words == written else f"{words} [{written}]"
