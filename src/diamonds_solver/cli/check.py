"""``diamonds check``: finds what is wrong with records."""

from __future__ import annotations

import click

from diamonds_solver.common.wording import counted
from diamonds_solver.errors import DiamondsError
from diamonds_solver.games import find_game
from diamonds_solver.notation.problems import RecordError

from . import BAD_INPUT
from .errors import show_entries
from .inputs import read_records, sources_argument
from .options import json_option, note, quiet_option


@click.command()
@sources_argument
@json_option
@quiet_option
@click.pass_context
def command(ctx: click.Context, sources: tuple[str, ...], as_json: bool, quiet: bool) -> None:
    """Read records and report everything that is wrong with them.

    SOURCES are files, - for standard input, or a record's text. Problems go to standard error as file:line:column; with --json one object a
    line to standard output. Exits with 3 if there are any. Expected answers are tested by "diamonds solve --suite".
    """
    good = bad = noted = problems = empty = 0
    for item in read_records(sources):
        if not isinstance(item, DiamondsError):
            try:
                notes = find_game(item.game).check(item)
            except DiamondsError as error:
                bad, problems = bad + 1, problems + 1
                show_entries(error, item, as_json)
                continue
            good += 1
            noted += bool(notes)
            for text in notes:
                note(text, quiet, item.origin)
            continue
        if isinstance(item, RecordError):
            bad += 1
            problems += len(item.problems) + item.more
        else:
            empty += 1
        show_entries(item, None, as_json)
    if not quiet:
        click.echo(_summary(good, bad, noted, problems, empty), err=True)
    if bad or empty:
        ctx.exit(BAD_INPUT)


def _summary(good: int, bad: int, noted: int, problems: int, empty: int) -> str:
    text = counted(good, "good record")
    if noted:
        text += f" ({noted} with notes)"
    if bad:
        text += f", {bad} bad with {counted(problems, 'problem')}"
    return text + (f", {counted(empty, 'source')} without records" if empty else "")
