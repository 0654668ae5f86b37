"""Tables as text and as HTML for notebooks, above all of moves compared."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from diamonds_solver.common.wording import aligned, wrapped_text

if TYPE_CHECKING:
    from jinja2 import Environment


@dataclass(frozen=True)
class Bar:
    """A loss as a length, and between which limits it lies; in parts of the longest."""

    value: float
    low: float | None = None
    high: float | None = None


@dataclass(frozen=True)
class MoveRow:
    """One move. A text is escaped unless it says by ``__html__`` that it is markup."""

    move: str
    cells: tuple[str, ...]
    best: bool = False
    bar: Bar | None = None


@dataclass(frozen=True)
class MoveTable:
    """Moves, the best first."""

    caption: str
    columns: tuple[str, ...]
    """Headings of `MoveRow.cells`."""
    rows: tuple[MoveRow, ...]
    notes: tuple[str, ...] = ()
    """What else is to be said, a paragraph each."""

    @property
    def has_bars(self) -> bool:
        return any(row.bar is not None for row in self.rows)

    def html(self) -> str:
        """For a notebook."""
        return render("moves.html", table=self)

    def text(self) -> str:
        """For a terminal."""
        rows = [("move", *self.columns, ""), *((row.move, *row.cells, "best" if row.best else "") for row in self.rows)]
        return _text(self.caption, rows, self.notes)


@dataclass(frozen=True)
class Figures:
    """A plain table of texts; the first cell of a row is its heading."""

    caption: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    notes: tuple[str, ...] = ()

    def html(self) -> str:
        """For a notebook."""
        return render("figures.html", table=self)

    def text(self) -> str:
        """For a terminal."""
        return _text(self.caption, [self.columns, *self.rows], self.notes)


def _text(caption: str, rows: Sequence[Sequence[str]], notes: Sequence[str]) -> str:
    return "\n".join([caption, *(line.rstrip() for line in aligned(rows)), *map(wrapped_text, notes)])


def bars(losses: Sequence[tuple[float, float | None, float | None]], least: float) -> list[Bar | None]:
    """Bars for losses with their limits, on one scale that is at least `least` long; None for a loss of nothing."""
    highs = [value if high is None else high for value, _, high in losses]
    longest = max([least, *(high for high in highs if math.isfinite(high))])

    def part(limit: float | None) -> float | None:
        return None if limit is None or not math.isfinite(limit) else min(max(limit, 0) / longest, 1)

    return [Bar(min(value / longest, 1), part(low), part(high)) if value > 0 else None for value, low, high in losses]


@dataclass(frozen=True)
class Amounts:
    """How values are written: points, or chances in per cent."""

    is_chance: bool = False

    def value(self, value: float) -> str:
        """What something is worth."""
        if self.is_chance:
            return f"{100 * value:.1f} %"
        return f"{value:+g}" if value == round(value) and value else "0" if value == 0 else f"{value:+z.2f}"

    def loss(self, loss: float) -> str:
        """An amount without a sign."""
        if loss == round(loss) and not self.is_chance:
            return f"{loss:g}"
        return f"{100 * loss:z.1f} %" if self.is_chance else f"{loss:z.2f}"

    @property
    def unit(self) -> float:
        """What is worth a look: a point, or ten per cent."""
        return 0.1 if self.is_chance else 1.0


# -- templates ----------------------------------------------------------------------------------------------------------------------------
# Pages from Jinja2 templates: those of this folder, and those that packages above bring.


def render(name: str, package: str | None = None, **values: Any) -> str:
    """The template `name` of the folder ``templates`` of `package` (a package's name), which may include the templates of this room.

    Every value is escaped, and a value that is missing is an error.
    """
    return _environment(package).get_template(name).render(values)


@lru_cache
def _environment(package: str | None) -> Environment:
    from jinja2 import ChoiceLoader, Environment, PackageLoader, StrictUndefined  # takes a while to load

    from .svg import colour  # reads the page's style sheet

    packages = [__package__, *([package] if package else [])]
    environment = Environment(
        loader=ChoiceLoader([PackageLoader(package) for package in packages]),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.globals["colour"] = colour
    return environment
