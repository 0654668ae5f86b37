"""Records of Diam's read and written, and the examples."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from random import Random
from typing import Any

from diamonds_solver.common.options import first_seat
from diamonds_solver.common.wording import counted, quote
from diamonds_solver.game import HandDeck
from diamonds_solver.notation.play import PlayReader
from diamonds_solver.notation.players import Seats, read_players
from diamonds_solver.notation.problems import Location
from diamonds_solver.notation.rows import Draft, Notation
from diamonds_solver.notation.text import RawRecord, Span, Word

from ..round.knowledge import (
    SKIP,
    FaceDownLay,
    Hidden,
    HiddenPile,
    ImpossibleError,
    Knowledge,
    Step,
    after,
    hide,
    pile_given,
    shown_by,
    with_cards,
    with_pile,
)
from ..round.rules import (
    DIAMONDS,
    FORCED_SALES,
    HAND_LIMIT,
    HIDDEN,
    LAST_CARDS,
    MARKET,
    MAX_PLAYERS,
    MIN_PLAYERS,
    NAMES,
    ROUNDS,
    Cards,
    Cloture,
    Kind,
    Move,
    Rules,
    S,
    T,
    X,
    are_won,
    has_loupe,
    quality,
    taken_away,
    written,
)
from ..round.state import Phase, State, next_card
from .fields import (
    CHIPS,
    CLOSED,
    CLOTURE,
    DEAL_LOUPES,
    DEAL_VALUES,
    HAND,
    HELD,
    HINT_MOVES,
    LACKS,
    OF_MATCH,
    OF_ROUND,
    ON_MARKET,
    PHASE,
    PILE,
    ROUND,
    SAFE,
    SEE,
    STACK,
    TURN,
    UNSEEN,
    USED,
    VALUE,
    ParsedMove,
    Trouble,
    given,
    laying,
    legal_move,
    parse,
    read_hand,
    trouble,
)
from .record import Places, Record, shuffled, start_with

# -- the play -----------------------------------------------------------------------------------------------------------------------------
# Reads `play`: every word is held against the rules as it is read.

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
        self.request: Step | None = None
        """A move that asks a hidden seat for cards: what it gave is the next word."""
        self._has_slash = False
        """Whether a slash stands here."""
        self._given: Cards | None = None
        """What `give:` may confirm."""
        self._last: Span | None = None

    def run(self, words: Sequence[Word], is_whole: bool = True) -> None:
        """Reads these words. Where they are not the whole play, what the last move needs beside it may be told later: what the seat of
        the `request` gives, or what the pile turns up, for which `state` then waits.
        """
        super().run(words)
        if is_whole:
            self._end_step()
        elif self.request is None and not self.is_broken:
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
        parsed = parse(text, self.seats)
        move = legal_move(self.state, parsed.move) if isinstance(parsed, ParsedMove) and isinstance(parsed.move, Move) else None
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
        parsed = parse(span.text, self.seats)
        if isinstance(parsed, Trouble):
            self._fail(span, *parsed)
        elif parsed.kind is None:
            self._end_step(is_refill=True)
            if not self.is_broken:
                self._refill(span, parsed.turned_up)
        elif parsed.kind is Kind.GIVE and self.request is not None:
            self._give(span, parsed)
        elif parsed.kind is Kind.GIVE and self.state.phase is not Phase.GIVE:
            self._confirm(span, parsed)
        else:
            self._end_step()
            if not self.is_broken:
                self._make(span, parsed)

    def _confirm(self, span: Span, parsed: ParsedMove) -> None:
        """`give:` after a forced sale or a break tells what is known already."""
        assert isinstance(parsed.move, Move)
        if self._given is None:
            self._fail(span, "E-GIVE", "nothing is given here", "'give:' follows a forced sale, or a break into a safe")
        elif parsed.move.cards != self._given:
            self._fail(span, "E-GIVE", "this is not what is given", f"write give:{written(self._given) or '-'}")
        self._given = None

    def _make(self, span: Span, parsed: ParsedMove) -> None:
        state = self.state
        if state.phase is Phase.OVER:
            self._fail(span, "E-PLAY-LONG", "the round is over: nothing comes after that")
            return
        assert parsed.move is not None
        if state.to_move in self._hidden and parsed.kind in (Kind.DRAW, Kind.OPEN) and state.phase is Phase.ACT and self.may_be_skipped():
            self._add(span, SKIP)
            state = self.state
        move = self._legal(parsed.move)
        if isinstance(move, Trouble):
            self._fail(span, *move)
            return
        self._last, self._given = span, None
        if isinstance(move, Move) and move.target in self._hidden:
            self.request = Step(move)
            return
        self._add(span, Step(move))
        if isinstance(move, Move) and move.kind in (Kind.SALE, Kind.BREAK) and self.state.phase is not Phase.GIVE:
            self._given = given(state, move)
        if parsed.turned_up and not self.is_broken:
            self._turn_up(span, parsed.turned_up)

    def _legal(self, move: Move | FaceDownLay) -> Move | FaceDownLay | Trouble:
        """The legal move that is meant, or why there is none. A hidden hand may have any card not known to be missing from it."""
        state = self.state
        if state.to_move in self._hidden:
            if move.kind in (Kind.SAFE, Kind.SECURE):
                return laying(state, move)
            if isinstance(move, FaceDownLay):
                raise AssertionError("only piles are laid")
            try:
                state = with_cards(state, state.to_move, shown_by(move))
            except ValueError:
                return Trouble("E-NOT-HELD", f"the hand has {counted(len(state.hands[state.to_move]), 'card')}, fewer than {move} shows")
        elif isinstance(move, FaceDownLay):
            return Trouble("E-SAFE", "these cards are not hidden", "write which ones they are: safe:7+7+7")
        meant = legal_move(state, move)
        return trouble(state, move, self.seats.label(state.to_move)) if meant is None else meant

    def _give(self, span: Span, parsed: ParsedMove) -> None:
        """What a hidden seat gives when asked."""
        request, self.request = self.request, None
        assert request is not None and isinstance(request.move, Move) and isinstance(parsed.move, Move)
        cards, wanted, owner = parsed.move.cards, request.move.cards[0], request.move.target
        if any(kind >= DIAMONDS or quality(kind) != quality(wanted) for kind in cards):
            self._fail(span, "E-GIVE", f"a {quality(wanted)} is asked for", f"write give:{quality(wanted)}, or give:-")
        elif request.move.kind is Kind.SALE and len(cards) > len(self.state.hands[owner]):
            self._fail(span, "E-GIVE", f"{self.seats.label(owner)} has fewer cards than these")
        elif request.move.kind is Kind.BREAK and (len(cards) > 1 or (has_loupe(wanted) and cards and not has_loupe(cards[0]))):
            self._fail(span, "E-GIVE", "this is not what is asked for", f"write give:{NAMES[wanted]}, or give:-")
        elif request.move.kind is Kind.BREAK and cards and pile_given(self.state, owner, cards[0], parsed.pile) is None:
            count = len(self.state.safes[owner])
            hint = f"write give:{written(cards)}#1, by the order in which they were laid; {self.seats.label(owner)} has {count}"
            self._fail(span, "E-GIVE", "the pile that the card comes from is missing", hint)
        else:
            self._add(span, request._replace(given=cards, pile=parsed.pile))

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
        if self.request is not None and self._last is not None and not self.is_broken:
            assert isinstance(self.request.move, Move)
            label = self.seats.label(self.request.move.target)
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
        if HIDDEN not in state.pile and (state.is_stack or len(state.pile) == 1 or state.phase is Phase.DRAWN):
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
        self.state = state = with_pile(before, cards) if len(cards) <= len(before.pile) else before
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


# -- reading records ----------------------------------------------------------------------------------------------------------------------
# From the fields of a record to a `Record` of one or several rounds, or to problems: everything that is wrong.


_NO_NAME = re.compile(r"[TBSXtbsx]|draw|open|pass|refill|give|safe|put|none")


def build(raw: RawRecord) -> Record | None:
    """The record that `raw` stands for; see ``Grammar.build``. Of a match it is the last round, with the `earlier` ones."""
    seats = read_players(raw, "Diam's", MIN_PLAYERS, MAX_PLAYERS, _NO_NAME)
    if seats is None:
        return None
    is_sound = raw.problems.count == raw.harmless
    first, *others = _rounds(raw)
    draft = Draft(raw.start, seats)
    records = [_read_round(first, draft, is_sound=is_sound)]
    of_match = ("id", "players", *(row.key for row in OF_MATCH))
    for part in others:
        for field in part.fields:
            if field.name in of_match and (field.name, None) not in draft.sources:
                raw.problems.add("E-ROUND", field.location(), f"'{field.name}' is in a later round", "write it before the first round")
        before, draft = draft, Draft(part.start, seats)
        draft.id = before.id
        draft.values.update((key, value) for key, value in before.values.items() if key in of_match)
        draft.sources.update((key, field) for key, field in before.sources.items() if key[0] in of_match)
        record = _read_round(part, draft, is_sound=is_sound)
        records.append(_joined(records[-1], before, record, draft))
    rounds = [record for record in records if record is not None]
    if len(rounds) < len(records):
        return None
    if others and not rounds[0].chips:
        rounds[0] = replace(rounds[0], chips=(0,) * seats.count)
    return replace(rounds[-1], earlier=tuple(rounds[:-1]), origin=raw.start, commented=raw.commented)


def _rounds(raw: RawRecord) -> list[RawRecord]:
    """The fields of each round; those of the match are in the first. A round begins with the field `round`, the first also without."""
    parts = [raw]
    fields, raw.fields = raw.fields, []
    for at, field in enumerate(fields):
        names = {each.name for each in parts[-1].fields}
        if field.name == "round" and ("round" in names or ("play" in names and any(each.name == "play" for each in fields[at:]))):
            part = RawRecord(field.location())
            part.problems, part.meant = raw.problems, raw.meant
            parts.append(part)
        parts[-1].fields.append(field)
    return parts


def _read_round(raw: RawRecord, draft: Draft, *, is_sound: bool) -> Record | None:
    """One round; None, and problems, where its fields make none, or are not `is_sound`."""
    before = raw.problems.count
    NOTATION.read(draft, raw.fields)
    piles = [field for (key, _), field in draft.sources.items() if key in ("pile", "stack") and field.words]
    if len(piles) > 1:
        raw.problems.add("E-FIELD-TWICE", piles[1].location(), "the record already gives the pile", "write 'pile' or 'stack'")
    if raw.problems.count > before or not is_sound:
        return None
    table = _Table(draft)
    start = table.state()
    if start is None:
        return None
    replay = Replay(draft.seats, start, Knowledge(start, table.hidden, table.unseen) if table.hidden else None)
    replay.run(draft.play)
    return Record(
        start=start,
        names=draft.seats.names,
        play=tuple(replay.steps),
        id=draft.id,
        round=draft[ROUND] or 1,
        chips=draft[CHIPS],
        best=replay.read_best(draft.sources.get(("best", None))),
        value=draft[VALUE],
        extra=tuple(draft.extra),
        see=draft[SEE],
        hidden=table.hidden,
        unseen=table.unseen,
        origin=raw.start,
        commented=raw.commented,
        places=Places({key: field.location() for key, field in draft.sources.items() if key[0] in ("held", "lacks")}, tuple(replay.places)),
    )


def _joined(before: Record | None, before_draft: Draft, record: Record | None, draft: Draft) -> Record | None:
    """A round as it follows the one before, with the chips that that leaves; problems where it cannot follow."""
    problems, last, number, chips = draft.problems, before_draft[ROUND] or 1, draft[ROUND] or 1, draft[CHIPS]
    if number != last + 1:
        trouble = f"round {last + 1} is missing" if number > last else f"round {number} comes after round {last}"
        problems.add("E-ROUND", draft.start, trouble, "write the rounds of a match in order")
    if before is None or record is None:
        return record
    if before.state.phase is not Phase.OVER:
        problems.add("E-ROUND", draft.start, f"round {last} is not over, and another one follows", "complete its play first")
        return record
    carried = before.chips_after
    if len(carried) == 2 and number == ROUNDS and abs(carried[0] - carried[1]) == ROUNDS - 1:
        winner = before.seat_name(carried.index(max(carried)))
        problems.add("E-ROUND", draft.start, f"{winner} has won two rounds, and with them the match", "the third round is not played")
    if chips and carried and chips != carried:
        words = " ".join(map(str, carried))
        draft.problem("E-CHIPS", "chips", f"after round {last} the chips are {words}")
    return replace(record, chips=chips or carried)


class _Table:
    """What lies where before the play, and whether it can."""

    def __init__(self, draft: Draft) -> None:
        self._draft, self._seats, self._problems = draft, draft.seats, draft.problems
        self._rules = Rules(draft.seats.count, draft[DEAL_VALUES], draft[DEAL_LOUPES], draft[CLOTURE])
        self._hands, self._safes, self._held = draft.of_seats(HAND), draft.of_seats(SAFE), draft.of_seats(HELD)
        market, self._closed = draft[ON_MARKET], draft[CLOSED]
        self._market = () if market is None else market
        stack, pile = draft[STACK], draft[PILE]
        self._is_stack = stack is not None
        self._named_pile = pile if stack is None else stack
        """None where it is not named; HIDDEN cards where only its size is."""
        unseen = draft[UNSEEN]
        self.unseen = None if unseen is None else tuple(kind for kind in unseen if kind != X)

    def state(self) -> State | None:
        """The state before the play; None, and problems, where the fields do not fit together."""
        draft, seats = self._draft, range(self._seats.count)
        before = self._problems.count
        self._check_copies()
        self._check_held()
        self._check_chips()
        if self._problems.count > before:
            return None
        hidden = self.hidden or (None,) * self._seats.count
        state = State(
            rules=self._rules,
            hands=tuple(self._hand(seat).cards if known is None else known.hand() for seat, known in zip(seats, hidden, strict=True)),
            safes=tuple(self._open_safe(seat) if known is None else known.safe() for seat, known in zip(seats, hidden, strict=True)),
            market=self._market,
            pile=self._pile(),
            is_stack=self._is_stack,
            used=draft[USED],
            closed=self._closed,
            turn=draft[TURN],
            phase=draft[PHASE] or (Phase.DRAW if self._closed is None else Phase.ACT),
        )
        self._check_pile(state)
        self._check_phase(state)
        return state.settled() if self._problems.count == before else None

    @cached_property
    def hidden(self) -> tuple[Hidden | None, ...]:
        """What is known of each hidden seat; empty if no card is hidden."""
        draft = self._draft
        seats = range(self._seats.count)
        with_hidden = {seat for seat in seats if self._hand(seat).unknown or any(pile.unknown for pile in self._safes.get(seat, ()))}
        with_hidden |= self._held.keys() | draft.of_seats(LACKS).keys()
        if not with_hidden and draft[SEE] is None and self.unseen is None:
            return ()
        if draft[SEE] is not None:
            with_hidden |= set(seats) - {draft[SEE]}
        return tuple(self._hidden_at(seat) if seat in with_hidden else None for seat in seats)

    def _hidden_at(self, seat: int) -> Hidden:
        hand, lacks = self._hand(seat), self._draft.of_seats(LACKS)
        return Hidden(hand.cards, hand.unknown, self._held.get(seat, ()), lacks.get(seat, ()), self._safes.get(seat, ()))

    def _hand(self, seat: int) -> HiddenPile:
        """The hand, by default that of the start of a round."""
        return self._hands.get(seat, HiddenPile((), MARKET))

    def _open_safe(self, seat: int) -> tuple[Cards, ...]:
        return tuple(sorted(pile.cards for pile in self._safes.get(seat, ())))

    def _about(self) -> list[tuple[Location, Cards]]:
        """All cards that the record names, and where."""
        draft = self._draft
        places = [(self._draft.location("hand", seat), hand.cards) for seat, hand in self._hands.items()]
        places += [(self._draft.location("safe", seat), sum((pile.cards for pile in piles), ())) for seat, piles in self._safes.items()]
        places += [(self._draft.location("held", seat), cards) for seat, cards in self._held.items()]
        places += [(self._draft.location("market"), self._market), (self._draft.location("used"), draft[USED])]
        if self.unseen is not None:
            places.append((self._draft.location("unseen"), self.unseen))
        if self._named_pile is not None and HIDDEN not in self._named_pile:
            places.append((self._draft.location("stack" if self._is_stack else "pile"), self._named_pile))
        return places

    def _check_copies(self) -> None:
        left = Counter(self._rules.deck)
        for location, cards in self._about():
            lacking = (Counter(cards) - left) - Counter({X: len(cards)})  # of the closing card _check_pile tells
            for kind in lacking:
                copies = self._rules.deck.count(kind)
                self._problems.add("E-COPIES", location, f"there are more cards {NAMES[kind]} than the deck has", f"it has {copies}")
            left -= Counter(cards)

    def _check_held(self) -> None:
        """Checks each seat by itself; whether everything agrees is for `View` to check."""
        for seat, hidden in enumerate(self.hidden):
            if hidden is None:
                continue
            if hidden.room() < 0:
                known, unknown = counted(len(hidden.held), "card"), counted(len(hidden.held) + hidden.room(), "hidden card")
                message = f"{self._seats.label(seat)} is known to hold {known}, and has {unknown}"
                self._draft.problem("E-HELD", "held", message, "leave out cards that 'hand' or 'safe' names", seat)
            for kind in (*hidden.known, *(() if any(pile.unknown for pile in hidden.piles) else hidden.held)):
                if kind < DIAMONDS and quality(kind) in hidden.lacks:
                    message = f"{self._seats.label(seat)} has {NAMES[kind]} in hand, but is said to lack it"
                    self._draft.problem("E-LACKS", "lacks", message, None, seat)

    def _check_chips(self) -> None:
        won, before = self._draft[CHIPS], (self._draft[ROUND] or 1) - 1
        if any(won) and not are_won(won, before):
            message = f"after {counted(before, 'round')} the chips cannot be {' '.join(map(str, won))}"
            hint = "a round gives 4, 3, 2, 1 and 0 chips by place; players who tie get the lowest of their places"
            if not before:
                message, hint = "nobody has chips before the first round", "write which round it is: round 2/3"
            self._draft.problem("E-CHIPS", "chips", message, hint)

    def _rest(self) -> Counter[int]:
        """The cards that the record does not name, without X."""
        left = Counter(self._rules.deck)
        for _, cards in self._about():
            left -= Counter(cards)
        del left[X]
        return left

    def _pile(self) -> Cards:
        """The pile; problems where as many cards are hidden as cannot be."""
        room = sum(known.room() for known in self.hidden if known is not None)
        unseen = self._rest() if self.unseen is None else Counter(self.unseen)
        size = unseen.total() - room + (self._closed is None)
        is_told = self._named_pile is not None and HIDDEN not in self._named_pile
        key = "stack" if self._is_stack else "pile"
        if self._named_pile is not None and is_told:
            if self.hidden and unseen.total() != room:
                verb = "is" if unseen.total() == 1 else "are"
                message = f"{counted(unseen.total(), 'card')} {verb} not named anywhere, but hands and safes hide {room}"
                hint = "name the hidden cards of a composed game: unseen 4,9,B" if self.unseen is None else None
                self._draft.problem("E-PILE", key, message, hint)
            return self._named_pile
        if size < 0 or (self._named_pile is not None and len(self._named_pile) != size):
            rest = f"{unseen.total()} are not named anywhere, and hands and safes hide {room}"
            message = f"the pile would have {counted(max(size, 0), 'card')}: {rest}"
            self._draft.problem("E-PILE", key, message, "name the hidden cards of a composed game: unseen 4,9,B")
            return ()
        if self.hidden:
            return (HIDDEN,) * size
        return tuple(sorted((*unseen.elements(), *([X] if self._closed is None else []))))

    def _check_pile(self, state: State) -> None:
        closing = int(state.closed is None) if HIDDEN in state.pile else state.pile.count(X)
        key = "closed" if state.closed is not None else "stack" if state.is_stack else "pile"
        if state.closed is not None and closing:
            self._draft.problem("E-CLOSED", key, "the closing card has come, but is in the pile", "leave it out of the pile")
        elif state.closed is None and closing != 1:
            where = "is missing" if not closing else "appears twice"
            self._draft.problem("E-CLOSED", key, f"the closing card {where}", "put X into the pile, or write 'closed P1'")
        elif state.closed is None and state.is_stack:
            most = 1 if self._rules.cloture is Cloture.LAST else LAST_CARDS
            if state.pile.index(X) < len(state.pile) - most:
                hint = "with 'cloture last' it is the last card" if most == 1 else f"it is one of the last {most} cards"
                self._draft.problem("E-CLOSED", key, "the closing card lies too high in the stack", hint)
        if not state.market and state.pile and not self._is_blank():
            hint = "write the cards that lie there, as in 'market 10,4*,2'; an empty market is refilled at once"
            message = "the market is empty while the pile has cards"
            if ("market", None) not in self._draft.sources:
                message = "the field 'market' is missing, and the pile has cards"
            self._draft.problem("E-MARKET", "market", message, hint)

    def _is_blank(self) -> bool:
        """Whether nothing is known of the round yet, not even the cards of the player who enters it."""
        see = self._draft[SEE]
        return see is not None and self._hand(see).unknown > 0 and not self._draft.play

    def _check_phase(self, state: State) -> None:
        for seat, hand in enumerate(state.hands):
            may_hold_more = seat == state.turn and state.phase in (Phase.ACT, Phase.TRIM)
            if len(hand) > HAND_LIMIT and not may_hold_more:
                message = f"{self._seats.label(seat)} has {len(hand)} cards"
                hint = f"more than {HAND_LIMIT} are held only in one's own turn, in the phases act and trim"
                self._draft.problem("E-HAND-SIZE", "hand", message, hint, seat)
        if state.phase is Phase.DRAW and state.closed is not None:
            self._draft.problem("E-PHASE", "phase", "nobody draws after the closing card", "write 'phase act'")
        if state.phase is Phase.OVER and state.turn != state.closed:
            hint = "write 'phase over' with 'turn' of the seat that 'closed' names"
            self._draft.problem("E-PHASE", "phase", "the round ends when the seat in whose turn X came is next", hint)
        if state.phase is Phase.TRIM and len(state.hands[state.turn]) <= HAND_LIMIT:
            message = f"{self._seats.label(state.turn)} has {counted(len(state.hands[state.turn]), 'card')}: none is surplus"
            self._draft.problem("E-PHASE", "phase", message)


NOTATION = Notation[Record](game="diams", title="Diam's", rows=(*OF_MATCH, *OF_ROUND), empty="says nothing")
GRAMMAR = replace(NOTATION.grammar(build), nested={"rounds": "round"}, count_moves=Replay.count)
WRITER = replace(NOTATION.writer, rounds=lambda record: record.rounds, shared=("diams", "id", "players", *(row.key for row in OF_MATCH)))


# -- examples -----------------------------------------------------------------------------------------------------------------------------
# Records that come with the package, as ``.dia`` files in ``data/``. The first comment line of a file describes it.


EXAMPLES = ("diams-round", "diams-view", "diams-lap", "diams-broken")
_DATA = Path(__file__).parents[1] / "data"


def example_path(name: str) -> Path:
    """The file of an example."""
    return _DATA / f"{name}.dia"


def hand_of(cards: str | None, rules: Rules, options: Mapping[str, Any], seed: int) -> Record:
    """The record of a round of which only the hand of seat 1 is known: `cards`, or random ones."""
    held = tuple(sorted(shuffled(rules, Random(seed))[:MARKET])) if cards is None else read_hand(cards, rules)
    return start_with(rules, held, first_seat(options, rules.players))


def hand_deck(rules: Rules) -> HandDeck:
    """The cards that a hand may have, by kind."""
    kinds = {"diamonds": range(1, DIAMONDS, 2), "with a loupe": range(0, DIAMONDS, 2), "forced sales": FORCED_SALES}
    rows = {name: {NAMES[kind]: rules.deck.count(kind) for kind in of if kind in rules.deck} for name, of in kinds.items()}
    return HandDeck(MARKET, {name: row for name, row in rows.items() if row})
