"""`diamonds evaluate` of Diam's: positions and hands played to their ends by rules."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from diamonds_solver import cli
from diamonds_solver.common.wording import cell_width
from diamonds_solver.games.diams.advising.engines import greedy
from diamonds_solver.games.diams.advising.outlook import outlook
from diamonds_solver.games.diams.advising.worlds import Worlds
from diamonds_solver.games.diams.game import GAME
from diamonds_solver.games.diams.records.notation import example_path, hand_of
from diamonds_solver.games.diams.records.record import Record, knowledge_of, observed
from diamonds_solver.games.diams.round.rules import CHIPS, LOUPES, QUALITIES, VALUES, Cloture, Rules, cards, quality
from diamonds_solver.games.diams.round.state import Phase, State
from diamonds_solver.games.records import load
from tests.program import diamonds

LAP, VIEW = str(example_path("diams-lap")), str(example_path("diams-view"))

NOWHERE = "diams 1; players 2; see P1; hand P1 9; hand P2 +1; market 1; unseen 8,8; lacks P2 8"


def lap() -> Record:
    record = load(LAP)
    assert isinstance(record, Record)
    return record


def end(state: State) -> State:
    """What the rules of thumb make of a last lap."""
    while state.phase is not Phase.OVER:
        state = state.after(greedy(state))
    return state


def test_what_is_certain_has_no_width() -> None:
    """All cards are open and the pile has no more to say."""
    record = lap()
    found = outlook(record, 8, seed=1)
    last = end(record.state)
    assert tuple(each.value for each in found.points) == last.points()
    assert all(each.low == each.value == each.high for each in found.points)
    assert {each.value for seat in found.places for each in seat} == {0.0, 1.0}
    laid = [{quality(pile[0]) for pile in safe if len(pile) >= 3} for safe in last.safes]
    assert [[each.value for each in seat] for seat in found.secured] == [[each in own for each in QUALITIES] for own in laid]


def test_few_rounds_that_are_equal_have_no_interval() -> None:
    """Two equal rounds do not tell how far others may be off: no number follows the sign for it."""
    code, out, _ = diamonds(
        "evaluate", "--samples", "2", "--seed", "1", "-q", "diams 1; players 2; hand P1 2; hand P2 5; pile none; closed P2"
    )
    assert code == cli.OK
    assert "inf" not in out


def test_hidden_cards_are_dealt_as_the_view_has_them() -> None:
    """Against the mean over all worlds, each played out once."""
    record = observed(lap(), 2)
    looks = Worlds(record.state, knowledge_of(record)).looks()
    total = sum(looks.values())
    assert total == 15
    exact = [sum(ways * end(world).points()[seat] for world, ways in looks.items()) / total for seat in range(3)]
    found = outlook(record, 400, seed=5, objective="points")
    assert (found.worlds, found.seat) == (15, 2)
    assert found.value == found.points[2]
    for estimate, mean in zip(found.points, exact, strict=True):
        assert abs(estimate.value - mean) <= 4 * estimate.sem + 1e-9


@pytest.mark.parametrize("players", [2, 3, 5])
def test_places_chips_and_margins_fit_together(players: int) -> None:
    found = outlook(hand_of("7,7,S", Rules(players, VALUES, LOUPES, Cloture.LAST), {}, 0), 500, seed=2, objective="chips")
    for seat in range(players):
        chances = [each.value for each in found.places[seat]]
        assert sum(chances) == pytest.approx(1)
        assert found.chips[seat].value == pytest.approx(sum(a * b for a, b in zip(chances, CHIPS, strict=False)))
    assert sum(each.value for each in found.margin) == pytest.approx(0)
    others = sum(each.value for each in found.chips[1:]) / (players - 1)
    assert found.value.value == pytest.approx(found.chips[0].value - others)


def test_a_hand_waits_for_its_market() -> None:
    record = hand_of("T,9*,3", Rules(3), {"first": 2}, 0)
    assert record.state.hands[0] == cards("9*,3,T")
    assert not record.state.market
    after = record.state.turned_up(record.state.pile[:3]) if record.state.is_chance else None
    assert after is not None
    assert after.turn == 1
    assert hand_of(None, Rules(2), {}, 4) == hand_of(None, Rules(2), {}, 4) != hand_of(None, Rules(2), {}, 5)
    assert outlook(record, 2).worlds == Worlds(record.state, knowledge_of(record)).count > 10**6


def test_the_order_of_the_pile_is_not_looked_at() -> None:
    record = GAME.records.deal((1, 1), {}, None)
    pile = replace(record, start=record.start._replace(pile=tuple(sorted(record.start.pile)), is_stack=False))
    assert record.start.is_stack
    assert outlook(record, 4, seed=3) == outlook(pile, 4, seed=3)


def test_what_was_played_is_left_when_it_is_stopped() -> None:
    def interrupt(done: int, total: int) -> None:
        assert total == 1000
        raise KeyboardInterrupt

    whole = outlook(lap(), 256, seed=1)
    assert outlook(lap(), 1000, seed=1, on_progress=interrupt) == replace(whole, interrupted=True)
    assert outlook(lap(), 1000, seed=1, should_stop=lambda: True) == replace(whole, interrupted=True)
    with pytest.raises(ValueError, match="from 2"):
        outlook(lap(), 1)


def test_text_and_json_say_the_same() -> None:
    code, text, err = diamonds("evaluate", VIEW, "--samples", "600", "--seed", "1")
    assert code == 0
    assert all(line.startswith("note: ") for line in err.splitlines())
    answer = json.loads(diamonds("evaluate", VIEW, "--samples", "600", "--seed", "1", "--json", "--threads", "3")[1])
    assert (answer["id"], answer["game"], answer["rounds"], answer["seat"], answer["worlds"]) == ("diams-view", "diams", 600, "P1", 688)
    points = answer["points"][1]
    assert f"{points['value']:.1f} ± {(points['high'] - points['low']) / 2:.1f}" in text
    assert f"Ann may expect {answer['value']['value']:+.2f} ± " in text
    assert "600 rounds by the greedy player in all seats, seed 1" in text
    assert "688 ways" in text
    assert max(map(cell_width, text.splitlines())) <= 78


def test_a_hand_on_the_command_line() -> None:
    hand = ("9,3", "T", "--game", "diams", "-p", "5", "--set", "cloture=last", "--set", "first=3")
    code, out, _ = diamonds("evaluate", *hand, "--samples", "2", "--seed", "1")
    assert code == 0
    assert out.startswith("the hand 9,3,T of 5 players; P3 begins\n")
    assert max(map(cell_width, out.splitlines())) <= 78
    timed = json.loads(diamonds("evaluate", *hand, "--time-limit", "1ms", "--seed", "1", "--json")[1])
    assert json.loads(diamonds("evaluate", *hand, "--samples", str(timed["rounds"]), "--seed", "1", "--json")[1]) == timed


@pytest.mark.parametrize(
    ("args", "code", "message"),
    [
        (("9,3", "--game", "diams"), cli.BAD_INPUT, "<hand>:1:1: error: 3 cards are dealt to a hand, not 2 [E-HAND-SIZE]"),
        (("9,3,11", "--game", "diams"), cli.BAD_INPUT, "<hand>:1:5: error: '11' is not a card [E-CARD]"),
        (("9,3,X", "--game", "diams"), cli.BAD_INPUT, "nobody holds the closing card [E-CARD]"),
        (("9*,9*,3", "--game", "diams"), cli.BAD_INPUT, "there are more cards 9* than the deck has [E-COPIES]"),
        (("9,3,T", "--game", "diams", "--set", "first=3"), cli.BAD_INPUT, "there is no seat 3 with 2 players [E-SEAT]"),
        (("9,3,T", "--game", "diams", "--teams"), cli.USAGE, "--teams is for Diamonds: Diam's does not have it"),
        ((LAP, "--objective", "margin", "--set", "loupes=2"), cli.USAGE, "--set loupes does not agree with the record "),
        ((NOWHERE,), cli.BAD_INPUT, "no deal of the hidden cards agrees"),
        ((str(example_path("diams-round")),), cli.BAD_INPUT, "[E-OVER]"),
        ((str(example_path("diams-broken")),), cli.BAD_INPUT, "[E-LACKS]"),
    ],
)
def test_what_cannot_be_evaluated(args: tuple[str, ...], code: int, message: str) -> None:
    found, out, err = diamonds("evaluate", *args)
    assert (found, out) == (code, "")
    assert message in err
