"""The core as WebAssembly against the native one: another compiler, another instruction set, 32-bit `long` and pointers."""

from __future__ import annotations

import json
import math
import random
import shutil
import subprocess
from dataclasses import replace
from pathlib import Path
from typing import Any, Literal

import numpy as np
import pytest
from numpy.typing import NDArray

from diamonds_solver.advice.advice import advise, explain_best, has_verdict
from diamonds_solver.analysis.analyse import HINDSIGHT, POINTS, analyse
from diamonds_solver.analysis.learner import DAYS
from diamonds_solver.errors import DiamondsError
from diamonds_solver.game import EngineRequest
from diamonds_solver.games import find_game
from diamonds_solver.games.diamonds.advising.advise import TREES, PassEngine, choose_engine, engine_for, make_engine, play_engine
from diamonds_solver.games.diamonds.advising.engines import IsmctsEngine, PlayoutEngine, rollout_weights
from diamonds_solver.games.diamonds.advising.view import View
from diamonds_solver.games.diamonds.advising.worlds import Worlds, seen_cards
from diamonds_solver.games.diamonds.core import _players
from diamonds_solver.games.diamonds.core._solver import Core
from diamonds_solver.games.diamonds.core._solver import moves as legal_moves
from diamonds_solver.games.diamonds.core._solver import play as play_move
from diamonds_solver.games.diamonds.core.layout import POSITION, RESULT, pack
from diamonds_solver.games.diamonds.core.passing import card_mask, deck_mask
from diamonds_solver.games.diamonds.deal import deal
from diamonds_solver.games.diamonds.playing.live import play_events
from diamonds_solver.games.diamonds.playing.match import Match
from diamonds_solver.games.diamonds.playing.players import PLAYERS, pass_by_net
from diamonds_solver.games.diamonds.records.record import Phase
from diamonds_solver.games.diamonds.round.position import Position
from diamonds_solver.games.diamonds.round.public import Move, Pass
from diamonds_solver.games.diamonds.round.rules import Rules, card_name, format_cards, sort_key
from diamonds_solver.games.diamonds.solving.solve import solve
from diamonds_solver.games.records import examples, load, loads
from diamonds_solver.live.live_game import LiveGame
from diamonds_solver.notation.problems import RecordError
from diamonds_solver.play.names import EASY_SLIPS, STRONG_SHARE
from diamonds_solver.play.players import RulePlayer
from diamonds_solver.sampling._sampling import CDealer
from diamonds_solver.search.collect import sampler_of
from diamonds_solver.search.engine import SampleEngine
from diamonds_solver.stats.comparison import compare_moves
from diamonds_solver.web.fields import Limits, RequestFields
from diamonds_solver.web.questions import Questions

from ..browser import missing
from .playing import worlds_of
from .positions import ALL_RULES, THIEF_RULES, random_position
from .rounds import random_round

pytestmark = pytest.mark.extra

ROOT = Path(__file__).parents[2]
MODULE = ROOT / "build" / "app" / "core.wasm"
MEMORY = 64 << 20
GAME = find_game("diamonds")
EVERY_RULES = [*ALL_RULES, *THIEF_RULES]
GOALS: tuple[Literal["margin"], Literal["points"], Literal["win"]] = ("margin", "points", "win")
NUMBERS = {"mean": "mean", "sem": "sem", "bestShare": "best_share", "loss": "loss", "lossSem": "loss_sem", "low": "low", "high": "high"}
ROOT_MOVE = np.dtype(
    [*((name, "u1") for name in ("card", "actor", "victim")), ("mean", "f8"), ("parts", "i8", len(_players.PARTS)), ("visits", "u4")],
    align=True,
)


@pytest.fixture(scope="module", autouse=True)
def module() -> None:
    """Skips what would otherwise be worked out for nothing."""
    need_module()


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


def solved(core: Core, position: Position, best_only: bool) -> NDArray[np.void]:
    result = np.zeros(1, RESULT)
    core.clear()
    core.solve(
        as_bytes(position), result.view(np.uint8), objective=0, model=0, best_only=best_only, node_limit=0, techniques_off=0, ask=None
    )
    return result


def test_rules() -> None:
    """Who decides, the legal moves, and the position after each of them: 300 positions."""
    rng = random.Random(1)
    positions = [random_position(rng, rng.choice(EVERY_RULES)) for _ in range(300)]
    found = answers([{"ask": "rules", "position": as_bytes(position).tobytes().hex()} for position in positions])
    for position, answer in zip(positions, found, strict=True):
        moves = legal_moves(as_bytes(position))
        after = []
        for move in moves:
            played = as_bytes(position).copy()
            play_move(played, move)
            after.append(played.tobytes().hex())
        assert answer == {"seat": position.to_move, "moves": bytes(sum(moves, ())).hex(), "after": after}


