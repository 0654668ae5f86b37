"""Players of the arena by name, each a way to choose from a `View`."""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from itertools import combinations
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from diamonds_solver.common.options import Option, one_of, positive, whole
from diamonds_solver.common.parallel import Stop
from diamonds_solver.errors import DiamondsError
from diamonds_solver.game import Engine, EngineRequest, lazy
from diamonds_solver.players.kinds import Player, PlayerKinds, RulePlayer
from diamonds_solver.players.names import AUTO_SHARE, SLIPS, TIME, Kind, PlayerNames

from ..advising.advise import EARLY, INFERENCE, MARGIN, ROLLOUT, SHARE, count_engine, pass_engine, play_engine
from ..advising.engines import has_learned
from ..advising.view import View
from ..advising.worlds import Worlds, known_to, seen_cards
from ..core import _players, layout
from ..core.passing import card_mask, deck_mask
from ..learning.actions import MOVES, action_of, card_of
from ..records.record import Phase, Record
from ..round.position import Position
from ..round.public import Move, Pass, is_margin
from ..round.rules import START_SHOWROOM, Rules, sort_key, suit_of
from ..solving.solve import Objective, Solver

if TYPE_CHECKING:
    from ..learning import openspiel
else:  # it needs an extra, which only its own player may ask for
    (openspiel,) = lazy(__package__.rpartition(".")[0], "learning.openspiel")

# -- kinds of players ---------------------------------------------------------------------------------------------------------------------
# Players of the arena, each a way to choose from a `View`: at random, by rules, and by an engine of advice.

PASS_WORLDS = 200
"""Worlds in which passes are compared where there is no limit of time."""


Answer = Move | Pass | int
"""What is decided, by `View.phase`: a move, the cards to pass, or as the dealer how many cards everybody passes."""


def at_random(view: View, seed: int) -> Answer:
    """Any legal move, any cards, any number of them."""
    rng = np.random.default_rng(seed)
    if view.phase is Phase.CHOOSE:
        return int(rng.integers(1, 4))
    if view.phase is Phase.PASS:
        assert view.pass_count is not None
        return _pass(rng.choice(sorted(view.hand), view.pass_count, replace=False).tolist())
    moves = view.moves()
    return moves[int(rng.integers(len(moves)))]


def greedy(view: View, seed: int) -> Answer:
    """The rule-based policy of the C core."""
    if view.phase is not Phase.PLAY:
        return pass_by_rules(view.rules, view.hand, view.pass_count)
    return layout.unpack_move(_players.policy_move(_any_world(view).view(np.uint8), seen_cards(view), seed))


def by_net(view: View, seed: int) -> Answer:
    """The best card of the net by which playouts finish rounds; the rest by rules."""
    if view.phase is not Phase.PLAY:
        return greedy(view, seed)
    world = _any_world(view).view(np.uint8)
    move = _players.policy_move(world, seen_cards(view), seed, weights=_players.net_weights(world))
    return layout.unpack_move(move)


def learned(view: View, seed: int) -> Answer:
    """The best card of the net that learned by self-play, and the pass of its twin; the rest by rules."""
    deck = deck_mask(view.rules)
    if not has_learned(view.rules):
        return learned_answer(None)
    if view.phase is not Phase.PLAY:
        return by_thumb(view, seed)
    return learned_answer(_players.learned_move(_any_world(view).view(np.uint8), seen_cards(view), deck, known_to(view), seed))


def learned_answer(move: tuple[int, int, int] | None) -> Move:
    """The move of the net. Raises DiamondsError where there is none."""
    if move is None:
        message = "the player learned plays with three players or more, without the thief"
        raise DiamondsError(message, code="E-PLAYER", hint="net and greedy play every game without samples, too")
    return layout.unpack_move(move)


def by_thumb(view: View, seed: int) -> Answer:
    """What people play against who does not search: the pass by the net, where there is one; the rest by rules."""
    passed = None if view.phase is not Phase.PASS else pass_by_net(view.rules, view.hand, view.pass_count or 0)
    return greedy(view, seed) if passed is None else passed


