"""The page for phones in figures: sizes, and the core as WebAssembly (in Node) against the native one. Needs what `make app` leaves.

Whole deals are solved for the best move and its value, each with an empty table of 64 MiB; the first one of a kind is left out, as engines
compile WebAssembly while it runs. Worlds of advice are those of the first decision of a round. Seconds are processor time, those of Node
with its compiler's threads.
"""

from __future__ import annotations

import gzip
import json
import shutil
import subprocess
import time
from pathlib import Path
from typing import Any

import click
import numpy as np
from common.kinds import KINDS, machine, markdown_table, random_deal, seconds_text

from diamonds_solver.games.diamonds.advising.advise import TREES, make_engine
from diamonds_solver.games.diamonds.advising.engines import IsmctsEngine
from diamonds_solver.games.diamonds.advising.view import View
from diamonds_solver.games.diamonds.core._solver import Core
from diamonds_solver.games.diamonds.core.layout import RESULT, pack
from diamonds_solver.games.diamonds.records.record import Record
from diamonds_solver.games.diamonds.round.rules import Rules

ROOT = Path(__file__).parents[1]
APP = ROOT / "build" / "app"
CORE = ROOT / "build" / "core.wasm"
SOLVED = ("standard2", "standard3", "standard4", "teams4")
ADVISED = {"standard3": "ismcts", "standard4": "ismcts", "teams4": "playout"}


def answers(questions: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Of the module, in Node."""
    node = shutil.which("node")
    if node is None or not CORE.exists():
        raise click.ClickException("this needs node, and make app")
    command = [node, str(ROOT / "tests" / "wasm.mjs"), str(CORE)]
    run = subprocess.run(command, input=json.dumps(questions), capture_output=True, text=True, check=True)
    found: list[dict[str, Any]] = json.loads(run.stdout)
    return found


def solve_times(rules: Rules, deals: int) -> tuple[float, float, bool]:
    """Mean seconds, native and as WebAssembly, and whether the node counts are the same."""
    positions = [pack([random_deal(rules, 1, number)]).view(np.uint8) for number in range(deals + 1)]
    core, native, nodes = Core(64 << 20), [], []
    for position in positions:
        result = np.zeros(1, RESULT)
        core.clear()
        started = time.process_time()
        core.solve(position, result.view(np.uint8), objective=0, model=0, best_only=True, node_limit=0, techniques_off=0, ask=None)
        native.append(time.process_time() - started)
        nodes.append(int(result["nodes"][0]))
    found = answers([{"ask": "solve", "position": position.tobytes().hex(), "bestOnly": True} for position in positions])
    theirs = [int(np.frombuffer(bytes.fromhex(answer["result"]), RESULT)["nodes"][0]) for answer in found]
    return float(np.mean(native[1:])), float(np.mean([answer["seconds"] for answer in found[1:]])), theirs == nodes


def rates(rules: Rules, engine: str, amount: int) -> tuple[float, float]:
    """Worlds, or simulations of trees, a second at the first decision, native and as WebAssembly."""
    position = random_deal(rules, 2, 1)
    seat = position.to_move
    view = View.of(Record.of(position), seat)
    made = make_engine(view, engine, seed=1)
    made.samples(0, 1)
    started = time.process_time()
    if isinstance(made, IsmctsEngine):
        made.grow_in_turns(TREES, amount)
        for index in range(TREES):
            made.grown(index, amount, None)
        counted = TREES * amount
    else:
        made.samples(0, amount)
        counted = amount
    native = counted / (time.process_time() - started)
    crystals = {"showroom": position.table.showroom, "vault": position.table.vault}
    numbers = {"players": rules.players, "sides": len(rules.sides), "ranks": rules.max_rank, "leader": position.table.leader, "seat": seat}
    passed = {"receiver": rules.receiver(seat), "giver": rules.giver(seat), "gave": [], "got": []}
    cards = {"hand": sorted(position.hands[seat]), **passed, "play": []}
    options = {"engine": engine, "seed": 1, "utility": {"goal": "margin", "roundsLeft": 0, "sigma": 0}}
    asked = {"ask": "advice", "round": {**numbers, **crystals, **cards}, "amount": amount, **options}
    return native, counted / answers([asked])[0]["seconds"]


@click.command(help=__doc__)
@click.option("--deals", default=20, show_default=True, help="Whole deals of each kind.")
@click.option("--amount", default=8000, show_default=True, help="Worlds of advice, or simulations of each of 24 trees.")
def main(deals: int, amount: int) -> None:
    files = {path.name: path.read_bytes() for path in sorted(APP.iterdir())}
    zipped = {name: len(gzip.compress(content)) for name, content in files.items()}
    parts = {"core.packed": ["core.packed"], f"all {len(files)} files": list(files)}
    rows = [
        [part, f"{sum(len(files[name]) for name in names) / 1000:.0f}", f"{sum(zipped[name] for name in names) / 1000:.0f}"]
        for part, names in parts.items()
    ]
    solved, advised = [], []
    for kind in SOLVED:
        native, theirs, is_same = solve_times(KINDS[kind], deals)
        solved.append([kind, seconds_text(native), seconds_text(theirs), f"{theirs / native:.1f}", "equal" if is_same else "different"])
    for kind, engine in ADVISED.items():
        native, theirs = rates(KINDS[kind], engine, amount)
        advised.append([f"{kind}, {engine}", f"{native:.0f}", f"{theirs:.0f}", f"{native / theirs:.1f}"])
    click.echo(f"{machine()}.\n\n{markdown_table(['download', 'kB', 'gzip, kB'], rows)}\n")
    click.echo(f"{markdown_table(['whole deals', 'native', 'WebAssembly', 'ratio', 'nodes'], solved)}\n")
    click.echo(markdown_table(["advice", "native, a second", "WebAssembly, a second", "ratio"], advised))


if __name__ == "__main__":
    main()
