"""What a table asks of its records, and the rows that answer it.

A task is a block of records and the question; it depends on nothing else, so it does not matter where and when it is worked out.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import partial
from itertools import islice
from typing import Any, NamedTuple

from diamonds_solver.advice.ask import advise
from diamonds_solver.common.executors import Executor
from diamonds_solver.common.quantities import MOST_SEED, json_number
from diamonds_solver.common.version import __version__, build_id
from diamonds_solver.errors import DiamondsError
from diamonds_solver.game import EvaluateOptions, Game, RecordSolver, SolveCallbacks, SolveOptions, Use
from diamonds_solver.game.solution import MoveValue, Solution
from diamonds_solver.games import find_game

SCHEMA = 3
"""Raised with any change of the columns and of what they mean."""

COLUMNS: Mapping[str, type] = {
    "key": str,
    "number": int,
    "id": str,
    "seed": int,
    "game": str,
    "variant": str,
    "players": int,
    "leader": str,
    "seat": str,
    "decision": str,
    "objective": str,
    "model": str,
    "measure": str,
    "move": str,
    "value": float,
    "lower": float,
    "upper": float,
    "exact": bool,
    "loss": float,
    "best": bool,
    "gains": str,
    "nodes": int,
    "worlds": int,
    "sem": float,
    "engine": str,
    "assumed": str,
    "version": str,
}
"""The columns and their kinds; any cell may be None. ``docs/how-to/table.md`` explains them."""

Row = dict[str, Any]


@dataclass(frozen=True)
class TableQuestion:
    """What is asked of each record."""

    ask: str = "solve"
    """``solve``, ``advise`` or ``evaluate``."""
    rows: str = "move"
    """A row for each legal ``move``, or one for the best of each ``deal``; of an evaluation each number, or the main one."""
    objectives: tuple[str, ...] = ()
    """Names; empty: the game's first."""
    models: tuple[str, ...] = ("paranoid",)
    leaders: str = "own"
    """``own``: who leads in the record; ``all``: each player in turn."""
    engine: str = "auto"
    worlds: int | None = None
    seed: int = 0
    node_limit: int | None = None
    memory: int = 64 << 20
    """Bytes of the search's table, for each block that is worked on at the same time. No value depends on it."""

    def to_dict(self) -> dict[str, Any]:
        """What rows depend on, as JSON."""
        known = asdict(self)
        del known["memory"]
        return {name: list(value) if isinstance(value, tuple) else value for name, value in known.items()}


@dataclass(frozen=True)
class Deals:
    """Random deals: number i of a seed and options is always the same one."""

    game: str
    seed: int
    options: Mapping[str, Any] = field(default_factory=dict)
    are_hands: bool = False
    """Whether a deal is one hand by itself, as ``diamonds evaluate --random`` has it; the options are then those of ``hand``."""

    def record(self, number: int) -> Any:
        """Deal `number`, from 1."""
        game = find_game(self.game)
        if self.are_hands and game.evaluating is not None and game.evaluating.hands is not None:
            return game.evaluating.hands.record(None, self.options, _mixed(self.seed, number))
        return game.records.deal((self.seed, number), self.options, self.name(number))

    def name(self, number: int) -> str:
        """The id of deal `number`."""
        return f"{'hand' if self.are_hands else 'deal'}-{self.seed}-{number}"


def _mixed(seed: int, number: int) -> int:
    """A seed of its own for each number of a seed."""
    return int.from_bytes(hashlib.sha256(f"{seed} {number}".encode()).digest()[:4])


class Item(NamedTuple):
    """A record of a table. Its number is its key."""

    number: int
    """From 1."""
    record: Any = None
    """None: the worker deals it."""


class Block(NamedTuple):
    """Records that are worked out together, and kept together."""

    number: int
    """From 0."""
    items: Sequence[Item]

    @property
    def name(self) -> str:
        """The same for the same records only: a file of records may be another one when a table goes on."""
        digest = hashlib.sha256()
        for item in self.items:
            text = "" if item.record is None else find_game(item.record.game).records.write(item.record, "json")
            digest.update(f"{item.number} {text}\0".encode("utf-8", "surrogatepass"))
        return f"{self.number:09d}-{digest.hexdigest()[:16]}"


class BlockRows(NamedTuple):
    """The rows of a block, and what is wrong with records that have none."""

    block: Block
    rows: list[Row]
    errors: list[tuple[Item, DiamondsError]]


