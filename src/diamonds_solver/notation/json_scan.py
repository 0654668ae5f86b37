"""Reads the text of one JSON record into nodes that know where they stand. The standard reader only says where it gave up."""

from __future__ import annotations

import re
from json import JSONDecodeError, JSONDecoder
from typing import NamedTuple

MAX_DEPTH = 16

_DECODER = JSONDecoder()
_SPACE = re.compile(r"[ \t\n\r]*")
_LITERAL = re.compile(r"-?[0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?|true|false|null")
_ESCAPE = re.compile(r"\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|\\u[0-9a-fA-F]{4}|\\.|[^\\]", re.DOTALL)


class JsonError(Exception):
    """The text is not JSON; `at` is the index of the character at which that shows."""

    def __init__(self, message: str, at: int) -> None:
        super().__init__(message)
        self.message = message
        self.at = at


class Node(NamedTuple):
    """One value. `kind`: object, array, string, number, true, false or null; `start` and `end` are indices into the text."""

    kind: str
    start: int
    end: int
    text: str = ""
    """What a string says; of numbers and words what is written."""
    items: tuple[Node, ...] = ()
    keys: tuple[Node, ...] = ()
    """The keys of an object's items."""


def scan_json(text: str) -> Node:
    """The value that is the whole of `text`.

    Raises JsonError.
    """
    node = _scan(text, _skip(text, 0), 0)
    end = _skip(text, node.end)
    if end < len(text):
        raise JsonError("there is more after the end of the record", end)
    return node


def character_indices(literal: str) -> tuple[int, ...] | None:
    """Where in a string as it is written its characters stand, and the closing quote; None where they follow one another."""
    if "\\" not in literal:
        return None
    return tuple(match.start() for match in _ESCAPE.finditer(literal, 1))


def _scan(text: str, at: int, depth: int) -> Node:
    if depth > MAX_DEPTH:
        raise JsonError("brackets in brackets, too deep", at)
    first = text[at : at + 1]
    if first == '"':
        return _scan_string(text, at)
    if first == "{":
        return _scan_object(text, at, depth)
    if first == "[":
        return _scan_array(text, at, depth)
    match = _LITERAL.match(text, at)
    if match is None:
        raise JsonError("a value is missing" if first in ("", ",", "}", "]") else "this is not a JSON value", at)
    return Node(match[0] if match[0].isalpha() else "number", at, match.end(), match[0])


def _scan_string(text: str, at: int) -> Node:
    try:
        inside, end = _DECODER.raw_decode(text, at)
    except JSONDecodeError as error:
        if error.msg.startswith("Unterminated") or text[error.pos : error.pos + 1] in ("", "\n"):
            raise JsonError("a string is not closed", at) from None
        raise JsonError(error.msg[0].lower() + error.msg[1:], error.pos) from None
    return Node("string", at, end, inside)


def _scan_object(text: str, start: int, depth: int) -> Node:
    keys: list[Node] = []
    items: list[Node] = []
    at = _skip(text, start + 1)
    while text[at : at + 1] != "}" or keys:
        if text[at : at + 1] != '"':
            raise JsonError("a key in quotes is missing", at)
        key = _scan_string(text, at)
        at = _expect(text, key.end, ":")
        item = _scan(text, at, depth + 1)
        keys.append(key)
        items.append(item)
        at = _skip(text, item.end)
        if text[at : at + 1] == "}":
            break
        at = _expect(text, at, ",")
    return Node("object", start, at + 1, items=tuple(items), keys=tuple(keys))


def _scan_array(text: str, start: int, depth: int) -> Node:
    items: list[Node] = []
    at = _skip(text, start + 1)
    while text[at : at + 1] != "]" or items:
        items.append(_scan(text, at, depth + 1))
        at = _skip(text, items[-1].end)
        if text[at : at + 1] == "]":
            break
        at = _expect(text, at, ",")
    return Node("array", start, at + 1, items=tuple(items))


def _expect(text: str, at: int, wanted: str) -> int:
    at = _skip(text, at)
    if text[at : at + 1] != wanted:
        raise JsonError(f"'{wanted}' is missing" if at < len(text) else "the record is not closed", at)
    return _skip(text, at + 1)


def _skip(text: str, at: int) -> int:
    match = _SPACE.match(text, at)
    return match.end() if match else at
