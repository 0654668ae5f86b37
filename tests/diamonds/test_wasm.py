"""The core as WebAssembly against the native one: another compiler, another instruction set, 32-bit `long` and pointers."""

from __future__ import annotations

import json
import random
import shutil
import subprocess
from pathlib import Path
from typing import Any, Literal

import numpy as np
import pytest
from numpy.typing import NDArray

from diamonds_solver.games.diamonds.advise import make_engine
from diamonds_solver.games.diamonds.core import _players
from diamonds_solver.games.diamonds.core._solver import Core
from diamonds_solver.games.diamonds.core._solver import moves as legal_moves
from diamonds_solver.games.diamonds.core._solver import play as play_move
from diamonds_solver.games.diamonds.core.layout import POSITION, RESULT, pack
from diamonds_solver.games.diamonds.deal import deal
from diamonds_solver.games.diamonds.position import Position
from diamonds_solver.games.diamonds.public import Move
from diamonds_solver.games.diamonds.record import Phase
from diamonds_solver.games.diamonds.view import View
from diamonds_solver.games.diamonds.worlds import Worlds, seen_cards
from diamonds_solver.sampling._sampling import CDealer
from diamonds_solver.stats.comparison import compare_moves

from ..browser import missing
from .playing import worlds_of
from .positions import ALL_RULES, random_position
from .rounds import random_round

pytestmark = pytest.mark.extra

ROOT = Path(__file__).parents[2]
MODULE = ROOT / "build" / "app" / "core.wasm"
MEMORY = 64 << 20
GOALS: tuple[Literal["margin"], Literal["points"], Literal["win"]] = ("margin", "points", "win")
NUMBERS = {"mean": "mean", "sem": "sem", "bestShare": "best_share", "loss": "loss", "lossSem": "loss_sem", "low": "low", "high": "high"}
ROOT_MOVE = np.dtype([("card", "u1"), ("actor", "u1"), ("victim", "u1"), ("mean", "f8"), ("visits", "u4")], align=True)


