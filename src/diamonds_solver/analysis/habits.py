"""Habits: leanings of one player that cost more than the same decisions cost others.

A *leaning* (`game.Leaning`) divides the moves of a decision into those that have it and the others: "lead spades". How often others would
have it is known for each decision, from what its moves lose and from what many players lean to (`Others`); a hard decision is hard for them
as well. A habit is found where a player leans more, or less, to something than others who slip as often, and it is told where that costs
more on decisions that it was not found with:

- The games are in ten parts. In nine of them leanings are found, by how often the player has them, at a level of 20 % divided by the number
  of leanings tried, both ways. What they cost is taken from the tenth part, each in turn.
- What a leaning costs the player is weighed with what it costs on the whole: who hardly ever could have lost by it has no such habit yet.
- The more leanings are found, the surer a cost has to be: whoever plays in a way of their own has many that cost nothing.
- A habit is past where it has shown less often since it was found, and no more often than with others.

    for habit in habits_of(judged_cards(reviews, "Ann")).told:
        print(habit.text)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from diamonds_solver.analysis.practice import Judgement, Review
from diamonds_solver.common.wording import counted
from diamonds_solver.game import Game, Leaning
from diamonds_solver.games import find_game

Floats = NDArray[np.float64]
Whole = NDArray[np.intp]
Flags = NDArray[np.bool_]

GAME = "diamonds"
LEAST = 600
"""Decisions from which on habits are told, those of some twenty games."""
A_GAME = 32
"""Such decisions that a player has in a game of four."""
MOST = 3
"""Habits that are told."""
LEAST_COST = 0.004
"""Points that a habit costs for each decision of all, shown or not."""
LEVEL = 0.2
"""At which leanings are found, all tried ones together. Most of those found by chance cost nothing in other games."""
DOUBT = 0.08
"""How likely it may be that a habit that is told costs nothing."""
MOST_FALSE = 0.5
"""How many such habits the leanings that are found may bring in all, by chance."""
GONE = 0.05
"""How likely a habit that is kept may seem to show less; and down to which showing more often than with others is put down to chance."""
FOLDS = 10
LOOK = 320
"""Decisions, of some ten games, between two looks at what would have been found by then."""
_MOST_LOSS = 3.0  # points that a move counts as losing, so that no single one decides
_SLIPS = np.linspace(0.0, 0.6, 31)
_SURE = 1e-6  # how near to 0 or 1 a chance is that leaves no choice


# -- decisions ----------------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class Choices:
    """Decisions of one player, each with all its moves."""

    games: Whole
    """[decisions] The number of the game of each."""
    starts: Whole
    """[decisions] Its first move among all moves."""
    played: Whole
    """[decisions] The move that was made, among all moves."""
    losses: Floats
    """[moves] What each would lose."""
    leanings: Flags
    """[moves, leanings]"""

    def __len__(self) -> int:
        return len(self.starts)

    @cached_property
    def sizes(self) -> Whole:
        """[decisions] How many moves there are."""
        return np.diff(self.starts, append=len(self.losses))

    def sums(self, values: Floats) -> Floats:
        """What belongs to moves, added up for each decision."""
        return np.asarray(np.add.reduceat(values, self.starts, axis=0))

    def first(self, number: int) -> Choices:
        """The first `number` decisions."""
        moves = len(self.losses) if number >= len(self) else self.starts[number]
        rows = {name: getattr(self, name)[:number] for name in ("games", "starts", "played")}
        return replace(self, **rows, losses=self.losses[:moves], leanings=self.leanings[:moves])

    @classmethod
    def of(cls, rows: Sequence[tuple[int, int, Sequence[float], Flags]]) -> Choices:
        """From the game, the place of the move played, the losses and the leanings of each decision."""
        games, played, losses, leanings = zip(*rows, strict=True)
        starts = np.cumsum([0, *map(len, losses)])[:-1]
        return cls(np.array(games), starts, starts + np.array(played), np.concatenate(losses), np.concatenate(leanings))


def judged_cards(reviews: Sequence[Review], player: str) -> list[list[Judgement]]:
    """By review the decisions of a player that habits are looked for in: those judged by points."""
    return [review.by(player) if review.objective == next(iter(review.game.words.objectives)) else [] for review in reviews]


def choices_of(games: Iterable[Sequence[Judgement]]) -> tuple[Choices | None, list[Judgement]]:
    """One player's decisions that leanings are about, by game, and as they were judged; None without any."""
    rows, judged = [], list[Judgement]()
    for number, judgement in ((number, judgement) for number, game in enumerate(games) for judgement in game):
        leanings = find_game(judgement.decision.record.game).leanings
        moves = [(str(m["move"]), m["loss"]) for m in judgement.known["moves"] if isinstance(m["loss"], int | float)]
        names = [move for move, _ in moves]
        if leanings is None or len(moves) < 2 or judgement.answer["move"] not in names:
            continue
        flags = leanings.of(judgement.decision, names)
        if flags is not None:
            rows.append((number, names.index(judgement.answer["move"]), [float(loss) for _, loss in moves], flags))
            judged.append(judgement)
    return (Choices.of(rows) if rows else None), judged


