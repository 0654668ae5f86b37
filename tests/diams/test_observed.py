"""What one seat sees of a round tells nothing that it does not see."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from diamonds_solver.games.diams.records.record import Record, observed
from diamonds_solver.games.diams.round.knowledge import FaceDownLay, Step
from diamonds_solver.games.diams.round.rules import Kind
from diamonds_solver.games.diams.round.state import Phase

from .states import move, table


@pytest.mark.parametrize(("first", "second"), [("7,7,7", "5,5,5"), ("7,7,7,7", "5,5,5"), ("5,5,5,5", "7,7,7")])
def test_piles_that_look_alike_are_not_told_apart(first: str, second: str) -> None:
    """Which of two piles laid at the same time is the higher one shows neither in their order nor when one of them grows."""

    def seen(hand: str, secured: str) -> Sequence[Step]:
        start = table("1", f"{hand},S,{secured}", market="2", pile="3,3,3,X", turn=1)
        laid = move(start, "safe:" + "+".join(sorted(hand.split(","), reverse=True)))
        steps = [Step(laid)]
        state = start.after(laid)
        while state.phase is not Phase.ACT or state.turn != 1:
            legal = state.moves()
            chosen = next((m for m in legal if m.kind in (Kind.DRAW, Kind.PUT)), legal[0])
            step, state = Step(chosen), state.after(chosen)
            if state.is_chance:
                step = step._replace(turned_up=(state.pile[0],))
                state = state.turned_up(step.turned_up)
            steps.append(step)
        steps.append(Step(move(state, f"S:{secured}")))
        return observed(Record(start, play=tuple(steps)), 0).play

    hand = f"{first},{second}"
    swapped = hand.translate(str.maketrans("57", "75"))
    assert seen(hand, "7") == seen(swapped, "5")
    parts = [step.move.parts for step in seen(hand, "7") if isinstance(step.move, FaceDownLay)]
    assert [part.size for part in parts[0]] == sorted((part.size for part in parts[0]), reverse=True)
