"""Whether `diamonds practice --habits` names habits that are there, and none that are not.

Games of four players by rules, by net and by playouts are judged once, with what each of them would play at every decision. What such
players lean to is fitted to every other game. From the rest come records: a player of each game whose moves are drawn anew, without a
habit or with one that is planted. What is named is then looked for in fresh games that the same player decides. Everything follows from the
seed; work is counted, not timed.

    python benchmarks/habits.py --out judged.ndjson              # judges the games (4 s each), then the tables
    python benchmarks/habits.py --out judged.ndjson --fresh 40   # whether what is named costs in fresh games, too
    python benchmarks/habits.py --out judged.ndjson --write      # fits all games and writes what others lean to
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import click
import numpy as np
from common.kinds import machine, markdown_table
from scipy import optimize

from diamonds_solver.analysis.analyse import POINTS, review_seed
from diamonds_solver.analysis.habits import Beside, Choices, Habit, Others, at_level, followed, habits
from diamonds_solver.analysis.known import judge
from diamonds_solver.common.files import write_whole
from diamonds_solver.game import EngineRequest
from diamonds_solver.games import find_game
from diamonds_solver.games.diamonds.advising.leanings import LEANINGS, RULES, leanings
from diamonds_solver.games.diamonds.advising.view import View, view_of
from diamonds_solver.games.diamonds.playing.match import Match
from diamonds_solver.games.diamonds.playing.players import PLAYERS, Clairvoyant
from diamonds_solver.games.diamonds.round.public import Move
from diamonds_solver.games.diamonds.round.rules import SUIT_LETTERS, rank_of, suit_of
from diamonds_solver.games.records import loads
from diamonds_solver.stats.estimates import t_quantile

TABLE = Path(__file__).parents[1] / "src/diamonds_solver/games/diamonds/data/habits.json"
KINDS = ("normal", "net", "playout:worlds=4,rollouts=net")
"""The players whose leanings are taken for those of others, in equal parts."""
SEATS = (0, 1, 2, 0)
"""Who sits in each game, turned from game to game."""
SEED, WORLDS = 77, 60
JUDGE = "playout:rollouts=net"
SIZES = (20, 50)
"""Games of a record."""
FALSE, RIGHT = 0.05, (0.70, 0.90)
"""The aims, as shares of records: in how many a habit may be named where there is none, in how many the planted one has to be, by size."""
COST = 0.01
"""What a planted habit costs a decision, in points."""
CHANGE, LONG = 30, 60
"""Games after which a habit is lost, and games of such a record."""
SLIPS, STRONG = 0.15, 8.0
_PULL = 0.7  # spread of the weights around 0
_SHRUNK = 60  # decisions that count as costing nothing more


# -- judged games -------------------------------------------------------------------------------------------------------------------------


@dataclass(eq=False)
class Case:
    """A decision about a card, with a choice."""

    seat: int
    trick: int
    place: int
    """Of the card in the trick, from 0."""
    led: int | None
    moves: list[Move]
    losses: list[float]
    played: list[int]
    """What each kind of player would play, by its place among the moves."""
    leanings: Any

    @property
    def kind(self) -> str:
        return "lead" if self.led is None else "follow" if suit_of(self.moves[0].card or 0) == self.led else "discard"


def judged_game(number: int) -> dict[str, Any]:
    """A game as it stands in the file: its text, and by decision the number, the moves with their losses, and what each kind plays."""
    game, players = find_game("diamonds"), [PLAYERS.parse(name) for name in KINDS]
    seats = [KINDS[SEATS[(number + seat) % len(SEATS)]] for seat in range(len(SEATS))]
    record = Match(RULES, SEED, whole=True).record(number, seats, f"game-{number}")
    ask, rows = EngineRequest(JUDGE, "margin", review_seed(record), WORLDS, None, is_review=True), []
    for index, decision in enumerate(game.records.decisions(record)):
        if decision.forced or decision.decision != "card":
            continue
        answer = judge(game, decision, ask, POINTS, lambda: False)
        assert answer is not None
        view = view_of(decision.record, decision.seat)
        plays = [str(_move(player, view, 1000 * number + index)) for player in players]
        rows.append([index, [[str(move.move), round(move.loss, 4)] for move in answer.known.advice.moves], plays])
    return {"game": number, "text": game.records.write(record, "line").rstrip(), "decisions": rows}


def _move(player: Any, view: View, seed: int) -> object:
    assert not isinstance(player, Clairvoyant)
    return player.choose(view, seed)


def cases_of(game: Mapping[str, Any]) -> list[Case]:
    """The decisions of a game of the file."""
    decisions, cases = list(find_game("diamonds").records.decisions(loads(game["text"], "judged"))), []
    for index, moves, plays in game["decisions"]:
        decision, names = decisions[index], [name for name, _ in moves]
        flags, cards = leanings(decision, names), decision.record.table().cards
        if flags is None or not set(plays) <= set(names):
            continue
        led = suit_of(cards[0]) if cards else None
        losses, played = [loss for _, loss in moves], [names.index(move) for move in plays]
        cases.append(Case(decision.seat, decision.trick or 0, len(cards), led, [*map(Move.parse, names)], losses, played, flags))
    return cases


def judged_games(number: int, out: Path | None) -> list[list[Case]]:
    """By game; those that are in the file already are not judged again."""
    kept = out.read_text(encoding="utf-8").splitlines() if out is not None and out.exists() else []
    lines = kept[:number]
    with click.progressbar(range(len(lines), number), file=sys.stderr, label="judging") as bar:
        for index in bar:
            lines.append(json.dumps(judged_game(index), separators=(",", ":")))
            if out is not None:
                write_whole(out, ["\n".join([*lines, *kept[number:], ""]).encode()])
    return [cases_of(json.loads(line)) for line in lines]


# -- what others lean to ------------------------------------------------------------------------------------------------------------------


def fitted(games: Sequence[Sequence[Case]]) -> Others:
    """What the kinds of players lean to."""
    rows = [(0, place, case.losses, case.leanings) for cases in games for case in cases for place in case.played]
    choices = Choices.of(rows)
    traits = np.concatenate([-np.minimum(choices.losses, 3.0)[:, None], choices.leanings], axis=1)

    def worth(weights: Any) -> tuple[float, Any]:
        utility = traits @ weights
        most = np.maximum.reduceat(utility, choices.starts)
        powers = np.exp(utility - np.repeat(most, choices.sizes))
        sums = choices.sums(powers)
        pulled = np.concatenate([[0.0], weights[1:]]) / _PULL**2
        slope = traits[choices.played].sum(axis=0) - (powers / np.repeat(sums, choices.sizes)) @ traits - pulled
        return float(weights @ pulled / 2 - (utility[choices.played] - most - np.log(sums)).sum()), -slope

    start = np.zeros(traits.shape[1])
    weights = optimize.minimize(worth, start, jac=True, method="L-BFGS-B", options={"maxiter": 300}).x
    both = np.zeros((2, len(LEANINGS)))
    others = Others(float(weights[0]), weights[1:], both, both, both)
    beside = Beside(choices, others, others.chances(choices))
    number = beside.counts.sum(axis=0) + _SHRUNK
    costs = [np.where(beside.counts, beside.costs(is_more), 0.0) for is_more in (False, True)]
    excess = np.array([each.sum(axis=0) / number for each in costs])
    errors = np.array(
        [np.sqrt(len(KINDS) * (each**2).sum(axis=0)) / number for each in costs]
    )  # three moves a decision are no three decisions
    sides = (-beside.usual, beside.counts - beside.usual)  # never, always
    extremes = np.array([(side * beside.more).sum(axis=0) / number for side in sides]) - excess
    return Others(others.loss, others.weights, excess, errors, extremes)


def write_table(others: Others, games: Sequence[Sequence[Case]]) -> None:
    """The file that the program reads."""
    about = {
        "games": len(games),
        "decisions": sum(map(len, games)),
        "players": list(KINDS),
        "method": f"seed {SEED}, judged by {JUDGE} with {WORLDS} worlds",
        "numbers": "weight; excess, error of the excess, cost of never and of always, each for not having it and for having it",
    }
    numbers = np.concatenate([[others.weights], others.excess, others.errors, others.costs]).T.round(4).tolist()
    rows = ",\n".join(f"{json.dumps(each.name)}: {json.dumps(row)}" for each, row in zip(LEANINGS, numbers, strict=True))
    text = f'{{\n"about": {json.dumps(about)},\n"loss": {others.loss:.4f},\n"leanings": {{\n{rows}\n}}\n}}\n'
    write_whole(TABLE, [text.encode()])


# -- players that are simulated -----------------------------------------------------------------------------------------------------------

Rule = Callable[[Case, int, Any], int | None]
"""The place of the move that a habit makes, in place of the one at a place; None where the habit says nothing."""


def _of_suits(case: Case, suits: str) -> list[int]:
    """The places of the moves in these suits, low ranks first; of robberies with one card the dearest first."""
    found = [place for place, move in enumerate(case.moves) if SUIT_LETTERS[suit_of(move.card or 0)] in suits]
    return sorted(found, key=lambda place: (rank_of(case.moves[place].card or 0), -case.losses[place]))


def plays(kind: str, suits: str, end: int, tricks: range, last: bool | None, case: Case, place: int, rng: Any) -> int | None:
    """Plays the lowest (0) or the highest (-1) of these suits."""
    fits = case.kind == kind and case.trick in tricks and (last is None or last == (case.place == 3))
    fitting = _of_suits(case, suits) if fits else []
    return fitting[end] if fitting else None


def avoids(kind: str, suit: str, tricks: range, case: Case, place: int, rng: Any) -> int | None:
    """Plays anything else than this suit."""
    if case.kind != kind or case.trick not in tricks or SUIT_LETTERS[suit_of(case.moves[place].card or 0)] != suit:
        return None
    rest = _of_suits(case, SUIT_LETTERS.replace(suit, ""))
    return rest[int(rng.integers(len(rest)))] if rest else None


_ALL, _EARLY, _MIDDLE = range(1, 11), range(1, 8), range(4, 8)
HABITS: dict[str, Rule] = {
    "leads the highest spade in tricks 1 to 7": partial(plays, "lead", "S", -1, _EARLY, None),
    "leads the highest club in tricks 1 to 7": partial(plays, "lead", "C", -1, _EARLY, None),
    "leads the highest heart": partial(plays, "lead", "H", -1, _ALL, None),
    "never discards a club": partial(avoids, "discard", "C", _ALL),
    "never discards a diamond in tricks 4 to 7": partial(avoids, "discard", "D", _MIDDLE),
    "discards the lowest heart in tricks 1 to 7": partial(plays, "discard", "H", 0, _EARLY, None),
    "follows last with the highest diamond or club": partial(plays, "follow", "DC", -1, _ALL, True),
    "follows last with the highest heart or spade": partial(plays, "follow", "HS", -1, _ALL, True),
    "follows earlier with the highest spade": partial(plays, "follow", "S", -1, _ALL, False),
    "follows earlier with the lowest club": partial(plays, "follow", "C", 0, _ALL, False),
}


@dataclass(frozen=True)
class Player:
    """Who plays as any of KINDS at each decision, or as described."""

    kind: int | None = None
    """Always as this one."""
    slips: float = 0.0
    strong: float | None = None
    """Weighs what a move loses so."""
    rule: Rule | None = None
    share: float = 1.0
    """How often it keeps to the rule."""

    def choose(self, case: Case, rng: Any) -> tuple[int, bool]:
        """The place of a move, and whether it is the habit's."""
        if self.strong is not None:
            weights = np.exp(-self.strong * np.array(case.losses))
            place = int(rng.choice(len(weights), p=weights / weights.sum()))
        else:
            place = case.played[rng.integers(len(KINDS)) if self.kind is None else self.kind]
        if rng.random() < self.slips:
            place = int(rng.integers(len(case.moves)))
        if self.rule is not None and rng.random() < self.share:
            other = self.rule(case, place, rng)
            if other is not None:
                return other, True
        return place, False

    def record(self, seats: Sequence[Sequence[Case]], games: int, rng: Any, later: Player | None = None) -> tuple[Choices, Any]:
        """The decisions of `games` games, and in which of them the habit chose the move. `later`: who plays from game CHANGE on."""
        drawn = rng.permutation(len(seats))[:games] if games <= len(seats) else rng.integers(len(seats), size=games)
        rows, planted = [], []
        for number, index in enumerate(drawn):
            player = later if later is not None and number >= CHANGE else self
            for case in seats[index]:
                place, is_planted = player.choose(case, rng)
                rows.append((number, place, case.losses, case.leanings))
                planted.append(is_planted)
        return Choices.of(rows), np.array(planted)


