"""What the scripts of this folder share: names for the kinds of game, random deals, tables in markdown, the machine."""

from __future__ import annotations

import os
import platform
from collections.abc import Iterable, Sequence
from dataclasses import replace

import click
import numpy as np

from diamonds_solver.cli.doctor import processor_name
from diamonds_solver.games.diamonds.deal import deal
from diamonds_solver.games.diamonds.round.position import Position
from diamonds_solver.games.diamonds.round.rules import Rules
from diamonds_solver.games.diamonds.solving.solve import core_info

KINDS = {
    **{f"standard{players}": Rules(players) for players in range(2, 7)},
    **{f"perfect{players}": Rules(players, perfect=True) for players in range(2, 6)},
    "teams4": Rules(4, teams=True),
    "perfect-teams4": Rules(4, perfect=True, teams=True),
    "teams6": Rules(6, teams=True),
}
THIEF_KINDS = {f"{kind}-thief": replace(rules, thief=True) for kind, rules in KINDS.items()}


def random_deal(rules: Rules, seed: int, number: int, cards: int | None = None) -> Position:
    """The start of a round, `cards` in each hand; with whole hands it is record `number` (from 1) of ``diamonds deal --seed``."""
    return deal(rules, np.random.default_rng([seed, number]), cards)


def need_switches() -> None:
    """Raises ClickException where the core is a build without switches."""
    if not core_info()["switches"]:
        raise click.ClickException(
            "this core has no switches; build it with them:\n  DIAMONDS_SWITCHES=1 python setup.py build_ext --inplace"
        )


def machine() -> str:
    """The machine, the system and the core, in one line."""
    core = core_info()
    build = "debug build" if core["debug"] else "release build with switches" if core["switches"] else "release build"
    python = f"{platform.python_implementation()} {platform.python_version()}"
    return (
        f"{processor_name()}, {os.cpu_count()} cores, {platform.system()} {platform.machine()}, {python}, {core['instructions']} ({build})"
    )


def markdown_table(header: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A markdown table; all columns but the first to the right."""
    lines = ["| " + " | ".join(header) + " |", "|---|" + "---:|" * (len(header) - 1)]
    return "\n".join([*lines, *("| " + " | ".join(row) + " |" for row in rows)])


def seconds_text(seconds: float) -> str:
    """Three digits and a unit: ``1.23 ms``."""
    for unit, scale in (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6)):
        if seconds >= scale or unit == "µs":
            return f"{seconds / scale:.3g} {unit}" if seconds < 1000 * scale else f"{seconds / scale:.0f} {unit}"
    raise AssertionError


def count_text(count: float) -> str:
    """``812``, ``3.1 k``, ``12.5 M``."""
    for unit, scale in ((" G", 1e9), (" M", 1e6), (" k", 1e3)):
        if count >= scale:
            return f"{count / scale:.3g}{unit}"
    return f"{count:.0f}"


def missing_extra(module: str, extra: str) -> click.ClickException:
    """What to say when `module` cannot be imported."""
    return click.ClickException(f"{module} is not installed: pip install '.[{extra}]'")
