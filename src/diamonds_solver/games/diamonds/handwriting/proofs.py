"""What a bad record itself proves: slips of a card or a field, each with the lines that would be right."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from ..round.rules import MAX_PLAYERS, MAX_RANK, MIN_PLAYERS, SUIT_LETTERS, Rules

_PIECE = re.compile(r'((?:"[^"\n]*"|[^;\n#])*)(;|\n|#[^\n]*)?')
_CARDS = re.compile(r"([DHSCdhsc])(\d+(?:,\d+)*)")
_NOT_A_CARD = re.compile(r"([^\W\d_])(\d{1,2})")
_RANKS = range(1, MAX_RANK + 1)


def proved_lines(lines: Sequence[str], numbers: Sequence[int]) -> Iterator[tuple[list[str], str]]:
    """The lines with one slip mended, and what was mended; whoever asks keeps those that are right.

    `lines` are in the strict form; `numbers` are those of the lines in the source, as hints name them.
    """
    text = _Text(lines, numbers)
    for field in text.fields:
        if field.key == "players":
            yield from text.variant(field)
        elif field.key == "pass" and len(field.words) == 1:
            yield from text.passed(field)
        elif field.key in ("hand", "dealt") and len(field.words) > 1:
            yield from text.hand(field)
        elif field.key in ("gave", "got") and len(field.words) > 1:
            yield from text.exchange(field)
        elif field.key == "play":
            yield from text.play(field)


@dataclass(frozen=True)
class _Field:
    """One field: where it stands, and what it says."""

    line: int
    piece: int
    key: str
    words: tuple[str, ...]


@dataclass(frozen=True)
class _Played:
    """A card of the play, as far as it follows who played it."""

    card: str
    trick: int
    line: int
    """Its number in the source."""


class _Text:
    """The lines of a record in strict form, cut into fields."""

    def __init__(self, lines: Sequence[str], numbers: Sequence[int]) -> None:
        self._pieces = [[part for match in _PIECE.finditer(line) for part in match.groups("")] for line in lines]
        self._numbers = numbers
        self.fields: list[_Field] = []
        for line, pieces in enumerate(self._pieces):
            for at in range(0, len(pieces), 2):
                words = re.findall(r'"[^"]*"|\S+', pieces[at])
                if words:
                    self.fields.append(_Field(line, at, words[0].lower(), tuple(words[1:])))
        players = self._first("players")
        self._names = list(players.words) if players else []
        if len(self._names) == 1 and self._names[0].isdecimal() and len(self._names[0]) == 1:
            self._names = [f"P{seat + 1}" for seat in range(int(self._names[0]))]
        self._plays = self._played()

    # -- what the text says -----------------------------------------------------------------------------------------------------------

    def _first(self, key: str) -> _Field | None:
        return next((field for field in self.fields if field.key == key and field.words), None)

    def _seat(self, name: str) -> int | None:
        if name in self._names:
            return self._names.index(name)
        match = re.fullmatch(r"[Pp](\d)", name)
        return int(match[1]) - 1 if match and 0 < int(match[1]) <= len(self._names) else None

    def _played(self) -> dict[int, list[_Played]]:
        """What each player played, up to the first card that cannot be read."""
        count = len(self._names)
        size = 4 if count == 2 else count
        lead, dealer = self._first("lead"), self._first("dealer")
        leader = self._seat(lead.words[0]) if lead else self._seat(dealer.words[0]) if dealer else 0
        if count < 2 or leader is None:
            return {}
        leader = leader if lead else (leader + 1) % count
        plays: dict[int, list[_Played]] = {seat: [] for seat in range(count)}
        trick: list[tuple[int, str, int]] = []
        words = [(word, field.line) for field in self.fields if field.key == "play" for word in field.words]
        number = 1
        for word, line in words:
            match = re.match(r"([DHSCdhsc])(\d+)", word)
            if match is None:
                if word[:1] in (">", "/", "=") or word.endswith((".", ":")) or self._seat(word) is not None:
                    continue
                break
            seat = (leader + len(trick)) % count
            plays[seat].append(_Played(f"{match[1].upper()}{match[2]}", number, self._numbers[line]))
            trick.append((int(match[2]), match[1].upper(), seat))
            if len(trick) == size:
                leader = max((rank, seat) for rank, suit, seat in trick if suit == trick[0][1])[1]
                trick, number = [], number + 1
        return plays

    def _with(self, field: _Field, *words: str, key: str | None = None) -> list[str]:
        """The lines with other words in one field."""
        return self._changed({(field.line, field.piece): " ".join([key or field.key, *words])})

    def _changed(self, texts: Mapping[tuple[int, int], str]) -> list[str]:
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

    # -- slips ------------------------------------------------------------------------------------------------------------------------

    def variant(self, players: _Field) -> Iterator[tuple[list[str], str]]:
        """The variant, which the cards show. Where there is one hand, the others are hidden: in Perfect Diamonds `see` must say so."""
        if self._first("variant") is None:
            hands = [field for field in self.fields if field.key == "hand" and field.words]
            see = f"; see {hands[0].words[0]}" if len(hands) == 1 and self._first("see") is None else ""
            words = [*players.words[:-1], f"{players.words[-1]}; variant perfect{see}"] if players.words else []
            yield self._with(players, *words), "the hand is as long as in Perfect Diamonds: add 'variant perfect'"

    def passed(self, field: _Field) -> Iterator[tuple[list[str], str]]:
        """How many cards were passed."""
        for count in "123":
            if count != field.words[0]:
                yield self._with(field, count), f"as many cards were passed as 'pass {count}' says"

    def hand(self, field: _Field) -> Iterator[tuple[list[str], str]]:
        """Cards of a hand, by what its owner plays and passed on."""
        name, *words = field.words
        seat = self._seat(name)
        text = " ".join(words)
        held = _cards_of(text)
        plays = self._plays.get(seat, []) if seat is not None else []
        lacking = [played for played in plays if played.card not in held]
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
            shown = {played.card for played in plays}
            for card in held:
                if card not in shown:
                    hint = f"{card} in {_bare(name)}'s hand is {lacking[0].card}, played in trick {lacking[0].trick}"
                    yield self._with(field, name, _with_cards(held, card, lacking[0].card)), hint
        gave = [card for other in self._of(seat, "gave") for card in _cards_of(" ".join(other.words[1:]))]
        kept = [card for card in gave if card in held]
        if kept and field.key == "hand":
            rest = " ".join([_with_cards([card for card in held if card not in kept]), *tail])
            hint = f"{_bare(name)} passed {_and(kept)}: leave out of the hand what was passed"
            yield self._with(field, name, rest), hint
        if self._of(seat, "gave", "got") and field.key == "hand":
            yield self._with(field, name, *words, key="dealt"), f"this is {_bare(name)}'s hand before the pass: write 'dealt'"
        elif field.key == "dealt":
            yield self._with(field, name, *words, key="hand"), f"this is {_bare(name)}'s hand after the pass: write 'hand'"

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
        return [field for field in self.fields if field.key in keys and field.words and self._seat(field.words[0]) == seat]

    def exchange(self, field: _Field) -> Iterator[tuple[list[str], str]]:
        """`gave` and `got` of a player exchanged."""
        seat = self._seat(field.words[0])
        both = self._of(seat, "gave", "got")
        if len(both) == 2 and field is both[0]:
            texts = {(each.line, each.piece): " ".join(["got" if each.key == "gave" else "gave", *each.words]) for each in both}
            yield self._changed(texts), f"'gave' and 'got' of {_bare(field.words[0])} are exchanged"

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
