"""Diamoniak as commands and answers reach it: a ``diamonds_solver.game.Game``. Its parts are loaded when they are needed."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any, ClassVar

from diamonds_solver.common.options import Option, one_of, within
from diamonds_solver.game import Ask, Contest, Decision, Engine, Why
from diamonds_solver.notation.grammar import Grammar

from .notation.build import GRAMMAR
from .notation.examples import EXAMPLES, example_path
from .notation.reading import read_deck
from .notation.write import dumps, dumps_json
from .record.record import Record, Step
from .report.words import WORDS
from .rules.game import BOX, MAX_PLAYERS, MIN_PLAYERS, Price, Rules
from .rules.moves import DRAW, Kind, Move
from .rules.state import Phase, State
from .view.view import View

_RULES = {
    "players": Option("2 to 4", within(MIN_PLAYERS, MAX_PLAYERS)),
    "deck": Option("the cards, such as R3G3D3W", read_deck),
    "price": Option("seller or discard: where the price of a purchase goes", one_of(*Price)),
}


class Diamoniak:
    """The game for everybody above: see ``diamonds_solver.game.Game``."""

    name = "diamoniak"
    words = WORDS
    options: ClassVar[Mapping[str, Mapping[str, Option]]] = {
        "deal": {**_RULES, "moves": Option("random moves played before, none of which ends the game", within(0, 1000))},
        "contest": _RULES,
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
        random = Random("/".join(map(str, seed)))
        state = State.start(_rules(options))
        for _ in range(options.get("moves", 0)):
            after = _played(state, random)
            if after.phase is not Phase.OVER:
                state = after
        return Record(state, id=name)

    def check(self, record: Record) -> Sequence[str]:
        state = record.state
        if record.play and state.phase is Phase.WITCH:
            return (f"what {record.seat_name(state.turn)} gives up to the witch is still to be said", *record.notes())
        return record.notes()

    def move_writer(self, record: Record) -> Callable[[object], str]:
        def written(move: object) -> str:
            if isinstance(move, Move) and move.kind is Kind.BUY:
                return f"buy>{record.seat_name(move.seller)}"
            return str(move)

        return written

    def play(self, record: Record, move: object) -> Record:
        if isinstance(move, Move) and move != DRAW:
            move = Step(move)
        if not isinstance(move, Step):
            raise TypeError(f"a Move, or for a draw a Step with the card, is wanted, not {move!r}")
        record.state.play(move.move, move.card)  # raises where it is not legal
        return replace(record, play=(*record.play, move))

    def decisions(self, record: Record) -> Iterator[Decision]:
        state = record.start
        for number, step in enumerate(record.play):
            yield Decision(replace(record, play=record.play[:number]), state.turn, step.move)
            state = state.after(step.move, step.card)

    def view(self, source: Record | View, seat: int | None = None) -> View:
        return source if isinstance(source, View) else View.of(source, seat)

    def engine_name(self, text: str) -> str:
        from .engines.make import parse_engine

        parse_engine(text)
        return text

    def engine(self, view: View, ask: Ask) -> Engine[Move]:
        from .engines.make import make_engine

        return make_engine(view.state, ask.engine, objective=ask.objective, seed=ask.seed, worlds=ask.worlds, time_limit=ask.time_limit)

    def explain(self, engine: Engine[Any], move: object, against: object, time_limit: float = math.inf) -> Why | None:
        return None

    def contest(self, seed: int, options: Mapping[str, Any]) -> Contest:
        from .match.match import Match

        return Match(_rules(options), seed)

    def player_name(self, text: str) -> str:
        from .match.players import NAMES

        return NAMES.strict(text)

    def players_help(self) -> str:
        from .match.players import NAMES

        return NAMES.help()

    def diagram(self, record: Record, symbols: bool = False) -> str:
        from .report.diagram import draw

        return draw(record)

    def state(self, record: Record) -> dict[str, Any]:
        from .report.diagram import state

        return state(record)


def _rules(options: Mapping[str, Any]) -> Rules:
    """The game of the options; two players and the whole deck where they leave it open."""
    return Rules(options.get("players", 2), options.get("deck", BOX), Price(options.get("price", Price.SELLER)))


def _played(state: State, random: Random) -> State:
    """The state after any move, and any card."""
    move = random.choice(state.moves())
    return state.after(move, random.choices(range(len(BOX)), state.draw_pile())[0] if move == DRAW else None)


GAME = Diamoniak()
