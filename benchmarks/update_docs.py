"""Measures again and writes the tables of docs/results and benchmarks/results: all sections, or those named.

Each table stands between two comment lines with the name of its section. ``ablation`` is left out unless named, as it needs a build
of the core with switches; so are ``coverage`` and ``mutation``, which measure the tests, and ``app`` and ``paint``, which need
``make app``. The others need a plain build.
"""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from datetime import date
from pathlib import Path

import click
from common.kinds import machine

from diamonds_solver.common.files import write_whole

ROOT = Path(__file__).parents[1]
PAGES = sorted(path for folder in ("docs", "benchmarks") for path in (ROOT / folder / "results").glob("*.md"))

MANY_SIDES = "--kind standard3 --kind standard4 --kind standard5 --kind standard6"
WITH_THIEF = " ".join(
    f"--kind {kind} --kind {kind}-thief" for kind in ("standard2", "standard3", "standard4", "teams4", "perfect2", "perfect3")
)
SECTIONS = {
    "bench": ("-m diamonds_solver bench --speed", "-m diamonds_solver bench"),
    "difficulty": ("benchmarks/difficulty.py --deals 20 --time-limit 20s", "benchmarks/difficulty.py --deals 20 --time-limit 2s"),
    "thief": (
        f"benchmarks/difficulty.py {WITH_THIEF} --deals 20 --time-limit 20s",
        f"benchmarks/difficulty.py {WITH_THIEF} --deals 20 --time-limit 5s",
    ),
    "growth": (
        f"benchmarks/difficulty.py {MANY_SIDES} --kind teams4 --kind teams6 --cards 4-10 --deals 20 --time-limit 10s",
        f"benchmarks/difficulty.py {MANY_SIDES} --kind teams4 --kind teams6 --cards 4-8 --deals 7 --time-limit 1s",
    ),
    "maxn": (
        f"benchmarks/difficulty.py --model maxn {MANY_SIDES} --kind teams4 --cards 4-9 --deals 20 --time-limit 20s",
        "benchmarks/difficulty.py --model maxn --kind standard3 --kind standard4 --kind teams4 --cards 5-7 --deals 20 --time-limit 5s",
    ),
    "peers": (
        "benchmarks/peers.py --deals 50 --perfect-deals 10 --small 5 --time-limit 2m",
        "benchmarks/peers.py --deals 30 --perfect-deals 3 --small 2 --time-limit 10s",
    ),
    "busy": ("benchmarks/busy.py --reviews 5", "benchmarks/busy.py --hints 4 --reviews 2"),
    "intervals": ("benchmarks/intervals.py --check", "benchmarks/intervals.py --tables 200 --observations 60"),
    "calibration": ("benchmarks/decisions.py calibration", "benchmarks/decisions.py calibration --trials 5"),
    "endings": ("benchmarks/decisions.py endings", "benchmarks/decisions.py endings --endings 110 --trials 1"),
    "chances": ("benchmarks/decisions.py chances", "benchmarks/decisions.py chances --trials 1"),
    "fresh": ("benchmarks/decisions.py fresh", "benchmarks/decisions.py fresh --trials 1"),
    "trees": ("benchmarks/decisions.py trees", "benchmarks/decisions.py trees"),
    "sureness": ("benchmarks/decisions.py sureness", "benchmarks/decisions.py sureness --trials 2"),
    "habits": ("benchmarks/habits.py --records 30 --seed 52", "benchmarks/habits.py --games 4 --records 2"),
    "habits-held": (
        "benchmarks/habits.py --fresh 40 --records 30 --seed 52",
        "benchmarks/habits.py --games 4 --fresh 2 --records 2",
    ),
    "warned": ("benchmarks/warned.py", "benchmarks/warned.py --rounds 2"),
    "regret": ("benchmarks/decisions.py regret", "benchmarks/decisions.py regret --time 0.1 --seeds 1"),
    "levels-diamonds": ("benchmarks/levels.py diamonds", "benchmarks/levels.py diamonds --share 0.05"),
    "levels-teams": ("benchmarks/levels.py teams", "benchmarks/levels.py teams --share 0.05"),
    "levels-diamoniak": ("benchmarks/levels.py diamoniak", "benchmarks/levels.py diamoniak --share 0.05"),
    "levels-diams": ("benchmarks/levels.py diams", "benchmarks/levels.py diams --share 0.2"),
    "advice": ("benchmarks/advice_speed.py", "benchmarks/advice_speed.py 1"),
    "proofs": ("benchmarks/advice_speed.py --proofs", "benchmarks/advice_speed.py 1 --proofs"),
    "reasons": (
        "benchmarks/reasons.py --out build/reasons.ndjson --decisions 183 --seed 7",
        "benchmarks/reasons.py --out build/reasons-few.ndjson --decisions 12",
    ),
    "reasons-part": (
        "benchmarks/reasons.py --out build/reasons-part.ndjson --seed 8 --part 16",
        "benchmarks/reasons.py --out build/reasons-few-part.ndjson --decisions 40 --part 50",
    ),
    "partners": ("benchmarks/partners.py", "benchmarks/partners.py 500"),
    "review": ("benchmarks/review.py", "benchmarks/review.py --rounds 4 --worlds 12"),
    "review3": ("benchmarks/review.py 3 --rounds 48", "benchmarks/review.py 3 --rounds 4 --worlds 12"),
    "review-teams": ("benchmarks/review.py '4 teams' --rounds 36", "benchmarks/review.py '4 teams' --rounds 6 --worlds 12"),
    "review2": ("benchmarks/review.py 2 --rounds 96 --worlds 100", "benchmarks/review.py 2 --rounds 12 --worlds 12"),
    "exploitability": ("benchmarks/exploitability.py --jobs 2", "benchmarks/exploitability.py --cards 2"),
    "scale": ("benchmarks/scale.py", "benchmarks/scale.py --deals 5000"),
    "coverage": ("benchmarks/coverage_table.py", "benchmarks/coverage_table.py tests/diamonds/test_values.py"),
    "mutation": ("benchmarks/mutation.py --python", "benchmarks/mutation.py --mutants 10 --least 1"),
    "app": ("benchmarks/app_figures.py", "benchmarks/app_figures.py --deals 3 --amount 1000"),
    "paint": ("benchmarks/first_paint.py", "benchmarks/first_paint.py --runs 1"),
    "ablation": ("benchmarks/ablation.py --factor 20", "benchmarks/ablation.py --best --factor 3"),
}
"""Arguments for Python: a long run and a quick one."""
ON_DEMAND = ("coverage", "mutation", "ablation", "app", "paint")


