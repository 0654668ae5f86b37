"""A game as the rest of the program sees it: a frozen `Game` of data and functions, in parts that a game has or has not.

    GAME = Game(name="diamoniak", ..., solving=Solving(solver=lambda memory, threads: solve.RecordSolver(memory), ...))

    if game.solving is None: ...
    solution = game.solving.solver(memory, threads).solve(record, ask, watch)

A game's own ``game.py`` loads its ``rules.py`` and nothing else: the functions stand in modules made by `lazy`, which are loaded when one
of them is called.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, Protocol, TypeVar

from diamonds_solver.errors import DiamondsError, HiddenCardsError, ObjectiveError
from diamonds_solver.notation.problems import Location

from .words import Use, Words

if TYPE_CHECKING:
    from diamonds_solver.common.moves import Place
    from diamonds_solver.common.options import Option
    from diamonds_solver.common.parallel import Progress, Stop
    from diamonds_solver.game.engine import Engine, EngineRequest, Why
    from diamonds_solver.game.learning import NumberedGame
    from diamonds_solver.game.live import LiveState
    from diamonds_solver.game.values import EvaluateOptions, Evaluation, HandDeck, RecordSolver
    from diamonds_solver.notation.grammar import Grammar
    from diamonds_solver.stats.estimates import Estimate

# -- games between named players ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Played:
    """How one game between named players ended. Everything is by side."""

    points: tuple[float, ...]
    """What each side won; the arena compares them."""
    shares: tuple[float, ...]
    """Each side's share of the victory: together 1, a shared victory in equal parts."""
    seconds: tuple[tuple[float, ...], ...]
    """Seconds taken by each decision with a choice."""


class Contest(Protocol):
    """A game that named players play against each other. It is sent to other processes, so keep it small."""

    @property
    def sides(self) -> int: ...

    def title(self) -> str:
        """The game and its settings, in words."""
        ...

    def settings(self) -> Mapping[str, object]:
        """Everything that results depend on besides the players and the deal number, the seed included, as JSON values."""
        ...

    def play(self, deal: int, players: Sequence[str], should_stop: Callable[[], bool]) -> Played | None:
        """Plays deal number `deal` with `players[i]` as side i; None if `should_stop` returned True before the end.

        Chance depends on the settings, the deal and the side, not on who else plays.
        """
        ...

    def record(self, deal: int, players: Sequence[str], name: str | None = None) -> Any:
        """The record, with the id `name`, of the game that `play` plays with the same deal and players.

        Raises DiamondsError if its games cannot be written down.
        """
        ...


# -- records and views -------------------------------------------------------------------------------------------------------------------


class Record(Protocol):
    """A record: what one text says. Seats are numbers from 0."""

    @property
    def game(self) -> str:
        """The name of the game."""
        ...

    @property
    def id(self) -> str | None: ...

    @property
    def origin(self) -> Location | None:
        """Where it was read; None for a record made in Python."""
        ...

    @property
    def commented(self) -> str | None:
        """The text that it was read from, if that has comments."""
        ...

    @property
    def names(self) -> tuple[str, ...] | None:
        """The players' names by seat; None if the record has none."""
        ...

    @property
    def players(self) -> int: ...

    def seat_name(self, seat: int) -> str:
        """The player's name, or P1.. where the record gives none."""
        ...

    def notes(self) -> Sequence[str]:
        """What a reader of answers should know about the record, in words."""
        ...


class View(Protocol):
    """What one player knows when something is to be decided."""

    @property
    def game(self) -> str: ...

    @property
    def seat(self) -> int:
        """The viewer."""
        ...

    @property
    def decision(self) -> str:
        """What is to be decided: a key of `Words.decisions`."""
        ...

    def hidden(self) -> str:
        """How much is hidden from the viewer, in words for people."""
        ...

    def to_dict(self) -> dict[str, Any]:
        """The ``view`` of an answer as JSON: the seat, and how much is hidden."""
        ...


def check_is_record(record: object) -> None:
    """Raises TypeError for what is no record of any game."""
    if not isinstance(getattr(record, "game", None), str) or not hasattr(record, "seat_name"):
        raise TypeError(f"a Record is expected, not {type(record).__name__}: loads(text) makes one")


class RecordDecision(NamedTuple):
    """One decision of a played record."""

    record: Any
    """The record up to the decision: one round, without what came later."""
    seat: int
    move: object
    """What was decided: a move as engines for such a decision list it."""
    decision: str
    """What was to be decided: a key of `Words.decisions`."""
    forced: bool
    """Whether it is known that there was no choice."""
    round: int = 1
    """The number of the round in the game, from 1."""
    trick: int | None = None
    """The number of the trick in the round, from 1; None outside of tricks."""


