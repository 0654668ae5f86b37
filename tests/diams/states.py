"""States of Diam's from a few words, for the tests."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from diamonds_solver.games.diams.records.record import Record
from diamonds_solver.games.diams.round.knowledge import Step
from diamonds_solver.games.diams.round.rules import FORCED_SALES, Cards, Cloture, Kind, Move, Rules, X, cards, taken_away
from diamonds_solver.games.diams.round.state import Phase, State, safe_of

NO_LOUPES = (0,) * 10


def table(
    *seats: str,
    market: str = "",
    pile: str = "X",
    stack: str | None = None,
    used: str = "",
    closed: int | None = None,
    turn: int = 0,
    phase: str = "act",
    rules: Rules | None = None,
) -> State:
    """A state by what lies before each seat: ``9,3|7,7,7 4,4`` is a hand, and the piles of a safe."""
    hands, safes = [], []
    for seat in seats:
        hand, _, safe = seat.partition("|")
        hands.append(cards(hand))
        safes.append(safe_of(cards(safe.replace(" ", ","))))
    told = pile if stack is None else stack
    left = tuple(next(iter(cards(name))) for name in told.split(",") if name)
    return State(
        rules=rules or Rules(len(seats), loupes=NO_LOUPES),
        hands=tuple(hands),
        safes=tuple(safes),
        market=cards(market),
        pile=tuple(sorted(left)) if stack is None else left,
        is_stack=stack is not None,
        used=cards(used),
        closed=closed,
        turn=turn,
        phase=Phase(phase),
    ).settled()


def names(state: State) -> list[str]:
    return list(map(str, state.moves()))


def move(state: State, name: str) -> Move:
    return next(each for each in state.moves() if str(each) == name)


def play(state: State, *words: str) -> State:
    """The state after moves, and after what the pile turned up: ``draw``, ``!7*``."""
    for word in words:
        if word.startswith("!"):
            state = state.turned_up(tuple(cards(name)[0] for name in word[1:].split("+")))
        else:
            state = state.play(move(state, word))
    return state


def of_case(record: Mapping[str, Any]) -> State:
    """The state that the JSON record of a stored case describes, after its play."""
    size = record["players"]
    loupes = tuple(record.get("loupes", (1,) * 10))
    rules = Rules(size, loupes=loupes, cloture=Cloture(record.get("cloture", "mixed")))
    if "values" in record:
        rules = Rules(size, tuple((a, b, c) for a, b, c in record["values"]), loupes, rules.cloture)
    closed = int(record["closed"][1]) - 1 if "closed" in record else None
    seats = [f"{record['hand'].get(f'P{i}', '').replace('none', '')}|{record.get('safe', {}).get(f'P{i}', '')}" for i in range(1, size + 1)]
    state = table(
        *seats,
        market=record["market"],
        pile=record.get("pile", "").replace("none", ""),
        stack=record["stack"].replace("none", "") if "stack" in record else None,
        used=record.get("used", ""),
        closed=closed,
        turn=int(record["turn"][1]) - 1,
        phase=record.get("phase", "draw" if closed is None else "act"),
        rules=rules,
    )
    for word in record.get("play", "").split():
        name, _, turned = word.partition(":")
        if name in ("draw", "open"):
            state = play(state, name, f"!{turned}")
        elif name == "refill":
            state = play(state, f"!{turned}")
        elif word != "give:-":
            state = play(state, word)
    return state


def all_cards(state: State) -> Cards:
    """Every card of the round; the closing card counts also when it is set aside."""
    safes = (kind for safe in state.safes for pile in safe for kind in pile)
    hands = (kind for hand in state.hands for kind in hand)
    aside = () if state.closed is None else (X,)
    return tuple(sorted((*hands, *safes, *state.market, *state.pile, *state.used, *aside)))


def dealt(rng: Random, players: int, is_stack: bool = False) -> State:
    """The start of a round."""
    rules = Rules(players)
    deck = list(taken_away(rules.deck, (X,)))
    rng.shuffle(deck)
    hands = [tuple(sorted(deck[3 * seat : 3 * seat + 3])) for seat in range(players)]
    rest = deck[3 * players :]
    market: list[int] = []
    used: list[int] = []
    while len(market) < 3:
        kind = rest.pop(0)
        (used if kind in FORCED_SALES else market).append(kind)
    rest.insert(rng.randrange(len(rest) - 15, len(rest) + 1), X)
    return State(
        rules=rules,
        hands=tuple(hands),
        safes=((),) * players,
        market=tuple(sorted(market)),
        pile=tuple(rest) if is_stack else tuple(sorted(rest)),
        is_stack=is_stack,
        used=tuple(sorted(used)),
        closed=None,
        turn=0,
        phase=Phase.DRAW,
    )


def stepped(state: State, rng: Random) -> State:
    """One random move, or what the pile turns up."""
    if state.is_chance:
        chances = state.chances()
        return state.turned_up(rng.choices(list(chances), list(chances.values()))[0])
    return state.after(rng.choice(state.moves()))


def played(rng: Random, start: State, moves: int) -> Record:
    """A random play of that many moves at most, in which often something is told."""
    state = start
    play: list[Step] = []
    while len(play) < moves and state.moves():
        legal = state.moves()
        telling = [move for move in legal if move.kind in (Kind.SAFE, Kind.SALE, Kind.BREAK, Kind.SECURE, Kind.SHOW)]
        move = rng.choice(telling if telling and rng.random() < 0.8 else legal)
        step, state = Step(move), state.after(move)
        if state.is_chance:
            step = step._replace(turned_up=state.drawn(rng))
            state = state.turned_up(step.turned_up)
        play.append(step)
    return Record(start, play=tuple(play))
