"""What a hand or a deal is worth before the round begins."""

from __future__ import annotations

import math
import re
import secrets
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from diamonds_solver.common.parallel import Progress, thread_count
from diamonds_solver.common.quantities import MOST_THREADS, check_kind, check_seconds, check_whole
from diamonds_solver.common.wording import counted
from diamonds_solver.errors import DiamondsError, PositionError
from diamonds_solver.game import EvaluateOptions, HandDeck
from diamonds_solver.notation.problems import Line, Location, ProblemList
from diamonds_solver.notation.text import Word
from diamonds_solver.search.engine import Trial, even_rounds, halve
from diamonds_solver.stats.comparison import Comparison, compare_moves
from diamonds_solver.stats.estimates import Estimate, mean_interval

from ..core import layout
from ..core.passing import MAX_PASS, card_mask, exchange, policy_counts, policy_passes
from ..records.game_record import AnyRecord, last_round, rounds
from ..records.record import Hand, Phase, Record
from ..records.tokens import HINT_CARDS, Reading
from ..round.position import Position
from ..round.public import is_margin
from ..round.rules import MAX_PLAYERS, MIN_PLAYERS, SUIT_LETTERS, Rules, card_name, format_cards, sort_key, suit_of
from .hands import (
    Floats,
    HandRank,
    HandValue,
    PassChoices,
    PassValue,
    RoundPool,
    RoundStatistics,
    play_rounds,
    rank_hand,
    round_statistics,
    seat_after_dealer,
    values_for,
)
from .view import View
from .worlds import Worlds

# -- the best cards to pass ---------------------------------------------------------------------------------------------------------------
# The best cards to pass: every choice tried in the same random deals, the bad ones dropped early (sequential halving).
#
# The others pass by rules. The few choices that are left are compared in fresh deals: those that chose them would flatter them.

KEPT = 3
"""Choices that reach the comparison; the rules' choice is compared, too."""
_FIRST_TRIAL = 1 << 32  # numbers of the deals that choose; those that compare are lower

Cards = tuple[int, ...]


@dataclass(frozen=True)
class PassExperiment:
    """One hand's deals and what is wanted. Deal i and the luck of its play depend on the seeds and on i only."""

    worlds: Worlds
    objective: str
    deal_seed: int
    play_seed: int
    pool: RoundPool = field(default_factory=RoundPool)
    """Who plays the rounds; a matter of time only."""

    @property
    def rules(self) -> Rules:
        return self.worlds.view.rules

    @property
    def seat(self) -> int:
        return self.worlds.view.seat

    def deals(self, first: int, count: int) -> NDArray[np.void]:
        return self.worlds.sample(self.deal_seed, first, count)

    def play(self, deals: NDArray[np.void], first: int) -> NDArray[np.void]:
        """The ends of the rounds."""
        return self.pool.play(deals, self.rules, self.play_seed, first)

    def values(self, starts: NDArray[np.void], ends: NDArray[np.void]) -> Floats:
        return values_for(starts, ends, self.rules, self.seat, self.objective)


@dataclass(frozen=True)
class PassTrial:
    """Choices of `count` cards compared in the same deals."""

    count: int
    cards: tuple[Cards, ...]
    """The choices, in the order of `comparison`: the rules' one last, unless it is among the others."""
    rules: int
    """The index of the rules' choice."""
    comparison: Comparison
    ends: tuple[NDArray[np.void], ...]
    """The rounds' ends with each choice."""

    def ranking(self) -> list[int]:
        """The choices, the best first."""
        return sorted(range(len(self.cards)), key=lambda i: (i != self.comparison.leader, -float(self.comparison.mean[i]), i))


def find_best_pass(experiment: PassExperiment, count: int, deals: NDArray[np.void], effort: int) -> PassTrial:
    """The best choices of `count` cards, compared in `deals`, which are the experiment's deals from 0 on.

    `effort`: about how many rounds are played to find them.
    """
    hand = sorted(experiment.worlds.view.hand, key=sort_key)
    choices = list(combinations(hand, count))
    given = policy_passes(deals, experiment.rules, count)
    by_rules = int(given[0, experiment.seat])
    rounds = even_rounds(len(choices), KEPT, effort)
    kept = [choices[i] for i in halve(_trials(experiment, count, choices), np.zeros(len(choices)), rounds)]
    rules_choice = next(cards for cards in choices if card_mask(cards) == by_rules)
    compared = kept if rules_choice in kept else [*kept, rules_choice]
    ends = tuple(map(np.concatenate, experiment.pool.each(_ending(experiment, deals, given, 0), compared, len(deals))))
    values = np.stack([experiment.values(deals, each) for each in ends])
    comparison = compare_moves(values, seed=experiment.play_seed & 0xFFFFFFFF)
    return PassTrial(count, tuple(compared), compared.index(rules_choice), comparison, ends)


