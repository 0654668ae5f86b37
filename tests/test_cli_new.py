"""Records to begin with: templates and score sheets; and what an error code means."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from diamonds_solver.cli.help import _codes
from diamonds_solver.games import GAMES, find_game
from diamonds_solver.games.diamonds.records.game_record import GameRecord
from diamonds_solver.games.records import loads
from tests.program import diamonds

PLAYERS = [("diamonds", count) for count in range(2, 7)] + [("diams", count) for count in range(2, 6)]
PLAYERS += [("diamoniak", count) for count in range(2, 5)]


@pytest.mark.parametrize(("game", "count"), PLAYERS)
def test_a_template_is_a_good_record(game: str, count: int) -> None:
    answer = diamonds("new", "--game", game, "--players", str(count))
    record = loads(answer.out)
    find_game(game).records.check(record)
    assert (record.game, record.players) == (game, count)


@pytest.mark.parametrize("game", GAMES)
def test_every_field_of_a_template_exists(game: str) -> None:
    text = diamonds("new", "--game", game, "--names", "Ann,Bob K.,Cy").out
    keys = set(find_game(game).records.grammar().keys) | {game}
    fields = [line.removeprefix("# ").split()[0] for line in text.splitlines() if re.match(r"(# )?[a-z]+ ", line)]
    assert len(fields) > 6
    assert set(fields) <= keys


def test_a_template_goes_into_a_new_file(tmp_path: Path) -> None:
    file = tmp_path / "a.dia"
    assert diamonds("new", "-o", str(file)).code == 0
    assert loads(file.read_text(encoding="utf-8")).names == ("Ann", "Bob", "Cy", "Di")
    assert diamonds("new", "-o", str(file)).code == 2


@pytest.mark.parametrize(
    "sheet",
    ["Ann,Bob K.,Cy\n12,9,14\n20,19,21\n", "\ufeffRound;Ann;Bob K.;Cy\r\n1;12;9;14\r\n2;20;19;21\r\n;;;\r\n"],
    ids=["comma", "excel"],
)
def test_a_score_sheet_is_a_game_known_by_its_score(tmp_path: Path, sheet: str) -> None:
    file = tmp_path / "scores.csv"
    file.write_text(sheet, encoding="utf-8", newline="")
    record = loads(diamonds("new", str(file)).out)
    assert isinstance(record, GameRecord)
    assert record.names == ("Ann", "Bob K.", "Cy")
    assert [each.score for each in record.rounds] == [(12, 9, 14), (20, 19, 21)]


@pytest.mark.parametrize(
    ("sheet", "names", "scores", "left_out"),
    [
        ("Round,Ann,Bob,Cy\n1,12,9,14\n2,20,18,30\nTotal,20,18,30\n", "Ann Bob Cy", ["12 9 14", "20 18 30"], "line 4 is not a round"),
        ("Runde;Ann;Bob\n1;12;9\nSumme;12;9\n;12;9\n", "Ann Bob", ["12 9"], "line 4 is not a round, and was left out: it has no number"),
        ("Round,Ann,Bob,Cy\n0,3,3,3\n1,12,9,14\n", "Ann Bob Cy", ["12 9 14"], "left out: '0'"),
        ("No.,Ann,Bob,Cy\nStart,3,3,3\nRound 1,12,9,14\n", "Ann Bob Cy", ["12 9 14"], "left out: 'Start'"),
        ("Ann,Bob,Cy\n1,12,14\n2,20,30\n3,25,40\n", "Ann Bob Cy", ["1 12 14", "2 20 30", "3 25 40"], ""),
        ("Ann,Bob\n1,12\n2,20\n", "Ann Bob", ["1 12", "2 20"], ""),
        (",Ann,Bob\n,12,9\n,20,18\n", "Ann Bob", ["12 9", "20 18"], ""),
        ("Ann,Bob,Total\n12,9,21\n20,18,38\n", "Ann Bob", ["12 9", "20 18"], "column 'Total' is not a player, and was left out"),
        ("Runde;\u03a3;Ann;Bob;\u00d8\n1;21;12;9;10,5\n", "Ann Bob", ["12 9"], "column '\u00d8' is not a player, and was left out"),
    ],
)
def test_a_row_that_is_no_round_is_left_out_and_no_player_is(
    sheet: str, names: str, scores: list[str], left_out: str, tmp_path: Path
) -> None:
    file = tmp_path / "scores.csv"
    file.write_text(sheet, encoding="utf-8")
    answer = diamonds("new", str(file))
    record = loads(answer.out)
    assert record.names == tuple(names.split())
    assert [" ".join(map(str, each.score)) for each in record.rounds] == scores
    assert left_out in answer.err
    assert bool(left_out) == bool(answer.err)


@pytest.mark.parametrize(
    ("sheet", "code", "message"),
    [
        ("Round,Ann,Bob\n1,12,9\n3,20,18\n", "E-SHEET", "round '3' comes where round 2 is expected"),
        ("Round,Ann,Bob\nTotal,12,9\n", "E-SHEET", "no row has the number of a round"),
        ("Ann,Bob\n", "E-SHEET", "a line of names"),
        ("Ann,Bob\n12,x\n", "E-SHEET", "'x' in round 1 is not a number of points"),
        ("Ann,Bob\n12\n", "E-SHEET", "round 1 has 1 number for 2 players"),
        ("Ann,Bob\n20,20\n3,3\n", "E-SCORE", "<record of "),
        ('Ann,Bob\n"1\n2",10\n', "E-SHEET", "'1 2' in round 1 is not a number of points"),
        ("Ann,Bob\n6.5,5\n", "E-SHEET", "'6.5' in round 1 is not a number of points"),
        (f"Ann,Bob\n{'1' * 200_000},2\n", "E-SHEET", "field larger than"),
        ("Ann\n20\n", "E-PLAYERS", "players"),
    ],
)
def test_a_sheet_that_is_none(tmp_path: Path, sheet: str, code: str, message: str) -> None:
    file = tmp_path / "scores.csv"
    file.write_text(sheet, encoding="utf-8")
    answer = diamonds("new", str(file))
    assert answer.code == 3
    assert f"[{code}]" in answer.err
    assert message in answer.err


@pytest.mark.parametrize(("content", "kind"), [("Ann,Bob\n1,2\n".encode("utf-16"), "UTF-16 text"), (b"PK\x03\x04..", "a ZIP file")])
def test_a_spreadsheet_that_is_not_saved_as_text(tmp_path: Path, content: bytes, kind: str) -> None:
    path = tmp_path / "scores.xlsx"
    path.write_bytes(content)
    answer = diamonds("new", str(path))
    assert answer.code == 3
    assert f"scores.xlsx is {kind}" in answer.err


def test_a_sheet_from_a_pipe() -> None:
    assert diamonds("new", "-", stdin="Ann,Bob\n12,9\n").out == "diamonds 1\nplayers Ann Bob\nround 1/4 score 12 9\n"


def test_other_games_have_no_score_sheet(tmp_path: Path) -> None:
    answer = diamonds("new", "--game", "diams", str(tmp_path / "scores.csv"))
    assert answer.code == 2
    assert "cannot be made from a score sheet" in answer.err


def test_names_that_cannot_be() -> None:
    assert "[E-NAME]" in diamonds("new", "--names", "Ann,P2").err
    assert diamonds("new", "--names", "Ann").code == 2


def test_help_on_a_code() -> None:
    answer = diamonds("help", "e-revoke")
    assert answer.out.startswith("E-REVOKE: a card of another suit")
    assert "diamonds check 'diamonds 1; players 2; hand P1 D4 +1; play D5 H2'" in answer.out


def test_a_code_that_games_share_has_all_its_meanings() -> None:
    assert len(_codes()["E-LEADER"]) == 1
    assert "did you mean" in diamonds("help", "E-REVOK").err.lower()


@pytest.mark.parametrize(("args", "shown", "hidden"), [((), "clairvoyant", "cautious"), (("-g", "diamoniak"), "cautious", "clairvoyant")])
def test_help_shows_the_players_of_one_game(args: tuple[str, ...], shown: str, hidden: str) -> None:
    out = diamonds("arena", "--help", *args).out
    assert shown in out
    assert hidden not in out


@pytest.mark.parametrize(
    "sheet",
    [
        "sep=;\nAnn;Bob;Cy\n6;5;4\n12;9;14\n",
        "SEP=,\r\nAnn,Bob,Cy\r\n6,5,4\r\n12,9,14\r\n",
        "Ann,Bob,Cy,\n6,5,4,\n12,9,14,\n",
        "Ann;Bob;Cy;;\n6;5;4;;\n12;9;14;;\n",
        "Ann,Bob,Cy\n6.0,5.0,4.0\n12.00,9,14\n",
        "Ann;Bob;Cy\n6,0;5,0;4\n12;9;14\n",
        '"Ann",Bob,"Cy"\n"6",5,4\n12,9,"14"',
        "No.,Ann,Bob,Cy\n1,6,5,4\n2,12,9,14\n",
        "Nr;Ann;Bob;Cy\n1;6;5;4\n2;12;9;14\n",
        "Partie\tAnn\tBob\tCy\n1\t6\t5\t4\n2\t12\t9\t14\n",
        "Ann\rBob\r".replace("\r", ",") + "Cy\r6,5,4\r12,9,14\r",
    ],
)
def test_what_spreadsheets_write(sheet: str) -> None:
    record = loads(diamonds("new", "-", stdin=sheet).out)
    assert isinstance(record, GameRecord)
    assert record.names == ("Ann", "Bob", "Cy")
    assert [each.score for each in record.rounds] == [(6, 5, 4), (12, 9, 14)]


def test_a_line_break_in_a_name_of_a_sheet() -> None:
    assert loads(diamonds("new", "-", stdin='"Ann\nLee",Bob\n6,5\n').out).names == ("Ann Lee", "Bob")


def test_an_empty_name() -> None:
    answer = diamonds("new", "--names", "Ann,Bob,")
    assert answer.code == 2
    assert "a name is empty" in answer.err
