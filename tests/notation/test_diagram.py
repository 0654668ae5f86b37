"""The diagram says what is on the table and fits on the page."""

from __future__ import annotations

import random

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from diamonds_solver.common.wording import cell_width
from diamonds_solver.games.diamonds.round.rules import Rules, format_cards
from diamonds_solver.games.diamonds.texts import PAGE_WIDTH, diagram_text
from diamonds_solver.games.records import loads


def test_a_trick_in_progress() -> None:
    record = loads(
        "diamonds 1; id third; players Ann Bob Cy; round 2/6; dealer Cy; showroom 1 2 0; vault 0 10 4; took Bob D2 S1; won Bob\n"
        "hand Ann D15,9 H12; hand Bob D3,2 +1; play D9 D3\nvoid Cy S"
    )
    assert diagram_text(record) == (
        "third: 3 players, round 2 of 6\n"
        "\n"
        "Ann (P1)       Bob (P2)         Cy (P3, dealer)\n"
        "D 15           D 2              3 unknown\n"
        "H 12           1 unknown\n"
        "S -\n"
        "C -\n"
        "showroom   1   showroom   2     showroom   0\n"
        "vault      0   vault     10     vault      4\n"
        "points     1   points    22     points     8\n"
        "no trick       won 2 diamonds   no trick\n"
        "                   1 spade\n"
        "\n"
        "Cy has no S\n"
        "\n"
        "trick 2 of 4: Ann D9, Bob D3\n"
        "Cy is to play; D was led"
    )


def test_symbols() -> None:
    drawn = diagram_text(loads("diamonds 1; players 2; hand P1 D4 C3; hand P2 H2 S1; took P1 C4; play S1"), symbols=True)
    for text in ("♦ 4", "♣ 3", "♥ 2", "♠ -", "won 4 clubs", "P2 ♠1", "; ♠ was led"):
        assert text in drawn
    assert not set("DHSC") & set(drawn)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("diamonds 1; players Ann Bob", "Bob leads"),
        ("diamonds 1; players Ann Bob; phase choose; dealer Bob", "Bob chooses how many cards to pass"),
        ("diamonds 1; players Ann Bob; phase pass; pass 1", "all choose 1 card to pass"),
        ("diamonds 1; players Ann Bob Cy; play D5 C3", "Cy chooses whom to rob: Ann or Bob"),
        ("diamonds 1; players 2; hand P1 D4,3; hand P2 D2,1; play D2 D4 D1 D3", "the round is over"),
        (
            "diamonds 1; players 3; hand P1 C4; hand P2 C5; hand P3 C3; play C5 C3 C4 >P1",
            "P2 chooses whom to rob for the award for most C: P1 or P3",
        ),
        (
            "diamonds 1; players 4; teams yes; hand P1 D4; hand P2 D5; hand P3 D2; hand P4 D1; play D5 D2 D1 D4",
            "P2 and P4 choose who acts for the award for most D",
        ),
    ],
)
def test_what_is_decided(text: str, line: str) -> None:
    assert diagram_text(loads(text)).split("\n")[-1] == line


def test_teams_and_knowledge() -> None:
    drawn = diagram_text(
        loads("diamonds 1; players 4; teams yes; variant perfect; see P1; out D3; took P2 D4; gave P1 D4,H4; got P4 S2,3; vault 1 2 3 4")
    )
    assert drawn.startswith("4 players, Perfect Diamonds, teams, round 1 of 4, what P1 knows\n")
    assert "P4 (team 2)" in drawn
    assert "team 2: P2 + P4, 18 points" in drawn
    assert "out: D3\nP1 passed D4 H4 to P3\nP4 was passed S3,2\n" in drawn


@given(
    st.integers(2, 6),
    st.booleans(),
    st.booleans(),
    st.integers(0, 2**32),
    st.sampled_from(["", "x", "山田太郎" * 9, "W" * 50, "two names"]),
)
@example(4, True, True, 0, "山田太郎" * 9)
@example(4, True, True, 0, "W" * 50)
def test_it_fits_on_the_page(players: int, perfect: bool, named: bool, seed: int, name: str) -> None:
    rules = Rules(players, perfect and players < 6, players in (4, 6))
    rng = random.Random(seed)
    deck = sorted(rules.deck, key=lambda card: (rng.random() < 0.5, card))  # long suits
    hands = [deck[seat * rules.hand_size : (seat + 1) * rules.hand_size] for seat in range(players)]
    names = " ".join(f'"{name}{seat}."' for seat in range(players)) if named and name else str(players)
    fields = [f"hand P{seat + 1} {format_cards(hand)}" for seat, hand in enumerate(hands)]
    record = loads(
        f"diamonds 1; players {names}; variant {'perfect' if rules.perfect else 'standard'}; teams {'yes' if rules.teams else 'no'};"
        f'id "{name * 3}x"; see P1; {"; ".join(fields)}'
    )
    drawn = diagram_text(record, symbols=True)
    assert max(map(cell_width, drawn.split("\n"))) <= PAGE_WIDTH
    shown = [word for line in drawn.split("\n") for word in line.split()]
    for card in deck[: players * rules.hand_size]:
        assert str(card & 15) in shown


def test_tricks_that_are_not_told() -> None:
    text = "diamonds 1; players 3; hand P1 D4 S1; lead P1; took P2 D3"
    shown = diagram_text(loads(text))
    assert shown.count("tricks before not known") == 2
    assert "trick 9 of 10" in shown
    told = diagram_text(loads(text + "; won P2 P1 P3:3"))
    assert "won tricks before" in told
    assert "won 3 tricks before" in told