class Leaning(NamedTuple):
    """A way to choose that many decisions share: some of their moves have it, others have not."""

    name: str
    more: str
    """What somebody does who has it more often than others, in words to follow "you"."""
    less: str
    """The same of somebody who has it less often."""


@dataclass(frozen=True)
class Hindsight:
    """What the moves of one decision were worth with all cards open, seen from the side that decided."""

    value: float | None
    """Value of the best move: what it gains until the end of the round; None if it is not exact."""
    best: tuple[object, ...]
    """The moves that `solve` marks best: all without loss, with max^n the first of them when ties are broken; if that is not proven,
    those with the best value so far."""
    loss: float | None
    """What the move that was made costs against the best; None if it is not exact."""
    exact: bool
    """Whether value and loss are proven; if not, `bounds` hold."""
    bounds: tuple[float, float] | None
    """Proven: lower <= value <= upper; None if values are not single numbers, as with max^n."""
    moves: tuple[tuple[object, float | None], ...]
    """Every legal move with its value, the best first; None if a value is not exact."""
    line: tuple[object, ...]
    """Best play from the decision on; empty if unknown."""
    points: tuple[float, ...] | None
    """Points gained by each player along the line."""
    least_loss: float = 0.0
    """Proven lower limit of the loss; the loss itself if it is exact."""
    reply: tuple[object, ...] = ()
    """Best play after the move that was made, its refutation; empty if unknown."""


R = TypeVar("R", bound=Record)
V = TypeVar("V", bound=View)
S = TypeVar("S")
E = TypeVar("E", bound="Evaluation")


class MoveLabel(NamedTuple):
    """A move in words, as it stands on a button."""

    group: str
    """Heading for all moves of its kind; empty for a move that stands alone."""
    text: str


@dataclass(frozen=True)
class HindsightOptions:
    """What to compute of played decisions with all cards open."""

    objective: str
    model: str | None = None
    """How the others are assumed to play, a name of the game's own; None: the default."""
    threads: int = 1
    time_limit: float | None = None
    """Seconds for all decisions together; those it does not suffice for have proven bounds."""
    should_stop: Stop | None = None
    wanted: Collection[int] | None = None
    """Indices of the decisions that somebody wants to know of; None: all. Others may be left out."""
    losses: tuple[float, ...] = ()
    """What is to be proven first where exact losses take long: which of these a decision reaches."""


# -- the parts ----------------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Records(Generic[R]):
    """What can be done with records."""

    grammar: Callable[[], Grammar[R]]
    """How they are read."""
    write: Callable[[R, str], str]
    """The record as text in lines (``dia``), on one line (``line``) or as JSON on one line (``json``); ends with a newline."""
    deal: Callable[[Sequence[int], Mapping[str, Any], str | None], R]
    """A random record by a seed, the values of ``options["deal"]`` and an id; all cards are known. The same seed and options give the same
    record. Raises DiamondsError for options that exclude each other."""
    check: Callable[[R], Sequence[str]]
    """What the writer of the record should know: its notes, and any choice left open where its play ends. Raises DiamondsError for a record
    that contradicts itself."""
    play: Callable[[R, object], R]
    """The record with one more move at its end."""
    decisions: Callable[[R], Iterator[RecordDecision]]
    """Every decision of all rounds, in order, including forced ones and those before the play that the record has."""
    move_writer: Callable[[R], Callable[[object], str]]
    """A function that writes a move of the record for people, with players' names; ``str(move)`` is for programs."""
    diagram: Callable[[R, bool], str]
    """The table after the play, as a picture of text; whether it may have characters beyond ASCII."""
    state: Callable[[R], dict[str, Any]]
    """What a diagram shows, as JSON."""
    legal_moves: Callable[[R], Sequence[object]]
    """The legal moves after the play; none if the cards of the player who decides are hidden, or the game is over."""
    options_of: Callable[[R, str], Mapping[str, str]] = lambda record, verb: {"players": str(record.players)}
    """What a record says of ``options[verb]``, by their names: as the options are typed, players by their numbers from 1. What it leaves
    open is not there."""
    rounds: Callable[[R], Sequence[R]] = lambda record: (record,)
    """The rounds of a whole game that have a play, each as a record; for a record of one round, just that."""
    whole: Callable[[R], R] = lambda record: record
    """The record as that of a whole game, even if it has one round."""
    points: Callable[[R], tuple[float, ...] | None] = lambda record: None
    """Points of every player after the play, by seat; None if the game counts nothing before its end."""
    begins: Callable[[Any, Any], bool] = lambda part, whole: False
    """Whether a move that engines value as a whole begins with one that records write by itself."""
    kind: Callable[[RecordDecision], str] = lambda decision: decision.decision
    """The kind of a decision, for means over many: what was to be decided, or a part of that, such as ``lead``."""
    strict_forms: Callable[[Sequence[str]], Sequence[Any]] = lambda lines: ()
    """The lines of a text that is no record, as somebody may have meant them: each way with its lines and what was written otherwise."""
    proved_lines: Callable[[Sequence[str], Sequence[int]], Iterable[tuple[list[str], str]]] = lambda lines, numbers: ()
    """The lines with one slip mended that the rest of the record may prove, and what was mended. `numbers` are those of the lines."""
    tricks: Callable[[R, bool, int], str] | None = None
    """The tricks of the play as a table; whether beyond ASCII, and at most how many cells wide. None: a game without tricks."""
    template: Callable[[Sequence[str]], str] | None = None
    """A record to fill in, as text: of these players, with comments that say what goes where."""
    scored: Callable[[Sequence[str], Sequence[Sequence[int]]], str] | None = None
    """The text of a game known by its score: of these players, with everybody's points after each round. None: a game has no such
    records."""


