"""What deals are worth, from tables that `diamonds table` and `diamonds equilibrium` wrote: the tables of docs/results/findings.md.

python benchmarks/findings.py run FOLDER              # makes the tables in FOLDER; goes on where it was interrupted; hours
python benchmarks/findings.py run FOLDER --part 100   # with a hundredth of the deals
python benchmarks/findings.py show FOLDER             # writes the page's tables, and its pictures to docs/pictures
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import click
import numpy as np
from update_docs import replaced

import diamonds_solver
from diamonds_solver.stats.estimates import mean_interval, share_interval
from diamonds_solver.tables.summary import rows_of, summarise

DOCS = Path(__file__).parents[1] / "docs"
PICTURES, PAGE = DOCS / "pictures", DOCS / "results" / "findings.md"
SEED = 1


class Kind(NamedTuple):
    """Deals of one kind of game, and how many."""

    file: str
    title: str
    deals: int
    options: str


KINDS = (
    Kind("d2", "2 players", 100_000, "-p 2 --leaders all"),
    Kind("p2", "2 players, Perfect", 20_000, "-p 2 --variant perfect"),
    Kind("d3", "3 players", 2_000, "-p 3"),
    Kind("p3", "3 players, Perfect", 300, "-p 3 --variant perfect"),
    Kind("d4", "4 players", 600, "-p 4"),
    Kind("t4", "4 players in teams", 1_000, "-p 4 --teams"),
)
MODELS = (
    Kind("m3", "3 players, 5 cards each", 2_000, "-p 3 --cards 5"),
    Kind("m4", "4 players, 4 cards each", 2_000, "-p 4 --cards 4"),
    Kind("m5", "5 players, 3 cards each", 2_000, "-p 5 --cards 3"),
)
EQUILIBRIA = 1000


@click.group()
def main() -> None:
    """Makes and shows the tables of docs/results/findings.md."""


@main.command()
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
@click.option("--part", type=click.IntRange(1), default=1, help="Only one deal in N.")
def run(folder: Path, part: int) -> None:
    """Makes the tables that are not there yet."""
    folder.mkdir(exist_ok=True)
    environment = os.environ | {"PYTHONPATH": str(Path(diamonds_solver.__file__).parents[1])}  # not relative: it runs in another folder
    for command in commands(part):
        name = command[command.index("-o") + 1] if "-o" in command else "equilibria.ndjson"
        if (folder / name).exists():
            continue
        print("diamonds", *command, flush=True)
        program = [sys.executable, "-m", "diamonds_solver", *command]
        if "-o" in command:
            subprocess.run(program, cwd=folder, check=True, env=environment)
            continue
        beside = folder / f"{name}.new"
        with beside.open("w") as out:
            subprocess.run(program, cwd=folder, check=True, stdout=out, env=environment)
        beside.replace(folder / name)


def commands(part: int = 1) -> Iterator[list[str]]:
    """The commands behind the page, less their first word."""
    for kind in KINDS:
        deals = ["table", "--deals", str(max(1, kind.deals // part)), *kind.options.split()]
        yield [*deals, "--rows", "deal", "--seed", str(SEED), "-o", f"{kind.file}.parquet"]
    for kind in MODELS:
        deals = ["table", "--deals", str(max(1, kind.deals // part)), *kind.options.split()]
        asked = ["--objective", "points", "--model", "paranoid", "--model", "maxn"]
        yield [*deals, *asked, "--seed", str(SEED), "-o", f"{kind.file}.parquet"]
    yield ["equilibrium", "--deals", str(max(1, EQUILIBRIA // part)), "--seed", str(SEED), "--threads", "1", "--json"]


@main.command()
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
def show(folder: Path) -> None:
    """Writes the page's tables, of those files that are there, and its pictures."""
    present = [kind for kind in KINDS if (folder / f"{kind.file}.parquet").exists()]
    models = [kind for kind in MODELS if (folder / f"{kind.file}.parquet").exists()]
    found = [json.loads(line) for line in (folder / "equilibria.ndjson").read_text().splitlines()]
    page = PAGE.read_text(encoding="utf-8")
    sections = {
        "deals": _deals_table(folder, present),
        "models": _models_table(folder, models),
        "equilibria": _equilibrium_tables(found, _dealt_values(folder)),
    }
    for name, lines in sections.items():
        page = replaced(page, name, "\n".join(lines).strip())
    PAGE.write_text(page, encoding="utf-8")
    _draw_equilibria(found)
    _draw_values(folder, present)


