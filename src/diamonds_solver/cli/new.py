"""``diamonds new``: records to begin with: a template to fill in, or a game from its score sheet."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Sequence
from pathlib import Path

import click

from diamonds_solver.common.files import decode_text, write_whole
from diamonds_solver.common.wording import counted, quote
from diamonds_solver.errors import DiamondsError
from diamonds_solver.games import find_game
from diamonds_solver.games.records import loads
from diamonds_solver.notation.write import seat_labels

from .beside import Said
from .games import game_option
from .inputs import standard_input
from .limits import Whole
from .options import NEW, FileName, complete_files, echo_data, note

_NUMBER = re.compile(r"\d{1,4}(?:[.,]0+)?", re.ASCII)
_SOME_NUMBER = re.compile(r"[1-9]")
_SEPARATORS = ";\t,"
_SEPARATOR = re.compile(r"\s*sep=(.)[ \t]*\n", re.IGNORECASE)
_ROUND = (
    "",
    "#",
    "round",
    "rounds",
    "rd",
    "no",
    "number",
    "nr",
    "n\u00b0",
    "n\u00ba",
    "runde",
    "manche",
    "ronde",
    "partie",
    "spiel",
    "game",
    "hand",
    "deal",
)
"""What may stand above the numbers of the rounds."""
_NO_PLAYER = (
    *("total", "totals", "sum", "sums", "together", "average", "avg", "mean", "difference", "diff"),
    *("summe", "gesamt", "insgesamt", "durchschnitt", "schnitt", "mittelwert", "differenz", "somme", "moyenne", "totaal", "totale", "suma"),
    *("\u03c3", "\u2211", "\u00f8", "\u2300", "="),
)
"""What may stand above a column that is worked out from the others."""
_NAMES = ("Ann", "Bob", "Cy", "Di", "Eve", "Flo")


@click.command()
@click.argument("sheet", metavar="[SHEET]", required=False, type=FileName(), shell_complete=complete_files)
@game_option
@click.option("-p", "--players", type=Whole(2, 6), help="How many play.  [default: 4 of Diamonds, else 2]")
@click.option("--names", metavar="A,B,C", help="The players' names, clockwise.")
@click.option("-o", "--out", type=NEW.or_screen(), metavar="FILE", help="Write a new file.  [default: to the screen]")
def command(sheet: Path | None, game: str, players: int | None, names: str | None, out: Path | None) -> None:
    """Write a record to fill in, or make one from a score sheet.

    SHEET is a CSV file, as spreadsheets write it (- is standard input): a line with the players' names, then a line for each round with
    everybody's points after it. A first column "Round" is allowed.

    \b
      diamonds new --names Ann,Bob,Cy -o friday.dia
      diamonds new scores.csv | diamonds show
    """
    chosen = find_game(game)
    if sheet is not None:
        if chosen.records.scored is None:
            raise click.UsageError(f"a record of {chosen.words.title} cannot be made from a score sheet: leave out {quote(str(sheet))}")
        called, points = _read_sheet(sheet)
        Said(str(sheet), {"game": game, "players": str(len(called)), "names": ",".join(called)}).check()
        text = chosen.records.scored(called, points)
        loads(text, f"<record of {sheet}>")  # points that cannot be
    else:
        called = [name.strip() for name in names.split(",")] if names else []
        if called and players not in (None, len(called)):
            raise click.UsageError(f"--players {players}, but {counted(len(called), 'name')}")
        if not all(called):
            raise click.UsageError("--names: a name is empty")
        if len(called) == 1:
            raise click.UsageError("--names has one name: nobody plays alone")
        count = len(called) or players or chosen.playing.table({}, None, 0, None).record.players
        if chosen.records.template is None:
            raise click.UsageError(f"{chosen.words.title} has no template")
        text = chosen.records.template(seat_labels(called or _NAMES[:count], count))
        loads(text, "<template>")  # names that cannot be
    if out is None:
        echo_data(text)
    elif out.exists():
        raise click.UsageError(f"{quote(str(out))} already exists: name a new file")
    else:
        write_whole(out, [text.encode("utf-8")])


def _read_sheet(path: Path) -> tuple[list[str], list[list[int]]]:
    """The names and the points after each round. Raises DiamondsError for what is not a score sheet, OSError."""
    content = standard_input() if str(path) == "-" else path.read_bytes()
    text = decode_text(content, "<stdin>" if str(path) == "-" else str(path))
    lines = _cells(path, text)
    if len(lines) < 2:
        raise _no_sheet(str(path), "it needs a line of names and then a line for each round")
    (_, head), *rounds = lines
    if head[0].strip(".:").casefold() in _ROUND:
        head, rounds = head[1:], _without_other_rows(path, rounds)
    players = [column for column, name in enumerate(head) if name.strip(".:").casefold() not in _NO_PLAYER]
    for name in (name for column, name in enumerate(head) if column not in players):
        note(f"column {quote(name)} is not a player, and was left out")
    for number, (line, row) in enumerate(rounds, start=1):
        if len(row) != len(head):
            raise _no_sheet(f"{path}:{line}", f"round {number} has {counted(len(row), 'number')} for {counted(len(head), 'player')}")
        wrong = next((cell for cell in (row[column] for column in players) if not _NUMBER.fullmatch(cell)), None)
        if wrong is not None:
            raise _no_sheet(f"{path}:{line}", f"{quote(wrong)} in round {number} is not a number of points")
    names = [head[column] for column in players]
    return seat_labels(names, len(names)), [[int(re.split("[.,]", row[column])[0]) for column in players] for _, row in rounds]


def _cells(path: Path, text: str) -> list[tuple[int, list[str]]]:
    """The lines that are not empty, by their numbers, without columns at the end in which nothing stands. Raises DiamondsError for what is
    no CSV."""
    named = _SEPARATOR.match(text)  # spreadsheets say it in a line of its own
    before = text[: named.end()].count("\n") if named else 0
    tables: list[list[tuple[int, list[str]]]] = []
    for sign in named[1] if named else _SEPARATORS:
        reader = csv.reader(io.StringIO(text[named.end() :] if named else text), delimiter=sign)
        try:
            rows = [(before + reader.line_num, [" ".join(cell.split()) for cell in row]) for row in reader]
        except csv.Error as error:
            raise _no_sheet(f"{path}:{before + reader.line_num}", str(error)) from None
        tables.append([(line, row) for line, row in rows if any(row)])
    rows = max(tables, key=lambda table: len(table[0][1]) if table else 0)
    width = max((number for _, row in rows for number, cell in enumerate(row, 1) if cell), default=0)
    return [(line, row[:width]) for line, row in rows]


def _without_other_rows(path: Path, rows: Sequence[tuple[int, list[str]]]) -> list[tuple[int, list[str]]]:
    """The rows of rounds, without the column of their numbers. Those of totals and of the start are left out, and that is said.

    Raises DiamondsError where the numbers are not those of the first rounds, in order: a record has no other ones.
    """
    labels = [row[0] for _, row in rows]
    are_rounds = [not any(labels) or bool(_SOME_NUMBER.search(label)) for label in labels]
    for (line, _), label, is_round in zip(rows, labels, are_rounds, strict=True):
        if not is_round:
            note(f"line {line} is not a round, and was left out: {quote(label) if label else 'it has no number'}")
    rounds = [(line, row) for (line, row), is_round in zip(rows, are_rounds, strict=True) if is_round]
    if not rounds:
        raise _no_sheet(str(path), "no row has the number of a round")
    for number, (line, row) in enumerate(rounds, start=1):
        if row[0].isdecimal() and int(row[0][:6]) != number:
            raise _no_sheet(f"{path}:{line}", f"round {quote(row[0])} comes where round {number} is expected")
    return [(line, row[1:]) for line, row in rounds]


def _no_sheet(where: str, why: str) -> DiamondsError:
    hint = "the first line has the players' names, each other one everybody's points after a round"
    return DiamondsError(f"{where} is not a score sheet: {why}", code="E-SHEET", hint=hint)
