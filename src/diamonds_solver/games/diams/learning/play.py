"""Moves and rounds of Diam's by numbers."""

from __future__ import annotations

import copy
from collections.abc import Sequence

from diamonds_solver.learning.numbered import SpelledPlay, margins

from ..records.notation import WRITER
from ..records.record import Observer, Record
from ..round.knowledge import Step
from ..round.rules import FORCED_SALES, MARKET, MAX_PLAYERS, NAMES, Cards, Kind, Move, Rules, X, added, taken_away, written
from ..round.state import Phase, State, next_card

# -- moves --------------------------------------------------------------------------------------------------------------------------------
# Moves of Diam's in numbers: what is done, then its cards one after the other, each as its kind.

END = X
"""No more cards are laid. Numbers below it are kinds of cards."""
_PLAIN = (Kind.DRAW, Kind.OPEN, Kind.PASS, Kind.SHOW, Kind.SUM, Kind.SAFE, Kind.PUT, Kind.TAKE, Kind.SECURE)
_PLAIN_NUMBERS = {kind: END + 1 + at for at, kind in enumerate(_PLAIN)}
_BREAK = END + 1 + len(_PLAIN)
_SALE = _BREAK + MAX_PLAYERS
NUMBERS = _SALE + len(FORCED_SALES) * MAX_PLAYERS

NAMES_OF_NUMBERS: tuple[str, ...] = (
    *NAMES[:END],
    "end",
    *(kind.name.lower() for kind in _PLAIN),
    *(f"B>P{seat + 1}" for seat in range(MAX_PLAYERS)),
    *(f"{NAMES[tool]}?P{seat + 1}" for tool in FORCED_SALES for seat in range(MAX_PLAYERS)),
)


def spelled(move: Move) -> tuple[int, ...]:
    """The numbers of a move.

    Cards come in the order of their kinds. `END` follows where it is not clear without it how many they are: when cards are laid. What a
    surplus or a Perce-blindage takes is cards alone, as nothing else can be done then.
    """
    kind, cards = move.kind, move.cards
    if kind in (Kind.TRIM, Kind.GIVE):
        return cards
    if kind is Kind.BREAK:
        return (_BREAK + move.target, *cards)
    if kind is Kind.SALE:
        return (_SALE + MAX_PLAYERS * FORCED_SALES.index(move.tool) + move.target, *cards)
    return (_PLAIN_NUMBERS[kind], *cards, *move.taken, *[END] * (kind in (Kind.SAFE, Kind.SECURE)))


# -- rounds -------------------------------------------------------------------------------------------------------------------------------
# A round of Diam's by numbers: a ``diamonds_solver.game.NumberedPlay``.


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
        """Own points minus the mean of the others'."""
        return margins(self.state.points())

    def sees_phase(self, seat: int) -> bool:
        """Whether the seat sees what is decided now: not while chance is next, and of a choice between copies to give only who has it."""
        phase = self.state.phase
        return phase is Phase.OVER or (self.to_move is not None and (phase is not Phase.GIVE or seat == self.to_move))

    # -- what is seen as text ---------------------------------------------------------------------------------------------------------

    def information(self, seat: int) -> str:
        """The round as the record that this seat could write, and what it has chosen of its move so far, or that chance is next."""
        if not self.observers:
            return self.observation(seat)
        comes = "; a card comes" if self.to_move is None and not self.is_over else ""
        return _line(self.observers[seat].record) + self._chosen_by(seat) + comes

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
