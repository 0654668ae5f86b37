"""Diamonds as the rest of the program sees it: what it is called, and where each of its functions stands."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from diamonds_solver.common.options import Option, one_of, within, yes_or_no
from diamonds_solver.game import Advising, Evaluating, Game, Hands, Leanings, Page, Playing, Records, Solving, Variants, lazy
from diamonds_solver.players.names import LEVELS

from .round.rules import MAX_PLAYERS, MIN_PLAYERS, WORDS, Rules

if TYPE_CHECKING:
    from . import deal, hand_texts, texts
    from .advising import advise, evaluate, leanings, view, why
    from .handwriting import proofs, reader
    from .learning import numbered
    from .playing import live, match, players
    from .records import game_record, notation
    from .solving import certificate, solve, trace
else:
    deal, hand_texts, texts = lazy(__package__, "deal", "hand_texts", "texts")
    game_record, notation = lazy(__package__, "records.game_record", "records.notation")
    certificate, solve, trace = lazy(__package__, "solving.certificate", "solving.solve", "solving.trace")
    advise, evaluate, view, why = lazy(__package__, "advising.advise", "advising.evaluate", "advising.view", "advising.why")
    (leanings,) = lazy(__package__, "advising.leanings")
    live, match, players, numbered = lazy(__package__, "playing.live", "playing.match", "playing.players", "learning.numbered")
    proofs, reader = lazy(__package__, "handwriting.proofs", "handwriting.reader")

_RULES = {
    "players": Option("2 to 6", within(MIN_PLAYERS, MAX_PLAYERS)),
    "variant": Option("standard or perfect", one_of("standard", "perfect")),
    "teams": Option("yes or no: partners opposite; 4 or 6 players", yes_or_no),
}
_THIEF = Option("yes or no: clubs rob whoever has the thief token; the first dealer has it first", yes_or_no)
_CARDS = Option("in each hand; in deals a late position, reached by random play", within(1, 30))


def _rules(options: Mapping[str, Any]) -> Rules:
    """The game of the options; four players and the standard game where they leave it open."""
    return Rules(
        options.get("players", 4), options.get("variant") == "perfect", bool(options.get("teams")), thief=bool(options.get("thief"))
    )


def _contest(seed: int, options: Mapping[str, Any]) -> match.Match:
    rules, cards = _rules(options), options.get("cards")
    passing = options.get("pass", cards in (None, rules.hand_size))  # unless it is asked for, shorter hands are played without the pass
    return match.Match(rules, seed, cards, bool(passing), bool(options.get("match")))


GAME: Game[game_record.AnyRecord, view.View] = Game(
    name="diamonds",
    words=WORDS,
    typing="""\
D15, 15      a card by suit (D H S C) and rank; the rank where it is one card
C3>Bob       an off-suit club that robs Bob
>Bob, Bob    whom to rob, after a trick in clubs or for the award
D3 H4        the cards to pass""",
    rules="""\
Win crystals: one in your showroom is 1 point and can be robbed, one in your
vault is 2 and is safe. All follow the suit led; its highest card takes the
trick, and the suit acts for the winner. Who cannot follow plays any card, and
its suit acts at once for who played it:
  D  secure   a crystal from the supply into your vault
  H  collect  a crystal from the supply into your showroom
  S  bank     a crystal of your showroom goes into your vault
  C  rob      a crystal of another's showroom comes into yours
