"""What can be wrong with a record: a `Problem` says what and where, a `RecordError` carries all problems of one record."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from diamonds_solver.common.wording import DOTS, cell_width, printable
from diamonds_solver.errors import DiamondsError, PositionError

MAX_PROBLEMS = 20  # per record; the rest is counted only
PAGE_WIDTH = 96  # cells of a source line with its gutter
CONTEXT = 40  # cells kept before the caret of a line that is cut


class Line:
    """One line of a source, or a part of a very long one."""

    path: str | None = None
    """Of a value of a JSON record, whose `text` is what messages show of it."""

    def __init__(self, file: str, number: int, text: str, shift: int = 0) -> None:
        """`number`: from 1. `shift`: characters of the line that stand before `text`."""
        self.file = file
        self.text = text
        self.shift = shift
        self._number = number

    @property
    def number(self) -> int:
        """From 1."""
        return self._number

    @property
    def where(self) -> str:
        """How hints say that something is in it."""
        return f"on line {self.number}" if self.path is None else f"at {self.path}"

    def column(self, index: int) -> int:
        """Of a character of `text`; from 1, in characters."""
        return self.shift + index + 1


class Location(NamedTuple):
    """A run of characters in a line; `start` is an index into its text."""

    line: Line
    start: int
    length: int

    @property
    def column(self) -> int:
        """From 1, in characters."""
        return self.line.column(self.start)


@dataclass(frozen=True)
class Problem:
    """One thing that is wrong. `line` and `column` count from 1, `column` and `length` in characters."""

    code: str
    """Stable, listed in ``docs/reference/errors.md``; the wording of `message` may change."""
    message: str
    file: str
    line: int
    column: int
    length: int = 1
    hint: str | None = None
    source: str = ""
    """The line of the source (a part of it, where the line is very long)."""
    caret: int = 0
    """The index in `source` at which the trouble starts."""
    offset: int | None = None
    """The number of the byte in the source, from 0, where the bytes are the trouble."""
    path: str | None = None
    """The JSON path of the value (``$.hand.P2``); `source` is then what is shown of it."""

    def format(self) -> str:
        """The message, the source line, a caret line and the hint, as they are printed. Has no newline at its end."""
        rows = [f"{printable(self.file)}:{self.line}:{self.column}: error: {self.message} [{self.code}]"]
        gutter = f"{self.line:>4} | "
        blank = " " * (len(gutter) - 2)
        if self.source:
            text, indent, width = _excerpt(self.source, self.caret, self.length, PAGE_WIDTH - len(gutter))
            rows += [f"{gutter if self.path is None else f'{blank}| '}{text}", f"{blank}| " + " " * indent + "^" * width]
        if self.hint:
            rows.append(f"{blank}= hint: {self.hint}")
        return "\n".join(rows)

    def to_dict(self) -> dict[str, object]:
        """The fields that ``--json`` prints."""
        return {
            "code": self.code,
            "message": self.message,
            "file": self.file,
            "line": self.line,
            "column": self.column,
            "length": self.length,
            "path": self.path,
            "hint": self.hint,
        }


class RecordError(DiamondsError, ValueError):
    """A record that cannot be read, with everything that is wrong with it."""

    def __init__(self, problems: Sequence[Problem], more: int = 0) -> None:
        """`problems`: at least one. `more`: how many further ones were found and not kept."""
        first = problems[0]
        super().__init__(first.message, code=first.code, hint=first.hint)
        self.problems = tuple(problems)
        self.more = more
        self.lines: Sequence[Line] = ()
        """Those of a text record, blank before it and without what follows; none of an error that comes from another process."""

    def __reduce__(self) -> tuple[type[RecordError], tuple[tuple[Problem, ...], int]]:
        """Lets the error travel between processes."""
        return type(self), (self.problems, self.more)

    def __str__(self) -> str:
        """All problems as they are printed."""
        texts = [problem.format() for problem in self.problems]
        if self.more:
            texts.append(f"... and {self.more} more")
        return "\n".join(texts)


class ContradictionError(RecordError, PositionError):
    """A record that was read, and of which no play of the game can be true: a `PositionError` that knows its place."""


class ProblemList:
    """Collects the problems of one record."""

    def __init__(self) -> None:
        self.kept: list[Problem] = []
        self.count = 0

    def add(self, code: str, location: Location, message: str, hint: str | None = None, offset: int | None = None) -> None:
        """Notes one problem; past the cap it is only counted."""
        self.count += 1
        if len(self.kept) < MAX_PROBLEMS:
            line = location.line
            message, hint = printable(message), hint and printable(hint)  # they may name things as the source does
            self.kept.append(
                Problem(
                    code,
                    message,
                    line.file,
                    line.number,
                    location.column,
                    max(1, location.length),
                    hint,
                    line.text,
                    location.start,
                    offset,
                    line.path,
                )
            )

    def error(self) -> RecordError:
        """All of them as an error, in the order of the source."""
        kept = sorted(self.kept, key=lambda problem: (problem.line, problem.column))
        return RecordError(kept, self.count - len(kept))


def _excerpt(source: str, caret: int, length: int, room: int) -> tuple[str, int, int]:
    """The part of `source` around the caret that fits in `room` cells, the caret's cell in it and its width in cells."""
    near = max(0, caret - room)  # a line may be huge; further away nothing can be shown
    source = printable(source[near : caret + length + 4 * room])
    caret -= near
    first = 0
    if near or cell_width(source[: caret + length]) > room - len(DOTS):
        first = caret
        while first > 0 and cell_width(source[first - 1 : caret]) <= CONTEXT:
            first -= 1
    lead = DOTS if near + first else ""
    last = len(source)
    if len(lead) + cell_width(source[first:]) > room:
        last, used = first, len(lead) + len(DOTS)
        while (used := used + cell_width(source[last])) <= room:
            last += 1
    text = lead + source[first:last] + (DOTS if last < len(source) else "")
    marked = source[caret : min(caret + length, last)]
    return text, len(lead) + cell_width(source[first:caret]), max(1, cell_width(marked))
