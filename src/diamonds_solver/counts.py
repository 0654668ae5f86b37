"""Large numbers as people write them: ``500000``, ``500K``, ``2.5M``."""

from __future__ import annotations

import re
from decimal import Decimal

_UNITS = {"": 1, "K": 10**3, "M": 10**6, "G": 10**9}
_COUNT = re.compile(r"([0-9]+(?:\.[0-9]*)?|\.[0-9]+)\s*([KMG]?)", re.IGNORECASE | re.ASCII)


def read_count(text: str) -> int | None:
    """The whole number that a text means; None for a text that means none."""
    match = _COUNT.fullmatch(text.strip())
    if match is None:
        return None
    count = Decimal(match[1]) * _UNITS[match[2].upper()]
    return int(count) if count == int(count) else None
