"""``diamonds examples``: the records that come with the program."""

from __future__ import annotations

import json
from difflib import get_close_matches

import click

from diamonds_solver.games.diamonds.notation.examples import EXAMPLES, describe_example, example_path, example_text

from .options import json_option


def _check_name(ctx: click.Context, param: click.Parameter, name: str | None) -> str | None:
    if name is not None and name not in EXAMPLES:
        close = get_close_matches(name, EXAMPLES, 1)
        advice = f"did you mean {close[0]!r}?" if close else "'diamonds examples' lists them"
        raise click.BadParameter(f"there is no example {name!r}; {advice}", ctx, param)
    return name


def _complete(ctx: click.Context, param: click.Parameter, begun: str) -> list[str]:
    return [name for name in EXAMPLES if name.startswith(begun)]


@click.command()
@click.argument("name", callback=_check_name, shell_complete=_complete, required=False)
@click.option("--path", "as_path", is_flag=True, help="Print the name of the file instead of its text.")
@json_option
def command(name: str | None, as_path: bool, as_json: bool) -> None:
    """List the examples, or print the one called NAME.

    \b
      diamonds examples ending | diamonds solve
    """
    if name is not None and as_json and not as_path:
        raise click.UsageError("an example is printed as its .dia text; for JSON pipe it through 'diamonds convert'")
    names = EXAMPLES if name is None else (name,)
    if as_json:
        rows = [{"name": n, "description": describe_example(n), "path": str(example_path(n))} for n in names]
        click.echo("\n".join(map(json.dumps, rows)))
    elif as_path:
        click.echo("\n".join(str(example_path(n)) for n in names))
    elif name is not None:
        click.echo(example_text(name), nl=False)
    else:
        width = max(map(len, EXAMPLES))
        click.echo("\n".join(f"{n:<{width}}  {describe_example(n)}" for n in EXAMPLES))
