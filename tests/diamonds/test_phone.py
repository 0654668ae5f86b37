"""What the page for phones says and does, in JavaScript, against the program."""

from __future__ import annotations

import json
import random
from typing import Any, Literal

import pytest

from diamonds_solver.analysis.analyse import HINDSIGHT, analyse
from diamonds_solver.analysis.learner import DAYS
from diamonds_solver.errors import DiamondsError
from diamonds_solver.games.diamonds.playing.live import play_events
from diamonds_solver.games.diamonds.records.record import Phase
from diamonds_solver.games.diamonds.round.position import Position
from diamonds_solver.games.diamonds.round.rules import Rules, card_name, format_cards
from diamonds_solver.games.diamonds.solving.solve import solve
from diamonds_solver.games.records import examples, load, loads
from diamonds_solver.live.live_game import LiveGame
from diamonds_solver.notation.problems import RecordError
from diamonds_solver.web.fields import Limits, RequestFields
from diamonds_solver.web.questions import Questions

from .phone import APP, EVERY_RULES, GAME, answers, as_bytes, need_module
from .rounds import random_round

pytestmark = pytest.mark.extra


@pytest.fixture(scope="module", autouse=True)
def module() -> None:
    """Skips what would otherwise be worked out for nothing."""
    need_module()


def test_table() -> None:
    """A round followed at a real table, 150 of all kinds: what was played can be told, and table and own moves are those of the rules."""
    rng = random.Random(10)
    questions: list[dict[str, Any]] = []
    expected: list[tuple[dict[str, Any], list[str] | None]] = []
    while len(questions) < 150:
        record = random_round(rng, rng.choice(EVERY_RULES))
        if record.phase is not Phase.PLAY:
            continue
        rules, gave, got, position = record.rules, record.gave[0] or frozenset(), record.got[0] or frozenset(), record.position()
        names = [" ".join(map(card_name, sorted(cards))) for cards in ((record.hands[0].known - got) | gave, gave, got)]
        passed = [str(len(gave)), *names[1:]] if gave else []
        fields = {
            "players": rules.players,
            "sources": ["me"] + ["table"] * (rules.players - 1),
            "rounds": "1",
            "dealer": str(record.dealer + 1),
        }
        kind = {
            "teams": "yes" if rules.teams else "",
            "thief": "yes" if rules.thief else "",
            "variant": "perfect" if rules.perfect else "",
            "pass": "" if gave else "no",
        }
        steps = [names[0], *passed, *map(str, record.play)]
        questions.append({"ask": "table", "fields": fields | kind, "steps": steps})
        table = position.table
        trick = [card_name(card) for card in table.cards]
        own = None if position.is_over or position.to_move else list(map(str, position.moves()))
        turn = None if position.is_over else f"P{position.to_move + 1}"
        at = {"turn": turn, "hand": format_cards(position.hands[0]), "trick": trick}
        expected.append(({**at, "showroom": list(table.showroom), "vault": list(table.vault)}, own))
    for (shown, own), answer in zip(expected, answers(questions), strict=True):
        moves = answer.pop("moves")
        answer["trick"] = [move.partition(">")[0] for move in answer["trick"]]
        assert answer == shown
        assert own is None or moves == own


def test_a_click_plays_its_own_cards_alone() -> None:
    """However long the game: each move that is made once, and what all that the person may play next would do, in one call; against levels
    and at a real table."""
    common: dict[str, object] = {"players": 4, "rounds": "4"}
    fields: list[dict[str, object]] = [{"sources": ["me", *["easy"] * 3]}, {"sources": ["me", *["table"] * 3], "dealer": "1"}]
    for answer in answers([{"ask": "clicks", "fields": common | each} for each in fields]):
        assert answer["moves"] >= 160
        assert answer["beyond"] <= 1
        assert answer["isSame"]


