"""People's own comments: kept when a record is written anew, at their places."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from diamonds_solver.notation.problems import Line
from diamonds_solver.notation.text import comment_of, lex_line

from .write import broken_play


class _Place(NamedTuple):
    """Where a field begins or ends."""

    round: int
    """Of the record, counted from the last one, which is 0: the first may stand without its line."""
    key: str
    seat: int | None
    moves: int = 0
    """Of the round's `play`, how many stand before the place."""


class _Field(NamedTuple):
    begin: _Place
    end: _Place
    text: str
    """What stands after the key."""


@dataclass
class _Piece:
    """A line of the new text, or a part of a `play`, and the comments at it."""

    source: _Field
    text: str
    before: list[str] = field(default_factory=list)
    beside: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        return "\n".join([*self.before, "  ".join([self.text, *self.beside])])


@dataclass
class _Comment:
    text: str
    beside: int | None
    """The field whose line it ends."""
    after: int
    """How many fields stand before it."""


class _Index:
    """Pieces by their places."""

    def __init__(self, pieces: Iterable[tuple[_Place, _Piece]]) -> None:
        self._pieces: dict[_Place, _Piece] = {}
        self._by_name: dict[_Place, list[_Piece]] = {}
        for place, piece in pieces:
            self._pieces.setdefault(place, piece)
            self._by_name.setdefault(place._replace(round=0), []).append(piece)

    def find(self, place: _Place) -> _Piece | None:
        """The piece of a place; of what stands once in the text also in another round: some fields move above the first one."""
        alone = self._by_name.get(place._replace(round=0), ())
        return self._pieces.get(place) or (alone[0] if len(alone) == 1 else None)


@dataclass
class Commenter:
    """Puts the comments of one record's text into another text of it."""

    by_seat: Collection[str]
    """Keys of fields that are each for one seat."""
    find_seat: Callable[[str], int | None]
    count_moves: Callable[[str], int]
    """See ``Grammar.count_moves``."""

    def weave(self, text: str, source: str) -> str:
        """A record's strict `text`, one field a line, with the comments that it has in `source`.

        A comment stays at the end of its field's line, or before the field that it stands before; in `play` at the same move, where the
        line is broken. Next to a field that is not written it stands before the next one that is.
        """
        fields: list[_Field] = []
        comments: list[_Comment] = []
        for line, own in self._lines(source):
            fields += own
            if (start := comment_of(line)) is not None:
                comments.append(_Comment(line[start:].rstrip(), len(fields) - 1 if own else None, len(fields)))
        at = [each.beside for each in comments if each.beside is not None], [each.after for each in comments]
        breaks = {fields[number].end for number in at[0]} | {fields[number].begin for number in at[1] if number < len(fields)}
        pieces = list(self._pieces(text, breaks))
        begins, ends = _Index((piece.source.begin, piece) for piece in pieces), _Index((piece.source.end, piece) for piece in pieces)
        last: list[str] = []
        for comment in comments:
            if comment.beside is not None and (piece := ends.find(fields[comment.beside].end)) is not None:
                piece.beside.append(comment.text)
                continue
            later = (begins.find(each.begin) for each in fields[comment.after :])
            piece = next((piece for piece in later if piece is not None), None)
            (last if piece is None else piece.before).append(comment.text)
        return "\n".join([*map(str, pieces), *last]) + "\n"

    def _lines(self, text: str) -> Iterator[tuple[str, Sequence[_Field]]]:
        """The lines of a record, each with its fields."""
        lines = [(line, list(lex_line(Line("", 1, line)))) for line in text.splitlines()]
        count = sum(each.name == "round" for _, own in lines for each in own)
        rounds, moves = -count if count > 1 else -1, 0
        for line, own in lines:
            fields = []
            for each in own:
                if each.name == "round":
                    rounds, moves = rounds + 1, 0
                words = " ".join(word.text for word in each.words)
                seat = self.find_seat(each.words[0].text) if each.words and each.name in self.by_seat else None
                begin = end = _Place(rounds if count > 1 else 0, each.name, seat)
                if each.name == "play":
                    begin = begin._replace(moves=moves)
                    moves += self.count_moves(words)
                    end = begin._replace(moves=moves)
                fields.append(_Field(begin, end, words))
            yield line, fields

    def _pieces(self, text: str, breaks: Collection[_Place]) -> Iterator[_Piece]:
        """The lines of the strict text; those of a play as one, which is broken at `breaks` alone."""
        play: _Field | None = None
        for line, fields in self._lines(text):
            if fields and fields[0].begin.key == "play":
                begin, words = (play.begin, f"{play.text} {fields[0].text}") if play else (fields[0].begin, fields[0].text)
                play = _Field(begin, fields[0].end, words)
                continue
            if play is not None:
                yield from self._broken(play, breaks)
                play = None
            place = fields[0].begin if fields else _Place(-1, "", None)
            yield _Piece(_Field(place, place, ""), line)
        if play is not None:
            yield from self._broken(play, breaks)

    def _broken(self, play: _Field, breaks: Collection[_Place]) -> Iterator[_Piece]:
        begin = end = play.begin
        words: list[str] = []
        for word in play.text.split():
            count = self.count_moves(word)
            if words and end != begin and end in breaks and (count or word == "/"):
                yield _play_piece(begin, end, words)
                begin, words = end, []
            words.append(word)
            end = end._replace(moves=end.moves + count)
        yield _play_piece(begin, end, words)


def _play_piece(begin: _Place, end: _Place, words: Sequence[str]) -> _Piece:
    text = " ".join(words)
    return _Piece(_Field(begin, end, text), broken_play(f"play {text}"))
