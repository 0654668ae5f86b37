"""``diamonds analyse``: a game that was played, judged decision by decision."""

from __future__ import annotations

import csv
import io
import shlex
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import partial
from itertools import takewhile
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

import click

from diamonds_solver.analysis.log import AnalysisLog, answer_of, key_of, seed_of
from diamonds_solver.cli.errors import show_error
from diamonds_solver.common.executors import ClusterError, Executor, executor
from diamonds_solver.common.files import MARK, check_known, digest_of, write_whole
from diamonds_solver.common.wording import counted, safe_cell
from diamonds_solver.errors import DiamondsError
from diamonds_solver.game import Game, Record
from diamonds_solver.games import find_game
from diamonds_solver.notation.text import MAX_RECORD

from . import NO
from .inputs import absent_sources, read_records, sources_argument
from .judging import judged, judged_elsewhere, judging_options
from .loop import Run, answering
from .options import LOG, PAGE, RECORDS, cluster_option, echo_data, json_option, note, page_width, quiet_option, use_colour
from .progress import progress

if TYPE_CHECKING:
    from diamonds_solver.analysis.results import Analysis

Outcome: TypeAlias = "Analysis | Mapping[str, Any] | DiamondsError"
"""What becomes of a record: judged now, judged in an earlier run, or bad."""


@click.command()
@sources_argument
@judging_options
@click.option("--csv", "as_csv", is_flag=True, help="Write a table with a row for each decision.")
@click.option("--annotate", type=RECORDS, metavar="FILE", help="Write the records to this file, with a comment on each decision.")
@click.option("-o", "--out", type=LOG, metavar="FILE", help="Write each game to this file; go on where it ends.")
@click.option("--html", type=PAGE, metavar="FILE", help="Write a page about the game to this file, as report does.")
@cluster_option
@answering(json_option, quiet_option)
def command(run: Run, sources: tuple[str, ...], as_csv: bool, out: Path | None, cluster: str | None, **options: Any) -> None:
    """Judge every decision of games that were played.

    SOURCES are files, - for standard input, or a record's text. Each decision gets two losses: one in hindsight, with all cards open, and
    one by what the player could know then. ?! ? ?? mark what was lost beyond sampling error.
    """
    if run.as_json and as_csv:
        raise click.UsageError("--json and --csv exclude each other")
    if out is not None and (as_csv or options["annotate"] or options["html"]):
        # A game that an earlier run judged is there as JSON alone: it would be missing without a word.
        raise click.UsageError("--out keeps games as JSON: leave out --annotate, --csv and --html, or --out")
    if out is not None and options["seed"] is None:
        options["seed"] = seed_of(out)  # the same command goes on, also without --seed
    absent = list(absent_sources(sources, "--csv writes to the screen: add >FILE.csv" if as_csv else None))
    for error in absent:
        run.refuse(error)
    if absent:  # said before the work, which takes long
        return
    annotated = options["annotate"]
    analyst = _Analyst(run, as_csv, options, known=None if annotated is None else digest_of(annotated))
    with ExitStack() as stack:
        if out is not None:
            analyst.log = stack.enter_context(AnalysisLog(out, analyst.settings()))
        if cluster is None:
            run.each(read_records(sources), analyst.answer)
        else:
            analyst.answer_on(stack.enter_context(executor(cluster, 0)), read_records(sources))
        analyst.finish()
    if analyst.lost is not None:
        show_error(analyst.lost)
    if (run.interrupted or analyst.lost is not None) and out is not None:
        note(f"stopped after {counted(analyst.done, 'game')}; the same command goes on with {out}", run.quiet)
    if analyst.lost is not None:
        click.get_current_context().exit(NO)


