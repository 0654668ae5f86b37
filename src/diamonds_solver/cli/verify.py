"""``diamonds verify``: checks certificates of values, which ``diamonds solve --proof`` writes."""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import click

from diamonds_solver.common.wording import counted, listed, printable
from diamonds_solver.errors import DiamondsError
from diamonds_solver.games.diamonds.records.game_record import last_round
from diamonds_solver.games.diamonds.records.record import Record
from diamonds_solver.games.diamonds.solving.certificate import claim_lines
from diamonds_solver.games.diamonds.solving.verify import CertificateError, Checker

from . import BAD_INPUT, NO
from .errors import show_error
from .inputs import of_game, read_records, standard_input
from .loop import Run, answering
from .options import FileName, complete_files, json_option
from .progress import proof_status

_SHOW_EVERY = 256  # lines


@click.command()
@click.argument("file", metavar="FILE", type=FileName())
@click.argument("record", required=False, shell_complete=complete_files)
@answering(json_option)
def command(run: Run, file: Path, record: str | None) -> None:
    """Check a certificate of a value of Diamonds.

    FILE comes from diamonds solve --proof; - is standard input. With RECORD, a file or a text with one record, the certificate also has to
    be about the position after the record's play. Exit codes: 0 proven, 1 not proven, 3 unreadable.
    """
    is_piped = str(file) == "-"
    if is_piped and record == "-":
        raise click.UsageError("standard input cannot be both FILE and RECORD")
    claim = [] if record is None else _claim(record)
    name = "<stdin>" if is_piped else str(file)
    content = standard_input() if is_piped else file.read_bytes()
    try:
        with proof_status("lines checked") as on_progress:
            result = _ClaimChecker(content, claim, on_progress).check()
    except CertificateError as error:
        line, reason, run.verdict = error.args
        reason, is_readable = printable(reason), run.verdict == NO
        if run.as_json:
            problem = {"code": "E-CERTIFICATE", "message": reason, "file": name, "line": line, "hint": None}
            run.write({"id": None, "ok": False, "errors": [problem]})
        else:
            label = "not proven" if is_readable else "error"
            click.echo(printable(f"{name}:{line}: {label}: {reason} [E-CERTIFICATE]"), err=True)
        return
    run.write({"id": None, **result} if run.as_json else _text(result))


class _ClaimChecker(Checker):
    """A checker that knows the first lines of a certificate about one position, and tells of its progress."""

    def __init__(self, content: bytes, claim: Sequence[str], on_progress: Callable[[int, float], None] | None) -> None:
        super().__init__(io.BytesIO(content))
        self._claim, self._size, self._on_progress = claim, len(content), on_progress

    def read(self) -> str:
        line: str = super().read()
        if self.line <= len(self._claim) and line != self._claim[self.line - 1]:
            raise self.failure(f"the certificate is about another position: the record has {self._claim[self.line - 1]!r}")
        if self._on_progress is not None and self.line % _SHOW_EVERY == 0:
            self._on_progress(self.line, self.file.tell() / self._size)
        return line


def _claim(source: str) -> list[str]:
    """The first lines that a certificate about the record has."""
    items: list[Any] = list(read_records((source,)))
    for item in items:
        if isinstance(item, DiamondsError):
            raise item
    if len(items) != 1:
        raise DiamondsError(f"one record is expected, not {len(items)}", code="E-RECORDS")
    try:
        return claim_lines(last_round(of_game(Record.game, items[0])).position())
    except DiamondsError as error:
        show_error(error, items[0])
        raise click.exceptions.Exit(BAD_INPUT) from None


def _text(result: dict[str, Any]) -> str:
    seats, value = result["seats"], result["value"]
    if isinstance(value, tuple):
        return f"proven: the value by max^n is {' '.join(map(str, value))}; {counted(result['positions'], 'position')}"
    size = f"{counted(result['positions'], 'position')}, {counted(result['lines'], 'line')}"
    return f"proven: the {result['objective']} of {listed(seats)} is worth {value:+g}; {size}"
