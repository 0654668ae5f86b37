"""``diamonds practice``: which positions become questions, what is answered, what is kept.

tests/data/reviews.ndjson: Di in rounds 2 and 3 of game4, Bob in diams-round, Ann in diamoniak-game, with 16 worlds and seed 1, each as
``diamonds analyse --json`` writes it (numbers and lists of moves are cut short).
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest

import diamonds_solver as ds
from diamonds_solver.analysis.learner import DAYS, Learner, LearnerFileError
from diamonds_solver.analysis.log import AnalysisFileError
from diamonds_solver.analysis.practice import Choice, KindLosses, PracticeQuestion, Review, losses, questions, read_reviews
from diamonds_solver.analysis.results import MARKS, Mean, Total
from diamonds_solver.answers.analysis import totals_text
from diamonds_solver.answers.practice import ASCII_BARS, losses_text, sparkline
from diamonds_solver.cli import INTERRUPTED
from diamonds_solver.common.wording import cell_width
from diamonds_solver.game import RecordDecision
from diamonds_solver.games import find_game
from diamonds_solver.stats.estimates import mean_interval
from tests.program import Answer, Terminal, diamonds

REVIEWS = Path(__file__).with_name("data") / "reviews.ndjson"
TEXT = REVIEWS.read_text(encoding="utf-8")
DAY = date(2026, 1, 10)
PLAYERS = {"diamonds": "Di", "diams": "Bob", "diamoniak": "Ann"}


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Nothing of a test is kept among the data of whoever runs it."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path


@pytest.fixture(scope="module")
def reviews() -> list[Review]:
    return read_reviews(TEXT, "reviews.ndjson")


def practise(*args: str, typed: str = "") -> Answer:
    return diamonds("practice", *args, stdin=typed)


def answers(number: int) -> dict[str, Any]:
    """A line of the file as an object, to be changed."""
    content: dict[str, Any] = json.loads(TEXT.splitlines()[number])
    return content


# -- questions ----------------------------------------------------------------------------------------------------------------------------


def test_what_was_surely_lost_is_asked_the_most_instructive_first(reviews: list[Review]) -> None:
    found = questions(reviews, "Di")
    assert [question.judgement.answer["move"] for question in found] == ["H4", "S5", "S15", "S4", "S9"]
    weights = [question.weight for question in found]
    assert weights == sorted(weights, reverse=True)


def test_the_recommended_move_is_a_right_answer(reviews: list[Review]) -> None:
    question = questions(reviews, "Di")[0]
    worse = next(choice.move for choice in question.choices if choice.is_worse)
    moves = [{**row, "sure_loss": 0 if row["move"] == worse else row["sure_loss"]} for row in question.judgement.known["moves"]]
    known = {**question.judgement.known, "moves": moves}
    judgement = replace(question.judgement, answer={**question.judgement.answer, "known": known})
    assert [choice.move for choice in question.choices if choice.is_worse][1:] == [
        choice.move for choice in replace(question, judgement=judgement).choices if choice.is_worse
    ]


def test_what_counts_as_equal_is_no_question(reviews: list[Review]) -> None:
    """Robbing Ann lost 0.04, less than the 0.1 that matters."""
    lost = [one for one in reviews[0].by("Di") if one.known["sure_loss"]]
    assert ">P1" in [one.answer["move"] for one in lost]
    assert ">P1" not in [question.judgement.answer["move"] for question in questions(reviews, "Di")]


@pytest.mark.parametrize("game", PLAYERS)
def test_each_game_has_questions(reviews: list[Review], game: str) -> None:
    found = [question for question in questions(reviews, PLAYERS[game]) if question.review.record.game == game]
    assert found
    for question in found:
        best = next(choice for choice in question.choices if choice.is_best)
        assert question.choice(question.written(best.move)) == best, "typed as it is shown"
        assert question.choice(best.move) == best
        assert question.choice(question.judgement.answer["move"]).is_worse


def test_a_question_hides_what_the_player_could_not_know(reviews: list[Review]) -> None:
    for question in questions(reviews, "Di"):
        text = find_game("diamonds").records.write(question.seen(), "dia")
        assert "see Di" in text
        assert "hand Di" in text
        assert not any(f"hand {name}" in text for name in ("Ann", "Bob", "Cy"))


def test_the_same_position_is_one_question(reviews: list[Review]) -> None:
    again = read_reviews(TEXT.replace('"text":"diamonds 1; id game4', '"text":"diamonds 1; id copy'), "copy")
    assert again[0].record.id == "copy"
    assert [question.key for question in questions([*reviews, *again], "Di")] == [question.key for question in questions(reviews, "Di")]


def test_why_names_the_players(reviews: list[Review]) -> None:
    texts = [question.why for question in questions(reviews, "Di")]
    assert any(text.startswith("why: ") for text in texts)
    assert not any(">P" in text for text in texts)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda review: review.pop("text"), "'text' is missing"),
        (lambda review: review.update(objective="glory"), "'glory' is missing"),
        (lambda review: review["decisions"][0].update(number=999), "list index out of range"),
        (lambda review: review["decisions"][0]["known"].pop("moves"), "'moves' is missing"),
        (lambda review: review["decisions"][0]["known"].update(loss="much"), "a loss must be a number"),
        (lambda review: review["decisions"][0].update(move=7), "a move must be text"),
        (lambda review: review["decisions"][0]["known"]["moves"][0].update(interval=[0]), "a move must have an interval"),
        (lambda review: review.update(decisions=7), "not iterable"),
    ],
)
def test_a_file_that_is_no_review(change: Callable[[dict[str, Any]], object], message: str) -> None:
    review = answers(1)
    change(review)
    with pytest.raises(AnalysisFileError, match="x:1: this is not a review: ") as caught:
        read_reviews(json.dumps(review), "x")
    assert message in caught.value.message


def test_a_review_with_a_bad_record() -> None:
    review = answers(1)
    with pytest.raises(ds.RecordError):
        read_reviews(json.dumps({**review, "text": "diams 1; players 99"}), "x")


def test_a_fresh_review_can_be_read() -> None:
    analysis = ds.analyse(ds.load_game(find_game("diams").examples()["diams-round"]), engine="playout", worlds=4, seed=1, hindsight=False)
    (review,) = read_reviews(json.dumps(analysis.to_dict(), indent=1), "x")
    assert len(review.judgements) == sum(one.known is not None for one in analysis)
    assert review.record == analysis.record


# -- kinds and losses ---------------------------------------------------------------------------------------------------------------------


def test_kinds_of_a_card_in_diamonds() -> None:
    game = find_game("diamonds")
    record = ds.loads("diamonds 1; players 3; hand P1 D4,H3; hand P2 D2 C1; hand P3 H9 S8; lead P1; play D4 D2 H9 H3 C1>P3 S8")
    kinds = [game.records.kind(decision) for decision in game.records.decisions(record)]
    assert kinds[:5] == ["lead", "follow", "discard", "lead", "discard"]


def test_every_kind_is_named(reviews: list[Review]) -> None:
    kinds = {(row.game.name, row.kind) for player in set(PLAYERS.values()) for row in losses(reviews, player)}
    assert {"lead", "follow", "discard", "robbery", "pass", "all"} <= {kind for game, kind in kinds if game == "diamonds"}
    assert {"draw or open", "phase 2", "put away", "all"} <= {kind for game, kind in kinds if game == "diams"}
    assert {"draw or stop", "give up", "all"} <= {kind for game, kind in kinds if game == "diamoniak"}


def test_the_kind_of_a_decision_is_what_is_decided_by_default(reviews: list[Review]) -> None:
    decision: RecordDecision = reviews[1].judgements[0].decision
    assert find_game("diams").records.kind(decision) == decision.decision


def test_losses_and_their_change(reviews: list[Review]) -> None:
    """The same game four times, with all losses doubled in the later half."""
    worse = answers(0)
    for one in worse["decisions"]:
        if one["known"]:
            one["known"]["split_loss"] *= 2
    late = read_reviews(json.dumps(worse), "x")[0]
    rows = losses([reviews[0], reviews[0], late, late], "Di")
    by_kind = {row.kind: row for row in rows}
    lead = by_kind["lead"]
    assert lead.change is not None
    assert lead.by_game[0] == pytest.approx(lead.by_game[3] / 2 if lead.by_game[3] else None)
    assert lead.change.value == pytest.approx(lead.by_game[0])
    assert by_kind["all"].decisions == sum(row.decisions for row in rows[:-1])
    assert losses(reviews[:1], "Di")[0].change is None


def test_a_sparkline() -> None:
    assert sparkline([0.0, 1.0, None, 0.5]) == "▁█ ▅"
    assert sparkline([-0.2, 0.0]) == "▁▁"
    assert sparkline([1.0] * 45) == "█" * 15, "three in a row are one bar"
    assert sparkline([0.0, 1.0], ASCII_BARS) == "_#"


def test_nothing_is_lost_below_0() -> None:
    """By chance an estimate can be; a change keeps its sign."""
    below = mean_interval([-0.2, -0.1])
    row = KindLosses(find_game("diamonds"), "margin", "lead", 9, below, below, (-0.2, -0.1))
    assert "lead 9 0.00 ±0.64 -0.15 ±0.64 ▁▁" in [" ".join(line.split()) for line in losses_text([row]).splitlines()]
    total = Total("Cy", 2, 9, Mean(-0.16, -0.43, 0.11), 0.5, dict.fromkeys(MARKS, 0), Mean(-1.0, -3.0, 1.0))
    assert " 0.00 ±0.27 " in totals_text([total], is_chance=False)
    assert " -1.00 ±2.00" in totals_text([total], is_chance=False), "luck has a sign"
    assert total.to_dict()["known"]["value"] == -0.16


def test_the_table_fits_the_page(reviews: list[Review]) -> None:
    text = losses_text(losses(reviews * 30, "Di"))
    assert max(map(cell_width, text.splitlines())) <= 80
    assert "30 games" in text


# -- what is kept -------------------------------------------------------------------------------------------------------------------------


def test_boxes() -> None:
    learner = Learner({})
    assert learner.is_due("a", DAY)
    day = DAY
    for days in (*DAYS[1:], DAYS[-1]):
        learner = learner.answered("a", True, day)
        assert not learner.is_due("a", day + timedelta(days - 1))
        day += timedelta(days)
        assert learner.next_due(["a"]) == day
    learner = learner.answered("a", False, day)
    assert learner.is_due("a", day + timedelta(1))
    assert (learner.positions["a"].answers, learner.positions["a"].right, learner.positions["a"].box) == (len(DAYS) + 1, len(DAYS), 0)


def test_progress_is_read_back() -> None:
    learner = Learner({}).answered("a", True, DAY).answered("b", False, DAY)
    assert Learner.loads(learner.dumps(), "x") == learner
    assert Learner.loads(Learner({}).dumps(), "x") == Learner({})


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        '{"practice": 2, "positions": {}}',
        '{"practice": 1}',
        '{"practice": 1, "positions": []}',
        '{"practice": 1, "positions": {"a": 1}}',
        '{"practice": 1, "positions": {"a": {"box": 6, "due": "2026-01-01", "answers": 1, "right": 1}}}',
        '{"practice": 1, "positions": {"a": {"box": true, "due": "2026-01-01", "answers": 1, "right": 1}}}',
        '{"practice": 1, "positions": {"a": {"box": 1, "due": "soon", "answers": 1, "right": 1}}}',
    ],
)
def test_a_file_that_is_no_progress(text: str) -> None:
    with pytest.raises(LearnerFileError, match=r"x(:1:[12])?: this is not a file of 'diamonds practice': ") as caught:
        Learner.loads(text, "x")
    assert caught.value.code == "E-PRACTICE"


# -- the command --------------------------------------------------------------------------------------------------------------------------


def test_a_dialogue(home: Path) -> None:
    run = practise(str(REVIEWS), "--player", "Di", typed="moves\ntricks\n?\nS9\nS5\nskip\nshow\nquit\n")
    assert run.code == 0, run.err
    for text in (
        "5 positions to learn from, 5 due",
        "1 of 5: game4, round 2, trick 7: lead",
        "You played H4, which lost about 1.1",
        "moves: H1 H12 H4 S9",
        "6      Di      ♠11",
        "skip    the next question",
        "Right: S9 is best.",
        "No: S5 loses about 1.0",
        "again in 3 days",
        "again in 1 day",
        "1 of 3 right",
    ):
        assert text in run.out
    kept = Learner.loads((home / "state" / "diamonds" / "practice.json").read_text("utf-8"), "x")
    assert sorted(progress.box for progress in kept.positions.values()) == [0, 0, 1]
    assert "4 due" not in practise(str(REVIEWS), "--player", "Di").out
    assert "2 due" in practise(str(REVIEWS), "--player", "Di").out, "the skipped one and the last one"
    assert "5 due" in practise(str(REVIEWS), "--player", "Di", "--all").out


@pytest.mark.posix
def test_ctrl_c_ends_it_and_keeps_what_was_answered(home: Path) -> None:
    terminal = Terminal("practice", str(REVIEWS), "--player", "Di")
    terminal.until("your move>")
    terminal.type("S9\n")
    terminal.until(lambda text: "your move>" in text.partition("2 of 5")[2])
    terminal.interrupt_prompt()
    text = terminal.rest()
    assert terminal.end() == INTERRUPTED
    assert "1 of 1 right" in text
    assert "Traceback" not in text
    kept = Learner.loads((home / "state" / "diamonds" / "practice.json").read_text("utf-8"), "x")
    assert [progress.right for progress in kept.positions.values()] == [1]


def test_lines_fit_the_page(home: Path) -> None:
    for player in PLAYERS.values():
        run = practise(str(REVIEWS), "--player", player, "--all", typed="moves\nshow\n" * 5)
        assert max(map(cell_width, run.out.splitlines())) <= 80


def test_nothing_is_due(home: Path) -> None:
    assert practise(str(REVIEWS), "--player", "Ann", typed="show\n" * 9).code == 0
    run = practise(str(REVIEWS), "--player", "Ann")
    assert "0 due" in run.out
    assert "--all asks now" in run.out


def test_a_line_that_is_no_move(home: Path) -> None:
    run = practise(str(REVIEWS), "--player", "Di", typed="X4\nD12\n")
    assert run.code == 3
    assert "E-PLAY" in run.err
    assert "E-ILLEGAL" in run.err
    assert not (home / "state").exists(), "nothing was answered"


def test_json_for_programs(home: Path) -> None:
    run = practise(str(REVIEWS), "--player", "Bob", "--json")
    content = json.loads(run.out)
    assert (run.code, content["player"], content["games"]) == (0, "Bob", 3)
    first = content["questions"][0]
    assert (first["kind"], first["move"]) == ("phase 2", "B?P3:7")
    assert ds.loads(first["text"]).game == "diams"
    assert {"loss", "change", "by_game"} <= set(content["losses"][0])
    assert json.loads(practise("-", "--player", "Bob", "--json", typed=TEXT).out) == content


def test_a_game_that_is_given_again_counts_once(home: Path) -> None:
    """Whole, or in two parts, each of which has another round judged."""
    once = practise(str(REVIEWS), "--player", "Di", "--json")
    parts = []
    for number in (2, 3):
        review = answers(0)
        review["decisions"] = [one for one in review["decisions"] if one["round"] == number]
        parts.append(home / f"round-{number}.json")
        parts[-1].write_text(json.dumps(review), encoding="utf-8")
    for files in ([REVIEWS, REVIEWS, REVIEWS], [*parts, parts[0]]):
        again = practise(*map(str, files), "--player", "Di", "--json")
        assert again.out == once.out
        assert again.err == "note: 3 reviews of 1 game: each game counts once\n"


def test_a_deck_for_anki(home: Path) -> None:
    deck = home / "deck.txt"
    run = practise(str(REVIEWS), "--player", "Di", "--anki", str(deck))
    assert (run.code, run.out) == (0, "")
    lines = deck.read_text(encoding="utf-8").splitlines()
    head = [line for line in lines if line.startswith("#")]
    assert "#separator:tab" in head
    cards = [line.split("\t") for line in lines if not line.startswith("#")]
    assert [len(card) for card in cards] == [4] * 5
    key, front, back, tags = cards[0]
    assert key == questions(read_reviews(TEXT, "x"), "Di")[0].key
    assert "You played H4" in front
    assert "Best: S9" in back
    assert tags == "diamonds lead"


def test_names_in_a_deck_are_text(home: Path) -> None:
    review = answers(0)
    review["text"] = review["text"].replace("Cy", "A&B")
    (home / "review.json").write_text(json.dumps(review), encoding="utf-8")
    assert practise(str(home / "review.json"), "--player", "Di", "--anki", str(home / "deck.txt")).code == 0
    deck = (home / "deck.txt").read_text(encoding="utf-8")
    assert "A&amp;B" in deck
    assert "A&B" not in deck


def test_records_are_reviewed_once(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    record = home / "lap.dia"
    record.write_text(find_game("diams").examples()["diams-lap"].read_text("utf-8") + "play =7\n", encoding="utf-8")
    effort = ("--player", "Cy", "--worlds", "4", "--threads", "1", "--json")
    first = practise(str(record), *effort)
    assert first.code == 0, first.err
    (kept,) = (home / "cache" / "diamonds" / "reviews").iterdir()
    assert read_reviews(kept.read_text("utf-8"), "x")

    def refuse(*args: object, **options: object) -> None:
        raise AssertionError("it was reviewed again")

    monkeypatch.setattr("diamonds_solver.analysis.analyse.analyse", refuse)
    assert practise(str(record), *effort).out == first.out


@pytest.mark.parametrize(
    ("args", "code", "message"),
    [
        ((), 2, "Missing argument"),
        (("-",), 2, "standard input is for what you type"),
        ((str(REVIEWS), "--json", "--anki", "x"), 2, "exclude each other"),
        ((str(REVIEWS),), 3, "whose decisions?"),
        ((str(REVIEWS), "--player", "Dii"), 3, "did you mean 'Di'?"),
        ((str(REVIEWS), "--player", "Zacharias"), 3, "E-SEAT"),
        (("no-such-file", "--player", "Di"), 3, "E-FILE"),
        (("diamonds 1; players 99", "--player", "Di"), 3, "E-PLAYERS"),
        ((str(find_game("diamonds").examples()["ending"]), "--player", "Di"), 3, "E-EMPTY"),
    ],
)
def test_what_is_refused(args: tuple[str, ...], code: int, message: str) -> None:
    run = practise(*args)
    assert run.code == code
    assert message in run.err
    assert "Traceback" not in run.err


@pytest.mark.parametrize(("typed", "code"), [(b"no record", "E-MAGIC"), (b"", "E-EMPTY"), (b"diamonds 1; players \xff", "E-ENCODING")])
def test_what_a_pipe_brings_is_no_file_name(typed: bytes, code: str) -> None:
    answer = diamonds("practice", "--json", "-", stdin=typed)
    assert answer.code == 3
    assert f'"{code}"' in answer.out


def test_a_bad_progress_file_stays_as_it_is(home: Path) -> None:
    path = home / "mine.json"
    path.write_text("my notes", encoding="utf-8")
    run = practise(str(REVIEWS), "--player", "Di", "--progress", str(path), typed="S9\n")
    assert run.code == 3
    assert "E-PRACTICE" in run.err
    assert path.read_text(encoding="utf-8") == "my notes"


def test_two_windows_keep_both_answers(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = home / "mine.json"
    choice = PracticeQuestion.choice

    def meanwhile(question: PracticeQuestion, text: str) -> Choice:
        path.write_text(Learner({}).answered("another", True, DAY).dumps(), encoding="utf-8")
        return choice(question, text)

    monkeypatch.setattr(PracticeQuestion, "choice", meanwhile)
    practise(str(REVIEWS), "--player", "Di", "--progress", str(path), typed="S9\n")
    assert len(Learner.loads(path.read_text("utf-8"), "x").positions) == 2


def test_who_wrote_the_record_down_is_the_player() -> None:
    record = "diamonds 1; players Ann Bob; lead Ann; hand Ann D4,3 H2,1; hand Bob D2,1 S2,1; play D4 D2 D3 D1"
    quick = ("--worlds", "2", "-q", "--json")
    assert json.loads(diamonds("practice", f"{record}; see Bob", *quick).out)["player"] == "Bob"
    assert "whose decisions?" in diamonds("practice", record, *quick).out + diamonds("practice", record, *quick).err
