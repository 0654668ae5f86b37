"""A progress bar on standard error, for a person who waits."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import TYPE_CHECKING, ParamSpec, TypeAlias

from diamonds_solver.common.wording import counted

if TYPE_CHECKING:
    from diamonds_solver.advice.advice import Advice

OnProgress = Callable[[int, float, float], None]
P = ParamSpec("P")
Status: TypeAlias = AbstractContextManager[Callable[P, None] | None]
"""Gives a function to be told of progress; None where nobody would see it."""
OnMove = Callable[[object, float | tuple[float, ...]], None]
_LAST_PROVEN = 2  # moves whose values are shown, so that the line fits the terminal


def shows_bar(quiet: bool) -> bool:
    """Whether `progress` shows anything: on a terminal, when the data goes elsewhere; data on the same terminal is progress enough."""
    return not quiet and sys.stderr.isatty() and not sys.stdout.isatty()


@contextmanager
def progress(label: str, total: int | None, quiet: bool = False, *, always: bool = False) -> Iterator[Callable[[], None]]:
    """Gives a function to call after each of `total` steps (None: not known, then they are only counted); see `shows_bar`.

    `always`: also where the data goes to the same terminal, for commands that write it at the end only.
    """
    if not (shows_bar(quiet) or (always and not quiet and sys.stderr.isatty())):
        yield lambda: None
        return
    # rich is loaded here only: it would slow down every start.
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    # Unless told not to, rich would send what is printed to its own stream.
    with Progress(*columns, console=Console(stderr=True), transient=True, redirect_stdout=False, redirect_stderr=False) as bar:
        task = bar.add_task(label, total=total)
        yield lambda: bar.advance(task)


@contextmanager
def search_status(quiet: bool = False, is_chance: bool = False) -> Iterator[tuple[OnProgress | None, OnMove | None]]:
    """Gives the `on_progress` and the `on_move` of a ``game.SolveCallbacks`` that show a line from the first second on.

    None where nobody would see it, or where a bar is shown already. `is_chance`: values are shown in per cent.
    """
    proven = list[str]()

    def text(nodes: int, lower: float, upper: float) -> str:
        last = f", proven: {', '.join(proven[-_LAST_PROVEN:])}" if proven else ""
        between = f"{100 * lower:.2f} to {100 * upper:.2f} %" if is_chance else f"{lower:+g} to {upper:+g}"
        return f"{nodes / 1e6:.{int(is_chance)}f} M nodes, value {between}{last}"

    with _status(quiet or shows_bar(quiet), text) as on_progress:
        yield on_progress, None if on_progress is None else lambda move, value: proven.append(f"{move} {_value(value)}")


def _value(value: float | tuple[float, ...]) -> str:
    return "/".join(map(str, value)) if isinstance(value, tuple) else f"{value:+.4g}"


def bounds_status(quiet: bool = False) -> Status[[int, float, float]]:
    """The like for `equilibrium`'s `on_progress`: what is proven of the value of passing so many cards."""
    return _status(quiet or shows_bar(quiet), lambda count, lower, upper: f"passing {count}: value {lower:+.2f} to {upper:+.2f}")


def rounds_status(quiet: bool = False) -> Status[[int, int]]:
    """The like for `evaluate_hand`'s `on_progress`: which part of the rounds is played."""
    return _status(quiet, lambda rounds, total: f"{100 * rounds / total:.0f} % of {total:,} rounds")


def judging_status(quiet: bool = False) -> Status[[int, int]]:
    """The like for `analyse`'s `on_progress`. A share: a decision with a choice is judged twice, in hindsight and by what was known."""
    return _status(quiet, lambda done, total: f"{100 * done / total:.0f} % of the decisions judged")


def proof_status(things: str, quiet: bool = False) -> Status[[int, float]]:
    """The like for certificates: how many `things` are done, and about which share of all (0 to 1)."""
    return _status(quiet, lambda count, share: f"{count:,} {things}, {100 * share:.0f} %")


@contextmanager
def advice_status(quiet: bool = False, written: Callable[[object], str] = str) -> Iterator[Callable[[Advice], None] | None]:
    """The like for `advise`'s `on_advice`: worlds valued so far, and the move that leads. `written`: how to write a move."""
    if quiet or not sys.stderr.isatty():
        yield None
        return
    with _status_line() as write:
        yield lambda advice: write(advice.seconds, f"{counted(advice.worlds, 'world')}, {written(advice.moves[0].move)} leads")


@contextmanager
def _status(quiet: bool, text: Callable[P, str]) -> Iterator[Callable[P, None] | None]:
    """Gives a function that shows the seconds so far and the text of its arguments; None where nobody would see it."""
    if quiet or not sys.stderr.isatty():
        yield None
        return
    started = time.monotonic()
    with _status_line() as write:
        yield lambda *values, **more: write(time.monotonic() - started, text(*values, **more))


@contextmanager
def _status_line() -> Iterator[Callable[[float, str], None]]:
    """Gives a function that writes the seconds and a text over the last one, at most ten times a second; in the end the line is empty."""
    shown, width = 0.9, 0

    def write(seconds: float, text: str) -> None:
        nonlocal shown, width
        if seconds - shown < 0.1:
            return
        shown = seconds
        line = f"{seconds:.0f} s, {text}"
        width = max(width, len(line))
        print(f"\r{line:<{width}}", end="", file=sys.stderr, flush=True)

    try:
        yield write
    finally:
        if width:
            print(f"\r{'':<{width}}\r", end="", file=sys.stderr, flush=True)
