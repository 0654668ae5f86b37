"""One notation, three readers: the command, the page and the phone read the same from a text, or refuse it with the same code."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from diamonds_solver.notation.problems import RecordError
from diamonds_solver.web.fields import Limits, RequestFields
from diamonds_solver.web.questions import Questions

from .diamonds.phone import answers
from .program import diamonds

RECORD = ["diamonds 1", "players 4", "hand P1 D4,1 H1 C9", "hand P2 D8 H9 C11,1", "hand P3 S1,2,3,4", "hand P4 S5,6,7,8", "lead P1"]
TABLE = Path(__file__).parent / "notation" / "readers.txt"
SAME = ("players", "moves", "hands", "showroom", "vault", "took", "turn", "trick", "tricks_left", "points")
"""What the page and the phone tell of a record that they have read."""


def cases() -> list[tuple[str, str, str]]:
    """Texts, each with what comes of it, and what the phone says."""
    found = []
    for line in TABLE.read_text("utf-8").splitlines():
        if not line or line.startswith("#"):
            continue
        field, expected, *phone = re.sub(r"\\u(\w{4})", lambda match: chr(int(match[1], 16)), line).split(" | ")
        text = field.removeprefix("+ ")
        key = text.lower().split()[: 2 if text.lower().startswith("hand p") else 1]
        lines = [each for each in RECORD if field != text or each.lower().split()[: len(key)] != key]
        if field == "solitaire 1":
            del lines[0]
        lines.insert(0 if lines[0] != RECORD[0] else len(lines), text)
        found.append(("\n".join(lines) + "\n", expected, phone[0] if phone else expected))
    return found


def told(answer: dict[str, Any]) -> dict[str, Any]:
    both = {**answer, **answer["state"]}
    return {key: both[key] for key in SAME if key in both}


def page(text: str) -> dict[str, Any]:
    try:
        return Questions(Limits()).quick["check"](RequestFields(json.dumps({"text": text}).encode()))
    except RecordError as error:
        return {"code": error.code}


def test_the_command_and_the_page_read_what_the_table_says() -> None:
    for text, expected, _ in cases():
        answer = json.loads(diamonds("check", "--json", "-", stdin=text).out)
        assert (answer["errors"][0]["code"] if "errors" in answer else "read") == expected, text
        assert page(text).get("code", "read") == expected, text


@pytest.mark.extra
def test_the_phone_reads_what_the_page_does() -> None:
    phones = answers([{"ask": "trouble", "text": text} for text, _, _ in cases()])
    for (text, _, expected), phone in zip(cases(), phones, strict=True):
        assert phone.get("code", "read") == expected, (text, phone)
        if expected == "read":
            assert told(phone) == told(page(text)), text


@pytest.mark.extra
@pytest.mark.parametrize("play", ["play D4", " play D4", "\tPlay D4 # first", 'hand P3 S1,2,3,4; play D4; id "a; play D1"'])
def test_a_record_goes_on_on_the_phone_however_it_is_broken_into_lines(play: str) -> None:
    lines = [line for line in RECORD if not (line.startswith("hand P3") and "hand" in play)]
    for text in ("\n".join([*lines, play]), "; ".join([*lines, play])):
        (answer,) = answers([{"ask": "move", "text": text, "move": "D8"}])
        assert answer["state"]["record"]["play"] == "D4 D8"
        assert told(page(answer["text"]))["moves"] == answer["moves"]