# -- what a deal is worth -----------------------------------------------------------------------------------------------------------------


def _deals_table(folder: Path, kinds: Sequence[Kind]) -> Iterator[str]:
    yield "| game | leads | deals | mean | sd | 5 % | 25 % | 50 % | 75 % | 95 % | leader ahead, % |"
    yield "|---|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|"
    for kind in kinds:
        for group in summarise(folder / f"{kind.file}.parquet", by=("leader",)):
            mean, values = group.mean, group.values
            percentiles = " | ".join(f"{value:+.3g}" if value else "0" for value in group.percentiles())
            ahead = share_interval(np.where(values > 0, 1.0, np.where(values < 0, 0.0, 0.5)))
            yield (
                f"| {kind.title} | {group.key[0]} | {len(values):,} | {mean.value:+.3f} ± {mean.reach:.3f} | {group.spread:.2f} "
                f"| {percentiles} | {100 * ahead.value:.1f} ± {100 * ahead.reach:.1f} |"
            )
    yield ""


# -- the others as one opponent, or everybody alone ---------------------------------------------------------------------------------------


def _models_table(folder: Path, kinds: Sequence[Kind]) -> Iterator[str]:
    yield "| positions | number | with a choice | other best moves, % | points lost where they differ | gain by max^n minus guarantee |"
    yield "|---|---:|---:|---:|---:|---:|"
    for kind in kinds:
        best: dict[int, dict[str, dict[str, float]]] = defaultdict(lambda: {"paranoid": {}, "maxn": {}})
        for row in rows_of(folder / f"{kind.file}.parquet", ["number", "model", "move", "value"]):
            best[row["number"]][row["model"]][row["move"]] = row["value"]
        chosen = [models for models in best.values() if len(models["maxn"]) > 1]
        differs, losses, more = [], [], []
        for models in chosen:
            tops = [{move for move, value in values.items() if value == max(values.values())} for values in models.values()]
            differs.append(0.0 if tops[0] & tops[1] else 1.0)
            more.append(max(models["maxn"].values()) - max(models["paranoid"].values()))
            if not tops[0] & tops[1]:
                losses.append(max(models["maxn"].values()) - max(models["maxn"][move] for move in tops[0]))
        share, gain = share_interval(differs), mean_interval(more)
        lost = mean_interval(losses) if losses else None
        cost = f"{lost.value:.2f} ± {lost.reach:.2f}" if lost is not None else ""
        yield (
            f"| {kind.title} | {len(best):,} | {len(chosen):,} | {100 * share.value:.1f} ± {100 * share.reach:.1f} "
            f"| {cost} | {gain.value:.2f} ± {gain.reach:.2f} |"
        )
    yield ""


# -- the pass of 2-player Perfect ---------------------------------------------------------------------------------------------------------


def _dealt_values(folder: Path) -> dict[str, float]:
    """What deals of 2-player Perfect are worth to the leader where nobody passes, by id."""
    path = folder / "p2.parquet"
    return {row["id"]: row["value"] for row in rows_of(path, ["id", "value"])} if path.exists() else {}


def _equilibrium_tables(found: Sequence[dict[str, Any]], dealt: dict[str, float]) -> Iterator[str]:
    yield "| cards passed | value for the leader | dealer's best, % | someone has to mix, % | passes in a mix, mean | most |"
    yield "|---:|---:|---:|---:|---:|---:|"
    announced = Counter(each["count"] for each in found)
    for count in ("1", "2", "3"):
        solutions = [each["counts"][count] for each in found]
        value = mean_interval([solution["value"] for solution in solutions])
        sizes = [len(passes) for solution in solutions for passes in solution["passes"].values()]
        mixed = share_interval([float(max(each["loss"] for each in solution["single"]["pure"].values()) > 1e-6) for solution in solutions])
        best = 100 * announced[int(count)] / len(found)
        yield (
            f"| {count} | {value.value:+.2f} ± {value.reach:.2f} | {best:.1f} | {100 * mixed.value:.1f} ± {100 * mixed.reach:.1f} "
            f"| {np.mean(sizes):.1f} | {max(sizes)} |"
        )
    yield ""
    yield "| what loses, against who knows it | 1 card | 2 cards | 3 cards |"
    yield "|---|---:|---:|---:|"
    for name, title in (("pure", "the best fixed pass"), ("rules", "the rules' pass")):
        for role in ("leader", "dealer"):
            losses = [
                mean_interval([each["counts"][count]["single"][name][each[role]]["loss"] for each in found]) for count in ("1", "2", "3")
            ]
            yield f"| {title}, {role} | " + " | ".join(f"{loss.value:.2f} ± {loss.reach:.2f}" for loss in losses) + " |"
    yield ""
    yield from _sentences(found, dealt)


