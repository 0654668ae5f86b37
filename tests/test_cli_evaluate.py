"""`diamonds evaluate` from outside: its two forms of output, what it refuses, and how wide it writes."""

from __future__ import annotations

import json
import re
import tempfile
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from diamonds_solver import cli
from diamonds_solver.common.wording import cell_width
from diamonds_solver.games.diamonds.advising.evaluate import evaluate_hand
from diamonds_solver.games.diamonds.advising.hands import HandValue
from diamonds_solver.games.diamonds.hand_texts import hand_text, histogram
from diamonds_solver.games.diamonds.records.record import Record
from diamonds_solver.games.diamonds.round.rules import Rules
from diamonds_solver.games.diamonds.texts import PAGE_WIDTH
from diamonds_solver.games.records import loads
from tests.program import Terminal, diamonds

HAND = "D15,9,3 H12,4 S7,2 C14,C4,C1"
RECORD = "diamonds 1; players 3; phase pass; pass 2; see P2; dealer P1; hand P2 D15,9,3 H12,4 S7,2 C14,4,1; id x"
QUICK = ["--samples", "30", "--seed", "5"]


def test_text_and_json_say_the_same() -> None:
    text, output = (diamonds("evaluate", HAND, "-p", "5", *QUICK, *more) for more in ((), ("--json", "-q")))
    assert (text.code, output.code) == (0, 0)
    assert (text.err, output.err) == ("", "")
    value = json.loads(output.out)
    assert (value["players"], value["seat"], value["dealer"], value["seed"], value["samples"]) == (5, "P1", "P5", 5, 30)
    points = value["best"]["points"]
    low, high = points["interval"]
    assert f"{points['mean']:+.2f} ± {(high - low) / 2:.2f}" in text.out
    assert f"with the pass by rules it beats {value['rank']['percentile']:.0f} % of random hands" in text.out
    assert "rule-based players in all seats; 30 random deals, seed 5\n± is half of a 95 % interval;" in text.out
    best, second = value["passes"][0]["passes"][:2]
    low, high = second["loss_interval"]
    assert f"{second['loss']:.2f} ± {(high - low) / 2:.2f}" in text.out
    assert best["loss_interval"] == [0, 0]


def test_json_has_these_fields() -> None:
    code, out, _ = diamonds("evaluate", HAND, "--json", *QUICK)
    value = json.loads(out)
    assert code == 0
    assert list(value) == [
        *("id", "ok", "hand", "players", "variant", "teams", "seat", "dealer", "seat_after_dealer", "objective", "method"),
        *("dealt", "by_rules", "best", "gain", "announced", "rank", "passes", "deals", "samples", "seed", "seconds", "finished"),
    ]
    assert list(value["best"]) == ["points", "margin", "tricks", "no_trick", "awards", "distribution"]
    assert list(value["best"]["awards"]) == list("DHSC")
    assert list(value["gain"]) == ["mean", "sem", "interval"]
    assert list(value["rank"]) == ["percentile", "sem", "mean", "spread", "interval"]
    assert [choices["count"] for choices in value["passes"]] == [1, 2, 3]
    assert list(value["passes"][0]) == ["count", "passes", "rules", "verdict", "outlook"]
    assert list(value["passes"][0]["passes"][0]) == ["pass", "value", "loss", "loss_sem", "loss_interval", "rules"]
    assert value["passes"][1]["passes"][0]["pass"].count("+") == 1
    assert value["hand"] == "D15,9,3 H12,4 S7,2 C14,4,1"


def test_a_record_is_read_from_anywhere(tmp_path: Path) -> None:
    path = tmp_path / "hand.dia"
    path.write_text(RECORD, encoding="utf-8")
    code, out, _ = diamonds("evaluate", RECORD, str(path), "--json", *QUICK)
    first, second = map(json.loads, out.splitlines())
    assert code == 0
    assert first["id"] == "x"
    assert (first["seat"], first["dealer"], [choices["count"] for choices in first["passes"]]) == ("P2", "P1", [2])
    assert {**first, "seconds": 0} == {**second, "seconds": 0}


