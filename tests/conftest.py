"""How much is tested. DIAMONDS_TESTS chooses: dev (default) leaves out what is marked `long`, ci (`make test`) runs everything with ten
times the examples of hypothesis, full also what is marked `nightly`, and other examples at each run."""

from __future__ import annotations

import atexit
import os
import shutil
import signal
import sys
import tempfile
import threading
from collections import Counter
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

import diamonds_solver
from diamonds_solver.common.wording import counted
from tests.browser import browser

__all__ = ["browser"]  # a fixture

BENCHMARKS = Path(__file__).parents[1] / "benchmarks"

settings.register_profile("dev", max_examples=10, deadline=None, derandomize=True, database=None)
settings.register_profile("ci", max_examples=100, deadline=None, derandomize=True, database=None)
settings.register_profile("full", max_examples=2000, deadline=None, print_blob=True, database=None)
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # inherited by a shell's background jobs, and by what tests would interrupt
    signal.signal(signal.SIGINT, signal.default_int_handler)

if "XDG_STATE_HOME" not in os.environ:  # where games are kept that nobody saved; workers of xdist inherit it
    os.environ["XDG_STATE_HOME"] = tempfile.mkdtemp(prefix="diamonds-")
    atexit.register(shutil.rmtree, os.environ["XDG_STATE_HOME"], ignore_errors=True)
os.environ["DIAMONDS_DEBUG"] = "1"  # a failure of the program is never just a problem of the record that it was reading

PROFILE = os.environ.get("DIAMONDS_TESTS", "dev")
settings.load_profile(PROFILE)
COSTLY = settings(max_examples=max(10, settings().max_examples // 4))
"""Of a test whose examples take tenths of a second each."""


@pytest.hookimpl(tryfirst=True)
def pytest_cmdline_main(config: pytest.Config) -> None:
    """Runs on all cores, as with ``-n auto``, unless told otherwise: ``-n 0``, ``--pdb`` and ``-p no:xdist`` do what they say."""
    is_worker = "PYTEST_XDIST_WORKER" in os.environ  # which would start workers of its own
    if config.getoption("numprocesses", 0) is None and not is_worker:
        config.option.numprocesses = "auto"
    if not is_worker and (old := out_of_date(Path(diamonds_solver.__file__).parent, Path(__file__).parents[1] / "src" / "diamonds_solver")):
        raise pytest.UsageError(f"the installed copy is not what src has ({old}): pip install -e '.[test,dev]', or PYTHONPATH=src pytest")


def out_of_date(installed: Path, source: Path) -> str:
    """The first file of Python that an installed copy has otherwise, as tests of a change would read the old one; nothing for `source`."""
    files = (path.relative_to(source) for path in sorted(source.rglob("*.py")))
    return next((name.as_posix() for name in files if not _same(installed / name, source / name)), "") if installed != source else ""


def _same(one: Path, other: Path) -> bool:
    return one.exists() and one.read_bytes() == other.read_bytes()


# What the tests of the marker `extra` need: pip install '.[dask,openspiel,pettingzoo,plot,table,wheel]', 'npm install', 'make app'.
LEFT_OUT = {
    "long": "take long: 'DIAMONDS_TESTS=ci pytest' or 'make test' runs them",
    "nightly": "are left to the night: 'DIAMONDS_TESTS=full pytest' or 'make nightly' runs them",
    "extra": "need an extra, Node or the page for phones: LEFT_OUT in tests/conftest.py says how to get them",
    "browser": "need a Chromium: \"pip install '.[browser]'\" drives one that is on the path",
    "posix": "need a shell, compiler, signals, terminals, devices or links as POSIX has them",
}
"""Why tests of a marker are left out, as the report ends; other skipped tests give their reasons."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for marker in ["long"] * (PROFILE == "dev") + ["nightly"] * (PROFILE != "full") + ["posix"] * (os.name == "nt"):
        for item in items:
            if item.get_closest_marker(marker):
                item.add_marker(pytest.mark.skip(reason=LEFT_OUT[marker]))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """A line for each reason to leave tests out, with their number."""
    reasons = Counter(map(_reason, terminalreporter.getreports("skipped")))
    for reason, count in reasons.most_common():
        terminalreporter.write_line(f"left out: {counted(count, 'test')}{reason}")


def _reason(report: Any) -> str:
    marker = next((marker for marker in LEFT_OUT if marker in getattr(report, "keywords", ())), None)  # a module that is skipped has none
    return f" that {LEFT_OUT[marker]}" if marker else ": " + report.longrepr[2].removeprefix("Skipped: ")


class Ticks:
    """A clock on which each look takes `step` seconds: what is done in a time is a count of work, the same on a busy machine."""

    def __init__(self) -> None:
        self.now, self.step, self._lock = 0.0, 0.01, threading.Lock()

    def perf_counter(self) -> float:
        with self._lock:
            self.now += self.step
        return self.now

    monotonic = perf_counter


@pytest.fixture
def ticks(monkeypatch: pytest.MonkeyPatch) -> Ticks:
    """The clock of whatever keeps a limit of time."""
    clock = Ticks()
    for name in ("search.collect", "advice.ask", "cli.advise", "live.live_game"):
        monkeypatch.setattr(f"diamonds_solver.{name}.time", clock)
    for name in ("diamonds.advising.advise", "diamonds.solving.solve"):
        monkeypatch.setattr(f"diamonds_solver.games.{name}.time", clock)
    return clock


@pytest.fixture
def interruptible() -> Iterator[None]:
    """SIGINT as in a program in the foreground; a shell's background jobs inherit one that is ignored."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.fixture
def script(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Imports a script of benchmarks/ by name."""
    monkeypatch.syspath_prepend(str(BENCHMARKS))
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    return import_module
