"""Whether a change makes an engine stronger: gates, fixed before there are results, and played by the arena.

python benchmarks/strength_gate.py net-4 --out net-4.ndjson           plays deal after deal, on where the file ends
python benchmarks/strength_gate.py net-4 --out net-4.ndjson --table   the rows and the verdict by what was played

A gate compares two players, NEW and OLD, whose work is counted, not timed. Its first row has NEW alone in a field of OLD. Each other row
has both of them alone in a field of a third player, on the same deals, and the difference counts, or, in reverse, OLD alone in a field of
NEW (of two sides that would be the games of the first row again); they are played where the first row shows a gain, and their intervals
are FIELD_WIDTH times as wide. All pass by rules, unless the players say otherwise. Files of other seeds count where they are given
beside the first one. A row ends at its number of deals, or at a look, after
every LOOK deals, where half of its 95 % interval is narrow enough, or its mean is CLEAR standard errors from 0 (Haybittle and Peto: so
rare without a difference that many looks do not matter).

The gate is passed where the first row is above 0 beyond its interval, and none is below 0 beyond it. The file is one of `diamonds arena`;
--table also reads one that is being written.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from math import ceil
from pathlib import Path

import click
import numpy as np
from common.kinds import markdown_table
from common.matches import GAMES

from diamonds_solver.arena.log import ArenaFileError, ArenaLog, seed_of
from diamonds_solver.arena.matches import Deal, Job, Pair, observation, play_deals
from diamonds_solver.games.diamonds.playing.match import Match

LOOK = 100
CLEAR, LEAST = 3.0, 200
"""Standard errors that end a row at a look, from the second number of deals on."""
FIELD_WIDTH = 2.0
SEED = 9117
PERFECT = {f"{name}, perfect": replace(GAMES[name], perfect=True) for name in ("3", "4", "4 teams", "5")}
RULES = GAMES | PERFECT | {f"{name}, thief": replace(rules, thief=True) for name, rules in (GAMES | PERFECT).items()}
SPREADS = {"2": 1.3, "3": 1.8, "4": 1.45, "5": 1.15, "6": 1.0, "4 teams": 3.5, "6 teams": 2.5}
"""Standard deviation of the margin of a deal, about; that of a difference of two margins is DIFFERENCE times as large."""
DIFFERENCE = 1.25
REVERSE = "reverse"
"""The field of NEW, in which OLD is alone: its loss counts."""
FIELDS = ("playout:worlds=40,rollouts=rules", "ismcts:sims=500", "exact:worlds=20", "greedy")


@dataclass(frozen=True)
class Gate:
    """Two players of a game, the fields in which they are compared, and half of the interval that ends a row."""

    game: str
    new: str
    old: str
    fields: tuple[str, ...]
    half_width: float
    least: int = LEAST
    whole: bool = False
    """Whole games, with their rounds, crystals and dealers, instead of single rounds; gains are of a round on average."""

    def match(self, seed: int) -> Match:
        return Match(RULES[self.game], seed=seed, whole=self.whole)

    @property
    def rows(self) -> dict[str, dict[Pair, int]]:
        """By name of the field the matches of a row, and the sign with which the margin of their first player counts."""
        fields = {name: {Pair(self.new, name): 1, Pair(self.old, name): -1} for name in self.fields if name != REVERSE}
        has_reverse = REVERSE in self.fields and len(RULES[self.game].sides) > 2
        reverse = {REVERSE: {Pair(self.old, self.new): -1}} if has_reverse else {}
        return {self.old: {Pair(self.new, self.old): 1}} | reverse | fields

    def deals(self, field: str) -> int:
        """How many deals a row takes at most: what its interval should need, and a tenth more."""
        spread = SPREADS[self.game.partition(",")[0]] * (1 if len(self.rows[field]) == 1 else DIFFERENCE)
        return ceil(1.1 * (1.96 * spread / self.width(field)) ** 2 / LOOK) * LOOK

    def width(self, field: str) -> float:
        """Half of the interval that ends a row."""
        return self.half_width * (1 if field == self.old else FIELD_WIDTH)


def net(game: str, half_width: float) -> Gate:
    """60 worlds by the net take as long as 100 by rules."""
    return Gate(game, "playout:worlds=60,rollouts=net", "playout:worlds=100,rollouts=rules", ("ismcts:sims=500", "greedy"), half_width)


def searched(game: str, half_width: float = 0.1) -> Gate:
    """150 worlds by the net take as long as 1,000 simulations in a tree, where neither is forced; `exact` would take ten times as long."""
    new = "playout:worlds=150,rollouts=net,early=3"
    return Gate(game, new, "ismcts:sims=1000", (REVERSE, "playout:worlds=40,rollouts=rules", "ismcts:sims=500", "greedy"), half_width)


def quick(game: str) -> str:
    """The card of the net in every trick: a player without samples."""
    return f"playout:rollouts=net,early={RULES[game].hand_size}"


def passes(game: str, half_width: float, least: int = 2000) -> Gate:
    """The pass by the net instead of by rules, before the same play in all seats."""
    return Gate(game, f"{quick(game)},pass=net", f"{quick(game)},pass=rules", (REVERSE,), half_width, least)


def passes_with_thief(game: str, half_width: float) -> Gate:
    """The same with the thief, of which the net knows nothing."""
    return Gate(f"{game}, thief", f"{quick(game)},pass=net", f"{quick(game)},pass=rules", (), half_width, 500)


def learned(game: str, half_width: float) -> Gate:
    """The player that learned by self-play, who passes by its net, too, instead of the rules; neither takes samples."""
    return Gate(game, "learned", "greedy", (REVERSE, "net", "playout:worlds=40,rollouts=rules"), half_width, 2000)


def shared(worlds: int, half_width: float) -> Gate:
    """Half of what is recommended left to the learned net, as much work and the same pass. `auto` takes the share where this is passed:
    300 worlds are three fifths of its work in the arena, and few worlds flatter a net, which has no noise."""
    old = f"playout:worlds={worlds},inference=yes,rollouts=net,pass=net"
    return Gate("4 teams", f"{old},share=0.5", old, (REVERSE, "playout:worlds=40,rollouts=rules"), half_width)


def shared_for_tree(game: str, samples: str, half_width: float) -> Gate:
    """Playouts with a share of the learned net, as many as take no longer than a tree of 1,000 simulations."""
    new = f"playout:{samples},pass=net,share=0.5"
    return Gate(game, new, "ismcts:sims=1000,pass=net", (REVERSE, "playout:worlds=40,rollouts=rules"), half_width)


def whole_games(game: str, play: str, half_width: float) -> Gate:
    """What `auto` takes and the pass by the net, in games of all rounds, against the same play without a share and the pass by rules."""
    return Gate(game, f"{play},pass=net", f"{play.replace(',share=0.5', '')},pass=rules", (), half_width, whole=True)


GATES = {
    # with --seed 9441, both
    "whole-4-teams": whole_games("4 teams", "playout:worlds=100,inference=yes,rollouts=net,share=0.5", 0.35),
    "whole-4": whole_games("4", "playout:worlds=100,rollouts=net,early=3", 0.12),
    "share-4-teams": shared(300, 0.25),  # with --seed 9251, 9261, 9281, each into a file of its own; the second row with 9291
    "share-3": shared_for_tree("3", "worlds=150,rollouts=net", 0.08),  # with --seed 9431
    "share-6-teams": shared_for_tree("6 teams", "worlds=150,rollouts=rules", 0.2),  # with --seed 9411
    "share-4-teams-perfect": shared_for_tree("4 teams, perfect", "worlds=180,rollouts=rules", 0.25),  # with --seed 9521
    "share-4-perfect": shared_for_tree("4, perfect", "worlds=180,rollouts=rules", 0.1),  # with --seed 9531, as the next ones
    "share-3-perfect": shared_for_tree("3, perfect", "worlds=180,rollouts=rules", 0.15),
    "share-5-perfect": shared_for_tree("5, perfect", "worlds=180,rollouts=rules", 0.1),
    "learned-4-teams": learned("4 teams", 0.15),  # with --seed 9271
    "learned-4": learned("4", 0.06),  # with --seed 9141
    "learned-3": learned("3", 0.08),  # with --seed 9153, as the next ones
    "learned-5": learned("5", 0.06),
    "learned-6": learned("6", 0.05),
    "learned-6-teams": learned("6 teams", 0.1),
    "learned-4-teams-perfect": learned("4 teams, perfect", 0.15),  # with --seed 9511
    "learned-4-perfect": learned("4, perfect", 0.06),
    "learned-3-perfect": learned("3, perfect", 0.08),
    "learned-5-perfect": learned("5, perfect", 0.06),
    "pass-4-teams": passes("4 teams", 0.12),
    "pass-4-teams-engine": Gate("4 teams", f"{quick('4 teams')},pass=net", f"{quick('4 teams')},pass=engine", (), 0.2),
    "pass-6-teams": passes("6 teams", 0.08),
    "pass-3": passes("3", 0.05),
    "pass-4": passes("4", 0.04),
    "pass-5": passes("5", 0.04, 1000),
    "pass-6": passes("6", 0.03, 1000),
    "pass-4-teams-perfect": passes("4 teams, perfect", 0.12, 1000),  # with --seed 9501, as the next ones
    "pass-4-perfect": passes("4, perfect", 0.04, 1000),
    "pass-3-perfect": passes("3, perfect", 0.05, 1000),  # with --seed 9502, the second net
    "pass-5-perfect": passes("5, perfect", 0.04, 1000),
    "pass-4-teams-thief": passes_with_thief("4 teams", 0.25),
    "pass-6-teams-thief": passes_with_thief("6 teams", 0.15),
    "pass-3-thief": passes_with_thief("3", 0.1),
    "pass-4-thief": passes_with_thief("4", 0.08),
    "pass-5-thief": passes_with_thief("5", 0.08),
    "pass-6-thief": passes_with_thief("6", 0.06),
    "pass-4-teams-perfect-thief": passes_with_thief("4 teams, perfect", 0.12),  # with --seed 9542: 0.25 was too wide
    "pass-4-perfect-thief": passes_with_thief("4, perfect", 0.08),  # with --seed 9541, as the next ones
    "pass-3-perfect-thief": passes_with_thief("3, perfect", 0.1),
    "pass-5-perfect-thief": passes_with_thief("5, perfect", 0.08),
    "playout-net-4": Gate(  # auto-4 without its first tricks; with --seed 9118, as those of 9117 were looked at with early-4
        "4",
        "playout:worlds=150,rollouts=net",
        "ismcts:sims=1000",
        (REVERSE, "playout:worlds=40,rollouts=rules", "ismcts:sims=500", "greedy"),
        0.1,
    ),
    "auto-3": searched("3"),
    "auto-4": searched("4"),
    "auto-4-narrow": searched("4", 0.05),  # with --seed 9119: two rows of auto-4 differ
    "auto-5": searched("5"),
    "early-4": Gate(
        "4",
        "playout:worlds=150,rollouts=net,early=3",
        "playout:worlds=150,rollouts=net",
        (REVERSE, "playout:worlds=40,rollouts=rules", "greedy"),
        0.1,
    ),
    "net-3": net("3", 0.1),
    "net-4": net("4", 0.1),
    "net-5": net("5", 0.1),
    "net-6": net("6", 0.1),
    "net-4-teams": net("4 teams", 0.2),
    "net-6-teams": net("6 teams", 0.2),
    "inference-2": Gate("2", "exact:worlds=20,inference=yes", "exact:worlds=20", FIELDS, 0.1),
    "inference-4-teams": Gate("4 teams", "playout:worlds=100,inference=yes,rollouts=net", "playout:worlds=400,rollouts=rules", FIELDS, 0.2),
    "inference-6-teams": Gate(  # with --seed 9121
        "6 teams",
        "playout:worlds=250,inference=yes,rollouts=rules",
        "ismcts:sims=4000",
        (REVERSE, "playout:worlds=40,rollouts=rules", "ismcts:sims=500", "greedy"),
        0.2,
    ),
    "early-4-teams": Gate(  # with --seed 9120; fewer deals could not show what is likely, 0.2 points
        "4 teams",
        "playout:worlds=100,inference=yes,rollouts=net,early=3",
        "playout:worlds=100,inference=yes,rollouts=net",
        ("playout:worlds=40,rollouts=rules", "greedy"),
        0.12,
    ),
}


class Table:
    """The gains of a gate by row, as far as they were played."""

    def __init__(self, gate: Gate, deals: Mapping[Job, Deal], beside: Sequence[Mapping[Job, Deal]] = ()) -> None:
        """`beside`: those of other seeds, to which nothing is added."""
        self._gate, self._deals, self._beside = gate, deals, beside

    def gains(self, field: str) -> list[float]:
        """One number for each deal that all matches of the row have."""
        return [gain for deals in (*self._beside, self._deals) for gain in self._of_seed(field, deals)][: self._gate.deals(field)]

    def _of_seed(self, field: str, deals: Mapping[Job, Deal]) -> list[float]:
        signs = self._gate.rows[field]
        gains = []
        for deal in range(self._gate.deals(field)):
            jobs = {Job(pair, deal): sign for pair, sign in signs.items()}
            if all(job in deals for job in jobs):
                gains.append(sum(sign * observation(deals[job], "A")[0] for job, sign in jobs.items()))
        return gains

    def is_over(self, field: str) -> bool:
        """Whether a row has the deals that it needs, by what was known at the last look."""
        gains = self.gains(field)
        if len(gains) >= self._gate.deals(field):
            return True
        looked = gains[: len(gains) // LOOK * LOOK]
        half = half_width(looked)
        is_clear = len(looked) >= self._gate.least and abs(np.mean(looked)) > CLEAR * half / 1.96
        return half <= self._gate.width(field) or bool(is_clear)

    def has_gain(self) -> bool:
        """Whether the first row is above 0 beyond its interval."""
        gains = self.gains(self._gate.old)
        return len(gains) > 0 and float(np.mean(gains)) > half_width(gains)

    def rows_to_play(self) -> Iterator[str]:
        """The first row until it is over, then the others that are not, where it shows a gain."""
        if not self.is_over(self._gate.old):
            yield self._gate.old
        elif self.has_gain():
            yield from (field for field in self._gate.rows if not self.is_over(field))

    def missing(self) -> Iterator[Job]:
        """The deals up to the next look of the row that has fewest of those that are to be played."""
        field = min(self.rows_to_play(), key=lambda field: len(self.gains(field)), default=None)
        if field is None:
            return
        beside = sum(len(self._of_seed(field, deals)) for deals in self._beside)
        for deal in range(len(self.gains(field)) // LOOK * LOOK + LOOK - beside):
            for pair in self._gate.rows[field]:
                if (job := Job(pair, deal)) not in self._deals:
                    yield job

    def text(self) -> str:
        rows, has_loss = [], False
        for field in self._gate.rows:
            gains = self.gains(field)
            if not gains:
                rows.append([f"`{field}`", "", "0", "no"])
                continue
            mean, half = float(np.mean(gains)), half_width(gains)
            rows.append([f"`{field}`", f"{mean:+.3f} ±{half:.3f}", f"{len(gains):,}", "yes" if self.is_over(field) else "no"])
            has_loss |= mean + half < 0
        table = markdown_table([f"`{self._gate.new}` against", "gain", "deals", "as many as wanted"], rows)
        return f"{table}\n\n{self._verdict(has_loss)}"

    def _verdict(self, has_loss: bool) -> str:
        if any(self.rows_to_play()):
            return "open: not every row has its deals"
        return "passed" if self.has_gain() and not has_loss else "not passed"


def half_width(gains: list[float]) -> float:
    return float(1.96 * np.std(gains, ddof=1) / len(gains) ** 0.5) if len(gains) > 1 else np.inf


@click.command(help=__doc__)
@click.argument("name", type=click.Choice(list(GATES)))
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), required=True)
@click.option("--beside", type=click.Path(exists=True, path_type=Path), multiple=True, help="A file of another seed; repeatable.")
@click.option("--seed", type=int, default=SEED, show_default=True)
@click.option("--threads", type=click.IntRange(1), default=1, show_default=True, help="Deals played at the same time.")
@click.option("--any-build", is_flag=True, help="Go on with a file of another build of the program, too.")
@click.option("--table", "is_table", is_flag=True, help="Play nothing.")
def main(name: str, out: Path, beside: tuple[Path, ...], seed: int, threads: int, any_build: bool, is_table: bool) -> None:
    gate = GATES[name]
    match = gate.match(seed)
    others = []
    try:
        for path in beside:
            if (other := seed_of(path)) is None:
                raise click.ClickException(f"{path} has no deal")
            with ArenaLog(path, gate.match(other).settings(), any_build=any_build, is_read_only=True) as log:
                others.append(log.deals)
        opened = ArenaLog(out, match.settings(), any_build=any_build, is_read_only=is_table)
    except (ArenaFileError, OSError) as error:
        raise click.ClickException(f"{error}") from None
    with opened as log:
        table = Table(gate, log.deals, others)
        wanted = ", ".join(f"{gate.deals(field):,} against {field}" for field in gate.rows)
        click.echo(f"{name}: {match.title()}; {gate.new}; deals at most: {wanted}; {len(log.deals):,} are in {out}\n", err=True)
        try:
            while not is_table and (jobs := list(table.missing())):
                with closing(play_deals(match, jobs, processes=threads)) as played:
                    for deal in played:
                        if not isinstance(deal, Deal):
                            raise click.ClickException(str(deal))
                        log.add(deal)
        except KeyboardInterrupt:
            click.echo(f"stopped; the same command goes on with {out}", err=True)
        click.echo(table.text())


if __name__ == "__main__":
    main()
