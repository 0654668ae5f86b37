"""Records to begin with, and mutants of them: text and JSON, changed by fields, words, values and characters."""

from __future__ import annotations

import contextlib
import io
import json
import math
import random
import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

from diamonds_solver import cli
from diamonds_solver.games import GAMES
from diamonds_solver.games.records import dumps, examples, parse
from diamonds_solver.notation.problems import RecordError

ROOT = Path(__file__).parents[2]
CORPUS = Path(__file__).parent / "corpus"
MOST_SEED = 4000  # characters: mutants of long records are slow and no better
DEALT = (
    "-g diamonds -p 4 --play greedy",
    "-g diamonds -p 3 --cards 4 --mid-trick",
    "-g diamonds -p 2 --variant perfect --play random",
    "-g diamonds -p 6 --teams --cards 3",
    "-g diams -p 2 --play random",
    "-g diams -p 4 --play greedy",
    "-g diams -p 5 --set moves=30",
    "-g diamoniak -p 3 --set moves=25",
)
WORDS = ("?", "-", "0", "1", "-1", "4", "99999999999999999999", "D15,9", "C1", "D", "+3", "P1", "P7", "Ann", "#", '"', "/", "", "pass 2")
CHARACTERS = "?+-*,:;/#\"' \t\n\r\\=>.()[]{}0159DHSCTBSXRGWPe\x00\x1b\x7f\u00a0\u2028♦é山\ufeff\udcff\udcc3"
VALUES: tuple[Any, ...] = (None, True, -1, 0, 1, 3, 7, 10**30, 0.5, math.nan, math.inf, "", "?", "D4", "P1", "x\ny", [], {}, [[]])


