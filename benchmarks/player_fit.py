"""Fits the model of how players of known kinds play (csrc/diamonds/players/model.h) for the likelihood of their moves.

python benchmarks/player_fit.py games 2 --count 1500 --out two.ndjson     plays games between players of the pool, drawn by side
python benchmarks/player_fit.py fit two-players two.ndjson --write        fits one table of the header, and puts it there; then build again
python benchmarks/player_fit.py passes two.ndjson three.ndjson            the weights of passes that an engine chose (passing.c)
python benchmarks/player_fit.py nats held.ndjson                          what the model tells of the true deal, in games held back

Seeds fix the games, the fit and the worlds; the players of the pool count worlds and simulations, not seconds.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import combinations
from pathlib import Path

import click
import numpy as np
from common.headers import macro, write_macro
from common.kinds import markdown_table
from common.matches import GAMES, outside
from numpy.typing import NDArray
from scipy.optimize import minimize

from diamonds_solver.games.diamonds.advising.view import View
from diamonds_solver.games.diamonds.advising.worlds import POOL_KINDS, Worlds, observed_of
from diamonds_solver.games.diamonds.core import _players, layout
from diamonds_solver.games.diamonds.core.passing import card_mask, deck_mask
from diamonds_solver.games.diamonds.playing.match import Match
from diamonds_solver.games.diamonds.records.record import Record
from diamonds_solver.games.diamonds.round.position import Position
from diamonds_solver.games.records import dumps, loads

Floats = NDArray[np.float64]

POOL = ("greedy", "playout:worlds=40,rollouts=rules", "exact:worlds=20", "ismcts:sims=500")
"""The kinds, in the order of the model's outputs."""
assert tuple(name.partition(":")[0] for name in POOL) == POOL_KINDS
TABLES = {"two-players": "MODEL_TWO_PLAYERS", "singles": "MODEL_SINGLES", "teams": "MODEL_TEAMS"}
HEADER = Path(__file__).parents[1] / "csrc" / "diamonds" / "players" / "modelweights.h"
CARD_INPUTS, KINDS, HIDDEN = _players.MODEL_CARD_INPUTS, _players.MODEL_KINDS, 8
RIDGE = 3.0
SLIP = _players.BELIEFS_SLIP
STEPS = 300
HELD = 10
"""One game in this many is held back from a fit, to measure it on."""


# -- games --------------------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Game:
    """A round with the players by side."""

    players: tuple[str, ...]
    record: Record

    def kind(self, seat: int) -> int:
        """The index in POOL of who plays there."""
        return POOL_KINDS.index(self.players[self.record.rules.side_of(seat)].partition(":")[0])

    def passes_by_engine(self, seat: int) -> bool:
        return self.players[self.record.rules.side_of(seat)].endswith(",pass=engine")


def played(name: str, count: int, seed: int) -> Iterator[Game]:
    """Games between players of the pool, drawn by side; half of those that can pass by the engine."""
    rules = GAMES[name]
    match, rng = Match(rules, seed=seed), np.random.default_rng((seed, rules.players, rules.teams))
    for number in range(count):
        kinds, engine = rng.integers(len(POOL), size=match.sides), rng.integers(2, size=match.sides)
        players = [POOL[kind] + (",pass=engine" if by_engine and kind else "") for kind, by_engine in zip(kinds, engine, strict=True)]
        record = match.record(number, players)
        assert isinstance(record, Record)
        yield Game(tuple(players), record)


def read(paths: Iterable[Path]) -> Iterator[Game]:
    for path in paths:
        for line in path.read_text(encoding="utf-8").splitlines():
            item = json.loads(line)
            yield Game(tuple(item["players"]), loads(item["record"]))


