"""One small repair for a slip: exactly where one makes the record right, and as a change of that place alone."""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import pytest

from diamonds_solver.games import records
from diamonds_solver.games.records import examples, meant_error, parse, repair_of, repairs_of
from diamonds_solver.notation.problems import RecordError
from diamonds_solver.notation.repair import Repair, apply_edits, find_repairs
from tests.program import diamonds

ROUND = """\
diamonds 1
players Ann Bob Cy Di
dealer Ann
pass 1
hand Ann D15,14,10,5,4 S12,9,4 C12,10
hand Bob D12,7,3 H13,2 S11,1 C7,6,1
hand Cy D2 H11,10,7,5,4 S10 C15,5,4
hand Di H12,6,3,1 S5,3,2 C11,3,2
gave Ann H2
gave Bob H11
gave Cy S5
gave Di S4
got Ann S4
got Bob H2
got Cy H11
got Di S5
play H2 H4 H1 S4 / S10 S5 S12 S11 / D14 D3 D2 S2 / D15 D7 C4>Bob S3 / S9 S1 C5>Bob H12
play C10 C1 C15 C11 >Bob / H10 H6 D5 H13 / D12 H5 H3 D4 / C6 H7 C2 C12 >Bob
play D10 C7>Ann H11 C3>Cy >Cy
"""
CALLED = ROUND.replace("Di", "Di B.")
DIAMS, DIAMONIAK = (examples()[name].read_text(encoding="utf-8") for name in ("diams-round", "diamoniak-game"))


def slip(text: str, old: str, new: str) -> tuple[str, RecordError]:
    """The text with a slip in it, and what is wrong with it."""
    assert old in text
    bad = text.replace(old, new, 1)
    (error,) = parse(bad)
    assert isinstance(error, RecordError)
    return bad, error


SLIPS = [
    (ROUND, "dealer Ann", "Dealer: Ann", "leave out the colon on line 3"),
    (ROUND, "dealer Ann", "dealer = Ann", "leave out the colon on line 3"),
    (ROUND, "dealer Ann", "deeler Ann", "write 'dealer' on line 3"),
    (ROUND, "dealer Ann", "Deeler: Ann", "write 'dealer' on line 3"),
    (ROUND, "hand Bob", "hand Bobb", "write 'Bob' on line 6"),
    (ROUND, "dealer Ann", "dealer Cy", "everything fits with 'dealer Ann' on line 3"),
    (
        ROUND.replace("dealer Ann\n", "").replace("Ann Bob Cy Di\n", "Bob Cy Di Ann\n"),
        "Bob Cy",
        "Bob Cy",
        "everything fits with 'dealer Ann'",
    ),
    (CALLED, "players", "players", 'a name with a space needs quotes: "Di B."'),
    (CALLED, "Ann Bob Cy Di B.", "Ann, Bob, Cy, Di B.", 'a name with a space needs quotes: "Di B."'),
    (ROUND, "H2 H4 H1 S4", "H2 H4 S4", "a card is missing before S4 on line 17: write it, or ? for one you forgot"),
    (ROUND, "H2 H4 H1 S4", "H2 H4 H1", "the trick has too few cards on line 17: write the one that is missing, or ? if you forgot it"),
    (ROUND, "S10 S5 S12", "S10 S5 S12 S12", "leave out S12 on line 17: it is one card too many"),
    (ROUND, "C11 >Bob", "C11>Bob", "write 'C11 >Bob' on line 18: the winner of the trick robs, so the victim is a word of its own"),
    (ROUND, "D12,7,3", "D12,3", "D7 (line 17) is missing from Bob's hand"),
    (ROUND.partition("play H2")[0], "D12,7,3", "D12,3", "a card of Bob is missing: write it on line 6, or +1 for one you forgot"),
    (ROUND, "D12,7,3", "D12,7,5,3", "leave out D5 on line 6"),
    (ROUND, "D12,7,3", "D12,5,3", "D5 in Bob's hand is D7, played in trick 4"),
    (ROUND, "D12,7,3", "D12,5,2", None),  # two other cards
    (DIAMS, "hand Ann", "hand: Ann", "leave out the colon on line 5"),
    (DIAMS, "id diams-round", "turn Bob", "everything fits with 'turn Ann' on line 3"),
    (DIAMONIAK, "/ W / D B F", "/ W W W / D B F", None),  # two cards too many
    (DIAMONIAK, "players", "Players:", "leave out the colon on line 6"),
]