def test_two_tabs_play_one_game() -> None:
    """Each goes on from what the other has kept; when the game is over a new tab shows it, with the score of each round."""
    fields = {"players": 2, "rounds": "2", "sources": ["me", "easy"]}
    card = {"move": [200, 255, 255]}
    broken = [{}, {"steps": [{}]}, {"steps": [card]}, {"steps": [None]}, {"names": ["A"]}, {"names": None}, {"dealer": 7}, {"rounds": "x"}]
    (found,) = answers([{"ask": "tabs", "fields": fields, "broken": broken}])
    assert found["seen"] == list(range(1, len(found["seen"]) + 1))
    assert found["same"]
    assert found["over"]
    assert found["open"] == 0
    first, last = found["scores"]
    assert (sum(first) > 0, last) == (True, None)
    assert all(after >= 0 for after in found["points"])
    assert found["codes"] == [""] + ["E-GAME"] * (len(broken) - 1)


def test_names_of_a_new_game() -> None:
    """The phone takes those that the program takes."""
    names = [
        "Ann",
        "You",
        "<b>",
        "P1",
        "p12",
        "3",
        "3.5",
        "D14",
        "14d",
        "a;b",
        "Team #1",
        " ",
        "",
        " a",
        "-",
        "?",
        "J\u00fcrgen",
        "A\u00a0B",
        "A B",
    ]
    names += ["\U0001f642", "\U0001f469\u200d\U0001f469", "\u202eab", "Dora15", "a/b", "a=b", "you"]
    for name, answer in zip(names, answers([{"ask": "names", "names": ["You", name]} for name in names]), strict=True):
        try:
            LiveGame.new(["easy", "easy"], names=["You", name], seed=1)
            code = ""
        except DiamondsError as error:
            code = error.code
        assert answer["code"] == code, name


def test_tricks() -> None:
    """Tricks, what each suit did and what each move does to the table, in 300 random rounds: as the program and its page have them. What is
    gained and lost adds up to the points.
    """
    rng = random.Random(12)
    records = [
        record for record in (random_round(rng, rng.choice(EVERY_RULES)) for _ in range(300)) if record.phase is Phase.PLAY and record.play
    ]
    questions = []
    for record in records:
        start = Position(record.start_table(), tuple(hand.known for hand in record.hands))
        moves = [[255 if field is None else field for field in move] for move in record.play]
        questions.append({"ask": "tricks", "position": as_bytes(start).tobytes().hex(), "moves": moves})
    for record, answer in zip(records, answers(questions), strict=True):
        assert answer["tricks"] == GAME.records.state(record)["tricks"]
        events = [list(play_events(table, move)) for table, move in zip(record.tables, record.play, strict=False)]
        assert answer["events"] == json.loads(json.dumps(events))
        gains = [event["gains"] for happened in events for event in happened if "gains" in event]
        points = record.tables[0].points()
        assert record.tables[-1].points() == tuple(map(sum, zip(points, *gains, strict=True)))


def options_of(rules: Rules) -> dict[str, Any]:
    """Of `deal`."""
    return {"players": rules.players, "variant": "perfect" if rules.perfect else "standard", "teams": rules.teams, "thief": rules.thief}


def random_deal(rng: random.Random) -> Any:
    """A late position of any kind as a record, as ``diamonds deal --cards`` makes it."""
    rules = rng.choice(EVERY_RULES)
    cards = rng.randint(1, 2) * 2 if rules.players == 2 else rng.randint(1, 5 if rules.players < 5 else 3)
    return GAME.records.deal((rng.getrandbits(32), 1), {**options_of(rules), "cards": cards, "mid_trick": rng.random() < 0.5}, "late")