def answer(question: TableQuestion, deals: Deals | None, block: Block, should_stop: Callable[[], bool] | None = None) -> BlockRows | None:
    """The rows of a block; None when `should_stop` said so before the end."""
    rows: list[Row] = []
    errors: list[tuple[Item, DiamondsError]] = []
    makers: dict[str, _RowMaker] = {}
    for item in block.items:
        if should_stop is not None and should_stop():
            return None
        try:
            record = item.record if deals is None else deals.record(item.number)
            if record.game not in makers:
                makers[record.game] = _RowMaker(question, find_game(record.game), deals, should_stop)
            for variation in variations(question, record):
                rows += makers[record.game].rows(variation, item.number)
        except DiamondsError as error:
            errors.append((item, error))
    return None if should_stop is not None and should_stop() else BlockRows(block, rows, errors)


def variations(question: TableQuestion, record: Any) -> Iterator[Any]:
    """The record with each requested leader. Raises DiamondsError if it has one only."""
    if question.leaders == "own":
        yield record
        return
    game = find_game(record.game)
    variants = game.variants
    if variants is None:
        raise DiamondsError(f"in {game.words.title} nobody leads", code="E-GAME", hint="leave out --leaders")
    yield from (variants.led_by(record, seat) for seat in range(record.players))


class _RowMaker:
    """Answers the records of one game, one after the other."""

    def __init__(self, question: TableQuestion, game: Game[Any, Any], deals: Deals | None, should_stop: Callable[[], bool] | None) -> None:
        self._question, self._game, self._deals, self._should_stop = question, game, deals, should_stop
        self._variants = game.variants
        self._solves = game.solving
        self._solver: RecordSolver | None = None
        self._evaluates = game.evaluating
        self._assumes = game.assuming
        use = Use.EVALUATE if question.ask == "evaluate" else Use.ADVISE
        self._objectives = question.objectives or (game.objective(None, use),)
        seed = None if deals is None else deals.seed
        self._same = dict.fromkeys(COLUMNS) | {"game": game.name, "seed": seed, "version": f"{__version__}+{build_id()}"}

    def rows(self, record: Any, number: int) -> Iterator[Row]:
        """The rows of a record. Raises DiamondsError for what the game cannot be asked, and for records that have no answer."""
        leader = None if self._variants is None else self._variants.leader(record)
        shared = self._same | {
            "key": f"{number:09d}",
            "number": number,
            "id": record.id if record.id is not None or self._deals is None else self._deals.name(number),
            "variant": None if self._variants is None else self._variants.name(record),
            "players": record.players,
            "leader": None if leader is None else f"P{leader + 1}",
            "assumed": None if self._assumes is None else " ".join(self._assumes.of(record)) or None,
        }
        if self._question.ask != "solve":
            answered = self._advised if self._question.ask == "advise" else self._evaluated
            for objective in self._objectives:
                yield from answered(record, objective, (self._question.seed + number) % (MOST_SEED + 1), shared)
            return
        for model in self._question.models:
            # With max^n every side wants its own points, whatever is asked.
            for objective in self._objectives[:1] if model == "maxn" else self._objectives:
                yield from self._solved(record, objective, model, shared)

    def _solved(self, record: Any, objective: str, model: str, shared: Row) -> Iterator[Row]:
        game, question = self._solves, self._question
        if game is None:
            raise DiamondsError(f"{self._game.words.title} has no exact values", code="E-GAME", hint="ask for advice: --ask advise")
        if self._solver is None:
            self._solver = game.solver(question.memory, 1)
        ask = SolveOptions(objective, model, all_moves=question.rows == "move" or model == "maxn", node_limit=question.node_limit)
        solution = self._solver.solve(record, ask, SolveCallbacks(should_stop=self._should_stop))
        own = 0  # the decider's place among the values of all sides
        if model == "maxn":
            sides = list(dict.fromkeys(tuple(game.side(record, seat)) for seat in range(record.players)))
            own = sides.index(tuple(game.side(record, solution.to_move)))
        common = shared | {
            "seat": f"P{solution.to_move + 1}",
            "decision": str(solution.decision),
            "objective": str(solution.objective),
            "model": model,
            "nodes": solution.nodes,
            "engine": "solve",
        }
        if question.rows == "move":
            for move in solution.moves:
                loss = None if move.loss is None else float(move.loss)
                yield {**common, **_value_cells(move, own), "move": str(move.move), "loss": loss, "best": move.best}
            return
        best = str(solution.best_moves[0]) if solution.best_moves else None
        yield {**common, **_value_cells(solution, own), "move": best, "loss": 0.0 if solution.exact else None, "best": True}

    def _advised(self, record: Any, objective: str, seed: int, shared: Row) -> Iterator[Row]:
        question = self._question
        advice = advise(
            record, engine=question.engine, worlds=question.worlds, objective=objective, seed=seed, should_stop=self._should_stop
        )
        common = shared | {
            "seat": f"P{advice.to_move + 1}",
            "decision": advice.decision,
            "objective": advice.objective,
            "worlds": advice.worlds,
            "engine": advice.engine,
        }
        for move in advice.moves if question.rows == "move" else advice.moves[:1]:
            reach = _REACH * move.sem
            yield common | {
                "move": str(move.move),
                "value": json_number(move.mean),
                "lower": json_number(move.mean - reach),
                "upper": json_number(move.mean + reach),
                "sem": json_number(move.sem),
                "exact": advice.exact,
                "loss": json_number(move.loss),
                "best": move.best,
            }

    def _evaluated(self, record: Any, objective: str, seed: int, shared: Row) -> Iterator[Row]:
        evaluating = self._evaluates
        if evaluating is None:
            raise DiamondsError(f"{self._game.words.title} has no evaluation", code="E-GAME", hint="ask for advice: --ask advise")
        ask = EvaluateOptions(self._game.objective(objective, Use.EVALUATE), seed, self._question.worlds)
        try:
            evaluation = evaluating.evaluate(record, ask, None, self._should_stop)
        except KeyboardInterrupt:
            if self._should_stop is not None and self._should_stop():
                return  # that is how an evaluation ends of which nothing is known yet; `answer` throws all of it away
            raise
        if evaluation.interrupted and not (self._should_stop is not None and self._should_stop()):
            raise KeyboardInterrupt
        measures = evaluation.measures()
        for each in measures if self._question.rows == "move" else measures[:1]:
            yield shared | {
                "seat": f"P{each.seat + 1}",
                "objective": objective,
                "measure": each.name,
                "move": None if each.move is None else str(each.move),
                "value": json_number(each.value),
                "lower": json_number(each.low),
                "upper": json_number(each.high),
                "exact": False,
                "loss": None if each.loss is None else json_number(each.loss),
                "best": None if each.loss is None else each.loss == 0,
                "worlds": evaluation.samples,
                "sem": json_number(each.sem),
                "engine": "evaluate",
            }


