"""Trains the nets of the play and of the pass (csrc/diamonds/learned) from nothing, by rounds that they play with themselves
(csrc/diamonds/training).

python benchmarks/learn.py "4 teams" --net pass             trains, and says what the nets win in a field of rules meanwhile
python benchmarks/learn.py "4 teams" --net play --write     puts the numbers of one into its header; then build again

Both learn side by side, and one is kept, or both where they have as many units: that of the play is the teacher of the other, and has more
to learn. The same game, number of rounds and seed give the same numbers on every machine: the last line is their SHA-256.
"""

from __future__ import annotations

import ctypes
import hashlib
import re
import shutil
import subprocess
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import click
import numpy as np
from common.kinds import markdown_table
from common.matches import GAMES, interval
from numpy.typing import NDArray

from diamonds_solver.common.files import write_whole
from diamonds_solver.games.diamonds.round.rules import Rules

Floats = NDArray[np.float32]

CSRC = Path(__file__).parents[1] / "csrc"
SOURCES = ("common/dealer.c", *(f"diamonds/{room}/*.c" for room in ("rules", "players", "learned", "training")))
FLAGS = ("-std=c11", "-O3", "-ffp-contract=off", "-fno-math-errno")  # without the first of these -f numbers would depend on the processor
STEPS = 8
"""Times at which the nets are tried."""
TRIED = 2000
"""Deals."""
SECOND = 32
"""Units of the second layer."""
LEVELS, ZERO = 45, 80
"""Weights are whole numbers of -LEVELS to LEVELS times a scale of their unit, written as letters: 0 is that of code ZERO."""
LARGEST = 2**15 - 1
TRAINED = GAMES | {f"{game} Perfect": replace(GAMES[game], perfect=True) for game in ("3", "4", "4 teams", "5")}


@dataclass(frozen=True)
class Net:
    """One of the two nets that learn."""

    file: str
    prefix: str
    """Of the names of those for a game."""
    rounds: Mapping[str, int]
    """By game."""
    units: Mapping[str, int]
    """Of the first layer, by game: a multiple of 64. The other net that learns has as many."""

    @property
    def header(self) -> Path:
        return CSRC / "diamonds" / "learned" / self.file

    def name(self, game: str) -> str:
        return f"{self.prefix}_{game.lower().replace(' ', '_')}"


NETS = {
    "pass": Net(
        "passnets.h",
        "net",
        dict.fromkeys(TRAINED, 320_000) | {"4 teams": 1_000_000, "4 teams Perfect": 500_000, "3 Perfect": 1_000_000},
        dict.fromkeys(TRAINED, 64),
    ),
    "play": Net(
        "playnets.h",
        "play",
        dict.fromkeys(TRAINED, 320_000)
        | {"3": 1_000_000, "4": 500_000, "4 teams": 5_500_000, "6 teams": 500_000, "4 teams Perfect": 500_000, "3 Perfect": 1_000_000},
        dict.fromkeys(TRAINED, 64) | {"4 teams": 128},
    ),
}


def library(folder: Path, units: int, flags: Sequence[str] = ("-march=native",)) -> ctypes.CDLL:
    """The training of nets of that many first units, compiled into `folder`. Raises ClickException where there is no compiler."""
    compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    if compiler is None:
        raise click.ClickException("there is no C compiler: install gcc or clang")
    sources = [str(path) for pattern in SOURCES for path in sorted(CSRC.glob(pattern))]
    built = folder / "training.so"
    subprocess.run(
        [compiler, *FLAGS, *flags, f"-DTRAINED_UNITS={units}", "-shared", "-fPIC", f"-I{CSRC}", "-o", str(built), *sources, "-lm"],
        check=True,
    )
    core = ctypes.CDLL(str(built))
    core.trainer_new.restype = ctypes.c_void_p
    core.trainer_new.argtypes = [ctypes.c_int, ctypes.c_int, ctypes.c_int, ctypes.c_uint64]
    core.trainer_run.argtypes = [ctypes.c_void_p, ctypes.c_uint64]
    core.trainer_margins.argtypes = [ctypes.c_void_p, ctypes.c_bool, ctypes.c_int, ctypes.c_void_p]
    core.trainer_numbers.argtypes = [ctypes.c_void_p, ctypes.c_bool, ctypes.c_void_p]
    core.trainer_free.argtypes = [ctypes.c_void_p]
    return core


class Training:
    """Nets of a game that learn. Raises MemoryError."""

    def __init__(self, core: ctypes.CDLL, rules: Rules, seed: int) -> None:
        """`core`: a `library`."""
        self._core, self._trainer = core, core.trainer_new(rules.players, len(rules.sides), rules.hand_size, seed)
        if not self._trainer:
            raise MemoryError("no memory for the nets and their samples")

    def run(self, rounds: int) -> None:
        """Plays until that many rounds have been played in all."""
        self._core.trainer_run(self._trainer, rounds)

    def margins(self, passes: bool, deals: int = TRIED) -> NDArray[np.float64]:
        """By deal, in a field of rules; the pass by its net, too, or by rules."""
        margins = np.empty(deals)
        self._core.trainer_margins(self._trainer, passes, deals, margins.ctypes.data)
        return margins

    def numbers(self, net: str) -> Floats:
        """Those of one of NETS."""
        of_pass = net == "pass"
        numbers = np.empty(self._core.trainer_numbers(self._trainer, of_pass, None), np.float32)
        self._core.trainer_numbers(self._trainer, of_pass, numbers.ctypes.data)
        return numbers

    def close(self) -> None:
        self._core.trainer_free(self._trainer)


