"""Replaying a play: canonical moves, choices, marks, hidden hands."""

from __future__ import annotations

import pytest

from diamonds_solver.games.diamonds.records.notation import dumps
from diamonds_solver.games.diamonds.records.record import Hand
from diamonds_solver.games.diamonds.round.public import Decision
from diamonds_solver.games.records import loads, parse
from diamonds_solver.notation.problems import RecordError

TWO_TRICKS = "diamonds 1; players Ann Bob Cy; hand Ann D15,3; hand Bob D2 C2; hand Cy D14 H4; "
LAST_CLUBS = "diamonds 1; players 3; hand P1 C4; hand P2 C5; hand P3 C3; "
TEAMS = "diamonds 1; players 4; teams yes; hand P1 C4; hand P2 C5; hand P3 C3; hand P4 C2; "


def moves(text: str) -> str:
    return " ".join(map(str, loads(text).play))


@pytest.mark.parametrize(
    "play",
    [
        "D2 D14 D15 D3 C2>P3 H4",
        "D2 D14 D15 / D3 C2>Cy H4",
        "d2,d14,d15/d3,c2>p3,h4",
        "D2 D14 D15/D3 C2 >Cy H4 /",
        "1. Bob: D2 D14 D15 = Ann / 2. Ann: D3 C2>P3 H4 = P1",
        "1.Bob:D2 D14 D15 =P1/2.P1:D3 C2>P3 H4=Ann",
        "D2 D14; play D15 = P1; play 2. D3 C2>Cy; play H4",
    ],
)
def test_ways_to_write_a_play(play: str) -> None:
    assert moves(TWO_TRICKS + f"play {play}") == "D2 D14 D15 D3 C2>P3 H4"


def test_the_winners_victim_is_a_move_of_its_own() -> None:
    record = loads(LAST_CLUBS + "play C5 C3 C4")
    assert (record.decision(), record.table().to_move) == (Decision.VICTIM, 1)
    assert moves(LAST_CLUBS + "play C5 C3 C4 >P3") == "C5 C3 C4 >P3"
    assert moves(LAST_CLUBS + "play C5 C3 C4 = P2 >P3") == "C5 C3 C4 >P3"
    assert moves(LAST_CLUBS + "play C5 C3 C4 = P2>P3 >P1") == "C5 C3 C4 >P3 >P1"


def test_the_award_robs_too() -> None:
    record = loads(LAST_CLUBS + "play C5 C3 C4 >P3 >P1")
    assert record.decision() is Decision.OVER
    assert record.table().showroom == (2, 5, 2)


def test_a_victim_without_choice_is_not_stored() -> None:
    text = "diamonds 1; players 3; showroom 0 0 2; hand P1 D2 C1; hand P2 D1,4; hand P3 H1,2; "
    assert moves(text + "lead P3; play H1 C1>P3 D1") == moves(text + "lead P3; play H1 C1 D1") == "H1 C1 D1"
    clubs = "diamonds 1; players 3; showroom 2 0 0; hand P1 C1 D1; hand P2 C4 D4; hand P3 C2 D2; "
    assert moves(clubs + "play C4 C2 C1 >P1 / D4") == moves(clubs + "play C4 C2 C1 / D4") == "C4 C2 C1 D4"


def test_a_card_that_robs_may_end_the_play() -> None:
    record = loads("diamonds 1; players 3; play D5 C3")
    assert (record.decision(), record.table().to_move) == (Decision.VICTIM, 2)
    assert loads(dumps(record)) == record


def test_teams_choose_who_acts() -> None:
    record = loads(TEAMS + "play C5 C3 C2 C4 >P1")
    assert record.decision() is Decision.ACTOR
    assert [str(move) for move in record.table().choices()] == ["P2>P1", "P2>P3", "P2>P4", "P4>P1", "P4>P2", "P4>P3"]
    assert moves(TEAMS + "play C5 C3 C2 C4 >P1 P4>P2") == "C5 C3 C2 C4 >P1 P4>P2"
    with pytest.raises(RecordError, match="leaves open who is robbed") as caught:
        loads(TEAMS + "play C5 C3 C2 C4 >P1 P4")
    assert caught.value.code == "E-VICTIM-MISSING"
    with pytest.raises(RecordError, match="leaves open who acts") as caught:
        loads(TEAMS + "play C5 C3 C2 C4 >P1 >P3")
    assert caught.value.code == "E-ACTOR"
    with pytest.raises(RecordError, match="not possible") as caught:
        loads(TEAMS + "play C5 C3 C2 C4 >P1 P1>P2")
    assert caught.value.code == "E-VICTIM"


def test_an_actor_without_a_victim() -> None:
    text = "diamonds 1; players 4; teams yes; hand P1 D4; hand P2 D5; hand P3 D2; hand P4 H1; play D5 D2 H1 D4"
    assert loads(text).decision() is Decision.ACTOR
    done = loads(text + " P4 P2")  # most diamonds, most hearts
    assert [str(move) for move in done.play[-2:]] == ["P4", "P2"]
    assert done.decision() is Decision.OVER
    with pytest.raises(RecordError) as caught:
        loads(text + " P1")
    assert caught.value.code == "E-ACTOR"