def test_open_positions() -> None:
    """Records of 150 late positions, read by the phone, and their values: the table, moves and solution are those of the program."""
    rng = random.Random(13)
    records = [random_deal(rng) for _ in range(150)]
    texts = [GAME.records.write(record, "dia") for record in records]
    tables = answers([{"ask": "check", "text": text} for text in texts])
    both: list[Literal["margin", "points"]] = ["margin", "points"]
    goals = [rng.choice(both) for _ in records]
    values = answers([{"ask": "values", "text": text, "objective": goal} for text, goal in zip(texts, goals, strict=True)])
    for record, text, goal, table, found in zip(records, texts, goals, tables, values, strict=True):
        state = GAME.records.state(record)
        assert table["text"] == text
        assert {key: table["state"][key] for key in set(state) - {"id", "record"}} == {
            key: state[key] for key in set(state) - {"id", "record"}
        }
        assert [row["move"] for row in table["moves"]] == list(map(str, GAME.records.legal_moves(record)))
        solution = solve(record.position(), objective=goal).to_dict()
        assert {key: found[key] for key in ("value", "line", "points", "exact")} == {
            "value": pytest.approx(solution["value"], abs=1e-12),
            "line": solution["line"],
            "points": solution["points"],
            "exact": True,
        }
        ours = {row["move"]: row for row in solution["moves"]}
        assert [row["move"] for row in found["moves"]] == list(map(str, GAME.records.legal_moves(record)))
        for row in found["moves"]:
            own = ours.pop(row["move"])
            numbers = {key: pytest.approx(own[key], abs=1e-12) for key in ("value", "loss")}
            assert {key: row[key] for key in ("value", "loss", "best")} == {**numbers, "best": own["best"]}
        assert not ours


def test_texts_of_the_phone() -> None:
    """What the phone writes the program reads: random deals and endings of all kinds, and each after one more move."""
    wanted = [(rules, cards) for rules in EVERY_RULES for cards in (0, 4)]
    dealt = answers([{"ask": "ending", "seed": seed, **options_of(rules), "cards": cards} for seed, (rules, cards) in enumerate(wanted)])
    after = answers([{"ask": "move", "text": table["text"], "move": table["moves"][-1]["move"]} for table in dealt])
    for (rules, cards), before, table in zip(wanted, dealt, after, strict=True):
        for one in (before, table):
            record = loads(one["text"], "<phone>")
            state = GAME.records.state(record)
            assert [one["state"][key] for key in ("hands", "took", "points", "to_move", "tricks_left")] == [
                state[key] for key in ("hands", "took", "points", "to_move", "tricks_left")
            ]
        assert len(record.hands[0].known) == (cards or record.rules.hand_size)
        assert record.rules == rules


ONLY_THERE = ("E-MAGIC", "E-FIELD", "E-ILLEGAL", "E-POSITION")
"""What the phone alone does not read, or tells less exactly."""


REFUSED: list[tuple[str, str, int | None]] = [
    ("diams 1\n", "E-MAGIC", 1),
    ("diamonds 1\nplayers 9\n", "E-PLAYERS", 2),
    ("diamonds 1\nplayers 2\nsee P1\n", "E-FIELD", 3),
    ("diamonds 1\nplayers 2\nhand P3 D1\n", "E-SEAT", 3),
    ("diamonds 1\nplayers 2\nhand P1 X1\n", "E-CARD", 3),
    ("diamonds 1\nplayers 2\nhand P1 D1,2\nhand P2 D2,3\n", "E-CARD-TWICE", None),
    ("diamonds 1\nplayers 2\nhand P1 D1,2\nhand P2 D4\n", "E-HAND-SIZE", None),
    ("diamonds 1\nplayers 2\nhand P1 D1\nhand P2 D4\n", "E-HAND-SIZE", None),
    ("diamonds 1\nplayers 2\nhand P1 D1,2\nhand P2 D4,5\nshowroom 1\n", "E-COUNT", 5),
    ("diamonds 1\nplayers 2\nhand P1 D1,2\nhand P2 D4,5\nshowroom 1 x\n", "E-NUMBER", 5),
    ("diamonds 1\nplayers 2\nhand P1 D1,2\nhand P2 D4,5\nlead P1\nplay H3\n", "E-ILLEGAL", None),
    ("diamonds 1\nplayers 2\nvariant perfect\nhand P1 D1,2\nhand P2 D4,15\n", "E-RANK", None),
    ("diamonds 1\nplayers 2\nhand P1 D1,2\nhand P2 D4,5\nshowroom 500 500\n", "E-CRYSTALS", 5),
    ("diamonds 1\nplayers 2\nhand P1 D1,2\nhand P2 D4,5\ntook P1 x\n", "E-TOOK", 5),
]


