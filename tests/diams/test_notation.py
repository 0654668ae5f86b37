"""Records of Diam's with open hands: read, written, and refused with code and place."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from diamonds_solver.errors import PositionError
from diamonds_solver.games.diams.advising.view import View, check_record
from diamonds_solver.games.diams.records.notation import WRITER
from diamonds_solver.games.diams.records.record import Record, observed
from diamonds_solver.games.diams.round.knowledge import Step
from diamonds_solver.games.diams.round.rules import Kind, Move, cards, chips, quality, written
from diamonds_solver.games.diams.round.state import Phase, State
from diamonds_solver.games.records import loads, parse
from diamonds_solver.notation.problems import RecordError
from tests.conftest import COSTLY

from .states import dealt, of_case, played

CASES: list[dict[str, Any]] = json.loads((Path(__file__).parent / "data" / "cases.json").read_text("utf-8"))


@pytest.mark.parametrize("case", CASES, ids=lambda case: str(case["id"]))
def test_stored_records(case: dict[str, Any]) -> None:
    record = loads(case["text"])
    assert record == loads(json.dumps(case["record"]))
    assert record.id == case["id"]
    assert record.state == of_case(case["record"])
    assert loads(WRITER.dumps(record)) == loads(WRITER.dumps_json(record)) == record


WHOLE = """
diams 1; players Ann Bob Cy; hand Ann 10*,9,3; hand Bob 10,2*,B; hand Cy 8,5,4; market 10,5,3
play draw:1 =3 / draw:7 =10 / draw:2 =5 refill:9+10+7 / open:6+6 =10* -1 / open:9*+7 =7 -10+2* / open:3+3 8=3+3+2* -2*+2
play / open:6+4* 10*=6+4* -9 / open:8+1 B?P3:7 give:- / open:4+2 =4 -3 / open:8*+T+1* =6 -10+4* / draw:8 10=7+3
play / open:5+10 =5 -3 / open:5+2 safe:6+6+6 / open:4+X safe:7+7+7 / safe:5+5+5 / =3
"""


def test_a_whole_round() -> None:
    record = loads(WHOLE)
    assert record.state.phase is Phase.OVER
    assert record.state.points() == (8, 12, 7)
    assert chips(record.state.points()) == (3, 4, 2)
    assert len(record.notes()) == 2
    assert loads(WRITER.dumps(record)) == loads(WRITER.dumps_json(record)) == record


def test_marks_are_optional() -> None:
    assert loads(WHOLE.replace("/ draw:7", "/ Bob: draw:7")) == loads(WHOLE.replace(" /", "")) == loads(WHOLE)


def test_any_order_is_read() -> None:
    text = "diams 1; players 2; hand P1 8*,7,7,7*; hand P2 none; market 1,2,5,9; pile X,4,6,3; phase act; play {}"
    assert loads(text.format("8*=1+5+2")) == loads(text.format("8*=5+2+1"))
    assert loads(text.format("safe:7+7*+7")) == loads(text.format("safe:7*+7+7"))


def test_the_strict_form() -> None:
    text = "diams 1; players 2; hand p2 1,9; hand P1 T,7,7*; market 2,5*; pile x,4,6; loupes 2; safe P2 3,3,3; used s; play draw:6 put:7*"
    assert WRITER.dumps(loads(text), one_line=True) == (
        "diams 1; players 2; loupes 2 2 2 2 2 2 2 2 2 2; hand P1 7*,7,T; hand P2 9,1; safe P2 3,3,3; market 5*,2; used S; pile 6,4,X; "
        "play draw:6 put:7*"
    )


def test_what_a_known_pile_turns_up_need_not_be_told() -> None:
    text = "diams 1; players 2; hand P1 9; hand P2 8; market 1; stack 4,T,9,X; play {}"
    assert loads(text.format("open put:9")) == loads(text.format("open:4+T+9 put:9"))


def test_a_round_that_is_over_before_its_play() -> None:
    record = loads("diams 1; players 2; hand P1 none; hand P2 7,7; market 3,2; pile 4,5; closed P2; turn P1")
    assert record.state.phase is Phase.OVER
    assert loads(WRITER.dumps(record)) == loads(WRITER.dumps_json(record)) == record


@pytest.mark.parametrize("rest", ["", "; pile 6,2,X"])
def test_what_is_left_of_a_broken_pile_as_others_see_it(rest: str) -> None:
    """Everybody knows its quality."""
    view = observed(loads("diams 1; players 2; hand P1 9,3; hand P2 8; safe P2 7*,7 5,5,5; market 4; used B" + rest), 0)
    assert "safe P2 7,+1 +3" in WRITER.dumps(view, one_line=True)
    assert loads(WRITER.dumps(view)) == view
    assert all((7, 2) in {(quality(pile[0]), len(pile)) for pile in View.of(view).worlds.drawn(seed, 0).safes[1]} for seed in range(9))


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 2**32), st.integers(2, 5), st.booleans(), st.integers(0, 80))
def test_round_trips(seed: int, players: int, is_stack: bool, moves: int) -> None:
    rng = Random(seed)
    start = state = dealt(rng, players, is_stack)
    play: list[Step] = []
    while len(play) < moves and state.moves():
        move = rng.choice(state.moves())
        step, state = Step(move), state.after(move)
        if state.is_chance:
            step = step._replace(turned_up=state.drawn(rng))
            state = state.turned_up(step.turned_up)
        play.append(step)
    names = rng.choice([None, tuple(["Ann", "Bob", "two words", "é#", "T2"][:players])])
    name, extra = rng.choice([None, "a round"]), (("x-note", "some; text"),)
    record = Record(start, names, tuple(play), name, (), -1.5, extra, round=2, chips=chips(range(players)))
    assert record.state == state
    assert loads(WRITER.dumps(record)) == loads(WRITER.dumps(record, one_line=True)) == loads(WRITER.dumps_json(record)) == record


# -- hidden cards ---------------------------------------------------------------------------------------------------------------------

VIEW = "diams 1; players Ann Bob Cy; see Ann; hand Ann 9,9,7,B,T; hand Bob +3; safe Bob +3 4,4,4; hand Cy 8 +2; market 5,2; "


@COSTLY
@given(st.integers(0, 2**32), st.integers(2, 5), st.integers(0, 150))
def test_what_a_seat_sees_round_trips(seed: int, players: int, moves: int) -> None:
    rng = Random(seed)
    whole = played(rng, dealt(rng, players), moves)
    names = rng.choice([None, tuple(["Ann", "Bob", "two words", "é#", "T2"][:players])])
    for seat in range(players):
        seen = replace(observed(whole, seat), names=names)
        assert loads(WRITER.dumps(seen)) == loads(WRITER.dumps(seen, one_line=True)) == loads(WRITER.dumps_json(seen)) == seen
        assert observed(seen, seat) == seen
        assert WRITER.dumps(loads(WRITER.dumps(seen))) == WRITER.dumps(seen)


def test_all_fields_of_hidden_cards() -> None:
    text = (
        "diams 1; players Ann Bob Cy; see Ann; hand Ann 9,3; hand Bob 7*,7 +2; hand Cy +3; safe Ann 4,4,4; "
        "safe Bob +3 9*,+2; held Bob 2,2; lacks Cy 10,4; market 8,5; used T; pile +33"
    )
    record = loads(text)
    assert WRITER.dumps(record, one_line=True) == text
    bob = record.hidden[1]
    assert bob is not None
    assert (bob.unknown, bob.held, bob.room()) == (2, (17, 17), 5)
    assert record.hidden_seats == {1, 2}
    assert json.loads(WRITER.dumps_json(record))["held"] == {"P2": "2,2"}
    assert loads(WRITER.dumps_json(record)) == record


def test_hidden_is_what_is_not_told() -> None:
    record = loads("diams 1; players 3; see P2; hand P2 9,8,7; market 1,2,3")
    assert [None if told is None else told.unknown for told in record.hidden] == [3, None, 3]
    assert len(record.state.pile) == 54 - 12
    assert loads("diams 1; players 2; hand P1 9; hand P2 8; market 1; pile +51").is_open


@pytest.mark.parametrize(
    ("play", "sizes"),
    [
        ("draw safe:+3", [(1, (3, 3, 3))]),
        ("draw safe:+3+1#2", [(0, (3, 4, 3))]),
        ("draw S:+1#2", [(2, (3, 4))]),
        ("draw safe:6+6*+6", [(1, (3, 3, 3))]),
        ("draw safe:6+6*+6+4", [(0, (3, 4, 3))]),
        ("draw S:4", [(2, (3, 4))]),
        ("draw S?Ann:9 give:9+9", [(5, (3, 3))]),
        ("draw:5 put:5", [(3, (3, 3))]),
    ],
)
def test_what_hidden_seats_do(play: str, sizes: list[tuple[int, tuple[int, ...]]]) -> None:
    record = loads(VIEW + f"turn Bob; play {play}")
    state = record.state
    assert [(len(state.hands[1]), tuple(map(len, state.safes[1])))] == sizes
    assert loads(WRITER.dumps(record)) == loads(WRITER.dumps_json(record)) == record


@pytest.mark.parametrize(
    ("play", "given", "pile"),
    [
        ("B>Bob:7 give:7#1", "7", 1),
        ("B>Bob:4 give:4#2", "4", 2),
        ("B>Bob:4 give:4", "4", 0),
        ("B>Cy:7* give:-", "", 0),
        ("T?Cy:9 give:9*", "9*", 0),
    ],
)
def test_what_hidden_seats_give(play: str, given: str, pile: int) -> None:
    record = loads(f"{VIEW}phase act; play {play}")
    assert written(record.play[0].given or ()) == given
    assert record.play[0].pile == pile
    assert loads(WRITER.dumps(record)) == record


def test_a_turn_with_nothing_to_do_is_not_written() -> None:
    text = (
        "diams 1; players Ann Bob Cy Di; see Ann; hand Ann 9,8; hand Bob +1; hand Cy 8; hand Di none; market 5,2; closed Di; turn Ann; "
        "play put:9 / Cy: put:8"
    )
    record = loads(text.replace("hand Cy 8", "hand Cy +1"))
    assert [step.is_skip for step in record.play] == [False, True, False]
    assert loads(WRITER.dumps(record)) == record
    assert View.of(record).worlds.chances_of_piles(1) == []


@pytest.mark.parametrize("play", ["draw:7 put:3 / draw / Cy: draw", "draw:7 put:3 / draw /"])
def test_a_turn_with_nothing_to_do_after_a_draw(play: str) -> None:
    record = loads(f"diams 1; players Ann Bob Cy; see Ann; hand Ann 9,3; hand Bob none; market 8,5; play {play}")
    assert [step.is_skip for step in record.play].count(True) == 1
    assert loads(WRITER.dumps(record)) == record
    assert f"play {play}" in WRITER.dumps(record)


def test_the_end_of_a_round_in_which_the_last_ones_have_nothing_to_do() -> None:
    text = "diams 1; players Ann Bob Cy Di; see Ann; hand Ann 9,8; hand Bob +1; hand Cy +1; hand Di none; market 5,2; closed Di; turn Ann; "
    record = loads(text + "play put:9 / / /")
    assert [step.is_skip for step in record.play] == [False, True, True]
    assert record.state.phase is Phase.OVER
    assert loads(WRITER.dumps(record)) == record


@pytest.mark.parametrize(
    ("text", "code", "place"),
    [
        ("hand P1 1; hand P2 +2; safe P2 +3; held P2 7,8,9,6; market 2", "E-HELD", "held P2 7,8,9,6"),
        ("hand P1 1; hand P2 +1; safe P2 +3; held P2 7,8; lacks P2 7,8; market 5", "E-LACKS", "lacks P2 7,8"),
        ("hand P1 9,3,T; market 8,5; play draw:7 T?P2:9 give:- / draw put:9 / open:2+2 put:7 / open:1+1 put:9", "E-HELD", "put:9"),
        ("hand P1 9,3; hand P2 +4; market 8,5; play draw:7 put:3 / draw safe:+5 / draw:7 B?P2:7 give:7+7", "E-NOT-HELD", "B?P2:7"),
    ],
)
def test_contradictions_have_their_place(text: str, code: str, place: str) -> None:
    """What the deals show to be impossible is told where it stands, for `check` and for whoever asks for advice."""
    whole = f"diams 1; players 2; see P1; {text}"
    with pytest.raises(RecordError) as caught:
        check_record(loads(whole))
    problem = caught.value.problems[0]
    start = problem.column - 1
    assert (problem.code, whole[start : start + problem.length]) == (code, place)
    assert start == whole.rindex(place)
    assert problem.hint


def test_a_contradiction_made_by_a_program_has_no_place() -> None:
    record = loads("diams 1; players 2; see P1; hand P1 9,3,T; market 8,5; play draw:7 T?P2:9 give:- / draw put:9 / open:2+2 put:7")
    again = [Step(Move(Kind.OPEN), cards("1+1")), Step(Move(Kind.PUT, cards("9")))]
    with pytest.raises(PositionError, match="put:9 is impossible"):
        View.of(replace(record, play=(*record.play, *again)))


def test_chips_that_two_rounds_can_bring() -> None:
    text = "diams 1; players 2; hand P1 9,9,7,B; hand P2 8,5; market 4,2; pile 6,6,X; round 3/3; chips {}"
    assert loads(text.format("8 6")).chips == (8, 6)
    assert loads(text.format("0 0")).chips == (0, 0), "a single round counts as the last one"


def test_a_refill_that_is_not_told_is_found_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without going through all that may come: that took seconds."""
    monkeypatch.setattr(State, "chances", lambda _: pytest.fail("all refills are listed"))
    (found,) = parse("diams 1; players 2; hand P1 8,3; hand P2 4; market 8; phase act; play =8 draw:5")
    assert isinstance(found, RecordError)
    assert [problem.code for problem in found.problems] == ["E-CHANCE"]


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ("see P1; hand P1 1; hand P2 +1; held P2 9,9; market 2", "P2 is known to hold 2 cards, and has 1 hidden card"),
        ("hand P1 1; hand P2 2; phase trim; market 2", "P1 has 1 card: none is surplus"),
    ],
)
def test_one_is_singular(fields: str, words: str) -> None:
    (found,) = parse(f"diams 1; players 2; {fields}")
    assert isinstance(found, RecordError)
    assert found.problems[0].message == words
