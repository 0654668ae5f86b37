"""The scripts in benchmarks/ that measure the search: statistics, random deals, ablation, tables of the documentation."""

from __future__ import annotations

import json
import random
import re
import runpy
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

import diamonds_solver
from diamonds_solver.common.files import lock
from diamonds_solver.games.diamonds.core import _solver
from diamonds_solver.games.diamonds.records.record import Phase
from diamonds_solver.games.diamonds.round.rules import Rules
from diamonds_solver.games.diamonds.solving.bench import bench_records, run_bench
from diamonds_solver.games.diamonds.solving.solve import Technique, core_info

from .diamonds.phone import before_play, random_view

BENCHMARKS = Path(__file__).parents[1] / "benchmarks"
FEW = [record for record in bench_records() if str(record.id).startswith(("standard2", "perfect2"))]


@pytest.mark.parametrize("path", sorted(BENCHMARKS.glob("[!t]*.py")), ids=lambda path: path.stem)
def test_every_script_says_what_it_does(path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.syspath_prepend(str(BENCHMARKS))
    monkeypatch.setattr(sys, "argv", [str(path), "--help"])
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    with pytest.raises(SystemExit) as ended:
        runpy.run_path(str(path), run_name="__main__")
    out, err = capsys.readouterr()
    assert (ended.value.code or 0, err) == (0, "")
    assert out.lower().startswith("usage: ")
    assert f"`{path.name}`" in (BENCHMARKS / "README.md").read_text(encoding="utf-8")


@given(st.lists(st.tuples(st.integers(1, 50), st.integers(0, 50)), min_size=1, max_size=12))
def test_statistics_of_samples_cut_off_are_lower_limits(pairs: list[tuple[int, int]]) -> None:
    sys.path.insert(0, str(BENCHMARKS))
    try:
        samples = import_module("common.samples")
    finally:
        sys.path.pop(0)
    true = [samples.Sample(number + rest) for number, rest in pairs]
    measured = [samples.Sample(number, cut_off=rest > 0) for number, rest in pairs]
    for known, found in zip(samples.summary(true), samples.summary(measured), strict=True):
        assert found.number <= known.number
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
    assert "max^n" in result.stdout
    assert result.stdout.splitlines()[-1].startswith("| standard3 | 3 | 2 | 0 |")


@pytest.mark.long
def test_difficulty_shows_growth(script: Any, tmp_path: Path) -> None:
    difficulty, samples = script("difficulty"), script("common.samples")
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
    assert "pip install '.[plot]'" in result.stderr
    assert result.stdout == ""


def test_ablation_needs_a_build_with_switches(script: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    ablation = script("ablation")
    monkeypatch.setitem(ablation.need_switches.__globals__, "core_info", lambda: {"switches": False})
    result = CliRunner().invoke(ablation.main, [])
    assert result.exit_code == 1
    assert "DIAMONDS_SWITCHES=1" in result.stderr


def test_ablation_marks_positions_cut_off(script: Any) -> None:
    ablation = script("ablation")
    base = run_bench(FEW)
    cut = run_bench(FEW, node_limits=[1 << 40, 1 << 40, 10, 1 << 40])
    assert ablation.table_row("nothing", base, base)[2:] == ("1.00", "1.00", "0")
    row = ablation.table_row("TABLE", cut, base)
    assert row[1].startswith("> ")
    assert row[2].startswith("> ")
    assert row[4] == "1"
    wrong = replace(base, rows=(replace(base.rows[0], value=99), *base.rows[1:]))
    with pytest.raises(Exception, match="wrong values"):
        ablation.table_row("TABLE", wrong, base)


def test_tables_go_between_their_comments(script: Any) -> None:
    update = script("update_docs")
    for section in update.SECTIONS:
        page = update.page_of(section).read_text(encoding="utf-8")
        changed = update.replaced(page, section, "new | text \\1")
        assert "new | text \\1" in changed
        assert update.replaced(changed, section, "") == update.replaced(page, section, "")


def test_fitted_weights_are_written_into_the_header(script: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    order_fit = script("order_fit")
    text = order_fit.HEADER.read_text(encoding="utf-8")
    copy = tmp_path / "weights.h"
    copy.write_text(text, encoding="utf-8")
    monkeypatch.setattr(order_fit, "HEADER", copy)
    weights = np.array(_solver.order_weights(), np.int16)
    order_fit.write(weights, tuple(range(len(weights))))
    assert copy.read_text(encoding="utf-8") == text
    order_fit.write(weights - 1, (5,))
    names = _solver.order_names()
    changed = {m[1]: [int(n) for n in m[2].split(",")] for m in re.finditer(r"W\((\w+), ([-\d, ]+)\)", copy.read_text(encoding="utf-8"))}
    assert changed == {name: [w - (i == 5) for i, w in enumerate(weights[:, k])] for k, name in enumerate(names)}


@pytest.mark.parametrize("text", ["", "[]", "3", '{"LEAD_CLUB": 3}', '{"LEAD_CLUB": []}', '{"LEAD_CLUB": [99999]}', '{"NO_WEIGHT": [1]}'])
def test_files_without_weights_are_refused(script: Any, tmp_path: Path, text: str) -> None:
    start = tmp_path / "start.json"
    start.write_text(text, encoding="utf-8")
    result = CliRunner().invoke(script("order_fit").main, ["two", "--start", str(start), "--write"])
    assert result.exit_code == 1
    assert "has no weights as --out writes them" in result.output


@pytest.mark.skipif(not core_info()["switches"], reason="weights can be changed in builds with switches only (make asan)")
def test_fitting_the_order(script: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    order_fit = script("order_fit")
    monkeypatch.setitem(order_fit.FITS, "two", order_fit.Fit((0,), (order_fit.Group("standard2", 4, 3, 1.0),)))
    start, out = tmp_path / "start.json", tmp_path / "order.json"
    before = np.array(_solver.order_weights(), np.int16)
    before[0] = -before[0]  # from so bad an order every fit finds a better one
    order_fit.save(before, start)
    result = CliRunner().invoke(order_fit.main, ["two", "--trials", "100", "--start", str(start), "--out", str(out)])
    assert result.exit_code == 0, result.output
    fitted = order_fit.load(out, (0,))
    assert (fitted[1:] == before[1:]).all()
    assert (fitted[0] != before[0]).any()
    trials = order_fit.Trials(order_fit.FITS["two"], 501)
    assert trials.mean(trials.logarithms(fitted)) < trials.mean(trials.logarithms(before))


def test_the_page_is_of_this_search(script: Any) -> None:
    """Tables made before the search changed are noticed by their signature, and by the names of its techniques."""
    page_of = script("update_docs").page_of
    (signature,) = re.findall(r"^signature: (\d+)$", page_of("bench").read_text(encoding="utf-8"), re.MULTILINE)
    assert f"all {signature}\n" in (BENCHMARKS / "signatures.txt").read_text(encoding="utf-8")
    page = page_of("ablation").read_text(encoding="utf-8")
    ablation = page.split("<!-- ablation: begin -->")[1].split("<!-- ablation: end -->")[0]
    assert set(re.findall(r"^\| ([A-Z_]+) \|", ablation, re.MULTILINE)) == {t.name for t in Technique} - {"BOXES"}


C_TEXT = """\
#define MOST 3
/* a < b */
static int f(int a, const char *text)
{
    assert(a < 4);
    int most = 12;
    if (!a && text[0] == '+') // 5
        a += most;
    g(a, "a < b");
    return -a << 0x10;
}
"""


def test_mutants_are_of_code_alone(script: Any) -> None:
    mutants = list(script("mutation").mutants_of("f.c", C_TEXT))
    assert sorted((mutant.line, mutant.old, mutant.new) for mutant in mutants) == [
        (6, "12", "11"),
        (6, "12", "13"),
        (7, "!", ""),
        (7, "&&", "||"),
        (7, "(!a && text[0] == '+')", "(!(!a && text[0] == '+'))"),
        (7, "==", "!="),
        (8, "+=", "-="),
        (8, "a += most;", ";"),
        (9, 'g(a, "a < b");', ";"),
        (10, "<<", ">>"),
    ]


def test_a_mutant_changes_one_place(script: Any) -> None:
    for mutant in script("mutation").mutants_of("f.c", C_TEXT):
        assert mutant.applied(C_TEXT) == C_TEXT[: mutant.offset] + mutant.new + C_TEXT[mutant.offset + len(mutant.old) :]


def test_mutants_follow_from_the_seed(script: Any) -> None:
    mutation = script("mutation")
    first, again, other = (mutation.sampled(tuple(mutation.ROOMS), 30, 2, seed) for seed in (1, 1, 2))
    assert first == again
    assert first != other
    assert {result.room for result in first} == set(mutation.ROOMS)


# -- the shape of the code ----------------------------------------------------------------------------------------------------------------


def test_no_move_is_played_more_often_than_needed(script: Any) -> None:
    """One replay of a record serves a whole `diamonds solve`; a click on the page plays its moves, and works out what each of them does."""
    house = script("measure_house")
    figures = house.flows(house.Path(__file__).parents[1])
    assert figures["times that 'diamonds solve' plays each move"] == 1
    assert figures["cards played by a click on the page"] <= 2 * 4


def test_a_gate_goes_on_where_its_file_ends(script: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Rules against random moves are a gain; a file cut off in the middle, and gone on with, has the same deals and verdict."""
    gates = script("strength_gate")
    gate = gates.Gate("3", "greedy", "random", (gates.REVERSE, "easy"), 1.5)
    monkeypatch.setitem(gates.GATES, "net-3", gate)
    monkeypatch.setattr(gates, "LOOK", 10)
    path, options = tmp_path / "gate.ndjson", ["net-3", "--out", str(tmp_path / "gate.ndjson")]
    result = CliRunner().invoke(gates.main, options)
    assert result.exit_code == 0, result.output
    assert f"deals at most: {gate.deals('random')} against random, {gate.deals('reverse')} against reverse, " in result.stderr
    assert f", {gate.deals('easy')} against easy; 0 are in" in result.stderr
    assert float(result.stdout.split("`reverse` | ")[1].split()[0]) > 0
    assert result.stdout.splitlines()[-1] == "passed"
    whole = sorted(line.partition('"ms"')[0] for line in path.read_text(encoding="utf-8").splitlines())
    path.write_text("".join(path.read_text(encoding="utf-8").splitlines(keepends=True)[:7]), encoding="utf-8")
    cut = CliRunner().invoke(gates.main, [*options, "--table"])
    assert cut.stdout.splitlines()[-1] == "open: not every row has its deals"
    with path.open("ab") as file:
        lock(file)  # as an arena that is writing its next line
        file.write(b'{"arena":1,"ver')
        file.flush()
        played = path.read_bytes()
        assert CliRunner().invoke(gates.main, [*options, "--table"]).stdout == cut.stdout
        assert path.read_bytes() == played
        refused = CliRunner().invoke(gates.main, options)
    assert (refused.exit_code, refused.stderr) == (1, f"Error: {path}: another arena writes this file\n")
    again = CliRunner().invoke(gates.main, options)
    assert again.stdout == result.stdout
    assert sorted(line.partition('"ms"')[0] for line in path.read_text(encoding="utf-8").splitlines()) == whole
    other = tmp_path / "other.ndjson"
    path.write_text("".join(path.read_text(encoding="utf-8").splitlines(keepends=True)[:-1]), encoding="utf-8")
    beside = CliRunner().invoke(gates.main, ["net-3", "--out", str(other), "--seed", "1", "--beside", str(path)])
    assert beside.stdout.splitlines()[-1] == "passed"
    assert {json.loads(line)["settings"]["seed"] for line in other.read_text(encoding="utf-8").splitlines()} == {1}


def test_a_gate_without_a_gain_is_not_passed(script: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    gates = script("strength_gate")
    monkeypatch.setitem(gates.GATES, "net-3", gates.Gate("3", "random", "greedy", (), 1.5))
    monkeypatch.setattr(gates, "LOOK", 10)
    result = CliRunner().invoke(gates.main, ["net-3", "--out", str(tmp_path / "gate.ndjson")])
    assert result.stdout.splitlines()[-1] == "not passed"


def test_a_net_is_fitted_from_nothing(script: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Few decisions: enough that the net explains something of others, and plays legal rounds."""
    fits = script("net_fit")
    monkeypatch.setattr(fits, "EPOCHS", 8)
    monkeypatch.setattr(fits, "BATCH", 128)
    result = CliRunner().invoke(fits.main, ["singles", "--decisions", "4200", "--deals", "20"])
    assert result.exit_code == 0, result.output
    assert float(result.stdout.split("R² ")[1].split(",")[0]) > 0.02
    assert [line.split(" | ")[0] for line in result.stdout.splitlines()[3:]] == [f"| {game}" for game in fits.FITS["singles"].serves]


def test_tables_of_headers_are_written_anew(script: Any, tmp_path: Path) -> None:
    headers, header = script("common.headers"), tmp_path / "weights.h"
    one, other = (headers.macro(name, [np.array([1.5, -2.0]), np.eye(2)]) for name in ("ONE", "OTHER"))
    header.write_text(f"/* Numbers. */\n\n{one}\n\n{other}\n\n#endif\n", encoding="utf-8")
    headers.write_macro(header, "OTHER", headers.macro("OTHER", [np.array([0.25])]), "/* made */")
    found = re.sub(r" +\\\n", "\n", header.read_text(encoding="utf-8"))
    assert found.split("\n\n")[1].splitlines()[2] == "        {1.5f, -2.0f},"
    assert found.split("\n\n")[2] == "/* made */\n#define OTHER\n    {\n        {0.25f},\n    }"


def test_an_earlier_program_decides_in_its_own_process(script: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """As it would if it saw the view: today's program, asked as an earlier one, passes and plays like today's."""
    earlier = script("common.earlier")
    monkeypatch.setenv(earlier.EARLIER, str(Path(diamonds_solver.__file__).parents[1]))
    rng = random.Random(5)
    for view in (random_view(rng), random_view(rng), before_play(rng, Phase.PASS)):
        assert earlier.earlier(view, 3) == earlier.today(view, 3)
    program = earlier._program()
    program.communicate()
    assert program.returncode == 0


def test_nets_are_written_into_their_headers(script: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each in place of that of its game; its letters are its numbers, up to half of a step of their unit."""
    learn = script("learn")
    net = learn.NETS["play"]
    text = net.header.read_text(encoding="utf-8")
    monkeypatch.setattr(learn, "CSRC", tmp_path)
    net.header.parent.mkdir(parents=True)
    net.header.write_text(text, encoding="utf-8")
    units = {"4 teams": 128, "6 teams": 64, "4 teams Perfect": 64}
    numbers = {
        game: np.random.default_rng(3).normal(size=(5 + 1 + 32) * many + 2 * 32 + 1).astype(np.float32) for game, many in units.items()
    }
    for game, comment in (("4 teams", "one"), ("6 teams", "other"), ("4 teams", "again"), ("4 teams Perfect", "perfect")):
        learn.write_header(net, game, learn.definition(net, game, comment, numbers[game]))
    text = net.header.read_text(encoding="utf-8")
    rows = ("{4, 2, 10, &play_4_teams},", "{4, 2, 13, &play_4_teams_perfect},", "{6, 3, 10, &play_6_teams},")
    for line in (*rows, "/* other */", "/* again */", "/* perfect */"):
        assert text.count(line) == 1
    assert "/* one */" not in text
    places, kept = learn.once(np.array([[0, 0], [3, 0], [0, 0], [0, 1]]))
    assert (places.tolist(), kept.tolist()) == ([0, 1, 0, 2], [[0, 0], [3, 0], [0, 1]]), "rows of 0 stand once"
    for game, many in units.items():
        unit, (out_bias, _, _, out, first, second) = learn.packed(numbers[game], many)
        assert f"    {many}, {unit.hex()}, {int(out_bias)}," in text
        assert abs(unit * out).max() > 0
        weights = numbers[game][: 5 * many].reshape(5, -1)
        assert (abs(first - weights / abs(weights).max(axis=0) * learn.LEVELS) <= 0.5).all()
        letters = "".join(chr(learn.ZERO + weight) for weight in first[0]).replace("\\", "\\\\").replace("?", "\\?")
        assert f'_first[][{many + 1}] = {{\n    "{letters}",\n' in text
        assert abs(second).max() == learn.LEVELS


def test_mutants_are_linked_as_the_tests_in_c_are(script: Any) -> None:
    """Else no mutant is: the functions that tests let fail stand in the Makefile, too."""
    wrapped = re.search(r"^WRAPPED := .*--wrap=,(.*)\)$", (BENCHMARKS.parent / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    assert wrapped
    assert tuple(wrapped[1].split()) == script("mutation").MEMORY
