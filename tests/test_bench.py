"""``diamonds bench``, the stored signatures, and the scripts in benchmarks/."""

from __future__ import annotations

import json
import random
import sys
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from diamonds_solver import cli
from diamonds_solver.errors import DiamondsError
from diamonds_solver.games.diamonds import reference
from diamonds_solver.games.diamonds.bench import Bench, baseline, bench_records, compare, run_bench
from diamonds_solver.games.diamonds.cards import suit_of
from diamonds_solver.games.diamonds.deal import deal, late_position
from diamonds_solver.games.diamonds.position import Position
from diamonds_solver.games.diamonds.rules import Rules
from diamonds_solver.games.diamonds.solve import Solver

from .diamonds.positions import ALL_RULES

BENCHMARKS = Path(__file__).parents[1] / "benchmarks"
FEW = [record for record in bench_records() if str(record.id).startswith(("standard2", "perfect2"))]


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """``diamonds bench`` takes a few easy positions only."""
    monkeypatch.setattr("diamonds_solver.cli.bench.bench_records", lambda: FEW)


def diamonds_bench(capsys: pytest.CaptureFixture[str], *args: str) -> tuple[int, str, str]:
    """Runs the command: exit code, standard output, standard error."""
    code = cli.run(["bench", "--quiet", *args])
    return code, *capsys.readouterr()


# -- the fixed positions ------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["all", "best"])
def test_signatures_are_those_in_the_file(name: str, script: Any, capsys: pytest.CaptureFixture[str]) -> None:
    """When the search was meant to change: python benchmarks/signatures.py --write."""
    expected = script("signatures").read_signatures()[name]
    code, out, err = diamonds_bench(capsys, "--check", str(expected), *(["--best"] if name == "best" else []))
    assert (code, err) == (0, "")
    assert out.splitlines()[-1] == f"signature: {expected}"


def test_every_kind_of_game_is_there(script: Any) -> None:
    kinds = script("kinds").KINDS
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
def test_table_and_json_say_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = diamonds_bench(capsys)
    _, text, _ = diamonds_bench(capsys, "--json")
    found = json.loads(text)
    assert code == 0
    assert found["ok"] and found["moves"] == "all"
    assert out.splitlines()[-1] == f"signature: {found['signature']}"
    assert found["signature"] == sum(row["nodes"] for row in found["positions"])
    header, *rows, total, _ = out.splitlines()
    assert header.split() == ["position", "nodes", "seconds", "value"]
    assert [row.split()[:2] for row in rows] == [[row["id"], f"{row['nodes']:,}"] for row in found["positions"]]
    assert total.split()[1] == f"{found['signature']:,}"


@pytest.mark.usefixtures("few")
def test_check_compares_the_signature(capsys: pytest.CaptureFixture[str]) -> None:
    signature = run_bench(FEW).signature
    assert diamonds_bench(capsys, "--check", str(signature))[0] == 0
    code, _, err = diamonds_bench(capsys, "--check", str(signature + 1))
    assert code == cli.NO
    assert f"{signature + 1} expected, {signature} found" in err


@pytest.mark.usefixtures("few")
def test_speed_is_a_median_of_runs(capsys: pytest.CaptureFixture[str]) -> None:
    line = diamonds_bench(capsys, "--speed", "--repeats", "3")[1].splitlines()[-2]
    assert line.startswith("speed: ")
    assert "median of 3 runs" in line
    assert len(json.loads(diamonds_bench(capsys, "--speed", "--json")[1])["run_seconds"]) == 5