def _value_cells(result: MoveValue[Any] | Solution[Any], own: int) -> Row:
    """The decider's value and its limits; where every side has a value of its own, all of them, too, of which it is the one at `own`."""
    value, gains = result.value, None
    if isinstance(value, tuple):
        gains, value = " ".join(f"{gain:g}" for gain in value), value[own]
    lower, upper = result.bounds or (value, value)
    return {"value": _float(value), "lower": _float(lower), "upper": _float(upper), "gains": gains, "exact": result.exact}


_REACH = 1.959964  # standard errors to either side: 95 %


def _float(number: float | None) -> float | None:
    return None if number is None else float(number)


# -- blocks -------------------------------------------------------------------------------------------------------------------------------
# From records to the blocks of a table, wherever they are worked out.


def blocks_of(items: Iterable[Item], size: int) -> Iterator[Block]:
    """The items in blocks of `size`, numbered from 0."""
    source, number = iter(items), 0
    while block := list(islice(source, size)):
        yield Block(number, block)
        number += 1


def dealt(count: int) -> Iterator[Item]:
    """The numbers of deals; workers deal them."""
    return (Item(number) for number in range(1, count + 1))


def make_rows(
    question: TableQuestion, deals: Deals | None, blocks: Iterable[Block], workers: Executor, is_done: Callable[[Block], bool]
) -> Iterator[BlockRows]:
    """The answers to all blocks that are not done, as they come. On Ctrl-C those that are finished still come, then KeyboardInterrupt."""
    todo = (block for block in blocks if not is_done(block))
    yield from workers.map(partial(_answer, question, deals), todo)


def _answer(question: TableQuestion, deals: Deals | None, block: Block, should_stop: Callable[[], bool] | None) -> BlockRows | None:
    return answer(question, deals, block, should_stop)
