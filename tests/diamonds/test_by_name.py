"""From Python, by name: cards and moves as text, answers as rows, one line for what is printed."""

from __future__ import annotations

import inspect
import pickle
import random
import re
from collections.abc import Callable
from typing import Any

import pytest

import diamonds_solver as ds
from diamonds_solver.answers.solution import solution_dict, solution_text
from diamonds_solver.errors import HiddenCardsError, IllegalMoveError, PositionError
from diamonds_solver.games.diamonds.game import GAME
from diamonds_solver.games.diamonds.records.notation import example_path
from diamonds_solver.games.diamonds.round.public import Move
from diamonds_solver.games.diamonds.round.rules import card_of, cards_of, format_cards, make_card
from tests.program import diamonds

from .rounds import random_round

HANDS = ["D9 H3", ["D8", "H2"], (make_card(0, 7), "c1")]


def start() -> ds.Position:
    return ds.Position.start(ds.Rules(3), HANDS)


def test_moves_are_read_as_they_are_written() -> None:
    rng = random.Random(1)
    for _ in range(20):
        for move in random_round(rng).play:
            assert Move.parse(str(move)) == move
            assert eval(repr(move)) == move
            assert pickle.loads(pickle.dumps(move)) == move
    assert Move.parse(" c3>p1 ") == Move(make_card(3, 3), victim=0)
    assert (repr(Move.parse("P3>P1")), repr(Move())) == ("Move.parse('P3>P1')", "Move()")


untyped: Any = ds
move_type: Any = Move
untyped_start: Any = start


@pytest.mark.parametrize("text", ["", "X", "D", "D16", "D0", "C3>", ">P7", "P0", "P1 P2", "C3>Ann"])
def test_what_is_no_move(text: str) -> None:
    with pytest.raises((IllegalMoveError, PositionError), match="is not a"):
        Move.parse(text)


@pytest.mark.parametrize(
    ("call", "wanted"),
    [
        (lambda: move_type("D9"), "card must be the number of a card.*Move.parse"),
        (lambda: move_type(card=200), "card must be the number of a card.*not 200"),
        (lambda: move_type(victim="P1"), "seats from 0 to 5"),
        (lambda: move_type.parse(9), "a text is expected"),
        (lambda: untyped.Position.start(3, HANDS), "rules are expected, such as Rules.4."),
        (lambda: untyped.Position.start(untyped.Rules(3), [[9.5]] * 3), "a card is a name, such as 'D15', or its number, not 9.5"),
        (lambda: untyped_start().play(9), "a Move is expected, one of position.moves.., or a text"),
        (lambda: card_of(True), "a card is a name"),
        (lambda: untyped.solve("D9"), "a Position is expected"),
        (lambda: list(untyped.solve_all(["D9"])), "a Position is expected"),
        (lambda: list(untyped.solve_all([None])), "a Position is expected, not NoneType"),
        (lambda: untyped.solve(untyped_start(), time_limit="1s"), "time_limit must be a number of seconds, not '1s'"),
        (lambda: untyped.solve(untyped_start(), node_limit=1.5), "node_limit must be a whole number from 1 on, not 1.5"),
    ],
)
def test_wrong_types_say_what_is_expected(call: Callable[[], Any], wanted: str) -> None:
    with pytest.raises(TypeError, match=wanted):
        call()


def test_hands_by_name() -> None:
    assert [format_cards(hand) for hand in start().hands] == ["D9 H3", "D8 H2", "D7 C1"]
    assert format_cards(cards_of("d15, 9,3H12  c 4 1")) == "D15,9,3 H12 C4,1"
    assert cards_of("") == frozenset()
    for wrong in ("D9,X", "9", "D", ["D16"], ["D9", "D9"], "D9 D9", [0]):
        with pytest.raises(PositionError):
            cards_of(wrong)


