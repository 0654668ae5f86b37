"""Makes decisions.dia, the stored decisions of decisions.py: ``python benchmarks/choose_decisions.py --write``.

Only for another choice: after it the references have to be made anew (half an hour). In every deal the same player sits everywhere, by
turns the rule-based one and tree search; a round is played with the pass, and at most one decision of it is taken: any of those that are
still wanted. A decision is stored as its player knows it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import count

import click
import numpy as np
from common.calibration import DECISIONS
from common.endings import Witness
from common.kinds import KINDS

from diamonds_solver.common.files import write_whole
from diamonds_solver.games.diamonds.advising.advise import make_engine
from diamonds_solver.games.diamonds.advising.view import View
from diamonds_solver.games.diamonds.playing.match import Match
from diamonds_solver.games.diamonds.playing.players import PLAYERS as NAMED
from diamonds_solver.games.diamonds.playing.players import Clairvoyant
from diamonds_solver.games.diamonds.records.notation import dumps
from diamonds_solver.games.diamonds.records.record import Record

SEED = 1912
PLAYERS = ("greedy", "ismcts:sims=500")
MANY = {"early": 3, "middle": 3, "late": 2, "choice": 1, "pass": 1}
"""Of each stage of a round: `stage`."""
FEW = {"early": 1, "middle": 1, "late": 1}
CHOICE = {
    "standard2": {"early": 3, "middle": 3, "late": 3, "pass": 1, "count": 1},
    "perfect2": {"pass": 1},
    "standard3": MANY | {"count": 1},
    "standard4": MANY | {"count": 1},
    "teams4": MANY,
    "standard5": MANY,
    "standard6": MANY,
    "perfect3": FEW,
    "perfect4": FEW,
    "perfect-teams4": FEW,
    "perfect5": FEW,
    "teams6": FEW,
}
"""Decisions of each kind of game. In Perfect Diamonds for two nothing is hidden after the pass."""
HEADER = """\
# Decisions from rounds of rule-based players and of tree search, as the player who decides knows them, for benchmarks/decisions.py.
# A name is the kind of game, the stage of the round, the number of the deal. Made by benchmarks/choose_decisions.py.
"""
_TRIAL = 20  # worlds in which a decision is tried


def stage(view: View) -> str:
    """When a decision comes: ``count``, ``pass``, ``choice`` (a victim, an actor); a card early, in the middle, late: each a third."""
    if view.decision in ("count", "pass"):
        return view.decision
    if view.decision != "card":
        return "choice"
    third = 3 * len(view.hand) / view.rules.hand_size
    return "early" if third > 2 else "middle" if third > 1 else "late"


def matters(view: View) -> bool:
    """Whether the moves differ at all when rule-based players go on."""
    values = make_engine(view, "playout:rollouts=rules", seed=SEED).samples(0, _TRIAL)
    return bool(np.ptp(values, axis=0).any())


def decisions(kind: str, seed: int = SEED) -> Iterator[Record]:
    """The decisions chosen from one kind of game, in the order in which they are found."""
    rules, wanted = KINDS[kind], Counter(CHOICE[kind])
    match, rng = Match(rules, seed), np.random.default_rng([seed, *map(ord, kind)])
    for number in count():
        if not wanted.total():
            return
        player = NAMED.parse(PLAYERS[number % len(PLAYERS)])
        assert not isinstance(player, Clairvoyant)
        witness = Witness(player)
        match.play(number, [witness] * match.sides, lambda: False)
        for index in rng.permutation(len(witness.seen)):
            view = witness.seen[index]
            if wanted[stage(view)] > 0 and matters(view):
                wanted[stage(view)] -= 1
                yield replace(view.record, id=f"{kind}-{stage(view)}-{number}")
                break


@click.command(help=__doc__)
@click.option("--write", is_flag=True, help="Write the file; without, it is printed.")
def main(write: bool) -> None:
    records = [record for kind in CHOICE for record in decisions(kind)]
    text = HEADER + "".join(f"\n{dumps(record)}" for record in records)
    if write:
        write_whole(DECISIONS, [text.encode()])
    else:
        click.echo(text, nl=False)


if __name__ == "__main__":
    main()