def _trials(experiment: PassExperiment, count: int, choices: Sequence[Cards]) -> Trial:
    def trial(arms: Sequence[int], first: int, deal_count: int) -> Floats:
        first += count * _FIRST_TRIAL
        deals = experiment.deals(first, deal_count)
        ends_of = _ending(experiment, deals, policy_passes(deals, experiment.rules, count), first)

        def total(arm: int, part: slice) -> float:
            return float(experiment.values(deals[part], ends_of(choices[arm], part)).sum())

        return np.array([sum(totals) for totals in experiment.pool.each(total, arms, deal_count)])

    return trial


def _ending(
    experiment: PassExperiment, deals: NDArray[np.void], given: NDArray[np.uint64], first: int
) -> Callable[[Cards, slice], NDArray[np.void]]:
    """A function for a pool: the ends of a part of the rounds, the experiment's seat passing some cards and the others `given`."""

    def ends(cards: Cards, part: slice) -> NDArray[np.void]:
        passed = _passed(experiment, deals[part], given[part], cards)
        return play_rounds(passed, experiment.rules, experiment.play_seed, first + part.start)

    return ends


def _passed(experiment: PassExperiment, deals: NDArray[np.void], given: NDArray[np.uint64], cards: Cards) -> NDArray[np.void]:
    """The deals after everybody passed: the experiment's seat `cards`, the others `given`."""
    passed = given.copy()
    passed[:, experiment.seat] = card_mask(cards)
    return exchange(deals, experiment.rules, passed)


# -- luck ---------------------------------------------------------------------------------------------------------------------------------
# What a deal was worth before anybody had decided anything, against what deals are worth on average.


def deal_luck(record: Record, objective: str, seed: int, deals: int) -> list[Estimate] | None:
    """By seat: the mean of `objective` over `deals` rounds played from the deal of a record, less the mean over as many other deals.

    The rule-based player sits in all seats and passes, too. Both have the same crystals, dealer and leader. Where the record says that
    cards were passed, and not which, the hands after the pass stand for the deal. None where the deal is not known.
    """
    dealt = _dealt(record)
    if dealt is None:
        return None
    position, passes = dealt
    own = np.repeat(layout.pack([position]), deals)
    others = own.copy()
    deal_seed, *streams = np.random.SeedSequence((seed, record.round[0])).generate_state(3, np.uint64).tolist()
    others["hand"][:, : record.players] = _random_hands(record, deals, deal_seed)
    means = []
    for starts, stream, is_passed in ((own, streams[0], passes == "own"), (others, streams[1], passes != "no")):
        begun = _passed_positions(starts, record) if is_passed else starts
        ends = play_rounds(begun, record.rules, stream >> 2, 0)
        means.append([mean_interval(values_for(starts, ends, record.rules, seat, objective)) for seat in range(record.players)])
    return [_difference(own_mean, mean) for own_mean, mean in zip(*means, strict=True)]


def _dealt(record: Record) -> tuple[Position, str] | None:
    """The start of the round, and what is passed: by the players of its ``own`` hands, too, in ``other`` deals only, or ``no`` cards."""
    if record.tricks_before:
        return None
    whole = record.completed() if record.phase is Phase.PLAY else record
    if not all(hand.is_open for hand in whole.hands):
        return None
    hands, passes = whole.hands, "own"
    if record.phase is Phase.PLAY:
        dealt = whole.dealt()
        if all(hand.is_open for hand in dealt):
            hands = dealt
        else:
            is_passed = record.pass_count is not None or any(record.given(seat) is not None for seat in range(record.players))
            passes = "other" if is_passed else "no"
    start = replace(whole, phase=Phase.PLAY, hands=hands, play=(), gave=(), got=())
    return start.position(), passes


def _random_hands(record: Record, deals: int, seed: int) -> NDArray[np.uint64]:
    """uint64[deals, players]: hands dealt at random, as many cards as the rules say."""
    rules = record.rules
    deck = np.left_shift(np.uint64(1), np.array(rules.deck, np.uint64))
    shuffled = np.random.default_rng(seed).permuted(np.tile(deck, (deals, 1)), axis=1)[:, : rules.players * rules.hand_size]
    hands: NDArray[np.uint64] = np.bitwise_or.reduce(shuffled.reshape(deals, rules.players, rules.hand_size), axis=2)
    return hands


