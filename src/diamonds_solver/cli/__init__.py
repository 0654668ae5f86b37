"""The command ``diamonds``: finds the subcommand, and turns every error into a message and an exit code."""

from __future__ import annotations

import io
import os
import sys
import warnings
from collections.abc import Sequence
from contextlib import suppress
from errno import EBADF, EMFILE
from importlib import import_module
from pathlib import Path
from typing import Any, NoReturn, TextIO

import click

from diamonds_solver.common.version import __version__
from diamonds_solver.errors import DiamondsError

_OUTPUT, _ERRORS = "standard output", "standard error"
_LIMITS = {
    "can't start new thread": ("the system cannot start more threads", "--threads 1 needs none, or fewer"),
    "failed to map segment": ("there is not enough memory", "is the address space limited? 'ulimit -v' shows it"),
    "Cannot allocate memory": ("there is not enough memory", "is the address space limited? 'ulimit -v' shows it"),
    os.strerror(EMFILE): ("the system cannot open more files", "'ulimit -n' shows and sets how many"),
}
"""What the text of an ImportError, a RuntimeError or an OSError means where the system has no more of something, and a hint."""

DASHES = ("\u2013", "\u2014", "\u2212")
"""What phones and word processors make of two hyphens."""

OK, NO, USAGE, BAD_INPUT, LIMIT, INTERRUPTED, BROKEN_PIPE = 0, 1, 2, 3, 4, 130, 141

# The help texts stand here, not in the files, so that --help loads none of them. Each command is `command` in cli/NAME.py.
GROUPS = {
    "Look at a position": {
        "solve": "Value of every legal move, all cards known.",
        "verify": "Check a certificate of a value, without the solver.",
        "show": "Draw the table, or list the tricks.",
        "check": "Find what is wrong with records.",
        "convert": "Rewrite records as .dia text or JSON.",
        "new": "A record to fill in, or a game from its score sheet.",
    },
    "At the table": {
        "play": "A game in the terminal, or advice at a real table.",
        "web": "Open the page: play, set up, review, pass cards.",
        "advise": "The best move when the other hands are hidden.",
        "evaluate": "What a hand is worth, and which cards to pass.",
    },
    "After the game": {
        "analyse": "What each decision cost, known and in hindsight.",
        "report": "A page about a game: step through it, see the mistakes.",
        "practice": "Find the better move where you lost something.",
    },
    "Research": {
        "arena": "Duplicate matches between named players.",
        "deal": "Random deals and late positions.",
        "table": "Values of many records or deals as a table.",
        "equilibrium": "The pass of 2-player Perfect Diamonds, solved as a game.",
        "perft": "Count move sequences, to test the rules.",
        "bench": "Solve fixed positions, count nodes, compare.",
    },
    "The program": {
        "demo": "Solve a first position and show how.",
        "examples": "List or print the records that come with the program.",
        "doctor": "Versions and a self-test, for bug reports.",
        "help": "Help on a command, an error code, or completion by the shell.",
    },
}
COMMANDS = {name: text for group in GROUPS.values() for name, text in group.items()}

EXAMPLES = {
    "solve": ["diamonds examples ending | diamonds solve", "diamonds examples game4 | diamonds solve --at 9.1"],
    "verify": ["diamonds examples ending | diamonds solve --proof value.cert", "diamonds verify value.cert"],
    "show": ["diamonds examples ending | diamonds show"],
    "check": ["diamonds examples broken | diamonds check", "diamonds examples ending >ending.dia", "diamonds check --fix ending.dia"],
    "convert": ["diamonds examples ending | diamonds convert --to json"],
    "new": ["diamonds new --players 4 -o mine.dia"],
    "play": ["diamonds play", "diamonds play -p 3 --level strong --save mine.dia"],
    "web": ["diamonds web"],
    "advise": ["diamonds examples advice | diamonds advise --worlds 50"],
    "evaluate": ["diamonds evaluate --samples 500 'D15,9,3 H12,4 S7,2 C14,4,1'"],
    "analyse": ["diamonds examples game-perfect2 >game.dia", "diamonds analyse --hindsight-only game.dia"],
    "report": ["diamonds examples game4 >game.dia", "diamonds report game.dia -o game.html"],
    "practice": ["diamonds examples game4 >game.dia", "diamonds practice game.dia"],
    "arena": ["diamonds arena --deals 10 playout:worlds=10 greedy"],
    "deal": ["diamonds deal --players 4 --cards 5 --seed 1", "diamonds deal --players 4 --cards 3 | diamonds solve"],
    "table": ["diamonds table --deals 20 --cards 3 -o values.csv", "diamonds table summary values.csv"],
    "equilibrium": ["diamonds examples perfect2 | diamonds equilibrium"],
    "perft": ["diamonds examples ending | diamonds perft --depth 4"],
    "bench": ["diamonds bench"],
    "doctor": ["diamonds doctor"],
    "examples": ["diamonds examples", "diamonds examples ending >ending.dia"],
    "help": ["diamonds help solve", "diamonds help E-REVOKE"],
    "demo": ["diamonds demo"],
}
"""Command lines that do something at once, which each help text ends with."""

