"""How hard random deals are: median, 90th percentile and maximum of time and nodes, for each kind of game; prints a markdown table.

The deals are starts of a round, three crystals in each showroom, first lead; each is solved for its best value (max^n: for the gains of
every move, which cost no more) with one thread and a cleared table. Time is `Solution.seconds`, from the packing of the position to the
core's answer: checking the position before and making Python objects of the answer take some 60 µs more. A few other deals of each kind are
solved first and do not count, as the first ones of a process take up to twice as long. A deal beyond the time limit stays in the
statistics: what it leaves open is marked ">". With several numbers of cards the growth of the median for one more trick is shown.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import click
from common.kinds import KINDS, THIEF_KINDS, count_text, machine, markdown_table, missing_extra, random_deal, seconds_text
from common.samples import Sample, Statistic, summary

from diamonds_solver.cli.limits import Duration, Memory
from diamonds_solver.cli.progress import progress
from diamonds_solver.games.diamonds.round.rules import Rules
from diamonds_solver.games.diamonds.solving.solve import MODELS, Model, Solver

HEADER = ("game", "cards", "deals", "beyond limit", "median", "p90", "max", "median nodes", "p90 nodes", "max nodes", "growth per trick")
GAMES = KINDS | THIEF_KINDS
WARM_UP_DEALS, WARM_UP_SECONDS = 20, 0.01
QUESTIONS: dict[Model, str] = {"paranoid": "Best value", "maxn": "Gains of every move with the model max^n"}


@dataclass(frozen=True)
class Group:
    """The deals of one kind of game and one number of cards."""

    kind: str
    cards: int
    seconds: tuple[Sample, ...]
    nodes: tuple[Sample, ...]

    @property
    def tricks(self) -> int:
        return self.cards // GAMES[self.kind].plays_per_trick

    @property
    def cut_off(self) -> int:
        """Deals that met the limit."""
        return sum(sample.cut_off for sample in self.seconds)

    @property
    def median(self) -> Statistic:
        return summary(self.seconds)[0]


def read_numbers(ctx: click.Context, param: click.Parameter, text: str | None) -> tuple[int, ...] | None:
    """Numbers of cards in each hand: ``8``, ``4-8`` or ``4,6,8``."""
    if text is None:
        return None
    numbers: set[int] = set()
    for part in text.split(","):
        first, _, last = part.partition("-")
        if not (first.isdecimal() and (last or first).isdecimal()):
            raise click.BadParameter(f"{text!r} is not a list of numbers; write 8, 4-8 or 4,6,8", ctx, param)
        numbers.update(range(int(first), int(last or first) + 1))
    return tuple(sorted(numbers))


def warm_up(solver: Solver, kind: str, cards: int, seed: int, model: Model) -> None:
    """Solves deals that are not measured: code and memory are then where they are in a program that is at work."""
    for number in range(1, WARM_UP_DEALS + 1):
        solver.solve(random_deal(GAMES[kind], seed + 1, number, cards), model=model, all_moves=False, time_limit=WARM_UP_SECONDS)


def measure(kind: str, cards: int, deals: int, seed: int, time_limit: float, memory: int, model: Model) -> Group:
    """Solves random deals, each from a cleared table."""
    solver = Solver(memory)
    seconds, nodes = [], []
    warm_up(solver, kind, cards, seed, model)
    with progress(f"{kind}, {cards} cards", deals) as advance:
        for number in range(1, deals + 1):
            solver.clear()
            position = random_deal(GAMES[kind], seed, number, cards)
            solution = solver.solve(position, model=model, all_moves=False, time_limit=time_limit)
            seconds.append(Sample(solution.seconds, not solution.exact))
            nodes.append(Sample(solution.nodes, not solution.exact))
            advance()
    return Group(kind, cards, tuple(seconds), tuple(nodes))


def hand_sizes(rules: Rules, wanted: tuple[int, ...] | None) -> list[int]:
    """The numbers of cards to measure: whole hands, or those wanted that make whole tricks of this game and that the deck can fill."""
    if wanted is None:
        return [rules.hand_size]
    most = len(rules.deck) // rules.players
    return [size for size in wanted if 0 < size <= most and size % rules.plays_per_trick == 0]


def growth(before: Group | None, group: Group) -> str:
    """By how much the median grows for one more trick."""
    if before is None or before.kind != group.kind:
        return ""
    ratio = group.median.over(before.median)
    if ratio is None:
        return "?"
    return Statistic(ratio.number ** (1 / (group.tricks - before.tricks)), ratio.at_least).text(lambda number: f"{number:.1f}")


def row(before: Group | None, group: Group) -> tuple[str, ...]:
    """One line of the table."""
    times = [statistic.text(seconds_text) for statistic in summary(group.seconds)]
    counts = [statistic.text(count_text) for statistic in summary(group.nodes)]
    return (group.kind, str(group.cards), str(len(group.seconds)), str(group.cut_off), *times, *counts, growth(before, group))


def plot(groups: list[Group], path: Path) -> None:
    """For each group the share of deals solved within a time; deals beyond the limit never raise the line."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(9, 6))
    axes = figure.add_subplot()
    for group in groups:
        times = sorted(max(sample.number, 1e-7) for sample in group.seconds if not sample.cut_off)
        shares = [(i + 1) / len(group.seconds) for i in range(len(times))]
        axes.step(times, shares, where="post", marker=".", label=f"{group.kind}, {group.cards} cards ({len(group.seconds)} deals)")
    axes.set(xscale="log", xlabel="seconds", ylabel="share of deals solved", ylim=(0, 1.02), title=machine())
    axes.title.set_fontsize("small")
    axes.legend(fontsize="small")
    axes.grid(True, which="both", alpha=0.3)
    figure.savefig(path, dpi=120)