# -- others -------------------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class Others:
    """How many players choose: exp(weights of the leanings - loss * what the move loses), in proportion."""

    loss: float
    weights: Floats
    """[leanings]"""
    excess: Floats
    """[2, leanings] What a decision costs them where they have it not, and where they have it, beyond what these chances say."""
    errors: Floats
    """[2, leanings] Standard errors of that."""
    costs: Floats
    """[2, leanings] What a decision costs who never has it, and who always has it, more than it costs others."""

    @classmethod
    def read(cls, table: Mapping[str, Any], leanings: Sequence[Leaning]) -> Others:
        """From the numbers of each leaning by its name: its weight, its excess with errors, its costs; all but the first both ways."""
        columns = np.array([table["leanings"][leaning.name] for leaning in leanings], float).T
        return cls(float(table["loss"]), columns[0], columns[1:3], columns[3:5], columns[5:])

    def chances(self, choices: Choices) -> Floats:
        """[moves] The chance of each move of a decision."""
        utility = choices.leanings @ self.weights - self.loss * np.minimum(choices.losses, _MOST_LOSS)
        powers = np.exp(utility - np.repeat(np.maximum.reduceat(utility, choices.starts), choices.sizes))
        return np.asarray(powers / np.repeat(choices.sums(powers), choices.sizes))


def others_of(game: Game[Any, Any]) -> Others:
    """As measured by ``benchmarks/habits.py``."""
    assert game.leanings is not None
    return Others.read(game.leanings.others(), game.leanings.all())


def at_level(choices: Choices, chances: Floats) -> Floats:
    """The chances of others who make as many slips, moves at random, as makes the moves that were played likeliest."""
    random = np.repeat(1.0 / choices.sizes, choices.sizes)
    likely = [np.log((1 - slips) * chances[choices.played] + slips * random[choices.played] + _SURE**2).sum() for slips in _SLIPS]
    slips = _SLIPS[int(np.argmax(likely))]
    return np.asarray((1 - slips) * chances + slips * random)


# -- habits -------------------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class Habit:
    """A costly leaning."""

    leaning: int
    is_more: bool
    """Whether the player has it more often than others, or less."""
    shown: Whole
    """The decisions in which it showed, by their place in `Choices`."""
    decisions: Whole
    """Those in which it could show."""
    usual: float
    """In which share of them it would show with others."""
    each: float
    """Points that it costs each time it shows, more than others lose in all decisions that could show it, as `Beside.cost` weighs them."""
    doubt: float
    """How likely it is that it costs nothing, from decisions that it was not found with and from what it costs on the whole."""

    @property
    def share(self) -> float:
        """In which share of `decisions` it showed."""
        return len(self.shown) / len(self.decisions)


def habits(choices: Choices, others: Others) -> list[Habit]:
    """The costly habits, at most MOST, the costliest first. That by which the player differs most from others is told first; the next ones
    by what the decisions show in which no earlier one showed."""
    beside, told = Beside(choices, others, at_level(choices, others.chances(choices))), list[Habit]()
    rest, found = np.ones(len(choices), bool), beside.found()
    allowed = min(DOUBT, MOST_FALSE / max(1, len(found)))
    for leaning, is_more, free in sorted(found, key=lambda one: -abs(beside.lean(one[0]))):
        doubt = beside.doubt(leaning, is_more, free & rest)
        if doubt > allowed or len(told) == MOST:
            continue
        habit = beside.habit(leaning, is_more, doubt, rest)
        if habit.each * len(habit.shown) >= LEAST_COST * len(choices):
            told.append(habit)
            rest[habit.shown] = False
    return sorted(told, key=lambda habit: -habit.each * len(habit.shown))


