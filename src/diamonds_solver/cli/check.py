"""``diamonds check``: finds what is wrong with records, and mends it where one small repair does."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import click

from diamonds_solver.answers.wording import error_to_dict
from diamonds_solver.cli.errors import record_text, show_error, show_text
from diamonds_solver.common.files import check_known, digest_of, write_whole
from diamonds_solver.common.wording import counted
from diamonds_solver.errors import DiamondsError
from diamonds_solver.game import Record
from diamonds_solver.games import find_game
from diamonds_solver.games.records import repairs_of
from diamonds_solver.notation.problems import RecordError
from diamonds_solver.notation.repair import Edit, Repair, apply_edits, sure_repair

from . import BAD_INPUT
from .inputs import is_record, read_records, sources_argument
from .loop import Run, answering
from .options import json_option, note, quiet_option


@click.command()
@sources_argument
@click.option("--all", "lists_all", is_flag=True, help="List every problem, even if one repair fixes them all.")
@click.option("--fix", "fixes", is_flag=True, help="Write that repair to the file and change nothing else.")
@answering(json_option, quiet_option)
def command(run: Run, sources: tuple[str, ...], lists_all: bool, fixes: bool) -> None:
    """Read records and report everything that is wrong with them.

    SOURCES are files, - for standard input, or a record's text. Problems go to standard error as file:line:column; with --json one object a
    record to standard output. Where exactly one small repair makes a record right, only that repair is shown. Exits with 3 if anything is
    wrong and not fixed. Expected answers are tested by "diamonds solve --suite".
    """
    if fixes and (not sources or any(source == "-" or is_record(source) for source in sources)):
        raise click.UsageError("--fix writes to files: name the files")
    report = _Report(run, lists_all, {source: digest_of(Path(source)) for source in sources} if fixes else {})
    for item in read_records(sources):
        if isinstance(item, DiamondsError):
            report.refuse(item, None)
            continue
        try:
            notes = find_game(item.game).records.check(item)
        except DiamondsError as error:
            report.refuse(error, item)
            continue
        report.good += 1
        report.noted += bool(notes)
        if run.as_json:
            run.write({"id": item.id, "notes": list(notes)})
            continue
        for text in notes:
            note(text, run.quiet, item.origin)
    if fixes:
        report.fix()
    if not run.quiet:
        click.echo(report.summary(fixes), err=True)
    if report.bad > (report.mended if fixes else 0) or report.empty:
        run.verdict = BAD_INPUT


class _Report:
    """What was found in all sources."""

    def __init__(self, run: Run, lists_all: bool, known: Mapping[str, bytes | None]) -> None:
        """`known`: the files that may be written, and their digests before they were read."""
        self._run, self._lists_all, self._known = run, lists_all, known
        self.good = self.bad = self.noted = self.empty = 0
        self._problems = 0
        self._repairs: list[tuple[str, Repair]] = []
        """With the files that they are for."""

    def refuse(self, error: DiamondsError, record: Record | None) -> None:
        """Counts and writes what is wrong with a record, or with a source."""
        repairs: Sequence[Repair] = ()
        repair = None
        if isinstance(error, RecordError):
            self._problems += len(error.problems) + error.more
            repairs = repairs_of(error)
            repair = sure_repair(repairs)
            if repair is not None:
                self._repairs.append((error.problems[0].file, repair))
        else:
            self._problems += record is not None
        self.empty += record is None and not isinstance(error, RecordError)
        self.bad += record is not None or isinstance(error, RecordError)
        if self._run.as_json:
            named = (
                {"repair": repair.to_dict()} if repair is not None else {"repairs": [each.to_dict() for each in repairs]} if repairs else {}
            )
            self._run.write({**error_to_dict(error, record), **named})
        elif isinstance(error, RecordError):
            show_text(str(error) if self._lists_all else record_text(error, repairs))
        else:
            show_error(error, record)

    @property
    def mended(self) -> int:
        """Records that a repair makes right."""
        return len(self._repairs)

    def fix(self) -> None:
        """Writes the repairs to the files. Raises OSError, also for a file that was changed meanwhile."""
        edits: dict[str, list[Edit]] = {}
        for file, repair in self._repairs:
            edits.setdefault(file, []).extend(repair.edits)
        for file, changes in edits.items():
            path = Path(file)
            check_known(path, self._known.get(file))
            text = path.read_bytes().decode("utf-8", "surrogateescape")  # other records of the file may be no UTF-8
            write_whole(path, [apply_edits(text, changes).encode("utf-8", "surrogateescape")])

    def summary(self, is_fixed: bool) -> str:
        text = counted(self.good, "good record")
        if self.noted:
            text += f" ({self.noted} with notes)"
        if self.bad:
            text += f", {self.bad} bad with {counted(self._problems, 'problem')}"
        if self._repairs:
            text += f"; {counted(self.mended, 'repair')} " + ("written" if is_fixed else "found: --fix writes to the file")
        return text + (f", {counted(self.empty, 'source')} without records" if self.empty else "")
