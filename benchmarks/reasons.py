"""Whether reasons are true and say the same again: the causes that `advise` names, with two seeds, and with four times the work.

Decisions of all kinds of game, at any moment of a round that rule-based players play; the usual engine and amount of work. A reason is
asked for the same two moves each time.

    python benchmarks/reasons.py --check       # exit code 1 unless 97 % of named parts have their sign, and 80 % of lists are the same
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count, cycle

import click
import numpy as np
from common.endings import Witness
from common.kinds import KINDS, markdown_table

from diamonds_solver.advice.advice import Advice, MoveAdvice, explain_best
from diamonds_solver.advice.ask import AdviseOptions, ask
from diamonds_solver.games.diamonds.advising.view import View
from diamonds_solver.games.diamonds.advising.why import Explanation
from diamonds_solver.games.diamonds.playing.match import Match
from diamonds_solver.games.diamonds.playing.players import PLAYERS, Clairvoyant

TRUE, SAME = 0.97, 0.80
_MORE = 4  # times the work that is taken for the truth
_PLAYER = "greedy"


def decisions(kind: str, seed: int) -> Iterator[View]:
    """One decision with a choice of each round of a kind of game."""
    match, rng = Match(KINDS[kind], seed), np.random.default_rng([seed, *map(ord, kind)])
    player = PLAYERS.parse(_PLAYER)
    assert not isinstance(player, Clairvoyant)
    for number in count():
        witness = Witness(player)
        match.play(number, [witness] * match.sides, lambda: False)
        if witness.seen:
            yield witness.seen[rng.integers(len(witness.seen))]


@dataclass(frozen=True)
class Reason:
    """What is said of one decision, and what there is to hold it against."""

    said: Explanation
    again: Explanation | None
    """Of the same two moves, with another seed; None where that prefers another move, or cannot say."""
    more: dict[str, float]
    """How many points each part brings by more samples."""


def rows_of(advice: Advice, said: Explanation) -> list[MoveAdvice]:
    """The two moves; fewer where they were not valued: of passes only the most promising are."""
    return [row for move in (said.move, said.against) for row in advice.moves if row.move == move]


def reason(view: View, seed: int) -> Reason | None:
    """None where no reason is given, or its moves were not valued by the larger work."""
    answer, second = (ask(view, AdviseOptions(seed=2 * seed + number)) for number in (0, 1))
    said = answer.why
    if not isinstance(said, Explanation):
        return None
    more = ask(view, AdviseOptions(seed=~seed & 0xFFFFFFFF, times=_MORE)).advice
    rows, truth = rows_of(second.advice, said), rows_of(more, said)
    if len(truth) < 2:
        return None
    is_same = len(rows) == 2 and rows[0] is second.advice.moves[0]
    again = explain_best(answer.question.game, second.advice, rows[1]) if is_same else None
    ahead, behind = (row.sources for row in truth)
    return Reason(said, again if isinstance(again, Explanation) else None, {part: ahead[part] - behind[part] for part in said.reach})


def share(part: float, of: list[bool]) -> str:
    return f"{100 * part:.1f} %" if of else "–"


def table(found: dict[str, list[Reason]]) -> tuple[str, bool]:
    """By kind of game and in all; whether the bounds are kept."""
    rows, whole = [], [each for reasons in found.values() for each in reasons]
    true = same = 0.0
    for kind, reasons in (*found.items(), ("all", whole)):
        signs = [said.more[part] * said.said.difference(part) > 0 for said in reasons for part in said.said.named]
        lists = [said.again.named == said.said.named for said in reasons if said.again is not None]
        true, same = (float(np.mean(each)) if each else 1.0 for each in (signs, lists))
        silent = sum(not said.said.named for said in reasons)
        rows.append((kind, str(len(reasons)), str(silent), str(len(signs)), share(true, signs), str(len(lists)), share(same, lists)))
    header = ("game", "reasons", "that name no part", "parts named", "with their sign", "asked again", "the same list")
    return markdown_table(header, rows), true >= TRUE and same >= SAME


@click.command(help=__doc__)
@click.option("--decisions", "number", type=click.IntRange(1), default=2000, show_default=True, help="With a choice between moves.")
@click.option("--seed", type=click.IntRange(0), default=1, show_default=True, help="Another seed: other decisions.")
@click.option("--check", is_flag=True, help="Exit code 1 where a bound is not kept.")
def main(number: int, seed: int, check: bool) -> None:
    sources = {kind: decisions(kind, seed) for kind in KINDS}
    found: dict[str, list[Reason]] = {kind: [] for kind in KINDS}
    for index, kind in zip(range(number), cycle(KINDS), strict=False):
        one = reason(next(sources[kind]), seed + index)
        if one is not None:
            found[kind].append(one)
    text, holds = table(found)
    click.echo(f"{text}\n\nOf {number:,} decisions; all others are forced, or any move is fine.")
    if check and not holds:
        sys.exit(1)


if __name__ == "__main__":
    main()
