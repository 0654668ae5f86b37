"""Measures how much of csrc and src the tests run, by folder: the tests of the C core, then pytest, on a build in build/coverage.

Arguments go to pytest; none: the whole suite. Branches: both ways of every decision; of C those that stay after the compiler has
folded what is constant. A header that is compiled for several games counts once. Cython (.pyx) is not measured. Needs gcc and the
extra `coverage`.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import click

ROOT = Path(__file__).parents[1]
OUT = ROOT / "build" / "coverage"
PACKAGE = OUT / "lib" / "diamonds_solver"

SETTINGS = f"""
[run]
branch = true
parallel = true
patch = subprocess
source = {PACKAGE}
data_file = {OUT}/python.data

[report]
exclude_also =
    if TYPE_CHECKING:
    @overload
    ^\\s*\\.\\.\\.$
"""
Counts = tuple[int, int, int, int]
"""Lines, lines run, branches, branches taken."""


def run(*command: str | Path, **environment: str) -> None:
    if subprocess.run(command, cwd=ROOT, env={**os.environ, **environment}, stdout=sys.stderr, check=False).returncode:
        raise click.ClickException(f"failed: {' '.join(map(str, command))}")


def measure(arguments: tuple[str, ...]) -> None:
    """Builds, and runs the tests. What fails in pytest is counted, too: the table is about what was run."""
    shutil.rmtree(OUT, ignore_errors=True)
    run(sys.executable, "setup.py", "-q", "build", "--build-base", OUT, "--build-lib", OUT / "lib", DIAMONDS_COVERAGE="1")
    run("make", "test-c", "run-threads", f"C_OUT={OUT}/c", "SANITIZE=--coverage -DNDEBUG", "SANITIZE_THREADS=--coverage -DNDEBUG")
    (OUT / "settings").write_text(SETTINGS, encoding="utf-8")
    tests = [sys.executable, "-m", "coverage", "run", f"--rcfile={OUT}/settings", "-m", "pytest", "-q", *arguments]
    code = subprocess.run(tests, cwd=ROOT, env={**os.environ, "PYTHONPATH": str(OUT / "lib")}, stdout=sys.stderr, check=False).returncode
    if code > 1:
        raise click.ClickException(f"pytest: exit code {code}")
    run(sys.executable, "-m", "coverage", "combine", "-q", f"--rcfile={OUT}/settings")
    run(sys.executable, "-m", "coverage", "json", "-q", f"--rcfile={OUT}/settings", "-o", OUT / "python.json")
    gcovr: list[str | Path] = [sys.executable, "-m", "gcovr", "--root", ROOT, "--filter", "csrc/", "--json-summary", OUT / "c.json"]
    run(*gcovr, "--merge-mode-functions", "separate", "--gcov-ignore-parse-errors=all", "--gcov-ignore-errors=all", OUT)


def files() -> Iterator[tuple[Path, Counts]]:
    """Every file measured, as it stands in the repository."""
    for file in json.loads((OUT / "c.json").read_text(encoding="utf-8"))["files"]:
        yield Path(file["filename"]), tuple(file[key] for key in ("line_total", "line_covered", "branch_total", "branch_covered"))
    for name, file in json.loads((OUT / "python.json").read_text(encoding="utf-8"))["files"].items():
        keys = ("num_statements", "covered_lines", "num_branches", "covered_branches")
        yield Path("src/diamonds_solver") / (ROOT / name).relative_to(PACKAGE), tuple(file["summary"][key] for key in keys)


def room(path: Path) -> str:
    """The folder that a row is about: the games have rooms of their own."""
    parts = path.parent.parts
    return "/".join(parts[: 5 if parts[:3] == ("src", "diamonds_solver", "games") else 3])


def share(run: int, total: int) -> str:
    return f"{100 * run / total:.1f}" if total else ""


def report(under: str) -> None:
    """The table of the files whose path begins with `under`."""
    rows: dict[str, list[int]] = defaultdict(lambda: [0, 0, 0, 0])
    for path, counts in ((path, counts) for path, counts in files() if str(path).startswith(under)):
        for name in (room(path), f"all of {path.parts[0]}"):
            rows[name] = [a + b for a, b in zip(rows[name], counts, strict=True)]
    print("| folder | lines | run, % | branches | taken, % |")
    print("|---|---:|---:|---:|---:|")
    for name, (lines, lines_run, branches, taken) in sorted(rows.items(), key=lambda row: (row[0].startswith("all"), row[0])):
        shown = name.replace("src/diamonds_solver", "src")
        print(f"| {shown} | {lines:,} | {share(lines_run, lines)} | {branches:,} | {share(taken, branches)} |")


@click.command(help=__doc__, context_settings={"ignore_unknown_options": True})
@click.argument("arguments", nargs=-1, type=click.UNPROCESSED)
@click.option("--report", "only_report", is_flag=True, help="The table of what was measured last.")
@click.option("--under", default="", metavar="FOLDER", help="Rows of this folder only, say csrc.")
def main(arguments: tuple[str, ...], only_report: bool, under: str) -> None:
    if not only_report:
        measure(arguments)
    report(under)


if __name__ == "__main__":
    main()
