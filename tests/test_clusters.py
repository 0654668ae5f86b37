"""The same work on a cluster of its own processes: a scheduler and two workers, which talk over TCP as those of several machines do."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import diamonds_solver as ds
from diamonds_solver.arena.matches import Deal, Job, Pair, play_deal, play_deals
from diamonds_solver.common.executors import Cluster
from diamonds_solver.games import find_game
from tests.program import PATIENCE, diamonds

pytestmark = [pytest.mark.extra, pytest.mark.filterwarnings("ignore")]

ENVIRONMENT = os.environ | {"PYTHONPATH": str(Path(ds.__file__).parents[1])}


def wait_for(is_so: Callable[[], Any], what: str) -> None:
    deadline = time.monotonic() + PATIENCE
    while not is_so():
        assert time.monotonic() < deadline, f"no {what} within {PATIENCE} s"
        time.sleep(0.02)


def started(program: str, *options: str, folder: Path) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", f"distributed.cli.{program}", *options]
    quiet = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    return subprocess.Popen(command, cwd=folder, env=ENVIRONMENT, **quiet)  # type: ignore[call-overload,no-any-return]


class TcpCluster:
    """A scheduler and its workers."""

    def __init__(self, folder: Path, workers: int) -> None:
        told = folder / "scheduler.json"
        here = ("--host", "127.0.0.1", "--port", "0")
        self.scheduler = started(
            "dask_scheduler", *here, "--scheduler-file", str(told), "--dashboard-address", "127.0.0.1:0", folder=folder
        )
        wait_for(told.exists, "scheduler")
        self.address = json.loads(told.read_text())["address"]
        assert re.match(r"tcp://127\.0\.0\.1:\d+$", self.address)
        options = ("--nthreads", "1", "--no-nanny", "--no-dashboard", "--host", "127.0.0.1")
        self.workers = [started("dask_worker", self.address, *options, folder=folder) for _ in range(workers)]

    def close(self) -> None:
        for process in (*self.workers, self.scheduler):
            process.kill()
            process.wait()


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TcpCluster]:
    distributed = pytest.importorskip("distributed", reason="needs the extra 'dask'")
    made = TcpCluster(tmp_path_factory.mktemp("cluster"), workers=2)
    try:
        with distributed.Client(made.address, timeout=PATIENCE) as client:
            client.wait_for_workers(2, timeout=PATIENCE)
        yield made
    finally:
        made.close()


def test_a_table_outlives_a_worker_that_is_killed(cluster: TcpCluster, tmp_path: Path) -> None:
    options = ["table", "--deals", "120", "-p", "3", "--rows", "deal", "--seed", "5", "--block", "3", "-q"]
    out = tmp_path / "elsewhere.ndjson"
    command = [sys.executable, "-m", "diamonds_solver", *options, "--cluster", cluster.address, "-o", str(out)]
    parts = out.with_name("elsewhere.ndjson.parts")
    with subprocess.Popen(command, env=ENVIRONMENT, stderr=subprocess.PIPE) as run:
        wait_for(lambda: len(list(parts.glob("*.part"))) >= 10 or run.poll() is not None, "rows")
        assert run.poll() is None, "it is killed half-way"
        cluster.workers[0].kill()
        _, error = run.communicate(timeout=PATIENCE)
    assert (run.returncode, error) == (0, b"")
    assert out.read_text() == diamonds(*options, "--json").out


def test_many_games_are_analysed_as_here(cluster: TcpCluster, tmp_path: Path) -> None:
    games = tmp_path / "games.dia"
    texts = diamonds("deal", "5", "-p", "3", "--cards", "4", "--play", "greedy", "--seed", "1").out.split("\n\n")
    games.write_text("\n\n".join([*texts, "diamonds 1\nplayers 9\n", texts[0]]))
    options = ["analyse", "--json", "--engine", "playout", "--worlds", "20", "--seed", "1", str(games)]
    here, there = diamonds(*options), diamonds(*options, "--cluster", cluster.address)
    assert (here.code, there.code, there.err) == (3, 3, here.err)
    assert untimed(there.out) == untimed(here.out)

    out = tmp_path / "analyses.ndjson"
    options = [option for option in options if option != "--json"]
    games.write_text("\n\n".join(texts[:3]))
    first = diamonds(*options, "--cluster", cluster.address, "--out", str(out))
    assert first.code == 0
    assert first.out.startswith("3 games\n")
    before = out.read_text()
    games.write_text("\n\n".join([*texts, texts[0]]))
    again = diamonds(*options, "--cluster", cluster.address, "--out", str(out))
    assert again.code == 0
    assert again.out.startswith("5 games\n")
    assert out.read_text().startswith(before)
    assert out.read_text().count("\n") == 5


def test_an_arena_plays_the_same(cluster: TcpCluster) -> None:
    contest = find_game("diamonds").playing.contest(3, {"players": 2})
    todo = [Job(Pair("greedy", "random"), deal) for deal in range(20)]
    expected = {deal.job: deal.games for deal in play_deals(contest, todo) if isinstance(deal, Deal)}
    with Cluster(cluster.address) as workers:
        found = [deal for deal in workers.map(partial(play_deal, contest, False), todo) if isinstance(deal, Deal)]
    assert len(found) == len(todo)
    assert {deal.job: deal.games for deal in found} == expected


def untimed(text: str) -> str:
    return re.sub(r'"seconds": [\d.]+', "", text)
