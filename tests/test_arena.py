"""The arena: the duplicate design, the statistics by hand, files that are gone on with, the command."""

from __future__ import annotations

import json
import math
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from scipy import stats

from diamonds_solver import cli
from diamonds_solver.arena.matches import (
    Deal,
    Failure,
    Game,
    Job,
    Pair,
    paces,
    play_deal,
    play_deals,
    results,
    seatings,
)
from diamonds_solver.common.version import build_id
from diamonds_solver.errors import PlayerNameError, PositionError
from diamonds_solver.game import Contest, Played
from diamonds_solver.games import GAMES, find_game
from diamonds_solver.games.diamonds.playing.match import Match
from diamonds_solver.games.diamonds.round.rules import Rules

from .program import PATIENCE, PROGRAM, Answer, diamonds
from .toy_contest import PAIR, ToyContest, jobs


def without_times(deals: Iterable[Deal | Failure | None]) -> list[Deal]:
    return sorted((replace(deal, seconds=((), ())) for deal in deals if isinstance(deal, Deal)), key=lambda deal: deal.job)


# -- the design ---------------------------------------------------------------------------------------------------------------------------


def test_each_side_is_taken_in_turn() -> None:
    assert seatings(3, False) == ("ABB", "BAB", "BBA")
    assert seatings(3, True) == ("ABB", "BAB", "BBA", "BAA", "ABA", "AAB")
    assert seatings(2, False) == seatings(2, True) == ("AB", "BA")


@pytest.mark.parametrize("sides", range(2, 7))
def test_the_luck_of_the_deal_cancels_out(sides: int) -> None:
    """A good player gains its two points in every deal, exactly as much as it is better: all observations are equal."""
    (row,) = results(play_deals(ToyContest(sides), jobs(9)))
    assert (row.player, row.field, row.deals, row.fair) == ("good", "bad", 9, 1 / sides)
    assert row.margin.value == pytest.approx(2)
    assert 0.5 < row.margin.reach < 2, "differences that nine deals have not shown"
    itself = results(play_deals(ToyContest(sides), jobs(9, Pair("good", "good"))))[0]
    assert itself.margin.low == itself.margin.high == pytest.approx(0, abs=1e-9)
    assert itself.margin.p_value == 1


def test_a_deal_that_fails_leaves_the_others() -> None:
    played = list(play_deals(ToyContest(2, fails_at=1), jobs(3)))
    failed = [one for one in played if isinstance(one, Failure)]
    assert [one.job.deal for one in played if isinstance(one, Deal)] == [0, 2]
    assert list(map(str, failed)) == ["deal 1 between good, bad failed: ZeroDivisionError: no luck"]


