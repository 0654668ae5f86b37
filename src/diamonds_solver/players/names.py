"""Players by name: ``greedy``, ``ismcts:sims=500``, ``mybot:choose``. Which there are is the game's business; what several games have is
the same in all."""

from __future__ import annotations

import sys
import textwrap
import traceback
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Generic, TypeVar

from diamonds_solver.common.facts import FACTS
from diamonds_solver.common.options import Option, OptionError, duration, meant, read_options, share
from diamonds_solver.errors import DiamondsError, PlayerNameError

RULES_OF_THUMB = "greedy"
"""A player of every game that only follows rules of thumb."""
NOT_PLAYABLE = ("E-PLAYER", "E-ENGINE", "E-EXTRA")
"""The codes of errors that say that a player, or its engine, cannot play a game at all."""
LEVELS: dict[str, str] = FACTS["levels"]["words"]
"""Players for people, from the weakest to the strongest."""
EASY_SLIPS: float = FACTS["levels"]["easy_slips"]
"""How likely a slip of the level ``easy`` is, in each decision."""
OWN = "a player of your own is module:function, such as mybot:choose for the function 'choose' in mybot.py"
STRONG_SHARE, AUTO_SHARE = float(FACTS["levels"]["strong_share"]), 1 / 32
"""How much of a hint's work the level ``strong`` and the player ``auto`` do for a decision."""
TIME = Option("of a decision: 0.05, 50ms or 2s; results then do not repeat", duration)
SLIPS = Option("share of decisions in which anything legal is done, from 0 to 1", share)

P_co = TypeVar("P_co", covariant=True)
"""A player of the game."""


@dataclass(frozen=True)
class Kind(Generic[P_co]):
    """A player that can be named."""

    text: str
    options: tuple[str, ...]
    make: Callable[[str, Mapping[str, Any]], P_co]
    """The player with that full name and those options. Raises DiamondsError if it cannot have them, or if a part is not installed."""


@dataclass(frozen=True)
class OwnPlayer:
    """A function of somebody's own module: it gets what a player knows and the seed of the decision, and returns what the game's players
    decide, or None to leave the decision to rules of thumb."""

    name: str
    function: Callable[[Any, int], Any]
    otherwise: Any
    """Who decides where the function returns None."""

    def choose(self, situation: Any, seed: int, should_stop: Any = None, /) -> Any:
        """Raises DiamondsError for whatever the function raises: an error of that function is none of this program."""
        try:
            chosen = self.function(situation, seed)
        except Exception as error:
            raise _own_error(f"the player {self.name} raised {type(error).__name__}: {error}", error) from error
        return self.otherwise.choose(situation, seed, should_stop) if chosen is None else chosen


def own_player(name: str, otherwise: Any) -> OwnPlayer:
    """The player that ``module:function`` names; modules are also looked for in the present folder.

    Raises PlayerNameError where there is no such module or function, or the module cannot be imported.
    """
    module, _, function = name.partition(":")
    if "" not in sys.path:
        sys.path.append("")
    try:
        found = getattr(import_module(module), function, None)
    except ModuleNotFoundError as error:
        if error.name != module.partition(".")[0] and error.name != module:
            raise _own_error(f"the module {module} cannot be imported: {error}", error) from error
        raise PlayerNameError(f"there is no player or module {module!r}", hint=OWN) from None
    except Exception as error:
        raise _own_error(f"the module {module} cannot be imported: {type(error).__name__}: {error}", error) from error
    if not callable(found):
        raise PlayerNameError(f"the module {module} has no function {function!r}", hint=OWN)
    return OwnPlayer(name, found, otherwise)


def _own_error(message: str, error: BaseException) -> DiamondsError:
    """The hint says where in the player's own code it was raised. A SyntaxError is raised by the importer, and knows the place."""
    if isinstance(error, SyntaxError):
        return PlayerNameError(message, hint=f"{error.filename}, line {error.lineno}")
    *_, frame = traceback.extract_tb(error.__traceback__)
    return PlayerNameError(message, hint=f"{frame.filename}, line {frame.lineno}")


@dataclass(frozen=True)
class PlayerNames(Generic[P_co]):
    """The players of a game, and all their options."""

    kinds: Mapping[str, Kind[P_co]]
    options: Mapping[str, Option]

    def parse(self, text: str, own: bool = False) -> P_co:
        """The player that `text` names: ``name`` or ``name:option=value,option=value``, and with `own` also ``module:function``.

        Raises PlayerNameError for what names none, and the errors of `Kind.make`.
        """
        return self._made(text, own)[0]

    def strict(self, text: str, own: bool = False) -> str:
        """The name in the one strict way of writing: options in a fixed order, so that the same player has the same name.

        Raises as `parse`.
        """
        return self._made(text, own)[1]

    def help(self) -> str:
        """All players and their options, in lines of at most 78 columns."""
        lines = []
        for name, kind in self.kinds.items():
            lines.append(f"{name:<12} {kind.text}")
            if kind.options:
                lines += textwrap.wrap(f"options: {', '.join(kind.options)}", 78, initial_indent=" " * 13, subsequent_indent=" " * 15)
        return "\n".join([*lines, "options:", *(f"  {name:<10} {option.text}" for name, option in self.options.items())])

    def _made(self, text: str, own: bool) -> tuple[P_co, str]:
        """The player and its name in the strict way."""
        module, _, function = text.partition(":")
        if own and module not in self.kinds and function.isidentifier():
            player: Any = own_player(text, self.kinds[RULES_OF_THUMB].make(RULES_OF_THUMB, {}))
            return player, text
        name, values = self._split(text, own)
        given = [f"{option}={written(values[option])}" for option in self.options if option in values]
        strict = f"{name}:{','.join(given)}" if given else name
        return self.kinds[name].make(strict, values), strict

    def _split(self, text: str, own: bool) -> tuple[str, dict[str, Any]]:
        """The name and the values of the options."""
        name, colon, rest = text.partition(":")
        if name not in self.kinds:
            hint = meant(name, sorted(self.kinds, key=lambda kind: kind not in LEVELS), "players")
            raise PlayerNameError(f"there is no player {name!r}", hint=f"{hint}; {OWN}" if own else hint)
        known = {option: self.options[option] for option in self.kinds[name].options}
        try:
            return name, read_options(f"the player {name}", rest, known) if colon else {}
        except OptionError as error:
            raise PlayerNameError(error.message, hint=error.hint) from None


def written(value: Any) -> str:
    """The value of an option as text."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"{value:.10g}" if isinstance(value, float) else str(value)
