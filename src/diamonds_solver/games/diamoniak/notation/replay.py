"""Reads `play`: every word is held against the rules as it is read."""

from __future__ import annotations

import re
from collections.abc import Sequence

from diamonds_solver.common.wording import did_you_mean, listed, quote
from diamonds_solver.games.diamoniak.record.record import Step
from diamonds_solver.games.diamoniak.rules.cards import DIAMOND, KINDS, WITCH, Cards, are_among, letters, with_counts
from diamonds_solver.games.diamoniak.rules.game import PENALTY, PRICE
from diamonds_solver.games.diamoniak.rules.moves import DRAW, ONE_FAIRY, STOP, Kind, Move, buy, give
from diamonds_solver.games.diamoniak.rules.state import Phase, State
from diamonds_solver.notation.players import Seats
from diamonds_solver.notation.text import Field, Span, Word

_SEAT = r'"(?:[^"\\]|\\.)*+"|[^\s,/:>"]++'
_TOKEN = re.compile(
    rf"(?P<sign>[,/])|(?P<who>{_SEAT}):|(?P<buy>[Bb][Uu][Yy]>)(?P<seller>{_SEAT})?|-(?P<given>[A-Za-z0-9]*)|(?P<word>{_SEAT})"
)
_HINT = "a move is a card that is drawn (R), stop, buy>P2, or cards given up (-RDD)"


