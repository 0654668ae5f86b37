"""The player that learned by self-play: it sees what its seat sees, plays legal rounds, and says where it cannot play."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from unittest.mock import ANY

import numpy as np
import pytest

from diamonds_solver.advice.advice import advise
from diamonds_solver.errors import DiamondsError
from diamonds_solver.games.diamonds.advising.advise import make_engine
from diamonds_solver.games.diamonds.advising.view import View
from diamonds_solver.games.diamonds.core import layout
from diamonds_solver.games.diamonds.deal import deal
from diamonds_solver.games.diamonds.playing.counted import round_of
from diamonds_solver.games.diamonds.playing.match import Match
from diamonds_solver.games.diamonds.playing.players import PLAYERS, learned, pass_by_net
from diamonds_solver.games.diamonds.records.record import Hand, Phase, Record
from diamonds_solver.games.diamonds.round.public import Decision
from diamonds_solver.games.diamonds.round.rules import Rules
from tests.program import diamonds

from .positions import ALL_RULES, THIEF_RULES
from .rounds import random_round

LEARNED = [rules for rules in ALL_RULES if rules.players > 2]
NOT_LEARNED = [rules for rules in (*ALL_RULES, *THIEF_RULES) if rules not in LEARNED]


def learned_values(view: View) -> Sequence[float] | None:
    """Half of what is recommended: then it counts what it is worth."""
    preference = make_engine(view, "playout:share=0.5").preference
    return None if preference is None else preference.gains


@pytest.mark.parametrize("rules", LEARNED, ids=str)
def test_it_sees_in_a_view_what_it_sees_in_a_round(rules: Rules) -> None:
    """And plays by it: in the view no hand but its own is there to be seen."""
    cards = 0
    for number in range(4):
        record = random_round(random.Random(number), rules, cards_left=0)
        core = round_of(record)
        for index, move in enumerate(record.play):
            view = View.of(replace(record, play=record.play[:index]), core.to_move)
            chosen = core.learned_move(index)
            assert chosen is not None
            assert learned(view, index) == layout.unpack_move(chosen)
            moves, values = view.moves(), learned_values(view)
            assert layout.unpack_move(chosen) in moves
            assert (values is None) == (view.decision != Decision.CARD)
            if values is not None:
                assert core.preference(0, share=0.5) == (list(values), ANY)
                assert values[moves.index(layout.unpack_move(chosen))] == max(values)
            cards += len(view.moves()) > 1
            core.play(layout.pack_moves([move])[0])
    assert cards > 60


def test_its_share_of_what_is_recommended() -> None:
    """The samples stay as they are; the best move by both is recommended, of card decisions for the margin alone."""
    differing = 0
    for number in range(16):
        view = View.of(random_round(random.Random(number), Rules(4, teams=True), cards_left=10 - number % 4))
        values, moves = learned_values(view), view.moves()
        for share in (0.5, 0.8):
            engine, plain = (make_engine(view, f"playout:rollouts=net{option}", seed=3) for option in (f",share={share}", ""))
            answer, usual = advise(engine, worlds=16), advise(plain, worlds=16)
            assert [replace(m, sure_loss=0) for m in answer.moves] == [replace(m, sure_loss=0) for m in usual.moves]
            if values is None:
                assert engine.preference is None
                continue
            means = {m.move: m.mean for m in answer.moves}
            both = [(1 - share) * means[move] + share * value for move, value in zip(moves, values, strict=True)]
            best = moves[int(np.argmax(both))]
            loss = next(m.loss for m in answer.moves if m.move == best)
            assert answer.recommended == (best if loss > 0 else None)
            differing += answer.recommended is not None
            assert any("experience of many games speaks for it" in note for note in answer.notes) == (answer.recommended is not None)
    assert differing > 4


REFUSED_SHARES = [
    (Rules(4), "share=0.5,margin=0.3", "margin", "exclude each other"),
    (Rules(4), "share=0.5,early=2", "margin", "exclude each other"),
    (Rules(4), "share=0.5", "points", "not the objective points"),
    *[(rules, "share=0.5", "margin", "three players or more") for rules in NOT_LEARNED],
]


@pytest.mark.parametrize(("rules", "options", "goal", "why"), REFUSED_SHARES, ids=str)
def test_a_share_that_has_no_say_is_refused(rules: Rules, options: str, goal: str, why: str) -> None:
    """In advice, and in the arena, whose players have no views."""
    view = View.of(random_round(random.Random(5), rules, cards_left=4))
    with pytest.raises(DiamondsError, match=why) as refused:
        make_engine(view, f"playout:{options}", objective=goal)
    assert refused.value.code == "E-ENGINE"
    assert refused.value.hint
    with pytest.raises(DiamondsError, match=why):
        Match(rules, seed=3).play(0, [f"playout:worlds=2,goal={goal},{options}", *["greedy"] * (len(rules.sides) - 1)], lambda: False)


@pytest.mark.parametrize(
    ("rules", "points"),
    [
        (Rules(4), [(9, 7, 12, 3), (8, 7, 8, 17), (11, 13, 7, 10)]),
        (Rules(4, teams=True), [(13, 14), (21, 15), (20, 14)]),
        (Rules(3), [(9, 9, 6), (10, 4, 14), (10, 11, 8)]),
        (Rules(5), [(7, 6, 10, 3, 6), (4, 8, 7, 17, 3), (9, 10, 8, 6, 6)]),
        (Rules(6), [(11, 8, 11, 3, 12, 13), (9, 12, 8, 19, 5, 8), (14, 8, 5, 6, 7, 6)]),
        (Rules(6, teams=True), [(14, 18, 26), (22, 18, 23), (22, 25, 18)]),
        (Rules(3, perfect=True), [(12, 12, 10), (11, 8, 13), (9, 6, 11)]),
        (Rules(4, perfect=True), [(5, 8, 8, 12), (3, 6, 11, 7), (5, 8, 8, 5)]),
        (Rules(4, perfect=True, teams=True), [(23, 21), (22, 29), (23, 29)]),
        (Rules(5, perfect=True), [(9, 12, 9, 12, 11), (9, 12, 11, 13, 12), (9, 10, 5, 8, 6)]),
    ],
    ids=str,
)
def test_it_plays_the_same_everywhere(rules: Rules, points: list[tuple[int, ...]]) -> None:
    match = Match(rules, seed=3)
    played = [match.play(number, ["learned"] * len(rules.sides), lambda: False) for number in range(3)]
    assert [answer and answer.points for answer in played] == points


@pytest.mark.parametrize("rules", LEARNED, ids=str)
def test_it_plays_whole_matches(rules: Rules) -> None:
    """Also beside players who need views, who passes or not."""
    for whole, passing, others in ((True, True, "greedy"), (False, True, "random"), (False, False, "exact:worlds=1,nodes=100")):
        played = Match(rules, seed=3, whole=whole, passing=passing).play(0, ["learned", *[others] * (len(rules.sides) - 1)], lambda: False)
        assert played is not None
        assert sum(played.shares) == pytest.approx(1)


@pytest.mark.parametrize("rules", LEARNED, ids=str)
def test_it_passes_by_the_net(rules: Rules) -> None:
    record = Record.begun(rules, [Hand(hand, 0) for hand in deal(rules, 3).hands], 0, passing=True)
    view = View.of(replace(record, phase=Phase.PASS, pass_count=2), 1)
    assert PLAYERS.parse("learned").choose(view, 5) == pass_by_net(rules, view.hand, 2)  # type: ignore[union-attr]


@pytest.mark.parametrize("rules", NOT_LEARNED, ids=str)
def test_where_it_has_not_learned_it_says_so(rules: Rules) -> None:
    with pytest.raises(DiamondsError, match="three players or more") as refused:
        Match(rules, seed=3).play(0, ["learned", *["greedy"] * (len(rules.sides) - 1)], lambda: False)
    assert refused.value.code == "E-PLAYER"
    assert refused.value.hint
    record = Record.begun(rules, [Hand(hand, 0) for hand in deal(rules, 3).hands], 0, passing=True)
    with pytest.raises(DiamondsError, match="three players or more"):
        learned(View.of(replace(record, phase=Phase.PASS, pass_count=2), 1), 5)
    record = random_round(random.Random(5), rules, cards_left=4)
    with pytest.raises(DiamondsError, match="three players or more"):
        learned(View.of(record), 5)


def test_the_arena_says_so_too() -> None:
    answer = diamonds("arena", "learned", "greedy", "-p", "2", "--deals", "1")
    assert answer.code == 3
    assert "E-PLAYER" in answer.err
