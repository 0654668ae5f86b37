"""What a game is to the parts above: a toy game, known to them by one line, gets their verbs; and what all games do."""

from __future__ import annotations

import importlib
import json
import subprocess
import sys
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

import diamonds_solver as ds
from diamonds_solver import cli, games
from diamonds_solver.arena.matches import Job, Pair, play_deals, results
from diamonds_solver.errors import DiamondsError
from diamonds_solver.game import Game
from diamonds_solver.game.game import _LazyModule
from diamonds_solver.games import GAMES, find_game
from diamonds_solver.games.records import dumps, examples, load, loads, parse
from diamonds_solver.notation.problems import RecordError
from diamonds_solver.web.fields import Limits, RequestFields
from diamonds_solver.web.live import LiveGames
from diamonds_solver.web.states import table_dict
from tests import toy_game
from tests.program import PATIENCE, diamonds
from tests.toy_game import Toy

TEXT = "toy 1; hand P1 2,8,12; hand P2 1,7,11; play 2"
toy: Game[Toy, Toy] = toy_game.GAME  # whether it fits is the type checker's to say


@pytest.fixture(autouse=True)
def _toy_on_the_shelf(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(games.GAMES, "toy", "tests.toy_game")


def test_a_game_is_found_by_its_name() -> None:
    assert find_game("toy") is toy_game.GAME
    assert find_game("diamonds").name == "diamonds"
    with pytest.raises(DiamondsError) as caught:
        find_game("whist")
    assert caught.value.code == "E-GAME"


def test_records_of_two_games_in_one_text() -> None:
    first, second = parse(f"{TEXT}\ndiamonds 1; players 3; hand P1 D4; hand P2 H5; hand P3 C2; lead P1")
    assert isinstance(first, Toy)
    assert isinstance(second, ds.Record)
    assert dumps(first, "line").strip() == TEXT
    (bad,) = parse("toy 1; hand P1 3,77")
    assert isinstance(bad, RecordError)
    assert [(problem.code, problem.column) for problem in bad.problems] == [("E-CARD", 8)]


def test_check_and_show() -> None:
    assert diamonds("check", TEXT) == (0, "", "1 good record\n")
    code, _, err = diamonds("check", "toy 1; hat P1 3")
    assert code == cli.BAD_INPUT
    assert "unknown field 'hat'" in err
    assert diamonds("show", TEXT)[1] == "P1 (8, 12)\nP2 (1, 7, 11)\n"
    assert diamonds("convert", "--to", "line", TEXT)[1] == f"{TEXT}\n"


def test_advice_by_playouts() -> None:
    """P2 plays after a 2 and holds 1, 7, 11 against 8 and 12: only the 7 wins now and leaves the 11 for the 8."""
    code, out, _ = diamonds("advise", "--worlds", "400", "--seed", "1", TEXT)
    assert code == 0
    assert out.startswith("P2 decides: a card to play; own points\n  the other hands are hidden\n")
    assert "400 worlds by 'playout', seed 1" in out
    answer = json.loads(diamonds("advise", "--worlds", "400", "--seed", "1", "--json", TEXT)[1])
    advice = ds.advise(loads(TEXT), worlds=400, seed=1)
    assert [row["move"] for row in answer["moves"]] == [str(row.move) for row in advice.moves]
    assert answer["best"] == "7"
    assert answer["view"] == {"seat": "P2"}


def test_what_a_game_does_not_have_is_said() -> None:
    code, _, err = diamonds("advise", "--objective", "win", TEXT)
    assert code == cli.BAD_INPUT
    assert "Toy has no objective 'win'" in err
    code, _, err = diamonds("deal", "--game", "diamonds", "--set", "colour=red")
    assert code == cli.USAGE
    assert "Diamonds has no option 'colour'" in err
    code, _, err = diamonds("solve", TEXT)
    assert code == cli.BAD_INPUT
    assert "Toy has no exact values" in err
    assert "diamonds solve is for Diamonds" in err


def test_the_arena_finds_the_better_player() -> None:
    deals = play_deals(toy.playing.contest(3, {"players": 3}), [Job(Pair("thrifty", "random"), deal) for deal in range(100)])
    (row,) = results(deals)
    assert row.margin.low > 0


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        ("deal -g toy -p 4 --seed 3 --one-line -q 2", "toy 1; hand P1 7,9,11; hand P2 2,6,12; hand P3 5,8,10; hand P4 1,3,4\n"),
        ("arena -g toy thrifty random -p 3 --deals 2 --seed 1 --threads 1 -q", "a toy for 3."),
        ("play -g toy --seed 1 --level thrifty -q", "you hold (3, 5, 9)\nP1: a card to play> 5\n"),
    ],
)
def test_commands_with_a_choice_of_games(line: str, shown: str) -> None:
    """In a process of their own, as the choice is made when commands are loaded."""
    program = "import sys; from diamonds_solver.games import GAMES; GAMES['toy'] = 'tests.toy_game'; from diamonds_solver import cli; "
    call = [sys.executable, "-c", f"{program}sys.exit(cli.run(sys.argv[1:]))", *line.split()]
    root = Path(__file__).parents[1]
    found = subprocess.run(call, input="5\n3\n9\n", capture_output=True, text=True, check=True, timeout=PATIENCE, cwd=root)
    assert shown in found.stdout