def test_play_by_name() -> None:
    position = start()
    assert position.play("D8").play("d7").play("D9") == position.play(Move(make_card(0, 8))).play(Move.parse("D7")).play(Move.parse("D9"))
    with pytest.raises(IllegalMoveError, match="D9 is not a legal move"):
        position.play("D9")
    one = ds.loads("diamonds 1; players 3; showroom 0 0 2; hand P1 D2 C1; hand P2 D1,4; hand P3 H1,2; lead P3; play H1").position()
    assert one.play("C1>P3") == one.play("C1")
    with pytest.raises(IllegalMoveError):
        one.play("C1>P2")


def test_what_is_printed_is_one_line() -> None:
    record = ds.Record.of(start(), "deal 7")
    for thing in (start(), record, ds.solve(start()), ds.View.of(record), Move.parse("D9"), ds.Rules(3)):
        assert "\n" not in repr(thing)
        assert len(repr(thing)) < 120
    assert repr(start()) == "<Position: 3 players, P2 decides (card): D9 H3 | D8 H2 | D7 C1>"
    assert repr(record) == "<Record 'deal 7': 3 players, 2 tricks, 0 moves, open>"
    assert repr(ds.solve(start())) == "<Solution: margin -4, best D8, 2 moves>"
    hand = ds.evaluate_hand("D15,3 H9,8,2 S14,5,1 C10,2", samples=8, seed=1)
    assert re.fullmatch(
        r"<HandValue: P\d D15,3 H9,8,2 S14,5,1 C10,2, margin [+-]\d+\.\d\d ±\d+\.\d\d, better than \d+ % of hands>", repr(hand)
    )
    game = ds.LiveGame.new(["me", "easy", "normal"], seed=1)
    assert repr(game) == "<LiveGame: diamonds, me, easy, normal, 0 moves, how many cards to pass>"


def test_types_of_values_need_no_test_for_none() -> None:
    """What a script of ten lines computes with, under ``mypy --strict``, which checks this file."""
    solution = ds.solve(start())
    gain: float = solution.value + 0.5
    losses = [solution.value - move.value for move in solution.moves]
    assert (gain, min(losses)) == (-3.5, 0)


def test_what_print_shows_are_the_tables_of_the_commands() -> None:
    """The same moves and numbers in the same columns, below the same question."""
    advice = ds.advise(ds.example("advice"), worlds=20, seed=1, engine="playout")
    printed = str(advice).splitlines()
    command = diamonds("advise", "--worlds", "20", "--seed", "1", "--engine", "playout", str(example_path("advice"))).out.splitlines()
    assert f"advice: {printed[0]}" == command[0]
    assert [line.split()[:3] for line in printed[2:8]] == [line.split()[:3] for line in command if line[2:3] in "DSHC"][:6]
    assert repr(advice) == "<Advice: P2 margin, best D12, too close, 20 worlds>"
    solution = ds.solve(ds.example("ending"))
    command = diamonds("solve", str(example_path("ending"))).out.splitlines()
    assert str(solution).splitlines()[1:6] == command[2:7]
    assert "P4 decides: a card to play; own points" in solution._repr_html_()
    played = (
        "diamonds 1; players 3; variant perfect; lead P1; hand P1 H8 H6 C1; hand P2 H7 S4 C3; hand P3 D7 D1 C8; play H8 H7 D1 C1 C3 C8 >P2"
    )
    analysis = ds.analyse(ds.loads(played), worlds=4)
    caption, heads, *rows = str(analysis).splitlines()
    assert caption == "diamonds: 7 decisions; loss for each one with a choice"
    assert heads.split() == ["player", "decisions", "known", "in", "hindsight", "?!", "?", "??"]
    assert [row.split()[:2] for row in rows] == [[player.name, str(player.decisions)] for player in analysis.players]
    assert re.fullmatch(r"<PlayerSummary: P1 P1, 2 decisions, loss \d.\d\d known, loss 0.50 in hindsight>", repr(analysis.players[0]))


