"""Moves, records and games as text, tables and pictures for people."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from io import StringIO
from itertools import zip_longest
from typing import TYPE_CHECKING, Any

from diamonds_solver.common.wording import NAME_WIDTH, as_object, cell_width, clause, counted, shortened
from diamonds_solver.notation.write import seat_keys

from .records.fields import format_hand, format_move
from .records.game_record import AnyRecord, GameRecord, Standing, Trick, final, final_text, side_names, standings, tricks
from .records.notation import seat_names, to_json
from .records.record import Hand, Phase, Record, pass_question
from .round.public import Act, Decision, Move, Pass, question
from .round.rules import (
    DIAMONDS,
    HEARTS,
    MAX_PLAYERS,
    SUIT_LETTERS,
    SUIT_NAMES,
    SUIT_SYMBOLS,
    SUITS,
    WORDS,
    card_name,
    format_cards,
    rank_of,
    suit_of,
)

if TYPE_CHECKING:
    from .solving.solve import Solution


# -- moves --------------------------------------------------------------------------------------------------------------------------------
# As people read them: with the players' names, and sets of cards as in a hand.


def move_writer(record: AnyRecord) -> Callable[[object], str]:
    """A function that writes a move of the record: ``C15>Ann``, ``H12,4 S7`` for cards to pass, ``2`` for how many."""
    names = seat_names(record)

    def written(move: object) -> str:
        if isinstance(move, Move):
            return move.named(names)
        return format_cards(move.cards) if isinstance(move, Pass) else str(move)

    return written


# -- diagrams -----------------------------------------------------------------------------------------------------------------------------
# A record as a picture of text: hands by suit, crystals, cards won, the trick on the table and who decides what.


PAGE_WIDTH = 80
_GAP = "   "
_NAME_WIDTH = 20
_VIEWER_WIDTH = 16  # in the title

Block = list[str]


def diagram_text(record: Record, symbols: bool = False) -> str:
    """The diagram after the record's play, at most 80 cells wide, without a newline at its end.

    `symbols`: suits as ♦♥♠♣ instead of D H S C.
    """
    return _Diagram(record, SUIT_SYMBOLS if symbols else SUIT_LETTERS).draw()


class _Diagram:
    """One diagram: blocks of text, side by side where they fit."""

    def __init__(self, record: Record, suits: str) -> None:
        self._record = record
        self._rules = record.rules
        self._suits = suits
        self._names = record.player_names(_NAME_WIDTH)

    def draw(self) -> str:
        sections = [self._title(), *self._players(), self._teams(), self._knowledge(), self._now()]
        return "\n\n".join("\n".join(section) for section in sections if section)

    def _title(self) -> Block:
        record, rules = self._record, self._rules
        number, rounds = record.round
        words = [f"{rules.players} players", "Perfect Diamonds" if rules.perfect else "", "teams" if rules.teams else ""]
        words.append("the thief" if rules.thief else "")
        words.append(f"round {number} of {rounds or rules.rounds}")
        if record.see is not None:
            words.append(f"what {shortened(record.seat_name(record.see), _VIEWER_WIDTH)} knows")
        title = ", ".join(filter(None, words))
        room = PAGE_WIDTH - cell_width(title) - len(": ")
        if record.id is None or room < NAME_WIDTH:
            return [title] if record.id is None else [shortened(record.id, PAGE_WIDTH), title]
        return [f"{shortened(record.id, room)}: {title}"]

    # -- the players ----------------------------------------------------------------------------------------------------------------

    def _players(self) -> list[Block]:
        """The players' blocks in rows."""
        hands = [self._hand(hand) for hand in self._record.hands_after_play()]
        counts = [self._counts(seat) for seat in range(self._rules.players)]
        widths = [max(map(cell_width, [self._heading(seat), *hands[seat], *counts[seat]])) for seat in range(self._rules.players)]
        rows = []
        for seats in _rows_of(widths):
            tops = [[self._heading(seat), *hands[seat]] for seat in seats]
            height = max(map(len, tops))
            blocks = [top + [""] * (height - len(top)) + counts[seat] for seat, top in zip(seats, tops, strict=True)]
            rows.append(_side_by_side(blocks, [widths[seat] for seat in seats]))
        return rows

    def _heading(self, seat: int) -> str:
        marks = [f"P{seat + 1}"] if self._record.names else []
        if seat == self._record.dealer:
            marks.append("dealer")
        if seat == self._record.table().thief:
            marks.append("thief")
        if self._rules.teams:
            marks.append(f"team {self._rules.side_of(seat) + 1}")
        return self._names[seat] + (f" ({', '.join(marks)})" if marks else "")

    def _hand(self, hand: Hand) -> Block:
        lines = []
        for suit in SUITS:
            ranks = sorted((rank_of(card) for card in hand.known if suit_of(card) == suit), reverse=True)
            if ranks or hand.is_open:
                lines.append(f"{self._suits[suit]} {' '.join(map(str, ranks)) or '-'}")
        if hand.unknown:
            lines.append(f"{hand.unknown} unknown")
        return lines

    def _counts(self, seat: int) -> Block:
        table = self._record.table()
        row = table.taken[seat]
        return [
            f"showroom {table.showroom[seat]:>3}",
            f"vault    {table.vault[seat]:>3}",
            f"points   {table.points()[seat]:>3}",
            *(_won(row, seat in table.winners) if seat not in self._record.may_have_won else self._won_before(seat, row)),
        ]

    def _won_before(self, seat: int, row: Sequence[int]) -> Block:
        """What is known of a seat that has, or may have, won tricks before of which the cards are not told."""
        since = _won(row, True) if any(row) else []
        if self._record.won is None:
            return [*since, "tricks before not known"]
        tricks = self._record.won[seat]
        return [*since, f"won {counted(tricks, 'trick')} before" if tricks else "won tricks before"]

    def _teams(self) -> Block:
        if not self._rules.teams:
            return []
        points = self._record.table().points()
        return [
            f"team {number}: {' + '.join(self._names[seat] for seat in side)}, {counted(sum(points[seat] for seat in side), 'point')}"
            for number, side in enumerate(self._rules.sides, start=1)
        ]

    # -- what else is known ---------------------------------------------------------------------------------------------------------

    def _knowledge(self) -> Block:
        record, names = self._record, self._names
        lines = [f"out: {self._cards(record.out)}"] if record.out else []
        for seat, void in enumerate(record.void):
            if void:
                lines.append(clause(names[seat], f"has no {' '.join(self._suits[suit] for suit in sorted(void))}"))
        for seat, row in enumerate(record.gave):
            if row is not None:
                lines.append(f"{names[seat]} passed {self._cards(row)} to {names[self._rules.receiver(seat)]}")
        for seat, row in enumerate(record.got):
            if row is not None:
                lines.append(f"{names[seat]} was passed {self._cards(row)}")
        return [line for text in lines for line in _wrap(text.split(" "))]

    def _cards(self, cards: frozenset[int]) -> str:
        return self._in_suits(format_cards(cards))

    def _in_suits(self, text: str) -> str:
        return text.translate(str.maketrans(SUIT_LETTERS, self._suits))

    # -- what goes on ---------------------------------------------------------------------------------------------------------------

    def _now(self) -> Block:
        return [*self._trick(), *_wrap(self._question().split(" "))]

    def _trick(self) -> Block:
        record, table = self._record, self._record.table()
        if record.phase is not Phase.PLAY or table.tricks_left == 0:
            return []
        number, tricks = record.trick_number(table)
        start = f"trick {number} of {tricks}:"
        if not table.cards:
            return [f"{start} nothing on the table"]
        lost = record.forgotten_in_trick(table)
        cards = [self._in_suits(card_name(card, is_forgotten=index in lost)) for index, card in enumerate(table.cards)]
        plays = [f"{self._names[table.seat_of_play(index)]} {card}" for index, card in enumerate(cards)]
        return _wrap([start, *(f"{play}," for play in plays[:-1]), plays[-1]])

    def _question(self) -> str:
        return pass_question(self._record, self._names) or question(self._record.table(), self._names, self._suits)


