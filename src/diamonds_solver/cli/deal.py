"""``diamonds deal``: random records."""

from __future__ import annotations

import click
import numpy as np

from diamonds_solver.games.diamonds.notation.write import dumps, dumps_json
from diamonds_solver.games.diamonds.record.deal import check_cards, deal, late_record, start_record
from diamonds_solver.games.diamonds.record.record import Record
from diamonds_solver.games.diamonds.rules.rules import MAX_PLAYERS, MIN_PLAYERS, Rules

from .limits import Count
from .options import json_option, quiet_option, resolve_seed, seed_option
from .progress import progress


@click.command()
@click.argument("count", type=Count(), default=1)
@click.option("-p", "--players", type=click.IntRange(MIN_PLAYERS, MAX_PLAYERS), default=4, show_default=True)
@click.option("--variant", type=click.Choice(["standard", "perfect"]), default="standard", show_default=True)
@click.option("--teams", is_flag=True, help="Team play, partners opposite; 4 or 6 players.")
@click.option("--cards", type=int, help="A late position with so many cards in each hand, reached by random play.")
@click.option("--mid-trick", is_flag=True, help="Part of a trick is played; with --cards.")
@click.option("--one-line", is_flag=True, help="Write each record on one line.")
@json_option
@seed_option
@quiet_option
def command(
    count: int,
    players: int,
    variant: str,
    teams: bool,
    cards: int | None,
    mid_trick: bool,
    one_line: bool,
    as_json: bool,
    seed: int | None,
    quiet: bool,
) -> None:
    """Random deals, COUNT of them (default 1).

    P1 deals and P2 leads, all cards are known. Record number i of a seed is the same however many are asked for.
    """
    if mid_trick and cards is None:
        raise click.UsageError("--mid-trick needs --cards")
    if one_line and as_json:
        raise click.UsageError("--one-line and --json exclude each other")
    rules = Rules(players, variant == "perfect", teams)
    if cards is not None:
        check_cards(rules, cards)
    seed = resolve_seed(seed, quiet)
    with progress("dealing", count, quiet) as advance:
        for i in range(1, count + 1):
            record = _record(rules, cards, mid_trick, seed, i)
            if as_json:
                click.echo(dumps_json(record).rstrip("\n"))
            else:
                text = dumps(record, one_line=one_line).rstrip("\n")
                click.echo(text if one_line or i == count else text + "\n")
            advance()


def _record(rules: Rules, cards: int | None, mid_trick: bool, seed: int, number: int) -> Record:
    rng = np.random.default_rng([seed, number])
    name = f"deal-{seed}-{number}"
    if cards is None:
        return start_record(deal(rules, rng), name)
    return late_record(rules, cards, rng, mid_trick, name)
