"""The reader knows no game: whatever grammar it is given, text and JSON give the same fields, and what is wrong has a place."""

from __future__ import annotations

import re

import pytest

from diamonds_solver.notation.grammar import Grammar
from diamonds_solver.notation.players import read_players
from diamonds_solver.notation.problems import RecordError
from diamonds_solver.notation.stream import parse
from diamonds_solver.notation.text import RawRecord

Fields = list[tuple[str, list[str]]]


def toy(game: str) -> Grammar[Fields]:
    """A game of 2 to 3 players whose cards are single letters; its records are their fields."""

    def build(raw: RawRecord) -> Fields | None:
        seats = read_players(raw, game.title(), 2, 3, re.compile("[A-Z]"))
        fields = [(field.name, [word.text for word in field.words] or [field.verbatim()]) for field in raw.fields]
        return None if seats is None else fields

    keys = ("players", "id", "turn", "bid", "open", "moves")
    return Grammar(game, game.title(), 3, keys, frozenset(["turn"]), frozenset(["bid"]), frozenset(["open"]), build)


GAMES = {game: toy(game) for game in ("skat", "hearts")}


def codes(text: str) -> list[str]:
    return [code for item in parse(text, GAMES.get) if isinstance(item, RecordError) for code in (p.code for p in item.problems)]


def test_text_and_json_give_the_same_fields() -> None:
    text = "skat 3; players Ann Bob; turn P1; bid P1 18 20; bid Bob pass; open yes; moves a b / c; x-note hello"
    data = (
        '{"players": ["Ann", "Bob"], "turn": "P1", "bid": {"P1": [18, "20"], "Bob": "pass"}, "open": true, '
        '"moves": ["a b", ["/", "c"]], "x-note": "hello", "skat": 3}'
    )
    (first,), (second,) = parse(text, GAMES.get), parse(data, GAMES.get)
    assert not isinstance(first, RecordError)
    assert not isinstance(second, RecordError)
    unquoted = [(name, [word.strip('"') for word in words]) for name, words in second]
    assert first == unquoted


def test_records_of_two_games_in_one_file() -> None:
    for text in ("skat 3; players 2\nhearts 3; players 3", '{"skat": 3, "players": 2}\n{"hearts": 3, "players": 3}'):
        assert [item for item in parse(text, GAMES.get) if isinstance(item, RecordError)] == []
        assert len(parse(text, GAMES.get)) == 2


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("E-MAGIC", "bridge 3; players 2"),
        ("E-MAGIC", '{"bridge": 3, "players": 2}'),
        ("E-VERSION", "skat 4; players 2"),
        ("E-VERSION", '{"players": 2, "skat": "three"}'),
        ("E-FIELD", "skat 3; players 2; bidd P1 18"),
        ("E-FIELD", '{"players": 2, "skat": 3, "hearts": 3}'),
        ("E-PLAYERS", "skat 3; players 4"),
        ("E-PLAYERS", '{"skat": 3}'),
        ("E-NAME", "skat 3; players Ann X"),
        ("E-JSON", '{"skat": 3, "players": 2, "bid": 18}'),
    ],
)
def test_what_is_wrong(code: str, text: str) -> None:
    assert codes(text) == [code]
