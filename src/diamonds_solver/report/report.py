"""Results as text for people. Programs take `to_dict` of a `Solution` or an `Advice` instead; both say the same."""

from __future__ import annotations

import math
from io import StringIO

from diamonds_solver.advice.advice import Advice, MoveAdvice
from diamonds_solver.common.wording import ID_WIDTH, NAME_WIDTH, PAGE_WIDTH, cell_width, listed, shortened, wrapped_text
from diamonds_solver.games.diamonds.notation.write import format_play
from diamonds_solver.games.diamonds.record.record import Record
from diamonds_solver.games.diamonds.rules.position import Position
from diamonds_solver.games.diamonds.rules.public import Decision
from diamonds_solver.games.diamonds.solve.solution import MoveValue, Solution
from diamonds_solver.stats.comparison import Verdict
from diamonds_solver.stats.samples import TIE

from .question import DECISIONS, OBJECTIVES, advice_question


def solution_text(record: Record, position: Position, solution: Solution) -> str:
    """The whole answer for one record: what is asked, a row per move, best play, points by player."""
    seats = [f"P{seat + 1}" for seat in range(record.rules.players)]  # as in the rows of moves, whatever the players are called
    lines = [_question(record, solution), *_move_rows(solution)]
    if solution.stopped or not solution.exact:
        lines.append(_unfinished(solution))
    if solution.line:
        lines.append(_wrapped("best play  ", format_play(position.table, solution.line, seats).split()))
    if solution.points is not None and solution.moves:
        gains = [f"{_name(record, seat)} {gain:+d}" for seat, gain in enumerate(solution.points)]
        lines.append(_wrapped("points     ", gains))
    return "\n".join(lines)


def _question(record: Record, solution: Solution) -> str:
    name = f"{shortened(record.id, ID_WIDTH)}: " if record.id else ""
    seat = _name(record, solution.to_move)
    if solution.decision is Decision.OVER:
        return f"{name}{DECISIONS[Decision.OVER]}"
    if record.rules.teams:
        seat += " (with " + ", ".join(_name(record, s) for s in _side(record, solution.to_move) if s != solution.to_move) + ")"
    asked, meaning = f"{name}{seat} decides: {DECISIONS[solution.decision]};", _meaning(record, solution)
    return f"{asked} {meaning}" if cell_width(asked) + 1 + len(meaning) <= PAGE_WIDTH else f"{asked}\n  {meaning}"


def _name(record: Record, seat: int) -> str:
    return shortened(record.seat_name(seat), NAME_WIDTH)


def _side(record: Record, seat: int) -> tuple[int, ...]:
    return record.rules.sides[record.rules.side_of(seat)]


def _meaning(record: Record, solution: Solution) -> str:
    if solution.model == "maxn":
        return "points gained by each " + ("team" if record.rules.teams else "player") + ", each for itself"
    return OBJECTIVES[solution.objective] + (", all others against" if len(record.rules.sides) > 2 else "")


def _move_rows(solution: Solution) -> list[str]:
    best = "best" if solution.exact or len(solution.moves) == 1 else "best so far"
    asked_best_only = solution.exact and not solution.stopped
    rows = [(str(m.move), _value(m), _loss(m), best if m.best else "") for m in solution.moves if m.exact or m.best or not asked_best_only]
    if not rows:
        return []
    rows.insert(0, ("move", "value", "loss", ""))
    widths = [max(len(row[column]) for row in rows) for column in range(3)]
    return [f"  {move:<{widths[0]}}  {value:>{widths[1]}}  {loss:>{widths[2]}}  {mark}".rstrip() for move, value, loss, mark in rows]


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


# -- advice -----------------------------------------------------------------------------------------------------------------------------


def advice_text(
    advice: Advice, name: str | None = None, seat: str | None = None, *, colour: bool = False, has_question: bool = True
) -> str:
    """The whole answer for one decision: what is asked, a row per move, the verdict in a sentence, what the numbers rest on.

    `name` is the record's, `seat` the player's. With `colour` the text has the codes of a terminal. Without `has_question` the first line,
    which is `advice_question`, is left out.
    """
    from rich.console import Console  # rich is loaded here only: it would slow down every start

    stream = StringIO()
    console = Console(file=stream, width=80, force_terminal=colour, color_system="standard" if colour else None, highlight=False)
    if has_question:
        console.print(
            advice_question(advice.decision, advice.objective, seat or f"P{advice.to_move + 1}", name), markup=False, soft_wrap=True
        )
    console.print(_advice_table(advice))
    table = [line.rstrip() for line in stream.getvalue().splitlines()]
    return "\n".join([*table, *map(wrapped_text, (_verdict_text(advice), _basis(advice), *advice.notes))])


