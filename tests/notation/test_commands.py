"""``diamonds check``, ``convert`` and ``show`` as programs see them: output, messages, exit codes."""

from __future__ import annotations

import json
import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from diamonds_solver.games.diamonds.records.notation import dumps
from diamonds_solver.games.records import loads, loads_many
from tests.program import diamonds

GOOD = "diamonds 1; players Ann Zoë; hand Ann D4,3 +8; id good"
BAD = "diamonds 1; players 2; hand P1 D17; dealer 2"
ENDING = "diamonds 1; players 2; lead P1; hand P1 D4,1 H1 C14; hand P2 D11 H12 C11,1"

NOTE = "composed ending: no tricks won so far (else add 'won'), awards from zero"


def test_check_good(tmp_path: Path) -> None:
    (tmp_path / "a.dia").write_text(f"{GOOD}\n{ENDING}\n", encoding="utf-8")
    code, out, err = diamonds("check", str(tmp_path / "a.dia"), GOOD)
    assert (code, out) == (0, "")
    assert err == f"{tmp_path / 'a.dia'}:2:1: note: {NOTE}\n3 good records (1 with notes)\n"
    assert diamonds("check", "--quiet", GOOD) == (0, "", "")


def test_check_bad(tmp_path: Path) -> None:
    path = tmp_path / "a.dia"
    path.write_text(f"{GOOD}\n{BAD}\n", encoding="utf-8")
    code, out, err = diamonds("check", str(path))
    assert (code, out) == (3, "")
    assert f"{path}:2:33: error: rank 17 does not exist [E-RANK]" in err
    assert err.endswith("1 good record, 1 bad with 2 problems\n")


def test_check_json() -> None:
    code, out, err = diamonds("check", "--json", BAD, GOOD)
    assert code == 3
    bad, good = (json.loads(line) for line in out.splitlines())
    found = [(problem["code"], problem["file"], problem["column"]) for problem in bad.pop("errors")]
    assert found == [("E-RANK", "<argument>", 33), ("E-SEAT", "<argument>", 44)]
    assert bad == {"id": None, "ok": False}
    assert good == {"id": "good", "ok": True, "notes": []}
    assert "error" not in err


@pytest.mark.parametrize("form", ["dia", "line", "json"])
def test_convert(tmp_path: Path, form: str) -> None:
    code, out, err = diamonds("convert", GOOD, ENDING, "--to", form)
    assert (code, err) == (0, "")
    assert loads_many(out) == [loads(GOOD), loads(ENDING)]
    assert form == "dia" or out.count("\n") == 2
    path = tmp_path / "out.dia"
    assert diamonds("convert", GOOD, ENDING, "--to", form, "-o", str(path)) == (0, "", "")
    assert path.read_text(encoding="utf-8") == out
    # Onto itself, and to another form and back.
    assert diamonds("convert", str(path), "--to", "json", "-o", str(path))[0] == 0
    assert diamonds("convert", str(path), "--to", form)[1] == out


def test_convert_goes_on_after_bad_records_but_does_not_replace_a_file(tmp_path: Path) -> None:
    code, out, err = diamonds("convert", GOOD, BAD, ENDING, "--to", "line")
    assert code == 3
    assert loads_many(out) == [loads(GOOD), loads(ENDING)]
    assert "E-RANK" in err
    path = tmp_path / "kept.dia"
    path.write_text(dumps(loads(GOOD)) + "\n" + BAD, encoding="utf-8")
    before = path.read_bytes()
    assert diamonds("convert", str(path), "--to", "json", "-o", str(path))[0] == 3
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.posix
def test_convert_onto_itself_replaces_the_file_whole(tmp_path: Path) -> None:
    """Nothing is ever written over the records that are there: another name of the old file keeps them."""
    path, old, link = tmp_path / "a.dia", tmp_path / "old.dia", tmp_path / "link.dia"
    path.write_text(GOOD, encoding="utf-8")
    path.chmod(0o640)
    os.link(path, old)
    link.symlink_to(path)
    assert diamonds("convert", str(link), "--to", "json", "-o", str(link)) == (0, "", "")
    assert old.read_text(encoding="utf-8") == GOOD
    assert path.read_text(encoding="utf-8").startswith("{")
    assert link.is_symlink()
    assert stat.S_IMODE(path.stat().st_mode) == 0o640


@pytest.mark.posix
def test_convert_onto_itself_on_a_full_disk(tmp_path: Path) -> None:
    import resource

    path = tmp_path / "a.dia"
    path.write_text(f"{GOOD}\n" * 100, encoding="utf-8")
    before = path.read_bytes()
    limit = len(before) // 2
    result = subprocess.run(
        [sys.executable, "-m", "diamonds_solver", "convert", str(path), "-o", str(path)],
        capture_output=True,
        check=False,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit)),
    )
    assert result.returncode == 3
    assert result.stderr.decode() == f"diamonds: error: {str(path)!r}: File too large [E-FILE]\n"
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]


