"""A text of somebody else as lines of the strict notation."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from itertools import product

from ..rules import MAX_PLAYERS, MIN_PLAYERS
from .play import _Play
from .words import (
    _ALIAS,
    _BREAK,
    _COUNTS,
    _COURT,
    _DEALS,
    _ENGLISH,
    _FILLERS,
    _FOREIGN,
    _GAME,
    _GAME_HEAD,
    _HEADS,
    _HOLDS,
    _KEY,
    _KEYS,
    _LABEL,
    _LEADS,
    _MINE,
    _NOTED,
    _OF_ONE,
    _PASSES,
    _ROMAN,
    _SPELT,
    _STRICT_CARDS,
    _SUITS,
    _WITHIN,
    _Atom,
    _atoms,
    _folded,
    _plain,
)

# -- ways to read a text ------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Style:
    """One way to take what can be taken in several."""

    letters: Mapping[str, str] = field(default_factory=lambda: _ENGLISH)
    """What the letters of suits stand for."""
    ace: int = 1
    is_by_player: bool = False
    """Whether a line that begins with a name has all cards of that player, not a trick that the player leads."""
    me: int | None = None
    """Whose a hand is behind which nobody stands."""


@dataclass(frozen=True)
class StrictForm:
    """A text in the strict form of the notation, line by line as the source has it."""

    lines: tuple[str, ...]
    """The first may begin with lines of its own, for fields that the source lacks."""
    habits: tuple[str, ...]
    """What was written otherwise, as hints say it."""


def strict_forms(lines: Sequence[str]) -> list[StrictForm]:
    """A record's lines in strict form, in every way in which they can be meant; the likeliest first."""
    reader = _Reader(lines, Style())
    forms = {reader.form.lines: reader.form}
    for style in reader.styles():
        form = _Reader(lines, style).form
        forms.setdefault(form.lines, form)
    return list(forms.values())


@dataclass
class _Segment:
    """A part of a line that is one field, or would be."""

    line: int
    key: str | None
    """In strict form; None where no key stands before it."""
    text: str
    spelling: str = ""
    """The key as it stands, with the sign behind it."""
    more: list[int] = field(default_factory=list)
    """The lines below that belong to it."""


# -- cards --------------------------------------------------------------------------------------------------------------------------------


@dataclass
class _Cards:
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


