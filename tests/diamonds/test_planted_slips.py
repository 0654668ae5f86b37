"""One slip planted in a right record: a repair that is made without asking brings back what was meant, or forgets a card of it.

DIAMONDS_POSITIONS sets in how many records a slip is planted; ``python -m tests.diamonds.test_planted_slips`` counts what comes of them.
"""

from __future__ import annotations

import os
import random
import re
from collections import Counter
from dataclasses import replace
from typing import TypeVar

import pytest

from diamonds_solver.games.diamonds.records.record import Hand, Phase, Record
from diamonds_solver.games.diamonds.round.public import Decision
from diamonds_solver.games.diamonds.round.rules import card_name
from diamonds_solver.games.records import dumps, loads, parse, repair_of
from diamonds_solver.notation.problems import RecordError
from diamonds_solver.notation.repair import apply_edits

from .rounds import play_on, random_round

RECORDS = int(os.environ.get("DIAMONDS_POSITIONS", "15" if os.environ.get("DIAMONDS_TESTS", "dev") == "dev" else "50"))
FOUND = (48, 1396, 1481, 1570, 2204, 2474, 2833, 3385)
"""Records of which a repair once made another one."""
KINDS = ("rank", "suit", "seat", "missing", "doubled")
CARD = re.compile(r"[DHSC]\d+|(?<=,)\d+")
HOLDERS = ("hand", "dealt", "gave", "got")

T = TypeVar("T")


def written(rng: random.Random) -> str:
    """A round as somebody notes it: from its first card or from later on, at any stage, with all hands or one, after the pass or before."""
    while (record := random_round(rng)).phase is not Phase.PLAY:
        pass
    if rng.random() < 0.5:
        record = random_round(rng, record.rules, cards_left=2 * rng.randint(1, 3))
        if record.position().decision is not Decision.CARD or record.position().table.cards:
            return written(rng)
        late = Record.of(record.position())
        record = play_on(late, rng, rng.randrange(2 * record.players, 7 * record.players))
    if rng.random() < 0.2:
        shown = rng.randrange(record.players)

        def own(items: tuple[T, ...], hidden: T) -> tuple[T, ...]:
            return tuple(item if seat == shown else hidden for seat, item in enumerate(items))

        hands = own(record.hands, Hand(frozenset(), len(record.hands[shown].known)))
        record = replace(record, hands=hands, gave=own(record.gave, None), got=own(record.got, None))
    lines = dumps(record).splitlines()
    if rng.random() < 0.3:
        for seat, (hand, gave, got) in enumerate(zip(record.hands, record.gave, record.got, strict=True)):
            if hand.known and gave and got:
                at = next(at for at, line in enumerate(lines) if line.startswith(f"hand P{seat + 1} "))
                lines[at] = f"dealt P{seat + 1} {' '.join(map(card_name, sorted((hand.known - got) | gave)))}"
    return "\n".join(lines) + "\n"


def as_list(text: str) -> str:
    """The text as somebody writes it who has not read the notation."""
    lines = [re.sub(r"^hand (\S+) ", r"\1: ", line) for line in text.splitlines()[1:]]
    return "\n".join(re.sub(r"^play ", "", line).replace(" / ", "\n") for line in lines) + "\n"


def other(rng: random.Random, card: str, *, suit: bool) -> str:
    if suit and card[0].isalpha():
        return rng.choice([letter for letter in "DHSC" if letter != card[0]]) + card[1:]
    head = card[0] if card[0].isalpha() else ""
    return head + str(rng.choice([rank for rank in range(1, 16) if str(rank) != card[len(head) :]]))