# -- fitting ------------------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Decisions:
    """Cards chosen: the inputs of all legal cards, row by row, and for each decision its first row, its kind, its game, the card's row."""

    inputs: Floats
    first: NDArray[np.intp]
    chosen: NDArray[np.intp]
    kind: NDArray[np.intp]
    game: NDArray[np.intp]

    @property
    def sizes(self) -> NDArray[np.intp]:
        """How many cards were legal."""
        return np.diff(np.append(self.first, len(self.inputs)))

    def part(self, of: NDArray[np.bool_]) -> Decisions:
        """Some of the decisions."""
        sizes = self.sizes
        first = np.append(0, np.cumsum(sizes[of])[:-1])
        return Decisions(self.inputs[np.repeat(of, sizes)], first, first + (self.chosen - self.first)[of], self.kind[of], self.game[of])


def decisions(games: Iterable[Game]) -> Decisions:
    """Every card that was not forced."""
    rows: list[NDArray[np.float32]] = []
    first, chosen, kinds, numbers, total = list[int](), list[int](), list[int](), list[int](), 0
    for number, game in enumerate(games):
        record = game.record
        position, seen = Position(record.start_table(), tuple(hand.known for hand in record.hands)), outside(record.rules)
        for move in record.play:
            if move.card is not None:
                cards, inputs = _players.model_inputs(layout.pack([position]).view(np.uint8), seen)
                if len(cards) > 1:
                    rows.append(inputs)
                    first.append(total)
                    chosen.append(total + cards.index(move.card))
                    kinds.append(game.kind(position.to_move))
                    numbers.append(number)
                    total += len(cards)
                seen |= 1 << move.card
            position = position.play(move)
    return Decisions(np.concatenate(rows).astype(float), *(np.array(column, np.intp) for column in (first, chosen, kinds, numbers)))


def passes(games: Iterable[Game]) -> dict[str, list[tuple[Floats, int]]]:
    """By receiver: the features of every set of cards that could be passed, and which set an engine chose."""
    rows: dict[str, list[tuple[Floats, int]]] = {"only opponent": [], "opponent": [], "partner": []}
    for game in games:
        record, rules = game.record, game.record.rules
        receiver = "partner" if rules.teams else "only opponent" if rules.players == 2 else "opponent"
        for seat in range(rules.players):
            gave, got = record.gave[seat], record.got[seat]
            if not game.passes_by_engine(seat) or gave is None or got is None:
                continue
            held = sorted((record.hands[seat].known - got) | gave)
            features = _players.pass_features(card_mask(tuple(held)), deck_mask(rules), rules.players, len(rules.sides)).astype(float)
            sets = list(combinations(range(len(held)), len(gave)))
            chosen = sets.index(tuple(index for index, card in enumerate(held) if card in gave))
            rows[receiver].append((features[np.array(sets)].sum(axis=1), chosen))
    return rows


