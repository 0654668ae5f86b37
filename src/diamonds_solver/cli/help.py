"""``diamonds help``: the help texts by name, and how a shell completes the command line."""

from __future__ import annotations

import click

from . import COMMANDS

COMPLETION = """\
A shell completes commands, options, engines, players and examples after one line in its start-up file:

  bash   ~/.bashrc                   eval "$(_DIAMONDS_COMPLETE=bash_source diamonds)"
  zsh    ~/.zshrc                    eval "$(_DIAMONDS_COMPLETE=zsh_source diamonds)"
  fish   ~/.config/fish/config.fish  _DIAMONDS_COMPLETE=fish_source diamonds | source

bash must be version 4.4 or later."""
TOPICS = (*COMMANDS, "completion")


def _complete(ctx: click.Context, param: click.Parameter, begun: str) -> list[str]:
    return [topic for topic in TOPICS if topic.startswith(begun)]


@click.command()
@click.argument("topic", metavar="[COMMAND]", required=False, shell_complete=_complete)
@click.pass_context
def command(ctx: click.Context, topic: str | None) -> None:
    """Show the help of a command, or list all of them; "diamonds help completion" is about completion by the shell.

    The same as --help after the command.
    """
    program = ctx.parent
    assert program is not None
    assert isinstance(program.command, click.Group)
    if topic is None:
        click.echo(program.get_help())
    elif topic == "completion":
        click.echo(COMPLETION)
    else:
        name, found, _ = program.command.resolve_command(program, [topic])
        assert found is not None
        with click.Context(found, info_name=name, parent=program) as context:
            click.echo(found.get_help(context))
