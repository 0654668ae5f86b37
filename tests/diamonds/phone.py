"""The page for phones and its core, asked in Node."""

from __future__ import annotations

import json
import random
import shutil
import subprocess
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from diamonds_solver.games import find_game
from diamonds_solver.games.diamonds.advising.view import View
from diamonds_solver.games.diamonds.core.layout import pack
from diamonds_solver.games.diamonds.records.record import Phase
from diamonds_solver.games.diamonds.round.position import Position

from ..browser import missing
from .positions import ALL_RULES, THIEF_RULES
from .rounds import random_round

ROOT = Path(__file__).parents[2]
APP = ROOT / "build" / "app"
MODULE = ROOT / "build" / "core.wasm"
GAME = find_game("diamonds")
EVERY_RULES = [*ALL_RULES, *THIEF_RULES]


def need_module() -> None:
    if not MODULE.exists():
        missing(f"{MODULE.relative_to(ROOT)}: make app")


def answers(questions: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """What the module answers, in Node."""
    need_module()
    node = shutil.which("node") or missing("node")
    command = [node, str(ROOT / "tests" / "wasm.mjs"), str(MODULE)]
    run = subprocess.run(command, input=json.dumps(questions), capture_output=True, text=True, timeout=600)
    assert run.returncode == 0, run.stderr
    lines: list[dict[str, Any]] = json.loads(run.stdout)
    return lines


def as_bytes(*positions: Position) -> NDArray[np.uint8]:
    return pack(positions).view(np.uint8)


def as_round(view: View) -> dict[str, Any]:
    """What JavaScript is told of a view: what its seat has seen since the first card."""
    record, rules, seat = view.record, view.rules, view.seat
    start = record.start_table()
    moves = [[255 if field is None else field for field in move] for move in record.play]
    numbers = {"players": rules.players, "sides": len(rules.sides), "ranks": rules.max_rank, "leader": record.lead, "seat": seat}
    crystals = {"showroom": start.showroom, "vault": start.vault, "thief": 255 if start.thief is None else start.thief}
    cards = {"hand": sorted(record.hands[seat].known), "receiver": rules.receiver(seat), "gave": sorted(record.gave[seat] or ())}
    cards |= {"giver": rules.giver(seat), "got": sorted(record.got[seat] or ())}
    return {**numbers, **crystals, **cards, "play": moves}


def random_view(rng: random.Random) -> View:
    """What the seat to move knows, in the play of a random round."""
    while True:
        record = random_round(rng, rng.choice(EVERY_RULES))
        position = record.position() if record.phase is Phase.PLAY else None
        if position is not None and not position.is_over:
            return View.of(record, position.to_move)


def decision_of(view: View) -> dict[str, Any]:
    """What a level is asked for a view."""
    if view.phase is Phase.PLAY:
        return {"round": as_round(view), "decision": "card", "count": view.pass_count or 0}
    return {
        "round": {**as_round(view), "hand": sorted(view.hand), "gave": [], "play": []},
        "decision": "pass" if view.phase is Phase.PASS else "count",
        "count": view.pass_count or 0,
    }


def before_play(rng: random.Random, phase: Phase) -> View:
    """What a seat knows that has to choose cards to pass, or their number."""
    while True:
        record = random_round(rng, rng.choice(EVERY_RULES))
        if record.phase is phase:
            return View.of(record, record.dealer if phase is Phase.CHOOSE else rng.randrange(record.players))
