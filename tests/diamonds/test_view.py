"""What a player knows: all of it, nothing else, and never what is hidden."""

from __future__ import annotations

import random
from dataclasses import replace
from math import comb, factorial

import pytest

from diamonds_solver.errors import HiddenCardsError, PositionError
from diamonds_solver.games.diamonds.advising.view import View, check_decides
from diamonds_solver.games.diamonds.advising.worlds import Worlds
from diamonds_solver.games.diamonds.records.information import NOBODY
from diamonds_solver.games.diamonds.records.record import Phase, Record
from diamonds_solver.games.diamonds.round.public import Move
from diamonds_solver.games.diamonds.round.rules import Rules, make_card
from diamonds_solver.games.records import loads

from .rounds import cards, random_round, suits

TYPED = """
diamonds 1; players Ann Bob Cy Di; dealer Di; pass 2; see Ann
hand Ann D15,9,3 H12,4 S7,1 C10,4,2
gave Ann D14,2; got Ann H12,S7
play H4 H14 S2 H7 / D14 D1 D5 D3
"""


def test_a_typed_record() -> None:
    view = View.of(loads(TYPED))
    assert view.seat == 0
    assert view.decision == "card"
    assert view.hand == cards("D15 D9 H12 S7 S1 C10 C4 C2")
    assert view.sizes == (8, 8, 8, 8)
    assert view.voids == (suits(""), suits(""), suits("H"), suits(""))
    assert view.pinned == (view.hand, cards("D2"), cards(""), cards(""))
    assert len(view.unseen) == 60 - 10 - 2 - 5  # own cards, those passed, what others played besides D14
    assert view.information.stub == 20
    assert view.information.gone == (0, 0, 0, 0)
    assert view.to_move == 1
    assert not view.is_to_move
    assert view.moves() == ()


def test_moves_of_the_viewer() -> None:
    record = loads(TYPED.replace("/ D14 D1 D5 D3", "/ D14 D1 D5"))
    view = View.of(record)
    assert view.is_to_move
    assert [str(move) for move in view.moves()] == ["D15", "D9", "D3"]
    assert View.of(record, table=record.table()) == view
    assert View.of(record, 0, record.table()).table == view.table


def test_voids_of_both_sources_and_of_the_trick_on_the_table() -> None:
    view = View.of(loads("diamonds 1; players 3; hand P2 D1 H1 S1; void P1 C; play H1 D5 S3; see P2; lead P2"))
    assert view.voids == (suits("CH"), suits(""), suits("H"))
    assert view.sizes == (2, 2, 2)


def test_two_players_pass_to_each_other_and_follow_with_both_cards() -> None:
    text = "diamonds 1; players 2; lead P1; pass 1; hand P1 D15,9,3 H12,4 S7,1 C10,4,2; gave P1 C5; got P1 C2; see P1; play D3 D5 D9 S2"
    view = View.of(loads(text))
    assert view.voids[1] == suits("D")
    assert view.pinned[1] == cards("C5")
    assert view.receiver == view.giver == 1
    assert view.sizes == (8, 8)
    assert view.information.stub == 40


def test_partners_pass_to_each_other() -> None:
    view = View.of(loads("diamonds 1; players 6; teams yes; hand P2 D15,9,3 H12,4 S7,1 C10,4,2; gave P2 C5; see P2"))
    assert view.pinned[4] == cards("C5")
    assert view.receiver == view.giver == 4
    assert view.information.stub == 0


def test_nothing_is_hidden_in_perfect_for_two_after_the_pass() -> None:
    view = View.of(loads("diamonds 1; players 2; variant perfect; hand P1 D8,7,6,5,4,3,2,1 H8,7,6,5,4,3,2,1; see P1"))
    assert view.count == 1
    (position,) = Worlds(view).positions(Worlds(view).enumerate())
    assert position.hands[1] == set(view.rules.deck) - view.hand


def test_cards_shown_with_see_are_known() -> None:
    view = View.of(loads("diamonds 1; players 3; hand P1 D4,3; hand P2 H1 +1; hand P3 S2,1; see P1"))
    assert view.pinned == (cards("D4 D3"), cards("H1"), cards("S2 S1"))
    assert view.takers == (1,)


def test_open_hands_are_hidden_all_the_same() -> None:
    """A record that shows every hand shows more than any player knows, also when it has `see`."""
    view = View.of(loads("diamonds 1; players 3; hand P1 D4,3; hand P2 H2,1; hand P3 S2,1; see P1"))
    assert view.pinned == (cards("D4 D3"), cards(""), cards(""))
    assert view == View.of(loads("diamonds 1; players 3; hand P1 D4,3; see P1; won -"))


