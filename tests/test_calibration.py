"""The engines and the statistics on decisions from real rounds: intervals hold as often as they say, "clear" is right, regret is low.

Everything has fixed seeds: the same numbers on every machine. The long form is benchmarks/decisions.py. Where an engine was meant to change
the references no longer fit: delete benchmarks/decisions.ndjson, and ``python benchmarks/decisions.py references``.
"""

from __future__ import annotations

from math import isnan
from pathlib import Path
from typing import Any

import pytest

from diamonds_solver.analysis.results import Thresholds
from diamonds_solver.stats.comparison import Verdict

BUDGETS = [
    # engine, samples, trials of each decision; highest mean loss, in points, of the moves put first
    ("playout:rollouts=rules", 40, 20, 0.0442),
    ("exact:nodes=100000", 20, 10, 0.0264),
    ("ismcts:simulations=200", 20, 5, 0.0143),
]


def test_every_decision_is_known(script: Any) -> None:
    """The references have every move, and are much more precise than what they judge."""
    suite = script("common.calibration")
    judged = 0
    for decision in suite.decisions():
        moves = set(map(str, decision.view.moves()))
        for spec in suite.ENGINES if decision.is_play else [suite.PLAYOUT]:
            reference = suite.references().get((decision.name, spec))
            if reference is None:
                assert spec.startswith("exact")
                continue
            judged += 1
            assert set(reference.means) == moves or not decision.is_play
            assert reference.errors[max(reference.means, key=reference.means.__getitem__)] == 0
            most = 0.2 if spec.endswith("=20000") else 0.15  # large trees are few, and judge regret only
            assert reference.exact or max(reference.errors.values()) < most
    assert judged >= len(suite.references())


@pytest.mark.long
@pytest.mark.parametrize(("spec", "samples", "count", "most_regret"), BUDGETS)
def test_calibration(spec: str, samples: int, count: int, most_regret: float, script: Any) -> None:
    suite = script("common.calibration")
    tally = suite.Tally(tuple(trial for decision in suite.played(spec) for trial in suite.trials(decision, spec, samples, count)))
    assert len(tally.sampled) >= 300
    assert 0.93 <= tally.together <= 0.98
    assert len(tally.verdicts(Verdict.CLEAR)) >= 50
    assert tally.wrong(Verdict.CLEAR) <= 0.01 * len(tally.verdicts(Verdict.CLEAR))
    assert tally.wrong(Verdict.EQUAL) <= 0.05 * len(tally.verdicts(Verdict.EQUAL))
    assert tally.regret <= most_regret


def test_what_few_samples_say_is_true(script: Any) -> None:
    """Of 55 endings of all kinds whose deals are all listed; the long form is ``benchmarks/decisions.py endings``."""
    suite = script("common.endings")
    chosen = list(suite.endings(55, seed=2))
    assert len({ending.kind for ending in chosen}) == 11
    tallies = [suite.fixed(chosen, samples, 2, is_weighted=weighted) for samples in (15, 300) for weighted in (False, True)]
    for tally in [*tallies, suite.early(chosen, 300)]:
        held, error = tally.coverage
        assert 0.94 - 2.5 * error <= held <= 0.97 + 2.5 * error
        assert tally.wrong[Verdict.CLEAR] <= 0.01 * tally.given[Verdict.CLEAR]
        assert tally.wrong[Verdict.EQUAL] <= 0.01 * tally.given[Verdict.EQUAL]
    assert min(tallies[-2].given[verdict] for verdict in (Verdict.CLEAR, Verdict.EQUAL)) >= 20
    settled, wrong = suite.early_marks(chosen, 300, Thresholds(0.25, 0.5, 1.0))
    assert settled >= 30
    assert wrong == 0
    named, held = suite.without_inference(55, (20, 60), seed=3)
    assert named >= 1
    assert held >= named - 1
    for bins in suite.reliability(chosen, (15, 40), 400).values():
        assert sum(each.count for each in bins) >= 250
        assert all(abs(each.true - each.stated) <= 3 * each.error + 1e-9 for each in bins)


def test_fairly_sure_is_right_nine_times_in_ten(script: Any) -> None:
    """Of hints whose verdict is too close; those below are wrong more often. The page has the same threshold."""
    suite = script("common.calibration")
    hint = (Path(__file__).parents[1] / "src" / "diamonds_solver" / "web" / "static" / "hint.js").read_text(encoding="utf-8")
    assert f"const SURE = {suite.FAIRLY_SURE};" in hint
    found = [trial for decision in suite.played(suite.PLAYOUT) for trial in suite.trials(decision, suite.PLAYOUT, 40, 4)]
    close = [trial for trial in found if trial.verdict is Verdict.CLOSE and not isnan(trial.lead)]
    sure = [trial.is_fine for trial in close if trial.lead >= suite.FAIRLY_SURE]
    others = [trial.is_fine for trial in close if trial.lead < suite.FAIRLY_SURE]
    assert min(len(sure), len(others)) >= 80
    assert sum(sure) >= 0.9 * len(sure)
    assert sum(others) <= 0.8 * len(others)


@pytest.mark.long
def test_passes(script: Any) -> None:
    """What is screened out counts: the references have every pass."""
    suite = script("common.calibration")
    before = [decision for decision in suite.decisions() if not decision.is_play]
    tally = suite.Tally(tuple(trial for decision in before for trial in suite.trials(decision, suite.PLAYOUT, 40, 2)))
    assert not tally.wrong(Verdict.CLEAR)
    assert tally.regret <= 0.1108