@pytest.mark.parametrize("name", GAMES)
def test_what_is_printed_of_a_deal_that_fails(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    contest = type(find_game(name).playing.contest(0, {}))
    play = contest.play

    def failing(self: Contest, deal: int, players: Sequence[str], should_stop: Callable[[], bool]) -> Played | None:
        if deal == 1:
            raise PositionError("no world")
        return play(self, deal, players, should_stop)

    monkeypatch.setattr(contest, "play", failing)
    code, out, err = arena("-g", name, "-p", "2", "greedy", "random", "--deals", "3", "--seed", "8", "--threads", "1", "-q", "--json")
    assert code == cli.NO
    assert json.loads(out)["results"][0]["deals"] == 2
    assert "deal 1 between greedy, random failed: no world (E-POSITION) [E-DEAL]" in err
    assert "deal 1 of --seed 8" in err


@pytest.mark.parametrize("sides", range(2, 7))
@pytest.mark.parametrize("name", ["good", "bad"])
def test_equals_have_a_margin_of_exactly_zero(sides: int, name: str) -> None:
    rows = list(results(play_deals(ToyContest(sides), jobs(6, Pair(name, name)), reverse=True)))
    assert rows
    for row in rows:
        assert (row.margin.value, row.margin.low, row.margin.high) == pytest.approx((0, 0, 0), abs=1e-12)
        assert row.wins.value == pytest.approx(1 / sides)


def test_statistics_by_hand() -> None:
    deals = [
        Deal(
            Job(PAIR, 0),
            (Game("ABB", (9, 3, 6), (1, 0, 0)), Game("BAB", (9, 3, 6), (1, 0, 0)), Game("BBA", (4, 4, 4), (1 / 3,) * 3)),
            ((), ()),
        ),
        Deal(
            Job(PAIR, 1),
            (Game("ABB", (8, 2, 2), (1, 0, 0)), Game("BAB", (2, 8, 2), (0, 1, 0)), Game("BBA", (2, 2, 8), (0, 0, 1))),
            ((), ()),
        ),
    ]
    (row,) = results(deals)
    margins = [(4.5 - 4.5 + 0) / 3, 6.0]
    assert row.margin.value == pytest.approx(3)
    interval = stats.ttest_1samp(margins, 0).confidence_interval()
    assert (row.margin.low, row.margin.high) == pytest.approx((interval.low, interval.high))
    assert row.points.value == pytest.approx(((9 + 3 + 4) / 3 + 8) / 2)
    assert row.wins.value == pytest.approx((4 / 9 + 1) / 2)


def test_the_other_direction_is_a_row_of_its_own() -> None:
    rows = results(play_deals(ToyContest(3), jobs(4), reverse=True))
    assert [(row.player, row.field) for row in rows] == [("good", "bad"), ("bad", "good")]
    assert [row.margin.value for row in rows] == pytest.approx([2, -2])
    assert len(results(play_deals(ToyContest(2), jobs(4), reverse=True))) == 1


def test_paces() -> None:
    deals = list(play_deals(ToyContest(3), jobs(1)))
    by_player = {pace.player: pace for pace in paces(deals)}
    assert (by_player["good"].decisions, by_player["bad"].decisions) == (3, 6)
    assert by_player["good"].median == pytest.approx(0.002)
    assert by_player["good"].p95 == pytest.approx(0.0029)


def test_one_deal_has_no_interval() -> None:
    (row,) = results(play_deals(ToyContest(3), jobs(1)))
    assert row.margin.low == -math.inf
    assert row.to_dict()["margin"]["low"] is None


def test_interrupted_deals_are_left_out() -> None:
    played = []
    with pytest.raises(KeyboardInterrupt):
        for deal in play_deals(ToyContest(3, interrupted_at=2), jobs(5)):
            played.append(deal.job.deal)
    assert played == [0, 1]
    assert play_deal(ToyContest(3), False, Job(PAIR, 0), lambda: True) is None


# -- processes ----------------------------------------------------------------------------------------------------------------------------


def test_processes_do_not_change_results() -> None:
    contest = Match(Rules(3), seed=5, cards=4, passing=False)
    asked = jobs(5, Pair("ismcts:sims=60", "greedy"), Pair("greedy", "random"))
    alone = without_times(list(play_deals(contest, asked)))
    assert alone == without_times(list(play_deals(contest, asked, processes=2)))
    assert len({deal.games[0].points for deal in alone}) > 3


# -- the command --------------------------------------------------------------------------------------------------------------------------

SMALL = ("-p", "3", "--cards", "3", "--no-pass", "--seed", "1")


def arena(*args: str) -> Answer:
    """In this process, which plays all deals unless `args` say otherwise."""
    return diamonds("arena", "--threads", "1", *args)


def test_table() -> None:
    answer = arena("ismcts:sims=100", "random", "greedy", *SMALL, "--deals", "4", "--reverse")
    assert (answer.code, answer.err) == (0, "")
    lines = answer.out.splitlines()
    assert lines[0] == "3 players, 3 cards, no pass, single rounds, seed 1."
    assert max(map(len, lines)) <= 80
    assert sum(line.startswith(("ismcts:sims=100 ", "random ", "greedy ")) for line in lines) == 6 + 3


def test_names_are_not_broken_in_a_pipe() -> None:
    long = "ismcts:sims=10,c=8,inference=yes"
    answer = arena("playout:worlds=2,goal=points", long, *SMALL, "--deals", "2")
    row = next(line for line in answer.out.splitlines() if line.startswith("playout"))
    assert row.split()[:2] == ["playout:worlds=2,goal=points", long]


def test_without_a_seed_the_same_command_goes_on(tmp_path: Path) -> None:
    command = ("greedy", "random", "-p", "3", "--cards", "3", "--out", str(tmp_path / "results.ndjson"))
    assert arena(*command, "--deals", "2").err.startswith("seed ")
    again = arena(*command, "--deals", "3")
    assert again.code == 0
    assert "note: 2 of 3 deals are in" in again.err


def test_json_is_the_same_when_gone_on_with(tmp_path: Path) -> None:
    path = str(tmp_path / "results.ndjson")
    whole = json.loads(arena("greedy", "random", *SMALL, "--deals", "6", "--json").out)
    assert whole["finished"]
    assert whole["settings"] == {"players": 3, "variant": "standard", "teams": False, "cards": 3, "pass": False, "rounds": 1, "seed": 1}
    assert [row["deals"] for row in whole["results"]] == [6]
    assert list(whole["results"][0]) == ["player", "field", "deals", "margin", "points", "wins", "fair"]
    assert [list(pace) for pace in whole["paces"]] == [["player", "decisions", "median", "p95"]] * 2
    first = arena("greedy", "random", *SMALL, "--deals", "4", "--threads", "2", "--out", path)
    assert first.code == 0
    second = arena("greedy", "random", *SMALL, "--deals", "6", "--json", "--out", path)
    assert "note: 4 of 6 deals are in" in second.err
    assert json.loads(second.out)["results"] == whole["results"]
    assert len(Path(path).read_text().splitlines()) == 6
    Path(path).write_text(Path(path).read_text().replace(build_id(), "0123", 2))
    assert "another build" in arena("greedy", "random", *SMALL, "--deals", "6", "--out", path).err
    third = arena("greedy", "random", *SMALL, "--deals", "6", "--json", "--out", path, "--any-build")
    assert "note: 6 of 6 deals are in" in third.err
    assert "2 of other builds" in third.err
    assert json.loads(third.out)["results"] == whole["results"]


@pytest.mark.parametrize(("player", "processes"), [("playout:worlds=1", 3), ("playout:time=1ms", 1), ("auto", 3), ("strong:time=1ms", 1)])
def test_a_clock_is_not_shared_unless_asked(player: str, processes: int, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def play(*_: object, processes: int, **__: object) -> Iterator[Deal]:
        asked.append(processes)
        yield from ()

    monkeypatch.setattr("diamonds_solver.cli.arena.play_deals", play)
    monkeypatch.setattr("diamonds_solver.cli.arena.thread_count", lambda threads: threads or 3)
    for threads in ([], ["--threads", "2"]):
        assert diamonds("arena", player, "random", *threads).code == 0
    assert asked == [processes, 2]


@pytest.mark.parametrize("options", [("--cards", "3"), ("--cards", "3", "--match"), ("--cards", "3", "--no-pass")])
def test_shorter_hands_are_played_without_the_pass(options: tuple[str, ...]) -> None:
    answer = arena("greedy", "random", *options, "--deals", "1", "--seed", "1", "--json")
    assert answer.code == 0
    assert json.loads(answer.out)["settings"]["pass"] is False


@pytest.mark.posix
@pytest.mark.parametrize(("threads", "deals"), [("1", "1000000000"), pytest.param("2", "100000", marks=pytest.mark.long)])
def test_interrupted_it_shows_what_was_played(tmp_path: Path, threads: str, deals: str) -> None:
    path = tmp_path / "results.ndjson"
    args = ["greedy", "random", "-p", "4", "--seed", "1", "--deals", deals, "--threads", threads, "--out", str(path)]
    process = subprocess.Popen(
        [*PROGRAM, "arena", *args],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # a background job inherits a SIGINT that is ignored
    )
    limit = time.monotonic() + PATIENCE
    while time.monotonic() < limit and not (path.exists() and path.read_text().count("\n") >= 3):
        time.sleep(0.05)
    os.killpg(process.pid, signal.SIGINT)  # as a terminal does it
    out, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    lines = path.read_text().splitlines()
    assert f"stopped after {len(lines)} of {deals} deals" in err
    assert "Traceback" not in err
    assert any(line.startswith("greedy") and line.endswith(str(len(lines))) for line in out.splitlines())


@pytest.fixture
def playing(tmp_path: Path) -> Iterator[subprocess.Popen[str]]:
    """A long arena of two processes that has played some deals."""
    path = tmp_path / "results.ndjson"
    args = ["greedy", "random", "-p", "3", "--seed", "1", "--deals", "1000000", "--threads", "2", "--out", str(path)]
    with subprocess.Popen(
        [*PROGRAM, "arena", *args],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_DFL),  # nohup lets it be ignored
    ) as process:
        while process.poll() is None and not (path.exists() and path.read_text().count("\n") >= 3):
            time.sleep(0.05)
        yield process
        process.kill()


@pytest.mark.posix
@pytest.mark.parametrize("name", ["SIGTERM", *(pytest.param(name, marks=pytest.mark.long) for name in ("SIGHUP", "SIGKILL"))])
def test_no_process_outlives_the_arena(playing: subprocess.Popen[str], name: str) -> None:
    """They would hold the pipe of standard output open, and its end would never come."""
    number = signal.Signals[name]
    playing.send_signal(number)
    out, err = playing.communicate(timeout=PATIENCE)
    assert "Traceback" not in err
    if name == "SIGKILL":
        assert playing.returncode == -number
    else:
        assert playing.returncode == 130
        assert out.startswith("3 players")
        assert "stopped after" in err


@pytest.mark.posix
@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="needs the list of the processes")
def test_a_worker_that_is_killed_ends_the_arena_with_a_message(playing: subprocess.Popen[str]) -> None:
    children = Path(f"/proc/{playing.pid}/task/{playing.pid}/children").read_text().split()
    workers = [int(child) for child in children if b"spawn_main" in Path(f"/proc/{child}/cmdline").read_bytes()]
    os.kill(workers[0], signal.SIGKILL)
    out, err = playing.communicate(timeout=PATIENCE)
    assert playing.returncode == 1
    assert out.startswith("3 players")
    assert "a process that played deals was killed, or ended by itself [E-WORKER]" in err
    assert "the same command goes on with" in err
    assert "internal error" not in err


