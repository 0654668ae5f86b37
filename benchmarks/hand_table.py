"""Values random hands by rules, and writes the table that `diamonds evaluate` reads percentiles from.

python benchmarks/hand_table.py --write
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

import numpy as np

from diamonds_solver.common.files import write_whole
from diamonds_solver.games.diamonds.advising.evaluate import hand_record, pass_by_rules, pass_experiment
from diamonds_solver.games.diamonds.advising.hands import OBJECTIVES, Floats, game_name, table_row, values_for
from diamonds_solver.games.diamonds.advising.view import View
from diamonds_solver.games.diamonds.round.rules import Rules

DATA = Path(__file__).parents[1] / "src" / "diamonds_solver" / "games" / "diamonds" / "data" / "hands.json"
GAMES = [
    *(Rules(players) for players in range(2, 7)),
    *(Rules(players, perfect=True) for players in range(2, 6)),
    Rules(4, teams=True),
    Rules(6, teams=True),
    Rules(4, perfect=True, teams=True),
]
METHOD = (
    "random hand, the others' cards dealt at random in so many ways, all players pass and play by rules; drawn to the mean by its error"
)


def measure(rules: Rules, seat_after: int, hands: int, deals: int, seed: int) -> dict[str, tuple[Floats, Floats]]:
    """Mean values of random hands and their standard errors, by objective."""
    found: dict[str, list[tuple[float, float]]] = {objective: [] for objective in OBJECTIVES}
    for number in range(hands):
        rng = np.random.default_rng([seed, rules.players, rules.perfect, rules.teams, number])
        cards = rng.choice(rules.deck, rules.hand_size, replace=False).tolist()
        view = View.of(hand_record(cards, rules, seat_after))
        experiment = pass_experiment(view, "margin", int(rng.integers(2**32)))
        starts = experiment.deals(0, deals)
        ends = experiment.play(pass_by_rules(view, starts)[0], 0)
        for objective in OBJECTIVES:
            values = values_for(starts, ends, rules, view.seat, objective)
            found[objective].append((float(values.mean()), float(values.std(ddof=1)) / len(values) ** 0.5))
    return {name: (np.array([mean for mean, _ in rows]), np.array([sem for _, sem in rows])) for name, rows in found.items()}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--hands", type=int, default=1000, help="random hands of each game and seat")
    parser.add_argument("--deals", type=int, default=300, help="deals of the other hands")
    parser.add_argument("--quantiles", type=int, default=51)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--write", action="store_true", help=f"write {DATA.name}")
    options = parser.parse_args()
    games: dict[str, Any] = {}
    for rules in GAMES:
        rows: dict[str, list[dict[str, Any]]] = {objective: [] for objective in OBJECTIVES}
        for seat_after in range(1, rules.players + 1):
            for objective, (values, sems) in measure(rules, seat_after, options.hands, options.deals, options.seed).items():
                rows[objective].append(table_row(values, sems, options.quantiles))
                mean, spread = rows[objective][-1]["mean"], rows[objective][-1]["spread"]
                noise = float((sems**2).mean()) ** 0.5
                print(
                    f"{game_name(rules)} seat {seat_after} {objective}: {mean:.2f}, hands differ by {spread:.2f}, error {noise:.2f}",
                    flush=True,
                )
        games[game_name(rules)] = rows
    about = {"hands": options.hands, "deals": options.deals, "seed": options.seed, "method": METHOD}
    if options.write:
        lines = [
            f'"{name}": {{\n' + ",\n".join(f'"{o}": {json.dumps(rows[o])}' for o in OBJECTIVES) + "\n}" for name, rows in games.items()
        ]
        write_whole(DATA, [(f'{{\n"about": {json.dumps(about)},\n"games": {{\n' + ",\n".join(lines) + "\n}\n}\n").encode()])


if __name__ == "__main__":
    main()
