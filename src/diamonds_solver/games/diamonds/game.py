"""Diamonds as commands and answers reach it: a ``diamonds_solver.game.Game``. Its parts are loaded when they are needed."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from diamonds_solver.common.options import Option, OptionError, one_of, within, yes_or_no
from diamonds_solver.game import Ask, Contest, Decision, Engine, Why

from .notation.build import GRAMMAR
from .notation.examples import EXAMPLES, example_path
from .notation.write import dumps, dumps_json
from .record.record import Record
from .report.words import WORDS
from .rules.public import Move
from .rules.rules import MAX_PLAYERS, MIN_PLAYERS, Rules
from .view.contradiction import check_record
from .view.view import View, check_decides

if TYPE_CHECKING:
    from diamonds_solver.notation.grammar import Grammar

_RULES = {
    "players": Option("2 to 6", within(MIN_PLAYERS, MAX_PLAYERS)),
    "variant": Option("standard or perfect", one_of("standard", "perfect")),
    "teams": Option("yes or no: partners opposite; 4 or 6 players", yes_or_no),
    "cards": Option("in each hand; in deals a late position, reached by random play", within(1, 30)),
}


class Diamonds:
    """The game for everybody above: see ``diamonds_solver.game.Game``."""

    name = "diamonds"
    words = WORDS
    options: ClassVar[Mapping[str, Mapping[str, Option]]] = {
        "deal": {**_RULES, "mid_trick": Option("yes or no: part of a trick is played; with cards", yes_or_no)},
        "contest": {
            **_RULES,
            "pass": Option("yes or no: cards are passed, where hands are whole", yes_or_no),
            "match": Option("yes or no: all rounds of the rules", yes_or_no),
        },
    }

    @property
    def grammar(self) -> Grammar[Record]:
        return GRAMMAR

    @property
    def examples(self) -> Mapping[str, Path]:
        return {name: example_path(name) for name in EXAMPLES}

    def write(self, record: Record, form: str = "dia") -> str:
        text = dumps_json(record) if form == "json" else dumps(record, one_line=form == "line")
        return text.rstrip("\n") + "\n"

    def deal(self, seed: Sequence[int], options: Mapping[str, Any], name: str | None = None) -> Record:
        import numpy as np

        from .record.deal import deal, late_record

        rules, cards, mid_trick = _rules(options), options.get("cards"), bool(options.get("mid_trick"))
        rng = np.random.default_rng(seed)
        if cards is None:
            if mid_trick:
                raise OptionError("part of a trick is played in late positions only", code="E-OPTION", hint="add the number of cards")
            return Record.of(deal(rules, rng), name)
        return late_record(rules, cards, rng, mid_trick, name)

    def check(self, record: Record) -> Sequence[str]:
        check_record(record)
        return (*record.pending(), *record.notes())

    def move_writer(self, record: Record) -> Callable[[object], str]:
        from .report.moves import move_writer

        return move_writer(record)

    def play(self, record: Record, move: object) -> Record:
        if not isinstance(move, Move):
            raise TypeError(f"a Move is wanted, not {type(move).__name__}")
        return replace(record, play=(*record.play, move))

    def decisions(self, record: Record) -> Iterator[Decision]:
        table = record.start_table()
        for number, move in enumerate(record.play):
            yield Decision(replace(record, play=record.play[:number]), table.to_move, move)
            table = table.play_card(move.card, move.victim) if move.card is not None else table.choose(move)

    def view(self, source: Record | View, seat: int | None = None) -> View:
        view = source if isinstance(source, View) else View.of(source, seat)
        check_decides(view)
        return view

    def engine_name(self, text: str) -> str:
        from .engines.make import EngineSpec

        EngineSpec.parse(text)
        return text

    def engine(self, view: View, ask: Ask) -> Engine[Any]:
        from .engines.make import engine_for

        return engine_for(view, ask)

    def explain(self, engine: Engine[Any], move: object, against: object, time_limit: float = math.inf) -> Why | None:
        from .engines.base import ViewEngine
        from .engines.why import explain

        return explain(engine, move, against, time_limit=time_limit) if isinstance(engine, ViewEngine) else None

    def contest(self, seed: int, options: Mapping[str, Any]) -> Contest:
        from .match.match import Match

        rules, cards = _rules(options), options.get("cards")
        passing = options.get("pass", True) and cards in (None, rules.hand_size)  # shorter hands are played without the pass
        return Match(rules, seed, cards, bool(passing), bool(options.get("match")))

    def player_name(self, text: str) -> str:
        from .match.players import NAMES, parse_player

        name = NAMES.strict(text)
        parse_player(name)
        return name

    def players_help(self) -> str:
        from .match.players import NAMES

        return NAMES.help()

    def diagram(self, record: Record, symbols: bool = False) -> str:
        from .report.diagram import draw

        return draw(record, symbols)

    def engines(self) -> Sequence[str]:
        from .engines.make import ENGINES

        return tuple(ENGINES)

    def players(self) -> Sequence[str]:
        from .match.players import KINDS

        return tuple(KINDS)

    def tricks(self, record: Record, symbols: bool, width: int) -> str:
        from .report.tricks import tricks_text

        return tricks_text(record, symbols, width)

    def state(self, record: Record) -> dict[str, Any]:
        from .report.diagram import state

        return state(record)


def _rules(options: Mapping[str, Any]) -> Rules:
    """The game of the options; four players and the standard game where they leave it open."""
    return Rules(options.get("players", 4), options.get("variant") == "perfect", bool(options.get("teams")))


GAME = Diamonds()
