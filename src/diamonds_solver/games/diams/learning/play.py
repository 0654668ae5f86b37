"""A round of Diam's by numbers: a ``diamonds_solver.game.NumberedPlay``."""

from __future__ import annotations

import copy
from collections.abc import Sequence

from diamonds_solver.games.diams.notation.write import WRITER
from diamonds_solver.games.diams.record.hidden import Step
from diamonds_solver.games.diams.record.observed import Observer
from diamonds_solver.games.diams.record.record import Record
from diamonds_solver.games.diams.rules.cards import NAMES, Cards, added, taken_away, written
from diamonds_solver.games.diams.rules.game import MARKET, Rules
from diamonds_solver.games.diams.rules.moves import Move
from diamonds_solver.games.diams.rules.state import Phase, State, next_card
from diamonds_solver.learning.spelled import SpelledPlay, margins

from .spelling import NAMES_OF_NUMBERS, spelled


class DiamsPlay(SpelledPlay[Move]):
    """A round; `state` is where it stands, the order of its pile unknown. Chance deals and turns up card by card. P1 begins."""

    def __init__(self, rules: Rules) -> None:
        players = rules.players
        self.state = State(
            rules=rules,
            hands=((),) * players,
            safes=((),) * players,
            market=(),
            pile=rules.deck,
            is_stack=False,
            used=(),
            closed=None,
            turn=players - 1,  # once the market is filled the next seat is to draw
            phase=Phase.REFILL,
        )
        self._turned_up: Cards = ()
        self._move: Move | None = None
        """What was done, while the pile turns up cards after it."""
        self.observers: tuple[Observer, ...] = ()
        """By seat, from the first turn on."""
        self._record: Record | None = None
        self._steps: tuple[Step, ...] = ()
        super().__init__()

    def __deepcopy__(self, memo: object) -> DiamsPlay:
        other = copy.copy(self)
        other.observers = tuple(map(copy.copy, self.observers))
        return other

    is_cut = False

    @property
    def record(self) -> Record:
        """The round as far as it is played, all cards open. There is none before the first turn."""
        assert self._record is not None, "cards are still dealt"
        return Record(self._record.start, play=self._steps)

    @property
    def _dealt_to(self) -> int | None:
        """The seat that gets the next card of the deal; None once all hands are dealt."""
        count = sum(map(len, self.state.hands))
        is_dealt = self._record is not None or count == MARKET * self.state.rules.players
        return None if is_dealt else count % self.state.rules.players

    @property
    def to_move(self) -> int | None:
        return None if self.state.is_chance or self.state.phase is Phase.OVER else self.state.to_move

    def moves(self) -> Sequence[Move]:
        return self.state.moves()

    def spelled(self, move: Move) -> tuple[int, ...]:
        return spelled(move)

    def make(self, move: Move) -> None:
        self.state = self.state.after(move)
        if self.state.is_chance:
            self._move = move
        else:
            self._follow(Step(move))

    def chances(self) -> list[tuple[int, float]]:
        if not self.state.is_chance:
            return []
        return list(next_card(self.state.rules, taken_away(self.state.pile, self._turned_up)).items())

    def happen(self, outcome: int) -> None:
        seat = self._dealt_to
        if seat is not None:
            hands = list(self.state.hands)
            hands[seat] = added(hands[seat], (outcome,))
            self.state = self.state._replace(hands=tuple(hands), pile=taken_away(self.state.pile, (outcome,)))
            return
        self._turned_up = (*self._turned_up, outcome)
        if not self.state.is_enough(self._turned_up):
            return
        self.state, cards = self.state.turned_up(self._turned_up), self._turned_up
        self._turned_up = ()
        if self._move is not None:
            self._follow(Step(self._move, cards))
            self._move = None
        else:
            self._record = Record(self.state)
            self.observers = tuple(Observer(self._record, seat) for seat in range(self.state.rules.players))

    def _follow(self, step: Step) -> None:
        self._steps = (*self._steps, step)
        for observer in self.observers:
            observer.follow(step)

    def action_name(self, action: int) -> str:
        return NAMES[action] if self.state.is_chance else NAMES_OF_NUMBERS[action]

    def margins(self) -> list[float]:
        """Own points less the mean of the others'."""
        return margins(self.state.points())

    def sees_phase(self, seat: int) -> bool:
        """Whether the seat sees what is decided now: not while chance is next, and of a choice between copies to give only who has it."""
        phase = self.state.phase
        return phase is Phase.OVER or (self.to_move is not None and (phase is not Phase.GIVE or seat == self.to_move))

    # -- what is seen as text ---------------------------------------------------------------------------------------------------------

    def information(self, seat: int) -> str:
        """The round as the record that this seat could write, and what it has chosen of its move so far."""
        if not self.observers:
            return f"P{seat + 1} hand {_cards(self.state.hands[seat])}"
        return _line(self.observers[seat].record) + self._chosen_by(seat)

    def observation(self, seat: int) -> str:
        """What lies open, and the seat's own cards."""
        state = self.state
        rows = [f"P{seat + 1}", f"hand {_cards(state.hands[seat])}", f"safe {_piles(state.safes[seat])}"]
        rows += [f"hands {' '.join(str(len(hand)) for hand in state.hands)}"]
        rows += [f"piles {' / '.join(' '.join(map(str, sizes(state, each))) or '-' for each in range(state.rules.players))}"]
        rows += [f"market {_cards(state.market)}", f"used {_cards(state.used)}", f"pile {len(state.pile)}"]
        rows += [f"closed P{state.closed + 1}"] if state.closed is not None else []
        rows += [f"turn P{state.turn + 1}"]
        rows += [str(state.phase)] if self.sees_phase(seat) else []
        rows += [f"gives a {state.broken}"] if state.phase is Phase.GIVE and seat == self.to_move else []
        return "; ".join(rows) + self._chosen_by(seat)

    def _chosen_by(self, seat: int) -> str:
        words = " ".join(NAMES_OF_NUMBERS[number] for number in self.chosen)
        return f"; chooses {words}" if words and seat == self.to_move else ""

    def __str__(self) -> str:
        if self._record is None:
            return "; ".join(self.information(seat) for seat in range(self.state.rules.players))
        parts = [_line(self.record)]
        parts += (
            [f"P{self.state.to_move + 1} chooses {' '.join(NAMES_OF_NUMBERS[number] for number in self.chosen)}"] if self.chosen else []
        )
        parts += [f"after {self._move} the pile turns up {_cards(self._turned_up)}"] if self._move is not None else []
        return "; ".join(parts)


def _line(record: Record) -> str:
    text: str = WRITER.write(record, "line")
    return text.strip()


def sizes(state: State, seat: int) -> list[int]:
    """How large the piles of a safe are, in an order that does not tell what they are."""
    return sorted(map(len, state.safes[seat]), reverse=True)


def _cards(cards: Cards) -> str:
    return written(cards, ",") or "-"


def _piles(safe: Sequence[Cards]) -> str:
    return " ".join(map(_cards, safe)) or "-"
