"""Diamoniak as commands and answers reach it: a ``diamonds_solver.game.Game``. Its parts are loaded when they are needed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar

from diamonds_solver.arena.players import LEVELS
from diamonds_solver.common.options import Option, one_of, read_engine, within
from diamonds_solver.game import Ask, Contest, Decision, Engine, EvaluateAsk, LiveTable, Said
from diamonds_solver.game.turns import TurnGame
from diamonds_solver.notation.grammar import Grammar

from .notation.build import GRAMMAR
from .notation.examples import EXAMPLES, example_path
from .notation.reading import read_deck
from .notation.write import WRITER
from .record.record import Record, Step
from .report.words import TYPING, WORDS
from .rules.game import BOX, MAX_PLAYERS, MIN_PLAYERS, SELLER_PAID, Price, Rules
from .rules.moves import DRAW, Kind, Move
from .rules.state import Phase, State
from .view.view import View

if TYPE_CHECKING:
    from .engines.outlook import Outlook
    from .learning.numbered import NumberedDiamoniak
    from .live.table import DiamoniakTable
    from .solve.records import RecordSolver
    from .solve.solution import Solution

_RULES = {
    "players": Option("2 to 4", within(MIN_PLAYERS, MAX_PLAYERS)),
    "deck": Option("the cards, such as R3G3D3W", read_deck),
    "price": Option("seller or discard: where the price of a purchase goes", one_of(*Price)),
}


class Diamoniak(TurnGame[Record]):
    """The game for everybody above: see ``diamonds_solver.game.Game``."""

    name = "diamoniak"
    words = WORDS
    levels = LEVELS
    typing = TYPING
    assumptions: ClassVar[Mapping[str, str]] = {"price": SELLER_PAID}
    options: ClassVar[Mapping[str, Mapping[str, Option]]] = {
        "deal": {**_RULES, "moves": Option("random moves played before, none of which ends the game", within(0, 1000))},
        "contest": _RULES,
        "live": _RULES,
    }

    @property
    def grammar(self) -> Grammar[Record]:
        return GRAMMAR

    @property
    def examples(self) -> Mapping[str, Path]:
        return {name: example_path(name) for name in EXAMPLES}

    def write(self, record: Record, form: str = "dia") -> str:
        return WRITER.write(record, form)

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
            return (f"what {record.seat_name(state.turn)} gives up to the witch is missing", *record.notes())
        return record.notes()

    def assumed(self, record: Record) -> Sequence[str]:
        return ("price",) if record.rules.price is Price.SELLER else ()

    def is_over(self, record: Record) -> bool:
        return record.state.phase is Phase.OVER

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
            forced = len(state.moves()) == 1
            yield Decision(replace(record, play=record.play[:number]), state.turn, step.move, str(state.phase), forced)
            state = state.after(step.move, step.card)

    def hindsight(self, record: Record, **_: object) -> None:
        return None

    def points(self, record: Record) -> None:
        return None

    def view(self, source: Record | View, seat: int | None = None) -> View:
        return source if isinstance(source, View) else View.of(source, seat)

    def engine_name(self, text: str) -> str:
        from .engines.make import OPTIONS

        read_engine(text, OPTIONS)
        return text

    def engine(self, view: View, ask: Ask) -> Engine[Move]:
        from .engines.make import make_engine

        return make_engine(view.state, ask.engine, objective=ask.objective, seed=ask.seed, worlds=ask.worlds, time_limit=ask.time_limit)

    def contest(self, seed: int, options: Mapping[str, Any]) -> Contest:
        from .match.match import Match

        return Match(_rules(options), seed)

    def player_name(self, text: str) -> str:
        from .match.players import NAMES

        return NAMES.strict(text)

    def players_help(self) -> str:
        from .match.players import NAMES

        return NAMES.help()

    def engines(self) -> Sequence[str]:
        from .engines.make import ENGINES

        return ENGINES

    def players(self) -> Sequence[str]:
        from .match.players import KINDS

        return tuple(KINDS)

    def live(self, options: Mapping[str, Any], names: Sequence[str] | None, seed: int | None, me: int | None) -> DiamoniakTable:
        from .live.table import new_table

        return new_table(_rules(options), names, seed)

    def live_from(self, record: Record, seed: int | None, me: int | None) -> DiamoniakTable:
        from .live.table import DiamoniakTable

        return DiamoniakTable(replace(record, best=(), value=None, extra=()), seed)

    def decide(self, table: LiveTable, player: str, seed: int, should_stop: Callable[[], bool] | None = None) -> object | None:
        from .live.table import DiamoniakTable, decide

        assert isinstance(table, DiamoniakTable)
        return decide(table, player, seed, should_stop)

    def diagram(self, record: Record, symbols: bool = False) -> str:
        from .report.diagram import draw

        return draw(record)

    def picture(self, record: Record, seat: int | None = None) -> str:
        from .rules.picture import draw

        return draw(record.state, tuple(record.seat_name(seat) for seat in range(record.players)))

    def state(self, record: Record) -> dict[str, Any]:
        from .report.diagram import state

        return state(record)

    # -- moves on buttons: ``diamonds_solver.game.WordedGame``

    def legal_moves(self, record: Record) -> Sequence[Move]:
        return record.state.moves()

    def said(self, record: Record) -> Callable[[object], Said]:
        from .report.moves import said

        return said(record)

    def outcomes(self, record: Record, move: Move) -> Mapping[str, Step]:
        from .report.moves import outcomes

        return outcomes(record, move)

    # -- for programs that learn: ``diamonds_solver.game.LearningGame``

    def numbered(self, **options: Any) -> NumberedDiamoniak:
        from .learning.numbered import NumberedDiamoniak

        return NumberedDiamoniak.of(**options)

    # -- exact values: ``diamonds_solver.game.Solves``

    solve_objectives = ("win",)
    solve_options = frozenset({"turns"})

    def solver(self, memory: int, threads: int) -> RecordSolver:
        from .solve.records import RecordSolver

        return RecordSolver(memory)

    def is_open(self, record: Record) -> bool:
        return True

    def meaning(self, record: Record, solution: Solution) -> str:
        from .report.solution import meaning

        return meaning(solution, record.players)

    def solve_notes(self, record: Record, solution: Solution) -> Sequence[str]:
        from .report.solution import notes

        return notes(record, solution)

    # -- chances by playing on: ``diamonds_solver.game.Evaluates``

    evaluate_objectives = ("win",)

    def evaluate(
        self,
        record: Record,
        ask: EvaluateAsk,
        on_progress: Callable[[int, int], None] | None = None,
        should_stop: Callable[[], bool] | None = None,
    ) -> Outlook:
        from .engines.outlook import outlook

        return outlook(
            record.state,
            ask.samples,
            ask.seed,
            time_limit=ask.time_limit,
            threads=ask.threads,
            on_progress=on_progress,
            should_stop=should_stop,
        )

    def evaluation_text(self, record: Record, evaluation: Outlook, symbols: bool) -> str:
        from .report.outlook import outlook_text

        return outlook_text(record, evaluation, symbols)


def _rules(options: Mapping[str, Any]) -> Rules:
    """The game of the options; two players and the whole deck where they leave it open."""
    return Rules(options.get("players", 2), options.get("deck", BOX), Price(options.get("price", Price.SELLER)))


def _played(state: State, random: Random) -> State:
    """The state after any move, and any card."""
    move = random.choice(state.moves())
    return state.after(move, random.choices(range(len(BOX)), state.draw_pile())[0] if move == DRAW else None)


GAME = Diamoniak()
