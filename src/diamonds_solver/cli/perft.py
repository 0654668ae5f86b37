"""``diamonds perft``: exact numbers of move sequences, to hold two implementations of the rules against each other."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import click

from diamonds_solver.common.wording import printable, quote
from diamonds_solver.errors import DiamondsError
from diamonds_solver.games.diamonds.records.game_record import last_round
from diamonds_solver.games.diamonds.records.record import Record
from diamonds_solver.games.diamonds.round.position import Position
from diamonds_solver.games.diamonds.solving import reference
from diamonds_solver.games.diamonds.solving.solve import perft

from . import NO
from .inputs import of_game, read_records, sources_argument
from .limits import Whole
from .loop import Run, answering
from .options import json_option

MAX_DEPTH = 100

Count = Callable[[Position, int], int]

_EXPECTED = re.compile(r"([0-9]{1,2}|100):([0-9]{1,20})")


@click.command()
@sources_argument
@click.option("-d", "--depth", type=Whole(1, MAX_DEPTH), help="Number of moves; else the depths of the records' x-perft fields.")
@click.option("--divide", is_flag=True, help="Also the count after each first move.")
@click.option("--reference", "use_reference", is_flag=True, help="Count with the plain Python rules instead of the C core; slow.")
@answering(json_option)
def command(run: Run, sources: tuple[str, ...], depth: int | None, divide: bool, use_reference: bool) -> None:
    """Count the sequences of DEPTH moves from each position.

    Every decision is a move: a card, a victim, who acts for a team. A sequence that ends with the round counts, too. A record may say what
    is expected, by depth: x-perft 1:10 2:90. A count that differs ends the command with exit code 1.
    """
    count = reference.perft if use_reference else perft

    def answer(record: Record) -> None:
        for row in _rows(record, depth, count, divide):
            if row.get("ok") is False:
                run.verdict = NO
            if run.as_json:
                run.write(row)
            else:
                click.echo(_format(row, run.number))

    run.each(read_records(sources), lambda record: answer(last_round(of_game(Record.game, record))))


def expected_counts(record: Record) -> dict[int, int]:
    """The depths and counts of a record's ``x-perft`` fields.

    Raises DiamondsError for one that is not ``depth:count depth:count ...``.
    """
    counts = {}
    for key, text in record.extra:
        if key != "x-perft":
            continue
        for item in text.split():
            match = _EXPECTED.fullmatch(item)
            if match is None:
                raise DiamondsError(f"x-perft: {quote(item)} is not depth:count", code="E-PERFT", hint="write 'x-perft 1:10 2:90'")
            counts[int(match[1])] = int(match[2])
    return counts


def _rows(record: Record, depth: int | None, count: Count, divide: bool) -> Iterator[dict[str, Any]]:
    """One row for each depth that is asked for.

    Raises DiamondsError for a record that hides cards, or has an x-perft field that cannot be read.
    """
    position, expected = record.position(), expected_counts(record)
    if depth is None and not expected:
        raise DiamondsError("the record has no x-perft field", code="E-PERFT", hint="give --depth N, or add 'x-perft 1:10' to the record")
    for d in [depth] if depth is not None else sorted(expected):
        row: dict[str, Any] = {"id": record.id, "depth": d, "nodes": 0}
        if divide and d > 0 and not position.is_over:
            row["moves"] = {str(move): count(position.play(move), d - 1) for move in position.moves()}
            row["nodes"] = sum(row["moves"].values())
        else:
            row["nodes"] = count(position, d)
        if d in expected:
            row |= {"expected": expected[d], "ok": row["nodes"] == expected[d]}
        yield row


def _format(row: dict[str, Any], number: int) -> str:
    name = printable(row["id"] or f"record {number}")
    lines = [f"{name}  depth {row['depth']}  {move}  {nodes}" for move, nodes in row.get("moves", {}).items()]
    verdict = {None: "", True: "  ok", False: f"  WRONG: {row.get('expected')} expected"}[row.get("ok")]
    return "\n".join([*lines, f"{name}  depth {row['depth']}  {row['nodes']}{verdict}"])
