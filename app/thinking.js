// What takes long, beside the page: decisions of the levels, hints, exact values. One question at a time; who does not want its answer any
// more ends the worker.

import { adviser } from "./advice.js";
import { loadCore } from "./core.js";
import { decide } from "./levels.js";
import { moveName } from "./notation.js";
import { passAdviser } from "./passing.js";
import { solving } from "./solution.js";

const SOLVE_TABLE = 64; // MiB
const PAUSE = 200; // milliseconds between two words
const OBJECTIVE = "margin";
const DELTA = 0.1; // points: moves that differ by less count as equal

/** @typedef {Record<string, any>} Question */

const core = loadCoreFrom(new URL("core.wasm", import.meta.url));

/** @param {URL} address */
async function loadCoreFrom(address) {
  return loadCore(await (await fetch(address)).arrayBuffer(), SOLVE_TABLE);
}

/** What is known of the moves so far, as the page has it: `advice_dict` of the command. @param {any} engine @param {boolean} isPass */
function adviceOf(engine, isPass) {
  const comparison = engine.comparison();
  const text = (/** @type {number[]} */ move) => (isPass ? move.map((card) => moveName([card])).join("+") : moveName(move));
  const moves = engine.moves.map((/** @type {number[]} */ move, /** @type {number} */ index) => ({
    move: text(move), mean: comparison.mean[index], loss: comparison.loss[index], best: engine.moves.length === 1 || comparison.loss[index] <= 1e-9, excluded: comparison.excluded[index],
    loss_sem: Number.isFinite(comparison.lossSem[index]) ? comparison.lossSem[index] : null,
    interval: [comparison.low[index], comparison.high[index]].map((limit) => (Number.isFinite(limit) ? limit : null)),
  }));
  return { best: moves[comparison.leader].move, verdict: comparison.verdict, exact: engine.exact(), worlds: engine.count(), simulations: engine.simulations, engine: engine.name, objective: OBJECTIVE, delta: DELTA, moves, why: null };
}

/** @param {any} loaded @param {Question} question @param {(line: Question) => void} emit */
function advise(loaded, { round, decision, count, seed, seconds }, emit) {
  const ends = performance.now() + 1000 * seconds;
  const utility = { goal: OBJECTIVE, roundsLeft: 0, sigma: 0 };
  const isPass = decision === "pass";
  const engine = isPass ? passAdviser(loaded, round, { count, seed, utility }) : adviser(loaded, round, { seed, utility });
  emit({ event: "start", objective: OBJECTIVE });
  for (;;) {
    const next = Math.min(performance.now() + PAUSE, ends);
    do engine.sample(engine.portion);
    while (performance.now() < next && !engine.isOver());
    const advice = { ...adviceOf(engine, isPass), decision };
    if (performance.now() >= ends || engine.isOver()) return advice;
    emit({ event: "advice", ...advice });
  }
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

self.onmessage = async ({ data: { id, name, ...question } }) => {
  const emit = (/** @type {Question} */ line) => self.postMessage({ id, line });
  try {
    const loaded = await core;
    const answer = name === "decide" ? decide(loaded, /** @type {any} */ (question)) : name === "solve" ? solve(loaded, question, emit) : advise(loaded, question, emit);
    self.postMessage({ id, answer });
  } catch (error) {
    self.postMessage({ id, trouble: /** @type {Error} */ (error).message });
  }
};
