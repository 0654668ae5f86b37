"""``diamonds convert``: rewrites records."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import click

from diamonds_solver.common.files import write_whole
from diamonds_solver.game import Record
from diamonds_solver.games import find_game

from .inputs import read_good_records, sources_argument
from .options import RECORDS, echo_data, is_given

FORMS = ("dia", "line", "json")


@click.command()
@sources_argument
@click.option(
    "--to",
    "form",
    type=click.Choice(FORMS),
    default="dia",
    show_default=True,
    help="Text in lines, text with one line a record, or one JSON object a line.",
)
@click.option("--json", "as_json", is_flag=True, help="The same as --to json.")
@click.option(
    "-o", "--out", "output", type=RECORDS, metavar="FILE", default="-", help="Write FILE, whole or not at all; it may be one of SOURCES."
)
def command(sources: tuple[str, ...], form: str, as_json: bool, output: Path) -> None:
    """Rewrite records in the standard form, as text or as JSON.

    SOURCES are files, - for standard input, or a record's text; text and JSON are recognised automatically. The output is UTF-8.
    """
    if as_json and form != "json" and is_given("form"):
        raise click.UsageError(f"--to {form} and --json exclude each other")
    texts = _texts(read_good_records(sources), "json" if as_json else form)
    if str(output) == "-":
        for text in texts:
            echo_data(text)
        return
    write_whole(output, (text.encode("utf-8") for text in texts))


def _texts(records: Iterator[Record], form: str) -> Iterator[str]:
    for number, record in enumerate(records):
        yield ("\n" if number and form == "dia" else "") + find_game(record.game).records.write(record, form)
