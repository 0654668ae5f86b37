"""Diam's as the rest of the program sees it: what it is called, and where each of its functions stands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from diamonds_solver.common.options import Option, first_option, first_seat, one_of, within, yes_or_no
from diamonds_solver.game import Advising, Assuming, Evaluating, Game, Hands, LiveState, Page, Playing, Records, Solving, lazy
from diamonds_solver.players.names import LEVELS

from .round.rules import COPIES, INVENTED, LOUPES, MAX_PLAYERS, MIN_PLAYERS, ROUNDS, VALUES, WORDS, Cloture, Rules

if TYPE_CHECKING:
    from . import solve, texts
    from .advising import advise, outlook, view
    from .learning import numbered
    from .playing import companion, live, players
    from .records import notation, record, write
else:
    solve, texts, numbered = lazy(__package__, "solve", "texts", "learning.numbered")
    notation, record, write = lazy(__package__, "records.notation", "records.record", "records.write")
    advise, outlook, view = lazy(__package__, "advising.advise", "advising.outlook", "advising.view")
    companion, live, players = lazy(__package__, "playing.companion", "playing.live", "playing.players")

_RULES = {
    "players": Option("2 to 5", within(MIN_PLAYERS, MAX_PLAYERS)),
    "loupes": Option("0 to 5: cards with a loupe of each quality", within(0, COPIES)),
    "cloture": Option("mixed or last: where the closing card is", one_of(*Cloture)),
}


def _rules(options: Mapping[str, Any]) -> Rules:
    """The game of the options; two players and the invented numbers where they leave it open."""
    loupes = (options["loupes"],) * len(LOUPES) if "loupes" in options else LOUPES
    return Rules(options.get("players", 2), VALUES, loupes, Cloture(options.get("cloture", Cloture.MIXED)))


def _table(options: Mapping[str, Any], names: Sequence[str] | None, seed: int | None, me: int | None) -> LiveState:
    rules, rounds = _rules(options), options.get("rounds", ROUNDS)
    first = first_seat(options, rules.players, seed)
    if seed is None:
        return companion.new_table(rules, rounds, first, names, me or 0)
    return live.new_table(rules, rounds, first, names, seed)


GAME: Game[record.Record, view.View] = Game(
    name="diams",
    words=WORDS,
    typing="""\
draw, open   d draws a card into the hand, o turns up two on the market
=7           show a 7, and take every 7 of the market
8=4+2+2      put an 8 on the market, and take diamonds that add up to 8
safe:7+7+7   lay three to five of one quality in the safe (coffre)
put:4        put a diamond on the market
T:9          Passe-passe: take any diamond of the market
B>Bob:7      Perce-blindage: Bob gives a 7 out of his safe
S:5+5        Secur'express: add cards to a pile of your own safe
T?Bob:7      forced sale (vente forcée), before the move: show a 7, and
             Bob gives all his 7s; B? and S? do the same
-9+4         put away what is more than five cards
pass         only without a diamond in hand""",
    rules="""\
Collect diamonds of one quality, and lay three to five of them in your safe. A
turn: draw a card, or open two on the market; then one move; then put what is
more than five cards in hand on the market. The closing card ends the turn,
and every other player who has a card plays once more. Piles of three and more
score, the largest sum in hand 3, most loupes in the safe 5.""",
    levels=LEVELS,
    options={
        "deal": {
            **_RULES,
            "first": first_option(MAX_PLAYERS, "seat 1"),
            "moves": Option("random moves played before", within(0, 1000)),
        },
        "live": {
            **_RULES,
            "rounds": Option("1 or 3: one round for points, or the match for chips", one_of(1, 3)),
            "first": first_option(MAX_PLAYERS, "drawn, at a real table seat 1"),
        },
        "hand": {**_RULES, "first": first_option(MAX_PLAYERS, "seat 1, whose hand it is")},
        "contest": {**_RULES, "match": Option("yes or no: up to three rounds, for chips", yes_or_no)},
    },
    examples=lambda: {name: notation.example_path(name) for name in notation.EXAMPLES},
    records=Records(
        grammar=lambda: notation.GRAMMAR,
        write=lambda record, form: notation.WRITER.write(record, form),
        deal=lambda seed, options, name: record.random_record(_rules(options), seed, options, name),
        check=lambda record: view.check(record),
        play=lambda record, move: record.played_on(move),
        decisions=lambda record: record.decisions(),
        move_writer=lambda record: write.move_writer(record),
        diagram=lambda record, symbols: texts.diagram_text(record),
        state=lambda record: texts.state(record),
        legal_moves=lambda record: record.state.moves() if record.is_open else (),
        options_of=lambda record, verb: record.options(verb),
        rounds=lambda record: record.rounds,
        points=lambda record: record.points(),
        template=lambda names: write.template(names),
    ),
    advising=Advising(
        engines=lambda: advise.OPTIONS,
        view=lambda source, seat: view.view_of(source, seat),
        engine=lambda view, ask: advise.make_engine(view, ask),
        hindsight=lambda record, ask: solve.hindsight(list(record.decisions()), ask),
    ),
    playing=Playing(
        names=lambda: tuple(players.KINDS),
        standard_name=lambda text, own: players.PLAYERS.strict(text, own),
        help=lambda: players.PLAYERS.help(),
        contest=lambda seed, options: players.Match(_rules(options), seed, bool(options.get("match"))),
        table=_table,
        table_from=lambda record, seed, me: companion.table_from(record, me or 0) if seed is None else live.table_from(record, seed),
        decide=lambda table, player, seed, should_stop: live.decide(table, player, seed, should_stop),
    ),
    solving=Solving(
        solver=lambda memory, threads: solve.RecordSolver(memory),
        is_open=lambda record: record.is_open,
        expected=lambda record: record.expected(),
        steps=lambda record: record.steps(),
        record_at=lambda record, step: record.before(step.place),
        meaning=lambda record, solution: WORDS.objectives[solution.objective].text,
        write_line=lambda record, line: " ".join(map(write.move_writer(record), line)),
        notes=lambda record, solution: solve.notes(record, solution),
    ),
    evaluating=Evaluating(
        evaluate=lambda record, ask, on_progress, should_stop: outlook.outlook(
            record,
            ask.samples,
            ask.seed,
            ask.objective,
            time_limit=ask.time_limit,
            threads=ask.threads,
            on_progress=on_progress,
            should_stop=should_stop,
        ),
        text=lambda record, evaluation, symbols: texts.outlook_text(record, evaluation, symbols),
        notes=lambda record: record.notes(),
        hands=Hands(
            record=lambda cards, options, seed: notation.hand_of(cards, _rules(options), options, seed),
            deck=lambda options: notation.hand_deck(_rules(options)),
        ),
    ),
    page=Page(
        label=lambda record: texts.label(record),
        outcomes=lambda record, move: texts.outcomes(record, move),
    ),
    assuming=Assuming(texts=INVENTED, of=lambda record: record.invented),
    learning=lambda **options: numbered.NumberedDiams.of(**options),
)
