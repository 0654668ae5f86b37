"""This solver beside others, in one run, deal by deal in turn; prints markdown.

Bridge: DDS through endplay on the same cards, no trump, best value. DDS counts tricks; Diamonds counts crystals that move with every
discard, so its score is the harder one and the ratio is no ranking of programs. Small positions: the alpha-beta searches of easyAI and
OpenSpiel, which are general and written in Python, on top of this package's plain Python rules. Needs the extra [peers]; a peer that is
missing is named.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec

import click
import numpy as np
from common.kinds import KINDS, machine, markdown_table, random_deal, seconds_text
from common.peer_bridge import Dds, bridge_hands
from common.peer_games import easyai_value, openspiel_value
from common.samples import Sample, Statistic, summary

from diamonds_solver.cli.limits import Duration
from diamonds_solver.games.diamonds.deal import late_position
from diamonds_solver.games.diamonds.round.position import Position
from diamonds_solver.games.diamonds.solving.solve import Solver

SMALL = (("standard2", 6), ("teams4", 4))
PACKAGES = {"endplay": "endplay", "easyAI": "easyAI", "pyspiel": "open_spiel"}


@dataclass
class Race:
    """The times of this solver and of a peer on the same deals."""

    own: list[Sample] = field(default_factory=list)
    peer: list[Sample] = field(default_factory=list)

    def ratio(self) -> str:
        """The ratio of the medians, own over peer."""
        ratio = summary(self.own)[0].over(summary(self.peer)[0])
        return "?" if ratio is None else ratio.text(lambda number: f"{number:,.3g}" if number < 1000 else f"{number:,.0f}")


def installed(module: str) -> bool:
    """Whether a peer is there; says so where it is not."""
    if find_spec(module) is not None:
        return True
    click.echo(f"{PACKAGES[module]}: not measured, it is not installed: pip install '.[peers]'\n")
    return False


def package_version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:  # a build of its own, not from the registry
        return "of unknown version"


def texts(samples: list[Sample]) -> list[str]:
    """Median, 90th percentile and maximum."""
    return [statistic.text(seconds_text) for statistic in summary(samples)]


# -- bridge -------------------------------------------------------------------------------------------------------------------------------


def race_bridge(kind: str, deals: int, seed: int, time_limit: float) -> tuple[Race, int]:
    """Random whole deals for both; and how many had to be left out as they are no bridge deals."""
    race, left_out, number = Race(), 0, 0
    solver, dds = Solver(), Dds()
    while len(race.own) < deals:
        number += 1
        position = random_deal(KINDS[kind], seed, number)
        hands = bridge_hands(position)
        if hands is None:
            left_out += 1
            continue
        solver.clear()
        solution = solver.solve(position, all_moves=False, time_limit=time_limit)
        race.own.append(Sample(solution.seconds, not solution.exact))
        race.peer.append(Sample(dds.solve(hands, position.to_move)[1]))
        click.echo(f"{kind} {len(race.own)}/{deals}", err=True)
    return race, left_out


def print_bridge(deals: dict[str, int], seed: int, time_limit: float) -> None:
    rows, remarks = [], []
    for kind, count in deals.items():
        if count == 0:
            continue
        race, left_out = race_bridge(kind, count, seed, time_limit)
        cut_off = sum(sample.cut_off for sample in race.own)
        cards = 4 * KINDS[kind].hand_size
        rows.append((f"{cards} cards ({kind})", str(count), str(cut_off), *texts(race.own), *texts(race.peer), race.ratio()))
        if left_out:
            remarks.append(f"Random deals of {kind} left out, as more than 13 cards of a suit are no bridge deal: {left_out}.")
    click.echo(f"### DDS (endplay {package_version('endplay')}), no trump, best value\n")
    header = ("deals", "number", "beyond limit", "median", "p90", "max", "DDS median", "p90", "max", "ratio of medians")
    click.echo(markdown_table(header, rows))
    click.echo(
        f"\nThe same cards, one thread, cleared tables; seed {seed}, limit {seconds_text(time_limit)} for each deal. The score of DDS is"
        "\nsimpler: tricks, which are whole and belong to one side for good. In Diamonds every discard moves crystals, awards and empty"
        "\nshowrooms count, and a choice of victims adds moves."
    )
    for remark in remarks:
        click.echo(remark)
    click.echo()


# -- small positions ----------------------------------------------------------------------------------------------------------------------


def race_small(positions: list[Position], peer: Callable[[Position], float]) -> Race:
    """Both on the same positions. Raises ClickException when the values differ."""
    race, solver = Race(), Solver()
    for position in positions:
        solver.clear()
        solution = solver.solve(position, all_moves=False)
        started = time.perf_counter()
        value = peer(position)
        race.peer.append(Sample(time.perf_counter() - started))
        race.own.append(Sample(solution.seconds))
        if value != solution.value:
            raise click.ClickException(f"the values differ: {solution.value} and {value}")
    return race


def small_peers() -> dict[str, Callable[[Position], float]]:
    """The general searches that are installed."""
    peers: dict[str, Callable[[Position], float]] = {}
    if installed("easyAI"):
        name = f"easyAI {package_version('easyAI')}, negamax"
        peers[name] = lambda position: easyai_value(position, with_table=False)
        peers[f"{name} with its table"] = lambda position: easyai_value(position, with_table=True)
    if installed("pyspiel"):
        peers[f"OpenSpiel {package_version('open_spiel')}, Python alpha-beta"] = openspiel_value
    return peers


def print_small(count: int, seed: int) -> None:
    rows = []
    peers = small_peers()
    if not peers:
        return
    for name, peer in peers.items():
        for kind, cards in SMALL:
            positions = [late_position(KINDS[kind], cards, np.random.default_rng([seed, number])) for number in range(1, count + 1)]
            race = race_small(positions, peer)
            inverse = summary(race.peer)[0].over(summary(race.own)[0])
            assert isinstance(inverse, Statistic)
            rows.append((name, f"{kind}, {cards} cards", str(count), texts(race.own)[0], *texts(race.peer), f"{inverse.number:,.0f}"))
            click.echo(f"{name}, {kind}: done", err=True)
    click.echo("### General alpha-beta searches, small positions\n")
    header = ("search", "positions", "number", "median here", "median there", "p90", "max", "times slower")
    click.echo(markdown_table(header, rows))
    click.echo(
        "\nAll values agree. Both search plain Python rules, so a good part of their time is the rules'. Both are for two players who, in"
        "\neasyAI, must alternate: there the side that does not decide passes. So only games with two sides are raced."
    )


@click.command(help=__doc__)
@click.option("--deals", type=click.IntRange(min=0), default=20, show_default=True, help="Team deals of 40 cards, against DDS; 0 for none.")
@click.option(
    "--perfect-deals",
    type=click.IntRange(min=0),
    default=5,
    show_default=True,
    help="Perfect team deals of 52 cards, against DDS; 0 for none.",
)
@click.option(
    "--small",
    type=click.IntRange(min=0),
    default=5,
    show_default=True,
    help="Small positions of each kind, against easyAI and OpenSpiel; 0 for none.",
)
@click.option("--seed", type=click.IntRange(min=0), default=1, show_default=True)
@click.option("--time-limit", type=Duration(), default="60s", show_default=True, help="Limit of this solver for each deal.")
def main(deals: int, perfect_deals: int, small: int, seed: int, time_limit: float) -> None:
    click.echo(f"{machine()}.\n")
    if deals + perfect_deals > 0 and installed("endplay"):
        print_bridge({"teams4": deals, "perfect-teams4": perfect_deals}, seed, time_limit)
    if small > 0:
        print_small(small, seed)


if __name__ == "__main__":
    main()
