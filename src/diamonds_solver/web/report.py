"""A game looked back at, as one file: `report` writes it, `report_html` makes it of an `Analysis`.

It is the page's own screen Review, with the analysis in place of a server: scripts and styles are in it, it asks for nothing from
elsewhere, and says so to the browser (a content security policy with the hashes of both). Without scripts it shows the text of
``diamonds analyse``.
"""

from __future__ import annotations

import base64
import hashlib
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, overload

from markupsafe import Markup

from diamonds_solver.analysis.analyse import HINDSIGHT, analyse
from diamonds_solver.analysis.results import Analysis, Judged
from diamonds_solver.answers.analysis import analysis_text
from diamonds_solver.common.wording import printable
from diamonds_solver.errors import HiddenCardsError, PositionError
from diamonds_solver.game import Record, RecordDecision
from diamonds_solver.games import find_game
from diamonds_solver.markup.tables import render
from diamonds_solver.web.scripts import bundle, content
from diamonds_solver.web.states import as_json, game_dict, judged_dict, rules_dict, seen_dict, table_dict

_STYLES = ("tokens.css", "table.css", "page.css", "review.css")
_SHOWN = ("players", "state", "moves")
"""What Review shows of a table."""


@overload
def report(game: Record | Analysis, path: None = None, **options: Any) -> str: ...
@overload
def report(game: Record | Analysis, path: str | Path, **options: Any) -> None: ...
def report(game: Record | Analysis, path: str | Path | None = None, **options: Any) -> str | None:
    """A review of a game as a self-contained HTML page: written to `path`, or without one returned as text.

    `game`: an `Analysis`, or a record, which is then judged by `analyse` with `options`. Raises what `analyse` raises, OSError if the
    file cannot be written, TypeError for options beside an `Analysis`.
    """
    if isinstance(game, Analysis) and options:
        raise TypeError(f"an Analysis is made already: {', '.join(options)} would change nothing")
    written = None if path is None else Path(path)  # what is no path is refused before the work
    page = report_html(game if isinstance(game, Analysis) else analyse(game, **options))
    if written is None:
        return page
    written.write_text(page, encoding="utf-8", newline="\n")
    return None


def report_html(analysis: Analysis) -> str:
    """The page."""
    game, record = find_game(analysis.game), analysis.record
    style, script = "".join(map(content, _STYLES)), bundle("report").replace("</script", "<\\/script")
    names = [printable(record.seat_name(seat)) for seat in range(record.players)]
    return render(
        "report.html",
        __package__,
        title=f"{game.words.title}: {printable(record.id or ' '.join(names))}",
        names=names,
        style=Markup(style),
        script=Markup(script),
        policy=_policy(style, script),
        data=_packed(_data(analysis)),
        text="\n".join([analysis_text(game, analysis), *analysis.notes]),
    )


def _data(analysis: Analysis) -> dict[str, Any]:
    """What the script shows."""
    game, record = find_game(analysis.game), analysis.record
    decisions = list(game.records.decisions(record))
    judges = [name for name, is_there in (("known", analysis.engine is not None), ("hindsight", analysis.hindsight_objective)) if is_there]
    return {
        "about": {
            "version": analysis.version,
            "seconds": 0,
            "games": {game.name: rules_dict(game)},
            "examples": [],
            "without": ["lines", "practise", "proofs", "report", *({"known", "hindsight"} - set(judges))],
            "review": {"first": judges[0] if judges else "known", "note": ""},
        },
        "game": {**game_dict(record, decisions), "hindsight": "hindsight" in judges, **({} if analysis.last_chances else {"ends": None})},
        "judged": [{**judged_dict(decision), "hindsight_mark": _hindsight_mark(analysis, decision)} for decision in analysis],
        "tables": [*map(_tables, decisions), [_shown(table_dict(record))]],
        "points": [game.records.points(each) for each in (*(decision.record for decision in decisions), record)],
        "players": [player.to_dict() for player in analysis.players],
        "facts": list(_facts(analysis)),
        "notes": list(analysis.notes),
    }


def _tables(decision: RecordDecision) -> list[dict[str, Any]]:
    """The table before a decision with all cards that are known, and as whoever decided saw it, unless the record does not tell that."""
    opened = _shown(table_dict(decision.record))
    try:
        return [opened, _shown(seen_dict(decision))]
    except (HiddenCardsError, PositionError):
        return [opened]


def _shown(table: dict[str, Any]) -> dict[str, Any]:
    return {name: table[name] for name in _SHOWN if name in table}


def _hindsight_mark(analysis: Analysis, decision: Judged) -> str:
    """The mark that `analyse` gives by hindsight alone."""
    if analysis.engine is None:
        return decision.mark
    return "" if decision.hindsight is None or decision.forced else HINDSIGHT.mark(decision.hindsight.least_loss)


def _facts(analysis: Analysis) -> Iterator[tuple[str, str]]:
    """How it was made."""
    objectives = find_game(analysis.game).words.objectives
    if analysis.engine is not None:
        yield "Known at the time", f"by '{analysis.engine}', {analysis.effort}, seed {analysis.seed}"
        yield "Values", objectives[analysis.objective].text
    if analysis.hindsight_objective is not None:
        yield "In hindsight", f"exact values, best play of all; {objectives[analysis.hindsight_objective].text}"
    yield "Marks", f"{', '.join(f'{mark} from {limit:g}' for mark, limit in analysis.thresholds.to_dict().items())}, beyond sampling error"
    yield "Made by", f"diamonds {analysis.version}"
    if not analysis.whole:
        yield "Not whole", "the work was ended before all decisions were judged"


def _packed(data: dict[str, Any]) -> str:
    """An object as text that the script reads: its tables are much alike, and a twentieth is left of them."""
    return base64.b64encode(zlib.compress(as_json(data), 9)).decode()


def _policy(style: str, script: str) -> str:
    """A content security policy under which this style and this script work, and nothing else."""
    hashes = [base64.b64encode(hashlib.sha256(text.encode()).digest()).decode() for text in (style, script)]
    return (
        f"default-src 'none'; style-src 'sha256-{hashes[0]}'; script-src 'sha256-{hashes[1]}'; img-src data:; "
        "base-uri 'none'; form-action 'none'"
    )
