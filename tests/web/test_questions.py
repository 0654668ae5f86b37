"""What the page asks: answers are those of the commands, and a computation ends when nobody waits for it."""

from __future__ import annotations

import io
import json
import signal
import socket
import subprocess
import sys
import threading
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from diamonds_solver.cli.web import _listener
from diamonds_solver.errors import DiamondsError
from diamonds_solver.games import find_game
from diamonds_solver.games.diamonds.playing.match import Match
from diamonds_solver.games.diamonds.round.rules import Rules
from diamonds_solver.games.diamonds.solving import certificate
from diamonds_solver.games.diamonds.solving.verify import Checker
from diamonds_solver.games.records import dumps, examples
from diamonds_solver.web.fields import Limits, RequestFields
from diamonds_solver.web.questions import Questions

from ..program import PATIENCE, diamonds
from .running import Running, Stream, example, idle, running

OTHERWISE = {"seconds", "nodes"}


def without_times(answer: dict[str, Any]) -> dict[str, Any]:
    """What the page and the command have alike."""
    return {key: value for key, value in answer.items() if key not in OTHERWISE}


@pytest.mark.parametrize("name", ["ending", "victim", "teams4"])
def test_solve_ends_with_what_the_command_prints(server: Running, name: str) -> None:
    *events, answer = server.lines("solve", {"text": example(name)})
    printed = json.loads(diamonds("solve", "--json", stdin=example(name)).out)
    assert {event["event"] for event in events} <= {"start", "move", "progress"}
    assert without_times(answer) == without_times(printed)
    told = {event["move"]: event["value"] for event in events if event["event"] == "move"}
    assert told == {move["move"]: move["value"] for move in answer["moves"]}, "every move is told when it is proven"


@pytest.mark.parametrize("name", ["ending", "victim"])
def test_a_solution_comes_with_the_certificate_of_the_command(server: Running, tmp_path: Path, name: str) -> None:
    *_, answer = server.lines("solve", {"text": example(name), "proof": True})
    path = tmp_path / "proof"
    assert diamonds("solve", "--no-moves", "--proof", str(path), stdin=example(name)).code == 0
    assert answer["proof"].encode() == path.read_bytes()
    assert Checker(io.BytesIO(answer["proof"].encode())).check()["value"] == answer["value"]


def test_a_certificate_that_cannot_be_is_told(server: Running) -> None:
    """Of another game, and of a value that a second does not prove."""
    *_, answer = server.lines("solve", {"text": example("diamoniak-small"), "proof": True})
    assert answer["errors"][0]["code"] == "E-GAME"
    *_, answer = server.lines("solve", {"text": example("full6"), "proof": True, "time_limit": 0.05})
    assert answer["errors"][0]["code"] == "E-PROOF"


def test_a_certificate_ends_with_the_time_and_when_it_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    """The time stands still until the value is proven, and nobody stops that."""
    begun: list[float] = []
    monkeypatch.setattr(certificate, "_CHECK_EVERY", 1)
    monkeypatch.setattr("diamonds_solver.web.questions.time", SimpleNamespace(monotonic=lambda: 1000.0 * len(begun)))
    write = certificate.certificate

    def written(*args: Any, **options: Any) -> bytes:
        begun.append(0.0)
        return write(*args, **options)

    monkeypatch.setattr(certificate, "certificate", written)
    work = Questions(Limits()).long["solve"](RequestFields(json.dumps({"text": example("ending"), "proof": True}).encode()))
    with pytest.raises(DiamondsError, match="the time was up"):
        work(lambda line: None, lambda: False)
    begun.clear()
    with pytest.raises(KeyboardInterrupt):
        work(lambda line: None, lambda: bool(begun))


def test_advise_ends_with_what_the_command_prints(server: Running) -> None:
    text = example("advice")
    *events, answer = server.lines("advise", {"text": text, "worlds": 20, "seed": 1})
    printed = json.loads(diamonds("advise", "--json", "--worlds", "20", "--seed", "1", stdin=text).out)
    assert events[0]["event"] == "start"
    marks = [row.pop("mark") for row in answer["moves"]]  # as a review would have them: the page tints cards by them
    assert set(marks) <= {"", "?!", "?", "??"}
    assert without_times(answer) == without_times(printed)
    assert set(answer) == set(printed)