def seats_of(games: Sequence[Sequence[Case]]) -> list[list[Case]]:
    """The decisions of each player in each game."""
    by_seat = [[case for case in cases if case.seat == seat] for cases in games for seat in range(len(SEATS))]
    return [cases for cases in by_seat if cases]


def cost_of(rule: Rule, seats: Sequence[Sequence[Case]], seed: int) -> float:
    """What a habit costs a decision who always keeps to it."""
    lost = []
    for player in (Player(rule=rule), Player()):
        rng = np.random.default_rng(seed)
        lost.append([case.losses[player.choose(case, rng)[0]] for _ in range(4) for cases in seats for case in cases])
    return float(np.mean(lost[0]) - np.mean(lost[1]))


def trial(player: Player, others: Others, seats: Sequence[Sequence[Case]], games: int, records: int, seed: int) -> tuple[float, float]:
    """In which share of the records a habit is named, and the planted one is the one named first."""
    named = right = 0
    for number in range(records):
        choices, planted = player.record(seats, games, np.random.default_rng([seed, games, number]))
        told = habits(choices, others)
        if told:
            named += 1
            right += _is_planted(told[0], planted)
    return named / records, right / records


@dataclass(frozen=True)
class Held:
    """What a habit costs each time it shows, in points: as told, and in fresh games with its 95 % interval."""

    told: float
    fresh: float
    low: float
    high: float


