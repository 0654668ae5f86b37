"""Worlds per second of the engines, one thread, in the middle of a round.

Random rounds, played until so many cards are left in hand (two players: 10 are five tricks), at a card with more than one legal move.
Seconds are processor time. Samples: worlds (for ismcts simulations) per second, over all
positions together, and in the slowest.
"""

from __future__ import annotations

import time
from typing import Any

import click
import numpy as np

from diamonds_solver.games.diamonds.deal import late_record
from diamonds_solver.games.diamonds.engines import ExactEngine, IsmctsEngine, PlayoutEngine, ViewEngine
from diamonds_solver.games.diamonds.rules import Rules
from diamonds_solver.games.diamonds.view import View

KINDS = [
    ("2 players, 10 cards", Rules(2), 10),
    ("2 players, 8 cards", Rules(2), 8),
    ("3 players, 5 cards", Rules(3), 5),
    ("4 in teams, 5 cards", Rules(4, teams=True), 5),
    ("4 players, 5 cards", Rules(4), 5),
    ("5 players, 5 cards", Rules(5), 5),
    ("6 players, 5 cards", Rules(6), 5),
]
SAMPLE = {"exact": 30, "playout": 1000, "ismcts": 4}
"""Samples of each engine."""


def views(rules: Rules, cards: int, count: int) -> list[View]:
    rng = np.random.default_rng(1)
    found: list[View] = []
    while len(found) < count:
        view = View.of(late_record(rules, cards, rng, mid_trick=len(found) % 2 == 1))
        if view.decision == "card" and len(view.moves()) > 1:
            found.append(view)
    return found


def made(kind: str, view: View) -> ViewEngine[Any]:
    if kind == "exact":
        return ExactEngine(view, seed=1, few_deals=0)
    return PlayoutEngine(view, seed=1) if kind == "playout" else IsmctsEngine(view, seed=1)


def seconds(engine: ViewEngine[Any], count: int) -> float:
    started = time.process_time()
    engine.samples(0, count)
    return time.process_time() - started


@click.command(help=__doc__)
@click.argument("positions", type=click.IntRange(1), default=12)
def main(positions: int) -> None:
    print(f"{'':22}{'exact':>18}{'playout':>18}{'ismcts':>20}")
    for name, rules, cards in KINDS:
        cells = []
        for kind in ("exact", "playout", "ismcts"):
            rates = []
            for view in views(rules, cards, positions):
                engine = made(kind, view)
                worlds = SAMPLE[kind] * (engine.simulations if isinstance(engine, IsmctsEngine) else 1)
                rates.append(worlds / seconds(engine, SAMPLE[kind]))
            mean = len(rates) / sum(1 / rate for rate in rates)
            cells.append(f"{mean:,.0f} ({min(rates):,.0f})")
        print(f"{name:22}{cells[0]:>18}{cells[1]:>18}{cells[2]:>20}", flush=True)


if __name__ == "__main__":
    main()
