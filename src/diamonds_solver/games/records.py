"""Records of any game, read and written: ``.dia`` text and its JSON form.

``docs/reference/notation.md`` describes the format, ``docs/reference/errors.md`` the codes of the problems.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain
from os import PathLike
from pathlib import Path
from typing import Any, BinaryIO

from diamonds_solver.errors import DiamondsError
from diamonds_solver.game import Record
from diamonds_solver.notation import stream as notation
from diamonds_solver.notation.comments import Commenter
from diamonds_solver.notation.grammar import Grammar
from diamonds_solver.notation.players import Seats
from diamonds_solver.notation.problems import Problem, ProblemList, RecordError
from diamonds_solver.notation.repair import (
    MOST_NAMED,
    Edit,
    Repair,
    apply_edits,
    changes,
    find_repairs,
    may_be_mended,
    may_be_one_slip,
    sure_repair,
)

from . import GAMES, find_game

_MOST_FORMS = 4  # of a text that nobody can read as it stands, in which slips are looked for
_PROSE = 3  # a text in which more than one line in this many is no field is prose, not a record with a slip
_MOST_TRIES = 1000  # changed texts of one bad record that are read; each takes a millisecond or three
_FEW_FORGOTTEN, _OF_MANY = 5, 200  # a text with more forgotten cards is read in up to 2,000 ways: it counts as 200 tries


def iter_records(stream: BinaryIO, filename: str = "<stream>") -> Iterator[Any | RecordError]:
    """The records of a ``.dia`` text, of NDJSON or of a JSON array, in order; for a bad one the RecordError, not raised.

    Memory is bounded by one record. `filename` is only used in messages.
    """
    return notation.iter_records(stream, find_grammar, filename, list(GAMES))


def parse(text: str, filename: str = "<text>") -> list[Any | RecordError]:
    """All records of a text, as `iter_records` gives them."""
    return notation.parse(text, find_grammar, filename, list(GAMES))


def loads(text: str, filename: str = "<text>") -> Any:
    """The one record of a text or JSON text.

    Raises RecordError when it has problems, and when there is no record or more than one.
    """
    return notation.only_record(parse(text, filename), filename)


def loads_many(text: str, filename: str = "<text>") -> list[Any]:
    """All records of a text.

    Raises the RecordError of the first bad one; `parse` gives all.
    """
    return [notation.good_record(item) for item in parse(text, filename)]


def load(path: str | PathLike[str]) -> Any:
    """The one record of a file.

    Raises OSError, and RecordError as `loads` does.
    """
    with Path(path).open("rb") as stream:
        return notation.only_record(list(iter_records(stream, str(path))), str(path))


def load_game(path: str | PathLike[str]) -> Any:
    """The one game of a file, with its rounds; a record of one round becomes a game of one.

    Raises OSError, and RecordError as `loads` does.
    """
    record = load(path)
    game = find_game(record.game)
    return game.records.whole(record)


def dumps(record: Record, form: str = "dia") -> str:
    """The record in the one strict way of writing it: lines of text (``dia``), one line of text (``line``), or one of JSON (``json``)."""
    return find_game(record.game).records.write(record, form)


def with_comments(text: str, record: Record) -> str:
    """A record's text in lines, as `dumps` gives it, with the comments of the text that `record` was read from."""
    if record.commented is None:
        return text
    grammar = find_game(record.game).records.grammar()
    seats = Seats(record.players, record.names, ProblemList())
    return Commenter(grammar.by_seat, seats.find, grammar.count_moves).weave(text, record.commented)


def repairs_of(error: RecordError) -> Sequence[Repair]:
    """The small changes of a bad record's text after each of which it can be read, and nothing in it is wrong; see `find_repairs`.

    Of two that come to the same record one is there.
    """
    tries = _Tries()
    repairs = find_repairs(error, tries.is_right)
    sure = sure_repair(repairs)
    forgets = any("?" in edit.text or "+" in edit.text for repair in repairs for edit in repair.edits)
    has_quotes = any(sign in line.text for line in error.lines for sign in "“”„«»")  # a small repair would take them for parts of names
    first = next(iter(error.lines[0].text.lower().split()), "") if error.lines else ""
    if may_be_mended(error) and first not in {*GAMES} - {"diamonds"}:
        if sure is None or has_quotes or forgets:
            repairs = _rewritten(error, repairs, tries)
        elif not sure.is_evident:
            repairs = _distinct(chain([(_mended(error, sure.edits), sure)], _proved(error, [line.text for line in error.lines], tries)))
    if tries.are_over or (tries.left_open and any("?" in edit.text for repair in repairs for edit in repair.edits)):
        repairs = [replace(repair, is_sure=False) for repair in repairs]
    return repairs


class _Tries:
    """Reads changed texts, but no more than so many of one record."""

    def __init__(self) -> None:
        self._left = _MOST_TRIES
        self.left_open = False
        """Whether a card may have been forgotten at some place where nothing tells which one: the text is not right, and not refuted."""

    @property
    def are_over(self) -> bool:
        return self._left < 0

    def is_right(self, text: str) -> bool:
        """Whether a text is that of a record in which nothing is wrong."""
        self._left -= _OF_MANY if text.count("?") > _FEW_FORGOTTEN else 1
        items = [] if self.are_over else parse(text)
        if len(items) != 1 or isinstance(items[0], RecordError):
            codes = [{each.code for each in item.problems} for item in items if isinstance(item, RecordError)]
            self.left_open |= {"E-FORGOTTEN"} in codes
            return False
        try:
            find_game(items[0].game).records.check(items[0])
        except DiamondsError:
            return False
        return True