def test_values_and_nodes() -> None:
    """500 random deals, and whole ones of two to four players: results equal to the last byte, node counts included."""
    rng = random.Random(2)
    asked = [(random_position(rng, rng.choice(EVERY_RULES)), False) for _ in range(500)]
    generator = np.random.default_rng(3)
    asked += [(deal(rules, generator), True) for rules in ALL_RULES if rules.players <= 4 and rules.max_rank == 15 for _ in range(2)]
    core = Core(MEMORY)
    questions = [{"ask": "solve", "position": as_bytes(p).tobytes().hex(), "bestOnly": best_only} for p, best_only in asked]
    for (position, best_only), answer in zip(asked, answers(questions), strict=True):
        theirs, ours = np.frombuffer(bytes.fromhex(answer["result"]), RESULT), solved(core, position, best_only)
        assert {name: theirs[name].tobytes() for name in RESULT.names or ()} == {name: ours[name].tobytes() for name in RESULT.names or ()}


def test_playouts() -> None:
    """10,000 random ones, by rules and by the nets: the values, and where their points come from, are the same, as numbers of 64 bits."""
    policies: dict[str, str | None] = {"default": "rules", "net": "net", "rollout": None}
    rng = random.Random(4)
    questions, expected, count = [], [], 0
    while count < 10_000:
        position = random_position(rng, rng.choice(EVERY_RULES))
        worlds = worlds_of(position, 20, rng)
        moves = np.array(legal_moves(as_bytes(position)), np.uint8)
        goal = rng.choice(GOALS)
        seed, seen, policy = rng.getrandbits(64), sum(1 << card for card in position.table.cards), rng.choice(list(policies))
        perfect = position.rules.perfect
        weights = rollout_weights(worlds.view(POSITION), policies[policy], perfect)
        values, parts = _players.playouts(worlds, 0, moves, seed, goal=goal, weights=weights)
        asked = {"seen": f"{seen:x}", "seed": f"{seed:x}", "goal": goal, "policy": policy, "isPerfect": perfect}
        questions.append({"ask": "playouts", "worlds": worlds.tobytes().hex(), "moves": moves.tobytes().hex(), **asked})
        expected.append({"values": values.tobytes().hex(), "parts": parts.tobytes().hex()})
        count += values.size
    assert answers(questions) == expected


def test_tree_search() -> None:
    """Moves, visits and means of trees are the same, to the last bit."""
    rng = random.Random(5)
    questions, expected = [], []
    for _ in range(40):
        position = random_position(rng, rng.choice(EVERY_RULES))
        worlds, seed = worlds_of(position, 10, rng), rng.getrandbits(64)
        search = _players.Ismcts(as_bytes(position), seed=seed, exploration=8.0, bias=0.25, node_limit=1 << 12)
        steps = rng.choice(([500], [200, 300]))
        for more in steps:
            search.run(worlds, 0, more)
        parts = search.parts().tolist()
        expected.append([(*move, mean, each, visits) for (move, visits, mean), each in zip(search.moves(), parts, strict=True)])
        options = {"simulations": steps, "exploration": 8.0, "bias": 0.25, "nodes": 1 << 12}
        questions.append({"ask": "search", "worlds": worlds.tobytes().hex(), "seen": "0", "seed": f"{seed:x}", **options})
    found = []
    for answer in answers(questions):
        rows = np.frombuffer(bytes.fromhex(answer["moves"]), ROOT_MOVE).tolist()
        found.append([(*row[:4], [part / row[5] for part in row[4]], row[5]) for row in rows])
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


def test_knowledge() -> None:
    """What a seat can know of hidden cards: as many deals, and worlds equal bit by bit, in 400 random rounds of all kinds."""
    rng = random.Random(7)
    views = [random_view(rng) for _ in range(400)]
    found = answers([{"ask": "knowledge", "round": as_round(view), "seed": "1d"} for view in views])
    for view, answer in zip(views, found, strict=True):
        base = np.frombuffer(bytes.fromhex(answer.pop("position")), POSITION)[0]
        sampled = np.frombuffer(bytes.fromhex(answer.pop("worlds")), POSITION)
        listed = np.frombuffer(bytes.fromhex(answer.pop("all")), POSITION)
        assert answer == {"sizes": list(view.sizes), "seen": f"{seen_cards(view):x}", "deals": pytest.approx(view.count, rel=1e-12)}
        assert without_trick(base) == without_trick(pack([Position(view.table, view.pinned)])[0])
        assert sampled["hand"].tolist() == Worlds(view).sample(0x1D, 5, 3)["hand"].tolist()
        if view.count <= 50:
            assert listed["hand"].tolist() == Worlds(view).enumerate(0x1D)["hand"].tolist()


