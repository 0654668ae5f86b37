"""Costly habits: found where one is planted, not found where there is none, and told by ``diamonds practice --habits``."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import diamonds_solver as ds
from diamonds_solver.analysis.habits import FOLDS, LEAST, Beside, Choices, Others, habits, habits_of, judged_cards, others_of
from diamonds_solver.analysis.practice import read_reviews
from diamonds_solver.answers.practice import habits_text
from diamonds_solver.common.wording import cell_width
from diamonds_solver.errors import IllegalMoveError
from diamonds_solver.games import find_game
from diamonds_solver.games.diamonds.advising.leanings import LEANINGS, leanings
from diamonds_solver.web import questions
from diamonds_solver.web.fields import Limits, RequestError, RequestFields
from diamonds_solver.web.questions import Questions
from tests.program import diamonds

GAMES, A_GAME, MOVES, TRIED = 20, 32, 5, 60
HABIT = 7
NOBODY = Others(0.0, np.zeros(TRIED), *np.zeros((3, 2, TRIED)))
"""Who plays anything, whatever it loses."""


def record(seed: int, chooses: Callable[[Any, Any, Any], int]) -> Choices:
    """Decisions in which each leaning is that of one move in some of them; `chooses` a move by its leanings and losses."""
    rng, rows = np.random.default_rng(seed), []
    for number in range(GAMES * A_GAME):
        losses = rng.exponential(0.2, MOVES) * (rng.random(MOVES) < 0.7)
        flags = rng.random((MOVES, TRIED)) < 0.06
        place = chooses(rng, flags, losses)
        rows.append((number // A_GAME, place, losses.tolist(), flags))
    return Choices.of(rows)


def at_random(rng: Any, flags: Any, losses: Any) -> int:
    return int(rng.integers(MOVES))


def with_habit(costs: float) -> Callable[[Any, Any, Any], int]:
    """Makes a move that has the leaning whenever there is one, in decisions in which such moves lose so much more."""

    def choose(rng: Any, flags: Any, losses: Any) -> int:
        losses += costs * flags[:, HABIT]
        has = np.flatnonzero(flags[:, HABIT])
        return int(has[0]) if len(has) else at_random(rng, flags, losses)

    return choose


def test_a_costly_leaning_is_named() -> None:
    for seed in range(3):
        (habit,) = habits(record(seed, with_habit(0.3)), NOBODY)
        assert (habit.leaning, habit.is_more) == (HABIT, True)
        assert habit.share == pytest.approx(1.0, abs=0.1)
        assert habit.usual == pytest.approx(1 / MOVES, abs=0.05)
        assert habit.each == pytest.approx(0.3 * (1 - 1 / MOVES), abs=0.1)


def test_a_leaning_that_costs_nothing_is_no_habit() -> None:
    assert not any(habits(record(seed, with_habit(0.0)), NOBODY) for seed in range(5))


def test_who_plays_like_others_has_no_habit() -> None:
    """Each record tries 120 leanings and ways. Without the correction for them some 24 would be found in each."""
    records = [record(seed, at_random) for seed in range(8)]
    besides = [Beside(choices, NOBODY, NOBODY.chances(choices)) for choices in records]
    assert sum(len(beside.found()) for beside in besides) <= 6
    assert not any(habits(choices, NOBODY) for choices in records)


def test_no_decision_counts_for_a_habit_that_was_found_with_it() -> None:
    choices = record(0, with_habit(0.3))
    (habit,) = [each for each in Beside(choices, NOBODY, NOBODY.chances(choices)).found() if each[0] == HABIT]
    assert habit[2].all(), "found in the other games of each part"
    once = replace(choices, games=np.where(choices.games == 0, 0, FOLDS * choices.games))  # all in one part: nothing to find it in
    assert not habits(once, NOBODY)


def test_decisions_that_cost_everybody_are_no_habit() -> None:
    """All moves of such a decision lose, whatever is played."""

    def hard(rng: Any, flags: Any, losses: Any) -> int:
        losses += 0.5 * flags[:, HABIT].any()
        return at_random(rng, flags, losses)

    assert not any(habits(record(seed, hard), NOBODY) for seed in range(3))


def test_slips_are_no_habit() -> None:
    """Who plays at random in half of the decisions, beside others who avoid what loses."""
    careful = Others(5.0, np.zeros(TRIED), *np.zeros((3, 2, TRIED)))

    def slips(rng: Any, flags: Any, losses: Any) -> int:
        powers = np.exp(-5 * losses)
        return at_random(rng, flags, losses) if rng.random() < 0.5 else int(rng.choice(MOVES, p=powers / powers.sum()))

    assert not any(habits(record(seed, slips), careful) for seed in range(5))


def test_others_have_numbers_for_each_leaning() -> None:
    game = find_game("diamonds")
    assert game.leanings is not None
    names = [leaning.name for leaning in LEANINGS]
    assert list(game.leanings.others()["leanings"]) == names
    assert len(set(names)) == len(names)
    assert others_of(game).costs.shape == (2, len(names))
    sentences = [text for leaning in LEANINGS for text in (leaning.more, leaning.less)]
    assert len(set(sentences)) == len(sentences)


@pytest.mark.parametrize(
    ("play", "moves", "column", "has"),
    [
        ("", "S15 C15", "lead spades", "10"),
        ("", "S15 C15", "lead high clubs", "01"),
        ("", "S15 C15", "lead passed", "00"),
        ("", "S15 C3", "lead low clubs", "01"),
        ("S4", "S15 S3", "take before the last card of the trick", "10"),
        ("S4", "S15 S3", "lowest spades before the last card of the trick", "01"),
        ("S4", "S15 S3 S12", "spare spades", "000"),
        ("S13", "S15 S3 S12", "spare spades", "001"),
        ("H4", "S15 C3>P1", "discard spades in tricks 1 to 3", "10"),
        ("H4", "C3>P1 C3>P3", "rob points", "11"),
    ],
)
def test_what_a_move_leans_to(play: str, moves: str, column: str, has: str) -> None:
    hand, lead = "S15,12,3 C15,9,8,7,6,3,2", "P1" if play else "P2"
    others = "hand P1 +10; hand P3 +10; hand P4 +10"
    decision = ds.loads(f"diamonds 1; players 4; {others}; hand P2 {hand}; lead {lead}{'; play ' + play if play else ''}; see P2")
    at = find_game("diamonds").records
    move = moves.split()[0]
    (judged,) = [each for each in at.decisions(at.play(decision, ds.Move.parse(move))) if each.seat == 1]
    rows = leanings(judged, moves.split())
    assert rows is not None
    assert "".join(str(int(row[[leaning.name for leaning in LEANINGS].index(column)])) for row in rows) == has


REVIEWS = Path(__file__).with_name("data") / "reviews.ndjson"


def test_too_few_decisions_say_how_many_games_are_wanted() -> None:
    run = diamonds("practice", "--habits", str(REVIEWS), "--player", "Di")
    assert run.code == 3
    assert f"habits take {LEAST} judged cards of Di in games of Diamonds for four, and there are 15" in run.err
    assert "review about 19 more games of four rounds" in run.err
    assert diamonds("practice", "--habits", str(REVIEWS), "--player", "Zacharias").code == 3


def test_chances_to_win_tell_of_no_habits() -> None:
    found = habits_of(judged_cards(read_reviews(json.dumps(REVIEW | {"objective": "win"}), "x"), "Di"))
    assert (found.decisions, found.wanted) == (0, "about 19 more games of four rounds")


REVIEW = json.loads(REVIEWS.read_text(encoding="utf-8").splitlines()[0])


def work_on(*games: dict[str, Any]) -> Any:
    """The work on a question of the page."""
    return Questions(Limits()).long["habits"](RequestFields(json.dumps({"games": games}).encode()))


def asked(*games: dict[str, Any]) -> Any:
    """What the page is answered."""
    return work_on(*games)(lambda event: None, lambda: False)


def sent(number: int) -> dict[str, Any]:
    """The two rounds of the review as a game of its own, as the page sends it, with Di's decisions."""
    own = [one for one in REVIEW["decisions"] if one["seat"] == "P4" and one["known"] and one["decision"] == "card"]
    losses = {str(one["number"]): {m["move"]: m["loss"] for m in one["known"]["moves"]} for one in own}
    return {"text": REVIEW["text"].replace("id game4", f"id game-{number}"), "losses": losses}


