"""Records of Diamoniak: read, written, and refused with code and place."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diamonds_solver.games.diamoniak.notation import WRITER
from diamonds_solver.games.diamoniak.record import Record, Step
from diamonds_solver.games.diamoniak.rules import DRAW, Phase, cards
from diamonds_solver.games.records import loads

from .states import counts, of_case, random_state, successors_with_cards, table

CASES: list[dict[str, Any]] = json.loads((Path(__file__).parent / "data" / "cases.json").read_text("utf-8"))


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