def measured(arguments: str) -> str:
    """The markdown of one section: the command and what it prints. Raises ClickException where it fails."""
    run = subprocess.run(
        [sys.executable, *shlex.split(arguments)], cwd=ROOT, stdout=subprocess.PIPE, text=True, encoding="utf-8", check=False
    )
    if run.returncode != 0:
        raise click.ClickException(f"python {arguments}: exit code {run.returncode}")
    output = run.stdout.strip()
    return f"`python {arguments}`, {date.today():%-d %B %Y}\n\n" + (output if "|---" in output else f"{machine()}.\n\n```\n{output}\n```")


def replaced(page: str, section: str, text: str) -> str:
    """The page with another text in its section. Raises ClickException unless it has exactly one of the name."""
    begin, end = f"<!-- {section}: begin -->", f"<!-- {section}: end -->"
    pattern = re.compile(f"{re.escape(begin)}.*?{re.escape(end)}", re.DOTALL)
    if len(pattern.findall(page)) != 1:
        raise click.ClickException(f"there is not exactly one section {section}")
    return pattern.sub(lambda _: f"{begin}\n{text}\n{end}", page)


def page_of(section: str) -> Path:
    """The page that a section stands on."""
    (page,) = (page for page in PAGES if f"<!-- {section}: begin -->" in page.read_text(encoding="utf-8"))
    return page


@click.command(help=__doc__)
@click.argument("sections", nargs=-1, type=click.Choice(list(SECTIONS)))
@click.option("--quick", is_flag=True, help="Fewer deals and lower limits: minutes, not an hour.")
def main(sections: tuple[str, ...], quick: bool) -> None:
    for section in sections or [name for name in SECTIONS if name not in ON_DEMAND]:
        click.echo(f"{section} ...", err=True)
        text = measured(SECTIONS[section][int(quick)])
        # Read only now: the page may have changed during a long measurement.
        page = page_of(section)
        write_whole(page, [replaced(page.read_text(encoding="utf-8"), section, text).encode()])


if __name__ == "__main__":
    main()
