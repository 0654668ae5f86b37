"""How a game stands: the points after every round, and who has won it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from diamonds_solver.common.wording import listed
from diamonds_solver.games.diamonds.rules.rules import START_SHOWROOM, Rules
from diamonds_solver.games.diamonds.rules.score import final_score

from .game_record import GameRecord, ScoreOnly, is_complete, points_like


@dataclass(frozen=True)
class Standing:
    """One round of a game."""

    number: int
    dealer: int
    score: tuple[int, ...] | None
    """Points after it, of every player, or of every team where only theirs are told; None where they are not known."""
    gained: tuple[int, ...] | None
    """The same less those before it."""
    is_played: bool
    """Whether more is known than the score."""


@dataclass(frozen=True)
class Final:
    """How a whole game ended."""

    score: tuple[int, ...]
    """Of every side."""
    shares: tuple[float, ...] | None
    """Every side's share of the victory; None where vaults decide that are not told."""


def standings(game: GameRecord) -> list[Standing]:
    """The rounds in order."""
    found: list[Standing] = []
    before: tuple[int, ...] | None = (START_SHOWROOM,) * game.players if game.rounds[0].round[0] == 1 else None
    for one in game.rounds:
        is_played = not isinstance(one, ScoreOnly)
        if not isinstance(one, ScoreOnly):
            before = points_like(game.rules, one.start_table(), game.players) if not one.tricks_before else before
        score = one.score if isinstance(one, ScoreOnly) or not is_complete(one) else one.table().points()
        known = before is not None and score and len(before) == len(score)
        gained = tuple(b - a for a, b in zip(before or (), score, strict=True)) if known else None
        found.append(Standing(one.round[0], one.dealer, score or None, gained, is_played))
        before = score or None
    return found


def final(game: GameRecord) -> Final | None:
    """The end of the game; None where its last round is not there, or not over."""
    last, rules = game.rounds[-1], game.rules
    if last.round[0] != (last.round[1] or rules.rounds):
        return None
    if not isinstance(last, ScoreOnly) and is_complete(last):
        return Final(*final_score(last.table()))
    if not last.score:
        return None
    score = last.score if len(last.score) == len(rules.sides) else tuple(sum(last.score[seat] for seat in side) for side in rules.sides)
    best = max(score)
    return Final(score, tuple(float(points == best) for points in score) if score.count(best) == 1 else None)


def final_text(game: GameRecord, end: Final, names: Sequence[str]) -> str:
    """The end in words: ``Ann wins with 61 points``."""
    sides = side_names(game.rules, names)
    most = max(end.score)
    if end.shares is None:
        tied = [name for name, points in zip(sides, end.score, strict=True) if points == most]
        return f"{listed(tied)} have {most} points: the crystals in the vaults decide, and they are not told"
    winners = [name for name, share in zip(sides, end.shares, strict=True) if share]
    if len(winners) > 1:
        return f"{listed(winners)} share the victory with {most} points and the same number of crystals in the vault"
    by_vault = ", and more crystals in the vault" if end.score.count(most) > 1 else ""
    return f"{winners[0]} {'win' if game.rules.teams else 'wins'} with {most} points{by_vault}"


def side_names(rules: Rules, names: Sequence[str]) -> list[str]:
    """What the sides are called: ``Ann + Cy``."""
    return [" + ".join(names[seat] for seat in side) for side in rules.sides]
