"""The phone's comparison of moves (app/comparison.js) says what ``compare_moves`` says, on random tables of all kinds."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from diamonds_solver.stats.comparison import compare_moves

from .browser import missing

SCRIPT = Path(__file__).parent / "compare.mjs"
NUMBERS = {"mean": "mean", "sem": "sem", "bestShare": "best_share", "loss": "loss", "lossSem": "loss_sem", "low": "low", "high": "high"}


def random_table(rng: np.random.Generator) -> dict[str, Any]:
    """Values of some moves in some samples, and how to compare them. Some moves seldom or never differ, lose always the same, are equal."""
    moves, samples = int(rng.integers(1, 9)), int(rng.choice([1, 2, 5, 8, 12, 15, 20, 40, 120]))
    luck = np.round(rng.normal(0, 2, samples))
    values = luck + rng.integers(-3, 4, (moves, samples)) / rng.choice([1, 3]) * (
        rng.random((moves, samples)) < rng.choice([0.02, 0.1, 1.0])
    )
    for move in range(1, moves):
        kind = rng.integers(5)
        if kind == 0:  # as far as is seen no other than the first
            values[move] = values[0]
        elif kind == 1:
            values[move] = values[0] - rng.integers(0, 6)
        elif kind == 2:  # seldom, and then by much
            values[move] = values[0] - rng.integers(3, 7) * (rng.random(samples) < 0.05)
    classes = list(range(moves))
    if rng.random() < 0.3:
        classes = [int(rng.integers(move + 1)) for move in range(moves)]
        classes = [classes[first] for first in classes]
        while any(classes[first] != first for first in classes):
            classes = [classes[first] for first in classes]
    options = {"delta": float(rng.choice([0.0, 0.01, 0.1, 0.5])), "level": float(rng.choice([0.8, 0.95, 0.99]))}
    is_exact = rng.random() < 0.3
    if rng.random() < 0.3:
        options["weights"] = rng.choice([0.001, 0.2, 1.0, 3.5], samples).tolist()
    return {"values": values[classes].tolist(), "classes": classes, "kind": "exact" if is_exact else "random", **options}


@pytest.mark.extra
@pytest.mark.parametrize("count", [100, pytest.param(2_000, marks=pytest.mark.long)])
def test_the_phone_compares_as_the_program_does(count: int) -> None:
    rng = np.random.default_rng(count)
    tables = [random_table(rng) for _ in range(count)]
    node = shutil.which("node") or missing("node")
    run = subprocess.run([node, str(SCRIPT)], input=json.dumps(tables), capture_output=True, text=True, timeout=600)
    assert run.returncode == 0, run.stderr
    found = Counter[str]()
    for table, theirs in zip(tables, json.loads(run.stdout), strict=True):
        options = {key: table[key] for key in ("classes", "delta", "level", "weights") if key in table}
        exactly = 1e-6 if "weights" in table else 1e-9  # Student's distribution between whole degrees of freedom is an integral
        ours = compare_moves(np.array(table["values"]), exact=table["kind"] == "exact", draws=0, **options)
        assert (theirs["leader"], theirs["verdict"], theirs["excluded"]) == (ours.leader, str(ours.verdict), ours.excluded.tolist()), table
        for key, name in NUMBERS.items():
            expected = pytest.approx(getattr(ours, name), abs=exactly, rel=exactly, nan_ok=True)
            assert np.array(theirs[key], np.float64) == expected, (key, table)
        found[theirs["verdict"]] += 1
    assert min(found.values()) >= count / 20
    assert len(found) == 3
