"""Values of hands: against single rounds and plain counting, the same for a seed, sensible where the answer is known."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest

import diamonds_solver
from diamonds_solver.errors import DiamondsError, PositionError, RulesError
from diamonds_solver.games.diamonds.advising.evaluate import (
    EFFORT,
    KEPT,
    EvaluationInterrupted,
    evaluate_hand,
    hand_record,
    pass_experiment,
)
from diamonds_solver.games.diamonds.advising.hands import (
    HandValue,
    award_winners,
    margins,
    play_rounds,
    round_statistics,
    seat_after_dealer,
    side_points,
)
from diamonds_solver.games.diamonds.advising.view import View
from diamonds_solver.games.diamonds.core import layout
from diamonds_solver.games.diamonds.deal import deal
from diamonds_solver.games.diamonds.round.rules import SUITS, Rules, card_name, make_card
from diamonds_solver.games.records import loads
from diamonds_solver.notation.problems import RecordError

from .positions import ALL_RULES

HAND = "D15,9,3 H12,4 S7,2 C14,4,1"
TOP = [make_card(suit, rank) for suit in SUITS for rank in (15, 14)] + [make_card(0, 13), make_card(1, 13)]
LOW = [make_card(suit, rank) for suit in SUITS for rank in (1, 2)] + [make_card(0, 3), make_card(1, 3)]


def hand_of(rules: Rules, seed: int) -> list[int]:
    return sorted(deal(rules, seed).hands[0])


# -- known cases ----------------------------------------------------------------------------------------------------------------------


def test_top_cards_win_tricks_and_low_cards_win_none() -> None:
    top, low = evaluate_hand(TOP, 4, samples=300, seed=1), evaluate_hand(LOW, 4, samples=300, seed=1)
    assert top.dealt.tricks.value > 5 > 1 > low.dealt.tricks.value
    assert low.dealt.no_trick.value > 0.5 > 0.01 >= top.dealt.no_trick.value
    assert top.by_rules.margin.value > 3
    assert top.rank.percentile > 95


def test_the_one_high_card_goes() -> None:
    """With one high card among the lowest ones, whose owner would win no trick without it."""
    cards = [*LOW[:-1], make_card(3, 15)]
    choices = evaluate_hand(cards, 5, samples=400, seed=3).passes[0]
    assert choices.best.cards == (make_card(3, 15),)
    assert choices.rules.loss > 0  # the rules keep it and pass H2


def test_a_perfect_hand_of_one_suit() -> None:
    """All diamonds: thirteen tricks and every award. Points: 13 diamonds and their award 2 each; others discard clubs and rob the three
    crystals, which the awards of hearts, spades and clubs bring back."""
    record = hand_record([make_card(0, rank) for rank in range(1, 14)], Rules(4, perfect=True), 1)
    view = View.of(record)
    experiment = pass_experiment(view, "points", 1)
    starts = experiment.deals(0, 50)
    ends = experiment.play(starts, 0)
    seen = round_statistics(starts, ends, view.rules, 0)
    assert seen.tricks.value == 13
    assert seen.no_trick.value == 0
    assert [award.value for award in seen.awards] == [1, 1, 1, 1]
    assert seen.points.value == 2 * 14 - 3 + 3
    assert seen.distribution == ((28, 1.0),)


# -- what is counted ------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", ALL_RULES, ids=str)
def test_counts_agree_with_single_rounds(rules: Rules) -> None:
    starts = layout.pack([deal(rules, seed) for seed in range(30)])
    ends = play_rounds(starts, rules, 4, 0)
    points, won = side_points(starts, ends, rules), award_winners(ends, rules)
    for row, end in enumerate(ends):
        crystals = [int(2 * end["vault"][seat] + end["showroom"][seat]) - 3 for seat in range(rules.players)]
        expected = [sum(crystals[seat] for seat in side) for side in rules.sides]
        assert points[row].tolist() == expected
        for suit in SUITS:
            taken = [sum(int(end["taken"][seat][suit]) for seat in side) for side in rules.sides]
            winner = [count == max(taken) and taken.count(max(taken)) == 1 for count in taken]
            assert won[row, :, suit].tolist() == winner
    assert (won.sum(axis=1) <= 1).all()
    others = [np.mean([points[:, other] for other in range(len(rules.sides)) if other != side], axis=0) for side in range(len(rules.sides))]
    assert np.allclose(margins(points), points - np.stack(others, axis=1))
    found = [round_statistics(starts, ends, rules, seat) for seat in range(rules.players)]
    for suit in SUITS:
        assert sum(found[side[0]].awards[suit].value for side in rules.sides) <= 1 + 1e-12
    assert sum(each.tricks.value for each in found) == pytest.approx(rules.hand_size / rules.plays_per_trick)
    for seat, each in enumerate(found):
        assert sum(share for _, share in each.distribution) == pytest.approx(1)
        assert sum(number * share for number, share in each.distribution) == pytest.approx(each.points.value)
        nothing = [end["taken"][seat].sum() == 0 for end in ends]
        assert each.no_trick.value == pytest.approx(np.mean(nothing))
        assert each.margin.value == pytest.approx(margins(points)[:, rules.side_of(seat)].mean())


@pytest.mark.parametrize("rules", ALL_RULES, ids=str)
def test_value_is_whole(rules: Rules) -> None:
    for seat_after in (1, rules.players):
        value = evaluate_hand(hand_of(rules, 5), rules, samples=30, seed=9, seat_after=seat_after)
        assert value.seat_after_dealer == seat_after
        assert sum(value.announced) == pytest.approx(1)
        assert [choices.count for choices in value.passes] == [1, 2, 3]
        assert value.gain.value == pytest.approx(value.best.margin.value - value.by_rules.margin.value)
        if seat_after == rules.players:
            count = value.announced.index(1.0) + 1
            best = max(value.passes, key=lambda choices: choices.best.value.value)
            assert best.count == count
            assert value.best == best.statistics
        for choices in value.passes:
            losses = [each.loss for each in choices.passes]
            assert losses == sorted(losses)
            assert losses[0] == 0
            assert len(choices.passes) == 3
            assert len({each.cards for each in choices.passes}) == 3
            for each in (*choices.passes, choices.rules):
                assert each.value.value == pytest.approx(choices.best.value.value - each.loss)
                assert set(each.cards) < set(value.hand)
                assert len(each.cards) == choices.count
            assert choices.statistics.margin.value == pytest.approx(choices.best.value.value)
        json.dumps(value.to_dict(), allow_nan=False)


def test_points_and_margin_want_different_things() -> None:
    points = evaluate_hand(HAND, 4, samples=200, seed=2, objective="points")
    assert points.gain.value == pytest.approx(points.best.points.value - points.by_rules.points.value)
    assert points.passes[0].best.value.value == pytest.approx(points.passes[0].statistics.points.value)


# -- reproducible ---------------------------------------------------------------------------------------------------------------------


def plain(value: HandValue) -> dict[str, object]:
    return {key: item for key, item in value.to_dict().items() if key != "seconds"}


@pytest.mark.long
def test_same_seed_same_numbers() -> None:
    first, again, other = (evaluate_hand(HAND, 4, samples=60, seed=seed) for seed in (7, 7, 8))
    chosen = evaluate_hand(HAND, 4, samples=60)
    assert plain(evaluate_hand(HAND, 4, samples=60, seed=chosen.seed)) == plain(chosen)
    assert chosen.seed != evaluate_hand(HAND, 4, samples=60).seed
    assert plain(first) == plain(again) != plain(other)
    cards = sorted(first.hand)
    assert plain(evaluate_hand(cards, Rules(4), samples=60, seed=7)) == plain(first)
    assert plain(evaluate_hand(hand_record(HAND), samples=60, seed=7)) == plain(first)
    assert plain(diamonds_solver.evaluate_hand(HAND, 4, samples=60, seed=7)) == plain(first)


def test_time_limit_chooses_samples_that_repeat() -> None:
    limited = evaluate_hand(HAND, 4, time_limit=0.2, seed=7)
    assert limited.samples >= 100
    assert plain(evaluate_hand(HAND, 4, samples=limited.samples, seed=7)) == plain(limited)


@pytest.mark.parametrize("threads", [1, 2])
def test_what_is_known_when_it_is_interrupted(threads: int) -> None:
    """Ctrl-C in the search for the best two cards: the numbers so far are those of the whole answer."""
    told: list[tuple[int, int]] = []

    def interrupt(rounds: int, total: int) -> None:
        told.append((rounds, total))
        if rounds > 60 * (2 + EFFORT + KEPT + 1 + EFFORT / 2):
            raise KeyboardInterrupt

    whole = evaluate_hand(HAND, 4, samples=60, seed=7)
    with pytest.raises(EvaluationInterrupted) as caught:
        evaluate_hand(HAND, 4, samples=60, seed=7, threads=threads, on_progress=interrupt)
    value = caught.value.value
    assert told[-1][1] == 60 * (2 + 3 * (KEPT + 1 + EFFORT))
    assert value.interrupted
    assert not whole.interrupted
    assert (value.dealt, value.by_rules, value.rank, value.passes) == (whole.dealt, whole.by_rules, whole.rank, whole.passes[:1])
    assert value.announced == whole.announced
    assert value.best != whole.best


def test_an_interruption_before_anything_is_known() -> None:
    def interrupt(rounds: int, total: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt) as caught:
        evaluate_hand(HAND, 4, samples=60, seed=7, on_progress=interrupt)
    assert not isinstance(caught.value, EvaluationInterrupted)


def test_hidden_cards_of_a_record_do_not_matter() -> None:
    """A record with all hands open: the value is the same when the others' cards change places."""
    text = f"diamonds 1; players 3; phase choose; see P2; dealer P1; hand P2 {HAND}"
    hidden = evaluate_hand(loads(text), samples=40, seed=3)
    others = [card for card in Rules(3).deck if card not in hidden.hand]
    for shift in (0, 7):
        a, b = others[shift : shift + 10], others[shift + 10 : shift + 20]
        shown = f"{text}; hand P1 {' '.join(map(card_name, a))}; hand P3 {' '.join(map(card_name, b))}"
        assert plain(evaluate_hand(loads(shown), samples=40, seed=3)) == plain(hidden)


