"""``diamonds evaluate``: what a hand or a position may bring when rule-based players play on."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource

from diamonds_solver.common.wording import listed
from diamonds_solver.errors import DiamondsError, ObjectiveError
from diamonds_solver.game import EvaluateAsk, Evaluates, EvaluatesHands, Evaluation, Record
from diamonds_solver.games import GAMES, find_game

from . import BAD_INPUT, INTERRUPTED
from .errors import answer_error
from .games import game_option, game_options, refuse_game_options, settings_option
from .inputs import is_record, read_records
from .limits import Count, Duration
from .options import Seed, can_write, json_option, quiet_option, seed_option, threads_option
from .progress import rounds_status

_GAME_OPTIONS = ("game", "players", "teams", "variant", "seat_after", "dealer", "settings", "random_hand")
_MOST_SAMPLES = 1_000_000
_GAMES = {name: game for name in GAMES if isinstance(game := find_game(name), Evaluates)}
OBJECTIVES = list(dict.fromkeys(objective for game in _GAMES.values() for objective in game.evaluate_objectives))


@click.command()
@click.argument("hand", nargs=-1)
@game_option
@click.option("-p", "--players", type=int, help="How many play.  [default: 4 of Diamonds, else 2]")
@click.option("--teams", is_flag=True, default=None, help="Team play, partners opposite; 4 or 6 players.")
@click.option("--variant", type=click.Choice(["standard", "perfect"]), help="Which Diamonds.  [default: standard]")
@click.option("--seat-after-dealer", "seat_after", type=int, help="1: left of the dealer, who leads.  [default: 1]")
@click.option("--dealer", metavar="SEAT", help="The same, given by who deals: P1 to P6; the hand is P1's.")
@settings_option
@click.option("--random", "random_hand", is_flag=True, help="A random hand.")
@click.option(
    "--objective",
    type=click.Choice(OBJECTIVES),
    help="What the best pass maximises, or what is valued.  [default: the first that the game has]",
)
@click.option("--samples", type=Count(2, _MOST_SAMPLES), help="Random deals, rounds or games.  [default: 4,000; of games 10,000]")
@click.option("--time-limit", type=Duration(), help="As many as fit into this time, for each record: 5s, 500ms, 3m.")
@threads_option
@seed_option
@json_option
@quiet_option
@click.pass_context
def command(
    ctx: click.Context,
    /,
    hand: tuple[str, ...],
    game: str,
    settings: tuple[str, ...],
    random_hand: bool,
    objective: str | None,
    samples: int | None,
    time_limit: float | None,
    threads: int,
    seed: int | None,
    as_json: bool,
    quiet: bool,
    **flags: Any,
) -> None:
    """What a hand may bring before the round begins, and the best cards to pass; or each player's chances in a position.

    HAND is P1's cards ("D15,9,3 H12,4 S7,2 C14,4,1"; "9,3,T" with --game diams), or records: files, - for standard input, or a record's
    text; of games with a pass in the phase choose or pass. What is hidden is dealt at random, and the rule-based player sits in all seats.
    """
    if samples is not None and time_limit is not None:
        raise click.UsageError("--samples and --time-limit exclude each other")
    given = {name for name in _GAME_OPTIONS if ctx.get_parameter_source(name) is ParameterSource.COMMANDLINE}
    _check_usage(hand, given)
    chosen = Seed(seed, quiet)
    printer = _Printer(as_json, quiet, chosen)
    try:
        if _are_sources(hand):
            records = read_records(hand)
        else:
            of = find_game(game)
            if not isinstance(of, EvaluatesHands):
                raise click.UsageError(f"{of.words.title} has no hands to evaluate: give a record")
            options = game_options(of, "hand", flags, settings)
            records = iter((of.hand(None if random_hand else " ".join(hand), options, chosen.value),))
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
    if _are_sources(hand):
        refuse_game_options(_GAME_OPTIONS)
    if {"seat_after", "dealer"} <= given:
        raise click.UsageError("--seat-after-dealer and --dealer exclude each other")


def _are_sources(hand: tuple[str, ...]) -> bool:
    """Whether the arguments are records or files, not cards: no card has a dot or a slash."""
    return any(word == "-" or is_record(word) or re.search(r"[./\\]", word) or Path(word).is_file() for word in hand)


def _evaluating(record: Record) -> Evaluates:
    game = find_game(record.game)
    if not isinstance(game, Evaluates):
        titles = listed([find_game(name).words.title for name in _GAMES])
        raise DiamondsError(f"{game.words.title} has no evaluation", code="E-GAME", hint=f"diamonds evaluate is for {titles}")
    return game


class _Printer:
    """Writes the answers, or what is wrong with a record."""

    def __init__(self, as_json: bool, quiet: bool, seed: Seed) -> None:
        self._as_json = as_json
        self._seed = seed
        self._quiet = quiet
        self._count = 0
        self.bad = False
        self.interrupted = False

    def answer(self, item: Record | DiamondsError, objective: str | None, **options: Any) -> None:
        try:
            if isinstance(item, DiamondsError):
                raise item
            game = _evaluating(item)
            known = game.evaluate_objectives
            if objective is not None and objective not in known:
                raise ObjectiveError(f"there is no evaluation for the objective {objective!r}", hint=f"objectives: {', '.join(known)}")
            with rounds_status(self._quiet) as on_progress:
                evaluation = game.evaluate(item, EvaluateAsk(objective or known[0], **options), on_progress)
            self.interrupted = evaluation.interrupted
            self._print(game, item, evaluation)
        except DiamondsError as error:
            self.refuse(error, None if isinstance(item, DiamondsError) else item)

    def refuse(self, error: DiamondsError, record: Record | None = None) -> None:
        """Writes what is wrong, with a record if there is one."""
        self.bad = True
        answer_error(error, record, self._as_json)

    def _print(self, game: Evaluates, record: Record, evaluation: Evaluation) -> None:
        self._seed.show()
        if self._as_json:
            click.echo(json.dumps({"id": record.id, **evaluation.to_dict()}))
            return
        click.echo("\n" * (self._count > 0) + game.evaluation_text(record, evaluation, can_write("±▏▎▍▌▋▊▉█")))
        self._count += 1