class Fresh:
    """Games that no record was drawn from, as one player decides them."""

    def __init__(self, player: Player, others: Others, games: Sequence[Sequence[Case]], seed: int) -> None:
        rng = np.random.default_rng([seed, len(games)])
        rows = [(number, player.choose(case, rng)[0], case.losses, case.leanings) for number, cases in enumerate(games) for case in cases]
        choices = Choices.of(rows)
        self._games, self._others = choices.games, others
        self._beside = Beside(choices, others, at_level(choices, others.chances(choices)))
        self._costs = [self._beside.costs(is_more) for is_more in (False, True)]

    def held(self, habit: Habit) -> Held | None:
        """By the measure that found the habit, with errors between games; None where it does not show."""
        at, side = habit.leaning, int(habit.is_more)
        counts = self._beside.counts[:, at]
        shown = np.bincount(self._games, counts & (self._beside.has[:, at] == habit.is_more))
        costs = np.bincount(self._games, np.where(counts, self._costs[side][:, at] - self._others.excess[side, at], 0.0))
        if not shown.any():
            return None
        each = costs.sum() / shown.sum()
        number = len(shown)
        error = np.sqrt(number / (number - 1) * ((costs - each * shown) ** 2).sum()) / shown.sum()
        reach = error * t_quantile(number - 1, 0.975)
        return Held(habit.each, each, each - reach, each + reach)


