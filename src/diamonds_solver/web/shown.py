"""How a table and its moves go to the page."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from diamonds_solver.game import CardGame, Game, PictureGame, WordedGame


def drawn(game: Game[Any, Any], record: Any) -> dict[str, Any]:
    """The table as a diagram of text, and as SVG; the page lays out cards of suits by itself, and needs neither."""
    if isinstance(game, CardGame):
        return {}
    picture = game.picture(record) if isinstance(game, PictureGame) else None
    return {"diagram": game.diagram(record, symbols=True), "picture": picture}


def move_dicts(game: Game[Any, Any], record: Any, moves: Sequence[object]) -> list[dict[str, str]]:
    """Moves as programs write them, as people do, and in the words of a button: under a heading, or alone."""
    written = game.move_writer(record)
    said = game.said(record) if isinstance(game, WordedGame) else None
    found = []
    for move in moves:
        words = {} if said is None else dict(zip(("group", "words"), said(move), strict=True))
        found.append({"move": str(move), "written": written(move), **words})
    return found


def words_of(game: Game[Any, Any], record: Any, moves: Sequence[object]) -> list[dict[str, str]]:
    """Each of these moves once, in the words of a button; nothing where moves are not told so."""
    return move_dicts(game, record, list(dict.fromkeys(moves))) if isinstance(game, WordedGame) else []
