"""A game looked back at, as one page: `report` writes it, `report_html` makes it of an `Analysis`.

The page is whole: styles and script are in it, it asks for nothing from elsewhere, and says so to the browser (a content security policy
with the hashes of both). Everything can be read without the script, which only lets the reader step through the game.
"""

from __future__ import annotations

import base64
import hashlib
import math
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from importlib.resources import files
from itertools import groupby
from pathlib import Path
from typing import Any, overload
from urllib.parse import quote

from markupsafe import Markup

from diamonds_solver.analysis.analyse import analyse
from diamonds_solver.analysis.results import MARKS, Analysis, Judged, Known, Mean
from diamonds_solver.answers.wording import worded
from diamonds_solver.common.wording import counted, listed, printable
from diamonds_solver.errors import HiddenCardsError, PositionError
from diamonds_solver.game import Hindsight, Record
from diamonds_solver.games import find_game
from diamonds_solver.markup.svg import split, tokens
from diamonds_solver.markup.tables import Amounts, MoveRow, MoveTable, bars, render

from .curves import Curve, Flag, chart

MARK_WORDS = {"?!": "inaccuracy", "?": "mistake", "??": "blunder"}
_MOST_MOVES, _MOST_LINE = 10, 16  # shown: moves of a decision, moves of a line of play

_OPTIONAL_TAGS = re.compile("</(?:td|th|tr|dt|dd)>")
"""End tags that HTML lets one leave out: a tenth of a page, which is mostly tables."""

Writer = Callable[[object], str]


@overload
def report(game: Record | Analysis, path: None = None, **options: Any) -> str: ...
@overload
def report(game: Record | Analysis, path: str | Path, **options: Any) -> None: ...
def report(game: Record | Analysis, path: str | Path | None = None, **options: Any) -> str | None:
    """A review of a game as a self-contained HTML page: written to `path`, or without one returned as text.

    `game`: an `Analysis`, or a record, which is then judged by `analyse` with `options`. Raises what `analyse` raises, OSError if the
    file cannot be written, TypeError for options beside an `Analysis`.
    """
    if isinstance(game, Analysis) and options:
        raise TypeError(f"an Analysis is made already: {', '.join(options)} would change nothing")
    written = None if path is None else Path(path)  # what is no path is refused before the work
    page = report_html(game if isinstance(game, Analysis) else analyse(game, **options))
    if written is None:
        return page
    written.write_text(page, encoding="utf-8", newline="\n")
    return None


def report_html(analysis: Analysis) -> str:
    """The page."""
    return _Page(analysis).html()


# -- what the template shows ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Side:
    """What one of the two judges says of a decision."""

    key: str
    """``known`` or ``open``."""
    title: str
    picture: str
    sentences: tuple[str, ...]
    table: MoveTable | None


@dataclass(frozen=True)
class DecisionText:
    """A decision."""

    number: int
    place: str
    """``Trick 3``, or what was decided."""
    name: str
    move: str
    mark: str
    mark_word: str
    lost: str
    """With open cards, if it is worth a look."""
    sides: tuple[Side, ...]


@dataclass(frozen=True)
class Row:
    """The decisions of a trick, or of what is between tricks, by seat."""

    title: str
    cells: tuple[tuple[DecisionText, ...], ...]
    first: int
    """`DecisionText.number` of the first one."""


@dataclass(frozen=True)
class Round:
    number: int
    standing: str
    steps: tuple[DecisionText, ...]
    rows: tuple[Row, ...]
    record: str


@dataclass(frozen=True)
class Course:
    """The curves that one judge draws, and the same as a table."""

    key: str
    title: str
    text: str
    picture: str
    rows: tuple[tuple[str, tuple[str, ...]], ...]


@dataclass(frozen=True)
class Fact:
    """A row of the summary: what it is, and a cell for each player."""

    title: str
    hint: str
    cells: tuple[str, ...]


