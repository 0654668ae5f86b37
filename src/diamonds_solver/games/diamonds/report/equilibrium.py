"""The solution of a pass as text for people. Programs take `Equilibrium.to_dict`."""

from __future__ import annotations

from collections.abc import Iterator

from diamonds_solver.common.wording import ID_WIDTH, NAME_WIDTH, counted, shortened, wrapped_text
from diamonds_solver.games.diamonds.hands.passgame import CountSolution, Equilibrium, MixedPass
from diamonds_solver.games.diamonds.rules.cards import format_cards

_MOST_ROWS = 8  # passes of one player that are shown


def equilibrium_text(found: Equilibrium, name: str | None = None) -> str:
    """Who should announce how many cards, and what both should pass with which chance."""
    players = [shortened(found.names[seat] if found.names else f"P{seat + 1}", NAME_WIDTH) for seat in (0, 1)]
    leader, dealer = players[found.leader], players[found.dealer]
    head = f"{shortened(name, ID_WIDTH)}: " if name else ""
    lines = [wrapped_text(f"{head}{dealer} deals, {leader} leads; values are what {leader} gains more than {dealer} in the round")]
    if not found.counts:
        return "\n".join([*lines, "stopped before anything was proven"])
    lines += ["", *_table(found, players)]
    count = found.count
    if count is not None and len(found.counts) > 1:
        lines += ["", f"{dealer} should let {counted(count, 'card')} be passed"]
    for solution in found.counts.values():
        lines += ["", *_mixes(solution, players)]
    return "\n".join([*lines, "", *_basis(found)])


def _table(found: Equilibrium, players: list[str]) -> list[str]:
    """A row for each number of cards: its value, and what fixed passes lose."""
    names = list(dict.fromkeys(name for solution in found.counts.values() for name in solution.single))
    texts = {"pure": "best fixed pass", "rules": "rules' pass"}
    heads = ["cards", "value", *(f"{texts[name]}: {player}" for name in names for player in players)]
    rows = [heads]
    for solution in found.counts.values():
        row = [str(solution.count), _value(solution)]
        for name in names:
            row += (
                [f"-{each.loss:.2f}" if each.loss > 5e-7 else "0" for each in solution.single[name]]
                if name in solution.single
                else ["", ""]
            )
        rows.append(row)
    if sum(len(head) + 2 for head in heads) > 78:  # long names: seats say it as well
        rows[0] = [head.replace(players[0], "P1").replace(players[1], "P2") if index > 1 else head for index, head in enumerate(heads)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(heads))]
    return ["  " + "  ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]


def _value(solution: CountSolution) -> str:
    if solution.exact:
        return f"{solution.value:+.2f}" if abs(solution.value) >= 0.005 else "0"
    return f"{solution.bounds[0]:+.2f} to {solution.bounds[1]:+.2f}"


def _mixes(solution: CountSolution, players: list[str]) -> Iterator[str]:
    yield f"{counted(solution.count, 'card')}: pass" + ("" if solution.exact else " (not proven)")
    width = max(map(len, players))
    for player, mixed in zip(players, solution.passes, strict=True):
        yield from _rows(player.ljust(width), mixed)


def _rows(player: str, mixed: MixedPass) -> Iterator[str]:
    for index, (cards, chance) in enumerate(mixed.chances[:_MOST_ROWS]):
        yield f"  {player if index == 0 else ' ' * len(player)}  {100 * chance:5.1f} %  {format_cards(cards)}"
    if len(mixed.chances) > _MOST_ROWS:
        rest = sum(chance for _, chance in mixed.chances[_MOST_ROWS:])
        yield f"  {' ' * len(player)}  {100 * rest:5.1f} %  {len(mixed.chances) - _MOST_ROWS} others"


def _basis(found: Equilibrium) -> Iterator[str]:
    gap = max(mixed.gap for solution in found.counts.values() for mixed in solution.passes)
    cells = sum(solution.cells for solution in found.counts.values())
    sure = (
        f"no pass of either player gains more than {gap:.0e} against these" if gap > 0 else "no pass of either player gains against these"
    )
    yield wrapped_text(f"certificate: {sure}, by {cells:,} exact values in {found.seconds:.1f} s")
    if not found.complete:
        yield wrapped_text("stopped before the end: the limits of the values are proven, the chances are not the last word")
