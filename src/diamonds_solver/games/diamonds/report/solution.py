"""A solution as text for people. Programs take `Solution.to_dict` instead; both say the same."""

from __future__ import annotations

from collections.abc import Sequence

from diamonds_solver.common.wording import ID_WIDTH, NAME_WIDTH, PAGE_WIDTH, cell_width, shortened, wrapped_text
from diamonds_solver.games.diamonds.notation.write import format_play, seat_names
from diamonds_solver.games.diamonds.record.record import Record
from diamonds_solver.games.diamonds.rules.position import Position
from diamonds_solver.games.diamonds.rules.public import Decision
from diamonds_solver.games.diamonds.solve.solution import MoveValue, Solution

from .words import WORDS


def solution_text(record: Record, position: Position, solution: Solution) -> str:
    """The whole answer for one record: what is asked, a row per move, best play, points by player."""
    names = seat_names(record)
    lines = [_question(record, solution), *_move_rows(solution, names)]
    if solution.stopped or not solution.exact:
        lines.append(_unfinished(solution))
    if solution.line:
        lines.append(_wrapped("best play  ", format_play(position.table, solution.line, names).split()))
    if solution.points is not None and solution.moves:
        gains = [f"{_name(record, seat)} {gain:+d}" for seat, gain in enumerate(solution.points)]
        lines.append(_wrapped("points     ", gains))
    return "\n".join([*lines, *(wrapped_text(f"note: {text}") for text in record.notes())])


def solution_dict(record: Record, solution: Solution) -> dict[str, object]:
    """The JSON object of ``diamonds solve --json``: moves with P1.., the players' names, and what is assumed about the record."""
    players = [record.seat_name(seat) for seat in range(record.players)]
    return {"id": record.id, **solution.to_dict(), "players": players, "notes": list(record.notes())}


def _question(record: Record, solution: Solution) -> str:
    name = f"{shortened(record.id, ID_WIDTH)}: " if record.id else ""
    seat = _name(record, solution.to_move)
    if solution.decision is Decision.OVER:
        return f"{name}{WORDS.decisions[Decision.OVER]}"
    if record.rules.teams:
        seat += " (with " + ", ".join(_name(record, s) for s in _side(record, solution.to_move) if s != solution.to_move) + ")"
    asked, meaning = f"{name}{seat} decides: {WORDS.decisions[solution.decision]};", _meaning(record, solution)
    return f"{asked} {meaning}" if cell_width(asked) + 1 + len(meaning) <= PAGE_WIDTH else f"{asked}\n  {meaning}"


def _name(record: Record, seat: int) -> str:
    return shortened(record.seat_name(seat), NAME_WIDTH)


def _side(record: Record, seat: int) -> tuple[int, ...]:
    return record.rules.sides[record.rules.side_of(seat)]


def _meaning(record: Record, solution: Solution) -> str:
    if solution.model == "maxn":
        return "points gained by each " + ("team" if record.rules.teams else "player") + ", each for itself"
    return WORDS.objectives[solution.objective].text + (", all others against" if len(record.rules.sides) > 2 else "")


def _move_rows(solution: Solution, names: Sequence[str]) -> list[str]:
    best = "best" if solution.exact or len(solution.moves) == 1 else "best so far"
    asked_best_only = solution.exact and not solution.stopped
    shown = [m for m in solution.moves if m.exact or m.best or not asked_best_only]
    if not shown:
        return []
    rows = [("move", "value", "loss", ""), *((m.move.named(names), _value(m), _loss(m), best if m.best else "") for m in shown)]
    moves, values, losses = (max(cell_width(row[column]) for row in rows) for column in range(3))
    return [
        f"  {move}{' ' * (moves - cell_width(move))}  {value:>{values}}  {loss:>{losses}}  {mark}".rstrip()
        for move, value, loss, mark in rows
    ]


def _number(value: float) -> str:
    if value == 0:
        return "0"
    return f"{value:+d}" if isinstance(value, int) else f"{value:+.2f}"


def _value(m: MoveValue) -> str:
    if isinstance(m.value, tuple):
        return " ".join(f"{gain:d}" for gain in m.value)
    if m.value is not None:
        return _number(m.value)
    return f"{_number(m.bounds[0])} to {_number(m.bounds[1])}" if m.bounds else "not known"


def _loss(m: MoveValue) -> str:
    return "" if m.loss is None else f"{m.loss:d}" if isinstance(m.loss, int) else f"{m.loss:.2f}"


def _unfinished(solution: Solution) -> str:
    why = "interrupted" if solution.interrupted else "a limit was met"
    if solution.exact:
        missing = "best play is not known" if all(m.exact for m in solution.moves) else "other moves have bounds"
        return f"not finished: {why}; the best value is proven, {missing}"
    if solution.bounds is None:
        known = "the values shown are exact" if any(m.exact for m in solution.moves) else "no value is known yet"
        return f"not finished: {why}; {known}"
    return f"not finished: {why}; proven so far: {_number(solution.bounds[0])} to {_number(solution.bounds[1])}"


def _wrapped(head: str, words: list[str]) -> str:
    lines, line = [], head
    for word in words:
        if cell_width(line) + cell_width(word) > PAGE_WIDTH:
            lines.append(line.rstrip())
            line = " " * len(head)
        line += word + " "
    return "\n".join([*lines, line.rstrip()])
