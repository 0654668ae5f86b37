"""Whatever is read can be written and read again; whatever is thrown at the reader, it answers with records and errors."""

from __future__ import annotations

import io
import json
import random
from dataclasses import replace

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from diamonds_solver.games.diamonds.records.notation import dumps, dumps_json, find_grammar, to_json
from diamonds_solver.games.diamonds.records.record import Hand, Phase, Record
from diamonds_solver.games.diamonds.round.position import Position
from diamonds_solver.games.diamonds.round.public import Decision, Move
from diamonds_solver.games.diamonds.round.rules import Rules, suit_of
from diamonds_solver.games.records import iter_records, loads, parse
from diamonds_solver.notation.problems import RecordError

NAMES = ("Ann", "Bob Lee", "Zoë", "山田", "a#b", 'say "x"', "#1")
TEXTS = (
    "",
    "plain",
    "two  blanks",
    'a "b" c',
    '"',
    "; x",
    "# x",
    "a # b",
    "a#b",
    "tab\there",
    "line\nbreak",
    "é ♦",
    "\ud800",
    " blank ",
    "\x00",
    "ends\\",
)
ALL_RULES = [
    Rules(players, perfect, teams)
    for players in range(2, 7)
    for perfect in (False, True)
    for teams in (False, True)
    if not (perfect and players == 6) and not (teams and players not in (4, 6))
]


def random_record(rng: random.Random) -> Record:
    """A record of random play, with parts of it hidden and with every field that can be there."""
    rules = rng.choice(ALL_RULES)
    whole = rng.random() < 0.5
    size = rules.hand_size if whole else rng.randrange(rules.plays_per_trick, rules.hand_size + 1, rules.plays_per_trick)
    deck = rng.sample(rules.deck, len(rules.deck))
    hands = [frozenset(deck[seat * size : (seat + 1) * size]) for seat in range(rules.players)]
    undealt = frozenset(deck[rules.players * size :])
    dealer = rng.randrange(rules.players)
    record = Record(
        rules=rules,
        hands=tuple(Hand(hand, 0) for hand in hands),
        tricks=size // rules.plays_per_trick,
        lead=(dealer + 1) % rules.players if rng.random() < 0.5 else rng.randrange(rules.players),
        names=tuple(rng.sample(NAMES, rules.players)) if rng.random() < 0.5 else None,
        round=rng.choice([(1, 0), (2, 0), (2, 4), (7, 9)]),
        dealer=dealer,
        showroom=tuple(rng.randrange(7) for _ in range(rules.players)),
        vault=tuple(rng.randrange(9) for _ in range(rules.players)),
        out=undealt if rng.random() < 0.3 and size == rules.hand_size else frozenset(),
        see=rng.choice([None, 0, 1]),
        id=rng.choice([None, *filter(None, TEXTS)]),
        value=rng.choice([(), (5.0,), (-2.5,), tuple(1.25 * side for side in range(len(rules.sides)))]),
        extra=tuple((f"x-{number}", text) for number, text in enumerate(rng.sample(TEXTS, rng.randrange(3)))),
    )
    if rng.random() < 0.3 and size < rules.hand_size:
        record = with_took(record, rng)
    if rng.random() < 0.4 and size < rules.hand_size:
        record = with_won(record, rng)
    if rng.random() < 0.4 and size == rules.hand_size:
        record = with_pass(record, rng)
    if rng.random() < 0.2 and size == rules.hand_size and not any((*record.gave, *record.got)):
        phase = rng.choice([Phase.PASS, Phase.CHOOSE])
        return replace(hide(record, rng), phase=phase, pass_count=rng.randint(1, min(3, size)) if phase is Phase.PASS else None)
    return hide(play_on(record, rng), rng).completed()


def with_took(record: Record, rng: random.Random) -> Record:
    """Some tricks taken before the record begins, of cards that are in no hand."""
    held = frozenset().union(*(hand.known for hand in record.hands))
    left = rng.sample(sorted(set(record.rules.deck) - held), record.rules.trick_size)
    row = [0, 0, 0, 0]
    for card in left:
        row[suit_of(card)] += 1
    taker = rng.randrange(record.rules.players)
    took = tuple((row[0], row[1], row[2], row[3]) if seat == taker else None for seat in range(record.rules.players))
    is_whole = record.rules.trick_size + len(held) == record.rules.players * record.rules.hand_size
    return replace(record, took=took, lead=taker if is_whole else record.lead)


