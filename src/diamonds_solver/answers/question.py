"""What is asked, in words: the first line of an answer, known before there is any. It loads little, so that it can be shown at once."""

from __future__ import annotations

from diamonds_solver.common.wording import PAGE_WIDTH, cell_width, printable
from diamonds_solver.errors import DiamondsError
from diamonds_solver.game import Record, Words


def advice_question(words: Words, decision: str, objective: str, seat: str, name: str | None = None) -> str:
    """Who decides what, and what the values count: the head of `advice_text`, known before there is any advice."""
    return question(f"{f'{name}: ' if name else ''}{seat} decides: {words.decisions[decision]};", words.objectives[objective].text)


def question(asked: str, meaning: str) -> str:
    """Both on one line, or on two where that would be too wide."""
    return f"{asked} {meaning}" if cell_width(asked) + 1 + len(meaning) <= PAGE_WIDTH else f"{asked}\n  {meaning}"


def seat_of(record: Record, text: str) -> int:
    """The seat that is meant by a name, spelled as in the record, or by P1..

    Raises DiamondsError if there is none.
    """
    names, seats = record.names or (), [f"P{seat + 1}" for seat in range(record.players)]
    if text in names:
        return names.index(text)
    if text.upper() in seats:
        return seats.index(text.upper())
    near = next((name for name in names if name.lower() == text.lower()), None)
    hint = f"did you mean {near!r}?" if near else f"there are: {', '.join([*seats, *names])}"
    raise DiamondsError(f"there is no player {printable(text)!r}", code="E-SEAT", hint=hint)
