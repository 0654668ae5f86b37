"""What the page can ask, by name. A quick question is answered at once; a long one is prepared here and worked on by a `JobRunner`."""

from __future__ import annotations

import math
import os
import secrets
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from diamonds_solver.advice.ask import DEFAULT_SEED, AdviseOptions, Answer, Callbacks, Question, ask
from diamonds_solver.analysis.learner import DAYS
from diamonds_solver.answers.wording import error_to_dict, seat_of
from diamonds_solver.common.facts import FACTS
from diamonds_solver.common.quantities import MOST_SEED
from diamonds_solver.common.version import __version__
from diamonds_solver.common.wording import quote, wrapped_text
from diamonds_solver.errors import DiamondsError, IllegalMoveError
from diamonds_solver.game import (
    EvaluateOptions,
    Evaluating,
    Game,
    Hands,
    Record,
    SolveCallbacks,
    SolveOptions,
    Use,
)
from diamonds_solver.games import GAMES, find_game
from diamonds_solver.games.records import description, examples, loads
from diamonds_solver.web.fields import Limits, RequestError, RequestFields, settings
from diamonds_solver.web.jobs import Emit, Work
from diamonds_solver.web.live import LiveGames, viewer_of
from diamonds_solver.web.states import game_dict, judged_dict, rules_dict, seen_dict, table_dict, words_of

if TYPE_CHECKING:
    from diamonds_solver.advice.advice import Advice
    from diamonds_solver.analysis.analyse import Kept
    from diamonds_solver.analysis.practice import Judgement
    from diamonds_solver.analysis.results import Analysis, Judged
    from diamonds_solver.game.values import RecordSolver

DEFAULT_SECONDS = 2.0  # of an evaluation
_MOST_TIMES = 16  # the usual amount of work
_PAUSE: float = FACTS["seconds"]["pause"]  # seconds between two objects that tell how far a computation is
_SOURCE = "<page>"
_MOST_LINE = 128  # moves of a line
_MOST_GAMES = 200  # in which habits are looked for
_NO_LIMIT = "diamonds solve --proof takes as long as it needs"
_NO_LOSSES = "losses must be numbers, by move and by the number of a decision"

Quick = Callable[[RequestFields], dict[str, Any]]
Long = Callable[[RequestFields], Work]


