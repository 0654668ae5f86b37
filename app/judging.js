/** One decision judged, in the worker: by what could be known, as `analyse` of the command does with an eighth of a hint's work, and in hindsight. */

import facts from "../src/diamonds_solver/facts.js";
import { adviser, working } from "./advice.js";
import { MARGIN } from "./core.js";
import { moveName } from "./notation.js";
import { passAdviser, passName } from "./passing.js";
import { readSolution } from "./solution.js";

/** @typedef {import("./advice.js").Adviser} Adviser */

export const OBJECTIVE = /** @type {const} */ ("margin");
const SHARE = 1 / 8; // of the work of a hint
const NODES = 10_000_000; // in one position in hindsight: what is not proven then is open
const TABLE_SIZE = 64; // MiB
const { tie, delta, known: byKnown, hindsight: byHindsight } = facts.losses;
const marks = ["?!", "?", "??"]; // from which loss on each is given: `byKnown`, and in hindsight

/** @param {number} loss @param {number[]} thresholds */
const markOf = (loss, thresholds) => marks[thresholds.findLastIndex((least) => loss >= least - tie)] ?? "";

/**
 * The best move that may not be played as well: `Advice.rival` of the command; -1: there is none.
 * @param {import("./comparison.js").Comparison} compared
 */
function rivalOf({ mean, leader, excluded, low, high, verdict }) {
  const rounded = mean.map((number) => Math.round(1e9 * number));
  const order = mean
    .map((_, move) => move)
    .sort((one, two) => Number(one !== leader) - Number(two !== leader) || (rounded[two] ?? 0) - (rounded[one] ?? 0) || one - two);
  const isLeader = (/** @type {number} */ move) => move === leader || (low[move] === 0 && high[move] === 0);
  const isFine = (/** @type {number} */ move) =>
    isLeader(move) || (verdict !== "too close" && (!excluded[move] || (high[move] ?? 0) <= delta + tie));
  return order.find((move) => !isFine(move)) ?? -1;
}

/**
 * What is known of the moves so far, as the page has it: `Answer.to_dict` of the command.
 * @param {Adviser} engine @param {string} decision
 */
export function adviceOf(engine, decision) {
  const { samples } = engine;
  const comparison = engine.comparison();
  const wanted = engine.recommended(comparison);
  const preferred = (comparison.loss[wanted] ?? 0) > tie ? wanted : null;
  const isSpared = (/** @type {number} */ move) => preferred !== null && engine.classes[move] === engine.classes[preferred];
  const sureLoss = (/** @type {number} */ index) =>
    comparison.excluded[index] && !isSpared(index) ? Math.max(0, comparison.low[index] ?? 0) : 0;
  const text = (/** @type {number[]} */ move) => (decision === "pass" ? passName(move) : moveName(move));
  const moves = engine.moves.map((/** @type {number[]} */ move, /** @type {number} */ index) => ({
    move: text(move), mean: comparison.mean[index] ?? 0, loss: comparison.loss[index] ?? 0,
    best: engine.moves.length === 1 || (comparison.loss[index] ?? 0) <= tie, excluded: comparison.excluded[index] ?? false,
    loss_sem: Number.isFinite(comparison.lossSem[index]) ? comparison.lossSem[index] : null,
    interval: [comparison.low[index] ?? 0, comparison.high[index] ?? 0].map((limit) => (Number.isFinite(limit) ? limit : null)),
    sure_loss: sureLoss(index), mark: markOf(sureLoss(index), byKnown),
  }));
  const recommended = preferred === null ? null : (moves[preferred]?.move ?? null);
  const rival = recommended === null ? rivalOf(comparison) : -1;
  const why = rival < 0 ? null : engine.why(comparison, rival, (moves[rival]?.sure_loss ?? 0) > 0, text);
  const notes = [
    ...(recommended === null ? [] : [`${recommended} is recommended, as ${engine.preference?.reason}`]),
    ...(engine.share === null ? [] : [`deals that fit what the others did count more, as if the others played like greedy, playout, exact or ismcts: their moves leave ${Math.round(100 * engine.share)} % of the deals`]),
  ];
  return { best: moves[comparison.leader]?.move ?? null, recommended, notes, verdict: comparison.verdict, exact: samples.isExact(),
    worlds: samples.columns().length, simulations: samples.simulations(),
    engine: engine.name, decision, objective: OBJECTIVE, delta, moves, why };
}

