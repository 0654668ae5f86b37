"""Options with the units that people write: ``--time-limit 500ms``, ``--memory 2G``, ``--marks 5%,10%,15%``."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import click

from diamonds_solver.common.quantities import LONGEST_TIME, read_count, read_time

_MEMORY_UNITS = {"": 1, "B": 1, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30, "T": 1 << 40}
_MOST_MEMORY, _LARGEST = 1 << 46, (1 << 63) - 1


class Whole(click.IntRange):
    """A whole number within limits."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        try:
            int(value)
        except ValueError:
            absurd = " that can be meant" if str(value).strip().isdecimal() else ""
            self.fail(f"{value!r} is not a whole number{absurd}", param, ctx)
        return super().convert(value, param, ctx)


class Duration(click.ParamType):
    """Seconds, written ``2``, ``0.5s``, ``500ms``, ``3m`` or ``1h``."""

    name = "time"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        if isinstance(value, float):
            return value
        seconds = read_time(str(value))
        if seconds is None:
            self.fail(f"{value!r} is not a time; write 2, 0.5s, 500ms or 3m", param, ctx)
        if not 0 < seconds <= LONGEST_TIME:
            self.fail(f"{value!r} is out of range", param, ctx)
        return seconds


class Memory(click.ParamType):
    """Bytes, written ``500M``, ``2G`` or ``1.5GiB``."""

    name = "bytes"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        if isinstance(value, int):
            return value
        match = re.fullmatch(r"([0-9]+(?:\.[0-9]*)?|\.[0-9]+)\s*([BKMGT]?)(?:I?B)?", str(value).strip().upper())
        if not match:
            self.fail(f"{value!r} is not an amount of memory; write 500M or 2G", param, ctx)
        amount = float(match[1]) * _MEMORY_UNITS[match[2]]
        if amount > _MOST_MEMORY:
            self.fail(f"{value!r} is out of range", param, ctx)
        return int(amount)


class Count(click.ParamType):
    """A number, written ``500000``, ``500K`` or ``2.5M``.

    `most`: what is more is refused; without it, what is too large to be reached is as good as the largest.
    """

    name = "number"

    def __init__(self, least: int = 1, most: int | None = None) -> None:
        self._least, self._most = least, most

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        count = value if isinstance(value, int) else read_count(str(value))
        if count is None and read_count(str(value).strip().removeprefix("-")) is not None:
            self.fail(f"{value!r} is less than {self._least}", param, ctx)
        if count is None:
            self.fail(f"{value!r} is not a whole number; write 500000, 500K or 2M", param, ctx)
        if count < self._least:
            self.fail(f"{value!r} is less than {self._least}", param, ctx)
        if self._most is not None and count > self._most:
            self.fail(f"{value!r} is more than {self._most}", param, ctx)
        return min(count, _LARGEST)


class Shares(tuple[float, ...]):
    """Losses that were written in per cent."""


class Losses(click.ParamType):
    """Three losses: ``0.25,0.5,1``, or per cent for chances: ``5%,10%,15%``."""

    name = "losses"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[float, ...]:
        if isinstance(value, tuple):
            return value
        words = [word.strip() for word in str(value).split(",")]
        try:
            numbers = tuple(float(word[:-1]) / 100 if word.endswith("%") else float(word) for word in words)
        except ValueError:
            numbers = ()
        if len(numbers) != 3 or not 0 < numbers[0] <= numbers[1] <= numbers[2] < float("inf"):
            self.fail(f"{value!r} is not three increasing losses; write 0.25,0.5,1, or for a chance 5%,10%,15%", param, ctx)
        return Shares(numbers) if "%" in str(value) else numbers


def limit_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """--time-limit, --nodes, --memory and --require-exact."""
    for option in (
        click.option("--require-exact", is_flag=True, help="Exit with code 4 if a limit is reached before the value is proven."),
        click.option("--memory", type=Memory(), default="256M", show_default=True, help="Memory limit for the search's table."),
        click.option("--nodes", "node_limit", type=Count(), help="Limit of positions visited, for each record: 500000, 2M."),
        click.option("--time-limit", type=Duration(), help="Time limit for each record: 5s, 500ms, 3m."),
    ):
        function = option(function)
    return function
