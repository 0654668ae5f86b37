"""Diam's as commands and answers reach it: a ``diamonds_solver.game.Game``. Its parts are loaded when they are needed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar

from diamonds_solver.arena.players import LEVELS
from diamonds_solver.common.options import Option, one_of, read_engine, within, yes_or_no
from diamonds_solver.errors import PositionError
from diamonds_solver.game import Ask, Contest, Decision, Engine, EvaluateAsk, HandDeck, Hindsight, LiveTable, RecordSolver, Said
from diamonds_solver.game.turns import TurnGame
from diamonds_solver.notation.grammar import Grammar

from .notation.build import GRAMMAR
from .notation.examples import EXAMPLES, example_path
from .notation.write import WRITER, format_move
from .record.deal import shuffled, start, start_with
from .record.hidden import Laying, Step
from .record.record import INVENTED, ROUNDS, Record
from .report.words import TYPING, WORDS
from .rules.cards import COPIES, DIAMONDS, FORCED_SALES, NAMES
from .rules.game import LOUPES, MARKET, MAX_PLAYERS, MIN_PLAYERS, VALUES, Cloture, Rules
from .rules.moves import Move
from .rules.state import Phase
from .solve.solution import Solution
from .view.view import View, check_decides, check_record

if TYPE_CHECKING:
    from .engines.outlook import Outlook
    from .learning.numbered import NumberedDiams
    from .live.table import DiamsTable


_RULES = {
    "players": Option("2 to 5", within(MIN_PLAYERS, MAX_PLAYERS)),
    "loupes": Option("0 to 5: cards with a loupe of each quality", within(0, COPIES)),
    "cloture": Option("mixed or last: where the closing card is", one_of(*Cloture)),
}


class Diams(TurnGame[Record]):
    """The game for everybody above: see ``diamonds_solver.game.Game``."""

    name = "diams"
    words = WORDS
    levels = LEVELS
    typing = TYPING
    options: ClassVar[Mapping[str, Mapping[str, Option]]] = {
        "deal": {**_RULES, "moves": Option("random moves played before", within(0, 1000))},
        "live": {**_RULES, "rounds": Option("1 or 3: one round for points, or the match for chips", one_of(1, 3))},
        "hand": {**_RULES, "first": Option("1 to 5: the seat that begins; the hand is that of seat 1", within(1, MAX_PLAYERS))},
        "contest": {**_RULES, "match": Option("yes or no: up to three rounds, for chips", yes_or_no)},
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
        random, rules = Random("/".join(map(str, seed))), _rules(options)
        record = Record(start(rules, shuffled(rules, random)), id=name)
        for _ in range(options.get("moves", 0)):
            moves = record.state.moves()
            if moves:
                record = self.play(record, random.choice(moves))
        return record

    def check(self, record: Record) -> Sequence[str]:
        for one in record.rounds:
            check_record(one)
        state = record.state
        if record.play and state.phase in (Phase.TRIM, Phase.GIVE):
            what = "puts away" if state.phase is Phase.TRIM else "gives"
            return (f"what {record.seat_name(state.to_move)} {what} is missing", *record.notes())
        return record.notes()

    @property
    def assumptions(self) -> Mapping[str, str]:
        return INVENTED

    def assumed(self, record: Record) -> Sequence[str]:
        return record.invented

    def is_over(self, record: Record) -> bool:
        return record.state.phase is Phase.OVER

    def move_writer(self, record: Record) -> Callable[[object], str]:
        labels = [record.seat_name(seat) for seat in range(record.players)]

        def written(move: object) -> str:
            return format_move(move, labels) if isinstance(move, Move | Laying) else str(move)

        return written

    def play(self, record: Record, move: object) -> Record:
        """`move` is a Move where nothing else happens or the order of the pile is known, else a `Step` with what the pile turned up."""
        step = Step(move) if isinstance(move, Move) else move
        if not isinstance(step, Step):
            raise TypeError(f"a Move, or a Step with what the pile turned up, is wanted, not {move!r}")
        if record.is_open and isinstance(step.move, Move):
            state = record.state.play(step.move)  # raises where it is not legal
            if state.is_chance and not step.turned_up and len(state.chances()) == 1:
                step = step._replace(turned_up=next(iter(state.chances())))
        return replace(record, play=(*record.play, step), best=(), value=None)

    def rounds(self, record: Record) -> Sequence[Record]:
        return record.rounds

    def decisions(self, record: Record) -> Iterator[Decision]:
        from .record.hidden import after

        for one in record.rounds:
            state = one.start
            for number, step in enumerate(one.play):
                if not step.is_skip:
                    seat = state.to_move
                    forced = seat not in one.hidden_seats and len(state.moves()) == 1
                    before = replace(one, play=one.play[:number], best=(), value=None)
                    yield Decision(before, seat, step.move, str(state.phase), forced, one.round)
                state = after(state, step, one.hidden_seats)

    def hindsight(
        self,
        record: Record,
        *,
        objective: str,
        model: str | None = None,
        threads: int = 1,
        time_limit: float | None = None,
        should_stop: Callable[[], bool] | None = None,
    ) -> Iterator[tuple[int, Hindsight]]:
        from .solve.hindsight import hindsight

        decisions = list(self.decisions(record))
        return hindsight(decisions, objective=objective, model=model, time_limit=time_limit, should_stop=should_stop)

    def points(self, record: Record) -> tuple[float, ...] | None:
        state = record.state
        return tuple(map(float, state.points())) if record.is_open and state.phase is Phase.OVER else None

    def view(self, source: Record | View, seat: int | None = None) -> View:
        view = source if isinstance(source, View) else View.of(source, seat)
        check_decides(view)
        return view

    def engine_name(self, text: str) -> str:
        from .engines.make import OPTIONS

        read_engine(text, OPTIONS)
        return text

    def engine(self, view: View, ask: Ask) -> Engine[Move]:
        from .engines.make import make_engine

        return make_engine(view, ask)

    def contest(self, seed: int, options: Mapping[str, Any]) -> Contest:
        from .match.match import Match

        return Match(_rules(options), seed, bool(options.get("match")))

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

    def live(self, options: Mapping[str, Any], names: Sequence[str] | None, seed: int | None, me: int | None) -> DiamsTable:
        from .live import table, told

        rules, rounds = _rules(options), options.get("rounds", ROUNDS)
        return told.new_table(rules, rounds, names, me or 0) if seed is None else table.new_table(rules, rounds, names, seed)

    def live_from(self, record: Record, seed: int | None, me: int | None) -> DiamsTable:
        from .live import table, told

        return told.table_from(record, me or 0) if seed is None else table.table_from(record, seed)

    def decide(self, table: LiveTable, player: str, seed: int, should_stop: Callable[[], bool] | None = None) -> object | None:
        from .live.table import DealtTable, decide

        assert isinstance(table, DealtTable)
        return decide(table, player, seed, should_stop)

    def diagram(self, record: Record, symbols: bool = False) -> str:
        from .report.diagram import draw

        return draw(record)

    def picture(self, record: Record, seat: int | None = None) -> str:
        from .report.picture import picture

        return picture(record, seat)

    def state(self, record: Record) -> dict[str, Any]:
        from .report.diagram import state

        return state(record)

    # -- moves on buttons: ``diamonds_solver.game.WordedGame``

    def legal_moves(self, record: Record) -> Sequence[Move]:
        return record.state.moves() if record.is_open else ()

    def said(self, record: Record) -> Callable[[object], Said]:
        from .report.moves import said

        return said(record)

    def outcomes(self, record: Record, move: Move) -> Mapping[str, Step]:
        from .report.moves import outcomes

        return outcomes(record, move)

    # -- for programs that learn: ``diamonds_solver.game.LearningGame``

    def numbered(self, **options: Any) -> NumberedDiams:
        from .learning.numbered import NumberedDiams

        return NumberedDiams.of(**options)

    # -- exact values: ``diamonds_solver.game.Solves``

    solve_objectives = ("margin", "points", "chips")
    solve_options: frozenset[str] = frozenset()

    def solver(self, memory: int, threads: int) -> RecordSolver:
        from .solve.records import RecordSolver

        return RecordSolver(memory)

    def is_open(self, record: Record) -> bool:
        return record.is_open

    def meaning(self, record: Record, solution: Solution) -> str:
        return WORDS.objectives[solution.objective].text

    def solve_notes(self, record: Record, solution: Solution) -> Sequence[str]:
        lone = record.players > 2 and solution.model == "paranoid"
        return (*record.notes(), "values assume that everybody sees all hands", *(("all others count as one opponent",) if lone else ()))

    # -- what a position or a hand may bring: ``diamonds_solver.game.EvaluatesHands``

    evaluate_objectives = ("margin", "points", "chips", "win")

    def evaluate(
        self,
        record: Record,
        ask: EvaluateAsk,
        on_progress: Callable[[int, int], None] | None = None,
        should_stop: Callable[[], bool] | None = None,
    ) -> Outlook:
        from .engines.outlook import outlook

        return outlook(
            record,
            ask.samples,
            ask.seed,
            ask.objective,
            time_limit=ask.time_limit,
            threads=ask.threads,
            on_progress=on_progress,
            should_stop=should_stop,
        )

    def evaluation_text(self, record: Record, evaluation: Outlook, symbols: bool) -> str:
        from .report.outlook import outlook_text

        return outlook_text(record, evaluation, symbols)

    def hand(self, cards: str | None, options: Mapping[str, Any], seed: int) -> Record:
        from .notation.hand import read_hand

        rules, first = _rules(options), options.get("first", 1)
        if first > rules.players:
            raise PositionError(f"there is no seat {first} with {rules.players} players", code="E-SEAT", hint=f"write 1 to {rules.players}")
        held = tuple(sorted(shuffled(rules, Random(seed))[:MARKET])) if cards is None else read_hand(cards, rules)
        return start_with(rules, held, first - 1)

    def hand_deck(self, options: Mapping[str, Any]) -> HandDeck:
        deck = _rules(options).deck
        kinds = {"diamonds": range(1, DIAMONDS, 2), "with a loupe": range(0, DIAMONDS, 2), "forced sales": FORCED_SALES}
        rows = {name: {NAMES[kind]: deck.count(kind) for kind in of if kind in deck} for name, of in kinds.items()}
        return HandDeck(MARKET, {name: row for name, row in rows.items() if row})


def _rules(options: Mapping[str, Any]) -> Rules:
    """The game of the options; two players and the invented numbers where they leave it open."""
    loupes = (options["loupes"],) * len(LOUPES) if "loupes" in options else LOUPES
    return Rules(options.get("players", 2), VALUES, loupes, Cloture(options.get("cloture", Cloture.MIXED)))


GAME = Diams()
