"""Matches: who sees what, the pass, the score; every player of the arena keeps to the rules and to its budget."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diamonds_solver.common.parallel import Stop
from diamonds_solver.errors import DiamondsError, RulesError
from diamonds_solver.games.diamonds.advising.engines import has_learned
from diamonds_solver.games.diamonds.advising.view import View
from diamonds_solver.games.diamonds.advising.worlds import Worlds, seen_cards
from diamonds_solver.games.diamonds.core import layout
from diamonds_solver.games.diamonds.core.passing import card_mask
from diamonds_solver.games.diamonds.playing.counted import round_of
from diamonds_solver.games.diamonds.playing.match import Match
from diamonds_solver.games.diamonds.playing.players import PLAYERS, Answer, Clairvoyant, greedy
from diamonds_solver.games.diamonds.records.record import Phase, Record
from diamonds_solver.games.diamonds.round.public import Move, Pass, Table, final_score
from diamonds_solver.games.diamonds.round.rules import Rules
from diamonds_solver.players.kinds import Player, RulePlayer
from tests.conftest import COSTLY

from .positions import ALL_RULES, THIEF_RULES

QUICK = (
    "random",
    "greedy",
    "playout:worlds=3",
    "ismcts:sims=100",
    "exact:worlds=2,nodes=300",
    "clairvoyant:sims=20,nodes=300",
    "auto:time=0.002",
)


def never() -> bool:
    return False


@dataclass
class Spy:
    """Plays by rules and remembers what it was shown."""

    name: str = "spy"
    views: list[View] = field(default_factory=list)
    seeds: list[int] = field(default_factory=list)

    def choose(self, view: View, seed: int, should_stop: Stop | None = None, /) -> Answer:
        self.views.append(view)
        self.seeds.append(seed)
        return greedy(view, seed)


# -- rounds and matches -------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", QUICK)
@pytest.mark.parametrize("rules", ALL_RULES, ids=str)
def test_every_player_plays_legal_rounds(rules: Rules, name: str) -> None:
    """The rules of ``Position.play`` refuse everything else."""
    played = Match(rules, seed=3).play(0, [name, *["random"] * (len(rules.sides) - 1)], never)
    assert played is not None
    assert len(played.points) == len(played.seconds) == len(rules.sides)
    assert sum(played.shares) == pytest.approx(1)


def test_views_hide_what_the_seat_does_not_know() -> None:
    spy = Spy()
    Match(Rules(4), seed=2).play(0, [spy] * 4, never)
    assert [view.phase for view in spy.views[:5]] == [Phase.CHOOSE, *[Phase.PASS] * 4]
    assert {view.phase for view in spy.views[5:]} == {Phase.PLAY}
    for view in spy.views:
        assert view.is_to_move
        assert [seat for seat, hand in enumerate(view.record.hands) if hand.known] == [view.seat]
        assert [seat for seat, cards in enumerate(view.record.gave) if cards] == ([view.seat] if view.phase is Phase.PLAY else [])
        assert view.phase is not Phase.PLAY or len(view.moves()) > 1
    assert len(set(spy.seeds)) == len(spy.seeds)


def test_the_pass_goes_to_the_receiver() -> None:
    for rules in (Rules(3), Rules(4, teams=True)):
        spy = Spy()
        Match(rules, seed=4).play(1, [spy] * len(rules.sides), never)
        dealt = {view.seat: view.record.hands[view.seat].known for view in spy.views if view.phase is Phase.PASS}
        plays = [view for view in spy.views if view.phase is Phase.PLAY]
        assert plays
        for view in plays:
            gave, got = view.record.gave[view.seat], view.record.got[view.seat]
            assert gave is not None
            assert got is not None
            assert len(gave) == len(got) == view.pass_count
            assert gave <= dealt[view.seat]
            assert got <= dealt[view.giver]
            assert view.record.hands[view.seat].known == dealt[view.seat] - gave | got


def test_matches_carry_crystals_over_and_the_deal_goes_round() -> None:
    spy = Spy()
    rules = Rules(3)
    played = Match(rules, seed=2, whole=True).play(0, [spy] * 3, never)
    first = {view.record.round: view.record for view in reversed(spy.views)}
    assert sorted(first) == [(number, 6) for number in range(1, 7)]
    for number in range(1, 7):
        record = first[number, 6]
        assert (record.dealer, record.lead) == ((number - 1) % 3, number % 3)
    totals = [2 * sum(first[number, 6].vault) + sum(first[number, 6].showroom) for number in range(1, 7)]
    assert totals[0] == 9
    assert totals == sorted(totals)
    assert len({first[number, 6].hands for number in range(1, 7)}) == 6
    assert played is not None
    assert 6 * sum(played.points) + 9 > totals[-1]


def test_a_round_of_a_match_is_the_single_round() -> None:
    single, whole = Match(Rules(2), seed=9), Match(Rules(2), seed=9, whole=True)
    assert single.play(4, ["greedy", "random"], never) is not None
    assert single.settings()["rounds"] == 1
    assert whole.settings()["rounds"] == 4


def test_chance_does_not_depend_on_who_plays() -> None:
    """Seeds are those of the decision: the same player in another seat of the same deal has the same luck."""
    shown = []
    for _ in range(2):
        spy = Spy()
        Match(Rules(5), seed=8).play(3, [spy] * 5, never)
        shown.append((spy.seeds, [view.record for view in spy.views]))
    assert shown[0] == shown[1]


@pytest.mark.parametrize("name", QUICK[:-1])
def test_results_repeat(name: str) -> None:
    rules = Rules(3)
    points = [getattr(Match(rules, seed=1).play(deal, [name, "greedy", "random"], never), "points", None) for deal in (0, 1, 2, 0, 1, 2)]
    assert points[:3] == points[3:]
    assert len(set(points)) > 1


def test_stop() -> None:
    assert Match(Rules(3), seed=1).play(0, ["greedy"] * 3, lambda: True) is None


def test_scores() -> None:
    table = Table.start(Rules(3), 0)
    assert final_score(replace(table, vault=(2, 0, 1), showroom=(0, 4, 3))) == ((4, 4, 5), (0, 0, 1))
    assert final_score(replace(table, vault=(2, 0, 1), showroom=(0, 4, 2))) == ((4, 4, 4), (1, 0, 0))
    assert final_score(replace(table, vault=(2, 2, 1), showroom=(0, 0, 2))) == ((4, 4, 4), (0.5, 0.5, 0))
    teams = Table.start(Rules(4, teams=True), 0)
    assert final_score(replace(teams, vault=(1, 0, 1, 2), showroom=(1, 1, 1, 1))) == ((6, 6), (0.5, 0.5))


def test_games_that_cannot_be() -> None:
    for cards, passing, code in ((4, True, "E-PASS"), (40, False, "E-HAND-SIZE"), (0, False, "E-HAND-SIZE")):
        with pytest.raises(RulesError) as caught:
            Match(Rules(3), 1, cards, passing)
        assert caught.value.code == code


@pytest.mark.parametrize(
    ("phase", "answer"),
    [
        (Phase.PLAY, Move(None, 0)),
        (Phase.PASS, Pass((1, 2, 3))),
        (Phase.PASS, Pass(())),
        (Phase.PASS, 2),
        (Phase.CHOOSE, 4),
        (Phase.CHOOSE, Move(None, 0)),
    ],
)
def test_players_that_cheat_are_refused(phase: Phase, answer: Answer) -> None:
    cheat = RulePlayer[View, Answer]("cheat", lambda view, seed: answer if view.phase is phase else greedy(view, seed))
    with pytest.raises(DiamondsError, match="the player cheat") as caught:
        Match(Rules(3), seed=1).play(0, [cheat] * 3, never)
    assert caught.value.code == "E-PLAYER"


# -- OpenSpiel --------------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "options",
    [
        (Rules(2), None),
        (Rules(3), None),
        (Rules(3, thief=True), None),
        (Rules(4, teams=True), None),
        (Rules(5), 3),
        (Rules(4, perfect=True), 3),
    ],
    ids=str,
)
def test_openspiels_bot_plays_legal_rounds(options: tuple[Rules, int | None]) -> None:
    pytest.importorskip("pyspiel")
    rules, cards = options
    played = Match(rules, seed=3, cards=cards, passing=cards is None).play(
        0, ["openspiel:sims=3", *["greedy"] * (len(rules.sides) - 1)], never
    )
    assert played is not None


@pytest.mark.parametrize("bot", ["openspiel:sims=1", "openspiel:time=0.0001"])
def test_openspiels_bot_needs_two_simulations_to_answer(bot: str) -> None:
    pytest.importorskip("pyspiel")
    assert Match(Rules(2), seed=3, cards=4, passing=False).play(0, [bot, "greedy"], never) is not None


@pytest.mark.parametrize("rules", [Rules(4), Rules(4, thief=True)], ids=str)
def test_openspiels_bot_knows_what_the_view_knows(rules: Rules) -> None:
    """The state that it searches tells its seat the same cards, the same play and the same table as the view, all seats turned."""
    pytest.importorskip("pyspiel")
    from diamonds_solver.games.diamonds.playing.players import state_of

    spy = Spy()
    Match(rules, seed=6).play(0, [spy] * 4, never)
    assert len(spy.views) > 1
    for view in spy.views[1::3]:
        dealer = 2
        turned = replace(
            view.record,
            **{name: getattr(view.record, name)[-dealer:] + getattr(view.record, name)[:-dealer] for name in ("hands", "gave", "got")},
            dealer=dealer,
            thief=dealer if rules.thief else None,
            lead=(view.record.lead + dealer) % 4,
            see=None,
            play=tuple(Move(move.card, victim=None if move.victim is None else (move.victim + dealer) % 4) for move in view.record.play),
        )
        states = [state_of(view, 1), state_of(View.of(turned, (view.seat + dealer) % 4), 1)]
        assert len({state.information_state_string(view.seat) for state in states}) == 1
        state = states[0]
        assert state.current_player() == view.seat
        assert frozenset(state.round.hand(view.seat)) == view.hand
        if view.phase is Phase.PLAY:
            assert state.round.table() == view.table
            record = state.round.record(view.seat)
            assert View.of(record, view.seat).count == view.count


def test_openspiels_bot_plays_no_matches() -> None:
    pytest.importorskip("pyspiel")
    with pytest.raises(DiamondsError, match="single rounds"):
        Match(Rules(2), seed=3, whole=True).play(0, ["openspiel:sims=2", "random"], never)


# -- without views --------------------------------------------------------------------------------------------------------------------


@dataclass
class Shown:
    """Plays as another player, and is always shown a view."""

    player: Player[View, Answer]

    @property
    def name(self) -> str:
        return self.player.name

    def choose(self, view: View, seed: int, should_stop: Stop | None = None, /) -> Answer:
        return self.player.choose(view, seed, should_stop)


COUNTED = (
    "greedy",
    "net",
    "normal",
    "playout:worlds=6",
    "playout:worlds=3,pass=engine",
    "playout:rollouts=net,early=10,pass=net",
    "playout:worlds=3,goal=win,rollouts=rules",
    "playout:worlds=4,rollouts=net,early=3",
    "playout:worlds=4,rollouts=net,margin=0.5",
    "playout:worlds=3,margin=1.5,early=1",
    "playout:worlds=4,inference=yes,share=0.5",
    "ismcts:sims=1100",
    "playout:worlds=6,inference=yes,rollouts=net,goal=points",
    "ismcts:sims=300,trees=2,c=5,inference=yes",
)


WITH_THIEF = (Rules(3, thief=True), Rules(4, teams=True, thief=True))


def _tables() -> Iterator[Any]:
    """Every counted player by all rules; in short, some of them by each."""
    for place, rules in enumerate((*ALL_RULES, *WITH_THIEF)):
        firsts = range(0, len(COUNTED), len(rules.sides))
        for first in firsts:
            yield pytest.param(rules, first, marks=() if first == firsts[place % len(firsts)] else pytest.mark.long)


@pytest.mark.parametrize(("rules", "first"), [*_tables()])
def test_counted_players_play_the_same_with_views_and_without(rules: Rules, first: int) -> None:
    match = Match(rules, seed=11, whole=first == 0)
    names = [COUNTED[(first + side) % len(COUNTED)] for side in range(match.sides)]
    if not has_learned(rules):  # a share of its net is refused (test_learned.py)
        names = [name.removesuffix(",share=0.5") for name in names]
    players = [PLAYERS.parse(name) for name in names]
    views = [Shown(player) for player in players if not isinstance(player, Clairvoyant)]
    assert match.record(2, names) == match.record(2, views)


def test_hands_that_are_not_whole() -> None:
    match = Match(Rules(4), seed=5, cards=6, passing=False)
    playout, net = (Shown(player) for player in map(PLAYERS.parse, ("playout:worlds=5", "net")) if not isinstance(player, Clairvoyant))
    assert match.record(0, ["playout:worlds=5", "net", "net", "net"]) == match.record(0, [playout, net, net, net])


@COSTLY
@given(st.integers(0, 2**32), st.sampled_from([*ALL_RULES, *THIEF_RULES]))
def test_worlds_of_a_round_are_those_of_the_view(seed: int, rules: Rules) -> None:
    """On every decision of a round at random: the same deals from the same random numbers."""
    record = Match(rules, seed=seed).record(0, ["random"] * len(rules.sides))
    assert isinstance(record, Record)
    table = round_of(record)
    for index, move in enumerate(record.play):
        seat = table.to_move
        view = View.of(replace(record, play=record.play[:index]), seat)
        mine, theirs = table.worlds(seed, 3, 4).view(layout.POSITION), Worlds(view).sample(seed, 3, 4)
        assert [layout.unpack(world, rules) for world in mine] == [layout.unpack(world, rules) for world in theirs]
        assert table.seen == seen_cards(view) | card_mask(view.table.cards)
        table.play(layout.pack_moves([move])[0])
    assert len(table.moves()) == 0
