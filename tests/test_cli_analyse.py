"""``diamonds analyse``, and the file that keeps what it has judged."""

from __future__ import annotations

import csv
import io
import json
import os
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

import diamonds_solver as ds
from diamonds_solver import cli
from diamonds_solver.analysis.log import AnalysisFileError, AnalysisLog, key_of
from diamonds_solver.games.records import loads, loads_many

from .program import PATIENCE, assert_plain_error, diamonds, wait_for_work
from .test_analysis import DIAMONDS, ending, judged, told

OPTIONS = ("--engine", "playout", "--worlds", "20", "--seed", "1", "--threads", "1")


def text_of(*records: ds.Record) -> str:
    return "".join(DIAMONDS.records.write(record, "dia") for record in records)


def test_command() -> None:
    code, out, err = diamonds("analyse", *OPTIONS, text_of(ending()))
    assert (code, err) == (0, "note: a certificate of who could have won: diamonds solve GAME --at 6 --no-moves --proof could.proof\n")
    assert out.startswith("ending 1: ")
    assert "player" in out
    assert max(map(len, out.splitlines())) <= 80


def test_a_review_has_the_seed_of_its_record() -> None:
    """The same game gives the same marks wherever it is reviewed, whatever its name."""
    first, again = (ds.analyse(loads(text_of(replace(ending(), id=name))), engine="playout", worlds=20, threads=2) for name in ("a", "b"))
    assert first.seed == again.seed != ds.analyse(ending(seed=2), engine="playout", worlds=20).seed
    assert [one.mark for one in first] == [one.mark for one in again]
    _, out, _ = diamonds("analyse", "--engine", "playout", "--worlds", "20", text_of(ending()))
    assert f"seed {first.seed};" in " ".join(out.split())


def test_command_json_is_one_object_a_game() -> None:
    code, out, _ = diamonds("analyse", *OPTIONS, "--json", text_of(ending(), ending(4)))
    assert code == 0
    lines = [json.loads(line) for line in out.splitlines()]
    assert len(lines) == 2
    lines[0].pop("seconds")
    assert lines[0].pop("ok")
    assert lines[0] == told(ds.analyse(ending(), engine="playout", worlds=20, seed=1))


def test_command_csv_has_safe_cells() -> None:
    record = replace(ending(), names=("-Ann", "@Bob", "Cy"), id="=1+2")
    code, out, _ = diamonds("analyse", *OPTIONS, "--csv", text_of(record, ending(4)))
    assert code == 0
    rows = list(csv.DictReader(io.StringIO(out)))
    assert len(rows) == len(record.play) + len(ending(4).play)
    assert {row["player"] for row in rows[: len(record.play)]} == {"'-Ann", "'@Bob", "Cy"}
    assert rows[0]["game"] == "'=1+2"
    assert {row["forced"] for row in rows} == {"true", "false"}


def test_command_for_many_games_ends_with_a_table() -> None:
    _, out, err = diamonds("analyse", *OPTIONS, text_of(ending(), ending(4), ending()))
    assert "\n2 games together\n" in out
    assert "note: 3 analyses of 2 games: each game counts once\n" in err
    assert [line.split()[:2] for line in out.splitlines() if line.startswith("P1 ")][-1] == ["P1", "2"]


def test_command_goes_on_with_its_file(tmp_path: Path) -> None:
    path = tmp_path / "games.ndjson"
    first = diamonds("analyse", *OPTIONS, "--out", str(path), text_of(ending()))
    assert first[0] == 0
    before = path.read_text()
    code, out, _ = diamonds("analyse", *OPTIONS, "--out", str(path), text_of(ending(), ending(4)))
    assert code == 0
    assert out.startswith("2 games\n")
    after = path.read_text()
    assert after.startswith(before)
    assert after.count("\n") == 2
    code, out, _ = diamonds("analyse", *OPTIONS[:-4], "--threads", "1", "--out", str(path), text_of(ending(), ending(4)))
    assert (code, path.read_text()) == (0, after), "the seed is that of the file"
    code, out, err = diamonds("analyse", *OPTIONS, "--player", "P1", "--out", str(path), text_of(ending()))
    assert (code, out) == (cli.BAD_INPUT, "")
    assert "E-ANALYSIS" in err


def test_command_that_goes_on_leaves_no_game_out(tmp_path: Path) -> None:
    """A game of an earlier run is in the answer, too; what cannot be made of it is refused."""
    options = (*OPTIONS, "--out", str(tmp_path / "games.ndjson"))
    _, first, _ = diamonds("analyse", *options, "--json", text_of(ending()))
    _, both, _ = diamonds("analyse", *options, "--json", text_of(ending(), ending(4)))
    assert both.startswith(first)
    assert both.count("\n") == 2
    other = str(tmp_path / "other")
    for wrong in (["--annotate", other], ["--html", other], ["--csv"]):
        code, _, err = diamonds("analyse", *options, *wrong, text_of(ending()))
        assert code == cli.USAGE
        assert "--out keeps games as JSON" in err


