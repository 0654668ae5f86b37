"""What the page can ask, by name. A quick question is answered at once; a long one is prepared here and worked on at the desk."""

from __future__ import annotations

import math
import os
import secrets
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from diamonds_solver.answers.errors import error_to_dict
from diamonds_solver.answers.question import seat_of
from diamonds_solver.common.quantities import MOST_SEED
from diamonds_solver.common.version import __version__
from diamonds_solver.common.wording import quote
from diamonds_solver.errors import DiamondsError, IllegalMoveError
from diamonds_solver.game import (
    Ask,
    CardGame,
    Decision,
    EvaluateAsk,
    Evaluates,
    EvaluatesHands,
    Game,
    ListsMoves,
    LivePlay,
    Record,
    SolveAsk,
    Solves,
    Watch,
    WordedGame,
)
from diamonds_solver.games import GAMES, find_game
from diamonds_solver.games.records import description, examples, loads

from .asked import Asked, RequestError, settings
from .desk import Emit, Work
from .limits import Limits
from .playing import Playing, eyes
from .shown import drawn, move_dicts, words_of

if TYPE_CHECKING:
    from diamonds_solver.analysis.analysis import Analysis, Judged

DEFAULT_SECONDS = 2.0
_SECONDS_A_DECISION = 0.3  # as in ``diamonds analyse``
_WHY_SECONDS = 0.3  # that the comparison of the two best moves may take; it does not hear Stop
_PAUSE = 0.2  # seconds between two objects that tell how far a computation is
_SOURCE = "<page>"

Quick = Callable[[Asked], dict[str, Any]]
Long = Callable[[Asked], Work]


