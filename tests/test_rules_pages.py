"""The pages of the rules say what the program does. In their tables of positions each row has a claim, a record, and what follows from it:
the legal moves after its play, or keys of its state (`diamonds show --json`) with their values. The positions of the points that the rules
leave open stand here, as READINGS.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import diamonds_solver as ds
from diamonds_solver.games import find_game
from diamonds_solver.games.diams.advising.engines import shares
from diamonds_solver.games.records import loads

PAGES = Path(__file__).parents[1] / "docs" / "explanation"
ROWS = [
    pytest.param(record, expected, id=f"{page}: {claim}")
    for page in ("rules", "diams", "diamoniak")
    for claim, record, expected in re.findall(
        r"^\| ([^|]*) \| `([^`|]*)` \| (`[^|]*`) \|$", (PAGES / f"{page}.md").read_text(encoding="utf-8"), re.MULTILINE
    )
]


READINGS: dict[str, dict[str, tuple[tuple[str, str], ...]]] = {
    "diams": {
        "number of players": (
            ("diams 1; players 5; market 5", "turn P1"),
            ("diams 1; players 6; market 5", "error E-PLAYERS"),
        ),
        '"Réserve" in phase 1': (
            ("diams 1; players 2; hand P1 9; hand P2 4; market 5; pile 8,7,X; play draw:8", "hand P1 9 8, P2 4"),
            ("diams 1; players 2; hand P1 9; hand P2 4; market 5; pile 8,7,X; play draw:8", "pile 2"),
        ),
        "a forced-sale card dealt or drawn": (
            ("diams 1; players 2; hand P1 9; hand P2 4; market 5; play draw:T", "hand P1 9 T, P2 4"),
            ("diams 1; players 2; hand P1 9,8,7,6; hand P2 4; market 5,3,2; play draw:T 8=5+3", "phase trim"),
            ("diams 1; players 2; hand P1 T,8; hand P2 4; market 5,3; phase act", "moves T:5 T:3 T?P2:8 8=5+3 put:8"),
            ("diams 1; players 2; hand P1 9; hand P2 4; market 5,2; play open:4+T+8", "market 8,5,4,2"),
            ("diams 1; players 2; hand P1 9; hand P2 4; market 5,2; play open:4+T+8", "used T"),
            ("diams 1; players 2; hand P1 9,8,7,3,2,T; hand P2 4; market 5; phase trim; play -T", "used T"),
        ),
        "X": (
            ("diams 1; players 2; hand P1 9,8; hand P2 4; market 5; pile 6,X; play draw:X", "hand P1 9 8, P2 4"),
            ("diams 1; players 2; hand P1 9,8; hand P2 4; market 5; pile 6,X; play draw:X", "closed P1"),
            ("diams 1; players 2; hand P1 9,8; hand P2 4; market 5; pile 6,X; play open:X+6", "market 6,5"),
            ("diams 1; players 2; hand P1 7; hand P2 4; market 7; pile 3,5,9,X; phase act; play =7 refill:X+3+5+9", "market 9,5,3"),
        ),
        "refill of an empty market": (
            ("diams 1; players 2; hand P1 7; hand P2 4; market 7; phase act; play =7 refill:3+5+9", "market 9,5,3"),
            ("diams 1; players 2; hand P1 7; hand P2 4; market 7; phase act; play =7", "error E-CHANCE"),
            ("diams 1; players 2; hand P1 7; hand P2 4; market 7; pile 3,X; phase act; play =7 refill:X+3", "market 3"),
        ),
        "`=7`, sums": (
            ("diams 1; players 2; hand P1 8,6; hand P2 4; market 5; phase act", "moves put:8 put:6"),
            ("diams 1; players 2; hand P1 8,6; hand P2 4; market 8,5; phase act", "moves =8 8=8 put:8 put:6"),
            ("diams 1; players 2; hand P1 9,9*; hand P2 4; market 9,5; phase act; play =9", "hand P1 9* 9 9, P2 4"),
        ),
        "adding to a pile": (
            ("diams 1; players 2; hand P1 7,3; hand P2 4; safe P1 7,7,7; market 9; phase act", "moves put:7 put:3"),
            (
                "diams 1; players 2; hand P1 7,5,5,5; hand P2 4; safe P1 7,7; market 9; phase act",
                "moves put:7 put:5 safe:5+5+5 safe:7+5+5+5",
            ),
            ("diams 1; players 2; hand P1 S,7; hand P2 4; safe P1 7,7; market 9; phase act; play S:7", "safe P1 7,7,7"),
        ),
        "keeping cards back": (
            ("diams 1; players 2; hand P1 7,7,7,7; hand P2 4; market 9; phase act; play safe:7+7+7", "hand P1 7, P2 4"),
        ),
        "forced sale": (
            ("diams 1; players 2; hand P1 T,S,9,8; hand P2 9; market 5; phase act; play T?P2:9", "turn P2"),
            ("diams 1; players 2; hand P1 T,9; hand P2 9; market 5; closed P2; turn P1", "moves T:5 T?P2:9 put:9"),
            ("diams 1; players 2; hand P1 T,9; hand P2 9; market 5; phase act; play T?P2:9 give:-", "error E-GIVE"),
            ("diams 1; players 2; hand P1 T,9,9*; hand P2 4; market 5; phase act", "moves T:5 T?P2:9 T?P2:9* put:9 put:9*"),
        ),
        "Perce-blindage": (
            ("diams 1; players 2; hand P1 B,3; hand P2 4; safe P2 6,6,6; market 9; phase act; play B>P2:7", "safe P2 6,6,6"),
            ("diams 1; players 2; hand P1 B,3; hand P2 4; safe P2 7*,7,7; market 9; phase act; play B>P2:7", "moves give:7 give:7*"),
        ),
        "no diamond in hand": (
            ("diams 1; players 2; hand P1 T; hand P2 4; market 9,8; phase act", "moves T:9 T:8 pass"),
            ("diams 1; players 2; hand P1 S; hand P2 4; market 9; closed P2; turn P1", "phase over"),
        ),
        "ties at zero": (
            ("diams 1; players 3; hand P1 9; hand P2 none; hand P3 none; market 3; closed P3; turn P1; play put:9", "points 5 5 5"),
            (
                "diams 1; players 2; hand P1 9; hand P2 none; safe P1 4,4*; market 3; closed P2; turn P1; play put:9",
                "sources 0 3 5 0 3 0",
            ),
        ),
        "chips, fewer than five players": (
            ("diams 1; players 2; round 2/3; chips 4 3; market 5", "chips 4 3"),
            ("diams 1; players 2; round 2/3; chips 4 0; market 5", "error E-CHIPS"),
        ),
    },
    "diamoniak": {
        "to whom does the price of a purchase go": (
            ("diamoniak 1; players 2; castle P1 G1; aside P1 D3; aside P2 G; play buy>P2", "aside P2 D3"),
            ("diamoniak 1; players 2; price discard; castle P1 G1; aside P1 D3; aside P2 G; play buy>P2", "discard D3"),
        ),
        '"the next turns" bring your own colour': (("diamoniak 1; players 2; play R R", "castle P1 R2"),),
        "your colour after all castle cards are lost": (
            ("diamoniak 1; players 2; castle P1 R0; play G", "aside P1 G"),
            ("diamoniak 1; players 2; castle P1 R0; play R", "castle P1 R1"),
        ),
        "six cards of another colour": (("diamoniak 1; players 2; castle P1 G1; aside P1 R5; play R", "phase more"),),
        "a card of a colour that nobody builds, drawn by a player who has a colour": (
            ("diamoniak 1; players 2; castle P1 G1; play R", "aside P1 R"),
            ("diamoniak 1; players 2; castle P1 G1; aside P1 R; castle P2 R1; aside P2 D3; turn P2", "moves buy>P1 draw"),
        ),
        "may a player without a colour buy": (("diamoniak 1; players 2; aside P1 D3; castle P2 G1; aside P2 R", "moves draw"),),
        "which three cards does a witch take": (
            ("diamoniak 1; players 2; castle P1 R2; aside P1 F D; play D W", "moves -DDF -F -RDD -RDF -RRD -RRF"),
        ),
        "must a fairy be used": (
            ("diamoniak 1; players 2; castle P1 R1; play F W", "moves -F -RF"),
            ("diamoniak 1; players 2; play F W", "discard F W"),
        ),
        "what is shuffled, and when": (
            ("diamoniak 1; players 2; deck R2 D4 W; aside P1 D2; castle P1 R1; discard D2 W; play R", "error E-DECK"),
        ),
        "buying after a draw, drawing after a purchase": (
            ("diamoniak 1; players 2; castle P1 G1; aside P1 D3; aside P2 G; play D", "moves draw stop"),
            ("diamoniak 1; players 2; castle P1 G1; aside P1 D3; aside P2 G; play buy>P2", "turn P2"),
        ),
    },
}
"""By the first column of the table of open points. An expected `error` is the code of the record's problem."""
ELSEWHERE = {
    "diams": {'who begins: "the player who has given a diamond"', "equal in chips and in the last score", "rounds 2 and 3"},
    "diamoniak": {'who begins: "the youngest player"', "what lies open", "the names of the colours", "a game that never ends"},
}
"""What no position shows: tests below, and of records of a match, of learning."""


