"""What a bad record itself proves: slips of a card or a field, each with the lines that would be right."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from ..round.rules import MAX_PLAYERS, MAX_RANK, MIN_PLAYERS, SUIT_LETTERS, Rules

_PIECE = re.compile(r'((?:"[^"\n]*"|[^;\n#])*)(;|\n|#[^\n]*)?')
_CARDS = re.compile(r"([DHSCdhsc])(\d+(?:,\d+)*)")
_NOT_A_CARD = re.compile(r"([^\W\d_])(\d{1,2})")
_RANKS = range(1, MAX_RANK + 1)
_DECK = [suit + str(rank) for suit in SUIT_LETTERS for rank in _RANKS]


def proved_lines(lines: Sequence[str], numbers: Sequence[int]) -> Iterator[tuple[list[str], str]]:
    """The lines with one slip mended, and what was mended; whoever asks keeps those that are right.

    `lines` are in the strict form; `numbers` are those of the lines in the source, as hints name them.
    """
    text = _Text(lines)
    rounds = [_Round(text, fields, numbers) for fields in text.rounds]
    # A slip that lets somebody play a card that they do not have is in that round; any other one may be anywhere.
    for each in [each for each in rounds if each.trouble is not None] or rounds:
        yield from each.slips()


@dataclass(frozen=True)
class _Field:
    """One field: where it stands, and what it says."""

    line: int
    piece: int
    key: str
    words: tuple[str, ...]


@dataclass(frozen=True)
class _Word:
    """A word of the play that has a card, or a victim alone."""

    field: _Field
    at: int
    """Its index among the words of the field."""
    card: str
    """Empty for a victim."""
    rest: str
    """What stands behind the card, such as whom it robs."""


@dataclass(frozen=True)
class _Played:
    """A card of the play, as far as it follows who played it."""

    card: str
    trick: int
    line: int
    """Its number in the source."""


class _Text:
    """The lines of a record in strict form, cut into fields."""

    def __init__(self, lines: Sequence[str]) -> None:
        self._pieces = [[part for match in _PIECE.finditer(line) for part in match.groups("")] for line in lines]
        fields: list[_Field] = []
        for line, pieces in enumerate(self._pieces):
            for at in range(0, len(pieces), 2):
                words = re.findall(r'"[^"]*"|\S+', pieces[at])
                if words:
                    fields.append(_Field(line, at, words[0].lower(), tuple(words[1:])))
        starts = [at for at, field in enumerate(fields) if field.key == "round"]
        self.rounds = [fields]
        """The fields of each round; those of the whole record are in all of them."""
        if len(starts) > 1:
            head = fields[: starts[0]]
            shared = [field for field in head if field.key in ("players", "variant", "teams")]
            rounds = [fields[start:end] for start, end in zip(starts, [*starts[1:], len(fields)], strict=True)]
            self.rounds = [*([head] if any(field.key == "play" for field in head) else []), *([*shared, *own] for own in rounds)]

    def changed(self, texts: Mapping[tuple[int, int], str]) -> list[str]:
        """The lines with other fields at some places."""
        lines = []
        for line, pieces in enumerate(self._pieces):
            parts = list(pieces)
            for at, piece in enumerate(pieces):
                if (line, at) in texts:
                    start, end = len(piece) - len(piece.lstrip()), len(piece.rstrip())
                    parts[at] = piece[:start] + texts[line, at] + piece[end:]
            lines.append("".join(parts))
        return lines


class _Round:
    """The fields of one round, and the slips that may be in it."""

    def __init__(self, text: _Text, fields: Sequence[_Field], numbers: Sequence[int]) -> None:
        self._text, self._fields, self._numbers = text, fields, numbers
        players = self._first("players")
        self._names = list(players.words) if players else []
        if len(self._names) == 1 and self._names[0].isdecimal() and len(self._names[0]) == 1:
            self._names = [f"P{seat + 1}" for seat in range(int(self._names[0]))]
        self._is_readable = True
        """Whether each word of the play is a card, a mark or a player; one that is not is the slip."""
        self._words = list(self._read_words())
        self._leader = self._first_leader()
        self._plays = self._played()
        self._held = [self._holding(seat) for seat in range(len(self._names))]
        self.trouble = self._trouble([word.card for word in self._words if word.card])
        """The number of the first card of the play that whoever plays it cannot have, or may not play; None where there is none."""

    def slips(self) -> Iterator[tuple[list[str], str]]:
        """The lines of the record, each time with one slip mended, and what that was."""
        for field in self._fields:
            if field.key == "players":
                yield from self.variant(field)
            elif field.key == "pass" and len(field.words) == 1:
                yield from self.passed(field)
            elif field.key in ("hand", "dealt") and len(field.words) > 1:
                yield from self.hand(field)
            elif field.key in ("gave", "got") and len(field.words) > 1:
                yield from self.exchange(field)
            elif field.key == "play":
                yield from self.play(field)
            elif field.key in ("dealer", "lead") and len(field.words) == 1:
                yield from self.beginnings(field)
        if self._is_readable:
            yield from self.played_cards()
            yield from self.seats()

    # -- what the text says -----------------------------------------------------------------------------------------------------------

    def _first(self, key: str) -> _Field | None:
        return next((field for field in self._fields if field.key == key and field.words), None)

    def _seat(self, name: str) -> int | None:
        if name in self._names:
            return self._names.index(name)
        match = re.fullmatch(r"[Pp](\d)", name)
        return int(match[1]) - 1 if match and 0 < int(match[1]) <= len(self._names) else None

    def _read_words(self) -> Iterator[_Word]:
        """The words of the play that have a card or a victim, up to the first one that cannot be read."""
        for field in self._fields:
            if field.key != "play":
                continue
            for at, word in enumerate(field.words):
                match = re.match(r"([DHSCdhsc])(\d+)", word)
                if match is not None:
                    yield _Word(field, at, f"{match[1].upper()}{match[2]}", word[match.end() :])
                elif word.startswith(">"):
                    yield _Word(field, at, "", word)
                elif word[:1] not in ("/", "=") and not word.endswith((".", ":")) and None in map(self._seat, word.split(">")):
                    self._is_readable = "?" in word
                    return

    def _first_leader(self) -> int | None:
        lead, dealer = self._first("lead"), self._first("dealer")
        leader = self._seat(lead.words[0]) if lead else self._seat(dealer.words[0]) if dealer else 0
        if len(self._names) < 2 or leader is None:
            return None
        return leader if lead else (leader + 1) % len(self._names)

    def _turns(self, cards: Sequence[str]) -> Iterator[tuple[int, str, str]]:
        """Who plays each of the cards, the card, and the suit that was led."""
        count, size = len(self._names), self._trick_size
        leader, trick = self._leader, list[tuple[int, str, int]]()
        for card in cards if leader is not None else ():
            seat = ((leader or 0) + len(trick)) % count
            trick.append((int(card[1:]), card[0], seat))
            yield seat, card, trick[0][1]
            if len(trick) == size:
                leader = max((rank, seat) for rank, suit, seat in trick if suit == trick[0][1])[1]
                trick.clear()

    def _played(self) -> dict[int, list[_Played]]:
        """What each player played."""
        plays: dict[int, list[_Played]] = {seat: [] for seat in range(len(self._names))}
        size = self._trick_size
        words = [word for word in self._words if word.card]
        for number, (seat, card, _) in enumerate(self._turns([word.card for word in words])):
            plays[seat].append(_Played(card, number // size + 1, self._numbers[words[number].field.line]))
        return plays

    def _holding(self, seat: int) -> frozenset[str] | None:
        """A player's cards before the first trick; None where they are not all known."""
        hand = next((field for field in self._of(seat, "hand", "dealt") if len(field.words) > 1), None)
        if hand is None or any(not _CARDS.fullmatch(word) for word in hand.words[1:]):
            return None
        cards = set(_cards_of(" ".join(hand.words[1:])))
        if hand.key == "dealt":
            gave, got = self._passed(seat, "gave"), self._passed(seat, "got")
            if len(gave) != len(got) or not gave:
                return None
            cards = (cards - gave) | got
        return frozenset(cards)

    def _passed(self, seat: int | None, key: str) -> set[str]:
        """The cards that a player gave, or got."""
        return {card for field in self._of(seat, key) for card in _cards_of(" ".join(field.words[1:]))}

    def _lacking(self, seat: int | None, own: Collection[str]) -> list[_Played]:
        """What a player plays that is none of their own cards."""
        return [played for played in self._plays.get(-1 if seat is None else seat, []) if played.card not in own]

    def _trouble(self, cards: Sequence[str]) -> int | None:
        left = [None if held is None else set(held) for held in self._held]
        seen: set[str] = set()
        for number, (seat, card, led) in enumerate(self._turns(cards)):
            held = left[seat]
            if card in seen or any(card in other for at, other in enumerate(left) if other is not None and at != seat):
                return number
            seen.add(card)
            if held is not None:
                if card not in held or (card[0] != led and any(other[0] == led for other in held)):
                    return number
                held.remove(card)
        return None

    def _with(self, field: _Field, *words: str, key: str | None = None) -> list[str]:
        """The lines with other words in one field."""
        return self._text.changed({(field.line, field.piece): " ".join([key or field.key, *words])})

    def _with_word(self, word: _Word, text: str) -> list[str]:
        """The lines with another word in the play."""
        return self._with(word.field, *word.field.words[: word.at], text, *word.field.words[word.at + 1 :])

    # -- slips ------------------------------------------------------------------------------------------------------------------------

    def variant(self, players: _Field) -> Iterator[tuple[list[str], str]]:
        """The variant, which the cards show. Where there is one hand, the others are hidden: in Perfect Diamonds `see` must say so."""
        if self._first("variant") is None:
            hands = [field for field in self._fields if field.key == "hand" and field.words]
            see = f"; see {hands[0].words[0]}" if len(hands) == 1 and self._first("see") is None else ""
            words = [*players.words[:-1], f"{players.words[-1]}; variant perfect{see}"] if players.words else []
            yield self._with(players, *words), "the hand is as long as in Perfect Diamonds: add 'variant perfect'"

    def passed(self, field: _Field) -> Iterator[tuple[list[str], str]]:
        """How many cards were passed, where more than one field says so: of a single one a card may be missing."""
        told = Counter(str(len(_cards_of(" ".join(each.words[1:])))) for each in self._fields if each.key in ("gave", "got"))
        for count in "123":
            if count != field.words[0] and told[count] > 1:
                yield self._with(field, count), f"as many cards were passed as 'pass {count}' says"

    def hand(self, field: _Field) -> Iterator[tuple[list[str], str]]:
        """Cards of a hand, by what its owner plays and passed on."""
        name, *words = field.words
        seat = self._seat(name)
        text = " ".join(words)
        held = _cards_of(text)
        plays = self._plays.get(seat, []) if seat is not None else []
        gave, is_dealt = self._passed(seat, "gave"), field.key == "dealt"
        own = {*held, *(self._passed(seat, "got") if is_dealt else ())}
        lacking = self._lacking(seat, own)
        tail = [word for word in words if word.startswith("+")]
        strange = [word for word in words if not _CARDS.fullmatch(word) and not word.startswith("+")]
        if strange:
            if len(strange) == len(lacking) == 1:
                at, played = words.index(strange[0]), lacking[0]
                hint = f"'{strange[0]}' in {_bare(name)}'s hand is {played.card}, played in trick {played.trick}"
                yield self._with(field, name, *words[:at], played.card, *words[at + 1 :]), hint
            return
        if tail:
            lacking = []  # they are among the unknown ones
        for card in held:
            if int(card[1:]) > MAX_RANK:
                for rank in sorted({played.card[1:] for played in lacking if played.card[0] == card[0]}):
                    hint = f"rank {card[1:]} is {rank}, which is played and which the hand lacks"
                    yield self._with(field, name, _with_cards(held, card, card[0] + rank)), hint
        added = [played.card for played in lacking]
        if lacking and (len(held) + len(added) == self._hand_size or self._is_later()):
            if len(lacking) == 1:
                hint = f"{added[0]} (line {lacking[0].line}) is missing from {_bare(name)}'s hand"
            else:
                hint = f"write {_bare(name)}'s hand as it was before the first card: add {_and(added)}"
            yield self._with(field, name, _with_cards([*held, *added])), hint
        if len(lacking) == 1:
            shown = {*(played.card for played in plays), *(gave if is_dealt else ())}
            for card in held:
                if card not in shown:
                    hint = f"{card} in {_bare(name)}'s hand is {lacking[0].card}, played in trick {lacking[0].trick}"
                    yield self._with(field, name, _with_cards(held, card, lacking[0].card)), hint
        for at, word in enumerate(words if lacking else ()):  # the letter of a suit, with all ranks behind it
            for suit in SUIT_LETTERS:
                changed = [*words[:at], suit + word[1:], *words[at + 1 :]]
                if suit != word[0].upper() and all(played.card in _cards_of(" ".join(changed)) for played in lacking):
                    yield self._with(field, name, *changed), f"{word} in {_bare(name)}'s hand is {suit}{word[1:]}"
        if seat is not None and not lacking and not tail:
            for card in self._refuted(seat, held):
                rest = _with_cards([each for each in held if each != card])
                yield self._with(field, name, rest, "+1"), f"{card} in {_bare(name)}'s hand is another card"
        kept = [card for card in held if card in gave]
        if kept and field.key == "hand":
            rest = " ".join([_with_cards([card for card in held if card not in kept]), *tail])
            hint = f"{_bare(name)} passed {_and(kept)}: leave out of the hand what was passed"
            yield self._with(field, name, rest), hint
        if self._of(seat, "gave", "got") and field.key == "hand":
            yield self._with(field, name, *words, key="dealt"), f"this is {_bare(name)}'s hand before the pass: write 'dealt'"
        elif field.key == "dealt":
            yield self._with(field, name, *words, key="hand"), f"this is {_bare(name)}'s hand after the pass: write 'hand'"

    def _refuted(self, seat: int, held: Sequence[str]) -> Sequence[str]:
        """The card of a hand that another player plays first, or the only one with which its owner could have followed suit and did not."""
        cards = [word.card for word in self._words if word.card]
        turns = list(self._turns(cards))
        if self.trouble is None or self.trouble >= len(turns):
            return ()
        player, card, led = turns[self.trouble]
        if player != seat:
            return [card] if card in held and card not in cards[: self.trouble] else []
        following = [each for each in held if each[0] == led and each not in cards[: self.trouble]]
        return following if card[0] != led and len(following) == 1 else ()

    def _is_later(self) -> bool:
        """Whether tricks were played before the first one of the record."""
        return self._first("won") is not None or self._first("took") is not None

    @property
    def _hand_size(self) -> int:
        """Cards of a hand before the first trick."""
        variant, players = self._first("variant"), len(self._names)
        if not MIN_PLAYERS <= players <= MAX_PLAYERS:
            return 0
        return Rules(players, variant is not None and variant.words[0] == "perfect").hand_size

    def _of(self, seat: int | None, *keys: str) -> list[_Field]:
        """The fields of a player."""
        return [field for field in self._fields if field.key in keys and field.words and self._seat(field.words[0]) == seat]

    def beginnings(self, field: _Field) -> Iterator[tuple[list[str], str]]:
        """Another player who begins."""
        for name in self._names:
            if self._seat(name) != self._seat(field.words[0]):
                yield self._with(field, name), f"everything fits with '{field.key} {_bare(name)}'"

    def exchange(self, field: _Field) -> Iterator[tuple[list[str], str]]:
        """`gave` and `got` of a player exchanged."""
        seat = self._seat(field.words[0])
        both = self._of(seat, "gave", "got")
        if len(both) == 2 and field is both[0]:
            texts = {(each.line, each.piece): " ".join(["got" if each.key == "gave" else "gave", *each.words]) for each in both}
            yield self._text.changed(texts), f"'gave' and 'got' of {_bare(field.words[0])} are swapped"
        held = [card for each in self._of(seat, "dealt") for card in _cards_of(" ".join(each.words[1:]))]
        if field.key == "got" and held and seat is not None:
            got = _cards_of(" ".join(field.words[1:]))
            lacking = self._lacking(seat, {*held, *got})
            for card in got if len(lacking) == 1 else ():
                hint = f"{card}, which {_bare(field.words[0])} got, is {lacking[0].card}"
                yield self._with(field, field.words[0], _with_cards(got, card, lacking[0].card)), hint

    def play(self, field: _Field) -> Iterator[tuple[list[str], str]]:
        """A card that there is not: of another suit, or of another rank."""
        for at, word in enumerate(field.words):
            match = _NOT_A_CARD.match(word)
            if match is None or (match[1].upper() in SUIT_LETTERS and 1 <= int(match[2]) <= MAX_RANK):
                continue
            is_suit = match[1].upper() in SUIT_LETTERS
            cards = [match[1].upper() + str(rank) for rank in _RANKS] if is_suit else [suit + match[2] for suit in SUIT_LETTERS]
            for card in cards:
                words = [*field.words[:at], card + word[match.end() :], *field.words[at + 1 :]]
                yield self._with(field, *words), f"'{match[0]}' is {card}: no other card fits"

    def played_cards(self) -> Iterator[tuple[list[str], str]]:
        """A card of the play for another one that whoever played it had, or twice; one left out of a last trick that is not whole."""
        words = [word for word in self._words if word.card]
        cards = [word.card for word in words]
        open_cards = frozenset[str]().union(*(held for held in self._held if held is not None))
        end = len(cards) if self.trouble is None else self.trouble + 1
        for at, (seat, card, _) in enumerate(list(self._turns(cards))[:end]):
            if at and card == cards[at - 1] and self._trouble([*cards[:at], *cards[at + 1 :]]) is None:
                gone = words[at - bool(words[at].rest)]  # the one that has a victim stays
                rest = [*gone.field.words[: gone.at], *gone.field.words[gone.at + 1 :]]
                hint = f"leave out {card} on line {self._numbers[gone.field.line]}"
                yield self._with(gone.field, *rest), hint
                yield self._with(gone.field, *(word for word in rest if word != "/")), hint  # whoever counted the card put marks by it
            held = self._held[seat]
            for other in sorted(held) if held is not None else [each for each in _DECK if each not in open_cards]:
                changed = [*cards[:at], other, *cards[at + 1 :]]
                if other != card and self._trouble(changed) is None:
                    hint = f"{card} on line {self._numbers[words[at].field.line]} is {other}"
                    yield self._with_word(words[at], other + words[at].rest), hint
                changed = [*cards[:at], other, *cards[at:]]  # in whole tricks their number shows that one is missing
                if at >= len(cards) - len(cards) % self._trick_size and self._trouble(changed) is None:
                    hint = f"{other} is missing before {card} on line {self._numbers[words[at].field.line]}"
                    yield self._with_word(words[at], f"{other} {card}{words[at].rest}"), hint

    @property
    def _trick_size(self) -> int:
        return 4 if len(self._names) == 2 else len(self._names)

    def seats(self) -> Iterator[tuple[list[str], str]]:
        """Another player who is robbed, or whose hand is the only one that is known."""
        for word in self._words:
            before, sign, victim = word.rest.partition(">")
            for name in self._names if sign and not before else ():
                if self._seat(name) != self._seat(victim):
                    hint = f"'{word.card}>{victim}' on line {self._numbers[word.field.line]} is '{word.card}>{name}'"
                    yield self._with_word(word, f"{word.card}>{name}"), hint
        hands = [field for field in self._fields if field.key in ("hand", "dealt") and field.words]
        for name in self._names if len(hands) == 1 and self._words else ():
            if self._seat(name) != self._seat(hands[0].words[0]):
                hint = f"the hand on line {self._numbers[hands[0].line]} is {_bare(name)}'s"
                yield self._with(hands[0], name, *hands[0].words[1:]), hint


def _bare(name: str) -> str:
    return name.strip('"')


def _cards_of(text: str) -> list[str]:
    return [match[1].upper() + rank for match in _CARDS.finditer(text) for rank in match[2].split(",")]


def _with_cards(cards: Sequence[str], old: str = "", new: str = "") -> str:
    """Cards by suits, one of them replaced by another."""
    chosen = [new if card == old else card for card in cards]
    suits = [(suit, sorted({int(card[1:]) for card in chosen if card[0] == suit}, reverse=True)) for suit in SUIT_LETTERS]
    return " ".join(suit + ",".join(map(str, ranks)) for suit, ranks in suits if ranks)


def _and(cards: Sequence[str]) -> str:
    return " and ".join(filter(None, [", ".join(cards[:-1]), cards[-1]]))
