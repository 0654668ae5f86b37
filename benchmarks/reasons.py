"""Whether reasons are true and say the same again: the causes that `advise` names, with two seeds, and with four times the samples.

Decisions of all kinds of game and objectives, at any moment of a round that rule-based players play; the usual engine and amount of work.
A reason is asked for the same two moves each time. The samples of the second seed are the first quarter of the many. `--part 30`: with a
thirtieth of the usual work, so that thousands of decisions can be asked about.

    python benchmarks/reasons.py --out reasons.ndjson            # asks, decision after decision, and goes on where the file ends
    python benchmarks/reasons.py --out reasons.ndjson --table    # counts what the file has
    python benchmarks/reasons.py --out reasons.ndjson --check    # exit code 1 unless 97 % of named parts have their sign, and 80 % of
                                                                 # lists are the same

The file keeps where the points come from, not what was named: so what is named can be changed without asking again.
"""

from __future__ import annotations

import json
import math
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from itertools import count
from pathlib import Path
from typing import Any, Self

import click
import numpy as np
from common.endings import Witness
from common.kinds import KINDS, THIEF_KINDS, markdown_table

from diamonds_solver.advice import advice as comparison
from diamonds_solver.advice.advice import MoveAdvice
from diamonds_solver.advice.ask import AdviseOptions, Answer, ask
from diamonds_solver.common.files import LineLog
from diamonds_solver.errors import DiamondsError
from diamonds_solver.games.diamonds.advising import advise as engines
from diamonds_solver.games.diamonds.advising.view import View
from diamonds_solver.games.diamonds.advising.why import Explanation
from diamonds_solver.games.diamonds.playing.match import Match
from diamonds_solver.games.diamonds.playing.players import PLAYERS, Clairvoyant
from diamonds_solver.stats.estimates import share_interval

TRUE, SAME = 0.97, 0.80
_MORE = 4  # times the samples that are taken for the truth
_PLAYER = "greedy"
_REASONS = ("said", "again", "more")
OBJECTIVES = ("margin", "margin", "points", "margin", "win")
"""By turns: most people ask for the first."""
GAMES = {
    **{kind: rules for kind, rules in KINDS.items() if rules.players > 2},
    **{f"{kind}-thief": THIEF_KINDS[f"{kind}-thief"] for kind in ("standard3", "standard4", "teams4", "perfect3")},
    "standard2": KINDS["standard2"],
}
"""By turns. Where nothing is hidden, two players have no seeds to differ by."""


def decision(kind: str, seed: int, number: int) -> View:
    """A decision of a random round of a kind of game."""
    match, rng = Match(GAMES[kind], seed), np.random.default_rng([seed, number, *map(ord, kind)])
    player = PLAYERS.parse(_PLAYER)
    assert not isinstance(player, Clairvoyant)
    for attempt in count():
        witness = Witness(player)
        match.play(number + 1_000_000 * attempt, [witness] * match.sides, lambda: False)
        if witness.seen:
            return witness.seen[rng.integers(len(witness.seen))]
    raise AssertionError


@dataclass(frozen=True)
class Asked:
    """What is known of one decision; reasons are None where none is given, or the moves were not valued."""

    number: int
    kind: str
    objective: str
    phase: str
    engine: str
    said: Explanation | None = None
    again: Explanation | None = None
    """With another seed, where that prefers the same move."""
    more: Explanation | None = None
    """Of more samples, of which those of `again` are a part."""

    @classmethod
    def read(cls, record: dict[str, Any]) -> Self:
        return cls(**record | {name: record[name] and Explanation(**record[name]) for name in _REASONS})

    def to_dict(self) -> dict[str, Any]:
        record = asdict(self)
        for name in _REASONS:
            if record[name]:
                record[name] |= {end: str(record[name][end]) for end in ("move", "against")}
        return record

    @property
    def signs(self) -> list[bool]:
        """Of each part that is named, whether it has its sign by more samples."""
        said, more = self.said, self.more
        return [said.difference(part) * more.difference(part) > 0 for part in said.named] if said and more else []

    @property
    def is_same(self) -> list[bool]:
        """Whether the list is the same; empty if it was not asked again."""
        return [self.said.named == self.again.named] if self.said and self.again else []


def compared(answer: Answer, said: Explanation) -> Explanation | None:
    """The same two moves by another answer; None where it has not valued both: of passes only the most promising are."""
    by_name: dict[str, MoveAdvice] = {str(row.move): row for row in answer.advice.moves}
    explain = answer.question.game.advising.explain
    if explain is None or str(said.move) not in by_name or str(said.against) not in by_name:
        return None
    found = explain(by_name[str(said.move)], by_name[str(said.against)], answer.question.objective)
    return found if isinstance(found, Explanation) else None


