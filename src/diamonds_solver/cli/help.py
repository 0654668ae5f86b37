"""``diamonds help``: the help texts by name, what an error code means, and how a shell completes the command line."""

from __future__ import annotations

import re
import textwrap
from difflib import get_close_matches
from pathlib import Path

import click

from . import COMMANDS
from .options import page_width

COMPLETION = """\
A shell completes commands, options, engines, players and examples after one line in its start-up file:

  bash   ~/.bashrc                   eval "$(_DIAMONDS_COMPLETE=bash_source diamonds)"
  zsh    ~/.zshrc                    eval "$(_DIAMONDS_COMPLETE=zsh_source diamonds)"
  fish   ~/.config/fish/config.fish  _DIAMONDS_COMPLETE=fish_source diamonds | source

bash must be version 4.4 or later."""
TOPICS = (*COMMANDS, "completion")
_CODES = Path(__file__).with_name("errors.md")  # docs/reference/errors.md
_ROW = re.compile(r"^\| `(E-[A-Z-]+)` \| (.*?) \|(?: (.*?) \|)?$", re.MULTILINE)
_LINK = re.compile(r"\[([^]]*)\]\([^)]*\)")


def _complete(ctx: click.Context, param: click.Parameter, begun: str) -> list[str]:
    return [topic for topic in (*TOPICS, *_codes()) if topic.startswith(begun)]


def _codes() -> dict[str, list[tuple[str, str]]]:
    """The meanings of every error code, each with an example or nothing: those of the games and the rest of the program may differ."""
    codes: dict[str, list[tuple[str, str]]] = {}
    for match in _ROW.finditer(_CODES.read_text(encoding="utf-8")):
        meaning = _LINK.sub(r"\1", match[2]).replace("`", "")
        codes.setdefault(match[1], []).append((meaning, (match[3] or "").strip("`")))
    return codes


def _explained(code: str) -> str:
    codes = _codes()
    if code not in codes:
        near = get_close_matches(code, codes, 1)
        raise click.UsageError(f"there is no error code {code!r}." + (f" Did you mean {near[0]!r}?" if near else ""))
    lines = []
    for meaning, example in codes[code]:
        lines += textwrap.wrap(f"{code}: {meaning}", page_width() - 2, subsequent_indent="  ")
        if "; " in example:
            lines.append(f"  diamonds check '{example}'")
        elif example:
            lines.append(f"  for example {example}")
    return "\n".join(lines)


@click.command()
@click.argument("topic", metavar="[COMMAND|CODE]", required=False, shell_complete=_complete)
@click.pass_context
def command(ctx: click.Context, topic: str | None) -> None:
    """Show the help of a command, or list all of them; "diamonds help completion" is about completion by the shell.

    The help of a command is what it prints with --help. "diamonds help E-REVOKE" says what an error code means.
    """
    program = ctx.parent
    assert program is not None
    assert isinstance(program.command, click.Group)
    if topic is None:
        click.echo(program.get_help())
    elif topic == "completion":
        click.echo(COMPLETION)
    elif topic.upper().startswith("E-"):
        click.echo(_explained(topic.upper()))
    else:
        name, subcommand, _ = program.command.resolve_command(program, [topic])
        assert subcommand is not None
        with click.Context(subcommand, info_name=name, parent=program) as context:
            click.echo(subcommand.get_help(context))