class Replay:
    """The play so far. What is wrong becomes a problem and ends the reading, for what comes after hangs on it."""

    def __init__(self, seats: Seats, start: State) -> None:
        self.seats, self.problems = seats, seats.problems
        self.state = start
        self.steps: list[Step] = []
        self.is_broken = False
        self._begins_turn = True
        """Whether a mark of a new turn may stand here."""

    def run(self, words: Sequence[Word]) -> None:
        """Reads the words of all fields `play`."""
        for word in words:
            at = 0
            while at < len(word.text) and not self.is_broken:
                match = _TOKEN.match(word.text, at)
                span = Span(word, at, match.end() if match else len(word.text))
                at = span.end
                if match is None:
                    self._fail("E-PLAY", span, f"{quote(span.text)} is not a move", _HINT)
                elif match["sign"] == "/":
                    self._slash(span)
                elif match["who"]:
                    self._announce(span, match["who"])
                elif not match["sign"]:
                    self._move(span, match)

    def read_best(self, field: Field) -> tuple[str, ...]:
        """The moves of `best`, which are legal now."""
        legal = {str(move): move for move in self.state.moves()}
        found = []
        for word in field.words:
            for text in filter(None, word.text.split(",")):
                name = self._plain(text)
                if name not in legal:
                    hint = f"legal moves: {listed(list(legal)) or 'none, the game is over'}"
                    self._fail("E-BEST", word.whole(), f"{quote(text)} is not a legal move here", hint)
                found.append(name)
        return tuple(found)

    def _plain(self, text: str) -> str:
        """A move as results write it."""
        if text.lower().startswith("buy>"):
            seat = self.seats.find(text[4:])
            return f"buy>P{seat + 1}" if seat is not None else text
        if text.startswith("-"):
            return f"-{''.join(sorted(text[1:].upper(), key=lambda letter: KINDS.find(letter)))}"
        return text.lower()

    # -- marks ----------------------------------------------------------------------------------------------------------------------

    def _slash(self, span: Span) -> None:
        if not self._begins_turn or not self.steps or self.state.phase is Phase.OVER:
            self._fail("E-PLAY-MARK", span, "no turn ends here", "a slash may stand between turns; 'stop' ends one")

    def _announce(self, span: Span, who: str) -> None:
        seat = self.seats.read(Span(span.word, span.start, span.start + len(who)))
        if seat is None:
            self.is_broken = True
        elif not self._begins_turn and self.steps:
            self._fail("E-PLAY-MARK", span, "no turn begins here", "a name may stand at the start of a turn; 'stop' ends one")
        elif seat != self.state.turn:
            self._fail("E-LEADER", span, f"it is the turn of {self.seats.label(self.state.turn)}, not of {self.seats.label(seat)}")

    # -- moves ----------------------------------------------------------------------------------------------------------------------

    def _move(self, span: Span, match: re.Match[str]) -> None:
        if self.state.phase is Phase.OVER:
            self._fail("E-PLAY-LONG", span, f"{self.seats.label(self.state.turn)} has won: nothing comes after that")
        elif match["given"] is not None:
            self._give(span, match["given"].upper())
        elif self.state.phase is Phase.WITCH:
            label = self.seats.label(self.state.turn)
            hint = f"write one of {listed([str(move) for move in self.state.moves()])}"
            self._fail("E-WITCH", span, f"what {label} gives up after the witch is missing", hint)
        elif match["buy"]:
            self._buy(span, match["seller"])
        elif match["word"].lower() == "stop":
            self._stop(span)
        elif len(match["word"]) == 1 and match["word"].upper() in KINDS:
            self._draw(span, KINDS.index(match["word"].upper()))
        else:
            self._fail("E-PLAY", span, f"{quote(span.text)} is not a move", did_you_mean(match["word"], ("stop",)) or _HINT)

    def _draw(self, span: Span, card: int) -> None:
        pile = self.state.draw_pile()
        if not pile[card]:
            self._fail("E-PILE", span, f"no {KINDS[card]} is left to be drawn", f"in the pile are {with_counts(pile)}")
        else:
            self._make(DRAW, card)

    def _stop(self, span: Span) -> None:
        if self.state.phase is not Phase.MORE:
            self._fail("E-PLAY", span, f"{self.seats.label(self.state.turn)} has not drawn yet", "the first draw of a turn is compulsory")
        else:
            self._make(STOP)

    def _buy(self, span: Span, seller: str | None) -> None:
        if seller is None:
            self._fail("E-BUY", span, "of whom is missing", "write buy>P2")
            return
        seat = self.seats.read(Span(span.word, span.end - len(seller), span.end))
        if seat is None:
            self.is_broken = True
        elif trouble := self._buying_trouble(seat):
            self._fail("E-BUY", span, trouble, f"a castle card of one's own colour costs {PRICE} diamonds, and is the whole turn")
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
            return f"{buyer} cannot buy of {buyer}"
        if state.held[state.turn][DIAMOND] < PRICE:
            return f"{buyer} has {state.held[state.turn][DIAMOND]} of {PRICE} diamonds"
        return None if state.held[seller][colour] else f"{self.seats.label(seller)} has no card {KINDS[colour]}"

    def _give(self, span: Span, given: str) -> None:
        label, held = self.seats.label(self.state.turn), self.state.held[self.state.turn]
        if self.state.phase is not Phase.WITCH:
            after_witch = self.steps and self.steps[-1].card == WITCH
            hint = "with a single way to pay nothing is written" if after_witch else "cards are given up after a witch"
            self._fail("E-WITCH", span, "there is nothing to choose here", hint)
            return
        if not given or not set(given) <= set(KINDS):
            self._fail("E-WITCH", span, f"{quote(span.text)} does not say which cards", "write letters: -RDD")
            return
        cards: Cards = tuple(given.count(letter) for letter in KINDS)
        if not are_among(cards, held):
            self._fail("E-WITCH", span, f"{label} does not have {letters(cards)}", f"{label} has {with_counts(held)}")
        elif give(cards) not in self.state.moves():
            wanted = min(PENALTY, sum(held))
            also = "or one fairy" if ONE_FAIRY in self.state.moves() else None
            self._fail("E-WITCH", span, f"{wanted} cards are to be given up, not {sum(cards)}", also)
        else:
            self._make(give(cards))

    def _make(self, move: Move, card: int | None = None) -> None:
        before = self.state
        self.steps.append(Step(move, card))
        self.state = before.after(move, card)
        ends = move.kind in (Kind.STOP, Kind.BUY, Kind.GIVE) or (card == WITCH and self.state.phase is Phase.TURN)
        self._begins_turn = ends

    def _fail(self, code: str, span: Span, message: str, hint: str | None = None) -> None:
        self.problems.add(code, span.location(), message, hint)
        self.is_broken = True