def test_a_wrong_value_ends_with_1(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    wrong = replace(FEW[0], value=(FEW[0].value[0] + 1,))
    monkeypatch.setattr("diamonds_solver.cli.bench.bench_records", lambda: [wrong, FEW[1]])
    code, out, err = diamonds_bench(capsys)
    assert code == cli.NO
    assert ["WRONG" in line for line in out.splitlines()[1:3]] == [True, False]
    assert str(wrong.id) in err
    assert json.loads(diamonds_bench(capsys, "--json")[1])["ok"] is False


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
def test_compare_tells_a_regression(factor: float, threshold: str, code: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    old = tmp_path / "old.json"
    old.write_text(json.dumps(with_nodes(run_bench(FEW), factor).to_dict()), encoding="utf-8")
    found, out, err = diamonds_bench(capsys, "--compare", str(old), "--threshold", threshold)
    assert found == code
    assert ("more nodes than before" in err) == bool(code)
    total = next(line.split() for line in out.splitlines() if line.startswith("total"))
    assert float(total[3]) == pytest.approx(1 / factor, abs=0.001)


@pytest.mark.usefixtures("few")
def test_compare_reads_what_json_wrote(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    old = tmp_path / "old.json"
    old.write_text(diamonds_bench(capsys, "--json", "--best")[1], encoding="utf-8")
    code, out, _ = diamonds_bench(capsys, "--compare", str(old), "--best", "--json")
    comparison = json.loads(out)["comparison"]
    assert code == 0
    assert comparison["total"]["nodes_ratio"] == 1
    assert [change["id"] for change in comparison["positions"]] == [record.id for record in FEW]
    code, out, err = diamonds_bench(capsys, "--compare", str(old))
    assert (code, out) == (cli.BAD_INPUT, "")
    assert "--best" in err


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"positions": 1}', '{"positions": [], "moves": "some", "run_seconds": []}', "\x00"])
def test_a_baseline_of_another_kind_is_refused(text: str) -> None:
    with pytest.raises(DiamondsError) as caught:
        baseline(text)
    assert caught.value.code == "E-BENCH"


def test_positions_of_one_run_only_are_named_and_not_counted() -> None:
    old, new = run_bench(FEW[:2]), run_bench(FEW[1:3])
    comparison = compare(old, new)
    assert [change.id for change in comparison.changes] == [FEW[1].id]
    assert (comparison.only_old, comparison.only_new) == ((FEW[0].id,), (FEW[2].id,))
    assert comparison.total.new_nodes == new.rows[0].nodes
    with pytest.raises(DiamondsError):
        compare(run_bench(FEW[:1]), run_bench(FEW[1:2]))


# -- the scripts --------------------------------------------------------------------------------------------------------------------------


@given(st.lists(st.tuples(st.integers(1, 50), st.integers(0, 50)), min_size=1, max_size=12))
def test_statistics_of_samples_cut_off_are_lower_limits(pairs: list[tuple[int, int]]) -> None:
    sys.path.insert(0, str(BENCHMARKS))
    try:
        samples = import_module("samples")
    finally:
        sys.path.pop(0)
    true = [samples.Sample(number + rest) for number, rest in pairs]
    measured = [samples.Sample(number, cut_off=rest > 0) for number, rest in pairs]
    for known, found in zip(samples.summary(true), samples.summary(measured), strict=True):
        assert found.number < known.number or found.number == known.number
        assert found.at_least or found.number == known.number


def test_difficulty_shows_deals_beyond_the_limit(script: Any) -> None:
    options = ["--kind", "standard2", "--kind", "perfect-teams4", "--deals", "2", "--time-limit", "1ms"]
    result = CliRunner().invoke(script("difficulty").main, options)
    assert result.exit_code == 0, result.output
    easy, hard = [line.split(" | ") for line in result.stdout.splitlines()[-2:]]
    assert (easy[0], hard[0], hard[2], hard[3]) == ("| standard2", "| perfect-teams4", "2", "2")
    assert all(cell.startswith("> ") for cell in hard[4:10])


def test_difficulty_of_max_n(script: Any) -> None:
    options = ["--kind", "standard3", "--model", "maxn", "--cards", "3", "--deals", "2"]
    result = CliRunner().invoke(script("difficulty").main, options)
    assert result.exit_code == 0, result.output
    assert "max^n" in result.stdout and result.stdout.splitlines()[-1].startswith("| standard3 | 3 | 2 | 0 |")


def test_difficulty_shows_growth(script: Any, tmp_path: Path) -> None:
    difficulty, samples = script("difficulty"), script("samples")
    groups = [
        difficulty.Group("standard2", cards, (samples.Sample(seconds),), (samples.Sample(1),)) for cards, seconds in ((4, 0.1), (8, 0.9))
    ]
    assert difficulty.growth(None, groups[0]) == ""
    assert difficulty.growth(*groups) == "3.0"  # two tricks more, nine times the time
    assert difficulty.hand_sizes(Rules(2), (4, 5, 6, 40)) == [4, 6]
    pytest.importorskip("matplotlib")
    difficulty.plot(groups, tmp_path / "plot.png")
    assert (tmp_path / "plot.png").read_bytes().startswith(b"\x89PNG")


def test_a_plot_without_matplotlib_names_the_command(script: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    result = CliRunner().invoke(script("difficulty").main, ["--plot", "x.png"])
    assert result.exit_code == 1
    assert "pip install 'diamonds-solver[plot]'" in result.stderr
    assert result.stdout == ""


def test_ablation_needs_a_build_with_switches(script: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    ablation = script("ablation")
    monkeypatch.setattr(ablation, "core_info", lambda: {"switches": False})
    result = CliRunner().invoke(ablation.main, [])
    assert result.exit_code == 1
    assert "DIAMONDS_SWITCHES=1" in result.stderr


def test_ablation_marks_positions_cut_off(script: Any) -> None:
    ablation = script("ablation")
    base = run_bench(FEW)
    cut = run_bench(FEW, node_limits=[1 << 40, 1 << 40, 10, 1 << 40])
    assert ablation.table_row("nothing", base, base)[2:] == ("1.00", "1.00", "0")
    row = ablation.table_row("TABLE", cut, base)
    assert row[1].startswith("> ") and row[2].startswith("> ") and row[4] == "1"
    wrong = replace(base, rows=(replace(base.rows[0], value=99), *base.rows[1:]))
    with pytest.raises(Exception, match="wrong values"):
        ablation.table_row("TABLE", wrong, base)


def test_tables_go_between_their_comments(script: Any) -> None:
    update = script("update_docs")
    page = update.PAGE.read_text(encoding="utf-8")
    for section in update.SECTIONS:
        changed = update.replaced(page, section, "new | text \\1")
        assert "new | text \\1" in changed
        assert update.replaced(changed, section, "") == update.replaced(page, section, "")


# -- peers --------------------------------------------------------------------------------------------------------------------------------


def random_positions(rules: Rules, cards: int) -> list[Position]:
    return [late_position(rules, cards, np.random.default_rng([11, number])) for number in range(3)]


def most_tricks(hands: list[set[int]], leader: int, side: int, trick: tuple[int, ...] = ()) -> int:
    """The tricks that `side` of two takes at bridge without trumps, by trying everything."""
    if len(trick) == len(hands):
        winner = max(card for card in trick if suit_of(card) == suit_of(trick[0]))
        seat = (leader + trick.index(winner)) % 4
        return (seat % 2 == side) + most_tricks(hands, seat, side)
    seat = (leader + len(trick)) % 4
    legal = [card for card in hands[seat] if trick and suit_of(card) == suit_of(trick[0])] or list(hands[seat])
    if not legal:
        return 0
    results = [most_tricks([hand - {card} for hand in hands], leader, side, (*trick, card)) for card in legal]
    return max(results) if seat % 2 == side else min(results)


def test_hands_for_bridge(script: Any) -> None:
    peer_bridge = script("peer_bridge")
    position = deal(Rules(4, perfect=True, teams=True), np.random.default_rng(5))
    hands = peer_bridge.bridge_hands(position)
    assert hands is not None
    assert sorted("".join(suits[0] for suits in hands)) == sorted(peer_bridge.RANKS)
    assert [len("".join(suits)) for suits in hands] == [13] * 4
    too_many = Position(position.table, tuple(frozenset(range(1 + 4 * seat, 5 + 4 * seat)) for seat in range(4)))
    assert peer_bridge.bridge_hands(too_many) is None


def test_dds_gets_the_same_cards(script: Any) -> None:
    pytest.importorskip("endplay")
    dds = script("peer_bridge").Dds()
    for position in random_positions(Rules(4, teams=True), 3):
        hands = script("peer_bridge").bridge_hands(position)
        leader = position.to_move
        assert dds.solve(hands, leader)[0] == most_tricks([set(hand) for hand in position.hands], leader, leader % 2)


@pytest.mark.parametrize(("rules", "cards"), [(Rules(2), 4), (Rules(4, teams=True), 2)], ids=["two", "teams"])
def test_general_searches_find_the_same_value(rules: Rules, cards: int, script: Any) -> None:
    peer_games = script("peer_games")
    easyai, pyspiel = (pytest.importorskip(name) for name in ("easyAI", "pyspiel"))
    assert easyai and pyspiel
    for position in random_positions(rules, cards):
        value = max(reference.move_values(position).values())
        assert peer_games.easyai_value(position, with_table=False) == value
        assert peer_games.easyai_value(position, with_table=True) == value
        assert peer_games.openspiel_value(position) == value


def test_more_decisions_than_any_line_has(script: Any) -> None:
    """The peers search to this depth; a line that were longer would be cut."""
    most_decisions = script("peer_games").most_decisions
    rng = random.Random(4)
    for rules in ALL_RULES:
        start = position = late_position(rules, 2, np.random.default_rng(3))
        count = 0
        while not position.is_over:
            position, count = position.play(rng.choice(position.moves())), count + 1
        assert count < most_decisions(start)
