"""``diamonds evaluate``: what a hand may bring before the round begins, and which cards to pass."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import click
import numpy as np
from click.core import ParameterSource

from diamonds_solver.errors import DiamondsError
from diamonds_solver.games.diamonds.hands.evaluate import DEFAULT_SAMPLES, MOST_SAMPLES, EvaluationInterrupted, evaluate_hand, hand_record
from diamonds_solver.games.diamonds.hands.handvalue import HandValue, seat_after_dealer
from diamonds_solver.games.diamonds.hands.statistics import OBJECTIVES
from diamonds_solver.games.diamonds.record.record import Record
from diamonds_solver.games.diamonds.report.hand import hand_text
from diamonds_solver.games.diamonds.rules.rules import MAX_PLAYERS, MIN_PLAYERS, Rules

from . import BAD_INPUT, INTERRUPTED
from .errors import answer_error
from .inputs import is_record, read_records_of
from .limits import Count, Duration
from .options import Seed, can_write, json_option, quiet_option, seed_option, threads_option
from .progress import rounds_status

_GAME_OPTIONS = ("players", "teams", "variant", "seat_after", "dealer", "random_hand")


@click.command()
@click.argument("hand", nargs=-1)
@click.option("-p", "--players", type=click.IntRange(MIN_PLAYERS, MAX_PLAYERS), default=4, show_default=True)
@click.option("--teams", is_flag=True, help="Team play, partners opposite; 4 or 6 players.")
@click.option("--variant", type=click.Choice(["standard", "perfect"]), default="standard", show_default=True)
@click.option("--seat-after-dealer", "seat_after", type=int, default=1, show_default=True, help="1: left of the dealer, who leads.")
@click.option("--dealer", metavar="SEAT", help="The same, told by who deals: P1 to P6; the hand is P1's.")
@click.option("--random", "random_hand", is_flag=True, help="A random hand.")
@click.option("--objective", type=click.Choice(OBJECTIVES), default="margin", show_default=True, help="What the best pass is best for.")
@click.option("--samples", type=Count(2, MOST_SAMPLES), help=f"Random deals.  [default: {DEFAULT_SAMPLES}]")
@click.option("--time-limit", type=Duration(), help="As many deals as fit into this time, for each record: 5s, 500ms, 3m.")
@threads_option
@seed_option
@json_option
@quiet_option
@click.pass_context
def command(
    ctx: click.Context,
    hand: tuple[str, ...],
    players: int,
    teams: bool,
    variant: str,
    seat_after: int,
    dealer: str | None,
    random_hand: bool,
    objective: str,
    samples: int | None,
    time_limit: float | None,
    threads: int,
    seed: int | None,
    as_json: bool,
    quiet: bool,
) -> None:
    """What a hand may bring before the round begins, and the best cards to pass.

    HAND is the cards ("D15,9,3 H12,4 S7,2 C14,4,1"), or records in the phase choose or pass: files, - for standard input, or a record's
    text. The other hands are dealt at random and the rule-based player sits in all seats.
    """
    if samples is not None and time_limit is not None:
        raise click.UsageError("--samples and --time-limit exclude each other")
    given = {name for name in _GAME_OPTIONS if ctx.get_parameter_source(name) is ParameterSource.COMMANDLINE}
    _check_usage(hand, given)
    chosen = Seed(seed, quiet)
    printer = _Printer(as_json, quiet, chosen)
    try:
        if _are_sources(hand):
            records = read_records_of(Record, hand)
        else:
            rules = Rules(players, variant == "perfect", teams)
            seat_after = seat_after if dealer is None else _seat_after(dealer, rules)
            named = None if random_hand else hand_record(" ".join(hand), rules, seat_after)
            records = iter((named or hand_record(_random_hand(rules, chosen.value), rules, seat_after),))
    except DiamondsError as error:
        printer.refuse(error)
        ctx.exit(BAD_INPUT)
    for record in records:
        printer.answer(record, objective=objective, samples=samples, time_limit=time_limit, seed=chosen.value, threads=threads)
        if printer.interrupted:
            ctx.exit(INTERRUPTED)
    ctx.exit(BAD_INPUT if printer.bad else 0)


def _check_usage(hand: tuple[str, ...], given: set[str]) -> None:
    if bool(hand) == ("random_hand" in given):
        raise click.UsageError("give the cards of a hand, or records, or --random")
    if _are_sources(hand) and given:
        raise click.UsageError("a record says all about the game: leave its options out")
    if {"seat_after", "dealer"} <= given:
        raise click.UsageError("--seat-after-dealer and --dealer exclude each other")


def _are_sources(hand: tuple[str, ...]) -> bool:
    """Whether the arguments are records or files, not cards: no card has a dot or a slash."""
    return any(word == "-" or is_record(word) or re.search(r"[./\\]", word) or Path(word).is_file() for word in hand)


def _seat_after(dealer: str, rules: Rules) -> int:
    match = re.fullmatch(r"[Pp](\d)", dealer)
    if match is None or not 1 <= int(match[1]) <= rules.players:
        raise DiamondsError(f"there is no player {dealer!r}", code="E-SEAT", hint=f"write P1 to P{rules.players}")
    return seat_after_dealer(rules, 0, int(match[1]) - 1)


def _random_hand(rules: Rules, seed: int) -> list[int]:
    cards: list[int] = np.random.default_rng(seed).choice(rules.deck, rules.hand_size, replace=False).tolist()
    return cards


class _Printer:
    """Writes the answers, or what is wrong with a record."""

    def __init__(self, as_json: bool, quiet: bool, seed: Seed) -> None:
        self._as_json = as_json
        self._seed = seed
        self._quiet = quiet
        self._count = 0
        self.bad = False
        self.interrupted = False

    def answer(self, item: Record | DiamondsError, **options: Any) -> None:
        try:
            if isinstance(item, DiamondsError):
                raise item
            self._print(self._evaluate(item, options), item)
        except DiamondsError as error:
            self.refuse(error, None if isinstance(item, DiamondsError) else item)

    def refuse(self, error: DiamondsError, record: Record | None = None) -> None:
        """Writes what is wrong, with a record if there is one."""
        self.bad = True
        answer_error(error, record, self._as_json)

    def _evaluate(self, record: Record, options: dict[str, Any]) -> HandValue:
        try:
            with rounds_status(self._quiet) as on_progress:
                return evaluate_hand(record, **options, on_progress=on_progress)
        except EvaluationInterrupted as interruption:
            self.interrupted = True
            return interruption.value

    def _print(self, value: HandValue, record: Record) -> None:
        self._seed.show()
        if self._as_json:
            click.echo(json.dumps({"id": record.id, **value.to_dict()}))
            return
        click.echo("\n" * (self._count > 0) + hand_text(value, record.id, unicode=can_write("±▏▎▍▌▋▊▉█")))
        self._count += 1