def test_a_choice_may_be_said_in_full() -> None:
    """P2 can only rob P1, P4 has a choice; the short form is stored."""
    text = TEAMS + "showroom 2 0 0 0; play C5 C3 C2 C4 "
    assert [str(move) for move in loads(text).table().choices()] == ["P2", "P4>P1", "P4>P2"]
    assert moves(text + "P2>P1") == moves(text + "P2") == "C5 C3 C2 C4 P2"
    assert moves(text + "P4>P2") == "C5 C3 C2 C4 P4>P2"


@pytest.mark.parametrize("play", ["H5 H6 H7 H8 / H9", "H5 D6 H7 H8 / D9 S2", "C3 C4 C5 C6 >P3 / H1"])
def test_hidden_hands_are_replayed(play: str) -> None:
    record = loads(f"diamonds 1; players 4; play {play}")
    assert [str(move) for move in record.play] == [word for word in play.split() if word != "/"]
    assert sum(hand.size or 0 for hand in record.hands_after_play()) == 40 - sum(move.card is not None for move in record.play)


def test_hands_after_the_play() -> None:
    record = loads("diamonds 1; players 2; hand P1 D4 +3; hand P2 D5,H1,H2,H3; play D5 D4 H1 S4")
    assert record.hands_after_play() == (Hand(frozenset(), 2), Hand(frozenset({18, 19}), 0))


def test_marks_are_problems_of_their_own() -> None:
    """A wrong mark does not stop the reading: everything that is wrong is told."""
    with pytest.raises(RecordError) as caught:
        loads(TWO_TRICKS + "play 2. Cy: D2 / D14 D15 = Bob / D3 D4")
    assert [problem.code for problem in caught.value.problems] == ["E-PLAY-MARK", "E-LEADER", "E-PLAY-MARK", "E-WINNER", "E-NOT-HELD"]


def test_hidden_cards_must_have_room_after_the_play() -> None:
    """P4 has clubs only once the discard on D11 shows that D10 is elsewhere: nine of them, of which C15 is one."""
    hands = "diamonds 1; players 4; hand P1 D1,2,3,4,5,6,7,8,9 H6; hand P2 D11,12,13,14,15 H1,2,3,4,5; void P4 S H; "
    loads(hands + "out C1,2,3,4,5; play D11 H15 C15>P1 D9")
    loads(hands + "out C1,2,3,4,5,6; play D11 H15")
    with pytest.raises(RecordError, match="P4 cannot hold 9 cards: void in D, H, S; only 8 cards are left that it may hold") as caught:
        loads(hands + "out C1,2,3,4,5,6; play D11 H15 C15>P1 D9")
    assert caught.value.code == "E-UNSEEN"


def test_best_is_written_as_results_are() -> None:
    text = "diamonds 1; players Ann Bob Cy; showroom 1 1 1; hand Cy C3,H4; play D5; best "
    assert loads(text + "h4,c3>bob".replace("bob", "Bob")).best == ("H4", "C3>P2")
    assert loads(text + "C3>P1 C3>Ann").best == ("C3>P1",)
    assert loads("diamonds 1; players 3; showroom 1 0 0; hand P3 C3,H4; play D5; best C3>P1").best == ("C3",)
    assert loads(LAST_CLUBS + "play C5 C3 C4; best >P3").best == (">P3",)
    assert loads(TEAMS + "play C5 C3 C2 C4 >P1; best P4>P2").best == ("P4>P2",)


def codes_and_words(text: str) -> list[tuple[str, str]]:
    (error,) = parse(text)
    assert isinstance(error, RecordError)
    return [(problem.code, problem.source[problem.caret : problem.caret + problem.length]) for problem in error.problems]


def test_all_missing_victims_are_told_at_once() -> None:
    found = codes_and_words("diamonds 1; players 3; play D5 C2 D6 / D7 C3 C4 / C5 C6 C7 / H1 H2 S3")
    assert found == [("E-VICTIM-MISSING", word) for word in ("C2", "C3", "C4", "C7")]


def test_all_wrong_turns_are_told_at_once() -> None:
    """The first trick is led by the wrong player, the third, too; who held the highest card leads the next."""
    text = "diamonds 1; players Ann Bob Cy; lead Ann; hand Ann D15,3 H1; hand Bob D2 C2 S1; hand Cy D14 H4 S9; play "
    assert codes_and_words(text + "D2 D14 D15 / D3 C2>Cy H4 / S1 S9 H1") == [("E-NOT-HELD", "D2"), ("E-NOT-HELD", "S1")]
    assert codes_and_words(text + "D2 D14 D15 = Ann / D3 C2>Cy H4 = Bob / S1 S9 H1 = Cy") == [("E-NOT-HELD", "D2")]


def test_problems_of_cards_and_victims_are_told_together() -> None:
    text = "diamonds 1; players Ann Bob Cy; lead Ann; hand Ann D15,3 H1; hand Bob D2 C2 S1; hand Cy D14 H4 S9; play "
    found = codes_and_words(text + "D15 C2>Bob D14 / D3 D2 H4>Ann / S9 S1 H1 / D15")
    assert found == [("E-REVOKE", "C2>Bob"), ("E-VICTIM", "Bob"), ("E-VICTIM", "Ann"), ("E-NOT-HELD", "S9"), ("E-PLAY-LONG", "D15")]
