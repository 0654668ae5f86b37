"""Tables of values: what stands in them, that they are made once however often they are interrupted, and what they show."""

from __future__ import annotations

import csv
import io
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import diamonds_solver as ds
from diamonds_solver.common.executors import Cluster, ClusterError, Threads, _checked
from diamonds_solver.common.files import TextError
from diamonds_solver.common.interrupts import ending_signals
from diamonds_solver.common.version import build_id
from diamonds_solver.common.wording import safe_cell
from diamonds_solver.errors import DiamondsError
from diamonds_solver.game import EvaluateOptions
from diamonds_solver.games import find_game
from diamonds_solver.games.records import iter_records
from diamonds_solver.tables.rows import COLUMNS, Deals, Item, TableQuestion, answer, blocks_of, dealt, make_rows
from diamonds_solver.tables.store import CsvFormat, NdjsonFormat, Store, TableError, format_of
from diamonds_solver.tables.summary import PERCENTILES, rows_of, summarise
from tests.program import PATIENCE, assert_plain_error, diamonds

SMALL = ("--deals", "12", "-p", "2", "--cards", "4", "--seed", "1", "--block", "5")


def rows(*args: str, stdin: str = "") -> list[dict[str, Any]]:
    found = diamonds("table", "--json", "-q", *args, stdin=stdin)
    assert found.code == 0, found.err
    return [json.loads(line) for line in found.out.splitlines()]


# -- rows ---------------------------------------------------------------------------------------------------------------------------------


def test_a_row_for_each_move_says_what_solve_says() -> None:
    found = rows(*SMALL)
    numbers = sorted({row["number"] for row in found})
    assert numbers == list(range(1, 13))
    for number in numbers:
        record = find_game("diamonds").records.deal((1, number), {"players": 2, "cards": 4}, None)
        solution = ds.solve(record.position())
        told = [(row["move"], row["value"], row["loss"], row["best"]) for row in found if row["number"] == number]
        assert told == [(str(each.move), each.value, each.loss, each.best) for each in solution.moves]
        assert all(row["lower"] == row["value"] == row["upper"] and row["exact"] for row in found)


def test_a_row_for_each_deal_has_the_best_move() -> None:
    by_move, by_deal = rows(*SMALL), rows(*SMALL, "--rows", "deal")
    assert len(by_deal) == 12
    for row in by_deal:
        moves = [each for each in by_move if each["number"] == row["number"]]
        assert row["value"] == max(each["value"] for each in moves)
        assert row["move"] in [each["move"] for each in moves if each["best"]]


def test_each_player_leads_in_turn() -> None:
    found = rows("--deals", "2", "-p", "3", "--rows", "deal", "--leaders", "all", "--seed", "1")
    assert [row["leader"] for row in found] == ["P1", "P2", "P3"] * 2
    assert all(row["seat"] == row["leader"] for row in found)


def test_objectives_and_models() -> None:
    found = rows("--objective", "margin", "--objective", "points", "--model", "paranoid", "--model", "maxn", str(ds_example("ending")))
    assert list(dict.fromkeys((row["objective"], row["model"]) for row in found)) == [
        ("margin", "paranoid"),
        ("points", "paranoid"),
        ("points", "maxn"),
    ]
    gains = next(row for row in found if row["model"] == "maxn")
    assert len(gains["gains"].split()) == 4
    assert float(gains["gains"].split()[3]) == gains["value"]


def ds_example(name: str) -> Path:
    return Path(str(find_game("diamonds").examples()[name]))


def test_a_limit_leaves_bounds() -> None:
    found = rows("--deals", "1", "-p", "4", "--rows", "deal", "--nodes", "100", "--seed", "1")
    assert not found[0]["exact"]
    assert found[0]["value"] is None
    assert found[0]["lower"] < found[0]["upper"]