class Beside:
    """The decisions of a player beside what others would do."""

    def __init__(self, choices: Choices, others: Others, chances: Floats) -> None:
        """`chances`: of each move, with others."""
        self._choices, self._others = choices, others
        losses = np.minimum(choices.losses, _MOST_LOSS)
        having = choices.leanings * chances[:, None]
        usual = choices.sums(having)
        self.counts = (usual > _SURE) & (usual < 1 - _SURE)
        """[decisions, leanings] Whether a decision may have it, or not."""
        self.usual = np.where(self.counts, usual, 0.0)
        """[decisions, leanings] How likely others have it; 0 where there is no choice."""
        self._own = losses[choices.played][:, None]
        self.lost = choices.sums(chances * losses)
        """[decisions] What others lose."""
        self.has = choices.leanings[choices.played] & self.counts
        """[decisions, leanings] Whether the player had it."""
        lost = choices.sums(having * losses[:, None])
        with np.errstate(divide="ignore", invalid="ignore"):
            self.more = np.where(self.counts, lost / usual - (self.lost[:, None] - lost) / (1 - usual), 0.0)
        """[decisions, leanings] What others lose more where they have it than where they have not."""

    def costs(self, is_more: bool) -> Floats:
        """[decisions, leanings] What a decision cost the player more than others: by the move made where the leaning showed, else by those
        that others make so."""
        shown = self.counts & (self.has == is_more)
        return np.where(shown, self._own - self.lost[:, None], (self.has - self.usual) * self.more)

    def lean(self, leaning: int) -> float:
        """How far the player is from others, in standard errors."""
        usual = self.usual[:, leaning]
        return float((self.has[:, leaning] - usual).sum() / np.sqrt((usual * (1 - usual)).sum() + _SURE))

    def found(self) -> list[tuple[int, bool, Flags]]:
        """Leanings that the player has more often than others, or less often, each with the decisions that it was not found with."""
        folds = self._choices.games % FOLDS
        found: dict[tuple[int, bool], Flags] = {}
        for fold in range(FOLDS):
            rest = folds != fold
            usual = self.usual[rest]
            spread = (usual * (1 - usual)).sum(axis=0)
            tails = _tails(self.has[rest].sum(axis=0), self.counts[rest].sum(axis=0), usual.sum(axis=0), spread)
            for is_more, chances in enumerate(tails):
                for leaning in np.flatnonzero(chances <= LEVEL / (2 * len(chances))):
                    free = found.setdefault((int(leaning), bool(is_more)), np.zeros(len(folds), bool))
                    free |= ~rest
        return [(leaning, is_more, free) for (leaning, is_more), free in found.items()]

    def cost(self, leaning: int, is_more: bool, among: Flags) -> tuple[float, float]:
        """What the leaning cost in the decisions `among`, and the standard error: what is measured, drawn towards what such decisions cost
        on the whole."""
        at = np.flatnonzero(among & self.counts[:, leaning])
        if not len(at):
            return 0.0, np.inf
        differs = self.has[at, leaning] - self.usual[at, leaning]
        costs = self.costs(is_more)[at, leaning] - self._others.excess[int(is_more), leaning]
        usual = self.usual[at, leaning].sum()
        degree = differs.sum() / (len(at) - usual if is_more else -usual)  # 1: always, or never
        expected = self._others.costs[int(is_more), leaning] * len(at) * max(0.0, degree)
        error = float((costs**2).sum()) + (len(at) * self._others.errors[int(is_more), leaning]) ** 2 + _SURE
        measured = float(costs.sum())
        spread = max(expected**2, error, (measured - expected) ** 2 - error)  # of what it costs one player or another
        precision = 1 / error + 1 / spread
        return float((measured / error + expected / spread) / precision), float(1 / np.sqrt(precision))

    def doubt(self, leaning: int, is_more: bool, free: Flags) -> float:
        """How likely the leaning costs nothing, by the decisions `free` and by what it costs on the whole."""
        cost, error = self.cost(leaning, is_more, free)
        return _above(cost / error)

    def is_past(self, habit: Habit, number: int) -> bool:
        """Whether a habit found with the first `number` decisions shows less often since, and no more often than with others."""
        leaning, sign = habit.leaning, 1 if habit.is_more else -1
        means, errors, chance = [], [], 0.0
        for part in (slice(None, number), slice(number, None)):
            counts = self.counts[part, leaning]
            if not counts.any():
                return False
            usual = self.usual[part, leaning][counts]
            differs = np.multiply(self.has[part, leaning][counts] - usual, sign, dtype=float)
            means.append(differs.mean())
            errors.append((differs**2).mean() / len(differs))
            chance = differs.sum() / np.sqrt((usual * (1 - usual)).sum() + _SURE)
        return _above((means[0] - means[1]) / np.sqrt(sum(errors) + _SURE)) <= GONE < _above(chance)

    def course(self, habit: Habit, number: int) -> Course:
        """What became of a habit after the first `number` decisions."""
        at, games = habit.leaning, self._choices.games
        costs = np.where(self.counts[:, at], self.costs(habit.is_more)[:, at] - self._others.excess[int(habit.is_more), at], 0.0)
        before, since = len(np.unique(games[:number])), len(np.unique(games[number:]))
        could = self.counts[number:, at]
        return Course(
            found=before,
            games=since,
            decisions=int(could.sum()),
            times=int((could & (self.has[number:, at] == habit.is_more)).sum()),
            cost=float(costs[number:].sum() / since),
            before=float(costs[:number].sum() / before),
        )

    def habit(self, leaning: int, is_more: bool, doubt: float, rest: Flags) -> Habit:
        """As the decisions of `rest` show it."""
        counts = self.counts[:, leaning] & rest
        shown = counts & (self.has[:, leaning] == is_more)
        usual = float(self.usual[counts, leaning].mean())
        return Habit(
            leaning=leaning,
            is_more=is_more,
            shown=np.flatnonzero(shown),
            decisions=np.flatnonzero(counts),
            usual=usual if is_more else 1 - usual,
            each=self.cost(leaning, is_more, rest)[0] / max(1, int(shown.sum())),
            doubt=doubt,
        )


