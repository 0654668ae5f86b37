"""A whole game for people: a line for each round with the points after it, and who has won."""

from __future__ import annotations

from io import StringIO
from typing import Any

from diamonds_solver.common.wording import NAME_WIDTH, shortened
from diamonds_solver.games.diamonds.notation.write import to_json
from diamonds_solver.games.diamonds.record.game_record import GameRecord
from diamonds_solver.games.diamonds.record.record import Record
from diamonds_solver.games.diamonds.record.standings import Standing, final, final_text, side_names, standings

from .diagram import draw, state


def game_text(game: GameRecord, symbols: bool = False) -> str:
    """The table of rounds, and the diagram of the last one where more of it is known than the score."""
    last = game.rounds[-1]
    return "\n\n".join([_rounds(game), *([draw(last, symbols)] if isinstance(last, Record) else [])])


def game_state(game: GameRecord) -> dict[str, Any]:
    """What `game_text` shows, for programs: the state of the last round, and of the game."""
    last, end = game.rounds[-1], final(game)
    seats = [f"P{seat + 1}" for seat in range(game.players)]
    rounds = [
        {
            "round": one.number,
            "dealer": seats[one.dealer],
            "score": None if one.score is None else list(one.score),
            "gained": None if one.gained is None else list(one.gained),
            "played": one.is_played,
        }
        for one in standings(game)
    ]
    won = None if end is None else {"score": list(end.score), "shares": None if end.shares is None else list(end.shares)}
    return {**(state(last) if isinstance(last, Record) else {"id": game.id}), "record": to_json(game), "rounds": rounds, "final": won}


def _rounds(game: GameRecord) -> str:
    from rich.console import Console  # rich is loaded here only: it would slow down every start
    from rich.table import Table

    names = [shortened(game.seat_name(seat), NAME_WIDTH) for seat in range(game.players)]
    rows = standings(game)
    are_teams = game.rules.teams
    table = Table(box=None, pad_edge=False, header_style="")
    table.add_column("round")
    table.add_column("dealer")
    for name in [*names, *(side_names(game.rules, names) if are_teams else ())]:
        table.add_column(name, justify="right")
    table.add_column("")
    for one in rows:
        known = "" if one.is_played else "the score alone"
        table.add_row(str(one.number), names[one.dealer], *_points(game, one), known if one.score is not None else "not to its end")
    stream = StringIO()
    Console(file=stream, width=80, color_system=None, highlight=False, markup=False, emoji=False).print(table)
    title = f"{shortened(game.id, 60)}: " if game.id else ""
    lines = [f"{title}points after each round", *(line.rstrip() for line in stream.getvalue().splitlines())]
    end = final(game)
    return "\n".join([*lines, *([] if end is None else [final_text(game, end, names)])])


def _points(game: GameRecord, one: Standing) -> list[str]:
    """The points of the players, and in team play of the teams."""
    rules, score = game.rules, one.score
    if score is None:
        return ["?"] * (rules.players + (len(rules.sides) if rules.teams else 0))
    if len(score) != rules.players:
        return ["?"] * rules.players + [str(points) for points in score]
    teams = [str(sum(score[seat] for seat in side)) for side in rules.sides] if rules.teams else []
    return [*map(str, score), *teams]
