"""``diamonds show``: records as diagrams."""

from __future__ import annotations

import json
from typing import Any

import click

from diamonds_solver.game import Game, Record, TrickGame
from diamonds_solver.games import find_game

from .inputs import read_good_records, sources_argument
from .options import can_write, json_option, note, page_width, quiet_option


@click.command()
@sources_argument
@click.option("--suits", type=click.Choice(["auto", "ascii", "unicode"]), default="auto", show_default=True, help="D H S C, or symbols.")
@click.option("--tricks", "by_trick", is_flag=True, help="A line for each trick: cards, winner, crystals moved, points.")
@json_option
@quiet_option
def command(sources: tuple[str, ...], suits: str, by_trick: bool, as_json: bool, quiet: bool) -> None:
    """Draw the table after the play of each record.

    SOURCES are files, - for standard input, or a record's text. With --json the state after the play is written: hands, crystals, cards
    won, who decides, and the tricks.
    """
    for number, record in enumerate(read_good_records(sources)):
        game = find_game(record.game)
        for text in record.notes():
            note(text, quiet)
        symbols = suits == "unicode" or (suits == "auto" and can_write(game.words.symbols))
        if as_json:
            click.echo(json.dumps(game.state(record)))
            continue
        drawn = _tricks(game, record, symbols) if by_trick else game.diagram(record, symbols)
        click.echo(("\n" if number else "") + drawn)


def _tricks(game: Game[Any, Any], record: Record, symbols: bool) -> str:
    if not isinstance(game, TrickGame):
        raise click.UsageError(f"{game.words.title} has no tricks")
    return game.tricks(record, symbols, page_width())