class Questions:
    """The questions, and the limits within which they are answered."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._playing = LiveGames(limits)
        self._earlier = _Earlier()
        self._unfinished: tuple[tuple[object, ...], RecordSolver] | None = None
        """What was to be solved last and was stopped, and the solver with what is proven of it."""
        self._reviewed: tuple[tuple[object, ...], Kept] | None = None
        """What was judged last, and what is known of it: a report needs it again, and so does a page that is loaded anew."""
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
            "habits": self._habits,
            "hint": self._hint,
            "report": self._report,
            "solve": self._solve,
            "turn": self._playing.turn,
        }

    # -- at once

    def _about(self, fields: RequestFields) -> dict[str, Any]:
        """What there is: games, engines, examples; the page's first question, after which there is time to load what the next ones need."""
        games = {name: find_game(name) for name in GAMES}
        threading.Thread(target=load_engines, daemon=True).start()
        return {
            "version": __version__,
            "seconds": self._limits.seconds,
            "practice_days": list(DAYS),
            "games": {name: rules_dict(game) for name, game in games.items()},
            "examples": [{"name": name, "text": path.read_text("utf-8"), "about": description(path)} for name, path in examples().items()],
        }

    def _check(self, fields: RequestFields) -> dict[str, Any]:
        """One record as text: its strict form, its table and its legal moves, or what is wrong and where."""
        record = loads(fields.text("text"), _SOURCE)
        return table_dict(record)

    def _deal(self, fields: RequestFields) -> dict[str, Any]:
        """A random record. The seed is told, and repeats it."""
        game = find_game(fields.choice("game", list(GAMES), "diamonds"))
        seed = fields.whole("seed", 0, MOST_SEED, int.from_bytes(os.urandom(4)))
        record = game.records.deal((seed or 0, 1), settings(fields, game, "deal"), f"deal-{seed}-1")
        return {"seed": seed, **table_dict(record)}

    def _hand(self, fields: RequestFields) -> dict[str, Any]:
        """The cards that a hand may have, by kind, each with the number of its copies, and how many make a hand."""
        game = find_game(fields.choice("game", list(GAMES)))
        deck = _hands(game).deck(settings(fields, game, "hand"))
        rows = {kind: [{"card": card, "copies": copies} for card, copies in row.items()] for kind, row in deck.rows.items()}
        return {"size": deck.size, "rows": [{"kind": kind, "cards": cards} for kind, cards in rows.items()]}

    def _move(self, fields: RequestFields) -> dict[str, Any]:
        """A record with one more move. Where chance adds to it, first what can come; then `outcome` says what came."""
        record, text, came = (
            loads(fields.text("text"), _SOURCE),
            fields.text("move", most=256),
            fields.text("outcome", default="", most=256),
        )
        game = find_game(record.game)
        move = _legal(record, text)
        outcomes = game.page.outcomes(record, move)
        if outcomes and came not in outcomes:
            return {"outcomes": list(outcomes)}
        return table_dict(game.records.play(record, outcomes.get(came, move)))

    def _game(self, fields: RequestFields) -> dict[str, Any]:
        """The decisions of a played game; with a `number`, from 1, the table as it was before that one, which may be one past the last.

        `seen`: as whoever decided saw it, with the moves that there were, and with the key that practice keeps progress by. `line`: after
        these moves, from there on.
        """
        record, number = loads(fields.text("text"), _SOURCE), fields.whole("number", 1, 1 << 16)
        is_seen, line = fields.flag("seen"), fields.texts("line", most=_MOST_LINE) or []
        game = find_game(record.game)
        decisions = list(game.records.decisions(record))
        if number is None:
            return game_dict(record, decisions)
        if number > len(decisions):
            return table_dict(record)
        decision = decisions[number - 1]
        if is_seen:
            return seen_dict(decision)
        after = decision.record
        for text in line:
            after = game.records.play(after, _legal(after, text))
        return table_dict(after)

    # -- long

    def _advise(self, fields: RequestFields) -> Work:
        """As ``diamonds advise``: values with their intervals, four times a second, then all that the command tells."""
        text, seat = fields.text("text"), fields.text("seat", default="", most=256)
        how = _Advice(fields, self._limits, self._earlier)

        def work(emit: Emit, should_stop: Callable[[], bool]) -> dict[str, Any]:
            record = loads(text, _SOURCE)
            return how.give(record, seat_of(record, seat) if seat else None, emit, should_stop)

        return work

    def _habits(self, fields: RequestFields) -> Work:
        """One player's costly habits, as ``diamonds practice --habits`` names them. `games`, in the order in which they were played:
        records, and by the number of each of the player's judged decisions what its moves would lose."""
        items = [_judged_game(item) for item in fields.items("games", most=_MOST_GAMES)]

        def work(emit: Emit, should_stop: Callable[[], bool]) -> dict[str, Any]:
            from diamonds_solver.analysis.habits import habits_of
            from diamonds_solver.answers.practice import habits_missing

            places, pace = dict[int, tuple[int, int]](), _Pace()

            def go_on() -> None:
                if should_stop():
                    raise KeyboardInterrupt

            def games() -> Iterator[list[Judgement]]:
                for number, item in enumerate(items):
                    go_on()
                    if pace.is_due():
                        emit({"event": "progress", "done": number, "total": len(items)})
                    game = _judged(*item)
                    places.update((id(judgement), (number, judgement.number)) for judgement in game)
                    yield game

            emit({"event": "start"})
            found = habits_of(games(), go_on)
            told, past = (
                [
                    {**habit.to_dict(), "share_text": habit.share_text, "shown": [places[id(judgement)] for judgement in habit.shown]}
                    for habit in habits
                ]
                for habits in (found.told, found.past)
            )
            missing = f"{habits_missing(found, 'of your judged cards')}: review {found.wanted}" if found.wanted else ""
            return {"missing": missing, "games": found.games, "decisions": found.decisions, "habits": told, "past": past}

        return work

    def _hint(self, fields: RequestFields) -> Work:
        """Advice in a live game, for the player before the page."""
        name, seat, how = fields.text("id", most=64), fields.text("seat", default="", most=4), _Advice(fields, self._limits, self._earlier)

        def work(emit: Emit, should_stop: Callable[[], bool]) -> dict[str, Any]:
            game = self._playing.find(name)
            viewer = viewer_of(game, seat)
            if viewer is None:
                raise DiamondsError("nobody whose turn it is looks at the page", code="E-TURN")
            return how.give(game.seen(viewer), viewer, emit, should_stop)

        return work

    def _analyse(self, fields: RequestFields) -> Work:
        """As ``diamonds analyse``, within the limit of time for all decisions together; each decision as soon as it is judged."""
        judge = self._judge(fields)

        def work(emit: Emit, should_stop: Callable[[], bool]) -> dict[str, Any]:
            def tell(decision: Judged) -> None:
                emit({"event": "judged", **judged_dict(decision)})

            data: dict[str, Any] = judge(emit, should_stop, tell).to_dict()
            return data

        return work

    def _report(self, fields: RequestFields) -> Work:
        """As ``diamonds report``: the page as text."""
        judge = self._judge(fields)

        def work(emit: Emit, should_stop: Callable[[], bool]) -> dict[str, Any]:
            from diamonds_solver.web.report import report_html

            return {"html": report_html(judge(emit, should_stop))}

        return work

    def _judge(self, fields: RequestFields) -> Callable[..., Any]:
        """A game judged: an `Analysis`. The function is told what is sent, when to stop, and who hears of each `Judged`."""
        text, objective = fields.text("text"), fields.text("objective", default="", most=32)
        worlds, seconds = fields.whole("worlds", 2, self._limits.worlds), fields.seconds("time_limit", self._limits.seconds)
        seed, number = fields.whole("seed", 0, MOST_SEED), fields.whole("round", 1, 100)
        known, hindsight = fields.flag("known", True), fields.flag("hindsight", True)
        if not known and not hindsight:
            raise RequestError("there is nothing to judge by: known or hindsight must be true")
        hindsight_limit, until = fields.seconds("hindsight_limit", self._limits.seconds), fields.whole("until", 1, 1 << 16)
        seat = fields.text("seat", default="", most=256)

        def work(emit: Emit, should_stop: Callable[[], bool], on_judged: Callable[[Any], None] | None = None) -> Any:
            from diamonds_solver.analysis.analyse import Kept, analyse, review_seed

            record, ends = loads(text, _SOURCE), time.monotonic() + self._limits.seconds
            cut, before = (record, 0) if until is None else _beginning(record, until)
            question = (text, objective, worlds, seconds, seed)
            if self._reviewed is None or self._reviewed[0] != question:
                self._reviewed = question, Kept()
            whole = self._reviewed[1]
            kept = whole if cut is record else Kept()
            emit({"event": "start"})
            pace = _Pace()

            def tell(done: int, total: int) -> None:
                if pace.is_due():
                    emit({"event": "progress", "done": done, "total": total})

            def judged(decision: Judged) -> None:
                if on_judged is not None:
                    on_judged(replace(decision, number=decision.number + before))

            analysis = analyse(
                cut,
                objective=objective or None,
                worlds=worlds,
                time_limit=seconds,
                seed=review_seed(record) if seed is None else seed,  # of all of it, also where a part is judged
                known=known,
                hindsight=hindsight,
                hindsight_limit=hindsight_limit,
                threads=self._limits.threads,
                players=(seat_of(record, seat),) if seat else None,
                rounds=None if number is None or cut is not record else (number,),
                kept=kept,
                on_progress=tell,
                on_judged=judged,
                should_stop=lambda: should_stop() or time.monotonic() > ends,
            )
            if kept is not whole:
                whole.add(kept, before)
            return _later(analysis, before)

        return work

    def _solve(self, fields: RequestFields) -> Work:
        """As ``diamonds solve``: every value as it is proven. `proof`: the best value alone, and its certificate as text."""
        text, is_proof = fields.text("text"), fields.flag("proof")
        objective, model = fields.text("objective", default="", most=32), fields.choice("model", ("paranoid", "maxn"), "paranoid")
        seconds = fields.seconds("time_limit", self._limits.seconds, self._limits.seconds)

        def work(emit: Emit, should_stop: Callable[[], bool]) -> dict[str, Any]:
            from diamonds_solver.answers.solution import solution_dict

            record = loads(text, _SOURCE)
            game = find_game(record.game)
            if game.solving is None:
                raise DiamondsError(f"{game.words.title} has no exact values", code="E-GAME", hint="ask for a hint")
            emit({"event": "start", "moves": [str(move) for move in game.records.legal_moves(record)]})
            pace = _Pace()

            def tell(nodes: int, lower: float, upper: float) -> None:
                if pace.is_due():
                    emit({"event": "progress", "nodes": nodes, "bounds": [lower, upper]})

            def tell_move(move: object, value: object) -> None:
                emit({"event": "move", "move": str(move), "value": value})

            question = (text, objective, model, is_proof)
            before, self._unfinished = self._unfinished, None  # whose memory is free before another solver takes some
            again = before is not None and before[0] == question
            solver = before[1] if before and again else None
            before = None
            solver = solver or game.solving.solver(self._limits.memory, self._limits.threads)
            ask = SolveOptions(game.objective(objective or None, Use.SOLVE), model, not is_proof, time_limit=seconds, again=again)
            solution = solver.solve(record, ask, SolveCallbacks(tell, tell_move, should_stop))
            if solution.stopped:
                self._unfinished = question, solver
            if words := words_of(game, record, solution.line):
                emit({"event": "words", "words": words})
            answer: dict[str, Any] = solution_dict(game, record, solution)
            if is_proof:
                ends = time.monotonic() + self._limits.seconds

                def tell_share(count: int, share: float) -> None:
                    if should_stop():
                        raise KeyboardInterrupt
                    if time.monotonic() > ends:
                        raise DiamondsError(f"with {100 * share:.0f} % of the certificate the time was up", code="E-PROOF", hint=_NO_LIMIT)

                answer["proof"] = game.certificate(record, solution, self._limits.memory, tell_share).decode("ascii")
            return answer

        return work

    def _evaluate(self, fields: RequestFields) -> Work:
        """As ``diamonds evaluate``: of a record, or of the cards of a hand; at the end also in words."""
        text, hand = fields.text("text", default=""), fields.text("hand", default="", most=256)
        chosen = find_game(fields.choice("game", list(GAMES), next(iter(GAMES))))
        given = settings(fields, chosen, "hand")
        objective, samples = fields.text("objective", default="", most=32), fields.whole("samples", 2, self._limits.worlds)
        ask = EvaluateOptions(
            objective,
            fields.whole("seed", 0, MOST_SEED, secrets.randbelow(2**32)) or 0,
            samples,
            None if samples is not None else fields.seconds("time_limit", self._limits.seconds, DEFAULT_SECONDS),
            self._limits.threads,
        )

        def work(emit: Emit, should_stop: Callable[[], bool]) -> dict[str, Any]:
            record = loads(text, _SOURCE) if text else _hands(chosen).record(hand, given, 0)
            evaluating, objective_used = _evaluating(record), find_game(record.game).objective(objective or None, Use.EVALUATE)
            emit({"event": "start"})
            pace = _Pace()

            def tell(rounds: int, total: int) -> None:
                if pace.is_due():
                    emit({"event": "progress", "rounds": rounds, "total": total})

            evaluation = evaluating.evaluate(record, replace(ask, objective=objective_used), tell, should_stop)
            notes = (wrapped_text(f"note: {text}") for text in evaluating.notes(record))
            emit({"event": "told", "text": "\n".join([evaluating.text(record, evaluation, True), *notes])})
            return {"id": record.id, **evaluation.to_dict()}

        return work