@dataclass(frozen=True)
class Advising(Generic[R, V]):
    """Engines, by their names."""

    engines: Callable[[], Mapping[str, Mapping[str, Option]]]
    """By name, each with its options, as `options.read_engine` reads them. `auto` is among them, which is asked for by default."""
    view: Callable[[R | V, int | None], V]
    """What a seat knows of a record; None: the player named by ``see``, else whoever decides. A view is returned as it is. Raises
    PositionError if the record contradicts itself or the seat has nothing to decide, HiddenCardsError if its cards are hidden."""
    engine: Callable[[V, EngineRequest], Engine[Any]]
    """An engine for the decision of a view. Raises DiamondsError for an engine or objective that does not exist."""
    explain: Callable[[Any, Any, str], Why | None] | None = None
    """Why the best move of an advice is better than another one, by an objective: two moves with what their points come from
    (``MoveAdvice.sources``). None if the samples do not tell; no function: the game never can."""
    hindsight: Callable[[R, HindsightOptions], Iterator[tuple[int, Hindsight]]] | None = None
    """What decisions were worth with all cards open, the last one first: each with its index in `Records.decisions`. Decisions for which
    that cannot be known, such as those with hidden cards, are left out."""
    luck: Callable[[R, str, int, int], Mapping[int, Sequence[Estimate]]] | None = None
    """By round number, for every round whose deal the record has: by seat, the value of the deal by an objective before any decision, less
    the mean value of deals to that seat. Both are means of a number of rounds, by a seed: (record, objective, seed, rounds)."""


@dataclass(frozen=True)
class Playing(Generic[R]):
    """Players by their names, and what they play: in the arena and live."""

    names: Callable[[], Sequence[str]]
    standard_name: Callable[[str, bool], str]
    """The name of a player with its options, in standard form, and whether somebody's own player (``mybot:choose``) is one: a saved game
    or a page must not load a module. Raises PlayerNameError if there is no such player."""
    help: Callable[[], str]
    """The players and their options, in lines of at most 78 columns."""
    contest: Callable[[int, Mapping[str, Any]], Contest]
    """What the players of an arena play, by a seed and the values of ``options["contest"]``. Raises DiamondsError for options that exclude
    each other."""
    table: Callable[[Mapping[str, Any], Sequence[str] | None, int | None, int | None], LiveState]
    """A new live game: the values of ``options["live"]``, names, a seed, the seat ``me``. With a seed the program deals, the same cards for
    the same seed; without one, ``me`` enters what it sees. Raises DiamondsError for options that exclude each other."""
    table_from: Callable[[R, int | None, int | None], LiveState]
    """A game that goes on where a record ends: the record, a seed, ``me``. With a seed the program knows all cards and deals later rounds.
    Raises HiddenCardsError if the record lacks cards that are needed."""
    decide: Callable[[Any, str, int, Stop | None], object]
    """The move of a named player at a live table, who knows what its seat may know, by a seed. Once stopped it ends its thinking: the move
    then rests on what it found so far. Raises PlayerNameError if there is no such player, or if it would look at hidden cards."""