@dataclass(frozen=True)
class PassingPlayer:
    """Passes as one player, and plays as another."""

    name: str
    passes: Player[View, Answer]
    plays: Player[View, Answer]
    by_net: bool = False
    """Where there is a net for the pass, that one chooses the cards."""

    def choose(self, view: View, seed: int, should_stop: Stop | None = None, /) -> Answer:
        if self.by_net and view.phase is Phase.PASS:
            passed = pass_by_net(view.rules, view.hand, view.pass_count or 0)
            if passed is not None:
                return passed
        return (self.plays if view.phase is Phase.PLAY else self.passes).choose(view, seed, should_stop)


def _engine(view: View, ask: EngineRequest) -> Engine[Any]:
    return (play_engine if view.phase is Phase.PLAY else pass_engine if view.phase is Phase.PASS else count_engine)(view, ask)


def _passing(kind: Kind[Player[View, Answer]], passes: str = "rules", otherwise: str = "rules") -> Kind[Player[View, Answer]]:
    """Players who pass by rules, by the net, or with PASS_WORLDS samples by the engine that they play by. `otherwise`: where there is no
    net for the cards, and for their number."""

    def make(name: str, options: Mapping[str, Any]) -> PassingPlayer:
        plays: Any = kind.make(name, options)
        told = options.get("pass", passes)
        by_engine = (otherwise if told == "net" else told) == "engine"
        passing = replace(plays, samples=plays.samples and PASS_WORLDS) if by_engine else RulePlayer(name, greedy)
        return PassingPlayer(name, passing, plays, told == "net")

    return replace(kind, make=make)


# -- between views and the C core -----------------------------------------------------------------------------------------------------


def _any_world(view: View) -> NDArray[np.void]:
    """POSITION[1]: a world for who does not look at the others' hands, without the work of drawing one. Earlier voids do not matter."""
    table, pool, hands = view.table, list(view.unseen), list(view.pinned)
    led = suit_of(table.cards[0]) if table.cards else None
    discarded = {table.seat_of_play(index) for index, card in enumerate(table.cards) if suit_of(card) != led}
    for seat in sorted(range(view.rules.players), key=lambda seat: seat not in discarded):
        fitting = [card for card in pool if seat not in discarded or suit_of(card) != led][: view.sizes[seat] - len(hands[seat])]
        hands[seat] = hands[seat] | set(fitting)
        pool = [card for card in pool if card not in fitting]
    return layout.pack([Position(table, tuple(hands))])


def _pass(cards: Iterable[int]) -> Pass:
    return Pass(tuple(sorted(cards, key=sort_key)))


def pass_by_rules(rules: Rules, hand: frozenset[int], count: int | None) -> Pass | int:
    """The pass of the rule-based player; as the dealer, where no number is known, how many cards."""
    if count is None:
        return _players.policy_count(card_mask(hand), deck_mask(rules), rules.players, len(rules.sides))
    return _pass(greedy_pass(rules, hand, count))


def pass_by_net(rules: Rules, hand: frozenset[int], count: int) -> Pass | None:
    """The pass of the net; None where there is none for the game."""
    chosen = _players.net_pass(card_mask(hand), count, deck_mask(rules), rules.players, len(rules.sides))
    return None if chosen is None else _pass(card for card in hand if chosen >> card & 1)


def greedy_pass(rules: Rules, hand: frozenset[int], count: int) -> frozenset[int]:
    """The cards that the rule-based player passes."""
    chosen = _players.policy_pass(card_mask(hand), count, deck_mask(rules), rules.players, len(rules.sides))
    return frozenset(card for card in hand if chosen >> card & 1)


# -- clairvoyant --------------------------------------------------------------------------------------------------------------------------
# A player who sees all hands: no opponent for anybody, but the ceiling of what knowledge of the hidden cards is worth.


_SOLVER_MEMORY = 64 << 20
_PLAYOUTS = 8  # per pass