def _are_numbers(values: Iterable[object]) -> bool:
    return all(isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value) for value in values)


def _judged_game(fields: RequestFields) -> tuple[str, dict[str, dict[str, float]]]:
    """A record, and by the number of each judged decision what its moves would lose."""
    text, losses = fields.text("text"), fields.rest(("losses",)).get("losses")
    fields.check_all_used()
    are_given = isinstance(losses, dict) and all(isinstance(moves, dict) and _are_numbers(moves.values()) for moves in losses.values())
    if not isinstance(losses, dict) or not are_given:
        raise RequestError(_NO_LOSSES)
    return text, losses


def _judged(text: str, losses: Mapping[str, Mapping[str, float]]) -> list[Judgement]:
    """Decisions of a game, as far as habits are looked for in them."""
    from diamonds_solver.analysis.practice import Judgement

    record = loads(text, _SOURCE)
    records = find_game(record.game).records
    decisions, judged = {str(number): decision for number, decision in enumerate(records.decisions(record), start=1)}, []
    for number, moves in losses.items():
        decision = decisions.get(number)
        if decision is None or not moves.keys() <= set(map(str, records.legal_moves(decision.record))):
            raise IllegalMoveError(_NO_LOSSES)
        rows = [{"move": move, "loss": loss} for move, loss in moves.items()]
        judged.append(Judgement(decision, int(number), {"move": str(decision.move), "known": {"moves": rows}}))
    return judged


