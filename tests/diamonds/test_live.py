"""Diamonds played live: whole games by random moves, nothing shown that a seat may not know, and games that go on from their files."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from diamonds_solver import Record, deal
from diamonds_solver.advice.advice import explain_best
from diamonds_solver.errors import DiamondsError, HiddenCardsError, IllegalMoveError
from diamonds_solver.games.diamonds.playing.live import LiveDiamonds
from diamonds_solver.games.diamonds.records.notation import example
from diamonds_solver.games.diamonds.round.rules import card_name
from diamonds_solver.games.records import loads
from diamonds_solver.live.live_game import LiveGame

GAMES: list[dict[str, Any]] = [
    {"players": 2},
    {"players": 2, "variant": "perfect", "rounds": 2},
    {"players": 3, "pass": False, "rounds": 2},
    {"players": 4, "teams": True, "rounds": 2},
    {"players": 5, "variant": "perfect", "rounds": 2},
    {"players": 6, "teams": True, "rounds": 1},
]


def told(game: LiveGame, rng: random.Random) -> str:
    """A move that can be told now, as text."""
    turn = game.turn
    assert turn is not None
    if turn.needs is not None:
        return " ".join(rng.sample(turn.pool, turn.needs))
    return str(rng.choice(game.moves()))


def started(options: dict[str, Any], seed: int) -> LiveGame:
    return LiveGame.new(["me", *["random"] * (options["players"] - 1)], options=options, seed=seed)


def step(game: LiveGame, rng: random.Random) -> None:
    if game.is_engine_turn:
        game.engine_step()
    else:
        game.play(told(game, rng))


def hidden_cards(game: LiveGame) -> set[str]:
    """The cards of other hands that nobody has shown, in the round that goes on."""
    table = game.table
    assert isinstance(table, LiveDiamonds)
    record = table.record_now
    if table.is_round_over:
        return set()
    known = (record.gave[0] or frozenset()) | (record.got[0] or frozenset())
    return {card_name(card) for hand in record.hands_after_play()[1:] for card in hand.known - known}


def shown(game: LiveGame) -> str:
    """All that the first seat is shown of the round that goes on, and its file."""
    state = game.state(0)
    record = state["table"]["record"]
    state["table"]["record"] = record["rounds"][-1] if "rounds" in record else record
    texts = [text.rpartition("\nround ")[2] for text in (game.dumps(), state.pop("record"))]
    return " ".join([*texts, str(state), game.game.records.diagram(game.seen(0), False)])


def cards_in(text: str) -> set[str]:
    """All that can be read as cards: D15, and D15,9,3."""
    found = re.findall(r"(?<![A-Za-z0-9])([DHSC])(\d{1,2}(?:,\d{1,2})*)(?![A-Za-z0-9])", text)
    return {f"{suit}{rank}" for suit, ranks in found for rank in ranks.split(",")}


@pytest.mark.parametrize("options", GAMES, ids=lambda options: "-".join(map(str, options.values())))
def test_whole_games(options: dict[str, Any]) -> None:
    """They end, nothing hidden is shown on the way, and each can be gone on with from its text."""
    rng, game = random.Random(5), started(options, seed=3)
    turn, rounds = game.turn, 0
    while turn is not None:
        step(game, rng)
        turn = game.turn
        rounds += turn is None or turn.decision == "next"
        if rng.random() < 0.3:
            assert not hidden_cards(game) & cards_in(shown(game))
        if rng.random() < 0.05:
            game = LiveGame.loads(game.dumps())
    points, shares = game.score.points, game.score.shares
    assert rounds == options.get("rounds", {2: 4}.get(options["players"], 0))
    assert shares is not None
    assert sum(shares) == pytest.approx(1)
    assert sum(points) > 3 * options["players"]
    reviewed = game.seen(game.reader)
    assert loads(game.game.records.write(reviewed, "dia")) == reviewed


@given(st.sampled_from(GAMES), st.integers(0, 2**30), st.integers(0, 90))
@settings(max_examples=8)
def test_undo_redo_and_files_change_nothing(options: dict[str, Any], seed: int, steps: int) -> None:
    rng, game = random.Random(seed), started(options, seed)
    for _ in range(steps):
        if game.turn is not None:
            step(game, rng)
    text = game.dumps()
    again = LiveGame.loads(text)
    assert again.dumps() == text
    assert again.table == game.table
    assert again.state(0) == game.state(0)
    before = [game.table]
    while game.undo():
        before.append(game.table)
    assert not game.can_undo
    for table in reversed(before[:-1]):
        assert game.redo()
        assert game.table == table
    assert game.dumps() == text
    assert not game.redo()


def test_the_same_seed_is_the_same_game() -> None:
    texts = []
    for _ in range(2):
        game = LiveGame.new(["normal", "easy", "greedy"], seed=8, options={"rounds": 1})
        while game.turn is not None:
            game.engine_step()
        texts.append(game.dumps())
    assert texts[0] == texts[1]


# -- at a real table ----------------------------------------------------------------------------------------------------------------------


def companion(truth: LiveGame, me: int) -> LiveGame:
    sources = ["me" if seat == me else "table" for seat in range(truth.players)]
    dealer = truth.table.record.dealer + 1
    return LiveGame.new(sources, options={"dealer": dealer, "rounds": 1, "players": truth.players}, seed=1)


@pytest.mark.parametrize(("players", "me", "seed"), [(2, 0, 1), (3, 2, 2), (4, 1, 3), (6, 4, 4)])
def test_a_companion_knows_what_one_player_knows(players: int, me: int, seed: int) -> None:
    """Told all that a player sees of a game that is played elsewhere, it has that player's view, and can think of whatever happens."""
    truth = LiveGame.new(["random"] * players, options={"rounds": 1}, seed=seed)
    own = companion(truth, me)
    dealt = truth.table
    assert isinstance(dealt, LiveDiamonds)
    own.play(" ".join(map(card_name, dealt.record_now.hands[me].known)))
    while truth.turn is not None:
        turn = truth.turn
        made = truth.engine_step()
        assert made is not None
        move = made.move
        if turn.decision != "pass" or turn.seat == me:
            assert turn.decision == "pass" or move in own.moves()
            own.play(str(move))
        record = truth.table.record
        if own.turn is not None and own.turn.decision == "got" and record.got[me] is not None:
            own.play(" ".join(map(card_name, record.got[me])))
            assert own.seen(me) == truth.seen(me)
    assert own.turn is None
    assert own.score.points == truth.score.points
    assert LiveGame.loads(own.dumps()).table == own.table


