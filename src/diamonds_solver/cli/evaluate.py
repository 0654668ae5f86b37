"""``diamonds evaluate``: what a hand or a position may bring when rule-based players play on."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from diamonds_solver.common.wording import listed
from diamonds_solver.errors import DiamondsError
from diamonds_solver.game import EvaluateOptions, Evaluating, Game, Record, Use
from diamonds_solver.games import GAMES, find_game

from .beside import Said
from .games import game_option, game_options, objectives_text, settings_option
from .inputs import is_record, read_records
from .limits import Count, Duration
from .loop import Run, answering
from .options import can_write, is_given, json_option, note, quiet_option, seed_option, threads_option
from .progress import rounds_status

_MOST_SAMPLES = 1_000_000
_GAMES = {name: game for name in GAMES if (game := find_game(name)).evaluating is not None}
OBJECTIVES = list(dict.fromkeys(objective for game in _GAMES.values() for objective in game.objectives(Use.EVALUATE)))


@click.command()
@click.argument("hand", nargs=-1)
@game_option
@click.option("-p", "--players", type=int, help="How many play.  [default: 4 of Diamonds, else 2]")
@click.option("--teams", is_flag=True, default=None, help="Team play, partners opposite; 4 or 6 players.")
@click.option("--variant", type=click.Choice(["standard", "perfect"]), help="Which Diamonds.  [default: standard]")
@click.option("--seat-after-dealer", "seat_after", type=int, help="1: left of the dealer, who leads.  [default: 1]")
@click.option("--dealer", metavar="SEAT", help="The same by naming the dealer, P1 to P6; the hand is P1's.")
@settings_option
@click.option("--random", "random_hand", is_flag=True, help="A random hand.")
@click.option(
    "--objective",
    type=click.Choice(OBJECTIVES),
    help=f"What counts: {objectives_text(Use.EVALUATE)}.  [default: the first]",
)
@click.option("--samples", type=Count(2, _MOST_SAMPLES), help="Random deals, rounds or games.  [default: 4,000; of games 10,000]")
@click.option("--time-limit", type=Duration(), help="Play as many as fit into this time, for each record: 5s, 500ms, 3m.")
@threads_option
@answering(seed_option, json_option, quiet_option)
def command(
    run: Run,
    hand: tuple[str, ...],
    game: str,
    settings: tuple[str, ...],
    random_hand: bool,
    objective: str | None,
    **flags: Any,
) -> None:
    """What a hand is worth before the round begins, and which cards to pass; or each player's chances in a position.

    HAND is P1's cards ("D15,9,3 H12,4 S7,2 C14,4,1"; "9,3,T" with --game diams), or records: files, - for standard input, or a record's
    text; in games with a pass, in the phase choose or pass. What is hidden is dealt at random, and the rule-based player sits in all seats.
    """
    limits = {name: flags.pop(name) for name in ("samples", "time_limit", "threads")}
    if limits["samples"] is not None and limits["time_limit"] is not None:
        raise click.UsageError("--samples and --time-limit exclude each other")
    _check_usage(hand, random_hand)
    are_records = _are_sources(hand)
    if are_records:
        records = read_records(hand)
    else:
        records = _hand_record(find_game(game), None if random_hand else " ".join(hand), flags, settings, run.seed.value)

    def answer(record: Record) -> None:
        evaluating = _evaluating(record)
        if are_records:
            Said.by(record, "hand").check()
        chosen = find_game(record.game).objective(objective, Use.EVALUATE)
        request = EvaluateOptions(chosen, run.seed.value, **limits)
        with rounds_status(run.quiet) as on_progress:
            evaluation = evaluating.evaluate(record, request, on_progress, None)
        run.interrupted = evaluation.interrupted
        if run.as_json:
            run.write({"id": record.id, **evaluation.to_dict()})
        else:
            run.write(evaluating.text(record, evaluation, can_write("±▏▎▍▌▋▊▉█")))
            for text in evaluating.notes(record):
                note(text, run.quiet)

    run.each(records, answer)


def _hand_record(
    game: Game[Any, Any], cards: str | None, flags: dict[str, Any], settings: tuple[str, ...], seed: int
) -> Iterator[Record | DiamondsError]:
    """A record of the hand alone, or what is wrong with it. `cards`: None for random ones."""
    hands = None if game.evaluating is None else game.evaluating.hands
    if hands is None:
        raise click.UsageError(f"{game.words.title} has no hands to evaluate: give a record")
    try:
        yield hands.record(cards, game_options(game, "hand", flags, settings), seed)
    except DiamondsError as error:
        yield error


def _check_usage(hand: tuple[str, ...], random_hand: bool) -> None:
    if bool(hand) == random_hand:
        raise click.UsageError("give the cards of a hand, or records, or --random")
    if is_given("seat_after") and is_given("dealer"):
        raise click.UsageError("--seat-after-dealer and --dealer exclude each other")


def _are_sources(hand: tuple[str, ...]) -> bool:
    """Whether the arguments are records or files, not cards: no card has a dot or a slash."""
    return any(word == "-" or is_record(word) or re.search(r"[./\\]", word) or Path(word).is_file() for word in hand)


def _evaluating(record: Record) -> Evaluating[Any, Any]:
    game = find_game(record.game)
    if game.evaluating is None:
        titles = listed([find_game(name).words.title for name in _GAMES])
        raise DiamondsError(f"{game.words.title} has no evaluation", code="E-GAME", hint=f"diamonds evaluate is for {titles}")
    return game.evaluating
