// What takes long, beside the page: decisions of the levels, hints, exact values. One question at a time; who does not want its answer any
// more ends the worker.

import facts from "../src/diamonds_solver/facts.js";
import { adviser, working } from "./advice.js";
import { fetchCore, MARGIN } from "./core.js";
import { adviceOf, judgeHindsight, judgeKnown, OBJECTIVE } from "./judging.js";
import { decide } from "./levels.js";
import { passAdviser } from "./passing.js";
import { solving } from "./solution.js";

const SOLVE_TABLE = 64; // MiB
const { pause, guard } = facts.seconds; // between two words, and after which a hint is cut short

/** @typedef {Record<string, any>} Question */

const core = fetchCore(SOLVE_TABLE);

/** @type {{key: string, engine: import("./advice.js").Adviser} | null} the last decision that advice was asked for: who thinks longer goes on from there */
let kept = null;

function forget() {
  kept?.engine.samples.free();
  kept = null;
}

/** @param {any} loaded @param {Question} question @returns {import("./advice.js").Adviser} */
function engineOf(loaded, { round, decision, count, seed }) {
  const key = JSON.stringify([round, decision, count, seed]);
  if (kept?.key !== key) {
    forget();
    const how = { seed, utility: MARGIN };
    kept = { key, engine: decision === "pass" ? passAdviser(loaded, round, { count, ...how }) : adviser(loaded, round, how) };
  }
  return kept.engine;
}

/** @param {any} loaded @param {Question} question @param {(line: Question) => void} emit */
function advise(loaded, question, emit) {
  const { decision, times } = question;
  const engine = engineOf(loaded, question);
  const ends = performance.now() + 1000 * guard;
  let next = performance.now() + 1000 * pause;
  emit({ event: "start", objective: OBJECTIVE });
  for (const done of working(engine, times)) {
    if (!done || performance.now() < next) continue;
    const advice = adviceOf(engine, decision);
    if (performance.now() >= ends) return { ...advice, notes: [...advice.notes, `the time ran out after ${guard} s: on a faster phone the answer would rest on more`] };
    emit({ event: "advice", ...advice });
    next = performance.now() + 1000 * pause;
  }
  return adviceOf(engine, decision);
}

/** @param {any} loaded @param {Question} question @param {(line: Question) => void} emit */
function solve(loaded, { position, objective, seconds }, emit) {
  loaded.setTable(SOLVE_TABLE);
  const sent = new Set();
  for (const solution of solving(loaded, position, { objective, seconds })) {
    if (solution.isLast) return solution;
    emit({ event: "progress", nodes: solution.nodes, bounds: solution.bounds });
    for (const { move, value, exact } of solution.moves) {
      if (exact && !sent.has(move)) emit({ event: "move", move, value });
      if (exact) sent.add(move);
    }
  }
  return null;
}

/** Judges one decision after the other. @param {any} loaded @param {Question} question @param {(line: Question) => void} emit */
function judge(loaded, { known, tasks }, emit) {
  const began = performance.now();
  if (known) for (const task of tasks) emit({ number: task.number, ...judgeKnown(loaded, task), reply: [] });
  else for (const judged of judgeHindsight(loaded, tasks)) emit(judged);
  return { seconds: (performance.now() - began) / 1000 };
}

/** @type {Record<string, (loaded: any, question: any, emit: (line: Question) => void) => any>} */
const ANSWERS = { decide: (loaded, question) => decide(loaded, question), solve, advise, judge };

self.onmessage = async ({ data: { id, name, ...question } }) => {
  const emit = (/** @type {Question} */ line) => self.postMessage({ id, line });
  try {
    const loaded = await core;
    if (name !== "advise") forget(); // as the table of proofs is another's then
    const answer = ANSWERS[name]?.(loaded, question, emit);
    self.postMessage({ id, answer });
  } catch (error) {
    self.postMessage({ id, trouble: /** @type {Error} */ (error).message });
  }
};