def test_habits_are_told_with_their_positions(tmp_path: Path) -> None:
    """Of the same game again and again, by the command and to the page in the same words; after 40 they are found."""
    path, games = tmp_path / "reviews.ndjson", [sent(number) for number in range(42)]
    path.write_text("\n".join(json.dumps({**REVIEW, "text": game["text"]}) for game in games), "utf-8")
    found = json.loads(diamonds("practice", "--habits", str(path), "--player", "Di", "--json").out)
    assert (found["player"], found["games"], found["decisions"], found["past"]) == ("Di", 42, 630, [])
    assert [habit["text"] for habit in found["habits"]] == [
        "you stay below in spades when you play last: 0.69 points each time, 42 times",
        "you lead low spades: 0.44 points each time, 42 times",
        "you lead spades with a full showroom: 0.15 points each time, 84 times",
    ]
    for habit in found["habits"]:
        assert habit["times"] == round(habit["share"] * habit["decisions"])
        assert habit["by_game"] == [1.0] * 42
        course = habit["course"]
        assert (course["found"], course["games"], course["times"], course["decisions"]) == (40, 2, habit["times"] / 21, habit["times"] / 21)
        assert course["cost"] == pytest.approx(course["before"])
        assert [question["kind"] for question in habit["questions"]] == ["follow" if "last" in habit["text"] else "lead"]
    run = diamonds("practice", "--habits", str(path), "--player", "Di", "--progress", str(tmp_path / "mine.json"))
    assert "1 of 3: game-0, round 2, trick 2: follow" in run.out
    assert "100 % of 42 decisions, others 23 %; trend" in run.out
    assert "found after 40 games; in 2 games since then 100 % of 2 decisions" in run.out
    assert max(map(cell_width, run.out.splitlines())) <= 80
    page = asked(*games)
    assert (page["missing"], page["games"], page["decisions"]) == ("", found["games"], found["decisions"])
    places = [habit.pop("shown") for habit in page["habits"]]
    assert [habit | {"questions": None} for habit in found["habits"]] == [
        {name: value for name, value in habit.items() if name != "share_text"} | {"questions": None} for habit in page["habits"]
    ]
    assert places[0] == [(number, found["habits"][0]["questions"][0]["number"]) for number in range(42)]


