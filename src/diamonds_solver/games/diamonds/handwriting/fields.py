"""The fields of a record, each in strict form."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from .cards import CardReader, Note
from .seats import Seats
from .words import COUNTS, ENGLISH, FILLERS, ROMAN, STRICT_CARDS, Atom, atoms_of, folded


@dataclass
class Segment:
    """A part of a line that is one field, or would be."""

    line: int
    key: str | None
    """In strict form; None where no key stands before it."""
    text: str
    spelling: str = ""
    """The key as it stands, with the sign behind it."""
    more: list[int] = field(default_factory=list)
    """The lines below that belong to it."""


class FieldWriter:
    """Writes fields by what people write in them."""

    def __init__(self, cards: CardReader, seats: Seats, comments: list[str], note: Note) -> None:
        self._cards, self._seats, self._comments, self._note = cards, seats, comments, note
        self.owners: set[int] = set()
        """Whose cards were written."""
        self.lacks_owner = False
        """Whether there are cards of which nobody knows whose they are."""

    def note_key(self, segment: Segment) -> None:
        word = segment.spelling.rstrip(" :=,|;-")
        if segment.spelling != word:
            self._note(f"keys have no '{segment.spelling[len(word) :].strip()}'")
        if segment.key not in (None, "trick") and folded(word) != segment.key and segment.spelling not in ("", "?"):
            self._note(f"'{word}' is '{segment.key}'")
        elif segment.spelling == "?":
            self._note("the key comes first: 'hand', 'dealer'")

    def write(self, segment: Segment) -> str:
        """A field in strict form; as it stands where it cannot be understood."""
        key, text = segment.key or "", segment.text
        low = folded(text)
        self.note_key(segment)
        plain = f"{key} {text}".rstrip()
        if key == "players":
            seats = str(self._seats.count) if self._seats.names is None else " ".join(map(self._seats.quoted, self._seats.names))
            if self._seats.names and any(re.search(r"\s", name) for name in self._seats.names) and '"' not in text:
                self._note("names with a space need quotes")
            for place, _ in self._seats.noted:
                if place in self._seats.places:
                    seats += f"; {place} {self._seats.label(self._seats.places[place])}"
                    self._note(f"'{place}' is a field of its own")
            return f"players {seats}"
        if key in ("dealer", "see", "lead"):
            placed = self._seats.place(text)
            if placed is None:
                return plain
            seat, others = placed
            if others:
                self._comments[segment.line] = " ".join(filter(None, [f"# {' '.join(others)}", self._comments[segment.line]]))
                self._note("start lines that are not fields with '#'")
            return f"{key} {self._seats.label(seat)}"
        if key in ("hand", "dealt", "gave", "got", "void"):
            return self._of_seat(key, text)
        if key in ("showroom", "vault", "score"):
            return f"{key} {self._numbers(text)}"
        if key == "took":
            atoms = atoms_of(text)
            named = self._seats.name_at(atoms, 0, near=True)
            counts = self._cards.cards(atoms[named[1] :] if named else [])
            if named is None or counts.rest or not counts.cards:
                return plain
            return f"took {self._seats.label(named[0])} " + " ".join(suit + count for suit, count in counts.cards)
        if key == "won":
            return f"won {self._winners(text)}"
        if key == "out":
            return f"out {self._cards_text(text)}"
        if key == "round":
            return f"round {self._round(text)}"
        if key == "pass":
            number = re.search(r"\d+", low)
            word = next((count for name, count in COUNTS.items() if re.search(rf"\b{name}\b", low)), None)
            return f"pass {number[0]}" if number else f"pass {word}" if word else plain
        if key == "variant":
            return (
                "variant perfect" if re.search(r"perf[ea]", low) else "variant standard" if re.search("stand|normal|usual", low) else plain
            )
        if key == "teams":
            return f"teams {self._teams(text)}"
        return plain

    def _of_seat(self, key: str, text: str) -> str:
        """A field of one player, who stands before the cards, in brackets behind them, or not at all."""
        atoms = atoms_of(text)
        while atoms and (atoms[0].text in "([" or atoms[0].low in ("of", "von", "de", "van")):
            atoms = atoms[1:]
        mention = (
            self._seats.name_at(
                atoms, 0, near=self._cards.suit_card(atoms, 0) is None, numbers=len(atoms) > 1 and self._cards.suit(atoms, 1) is not None
            )
            if atoms
            else None
        )
        if mention and self._cards.suit_card(atoms, 0) is not None and mention.size == 1:
            mention = None
        if mention:
            return self.hand(key, mention.seat, atoms[mention.size :])
        for at in range(len(atoms) - 1, 0, -1):
            behind = (
                self._seats.peek(atoms, at, near=True)
                if self._cards.suit_card(atoms, at) is None and self._cards.suit(atoms, at) is None
                else None
            )
            if behind and atoms[at - 1].low in ("to", "from", "an", "von", "a", "de") and key in ("gave", "got"):
                self._note(f"'{key}' is about the player named after it")
                return self.hand(key, self._me(), atoms[: at - 1])
            if behind and at + behind[1] >= len(atoms) - 1:
                self._note("the player comes before the cards")
                return self.hand(key, behind[0], [*atoms[:at]])
        return self.hand(key, self._me(), atoms)

    def _me(self) -> int | None:
        """Whose cards are meant where nobody is named."""
        if self._cards.style.me is not None:
            return self._cards.style.me
        seat = self._seats.places.get("see")
        if seat is None and len(self.owners) == 1:
            seat = next(iter(self.owners))
        if seat is None:
            self.lacks_owner = True
        return seat

    def hand(self, key: str, seat: int | None, atoms: Sequence[Atom]) -> str:
        if seat is not None:
            self.owners.add(seat)
        who = "" if seat is None else f"{self._seats.label(seat)} "
        while atoms and atoms[0].text in (":", "-", "=", ",", ")", "|") and len(atoms) > 1:
            atoms = atoms[1:]
        if key == "void":
            suits = [suit for at in range(len(atoms)) if (suit := self._cards.suit(atoms, at))]
            return f"void {who}{' '.join(suits)}"
        text = "".join(("" if atom.is_glued else " ") + atom.text for atom in atoms).strip()
        return f"{key} {who}{self._cards_text(text)}"

    def _cards_text(self, text: str) -> str:
        """Cards in strict form; as they stand where they are strict already."""
        if self._cards.style.letters is ENGLISH and STRICT_CARDS.fullmatch(text):
            self._cards.cards(atoms_of(text))
            return text
        cards = str(self._cards.cards(atoms_of(text)))
        if cards.split() != text.split() and re.sub(r"[^\w+?-]", "", cards) != re.sub(r"[^\w+?-]", "", text):
            self._note("cards are written as in D15,9 H12")
        elif cards.split() != text.split():
            self._note("a comma or a space goes between cards")
        return cards

    def _numbers(self, text: str) -> str:
        """A number for each player, in their order; named ones are put in it."""
        atoms = [atom for atom in atoms_of(text) if re.search(r"\w", atom.text)]
        named: dict[int, str] = {}
        at = 0
        while at < len(atoms):
            mention = self._seats.name_at(atoms, at, near=True)
            after = at + (mention.size if mention else 0)
            if mention is None or after >= len(atoms) or atoms[after].kind != "number":
                break
            named[mention.seat] = atoms[after].text
            at = after + 1
        if at == len(atoms) and len(named) == self._seats.count:
            self._note("numbers go in the order of the players")
            return " ".join(named[seat] for seat in range(self._seats.count))
        if atoms and all(atom.kind == "number" for atom in atoms):
            return " ".join(atom.text for atom in atoms)
        return text

    def _winners(self, text: str) -> str:
        atoms = [atom for atom in atoms_of(text) if re.search(r"\w", atom.text)]
        if not atoms or (len(atoms) == 1 and atoms[0].low in ("nobody", "none", "niemand", "keiner", "personne")):
            return "-"
        words, at = [], 0
        while at < len(atoms):
            mention = self._seats.name_at(atoms, at, near=True)
            if mention is None:
                if atoms[at].low in FILLERS | {"trick", "tricks"}:
                    at += 1
                    continue
                return text
            at += mention.size
            count = at < len(atoms) and atoms[at].kind == "number"
            words.append(self._seats.label(mention.seat) + (f":{atoms[at].text}" if count else ""))
            at += count
        return " ".join(words)

    @staticmethod
    def _round(text: str) -> str:
        low = folded(text)
        if re.search("[^\\W\\d]{5}", low) or not re.search(r"\d|\b[ivx]+\b", low):
            return text
        low = re.sub(r"\b[ivx]+\b", lambda match: str(ROMAN.get(match[0], match[0])), low)
        return "/".join(re.findall(r"\d+", low)[:2]) if len(re.findall(r"\d+", low)) <= 2 else text

    def _teams(self, text: str) -> str:
        """``yes`` where the partners who are named sit opposite each other."""
        if re.fullmatch(r"\W*(?:no|none|nein|non|keine?|0|nobody|without|single|-)?\W*", folded(text)):
            return "no"
        if re.fullmatch(r"\W*(?:yes|ja|oui|y|j|1|true)\W*", folded(text)):
            return "yes"
        seats, at, atoms = [], 0, atoms_of(text)
        while at < len(atoms):
            mention = self._seats.name_at(atoms, at, near=True)
            if mention:
                seats.append(mention.seat)
            at += mention.size if mention else 1
        half = self._seats.count // 2
        pairs = [*zip(seats[::2], seats[1::2], strict=False)]
        if len(seats) == len(set(seats)) == self._seats.count and all(abs(a - b) == half for a, b in pairs) and self._seats.count in (4, 6):
            self._note("these partners sit opposite each other, as 'teams yes' says")
            return "yes"
        return text
