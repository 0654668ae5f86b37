"""Diam's through the commands that every game has."""

from __future__ import annotations

import json
from collections import Counter
from itertools import islice

import pytest

from diamonds_solver import cli
from diamonds_solver.advice.ask import advise
from diamonds_solver.common.options import read_engine
from diamonds_solver.errors import DiamondsError, HiddenCardsError, IllegalMoveError, PlayerNameError
from diamonds_solver.game import Game, HindsightOptions
from diamonds_solver.games.diams.advising.view import View
from diamonds_solver.games.diams.game import GAME
from diamonds_solver.games.diams.playing.players import PLAYERS, Match, Situation, at_random
from diamonds_solver.games.diams.records.notation import EXAMPLES, example_path
from diamonds_solver.games.diams.records.record import Record
from diamonds_solver.games.diams.round.knowledge import Step
from diamonds_solver.games.diams.round.rules import DRAW, HIDDEN, OPEN, Move, Rules
from diamonds_solver.games.diams.solve import hindsight
from diamonds_solver.games.records import dumps, load, loads
from diamonds_solver.players.kinds import RulePlayer
from tests.program import diamonds

from .states import all_cards

game: Game[Record, View] = GAME  # whether it fits is the type checker's to say
GOOD = [name for name in EXAMPLES if name != "diams-broken"]


def example(name: str) -> Record:
    record = load(example_path(name))
    assert isinstance(record, Record)
    return record


def test_check_show_and_convert() -> None:
    text = dumps(example("diams-view"), "line").rstrip("\n")
    code, out, _ = diamonds("show", text)
    assert code == 0
    assert "Bob's pile 1: 2 86%, 7 14%" in out
    assert "Ann decides: draw a card or open two" in out
    answer = json.loads(diamonds("show", "--json", text)[1])
    assert (answer["hand"]["P2"], answer["safe"]["P2"], answer["pile"], answer["phase"]) == ("+4", "+3", 31, "draw")
    assert diamonds("convert", "--to", "line", text)[1] == f"{text}\n"
    code, _, err = diamonds("check", text)
    assert code == 0
    assert "the values are invented" in err
    code, _, err = diamonds("check", "diams 1; players 2; see P1; hand P1 9; hand P2 +1; market 1; unseen 8,8; lacks P2 8")
    assert code == cli.BAD_INPUT
    assert "no deal of the hidden cards" in err


def test_show_after_the_end() -> None:
    text = example_path("diams-round").read_text("utf-8")
    out = diamonds("show", text)[1]
    assert "Bob 12 points 4 chips" in out
    assert max(map(len, out.splitlines())) <= 80
    shown = json.loads(diamonds("show", "--json", text)[1])
    assert shown["points"] == [8, 12, 7] == list(map(sum, shown["sources"]))


def test_an_open_choice_is_told() -> None:
    text = "diams 1; players 2; hand P1 9,8,7,6,5; hand P2 1; market 9,2; pile 3,4,X; phase act; play =9"
    code, _, err = diamonds("check", text)
    assert code == 0
    assert "what P1 puts away is missing" in err


def test_advice() -> None:
    text = dumps(example("diams-view"), "line")
    args = ("advise", "--worlds", "2", "--seed", "1", "--engine", "ismcts:simulations=20", text)
    code, out, _ = diamonds(*args)
    assert code == 0
    assert "33 cards are unseen, 688 worlds possible" in out
    assert "the loupes are invented" in out
    answer = json.loads(diamonds(*args, "--json")[1])
    assert {row["move"] for row in answer["moves"]} == {"draw", "open"}
    assert answer["view"] == {"seat": "P1", "unseen": 33, "worlds": 688}
    late = "diams 1; players 2; see P1; hand P1 9,9; hand P2 +1; market 9,2; unseen 9,9*,T; closed P2; turn P1"
    assert advise(loads(late)).exact


def test_values() -> None:
    text = dumps(example("diams-lap"), "line")
    code, out, err = diamonds("solve", text)
    assert code == 0
    assert "S:6+6    +13.50" in out
    assert "values assume that everybody sees all hands" in out + err
    code, _, err = diamonds("solve", dumps(example("diams-view"), "line"))
    assert code == cli.BAD_INPUT
    assert "E-HIDDEN" in err
    assert json.loads(diamonds("solve", "--json", "--objective", "chips", text)[1])["game"] == "diams"


def test_deals_repeat_and_are_whole() -> None:
    args = ("deal", "--game", "diams", "--players", "3", "--set", "moves=20", "--set", "loupes=2", "--seed", "5", "--one-line", "2")
    first = diamonds(*args)[1]
    assert first == diamonds(*args)[1]
    for line in first.splitlines():
        record = loads(line)
        assert len(record.play) == 20
        assert all_cards(record.state) == record.rules.deck
        assert record.rules.loupes == (2,) * 10