def packed(numbers: Floats, units: int) -> tuple[float, list[NDArray[np.int64]]]:
    """The scale of the sum, in points, and the whole numbers of a net in C: out_bias, first_bias, second_bias, out, first, second.

    The scale of a unit goes into the weights that it is multiplied by afterwards."""
    layers = (units, units * SECOND, SECOND, SECOND, 1)
    ends = np.cumsum((len(numbers) - sum(layers), *layers[:-1]))
    first, first_bias, second, second_bias, out, (out_bias,) = np.split(numbers.astype(float), ends)
    first, second = first.reshape(-1, units), second.reshape(units, SECOND)
    scales = np.abs(first).max(axis=0) / LEVELS
    second = second * scales[:, None]
    second_scales = np.abs(second).max(axis=0) / LEVELS
    out = out * second_scales
    unit = np.abs(out).max() / LARGEST
    whole = out_bias / unit, first_bias / scales, second_bias / second_scales, out / unit, first / scales, second.T / second_scales[:, None]
    return float(unit), [np.rint(each).astype(np.int64) for each in whole]


def definition(net: Net, game: str, comment: str, numbers: Floats) -> str:
    """A net in C."""
    name, units = net.name(game), net.units[game]
    unit, (out_bias, *lists, first, second) = packed(numbers, units)
    assert max(np.abs(lists[0]).max(), np.abs(lists[2]).max()) <= LARGEST
    biases, second_biases, out = (f"{{{', '.join(map(str, each.tolist()))}}}" for each in lists)
    lines = [f"/* {comment} */", f"static const int16_t {name}_biases[] = {biases};"]
    places = "NULL"
    if net is NETS["play"]:
        places = f"{name}_places"
        of_rows, first = once(first)
        lines.append(f"static const uint16_t {places}[] = {{{', '.join(map(str, of_rows.tolist()))}}};")
    for layer, weights in (("first", first), ("second", second)):
        lines += [f"static const char {name}_{layer}[][{units + 1}] = {{", *(f'    "{_letters(row)}",' for row in weights.tolist()), "};"]
    lines += [
        f"static const LearnedNet {name} = {{",
        f"    {units}, {unit.hex()}, {int(out_bias)},",
        f"    {second_biases},",
        f"    {out},",
    ]
    return "\n".join([*lines, f"    {name}_biases, {places}, {name}_first[0], {name}_second[0],", "};"])


def once(first: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The place of each input's row, and the rows: those of 0, of inputs that a game does not have, stand once."""
    is_zero = ~first.any(axis=1)
    is_kept = ~is_zero | (np.cumsum(is_zero) == 1)
    places = np.cumsum(is_kept) - 1
    return np.where(is_zero, places[np.argmax(is_zero)], places), first[is_kept]


def _letters(row: list[int]) -> str:
    return "".join(chr(ZERO + weight) for weight in row).replace("\\", "\\\\").replace("?", "\\?")


def write_header(net: Net, game: str, text: str) -> None:
    """Puts a net into its header, in place of that of the game if there is one."""
    header = net.header.read_text(encoding="utf-8")
    blocks = [block for block in header.split("\n\n") if f"LearnedNet {net.name(game)} =" not in block]
    index = next(i for i, block in enumerate(blocks) if block.startswith("static const LearnedKind"))
    rules = TRAINED[game]
    row = f"    {{{rules.players}, {len(rules.sides)}, {rules.hand_size}, &{net.name(game)}}},"
    rows = {*re.findall(r"^    \{[1-9].*$", blocks[index], re.MULTILINE), row}
    head, *_, end = re.split(r"^    \{.*\n", blocks[index], flags=re.MULTILINE)
    blocks[index] = head + "\n".join([*sorted(rows), "    {0, 0, 0, NULL},"]) + f"\n{end}"
    write_whole(net.header, ["\n\n".join([*blocks[:index], text, *blocks[index:]]).encode()])


@click.command(help=__doc__)
@click.argument("game", type=click.Choice(list(TRAINED)))
@click.option("--net", "kept", type=click.Choice(list(NETS)), required=True, multiple=True, help="The one that is kept; repeatable.")
@click.option("--rounds", type=click.IntRange(1), help="Rounds of self-play; as many as the game's net has.")
@click.option("--seed", type=int, default=1, show_default=True)
@click.option("--write", is_flag=True, help="Put the numbers into the header.")
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), help="A file for the numbers as they are before they are packed.")
def main(game: str, kept: tuple[str, ...], rounds: int | None, seed: int, write: bool, out: Path | None) -> None:
    nets = [NETS[name] for name in kept]
    units, rounds = nets[0].units[game], rounds or nets[0].rounds[game]
    if any(net.units[game] != units for net in nets):
        raise click.UsageError(f"the nets of {game} have not as many units as each other: train one after the other")
    rows: list[list[Any]] = []
    with tempfile.TemporaryDirectory() as folder:
        training = Training(library(Path(folder), units), TRAINED[game], seed)
    for step in range(1, STEPS + 1):
        training.run(rounds * step // STEPS)
        alone, passing = (interval(training.margins(passes)) for passes in (False, True))
        rows.append([f"{rounds * step // STEPS:,}", f"{time.process_time() / 60:.1f}", alone, passing])
        click.echo("  ".join(rows[-1]), err=True)
        numbers = [training.numbers(name) for name in kept]
        if out is not None:
            write_whole(out, [each.tobytes() for each in numbers])
    training.close()
    click.echo(markdown_table(["rounds", "minutes", "points a round in a field of rules", "and with its pass"], rows))
    for net, each in zip(nets, numbers, strict=True):
        if write:
            write_header(net, game, definition(net, game, f"{game}: {rounds:,} rounds, seed {seed}", each))
        click.echo(f"\nSHA-256 of the numbers: {hashlib.sha256(each.tobytes()).hexdigest()}")


if __name__ == "__main__":
    main()