class Questions:
    """The questions, and the limits within which they are answered."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._playing = Playing(limits.games)
        self.quick: Mapping[str, Quick] = {
            "about": self._about,
            "check": self._check,
            "deal": self._deal,
            "game": self._game,
            "hand": self._hand,
            "move": self._move,
            "play": self._playing.play,
        }
        self.long: Mapping[str, Long] = {
            "advise": self._advise,
            "analyse": self._analyse,
            "evaluate": self._evaluate,
            "hint": self._hint,
            "report": self._report,
            "solve": self._solve,
            "turn": self._playing.turn,
        }

    # -- at once

    def _about(self, asked: Asked) -> dict[str, Any]:
        """What there is: games, engines, examples; the page's first question, after which there is time to load what the next ones need."""
        games = {name: find_game(name) for name in GAMES}
        threading.Thread(target=load_engines, daemon=True).start()
        return {
            "version": __version__,
            "seconds": self._limits.seconds,
            "games": {name: _game_dict(game) for name, game in games.items()},
            "examples": [{"name": name, "text": path.read_text("utf-8"), "about": description(path)} for name, path in examples().items()],
        }

    def _check(self, asked: Asked) -> dict[str, Any]:
        """One record as text: its strict form, its table and its legal moves, or what is wrong and where."""
        record = loads(asked.text("text"), _SOURCE)
        return table_dict(record)

    def _deal(self, asked: Asked) -> dict[str, Any]:
        """A random record. The seed is told, and repeats it."""
        game = find_game(asked.choice("game", list(GAMES), "diamonds"))
        seed = asked.whole("seed", 0, MOST_SEED, int.from_bytes(os.urandom(4)))
        record = game.deal((seed or 0, 1), settings(asked, game, "deal"), f"deal-{seed}-1")
        return {"seed": seed, **table_dict(record)}

    def _hand(self, asked: Asked) -> dict[str, Any]:
        """The cards that a hand may have, by kind, each with the number of its copies, and how many make a hand."""
        game = find_game(asked.choice("game", list(GAMES)))
        deck = _with_hands(game).hand_deck(settings(asked, game, "hand"))
        rows = {kind: [{"card": card, "copies": copies} for card, copies in row.items()] for kind, row in deck.rows.items()}
        return {"size": deck.size, "rows": [{"kind": kind, "cards": cards} for kind, cards in rows.items()]}

    def _move(self, asked: Asked) -> dict[str, Any]:
        """A record with one more move. Where chance adds to it, first what can come; then `outcome` says what came."""
        record, text, came = loads(asked.text("text"), _SOURCE), asked.text("move", most=256), asked.text("outcome", default="", most=256)
        game = find_game(record.game)
        move = next((move for move in _legal_moves(game, record) if str(move) == text), None)
        if move is None:
            raise IllegalMoveError(f"{quote(text)} cannot be played here")
        outcomes = game.outcomes(record, move) if isinstance(game, WordedGame) else {}
        if outcomes and came not in outcomes:
            return {"outcomes": list(outcomes)}
        return table_dict(game.play(record, outcomes.get(came, move)))

    def _game(self, asked: Asked) -> dict[str, Any]:
        """The decisions of a played game; with a `number`, from 1, the table as it was before that one, which may be one past the last."""
        record, number = loads(asked.text("text"), _SOURCE), asked.whole("number", 1, 1 << 16)
        game = find_game(record.game)
        decisions = list(game.decisions(record))
        if number is None:
            players = [record.seat_name(seat) for seat in range(record.players)]
            return {
                "game": record.game,
                "text": game.write(record),
                "players": players,
                "hindsight": game.hindsight(record, objective=next(iter(game.words.objectives))) is not None,
                "decisions": _decision_dicts(game, decisions),
            }
        return table_dict(decisions[number - 1].record if number <= len(decisions) else record)

    # -- long

    def _advise(self, asked: Asked) -> Work:
        """As ``diamonds advise``: values with their intervals, four times a second, then all that the command tells."""
        text, seat = asked.text("text"), asked.text("seat", default="", most=256)
        how = _Advice(asked, self._limits)

        def work(emit: Emit, should_stop: Callable[[], bool]) -> dict[str, Any]:
            record = loads(text, _SOURCE)
            return how.give(record, seat_of(record, seat) if seat else None, emit, should_stop)

        return work

    def _hint(self, asked: Asked) -> Work:
        """Advice in a live game, for the player before the page."""
        name, seat, how = asked.text("id", most=64), asked.text("seat", default="", most=4), _Advice(asked, self._limits)

        def work(emit: Emit, should_stop: Callable[[], bool]) -> dict[str, Any]:
            game = self._playing.find(name)
            viewer = eyes(game, seat)
            if viewer is None:
                raise DiamondsError("nobody is before the page whose turn it is", code="E-TURN")
            return how.give(game.seen(viewer), viewer, emit, should_stop)

        return work

    def _analyse(self, asked: Asked) -> Work:
        """As ``diamonds analyse``, within the limit of time for all decisions together; each decision as soon as it is judged."""
        judge = self._judge(asked)

        def work(emit: Emit, should_stop: Callable[[], bool]) -> dict[str, Any]:
            def tell(one: Judged) -> None:
                emit({"event": "judged", "decision": one.to_dict(), "words": words_of(find_game(one.record.game), one.record, _named(one))})

            found: dict[str, Any] = judge(emit, should_stop, tell).to_dict()
            return found

        return work

    def _report(self, asked: Asked) -> Work:
        """As ``diamonds report``: the page as text."""
        judge = self._judge(asked)

        def work(emit: Emit, should_stop: Callable[[], bool]) -> dict[str, Any]:
            from diamonds_solver.answers.page import report_html

            return {"html": report_html(judge(emit, should_stop))}

        return work

    def _judge(self, asked: Asked) -> Callable[..., Any]:
        """A game judged: an `Analysis`. The function is told what is sent, when to stop, and who hears of each `Judged`."""
        text, objective = asked.text("text"), asked.text("objective", default="", most=32)
        worlds, seconds = asked.whole("worlds", 2, self._limits.worlds), asked.seconds("time_limit", self._limits.seconds)
        seed, number = asked.whole("seed", 0, MOST_SEED, secrets.randbelow(2**32)), asked.whole("round", 1, 100)
        known, hindsight = asked.flag("known", True), asked.flag("hindsight", True)
        if not known and not hindsight:
            raise RequestError("there is nothing to judge by: known or hindsight is true")
        hindsight_limit, until = asked.seconds("hindsight_limit", self._limits.seconds), asked.whole("until", 1, 1 << 16)

        def work(emit: Emit, should_stop: Callable[[], bool], on_judged: Callable[[Any], None] | None = None) -> Any:
            from diamonds_solver.analysis.analyse import analyse

            record, ends = loads(text, _SOURCE), time.monotonic() + self._limits.seconds
            cut, before = (record, 0) if until is None else _beginning(record, until)
            emit({"event": "start"})
            pace = _Pace()

            def tell(done: int, total: int) -> None:
                if pace.is_due():
                    emit({"event": "progress", "done": done, "total": total})

            def judged(one: Judged) -> None:
                if on_judged is not None:
                    on_judged(replace(one, number=one.number + before))

            found = analyse(
                cut,
                objective=objective or None,
                worlds=worlds,
                time_limit=_SECONDS_A_DECISION if worlds is None and seconds is None else seconds,
                seed=seed,
                known=known,
                hindsight=hindsight,
                hindsight_limit=hindsight_limit,
                threads=self._limits.threads,
                rounds=None if number is None or cut is not record else (number,),
                on_progress=tell,
                on_judged=judged,
                should_stop=lambda: should_stop() or time.monotonic() > ends,
            )
            return _later(found, before)

        return work

    def _solve(self, asked: Asked) -> Work:
        """As ``diamonds solve``: every value as it is proven."""
        text = asked.text("text")
        objective, model = asked.text("objective", default="", most=32), asked.choice("model", ("paranoid", "maxn"), "paranoid")
        seconds = asked.seconds("time_limit", self._limits.seconds, self._limits.seconds)

        def work(emit: Emit, should_stop: Callable[[], bool]) -> dict[str, Any]:
            from diamonds_solver.answers.solution import solution_dict

            record = loads(text, _SOURCE)
            game = find_game(record.game)
            if not isinstance(game, Solves):
                raise DiamondsError(f"there are no exact values of {game.words.title}", code="E-GAME", hint="advice there is")
            emit({"event": "start", "moves": [str(move) for move in _legal_moves(game, record)]})
            pace = _Pace()

            def tell(nodes: int, lower: float, upper: float) -> None:
                if pace.is_due():
                    emit({"event": "progress", "nodes": nodes, "bounds": [lower, upper]})

            def tell_move(move: object, value: object) -> None:
                emit({"event": "move", "move": str(move), "value": value})

            solver = game.solver(self._limits.memory, self._limits.threads)
            ask = SolveAsk(objective or game.solve_objectives[0], model, time_limit=seconds)
            solution = solver.solve(record, ask, Watch(tell, tell_move, should_stop))
            if words := words_of(game, record, solution.line):
                emit({"event": "words", "words": words})
            return solution_dict(game, record, solution)

        return work

    def _evaluate(self, asked: Asked) -> Work:
        """As ``diamonds evaluate``: of a record, or of the cards of a hand; at the end also in words."""
        text, hand = asked.text("text", default=""), asked.text("hand", default="", most=256)
        shelf = find_game(asked.choice("game", list(GAMES), next(iter(GAMES))))
        given = settings(asked, shelf, "hand")
        objective, samples = asked.text("objective", default="", most=32), asked.whole("samples", 2, self._limits.worlds)
        ask = EvaluateAsk(
            objective,
            asked.whole("seed", 0, MOST_SEED, secrets.randbelow(2**32)) or 0,
            samples,
            None if samples is not None else asked.seconds("time_limit", self._limits.seconds, DEFAULT_SECONDS),
            self._limits.threads,
        )

        def work(emit: Emit, should_stop: Callable[[], bool]) -> dict[str, Any]:
            record = loads(text, _SOURCE) if text else _with_hands(shelf).hand(hand, given, 0)
            game = _evaluating(record)
            if objective and objective not in game.evaluate_objectives:
                hint = f"objectives: {', '.join(game.evaluate_objectives)}"
                raise DiamondsError("this is not what positions of the game are evaluated by", code="E-OBJECTIVE", hint=hint)
            emit({"event": "start"})
            pace = _Pace()

            def tell(rounds: int, total: int) -> None:
                if pace.is_due():
                    emit({"event": "progress", "rounds": rounds, "total": total})

            found = game.evaluate(record, replace(ask, objective=objective or game.evaluate_objectives[0]), tell, should_stop)
            emit({"event": "told", "text": game.evaluation_text(record, found, True)})
            return {"id": record.id, **found.to_dict()}

        return work