WELCOME = f"""\
diamonds {__version__}: solver and adviser for the trick-taking game Diamonds. Try:
  diamonds demo                                solve a first position
  diamonds examples                            example records
  diamonds examples ending | diamonds solve    the value of every legal move
  diamonds examples advice | diamonds advise   the best move, other hands hidden
  diamonds play                                a game against the program
  diamonds web                                 the same in the browser
  diamonds new                                 a record of your own to fill in
  diamonds evaluate --random                   what a hand is worth
  diamonds deal --players 4 --cards 5          a random late position
With a record in FILE: diamonds check FILE, diamonds analyse FILE.
All commands: diamonds help. Help on one: diamonds help solve."""


class LazyGroup(click.Group):
    """A group that imports a subcommand only when it is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        command = import_module(f"{__name__}.{cmd_name}").command
        assert isinstance(command, click.Command)
        command.epilog = "\b\nFor example:\n" + "\n".join(f"  {line}" for line in EXAMPLES[cmd_name])
        return command

    def resolve_command(self, ctx: click.Context, args: list[str]) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            from difflib import get_close_matches

            close = get_close_matches(args[0], COMMANDS, 1)
            ctx.fail(f"No such command {args[0]!r}." + (f" Did you mean {close[0]!r}?" if close else ""))
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        width = max(map(len, COMMANDS))
        for title, commands in GROUPS.items():
            with formatter.section(title):
                formatter.write_dl([(f"{name:<{width}}", text) for name, text in commands.items()])


@click.group(
    cls=LazyGroup,
    invoke_without_command=True,
    epilog="\b\nHelp on a command: diamonds help COMMAND. On an error: diamonds help E-REVOKE.\n"
    "Completion of the command line by your shell: diamonds help completion.",
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(__version__, prog_name="diamonds")
@click.pass_context
def cli(ctx: click.Context) -> None:
    """Exact solver and adviser for the trick-taking game Diamonds.

    Data goes to standard output, everything else to standard error. Exit codes: 0 ok, 1 the answer is "no", 2 usage, 3 bad input, 4 a limit
    was reached and --require-exact given, 130 interrupted.
    """
    if ctx.invoked_subcommand is None:
        click.echo(WELCOME)


def main(args: Sequence[str] | None = None) -> NoReturn:
    """Runs the command line `args` (default: the program's own) and exits with its code."""
    if "_DIAMONDS_COMPLETE" in os.environ:
        cli.main(prog_name="diamonds")
    # Closed by the shell: with >&- whatever is written is an error, as for other programs; with 2>&- nobody can be told.
    if sys.stdout is None:
        sys.stdout = os.fdopen(os.open(os.devnull, os.O_RDONLY), "w", encoding="utf-8")
    if sys.stderr is None:
        sys.stderr = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115 (open as long as the program)
    for stream in (sys.stdout, sys.stderr):
        # A terminal or pipe that cannot write a player's name must not stop the program.
        stream.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="surrogateescape")  # a byte that is no text makes its line one that nobody understands
    if sys.platform == "win32":
        from diamonds_solver.common.files import use_utf8

        use_utf8(sys.stdin, sys.stdout, sys.stderr)
    sys.stdout, sys.stderr = _named(sys.stdout, _OUTPUT), _named(sys.stderr, _ERRORS)
    # numpy needs none of these threads; each takes 32 MiB of addresses, and where there are too few, OpenBLAS interrupts the program.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    warnings.showwarning = _show_warning
    sys.exit(run(sys.argv[1:] if args is None else list(args)))