@pytest.mark.posix
def test_two_arenas_do_not_write_one_file(playing: subprocess.Popen[str], tmp_path: Path) -> None:
    second = arena("greedy", "random", "-p", "3", "--seed", "1", "--deals", "2", "--out", str(tmp_path / "results.ndjson"))
    assert second.code == 3
    assert "another arena writes this file [E-ARENA]" in second.err
    playing.kill()
    playing.communicate(timeout=PATIENCE)
    assert arena("greedy", "random", "-p", "3", "--seed", "1", "--deals", "2", "--out", str(tmp_path / "results.ndjson")).code == 0


@pytest.mark.posix
def test_control_characters_in_the_name_of_the_file_are_not_shown(tmp_path: Path) -> None:
    path = str(tmp_path / "\x1b[31mred.ndjson")
    command = ("greedy", "random", *SMALL, "--deals", "1", "--out", path)
    assert arena(*command).code == 0
    again = arena(*command)
    assert "1 of 1 deals are in" in again.err
    assert "\x1b" not in again.err


@pytest.mark.parametrize(
    ("args", "code", "message"),
    [
        (["greedy"], 2, "at least two players"),
        (["greedy", "gready"], 2, "did you mean greedy?"),
        (["greedy", "ismcts:simms=3"], 2, "did you mean sims?"),
        (["greedy", "ismcts:sims=0"], 2, "sims must be a whole number from 1"),
        (["greedy", "random", "--deals", "0"], 2, "less than 1"),
        (["greedy", "random", "--deals", "2G"], 2, "more than 1000000000"),
        (["greedy", "random", "--threads", "2000"], 2, "0<=x<=1024"),
        (["greedy", "clairvoyant:goal=win"], 3, "E-PLAYER"),
        (["greedy", "exact:goal=win", "--deals", "1"], 3, "E-ENGINE"),
        (["greedy", "random", "-p", "5", "--teams"], 3, "E-TEAMS"),
        (["greedy", "random", "--cards", "0"], 2, "cards must be a whole number from 1"),
        (["greedy", "random", "--cards", "1", "--pass"], 3, "with 1 card instead of 10 nothing is passed"),
        (["greedy", "random", "--cards", "11"], 3, "4 players can hold 1 to 10 cards each, not 11 [E-HAND-SIZE]"),
        (["greedy", "random", "--out", "."], 3, "directory [E-FILE]"),
    ],
)
def test_wrong_usage(args: list[str], code: int, message: str) -> None:
    answer = arena(*args)
    assert answer.code == code
    assert message in answer.err
    assert answer.out == ""
    assert "Traceback" not in answer.err