@pytest.mark.parametrize(
    ("name", "play", "fields", "options"),
    [
        ("ending", "C10 D10 H14 C15 >Ann", {"worlds": 4, "known": False}, ["--worlds", "4", "--hindsight-only"]),
        ("diams-lap", "S:6+6 =9", {"worlds": 4}, ["--worlds", "4"]),
    ],
)
def test_analyse_tells_each_decision_and_ends_with_what_the_command_prints(
    server: Running, name: str, play: str, fields: dict[str, Any], options: list[str]
) -> None:
    text = f"{example(name).rstrip()}\nplay {play}\n"
    *events, answer = server.lines("analyse", {"text": text, "seed": 1, **fields})
    printed = json.loads(diamonds("analyse", "--json", "--seed", "1", *options, stdin=text).out)
    assert without_times(answer) == without_times(printed)
    told = [event["decision"] for event in events if event["event"] == "judged"]
    numbers = [one["number"] for one in told]
    count = len(answer["decisions"])
    assert numbers[-count:] == list(range(count, 0, -1)), "hindsight comes last, from the end backwards"
    assert numbers[:-count] == sorted(numbers[:-count], reverse=True), "what was known comes first, the last decision before the others"
    last = {one["number"]: one for one in told}
    assert [last[one["number"]] for one in answer["decisions"]] == answer["decisions"]


@pytest.mark.long
def test_evaluate_ends_with_what_the_command_prints(server: Running) -> None:
    hand = "D15,9,3 H12,4 S7,2 C14,4,1"
    *events, answer = server.lines("evaluate", {"hand": hand, "samples": 200, "seed": 1, "seat_after": 2})
    printed = json.loads(diamonds("evaluate", hand, "--samples", "200", "--seed", "1", "--seat-after-dealer", "2", "--json").out)
    assert events[0]["event"] == "start"
    assert without_times(answer) == without_times(printed)


def test_evaluate_tells_how_far_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("diamonds_solver.web.questions._PAUSE", 0.0)
    asked = {"hand": "D15,9,3 H12,4 S7,2 C14,4,1", "samples": 40, "seed": 1}
    sent: list[dict[str, Any]] = []
    Questions(Limits()).long["evaluate"](RequestFields(json.dumps(asked).encode()))(sent.append, lambda: False)
    told = [(event["rounds"], event["total"]) for event in sent if event["event"] == "progress"]
    assert told == sorted(told)
    assert 0 < told[0][0] <= told[-1][0] == told[-1][1]
    assert len({total for _, total in told}) == 1


def test_evaluate_is_for_hands_and_positions_of_other_games(server: Running) -> None:
    *_, answer = server.lines("evaluate", {"hand": "7,7,3", "game": "diams", "first": 2, "objective": "chips", "samples": 20, "seed": 1})
    command = (
        "evaluate",
        "7,7,3",
        "--game",
        "diams",
        "--set",
        "first=2",
        "--objective",
        "chips",
        "--samples",
        "20",
        "--seed",
        "1",
        "--json",
    )
    assert without_times(answer) == without_times(json.loads(diamonds(*command).out))
    *_, answer = server.lines("evaluate", {"text": "diamoniak 1; players 2", "samples": 20, "seed": 1})
    assert answer["games"] == 20
    *_, answer = server.lines("evaluate", {"hand": "R3", "game": "diamoniak"})
    assert answer["errors"][0]["code"] == "E-GAME"
    *_, answer = server.lines("evaluate", {"hand": "7,7,3", "game": "diams", "objective": "tricks"})
    assert answer["errors"][0]["code"] == "E-OBJECTIVE"


def test_a_mistake_is_told_as_the_command_tells_it(server: Running) -> None:
    text = "diamonds 1; players 2; hand P1 D15,9; hand P2 D15,2"
    found = server.answer("check", {"text": text})
    printed = json.loads(diamonds("check", "--json", text).out)
    assert printed.pop("repairs"), "the page has no button for them"
    assert [{**problem, "file": ""} for problem in found["errors"]] == [{**problem, "file": ""} for problem in printed["errors"]]
    assert server.lines("solve", {"text": example("advice")})[-1]["errors"][0]["code"] == "E-HIDDEN"


def test_an_option_that_cannot_be_is_told(server: Running) -> None:
    (line,) = server.lines("evaluate", {"hand": "D15,9,3", "game": "diamonds", "seat_after": "late"})
    assert line["errors"][0]["message"] == "seat_after must be a whole number from 1 to 6, not 'late'"