class _Advice:
    """What is asked of the adviser; the fields of ``diamonds advise``."""

    def __init__(self, asked: Asked, limits: Limits) -> None:
        self._engine, self._objective = asked.text("engine", default="auto", most=256), asked.text("objective", default="", most=32)
        self._worlds = asked.whole("worlds", 1, limits.worlds)
        given = asked.seconds("time_limit", limits.seconds)
        self._why_seconds = math.inf if self._worlds and given is None else _WHY_SECONDS  # so that the numbers repeat
        self._seconds = given or (limits.seconds if self._worlds else DEFAULT_SECONDS)
        self._seed = asked.whole("seed", 0, MOST_SEED, secrets.randbelow(2**32)) or 0
        self._threads = limits.threads

    def give(self, record: Any, seat: int | None, emit: Emit, should_stop: Callable[[], bool]) -> dict[str, Any]:
        """The answer of ``diamonds advise --json``, the answers so far on the way."""
        from diamonds_solver.advice.advice import advise  # with numpy: see `load_engines`
        from diamonds_solver.answers.advice import advice_dict, explain_best

        game = find_game(record.game)
        view = game.view(record, seat)
        objective = self._objective or next(iter(game.words.objectives))
        if objective not in game.words.objectives:
            known = ", ".join(game.words.objectives)
            raise DiamondsError(f"{game.words.title} has no such objective", code="E-OBJECTIVE", hint=f"objectives: {known}")
        question = {"seat": f"P{view.seat + 1}", "decision": view.decision, "objective": objective, "hidden": view.hidden()}
        emit({"event": "start", **question})
        engine = game.engine(view, Ask(self._engine, objective, self._seed, self._worlds, self._seconds, self._threads))
        advice = advise(
            engine,
            worlds=self._worlds,
            time_limit=self._seconds,
            threads=self._threads,
            delta=game.words.objectives[objective].margin,
            on_advice=lambda advice: emit({"event": "advice", **advice.to_dict()}),
            should_stop=should_stop,
        )
        why = None if should_stop() else explain_best(game, engine, advice, self._why_seconds)
        return advice_dict(record, view, advice, why)