def test_a_file_of_another_game_is_bad_input(tmp_path: Path) -> None:
    path = str(tmp_path / "results.ndjson")
    assert arena("greedy", "random", *SMALL, "--deals", "1", "--out", path).code == 0
    answer = arena("greedy", "random", *SMALL[:-1], "2", "--deals", "1", "--out", path)
    assert answer.code == 3
    assert "the file has seed 1, but 2 was asked for [E-ARENA]" in answer.err


def test_small_p_values_keep_their_digits() -> None:
    """Rounded to decimals they would be 0, which none is."""
    job, rng = Job(Pair("x", "y"), 0), np.random.default_rng(1)
    played = [Deal(job, (Game("AB", (9 + noise, 0.0), (1.0, 0.0)),), ((), ())) for noise in rng.normal(0, 0.5, 18)]
    row = results(played)[0].to_dict()
    assert 0 < row["margin"]["p_value"] < 1e-15
    assert 0 < row["wins"]["p_value"] < 0.01
    assert "p_value" not in row["points"]
    once = results(played[:1])[0].to_dict()
    assert (once["margin"]["p_value"], once["wins"]["p_value"]) == (None, None)
    equal = results([Deal(job, (Game("AB", (9.0, 0.0), (1.0, 0.0)),), ((), ()))] * 3)[0].to_dict()
    assert equal["margin"]["low"] < 0 < 9 < equal["margin"]["high"]
    assert equal["margin"]["p_value"] > 0.1