def test_passes_of_others_are_hidden_in_an_open_record() -> None:
    record = random_round(random.Random(5), Rules(4), cards_left=6)
    assert all(record.gave)
    assert all(record.got)
    view = View.of(record, 2)
    assert view.record.gave == (None, None, record.gave[2], None)
    assert view.record.got == (None, None, record.got[2], None)
    assert View.of(replace(record, gave=(None,) * 4), 2) == view
    assert View.of(replace(record, got=(None,) * 4), 2) == view


def test_passes_of_others_are_known_where_the_viewer_says_so() -> None:
    view = View.of(loads("diamonds 1; players 4; hand P1 D15,9,3 H12,4 S7,1 C10,4,2; gave P2 H9; got P4 S5; see P1"))
    assert view.pinned[2:] == (cards("H9"), cards("S5"))


# -- records that do not begin with the deal ----------------------------------------------------------------------------------------


def test_cards_won_before_are_known_by_number() -> None:
    text = "diamonds 1; players 3; hand P1 D4,3; took P1 D3 H6; took P3 S10 C5; lead P1; out D9,8 H7; see P1"
    view = View.of(loads(text))
    assert view.information.gone == (3, 6, 10, 5)
    assert view.information.spent == tuple(sorted(cards("D9 D8 H7")))  # won, or not dealt
    assert view.information.stub == 30
    assert len(view.unseen) == 60 - 2 - 3


def test_a_passed_card_may_have_been_played() -> None:
    """D14 and C2 are with P2 or were won; H1, which P1 got and no longer has, was played for sure."""
    text = "diamonds 1; players 3; hand P1 D4,3; took P1 D9 H6; took P3 S4 C5; lead P1; gave P1 D14,C2; got P1 H1,D3; see P1"
    view = View.of(loads(text))
    assert view.information.traced == dict.fromkeys(cards("D14 C2"), 1) | dict.fromkeys(cards("H1"), NOBODY)
    assert view.information.gone == (9, 6, 4, 5)
    assert cards("H1").isdisjoint(view.unseen)
    chances = view.marginals()
    for card in cards("D14 C2"):
        assert chances[card, 2] == 0
        assert 0.01 < chances[card, 1] < 0.5
        assert chances[card].sum() == pytest.approx(1, abs=1e-12)
    assert chances[make_card(1, 1), 3] == 1


def test_a_passed_card_was_dealt() -> None:
    """It is with its receiver or won, never undealt: two products of ways to choose the won cards and to deal the rest."""
    view = View.of(loads("diamonds 1; players 3; hand P1 D4,3; took P1 D9 H6; took P3 S4 C5; lead P1; gave P1 D14; see P1"))
    others_won = comb(15, 6) * comb(15, 4) * comb(15, 5)
    held = comb(12, 9) * others_won * factorial(33) // (factorial(1) * factorial(2) * factorial(30))
    won = comb(12, 8) * others_won * factorial(34) // (factorial(2) * factorial(2) * factorial(30))
    assert view.count == held + won
    assert view.marginals()[make_card(0, 14)] == pytest.approx([0, held / (held + won), 0, won / (held + won)], abs=1e-12)


def test_a_composed_ending_has_all_other_cards_in_the_stub() -> None:
    view = View.of(loads("diamonds 1; players 3; variant perfect; hand P1 D4,3; out H9; void P2 S C; won -; see P1"))
    assert len(view.unseen) == 36 - 3
    assert view.information.stub == 36 - 3 - 4
    chances = view.marginals()
    spade = make_card(2, 1)
    assert chances[spade, 1] == 0 < chances[spade, 2]


# -- phases -------------------------------------------------------------------------------------------------------------------------


def test_before_the_pass() -> None:
    view = View.of(loads("diamonds 1; players 4; dealer P2; phase pass; pass 2; hand P3 D15,9,3 H12,4 S7,1 C10,4,2"))
    assert (view.seat, view.phase, view.decision, view.to_move, view.pass_count) == (2, Phase.PASS, "pass", 2, 2)
    assert view.is_to_move
    assert (view.receiver, view.giver) == (3, 1)
    assert len(view.passes()) == 45
    assert view.passes()[0] == tuple(make_card(0, rank) for rank in (15, 9))
    assert view.moves() == ()
    assert view.table.decision == "card"


def test_the_dealer_chooses() -> None:
    view = View.of(loads("diamonds 1; players 4; dealer P2; phase choose; hand P2 D15,9,3 H12,4 S7,1 C10,4,2"))
    assert (view.seat, view.decision, view.to_move, view.pass_count) == (1, "count", 1, None)
    assert [len(view.passes(count)) for count in (1, 2, 3)] == [10, 45, 120]
    assert view.passes() == ()
    other = View.of(random_dealt(Phase.CHOOSE), 3)
    assert not other.is_to_move


