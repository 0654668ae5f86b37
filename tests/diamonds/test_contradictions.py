"""Records that contradict themselves are refused, and the message names the contradiction."""

from __future__ import annotations

from dataclasses import replace

import pytest

from diamonds_solver.errors import PositionError
from diamonds_solver.games.diamonds.advising.view import View
from diamonds_solver.games.diamonds.game import GAME
from diamonds_solver.games.diamonds.records.record import Record
from diamonds_solver.games.diamonds.round.public import Move
from diamonds_solver.games.diamonds.round.rules import Rules, make_card
from diamonds_solver.games.records import loads
from diamonds_solver.notation.problems import RecordError

from .rounds import cards, suits

PERFECT = "players 3; variant perfect; hand P1 C9,8,7,6,5,4,3,2,1 S9,8,7"
ENDING = "players 3; hand P1 D4,3; took P1 D9 H6; took P3 S9; lead P1"
MISFITS = [
    (PERFECT, ("", "DH", ""), "E-UNSEEN", "P2 cannot hold 12 cards: void in D, H; only 6 cards are left that it may hold"),
    (PERFECT, ("", "D", "D"), "E-UNSEEN", "nobody can hold D9,8,7,6,5,4,3,2,1: P2 void in D; P3 void in D"),
    (
        ENDING + "; out C15,14,13,12,11,10,9,8,7,6,5,4",
        ("", "DHS", "DHS"),
        "E-UNSEEN",
        "P2 and P3 cannot hold 4 cards: P2 void in D, H, S; P3 void in D, H, S; only 3 cards are left that they may hold",
    ),
    (
        "players 3; hand P1 D4,3; took P1 H4 C14; took P3 S6; lead P1",
        ("", "DHS", ""),
        "E-UNSEEN",
        "P2 cannot hold 2 cards: void in D, H, S; only 15 cards are left that it may hold, and 14 clubs of them were won",
    ),
    (
        ENDING + "; gave P1 C14",
        ("", "C", ""),
        "E-GAVE",
        "P2 was passed C14 and cannot have played that before, but P2 is void in C",
    ),
]


@pytest.mark.parametrize(("text", "voids", "code", "message"), MISFITS)
def test_cards_that_do_not_fit(text: str, voids: tuple[str, ...], code: str, message: str) -> None:
    """The reader of records refuses most of these; here they come as records made by a program."""
    record = replace(loads(f"diamonds 1; see P1; {text}"), void=tuple(map(suits, voids)))
    with pytest.raises(PositionError) as caught:
        View.of(record)
    assert (caught.value.code, caught.value.message) == (code, message)


def by_hand(text: str, **changes: object) -> Record:
    record: Record = loads(f"diamonds 1; players 3; hand P1 D4,3; see P1; {text}")
    return replace(record, **changes)  # type: ignore[arg-type]


CLUB, HEART, OWN = make_card(3, 5), make_card(1, 5), make_card(0, 4)
WHOLE = loads("diamonds 1; players 3; see P1; hand P1 D1,2,3,4,5,6,7,8,9,10; hand P2 H1,2,3,4,5,6,7,8,9 +1")
BROKEN = [
    ("E-CARD-TWICE", "a card appears in two places", by_hand("hand P2 H1 +1", out=cards("H1"))),
    ("E-CARD-TWICE", "C5 is played twice", by_hand("lead P2", play=(Move(CLUB), Move(CLUB)))),
    ("E-NOT-HELD", "P1 played C5 and cannot have held it", by_hand("lead P1", play=(Move(CLUB),))),
    ("E-NOT-HELD", "P2 played D4 and cannot have held it", by_hand("lead P2", play=(Move(OWN),))),
    ("E-REVOKE", "P2 played C5 and has no clubs", by_hand("lead P2; void P2 C", play=(Move(CLUB),))),
    ("E-VOID", "P2 is known to have H5, and to be void in H", by_hand("hand P2 H5 +1", void=(frozenset(), suits("H"), frozenset()))),
    ("E-NOT-HELD", "P2 played C5 and cannot have held it", by_hand("hand P2 H5,4; lead P2", play=(Move(CLUB),))),
    ("E-HAND-SIZE", "P2 should hold 10 cards here, but the record shows 11", replace(WHOLE, gave=(cards("C1 C2"), None, None))),
    ("E-GAVE", "D4 was passed to P2, and P1 has it", by_hand("", gave=(cards("D4"), None, None))),
    ("E-GAVE", "C5 was passed to P2, and P3 has it", by_hand("lead P3", play=(Move(CLUB),), gave=(cards("C5"), None, None))),
    ("E-UNSEEN", "the others hold 4 hidden cards; only 3 cards are left", by_hand("", out=frozenset(Rules(3).deck[4:-1]))),
]


@pytest.mark.parametrize(("code", "message", "record"), BROKEN)
def test_records_that_contradict_themselves(code: str, message: str, record: Record) -> None:
    with pytest.raises(PositionError) as caught:
        View.of(record)
    assert (caught.value.code, caught.value.message) == (code, message)


def test_messages_use_names() -> None:
    with pytest.raises(PositionError, match="Bob cannot hold 2 cards"):
        View.of(replace(loads("diamonds 1; players Ann Bob; hand Ann D4,3; see Ann"), void=(frozenset(), suits("DHSC"))))


OTHER_ENDING = "players 3; dealer P2; lead P2; see P2; hand P2 D13 H6 S5,3,1 C15,12,9,6; took P2 H3; got P2 "


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (OTHER_ENDING + "H5 S9", "P2 was passed H5 S9 and has only played 1 card before"),
        (OTHER_ENDING + "S9", "S9 cannot have been played before: 'took' has no cards of that suit"),
        (ENDING + "; see P1; gave P1 C14; void P2 C", "P2 was passed C14 and cannot have played that before, but P2 is void in C"),
        (
            ENDING + "; see P1; gave P1 C14,3,2",
            "P2 was passed C14,3,2 and cannot have played that before, but P2 has only 2 hidden cards",
        ),
    ],
)
def test_passed_cards_that_cannot_have_been_played(text: str, message: str) -> None:
    with pytest.raises(RecordError) as caught:
        loads(f"diamonds 1; {text}")
    assert [(problem.code, problem.message) for problem in caught.value.problems] == [("E-GAVE", message)]


def test_passed_cards_that_were_played() -> None:
    View.of(loads(f"diamonds 1; {OTHER_ENDING}H5"))


def test_check_refuses_what_advise_refuses() -> None:
    """A record made by a program: the reader would have refused it."""
    record = replace(loads(f"diamonds 1; {ENDING}; see P1; gave P1 C14"), void=(frozenset(), suits("C"), frozenset()))
    with pytest.raises(PositionError, match="P2 was passed C14") as advised:
        View.of(record)
    with pytest.raises(PositionError) as checked:
        GAME.records.check(record)
    assert checked.value.message == advised.value.message


def test_check_tells_what_is_pending() -> None:
    assert GAME.records.check(loads("diamonds 1; players Ann Bob Cy; play D5 C3")) == (
        "the play ends where Cy chooses whom to rob: >Ann, >Bob",
    )
    assert GAME.records.check(loads("diamonds 1; players Ann Bob Cy; play D5 C3>Bob")) == ()
    teams = "diamonds 1; players Ann Bob Cy Di; teams yes; hand P1 D4; hand P2 D5; hand P3 D2; hand P4 D1; play D5 D2 D1 D4"
    assert GAME.records.check(loads(teams))[0] == "the play ends where the team of Bob chooses who performs the award"