def test_a_report_is_made_of_what_the_review_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is judged again, for a page that is loaded anew neither."""
    questions, text = Questions(Limits()), f"{example('ending')}play C10 D10 H14 C15 >Ann\n"

    def answer(name: str, **fields: Any) -> tuple[list[dict[str, Any]], dict[str, Any]]:
        events: list[dict[str, Any]] = []
        work = questions.long[name](RequestFields(json.dumps({"text": text, **fields}).encode()))
        found = work(events.append, lambda: False)
        return [event["decision"] for event in events if event["event"] == "judged"], found

    judged, _ = answer("analyse", hindsight=False)
    looked, _ = answer("analyse", known=False, hindsight_limit=60)
    monkeypatch.setattr("diamonds_solver.analysis.analyse.judge", None)
    again, whole = answer("analyse")
    assert again[: len(judged)] == judged
    assert [one["hindsight"] for one in again[len(judged) :]] == [one["hindsight"] for one in looked]
    assert whole["finished"]
    assert "gave away" in answer("report")[1]["html"]


@pytest.mark.parametrize("name", ["analyse", "report"])
def test_a_review_judges_by_something(server: Running, name: str) -> None:
    assert server.post(name, {"tab": "test", "text": example("game4"), "known": False, "hindsight": False})[0] == 400


def test_every_example_can_be_shown() -> None:
    questions = Questions(Limits())
    for name, path in examples().items():
        text = path.read_text(encoding="utf-8")
        if name.endswith("broken") or text.count("\ndiamonds 1\n") > 1:
            continue
        found = questions.quick["check"](RequestFields(json.dumps({"text": text}).encode()))
        assert found["text"]
        assert json.loads(json.dumps(found)) == found


# -- a played game


def test_a_decision_as_the_player_saw_it(server: Running) -> None:
    """Di's lead in round 2: the other hands are hidden, and the moves are there."""
    found = server.answer("game", {"text": example("game4"), "number": 80, "seen": True})
    assert found["state"]["hands"] == ["+4", "+4", "+4", "H12,4,1 S9"]
    assert [move["move"] for move in found["moves"]] == ["H12", "H4", "H1", "S9"]


def test_a_pass_as_the_player_saw_it(server: Running) -> None:
    decisions = server.answer("game", {"text": example("game4")})["decisions"]
    number = next(one["number"] for one in decisions if one["decision"] == "pass")
    found = server.answer("game", {"text": example("game4"), "number": number, "seen": True})
    assert decisions[number - 1]["move"] in [move["move"] for move in found["moves"]]
    assert sum("+" in hand for hand in found["state"]["hands"]) == 3


def test_a_line_is_played_on_the_board(server: Running) -> None:
    text = example("game4")
    line = ["S9", "S14"]
    found = server.answer("game", {"text": text, "number": 80, "line": line[:1]})
    assert found["state"]["tricks"][-1]["moves"] == line[:1]
    answer = server.answer("game", {"text": text, "number": 80, "line": ["S10"]})
    assert answer["errors"][0]["code"] == "E-ILLEGAL"


def test_decisions_have_a_kind(server: Running) -> None:
    decisions = server.answer("game", {"text": example("game4")})["decisions"]
    assert {one["kind"] for one in decisions} == {"number to pass", "pass", "lead", "follow", "discard", "robbery"}


def test_deals_repeat(server: Running) -> None:
    first = server.answer("deal", {"players": 3, "cards": 4})
    again = server.answer("deal", {"players": 3, "cards": 4, "seed": first["seed"]})
    assert first == again
    assert len(first["players"]) == 3
    assert server.answer("deal", {"players": 9})["errors"]


# -- one computation at a time


def test_it_ends_when_the_browser_goes(server: Running) -> None:
    stream = Stream(server, "solve", "one", {"text": example("full6")})
    assert stream.line()["event"] == "start"
    assert server.post("solve", {"tab": "two", "text": example("ending")})[0] == 429, "one computation at a time"
    stream.close()
    idle(server)


def test_a_review_and_a_question_do_not_end_each_other(server: Running) -> None:
    review = Stream(server, "analyse", "one", {"text": example("game4"), "hindsight": False})
    assert review.line()["event"] == "start"
    assert server.lines("solve", {"tab": "one", "text": example("ending")})[-1]["exact"] is True
    assert server.post("solve", {"tab": "two", "text": example("ending")})[0] == 200
    assert review.line()["event"] in ("judged", "progress")
    review.close()


def test_a_newer_question_of_the_same_tab_wins(server: Running) -> None:
    first = Stream(server, "solve", "one", {"text": example("full6")})
    assert first.line()["event"] == "start"
    assert server.lines("solve", {"tab": "one", "text": example("ending")})[-1]["exact"] is True
    lines = []
    while line := first.line():
        lines.append(line)
    first.close()
    assert lines[-1]["exact"] is False, "the older one ends with what it has proven"
    idle(server)


def test_a_limit_of_time_gives_bounds(server: Running) -> None:
    *_, answer = server.lines("solve", {"text": example("full6"), "time_limit": 0.2})
    assert answer["exact"] is False
    assert answer["bounds"][0] <= answer["bounds"][1]
    assert Limits().seconds == 60


@pytest.mark.long
def test_no_request_raises_a_limit() -> None:
    with running("--time-limit", "200ms") as server:
        server.open()
        assert server.lines("solve", {"text": example("full6"), "time_limit": 3600})[-1]["exact"] is False
        assert server.lines("advise", {"text": example("advice"), "time_limit": 3600, "seed": 1})[-1]["worlds"] < 10_000