@pytest.mark.parametrize(("text", "old", "new", "hint"), SLIPS)
def test_the_repair_of_a_slip(text: str, old: str, new: str, hint: str | None) -> None:
    bad, error = slip(text, old, new)
    repair = repair_of(error)
    if hint is None:
        assert repair is None
        return
    assert repair is not None
    assert repair.hint.startswith(hint)
    (record,) = parse(apply_edits(bad, repair.edits))
    assert not isinstance(record, RecordError)


def test_two_repairs_are_none() -> None:
    _, error = slip(ROUND, "C4>Bob S3", "C4 S3")  # Bob or Di
    assert repair_of(error) is None


def test_a_record_that_is_too_long_to_be_read_again_and_again() -> None:
    _, error = slip(ROUND.replace("pass 1", f"id {'x' * 30_000}\npass 1"), "dealer", "deeler")
    assert repair_of(error) is None


@pytest.mark.parametrize("forgotten", [6, 30])
def test_what_is_forgotten_is_no_slip(forgotten: int) -> None:
    """Each text read again would try 2,000 ways to fill the cards in: `check` took five to ten seconds to say that they are too many."""
    (error,) = parse(f"diamonds 1; players 6; play {'? ' * forgotten}")
    assert isinstance(error, RecordError)
    assert error.code == "E-FORGOTTEN"
    assert not find_repairs(error, pytest.fail)


def test_few_texts_with_many_forgotten_cards_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """A slip beside them may be mended in many ways, after each of which all are to be filled in: that took more than a minute."""
    (error,) = parse(f"diamonds 1; players 3; play D4 D4 {'? ' * 28}")
    assert isinstance(error, RecordError)
    texts = list[str]()

    def read(text: str) -> list[object]:
        texts.append(text)
        return list(parse(text))

    monkeypatch.setattr(records, "parse", read)
    assert repair_of(error) is None
    assert sum(text.count("?") > 5 for text in texts) < 15


@pytest.mark.parametrize("field", ["hand P1 +{}", "hand P1 D{}", "hand P1 D4,3; play D{}", "play {}. D3", "pass {}", "round {}", "{}"])
@pytest.mark.parametrize("digits", [12, 5_000])
def test_a_number_without_end_is_a_problem_like_others(field: str, digits: int) -> None:
    """Python refuses to read one of more than 4,300 digits."""
    (error,) = parse(f"diamonds 1; players 2; {field.format('9' * digits)}")
    assert isinstance(error, RecordError)
    repairs_of(error)
    meant_error(error)


@pytest.mark.parametrize("players", ["7", "99999999", "9" * 20])
def test_players_who_find_no_room_are_not_counted_one_by_one(players: str) -> None:
    (error,) = parse(f"diamonds 1; players {players}; hand P1 D3")
    assert isinstance(error, RecordError)
    assert error.code == "E-PLAYERS"
    assert not repairs_of(error)


@pytest.mark.parametrize("mark", ["3.", "Bob:"])
def test_a_mark_of_a_trick_is_no_card(mark: str) -> None:
    head = "diamonds 1\nplayers Ann Bob\nhand Ann D15,14,3,2\nhand Bob D13,12,4,1\nlead Bob\nplay D13 D15 D12 D14 /"
    (error,) = parse(f"{head} {mark} D3\n")
    assert isinstance(error, RecordError)
    assert [repair.hint for repair in repairs_of(error)] == [f"leave out {mark} on line 6"]


def test_json_and_other_processes_have_no_lines() -> None:
    (error,) = parse('{"diamonds": 1, "players": 4, "deeler": "P1"}')
    assert isinstance(error, RecordError)
    assert repair_of(error) is None


def test_only_the_repaired_place_of_a_file_changes(tmp_path: Path) -> None:
    file = tmp_path / "game.dia"
    head, tail = b"\xef\xbb\xbf# caf\xe9\r\n\r\n", b"  # deeler\rdiamonds 1; players 2; diamonds 1; Players: 2\n\n"
    file.write_bytes(head + b"diamonds 1; players Ann Bob; deeler Ann" + tail)
    answer = diamonds("check", "--fix", str(file))
    assert answer.code == 3  # the first line is no text
    assert file.read_bytes() == head + b"diamonds 1; players Ann Bob; dealer Ann" + tail.replace(b"Players:", b"Players")


