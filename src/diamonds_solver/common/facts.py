"""What the program and its page for phones share: numbers of the game, what `auto` takes, amounts of work, thresholds, levels.

They stand in ``facts.js``, a module of JavaScript that exports a JSON object; what each means is said where Python names it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

FACTS: Mapping[str, Any] = json.loads((Path(__file__).parents[1] / "facts.js").read_text(encoding="utf-8").removeprefix("export default"))


def by_number(values: Mapping[str, int]) -> dict[int, int]:
    """A JSON object whose names are numbers, as those of players are."""
    return {int(number): value for number, value in values.items()}
