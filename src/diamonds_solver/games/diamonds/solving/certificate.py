"""Makes certificates of exact values: texts that ``verify.py`` checks without believing anything (``docs/reference/certificate.md``).

Whoever makes a certificate walks through the same graph as its checker, and writes where that reads.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from diamonds_solver.errors import DiamondsError
from diamonds_solver.games.diamonds.core import layout

from ..round.position import Position
from ..round.public import AWARDS_DONE, is_margin
from ..round.rules import SUIT_LETTERS, SUITS, card_name, sort_key
from .solve import DEFAULT_MEMORY, Objective, Solution, Solver
from .verify import Checker, Rules, name_of

if TYPE_CHECKING:
    from .verify import Move, State

MOST_POSITIONS = 1_000_000
_HOPELESS = 100  # an estimate of more than this many times the limit ends the walk early; sharing lowers it as the walk goes on
_LEAST_SAMPLE = 4096  # positions before the estimate counts
_CHECK_EVERY = 512  # positions
_FIRST_NODES, _MORE_NODES = 300, 16  # nodes for each move in the first search for one that holds, and the factor for the next

WalkProgress = Callable[[int, float], None]
"""Called with the number of positions written, and the share of the walk that is done (0 to 1)."""


def certificate(
    position: Position,
    solution: Solution,
    *,
    memory: int = DEFAULT_MEMORY,
    most_positions: int = MOST_POSITIONS,
    on_progress: WalkProgress | None = None,
) -> bytes:
    """The certificate of what `solution` says `position` is worth.

    Raises DiamondsError if the value is not exact, nothing is to be decided, or more than `most_positions` distinct positions at starts
    of tricks are needed; KeyboardInterrupt on Ctrl-C.
    """
    if position.is_over:
        raise DiamondsError("the round is over: there is no value to prove", code="E-PROOF")
    if not solution.exact:
        raise DiamondsError("the value is not known: a limit was reached", code="E-PROOF", hint="a certificate proves exact values only")
    return _Maker(position, solution, Solver(memory), most_positions, on_progress).text()


def claim_lines(position: Position) -> list[str]:
    """The first lines of a certificate: the position that it is about."""
    table, rules = position.table, position.rules
    names = [f"P{seat + 1}" for seat in range(rules.players)]
    some = " ".join
    return [
        "diamonds-certificate 1",
        f"players {rules.players}",
        f"teams {'yes' if rules.teams else 'no'}",
        *(f"hand {name} {_cards(sorted(hand, key=sort_key))}" for name, hand in zip(names, position.hands, strict=True)),
        f"showroom {some(map(str, table.showroom))}",
        *(f"taken {name} {some(map(str, row))}" for name, row in zip(names, table.taken, strict=True)),
        f"winners {some(names[seat] for seat in sorted(table.winners)) or '-'}",
        f"leader {names[table.leader]}",
        f"trick {_cards(table.cards)}",
        f"robber {'-' if table.robber is None else names[table.robber]}" if table.thief is None else f"robber thief {names[table.thief]}",
        f"award {SUIT_LETTERS[table.award] if table.award < AWARDS_DONE else '-'}",
    ]


def _cards(cards: Sequence[int]) -> str:
    return " ".join(map(card_name, cards)) or "-"


class _Maker(Checker):
    """A checker that is its own file: it knows each line, or asks the solver for the move, and writes it down."""

    def __init__(
        self, position: Position, solution: Solution, solver: Solver, most_positions: int, on_progress: WalkProgress | None
    ) -> None:
        super().__init__(io.BytesIO())
        self._position, self._solver = position, solver
        self._side = position.rules.side_of(position.to_move)
        self._objective: Objective = "margin" if is_margin(solution.objective) else "points"
        self._most, self._on_progress = most_positions, on_progress
        self._lines: list[str] = []
        self._path: list[tuple[int, int]] = []  # at each decision on the way, which of how many moves
        self._checked = 0  # positions at the last look at the limit
        value = solution.value
        scale = len(position.rules.sides) - 1 if self._objective == "margin" else 1
        if isinstance(value, tuple):
            text = " ".join(map(str, value))
        else:
            assert value is not None
            text = f"{round(value * scale)}" + (f"/{scale}" if scale > 1 else "")
        self._facts = {"model": solution.model, "objective": self._objective, "value": text}

    def text(self) -> bytes:
        self.check()
        return "".join(f"{line}\n" for line in self._lines).encode("ascii")

    # -- where the checker reads ------------------------------------------------------------------------------------------------------

    def read(self) -> str:
        raise AssertionError("all lines are known")

    def claim(self) -> tuple[Rules, State]:
        self._lines += claim_lines(self._position)
        rules = self._position.rules
        return Rules(rules.players, rules.teams), state_of(self._position)

    def field(self, name: str, pattern: str) -> list[str]:
        self._lines.append(f"{name} {self._facts[name]}")
        return self._facts[name].split()

    def expect(self, text: str) -> None:
        self._lines.append(text)

    def next_move(self, state: State) -> Move:
        """A move that keeps the goal: one whose position is proven already, else the first that the solver proves."""
        children = [(move, self.rules.play(state, move)) for move in self.rules.moves(state, True)[1]]
        kept = next((move for move, child in children if self._is_known(child)), None)
        limit = _FIRST_NODES
        while kept is None and len(children) > 1:
            open_still = []
            for move, child in children:
                keeps = self._keeps(child, limit)
                if keeps:
                    kept = move
                    break
                if keeps is None:
                    open_still.append((move, child))
            children, limit = open_still, limit * _MORE_NODES
        move = children[0][0] if kept is None else kept  # the only one left: the position keeps the goal, so it does
        self._lines.append(name_of(move))
        return move

    def each(self, moves: Sequence[Move]) -> Iterator[Move]:
        if len(self.known) >= self._checked + min(_CHECK_EVERY, self._most):
            self._look_at_limit()
        for index, move in enumerate(moves):
            self._path.append((index, len(moves)))
            try:
                yield move
            finally:
                self._path.pop()

    # -- what to write ----------------------------------------------------------------------------------------------------------------

    def _is_known(self, child: State) -> bool:
        gain = self.known.get(self.rules.key(child))
        return gain is not None and self._score(child) + gain >= self.goal

    def _score(self, state: State) -> int:
        return sum(weight * points for weight, points in zip(self.weights, state[2], strict=True))

    def _keeps(self, state: State, limit: int) -> bool | None:
        """Whether the goal can be reached from here; None if the solver needs more nodes to know."""
        missing, is_own = self.goal - self._score(state), self._side in self.heroes
        target = missing if is_own else 1 - missing  # others keep the side below one more than the value
        bound = self._solver.test(_packed(self.rules, state), self._side, target, objective=self._objective, node_limit=limit).limit
        return None if bound is None else (bound >= target) == is_own

    def _look_at_limit(self) -> None:
        """Tells of the progress; raises DiamondsError where the certificate gets too large."""
        self._checked = count = len(self.known)
        done, share = 0.0, 1.0
        for index, moves in self._path:
            share /= moves
            done += index * share
        if self._on_progress is not None:
            self._on_progress(count, done)
        whole = count / done if done else float("inf")
        if count > self._most or (count >= _LEAST_SAMPLE and whole > _HOPELESS * self._most):
            size = f"up to about {whole:,.0f}" if done else "an unknown number"
            raise DiamondsError(
                f"the certificate is too large: with {count:,} positions {100 * done:.2g} % is done, so it may need {size}",
                code="E-PROOF",
                hint=f"at most {self._most:,} positions are written; prove a later position of the round",
            )


def state_of(position: Position) -> State:
    """The position as the checker's rules have it."""
    table, sides = position.table, len(position.rules.sides)
    taken = tuple(sum(row[suit] for row in table.taken[side::sides]) for suit in SUITS for side in range(sides))
    hands = tuple(sum(1 << card for card in hand) for hand in position.hands)
    winners = sum(1 << seat for seat in table.winners)
    robber = -1 if table.robber is None else table.robber
    robber = robber if table.thief is None else -2 - table.thief
    return hands, table.showroom, (0,) * sides, taken, winners, table.leader, table.cards, robber, table.award


def _packed(rules: Rules, state: State) -> NDArray[np.void]:
    """The state as the core takes it. Cards taken count by side, so the side's first seat has them; vaults change no gain."""
    hands, rooms, _, taken, winners, leader, trick, robber, award = state
    nobody = (0,) * (layout.MAX_PLAYERS - rules.players)
    none = (0,) * layout.SUIT_COUNT
    rows = [taken[side :: rules.sides] for side in range(rules.sides)] + [none] * (layout.MAX_PLAYERS - rules.sides)
    cards_left = sum(hands).bit_count() + len(trick)
    array = np.zeros(1, layout.POSITION)
    array[0] = (
        (*hands, *nobody),
        (*rooms, *nobody),
        (0,) * layout.MAX_PLAYERS,
        tuple(rows),
        (*trick, *(0,) * (layout.MAX_PLAYERS - len(trick))),
        len(trick),
        rules.players,
        rules.sides,
        leader,
        -(-cards_left // rules.trick_size),
        winners,
        layout.NONE if robber < 0 else robber,
        award,
        -1 - robber if robber < -1 else 0,
    )
    return array
