"""The example records, as ``.dia`` files in ``data/``. The first comment line of a file describes it."""

from __future__ import annotations

from pathlib import Path

EXAMPLES = ("diamoniak-game", "diamoniak-draw", "diamoniak-small", "diamoniak-broken")
_DATA = Path(__file__).parents[1] / "data"


def example_path(name: str) -> Path:
    """The file of an example."""
    return _DATA / f"{name}.dia"
