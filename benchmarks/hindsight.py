"""The hindsight trace of whole rounds beside one all-moves solve of their first position, in nodes and time; prints a markdown table.

The rounds are dealt at random and played by the rule-based player, with the pass. The first position is solved with a cleared table;
each trace begins with a new one. `judged` proves of each decision the best value, all best moves and the value of the move that was played;
`all moves` every value. A figure is the sum over all rounds, in brackets the median of the single rounds.
"""

from __future__ import annotations

from dataclasses import dataclass
from statistics import median

import click
from common.kinds import KINDS, count_text, machine, markdown_table, seconds_text

from diamonds_solver.cli.limits import Memory
from diamonds_solver.cli.progress import progress
from diamonds_solver.games.diamonds.playing.match import Match
from diamonds_solver.games.diamonds.records.record import Record
from diamonds_solver.games.diamonds.round.rules import Rules
from diamonds_solver.games.diamonds.solving.solve import MODELS, OBJECTIVES, Model, Objective, Solver
from diamonds_solver.games.diamonds.solving.trace import Trace, positions, trace

HEADER = ("game", "rounds", "first position", "judged: nodes", "time", "all moves: nodes", "time", "seconds a round")
FAST = ("standard2", "perfect2", "standard3", "perfect3", "standard4", "teams4")


@dataclass(frozen=True)
class Cost:
    """Nodes and seconds of a round: its first position, the judged trace, the trace of all moves."""

    nodes: tuple[int, int, int]
    seconds: tuple[float, float, float]


def played_round(rules: Rules, seed: int, number: int) -> Record:
    """A round of rule-based players."""
    record = Match(rules, seed).record(number, ["greedy"] * len(rules.sides))
    assert isinstance(record, Record)
    return record


def measure(record: Record, objective: Objective, model: Model, memory: int) -> Cost:
    first = Solver(memory).solve(positions(record)[0], objective=objective, model=model)

    def traced(all_moves: bool) -> Trace:
        return trace(record, objective=objective, model=model, all_moves=all_moves, memory=memory)

    judged = traced(all_moves=False)
    whole = judged if model == "maxn" else traced(all_moves=True)  # max^n values every move anyway
    return Cost((first.nodes, judged.nodes, whole.nodes), (first.seconds, judged.seconds, whole.seconds))


def row(kind: str, costs: list[Cost]) -> tuple[str, ...]:
    """One line of the table."""

    def ratio(numbers: list[tuple[float, ...]], of: int) -> str:
        whole = sum(n[of] for n in numbers) / sum(n[0] for n in numbers)
        return f"{whole:.2f} ({median(n[of] / n[0] for n in numbers):.2f})"

    nodes, seconds = [tuple(map(float, c.nodes)) for c in costs], [tuple(c.seconds) for c in costs]
    first = count_text(sum(n[0] for n in nodes) / len(nodes))
    figures = [ratio(numbers, of) for of in (1, 2) for numbers in (nodes, seconds)]
    return (kind, str(len(costs)), first, *figures, seconds_text(sum(s[1] for s in seconds) / len(seconds)))


@click.command(help=__doc__)
@click.option("--kind", "kinds", multiple=True, type=click.Choice(list(KINDS)), help=f"May be repeated. Default: {', '.join(FAST)}.")
@click.option("--objective", type=click.Choice(OBJECTIVES), default="margin", show_default=True)
@click.option("--model", type=click.Choice(MODELS), default="paranoid", show_default=True)
@click.option("--rounds", type=click.IntRange(min=1), default=10, show_default=True, help="Rounds of each kind.")
@click.option("--seed", type=click.IntRange(min=0), default=1, show_default=True)
@click.option("--memory", type=Memory(), default="256M", show_default=True, help="Limit of the table of each search.")
def main(kinds: tuple[str, ...], objective: Objective, model: Model, rounds: int, seed: int, memory: int) -> None:
    rows = []
    for kind in kinds or FAST:
        costs = []
        with progress(kind, rounds) as advance:
            for number in range(1, rounds + 1):
                costs.append(measure(played_round(KINDS[kind], seed, number), objective, model, memory))
                advance()
        rows.append(row(kind, costs))
    click.echo(f"Objective {objective}, model {model}, one thread, tables of {memory >> 20} MiB; seed {seed}. {machine()}.\n")
    click.echo(markdown_table(HEADER, rows))


if __name__ == "__main__":
    main()
