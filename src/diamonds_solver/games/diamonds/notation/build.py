"""From the fields of one record to a `Record` or a `GameRecord`, or to problems: everything that is wrong."""

from __future__ import annotations

from diamonds_solver.games.diamonds.record.game_record import AnyRecord
from diamonds_solver.notation.grammar import Grammar
from diamonds_solver.notation.text import RawRecord

from .fields import FIELDS, SEAT_FIELDS
from .rounds import GAME_KEYS, GameReader


def build(raw: RawRecord) -> AnyRecord | None:
    """The record that `raw` stands for; see ``Grammar.build``."""
    return GameReader(raw).read()


GRAMMAR: Grammar[AnyRecord] = Grammar(
    game="diamonds",
    title="Diamonds",
    version=1,
    keys=(*GAME_KEYS, *FIELDS, *SEAT_FIELDS, "play"),
    seats=frozenset(("dealer", "lead", "see")),
    by_seat=frozenset(SEAT_FIELDS),
    switches=frozenset(("teams",)),
    build=build,
    nested={"rounds": "round"},
)


def find_grammar(name: str) -> Grammar[AnyRecord] | None:
    """The grammar for whoever reads records of Diamonds alone, such as those that come along."""
    return GRAMMAR if name == GRAMMAR.game else None
