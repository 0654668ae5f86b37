"""A few mutants through the fuzzers, and everything they once stumbled over; `python -m tests.fuzz` goes on for as long as one likes."""

from __future__ import annotations

import importlib
import os
import random
import signal
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.conftest import PROFILE
from tests.fuzz.games import check_game
from tests.fuzz.mutations import CORPUS, minimized, seeds
from tests.fuzz.records import COMMANDS, LawError, case, check_answer, check_source
from tests.program import diamonds

KEPT = sorted(CORPUS.iterdir())
MUTANTS = 8 if PROFILE == "dev" else 60  # a batch, of which there are four, so that all cores have some


@pytest.mark.parametrize("batch", range(4))
def test_mutants(batch: int) -> None:
    """The same mutants each time."""
    for number in range(batch * MUTANTS, (batch + 1) * MUTANTS):
        source, commands = case(number, 1)
        try:
            check_source(source, commands)
        except LawError as error:
            pytest.fail(f"python -m tests.fuzz records --seed 1 --first {number} --cases 1\n{error}")


@pytest.mark.parametrize("command", COMMANDS)
def test_commands_take_records_as_they_are(command: str) -> None:
    """Those of the documentation among them; the fuzzer goes on with the others."""
    for source in random.Random(command).sample(seeds(), 4 if PROFILE == "dev" else 40):
        check_source(source, (command,))


@pytest.mark.parametrize("path", KEPT, ids=[path.stem for path in KEPT])
def test_what_once_failed(path: Path) -> None:
    check_source(path.read_bytes().decode("utf-8", "surrogateescape"))


@pytest.mark.parametrize("number", range(3))
def test_random_games(number: int) -> None:
    check_game(number, 1)


def test_a_mutant_depends_on_the_seed_alone() -> None:
    assert case(3, 7) == case(3, 7)
    assert len({case(number, 7)[0] for number in range(50)}) > 40


def test_mutants_are_good_and_bad() -> None:
    counts: Counter[str] = Counter()
    for number in range(60):
        counts += check_source(case(number, 1)[0], ())
    assert counts["good records"] > 5
    assert counts["bad records"] > 20


def test_failing_sources_are_made_short() -> None:
    text = "diamonds 1; players 3\nhand P1 D4,3 H5\n# something\nplay D4 H5 C1\n"
    assert minimized(text, lambda source: "P1" in source and "H5" in source) == "P1H5"


@pytest.mark.parametrize("answer", [(1, "", "internal error: x"), (5, "", "x"), (3, "", ""), (0, '{"value": NaN}', "")])
def test_bad_answers_are_noticed(answer: tuple[int, str, str]) -> None:
    with pytest.raises(LawError):
        check_answer(["solve", "--json"], answer)


def test_errors_within_a_command_are_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DIAMONDS_DEBUG")  # with it errors are raised
    monkeypatch.setattr(importlib.import_module("diamonds_solver.cli.check"), "_Report", None)
    with pytest.raises(LawError, match="TypeError"):
        check_answer(["check"], diamonds("check", seeds()[0]))


@pytest.mark.posix
def test_cases_that_never_end_and_that_crash_are_results_like_any_other() -> None:
    from tests.fuzz.watch import watched  # what it imports is only there on POSIX

    def work(number: int, step: Callable[[str], object]) -> Counter[str]:
        step(f"step {number}")
        while number == 1:
            pass
        if number == 2:
            os.kill(os.getpid(), signal.SIGTERM)
        return Counter(done=1)

    results = [*watched(0, lambda number: number == 4, work, 1.0)]
    assert [(result.kind or "good").partition(":")[0] for result in results] == ["good", "no end", "died", "good"]
    assert results[1].detail.startswith("step 1")
