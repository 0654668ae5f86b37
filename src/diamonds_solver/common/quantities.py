"""Quantities as people write them, such as ``500K``, ``2.5M``, ``0.5s``, ``50ms`` or ``3m``, and checks of those that a program gives."""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from decimal import Decimal
from numbers import Integral, Real
from types import UnionType
from typing import Any, TypeGuard

_UNITS = {"": 1, "K": 10**3, "M": 10**6, "G": 10**9}
_COUNT = re.compile(r"([0-9]+(?:\.[0-9]*)?|\.[0-9]+)\s*([KMG]?)", re.IGNORECASE | re.ASCII)
_TIME_UNITS = {"": 1.0, "s": 1.0, "ms": 0.001, "m": 60.0, "min": 60.0, "h": 3600.0}
_TIME = re.compile(r"((?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:e[-+]?[0-9]+)?)\s*([a-z]*)", re.IGNORECASE | re.ASCII)
MOST_SEED = (1 << 62) - 1
"""Seeds are whole numbers from 0 to this."""
MOST_WORLDS = 10_000_000
"""Of one piece of advice."""
MOST_THREADS = 1024
LONGEST_TIME = 1e9
"""In seconds, about thirty years."""
_KINDS: dict[type, str] = {str: "text", Iterable: "list", Collection: "list", Sequence: "list", Mapping: "dict"}


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


def json_number(number: float) -> float | None:
    """A number as JSON has it, None for one that is not finite. Nine decimals: what comes after them depends on the machine."""
    return round(number, 9) + 0.0 if math.isfinite(number) else None


def as_whole(value: Any) -> Any:
    """3 for 3.0, as other programs write whole numbers of JSON; anything else as it is."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


def is_whole(value: object) -> TypeGuard[int]:
    """Whether it is a whole number of any type, numpy's among them; True and False are none."""
    return not isinstance(value, bool) and isinstance(value, Integral)


def check_kind(value: object, kind: type | UnionType, hint: str = "") -> None:
    """Raises TypeError for an argument of another kind; `hint` says what it is or how to come by one. A text is no list of its letters."""
    kinds: tuple[Any, ...] = getattr(kind, "__args__", (kind,))
    if not isinstance(value, kind) or (isinstance(value, str | bytes) and type(value) not in kinds):
        names = [_KINDS.get(each, each.__name__) for each in kinds]
        wanted = " or ".join(f"{'an' if name[0] in 'AEIOU' else 'a'} {name}" for name in names)
        game = getattr(value, "game", "")  # of another game's record, which is called so as well
        given = type(value).__name__ + (f" of {game}" if isinstance(game, str) and type(value).__name__ in names else "")
        raise TypeError(f"{wanted} is expected, not {given}{hint and ': '}{hint}")


def check_whole(name: str, value: object, least: int = 0, most: float = math.inf) -> None:
    """Raises TypeError for an argument that is no whole number, ValueError for one that is not between `least` and `most`."""
    if type(value) is int and least <= value <= most:  # nearly always, and checks of seats are frequent
        return
    limits = f"from {least} to {most}" if most < math.inf else f"from {least} on"
    if not is_whole(value):
        raise TypeError(f"{name} must be a whole number {limits}, not {value!r}")
    if not least <= int(value) <= most:
        raise ValueError(f"{name} must be a whole number {limits}, not {value!r}")


def check_seconds(name: str, value: object) -> None:
    """Raises TypeError for an argument that is no number, ValueError for one that is negative or no time at all."""
    check_real(name, value, "a number of seconds", 0)


def check_real(name: str, value: object, wanted: str = "a number", least: float = -math.inf) -> None:
    """Raises TypeError for an argument that is no number, ValueError for one below `least`, and for no number at all."""
    if isinstance(value, bool) or not isinstance(value, Real):
        raise TypeError(f"{name} must be {wanted}, not {value!r}")
    if not float(value) >= least:
        raise ValueError(f"{name} must be {wanted}{f' from {least} on' if least > -math.inf else ''}, not {value!r}")
