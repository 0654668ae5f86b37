"""``diamonds advise`` and ``ds.advise`` from outside."""

from __future__ import annotations

import inspect
import json
import re
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import count, cycle, repeat
from pathlib import Path
from threading import Lock
from types import SimpleNamespace
from typing import Any

import pytest

import diamonds_solver as ds
from diamonds_solver import cli
from diamonds_solver.advice import advice
from diamonds_solver.advice.ask import AdviseOptions, ask
from diamonds_solver.games.diamonds.advising.advise import TREES
from diamonds_solver.games.diamonds.records.notation import example_path, example_text
from diamonds_solver.games.diamonds.round.rules import card_of, format_cards
from diamonds_solver.search.collect import AnytimeSampler
from diamonds_solver.web.fields import Limits, RequestFields
from diamonds_solver.web.questions import Questions
from tests.conftest import Ticks

from .program import PATIENCE, Answer, Terminal, assert_plain_error, diamonds, unwrapped

ADVICE = str(example_path("advice"))
PASS = "diamonds 1; players 4; phase pass; pass 2; dealer P4; hand P1 D15,14,13,1 H2 S15,3 C9,8,2; see P1"
CHOOSE = PASS.replace("phase pass; pass 2; dealer P4", "phase choose; dealer P1")
VICTIM = "diamonds 1; players 3; hand P1 C9 D2; hand P2 H4,3; hand P3 H9,8; lead P3; see P1; play H9 C9"
PERFECT = "diamonds 1; players 2; variant perfect; hand P1 D8,7,6,5,4,3,2,1 H8,7,6,5,4,3,2,1; see P1; lead P1"


def answer_of(answer: Answer) -> dict[str, object]:
    assert answer.code == 0, answer.err
    result: dict[str, object] = json.loads(answer.out)
    return result


def test_text() -> None:
    answer = diamonds("advise", "--worlds", "4000", "--seed", "3", ADVICE)
    assert (answer.code, answer.err) == (0, "")
    first, second, head, *rest = answer.out.splitlines()
    assert first == "advice: Bob decides: a card to play; own points minus the others' mean"
    assert second.endswith("deals possible")
    assert head.split() == ["move", "mean", "loss", "95", "%", "interval", "best", "in"]
    assert {line.split()[0] for line in rest[:6]} == {"D15", "D12", "S10", "C11", "C8", "C5"}
    assert "4,000 worlds by 'playout', seed 3; intervals cover sampling error only" in answer.out
    assert any(line.startswith("why: compared with C5, D12 ") for line in rest[-4:])
    assert max(map(len, answer.out.splitlines())) <= 80


