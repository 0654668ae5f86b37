"""``diamonds demo``: a first solved position, and the commands that did it."""

from __future__ import annotations

import click

from diamonds_solver.games.diamonds.records.notation import example_path

STEPS = (("show", "Four players, a few cards each, everything known:"), ("solve", "The value of every legal move:"))
EXAMPLE = "ending"


@click.command()
@click.pass_context
def command(ctx: click.Context) -> None:
    """Show and solve a position that comes with the program."""
    for name, heading in STEPS:
        click.echo(heading + "\n")
        _run(ctx, name)
        click.echo()
    click.echo("The same by hand:")
    for name, _ in STEPS:
        click.echo(f"  diamonds examples {EXAMPLE} | diamonds {name}")
    click.echo("More: diamonds examples, diamonds deal --help, diamonds solve --help")


def _run(ctx: click.Context, name: str) -> None:
    """Runs the command `name` on the example."""
    assert ctx.parent is not None
    assert isinstance(ctx.parent.command, click.Group)
    step = ctx.parent.command.get_command(ctx.parent, name)
    assert step is not None
    try:
        with step.make_context(name, [str(example_path(EXAMPLE)), "--quiet"], parent=ctx.parent) as step_context:
            step.invoke(step_context)
    except click.exceptions.Exit as end:
        if end.exit_code:
            raise