def _sentences(found: Sequence[dict[str, Any]], dealt: dict[str, float]) -> Iterator[str]:
    best = [min(solution["value"] for solution in each["counts"].values()) for each in found]
    value = mean_interval(best)
    yield f"- Value of the whole pass for the leader, the dealer announcing: {value.value:+.2f} ± {value.reach:.2f} ({len(found):,} deals)."
    pairs = [(dealt[each["id"]], own) for each, own in zip(found, best, strict=True) if each["id"] in dealt]
    if pairs:
        gains = mean_interval([own - before for before, own in pairs])
        moved = mean_interval([abs(own - before) for before, own in pairs])
        yield f"- Minus the value of the same deals without a pass: {gains.value:+.2f} ± {gains.reach:.2f}."
        yield f"- The pass moves the value of a deal by {moved.value:.2f} ± {moved.reach:.2f}, one way or the other."
    choice = mean_interval([max(s["value"] for s in each["counts"].values()) - own for each, own in zip(found, best, strict=True)])
    yield f"- The worst number of cards instead of the best costs the dealer {choice.value:.2f} ± {choice.reach:.2f}."
    gaps = max(gap for each in found for solution in each["counts"].values() for gap in solution["gap"])
    seconds, cells = np.array([each["seconds"] for each in found]), np.array([each["cells"] for each in found])
    left = sum(not each["exact"] for each in found)
    yield f"- Largest gap of a certificate: {f'{gaps:.0e}' if gaps else 'below 1e-12'}; deals not solved exactly: {left}."
    yield f"- Exact values needed for a deal: median {np.median(cells):,.0f}, at most {cells.max():,}, of 328,256."
    yield f"- Seconds on one thread of a busy machine: median {np.median(seconds):.1f}, at most {seconds.max():.1f}."


# -- pictures -----------------------------------------------------------------------------------------------------------------------------


def _axes() -> tuple[Any, Any]:
    import matplotlib

    matplotlib.use("agg")
    matplotlib.rcParams["svg.hashsalt"] = "diamonds"
    from matplotlib.figure import Figure

    figure = Figure(figsize=(7, 3.6), layout="constrained")
    axes = figure.add_subplot()
    axes.spines[["top", "right"]].set_visible(False)
    return figure, axes


def _draw_values(folder: Path, kinds: Sequence[Kind]) -> None:
    figure, axes = _axes()
    colours = ("#0423e4", "#8e160d", "#2e8268", "#111111", "#b36b00", "#7a2e8a")
    for kind, colour in zip(kinds, colours, strict=False):
        values = np.concatenate([group.values for group in summarise(folder / f"{kind.file}.parquet", where=(("leader", "P2"),))])
        edges = np.arange(-20.5, 21.5, 1.0)
        counts, _ = np.histogram(np.clip(values, -20, 20), edges)
        axes.plot(edges[:-1] + 0.5, 100 * counts / len(values), label=kind.title, color=colour, linewidth=1.5)
    axes.set_xlabel("value of the deal for the player who leads")
    axes.set_ylabel("% of deals")
    axes.legend(frameon=False, fontsize=8)
    figure.savefig(PICTURES / "deal-values.svg", metadata={"Date": None})


def _draw_equilibria(found: Sequence[dict[str, Any]]) -> None:
    figure, axes = _axes()
    sizes = {
        count: Counter(len(passes) for each in found for passes in each["counts"][count]["passes"].values()) for count in ("1", "2", "3")
    }
    most = max(max(counter) for counter in sizes.values())
    for index, (count, counter) in enumerate(sizes.items()):
        total = sum(counter.values())
        heights = [100 * counter[size] / total for size in range(1, most + 1)]
        label = f"{count} card{'s' * (count != '1')}"
        axes.bar(np.arange(1, most + 1) + 0.27 * (index - 1), heights, 0.25, label=label, color=("#9fb0ff", "#5468e8", "#0423e4")[index])
    axes.set_xlabel("passes that a player has to mix")
    axes.set_ylabel("% of players")
    axes.set_xticks(range(1, most + 1))
    axes.legend(frameon=False)
    figure.savefig(PICTURES / "pass-mixes.svg", metadata={"Date": None})


if __name__ == "__main__":
    main()