def planted(rng: random.Random, text: str, kind: str) -> str | None:
    """The text with one slip of a kind."""
    lines = text.splitlines()
    spots = [(at, match) for at, line in enumerate(lines) if line.split()[0] in ("play", *HOLDERS) for match in CARD.finditer(line)]
    if kind == "seat":
        spots = [
            (at, match)
            for at, line in enumerate(lines)
            if line.split()[0] in ("dealer", "lead", "play", *HOLDERS)
            for match in re.finditer(r"P\d", line)
        ]
    if kind in ("missing", "doubled"):
        spots = [(at, match) for at, match in spots if lines[at].startswith("play") or match[0][0].isalpha()]
    if not spots:
        return None
    at, match = rng.choice(spots)
    line, word = lines[at], match[0]
    if kind in ("rank", "suit"):
        word = other(rng, word, suit=kind == "suit")
    elif kind == "seat":
        seats = len([line for line in lines if line.startswith("hand")])
        word = f"P{rng.choice([seat for seat in range(1, max(seats, 2) + 1) if f'P{seat}' != word])}"
    elif kind == "doubled":
        word = f"{word} {word}"
    end = match.end()
    if kind == "missing":
        rest = line[end:]
        if rest.startswith(","):
            word, end = match[0][0], end + 1  # the suit goes to the next rank
        elif lines[at].startswith("play") and rest[:1] == ">":
            word, end = "", line.find(" ", end) if " " in rest else len(line)
        else:
            word = ""
    lines[at] = re.sub(r" +", " ", line[: match.start()] + word + line[end:]).rstrip()
    return "\n".join(lines) + "\n"


def is_meant(mended: str, meant: str) -> bool:
    """Whether the record of one text is that of the other, or that with some cards forgotten."""
    one, two = (dumps(loads(text), "line").strip() for text in (mended, meant))
    if one == two:
        return True
    split = [[field.split() for field in text.split(";")] for text in (one, two)]
    fields = [{tuple(words[: 1 + (words[0] in HOLDERS)]): words for words in each} for each in split]
    if not fields[0].keys() <= fields[1].keys():  # hands that follow from the others stand there as well
        return False
    for key, words in fields[0].items():
        right = fields[1][key]
        if key == ("play",):
            if len(words) != len(right) or any(a != b and "?" not in a for a, b in zip(words, right, strict=True)):
                return False
        elif len(key) > 1:
            have, real = cards_of(words[2:]), cards_of(right[2:])
            if not have <= real or (have != real and not words[-1].startswith("+")):
                return False
        elif words != right:
            return False
    return True


def cards_of(words: list[str]) -> set[str]:
    cards, suit = set(), ""
    for part in " ".join(words).replace(",", " ").split():
        if part[0].isalpha():
            suit = part[0]
        cards.add(suit + part.lstrip("DHSC"))
    return {card for card in cards if "+" not in card}


def outcome(seed: int) -> tuple[str, str]:
    """The kind of a slip, and what comes of it; where that is another record, everything about it."""
    rng = random.Random(seed)
    kind = KINDS[seed % len(KINDS)]
    meant = written(rng)
    bad = planted(rng, meant, kind)
    if bad is None or not isinstance(parse(bad)[0], RecordError):
        return kind, "seen by nobody"
    if rng.random() < 0.4:
        bad, whole = as_list(bad), parse(as_list(meant))[0]
        if isinstance(whole, RecordError) and repair_of(whole) is None:
            return kind, "no record even without the slip"
    (error,) = parse(bad)
    assert isinstance(error, RecordError)
    repair = repair_of(error)
    if repair is None:
        return kind, "no repair"
    mended = apply_edits(bad, repair.edits)
    return kind, "as meant" if is_meant(mended, meant) else f"another record\n{meant}\n{bad}\n{repair.hint}\n"


@pytest.mark.parametrize("kind", KINDS)
def test_a_repair_brings_back_what_was_meant(kind: str) -> None:
    outcomes = [outcome(seed)[1] for seed in range(KINDS.index(kind), RECORDS, len(KINDS))]
    assert not [each for each in outcomes if each.startswith("another")]


@pytest.mark.parametrize("seed", FOUND)
def test_a_repair_never_makes_another_record_again(seed: int) -> None:
    assert not outcome(seed)[1].startswith("another")


if __name__ == "__main__":
    counts = Counter(outcome(seed) for seed in range(RECORDS))
    for (kind, what), count in sorted(counts.items()):
        print(f"{count:5} {kind:8} {what}")
