"""``diamonds show``: records as diagrams."""

from __future__ import annotations

import json

import click

from diamonds_solver.games.diamonds.notation.write import format_hand, to_json
from diamonds_solver.games.diamonds.record.record import Phase, Record
from diamonds_solver.games.diamonds.report.diagram import draw
from diamonds_solver.games.diamonds.rules.public import Decision

from .inputs import read_good_records, sources_argument
from .options import json_option, note, quiet_option, use_symbols


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
    symbols = suits == "unicode" or (suits == "auto" and use_symbols())
    for number, record in enumerate(read_good_records(sources)):
        for text in record.notes():
            note(text, quiet)
        if as_json:
            click.echo(json.dumps(state(record)))
        else:
            click.echo(("\n" if number else "") + draw(record, symbols))


def state(record: Record) -> dict[str, object]:
    """What a diagram shows, for programs; lists have one item for each seat, from P1 on."""
    table = record.table()
    playing = record.phase is Phase.PLAY
    over = playing and table.decision is Decision.OVER
    decision = str(table.decision) if playing else "count" if record.phase is Phase.CHOOSE else "pass"
    to_move = None if over or record.phase is Phase.PASS else record.dealer if not playing else table.to_move
    return {
        "id": record.id,
        "record": to_json(record),
        "to_move": None if to_move is None else f"P{to_move + 1}",
        "decision": decision,
        "hands": [format_hand(hand) if hand.size else "" for hand in record.hands_after_play()],
        "trick": [str(move) for move in record.play[len(record.play) - len(table.cards) :]],
        "showroom": list(table.showroom),
        "vault": list(table.vault),
        "points": list(table.points()),
        "took": [list(row) for row in table.taken],
        "tricks_left": table.tricks_left,
    }