/**
 * By what could be known: what the move that was made costs, beyond chance and without the bias of having chosen the best by the same samples.
 * @param {any} core @param {Record<string, any>} task
 */
export function judgeKnown(core, { round, decision, count, move, seed }) {
  const engine = decision === "pass" ? passAdviser(core, round, { count, seed, utility: MARGIN, keep: move })
    : adviser(core, round, { seed, utility: MARGIN });
  const made = engine.moves.findIndex((/** @type {number[]} */ each) => (decision === "pass" ? passName(each) : moveName(each)) === move);
  const isSettled = (/** @type {import("./comparison.js").Comparison} */ { loss, low, high, excluded }) => {
    const least = excluded[made] ? (low[made] ?? 0) : 0;
    const most = Math.max(high[made] ?? Infinity, ...low.map((limit) => -limit));
    return markOf(least, byKnown) === markOf(Math.max(most, loss[made] ?? 0), byKnown);
  };
  const work = working(engine, SHARE, isSettled);
  while (!work.next().done);
  const { moves, verdict, worlds, exact, recommended } = adviceOf(engine, decision);
  const own = /** @type {(typeof moves)[number]} */ (moves[made]);
  const [columns, weights] = [engine.columns(), engine.samples.weights()];
  const why = own.mark
    ? engine.why(engine.comparison(), made, own.sure_loss > 0, (each) => (decision === "pass" ? passName(each) : moveName(each)))
    : null;
  engine.samples.free();
  moves.sort((one, two) => one.loss - two.loss);
  const known = {
    mean: moves[0]?.mean ?? 0, best: moves.filter(({ loss }) => loss <= tie).map((each) => each.move),
    loss: own.loss, interval: own.interval, sure_loss: own.sure_loss,
    split_loss: exact ? own.loss : splitLoss(columns, weights, made), verdict, worlds, exact, recommended, moves,
  };
  return { known, mark: own.mark, why };
}

/**
 * The loss where one half of the samples says what is best and the other half judges, the mean of both ways round.
 * @param {number[][]} columns @param {number[] | null} weights @param {number} made
 */
function splitLoss(columns, weights, made) {
  const halves = [0, 1].map((half) =>
    columns.map((row, index) => ({ row, weight: weights?.[index] ?? 1 })).filter((_, index) => index % 2 === half),
  );
  if (halves.some(({ length }) => !length)) return null;
  const means = halves.map((rows) => (rows[0]?.row ?? []).map((_, move) =>
    rows.reduce((sum, { row, weight }) => sum + weight * (row[move] ?? 0), 0) / rows.reduce((sum, { weight }) => sum + weight, 0)));
  const lost = [means, [...means].reverse()].map(([choosing = [], judging = []]) => {
    const highest = Math.max(...choosing);
    if ((choosing[made] ?? 0) >= highest - tie) return 0;
    return (judging[choosing.indexOf(highest)] ?? 0) - (judging[made] ?? 0);
  });
  return ((lost[0] ?? 0) + (lost[1] ?? 0)) / 2;
}

/** In hindsight, all cards open: the last decision first, so that proofs are shared. @param {any} core @param {Record<string, any>[]} tasks */
export function* judgeHindsight(core, tasks) {
  core.setTable(TABLE_SIZE);
  let after = { number: -1, line: /** @type {string[]} */ ([]) };
  for (const [index, { number, move, forced, position }] of tasks.entries()) {
    const { value, moves, line, points } = readSolution(core, core.solve(position, { nodeLimit: NODES, again: index > 0 }));
    const made = moves.find((each) => each.move === move);
    const own = made?.value ?? null;
    const loss = value === null || own === null ? null : value - own;
    const best = value === null ? [] : moves.filter((each) => each.best).map((each) => each.move);
    const hindsight = { value, best, loss, moves: moves.map((each) => ({ move: each.move, value: each.value })), line, points };
    yield { number, hindsight, mark: forced || loss === null ? "" : markOf(loss, byHindsight),
      reply: after.number === number + 1 ? after.line : [] };
    after = { number, line };
  }
}