def test_stepping_through_a_record() -> None:
    record = example("diams-round")
    decisions = list(game.records.decisions(record))
    assert len(decisions) == len(record.play)
    assert str(decisions[0].move) == "draw"
    assert decisions[0].decision == "draw"
    for decision in decisions:
        assert decision.record.state.to_move == decision.seat
        assert decision.move in decision.record.state.moves()
    assert game.records.points(record) == (8, 12, 7)
    assert game.records.points(decisions[3].record) is None
    again = decisions[0].record
    for step in record.play:
        again = game.records.play(again, step)
    assert again.play == record.play
    with pytest.raises(IllegalMoveError):
        game.records.play(decisions[0].record, decisions[1].move)
    with pytest.raises(TypeError):
        game.records.play(record, "draw")


def test_a_known_pile_is_drawn_from() -> None:
    record = game.records.deal((1,), {}, None)
    assert game.records.play(record, DRAW).play[0].turned_up == record.state.pile[:1]
    assert game.records.play(record, Step(OPEN, record.state.pile[:2])).state.phase == "act" or record.state.pile[0] > 19


def test_the_view_of_another_seat() -> None:
    with pytest.raises(HiddenCardsError):
        game.advising.view(example("diams-view"), 1)
    record = example("diams-round")
    writer = game.records.move_writer(record)
    assert "B?Cy:7" in [writer(step.move) for step in record.play]


def test_hindsight() -> None:
    """From the end backwards; Bob's and Cy's last turns had nothing to gain that they did not take."""
    record = example("diams-round")
    found = dict(islice(hindsight(list(game.records.decisions(record)), HindsightOptions("margin")), 3))
    decisions = list(game.records.decisions(record))
    assert sorted(found) == list(range(len(decisions) - 3, len(decisions)))
    last = found[len(decisions) - 1]
    assert last.exact
    assert last.loss == 0
    assert decisions[-1].move in last.best
    assert list(last.points or ()) == [8, 12, 7]
    assert all(look.loss is None or look.loss >= look.least_loss >= 0 for look in found.values())
    with pytest.raises(DiamondsError):
        hindsight(list(game.records.decisions(record)), HindsightOptions("win"))
    assert list(hindsight(list(game.records.decisions(example("diams-view"))), HindsightOptions("margin"))) == []


# -- matches ----------------------------------------------------------------------------------------------------------------------------


def never() -> bool:
    return False


def test_matches_are_won_by_chips() -> None:
    played = [Match(Rules(2), seed, is_match=True).play(1, ["greedy", "random"], never) for seed in range(4)]
    assert all(each is not None and each.points in ((8.0, 6.0), (11.0, 10.0), (12.0, 9.0)) for each in played)


def test_players_see_what_their_seat_sees() -> None:
    seen: list[Situation] = []

    def watch(situation: Situation, seed: int) -> Move:
        seen.append(situation)
        return at_random(situation, seed)

    Match(Rules(3), 1).play(0, [RulePlayer("watching", watch)] * 3, never)
    for situation in seen[:: len(seen) // 20]:
        state, view = situation.state, situation.view
        assert sum(HIDDEN not in hand for hand in state.hands if hand) <= 1 + sum(not hand for hand in state.hands)
        assert set(state.pile) <= {HIDDEN}
        assert view.seat == state.to_move
        assert view.moves() == state.moves()
        assert view.worlds.count
        assert Counter(view.state.market) == Counter(state.market)


def test_a_player_who_cheats_is_found() -> None:
    cheat = RulePlayer[Situation, Move]("cheat", lambda situation, seed: Move(DRAW.kind, (3,)))
    with pytest.raises(DiamondsError, match=r"the player cheat plays .*, which is not legal") as caught:
        Match(Rules(2), 1).play(0, [cheat, cheat], never)
    assert caught.value.code == "E-PLAYER"


def test_engines_play() -> None:
    played = Match(Rules(2), 3).play(0, ["ismcts:sims=20", "greedy"], never)
    assert played is not None
    assert len(played.seconds[0]) > 10


def test_names() -> None:
    assert PLAYERS.strict("ismcts:simulations=40,goal=win") == "ismcts:sims=40,goal=win"
    assert "tree search" in game.playing.help()
    for name in ("clever", "greedy:time=1", "ismcts:goal=fun"):
        with pytest.raises(PlayerNameError):
            PLAYERS.strict(name)
    assert read_engine("exact:nodes=5", game.advising.engines()) == ("exact", {"nodes": 5})


def test_the_arena() -> None:
    code, out, _ = diamonds("arena", "--game", "diams", "--players", "2", "--deals", "2", "--seed", "1", "greedy", "random")
    assert code == 0
    assert "invented values and loupes" in out
