"""``diamonds table``: values of many records as a table, and what such a table shows."""

from __future__ import annotations

import json
import math
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import asdict
from pathlib import Path
from typing import Any

import click

from diamonds_solver.cli.errors import error_text, show_error
from diamonds_solver.common.executors import ClusterError, executor
from diamonds_solver.common.quantities import MOST_SEED, MOST_WORLDS
from diamonds_solver.common.wording import counted, printable
from diamonds_solver.errors import DiamondsError
from diamonds_solver.game import Use
from diamonds_solver.games import find_game
from diamonds_solver.tables.rows import COLUMNS, Block, BlockRows, Deals, Item, TableQuestion, blocks_of, dealt, make_rows, variations
from diamonds_solver.tables.store import CsvFormat, Format, NdjsonFormat, Store, format_of, settings_of
from diamonds_solver.tables.summary import PERCENTILES, Group, notes_on, summarise

from . import NO
from .advise import EngineName
from .beside import Said
from .games import game_option, game_options, settings_option
from .inputs import read_records, sources_argument
from .limits import Count, Memory, Whole
from .loop import Run, answering
from .options import (
    NEW,
    PICTURE,
    FileName,
    Seed,
    cluster_option,
    json_option,
    note,
    page_width,
    quiet_option,
    seed_option,
    threads_option,
    use_colour,
)
from .progress import progress
from .solve import MODELS

_DEAL_OPTIONS = ("players", "variant", "teams", "cards", "mid_trick")


