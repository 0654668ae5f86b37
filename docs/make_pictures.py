"""Makes the pictures of the documentation from what the program prints: `make pictures`."""

from __future__ import annotations

import os
import subprocess
import sys
from io import StringIO
from pathlib import Path

from rich.console import Console
from rich.text import Text

FOLDER = Path(__file__).parent / "pictures"
WIDTH = 76
PICTURES = {"solve": ("examples ending | diamonds show", "examples ending | diamonds solve")}
"""The commands of each picture, after their first ``diamonds``."""


def printed(command: str) -> str:
    """What `command` prints on a terminal with colours."""
    function = f'diamonds() {{ "{sys.executable}" -m diamonds_solver "$@"; }}\n'
    environment = os.environ | {"COLUMNS": str(WIDTH), "FORCE_COLOR": "1", "PYTHONUTF8": "1"}
    run = subprocess.run(["bash", "-c", function + command], env=environment, capture_output=True, check=True)
    return run.stdout.decode()


def picture(name: str) -> str:
    """The picture `name` as SVG."""
    console = Console(record=True, width=WIDTH, force_terminal=True, file=StringIO())
    for command in PICTURES[name]:
        console.print(Text(f"$ diamonds {command}", style="bold"))
        console.print(Text.from_ansi(printed(f"diamonds {command}")))
    return console.export_svg(title="diamonds", unique_id=name)


def pass_game() -> str:
    """The values of all pairs of passes of one card in a deal, with the passes of the equilibrium marked, as SVG."""
    import numpy as np

    from diamonds_solver.games.diamonds.deal import deal
    from diamonds_solver.games.diamonds.round.rules import Rules
    from diamonds_solver.games.diamonds.solving.equilibrium import PassCells, equilibrium, pass_name
    from diamonds_solver.games.diamonds.solving.solve import Solver

    position = deal(Rules(2, perfect=True), (1, 0))
    cells = PassCells(position, 1, [Solver()])
    values = cells.rows(range(cells.shape[0]), lambda: False)
    assert values is not None
    mixes = equilibrium(position, counts=(1,), single=False).counts[1].passes
    leader = position.table.leader
    chances = [dict(mixes[seat].chances) for seat in (leader, 1 - leader)]
    width, height, left, top = 34, 24, 88, 64
    parts = [
        f'<text x="{left + 8 * width}" y="18" text-anchor="middle" font-weight="bold">Ann passes</text>',
        f'<text x="4" y="{top - 8}" font-weight="bold">Bob passes</text>',
    ]
    for column, cards in enumerate(cells.passes[1]):
        weight = "bold" if cards in chances[1] else "normal"
        x = left + column * width + width // 2
        parts.append(f'<text x="{x}" y="{top - 8}" text-anchor="middle" font-weight="{weight}">{pass_name(cards)}</text>')
        if cards in chances[1]:
            parts.append(f'<text x="{x}" y="{top - 26}" text-anchor="middle" font-size="11">{100 * chances[1][cards]:.0f} %</text>')
    for row, cards in enumerate(cells.passes[0]):
        y = top + row * height
        weight = "bold" if cards in chances[0] else "normal"
        chance = f" {100 * chances[0][cards]:.0f} %" if cards in chances[0] else ""
        parts.append(f'<text x="4" y="{y + 16}" font-weight="{weight}">{pass_name(cards)}{chance}</text>')
        for column, value in enumerate(values[row].astype(int).tolist()):
            x, strength = left + column * width, abs(value) / float(np.abs(values).max())
            hue = "4,35,228" if value > 0 else "142,22,13"
            marked = cards in chances[0] and cells.passes[1][column] in chances[1]
            frame = ' stroke="#111" stroke-width="2.5"' if marked else ' stroke="#fff" stroke-width="1"'
            parts.append(
                f'<rect x="{x + 1}" y="{y + 1}" width="{width - 2}" height="{height - 2}" fill="rgba({hue},{0.55 * strength:.2f})"{frame}/>'
            )
            parts.append(
                f'<text x="{x + width // 2}" y="{y + 16}" text-anchor="middle" font-size="12">{f"{value:+d}" if value else 0}</text>'
            )
    size = f"{left + 16 * width + 8} {top + 16 * height + 8}"
    title = "What Bob gains more than Ann, for each pair of cards that they pass"
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size}" font-family="sans-serif" font-size="13" role="img">'
    return "\n".join([head, f"<title>{title}</title>", '<rect width="100%" height="100%" fill="#fff"/>', *parts, "</svg>\n"])


def table() -> str:
    """A table in the middle of a trick, as pages and notebooks draw it."""
    import diamonds_solver as ds

    return ds.example("mid-trick")._repr_svg_() + "\n"


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    (FOLDER / "table.svg").write_text(table(), encoding="utf-8")
    (FOLDER / "pass-game.svg").write_text(pass_game(), encoding="utf-8")
    for name in PICTURES:
        (FOLDER / f"{name}.svg").write_text(picture(name), encoding="utf-8")


if __name__ == "__main__":
    main()
