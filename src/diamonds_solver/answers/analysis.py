"""A look back at a game as text for people. Programs take `Analysis.to_dict` instead; both say the same."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Sequence
from io import StringIO
from typing import Any

from diamonds_solver.analysis.results import MARKS, Analysis, Judged, Mean, PlayerSummary, Total
from diamonds_solver.answers.wording import named_twice, worded
from diamonds_solver.common.wording import ID_WIDTH, NAME_WIDTH, counted, listed, printable, shortened, wrapped_text
from diamonds_solver.game import Game, Hindsight, Record
from diamonds_solver.games.records import with_comments
from diamonds_solver.stats.comparison import Verdict

_MOST_LINE = 12  # moves of a refutation that are shown
_RIVALS = {Verdict.CLEAR: "", Verdict.EQUAL: ", others are as good", Verdict.CLOSE: ", others may be as good"}


def analysis_text(game: Game[Any, Any], analysis: Analysis, *, colour: bool = False, width: int = 80) -> str:
    """What was asked, a row for each player, the marked decisions, without notes. With `colour` it has the codes of a terminal."""
    text = _AnalysisText(game, analysis)
    parts = ["\n".join(wrapped_text(line, width) for line in text.head())]
    if analysis.players:
        rows = [player for player in analysis.players if player.decisions] or analysis.players
        table = _drawn(_table("player", rows, text.is_chance, per_game=False), colour, width)
        parts.append("\n".join([table, *(wrapped_text(line, width - 2) for line in text.legend())]))
    parts.append("\n".join(wrapped_text(line, width - 2) for line in (*text.extremes(), *text.last_chances())))
    parts.append("\n".join(line for decision in analysis.marked for line in text.turning_point(decision, width)))
    if not analysis.marked and analysis.players:
        parts[-1] = f"no decision lost {text.amount(analysis.thresholds.inaccuracy)} or more for certain"
    return "\n\n".join(part for part in parts if part)


def totals_text(totals: Sequence[Total], *, is_chance: bool, colour: bool = False, width: int = 80) -> str:
    """A row for each player of many games."""
    legend = "loss: for each decision in which there was a choice; luck: for each game; ± is half a 95 % interval over games"
    return "\n".join([_drawn(_table("player", totals, is_chance, per_game=True), colour, width), wrapped_text(legend, width - 2)])


class _AnalysisText:
    """The parts of one answer."""

    def __init__(self, game: Game[Any, Any], analysis: Analysis) -> None:
        self._game, self._analysis = game, analysis
        self.is_chance = analysis.engine is not None and game.words.objectives[analysis.objective].is_chance
        self._several_rounds = len({decision.round for decision in analysis}) > 1

    def head(self) -> Iterator[str]:
        analysis, words = self._analysis, self._game.words
        name = f"{shortened(analysis.record.id, ID_WIDTH)}: " if analysis.record.id else ""
        free = sum(not decision.forced for decision in analysis)
        unfinished = "" if analysis.whole else "; stopped before all were judged"
        yield f"{name}{counted(len(analysis), 'decision')}, {free} of them with a choice{unfinished}"
        if analysis.engine is not None:
            meaning = words.objectives[analysis.objective].text
            yield f"known: by what the player could know then; '{analysis.engine}', {analysis.effort}, seed {analysis.seed}; {meaning}"
        if analysis.hindsight_objective is not None:
            yield f"hindsight: all cards open, best play of all; {words.objectives[analysis.hindsight_objective].text}"

    def legend(self) -> Iterator[str]:
        unit = "chances to win" if self.is_chance else "points"
        yield f"loss: {unit} for each decision with a choice; ± is half a 95 % interval over the decisions"
        marks = self._analysis.thresholds.to_dict().items()
        limits = ", ".join(f"{mark} from {self.amount(limit)}" for mark, limit in marks)
        yield f"marks: {limits}, beyond sampling error, {'in hindsight' if self._analysis.engine is None else 'known at the time'}"
        if any(player.luck is not None for player in self._analysis.players):
            yield "luck: what the deal was worth before any decision, against other deals"

    def extremes(self) -> Iterator[str]:
        """Every player's best and worst decision."""
        by_number = {decision.number: decision for decision in self._analysis}
        for player in self._analysis.players:
            parts = []
            if player.best is not None:
                parts.append(f"best decision {self._place(by_number[player.best])}")
            if player.worst is not None:
                worst = by_number[player.worst]
                parts.append(f"worst {self._place(worst)}, {self._cost(worst)}")
            if parts:
                yield f"{shortened(player.name, NAME_WIDTH)}: {'; '.join(parts)}"

    def last_chances(self) -> Iterator[str]:
        """Whether those who are not ahead could have been, and when."""
        by_number = {decision.number: decision for decision in self._analysis}
        for chance in self._analysis.last_chances:
            names = [shortened(self._analysis.record.seat_name(seat), NAME_WIDTH) for seat in chance.seats]
            decision = by_number[chance.number]
            where = f"{', '.join(self._where(decision))} (decision {chance.number})"
            asked = f"could {' and '.join(names)} have {'won' if chance.is_duel else 'beaten all others together'}?"
            if chance.is_there:
                best = _moves(chance.best, worded(self._game, decision.record))
                who = f" of {self._analysis.record.seat_name(decision.seat)}" if len(names) > 1 else ""
                by = _points(chance.margin) + ("" if chance.is_duel else " more than their average")
                yield f"{asked} yes: from {where} on, with {best}{who}, whatever they play: by {by}"
            else:
                others = _points(chance.points - chance.margin) + ("" if chance.is_duel else " on average")
                yield f"{asked} no: best play from {where} on brings {_points(chance.points)}, they have {others}"

    def turning_point(self, decision: Judged, width: int) -> Iterator[str]:
        """A marked decision: what was best, by both judges, why, and how it was refuted."""
        written = worded(self._game, decision.record)
        name = shortened(self._analysis.record.seat_name(decision.seat), NAME_WIDTH)
        yield f"{decision.mark:<2} {self._place(decision)} by {name}"
        lines = []
        if decision.known is not None:
            low, high = decision.known.interval
            interval = "" if decision.known.advice.exact else f" ({self.amount(low)} to {self.amount(high)})"
            best = _best(decision.known.best, written)
            lines.append(f"known: {best}{_RIVALS[decision.known.verdict]}; lost {self.amount(decision.known.loss)}{interval}")
        if decision.hindsight is not None:
            lines.append(f"hindsight: {self._hindsight(decision.hindsight, written)}")
        if decision.refutation:
            shown = [written(move) for move in decision.refutation[:_MOST_LINE]]
            between = "; " if self._game.page.label is not None else " "
            lines.append(f"after {written(decision.move)}: {between.join(shown)}{' ...' if len(decision.refutation) > _MOST_LINE else ''}")
        if decision.why is not None:
            lines.append(decision.why.text(written))
        for line in lines:
            yield "\n".join(f"   {part}" for part in wrapped_text(printable(line), width - 4).splitlines())

    def amount(self, value: float) -> str:
        return f"{100 * value:z.1f} %" if self.is_chance else f"{value:z.2f}"

    def _hindsight(self, look: Hindsight, written: Callable[[object], str]) -> str:
        if look.loss is None:
            return "not solved in full" + (f"; at least {look.least_loss:.2f} lost" if look.least_loss >= 0.005 else "")
        if look.loss == 0:
            return "nothing was lost"
        return f"{_best(look.best, written)}; lost {look.loss:.2f}"

    def _cost(self, decision: Judged) -> str:
        loss = decision.loss
        return "" if loss is None else f"lost {self.amount(loss)}"

    def _place(self, decision: Judged) -> str:
        """Where in the game a decision is, and the move."""
        return f"{decision.number} ({', '.join(self._where(decision))}): {named_twice(self._game, decision.record, decision.move)}"

    def _where(self, decision: Judged) -> Iterator[str]:
        if self._several_rounds:
            yield f"round {decision.round}"
        yield f"trick {decision.trick}" if decision.trick is not None else self._game.words.decisions[decision.decision]