def _rewritten(error: RecordError, repairs: Sequence[Repair], tries: _Tries) -> Sequence[Repair]:
    """The text of a bad record of Diamonds in strict form, where that can be read in one way alone; else with one slip mended.

    `repairs`: those of the text as it stands, of which none is sure, or which forget something.
    """
    records = find_game("diamonds").records
    lines = [line.text for line in error.lines]
    forms = records.strict_forms(lines)
    right = [form for form in forms if tries.is_right("\n".join(form.lines))]
    if right:
        is_alone = len({dumps(loads("\n".join(form.lines))) for form in right}) == 1
        edits = _edits(error, right[0].lines)
        return [Repair(edits, "; ".join(right[0].habits))] if is_alone and edits else repairs
    as_written = [(_mended(error, repair.edits), repair) for repair in repairs if not repair.is_evident and not _adds_unknown(repair)]
    proved = list(_proved(error, lines, tries))
    for form in forms[:_MOST_FORMS]:
        proved += _proved(error, form.lines, tries, form.habits)
    return (_distinct([*as_written, *proved]) if proved else ()) or repairs


def _proved(error: RecordError, lines: Sequence[str], tries: _Tries, habits: Sequence[str] = ()) -> Iterator[tuple[str, Repair]]:
    """What the rest of a record in strict form proves of a slip in it: the text without the slip, and the repair."""
    items = parse("\n".join(lines))
    if len(items) != 1 or (isinstance(items[0], RecordError) and not may_be_one_slip(items[0])):
        return
    for mended, hint in find_game("diamonds").records.proved_lines(lines, [line.number for line in error.lines]):
        text = "\n".join(mended)
        if tries.is_right(text):
            repair = Repair(_edits(error, mended), "; ".join([hint, *habits]))
            yield text, replace(repair, is_sure=not _adds_unknown(repair))  # which card it is, nobody knows


def _distinct(repairs: Iterable[tuple[str, Repair]]) -> Sequence[Repair]:
    """Repairs that come to different records, each given with its text; none where they are more than can be named."""
    by_meaning: dict[str, Repair] = {}
    for text, repair in repairs:
        by_meaning.setdefault(dumps(loads(text)), repair)
        if len(by_meaning) > MOST_NAMED:
            return ()
    return tuple(by_meaning.values())


def _mended(error: RecordError, edits: Sequence[Edit]) -> str:
    """The text of a bad record after a repair."""
    first = error.lines[0].number
    lines = [""] * (error.lines[-1].number - first + 1)
    for line in error.lines:
        lines[line.number - first] = line.text
    return apply_edits("\n".join(lines), [replace(edit, number=edit.number - first + 1) for edit in edits])


def _adds_unknown(repair: Repair) -> bool:
    """Whether it writes that a hand has one more card, nobody knows which: what is proved of that hand says more."""
    return any("+" in edit.text for edit in repair.edits)


def meant_error(error: RecordError) -> RecordError:
    """Of a text that does not begin as a record does, and that nothing mends, what is wrong with it in strict form: at the words of its own
    lines that say so. For any other error, and where no form says more, the error itself."""
    if error.code != "E-MAGIC" or not may_be_mended(error):
        return error
    above = "\n" * (error.lines[0].number - 1)
    own = {line.number: line.text for line in error.lines}
    read = []
    for form in find_game("diamonds").records.strict_forms([line.text for line in error.lines])[:_MOST_FORMS]:
        lines = [form.lines[0].replace("\n", "; "), *form.lines[1:]]  # what is before the first line keeps it the first
        if not any(line.startswith("hand ") for line in lines):
            continue  # it is no record at all
        items = parse(above + "\n".join(lines), error.problems[0].file)
        if len(items) != 1 or not isinstance(items[0], RecordError) or items[0].code == "E-MAGIC":
            continue
        problems = items[0].problems
        if sum(problem.code == "E-FIELD" for problem in problems) * _PROSE > len(own):
            continue  # nor is prose
        placed = [where for problem in problems if (where := _in_own_words(problem, own.get(problem.line, ""))) is not None]
        if placed and placed[0].line == problems[0].line:
            read.append(RecordError(placed, items[0].more))
    return min(read, key=lambda each: len(each.problems) + each.more, default=error)


def _in_own_words(problem: Problem, line: str) -> Problem | None:
    """A problem of a rewritten line where it stands in the line that somebody wrote; None where that has no such words."""
    words = problem.source[problem.caret : problem.caret + problem.length]
    at = line.lower().find(words.lower())
    return None if at < 0 else replace(problem, column=at + 1, source=line, caret=at)


def _edits(error: RecordError, texts: Sequence[str]) -> tuple[Edit, ...]:
    """What makes the lines of a record say `texts`."""
    return tuple(edit for line, text in zip(error.lines, texts, strict=True) for edit in changes(line, text))


def repair_of(error: RecordError) -> Repair | None:
    """The one of them that may be made without asking; None where there is none, or several fit, or something would be lost."""
    return sure_repair(repairs_of(error))


def examples() -> dict[str, Path]:
    """The records of all games that come along: their files by name."""
    return {name: path for game in GAMES for name, path in find_game(game).examples().items()}


def description(example: Path) -> str:
    """What an example is, in one line: the comment that its file begins with."""
    return example.read_text(encoding="utf-8").partition("\n")[0].removeprefix("# ")


def find_grammar(name: str) -> Grammar[Any] | None:
    """The grammar for records that begin with a key; None for a key that begins none."""
    return find_game(name).records.grammar() if name in GAMES else None
