"""The errors that a user of the library can meet.

Every one carries a stable ``code`` (listed in ``docs/reference/errors.md``) that tests, editors and other programs may rely on; the wording
of the message may change.
"""

from __future__ import annotations

from typing import Any


class DiamondsError(Exception):
    """Base of all errors that this package raises on purpose."""

    code = "E-DIAMONDS"

    def __init__(self, message: str, *, code: str | None = None, hint: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint
        if code is not None:
            self.code = code

    def __reduce__(self) -> tuple[Any, ...]:
        """Copies as it is, whatever the arguments of its class: it may come from another process."""
        return _unfinished, (type(self), self.args), self.__dict__


class RulesError(DiamondsError, ValueError):
    """A game that the rules do not define: seven players, teams of three, Perfect Diamonds with six."""

    code = "E-RULES"


class PositionError(DiamondsError, ValueError):
    """A position that no play of the game can reach, or that is inconsistent."""

    code = "E-POSITION"


class IllegalMoveError(DiamondsError, ValueError):
    """A move that the rules do not allow in this position."""

    code = "E-ILLEGAL"
    choices: tuple[str, ...] = ()
    """The moves that a text can mean, where there are several (E-AMBIGUOUS)."""


class ObjectiveError(DiamondsError, ValueError):
    """An objective that does not exist, or not for this question."""

    code = "E-OBJECTIVE"


class HiddenCardsError(DiamondsError, ValueError):
    """All cards are needed, and some are hidden."""

    code = "E-HIDDEN"


class PlayerNameError(DiamondsError, ValueError):
    """A text that names no player of an arena."""

    code = "E-PLAYER"


class MissingExtraError(DiamondsError, ImportError):
    """An optional part of the package is not installed; the hint has the ``pip install`` that adds it."""

    code = "E-EXTRA"

    @classmethod
    def of(cls, extra: str, message: str, otherwise: str = "") -> MissingExtraError:
        """The error for a part that `extra` adds. `otherwise`: what else helps, behind a comma."""
        return cls(message, hint=f"pip install 'diamonds-solver[{extra}]', in a copy of the repository '.[{extra}]'{otherwise}")


def _unfinished(kind: type[DiamondsError], args: tuple[Any, ...]) -> DiamondsError:
    """An error of that kind, without its attributes."""
    return kind.__new__(kind, *args)