def test_the_page() -> None:
    """A record as a table; a live game to its end, in which no answer shows who else holds what."""
    assert [row["move"] for row in table_dict(loads(TEXT))["moves"]] == ["1", "7", "11"]
    playing = LiveGames(Limits())
    state = playing.play(asked(action="begin", game="toy", sources=["me", "thrifty", "random"], seed=1))
    dealt = dumps(toy.playing.table({"players": 3}, None, 1, None).record).partition("hand P2")[2]
    while not state["over"]:
        state = playing.turn(asked(id=state["id"], tab="t"))(lambda _: None, lambda: False)
        if state["turn"]:
            assert state["record"].splitlines()[1] == "hand P1 3,5,9"
            assert dealt not in state["record"]
            state = playing.play(asked(action="move", id=state["id"], move=state["turn"]["moves"][0], steps=state["steps"]))
    assert sum(state["score"]["points"]) == 3


def asked(**fields: object) -> RequestFields:
    return RequestFields(json.dumps(fields).encode())


# -- what all games do --------------------------------------------------------------------------------------------------------------------

EXAMPLES = examples()
BROKEN = {
    "broken": ["E-FIELD", "E-RANK", "E-CARD-TWICE", "E-SEAT", "E-PLAY"],
    "diams-broken": ["E-LACKS", "E-SAFE"],
    "diamoniak-broken": ["E-FIELD", "E-CARD", "E-SEAT", "E-WORD"],
}
LONG = ("suite", "bench")  # of hundreds of records
GOOD = [name for name in EXAMPLES if name not in (*BROKEN, *LONG)]


@pytest.mark.parametrize("name", GAMES)
def test_every_part_of_a_game_loads(name: str) -> None:
    """`lazy` takes names of modules as text, which no type checker reads."""
    module = importlib.import_module(f"diamonds_solver.games.{name}.game")
    parts = {key: part for key, part in vars(module).items() if isinstance(part, _LazyModule)}
    assert len(parts) > 5
    for key, part in parts.items():
        assert part.__doc__, key


@pytest.mark.parametrize("name", GAMES)
def test_examples_are_the_files_of_the_game(name: str) -> None:
    files = find_game(name).examples()
    assert {path.stem for path in next(iter(files.values())).parent.glob("*.dia")} == set(files)


@pytest.mark.parametrize("name", GOOD)
def test_examples_are_written_as_read(name: str) -> None:
    text = EXAMPLES[name].read_text("utf-8")
    record = load(EXAMPLES[name])
    assert text.startswith("# ")
    assert record.id == name
    for form in ("dia", "line", "json"):
        assert loads(dumps(record, form)) == record


@pytest.mark.parametrize("name", [name for name in GOOD if not name.startswith("diams")])  # those have comments between their fields
def test_examples_are_in_standard_form(name: str) -> None:
    lines = [line for line in EXAMPLES[name].read_text("utf-8").splitlines() if line and not line.startswith("#")]
    assert lines == list(filter(None, dumps(load(EXAMPLES[name])).splitlines()))