def holding(
    player: Player, others: Others, seats: Sequence[Sequence[Case]], fresh: Fresh, games: int, records: int, seed: int
) -> list[Held | None]:
    """Of each habit that is named in the records, whether it holds."""
    named = (habits(player.record(seats, games, np.random.default_rng([seed, games, number]))[0], others) for number in range(records))
    return [fresh.held(habit) for told in named for habit in told]


def courses(
    player: Player, later: Player, others: Others, seats: Sequence[Sequence[Case]], records: int, seed: int
) -> list[tuple[int, int]]:
    """Of each record how many habits found by game CHANGE are told as a habit after LONG games, and how many as past. Of a player with a
    habit that one alone is counted."""
    counted = []
    for number in range(records):
        choices, planted = player.record(seats, LONG, np.random.default_rng([seed, LONG, number]), later)
        until = int(np.searchsorted(choices.games, CHANGE))
        named = [(habit, is_past) for habit, after, is_past in followed(choices, others)[0] if after is not None and after <= until]
        if player.rule is not None:
            named = [(habit, is_past) for habit, is_past in named if _is_planted(habit, planted[:until])]
        counted.append((sum(not is_past for _, is_past in named), sum(is_past for _, is_past in named)))
    return counted


def _is_planted(habit: Habit, planted: Any) -> bool:
    """Whether a habit is the planted one, as far as `planted` goes."""
    shown = habit.shown[habit.shown < len(planted)]
    return bool(len(shown) and (planted[shown].mean() >= 0.5 or (not habit.is_more and _kept(planted, shown) >= 0.5)))


def _kept(planted: Any, shown: Any) -> float:
    """The share of the planted moves that a habit of avoiding something shows in."""
    return float(np.isin(np.flatnonzero(planted), shown).mean()) if planted.any() else 0.0


# -- tables -------------------------------------------------------------------------------------------------------------------------------


