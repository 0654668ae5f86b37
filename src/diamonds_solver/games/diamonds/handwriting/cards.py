"""Cards as people write them: suits by letter, sign or word, before the ranks or behind them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from .words import COURT, ENGLISH, FILLERS, SUITS, Atom

Note = Callable[[str], None]
"""Takes a habit of the writer, as hints say it."""


@dataclass(frozen=True)
class Style:
    """One way to take what can be taken in several."""

    letters: Mapping[str, str] = field(default_factory=lambda: ENGLISH)
    """What the letters of suits stand for."""
    ace: int = 1
    is_by_player: bool = False
    """Whether a line that begins with a name has all cards of that player, not a trick that the player leads."""
    me: int | None = None
    """Whose a hand is behind which nobody stands."""


@dataclass
class Cards:
    """Cards as far as a text has them, and what else it has."""

    cards: list[tuple[str, str]] = field(default_factory=list)
    """Suit and rank."""
    tail: str = ""
    """``+8`` or ``-``."""
    rest: list[str] = field(default_factory=list)
    """Words that are no cards."""

    def __str__(self) -> str:
        words: list[str] = []
        last = ""
        for suit, rank in self.cards:
            if words and suit == last:
                words[-1] += f",{rank}"
            else:
                words.append(suit + rank)
            last = suit
        return " ".join([*words, *([self.tail] if self.tail else []), *self.rest])


class CardReader:
    """Finds the cards among the words of a line, in one style."""

    def __init__(self, style: Style, note: Note) -> None:
        self.style, self._note = style, note
        self.letters: set[str] = set()
        """Of suits, as far as single letters are used."""
        self.has_ace = False

    def suit(self, atoms: Sequence[Atom], at: int) -> str | None:
        """The suit that an atom means."""
        if not 0 <= at < len(atoms) or atoms[at].kind not in ("word", "sign"):
            return None
        low = atoms[at].low
        if len(low) == 1 and low.isalpha():
            return self.style.letters.get(low)
        return SUITS.get(low)

    def rank(self, atoms: Sequence[Atom], at: int, *, is_suited: bool) -> str | None:
        """The rank that an atom means, in digits."""
        if not 0 <= at < len(atoms):
            return None
        atom = atoms[at]
        if atom.kind == "number":
            return atom.text.lstrip("0") or "0"
        is_beside = is_suited or (atom.is_glued and self.suit(atoms, at - 1) is not None)
        follows = at + 1 < len(atoms) and atoms[at + 1].is_glued and self.suit(atoms, at + 1) is not None
        if atom.kind == "word" and (is_beside or follows) and self.style.letters is ENGLISH:
            if atom.low == "a":
                self.has_ace = True
                return str(self.style.ace)
            if atom.low in COURT:
                self._note("11 to 13 are written as numbers")
                return str(COURT[atom.low])
        return None

    def suit_card(self, atoms: Sequence[Atom], at: int) -> int | None:
        """Where the rank stands of a card that begins with its suit at `at`."""
        if self.suit(atoms, at) is None:
            return None
        after = at + 1
        while after < len(atoms) and atoms[after].text in (":", "(", ".", "-") and after < at + 3:
            after += 1
        is_rank = after < len(atoms) and (atoms[after].kind == "number" or atoms[after].text == "?")
        is_court = (
            after == at + 1
            and after < len(atoms)
            and (atoms[after].is_glued or len(atoms[at].low) > 1)
            and self.rank(atoms, after, is_suited=False)
        )
        return after if is_rank or is_court else None

    def cards(self, atoms: Sequence[Atom]) -> Cards:
        """Cards with their suits before or behind them."""
        read = Cards()
        suit: str | None = None
        pending: list[str] = []
        unknown, at = 0, 0
        if [atom.text for atom in atoms] == ["-"]:
            read.tail = "-"
            return read
        while at < len(atoms):
            atom = atoms[at]
            self.see_letter(atoms, at)
            sign = self.suit(atoms, at)
            rank = self.rank(atoms, at, is_suited=suit is not None and at > 0 and atoms[at - 1].text in (",", ".", "/", "-"))
            if rank is not None and sign is not None and not (atom.is_glued and suit is not None):
                rank = None
            if atom.text == "+" and at + 1 < len(atoms) and atoms[at + 1].kind == "number":
                unknown += int(atoms[at + 1].text)
                at += 1
            elif rank is not None:
                if suit is None:
                    pending.append(rank)
                else:
                    read.cards.append((suit, rank))
            elif sign is not None:
                if pending:
                    read.cards += [(sign, each) for each in pending]
                    pending, suit = [], None
                else:
                    suit = sign
                if (atom.kind == "word" and len(atom.low) > 1) or (sign.lower() != atom.low and atom.kind == "word"):
                    self._note("suits are D, H, S and C")
            elif atom.text == "?":
                unknown += 1
                self._note("'+1' is an unknown card of a hand")
            elif atom.kind == "word" and at + 1 < len(atoms) and atoms[at + 1].kind == "number" and atoms[at + 1].is_glued:
                read.rest.append(atom.text + atoms[at + 1].text)
                at += 1
            elif atom.kind == "word" and (atom.is_glued or atom.low not in FILLERS | {"cards", "card", "karten", "cartes"}):
                read.rest.append(atom.text)
            at += 1
        read.rest = pending + read.rest
        read.tail = f"+{unknown}" if unknown else ""
        return read

    def see_letter(self, atoms: Sequence[Atom], at: int) -> None:
        """Notes a letter that can be that of a suit."""
        atom = atoms[at]
        if atom.kind == "word" and len(atom.low) == 1 and atom.low not in "ajo":
            after = at + 1 < len(atoms) and atoms[at + 1].kind == "number"
            before = atom.is_glued and at > 0 and atoms[at - 1].kind == "number"
            if (after or before) and not (atom.low in COURT and at and atom.is_glued and self.suit(atoms, at - 1)):
                self.letters.add(atom.low)
