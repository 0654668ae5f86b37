"""Reads `play`: every word is held against the rules as it is read."""

from __future__ import annotations

import re
from collections.abc import Sequence

from diamonds_solver.common.wording import quote
from diamonds_solver.games.diams.record.hidden import SKIP, Laying, Step, after, hide, pile_given, shown_by, told, told_pile
from diamonds_solver.games.diams.record.knowledge import ImpossibleError, Knowledge
from diamonds_solver.games.diams.rules.cards import DIAMONDS, HIDDEN, NAMES, Cards, S, T, X, has_loupe, quality, taken_away, written
from diamonds_solver.games.diams.rules.moves import Kind, Move
from diamonds_solver.games.diams.rules.state import Phase, State, next_card
from diamonds_solver.notation.play import PlayReader
from diamonds_solver.notation.players import Seats
from diamonds_solver.notation.problems import Location
from diamonds_solver.notation.text import Span, Word

from .moves import HINT_MOVES, Said, Trouble, found, given, laying, parse, trouble

_KEYWORDS = "draw|open|refill|give|safe|put|[tbs]"
_TOKEN = re.compile(
    rf'(?P<mark>[,/])|(?P<who>(?!(?i:{_KEYWORDS}):)(?:"(?:[^"\\]|\\.)*+"|[^\s,/:>?=+"-]++)):|(?:"(?:[^"\\]|\\.)*+"|[^\s,/"])++'
)