@dataclass(frozen=True)
class Clairvoyant:
    """Plays the solved move, paranoid, where the position can be solved within `nodes`; else the move of the best mean of a tree search of
    `simulations` in the one true deal. Passes what playouts in the true deal like best, the others passing by rules."""

    name: str
    objective: Objective = "margin"
    nodes: int = 200_000
    simulations: int = 2000

    def knowing(self, record: Record) -> _Seer:
        """The player when all cards of the record are known to it."""
        return _Seer(self.name, self, record)


@dataclass(frozen=True)
class _Seer:
    name: str
    settings: Clairvoyant
    truth: Record

    def choose(self, view: View, seed: int, should_stop: Stop | None = None, /) -> Answer:
        if view.phase is Phase.CHOOSE:
            return greedy(view, seed)
        return _pass(self._cards(view, seed)) if view.phase is Phase.PASS else self._move(view, seed)

    def _move(self, view: View, seed: int) -> Move:
        position = self.truth.position()
        solution = Solver(_SOLVER_MEMORY).solve(
            position, objective=self.settings.objective, all_moves=False, node_limit=self.settings.nodes
        )
        if solution.exact:
            return solution.best_moves[0]
        world = layout.pack([position])
        search = _players.Ismcts(world.view(np.uint8), seed=seed, goal=self.settings.objective)
        search.run(world.view(np.uint8), seen_cards(view), self.settings.simulations)
        return layout.unpack_move(max(search.moves(), key=lambda move: move[2])[0])

    def _cards(self, view: View, seed: int) -> frozenset[int]:
        rules, count = view.rules, view.pass_count
        assert count is not None
        dealt = [hand.known for hand in self.truth.hands]
        gave = [greedy_pass(rules, hand, count) for hand in dealt]
        options = [frozenset(cards) for cards in combinations(sorted(view.hand), count)]
        starts = []
        for option in options:
            gave[view.seat] = option
            hands = [hand - cards for hand, cards in zip(dealt, gave, strict=True)]
            for giver, cards in enumerate(gave):
                hands[rules.receiver(giver)] |= cards
            starts.append(Position(view.record.start_table(), tuple(hands)))
        worlds = np.tile(layout.pack(starts), _PLAYOUTS)
        weights = [_players.default_weights(worlds[:1].view(np.uint8))] * rules.players
        seen = np.full(len(worlds), seen_cards(view), np.uint64)
        points = (
            _players.play_out(worlds.view(np.uint8), seen, seed, 0, weights).reshape(_PLAYOUTS, len(options), rules.players).sum(axis=0)
        )
        own = points[:, list(rules.sides[rules.side_of(view.seat)])].sum(axis=1).astype(float)
        value = own - (points.sum(axis=1) - own) / (len(rules.sides) - 1) if is_margin(self.settings.objective) else own
        return options[int(value.argmax())]


# -- OpenSpiel's bot ----------------------------------------------------------------------------------------------------------------------
# ``ISMCTSBot`` as a player of the arena: an opponent that others wrote. It needs the extra ``openspiel``. The bot plays the game of
# ``openspiel``, in which P1 deals and everybody has three crystals: seats are turned so that it is so.


_TRIAL = 5  # simulations that tell how long one takes
_LEAST = 2  # the first simulation only makes the bot's root, which then has no move to show


@dataclass(frozen=True)
class SpielPlayer:
    """The bot with a uniform sampler of deals and one random playout a simulation. As the dealer it says what `greedy` says."""

    name: str
    simulations: int | None = 200
    seconds: float | None = None
    exploration: float = 4.0

    def choose(self, view: View, seed: int, should_stop: Stop | None = None, /) -> Answer:
        if view.phase is Phase.CHOOSE:
            return greedy(view, seed)
        state, chosen = state_of(view, seed), list[int]()
        if view.phase is Phase.PLAY:
            return _turned(MOVES[self._action(state, seed)], view.record.dealer, view.rules.players)
        assert view.pass_count is not None
        while len(chosen) < view.pass_count:
            chosen.append(self._action(state, seed + len(chosen)))
            state.apply_action(chosen[-1])
        return _pass(map(card_of, chosen))

    def _action(self, state: openspiel.DiamondsState, seed: int) -> int:
        steps = self.simulations
        if self.seconds is not None and len(state.legal_actions()) > 1:
            started = time.perf_counter()
            self._bot(state, seed, _TRIAL).step(state)
            spent = time.perf_counter() - started
            fitting = max(_LEAST, int((self.seconds - spent) / spent * _TRIAL))
            steps = fitting if steps is None else min(steps, fitting)
        return int(self._bot(state, seed, max(_LEAST, steps or 0)).step(state))

    def _bot(self, state: openspiel.DiamondsState, seed: int, simulations: int) -> Any:
        from open_spiel.python.algorithms import ismcts, mcts

        rng = np.random.RandomState(seed % 2**32)
        bot = ismcts.ISMCTSBot(
            game=state.get_game(),
            evaluator=mcts.RandomRolloutEvaluator(1, rng),
            uct_c=self.exploration,
            max_simulations=simulations,
            random_state=rng,
        )
        bot.set_resampler(openspiel.Resampler(seed, openspiel.ViewSampler()))
        return bot


