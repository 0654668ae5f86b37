"""``diamonds bench`` and the stored signatures."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from diamonds_solver import __version__, cli
from diamonds_solver.common.version import build_id
from diamonds_solver.errors import DiamondsError
from diamonds_solver.games.diamonds.solving.bench import Bench, baseline, bench_records, compare, run_bench
from diamonds_solver.games.diamonds.solving.solve import Solver, core_info
from tests.program import diamonds

from .diamonds.positions import ALL_RULES

FEW = [record for record in bench_records() if str(record.id).startswith(("standard2", "perfect2"))]


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """``diamonds bench`` takes a few easy positions only."""
    monkeypatch.setattr("diamonds_solver.cli.bench.bench_records", lambda: FEW)


# -- the fixed positions ------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [pytest.param("all", marks=pytest.mark.long), "best"])
def test_signatures_are_those_in_the_file(name: str, script: Any) -> None:
    """When the search was meant to change: python benchmarks/signatures.py --write."""
    expected = script("signatures").read_signatures()[name]
    code, out, err = diamonds("bench", "--quiet", "--check", str(expected), *(["--best"] if name == "best" else []))
    assert (code, err) == (0, "")
    assert out.splitlines()[-1] == f"signature: {expected}"


def test_every_kind_of_game_is_there(script: Any) -> None:
    kinds = script("common.kinds").KINDS
    assert sorted(map(repr, kinds.values())) == sorted(map(repr, ALL_RULES))
    assert {record.rules for record in bench_records()} == set(ALL_RULES)
    assert {kinds[str(record.id).rsplit("-", 3 if record.play else 2)[0]] for record in bench_records()} == set(ALL_RULES)


def test_positions_are_as_the_script_makes_them(script: Any) -> None:
    made = list(script("positions").bench_positions())
    assert [replace(record, value=()) for record in bench_records()] == made
    assert len({record.id for record in made}) == len(made)
    assert any(record.play for record in made)


# -- the command --------------------------------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("few")
def test_table_and_json_say_the_same() -> None:
    code, out, _ = diamonds("bench", "--quiet")
    _, text, _ = diamonds("bench", "--quiet", "--json")
    found = json.loads(text)
    assert code == 0
    assert found["ok"]
    assert found["moves"] == "all"
    assert out.splitlines()[-1] == f"signature: {found['signature']}"
    assert found["signature"] == sum(row["nodes"] for row in found["positions"])
    header, *rows, total, _ = out.splitlines()
    assert header.split() == ["position", "nodes", "seconds", "value"]
    assert [row.split()[:2] for row in rows] == [[row["id"], f"{row['nodes']:,}"] for row in found["positions"]]
    assert total.split()[1] == f"{found['signature']:,}"


@pytest.mark.usefixtures("few")
def test_check_compares_the_signature() -> None:
    signature = run_bench(FEW).signature
    assert diamonds("bench", "--quiet", "--check", str(signature))[0] == 0
    code, _, err = diamonds("bench", "--quiet", "--check", str(signature + 1))
    assert code == cli.NO
    assert f"{signature + 1} expected, {signature} found" in err


@pytest.mark.usefixtures("few")
def test_speed_is_a_median_of_runs() -> None:
    line = diamonds("bench", "--quiet", "--speed", "--repeats", "3")[1].splitlines()[-2]
    assert line.startswith("speed: ")
    assert "median of 3 runs" in line
    assert len(json.loads(diamonds("bench", "--quiet", "--speed", "--json")[1])["run_seconds"]) == 5


def test_a_wrong_value_ends_with_1(monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = replace(FEW[0], value=(FEW[0].value[0] + 1,))
    monkeypatch.setattr("diamonds_solver.cli.bench.bench_records", lambda: [wrong, FEW[1]])
    code, out, err = diamonds("bench", "--quiet")
    assert code == cli.NO
    assert ["WRONG" in line for line in out.splitlines()[1:3]] == [True, False]
    assert str(wrong.id) in err
    assert json.loads(diamonds("bench", "--quiet", "--json")[1])["ok"] is False


def test_a_position_cut_off_has_no_value() -> None:
    bench = run_bench(FEW[2:], node_limits=[10, 1 << 40])
    assert [row.value is None for row in bench.rows] == [True, False]
    assert bench.wrong == bench.rows[:1]


def test_a_search_that_is_not_deterministic_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Solver, "clear", lambda _solver: None)  # so the second run finds a full table
    with pytest.raises(DiamondsError) as caught:
        run_bench(FEW, repeats=2)
    assert caught.value.code == "E-BENCH"


# -- comparison ---------------------------------------------------------------------------------------------------------------------------


def with_nodes(bench: Bench, factor: float) -> Bench:
    """The same run with other node counts."""
    return replace(bench, rows=tuple(replace(row, nodes=round(row.nodes * factor)) for row in bench.rows))


@pytest.mark.usefixtures("few")
@pytest.mark.parametrize(("factor", "threshold", "code"), [(1, "0", 0), (0.9, "5", 1), (0.9, "12", 0), (2, "5", 0)])
def test_compare_tells_a_regression(factor: float, threshold: str, code: int, tmp_path: Path) -> None:
    old = tmp_path / "old.json"
    old.write_text(json.dumps(with_nodes(run_bench(FEW), factor).to_dict()), encoding="utf-8")
    found, out, err = diamonds("bench", "--quiet", "--compare", str(old), "--threshold", threshold)
    assert found == code
    assert ("more nodes than before" in err) == bool(code)
    assert out.splitlines()[2] == "old: unknown"
    assert out.splitlines()[3].startswith(f"new: version {__version__}, build {build_id()}, ")
    total = next(line.split() for line in out.splitlines() if line.startswith("total"))
    assert float(total[3]) == pytest.approx(1 / factor, abs=0.001)


@pytest.mark.usefixtures("few")
def test_compare_reads_what_json_wrote(tmp_path: Path) -> None:
    old = tmp_path / "old.json"
    old.write_text(diamonds("bench", "--quiet", "--json", "--best")[1], encoding="utf-8")
    code, out, _ = diamonds("bench", "--quiet", "--compare", str(old), "--best", "--json")
    comparison = json.loads(out)["comparison"]
    assert code == 0
    assert comparison["total"]["nodes_ratio"] == 1
    assert comparison["old"] == comparison["new"]
    assert f"version {__version__}, build {build_id()}, {core_info()['compiler']}" in comparison["old"]
    assert [change["id"] for change in comparison["positions"]] == [record.id for record in FEW]
    code, out, err = diamonds("bench", "--quiet", "--compare", str(old))
    assert (code, out) == (cli.BAD_INPUT, "")
    assert "--best" in err


@pytest.mark.parametrize(
    "text",
    ["", "[]", "{}", '{"positions": 1}', '{"positions": [], "moves": "some", "run_seconds": []}', "\x00", "[" * 100_000],
    ids=lambda text: text[:20],
)
def test_a_baseline_of_another_kind_is_refused(text: str) -> None:
    with pytest.raises(DiamondsError) as caught:
        baseline(text)
    assert caught.value.code == "E-BENCH"


def test_a_file_that_is_no_run_is_named(tmp_path: Path) -> None:
    old = tmp_path / "wrong.json"
    old.write_text('{"positions": 1}', encoding="utf-8")
    code, out, err = diamonds("bench", "--quiet", "--compare", str(old))
    assert (code, out) == (cli.BAD_INPUT, "")
    assert f"{str(old)!r} is not the output of" in err
    assert "TypeError" not in err
    assert diamonds("bench", "--quiet", "--compare", str(old), "--threshold", "nan")[0] == cli.USAGE


def test_positions_of_one_run_only_are_named_and_not_counted() -> None:
    old, new = run_bench(FEW[:2]), run_bench(FEW[1:3])
    comparison = compare(old, new)
    assert [change.id for change in comparison.changes] == [FEW[1].id]
    assert (comparison.only_old, comparison.only_new) == ((FEW[0].id,), (FEW[2].id,))
    assert comparison.total.new_nodes == new.rows[0].nodes
    with pytest.raises(DiamondsError):
        compare(run_bench(FEW[:1]), run_bench(FEW[1:2]))
