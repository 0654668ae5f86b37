"""A game that is being played, with a source of moves for each seat: somebody here, somebody at a real table, or an engine.

    game = LiveGame.new(["me", "easy", "normal", "strong"], seed=1)
    while game.turn is not None:
        if game.is_engine_turn:
            game.engine_step()
        else:
            game.play(game.moves()[0])

Two kinds of game go through one loop. In a **play** game the program deals and knows all cards; nobody is shown a card that the seat may
not see. In a **companion** game one seat is ``me`` and all others are ``table``: people at a real table, whose moves are told as they fall.
The program then knows what I know, and nothing more.
"""

from __future__ import annotations

import math
import re
import secrets
import threading
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from diamonds_solver.advice.advice import Advice, explain_best
from diamonds_solver.advice.ask import advise
from diamonds_solver.common.files import check_known, digest, digest_of, read_text, remove_known, write_whole
from diamonds_solver.common.moves import find_step, is_place
from diamonds_solver.common.options import OptionError, meant
from diamonds_solver.common.quantities import check_kind, check_seconds, check_whole
from diamonds_solver.common.wording import composed, counted, quote, typed_plainly
from diamonds_solver.errors import DiamondsError, IllegalMoveError
from diamonds_solver.game import Game, LiveState, Record, Score, StoryLine, Turn, View, Why, check_is_record
from diamonds_solver.games import find_game
from diamonds_solver.games.records import loads, with_comments
from diamonds_solver.notation.problems import RecordError
from diamonds_solver.players.match import decision_seed
from diamonds_solver.players.names import NOT_PLAYABLE, RULES_OF_THUMB

from .saved import Saved, is_saved, read_saved, write_saved

ME, TABLE, HUMAN = "me", "table", "human"
PEOPLE = (ME, TABLE, HUMAN)
_MOST_SEED = 1 << 32


@dataclass(frozen=True)
class LiveMove:
    """One move of a live game."""

    before: LiveState
    turn: Turn
    move: object
    trouble: str = ""
    """Why rules of thumb made the move instead of the engine: it failed."""
    _told: dict[int | None, Sequence[StoryLine]] = field(default_factory=dict, repr=False, compare=False)
    """What each seat that asked saw of it."""

    def story(self, seat: int | None) -> Sequence[StoryLine]:
        """What `seat` (None: everybody) saw of it, in short lines of words."""
        if seat not in self._told:
            self._told[seat] = self.before.story(self.move, seat)
        return (StoryLine(self.trouble), *self._told[seat]) if self.trouble else self._told[seat]


