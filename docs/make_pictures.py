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


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for name in PICTURES:
        (FOLDER / f"{name}.svg").write_text(picture(name), encoding="utf-8")


if __name__ == "__main__":
    main()
