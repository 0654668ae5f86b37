/**
 * What samples allow to be said of moves: `compare_moves` of stats/comparison.py, without the chances that the bootstrap finds.
 * tests/test_phone_comparison.py holds it equal on random tables.
 */

import facts from "../src/diamonds_solver/facts.js";

const { tie } = facts.losses;
const [STRIPS, SMOOTH] = [400, 6]; // of an integral; how often what is added up there can be derived at 0
const WHOLE = 1000; // degrees of freedom above which their fraction is ignored

/**
 * @typedef {object} Comparison an item for each move
 * @property {number[]} mean
 * @property {number[]} sem
 * @property {number[]} bestShare
 * @property {number} leader
 * @property {number[]} loss
 * @property {number[]} lossSem
 * @property {number[]} low
 * @property {number[]} high
 * @property {boolean[]} excluded
 * @property {"clear" | "equal" | "too close"} verdict
 */

/**
 * @param {Float64Array[]} values those of each move, by sample
 * @param {{classes?: number[], delta?: number, level?: number, kind?: "random" | "exact" | "part", weights?: number[] | null}} [options]
 *   `weights`: of the samples; `classes`: for each move the index of the first one that is its equal, all of one class are compared with
 *   the others as one; `kind`: of the samples: random worlds; all worlds that there are, so that nothing is uncertain; the first of these,
 *   of which nothing but the means can be said
 * @returns {Comparison}
 */
export function compareMoves(values, { classes = values.map((_, move) => move), ...options } = {}) {
  const firsts = [...new Set(classes)];
  const found = compareClasses(firsts.map((first) => /** @type {Float64Array} */ (values[first])), options);
  if (firsts.length === classes.length) return found;
  const rows = classes.map((first) => firsts.indexOf(first));
  const ofMoves = (/** @type {any[]} */ numbers) => rows.map((row) => numbers[row]);
  return {
    mean: ofMoves(found.mean),
    sem: ofMoves(found.sem),
    bestShare: ofMoves(found.bestShare).map((share, move) => share / classes.filter((first) => first === classes[move]).length),
    leader: rows.indexOf(found.leader),
    loss: ofMoves(found.loss),
    lossSem: ofMoves(found.lossSem),
    low: ofMoves(found.low),
    high: ofMoves(found.high),
    excluded: ofMoves(found.excluded),
    verdict: firsts.length === 1 ? "equal" : found.verdict,
  };
}

/**
 * @param {Float64Array[]} values
 * @param {{delta?: number, level?: number, kind?: "random" | "exact" | "part", weights?: number[] | null}} options
 * @returns {Comparison}
 */
function compareClasses(values, { delta = 0.1, level = 0.95, kind = "random", weights: given = null }) {
  const [moves, count] = [values.length, values[0].length];
  const weights = Float64Array.from(given ?? values[0], (weight) => (given ? weight : 1));
  const total = sum(weights);
  const ess = total ** 2 / sum(weights.map((weight) => weight ** 2)) || 0; // how many samples of equal weight would be worth as much
  const mean = values.map((row) => sum(row.map((value, i) => value * weights[i])) / total);
  const highest = Math.max(...mean);
  const leader = count ? mean.findIndex((number) => number >= highest - tie) : 0;
  const pairs = values.map((row) => difference(values[leader], row, weights));
  const loss = pairs.map((pair) => (count ? Math.max(pair.mean, 0) : 0));
  const around = (/** @type {Float64Array} */ row, /** @type {number} */ centre, /** @type {number} */ power) =>
    sum(row.map((value, i) => weights[i] ** power * (value - centre) ** 2));
  const error = (/** @type {number} */ square) =>
    kind === "exact" ? 0 : count < 2 ? NaN : Math.sqrt((square * count) / (count - 1)) / total;
  const lossSem = pairs.map(({ steps }, move) => error(around(steps, loss[move], 2)));
  const squares = pairs.map(({ steps }, move) => around(steps, loss[move], 1));
  const own = values.map((row, move) => around(row, mean[move], 1));
  const hidden = hiddenErrors(pairs, squares, loss, own, total, ess, facts.losses.unseen * delta);
  const alpha = (1 - level) / Math.max(1, moves - 1);
  const errors = lossSem.map((number, move) =>
    kind === "exact" ? 0 : kind === "part" ? Infinity : Math.hypot(number, hidden[move] / ess),
  );
  const reach = (/** @type {number} */ chance) => {
    const factor = count < 2 ? Infinity : tQuantile(Math.max(1, ess - 1), chance);
    return errors.map((number) => (number === 0 ? 0 : Number.isNaN(number) ? Infinity : number * factor));
  };
  const needed = moves === 1 || kind === "exact" ? 0 : Math.ceil(Math.log2((2 * facts.looks.sure * (moves - 1)) / (1 - level)));
  const [wide, sure] = [reach(alpha), reach(alpha / facts.looks.sure)];
  const others = (/** @type {(move: number) => number} */ limit) => loss.map((_, move) => (move === leader ? 0 : limit(move)));
  const high = others((move) => loss[move] + wide[move]);
  const excluded = loss.map(
    (number, move) => number - sure[move] > tie && Math.round((1e6 * pairs[move].number * ess) / count) >= 1e6 * needed,
  );
  const rivals = loss.map((_, move) => move).filter((move) => move !== leader && !excluded[move]);
  const isEqual = Math.round(1e6 * ess) >= 1e6 * needed && rivals.every((move) => high[move] <= delta + tie);
  return {
    mean,
    sem: values.map((row, move) => error(around(row, mean[move], 2))),
    bestShare: bestShares(values, weights),
    leader,
    loss,
    lossSem,
    low: others((move) => loss[move] - wide[move]),
    high,
    excluded,
    verdict: rivals.length === 0 ? "clear" : isEqual ? "equal" : "too close",
  };
}