class LiveGame:
    """One game in progress. `new` begins one, `of` goes on from a record, `loads` and `load` resume one that was saved.

    `path`: the file it is saved to, atomically, after every move; None: none. A copy, also one by pickle, is saved nowhere.

    Any thread may use a game: a change is made as a whole, and `engine_step` may think while others read or change the game.
    """

    def __init__(self, start: LiveState, sources: Sequence[str], *, game: str, seed: int, options: Mapping[str, Any]) -> None:
        self.game: Game[Any, Any] = find_game(game)
        self.sources = tuple(sources)
        self.seed = seed
        self.path: Path | None = None
        self.is_saved = False
        """Whether the file of `path` has the last move."""
        self._digest: bytes | None = None
        """Of that file, as it was read or written last."""
        self._commented: Record | None = None
        """The record that the game was read from, if that has comments."""
        self._options = dict(options)
        self._start, self._is_new = start, True
        self._steps: list[LiveMove] = []
        self._undone: list[list[LiveMove]] = []
        self._table = start
        self._changing = threading.RLock()

    def __repr__(self) -> str:
        """One line, without a card."""
        turn = self.turn
        now = "over" if turn is None else turn.text
        return f"<LiveGame: {self.game.name}, {', '.join(self.sources)}, {counted(len(self.steps), 'move')}, {now}>"

    def __getstate__(self) -> dict[str, Any]:
        """Of a copy, which goes on by itself and is saved nowhere: two games that write one file would overwrite each other."""
        with self._changing:
            own = {"_steps": list(self._steps), "_undone": list(self._undone), "path": None, "is_saved": False, "_changing": None}
            return self.__dict__ | own

    def __setstate__(self, state: Mapping[str, Any]) -> None:
        self.__dict__.update(state, _changing=threading.RLock())

    # -- how a game begins ----------------------------------------------------------------------------------------------------------

    @classmethod
    def new(
        cls,
        sources: Sequence[str],
        *,
        game: str = "diamonds",
        options: Mapping[str, Any] | None = None,
        names: Sequence[str] | None = None,
        seed: int | None = None,
    ) -> LiveGame:
        """A new game with a source for each seat: ``me``, ``table``, ``human`` (somebody here whose cards the others do not see), or a
        player of the arena by name, the levels among them: ``normal``, ``strong:time=1``.

        `options`: values by the names of the game's ``options["live"]``; the number of players is that of the sources. `seed`: of the deals
        and of the engines' chance; None takes a random one.

        Raises DiamondsError for sources that cannot play together (E-SOURCE), names that they cannot have (E-NAME),
        PlayerNameError for an unknown player, OptionError.
        """
        check_kind(game, str, "the name of a game")
        playing, seed = find_game(game).playing, _seed(seed)
        sources = _checked(find_game(game), sources)
        check_kind(options, Mapping | None, "options by their names")
        check_kind(names, Sequence | None, "a name for each seat")
        for name in names or ():
            check_kind(name, str, "the name of a player")
        _check_options(find_game(game), options or {})
        options = {"players": len(sources), **(options or {})}
        if options["players"] != len(sources):
            raise DiamondsError(f"{options['players']} players but {counted(len(sources), 'source')}", code="E-SOURCE", hint="one each")
        names = None if names is None else [composed(name) for name in names]
        if names is not None and len(names) != len(sources):
            raise DiamondsError(f"{len(names)} names for {len(sources)} players", code="E-SOURCE")
        twin = next((name for seat, name in enumerate(names or ()) if name in (names or ())[:seat]), None)
        if twin is not None:
            raise DiamondsError(f"two players are called '{twin}'", code="E-NAME")
        is_dealt = TABLE not in sources
        start = playing.table(options, names, seed if is_dealt else None, None if is_dealt else sources.index(ME))
        live = cls(start, sources, game=game, seed=seed, options=options)
        live._check_names()
        # Options that are more than a word are told by the record that the game starts from.
        live._is_new = all(isinstance(value, int | str) for value in options.values())
        return live

    @classmethod
    def of(cls, record: Record, sources: Sequence[str], *, seed: int | None = None) -> LiveGame:
        """A game that goes on where `record` ends; in a play game all its cards must be known.

        Raises DiamondsError as `new` does, HiddenCardsError if cards that are needed are hidden.
        """
        check_is_record(record)
        playing, seed = find_game(record.game).playing, _seed(seed)
        sources = _checked(find_game(record.game), sources)
        if len(sources) != record.players:
            raise DiamondsError(f"{record.players} players but {counted(len(sources), 'source')}", code="E-SOURCE", hint="one each")
        is_dealt = TABLE not in sources
        start = playing.table_from(record, seed if is_dealt else None, None if is_dealt else sources.index(ME))
        game = cls(start, sources, game=record.game, seed=seed, options={})
        game._is_new = False
        game._commented = record
        return game

    @classmethod
    def loads(cls, text: str, filename: str = "<text>") -> LiveGame:
        """A game from the text that `dumps` gives.

        A companion game may have been edited by hand: it then goes on from its record, and what was told before cannot be undone. Raises
        RecordError for a text that is no record, DiamondsError where it is no saved game (E-LIVE), or where the record and the sealed
        part of a play game contradict each other (E-SEAL).
        """
        check_kind(text, str, "LiveGame.load reads a file")
        check_kind(filename, str, "the name that messages call the text by")
        saved = read_saved(text, filename)
        game = find_game(saved.record.game)
        is_dealt = TABLE not in saved.sources
        if saved.start is not None:
            replayed = cls.of(loads(saved.start, filename), saved.sources, seed=saved.seed)
        elif saved.options is None:
            return cls.of(saved.record, saved.sources, seed=saved.seed)
        else:
            try:
                options = {name: game.options["live"][name].read(value) for name, value in saved.options.items()}
            except (KeyError, ValueError) as error:
                raise DiamondsError(f"{filename}: 'x-options' was changed: {error}", code="E-LIVE") from None
            replayed = cls.new(saved.sources, game=game.name, options=options, names=saved.record.names, seed=saved.seed)
        try:
            for move in saved.moves:
                replayed._tell(replayed.read_move(move))
            is_same = loads(game.records.write(replayed._seen_by_file(), "dia")) == saved.record
        except IllegalMoveError:
            is_same = False
        if is_same:
            replayed._commented = saved.record
            return replayed
        if is_dealt:
            message = "the record and the sealed cards of this game contradict each other: one of them was changed"
            raise DiamondsError(message, code="E-SEAL", hint="a game against engines can go on only as it was saved")
        return cls.of(saved.record, saved.sources, seed=saved.seed)

    @classmethod
    def load(cls, path: str | Path) -> LiveGame:
        """A game from its file, which is from now on saved there after every move. Raises OSError, TextError, and what `loads` raises."""
        known = digest_of(Path(path))
        game = cls.loads(read_text(Path(path)), str(path))
        game.path, game.is_saved, game._digest = Path(path), True, known
        return game

    # -- how it stands --------------------------------------------------------------------------------------------------------------

    @property
    def table(self) -> LiveState:
        return self._table

    @property
    def options(self) -> Mapping[str, Any]:
        """Of a game that was begun here, by the names of the game's ``options["live"]``; of one that goes on from a record none."""
        return dict(self._options)

    @property
    def players(self) -> int:
        return len(self.sources)

    @property
    def is_companion(self) -> bool:
        return TABLE in self.sources

    @property
    def turn(self) -> Turn | None:
        """The input needed next; None: the game is over."""
        return self._table.turn

    @property
    def is_engine_turn(self) -> bool:
        turn = self.turn
        return turn is not None and turn.seat is not None and self.sources[turn.seat] not in PEOPLE

    @property
    def score(self) -> Score:
        return self._table.score

    @property
    def steps(self) -> Sequence[LiveMove]:
        """The moves so far, in order."""
        return tuple(self._steps)

    @property
    def viewer(self) -> int | None:
        """The seat that is looking at the screen: the only person, or of several the one whose turn it is; None: nobody in particular."""
        if self.reader is not None:
            return self.reader
        seat = None if self.turn is None else self.turn.seat
        return seat if seat is not None and self.sources[seat] in (ME, HUMAN) else None

    @property
    def reader(self) -> int | None:
        """The seat that may read the output: the only person here; None if there are several, or none."""
        people = [seat for seat, source in enumerate(self.sources) if source in (ME, HUMAN)]
        return people[0] if len(people) == 1 else None

    @property
    def has_secrets(self) -> bool:
        """Whether several people are here, and one of them knows what the others do not."""
        people = [seat for seat, source in enumerate(self.sources) if source in (ME, HUMAN)]
        write = self.game.records.write
        return len(people) > 1 and any(write(self.seen(seat), "dia") != write(self.seen(None), "dia") for seat in people)

    def seat_name(self, seat: int) -> str:
        return str(self._table.record.seat_name(seat))

    def seen(self, seat: int | None) -> Any:
        """The record as `seat` may know it; None: as everybody may.

        Raises DiamondsError for any seat but ``me`` in a companion game.
        """
        if self.is_companion and seat not in (None, self.sources.index(ME)):
            raise DiamondsError("the program knows only what 'me' knows", code="E-SOURCE")
        if seat is not None:
            check_whole("seat", seat, 0, self.players - 1)  # a negative number would count from the end
        return self._table.seen(seat)

    def view(self, seat: int) -> View:
        """The view of `seat`, which has to decide. Raises PositionError if it has nothing to decide."""
        check_whole("seat", seat, 0, self.players - 1)
        view: View = self.game.advising.view(self.seen(seat), seat)
        return view

    def moves(self) -> Sequence[object]:
        """The legal, or possible, moves now; see `game.LiveState.moves`."""
        return self._table.moves()

    def read_move(self, text: str) -> object:
        """The move that `text` means; see `game.LiveState.read`."""
        check_kind(text, str)
        return self._table.read(typed_plainly(text))

    def written(self, move: object) -> str:
        """A move for people, with names."""
        return self.game.records.move_writer(self._table.record)(move)

    def story(self, steps: Sequence[LiveMove], seat: int | None) -> list[StoryLine]:
        """What `seat` (None: everybody) saw of these steps, in short lines of words."""
        if seat is not None:
            check_whole("seat", seat, 0, self.players - 1)
        check_kind(steps, Collection, "steps of the game")
        for step in steps:
            check_kind(step, LiveMove, "the game has it among its steps")
        return [line for step in steps for line in step.story(seat)]

    def state(self, seat: int | None) -> dict[str, Any]:
        """What `seat` may know, as JSON: the table, the input needed and from whom, the score, the record as text."""
        record, turn, score = self.seen(seat), self.turn, self.score
        request: dict[str, Any] | None = None
        if turn is not None:
            source = None if turn.seat is None else self.sources[turn.seat]
            request = {
                "seat": None if turn.seat is None else f"P{turn.seat + 1}",
                "source": source,
                "decision": turn.decision,
                "text": turn.text,
            }
            if turn.seat in (None, seat) or source == TABLE:
                request |= {"needs": turn.needs, "pool": list(turn.pool), "moves": [] if turn.needs else list(map(str, self.moves()))}
        return {
            "game": self.game.name,
            "companion": self.is_companion,
            "viewer": None if seat is None else f"P{seat + 1}",
            "players": [
                {"seat": f"P{each + 1}", "name": self.seat_name(each), "source": source} for each, source in enumerate(self.sources)
            ],
            "turn": request,
            "over": turn is None,
            "score": {
                "sides": [[f"P{each + 1}" for each in side] for side in score.sides],
                "points": list(score.points),
                "shares": None if score.shares is None else list(score.shares),
            },
            "can_undo": self.can_undo,
            "can_redo": self.can_redo,
            "table": self.game.records.state(record),
            "record": self.game.records.write(record, "dia"),
        }

    # -- moves ----------------------------------------------------------------------------------------------------------------------

    def play(self, move: object) -> LiveMove:
        """Makes a move, which may be a text. Moves undone before can then no longer be redone.

        Raises IllegalMoveError if it cannot be made, OSError if the game cannot be saved.
        """
        with self._changing:
            move = self.read_move(move) if isinstance(move, str) else move
            self._tell(move)
            self._undone.clear()
            self._save()
            return self._steps[-1]

    def engine_step(self, should_stop: Callable[[], bool] | None = None, time_limit: float = math.inf) -> LiveMove | None:
        """Lets the engine whose turn it is make its move. Returns None, and changes nothing, if `should_stop()`, called from any thread,
        returned True or the game was changed meanwhile.

        `time_limit`: seconds after which the engine makes the best move it has found, whatever its name says. Where the engine fails, the
        rules of thumb make its move, and `story` says so. Raises DiamondsError if no engine is to move (E-TURN) or the player cannot play
        here at all (`NOT_PLAYABLE`), OSError if the game cannot be saved.
        """
        table, turn = self._table, self.turn
        if turn is None or turn.seat is None or not self.is_engine_turn:
            raise DiamondsError("no engine is to move", code="E-TURN")
        check_seconds("time_limit", time_limit)
        seed = decision_seed(self.seed, len(self._steps))
        ends = time.monotonic() + time_limit

        def is_over() -> bool:
            return time.monotonic() > ends or (should_stop is not None and should_stop())

        playing, player, trouble = self.game.playing, self.sources[turn.seat], ""
        try:
            move = playing.decide(table, _hurried(player, time_limit), seed, is_over)
        except Exception as error:  # any bug of an engine: the game goes on
            if isinstance(error, DiamondsError) and error.code in NOT_PLAYABLE:
                raise
            reason = error.message if isinstance(error, DiamondsError) else f"{type(error).__name__}: {error}"
            trouble = f"{player} failed ({reason}); {self.seat_name(turn.seat)} plays by rules of thumb"
            move = playing.decide(table, RULES_OF_THUMB, seed, should_stop)
        with self._changing:
            if move is None or self._table is not table or (should_stop is not None and should_stop()):
                return None
            self._steps[-1:] = [replace(self.play(move), trouble=trouble)]
            return self._steps[-1]

    def _check_names(self) -> None:
        """Raises DiamondsError for names that a record could not tell from something else."""
        try:
            loads(self.game.records.write(self._seen_by_file(), "dia"))
        except RecordError as error:
            problem = error.problems[0]
            raise DiamondsError(problem.message, code=problem.code, hint=problem.hint) from None

    def _tell(self, move: object) -> None:
        turn = self.turn
        if turn is None:
            raise IllegalMoveError("the game is over")
        before, self._table = self._table, self._table.tell(move)
        self._steps.append(LiveMove(before, turn, move))

    @property
    def can_undo(self) -> bool:
        return self._count_undo() > 0

    @property
    def can_redo(self) -> bool:
        return bool(self._undone)

    def undo(self) -> Sequence[LiveMove]:
        """Takes back the last move that a person made or entered, and what engines did since; returns what was taken back, in order."""
        with self._changing:
            count = self._count_undo()
            if not count:
                return ()
            taken = self._steps[-count:]
            del self._steps[-count:]
            self._table = taken[0].before
            self._undone.append(taken)
            self._save()
            return taken

    def redo(self) -> Sequence[LiveMove]:
        """Makes again what the last `undo` took back."""
        with self._changing:
            if not self._undone:
                return ()
            again = self._undone.pop()
            for step in again:
                self._tell(step.move)
            self._save()
            return again

    def change(self, at: str, text: str) -> LiveMove:
        """Another move in place of one that was told, at a place of the round such as ``2.3``; what was told after it stays.

        Raises DiamondsError for a place where nothing was told, or against engines, which have answered it (E-SOURCE); IllegalMoveError
        where that move, or a later one after it, cannot have been. The game is then as it was.
        """
        check_kind(at, str, "5.3 is the third card of trick 5, 7 the seventh decision")
        if not self.is_companion or self.game.solving is None:
            raise DiamondsError("what engines have answered cannot be changed", code="E-SOURCE", hint="'undo' takes it back")
        if not is_place(at):
            raise DiamondsError(f"{quote(at)} is not a place", code="E-AT", hint="5.3 is the third card of trick 5, 7 the seventh decision")
        with self._changing:
            told = [place for place in self.game.solving.steps(self._table.record) if place.move is not None]
            places = [place._replace(number=place.place + 1) for place in told]  # of the round that is played
            place = find_step(places, at)
            index = len(self._steps) - len(places) + place.place
            moves = [getattr(step.move, "move", step.move) for step in self._steps[max(0, index) :]]  # of a draw, without its card
            if moves != [each.move for each in places[place.place :]]:
                raise DiamondsError(f"what was entered at {at} cannot be changed here", code="E-AT", hint="'undo' takes back")
            table, steps = self._table, list(self._steps)
            self._table = steps[index].before
            del self._steps[index:]
            try:
                self._tell(self.read_move(text))
                for later, step in zip(places[place.place + 1 :], steps[index + 1 :], strict=True):
                    try:
                        self._tell(step.move)
                    except IllegalMoveError:
                        what = self.written(step.move) + (f", entered at {later.trick}.{later.card}," if later.card else "")
                        message, hint = f"after {text} {what} cannot have been played", f"change that first, or 'undo' back to {at}"
                        raise IllegalMoveError(message, hint=hint) from None
            except BaseException:
                self._table, self._steps = table, steps
                raise
            self._undone.clear()
            self._save()
            return self._steps[index]

    def beginning(self, **options: Any) -> LiveGame:
        """A new game that differs in these options. Raises DiamondsError once something was told, and for impossible ones."""
        if self._steps or not self._is_new:
            raise DiamondsError("the game has begun", code="E-TURN", hint="'undo' takes back entries")
        record, options = self._start.record, {**self._options, **options}
        other = LiveGame.new(self.sources, game=self.game.name, options=options, names=record.names, seed=self.seed)
        if self.path is not None:
            other.path, other._digest = self.path, self._digest
            other._save()
        return other

    def _count_undo(self) -> int:
        """Steps back to the last one of a person; without people one."""
        if not any(source in PEOPLE for source in self.sources):
            return min(1, len(self._steps))
        for count, step in enumerate(reversed(self._steps), start=1):
            if step.turn.seat is None or self.sources[step.turn.seat] in PEOPLE:
                return count
        return 0

    # -- advice ---------------------------------------------------------------------------------------------------------------------

    def ask(self, seat: int | None = None, **options: Any) -> Advice:
        """Advice for `seat`, by default whoever decides, from what it knows. Options as for ``diamonds_solver.advise``; the default seed
        is the game's.

        Raises PositionError if the seat has nothing to decide, and what `advise` raises.
        """
        return advise(self._view_of(seat), **{"seed": self.seed, **options})

    def why(self, advice: Advice, against: object | None = None) -> Why | None:
        """Why the best move of an advice for the present decision is better than `against`, by default the advice's `explained` move.

        None if there is no such move, or it is the best. Raises DiamondsError (E-GAME) if the game gives no reasons.
        """
        check_kind(advice, Advice, "ask() gives one")
        rival = advice.explained if against is None else next((m for m in advice.moves[1:] if m.move == against), None)
        if advice.best is None or rival is None:
            return None
        why = explain_best(self.game, advice, rival)
        if why is None:
            hint = "'hint' shows what each move is worth"
            raise DiamondsError("for this decision there are no reasons, only values", code="E-GAME", hint=hint)
        return why

    def _view_of(self, seat: int | None) -> View:
        turn = self.turn
        if seat is None:
            seat = None if turn is None else turn.seat
        if seat is None:
            raise DiamondsError("nobody has anything to decide", code="E-TURN")
        return self.view(seat)

    # -- files ----------------------------------------------------------------------------------------------------------------------

    def dumps(self) -> str:
        """The game as text that `loads` reads: a record of what the person here may know, and in ``x-`` fields how to go on."""
        start = None if self._is_new else self.game.records.write(self._start.record, "line").strip()
        with self._changing:
            moves, seen = [str(step.move) for step in self._steps], self._seen_by_file()
        saved = Saved(seen, self.sources, _written(self._options), self.seed, moves, start)
        text = write_saved(self.game, saved, is_sealed=not self.is_companion)
        return text if self._commented is None else with_comments(text, self._commented)

    def save(self, path: str | Path, *, is_moved: bool = False) -> None:
        """Writes `dumps` to a file, atomically, and again after every move from now on: as long as nobody else writes it.

        `is_moved`: the file that it was saved in until now is removed. Raises OSError, and then nothing changes.
        """
        before = self.path, self.is_saved, self._digest
        if self.path != Path(path):
            self.path, self._digest = Path(path), digest_of(Path(path))
        try:
            self._save()
        except OSError:
            self.path, self.is_saved, self._digest = before
            raise
        old, _, known = before
        if is_moved and old is not None and old != self.path:
            remove_known(old, known)

    def discard(self) -> None:
        """Removes the file of `path`, unless somebody else has written it. Raises OSError."""
        if self.path is not None:
            remove_known(self.path, self._digest)

    def _save(self) -> None:
        if self.path is not None:
            self.is_saved = False
            check_known(self.path, self._digest)
            content = self.dumps().encode("utf-8")
            write_whole(self.path, [content])
            self.is_saved, self._digest = True, digest(content)

    def _seen_by_file(self) -> Any:
        return self._table.seen(self.reader)