def answers(questions: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """What the module answers, in Node."""
    if not MODULE.exists():
        missing(f"{MODULE.relative_to(ROOT)}: make app")
    node = shutil.which("node") or missing("node")
    command = [node, str(ROOT / "tests" / "wasm.mjs"), str(MODULE)]
    run = subprocess.run(command, input=json.dumps(questions), capture_output=True, text=True, timeout=600)
    assert run.returncode == 0, run.stderr
    found: list[dict[str, Any]] = json.loads(run.stdout)
    return found


def as_bytes(*positions: Position) -> NDArray[np.uint8]:
    return pack(positions).view(np.uint8)


def solved(core: Core, position: Position, model: int, best_only: bool) -> NDArray[np.void]:
    result = np.zeros(1, RESULT)
    core.clear()
    core.solve(
        as_bytes(position), result.view(np.uint8), objective=0, model=model, best_only=best_only, node_limit=0, techniques_off=0, ask=None
    )
    return result


def test_rules() -> None:
    """Who decides, the legal moves, and the position after each of them: 300 positions."""
    rng = random.Random(1)
    positions = [random_position(rng) for _ in range(300)]
    found = answers([{"ask": "rules", "position": as_bytes(position).tobytes().hex()} for position in positions])
    for position, answer in zip(positions, found, strict=True):
        moves = legal_moves(as_bytes(position))
        after = []
        for move in moves:
            played = as_bytes(position).copy()
            play_move(played, move)
            after.append(played.tobytes().hex())
        assert answer == {"seat": position.to_move, "moves": bytes(sum(moves, ())).hex(), "after": after}


@pytest.mark.parametrize("model", [0, 1], ids=["paranoid", "maxn"])
def test_values_and_nodes(model: int) -> None:
    """500 random deals for each model, and whole ones of two to four players: results equal to the last byte, node counts included."""
    rng = random.Random(2 + model)
    asked = [(random_position(rng), False) for _ in range(500)]
    if model == 0:
        generator = np.random.default_rng(3)
        asked += [(deal(rules, generator), True) for rules in ALL_RULES if rules.players <= 4 and rules.max_rank == 15 for _ in range(2)]
    core = Core(MEMORY)
    questions = [{"ask": "solve", "position": as_bytes(p).tobytes().hex(), "model": model, "bestOnly": best_only} for p, best_only in asked]
    for (position, best_only), answer in zip(asked, answers(questions), strict=True):
        theirs, ours = np.frombuffer(bytes.fromhex(answer["result"]), RESULT), solved(core, position, model, best_only)
        assert {name: theirs[name].tobytes() for name in RESULT.names or ()} == {name: ours[name].tobytes() for name in RESULT.names or ()}


def test_playouts() -> None:
    """10,000 random ones: the points of every seat and the values are the same, as numbers of 64 bits."""
    rng = random.Random(4)
    questions, expected, count = [], [], 0
    while count < 10_000:
        position = random_position(rng)
        worlds = worlds_of(position, 20, rng)
        moves = np.array(legal_moves(as_bytes(position)), np.uint8)
        goal = rng.choice(GOALS)
        seed, seen = rng.getrandbits(64), sum(1 << card for card in position.table.cards)
        points, values = _players.playouts(worlds, 0, moves, seed, goal=goal)
        asked = {"seen": f"{seen:x}", "seed": f"{seed:x}", "goal": goal}
        questions.append({"ask": "playouts", "worlds": worlds.tobytes().hex(), "moves": moves.tobytes().hex(), **asked})
        expected.append({"points": points.tobytes().hex(), "values": values.tobytes().hex()})
        count += values.size
    assert answers(questions) == expected


def test_tree_search() -> None:
    """Moves, visits and means of trees are the same, to the last bit."""
    rng = random.Random(5)
    questions, expected = [], []
    for _ in range(40):
        position = random_position(rng)
        worlds, seed = worlds_of(position, 10, rng), rng.getrandbits(64)
        search = _players.Ismcts(as_bytes(position), seed=seed, exploration=8.0, bias=0.25, node_limit=1 << 12)
        search.run(worlds, 0, 500)
        expected.append([(*move, mean, visits) for move, visits, mean in search.moves()])
        options = {"simulations": 500, "exploration": 8.0, "bias": 0.25, "nodes": 1 << 12}
        questions.append({"ask": "search", "worlds": worlds.tobytes().hex(), "seen": "0", "seed": f"{seed:x}", **options})
    found = [np.frombuffer(bytes.fromhex(answer["moves"]), ROOT_MOVE).tolist() for answer in answers(questions)]
    assert found == expected


def test_deals() -> None:
    """Random deals of weighted items, and the sum over all deals."""
    rng = random.Random(6)
    questions, expected = [], []
    for _ in range(60):
        needs = [rng.randint(1, 6) for _ in range(rng.randint(2, 5))]
        weights = np.array([[rng.choice((0.0, 0.5, 1.0, rng.random())) for _ in needs] for _ in range(sum(needs))])
        seed, first = rng.getrandbits(64), rng.randrange(1000)
        none = np.empty(0, np.uint8)
        dealer, rows = CDealer(weights, np.array(needs, np.uint8), none, none), np.zeros((20, sum(needs)), np.uint8)
        if dealer.total:
            dealer.deal(seed, first, rows)
        expected.append({"total": dealer.total, "rows": rows.tobytes().hex() if dealer.total else ""})
        asked = {"weights": weights.tobytes().hex(), "needs": bytes(needs).hex()}
        questions.append({"ask": "deal", **asked, "seed": f"{seed:x}", "first": f"{first:x}", "count": 20})
    assert answers(questions) == expected


def as_round(view: View) -> dict[str, Any]:
    """What JavaScript is told of a view: what its seat has seen since the first card."""
    record, rules, seat = view.record, view.rules, view.seat
    start = record.start_table()
    moves = [[255 if field is None else field for field in move] for move in record.play]
    numbers = {"players": rules.players, "sides": len(rules.sides), "ranks": rules.max_rank, "leader": record.lead, "seat": seat}
    crystals = {"showroom": start.showroom, "vault": start.vault}
    cards = {"hand": sorted(record.hands[seat].known), "receiver": rules.receiver(seat), "gave": sorted(record.gave[seat] or ())}
    return {**numbers, **crystals, **cards, "play": moves}


def random_view(rng: random.Random) -> View:
    """What the seat to move knows, in the play of a random round."""
    while True:
        record = random_round(rng)
        position = record.position() if record.phase is Phase.PLAY else None
        if position is not None and not position.is_over:
            return View.of(record, position.to_move)


def test_knowledge() -> None:
    """What a seat can know of hidden cards: the same dealer, and worlds equal bit by bit, in 2,000 random rounds of all kinds."""
    rng = random.Random(7)
    views = [random_view(rng) for _ in range(2000)]
    found = answers([{"ask": "knowledge", "round": as_round(view), "seed": "1d"} for view in views])
    for view, answer in zip(views, found, strict=True):
        base = np.frombuffer(bytes.fromhex(answer.pop("position")), POSITION)[0]
        sampled = np.frombuffer(bytes.fromhex(answer.pop("worlds")), POSITION)
        known = view.information
        needs = [known.needs()[seat] for seat in view.takers] + [known.stub]
        allowed = [[*(not {card >> 4} & known.voids[seat] for seat in view.takers), True] for card in view.unseen]
        assert answer == {
            "unseen": list(view.unseen),
            "takers": list(view.takers),
            "seen": f"{seen_cards(view):x}",
            "plan": {"weights": [float(can) for row in allowed for can in row], "needs": needs},
        }
        assert without_trick(base) == without_trick(pack([Position(view.table, view.pinned)])[0])
        assert sampled["hand"].tolist() == Worlds(view).sample(0x1D, 5, 3)["hand"].tolist()


def without_trick(position: np.void) -> dict[str, Any]:
    """The fields of a position; of the cards on the table those that are there."""
    fields = {name: position[name].tolist() for name in POSITION.names or ()}
    return {**fields, "trick": fields["trick"][: fields["trick_count"]]}


@pytest.mark.parametrize("engine", ["playout", "ismcts"])
@pytest.mark.parametrize("goal", ["margin", "win"])
def test_advice(engine: str, goal: str) -> None:
    """The samples are those of `advise`, bit by bit; what is said of them agrees but for rounding."""
    rng = random.Random(8)
    views = [random_view(rng) for _ in range(25)]
    engines = [make_engine(view, engine, objective=goal, seed=9) for view in views]
    utilities = [made.utility for made in engines]
    found = answers(
        [
            {
                "ask": "advice",
                "round": as_round(view),
                "count": 12,
                "engine": engine,
                "seed": 9,
                "utility": {"goal": goal, "roundsLeft": utility.rounds_left, "sigma": utility.sigma},
            }
            for view, utility in zip(views, utilities, strict=True)
        ]
    )
    for made, answer in zip(engines, found, strict=True):
        values = made.samples(0, 12)
        assert np.array(answer["columns"]).T.tolist() == values.tolist()
        theirs, ours = answer["comparison"], compare_moves(values)
        assert (theirs["leader"], theirs["verdict"], theirs["excluded"]) == (ours.leader, str(ours.verdict), ours.excluded.tolist())
        for key, numbers in NUMBERS.items():
            assert np.array(theirs[key], np.float64) == pytest.approx(getattr(ours, numbers), abs=1e-9, rel=1e-9)


def test_table() -> None:
    """A round tapped at the phone, 150 of all kinds: what was played could be tapped, and table and moves are those of the rules."""
    rng = random.Random(10)
    questions: list[dict[str, Any]] = []
    expected: list[tuple[dict[str, Any], tuple[Move, ...] | None]] = []
    while len(questions) < 150:
        record = random_round(rng)
        if record.phase is not Phase.PLAY:
            continue
        rules, gave, got, position = record.rules, record.gave[0] or frozenset(), record.got[0] or frozenset(), record.position()
        hand = (record.hands[0].known - got) | gave
        moves = [[255 if field is None else field for field in move] for move in record.play]
        steps = [{"hand": sorted(hand)}, {"gave": sorted(gave), "got": sorted(got)}, *({"move": move} for move in moves)]
        chosen = {"players": rules.players, "teams": rules.teams, "perfect": rules.perfect, "dealer": record.dealer}
        questions.append({"ask": "table", "rules": chosen, "steps": steps})
        table = position.table
        turn = -1 if position.is_over else position.to_move
        at: dict[str, Any] = {"turn": turn, "trick": list(table.cards), "showroom": list(table.showroom), "vault": list(table.vault)}
        expected.append((at, position.moves() if turn == 0 else None))
    for (shown, legal), answer in zip(expected, answers(questions), strict=True):
        assert answer.pop("isPossible")
        tapped = answer.pop("moves")
        assert answer == {**shown, "stage": "play" if shown["turn"] >= 0 else "end"}
        if legal is not None:
            assert tapped == [[255 if field is None else field for field in move] for move in legal]


def test_memory() -> None:
    """What is asked for is given back: ten rounds of advice take as much memory as two."""
    view = random_view(random.Random(11))
    utility = {"goal": "margin", "roundsLeft": 0, "sigma": 0}
    asked = [
        {"ask": "advice", "round": as_round(view), "count": 10, "engine": engine, "seed": 1, "utility": utility}
        for engine in ("playout", "ismcts")
    ]
    found = answers([*asked * 2, {"ask": "memory"}, *asked * 8, {"ask": "memory"}])
    assert found[4] == found[-1]
