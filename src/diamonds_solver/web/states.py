"""A game as the page has it, in JSON: its rules, its decisions, the table at each of them, what is said of it (static/types.js)."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from diamonds_solver.analysis.learner import position_key
from diamonds_solver.errors import DiamondsError
from diamonds_solver.game import Game, RecordDecision, Use
from diamonds_solver.games import find_game

if TYPE_CHECKING:
    from diamonds_solver.analysis.results import Judged


def rules_dict(game: Game[Any, Any]) -> dict[str, Any]:
    """What the page has to know of a game."""
    objectives = game.words.objectives.items()
    return {
        "title": game.words.title,
        "decisions": dict(game.words.decisions),
        "objectives": {name: {"text": aim.text, "chance": aim.is_chance, "margin": aim.indifference} for name, aim in objectives},
        "solves": game.objectives(Use.SOLVE) if game.solving is not None else [],
        "evaluates": game.objectives(Use.EVALUATE) if game.evaluating is not None else [],
        "decks": list(game.page.decks()),
        "levels": dict(game.levels),
        "typing": game.typing,
        "options": {
            verb: [{"name": name, "text": option.text, "values": option.values} for name, option in game.options.get(verb, {}).items()]
            for verb in ("deal", "live", "hand")
        },
        "hands": game.evaluating is not None and game.evaluating.hands is not None,
    }


def drawn(game: Game[Any, Any], record: Any) -> dict[str, Any]:
    """The table as a diagram of text; the page writes that of cards of suits by itself."""
    return {} if game.page.decks() else {"diagram": game.records.diagram(record, True)}


def move_dicts(game: Game[Any, Any], record: Any, moves: Sequence[object]) -> list[dict[str, str]]:
    """Moves as programs write them, as people do, and in the words of a button: under a heading, or alone."""
    written = game.records.move_writer(record)
    label = None if game.page.label is None else game.page.label(record)
    rows = []
    for move in moves:
        words = {} if label is None else dict(zip(("group", "words"), label(move), strict=True))
        rows.append({"move": str(move), "written": written(move), **words})
    return rows


def words_of(game: Game[Any, Any], record: Any, moves: Sequence[object]) -> list[dict[str, str]]:
    """Each of these moves once, in the words of a button; nothing where moves are not told so."""
    return move_dicts(game, record, list(dict.fromkeys(moves))) if game.page.label is not None else []


def table_dict(record: Any) -> dict[str, Any]:
    """A record in its strict form, its table, its legal moves as texts and as people write them, and what its writer should know."""
    game = find_game(record.game)
    notes = game.records.check(record)
    return {
        "game": record.game,
        "text": game.records.write(record, "dia"),
        "players": [record.seat_name(seat) for seat in range(record.players)],
        "state": game.records.state(record),
        "turn": _turn_dict(game, record),
        "moves": move_dicts(game, record, game.records.legal_moves(record)),
        "can_solve": game.solving is not None and game.solving.is_open(record),
        "notes": list(notes),
        **drawn(game, record),
    }


def _turn_dict(game: Game[Any, Any], record: Any) -> dict[str, str] | None:
    """Who decides what; None where nothing is to be decided, or nobody can tell."""
    if game.page.decks():
        return None  # its `state` tells it, also where the view is of somebody else
    try:
        view = game.advising.view(record, None)
    except DiamondsError:
        return None
    return {"seat": f"P{view.seat + 1}", "decision": view.decision, "text": game.words.decisions[view.decision]}


def game_dict(record: Any, decisions: Sequence[RecordDecision]) -> dict[str, Any]:
    """A played game, and its decisions."""
    game, seats = find_game(record.game), range(record.players)
    return {
        "game": record.game,
        "text": game.records.write(record, "dia"),
        "players": [record.seat_name(seat) for seat in seats],
        "sides": sorted({tuple(sorted(game.solving.side(record, seat))) for seat in seats}) if game.solving else [],
        "ends": None if game.records.legal_moves(record) else game.records.points(record),
        "hindsight": game.advising.hindsight is not None,
        "decisions": _decision_dicts(game, decisions),
    }


def seen_dict(decision: RecordDecision) -> dict[str, Any]:
    """The table as whoever decided saw it, with the moves that there were, and with the key that practice keeps progress by."""
    game = find_game(decision.record.game)
    table = game.table_at(decision)
    moves = move_dicts(game, decision.record, table.moves())
    return {**table_dict(table.seen(decision.seat)), "moves": moves, "key": position_key(decision)}


def judged_dict(decision: Judged) -> dict[str, Any]:
    """What is said of a decision, the reply to it, and its moves in the words of a button."""
    look = decision.hindsight
    named = (
        *(() if decision.known is None else decision.known.best),
        *(() if look is None else (*look.best, *look.line, *look.reply)),
    )
    return {
        "decision": decision.to_dict(),
        "reply": [] if look is None else list(map(str, look.reply)),
        "words": words_of(find_game(decision.record.game), decision.record, named),
    }


def _decision_dicts(game: Game[Any, Any], decisions: Sequence[RecordDecision]) -> list[dict[str, Any]]:
    """The decisions of a game as they were made, with moves as people write them."""
    return [
        {
            "number": number,
            "round": decision.round,
            "trick": decision.trick,
            "seat": f"P{decision.seat + 1}",
            "decision": decision.decision,
            "kind": game.kind_of(decision),
            **move_dicts(game, decision.record, [decision.move])[0],
            "forced": decision.forced,
        }
        for number, decision in enumerate(decisions, start=1)
    ]


def as_json(value: dict[str, Any]) -> bytes:
    """What is sent, as text."""
    return json.dumps(_finite(value), separators=(",", ":")).encode()


def _finite(value: Any) -> Any:
    """JSON has no infinity: null, as the commands write it."""
    if isinstance(value, dict):
        return {key: _finite(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_finite(item) for item in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value