def with_won(record: Record, rng: random.Random) -> Record:
    """Who won the tricks of which `took` does not tell, with numbers or without; or that nobody did. The leader has won one."""
    tricks, seats = record.tricks_before - record.tricks_taken, range(record.rules.players)
    counts = [sum(row or ()) // record.rules.trick_size for row in record.took]
    free = [seat for seat in seats if record.took[seat] is None]
    if not tricks or rng.random() < 0.2:
        return replace(record, won=tuple(counts)) if tricks else record
    for _ in range(tricks):
        counts[rng.choice(free)] += 1
    won = [None if count and seat in free and rng.random() < 0.5 else count for seat, count in enumerate(counts)]
    return replace(record, won=tuple(won), lead=rng.choice([seat for seat in seats if counts[seat]]))


def with_pass(record: Record, rng: random.Random) -> Record:
    count = rng.randint(1, 3)
    rules = record.rules
    gave: list[frozenset[int] | None] = [None] * rules.players
    got: list[frozenset[int] | None] = [None] * rules.players
    for seat in range(rules.players):
        cards = frozenset(rng.sample(sorted(record.hands[rules.receiver(seat)].known), count))
        if rng.random() < 0.6:
            gave[seat] = cards
        if rng.random() < 0.6:
            got[rules.receiver(seat)] = cards
    return replace(record, gave=tuple(gave), got=tuple(got), pass_count=count if rng.random() < 0.5 else None)


def play_on(record: Record, rng: random.Random) -> Record:
    """Random legal moves; sometimes the play stops where a victim is to be named."""
    position: Position = record.position()
    moves: list[Move] = []
    for _ in range(rng.choice([0, 1, 3, 20, 200])):
        if position.is_over:
            break
        moves.append(rng.choice(position.moves()))
        position = position.play(moves[-1])
    record = replace(record, play=tuple(moves))
    if moves and moves[-1].card is not None and moves[-1].victim is not None and rng.random() < 0.5:
        return replace(record, play=(*moves[:-1], Move(moves[-1].card)))
    if position.is_over or rng.random() < 0.5:
        return record
    return replace(record, best=tuple(dict.fromkeys(str(rng.choice(position.moves())) for _ in range(2))))


def hide(record: Record, rng: random.Random) -> Record:
    """Some cards of some hands become unknown; what voids there are may be told."""
    hands, void = [], []
    for hand in record.hands:
        known = hand.known
        if rng.random() < 0.4:
            known = frozenset(card for card in known if rng.random() < rng.choice([0.0, 0.5]))
        hands.append(Hand(known, len(hand.known) - len(known)))
        none = frozenset(range(4)) - set(map(suit_of, hand.known))
        void.append(none if rng.random() < 0.3 else frozenset())
    return replace(record, hands=tuple(hands), void=tuple(void))


RECORDS = st.integers(0, 2**32).map(lambda seed: random_record(random.Random(seed)))


def assert_round_trip(record: Record) -> None:
    text = dumps(record)
    assert loads(text) == record, text
    assert dumps(loads(text)) == text
    assert loads(dumps(record, one_line=True)) == record
    assert "\n" not in dumps(record, one_line=True)
    assert loads(dumps_json(record)) == record, dumps_json(record)


@pytest.mark.parametrize("name", [*"!#$%&'()*+.<?@[]^_`{|}~-", "??", "D?", "+1", "++", "''", "[]", "x", "..", "yes"])
def test_a_name_that_is_read_is_no_other_word(name: str) -> None:
    """Wherever players are named, and where the same place can hold something else: ``>?`` is a victim who was forgotten."""
    hands = {"P1": "C3 D2", "P2": "H2 D3", "P3": "S1 D4", "P4": "C4 D5"}
    plays = "H2 S1 C4>P1"
    record = {
        "diamonds": 1,
        "players": [name, "Bob", "Cy", "Di"],
        "dealer": "P1",
        "hand": hands,
        "lead": "P2",
        "play": plays,
        "showroom": [1, 1, 0, 0],
    }
    try:
        read = loads(json.dumps(record))
    except RecordError as error:
        assert {problem.code for problem in error.problems} == {"E-NAME"}
    else:
        assert loads(dumps(read)) == read == loads(dumps_json(read))


@given(RECORDS)
def test_records_of_random_play_come_back(record: Record) -> None:
    assert_round_trip(record)
    assert loads(dumps(record)).table() == record.table()


def test_the_random_records_have_everything() -> None:
    """The test above is worth as much as what it is given."""
    records = [random_record(random.Random(seed)) for seed in (*range(60), 2661)]  # few end with a choice of who acts
    assert {record.rules for record in records} == set(ALL_RULES)
    assert {record.decision() for record in records} == set(Decision)
    assert {record.phase for record in records} == set(Phase)
    assert any(move.card is not None and move.victim is not None for record in records for move in record.play)
    assert any(move.actor is not None and move.victim is not None for record in records for move in record.play)
    assert any(record.table().robber is not None and record.play[-1].card is not None for record in records)
    for name in ("names", "out", "id", "value", "extra", "best", "see", "is_composed", "pass_count"):
        assert {bool(getattr(record, name)) for record in records} == {False, True}, name
    assert any(record.may_have_won and record.won is None for record in records)
    assert any(record.may_have_won and record.won and None in record.won for record in records)
    assert any(record.is_composed and record.won for record in records)
    for name in ("took", "void", "gave", "got"):
        assert any(any(getattr(record, name)) for record in records), name


# -- anything at all ----------------------------------------------------------------------------------------------------------------

GRAMMAR = find_grammar("diamonds")
assert GRAMMAR is not None
WORDS = st.sampled_from(
    [
        *GRAMMAR.keys,
        *(
            "diamonds 1",
            "players 4",
            "players Ann Bob",
            "P1",
            "P2",
            "p3",
            "Ann",
            "D15",
            "d4,3",
            "H",
            "+8",
            "-",
            "-1",
            "7",
            "2/4",
            "999999999",
        ),
        *("C3>P1", ">P2", "P3>P1", "/", "=", "1.", "Ann:", '"', '"x y"', "\\", "#", ";", "\n", "\t", ",", "x-a", "♦\ufe0f", "１"),
        *("yes", "perfect", "pass", "choose", "\ufeff", "\x85", "é"),
    ]
)
SENTENCES = st.lists(WORDS, max_size=40).flatmap(
    lambda words: st.sampled_from([" ", "", "; ", "\n"]).map(lambda between: between.join(words))
)


def check_answers(items: list[Record | RecordError]) -> None:
    for item in items:
        if isinstance(item, RecordError):
            assert 1 <= len(item.problems) <= 20
            for problem in item.problems:
                assert problem.line >= 1
                assert problem.column >= 1
                assert problem.length >= 1
                assert all(len(line) <= 300 for line in problem.format().split("\n"))
                assert all(character.isprintable() or character == "\n" for character in problem.format())
                json.dumps(problem.to_dict())
        else:
            assert_round_trip(item)


@given(st.text(max_size=200))
@example('{"diamonds": 1, "players": 2, "x-\\ud800": 1}')
@example("diamonds 1; players 2; hand P1 ,; gave P1 ,; out ,; void P1 ,; took P1 ,")
@example("diamonds 1; players 2; gave P1 ,")
@example("diamonds 1; players 2; out ,; void P1 ,; showroom ,3,,3,")
@example('diamonds 1; players 2; x-a ""; x-b \'\'; x-c " "')
def test_any_text(text: str) -> None:
    check_answers(parse(text))


@given(SENTENCES)
def test_any_words(text: str) -> None:
    check_answers(parse(text))
    check_answers(parse("diamonds 1; players 4; " + text))


@given(st.binary(max_size=300), st.binary(max_size=20))
def test_any_bytes(data: bytes, more: bytes) -> None:
    check_answers(list(iter_records(io.BytesIO(data))))
    check_answers(list(iter_records(io.BytesIO(b"diamonds 1; players 2; id a" + data + b"\n; diamonds 1; players 2" + more))))
    check_answers(list(iter_records(io.BytesIO(b'{"diamonds": 1, "players": 2, "id": "' + data + b'"}\n{' + more))))


@given(RECORDS, st.randoms(use_true_random=False), st.sampled_from(["text", "line", "json", "indented"]))
def test_damaged_records(record: Record, rng: random.Random, form: str) -> None:
    """Characters and words of a good record are lost, doubled, exchanged or replaced."""
    text = {
        "text": dumps(record),
        "line": dumps(record, one_line=True),
        "json": dumps_json(record),
        "indented": json.dumps(to_json(record), indent=2),
    }[form]
    for _ in range(rng.choice([1, 1, 1, 2, 5])):
        at, other = sorted((rng.randrange(len(text) + 1), rng.randrange(len(text) + 1)))
        piece = rng.choice(["", " ", "7", ">P1", "}", '"', ";", "\n", "D4", text[at:other][:20], "\u2028", "null", "-"])
        text = text[:at] + piece + text[rng.choice([at, at, at + 1, other]) :]
    check_answers(parse(text))


@given(st.lists(RECORDS, min_size=1, max_size=3), st.randoms(use_true_random=False), st.sampled_from(["text", "line", "json", "array"]))
def test_damaged_files(records: list[Record], rng: random.Random, form: str) -> None:
    """Bytes of a file of records are lost, exchanged, or joined by what is no text, or far too long."""
    data = {
        "text": "".join(map(dumps, records)),
        "line": "; ".join(dumps(record, one_line=True) for record in records),
        "json": "\n".join(map(dumps_json, records)),
        "array": json.dumps([to_json(record) for record in records]),
    }[form].encode()
    for _ in range(rng.choice([1, 2, 5])):
        at, other = sorted((rng.randrange(len(data) + 1), rng.randrange(len(data) + 1)))
        piece = rng.choice([b"", b"\xeb", b"\x00", b"\n", b"\r", b";", b'"', b"{", b"}", b"]", b",", b"a" * 70_000, b"id x; diamonds 1; "])
        data = data[:at] + piece + data[rng.choice([at, at + 1, other]) :]
    cut = rng.choice([0, 0, 1, 12])  # a file may begin in the middle of its first record
    check_answers(list(iter_records(io.BytesIO(data[cut:]))))


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=10) | WORDS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(WORDS, inner, max_size=4),
    max_leaves=8,
)


@given(st.dictionaries(WORDS | st.text(max_size=5), JSON, max_size=6), st.booleans())
def test_any_json(rest: dict[str, object], indented: bool) -> None:
    item = {"diamonds": 1, "players": 3, **rest}
    check_answers(parse(json.dumps(item, indent=2 if indented else None)))
    check_answers(parse(json.dumps([item, item], ensure_ascii=indented)))