def test_cards_may_stand_apart() -> None:
    apart, together = (diamonds("evaluate", *words, "--dealer", "p1", *QUICK) for words in (HAND.split(), [HAND]))
    assert apart == together
    assert apart.code == 0
    assert "P1, the dealer; 4 players" in apart.out
    assert "as the dealer, announce" in apart.out


def test_random_hands_repeat() -> None:
    random = ("evaluate", "--random", "-p", "4", "--variant", "perfect", "--teams", "--samples", "20", "--seed")
    once, again, other = (diamonds(*random, seed) for seed in ("1", "1", "2"))
    assert once == again
    assert (once.code, other.code) == (0, 0)
    assert once.out != other.out
    assert "4 players, teams, Perfect Diamonds" in once.out


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["D15,9"], "<hand>:1:1: error: a hand has 10 cards, not 2 [E-HAND-SIZE]"),
        (["D15,9,3", "H12,4", "S7,2", "C14,4,14"], "<hand>:1:26: error: C14 is here already [E-CARD-TWICE]"),
        (["D15,9,3 H12,4 S7,2 C14,4,1", "-p", "4", "--variant", "perfect"], "<hand>:1:2: error: rank 15 does not exist [E-RANK]"),
        (["D15,9,3 H12,4 S7,2 C14,4,1", "--seat-after-dealer", "5"], "no seat 5 after the dealer with 4 players [E-SEAT]"),
        (["D15,9,3 H12,4 S7,2 C14,4,1", "--dealer", "P5"], "there is no player 'P5' [E-SEAT]"),
        (["diamonds 1; players 2; hand P1 D1,2"], "<argument>:1:1: error: the record is in the phase 'play'"),
        (["diamonds 1; players 2; hend P1 D1,2"], "<argument>:1:24: error: unknown field 'hend' [E-FIELD]"),
        (["diamonds 1; players 2; phase pass; pass 1"], "all players pass at the same time: whose decision is meant? [E-SEE]"),
        (["D15,9 +8"], "<hand>:1:1: error: 8 cards of the hand are hidden; all have to be known [E-HIDDEN]"),
        (["nothing.dia"], "No such file"),
        (["--random", "-p", "3", "--teams"], "[E-TEAMS]"),
    ],
)
def test_bad_input(args: list[str], message: str) -> None:
    code, out, err = diamonds("evaluate", *args, *QUICK)
    assert (code, out) == (cli.BAD_INPUT, "")
    assert message in err


def test_no_seed_is_shown_for_a_hand_that_is_none() -> None:
    for args in (["D15,9"], ["--random", "-p", "5", "--teams"]):
        code, _, err = diamonds("evaluate", *args)
        assert code == cli.BAD_INPUT
        assert "seed" not in err


@pytest.mark.parametrize(
    "args",
    [
        [],
        [HAND, "--random"],
        [RECORD, "-p", "4"],
        [HAND, "--dealer", "P1", "--seat-after-dealer", "1"],
        [HAND, "--time-limit", "1"],
        [HAND, "-p", "7"],
    ],
    ids=str,
)
def test_wrong_usage(args: list[str]) -> None:
    assert diamonds("evaluate", *args, *QUICK)[:2] == (cli.USAGE, "")


def test_a_bad_record_does_not_stop_the_others() -> None:
    code, out, err = diamonds("evaluate", "diamonds 1; players 2; hand P1 D1,2", RECORD, "--json", *QUICK)
    bad, good = map(json.loads, out.splitlines())
    assert (code, err) == (cli.BAD_INPUT, "")
    assert bad["errors"][0]["code"] == "E-PHASE"
    assert good["id"] == "x"


@pytest.mark.parametrize(("args", "code"), [(["D15,9"], "E-HAND-SIZE"), ([HAND, "--dealer", "P5"], "E-SEAT")])
def test_a_hand_that_is_none_is_told_in_json(args: list[str], code: str) -> None:
    found, out, err = diamonds("evaluate", *args, "--json")
    assert (found, err) == (cli.BAD_INPUT, "")
    answer = json.loads(out)
    assert (answer["id"], answer["errors"][0]["code"]) == (None, code)


