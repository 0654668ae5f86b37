"""What the commands share that answer one record after the other: the loop, how answers are written, and the exit code."""

from __future__ import annotations

import json
import warnings
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import wraps
from typing import Any, TypeVar

import click

from diamonds_solver.cli.errors import answer_error
from diamonds_solver.errors import DiamondsError
from diamonds_solver.game import Record

from . import BAD_INPUT, INTERRUPTED, OK
from .options import Seed, seed_option, use_colour

R = TypeVar("R", bound=Record)


@dataclass
class Run:
    """One run of a command."""

    as_json: bool
    quiet: bool
    seed: Seed
    """Shown with the first answer; of a command without random choices it is never shown."""
    number: int = 0
    """Of the record in work, from 1; bad ones count."""
    answers: int = 0
    bad: int = 0
    interrupted: bool = False
    """Whether Ctrl-C ended an answer early: it is the last one."""
    verdict: int = OK
    """The exit code that the answers call for."""

    @property
    def exit_code(self) -> int:
        return INTERRUPTED if self.interrupted else BAD_INPUT if self.bad else self.verdict

    def each(self, items: Iterable[R | DiamondsError], handler: Callable[[R], None]) -> None:
        """Takes one item after the other, each as soon as it is there."""
        for item in items:
            self.take(item, handler)
            if self.interrupted:
                return

    def take(self, item: R | DiamondsError, handler: Callable[[R], None]) -> None:
        """Has a good record answered; what is wrong with a bad one, or its answer, is written instead."""
        self.number += 1
        if isinstance(item, DiamondsError):
            self.refuse(item)
            return
        try:
            handler(item)
        except DiamondsError as error:
            self.refuse(error, item)

    def refuse(self, error: DiamondsError, record: Record | None = None) -> None:
        """Writes an error in place of an answer."""
        self.bad += 1
        answer_error(error, record, self.as_json)

    @property
    def gap(self) -> str:
        """What stands between this answer and the one before."""
        return "\n" if self.answers else ""

    def write(self, answer: Mapping[str, Any] | str, *, is_begun: bool = False) -> None:
        """Writes an answer: a line of JSON, in which `ok` stands behind the id, or text after a blank line. `is_begun`: the first lines of
        the text are written."""
        self.seed.show()
        if isinstance(answer, str):
            click.echo(("" if is_begun else self.gap) + answer, color=use_colour())
        else:
            name = {"id": answer["id"]} if "id" in answer else {}
            click.echo(json.dumps({**name, "ok": True, **answer}))
        self.answers += 1


def answering(*options: Callable[..., Any]) -> Callable[[Callable[..., None]], Callable[..., Any]]:
    """For a command that gets a `Run` and ends with its exit code. `options`: which of --seed, --json and --quiet it has."""

    def decorate(function: Callable[..., None]) -> Callable[..., Any]:
        @wraps(function)
        def command(as_json: bool = False, quiet: bool = False, **values: Any) -> None:
            run = Run(as_json, quiet, Seed(values.pop("seed") if seed_option in options else 0, quiet))
            with warnings.catch_warnings():
                if quiet:  # in all threads
                    warnings.simplefilter("ignore")
                function(run, **values)
            click.get_current_context().exit(run.exit_code)

        for option in reversed(options):
            command = option(command)
        return command

    return decorate
