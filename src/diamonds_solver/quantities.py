"""Quantities as people write them: numbers such as ``500K`` or ``2.5M``, times such as ``0.5s``, ``50ms`` or ``3m``."""

from __future__ import annotations

import re
from decimal import Decimal

_UNITS = {"": 1, "K": 10**3, "M": 10**6, "G": 10**9}
_COUNT = re.compile(r"([0-9]+(?:\.[0-9]*)?|\.[0-9]+)\s*([KMG]?)", re.IGNORECASE | re.ASCII)
_TIME_UNITS = {"": 1.0, "s": 1.0, "ms": 0.001, "m": 60.0, "min": 60.0, "h": 3600.0}
_TIME = re.compile(r"((?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:e[-+]?[0-9]+)?)\s*([a-z]*)", re.IGNORECASE | re.ASCII)
MOST_SEED = (1 << 62) - 1
"""Seeds are whole numbers from 0 to this."""
LONGEST_TIME = 1e9
"""In seconds, about thirty years."""


def read_count(text: str) -> int | None:
    """The whole number that a text means; None for a text that means none."""
    match = _COUNT.fullmatch(text.strip())
    if match is None:
        return None
    count = Decimal(match[1]) * _UNITS[match[2].upper()]
    return int(count) if count == int(count) else None


def read_time(text: str) -> float | None:
    """The seconds that a text means, without a unit as well; None for a text that means no time."""
    match = _TIME.fullmatch(text.strip())
    if match is None or match[2].lower() not in _TIME_UNITS:
        return None
    return float(match[1]) * _TIME_UNITS[match[2].lower()]
