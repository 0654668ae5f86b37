"""Live games of the page."""

from __future__ import annotations

import secrets
import threading
from collections import OrderedDict
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from diamonds_solver.common.facts import FACTS
from diamonds_solver.common.quantities import MOST_SEED
from diamonds_solver.errors import DiamondsError
from diamonds_solver.games import GAMES, find_game
from diamonds_solver.games.records import loads
from diamonds_solver.web.fields import Limits, RequestError, RequestFields, settings
from diamonds_solver.web.jobs import Emit, Work
from diamonds_solver.web.states import drawn, move_dicts

if TYPE_CHECKING:
    from diamonds_solver.live.live_game import LiveGame


def _moves_of(game: LiveGame, viewer: int | None) -> list[dict[str, Any]]:
    """The moves that there are now; those of the player who looks with what each does to the table, which follows from what all know."""
    moves = game.moves()
    rows: list[dict[str, Any]] = list(move_dicts(game.game, game.table.record, moves))
    if game.turn is not None and game.turn.seat is not None and game.turn.seat == viewer:
        for row, move in zip(rows, moves, strict=True):
            row["does"] = list(game.game.page.events(game.table, move))
    return rows


# -- live games ---------------------------------------------------------------------------------------------------------------------------
# They stand here, so that no card that a seat may not know is ever sent: the page gets `LiveGame.state`.

_MOST_PLAYERS = 6
_SOURCE = "<page>"
_TOLD: int = FACTS["told_steps"]  # of the last moves the only person is told what happened


class LiveGames:
    """The games in play, by a name that cannot be guessed; of too many the one that was longest not asked for goes."""

    def __init__(self, limits: Limits) -> None:
        self._most, self._seconds = limits.games, limits.seconds
        self._games: OrderedDict[str, LiveGame] = OrderedDict()
        self._lock = threading.Lock()

    def play(self, fields: RequestFields) -> dict[str, Any]:
        """One action on a game, and how it then stands for the player before the page.

        Where several people share the page, `seat` says who of them looks; else nobody does, and the page gets what all may know.
        """
        action = fields.choice("action", ("begin", "move", "redo", "save", "state", "undo"))
        name = self._begin(fields) if action == "begin" else fields.text("id", most=64)
        game, seat = self.find(name), fields.text("seat", default="", most=4)
        if action == "save":
            return {"id": name, "text": game.dumps()}
        if action != "begin" and action != "state":
            self._change(game, action, fields)
        return self.state(name, seat)

    def find(self, name: str) -> LiveGame:
        """Raises DiamondsError for a game that is not kept."""
        with self._lock:
            game = self._games.get(name)
            if game is not None:
                self._games.move_to_end(name)
        if game is None:
            raise DiamondsError("this game is not kept any more", code="E-LIVE", hint="begin a new one, or open the file it was saved in")
        return game

    def state(self, name: str, seat: str = "") -> dict[str, Any]:
        """What the player before the page may know, the number of moves so far, the table and the moves in words, and what happened.

        ``hand_over``: the person whose turn it is, where others sit before the page and something is hidden from them.
        """
        game = self.find(name)
        viewer = viewer_of(game, seat)
        state, record = game.state(viewer), game.seen(viewer)
        steps = game.steps
        first = 0 if game.reader is None else max(0, len(steps) - _TOLD)  # to each of several people all is told anew
        covered = game.viewer if viewer is None and game.reader is None else None
        if covered is not None and not game.has_secrets:
            return self.state(name, f"P{covered + 1}")
        moves = (state["turn"] or {}).get("moves", [])
        return {
            "id": name,
            "steps": len(steps),
            **state,
            "moves": _moves_of(game, viewer) if moves else [],
            "untold": first,
            "story": [
                {"step": number, **line._asdict()}
                for number, step in enumerate(steps[first:], first + 1)
                for line in game.story([step], viewer)
            ],
            "events": [
                {"step": number, **event}
                for number, step in enumerate(steps[first:], first + 1)
                for event in game.game.page.events(step.before, step.move)
            ],
            "hand_over": None if covered is None else f"P{covered + 1}",
            **drawn(game.game, record),
        }

    def turn(self, fields: RequestFields) -> Work:
        """Lets engines move until a person has to; every move is told with how the game then stands."""
        name, looks = fields.text("id", most=64), fields.text("seat", default="", most=4)

        def work(emit: Emit, should_stop: Callable[[], bool]) -> dict[str, Any]:
            game = self.find(name)
            while game.is_engine_turn and not should_stop():
                seat = None if game.turn is None else game.turn.seat
                who = None if seat is None else f"P{seat + 1}"
                emit({"event": "thinking", "seat": who})
                step = game.engine_step(should_stop, self._seconds)
                if step is None:
                    break
                texts = [line.text for line in game.story([step], viewer_of(game, looks))]
                emit({"event": "moved", "seat": who, "told": texts, "state": self.state(name, looks)})
            return self.state(name, looks)

        return work

    def _begin(self, fields: RequestFields) -> str:
        """A new game, one that goes on from a record, or from a decision of it, or one that was saved; its name."""
        from diamonds_solver.live.live_game import LiveGame

        text, sources = fields.text("text", default=""), fields.texts("sources", most=_MOST_PLAYERS)
        names, seed = fields.texts("names", most=_MOST_PLAYERS), fields.whole("seed", 0, MOST_SEED)
        number = fields.whole("number", 1, 1 << 16)
        chosen = find_game(loads(text, _SOURCE).game if text else fields.choice("game", list(GAMES), next(iter(GAMES))))
        options = settings(fields, chosen, "live")
        if text:
            game = (
                LiveGame.loads(text, _SOURCE) if sources is None else LiveGame.of(_before(loads(text, _SOURCE), number), sources, seed=seed)
            )
        elif sources is None:
            raise RequestError("sources are missing: one for each seat")
        else:
            game = LiveGame.new(sources, game=chosen.name, options=options, names=names, seed=seed)
        name = secrets.token_urlsafe(12)
        with self._lock:
            self._games[name] = game
            while len(self._games) > self._most:
                self._games.popitem(last=False)
        return name

    def _change(self, game: LiveGame, action: str, fields: RequestFields) -> None:
        """A move as it is typed, ``undo`` or ``redo``. `steps`: the moves that the page has seen; with others it is refused, for two tabs
        may show one game.
        """
        seen = fields.whole("steps", 0, 1 << 30)
        with self._lock:
            if seen is not None and seen != len(game.steps):
                raise DiamondsError("the game has gone on in another window", code="E-TURN", hint="look again, and then choose")
            if action == "undo":
                game.undo()
            elif action == "redo":
                game.redo()
            elif game.is_engine_turn:
                raise DiamondsError("it is not your turn", code="E-TURN")
            else:
                game.play(fields.text("move", most=256))


def _before(record: Any, number: int | None) -> Any:
    """A record up to its decision of that number, from 1; all of it without one."""
    if number is None:
        return record
    decisions = list(find_game(record.game).records.decisions(record))
    if number > len(decisions):
        raise RequestError(f"number must be a whole number from 1 to {len(decisions)}, not {number}")
    return decisions[number - 1].record


def viewer_of(game: LiveGame, seat: str) -> int | None:
    """Who looks at the page: the only person of the game, or of several the one whose turn it is, if `seat` says so; None: nobody."""
    if game.reader is not None or game.viewer is None:
        return game.reader
    return game.viewer if seat == f"P{game.viewer + 1}" else None