@dataclass(frozen=True)
class Solving(Generic[R, S]):
    """Exact values of moves: ``diamonds solve``."""

    solver: Callable[[int, int], RecordSolver]
    """A solver: (bytes that its tables take at most, threads for one record, if the game can use them)."""
    is_open: Callable[[R], bool]
    """Whether nothing is hidden that a solver has to know."""
    expected: Callable[[R], tuple[Sequence[str], Sequence[float]]]
    """The answer that the record expects: best moves as ``str(move)``, and the value as one number or one a side; empty if none."""
    steps: Callable[[R], Sequence[Place]]
    """The decisions of the play, and the one after it unless the game is over."""
    record_at: Callable[[R, Place], R]
    """The record before a decision of its play, without the answers it expects after the play."""
    meaning: Callable[[R, S], str]
    """What the values count, in words to follow "Ann decides: a card to play;"."""
    write_line: Callable[[R, Sequence[object]], str]
    """Best play from the end of the record's play on, with the players' names."""
    notes: Callable[[R, S], Sequence[str]]
    """What a reader of the answer should know, in words, including the record's own notes."""
    side: Callable[[R, int], Sequence[int]] = lambda record, seat: (seat,)
    """The seats of the side of a seat, which is one of them."""
    certificate: Callable[[R, S, int, Callable[[int, float], None] | None], bytes] | None = None
    """The certificate of the value in a solution, which a checker understands without the program: (record, solution, bytes that the
    tables of the search take at most, a callback with the positions written and the share done, 0 to 1). Raises DiamondsError if the value
    is not exact or the certificate would be too large, KeyboardInterrupt on Ctrl-C."""
    options: frozenset[str] = frozenset()
    """Fields of `SolveOptions` that make sense for this game and not for every one: some of ``all_moves``, ``turns``."""


@dataclass(frozen=True)
class Evaluating(Generic[R, E]):
    """What a position, or a hand, may bring when rule-based players play on: ``diamonds evaluate``."""

    evaluate: Callable[[R, EvaluateOptions, Progress | None, Stop | None], E]
    """The evaluation of a record; after Ctrl-C, or when stopped, from what was played so far. Raises DiamondsError for a record that cannot
    be evaluated, KeyboardInterrupt if nothing is known yet."""
    text: Callable[[R, E, bool], str]
    """The evaluation for people, at most 78 cells wide; whether it may have characters beyond ASCII."""
    notes: Callable[[R], Sequence[str]] = lambda record: ()
    """What a reader of the evaluation should know about the record, in words."""
    hands: Hands[R] | None = None
    """None: a hand by itself, without a record, means nothing."""


@dataclass(frozen=True)
class Hands(Generic[R]):
    """Hands by themselves, with the options ``options["hand"]``."""

    record: Callable[[str | None, Mapping[str, Any], int], R]
    """The record of a round of which only P1's hand is known: cards as text, or None for random ones by the seed; the options; the seed.
    Raises DiamondsError if the cards are not a hand."""
    deck: Callable[[Mapping[str, Any]], HandDeck]
    """What `record` takes with these options. Raises DiamondsError for options that exclude each other."""


@dataclass(frozen=True)
class Page(Generic[R]):
    """What pages show beside the diagram."""

    label: Callable[[R], Callable[[object], MoveLabel]] | None = None
    """A function that puts a move of the record, or one of a `LiveState` at it, into words. None: moves are pressed as cards."""
    events: Callable[[Any, Any], Iterable[Mapping[str, Any]]] = lambda table, move: ()
    """What a move does to a `LiveState`, in order, as the page draws it step by step; nothing that a seat may not see."""
    outcomes: Callable[[R, Any], Mapping[str, object]] = lambda record, move: {}
    """What chance may add to a legal move, in words, each with the move to give to `Records.play`; empty if nothing is open. Raises
    DiamondsError if there is too much to list."""
    decks: Callable[[], Sequence[Mapping[str, Any]]] = lambda: ()
    """For a game of cards with suits and ranks, whose table can be set up: the kinds of game, each with ``players``, ``variant``,
    ``ranks`` (the highest of each suit), ``hand`` (cards dealt to each) and ``teams`` (whether there is team play)."""


@dataclass(frozen=True)
class Variants(Generic[R]):
    """Variants and a leader, which tables of values have as columns."""

    name: Callable[[R], str]
    """The variant in a few words, the same for all records of it, such as ``perfect teams``."""
    leader: Callable[[R], int | None]
    """Who leads the next trick; None if there is none."""
    led_by: Callable[[R, int], R]
    """The record with another leader of its first trick. Raises DiamondsError if cards were played already, or somebody else must lead."""


