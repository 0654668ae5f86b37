"""Writing moves and plays: the strict form of the notation, one way for every play."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from diamonds_solver.notation.write import seat_labels

from ..round.knowledge import FaceDownLay, Step, after
from ..round.rules import HIDDEN, Kind, Move, written
from .record import Record


def seat_names(record: Record) -> list[str]:
    """The players' names as the notation has them, quoted where needed; P1.. where there are none."""
    return seat_labels(record.names, record.players)


def format_move(move: Move | FaceDownLay, labels: Sequence[str]) -> str:
    """A move with the players' names."""
    if isinstance(move, FaceDownLay) or move.target < 0:
        return str(move)
    return str(move).replace(f"P{move.target + 1}:", f"{labels[move.target]}:", 1)


def format_play(record: Record, labels: Sequence[str]) -> str:
    """The moves in play order with what the pile turned up, and with a slash between turns.

    A turn without phase 2 shows in the name of who comes next, at the end of the play in a slash of its own.
    """
    words: list[str] = []
    empty: list[str] = []
    state = record.start
    for step in record.play:
        following = after(state, step, record.hidden_seats)
        if step.is_skip:
            empty.append("/")
        else:
            words += ["/"] if empty and words[-1:] not in (["/"], []) else []
            words += [f"{labels[state.turn]}:"] if empty else []
            words += _words(step, labels)
            words += ["/"] if following.turn != state.turn else []
            empty.clear()
        state = following
    return " ".join([*words, *empty] if empty or words[-1:] != ["/"] else words[:-1])


def format_step(step: Step, labels: Sequence[str]) -> str:
    """One move with what is told with it."""
    return " ".join(_words(step, labels))


def _words(step: Step, labels: Sequence[str]) -> Iterator[str]:
    """A move, and what is told with it."""
    text = format_move(step.move, labels)
    is_told = bool(step.turned_up) and step.turned_up != (HIDDEN,)
    if is_told and step.move.kind in (Kind.DRAW, Kind.OPEN):
        text += f":{written(step.turned_up)}"
    yield text
    if step.given is not None:
        yield f"give:{written(step.given) or '-'}" + (f"#{step.pile}" if step.pile else "")
    if is_told and step.move.kind not in (Kind.DRAW, Kind.OPEN):
        yield f"refill:{written(step.turned_up)}"


def move_writer(record: Record) -> Callable[[object], str]:
    """A function that writes a move of the record with the players' names."""
    labels = record.player_names()

    def written(move: object) -> str:
        return format_move(move, labels) if isinstance(move, Move | FaceDownLay) else str(move)

    return written


# -- a record to fill in ------------------------------------------------------------------------------------------------------------------


def template(names: Sequence[str]) -> str:
    """What one player sees in a round, to fill in: what `diamonds new` writes."""
    first, second = names[:2]
    return f"""\
# What you see of a round of Diam's: fill it in, and take the '#' from these lines. 'diamonds check FILE' says whether it is right.
# Cards are 1 to 10, with a star for a loupe (7*), and T, B and S (Passe-passe, Perce-blindage, Secur'express).
diams 1
players {" ".join(names)}
see {first}

# The cards that lie open (an example: write yours), your hand, and how many cards the others hold.
market 10,9*,9,8,8,3,1*
# hand {first} 10*,6,4
# hand {second} +3

# Piles in the safes (coffres); of others only how many cards. Whose turn it is.
# safe {first} 4,4,4
# safe {second} +3
# turn {first}

# Turns, with a slash after each: draw:1 from the pile or open:9+7, two on the market.
# Then =3 shows a 3 and takes all, 8=5+3 puts an 8, safe:6+6+6.
# play draw:1 =3 / open:9+7 =10
"""
