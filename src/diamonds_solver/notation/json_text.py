"""JSON records (NDJSON, objects over several lines, or an array of objects) become the same fields and words that a text gives."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import chain
from json import JSONDecodeError, JSONDecoder
from typing import NamedTuple, TypeAlias

from diamonds_solver.common.wording import spelled_plainly
from diamonds_solver.notation.grammar import FindGrammar, Grammar
from diamonds_solver.notation.text import MAX_RECORD, Chunk, Fault, Field, RawRecord, Word, first_field

from .problems import Line, Location

MAX_ARRAY = 64 * 1024 * 1024  # characters
MAX_DEPTH = 16

_SPACE = re.compile(r"[ \t\n\r]*")
_SIGN = re.compile(r'"(?:[^"\\]|\\.)*+"|["{}\[\]]')
_WORD = re.compile(r'(?:[^\s"]|"(?:[^"\\]|\\.)*+")++|"\S*')
_PLAIN_KEY = re.compile(r"[^\W\d][\w-]*")
_TOO_LONG = Fault("E-TOO-LONG", 0, f"a record is longer than {MAX_RECORD} characters")
_AROUND = 300  # characters of a line that are kept on each side of a place


class _Number(str):
    """A number as it is written."""


def _decimal(text: str) -> _Number:
    """3.0, as other programs write it, is 3."""
    return _Number(re.sub(r"\.0+$", "", text))


class _Object(tuple[tuple[str, "_Value"], ...]):
    """The members of an object, also those whose key is there twice."""


_Value: TypeAlias = "str | bool | list[_Value] | _Object | None"
_Steps: TypeAlias = tuple[tuple[int, str | None], ...]
"""The way to a value: the number of a member and its key, or of an item of an array and None; and so on inside of that."""

_DECODER = JSONDecoder(object_pairs_hook=_Object, parse_int=_Number, parse_float=_decimal, parse_constant=_Number)


class _Source(NamedTuple):
    """The text of one value, and where in its file it begins."""

    file: str
    text: str
    number: int
    """Of the line, from 1."""
    shift: int = 0
    """Characters of that line before it."""
    path: str = "$"

    def location(self, at: int) -> Location:
        """The character `at`, with as much of its line as can be shown."""
        start = self.text.rfind("\n", 0, at) + 1
        end = self.text.find("\n", at)
        near = max(start, at - _AROUND)
        text = self.text[near : min(at + _AROUND, end if end >= 0 else len(self.text))]
        shift = near - start + (0 if start else self.shift)
        return Location(Line(self.file, self.number + self.text.count("\n", 0, at), text, shift), at - near, 1)

    def find(self, steps: _Steps) -> tuple[int, int]:
        """Where the value stands to which `steps` lead, and its key, which in an array is the value itself."""
        key = at = 0
        for step, _ in steps:
            is_object = self.text[at] == "{"
            for number in range(step + 1):  # `at` is at a bracket, or at the comma before the next member
                key = at = _skip(self.text, at + 1)
                if is_object:
                    at = _skip(self.text, _skip(self.text, _DECODER.raw_decode(self.text, at)[1]) + 1)
                if number < step:
                    at = _skip(self.text, _DECODER.raw_decode(self.text, at)[1])
        return key, at


def _skip(text: str, at: int) -> int:
    """The end of the white space at `at`."""
    match = _SPACE.match(text, at)
    return match.end() if match else at


# -- records, as far as they are JSON ---------------------------------------------------------------------------------------------------


def read_json_records(chunks: Iterator[Chunk], find_grammar: FindGrammar[object], games: Sequence[str]) -> Iterator[RawRecord]:
    """The records of NDJSON, of objects over several lines, or of one array."""
    first = next(chunks)
    is_array = first.line.text.lstrip().startswith("[")
    for item in (_read_array if is_array else _read_objects)(first, chunks):
        yield item if isinstance(item, RawRecord) else _Reader(*item, find_grammar, games).read()


_Found: TypeAlias = tuple[_Source, _Value] | RawRecord


def _read_objects(first: Chunk, chunks: Iterator[Chunk]) -> Iterator[_Found]:
    """The objects of a file, each when the line has come that closes it.

    One that is not closed ends before a line that begins with ``{``. After what is no object reading goes on where one begins.
    """
    held: list[str] = []
    start = first.line
    depth = size = 0
    lost = False
    for line, ends, fault in chain([first], chunks):
        if line.shift:
            continue  # the tail of a line that is too long
        if fault is not None or not ends:
            yield _bad(line, fault or _TOO_LONG)
            held, lost = [], True
            continue
        at = _skip(line.text, 0)
        begins = line.text.startswith("{", at)
        if held and begins and at == 0:
            yield from _whole_records(start, held)
            held = []
        if not held:
            if at == len(line.text) or (lost and not begins):
                continue
            start, depth, size, lost = line, 0, 0, not begins
        held += [""] * (line.number - start.number - len(held))  # empty lines do not come
        held.append(line.text)
        size += len(line.text) + 1
        depth = _depth_after(line.text, depth)
        if size > MAX_RECORD:
            yield _bad(start, _TOO_LONG)
            held, lost = [], True
        elif depth <= 0:
            yield from _whole_records(start, held)
            held = []
    if held:
        yield from _whole_records(start, held)


def _depth_after(line: str, depth: int) -> int:
    """How many brackets are open after a line; none where a string is left open, which the next line cannot close."""
    for match in _SIGN.finditer(line):
        if match[0] in "{[":
            depth += 1
        elif match[0] in "}]":
            depth -= 1
        elif match[0] == '"':
            return 0
    return depth


def _whole_records(start: Line, lines: list[str]) -> list[_Found]:
    """The records of a text that begins in the line `start`, mostly one; or what is wrong with it."""
    source = _Source(start.file, "\n".join(lines), start.number)
    try:
        return list(_values(source))
    except JSONDecodeError as error:
        return [_not_json(source, error)]


def _read_array(first: Chunk, chunks: Iterator[Chunk]) -> Iterator[_Found]:
    """The records of an array, as far as it is JSON and can be held."""
    parts: list[str] = []
    size, bad, number = 0, None, first.line.number
    for chunk in chain([first], chunks):
        text = "\n" * (chunk.line.number - number) + chunk.line.text + "\n" * chunk.ends  # empty lines do not come
        number = chunk.line.number + chunk.ends
        if chunk.fault is not None:
            parts.append(text[: len(text) - len(chunk.line.text) - chunk.ends + chunk.fault.start])
            bad = _bad(chunk.line, chunk.fault)
            break
        parts.append(text)
        size += len(text)
        if size > MAX_ARRAY:
            bad = _bad(first.line, Fault("E-TOO-LONG", 0, f"an array is longer than {MAX_ARRAY >> 20} MiB"))
            break
    source = _Source(first.line.file, "".join(parts).rstrip(), first.line.number)
    try:
        yield from _values(source)
    except JSONDecodeError as error:
        bad = bad or _not_json(source, error)
    if bad is not None:
        yield bad
    for _ in chunks:
        pass  # what the rest was meant to be nobody knows


def _values(source: _Source) -> Iterator[tuple[_Source, _Value]]:
    """The values of a text, or of the array that it is. Raises JSONDecodeError where it is no JSON."""
    text, number, line, count = source.text, source.number, 0, 0
    before = at = _skip(text, 0)
    is_array = text.startswith("[", at)
    if is_array:
        at = _skip(text, at + 1)
    closed = is_array and text.startswith("]", at)
    while not closed and (is_array or at < len(text)):
        if newlines := text.count("\n", before, at):
            number += newlines
            line = text.rindex("\n", before, at) + 1
        if count and not is_array and text[at] != "{":
            raise JSONDecodeError("there is more after the end of the record", text, at)
        value, end = _decode(text, at)
        yield _Source(source.file, text[at:end], number, at - line, f"$[{count}]" if is_array else "$"), value
        count += 1
        before, at = at, _skip(text, end)
        if is_array:
            closed = text.startswith("]", at)
            if not closed and not text.startswith(",", at):
                raise JSONDecodeError("',' or ']' is missing", text, at)
            at = at if closed else _skip(text, at + 1)
    if closed and _skip(text, at + 1) < len(text):
        raise JSONDecodeError("there is more after the end of the array", text, _skip(text, at + 1))


def _decode(text: str, at: int) -> tuple[_Value, int]:
    """The value at `at`, and its end. Raises JSONDecodeError."""
    try:
        return _DECODER.raw_decode(text, at)
    except RecursionError:
        raise JSONDecodeError("brackets are nested too deeply", text, at) from None


def _bad(line: Line, fault: Fault) -> RawRecord:
    """A record that is nothing but a problem."""
    record = RawRecord(Location(line, fault.start, 1), readable=False)
    fault.reject(record, line)
    return record


def _not_json(source: _Source, error: JSONDecodeError) -> RawRecord:
    record = RawRecord(source.location(error.pos), readable=False)
    around = source.text[: error.pos].rstrip()[-1:] + source.text[error.pos : error.pos + 1]
    hint = None
    if around in (",}", ",]") or error.msg.startswith("Illegal trailing comma"):
        hint = "no comma goes before a closing bracket"
    elif around.endswith("'"):
        hint = "keys and texts need double quotes"
    record.problems.add("E-JSON", record.start, f"this is not JSON: {error.msg[0].lower()}{error.msg[1:]}", hint)
    return record


# -- fields -----------------------------------------------------------------------------------------------------------------------------


class _Shown(Line):
    """A value as messages show it, behind its path: ``$.hand.P2: "D15,9 H12"``. Where that is in the file is found when somebody asks."""

    def __init__(self, source: _Source, steps: _Steps, value: str = "") -> None:
        self._source = source
        self._steps = steps
        self.keys: list[Word] = []
        """The keys of the path: that of a field as it is, that of a seat quoted where it has to be."""
        path = source.path
        for step, key in steps:
            if key is None:
                path += f"[{step}]"
                continue
            plain = _PLAIN_KEY.fullmatch(key) is not None
            text = key if plain else json.dumps(key, ensure_ascii=False)
            self.keys.append(Word(text, self, len(path) + 1) if self.keys else Word(key, self, len(path) + 2 - plain))
            path += f".{text}" if plain else f"[{text}]"
        self.start = len(path) + 2
        """Where the value begins."""
        super().__init__(source.file, source.number, f"{path}: {value}" if value else path)
        self.path = path

    @property
    def number(self) -> int:
        return self._location(0).line.number

    def column(self, index: int) -> int:
        return self._location(index).column

    def _location(self, index: int) -> Location:
        """Where the character `index` stands in the file. In a string with escapes that is where the string begins."""
        key, value = self._span
        if index < self.start:
            return self._source.location(key)
        verbatim = self._source.text.startswith(self.text[self.start : index], value)
        return self._source.location(value + index - self.start if verbatim else value)

    @cached_property
    def _span(self) -> tuple[int, int]:
        return self._source.find(self._steps)


class _Reader:
    """Turns an object into the fields of a record."""

    def __init__(self, source: _Source, value: _Value, find_grammar: FindGrammar[object], games: Sequence[str]) -> None:
        self._source = source
        self._value = value
        self._find_grammar = find_grammar
        self._games = games
        self._raw = RawRecord(source.location(0))

    def read(self) -> RawRecord:
        """The record. Its first field is the one that names the game, wherever that stands."""
        members = self._value
        if not isinstance(members, _Object):
            return self._refuse("E-JSON", "a record must be an object", "write one record on each line, or an array of records")
        if len(self._source.text) > MAX_RECORD:
            return _bad(self._raw.start.line, _TOO_LONG)
        games = ((step, self._find_grammar(key.lower())) for step, (key, _) in enumerate(members))
        first, grammar = next(((step, grammar) for step, grammar in games if grammar is not None), (0, None))
        if grammar is None:
            game, version = first_field(members[0][0] if members else "", self._games).split()
            return self._refuse("E-MAGIC", f"a record needs the key '{game}'", f'add the key "{game}": {version}')
        order = sorted(range(len(members)), key=lambda step: (step != first, members[step][0].lower() in grammar.nested))
        for step, name, value in self._once(members, (), order):
            if value is not None or step == first:
                self._add(grammar, name, ((step, members[step][0]),), value)
        return self._raw

    def _once(self, members: _Object, above: _Steps, order: Iterable[int]) -> Iterator[tuple[int, str, _Value]]:
        """The members of the object that the steps `above` lead to: number, name, value. One whose key was there before is a problem."""
        seen: dict[str, Word] = {}
        for step in order:
            key, value = members[step]
            name = key if key.startswith("x-") else key.lower()
            word = _Shown(self._source, (*above, (step, key))).keys[-1]
            if seen.setdefault(name, word) is word:
                yield step, name, value
                continue
            first_location = seen[name].location()
            hint = f"the first is on line {first_location.line.number}, column {first_location.column}"
            self._raw.problems.add("E-FIELD-TWICE", word.location(), f"the key '{name}' appears twice", hint)

    def _refuse(self, code: str, message: str, hint: str | None = None) -> RawRecord:
        self._raw.problems.add(code, self._raw.start, message, hint)
        self._raw.reject()
        return self._raw

    def _add(self, grammar: Grammar[object], name: str, steps: _Steps, value: _Value) -> None:
        """The fields that one key of the record stands for: one, one for each seat, or those of a list of groups of fields."""
        before = self._raw.problems.count
        if name in grammar.nested:
            self._add_groups(grammar, grammar.nested[name], steps, value)
            return
        if name in grammar.by_seat and isinstance(value, _Object):
            seats = [((*steps, (step, seat)), item) for step, (seat, item) in enumerate(value) if item is not None]
            fields = [self._field(grammar, name, way, item, len(steps)) for way, item in seats]
        else:
            fields = [self._field(grammar, name, steps, value, len(steps))]
        for field in fields:
            field.broken = self._raw.problems.count > before
            self._raw.add(field)

    def _add_groups(self, grammar: Grammar[object], begins: str, steps: _Steps, value: _Value) -> None:
        """The fields of a list of objects. Each begins with the field `begins`, which has no words where the object does not have it."""
        key = steps[-1][1]
        if not isinstance(value, list) or not value:
            line = _Shown(self._source, steps, _shown(value, as_name=False) if not isinstance(value, list) else "[]")
            self._complain(line, f"the value of '{key}' must be a list of objects", f'"{key}": [{{"{begins}": "1/4", ...}}, ...]')
            return
        for number, group in enumerate(value):
            way: _Steps = (*steps, (number, None))
            if not isinstance(group, _Object):
                self._complain(_Shown(self._source, way, _shown(group, as_name=False)), f"an item of '{key}' must be an object")
                continue
            names = [name.lower() for name, _ in group]
            if begins not in names:
                line = _Shown(self._source, way, "{...}")
                self._raw.add(Field(Word(begins, line, line.start), []))
            order = sorted(range(len(group)), key=lambda step: names[step] != begins)
            for step, name, item in self._once(group, way, order):
                inner: _Steps = (*way, (step, group[step][0]))
                if name in grammar.nested:
                    self._raw.add(self._field(grammar, name, inner, item, len(inner)))  # there is no such key here
                elif item is not None or name == begins:
                    self._add(grammar, name, inner, item)

    def _field(self, grammar: Grammar[object], name: str, steps: _Steps, value: _Value, depth: int) -> Field:
        """The field that a value stands for; of a key that does not exist nothing but the key. `depth`: how many steps lead to the key."""
        is_list = isinstance(value, list)
        as_name = name in grammar.seats or (name == "players" and is_list)
        line = _Shown(self._source, steps, "" if is_list else _shown(value, as_name=as_name))
        keys = sum(step is not None for _, step in steps[:depth])
        key, *words = line.keys[keys - 1 :]
        field = Field(key, words)
        if _is_deeper(value, MAX_DEPTH):
            self._complain(line, "brackets are nested too deeply")
        elif name.startswith("x-"):
            field.text = str(value) if isinstance(value, str) and not isinstance(value, _Number) else self._written(steps)
        elif name in grammar.by_seat and not words:
            self._complain(line, f"the value of '{name}' must be an object with a key for each seat", f'"{name}": {{"P1": "..."}}')
        elif name == "id" and isinstance(value, str):
            field.text = str(value)
        elif name == "id":
            self._complain(line, "an id must be a string", '"id": "ending 7"')
        elif name in grammar.keys or name == grammar.game:
            for way, item in _leaves(steps, value):
                if is_list:
                    line = _Shown(self._source, way, _shown(item, as_name=as_name))
                if isinstance(item, bool) and name in grammar.switches:
                    words.append(Word("yes" if item else "no", line, line.start))
                elif name == "players" and is_list and (isinstance(item, _Number) or not isinstance(item, str)):
                    self._complain(line, "a player's name must be a string", '"players": ["Ann", "Bob"], or just their number')
                elif not isinstance(item, str):
                    self._complain(line, f"{line.text[line.start :]} is not a value here", "write a string, a number or an array")
                elif as_name or isinstance(item, _Number):
                    words.append(Word(line.text[line.start :], line, line.start))
                else:
                    words.extend(Word(match[0], line, line.start + 1 + match.start()) for match in _WORD.finditer(spelled_plainly(item)))
        return field

    def _complain(self, line: _Shown, message: str, hint: str | None = None) -> None:
        """Notes a problem of the whole value that `line` shows, or of its key where that shows none."""
        start = line.start if line.start < len(line.text) else line.keys[-1].start
        self._raw.problems.add("E-JSON", Location(line, start, len(line.text) - start), message, hint)

    def _written(self, steps: _Steps) -> str:
        """A value as it stands in the file."""
        _, start = self._source.find(steps)
        return self._source.text[start : _DECODER.raw_decode(self._source.text, start)[1]]


def _shown(value: _Value, *, as_name: bool) -> str:
    """A value as `_Shown` shows it; where it is a name, so that it is one word of a text."""
    if isinstance(value, _Object):
        return "{...}" if value else "{}"
    if isinstance(value, _Number):
        return value
    return f'"{value}"' if isinstance(value, str) and not as_name else json.dumps(value, ensure_ascii=False)


def _leaves(steps: _Steps, value: _Value) -> Iterator[tuple[_Steps, _Value]]:
    """The value, or those of an array, and the way to each."""
    if isinstance(value, list):
        for step, item in enumerate(value):
            yield from _leaves((*steps, (step, None)), item)
    else:
        yield steps, value


def _is_deeper(value: _Value, depth: int) -> bool:
    """Whether there are more than `depth` brackets in brackets."""
    items = dict(value).values() if isinstance(value, _Object) else value if isinstance(value, list) else None
    return items is not None and (depth == 0 or any(_is_deeper(item, depth - 1) for item in items))
