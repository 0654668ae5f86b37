"""Fits the nets by which playouts finish rounds (csrc/diamonds/players/net.h): plays games, fits, checks, writes the header.

python benchmarks/net_fit.py singles            some minutes; from nothing, the same seed gives the same decisions
python benchmarks/net_fit.py teams --write      puts the numbers into the header; then build again

Data: the engine `playout` plays all seats of rounds with the pass, with a random move in SLIPS of the decisions; what each card is worth
on the average of its worlds is what the net learns, less the mean of the decision. In the first iteration the worlds are played out by
rules, in the next ones by the net of the iteration before. Half of the rounds begin with crystals as later rounds have them.

The check: the net alone (its best card, no worlds) against the rule-based player, in duplicate matches on other deals.
"""

from __future__ import annotations

import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import click
import numpy as np
from common.headers import macro, write_macro
from common.kinds import markdown_table
from common.matches import GAMES, deals, interval, policy_match
from numpy.typing import NDArray

from diamonds_solver.games.diamonds.core import _players, layout
from diamonds_solver.games.diamonds.core.passing import deck_mask, exchange, policy_counts, policy_passes
from diamonds_solver.games.diamonds.round.rules import Rules
from diamonds_solver.players.match import decision_seed

Floats = NDArray[np.float32]

HEADER = Path(__file__).parents[1] / "csrc" / "diamonds" / "players" / "modelweights.h"
WORLDS, SLIPS = 40, 0.1
HIDDEN, INPUTS, CARD_INPUTS = 16, _players.NET_INPUTS, _players.MODEL_CARD_INPUTS
EPOCHS, BATCH, RATE = 30, 2048, 0.006
HELD = 20
"""One decision in this many is held back from the fit, to measure it on."""
MATCH_DEALS, MATCH_SEED = 4000, 71

ALL_GAMES = GAMES | {"perfect 3": Rules(3, perfect=True), "perfect 4": Rules(4, perfect=True), "perfect 4 teams": Rules(4, True, True)}


@dataclass(frozen=True)
class Fit:
    """A table of the header: the games that its rounds are from, in turn, how often the net of before plays them, the games it serves."""

    macro: str
    games: tuple[str, ...]
    iterations: int
    serves: tuple[str, ...]


FITS = {
    "singles": Fit("NET_SINGLES", ("4", "3", "4", "5", "4", "perfect 4"), 1, ("3", "4", "5", "6", "6 teams", "perfect 3", "perfect 4")),
    "teams": Fit("NET_TEAMS", ("4 teams", "4 teams", "4 teams", "perfect 4 teams"), 2, ("4 teams", "6 teams", "perfect 4 teams")),
    "two": Fit("", ("2",), 2, ("2",)),
    "three-teams": Fit("", ("6 teams",), 2, ("6 teams",)),
}

# -- decisions ----------------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Decisions:
    """The cards of decisions, row by row: what the net sees, what each is worth; and the first row of each decision."""

    inputs: Floats
    values: Floats
    first: NDArray[np.intp]

    def rows(self, chosen: NDArray[np.intp]) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
        """The rows of some decisions, and where among them each of these begins."""
        sizes = np.diff(np.append(self.first, len(self.values)))[chosen]
        begins = np.append(0, np.cumsum(sizes)[:-1])
        return np.arange(sizes.sum()) + np.repeat(self.first[chosen] - begins, sizes), begins


def played(names: Sequence[str], count: int, weights: Floats | None, seed: int) -> Decisions:
    """At least `count` decisions of rounds whose worlds are played out by `weights`; None: by rules."""
    inputs, values, first, total, number = list[Floats](), list[NDArray[np.float64]](), list[int](), 0, 0
    while len(first) < count:
        for rows, means in round_of(ALL_GAMES[names[number % len(names)]], weights, decision_seed(seed, number)):
            inputs.append(rows)
            values.append(means)
            first.append(total)
            total += len(means)
        number += 1
    return Decisions(np.concatenate(inputs), np.concatenate(values).astype(np.float32), np.array(first))