/** @param {Iterable<number>} numbers */
function sum(numbers) {
  let total = 0;
  for (const number of numbers) {
    total += number;
  }
  return total;
}

/**
 * How far a row is ahead of another one: by sample, the mean, and the samples that differ: their weight and their number.
 * @param {Float64Array} ahead @param {Float64Array} behind @param {Float64Array} weights
 */
function difference(ahead, behind, weights) {
  const steps = ahead.map((value, i) => (Math.abs(value - behind[i]) >= tie ? value - behind[i] : 0));
  const mean = sum(steps.map((step, i) => step * weights[i])) / sum(weights);
  return { steps, mean, differing: sum(weights.filter((_, i) => steps[i])), number: steps.filter(Boolean).length };
}

/**
 * Errors of one sample for differences that no sample has shown yet.
 * @param {ReturnType<typeof difference>[]} pairs
 * @param {number[]} squares
 * @param {number[]} loss
 * @param {number[]} own
 * @param {number} total the weight of all samples
 * @param {number} ess
 * @param {number} unseen what moves may differ by that have hardly differed yet
 */
function hiddenErrors(pairs, squares, loss, own, total, ess, unseen) {
  const differing = sum(pairs.map((pair) => pair.differing));
  const equal = pairs.map((pair) => Math.max(total - pair.differing, 0));
  const shown = sum(squares.map((square, move) => square - equal[move] * loss[move] ** 2));
  const usual = differing ? Math.max(shown / differing, 0) : sum(own) / own.length / total;
  const usuals = pairs.map((pair) => Math.max(usual, unseen ** 2 / (1 + (pair.differing * ess) / total)));
  return pairs.map((_, move) => Math.sqrt((2 * (usuals[move] ?? 0) * equal[move]) / total));
}

/** The share of the samples in which each move is best, ties split. @param {Float64Array[]} values @param {Float64Array} weights */
function bestShares(values, weights) {
  const shares = values.map(() => 0);
  const total = sum(weights);
  weights.forEach((weight, i) => {
    const highest = Math.max(...values.map((row) => row[i]));
    const best = values.flatMap((row, move) => (row[i] >= highest - tie ? [move] : []));
    best.forEach((move) => (shares[move] += weight / best.length / total));
  });
  return shares;
}

/**
 * What |t| exceeds with the chance `alpha`, for Student's distribution.
 * @param {number} freedom
 * @param {number} alpha
 */
export function tQuantile(freedom, alpha) {
  let [low, high] = [0, Math.PI / 2];
  const whole = freedom > WHOLE ? Math.round(freedom) : freedom;
  const within = Number.isInteger(whole) ? withinAngle : partlyWithin;
  for (let step = 0; step < 100; step++) {
    const middle = (low + high) / 2;
    if (within(whole, middle) < 1 - alpha) {
      low = middle;
    } else {
      high = middle;
    }
  }
  return Math.sqrt(whole) * Math.tan(low);
}

/** P(|t| < sqrt(freedom) tan(angle)): Abramowitz and Stegun 26.7.3 and 26.7.4. @param {number} freedom @param {number} angle */
function withinAngle(freedom, angle) {
  const isOdd = freedom % 2 === 1;
  const square = Math.cos(angle) ** 2;
  let [term, total] = [isOdd ? Math.cos(angle) : 1, 0];
  for (let i = isOdd ? 3 : 2; i <= freedom; i += 2) {
    total += term;
    term *= (square * (i - 1)) / i;
  }
  return isOdd ? (2 / Math.PI) * (angle + Math.sin(angle) * total) : Math.sin(angle) * total;
}

/**
 * The same for any degrees of freedom: 1 less the area of sin^(freedom - 1) up to what is left of a right angle, by Simpson's rule, in a
 * variable in which it is smooth.
 * @param {number} freedom @param {number} angle
 */
function partlyWithin(freedom, angle) {
  const power = Math.max(1, SMOOTH / freedom);
  const area = (/** @type {number} */ end) => {
    const step = end ** (1 / power) / STRIPS;
    const height = (/** @type {number} */ at) => Math.sin(at ** power) ** (freedom - 1) * power * at ** (power - 1);
    return (
      step * sum(Array.from({ length: STRIPS }, (_, part) => height((part + 1) * step) * (part + 1 === STRIPS ? 1 : part % 2 ? 2 : 4)))
    );
  };
  return 1 - area(Math.PI / 2 - angle) / area(Math.PI / 2);
}
