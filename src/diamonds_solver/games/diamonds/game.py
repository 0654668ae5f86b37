"""Diamonds as commands and answers reach it: a ``diamonds_solver.game.Game``. Its parts are loaded when they are needed."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from diamonds_solver.arena.players import LEVELS
from diamonds_solver.common.options import Option, OptionError, one_of, within, yes_or_no
from diamonds_solver.errors import PositionError
from diamonds_solver.game import Ask, Contest, Decision, Engine, EvaluateAsk, HandDeck, Hindsight, LiveTable, Why
from diamonds_solver.notation.problems import ProblemList

from .notation.build import GRAMMAR
from .notation.examples import EXAMPLES, example_path
from .notation.write import dumps, dumps_json
from .record.game_record import AnyRecord, GameRecord, last_round
from .record.record import Phase, Record
from .report.words import TYPING, WORDS
from .rules.cards import SUIT_LETTERS
from .rules.position import Position
from .rules.public import Decision as PlayDecision
from .rules.public import Move
from .rules.rules import MAX_PLAYERS, MIN_PLAYERS, Rules
from .view.contradiction import check_record
from .view.view import View, check_decides

if TYPE_CHECKING:
    from diamonds_solver.common.places import Step
    from diamonds_solver.game import RecordSolver
    from diamonds_solver.markup.svg import Glyph
    from diamonds_solver.notation.grammar import Grammar
    from diamonds_solver.stats.estimates import Estimate

    from .hands.handvalue import HandValue
    from .learning.numbered import NumberedDiamonds
    from .live.table import DiamondsTable
    from .solve.solution import Solution

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
    levels = LEVELS
    typing = TYPING
    gives_reasons = True
    options: ClassVar[Mapping[str, Mapping[str, Option]]] = {
        "deal": {**_RULES, "mid_trick": Option("yes or no: part of a trick is played; with cards", yes_or_no)},
        "contest": {
            **_RULES,
            "pass": Option("yes or no: cards are passed, where hands are whole", yes_or_no),
            "match": Option("yes or no: all rounds of the rules", yes_or_no),
        },
        "live": {
            "players": _RULES["players"],
            "variant": _RULES["variant"],
            "teams": _RULES["teams"],
            "rounds": Option("how many are played; by default as many as the rules say", within(1, 6)),
            "pass": Option("yes or no: cards are passed", yes_or_no),
            "dealer": Option("the seat that deals first, 1 to 6; by default drawn, at a real table 1", within(1, MAX_PLAYERS)),
        },
        "hand": {
            "players": _RULES["players"],
            "variant": _RULES["variant"],
            "teams": _RULES["teams"],
            "seat_after": Option("from 1, left of the dealer, who leads, to the number of players, the dealer", within(1, MAX_PLAYERS)),
            "dealer": Option("the same by the player who deals, P1 to P6", str),
        },
    }

    @property
    def grammar(self) -> Grammar[AnyRecord]:
        return GRAMMAR

    @property
    def examples(self) -> Mapping[str, Path]:
        return {name: example_path(name) for name in EXAMPLES}

    def write(self, record: AnyRecord, form: str = "dia") -> str:
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

    def check(self, record: AnyRecord) -> Sequence[str]:
        problems = ProblemList()
        for one in self.rounds(record):
            try:
                check_record(one)
            except PositionError as error:
                if one.origin is None or one is record:
                    raise
                problems.add(error.code, one.origin, error.message, error.hint)
        if problems.count:
            raise problems.error()
        return (*record.pending(), *record.notes(), *_result(record))

    def move_writer(self, record: AnyRecord) -> Callable[[object], str]:
        from .report.moves import move_writer

        return move_writer(record)

    def play(self, record: AnyRecord, move: object) -> AnyRecord:
        if not isinstance(move, Move):
            raise TypeError(f"a Move is wanted, not {type(move).__name__}")
        last = last_round(record)
        played = replace(last, play=(*last.play, move))
        return replace(record, rounds=(*record.rounds[:-1], played)) if isinstance(record, GameRecord) else played

    def whole(self, record: AnyRecord) -> GameRecord:
        return record if isinstance(record, GameRecord) else GameRecord.of(record)

    def rounds(self, record: AnyRecord) -> Sequence[Record]:
        return record.played if isinstance(record, GameRecord) else (record,)

    def decisions(self, record: AnyRecord) -> Iterator[Decision]:
        from .record.decisions import decisions

        return decisions(record)

    def hindsight(
        self,
        record: AnyRecord,
        *,
        objective: str,
        model: str | None = None,
        threads: int = 1,
        time_limit: float | None = None,
        should_stop: Callable[[], bool] | None = None,
    ) -> Iterator[tuple[int, Hindsight]]:
        from .solve.hindsight import hindsight

        return hindsight(
            list(self.decisions(record)), objective=objective, model=model, threads=threads, time_limit=time_limit, should_stop=should_stop
        )

    def points(self, record: AnyRecord) -> tuple[float, ...]:
        return last_round(record).table().points()

    def begins(self, part: object, whole: object) -> bool:
        """A club whose victim the next move names, and that club with any victim."""
        return isinstance(part, Move) and part.victim is None and isinstance(whole, Move) and part[:2] == whole[:2]

    def luck(self, record: AnyRecord, objective: str, seed: int, deals: int) -> Mapping[int, Sequence[Estimate]]:
        from .hands.luck import deal_luck

        found = ((one.round[0], deal_luck(one, objective, seed, deals)) for one in self.rounds(record))
        return {number: by_seat for number, by_seat in found if by_seat is not None}

    def view(self, source: AnyRecord | View, seat: int | None = None) -> View:
        view = source if isinstance(source, View) else View.of(last_round(source), seat)
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

        if not isinstance(engine, ViewEngine) or not engine.can_explain:
            return None
        return explain(engine, move, against, time_limit=time_limit)

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

    def live(self, options: Mapping[str, Any], names: Sequence[str] | None, seed: int | None, me: int | None) -> DiamondsTable:
        from .live.table import new_table

        return new_table(options, _rules(options), names, seed, me)

    def live_from(self, record: AnyRecord, seed: int | None, me: int | None) -> DiamondsTable:
        from .live.table import table_from

        return table_from(record, seed, me)

    def decide(self, table: LiveTable, player: str, seed: int, should_stop: Callable[[], bool] | None = None) -> object | None:
        from .live.decide import decide
        from .live.table import DiamondsTable

        assert isinstance(table, DiamondsTable)
        return decide(table, player, seed, should_stop)

    def diagram(self, record: AnyRecord, symbols: bool = False) -> str:
        from .report.diagram import draw
        from .report.game import game_text

        return game_text(record, symbols) if isinstance(record, GameRecord) else draw(record, symbols)

    def picture(self, record: AnyRecord, seat: int | None = None) -> str:
        from .report.picture import picture

        return picture(record, seat)

    def glyphs(self) -> Mapping[str, Glyph]:
        from .rules.picture import GLYPHS

        return GLYPHS

    def move_html(self, record: AnyRecord) -> Callable[[object], str]:
        from .report.moves import html_writer

        return html_writer(record)

    def variant(self, record: AnyRecord) -> str:
        rules = last_round(record).rules
        return ("perfect" if rules.perfect else "standard") + (" teams" if rules.teams else "")

    def leader(self, record: AnyRecord) -> int | None:
        last = last_round(record)
        return last.lead if last.phase is Phase.PLAY and not last.play else None

    def led_by(self, record: AnyRecord, seat: int) -> Record:
        last = last_round(record)
        if last.play or last.tricks_before:
            raise PositionError("who leads is settled once cards were played", code="E-LEAD", hint="only whole deals have all leaders")
        return replace(last, lead=seat)

    def engines(self) -> Sequence[str]:
        from .engines.make import ENGINES

        return tuple(ENGINES)

    def players(self) -> Sequence[str]:
        from .match.players import KINDS

        return tuple(KINDS)

    def tricks(self, record: AnyRecord, symbols: bool, width: int) -> str:
        from .report.tricks import tricks_text

        if not isinstance(record, GameRecord):
            return tricks_text(record, symbols, width)
        return "\n\n".join(f"round {one.round[0]}, {tricks_text(one, symbols, width)}" for one in record.played)

    def state(self, record: AnyRecord) -> dict[str, Any]:
        from .report.diagram import state
        from .report.game import game_state

        return game_state(record) if isinstance(record, GameRecord) else state(record)

    # -- for programs that learn: ``diamonds_solver.game.LearningGame``

    def numbered(self, **options: Any) -> NumberedDiamonds:
        from .learning.numbered import NumberedDiamonds

        return NumberedDiamonds.of(**options)

    # -- exact values: ``diamonds_solver.game.Solves``

    solve_objectives = ("margin", "points")
    solve_options = frozenset({"all_moves"})

    def solver(self, memory: int, threads: int) -> RecordSolver:
        from .solve.records import RecordSolver

        return RecordSolver(memory, threads)

    def is_open(self, record: AnyRecord) -> bool:
        return last_round(record).is_open()

    def expected(self, record: AnyRecord) -> tuple[Sequence[str], Sequence[float]]:
        last = last_round(record)
        return last.best, last.value

    def steps(self, record: AnyRecord) -> Sequence[Step]:
        from .record.tricks import steps

        return steps(last_round(record))

    def record_at(self, record: AnyRecord, step: Step) -> Record:
        from .record.tricks import record_at

        return record_at(last_round(record), step)

    def side(self, record: AnyRecord, seat: int) -> Sequence[int]:
        return record.rules.sides[record.rules.side_of(seat)]

    def meaning(self, record: AnyRecord, solution: Solution) -> str:
        if solution.model == "maxn":
            return "points gained by each " + ("team" if record.rules.teams else "player") + ", each for itself"
        return WORDS.objectives[solution.objective].text + (", all others against" if len(record.rules.sides) > 2 else "")

    def write_line(self, record: AnyRecord, line: Sequence[object]) -> str:
        from .notation.write import format_play, seat_names

        return format_play(record.position().table, [move for move in line if isinstance(move, Move)], seat_names(record))

    def solve_notes(self, record: AnyRecord, solution: Solution) -> Sequence[str]:
        return last_round(record).notes()

    # -- a card game: see diamonds_solver.game.CardGame

    def decks(self) -> Sequence[Mapping[str, Any]]:
        return [_deck(Rules(players, perfect)) for perfect in (False, True) for players in range(MIN_PLAYERS, MAX_PLAYERS + 1 - perfect)]

    def legal_moves(self, record: AnyRecord) -> Sequence[object]:
        now = last_round(record)
        table = now.table()
        if now.phase is not Phase.PLAY or table.decision is not PlayDecision.CARD:
            return table.choices() if now.phase is Phase.PLAY else ()
        hands = now.completed().hands_after_play()
        return Position(table, tuple(hand.known for hand in hands)).moves() if hands[table.to_move].is_open else ()

    # -- what a hand may bring: ``diamonds_solver.game.EvaluatesHands``

    evaluate_objectives = ("margin", "points")

    def evaluate(
        self,
        record: AnyRecord,
        ask: EvaluateAsk,
        on_progress: Callable[[int, int], None] | None = None,
        should_stop: Callable[[], bool] | None = None,
    ) -> HandValue:
        from .hands.evaluate import EvaluationInterrupted, evaluate_hand

        try:
            return evaluate_hand(
                last_round(record),
                objective=ask.objective,
                samples=ask.samples,
                time_limit=ask.time_limit,
                seed=ask.seed,
                threads=ask.threads,
                on_progress=on_progress,
                should_stop=should_stop,
            )
        except EvaluationInterrupted as interruption:
            return interruption.value

    def evaluation_text(self, record: AnyRecord, evaluation: HandValue, symbols: bool) -> str:
        from .report.hand import hand_text

        return hand_text(evaluation, record.id, unicode=symbols)

    def hand(self, cards: str | None, options: Mapping[str, Any], seed: int) -> Record:
        from .hands.evaluate import hand_record, random_hand, seat_of_dealer

        rules, dealer = _rules(options), options.get("dealer")
        seat_after = options.get("seat_after", 1) if dealer is None else seat_of_dealer(dealer, rules)
        return hand_record(random_hand(rules, seed) if cards is None else cards, rules, seat_after)

    def hand_deck(self, options: Mapping[str, Any]) -> HandDeck:
        from .rules.cards import SUIT_LETTERS, card_name, suit_of

        rules = _rules(options)
        rows: dict[str, dict[str, int]] = {letter: {} for letter in SUIT_LETTERS}
        for card in rules.deck:
            rows[SUIT_LETTERS[suit_of(card)]][card_name(card)] = 1
        return HandDeck(rules.hand_size, {letter: row for letter, row in rows.items() if row})


def _deck(rules: Rules) -> dict[str, Any]:
    return {
        "players": rules.players,
        "variant": "perfect" if rules.perfect else "standard",
        "suits": SUIT_LETTERS,
        "ranks": rules.max_rank,
        "hand": rules.hand_size,
        "teams": rules.players in (4, 6),
    }


def _result(record: AnyRecord) -> Sequence[str]:
    """How a whole game ended, as `check` tells it."""
    from .record.standings import final, final_text

    end = final(record) if isinstance(record, GameRecord) else None
    if end is None or not isinstance(record, GameRecord):
        return ()
    names = [record.seat_name(seat) for seat in range(record.players)]
    return (f"final score {' '.join(map(str, end.score))}: {final_text(record, end, names)}",)


def _rules(options: Mapping[str, Any]) -> Rules:
    """The game of the options; four players and the standard game where they leave it open."""
    return Rules(options.get("players", 4), options.get("variant") == "perfect", bool(options.get("teams")))


GAME = Diamonds()
