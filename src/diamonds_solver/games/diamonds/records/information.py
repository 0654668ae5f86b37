"""What one player knows of a round: the record less what is hidden from that player, what follows from it about every card, and whether
it contradicts itself.

``docs/explanation/advice.md`` says in words what counts as known.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import NamedTuple

from diamonds_solver.common.wording import counted
from diamonds_solver.errors import HiddenCardsError, PositionError

from ..round.rules import SUIT_LETTERS, SUIT_NAMES, SUITS, card_name, format_cards, suit_of
from .record import Hand, Phase, Record, hang_together

NOBODY = -1


class UnseenError(PositionError):
    """The hidden cards do not fit into the hands."""

    def __init__(self, message: str, seats: Sequence[int] = ()) -> None:
        super().__init__(message, code="E-UNSEEN")
        self.seats = tuple(seats)
        """The seats whose hands cannot be filled."""


class PassedError(PositionError):
    """A passed card is not with the player who got it."""

    def __init__(self, record: Record, card: int, receiver: int, holder: int) -> None:
        """`holder`: who has the card, or NOBODY."""
        name, giver = record.seat_name(receiver), record.seat_name(record.rules.giver(receiver))
        who = f"and {record.seat_name(holder)} has it" if holder != NOBODY else "who does not hold it"
        hint = f"{giver} passes to {name}; 'hand' is the hand after the pass, 'dealt' the one before it"
        if holder == NOBODY and card in record.out:
            who, hint = "and it is out", "no trick was played before this record"
        super().__init__(f"{card_name(card)} was passed to {name}, {who}", code="E-GAVE", hint=hint)
        self.card = card


class CardKind(NamedTuple):
    """Cards of the same kind can be at the same places."""

    suit: int
    holder: int | None
    """The only seat that can hold the card, because it was passed to it, or NOBODY; None: any seat."""
    was_dealt: bool
    """Whether the card was in a hand at the start of the round for sure: then it is in one now, or was played."""
    forgotten: tuple[int, ...] = ()
    """The forgotten cards of the play that it can be, as indices of `InformationSet.forgotten`."""
    is_held: bool = False
    """Whether the card was in a hand when the record begins: then it is in that one now, or is a forgotten card."""


@dataclass(frozen=True)
class InformationSet:
    """Where the cards can be now. Per-seat tuples include the viewer."""

    sizes: tuple[int, ...]
    """Cards in each hand."""
    voids: tuple[frozenset[int], ...]
    """Suits that a seat is known not to hold."""
    pinned: tuple[frozenset[int], ...]
    """Cards known to be in a seat's hand; for the viewer the whole hand."""
    unseen: tuple[int, ...]
    """The cards whose place the viewer does not know, in the order of the deck."""
    played: dict[int, int]
    """The cards of the record's play, and who played them."""
    spent: tuple[int, ...]
    """Further cards that are in nobody's hand and were not in the play: not dealt, or won before. Empty where that makes no difference."""
    gone: tuple[int, ...]
    """How many unseen or spent cards of each suit were won before the record begins, as `took` tells."""
    earlier: int
    """How many of them were won before and are not told of by `took`; who won them is drawn (``earlier``)."""
    stub: int
    """How many further ones are in nobody's hand: not dealt, or in composed endings gone anyhow."""
    traced: dict[int, int]
    """Cards that were passed to a seat, which may have played them before the record begins; NOBODY for those that have been."""
    forgotten: tuple[frozenset[int], ...]
    """What each forgotten card of the play can have been."""
    held: dict[int, int]
    """Cards that a seat held when the record begins, and that may be among the forgotten ones it has played."""
    is_stub_played: bool
    """Whether cards of the stub may have been played, so that a traced card can be there."""

    def needs(self) -> tuple[int, ...]:
        """Unseen cards in each hand; 0 for the viewer."""
        return tuple(size - len(pinned) for size, pinned in zip(self.sizes, self.pinned, strict=True))

    @property
    def placed(self) -> tuple[int, ...]:
        """The cards that a deal has to find a place for, in the order of the deck."""
        return tuple(sorted(self.unseen + self.spent))

    def kind(self, card: int) -> CardKind:
        """What decides where a card of `placed` can be."""
        forgotten = tuple(index for index, cards in enumerate(self.forgotten) if card in cards)
        if card in self.held:
            return CardKind(suit_of(card), self.held[card], True, forgotten, True)
        holder = self.traced.get(card, NOBODY if card in self.spent else None)
        return CardKind(suit_of(card), holder, card in self.traced, forgotten)

    def kinds(self) -> Counter[CardKind]:
        """How many cards of each kind there are in `placed`."""
        special = frozenset((*self.held, *self.traced, *self.spent)).union(*self.forgotten)
        plain = Counter([suit_of(card) for card in self.unseen if card not in special])
        kinds = Counter([self.kind(card) for card in self.placed if card in special])
        kinds.update({CardKind(suit, None, was_dealt=False): count for suit, count in plain.items()})
        return kinds

    def may_hold(self, seat: int, kind: CardKind) -> bool:
        """Whether a card of that kind can be in the seat's hand."""
        return kind.suit not in self.voids[seat] and kind.holder in (None, seat)

    def may_be_stub(self, kind: CardKind) -> bool:
        """Whether a card of that kind can be in the stub."""
        return not kind.is_held and (self.is_stub_played or not kind.was_dealt)