def test_what_the_phone_cannot_read() -> None:
    problems = answers([{"ask": "trouble", "text": text} for text, _, _ in REFUSED])
    assert [(text, problem.get("code"), problem.get("line")) for (text, _, _), problem in zip(REFUSED, problems, strict=True)] == REFUSED
    for text, code, _ in REFUSED:
        if code not in ONLY_THERE:
            with pytest.raises(RecordError) as caught:
                loads(text)
            assert code in {each.code for each in caught.value.problems}


def test_what_the_phone_says_of_the_game() -> None:
    """Decks, levels, decisions and what values count, in the words that the page gets from the program."""
    (about,) = answers([{"ask": "about"}])
    ours = about["games"]["diamonds"]
    theirs = Questions(Limits()).quick["about"](RequestFields(b"{}"))["games"]["diamonds"]
    assert ours["decks"] == theirs["decks"]
    assert (ours["levels"], ours["solves"]) == (theirs["levels"], theirs["solves"])
    for key in ("decisions", "objectives"):
        assert ours[key].items() <= theirs[key].items()
    assert about["practice_days"] == list(DAYS)
    for example in about["examples"]:
        paths = APP / f"{example['name']}.dia", examples()[example["name"]]
        texts = [path.read_text(encoding="utf-8") for path in paths]
        assert loads(texts[0]) == loads(texts[1])


def test_a_game_looked_back_at() -> None:
    """The decisions of the example game, what everybody saw, the losses in hindsight with their marks, and how it ends."""
    record = load(examples()["game4"])
    rounds = (3,)
    (ours,) = answers([{"ask": "review", "text": examples()["game4"].read_text(encoding="utf-8"), "rounds": rounds, "known": [4]}])
    theirs = [one for one in GAME.records.decisions(record) if one.decision != "count"]
    named = [(f"P{one.seat + 1}", one.decision, one.round, GAME.kind_of(one), one.forced) for one in theirs]
    assert [(one["seat"], one["decision"], one["round"], one["kind"], one["forced"]) for one in ours["decisions"]] == named
    played = [(mine["move"], str(one.move)) for mine, one in zip(ours["decisions"], theirs, strict=True) if one.decision != "pass"]
    assert [mine for mine, _ in played] == [move for _, move in played]
    for hands, one in zip(ours["seen"], theirs, strict=True):
        state = GAME.records.state(GAME.table_at(one).seen(one.seat))
        assert hands[one.seat] == state["hands"][one.seat]
    analysis = analyse(record, known=False, rounds=rounds)
    looks = {(one.round, one.trick, one.seat, str(one.move)): one for one in analysis.judged if one.decision in ("card", "victim", "actor")}
    rows = {one["number"]: one for one in ours["decisions"]}
    assert len(ours["hindsight"]) == len(looks)
    for said in ours["hindsight"]:
        row = rows[said["number"]]
        judged = looks[row["round"], row["trick"], int(row["seat"][1]) - 1, row["move"]]
        assert judged.hindsight is not None
        assert said["hindsight"]["value"] == pytest.approx(judged.hindsight.value)
        assert said["hindsight"]["loss"] == pytest.approx(judged.hindsight.loss)
        assert said["mark"] == ("" if judged.forced else HINDSIGHT.mark(said["hindsight"]["loss"]))
    assert {one["number"] for one in ours["known"]} == {number for number, row in rows.items() if row["round"] == 4 and not row["forced"]}
    for one in ours["known"]:
        known = one["known"]
        assert known["sure_loss"] <= known["loss"] + 1e-9
        assert bool(one["mark"]) == (known["sure_loss"] >= 0.25 - 1e-9)
        assert any(row["move"] == rows[one["number"]]["move"] for row in known["moves"])
    assert tuple(ours["points"]) == GAME.records.points(record)
