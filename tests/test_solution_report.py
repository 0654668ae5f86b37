"""What the text of a solution shows of a search that was stopped."""

from __future__ import annotations

from dataclasses import replace

import pytest

from diamonds_solver.answers.solution import solution_text
from diamonds_solver.answers.wording import advice_question
from diamonds_solver.games.diamonds.deal import deal
from diamonds_solver.games.diamonds.game import GAME
from diamonds_solver.games.diamonds.records.notation import example_text
from diamonds_solver.games.diamonds.records.record import Record
from diamonds_solver.games.diamonds.round.rules import WORDS
from diamonds_solver.games.diamonds.solving.solve import Objective, Solution, Solver
from diamonds_solver.games.records import loads

RECORD = loads(example_text("ending"))


def text(solution: Solution) -> str:
    return solution_text(GAME, RECORD, solution)


@pytest.fixture(scope="module")
def solved() -> Solution:
    return Solver().solve(RECORD.position())


def test_a_whole_solution_is_not_called_unfinished(solved: Solution) -> None:
    assert "not finished" not in text(solved)
    assert all(str(m.move) in text(solved) for m in solved.moves)


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("objective", ["margin", "points"])
def test_solve_and_advise_ask_in_the_same_words(players: int, objective: Objective) -> None:
    record = Record.of(deal(players, 1, 2))
    shown = solution_text(GAME, record, Solver().solve(record.position(), objective=objective))
    first = shown.replace(";\n  ", "; ").splitlines()[0].removesuffix(", all others against")
    assert first == advice_question(WORDS, "card", objective, "P2")


def test_moves_without_a_value_keep_their_rows(solved: Solution) -> None:
    """The best value is proven, a limit was reached before those of the other moves were."""
    first, *others = solved.moves
    bounded = [replace(m, value=None, bounds=(-9, 2), exact=False, loss=None, best=False) for m in others]
    shown = text(replace(solved, moves=(first, *bounded), line=(), points=None, stopped=True))
    assert shown.count("-9 to +2") == len(others) > 0
    assert shown.endswith("not finished: a limit was reached; the best value is proven, other moves have bounds")


def test_without_a_limit_they_were_not_asked_for(solved: Solution) -> None:
    first, *others = solved.moves
    unasked = [replace(m, value=None, bounds=(-9, 2), exact=False, loss=None, best=False) for m in others]
    shown = text(replace(solved, moves=(first, *unasked)))
    assert "-9 to +2" not in shown
    assert "not finished" not in shown


def test_best_play_may_be_what_is_missing(solved: Solution) -> None:
    shown = text(replace(solved, line=(), points=None, stopped=True, interrupted=True))
    assert shown.endswith("not finished: interrupted; the best value is proven, best play is not known")


def test_long_names_keep_the_lines_short(solved: Solution) -> None:
    names = tuple(f"{letter * 40} the Great" for letter in "ABCD")
    record = replace(RECORD, id="a record " * 20, names=names)
    assert max(map(len, solution_text(GAME, record, solved).splitlines())) <= 80


def test_without_any_value_none_is_called_exact(solved: Solution) -> None:
    unknown = tuple(replace(m, value=None, bounds=None, exact=False, loss=None, best=False) for m in solved.moves)
    shown = text(replace(solved, moves=unknown, bounds=None, value=None, exact=False, line=(), points=None, stopped=True))
    assert shown.endswith("not finished: a limit was reached; no value is known yet")