def _dealer_hint(record: Record, seat: int) -> str:
    """Before the first card: who deals, if the player leads whose hand is the only one."""
    holders = [other for other in range(record.players) if record.hands[other].known]
    if record.phase is not Phase.PLAY or record.play or record.tricks_before or seat != record.lead or len(holders) != 1:
        return ""
    leads, dealer = f"{record.seat_name(seat)} leads, as {record.seat_name(record.dealer)} deals", (holders[0] - 1) % record.players
    return f"{leads}; add 'dealer {record.seat_name(dealer)}' if {record.seat_name(holders[0])} leads, else "


def known_record(record: Record, seat: int) -> Record:
    """The record as `seat` knows it: the others' cards are hidden, other passes are left out, and so are all remarks.

    Where `see` names the seat, the others' cards that the record shows are known to it, unless every hand is written in full.

    Raises HiddenCardsError where the seat's own cards are hidden, PositionError where nobody says who knows the cards that are shown.
    """
    rules, size = record.rules, record.tricks * record.rules.plays_per_trick
    if not 0 <= seat < rules.players:
        raise PositionError(f"there is no seat P{seat + 1} with {rules.players} players", code="E-SEAT")
    name = record.seat_name(seat)
    if not record.is_hand_told(seat) or (record.forgotten and not record.hands_after_play()[seat].is_open):
        hint = _dealer_hint(record, seat) + f"write the cards: hand P{seat + 1} D15,9 ..."
        if record.is_hand_told(seat):
            hint += ", with +1 for each that was played and is forgotten"
        is_told = record.is_hand_told(seat)
        raise HiddenCardsError(f"which cards {name} holds is not known" if is_told else f"{name}'s hand is not in the record", hint=hint)
    if record.forgotten_so_far:
        _check_forgotten(record)
    record = record.composed()
    is_shown = not all(record.is_hand_told(other) for other in range(rules.players))
    is_trusted = record.see == seat and not all(hand.is_open for hand in record.hands)
    if is_shown and record.see is None:
        _refuse_shown_cards(record, seat)
    hands = [Hand(hand.known, size - len(hand.known)) if is_trusted else Hand(frozenset(), size) for hand in record.hands]
    hands[seat] = record.hands[seat]
    nobody: list[frozenset[int] | None] = [None] * rules.players
    gave, got = (list(record.gave), list(record.got)) if is_trusted else (list(nobody), list(nobody))
    gave[seat], got[seat] = record.given(seat), record.given(rules.giver(seat))
    return replace(record, hands=tuple(hands), gave=tuple(gave), got=tuple(got), see=seat, score=(), id=None, best=(), value=(), extra=())


def _refuse_shown_cards(record: Record, seat: int) -> None:
    shown = [other for other, hand in enumerate(record.hands) if other != seat and hand.known]
    if shown:
        raise PositionError(
            f"the record shows cards of {record.seat_name(shown[0])} and does not say who knows them",
            code="E-SEE",
            hint=f"add 'see P{seat + 1}' if P{seat + 1} does; cards that P{seat + 1} passed are written as 'gave'",
        )