def test_a_companion_can_be_edited_by_hand() -> None:
    own = LiveGame.new(["me", "table", "table"], options={"pass": False, "rounds": 1}, seed=1)
    own.play("D15,9 H3,4,5 S1,2 C1,2,3")
    own.play("H14")
    text = own.dumps()
    assert LiveGame.loads(text).steps
    edited = LiveGame.loads(text.replace("play H14", "play H15"))
    assert not edited.steps
    assert edited.turn == own.turn
    assert "play H15" in edited.dumps()
    assert LiveGame.loads(edited.dumps()).table == edited.table


def test_thinkable_moves_keep_to_what_was_shown() -> None:
    own = LiveGame.new(["me", "table", "table"], options={"pass": False, "rounds": 1}, seed=1)
    own.play("D15,9 H3,4,5 S1,2 C1,2,3")
    for move in ("H14", "D2", "H5"):
        own.play(move)
    cards = {str(move) for move in own.moves()}
    assert {"H13", "D3"} <= cards
    assert not cards & {"H14", "D2", "D15", "H3"}
    own.play("H12")
    assert not any(str(move).startswith("H") for move in own.moves())
    with pytest.raises(IllegalMoveError):
        own.play("H2")


def test_there_is_no_reason_against_the_move_that_is_recommended() -> None:
    game = LiveGame.of(Record.of(deal(4, 2)), ["me", "random", "random", "random"], seed=1)
    advice = game.ask(worlds=20)
    assert advice.recommended is not None
    assert advice.recommended not in {m.move for m in advice.leaders}
    assert any("is recommended, as the first tricks are chosen by experience of many games" in note for note in advice.notes)
    assert game.why(advice) is None
    assert game.why(advice, advice.moves[-1].move) is not None
    assert explain_best(game.game, advice, advice.explained) is None
    assert explain_best(game.game, advice, replace(advice, recommended=None).explained) is not None


# -- what people type ---------------------------------------------------------------------------------------------------------------------


def at_the_table() -> LiveGame:
    record = loads(
        "diamonds 1; players Ann Bob Cy Bert; hand P1 D15,9 H3; hand P2 D2 H9 C9; hand P3 D4 S1,2; hand P4 C1,2 S9; play H3".replace(
            "play H3", "lead P1; play D9"
        )
    )
    return LiveGame.of(record, ["me", "human", "human", "human"], seed=1)


@pytest.mark.parametrize(
    ("typed", "move"), [("2", "D2"), ("d2", "D2"), ("D2", "D2"), ("2d", "D2"), ("♦2", "D2"), (" d 2 ", "D2"), ("d", "D2")]
)
def test_short_forms(typed: str, move: str) -> None:
    assert str(at_the_table().read_move(typed)) == move


def test_a_rank_alone_is_of_the_suit_that_was_led() -> None:
    record = loads("diamonds 1; players Ann Bob Cy; see Ann; dealer Cy; hand Ann D15,9 H12,4 S14,3 C10,8,2,1")
    game = LiveGame.of(record, ["me", "table", "table"])
    game.play("S14")
    assert str(game.read_move("10")) == "S10"
    assert str(game.read_move("h10")) == "H10"


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ("s14", "Ann played it in trick 1"),
        ("s5", "Bob has been out of spades since trick 1"),
        ("c10", "it is in your hand"),
        ("s99", None),
    ],
)
def test_a_refusal_says_why(typed: str, why: str | None) -> None:
    record = loads("diamonds 1; players Ann Bob Cy; see Ann; dealer Cy; hand Ann D15,9 H12,4 S14,3 C10,8,2,1")
    game = LiveGame.of(record, ["me", "table", "table"])
    for move in ("S14", "H3", "S2", "D9"):
        game.play(move)
    with pytest.raises(IllegalMoveError) as caught:
        game.read_move(typed)
    assert caught.value.message == f"'{typed}' cannot be played here" + (f": {why}" if why else "")