@pytest.mark.parametrize("columns", [60, 100])
def test_the_width_of_the_terminal_is_used(columns: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    assert cli.run(["advise", "-q", "--engine", "playout", "--worlds", "40", "--seed", "1", ADVICE]) == 0
    answer = capsys.readouterr().out.splitlines()[2:]  # the question comes before
    assert columns - 40 < max(map(len, answer)) <= columns


def test_json_is_what_the_specification_says() -> None:
    result = answer_of(diamonds("advise", "--json", "--worlds", "30", "--seed", "3", ADVICE))
    assert {"id", "to_move", "decision", "worlds", "seconds", "seed", "moves", "best", "clear"} <= result.keys()
    assert (result["id"], result["to_move"], result["decision"], result["worlds"], result["seed"]) == ("advice", "P2", "card", 30, 3)
    moves = result["moves"]
    assert isinstance(moves, list)
    assert {"move", "mean", "sem", "best_share", "loss", "loss_sem", "best"} <= moves[0].keys()
    assert moves[0]["move"] == result["best"]


def test_the_sample_of_the_documentation_is_what_is_written() -> None:
    text = (Path(__file__).parents[1] / "docs" / "reference" / "json.md").read_text(encoding="utf-8")
    sample = json.loads(re.findall(r"^```json\n(\{\"id\": \"advice\".*?)^```", text, re.MULTILINE | re.DOTALL)[0])
    found = answer_of(diamonds("advise", "--json", "--worlds", "4000", "--seed", "1", ADVICE))
    moves = found["moves"]
    assert isinstance(moves, list)
    assert sample == {**found, "moves": moves[:1], "seconds": sample["seconds"]}


@pytest.mark.parametrize("engine", ["exact", "ismcts:simulations=300", "playout", "auto"])
def test_worlds_give_the_same_numbers_with_any_threads(engine: str) -> None:
    def run(threads: int) -> dict[str, object]:
        args = ["--json", "--worlds", "12", "--seed", "3", "--engine", engine, "--threads", str(threads), ADVICE]
        return {**answer_of(diamonds("advise", *args)), "seconds": 0}

    assert run(1) == run(3)


@pytest.mark.parametrize(
    "args",
    [
        ["advise", "diamonds 1; players 9"],
        ["advise", "nothing.dia"],
        ["advise", "--engine", "exact", PASS],
        ["evaluate", "nothing.dia"],
        ["arena", "greedy", "exact:goal=win", "--deals", "1", "--threads", "1"],
    ],
    ids=" ".join,
)
def test_with_an_error_there_is_no_seed(args: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(args) == cli.BAD_INPUT
    assert "seed" not in capsys.readouterr().err


def test_the_same_question_gets_the_same_answer() -> None:
    first, again, other = (diamonds("advise", "--json", *more, ADVICE) for more in ((), ("--threads", "1"), ("--seed", "5")))
    assert {**json.loads(again.out), "seconds": 0} == {**json.loads(first.out), "seconds": 0}
    assert (json.loads(first.out)["seed"], json.loads(other.out)["seed"]) == (0, 5)
    assert json.loads(first.out)["moves"] != json.loads(other.out)["moves"]


@pytest.mark.parametrize(
    ("text", "decision", "moves"),
    [(PASS, "pass", None), (CHOOSE, "count", {"1", "2", "3"}), (VICTIM, "victim", {">P2", ">P3"}), (PERFECT, "card", None)],
    ids=["pass", "count", "victim", "perfect"],
)
def test_every_decision(text: str, decision: str, moves: set[str] | None) -> None:
    result = answer_of(diamonds("advise", "--json", "--worlds", "20", "--seed", "1", text))
    found = result["moves"]
    assert isinstance(found, list)
    assert result["decision"] == decision
    assert moves is None or {move["move"] for move in found} == moves
    shown = diamonds("advise", "--worlds", "20", "--seed", "1", text)
    assert shown.code == 0
    assert format_best(result) in shown.out


def format_best(answer: dict[str, object]) -> str:
    """The best move of an answer in JSON, as texts have it: ``C8,2`` for ``C8+C2``."""
    best = str(answer["best"])
    return best if "+" not in best else format_cards(map(card_of, best.split("+")))


@pytest.mark.parametrize("engine", ["exact", "ismcts:simulations=300"])
@pytest.mark.parametrize("text", [PASS, CHOOSE], ids=["pass", "count"])
def test_an_engine_of_the_play_is_refused_before_it(engine: str, text: str) -> None:
    answer = diamonds("advise", "--json", "--worlds", "5", "--engine", engine, text)
    assert answer.code == cli.BAD_INPUT
    (error,) = json.loads(answer.out)["errors"]
    assert error["code"] == "E-ENGINE"
    assert "leave the engine out" in error["hint"]


def test_nothing_hidden_is_said() -> None:
    answer = diamonds("advise", "--worlds", "1", PERFECT)
    assert "nothing is hidden: one deal is possible" in answer.out
    assert "no sampling error" in answer.out


def test_the_cards_of_others_change_nothing() -> None:
    """An open record: advice for who decides, whatever the others hold."""
    text = "diamonds 1; players 3; hand P1 D9,2 S4; hand P2 {}; hand P3 {}; lead P1"
    one = text.format("H4 C15 D3", "S12,3 H5")
    two = text.format("S12,3 D15", "C2 H5,6")
    args = ["advise", "--json", "--worlds", "20", "--seed", "1"]
    assert {**answer_of(diamonds(*args, one)), "seconds": 0} == {**answer_of(diamonds(*args, two)), "seconds": 0}


def test_another_seat() -> None:
    text = "diamonds 1; players Ann Bob; hand Ann D9,2; hand Bob H4,C15; lead Bob"
    for seat in ("Bob", "bob", "P2", "p2"):
        assert answer_of(diamonds("advise", "--json", "--worlds", "5", "--seat", seat, text))["to_move"] == "P2"
    assert_plain_error_code(diamonds("advise", "--worlds", "5", "--seat", "P1", text), "E-TURN")
    assert_plain_error_code(diamonds("advise", "--worlds", "5", "--seat", "Zoe", text), "E-SEAT")
    assert "did you mean 'Bob'?" in diamonds("advise", "--seat", "Bobb", text).err
    assert answer_of(diamonds("advise", "--json", "--worlds", "5", "--seat", "ann", text.replace("Bob", "ann")))["to_move"] == "P2"


def assert_plain_error_code(answer: Answer, code: str) -> None:
    assert_plain_error(answer, cli.BAD_INPUT)
    assert f"[{code}]" in answer.err


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("diamonds 1; players 3; hand P1 D4; hand P2 D3; hand P3 D2; lead P1; play D4 D3 D2", "E-OVER"),
        ("diamonds 1; players 3; hand P1 D4,3; lead P2; see P1", "E-TURN"),
        ("diamonds 1; players 3; lead P1; hand P2 D4,3", "E-HIDDEN"),
        ("diamonds 1; players 3; hand P1 D4,3; hand P2 +2; void P2 D H S C; see P1; lead P1", "E-UNSEEN"),
        ("diamonds 1; players 7", "E-PLAYERS"),
    ],
)
def test_bad_input(text: str, code: str) -> None:
    answer = diamonds("advise", "-q", text)
    assert_plain_error_code(answer, code)
    rows = [json.loads(line) for line in diamonds("advise", "-q", "--json", text).out.splitlines()]
    assert [error["code"] for row in rows for error in row["errors"]] == [code]