def state_of(view: View, seed: int) -> openspiel.DiamondsState:
    """A state in which the player knows what the view says; what it does not know is drawn at random."""
    record, rules = view.record, view.rules
    if record.thief is not None and record.thief != record.dealer:
        raise DiamondsError("OpenSpiel's player plays rounds that begin with the thief token at the dealer", code="E-PLAYER")
    if set(record.showroom) != {START_SHOWROOM} or any(record.vault):
        raise DiamondsError("OpenSpiel's player plays single rounds, not matches", code="E-PLAYER", hint="leave out --match")
    import pyspiel

    openspiel.register()
    cards = record.tricks * rules.plays_per_trick
    kind = {"players": rules.players, "perfect": rules.perfect, "teams": rules.teams, "thief": rules.thief}
    parameters = {**kind, "cards": cards, "pass": view.pass_count or 0}
    order = [(record.dealer + seat) % rules.players for seat in range(rules.players)]
    worlds = Worlds(view)
    (world,) = worlds.positions(worlds.sample(seed, 0, 1))
    hands = [set(world.hands[seat]) for seat in order]
    for card, seat in view.information.played.items():
        hands[order.index(seat)].add(card)
    own = order.index(view.seat)
    rng = np.random.default_rng((seed, 2))
    passed = _passes(view, hands, own, rng)
    if record.phase is Phase.PLAY:
        for seat, given in enumerate(passed):
            hands[rules.receiver(seat)] -= given
            hands[seat] |= given
    before = passed if record.phase is Phase.PLAY else passed[:own]
    played = [action_of(_turned(move, -record.dealer, rules.players)) for move in record.play]
    game = pyspiel.load_game("python_diamonds", parameters)
    return openspiel.replayed(game, list(map(_actions, hands)), [action for given in before for action in _actions(given)], played)


def _passes(view: View, hands: list[set[int]], own: int, rng: np.random.Generator) -> list[set[int]]:
    """By turned seat the cards that everybody passes: the viewer's own, those got, for the others any of the receiver's."""
    record, rules = view.record, view.rules
    passed = []
    for seat in range(rules.players):
        receiver = rules.receiver(seat)
        known = record.gave[view.seat] if seat == own else record.got[view.seat] if receiver == own else None
        source = hands[receiver] if record.phase is Phase.PLAY else hands[seat]
        passed.append(set(known) if known else set(rng.choice(sorted(source), view.pass_count or 0, replace=False).tolist()))
    return passed


def _turned(move: Move, by: int, players: int) -> Move:
    """The move when every seat is called `by` seats higher."""
    actor, victim = (None if seat is None else (seat + by) % players for seat in (move.actor, move.victim))
    return Move(move.card, actor, victim)


def _actions(cards: Iterable[int]) -> list[int]:
    return sorted(action_of(Move(card)) for card in cards)


# -- players by name ----------------------------------------------------------------------------------------------------------------------
# As the arena has them: ``greedy``, ``ismcts:sims=500``, ``playout:worlds=40,goal=points``.


