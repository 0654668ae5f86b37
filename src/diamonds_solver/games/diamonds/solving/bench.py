"""The fixed positions of ``diamonds bench``: solved, counted, and held against an earlier run.

Each position is solved by itself: one thread, a cleared table of fixed size. So the node counts are the same on every machine; their sum,
the signature, changes only when the search does. The values are known and compared: a run is a test of the answers, too.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Any

from diamonds_solver.errors import DiamondsError

from ..records.notation import example_records
from ..records.record import Record
from .solve import Solver, Technique

MEMORY = 256 << 20
"""Bytes of the solver's table. Fixed here, as node counts depend on it."""


@dataclass(frozen=True)
class Row:
    """What came of one position."""

    id: str
    nodes: int
    seconds: float
    """The median over the runs."""
    value: float | None
    """None when a limit was reached."""
    expected: float

    @property
    def ok(self) -> bool:
        """Whether the value is the known one. Values are multiples of 1/5 at the closest, known ones are written with two decimals."""
        return self.value is not None and math.isclose(self.value, self.expected, abs_tol=0.006)


@dataclass(frozen=True)
class Bench:
    """What came of all positions."""

    all_moves: bool
    """Whether every legal move was valued, or the best one alone."""
    rows: tuple[Row, ...]
    run_seconds: tuple[float, ...]
    """The time of each run through all positions."""
    made_by: str = "unknown"
    """Which program counted, on which machine."""

    @property
    def signature(self) -> int:
        """The nodes of all positions."""
        return sum(row.nodes for row in self.rows)

    @property
    def seconds(self) -> float:
        """The median time of a run."""
        return median(self.run_seconds)

    @property
    def wrong(self) -> tuple[Row, ...]:
        """The positions whose value is not the known one."""
        return tuple(row for row in self.rows if not row.ok)

    def speeds(self) -> list[float]:
        """Nodes a second of each run."""
        return [self.signature / seconds for seconds in self.run_seconds]

    def to_dict(self) -> dict[str, Any]:
        """The JSON object of ``diamonds bench --json``, as `baseline` reads it."""
        return {
            "signature": self.signature,
            "moves": _moves(self.all_moves),
            "made_by": self.made_by,
            "seconds": round(self.seconds, 6),
            "nodes_per_second": round(median(self.speeds())),
            "run_seconds": [round(seconds, 6) for seconds in self.run_seconds],
            "ok": not self.wrong,
            "positions": [
                {"id": r.id, "nodes": r.nodes, "seconds": round(r.seconds, 6), "value": r.value, "expected": r.expected, "ok": r.ok}
                for r in self.rows
            ],
        }


def bench_records() -> list[Record]:
    """The fixed positions, with their values."""
    return example_records("bench")


def run_bench(
    records: Iterable[Record] | None = None,
    *,
    all_moves: bool = True,
    repeats: int = 1,
    techniques_off: Technique = Technique(0),
    node_limits: Sequence[int] | None = None,
    made_by: str = "unknown",
    on_step: Callable[[], None] = lambda: None,
) -> Bench:
    """Solves the positions of `records` (default: the fixed ones) `repeats` times in order; calls `on_step` after each solve.

    `made_by` says which program counts, on which machine. `node_limits` has a limit for each position; one that meets it counts with the
    nodes made until then and without a value.

    Raises DiamondsError when a repetition needs other nodes than the first run, which a deterministic search cannot.
    """
    records = bench_records() if records is None else list(records)
    solver = Solver(MEMORY)
    runs: list[list[tuple[int, float, float | None]]] = []
    for _ in range(repeats):
        runs.append([])
        for index, record in enumerate(records):
            solver.clear()
            limit = node_limits[index] if node_limits is not None else None
            solution = solver.solve(record.position(), all_moves=all_moves, techniques_off=techniques_off, node_limit=limit)
            assert not isinstance(solution.value, tuple)
            finished = solution.exact and not solution.stopped
            runs[-1].append((solution.nodes, solution.seconds, solution.value if finished else None))
            on_step()
    rows = []
    for record, results in zip(records, zip(*runs, strict=True), strict=True):
        nodes, _, value = results[0]
        if any(result[0] != nodes for result in results):
            raise DiamondsError(f"{record.id}: {nodes} nodes at first, then another number", code="E-BENCH", hint="please report this")
        rows.append(Row(str(record.id), nodes, median(result[1] for result in results), value, record.value[0]))
    return Bench(all_moves, tuple(rows), tuple(math.fsum(result[1] for result in run) for run in runs), made_by)