def failure(error: BaseException) -> dict[str, Any]:
    """What stands in place of an answer: what is wrong with the input, as commands print it with ``--json``; the rest is our mistake."""
    if isinstance(error, DiamondsError):
        return error_to_dict(error)
    if isinstance(error, MemoryError):
        return _one_error("E-MEMORY", "there is not enough memory")
    if isinstance(error, KeyboardInterrupt):
        return _one_error("E-STOPPED", "stopped before anything was known")
    if os.environ.get("DIAMONDS_DEBUG") == "1":
        import traceback

        traceback.print_exception(error)
    return _one_error("E-INTERNAL", f"internal error: {type(error).__name__}: {error}")


def load_engines() -> None:
    """Loads what computations need, which takes longer than the page: in the background, before the first question."""
    from scipy import special  # noqa: F401

    from diamonds_solver.advice.advice import advise  # noqa: F401
    from diamonds_solver.answers.advice import advice_dict  # noqa: F401
    from diamonds_solver.live.live_game import LiveGame  # noqa: F401

    for name in GAMES:
        find_game(name)


def table_dict(record: Any) -> dict[str, Any]:
    """A record in its strict form, its table, its legal moves as texts and as people write them, and what its writer should know."""
    game = find_game(record.game)
    notes = game.check(record)
    return {
        "game": record.game,
        "text": game.write(record),
        "players": [record.seat_name(seat) for seat in range(record.players)],
        "state": game.state(record),
        "turn": _turn_dict(game, record),
        "moves": move_dicts(game, record, _legal_moves(game, record)),
        "can_solve": isinstance(game, Solves) and game.is_open(record),
        "notes": list(notes),
        **drawn(game, record),
    }


def _turn_dict(game: Game[Any, Any], record: Any) -> dict[str, str] | None:
    """Who decides what; None where nothing is to be decided, or nobody can tell."""
    if isinstance(game, CardGame):
        return None  # its `state` tells it, also where the view is of somebody else
    try:
        view = game.view(record)
    except DiamondsError:
        return None
    return {"seat": f"P{view.seat + 1}", "decision": view.decision, "text": game.words.decisions[view.decision]}