OPTIONS = {
    "sims": Option("simulations a decision, from 1; a tree has at least 100", whole, "simulations"),
    "trees": Option("independent trees that the simulations are divided into, from 1", whole),
    "worlds": Option("worlds a decision, from 1", whole),
    "nodes": Option("limit of the solver per world, from 1", whole),
    "time": TIME,
    "goal": Option("margin, points or win: the chance to win the match", one_of("margin", "points", "win")),
    "c": Option("how much the tree search explores, above 0", positive, "exploration"),
    "pass": Option("rules, net or engine: who decides about the pass", one_of("rules", "net", "engine")),
    "inference": INFERENCE,
    "rollouts": ROLLOUT,
    "margin": MARGIN,
    "early": EARLY,
    "share": SHARE,
    "slips": SLIPS,
}


def _given(options: Mapping[str, Any], **names: str) -> dict[str, Any]:
    """The keywords of a player for the options given: keyword=option."""
    return {keyword: options[option] for keyword, option in names.items() if option in options}


def _clairvoyant(name: str, options: Mapping[str, Any]) -> Clairvoyant:
    if options.get("goal") == "win":
        raise DiamondsError("the player clairvoyant has the goals margin and points only", code="E-PLAYER")
    return Clairvoyant(name, **_given(options, objective="goal", nodes="nodes", simulations="sims"))


def _openspiel(name: str, options: Mapping[str, Any]) -> SpielPlayer:
    openspiel.register()  # raises MissingExtraError before anything is played
    simulations = options.get("sims", None if "time" in options else 200)
    return SpielPlayer(name, simulations, options.get("time"), **_given(options, exploration="c"))


def any_best(values: NDArray[np.float64], seed: int) -> int:
    """The index of the highest value; of equal ones any."""
    best = np.flatnonzero(values >= values.max() - 1e-9)
    return int(best[0] if len(best) == 1 else np.random.default_rng(seed).choice(best))


_SLIP = 1  # apart from the random numbers of what is chosen then
_MAKE = PlayerKinds[View, Answer](
    at_random,
    by_thumb,
    lambda seed: np.random.default_rng((seed, _SLIP)).random(),
    _engine,
    "margin",
    OPTIONS,
    any_best,
)
_LEVELS = _MAKE.levels(("time",))
KINDS: dict[str, Kind[Player[View, Answer] | Clairvoyant]] = {
    **_LEVELS,
    "normal": replace(_LEVELS["normal"], text="level: plays by rules, as greedy, and passes by the net"),
    "strong": _passing(_LEVELS["strong"], "net", "engine"),
    "greedy": _MAKE.by_rule("plays by rules", greedy),
    "net": _MAKE.by_rule("plays by the net of playouts", by_net),
    "learned": _MAKE.by_rule("plays and passes by nets of self-play; for 3 players or more", learned),
    "playout": _passing(
        _MAKE.by_engine(
            "every move played to the end in worlds (40)",
            "playout",
            ("worlds", "time", "goal", "pass", "inference", "rollouts", "margin", "early", "share"),
            samples=40,
        )
    ),
    "ismcts": _passing(
        _MAKE.by_engine(
            "information-set tree search (500 simulations)",
            "ismcts",
            ("sims", "trees", "time", "goal", "c", "pass", "inference"),
            simulations=500,
        )
    ),
    "exact": _passing(
        _MAKE.by_engine(
            "every move solved in worlds (20)",
            "exact",
            ("worlds", "nodes", "time", "goal", "pass", "inference"),
            samples=20,
            nodes=20_000,
        )
    ),
    "auto": _passing(
        _MAKE.by_engine(
            f"as diamonds advise, with {AUTO_SHARE * 100:.0f} % of the work of a hint",
            "auto",
            ("time", "goal", "pass", "inference"),
            share=AUTO_SHARE,
        ),
        "net",
        "engine",
    ),
    "clairvoyant": Kind("sees all hands", ("goal", "nodes", "sims"), _clairvoyant),
    "openspiel": Kind("OpenSpiel's ISMCTSBot (200 simulations)", ("sims", "time", "c"), _openspiel),
}
PLAYERS = PlayerNames(KINDS, OPTIONS)
