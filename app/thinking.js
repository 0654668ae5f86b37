// What takes long, beside the page: decisions of the levels, hints, exact values. One question at a time; who does not want its answer any
// more ends the worker.

import { adviser, working } from "./advice.js";
import { loadCore } from "./core.js";
import { decide } from "./levels.js";
import { moveName } from "./notation.js";
import { passAdviser } from "./passing.js";
import { solving } from "./solution.js";

const SOLVE_TABLE = 64; // MiB
const PAUSE = 200; // milliseconds between two words,
const GUARD = 60_000; // and after which a hint is cut short
const OBJECTIVE = "margin";
const TIE = 1e-9; // points: what rounding makes of equal means
const DELTA = 0.1; // points: moves that differ by less count as equal

/** @typedef {Record<string, any>} Question */

const core = loadCoreFrom(new URL("core.wasm", import.meta.url));

/** @param {URL} address */
async function loadCoreFrom(address) {
  return loadCore(await (await fetch(address)).arrayBuffer(), SOLVE_TABLE);
}

/**
 * What is known of the moves so far, as the page has it: `advice_dict` of the command.
 * @param {import("./advice.js").Adviser} engine @param {string} decision
 */
function adviceOf(engine, decision) {
  const { samples } = engine;
  const comparison = engine.comparison();
  const isPass = decision === "pass";
  const text = (/** @type {number[]} */ move) => (isPass ? move.map((card) => moveName([card])).join("+") : moveName(move));
  const moves = engine.moves.map((/** @type {number[]} */ move, /** @type {number} */ index) => ({
    move: text(move), mean: comparison.mean[index], loss: comparison.loss[index], best: engine.moves.length === 1 || comparison.loss[index] <= TIE, excluded: comparison.excluded[index],
    loss_sem: Number.isFinite(comparison.lossSem[index]) ? comparison.lossSem[index] : null,
    interval: [comparison.low[index], comparison.high[index]].map((limit) => (Number.isFinite(limit) ? limit : null)),
  }));
  const preferred = engine.preferred === null || (comparison.loss[engine.preferred] ?? 0) <= TIE ? null : moves[engine.preferred].move;
  const notes = preferred === null ? [] : [`${preferred} is recommended, as the net plays it, and so early in a round samples tell less`];
  return { best: moves[comparison.leader].move, recommended: preferred, notes, verdict: comparison.verdict, exact: samples.isExact(), worlds: samples.columns().length, simulations: samples.simulations(), engine: engine.name, decision, objective: OBJECTIVE, delta: DELTA, moves, why: null };
}

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
    const utility = { goal: OBJECTIVE, roundsLeft: 0, sigma: 0 };
    kept = { key, engine: decision === "pass" ? passAdviser(loaded, round, { count, seed, utility }) : adviser(loaded, round, { seed, utility }) };
  }
  return kept.engine;
}

/** @param {any} loaded @param {Question} question @param {(line: Question) => void} emit */
function advise(loaded, question, emit) {
  const { decision, times } = question;
  const engine = engineOf(loaded, question);
  const ends = performance.now() + GUARD;
  let next = performance.now() + PAUSE;
  emit({ event: "start", objective: OBJECTIVE });
  for (const done of working(engine, times)) {
    if (!done || performance.now() < next) continue;
    const advice = adviceOf(engine, decision);
    if (performance.now() >= ends) return { ...advice, notes: [...advice.notes, `the time ran out after ${GUARD / 1000} s: on a faster phone the answer would rest on more`] };
    emit({ event: "advice", ...advice });
    next = performance.now() + PAUSE;
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

self.onmessage = async ({ data: { id, name, ...question } }) => {
  const emit = (/** @type {Question} */ line) => self.postMessage({ id, line });
  try {
    const loaded = await core;
    if (name !== "advise") forget(); // as the table of proofs is another's then
    const answer = name === "decide" ? decide(loaded, /** @type {any} */ (question)) : name === "solve" ? solve(loaded, question, emit) : advise(loaded, question, emit);
    self.postMessage({ id, answer });
  } catch (error) {
    self.postMessage({ id, trouble: /** @type {Error} */ (error).message });
  }
};