def _tails(shown: Whole, decisions: Whole, usual: Floats, spread: Floats) -> tuple[Floats, Floats]:
    """How likely as few, and as many, are by chance, where each decision has a chance of its own: by the binomial distribution with their
    mean `usual` and their variance `spread`."""
    from scipy import special  # here: it takes a while to load

    def at_least(shown: Floats, mean: Floats) -> Floats:
        chance = np.clip(1 - spread / np.maximum(mean, _SURE), _SURE, 1 - _SURE)
        number = np.maximum(np.maximum(mean / chance, shown), _SURE)
        return np.asarray(
            np.where(shown > 0, special.betainc(np.maximum(shown, _SURE), number - shown + 1, np.clip(mean / number, 0, 1)), 1.0)
        )

    rest = (decisions - shown).astype(float)
    return at_least(rest, decisions - usual), at_least(shown.astype(float), usual)


def _above(errors: float) -> float:
    """How likely chance alone would bring a value that many standard errors above 0, or a higher one."""
    from scipy import special

    return float(special.ndtr(-errors))


# -- what is told -------------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Course:
    """What became of a habit in the games after it was found."""

    found: int
    """After how many games."""
    games: int
    """Since then."""
    decisions: int
    """In these, that could show it."""
    times: int
    """It showed in them."""
    cost: float
    """Points a game since then, more than others lose in the same decisions."""
    before: float
    """The same in the games before."""

    @property
    def text(self) -> str:
        """In a sentence."""
        since = (
            f"{100 * self.times / self.decisions:.0f} % of {counted(self.decisions, 'decision')}" if self.decisions else "no such decision"
        )
        costs = f"{self.cost:z.2f} points a game, {self.before:z.2f} before"
        return f"found after {counted(self.found, 'game')}; in {counted(self.games, 'game')} since then {since}, {costs}"


