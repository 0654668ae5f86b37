"""From the fields of one record to a `Record`, or to a `RecordError` with everything that is wrong."""

from __future__ import annotations

from dataclasses import replace

from diamonds_solver.errors import RulesError
from diamonds_solver.games.diamonds.notation.checks.after import check_hidden_cards, read_best
from diamonds_solver.games.diamonds.notation.checks.play import replay_play
from diamonds_solver.games.diamonds.notation.checks.replay import Replay
from diamonds_solver.games.diamonds.notation.checks.values import check_values
from diamonds_solver.games.diamonds.record.record import Hand, Record
from diamonds_solver.games.diamonds.rules.rules import MAX_PLAYERS, MIN_PLAYERS, Rules
from diamonds_solver.notation.grammar import Grammar
from diamonds_solver.notation.players import Seats, read_players
from diamonds_solver.notation.problems import ProblemList, RecordError
from diamonds_solver.notation.text import Field, RawRecord

from .fields import FIELDS, SEAT_FIELDS, Draft, read_field, read_game_word
from .reading import CARD, Reading

_RULES_KEYS = ("players", "variant", "teams")


def build(raw: RawRecord) -> Record | RecordError:
    """The record that `raw` stands for."""
    record = _Builder(raw).build()
    if raw.problems.count or record is None:
        return raw.problems.error()
    return record


class _Builder:
    """Reads one record: first who plays and by which rules, then all other fields, then what they mean together."""

    def __init__(self, raw: RawRecord) -> None:
        self._raw = raw
        self._problems: ProblemList = raw.problems
        self._game: dict[str, Field] = {}
        """The fields that fix the rules."""
        self._rest: list[Field] = []

    def build(self) -> Record | None:
        self._sort_fields()
        seats = read_players(self._raw, self._game.get("players"), "Diamonds", MIN_PLAYERS, MAX_PLAYERS, CARD)
        if seats is None:
            return None
        rules = self._read_rules(seats)
        reading = Reading(rules, seats)
        draft = Draft(rules)
        for field in self._rest:
            read_field(reading, draft, field)
        owners = check_values(reading, draft)
        if self._problems.count > self._raw.harmless:
            return None
        return self._replay(reading, draft, owners)

    def _sort_fields(self) -> None:
        """Sets the fields of the rules apart."""
        for field in self._raw.fields:
            name = field.name
            if field.broken:
                continue
            if name not in _RULES_KEYS:
                self._rest.append(field)
            elif name in self._game:
                where = self._game[name].key.line.where
                self._problems.add("E-FIELD-TWICE", field.location(), f"'{name}' is there twice", f"it is {where} already")
            else:
                self._game[name] = field

    # -- who plays, by which rules --------------------------------------------------------------------------------------------------

    def _read_rules(self, seats: Seats) -> Rules:
        players = seats.count
        reading = Reading(Rules(players), seats)
        words = {key: read_game_word(reading, field) for key in ("variant", "teams") if (field := self._game.get(key)) is not None}
        try:
            return Rules(players, perfect=words.get("variant") == "perfect", teams=words.get("teams") == "yes")
        except RulesError as error:
            field = self._game["variant" if error.code == "E-VARIANT" else "teams"]
            self._problems.add(error.code, field.location(), error.message, error.hint)
            return Rules(players)

    # -- the record -----------------------------------------------------------------------------------------------------------------

    def _replay(self, reading: Reading, draft: Draft, owners: dict[int, int]) -> Record | None:
        record = _to_record(reading, draft)
        replay = Replay(reading, draft, record.start_table(), owners)
        if not replay_play(replay):
            return None
        check_hidden_cards(reading, draft, replay, self._raw.start)
        best = draft.sources.get(("best", None))
        return replace(
            replace(record, play=tuple(replay.moves)).completed(),
            best=read_best(reading, draft, replay, best) if best else (),
            origin=self._raw.start,
        )


def _to_record(reading: Reading, draft: Draft) -> Record:
    """The record before its play."""
    players = reading.rules.players
    return Record(
        rules=reading.rules,
        hands=tuple(Hand(frozenset(hand.cards), hand.unknown) for hand in draft.hands),
        tricks=draft.tricks,
        lead=(draft.dealer + 1) % players if draft.lead is None else draft.lead,
        names=reading.seats.names,
        round=draft.round,
        dealer=draft.dealer,
        pass_count=draft.pass_count,
        showroom=draft.showroom,
        vault=draft.vault,
        took=tuple(draft.took),
        won=draft.won_by_seat(),
        out=frozenset(draft.out),
        void=tuple(map(frozenset, draft.void)),
        gave=tuple(None if row is None else frozenset(row) for row in draft.gave),
        got=tuple(None if row is None else frozenset(row) for row in draft.got),
        see=draft.see,
        phase=draft.phase,
        id=draft.id,
        value=draft.value,
        extra=tuple(draft.extra),
        is_lead_assumed=draft.is_lead_assumed,
    )


GRAMMAR = Grammar(
    game="diamonds",
    title="Diamonds",
    version=1,
    keys=(*_RULES_KEYS, *FIELDS, *SEAT_FIELDS, "play"),
    seats=frozenset(("dealer", "lead", "see")),
    by_seat=frozenset(SEAT_FIELDS),
    switches=frozenset(("teams",)),
    build=build,
)


def find_grammar(name: str) -> Grammar[Record] | None:
    """The grammar for whoever reads records of Diamonds alone, such as those that come along."""
    return GRAMMAR if name == GRAMMAR.game else None