def shown(value: object) -> str:
    """As the tables write it: lists without brackets, values by seat with the seats' names."""
    if isinstance(value, dict):
        return ", ".join(f"{seat} {shown(one)}" for seat, one in value.items())
    return " ".join(map(shown, value)) if isinstance(value, list | tuple) else str(value)


@pytest.mark.parametrize(("record", "expected"), ROWS)
def test_a_rule_holds_in_its_position(record: str, expected: str) -> None:
    for text in re.findall(r"`([^`]*)`", expected):
        check(record, text)


def check(record: str, expected: str) -> None:
    key, value = expected.split(" ", 1)
    if key == "error":
        with pytest.raises(ds.RecordError) as caught:
            loads(record)
        assert value in [problem.code for problem in caught.value.problems]
        return
    found = loads(record)
    records = find_game(found.game).records
    if key == "moves":
        assert sorted(map(str, records.legal_moves(found))) == sorted(value.split())
    else:
        assert shown(records.state(found)[key]) == value, key


@pytest.mark.parametrize("page", READINGS)
def test_each_open_point_has_a_position(page: str) -> None:
    _, _, table = (PAGES / f"{page}.md").read_text(encoding="utf-8").partition("| open point | reading |\n|---|---|\n")
    points = {row.split(" | ")[0].removeprefix("| ") for row in table.partition("\n\n")[0].splitlines()}
    assert points == READINGS[page].keys() | ELSEWHERE[page]


@pytest.mark.parametrize(
    ("record", "expected"),
    [
        pytest.param(record, expected, id=f"{page}: {point}: {expected}")
        for page, points in READINGS.items()
        for point, cases in points.items()
        for record, expected in cases
    ],
)
def test_an_open_point_is_read_so(record: str, expected: str) -> None:
    check(record, expected)


@pytest.mark.parametrize("game", READINGS)
def test_who_begins_is_drawn_by_lot(game: str) -> None:
    begin = {turn.seat for seed in range(9) if (turn := ds.LiveGame.new(["human", "human"], game=game, seed=seed).turn)}
    assert begin == {0, 1}


def test_the_match_of_diams_is_shared_by_equals() -> None:
    assert shares((7, 7), (9, 9)) == [0.5, 0.5]
    assert shares((7, 7), (9, 8)) == [1, 0]


def test_each_page_has_positions() -> None:
    assert all(sum(str(row.id).startswith(f"{page}: ") for row in ROWS) >= 8 for page in ("rules", "diams", "diamoniak"))
