"""``diamonds convert``: rewrites records."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import click

from diamonds_solver.common.files import write_whole
from diamonds_solver.game import Record
from diamonds_solver.games import find_game
from diamonds_solver.games.records import with_comments

from .inputs import is_record, read_good_records, sources_argument
from .options import RECORDS, echo_data, is_given, note

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
    "-o", "--out", "output", type=RECORDS.or_screen(), metavar="FILE", help="Write FILE, whole or not at all; it may be one of SOURCES."
)
def command(sources: tuple[str, ...], form: str, as_json: bool, output: Path | None) -> None:
    """Rewrite records in the standard form, as text or as JSON.

    SOURCES are files, - for standard input, or a record's text; text and JSON are recognised automatically. The output is UTF-8.
    Comments stay where they are in text of several lines; the other forms have no place for them.
    """
    if as_json and form != "json" and is_given("form"):
        raise click.UsageError(f"--to {form} and --json exclude each other")
    is_onto_itself = any(source != "-" and not is_record(source) and _is_same(Path(source), output) for source in sources)
    texts = _texts(read_good_records(sources), "json" if as_json else form, is_onto_itself)
    if output is None:
        for text in texts:
            echo_data(text)
        return
    write_whole(output, (text.encode("utf-8") for text in texts))


def _is_same(source: Path, output: Path | None) -> bool:
    return output is not None and source.exists() and output.exists() and source.samefile(output)


def _texts(records: Iterator[Record], form: str, is_onto_itself: bool) -> Iterator[str]:
    for number, record in enumerate(records):
        text = find_game(record.game).records.write(record, form)
        if form == "dia":
            yield ("\n" if number else "") + with_comments(text, record)
            continue
        if record.commented is not None and is_onto_itself:
            raise click.UsageError(f"the file has comments, and '{form}' has no place for them: name another file, or use --to dia")
        if record.commented is not None:
            note(f"'{form}' has no place for comments: they are left out", origin=record.origin)
        yield text