class _Page:
    def __init__(self, analysis: Analysis) -> None:
        self._analysis = analysis
        self._game = find_game(analysis.game)
        objectives = self._game.words.objectives
        self._amounts = Amounts(objectives[analysis.objective].is_chance)
        hindsight = analysis.hindsight_objective
        self._open_amounts = Amounts(hindsight is not None and objectives[hindsight].is_chance)
        self._names = tuple(printable(analysis.record.seat_name(seat)) for seat in range(analysis.record.players))
        self._parts: dict[str, None] = {}
        self._judges = tuple(key for key, is_there in (("known", analysis.engine is not None), ("open", hindsight is not None)) if is_there)

    def html(self) -> str:
        folder = files(__package__) / "templates"
        style = tokens() + (folder / "report.css").read_text(encoding="utf-8") + self._glyph_style()
        script = (folder / "report.js").read_text(encoding="utf-8")
        rounds = tuple(self._rounds())
        page = render(
            "report.html",
            __package__,
            title=f"{self._game.words.title}: {printable(self._analysis.record.id or ' '.join(self._names))}",
            names=self._names,
            style=Markup(style),
            script=Markup(script),
            policy=_policy(style, script),
            facts=tuple(self._facts()),
            summary={key: tuple(self._summary(key)) for key in (*self._judges, "luck")},
            courses=tuple(map(self._course, self._judges)),
            judges=self._judges,
            judge_names={"known": "known at the time", "open": "in hindsight"},
            rounds=rounds,
            parts=Markup("".join(self._parts)),
            notes=self._analysis.notes,
            marked=len(self._analysis.marked),
            thresholds=self._thresholds(),
        )
        return _OPTIONAL_TAGS.sub("", page)

    # -- what was asked -------------------------------------------------------------------------------------------------------------

    def _facts(self) -> Iterator[tuple[str, str]]:
        analysis, words = self._analysis, self._game.words
        yield "Game", words.title
        yield "Decisions", f"{len(analysis)}, {sum(not decision.forced for decision in analysis)} of them with a choice"
        if analysis.engine is not None:
            yield "Known at the time", f"by '{analysis.engine}', {analysis.effort}, seed {analysis.seed}"
            yield "Values", words.objectives[analysis.objective].text
        if analysis.hindsight_objective is not None:
            yield "In hindsight", f"exact values, best play of all; {words.objectives[analysis.hindsight_objective].text}"
        yield "Made by", f"diamonds {analysis.version}"
        if not analysis.whole:
            yield "Not whole", "the work was ended before all decisions were judged"

    def _thresholds(self) -> str:
        limits = self._analysis.thresholds.to_dict()
        return ", ".join(f"{mark} ({MARK_WORDS[mark]}) from {self._amounts.loss(limit)}" for mark, limit in limits.items())

    # -- the players ----------------------------------------------------------------------------------------------------------------

    def _summary(self, key: str) -> Iterator[Fact]:
        analysis, players, amounts = self._analysis, self._analysis.players, self._amounts
        if not players:
            return
        if key == "luck":
            if any(player.luck is not None for player in players):
                hint = "what the deals were worth before anybody decided, against other deals"
                yield Fact("Luck of the deal", hint, tuple(_mean(player.luck, amounts.value) for player in players))
            return
        if key == "known":
            yield Fact("Loss per decision", "with its 95 % interval", tuple(_mean(player.known, amounts.loss) for player in players))
        else:
            losses = ("" if player.hindsight is None else self._open_amounts.loss(player.hindsight) for player in players)
            yield Fact("Loss per decision", "what best play with open cards would have gained", tuple(losses))
        if key == self._judges[0]:
            yield Fact("Decisions", "those with a choice", tuple(str(player.decisions) for player in players))
            for mark in MARKS:
                yield Fact(f"{mark} {MARK_WORDS[mark]}", "", tuple(str(player.marks.get(mark, 0)) for player in players))
            by_number = {decision.number: decision for decision in analysis}
            yield Fact("Best decision", "", tuple(self._link(by_number.get(player.best or 0)) for player in players))
            yield Fact("Worst decision", "", tuple(self._link(by_number.get(player.worst or 0)) for player in players))

    def _link(self, decision: Judged | None) -> str:
        if decision is None:
            return ""
        return Markup('<a href="#d{}">{}</a>').format(decision.number, self._writer(decision.record)(decision.move))

    # -- the curves -----------------------------------------------------------------------------------------------------------------

    def _course(self, key: str) -> Course:
        analysis = self._analysis
        values = self._expected() if key == "open" else self._given_away()
        amounts = self._open_amounts if key == "open" else self._amounts
        scale = 100 if amounts.is_chance else 1
        scaled = [tuple(None if value is None else scale * value for value in row) for row in values]
        curves = [Curve(name, tuple(row[seat] for row in scaled)) for seat, name in enumerate(self._names)]
        first = {decision.round: place for place, decision in reversed(list(enumerate(analysis)))}
        starts = [(place, f"Round {number}") for number, place in sorted(first.items())]
        flags = [
            Flag(
                place,
                decision.seat,
                decision.mark if key == self._judges[0] else "",
                f"#d{decision.number}",
                f"{self._names[decision.seat]}, decision {decision.number}: {sign}",
            )
            for place, decision in enumerate(analysis)
            if (sign := decision.mark if key == self._judges[0] else self._lost(decision))
        ]
        title, words = _COURSES[key]
        if amounts.is_chance:
            words = f"{words} In per cent."
        rows = []
        for (number, trick), group in groupby(enumerate(analysis), lambda item: (item[1].round, item[1].trick)):
            place, _ = next(group)
            where = f"trick {trick}" if trick is not None else "start" if place == first[number] else "after the tricks"
            rows.append((f"Round {number}, {where}", tuple("" if value is None else amounts.loss(value) for value in values[place])))
        return Course(key, title, words, Markup(chart(curves, starts, flags, title)), tuple(rows))

    def _expected(self) -> list[tuple[float | None, ...]]:
        """By decision what every player had at the end of the round with best play, as of that player's own last decision: the values of
        different players' decisions do not compare, as each is held against all others."""
        now, rows = list[float | None]([None] * len(self._names)), list[tuple[float | None, ...]]()
        for decision in self._analysis:
            gains = None if decision.hindsight is None else decision.hindsight.points
            if decision.points is not None and gains is not None:
                now[decision.seat] = decision.points[decision.seat] + gains[decision.seat]
            rows.append(tuple(now))
        return rows

    def _given_away(self) -> list[tuple[float | None, ...]]:
        """By decision what every player has lost until then, as known."""
        totals, rows = [0.0] * len(self._names), list[tuple[float | None, ...]]()
        for decision in self._analysis:
            if decision.known is not None:
                totals[decision.seat] += decision.known.loss
            rows.append(tuple(totals))
        return rows

    # -- the rounds -----------------------------------------------------------------------------------------------------------------

    def _rounds(self) -> Iterator[Round]:
        texts = {number: self._game.records.write(record, "dia") for number, record in self._records()}
        for number, group in groupby(self._analysis, lambda decision: decision.round):
            judged = tuple(group)
            steps = tuple(map(self._step, judged))
            points = judged[0].points
            standing = "" if points is None else listed([f"{name} {value:g}" for name, value in zip(self._names, points, strict=True)])
            yield Round(number, standing, steps, tuple(self._rows(judged, steps)), texts.get(number, ""))

    def _records(self) -> Iterator[tuple[int, Record]]:
        """The rounds by their number."""
        numbers = dict.fromkeys(decision.round for decision in self._analysis)
        rounds = self._game.records.rounds(self._analysis.record)
        yield from zip(numbers, rounds, strict=False) if len(numbers) == len(rounds) else ()

    def _rows(self, judged: Sequence[Judged], steps: Sequence[DecisionText]) -> Iterator[Row]:
        """A row for each trick, and for each kind of decision between tricks; in a game without tricks for each time around the table."""
        has_tricks = any(decision.trick is not None for decision in judged)

        def same(before: Judged, decision: Judged) -> bool:
            if has_tricks:
                return (decision.trick, decision.decision if decision.trick is None else "") == (
                    before.trick,
                    before.decision if decision.trick is None else "",
                )
            return decision.seat >= before.seat

        rows: list[list[int]] = []
        for place, decision in enumerate(judged):
            if not rows or not same(judged[rows[-1][-1]], decision):
                rows.append([])
            rows[-1].append(place)
        for number, row in enumerate(rows, 1):
            first = judged[row[0]]
            yield self._row(str(first.trick or first.decision) if has_tricks else f"turn {number}", row, judged, steps)

    def _row(self, title: str, places: Sequence[int], judged: Sequence[Judged], steps: Sequence[DecisionText]) -> Row:
        first = judged[places[0]]
        cells = tuple(tuple(steps[place] for place in places if judged[place].seat == seat) for seat in range(len(self._names)))
        return Row(title, cells, first.number)

    # -- a decision -----------------------------------------------------------------------------------------------------------------

    def _step(self, decision: Judged) -> DecisionText:
        sides = {"known": self._known, "open": self._open}
        decided = self._game.words.decisions.get(decision.decision, decision.decision)
        return DecisionText(
            number=decision.number,
            place=f"Trick {decision.trick}" if decision.trick is not None else decided[:1].upper() + decided[1:],
            name=self._names[decision.seat],
            move=self._writer(decision.record)(decision.move),
            mark=decision.mark,
            mark_word=MARK_WORDS.get(decision.mark, ""),
            lost=self._lost(decision),
            sides=tuple(sides[key](decision) for key in self._judges),
        )

    def _lost(self, decision: Judged) -> str:
        """What was lost with open cards, if it is enough for a mark."""
        loss = None if decision.hindsight is None else decision.hindsight.loss
        return "" if loss is None or loss < self._analysis.thresholds.inaccuracy else f"−{self._open_amounts.loss(loss)}"

    def _known(self, decision: Judged) -> Side:
        sentences, table = ["There was no choice."] if decision.forced else ["This was not judged."], None
        if decision.known is not None:
            sentences, table = list(self._advised(decision, decision.known)), self._advice_table(decision, decision.known)
        if decision.why is not None:
            sentences.append(decision.why.text(self._plain_writer(decision.record)))
        return Side("known", "Known at the time", self._picture(decision, decision.seat), tuple(sentences), table)

    def _advised(self, decision: Judged, known: Known) -> Iterator[str]:
        written, amounts = self._writer(decision.record), self._amounts
        move, best = written(decision.move), _best([written(other) for other in known.best])
        low, high = known.interval
        if decision.move in known.best:
            yield Markup("{} best: {}.").format(best, known.verdict)
        else:
            is_told = not known.advice.exact and math.isfinite(low) and math.isfinite(high)  # one sample has no interval
            interval = f" ({amounts.loss(low)} to {amounts.loss(high)})" if is_told else ""
            yield Markup("{} best: {}. {} lost {}{}.").format(best, known.verdict, move, amounts.loss(known.loss), interval)

    def _advice_table(self, decision: Judged, known: Known) -> MoveTable:
        advice = known.advice
        table = advice.table(
            written=self._writer(decision.record), is_chance=self._amounts.is_chance, played=decision.move, most=_MOST_MOVES
        )
        basis = "every possible deal" if advice.exact else counted(advice.worlds, "world")
        return replace(table, caption=f"What {self._names[decision.seat]} could know: {basis}")

    def _open(self, decision: Judged) -> Side:
        look = decision.hindsight
        picture = self._picture(decision, None)
        if look is None:
            return Side("open", "In hindsight", picture, ("This was not judged in hindsight.",), None)
        return Side("open", "In hindsight", picture, tuple(self._looked(decision, look)), self._open_table(decision, look))

    def _looked(self, decision: Judged, look: Hindsight) -> Iterator[str]:
        written, amounts = self._writer(decision.record), self._open_amounts
        move = written(decision.move)
        if decision.forced:
            yield "There was no choice."
        elif look.loss is None:
            bounds = "" if look.bounds is None else f": between {amounts.value(look.bounds[0])} and {amounts.value(look.bounds[1])}"
            yield f"The best value is not proven{bounds}."
        elif look.loss == 0:
            yield Markup("{} lost nothing.").format(move)
        else:
            best = _best([written(other) for other in look.best])
            yield Markup("{} best; {} lost {}.").format(best, move, amounts.loss(look.loss))
        if decision.refutation or (look.reply and look.loss):
            yield Markup("After {}: {}").format(move, self._line(decision.refutation or look.reply, written))
        if look.line and look.loss:
            yield Markup("Best play: {}").format(self._line(look.line, written))
        if look.points is not None and decision.points is not None:
            ends = zip(self._names, decision.points, look.points, strict=True)
            yield "With best play they would have had: " + listed([f"{name} {now + gain:g}" for name, now, gain in ends]) + "."

    def _line(self, moves: Sequence[object], written: Writer) -> str:
        shown = [written(move) for move in moves[:_MOST_LINE]]
        return Markup("; " if self._game.page.label is not None else " ").join([*shown, *(["…"] if len(moves) > _MOST_LINE else [])])

    def _open_table(self, decision: Judged, look: Hindsight) -> MoveTable | None:
        if decision.forced or not look.moves:
            return None
        written, amounts = self._writer(decision.record), self._open_amounts
        shown = [(move, value) for move, value in look.moves if value is not None or move in look.best or move == decision.move]
        shown = [item for place, item in enumerate(shown) if place < _MOST_MOVES or item[0] == decision.move]
        losses = [0.0 if value is None or look.value is None else max(0.0, look.value - value) for _, value in shown]
        lengths = bars([(loss, None, None) for loss in losses], amounts.unit)
        rows = []
        for (move, value), loss, length in zip(shown, losses, lengths, strict=True):
            cells = ("not known", "") if value is None else (amounts.value(value), amounts.loss(loss) if look.value is not None else "")
            rows.append(MoveRow(written(move), cells, move in look.best, move == decision.move, length))
        left = len(look.moves) - len(shown)
        is_worse = look.exact and set(look.best) <= {move for move, _ in shown}
        notes = (f"and {counted(left, 'other move')}{', worse than the best' if is_worse else ''}",) if left else ()
        return MoveTable("Exact values in hindsight, all cards open", ("value", "loss"), tuple(rows), notes)

    # -- pictures and moves ---------------------------------------------------------------------------------------------------------

    def _picture(self, decision: Judged, seat: int | None) -> str:
        draw = self._game.page.picture
        if draw is None:
            return Markup("<pre>{}</pre>").format(self._game.records.diagram(decision.record, False)) if seat is None else ""
        try:
            picture = draw(decision.record, seat)
        except (HiddenCardsError, PositionError):  # the record does not tell what that seat held, or saw on the table
            picture = draw(decision.record, None)
        parts, rest = split(picture)
        self._parts.update(dict.fromkeys(parts))
        return Markup(rest)

    def _plain_writer(self, record: Record) -> Writer:
        return worded(self._game, record)

    def _writer(self, record: Record) -> Writer:
        """Writes moves as markup: suits as shapes, or words with the notation to be read on pointing at them, where the game has such."""
        if self._game.page.move_html is not None:
            html = self._game.page.move_html(record)
            return lambda move: Markup(html(move))
        plain, written = self._plain_writer(record), self._game.records.move_writer(record)
        if self._game.page.label is not None:
            return lambda move: Markup('<span title="{}">{}</span>').format(written(move), plain(move))
        return lambda move: Markup("{}").format(plain(move))

    def _glyph_style(self) -> str:
        if self._game.page.glyphs is None:
            return ""
        rules = []
        for letter, glyph in self._game.page.glyphs().items():
            picture = quote(f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'><path d='{glyph.path}'/></svg>", safe="/ :='")
            rules.append(f'.g-{letter}{{--shape:url("data:image/svg+xml,{picture}");color:light-dark({glyph.on_white},{glyph.on_dark})}}\n')
        return "".join(rules)


_COURSES = {
    "known": ("Given away, known at the time", "What each player has lost until then, added up: the lower the better."),
    "open": (
        "Best possible, in hindsight",
        "The points at the end of the round with best play against all others, by each player's own last decision.",
    ),
}


def _policy(style: str, script: str) -> str:
    """A content security policy under which this style and this script work, and nothing else."""
    hashes = [base64.b64encode(hashlib.sha256(text.encode()).digest()).decode() for text in (style, script)]
    return (
        f"default-src 'none'; style-src 'sha256-{hashes[0]}'; script-src 'sha256-{hashes[1]}'; img-src data:; "
        "base-uri 'none'; form-action 'none'"
    )


def _mean(mean: Mean | None, written: Callable[[float], str]) -> str:
    if mean is None or mean.value != mean.value:
        return ""
    reach = (mean.high - mean.low) / 2
    return written(mean.value) + (f" ±{written(reach).lstrip('+')}" if reach < float("inf") else "")


def _best(moves: Sequence[str]) -> str:
    """``D9 and D7 were``, of moves that are markup already."""
    shown = list(moves[:4]) + ([f"{len(moves) - 4} more"] if len(moves) > 4 else [])
    if len(shown) == 1:
        return Markup("{} was").format(shown[0])
    return Markup("{} and {} were").format(Markup(", ").join(shown[:-1]), shown[-1])