def _won(counts: Sequence[int], has_trick: bool) -> Block:
    """The cards won, a line for each suit: ``4 hearts`` cannot be read as a card."""
    won = [counted(count, name.removesuffix("s")) for count, name in zip(counts, SUIT_NAMES, strict=True) if count]
    if not won:
        return ["won a trick" if has_trick else "no trick"]
    return [("won " if index == 0 else "    ") + text for index, text in enumerate(won)]


def _rows_of(widths: Sequence[int]) -> list[list[int]]:
    """Indices of blocks in rows that fit on the page, as even as can be."""
    for count in range(1, len(widths) + 1):
        size = -(-len(widths) // count)
        rows = [list(range(start, min(start + size, len(widths)))) for start in range(0, len(widths), size)]
        if all(sum(widths[i] for i in row) + len(_GAP) * (len(row) - 1) <= PAGE_WIDTH for row in rows):
            return rows
    return [[i] for i in range(len(widths))]


def _side_by_side(blocks: Sequence[Block], widths: Sequence[int]) -> Block:
    lines = []
    for cells in zip_longest(*blocks, fillvalue=""):
        padded = [cell + " " * (width - cell_width(cell)) for cell, width in zip(cells, widths, strict=True)]
        lines.append(_GAP.join(padded).rstrip())
    return lines


def _wrap(words: Sequence[str]) -> Block:
    """Words in lines that fit on the page; words are never broken."""
    lines = [""]
    for word in words:
        if lines[-1] and cell_width(lines[-1]) + 1 + cell_width(word) > PAGE_WIDTH:
            lines.append("  ")
        lines[-1] += word if not lines[-1].strip() else f" {word}"
    return lines


def round_state(record: Record) -> dict[str, Any]:
    """What a diagram shows, for programs; lists have one item for each seat, from P1 on."""
    table = record.table()
    playing = record.phase is Phase.PLAY
    over = playing and table.decision is Decision.OVER
    decision = str(table.decision) if playing else "count" if record.phase is Phase.CHOOSE else "pass"
    to_move = None if over or record.phase is Phase.PASS else record.dealer if not playing else table.to_move
    return {
        "id": record.id,
        "record": to_json(record),
        "to_move": None if to_move is None else f"P{to_move + 1}",
        "decision": decision,
        "hands": [format_hand(hand.known, hand.unknown) if hand.size else "" for hand in record.hands_after_play()],
        "trick": [str(move) for move in record.play[len(record.play) - len(table.cards) :]],
        "showroom": list(table.showroom),
        "vault": list(table.vault),
        **({} if table.thief is None else {"thief": f"P{table.thief + 1}"}),
        "points": list(table.points()),
        "took": [list(row) for row in table.taken],
        "tricks_left": table.tricks_left,
        "tricks": tricks_state(record),
    }


# -- whole games --------------------------------------------------------------------------------------------------------------------------
# A line for each round with the points after it, and who has won.


def game_text(game: GameRecord, symbols: bool = False) -> str:
    """The table of rounds, and the diagram of the last one where more of it is known than the score."""
    last = game.rounds[-1]
    return "\n\n".join([_rounds(game), *([diagram_text(last, symbols)] if isinstance(last, Record) else [])])


def game_state(game: GameRecord) -> dict[str, Any]:
    """What `game_text` shows, for programs: the state of the last round, and of the game."""
    last, end = game.rounds[-1], final(game)
    seats = [f"P{seat + 1}" for seat in range(game.players)]
    rounds = [
        {
            "round": standing.number,
            "dealer": seats[standing.dealer],
            "score": None if standing.score is None else list(standing.score),
            "gained": None if standing.gained is None else list(standing.gained),
            "played": standing.is_played,
        }
        for standing in standings(game)
    ]
    won = None if end is None else {"score": list(end.score), "shares": None if end.shares is None else list(end.shares)}
    return {**(state(last) if isinstance(last, Record) else {"id": game.id}), "record": to_json(game), "rounds": rounds, "final": won}


def _rounds(game: GameRecord) -> str:
    from rich.table import Table

    names = game.player_names(NAME_WIDTH)
    rows = standings(game)
    are_teams = game.rules.teams
    table = Table(box=None, pad_edge=False, header_style="")
    table.add_column("round")
    table.add_column("dealer")
    for name in [*names, *(side_names(game.rules, names) if are_teams else ())]:
        table.add_column(name, justify="right")
    table.add_column("")
    for row in rows:
        known = "" if row.is_played else "the score alone"
        table.add_row(str(row.number), names[row.dealer], *_points(game, row), known if row.score is not None else "not to its end")
    title = f"{shortened(game.id, 60)}: " if game.id else ""
    lines = [f"{title}points after each round", *_drawn(table, 80)]
    end = final(game)
    return "\n".join([*lines, *([] if end is None else [final_text(game, end, names)])])


def _drawn(table: Any, width: int) -> list[str]:
    """The lines of a table of rich, which is loaded for tables only: it would slow down every start."""
    from rich.console import Console

    stream = StringIO()
    Console(file=stream, width=width, color_system=None, highlight=False, markup=False, emoji=False).print(table)
    return [line.rstrip() for line in stream.getvalue().splitlines()]


def _points(game: GameRecord, standing: Standing) -> list[str]:
    """The points of the players, and in team play of the teams."""
    rules, score = game.rules, standing.score
    if score is None:
        return ["?"] * (rules.players + (len(rules.sides) if rules.teams else 0))
    if len(score) != rules.players:
        return ["?"] * rules.players + [str(points) for points in score]
    teams = [str(sum(score[seat] for seat in side)) for side in rules.sides] if rules.teams else []
    return [*map(str, score), *teams]


# -- tricks -------------------------------------------------------------------------------------------------------------------------------
# The play as a table: a line for each trick, with its cards, its winner, the crystals that moved and the points after it.


_SEATS = seat_keys(MAX_PLAYERS)
_BONUS = "+2 vault"


def tricks_text(record: Record, symbols: bool = False, width: int = 80) -> str:
    """The table, at most `width` cells wide, without a newline at its end. `symbols`: suits as ♦♥♠♣ instead of D H S C."""
    from rich.table import Table

    names = record.player_names(NAME_WIDTH)
    suits = SUIT_SYMBOLS if symbols else SUIT_LETTERS
    table = Table(box=None, pad_edge=False, header_style="")
    for heading in ("trick", "leader", "cards", "winner", "crystals"):
        table.add_column(heading)
    for name in names:
        table.add_column(name, justify="right")
    table.add_row("", "", "", "", "", *map(str, record.start_table().points()))
    for trick in tricks(record):
        table.add_row(*_cells(record, trick, names, suits), *map(str, trick.points))
    title = f"{shortened(record.id, width - 20)}: " if record.id else ""
    lines = [f"{title}{counted(len(record.play), 'decision')}, points on the right", *_drawn(table, width)]
    return "\n".join(lines)


def tricks_state(record: Record) -> list[dict[str, Any]]:
    """The same for programs; `trick` is null for the awards and the bonus, lists have one item for each seat."""
    return [
        {
            "trick": trick.number,
            "leader": None if trick.number is None else f"P{trick.leader + 1}",
            "moves": [format_move(move, _SEATS, is_forgotten=index in trick.forgotten) for index, move in enumerate(trick.moves)],
            "winner": None if trick.winner is None else f"P{trick.winner + 1}",
            "actions": [
                {"seat": f"P{act.seat + 1}", "suit": SUIT_LETTERS[act.suit], "gains": list(act.gains(record.players))}
                for act in trick.acts
                if act.suit is not None
            ],
            "points": list(trick.points),
        }
        for trick in tricks(record)
    ]


def _cells(record: Record, trick: Trick, names: list[str], suits: str) -> tuple[str, ...]:
    crystals = [text for act in trick.acts if (text := moved_text(act, names))]
    if trick.number is not None:
        winner = "" if trick.winner is None else names[trick.winner]
        cards = " ".join(_move(move, names, suits, index in trick.forgotten) for index, move in enumerate(trick.moves))
        return str(trick.number), names[trick.leader], cards, winner, ", ".join(crystals)
    return "", "awards", "", "", ", ".join(crystals)


def _move(move: Move, names: list[str], suits: str, is_forgotten: bool) -> str:
    text = format_move(move, names, is_forgotten=is_forgotten)
    return text if move.card is None else suits[SUIT_LETTERS.index(text[0])] + text[1:]


def moved_text(act: Act, names: list[str]) -> str:
    """What an action did; nothing where it was not possible."""
    name = names[act.seat]
    if not act.gain:
        return ""
    if act.victim is not None:
        return clause(name, f"robs {as_object(names[act.victim])}")
    if act.suit is None:
        return f"{name} {_BONUS}"
    return f"{name} +1 vault" if act.suit == DIAMONDS else f"{name} +1 showroom" if act.suit == HEARTS else clause(name, "banks")


def diagram(record: AnyRecord, symbols: bool) -> str:
    """The table after the play, or the course of a whole game and its last table."""
    return game_text(record, symbols) if isinstance(record, GameRecord) else diagram_text(record, symbols)


def state(record: AnyRecord) -> dict[str, Any]:
    """What a diagram shows, as JSON."""
    return game_state(record) if isinstance(record, GameRecord) else round_state(record)


def tricks_of_rounds(record: AnyRecord, symbols: bool, width: int) -> str:
    """The tricks of all rounds that have a play, as tables."""
    if not isinstance(record, GameRecord):
        return tricks_text(record, symbols, width)
    return "\n\n".join(f"round {each.round[0]}, {tricks_text(each, symbols, width)}" for each in record.played)


def meaning(record: AnyRecord, solution: Solution) -> str:
    """What the values of a solution count."""
    if solution.model == "maxn":
        return "points gained by each " + ("team" if record.rules.teams else "player") + ", each for itself"
    return WORDS.objectives[solution.objective].text + (", all others against" if len(record.rules.sides) > 2 else "")
