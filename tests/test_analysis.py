"""A played game judged: ``ds.analyse``, and what it says of players."""

from __future__ import annotations

import io
import json
import random
import re
import shlex
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any
from unittest import mock

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

import diamonds_solver as ds
from diamonds_solver import games
from diamonds_solver.analysis.analyse import POINTS
from diamonds_solver.analysis.known import judge
from diamonds_solver.analysis.practice import Judgement, PracticeQuestion
from diamonds_solver.analysis.results import MARKS, totals
from diamonds_solver.answers.analysis import analysis_text, annotated
from diamonds_solver.game import EngineRequest
from diamonds_solver.games import find_game
from diamonds_solver.games.diamonds.advising.evaluate import deal_luck
from diamonds_solver.games.diamonds.playing.match import Match
from diamonds_solver.games.diamonds.records.notation import example_path
from diamonds_solver.games.diamonds.round.public import Move
from diamonds_solver.games.diamonds.solving.verify import Checker
from diamonds_solver.games.records import loads
from diamonds_solver.search.engine import SampleEngine
from diamonds_solver.stats.comparison import compare_samples
from diamonds_solver.stats.samples import Samples
from diamonds_solver.web.fields import Limits, RequestFields
from diamonds_solver.web.questions import Questions

from .program import diamonds

DIAMONDS = find_game("diamonds")
FAST: Mapping[str, Any] = {"engine": "playout", "worlds": 40, "seed": 1}


@cache
def ending(players: int = 3, cards: int = 4, seed: int = 1) -> ds.Record:
    """The last tricks of a round, played at random."""
    record = ds.Record.of(ds.late_position(players, cards, seed=seed), f"ending {seed}")
    rng, position, play = random.Random(seed), record.position(), list[Move]()
    while not position.is_over:
        play.append(rng.choice(position.moves()))
        position = position.play(play[-1])
    return replace(record, play=tuple(play))


@cache
def judged(players: int = 3, cards: int = 4, seed: int = 1) -> ds.Analysis:
    return ds.analyse(ending(players, cards, seed), **FAST)


def told(analysis: ds.Analysis) -> dict[str, Any]:
    """Its JSON, without how long it took."""
    return {name: value for name, value in analysis.to_dict().items() if name != "seconds"}


# -- decisions ----------------------------------------------------------------------------------------------------------------------------


@settings(max_examples=8)
@given(st.integers(2, 5), st.integers(0, 1000))
def test_losses_are_none_or_more_and_the_best_moves_have_none(players: int, seed: int) -> None:
    analysis = judged(players, 2, seed)
    assert [one.number for one in analysis] == list(range(1, len(ending(players, 2, seed).play) + 1))
    for one in analysis:
        assert one.hindsight is not None
        assert one.hindsight.loss is not None
        assert one.hindsight.loss >= 0
        assert (one.hindsight.loss == 0) == (one.move in one.hindsight.best)
        if one.known is not None:
            assert one.known.loss >= 0
            assert one.known.interval[0] <= one.known.loss <= one.known.interval[1]
            assert 0 <= one.known.sure_loss <= one.known.loss
            if one.move in one.known.best:
                assert (one.known.loss, one.mark) == (0, "")


def test_forced_moves_lose_nothing_and_count_for_nobody() -> None:
    analysis = judged()
    forced = [one for one in analysis if one.forced]
    assert forced
    for one in forced:
        assert (one.loss, one.mark, one.known) == (0, "", None)
        assert one.hindsight is not None
        assert one.hindsight.loss == 0
    assert sum(player.decisions for player in analysis.players) == len(analysis) - len(forced)


def test_hindsight_is_what_solve_says() -> None:
    for one in judged():
        assert isinstance(one.record, ds.Record)
        solution = ds.solve(one.record.position())
        assert one.hindsight is not None
        assert (one.hindsight.value, set(one.hindsight.best)) == (solution.value, set(solution.best_moves))
        played = next(m for m in solution.moves if m.move == one.move)
        assert one.hindsight.loss == played.loss


