"""Everything that solves positions, against one file of answers (answers.py): threads, tables, WebAssembly, proofs and who checks them.

The tests in C read the same file (tests/c/values.c): every search and each technique, by the engines that any processor runs.
"""

from __future__ import annotations

import io
import json
import os
import shutil
import subprocess
from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
import pytest

from diamonds_solver.games.diamonds.core import layout
from diamonds_solver.games.diamonds.solving import solve
from diamonds_solver.games.diamonds.solving.certificate import certificate
from diamonds_solver.games.diamonds.solving.solve import Model, Objective, Solver
from diamonds_solver.games.diamonds.solving.verify import Checker
from tests.browser import ROOT, missing
from tests.program import PATIENCE

from .answers import FILE, Case, read
from .phone import answers
from .test_values import check_line

ALL = tuple(case for case in read(FILE.read_text(encoding="ascii")) if case.values)
CASES = ALL[:: max(1, len(ALL) // int(os.environ.get("DIAMONDS_POSITIONS", len(ALL))))]
"""With DIAMONDS_POSITIONS about as many of them, of all kinds: sanitizers are slow, and the tests in C ask all under one."""
QUESTIONS: list[tuple[Model, Objective]] = [("paranoid", "margin"), ("paranoid", "points"), ("maxn", "points")]
PROVEN = slice(None, None, 3)
"""A proof is made of a third of the cases, of one question each."""

Treatment = Callable[[tuple[Case, ...]], list[bool]]


def expected(case: Case, question: int) -> list[Any]:
    """The answers of the file to a question, move by move."""
    if question == 2:
        return [gains for _, _, *gains in case.values.values()]
    scale = len(case.position.rules.sides) - 1 if question == 0 else 1
    return [values[question] / scale for values in case.values.values()]


def best(case: Case, question: int) -> list[Any]:
    """The answers that a best move has: by max^n several may be as good for the side that decides."""
    side, values = case.position.rules.side_of(case.position.to_move), expected(case, question)
    if question < 2:
        return [[max(values)]]
    return [gains for gains in values if gains[side] == max(each[side] for each in values)]


def is_right(case: Case, solver: Solver, question: int) -> bool:
    """The value of every move; and the line of best play is one."""
    model, objective = QUESTIONS[question]
    solution = solver.solve(case.position, model=model, objective=objective)
    check_line(case.position, solution)
    found = {each.move: list(each.value) if isinstance(each.value, tuple) else each.value for each in solution.moves}
    return found == dict(zip(case.values, expected(case, question), strict=True))


def by_solver(**options: int) -> Treatment:
    def treatment(cases: tuple[Case, ...]) -> list[bool]:
        solvers = [Solver(**options) for _ in QUESTIONS]  # one for each, as a solver keeps but one table
        return [all(is_right(case, solver, question) for question, solver in enumerate(solvers)) for case in cases]

    return treatment


def by_webassembly(cases: tuple[Case, ...]) -> list[bool]:
    asked = [
        {"ask": "solve", "position": layout.pack([case.position]).tobytes().hex(), "objective": objective}
        for case in cases
        for objective in (0, 1)
    ]
    results = [np.frombuffer(bytes.fromhex(answer["result"]), layout.RESULT)[0] for answer in answers(asked)]
    found = [result["moves"]["lower"][: result["move_count"]].tolist() for result in results if result["exact"]]
    wanted = [[values[objective] for values in case.values.values()] for case in cases for objective in (0, 1)]
    return [ours == theirs for ours, theirs in zip(found, wanted, strict=True)]


@cache
def proofs(cases: tuple[Case, ...]) -> list[tuple[Case, int, bytes]]:
    """A certificate of each case; the questions take turns."""
    made = []
    for number, case in enumerate(cases):
        model, objective = QUESTIONS[number % len(QUESTIONS)]
        solution = Solver(1 << 20).solve(case.position, model=model, objective=objective, all_moves=False)
        made.append((case, number % len(QUESTIONS), certificate(case.position, solution, memory=1 << 20)))
    return made


def by_proof(cases: tuple[Case, ...]) -> list[bool]:
    found = [(case, question, Checker(io.BytesIO(text)).check()["value"]) for case, question, text in proofs(cases[PROVEN])]
    return [(list(value) if isinstance(value, tuple) else [value]) in best(case, question) for case, question, value in found]


def by_the_second_checker(cases: tuple[Case, ...]) -> list[bool]:
    """tests/verify.js, which shares nothing with the first."""
    made = proofs(cases[PROVEN])
    questions = json.dumps([text.decode("ascii") for _, _, text in made])
    command = [shutil.which("node") or missing("node"), "tests/verify.mjs"]
    run = subprocess.run(command, input=questions, cwd=ROOT, capture_output=True, text=True, timeout=PATIENCE, check=True)
    return [found.get("value") in best(case, question) for (case, question, _), found in zip(made, json.loads(run.stdout), strict=True)]


TREATMENTS = [
    pytest.param(by_solver(), id="one_thread"),
    pytest.param(by_solver(memory=0), id="hardly_a_table"),
    pytest.param(by_solver(threads=3), id="three_threads"),
    pytest.param(by_webassembly, id="webassembly", marks=pytest.mark.extra),
    pytest.param(by_proof, id="proof"),
    pytest.param(by_the_second_checker, id="second_checker", marks=pytest.mark.extra),
]


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """All threads begin together, also on small positions."""
    monkeypatch.setattr(solve, "_ALONE", 0)


@pytest.mark.parametrize("treatment", TREATMENTS)
def test_answers(treatment: Treatment) -> None:
    assert [number for number, right in enumerate(treatment(CASES)) if not right] == []


@pytest.mark.parametrize("treatment", TREATMENTS)
def test_a_wrong_answer_is_noticed(treatment: Treatment) -> None:
    """One number of the file is wrong, the margin of the only move."""
    line = next(line for line in FILE.read_text(encoding="ascii").splitlines() if len(read(line)[0].values) == 1)
    (right,) = read(line)
    ((card, *_),) = right.values
    words = line.split()
    margin = len(words) - 2 - len(right.position.rules.sides)
    words[margin] = str(int(words[margin]) + 1)
    (wrong,) = read(" ".join(words))
    assert card is not None
    assert wrong.values != right.values
    assert all(treatment((right,)))
    assert not all(treatment((wrong,)))
