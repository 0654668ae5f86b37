"""What records mean: every field, and the ways in which it may be written."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from diamonds_solver.errors import HiddenCardsError
from diamonds_solver.games.diamonds.records.notation import dumps
from diamonds_solver.games.diamonds.records.record import Hand, Phase, Record
from diamonds_solver.games.diamonds.round.public import Move
from diamonds_solver.games.diamonds.round.rules import Rules, format_cards, make_card
from diamonds_solver.games.records import load, loads, loads_many, parse
from diamonds_solver.notation.problems import RecordError

D, H, S, C = range(4)


EVERY_FIELD = """
# comments stand anywhere
diamonds 1
players Ann "Bob Lee" Cy Di   # names
id      a name with blanks
variant perfect
teams   yes
round   2/4
dealer  Cy
pass    2
see     P1
hand    Ann D13,9,3 H12 C4
hand    "Bob Lee" D12,2 +3
hand    Cy -
out     D5 S2
void    Di S
gave    Ann D8,C5
got     Ann D13,H12
showroom 1 2 3 4
vault   5 6 7 8
took    Ann D5 H3 S8 C4
took    P3 S4 H8
lead    P1
play    D9 D12
best    h4
value   5
x-note  say "what; you" like   # not this
"""


def cards(*names: tuple[int, int]) -> frozenset[int]:
    return frozenset(make_card(suit, rank) for suit, rank in names)


@pytest.mark.parametrize(
    "players",
    ['Ann, "Bob Lee", Cy', 'Ann,"Bob Lee",Cy', 'Ann , "Bob Lee" , Cy,', 'Ann "Bob Lee" Cy'],
    ids=["apart", "close", "alone", "none"],
)
def test_commas_between_names(players: str) -> None:
    assert loads(f"diamonds 1; players {players}").names == ("Ann", "Bob Lee", "Cy")
    assert loads(json.dumps({"diamonds": 1, "players": players})).names == ("Ann", "Bob Lee", "Cy")


def test_defaults() -> None:
    assert loads("diamonds 1; players 4") == Record(
        rules=Rules(4),
        hands=(Hand(frozenset(), 10),) * 4,
        tricks=10,
        lead=1,
        showroom=(3, 3, 3, 3),
        vault=(0, 0, 0, 0),
        took=(None,) * 4,
        void=(frozenset(),) * 4,
        gave=(None,) * 4,
        got=(None,) * 4,
    )


def test_every_field() -> None:
    record = loads(EVERY_FIELD)
    assert record == Record(
        rules=Rules(4, perfect=True, teams=True),
        names=("Ann", "Bob Lee", "Cy", "Di"),
        hands=(
            Hand(cards((D, 13), (D, 9), (D, 3), (H, 12), (C, 4)), 0),
            Hand(cards((D, 12), (D, 2)), 3),
            Hand(frozenset(), 5),
            Hand(frozenset(), 5),
        ),
        tricks=5,
        lead=0,
        round=(2, 4),
        dealer=2,
        pass_count=2,
        showroom=(1, 2, 3, 4),
        vault=(5, 6, 7, 8),
        took=((5, 3, 8, 4), None, (0, 8, 4, 0), None),
        out=cards((D, 5), (S, 2)),
        void=(frozenset(), frozenset(), frozenset(), frozenset({S})),
        gave=(cards((D, 8), (C, 5)), None, None, None),
        got=(cards((D, 13), (H, 12)), None, None, None),
        see=0,
        play=(Move(make_card(D, 9)), Move(make_card(D, 12))),
        id="a name with blanks",
        best=("H4",),
        value=(5.0,),
        extra=(("x-note", 'say "what; you" like'),),
    )


@pytest.mark.parametrize(
    "hand",
    [
        "D15,9,3 H12",
        "D15 9 3 H12",
        "D 15 9 3 H 12",
        "D15 D9 D3 H12",
        "D15,9,3H12",
        "d15, 9, 3, h12",
        "H12 D3,9,15",
        "♦ 15 9 3 ♥ 12",
        "♢15♢9♢3♡12",
        "♦️15,9,3 ♥️12",
        "D１５,９,３ H１２",
        "D015,09,3 H12",
    ],
)
def test_ways_to_write_cards(hand: str) -> None:
    (known,) = {loads(f"diamonds 1; players 2; hand P1 {hand}").hands[0].known}
    assert format_cards(known) == "D15,9,3 H12"


@pytest.mark.parametrize(
    ("hand", "size"),
    [("D14,2 +8", 10), ("+8", 8), ("+8 D14,2", 10), ("-", 10), ("D14,2", 2), ("D14,2 +0", 2)],
)
def test_sizes_of_hands(hand: str, size: int) -> None:
    record = loads(f"diamonds 1; players 2; hand P1 {hand}")
    assert [found.size for found in record.hands] == [size, size]
    assert record.tricks == size // 2
    assert record.hands[0].is_open == (hand[0] == "D" and "+8" not in hand)


def test_sizes_come_from_the_deal_and_what_was_taken() -> None:
    assert loads("diamonds 1; players 4; took P1 D4; took P3 H5 C3; lead P3").tricks == 7
    assert loads("diamonds 1; players 5; variant perfect").tricks == 12
    assert loads("diamonds 1; players 2; variant perfect").tricks == 8


def test_the_last_hand_follows_where_every_card_is_dealt() -> None:
    record = loads("diamonds 1; players 2; variant perfect; hand P1 D1,2,3,4,5,6,7,8 H1,2,3,4,5,6,7,8")
    assert record.hands[1] == Hand(frozenset(make_card(suit, rank) for suit in (S, C) for rank in range(1, 9)), 0)
    six = "diamonds 1; players 6; " + "; ".join(f"hand P{n} {'DHSC'[n % 4]}{','.join(map(str, range(1, 11)))}" for n in range(1, 5))
    five = six + "; hand P5 D11,12,13,14,15 H11,12,13,14,15"
    assert format_cards(loads(five).hands[5].known) == "S15,14,13,12,11 C15,14,13,12,11"
    assert not loads(five + "; see P1").is_open()  # P1 knows five hands: were the record open, P1 would know none
    assert not loads(six).is_open()


def test_a_complete_play_tells_all_hands() -> None:
    play = "; won -; lead P2; hand P1 +3; play D4 D5 D6 / S8 S9 D10 / H1 H3 H2"
    record = loads("diamonds 1; players 3" + play)
    assert [format_cards(hand.known) for hand in record.hands] == ["D6 H2 S8", "D4 H1 S9", "D10,5 H3"]
    assert record.position().is_over
    with pytest.raises(HiddenCardsError):
        loads("diamonds 1; players 3" + play.removesuffix(" H2")).position()
    two = loads("diamonds 1; players 3; hand P1 D6,S8,H2" + play.removesuffix(" H2").replace("hand P1 +3; ", ""))
    assert [hand.is_open for hand in two.hands] == [True, True, True]


DEALT = "diamonds 1; players Ann Bob Cy; dealt Ann D1,2,3,4,5,6,7,8,9,10; "


@pytest.mark.parametrize(
    ("told", "hand"),
    [
        ("gave Ann D1,2; got Ann H1,2", "D10,9,8,7,6,5,4,3 H2,1"),
        ("got Bob D1,2; gave Cy H1,2", "D10,9,8,7,6,5,4,3 H2,1"),
        ("gave Ann D1,2; got Ann H1,2; hand Ann D10,9,8,7,6,5,4,3 H2,1", "D10,9,8,7,6,5,4,3 H2,1"),
        ("gave Ann D1,2", "D10,9,8,7,6,5,4,3"),
        ("phase pass; pass 2", "D10,9,8,7,6,5,4,3,2,1"),
    ],
)
def test_the_hand_before_the_pass(told: str, hand: str) -> None:
    record = loads(DEALT + told)
    assert format_cards(record.hands[0].known) == hand
    assert record.hands[0].size == 10
    assert loads(dumps(record)) == record


def test_hidden_hands_have_no_position() -> None:
    with pytest.raises(HiddenCardsError, match="P2"):
        loads("diamonds 1; players 2; hand P1 D4,3").position()
    with pytest.raises(HiddenCardsError, match="phase") as caught:
        loads("diamonds 1; players 2; phase choose").position()
    assert caught.value.code == "E-PHASE"


def test_composed_endings_are_noted() -> None:
    whole = "diamonds 1; players 4; hand P1 +8; took P1 D8"
    assert loads(whole).notes() == ()
    assert not loads(whole).is_composed
    (note,) = loads("diamonds 1; players 4; hand P1 D4; hand P2 D5; hand P3 D6; hand P4 D7").notes()
    assert note == "composed ending: no tricks won so far (else add 'won'), awards from zero"
    assert loads("diamonds 1; players 4; hand P1 D4; won -").notes() == (note,)
    (note,) = loads("diamonds 1; players 4; hand P1 D4; took P2 D4; won P2").notes()
    assert "shorter than 'took' explains" in note


def test_who_has_won_a_trick() -> None:
    text = "diamonds 1; players Ann Bob Cy Di; hand P1 +6; lead P1; "
    record = loads(text + "won Ann Cy:2")
    assert record.won == (None, 0, 2, 0)
    assert record.may_have_won == (0, 2)
    assert record.table().winners == {0, 2}
    assert "won Ann Cy:2\n" in dumps(record)
    assert loads(text + "won P3:2,P1,Bob:0") == record
    assert loads(text + "won P1:2 P3 P2; took P1 D8").won == (2, None, None, 0)
    assert loads(text + "won -").won == (0, 0, 0, 0)
    assert loads("diamonds 1; players 4; won P1:3 P2:2; lead P1").tricks == 5


def test_won_says_no_more_than_took() -> None:
    text = "diamonds 1; players 4; took P1 D4; took P3 H5 C3; lead P3"
    assert loads(text + "; won P1:1 P3") == loads(text)


def test_what_is_not_told_of_earlier_tricks_is_noted() -> None:
    text = "diamonds 1; players Ann Bob Cy Di; hand P1 D4 S1; lead P1; "
    (note,) = loads(text).notes()
    assert "does not say who won the 8 tricks before" in note
    (note,) = loads(text + "won P1 P3").notes()
    assert "does not say which cards Ann and Cy won before (add 'took')" in note
    lead, note = loads(text.replace("lead P1; ", "")).notes()
    assert "does not say who leads: Bob" in lead
    (note,) = loads(text + "hand P2 D5 S2; hand P3 D6 S3; hand P4 D7 S4; won P1 P3").notes()
    assert "the awards count without them" in note


def test_a_hand_that_is_a_card_short_is_noted() -> None:
    text = "diamonds 1; players Maja Ben Tom Ida; lead Ben; see Maja; hand Maja D15,9,3 H12,4 S7,1 C10,4"
    (note,) = loads(text).notes()
    assert note.startswith("Maja's hand has 9 cards and 10 are dealt: add a missing card, or +1; if none is missing, ")
    assert loads(f"{text},2").notes() == ()
    assert loads(f"{text}; won Ben").notes() != ()
    assert "are dealt" not in "".join(loads(f"{text}; won Ben").notes())
    with pytest.raises(RecordError, match="Maja's hand has 9 cards here; at the start of a round, where 'pass' belongs, it must have 10"):
        loads(f"{text}; pass 2")


def test_a_lead_that_the_dealer_contradicts_is_noted() -> None:
    hands = "hand P1 D15,9,3 H12,4 S7,1 C10,4,2; hand P2 D14,2 H13,11,5,1 S9 C12,8,6; hand P3 D12,10,6 H14,3 S15,6 C14,3,1"
    (note,) = loads(f"diamonds 1; players 3; dealer P1; lead P1; {hands}").notes()
    assert note == "P1 leads the round as 'lead' says, but P2, left of the dealer, should: 'lead' or 'dealer' may be wrong"
    for agreeing in ("dealer P1; lead P2", "dealer P3; lead P1", "lead P1", "dealer P1"):
        assert loads(f"diamonds 1; players 3; {agreeing}; {hands}").notes() == ()


def test_lead_is_left_of_the_dealer() -> None:
    assert loads("diamonds 1; players 3; dealer P3").lead == 0
    assert loads("diamonds 1; players 3; dealer P3; lead P2").lead == 1


def test_who_has_won_all_tricks_leads() -> None:
    text = "diamonds 1; players 3; hand P1 D4; hand P2 D5; hand P3 H6; "
    assert loads(text + "took P1 D12 H14 S1").lead == 0
    assert loads(text + "took P3 D12 H14 S1").lead == 2
    assert loads(text + "took P3 D12 H14 S1").notes() == ()


@pytest.mark.parametrize("told", ["lead P3", "play H6", "play P3: H6 D4"])
def test_the_leader_in_the_middle_of_a_round_is_told(told: str) -> None:
    record = loads(f"diamonds 1; players Ann Bob Cy; hand P1 D4; hand P2 D5; hand P3 H6; took P2 D12; took P3 H14 S1; {told}")
    assert record.lead == 2
    assert record.notes() == ()
    assert "lead Cy\n" in dumps(record)


def test_a_leader_that_had_to_be_assumed_is_noted() -> None:
    text = "diamonds 1; players Ann Bob Cy; hand P1 D4; hand P2 D5; hand P3 H6; took P2 D12; took P3 H14 S1"
    (note,) = loads(text).notes()
    assert "does not say who leads: Bob, left of the dealer" in note
    assert loads(dumps(loads(text))).notes() == ()


@pytest.mark.parametrize(("text", "found"), [("2", (2, 0)), ("2/4", (2, 4)), ("2 / 4", (2, 4)), ("5/9", (5, 9))])
def test_round(text: str, found: tuple[int, int]) -> None:
    assert loads(f"diamonds 1; players 4; round {text}").round == found


def test_phases() -> None:
    choose = loads("diamonds 1; players 4; phase choose; best 2,3")
    assert (choose.phase, choose.best) == (Phase.CHOOSE, ("2", "3"))
    passing = loads("diamonds 1; players 4; phase pass; pass 2; best C4+D3,h1+h2")
    assert (passing.phase, passing.pass_count, passing.best) == (Phase.PASS, 2, ("D3+C4", "H2+H1"))


def test_gave_and_got_say_the_same() -> None:
    record = loads("diamonds 1; players 4; teams yes; gave P1 D3,4; got P3 D4,3; hand P3 D3,4 +8")
    assert record.gave[0] == record.got[2] == cards((D, 3), (D, 4))


def test_passed_cards_may_have_been_played_before_the_record() -> None:
    for rest in ("hand P2 H1,2,3,4,5,6,7,8,9", "out D3"):
        assert loads(f"diamonds 1; players 4; gave P1 D3; took P2 D4; {rest}").gave[0] == cards((D, 3))


def test_values() -> None:
    assert loads("diamonds 1; players 3; value 7 -5 6.25").value == (7.0, -5.0, 6.25)
    assert loads("diamonds 1; players 4; teams yes; value 7,5").value == (7.0, 5.0)


def test_texts_are_kept_as_they_are() -> None:
    record = loads('diamonds 1; players 2; x-a two  blanks, "quotes" 1/2 a#b ; x-b "; # \\n\\u00e9"; x-c; id "7"')
    assert record.extra == (("x-a", 'two  blanks, "quotes" 1/2 a#b'), ("x-b", "; # \né"), ("x-c", ""))
    assert record.id == "7"


def test_keys_in_capitals() -> None:
    assert loads("Diamonds 1; PLAYERS 2; Hand p1 D4,3").tricks == 1


def test_the_version_and_windows_marks_are_read_over() -> None:
    assert loads("\ufeffdiamonds 1\r\nplayers 2\r\n") == loads("diamonds 1; players 2")


def test_many_records() -> None:
    text = "# two\ndiamonds 1; players 2; id a; diamonds 1; players 3\nid b\n\n\ndiamonds 1\nplayers 4\nid c"
    assert [record.id for record in loads_many(text)] == ["a", "b", "c"]
    with pytest.raises(RecordError, match="3"):
        loads(text)


def test_no_record() -> None:
    assert parse("") == parse("\n # nothing \n\n") == []
    with pytest.raises(RecordError) as caught:
        loads("")
    assert caught.value.code == "E-RECORDS"


def test_load(tmp_path: Path) -> None:
    path = tmp_path / "deal.dia"
    record = loads("diamonds 1; players Zoë Bob; hand Zoë D4,3")
    path.write_text(dumps(record), encoding="utf-8")
    assert load(path) == record
    path.write_text("diamonds 1; players 9", encoding="utf-8")
    with pytest.raises(RecordError) as caught:
        load(path)
    assert caught.value.problems[0].file == str(path)
    with pytest.raises(FileNotFoundError):
        load(tmp_path / "none.dia")


def test_records_made_by_hand_are_filled_up() -> None:
    record = Record(Rules(3), (Hand(frozenset(), 10),) * 3, tricks=10, lead=1)
    assert record == loads("diamonds 1; players 3")
    assert record.start_table().showroom == (3, 3, 3)