class _WithDefault(click.Group):
    """A group whose first command is meant where none is named."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        if not args or (args[0] not in self.commands and args[0] not in ("-h", "--help")):
            args = [next(iter(self.commands)), *args]
        return super().parse_args(ctx, args)


@click.group(cls=_WithDefault)
def command() -> None:
    """Values of many records as a table, and what such a table shows.

    'diamonds table -o FILE' makes one, of the records of files or of random deals: see 'diamonds table make --help'. 'diamonds table
    summary FILE' looks at one.
    """


@command.command()
@sources_argument
@click.option("-o", "--out", type=NEW.or_screen(), metavar="FILE", help="The table: .parquet, .csv, .ndjson.  [default: CSV to the screen]")
@click.option("--deals", type=Count(1), metavar="N", help="N random deals instead of records.")
@game_option
@click.option("-p", "--players", type=int, help="With --deals: how many play.  [default: 4 of Diamonds, else 2]")
@click.option("--variant", type=click.Choice(["standard", "perfect"]), help="With --deals: which Diamonds.  [default: standard]")
@click.option("--teams", is_flag=True, default=None, help="With --deals: team play.")
@click.option("--cards", type=int, help="With --deals: late positions with this many cards in each hand.")
@click.option("--mid-trick", is_flag=True, default=None, help="With --deals and --cards: part of a trick is played.")
@settings_option
@click.option(
    "--ask",
    type=click.Choice(["solve", "advise", "evaluate"]),
    default="solve",
    show_default=True,
    help="Exact values, advice, or evaluations by rule-based players.",
)
@click.option(
    "--rows",
    type=click.Choice(["move", "deal"]),
    default="move",
    show_default=True,
    help="A row for each move, or for the best one; with evaluate for each number, or the main one.",
)
@click.option("--objective", "objectives", multiple=True, metavar="NAME", help="What values count; may be repeated.")
@click.option(
    "--model", "models", type=click.Choice(MODELS), multiple=True, default=("paranoid",), show_default=True, help="May be repeated."
)
@click.option(
    "--leaders", type=click.Choice(["own", "all"]), default="own", show_default=True, help="Who leads: as dealt, or each in turn."
)
@click.option("--engine", type=EngineName(), default="auto", show_default=True, help="With --ask advise.")
@click.option(
    "--worlds", type=Count(1, MOST_WORLDS), help="With --ask advise; the samples with evaluate.  [default: 100; those of evaluate]"
)
@click.option("--nodes", "node_limit", type=Count(), help="Limit of positions for each search; past it values are bounds.")
@click.option("--memory", type=Memory(), default="64M", show_default=True, help="Memory limit for each thread's table.")
@cluster_option
@click.option("--block", type=Whole(1, 100_000), default=100, show_default=True, help="Records saved at a time.")
@click.option("--force", is_flag=True, help="Replace an existing table.")
@click.option("--excel", is_flag=True, help="CSV for spreadsheets: semicolons, decimal commas.")
@threads_option
@answering(seed_option, json_option, quiet_option)
def make(run: Run, sources: tuple[str, ...], **given: Any) -> None:
    """Make a table of values: a row for each legal move of each record, or for each record.

    SOURCES are files, - for standard input, or a record's text. Finished blocks are kept in FILE.parts: after Ctrl-C, a crash or a power
    cut the same command goes on. A bad record is reported and left out. With the same options and seed the rows are the same, on threads
    and on a cluster.
    """
    out = given["out"]
    if given["deals"] is not None and sources:
        raise click.UsageError("give records or --deals, not both")
    if out is not None and run.as_json:
        raise click.UsageError("--json writes rows to the screen: leave out -o, or name a .ndjson file")
    if out is not None and not run.seed.is_given:
        run.seed = Seed(_seed_of(out), run.quiet)  # the same command goes on, also without --seed
    question = _question(given, run.seed.value)
    deals = _deals(given, run.seed.value)
    if deals is not None:
        list(variations(question, deals.record(1)))  # what is wrong with the options is said once, before anything is worked out
    form = _form(out, given["excel"], run.as_json)
    settings = {
        "question": question.to_dict(),
        "deals": _deals_dict(deals, given["deals"]),
        "block": given["block"],
        "excel": given["excel"],
    }
    rows = _Rows(run, question, deals)
    with ExitStack() as stack:
        store = None if out is None else stack.enter_context(Store(out, settings, form, given["force"]))
        if store is not None and len(store):
            size = counted(given["block"], "record")
            note(f"{counted(len(store), f'block of {size} is', f'blocks of {size} are')} there already", run.quiet)
        workers = stack.enter_context(executor(given["cluster"], given["threads"]))
        items = dealt(given["deals"]) if deals is not None else rows.items(sources)
        answers = make_rows(question, deals, blocks_of(items, given["block"]), workers, lambda block: rows.is_done(block, store))
        total = None if deals is None else max(0, given["deals"] - (len(store) * given["block"] if store is not None else 0))
        try:
            with progress("working out", total, run.quiet, always=out is not None) as advance:
                for answer in answers if store is not None else _in_order(answers):
                    rows.take(answer, store, form)
                    for _ in answer.block.items:
                        advance()
            rows.show_notes()
            if store is not None:
                store.finish()
                note(f"{counted(rows.count, 'row')} of this run, {out}", run.quiet)
        except KeyboardInterrupt:
            is_kept = store is not None and (len(store) or rows.count)
            kept = f"; the same command goes on with {out}.parts" if is_kept else "" if store is None else "; nothing was kept yet"
            note(f"interrupted{kept}", run.quiet)
            run.interrupted = True
        except ClusterError as error:
            show_error(error)
            click.get_current_context().exit(NO)


class _Rows:
    """What the rows of one run become."""

    def __init__(self, run: Run, question: TableQuestion, deals: Deals | None) -> None:
        self._run, self._question, self._deals = run, question, deals
        self.count = 0
        self._has_head = False
        self._assumed: set[tuple[str, str | None]] = set()
        """What the rows have in the columns of these names."""

    def items(self, sources: tuple[str, ...]) -> Iterator[Item]:
        """The good records by their numbers; what is wrong with the others goes to standard error."""
        for number, record in enumerate(read_records(sources), 1):
            if isinstance(record, DiamondsError):
                self._run.bad += 1
                show_error(record)
            else:
                Said.by(record, "deal").check()
                yield Item(number, record)

    def is_done(self, block: Block, store: Store | None) -> bool:
        """Whether a block is kept from a run before; what was wrong with its records is said once more."""
        name = block.name
        if store is None or not store.claim(name):
            return False
        self._show_errors(store.messages(name))
        return True

    def take(self, answer: BlockRows, store: Store | None, form: Format) -> None:
        """Keeps the rows of a block, or prints them."""
        if answer.errors and self._deals is not None:  # no deal is bad: it is what was asked, and would be said of each
            raise answer.errors[0][1]
        errors = "\n".join(error_text(error, item.record) for item, error in answer.errors)
        self._show_errors(errors)
        self.count += len(answer.rows)
        self._assumed |= {(row["game"], row["assumed"]) for row in answer.rows}
        if self._deals is not None or self._question.ask != "solve":
            self._run.seed.show()
        if store is not None:
            store.add(answer.block.name, answer.rows, errors)
            return
        if isinstance(form, CsvFormat) and not self._has_head:
            click.echo(form.head(), nl=False)
            self._has_head = True
        click.echo(form.part(answer.rows), nl=False)

    def _show_errors(self, text: str) -> None:
        """What is wrong with the records of a block."""
        if text:
            self._run.bad += 1
            click.echo(text, err=True)

    def show_notes(self) -> None:
        """On what the numbers rest, said once for all rows."""
        for text in notes_on(self._assumed):
            note(text, self._run.quiet)


def _in_order(answers: Iterator[BlockRows]) -> Iterator[BlockRows]:
    """On the screen blocks come in their order, whoever is first."""
    waiting: dict[int, BlockRows] = {}
    due = 0
    for answer in answers:
        waiting[answer.block.number] = answer
        while due in waiting:
            yield waiting.pop(due)
            due += 1


def _question(given: dict[str, Any], seed: int) -> TableQuestion:
    ask, game = given["ask"], find_game(given["game"])
    if ask != "solve" and (given["node_limit"] is not None or given["models"] != ("paranoid",)):
        raise click.UsageError("--nodes and --model need --ask solve")
    if ask == "solve" and given["worlds"] is not None:
        raise click.UsageError("--worlds needs --ask advise or --ask evaluate")
    if ask != "advise" and given["engine"] != "auto":
        raise click.UsageError("--engine needs --ask advise")
    if ask == "evaluate" and given["leaders"] != "own":
        raise click.UsageError("--leaders needs --ask solve or --ask advise")
    if ask == "evaluate" and given["worlds"] == 1:
        raise click.UsageError("an evaluation needs at least --worlds 2")
    names = set(game.objectives(Use.EVALUATE if ask == "evaluate" else Use.ADVISE))
    for objective in given["objectives"]:
        if given["deals"] is not None and objective not in names:
            raise click.UsageError(f"there is no objective {objective!r}; choose from {', '.join(sorted(names))}")
    return TableQuestion(
        ask=ask,
        rows=given["rows"],
        objectives=given["objectives"],
        models=tuple(dict.fromkeys(given["models"])),
        leaders=given["leaders"],
        engine=given["engine"],
        worlds=given["worlds"],
        seed=0 if ask == "solve" else seed,
        node_limit=given["node_limit"],
        memory=given["memory"],
    )


def _deals(given: dict[str, Any], seed: int) -> Deals | None:
    flags = {name: given[name] for name in _DEAL_OPTIONS}
    if given["deals"] is None:
        return None
    game = find_game(given["game"])
    are_hands = given["ask"] == "evaluate" and game.evaluating is not None and game.evaluating.hands is not None
    return Deals(given["game"], seed, game_options(game, "hand" if are_hands else "deal", flags, given["settings"]), are_hands)


def _deals_dict(deals: Deals | None, count: int | None) -> dict[str, Any] | None:
    return None if deals is None else {**asdict(deals), "count": count}


def _seed_of(out: Path) -> int | None:
    """The seed of the run that began the table."""
    before = settings_of(out) or {}
    seed = (before.get("deals") or {}).get("seed")
    if seed is None and (before.get("question") or {}).get("ask") in ("advise", "evaluate"):
        seed = before["question"].get("seed")
    return seed if type(seed) is int and 0 <= seed <= MOST_SEED else None


def _form(out: Path | None, excel: bool, as_json: bool) -> Format:
    if out is not None:
        return format_of(out, excel)
    return NdjsonFormat() if as_json else CsvFormat(excel)


# -- what a table shows -------------------------------------------------------------------------------------------------------------------


@command.command()
@click.argument("file", type=FileName())
@click.option("--column", default="value", show_default=True, help="The column to summarise.")
@click.option("--by", multiple=True, metavar="COLUMN", help="A row for each value of this column; may be repeated.")
@click.option("--where", multiple=True, metavar="COLUMN=TEXT", help="Only rows with this text; may be repeated.")
@click.option("--best", is_flag=True, help="Only one best move of each position, where it is proven.")
@click.option("--plot", type=PICTURE, metavar="FILE", help="A histogram as .svg or .png.")
@json_option
def summary(file: Path, column: str, by: tuple[str, ...], where: tuple[str, ...], best: bool, plot: Path | None, as_json: bool) -> None:
    """Means, spread and percentiles of a column of a table.

    ± is half of a 95 % interval of the mean.
    """
    conditions = [_condition(text) for text in where]
    groups = summarise(file, column, by, conditions, best_only=best)
    for text in dict.fromkeys(text for group in groups for text in group.notes):
        note(text)
    if plot is not None:
        from diamonds_solver.tables.plot import histogram

        histogram(plot, groups, column, by)
    if as_json:
        for group in groups:
            click.echo(json.dumps({"column": column, **group.to_dict(by)}))
    elif groups:
        click.echo(_summary_text(groups, column, by), color=use_colour())
    else:
        note("no row of the table matches")


def _condition(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals:
        raise click.UsageError(f"--where {text!r}: write COLUMN=VALUE, such as players=4")
    return name, value


def _summary_text(groups: list[Group], column: str, by: tuple[str, ...]) -> str:
    from rich import box
    from rich.console import Console
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False, collapse_padding=True)
    for name in by:
        table.add_column(name, justify="right" if COLUMNS[name] in (int, float) else "left")
    for name in ("rows", f"mean {column}", "sd", "min", *(f"{percent} %" for percent in PERCENTILES), "max"):
        table.add_column(name, justify="right")
    for group in groups:
        mean = group.mean
        reach = (mean.high - mean.low) / 2
        text = f"{mean.value:+.3f}" + (f" ±{reach:.3f}" if math.isfinite(reach) else "")
        numbers = [group.values.min(), *group.percentiles(), group.values.max()]
        cells = [
            f"{len(group.values):,}",
            text,
            f"{group.spread:.2f}" if len(group.values) > 1 else "",
            *(f"{number:g}" for number in numbers),
        ]
        table.add_row(*("" if cell is None else printable(str(cell)) for cell in group.key), *cells)
    console = Console(width=page_width() if sys.stdout.isatty() else 200, highlight=False, markup=False, color_system=None)
    with console.capture() as capture:
        console.print(table)
    return "\n".join(line.rstrip() for line in capture.get().rstrip().splitlines())
