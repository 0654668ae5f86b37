"""``diamonds report`` and ``diamonds analyse --html``: where the page goes, and what is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

import diamonds_solver as ds
from diamonds_solver.games.diams.records.notation import example_path
from tests.program import diamonds
from tests.test_report import data_of

QUICK = ("--hindsight-only", "--seed", "1")


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("game") / "game.dia"
    path.write_text(ds.dumps(ds.example("mid-trick")), encoding="utf-8")
    return str(path)


def test_page_goes_to_a_file_or_to_standard_output(game: str, tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    run = diamonds("report", game, "-o", str(path), *QUICK)
    assert (run.code, run.out) == (0, "")
    assert f"{path}: 2 decisions, 0 with a mark" in run.err
    assert diamonds("report", game, *QUICK).out.strip() == path.read_text(encoding="utf-8").strip()


def test_analyse_makes_the_same_page(game: str, tmp_path: Path) -> None:
    one, other = tmp_path / "one.html", tmp_path / "other.html"
    assert diamonds("report", game, "-o", str(one), "--worlds", "8", "--engine", "playout", "--seed", "1", "-q").code == 0
    run = diamonds("analyse", game, "--html", str(other), "--worlds", "8", "--engine", "playout", "--seed", "1")
    assert run.code == 0
    assert "decision" in run.out
    assert one.read_text(encoding="utf-8") == other.read_text(encoding="utf-8")


def test_what_is_refused(game: str, tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    for arguments, code, message in (
        ((str(tmp_path / "none.dia"), "-o", str(path)), 3, "E-FILE"),
        ((game, "-o", str(tmp_path / "none" / "page.html")), 3, str(Path("none", "page.html"))),
        ((ds.dumps(ds.example("ending")), "-o", str(path)), 3, "E-EMPTY"),
        (("diamonds 1\nplay X5", "-o", str(path)), 3, "E-PLAY"),
    ):
        run = diamonds("report", *arguments, *QUICK)
        assert (run.code, run.out) == (code, "")
        assert message in run.err
        assert "Traceback" not in run.err
    text = Path(game).read_text(encoding="utf-8")
    assert diamonds("report", "-", *QUICK, stdin=text + "\n" + text).code == 2
    assert not path.exists()


def test_a_round_of_diams_has_the_tables_of_both_sides(tmp_path: Path) -> None:
    """What the player saw, and all cards."""
    path, page = tmp_path / "lap.dia", tmp_path / "lap.html"
    path.write_text(example_path("diams-lap").read_text("utf-8") + "play =7\n", encoding="utf-8")
    assert diamonds("report", str(path), "-o", str(page), "--worlds", "4", "--engine", "playout", "--seed", "1").code == 0
    opened, seen = (table["state"] for table in data_of(page.read_text(encoding="utf-8"))["tables"][0])
    assert (opened["hand"]["P1"], seen["hand"]["P1"], seen["safe"]["P1"]) == ("9 7 7 2", "+4", "+3")
    assert all((state["market"], state["turn"]) == ("9*,7*,1", "P3") for state in (opened, seen))
