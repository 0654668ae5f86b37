"""The thief: the token in records, in the rules, where the program deals, and what is refused. Values stand in test_values.py."""

from __future__ import annotations

from dataclasses import replace

import pytest

from diamonds_solver import deal, loads
from diamonds_solver.errors import DiamondsError, IllegalMoveError
from diamonds_solver.game import EvaluateOptions
from diamonds_solver.games.diamonds.advising import evaluate
from diamonds_solver.games.diamonds.playing import live
from diamonds_solver.games.diamonds.playing.match import Match
from diamonds_solver.games.diamonds.records.game_record import GameRecord
from diamonds_solver.games.diamonds.records.notation import dumps, dumps_json
from diamonds_solver.games.diamonds.records.record import Record
from diamonds_solver.games.diamonds.round.position import Position
from diamonds_solver.games.diamonds.round.public import Move, Table
from diamonds_solver.games.diamonds.round.rules import Rules
from diamonds_solver.games.diamonds.solving.equilibrium import pass_position
from diamonds_solver.notation.problems import RecordError

from .positions import THIEF_RULES

START = "diamonds 1; players 3; lead P1; thief P2; hand P1 D5 H1; hand P2 C3 H2; hand P3 C4 H3"


def table_of(text: str) -> Table:
    table: Table = loads(text).table()
    return table


def test_a_club_robs_who_has_the_token_and_the_token_goes_on() -> None:
    # P2 has the token: its own club takes nothing. Then P3 has it, and its club takes nothing, either.
    assert table_of(f"{START}; play D5 C3").thief == 2
    after = table_of(f"{START}; play D5 C3 C4")
    assert (after.thief, after.showroom) == (0, (3, 3, 3))
    robbed = table_of(f"{START.replace('thief P2', 'thief P1')}; play D5 C3 C4")
    assert (robbed.thief, robbed.showroom) == (2, (2, 3, 4))  # P2 robs P1, P3 robs P2


def test_an_empty_showroom_gives_nothing_and_the_token_goes_on() -> None:
    after = table_of(f"{START.replace('thief P2', 'thief P1')}; showroom 0 3 3; play D5 C3")
    assert (after.thief, after.showroom) == (1, (0, 3, 3))


def test_the_winner_of_a_trick_in_clubs_robs_the_holder() -> None:
    record = loads("diamonds 1; players 3; lead P1; thief P2; hand P1 C5 H1; hand P2 C3 H2; hand P3 C4 H3; play C5 C3 C4")
    after = record.table()
    assert (after.thief, after.showroom) == (2, (4, 2, 3))
    assert record.decision() == "card"


def test_a_team_chooses_who_performs_the_award_for_clubs() -> None:
    text = "diamonds 1; players 4; teams yes; lead P1; thief P1; hand P1 C5; hand P2 C3; hand P3 C4; hand P4 C2; play C5 C3 C4 C2"
    table = table_of(text)
    assert table.choices() == (Move(actor=0), Move(actor=2))  # P2 has the token by now
    assert table.choose(Move(actor=2)).showroom == (3, 2, 4, 3)
    assert table_of(f"{text} P3").thief == 2
    own = table_of(text.replace("thief P1", "thief P4"))  # the trick robs P4: the award could take from P1
    assert own.choose(Move(actor=0)).showroom == (4, 3, 3, 2)
    assert own.choose(Move(actor=2)).showroom == (3, 3, 4, 2)


@pytest.mark.parametrize("play", ["D5 C3>P1", "D5 C3 >P1", "D5 C3>?", "D5 C3>P2"])
def test_victims_are_refused(play: str) -> None:
    with pytest.raises(RecordError) as refusal:
        loads(f"{START}; play {play}")
    (problem,) = refusal.value.problems
    assert problem.code == "E-VICTIM"
    assert "leave" in (problem.hint or "")
    assert problem.column > len(START)


def test_moves_with_victims_are_refused_in_python() -> None:
    position = loads(f"{START}; play D5").position()
    for move in ("C3>P1", "C3>P3"):
        with pytest.raises(IllegalMoveError):
            position.play(move)
    with pytest.raises(IllegalMoveError):
        position.table.play_card(51, 0)