def without_trick(position: np.void) -> dict[str, Any]:
    """The fields of a position; of the cards on the table those that are there."""
    fields = {name: position[name].tolist() for name in POSITION.names or ()}
    return {**fields, "trick": fields["trick"][: fields["trick_count"]]}


@pytest.mark.parametrize(
    ("engine", "goal"), [("playout", "margin"), ("playout", "win"), ("ismcts", "margin"), ("ismcts", "win"), ("exact", "margin")]
)
def test_advice(engine: str, goal: str) -> None:
    """The samples are those of `advise`, bit by bit; what is said of them agrees but for rounding."""
    rng = random.Random(8)
    views = [random_view(rng) for _ in range(25)]
    if engine == "exact":  # some with few deals, all of which are solved, and none that takes long
        views = [view for view in (random_view(rng) for _ in range(400)) if len(view.hand) <= (4 if view.rules.players > 2 else 8)][:60]
        assert {1, 1000} <= {min(view.count, 1000) for view in views}
    amount = 300 if engine == "ismcts" else 12
    engines = [make_engine(view, engine, objective=goal, seed=9, worlds=amount) for view in views]
    assert engine != "playout" or {made.is_by_net for made in engines if isinstance(made, PlayoutEngine)} == {True, False}
    utilities = [made.utility for made in engines]
    found = answers(
        [
            {
                "ask": "advice",
                "round": as_round(view),
                "amount": amount,
                "engine": engine,
                "seed": 9,
                "utility": {"goal": goal, "roundsLeft": utility.rounds_left, "sigma": utility.sigma},
            }
            for view, utility in zip(views, utilities, strict=True)
        ]
    )
    for made, answer in zip(engines, found, strict=True):
        count = TREES if engine == "ismcts" else min(amount, made.total or amount)
        values = samples_of(made, amount, count)
        assert np.array(answer["columns"]).T.tolist() == values.tolist()
        assert answer["isExact"] == (made.exact and count == made.total)
        theirs, ours = answer["comparison"], compare_moves(values, classes=made.classes, exact=answer["isExact"])
        assert (theirs["leader"], theirs["verdict"], theirs["excluded"]) == (ours.leader, str(ours.verdict), ours.excluded.tolist())
        for key, numbers in NUMBERS.items():
            assert np.array(theirs[key], np.float64) == pytest.approx(getattr(ours, numbers), abs=1e-9, rel=1e-9)


def test_inference() -> None:
    """Where `auto` weighs deals by what the others did: the same worlds, values and weights, and what is said of them."""
    rng = random.Random(29)
    views, ask = list[View](), EngineRequest(seed=5)
    while len(views) < 24:
        view = random_view(rng)
        made = play_engine(view, ask)
        is_quick = view.rules.players > 2 or len(view.hand) <= 10
        if is_quick and made.inference is not None and sum(view.rules.players == each.rules.players for each in views) < 12:
            views.append(view)
    assert {view.rules.players for view in views} == {2, 4}
    assert any(view.record.got[view.seat] for view in views)
    amount, utility = 300, {"goal": "margin", "roundsLeft": 0, "sigma": 0}
    found = answers([{"ask": "advice", "round": as_round(view), "amount": amount, "seed": 5, "utility": utility} for view in views])
    for view, answer in zip(views, found, strict=True):
        made = play_engine(view, ask)
        values = made.samples(0, min(amount, made.total or amount))
        weights = made.weights(0, values.shape[1])
        assert np.array(answer["columns"]).T.tolist() == values.tolist()
        assert answer["weights"] == pytest.approx(weights, rel=1e-6)
        assert answer["share"] == pytest.approx(made.effective_share, rel=1e-6)
        theirs, ours = answer["comparison"], compare_moves(values, weights, classes=made.classes, exact=answer["isExact"])
        assert (theirs["leader"], theirs["verdict"], theirs["excluded"]) == (ours.leader, str(ours.verdict), ours.excluded.tolist())
        for key, numbers in NUMBERS.items():
            assert np.array(theirs[key], np.float64) == pytest.approx(getattr(ours, numbers), abs=1e-5, rel=1e-5)


def test_marks() -> None:
    """In the third trick, which is left to the net: the cards that equal its own have no mark, as in the program."""
    record = Match(Rules(4), seed=5).record(1, ["net"] * 4)
    decision = next(one for one in GAME.records.decisions(record) if (one.trick, one.seat) == (3, 0))
    view = GAME.advising.view(decision.record, 0)
    utility = {"goal": "margin", "roundsLeft": 0, "sigma": 0}
    (theirs,) = answers([{"ask": "marks", "round": as_round(view), "amount": 300, "seed": 1, "utility": utility}])
    ours = advise(GAME.advising.engine(view, EngineRequest(seed=1, worlds=300)), worlds=300)
    assert theirs["recommended"] == str(ours.recommended) == "C1"
    found = {row["move"]: (row["sure_loss"], row["mark"]) for row in theirs["moves"]}
    assert found == {str(m.move): (pytest.approx(m.sure_loss, abs=1e-9), POINTS.mark(m.sure_loss)) for m in ours.moves}
    assert (found["C1"], found["C3"]) == ((0, ""), (0, ""))


