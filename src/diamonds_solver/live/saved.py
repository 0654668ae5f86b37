"""Live games as text: a record that every command reads, and in its ``x-`` fields what it takes to go on.

    diamonds 1
    players Ann Bob Cy Di
    ...
    x-live me easy normal strong
    x-options players=4,rounds=4
    x-sealed kbhodeph...

The record is what the person here may know. What the program knows beside that, the deals and what engines have passed, is sealed: seed and
moves, compressed and written in letters that no card is written in. It keeps eyes and other commands off the cards; it is no secret to
somebody who sets out to read it. Of a companion game nothing is sealed: what was told stands in ``x-told``.
"""

from __future__ import annotations

import hashlib
import json
import re
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from diamonds_solver.errors import DiamondsError
from diamonds_solver.game import Game
from diamonds_solver.games.records import dumps, loads

_BETWEEN = " / "
_LETTERS = "bfgjkmnpqrtvwxyz"  # none of a suit; no digits, so that no card can be read into them
_FIELD = re.compile(r"^x-(live|options|seed|told|start|sealed)(?: (.*))?\n?", re.MULTILINE)
_LIVE = re.compile(r"^x-live\b", re.MULTILINE)
_DIGEST = 8  # bytes


@dataclass(frozen=True)
class Saved:
    """A live game as its file has it."""

    record: Any
    """What the person here may know, without the fields that are the rest of this."""
    sources: tuple[str, ...]
    options: Mapping[str, str] | None
    """Of a game that the program began; None: it goes on from `record`."""
    seed: int | None
    moves: Sequence[str]
    start: str | None
    """The record that the game went on from, on one line; None for a new game."""


def is_saved(text: str) -> bool:
    """Whether a text says how to go on with it."""
    return any(match[1] == "live" for match in _FIELD.finditer(_in_lines(text)))


def _in_lines(text: str) -> str:
    """A game that was written in one of the other forms of its record, on one line or as JSON, as `write_saved` writes it."""
    if "x-live" not in text or _LIVE.search(text):
        return text
    try:
        return dumps(loads(text))
    except DiamondsError:
        return text  # its reader says what is wrong


def write_saved(game: Game[Any, Any], saved: Saved, is_sealed: bool) -> str:
    """The text of a live game."""
    lines = [f"x-live {' '.join(saved.sources)}"]
    if saved.start is None and saved.options:
        lines.append(f"x-options {','.join(f'{name}={value}' for name, value in saved.options.items())}")
    if is_sealed:
        lines.append(f"x-sealed {_seal({'seed': saved.seed, 'told': list(saved.moves), 'start': saved.start})}")
    else:
        lines += [f"x-seed {saved.seed}"]
        lines += [f"x-told {_BETWEEN.join(saved.moves)}"] if saved.moves and saved.start is None else []
    return game.records.write(saved.record, "dia") + "\n".join(lines) + "\n"


def read_saved(text: str, filename: str) -> Saved:
    """What `write_saved` wrote.

    Raises RecordError for a text that is no record, DiamondsError (E-LIVE, E-SEAL) where it is no live game or its seal is broken.
    """
    text = _in_lines(text)
    fields = {match[1]: (match[2] or "").strip() for match in _FIELD.finditer(text)}
    record = loads(_FIELD.sub("", text), filename)
    if "live" not in fields:
        raise DiamondsError(
            f"{filename} is not a saved game", code="E-LIVE", hint="a game that 'diamonds play' saved has an 'x-live' field"
        )
    sources = tuple(fields["live"].split())
    items = [item.partition("=") for item in fields.get("options", "").split(",")]
    options = {name: value for name, _, value in items} if "options" in fields else None
    if "table" in sources:
        moves = [move for move in fields.get("told", "").split(_BETWEEN) if move]
        seed = int(fields["seed"]) if fields.get("seed", "").isdecimal() else None
        return Saved(record, sources, options, seed, moves, None)
    if "sealed" not in fields:
        raise DiamondsError(f"the sealed cards of {filename} are missing", code="E-SEAL")
    sealed = _unseal(fields["sealed"], filename)
    return Saved(record, sources, options, sealed["seed"], sealed["told"], sealed["start"])


def _seal(content: Mapping[str, Any]) -> str:
    packed = zlib.compress(json.dumps(content).encode("ascii"), 9)
    data = hashlib.blake2b(packed, digest_size=_DIGEST).digest() + packed
    return "".join(_LETTERS[byte >> 4] + _LETTERS[byte & 15] for byte in data)


def _unseal(text: str, filename: str) -> dict[str, Any]:
    try:
        nibbles = [_LETTERS.index(letter) for letter in text]
        data = bytes(high << 4 | low for high, low in zip(nibbles[::2], nibbles[1::2], strict=True))
        packed = data[_DIGEST:]
        if hashlib.blake2b(packed, digest_size=_DIGEST).digest() != data[:_DIGEST]:
            raise ValueError
        content: dict[str, Any] = json.loads(zlib.decompress(packed))
    except (ValueError, zlib.error):
        message = f"the sealed cards of {filename} were changed, or are incomplete"
        raise DiamondsError(message, code="E-SEAL", hint="a game can go on only from its complete file") from None
    return content
