"""Reads `play`: every word is held against the rules as it is read."""

from __future__ import annotations

import re

from diamonds_solver.common.wording import did_you_mean, listed, quote
from diamonds_solver.games.diamoniak.record.record import Step
from diamonds_solver.games.diamoniak.rules.cards import DIAMOND, KINDS, WITCH, Cards, are_among, letters, with_counts
from diamonds_solver.games.diamoniak.rules.game import PENALTY, PRICE
from diamonds_solver.games.diamoniak.rules.moves import DRAW, ONE_FAIRY, STOP, Kind, Move, buy, give
from diamonds_solver.games.diamoniak.rules.state import Phase, State
from diamonds_solver.notation.play import PlayReader
from diamonds_solver.notation.players import Seats
from diamonds_solver.notation.text import Span, Word

_SEAT = r'"(?:[^"\\]|\\.)*+"|[^\s,/:>"]++'
_TOKEN = re.compile(
    rf"(?P<mark>[,/])|(?P<who>{_SEAT}):|(?P<buy>[Bb][Uu][Yy]>)(?P<seller>{_SEAT})?|-(?P<given>[A-Za-z0-9]*)|(?P<word>{_SEAT})"
)


class Replay(PlayReader):
    """The play so far."""

    token = _TOKEN
    move_hint = "a move is a card that is drawn (R), stop, buy>P2, or cards given up (-RDD)"
    turn_hint = "; 'stop' ends one"

    def __init__(self, seats: Seats, start: State) -> None:
        super().__init__(seats)
        self.state = start
        self.steps: list[Step] = []

    @property
    def _turn(self) -> int:
        return self.state.turn

    @property
    def _ends_turn(self) -> bool:
        return self._begins_turn and bool(self.steps) and self.state.phase is not Phase.OVER

    def _legal_name(self, word: Word, text: str) -> str:
        legal = [str(move) for move in self.state.moves()]
        name = self._plain(text)
        if name not in legal:
            hint = f"legal moves: {listed(legal) or 'none, the game is over'}"
            self.problems.add("E-BEST", word.location(), f"{quote(text)} is not a legal move here", hint)
        return name

    def _plain(self, text: str) -> str:
        """A move as results write it."""
        if text.lower().startswith("buy>"):
            seat = self.seats.find(text[4:])
            return f"buy>P{seat + 1}" if seat is not None else text
        if text.startswith("-"):
            return f"-{''.join(sorted(text[1:].upper(), key=lambda letter: KINDS.find(letter)))}"
        return text.lower()

    # -- moves ----------------------------------------------------------------------------------------------------------------------

    def _move(self, span: Span, match: re.Match[str]) -> None:
        if self.state.phase is Phase.OVER:
            self._fail(span, "E-PLAY-LONG", f"{self.seats.label(self.state.turn)} has won: nothing comes after that")
        elif match["given"] is not None:
            self._give(span, match["given"].upper())
        elif self.state.phase is Phase.WITCH:
            label = self.seats.label(self.state.turn)
            hint = f"write one of {listed([str(move) for move in self.state.moves()])}"
            self._fail(span, "E-WITCH", f"what {label} gives up after the witch is missing", hint)
        elif match["buy"]:
            self._buy(span, match["seller"])
        elif match["word"].lower() == "stop":
            self._stop(span)
        elif len(match["word"]) == 1 and match["word"].upper() in KINDS:
            self._draw(span, KINDS.index(match["word"].upper()))
        else:
            self._fail(span, "E-PLAY", f"{quote(span.text)} is not a move", did_you_mean(match["word"], ("stop",)) or self.move_hint)

    def _draw(self, span: Span, card: int) -> None:
        pile = self.state.draw_pile()
        if not pile[card]:
            self._fail(span, "E-PILE", f"no {KINDS[card]} is left to be drawn", f"in the pile are {with_counts(pile)}")
        else:
            self._make(DRAW, card)

    def _stop(self, span: Span) -> None:
        if self.state.phase is not Phase.MORE:
            self._fail(span, "E-PLAY", f"{self.seats.label(self.state.turn)} has not drawn yet", "the first draw of a turn is compulsory")
        else:
            self._make(STOP)

    def _buy(self, span: Span, seller: str | None) -> None:
        if seller is None:
            self._fail(span, "E-BUY", "the seller is missing", "write buy>P2")
            return
        seat = self.seats.read(Span(span.word, span.end - len(seller), span.end))
        if seat is None:
            self.is_broken = True
        elif trouble := self._buying_trouble(seat):
            self._fail(span, "E-BUY", trouble, f"a castle card of one's own colour costs {PRICE} diamonds, and is the whole turn")
        else:
            self._make(buy(seat))

    def _buying_trouble(self, seller: int) -> str | None:
        state, buyer = self.state, self.seats.label(self.state.turn)
        colour = state.colours[state.turn]
        if state.phase is not Phase.TURN:
            return f"{buyer} has drawn in this turn already"
        if colour is None:
            return f"{buyer} has no colour yet"
        if seller == state.turn:
            return f"{buyer} cannot buy from {buyer}"
        if state.held[state.turn][DIAMOND] < PRICE:
            return f"{buyer} has {state.held[state.turn][DIAMOND]} of {PRICE} diamonds"
        return None if state.held[seller][colour] else f"{self.seats.label(seller)} has no card {KINDS[colour]}"

    def _give(self, span: Span, given: str) -> None:
        label, held = self.seats.label(self.state.turn), self.state.held[self.state.turn]
        if self.state.phase is not Phase.WITCH:
            after_witch = self.steps and self.steps[-1].card == WITCH
            hint = "if there is only one way to pay, write nothing" if after_witch else "cards are given up after a witch"
            self._fail(span, "E-WITCH", "there is nothing to choose here", hint)
            return
        if not given or not set(given) <= set(KINDS):
            self._fail(span, "E-WITCH", f"{quote(span.text)} does not say which cards", "write letters: -RDD")
            return
        cards: Cards = tuple(given.count(letter) for letter in KINDS)
        if not are_among(cards, held):
            self._fail(span, "E-WITCH", f"{label} does not have {letters(cards)}", f"{label} has {with_counts(held)}")
        elif give(cards) not in self.state.moves():
            wanted = min(PENALTY, sum(held))
            also = "or one fairy" if ONE_FAIRY in self.state.moves() else None
            self._fail(span, "E-WITCH", f"{wanted} cards are to be given up, not {sum(cards)}", also)
        else:
            self._make(give(cards))

    def _make(self, move: Move, card: int | None = None) -> None:
        before = self.state
        self.steps.append(Step(move, card))
        self.state = before.after(move, card)
        ends = move.kind in (Kind.STOP, Kind.BUY, Kind.GIVE) or (card == WITCH and self.state.phase is Phase.TURN)
        self._begins_turn = ends