def information_set(record: Record) -> InformationSet:
    """What follows from all that a record says; where `known_record` has made it, from what its seat knows.

    Raises PositionError for what cannot be: a card at two places, a hand with too many known cards, a suit that a player has not and has.
    Whether the hidden cards fit into the hands is the business of `check_room`.
    """
    rules = record.rules
    played, voids = _follow_play(record)
    where = {card: other for other, hand in enumerate(record.hands) for card in hand.known}
    _check_once(record, played, where)
    traced, troubles = trace_passes(record, played, where)
    if troubles:
        raise troubles[0]
    _check_lost(record, traced)
    forgotten = [
        (move, frozenset(card for card in record.candidates(move) if where.get(card, move.seat) == move.seat))
        for move in record.forgotten_so_far
    ]
    held: dict[int, int] = {}
    pinned: list[set[int]] = [set() for _ in range(rules.players)]
    for card, owner in where.items():
        if any(move.seat == owner and card in cards for move, cards in forgotten):
            held[card] = owner
        elif card not in played:
            pinned[owner].add(card)
    counts = Counter((*played.values(), *(move.seat for move, _ in forgotten)))
    sizes = tuple(record.tricks * rules.plays_per_trick - counts[other] for other in range(rules.players))
    _check_hands(record, sizes, pinned, Counter(held.values()), voids)
    spent = record.out | {card for card, holder in traced.items() if holder == NOBODY}
    known = (played.keys() | where.keys() | spent) - held.keys()
    unseen = tuple(card for card in rules.deck if card not in known)
    gone = tuple(sum(row[suit] for row in record.took if row is not None) for suit in SUITS)
    earlier = (record.tricks_before - record.tricks_taken) * rules.trick_size if record.may_have_won else 0
    won = sum(gone) + earlier
    if not won:
        spent = frozenset()
    filled = [seat for seat, cards in enumerate(pinned) if len(cards) < sizes[seat]]
    hidden = sum(size - len(cards) for size, cards in zip(sizes, pinned, strict=True)) + len(forgotten)
    if hidden > len(unseen):
        raise UnseenError(f"the others hold {counted(hidden, 'hidden card')}; only {_are_left(len(unseen))}", filled)
    if hidden + won > len(unseen) + len(spent):
        message = f"the others hold {counted(hidden, 'hidden card')}, and {won} cards were won; only {_are_left(len(unseen) + len(spent))}"
        raise UnseenError(message, filled)
    return InformationSet(
        sizes=sizes,
        voids=voids,
        pinned=tuple(map(frozenset, pinned)),
        unseen=unseen,
        played=played,
        spent=tuple(sorted(spent)),
        gone=gone,
        earlier=earlier,
        stub=len(unseen) + len(spent) - hidden - won,
        traced=traced,
        forgotten=tuple(cards for _, cards in forgotten),
        held=held,
        is_stub_played=record.is_composed,
    )


def _follow_play(record: Record) -> tuple[dict[int, int], tuple[frozenset[int], ...]]:
    """Who played each card, and the suits that each seat has shown not to have.

    Crystals and actions do not matter for that, so the table is not needed and this is quick.
    """
    rules = record.rules
    voids = [set(suits) for suits in record.void]
    lost = {move.index for move in record.forgotten}
    played: dict[int, int] = {}
    trick: list[int] = []
    leader = record.lead
    for index, move in enumerate(record.play):
        if move.card is None:
            continue
        seat, suit = (leader + len(trick)) % rules.players, suit_of(move.card)
        if suit in voids[seat]:
            message = f"{record.seat_name(seat)} played {card_name(move.card)} and has no {SUIT_NAMES[suit]}"
            raise PositionError(message, code="E-REVOKE")
        if move.card in played:
            raise PositionError(f"{card_name(move.card)} is played twice", code="E-CARD-TWICE")
        if index not in lost:
            played[move.card] = seat
        trick.append(move.card)
        led = suit_of(trick[0])
        if suit != led:
            voids[seat].add(led)
        if len(trick) == rules.trick_size:
            best = max(card for card in trick if suit_of(card) == led)
            leader = (leader + trick.index(best)) % rules.players
            trick = []
    return played, tuple(map(frozenset, voids))


def _check_forgotten(record: Record) -> None:
    """Raises PositionError for a forgotten card on the table, and for those of one trick that hang on each other: deals are drawn card by
    card."""
    record.check_trick()
    candidates = {move.index: record.candidates(move) for move in record.forgotten_so_far}
    if any(hang_together(record.trick_of(index), candidates) for index in candidates):
        message = "the winning card of a trick and another one that followed suit are forgotten: what one can be depends on the other"
        raise PositionError(message, code="E-FORGOTTEN", hint="write one of them, even if you have to guess")


