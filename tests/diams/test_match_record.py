"""Matches as one record: several rounds in one text, with the chips that they carry over."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cache

import pytest

from diamonds_solver.game import HindsightOptions
from diamonds_solver.games.diams.game import GAME
from diamonds_solver.games.diams.playing.players import Match
from diamonds_solver.games.diams.records.record import Record
from diamonds_solver.games.diams.round.rules import Rules
from diamonds_solver.games.diams.round.state import Phase
from diamonds_solver.games.diams.solve import hindsight
from diamonds_solver.games.records import dumps, loads
from diamonds_solver.notation.problems import RecordError
from tests.program import diamonds


@cache
def match(players: int = 3, deal: int = 1) -> Record:
    return replace(_match(players).record(deal, ["greedy"] * players, "evening"))


def _match(players: int) -> Match:
    return Match(Rules(players), 2, is_match=True)


def problems(text: str) -> list[tuple[str, int, str]]:
    with pytest.raises(RecordError) as caught:
        loads(text)
    return [(one.code, one.line, one.message) for one in caught.value.problems]


@pytest.mark.parametrize("form", ["dia", "line", "json"])
@pytest.mark.parametrize("players", [2, 3, 5])
def test_what_is_written_is_read_again(players: int, form: str) -> None:
    record = match(players)
    assert loads(dumps(record, form)) == record
    named = replace(record, names=tuple(["Ann", "Bob", "Cy", "Di", "Eve"][:players]))
    named = replace(named, earlier=tuple(replace(one, names=named.names) for one in record.earlier))
    assert loads(dumps(named, form)) == named


def test_fields_of_the_match_are_told_once() -> None:
    rules = Rules(2, loupes=(2,) * 10)
    record = Match(rules, 1, is_match=True).record(1, ["greedy", "greedy"])
    text = dumps(record)
    assert text.count("loupes") == 1
    assert text.count("round ") == len(record.rounds)
    assert loads(text) == record
    answer = json.loads(dumps(record, "json"))
    assert answer["loupes"] == [2] * 10
    assert [one["chips"] for one in answer["rounds"]] == [list(one.chips) for one in record.rounds]


@pytest.mark.parametrize("players", [2, 3])
def test_a_recorded_match_is_the_one_that_is_played(players: int) -> None:
    played = _match(players).play(1, ["greedy"] * players, lambda: False)
    record = match(players)
    assert played is not None
    assert played.points == record.chips_after
    for before, after in zip(record.rounds, record.rounds[1:], strict=False):
        assert after.chips == before.chips_after
        assert after.round == before.round + 1
        assert after.start.turn == (before.start.turn + 1) % players
        assert before.state.phase is Phase.OVER


def test_decisions_are_those_of_all_rounds() -> None:
    record = match()
    decisions = list(GAME.records.decisions(record))
    assert [decision.round for decision in decisions] == sorted(decision.round for decision in decisions)
    assert {decision.round for decision in decisions} == {1, 2, 3}
    assert len(decisions) == sum(len(list(GAME.records.decisions(one))) for one in GAME.records.rounds(record))
    assert all(not decision.record.earlier and decision.record.id == "evening" for decision in decisions)


def test_hindsight_reaches_back_into_every_round(monkeypatch: pytest.MonkeyPatch) -> None:
    """What cannot be proven in one round does not end the hindsight of the rounds before."""
    monkeypatch.setattr("diamonds_solver.games.diams.solve.NODES", {"paranoid": 200, "maxn": 200})
    decisions = list(GAME.records.decisions(match()))
    found = [index for index, _ in hindsight(list(GAME.records.decisions(match())), HindsightOptions("margin"))]
    assert {decisions[index].round for index in found} == {1, 2, 3}
    assert found == sorted(found, reverse=True)


def test_chips_are_carried_over_where_they_are_not_told() -> None:
    lines = [line for line in dumps(match()).splitlines() if not line.startswith("chips")]
    assert loads("\n".join(lines)) == match()


def test_what_cannot_be_a_match() -> None:
    text = dumps(match())
    lines = text.splitlines()
    at = next(number for number, line in enumerate(lines) if line.startswith("round 2/3"))
    chips = " ".join(map(str, match().rounds[1].chips))
    found = problems(text.replace(f"chips {chips}", "chips 2 2 2"))
    assert found[0] == ("E-CHIPS", at + 2, f"after round 1 the chips are {chips}")
    assert problems(text.replace("round 2/3", "round 3/3"))[0] == ("E-ROUND", at + 1, "round 2 is missing")
    assert problems(text.replace("round 2/3", "round 1/3"))[0] == ("E-ROUND", at + 1, "round 1 comes after round 1")
    cut = [line for number, line in enumerate(lines) if number > at or not line.startswith("play /")]
    assert ("E-ROUND", cut.index("round 2/3") + 1, "round 1 is not over, and another one follows") in problems("\n".join(cut))
    assert problems(text.replace("round 2/3", "round 2/3\nloupes 1"))[0] == ("E-ROUND", at + 2, "'loupes' is in a later round")
    assert problems(text.replace("round 2/3", "round 2/3\nid again"))[0][0] == "E-FIELD-TWICE"
    # A round with a mistake does not hide those of the next.
    found = problems(text.replace("market", "markt").replace("round 2/3", "round 2/3\nused 9"))
    assert {code for code, *_ in found} >= {"E-FIELD", "E-CARD"}


def test_of_two_players_the_winner_of_two_rounds_plays_no_third() -> None:
    record = next(record for record in (match(2, deal) for deal in range(20)) if len(record.rounds) == 2)
    third = replace(record, round=3, earlier=record.rounds, chips=record.chips_after)
    assert "has won two rounds" in problems(dumps(third))[0][2]


def test_commands_take_a_match() -> None:
    dealt = diamonds("deal", "--game", "diams", "--play", "greedy", "--match", "--players", "3", "--seed", "2")
    text, record = dealt.out, loads(dealt.out)
    shown, in_json = diamonds("show", text), diamonds("show", "--json", text)
    assert (dealt.code, shown.code, in_json.code) == (0, 0, 0)
    assert "round 1: P1 " in shown.out
    assert "\nchips: P1 " in shown.out
    assert "round 3 of 3" in shown.out
    assert [one["round"] for one in json.loads(in_json.out)["earlier"]] == [1, 2]
    # Questions about the present are about the last round.
    now = replace(record, play=record.play[:-4])
    of_match, alone = (
        diamonds("evaluate", dumps(each), "--samples", "10", "--seed", "1", "--json") for each in (now, replace(now, earlier=()))
    )
    assert of_match == alone
    assert of_match.code == 0


def test_who_begins_out_of_turn_is_noted() -> None:
    record = match()
    assert not [note for note in record.notes() if "begins" in note]
    wrong = replace(record.earlier[1], start=record.earlier[1].start._replace(turn=0))
    told = replace(record, earlier=(record.earlier[0], wrong)).notes()
    assert "round 2: P1 begins, but P2 comes after the player who began round 1" in told