# -- records --------------------------------------------------------------------------------------------------------------------------


def test_records_say_who_knows_what() -> None:
    text = f"diamonds 1; players Ann Bob Cy Di; phase pass; pass 3; see Bob; dealer Di; hand Bob {HAND}; showroom 9 4 1 2; id x"
    value = evaluate_hand(loads(text), samples=50, seed=2)
    assert (value.seat, value.dealer, value.seat_after_dealer, value.names) == (1, 3, 2, ("Ann", "Bob", "Cy", "Di"))
    assert [choices.count for choices in value.passes] == [3]
    assert list(value.announced) == [0, 0, 1]
    bare = evaluate_hand(HAND, 4, samples=50, seed=2, seat_after=2)
    assert value.rank == bare.rank  # crystals and the number announced do not change what the hand is among hands
    assert value.by_rules != bare.by_rules


def test_seats_after_the_dealer() -> None:
    assert [seat_after_dealer(Rules(4), seat, 1) for seat in range(4)] == [3, 4, 1, 2]
    for seat_after in range(1, 5):
        record = hand_record(HAND, 4, seat_after)
        assert seat_after_dealer(record.rules, 0, record.dealer) == seat_after
        assert record.lead == (record.dealer + 1) % 4


# -- errors ---------------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "code", "column"),
    [
        ("D15,9,3 H12,4 S7,2 C14,4", "E-HAND-SIZE", 1),
        ("D15,9,3 H12,4 S7,2 C14,4,1,2", "E-HAND-SIZE", 1),
        ("", "E-HAND-SIZE", 1),
        ("D15,9,3 H12,4 S7,2 C14,4,14", "E-CARD-TWICE", 26),
        ("D16,9,3 H12,4 S7,2 C14,4,1", "E-RANK", 2),
        ("D15,9,3 X12,4 S7,2 C14,4,1", "E-CARD", 9),
        ("D15,9,3 H12,4 S7,2; phase play", "E-CARD", 19),
        ("D15,9 +8", "E-HIDDEN", 1),
    ],
)
def test_hands_that_are_none(text: str, code: str, column: int) -> None:
    with pytest.raises(RecordError) as caught:
        evaluate_hand(text, 4)
    first = caught.value.problems[0]
    assert (first.code, first.line, first.column) == (code, 1, column)


def test_other_errors() -> None:
    with pytest.raises(PositionError) as caught:
        evaluate_hand(hand_of(Rules(4), 1), 4, seat_after=5)
    assert caught.value.code == "E-SEAT"
    with pytest.raises(PositionError, match="not in the deck"):
        evaluate_hand([1, 1, 2, 3, 4, 5, 6, 7, 8, 9], 4)
    with pytest.raises(PositionError, match="not in the deck"):
        evaluate_hand([15, *range(1, 13)], Rules(4, perfect=True))
    with pytest.raises(RulesError):
        evaluate_hand(HAND, 7)
    with pytest.raises(DiamondsError) as phase:
        evaluate_hand(loads("diamonds 1; players 2; hand P1 D1,2"))
    assert phase.value.code == "E-PHASE"
    wrong: list[dict[str, Any]] = [{"objective": "win"}, {"samples": 1}, {"time_limit": -1}, {"threads": -1}, {"seed": -1}]
    for options in (*wrong, {"time_limit": 1, "samples": 9}):
        with pytest.raises(ValueError, match=next(iter(options))):
            evaluate_hand(HAND, 4, **options)