def test_command_annotates(tmp_path: Path) -> None:
    path = tmp_path / "out.dia"
    assert diamonds("analyse", *OPTIONS, "--annotate", str(path), text_of(ending(), ending(4)))[0] == 0
    assert loads_many(path.read_text(encoding="utf-8")) == [ending(), ending(4)]


def test_an_annotated_file_has_the_line_ends_of_the_one_that_was_read(tmp_path: Path) -> None:
    source, path = tmp_path / "in.dia", tmp_path / "out.dia"
    source.write_bytes(b"\xef\xbb\xbf" + text_of(ending(), ending(4)).encode().replace(b"\n", b"\r\n"))
    assert diamonds("analyse", *OPTIONS, "--annotate", str(path), str(source))[0] == 0
    written = path.read_bytes()
    assert written.startswith(b"\xef\xbb\xbfdiamonds")
    assert written.count(b"\xef\xbb\xbf") == 1
    assert written.count(b"\r\n") == written.count(b"\n") > 10


def test_command_writes_a_page(tmp_path: Path) -> None:
    path = tmp_path / "game.html"
    assert diamonds("analyse", *OPTIONS, "--html", str(path), text_of(ending()))[0] == 0
    assert path.read_text(encoding="utf-8").startswith("<!doctype html>")
    assert diamonds("analyse", *OPTIONS, "--html", str(path), text_of(ending(), ending(4)))[0] == cli.USAGE


def test_command_says_what_is_wrong() -> None:
    code, out, err = diamonds("analyse", *OPTIONS, "diamonds 1; players 3; hand P1 D99")
    assert (code, out) == (cli.BAD_INPUT, "")
    assert "<argument>:1:" in err
    code, out, err = diamonds("analyse", *OPTIONS, "--json", text_of(ending()) + "\ndiamonds 1; players 3; hand P1 D99")
    assert code == cli.BAD_INPUT
    assert [("errors" in json.loads(line)) for line in out.splitlines()] == [False, True]
    code, out, err = diamonds("analyse", *OPTIONS, "--player", "Zoe", text_of(ending()))
    assert code == cli.BAD_INPUT
    assert "there is no player 'Zoe'" in err
    for wrong in (["--marks", "1,2"], ["--marks", "2,1,3"], ["--json", "--csv"], ["--round", "0"]):
        assert diamonds("analyse", *OPTIONS, *wrong, text_of(ending()))[0] == cli.USAGE
    assert_plain_error(diamonds("analyse", "nowhere.dia"), cli.BAD_INPUT)


def test_command_marks_in_per_cent() -> None:
    _, out, _ = diamonds("analyse", *OPTIONS, "--json", "--objective", "win", "--marks", "1%,2%,30%", text_of(ending()))
    assert json.loads(out)["thresholds"] == {"?!": 0.01, "?": 0.02, "??": 0.3}


@pytest.mark.posix
def test_interrupted_it_prints_what_was_done(tmp_path: Path) -> None:
    """In the second game, which takes long: the first one is in the file, so everything is loaded by then."""
    path, kept = tmp_path / "game.dia", tmp_path / "kept"
    path.write_text(text_of(ending(), ending(4, 10)))
    process = subprocess.Popen(
        [sys.executable, "-m", "diamonds_solver", "analyse", "--time-limit", "100s", "--seed", "1", "--out", str(kept), str(path)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # a background job inherits a SIGINT that is ignored
    )
    while not (kept.exists() and kept.read_text()):
        wait_for_work(process, 0.05)
    first = kept.read_text()
    wait_for_work(process, 0.05)
    os.killpg(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    assert "Traceback" not in err
    assert "2 games" in out
    assert kept.read_text() == first, "a game that is not whole is not written"
    assert first.count("\n") == 1


def test_a_file_of_analyses_is_gone_on_with(tmp_path: Path) -> None:
    path = tmp_path / "games.ndjson"
    with AnalysisLog(path, {"seed": 1}) as log:
        log.add(judged())
        with pytest.raises(AnalysisFileError, match="another program writes"):
            AnalysisLog(path, {"seed": 1})
    with path.open("a") as file:
        file.write('{"analysis":1,"bu')  # killed while it wrote
    with AnalysisLog(path, {"seed": 1}) as log:
        assert log.games.keys() == {key_of(ending())}
    assert path.read_text().count("\n") == 1
    with pytest.raises(AnalysisFileError, match=r":1: the file has seed 1, but 2 was asked for"):
        AnalysisLog(path, {"seed": 2})
    path.write_text("diamonds 1\n")
    with pytest.raises(AnalysisFileError, match="this line is not an analysis"):
        AnalysisLog(path, {"seed": 1})