# -- comparison with an earlier run -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Change:
    """One position in two runs."""

    id: str
    old_nodes: int
    new_nodes: int
    old_seconds: float
    new_seconds: float

    @property
    def nodes_ratio(self) -> float:
        """New nodes for each old one: below 1 is better."""
        return self.new_nodes / max(1, self.old_nodes)

    @property
    def seconds_ratio(self) -> float:
        """New time over old; times below a microsecond count as one."""
        return max(1e-6, self.new_seconds) / max(1e-6, self.old_seconds)


@dataclass(frozen=True)
class BenchComparison:
    """Two runs, position by position. Only positions that both have are compared."""

    changes: tuple[Change, ...]
    only_old: tuple[str, ...]
    only_new: tuple[str, ...]
    old: str
    """What made the old run."""
    new: str

    @property
    def total(self) -> Change:
        """All compared positions as one."""
        c = self.changes
        nodes = sum(x.old_nodes for x in c), sum(x.new_nodes for x in c)
        return Change("total", *nodes, math.fsum(x.old_seconds for x in c), math.fsum(x.new_seconds for x in c))

    def is_regression(self, threshold: float) -> bool:
        """Whether the nodes of all positions grew by more than `threshold` per cent. Times do not count: they depend on the machine."""
        total = self.total
        return total.new_nodes > total.old_nodes * (1 + threshold / 100)

    def to_dict(self) -> dict[str, Any]:
        """The field ``comparison`` of ``diamonds bench --json``."""
        return {
            "old": self.old,
            "new": self.new,
            "positions": [_change_dict(change) for change in self.changes],
            "total": _change_dict(self.total),
            "only_old": list(self.only_old),
            "only_new": list(self.only_new),
        }


def compare(old: Bench, new: Bench) -> BenchComparison:
    """Raises DiamondsError when the runs asked for different things or have no position in common."""
    if old.all_moves != new.all_moves:
        raise DiamondsError(
            f"the old run valued {_moves(old.all_moves)}, this one {_moves(new.all_moves)}",
            code="E-BENCH",
            hint="use --best for both or for neither",
        )
    before, after = {row.id: row for row in old.rows}, {row.id: row for row in new.rows}
    changes = tuple(
        Change(row.id, before[row.id].nodes, row.nodes, before[row.id].seconds, row.seconds) for row in new.rows if row.id in before
    )
    if not changes:
        raise DiamondsError("the two runs have no position in common", code="E-BENCH")
    only_old, only_new = tuple(name for name in before if name not in after), tuple(name for name in after if name not in before)
    return BenchComparison(changes, only_old, only_new, old.made_by, new.made_by)


def baseline(text: str, name: str = "this") -> Bench:
    """An earlier run from the JSON that `Bench.to_dict` gave. `name` is what a message calls the text.

    Raises DiamondsError for any other text.
    """
    try:
        record = json.loads(text)
        rows = tuple(_row(row) for row in record["positions"])
        seconds = tuple(map(float, record["run_seconds"]))
        return Bench({"all": True, "best": False}[record["moves"]], rows, seconds, str(record.get("made_by", "unknown")))
    except (ValueError, KeyError, TypeError, OverflowError, RecursionError) as error:
        place = f": line {error.lineno}, column {error.colno}" if isinstance(error, json.JSONDecodeError) else ""
        message = f"{name} is not the output of 'diamonds bench --json'{place}"
        raise DiamondsError(message, code="E-BENCH", hint="write it with: diamonds bench --json > old.json") from error


def _row(record: dict[str, Any]) -> Row:
    value = record["value"]
    return Row(
        str(record["id"]),
        int(record["nodes"]),
        float(record["seconds"]),
        None if value is None else float(value),
        float(record["expected"]),
    )


def _moves(all_moves: bool) -> str:
    return "all" if all_moves else "best"


def _change_dict(change: Change) -> dict[str, Any]:
    return {
        "id": change.id,
        "old_nodes": change.old_nodes,
        "nodes": change.new_nodes,
        "nodes_ratio": round(change.nodes_ratio, 4),
        "old_seconds": round(change.old_seconds, 6),
        "seconds": round(change.new_seconds, 6),
        "seconds_ratio": round(change.seconds_ratio, 4),
    }