def test_a_refusal_tells_who_plays_of_their_own_hand() -> None:
    with pytest.raises(IllegalMoveError) as caught:
        at_the_table().read_move("C9")
    assert caught.value.message == "'C9' cannot be played here: follow diamonds"


def test_a_refusal_tells_nothing_of_hidden_hands() -> None:
    record = loads("diamonds 1; players Ann Bob Cy; see Ann; dealer Cy; hand Ann D15,9 H12,4 S14,3 C10,8,2,1; void Bob D")
    game = LiveGame.of(record, ["me", "table", "table"])
    game.play("S14")
    for typed in ("D5", "C10>Ann"):
        with pytest.raises(IllegalMoveError) as caught:
            game.read_move(typed)
        assert "follow" not in caught.value.message
        assert "not in your hand" not in caught.value.message


def test_victims_by_name() -> None:
    game = at_the_table()
    game.play("2")
    game.play("4")
    for typed in ("c2>ann", "2>P1", "C2 > a", "2c>ANN"):
        assert str(game.read_move(typed)) == "C2>P1"
    assert str(game.read_move("9")) == "S9"
    for typed, code in (
        ("c2>b", "E-ILLEGAL"),
        ("c2", "E-AMBIGUOUS"),
        ("c", "E-AMBIGUOUS"),
        ("x", "E-PLAY"),
        ("", "E-PLAY"),
        ("h3", "E-ILLEGAL"),
    ):
        with pytest.raises(IllegalMoveError) as caught:
            game.read_move(typed)
        assert caught.value.code == code


def test_cards_to_pass() -> None:
    game = LiveGame.new(["me", "table"], seed=1)
    game.play("D1,2,3 H4 H5,S6,7;".rstrip(";") + " C8 C9+C10")
    assert str(game.play("2").move) == "2"
    for typed, code in (("4", "E-COUNT"), ("4 4", "E-CARD-TWICE"), ("15 4", "E-ILLEGAL"), ("zz", "E-PLAY"), ("1 2 3", "E-COUNT")):
        with pytest.raises(IllegalMoveError) as caught:
            game.play(typed)
        assert caught.value.code == code, typed
    assert str(game.play("s6 d1").move) == "D1+S6"
    assert game.turn is not None
    assert "D1" not in game.turn.pool
    assert "D2" not in game.turn.pool
    game.play("d15,14")
    assert game.turn is not None
    assert game.turn.decision == "card"


# -- what cannot be ----------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("sources", "options", "code"),
    [
        (["me", "me"], {}, "E-SOURCE"),
        (["table", "table"], {}, "E-SOURCE"),
        (["me", "table", "normal"], {}, "E-SOURCE"),
        (["me", "human", "table"], {}, "E-SOURCE"),
        (["me", "nobody"], {}, "E-PLAYER"),
        (["me", "easy"], {"players": 3}, "E-SOURCE"),
        (["me", "easy"], {"rounds": 6}, "E-OPTION"),
        (["me", "easy"], {"dealer": 3}, "E-OPTION"),
        (["me"], {}, "E-PLAYERS"),
    ],
)
def test_what_cannot_be_played(sources: Sequence[str], options: dict[str, Any], code: str) -> None:
    with pytest.raises(DiamondsError) as caught:
        LiveGame.new(sources, options=options, seed=1)
    assert caught.value.code == code


def test_who_sees_all_hands_cannot_sit_down() -> None:
    game = LiveGame.new(["clairvoyant", "me"], options={"pass": False, "dealer": 2}, seed=1)
    with pytest.raises(DiamondsError, match="sees all hands"):
        game.engine_step()


def test_a_changed_file_is_refused() -> None:
    game = started({"players": 3}, 4)
    rng = random.Random(1)
    while len(game.steps) < 12:
        step(game, rng)
    text = game.dumps()
    sealed = text.partition("x-sealed ")[2]
    other = "b" if sealed[20] != "b" else "f"
    for changed in (
        text.replace(sealed, sealed[:20] + other + sealed[21:]),
        text.replace(sealed, sealed[:-9] + "\n"),
        text.replace("x-sealed", "x-other"),
        text.replace("pass 1", "pass 9").replace("dealer P2", "dealer P1").replace("lead", "x-lead") + "vault 1 0 0\n",
    ):
        assert changed != text
        with pytest.raises(DiamondsError) as caught:
            LiveGame.loads(changed)
        assert caught.value.code in ("E-SEAL", "E-FIELD-TWICE", "E-PASS"), changed


def test_a_record_with_hidden_hands_cannot_be_played_against_engines() -> None:
    with pytest.raises(HiddenCardsError):
        LiveGame.of(example("advice"), ["normal", "me", "normal"])
    own = LiveGame.of(example("advice"), ["table", "me", "table"])
    assert own.view(1).seat == 1
