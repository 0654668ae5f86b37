"""Reads `play`: every word is held against the rules as it is read."""

from __future__ import annotations

import re
from collections.abc import Sequence

from diamonds_solver.common.wording import quote
from diamonds_solver.games.diams.record.record import Step
from diamonds_solver.games.diams.rules.cards import NAMES, Cards, taken_away, written
from diamonds_solver.games.diams.rules.moves import Kind
from diamonds_solver.games.diams.rules.state import Phase, State, next_card
from diamonds_solver.notation.players import Seats
from diamonds_solver.notation.text import Field, Span, Word

from .moves import HINT_MOVES, Said, Trouble, found, given, parse, trouble

_KEYWORDS = "draw|open|refill|give|safe|put|[tbs]"
_TOKEN = re.compile(
    rf'(?P<mark>[,/])|(?P<who>(?!(?i:{_KEYWORDS}):)(?:"(?:[^"\\]|\\.)*+"|[^\s,/:>?=+"-]++)):|(?:"(?:[^"\\]|\\.)*+"|[^\s,/"])++'
)


class Replay:
    """The play so far. What is wrong becomes a problem and ends the reading, for what comes after hangs on it."""

    def __init__(self, seats: Seats, start: State) -> None:
        self.seats, self.problems = seats, seats.problems
        self.state = start
        self.steps: list[Step] = []
        self.is_broken = False
        self._begins_turn = True
        """Whether a mark of a new turn may stand here."""
        self._given: Cards | None = None
        """What `give:` may confirm."""
        self._last: Span | None = None

    def run(self, words: Sequence[Word]) -> None:
        """Reads the words of all fields `play`."""
        for word in words:
            at = 0
            while at < len(word.text) and not self.is_broken:
                match = _TOKEN.match(word.text, at)
                span = Span(word, at, match.end() if match else len(word.text))
                at = span.end
                if match is None:
                    self._fail(span, Trouble("E-PLAY", f"{quote(span.text)} is not a move", HINT_MOVES))
                elif match["mark"] == "/":
                    self._slash(span)
                elif match["who"]:
                    self._announce(span, match["who"])
                elif not match["mark"]:
                    self._read(span)
        if not self.is_broken:
            self._turn_up_alone()

    def read_best(self, field: Field) -> tuple[str, ...]:
        """The moves of `best`, which are legal now."""
        names = []
        for word in field.words:
            for text in filter(None, word.text.split(",")):
                said = parse(text, self.seats)
                move = found(self.state, said.move) if isinstance(said, Said) and said.move else None
                if move is None:
                    self._fail(word.whole(), Trouble("E-BEST", f"{quote(text)} is not a legal move here"))
                names.append(str(move))
        return tuple(names)

    # -- marks ------------------------------------------------------------------------------------------------------------------------

    def _slash(self, span: Span) -> None:
        self._turn_up_alone()
        if not self.is_broken and not self._begins_turn:
            self._fail(span, Trouble("E-PLAY-MARK", "no turn ends here", "a slash may stand between turns"))

    def _announce(self, span: Span, who: str) -> None:
        self._turn_up_alone()
        seat = self.seats.read(Span(span.word, span.start, span.start + len(who)))
        if seat is None or self.is_broken:
            self.is_broken = True
        elif not self._begins_turn:
            self._fail(span, Trouble("E-PLAY-MARK", "no turn begins here", "a name may stand at the start of a turn"))
        elif seat != self.state.turn:
            message = f"it is the turn of {self.seats.label(self.state.turn)}, not of {self.seats.label(seat)}"
            self._fail(span, Trouble("E-LEADER", message))

    # -- moves ------------------------------------------------------------------------------------------------------------------------

    def _read(self, span: Span) -> None:
        said = parse(span.text, self.seats)
        if isinstance(said, Trouble):
            self._fail(span, said)
        elif said.kind is None:
            self._refill(span, said.turned_up)
        elif said.kind is Kind.GIVE and self.state.phase is not Phase.GIVE:
            self._confirm(span, said)
        else:
            self._turn_up_alone()
            if not self.is_broken:
                self._make(span, said)

    def _confirm(self, span: Span, said: Said) -> None:
        """`give:` after a forced sale or a break tells what is known already."""
        assert said.move is not None
        if self._given is None:
            self._fail(span, Trouble("E-GIVE", "nothing is given here", "'give:' follows a forced sale, or a break into a safe"))
        elif said.move.cards != self._given:
            self._fail(span, Trouble("E-GIVE", "this is not what is given", f"write give:{written(self._given) or '-'}"))
        self._given = None

    def _make(self, span: Span, said: Said) -> None:
        state = self.state
        if state.phase is Phase.OVER:
            self._fail(span, Trouble("E-PLAY-LONG", "the round is over: nothing comes after that"))
            return
        assert said.move is not None
        move = found(state, said.move)
        if move is None:
            self._fail(span, trouble(state, said.move, self.seats.label(state.turn)))
            return
        self._last, self._given = span, None
        self.state = state.after(move)
        if move.kind in (Kind.SALE, Kind.BREAK) and self.state.phase is not Phase.GIVE:
            self._given = given(state, move)
        self.steps.append(Step(move))
        self._begins_turn = self.state.phase is Phase.OVER or self.state.turn != state.turn
        if said.turned_up:
            self._turn_up(span, said.turned_up)

    # -- chance -----------------------------------------------------------------------------------------------------------------------

    def _refill(self, span: Span, cards: Cards) -> None:
        if self.state.phase is not Phase.REFILL:
            self._fail(span, Trouble("E-CHANCE", "the market is not empty here: nothing is filled up"))
        else:
            self._turn_up(span, cards)

    def _turn_up_alone(self) -> None:
        """What the pile turns up is not told: it has to be known."""
        if not self.state.is_chance or self._last is None:
            return
        outcomes = list(self.state.chances())
        if len(outcomes) == 1 and (self.state.is_stack or len(outcomes[0]) == 1):
            self._turn_up(self._last, outcomes[0])
            return
        example = {Phase.DRAWN: "draw:7", Phase.OPENED: "open:4+9"}.get(self.state.phase, "refill:9+10+7")
        self._fail(self._last, Trouble("E-CHANCE", "what the pile turned up is missing", f"write it as in {example}"))

    def _turn_up(self, span: Span, cards: Cards) -> None:
        state, pile = self.state, self.state.pile
        for at, kind in enumerate(cards):
            can_be = {pile[0]} if state.is_stack and pile else set(next_card(state.rules, pile) if pile else ())
            if at and state.is_enough(cards[:at]):
                self._fail(span, Trouble("E-COUNT", f"the pile turns up no more after {NAMES[cards[at - 1]]}"))
                return
            if kind not in can_be:
                code = "E-STACK" if state.is_stack else "E-PILE"
                hint = f"left are {written(sorted(pile), ', ') or 'none'}"
                self._fail(span, Trouble(code, f"{NAMES[kind]} cannot come next out of the pile", hint))
                return
            pile = pile[1:] if state.is_stack else taken_away(pile, (kind,))
        if not state.is_enough(cards):
            self._fail(span, Trouble("E-COUNT", "the pile turns up more cards than these", "forced-sale cards are replaced"))
            return
        self.state = state.turned_up(cards)
        self.steps[-1] = self.steps[-1]._replace(turned_up=cards)
        self._begins_turn = self.state.phase is Phase.OVER or self.state.turn != state.turn

    def _fail(self, span: Span, what: Trouble) -> None:
        if not self.is_broken:
            self.problems.add(what.code, span.location(), what.message, what.hint)
        self.is_broken = True