def _points(number: float) -> str:
    return f"{round(number, 2):g}"


def _moves(moves: Sequence[object], written: Callable[[object], str]) -> str:
    texts = [written(move) for move in moves]
    return listed(texts, most=4, between="; " if any(" " in text for text in texts) else ", ")


def _best(moves: Sequence[object], written: Callable[[object], str]) -> str:
    return f"{_moves(moves, written)} {'was' if len(moves) == 1 else 'were'} best"


def _table(title: str, rows: Sequence[PlayerSummary | Total], is_chance: bool, *, per_game: bool) -> object:
    """`is_chance`: whether what was known counts chances, in per cent; hindsight and luck count points. Nothing is lost below 0, which an
    estimate can be by chance."""
    from rich import box
    from rich.table import Table

    def mean(value: Mean | None, is_chance: bool = False, sign: str = "", least: float = -math.inf) -> str:
        if value is None or not math.isfinite(value.value):
            return ""
        factor, digits = (100, "z.1f") if is_chance else (1, "z.2f")
        reach = factor * (value.high - value.low) / 2
        return f"{factor * max(value.value, least):{sign}{digits}}" + (f" ±{reach:{digits}}" if math.isfinite(reach) else "")

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False, collapse_padding=True)
    table.add_column(title, overflow="fold")
    games = ("games",) if per_game else ()
    for column in (*games, "decisions", "loss known", "hindsight", *MARKS, "luck"):
        table.add_column(column, justify="right", no_wrap=True)
    for row in rows:
        cells = [str(row.decisions), mean(row.known, is_chance, least=0.0), "" if row.hindsight is None else f"{row.hindsight:.2f}"]
        cells = ([str(row.games)] if isinstance(row, Total) else []) + cells
        table.add_row(shortened(row.name, NAME_WIDTH), *cells, *(str(row.marks[mark]) for mark in MARKS), mean(row.luck, sign="+"))
    return table


