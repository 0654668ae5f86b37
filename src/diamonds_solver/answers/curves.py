"""Curves over a game, one for each player, as SVG: the page that shows them styles lines by class."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from diamonds_solver.markup.svg import element, fitted, text

WIDTH, HEIGHT = 840, 260
_LEFT, _RIGHT, _TOP, _BOTTOM = 40, 110, 24, 22
_DASHES = ("none", "7 3", "2 3", "9 3 2 3", "14 4", "5 2 1 2 1 2")
_NAME_SIZE, _NAME_STEP = 13, 15


@dataclass(frozen=True)
class Curve:
    """A player's values before each decision; None if one is not known."""

    name: str
    values: tuple[float | None, ...]


@dataclass(frozen=True)
class Flag:
    """A decision that is worth a look: a sign on a curve, which leads to it."""

    place: int
    """Index of the decision."""
    curve: int
    text: str
    """Two letters at most; none: a dot."""
    target: str
    """The address."""
    label: str
    """In words."""


def chart(curves: Sequence[Curve], starts: Sequence[tuple[int, str]], flags: Sequence[Flag], label: str) -> str:
    """The curves on one scale, names at their ends. `starts`: at which decisions rounds begin, and how they are called."""
    return _Chart(curves).draw(starts, flags, label)


class _Chart:
    def __init__(self, curves: Sequence[Curve]) -> None:
        self._curves = curves
        known = [value for curve in curves for value in curve.values if value is not None] or [0.0]
        self._count = max(len(curve.values) for curve in curves)
        self._step = _round_step((max(known) - min(known)) / 4)
        self._low = math.floor(min(known) / self._step) * self._step
        self._high = max(math.ceil(max(known) / self._step) * self._step, self._low + self._step)

    def draw(self, starts: Sequence[tuple[int, str]], flags: Sequence[Flag], label: str) -> str:
        content = [*self._grid(), *(part for start in starts for part in self._start(*start))]
        content.append(element("path", class_="cursor", d=f"M0 {_TOP}V{HEIGHT - _BOTTOM}"))
        content += [self._line(number, curve) for number, curve in enumerate(self._curves)]
        content += [*self._names(), *map(self._flag, flags)]
        return element(
            "svg",
            *content,
            class_="chart",
            viewBox=f"0 0 {WIDTH} {HEIGHT}",
            role="group",
            aria_label=label,
            data_left=_LEFT,
            data_step=self._x(1) - _LEFT,
        )

    def _x(self, place: float) -> float:
        return _LEFT + place * (WIDTH - _LEFT - _RIGHT) / max(1, self._count - 1)

    def _y(self, value: float) -> float:
        return _TOP + (self._high - value) / (self._high - self._low) * (HEIGHT - _TOP - _BOTTOM)

    def _grid(self) -> list[str]:
        parts, value = [], self._low
        while value <= self._high + self._step / 2:
            y = self._y(value)
            parts.append(element("path", class_="grid", d=f"M{_LEFT} {y:.1f}H{WIDTH - _RIGHT}"))
            parts.append(text(_LEFT - 6, y + 4, f"{value:g}", 12, "currentColor", text_anchor="end"))
            value = round(value + self._step, 9)
        return parts

    def _start(self, place: int, name: str) -> list[str]:
        x = self._x(place)
        line = element("path", class_="start", d=f"M{x:.1f} {_TOP - 14}V{HEIGHT - _BOTTOM}")
        return [line, text(x + 4, _TOP - 8, name, 12, "currentColor")]

    def _line(self, number: int, curve: Curve) -> str:
        path, gap = "", True
        for place, value in enumerate(curve.values):
            if value is not None:
                path += f"{'M' if gap else 'L'}{self._x(place):.1f} {self._y(value):.1f}"
            gap = value is None
        return element("path", class_=f"line p{number}", d=path or "M0 0", stroke_dasharray=_DASHES[number % len(_DASHES)])

    def _names(self) -> list[str]:
        """At the ends of the curves; names that would touch are moved apart."""
        ends = []
        for number, curve in enumerate(self._curves):
            last = next((value for value in reversed(curve.values) if value is not None), None)
            if last is not None:
                ends.append((self._y(last), number))
        parts, lowest = [], _TOP - _NAME_STEP
        for place, (y, number) in enumerate(sorted(ends)):
            room = HEIGHT - _BOTTOM - _NAME_STEP * (len(ends) - 1 - place)
            lowest = round(max(lowest + _NAME_STEP, min(y, room)))
            name = fitted(self._curves[number].name, _RIGHT - 12, _NAME_SIZE)
            parts.append(text(WIDTH - _RIGHT + 8, lowest + 4, name, _NAME_SIZE, "currentColor", class_=f"name p{number}"))
        return parts

    def _flag(self, flag: Flag) -> str:
        value = self._curves[flag.curve].values[flag.place]
        y = self._y(value) if value is not None else HEIGHT - _BOTTOM
        dot = element("circle", cx=f"{self._x(flag.place):.1f}", cy=f"{y:.1f}", r=9 if flag.text else 5, class_=f"p{flag.curve}")
        sign = (
            ""
            if not flag.text
            else text(self._x(flag.place), y + 4, flag.text, 11, "currentColor", text_anchor="middle", font_weight="bold")
        )
        return element("a", dot, sign, href=flag.target, aria_label=flag.label, class_="flag")


def _round_step(least: float) -> float:
    """1, 2 or 5 times a power of ten, at least `least`."""
    if least <= 0:
        return 1
    power = 10.0 ** math.floor(math.log10(least))
    return next(factor * power for factor in (1, 2, 5, 10) if factor * power >= least - 1e-12)