After the last trick the suit of which you took most cards acts once more; a
tie gives nothing. Who won no trick secures two crystals. Most points win.""",
    levels=LEVELS,
    options={
        "deal": {
            **_RULES,
            "thief": _THIEF,
            "cards": _CARDS,
            "mid_trick": Option("yes or no: part of a trick is played; with cards", yes_or_no),
        },
        "contest": {
            **_RULES,
            "thief": _THIEF,
            "cards": _CARDS,
            "pass": Option("yes or no: cards are passed, where hands are whole", yes_or_no),
            "match": Option("yes or no: all rounds of the rules", yes_or_no),
        },
        "live": {
            **_RULES,
            "thief": _THIEF,
            "rounds": Option("how many are played; by default as many as the rules say", within(1, 6)),
            "pass": Option("yes or no: cards are passed", yes_or_no),
            "dealer": Option("the seat that deals first, 1 to 6; by default drawn, at a real table 1", within(1, MAX_PLAYERS)),
        },
        "hand": {
            **_RULES,
            "seat_after": Option("from 1, left of the dealer, who leads, to the number of players, the dealer", within(1, MAX_PLAYERS)),
            "dealer": Option("the same by the player who deals, P1 to P6", str),
        },
    },
    examples=lambda: {name: notation.example_path(name) for name in notation.EXAMPLES},
    records=Records(
        grammar=lambda: notation.GRAMMAR,
        write=lambda record, form: notation.write(record, form),
        deal=lambda seed, options, name: deal.random_record(
            _rules(options), seed, options.get("cards"), bool(options.get("mid_trick")), name
        ),
        check=lambda record: view.check(record),
        play=lambda record, move: game_record.played_on(record, move),
        decisions=lambda record: game_record.decisions(record),
        move_writer=lambda record: texts.move_writer(record),
        diagram=lambda record, symbols: texts.diagram(record, symbols),
        state=lambda record: texts.state(record),
        legal_moves=lambda record: game_record.legal_moves(record),
        rounds=lambda record: game_record.rounds(record),
        options_of=lambda record, verb: game_record.options_of(record, verb),
        whole=lambda record: game_record.whole(record),
        points=lambda record: game_record.last_round(record).table().points(),
        begins=lambda part, whole: game_record.begins(part, whole),
        kind=lambda decision: game_record.kind(decision),
        strict_forms=lambda lines: reader.strict_forms(lines),
        proved_lines=lambda lines, numbers: proofs.proved_lines(lines, numbers),
        tricks=lambda record, symbols, width: texts.tricks_of_rounds(record, symbols, width),
        template=lambda names: game_record.template(names),
        scored=lambda names, points: game_record.scored(names, points),
    ),
    advising=Advising(
        engines=lambda: advise.OPTIONS,
        view=lambda source, seat: view.view_of(source, seat),
        engine=lambda view, ask: advise.engine_for(view, ask),
        explain=lambda best, other, objective: why.explain(best, other, objective),
        hindsight=lambda record, ask: trace.hindsight(list(game_record.decisions(record)), ask),
        luck=lambda record, objective, seed, deals: evaluate.luck(record, objective, seed, deals),
    ),
    playing=Playing(
        names=lambda: tuple(players.KINDS),
        standard_name=lambda text, own: players.PLAYERS.strict(text, own),
        help=lambda: players.PLAYERS.help(),
        contest=_contest,
        table=lambda options, names, seed, me: live.new_table(options, _rules(options), names, seed, me),
        table_from=lambda record, seed, me: live.table_from(record, seed, me),
        decide=lambda table, player, seed, should_stop: live.decide(table, player, seed, should_stop),
    ),
    solving=Solving(
        solver=lambda memory, threads: solve.RecordSolver(memory, threads),
        is_open=lambda record: game_record.last_round(record).is_open(),
        expected=lambda record: (game_record.last_round(record).best, game_record.last_round(record).value),
        steps=game_record.steps,
        record_at=game_record.record_at,
        meaning=lambda record, solution: texts.meaning(record, solution),
        write_line=lambda record, line: notation.format_line(record, line),
        notes=lambda record, solution: game_record.last_round(record).notes(),
        side=lambda record, seat: record.rules.sides[record.rules.side_of(seat)],
        options=frozenset({"all_moves"}),
        certificate=lambda record, solution, memory, on_progress: certificate.certificate(
            record.position(), solution, memory=memory, on_progress=on_progress
        ),
    ),
    evaluating=Evaluating(
        evaluate=lambda record, ask, on_progress, should_stop: evaluate.evaluate(record, ask, on_progress, should_stop),
        text=lambda record, value, symbols: hand_texts.hand_text(value, record.id, unicode=symbols),
        hands=Hands(
            record=lambda cards, options, seed: evaluate.hand_of(cards, _rules(options), options, seed),
            deck=lambda options: evaluate.hand_deck(_rules(options)),
        ),
    ),
    page=Page(
        events=lambda table, move: live.play_events(table.table, move),
        decks=lambda: evaluate.decks(),
    ),
    variants=Variants(
        name=lambda record: game_record.variant(record),
        leader=lambda record: game_record.leader(record),
        led_by=lambda record, seat: game_record.led_by(record, seat),
    ),
    leanings=Leanings(
        all=lambda: leanings.LEANINGS,
        of=lambda decision, moves: leanings.leanings(decision, moves),
        others=lambda: leanings.others(),
    ),
    learning=lambda **options: numbered.NumberedDiamonds.of(**options),
)
