"""Rows of ``diamonds arena``, whose deals are kept in a file: the same command goes on where it ended."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import click

BENCHMARKS = Path(__file__).parents[1]


def arena_row(players: Sequence[str], options: str, out: Path, environment: Mapping[str, str] | None = None) -> dict[str, Any]:
    """What the first player does in a field of the second one. Raises ClickException where that fails."""
    out.parent.mkdir(parents=True, exist_ok=True)
    command = ["arena", *players, *options.split(), "--out", str(out.resolve()), "--json", "--quiet"]
    run = subprocess.run(
        [sys.executable, "-m", "diamonds_solver", *command],
        stdout=subprocess.PIPE,
        text=True,
        check=False,
        cwd=BENCHMARKS,  # where players of this folder are found
        env=os.environ | dict(environment or {}),
    )
    if run.returncode != 0:
        raise click.ClickException(f"diamonds {' '.join(command)}: exit code {run.returncode}")
    row: dict[str, Any] = json.loads(run.stdout)["results"][0]
    return row


def estimated(estimate: dict[str, float | None] | None, form: str, factor: float = 1.0) -> str:
    """A mean and half of its 95 % interval; empty for a game without points."""
    value, low, high = (estimate[key] for key in ("value", "low", "high")) if estimate else (None, None, None)
    if value is None:
        return ""
    reach = "" if low is None or high is None else f" ±{factor * (high - low) / 2:{form.lstrip('+')}}"
    return f"{factor * value:{form}}{reach}"