def round_of(rules: Rules, weights: Floats | None, seed: int) -> list[tuple[Floats, NDArray[np.float64]]]:
    """One round: for each choice between cards their inputs and their means."""
    rng, found = np.random.default_rng(seed), []
    table = started(rules, rng)
    for step in range(1000):
        moves = table.moves()
        if not len(moves):
            break
        cards = moves[:, 0]
        if cards[0] != layout.NONE:
            legal, inputs = _players.net_inputs(table.position, table.seen)
            distinct = [card for card, row in zip(legal, inputs, strict=True) if row[_players.MODEL_DISTINCT]]
            moves = moves[np.isin(cards, distinct)]
        chosen = 0
        if len(moves) > 1:
            own = decision_seed(seed, step)
            means = _players.playouts(table.worlds(own, 0, WORLDS), table.seen, moves, own, weights=weights)[0].mean(axis=1)
            if cards[0] != layout.NONE and len(distinct) > 1:
                best = np.array([means[moves[:, 0] == card].max() for card in distinct])
                found.append((inputs[[legal.index(card) for card in distinct]], best))
            chosen = int(rng.integers(len(moves)) if rng.random() < SLIPS else means.argmax())
        table.play(moves[chosen])
    return found


def started(rules: Rules, rng: np.random.Generator) -> _players.Round:
    """A round after the pass, which all do by rules."""
    start = deals(rules, 1, rng)
    if rng.random() < 0.5:
        start["showroom"][:, : rules.players] = rng.integers(0, 9, rules.players)
        start["vault"][:, : rules.players] = rng.integers(0, 12, rules.players)
    passed = policy_passes(start, rules, policy_counts(start, rules, 0))
    table = exchange(start, rules, passed).view(np.uint8)
    return _players.Round(table, deck_mask(rules), passed[0].tolist())


# -- the fit ------------------------------------------------------------------------------------------------------------------------------