def test_advice() -> None:
    found = rows("--ask", "advise", "--engine", "playout", "--worlds", "40", "--seed", "3", str(ds_example("advice")))
    advice = ds.advise(ds.example("advice"), engine="playout", worlds=40, seed=4)  # the seed and the record's number
    assert [row["move"] for row in found] == [str(each.move) for each in advice.moves]
    assert [row["value"] for row in found] == pytest.approx([each.mean for each in advice.moves])
    assert all(row["lower"] <= row["value"] <= row["upper"] and row["worlds"] == 40 for row in found)


def test_evaluations_of_random_hands() -> None:
    options = ("--ask", "evaluate", "--worlds", "20", "--seed", "3", "--deals", "2", "-p", "3")
    found = rows(*options)
    deals = Deals("diamonds", 3, {"players": 3}, are_hands=True)
    game = find_game("diamonds")
    assert game.evaluating is not None
    for number in (1, 2):
        own = [row for row in found if row["number"] == number]
        told = game.evaluating.evaluate(deals.record(number), EvaluateOptions("margin", 3 + number, 20), None, None).to_dict()
        by_name = {row["measure"]: row for row in own}
        for name, expected in {"best": told["best"]["margin"], "rules": told["by_rules"]["margin"], "gain": told["gain"]}.items():
            row = by_name[name]
            assert [row["value"], row["sem"], row["lower"], row["upper"]] == pytest.approx(
                [expected["mean"], expected["sem"], *expected["interval"]], abs=1e-6
            )
        assert by_name["rank"]["value"] == pytest.approx(told["rank"]["percentile"], abs=1e-4)
        passes = [(row["move"], row["loss"]) for row in own if row["measure"] == "pass"]
        listed = [each for choices in told["passes"] for each in choices["passes"]]
        assert passes == [(each["pass"], pytest.approx(each["loss"], abs=1e-6)) for each in listed]
        assert {row["worlds"] for row in own} == {20}
        assert {row["id"] for row in own} == {f"hand-3-{number}"}
    assert {row["value"] for row in rows(*options, "--rows", "deal")} == {row["value"] for row in found if row["measure"] == "best"}


@pytest.mark.parametrize(
    ("game", "main", "others"),
    [("diamoniak", "win", {"turns", "win_within_8"}), ("diams", "value", {"margin", "chips", "place_2", "secured_1"})],
)
def test_evaluations_of_positions(game: str, main: str, others: set[str]) -> None:
    record = diamonds("deal", "-g", game, "-p", "2", "--seed", "2").out
    found = rows("--ask", "evaluate", "--worlds", "8", "--seed", "1", "-", stdin=record)
    assert found[0]["measure"] == main
    assert others <= {row["measure"] for row in found}
    assert all(row["lower"] <= row["value"] <= row["upper"] and row["worlds"] == 8 for row in found)
    assert [row["seat"] for row in found if row["measure"] == "win"] == (["P1", "P2"] if game == "diamoniak" else [])


def test_another_game() -> None:
    found = rows("--ask", "advise", "--worlds", "5", "--engine", "playout", "--deals", "1", "-g", "diamoniak", "-p", "2", "--seed", "1")
    assert {row["game"] for row in found} == {"diamoniak"}


def test_a_bad_record_is_reported_and_left_out() -> None:
    text = "diamonds 1; players 2; hand P1 D9; hand P2 D9\ndiamonds 1; players 2; hand P1 D9,8; hand P2 H1,2\ndiamonds 1; players 2"
    found = diamonds("table", "--json", "-", stdin=text)
    assert found.code == 3
    assert "E-CARD-TWICE" in found.err
    assert "E-HIDDEN" in found.err
    assert "Traceback" not in found.err
    assert {json.loads(line)["number"] for line in found.out.splitlines()} == {2}


def test_threads_change_nothing() -> None:
    assert rows(*SMALL, "--threads", "1") == rows(*SMALL, "--threads", "3")


# -- files --------------------------------------------------------------------------------------------------------------------------------


