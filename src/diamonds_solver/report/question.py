"""What is asked, in words: the first line of an answer, known before there is any. It loads little, so that it can be shown at once."""

from __future__ import annotations

from diamonds_solver.common.wording import PAGE_WIDTH, cell_width
from diamonds_solver.game import Words


def advice_question(words: Words, decision: str, objective: str, seat: str, name: str | None = None) -> str:
    """Who decides what, and what the values count: the head of `advice_text`, known before there is any advice."""
    return question(f"{f'{name}: ' if name else ''}{seat} decides: {words.decisions[decision]};", words.objectives[objective].text)


def question(asked: str, meaning: str) -> str:
    """Both on one line, or on two where that would be too wide."""
    return f"{asked} {meaning}" if cell_width(asked) + 1 + len(meaning) <= PAGE_WIDTH else f"{asked}\n  {meaning}"