@pytest.mark.long
def test_evaluation_stops() -> None:
    questions = Questions(Limits())
    body = {"hand": "D15,9,3 H12,4 S7,2 C14,4,1", "samples": 4000, "seed": 1}
    work = questions.long["evaluate"](RequestFields(json.dumps(body).encode()))
    stop = threading.Event()
    events: list[dict[str, Any]] = []

    def emit(event: dict[str, Any]) -> None:
        events.append(event)
        if event["event"] == "progress" and 2 * event["rounds"] > event["total"]:
            stop.set()

    assert work(emit, stop.is_set)["finished"] is False


# -- the command


@pytest.mark.posix
def test_ctrl_c_ends_a_search_and_the_program() -> None:
    with running() as server:
        server.open()
        stream = Stream(server, "solve", "one", {"text": example("full6")})
        assert stream.line()["event"] == "start"
        server.process.send_signal(signal.SIGINT)
        _, err = server.process.communicate(timeout=PATIENCE)
        stream.close()
        assert server.process.returncode == 0
        assert "Traceback" not in err


def test_a_port_that_is_taken_is_an_error() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        answer = diamonds("web", "--no-browser", "--port", str(taken.getsockname()[1]))
    assert answer.code == 3
    assert "[E-PORT]" in answer.err
    assert "Traceback" not in answer.err


def test_without_a_port_two_programs_serve_side_by_side() -> None:
    """The first one on the usual port, if that is free."""
    with _listener(None) as first, _listener(None) as second:
        assert first.getsockname() != second.getsockname()


def test_other_commands_do_without_the_server() -> None:
    """Nor do they load templates, or anything else of the page: they start as fast as before."""
    code = (
        "import sys; from diamonds_solver.cli import run; run(['solve', '--json', sys.argv[1]]);"
        "print([name for name in ('starlette', 'uvicorn', 'anyio', 'asyncio', 'diamonds_solver.web') if name in sys.modules])"
    )
    found = subprocess.run(
        [sys.executable, "-c", code, str(examples()["ending"])], capture_output=True, text=True, check=True, timeout=PATIENCE
    )
    assert found.stdout.splitlines()[-1] == "[]"


def test_the_cards_of_a_hand(server: Running) -> None:
    """By kind, with their copies; games without hands to evaluate, and options that exclude each other, are refused."""
    _, _, data = server.post("hand", {"game": "diams", "loupes": "0"})
    found = json.loads(data)
    assert found["size"] == 3
    assert [row["kind"] for row in found["rows"]] == ["diamonds", "forced sales"]
    assert {"card": "9", "copies": 5} in found["rows"][0]["cards"]
    _, _, data = server.post("hand", {"game": "diamonds", "players": "6"})
    assert [len(row["cards"]) for row in json.loads(data)["rows"]] == [15] * 4
    for body, code in (({"game": "diamoniak"}, "E-GAME"), ({"game": "diamonds", "players": "6", "variant": "perfect"}, "E-VARIANT")):
        _, _, data = server.post("hand", body)
        assert json.loads(data)["errors"][0]["code"] == code, data


def test_a_review_goes_on_where_it_stopped(server: Running) -> None:
    """`until`: the decisions of the round up to that one, each with its number in the game and what a whole review says of it."""
    record = Match(Rules(2), seed=5, whole=True).record(0, ["greedy", "random"])
    text, game = dumps(record), find_game("diamonds")
    decisions = list(game.records.decisions(record))
    first = next(number for number, one in enumerate(decisions, 1) if one.round == 2)
    last = max(number for number, one in enumerate(decisions, 1) if one.round == 2)
    asked = {"text": text, "round": 2, "known": False, "seed": 1}
    *_, whole = server.lines("analyse", asked)
    *_, same = server.lines("analyse", {**asked, "until": last})
    assert [one["hindsight"] and one["hindsight"]["loss"] for one in same["decisions"]] == [
        one["hindsight"] and one["hindsight"]["loss"] for one in whole["decisions"]
    ]
    assert [one["number"] for one in same["decisions"]] == list(range(first, last + 1))
    *events, part = server.lines("analyse", {**asked, "until": last - 4})
    assert [one["number"] for one in part["decisions"]] == list(range(first, last - 3))
    losses = {one["number"]: one["hindsight"] and one["hindsight"]["loss"] for one in whole["decisions"]}
    assert {one["number"]: one["hindsight"] and one["hindsight"]["loss"] for one in part["decisions"]} == {
        number: loss for number, loss in losses.items() if number <= last - 4
    }
    assert next(event["decision"]["number"] for event in events if event["event"] == "judged") == last - 4
    *_, part = server.lines("analyse", {**asked, "until": first + 1})
    assert max(one["number"] for one in part["decisions"]) >= first + 1, "passes are judged with the first card after them"
