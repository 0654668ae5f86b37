"""What the program says is plain English; `python -m tests.sentences` lists all of it."""

from __future__ import annotations

import re
from functools import cache

import pytest

from tests.sentences import PACKAGE, Sentence, of_python, of_script, sentences


@cache
def everything() -> list[Sentence]:
    """Not made when the file is loaded: every process of xdist loads all files."""
    return list(sentences())


ODD = {
    r"\bhangs? on\b": "depends on",
    r"\blets? pass\b": "allows",
    r"\bbeyond doubt\b": "for certain",
    r"\bso many\b": "this many, at most",
    r"\bcome along\b": "come with the program",
    r"\b(?:is|are) not told\b": "is not in the record",
    r"\balone is told\b": "only that is shown",
    r"\bcompanion game\b": "a game with --table",
    r"\bthat is none\b": "that is not one",
    r"\bthe own\b": "their own",
}
"""Words of no native writer, and what one would write."""


def test_the_list_has_what_is_said() -> None:
    texts = {sentence.text for sentence in everything()}
    assert "two players are called {...}" in texts  # a problem of a record
    assert (
        "Reads one record: first who plays and by which rules, then the fields of every round, then what they mean together." not in texts
    )
    assert any(text.startswith("Rewrite records in the standard form, as text or as JSON.") for text in texts)  # the help of a command
    assert "no deal agrees with what was seen" in texts  # the phone
    assert "What shall we play?" in texts  # the page
    assert len(texts) > 1500


def test_strings_of_python_are_found_and_docstrings_are_not() -> None:
    found = {sentence.text for sentence in of_python(PACKAGE / "cli" / "convert.py")}
    assert "Text in lines, text with one line a record, or one JSON object a line." in found
    assert "``diamonds convert``: rewrites records." not in found


def test_strings_of_scripts_are_found() -> None:
    found = {sentence.text for sentence in of_script(PACKAGE / "web" / "static" / "deck.js")}
    assert "Who acts for your team?" in found


@pytest.mark.parametrize("odd", ODD)
def test_no_odd_words(odd: str) -> None:
    found = [sentence for sentence in everything() if re.search(odd, sentence.text, re.IGNORECASE)]
    assert not found, f"better: {ODD[odd]}"