def test_expected_moves_have_no_victims() -> None:
    assert loads(f"{START}; play D5; best C3").best == ("C3",)
    with pytest.raises(RecordError) as refusal:
        loads(f"{START.replace('thief P2', 'thief P1')}; play D5; best C3>P1")
    assert refusal.value.problems[0].code == "E-BEST"


def test_records_come_back_from_text_and_json() -> None:
    record = loads(f"{START}; play D5 C3")
    assert "thief P2" in dumps(record)
    assert '"thief": "P2"' in dumps_json(record)
    assert loads(dumps(record)) == record
    assert loads(dumps_json(record)) == record
    assert loads(START.replace("thief P2; ", "")).rules == Rules(3)


@pytest.mark.parametrize("seed", range(12))
def test_the_record_of_a_position_leads_to_it(seed: int) -> None:
    """Also in the middle of a trick with clubs, where the token has to go back."""
    position = deal(Rules(4, thief=True, teams=bool(seed % 2)), seed=seed)
    while not position.is_over:
        if position.table.tricks_left:
            assert Record.of(position).position().table == position.table
        position = position.play(position.moves()[-1])


def test_forgotten_cards_take_the_token_on() -> None:
    hands = "hand P1 D5 H1; hand P2 C3 H2; hand P3 +2"
    record = loads(f"diamonds 1; players 3; lead P1; thief P1; {hands}; play D5 C3 C? / H1")
    assert record.tables[3].thief == 2
    with pytest.raises(RecordError) as refusal:  # a club would have taken the token on
        loads(f"diamonds 1; players 3; lead P1; thief P1; {hands}; play D5 C3 ? / H1")
    assert refusal.value.problems[0].code == "E-FORGOTTEN"


def test_the_token_stays_where_it_is_between_rounds() -> None:
    table = live.new_table({"pass": False, "dealer": 2}, Rules(3, thief=True), None, 5, None)
    while table.turn is not None:
        table = table.tell(table.moves()[-1])
    game = table.record
    assert isinstance(game, GameRecord)
    ends = [each.table().thief for each in game.played]
    assert [each.thief for each in game.played] == [1, *ends[:-1]]
    assert loads(dumps(game)) == game
    assert dumps(game).count("thief") == 1


def test_a_round_must_tell_who_has_the_token_where_nothing_else_does() -> None:
    for text in (
        "diamonds 1; players 2; round 1 score 9 9; thief P1; round 2; showroom 3 3; vault 3 3; play D4",
        "diamonds 1; players 2; round 1; play D4; round 2; thief P1; showroom 3 3; vault 3 3; play D4",
    ):
        with pytest.raises(RecordError) as refusal:
            loads(text)
        assert "E-THIEF" in [problem.code for problem in refusal.value.problems]


@pytest.mark.parametrize("dealer", [1, 3])
def test_the_first_dealer_has_the_token_first(dealer: int) -> None:
    rules = Rules(4, thief=True)
    assert deal(rules, seed=1).table.thief == 0
    table = live.new_table({"dealer": dealer}, rules, None, 1, None)
    assert table.record_now.thief == dealer - 1


def test_broken_positions_are_refused() -> None:
    position = deal(Rules(3, thief=True), seed=1)
    for thief in (None, 3):
        with pytest.raises(DiamondsError):
            Position(replace(position.table, thief=thief), position.hands).check()
    with pytest.raises(DiamondsError):
        Position(replace(deal(3, seed=1).table, thief=0), position.hands).check()


@pytest.mark.parametrize("kind", [rules for rules in THIEF_RULES if rules.players == 2], ids=str)
def test_auto_passes_and_plays_where_two_play(kind: Rules) -> None:
    """Without the thief the pass of Perfect Diamonds for two is solved."""
    assert Match(kind, seed=3).play(0, ["auto:time=0.02", "greedy"], lambda: False) is not None


def test_what_knows_no_thief_says_so() -> None:
    record = loads(START)
    two = Record.of(deal(Rules(2, perfect=True, thief=True), seed=1))
    for attempt in (
        lambda: evaluate.evaluate(record, EvaluateOptions("margin", 0), None, None),
        lambda: pass_position(two),
    ):
        with pytest.raises(DiamondsError) as refusal:
            attempt()
        assert refusal.value.code == "E-THIEF"
        assert refusal.value.hint is not None