def test_csv_is_for_spreadsheets_and_programs(tmp_path: Path) -> None:
    assert diamonds("table", *SMALL, "-o", str(tmp_path / "a.csv")).code == 0
    assert diamonds("table", *SMALL, "-o", str(tmp_path / "b.csv"), "--excel").code == 0
    with (tmp_path / "a.csv").open(newline="") as file:
        plain = list(csv.reader(file))
    assert plain[0] == list(COLUMNS)
    assert len(plain) == 1 + len(rows(*SMALL))
    text = (tmp_path / "b.csv").read_bytes()
    assert text.startswith(b"\xef\xbb\xbfkey;")
    with (tmp_path / "b.csv").open(encoding="utf-8-sig", newline="") as file:
        excel = [[cell.replace(",", ".") for cell in row] for row in csv.reader(file, delimiter=";")]
    assert excel[1:] == [[cell.replace(",", ".") for cell in row] for row in plain[1:]]


@pytest.mark.parametrize(("text", "safe"), [("=1+1", "'=1+1"), ("-x", "'-x"), ("@a", "'@a"), ("Ann", "Ann"), ("C3>P1", "C3>P1"), ("", "")])
def test_no_cell_is_a_formula(text: str, safe: str) -> None:
    assert safe_cell(text) == safe


@pytest.mark.parametrize(("text", "safe"), [("a\0b", "a\\u0000b"), ("\x1b[1m", "\\u001b[1m"), ("a\nb", "a\nb"), ("\r=1", "\\u000d=1")])
def test_no_cell_has_what_is_in_no_text(text: str, safe: str) -> None:
    assert safe_cell(text) == safe


def test_a_record_s_name_is_no_formula(tmp_path: Path) -> None:
    out = tmp_path / "a.csv"
    diamonds("table", "-o", str(out), "diamonds 1; id =1+1; players 2; hand P1 D9,8; hand P2 H1,2")
    assert "'=1+1" in out.read_text()


def test_a_table_that_exists_is_kept(tmp_path: Path) -> None:
    out = tmp_path / "a.ndjson"
    assert diamonds("table", *SMALL, "-o", str(out)).code == 0
    before = out.read_bytes()
    assert_plain_error(diamonds("table", *SMALL, "-o", str(out)), 3)
    assert out.read_bytes() == before
    assert diamonds("table", *SMALL[:-4], "--seed", "2", "-o", str(out), "--force").code == 0
    assert out.read_bytes() != before


def test_other_options_do_not_go_on(tmp_path: Path) -> None:
    out = tmp_path / "a.ndjson"
    question = TableQuestion()
    with Store(out, {"question": question.to_dict()}, NdjsonFormat()) as store:
        assert not store.claim("0")
        store.add("0", [])
        with pytest.raises(TableError, match="another process"):
            Store(out, {"question": question.to_dict()}, NdjsonFormat())
    with pytest.raises(TableError, match="rows"):
        Store(out, {"question": TableQuestion(rows="deal").to_dict()}, NdjsonFormat())
    with Store(out, {"question": TableQuestion(rows="deal").to_dict()}, NdjsonFormat(), force=True) as store:
        assert not store.claim("0")


