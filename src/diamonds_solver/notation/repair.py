"""The one small repair that makes a bad record right, found from outside: a slip is mended in its text, and the text is read again."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, pairwise, product, takewhile
from typing import Any

from diamonds_solver.common.wording import quote, seen_places

from .problems import Line, Problem, RecordError
from .text import Field, Word, lex_line

IsRight = Callable[[str], bool]
"""Whether the text of one record can be read."""

_MEANT = re.compile(r"did you mean '(.+)'\?")
_CARD = re.compile(r"[^\W\d]\d|[RGBYDFW]$")
_COLON = re.compile(r"[:=]+")
_MOST_WORDS = 50  # before the first problem of a play, at which a slip is looked for: about a round
_MOST_TEXT = 20_000  # characters of a record that is read again and again; whole games have 2,000
_ENDLESS = re.compile(r"\d{1000}")  # Python reads no number of some thousand digits, and nobody means one
_LEADERS = ("dealer", "turn")  # fields that say who begins
MOST_NAMED = 3  # repairs that are looked for where several fit
_OF_WORDS = ("E-FIELD", "E-SEAT", "E-PLAY", "E-CARD", "E-RANK")
_SEATS = 6  # the most players of any game
_CHUNK = re.compile(r"([^\d,]*)(\d+),?")


@dataclass(frozen=True, order=True)
class Edit:
    """Characters of one line to be replaced: `start` and `end` are indices into its text."""

    number: int
    """Of the line, from 1."""
    start: int
    end: int
    text: str


@dataclass(frozen=True)
class Repair:
    """A change of the source after which the record can be read."""

    edits: tuple[Edit, ...]
    hint: str
    """What to do, in words; names the line."""
    is_sure: bool = True
    """Whether it loses nothing that was written, so that it may be made without asking."""
    is_evident: bool = False
    """Whether the text shows that the slip is there, such as a word that cannot be read; else it may be at another place as well."""

    def to_dict(self) -> dict[str, Any]:
        """As ``diamonds check --json`` writes it: columns from 1, and how many characters each edit replaces."""
        edits = [{"line": edit.number, "column": edit.start + 1, "length": edit.end - edit.start, "text": edit.text} for edit in self.edits]
        return {"hint": self.hint, "edits": edits}


def may_be_mended(error: RecordError) -> bool:
    """Whether its text can be read again and again, with changes; not that of JSON, and nothing very long."""
    texts = [line.text for line in error.lines]
    return 0 < sum(map(len, texts)) <= _MOST_TEXT and not any(map(_ENDLESS.search, texts))


def may_be_one_slip(error: RecordError) -> bool:
    """Whether one card or one player in place of another may be all that is wrong: each of several words that cannot be read is a slip.

    What is forgotten is none: the message says what to write, and each text read again would try all ways to fill it in.
    """
    if all(problem.code == "E-FORGOTTEN" for problem in error.problems):
        return False
    return sum(problem.code in _OF_WORDS for problem in error.problems) <= 2  # a word may be wrong in two ways


def find_repairs(error: RecordError, is_right: IsRight) -> Sequence[Repair]:
    """The small repairs of which each makes a record right, at most `MOST_NAMED` of them; none for JSON and very long records.

    What is evident comes in kinds, the likeliest first: these are of the first kind that helps. Where none is, they are all that help: a
    slip may be anywhere. Only one that is alone and sure may be made without asking: see `sure_repair`.
    """
    if not may_be_mended(error):
        return ()
    slips = _Slips([field for line in error.lines for field in lex_line(line)], error.problems)
    if sum(is_right(_edited(error.lines, edits)) for edits in slips.choices()) > 1:
        return ()  # the message names whom that player may rob
    anywhere = chain(slips.beginnings(), slips.victims(), slips.hands(), slips.play()) if may_be_one_slip(error) else ()
    for kind in (slips.colons(), slips.spelling(), slips.names(), slips.unreadable(), anywhere):
        repairs: dict[str, Repair] = {}
        for repair in kind:
            text = _edited(error.lines, repair.edits)
            if text not in repairs and is_right(text):
                repairs[text] = replace(repair, is_evident=kind is not anywhere)
                if len(repairs) == MOST_NAMED:
                    break
        if repairs:
            return tuple(repairs.values())
    return ()


def sure_repair(repairs: Sequence[Repair]) -> Repair | None:
    """The only one of them, where it is sure."""
    return repairs[0] if len(repairs) == 1 and repairs[0].is_sure else None


def apply_edits(text: str, edits: Iterable[Edit]) -> str:
    """A whole source with its edits made; nothing else changes, line ends and a byte order mark included."""
    pieces = re.split(r"(\r\n|\r|\n)", text)
    for edit in sorted(set(edits), reverse=True):
        index = 2 * (edit.number - 1)
        line = pieces[index]
        mark = int(line.startswith("\ufeff"))
        places = [place + mark for place in seen_places(line[mark:])]
        end = places[edit.end] if edit.end == edit.start else places[edit.end - 1] + 1
        pieces[index] = line[: places[edit.start]] + edit.text + line[end:]
    return "".join(pieces)


def changes(line: Line, text: str) -> Iterator[Edit]:
    """The edit that makes a line say `text`; none where it does."""
    old = line.text
    if old != text:
        start = next((at for at, (a, b) in enumerate(zip(old, text, strict=False)) if a != b), min(len(old), len(text)))
        most = min(len(old), len(text)) - start
        same = next((at for at in range(most) if old[-1 - at] != text[-1 - at]), most)
        yield Edit(line.number, start, len(old) - same, text[start : len(text) - same])


def _edited(lines: Sequence[Line], edits: Iterable[Edit]) -> str:
    """The text of one record after some edits."""
    texts = {line.number: line.text for line in lines}
    for edit in sorted(edits, reverse=True):
        line = texts[edit.number]
        texts[edit.number] = line[: edit.start] + edit.text + line[edit.end :]
    return "\n".join(texts.values())


class _Slips:
    """What may have gone wrong in one record, as repairs to be tried."""

    def __init__(self, fields: Sequence[Field], problems: Sequence[Problem]) -> None:
        self._fields, self._problems = fields, problems
        self._players = next((field for field in fields if field.name == "players"), None)
        names = self._players.words if self._players else []
        number = names[0].text if len(names) == 1 else ""
        self._seats = (
            [f"P{seat + 1}" for seat in range(min(int(number), _SEATS))]
            if number.isdecimal() and len(number) < 3
            else [name for word in names for name in word.text.split(",") if name]
        )
        self._play = [word for field in fields if field.name == "play" for word in field.words]

    # -- words ----------------------------------------------------------------------------------------------------------------------

    def colons(self) -> Iterator[Repair]:
        """A colon after the name of a field."""
        colons = [edit for field in self._fields for edit in _without_colon(field)]
        if colons:
            yield Repair(tuple(colons), f"leave out the colon{_on(colons)}: a field is a name and its words")

    def spelling(self) -> Iterator[Repair]:
        """The words that messages take others for; colons go as well."""
        meant = [
            Edit(problem.line, problem.caret, problem.caret + problem.length, match[1])
            for problem in self._problems
            if problem.hint and (match := _MEANT.fullmatch(problem.hint)) and not problem.source[problem.caret :].startswith('"')
        ]
        starts = {(edit.number, edit.start) for edit in meant}
        for field in self._fields:
            if (field.key.line.number, field.key.start) not in starts:
                meant += _without_colon(field)
        if meant:
            words = ", ".join(f"'{edit.text}'" for edit in dict.fromkeys(meant) if edit.text)
            yield Repair(tuple(meant), f"write {words}{_on(meant)}")

    def names(self) -> Iterator[Repair]:
        """Quotes around a name that has a blank in it, wherever it stands."""
        if self._players is None:
            return
        words = self._players.words
        listed = self._players.verbatim().split(",")
        names = [name.split() for name in listed] if len(listed) > 1 else [[a.text, b.text] for a, b in pairwise(words)]
        spaced = [name for name in names if len(name) > 1 and not any('"' in part for part in name)]
        if len(listed) == 1:  # without commas two names in a row are one where they are so elsewhere as well
            others = [pair for field in self._fields if field is not self._players for pair in pairwise(word.text for word in field.words)]
            spaced = [name for name in spaced if tuple(name) in others]
        for chosen in [spaced] if len(listed) > 1 else [[name] for name in spaced]:
            edits = tuple(edit for name in chosen for field in self._fields for edit in _quoted(field.words, name))
            texts = ", ".join(f'"{" ".join(name)}"' for name in chosen)
            yield Repair(edits, f"a name with a space needs quotes: {texts}")

    def choices(self) -> Iterator[tuple[Edit, ...]]:
        """The victims that may be missing where only a victim is."""
        if self._suspects and {problem.code for problem in self._problems} == {"E-VICTIM-MISSING"}:
            word = self._suspects[-1]
            for name, blank in product(self._seats, ("", " ")):
                end = word.start + len(word.text)
                yield (Edit(word.line.number, end, end, f"{blank}>{name}"),)

    # -- the game -------------------------------------------------------------------------------------------------------------------

    def beginnings(self) -> Iterator[Repair]:
        """Another player who begins."""
        if self._players is None:
            return
        leads = [field for field in self._fields if field.name in (*_LEADERS, "lead") and len(field.words) == 1]
        for seat in self._seats:
            for field in leads:
                word = field.words[0]
                yield Repair((_edit(word, seat),), f"everything fits with '{field.name} {seat}'{_on([_edit(word, seat)])}")
            for key in _LEADERS if not leads else ():
                line, end = _end(self._players)
                edits = (Edit(line.number, end, end, f"; {key} {seat}"),)
                yield Repair(edits, f"everything fits with '{key} {seat}': add it after the players{_on(edits)}")

    def unreadable(self) -> Iterator[Repair]:
        """A word of the play that is no move: a card that nobody can read is one that was forgotten."""
        if self._suspects and any(problem.code in ("E-PLAY", "E-RANK") and self._is_in_play(problem) for problem in self._problems):
            word = self._suspects[-1]
            edits = (_edit(word, "?"),)
            yield Repair(edits, f"{quote(word.text)}{_on(edits)} cannot be read: write the card, or ? for one you forgot")

    def victims(self) -> Iterator[Repair]:
        """A blank before the victim of whoever wins the trick, or none before that of a card; a victim too early in its trick."""
        for word, after in zip(self._suspects, [*self._play[1:], None], strict=False):
            sign = word.text.find(">")
            if sign > 0:
                edits = (Edit(word.line.number, word.start + sign, word.start + sign, " "),)
                parted = f"{word.text[:sign]} {word.text[sign:]}"
                yield Repair(edits, f"write '{parted}'{_on(edits)}: the winner of the trick robs, so the victim is a word of its own")
            elif after is not None and after.text.startswith(">") and after.line is word.line:
                edits = (Edit(word.line.number, word.start + len(word.text), after.start, ""),)
                yield Repair(edits, f"write '{word.text}{after.text}'{_on(edits)}: the card robs, so the victim follows without a space")
        if self._suspects and (victim := self._suspects[-1]).text.startswith(">"):
            at = self._play.index(victim)
            gone = Edit(victim.line.number, victim.start, min(victim.start + len(victim.text) + 1, len(victim.line.text)), "")
            for word in takewhile(lambda word: word.text != "/", self._play[at + 1 : at + _SEATS]):
                end = word.start + len(word.text)
                moved = (gone, Edit(word.line.number, end, end, f" {victim.text}"))
                yield Repair(moved, f"write '{word.text} {victim.text}'{_on(moved)}: the winner of the trick robs after its last card")
            yield Repair((gone,), f"leave out {victim.text}{_on([gone])}: nobody robs there", is_sure=False)

    def hands(self) -> Iterator[Repair]:
        """A card that a hand lacks, or that is in two hands."""
        codes = {problem.code for problem in self._problems}
        hands = [field for field in self._fields if field.name == "hand" and len(field.words) > 1]
        if "E-HAND-SIZE" in codes:
            for field in hands:
                line, end = _end(field)
                edits = (Edit(line.number, end, end, " +1"),)
                if "+" not in field.words[-1].text:
                    yield Repair(edits, f"a card of {field.words[0].text} is missing: write it{_on(edits)}, or +1 for one you forgot")
        if "E-CARD-TWICE" in codes:
            for field in hands:
                line, end = _end(field)
                unknown = Edit(line.number, end, end, " +1")
                for edit, name in chain.from_iterable(map(_without_card, field.words[1:])):
                    yield Repair((edit,), f"leave out {name}{_on([edit])}")
                    if "+" not in field.words[-1].text:  # where nothing says how many cards the hand has, it may be another card
                        hint = f"write the right card for {name}{_on([edit])}, or +1 for one you forgot"
                        yield Repair((edit, unknown), hint, is_sure=False)

    def play(self) -> Iterator[Repair]:
        """A card that was left out, or is one too many. What comes after it must be proof: the last word of a play tells nothing.

        Of a card that was written twice nothing is lost.
        """
        suspects = self._suspects
        rest = self._play[self._play.index(suspects[-1]) + 1 :] if suspects else []
        suspects = [*suspects, *takewhile(lambda word: word.text != "/", rest)]  # it may be missing from the end of the trick
        for word, after in zip(suspects, [*suspects[1:], None], strict=False):
            if word is self._play[-1]:
                return
            before = (Edit(word.line.number, word.start, word.start, "? "),)
            if word.text not in ("/", "="):
                yield Repair(before, f"a card is missing before {word.text}{_on(before)}: write it, or ? for one you forgot")
                gone = Edit(word.line.number, word.start, min(word.start + len(word.text) + 1, len(word.line.text)), "")
                is_twice = after is not None and after.text == word.text
                why = ": it is one card too many" if _CARD.match(word.text) else ""
                yield Repair((gone,), f"leave out {word.text}{_on([gone])}{why}", is_sure=is_twice)
            elif word.text == "/":
                yield Repair(before, f"the trick has too few cards{_on(before)}: write the one that is missing, or ? if you forgot it")

    @property
    def _suspects(self) -> Sequence[Word]:
        """The words of the play up to the first problem in it."""
        first = min(((problem.line, problem.column) for problem in self._problems if self._is_in_play(problem)), default=None)
        if first is None:
            return ()
        before = [word for word in self._play if (word.line.number, word.line.column(word.start)) <= first]
        return before[-_MOST_WORDS:]

    def _is_in_play(self, problem: Problem) -> bool:
        return any(word.line.number == problem.line and word.start <= problem.caret <= word.start + len(word.text) for word in self._play)


def _edit(word: Word, text: str) -> Edit:
    return Edit(word.line.number, word.start, word.start + len(word.text), text)


def _end(field: Field) -> tuple[Line, int]:
    """Where a field ends."""
    word = field.words[-1]
    return word.line, word.start + len(word.text)


def _on(edits: Sequence[Edit]) -> str:
    """The lines of edits, as hints name them."""
    numbers = list(dict.fromkeys(edit.number for edit in edits))
    return f" on line {numbers[0]}" if len(numbers) == 1 else f" on lines {', '.join(map(str, numbers))}"


def _without_colon(field: Field) -> Iterator[Edit]:
    """The edits that take a colon from the end of a field's key, or from behind it."""
    key, at = field.key, len(field.key.text.rstrip(":="))
    if 0 < at < len(key.text):
        yield Edit(key.line.number, key.start + at, key.start + len(key.text), "")
    elif field.words and _COLON.fullmatch(field.words[0].text):
        end = key.start + len(key.text)
        yield Edit(key.line.number, end, field.words[0].start + len(field.words[0].text), "")


def _quoted(words: Sequence[Word], name: Sequence[str]) -> Iterator[Edit]:
    """The edits that put quotes around each place where `words` have these words in a row; a comma may follow."""
    for start in range(len(words) - len(name) + 1):
        run = words[start : start + len(name)]
        if [*(word.text for word in run[:-1]), run[-1].text.rstrip(",")] == list(name) and run[0].line is run[-1].line:
            end = run[-1].start + len(run[-1].text.rstrip(","))
            yield Edit(run[0].line.number, run[0].start, end, f'"{" ".join(name)}"')


def _without_card(word: Word) -> Iterator[tuple[Edit, str]]:
    """The edits that leave out one of the cards of a word, with the card's name; a suit stays with the cards after it."""
    suit = ""
    for match in _CHUNK.finditer(word.text):
        suit = match[1] or suit
        is_last = match.end() == len(word.text)
        if match.start() == 0 and is_last:
            start, end = 0, len(word.text)
        elif is_last:
            start, end = match.start() - 1, match.end()
        else:
            start, end = match.start(2), match.end()
        yield Edit(word.line.number, word.start + start, word.start + end, ""), suit + match[2]
