"""Records of several rounds: what a round takes over, scores, mistakes in any round, and a game typed from memory."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import diamonds_solver as ds
from diamonds_solver.games.diamonds.game import GAME
from diamonds_solver.games.diamonds.playing.match import Match
from diamonds_solver.games.diamonds.records.fields import format_play
from diamonds_solver.games.diamonds.records.game_record import GameRecord, ScoreOnly, final, standings
from diamonds_solver.games.diamonds.records.notation import dumps, dumps_json
from diamonds_solver.games.diamonds.records.record import Record
from diamonds_solver.games.records import loads, parse
from diamonds_solver.notation.problems import RecordError
from tests.diamonds.positions import ALL_RULES
from tests.diamonds.rounds import open_hands, random_round, with_pass


def problems(text: str) -> list[tuple[str, int, str, str | None]]:
    """Code, line, message and hint of everything that is wrong with a record."""
    (found,) = parse(text)
    assert isinstance(found, RecordError), dumps(found)
    return [(problem.code, problem.line, problem.message, problem.hint) for problem in found.problems]


def test_a_bad_score_behind_the_number_of_a_round_is_pointed_at_itself() -> None:
    (error,) = parse("diamonds 1; players 2\nround 1/4 score 5\n")
    assert isinstance(error, RecordError)
    assert [(problem.line, problem.column, problem.length) for problem in error.problems] == [(2, 11, len("score 5"))]


# -- text and JSON ----------------------------------------------------------------------------------------------------------------------


def random_rounds(rng: random.Random, rules: ds.Rules) -> Iterator[Record]:
    """All rounds of a game, played at random to their ends."""
    showroom, vault = (3,) * rules.players, (0,) * rules.players
    for number in range(1, rules.rounds + 1):
        deck, size, dealer = rng.sample(rules.deck, len(rules.deck)), rules.hand_size, (number + 1) % rules.players
        record = Record(
            rules=rules,
            hands=open_hands([frozenset(deck[seat * size : (seat + 1) * size]) for seat in range(rules.players)]),
            tricks=size // rules.plays_per_trick,
            lead=(dealer + 1) % rules.players,
            round=(number, rules.rounds),
            dealer=dealer,
            showroom=showroom,
            vault=vault,
        )
        position = (record := with_pass(record, rng)).position()
        play = []
        while not position.is_over:
            play.append(rng.choice(position.moves()))
            position = position.play(play[-1])
        yield replace(record, play=tuple(play))
        showroom, vault = position.table.showroom, position.table.vault


def random_game(rng: random.Random) -> GameRecord:
    """Some rounds of a game, with names or without; some known by their score alone, the last one perhaps in the middle of its play."""
    rules = rng.choice(ALL_RULES)
    rounds: list[Record | ScoreOnly] = list(random_rounds(rng, rules))
    for index, one in enumerate(rounds):
        assert isinstance(one, Record)
        if rng.random() < 0.3:
            rounds[index] = ScoreOnly(one.round, one.dealer, one.table().points())
        elif rng.random() < 0.3:
            rounds[index] = replace(one, score=one.table().points(), extra=(("x-mood", "good"),))
    last = rounds[-1]
    if isinstance(last, Record) and rng.random() < 0.5:
        rounds[-1] = replace(last, play=last.play[: rng.randrange(len(last.play))], score=())
    names = tuple(f"Player {seat}" for seat in range(rules.players)) if rng.random() < 0.5 else None
    own = (("x-where", "at home"),) if rng.random() < 0.5 else ()
    name = rng.choice([None, "friday"])
    named = tuple(replace(one, names=names, id=name) if isinstance(one, Record) else one for one in rounds)
    return GameRecord(rules, named, names, name, own)


@settings(max_examples=8)
@given(st.integers(0, 2**32).map(lambda seed: random_game(random.Random(seed))))
def test_games_come_back(game: GameRecord) -> None:
    text = dumps(game)
    found = loads(text)
    assert found == game, text
    assert dumps(found) == text
    assert loads(dumps(game, one_line=True)) == game
    assert loads(dumps_json(game)) == game
    assert json.loads(dumps_json(game))["rounds"][0]["round"] == f"1/{game.rules.rounds}"


def test_one_round_is_a_record_and_load_game_makes_it_a_game(tmp_path: Path) -> None:
    path = tmp_path / "one.dia"
    path.write_text("diamonds 1; id one; players 4; x-a b; round 2/4", encoding="utf-8")
    assert isinstance(ds.load(path), Record)
    game = ds.load_game(path)
    assert isinstance(game, GameRecord)
    assert (game.id, game.extra, [one.round for one in game.rounds]) == ("one", (("x-a", "b"),), [(2, 4)])
    assert isinstance(loads(dumps(replace(game, extra=()))), Record)


def test_what_a_round_takes_over() -> None:
    game = ds.example("game4")
    for before, after in zip(game.rounds, game.rounds[1:], strict=False):
        assert (after.showroom, after.vault) == (before.table().showroom, before.table().vault)
        assert after.dealer == (before.dealer + 1) % 4
    assert "showroom" not in dumps(game)


def test_rounds_without_numbers_in_json() -> None:
    text = '{"diamonds": 1, "players": 2, "rounds": [{"score": [9, 9]}, {"vault": [2, 2], "play": "D4"}]}'
    game = loads(text)
    assert [one.round for one in game.rounds] == [(1, 0), (2, 0)]
    assert game.rounds[1].showroom == (5, 5)


@pytest.mark.parametrize("value", ["[]", "3", "[3]", '{"a": 1}', '[{"rounds": []}]'])
def test_rounds_that_are_no_list_of_objects(value: str) -> None:
    codes = [code for code, *_ in problems(f'{{"diamonds": 1, "players": 2, "rounds": {value}}}')]
    assert set(codes) <= {"E-JSON", "E-FIELD"}


def test_a_dealer_out_of_turn_is_noted() -> None:
    game = loads("diamonds 1; players Ann Bob Cy; round 1 score 12 9 14; round 2 score 20 18 22; dealer Cy")
    assert game.notes() == ("round 2: Cy deals, and Bob sits left of the dealer of round 1",)


def test_the_first_round_line_may_be_left_out() -> None:
    game = ds.example("game4")
    text = dumps(replace(game, rounds=game.rounds[:2]))
    assert loads(text.replace("round 1/4\n", "").replace("round 2/4", "round 2")).rounds[1].play == game.rounds[1].play


# -- the whole game ---------------------------------------------------------------------------------------------------------------------


def test_decisions_of_all_rounds() -> None:
    game = ds.example("game4")
    found = list(GAME.records.decisions(game))
    assert [each.round for each in found] == sorted(each.round for each in found)
    assert {each.round for each in found} == {1, 2, 3, 4}
    first = [each for each in found if each.round == 1]
    assert [each.decision for each in first[:5]] == ["count", "pass", "pass", "pass", "pass"]
    assert len(first) == 5 + len(game.rounds[0].play)
    for each in first:
        view = GAME.advising.view(each.record, each.seat)
        assert view.decision == each.decision
        assert str(each.move) in {str(move) for move in view.moves()} or each.decision in ("count", "pass")
        assert each.forced == (each.decision not in ("count", "pass") and len(view.moves()) == 1)
    assert {each.trick for each in first if each.decision == "card"} == set(range(1, 11))


def test_scores_of_the_rounds() -> None:
    game = ds.example("game-teams4")
    rows = standings(game)
    assert [row.score for row in rows] == [one.table().points() for one in game.rounds]
    end = final(game)
    assert end is not None
    assert end.shares == (1.0, 0.0)
    assert final(replace(game, rounds=game.rounds[:3])) is None


@pytest.mark.parametrize(
    ("score", "text"),
    [
        ("30 29", "P1 wins with 30 points"),
        ("30 30", "P1 and P2 have 30 points: the crystals in the vaults decide, and the record does not give them"),
    ],
)
def test_a_last_round_that_is_only_a_score(score: str, text: str) -> None:
    game = loads(f"diamonds 1; players 2; round 3/4 score 20 20; round 4/4 score {score}")
    assert text in GAME.records.diagram(game, False)
    assert text in GAME.records.check(game)[-1]
    with pytest.raises(ds.PositionError):
        game.position()


# -- mistakes ---------------------------------------------------------------------------------------------------------------------------

TWO = "diamonds 1\nplayers 2\n"


@pytest.mark.parametrize(
    ("text", "code", "message", "hint"),
    [
        (
            "round 1 score 9 9\nround 3 score 20 20",
            "E-ROUND",
            "round 2 is missing",
            "a round known by its score alone is one line: round 2 score 12 9 14 8",
        ),
        ("round 2 score 20 20\nround 1 score 20 20", "E-ROUND", "round 1 comes after round 2", "write the rounds in order"),
        ("round 1/4 score 9 9\nround 2/5 score 12 12", "E-ROUND", "there are 5 rounds here, and 4 in a round before", None),
        (
            "round 1/4 score 5",
            "E-COUNT",
            "a score needs 2 numbers; here are 1",
            "one for each player, from P1 on: all points after the round",
        ),
        (
            "round 1/4 score 20 20\nround 2/4 score 10 12",
            "E-SCORE",
            "22 points in total, but there were 40 before this round: points move between players and are never lost",
            "a score is all points after the round: 2 x vault + showroom; if these were gained in round 2, write 30 32",
        ),
        (
            "round 1/4 score 200 200",
            "E-SCORE",
            "400 points in total are more than the 54 possible after round 1",
            None,
        ),
        (
            "round 1/4 score 20 20\nround 2/4\nplay D5",
            "E-CRYSTALS",
            "the crystals at the start of round 2 are not known: round 1 is known by its score alone",
            "add 'vault', the crystals in every vault before the first card: the showrooms then follow from the score",
        ),
        (
            "round 1/4 score 20 20\nround 2/4\nvault 11 2\nplay D5",
            "E-SCORE",
            "these crystals do not add up to the score after round 1, 20 20",
            "a crystal in the vault counts 2, one in the showroom 1",
        ),
        (
            "round 1/4\nplay D5 D6 D7 D8\nround 2/4\nplay D5",
            "E-CRYSTALS",
            "the crystals at the start of round 2 are not known: round 1 is not played to its end",
            "add 'showroom' and 'vault': the crystals before the first card",
        ),
    ],
)
def test_one_problem_of_several_rounds(text: str, code: str, message: str, hint: str | None) -> None:
    if code == "E-SCORE" and hint is None:
        message = re.sub(r"the \d+ that", "the N that", message)  # the bound is the rules' business
    ((found_code, _, found, found_hint),) = problems(TWO + text)
    if code == "E-SCORE" and hint is None:
        found = re.sub(r"the \d+ that", "the N that", found)
    assert (found_code, found, found_hint) == (code, message, hint)


GAME4 = dumps(ds.example("game4"))
LINES = GAME4.splitlines()


def line_of(number: int, key: str) -> int:
    """The line of the first field with that key in a round of the example; from 1."""
    start = LINES.index(f"round {number}/4")
    return start + 1 + next(index for index, line in enumerate(LINES[start:]) if line.startswith(key))


def test_an_award_to_the_wrong_player() -> None:
    end = ds.example("game4").rounds[0].table()
    (winner,) = end.award_winners(0)
    vault = list(end.vault)
    vault[winner] -= 1
    vault[(winner + 1) % 4] += 1
    ((code, line, message, hint),) = problems(GAME4.replace("round 2/4\n", f"round 2/4\nvault {' '.join(map(str, vault))}\n"))
    assert (code, line) == ("E-CRYSTALS", line_of(2, "round") + 1)
    assert message.startswith("this round begins with vault")
    assert hint is not None
    assert hint.startswith("that would fit if Bob had the award for most diamonds, but Ann has it: cards won are Ann 6")


def test_a_bonus_that_was_left_out() -> None:
    end = ds.example("game4").rounds[0].table()
    without = next(seat for seat in range(4) if seat not in end.winners) if len(end.winners) < 4 else None
    vault = [crystals - 2 * (seat == without) for seat, crystals in enumerate(end.vault)]
    if without is not None:
        ((_, _, _, hint),) = problems(GAME4.replace("round 2/4\n", f"round 2/4\nvault {' '.join(map(str, vault))}\n"))
        assert hint is not None
        assert "without the bonus" in hint


def test_a_score_that_does_not_add_up() -> None:
    points = list(ds.example("game4").rounds[3].table().points())
    right = " ".join(map(str, points))
    points[2] += 1
    ((code, line, message, _),) = problems(GAME4 + f"score {' '.join(map(str, points))}\n")
    assert (code, line) == ("E-SCORE", len(LINES) + 1)
    assert message == f"after round 4 Cy has {points[2] - 1} points by its play, not {points[2]}: the score is {right}"
    assert loads(GAME4 + f"score {right}\n").rounds[3].score == tuple(map(int, right.split()))


def test_points_gained_instead_of_totals() -> None:
    row = standings(ds.example("game4"))[3]
    assert row.gained is not None
    ((code, _, _, hint),) = problems(GAME4 + f"score {' '.join(map(str, row.gained))}\n")
    assert code == "E-SCORE"
    assert hint is not None
    assert hint.startswith("these are the points gained")


def test_mistakes_in_two_rounds_and_the_rest_is_read() -> None:
    """A revoke in round 3 and a misspelt field in round 4: one problem each, although crystals are in doubt after the first."""
    record = ds.example("game4").rounds[2]
    hands = [set(hand.known) for hand in record.hands]
    table, words = record.start_table(), format_play(record.start_table(), record.play, record.names).split(" ")
    places = [index for index, word in enumerate(words) if word[0] in "DHSC" and word[1:2].isdigit()]
    for place, move in zip(places, (move for move in record.play if move.card is not None), strict=True):
        seat = table.to_move
        others = [card for card in hands[seat] if table.cards and card >> 4 != table.cards[0] >> 4]
        if len(table.cards) == 3 and not table.is_off_suit(move.card) and others and move.card < max(table.cards):
            words[place] = f"{'DHSC'[others[0] >> 4]}{others[0] & 15}"
            break
        hands[seat].discard(move.card)
        table = record.__class__.table(replace(record, play=record.play[: record.play.index(move) + 1]))
    start = line_of(3, "play") - 1
    stop = LINES.index("round 4/4")
    text = "\n".join([*LINES[:start], f"play {' '.join(words)}", "", *LINES[stop:]]).replace("round 4/4\n", "round 4/4\ndeeler Bob\n")
    found = problems(text)
    assert "E-REVOKE" in [code for code, *_ in found]
    assert [code for code, line, *_ in found if line > start + 2] == ["E-FIELD"]


# -- what is left out, and follows ------------------------------------------------------------------------------------------------------


def test_a_choice_at_the_end_that_the_next_round_tells() -> None:
    game = next(
        game
        for seed in range(50)
        if isinstance(game := Match(ds.Rules(3), seed, whole=True).record(1, ["random"] * 3), GameRecord)
        and game.played[0].play[-1].card is None
        and game.played[0].play[-1].victim is not None
    )
    first, second = game.played[:2]
    cut = replace(game, rounds=(replace(first, play=first.play[:-1]), second))
    text = dumps(cut)
    found = loads(text)  # the crystals of round 2 are written, as round 1 does not tell them
    assert found.rounds[0].play == first.play
    assert any("nothing else fits" in note for note in found.notes())
    bare = re.sub(r"^(showroom|vault) .*\n", "", text, flags=re.MULTILINE)
    ((code, *_),) = problems(bare)
    assert code == "E-VICTIM-MISSING"


def test_a_game_typed_from_memory() -> None:
    """A round of ten cards, the cards as they lie on the photo, no crystals, one card nobody remembers: the messages alone lead on."""
    record = random_round(random.Random(11), ds.Rules(4), 0)
    names = ["Ann", "Bob", "Cy", "Di"]
    play = format_play(record.start_table(), record.play, names)
    most = 0
    counts = {"E-FORGOTTEN": 0}
    for place in range(0, len(play.split(" ")), 3):
        words = play.split(" ")
        if not re.match(r"[DHSC]\d", words[place]):
            continue
        card, words[place] = words[place], "?"
        attempts = 0
        while attempts < 3:
            attempts += 1
            (found,) = parse(f"diamonds 1\nplayers Ann Bob Cy Di\ndealer {names[record.dealer]}\nplay {' '.join(words)}\n")
            if not isinstance(found, RecordError):
                break
            (problem,) = found.problems
            counts[problem.code] += 1
            assert problem.hint is not None
            # who was there knows what kind of card it was, or who won: the message lists what it can have been
            if problem.hint.startswith("write "):
                kind = f"{card[0]}?" + (card[card.index(">") :] if ">" in card else "")
                assert kind in problem.hint, (card, problem.hint)
                words[place] = kind
            else:
                assert "add the winner after the trick" in problem.hint
                at = next(index for index in range(place, len(words)) if words[index] == "/" or index == len(words) - 1)
                trick = sum(word == "/" for word in words[:place])
                winner = ds.Record.table(replace(record, play=moves_of(record, trick + 1))).leader
                words.insert(at, f"= {names[winner]}")
        assert not isinstance(found, RecordError), str(found)
        assert found.table().points() == record.table().points()
        most = max(most, attempts)
    assert most <= 3
    assert counts["E-FORGOTTEN"] > 0


def moves_of(record: Record, tricks: int) -> tuple[ds.Move, ...]:
    """The moves of the first tricks."""
    left = record.tricks - tricks
    return next(
        record.play[:count]
        for count in range(len(record.play) + 1)
        if replace(record, play=record.play[:count]).table().tricks_left == left
    )


@pytest.mark.parametrize("score", ["12 9 14", "12 9; teams yes"])
@pytest.mark.parametrize("crystals", ["vault {all}; showroom 1 1", "showroom {all}; vault 1", "vault 1; showroom 1 1", "showroom 1"])
def test_crystals_after_a_score_are_counted(score: str, crystals: str) -> None:
    """A wrong number of them is a problem of its own, and the record behind it is still read."""
    players = 3 if score == "12 9 14" else 4
    bad = f"diamonds 1; players {players}; round 1/6 score {score}; round 2/6; {crystals.format(all='3 ' * players)}\n"
    error, good = parse(bad + "diamonds 1; players 2")
    assert isinstance(error, RecordError)
    assert {problem.code for problem in error.problems} <= {"E-COUNT", "E-SCORE", "E-CRYSTALS"}
    assert "E-COUNT" in {problem.code for problem in error.problems}
    assert isinstance(good, Record)