@dataclass
class _Analyst:
    """Judges one game after the other, and keeps what the end of the command needs."""

    run: Run
    as_csv: bool
    options: Mapping[str, Any]
    log: AnalysisLog | None = None
    known: bytes | None = None
    """The digest of the file for the annotated records, before the work."""
    done: int = 0
    lost: ClusterError | None = None
    """Why the workers could not finish."""
    games: list[Mapping[str, Any]] = field(default_factory=list)
    texts: list[bytes] = field(default_factory=list)
    """The records with their comments."""
    is_chance: bool = False
    proof: str = ""
    """The command that proves what the first game says of a last chance; "" where there is none."""

    @property
    def is_text(self) -> bool:
        return not self.run.as_json and not self.as_csv

    def settings(self) -> dict[str, object]:
        """What the results depend on, as JSON."""
        named = {name: value for name, value in self.options.items() if name not in ("threads", "annotate", "html")}
        return {name: list(value) if isinstance(value, tuple) else value for name, value in named.items()}

    def answer(self, record: Record) -> None:
        """Judges a record that has been read just now."""
        self._check_pages()
        self._show(self._earlier(record) or judged(record, self.options, self.run))

    def answer_on(self, workers: Executor, items: Iterable[Record | DiamondsError]) -> None:
        """The like with workers that judge a game each. What is finished out of its turn waits for it, so that all is shown in order."""
        waiting: dict[int, Record | DiamondsError] = {}
        outcomes: dict[int, Outcome] = {}

        def tasks() -> Iterator[tuple[int, Record]]:
            for number, item in enumerate(items):
                waiting[number] = item
                if isinstance(item, DiamondsError):
                    outcomes[number] = item
                elif (earlier := self._earlier(item)) is not None:
                    outcomes[number] = earlier
                else:
                    yield number, item

        def show(number: int) -> None:
            outcome = outcomes.pop(number)
            # A record that is there twice is judged once.
            self.run.take(waiting.pop(number), lambda record: self._show(self._earlier(record) or outcome))

        try:
            with progress("judging games", None, self.run.quiet, always=self.is_text and self.log is not None) as advance:
                for number, outcome in workers.map(partial(judged_elsewhere, self.options), tasks()):
                    outcomes[number] = outcome
                    advance()
                    for finished in takewhile(outcomes.__contains__, list(waiting)):
                        show(finished)
        except KeyboardInterrupt:
            self.run.interrupted = True
        except ClusterError as error:
            self.lost = error
        for number in sorted(outcomes):
            show(number)

    def _earlier(self, record: Record) -> Mapping[str, Any] | None:
        """What the file says of a record that an earlier run has judged."""
        return None if self.log is None else self.log.games.get(key_of(record))

    def _show(self, outcome: Outcome) -> None:
        if isinstance(outcome, DiamondsError):
            raise outcome
        if not isinstance(outcome, Mapping):
            self._keep(outcome)
            return
        if self.run.as_json:
            self.run.write(answer_of(outcome))
        self.games.append(outcome)
        self.done += 1

    def _keep(self, analysis: Analysis) -> None:
        self.run.seed.show()
        self.done += analysis.whole
        if self.log is not None and analysis.whole:
            self.log.add(analysis)
        if self.options["html"] is not None:
            from .report import write_page

            self._check_pages()
            write_page(analysis, self.options["html"])
        game = find_game(analysis.game)
        self.is_chance = game.words.objectives[analysis.objective].is_chance
        if self.options["annotate"] is not None:
            from diamonds_solver.answers.analysis import annotated

            origin = analysis.record.origin
            self.texts.append(_as_read(annotated(game, analysis), "" if origin is None else origin.line.file, is_first=not self.texts))
        self._print(game, analysis)
        if not self.games:
            self.proof = _proof_command(game, analysis)
        self.games.append(analysis.to_dict())

    def _check_pages(self) -> None:
        if self.options["html"] is not None and self.games:
            raise click.UsageError("--html is for one game; make a page of each with 'diamonds report'")

    def _print(self, game: Any, analysis: Any) -> None:
        if self.run.as_json:
            self.run.write(analysis.to_dict())
        elif self.as_csv:
            echo_data("".join(csv_lines(analysis.rows(), has_head=not self.games)))
        elif self.log is None:
            from diamonds_solver.answers.analysis import analysis_text

            self.run.write(analysis_text(game, analysis, colour=use_colour(), width=page_width()))
            for text in analysis.notes:
                note(text, self.run.quiet)

    def finish(self) -> None:
        """What is to be said after the last game: the annotated records, and the players over all games."""
        if self.options["annotate"] is not None and self.texts:
            check_known(self.options["annotate"], self.known)
            write_whole(self.options["annotate"], self.texts)
        if self.is_text and self.log is None and len(self.games) == 1 and self.proof:
            note(f"a certificate of who could have won: {self.proof}", self.run.quiet)
        if self.is_text and self.games and (len(self.games) > 1 or self.log is not None):
            from diamonds_solver.analysis.results import different_games, totals
            from diamonds_solver.answers.analysis import totals_text

            games = len(different_games(self.games))
            if games < len(self.games):
                note(
                    f"{counted(len(self.games), 'analysis', 'analyses')} of {counted(games, 'game')}: each game counts once", self.run.quiet
                )
            head = counted(games, "game") + ("\n" if self.log is not None else " together\n")
            text = totals_text(totals(self.games), is_chance=self.is_chance, colour=use_colour(), width=page_width())
            click.echo(("" if self.log is not None else "\n") + head + text, color=use_colour())


def _as_read(text: str, file: str, *, is_first: bool) -> bytes:
    """A record's text with the line ends and, if it is the first, the byte order mark of the file that it was read from."""
    try:
        with Path(file).open("rb") as stream:
            start = stream.read(MAX_RECORD)
    except (OSError, ValueError):
        start = b""
    return (MARK if is_first and start.startswith(MARK) else b"") + (text.replace("\n", "\r\n") if b"\r\n" in start else text).encode()


def _proof_command(game: Game[Any, Any], analysis: Analysis) -> str:
    """As `_Analyst.proof`; of several chances that of a yes, which is the smaller proof."""
    chances = sorted(analysis.last_chances, key=lambda chance: not chance.is_there)
    if not chances or game.solving is None or game.solving.certificate is None:
        return ""
    origin = analysis.record.origin
    file = shlex.quote(origin.line.file) if origin is not None and Path(origin.line.file).is_file() else "GAME"
    return f"diamonds solve {file} --at {chances[0].number} --no-moves --proof could.proof"


def csv_lines(rows: Sequence[Mapping[str, Any]], has_head: bool) -> Iterator[str]:
    """The rows as CSV; texts that a spreadsheet would take for a formula begin with an apostrophe."""
    for row in rows:
        stream = io.StringIO()
        writer = csv.DictWriter(stream, list(row), lineterminator="\n")
        if has_head:
            writer.writeheader()
            has_head = False
        writer.writerow({name: _cell(value) for name, value in row.items()})
        yield stream.getvalue()


def _cell(value: Any) -> Any:
    return str(value).lower() if isinstance(value, bool) else safe_cell(value) if isinstance(value, str) else value
