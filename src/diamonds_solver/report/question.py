"""What is asked, in words: the first line of an answer, known before there is any. It loads little, so that it can be shown at once."""

from __future__ import annotations

from diamonds_solver.common.wording import PAGE_WIDTH, cell_width
from diamonds_solver.games.diamonds.rules.public import Decision

DECISIONS = {
    Decision.CARD: "a card to play",
    Decision.VICTIM: "whom to rob",
    Decision.ACTOR: "which partner takes the award",
    Decision.OVER: "nothing: the round is over",
}
_BEFORE_PLAY = {"pass": "which cards to pass", "count": "how many cards to pass"}
OBJECTIVES = {"points": "own points", "margin": "own points minus the others' mean", "win": "the chance to win the match"}


def advice_question(decision: str, objective: str, seat: str, name: str | None = None) -> str:
    """Who decides what, and what the values count: the head of `advice_text`, known before there is any advice."""
    what = _BEFORE_PLAY.get(decision) or DECISIONS[Decision(decision)]
    question = f"{f'{name}: ' if name else ''}{seat} decides: {what};"
    meaning = OBJECTIVES.get(objective, objective)
    return f"{question} {meaning}" if cell_width(question) + 1 + len(meaning) <= PAGE_WIDTH else f"{question}\n  {meaning}"