def _check_once(record: Record, played: dict[int, int], where: dict[int, int]) -> None:
    """No card at two places, none from the wrong hand."""
    if sum(len(hand.known) for hand in record.hands) > len(where) or record.out & where.keys():
        raise PositionError("a card appears in two places", code="E-CARD-TWICE")
    for card, player in played.items():
        owner = where.get(card, NOBODY if record.hands[player].is_open else None)
        if owner not in (None, player) or card in record.out:
            raise PositionError(f"{record.seat_name(player)} played {card_name(card)} and cannot have held it", code="E-NOT-HELD")


def trace_passes(record: Record, played: Mapping[int, int], where: dict[int, int]) -> tuple[dict[int, int], list[PassedError]]:
    """Follows the passed cards. Those that their receivers hold for sure are added to `where`; of the others it is returned who may still
    hold them: the receiver, or NOBODY where they were played before the record begins. So are the cards that others have."""
    traced: dict[int, int] = {}
    troubles: list[PassedError] = []
    for card, receiver in dict.fromkeys(record.passed()):
        holder = where.get(card, played.get(card, receiver))
        is_placed = card in where or card in played
        is_lost = not is_placed and (record.hands[receiver].is_open or card in record.out)
        if holder != receiver or (record.tricks_before == 0 and is_lost):
            troubles.append(PassedError(record, card, receiver, NOBODY if is_lost else holder))
        elif record.tricks_before == 0:
            where[card] = receiver
        elif not is_placed:
            traced[card] = NOBODY if is_lost else receiver
    return traced, troubles


def _check_lost(record: Record, traced: Mapping[int, int]) -> None:
    """Nobody has played more passed cards before the record begins than cards at all."""
    plays = record.tricks_before * record.rules.plays_per_trick
    lost: dict[int, set[int]] = {}
    for card, receiver in record.passed():
        if traced.get(card) == NOBODY:
            lost.setdefault(receiver, set()).add(card)
    for receiver, cards in lost.items():
        if len(cards) > plays:
            message = f"{record.seat_name(receiver)} was passed {format_cards(cards)} and has only played {counted(plays, 'card')} before"
            raise PositionError(message, code="E-GAVE", hint="the hands are those after the pass, before the first card of 'play'")


def _check_hands(
    record: Record, sizes: tuple[int, ...], pinned: list[set[int]], held: Mapping[int, int], voids: tuple[frozenset[int], ...]
) -> None:
    """`held`: how many cards of a seat may be among the forgotten ones it has played."""
    for other, cards in enumerate(pinned):
        if len(cards) > sizes[other] or (record.hands[other].is_open and len(cards) + held.get(other, 0) < sizes[other]):
            message = f"{record.seat_name(other)} should hold {counted(sizes[other], 'card')} here, but the record shows {len(cards)}"
            raise PositionError(message, code="E-HAND-SIZE", hint="in 'hand', +1 stands for a card that nobody remembers")
        wrong = sorted([card for card in cards if suit_of(card) in voids[other]])
        if wrong:
            name, suit = record.seat_name(other), SUIT_LETTERS[suit_of(wrong[0])]
            raise PositionError(f"{name} is known to have {card_name(wrong[0])}, and to be void in {suit}", code="E-VOID")


# -- contradictions -----------------------------------------------------------------------------------------------------------------------
# Whether the hidden cards fit at all, by Hall's condition. Who cannot have enough cards is named.


@dataclass(frozen=True)
class _Room:
    """One place that takes cards: a hand, the cards of a suit that were won, other cards won, a forgotten card, or else the stub."""

    need: int
    seat: int | None = None
    suit: int | None = None
    is_earlier: bool = False
    forgotten: int | None = None

    def takes(self, known: InformationSet, kind: CardKind) -> bool:
        if self.seat is not None:
            return known.may_hold(self.seat, kind)
        if self.suit is not None:
            return kind.suit == self.suit and not kind.is_held
        if self.forgotten is not None:
            return self.forgotten in kind.forgotten
        return not kind.is_held if self.is_earlier else known.may_be_stub(kind)


def check_record(record: Record) -> None:
    """Raises PositionError when no deal agrees with all that the record says."""
    record = record.composed()
    check_room(record, information_set(record))


