"""A column of a table as a picture, with matplotlib."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np

from diamonds_solver.common.files import write_whole
from diamonds_solver.errors import MissingExtraError
from diamonds_solver.markup.svg import colour

from .store import TableError
from .summary import Group

_MOST_BARS = 60
_MOST_GROUPS = 8  # in one picture
_COLOURS = ("D", "H", "C", "S", "p5", "p4", "gem-4", "line-strong")  # tokens


def histogram(path: Path, groups: Sequence[Group], column: str, by: Sequence[str]) -> None:
    """How often each value occurs, in per cent of a group's rows, a line for each group; the file's name says which format.

    Raises MissingExtraError without matplotlib, TableError for more groups than one picture holds and for other formats, OSError.
    """
    if path.suffix not in (".svg", ".png"):
        raise TableError(f"{path.name!r} is not the name of a picture", hint="the name ends with .svg or .png")
    if not 1 <= len(groups) <= _MOST_GROUPS:
        raise TableError(
            f"a histogram shows 1 to {_MOST_GROUPS} groups, not {len(groups)}", hint="choose other columns for --by, or --where"
        )
    axes, figure = _axes()
    edges = _edges(groups)
    for index, group in enumerate(groups):
        counts, _ = np.histogram(group.values, edges)
        label = ", ".join(f"{name} {cell}" for name, cell in zip(by, group.key, strict=True)) or None
        axes.stairs(
            100 * counts / len(group.values), edges, label=label, color=colour(_COLOURS[index]), fill=len(groups) == 1, linewidth=1.5
        )
    axes.set_xlabel(column)
    axes.set_ylabel("% of rows")
    if by:
        axes.legend(frameon=False)
    picture = BytesIO()
    figure.savefig(picture, format=path.suffix[1:])
    write_whole(path, [picture.getvalue()])


def _edges(groups: Sequence[Group]) -> Any:
    """A bar for each value where they lie on a grid, else bars of equal width."""
    values = np.unique(np.concatenate([group.values for group in groups]))
    steps = np.diff(values)
    step = float(steps.min()) if len(steps) else 1.0
    bars = round((values[-1] - values[0]) / step) + 1 if len(steps) else 1
    if bars <= _MOST_BARS and np.allclose(np.round((values - values[0]) / step) * step, values - values[0]):
        return values[0] + step * (np.arange(bars + 1) - 0.5)
    return np.linspace(values[0], values[-1], _MOST_BARS + 1)


def _axes() -> tuple[Any, Any]:
    try:
        import matplotlib
    except ImportError as error:
        message = "a picture needs matplotlib, which is not installed"
        raise MissingExtraError.of("plot", message) from error
    matplotlib.use("agg")
    from matplotlib.figure import Figure

    figure = Figure(figsize=(7, 4), layout="constrained")
    axes = figure.add_subplot()
    axes.spines[["top", "right"]].set_visible(False)
    return axes, figure
