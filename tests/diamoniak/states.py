"""States of Diamoniak from a few words, for the tests."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from random import Random

import numpy as np
from numpy.typing import NDArray

from diamonds_solver.games.diamoniak.core import layout
from diamonds_solver.games.diamoniak.rules import (
    KINDS,
    NO_CARDS,
    WITCH,
    Cards,
    Kind,
    Move,
    Phase,
    Price,
    Rules,
    State,
    added,
    successors,
    taken_away,
)


def counts(text: str) -> Cards:
    """Cards with counts: ``R2 D F``."""
    found = {letter: int(number or 1) for letter, number in re.findall(r"([RGBYDFW])(\d*)", text)}
    return tuple(found.get(letter, 0) for letter in KINDS)


def table(
    *seats: str,
    deck: str = "R6 G6 B6 Y6 D20 F3 W8",
    price: str = "seller",
    discard: str = "",
    turn: int = 0,
    phase: str = "turn",
) -> State:
    """A state by what lies before each seat: ``R2, D3 F`` is a castle of two and what is on the right; ``, D`` has no colour."""
    rules = Rules(len(seats), counts(deck), Price(price))
    colours, held = [], []
    for seat in seats:
        castle, _, aside = seat.partition(",")
        colours.append(KINDS.index(castle[0]) if castle else None)
        held.append(added(counts(castle), counts(aside)))
    rest = taken_away(rules.deck, counts(discard))
    for cards in held:
        rest = taken_away(rest, cards)
    if phase == "witch":
        rest = taken_away(rest, counts("W"))
    assert min(rest) >= 0
    return State(rules, tuple(colours), tuple(held), counts(discard), rest, turn, Phase(phase))


def of_case(record: Mapping[str, object]) -> State:
    """The state that the JSON record of a stored case describes."""
    size = int(str(record["players"]))
    castle, aside = ({str(k): str(v) for k, v in dict(record.get(key, {})).items()} for key in ("castle", "aside"))  # type: ignore[call-overload]
    seats = [f"{castle.get(f'P{i}', '')},{aside.get(f'P{i}', '')}" for i in range(1, size + 1)]
    state = table(
        *seats,
        deck=str(record.get("deck", "R6 G6 B6 Y6 D20 F3 W8")),
        price=str(record.get("price", "seller")),
        discard=str(record.get("discard", "")),
        turn=int(str(record.get("turn", "P1"))[1:]) - 1,
        phase=str(record.get("phase", "turn")),
    )
    return play(state, str(record.get("play", "")))


def play(state: State, text: str) -> State:
    """The state after these moves; a letter is a draw and its card."""
    for word in text.split():
        state = step(state, word)
    return state


def step(state: State, word: str) -> State:
    if word in KINDS:
        return state.play(Move(Kind.DRAW), KINDS.index(word))
    moves = {str(move): move for move in state.moves()}
    return state.play(moves[word])


def random_state(rules: Rules, random: Random, steps: int) -> State:
    """Where a game stands after some moves at random, but before its end."""
    state = State.start(rules)
    for _ in range(steps):
        after = random.choice([after for move in state.moves() for _, after in successors(state, move)])
        if after.phase is Phase.OVER:
            break
        state = after
    return state


def successors_with_cards(state: State) -> list[tuple[Move, int | None, State]]:
    """All moves and draws, with what comes of them."""
    sure: list[tuple[Move, int | None, State]] = [(move, None, state.play(move)) for move in state.moves() if move.kind is not Kind.DRAW]
    drawing = [move for move in state.moves() if move.kind is Kind.DRAW]
    return sure + [(move, kind, state.play(move, kind)) for move in drawing for kind, count in enumerate(state.draw_pile()) if count]


def everything(state: State) -> Cards:
    """All cards of the game, wherever they are; the witch that is being paid for too."""
    total = added(state.discards, state.pile)
    for cards in state.held:
        total = added(total, cards)
    limbo = tuple(int(kind == WITCH) for kind in range(len(KINDS))) if state.phase is Phase.WITCH else NO_CARDS
    return added(total, limbo)


def names(moves: Sequence[Move]) -> list[str]:
    return [str(move) for move in moves]


def unpack(states: NDArray[np.uint8], like: State) -> list[State]:
    """The states in bytes of STATE; they are of the same game as `like`."""
    return [_state(row, like) for row in states.view(layout.STATE)]


def _state(row: np.void, like: State) -> State:
    players = like.rules.players
    held = tuple((*cards, 0) for cards in row["held"][:players].tolist())
    colours = tuple(None if colour == layout.NO_COLOUR else colour for colour in row["colour"][:players].tolist())
    piles = tuple(row["discards"].tolist()), tuple(row["pile"].tolist())
    return State(like.rules, colours, held, *piles, int(row["turn"]), layout.PHASES[row["phase"]])