def _passed_positions(deals: NDArray[np.void], record: Record) -> NDArray[np.void]:
    """The deals after the pass by rules."""
    counts = policy_counts(deals, record.rules, record.dealer)
    return exchange(deals, record.rules, policy_passes(deals, record.rules, counts))


def _difference(estimate: Estimate, other: Estimate) -> Estimate:
    """Of two independent means."""
    value, sem = estimate.value - other.value, math.hypot(estimate.sem, other.sem)
    reach = math.hypot(estimate.reach, other.reach)
    return Estimate(value, sem, value - reach, value + reach, estimate.count, math.nan)


# -- the value of a hand ------------------------------------------------------------------------------------------------------------------
# Before the round begins:
#
#     value = evaluate_hand("D15,9,3 H12,4 S7,2 C14,4,1", 4, seed=1)
#     print(value.best.points.value, value.rank.percentile, value.passes[0].best.cards)
#
# The other hands are dealt at random, and the rule-based player sits in all seats: a value is that of the hand among such players.


DEFAULT_SAMPLES = 4000
LEAST_SAMPLES = 100
"""Samples that are taken however short the time is."""
MOST_SAMPLES = 1_000_000
EFFORT = 5
"""Rounds played to find the best choice of each number of cards, for each round of the comparison."""

_PILOT = 200  # rounds that each thread plays to find out how long one takes
_SHARE = 0.8  # of the time limit that is planned for


class EvaluationInterrupted(KeyboardInterrupt):
    """Ctrl-C while rounds were played. `value` has what is known by then; for numbers of cards not in its `passes` the rules pass."""

    def __init__(self, value: HandValue) -> None:
        super().__init__("interrupted")
        self.value = value


def hand_record(hand: str | Iterable[int], rules: Rules | int = 4, seat_after: int = 1) -> Record:
    """The record of a round before the pass of which P1 knows P1's hand: text, or cards as numbers.

    `seat_after`: P1's seat after the dealer, 1 for the left neighbour. Raises RecordError, PositionError, RulesError for what is not
    a hand of the game.
    """
    rules = rules if isinstance(rules, Rules) else Rules(rules)
    check_whole("seat_after", seat_after)
    if not 1 <= seat_after <= rules.players:
        raise PositionError(
            f"there is no seat {seat_after} after the dealer with {rules.players} players",
            code="E-SEAT",
            hint=f"1 is left of the dealer, {rules.players} the dealer",
        )
    check_kind(hand, str | Iterable, "D15,9,3 H12,4 .., or cards as numbers")
    cards = list(hand) if not isinstance(hand, str) else []
    if any(card not in rules.deck for card in cards) or len(set(cards)) < len(cards):
        raise PositionError("a card of the hand is not in the deck, or appears twice", code="E-CARD")
    known = _read_hand(hand if isinstance(hand, str) else format_cards(cards), rules)
    hidden = Hand(frozenset(), rules.hand_size)
    hands = (Hand(known, 0), *[hidden] * (rules.players - 1))
    return replace(Record.begun(rules, hands, -seat_after % rules.players, passing=True), see=0)


def _read_hand(text: str, rules: Rules) -> frozenset[int]:
    """The cards of a whole hand: ``D15,9,3 H12,4 S7,2 C14,4,1``.

    Raises RecordError with everything that is wrong, located in `text`: no cards, cards twice, cards that the deck has not, or a number
    that is not dealt.
    """
    line, problems = Line("<hand>", 1, text), ProblemList()
    words = [Word(match[0], line, match.start()) for match in re.finditer(r"\S+", text)]
    cards, hidden = Reading(rules.players, None, problems, rules).cards(words, unknown=True)
    location = Location(line, words[0].start if words else 0, len(text.strip()))
    if hidden:
        problems.add(
            "E-HIDDEN", location, f"{counted(hidden, 'card')} of the hand {'is' if hidden == 1 else 'are'} hidden; all have to be known"
        )
    elif not problems.count and len(cards) != rules.hand_size:
        hint = HINT_CARDS if len(cards) < 2 else f"the hand is {format_cards(cards)}"
        problems.add("E-HAND-SIZE", location, f"a hand has {rules.hand_size} cards, not {len(cards)}", hint)
    if problems.count:
        raise problems.error()
    return frozenset(cards)