def test_good_records_are_answered_around_a_bad_one() -> None:
    answer = diamonds("advise", "-q", "--json", "--worlds", "5", ADVICE, str(example_path("broken")), ADVICE)
    assert answer.code == cli.BAD_INPUT
    assert [json.loads(line)["id"] for line in answer.out.splitlines() if "to_move" in json.loads(line)] == ["advice", "advice"]


def test_files_arguments_and_standard_input_are_the_same() -> None:
    args = ["advise", "--worlds", "5", "--seed", "1"]
    text = example_text("advice")
    one_line = ";".join(line for line in text.splitlines() if line and not line.startswith("#"))
    assert diamonds(*args, ADVICE).out == diamonds(*args, one_line).out == diamonds(*args, stdin=text).out


@pytest.mark.parametrize(
    "args",
    [
        ["--engine", "exakt"],
        ["--engine", "ismcts:worlds=4"],
        ["--worlds", "0"],
        ["--time-limit", "0"],
        ["--objective", "joy"],
        ["--seed", "-1"],
    ],
    ids=" ".join,
)
def test_usage_errors(args: Sequence[str]) -> None:
    assert_plain_error(diamonds("advise", *args, ADVICE), cli.USAGE)


def test_solve_points_to_advise() -> None:
    answer = diamonds("solve", ADVICE)
    assert_plain_error(answer, cli.BAD_INPUT)
    assert "'diamonds advise'" in answer.err


@pytest.mark.parametrize("text", [ADVICE, PASS, CHOOSE, PERFECT], ids=["card", "pass", "count", "perfect"])
def test_it_answers_in_time(text: str, ticks: Ticks) -> None:
    """By a clock that its looks move: the benchmark of the limit is in benchmarks/results/benchmarks.md."""
    answer = diamonds("advise", "--json", "--time-limit", "1.5", text)
    assert answer.code == 0
    assert ticks.now < 1.6
    assert json.loads(answer.out)["worlds"] >= 1


