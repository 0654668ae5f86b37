"""Diamoniak as the rest of the program sees it: what it is called, and where each of its functions stands."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from diamonds_solver.common.options import Option, first_option, first_seat, one_of, within
from diamonds_solver.game import Advising, Assuming, Evaluating, Game, Page, Playing, Records, Solving, lazy
from diamonds_solver.players.names import LEVELS

from .rules import BOX, MAX_PLAYERS, MIN_PLAYERS, SELLER_PAID, WORDS, Price, Rules

if TYPE_CHECKING:
    from . import advise, live, notation, outlook, players, record, solve, texts
    from .learning import numbered
else:
    advise, live, notation, outlook, players, record, solve, texts, numbered = lazy(
        __package__,
        *("advise", "live", "notation", "outlook", "players", "record", "solve", "texts", "learning.numbered"),
    )

_RULES = {
    "players": Option("2 to 4", within(MIN_PLAYERS, MAX_PLAYERS)),
    "deck": Option("the cards, such as R3G3D3W", lambda text: notation.read_deck(text)),
    "price": Option("seller or discard: where the price of a purchase goes", one_of(*Price)),
}


def _rules(options: Mapping[str, Any]) -> Rules:
    """The game of the options; two players and the whole deck where they leave it open."""
    return Rules(options.get("players", 2), options.get("deck", BOX), Price(options.get("price", Price.SELLER)))


GAME: Game[record.Record, record.View] = Game(
    name="diamoniak",
    words=WORDS,
    typing="""\
draw, stop   d draws the next card, s ends the turn and keeps what lies aside
buy>Bob, b   a castle card of your colour from Bob for three diamonds
-RDD         give up these cards to a witch
R            at a real table: the card that was drawn""",
    rules="""\
Draw castle cards: your first colour is your castle, and who has all six of it
wins. A turn is a purchase, or at least one draw; stop before a witch comes.
A witch ends the turn and costs three cards, or one fairy. Three diamonds buy
a card of your colour from another player.""",
    levels=LEVELS,
    options={
        "deal": {
            **_RULES,
            "first": first_option(MAX_PLAYERS, "seat 1"),
            "moves": Option("random moves played before, none of which ends the game", within(0, 1000)),
        },
        "contest": _RULES,
        "live": {**_RULES, "first": first_option(MAX_PLAYERS, "drawn, at a real table seat 1")},
    },
    examples=lambda: {name: notation.example_path(name) for name in notation.EXAMPLES},
    records=Records(
        grammar=lambda: notation.GRAMMAR,
        write=lambda record, form: notation.WRITER.write(record, form),
        deal=lambda seed, options, name: record.random_record(_rules(options), seed, options, name),
        check=lambda record: record.check(),
        play=lambda record, move: record.played_on(move),
        decisions=lambda record: record.decisions(),
        move_writer=lambda record: record.move_writer(),
        diagram=lambda record, symbols: texts.diagram_text(record),
        state=lambda record: texts.state(record),
        legal_moves=lambda record: record.state.moves(),
        options_of=lambda record, verb: record.options(),
        template=lambda names: record.template(names),
    ),
    advising=Advising(
        engines=lambda: advise.OPTIONS,
        view=lambda source, seat: record.View.of(source, seat),
        engine=lambda view, ask: advise.make_engine(view.state, ask),
    ),
    playing=Playing(
        names=lambda: tuple(players.KINDS),
        standard_name=lambda text, own: players.PLAYERS.strict(text, own),
        help=lambda: players.PLAYERS.help(),
        contest=lambda seed, options: players.Match(_rules(options), seed),
        table=lambda options, names, seed, me: live.new_table(
            _rules(options), first_seat(options, _rules(options).players, seed), names, seed
        ),
        table_from=lambda record, seed, me: live.table_from(record, seed),
        decide=lambda table, player, seed, should_stop: live.decide(table, player, seed, should_stop),
    ),
    solving=Solving(
        solver=lambda memory, threads: solve.RecordSolver(memory),
        is_open=lambda record: True,
        expected=lambda record: record.expected(),
        steps=lambda record: record.steps(),
        record_at=lambda record, step: record.before(step.place),
        meaning=lambda record, solution: texts.meaning(solution, record.players),
        write_line=lambda record, line: " ".join(map(record.move_writer(), line)),
        notes=lambda record, solution: texts.notes(record, solution),
        options=frozenset({"turns"}),
    ),
    evaluating=Evaluating(
        evaluate=lambda record, ask, on_progress, should_stop: outlook.outlook(
            record.state,
            ask.samples,
            ask.seed,
            time_limit=ask.time_limit,
            threads=ask.threads,
            on_progress=on_progress,
            should_stop=should_stop,
        ),
        text=lambda record, evaluation, symbols: texts.outlook_text(record, evaluation, symbols),
        notes=lambda record: texts.notes_on(record),
    ),
    page=Page(
        label=lambda record: texts.label(record),
        outcomes=lambda record, move: texts.outcomes(record, move),
    ),
    assuming=Assuming(
        texts={"price": SELLER_PAID},
        of=lambda record: ("price",) if record.rules.price is Price.SELLER else (),
    ),
    learning=lambda **options: numbered.NumberedDiamoniak.of(**options),
)