class _Advice:
    """What is asked of the adviser; the fields of ``diamonds advise``, and how many times the usual amount of work."""

    def __init__(self, fields: RequestFields, limits: Limits, earlier: _Earlier) -> None:
        worlds, seconds = fields.whole("worlds", 1, limits.worlds), fields.seconds("time_limit", limits.seconds)
        is_counted = seconds is None
        self._options = AdviseOptions(
            engine=fields.text("engine", default="auto", most=256),
            objective=fields.text("objective", default="", most=32) or None,
            seed=fields.whole("seed", 0, MOST_SEED, DEFAULT_SEED) or 0,
            worlds=worlds,
            time_limit=limits.seconds if worlds and is_counted else seconds,
            times=fields.whole("times", 1, _MOST_TIMES, 1) or 1,
            threads=limits.threads,
        )
        self._earlier = earlier

    def give(self, record: Any, seat: int | None, emit: Emit, should_stop: Callable[[], bool]) -> dict[str, Any]:
        """The answer of ``diamonds advise --json``, each move with the mark that a review would give it; the answers so far on the way."""

        def on_question(question: Question) -> None:
            view = question.view
            known = {"seat": f"P{view.seat + 1}", "decision": view.decision, "objective": question.objective, "hidden": view.hidden()}
            emit({"event": "start", **known})

        def on_advice(advice: Advice) -> None:
            emit({"event": "advice", **advice.to_dict()})

        callbacks = Callbacks(on_question, on_advice=on_advice, should_stop=should_stop)
        answer = self._earlier.ask(record, self._options, callbacks, seat)
        reply = answer.to_dict(record)
        for row, mark in zip(reply["moves"], _marks(answer), strict=True):
            row["mark"] = mark
        return reply


