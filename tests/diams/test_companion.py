"""Diam's beside a real table: whatever one player sees of a round can be told as it happens, and is what that player then knows."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from diamonds_solver import cli
from diamonds_solver.errors import HiddenCardsError, IllegalMoveError
from diamonds_solver.games.diams.game import GAME
from diamonds_solver.games.diams.playing.companion import CompanionGame
from diamonds_solver.games.diams.playing.players import PLAYERS, Situation
from diamonds_solver.games.diams.records.record import Record, observed
from diamonds_solver.games.diams.round.knowledge import FaceDownLay, Step
from diamonds_solver.games.diams.round.rules import HIDDEN, NAMES, Cards, Kind, X, written
from diamonds_solver.games.diams.round.state import Phase
from diamonds_solver.games.diams.texts import label
from diamonds_solver.games.records import loads
from diamonds_solver.live.live_game import LiveGame
from tests.program import Terminal, diamonds


def dealt(players: int, seed: int, player: str) -> Record:
    """A whole round, with all cards."""
    return played_out(GAME.records.deal((seed,), {"players": players}, None), player, Random(seed))


def played_out(record: Record, player: str, rng: Random) -> Record:
    """To the end of the round, by that player and now and then by chance."""
    while record.state.phase is not Phase.OVER:
        state, name = record.state, player if rng.random() < 0.7 else "random"
        situation = Situation(state, state.to_move, _nobody_asks)
        record = GAME.records.play(record, PLAYERS.parse(name).choose(situation, rng.randrange(1 << 30)))
    return record


def _nobody_asks() -> Record:
    raise AssertionError("players of rules look at what lies open, and at their hand")


def companion(players: int, me: int, **options: object) -> LiveGame:
    sources = ["me" if seat == me else "table" for seat in range(players)]
    return LiveGame.new(sources, game="diams", options={"rounds": 1, **options}, seed=1)


def table_of(game: LiveGame) -> CompanionGame:
    assert isinstance(game.table, CompanionGame)
    return game.table


def tell_cards(game: LiveGame, cards: Cards) -> None:
    """As many at a time as are asked for."""
    while cards:
        turn = game.turn
        assert turn is not None
        assert turn.needs is not None
        now, cards = cards[: turn.needs], cards[turn.needs :]
        assert not Counter(NAMES[kind] for kind in now) - Counter(turn.pool)
        game.play(written(now, " "))


def sorted_parts(move: object) -> object:
    """A laying as one that is listed: new piles first."""
    if not isinstance(move, FaceDownLay):
        return move
    return FaceDownLay(move.kind, tuple(sorted(move.parts, key=lambda part: (part.pile, -part.size))))


def tell_start(game: LiveGame, seen: Record) -> None:
    me, order = seen.see, seen.start
    assert me is not None
    tell_cards(game, (*order.used, *order.market))
    turn = game.turn
    assert turn is not None
    assert (turn.seat, turn.decision) == (me, "hand")
    tell_cards(game, order.hands[me])


def tell_step(game: LiveGame, step: Step, me: int, is_listed: bool = True) -> None:
    """All that one step shows, in the order in which it is asked for. `is_listed`: whether to look for it among the moves."""
    turn, pile = game.turn, table_of(game).state.pile
    assert turn is not None
    text = "skip" if step.is_skip else str(step.move)
    if X in step.turned_up and turn.seat != me and step.move.kind is Kind.DRAW and len(pile) > 1:
        text += ":X"  # nobody else sees what is drawn, but for this card
    if turn.needs is not None:
        assert turn.decision == "trim"
        tell_cards(game, step.move.cards if not isinstance(step.move, FaceDownLay) else ())
    else:
        if is_listed:
            listed = set(map(sorted_parts, game.moves()))
            assert sorted_parts(step.move) in listed or text in map(str, listed)
        game.play(text)
    if step.given is not None:
        text = f"give:{written(step.given) or '-'}" + (f"#{step.pile}" if step.pile else "")
        assert text in map(str, game.moves())
        game.play(text)
    if game.turn is not None and game.turn.needs and game.turn.seat is None:
        tell_cards(game, step.turned_up)
    else:
        assert step.turned_up in ((), (HIDDEN,), (X,))


def followed(whole: Record, me: int, every: int, **options: object) -> LiveGame:
    """The round told step by step; asks for advice at each of the own decisions, and resumes the game now and then."""
    seen, game = observed(whole, me), companion(whole.players, me, **options)
    rng = Random(me)
    assert GAME.records.diagram(game.seen(me), False)
    assert game.seen(me)._repr_svg_()
    assert LiveGame.loads(game.dumps()).table == game.table
    tell_start(game, seen)
    for number, step in enumerate(seen.play):
        assert game.turn is not None
        if game.turn.seat == me and number % every == 0:
            advice = game.ask(engine="playout", worlds=1, threads=1)
            assert {move.move for move in advice.moves} == set(game.moves())
        if rng.random() < 0.03:
            game = LiveGame.loads(game.dumps())
        before = game.table
        tell_step(game, step, me, is_listed=rng.random() < 0.5)
        assert game.story(game.steps[-1:], me) is not None
        assert before != game.table
        if number % (2 * every) == 0:
            assert GAME.records.diagram(game.seen(me), False)
            assert game.seen(me)._repr_svg_()
            assert game.state(me)["record"]
            assert len({label(game.seen(me))(move) for move in game.moves()}) == len(game.moves())
        assert replace(seen, play=seen.play[: number + 1]).play == table_of(game).record.play
    told = game.seen(me)
    assert (told.start, told.play, told.hidden, told.see) == (seen.start, seen.play, seen.hidden, me)
    assert game.turn is not None
    assert game.turn.decision == "points"
    for seat, points in enumerate(whole.state.points()):
        assert game.turn is not None
        assert game.turn.seat == seat
        assert points in game.moves()
        game.play(str(points))
    assert game.score.points == whole.state.points()
    return game


LONG = pytest.mark.long


@pytest.mark.parametrize(
    ("players", "me", "seed"),
    [(4, 1, 4), *(pytest.param(*each, marks=LONG) for each in ((2, 0, 1), (2, 1, 2), (3, 2, 3), (5, 4, 5), (5, 0, 6)))],
)
def test_a_round_told_step_by_step(players: int, me: int, seed: int) -> None:
    game = followed(dealt(players, seed, "greedy"), me, every=5)
    assert game.turn is None
    assert game.score.shares is not None
    again = LiveGame.loads(game.dumps())
    assert again.table == game.table
    assert again.dumps() == game.dumps()
    while game.undo():
        pass
    assert asked(game)[1] == "market"
    while game.redo():
        pass
    assert game.dumps() == again.dumps()


# -- what people type ---------------------------------------------------------------------------------------------------------------------


def at_the_table(*moves: str) -> LiveGame:
    """Ann, who tells, holds 9 3 T; the market is 8 5 3."""
    game = LiveGame.new(["me", "table", "table"], game="diams", names=["Ann", "Bob", "Cy"], options={"rounds": 1}, seed=1)
    for move in ("8 5 3", "9,3,t", *moves):
        game.play(move)
    return game


def asked(game: LiveGame) -> tuple[int | None, str, int | None]:
    assert game.turn is not None
    return game.turn.seat, game.turn.decision, game.turn.needs


def play_of(game: LiveGame) -> str:
    return next(line for line in GAME.records.write(game.seen(0), "dia").splitlines() if line.startswith("play ")).removeprefix("play ")


def test_cards_are_asked_for_where_they_are_not_told_at_once() -> None:
    game = at_the_table("d")
    assert asked(game) == (None, "drawn", 1)
    game.play("7")
    game.play("T?b:9")
    assert asked(game) == (1, "give", None)
    assert {"give:-", "give:9", "give:9*+9+9"} <= set(map(str, game.moves()))
    assert "give:9*+9*" not in map(str, game.moves())
    game.play("9 9*")
    assert asked(game) == (1, "draw", None)
    game.play("open")
    assert asked(game) == (None, "opened", 2)
    game.play("6+b")
    assert asked(game) == (None, "opened", 1)
    game.play("6")
    assert (play_of(game), asked(game)) == ("draw:7 T?Bob:9 give:9*+9 / open:6+B+6", (1, "act", None))
    assert game.story(game.steps[-1:], 0) == [("Bob opens two cards: 6, B, 6", "open:6+B+6")]
    assert LiveGame.loads(game.dumps()).table == game.table
    game.undo()
    assert asked(game) == (None, "opened", 1)


def test_what_records_write_can_be_typed_at_once() -> None:
    game = at_the_table("draw:7", "t ? bob : 9 give:9+9*", "open:6+B+6", "= 6", "d", "8 = 5 + 3")
    assert play_of(game) == "draw:7 T?Bob:9 give:9*+9 / open:6+B+6 =6 / draw 8=5+3"
    assert asked(game) == (0, "draw", None)


def test_the_market_is_filled_up() -> None:
    game = at_the_table("draw:8", "8=5+3", "d", "=8")
    assert asked(game) == (None, "refill", 3)
    game.play("9 S 2")
    assert asked(game) == (None, "refill", 1)
    game.play("2")
    assert play_of(game).endswith("/ draw =8 refill:9+S+2+2")
    assert asked(game) == (1, "trim", 1)


def test_surplus_of_a_hidden_hand() -> None:
    game = at_the_table("draw:7", "put:3", "open:8+8", "=8")
    assert asked(game) == (1, "trim", 1)
    game.play("8")
    assert play_of(game).endswith("=8 -8")


def test_a_hand_that_has_nothing_to_play() -> None:
    """Known cards are gone, and the one that is left may be of no use: the next player may also just go on."""
    record = loads("diams 1; players Ann Bob Cy; see Ann; hand Ann 9,3; hand Bob none; market 8,5; play draw:7 put:3")
    for moves in (("d", "skip"), ("d", "open")):
        game = LiveGame.of(record, ["me", "table", "table"], seed=1)
        for move in moves:
            game.play(move)
        assert game.turn is not None
        assert game.turn.decision in ("draw", "opened")
        if moves[-1] == "skip":
            assert game.story(game.steps[-1:], 0) == [("Bob has nothing to play", "")]
            assert play_of(game) == "draw:7 put:3 / draw /"
            assert LiveGame.loads(game.dumps()).table == game.table
    game.play("4 4")
    assert play_of(game) == "draw:7 put:3 / draw / Cy: open:4+4"


@pytest.mark.parametrize(
    ("moves", "typed", "code"),
    [
        ((), "9 3", "E-PLAY"),
        ((), "draw it", "E-PLAY"),
        ((), "", "E-AMBIGUOUS"),
        (("d",), "X", "E-ILLEGAL"),
        (("d",), "7 7", "E-COUNT"),
        (("d",), "11", "E-CARD"),
        (("d", "7"), "=2", "E-NOT-HELD"),
        (("d", "7"), "=7", "E-MARKET"),
        (("d", "7"), "T?Di:9", "E-SEAT"),
        (("d", "7"), "put:", "E-AMBIGUOUS"),
        (("d", "7", "T?bob:9"), "8", "E-ILLEGAL"),
        (("d", "7", "put:3", "d"), "T?Cy:8", "E-COPIES"),
        (("d", "7", "put:3", "d"), "safe:+5", "E-NOT-HELD"),
        (("d", "7", "T?bob:9", "-", "d"), "put:2 x", "E-PLAY"),
        (("d", "7"), "put:3 / draw", "E-PLAY"),
        (("d", "7"), "put:3 give:-", "E-GIVE"),
        (("d", "7"), "put:3 refill:5+5+5", "E-CHANCE"),
    ],
)
def test_what_cannot_be_told(moves: tuple[str, ...], typed: str, code: str) -> None:
    game = at_the_table(*moves)
    before = game.table
    with pytest.raises(IllegalMoveError) as caught:
        game.play(typed)
    assert caught.value.code == code
    assert game.table is before


def test_a_card_that_is_out_already_is_told_alike_everywhere() -> None:
    """Among the cards that are asked for, and in a move of somebody else; the hint does not offer the card that it refuses."""
    said = set()
    for moves, typed in (((), "9* 4 3"), (("9 4 3", "d"), "9*"), (("9 4 3", "d", "9", "put:4", "d"), "put:9*")):
        game = companion(2, 0)
        for move in ("9* 9 9", *moves):
            game.play(move)
        with pytest.raises(IllegalMoveError) as caught:
            game.play(typed)
        said.add((caught.value.code, caught.value.message, caught.value.hint))
    assert said == {("E-COPIES", "there are more cards 9* than the deck has", "all of them have been named already")}
    with pytest.raises(IllegalMoveError) as caught:
        companion(2, 0).play("7* 7* 3")
    assert (caught.value.code, caught.value.hint) == ("E-COPIES", "1 of them can still come")


def test_what_was_told_before_is_held_against_it() -> None:
    """Bob has shown to have no 9, and has drawn nothing since that could be two."""
    game = at_the_table("d", "7", "T?bob:9", "-", "open:2+2")
    assert not any(str(move).startswith(("=9", "put:9")) for move in game.moves())
    with pytest.raises(IllegalMoveError, match="no deal of the hidden cards agrees"):
        game.play("put:9")
    with pytest.raises(IllegalMoveError):
        game.play("skip")


# -- rounds of a match --------------------------------------------------------------------------------------------------------------------


def test_a_match_carries_its_chips() -> None:
    game = companion(2, 0, rounds=3)
    for number, choices in ((1, (-1, 0)), (2, (0, -1))):  # Ann wins the first round, Bob the second one
        record = table_of(game).record
        assert (record.round, record.start.turn) == (number, number - 1)
        fresh = GAME.records.deal((number,), {"players": 2}, None)
        seen = observed(played_out(replace(fresh, start=fresh.start._replace(turn=number - 1)), "greedy", Random(number)), 0)
        tell_start(game, seen)
        for step in seen.play:
            tell_step(game, step, 0, is_listed=False)
        for choice in choices:
            game.play(str(game.moves()[choice]))
        assert asked(game)[1] == "next"
        assert number == 2 or game.score.points == (4, 3)
        game.play("next")
    record = table_of(game).record
    assert (record.round, record.chips) == (3, (7, 7))
    assert [one.state.phase for one in record.earlier] == [Phase.OVER] * 2
    tell_start(game, observed(GAME.records.deal((3,), {"players": 2}, None), 0))
    shown = game.seen(game.reader)
    assert loads(GAME.records.write(shown, "dia")) == shown
    assert game.ask(engine="playout", worlds=1, objective="win").best is not None
    assert LiveGame.loads(game.dumps()).table == game.table


def test_a_round_of_a_match_goes_on_from_what_is_known() -> None:
    record = loads("diams 1; players Ann Bob; round 2/3; chips 4 3; see Bob; hand Bob 9,8,7; market 5,4,3; turn P2")
    game = LiveGame.of(record, ["table", "me"], seed=1)
    assert list(game.score.points) == [4, 3]
    assert asked(game) == (1, "draw", None)
    assert game.ask(engine="playout", worlds=1).best is not None
    with pytest.raises(HiddenCardsError, match="what Bob knows, not Ann"):
        LiveGame.of(record, ["me", "table"], seed=1)
    with pytest.raises(HiddenCardsError, match="cards of Ann are hidden"):
        LiveGame.of(loads("diams 1; players Ann Bob; hand Ann 9 +2; market 5,4,3"), ["me", "table"], seed=1)


def test_a_file_that_was_edited_goes_on() -> None:
    game = at_the_table("draw:7", "put:3", "d", "put:4")
    text = game.dumps()
    edited = LiveGame.loads(text.replace("put:3 / draw put:4", "put:3 / draw put:2"))
    assert not edited.steps
    assert edited.turn == game.turn
    assert "put:2" in edited.dumps()
    assert LiveGame.loads(edited.dumps()).table == edited.table


# -- in a terminal ------------------------------------------------------------------------------------------------------------------------


PLAY = ("play", "-g", "diams", "--table", "--rounds", "1", "--seed", "1")


def told_by_hand(players: int, me: int, seed: int) -> LiveGame:
    """A round with advice asked for nowhere."""
    whole = dealt(players, seed, "greedy")
    game, seen = companion(players, me), observed(whole, me)
    tell_start(game, seen)
    for step in seen.play:
        tell_step(game, step, me, is_listed=False)
    for points in whole.state.points():
        game.play(str(points))
    return game


@pytest.mark.posix
def test_a_round_typed_at_a_terminal(tmp_path: Path) -> None:
    """The file is the game after every move, and in the end the game that was told."""
    own, path = told_by_hand(3, 1, 7), tmp_path / "game.dia"
    terminal = Terminal(*["play", "-g", "diams", "--table", "-p", "3", "--seat", "P2", "--rounds", "1", "--seed", "1", "--save"], str(path))
    screen = terminal.until("> ")
    half = len(own.steps) // 2
    for number, step in enumerate(own.steps):
        if number == half:
            terminal.type("undo\n")
            assert "taken back: " in terminal.until("> ")
            terminal.type("redo\n")
            terminal.until("> ")
        terminal.type(f"{str(step.move).lower()}\n")
        screen = terminal.until("> ")
        assert "error" not in screen, screen
    assert "the game is over: " in screen
    assert path.read_text() == own.dumps()
    terminal.type("\x04")
    assert terminal.end() == 0


def test_a_round_from_a_pipe() -> None:
    """Programs are told every move, also cards that were put away: nothing of a real table is a secret."""
    lines = ["8 5 3", "9 3 T", "draw:7", "put:3", "open:8+8", "=8", "8", "hint 2", "undo", "huh"]
    code, out, _ = diamonds(*PLAY, "--names", "Ann,Bob", "--json", stdin="\n".join(lines))
    events = [json.loads(line) for line in out.splitlines()]
    steps = [step for event in events if event["event"] == "steps" for step in event["steps"]]
    assert [step["move"] for step in steps] == ["8+5+3", "9+3+T", "draw:7", "put:3", "open:8+8", "=8", "8"]
    assert [step["seat"] for step in steps] == [None, "P1", "P1", "P1", "P2", "P2", "P2"]
    states = [event["state"] for event in events if event["event"] == "state"]
    assert states[-1]["turn"]["needs"] == 1
    assert "8" in states[-1]["turn"]["pool"]
    assert states[0]["companion"]
    errors = [event["errors"][0]["code"] for event in events if event["event"] == "errors"]
    assert code == cli.BAD_INPUT
    assert errors == ["E-CARD"]
