"""Players by name: ``greedy``, ``ismcts:sims=500``. Which there are is the game's business."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from diamonds_solver.common.options import Option, OptionError, meant, read_options
from diamonds_solver.errors import PlayerNameError

P_co = TypeVar("P_co", covariant=True)
"""A player of the game."""


@dataclass(frozen=True)
class Kind(Generic[P_co]):
    """A player that can be named."""

    text: str
    options: tuple[str, ...]
    make: Callable[[str, Mapping[str, Any]], P_co]
    """The player with that full name and those options."""


@dataclass(frozen=True)
class PlayerNames(Generic[P_co]):
    """The players of a game, and all their options."""

    kinds: Mapping[str, Kind[P_co]]
    options: Mapping[str, Option]

    def parse(self, text: str) -> P_co:
        """The player that `text` names: ``name`` or ``name:option=value,option=value``.

        Raises PlayerNameError for what names none.
        """
        name, options = self._split(text)
        return self.kinds[name].make(self.strict(text), options)

    def strict(self, text: str) -> str:
        """The name in the one strict way of writing: options in a fixed order, so that the same player has the same name.

        Raises PlayerNameError for what names none.
        """
        name, values = self._split(text)
        given = [f"{option}={_written(values[option])}" for option in self.options if option in values]
        return f"{name}:{','.join(given)}" if given else name

    def help(self) -> str:
        """All players and their options, in lines of at most 78 columns."""
        lines = []
        for name, kind in self.kinds.items():
            lines.append(f"{name:<12} {kind.text}")
            if kind.options:
                lines.append(f"{'':<12} options: {', '.join(kind.options)}")
        return "\n".join([*lines, "options:", *(f"  {name:<10} {option.text}" for name, option in self.options.items())])

    def _split(self, text: str) -> tuple[str, dict[str, Any]]:
        """The name and the values of the options."""
        name, colon, rest = text.partition(":")
        if name not in self.kinds:
            raise PlayerNameError(f"there is no player {name!r}", hint=meant(name, self.kinds, "players"))
        known = {option: self.options[option] for option in self.kinds[name].options}
        try:
            return name, read_options(f"the player {name}", rest, known) if colon else {}
        except OptionError as error:
            raise PlayerNameError(error.message, hint=error.hint) from None


def _written(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"{value:.10g}" if isinstance(value, float) else str(value)
