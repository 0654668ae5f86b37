"""Student's distribution: how often a number is so many standard errors from its mean.

scipy has both functions, but to load it takes a fifth of a second, about as long as all the rest of the adviser, and these are all that
would be needed of it. The tests hold them against scipy.
"""

from __future__ import annotations

import math

_SERIES = (1.0, -1 / 8, 1 / 128, 5 / 1024, -21 / 32768, -399 / 262144, 869 / 4194304)
_SHIFT = 40.0  # from here on the series gives gamma(a + 1/2) / gamma(a) to 14 digits
_TINY = 1e-300


def tail(t: float, freedom: float) -> float:
    """The chance that a variable of Student's distribution is farther than `t` from 0, on either side.

    `freedom` is a number from 1 on, not always a whole one.
    """
    if t == 0:
        return 1.0
    if abs(t) > 1e150:
        return 0.0
    square = t * t / freedom
    if square < 3 / (freedom + 2):
        return 1.0 - _beta_share(0.5, freedom / 2, square / (1 + square), 1 / (1 + square), freedom / 2)
    return _beta_share(freedom / 2, 0.5, 1 / (1 + square), square / (1 + square), freedom / 2)


def quantile(chance: float, freedom: float) -> float:
    """The t from 0 on with `tail(t, freedom) == chance`, for a chance from 1e-100 to 1."""
    if not 1e-100 <= chance <= 1:
        raise ValueError(f"a chance from 1e-100 to 1, not {chance!r}")
    # The tail falls ever more slowly, so Newton's steps from 0 on never go too far.
    t, height = 0.0, 2 * _gamma_ratio(freedom / 2) / math.sqrt(math.pi * freedom)
    step = math.inf
    while step > 1e-14 * t:
        density = height * math.exp(-(freedom + 1) / 2 * math.log1p(t * t / freedom))
        step = (tail(t, freedom) - chance) / density
        t += step
    return t


def _beta_share(a: float, b: float, x: float, rest: float, freedom_half: float) -> float:
    """The incomplete beta function I_x(a, b), where one of a and b is 1/2 and the other `freedom_half`; `rest` is 1 - x.

    By its continued fraction (Lentz), which converges fast for x < (a + 1) / (a + b + 2).
    """
    front = math.exp(a * _log(x, rest) + b * _log(rest, x)) * _gamma_ratio(freedom_half) / math.sqrt(math.pi) / a
    c, d = 1.0, _inverse(1 - (a + b) * x / (a + 1))
    fraction = d
    for m in range(1, 100_000):
        even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
        d, c = _inverse(1 + even * d), _away_from_0(1 + even / c)
        fraction *= d * c
        odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        d, c = _inverse(1 + odd * d), _away_from_0(1 + odd / c)
        fraction *= d * c
        if abs(d * c - 1) < 1e-15:
            return front * fraction
    raise ArithmeticError(f"no value of the incomplete beta function for {a}, {b}, {x}")


def _gamma_ratio(a: float) -> float:
    """gamma(a + 1/2) / gamma(a)."""
    factor = 1.0
    while a < _SHIFT:
        factor *= a / (a + 0.5)
        a += 1.0
    return factor * math.sqrt(a) * sum(coefficient * a**-power for power, coefficient in enumerate(_SERIES))


def _log(x: float, rest: float) -> float:
    """log(x), exact also where x is nearly 1."""
    return math.log1p(-rest) if rest < 0.5 else math.log(x)


def _away_from_0(x: float) -> float:
    return x if abs(x) > _TINY else _TINY


def _inverse(x: float) -> float:
    return 1 / _away_from_0(x)