def documented() -> Iterator[str]:
    """The records of README.md and the pages of docs/: whole blocks, and what stands in quotes."""
    magic = "|".join(GAMES)
    for page in [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]:
        text = page.read_text(encoding="utf-8")
        yield from re.findall(r"^```(?:dia|json)\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
        yield from re.findall(rf"['\"`]((?:{magic}) 1;[^'\"`]*)", text)


def dealt() -> Iterator[str]:
    """Random deals and played rounds of all games."""
    for number, arguments in enumerate(DEALT):
        written = io.TextIOWrapper(io.BytesIO(), encoding="utf-8", newline="\n")
        with contextlib.redirect_stdout(written):
            assert cli.run(["deal", *arguments.split(), "--seed", str(number), "-q"]) == cli.OK, arguments
        written.flush()
        yield written.buffer.getvalue().decode()


@cache
def seeds() -> tuple[str, ...]:
    """Every record that comes along, one by one; the good ones in all three forms."""
    texts = [path.read_bytes().decode("utf-8", "surrogateescape") for path in [*examples().values(), *sorted(CORPUS.iterdir())]]
    found: dict[str, None] = {}
    for text in [*texts, *documented(), *dealt()]:
        for item in parse(text):
            if isinstance(item, RecordError):
                found[text] = None
            else:
                found.update(dict.fromkeys(dumps(item, form) for form in ("dia", "line", "json")))
    return tuple(text for text in found if len(text) <= MOST_SEED)


def mutant(rng: random.Random) -> str:
    """A seed after up to four changes. As for all sources here, bytes that are no text are escaped as surrogates."""
    text = rng.choice(seeds())
    for _ in range(rng.choice((0, 1, 1, 1, 2, 2, 3, 4))):
        is_json = text.lstrip()[:1] in ("{", "[")
        changes = (_json, _json, _json, _word, _characters) if is_json else (_field, _word, _word, _shorter, _shorter, _characters)
        change = rng.choice(changes)
        text = change(text, rng)
    return text


def _listed(parts: list[str], rng: random.Random, new: Callable[[], str]) -> list[str]:
    """One part deleted, copied, moved, replaced, put in anew, or everything behind it dropped."""
    at, other = rng.randrange(len(parts)), rng.randrange(len(parts))
    kind = rng.randrange(7)
    if kind == 0:
        parts[at : at + 1] = []
    elif kind == 1:
        parts.insert(other, parts[at])
    elif kind == 2:
        parts[at], parts[other] = parts[other], parts[at]
    elif kind == 3:
        parts[at] = parts[other]
    elif kind == 4:
        parts[at] = new()
    elif kind == 5:
        parts.insert(at, new())
    else:
        parts = parts[: at + 1]
    return parts


def _field(text: str, rng: random.Random) -> str:
    def other() -> str:
        fields: list[str] = re.split(r"[;\n]", rng.choice([text, rng.choice(seeds())]))
        return rng.choice(fields)

    separator = ";" if "\n" not in text.strip() else "\n"
    return separator.join(_listed(text.split(separator), rng, other))


def _word(text: str, rng: random.Random) -> str:
    """Words change places most usefully with words: cards with cards of other hands."""

    def other() -> str:
        words: list[str] = re.findall(r"[\w?*+:>=#]+", rng.choice(seeds())[:500])
        return rng.choice([*WORDS, *words])

    pieces = re.split(r"([\w?*+:>=#]+)", text)
    pieces[1::2] = (_listed(pieces[1::2], rng, other) + [""] * len(pieces))[: len(pieces) // 2] if len(pieces) > 1 else []
    return "".join(pieces)


def _shorter(text: str, rng: random.Random) -> str:
    """A field left out, or the end of one: often this is still a good record."""
    separator = ";" if "\n" not in text.strip() else "\n"
    fields = text.split(separator)
    at = rng.randrange(len(fields))
    words = fields[at].split(" ")
    fields[at] = " ".join(words[: rng.randrange(len(words) + 1)])
    return separator.join(field for field in fields if field.strip())


def _characters(text: str, rng: random.Random) -> str:
    at = rng.randrange(len(text) + 1)
    new = "".join(rng.choice(CHARACTERS) for _ in range(rng.randrange(3)))
    return text[:at] + new + text[at + rng.randrange(3) :]


def _json(text: str, rng: random.Random) -> str:
    """A value changed, or a key; text that is no JSON is changed by characters."""
    try:
        tree = json.loads(text)
    except ValueError:
        return _characters(text, rng)
    places = list(_places(tree))
    if not places:
        return json.dumps(rng.choice(VALUES))
    holder, key = rng.choice(places)
    other_holder, other_key = rng.choice(places)
    kind = rng.randrange(5)
    if kind == 0:
        del holder[key]
    elif kind == 1:
        holder[key] = rng.choice(VALUES)
    elif kind == 2:
        holder[key] = json.loads(json.dumps(other_holder[other_key]))
    elif kind == 3 and isinstance(holder, dict):
        holder[rng.choice([*WORDS, "hand", "play", "x-", str(other_key)])] = holder.pop(key)
    elif isinstance(holder[key], str):
        holder[key] = rng.choice((_word, _characters))(holder[key], rng)
    else:
        holder[key] = [holder[key]]
    return json.dumps(tree, ensure_ascii=rng.random() < 0.5)


def _places(tree: Any) -> Iterator[tuple[Any, Any]]:
    """Every value as what holds it and its key."""
    for key in tree if isinstance(tree, dict) else range(len(tree)) if isinstance(tree, list) else ():
        yield tree, key
        yield from _places(tree[key])


def minimized(source: str, fails: Callable[[str], bool]) -> str:
    """The source without the lines, fields, words and characters that the failure does not need, as far as single cuts lead."""
    for separator in (r"(\n)", r"(;)", r"([\s,/]+)", r"()"):
        parts = re.split(separator, source) if separator != "()" else list(source)
        size = max(1, len(parts) // 2)
        while size and len(parts) <= 600:
            at = 0
            while at < len(parts):
                shorter = parts[:at] + parts[at + size :]
                if fails("".join(shorter)):
                    parts = shorter
                else:
                    at += size
            size //= 2
        source = "".join(parts)
    return source