@dataclass(frozen=True)
class Assuming(Generic[R]):
    """What the text of the rules leaves out, on which every number rests: what tables say of it."""

    texts: Mapping[str, str]
    """What may be assumed, by a name of one word, in a sentence for people."""
    of: Callable[[R], Sequence[str]]
    """The names of what is assumed of this record, as it does not say otherwise."""


@dataclass(frozen=True)
class Leanings:
    """What players of the game may lean to: for `analysis.habits`."""

    all: Callable[[], Sequence[Leaning]]
    of: Callable[[RecordDecision, Sequence[str]], Any]
    """bool[moves, leanings]: which moves of a decision, as ``str(move)``, have which; None where leanings say nothing."""
    others: Callable[[], Mapping[str, Any]]
    """What many players lean to, as ``benchmarks/habits.py`` measures it: ``loss``, and numbers by the name of each leaning."""


# -- the game -----------------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Game(Generic[R, V]):
    """One game. ``games.find_game`` finds it by its name."""

    name: str
    """The key that begins a record: ``diamonds``."""
    words: Words
    typing: str
    """How people type moves (`LiveState.read`): a line for each kind."""
    rules: str
    """The rules in short, for who plays at a terminal: lines of 78 characters at most."""
    levels: Mapping[str, str]
    """Opponents for people, from the weakest to the strongest: players of the arena by name, and how they play, in words."""
    options: Mapping[str, Mapping[str, Option]]
    """The options of ``deal``, ``contest``, ``live`` and ``hand``, by name: players, variants, parameters that the rules leave open."""
    examples: Callable[[], Mapping[str, Path]]
    """Files of example records, by name. The first comment line of a file describes it."""
    records: Records[R]
    advising: Advising[R, V]
    playing: Playing[R]
    solving: Solving[R, Any] | None = None
    evaluating: Evaluating[R, Any] | None = None
    page: Page[R] = Page()
    variants: Variants[R] | None = None
    assuming: Assuming[R] | None = None
    leanings: Leanings | None = None
    learning: Callable[..., NumberedGame] | None = None
    """The game by numbers, with such options as its environment for PettingZoo has, ``players`` among them. Raises RulesError for a game
    that the rules do not know."""

    def objectives(self, use: Use) -> list[str]:
        """The names of what can be asked for, the default first."""
        return [name for name, objective in self.words.objectives.items() if use in objective.uses]

    def objective(self, name: str | None, use: Use) -> str:
        """That objective, or the default. Raises ObjectiveError for one that the game cannot use so."""
        known = self.objectives(use)
        if name is None:
            return known[0]
        if name not in known:
            purpose = {Use.SOLVE: " to solve for", Use.EVALUATE: " to evaluate by"}.get(use, "")
            raise ObjectiveError(f"{self.words.title} has no objective {name!r}{purpose}", hint=f"objectives: {', '.join(known)}")
        return name

    def certificate(self, record: R, solution: Any, memory: int, on_progress: Callable[[int, float], None] | None = None) -> bytes:
        """As `Solving.certificate`. Raises DiamondsError also for a game that has none."""
        if self.solving is None or self.solving.certificate is None:
            raise DiamondsError(f"{self.words.title} has no certificates of its values", code="E-GAME")
        return self.solving.certificate(record, solution, memory, on_progress)

    def kind_of(self, decision: RecordDecision) -> str:
        """The kind of a decision in a word or two."""
        kind = self.records.kind(decision)
        return self.words.kinds.get(kind, kind)

    def table_at(self, decision: RecordDecision) -> LiveState:
        """The table at which something was decided. ``seen`` of the seat hides what the player could not know."""
        try:
            table = self.playing.table_from(decision.record, 0, None)
            if table.turn is not None and table.turn.seat == decision.seat:
                return table
        except HiddenCardsError:
            pass
        return self.playing.table_from(decision.record, None, decision.seat)  # cards are hidden, or the seats decide side by side


class _LazyModule:
    """A module that is loaded when something of it is used first."""

    def __init__(self, package: str, name: str) -> None:
        self._package, self._name = package, name
        self._module: ModuleType | None = None

    def __getattr__(self, name: str) -> Any:
        if self._module is None:  # to ask for a loaded one takes as long as much of what is called
            self._module = import_module(f".{self._name}", self._package)
        return getattr(self._module, name)


def lazy(package: str, *names: str) -> list[Any]:
    """Modules of a package that are loaded when something of them is used. Type checkers are shown the modules themselves."""
    return [_LazyModule(package, name) for name in names]
