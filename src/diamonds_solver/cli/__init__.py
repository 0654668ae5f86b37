"""The command ``diamonds``: finds the subcommand, and turns every error into a message and an exit code."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from errno import EBADF
from importlib import import_module
from pathlib import Path
from typing import NoReturn

import click

from diamonds_solver.common.version import __version__
from diamonds_solver.errors import DiamondsError

OK, NO, USAGE, BAD_INPUT, LIMIT, INTERRUPTED, BROKEN_PIPE = 0, 1, 2, 3, 4, 130, 141

# The help texts stand here, not in the files, so that --help loads none of them. Each command is `command` in cli/NAME.py.
GROUPS = {
    "Look at a position": {
        "solve": "Value of every legal move, all cards known.",
        "show": "Draw the table, or list the tricks.",
        "check": "Find what is wrong with records.",
        "convert": "Rewrite records as .dia text or JSON.",
    },
    "At the table": {
        "play": "A game in the terminal, or beside a real table.",
        "web": "Open the page: play, set up, review, pass cards.",
        "advise": "The best move when the other hands are hidden.",
        "evaluate": "What a hand may bring, and which cards to pass.",
    },
    "After the game": {
        "analyse": "What each decision cost: in hindsight, and by what was known.",
        "report": "A page about a game: step through it, see the mistakes.",
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
        "help": "Help on a command, or on completion by the shell.",
    },
}
COMMANDS = {name: text for group in GROUPS.values() for name, text in group.items()}

WELCOME = f"""\
diamonds {__version__}: solver and adviser for the trick-taking game Diamonds. Try:
  diamonds demo                                solve a first position
  diamonds examples                            records that come along
  diamonds examples ending | diamonds solve    the value of every legal move
  diamonds examples advice | diamonds advise   the best move, other hands hidden
  diamonds play                                a game against the program
  diamonds evaluate --random                   what a hand may bring
  diamonds deal --players 4 --cards 5          a random late position
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
    epilog="Help on a command: diamonds help COMMAND. Completion of the command line by your shell: diamonds help completion.",
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(__version__, prog_name="diamonds")
@click.pass_context
def cli(ctx: click.Context) -> None:
    """Exact solver and adviser for the trick-taking game Diamonds.

    Data goes to standard output, everything else to standard error. Exit codes: 0 ok, 1 the answer is "no", 2 usage, 3 bad input, 4 a limit
    was met and --require-exact given, 130 interrupted.
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
    sys.exit(run(sys.argv[1:] if args is None else list(args)))


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
        return error.exit_code
    except (KeyboardInterrupt, click.Abort):
        click.echo("interrupted", err=True)
        return INTERRUPTED
    except DiamondsError as error:
        from .errors import show_error

        show_error(error)
        return BAD_INPUT
    except OSError as error:
        return _system_error(error)
    except MemoryError as error:
        click.echo(f"diamonds: error: {str(error) or 'there is not enough memory'}", err=True)
        return NO
    except Exception as error:
        return _internal_error(error)
    return OK


def _flushed(exit_code: int) -> int:
    try:
        sys.stdout.flush()
    except OSError as error:
        return _system_error(error)
    return exit_code


def _system_error(error: OSError) -> int:
    """A reader that went away is no error; a file that cannot be read is bad input; the rest is a failure."""
    if error.filename is None:
        # What is still buffered must not fail once more when Python closes the stream.
        with suppress(OSError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    if isinstance(error, BrokenPipeError):
        return BROKEN_PIPE
    reason = error.strerror or str(error)
    if error.filename is None:
        reason = "standard output is closed" if error.errno == EBADF else f"standard output: {reason}"
        click.echo(f"diamonds: error: {reason}", err=True)
        return NO
    click.echo(f"diamonds: error: {str(error.filename)!r}: {reason} [E-FILE]", err=True)
    return BAD_INPUT


def _internal_error(error: Exception) -> int:
    if os.environ.get("DIAMONDS_DEBUG") == "1":
        raise error
    click.echo(f"diamonds: internal error: {type(error).__name__}: {error}", err=True)
    click.echo("  = hint: please report it with the output of 'diamonds doctor'; DIAMONDS_DEBUG=1 shows where it happened", err=True)
    return NO