# -- time -----------------------------------------------------------------------------------------------------------------------------


@pytest.mark.long
def test_any_number_of_threads_gives_the_same_numbers() -> None:
    single, threaded = (diamonds("evaluate", HAND, "--seed", "5", "--samples", "2500", "--threads", threads) for threads in ("1", "3"))
    assert single == threaded
    assert single.code == 0


def test_each_record_has_the_whole_time_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither the start of the program nor the waiting for a record uses it up."""
    limits = []

    def evaluate(record: Record, *, time_limit: float, samples: None, **options: Any) -> HandValue:
        limits.append(time_limit)
        return evaluate_hand(record, samples=20, **options)

    monkeypatch.setattr("diamonds_solver.games.diamonds.advising.evaluate.evaluate_hand", evaluate)
    record = f"diamonds 1; players 4; phase choose; see P1; hand P1 {HAND}"
    assert diamonds("evaluate", record, record, "--json", "--time-limit", "20").code == 0
    assert limits == [20.0, 20.0]


@pytest.mark.posix
@pytest.mark.long
@pytest.mark.parametrize("threads", ["1", "2"])
def test_ctrl_c_prints_what_is_known(threads: str) -> None:
    """Progress is on the terminal; after 7 % of the rounds the first rows are known."""
    with tempfile.TemporaryFile() as file:
        terminal = Terminal("evaluate", HAND, "--samples", "100000", "--seed", "1", "--threads", threads, stdout=file)
        terminal.until(lambda shown: any(int(part) >= 8 for part in re.findall(r" (\d+) % of 2,900,000 rounds", shown)))
        terminal.interrupt()
        terminal.rest()
        assert terminal.end() == cli.INTERRUPTED
        file.seek(0)
        text = file.read().decode()
    assert "pass by rules" in text
    assert "best pass  " not in text
    assert "interrupted: the best pass is known for no number of cards yet" in text


# -- the text -------------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", [Rules(2), Rules(4, perfect=True, teams=True), Rules(6, teams=True)], ids=str)
def test_text_fits_the_page(rules: Rules) -> None:
    """A hand that is long to write, with and without Unicode."""
    hand = rules.deck[:: len(rules.deck) // rules.hand_size][: rules.hand_size]
    for seat_after in (1, rules.players):
        value = evaluate_hand(hand, rules, samples=20, seed=2, seat_after=seat_after)
        for unicode in (True, False):
            text = hand_text(value, "n" * 200, unicode=unicode)
            assert max(map(cell_width, text.splitlines())) <= PAGE_WIDTH
            assert text.isascii() != unicode
            assert all(line == line.rstrip() for line in text.splitlines())


def test_long_names_fit_the_page() -> None:
    names = " ".join(letter * 60 for letter in "ABC")
    value = evaluate_hand(loads(f"diamonds 1; players {names}; phase choose; hand P1 {HAND}"), samples=20)
    assert max(map(len, hand_text(value).splitlines())) <= PAGE_WIDTH
    wide = replace(value, names=("漢" * 50, "B", "C"))
    assert max(map(cell_width, hand_text(wide, "漢" * 100).splitlines())) <= PAGE_WIDTH


def test_histogram() -> None:
    assert histogram([(-1, 0.25), (0, 0.5), (1, 0.0), (2, 0.25)]) == [
        "  -1  25.0 %  " + "█" * 25,
        "   0  50.0 %  " + "█" * 50,
        "  +1   0.0 %",
        "  +2  25.0 %  " + "█" * 25,
    ]
    assert histogram([(7, 0.99), (8, 0.01)])[1] == "  +8   1.0 %  ▌"
    assert histogram([(7, 0.5), (8, 0.5)], unicode=False)[0] == "  +7  50.0 %  " + "#" * 50
    assert histogram([(28, 1.0)]) == ["  +28  100.0 %  " + "█" * 50]


def test_a_wide_histogram_is_put_together() -> None:
    rows = histogram([(points, 1 / 61) for points in range(-30, 31)])
    assert len(rows) == 16
    assert rows[0].startswith("  -30 to -27   6.6 %  ")
    assert max(map(len, rows)) <= PAGE_WIDTH
