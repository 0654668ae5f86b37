"""A solution as text for people, and as JSON with what the record adds; both say the same."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from diamonds_solver.common.wording import ID_WIDTH, NAME_WIDTH, PAGE_WIDTH, cell_width, question, shortened
from diamonds_solver.game import Game, Objective, Record, Solving
from diamonds_solver.game.solution import MoveValue, Solution


def solution_text(game: Game[Any, Any], record: Record, solution: Solution[Any], before: Record | None = None) -> str:
    """The whole answer for one record: what is asked, a row per move, best play, points by player.

    `before`: the record up to the decision, where that is not the one after its play.
    """
    before = record if before is None else before
    objective = game.words.objectives[solution.objective]
    lines = [_question(game, record, solution), *_move_rows(game, record, solution, objective)]
    if solution.stopped or not solution.exact:
        lines.append(_unfinished(solution, objective))
    if solution.line:
        lines.append(_wrapped("best play  ", _solving(game).write_line(before, solution.line).split()))
    if solution.points is not None and solution.moves:
        gains = [f"{_name(record, seat)} {gain:+d}" for seat, gain in enumerate(solution.points)]
        lines.append(_wrapped("points     ", gains))
    return "\n".join(lines)


def solution_dict(game: Game[Any, Any], record: Record, solution: Solution[Any]) -> dict[str, object]:
    """The JSON object of ``diamonds solve --json``: moves with P1.., the players' names, and what is assumed about the record."""
    players = [record.seat_name(seat) for seat in range(record.players)]
    return {"id": record.id, **solution.to_dict(), "players": players, "notes": list(_solving(game).notes(record, solution))}


def _solving(game: Game[Any, Any]) -> Solving[Any, Any]:
    assert game.solving is not None  # it has solved the record
    return game.solving


def _question(game: Game[Any, Any], record: Record, solution: Solution[Any]) -> str:
    name = f"{shortened(record.id, ID_WIDTH)}: " if record.id else ""
    if solution.decision == "over":
        return f"{name}{game.words.decisions['over']}"
    partners = [_name(record, seat) for seat in _solving(game).side(record, solution.to_move) if seat != solution.to_move]
    seat = _name(record, solution.to_move) + (f" (with {', '.join(partners)})" if partners else "")
    return question(f"{name}{seat} decides: {game.words.decisions[solution.decision]};", _solving(game).meaning(record, solution))


def _name(record: Record, seat: int) -> str:
    return shortened(record.seat_name(seat), NAME_WIDTH)


def _move_rows(game: Game[Any, Any], record: Record, solution: Solution[Any], objective: Objective) -> list[str]:
    best = "best" if solution.exact or len(solution.moves) == 1 else "best so far"
    asked_best_only = solution.exact and not solution.stopped
    shown = [m for m in solution.moves if m.exact or m.best or not asked_best_only]
    if not shown:
        return []
    written = game.records.move_writer(record)
    cells = ((written(m.move), _value(m, objective), _loss(m, objective), best if m.best else "") for m in shown)
    value = " ".join(_sides(game, record)) if isinstance(shown[0].value, tuple) else "value"
    rows = [("move", value, "loss", ""), *cells]
    moves, values, losses = (max(cell_width(row[column]) for row in rows) for column in range(3))
    return [
        f"  {move}{' ' * (moves - cell_width(move))}  {value:>{values}}  {loss:>{losses}}  {mark}".rstrip()
        for move, value, loss, mark in rows
    ]


def _sides(game: Game[Any, Any], record: Record) -> list[str]:
    """The names of all sides, in the order of their gains; those of partners with a plus sign."""
    sides = [_solving(game).side(record, seat) for seat in range(record.players)]
    return ["+".join(_name(record, seat) for seat in sorted(side)) for seat, side in enumerate(sides) if min(side) == seat]


def _number(value: float, objective: Objective) -> str:
    if objective.is_chance:
        return f"{100 * value:.2f} %"
    if value == 0:
        return "0"
    return f"{value:+d}" if isinstance(value, int) else f"{value:+.2f}"


def _value(m: MoveValue[Any], objective: Objective) -> str:
    if isinstance(m.value, tuple):
        return " ".join(f"{gain:g}" for gain in m.value)
    if m.value is not None:
        return _number(m.value, objective)
    return _between(m.bounds, objective) if m.bounds else "not known"


def _between(bounds: tuple[float, float], objective: Objective) -> str:
    return " to ".join(_number(bound, objective) for bound in bounds)


def _loss(m: MoveValue[Any], objective: Objective) -> str:
    if m.loss is None:
        return ""
    if objective.is_chance:
        return _number(m.loss, objective) if m.loss else "0"
    return f"{m.loss:d}" if isinstance(m.loss, int) else f"{m.loss:.2f}"


def _unfinished(solution: Solution[Any], objective: Objective) -> str:
    if not solution.stopped and solution.bounds is not None:  # what was asked for has no single value
        return f"proven: {_between(solution.bounds, objective)}"
    why = "interrupted" if solution.interrupted else "a limit was reached"
    if solution.exact:
        missing = "best play is not known" if all(m.exact for m in solution.moves) else "other moves have bounds"
        return f"not finished: {why}; the best value is proven, {missing}"
    if solution.bounds is None:
        known = "the values shown are exact" if any(m.exact for m in solution.moves) else "no value is known yet"
        return f"not finished: {why}; {known}"
    return f"not finished: {why}; proven so far: {_between(solution.bounds, objective)}"


def _wrapped(head: str, words: Sequence[str]) -> str:
    lines, line = [], head
    for word in words:
        if cell_width(line) + cell_width(word) > PAGE_WIDTH:
            lines.append(line.rstrip())
            line = " " * len(head)
        line += word + " "
    return "\n".join([*lines, line.rstrip()])