@dataclass(frozen=True)
class ToldHabit:
    """A habit in words, and where it showed."""

    habit: Habit
    text: str
    """A sentence: ``you lead high spades: 0.31 points each time, 14 times``."""
    by_game: tuple[float | None, ...]
    """In which share of the decisions it showed, game by game; None without such a decision."""
    shown: tuple[Judgement, ...]
    """Where it showed."""
    course: Course | None
    """None where there are no games after it was found."""

    @property
    def share_text(self) -> str:
        """How often it showed, with this player and with others."""
        share, usual = 100 * self.habit.share, 100 * self.habit.usual
        return f"{share:.0f} % of {counted(len(self.habit.decisions), 'decision')}, others {usual:.0f} %"

    def to_dict(self) -> dict[str, Any]:
        habit, course = self.habit, self.course
        return {
            "text": self.text,
            "times": len(habit.shown),
            "decisions": len(habit.decisions),
            "share": habit.share,
            "others": habit.usual,
            "each": habit.each,
            "doubt": habit.doubt,
            "by_game": list(self.by_game),
            "course": None if course is None else asdict(course) | {"text": course.text},
        }


@dataclass(frozen=True)
class Habits:
    """What `habits_of` finds."""

    games: int
    decisions: int
    """In which habits were looked for."""
    told: tuple[ToldHabit, ...]
    """The costliest first."""
    past: tuple[ToldHabit, ...]
    """Found after fewer games; they show less since then, and no more than with others."""

    @property
    def wanted(self) -> str:
        """How many games are wanted before habits are told, in words; "" where there are enough."""
        missing = -(-(LEAST - self.decisions) // A_GAME)
        return f"about {counted(missing, 'more game')} of four rounds" if missing > 0 else ""


def habits_of(games: Iterable[Sequence[Judgement]], on_look: Callable[[], object] = lambda: None) -> Habits:
    """One player's costly habits, from decisions by game, in the order in which they were played; none are told of fewer than LEAST.

    `games` are read one at a time, and `on_look` is called before each search in the games so far. Either may raise, which ends the work.
    """
    choices, judged = choices_of(games)
    if choices is None or len(choices) < LEAST:
        return Habits(0 if choices is None else len(np.unique(choices.games)), len(judged), (), ())
    named, beside = followed(choices, others_of(find_game(GAME)), on_look)

    def tell(habit: Habit, after: int | None, price: str) -> ToldHabit:
        course = None if after is None else beside.course(habit, after)
        shown = tuple(judged[place] for place in habit.shown)
        return ToldHabit(habit, f"you {_words(habit)}{price}", _by_game(choices, habit), shown, course)

    told = tuple(tell(habit, after, _price(habit)) for habit, after, is_past in named if not is_past)
    past = tuple(tell(habit, after, "") for habit, after, is_past in named if is_past)
    return Habits(len(np.unique(choices.games)), len(choices), told, past)


def followed(
    choices: Choices, others: Others, on_look: Callable[[], object] = lambda: None
) -> tuple[list[tuple[Habit, int | None, bool]], Beside]:
    """The habits, each with the number of decisions after which it was found first (None: only after all of them), and whether it is past;
    among these also what was found earlier and is not found by all decisions."""
    found: dict[tuple[int, bool], int] = {}
    for number in range(LEAST, len(choices), LOOK):
        on_look()
        played = int(np.searchsorted(choices.games, choices.games[number - 1], side="right"))  # whole games
        for habit in habits(choices.first(played), others) if played < len(choices) else ():
            found.setdefault((habit.leaning, habit.is_more), played)
    on_look()
    beside = Beside(choices, others, at_level(choices, others.chances(choices)))
    now = {(habit.leaning, habit.is_more): habit for habit in habits(choices, others)}
    every = np.ones(len(choices), bool)
    named = list[tuple[Habit, int | None, bool]]()
    for key in now | dict.fromkeys(found):
        habit, after = now.get(key) or beside.habit(*key, 1.0, every), found.get(key)
        is_past = after is not None and beside.is_past(habit, after)
        if is_past or key in now:
            named.append((habit, after, is_past))
    return named, beside


def _words(habit: Habit) -> str:
    leanings = find_game(GAME).leanings
    assert leanings is not None
    leaning = leanings.all()[habit.leaning]
    return leaning.more if habit.is_more else leaning.less


def _price(habit: Habit) -> str:
    times = len(habit.shown)
    return f": {habit.each:.2f} points each time, {'once' if times == 1 else f'{times} times'}"


def _by_game(choices: Choices, habit: Habit) -> tuple[float | None, ...]:
    could, did = (np.bincount(choices.games[places], minlength=choices.games.max() + 1) for places in (habit.decisions, habit.shown))
    return tuple(float(some / of) if of else None for some, of in zip(did, could, strict=True))
