"""JSON records: turns each key and its value into the same fields and words that a text gives."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator

from .grammar import FindGrammar, Grammar
from .json_scan import JsonError, Node, character_indices, scan_json
from .json_split import Chunk, JsonSplitter
from .lines import Piece
from .problems import Line, Place
from .text import FIRST_FIELD, Field, RawRecord, Word

_WORD = re.compile(r'(?:[^\s"]|"(?:[^"\\]|\\.)*+")++|"\S*')


def read_json_records(pieces: Iterator[Piece], find_grammar: FindGrammar[object]) -> Iterator[RawRecord]:
    """The records of NDJSON, of one array or of objects over several lines."""
    splitter = JsonSplitter()
    for piece in pieces:
        yield from (_read_part(part, find_grammar) for part in splitter.feed(piece))
    yield from (_read_part(part, find_grammar) for part in splitter.finish())


def _read_part(part: Chunk | RawRecord, find_grammar: FindGrammar[object]) -> RawRecord:
    return part if isinstance(part, RawRecord) else _JsonReader(part.lines, find_grammar).read()


class _JsonReader:
    """Reads the lines of one record."""

    def __init__(self, lines: list[Line], find_grammar: FindGrammar[object]) -> None:
        self._lines = lines
        self._find_grammar = find_grammar
        self._grammar: Grammar[object] | None = None
        self._text = "\n".join(line.text for line in lines)
        self._starts = [0]
        for line in lines[:-1]:
            self._starts.append(self._starts[-1] + len(line.text) + 1)

    def read(self) -> RawRecord:
        record = RawRecord(self._place(0, 1))
        try:
            node = scan_json(self._text)
        except JsonError as error:
            record.spoil()
            record.problems.add("E-JSON", self._place(error.at, error.at + 1), error.message)
            return record
        self._grammar = next(filter(None, (self._find_grammar(key.text.lower()) for key in node.keys)), None)
        self._read_object(record, node)
        first = [field for field in record.fields if self._find_grammar(field.name)][:1]
        if record.readable and not first:
            record.spoil()
            game, version = FIRST_FIELD.split()
            record.problems.add("E-MAGIC", record.start, f"a record needs the key '{game}'", f'add the key "{game}": {version}')
        record.fields = first + [field for field in record.fields if field not in first]
        return record

    def _read_object(self, record: RawRecord, node: Node) -> None:
        seen: dict[str, Word] = {}
        for key, value in zip(node.keys, node.items, strict=True):
            word = self._whole(key)
            name = Field(word, []).name
            if name in seen:
                hint = f"it is on line {seen[name].line.number} already"
                record.problems.add("E-FIELD-TWICE", word.place(), f"the key '{name}' is there twice", hint)
            elif value.kind != "null":
                before = record.problems.count
                fields = list(self._fields(record, word, name, value)) or [Field(word, [])]
                for field in fields:
                    field.broken = record.problems.count > before
                    record.add(field)
            seen[name] = word

    def _fields(self, record: RawRecord, key: Word, name: str, value: Node) -> Iterator[Field]:
        """The fields that one key of the record stands for: one, or one for each seat."""
        grammar = self._grammar
        if grammar is None:
            return  # the record is spoilt
        if name in grammar.by_seat:
            if value.kind != "object":
                self._complain(record, value, f"the value of '{name}' is an object with a key for each seat", f'"{name}": {{"P1": "..."}}')
                return
            for seat, item in zip(value.keys, value.items, strict=True):
                if item.kind != "null":
                    yield Field(key, [self._literal(seat), *self._words(record, item)])
        elif name == "id" and value.kind not in ("string", "number"):
            self._complain(record, value, "an id is a string", '"id": "ending 7"')
        elif name == "id" or name.startswith("x-"):
            text = value.text if value.kind == "string" else self._text[value.start : value.end]
            yield Field(key, [] if value.kind in ("object", "array") else [self._literal(value)], text)
        elif name in grammar.seats and value.kind == "string":
            yield Field(key, [self._literal(value)])
        elif name == "players" and value.kind == "array":
            yield Field(key, [self._literal(item) for item in value.items if self._is_name(record, item)])
        elif name not in grammar.keys and not self._find_grammar(name):
            yield Field(key, [])  # whatever its value is, the trouble is the key
        else:
            yield Field(key, self._words(record, value))

    def _is_name(self, record: RawRecord, node: Node) -> bool:
        if node.kind != "string":
            self._complain(record, node, "a player's name is a string", '"players": ["Ann", "Bob"], or just their number')
        return node.kind == "string"

    def _words(self, record: RawRecord, node: Node) -> list[Word]:
        """The words of a string, a number, true, false, or of an array of these."""
        if node.kind == "string":
            return self._split(node)
        if node.kind == "number":
            return [self._literal(node)]
        if node.kind in ("true", "false"):
            place = self._place(node.start, node.end)
            text = "yes" if node.kind == "true" else "no"
            return [Word(text, place.line, place.start, (place.start,) * len(text) + (place.start + place.length,))]
        if node.kind == "array":
            return [word for item in node.items for word in self._words(record, item)]
        self._complain(record, node, f"{node.kind} is no value here", "write a string, a number or an array")
        return []

    def _complain(self, record: RawRecord, node: Node, message: str, hint: str) -> None:
        record.problems.add("E-JSON", self._place(node.start, node.end), message, hint)

    # -- words and where they stand -------------------------------------------------------------------------------------------------

    def _literal(self, node: Node) -> Word:
        """A value as it is written: a string with its quotes is a quoted word."""
        place = self._place(node.start, node.end)
        return Word(self._text[node.start : node.end], place.line, place.start)

    def _whole(self, node: Node) -> Word:
        """What a string says, as one word."""
        place = self._place(node.start, node.end)
        indices = character_indices(self._text[node.start : node.end])
        if indices is not None:
            indices = tuple(place.start + index for index in indices)
        return Word(node.text, place.line, place.start + 1, indices)

    def _split(self, node: Node) -> list[Word]:
        """The words of what a string says."""
        whole = self._whole(node)
        words = []
        for match in _WORD.finditer(whole.text):
            indices = whole.indices[match.start() : match.end() + 1] if whole.indices is not None else None
            words.append(Word(match[0], whole.line, whole.start + match.start(), indices))
        return words

    def _place(self, start: int, end: int) -> Place:
        """The characters `start` to `end` of the record; of a value that goes over lines, its first line."""
        index = bisect_right(self._starts, start) - 1
        line, start = self._lines[index], start - self._starts[index]
        return Place(line, min(start, len(line.text)), min(end - self._starts[index], len(line.text)) - start)