class Net:
    """The numbers in the order of the struct in C: `bias`, `hidden` [INPUTS, HIDDEN], `direct` [CARD_INPUTS], `out` [HIDDEN]."""

    def __init__(self, rng: np.random.Generator) -> None:
        hidden, out = rng.normal(0, INPUTS**-0.5, (INPUTS, HIDDEN)), rng.normal(0, 0.3, HIDDEN)
        self.parts = [part.astype(np.float32) for part in (np.zeros(HIDDEN), hidden, np.zeros(CARD_INPUTS), out)]

    @property
    def numbers(self) -> Floats:
        return np.concatenate([part.ravel() for part in self.parts])

    def scores(self, inputs: Floats) -> Floats:
        bias, hidden, direct, out = self.parts
        scores: Floats = np.maximum(inputs @ hidden + bias, 0) @ out + inputs[:, :CARD_INPUTS] @ direct
        return scores

    def fit(self, data: Decisions, chosen: NDArray[np.intp], rng: np.random.Generator) -> None:
        """Least squares of the advantages: Adam, the rate falling to nothing."""
        steps, order = EPOCHS * (len(chosen) // BATCH), chosen
        means, squares = ([np.zeros_like(part) for part in self.parts] for _ in range(2))
        for step in range(steps):
            place = step % (len(chosen) // BATCH) * BATCH
            order = rng.permutation(chosen) if place == 0 else order  # of each epoch
            slopes = self._slopes(data, order[place : place + BATCH])
            rate = RATE * min(1, (step + 1) / 50) * (0.5 + 0.5 * np.cos(np.pi * (step + 1) / steps))
            for part, slope, mean, square in zip(self.parts, slopes, means, squares, strict=True):
                mean += 0.1 * (slope - mean)
                square += 0.001 * (slope**2 - square)
                scaled = mean / (1 - 0.9 ** (step + 1)) / (np.sqrt(square / (1 - 0.999 ** (step + 1))) + 1e-8)
                part -= (rate * scaled).astype(np.float32)

    def _slopes(self, data: Decisions, chosen: NDArray[np.intp]) -> list[Floats]:
        bias, hidden, direct, out = self.parts
        rows, begins = data.rows(chosen)
        x = data.inputs[rows]
        units = np.maximum(x @ hidden + bias, 0)
        error = advantages(units @ out + x[:, :CARD_INPUTS] @ direct - data.values[rows], begins) * np.float32(2 / len(chosen))
        inner = error[:, None] * out * (units > 0)
        return [inner.sum(axis=0), x.T @ inner, x[:, :CARD_INPUTS].T @ error, units.T @ error]


def advantages(values: Floats, begins: NDArray[np.intp]) -> Floats:
    """The values less the mean of each decision."""
    sizes = np.diff(np.append(begins, len(values)))
    less: Floats = values - np.repeat((np.add.reduceat(values, begins) / sizes).astype(np.float32), sizes)
    return less


def quality(net: Net, data: Decisions, chosen: NDArray[np.intp]) -> str:
    """On decisions that the fit did not see: the share of the variance that is explained, and what the net's cards lose, in points."""
    rows, begins = data.rows(chosen)
    scores, values = advantages(net.scores(data.inputs[rows]), begins), advantages(data.values[rows], begins)
    explained = 1 - ((values - scores) ** 2).sum() / (values**2).sum()
    ends = np.append(begins[1:], len(values))
    lost = np.mean([values[a:b].max() - values[a:b][scores[a:b].argmax()] for a, b in zip(begins, ends, strict=True)])
    return f"{len(chosen):,} decisions held back: R² {explained:.3f}, {lost:.3f} points lost a decision"


def fitted(fit: Fit, decisions: int, seed: int) -> Net:
    weights = None
    for iteration in range(fit.iterations):
        data = played(fit.games, decisions, weights, seed + iteration)
        rng, numbers = np.random.default_rng(seed + iteration), np.arange(len(data.first))
        net, held = Net(rng), numbers % HELD == 0
        net.fit(data, numbers[~held], rng)
        click.echo(f"iteration {iteration + 1}, {len(numbers):,} decisions, {quality(net, data, numbers[held])}")
        weights = net.numbers
    return net


# -- the check ----------------------------------------------------------------------------------------------------------------------------


def check(weights: Floats, names: Sequence[str], count: int) -> list[list[str]]:
    """What the net by itself wins in a field of the rule-based player, by game."""
    rows = []
    for name in names:
        rules = ALL_GAMES[name]
        rules_of_thumb = _players.default_weights(deals(rules, 1, np.random.default_rng(0)).view(np.uint8))
        rows.append([name, interval(policy_match(rules, weights, rules_of_thumb, count, MATCH_SEED, passing=True))])
    return rows


def commit() -> str:
    found = subprocess.run(["git", "rev-parse", "--short=10", "HEAD"], capture_output=True, text=True, check=False, cwd=HEADER.parent)
    return found.stdout.strip() or "unknown"


@click.command(help=__doc__)
@click.argument("name", type=click.Choice(list(FITS)))
@click.option("--decisions", type=click.IntRange(2 * BATCH), default=150_000, show_default=True, help="Of each iteration.")
@click.option("--deals", "match_deals", type=click.IntRange(2), default=MATCH_DEALS, show_default=True, help="Of each match of the check.")
@click.option("--seed", type=int, default=1, show_default=True)
@click.option("--write", "is_written", is_flag=True, help="Put the numbers into the header.")
def main(name: str, decisions: int, match_deals: int, seed: int, is_written: bool) -> None:
    fit = FITS[name]
    net = fitted(fit, decisions, seed)
    rows = check(net.numbers, fit.serves, match_deals)
    click.echo(markdown_table(["game", "the net alone in a field of rules, points a round"], rows))
    if is_written and fit.macro:
        made = f"{name}, seed {seed}, {fit.iterations} x {decisions:,} decisions, commit {commit()}."
        gains = "; ".join(f"{game} {gain}" for game, gain in rows)
        write_macro(HEADER, fit.macro, macro(fit.macro, net.parts), f"/* {made}\n * Alone in a field of rules: {gains} */")


if __name__ == "__main__":
    main()