def test_what_was_known_is_what_advise_says() -> None:
    for one in judged():
        if one.known is None:
            continue
        advice = ds.advise(one.record, **{**FAST, "worlds": one.known.advice.worlds})
        played = next(m for m in advice.moves if m.move == one.move)
        assert (one.known.mean, one.known.loss, one.known.interval) == (advice.moves[0].mean, played.loss, played.interval)
        assert one.known.verdict is advice.verdict


def test_the_same_seed_gives_the_same_whatever_the_number_of_threads() -> None:
    assert told(ds.analyse(ending(), **FAST)) == told(judged())
    assert told(ds.analyse(ending(), threads=3, **FAST)) == told(judged())
    assert told(ds.analyse(ending(), **{**FAST, "seed": 2})) != told(judged())


def test_a_mark_says_what_is_surely_lost() -> None:
    marked = [one for seed in range(5) for one in judged(4, 3, seed) if one.mark]
    assert marked
    limits = ds.Thresholds(0.25, 0.5, 1.0)
    for one in marked:
        assert one.known is not None
        assert one.mark == limits.mark(one.known.sure_loss)
        assert one.known.interval[0] >= 0.25
        played = next(m for m in one.known.advice.moves if m.move == one.move)
        assert played.excluded
        assert one.why is not None
        assert (one.refutation == ()) == (one.hindsight is None or one.hindsight.loss == 0)


def test_the_move_that_the_adviser_recommends_has_no_mark() -> None:
    """In the first tricks that is the net's, though the samples may prefer another one beyond sampling error."""
    found = 0
    for deal in range(3):
        record = Match(ds.Rules(4), seed=5).record(deal, ["net"] * 4)
        limits = ds.Thresholds(0.01, 0.5, 1.0)
        for one in ds.analyse(record, worlds=400, seed=1, players=[0], hindsight=False, thresholds=limits):
            if one.known is None or one.known.advice.recommended != one.move:
                continue
            played = next(m for m in one.known.advice.moves if m.move == one.move)
            found += played.excluded and played.interval[0] > 0.01
            assert one.mark == ""
            assert one.known.sure_loss == 0
    assert found


def test_a_card_that_equals_the_recommended_one_has_no_mark_anywhere() -> None:
    """In the third trick the net plays C1, and the samples prefer another card; C3 is worth what C1 is, whatever is hidden."""
    game, record = find_game("diamonds"), Match(ds.Rules(4), seed=5).record(1, ["net"] * 4)
    decision = next(one for one in game.records.decisions(record) if (one.trick, one.seat) == (3, 0))
    advice = ds.advise(decision.record, worlds=300, seed=1)
    own = {str(m.move): m for m in advice.moves if str(m.move) in ("C1", "C3")}
    assert str(advice.recommended) == "C1"
    assert [m.excluded and m.interval[0] > 0.25 for m in own.values()] == [True, True]
    assert [m.sure_loss for m in own.values()] == [0, 0]
    body = {"text": ds.dumps(decision.record), "worlds": 300, "seed": 1}
    answer = Questions(Limits()).long["advise"](RequestFields(json.dumps(body).encode()))(lambda event: None, lambda: False)
    assert [row["mark"] for row in answer["moves"] if row["move"] in own] == ["", ""]
    equal = decision._replace(move=own["C3"].move)
    judged = judge(game, equal, EngineRequest("auto", "margin", 1, 300), POINTS, lambda: False)
    assert judged is not None
    assert (judged.mark, judged.known.sure_loss) == ("", 0)
    review = mock.Mock(game=game, objective="margin")
    choices = PracticeQuestion(review, Judgement(equal, 1, {"known": judged.known.to_dict()})).choices
    assert [choice.is_worse for choice in choices if choice.move in own] == [False, False]


def test_a_decision_ends_once_its_mark_is_clear() -> None:
    """Then it has the mark of all worlds; one that is not clear has all of them."""
    ends, limits = list[int](), ds.Thresholds(0.25, 0.5, 1.0)
    for one in ds.analyse(ending(4, 3, 2), engine="playout", worlds=300, seed=1, hindsight=False):
        if one.known is None:
            continue
        whole = ds.advise(one.record, engine="playout", worlds=300, seed=1)
        played = next(m for m in whole.moves if m.move == one.move)
        assert one.mark == limits.mark(played.interval[0] if played.excluded else 0.0)
        ends.append(one.known.advice.worlds)
        if ends[-1] == 300:
            assert one.known.interval == played.interval
        else:
            assert limits.mark(one.known.interval[1]) == one.mark
    assert min(ends) < 30
    assert max(ends) == 300


