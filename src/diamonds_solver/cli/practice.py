"""``diamonds practice``: positions from one's own games in which something was lost, as questions, with spaced repetition."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from diamonds_solver.cli.errors import show_error
from diamonds_solver.common.files import (
    check_output,
    decode_text,
    is_terminal,
    naming,
    path_text,
    read_text,
    reason_of,
    user_folder,
    write_whole,
)
from diamonds_solver.common.moves import seat_of
from diamonds_solver.common.parallel import thread_count
from diamonds_solver.common.wording import YOU, counted, did_you_mean, listed, printable, quote
from diamonds_solver.errors import DiamondsError, IllegalMoveError
from diamonds_solver.game import Record
from diamonds_solver.games import find_game

from . import BAD_INPUT, INTERRUPTED
from .beside import Said
from .inputs import is_record, read_records, read_standard_input, standard_input
from .judging import check_decisions, effort_options
from .limits import Whole
from .loop import Run, answering
from .options import DECK, NEW, can_write, complete_files, json_option, note, page_width, quiet_option
from .progress import judging_status

if TYPE_CHECKING:
    from diamonds_solver.analysis.habits import Habits
    from diamonds_solver.analysis.practice import KindLosses, PracticeQuestion, Review

_COMMANDS = {
    "moves": "the moves that there are",
    "tricks": "what was played in this round, trick by trick",
    "show": "the answer; it counts as wrong",
    "skip": "the next question; this one stays due",
    "quit": "leave",
    "?": "this list",
}


@click.command()
@click.argument("files", nargs=-1, required=True, shell_complete=complete_files)
@click.option("--player", metavar="NAME", help=f"Whose decisions they are, spelled as in the records.  [default: {YOU}]")
@click.option("--habits", is_flag=True, help="Name costly habits, and ask the positions in which they showed.")
@click.option("--number", type=Whole(1), default=10, show_default=True, help="How many questions to ask at most.")
@click.option("--all", "ask_all", is_flag=True, help="Also ask what is not due yet.")
@click.option("--progress", type=NEW, metavar="FILE", help="Where your answers are kept.  [default: practice.json among your data]")
@click.option("--anki", type=DECK, metavar="FILE", help="Write a deck that Anki imports as text, instead of asking.")
@effort_options
@answering(json_option, quiet_option)
def command(
    run: Run,
    files: tuple[str, ...],
    player: str | None,
    habits: bool,
    number: int,
    ask_all: bool,
    progress: Path | None,
    anki: Path | None,
    **effort: Any,
) -> None:
    """Practise what went wrong in your games: find the better move.

    FILES are reviews, as 'diamonds analyse --json' writes them, or records, which are reviewed first; such reviews are kept. Positions in
    which the player lost more than sampling error become questions, the most instructive first. A position that you answer well comes back
    after more and more days. docs/how-to/practice.md shows it.
    """
    if run.as_json and anki is not None:
        raise click.UsageError("--json and --anki exclude each other")
    if "-" in files and not run.as_json and anki is None:
        raise click.UsageError("standard input is for what you type: name a file")
    items: list[Any] = []
    run.each(_read(files), items.append)
    if run.bad:
        return
    from diamonds_solver.analysis.habits import habits_of, judged_cards
    from diamonds_solver.analysis.practice import Review, different_games, losses, questions
    from diamonds_solver.answers.practice import anki_deck, habit_questions, habits_dict, habits_missing, practice_dict

    for item in items:
        if isinstance(item, Review):  # what it cost is settled
            done = {"worlds": item.worlds, "time_limit": item.time_limit}
            Said(item.where, {name: "the usual one" if value is None else str(value) for name, value in done.items()}).check()
    player, reviews = _player(items, player), list[Review]()
    run.each(
        (item for item in items if player in _names(item)),
        lambda item: reviews.append(item if isinstance(item, Review) else _reviewed(item, player, effort, run)),
    )
    if run.bad > 0:
        return
    given, reviews = reviews, different_games(reviews)
    if len(reviews) < len(given):
        note(f"{counted(len(given), 'review')} of {counted(len(reviews), 'game')}: each game counts once", run.quiet)
    positions, rows = questions(reviews, player), losses(reviews, player)
    found = habits_of(judged_cards(reviews, player)) if habits else None
    if found is not None:
        if found.wanted:
            raise DiamondsError(habits_missing(found, f"judged cards of {player}"), code="E-EMPTY", hint=f"review {found.wanted}")
        shown = {question.key for habit in found.told for question in habit_questions(habit, positions)}
        positions = [question for question in positions if question.key in shown]
    if run.as_json:
        run.write(practice_dict(player, len(reviews), rows, positions) if found is None else habits_dict(player, found, positions))
    elif anki is not None:
        write_whole(anki, (line.encode() for line in anki_deck(positions)))
        note(f"{anki}: {counted(len(positions), 'card')}; in Anki: File, Import", run.quiet)
    else:
        dialogue = _Dialogue(run, _Kept(progress, run))
        if found is None:
            dialogue.say_losses(player, len(reviews), rows)
        else:
            dialogue.say_habits(player, found)
        dialogue.hold(positions, number, ask_all)


# -- reviews ------------------------------------------------------------------------------------------------------------------------------


def _read(sources: Sequence[str]) -> Iterator[Any]:
    """Reviews and records, each source as what it is; for a bad one the error, not raised."""
    from diamonds_solver.analysis.practice import is_review, read_reviews

    for source in sources:
        content = standard_input() if source == "-" else b""
        if source != "-" and not is_record(source):
            with suppress(OSError):  # what is wrong with it, the reader of records says
                content = Path(source).read_bytes()
        try:
            if is_review(content):
                name = "<stdin>" if source == "-" else source
                yield from read_reviews(decode_text(content, name), name)
            else:
                yield from read_standard_input(content) if source == "-" else read_records((source,))
        except DiamondsError as error:
            yield error


def _names(item: Review | Record) -> list[str]:
    record: Any = getattr(item, "record", item)
    return [record.seat_name(seat) for seat in range(record.players)]


def _person(item: Review | Record) -> str | None:
    """Who played at this program, as a game says that it saved; or who wrote the record down (``see``)."""
    record: Any = getattr(item, "record", item)
    parts = (record, *find_game(record.game).records.rounds(record))
    live = [dict(part.extra).get("x-live", "").split() for part in parts]
    seats = [sources.index("me") for sources in live if "me" in sources]
    seats += [part.see for part in parts if getattr(part, "see", None) is not None]
    return str(record.seat_name(seats[0])) if seats else None


def _player(items: Sequence[Review | Record], given: str | None) -> str:
    """Whose decisions are meant. Raises DiamondsError where nobody in these games is called so."""
    names = list(dict.fromkeys(name for item in items for name in _names(item)))
    player = YOU if given is None else given
    if player in names:
        return player
    if given is None and (sitting := {name for item in items if (name := _person(item)) is not None}) and len(sitting) == 1:
        return sitting.pop()
    if given is not None and (seat := seat_of(given, names)) is not None:
        return names[seat]
    if given is None:
        raise DiamondsError("whose decisions? the games do not say who you are", code="E-SEAT", hint=f"--player, one of: {listed(names)}")
    near = did_you_mean(given, names)
    raise DiamondsError(f"no player of these games is called {quote(given)}", code="E-SEAT", hint=near or f"there are: {listed(names)}")


def _reviewed(record: Record, player: str, effort: Mapping[str, Any], run: Run) -> Review:
    """A review that was kept, or else one that is made now and kept. Raises DiamondsError for a record that cannot be judged."""
    from diamonds_solver.analysis.analyse import analyse
    from diamonds_solver.analysis.log import ReviewCache
    from diamonds_solver.analysis.practice import Review, read_reviews

    worlds, seconds = effort["worlds"], effort["time_limit"]
    seat = _names(record).index(player)
    settings = {"worlds": worlds, "time_limit": seconds, "seat": seat}
    with suppress(DiamondsError, OSError):  # a damaged file is as good as none
        if (kept := ReviewCache(user_folder("cache") / "reviews", settings).get(record)) is not None:
            return read_reviews(kept, "<kept review>")[0]
    check_decisions(record, [seat], ())
    with judging_status(run.quiet) as on_progress:
        analysis = analyse(
            record,
            worlds=worlds,
            time_limit=seconds,
            threads=thread_count(effort["threads"]),
            hindsight=False,
            players=[seat],
            on_progress=on_progress,
        )
    try:
        ReviewCache(user_folder("cache") / "reviews", settings).add(analysis)
    except OSError as error:  # it is made again next time
        note(f"the review is not kept: {_reason(error)}", run.quiet)
    return Review(analysis.to_dict(), "<review>")


# -- questions ----------------------------------------------------------------------------------------------------------------------------


class _Dialogue:
    """Questions at a terminal, or through a pipe, which is shown as a dialogue."""

    def __init__(self, run: Run, kept: _Kept) -> None:
        self._run, self._kept, self._today = run, kept, date.today()
        self._is_terminal = sys.stdin is not None and is_terminal(sys.stdin)
        self._is_over = False
        self._is_bad = False
        """Whether a line was not understood."""

    def say_losses(self, player: str, games: int, rows: Sequence[KindLosses]) -> None:
        from diamonds_solver.answers.practice import ASCII_BARS, BARS, losses_text

        click.echo(printable(f"{player}: {counted(games, 'game')}"))
        if rows:
            click.echo("\n" + losses_text(rows, bars=BARS if can_write(BARS) else ASCII_BARS, width=page_width()))

    def say_habits(self, player: str, found: Habits) -> None:
        from diamonds_solver.answers.practice import ASCII_BARS, BARS, habits_text

        click.echo(printable(f"{player}: {counted(found.games, 'game')}, {counted(found.decisions, 'judged card')}"))
        click.echo("\n" + habits_text(found, bars=BARS if can_write(BARS) else ASCII_BARS, width=page_width()))

    def hold(self, questions: Sequence[PracticeQuestion], number: int, ask_all: bool) -> None:
        """Asks up to `--number` questions that are due; sets the exit code."""
        due = [question for question in questions if ask_all or self._kept.learner.is_due(question.key, self._today)]
        click.echo(f"\n{counted(len(questions), 'position')} to learn from, {len(due)} due")
        if questions and not due:
            next_due = self._kept.learner.next_due([question.key for question in questions])
            click.echo(f"the next one is due on {next_due.isoformat()}; --all asks now")
        right = answered = 0
        try:
            for place, question in enumerate(due[:number], 1):
                is_right = self._ask(question, f"{place} of {min(number, len(due))}: ")
                if self._is_over:
                    break
                answered += is_right is not None
                right += bool(is_right)
        except KeyboardInterrupt:
            click.echo()
            self._run.verdict = INTERRUPTED
        if answered:
            click.echo(f"\n{right} of {answered} right")
            self._kept.tell()
        if self._is_bad and not self._is_terminal and self._run.verdict != INTERRUPTED:
            self._run.verdict = BAD_INPUT

    def _ask(self, question: PracticeQuestion, head: str) -> bool | None:
        """Whether the answer was right; None without one."""
        from diamonds_solver.answers.practice import answer_text, place_text, question_text, verdict_text

        symbols = can_write(question.review.game.words.symbols)
        click.echo(f"\n{printable(head + place_text(question))}\n\n{question_text(question, symbols=symbols, width=page_width())}")
        while (line := self._hear("your move> ")) is not None:
            if line in ("", "moves", "tricks", "?"):
                self._tell(question, line)
            elif line == "quit":
                break
            elif line == "skip":
                return None
            else:
                try:
                    choice = None if line == "show" else question.choice(line)
                except (DiamondsError, IllegalMoveError) as error:
                    self._is_bad = True
                    sys.stdout.flush()
                    show_error(error)
                    continue
                is_right = choice is not None and not choice.is_worse
                days = self._kept.add(question.key, is_right, self._today)
                verdict = [] if choice is None else [printable(verdict_text(question, choice))]
                click.echo("\n".join([*verdict, answer_text(question, choice, width=page_width()), f"again in {counted(days, 'day')}"]))
                return is_right
        self._is_over = True
        return None

    def _tell(self, question: PracticeQuestion, line: str) -> None:
        from diamonds_solver.answers.practice import moves_text

        tricks = question.review.game.records.tricks
        if line == "?":
            click.echo("\n".join(f"  {name:<7} {text}" for name, text in _COMMANDS.items()))
        elif line == "tricks" and tricks is not None:
            click.echo(tricks(question.seen(), can_write(question.review.game.words.symbols), page_width()))
        elif line == "tricks":
            click.echo(f"{question.review.game.words.title} has no tricks")
        else:
            click.echo(moves_text(question, page_width()))

    def _hear(self, prompt: str) -> str | None:
        """A line that was typed; None at the end of the input."""
        if self._is_terminal:
            with suppress(EOFError):
                return input(prompt).strip()
            click.echo()
            return None
        line = sys.stdin.readline() if sys.stdin is not None else ""
        click.echo(f"{prompt}{printable(line.strip())}".rstrip())
        return line.strip() if line else None


# -- what is kept -------------------------------------------------------------------------------------------------------------------------


class _Kept:
    """The answers so far. Where they cannot be kept, that is said, and they last as long as the program."""

    def __init__(self, path: Path | None, run: Run) -> None:
        """`path`: the file that was asked for; None: the one among the user's data.

        Raises OSError for a file that was asked for and cannot be used, LearnerFileError for one of something else.
        """
        from diamonds_solver.analysis.learner import Learner

        self.learner = Learner({})
        self._run, self._path, self._is_asked_for = run, path, path is not None
        try:
            if path is None:
                self._path = user_folder("state") / "practice.json"
            self._read()
            if path is None and self._path is not None:
                with naming(self._path):
                    check_output(next(folder for folder in self._path.parents if folder.exists()) / self._path.name)
        except OSError as error:
            if self._is_asked_for:
                raise
            self._lose(error)

    def add(self, key: str, is_right: bool, today: date) -> int:
        """Takes an answer, after what another window may have written meanwhile; in how many days the question comes again."""
        try:
            self._read()
            self.learner = self.learner.answered(key, is_right, today)
            if self._path is not None:
                if not self._is_asked_for:
                    self._path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
                write_whole(self._path, [self.learner.dumps().encode()])
        except OSError as error:
            if self._is_asked_for:
                self._run.verdict = BAD_INPUT
            self._lose(error)
        return (self.learner.positions[key].due - today).days

    def tell(self) -> None:
        if self._path is not None:
            note(f"your answers are kept in {self._path}", self._run.quiet)

    def _read(self) -> None:
        if self._path is not None and self._path.exists():
            self.learner = self.learner.loads(read_text(self._path), str(self._path))

    def _lose(self, error: OSError) -> None:
        self._path = None
        note(f"your answers are not kept: {_reason(error)}", self._run.quiet)


def _reason(error: OSError) -> str:
    return reason_of(error) if error.filename is None else f"{path_text(error.filename)}: {reason_of(error)}"