class Network:
    """The model of one table, its weights in one vector: `hidden` [inputs, HIDDEN], `bias`, `kind` [HIDDEN, KINDS], `direct` [CARD_INPUTS,
    KINDS]. Inputs are less their mean and in units of their spread."""

    def __init__(self, data: Decisions, rng: np.random.Generator) -> None:
        self._mean, self._spread = data.inputs.mean(axis=0), data.inputs.std(axis=0)
        self._spread[self._spread < 1e-6] = np.inf  # an input that says nothing gets no weight
        self._shapes = ((data.inputs.shape[1], HIDDEN), (HIDDEN,), (HIDDEN, KINDS), (CARD_INPUTS, KINDS))
        scales = (0.2, 0.1, 0.2, 0.0)
        self.weights = np.concatenate([rng.normal(0, scale, np.prod(shape)) for scale, shape in zip(scales, self._shapes, strict=True)])

    def _parts(self, weights: Floats) -> list[Floats]:
        ends = np.cumsum([np.prod(shape) for shape in self._shapes])[:-1]
        return [part.reshape(shape) for part, shape in zip(np.split(weights, ends), self._shapes, strict=True)]

    def fit(self, data: Decisions) -> None:
        """Weights of the highest likelihood, less RIDGE / 2 times their squares."""
        x = ((data.inputs - self._mean) / self._spread).astype(np.float32)
        sizes = data.sizes
        rows, kinds = np.arange(len(x)), np.repeat(data.kind, sizes)

        def loss(weights: Floats) -> tuple[float, Floats]:
            hidden, bias, kind, direct = (part.astype(np.float32) for part in self._parts(weights))
            before = x @ hidden + bias
            units = np.maximum(before, 0)
            scores = (units @ kind + x[:, :CARD_INPUTS] @ direct)[rows, kinds].astype(float)
            logs, chances = log_softmax(scores, data)
            chances[data.chosen] -= 1
            slope = np.zeros((len(x), KINDS), np.float32)
            slope[rows, kinds] = chances
            inner = (slope @ kind.T) * (before > 0)
            slopes = (x.T @ inner, inner.sum(axis=0), units.T @ slope, x[:, :CARD_INPUTS].T @ slope)
            gradient = np.concatenate([part.ravel() for part in slopes]).astype(float)
            return float(RIDGE / 2 * weights @ weights - logs.sum()), gradient + RIDGE * weights

        self.weights = minimize(loss, self.weights, jac=True, method="L-BFGS-B", options={"maxiter": STEPS}).x

    def logs(self, data: Decisions) -> Floats:
        """float64[decisions]: the logarithm of the chance of the card that was played, with slips."""
        hidden, bias, kind, direct = self._parts(self.weights)
        x = (data.inputs - self._mean) / self._spread
        scores = np.maximum(x @ hidden + bias, 0) @ kind + x[:, :CARD_INPUTS] @ direct
        logs = log_softmax(scores[np.arange(len(x)), np.repeat(data.kind, data.sizes)], data)[0]
        return np.asarray(np.log((1 - SLIP) * np.exp(logs) + SLIP / data.sizes), np.float64)

    def text(self, name: str) -> str:
        """The table as a macro of the header, for inputs as they come."""
        hidden, bias, kind, direct = self._parts(self.weights)
        hidden = hidden / self._spread[:, None]
        bias = bias - self._mean @ hidden
        direct = direct / self._spread[:CARD_INPUTS, None]
        return macro(name, (bias, hidden, direct, kind))


def log_softmax(scores: Floats, data: Decisions) -> tuple[Floats, Floats]:
    """By decision the logarithm of the chance of the card that was played, by row the chance of each card."""
    best = np.maximum.reduceat(scores, data.first)
    powers = np.exp(scores - np.repeat(best, data.sizes))
    sums = np.add.reduceat(powers, data.first)
    return scores[data.chosen] - best - np.log(sums), powers / np.repeat(sums, data.sizes)


# -- what the model tells -----------------------------------------------------------------------------------------------------------------


def nats(games: Iterable[Game], worlds: int, seed: int) -> dict[tuple[str, int], list[float]]:
    """By kind of the others and cards left, for every decision where somebody has a choice: the logarithm of how many times as likely the
    true deal is as a deal that fits."""
    gains: dict[tuple[str, int], list[float]] = {}
    for number, game in enumerate(games):
        record = game.record
        position = Position(record.start_table(), tuple(hand.known for hand in record.hands))
        for index, move in enumerate(record.play):
            seat, left = position.to_move, len(position.hands[position.to_move])
            side_of = record.rules.side_of
            others = {game.kind(other) for other in range(record.rules.players) if side_of(other) != side_of(seat)}
            if move.card is not None and left > 1 and len(position.moves()) > 1:
                view = View.of(replace(record, play=record.play[:index]), seat, position.table)
                sampled = Worlds(view).sample(seed + 1000 * number + index, 0, worlds)
                logs = observed_of(view).logs(np.concatenate([layout.pack([position]), sampled]).view(np.uint8))
                gain = float(logs[0] - np.log(np.exp(logs[1:] - logs[1:].max()).mean()) - logs[1:].max())
                gains.setdefault((POOL[others.pop()] if len(others) == 1 else "mixed", left), []).append(gain)
            position = position.play(move)
    return gains


