"""Matches between the players in C, on duplicate deals: each side in turn plays A against a field of B with the same cards.

    python benchmarks/policy_match.py               the rule-based player against random moves and against a naive greedy one
    python benchmarks/policy_match.py --ismcts 500  tree search of so many simulations a decision against the rule-based player
    python benchmarks/policy_match.py --passing     passing by rules against passing as many random cards; all then play by rules
    python benchmarks/policy_match.py --speed       rounds and simulations a second

A number is A's margin in points per round (own side minus the mean of the others) with a 95 % interval over deals.
"""

from __future__ import annotations

import argparse
import time

import numpy as np
from numpy.typing import NDArray

from diamonds_solver.games.diamonds.core import _players, _solver, layout
from diamonds_solver.games.diamonds.core.passing import exchange, policy_counts, policy_passes
from diamonds_solver.games.diamonds.deal import deal
from diamonds_solver.games.diamonds.round.rules import Rules

GAMES = {
    "2": Rules(2),
    "3": Rules(3),
    "4": Rules(4),
    "4 teams": Rules(4, teams=True),
    "5": Rules(5),
    "6": Rules(6),
    "6 teams": Rules(6, teams=True),
}
ALL_CARDS = sum(1 << (16 * suit + rank) for suit in range(4) for rank in range(1, 16))

# Greedy: the trick's and the discard's action at once, nothing else.
GREEDY = np.array(
    [1.0 if name in ("action", "discard_diamond", "discard_heart", "discard_spade", "discard_club") else 0.0 for name in _players.FEATURES],
    np.float32,
)

Bytes = NDArray[np.uint8]
Move = tuple[int, int, int]
Weights = NDArray[np.float32] | None
"""A player by rules; None plays random moves."""


def outside(rules: Rules) -> int:
    """The cards that are not in the deck."""
    return ALL_CARDS & ~sum(1 << card for card in rules.deck)


def deals(rules: Rules, count: int, rng: np.random.Generator) -> NDArray[np.void]:
    return layout.pack([deal(rules, rng) for _ in range(count)])


def margins(points: NDArray[np.int16], sides: int) -> NDArray[np.float64]:
    """By deal and side: own points minus the mean of the other sides'."""
    totals = np.stack([points[:, side::sides].sum(axis=1) for side in range(sides)], axis=1).astype(float)
    others: NDArray[np.float64] = totals.sum(axis=1, keepdims=True) - totals
    return totals - others / (sides - 1)


def interval(results: NDArray[np.float64]) -> str:
    return f"{results.mean():+.2f} ±{1.96 * results.std(ddof=1) / len(results) ** 0.5:.2f}"


def policy_match(rules: Rules, a: Weights, b: Weights, count: int, seed: int, passing: bool = False) -> NDArray[np.float64]:
    """One number per deal. `passing`: all pass by rules."""
    sides = len(rules.sides)
    positions = deals(rules, count, np.random.default_rng(seed))
    if passing:
        positions = exchange(positions, rules, policy_passes(positions, rules, policy_counts(positions, rules, 0)))
    seen = np.full(count, outside(rules), np.uint64)
    results = np.zeros(count)
    for side in range(sides):
        seats = [a if rules.side_of(seat) == side else b for seat in range(rules.players)]
        points = _players.play_out(positions.view(np.uint8), seen, seed, 0, seats)
        results += margins(points, sides)[:, side]
    return results / sides


def passing_match(rules: Rules, count: int, seed: int) -> NDArray[np.float64]:
    """One number per deal; 1 to 3 cards are passed."""
    sides, deck, rng = len(rules.sides), sum(1 << card for card in rules.deck), np.random.default_rng(seed)
    starts = deals(rules, count, rng)
    seen, results = np.full(count, outside(rules), np.uint64), np.zeros(count)
    policy = _players.default_weights(starts.view(np.uint8))
    for side in range(sides):
        positions = starts.copy()
        for start, position in zip(starts, positions, strict=True):
            number = int(rng.integers(1, 4))
            for seat in range(rules.players):
                hand = int(start["hand"][seat])
                if rules.side_of(seat) == side:
                    passed = _players.policy_pass(hand, number, deck, rules.players, sides)
                else:
                    passed = sum(1 << int(card) for card in rng.choice([c for c in range(64) if hand >> c & 1], number, replace=False))
                position["hand"][seat] -= np.uint64(passed)
                position["hand"][rules.receiver(seat)] += np.uint64(passed)
        points = _players.play_out(positions.view(np.uint8), seen, seed, 0, [policy] * rules.players)
        results += margins(points, sides)[:, side] / sides
    return results