def test_thresholds() -> None:
    limits = ds.Thresholds(0.5, 1, 2)
    assert [limits.mark(loss) for loss in (0, 0.49, 0.5, 0.99, 1, 1.99, 2, 9)] == ["", "", "?!", "?!", "?", "?", "??", "??"]
    for wrong in ((0, 1, 2), (1, 0.5, 2), (1, 2, float("inf")), (float("nan"), 1, 2)):
        with pytest.raises(ValueError, match=r"three positive numbers|must be a number, not nan"):
            ds.Thresholds(*wrong)
    strict = ds.analyse(ending(seed=2), thresholds=ds.Thresholds(0.01, 0.02, 0.03), **FAST)
    assert len(strict.marked) > len(judged(seed=2).marked)
    assert {one.mark for one in strict.marked} == {"??"}


def test_with_hindsight_alone_marks_rest_on_it() -> None:
    analysis = ds.analyse(ending(4, 4), known=False, seed=1)
    assert analysis.engine is None
    assert any(one.mark for one in analysis)
    for one in analysis:
        assert one.known is None
        assert one.hindsight is not None
        assert one.hindsight.loss is not None
        assert one.mark == ("" if one.forced else analysis.thresholds.mark(one.hindsight.loss))
        if one.mark:  # the line that refutes it is what the loss is made of
            position = one.record.position() if isinstance(one.record, ds.Record) else None
            assert position is not None
            before, side = position.points(), one.seat
            for move in (one.move, *one.refutation):
                assert isinstance(move, Move)
                position = position.play(move)
            assert position.is_over
            gains = [end - start for start, end in zip(before, position.points(), strict=True)]
            assert one.hindsight.value is not None
            lost = one.hindsight.value - (gains[side] - (sum(gains) - gains[side]) / (len(gains) - 1))
            assert lost == pytest.approx(one.hindsight.loss)


def test_a_club_whose_victim_is_still_to_be_told_is_judged_as_with_its_best_victim() -> None:
    text = "diamonds 1; players 3; hand P1 C9 D2; hand P2 H4,3; hand P3 H9,8; lead P3; play H9 C9"
    club = ds.analyse(ds.loads(text), **FAST)[1]
    assert str(club.move) == "C9"
    assert club.known is not None
    assert club.known.loss == min(m.loss for m in club.known.advice.moves if str(m.move).startswith("C9"))


