"""Samples a second of the engines on one thread, from early in a round to its end, and the part of them that inference leaves.

Rule-based players pass and play a round; each position is the first choice of a card with the given number of cards in hand. An answer is
100 worlds of `exact`, 1,000 of `playout` by rules or 40 trees of 1,000 simulations, and includes all preparation. Samples are worlds, for
`ismcts` simulations; a rate is those of all positions by their processor time.

With --proofs: what is left of the nodes and of the time of `exact` where it keeps proofs from world to world.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from itertools import count, islice
from typing import Any

import click
import numpy as np
from common.kinds import KINDS, count_text, machine, markdown_table
from numpy.typing import NDArray

from diamonds_solver.games.diamonds.advising.engines import ExactEngine, IsmctsEngine, PlayoutEngine, ViewEngine
from diamonds_solver.games.diamonds.advising.view import View
from diamonds_solver.games.diamonds.playing.match import Match
from diamonds_solver.games.diamonds.records.game_record import decisions
from diamonds_solver.games.diamonds.round.rules import Rules

NAMES = ("standard2", "standard3", "standard4", "teams4", "standard5", "standard6")
CARDS = (9, 5, 3)
"""In hand."""
SAMPLES = {"exact": 100, "playout": 1000, "ismcts": 40}
MOST_CARDS = {5: 5, 6: 5}
"""By number of players: with more cards one world of `exact` takes too long."""
SIMULATIONS = 1000
KEPT_CELLS = {
    "standard2": (9, 5, 3),
    "standard3": (6, 5, 4, 3),
    "perfect3": (6, 5, 4),
    "standard4": (5, 4, 3),
    "perfect4": (5, 4, 3),
    "teams4": (5, 4, 3),
    "standard5": (3,),
    "perfect5": (3,),
    "standard6": (4, 3),
    "teams6": (4, 3),
}
"""Cards in hand."""
KEPT_WORLDS = {2: (100, 1000), 3: (100, 400), 4: (100, 400), 5: (100, 400), 6: (50, 200)}
"""By number of players."""


def views(rules: Rules, cards: int, number: int) -> list[View]:
    """Of rounds one after the other, one decision each at most."""
    match = Match(rules, seed=1)

    def of_round(deal: int) -> list[View]:
        record = match.record(deal, ["greedy"] * match.sides)
        cases = (case for case in decisions(record) if case.decision == "card" and not case.forced)
        seen = (View.of(case.record, case.seat) for case in cases)
        return [view for view in seen if len(view.hand) == cards and view.count > 1][:1]

    return list(islice((view for deal in count() for view in of_round(deal)), number))


def seconds(name: str, view: View, inference: bool) -> float:
    """Processor time of an answer."""
    started = time.process_time()
    engine: ViewEngine[Any]
    if name == "exact":
        engine = ExactEngine(view, seed=1, few_deals=0, inference=inference)
    elif name == "playout":
        engine = PlayoutEngine(view, seed=1, rollouts="rules", inference=inference)
    else:
        engine = IsmctsEngine(view, seed=1, simulations=SIMULATIONS, inference=inference)
    engine.samples(0, SAMPLES[name])
    return time.process_time() - started


class CountedEngine(ExactEngine):
    """Counts its nodes."""

    nodes = 0

    def _solve(self, world: NDArray[np.void], should_stop: Callable[[], bool] | None) -> tuple[np.void, NDArray[np.int16]]:
        result, parts = super()._solve(world, should_stop)
        self.nodes += int(result["nodes"])
        return result, parts


def effort(view: View, worlds: int, keeps_proofs: bool) -> NDArray[np.float64]:
    """float64[2]: nodes of an answer of `exact`, and its processor time."""
    started = time.process_time()
    engine = CountedEngine(view, seed=1, few_deals=0)
    engine.keeps_proofs = keeps_proofs
    engine.samples(0, worlds)
    return np.array([engine.nodes, time.process_time() - started])


def proofs_table(positions: int) -> str:
    rows = []
    for kind, cells in KEPT_CELLS.items():
        for cards in cells:
            row = [kind if cards == cells[0] else "", str(cards)]
            row_views = views(KINDS[kind], cards, positions)
            for worlds in KEPT_WORLDS[KINDS[kind].players]:
                cleared, kept = np.sum([[effort(view, worlds, keeps) for keeps in (False, True)] for view in row_views], axis=0)
                nodes, seconds = kept / cleared
                row += [f"{worlds:,}", count_text(cleared[0] / len(row_views) / worlds), f"{nodes:.2f}", f"{seconds:.2f}"]
            rows.append(row)
    return markdown_table(["", "cards", *2 * ("worlds", "nodes of a world, cleared", "nodes, kept", "time, kept")], rows)


@click.command(help=__doc__)
@click.argument("positions", type=click.IntRange(1), default=5)
@click.option("--proofs", is_flag=True, help="What keeping proofs leaves of the nodes and of the time.")
def main(positions: int, proofs: bool) -> None:
    click.echo(f"{positions} positions a row; {machine()}.\n")
    click.echo(proofs_table(positions) if proofs else speed_table(positions))


def speed_table(positions: int) -> str:
    rows = []
    for kind in NAMES:
        rules = KINDS[kind]
        for cards in CARDS:
            row = [kind if cards == CARDS[0] else "", str(cards)]
            row_views = views(rules, cards, positions)
            for name, samples in SAMPLES.items():
                if name == "exact" and cards > MOST_CARDS.get(rules.players, cards):
                    row += ["", ""]
                    continue
                plain, weighed = (sum(seconds(name, view, inference) for view in row_views) for inference in (False, True))
                total = samples * positions * (SIMULATIONS if name == "ismcts" else 1)
                row += [f"{total / plain:,.0f}", f"{plain / weighed:.2f}"]
            rows.append(row)
    return markdown_table(["", "cards", *(cell for name in SAMPLES for cell in (f"`{name}`", "with inference"))], rows)


if __name__ == "__main__":
    main()