@pytest.mark.parametrize(
    "args",
    [
        ("-o", "x.foo", "--deals", "1"),
        ("-o", "x.ndjson", "--excel", "--deals", "1"),
        ("--deals", "1", "--objective", "foo"),
        ("--deals", "1", "x.dia"),
        ("--players", "2", "x.dia"),
        ("--deals", "1", "--worlds", "5"),
        ("--deals", "1", "--ask", "evaluate", "--engine", "playout"),
        ("--deals", "1", "--ask", "evaluate", "--objective", "win"),
        ("--deals", "1", "--ask", "evaluate", "--cards", "3"),
        ("--deals", "1", "--ask", "evaluate", "--leaders", "all"),
        ("--deals", "1", "--ask", "evaluate", "--worlds", "1"),
        ("--deals", "1", "--ask", "advise", "--model", "maxn"),
        ("--deals", "1", "--players", "9"),
        ("--deals", "1", "--cards", "3", "-p", "2", "--leaders", "all"),
    ],
)
def test_bad_options(args: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    found = diamonds("table", *args)
    assert found.code in (2, 3)
    assert "Traceback" not in found.err
    assert found.err.strip()
    assert list(tmp_path.iterdir()) == []


def test_other_leaders_of_a_round_that_has_begun() -> None:
    """What is in the way is said: cards of the play, or the tricks before hands that are no longer whole."""
    ending = "diamonds 1; players 2; hand P1 D15 S7; hand P2 H11 S8; lead P2"
    for play, why in (("", "the record begins after 4 tricks, and the winner"), ("; play S8", "who leads is settled once a card")):
        assert f"error: {why}" in " ".join(diamonds("table", "--leaders", "all", ending + play).err.split())


def kept(out: Path, sources: Path, names: list[str]) -> list[str]:
    """Begins a table of the records `names` and stops it before the tables are joined; the blocks that are kept."""
    hands = [(name, "" if hand == "hidden" else f"; hand P2 {hand}") for name, hand in map(str.split, names)]
    sources.write_text("\n".join(f"diamonds 1; id {name}; players 2; hand P1 D9,8{hand}" for name, hand in hands))
    blocks = list(
        blocks_of(
            (Item(number, record) for number, record in enumerate(iter_records(io.BytesIO(sources.read_bytes()), str(sources)), 1)), 2
        )
    )
    question = TableQuestion()
    settings = {"question": question.to_dict(), "deals": None, "block": 2, "excel": False}
    with Store(out, settings, NdjsonFormat()) as store:
        for block in blocks:
            found = answer(question, None, block)
            assert found is not None
            if not store.claim(block.name):
                store.add(block.name, found.rows, "".join(str(error.code) for _, error in found.errors))
    return [block.name for block in blocks]


def test_other_records_are_not_taken_for_those_of_before(tmp_path: Path) -> None:
    out, sources = tmp_path / "a.ndjson", tmp_path / "a.dia"
    first = kept(out, sources, ["a H1,2", "b H3,4", "c H5,6", "d H7,8"])
    again = kept(out, sources, ["a H1,2", "b H3,4", "e H5,6"])
    assert first[0] == again[0]
    assert first[1] != again[1]
    assert diamonds("table", str(sources), "-o", str(out), "--block", "2").code == 0
    assert [json.loads(line)["id"] for line in out.read_text().splitlines()] == list("aabbee")
    assert not out.with_name("a.ndjson.parts").exists()


def test_bad_records_of_kept_blocks_are_told_again(tmp_path: Path) -> None:
    out, sources = tmp_path / "a.ndjson", tmp_path / "a.dia"
    kept(out, sources, ["a H1,2", "b hidden"])
    found = diamonds("table", str(sources), "-o", str(out), "--block", "2")
    assert found.code == 3
    assert "E-HIDDEN" in found.err
    assert {json.loads(line)["id"] for line in out.read_text().splitlines()} == {"a"}


def test_what_lies_in_the_folder_does_no_harm(tmp_path: Path) -> None:
    out = tmp_path / "a.csv"
    settings = {"excel": False}
    with Store(out, settings, CsvFormat()) as store:
        store.add("x", [])
    parts = out.with_name("a.csv.parts")
    (parts / ".0123.tmp").write_text("half a block")
    with pytest.raises(TableError, match="excel"):
        Store(out, {"excel": True}, CsvFormat(excel=True))
    with Store(out, settings, CsvFormat()) as store:
        assert sorted(path.name for path in parts.iterdir()) == ["lock", "table.json", "x.part"]
    (parts / "table.json").write_text("[")
    with pytest.raises(TableError, match="cannot be read"):
        Store(out, settings, CsvFormat())
    with Store(out, settings, CsvFormat(), force=True):
        pass
    assert list(tmp_path.iterdir()) == []


def test_a_question_that_no_deal_can_answer_is_told_once(tmp_path: Path) -> None:
    found = diamonds("table", *SMALL, "--objective", "win", "-o", str(tmp_path / "a.csv"))
    assert found.code == 3
    assert found.err.count("E-OBJECTIVE") == 1
    assert list(tmp_path.iterdir()) == []


def kill_when(command: list[str], is_time: Callable[[], bool]) -> None:
    """Runs the program and kills it, with all it holds in memory, once `is_time`."""
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        deadline = time.monotonic() + PATIENCE
        while not is_time() and process.poll() is None and time.monotonic() < deadline:
            time.sleep(0.005)
        process.send_signal(signal.SIGKILL)


@pytest.mark.posix
@pytest.mark.long
def test_killed_twice_it_ends_the_same(tmp_path: Path) -> None:
    whole, broken = tmp_path / "whole.ndjson", tmp_path / "broken.ndjson"
    options = ["--deals", "200", "-p", "2", "--rows", "deal", "--seed", "5", "--block", "4", "-q"]
    command = [sys.executable, "-m", "diamonds_solver", "table", *options]
    assert subprocess.run([*command, "-o", str(whole)], check=False, timeout=PATIENCE).returncode == 0
    parts = broken.with_name("broken.ndjson.parts")
    for least in (3, 20):
        kill_when([*command, "-o", str(broken)], lambda least=least: len(list(parts.glob("*.part"))) >= least)  # type: ignore[misc]
        assert not broken.exists()
    assert subprocess.run([*command, "-o", str(broken)], check=False, timeout=PATIENCE).returncode == 0
    assert broken.read_bytes() == whole.read_bytes()
    assert not parts.exists()


@pytest.mark.posix
def test_interrupted_it_says_how_to_go_on(tmp_path: Path) -> None:
    out = tmp_path / "a.ndjson"
    command = [
        sys.executable,
        "-m",
        "diamonds_solver",
        "table",
        "--deals",
        "5000",
        "-p",
        "3",
        "--seed",
        "5",
        "--block",
        "2",
        "-o",
        str(out),
    ]
    with subprocess.Popen(
        command, stderr=subprocess.PIPE, preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler)
    ) as run:
        while not list(tmp_path.glob("a.ndjson.parts/*.part")):
            time.sleep(0.01)
        os.kill(run.pid, signal.SIGINT)
        _, error = run.communicate(timeout=PATIENCE)
    assert run.returncode == 130
    assert b"the same command goes on" in error
    assert b"Traceback" not in error