def is_saved_game(path: str | Path) -> bool:
    """Whether there is a file that a live game was saved in, and not another record."""
    try:
        return is_saved(read_text(Path(path)))
    except (OSError, ValueError):
        return False


def _hurried(player: str, most: float) -> str:
    """A player by its strict name, with at most so many seconds: engines size what cannot be interrupted by the time in the name."""
    return re.sub(r"(?<=[:,]time=)[^,]+", lambda match: f"{min(float(match[0]), most):.10g}", player)


def _seed(seed: int | None) -> int:
    """The seed of a game; None takes a random one."""
    if seed is None:
        return secrets.randbelow(_MOST_SEED)
    check_whole("seed", seed)
    return seed


def _check_options(game: Game[Any, Any], options: Mapping[str, Any]) -> None:
    """Raises OptionError for options that the game does not have, and for values that none can have; several words are not looked at."""
    known = game.options["live"]
    for name, value in options.items():
        if name not in known:
            raise OptionError(f"{game.words.title} has no option {name!r}", hint=meant(str(name), known, "options"))
        if isinstance(value, tuple):
            continue
        try:
            is_one = known[name].read(_written({name: value})[name]) == value
        except ValueError:
            is_one = False
        if not is_one:
            raise OptionError(f"{name} cannot be {value!r} in a game of {game.words.title}")


def _checked(game: Game[Any, Any], sources: Sequence[str]) -> tuple[str, ...]:
    """The sources in the one strict way of writing, if they can play together."""
    check_kind(sources, Collection, "a source for each seat")
    for source in sources:
        check_kind(source, str, "the name of a player, or me, table, human")
    named = tuple(source if source in PEOPLE else game.playing.standard_name(source, False) for source in sources)
    if named.count(ME) > 1:
        raise DiamondsError("only one seat can be 'me'", code="E-SOURCE", hint="others who sit here are 'human'")
    if TABLE in named and any(source not in (ME, TABLE) for source in named):
        message = "at a real table neither engines nor several people here can play: the program does not know the cards"
        raise DiamondsError(message, code="E-SOURCE", hint="one seat is 'me', all others are 'table'")
    if TABLE in named and ME not in named:
        raise DiamondsError("somebody has to enter what happens at the table", code="E-SOURCE", hint="one seat is 'me'")
    return named


def _written(options: Mapping[str, Any]) -> dict[str, str]:
    """Options as `Option.read` reads them."""
    return {name: {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value) for name, value in options.items()}