def random_dealt(phase: Phase) -> Record:
    rounds = (random_round(random.Random(seed), Rules(4)) for seed in range(99))
    return next(record for record in rounds if record.phase is phase and record.dealer != 3)


def test_a_team_decides_together() -> None:
    text = "diamonds 1; players 4; teams yes; hand P1 D4; hand P2 D3; hand P3 D2; hand P4 D1; lead P1; showroom 0 3 0 3; play D4 D3 D2 D1"
    record = loads(text)
    assert record.table().decision == "actor"
    views = [View.of(record, seat) for seat in range(4)]
    assert [view.is_to_move for view in views] == [True, False, True, False]
    assert views[2].moves() == record.position().moves() == (Move(actor=0), Move(actor=2))
    assert views[1].moves() == ()


def test_after_the_last_card_nothing_is_hidden() -> None:
    """The cards that were won unseen lie somewhere, but in no hand."""
    text = (
        "diamonds 1; players 4; teams yes; hand P1 S13 C8; hand P2 S15,14; hand P3 D2 C11; hand P4 H5 S3; showroom 1 3 4 6; took P1 D3 C1;"
        " took P2 D5 C3; took P3 H4 S1 C3; took P4 H8 S4; lead P4; play S3 S13 S14 D2 / S15 C11>P4 H5 C8>P4"
    )
    view = View.of(loads(text))
    assert (view.decision, view.count) == ("actor", 1)
    assert view.marginals()[list(view.unseen), -1].tolist() == [1.0] * len(view.unseen)


def test_a_round_that_is_over_has_no_decision() -> None:
    records = (random_round(random.Random(seed), Rules(4), cards_left=0) for seed in range(99))
    record = next(record for record in records if record.position().is_over)
    view = View.of(record)
    assert view.decision == "over"
    assert not view.is_to_move
    assert view.moves() == ()
    assert view.count == 1


def test_whose_view_it_is() -> None:
    mine = loads("diamonds 1; players 3; hand P1 D4,3; see P1; lead P2")
    assert View.of(mine).seat == 0
    assert not View.of(mine).is_to_move
    with pytest.raises(HiddenCardsError, match="P2's hand is not in the record") as hidden:
        View.of(mine, 1)
    assert hidden.value.code == "E-HIDDEN"
    with pytest.raises(PositionError, match="no seat P4") as seat:
        View.of(mine, 3)
    assert seat.value.code == "E-SEAT"
    with pytest.raises(PositionError, match="does not say who knows them") as see:
        View.of(loads("diamonds 1; players 3; hand P2 D4,3; hand P3 H1 +1; lead P2"))
    assert see.value.code == "E-SEE"
    with pytest.raises(PositionError, match="whose decision") as all_pass:
        View.of(random_dealt(Phase.PASS))
    assert all_pass.value.code == "E-SEE"


def test_marginals_at_first_play() -> None:
    view = View.of(loads("diamonds 1; players 4; see P1; hand P1 D15,9,3 H12,4 S7,1 C10,4,2; gave P1 C5; play H5"), 0)
    chances = view.marginals()
    assert chances.shape == (64, 5)
    for card in view.rules.deck:
        if card in view.hand:
            assert chances[card].tolist() == [1, 0, 0, 0, 0]
        elif card == make_card(1, 5):
            assert chances[card].tolist() == [0, 0, 0, 0, 1]
        elif card == make_card(3, 5):
            assert chances[card].tolist() == [0, 1, 0, 0, 0]
        else:
            assert chances[card] == pytest.approx([0, 8 / 48, 10 / 48, 10 / 48, 20 / 48], abs=1e-12)


def test_before_the_first_card_the_phases_are_named() -> None:
    view = View.of(loads("diamonds 1; players 4; hand P1 D1,2,3,4,5,6,7,8,9,10; see P1"))
    with pytest.raises(PositionError, match="it is P2 who decides") as caught:
        check_decides(view)
    assert caught.value.code == "E-TURN"
    assert "'phase pass'" in (caught.value.hint or "")


def test_the_awards_need_the_cards_won() -> None:
    """Most diamonds are anybody's where it is not told what was in eight tricks; with `won -` nobody has any."""
    hands = "hand P1 D4; hand P2 D3; hand P3 D2; hand P4 D1"
    text = f"diamonds 1; players 4; teams yes; {hands}; lead P1; showroom 0 3 0 3; play D4 D3 D2 D1; see P1; "
    check_decides(View.of(loads(text + "won -")))
    with pytest.raises(PositionError, match="depends on cards that the record does not give: those that P1, P2 won before") as caught:
        check_decides(View.of(loads(text + "won P1 P2")))
    assert caught.value.code == "E-TOOK"