def _drawn(table: object, colour: bool, width: int) -> str:
    from rich.console import Console

    stream = StringIO()
    console = Console(
        file=stream, width=width, force_terminal=colour, color_system="standard" if colour else None, highlight=False, markup=False
    )
    console.print(table)
    return "\n".join(line.rstrip() for line in stream.getvalue().rstrip().splitlines())


_ANNOTATION = re.compile(r"# \d+ r\d+( t\d+)? .+: .+; (known loss |hindsight loss |no choice$|not judged$)")  # as `_comment` writes it


def annotated(game: Game[Any, Any], analysis: Analysis) -> str:
    """The record as text with its own comments, and after it what each decision was worth, as comments that replace those of an earlier
    look back: it reads back as the same record."""
    record: Record = analysis.record
    text = with_comments(game.records.write(record, "dia"), record)
    kept = "".join(line for line in text.splitlines(keepends=True) if not _ANNOTATION.match(line))
    return kept + "".join(f"# {printable(_comment(game, analysis, decision))}\n" for decision in analysis)


def _comment(game: Game[Any, Any], analysis: Analysis, decision: Judged) -> str:
    """A decision on one line: ``3 r1 t1 Ann H5 ? known -1.66 (1.50 to 1.81) best S13; hindsight -2 best D2``."""
    written = game.records.move_writer(decision.record)
    place = f"r{decision.round}" + (f" t{decision.trick}" if decision.trick is not None else "")
    move = written(decision.move) + (f" {decision.mark}" if decision.mark else "")
    parts = []
    if decision.known is not None:
        low, high = decision.known.interval
        parts.append(f"known loss {decision.known.loss:.3g} ({low:.3g} to {high:.3g}), best {_moves(decision.known.best, written)}")
    if decision.hindsight is not None and decision.hindsight.loss is not None:
        value = "" if decision.hindsight.value is None else f", value {decision.hindsight.value:+.4g}"
        parts.append(f"hindsight loss {decision.hindsight.loss:.3g}{value}, best {_moves(decision.hindsight.best, written)}")
    judged = "; ".join(parts) or ("no choice" if decision.forced else "not judged")
    return f"{decision.number} {place} {analysis.record.seat_name(decision.seat)}: {move}; {judged}"