# -- Parquet, clusters --------------------------------------------------------------------------------------------------------------------


@pytest.mark.extra
def test_parquet_has_the_same_rows(tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet", reason="needs the extra 'table'")
    out = tmp_path / "a.parquet"
    assert diamonds("table", *SMALL, "-o", str(out)).code == 0
    table = parquet.read_table(out)
    assert table.to_pylist() == rows(*SMALL)
    assert json.loads(table.schema.metadata[b"diamonds"])["deals"]["seed"] == 1
    assert parquet.ParquetFile(out).metadata.row_group(0).column(0).compression == "ZSTD"
    filtered = tmp_path / "b.parquet"  # by another program, which drops the metadata
    parquet.write_table(table.replace_schema_metadata(None).slice(0, 3), filtered)
    assert diamonds("table", "summary", str(filtered)).code == 0
    parquet.write_table(table.select(["seat"]).replace_schema_metadata(None), filtered)
    assert diamonds("table", "summary", str(filtered)).code == 3


def slow_answer() -> Callable[[int, Callable[[], bool] | None], int]:
    """A task that takes a while. Made here it goes to workers as a whole: with plain pytest they could not find it by its name."""

    def answered(block: int, should_stop: Callable[[], bool] | None) -> int:
        time.sleep(0.02)
        return block * block

    return answered


@pytest.mark.posix
@pytest.mark.extra
@pytest.mark.filterwarnings("ignore")
def test_a_cluster_gives_the_same_rows_and_outlives_a_worker(tmp_path: Path) -> None:
    pytest.importorskip("distributed", reason="needs the extra 'dask'")
    question, deals = TableQuestion(rows="deal"), Deals("diamonds", 5, {"players": 2})
    blocks = list(blocks_of(dealt(120), 3))
    with Threads(1) as here:
        expected = {found.block.number: found.rows for found in make_rows(question, deals, blocks, here, lambda _: False)}
    with Cluster("local:2") as workers:
        found: dict[int, Any] = {}
        for answered in make_rows(question, deals, blocks, workers, lambda _: False):
            if not found:
                victim = next(iter(workers._local.workers.values()))
                os.kill(victim.pid, signal.SIGKILL)
            assert answered.block.number not in found
            found[answered.block.number] = answered.rows
        assert sorted(workers.map(slow_answer(), range(10))) == [n * n for n in range(10)]
    assert found == expected


@pytest.mark.extra
@pytest.mark.filterwarnings("ignore")
def test_a_cluster_without_workers_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("distributed", reason="needs the extra 'dask'")
    monkeypatch.setattr("diamonds_solver.common.executors._LONELY", 1)
    with Cluster("local:1") as workers:
        answers = workers.map(slow_answer(), range(1000))
        assert next(answers) is not None
        workers._local.scale(0)
        with pytest.raises(ClusterError, match="no workers any more"):
            list(answers)


@pytest.mark.posix
@pytest.mark.extra
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM"])
def test_ctrl_c_is_heard_on_a_cluster_where_python_drops_it(name: str) -> None:
    """Python drops a KeyboardInterrupt that comes in a `__del__`, which futures of Dask have: the work went on."""
    pytest.importorskip("distributed", reason="needs the extra 'dask'")

    class Future:
        def __del__(self) -> None:
            signal.raise_signal(getattr(signal, name))

    with ending_signals(), Cluster("local:1") as workers:
        answers = workers.map(slow_answer(), range(1000))
        assert next(answers) is not None
        Future()
        with pytest.raises(KeyboardInterrupt):
            list(answers)


@pytest.mark.posix
@pytest.mark.extra
def test_ctrl_c_on_a_cluster_here_is_for_the_first_process(tmp_path: Path) -> None:
    pytest.importorskip("distributed", reason="needs the extra 'dask'")
    out = tmp_path / "a.ndjson"
    options = ["--deals", "100000", "-p", "2", "--seed", "5", "--block", "2", "--cluster", "local:1", "-o", str(out)]
    command = [sys.executable, "-m", "diamonds_solver", "table", *options]
    with subprocess.Popen(
        command, stderr=subprocess.PIPE, start_new_session=True, preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler)
    ) as run:
        deadline = time.monotonic() + PATIENCE
        while not list(tmp_path.glob("a.ndjson.parts/*.part")) and time.monotonic() < deadline:
            time.sleep(0.01)
        os.killpg(run.pid, signal.SIGINT)
        try:
            _, error = run.communicate(timeout=PATIENCE)
        finally:
            run.kill()
    assert run.returncode == 130
    assert b"the same command goes on" in error
    assert b"Traceback" not in error