@pytest.mark.parametrize(
    ("engine", "text"),
    [
        *((engine, ADVICE) for engine in ("auto", "exact", "playout", "ismcts:inference=1", "ismcts:simulations=1000000")),
        *((engine, text) for engine in ("auto", "playout") for text in (PASS, CHOOSE)),
    ],
)
def test_the_smallest_limit_gets_an_answer(
    engine: str, text: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each step has at least a little time; here more of it, as a busy machine may not run the program at all for as long as that."""
    monkeypatch.setattr("diamonds_solver.advice.ask.LEAST_TIME", 0.3)
    assert cli.run(["advise", "-q", "--json", "--engine", engine, "--time-limit", "1ms", text]) == 0
    assert json.loads(capsys.readouterr().out)["worlds"] >= 1


def test_nothing_heavy_is_loaded_before_the_first_line() -> None:
    """The first line is due after 0.3 s; what loads slowly comes after it, and scipy before the time for the engine is measured."""
    code = f"""
import sys
from diamonds_solver import cli
from diamonds_solver.answers import wording as questions
question = questions.advice_question
def spy(*args):
    own = {{"diamonds_solver.games.diamonds.advising.engines", "diamonds_solver.stats.comparison"}}
    heavy = {{"numpy", "scipy", "rich", "logging", "secrets", *own}}
    print(sorted(heavy & set(sys.modules)), file=sys.stderr)
    return question(*args)
questions.advice_question = spy
sys.addaudithook(lambda event, args: event == "import" and args[0] in late and print(args[0], file=sys.stderr))
late = {{"scipy", "diamonds_solver.games.diamonds.advising.engines"}}
cli.run(["advise", "-q", "--worlds", "5", {ADVICE!r}])
"""
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=PATIENCE, check=True)
    assert result.stderr.split("\n") == ["[]", "scipy", "diamonds_solver.games.diamonds.advising.engines", ""]


@pytest.mark.posix
def test_the_question_comes_before_the_answer() -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "diamonds_solver", "advise", "--time-limit", "60", ADVICE], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline().startswith(b"advice: Bob decides")
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=PATIENCE)


@pytest.mark.posix
@pytest.mark.parametrize(
    ("engine", "threads"),
    [
        pytest.param("ismcts:simulations=2000", "2", marks=pytest.mark.long),
        ("exact", "1"),
        pytest.param("playout", "2", marks=pytest.mark.long),
    ],
)
def test_ctrl_c_prints_what_is_known(engine: str, threads: str) -> None:
    terminal = Terminal("advise", "--time-limit", "60", "--engine", engine, "--threads", threads, ADVICE)
    terminal.until(" leads")  # the status line: some worlds are valued
    terminal.interrupt()
    out = unwrapped(terminal.rest())
    assert terminal.end() == cli.INTERRUPTED
    assert re.search(rf"(?:worlds\b|search).* by '{engine.partition(':')[0]}', seed", out)  # as many worlds may be effective ones
    assert "why:" not in out
    assert "Traceback" not in out


@pytest.mark.posix
@pytest.mark.long
def test_progress_is_for_a_terminal() -> None:
    with tempfile.TemporaryFile() as file:
        terminal = Terminal("advise", "--json", "--time-limit", "600", "--engine", "playout", ADVICE, stdout=file)
        terminal.until("worlds")
        terminal.interrupt()
        terminal.rest()
        assert terminal.end() == cli.INTERRUPTED
        file.seek(0)
        assert json.loads(file.read())["worlds"] > 0


@pytest.mark.parametrize("way", ["command", "page", "Python"])
def test_no_world_is_valued_in_time(way: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The clock of the samples is up at once, that of the reason is not: there is no best move to give a reason for."""
    monkeypatch.setattr(AnytimeSampler, "is_late", True)
    text = example_text("advice")
    if way == "command":
        text_answer = diamonds("advise", "-q", "--engine", "exact", "--time-limit", "9s", "--threads", "1", "-", stdin=text)
        assert text_answer.code == 0, text_answer.err
        assert "nothing is known yet" in text_answer.out
        found = answer_of(diamonds("advise", "--json", "--engine", "exact", "--time-limit", "9s", "--threads", "1", "-", stdin=text))
    elif way == "page":
        body = {"text": text, "engine": "exact", "time_limit": 9}
        found = Questions(Limits()).long["advise"](RequestFields(json.dumps(body).encode()))(lambda event: None, lambda: False)
    else:
        record = ds.loads(text)
        found = ask(record, AdviseOptions(engine="exact", time_limit=9)).to_dict(record)
    assert (found["worlds"], found["best"], found["why"], found["verdict"]) == (0, None, None, "too close")


def test_waiting_for_a_record_does_not_use_up_its_time(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    now, limits, unlimited = 0.0, [], advice.advise

    def records(sources: Sequence[str]) -> Iterator[ds.Record]:
        nonlocal now
        for _ in range(2):
            now += 100
            yield ds.example("advice")

    def measured(*args: Any, time_limit: float, **options: Any) -> ds.Advice:
        limits.append(time_limit)
        return unlimited(*args, time_limit=None, **{**options, "worlds": 20})

    monkeypatch.setattr("diamonds_solver.cli.advise.read_records", records)
    monkeypatch.setattr("diamonds_solver.cli.advise.time", SimpleNamespace(perf_counter=lambda: now))
    monkeypatch.setattr("diamonds_solver.advice.ask.time", SimpleNamespace(perf_counter=lambda: now))
    monkeypatch.setattr("diamonds_solver.advice.advice.advise", measured)
    assert cli.run(["advise", "-q", "--engine", "playout", "--time-limit", "50", "-"]) == 0
    assert limits == [pytest.approx(50 - 0.1)] * 2


def test_from_python(tmp_path: Path) -> None:
    record = ds.example("advice")
    advice = ds.advise(record, engine="playout", worlds=50, seed=4)
    assert isinstance(advice, ds.Advice)
    assert (advice.to_move, advice.worlds, advice.seed, str(advice.best)) == (1, 50, 4, "C5")
    assert ds.advise(ds.View.of(record, 1), engine="playout", worlds=50, seed=4).to_dict()["moves"] == advice.to_dict()["moves"]
    assert ds.advise(record, time_limit=0.2).worlds > 0
    assert advice.verdict in ds.Verdict


def test_help_shows_every_option() -> None:
    """And they do what they say: a margin that is wider than all losses makes all moves equal, and the work ends early."""
    assert {"delta", "level", "stop_early", "on_progress", "should_stop"} <= set(inspect.signature(ds.advise).parameters)
    asked: list[int] = []
    advice = ds.advise(
        ds.example("advice"),
        engine="playout",
        worlds=200,
        seed=4,
        delta=50,
        level=0.5,
        stop_early=True,
        on_progress=lambda samples, _: asked.append(samples),
    )
    assert (advice.verdict, advice.worlds, advice.delta) == (ds.Verdict.EQUAL, 60, 50)
    assert (advice.level, asked[-1]) == (0.5, 60)
    assert ds.advise(ds.example("advice"), engine="playout", worlds=200, seed=4, should_stop=lambda: True).worlds == 0


@pytest.mark.parametrize("source", [ds.deal(4, 1), "x", None], ids=lambda source: type(source).__name__)
def test_what_is_no_record_is_refused_with_a_way_to_one(source: Any) -> None:
    with pytest.raises(TypeError, match=rf"a Record or a View is expected, not {type(source).__name__}"):
        ds.advise(source)


@pytest.mark.parametrize(
    ("options", "error"),
    [
        *(({name: -1}, ValueError) for name in ("time_limit", "seed", "worlds", "threads")),
        ({"time_limit": float("nan")}, ValueError),
        ({"seed": 1 << 64}, ValueError),
        ({"worlds": 0}, ValueError),
        *(({name: "5"}, TypeError) for name in ("time_limit", "seed", "worlds", "threads")),
        *(({name: float("nan")}, TypeError) for name in ("seed", "worlds", "threads")),
        ({"worlds": 10.5}, TypeError),
        ({"threads": True}, TypeError),
    ],
    ids=str,
)
def test_options_that_cannot_be_meant_are_refused(options: dict[str, Any], error: type[Exception]) -> None:
    with pytest.raises(error, match=f"{next(iter(options))} must be a (whole )?number"):
        ds.advise(ds.example("advice"), **options)


def test_wrong_arguments_are_told_what_is_wanted() -> None:
    wrong: Any
    for wrong in (15, (29, None, None), None):
        with pytest.raises(TypeError, match=r"a Move is expected, one of position\.moves\(\)"):
            ds.deal(4, 1).play(wrong)
    for wrong in (None, b"diamonds 1", Path("x.dia")):
        with pytest.raises(TypeError, match=r"load\(path\) reads a file"):
            ds.loads(wrong)
    for wrong in (None, "diamonds 1", ds.Rules(4)):
        for function in (ds.dumps, ds.equilibrium):
            with pytest.raises(TypeError, match="a Record or a Position is expected"):
                function(wrong)
    for wrong in (4.0, "4"):
        with pytest.raises(TypeError, match="players must be a whole number"):
            ds.Rules(wrong)
    for wrong in (None, 5, b"exact"):
        with pytest.raises(TypeError, match="the name of an engine is expected"):
            ds.advise(ds.example("advice"), engine=wrong)
    for wrong in (0, 1 << 60):
        with pytest.raises(ValueError, match="threads must be a whole number from 1 to"):
            ds.Solver(threads=wrong)


def test_an_engine_of_no_game_is_refused_with_those_of_all() -> None:
    answer = diamonds("advise", "--engine", "mctz", stdin="")
    assert answer.code == 2
    assert "did you mean mcts?" in answer.err
    assert all(name in answer.err for name in ("equilibrium", "ismcts", "turn"))
    assert "no option 'worlds'" in diamonds("advise", "--engine", "turn:worlds=1", stdin="").err


# -- clocks -------------------------------------------------------------------------------------------------------------------------------
# Machines that are slow, and clocks that jump or stand still: by looks at the clock, which come every thousand simulations or some worlds.


CLOCKS: dict[str, Callable[[], Iterator[float]]] = {
    "steady": lambda: repeat(0.01),
    "ten times slower": lambda: repeat(0.1),
    "jumping": lambda: cycle([0.001] * 60 + [0.5]),
    "slower and slower": lambda: (0.003 * look for look in count()),
}
"""Seconds from one look to the next."""


def set_clock(monkeypatch: pytest.MonkeyPatch, steps: Iterator[float]) -> None:
    now, lock = 0.0, Lock()

    def perf_counter() -> float:
        nonlocal now
        with lock:
            now += next(steps)
            return now

    for module in ("search.collect", "advice.ask", "games.diamonds.advising.advise"):
        monkeypatch.setattr(f"diamonds_solver.{module}.time", SimpleNamespace(perf_counter=perf_counter, monotonic=perf_counter))


@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.parametrize("engine", ["ismcts", "playout", "exact"])
@pytest.mark.parametrize("clock", CLOCKS)
def test_more_time_is_more_work(clock: str, engine: str, threads: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever the clock does: trees are as many, and larger; of other engines there are more worlds."""
    work = []
    for limit in (0.02, 0.3, 3):
        set_clock(monkeypatch, CLOCKS[clock]())
        advice = ds.advise(ds.example("advice"), engine=engine, time_limit=limit, threads=threads)
        assert advice.best is not None or engine != "ismcts"
        if engine == "ismcts":
            assert advice.worlds == TREES
            work.append(advice.simulations or 0)
        else:
            work.append(advice.worlds)
    assert work == sorted(work)
    assert work[-1] > work[0]


@cache
def usual_advice(engine: str) -> ds.Advice:
    return ds.advise(ds.example("advice"), engine=engine)


@pytest.mark.parametrize("engine", ["auto", "ismcts"])
@pytest.mark.parametrize("clock", ["standing still", *CLOCKS])
def test_the_usual_work_knows_no_clock(clock: str, engine: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """As long as the guard is not struck, the answer is that of any other clock; where it is, the answer says so and has a verdict."""
    expected = usual_advice(engine)
    set_clock(monkeypatch, repeat(0.0) if clock == "standing still" else CLOCKS[clock]())
    advice = ds.advise(ds.example("advice"), engine=engine)
    assert engine == "auto" or advice.worlds == TREES
    if advice.is_late:
        assert "the time ran out after 60 s" in advice.notes[0]
        assert advice.worlds * (advice.simulations or 1) < expected.worlds * (expected.simulations or 1)
    else:
        assert replace(advice, seconds=0.0) == replace(expected, seconds=0.0)
    assert advice.is_late == (clock == "slower and slower" or (clock == "ten times slower" and engine == "auto"))  # it looks more often