def random_hand(rules: Rules, seed: int) -> list[int]:
    """The cards of a whole hand, evenly drawn."""
    cards: list[int] = np.random.default_rng(seed).choice(rules.deck, rules.hand_size, replace=False).tolist()
    return cards


def seat_of_dealer(dealer: str, rules: Rules) -> int:
    """P1's seat after the dealer, who is named P1 to P6. Raises DiamondsError where there is no such player."""
    match = re.fullmatch(r"[Pp](\d)", dealer)
    if match is None or not 1 <= int(match[1]) <= rules.players:
        raise DiamondsError(f"there is no player {dealer!r}", code="E-SEAT", hint=f"write P1 to P{rules.players}")
    return seat_after_dealer(rules, 0, int(match[1]) - 1)


def evaluate_hand(
    hand: str | Iterable[int] | Record,
    rules: Rules | int = 4,
    *,
    seat_after: int = 1,
    objective: str = "margin",
    samples: int | None = None,
    time_limit: float | None = None,
    seed: int | None = None,
    threads: int = 1,
    on_progress: Progress | None = None,
    should_stop: Callable[[], bool] | None = None,
) -> HandValue:
    """What a hand is worth before the pass, and the best cards to pass.

    `hand`: text as in records, cards as numbers, or a record in the phase choose or pass, which then determines the game. `rules`: the
    game, or the number of players. `seat_after`: the seat after the dealer, 1 for the left neighbour. `objective`: what the best pass
    maximises, ``margin`` or ``points``. `samples`: random deals of the comparison, by default 4000, or, with `time_limit` instead, as many
    as fit into that many seconds; with the `seed` and `samples` of the result it can be repeated. `seed`: None takes a random one, which
    the result tells. `threads`: 0 is one per processor; the numbers are the same. `on_progress(rounds, total)` is called after every few
    rounds; `should_stop()`, asked as often, ends the work as Ctrl-C does.

    Raises RecordError, PositionError, RulesError, HiddenCardsError for an impossible hand, TypeError or ValueError for options of the wrong
    type or size, EvaluationInterrupted on Ctrl-C, KeyboardInterrupt if nothing is known yet.
    """
    started = time.perf_counter()
    seed = secrets.randbelow(2**32) if seed is None else seed
    _check_options(objective, samples, time_limit, seed, threads)
    record = hand if isinstance(hand, Record) else hand_record(hand, rules, seat_after)
    view = _view(record)
    counts = possible_counts(view)
    threads = thread_count(threads)
    experiment = pass_experiment(view, objective, seed)
    if samples is None:
        samples = DEFAULT_SAMPLES if time_limit is None else _affordable(replace(experiment, pool=RoundPool(threads)), counts, time_limit)
    tell = None if on_progress is None else partial(_tell, on_progress, samples * _rounds_per_sample(counts))
    pool = RoundPool(threads, tell, should_stop)
    value = _Evaluation(replace(experiment, pool=pool), counts, samples).value(seed)
    value = replace(value, seconds=time.perf_counter() - started)
    if value.interrupted:
        raise EvaluationInterrupted(value)
    return value


def _check_options(objective: str, samples: int | None, time_limit: float | None, seed: int, threads: int) -> None:
    is_margin(objective)
    if samples is not None and time_limit is not None:
        raise ValueError("give samples or time_limit, not both")
    if samples is not None:
        check_whole("samples", samples, 2, MOST_SAMPLES)
    if time_limit is not None:
        check_seconds("time_limit", time_limit)
    check_whole("seed", seed)
    check_whole("threads", threads, 0, MOST_THREADS)


def pass_experiment(view: View, objective: str, seed: int) -> PassExperiment:
    """The deals of `view`, and the luck of their play, for a seed."""
    deal_seed, play_seed = np.random.SeedSequence(seed).generate_state(2, np.uint64).tolist()
    return PassExperiment(Worlds(view), objective, deal_seed, play_seed)


def possible_counts(view: View) -> tuple[int, ...]:
    """How many cards may be announced, as far as the record tells."""
    return (view.pass_count,) if view.pass_count is not None else tuple(range(1, min(MAX_PASS, len(view.hand)) + 1))


def pass_by_rules(view: View, deals: NDArray[np.void]) -> tuple[NDArray[np.void], NDArray[np.uint8]]:
    """The deals after the pass, the dealer announcing by rules unless the record says how many, and the numbers announced."""
    rules = view.rules
    counts = policy_counts(deals, rules, view.record.dealer) if view.pass_count is None else np.full(len(deals), view.pass_count, np.uint8)
    return exchange(deals, rules, policy_passes(deals, rules, counts)), counts