def check_plot(ctx: click.Context, param: click.Parameter, path: Path | None) -> Path | None:
    """Says at once, not after an hour, that the plot cannot be made."""
    if path is not None:
        try:
            import matplotlib  # noqa: F401
        except ImportError as error:
            raise missing_extra("matplotlib", "plot") from error
    return path


@click.command(help=__doc__)
@click.option(
    "--kind", "kinds", multiple=True, type=click.Choice(list(GAMES)), help="Kind of game; may be repeated. Default: all without the thief."
)
@click.option("--model", type=click.Choice(MODELS), default="paranoid", show_default=True)
@click.option("--cards", callback=read_numbers, metavar="NUMBERS", help="Cards in each hand: 8, 4-8 or 4,6,8. Default: whole hands.")
@click.option("--deals", type=click.IntRange(min=1), default=20, show_default=True, help="Random deals of each kind.")
@click.option("--seed", type=click.IntRange(min=0), default=1, show_default=True)
@click.option("--time-limit", type=Duration(), default="5s", show_default=True, help="Limit for each deal.")
@click.option("--memory", type=Memory(), default="256M", show_default=True, help="Limit of the search's table.")
@click.option(
    "--plot",
    "picture",
    type=click.Path(path_type=Path, dir_okay=False),
    callback=check_plot,
    help="Draw the distribution: FILE.png or .svg.",
)
def main(
    kinds: tuple[str, ...],
    model: Model,
    cards: tuple[int, ...] | None,
    deals: int,
    seed: int,
    time_limit: float,
    memory: int,
    picture: Path | None,
) -> None:
    chosen = [(kind, size) for kind in kinds or KINDS for size in hand_sizes(GAMES[kind], cards)]
    if not chosen:
        raise click.UsageError("no kind of game chosen has hands of such a size")
    groups = []
    for kind, size in chosen:
        groups.append(measure(kind, size, deals, seed, time_limit, memory, model))
        click.echo(f"{kind}, {size} cards: done", err=True)
    rows = [row(before, group) for before, group in pairwise([None, *groups]) if group is not None]
    conditions = (
        f"{QUESTIONS[model]}, one thread, cleared table of {memory >> 20} MiB; seed {seed}, limit {seconds_text(time_limit)} for each "
        f"deal, {WARM_UP_DEALS} others before that do not count."
    )
    click.echo(f"{conditions} {machine()}.\n")
    click.echo(markdown_table(HEADER, rows))
    if picture is not None:
        plot(groups, picture)


if __name__ == "__main__":
    main()