def test_a_worker_of_another_build_is_refused() -> None:
    with pytest.raises(ClusterError, match="build"):
        _checked("another", slow_answer(), 2)
    assert _checked(build_id(), slow_answer(), 2) == 4


@pytest.mark.extra
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("address", ["local:x", "local:0", "tcp://127.0.0.1:1", "foo"])
def test_a_cluster_that_is_not_there(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("distributed", reason="needs the extra 'dask'")
    monkeypatch.setattr("diamonds_solver.common.executors._PATIENCE", 1)
    with pytest.raises(ClusterError):
        Cluster(address)


# -- what a table shows -------------------------------------------------------------------------------------------------------------------


def test_summary_is_of_the_rows(tmp_path: Path) -> None:
    told = rows(*SMALL)
    for name in ("a.ndjson", "a.csv"):
        out = tmp_path / name
        assert diamonds("table", *SMALL, "-o", str(out)).code == 0
        for best in (False, True):
            values = np.array([row["value"] for row in told if row["seat"] == "P1" and (row["best"] or not best)])
            where = [("seat", "P1"), *([("best", "true")] if best else [])]
            (group,) = summarise(out, where=where)
            assert group.mean.value == pytest.approx(values.mean())
            assert group.percentiles() == np.percentile(values, PERCENTILES).tolist()
        groups = summarise(out, by=("seat", "number"))
        assert [group.key for group in groups] == sorted({(row["seat"], row["number"]) for row in told})


def test_a_table_that_another_program_has_filtered_is_read_by_its_columns(tmp_path: Path) -> None:
    """Columns left out, added and in another order, a number of the row in front, words as other programs write them."""
    whole = tmp_path / "a.csv"
    assert diamonds("table", "make", "--deals", "2", "-p", "2", "--cards", "2", "--seed", "1", "-q", "-o", str(whole)).code == 0
    with whole.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    kept = ["", "value", "best", "players", "assumed", "game"]
    lines = [",".join(kept)] + [f'{n},{row["value"]},{row["best"].title()},{row["players"]}.0,,"diamonds"' for n, row in enumerate(rows)]
    (tmp_path / "b.csv").write_text("\n".join(lines), encoding="utf-8")
    few = [
        json.dumps({"value": float(row["value"]), "best": row["best"] == "true", "players": 2, "assumed": None, "game": "diamonds"})
        for row in rows
    ]
    (tmp_path / "b.ndjson").write_text("\n".join(few), encoding="utf-8")
    arguments = ("--by", "players", "--where", "best=true")
    expected = diamonds("table", "summary", str(whole), *arguments)
    assert expected.code == 0
    for name in ("b.csv", "b.ndjson"):
        assert diamonds("table", "summary", str(tmp_path / name), *arguments).out == expected.out
    assert diamonds("table", "summary", str(tmp_path / "b.csv"), "--column", "nodes").code == 3


def test_summary_as_the_command_writes_it(tmp_path: Path) -> None:
    out = tmp_path / "a.ndjson"
    diamonds("table", *SMALL, "-o", str(out))
    text = diamonds("table", "summary", str(out), "--by", "seat")
    assert text.code == 0
    assert text.out.splitlines()[0].split()[:3] == ["seat", "rows", "mean"]
    told = [json.loads(line) for line in diamonds("table", "summary", str(out), "--by", "seat", "--json").out.splitlines()]
    assert [each["seat"] for each in told] == ["P1", "P2"]
    assert sum(each["rows"] for each in told) == len(rows(*SMALL))


@pytest.mark.parametrize("name", ["a.csv", pytest.param("a.parquet", marks=pytest.mark.extra)])
def test_a_table_tells_what_its_numbers_rest_on(name: str, tmp_path: Path) -> None:
    """What the rules' texts leave out and a record does not say either: on standard error, in every row, and in the summary."""
    if name.endswith(".parquet"):
        pytest.importorskip("pyarrow", reason="needs the extra 'table'")
    out = tmp_path / name
    own = "diams 1; players 2; values " + " ".join(["1/2/3"] * 10) + "; hand P1 9,3,1; hand P2 8,5,4; market 10,5,3"
    records = [own, "diams 1; players 2; hand P1 9,3,1; hand P2 8,5,4; market 10,5,3", "diamoniak 1; players 2; price discard"]
    made = diamonds("table", *records, "--ask", "evaluate", "--worlds", "2", "--rows", "deal", "--seed", "1", "-o", str(out))
    values, loupes = (f"note: Diam's: the {field} are invented: " for field in ("values", "loupes"))
    assert made.code == 0
    assert made.err.count(values) == made.err.count(loupes) == 1
    assert "Diamoniak" not in made.err
    assert [row["assumed"] for row in rows_of(out, ["assumed"])] == ["loupes", "values loupes", None]
    found = diamonds("table", "summary", str(out), "--by", "number", "--json")
    assert [len(json.loads(line)["notes"]) for line in found.out.splitlines()] == [1, 2, 0]
    assert found.err.count(values) == found.err.count(loupes) == 1
    assert diamonds("table", "summary", str(out), "--where", "game=diamoniak").err == ""


@pytest.mark.parametrize("args", [("--by", "foo"), ("--column", "move"), ("--where", "seat")])
def test_summary_of_what_is_not_there(args: tuple[str, ...], tmp_path: Path) -> None:
    out = tmp_path / "a.ndjson"
    diamonds("table", *SMALL, "-o", str(out))
    found = diamonds("table", "summary", str(out), *args)
    assert found.code in (2, 3)
    assert "Traceback" not in found.err


def test_one_best_move_of_each_position(tmp_path: Path) -> None:
    out = tmp_path / "a.csv"
    diamonds("table", *SMALL, "-o", str(out))
    (group,) = summarise(out, best_only=True)
    assert group.values.tolist() == [row["value"] for row in rows(*SMALL, "--rows", "deal")]
    assert len(summarise(out, where=[("best", "True"), ("loss", "0")])[0].values) > len(group.values)  # there are ties


@pytest.mark.parametrize(
    "cell", [{"value": "a"}, {"value": 10**400}, {"value": float("inf")}, {"seat": [1]}, {"seat": 5}, {"players": 2.5}, {"best": 1}]
)
def test_cells_that_cannot_be_a_table_s(cell: dict[str, Any], tmp_path: Path) -> None:
    line = {**dict.fromkeys(COLUMNS), "value": 1, "seat": "P1"}
    out = tmp_path / "a.ndjson"
    out.write_text(f"{json.dumps(line)}\n{json.dumps(line | cell)}\n")
    with pytest.raises(TableError, match=r"a\.ndjson:2:"):
        summarise(out, by=("seat", "players", "best"))


NO_NUMBER = ",".join("yes" if column == "value" else "" for column in COLUMNS).encode()


@pytest.mark.parametrize("line", [b"\xff\xfe", b"x" * 200_000, b"\0,,", NO_NUMBER])
def test_lines_that_cannot_be_a_table_s(line: bytes, tmp_path: Path) -> None:
    out = tmp_path / "a.csv"
    out.write_bytes(CsvFormat().head() + line + b"\n")
    with pytest.raises((TableError, TextError), match=r"a\.csv:2:"):
        summarise(out)


@pytest.mark.parametrize("text", ["", "x\n", "{}\n", '{"value": 1}\n'])
def test_a_file_that_is_no_table(text: str, tmp_path: Path) -> None:
    for name in ("a.csv", "a.ndjson"):
        (tmp_path / name).write_text(text)
        found = diamonds("table", "summary", str(tmp_path / name))
        assert found.code == (0 if name == "a.ndjson" and not text else 3), (name, text)
        assert "Traceback" not in found.err


def test_blocks_and_answers_of_the_library() -> None:
    (block,) = blocks_of([Item(1, ds.example("ending"))], 5)
    found = answer(TableQuestion(), None, block)
    assert found is not None
    assert found.errors == []
    assert {row["id"] for row in found.rows} == {"ending"}
    assert answer(TableQuestion(), None, block, lambda: True) is None
    assert answer(TableQuestion(), None, block._replace(items=[Item(1, ds.example("advice"))])).errors  # type: ignore[union-attr]
    with pytest.raises(DiamondsError):
        format_of(Path("x"))
