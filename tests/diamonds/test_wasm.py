"""The core as WebAssembly against the native one: another compiler, another instruction set, 32-bit `long` and pointers."""

from __future__ import annotations

import math
import random
from dataclasses import replace
from typing import Any, Literal

import numpy as np
import pytest
from numpy.typing import NDArray

from diamonds_solver.advice.advice import advise, explain_best, has_verdict
from diamonds_solver.analysis.analyse import POINTS
from diamonds_solver.game import EngineRequest
from diamonds_solver.games.diamonds.advising.advise import TREES, PassEngine, auto_plan, engine_for, make_engine, play_engine
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
from diamonds_solver.games.diamonds.playing.match import Match
from diamonds_solver.games.diamonds.playing.players import PLAYERS, pass_by_net
from diamonds_solver.games.diamonds.records.record import Phase
from diamonds_solver.games.diamonds.round.position import Position
from diamonds_solver.games.diamonds.round.public import Move, Pass
from diamonds_solver.games.diamonds.round.rules import Rules, sort_key
from diamonds_solver.players.kinds import RulePlayer
from diamonds_solver.players.names import EASY_SLIPS, STRONG_SHARE
from diamonds_solver.sampling._sampling import CDealer
from diamonds_solver.search.collect import sampler_of
from diamonds_solver.search.engine import SampleEngine
from diamonds_solver.stats.comparison import compare_moves
from tests.conftest import PROFILE

from .answers import FILE, read
from .phone import EVERY_RULES, GAME, answers, as_bytes, as_round, before_play, decision_of, need_module, random_view
from .playing import worlds_of
from .positions import ALL_RULES, random_position

pytestmark = pytest.mark.extra
MUCH = 1 if PROFILE == "dev" else 3
"""How much is compared."""
MEMORY = 64 << 20
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


def test_results_and_nodes() -> None:
    """Deals of every kind, and whole ones of two to four players: equal to the last byte, node counts included. Values: test_answers.py."""
    asked = [(case.position, False) for case in read(FILE.read_text(encoding="ascii")) if not case.values]
    generator = np.random.default_rng(3)
    asked += [(deal(rules, generator), True) for rules in ALL_RULES if rules.players <= 4 and rules.max_rank == 15]
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


def test_knowledge() -> None:
    """What a seat can know of hidden cards: as many deals, and worlds equal bit by bit, in random rounds of all kinds."""
    rng = random.Random(7)
    views = [random_view(rng) for _ in range(150 * MUCH)]
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
    by_engine = [[view for view in drawn if auto_plan(view, "margin")[0] == name] for name in ("playout", "ismcts")]
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
            assert answer["best"] == str(advice.recommended or advice.best)
            averages = np.average(answer["columns"], axis=0, weights=answer["weights"])
            means = {str(move): float(mean) for move, mean in zip(engine.moves, averages, strict=True)}
            assert means == {str(row.move): pytest.approx(row.mean, abs=1e-6) for row in advice.moves}
            why = explain_best(GAME, advice, advice.explained)
            assert answer["why"] == (why if why is None else why.to_dict()["text"])


@pytest.mark.long
def test_recommendations() -> None:
    """In 200 positions the phone recommends what `advise` does by as much work: each way to decide is among them."""
    rng, seed, part = random.Random(23), 6, 1 / 50
    views = list[View]()
    while len(views) < 200:
        view = random_view(rng)
        if len(view.moves()) > 1 and (auto_plan(view, "margin")[0] != "exact" or len(view.hand) <= 4):
            views.append(view)
    utility = {"goal": "margin", "roundsLeft": 0, "sigma": 0}
    found = answers([{"ask": "hint", "seed": seed, "utility": utility, "times": [part], "round": as_round(view)} for view in views])
    ways = set()
    for view, answer in zip(views, found, strict=True):
        engine = engine_for(view, EngineRequest("auto", seed=seed))
        engine.usual = math.ceil(part * answer["usual"])
        advice = advise(engine, delta=0.1)
        assert answer["best"] == str(advice.recommended or advice.best), view
        ways.add((engine.name, engine.preference is not None, advice.recommended is not None))
    assert {("exact", False, False), ("ismcts", False, False), ("playout", True, False), ("playout", True, True)} <= ways


def test_the_engine_is_that_of_auto() -> None:
    """Whatever the decision: exact with two players and near the end of a round."""
    rng = random.Random(21)
    views = [random_view(rng) for _ in range(120)]
    utility = {"goal": "margin", "roundsLeft": 0, "sigma": 0}
    found = answers([{"ask": "engine", "round": as_round(view), "seed": 1, "utility": utility} for view in views])
    expected = [auto_plan(view, "margin")[0] for view in views]
    assert [answer["name"] for answer in found] == expected
    engines = [engine_for(view, EngineRequest(seed=1)) for view in views]
    for engine, answer in zip(engines, found, strict=True):
        preference = engine.preference
        gains = None if preference is None else ["always" if gain == math.inf else gain for gain in preference.gains]
        assert answer["gains"] == gains
        assert answer["reason"] == (preference and preference.reason)
    by_experience = [engine.preference for engine in engines if engine.preference is not None]
    assert {preference.always is None for preference in by_experience} == {False, True}
    assert set(expected) == {"exact", "ismcts", "playout"}


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
    views = [random_view(rng) for _ in range(10 * MUCH)] + [before_play(rng, Phase.PASS) for _ in range(10 * MUCH)]
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
        if engine.preference is None or engine.preference.always is None:
            sampler = sampler_of(engine)
            sampler.begin(1, None, None, None)
            sampler.collect_until(math.inf if engine.enumerates else STRONG_SHARE * engine.usual / 4)
            means = sampler.samples.means()
            means = means if engine.preference is None else engine.preference.weighed(means)
            assert means[move] >= means.max() - 1e-9
            same += 1
    assert same > 5 * MUCH


def test_passes() -> None:
    """Values of all passes in some worlds are those of the program, bit by bit, and so is the reason; the screening keeps few."""
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
        best, other = advise(engine, worlds=4).moves
        assert best.move == engine.moves[0]
        why = GAME.advising.explain(best, replace(other, sure_loss=1.0), "margin") if GAME.advising.explain else None
        assert why is not None
        assert answer["why"] == why.text(str)


def test_memory() -> None:
    """What is asked for is given back: four rounds of advice take as much memory as two."""
    view = random_view(random.Random(11))
    utility = {"goal": "margin", "roundsLeft": 0, "sigma": 0}
    asked = [
        {"ask": "advice", "round": as_round(view), "amount": amount, "engine": engine, "seed": 1, "utility": utility}
        for engine, amount in (("playout", 10), ("ismcts", 100), ("exact", 10))
    ]
    found = answers([*asked * 2, {"ask": "memory"}, *asked * 2, {"ask": "memory"}])
    assert found[2 * len(asked)] == found[-1]
