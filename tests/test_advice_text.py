"""Advice as text: what is said, and that it fits."""

from __future__ import annotations

import pytest

from diamonds_solver.advice.advice import Advice, advise
from diamonds_solver.answers.advice import advice_text
from diamonds_solver.games.diamonds.round.rules import WORDS
from tests.toy import ToyEngine


def text(engine: ToyEngine, worlds: int | None = None, time_limit: float | None = None, delta: float = 0.1) -> str:
    return advice_text(WORDS, advise(engine, worlds=worlds, time_limit=time_limit, delta=delta))


def test_the_whole_text() -> None:
    lines = text(ToyEngine(means=(0.0, 1.0, -2.0)), worlds=200).splitlines()
    assert lines[0] == "P2 decides: a card to play; own points minus the others' mean"
    assert lines[1].split() == ["move", "mean", "loss", "95", "%", "interval", "best", "in"]
    assert [line.split()[0] for line in lines[2:5]] == ["M1", "M0", "M2"]
    assert lines[2].endswith("best")
    assert lines[5].startswith("clear: M1 is best; M0 costs 0.88 (95 %: 0.6")
    assert lines[6] == "200 worlds by 'toy', seed 7; intervals cover sampling error only"
    assert len(lines) == 7


def test_long_lines_are_broken_and_go_on_indented() -> None:
    lines = text(ToyEngine(means=[0.0] * 20, noise=3, seed=10**17), worlds=1234).splitlines()
    assert max(map(len, lines)) <= 78
    assert any(line.startswith("1,234 worlds by 'toy'") for line in lines)
    (index,) = (index for index, line in enumerate(lines) if line.startswith("which move is best is open: "))
    assert lines[index + 1].startswith("  ")


def test_a_small_cost_is_not_written_as_none() -> None:
    assert "M1 costs less than 0.01" in text(ToyEngine(means=(1.0, 0.997), total=24, enumerates=True, noise=0), delta=0.0)
    chances = advise(ToyEngine(means=(0.5, 0.4998), total=24, enumerates=True, noise=0, objective="win"), delta=0.0)
    assert "M1 costs less than 0.1 %" in advice_text(WORDS, chances)


def test_verdicts() -> None:
    assert "\neither is fine: M0 and M1 differ by at most 0.1\n" in text(ToyEngine(means=(1, 1, -9), noise=0), worlds=200)
    assert "\nwhich move is best is open: M" in (close := text(ToyEngine(means=(0.0, 0.0), noise=2), worlds=30))
    assert "may be as good or better" in close
    assert "best so far" in close
    assert "\nM0 is the only move\n" in text(ToyEngine(means=(0.0,)), worlds=5)
    assert "\nclear: M0 and M2 are equal and best; M1 costs 9.00" in text(ToyEngine(means=(9, 0, 9), noise=0, equals=(0, 1, 0)), worlds=50)


@pytest.mark.parametrize("loss", [0.003, 0.05, 0.0999])
def test_clear_is_not_said_of_less_than_the_margin(loss: float) -> None:
    """The means are known to be different, which matters to nobody."""
    engine = ToyEngine(means=(1.0, 1.0 - loss, -9.0), total=24, enumerates=True, noise=0)
    assert advise(engine).clear
    assert "\neither is fine: M0 and M1 differ by at most 0.1\n" in text(engine)


def test_reasons_are_given_against_a_move_that_is_not_as_good() -> None:
    """Not against one that the verdict calls as good; where the verdict is open, against the next one."""
    fine = advise(ToyEngine(means=(1, 1, 0.95, -9), noise=0), worlds=200)
    assert [str(m.move) for m in fine.fine] == ["M0", "M1", "M2"]
    assert fine.rival is not None
    assert str(fine.rival.move) == "M3"
    assert advise(ToyEngine(means=(1, 1), noise=0), worlds=200).rival is None
    close = advise(ToyEngine(means=(0.0, 0.0), noise=2), worlds=30)
    assert close.rival == close.moves[1]
    assert advise(ToyEngine(), time_limit=0).rival is None, "nothing was valued"


