"""The tricks of a play, however they are set apart."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from .cards import CardReader, Note
from .seats import Seats
from .words import ENGLISH, FILLERS, LABEL, ROBS, ROMAN, WINS, Atom, atoms_of, folded

# -- the play -----------------------------------------------------------------------------------------------------------------------------
# The tricks of a play, however they are set apart: who plays what follows from the cards, so names beside them are checked, not needed.


@dataclass
class _Token:
    kind: str
    """card, name, rob, arrow, win, mark, number or word."""
    text: str = ""
    seat: int | None = None
    line: int = 0
    is_glued: bool = False
    has_colon: bool = False
    is_bracketed: bool = False


@dataclass(frozen=True)
class Columns:
    """The heads of a table of tricks."""

    seats: tuple[int, ...]
    """Whose cards stand below each name."""
    is_robbed_last: bool
    """Whether a last column has who is robbed."""


_MARKS = ("\n", "//", "/", "|", ";", "]", ")", "-", ",")
"""What may stand between tricks; the likeliest first."""


class Play:
    """The tricks of all lines of play, written as the notation has them."""

    def __init__(self, lines: Sequence[tuple[int, str]], cards: CardReader, seats: Seats, columns: Columns | None, note: Note) -> None:
        self._lines, self._cards, self._seats, self._note = lines, cards, seats, note
        self._columns = columns and columns.seats
        self._is_robbed_in_column = columns is not None and columns.is_robbed_last
        self._count, self._size = seats.count, seats.trick_size
        self.may_be_by_player = False
        """Whether each line may have all cards of one player."""
        self.comments: list[int] = []
        """Lines whose words are a comment beside what was written."""
        self._tokens: list[_Token] = []
        self._rows: dict[int, int] = {}
        """The seat that a line begins with, by line."""
        for line, text in lines:
            self._tokens += [*self._line_tokens(line, text), _Token("mark", "\n", line=line)]
        self._words: dict[int, list[str]] = {line: [] for line, _ in lines}

    def write(self) -> dict[int, str]:
        """The field of each line; empty for one that has nothing to say."""
        if self._count and self._is_by_player():
            self.may_be_by_player = True
            if self._cards.style.is_by_player:
                return self._write_by_player()
        tricks, is_regular = self._tricks()
        numbers = [number for trick in tricks if (number := next((int(t.text) for t in trick if t.kind == "number"), None)) is not None]
        is_counted = numbers == list(range(1, len(numbers) + 1)) and len(numbers) == len(tricks)
        if numbers and not is_counted:
            self._note("tricks are counted from 1")
        leader = self._first_leader()
        for number, trick in enumerate(tricks, 1):
            first = next((token.line for token in trick if token.kind == "card"), trick[0].line)
            words = self._words[first]
            if (words and words[-1] != "/") or (number > 1 and not is_regular and not words):
                words.append("/")
            if numbers:
                words.append(f"{number}.")
            leader = self._write_trick(trick, leader, is_last=number == len(tricks))
        bare = {line for line, text in self._lines if not text}
        return {line: " ".join(["play", *words]) if words or line in bare else "" for line, words in self._words.items()}

    # -- words ------------------------------------------------------------------------------------------------------------------------

    def _line_tokens(self, line: int, text: str) -> list[_Token]:
        tokens: list[_Token] = []
        low = folded(text)
        label = LABEL.match(low)
        if (
            label
            and re.search(r"[\d?]", low[label.end() :])
            and not (label["bare"] and self._cards.suit_card(atoms_of(text), 1) is None and not self._is_named(text, label))
        ):
            number = label["after"] or label["nth"] or label["number"] or label["bare"] or str(ROMAN.get(label["roman"] or "", 0))
            if number != "0":
                tokens.append(_Token("number", number, line=line))
                if not re.fullmatch(r"\d+\.\s*", label[0]):
                    self._note("a trick begins with its number and a full stop, or with no number")
                text = text[label.end() :]
        atoms = atoms_of(text)
        at, depth, wait = 0, 0, ""
        while at < len(atoms):
            atom = atoms[at]
            step, token = 1, None
            self._cards.see_letter(atoms, at)
            rank_at = self._cards.suit_card(atoms, at)
            if rank_at is not None:
                step = rank_at - at + 1
                rank = "?" if atoms[rank_at].text == "?" else self._cards.rank(atoms, rank_at, is_suited=True)
                token = _Token("card", f"{self._cards.suit(atoms, at)}{rank}")
                if len(atom.low) > 1 or rank_at > at + 1 or self._cards.style.letters is not ENGLISH:
                    self._note("suits are D, H, S and C")
            elif (behind := self._suit_behind(atoms, at)) is not None:
                step = behind - at + 1
                rank = self._cards.rank(atoms, at, is_suited=False)
                token = _Token("card", f"{self._cards.suit(atoms, behind)}{rank}")
                if behind > at + 1 or len(atoms[behind].low) > 1:
                    self._note("suits are D, H, S and C")
            elif atom.text == "?":
                token = _Token("rob", "?") if wait == "rob" else _Token("card", "?")
                wait = ""
            elif atom.text in "([":
                depth += 1
                token = _Token("mark", atom.text)
            elif atom.text in ")]":
                depth -= 1
                token = _Token("mark", atom.text)
            elif atom.text == ">" or atom.low in ROBS or atom.text == "→":
                wait = "arrow" if atom.text == "→" else "rob"
                if atom.text != ">":
                    self._note("the victim goes after '>'" if wait == "rob" else "the victim goes after '>', the winner after '='")
            elif atom.text == "=" or atom.low in WINS:
                if tokens and tokens[-1].kind == "name" and atom.text != "=":
                    tokens[-1].kind = "win"
                    self._note("the winner of a trick goes after '='")
                else:
                    wait = "win"
                    if atom.text != "=":
                        self._note("the winner of a trick goes after '='")
            elif (mention := self._seats.name_at(atoms, at, near=bool(wait))) is not None:
                step = mention.size
                after = atoms[at + step] if at + step < len(atoms) else None
                token = _Token(
                    wait or "name",
                    self._seats.label(mention.seat),
                    mention.seat,
                    has_colon=after is not None and after.text in (":", "="),
                    is_bracketed=depth > 0,
                )
                if after is not None and after.text == ":":
                    step += 1
                wait = ""
            elif atom.kind == "mark":
                if atom.text in _MARKS:
                    token = _Token("mark", atom.text)
                elif atom.text not in ".:{}&+":
                    token = _Token("word", atom.text)
            elif wait:
                token, wait = _Token(wait, atom.text), ""
            elif atom.kind == "word" and at + 1 < len(atoms) and atoms[at + 1].kind == "number" and atoms[at + 1].is_glued:
                token, step = _Token("card", atom.text + atoms[at + 1].text), 2
            elif atom.kind == "number":
                token = _Token("card", self._led(tokens, atom.text))
            elif atom.low not in FILLERS and (near := self._seats.name_at(atoms, at, near=True)) is not None:
                token = _Token("name", self._seats.label(near[0]), near[0], is_bracketed=depth > 0)
            elif atom.is_glued or atom.low not in FILLERS:
                token = _Token("word", atom.text)
            if token is not None:
                token.line, token.is_glued = line, atom.is_glued
                tokens.append(token)
            at += step
        return tokens

    def _is_named(self, text: str, label: re.Match[str]) -> bool:
        return self._seats.peek(atoms_of(text[label.end() :]), 0) is not None

    def _suit_behind(self, atoms: Sequence[Atom], at: int) -> int | None:
        """Where the suit stands of a card that begins with its rank at `at`."""
        if self._cards.rank(atoms, at, is_suited=False) is None:
            return None
        after = at + 1
        while after < len(atoms) and (atoms[after].low in ("of", "de", "d", "di") or atoms[after].text == "'") and after < at + 3:
            after += 1
        if self._cards.suit(atoms, after) is None:
            after = at + 1  # the D of diamonds, not a word between
        if self._cards.suit(atoms, after) is None:
            return None
        follows = after + 1 < len(atoms) and atoms[after + 1].is_glued and atoms[after + 1].kind == "number"
        return (
            None
            if follows or (after == at + 1 and not atoms[after].is_glued and self._cards.suit_card(atoms, after) is not None)
            else after
        )

    @staticmethod
    def _led(tokens: Sequence[_Token], rank: str) -> str:
        """A rank alone, with the suit of the cards before it where these have one suit."""
        suits = set()
        for token in reversed(tokens):
            if (token.kind in ("mark", "number") and token.text in ("/", "\n", "|", "//")) or token.kind == "number":
                break
            if token.kind == "card":
                suits.add(token.text[0])
        return suits.pop() + rank if len(suits) == 1 and not suits & {"?"} else rank

    # -- tricks -----------------------------------------------------------------------------------------------------------------------

    def _is_by_player(self) -> bool:
        """Whether every line begins with a name, each with one, and they are as long as one another."""
        rows: dict[int, list[_Token]] = {}
        for token in self._tokens:
            rows.setdefault(token.line, []).append(token)
        lines = [line for line, row in rows.items() if any(token.kind == "card" for token in row)]
        heads = [rows[line][0] for line in lines]
        cards = {sum(token.kind == "card" for token in rows[line]) for line in lines}
        if len(lines) != self._count or any(head.kind != "name" for head in heads) or len({head.seat for head in heads}) != self._count:
            return False
        self._rows = {line: head.seat for line, head in zip(lines, heads, strict=True) if head.seat is not None}
        return len(cards) <= 2 and max(cards) - min(cards) <= 1

    def _write_by_player(self) -> dict[int, str]:
        """The tricks of lines that have the cards of one player each."""
        self._note("'play' has the cards in the order in which they were played")
        hands: list[list[str]] = [[] for _ in range(self._count)]
        for token in self._tokens:
            seat = self._rows.get(token.line)
            if seat is None:
                continue
            if token.kind == "card":
                hands[seat].append(token.text)
            elif token.kind in ("rob", "arrow") and hands[seat]:
                hands[seat][-1] += f">{token.text}"
        leader = self._first_leader() or 0
        words: list[str] = []
        while any(hands):
            order = [(leader + turn) % self._count for turn in range(self._size)]
            trick = [hands[seat].pop(0) for seat in order if hands[seat]]
            words += [*(["/"] if words else []), *trick]
            best = self._winner(order, trick)
            leader = leader if best is None else best
        first, *others = [line for line, _ in self._lines]
        self.comments = [first, *others]
        return {first: " ".join(["play", *words])}

    def _tricks(self) -> tuple[list[list[_Token]], bool]:
        """The tokens of each trick, and whether all tricks are whole but the last."""
        size = self._size or 1
        total = sum(token.kind == "card" for token in self._tokens)
        best: tuple[int, str] | None = None
        for mark in _MARKS:
            groups = self._groups(mark)
            counts = [count for group in groups if (count := sum(token.kind == "card" for token in group))]
            if len(counts) > 1 and all(count == size for count in counts[:-1]) and counts[-1] <= size:
                self._note_mark(mark)
                return self._with_tails(groups), True
            whole = sum(count == size for count in counts)
            if mark == "/" and len(counts) > 1 and size < 2 * max(counts) <= 2 * size:
                return self._with_tails(groups), False  # a card is missing where a trick is short: none of the next trick is in it
            if mark in ("\n", "/", "|", "//") and 2 * whole > len(counts) > 2 and (best is None or whole > best[0]):
                best = whole, mark
        if best is not None and total % size != 0:
            self._note_mark(best[1])
            return self._with_tails(self._groups(best[1])), False
        return self._counted(size), True

    def _note_mark(self, mark: str) -> None:
        if mark not in ("\n", "/"):
            self._note("'/' goes between tricks")

    def _groups(self, mark: str) -> list[list[_Token]]:
        groups: list[list[_Token]] = [[]]
        for token in self._tokens:
            if token.kind == "mark" and token.text == mark:
                groups.append([])
            elif token.kind != "mark":
                groups[-1].append(token)
        return [group for group in groups if group]

    @staticmethod
    def _with_tails(groups: list[list[_Token]]) -> list[list[_Token]]:
        """Tricks; what stands between marks without a card belongs to the trick before."""
        tricks: list[list[_Token]] = []
        for group in groups:
            if tricks and not any(token.kind == "card" for token in group):
                tricks[-1] += group
            else:
                tricks.append(group)
        return tricks

    def _counted(self, size: int) -> list[list[_Token]]:
        """Tricks of `size` cards each."""
        tricks: list[list[_Token]] = [[]]
        tokens = [token for token in self._tokens if token.kind != "mark"]
        count = 0
        for index, token in enumerate(tokens):
            after = tokens[index + 1] if index + 1 < len(tokens) else None
            begins = token.kind in ("card", "number") or (
                token.kind == "name" and not token.is_bracketed and (token.has_colon or (after is not None and after.kind == "card"))
            )
            if count == size and begins:
                tricks.append([])
                count = 0
            tricks[-1].append(token)
            count += token.kind == "card"
        return [trick for trick in tricks if trick]

    def _first_leader(self) -> int | None:
        places = self._seats.places
        if "lead" in places:
            return places["lead"]
        return (places.get("dealer", 0) + 1) % self._count if self._count else None

    def _order(self, leader: int) -> list[int]:
        return [(leader + turn) % self._count for turn in range(self._size)]

    @staticmethod
    def _winner(order: Sequence[int], cards: Sequence[str]) -> int | None:
        """Who wins a trick; None where not all cards are known."""
        plain = [re.match(r"([DHSC])(\d+)", card) for card in cards[: len(order)]]
        if len(plain) < len(order) or any(match is None for match in plain):
            return None
        ranks = [(int(match[2]), seat) for match, seat in zip(plain, order, strict=True) if match and plain[0] and match[1] == plain[0][1]]
        return max(ranks)[1]

    def _write_trick(self, trick: list[_Token], leader: int | None, *, is_last: bool) -> int | None:
        """Writes a trick; returns who leads the next one, None where that is not known."""
        cards = [token for token in trick if token.kind == "card"]
        names = self._names_of(trick)
        announced = None
        if names is not None and len(cards) > 1:
            seats = list(names)
            if leader is not None and seats[0] != leader and leader in seats and (self._columns or seats == sorted(seats)):
                turn = seats.index(leader)
                cards, seats = cards[turn:] + cards[:turn], seats[turn:] + seats[:turn]
                self._move(trick, cards)
            self._note("who plays a card follows from the rules")
            announced = seats[0] if not self._columns else None
            leader = seats[0]
        elif self._columns and leader is not None and len(cards) == len(self._columns) == self._size:
            seats = list(self._columns)
            turn = seats.index(leader)
            cards = cards[turn:] + cards[:turn]
            self._move(trick, cards)
            self._note("'play' has the cards in the order in which they were played")
        elif trick and (first := next((token for token in trick if token.kind in ("card", "name")), None)) and first.kind == "name":
            announced = first.seat
            leader = leader if first.seat is None else first.seat
            if not first.has_colon:
                self._note("the leader goes before the trick, with a colon")
        line = cards[0].line if cards else trick[0].line
        words = self._words[line]
        if announced is not None:
            words.append(f"{self._seats.label(announced)}:")
        order = self._order(leader) if leader is not None else []
        winner = self._winner(order, [card.text for card in cards]) if order else None
        self._write_cards(trick, cards, names is not None, winner, order)
        return winner if winner is not None else None

    def _names_of(self, trick: Sequence[_Token]) -> list[int] | None:
        """The seats that stand beside the cards of a trick, before each or behind each."""
        shown = [token for token in trick if token.kind in ("card", "name")]
        names, cards = shown[::2], shown[1::2]
        if names and names[0].kind == "card":
            names, cards = cards, names
        if len(names) != len(cards) or len(cards) < 2 or len({name.seat for name in names}) < len(names):
            return None
        is_alternate = all(name.kind == "name" for name in names) and all(card.kind == "card" for card in cards)
        return [name.seat for name in names if name.seat is not None] if is_alternate else None

    def _move(self, trick: list[_Token], cards: Sequence[_Token]) -> None:
        """Puts the cards of a trick in another order, each with whom it robs."""
        behind: dict[int, list[_Token]] = {}
        last: _Token | None = None
        tail: list[_Token] = []
        before = [token for token in trick if token.kind == "card"]
        clubs = [card for card in cards if card.text[0] == "C" and cards[0].text[0] != "C"]
        for token in trick:
            if token.kind == "card":
                last = token
            elif token.kind == "name" and last is before[-1] and self._is_robbed_in_column:
                robbed = _Token("rob", token.text, token.seat)
                (behind.setdefault(id(clubs[0]), []) if len(clubs) == 1 else tail).append(robbed)
            elif last is not None and token.kind != "name":
                (tail if last is before[-1] and not token.is_glued else behind.setdefault(id(last), [])).append(token)
        trick[:] = [each for card in cards for each in (card, *behind.get(id(card), []))] + tail
        for token in trick:
            token.line = before[0].line

    def _write_cards(
        self, trick: Sequence[_Token], cards: Sequence[_Token], are_named: bool, winner: int | None, order: Sequence[int]
    ) -> None:
        """Writes the cards of a trick with whom they rob, and behind them who won, and whom the winner robs."""
        led = cards[0].text[0] if cards else ""
        size, index = self._size, -1
        words = self._words[cards[0].line if cards else trick[0].line]
        own: set[int] = set()
        won: int | None = None
        for token in trick:
            if token.kind == "card":
                index += 1
                words = self._words[token.line]
                words.append(token.text)
            elif token.kind == "word":
                words.append(token.text)
            elif token.kind == "win":
                won = token.seat
                words += ["=", token.text]
            elif token.kind in ("rob", "arrow") or (token.kind == "name" and index == size - 1 and not are_named):
                is_bare = token.kind != "rob"
                card = cards[index].text if index >= 0 else ""
                is_off_suit_club = card[:1] == "C" and led != "C" and index > 0
                is_whole = index == size - 1
                names_winner = is_bare and is_whole and token.seat is not None and token.seat == winner and won is None
                if names_winner and not (is_off_suit_club and index not in own and token.kind == "arrow" and not self._points_at_winners()):
                    won = token.seat
                    words += ["=", token.text]
                elif is_off_suit_club and index not in own:
                    own.add(index)
                    words[-1] += f">{token.text}"
                elif token.kind == "name" and led != "C":
                    words += ["=", token.text]
                elif words and token.is_glued and not is_whole:
                    words[-1] += f">{token.text}"
                else:
                    words.append(f">{token.text}")
            elif token.kind == "name" and not are_named and index >= 0:
                words.append(token.text)

    def _points_at_winners(self) -> bool:
        """Whether arrows stand behind the tricks of other suits, too, where nobody is robbed."""
        arrows = [token for token in self._tokens if token.kind == "arrow"]
        return (
            2 * len(arrows) > len(self._groups("\n"))
            and len(arrows) * self._size >= sum(token.kind == "card" for token in self._tokens) - self._size
        )
