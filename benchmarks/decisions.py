"""Calibration and regret of the engines on the stored decisions (decisions.dia), against references (decisions.ndjson).

\b
    python benchmarks/decisions.py calibration    # do intervals and verdicts of few samples hold?
    python benchmarks/decisions.py sureness       # how often is a hint right that is not clear?
    python benchmarks/decisions.py chances        # how often is a move best that is called so with some chance? a gate
    python benchmarks/decisions.py fresh          # the same on decisions by which no setting was chosen: a gate
    python benchmarks/decisions.py endings        # the same where all deals are listed, so that the truth is known: a gate
    python benchmarks/decisions.py trees          # how far are small trees from much longer searches?
    python benchmarks/decisions.py regret         # what do the moves cost that are chosen in a second?
    python benchmarks/decisions.py references     # measures the references that are missing in the file
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

import click
import numpy as np
from choose_decisions import CHOICE
from choose_decisions import decisions as choose
from common.calibration import (
    ENGINES,
    FAIRLY_SURE,
    LARGEST,
    PLAYOUT,
    REFERENCES,
    ROUNDED,
    Decision,
    Reference,
    Tally,
    Trial,
    chances,
    decisions,
    is_asked,
    longer,
    measure,
    played,
    read_reference,
    references,
    trials,
)
from common.endings import Bin, binned, early, early_marks, endings, fixed, reliability, without_inference
from common.endings import Tally as EndingTally
from common.kinds import machine, markdown_table

from diamonds_solver.advice.ask import advise
from diamonds_solver.analysis.results import Thresholds
from diamonds_solver.games.diamonds.advising.view import View
from diamonds_solver.games.diamonds.playing.players import greedy
from diamonds_solver.stats.comparison import Verdict

BUDGETS = (
    (PLAYOUT, 20),
    (PLAYOUT, 40),
    (PLAYOUT, 400),
    ("exact:nodes=100000", 20),
    ("exact:nodes=100000", 40),
    ("ismcts:simulations=200", 20),
    ("ismcts:simulations=1000", 24),
)
"""Engines and samples of a trial."""
CHANCES = ((PLAYOUT, (10, 20, 40, 100)), ("ismcts:simulations=200", (10, 20)))
"""Engines and samples whose chances are judged,"""
EDGES = (0.0, 0.02, 0.1, 0.3, 0.5, 0.7, 0.9, 0.98, 1.1)
"""by bins of these chances."""
FRESH_SAMPLES, MOST_OFF = 10_000, 0.05
"""Of references of other decisions; by how much chances may be wrong there."""
TREES = ((400, 24), (1000, 24), (4000, 24), (1000, 96), (400, 240))
"""Simulations and number of trees."""
SAMPLES = (8, 12, 20, 40, 100, 300)
"""Of trials on endings."""
DRAWS = 1000
REVIEW_THRESHOLDS = (0.25, 0.5, 1.0)
MOST_WRONG, LEAST_HELD, MOST_HELD = 0.01, 0.94, 0.97
"""The limits of the gate."""
LEADS = (0.0, 0.5, 1.0, 1.28, 1.65, 2.0, float("inf"))
"""Bands of a lead, in standard errors."""
JUDGES = {"ismcts": "ismcts:simulations=20000", "exact": "exact:nodes=100000", PLAYOUT: PLAYOUT}
"""The reference behind the name of an engine; what an engine chooses in a time is judged by each."""
PLAYERS = (*JUDGES, "auto", "greedy", "random")
GROUPS = ("2", "3", "4", "4, teams", "5", "6", "6, teams", "pass")


@dataclass(frozen=True)
class Choice:
    """What a player chose."""

    decision: Decision
    player: str
    move: str | None
    """None: any move, one as likely as the other."""
    samples: int = 0

    @property
    def group(self) -> str:
        return self.decision.group if self.decision.is_play else "pass"

    def loss(self, judge: Reference) -> float:
        """What the move costs by a reference."""
        return judge.loss(self.move) if self.move is not None else float(np.mean([judge.loss(move) for move in judge.means]))


@click.group(help=__doc__)
def main() -> None:
    pass


@main.command("references")
def write_references() -> None:
    """Measures the references that are missing in the file. To measure all anew, delete it."""
    for spec in ENGINES:
        for decision in decisions():
            if (decision.name, spec) in references() or not is_asked(decision, spec):
                continue
            with REFERENCES.open("a", encoding="utf-8") as file:
                file.write(measure(decision, spec) + "\n")
            click.echo(f"{spec} {decision.name}", err=True)


@main.command()
@click.option("--trials", "count", default=20, show_default=True, help="Of each decision; before the play a quarter of them.")
def calibration(count: int) -> None:
    """Do the intervals and verdicts of few samples hold? The same numbers each time."""
    rows = []
    for spec, samples in BUDGETS:
        click.echo(f"{spec} {samples}", err=True)
        tried = [trial for decision in played(spec) for trial in trials(decision, spec, samples, count)]
        rows.append(_calibration_row(f"`{spec}`", samples, tried))
    passes = [trial for decision in decisions() if not decision.is_play for trial in trials(decision, PLAYOUT, 100, count // 4)]
    rows.append(_calibration_row("before the play", 100, passes))
    header = ("engine", "samples", "trials", "all intervals hold, %", "single ones, %", "clear, %", "wrong", "equal, %", "wrong", "regret")
    click.echo(markdown_table(header, rows))


@main.command()
@click.option("--trials", "count", default=20, show_default=True, help="Of each decision.")
def sureness(count: int) -> None:
    """How often is the move put first a good one where the verdict is too close? By its lead in standard errors, on which the page's words
    for a hint rest. The same numbers each time.
    """
    close: dict[str, list[Trial]] = {}
    for spec, samples in BUDGETS:
        click.echo(f"{spec} {samples}", err=True)
        tried = (trial for decision in played(spec) for trial in trials(decision, spec, samples, count))
        close[f"`{spec}`, {samples} samples"] = [trial for trial in tried if trial.verdict is Verdict.CLOSE]
    every = [trial for tried in close.values() for trial in tried]
    rows = [_sureness_row("all", every, low, high) for low, high in pairwise(LEADS)]
    rows += [_sureness_row(name, tried, FAIRLY_SURE, np.inf) for name, tried in close.items()]
    rows.append(_sureness_row("all", every, FAIRLY_SURE, np.inf))
    header = ("engine", "lead, standard errors", "trials", "best or equal, %", "costs at most 0.1, %", "regret")
    click.echo(markdown_table(header, rows))


@main.command("chances")
@click.option("--trials", "count", default=8, show_default=True, help="Of each decision and number of samples.")
def judge_chances(count: int) -> None:
    """How often is a move the best one, of those whose `chance_best` is about the same? The same numbers each time. Exit 1 where chances
    are too sure by three standard errors.
    """
    rows, failed = [], []
    for spec, sizes in CHANCES:
        judged = [(each, references()[each.name, spec]) for each in played(spec)]
        for samples in sizes:
            click.echo(f"{spec} {samples}", err=True)
            bins = _chance_bins(judged, spec, (samples,), count)
            rows += [_bin_row(f"`{spec}`, {samples} samples", each) for each in bins]
            failed += [f"{spec} {samples} {each.stated:.3f}" for each in bins if each.is_too_sure]
    click.echo(markdown_table(("engine", "moves", "stated, %", "true, %", "difference"), rows))
    if failed:
        raise click.ClickException(f"too sure: {'; '.join(failed)}")


@main.command("fresh")
@click.option("--trials", "count", default=8, show_default=True, help="Of each decision and number of samples.")
@click.option("--seed", "seeds", multiple=True, type=int, default=(2027, 2028), show_default=True, help="Of the rounds.")
def judge_fresh(count: int, seeds: tuple[int, ...]) -> None:
    """The same on other decisions than the stored ones, with all numbers of samples together: no setting was chosen by them. Exit 1 where
    a chance is not true within 5 points.
    """
    spec, sizes = CHANCES[0]
    chosen = [Decision(f"{record.id} {seed}", View.of(record)) for seed in seeds for kind in CHOICE for record in choose(kind, seed)]
    asked = [decision for decision in chosen if decision.is_play]
    judged = [(decision, read_reference(measure(decision, spec, FRESH_SAMPLES))[1]) for decision in asked]
    bins = _chance_bins(judged, spec, sizes, count)
    click.echo(markdown_table(("moves", "stated, %", "true, %", "difference"), [_bin_row("", each)[1:] for each in bins]))
    if failed := [f"{each.stated:.3f}" for each in bins if abs(each.true - each.stated) > MOST_OFF]:
        raise click.ClickException(f"not true: {'; '.join(failed)}")


def _chance_bins(judged: list[tuple[Decision, Reference]], spec: str, sizes: tuple[int, ...], count: int) -> list[Bin]:
    """By numbers of samples together."""
    tried = [(n, *case) for samples in sizes for n, pair in enumerate(judged) for case in chances(*pair, spec, samples, count)]
    return binned(tried, EDGES)


def _sureness_row(name: str, tried: list[Trial], low: float, high: float) -> list[str]:
    band = [trial for trial in tried if low <= trial.lead < high]
    row = [name, f"{low:g} to {high:g}" if np.isfinite(high) else f"from {low:g}", f"{len(band):,}"]
    if not band:
        return [*row, "", "", ""]
    best, fine = (100 * sum(shares) / len(band) for shares in ([t.loss <= ROUNDED for t in band], [t.is_fine for t in band]))
    return [*row, f"{best:.0f}", f"{fine:.0f}", f"{sum(trial.loss for trial in band) / len(band):.3f}"]


def _calibration_row(name: str, samples: int, tried: list[Trial]) -> list[str]:
    tally = Tally(tuple(tried))
    row = [name, str(samples), f"{len(tally.sampled):,}"]
    row += [f"{100 * tally.together:.1f} ± {200 * tally.together_error:.1f}", f"{100 * tally.single:.1f}"]
    for verdict in (Verdict.CLEAR, Verdict.EQUAL):
        given = len(tally.verdicts(verdict))
        row += [f"{100 * given / len(tally.sampled):.0f}", f"{tally.wrong(verdict)} of {given:,}"]
    return [*row, f"{tally.regret:.3f}"]


@main.command("endings")
@click.option("--endings", "number", default=1000, show_default=True, help="How many, of all kinds by turns.")
@click.option("--trials", default=4, show_default=True, help="Of each ending and number of samples.")
@click.option("--seed", default=35, show_default=True)
def judge_endings(number: int, trials: int, seed: int) -> None:
    """Is what few samples say true, where all deals are listed? The same numbers each time. Exit 1 where a limit is not kept: 1 in 100
    verdicts wrong, intervals that hold in 94 to 97 %, chances that are too sure by three standard errors.
    """
    chosen = list(endings(number, seed))
    tallies = {f"{samples}": fixed(chosen, samples, trials) for samples in SAMPLES}
    tallies |= {f"{samples}, weighted": fixed(chosen, samples, trials, is_weighted=True) for samples in SAMPLES}
    tallies |= {f"up to {SAMPLES[-1]}, ends early": early(chosen, SAMPLES[-1])}
    header = ("samples", "trials", "used", "all intervals hold, %", "clear", "wrong", "equal", "wrong")
    click.echo(markdown_table(header, [_ending_row(name, tally) for name, tally in tallies.items()]))
    settled, wrong = early_marks(chosen, SAMPLES[-1], Thresholds(*REVIEW_THRESHOLDS))
    click.echo(f"\nOf {settled:,} marks of reviews that ended early {wrong} were not those of the true loss.")
    named, within = without_inference(number // 2, SAMPLES[2:5], seed + 1)
    click.echo(f"Of {named} notes that name another move without inference {within} have its true lead in range.\n")
    few, many = reliability(chosen, SAMPLES[1:4], DRAWS), reliability(chosen, SAMPLES[4:], DRAWS)
    bins = {f"`{name}`, {size} samples": found[name] for name in few for size, found in (("few", few), ("many", many))}
    columns = ("chance", "moves", "stated, %", "true, %", "difference")
    click.echo(markdown_table(columns, [_bin_row(name, each) for name, all_bins in bins.items() for each in all_bins]))
    failed = [name for name, tally in tallies.items() if not _keeps_limits(tally)]
    failed += [f"{name} {each.stated:.3f}" for name, all_bins in bins.items() for each in all_bins if each.is_too_sure]
    failed += ["marks"] if wrong > MOST_WRONG * settled else []
    failed += ["notes on inference"] if within < LEAST_HELD * named - 2 * (0.95 * 0.05 * named) ** 0.5 else []
    if failed:
        raise click.ClickException(f"limits that are not kept: {'; '.join(failed)}")


def _ending_row(name: str, tally: EndingTally) -> list[str]:
    held, error = tally.coverage
    row = [name, f"{len(tally.samples):,}", f"{np.mean(tally.samples):.0f}", f"{100 * held:.1f} ± {200 * error:.1f}"]
    for verdict in (Verdict.CLEAR, Verdict.EQUAL):
        row += [f"{tally.given[verdict]:,}", str(tally.wrong[verdict])]
    return row


def _bin_row(name: str, each: Bin) -> list[str]:
    numbers = f"{100 * each.stated:.2f}", f"{100 * each.true:.2f}", f"{100 * (each.true - each.stated):+.2f} ± {200 * each.error:.2f}"
    return [name, f"{each.count:,}", *numbers]


def _keeps_limits(tally: EndingTally) -> bool:
    """But for the noise of the intervals, of two standard errors."""
    held, error = tally.coverage
    is_right = all(tally.wrong[verdict] <= MOST_WRONG * max(tally.given[verdict], 1 / MOST_WRONG) for verdict in tally.given)
    return is_right and LEAST_HELD - 2 * error <= held <= MOST_HELD + 2 * error


@main.command()
def trees() -> None:
    """How far are the answers of small trees from those of 64 trees of 20,000 simulations? Intervals cover chance, not how small trees are;
    the engine estimates that from how far it is settled. The same numbers each time.
    """
    rows = []
    for simulations, number in TREES:
        click.echo(f"{number} x {simulations}", err=True)
        found = [each for decision in played(LARGEST) if (each := longer(decision, simulations, number)) is not None]
        shares = [100 * sum(getattr(each, name) for each in found) / len(found) for name in ("is_outside", "is_beyond")]
        widths = [sum(getattr(each, name) for each in found) / len(found) for name in ("reach", "change")]
        rows.append(
            [f"{number} x {simulations:,}", str(len(found)), *(f"{share:.0f}" for share in shares), *(f"{width:.2f}" for width in widths)]
        )
    header = ("trees x simulations", "decisions", "outside, %", "and beyond the estimate, %", "half width", "estimate")
    click.echo(markdown_table(header, rows))


@main.command()
@click.option("--time", "seconds", default=1.0, show_default=True, help="Seconds for each decision, one thread.")
@click.option("--seeds", default=2, show_default=True, help="How often each decision is taken.")
def regret(seconds: float, seeds: int) -> None:
    """What do the moves cost that are chosen in a second? Depends on the machine and on what else it does."""
    found = [choice for seed in range(seeds) for decision in decisions() for choice in _choices(decision, seconds, seed)]
    click.echo(f"{machine()}. {seconds:g} s a decision, one thread, {seeds} seeds.")
    for name, spec in JUDGES.items():
        judged = [choice for choice in found if _judge(choice.decision, spec) is not None]
        rows = [_regret_row(player, [choice for choice in judged if choice.player == player], spec) for player in PLAYERS]
        asked = [len({choice.decision.name for choice in judged if choice.group == group}) for group in GROUPS]
        click.echo(f"\n{name} judges:\n\n" + markdown_table(("points", *GROUPS, "samples"), [["decisions", *map(str, asked), ""], *rows]))


def _choices(decision: Decision, seconds: float, seed: int) -> Iterator[Choice]:
    """What the engines, the rule-based player and chance choose."""
    click.echo(f"{decision.name}, seed {seed}", err=True)
    for name in (*JUDGES, "auto") if decision.is_play else (PLAYOUT, "auto"):
        advice = advise(decision.view, engine=name, time_limit=seconds, seed=seed)
        chosen = advice.recommended or advice.best
        if chosen is None and decision.is_play:  # not one sample in time: as a player of the arena
            chosen = greedy(decision.view, seed)
        yield Choice(decision, name, str(chosen), advice.worlds)
    if decision.is_play:
        yield Choice(decision, "greedy", str(greedy(decision.view, seed)))
    yield Choice(decision, "random", None)


def _judge(decision: Decision, spec: str) -> Reference | None:
    """The reference that judges, where there is one."""
    return references().get((decision.name, spec if decision.is_play else PLAYOUT))


def _regret_row(player: str, judged: list[Choice], spec: str) -> list[str]:
    row = [f"`{player}`"]
    for group in GROUPS:
        losses = [choice.loss(judge) for choice in judged if choice.group == group and (judge := _judge(choice.decision, spec))]
        row.append(f"{np.mean(losses):.3f}" if losses else "")
    samples = [choice.samples for choice in judged if choice.samples]
    return [*row, f"{np.median(samples):,.0f}" if samples else ""]


if __name__ == "__main__":
    main()