def test_convert_to_a_device() -> None:
    """It is written to, not replaced."""
    assert diamonds("convert", GOOD, "--to", "dia", "-o", os.devnull) == (0, "", "")
    assert not Path(os.devnull).is_file()


def test_convert_to_a_folder_that_is_not_there(tmp_path: Path) -> None:
    code, out, err = diamonds("convert", GOOD, "--to", "dia", "-o", str(tmp_path / "no" / "a.dia"))
    assert (code, out) == (3, "")
    assert "a.dia" in err


PLAYED = """\
diamonds 1; id game; players Ann Bob; lead Bob
hand Ann D4,1 H1 C14; hand Bob D11 H12 C11,1; play D11 D4 C11>Ann D1 / H12 H1 C1 C14
"""


def test_show_tricks() -> None:
    code, out, _ = diamonds("show", "-q", "--tricks", "--suits", "ascii", PLAYED)
    assert code == 0
    assert out.splitlines() == [
        "game: 8 decisions, points on the right",
        "trick  leader  cards          winner  crystals                          Ann  Bob",
        "                                                                          3    3",
        "1      Bob     D11 D4 C11 D1  Bob     Bob robs Ann, Bob +1 vault          2    6",
        "2      Bob     H12 H1 C1 C14  Bob     Bob robs Ann, Ann robs Bob, Bob     2    7",
        "                                      +1 showroom",
        "       awards                         Bob +1 vault, Bob +1 showroom,      5   11",
        "                                      Bob robs Ann, Ann +2 vault",
    ]
    state = json.loads(diamonds("show", "-q", "--tricks", "--json", PLAYED)[1])
    assert [trick["trick"] for trick in state["tricks"]] == [1, 2, None]
    assert state["tricks"][-1]["points"] == json.loads(diamonds("show", "-q", "--json", PLAYED)[1])["points"]
    assert state["tricks"][0] == {
        "trick": 1,
        "leader": "P2",
        "moves": ["D11", "D4", "C11", "D1"],
        "winner": "P2",
        "actions": [{"seat": "P2", "suit": "C", "gains": [-1, 1]}, {"seat": "P2", "suit": "D", "gains": [0, 2]}],
        "points": [2, 6],
    }
    assert max(map(len, diamonds("show", "-q", "--tricks", PLAYED)[1].splitlines())) <= 80


def test_tables_take_the_width_that_the_environment_gives(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "120")
    assert "Bob robs Ann, Ann robs Bob, Bob +1 showroom " in diamonds("show", "-q", "--tricks", PLAYED)[1]


def test_show() -> None:
    code, out, err = diamonds("show", "--suits", "ascii", GOOD, ENDING)
    assert code == 0
    assert "D 4 3              10 unknown\n8 unknown\n" in out
    assert out.count("points") == 4
    assert "\n\n2 players" in out
    assert NOTE in err
    assert diamonds("show", "-q", ENDING)[2] == ""
    assert "♦ 4 1" in diamonds("show", "--suits", "unicode", ENDING)[1]


def test_show_json() -> None:
    code, out, _ = diamonds("show", "--json", "-q", ENDING + "; play D4 D11 D1")
    assert code == 0
    assert json.loads(out) == {
        "id": None,
        "ok": True,
        "record": {
            "diamonds": 1,
            "players": 2,
            "hand": {"P1": "D4,1 H1 C14", "P2": "D11 H12 C11,1"},
            "lead": "P1",
            "play": "D4 D11 D1",
        },
        "to_move": "P2",
        "decision": "card",
        "hands": ["H1 C14", "H12 C11,1"],
        "trick": ["D4", "D11", "D1"],
        "showroom": [3, 3],
        "vault": [0, 0],
        "points": [3, 3],
        "took": [[0, 0, 0, 0], [0, 0, 0, 0]],
        "tricks_left": 2,
        "tricks": [
            {"trick": 1, "leader": "P1", "moves": ["D4", "D11", "D1"], "winner": None, "actions": [], "points": [3, 3]},
        ],
    }
    phase = json.loads(diamonds("show", "--json", GOOD + "; phase choose")[1])
    assert (phase["decision"], phase["to_move"], phase["hands"]) == ("count", "P1", ["D4,3 +8", "+10"])
    over = json.loads(diamonds("show", "--json", "-q", "diamonds 1; players 2; hand P1 D4,3; hand P2 D2,1; play D2 D4 D1 D3")[1])
    assert (over["decision"], over["to_move"], over["hands"]) == ("over", None, ["", ""])


def test_show_goes_on_after_bad_records() -> None:
    code, out, err = diamonds("show", BAD, GOOD)
    assert code == 3
    assert "E-RANK" in err
    assert "Zoë" in out