def nats_table(gains: dict[tuple[str, int], list[float]]) -> str:
    """Means with half of their 95 % intervals, kinds in columns."""
    kinds = [kind for kind in (*POOL, "mixed") if any(key[0] == kind for key in gains)]
    left, rows = sorted({key[1] for key in gains}, reverse=True), []
    for cards in [*left, 0]:
        row = [str(cards) if cards else "all"]
        for kind in kinds:
            values = np.array([gain for key, part in gains.items() if key[0] == kind and cards in (0, key[1]) for gain in part])
            row.append(f"{values.mean():+.2f} ±{1.96 * values.std() / max(1, len(values)) ** 0.5:.2f}" if len(values) else "")
        rows.append(row)
    return markdown_table(["cards left", *kinds], rows)


# -- commands -----------------------------------------------------------------------------------------------------------------------------


@click.group(help=__doc__)
def main() -> None:
    pass


@main.command("games", help="Plays games and writes them, a line of JSON each.")
@click.argument("name", type=click.Choice(list(GAMES)))
@click.option("--count", type=click.IntRange(1), default=1500, show_default=True)
@click.option("--seed", type=int, default=3131, show_default=True)
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), required=True)
def play_games(name: str, count: int, seed: int, out: Path) -> None:
    with out.open("w", encoding="utf-8") as stream:
        for game in played(name, count, seed):
            stream.write(json.dumps({"players": game.players, "record": dumps(game.record)}) + "\n")


@main.command("fit", help="Fits a table to games, and tells the nats a decision in games that the fit did not see.")
@click.argument("table", type=click.Choice(list(TABLES)))
@click.argument("paths", nargs=-1, required=True, type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--seed", type=int, default=1, show_default=True)
@click.option("--write", "is_written", is_flag=True, help="Put the weights into the header.")
def fit_table(table: str, paths: tuple[Path, ...], seed: int, is_written: bool) -> None:
    data = decisions(read(paths))
    held = data.game % HELD == 0
    network, test = Network(data, np.random.default_rng(seed)), data.part(held)
    network.fit(data.part(~held))
    logs, uniform = network.logs(test), np.log(test.sizes)
    rows = [
        [kind, f"{(test.kind == index).sum():,}", f"{uniform[test.kind == index].mean():.3f}", f"{-logs[test.kind == index].mean():.3f}"]
        for index, kind in enumerate(POOL)
    ]
    click.echo(f"{len(data.first):,} decisions; nats a decision, one game of {HELD} held back\n")
    click.echo(markdown_table(["", "decisions", "any card", "model"], rows))
    if is_written:
        write_macro(HEADER, TABLES[table], network.text(TABLES[table]))


@main.command("passes", help="Fits the weights of passes by an engine, for each receiver.")
@click.argument("paths", nargs=-1, required=True, type=click.Path(exists=True, dir_okay=False, path_type=Path))
def fit_passes(paths: tuple[Path, ...]) -> None:
    for receiver, rows in passes(read(paths)).items():
        if not rows:
            continue
        sizes = np.array([len(sets) for sets, _ in rows])
        first = np.append(0, np.cumsum(sizes)[:-1])
        sets, none = np.concatenate([sets for sets, _ in rows]), np.zeros(len(rows), np.intp)
        data = Decisions(sets, first, first + np.array([chosen for _, chosen in rows]), none, none)

        def loss(weights: Floats, data: Decisions = data) -> tuple[float, Floats]:
            logs, chances = log_softmax(data.inputs @ weights, data)
            chances[data.chosen] -= 1
            return float(weights @ weights / 2 - logs.sum()), data.inputs.T @ chances + weights

        best = minimize(loss, np.zeros(sets.shape[1]), jac=True, method="L-BFGS-B")
        click.echo(f"{receiver}: {len(rows):,} passes, {best.fun / len(rows):.2f} nats a pass, any {np.log(sizes).mean():.2f}")
        click.echo("  " + ", ".join(f"{weight:.2f}f" for weight in best.x))


@main.command("nats", help="What the model tells of the true deal in games that it was not fitted to.")
@click.argument("paths", nargs=-1, required=True, type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--worlds", type=click.IntRange(2), default=60, show_default=True)
@click.option("--seed", type=int, default=1, show_default=True)
def tell_nats(paths: tuple[Path, ...], worlds: int, seed: int) -> None:
    click.echo(nats_table(nats(read(paths), worlds, seed)))


if __name__ == "__main__":
    main()