def test_fix_ends_well(tmp_path: Path) -> None:
    file = tmp_path / "game.dia"
    file.write_text(ROUND.replace("dealer", "Dealer:"))
    answer = diamonds("check", "--fix", str(file))
    assert answer.code == 0
    assert answer.err.endswith("0 good records, 1 bad with 1 problem; 1 repair written\n")
    assert file.read_text() == ROUND.replace("dealer", "Dealer", 1)


def test_json_has_the_repair_of_the_text(tmp_path: Path) -> None:
    """Its edits, made by whoever reads it, give a good record."""
    text = ROUND.replace("dealer", "Dealer:")
    answer = diamonds("check", "--json", text)
    repair = json.loads(answer.out)["repair"]
    (edit,) = repair["edits"]
    assert repair["hint"] in diamonds("check", text).err
    lines = text.splitlines(keepends=True)
    line, at = lines[edit["line"] - 1], edit["column"] - 1
    lines[edit["line"] - 1] = line[:at] + edit["text"] + line[at + edit["length"] :]
    assert diamonds("check", "--json", "".join(lines)).code == 0


def test_fix_keeps_what_was_written_meanwhile(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "round.dia"
    file.write_text("diamonds 1\nplaiers 2\n")

    def edited(error: RecordError) -> Sequence[Repair]:
        file.write_text("diamonds 1\nplayers 3\n")
        return repairs_of(error)

    monkeypatch.setattr("diamonds_solver.cli.check.repairs_of", edited)
    answer = diamonds("check", "--fix", str(file))
    assert answer.code == 3
    assert "another program has changed this file" in answer.err
    assert file.read_text() == "diamonds 1\nplayers 3\n"


def test_fix_is_for_files() -> None:
    answer = diamonds("check", "--fix", "-", stdin="diamonds 1; Players: 2")
    assert answer.code == 2
    assert "--fix writes to files" in answer.err


def test_one_hint_stands_for_a_cascade() -> None:
    answer = diamonds("check", "-", stdin=ROUND.replace("H10 H6 D5 H13", "H10 D5 H13"))
    assert answer.err.count("error:") == 1
    assert "= hint: a card is missing before D5 on line 18" in answer.err
    assert "'diamonds check --all' lists all" in answer.err
    assert diamonds("check", "--all", "-", stdin=ROUND.replace("H10 H6 D5 H13", "H10 D5 H13")).err.count("error:") > 5


@pytest.mark.parametrize("card", ["10H", "10♥", "10h", "10♥️", "♥10"])
def test_a_suit_after_its_rank(card: str) -> None:
    (record,) = parse(f"diamonds 1; players Ann Bob; hand Ann 15D,9D {card} 4C; play 2S {card}>Bob")
    assert not isinstance(record, RecordError) or record.code == "E-VICTIM"  # hearts rob nobody, and the card was read
    (record,) = parse(f"diamonds 1; players Ann Bob; hand Ann 15D,9D {card} 4C; lead Ann; play {card}")
    (plain,) = parse("diamonds 1; players Ann Bob; hand Ann D15,9 H10 C4; lead Ann; play H10")
    assert record == plain


def test_a_suit_before_a_rank_of_the_next_word_stays_its_suit() -> None:
    (record,) = parse("diamonds 1; players Ann Bob; hand Ann D15,9H 12 S3")
    (plain,) = parse("diamonds 1; players Ann Bob; hand Ann D15,9 H12 S3")
    assert record == plain


# -- nothing is lost ----------------------------------------------------------------------------------------------------------------------

SHORT = "diamonds 1; players 3; dealer P3; hand P1 D5 H3; hand P2 D7 H1; hand P3 D9 D2; play "
VICTIM = "diamonds 1\nplayers 3\ndealer P3\nhand P1 H13 C4\nhand P2 C9 S2\nhand P3 D9 C11\nplay C4 C9 >P1 C11\n"


@pytest.mark.parametrize("word", ["G9", "D99", "E9"])
def test_a_card_that_there_is_not_is_the_only_one_that_fits(word: str, tmp_path: Path) -> None:
    file = tmp_path / "game.dia"
    file.write_text(f"{SHORT}D5 D7 {word} D2\n")
    answer = diamonds("check", "--fix", str(file))
    assert answer.code == 0, answer.err
    assert f"'{word}' is D9: no other card fits" in answer.err
    assert file.read_text() == f"{SHORT}D5 D7 D9 D2\n"


@pytest.mark.parametrize("word", ["D?9", "x", "Q?", "*"])
def test_a_word_that_nobody_can_read_is_a_forgotten_card(word: str, tmp_path: Path) -> None:
    file = tmp_path / "game.dia"
    file.write_text(f"{SHORT}D5 D7 {word} D2\n")
    answer = diamonds("check", "--fix", str(file))
    assert answer.code == 0, answer.err
    assert f"'{word}' on line 1 cannot be read: write the card, or ? for one you forgot" in answer.err
    assert file.read_text() == f"{SHORT}D5 D7 ? D2\n"


@pytest.mark.parametrize("play", ["D5 D7 D", "D5 D7 D9 D", "D5 D7 D9 H"])
def test_a_suit_without_its_rank_stays(play: str, tmp_path: Path) -> None:
    file = tmp_path / "game.dia"
    file.write_text(SHORT + play)
    assert diamonds("check", "--fix", str(file)).code == 3
    assert file.read_text() == SHORT + play


@pytest.mark.parametrize("play", ["D5 D7 H9 D9 D2", "D5 D7 D9 >P2 D2"])
def test_what_can_be_read_is_not_left_out_without_asking(play: str, tmp_path: Path) -> None:
    file = tmp_path / "game.dia"
    file.write_text(SHORT + play)
    answer = diamonds("check", "--fix", str(file))
    assert answer.code == 3
    assert "is this meant? leave out" in answer.err
    assert file.read_text() == SHORT + play


def test_where_several_fit_they_are_named_and_none_is_made(tmp_path: Path) -> None:
    file = tmp_path / "game.dia"
    file.write_text(VICTIM)
    answer = diamonds("check", "--fix", str(file))
    assert answer.code == 3
    assert "which is meant? write 'C11 >P1' on line 7" in answer.err
    assert "or leave out >P1 on line 7" in answer.err
    assert "or C4 on line 7 is H13" in answer.err
    assert file.read_text() == VICTIM
    (line,) = diamonds("check", "--json", str(file)).out.splitlines()
    entry = json.loads(line)
    assert "repair" not in entry
    first, second, _ = entry["repairs"]
    assert first["hint"].startswith("write 'C11 >P1'")
    assert [edit["text"] for edit in second["edits"]] == [""]


def words_of(text: str) -> list[str]:
    return sorted(text.replace(">", " >").replace(",", " ").replace('"', "").split())


@pytest.mark.parametrize("seed", [*range(3), *(pytest.param(seed, marks=pytest.mark.long) for seed in range(3, 12))])
def test_no_repair_loses_a_word(seed: int) -> None:
    """Of a round with a random slip; but for marks, one of two equal words, and what cannot be read, which becomes ? or what was meant."""
    rng = random.Random(seed)
    tokens = re.split(r"(\s+)", ROUND)
    for _ in range(3):
        slipped = list(tokens)
        at = rng.randrange(20, len(tokens) // 2) * 2
        slipped[at] = rng.choice(["G9", "Q", slipped[at - 2], f"{slipped[at]} {slipped[at]}", f"{slipped[at]} >Bob", slipped[at] + "x"])
        bad = "".join(slipped)
        (error,) = parse(bad)
        repair = repair_of(error) if isinstance(error, RecordError) else None
        if repair is not None:
            lost = Counter(words_of(bad)) - Counter(words_of(apply_edits(bad, repair.edits)))
            assert sum(lost.values()) <= 2, (lost, repair)
            assert all(
                bad.split().count(word) > 1 or "?" in repair.hint or "write '" in repair.hint or f"'{word}'" in repair.hint for word in lost
            ), (lost, repair)


WORDS = "Players are Ann, Bob and Cy. Cy is the dealer.\nAnn has the eleven, six and five of diamonds.\nAnn leads six, Bob five, Cy {}.\n"
HANDS = "diamonds 1\nplayers Ann Bob Cy\nlead Ann\nhand Ann D9,8,7\nhand Bob D6,5,4\nhand Cy D3,2,1\nplay D9 D6 D3 / D8 D5 D2 / D7 {} D1\n"


@pytest.mark.parametrize("text", [WORDS.format("three"), *(HANDS.format(card) for card in ("H4", "D14", "S1"))])
def test_a_hand_is_neither_changed_nor_lost_where_the_play_may_be_wrong(text: str, tmp_path: Path) -> None:
    file = tmp_path / "game.dia"
    file.write_text(text)
    answer = diamonds("check", "--fix", str(file))
    assert answer.code == 3
    assert file.read_text() == text
    if text.startswith("diamonds"):
        assert "which is meant? D4 in Bob's hand is" in answer.err
