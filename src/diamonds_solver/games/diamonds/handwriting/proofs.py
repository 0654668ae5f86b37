"""What a bad record of Diamonds itself proves: slips of one card or field, each with the lines that would be right."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ..rules import MAX_RANK, SUIT_LETTERS

_HAND = re.compile(r"\s*hand\s+\S+\s", re.IGNORECASE)
_BAD_CARD = re.compile(r"(?<=\s)([^\W\d_])(\d{1,2})(?=[\s>]|$)")


def proved_lines(lines: Sequence[str]) -> Iterator[tuple[list[str], str]]:
    """The lines with one slip mended, and what was mended; whoever asks keeps one that alone is right."""
    for at, line in enumerate(lines):
        key, *words = line.lower().split() or [""]
        if key == "players":
            yield _with(lines, at, line + "; variant perfect"), "the hand is as long as in Perfect Diamonds: add 'variant perfect'"
        elif key == "pass" and len(words) == 1:
            for count in "123":
                if count != words[0]:
                    yield _with(lines, at, line.replace(words[0], count)), f"as many cards were passed as 'pass {count}' says"
        elif _HAND.match(line):
            for match in re.finditer(r"\d+", line):
                if int(match[0]) > MAX_RANK:
                    for rank in range(1, MAX_RANK + 1):
                        text = line[: match.start()] + str(rank) + line[match.end() :]
                        yield _with(lines, at, text), f"rank {match[0]} is {rank}, which is played and which the hand lacks"
            for suit in SUIT_LETTERS:
                for rank in range(1, MAX_RANK + 1):
                    yield _with(lines, at, f"{line} {suit}{rank}"), f"the hand lacks {suit}{rank}, which is played"
        elif key == "play":
            for match in _BAD_CARD.finditer(line):
                if match[1].upper() not in SUIT_LETTERS:
                    for suit in SUIT_LETTERS:
                        text = line[: match.start()] + suit + match[2] + line[match.end() :]
                        yield _with(lines, at, text), f"'{match[0]}' is {suit}{match[2]}: no other card fits"


def _with(lines: Sequence[str], at: int, text: str) -> list[str]:
    return [*lines[:at], text, *lines[at + 1 :]]