@click.command(help=__doc__)
@click.option("--games", type=click.IntRange(4), default=80, show_default=True, help="That are judged.")
@click.option(
    "--fresh", type=click.IntRange(2), metavar="N", help="Judge N more games, and see only whether what is named costs there, too."
)
@click.option("--records", type=click.IntRange(1), default=50, show_default=True, help="Of each kind and size.")
@click.option("--out", type=click.Path(path_type=Path), help="Keep the judged games in this file, and go on where it ends.")
@click.option("--seed", type=click.IntRange(0), default=1, show_default=True, help="Another seed: other records.")
@click.option("--write", is_flag=True, help=f"Fit all games, write {TABLE.name}, and end.")
def main(games: int, fresh: int | None, records: int, out: Path | None, seed: int, write: bool) -> None:
    if write:
        judged = judged_games(games, out)
        write_table(fitted(judged), judged)
        return
    every = judged_games(games + (fresh or 0), out)
    judged, later = every[:games], every[games:]
    others = fitted(judged[::2])
    seats = seats_of(judged[1::2])
    rules = {name: (rule, cost_of(rule, seats_of(judged), seed)) for name, rule in HABITS.items()}
    planted = [Player(rule=rule, share=COST / cost) for rule, cost in rules.values() if cost >= COST]
    if fresh is not None:
        click.echo(f"{len(judged)} judged games, and {fresh} fresh ones of {sum(map(len, later)):,} decisions. {machine()}.\n")
        players = {**{f"always `{name}`": [Player(kind=kind)] for kind, name in enumerate(KINDS)}, "a planted habit": planted}
        rows = []
        for name, group in players.items():
            looks = [(player, Fresh(player, others, later, seed)) for player in group]
            for size in SIZES:
                number = -(-records // len(group))
                held = [one for player, look in looks for one in holding(player, others, seats, look, size, number, seed)]
                rows.append((name, str(size), str(number * len(group)), *_held_row(held)))
        names = ("player", "games", "records", "named", "points each time", "in fresh games", "above 0, %", "surely, %", "surely below, %")
        click.echo(markdown_table(names, rows))
        return
    try_out = partial(trial, others=others, seats=seats, records=records, seed=seed)
    click.echo(f"{len(judged)} judged games, {sum(map(len, judged)):,} decisions; {records} records of each kind. {machine()}.\n")
    header = [f"{games} games" for games in SIZES]
    plain = {
        "any of the kinds at each decision": Player(),
        f"the same, {100 * SLIPS:.0f} % of the moves at random": Player(slips=SLIPS),
        "strong: what loses little": Player(strong=STRONG),
        **{f"always `{name}`": Player(kind=number) for number, name in enumerate(KINDS)},
    }
    rows = [(name, *(f"{100 * try_out(player, games=size)[0]:.0f}" for size in SIZES)) for name, player in plain.items()]
    click.echo(markdown_table(("without a habit: one is named, %", *header), rows) + "\n")
    rows, shares = [], []
    for name, (rule, cost) in rules.items():
        share = min(1.0, COST / cost) if cost > 0 else 1.0
        right = [try_out(Player(rule=rule, share=share), games=size)[1] for size in SIZES]
        shares += [right] * (cost >= COST)
        rows.append((name, f"{cost * share:.4f}", f"{100 * share:.0f}", *(f"{100 * part:.0f}" for part in right)))
    rows.append((f"mean of those that cost {COST:g}", "", "", *(f"{100 * part:.0f}" for part in np.mean(shares, axis=0))))
    click.echo(markdown_table(("with a habit: it is the one named, %", "points a decision", "kept to, %", *header), rows) + "\n")
    cases = {
        "a habit that is kept": [(player, player) for player in planted],
        f"one that is lost after {CHANGE} games": [(player, Player()) for player in planted],
        "no habit": [(Player(), Player())] * len(planted),
    }
    rows = []
    for name, pairs in cases.items():
        each = [
            found
            for number, (before, later) in enumerate(pairs)
            for found in courses(before, later, others, seats, -(-records // len(pairs)), seed + 1000 * number)
        ]
        rows.append((name, str(len(each)), *(str(sum(found[place] > 0 for found in each)) for place in (0, 1))))
    click.echo(markdown_table((f"found by game {CHANGE}, {LONG} games played", "records", "told as a habit", "told as past"), rows))


def _held_row(held: Sequence[Held | None]) -> tuple[str, ...]:
    """How many habits were named, what they cost as told and in fresh games, in which share that is above 0, and surely above or below."""
    known = [one for one in held if one is not None]
    if not known:
        return (str(len(held)), *[""] * 5)
    means = (np.mean([one.told for one in known]), np.mean([one.fresh for one in known]))
    shares = ([one.fresh > 0 for one in known], [one.low > 0 for one in known], [one.high < 0 for one in known])
    return (str(len(held)), *(f"{mean:.3f}" for mean in means), *(f"{100 * sum(share) / len(held):.0f}" for share in shares))


if __name__ == "__main__":
    main()
