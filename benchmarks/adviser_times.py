"""What a hint and the review of a round cost, on the page and on the phone, beside another commit where one is named.

The game is `game4`: hints are the usual ones for some decisions of its first round, the review judges all decisions of that round by what
was known. Seconds are processor time, the median of runs in which the two trees take turns. Calls are those of Python
functions on the page, those of functions of the core on the phone, in a run of their own. Both trees need `make build` and `make app`.
"""

from __future__ import annotations

import json
import os
import shutil
import statistics
import subprocess
import sys
from pathlib import Path

import click
from common.kinds import machine, markdown_table, seconds_text

ROOT = Path(__file__).parents[1]
GAME = ROOT / "src" / "diamonds_solver" / "games" / "diamonds" / "data" / "game4.dia"
EACH = 12
KINDS = ("hint", "review")
PLACES = ("page", "phone")

PAGE = """
import json, sys, time
from diamonds_solver.games import find_game
from diamonds_solver.games.records import dumps, loads
from diamonds_solver.web.fields import Limits, RequestFields
from diamonds_solver.web.questions import Questions
kind, each, counts, text = sys.argv[1], int(sys.argv[2]), sys.argv[3] == "1", sys.stdin.read()
questions = Questions(Limits(seconds=3600))
def answer(name, **fields):
    return questions.long[name](RequestFields(json.dumps(fields).encode()))(lambda line: None, lambda: False)
def hints(chosen):
    for one in chosen:
        answer("advise", text=dumps(one.record), seat=f"P{one.seat + 1}", seed=1)
def review():
    answer("analyse", text=text, round=1, seed=1, hindsight=False)
decisions = [one for one in find_game("diamonds").records.decisions(loads(text)) if one.round == 1 and not one.forced]
work = review if kind == "review" else lambda: hints(decisions[each // 2 :: each])
hints(decisions[-1:])  # what it loads does not count
calls = 0
def note(frame, event, argument):
    global calls
    calls += event == "call"
began = time.process_time()
if counts: sys.setprofile(note)
work()
sys.setprofile(None)
print(json.dumps({"seconds": time.process_time() - began, "calls": calls}))
"""

PHONE = """
import fs from "node:fs";
import { register } from "node:module";
const [root, kind, each, counts] = process.argv.slice(1);
const pages = `file://${root}/src/diamonds_solver/web/static/`;
register(`data:text/javascript,export const resolve = (name, context, next) => next(name.replace(/^page\\\\//, "${pages}"), context);`);
let calls = 0;
const { instantiate } = WebAssembly;
WebAssembly.instantiate = async (...given) => {
  const { exports } = await instantiate(...given).then((made) => made.instance ?? made);
  const counted = (name) => (typeof exports[name] === "function" ? (...values) => (calls++, exports[name](...values)) : exports[name]);
  const all = counts === "1" ? Object.fromEntries(Object.keys(exports).map((name) => [name, counted(name)])) : exports;
  return { exports: all, instance: { exports: all } };
};
const of = (name) => import(`${root}/app/${name}.js`);
const [{ loadCore }, { adviser, working }, { adviceOf, judgeKnown }] = await Promise.all(["core", "advice", "judging"].map(of));
const [{ passAdviser }, { Review }] = await Promise.all(["passing", "reviewing"].map(of));
const core = await loadCore(fs.readFileSync(`${root}/build/core.wasm`), 64);
const text = fs.readFileSync(0, "utf8");
const utility = { goal: "margin", roundsLeft: 0, sigma: 0 };
function hint({ round, decision, count }) {
  const engine = decision === "pass" ? passAdviser(core, round, { count, seed: 1, utility }) : adviser(core, round, { seed: 1, utility });
  for (const _ of working(engine, 1));
  adviceOf(engine, decision);
  engine.samples.free();
}
const tasks = new Review(core, text).tasks({ round: 1 });
hint(tasks.at(-1));
const [before, began] = [calls, process.cpuUsage()];
if (kind === "review") {
  for (const task of new Review(core, text).tasks({ round: 1 })) judgeKnown(core, { ...task, seed: 1 });
} else tasks.filter((_, index) => index % each === Math.floor(each / 2)).forEach(hint);
const { user, system } = process.cpuUsage(began);
console.log(JSON.stringify({ seconds: (user + system) / 1e6, calls: calls - before }));
"""


def measured(root: Path, where: str, kind: str, counts: bool = False) -> dict[str, float]:
    """Seconds and calls of one run in a tree."""
    if where == "page":
        command = [sys.executable, "-c", PAGE, kind, str(EACH), str(int(counts))]
    else:
        command = [shutil.which("node") or "node", "--input-type=module", "-e", PHONE, str(root), kind, str(EACH), str(int(counts))]
    environment = {**os.environ, "PYTHONPATH": str(root / "src")}
    run = subprocess.run(command, input=GAME.read_text("utf-8"), capture_output=True, text=True, env=environment, cwd=root, check=False)
    if run.returncode:
        raise click.ClickException(f"{root}, {where}, {kind}: {run.stderr[-2000:]}")
    measures: dict[str, float] = json.loads(run.stdout)
    return measures


@click.command(help=__doc__)
@click.option("--other", type=click.Path(exists=True, file_okay=False, path_type=Path), help="Another built tree, to compare with.")
@click.option("--runs", default=5, show_default=True, help="Of each tree.")
@click.option("--where", "places", multiple=True, type=click.Choice(PLACES), default=PLACES, help="Only there.")
def main(other: Path | None, runs: int, places: tuple[str, ...]) -> None:
    trees = [ROOT] if other is None else [other.resolve(), ROOT]
    header = ["", *([] if other is None else ["before", "calls"]), "here", "calls", *([] if other is None else ["ratio of times"])]
    rows = []
    for kind in KINDS:
        for where in places:
            taken = [[measured(root, where, kind)["seconds"] for root in trees] for _ in range(runs)]
            medians = [statistics.median(times) for times in zip(*taken, strict=True)]
            counts = [int(measured(root, where, kind, counts=True)["calls"]) for root in trees]
            cells = [text for median, calls in zip(medians, counts, strict=True) for text in (seconds_text(median), f"{calls:,}")]
            ratio = [] if other is None else [f"{statistics.median(here / before for before, here in taken):.2f}"]
            rows.append([f"{kind}, {where}", *cells, *ratio])
    click.echo(f"{machine()}.\n\n{markdown_table(header, rows)}")


if __name__ == "__main__":
    main()
