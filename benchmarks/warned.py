"""How often a warning of the page is right, and how often one is missed.

Rounds of the levels "easy" and "normal" stand for people's. Before each card that they play, where there is a choice, a hint is asked for
as the page asks; beside it the same with four times the work and another seed, which is taken for the truth. Then each rule that would
ask "Sure?" is held against it. `sure`: the lower limit of the loss is so high, which is what marks in reviews rest on; `fairly`: its mean
is so high, and 1.28 standard errors from nothing. Effort is counted, not timed.

    python benchmarks/warned.py --out hints.ndjson
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click
import numpy as np
from common.calibration import FAIRLY_SURE
from common.kinds import machine, markdown_table

from diamonds_solver.advice.advice import Advice, MoveAdvice
from diamonds_solver.advice.ask import AdviseOptions, ask
from diamonds_solver.analysis.analyse import POINTS
from diamonds_solver.games import find_game

LEVELS = ("easy", "normal")
TIMES = 4
SEEDS = (1, 2)  # of the hint, and of what it is held against
LIMITS = (POINTS.inaccuracy, POINTS.mistake, POINTS.blunder)
MARGIN = 0.1
"""Points that count as nothing."""


@dataclass(frozen=True)
class Hint:
    """What a hint says of the card that was then played."""

    loss: float
    error: float
    sure: float
    """Lower limit of the loss, 0 where the card may be as good as any: `Known.sure_loss`."""
    seconds: float

    @classmethod
    def of(cls, advice: Advice, move: object) -> Hint:
        played: MoveAdvice = next(each for each in advice.moves if each.move == move)
        is_sure = played.excluded and move != advice.recommended
        return cls(played.loss, float(np.nan_to_num(played.loss_sem)), max(0.0, played.interval[0]) if is_sure else 0.0, advice.seconds)


Rule = Callable[[Hint, float], bool]
RULES: dict[str, Rule] = {
    "sure": lambda hint, limit: hint.sure >= limit,
    "fairly": lambda hint, limit: hint.loss >= limit and hint.loss >= FAIRLY_SURE * hint.error,
}


def choices(rounds: int, each: int, seed: int) -> Iterator[tuple[str, Any]]:
    """Every `each`th card with a choice, of rounds between these levels: its name, and the decision."""
    contest = find_game("diamonds").playing.contest(seed, {"players": 4})
    records = find_game("diamonds").records
    for number in range(rounds):
        record = contest.record(number, [LEVELS[(number + seat) % len(LEVELS)] for seat in range(4)], f"warned-{seed}-{number}")
        free = [decision for decision in records.decisions(record) if decision.decision == "card" and not decision.forced]
        for decision in free[number % each :: each]:
            yield f"{record.id} {len(decision.record.play)}", decision


def measured(rounds: int, each: int, seed: int, part: tuple[int, int], out: Path | None) -> list[tuple[Hint, Hint]]:
    """Hints and their truths; those in the file are not made again."""
    kept = {}
    if out is not None and out.exists():
        kept = {row["name"]: row["hints"] for row in map(json.loads, out.read_text(encoding="utf-8").splitlines())}
    pairs = []
    for index, (name, decision) in enumerate(choices(rounds, each, seed)):
        if name not in kept and index % part[1] == part[0]:
            both = [AdviseOptions(seed=seed, times=times) for seed, times in zip(SEEDS, (1, TIMES), strict=True)]
            hints = [Hint.of(ask(decision.record, options, seat=decision.seat).advice, decision.move) for options in both]
            kept[name] = [vars(hint) for hint in hints]
            click.echo(f"{name} {hints[0].loss:.2f} {hints[1].loss:.2f} {hints[1].seconds:.1f} s", err=True)
            if out is not None:
                with out.open("a", encoding="utf-8") as file:
                    file.write(json.dumps({"name": name, "hints": kept[name]}) + "\n")
        if name in kept:
            pairs.append((Hint(**kept[name][0]), Hint(**kept[name][1])))
    return pairs


def row(name: str, limit: float, pairs: Sequence[tuple[Hint, Hint]]) -> tuple[str, ...]:
    """One rule with one limit."""
    warned = [truth for hint, truth in pairs if RULES[name](hint, limit)]
    costly = [hint for hint, truth in pairs if truth.sure >= limit]
    missed = [hint for hint in costly if not RULES[name](hint, limit)]
    right = [truth for truth in warned if truth.loss >= limit]
    vain = [truth for truth in warned if truth.loss <= MARGIN]
    share = f"{100 * len(right) / len(warned):.0f}" if warned else ""
    mean = f"{np.mean([truth.loss for truth in warned]):.2f}" if warned else ""
    return f"{name}, {limit:g}", str(len(warned)), share, str(len(vain)), mean, f"{len(missed)} of {len(costly)}"


@click.command(help=__doc__)
@click.option("--rounds", default=60, show_default=True)
@click.option("--each", default=10, show_default=True, help="Take every Nth card that was a choice.")
@click.option("--seed", default=1, show_default=True)
@click.option("--part", type=(int, int), default=(0, 1), help="Which of how many parts this process measures.")
@click.option("--out", type=click.Path(path_type=Path), help="Keep the hints in this file, and go on where it ends.")
def main(rounds: int, each: int, seed: int, part: tuple[int, int], out: Path | None) -> None:
    pairs = measured(rounds, each, seed, part, out)
    click.echo(f"{len(pairs)} cards of {rounds} rounds.\n")
    header = ("asks, points", "warnings", "cost that much, %", "cost nothing", "mean cost", "missed")
    click.echo(markdown_table(header, [row(name, limit, pairs) for name in RULES for limit in LIMITS]))
    seconds = np.percentile([hint.seconds for hint, _ in pairs], (50, 90))
    click.echo(f"\n{machine()}.\nA hint takes {seconds[0]:.1f} s, and less than {seconds[1]:.1f} s in nine of ten cases, on one thread.")


if __name__ == "__main__":
    main()