def _advice_table(advice: Advice) -> object:
    """One row per move; what is no longer in question is dim."""
    from rich.table import Table

    table = Table(box=None, pad_edge=False, padding=(0, 1), show_edge=False, header_style="")
    table.add_column("  move")
    for title in ("mean", "loss", "" if advice.exact else f"{_percent(advice.level)} interval", "best in"):
        table.add_column(title, justify="right", no_wrap=True)
    table.add_column("")
    for m in advice.moves:
        best = "" if not advice.worlds else "best" if advice.exact or advice.verdict is not Verdict.CLOSE else "best so far"
        cells = (_mean(m, advice), _lost(m, advice), _interval(m, advice), _percent(m.best_share), best if m.best else "")
        table.add_row(f"  {m.move}", *cells, style="bold" if m.best else "dim" if m.excluded else "")
    return table


def _mean(m: MoveAdvice, advice: Advice) -> str:
    return "" if math.isnan(m.mean) else f"{100 * m.mean:.1f} %" if advice.objective == "win" else f"{m.mean:+z.2f}"


def _lost(m: MoveAdvice, advice: Advice) -> str:
    if m is advice.moves[0] or math.isnan(m.loss):
        return "" if math.isnan(m.loss) else "0"
    return _amount(m.loss, advice)


def _amount(value: float, advice: Advice) -> str:
    """Points, or with the objective "win" chances."""
    return f"{100 * value:z.1f} %" if advice.objective == "win" else f"{value:z.2f}"


def _cost(loss: float, advice: Advice) -> str:
    """An amount that is more than nothing."""
    least = 0.0005 if advice.objective == "win" else 0.005
    return _amount(loss, advice) if loss >= least else f"less than {_amount(2 * least, advice)}"


def _interval(m: MoveAdvice, advice: Advice) -> str:
    if not advice.worlds or not math.isfinite(m.interval[1]):
        return "not known"
    if m is advice.moves[0] or advice.exact:
        return ""
    return f"{_amount(m.interval[0], advice)} to {_amount(m.interval[1], advice)}"


def _percent(share: float) -> str:
    return "" if math.isnan(share) else f"{100 * share:.3g} %" if 0.95 < share < 1 else f"{100 * share:.0f} %"


def _verdict_text(advice: Advice) -> str:
    best, *others = advice.moves
    if not others:
        return f"{advice.verdict}: {best.move} is the only move"
    if not advice.worlds:
        return "nothing is known yet"
    open_moves = [str(m.move) for m in others if not m.excluded]
    if advice.verdict is Verdict.CLEAR:
        second = others[0]
        limits = "" if advice.exact else f" ({_percent(advice.level)}: {_interval(second, advice)})"
        return f"{advice.verdict}: {best.move} is best; {second.move} costs {_cost(second.loss, advice)}{limits}"
    if advice.verdict is Verdict.EQUAL:
        delta = _amount(advice.delta, advice) if advice.objective == "win" else f"{advice.delta:g}"
        return f"{advice.verdict}: {listed([str(best.move), *open_moves])} differ by {delta} at most"
    return _undecided_text(advice)


def _undecided_text(advice: Advice) -> str:
    """What stays open, by the intervals of the table; the verdict asks for more than they do."""
    best, *others = advice.moves
    rivals = [str(m.move) for m in others if not m.interval[0] > TIE]
    doubtful = [str(m.move) for m in others if not m.excluded]
    text = f"{best.move} leads"
    if rivals:
        text += f"; {listed(rivals)} may be as good or better"
    if advice.is_scant:
        return f"too few worlds: {text}; a verdict takes at least {advice.needed}"
    if not rivals:
        text += f"; that {listed(doubtful)} {'is' if len(doubtful) == 1 else 'are'} worse is likely, and not sure enough for a verdict"
    return f"{advice.verdict}: {text}"


def _basis(advice: Advice) -> str:
    """What the numbers rest on, and what the intervals do not cover."""
    if advice.exact:
        return f"values by '{advice.engine}'; no sampling error"
    effective = "" if advice.ess >= 0.995 * advice.worlds else f" (as good as {advice.ess:.0f} equally likely ones)"
    worlds = "1 world" if advice.worlds == 1 else f"{advice.worlds:,} worlds"
    return f"{worlds}{effective} by '{advice.engine}', seed {advice.seed}; intervals cover sampling error only"