# -- players of one's own -----------------------------------------------------------------------------------------------------------------

OWN = """
import math
def lowest(view, seed):
    cards = [move for move in view.moves() if move.card is not None]
    return min(cards, key=lambda move: move.card % 16) if cards else None
def fails(view, seed):
    return 1 / 0
def cheats(view, seed):
    return "D15"
def first(view, seed):
    return next(iter(view.moves()), None)
def passes(view, seed):
    return 3 if view.phase == "choose" else view.passes()[-1] if view.phase == "pass" else None
"""


@pytest.fixture
def own_module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    name = f"own_{tmp_path.name.replace('-', '_')}"
    (tmp_path / f"{name}.py").write_text(OWN, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return name


def test_a_function_of_ones_own_plays(own_module: str) -> None:
    answer = diamonds("arena", f"{own_module}:lowest", "greedy", "-p", "2", "--cards", "4", "--deals", "6", "--seed", "1", "--threads", "1")
    assert answer.code == 0, answer.err
    assert f"{own_module}:lowest" in answer.out


@pytest.mark.parametrize("game", GAMES)
def test_a_function_of_ones_own_plays_every_game(own_module: str, game: str) -> None:
    answer = diamonds("deal", "-g", game, "-p", "2", "--play", f"{own_module}:first", "--play", "greedy", "--seed", "1")
    assert answer.code == 0, answer.err


def test_a_function_of_ones_own_passes(own_module: str) -> None:
    answer = diamonds("deal", "-p", "3", "--play", f"{own_module}:passes", "--play", "greedy", "--play", "greedy", "--seed", "1")
    assert answer.code == 0, answer.err
    assert "pass 3\n" in answer.out
    assert "gave P1 C13,4,1\n" in answer.out


@pytest.mark.parametrize(
    ("function", "code", "says"),
    [
        ("fails", 3, "raised ZeroDivisionError: division by zero [E-PLAYER]\n  = hint: {own}.py, line 7\n"),
        ("cheats", 3, "plays D15, which is not legal"),
        ("nothing", 2, "has no function 'nothing'"),
        ("math", 2, "has no function 'math'"),
    ],
)
def test_what_is_wrong_with_it_is_told(own_module: str, function: str, code: int, says: str) -> None:
    answer = diamonds(
        "arena", f"{own_module}:{function}", "greedy", "-p", "2", "--cards", "4", "--deals", "2", "--seed", "1", "--threads", "1"
    )
    assert answer.code == code
    assert says in answer.err.replace(str(Path(f"{own_module}.py").resolve()), "{own}.py")


def test_what_cannot_be_parsed_is_told_with_its_place(own_module: str) -> None:
    path = Path(f"{own_module}.py").resolve()
    path.write_text(f"{OWN}def unfinished(:\n", encoding="utf-8")
    answer = diamonds("arena", f"{own_module}:lowest", "greedy")
    assert answer.code == 2
    assert f"  = hint: {path}, line 14\n" in answer.err


def test_no_game_at_a_table_loads_a_module(own_module: str) -> None:
    """A saved game names its players: a file from somebody else would run code."""
    with pytest.raises(PlayerNameError, match="there is no player"):
        find_game("diamonds").playing.standard_name(f"{own_module}:lowest", False)
    assert own_module not in sys.modules
