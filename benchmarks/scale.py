"""A large table made twice: at one go, and killed two times on the way. Prints whether both are the same, and what memory it takes.

The table has a row for each move of 2-player deals, about ten a deal, and is worked out on one thread. Memory is what the program has
resident when so much of the table is done. For Linux, with pyarrow.
"""

from __future__ import annotations

import hashlib
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path

import click
from common.kinds import machine, markdown_table, missing_extra

from diamonds_solver.common.quantities import MOST_SEED

SHARES = (0.1, 0.25, 0.5, 0.75, 0.95)
"""How much is done when memory is looked at."""
KILLS = (0.35, 0.7)
"""How much is done when the program is killed."""
PAUSE = 0.1  # seconds between two looks
MIB = 1 << 20


@dataclass
class Made:
    """How a table was made."""

    seconds: float = 0.0
    memory: dict[float, int] = field(default_factory=dict)
    """Bytes that are resident, by the share that is done."""
    most: int = 0
    """The highest that was ever resident, in bytes."""
    digest: str = ""
    rows: int = 0


@dataclass(frozen=True)
class Work:
    """What is made."""

    out: Path
    deals: int
    block: int
    seed: int

    def command(self) -> list[str]:
        options = ["--deals", str(self.deals), "-p", "2", "--seed", str(self.seed), "--threads", "1", "--block", str(self.block)]
        return [sys.executable, "-m", "diamonds_solver", "table", *options, "-q", "-o", str(self.out)]

    def done(self) -> float:
        """The share of the blocks that is kept."""
        parts = self.out.with_name(f"{self.out.name}.parts")
        return len(list(parts.glob("*.part"))) * self.block / self.deals


def make(work: Work, made: Made, until: float | None = None) -> None:
    """Runs the program to its end, or kills it when the share `until` is done."""
    started = time.perf_counter()
    process = subprocess.Popen(work.command())
    try:
        while os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is None:
            done = work.done()
            if until is not None and done >= until:
                break
            for share in SHARES:
                if share <= done and share not in made.memory:
                    made.memory[share] = resident(process.pid)
            time.sleep(PAUSE)
    finally:
        os.kill(process.pid, signal.SIGKILL)  # nothing to one that has ended; Popen.kill would ask for its status first
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    made.seconds += time.perf_counter() - started
    made.most = max(made.most, usage.ru_maxrss * 1024)
    if until is None and process.returncode != 0:
        raise click.ClickException(f"{' '.join(work.command())}: exit code {process.returncode}")


def resident(process: int) -> int:
    """Bytes in memory."""
    pages = int(Path(f"/proc/{process}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


def table_of(work: Work, kills: tuple[float, ...]) -> Made:
    """A table, for whose sake the program is killed when these shares are done."""
    made = Made()
    for share in kills:
        make(work, made, share)
        if work.out.exists():
            raise click.ClickException("the table was ready before the program was killed: take more deals")
    make(work, made)
    with work.out.open("rb") as file:
        made.digest = hashlib.file_digest(file, "sha256").hexdigest()
    from pyarrow import parquet

    made.rows = parquet.ParquetFile(work.out).metadata.num_rows
    return made


def lines(work: Work, found: dict[str, Made]) -> Iterator[str]:
    """The tables as markdown, and what they say."""
    yield f"{work.deals:,} deals, blocks of {work.block}, one thread; seed {work.seed}."
    yield f"{machine()}."
    yield ""
    header = ("run", "rows", "seconds", "rows a second", *(f"MiB at {100 * share:.0f} %" for share in SHARES), "MiB at most")
    rows = []
    for name, made in found.items():
        memory = [f"{made.memory[share] / MIB:.0f}" if share in made.memory else "" for share in SHARES]
        pace = f"{made.rows / made.seconds:,.0f}"
        rows.append((name, f"{made.rows:,}", f"{made.seconds:.0f}", pace, *memory, f"{made.most / MIB:.0f}"))
    yield markdown_table(header, rows)
    yield ""
    first, *others = found.values()
    yield f"SHA-256 of the files equal: {'yes' if all(made.digest == first.digest for made in others) else 'NO'} (`{first.digest[:16]}`)."


@click.command(help=__doc__)
@click.option("--deals", type=click.IntRange(100), default=100_000, show_default=True)
@click.option("--block", type=click.IntRange(1), default=100, show_default=True, help="Deals kept at a time.")
@click.option("--seed", type=click.IntRange(0, MOST_SEED), default=1, show_default=True)
def main(deals: int, block: int, seed: int) -> None:
    if find_spec("pyarrow") is None:
        raise missing_extra("pyarrow", "table")
    with tempfile.TemporaryDirectory() as folder:
        found = {}
        for name, kills in {"at one go": (), "killed twice": KILLS}.items():
            found[name] = table_of(Work(Path(folder) / f"{name.replace(' ', '-')}.parquet", deals, block, seed), kills)
        click.echo("\n".join(lines(Work(Path(folder), deals, block, seed), found)))
    if len({made.digest for made in found.values()}) > 1:
        raise click.ClickException("the tables differ")


if __name__ == "__main__":
    main()