class _Reader:
    """Takes a text in one style. `form` is what comes of it."""

    def __init__(self, lines: Sequence[str], style: Style) -> None:
        self._raw, self._style = lines, style
        self._habits: dict[str, None] = {}
        self._letters: set[str] = set()
        """Of suits, as far as single letters are used."""
        self._has_ace = self._may_be_by_player = self._lacks_owner = False
        self._names: list[str] | None = None
        self._count = 0
        self._noted: list[tuple[str, str]] = []
        """Keys that stand in brackets behind a name of `players`, each with the word before it."""
        self._columns: list[int] | None = None
        self._owners: set[int] = set()
        self._places: dict[str, int] = {}
        """The seats of `dealer`, `see` and `lead`."""
        self._out: dict[int, list[str]] = {}
        self._bodies, self._comments = self._cleaned()
        self._head: list[str] = []
        self._segments = self._cut()
        self._find_players()
        self._find_places()
        self._is_team_play = any(segment.key == "teams" and not self._is_no(segment.text) for segment in self._segments)
        self._write_fields()
        lines = tuple(self._joined())
        habits = tuple(self._habits)
        if not habits and lines != tuple(self._raw):
            habits = ("quotes, digits and signs are plain ones, and '/' stands between tricks",)
        self.form = StrictForm(lines, habits)

    def styles(self) -> Iterator[Style]:
        """The other styles in which the text may be meant."""
        letters = [_ENGLISH]
        if not self._letters <= _ENGLISH.keys():
            fits = [each for each in _FOREIGN if self._letters <= each.keys()]
            letters = list({tuple(each[a] for a in sorted(self._letters)): each for each in fits}.values()) or letters
        aces = (1, 14) if self._has_ace else (1,)
        ways = (False, True) if self._may_be_by_player else (False,)
        owners = range(self._count) if self._lacks_owner else (None,)
        for letter, ace, way, me in product(letters, aces, ways, owners):
            yield Style(letter, ace, way, me)

    def _note(self, habit: str) -> None:
        self._habits[habit] = None

    # -- marks ------------------------------------------------------------------------------------------------------------------------

    def _cleaned(self) -> tuple[list[str], list[str]]:
        """The lines without bullets, frames and comments; and the comments."""
        texts = [_plain(line) for line in self._raw]
        is_mail = all(text.lstrip().startswith(">") for text in texts if text.strip())
        bodies, comments = [], []
        for text in texts:
            if is_mail:
                text = text.strip().removeprefix(">")
            bare = text.strip()
            if re.fullmatch(r"(?:```|~~~)\w*|[-=_*|:+~ ]{3,}", bare):
                bodies.append("")
                comments.append("")
                continue
            comment = ""
            match = re.search(r"(?:^|(?<=\s))#.*", bare)
            if match and bare.count('"', 0, match.start()) % 2 == 0:
                bare, comment = bare[: match.start()].strip(), match[0]
            if is_mail:
                self._note("lines stand without '>'")
            body = re.sub(r"^(?:[•*+]|-(?=\s))\s*", "", bare)
            body = re.sub(r"\*\*|__|`", "", body)
            body = re.sub(r"(?<!\w)\*(\S[^*]*)\*", r"\1", body)
            if body != bare:
                self._note("fields stand without bullets and the like")
            if body.startswith("|"):
                self._note("fields stand without frames")
                body = body.strip("| ")
            body = re.sub(r'"([^"\w]*(?:[^"]*[^\w"])?\w{0,8}\d[^"]*)"', lambda m: f" {m[1]} " if self._is_cards(m[1]) else m[0], body)
            body = re.sub(r"(?:(?<!\b\w)\.)?[\s,;]*$", "", body)
            bodies.append(body.strip())
            comments.append(comment)
        return bodies, comments

    @staticmethod
    def _is_cards(text: str) -> bool:
        return _STRICT_CARDS.fullmatch(text.strip()) is not None

    # -- fields -----------------------------------------------------------------------------------------------------------------------

    def _cut(self) -> list[_Segment]:
        """The text as fields and lines without a key. A heading is a key where the line after it has none."""
        segments: list[_Segment] = []
        keyed = [bool(body) and _KEY.match(_folded(body)) is not None for body in self._bodies]
        is_in_play = has_game = False
        for line, body in enumerate(self._bodies):
            if not body and (heading := re.fullmatch(r"#{1,6}\s+(.+)", self._comments[line])):
                after = next((at for at in range(line + 1, len(keyed)) if self._bodies[at] or self._comments[at].startswith("#")), None)
                low = _folded(heading[1])
                is_game = _GAME.fullmatch(low) is not None and not has_game
                if is_game or (
                    after is not None and self._bodies[after] and not keyed[after] and _KEY.match(low) and not re.search(r"\d", low)
                ):
                    body, self._comments[line] = heading[1], ""
                    self._note("what follows '#' is a comment")
            if not body:
                continue
            low = _folded(body)
            if not has_game and _GAME.fullmatch(low):
                segments.append(_Segment(line, "diamonds", body))
                has_game = True
                continue
            if not has_game and (head := _GAME_HEAD.match(low)):
                segments.append(_Segment(line, "diamonds", body[: head.end()]))
                has_game = True
                body, low = body[head.end() :], low[head.end() :]
            label = _LABEL.match(low)
            is_label = label is not None and bool(re.search(r"[\d?]", low[label.end() :])) and not _KEY.match(low, label.end())
            if is_label:
                segments.append(_Segment(line, "trick", body))
                is_in_play = True
                continue
            starts = [0, *self._breaks(body, low)] if not is_in_play or keyed[line] or _KEY.match(low) else [0]
            for start, end in zip(starts, [*starts[1:], len(body)], strict=True):
                part = re.sub(r"[\s,;|.-]+$", "", body[start:end]) if end < len(body) else body[start:end]
                segments.append(self._segment(line, part))
                is_in_play = is_in_play or segments[-1].key == "play"
        if not has_game:
            self._head.append("diamonds 1")
            self._note("a record begins with 'diamonds 1'")
        return segments

    def _breaks(self, body: str, low: str) -> list[int]:
        """Where a field begins within a line."""
        found = []
        for match in _BREAK.finditer(low):
            key = _KEY.match(low, match.end())
            rest = low[match.end() :]
            if (key and key["key"] in _WITHIN and re.search(r"\w", low[key.end() :])) or re.match(r"[^\W\d]+ (?:deals|leads|gibt)\b", rest):
                found.append(match.end())
        return found

    def _segment(self, line: int, text: str) -> _Segment:
        low = _folded(text)
        match = _KEY.match(low)
        if match is None:
            word = re.match(r"[^\W\d]{4,}(?=[\s:=])", low)
            near = get_close_matches(word[0], _KEYS, 1, 0.78) if word else []
            if word and near and re.search(r"\w", low[word.end() :]):
                return _Segment(line, near[0], text[word.end() :].strip(" :="), text[: word.end()])
            return _Segment(line, None, text)
        key, rest = _ALIAS[match["key"]], text[match.end() :].strip()
        low = _folded(rest)
        if key == "gave" and re.fullmatch(r"\W*(?:\d|one|two|three|zwei|drei|eins)\W*(?:cards?|karten?)?\W*", low):
            key = "pass"
        if key == "pass" and re.search(r"[dhsc♦♥♠♣]\s*\d", low) and not re.fullmatch(r"\d( cards?)?", low):
            key = "gave"
        if key == "hand" and match["key"] == "main" and not re.search(r"\d", low):
            return _Segment(line, None, text)
        return _Segment(line, key, rest, text[: match.end()].rstrip())

    # -- players ----------------------------------------------------------------------------------------------------------------------

    def _find_players(self) -> None:
        """Who plays: by `players`, else by the heads of a table, else by whose hands there are."""
        for at, segment in enumerate(self._segments):
            if segment.key == "players":
                lines = [segment.text]
                for other in self._segments[at + 1 :]:
                    if other.key is not None or (segment.text and not segment.more):
                        break
                    lines.append(other.text)
                    segment.more.append(other.line)
                    other.key = "-"
                segment.text = ", ".join(filter(None, lines)) if len(lines) > 1 else segment.text
                self._read_players(segment)
                return
        owners: list[str] = []
        for segment in self._segments:
            if segment.key in ("hand", None) and (
                match := re.match(r"\W*([^\W\d][^\d:;,♦♥♠♣]*?)\s*:?\s+(?=[DHSCdhsc♦♥♠♣+-]\W*\d)", segment.text)
            ):
                owners.append(match[1])
        unique = list(dict.fromkeys(owners))
        if (
            MIN_PLAYERS <= len(unique) <= MAX_PLAYERS
            and len(unique) == len(owners)
            and not any(re.fullmatch(r"[Pp]\d", each) for each in unique)
        ):
            self._names, self._count = unique, len(unique)
            self._head.append("players " + " ".join(map(self._quoted, unique)))
            self._note(f"'players {' '.join(map(self._quoted, unique))}' is missing: the hands stand in this order")

    def _read_players(self, segment: _Segment) -> None:
        text = segment.text
        for match in _NOTED.finditer(_folded(text)):
            before = re.split(r"[,;|\s]+", text[: match.start()].strip())[-1]
            key = "see" if match["what"] in _MINE else "lead" if match["what"].startswith("lead") else "dealer"
            self._noted.append((key, before))
        text = _remove(text, _NOTED)
        number = re.fullmatch(r"\W*([2-6])\W*(?:players?|spieler|joueurs|people)?\W*", _folded(text))
        if number:
            self._count = int(number[1])
            return
        text = (
            re.sub(r"^\W*\d\W*(?:players?|spieler)?\s*[:)-]\s*", "", text)
            if re.match(r"\W*[2-6]\s*(?:players?|spieler)?\s*[:-]", text)
            else text
        )
        self._names = _listed(text)
        self._count = len(self._names)

    def _find_places(self) -> None:
        """The seats of dealer, view and lead, which the play needs."""
        for key, name in self._noted:
            seat = self._who(name, near=True)
            if seat is not None:
                self._places[key] = seat
        for segment in self._segments:
            low = _folded(segment.text)
            if segment.key is None:
                for key, pattern in (("dealer", _DEALS), ("lead", _LEADS)):
                    match = pattern.fullmatch(low)
                    if match and (seat := self._who(segment.text[: match.end("who")], near=True)) is not None:
                        segment.key, segment.text, segment.spelling = key, segment.text[: match.end("who")], "?"
                        self._places[key] = seat
            elif segment.key in ("dealer", "see", "lead"):
                text = segment.text or next((other.text for other in self._segments if other.key is None and other.line > segment.line), "")
                found = self._place(text)
                if found is not None:
                    self._places[segment.key] = found[0]

    def _place(self, text: str) -> tuple[int, list[str]] | None:
        """The player that a text names, and its other words."""
        atoms = _atoms(text)
        for near in (False, True):
            for at in range(len(atoms)):
                if atoms[at].kind == "number" and (
                    len(atoms) > 1 and atoms[at - 1].low not in ("player", "spieler", "seat", "p", "joueur")
                ):
                    continue
                found = self._name_at(atoms, at, near=near, numbers=True)
                if found is not None:
                    others = [atom.text for atom in [*atoms[:at], *atoms[at + found[1] :]] if re.search(r"\w", atom.text)]
                    return found[0], [other for other in others if _folded(other) not in _FILLERS | {"player", "seat", "spieler"}]
        return None

    def _who(self, text: str, *, near: bool = False, numbers: bool = False) -> int | None:
        """The seat that a text names; None for anything else."""
        name = text.strip(" \"':,()[]")
        low = _folded(name).rstrip(".")
        if not low:
            return None
        if low in _MINE:
            return self._places.get("see")
        names = self._names or [f"P{seat + 1}" for seat in range(self._count)]
        if name in names:
            return names.index(name)
        match = re.fullmatch(r"(?:p|player|seat|spieler|joueur|s)\s*(\d)" + (r"|(\d)" if numbers else ""), low)
        if match:
            seat = int(match[1] or match[2]) - 1
            return seat if 0 <= seat < self._count else None
        if self._names is None:
            return None
        short = [_folded(each).rstrip(".") for each in names]
        spelt = [_folded(each.translate(_SPELT)).rstrip(".") for each in names]
        for forms, form in ((short, low), (spelt, _folded(name.translate(_SPELT)).rstrip("."))):
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

    def _name_at(self, atoms: Sequence[_Atom], at: int, *, near: bool = False, numbers: bool = False) -> tuple[int, int] | None:
        """The seat that the atoms from `at` on name, and how many they are."""
        for count in (4, 3, 2, 1):
            run = atoms[at : at + count]
            if len(run) < count or run[0].kind == "mark" or run[-1].kind == "mark":
                continue
            if run[0].kind == "number" and not (numbers and count == 1):
                continue
            text = "".join(("" if index == 0 or atom.is_glued else " ") + atom.text for index, atom in enumerate(run))
            seat = self._who(text, near=near and count == 1, numbers=numbers)
            if seat is not None and (count == 1 or text.count(" ") or run[0].low in ("p", "player")):
                if text.strip('"') != (self._names or [""])[seat % max(1, len(self._names or [""]))] and not re.fullmatch(r"[Pp]\d", text):
                    self._note("names stand as in 'players'")
                return seat, count
        return None

    @staticmethod
    def _quoted(name: str) -> str:
        return f'"{name}"' if re.search(r'[\s;#"]', name) else name

    def _label(self, seat: int) -> str:
        if self._names is None:
            return f"P{seat + 1}"
        name = self._names[seat]
        return f"P{seat + 1}" if re.search(r'[>:=/,;"]', name) else self._quoted(name)

    @property
    def _trick_size(self) -> int:
        return 4 if self._count == 2 else self._count

    # -- cards ------------------------------------------------------------------------------------------------------------------------

    def _suit(self, atoms: Sequence[_Atom], at: int) -> str | None:
        """The suit that an atom means."""
        if not 0 <= at < len(atoms) or atoms[at].kind not in ("word", "sign"):
            return None
        low = atoms[at].low
        if len(low) == 1 and low.isalpha():
            return self._style.letters.get(low)
        return _SUITS.get(low)

    def _rank(self, atoms: Sequence[_Atom], at: int, *, is_suited: bool) -> str | None:
        """The rank that an atom means, in digits."""
        if not 0 <= at < len(atoms):
            return None
        atom = atoms[at]
        if atom.kind == "number":
            return atom.text.lstrip("0") or "0"
        is_beside = is_suited or (atom.is_glued and self._suit(atoms, at - 1) is not None)
        follows = at + 1 < len(atoms) and atoms[at + 1].is_glued and self._suit(atoms, at + 1) is not None
        if atom.kind == "word" and (is_beside or follows) and self._style.letters is _ENGLISH:
            if atom.low == "a":
                self._has_ace = True
                return str(self._style.ace)
            if atom.low in _COURT:
                self._note("11 to 13 stand as numbers")
                return str(_COURT[atom.low])
        return None

    def _cards(self, atoms: Sequence[_Atom]) -> _Cards:
        """Cards with their suits before or behind them."""
        found = _Cards()
        suit: str | None = None
        pending: list[str] = []
        unknown, at = 0, 0
        if [atom.text for atom in atoms] == ["-"]:
            found.tail = "-"
            return found
        while at < len(atoms):
            atom = atoms[at]
            self._see_letter(atoms, at)
            sign = self._suit(atoms, at)
            rank = self._rank(atoms, at, is_suited=suit is not None and at > 0 and atoms[at - 1].text in (",", ".", "/", "-"))
            if rank is not None and sign is not None and not (atom.is_glued and suit is not None):
                rank = None
            if atom.text == "+" and at + 1 < len(atoms) and atoms[at + 1].kind == "number":
                unknown += int(atoms[at + 1].text)
                at += 1
            elif rank is not None:
                if suit is None:
                    pending.append(rank)
                else:
                    found.cards.append((suit, rank))
            elif sign is not None:
                if pending:
                    found.cards += [(sign, each) for each in pending]
                    pending, suit = [], None
                else:
                    suit = sign
                if (atom.kind == "word" and len(atom.low) > 1) or (sign.lower() != atom.low and atom.kind == "word"):
                    self._note("suits are D, H, S and C")
            elif atom.text == "?":
                unknown += 1
                self._note("'+1' is a card of a hand that is not known")
            elif atom.kind == "word" and at + 1 < len(atoms) and atoms[at + 1].kind == "number" and atoms[at + 1].is_glued:
                found.rest.append(atom.text + atoms[at + 1].text)
                at += 1
            elif atom.kind == "word" and (atom.is_glued or atom.low not in _FILLERS | {"cards", "card", "karten", "cartes"}):
                found.rest.append(atom.text)
            at += 1
        found.rest = pending + found.rest
        found.tail = f"+{unknown}" if unknown else ""
        return found

    def _see_letter(self, atoms: Sequence[_Atom], at: int) -> None:
        """Notes a letter that can be that of a suit."""
        atom = atoms[at]
        if atom.kind == "word" and len(atom.low) == 1 and atom.low not in "ajo":
            after = at + 1 < len(atoms) and atoms[at + 1].kind == "number"
            before = atom.is_glued and at > 0 and atoms[at - 1].kind == "number"
            if (after or before) and not (atom.low in _COURT and at and atom.is_glued and self._suit(atoms, at - 1)):
                self._letters.add(atom.low)

    # -- fields in strict form --------------------------------------------------------------------------------------------------------

    def _write_fields(self) -> None:
        self._gather()
        play: list[tuple[int, str]] = []
        is_in_play = False
        for segment in self._segments:
            line, key = segment.line, segment.key
            if key == "-":
                self._out.setdefault(line, [])
            elif key == "diamonds":
                self._put(line, "diamonds 1")
            elif key in ("play", "trick"):
                is_in_play = True
                if key == "trick" or segment.text:
                    play.append((line, segment.text))
                if key == "trick" or not segment.text:
                    self._note("lines of tricks begin with 'play'")
                self._note_key(segment)
                self._out.setdefault(line, [])
            elif key is None:
                is_in_play = self._write_free(segment, is_in_play, play)
            else:
                self._put(line, self._field(segment))
        if play:
            _Play(self, play).write()

    def _put(self, line: int, text: str) -> None:
        self._out.setdefault(line, []).append(text)

    def _comment(self, segment: _Segment) -> None:
        self._note("what is no field stands behind '#'")
        self._comments[segment.line] = " ".join(filter(None, [f"# {segment.text}", self._comments[segment.line]]))
        self._out.setdefault(segment.line, [])

    def _gather(self) -> None:
        """Gives a key without words the lines below it; a list of hands below their key becomes single hands."""
        for at, segment in enumerate(self._segments):
            if segment.key in (None, "-", "diamonds", "players", "play", "trick", "id"):
                continue
            following = self._segments[at + 1 :]
            if (
                segment.key in _OF_ONE
                and not segment.text
                and following
                and following[0].key is None
                and self._starts_with_name(following[0].text)
            ):
                for other in following:
                    if other.key is not None or not self._starts_with_name(other.text):
                        break
                    other.key = segment.key
                segment.key, segment.text = None, segment.spelling.rstrip(" :=-")
            elif segment.key in _OF_ONE:
                count = len(self._cards(_atoms(segment.text)).cards) if segment.text else 0
                for other in following:
                    cards = self._cards(_atoms(other.text))
                    is_below = (
                        count == 0 or self._raw[other.line][:1].isspace() or not re.fullmatch(r"(?:\W*[^\W\d]\W*\d+)+\W*", other.text)
                    )
                    if (
                        other.key is not None
                        or cards.rest
                        or not cards.cards
                        or not is_below
                        or self._starts_with_name(other.text)
                        or count >= 10
                    ):
                        break
                    segment.text += " " + other.text
                    other.key = "-"
                    count += len(cards.cards)
            elif not re.search(r"\w", segment.text):
                for other in following:
                    if other.key is not None or not other.text:
                        break
                    segment.text = " ".join(filter(None, [segment.text, other.text]))
                    other.key = "-"
                    if segment.key not in ("showroom", "vault", "score", "teams", "won"):
                        break

    def _starts_with_name(self, text: str) -> bool:
        atoms = _atoms(text)
        return bool(atoms) and self._suit_card(atoms, 0) is None and self._peek(atoms, 0) is not None

    def _peek(self, atoms: Sequence[_Atom], at: int, *, near: bool = False) -> tuple[int, int] | None:
        """As `_name_at`, without a note."""
        before = dict(self._habits)
        found = self._name_at(atoms, at, near=near)
        self._habits = before
        return found

    def _suit_card(self, atoms: Sequence[_Atom], at: int) -> int | None:
        """Where the rank stands of a card that begins with its suit at `at`."""
        if self._suit(atoms, at) is None:
            return None
        after = at + 1
        while after < len(atoms) and atoms[after].text in (":", "(", ".", "-") and after < at + 3:
            after += 1
        is_rank = after < len(atoms) and (atoms[after].kind == "number" or atoms[after].text == "?")
        is_court = (
            after == at + 1
            and after < len(atoms)
            and (atoms[after].is_glued or len(atoms[at].low) > 1)
            and self._rank(atoms, after, is_suited=False)
        )
        return after if is_rank or is_court else None

    def _write_free(self, segment: _Segment, is_in_play: bool, play: list[tuple[int, str]]) -> bool:
        """A line without a key: heads of a table, a trick, a hand, a sentence, or a comment. Whether the play has begun."""
        text, low = segment.text, _folded(segment.text)
        atoms = _atoms(text)
        if re.match(r"x-[\w.-]+(?:\s|$)", text):
            self._put(segment.line, text)
            return is_in_play
        if (columns := self._heads(atoms)) is not None:
            self._columns = columns
            self._comment(segment)
            return is_in_play
        if (match := _HOLDS.fullmatch(low)) and (seat := self._owner(text[: match.end("who")])) is not None:
            self._put(segment.line, self._hand("hand", seat, _atoms(text[match.start("what") :])))
            self._note("keys stand first: 'hand', 'dealer'")
            return is_in_play
        if (match := _PASSES.fullmatch(low)) and (seat := self._owner(text[: match.end("who")])) is not None:
            key = "gave" if match["verb"] in ("gave", "passed", "gab") else "got"
            self._put(segment.line, self._hand(key, seat, _atoms(text[match.start("what") :])))
            self._note("keys stand first: 'hand', 'dealer'")
            return is_in_play
        count = len(self._cards(atoms).cards)
        found = self._peek(atoms, 0) if self._suit_card(atoms, 0) is None else None
        if found and not is_in_play and found[0] not in self._owners and count > self._trick_size:
            self._put(segment.line, self._hand("hand", found[0], atoms[found[1] :]))
            self._note("keys stand first: 'hand', 'dealer'")
            return False
        if count and (found or is_in_play or count >= min(2, self._trick_size)) and (is_in_play or count <= 2 * self._trick_size or found):
            play.append((segment.line, text))
            self._note("lines of tricks begin with 'play'")
            self._out.setdefault(segment.line, [])
            return True
        is_first = not any(other.key for other in self._segments if other.line < segment.line)
        if count or (not is_first and re.search(r"\d|perfe|team|round|runde|dealer|deals", low)):
            self._put(segment.line, text)  # it says something that a comment would lose
        elif is_in_play and re.match(r"\W*(?:>|→|=)", text):
            play.append((segment.line, text))
            self._note("lines of tricks begin with 'play'")
            self._out.setdefault(segment.line, [])
        else:
            self._comment(segment)
        return is_in_play

    def _owner(self, text: str) -> int | None:
        return self._who(text.strip(), near=True) if len(text.split()) < 4 else None

    def _heads(self, atoms: Sequence[_Atom]) -> list[int] | None:
        """The seats of a row of names, which stands above columns of cards."""
        seats, at = [], 0
        while at < len(atoms):
            found = self._peek(atoms, at)
            if found:
                seats.append(found[0])
                at += found[1]
                continue
            if atoms[at].kind in ("number", "sign") or (atoms[at].kind == "word" and atoms[at].low not in _HEADS):
                return None
            at += 1
        return seats if len(seats) == self._count > 1 and len(set(seats)) == len(seats) else None

    def _note_key(self, segment: _Segment) -> None:
        word = segment.spelling.rstrip(" :=,|;-")
        if segment.spelling != word:
            self._note(f"keys stand without '{segment.spelling[len(word) :].strip()}'")
        if segment.key not in (None, "trick") and _folded(word) != segment.key and segment.spelling != "?":
            self._note(f"'{word}' is '{segment.key}'")
        elif segment.spelling == "?":
            self._note("keys stand first: 'hand', 'dealer'")

    def _field(self, segment: _Segment) -> str:
        """A field in strict form; as it stands where it cannot be understood."""
        key, text = segment.key or "", segment.text
        low = _folded(text)
        self._note_key(segment)
        plain = f"{key} {text}".rstrip()
        if key == "players":
            seats = str(self._count) if self._names is None else " ".join(map(self._quoted, self._names))
            if self._names and any(re.search(r"\s", name) for name in self._names) and '"' not in text:
                self._note("names with a blank stand in quotes")
            for place, _ in self._noted:
                if place in self._places:
                    seats += f"; {place} {self._label(self._places[place])}"
                    self._note(f"'{place}' is a field of its own")
            return f"players {seats}"
        if key in ("dealer", "see", "lead"):
            found = self._place(text)
            if found is None:
                return plain
            if found[1]:
                self._comments[segment.line] = " ".join(filter(None, [f"# {' '.join(found[1])}", self._comments[segment.line]]))
                self._note("what is no field stands behind '#'")
            return f"{key} {self._label(found[0])}"
        if key in ("hand", "dealt", "gave", "got", "void"):
            return self._of_seat(key, text)
        if key in ("showroom", "vault", "score"):
            return f"{key} {self._numbers(text)}"
        if key == "took":
            atoms = _atoms(text)
            named = self._name_at(atoms, 0, near=True)
            counts = self._cards(atoms[named[1] :] if named else [])
            if named is None or counts.rest or not counts.cards:
                return plain
            return f"took {self._label(named[0])} " + " ".join(suit + count for suit, count in counts.cards)
        if key == "won":
            return f"won {self._winners(text)}"
        if key == "out":
            return f"out {self._cards_text(text)}"
        if key == "round":
            return f"round {self._round(text)}"
        if key == "pass":
            number = re.search(r"\d+", low)
            word = next((count for name, count in _COUNTS.items() if re.search(rf"\b{name}\b", low)), None)
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
        atoms = _atoms(text)
        while atoms and (atoms[0].text in "([" or atoms[0].low in ("of", "von", "de", "van")):
            atoms = atoms[1:]
        found = (
            self._name_at(atoms, 0, near=self._suit_card(atoms, 0) is None, numbers=len(atoms) > 1 and self._suit(atoms, 1) is not None)
            if atoms
            else None
        )
        if found and self._suit_card(atoms, 0) is not None and found[1] == 1:
            found = None
        if found:
            return self._hand(key, found[0], atoms[found[1] :])
        for at in range(len(atoms) - 1, 0, -1):
            behind = self._peek(atoms, at, near=True) if self._suit_card(atoms, at) is None and self._suit(atoms, at) is None else None
            if behind and atoms[at - 1].low in ("to", "from", "an", "von", "a", "de") and key in ("gave", "got"):
                self._note(f"'{key}' is a matter of the player who stands behind it")
                return self._hand(key, self._me(), atoms[: at - 1])
            if behind and at + behind[1] >= len(atoms) - 1:
                self._note("the player stands before the cards")
                return self._hand(key, behind[0], [*atoms[:at]])
        return self._hand(key, self._me(), atoms)

    def _me(self) -> int | None:
        """Whose cards are meant where nobody is named."""
        if self._style.me is not None:
            return self._style.me
        seat = self._places.get("see")
        if seat is None and len(self._owners) == 1:
            seat = next(iter(self._owners))
        if seat is None:
            self._lacks_owner = True
        return seat

    def _hand(self, key: str, seat: int | None, atoms: Sequence[_Atom]) -> str:
        if seat is not None:
            self._owners.add(seat)
        who = "" if seat is None else f"{self._label(seat)} "
        while atoms and atoms[0].text in (":", "-", "=", ",", ")", "|") and len(atoms) > 1:
            atoms = atoms[1:]
        if key == "void":
            suits = [suit for at in range(len(atoms)) if (suit := self._suit(atoms, at))]
            return f"void {who}{' '.join(suits)}"
        text = "".join(("" if atom.is_glued else " ") + atom.text for atom in atoms).strip()
        return f"{key} {who}{self._cards_text(text)}"

    def _cards_text(self, text: str) -> str:
        """Cards in strict form; as they stand where they are strict already."""
        if self._style.letters is _ENGLISH and _STRICT_CARDS.fullmatch(text):
            self._cards(_atoms(text))
            return text
        cards = str(self._cards(_atoms(text)))
        if cards.split() != text.split() and re.sub(r"[^\w+?-]", "", cards) != re.sub(r"[^\w+?-]", "", text):
            self._note("cards are written as in D15,9 H12")
        elif cards.split() != text.split():
            self._note("a comma or a blank stands between cards")
        return cards

    def _numbers(self, text: str) -> str:
        """A number for each player, in their order; named ones are put in it."""
        atoms = [atom for atom in _atoms(text) if re.search(r"\w", atom.text)]
        named: dict[int, str] = {}
        at = 0
        while at < len(atoms):
            found = self._name_at(atoms, at, near=True)
            after = at + (found[1] if found else 0)
            if found is None or after >= len(atoms) or atoms[after].kind != "number":
                break
            named[found[0]] = atoms[after].text
            at = after + 1
        if at == len(atoms) and len(named) == self._count:
            self._note("numbers stand in the order of the players")
            return " ".join(named[seat] for seat in range(self._count))
        if atoms and all(atom.kind == "number" for atom in atoms):
            return " ".join(atom.text for atom in atoms)
        return text

    def _winners(self, text: str) -> str:
        atoms = [atom for atom in _atoms(text) if re.search(r"\w", atom.text)]
        if not atoms or (len(atoms) == 1 and atoms[0].low in ("nobody", "none", "niemand", "keiner", "personne")):
            return "-"
        words, at = [], 0
        while at < len(atoms):
            found = self._name_at(atoms, at, near=True)
            if found is None:
                if atoms[at].low in _FILLERS | {"trick", "tricks"}:
                    at += 1
                    continue
                return text
            at += found[1]
            count = at < len(atoms) and atoms[at].kind == "number"
            words.append(self._label(found[0]) + (f":{atoms[at].text}" if count else ""))
            at += count
        return " ".join(words)

    @staticmethod
    def _round(text: str) -> str:
        low = _folded(text)
        if re.search("[^\\W\\d]{5}", low) or not re.search(r"\d|\b[ivx]+\b", low):
            return text
        low = re.sub(r"\b[ivx]+\b", lambda match: str(_ROMAN.get(match[0], match[0])), low)
        return "/".join(re.findall(r"\d+", low)[:2]) if len(re.findall(r"\d+", low)) <= 2 else text

    @staticmethod
    def _is_no(text: str) -> bool:
        return re.fullmatch(r"\W*(?:no|none|nein|non|keine?|0|nobody|without|single|-)?\W*", _folded(text)) is not None

    def _teams(self, text: str) -> str:
        """``yes`` where the partners who are named sit opposite each other."""
        if self._is_no(text):
            return "no"
        if re.fullmatch(r"\W*(?:yes|ja|oui|y|j|1|true)\W*", _folded(text)):
            return "yes"
        seats, at, atoms = [], 0, _atoms(text)
        while at < len(atoms):
            found = self._name_at(atoms, at, near=True)
            if found:
                seats.append(found[0])
            at += found[1] if found else 1
        half = self._count // 2
        pairs = [*zip(seats[::2], seats[1::2], strict=False)]
        if len(seats) == len(set(seats)) == self._count and all(abs(a - b) == half for a, b in pairs) and self._count in (4, 6):
            self._note("these partners sit opposite each other, as 'teams yes' says")
            return "yes"
        return text

    def _joined(self) -> Iterator[str]:
        """The lines of the text, each as it stands where that is strict already."""
        for line, raw in enumerate(self._raw):
            words = "; ".join(filter(None, self._out.get(line, [])))
            text = "  ".join(filter(None, [words, self._comments[line]]))
            head = "".join(f"{each}\n" for each in self._head) if line == 0 else ""
            yield head + (raw if text.split() == raw.split() else text)


def _remove(text: str, pattern: re.Pattern[str]) -> str:
    """The text without what a pattern finds in its folded form."""
    for match in reversed(list(pattern.finditer(_folded(text)))):
        text = text[: match.start()] + text[match.end() :]
    return text


def _listed(text: str) -> list[str]:
    """The names of a list, by what stands between them: commas, numbers, hyphens or blanks."""
    text = re.sub(r"\s+(?:and|und|et|en)\s+", ", ", text.strip(" ()[]{}.:"), flags=re.IGNORECASE) + "."
    text = text[:-1]
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
