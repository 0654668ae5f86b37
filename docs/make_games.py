"""Plays the whole games that come along as examples: `make games`. The same games every time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

import diamonds_solver
from diamonds_solver.common.parallel import Stop
from diamonds_solver.games.diamonds.advising.view import View
from diamonds_solver.games.diamonds.playing.match import Match
from diamonds_solver.games.diamonds.playing.players import PLAYERS, Answer, Clairvoyant
from diamonds_solver.games.diamonds.records.game_record import GameRecord
from diamonds_solver.games.diamonds.records.notation import dumps
from diamonds_solver.games.diamonds.records.record import Phase
from diamonds_solver.games.diamonds.round.rules import Rules
from diamonds_solver.players.kinds import Player

DATA = Path(diamonds_solver.__file__).parent / "games" / "diamonds" / "data"
SEED = 7


@dataclass(frozen=True)
class Careless:
    """Plays as another player, but for a share of the moves, in which any legal one is made: what people do who do not look."""

    player: Player[View, Answer]
    share: float

    @property
    def name(self) -> str:
        return f"careless {self.player.name}"

    def choose(self, view: View, seed: int, should_stop: Stop | None = None, /) -> Answer:
        rng = np.random.default_rng((seed, 1))
        if view.phase is not Phase.PLAY or rng.random() >= self.share:
            return self.player.choose(view, seed)
        moves = view.moves()
        return moves[int(rng.integers(len(moves)))]


def game(name: str, title: str, what: str, rules: Rules, names: Sequence[str], players: Sequence[Player[View, Answer]]) -> None:
    """Writes the file of one game; `players` has one for each side."""
    record = Match(rules, SEED, whole=True).record(1, players, name)
    assert isinstance(record, GameRecord)
    named = tuple(replace(one, names=tuple(names)) for one in record.played)
    text = dumps(replace(record, names=tuple(names), rounds=named))
    (DATA / f"{name}.dia").write_text(f"# {title}\n# {what}\n\n{text}", encoding="utf-8")


def named(text: str, careless: float = 0.0) -> Player[View, Answer]:
    """A player of the arena, who makes any move in a part of all decisions."""
    player = PLAYERS.parse(text)
    assert not isinstance(player, Clairvoyant)
    return Careless(player, careless) if careless else player


def main() -> None:
    game(
        "game4",
        "A whole game of four players: four rounds, with what everybody passed.",
        "Ann looks far ahead, Cy less far, Bob plays by rules of thumb, and Di by the same ones, but often without looking.",
        Rules(4),
        ("Ann", "Bob", "Cy", "Di"),
        (named("ismcts:sims=2000"), named("greedy", 0.05), named("playout:worlds=40", 0.05), named("greedy", 0.25)),
    )
    game(
        "game-perfect2",
        "A whole game of Perfect Diamonds for two: after the pass both know all cards.",
        "Eve counts, Max trusts his rules of thumb and is now and then somewhere else with his thoughts.",
        Rules(2, perfect=True),
        ("Eve", "Max"),
        (named("playout:worlds=20"), named("greedy", 0.15)),
    )
    game(
        "game-teams4",
        "A whole game of two teams, Ann and Cy against Bob and Di.",
        "Awards at the end of a round are decisions, too: which partner performs them, and whom clubs rob.",
        Rules(4, teams=True),
        ("Ann", "Bob", "Cy", "Di"),
        (named("playout:worlds=40", 0.1), named("greedy", 0.1)),
    )


if __name__ == "__main__":
    main()
