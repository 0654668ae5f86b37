"""Records of Diam's with open hands: read, written, and refused with code and place."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from diamonds_solver.games.diams.notation.build import GRAMMAR
from diamonds_solver.games.diams.notation.write import dumps, dumps_json
from diamonds_solver.games.diams.record.record import Record, Step
from diamonds_solver.games.diams.rules.score import chips
from diamonds_solver.games.diams.rules.state import Phase
from diamonds_solver.notation import stream
from diamonds_solver.notation.problems import RecordError

from .states import dealt, of_case

CASES: list[dict[str, Any]] = json.loads((Path(__file__).parent / "data" / "cases.json").read_text("utf-8"))


def read(text: str) -> Record | RecordError:
    (found,) = stream.parse(text, lambda name: GRAMMAR if name == "diams" else None)
    return found


def loads(text: str) -> Record:
    return stream.good_record(read(text))


@pytest.mark.parametrize("case", CASES, ids=lambda case: str(case["id"]))
def test_stored_records(case: dict[str, Any]) -> None:
    record = loads(case["text"])
    assert record == loads(json.dumps(case["record"])) and record.id == case["id"]
    assert record.state == of_case(case["record"])
    assert loads(dumps(record)) == loads(dumps_json(record)) == record


WHOLE = """
diams 1; players Ann Bob Cy; hand Ann 10*,9,3; hand Bob 10,2*,B; hand Cy 8,5,4; market 10,5,3
play draw:1 =3 / draw:7 =10 / draw:2 =5 refill:9+10+7 / open:6+6 =10* -1 / open:9*+7 =7 -10+2* / open:3+3 8=3+3+2* -2*+2
play / open:6+4* 10*=6+4* -9 / open:8+1 B?P3:7 give:- / open:4+2 =4 -3 / open:8*+T+1* =6 -10+4* / draw:8 10=7+3
play / open:5+10 =5 -3 / open:5+2 safe:6+6+6 / open:4+X safe:7+7+7 / safe:5+5+5 / =3
"""


def test_a_whole_round() -> None:
    record = loads(WHOLE)
    assert record.state.phase is Phase.OVER and record.state.points() == (8, 12, 7) and chips(record.state.points()) == (3, 4, 2)
    assert len(record.notes()) == 2 and loads(dumps(record)) == loads(dumps_json(record)) == record


def test_marks_are_optional() -> None:
    assert loads(WHOLE.replace("/ draw:7", "/ Bob: draw:7")) == loads(WHOLE.replace(" /", "")) == loads(WHOLE)


def test_any_order_is_read() -> None:
    text = "diams 1; players 2; hand P1 8*,7,7,7*; hand P2 none; market 1,2,5,9; pile X,4,6,3; phase act; play {}"
    assert loads(text.format("8*=1+5+2")) == loads(text.format("8*=5+2+1"))
    assert loads(text.format("safe:7+7*+7")) == loads(text.format("safe:7*+7+7"))


def test_the_strict_form() -> None:
    text = "diams 1; players 2; hand p2 1,9; hand P1 T,7,7*; market 2,5*; pile x,4,6; loupes 2; safe P2 3,3,3; used s; play draw:6 put:7*"
    assert dumps(loads(text), one_line=True) == (
        "diams 1; players 2; loupes 2 2 2 2 2 2 2 2 2 2; hand P1 7*,7,T; hand P2 9,1; safe P2 3,3,3; market 5*,2; used S; pile 6,4,X; "
        "play draw:6 put:7*"
    )


def test_what_a_known_pile_turns_up_need_not_be_told() -> None:
    text = "diams 1; players 2; hand P1 9; hand P2 8; market 1; stack 4,T,9,X; play {}"
    assert loads(text.format("open put:9")) == loads(text.format("open:4+T+9 put:9"))


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 2**32), st.integers(2, 5), st.booleans(), st.integers(0, 80))
def test_round_trips(seed: int, players: int, is_stack: bool, moves: int) -> None:
    rng = Random(seed)
    start = state = dealt(rng, players, is_stack)
    play: list[Step] = []
    while len(play) < moves and state.moves():
        step = Step(rng.choice(state.moves()))
        state = state.after(step.move)
        if state.is_chance:
            step = step._replace(turned_up=_some_order(rng, state.chances(), is_stack))
            state = state.turned_up(step.turned_up)
        play.append(step)
    names = rng.choice([None, tuple(["Ann", "Bob", "two words", "é#", "T2"][:players])])
    record = Record(start, names, tuple(play), rng.choice([None, "a round"]), 2, (4,) * players, (), -1.5, (("x-note", "some; text"),))
    assert record.state == state
    assert loads(dumps(record)) == loads(dumps(record, one_line=True)) == loads(dumps_json(record)) == record


def _some_order(rng: Random, chances: dict[tuple[int, ...], float], is_stack: bool) -> tuple[int, ...]:
    """What the pile turned up; what is replaced comes before what replaces it."""
    cards = rng.choices(list(chances), list(chances.values()))[0]
    return cards if is_stack else tuple(sorted(cards, key=lambda kind: kind < 20))


HEAD = "diams 1; players 2; hand P1 9,9,7,B; hand P2 8,5; market 4,2; pile 6,6,X; "
ACT = HEAD + "phase act; play "
BAD = [
    ("diams 1; players 6", "E-PLAYERS", "players 6"),
    ("diams 1; players Ann T", "E-NAME", "T"),
    ("diams 1; players 2; hand P1 9", "E-HIDDEN", "diams 1"),
    (HEAD + "safe P2 +3", "E-HIDDEN", "+3"),
    (HEAD + "values 1/2/3", "E-VALUES", "values 1/2/3"),
    (HEAD + "loupes 6", "E-LOUPES", "loupes 6"),
    (HEAD + "cloture first", "E-WORD", "first"),
    (HEAD + "round 4/3", "E-ROUND", "round 4/3"),
    (HEAD + "chips 4", "E-CHIPS", "chips 4"),
    (HEAD + "chips 4 x", "E-NUMBER", "x"),
    (HEAD + "used 4", "E-CARD", "used 4"),
    (HEAD + "safe P2 4,11,4", "E-CARD", "11"),
    (HEAD + "safe P2 4,3,4", "E-SAFE", "4,3,4"),
    (HEAD + "safe P2 3", "E-SAFE", "3"),
    (HEAD + "safe P2 3,3,3 3*,3", "E-SAFE", "3*,3"),
    (HEAD + "safe P2 7*,7*,7", "E-COPIES", "safe P2 7*,7*,7"),
    (HEAD + "stack 6,X", "E-FIELD-TWICE", "stack 6,X"),
    (HEAD + "players 2", "E-FIELD-TWICE", "players 2"),
    (HEAD + "turn P3", "E-SEAT", "P3"),
    (HEAD + "turn P1 P2", "E-COUNT", "turn P1 P2"),
    (HEAD + "closed P2", "E-CLOSED", "closed P2"),
    (HEAD + "phase late", "E-WORD", "late"),
    (HEAD + "phase trim", "E-PHASE", "phase trim"),
    (HEAD + "value much", "E-NUMBER", "much"),
    (HEAD + "best open,=9", "E-BEST", "open,=9"),
    ("diams 1; players 2; hand P1 X; hand P2 8; market 4; pile 6", "E-CARD", "hand P1 X"),
    ("diams 1; players 2; hand P1 9; hand P2 8; market 4; pile 6", "E-CLOSED", "pile 6"),
    ("diams 1; players 2; hand P1 9; hand P2 8; market T; pile X", "E-MARKET", "market T"),
    ("diams 1; players 2; hand P1 9; hand P2 8; market none; pile X", "E-MARKET", "market none"),
    ("diams 1; players 2; hand P1 9; hand P2 8,7,6,5,4,3; market 4; pile X", "E-HAND-SIZE", "hand P2 8,7,6,5,4,3"),
    ("diams 1; players 2; hand P1 9; hand P2 8; market 4; pile 2; closed P1; phase draw", "E-PHASE", "phase draw"),
    (HEAD + "play draw", "E-CHANCE", "draw"),
    (HEAD + "play draw put:9", "E-CHANCE", "draw"),
    (HEAD + "play draw:7", "E-PILE", "draw:7"),
    (HEAD + "play draw:6+6", "E-COUNT", "draw:6+6"),
    (HEAD + "play open:6", "E-COUNT", "open:6"),
    (HEAD + "play put:9", "E-PLAY", "put:9"),
    (ACT + "jump", "E-PLAY", "jump"),
    (ACT + "put:3", "E-NOT-HELD", "put:3"),
    (ACT + "put:B", "E-PLAY", "put:B"),
    (ACT + "T:4", "E-NOT-HELD", "T:4"),
    (ACT + "=9", "E-MARKET", "=9"),
    (ACT + "9=4+3", "E-MARKET", "9=4+3"),
    (ACT + "9=4+2", "E-SUM", "9=4+2"),
    (ACT + "safe:9+9", "E-SAFE", "safe:9+9"),
    (ACT + "B?P3:9", "E-SEAT", "B?P3:9"),
    (ACT + "B?P2:9 give:9", "E-GIVE", "give:9"),
    (ACT + "put:9 give:9", "E-GIVE", "give:9"),
    (ACT + "put:9 refill:6", "E-CHANCE", "refill:6"),
    (ACT + "put:9 refill", "E-CHANCE", "refill"),
    (ACT + "put:9 / draw:6 / put:8", "E-PLAY-MARK", "/"),
    (ACT + "put:9 / P1: draw:6", "E-LEADER", "P1:"),
    ("diams 1; players 2; hand P1 9; hand P2 8; market 4; pile 2; closed P2; play put:9 put:8", "E-PLAY-LONG", "put:8"),
    ("diams 1; players 2; hand P1 9; hand P2 8; market 4; stack 2,X; play draw:X", "E-STACK", "draw:X"),
    ("diams 1; players 2; hand P1 9,8,7,6,5,4; hand P2 8; market 4; pile 2,X; phase trim; play -9+8", "E-HAND-SIZE", "-9+8"),
]


@pytest.mark.parametrize(("text", "code", "marked"), BAD, ids=[f"{code}:{text[-24:]}" for text, code, _ in BAD])
def test_bad_records(text: str, code: str, marked: str) -> None:
    found = read(text)
    assert isinstance(found, RecordError), found
    (problem,) = found.problems
    assert (problem.code, text[problem.column - 1 :][: problem.length]) == (code, marked)


def test_all_problems_are_told_at_once() -> None:
    found = read("diams 1; players 2; hand P1 12; turn P3; phase late; loupes 9")
    assert isinstance(found, RecordError)
    assert [problem.code for problem in found.problems] == ["E-CARD", "E-SEAT", "E-WORD", "E-LOUPES"]


def test_json_has_places_too() -> None:
    text = '{"diams": 1, "players": 2, "hand": {"P1": "9,3", "P2": "11"}, "market": "4,2*", "turn": "P1"}'
    found = read(text)
    assert isinstance(found, RecordError) and text[found.problems[0].column - 1 :].startswith("11")
