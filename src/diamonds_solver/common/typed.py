"""The one of several moves that a person means who types a text."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from diamonds_solver.errors import IllegalMoveError

from .wording import listed, quote

T = TypeVar("T")
MOST_SHOWN = 12
"""Moves that a message lists."""


def only_one(text: str, found: Sequence[T], moves: Sequence[T]) -> T:
    """The only one of `found`, the `moves` that `text` can mean.

    Raises IllegalMoveError where there is none, or several (E-AMBIGUOUS).
    """
    if len(found) == 1:
        return found[0]
    if not found:
        known = listed(list(map(str, moves)), MOST_SHOWN)
        raise IllegalMoveError(f"{quote(text)} cannot be played here", hint=f"moves: {known or 'none'}")
    shown = list(map(str, found[:MOST_SHOWN]))
    raise IllegalMoveError(f"{quote(text)} can be {' or '.join(shown)}", code="E-AMBIGUOUS", hint="write more of it")


def by_name(text: str, moves: Iterable[T], names: Callable[[T], Iterable[str]]) -> list[T]:
    """The moves of which one of the `names` is `text`, or if there is none begins with it; blanks and capitals do not count."""
    typed = plain(text)
    named = [(move, [plain(name) for name in names(move)]) for move in moves]
    exact = [move for move, own in named if typed in own]
    return exact or [move for move, own in named if any(_begins(name, typed) for name in own)]


def _begins(name: str, typed: str) -> bool:
    """Whether a name begins with what was typed; a number is typed whole."""
    return name.startswith(typed) and not (typed[-1:].isdigit() and name[len(typed) :][:1].isdigit())


def seat_of(typed: str, names: Sequence[str]) -> int | None:
    """The seat that is meant by P1.., by a name, or by the beginning of one name only; None for anything else. Capitals do not count."""
    word, known = typed.strip().strip('"').lower(), [name.lower() for name in names]
    exact = [seat for seat, name in enumerate(known) if word in (name, f"p{seat + 1}")]
    found = exact or [seat for seat, name in enumerate(known) if name.startswith(word)]
    return found[0] if len(found) == 1 else None


def plain(text: str) -> str:
    """A text without blanks and capitals."""
    return "".join(text.split()).lower()