def test_only_some_players_and_rounds() -> None:
    some = ds.analyse(ending(), players=[1], **FAST)
    assert {one.seat for one in some} == {1}
    assert [player.seat for player in some.players] == [1]
    whole = [one for one in judged() if one.seat == 1]
    assert [one.to_dict() for one in some] == [one.to_dict() for one in whole]
    assert len(ds.analyse(ending(), rounds=[2], **FAST)) == 0


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"objective": "fame"}, ds.DiamondsError, "no objective 'fame'"),
        ({"engine": "crystal"}, ds.DiamondsError, "there is no engine"),
        ({"worlds": 0}, ValueError, "worlds"),
        ({"threads": 1.5}, TypeError, "threads"),
        ({"hindsight_limit": -1}, ValueError, "hindsight_limit"),
        ({"players": [7]}, ValueError, "seat"),
        ({"known": False, "hindsight": False}, ValueError, "nothing to judge by"),
    ],
)
def test_wrong_arguments(options: dict[str, Any], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        ds.analyse(ending(), **options)
    with pytest.raises(TypeError, match="a Record is expected"):
        ds.analyse("diamonds 1")  # type: ignore[arg-type]


def test_hidden_hands_are_judged_where_the_own_cards_are_known() -> None:
    """Two players' cards are known until the end of the record only."""
    text = "diamonds 1; players 3; hand P1 C9 D2; hand P2 +2; hand P3 H9,8; lead P3; play H9 C9>P3 H4"
    analysis = ds.analyse(ds.loads(text), **FAST)
    assert [one.known is not None for one in analysis] == [True, True, False]
    assert any(
        note.endswith("could not be judged by what the player could know: the player's hand is not in the record")
        for note in analysis.notes
    )
    assert all(one.hindsight is None for one in analysis)
    assert any("could not be judged in hindsight" in note and note.endswith(": not all cards are known") for note in analysis.notes)


def test_a_play_that_begins_with_a_forgotten_card_has_no_hindsight() -> None:
    record = loads(
        """diamonds 1; players 2; see P1; hand P1 S2 C4 H7 H9; hand P2 +4; lead P2; won -
play S? S2 S7 C4 / S5"""
    )
    analysis = ds.analyse(record, known=False)
    assert [one.hindsight for one in analysis] == [None] * 4


def test_stopped_or_interrupted_it_has_what_was_done() -> None:
    calls: list[tuple[int, ...]] = []

    def stop() -> bool:
        return len(calls) >= 5

    stopped = ds.analyse(ending(), on_progress=lambda *call: calls.append(call), should_stop=stop, **FAST)
    assert not stopped.whole
    assert 0 < sum(one.known is not None for one in stopped) < sum(one.known is not None for one in judged())
    assert judged().whole

    def interrupt(done: int, total: int) -> None:
        if done == 18:
            raise KeyboardInterrupt

    with pytest.raises(ds.AnalysisInterrupted) as caught:
        ds.analyse(ending(), on_progress=interrupt, **FAST)
    partial = caught.value.analysis
    assert not partial.whole
    assert sum(one.known is not None for one in partial) == sum(one.known is not None for one in judged())
    assert 0 < sum(one.hindsight is not None for one in partial) < len(partial)


# -- players ------------------------------------------------------------------------------------------------------------------------------


class Guess(SampleEngine[int]):
    """Three equal moves, with noise."""

    name = "guess"
    moves = (0, 1, 2)
    to_move, decision, objective = 0, "card", "points"

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def samples(self, first: int, count: int, should_stop: object = None) -> NDArray[np.float64]:
        rows = [np.random.default_rng((self.seed, first + index)).normal(size=3) for index in range(count)]
        return np.array(rows).T

    def notes(self) -> tuple[str, ...]:
        return ()


def test_a_split_loss_has_no_bias() -> None:
    """The best of three equal moves by the same samples seems to be ahead of each; by the other half it is not."""
    naive, split = [], []
    for seed in range(300):
        values, samples = Guess(seed).samples(0, 20), Samples(3)
        for first, count in ((0, 5), (5, 1), (6, 14)):
            samples.add(values[:, first : first + count])
        naive.append(values.mean(axis=1).max() - values.mean(axis=1)[0])
        split.append(compare_samples(samples).split_loss[0])
    error = np.std(split) / np.sqrt(len(split))
    assert np.mean(naive) > 5 * np.std(naive) / np.sqrt(len(naive))
    assert abs(np.mean(split)) < 4 * error


def test_a_player_is_the_mean_of_the_decisions() -> None:
    analysis = judged(4, 4, 2)
    for player in analysis.players:
        own = [one for one in analysis if one.seat == player.seat and not one.forced]
        losses = [one.hindsight.loss for one in own if one.hindsight is not None and one.hindsight.loss is not None]
        assert player.decisions == len(own)
        assert player.hindsight == pytest.approx(sum(losses) / len(losses))
        assert player.known is not None
        assert player.known.value == pytest.approx(np.mean([one.known.split_loss for one in own if one.known is not None]))
        assert player.known.low < player.known.value < player.known.high
        assert player.marks == {mark: sum(one.mark == mark for one in own) for mark in MARKS}
        if player.worst is not None:
            worst = analysis[player.worst - 1]
            assert worst.known is not None
            assert worst.known.sure_loss == max(one.known.sure_loss for one in own if one.known is not None)
        if player.best is not None:
            assert analysis[player.best - 1].loss == 0


def test_luck_of_a_deal() -> None:
    deal = DIAMONDS.records.deal((1, 7), {"players": 4}, None)
    luck = deal_luck(deal, "margin", 1, 400)
    assert luck is not None
    assert sum(one.value for one in luck) == pytest.approx(0, abs=1e-9)
    assert any(abs(one.value) > 3 * one.sem for one in luck)
    assert deal_luck(ending(), "margin", 1, 400) is None
    # Over many deals it is nothing.
    many = [deal_luck(DIAMONDS.records.deal((2, number), {"players": 4}, None), "margin", number, 40) for number in range(60)]
    values = [luck[0].value for luck in many if luck is not None]
    assert len(values) == 60
    assert abs(np.mean(values)) < 4 * np.std(values) / np.sqrt(len(values))


def test_the_luck_of_a_record_with_its_passes_is_that_of_the_deal() -> None:
    record = Match(ds.Rules(3), seed=5).record(0, ["greedy", "greedy", "random"])
    assert isinstance(record, ds.Record)
    dealt = next(DIAMONDS.records.decisions(record)).record
    assert dealt.phase == "choose"
    lucks = [[one.to_dict() for one in deal_luck(each, "margin", 1, 400) or ()] for each in (record, dealt)]
    assert lucks[0] == lucks[1]
    assert len(lucks[0]) == 3


# -- games --------------------------------------------------------------------------------------------------------------------------------


def test_a_round_with_its_passes() -> None:
    record = Match(ds.Rules(3), seed=5).record(0, ["greedy", "random", "random"])
    analysis = ds.analyse(record, hindsight=False, rounds=[1], **{**FAST, "worlds": 20})
    assert [one.decision for one in analysis][:4] == ["count", "pass", "pass", "pass"]
    assert all(one.known is not None for one in list(analysis)[:4]), "also a pass that screening would have dropped"
    assert all(player.luck is not None for player in analysis.players)


def test_other_games() -> None:
    record = ds.load(find_game("diamoniak").examples()["diamoniak-small"])
    deal = find_game("diamoniak").records.deal((1, 1), {"players": 2, "moves": 12}, None)
    analysis = ds.analyse(replace(deal, id=record.id), engine="playout", worlds=20, seed=1)
    assert analysis.hindsight_objective is None
    assert any("has no hindsight" in note for note in analysis.notes)
    assert analysis.thresholds == ds.Thresholds(0.05, 0.1, 0.15)


def test_a_toy_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(games.GAMES, "toy", "tests.toy_game")
    record = loads("toy 1; hand P1 2,6,12; hand P2 1,7,11; play 12 1 6 7 2 11")
    analysis = ds.analyse(record, worlds=30, seed=1)
    assert len(analysis) == 6
    assert analysis.players[0].luck is None
    text = analysis_text(find_game("toy"), analysis)
    assert "6 decisions, 4 of them with a choice" in text


# -- JSON, tables, files ------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "cards", "seeds"), [(2, 4, 15), (3, 3, 16)])
def test_a_last_chance_is_one_whatever_the_others_do(players: int, cards: int, seeds: int) -> None:
    """From there on the side follows the solver, the others play at random; later best play only loses. Of three each is
    asked about against the average of the others."""
    rng, found, refused = random.Random(1), 0, 0
    for seed in range(1, seeds + 1):
        analysis = ds.analyse(ending(players, cards, seed), known=False, threads=1)

        def ahead(points: tuple[float, ...], seat: int) -> float:
            return points[seat] - (sum(points) - points[seat]) / (players - 1)

        ends = find_game("diamonds").records.points(analysis.record)
        assert ends is not None
        assert {chance.seats for chance in analysis.last_chances} <= {(seat,) for seat in range(players) if ahead(ends, seat) <= 0}
        for chance in analysis.last_chances:
            found, refused = found + chance.is_there, refused + (not chance.is_there)
            (seat,), decision = chance.seats, analysis[chance.number - 1]
            for each in analysis.judged[chance.number :]:
                if each.seat == seat and not each.forced:
                    assert each.points is not None
                    assert each.hindsight is not None
                    assert ahead(each.points, seat) + (each.hindsight.value or 0) <= 1e-9
            record = decision.record
            while moves := DIAMONDS.records.legal_moves(record):
                assert isinstance(record, ds.Record)
                is_own = record.position().to_move == seat
                record = DIAMONDS.records.play(record, ds.solve(record).best_moves[0] if is_own else rng.choice(moves))
            points = DIAMONDS.records.points(record)
            assert points is not None
            assert ahead(points, seat) >= chance.margin - 1e-9
            text = " ".join(analysis_text(DIAMONDS, analysis).split())
            asked = f"could P{seat + 1} have {'won' if players == 2 else 'beaten all others together'}? "
            assert asked + ("yes: from trick" if chance.is_there else "no: best play from trick") in text
    assert found >= 2
    assert refused >= 2


def test_a_last_chance_comes_with_the_command_that_proves_it(tmp_path: Path) -> None:
    answers = set()
    for seed in range(1, 6):
        record = ending(2, 4, seed)
        analysis = ds.analyse(record, known=False, threads=1)
        game, proof = tmp_path / f"a game {seed}.dia", tmp_path / f"proof {seed}"
        game.write_text(ds.dumps(record), encoding="utf-8")
        note = " ".join(diamonds("analyse", "--hindsight-only", str(game)).err.split())
        if not analysis.last_chances:
            assert "could have won" not in note
            continue
        chance = max(analysis.last_chances, key=lambda chance: chance.is_there)  # both are asked about where nobody is ahead
        command = shlex.split(note.partition("could have won: diamonds ")[2])
        assert command == ["solve", str(game), "--at", str(chance.number), "--no-moves", "--proof", "could.proof"]
        assert diamonds(*command[:-1], str(proof)).code == 0
        claim = Checker(io.BytesIO(proof.read_bytes())).check()
        points = analysis[chance.number - 1].points
        assert points is not None
        (seat,) = chance.seats
        assert claim["seats"] == [f"P{seat + 1}"]
        assert points[seat] - points[1 - seat] + claim["value"] == pytest.approx(chance.margin)
        answers.add(chance.is_there)
    assert answers == {True, False}


def test_a_last_chance_in_a_whole_game_has_the_number_of_the_review() -> None:
    """That of the tutorial: a yes by 1, by what is proven from there on and the points until then."""
    game = str(example_path("game-teams4"))
    answer = json.loads(diamonds("solve", game, "--at", "170", "--no-moves", "--json", "--quiet").out)
    assert (answer["trick"], answer["card"], answer["to_move"], answer["moves"][0]["move"]) == (4, 1, "P2", "S1")
    assert (26 + 29) - (36 + 17) + answer["value"] == 1


def test_json_has_the_fields_of_the_reference() -> None:
    answer = json.loads(json.dumps(judged().to_dict(), allow_nan=False))
    decision = next(one for one in answer["decisions"] if not one["forced"])
    assert {"round", "trick", "seat", "decision", "move", "forced", "hindsight", "known", "mark"} <= decision.keys()
    assert {"value", "best", "loss"} <= decision["hindsight"].keys()
    assert {"mean", "best", "loss", "interval", "verdict"} <= decision["known"].keys()
    assert decision["seat"] in ("P1", "P2", "P3")
    player = answer["players"][0]
    assert {"seat", "name", "decisions", "hindsight", "known", "marks", "best", "worst", "luck"} == player.keys()
    reference = (Path(__file__).parents[1] / "docs" / "reference" / "json.md").read_text(encoding="utf-8")
    for name in (*answer, *decision, *decision["hindsight"], *decision["known"], *player):
        assert f'"{name}"' in reference, f"docs/reference/json.md does not tell of {name}"


def test_the_sample_of_the_documentation_is_what_is_written() -> None:
    """Of one decision, with two of its moves, the first moves of its lines, and no reason."""
    text = (Path(__file__).parents[1] / "docs" / "reference" / "json.md").read_text(encoding="utf-8")
    sample = json.loads(re.findall(r"^```json\n(\{\"id\": \"game4\".*?)^```", text, re.MULTILINE | re.DOTALL)[0])
    options = ("--player", "Di", "--round", "2", "--worlds", "50", "--seed", "1", "--json")
    found = json.loads(diamonds("analyse", *options, stdin=diamonds("examples", "game4").out).out)
    decision = next(one for one in found["decisions"] if one["number"] == sample["decisions"][0]["number"])
    by_both = {key: decision[key] for key in ("known", "hindsight")}
    by_both["hindsight"]["line"] = by_both["hindsight"]["line"][:4]
    for key, judged_by in by_both.items():
        shown = [one["move"] for one in sample["decisions"][0][key]["moves"]]
        judged_by["moves"] = [one for one in judged_by["moves"] if one["move"] in shown]
    decision |= {"refutation": decision["refutation"][:4], "why": {}}
    assert sample == found | {"text": sample["text"], "seconds": sample["seconds"], "decisions": [decision]}


def test_rows_are_flat() -> None:
    rows = judged().rows()
    assert len(rows) == len(judged())
    assert len({tuple(row) for row in rows}) == 1
    assert all(value is None or isinstance(value, str | int | float | bool) for row in rows for value in row.values())


def test_text_fits_the_page_and_names_the_players() -> None:
    names = ("Ann", "Bartholomew the Second of Nowhere", "Ünal", "D-")
    record = replace(ending(4, 4, 3), names=names)
    analysis = ds.analyse(record, thresholds=ds.Thresholds(0.05, 0.5, 1), **FAST)
    text = analysis_text(DIAMONDS, analysis)
    assert max(map(len, text.splitlines())) <= 80
    for name in ("Ann", "Bartholomew", "Ünal", "D-"):
        assert name in text
    assert analysis.marked
    for one in analysis.marked:
        assert f"{one.mark:<2} {one.number} (trick {one.trick})" in text
    assert "in hindsight" not in text.partition("marks:")[2].partition("luck")[0]


def test_an_annotated_record_reads_back_as_the_same() -> None:
    for record in (ending(), Match(ds.Rules(3), seed=5, whole=True).record(0, ["greedy", "random", "random"])):
        analysis = ds.analyse(record, hindsight=False, rounds=[1], players=[0], engine="playout", worlds=4, seed=1)
        text = annotated(DIAMONDS, analysis)
        assert ds.loads(text) == record
        assert text.count("\n# ") == len(analysis)


def test_totals_put_games_together_by_name() -> None:
    records = [replace(ending(3, 4, seed), names=names) for seed, names in ((1, ("Ann", "Bob", "Cy")), (2, ("Bob", "Cy", "Ann")))]
    analyses = [ds.analyse(record, **FAST) for record in records]
    rows = totals([analysis.to_dict() for analysis in analyses])
    assert [row.name for row in rows] == ["Ann", "Bob", "Cy"]
    ann = [next(player for player in analysis.players if player.name == "Ann") for analysis in analyses]
    assert rows[0].decisions == sum(player.decisions for player in ann)
    mean = sum(player.known.value * player.decisions for player in ann if player.known) / rows[0].decisions
    assert rows[0].known is not None
    assert rows[0].known.value == pytest.approx(mean)
    assert rows[0].known.low < mean < rows[0].known.high
    assert totals([analyses[index].to_dict() for index in (0, 1, 0, 0)]) == rows, "a game that is there again is the same game"


def test_decisions_without_loss_may_lose_yet() -> None:
    """Of equal losses there is no spread to tell how far others may be: it is taken for that of a blunder."""
    record = ds.loads(
        "diamonds 1; players 3; variant perfect; lead P1; hand P1 H8 H6 C1; hand P2 H7 S4 C3; hand P3 D7 D1 C8; play H8 H7 D1 C1 C3 C8 >P2"
    )
    found = ds.analyse(record, worlds=20, seed=1, engine="exact", hindsight=False)
    means = {player.name: player.known for player in found.players if player.known is not None and player.decisions > 1}
    none_lost = [mean for mean in means.values() if mean.value == 0]
    assert none_lost
    assert all(mean.low == -mean.high < -0.5 for mean in none_lost)