def _view(record: Record) -> View:
    if record.phase is Phase.PLAY:
        raise PositionError(
            "the record is in the phase 'play': a hand is evaluated before the pass",
            code="E-PHASE",
            hint="write 'phase choose', or 'phase pass' and 'pass 2'; 'diamonds advise' is for a card to play, "
            "'diamonds table --rows deal --leaders all -o -' compares the seats of a deal",
        )
    return View.of(record)


def _affordable(experiment: PassExperiment, counts: tuple[int, ...], time_limit: float) -> int:
    """As many samples as fit into the time, by the time that a few rounds take."""
    started = time.perf_counter()
    deals = pass_by_rules(experiment.worlds.view, experiment.deals(0, _PILOT * experiment.pool.threads))[0]
    experiment.pool.play(deals, experiment.rules, experiment.play_seed, 0, _PILOT)
    rounds = (time_limit * _SHARE - (time.perf_counter() - started)) * len(deals) / (time.perf_counter() - started)
    return int(min(max(rounds / _rounds_per_sample(counts), LEAST_SAMPLES), MOST_SAMPLES))


def _rounds_per_sample(counts: tuple[int, ...]) -> int:
    """About how many rounds are played for each sample."""
    return 2 + len(counts) * (KEPT + 1 + EFFORT)


def _tell(on_progress: Progress, total: int, rounds: int) -> None:
    on_progress(min(rounds, total), total)


class _Evaluation:
    """All simulations of one hand; the deals are the same in all."""

    def __init__(self, experiment: PassExperiment, counts: tuple[int, ...], samples: int) -> None:
        self._experiment = experiment
        self._view = experiment.worlds.view
        self._counts = counts
        self._deals = experiment.deals(0, samples)

    def value(self, seed: int) -> HandValue:
        view, rules, experiment = self._view, self._view.rules, self._experiment
        passed, announced = pass_by_rules(view, self._deals)
        dealt, ruled = experiment.play(self._deals, 0), experiment.play(passed, 0)
        rank = self._rank(ruled)
        trials, interrupted = self._trials()
        if view.seat == view.record.dealer and len(self._counts) > 1 and not interrupted:
            announced = np.full_like(announced, max(trials, key=_best_mean).count)
        best = _best_ends(trials, announced, ruled)
        shares = np.bincount(announced, minlength=MAX_PASS + 1)[1:] / len(announced)
        return HandValue(
            hand=tuple(sorted(view.hand, key=sort_key)),
            rules=rules,
            seat=view.seat,
            dealer=view.record.dealer,
            names=view.record.names,
            objective=experiment.objective,
            dealt=self._statistics(dealt),
            by_rules=self._statistics(ruled),
            best=self._statistics(best),
            gain=mean_interval(experiment.values(self._deals, best) - experiment.values(self._deals, ruled)),
            announced=(float(shares[0]), float(shares[1]), float(shares[2])),
            passes=tuple(self._choices(trial) for trial in trials),
            rank=rank,
            deals=view.count,
            samples=len(self._deals),
            seed=seed,
            seconds=0.0,
            interrupted=interrupted,
        )

    def _trials(self) -> tuple[list[PassTrial], bool]:
        """The best choices of each number of cards, and whether Ctrl-C came before all were found."""
        trials: list[PassTrial] = []
        try:
            for count in self._counts:
                trials.append(find_best_pass(self._experiment, count, self._deals, EFFORT * len(self._deals)))
        except KeyboardInterrupt:
            return trials, True
        return trials, False

    def _statistics(self, ends: NDArray[np.void]) -> RoundStatistics:
        return round_statistics(self._deals, ends, self._view.rules, self._view.seat)

    def _choices(self, trial: PassTrial) -> PassChoices:
        values = [self._pass_value(trial, i) for i in range(len(trial.cards))]
        return PassChoices(
            count=trial.count,
            passes=tuple(values[i] for i in trial.ranking()[:KEPT]),
            rules=values[trial.rules],
            verdict=trial.comparison.verdict,
            statistics=self._statistics(trial.ends[trial.comparison.leader]),
        )

    def _pass_value(self, trial: PassTrial, index: int) -> PassValue:
        return PassValue(
            cards=trial.cards[index],
            value=mean_interval(self._experiment.values(self._deals, trial.ends[index])),
            loss=float(trial.comparison.loss[index]),
            loss_sem=float(trial.comparison.loss_sem[index]),
            loss_interval=(float(trial.comparison.low[index]), float(trial.comparison.high[index])),
            rules=index == trial.rules,
        )

    def _rank(self, ruled: NDArray[np.void]) -> HandRank:
        """Other crystals, or more that is known of the others' cards, make a difference to the value and none to the rank."""
        view, experiment = self._view, self._experiment
        seat_after = seat_after_dealer(view.rules, view.seat, view.record.dealer)
        plain = View.of(hand_record(view.hand, view.rules, seat_after))
        if not _is_plain(view, plain):
            experiment = replace(experiment, worlds=Worlds(plain))
            deals = experiment.deals(0, len(self._deals))
            value = mean_interval(experiment.values(deals, experiment.play(pass_by_rules(plain, deals)[0], 0)))
        else:
            value = mean_interval(experiment.values(self._deals, ruled))
        return rank_hand(view.rules, seat_after, experiment.objective, value)