def _decision_dicts(game: Game[Any, Any], decisions: Sequence[Decision]) -> list[dict[str, Any]]:
    """The decisions of a game as they were made, with moves as people write them."""
    return [
        {
            "number": number,
            "round": one.round,
            "trick": one.trick,
            "seat": f"P{one.seat + 1}",
            "decision": one.decision,
            **move_dicts(game, one.record, [one.move])[0],
            "forced": one.forced,
        }
        for number, one in enumerate(decisions, start=1)
    ]


def _game_dict(game: Game[Any, Any]) -> dict[str, Any]:
    """What the page has to know of a game."""
    objectives = game.words.objectives.items()
    return {
        "title": game.words.title,
        "decisions": dict(game.words.decisions),
        "objectives": {name: {"text": aim.text, "chance": aim.is_chance, "margin": aim.margin} for name, aim in objectives},
        "solves": list(game.solve_objectives) if isinstance(game, Solves) else [],
        "evaluates": list(game.evaluate_objectives) if isinstance(game, Evaluates) else [],
        "decks": list(game.decks()) if isinstance(game, CardGame) else [],
        "levels": dict(game.levels) if isinstance(game, LivePlay) else {},
        "typing": game.typing if isinstance(game, LivePlay) else "",
        "options": {
            verb: [{"name": name, "text": option.text, "values": option.values} for name, option in game.options.get(verb, {}).items()]
            for verb in ("deal", "live", "hand")
        },
        "hands": isinstance(game, EvaluatesHands),
    }


def _named(one: Judged) -> Sequence[object]:
    """The moves that a judgement names; those that were legal are told with the table."""
    look = one.hindsight
    return (*(() if one.known is None else one.known.best), *(() if look is None else (*look.best, *look.line)), *one.refutation)


def _beginning(record: Record, until: int) -> tuple[Record, int]:
    """The round of the decision with the number `until`, from 1, as far as that one, so that no time goes to what is judged already; and
    how many decisions come before the round.

    Passes are judged with the first card that follows them.
    """
    game = find_game(record.game)
    decisions = list(game.decisions(record))
    of = decisions[min(until, len(decisions)) - 1].round if decisions else 0
    own = [number for number, one in enumerate(decisions, 1) if one.round == of]
    first_card = next((number for number in own if decisions[number - 1].trick is not None), 0)
    until = max(until, first_card)
    if own and until < own[-1]:
        cut: Record = decisions[until].record
        return cut, own[0] - 1
    numbers = list(dict.fromkeys(one.round for one in decisions))
    rounds = game.rounds(record)
    return (rounds[numbers.index(of)], own[0] - 1) if own and len(rounds) == len(numbers) else (record, 0)


def _later(analysis: Analysis, before: int) -> Analysis:
    """The same with the numbers of a game in which so many decisions come before."""

    def number(own: int | None) -> int | None:
        return None if own is None else own + before

    players = tuple(replace(player, best=number(player.best), worst=number(player.worst)) for player in analysis.players)
    return replace(analysis, judged=tuple(replace(one, number=one.number + before) for one in analysis), players=players)


def _legal_moves(game: Game[Any, Any], record: Any) -> Sequence[object]:
    return game.legal_moves(record) if isinstance(game, ListsMoves) else ()


def _evaluating(record: Record) -> Evaluates:
    game = find_game(record.game)
    if not isinstance(game, Evaluates):
        raise DiamondsError(f"positions of {game.words.title} are not evaluated", code="E-GAME")
    return game


def _with_hands(game: Game[Any, Any]) -> EvaluatesHands:
    if not isinstance(game, EvaluatesHands):
        raise DiamondsError(f"{game.words.title} has no hands to evaluate", code="E-GAME", hint="give a record")
    return game


def _one_error(code: str, message: str) -> dict[str, Any]:
    return {"id": None, "errors": [{"code": code, "message": message, "hint": None}]}


class _Pace:
    """Says now and then that something is to be told."""

    def __init__(self) -> None:
        self._next = time.monotonic() + _PAUSE

    def is_due(self) -> bool:
        now = time.monotonic()
        if now < self._next:
            return False
        self._next = now + _PAUSE
        return True
