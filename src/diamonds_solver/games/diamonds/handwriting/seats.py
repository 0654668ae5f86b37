"""Who sits at the table, and which of them a word means."""

from __future__ import annotations

import re
from collections.abc import Sequence
from difflib import get_close_matches
from typing import NamedTuple

from .cards import Note
from .words import FILLERS, MINE, NOTED, SPELT, Atom, atoms_of, folded


class Mention(NamedTuple):
    """A player in a row of atoms."""

    seat: int
    size: int
    """How many atoms the name has."""


class Seats:
    """The players of a record, and the words that name them."""

    def __init__(self, note: Note) -> None:
        self._note = note
        self.names: list[str] | None = None
        self.count = 0
        self.places: dict[str, int] = {}
        """The seats of `dealer`, `see` and `lead`."""
        self.noted: list[tuple[str, str]] = []
        """Keys that stand in brackets behind a name of `players`, each with the word before it."""

    @property
    def trick_size(self) -> int:
        """Cards of a whole trick."""
        return 4 if self.count == 2 else self.count

    def read(self, text: str) -> None:
        """Takes the words of `players`."""
        for match in NOTED.finditer(folded(text)):
            before = re.split(r"[,;|\s]+", text[: match.start()].strip())[-1]
            key = "see" if match["what"] in MINE else "lead" if match["what"].startswith("lead") else "dealer"
            self.noted.append((key, before))
        text = _without(text, NOTED)
        number = re.fullmatch(r"\W*([2-6])\W*(?:players?|spieler|joueurs|people)?\W*", folded(text))
        if number:
            self.count = int(number[1])
            return
        text = (
            re.sub(r"^\W*\d\W*(?:players?|spieler)?\s*[:)-]\s*", "", text)
            if re.match(r"\W*[2-6]\s*(?:players?|spieler)?\s*[:-]", text)
            else text
        )
        self.names = _listed(text)
        self.count = len(self.names)

    def place(self, text: str) -> tuple[int, list[str]] | None:
        """The player that a text names, and its other words."""
        atoms = atoms_of(text)
        for near in (False, True):
            for at in range(len(atoms)):
                if atoms[at].kind == "number" and (
                    len(atoms) > 1 and atoms[at - 1].low not in ("player", "spieler", "seat", "p", "joueur")
                ):
                    continue
                mention = self.name_at(atoms, at, near=near, numbers=True)
                if mention is not None:
                    others = [atom.text for atom in [*atoms[:at], *atoms[at + mention.size :]] if re.search(r"\w", atom.text)]
                    return mention.seat, [other for other in others if folded(other) not in FILLERS | {"player", "seat", "spieler"}]
        return None

    def who(self, text: str, *, near: bool = False, numbers: bool = False) -> int | None:
        """The seat that a text names; None for anything else."""
        name = text.strip(" \"':,()[]")
        low = folded(name).rstrip(".")
        if not low:
            return None
        if low in MINE:
            return self.places.get("see")
        names = self.names or [f"P{seat + 1}" for seat in range(self.count)]
        if name in names:
            return names.index(name)
        match = re.fullmatch(r"(?:p|player|seat|spieler|joueur|s)\s*(\d)" + (r"|(\d)" if numbers else ""), low)
        if match:
            seat = int(match[1] or match[2]) - 1
            return seat if 0 <= seat < self.count else None
        if self.names is None:
            return None
        short = [folded(each).rstrip(".") for each in names]
        spelt = [folded(each.translate(SPELT)).rstrip(".") for each in names]
        for forms, form in ((short, low), (spelt, folded(name.translate(SPELT)).rstrip("."))):
            if forms.count(form) == 1:
                return forms.index(form)
        starts = [seat for seat, each in enumerate(short) if each.startswith(low)]
        starts = starts or [seat for seat, each in enumerate(short) if "".join(word[0] for word in re.findall(r"\w+", each)) == low]
        if len(starts) == 1 and (low.isalpha() or " " in low):
            return starts[0]
        if near and not starts and len(low) > 2:
            close = get_close_matches(low, short, 2, 0.7)
            if len(close) == 1 or (len(close) == 2 and not get_close_matches(low, [close[1]], 1, 0.8)):
                return short.index(close[0])
        return None

    def name_at(self, atoms: Sequence[Atom], at: int, *, near: bool = False, numbers: bool = False) -> Mention | None:
        """As `peek`; notes a name that stands otherwise than in `players`."""
        mention = self.peek(atoms, at, near=near, numbers=numbers)
        if mention is not None:
            text = _joined(atoms[at : at + mention.size])
            if self.names and text.strip('"') != self.names[mention.seat] and not re.fullmatch(r"[Pp]\d", text):
                self._note("names are spelled as in 'players'")
        return mention

    def peek(self, atoms: Sequence[Atom], at: int, *, near: bool = False, numbers: bool = False) -> Mention | None:
        """The player whom the atoms from `at` on name."""
        for count in (4, 3, 2, 1):
            run = atoms[at : at + count]
            if len(run) < count or run[0].kind == "mark" or run[-1].kind == "mark":
                continue
            if run[0].kind == "number" and not (numbers and count == 1):
                continue
            text = _joined(run)
            seat = self.who(text, near=near and count == 1, numbers=numbers)
            if seat is not None and (count == 1 or text.count(" ") or run[0].low in ("p", "player")):
                return Mention(seat, count)
        return None

    @staticmethod
    def quoted(name: str) -> str:
        """A name as a word of a field."""
        return f'"{name}"' if re.search(r'[\s;#"]', name) else name

    def label(self, seat: int) -> str:
        """A player as a word of a field."""
        if self.names is None:
            return f"P{seat + 1}"
        name = self.names[seat]
        return f"P{seat + 1}" if re.search(r'[>:=/,;"]', name) else self.quoted(name)


def _without(text: str, pattern: re.Pattern[str]) -> str:
    """The text without what a pattern finds in its folded form."""
    for match in reversed(list(pattern.finditer(folded(text)))):
        text = text[: match.start()] + text[match.end() :]
    return text


def _joined(atoms: Sequence[Atom]) -> str:
    return "".join(("" if index == 0 or atom.is_glued else " ") + atom.text for index, atom in enumerate(atoms))


def _listed(text: str) -> list[str]:
    """The names of a list, by what stands between them: commas, numbers, hyphens or blanks."""
    text = re.sub(r"\s+(?:and|und|et|en)\s+", ", ", text.strip(" ()[]{}.:"), flags=re.IGNORECASE)
    if '"' in text:
        parts = [part.strip('" ') for part in re.findall(r'"[^"]*"|[^\s,;|]+', text)]
    elif re.search(r"[,;|&\t]", text):
        parts = re.split(r"\s*[,;|&\t]\s*", text)
    elif re.search(r"\b\d\s*[.):]", text):
        parts = re.split(r"\s*\b\d\s*[.):]\s*", text)
    elif re.search(r"\s-\s|\s/\s", text):
        parts = re.split(r"\s+[-/]\s+", text)
    elif not re.search(r"\s", text):
        parts = re.split(r"[-/+]", text)
    else:
        parts = re.sub(r"(\w{2,}) (?=[^\W\d]\.(?:\s|$))", "\\1\0", text).split()
        parts = [part.replace("\0", " ") for part in parts]
    parts = [re.sub(r"^\s*\d\s*[.):]\s*", "", part).strip(" ()[]:") for part in parts]
    return [re.sub(r"\s+", " ", part) for part in parts if part]
