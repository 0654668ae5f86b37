"""A text of somebody else as lines of the strict notation."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from itertools import product

from ..round.rules import MAX_PLAYERS, MIN_PLAYERS
from .cards import CardReader, Style
from .fields import FieldWriter, Segment
from .play import Columns, Play
from .seats import Seats
from .words import (
    ALIAS,
    BREAK,
    CARD_COUNT,
    CARDS_IN_WORDS,
    CHAT,
    DEALS,
    DOES,
    ENGLISH,
    FOREIGN,
    GAME,
    GAME_HEAD,
    HAND_HEAD,
    HEADS,
    HOLDS,
    KEY,
    KEYS,
    LABEL,
    LEADS,
    NUMBER_SIGN,
    NUMBERED,
    OF_ONE,
    PASSES,
    ROBS,
    SECTION,
    STRICT_CARDS,
    WITHIN,
    Atom,
    atoms_of,
    folded,
    plain,
    unworded,
)

# -- ways to read a text ------------------------------------------------------------------------------------------------------------------


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


class _Reader:
    """Takes a text in one style. `form` is what comes of it."""

    def __init__(self, lines: Sequence[str], style: Style) -> None:
        self._raw = lines
        self._habits: dict[str, None] = {}
        self._cards = CardReader(style, self._note)
        self._seats = Seats(self._note)
        self._columns: Columns | None = None
        self._may_be_by_player = False
        self._out: dict[int, list[str]] = {}
        self._bodies, self._comments = self._cleaned()
        self._fields = FieldWriter(self._cards, self._seats, self._comments, self._note)
        self._head: list[str] = []
        self._segments = self._cut()
        self._find_players()
        self._find_places()
        self._write_fields()
        lines = tuple(self._joined())
        habits = tuple(self._habits)
        if not habits and lines != tuple(self._raw):
            habits = ("quotes, digits and signs are plain ones, and '/' goes between tricks",)
        self.form = StrictForm(lines, habits)

    def styles(self) -> Iterator[Style]:
        """The other styles in which the text may be meant."""
        letters = [ENGLISH]
        if not self._cards.letters <= ENGLISH.keys():
            fits = [each for each in FOREIGN if self._cards.letters <= each.keys()]
            letters = list({tuple(each[a] for a in sorted(self._cards.letters)): each for each in fits}.values()) or letters
        aces = (1, 14) if self._cards.has_ace else (1,)
        ways = (False, True) if self._may_be_by_player else (False,)
        owners = range(self._seats.count) if self._fields.lacks_owner else (None,)
        for letter, ace, way, me in product(letters, aces, ways, owners):
            yield Style(letter, ace, way, me)

    def _note(self, habit: str) -> None:
        self._habits[habit] = None

    # -- marks ------------------------------------------------------------------------------------------------------------------------

    def _cleaned(self) -> tuple[list[str], list[str]]:
        """The lines without bullets, frames and comments; and the comments."""
        texts = [plain(line) for line in self._raw]
        is_mail = all(text.lstrip().startswith(">") for text in texts if text.strip())
        is_chat = all(CHAT.match(text) for text in texts if text.strip())
        bodies, comments = [], []
        for text in texts:
            if is_mail:
                text = text.strip().removeprefix(">")
            if is_chat:
                text = CHAT.sub("", text)
            bare = text.strip()
            if re.fullmatch(r"(?:```|~~~)\w*|[-=_*|:+~ ]{3,}", bare):
                bodies.append("")
                comments.append("")
                continue
            comment = ""
            if section := SECTION.fullmatch(bare):
                bare = "" if section["title"] else section["key"]
                self._note("fields have no brackets")
            if (listed := unworded(bare)) != bare:
                bare = listed
                self._note("a record is a list of fields, not sentences")
            bare = NUMBER_SIGN.sub(r"\1 ", bare)
            match = re.search(r"(?:^|(?<=\s))#.*", bare)
            if match and bare.count('"', 0, match.start()) % 2 == 0:
                bare, comment = bare[: match.start()].strip(), match[0]
            if is_mail:
                self._note("lines do not begin with '>'")
            if is_chat:
                self._note("lines have no time or sender")
            body = re.sub(r"\*\*|__|`", "", bare)
            body = re.sub(r"^(?:[•*+]|-(?=\s))\s*", "", body)
            body = re.sub(r"(?<!\w)\*(\S[^*]*)\*", r"\1", body)
            if body != bare:
                self._note("fields have no bullets")
            if body.startswith("|"):
                self._note("fields have no frames")
                body = body.strip("| ")
            body = re.sub(r'"([^"\w]*(?:[^"]*[^\w"])?\w{0,8}\d[^"]*)"', lambda m: f" {m[1]} " if self._is_cards(m[1]) else m[0], body)
            body = re.sub(r"(?:(?<!\b\w)\.)?[\s,;]*$", "", body)
            bodies.append(body.strip())
            comments.append(comment)
        return bodies, comments

    @staticmethod
    def _is_cards(text: str) -> bool:
        return STRICT_CARDS.fullmatch(text.strip()) is not None

    # -- fields -----------------------------------------------------------------------------------------------------------------------

    def _cut(self) -> list[Segment]:
        """The text as fields and lines without a key. A heading is a key where the line after it has none."""
        segments: list[Segment] = []
        keyed = [bool(body) and KEY.match(folded(body)) is not None for body in self._bodies]
        is_in_play = has_game = False
        for line, body in enumerate(self._bodies):
            if not body and (heading := re.fullmatch(r"#{1,6}\s+(.+)", self._comments[line])):
                after = next((at for at in range(line + 1, len(keyed)) if self._bodies[at] or self._comments[at].startswith("#")), None)
                low = folded(heading[1])
                is_game = GAME.fullmatch(low) is not None and not has_game
                if is_game or (
                    after is not None and self._bodies[after] and not keyed[after] and KEY.match(low) and not re.search(r"\d", low)
                ):
                    body, self._comments[line] = heading[1], ""
                    self._note("what follows '#' is a comment")
            if not body:
                continue
            low = folded(body)
            if not has_game and GAME.fullmatch(low):
                segments.append(Segment(line, "diamonds", ""))
                has_game = True
                continue
            if not has_game and (head := GAME_HEAD.match(low)):
                segments.append(Segment(line, "diamonds", ""))
                has_game = True
                body, low = body[head.end() :], low[head.end() :]
            label = LABEL.match(low)
            is_label = label is not None and bool(re.search(r"[\d?]", low[label.end() :])) and not KEY.match(low, label.end())
            if is_label:
                segments.append(Segment(line, "trick", body))
                is_in_play = True
                continue
            starts = [0, *self._breaks(body, low)] if not is_in_play or keyed[line] or KEY.match(low) else [0]
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
        ends = []
        for match in BREAK.finditer(low):
            key = KEY.match(low, match.end())
            rest = low[match.end() :]
            if (key and key["key"] in WITHIN and re.search(r"\w", low[key.end() :])) or DOES.match(rest):
                ends.append(match.end())
        return ends

    def _segment(self, line: int, text: str) -> Segment:
        low = folded(text)
        match = KEY.match(low)
        if match is None and (head := HAND_HEAD.fullmatch(low)):
            return Segment(line, "hand", text[: head.end("who")], "?")
        if match is None:
            word = re.match(r"[^\W\d]{4,}(?=[\s:=])", low)
            near = get_close_matches(word[0], KEYS, 1, 0.78) if word else []
            if word and near and re.search(r"\w", low[word.end() :]):
                return Segment(line, near[0], text[word.end() :].strip(" :="), text[: word.end()])
            return Segment(line, None, text)
        key, rest = ALIAS[match["key"]], text[match.end() :].strip()
        low = folded(rest)
        if key == "gave" and re.fullmatch(r"\W*(?:\d|one|two|three|zwei|drei|eins)\W*(?:cards?|karten?)?\W*", low):
            key = "pass"
        if key == "pass" and re.search(r"[dhsc♦♥♠♣]\s*\d", low) and not re.fullmatch(r"\d( cards?)?", low):
            key = "gave"
        if key == "hand" and match["key"] == "main" and not re.search(r"\d", low):
            return Segment(line, None, text)
        return Segment(line, key, rest, text[: match.end()].rstrip())

    # -- players ----------------------------------------------------------------------------------------------------------------------

    def _find_players(self) -> None:
        """Who plays: by `players`, else by names with numbers before them, else by whose hands there are."""
        if not any(segment.key == "players" for segment in self._segments):
            self._join_numbered()
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
                self._seats.read(segment.text)
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
            self._seats.names, self._seats.count = unique, len(unique)
            field = "players " + " ".join(map(self._seats.quoted, unique))
            game = next((segment for segment in self._segments if segment.key == "diamonds"), None)
            if game is None:
                self._head.append(field)
            else:
                game.text = field
            self._note(f"'players {' '.join(map(self._seats.quoted, unique))}' is missing: the hands are in this order")

    def _join_numbered(self) -> None:
        """Names on lines of their own that are numbered from 1 become `players`."""
        listed = [(segment, match) for segment in self._segments if segment.key is None and (match := NUMBERED.fullmatch(segment.text))]
        if MIN_PLAYERS <= len(listed) <= MAX_PLAYERS and [int(match["number"]) for _, match in listed] == list(range(1, len(listed) + 1)):
            (first, _), *others = listed
            first.key, first.text = "players", ", ".join(match["name"] for _, match in listed)
            self._note("'players' comes before the names")
            for segment, _ in others:
                segment.key = "-"

    def _find_places(self) -> None:
        """The seats of dealer, view and lead, which the play needs."""
        for key, name in self._seats.noted:
            seat = self._seats.who(name, near=True)
            if seat is not None:
                self._seats.places[key] = seat
        for segment in self._segments:
            low = folded(segment.text)
            if segment.key is None:
                for key, pattern in (("dealer", DEALS), ("lead", LEADS)):
                    match = pattern.fullmatch(low)
                    if match and (seat := self._seats.who(segment.text[: match.end("who")], near=True)) is not None:
                        segment.key, segment.text, segment.spelling = key, segment.text[: match.end("who")], "?"
                        self._seats.places[key] = seat
            elif segment.key in ("dealer", "see", "lead"):
                text = segment.text or next((other.text for other in self._segments if other.key is None and other.line > segment.line), "")
                placed = self._seats.place(text)
                if placed is not None:
                    self._seats.places[segment.key] = placed[0]

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
                self._put(line, "diamonds 1" if not segment.text else f"diamonds 1\n{segment.text}")
            elif key in ("play", "trick"):
                is_in_play = True
                if key == "trick" or segment.text:
                    play.append((line, segment.text))
                if key == "trick" or not segment.text:
                    self._note("lines of tricks begin with 'play'")
                self._fields.note_key(segment)
                self._out.setdefault(line, [])
            elif key is None:
                is_in_play = self._write_free(segment, is_in_play, play)
            else:
                self._put(line, self._fields.write(segment))
        if play:
            tricks = Play(play, self._cards, self._seats, self._columns, self._note)
            for line, text in tricks.write().items():
                self._out[line].append(text)
            self._may_be_by_player = tricks.may_be_by_player
            for line in tricks.comments:
                self._comments[line] = " ".join(filter(None, [f"# {self._bodies[line]}", self._comments[line]]))

    def _put(self, line: int, text: str) -> None:
        self._out.setdefault(line, []).append(text)

    def _comment(self, segment: Segment) -> None:
        self._note("start lines that are not fields with '#'")
        self._comments[segment.line] = " ".join(filter(None, [f"# {segment.text}", self._comments[segment.line]]))
        self._out.setdefault(segment.line, [])

    def _gather(self) -> None:
        """Gives a key without words the lines below it; a list of hands below their key becomes single hands."""
        for at, segment in enumerate(self._segments):
            if segment.key in (None, "-", "diamonds", "players", "play", "trick", "id"):
                continue
            following = self._segments[at + 1 :]
            if (
                segment.key in OF_ONE
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
            elif segment.key in OF_ONE:
                segment.text = CARD_COUNT.sub("", segment.text)
                count = len(self._cards.cards(atoms_of(segment.text)).cards) if segment.text else 0
                for other in following:
                    cards = self._cards.cards(atoms_of(other.text))
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
        atoms = atoms_of(text)
        return bool(atoms) and self._cards.suit_card(atoms, 0) is None and self._seats.peek(atoms, 0) is not None

    def _write_free(self, segment: Segment, is_in_play: bool, play: list[tuple[int, str]]) -> bool:
        """A line without a key: heads of a table, a trick, a hand, a sentence, or a comment. Whether the play has begun."""
        text, low = segment.text, folded(segment.text)
        atoms = atoms_of(text)
        if re.match(r"x-[\w.-]+(?:\s|$)", text):
            self._put(segment.line, text)
            return is_in_play
        if (columns := self._heads(atoms)) is not None:
            self._columns = columns
            self._comment(segment)
            return is_in_play
        if (match := HOLDS.fullmatch(low)) and (seat := self._owner(text[: match.end("who")])) is not None:
            self._put(segment.line, self._fields.hand("hand", seat, atoms_of(text[match.start("what") :])))
            self._note("the key comes first: 'hand', 'dealer'")
            return is_in_play
        if (match := PASSES.fullmatch(low)) and (seat := self._owner(text[: match.end("who")])) is not None:
            key = "gave" if match["verb"] in ("gave", "passed", "gab") else "got"
            self._put(segment.line, self._fields.hand(key, seat, atoms_of(text[match.start("what") :])))
            self._note("the key comes first: 'hand', 'dealer'")
            return is_in_play
        count = len(self._cards.cards(atoms).cards)
        mention = self._seats.peek(atoms, 0) if self._cards.suit_card(atoms, 0) is None else None
        if mention and not is_in_play and mention.seat not in self._fields.owners and count > self._seats.trick_size:
            self._put(segment.line, self._fields.hand("hand", mention.seat, atoms[mention.size :]))
            self._note("the key comes first: 'hand', 'dealer'")
            return False
        if (
            count
            and (mention or is_in_play or count >= min(2, self._seats.trick_size))
            and (is_in_play or count <= 2 * self._seats.trick_size or mention)
        ):
            play.append((segment.line, text))
            self._note("lines of tricks begin with 'play'")
            self._out.setdefault(segment.line, [])
            return True
        is_first = not any(other.key for other in self._segments if other.line < segment.line)
        if count or CARDS_IN_WORDS.search(low) or (not is_first and re.search(r"\d|perfe|team|round|runde|dealer|deals", low)):
            self._put(segment.line, text)  # it says something that a comment would lose
        elif is_in_play and re.match(r"\W*(?:>|→|=)", text):
            play.append((segment.line, text))
            self._note("lines of tricks begin with 'play'")
            self._out.setdefault(segment.line, [])
        else:
            self._comment(segment)
        return is_in_play

    def _owner(self, text: str) -> int | None:
        return self._seats.who(text.strip(), near=True) if len(text.split()) < 4 else None

    def _heads(self, atoms: Sequence[Atom]) -> Columns | None:
        """The seats of a row of names, which stands above columns of cards."""
        seats, at = [], 0
        while at < len(atoms):
            mention = self._seats.peek(atoms, at)
            if mention:
                seats.append(mention.seat)
                at += mention.size
                continue
            if atoms[at].kind in ("number", "sign") or (atoms[at].kind == "word" and atoms[at].low not in HEADS):
                return None
            at += 1
        is_whole = len(seats) == self._seats.count > 1 and len(set(seats)) == len(seats)
        return Columns(tuple(seats), bool(atoms) and atoms[-1].low in ROBS) if is_whole else None

    def _joined(self) -> Iterator[str]:
        """The lines of the text, each as it stands where that is strict already."""
        for line, raw in enumerate(self._raw):
            words = "; ".join(filter(None, self._out.get(line, [])))
            text = "  ".join(filter(None, [words, self._comments[line]]))
            text = raw if text.split() == raw.split() else text
            yield "\n".join([*self._head, text] if line == 0 else [text])