def asked(number: int, seed: int) -> Asked:
    """Asks as `advise` does, but for its clock: a busy machine takes as many samples."""
    kind, objective = list(GAMES)[number % len(GAMES)], OBJECTIVES[number // len(GAMES) % len(OBJECTIVES)]
    view = decision(kind, seed, number)
    first, second = (ask(view, AdviseOptions(seed=2 * (seed + number) + turn, objective=objective)) for turn in (0, 1))
    said, row = first.why, Asked(number, kind, objective, str(view.phase), first.advice.engine)
    if not isinstance(said, Explanation):
        return row
    again = compared(second, said) if str(second.advice.best) == str(said.move) else None
    longer = AdviseOptions(seed=second.engine.seed, objective=objective, worlds=math.ceil(_MORE * first.sampler.work))
    return replace(row, said=said, again=again, more=compared(ask(view, longer, earlier=second), said))


def work_less(part: int) -> None:
    """Engines take the usual amount of work to be this part of it."""
    names = vars(engines)
    names["_USUAL"] = {name: (hint // part, review) for name, (hint, review) in names["_USUAL"].items()}
    for name in ("USUAL_TREE", "USUAL_TREE_OF_MANY"):
        names[name] //= part


class ReasonLog(LineLog):
    """The file: a decision a line."""

    def __init__(self, path: Path, seed: int, part: int, is_read_only: bool = False) -> None:
        super().__init__(path, is_read_only)
        self._asked = {"reasons": seed, "part": part}
        self.rows: list[Asked] = []
        self.read(self._take, DiamondsError, '{"reasons"', "run", "this line is no decision of this script")

    def _take(self, line: str) -> None:
        record = json.loads(line)
        has = {name: record.get(name) for name in self._asked}
        if has != self._asked:
            raise DiamondsError(f"the file has {has}, but {self._asked} was asked for")
        self.rows.append(Asked.read(record["asked"]))

    def add(self, row: Asked) -> None:
        self.write(json.dumps({**self._asked, "asked": row.to_dict()}))
        self.rows.append(row)


def share(held: list[list[bool]]) -> str:
    """How many of them hold, and Wilson's interval, for which all of one decision are one observation."""
    every = [each for of_one in held for each in of_one]
    if not every:
        return "–"
    wide = share_interval([float(np.mean(of_one)) for of_one in held if of_one])
    return f"{sum(every)} of {len(every)}, {100 * np.mean(every):.1f} % ({100 * wide.low:.0f} to {100 * wide.high:.0f})"


def group_of(kind: str) -> str:
    """Which row of the table a kind of game is counted in."""
    return "thief" if "thief" in kind else "Perfect Diamonds" if "perfect" in kind else "teams" if "teams" in kind else "for oneself"


def table(rows: Sequence[Asked]) -> str:
    """By kind of game, by objective, and in all."""
    names = [*map(group_of, GAMES), *(f"by `{each}`" for each in OBJECTIVES), "all deals valued", "all"]
    groups: dict[str, list[Asked]] = {name: [] for name in names}
    for row in rows:
        is_exact = row.said is not None and not any(row.said.reach.values())
        for group in (group_of(row.kind), f"by `{row.objective}`", *(["all deals valued"] if is_exact else []), "all"):
            groups[group].append(row)
    lines = []
    for group, found in groups.items():
        said = [row for row in found if row.said]
        silent = sum(not row.said.named for row in said if row.said)
        lines.append((group, str(len(said)), str(silent), share([row.signs for row in said]), share([row.is_same for row in said])))
    return markdown_table(("decisions", "reasons", "that name no part", "named parts with their sign", "the same list again"), lines)


def holds(rows: Sequence[Asked]) -> bool:
    """Whether both bounds are kept."""
    signs, same = [each for row in rows for each in row.signs], [each for row in rows for each in row.is_same]
    return bool(signs and same) and float(np.mean(signs)) >= TRUE and float(np.mean(same)) >= SAME


@click.command(help=__doc__)
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), required=True, help="The file of what was asked.")
@click.option("--decisions", "number", type=click.IntRange(1), default=2000, show_default=True, help="With a choice between moves.")
@click.option("--seed", type=click.IntRange(0), default=1, show_default=True, help="Another seed: other decisions.")
@click.option("--part", type=click.IntRange(1), default=1, show_default=True, help="Of the usual work one in so many.")
@click.option("--table", "is_table", is_flag=True, help="Ask nothing, count what the file has.")
@click.option("--check", is_flag=True, help="The same; exit code 1 where a bound is not kept.")
def main(out: Path, number: int, seed: int, part: int, is_table: bool, check: bool) -> None:
    vars(comparison)["GUARD"] = math.inf
    work_less(part)
    with ReasonLog(out, seed, part, is_table or check) as log:
        if not is_table and not check:
            for index in range(len(log.rows), number):
                log.add(asked(index, seed))
        rows = log.rows
    given = sum(row.said is not None for row in rows)
    click.echo(f"{table(rows)}\n\nOf {len(rows):,} decisions {given:,} have a reason; all others are forced, or any move is fine.")
    if check and not holds(rows):
        sys.exit(1)


if __name__ == "__main__":
    main()