def test_a_habit_is_past_once_it_shows_less() -> None:
    """In the last games the best card is played; who plays as before has no past habit, whatever it costs by then."""
    ((judged,),) = [judged_cards(read_reviews(json.dumps(REVIEW), "x"), "Di")]
    later = [one for one in judged if one.known["moves"]]
    better = [replace(one, answer={**one.answer, "move": min(one.known["moves"], key=lambda m: m["loss"])["move"]}) for one in later]
    gains = [replace(one, answer={**one.answer, "known": {"moves": [m | {"loss": 0.0} for m in one.known["moves"]]}}) for one in judged]
    found = habits_of([judged] * 40 + [better] * 24)
    assert "found earlier, and not any more:" in habits_text(found)
    (past,) = [habit for habit in found.past if habit.text == "you stay below in spades when you play last"]
    assert past.course is not None
    assert (past.course.found, past.course.games) == (40, 24)
    assert past.course.cost <= 0 < past.course.before
    assert past.text not in [habit.text.partition(":")[0] for habit in found.told]
    assert not habits_of([judged] * 40 + [gains] * 24).past


def test_the_page_is_told_how_far_it_is_and_can_stop(monkeypatch: pytest.MonkeyPatch) -> None:
    """After each game, and before each look at the first so many."""
    monkeypatch.setattr(questions, "_PAUSE", 0.0)
    games = [sent(number) for number in range(41)]  # 615 decisions: one look before the last one

    for stop_at, done in ((3, 2), (42, 41), (43, 41)):
        told, answers = list[dict[str, Any]](), iter([False] * (stop_at - 1) + [True])
        with pytest.raises(KeyboardInterrupt):
            work_on(*games)(told.append, lambda answers=answers: next(answers))
        assert told == [{"event": "start"}, *({"event": "progress", "done": at, "total": 41} for at in range(done))]


def test_the_page_is_told_what_is_wanted() -> None:
    missing = f"habits take {LEAST} of your judged cards in games of Diamonds for four, and there are 15: review about 19 more games of "
    missing += "four rounds"
    assert asked(sent(0)) == {"missing": missing, "games": 1, "decisions": 15, "habits": [], "past": []}
    assert asked()["decisions"] == 0


@pytest.mark.parametrize(
    "losses", [None, [], {"x": {}}, {"0": {"S3": 0}}, {"9999": {"S3": 0}}, {"5": None}, {"5": {"S16": 0}}, {"5": {"": 0}}], ids=str
)
def test_what_the_page_would_not_send_is_refused(losses: Any) -> None:
    with pytest.raises((RequestError, IllegalMoveError), match="losses must be numbers, by move"):
        asked(sent(0) | {"losses": losses})


@pytest.mark.parametrize("loss", [None, True, "0", [], float("nan"), float("inf")], ids=str)
def test_a_loss_that_is_no_number_is_refused(loss: Any) -> None:
    game = sent(0)
    number, moves = next(iter(game["losses"].items()))
    with pytest.raises(RequestError):
        asked(game | {"losses": {number: dict.fromkeys(moves, loss)}})
