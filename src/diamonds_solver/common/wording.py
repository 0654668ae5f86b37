"""Texts for people and for spreadsheets."""

from __future__ import annotations

import re
import textwrap
import unicodedata
from collections.abc import Iterable, Sequence
from difflib import get_close_matches

# -- cells --------------------------------------------------------------------------------------------------------------------------------
# Cells of tables that spreadsheets read.

_UNWRITTEN = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")
_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def safe_cell(text: str) -> str:
    """`text` such that no spreadsheet takes it for a formula: a name that somebody typed must not compute anything.

    A control character, which is in no text file, is written as JSON has it.
    """
    plain = _UNWRITTEN.sub(lambda match: f"\\u{ord(match[0]):04x}", text)
    return f"'{plain}" if plain.startswith(_FORMULA) else plain


# -- spellings ----------------------------------------------------------------------------------------------------------------------------
# What keyboards, phones and word processors make of the same characters: one table for all that reads what people write.

_SPELLINGS: dict[int, int | str] = {
    **{0xFEE0 + code: code for code in range(0x21, 0x7F)},  # full width
    **dict.fromkeys(map(ord, "\u201c\u201d\u201e\u201f\u00ab\u00bb"), '"'),
    **dict.fromkeys(map(ord, "\u2018\u2019"), "'"),
    **dict.fromkeys(map(ord, "\u2010\u2011\u2012\u2013\u2014\u2212"), "-"),
    **dict.fromkeys(map(ord, "\u00a0\u2007\u202f\u3000"), " "),
}
_SELECTORS: dict[int, None] = {0xFE0E: None, 0xFE0F: None}  # text or emoji: how a symbol is to be shown
_UNSEEN = re.compile(r"[\u00ad\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069]|\ufeff(?!\s*(?:diam|[#{\[]))")
"""Marks of messengers, PDF files and word processors that nobody sees: directions, joiners, hyphens and blanks without width. A byte order
mark before what may begin a file stays: two were joined there."""
_COMMENT = re.compile(r"(?:^|\s)#")


def spelled_plainly(text: str) -> str:
    """`text` with full-width characters, hard blanks, quotes and dashes of word processors as a keyboard has them; as long as `text`."""
    return text if text.isascii() else text.translate(_SPELLINGS)


def seen(text: str) -> str:
    """A line of text without the marks that nobody sees; in a comment they stay, where they may join emoji."""
    return text if text.isascii() or not _UNSEEN.search(text) else "".join(text[at] for at in seen_places(text)[:-1])


def seen_places(text: str) -> Sequence[int]:
    """Where the characters of `seen(text)` stand in `text`, and where it ends."""
    comment = _COMMENT.search(text)
    unseen = {match.start() for match in _UNSEEN.finditer(text, 0, comment.start() if comment else len(text))}
    return [*(at for at in range(len(text)) if at not in unseen), len(text)]


def typed_plainly(text: str) -> str:
    """What somebody typed, as `spelled_plainly` has it, without blanks around it, nor what nobody sees or only says how symbols look."""
    return spelled_plainly(seen(text)).translate(_SELECTORS).strip()


def composed(name: str) -> str:
    """A name in the one form (NFC) in which names that look alike are equal."""
    return name if name.isascii() else unicodedata.normalize("NFC", name)


# -- texts for people ---------------------------------------------------------------------------------------------------------------------
# Cut to size, safe on a terminal, in plain English.


PAGE_WIDTH = 78
ID_WIDTH, NAME_WIDTH = 30, 20
"""Cells that the id of a record and the name of a player may take."""
QUOTE_WIDTH = 40  # of what a message quotes
YOU = "You"
"""A player of this name is the reader: sentences speak to them."""
_IRREGULAR = {"is": "are", "has": "have", "does": "do"}
DOTS = "..."  # where a text is cut


def quote(text: str) -> str:
    """`text` from a source as messages show it: short, harmless on a terminal, in quotes."""
    return f"'{shortened(text, QUOTE_WIDTH)}'"


def counted(number: int, noun: str, plural: str = "") -> str:
    """``1 card``, ``2 cards``."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {plural or noun + 's'}"


def clause(who: str, predicate: str) -> str:
    """``Ann plays D3``; ``You play D3``. `predicate` begins with a verb of the third person; a second one is ``and takes``."""
    if who != YOU:
        return f"{who} {predicate}"
    verb, blank, rest = predicate.partition(" ")
    plural = _IRREGULAR.get(verb) or verb.removesuffix("es" if verb.endswith(("sses", "shes", "ches", "xes")) else "s")
    return f"{who} {plural}{blank}{rest.replace('and takes', 'and take')}"


def as_object(name: str) -> str:
    """``Cy robs Ann``; ``Cy robs you``."""
    return name.lower() if name == YOU else name


def printable(text: str) -> str:
    """`text` with a blank for every other white space and ``?`` for what a terminal would not show or might obey; as long as `text`."""
    return text if text.isprintable() else "".join(c if c.isprintable() else " " if c.isspace() else "?" for c in text)


def cell_width(text: str) -> int:
    """The cells that `text` takes on a terminal: two for wide characters, none for combining ones."""
    return len(text) if text.isascii() else sum(map(_cells, text))


def shortened(text: str, cells: int) -> str:
    """`text` as it is printable, cut with dots where it is wider than `cells`, which are more than three."""
    shown = printable(text)
    if cell_width(shown) <= cells:
        return shown
    width, end = 0, 0
    while (width := width + _cells(shown[end])) <= cells - len(DOTS):
        end += 1
    return shown[:end] + DOTS


def _cells(character: str) -> int:
    if unicodedata.combining(character):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def nearest(text: str, words: Iterable[str]) -> str | None:
    """The word that is most like `text`, if one is."""
    known = {word.lower(): word for word in words}
    near = get_close_matches(text.lower(), known, 1, 0.6) if len(text) <= 40 else []
    return known[near[0]] if near else None


def did_you_mean(text: str, words: Iterable[str]) -> str | None:
    """A hint with the word that is most like `text`, if one is."""
    near = nearest(text, words)
    return near and f"did you mean '{near}'?"


def listed(names: Sequence[str], most: int = 8, between: str = ", ") -> str:
    """``a, b and c``; past `most` names the others are counted."""
    shown = [*names[:most], f"{len(names) - most} more"] if len(names) > most else list(names)
    return " and ".join([between.join(shown[:-1]), shown[-1]] if len(shown) > 1 else shown)


def either(names: Sequence[str]) -> str:
    """``a, b or c``."""
    return " or ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def wrapped_text(text: str, width: int = PAGE_WIDTH) -> str:
    """A sentence on as many lines as it takes."""
    return "\n".join(textwrap.wrap(text, width, subsequent_indent="  "))


def question(prompt: str, meaning: str) -> str:
    """What is asked and what it means, on one line, or on two where that would be too wide."""
    return f"{prompt} {meaning}" if cell_width(prompt) + 1 + len(meaning) <= PAGE_WIDTH else f"{prompt}\n  {meaning}"


def aligned(rows: Sequence[Sequence[str]]) -> list[str]:
    """The lines of a table: its first column to the left, the others to the right. Rows have as many cells as one another."""
    widths = [max(map(cell_width, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(
            ["", _padded(row[0], widths[0]), *(" " * (w - cell_width(cell)) + cell for cell, w in zip(row[1:], widths[1:], strict=True))]
        )
        for row in rows
    ]


def _padded(text: str, cells: int) -> str:
    return text + " " * (cells - cell_width(text))