class Replay(PlayReader):
    """The play so far."""

    token = _TOKEN
    move_hint = HINT_MOVES

    def __init__(self, seats: Seats, start: State, knowledge: Knowledge | None = None) -> None:
        """`knowledge` of the hidden cards; None if none are hidden."""
        super().__init__(seats)
        self.state = start
        self.steps: list[Step] = []
        self.places: list[Location] = []
        """Where each step stands."""
        self.knowledge = knowledge
        self._hidden = frozenset(knowledge.seats if knowledge else ())
        self.asked: Step | None = None
        """A move that asks a hidden seat for cards: what it gave is the next word."""
        self._has_slash = False
        """Whether a slash stands here."""
        self._given: Cards | None = None
        """What `give:` may confirm."""
        self._last: Span | None = None

    def run(self, words: Sequence[Word], is_whole: bool = True) -> None:
        """Reads these words. Where they are not the whole play, what the last move needs beside it may be told later: what the `asked` seat
        gives, or what the pile turns up, for which `state` then waits.
        """
        super().run(words)
        if is_whole:
            self._end_step()
        elif self.asked is None and not self.is_broken:
            self._turn_up_known()

    def skip(self, span: Span) -> None:
        """Reads that the seat to move, which is hidden, has nothing to play."""
        if self.may_be_skipped():
            self._add(span, SKIP)
        else:
            self._fail(
                span,
                "E-PLAY",
                "with these cards there is a move",
                "a turn is skipped only if the hand has nothing but useless forced-sale cards",
            )

    @property
    def _turn(self) -> int:
        return self.state.turn

    def _legal_name(self, word: Word, text: str) -> str:
        said = parse(text, self.seats)
        move = found(self.state, said.move) if isinstance(said, Said) and isinstance(said.move, Move) else None
        if move is None:
            self._fail(word.whole(), "E-BEST", f"{quote(text)} is not a legal move here")
        return str(move)

    def _slash(self, span: Span) -> None:
        """The end of a turn: also of one without phase 2, and with two slashes side by side of one in the last lap."""
        self._end_step()
        if (not self._begins_turn or self._has_slash) and self.may_be_skipped() and not self.is_broken:
            self._add(span, SKIP)
        super()._slash(span)
        self._has_slash = True

    def _announce(self, span: Span, who: str) -> None:
        self._end_step()
        seat = self.seats.find(who)
        while seat is not None and not self.is_broken and seat != self.state.turn and self.may_be_skipped():
            self._add(span, SKIP)
        super()._announce(span, who)

    # -- moves ------------------------------------------------------------------------------------------------------------------------

    def _move(self, span: Span, match: re.Match[str]) -> None:
        said = parse(span.text, self.seats)
        if isinstance(said, Trouble):
            self._fail(span, *said)
        elif said.kind is None:
            self._end_step(is_refill=True)
            if not self.is_broken:
                self._refill(span, said.turned_up)
        elif said.kind is Kind.GIVE and self.asked is not None:
            self._give(span, said)
        elif said.kind is Kind.GIVE and self.state.phase is not Phase.GIVE:
            self._confirm(span, said)
        else:
            self._end_step()
            if not self.is_broken:
                self._make(span, said)

    def _confirm(self, span: Span, said: Said) -> None:
        """`give:` after a forced sale or a break tells what is known already."""
        assert isinstance(said.move, Move)
        if self._given is None:
            self._fail(span, "E-GIVE", "nothing is given here", "'give:' follows a forced sale, or a break into a safe")
        elif said.move.cards != self._given:
            self._fail(span, "E-GIVE", "this is not what is given", f"write give:{written(self._given) or '-'}")
        self._given = None

    def _make(self, span: Span, said: Said) -> None:
        state = self.state
        if state.phase is Phase.OVER:
            self._fail(span, "E-PLAY-LONG", "the round is over: nothing comes after that")
            return
        assert said.move is not None
        if state.to_move in self._hidden and said.kind in (Kind.DRAW, Kind.OPEN) and state.phase is Phase.ACT and self.may_be_skipped():
            self._add(span, SKIP)
            state = self.state
        move = self._legal(said.move)
        if isinstance(move, Trouble):
            self._fail(span, *move)
            return
        self._last, self._given = span, None
        if isinstance(move, Move) and move.target in self._hidden:
            self.asked = Step(move)
            return
        self._add(span, Step(move))
        if isinstance(move, Move) and move.kind in (Kind.SALE, Kind.BREAK) and self.state.phase is not Phase.GIVE:
            self._given = given(state, move)
        if said.turned_up and not self.is_broken:
            self._turn_up(span, said.turned_up)

    def _legal(self, move: Move | Laying) -> Move | Laying | Trouble:
        """The legal move that is meant, or why there is none. A hidden hand may have any card not known to be missing from it."""
        state = self.state
        if state.to_move in self._hidden:
            if move.kind in (Kind.SAFE, Kind.SECURE):
                return laying(state, move)
            if isinstance(move, Laying):
                raise AssertionError("only piles are laid")
            try:
                state = told(state, state.to_move, shown_by(move))
            except ValueError:
                return Trouble("E-NOT-HELD", f"the hand has {len(state.hands[state.to_move])} cards, fewer than {move} shows")
        elif isinstance(move, Laying):
            return Trouble("E-SAFE", "these cards are not hidden", "write which ones they are: safe:7+7+7")
        meant = found(state, move)
        return trouble(state, move, self.seats.label(state.to_move)) if meant is None else meant

    def _give(self, span: Span, said: Said) -> None:
        """What a hidden seat gives when asked."""
        asked, self.asked = self.asked, None
        assert asked is not None and isinstance(asked.move, Move) and isinstance(said.move, Move)
        cards, wanted, owner = said.move.cards, asked.move.cards[0], asked.move.target
        if any(kind >= DIAMONDS or quality(kind) != quality(wanted) for kind in cards):
            self._fail(span, "E-GIVE", f"a {quality(wanted)} is asked for", f"write give:{quality(wanted)}, or give:-")
        elif asked.move.kind is Kind.SALE and len(cards) > len(self.state.hands[owner]):
            self._fail(span, "E-GIVE", f"{self.seats.label(owner)} has fewer cards than these")
        elif asked.move.kind is Kind.BREAK and (len(cards) > 1 or (has_loupe(wanted) and cards and not has_loupe(cards[0]))):
            self._fail(span, "E-GIVE", "this is not what is asked for", f"write give:{NAMES[wanted]}, or give:-")
        elif asked.move.kind is Kind.BREAK and cards and pile_given(self.state, owner, cards[0], said.pile) is None:
            count = len(self.state.safes[owner])
            hint = f"write give:{written(cards)}#1, by the order in which they were laid; {self.seats.label(owner)} has {count}"
            self._fail(span, "E-GIVE", "the pile that the card comes from is missing", hint)
        else:
            self._add(span, asked._replace(given=cards, pile=said.pile))

    def _add(self, span: Span, step: Step) -> None:
        """One more step, which the rules allow."""
        before = self.state
        try:
            self.state = after(before, step, self._hidden)
            if self.knowledge:
                self.knowledge.follow(before, step, self.state)
        except ImpossibleError as error:
            self._fail(span, error.code, str(error), error.hint)
        except ValueError:
            self._fail(span, "E-NOT-HELD", f"{step.move} is impossible: the cards are not there")
        self.steps.append(step)
        self.places.append(span.location())
        self._has_slash = False
        self._begins_turn = self.state.phase is Phase.OVER or self.state.turn != before.turn

    def may_be_skipped(self) -> bool:
        """Whether the seat to move, which is hidden, may have nothing but forced-sale cards of no use."""
        state = self.state
        size = len(state.hands[state.turn])
        most = (S not in state.used) + (T not in state.used and not state.market)
        return state.phase is Phase.ACT and state.turn in self._hidden and 0 < size <= most

    def _end_step(self, is_refill: bool = False) -> None:
        """Checks that everything a step needs besides its move has been read."""
        if self.asked is not None and self._last is not None and not self.is_broken:
            assert isinstance(self.asked.move, Move)
            label = self.seats.label(self.asked.move.target)
            self._fail(self._last, "E-GIVE", f"what {label} gives is missing", "write give: and the cards after it, or give:-")
        if not is_refill and not self.is_broken:
            self._turn_up_alone()

    # -- chance -----------------------------------------------------------------------------------------------------------------------

    def _refill(self, span: Span, cards: Cards) -> None:
        if self.state.phase is not Phase.REFILL:
            self._fail(span, "E-CHANCE", "the market is not empty here: there is no refill")
        else:
            self._turn_up(span, cards)

    def _turn_up_alone(self) -> None:
        """What the pile turns up is not told: it has to be known."""
        if self.state.is_chance and self._last is not None and not self._turn_up_known():
            example = {Phase.DRAWN: "draw:7", Phase.OPENED: "open:4+9"}.get(self.state.phase, "refill:9+10+7")
            self._fail(self._last, "E-CHANCE", "what the pile turned up is missing", f"write it as in {example}")

    def _turn_up_known(self) -> bool:
        """Lets the pile turn up what need not be told: the only cards that can come, or one that nobody sees."""
        state = self.state
        if not state.is_chance or self._last is None:
            return False
        outcomes: list[Cards] = []
        if HIDDEN not in state.pile:
            outcomes = list(state.chances())
        elif len(state.pile) == 1 and state.closed is None:
            outcomes = [(X,)]
        elif state.phase is Phase.DRAWN and state.turn in self._hidden:
            outcomes = [(HIDDEN,)]
        is_known = len(outcomes) == 1 and (state.is_stack or len(outcomes[0]) == 1)
        if is_known:
            self._turn_up(self._last, outcomes[0])
        return is_known

    def _turn_up(self, span: Span, cards: Cards) -> None:
        before = self.state
        self.state = state = told_pile(before, cards) if len(cards) <= len(before.pile) else before
        pile = state.pile
        for at, kind in enumerate(cards):
            can_be = {pile[0]} if state.is_stack and pile else set(next_card(state.rules, pile) if pile else ())
            if at and state.is_enough(cards[:at]):
                self._fail(span, "E-COUNT", f"the pile turns up nothing more after {NAMES[cards[at - 1]]}")
                return
            if kind == X and state.closed is not None:
                self._fail(span, "E-CLOSED", "the closing card has come before")
                return
            if kind not in can_be:
                code = "E-STACK" if state.is_stack else "E-PILE"
                hint = None if HIDDEN in before.pile else f"left are {written(sorted(pile), ', ') or 'none'}"
                self._fail(span, code, f"{NAMES[kind]} cannot be the next card of the pile", hint)
                return
            pile = pile[1:] if state.is_stack else taken_away(pile, (kind,))
        if not state.is_enough(cards):
            self._fail(span, "E-COUNT", "the pile turns up more cards than these", "forced-sale cards are replaced")
            return
        self.steps[-1] = self.steps[-1]._replace(turned_up=cards)
        self.state = hide(state.turned_up(cards), self._hidden)
        if self.knowledge:
            try:
                self.knowledge.turned_up(before.turn, self.steps[-1].move.kind, cards)
            except ImpossibleError as error:
                self._fail(span, error.code, str(error), error.hint)
        self._begins_turn = self.state.phase is Phase.OVER or self.state.turn != state.turn