@pytest.mark.parametrize("name", BROKEN)
def test_the_broken_example_has_all_its_mistakes(name: str) -> None:
    with pytest.raises(RecordError) as caught:
        load(EXAMPLES[name])
    assert [problem.code for problem in caught.value.problems] == BROKEN[name]


@pytest.mark.parametrize("name", GOOD)
def test_examples_through_check_show_and_convert(name: str) -> None:
    path, line = str(EXAMPLES[name]), dumps(load(EXAMPLES[name]), "line")
    assert diamonds("check", "-q", path)[0] == cli.OK
    code, out, _ = diamonds("show", path)
    assert code == cli.OK
    assert max(map(len, out.splitlines())) <= 80
    assert isinstance(json.loads(diamonds("show", "--json", path)[1]), dict)
    assert diamonds("convert", "--to", "line", path)[1] == line


@pytest.mark.parametrize("name", GAMES)
def test_the_play_is_its_decisions(name: str) -> None:
    """Played on from the first decision by `Records.play`, the moves lead to the record."""
    game = find_game(name)
    record = game.playing.contest(5, {"players": 3}).record(2, ["greedy"] * 3, "one")
    decisions = [decision for decision in game.records.decisions(record) if decision.decision not in ("count", "pass")]
    assert len(decisions) > 5
    for decision, after in pairwise(decisions):
        assert str(decision.move) in set(map(str, game.records.legal_moves(decision.record)))
        assert (decision.seat, decision.decision) == (game.advising.view(decision.record, None).seat, decision.decision)
        assert after.record != decision.record


@pytest.mark.parametrize("name", GAMES)
def test_recorded_games_are_those_that_are_played(name: str) -> None:
    game = find_game(name)
    contest = game.playing.contest(5, {"players": 3})
    record = contest.record(2, ["greedy"] * 3, "one")
    first, again = (contest.play(2, ["greedy"] * 3, lambda: False) for _ in range(2))
    assert first is not None
    assert again is not None
    assert first.points == again.points
    assert name != "diams" or first.points == game.records.points(record)  # others count what is gained, or who has won
    assert sum(first.shares) == pytest.approx(1)
    assert record.id == "one"
    assert loads(dumps(record)) == record
    assert contest.play(2, ["greedy"] * 3, lambda: True) is None


@pytest.mark.parametrize("name", GAMES)
def test_deals_repeat(name: str) -> None:
    args = ("deal", "--game", name, "--players", "3", "--seed", "5", "--one-line", "-q", "3")
    first = diamonds(*args)[1]
    assert first == diamonds(*args)[1]
    records = [loads(line) for line in first.splitlines()]
    assert [record.players for record in records] == [3, 3, 3]
    assert len({dumps(replace(record, id=None)) for record in records}) == (1 if name == "diamoniak" else 3)


@pytest.mark.parametrize("name", GAMES)
def test_the_arena_repeats(name: str) -> None:
    args = ("arena", "--game", name, "greedy", "random", "--players", "2", "--deals", "2", "--seed", "1", "--threads", "1", "--json")
    first, again = (json.loads(diamonds(*args)[1]) for _ in range(2))
    assert (first["settings"], first["results"]) == (again["settings"], again["results"])
    assert [row["player"] for row in first["results"]] == ["greedy"]
    assert diamonds("arena", "--game", name, "greedy", "nobody", "--deals", "1")[0] == cli.USAGE


ADVICE_KEYS = (
    "id ok finished to_move decision objective engine worlds simulations total exact ess effective_share seconds seed delta level moves "
    "best recommended clear verdict notes players view why"
)
MOVE_KEYS = "move mean sem best_share loss loss_sem chance_best chance_near interval best excluded sure_loss"


@pytest.mark.parametrize("name", GAMES)
def test_advice_has_the_same_keys(name: str) -> None:
    (deal,) = diamonds("deal", "--game", name, "--players", "2", "--seed", "5", "--one-line", "-q")[1].splitlines()
    answer = json.loads(diamonds("advise", "--engine", "playout", "--worlds", "2", "--seed", "1", "--json", "-q", deal)[1])
    assert " ".join(answer) == ADVICE_KEYS
    assert " ".join(answer["moves"][0]) == MOVE_KEYS
    assert answer["view"]["seat"] in ("P1", "P2")
