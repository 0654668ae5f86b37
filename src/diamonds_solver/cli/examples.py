"""``diamonds examples``: the records that come with the program."""

from __future__ import annotations

import json
import textwrap
from difflib import get_close_matches

import click

from diamonds_solver.games.records import description, examples

from .options import echo_data, json_option, page_width


def _check_name(ctx: click.Context, param: click.Parameter, name: str | None) -> str | None:
    if name is not None and name not in examples():
        close = get_close_matches(name, examples(), 1)
        advice = f"did you mean {close[0]!r}?" if close else "'diamonds examples' lists them"
        raise click.BadParameter(f"there is no example {name!r}; {advice}", ctx, param)
    return name


def _complete(ctx: click.Context, param: click.Parameter, begun: str) -> list[str]:
    return [name for name in examples() if name.startswith(begun)]


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
    paths = examples() if name is None else {name: examples()[name]}
    if as_json:
        rows = [{"name": n, "description": description(path), "path": str(path)} for n, path in paths.items()]
        click.echo("\n".join(map(json.dumps, rows)))
    elif as_path:
        click.echo("\n".join(map(str, paths.values())))
    elif name is not None:
        echo_data(paths[name].read_text(encoding="utf-8"))
    else:
        width = max(map(len, paths))
        for n, path in paths.items():
            click.echo(textwrap.fill(f"{n:<{width}}  {description(path)}", page_width(), subsequent_indent=" " * (width + 2)))
