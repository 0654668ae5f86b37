"""``diamonds show``: records as diagrams."""

from __future__ import annotations

from typing import Any

import click

from diamonds_solver.game import Game, Record
from diamonds_solver.games import find_game

from .inputs import read_records, sources_argument
from .loop import Run, answering
from .options import can_write, json_option, note, page_width, quiet_option


@click.command()
@sources_argument
@click.option("--suits", type=click.Choice(["auto", "ascii", "unicode"]), default="auto", show_default=True, help="D H S C, or symbols.")
@click.option("--tricks", "by_trick", is_flag=True, help="A line for each trick: cards, winner, crystals moved, points.")
@answering(json_option, quiet_option)
def command(run: Run, sources: tuple[str, ...], suits: str, by_trick: bool) -> None:
    """Draw the table after the play of each record.

    SOURCES are files, - for standard input, or a record's text. With --json the state after the play is written: hands, crystals, cards
    won, who decides, and the tricks.
    """

    def answer(record: Record) -> None:
        game = find_game(record.game)
        for text in record.notes():
            note(text, run.quiet)
        symbols = suits == "unicode" or (suits == "auto" and can_write(game.words.symbols))
        if run.as_json:
            run.write(game.records.state(record))
        else:
            run.write(_tricks(game, record, symbols) if by_trick else game.records.diagram(record, symbols))

    run.each(read_records(sources), answer)


def _tricks(game: Game[Any, Any], record: Record, symbols: bool) -> str:
    if game.records.tricks is None:
        raise click.UsageError(f"{game.words.title} has no tricks")
    return game.records.tricks(record, symbols, page_width())
