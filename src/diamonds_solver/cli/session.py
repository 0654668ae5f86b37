"""What ``diamonds play`` says and hears: a loop of prompts and lines, for people, screen readers and pipes alike."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import click

from diamonds_solver.advice.advice import Advice
from diamonds_solver.answers.advice import advice_text
from diamonds_solver.answers.wording import error_entries
from diamonds_solver.cli.errors import show_text, stopping_on_interrupt
from diamonds_solver.common.files import clear_terminal, drop_typed, is_terminal, path_text, reason_of
from diamonds_solver.common.moves import seat_of
from diamonds_solver.common.quantities import MOST_WORLDS, read_count
from diamonds_solver.common.wording import NAME_WIDTH, counted, did_you_mean, either, listed, printable, quote, shortened, wrapped_text
from diamonds_solver.errors import DiamondsError, HiddenCardsError, IllegalMoveError
from diamonds_solver.game import EngineRequest, Game, Turn
from diamonds_solver.live.live_game import HUMAN, ME, PEOPLE, TABLE, LiveGame, LiveMove

from . import BAD_INPUT, INTERRUPTED, OK
from .options import can_write, note, page_width, use_colour
from .progress import advice_status

COMMANDS = {
    "hint": "advice, every move with its loss and interval; hint 100: in 100 worlds",
    "why": "why the best move is better than the next one, or than a move: why D9",
    "solve": "the value of every move, where no card is hidden any more",
    "moves": "the moves that are possible now",
    "hand": "your cards, and what lies on the table",
    "table": "the whole table",
    "last": "what happened since your last move, and the sums of a round",
    "points": "how it stands",
    "tricks": "what was played in this round, trick by trick",
    "undo": "take back your last move, and what came after it",
    "redo": "redo what was taken back",
    "change": "change 2.3 S9: the third card of trick 2 was S9; the rest stays",
    "dealer": "dealer NAME: who has dealt, before the first entry",
    "first": "first NAME: who begins, before the first entry",
    "rules": "the rules in short",
    "record": "the record, as other commands read it",
    "save": "save FILE: from now on the game is saved there after every move",
    "quit": "leave",
    "?": "this list",
}
NEXT = "next"  # the decision between two rounds
_ANNOUNCED = "count"  # a decision that all are told
_BEGINNERS = ("dealer", "first")  # options of games: who begins
_SHORT = {"q": "quit", "exit": "quit", "u": "undo", "help": "?", "score": "points", "cards": "hand"}
_LEAST_PREFIX = 2  # letters of a command; one letter can be a suit


def commands_of(game: Game[Any, Any], is_companion: bool) -> dict[str, str]:
    """The commands that are of use in a game, with what they do."""
    lacking = {
        "change": not is_companion,
        **{name: not is_companion or name not in game.options["live"] for name in _BEGINNERS},
        "why": game.advising.explain is None,
        "tricks": game.records.tricks is None,
    }
    return {name: text for name, text in COMMANDS.items() if not lacking.get(name, False)}


class Session:
    """One game at one terminal."""

    def __init__(self, game: LiveGame, *, hint_time: float | None, as_json: bool, quiet: bool, kept: Path | None = None) -> None:
        """`kept`: the file that is for --resume and goes when the game is over."""
        self._kept = kept
        self._game, self._hint_time, self._as_json, self._quiet = game, hint_time, as_json, quiet
        self._is_terminal = is_terminal(sys.stdin)
        self._is_bad = False
        self._is_over = False
        """Whether somebody has left."""
        self._is_held = False
        """Whether an engine was stopped while it thought."""
        self._advice: tuple[object, Advice] | None = None
        """The last advice, and the table that it was given for."""
        self._person = game.reader
        """The seat of who looks at the screen: the only person here, or of several the one who took it over last."""
        self._has_shown = False
        """Whether one of several people has looked at the screen."""
        self._is_shared = sum(source in (ME, HUMAN) for source in game.sources) > 1
        """Whether several people look at one screen, in turn."""
        self._commands = commands_of(game.game, game.is_companion)
        self._points = game.score.points
        """As they were shown last."""
        self._shown: object = None
        """The table at which what lies before who decides was shown last."""

    def run(self) -> int:
        """Plays until the game is left; the command's exit code."""
        if self._game.has_secrets:
            self._clear()
        else:
            self._complete()
        self._begin()
        while not self._is_over:
            try:
                if self._game.is_engine_turn and not self._is_held:
                    self._let_engine_play()
                elif self._game.turn is None and not self._has_people():
                    break
                else:
                    self._ask()
            except KeyboardInterrupt:
                self._say("")  # ends the line of the prompt
                self._end()
                return INTERRUPTED
        self._end()
        return BAD_INPUT if self._is_bad and not self._is_terminal else OK

    def _has_people(self) -> bool:
        return any(source in PEOPLE for source in self._game.sources)

    # -- what is said ---------------------------------------------------------------------------------------------------------------

    def _say(self, *lines: str) -> None:
        if not self._as_json:
            for line in lines:
                click.echo(printable(line))

    def _tell(self, event: str, content: Any) -> None:
        """One line for programs; `viewer` says for whose eyes."""
        if self._as_json:
            viewer = None if self._person is None else f"P{self._person + 1}"
            click.echo(json.dumps({"event": event, "viewer": viewer, event: content}))
            sys.stdout.flush()

    def _tell_state(self) -> None:
        if self._as_json:  # to list all moves may take a while
            self._tell("state", self._game.state(self._person))

    def _begin(self) -> None:
        game, words = self._game, self._game.game.words
        names = [f"{self._name(seat)} ({source})" for seat, source in enumerate(game.sources)]
        self._say(f"{words.title}: {', '.join(names)}")
        if game.steps:
            self._say(f"the game goes on after {counted(len(game.steps), 'step')}")
        if self._is_terminal:
            self._say("type a move, or hint, undo, table, quit; ? lists the other commands")
            self._say_who_begins()
        if game.turn is None:
            self._say_result()

    def _say_who_begins(self) -> None:
        """At a real table, where nobody has said it yet."""
        game = self._game
        options = game.game.records.options_of(game.table.record, "live")
        for name in _BEGINNERS:
            if name in self._commands and name in options and name not in game.options and not game.steps:
                what = "deals" if name == "dealer" else "begins"
                self._say(f"{self._name(int(options[name]) - 1)} {what}: '{name} NAME' if it is somebody else")

    def _end(self) -> None:
        path, quiet, is_going_on = self._game.path, self._quiet or self._as_json, self._game.turn is not None
        if self._person is not None and self._game.has_secrets:
            self._clear()
        sys.stdout.flush()
        if path is not None and path == self._kept:
            if is_going_on and self._game.steps:
                note("'diamonds play --resume' goes on with this game", quiet)
            else:
                self._game.discard()
        elif path is not None:
            is_whole = self._game.is_saved
            note(f"saved in {path}: 'diamonds play {path}' goes on" if is_whole else f"the last moves could not be saved in {path}", quiet)
        elif is_going_on:
            note("not saved: 'save FILE', or --save, keeps a game", quiet)

    def _say_steps(self, steps: Sequence[LiveMove]) -> None:
        self._say(*map(str, self._game.story(steps, self._person)))
        self._tell("steps", list(map(self._step, steps)))
        if steps and self._game.turn is None:
            self._say_result()

    def _say_points(self) -> None:
        """How it stands, where that is not what was shown last."""
        score = self._game.score
        if score.points != self._points:
            self._say(f"points: {self._score_text()}")
        self._points = score.points

    def _score_text(self) -> str:
        score = self._game.score
        sides = [listed([self._name(seat) for seat in side]) for side in score.sides]
        return ", ".join(f"{side} {points:g}" for side, points in zip(sides, score.points, strict=True))

    def _say_result(self) -> None:
        score = self._game.score
        if score.shares is None:
            return
        winners = [seat for side, share in zip(score.sides, score.shares, strict=True) if share for seat in side]
        verb = "wins" if len(winners) == 1 else "win"
        shared = " together" if sum(share > 0 for share in score.shares) > 1 else ""
        self._say(f"the game is over: {listed([self._name(seat) for seat in winners])} {verb}{shared}")

    def _name(self, seat: int) -> str:
        return shortened(self._game.seat_name(seat), NAME_WIDTH)

    # -- turns ----------------------------------------------------------------------------------------------------------------------

    def _let_engine_play(self) -> None:
        try:
            step = self._game.engine_step()
        except KeyboardInterrupt:
            turn = self._game.turn
            assert turn is not None
            assert turn.seat is not None
            self._is_held = True
            self._say("", f"{self._name(turn.seat)} was stopped; Enter lets it think again")
            return
        except OSError as error:  # the move is made, and could not be saved
            self._fail(error)
            return
        if step is not None:
            self._say_steps([step])

    def _ask(self) -> None:
        """Shows what lies before who has to decide, and hears one line."""
        turn, game = self._game.turn, self._game
        if game.viewer is not None and game.viewer != self._person:
            self._is_over = not self._hand_over(game.viewer)
            if self._person != game.viewer:
                return
        if self._is_shared and (turn is None or turn.seat is None):
            self._person = None  # whoever comes first may go on
        if turn is not None and game.table is not self._shown and not self._is_held:
            is_own = turn.seat is None or game.sources[turn.seat] != TABLE
            self._say_points()
            self._say(*game.table.before_deciding(self._person if is_own else None))
            self._tell_state()
        self._shown = game.table
        self._take(self._hear(self._prompt(turn)))

    def _take(self, line: str | None) -> None:
        """Answers a line; None is the end of the input."""
        if line is None:
            self._is_over = True
            return
        try:
            self._answer(line.strip())
        except (DiamondsError, OSError) as error:
            self._fail(error)

    def _hand_over(self, seat: int) -> bool:
        """What one of several people was shown goes before the next one looks, who is told anew what happened; False at the end of the
        input. What is announced to all anyway can be said before anybody looks."""
        if not self._game.has_secrets:
            self._person = seat
            return True
        self._advice = self._shown = None
        self._points = ()
        if self._is_terminal and not self._as_json:
            if self._has_shown:
                self._clear()
            drop_typed(sys.stdin)
            turn = self._game.turn
            announced = f", or say {turn.text}" if turn is not None and turn.decision == _ANNOUNCED else ""
            line = self._hear(f"{self._name(seat)} is next; press Enter when nobody else looks{announced}> ")
            if line is None:
                return False
            if announced and line.strip() and self._is_move(line.strip()):
                self._take(line)
                return True
        self._person, self._has_shown = seat, True
        if self._game.steps:
            self._say(*self._recent())
        return True

    def _clear(self) -> None:
        """Takes off the terminal what somebody was shown, and what was scrolled out of it."""
        if self._is_terminal and not self._as_json:
            clear_terminal(sys.stdout)

    def _prompt(self, turn: Turn | None) -> str:
        if turn is None:
            return "the game is over> "
        if self._is_held:
            return "stopped> "
        if turn.decision == NEXT:
            return f"Enter begins {turn.text}> "
        needs = f" ({turn.needs})" if turn.needs is not None else ""
        who = f"{self._name(turn.seat)}: " if turn.seat is not None else ""
        return f"{who}{turn.text}{needs}> "

    def _hear(self, prompt: str) -> str | None:
        """A line that was typed; None at the end of the input. What comes from a pipe is shown, so that the text reads as a dialogue."""
        if self._is_terminal and not self._as_json:
            with suppress(EOFError):
                return self._typed(printable(prompt))
            click.echo()
            return None
        line = sys.stdin.readline()
        if not line:
            self._say(prompt.rstrip())
            return None
        self._say(f"{prompt}{line.rstrip()}")
        return line

    def _typed(self, prompt: str) -> str:
        """A line from the terminal. Python's `input` keeps lines, and what was cut out of them, for keys that recall them: where several
        people type it may not be used."""
        if not self._is_shared:
            return input(prompt)
        click.echo(prompt, nl=False)
        line = sys.stdin.readline()
        if not line:
            raise EOFError
        return line

    def _fail(self, error: DiamondsError | OSError) -> None:
        """What was wrong with a line; the game goes on."""
        self._is_bad = True
        if isinstance(error, OSError):
            hint = "'save FILE' keeps this game in another file" if self._game.path is not None and not self._game.is_saved else None
            error = DiamondsError(f"{path_text(error.filename)}: {reason_of(error)}", code="E-FILE", hint=hint)
        if self._as_json:
            self._tell("errors", error_entries(error))
        else:
            sys.stdout.flush()
            show_text("\n".join(printable(line) for line in (error.message, error.hint and f"  {error.hint}") if line))

    # -- lines ----------------------------------------------------------------------------------------------------------------------

    def _answer(self, line: str) -> None:
        word, _, rest = line.partition(" ")
        command = self._command(word)
        if command is not None:
            getattr(self, f"_do_{'help' if command == '?' else command}")(rest.strip())
        elif self._is_held:
            self._is_held = False
            if line:
                raise IllegalMoveError("an engine is to move", hint="Enter lets it think again; undo and quit work, too")
        elif self._game.turn is None:
            raise IllegalMoveError("the game is over", hint=f"what can still be typed: {', '.join(self._commands)}")
        elif line or self._game.turn.seat is None:
            self._play(line)
        else:
            self._shown = None

    def _command(self, word: str) -> str | None:
        """The command that is meant, by its name or so much of it that it can be no other."""
        typed = word.lower()
        if typed in COMMANDS or typed in _SHORT:
            return _SHORT.get(typed, typed)
        begun = (
            [command for command in self._commands if command.startswith(typed)] if len(typed) >= _LEAST_PREFIX and typed.isalpha() else []
        )
        return begun[0] if len(begun) == 1 else None

    def _play(self, line: str) -> None:
        try:
            move = self._game.read_move(line)
        except IllegalMoveError as error:
            if self._asks_whom(error):
                return
            words, turn = line.split(), self._game.turn
            if self._game.is_companion and len(words) > 1 and turn is not None and turn.needs is None:  # a whole trick
                for word in words:
                    self._play(word)
                return
            guess = did_you_mean(line, self._commands) if len(line) > _LEAST_PREFIX and line.isalpha() else None
            if guess is None:
                raise
            raise IllegalMoveError(error.message, code=error.code, hint=guess) from None
        self._say_steps([self._game.play(move)])

    def _asks_whom(self, error: IllegalMoveError) -> bool:
        """Asks for what is missing where moves that can be meant differ in whom they are against, and plays; False where they do not."""
        begun = {choice.partition(">")[0] for choice in error.choices}
        names = [choice.partition(">")[2] for choice in error.choices]
        if self._as_json or len(begun) != 1 or not set(names) <= {self._game.seat_name(seat) for seat in range(self._game.players)}:
            return False
        (move,) = begun
        verb = "rob whom?" if self._game.game.records.tricks else "from whom?"
        answer = self._hear(f"{f'{move}: ' if move else ''}{verb} {either(names)}> ")
        if answer is None:
            self._is_over = True
        elif (typed := answer.strip()) and self._command(typed.partition(" ")[0]) is not None:
            self._answer(typed)
        elif typed:
            self._play(f"{move}>{typed.removeprefix('>')}")
        return True

    # -- commands -------------------------------------------------------------------------------------------------------------------

    def _do_hint(self, rest: str) -> None:
        worlds = read_count(rest) if rest else None
        if rest and worlds is None and self._is_move(rest):
            self._do_hint("")
            if "why" in self._commands:
                self._do_why(rest)
            return
        if rest and not (worlds and worlds <= MOST_WORLDS):
            hint = f"hint, or hint 100 (at most {MOST_WORLDS:,}); hint and a move adds why it is worse"
            raise DiamondsError(f"{quote(rest)} is not a number of worlds", code="E-NUMBER", hint=hint)
        self._say_advice(self._advised(worlds=worlds, time_limit=None if worlds else self._hint_time))

    def _is_move(self, text: str) -> bool:
        try:
            self._game.read_move(text)
        except IllegalMoveError:
            return False
        return True

    def _do_solve(self, _: str) -> None:
        view = self._game.view(self._decider())
        try:
            engine = self._game.game.advising.engine(view, EngineRequest("exact", next(iter(self._game.game.words.objectives))))
        except DiamondsError as error:  # it is about engines, which nobody has named here
            raise DiamondsError(
                error.message.replace("the engine exact", "'solve'"), code=error.code, hint="'hint' shows what each move is worth"
            ) from None
        if not engine.enumerates or engine.total != 1:
            raise HiddenCardsError(f"not everything is open: {view.hidden()}", hint="'hint' weighs what may be hidden")
        self._say_advice(self._advised(engine="exact", worlds=1))  # the one deal, also where there is no choice

    def _do_why(self, rest: str) -> None:
        if "why" not in self._commands:
            title = self._game.game.words.title
            raise DiamondsError(f"{title} has no reasons to give, only values", code="E-GAME", hint="'hint' shows what each move is worth")
        game, against = self._game, self._game.read_move(rest) if rest else None
        advice = self._advice[1] if self._advice is not None and self._advice[0] is game.table else None
        if advice is None:
            advice = self._advised(time_limit=self._hint_time)
        why = game.why(advice, against)
        if why is None:
            self._tell("why", None)
            if against is None and advice.recommended is not None:
                self._say(f"{game.written(advice.recommended)} is recommended, for the reason in the hint")
            else:
                self._say("there is nothing to explain: no other move, or none that is worse")
            return
        self._tell("why", why.to_dict())
        self._say(*wrapped_text(why.text(game.written), page_width() - 2).splitlines())

    def _decider(self) -> int:
        turn, game = self._game.turn, self._game
        if turn is None:
            raise DiamondsError("the game is over", code="E-TURN", hint="'record' is for a review: diamonds analyse")
        if turn.seat is None:
            raise DiamondsError("nobody has anything to decide", code="E-TURN", hint=f"{turn.text} comes next")
        if game.sources[turn.seat] not in ("me", "human"):
            raise DiamondsError(f"{self._name(turn.seat)} decides now", code="E-TURN", hint="advice is for your own decisions")
        return turn.seat

    def _advised(self, **options: Any) -> Advice:
        seat = self._decider()
        with stopping_on_interrupt() as should_stop, advice_status(self._quiet or self._as_json, self._game.written) as on_advice:
            advice = self._game.ask(seat, on_advice=on_advice, threads=0, should_stop=should_stop, **options)
        self._advice = (self._game.table, advice)
        return advice

    def _say_advice(self, advice: Advice) -> None:
        game = self._game
        self._tell("advice", advice.to_dict())
        if not self._as_json:
            seat = self._name(advice.to_move)
            text = advice_text(game.game.words, advice, seat=seat, colour=use_colour(), written=game.written, width=page_width())
            click.echo(text, color=use_colour())

    def _do_moves(self, _: str) -> None:
        turn = self._game.turn
        if turn is None:
            raise DiamondsError("the game is over", code="E-TURN", hint="'table' shows how it ended, 'record' is for a review")
        self._check_may_see(turn)
        texts = list(turn.pool) if turn.needs is not None else [self._game.written(move) for move in self._game.moves()]
        self._tell("moves", texts)
        self._say(*wrapped_text(" ".join(texts), page_width() - 2).splitlines())

    def _check_may_see(self, turn: Turn) -> None:
        if turn.seat is not None and self._game.is_engine_turn:
            raise DiamondsError(f"{self._name(turn.seat)} decides now", code="E-TURN")

    def _do_hand(self, _: str) -> None:
        self._say(*self._game.table.before_deciding(self._person))
        self._tell_state()

    def _do_table(self, _: str) -> None:
        game = self._game
        if not self._as_json:
            click.echo(game.game.records.diagram(game.seen(self._person), can_write(game.game.words.symbols)))
        self._tell_state()

    def _do_points(self, _: str) -> None:
        self._say(self._score_text())
        self._tell_state()

    def _do_last(self, _: str) -> None:
        self._say(*(self._recent() or ["nothing was played yet"]))
        self._tell_state()

    def _recent(self) -> list[str]:
        """What happened since the last move of who looks, that move included."""
        steps, seat = self._game.steps, self._person
        own = [number for number, step in enumerate(steps) if seat is not None and step.turn.seat == seat]
        return list(map(str, self._game.story(steps[own[-1] if own else 0 :], seat)))

    def _do_tricks(self, _: str) -> None:
        game = self._game
        tricks = game.game.records.tricks
        if tricks is None:
            raise DiamondsError(f"{game.game.words.title} has no tricks", code="E-GAME")
        if not self._as_json:
            click.echo(tricks(game.seen(self._person), can_write(game.game.words.symbols), page_width()))
        self._tell_state()

    def _do_record(self, _: str) -> None:
        if not self._as_json:
            click.echo(self._game.game.records.write(self._game.seen(self._person), "dia"), nl=False)
        self._tell_state()

    def _do_rules(self, _: str) -> None:
        self._tell("rules", self._game.game.rules)
        self._say(*self._game.game.rules.splitlines())

    def _do_undo(self, _: str) -> None:
        taken = self._game.undo()
        self._is_held = False
        self._tell("undo", len(taken))
        more = f", and {counted(len(taken) - 1, 'step')} after it" if len(taken) > 1 else ""
        self._say(f"taken back: {self._step_text(taken[0])}{more}" if taken else "there is nothing to take back")

    def _do_redo(self, _: str) -> None:
        again = self._game.redo()
        self._say_steps(again)
        if not again:
            self._say("there is nothing to redo")

    def _do_change(self, rest: str) -> None:
        at, _, move = rest.partition(" ")
        if not move:
            raise DiamondsError("what should be changed?", code="E-AT", hint="change 2.3 S9")
        step = self._game.change(at, move.strip())
        self._tell("change", self._step(step))
        self._say(f"changed: {self._step_text(step)}")
        self._shown = None

    def _do_dealer(self, rest: str) -> None:
        self._begin_with("dealer", rest)

    def _do_first(self, rest: str) -> None:
        self._begin_with("first", rest)

    def _begin_with(self, option: str, name: str) -> None:
        """Somebody deals, or begins, at a real table where nothing was told yet."""
        names = [self._game.seat_name(seat) for seat in range(self._game.players)]
        seat = seat_of(name, names) if option in self._commands else None
        if seat is None:
            hint = f"there are: {listed(names)}" if option in self._commands else "this works at a real table, before the first entry"
            raise DiamondsError(f"{quote(name)} is not a player" if name else f"'{option}' names a player", code="E-SEAT", hint=hint)
        self._game = self._game.beginning(**{option: seat + 1})
        self._say(f"{self._name(seat)} {'deals' if option == 'dealer' else 'begins'}")
        self._shown = None

    def _step_text(self, step: LiveMove) -> str:
        who = "" if step.turn.seat is None else f"{self._name(step.turn.seat)}, "
        move = step.before.observed(step.move, self._person)
        return f"{who}{step.turn.text}" + ("" if move is None else f": {self._game.written(move)}")

    def _step(self, step: LiveMove) -> dict[str, Any]:
        """A step as JSON, with the move as who looks sees it."""
        seat, move = None if step.turn.seat is None else f"P{step.turn.seat + 1}", step.before.observed(step.move, self._person)
        return {"seat": seat, "decision": step.turn.decision, "move": None if move is None else str(move)}

    def _do_save(self, rest: str) -> None:
        if not rest:
            raise DiamondsError("the name of the file is missing", code="E-FILE", hint="save game.dia")
        path = Path(rest)
        if path.exists() and path != self._game.path:
            raise DiamondsError(f"{quote(rest)} already exists", code="E-FILE", hint="name a new file")
        self._game.save(path, is_moved=self._game.path == self._kept)
        self._tell("saved", rest)
        self._say(f"saved in {rest}, and from now on after every move")

    def _do_quit(self, _: str) -> None:
        self._is_over = True

    def _do_help(self, _: str) -> None:
        self._tell("commands", self._commands)
        game = self._game.game
        self._say("moves:", *(f"  {line}" for line in game.typing.splitlines()), "commands:")
        self._say(*(f"  {name:<7} {text}" for name, text in self._commands.items()))

    # -- completion -----------------------------------------------------------------------------------------------------------------

    def _complete(self) -> None:
        """The Tab key completes commands and moves, where Python has readline."""
        if not self._is_terminal or self._as_json:
            return
        try:
            import readline
        except ImportError:  # not in every Python
            return
        readline.set_completer(_completer(self.words))
        readline.set_completer_delims(" ,")
        readline.parse_and_bind("tab: complete")

    def words(self) -> list[str]:
        turn = self._game.turn
        if turn is None or self._game.is_engine_turn:
            return list(self._commands)
        return [*self._commands, *(turn.pool if turn.needs is not None else map(self._game.written, self._game.moves()))]


def _completer(words: Callable[[], Sequence[str]]) -> Callable[[str, int], str | None]:
    def complete(begun: str, index: int) -> str | None:
        matches = [word for word in words() if word.lower().startswith(begun.lower())]
        return f"{matches[index]} " if index < len(matches) else None

    return complete
