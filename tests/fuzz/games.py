"""Random whole games through the command line: all games, engines and players by name, all numbers of players, variants, objectives."""

from __future__ import annotations

import random
import re
import shlex
from collections import Counter
from collections.abc import Callable, Iterator

from diamonds_solver import cli
from diamonds_solver.games import GAMES, find_game
from tests.program import diamonds

from .records import LawError, check_answer, read

TABLES = {
    "diamonds": [(n, o) for n in range(2, 7) for o in ("", "--variant perfect", "--teams") if (n, o) != (6, "--variant perfect")],
    "diams": [(n, o) for n in range(2, 6) for o in ("", "--set loupes=0", "--set loupes=5", "--set cloture=last")],
    "diamoniak": [(n, o) for n in range(2, 5) for o in ("", "--set price=discard", "--set deck=R3G3D3W", "--set deck=R4G3B2D9F2W3")],
}
OPTIONS = {
    "easy": ("slips=0.5", ""),
    "strong": ("time=1ms",),
    "auto": ("time=2ms",),
    "playout": ("worlds=1", "worlds=4"),
    "exact": ("worlds=1,nodes=3000",),
    "ismcts": ("sims=100", "sims=130,c=3"),
    "mcts": ("sims=100",),
    "turn": ("worlds=2",),
    "clairvoyant": ("nodes=300,sims=20",),
}
"""Of players of the arena, so small that a game takes no time."""
TYPED = ("1", "2", "hint", "why", "undo", "redo", "?", "moves", "table", "draw", "d", "stop", "put", "D5", "4", "-", "x", "", "next")


def player(game: str, rng: random.Random) -> str:
    name = rng.choice([name for name in find_game(game).playing.names() if name != "openspiel"])
    options = rng.choice(OPTIONS.get(name, ("",)))
    return f"{name}:{options}" if options else name


def engine(game: str, rng: random.Random) -> str:
    tree = "mcts" if game == "diamoniak" else "ismcts"
    return rng.choice([*find_game(game).advising.engines(), *[tree] * 5, f"{tree}:simulations=2000"])


def seed(rng: random.Random) -> str:
    return f"--seed {rng.randrange(1 << 30)}"


def deal(game: str, table: str, rng: random.Random) -> str:
    """A round or game that players have played, a late position, or the start."""
    if game == "diamoniak" or (game == "diams" and rng.random() < 0.3):
        played = rng.choice(["", f"--set moves={rng.randrange(60)}"])
    else:
        cards = f"--cards {rng.randint(1, 4) * 2}" if game == "diamonds" else ""
        played = rng.choice(
            ["", f"{cards} {rng.choice(['', '--mid-trick'] if cards else [''])}", f"--play {player(game, rng)}", *["--play greedy"] * 4]
        )
    return f"deal {table} {played} --one-line -q {seed(rng)}"


def arena(game: str, table: str, rng: random.Random) -> str:
    cards = f"--cards {rng.randint(2, 4) * 2} " if game == "diamonds" and rng.random() < 0.8 else ""
    return f"arena {player(game, rng)} {player(game, rng)} {table} {cards}--deals 1 -q --threads {rng.randint(1, 2)} {seed(rng)}"


def question(game: str, rng: random.Random) -> str:
    """What is asked of a record, without the record."""
    words = find_game(game).words
    objective = f"--objective {rng.choice(list(words.objectives))}"
    judged = f"--engine {engine(game, rng)} {objective} --worlds {rng.randint(1, 3)} --threads {rng.randint(1, 2)} {seed(rng)} -q"
    searched = f"{objective} --nodes {rng.choice([100, 3000])} --memory 1M --threads {rng.randint(1, 2)} -q"
    return rng.choice(
        [
            *[f"advise {judged}", f"advise {judged} --json"] * 10,
            f"advise --time-limit 30ms {objective} --threads 1 {seed(rng)}",
            f"solve {searched} --model {rng.choice(['paranoid', 'maxn'])}",
            f"solve {searched} --all",
            f"solve {searched} --no-moves --json",
            f"analyse --hindsight-limit 100ms --engine playout {objective} --worlds 1 --threads 1 {seed(rng)} -q",
            f"table make --ask advise {judged}",
            f"table make --nodes 300 --threads 1 -q --rows {rng.choice(['move', 'deal'])}",
            f"perft --depth {rng.randint(1, 2)}",
            f"play --seat P{rng.randint(1, 3)} --level {player(game, rng)} --hint-time 30ms {seed(rng)}",
        ]
    )


def cut(record: str, rng: random.Random) -> str:
    """The record with its play up to some move."""
    field = re.search(r"(?<=play )[^;]*", record)
    if field is None or rng.random() < 0.1:
        return record
    words = field[0].split(" ")
    kept = " ".join(words[: rng.randrange(len(words)) + 1]).rstrip(" /")
    return record[: field.start()] + kept + record[field.end() :]


def command_lines(number: int, seed_of_all: int, only: str | None) -> Iterator[tuple[list[str], str]]:
    """The command lines of one case, with what is typed; each is run before the next one is made."""
    rng = random.Random(f"game {seed_of_all} {number}")
    game = only or rng.choice(list(GAMES))
    players, options = rng.choice(TABLES[game])
    table = f"-g {game} -p {players} {options}"
    if rng.random() < 0.05:
        yield arena(game, table, rng).split(), ""
        return
    dealing = deal(game, table, rng).split()
    yield dealing, ""
    code, record, _ = diamonds(*dealing)
    for _ in range(8 if code == cli.OK else 0):
        typed = "\n".join(rng.choice(TYPED) for _ in range(30))
        yield [*question(game, rng).split(), cut(record.strip(), rng)], typed


def check_game(number: int, seed_of_all: int, only: str | None = None, about_to_run: Callable[[str], object] = str) -> Counter[str]:
    """Runs the command lines of a case, of one game only if one is named; what it came to. Raises LawError."""
    done: Counter[str] = Counter()
    for arguments, typed in command_lines(number, seed_of_all, only):
        written = f"diamonds {shlex.join(arguments)}"
        about_to_run(written)
        answer = diamonds(*arguments, stdin=typed)
        try:
            check_answer(arguments, answer)
            if arguments[0] == "deal":
                read(answer[1].encode())
        except LawError as error:
            raise LawError(error.kind, f"{written}\n{answer[2]}") from None
        done += Counter({"commands": 1, f"exit code {answer[0]}": 1})
    return done