def test_solve_takes_a_record_with_open_hands() -> None:
    assert ds.solve(ds.example("ending")).value == ds.solve(ds.example("ending").position()).value
    with pytest.raises(ds.HiddenCardsError):
        ds.solve(ds.example("advice"))


def test_the_package_shows_its_public_names() -> None:
    assert dir(ds) == sorted(ds.__all__)


def test_solve_tells_its_parameters() -> None:
    ours = list(inspect.signature(ds.solve).parameters.values())
    later = "played"  # what a later position of the same round tells is of use to a solver that is kept
    method = [p for p in list(inspect.signature(ds.Solver.solve).parameters.values())[1:] if p.name != later]
    assert [(p.name, p.default, p.kind) for p in ours] == [(p.name, p.default, p.kind) for p in method]
    assert ds.solve(start(), objective="points", all_moves=False).objective == "points"


@pytest.mark.parametrize("threads", [1, 3])
def test_all_are_solved_in_order(threads: int) -> None:
    positions = [ds.late_position(3, 3, seed) for seed in range(12)]
    told: list[tuple[int, int | None]] = []
    found = list(ds.solve_all(positions, threads=threads, on_progress=lambda done, total: told.append((done, total))))
    assert [solution.rows() for solution in found] == [ds.solve(position).rows() for position in positions]
    assert told == [(done, 12) for done in range(1, 13)]
    records = (ds.Record.of(position) for position in positions)
    assert [solution.value for solution in ds.solve_all(records, threads=threads)] == [solution.value for solution in found]


def test_solve_all_refuses() -> None:
    with pytest.raises(ValueError, match="objective"):
        ds.solve_all([], objective="x")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="threads"):
        ds.solve_all([], threads=-1)
    with pytest.raises(HiddenCardsError):
        list(ds.solve_all([ds.loads("diamonds 1; players 3; hand P1 D4; see P1")]))


def test_rows_are_for_a_data_frame() -> None:
    (first, *others) = ds.solve(start()).rows()
    assert first == {
        "to_move": "P2", "move": "D8", "value": -4, "lower": -4, "upper": -4, "exact": True, "loss": 0, "best": True,
    }  # fmt: skip
    assert [row["move"] for row in others] == ["H2"]
    assert ds.solve(start(), model="maxn").rows()[0]["lower"] is None


NAMED = 'diamonds 1; players Ann "Bob Lee" Cy; hand P1 D2 S1; hand P2 D1 H4; hand P3 H1 C2; lead P1; play D2 D1'


def test_answers_use_the_names() -> None:
    record = ds.loads(NAMED)
    solution = ds.solve(record.position())
    text = solution_text(GAME, record, solution)
    assert "  C2>Ann" in text
    assert '  C2>"Bob Lee"' in text
    assert ">P" not in text
    found = solution_dict(GAME, record, solution)
    assert found["players"] == ["Ann", "Bob Lee", "Cy"]
    moves = found["moves"]
    assert isinstance(moves, list)
    assert {move["move"] for move in moves} >= {"C2>P1", "C2>P2"}
    best = ds.loads(NAMED + "; best C2>P2,C2>Ann")
    assert 'best C2>"Bob Lee",C2>Ann' in ds.dumps(best)
    assert ds.loads(ds.dumps(best)) == best


def test_answers_say_what_is_assumed() -> None:
    record = ds.loads(NAMED)
    (note,) = record.notes()
    solution = ds.solve(record.position())
    assert solution_dict(GAME, record, solution)["notes"] == [note]
    hidden = ds.loads("diamonds 1; players 4; hand P1 S11,3 H7 C7; lead P4; showroom 2 3 1 4; play S9; see P1")
    for engine in ("playout", "ismcts:simulations=100", "exact"):
        advice = ds.advise(hidden, engine=engine, worlds=20, seed=1)
        assert any("does not say who won the 6 tricks before" in text for text in advice.notes)
        assert not advice.exact
