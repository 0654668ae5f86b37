"""Two players of the arena: today's `auto` (``common.earlier:today``) and that of an earlier commit (``common.earlier:earlier``). Both do
SHARE of a hint's work in the play, and pass as `auto` does in the arena.

The earlier one runs in a process of its own, which imports the package from the folder that EARLIER names and is sent what the player knows
as a record. The modules that this file imports must exist in that package.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import replace
from functools import cache
from typing import Any

from diamonds_solver import View, dumps, loads
from diamonds_solver.games.diamonds.playing.players import PLAYERS, Answer
from diamonds_solver.games.diamonds.round.public import Move, Pass

EARLIER = "DIAMONDS_EARLIER"
"""A variable of the environment."""
SHARE = 1 / 128


def today(view: View, seed: int) -> Answer:
    answer: Answer = _auto().choose(view, seed)
    return answer


def earlier(view: View, seed: int) -> Answer:
    program = _program()
    assert program.stdin
    assert program.stdout
    program.stdin.write(json.dumps({"record": dumps(view.record, one_line=True), "seed": seed}) + "\n")
    program.stdin.flush()
    answer = json.loads(program.stdout.readline())
    if isinstance(answer, int):
        return answer
    return Pass(tuple(answer["cards"])) if "cards" in answer else Move(**answer)


@cache
def _auto() -> Any:
    player: Any = PLAYERS.parse("auto")
    return replace(player, plays=replace(player.plays, share=SHARE))


@cache
def _program() -> subprocess.Popen[str]:
    """One for each process of the arena; it ends when its input does."""
    environment = os.environ | {"PYTHONPATH": os.environ[EARLIER]}
    return subprocess.Popen([sys.executable, __file__], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment)


def _serve() -> None:
    for line in sys.stdin:
        ask = json.loads(line)
        answer = today(View.of(loads(ask["record"])), ask["seed"])
        print(json.dumps(_written(answer)), flush=True)


def _written(answer: Answer) -> Any:
    if isinstance(answer, Pass):
        return {"cards": answer.cards}
    return {"card": answer.card, "actor": answer.actor, "victim": answer.victim} if isinstance(answer, Move) else answer


if __name__ == "__main__":
    _serve()