def _marks(answer: Answer) -> list[str]:
    """What a review says of a decision with so much proven loss, of each move of an answer."""
    from diamonds_solver.analysis.analyse import CHANCES, POINTS

    words, advice = answer.question.game.words, answer.advice
    thresholds = CHANCES if words.objectives[advice.objective].is_chance else POINTS
    return [thresholds.mark(each.sure_loss) for each in advice.moves]


class _Earlier:
    """The last answer whose work can go on: who asks to think longer about the same question does not begin anew."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._question: tuple[object, ...] = ()
        self._answer: Answer | None = None

    def ask(self, record: Any, options: AdviseOptions, callbacks: Callbacks, seat: int | None) -> Answer:
        """As ``advice.ask.ask``."""
        question = (record, seat, options.engine, options.objective, options.seed)
        with self._lock:  # nobody else goes on with it at the same time
            earlier, self._answer = (self._answer if question == self._question else None), None
        is_counted = options.worlds is None and options.time_limit is None
        answer = ask(record, options, callbacks, seat, earlier if is_counted else None)
        with self._lock:
            self._question, self._answer = question, answer if is_counted else None
        return answer


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
    from diamonds_solver.live.live_game import LiveGame  # noqa: F401

    for name in GAMES:
        find_game(name)


def _legal(record: Any, text: str) -> object:
    """The legal move after the record's play that a text means. Raises IllegalMoveError if there is none."""
    move = next((move for move in find_game(record.game).records.legal_moves(record) if str(move) == text), None)
    if move is None:
        raise IllegalMoveError(f"{quote(text)} cannot be played here")
    return move


def _beginning(record: Record, until: int) -> tuple[Record, int]:
    """The round of the decision with the number `until`, from 1, as far as that one, so that no time goes to what is judged already; and
    how many decisions come before the round.

    Passes are judged with the first card that follows them.
    """
    game = find_game(record.game)
    decisions = list(game.records.decisions(record))
    of = decisions[min(until, len(decisions)) - 1].round if decisions else 0
    own = [number for number, decision in enumerate(decisions, 1) if decision.round == of]
    first_card = next((number for number in own if decisions[number - 1].trick is not None), 0)
    until = max(until, first_card)
    if own and until < own[-1]:
        cut: Record = decisions[until].record
        return cut, own[0] - 1
    numbers = list(dict.fromkeys(decision.round for decision in decisions))
    rounds = game.records.rounds(record)
    return (rounds[numbers.index(of)], own[0] - 1) if own and len(rounds) == len(numbers) else (record, 0)


def _later(analysis: Analysis, before: int) -> Analysis:
    """The same with the numbers of a game in which so many decisions come before."""

    def number(own: int | None) -> int | None:
        return None if own is None else own + before

    players = tuple(replace(player, best=number(player.best), worst=number(player.worst)) for player in analysis.players)
    return replace(analysis, judged=tuple(replace(decision, number=decision.number + before) for decision in analysis), players=players)


def _evaluating(record: Record) -> Evaluating[Any, Any]:
    game = find_game(record.game)
    if game.evaluating is None:
        raise DiamondsError(f"positions of {game.words.title} are not evaluated", code="E-GAME")
    return game.evaluating


def _hands(game: Game[Any, Any]) -> Hands[Any]:
    if game.evaluating is None or game.evaluating.hands is None:
        raise DiamondsError(f"{game.words.title} has no hands to evaluate", code="E-GAME", hint="give a record")
    return game.evaluating.hands


def _one_error(code: str, message: str) -> dict[str, Any]:
    return {"id": None, "ok": False, "errors": [{"code": code, "message": message, "hint": None}]}


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
