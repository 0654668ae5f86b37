"""The limit of memory: kept, and a table that is too small costs time in proportion, never an explosion."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

import diamonds_solver as ds
from diamonds_solver.cli import run
from diamonds_solver.games.diamonds.solving.solve import Solver, core_info
from tests.program import ENDING

MIB = 1 << 20
GROWTH = """
from pathlib import Path
import diamonds_solver as ds

def peak() -> int:
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) * 1024 for line in lines if line.startswith("VmHWM"))

ds.Solver(1 << 20).solve(ds.deal(4, 1, 3))  # what Python and the first solve need besides
before = peak()
ds.Solver({limit}).solve(ds.deal({players}, 2), model="{model}", node_limit=8_000_000)
print(peak() - before)
"""


@pytest.mark.skipif(sys.platform != "linux" or core_info()["debug"], reason="counts what Linux counts, without what sanitizers add")
@pytest.mark.parametrize(("model", "players"), [pytest.param("paranoid", 5, marks=pytest.mark.long), ("maxn", 4)])
def test_the_process_grows_by_no_more_than_the_limit(model: str, players: int) -> None:
    limit = 16 * MIB
    program = GROWTH.format(limit=limit, model=model, players=players)
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert limit / 2 < int(done.stdout) < 1.05 * limit + MIB  # Python's own objects and half-filled pages: well below 1 MiB


def test_a_quarter_of_the_memory_costs_less_than_three_times_the_nodes() -> None:
    """The deal fills about 10 MiB."""
    position = ds.deal(4, 1)
    full = ds.Solver(64 * MIB).solve(position, all_moves=False)
    scarce = ds.Solver(5 * MIB // 2).solve(position, all_moves=False)
    assert scarce.value == full.value
    assert full.nodes < scarce.nodes < 3 * full.nodes


def test_max_n_at_a_quarter_of_the_memory() -> None:
    """The deal fills about 8 MiB."""
    position = ds.deal(4, 1, 6)
    full, scarce = ds.Solver(64 * MIB).solve(position, model="maxn"), ds.Solver(2 * MIB).solve(position, model="maxn")
    assert scarce.value == full.value
    assert full.nodes < scarce.nodes < 3 * full.nodes


@pytest.mark.parametrize("threads", [1, 2])
def test_more_than_the_machine_has_is_no_fault_of_the_position(threads: int) -> None:
    with pytest.raises(MemoryError, match="1,073,741,824 MiB"):
        ds.Solver(1 << 50, threads=threads).solve(ds.deal(4, 1, 3))


@pytest.mark.parametrize("options", [[], ["--json"], ["--threads", "2"]])
def test_the_command_says_that_memory_is_short(
    options: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Whether the system refuses 64T, which is the most that it may be asked for, depends on how it is set up."""
    unlimited = Solver.__init__
    monkeypatch.setattr(Solver, "__init__", lambda self, memory, threads: unlimited(self, 1 << 50, threads=threads))
    assert run(["solve", *options, ENDING, ENDING]) == 1
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.splitlines()[-1] == (
        "diamonds: error: there is not enough memory for a table of up to 1,073,741,824 MiB; a smaller limit of memory may do"
    )


@pytest.mark.posix
@pytest.mark.skipif(sys.platform != "linux" or core_info()["debug"], reason="sanitizers need address space of their own")
@pytest.mark.parametrize(
    ("options", "notes"),
    [
        ([], 1),
        pytest.param(["--quiet", "--threads", "2"], 0, marks=pytest.mark.long),
        pytest.param(["--model", "maxn", "--memory", "2G"], 1, marks=pytest.mark.long),
    ],
)
def test_where_address_space_is_limited_the_table_is_smaller(options: list[str], notes: int) -> None:
    """As in a batch system; said once for all records."""
    import resource

    command = [sys.executable, "-m", "diamonds_solver", "solve", ENDING, ENDING, *options]
    environment = {**os.environ, "OPENBLAS_NUM_THREADS": "1"}  # each of its threads reserves address space
    limited = subprocess.run(
        command,
        capture_output=True,
        text=True,
        env=environment,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (1 << 30, 1 << 30)),
    )
    assert limited.returncode == 0
    assert limited.stdout == subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert limited.stderr.count("the system refuses address space") == notes


def test_hardly_any_memory_is_enough() -> None:
    position = ds.deal(3, 1, 8)
    assert ds.Solver(0).solve(position).value == ds.Solver().solve(position).value


@pytest.mark.parametrize(("players", "perfect"), [(2, True), (4, False)])
def test_the_next_position_of_two_sides_profits_from_the_last(players: int, perfect: bool) -> None:
    """Also where the other side decides: both ask about the same difference."""
    with_table = without = 0
    for seed in range(4):
        position = ds.deal(ds.Rules(players, teams=players == 4, perfect=perfect), seed, None if perfect else 9)
        warm = ds.Solver()
        following = position.play(warm.solve(position, all_moves=False).best_moves[0])
        assert following.rules.side_of(following.to_move) != following.rules.side_of(position.to_move)
        again, cold = warm.solve(following, all_moves=False), ds.Solver().solve(following, all_moves=False)
        assert again.value == cold.value
        with_table += again.nodes
        without += cold.nodes
    assert with_table * 5 < without