class _NamedFile(io.FileIO):
    """A standard stream whose errors name it."""

    def __init__(self, stream: TextIO, name: str) -> None:
        super().__init__(stream.fileno(), "wb", closefd=False)
        self._stream, self._named = stream, name  # the stream is kept: it may close its number when it goes

    def write(self, data: Any) -> int | None:  # type: ignore[override]
        try:
            return super().write(data)
        except OSError as error:
            error.filename = self._named
            raise


def _named(stream: TextIO, name: str) -> TextIO:
    """A stream to the same place, whose errors have the name as their file; one that is no file's stays as it is."""
    is_buffered = isinstance(stream.buffer, io.BufferedWriter)  # not with python -u
    if not isinstance(stream.buffer.raw if is_buffered else stream.buffer, io.FileIO):  # type: ignore[attr-defined]
        return stream  # on Windows a console: what is written as to a file would be taken for another encoding
    raw = _NamedFile(stream, name)
    return io.TextIOWrapper(
        io.BufferedWriter(raw) if is_buffered else raw,
        stream.encoding,
        stream.errors,
        "\n",
        line_buffering=stream.line_buffering,  # type: ignore[arg-type]
        write_through=not is_buffered,
    )


def _show_warning(message: Warning | str, *_: object, **__: object) -> None:
    """A remark of the library on what it does for this command, as other notes are shown."""
    from .options import note

    note(str(message))


def run(args: list[str]) -> int:
    """Runs the command line `args` and gives its exit code; messages of errors go to standard error."""
    try:
        with cli.make_context("diamonds", args) as context:
            cli.invoke(context)
        sys.stdout.flush()
    except click.exceptions.Exit as exit_request:
        return _flushed(exit_request.exit_code)
    except click.ClickException as error:
        error.show()
        if dashed := [arg for arg in args if arg[:1] in DASHES and arg[1:2].isalpha()]:
            click.echo(f"  = hint: options begin with two hyphens: --{dashed[0].lstrip(''.join(DASHES))}", err=True)
        return error.exit_code
    except (KeyboardInterrupt, click.Abort):
        click.echo("interrupted", err=True)
        return INTERRUPTED
    except DiamondsError as error:
        from diamonds_solver.cli.errors import show_error

        show_error(error)
        return BAD_INPUT
    except OSError as error:
        return _system_error(error)
    except MemoryError as error:
        if "memory" in str(error):  # it says what can be done
            return _failure(str(error))
        return _failure("there is not enough memory", "--threads 1 needs less")
    except Exception as error:
        return _limit_of_system(error) or _internal_error(error)
    return OK


def _flushed(exit_code: int) -> int:
    try:
        sys.stdout.flush()
    except OSError as error:
        return _system_error(error)
    return exit_code


def _system_error(error: OSError) -> int:
    """A reader that went away is no error; a file that cannot be read or written is bad input; the rest is a failure."""
    from diamonds_solver.common.files import is_closed_pipe, path_text, reason_of

    reason = reason_of(error)
    if error.filename is _OUTPUT or error.filename is _ERRORS:
        # What is still buffered must not fail once more when Python closes the stream.
        with suppress(OSError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), (sys.stdout if error.filename is _OUTPUT else sys.stderr).fileno())
        if is_closed_pipe(error):
            return BROKEN_PIPE
        return _failure(f"{error.filename} is closed" if error.errno == EBADF else f"{error.filename}: {reason}")
    if error.filename is None:
        return _limit_of_system(error) or _failure(f"the system: {reason}")
    click.echo(f"diamonds: error: {path_text(error.filename)}: {reason} [E-FILE]", err=True)
    return BAD_INPUT


def _limit_of_system(error: Exception) -> int | None:
    """The exit code where it is the system that has no more of something; None for any other error."""
    if isinstance(error, (ImportError, OSError, RuntimeError)):
        for text, (reason, hint) in _LIMITS.items():
            if text in str(error):
                return _failure(reason, hint)
    return None


def _failure(reason: str, hint: str | None = None) -> int:
    click.echo(f"diamonds: error: {reason}" + (f"\n  = hint: {hint}" if hint else ""), err=True)
    return NO


def _internal_error(error: Exception) -> int:
    if os.environ.get("DIAMONDS_DEBUG") == "1":
        raise error
    hint = "please report it with the output of 'diamonds doctor'; DIAMONDS_DEBUG=1 shows where it happened"
    return _failure(f"internal error: {type(error).__name__}: {error}", hint)
