"""The rules, reading by reading."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from diamonds_solver.errors import IllegalMoveError, RulesError
from diamonds_solver.games.diams.round.rules import DRAW, LOUPES, VALUES, Cloture, Rules, T, X, cards, chips, written
from diamonds_solver.games.diams.round.state import Phase, next_card

from .states import all_cards, dealt, names, play, stepped, table

# -- parameters -----------------------------------------------------------------------------------------------------------------------


def test_the_deck_has_54_cards_and_a_loupe_of_each_quality() -> None:
    deck = Rules(2).deck
    assert len(deck) == 54
    assert written(deck[:6]) == "10*+10+10+10+10+9*"
    assert written(deck[-4:]) == "T+B+S+X"
    assert deck.count(cards("7*")[0]) == 1
    assert deck.count(cards("7")[0]) == 4


def test_the_invented_values() -> None:
    assert VALUES[0] == (1, 2, 3)
    assert VALUES[6] == (7, 14, 21)
    assert VALUES[7:] == ((1, 2, 3),) * 3


@pytest.mark.parametrize(
    ("code", "change"),
    [
        ("E-PLAYERS", {"players": 6}),
        ("E-VALUES", {"values": VALUES[:9]}),
        ("E-VALUES", {"values": ((3, 2, 4), *VALUES[1:])}),
        ("E-VALUES", {"values": ((1, 2, 1_000_000), *VALUES[1:])}),
        ("E-LOUPES", {"loupes": (6, *LOUPES[1:])}),
        ("E-LOUPES", {"loupes": (1,)}),
    ],
)
def test_games_that_cannot_be_played(code: str, change: dict[str, object]) -> None:
    with pytest.raises(RulesError) as caught:
        Rules(**{"players": 2, **change})  # type: ignore[arg-type]
    assert caught.value.code == code


# -- a turn ---------------------------------------------------------------------------------------------------------------------------


def test_phase_1_draws_or_opens_two_from_the_pile() -> None:
    state = table("9", "8", market="1", stack="3,4,5,X", phase="draw")
    assert names(state) == ["draw", "open"]
    assert play(state, "draw", "!3").hands[0] == cards("9,3")
    assert play(state, "open", "!3+4").market == cards("1,3,4")


def test_the_card_drawn_may_be_used_at_once() -> None:
    state = table("9", "8", market="1", stack="1,4,X", phase="draw")
    assert "=1" in names(play(state, "draw", "!1"))


def test_showing_takes_all_of_a_quality_and_keeps_the_card() -> None:
    state = play(table("7,2", "8", market="7*,7,3"), "=7")
    assert state.hands[0] == cards("7*,7,7,2")
    assert state.market == cards("3")
    assert state.turn == 1
    assert state.phase is Phase.DRAW


def test_which_copy_is_shown_is_no_choice() -> None:
    assert [name for name in names(table("7*,7", "8", market="7,3")) if name.startswith("=")] == ["=7"]
    assert [name for name in names(table("7*", "8", market="7,3")) if name.startswith("=")] == ["=7*"]


def test_sums_take_at_least_one_card_and_not_the_one_just_put() -> None:
    state = table("8", "9", market="4,2*,2,8")
    assert [name for name in names(state) if name.startswith("8=")] == ["8=8", "8=4+2*+2"]
    assert [name for name in names(table("8", "9", market="1")) if "=" in name] == []
    after = play(state, "8=4+2*+2")
    assert after.hands[0] == cards("4,2*,2")
    assert after.market == cards("8,8")


def test_laying_collections_of_three_to_five_and_keeping_cards_back() -> None:
    state = table("7,7,7,7,5", "9|4,4,4", market="1")
    assert [name for name in names(state) if name.startswith("safe")] == ["safe:7+7+7", "safe:7+7+7+7"]
    assert play(state, "safe:7+7+7").safes[0] == (cards("7,7,7"),)


def test_cards_of_qualities_in_the_safe_go_along_only_with_a_new_collection() -> None:
    along = names(table("7,7,7,5|5,5,5", "9", market="1"))
    assert "safe:7+7+7+5" in along
    assert "safe:7+7+7" in along
    assert "safe:5" not in along
    assert not [name for name in names(table("7,7,5|5,5,5", "9", market="1")) if name.startswith("safe")]


def test_a_new_three_joins_a_remnant_and_less_does_not() -> None:
    state = play(table("7,7,7|7,7", "9", market="1"), "safe:7+7+7")
    assert state.safes[0] == (cards("7,7,7,7,7"),)
    assert not [name for name in names(table("7|7,7", "9", market="1")) if name.startswith("safe")]


def test_two_collections_at_once() -> None:
    state = table("7,7,7,5,5,5", "9", market="1")
    assert play(state, "safe:7+7+7+5+5+5").safes[0] == (cards("7,7,7"), cards("5,5,5"))


def test_putting_a_diamond() -> None:
    state = play(table("7,T", "9", market="1"), "put:7")
    assert state.market == cards("7,1")
    assert "put:T" not in names(state)


def test_more_than_five_cards_are_put_on_the_market_freely_chosen() -> None:
    state = play(table("9,7,6,4,T", "8", market="7,7,1"), "=7")
    assert state.phase is Phase.TRIM
    assert "-9+4" in names(state)
    assert "-7+7" in names(state)
    assert "-9" not in names(state)
    after = play(state, "-9+T")
    assert after.market == cards("9,1")
    assert after.used == (T,)
    assert after.turn == 1


# -- forced-sale cards ----------------------------------------------------------------------------------------------------------------


def test_passe_passe_takes_any_diamond_of_the_market() -> None:
    state = play(table("7,T", "9", market="4*,1"), "T:4*")
    assert state.hands[0] == cards("7,4*")
    assert state.used == (T,)


def test_perce_blindage_takes_one_card_and_its_owner_chooses_the_copy() -> None:
    state = play(table("3,B", "9|7*,7,7", market="1", rules=Rules(2)), "B>P2:7")
    assert state.phase is Phase.GIVE
    assert state.to_move == 1
    assert names(state) == ["give:7*", "give:7"]
    after = play(state, "give:7")
    assert after.hands[0] == cards("7,3")
    assert after.safes[1] == (cards("7*,7"),)
    assert after.turn == 1


def test_perce_blindage_may_name_a_loupe() -> None:
    state = play(table("3,B", "9|7*,7,7", market="1", rules=Rules(2)), "B>P2:7*")
    assert state.hands[0] == cards("7*,3")
    assert state.phase is Phase.DRAW
    in_vain = play(table("3,B", "9|7,7,7", market="1", rules=Rules(2)), "B>P2:7*")
    assert in_vain.safes[1] == (cards("7,7,7"),)
    assert in_vain.used == cards("B")


def test_perce_blindage_may_name_anyone_in_vain_and_loupes_only_where_there_are_some() -> None:
    state = table("3,B", "9", "8", market="1", rules=Rules(3, loupes=(1, *(0,) * 9)))
    named = [name for name in names(state) if name.startswith("B>")]
    assert len(named) == 2 * 11
    assert "B>P2:1*" in named
    assert "B>P2:2*" not in named
    assert play(state, "B>P3:4").hands == (cards("3"), cards("9"), cards("8"))


def test_secur_express_adds_cards_of_one_quality_to_its_pile() -> None:
    state = table("5,5,4,4,S|5,5,5 4,4", "9", market="1")
    assert [name for name in names(state) if name.startswith("S:")] == ["S:5", "S:5+5", "S:4", "S:4+4"]
    assert play(state, "S:4+4").safes[0] == (cards("5,5,5"), cards("4,4,4,4"))
    assert not [name for name in names(table("5,5,S", "9", market="1")) if name.startswith("S:")]


def test_a_forced_sale_brings_all_diamonds_of_the_quality_at_once() -> None:
    state = play(table("7,3,S", "7,7,2", market="7,1"), "S?P2:7")
    assert state.hands == (cards("7,7,7,7,3"), cards("2"))
    assert state.market == cards("1")
    assert state.used == cards("S")
    assert state.phase is Phase.DRAW
    assert state.turn == 1


def test_a_forced_sale_in_vain_costs_the_card_shown_and_phase_2() -> None:
    state = play(table("7*,3,T", "9", market="1"), "T?P2:7*")
    assert state.hands[0] == cards("3")
    assert state.market == cards("7*,1")
    assert state.turn == 1


def test_phase_3_comes_also_after_a_forced_sale_in_vain() -> None:
    state = play(table("9,8,7,6,5,4,3,S", "9", market="1"), "S?P2:4")
    assert state.phase is Phase.TRIM
    assert len(state.hands[0]) == 6


def test_the_copy_shown_in_a_forced_sale_is_a_choice() -> None:
    state = table("9*,9,T", "1", market="5")
    assert {"T?P2:9", "T?P2:9*"} <= set(names(state))


def test_one_forced_sale_a_turn_and_instead_of_phase_2() -> None:
    state = play(table("7,3,T,S", "7", market="1"), "T?P2:7")
    assert state.turn == 1


def test_pass_only_without_a_diamond() -> None:
    assert names(table("T", "9", market="4,1")) == ["T:4", "T:1", "pass"]
    assert "pass" in names(table("B", "9", market="1"))
    assert "pass" not in names(table("B,4", "9", market="1"))


def test_without_anything_to_do_the_turn_goes_by() -> None:
    state = play(table("", "9", market="1", stack="S,2,X", phase="draw"), "draw", "!S")
    assert state.hands[0] == cards("S")
    assert state.turn == 1
    assert state.phase is Phase.DRAW
    state = play(table("", "9", market="1", stack="5,2,X", phase="draw"), "open", "!5+2")
    assert state.turn == 1
    assert state.market == cards("5,2,1")


# -- the pile -------------------------------------------------------------------------------------------------------------------------


def test_forced_sale_cards_turned_up_are_replaced() -> None:
    state = play(table("9", "8", market="1", stack="4,T,9,X", phase="draw"), "open", "!4+T+9")
    assert state.market == cards("9,4,1")
    assert state.used == (T,)


def test_an_empty_market_is_filled_with_three_diamonds() -> None:
    state = play(table("9,7", "8", market="9", stack="3,X,T,5,9,1"), "=9")
    assert state.phase is Phase.REFILL
    state = play(state, "!3+X+T+5+9")
    assert state.market == cards("9,5,3")
    assert state.closed == 0
    assert state.used == (T,)
    assert state.pile == cards("1")


def test_the_refill_comes_before_phase_3_and_is_less_where_the_pile_ends() -> None:
    state = play(table("9,7,6,5,4", "8", market="9", stack="3,X"), "=9")
    assert state.phase is Phase.REFILL
    state = play(state, "!3+X")
    assert state.phase is Phase.TRIM
    assert state.market == cards("3")
    assert state.pile == ()


def test_a_refill_in_the_last_lap() -> None:
    state = play(table("9,7", "8", market="9", stack="3,2,1", closed=1), "=9", "!3+2+1")
    assert state.market == cards("3,2,1")
    assert state.phase is Phase.OVER


def test_the_closing_card_is_the_card_of_a_draw_and_worth_nothing() -> None:
    state = play(table("9", "8", market="1", stack="X,2", phase="draw"), "draw", "!X")
    assert state.hands[0] == cards("9")
    assert state.closed == 0
    assert state.phase is Phase.ACT


def test_the_closing_card_is_one_of_the_two_of_an_open() -> None:
    state = play(table("9", "8", market="1", stack="X,2,3", phase="draw"), "open", "!X+2")
    assert state.market == cards("2,1")
    assert state.closed == 0
    assert state.pile == cards("3")
    alone = play(table("9", "8", market="1", stack="X", phase="draw"), "open", "!X")
    assert alone.market == cards("1")
    assert alone.closed == 0


def test_the_closing_card_is_among_the_last_sixteen() -> None:
    seventeen, sixteen = (cards("9,9,9,9,8,8,8,8,7,7,7,7,6,6,6,6,X"), cards("9,9,9,9,8,8,8,8,7,7,7,7,6,6,6,X"))
    assert next_card(Rules(2), seventeen) == dict.fromkeys(set(seventeen) - {X}, 0.25)
    chances = next_card(Rules(2), sixteen)
    assert chances[X] == 1 / 16
    assert chances[cards("9")[0]] == pytest.approx(4 / 16)
    assert sum(chances.values()) == pytest.approx(1)
    last = Rules(2, cloture=Cloture.LAST)
    assert X not in next_card(last, sixteen)
    assert next_card(last, (X,)) == {X: 1.0}


def test_cards_that_the_pile_does_not_have() -> None:
    state = play(table("9", "8", market="1", stack="3,X", phase="draw"), "draw")
    with pytest.raises(ValueError, match="begin"):
        state.turned_up(cards("4"))
    with pytest.raises(ValueError, match="not in"):
        play(table("9", "8", market="1", pile="3,X", phase="draw"), "draw").turned_up(cards("4"))


def test_what_an_unknown_pile_turns_up_adds_up() -> None:
    state = play(table("9", "8", market="1", pile="3,3,T,5,X", phase="draw"), "open")
    chances = state.chances()
    assert sum(chances.values()) == pytest.approx(1)
    assert chances[cards("3,3")] == pytest.approx(2 / 20)
    assert chances[cards("3,3,T")] == pytest.approx(4 / 60)


# -- the end --------------------------------------------------------------------------------------------------------------------------


def test_every_other_player_with_a_card_has_one_turn_without_phase_1() -> None:
    state = table("9", "", "S", "8", market="1", stack="X,2", phase="draw")
    state = play(state, "draw", "!X", "put:9")
    assert state.turn == 3
    assert state.phase is Phase.ACT
    assert play(state, "put:8").phase is Phase.OVER


def test_who_gets_a_card_before_the_own_last_turn_plays() -> None:
    state = table("9", "7,B", "", market="1", pile="", closed=0, turn=1, rules=Rules(3))
    assert play(state, "put:7").phase is Phase.OVER


def test_points_of_collections_hands_and_loupes() -> None:
    state = table("9,3|7*,7,7", "2|1,1,1,1 5,5", market="4", rules=Rules(2))
    assert state.points() == (7 + 3 + 5, 2)


def test_ties_for_the_hand_give_three_each_and_for_loupes_two_each_also_at_zero() -> None:
    assert table("|7,7,7", "", market="4").points() == (7 + 3 + 2, 3 + 2)
    assert table("4,T|7*,7", "3,1|6*,6,6", market="4", rules=Rules(2)).points() == (3 + 2, 6 + 3 + 2)


def test_chips_by_place() -> None:
    assert chips((8, 12, 7)) == (3, 4, 2)
    assert chips((5, 9)) == (3, 4)
    assert chips((9, 9, 1)) == (3, 3, 2)
    assert chips((1, 2, 3, 4, 4)) == (0, 1, 2, 3, 3)
    assert chips((2, 2)) == (3, 3)


def test_a_move_that_is_not_legal() -> None:
    with pytest.raises(IllegalMoveError):
        table("9", "8", market="1").play(DRAW)


# -- rounds ---------------------------------------------------------------------------------------------------------------------------


@pytest.mark.long
@settings(max_examples=30, deadline=None)
@given(st.integers(0, 2**32), st.integers(2, 5), st.booleans())
def test_random_rounds_keep_all_cards_and_end(seed: int, players: int, is_stack: bool) -> None:
    rng = Random(seed)
    state = dealt(rng, players, is_stack)
    for _ in range(500):
        if state.phase is Phase.OVER:
            break
        state = stepped(state, rng)
        assert all_cards(state) == state.rules.deck
        assert state.market or not state.pile or state.phase is Phase.REFILL
    assert state.phase is Phase.OVER
    assert state.moves() == ()
    assert sum(chips(state.points())) > 0
