"""One round: its fields read into a draft, then held against the rules and made a `Record`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from diamonds_solver.games.diamonds.notation.checks.after import check_hidden_cards, read_best
from diamonds_solver.games.diamonds.notation.checks.memory import Ending, missing_choices, recall
from diamonds_solver.games.diamonds.notation.checks.play import replay_play
from diamonds_solver.games.diamonds.notation.checks.replay import Replay
from diamonds_solver.games.diamonds.notation.checks.values import check_values
from diamonds_solver.games.diamonds.record.forgotten import Forgotten
from diamonds_solver.games.diamonds.record.record import Hand, Record
from diamonds_solver.games.diamonds.rules.public import Table
from diamonds_solver.notation.problems import Location
from diamonds_solver.notation.text import Field

from .fields import Draft, read_field
from .reading import Reading


class RoundReader:
    """Reads one round of a record: first what its fields say, then, when the rounds before it are known, what they mean together."""

    def __init__(
        self, reading: Reading, fields: Sequence[Field], start: Location, *, is_sound: bool = True, is_score_only: bool = False
    ) -> None:
        """`start`: where the round begins; `is_sound`: whether what stands before its fields leaves it worth a replay.

        Fields that cannot be read become problems.
        """
        self.start = start
        self.is_score_only = is_score_only
        self.draft = Draft(reading.rules)
        self.replay: Replay | None = None
        """The play as far as it could be followed; None where the fields before it are too bad for that."""
        self._reading = reading
        before = reading.problems.count
        for field in fields:
            read_field(reading, self.draft, field)
        self._is_readable = is_sound and reading.problems.count == before

    def build(self, ending: Ending, *, are_crystals_doubtful: bool = False) -> Record | None:
        """The round; None where it has problems. `are_crystals_doubtful`: what crystals alone tell is no problem then.

        `ending`: what is told of its end, which may tell what the play leaves open.
        """
        reading, draft = self._reading, self.draft
        before = reading.problems.count
        owners = check_values(reading, draft)
        if not self._is_readable or reading.problems.count > before:
            return None
        record = _to_record(reading, draft)
        start = record.start_table()

        def begin(reading: Reading) -> Replay:
            return Replay(reading, draft, start, owners, are_crystals_doubtful)

        if not recall(reading, draft, begin, ending):
            return None
        self.replay = replay = begin(reading)
        if not replay_play(replay) or (not are_crystals_doubtful and not missing_choices(replay, ending, reading)):
            return None
        check_hidden_cards(reading, draft, replay, self.start)
        best = draft.sources.get(("best", None))
        return replace(
            _filled_in(replace(record, play=tuple(replay.moves), forgotten=tuple(replay.stand_ins)), tuple(replay.found)),
            best=read_best(reading, draft, replay, best) if best else (),
            origin=self.start,
        )

    def table(self) -> Table | None:
        """The table after the play as far as it could be followed."""
        return None if self.replay is None else self.replay.table


def _filled_in(record: Record, found: tuple[Forgotten, ...]) -> Record:
    """The record with its hands, in which forgotten cards that can only have been one are known."""
    completed = record.completed()
    certain = tuple(one for one in record.forgotten if len(completed.candidates(one)) == 1)
    if not certain:
        return replace(completed, found=found)
    play = list(record.play)
    for one in certain:
        (card,) = completed.candidates(one)
        play[one.index] = play[one.index]._replace(card=card)
    left = tuple(one for one in record.forgotten if one not in certain)
    return _filled_in(replace(record, play=tuple(play), forgotten=left), (*certain, *found))


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
        score=draft.score,
        id=draft.id,
        value=draft.value,
        extra=tuple(draft.extra),
        is_lead_assumed=draft.is_lead_assumed,
    )