def samples_of(engine: SampleEngine[Any], amount: int, count: int) -> NDArray[np.float64]:
    """Of `amount` worlds, or of trees with `amount` simulations each."""
    if not isinstance(engine, IsmctsEngine):
        return engine.samples(0, count)
    engine.grow_in_turns(count, amount)
    grown = [engine.grown(index, amount, None) for index in range(count)]
    return np.array([each[0] for each in grown if each is not None], np.float64).T


def test_hints() -> None:
    """A hint is that of `advise` with the phone's amount of work, early ends and stopped ones too; thinking longer goes on from there."""
    rng = random.Random(19)
    drawn = [view for view in (random_view(rng) for _ in range(400)) if 3 <= len(view.hand) <= 5 and len(view.moves()) > 2]
    by_engine = [[view for view in drawn if choose_engine(view, "margin") == name] for name in ("playout", "ismcts")]
    views = [view for views in by_engine for view in views[:2]]
    assert len(views) == 4
    utility = {"goal": "margin", "roundsLeft": 0, "sigma": 0}
    for times, stops in (([1], (0, 0.5, 0, 0.5)), ([1, 2], (0,) * 4)):
        asked = {"ask": "hint", "seed": 4, "utility": utility, "times": times}
        found = answers([{**asked, "round": as_round(view), "stop": stop} for view, stop in zip(views, stops, strict=True)])
        for view, answer in zip(views, found, strict=True):
            engine = engine_for(view, EngineRequest("auto", seed=4))
            engine.usual = answer["usual"]
            sampler = sampler_of(engine)
            for many in times:
                early = has_verdict if many == 1 else None
                advice = advise(engine, times=many, is_settled=early, first_look=engine.usual // 4, sampler=sampler, delta=0.1)
            assert (answer["work"], len(answer["columns"])) == (sampler.work, advice.worlds)
            averages = np.average(answer["columns"], axis=0, weights=answer["weights"])
            means = {str(move): float(mean) for move, mean in zip(engine.moves, averages, strict=True)}
            assert means == {str(row.move): pytest.approx(row.mean, abs=1e-6) for row in advice.moves}
            why = explain_best(GAME, advice, advice.explained)
            assert answer["why"] == (why if why is None else why.to_dict()["text"])


def test_the_engine_is_that_of_auto() -> None:
    """Whatever the decision: exact with two players and near the end of a round."""
    rng = random.Random(21)
    views = [random_view(rng) for _ in range(120)]
    utility = {"goal": "margin", "roundsLeft": 0, "sigma": 0}
    found = answers([{"ask": "engine", "round": as_round(view), "seed": 1, "utility": utility} for view in views])
    expected = [choose_engine(view, "margin") for view in views]
    assert [answer["name"] for answer in found] == expected
    engines = [engine_for(view, EngineRequest(seed=1)) for view in views]
    preferred = [None if engine.preference is None else engine.preference.index for engine in engines]
    assert [answer["preferred"] for answer in found] == preferred
    assert any(index is not None for index in preferred)
    assert set(expected) == {"exact", "ismcts", "playout"}


def test_table() -> None:
    """A round followed at a real table, 150 of all kinds: what was played can be told, and table and own moves are those of the rules."""
    rng = random.Random(10)
    questions: list[dict[str, Any]] = []
    expected: list[tuple[dict[str, Any], list[str] | None]] = []
    while len(questions) < 150:
        record = random_round(rng, rng.choice(EVERY_RULES))
        if record.phase is not Phase.PLAY:
            continue
        rules, gave, got, position = record.rules, record.gave[0] or frozenset(), record.got[0] or frozenset(), record.position()
        names = [" ".join(map(card_name, sorted(cards))) for cards in ((record.hands[0].known - got) | gave, gave, got)]
        passed = [str(len(gave)), *names[1:]] if gave else []
        fields = {
            "players": rules.players,
            "sources": ["me"] + ["table"] * (rules.players - 1),
            "rounds": "1",
            "dealer": str(record.dealer + 1),
        }
        kind = {
            "teams": "yes" if rules.teams else "",
            "thief": "yes" if rules.thief else "",
            "variant": "perfect" if rules.perfect else "",
            "pass": "" if gave else "no",
        }
        steps = [names[0], *passed, *map(str, record.play)]
        questions.append({"ask": "table", "fields": fields | kind, "steps": steps})
        table = position.table
        trick = [card_name(card) for card in table.cards]
        own = None if position.is_over or position.to_move else list(map(str, position.moves()))
        turn = None if position.is_over else f"P{position.to_move + 1}"
        at = {"turn": turn, "hand": format_cards(position.hands[0]), "trick": trick}
        expected.append(({**at, "showroom": list(table.showroom), "vault": list(table.vault)}, own))
    for (shown, own), answer in zip(expected, answers(questions), strict=True):
        moves = answer.pop("moves")
        answer["trick"] = [move.partition(">")[0] for move in answer["trick"]]
        assert answer == shown
        assert own is None or moves == own


def test_a_click_plays_its_own_cards_alone() -> None:
    """However long the game: the move, those that answer it, and what all that the person may play next would do, in one call; against
    levels and at a real table."""
    common: dict[str, object] = {"players": 4, "rounds": "4"}
    fields: list[dict[str, object]] = [{"sources": ["me", *["easy"] * 3]}, {"sources": ["me", *["table"] * 3], "dealer": "1"}]
    for answer in answers([{"ask": "clicks", "fields": common | each} for each in fields]):
        assert answer["moves"] >= 160
        assert answer["most"] <= 8
        assert answer["isSame"]


def test_two_tabs_play_one_game() -> None:
    """Each goes on from what the other has kept; when the game is over a new tab shows it, with the score of each round."""
    fields = {"players": 2, "rounds": "2", "sources": ["me", "easy"]}
    card = {"move": [200, 255, 255]}
    broken = [{}, {"steps": [{}]}, {"steps": [card]}, {"steps": [None]}, {"names": ["A"]}, {"names": None}, {"dealer": 7}, {"rounds": "x"}]
    (found,) = answers([{"ask": "tabs", "fields": fields, "broken": broken}])
    assert found["seen"] == list(range(1, len(found["seen"]) + 1))
    assert found["same"]
    assert found["over"]
    assert found["open"] == 0
    first, last = found["scores"]
    assert (sum(first) > 0, last) == (True, None)
    assert all(after >= 0 for after in found["points"])
    assert found["codes"] == [""] + ["E-GAME"] * (len(broken) - 1)


def test_names_of_a_new_game() -> None:
    """The phone takes those that the program takes."""
    names = [
        "Ann",
        "You",
        "<b>",
        "P1",
        "p12",
        "3",
        "3.5",
        "D14",
        "14d",
        "a;b",
        "Team #1",
        " ",
        "",
        " a",
        "-",
        "?",
        "J\u00fcrgen",
        "A\u00a0B",
        "A B",
    ]
    names += ["\U0001f642", "\U0001f469\u200d\U0001f469", "\u202eab", "Dora15", "a/b", "a=b", "you"]
    for name, answer in zip(names, answers([{"ask": "names", "names": ["You", name]} for name in names]), strict=True):
        try:
            LiveGame.new(["easy", "easy"], names=["You", name], seed=1)
            code = ""
        except DiamondsError as error:
            code = error.code
        assert answer["code"] == code, name


def test_tricks() -> None:
    """Tricks, what each suit did and what each move does to the table, in 300 random rounds: as the program and its page have them. What is
    gained and lost adds up to the points.
    """
    rng = random.Random(12)
    records = [
        record for record in (random_round(rng, rng.choice(EVERY_RULES)) for _ in range(300)) if record.phase is Phase.PLAY and record.play
    ]
    questions = []
    for record in records:
        start = Position(record.start_table(), tuple(hand.known for hand in record.hands))
        moves = [[255 if field is None else field for field in move] for move in record.play]
        questions.append({"ask": "tricks", "position": as_bytes(start).tobytes().hex(), "moves": moves})
    for record, answer in zip(records, answers(questions), strict=True):
        assert answer["tricks"] == GAME.records.state(record)["tricks"]
        events = [list(play_events(table, move)) for table, move in zip(record.tables, record.play, strict=False)]
        assert answer["events"] == json.loads(json.dumps(events))
        gains = [event["gains"] for happened in events for event in happened if "gains" in event]
        points = record.tables[0].points()
        assert record.tables[-1].points() == tuple(map(sum, zip(points, *gains, strict=True)))


def options_of(rules: Rules) -> dict[str, Any]:
    """Of `deal`."""
    return {"players": rules.players, "variant": "perfect" if rules.perfect else "standard", "teams": rules.teams, "thief": rules.thief}


def random_deal(rng: random.Random) -> Any:
    """A late position of any kind as a record, as ``diamonds deal --cards`` makes it."""
    rules = rng.choice(EVERY_RULES)
    cards = rng.randint(1, 2) * 2 if rules.players == 2 else rng.randint(1, 5 if rules.players < 5 else 3)
    return GAME.records.deal((rng.getrandbits(32), 1), {**options_of(rules), "cards": cards, "mid_trick": rng.random() < 0.5}, "late")


def test_open_positions() -> None:
    """Records of 150 late positions, read by the phone, and their values: the table, moves and solution are those of the program."""
    rng = random.Random(13)
    records = [random_deal(rng) for _ in range(150)]
    texts = [GAME.records.write(record, "dia") for record in records]
    tables = answers([{"ask": "check", "text": text} for text in texts])
    both: list[Literal["margin", "points"]] = ["margin", "points"]
    goals = [rng.choice(both) for _ in records]
    values = answers([{"ask": "values", "text": text, "objective": goal} for text, goal in zip(texts, goals, strict=True)])
    for record, text, goal, table, found in zip(records, texts, goals, tables, values, strict=True):
        state = GAME.records.state(record)
        assert table["text"] == text
        assert {key: table["state"][key] for key in set(state) - {"id", "record"}} == {
            key: state[key] for key in set(state) - {"id", "record"}
        }
        assert [row["move"] for row in table["moves"]] == list(map(str, GAME.records.legal_moves(record)))
        solution = solve(record.position(), objective=goal).to_dict()
        assert {key: found[key] for key in ("value", "line", "points", "exact")} == {
            "value": pytest.approx(solution["value"], abs=1e-12),
            "line": solution["line"],
            "points": solution["points"],
            "exact": True,
        }
        ours = {row["move"]: row for row in solution["moves"]}
        assert [row["move"] for row in found["moves"]] == list(map(str, GAME.records.legal_moves(record)))
        for row in found["moves"]:
            own = ours.pop(row["move"])
            numbers = {key: pytest.approx(own[key], abs=1e-12) for key in ("value", "loss")}
            assert {key: row[key] for key in ("value", "loss", "best")} == {**numbers, "best": own["best"]}
        assert not ours


def test_texts_of_the_phone() -> None:
    """What the phone writes the program reads: random deals and endings of all kinds, and each after one more move."""
    wanted = [(rules, cards) for rules in EVERY_RULES for cards in (0, 4)]
    dealt = answers([{"ask": "ending", "seed": seed, **options_of(rules), "cards": cards} for seed, (rules, cards) in enumerate(wanted)])
    after = answers([{"ask": "move", "text": table["text"], "move": table["moves"][-1]["move"]} for table in dealt])
    for (rules, cards), before, table in zip(wanted, dealt, after, strict=True):
        for one in (before, table):
            record = loads(one["text"], "<phone>")
            state = GAME.records.state(record)
            assert [one["state"][key] for key in ("hands", "took", "points", "to_move", "tricks_left")] == [
                state[key] for key in ("hands", "took", "points", "to_move", "tricks_left")
            ]
        assert len(record.hands[0].known) == (cards or record.rules.hand_size)
        assert record.rules == rules


ONLY_THERE = ("E-MAGIC", "E-FIELD", "E-ILLEGAL", "E-POSITION")
"""What the phone alone does not read, or tells less exactly."""


@pytest.mark.parametrize(
    ("text", "code", "line"),
    [
        ("diams 1\n", "E-MAGIC", 1),
        ("diamonds 1\nplayers 9\n", "E-PLAYERS", 2),
        ("diamonds 1\nplayers 2\nsee P1\n", "E-FIELD", 3),
        ("diamonds 1\nplayers 2\nhand P3 D1\n", "E-SEAT", 3),
        ("diamonds 1\nplayers 2\nhand P1 X1\n", "E-CARD", 3),
        ("diamonds 1\nplayers 2\nhand P1 D1,2\nhand P2 D2,3\n", "E-CARD-TWICE", None),
        ("diamonds 1\nplayers 2\nhand P1 D1,2\nhand P2 D4\n", "E-HAND-SIZE", None),
        ("diamonds 1\nplayers 2\nhand P1 D1\nhand P2 D4\n", "E-HAND-SIZE", None),
        ("diamonds 1\nplayers 2\nhand P1 D1,2\nhand P2 D4,5\nshowroom 1\n", "E-COUNT", 5),
        ("diamonds 1\nplayers 2\nhand P1 D1,2\nhand P2 D4,5\nshowroom 1 x\n", "E-NUMBER", 5),
        ("diamonds 1\nplayers 2\nhand P1 D1,2\nhand P2 D4,5\nlead P1\nplay H3\n", "E-ILLEGAL", None),
        ("diamonds 1\nplayers 2\nvariant perfect\nhand P1 D1,2\nhand P2 D4,15\n", "E-RANK", None),
        ("diamonds 1\nplayers 2\nhand P1 D1,2\nhand P2 D4,5\nshowroom 500 500\n", "E-CRYSTALS", 5),
        ("diamonds 1\nplayers 2\nhand P1 D1,2\nhand P2 D4,5\ntook P1 x\n", "E-TOOK", 5),
    ],
)
def test_what_the_phone_cannot_read(text: str, code: str, line: int | None) -> None:
    (problem,) = answers([{"ask": "trouble", "text": text}])
    assert (problem.get("code"), problem.get("line")) == (code, line)
    if code not in ONLY_THERE:
        with pytest.raises(RecordError) as caught:
            loads(text)
        assert code in {each.code for each in caught.value.problems}


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


def test_what_the_phone_says_of_the_game() -> None:
    """Decks, levels, decisions and what values count, in the words that the page gets from the program."""
    (ours,) = answers([{"ask": "about"}])
    theirs = Questions(Limits()).quick["about"](RequestFields(b"{}"))["games"]["diamonds"]
    assert [{**deck, "suits": "".join(deck["suits"])} for deck in ours["decks"]] == theirs["decks"]
    assert (ours["levels"], ours["solves"]) == (theirs["levels"], theirs["solves"])
    for key in ("decisions", "objectives"):
        assert ours[key].items() <= theirs[key].items()
    assert ours["days"] == list(DAYS)
    for example in ours["examples"]:
        texts = [path.read_text(encoding="utf-8") for path in (MODULE.parent / f"{example['name']}.dia", examples()[example["name"]])]
        assert loads(texts[0]) == loads(texts[1])


def test_level_normal() -> None:
    """The same decisions as of the program's level, for 200 moves and 60 passes and counts."""
    normal, rng = PLAYERS.parse("normal"), random.Random(14)
    assert isinstance(normal, RulePlayer)
    views = [random_view(rng) for _ in range(200)]
    views += [before_play(rng, phase) for _ in range(30) for phase in (Phase.CHOOSE, Phase.PASS)]
    seeds = [rng.getrandbits(48) for _ in views]
    questions = [
        {"ask": "level", "level": "normal", "seed": f"{seed:x}", **decision_of(view)} for view, seed in zip(views, seeds, strict=True)
    ]
    for view, seed, found in zip(views, seeds, answers(questions), strict=True):
        expected = normal.choose(view, seed)
        if isinstance(expected, Move):
            assert found["answer"] == [255 if field is None else field for field in expected]
        elif isinstance(expected, Pass):
            assert found["answer"] == sorted(expected.cards)
        else:
            assert found["answer"] == expected


def test_pass_by_the_net() -> None:
    """Of 20 hands for each kind of game: the cards, or that there is no net."""
    questions, expected = [], []
    for rules in EVERY_RULES:
        for seed in range(20):
            hand, count = deal(rules, seed).hands[0], 1 + seed % 3
            passed = pass_by_net(rules, hand, count)
            game = {"deck": f"{deck_mask(rules):x}", "players": rules.players, "sides": len(rules.sides)}
            questions.append({"ask": "netPass", "game": game, "hand": f"{card_mask(hand):x}", "count": count})
            expected.append({"answer": None if passed is None else f"{card_mask(passed.cards):x}"})
    assert answers(questions) == expected


def test_levels_easy_and_strong() -> None:
    """Easy slips in at most the share of decisions that the program's does. Strong makes the best move by the program's samples, a quarter
    as many as there; its passes are legal."""
    rng = random.Random(15)
    view = before_play(rng, Phase.PASS)
    (found,) = answers([{"ask": "slips", "seeds": 1000, **decision_of(view)}])
    assert 0.2 < found["slips"] / 1000 < EASY_SLIPS + 0.05
    views = [random_view(rng) for _ in range(20)] + [before_play(rng, Phase.PASS) for _ in range(20)]
    same = 0
    asked = [{"ask": "level", "level": "strong", "seed": 3, **decision_of(view)} for view in views]
    for view, answer in zip(views, answers(asked), strict=True):
        if view.phase is Phase.PASS:
            assert set(answer["answer"]) <= view.hand
            assert len(answer["answer"]) == view.pass_count
            passed = pass_by_net(view.rules, view.hand, view.pass_count or 0)
            assert passed is None or answer["answer"] == sorted(passed.cards)
            continue
        move = [[255 if field is None else field for field in move] for move in view.moves()].index(answer["answer"])
        engine = play_engine(view, EngineRequest(seed=3))
        if engine.preference is None:
            sampler = sampler_of(engine)
            sampler.begin(1, None, None, None)
            sampler.collect_until(math.inf if engine.enumerates else STRONG_SHARE * engine.usual / 4)
            means = sampler.samples.means()
            assert means[move] >= means.max() - 1e-9
            same += 1
    assert same > 10


def test_passes() -> None:
    """Values of all passes in some worlds are those of the program, bit by bit, and so is the reason; the screening keeps few of them."""
    rng = random.Random(16)
    views = [before_play(rng, Phase.PASS) for _ in range(12)]
    found = answers([{"ask": "passes", "seed": 9, "number": 5, **decision_of(view)} for view in views])
    for view, answer in zip(views, found, strict=True):
        engine = PassEngine(view, seed=9, screen=0)
        own = [Pass(cards) for cards in view.passes()]
        assert {tuple(sorted(cards)) for cards in answer["passes"]} == {tuple(sorted(one.cards)) for one in own}
        ours = engine.pass_values([Pass(tuple(sorted(cards, key=sort_key))) for cards in answer["passes"]], 3, 5)
        assert answer["values"] == ours[0].tolist()
        assert 0 < len(answer["kept"]) <= max(2 * 12, 12)
        assert all(sorted(cards) in [sorted(one) for one in answer["passes"]] for cards in answer["kept"])
        engine.moves = tuple(Pass(tuple(sorted(answer[which], key=sort_key))) for which in ("best", "other"))
        written: dict[object, str] = {move: "+".join(map(card_name, sorted(move.cards))) for move in engine.moves}
        best, other = advise(engine, worlds=4).moves
        assert best.move == engine.moves[0]
        why = GAME.advising.explain(best, replace(other, sure_loss=1.0), "margin") if GAME.advising.explain else None
        assert why is not None
        assert answer["why"] == why.text(written.__getitem__)


def test_memory() -> None:
    """What is asked for is given back: ten rounds of advice take as much memory as two."""
    view = random_view(random.Random(11))
    utility = {"goal": "margin", "roundsLeft": 0, "sigma": 0}
    asked = [
        {"ask": "advice", "round": as_round(view), "amount": amount, "engine": engine, "seed": 1, "utility": utility}
        for engine, amount in (("playout", 10), ("ismcts", 100), ("exact", 10))
    ]
    found = answers([*asked * 2, {"ask": "memory"}, *asked * 8, {"ask": "memory"}])
    assert found[2 * len(asked)] == found[-1]


def test_a_game_looked_back_at() -> None:
    """The decisions of the example game, what everybody saw, the losses in hindsight with their marks, and how it ends."""
    record = load(examples()["game4"])
    rounds = (3,)
    (ours,) = answers([{"ask": "review", "text": examples()["game4"].read_text(encoding="utf-8"), "rounds": rounds, "known": [4]}])
    theirs = [one for one in GAME.records.decisions(record) if one.decision != "count"]
    named = [(f"P{one.seat + 1}", one.decision, one.round, GAME.kind_of(one), one.forced) for one in theirs]
    assert [(one["seat"], one["decision"], one["round"], one["kind"], one["forced"]) for one in ours["decisions"]] == named
    played = [(mine["move"], str(one.move)) for mine, one in zip(ours["decisions"], theirs, strict=True) if one.decision != "pass"]
    assert [mine for mine, _ in played] == [move for _, move in played]
    for hands, one in zip(ours["seen"], theirs, strict=True):
        state = GAME.records.state(GAME.table_at(one).seen(one.seat))
        assert hands[one.seat] == state["hands"][one.seat]
    analysis = analyse(record, known=False, rounds=rounds)
    looks = {(one.round, one.trick, one.seat, str(one.move)): one for one in analysis.judged if one.decision in ("card", "victim", "actor")}
    rows = {one["number"]: one for one in ours["decisions"]}
    assert len(ours["hindsight"]) == len(looks)
    for said in ours["hindsight"]:
        row = rows[said["number"]]
        judged = looks[row["round"], row["trick"], int(row["seat"][1]) - 1, row["move"]]
        assert judged.hindsight is not None
        assert said["hindsight"]["value"] == pytest.approx(judged.hindsight.value)
        assert said["hindsight"]["loss"] == pytest.approx(judged.hindsight.loss)
        assert said["mark"] == ("" if judged.forced else HINDSIGHT.mark(said["hindsight"]["loss"]))
    assert {one["number"] for one in ours["known"]} == {number for number, row in rows.items() if row["round"] == 4 and not row["forced"]}
    for one in ours["known"]:
        known = one["known"]
        assert known["sure_loss"] <= known["loss"] + 1e-9
        assert bool(one["mark"]) == (known["sure_loss"] >= 0.25 - 1e-9)
        assert any(row["move"] == rows[one["number"]]["move"] for row in known["moves"])
    assert tuple(ours["points"]) == GAME.records.points(record)
