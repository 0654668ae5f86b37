"""``diamonds show``: records as diagrams."""

from __future__ import annotations

import json

import click

from diamonds_solver.games import find_game

from .inputs import read_good_records, sources_argument
from .options import can_write, json_option, note, quiet_option


@click.command()
@sources_argument
@click.option("--suits", type=click.Choice(["auto", "ascii", "unicode"]), default="auto", show_default=True, help="D H S C, or symbols.")
@json_option
@quiet_option
def command(sources: tuple[str, ...], suits: str, as_json: bool, quiet: bool) -> None:
    """Draw the table after the play of each record.

    SOURCES are files, - for standard input, or a record's text. With --json the state after the play is written: hands, crystals, cards
    won, who decides.
    """
    for number, record in enumerate(read_good_records(sources)):
        game = find_game(record.game)
        for text in record.notes():
            note(text, quiet)
        if as_json:
            click.echo(json.dumps(game.state(record)))
        else:
            symbols = suits == "unicode" or (suits == "auto" and can_write(game.words.symbols))
            click.echo(("\n" if number else "") + game.diagram(record, symbols))