def _is_plain(view: View, plain: View) -> bool:
    """Whether the round is as `plain`, but for the names of the seats."""
    same_table = (view.table.showroom, view.table.vault) == (plain.table.showroom, plain.table.vault)
    return same_table and view.pass_count is None and view.count == plain.count


def _best_ends(trials: list[PassTrial], announced: NDArray[np.uint8], ruled: NDArray[np.void]) -> NDArray[np.void]:
    """The rounds' ends with the best choice of as many cards as are announced in each deal; by rules for a number that was not tried."""
    ends = ruled.copy()
    for trial in trials:
        chosen = announced == trial.count
        ends[chosen] = trial.ends[trial.comparison.leader][chosen]
    return ends


def _best_mean(trial: PassTrial) -> float:
    return float(trial.comparison.mean[trial.comparison.leader])


# -- for commands and pages ---------------------------------------------------------------------------------------------------------------


def evaluate(record: AnyRecord, ask: EvaluateOptions, on_progress: Progress | None, should_stop: Callable[[], bool] | None) -> HandValue:
    """`evaluate_hand` of the last round; after Ctrl-C what was known by then.

    Raises DiamondsError for a game with the thief, of which no table of random hands is stored.
    """
    if last_round(record).rules.thief:
        hint = "'diamonds advise' compares passes and cards; without the field 'thief' it is a hand of the first edition"
        raise DiamondsError("hands are evaluated in games without the thief", code="E-THIEF", hint=hint)
    try:
        return evaluate_hand(
            last_round(record),
            objective=ask.objective,
            samples=ask.samples,
            time_limit=ask.time_limit,
            seed=ask.seed,
            threads=ask.threads,
            on_progress=on_progress,
            should_stop=should_stop,
        )
    except EvaluationInterrupted as interruption:
        return interruption.value


def hand_of(cards: str | None, rules: Rules, options: Mapping[str, Any], seed: int) -> Record:
    """The record of a round of which only the hand of one seat is known: `cards`, or random ones."""
    dealer = options.get("dealer")
    seat_after = options.get("seat_after", 1) if dealer is None else seat_of_dealer(dealer, rules)
    return hand_record(random_hand(rules, seed) if cards is None else cards, rules, seat_after)


def hand_deck(rules: Rules) -> HandDeck:
    """The cards that a hand may have, by suit."""
    rows: dict[str, dict[str, int]] = {letter: {} for letter in SUIT_LETTERS}
    for card in rules.deck:
        rows[SUIT_LETTERS[suit_of(card)]][card_name(card)] = 1
    return HandDeck(rules.hand_size, {letter: row for letter, row in rows.items() if row})


def decks() -> list[Mapping[str, Any]]:
    """The kinds of game; see ``game.Page``."""
    kinds = [Rules(players, perfect) for perfect in (False, True) for players in range(MIN_PLAYERS, MAX_PLAYERS + 1 - perfect)]
    return [
        {
            "players": rules.players,
            "variant": rules.variant,
            "ranks": rules.max_rank,
            "hand": rules.hand_size,
            "teams": rules.players in (4, 6),
        }
        for rules in kinds
    ]


def luck(record: AnyRecord, objective: str, seed: int, deals: int) -> Mapping[int, Sequence[Estimate]]:
    """`deal_luck` of every round whose deal is known, by its number."""
    values = ((each.round[0], deal_luck(each, objective, seed, deals)) for each in rounds(record))
    return {number: by_seat for number, by_seat in values if by_seat is not None}
