"""What a game decides and counts, in words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Flag, auto


@dataclass(frozen=True)
class Words:
    """How answers name what a game decides and counts."""

    title: str
    """The game's name as people write it."""
    decisions: Mapping[str, str]
    """What is decided, by its name in JSON: ``card``: "a card to play"."""
    objectives: Mapping[str, Objective]
    """By name, as options take it; the first one is the default."""
    kinds: Mapping[str, str] = field(default_factory=dict)
    """Kinds of decisions (`Records.kind`) in a word or two, as tables name them; a kind that is not here is named as it is."""
    symbols: str = ""
    """Characters beyond ASCII that a diagram uses if the terminal can show them."""


class Use(Flag):
    """What an objective can be used for."""

    ADVISE = auto()
    SOLVE = auto()
    EVALUATE = auto()


@dataclass(frozen=True)
class Objective:
    """What values count."""

    text: str
    """In words, to follow "Ann decides: a card to play;"."""
    indifference: float
    """Moves that differ by less count as equal."""
    is_chance: bool = False
    """Whether values are chances from 0 to 1, which are shown in per cent."""
    uses: Use = Use.ADVISE | Use.SOLVE | Use.EVALUATE

    @property
    def usual_loss(self) -> float:
        """What a decision may lose where hardly one has lost anything yet: ten times what counts as equal, a blunder."""
        return 10 * self.indifference
