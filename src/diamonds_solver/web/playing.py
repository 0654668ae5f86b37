"""Live games of the page. They stand here, so that no card that a seat may not know is ever sent: the page gets `LiveGame.state`."""

from __future__ import annotations

import secrets
import threading
from collections import OrderedDict
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from diamonds_solver.common.quantities import MOST_SEED
from diamonds_solver.errors import DiamondsError
from diamonds_solver.games import GAMES, find_game
from diamonds_solver.games.records import loads

from .asked import Asked, RequestError, settings
from .desk import Emit, Work
from .shown import drawn, move_dicts

# It needs numpy, which takes longer to load than the page.
if TYPE_CHECKING:
    from diamonds_solver.live.live_game import LiveGame

_MOST_PLAYERS = 6
_SOURCE = "<page>"
_TOLD = 12  # of the last moves it is told what happened


class Playing:
    """The games in play, by a name that cannot be guessed; of too many the one that was longest not asked for goes."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._games: OrderedDict[str, LiveGame] = OrderedDict()
        self._lock = threading.Lock()

    def play(self, asked: Asked) -> dict[str, Any]:
        """One action on a game, and how it then stands for the player before the page.

        Where several people share the page, `seat` says who of them looks; else nobody does, and the page gets what all may know.
        """
        action = asked.choice("action", ("begin", "move", "redo", "save", "state", "undo"))
        name = self._begin(asked) if action == "begin" else asked.text("id", most=64)
        game, seat = self.find(name), asked.text("seat", default="", most=4)
        if action == "save":
            return {"id": name, "text": game.dumps()}
        if action == "move":
            self._move(game, asked)
        elif action in ("undo", "redo"):
            game.undo() if action == "undo" else game.redo()
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
        viewer = eyes(game, seat)
        state, record = game.state(viewer), game.seen(viewer)
        steps = game.steps
        covered = game.viewer if viewer is None and game.reader is None else None
        if covered is not None and game.game.write(game.seen(covered)) == game.game.write(record):
            return self.state(name, f"P{covered + 1}")  # nothing is hidden in this game
        moves = (state["turn"] or {}).get("moves", [])
        return {
            "id": name,
            "steps": len(steps),
            **state,
            "moves": move_dicts(game.game, game.table.record, game.moves()) if moves else [],
            "story": [line._asdict() for line in game.story(steps[-_TOLD:], viewer)],
            "hand_over": None if covered is None else f"P{covered + 1}",
            **drawn(game.game, record),
        }

    def turn(self, asked: Asked) -> Work:
        """Lets engines move until a person has to; every move is told with how the game then stands."""
        name, looks = asked.text("id", most=64), asked.text("seat", default="", most=4)

        def work(emit: Emit, should_stop: Callable[[], bool]) -> dict[str, Any]:
            game = self.find(name)
            while game.is_engine_turn and not should_stop():
                seat = None if game.turn is None else game.turn.seat
                who = None if seat is None else f"P{seat + 1}"
                emit({"event": "thinking", "seat": who})
                step = game.engine_step(should_stop)
                if step is None:
                    break
                told = [line.text for line in game.story([step], eyes(game, looks))]
                emit({"event": "moved", "seat": who, "told": told, "state": self.state(name, looks)})
            return self.state(name, looks)

        return work

    def _begin(self, asked: Asked) -> str:
        """A new game, one that goes on from a record, or one that was saved; its name."""
        from diamonds_solver.live.live_game import LiveGame

        text, sources = asked.text("text", default=""), asked.texts("sources", most=_MOST_PLAYERS)
        names, seed = asked.texts("names", most=_MOST_PLAYERS), asked.whole("seed", 0, MOST_SEED)
        shelf = find_game(loads(text, _SOURCE).game if text else asked.choice("game", list(GAMES), next(iter(GAMES))))
        options = settings(asked, shelf, "live")
        if text:
            game = LiveGame.loads(text, _SOURCE) if sources is None else LiveGame.of(loads(text, _SOURCE), sources, seed=seed)
        elif sources is None:
            raise RequestError("sources are missing: one for each seat")
        else:
            game = LiveGame.new(sources, game=shelf.name, options=options, names=names, seed=seed)
        name = secrets.token_urlsafe(12)
        with self._lock:
            self._games[name] = game
            while len(self._games) > self._most:
                self._games.popitem(last=False)
        return name

    def _move(self, game: LiveGame, asked: Asked) -> None:
        """A move as it is typed. `steps`: the moves that the page has seen; with others it is refused, for two tabs may show one game."""
        text, seen = asked.text("move", most=256), asked.whole("steps", 0, 1 << 30)
        with self._lock:
            if seen is not None and seen != len(game.steps):
                raise DiamondsError("the game has gone on in another window", code="E-TURN", hint="look again, and then choose")
            if game.is_engine_turn:
                raise DiamondsError("it is not your turn", code="E-TURN")
            game.play(text)


def eyes(game: LiveGame, seat: str) -> int | None:
    """Who looks at the page: the only person of the game, or of several the one whose turn it is, if `seat` says so; None: nobody."""
    if game.reader is not None or game.viewer is None:
        return game.reader
    return game.viewer if seat == f"P{game.viewer + 1}" else None
