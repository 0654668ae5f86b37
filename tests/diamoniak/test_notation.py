"""Records of Diamoniak: read, written, and refused with code and place."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diamonds_solver.games.diamoniak.notation import GRAMMAR, WRITER
from diamonds_solver.games.diamoniak.record import Record, Step
from diamonds_solver.games.diamoniak.rules import DRAW, Phase, cards
from diamonds_solver.notation import stream
from diamonds_solver.notation.problems import RecordError

from .states import counts, of_case, random_state, successors_with_cards, table

CASES: list[dict[str, Any]] = json.loads((Path(__file__).parent / "data" / "cases.json").read_text("utf-8"))


def read(text: str) -> Record | RecordError:
    (found,) = stream.parse(text, lambda name: GRAMMAR if name == "diamoniak" else None)
    return found


def loads(text: str) -> Record:
    return stream.good_record(read(text))


@pytest.mark.parametrize("case", CASES, ids=lambda case: str(case["id"]))
def test_stored_records(case: dict[str, Any]) -> None:
    record = loads(case["text"])
    assert record == loads(json.dumps(case["record"]))
    assert record.id == case["id"]
    assert record.state == of_case(case["record"])


WHOLE = """
diamoniak 1; players Ann Bob Cy
play D R Y D D D Y F W -F / W / D B F B G R D R W -F
play / buy>Cy / W / G D F D D R D B B B Y D G D D B
"""
MIDDLE = """
diamoniak 1; players Ann Bob Cy
castle Ann R2; aside Ann Y2 D
castle Cy  B2; aside Cy  R G D5
discard F2 W4; turn Cy
play G D F D
"""


def test_a_whole_game() -> None:
    record = loads(WHOLE)
    assert record.state.winner == 2
    assert record.seat_name(2) == "Cy"
    assert len(record.play) == 39


def test_its_middle() -> None:
    state = loads(MIDDLE).state
    assert (state.turn, state.phase, sum(state.pile), state.pile[6]) == (2, Phase.MORE, 31, 4)
    whole = loads(WHOLE.replace(" D R D B B B Y D G D D B", "")).state
    assert whole == state._replace(phase=whole.phase)


def test_ways_to_write_the_same() -> None:
    text = "diamoniak 1; players 2; castle P1 {}; aside P1 {}; turn p1; phase witch; play {}"
    one = loads(text.format("R2", "D2 F G", "-RDF"))
    for castle, aside, given_up in (("RR", "DDFG", "-FDR"), ("r2", "G,F d2", "-rdf"), ("R R", "F G D D", "-RDF ,")):
        assert loads(text.format(castle, aside, given_up)) == one


def test_marks_are_optional() -> None:
    plain = loads("diamoniak 1; players Ann Bob; play R stop G W R stop")
    assert loads("diamoniak 1; players Ann Bob; play Ann: R stop / Bob: G W / Ann:R stop") == plain


@given(
    st.sampled_from([(2, "R2 G2 D4 F W"), (3, "R3 G2 B2 D3 F W2"), (4, "R6 G6 B6 Y6 D20 F3 W8")]),
    st.integers(0, 60),
    st.integers(0, 1 << 30),
)
def test_round_trips(game: tuple[int, str], steps: int, seed: int) -> None:
    players, deck = game
    random = Random(seed)
    start = random_state(table(*[","] * players, deck=deck, price=random.choice(["seller", "discard"])).rules, random, steps)
    state, play = start, []
    for _ in range(random.randrange(40)):
        if not state.moves():
            break
        move, card, state = random.choice(successors_with_cards(state))
        play.append(Step(move, card))
    best = tuple(map(str, state.moves()[:2]))
    names = random.choice([None, tuple(["Ann", "Bob", "two words", "é#"][:players])])
    record = Record(start, names, tuple(play), random.choice([None, "a game"]), best, 0.25, (("x-note", "some; text"),))
    assert loads(WRITER.dumps(record)) == loads(WRITER.dumps(record, one_line=True)) == loads(WRITER.dumps_json(record)) == record
    assert record.state == state


def test_the_strict_form() -> None:
    record = loads("diamoniak 1; players Ann Bob; aside Ann d,d; castle Ann RR; price discard; deck W R6 G6 D9; turn Bob; play w R stop")
    assert WRITER.dumps(record, one_line=True) == (
        "diamoniak 1; players Ann Bob; deck R6 G6 D9 W; price discard; castle Ann R2; aside Ann D2; turn Bob; play W / R stop"
    )
    assert json.loads(WRITER.dumps_json(record))["castle"] == {"P1": "R2"}


def test_a_long_play_is_broken_after_a_turn() -> None:
    record = loads("diamoniak 1; players 2; play " + "W / " * 7 + "W / " + "R stop / D stop / " * 5 + "D stop / " * 14 + "D")
    lines = WRITER.dumps(record).splitlines()
    assert len(lines) > 3
    assert max(map(len, lines)) <= 100
    assert all(line.startswith("play /") for line in lines[3:])
    assert loads(WRITER.dumps(record)) == record


def test_the_start_of_a_game_is_the_default() -> None:
    state = loads("diamoniak 1; players 2").state
    assert state.pile == cards("R" * 6 + "G" * 6 + "B" * 6 + "Y" * 6 + "D" * 20 + "F" * 3 + "W" * 8)
    assert state.moves() == (DRAW,)


def test_the_witch_is_in_no_pile() -> None:
    state = loads("diamoniak 1; players 2; deck R2 G2 D4 W; aside P1 D4; castle P1 R1; phase witch; pile R G2").state
    assert state.pile == counts("R G2")
    assert state.phase is Phase.WITCH


BAD = [
    ("diamoniak 1; players 5", "E-PLAYERS", "players 5"),
    ("diamoniak 1", "E-PLAYERS", "diamoniak 1"),
    ("diamoniak 1; players Ann Ann", "E-NAME", "Ann"),
    ("diamoniak 1; players Ann stop", "E-NAME", "stop"),
    ("diamoniak 1; players Ann ?", "E-NAME", "?"),
    ("diamoniak 2; players 2", "E-VERSION", "2"),
    ("diamoniak 1; players 2; hand P1 D4", "E-FIELD", "hand"),
    ("diamoniak 1; players 2; see P1", "E-FIELD", "see"),
    ("diamoniak 1; players 2; turn P1; turn P2", "E-FIELD-TWICE", "turn P2"),
    ("diamoniak 1; players 2; players 3", "E-FIELD-TWICE", "players 3"),
    ("diamoniak 1; players 2; castle P1 R1; castle P1 R2", "E-FIELD-TWICE", "castle P1 R2"),
    ("diamoniak 1; players 2; turn Ann", "E-SEAT", "Ann"),
    ("diamoniak 1; players 2; aside P3 D", "E-SEAT", "P3"),
    ("diamoniak 1; players 2; aside P1", "E-COUNT", "aside P1"),
    ("diamoniak 1; players 2; discard", "E-COUNT", "discard"),
    ("diamoniak 1; players 2; phase late", "E-WORD", "late"),
    ("diamoniak 1; players 2; price both", "E-WORD", "both"),
    ("diamoniak 1; players 2; value 1.5", "E-NUMBER", "1.5"),
    ("diamoniak 1; players 2; aside P1 D2 X3", "E-CARD", "X3"),
    ("diamoniak 1; players 2; aside P1 D99999999999999999999999", "E-NUMBER", "D99999999999999999999999"),
    ("diamoniak 1; players 2; aside P1 D W", "E-CARD", "aside P1 D W"),
    ("diamoniak 1; players 3; deck R6 G6 D9 W", "E-DECK", "deck R6 G6 D9 W"),
    ("diamoniak 1; players 2; deck R6 G6 D9", "E-DECK", "deck R6 G6 D9"),
    ("diamoniak 1; players 2; deck R7 G6 D9 W", "E-DECK", "deck R7 G6 D9 W"),
    ("diamoniak 1; players 2; castle P1 R3; castle P2 G1; discard R4", "E-COPIES", "discard R4"),
    ("diamoniak 1; players 2; aside P1 D21", "E-COPIES", "aside P1 D21"),
    ("diamoniak 1; players 2; aside P1 D4; discard W8; phase witch", "E-COPIES", "discard W8"),
    ("diamoniak 1; players 2; castle P1 R1; castle P2 R2", "E-COLOUR", "castle P2 R2"),
    ("diamoniak 1; players 2; castle P1 R1; aside P1 R2", "E-COLOUR", "aside P1 R2"),
    ("diamoniak 1; players 2; aside P1 R", "E-COLOUR", "aside P1 R"),
    ("diamoniak 1; players 2; castle P1 RG", "E-COLOUR", "RG"),
    ("diamoniak 1; players 2; castle P1 D3", "E-COLOUR", "D3"),
    ("diamoniak 1; players 2; deck R6 G6 W; castle P1 B1", "E-COLOUR", "castle P1 B1"),
    ("diamoniak 1; players 2; aside P1 D; pile R6", "E-PILE", "pile R6"),
    ("diamoniak 1; players 2; discard F3; play F", "E-PILE", "F"),
    ("diamoniak 1; players 2; play buy>P2", "E-BUY", "buy>P2"),
    ("diamoniak 1; players 2; castle P1 R1; aside P1 D2; aside P2 R; play buy>P2", "E-BUY", "buy>P2"),
    ("diamoniak 1; players 2; castle P1 R1; aside P1 D3; play buy>P2", "E-BUY", "buy>P2"),
    ("diamoniak 1; players 2; castle P1 R1; aside P1 D3; aside P2 R; play D buy>P2", "E-BUY", "buy>P2"),
    ("diamoniak 1; players 2; castle P1 R1; aside P1 D3; play buy>P1", "E-BUY", "buy>P1"),
    ("diamoniak 1; players 2; castle P1 R1; aside P1 D3; play buy>", "E-BUY", "buy>"),
    ("diamoniak 1; players 2; castle P1 R1; aside P1 D3; play W D", "E-WITCH", "D"),
    ("diamoniak 1; players 2; castle P1 R1; aside P1 D3; play W -DD", "E-WITCH", "-DD"),
    ("diamoniak 1; players 2; castle P1 R1; aside P1 D3; play W -DDG", "E-WITCH", "-DDG"),
    ("diamoniak 1; players 2; castle P1 R1; aside P1 D3; play W -X", "E-WITCH", "-X"),
    ("diamoniak 1; players 2; castle P1 R1; play W -R", "E-WITCH", "-R"),
    ("diamoniak 1; players 2; play R -R", "E-WITCH", "-R"),
    ("diamoniak 1; players 2; phase more", "E-PHASE", "phase more"),
    ("diamoniak 1; players 2; aside P1 D3; phase witch", "E-PHASE", "phase witch"),
    ("diamoniak 1; players 2; castle P1 R6", "E-OVER", "castle P1 R6"),
    ("diamoniak 1; players 2; castle P1 R5; play R D", "E-PLAY-LONG", "D"),
    ("diamoniak 1; players 2; play stop", "E-PLAY", "stop"),
    ("diamoniak 1; players 2; play R stpo", "E-PLAY", "stpo"),
    ("diamoniak 1; players 2; play R / D", "E-PLAY-MARK", "/"),
    ("diamoniak 1; players 2; play R P2: D", "E-PLAY-MARK", "P2:"),
    ("diamoniak 1; players 2; play R stop P1: D", "E-LEADER", "P1:"),
    ("diamoniak 1; players 2; play R; best stop,buy>P2", "E-BEST", "stop,buy>P2"),
]


@pytest.mark.parametrize(("text", "code", "marked"), BAD, ids=[f"{code}:{text[21:]}" for text, code, _ in BAD])
def test_bad_records(text: str, code: str, marked: str) -> None:
    found = read(text)
    assert isinstance(found, RecordError), found
    (problem,) = found.problems
    assert (problem.code, text[problem.column - 1 :][: problem.length]) == (code, marked)


def test_all_problems_are_told_at_once() -> None:
    found = read("diamoniak 1; players 2; castle P1 R7; aside P2 X; turn P3; phase late")
    assert isinstance(found, RecordError)
    assert [problem.code for problem in found.problems] == ["E-CARD", "E-SEAT", "E-WORD"]


def test_json_has_places_too() -> None:
    text = '{"diamoniak": 1, "players": ["Ann", "Bob"], "castle": {"Ann": "R3"}, "aside": {"Ann": "D2 X"}}'
    found = read(text)
    assert isinstance(found, RecordError)
    assert text[found.problems[0].column - 1] == "X"