def test_what_may_be_little_is_said_to_be() -> None:
    """The least that the next move costs is less than the margin, the most is more."""
    advice = advise(ToyEngine(means=(0.2, 0.0, -9.0), noise=0.3), worlds=60)
    low, high = advice.moves[1].interval
    assert advice.clear
    assert low < 0.1 < high
    assert "\nbetter, but perhaps by little: M0 is best; M1 costs " in advice_text(WORDS, advice)


def test_too_few_worlds_are_said_to_be_too_few() -> None:
    """Only moves whose interval has no loss in it may be as good."""
    steady = ToyEngine(means=(9.0, 0.0), noise=0)
    assert "\ntoo few samples: M0 leads; a verdict needs at least 8\n" in text(steady, worlds=5)
    assert "\nclear: " in text(steady, worlds=8)
    equal = ToyEngine(means=(1.0, 1.0), noise=0)
    assert "too few samples: M0 leads; M1 may be as good or better; a verdict needs at least 8 " in " ".join(text(equal, worlds=2).split())


def test_what_is_likely_is_not_called_open() -> None:
    """Above 0 at 95 %, and not at the 99 % of the verdict."""
    advice = advise(ToyEngine(means=(0.6, 0.0), seed=22), worlds=24)
    assert advice.moves[1].interval[0] > 0
    assert not advice.moves[1].excluded
    sentence = "which move is best is open: M0 leads; M1 is probably worse, but not surely enough for a verdict "
    assert sentence in " ".join(advice_text(WORDS, advice).split())


def test_all_deals() -> None:
    lines = text(ToyEngine(means=(1.0, 0.0), total=24, enumerates=True, noise=0)).splitlines()
    assert "interval" not in lines[1]
    assert lines[-3:] == ["clear: M0 is best; M1 costs 1.00", "values by 'toy'; no sampling error", "all 24 possible deals"]


def test_weights_and_nothing_known() -> None:
    assert "(as good as 50 equally likely ones)" in text(ToyEngine(weight=lambda i: float(i % 2)), worlds=100)
    nothing = text(ToyEngine(), time_limit=0)
    assert "nothing is known yet" in nothing
    assert "best" not in nothing.replace("best in", "")
    assert "worlds" not in nothing
    assert nothing.count("not known") == len(ToyEngine().moves)
    assert "nan" not in nothing
    assert "inf" not in nothing
    assert "nan" not in text(ToyEngine(), worlds=1)


def test_names_and_decisions() -> None:
    advice = advise(ToyEngine(decision="pass", objective="win"), worlds=20)
    assert advice_text(WORDS, advice, seat="Ann").startswith("Ann decides: which cards to pass; the chance to win the match\n")


@pytest.mark.parametrize("moves", [2, 80])
def test_plain_and_narrow(moves: int) -> None:
    """No codes unless asked for, 80 columns at most; colours change nothing but codes."""
    advice: Advice = advise(ToyEngine(means=[-0.1 * i for i in range(moves)], noise=3), worlds=40)
    plain = advice_text(WORDS, advice)
    assert "\x1b" not in plain
    assert max(map(len, plain.splitlines())) <= 80
    assert len([line for line in plain.splitlines() if line.startswith("  M")]) == moves
    coloured = advice_text(WORDS, advice, colour=True)
    assert "\x1b[1m" in coloured
    import re

    assert [line.rstrip() for line in re.sub(r"\x1b\[[0-9;]*m", "", coloured).splitlines()] == plain.splitlines()


def test_moves_are_written_as_asked_for() -> None:
    """Moves of several words are told apart by semicolons, in the table and in every sentence."""
    advice = advise(ToyEngine(means=[0.0] * 4, noise=3), worlds=40)
    shown = advice_text(WORDS, advice, written=lambda move: f"{move} x")
    assert shown.count(" x") >= 8
    assert "; M" in shown.partition("is open: ")[2]


def test_a_wide_terminal_is_used() -> None:
    advice = advise(ToyEngine(means=[0.0] * 20, noise=3), worlds=40)
    narrow, wide = (advice_text(WORDS, advice, width=width).splitlines() for width in (80, 140))
    assert len(wide) < len(narrow)
    assert 80 < max(map(len, wide)) <= 140
