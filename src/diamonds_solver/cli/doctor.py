"""``diamonds doctor``: what a bug report needs, and whether the program answers known questions rightly."""

from __future__ import annotations

import os
import platform
import re
import sys
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

import click

from diamonds_solver.common.version import __version__, build_id
from diamonds_solver.common.wording import counted
from diamonds_solver.players.names import RULES_OF_THUMB

from . import NO, OK
from .loop import Run, answering
from .options import json_option

LIBRARIES = ("numpy", "scipy", "click", "rich", "jinja2", "starlette", "uvicorn")
_FOLDERS = re.compile(r"(?<![^\s'\"(])(?:[A-Za-z]:)?[/\\][^'\":\n]*[/\\]")
_MOVES = 8  # of the beginning of a game, until both have decided more than once
EXTRAS = {
    "test": ("pytest", "hypothesis", "pytest-xdist", "pytest-benchmark"),
    "dev": ("ruff", "mypy", "cython-lint", "build"),
    "bench": ("pytest", "pytest-benchmark"),
    "plot": ("matplotlib",),
    "openspiel": ("open_spiel",),
    "peers": ("easyAI", "endplay", "open_spiel"),
}


@click.command()
@answering(json_option)
def command(run: Run) -> None:
    """Show versions and run a short self-test.

    Please add the output of 'diamonds doctor --json' to a bug report: it names no user, machine or folder. Exit code 1 when the self-test
    fails.
    """
    report = examine()
    run.write(_anonymous(report) if run.as_json else _format(report))
    run.verdict = OK if report["ok"] else NO


def examine() -> dict[str, Any]:
    """What ``doctor`` tells, but for the place of this Python, which is nobody else's business."""
    core = _core()
    tests = {"core": core.get("error", "ok")}
    if "error" not in core:
        tests |= self_test() | moves_by_engines()
    return {
        "diamonds_solver": __version__,
        "build": build_id(),
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "system": platform.platform(),
        "processor": {"name": processor_name(), "count": os.cpu_count()},
        "core": core,
        "libraries": {name: _version(name) for name in LIBRARIES},
        "extras": {extra: {name: _version(name) for name in names} for extra, names in EXTRAS.items()},
        "self_test": tests,
        "ok": all(result == "ok" for result in tests.values()),
    }


def _anonymous(report: dict[str, Any]) -> dict[str, Any]:
    """The report without folders in what went wrong: they begin with somebody's name."""

    def hidden(error: str) -> str:
        return _FOLDERS.sub("", error)

    core = {name: hidden(value) if name == "error" else value for name, value in report["core"].items()}
    return report | {"core": core, "self_test": {name: hidden(result) for name, result in report["self_test"].items()}}


def self_test() -> dict[str, str]:
    """Solves and counts the records of the example ``suite``: a line for each, ``ok`` or what is wrong."""
    from diamonds_solver.games.diamonds.records.notation import example_path
    from diamonds_solver.games.diamonds.solving.solve import Solver, perft
    from diamonds_solver.games.records import iter_records
    from diamonds_solver.notation.problems import RecordError

    from .perft import expected_counts

    results = {}
    solver = Solver(memory=16 << 20)
    with example_path("suite").open("rb") as stream:
        for record in iter_records(stream, "suite.dia"):
            if isinstance(record, RecordError):
                results["suite"] = str(record)
                continue
            position, wrong = record.position(), []
            solution = solver.solve(position)
            if (solution.value,) != record.value:
                wrong.append(f"value {solution.value}, not {record.value}")
            if {str(move) for move in solution.best_moves} != set(record.best):
                wrong.append(f"best {', '.join(map(str, solution.best_moves))}, not {', '.join(record.best)}")
            for depth, count in expected_counts(record).items():
                if perft(position, depth) != count:
                    wrong.append(f"perft {depth} is {perft(position, depth)}, not {count}")
            results[str(record.id)] = "; ".join(wrong) or "ok"
    return results


def moves_by_engines() -> dict[str, str]:
    """Lets an engine and the rules of thumb begin each game, which needs more of the libraries than to solve."""
    from diamonds_solver.games import GAMES, find_game
    from diamonds_solver.live.live_game import LiveGame

    results = {}
    for name in GAMES:
        try:
            game = LiveGame.new(["playout", RULES_OF_THUMB], game=name, seed=1)
            steps = [game.engine_step() for _ in range(_MOVES)]
            wrong = next((step.trouble for step in steps if step is not None and step.trouble), "")
        except Exception as error:  # whatever a library that does not fit makes of it
            wrong = f"{type(error).__name__}: {error}"
        results[f"moves in {find_game(name).words.title}"] = wrong or "ok"
    return results


def _core() -> dict[str, Any]:
    try:
        from diamonds_solver.games.diamonds.solving.solve import core_info
    except ImportError as error:
        return {"error": f"{error}; reinstall it in the repository: pip install --force-reinstall ."}
    return core_info()


def _version(name: str) -> str | None:
    try:
        return version(name)
    except PackageNotFoundError:
        return None


def processor_name() -> str:
    """The processor's name where the system tells it, else its kind."""
    try:
        lines = Path("/proc/cpuinfo").read_bytes().decode("ascii", "backslashreplace").splitlines()
    except OSError:
        lines = []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor() or platform.machine()


def _format(report: dict[str, Any]) -> str:
    core, processor = report["core"], report["processor"]
    lines = [
        f"diamonds_solver  {report['diamonds_solver']}, build {report['build']}",
        f"Python           {report['python']} ({sys.executable})",
        f"system           {report['system']}",
        f"processor        {processor['name']}, {counted(processor['count'], 'core')}",
    ]
    if "error" in core:
        lines.append(f"compiled core    missing: {core['error']}")
    else:
        build = "debug build" if core["debug"] else "release build with switches" if core["switches"] else "release build"
        lines.append(f"compiled core    {build} by {core['compiler']}, instructions for {core['instructions']}")
    lines += [f"{name:<16} {number or 'missing'}" for name, number in report["libraries"].items()]
    for extra, names in report["extras"].items():
        missing = [name for name, number in names.items() if number is None]
        lines.append(f"{'extra ' + extra:<16} " + (f"missing; in the repository: pip install '.[{extra}]'" if missing else "installed"))
    lines += [f"self-test        {name}: {result}" for name, result in report["self_test"].items()]
    lines.append("everything works" if report["ok"] else "the self-test FAILED: please report this")
    return "\n".join(lines)
