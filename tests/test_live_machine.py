"""Live games of all three games under any order of moves, undo, redo, saving and loading: what holds after every step."""

from __future__ import annotations

import contextlib
import json
import re
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule, run_state_machine_as_test

from diamonds_solver.advice.ask import advise
from diamonds_solver.errors import IllegalMoveError
from diamonds_solver.games import GAMES
from diamonds_solver.games.diamonds.round.rules import card_name
from diamonds_solver.games.records import dumps, loads
from diamonds_solver.live.live_game import LiveGame

SOURCES = (("me", "random"), ("random", "me", "easy"), ("human", "human"), ("me", "human", "random"))


class LiveMachine(RuleBasedStateMachine):
    """One live game. Every table that it has come to is kept, to be found again by undo and redo."""

    name = "diamonds"

    def __init__(self) -> None:
        super().__init__()
        self.undone: list[Any] = []
        self.done: list[Any] = []

    @initialize(sources=st.sampled_from(SOURCES), seed=st.integers(0, 99))
    def begin(self, sources: tuple[str, ...], seed: int) -> None:
        self.game = LiveGame.new(sources, game=self.name, seed=seed)

    @precondition(lambda self: self.game.turn is not None)
    @rule(steps=st.integers(1, 4), choices=st.randoms(use_true_random=False))
    def play(self, steps: int, choices: Any) -> None:
        for _ in range(steps):
            turn, before = self.game.turn, self.game.table
            if turn is None:
                return
            if self.game.is_engine_turn:
                self.game.engine_step()
            else:
                self.game.play(" ".join(choices.sample(turn.pool, turn.needs)) if turn.needs else str(choices.choice(self.game.moves())))
            self.done.append(before)
            self.undone.clear()

    @precondition(lambda self: self.game.turn is not None and self.game.is_engine_turn)
    @rule(looks=st.integers(1, 3))
    def stop_the_engine(self, looks: int) -> None:
        """At once or a little later: it has moved, or nothing has changed."""
        before, left = self.game.table, iter(range(looks))
        step = self.game.engine_step(lambda: next(left, None) is None)
        if step is None:
            assert self.game.table is before
        else:
            self.done.append(before)
            self.undone.clear()

    @precondition(lambda self: self.game.turn is not None and not self.game.is_engine_turn and not self.game.turn.needs)
    @rule(seed=st.integers(0, 3))
    def ask(self, seed: int) -> None:
        """A hint is about the moves that there are, changes nothing, and is the same in a game that knows only what the seat sees."""
        game, turn = self.game, self.game.turn
        assert turn is not None
        before = game.table
        options: dict[str, Any] = {"engine": "playout", "worlds": 8, "seed": seed, "threads": 1}
        advice = game.ask(**options)
        assert game.table is before
        assert {str(each.move) for each in advice.moves} <= set(map(str, game.moves()))
        assert game.ask(**options).to_dict() | {"seconds": 0} == advice.to_dict() | {"seconds": 0}
        seen = advise(loads(dumps(game.seen(turn.seat))), **options)
        assert [(str(each.move), each.mean) for each in seen.moves] == [(str(each.move), each.mean) for each in advice.moves]

    @rule(text=st.sampled_from(["", "?", "x", "D5", "4", "draw", "stop", "P9", "+1", "D1 D1 D1"]))
    def type(self, text: str) -> None:
        """Whatever is typed is a move or is refused; a move that was only read changes nothing."""
        before = self.game.table
        with contextlib.suppress(IllegalMoveError):
            self.game.read_move(text)
        assert self.game.table is before

    @rule()
    def undo(self) -> None:
        before, could = self.game.table, self.game.can_undo
        taken = self.game.undo()
        assert bool(taken) == could
        if taken:
            assert self.game.table == self.done[-len(taken)]
            del self.done[-len(taken) :]
            self.undone.append((before, len(taken)))

    @rule()
    def redo(self) -> None:
        before, can = self.game.table, self.game.can_redo
        assert can == bool(self.undone)
        again = self.game.redo()
        if can:
            table, count = self.undone.pop()
            assert self.game.table == table
            assert len(again) == count
            self.done += [step.before for step in again]
        else:
            assert self.game.table is before

    @rule()
    def go_on_from_the_file(self) -> None:
        """What is not in a file are the moves that were undone."""
        text = self.game.dumps()
        again = LiveGame.loads(text)
        assert again.table == self.game.table
        assert again.dumps() == text
        assert [step.move for step in again.steps] == [step.move for step in self.game.steps]
        self.game = again
        self.undone.clear()

    @invariant()
    def steps_are_those_made(self) -> None:
        assert [step.before for step in self.game.steps] == self.done

    @invariant()
    def what_is_seen_is_a_record(self) -> None:
        """The reader adds only the hands that follow from what was played."""
        for seat in (None, *range(self.game.players)):
            written = dumps(self.game.seen(seat))
            again = loads(written)
            assert loads(dumps(again)) == again
            assert _without_hands(written) == _without_hands(dumps(again))

    @invariant()
    def hidden_cards_stay_hidden(self) -> None:
        """Of a first round: the cards of rounds that are over are known to all."""
        game = self.game
        if game.turn is None or game.turn.seat is None or len(re.findall(r"^round ", dumps(game.seen(None)), re.MULTILINE)) > 1:
            return
        for seat in (None, *range(game.players)):
            hidden = hidden_from(game, seat)
            shown = json.dumps(game.state(seat)) + " ".join(game.table.before_deciding(seat))
            shown += "".join(map(str, game.story(game.steps[-3:], seat)))
            if seat == game.reader:
                shown += game.dumps().partition("\nx-")[0]
            assert not hidden & cards_in(shown)
            for other in set(range(game.players)) - {seat}:
                assert not KNOWN_HAND.search(dumps(game.seen(seat)).replace(f"hand P{other + 1}", "hand other")), (seat, other)


def _without_hands(text: str) -> list[str]:
    return [line for line in text.splitlines() if not line.startswith("hand ")]


KNOWN_HAND = re.compile(r"^hand other (?!\+|.*\+0)[^+]*$", re.MULTILINE)
"""A hand of which nothing is hidden."""


def hidden_from(game: LiveGame, seat: int | None) -> set[str]:
    """Cards of Diamonds in hands of others, but for those that the seat has passed to them; each card of this game is there once."""
    if game.game.name != "diamonds":
        return set()
    now = game.table.record_now  # type: ignore[attr-defined]
    passed = now.gave[seat] or frozenset() if seat is not None else frozenset()
    played = {move.card for move in now.play}
    hidden = {card for other, hand in enumerate(now.hands) if other != seat for card in hand.known}
    return {card_name(card) for card in hidden - played - passed}


def cards_in(text: str) -> set[str]:
    """The cards that a text names, in runs such as D15,9 too."""
    return {suit + rank for suit, ranks in re.findall(r"\b([DHSC])(\d+(?:,\d+)*)", text) for rank in ranks.split(",")}


@pytest.mark.parametrize("name", GAMES)
def test_any_order_of_steps(name: str) -> None:
    machine = type(f"Live_{name}", (LiveMachine,), {"name": name})
    run_state_machine_as_test(machine, settings=settings(max_examples=max(4, settings().max_examples // 6), stateful_step_count=12))
