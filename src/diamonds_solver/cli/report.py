"""``diamonds report``: a game that was played, judged, as one page of HTML."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click

from diamonds_solver.common.files import write_whole
from diamonds_solver.common.wording import counted
from diamonds_solver.game import Record

from .inputs import read_records
from .judging import judged, judging_options
from .loop import Run, answering
from .options import PAGE, echo_data, note, quiet_option


@click.command()
@click.argument("game", required=False)
@click.option("-o", "--out", "--html", "output", type=PAGE.or_screen(), metavar="FILE", help="The page.  [default: to standard output]")
@judging_options
@answering(quiet_option)
def command(run: Run, game: str | None, output: Path | None, **options: Any) -> None:
    """Make a page about a game that was played: one HTML file to look at and to send.

    GAME is a file, - for standard input, or a record's text. The page shows every decision as the player saw it then and with all cards
    open, what it cost either way, and the turning points. It needs no network, and can be read without scripts.
    """
    if output is None and sys.stdout.isatty():
        raise click.UsageError("name the file of the page: diamonds report GAME -o game.html")
    records: list[Record] = []
    run.each(read_records((game,) if game is not None else ()), records.append)
    if run.bad:
        return
    if len(records) > 1:
        raise click.UsageError(
            f"a page is about one game, but these are {counted(len(records), 'record')}: the rounds of a game are one record"
        )

    def answer(record: Record) -> None:
        analysis = judged(record, options, run)
        for text in analysis.notes:
            note(text, run.quiet)
        write_page(analysis, output)
        if output is not None:
            unfinished = "" if analysis.whole else "; stopped before all were judged"
            marks = f"{len(analysis.marked)} with a mark"
            note(f"{output}: {counted(len(analysis), 'decision')}, {marks}{unfinished}", run.quiet)

    run.each(records, answer)


def write_page(analysis: Any, output: Path | None) -> None:
    """The page about a game to a file, or to standard output."""
    from diamonds_solver.web.report import report_html

    page = report_html(analysis)
    if output is None:
        echo_data(f"{page}\n")
    else:
        write_whole(output, [page.encode()])