def sample_worlds(position: NDArray[np.void], seen: int, voids: list[int], count: int, rng: np.random.Generator) -> NDArray[np.void]:
    """Worlds, nearly equally likely: each unseen card goes to a hidden place with chance proportional to the room there, if the place may
    hold it; a world that gets stuck is dealt anew. The last place is the pile of cards that nobody was dealt."""
    seat, players = _to_move(position), int(position["players"])
    unseen = [card for card in range(64) if (ALL_CARDS & ~seen & ~int(position["hand"][seat])) >> card & 1]
    sizes = [0 if other == seat else int(position["hand"][other]).bit_count() for other in range(players)]
    sizes.append(len(unseen) - sum(sizes))
    allowed = np.array([[not voids[other] >> card & 1 for other in range(players)] + [True] for card in unseen], float).reshape(
        -1, players + 1
    )
    order = np.argsort(allowed.sum(axis=1), kind="stable")
    worlds = np.repeat(position[None], count)
    worlds["hand"][:, [other for other in range(players) if other != seat]] = 0
    missing = np.arange(count)
    while len(missing):
        hands, room = np.zeros((len(missing), players + 1), np.uint64), np.tile(np.array(sizes, float), (len(missing), 1))
        rows, stuck = np.arange(len(missing)), np.zeros(len(missing), bool)
        for index in order:
            limits = (room * allowed[index]).cumsum(axis=1)
            stuck |= limits[:, -1] == 0
            place = (limits <= rng.random((len(missing), 1)) * limits[:, -1:]).sum(axis=1).clip(max=players)
            room[rows, place] -= 1
            hands[rows, place] |= np.uint64(1 << unseen[index])
        whole = missing[~stuck]
        worlds["hand"][whole, :players] |= hands[~stuck][:, :players]
        missing = missing[stuck]
    return worlds


def _to_move(position: NDArray[np.void]) -> int:
    if position["robber"] != layout.NONE:
        return int(position["robber"])
    return int(position["leader"] + position["trick_count"]) % int(position["players"])


def search_move(position: Bytes, seen: int, voids: list[int], simulations: int, worlds: int, seed: int) -> Move:
    """The move of the best mean of a tree search over sampled worlds."""
    batch = sample_worlds(position.view(layout.POSITION)[0], seen, voids, worlds, np.random.default_rng(seed))
    search = _players.Ismcts(position, seed=seed)
    search.run(batch.view(np.uint8), seen, simulations)
    return max(search.moves(), key=lambda found: found[2])[0]


def play_round(rules: Rules, start: NDArray[np.void], side: int, simulations: int, worlds: int, seed: int) -> NDArray[np.int16]:
    """Points of one round in which `side` searches and all others play by rules."""
    position = np.frombuffer(start.tobytes(), np.uint8).copy()
    view = position.view(layout.POSITION)[0]
    seen, voids, step = outside(rules), [0] * rules.players, 0
    while moves := _solver.moves(position):
        step += 1
        searches = view["tricks_left"] and rules.side_of(_to_move(view)) == side and len(moves) > 1
        if searches:
            move = search_move(position, seen, voids, simulations, worlds, seed + step)
        else:
            move = _players.policy_move(position, seen, seed, step)
        if move[0] != layout.NONE:
            seen |= 1 << move[0]
            if view["trick_count"] and view["trick"][0] >> 4 != move[0] >> 4:
                voids[_to_move(view)] |= 0xFFFF << (int(view["trick"][0]) & 48)
        _solver.play(position, move)
    points: NDArray[np.int16] = (2 * view["vault"] + view["showroom"] - 2 * start["vault"] - start["showroom"]).astype(np.int16)
    return points[: rules.players]


def search_match(rules: Rules, simulations: int, count: int, seed: int) -> NDArray[np.float64]:
    sides = len(rules.sides)
    results = np.zeros(count)
    for i, start in enumerate(deals(rules, count, np.random.default_rng(seed))):
        for side in range(sides):
            points = play_round(rules, start, side, simulations, min(simulations, 50), seed + 1000 * i)
            results[i] += margins(points[None], sides)[0, side] / sides
    return results


def speed(rules: Rules) -> str:
    positions = deals(rules, 2000, np.random.default_rng(1))
    seen = np.full(len(positions), outside(rules), np.uint64)
    weights = _players.default_weights(positions.view(np.uint8))
    started = time.perf_counter()
    _players.play_out(positions.view(np.uint8), seen, 1, 0, [weights] * rules.players)
    middle = time.perf_counter()
    search = _players.Ismcts(positions[:1].view(np.uint8), seed=1)
    search.run(positions[:1].view(np.uint8), int(seen[0]), 4000)
    ended = time.perf_counter()
    cards = rules.hand_size * rules.players
    return (
        f"{len(positions) / (middle - started):9.0f} rounds/s {1e9 * (middle - started) / len(positions) / cards:5.0f} ns/card"
        f" {4000 / (ended - middle):9.0f} simulations/s"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", nargs="+", choices=GAMES, default=list(GAMES))
    parser.add_argument("--deals", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--ismcts", type=int, metavar="SIMULATIONS")
    parser.add_argument("--passing", action="store_true")
    parser.add_argument("--speed", action="store_true")
    args = parser.parse_args()
    for name in args.games:
        rules = GAMES[name]
        if args.speed:
            line = speed(rules)
        elif args.passing:
            line = interval(passing_match(rules, args.deals, args.seed))
        elif args.ismcts:
            line = interval(search_match(rules, args.ismcts, args.deals, args.seed))
        else:
            policy = _players.default_weights(deals(rules, 1, np.random.default_rng(1)).view(np.uint8))
            rivals: dict[str, Weights] = {"random": None, "greedy": GREEDY}
            lines = {rival: interval(policy_match(rules, policy, b, args.deals, args.seed)) for rival, b in rivals.items()}
            line = "  ".join(f"{rival} {result}" for rival, result in lines.items())
        print(f"{name:8s} {line}", flush=True)


if __name__ == "__main__":
    main()
