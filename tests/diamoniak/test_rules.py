"""The rules, reading by reading."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from diamonds_solver.errors import IllegalMoveError, RulesError
from diamonds_solver.games.diamoniak.rules import BOX, DRAW, KINDS, Phase, Rules, State, cards

from .states import counts, everything, names, play, step, table


def test_the_box_has_55_cards() -> None:
    assert sum(BOX) == 55
    assert State.start(Rules(2)).pile == BOX


def test_the_first_castle_card_begins_the_castle() -> None:
    state = play(State.start(Rules(2)), "R")
    assert state.colours == (0, None)
    assert state.held[0] == cards("R")
    assert state.phase is Phase.MORE


def test_a_colour_that_somebody_builds_cannot_be_begun() -> None:
    state = play(State.start(Rules(2)), "R stop R")
    assert state.colours == (0, None)
    assert state.held[1] == cards("R")
    assert play(state, "G").colours == (0, 1)


def test_the_own_colour_counts_from_the_same_turn_on() -> None:
    state = play(State.start(Rules(2, counts("R2 G2 D3 W"))), "R R")
    assert state.phase is Phase.OVER
    assert state.winner == 0
    assert state.moves() == ()


def test_a_card_of_an_unbuilt_colour_lies_on_the_right_and_can_be_bought_later() -> None:
    state = play(State.start(Rules(2)), "R B stop B D D D stop D stop")
    assert state.colours == (0, 2)
    assert names(state.moves()) == ["draw", "buy>P1"]
    state = play(state, "buy>P1")
    assert state.held == (cards("RDDDD"), cards("BB"))


def test_diamonds_and_fairies_allow_another_draw() -> None:
    state = play(State.start(Rules(2)), "D F")
    assert state.phase is Phase.MORE
    assert names(state.moves()) == ["draw", "stop"]


def test_the_first_draw_is_compulsory() -> None:
    assert names(State.start(Rules(3)).moves()) == ["draw"]


def test_a_witch_ends_the_turn_and_costs_all_of_less_than_three_cards() -> None:
    state = play(State.start(Rules(2)), "R D W")
    assert state.turn == 1
    assert state.phase is Phase.TURN
    assert state.held[0] == cards("")
    assert state.discards == cards("RDW")


def test_a_witch_with_nothing_to_give() -> None:
    state = play(State.start(Rules(2)), "W")
    assert state.turn == 1
    assert state.discards == cards("W")


def test_three_cards_of_own_choice_castle_and_fairies_too() -> None:
    state = table("R1,D2 F2", ",", phase="witch")
    assert names(state.moves()) == ["-F", "-RDD", "-RDF", "-RFF", "-DDF", "-DFF"]
    after = play(state, "-RFF")
    assert after.held[0] == cards("DD")
    assert after.discards == cards("RFFW")


def test_a_fairy_instead_of_three_cards() -> None:
    after = play(table("R1,D2 F2", ",", phase="witch"), "-F")
    assert after.held[0] == cards("RDDF")
    assert after.discards == cards("FW")
    assert after.turn == 1


def test_a_fairy_need_not_be_used() -> None:
    state = play(table("R1,F", ","), "W")
    assert state.phase is Phase.WITCH
    assert names(state.moves()) == ["-F", "-RF"]


@pytest.mark.parametrize("held", [",F", ",D3", ",D5", "R1,D2", ","])
def test_a_witch_with_one_way_to_pay_is_no_decision(held: str) -> None:
    assert play(table(held, "G1,", turn=0), "W").turn == 1


def test_the_colour_is_kept_when_all_castle_cards_are_lost() -> None:
    state = play(State.start(Rules(2)), "R W B stop G R")
    assert state.colours == (0, 2)
    assert state.held[0] == cards("RG")


def test_six_cards_of_another_colour_do_not_win() -> None:
    state = step(table("R1,G5", "G0,"), "G")
    assert state.phase is Phase.MORE
    assert state.held[0] == cards("RGGGGGG")


def test_a_castle_is_complete_with_all_cards_of_the_deck() -> None:
    state = step(table("R2,", ",", deck="R3 G6 W1"), "R")
    assert state.winner == 0


def test_a_purchase_can_win() -> None:
    state = step(table("R5,D3", ",R"), "buy>P2")
    assert state.winner == 0
    assert state.held == (cards("RRRRRR"), cards("DDD"))


@pytest.mark.parametrize(("price", "seller", "discards"), [("seller", "DDD", ""), ("discard", "", "DDD")])
def test_where_the_price_goes(price: str, seller: str, discards: str) -> None:
    state = step(table("R2,D4", ",R", price=price), "buy>P2")
    assert state.held == (cards("RRRD"), cards(seller))
    assert state.discards == cards(discards)
    assert state.turn == 1
    assert state.phase is Phase.TURN


def test_who_cannot_buy() -> None:
    assert names(table(",D3", "R1,").moves()) == ["draw"]  # no colour
    assert names(table("R1,D2", ",R").moves()) == ["draw"]  # not the price
    assert names(table("R1,D3", "G2,B").moves()) == ["draw"]  # no such card
    assert names(table("R0,D3", "G2,R", ",R2").moves()) == ["draw", "buy>P2", "buy>P3"]


def test_no_purchase_after_a_draw_and_no_draw_after_a_purchase() -> None:
    state = table("R1,D3", "G1,R")
    assert names(step(state, "D").moves()) == ["draw", "stop"]
    assert step(state, "buy>P2").turn == 1


def test_the_discards_are_shuffled_when_the_next_card_is_wanted() -> None:
    state = step(table("R1,D2", "G1,", deck="R2 G2 D2 W", discard="R"), "G")
    assert state.draw_pile() == cards("W")
    state = step(state, "W")  # the last card of the pile
    assert state.phase is Phase.WITCH
    assert not any(state.pile)
    state = step(state, "-GDD")
    assert not any(state.pile), "the last witch's cards are in the new pile"
    assert state.draw_pile() == cards("RGDDW"), "the last witch's cards are in the new pile"
    state = step(state, "D")
    assert state.pile == cards("RGDW")
    assert not any(state.discards)
    assert state.held == (cards("R"), cards("GD")), "what players have stays"


def test_a_turn_goes_on_into_the_new_pile() -> None:
    state = play(table("R1,", "G1,", deck="R3 G2 D W", discard="R W"), "R D G")
    assert not any(state.pile)
    assert state.phase is Phase.MORE
    state = step(state, "R")
    assert state.winner == 0
    assert state.pile == cards("W")
    assert not any(state.discards)


@pytest.mark.parametrize(
    ("players", "deck", "code"),
    [
        (5, "R6 G6 B6 Y6 D20 F3 W8", "E-PLAYERS"),
        (1, "R6 G6 B6 Y6 D20 F3 W8", "E-PLAYERS"),
        (2, "R6 D20 W8", "E-DECK"),
        (3, "R6 G6 W8", "E-DECK"),
        (2, "R6 G1 B6 W8", "E-DECK"),
        (2, "R6 G6", "E-DECK"),
        (2, "R7 G6 W", "E-DECK"),
        (2, "R6 G6 D21 W", "E-DECK"),
    ],
)
def test_games_that_cannot_be_played(players: int, deck: str, code: str) -> None:
    with pytest.raises(RulesError) as caught:
        Rules(players, counts(deck))
    assert caught.value.code == code


def test_illegal_moves() -> None:
    state = State.start(Rules(2, counts("R2 G2 W")))
    with pytest.raises(IllegalMoveError):
        state.play(DRAW, KINDS.index("D"))
    with pytest.raises(IllegalMoveError, match="stop is not"):
        state.play(play(state, "R").moves()[1])
    with pytest.raises(TypeError):
        state.play(DRAW)
    with pytest.raises(IllegalMoveError, match="draw is not") as caught:
        play(state, "R R").play(DRAW, 0)
    assert caught.value.hint == "legal moves: none, the game is over"


DECKS = st.sampled_from(["R6 G6 B6 Y6 D20 F3 W8", "R2 G2 D3 W", "R3 G2 B2 Y4 D6 F2 W2", "R2 G3 B2 Y2 F W"])


@settings(deadline=None)
@given(st.integers(2, 4), DECKS, st.sampled_from(["seller", "discard"]), st.randoms(use_true_random=False))
def test_random_games_keep_all_cards(players: int, deck: str, price: str, random: object) -> None:
    choice = random.choice  # type: ignore[attr-defined]
    size = players if "B" in deck else 2
    state = table(*[","] * size, deck=deck, price=price)
    for _ in range(200):
        moves = state.moves()
        if not moves:
            break
        move = choice(moves)
        pile = state.draw_pile()
        card = choice([kind for kind, count in enumerate(pile) for _ in range(count)]) if move == DRAW else None
        state = state.play(move, card)
        assert everything(state) == state.rules.deck
        assert min(map(min, (*state.held, state.discards, state.pile))) >= 0
        assert not any(held[6] for held in state.held)
        built = [colour for colour in state.colours if colour is not None]
        assert len(built) == len(set(built))
    if state.phase is Phase.OVER:
        colour = state.colours[state.turn]
        assert colour is not None
        assert state.held[state.turn][colour] == state.rules.deck[colour]


def test_the_whole_game_of_the_rules_page() -> None:
    text = "D R Y D D D Y F W -F W D B F B G R D R W -F buy>P3 W G D F D D R D B B B Y D G D D B"
    state = play(State.start(Rules(3)), text)
    assert state.winner == 2


def test_its_middle() -> None:
    state = play(table("R2,Y2 D", ",", "B2,R G D5", discard="F2 W4", turn=2), "G D F D")
    assert sum(state.pile) == 31
    assert state.pile[6] == 4
    assert state.phase is Phase.MORE