def check_room(record: Record, known: InformationSet) -> None:
    """Raises PositionError when no deal agrees with what is known, and says why.

    The cards fit unless some places need more cards than there are of those that at least one of them takes. A place that takes every
    card is never among them: without voids there is nothing to try.
    """
    _check_traced(record, known)
    rooms = [_Room(need, seat=seat) for seat, need in enumerate(known.needs()) if need]
    rooms += [_Room(need, suit=suit) for suit, need in enumerate(known.gone) if need]
    rooms += [_Room(known.stub)] if known.stub else []
    rooms += [_Room(known.earlier, is_earlier=True)] if known.earlier else []
    rooms += [_Room(1, forgotten=index) for index in range(len(known.forgotten))]
    kinds = known.kinds()
    takes = [frozenset(kind for kind in kinds if room.takes(known, kind)) for room in rooms]
    narrow = [index for index, taken in enumerate(takes) if len(taken) < len(kinds)]
    for count in range(1, len(narrow) + 1):
        for chosen in combinations(narrow, count):
            need = sum(rooms[index].need for index in chosen)
            have = sum(kinds[kind] for kind in frozenset().union(*(takes[index] for index in chosen)))
            if need > have:
                _refuse_orphans(record, known, kinds.keys() - frozenset().union(*takes))
                _refuse(record, known, [rooms[index] for index in chosen], have)


def _check_traced(record: Record, known: InformationSet) -> None:
    """A passed card that was not played before the record begins is still with the player who got it."""
    lost = [card for card, holder in known.traced.items() if holder == NOBODY and not known.earlier and not known.is_stub_played]
    lost = [card for card in lost if not known.gone[suit_of(card)]]
    if lost:
        message = f"{format_cards(lost)} cannot have been played before: 'took' has no cards of that suit"
        raise PositionError(message, code="E-GAVE", hint="the hands are those after the pass, before the first card of 'play'")
    for seat, need in enumerate(known.needs()):
        kept = [card for card, receiver in known.traced.items() if receiver == seat and not known.is_stub_played and not known.earlier]
        kept = [card for card in kept if not known.gone[suit_of(card)]]
        void = [card for card in kept if suit_of(card) in known.voids[seat]]
        if void or len(kept) > need:
            name = record.seat_name(seat)
            why = f"is void in {SUIT_LETTERS[suit_of(void[0])]}" if void else f"has only {counted(need, 'hidden card')}"
            message = f"{name} was passed {format_cards(void or kept)} and cannot have played that before, but {name} {why}"
            raise PositionError(message, code="E-GAVE")


def _refuse_orphans(record: Record, known: InformationSet, orphans: set[CardKind]) -> None:
    """Cards that nobody can have are the clearest reason, where there are any."""
    cards = [card for card in known.placed if known.kind(card) in orphans]
    if not cards:
        return
    hands = [seat for seat, need in enumerate(known.needs()) if need]
    message = f"{format_cards(cards)} fits nowhere: every other card is known or needed elsewhere"
    if hands:
        message = f"nobody can hold {format_cards(cards)}: {_reasons(record, known, hands, every=True).removesuffix('; ')}"
    raise UnseenError(message, hands)


def _refuse(record: Record, known: InformationSet, rooms: list[_Room], have: int) -> None:
    seats = [room.seat for room in rooms if room.seat is not None]
    suits = [room.suit for room in rooms if room.suit is not None]
    won = " and ".join(f"{known.gone[suit]} {SUIT_NAMES[suit]}" for suit in suits)
    if not seats and not suits:
        forgotten = counted(len(rooms), "card of the play is", "cards of the play are")
        message = f"{forgotten} forgotten, and only {_are_left(have)} for {'it' if len(rooms) == 1 else 'them'}"
        raise PositionError(message, code="E-FORGOTTEN")
    if not seats:
        raise PositionError(f"{won} cannot have been won: only {_are_left(have)} that they can be", code="E-TOOK")
    held = sum(room.need for room in rooms if room.seat is not None)
    names = " and ".join(map(record.seat_name, seats))
    besides = "more " if any(known.pinned[seat] for seat in seats) else ""
    reasons = _reasons(record, known, seats, every=len(seats) > 1)
    who = f"{'it' if len(seats) == 1 else 'they'} may hold" + (f", and {won} of them were won" if won else "")
    raise UnseenError(f"{names} cannot hold {counted(held, f'{besides}card')}: {reasons}only {_are_left(have)} that {who}", seats)


def _are_left(count: int) -> str:
    return counted(count, "card is left", "cards are left")


def _reasons(record: Record, known: InformationSet, seats: list[int], every: bool) -> str:
    """``void in D, S; ``, with names where there are several seats; nothing where other reasons count."""
    facts = ""
    for seat in seats:
        if known.voids[seat]:
            facts += f"{record.seat_name(seat)} " if every else ""
            facts += f"void in {', '.join(SUIT_LETTERS[suit] for suit in sorted(known.voids[seat]))}; "
    return facts
