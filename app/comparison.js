/**
 * What samples allow to be said of moves: `compare_moves` of stats/comparison.py, for samples of equal weight, without the chances that
 * the bootstrap finds. tests/test_phone_comparison.py holds it equal on random tables.
 */

export const TIE = 1e-9;
export const SURE = 5; // times more seldom than the intervals a move is excluded wrongly
const UNSEEN = 30; // indifference margins that two moves may differ by where they do, as long as hardly a sample has shown them differ

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
 * @param {{classes?: number[], delta?: number, level?: number, kind?: "random" | "exact" | "part"}} [options] `classes`: for each move the
 *   index of the first one that is its equal, all of one class are compared with the others as one; `kind`: of the samples: random worlds;
 *   all worlds that there are, so that nothing is uncertain; the first of these, of which nothing but the means can be said
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
 * @param {{delta?: number, level?: number, kind?: "random" | "exact" | "part"}} options
 * @returns {Comparison}
 */
function compareClasses(values, { delta = 0.1, level = 0.95, kind = "random" }) {
  const [moves, count] = [values.length, values[0].length];
  const mean = values.map((row) => sum(row) / count);
  const highest = Math.max(...mean);
  const leader = count ? mean.findIndex((number) => number >= highest - TIE) : 0;
  const pairs = values.map((row) => difference(values[leader], row));
  const loss = pairs.map((pair) => (count ? Math.max(pair.mean, 0) : 0));
  const squares = pairs.map((pair, move) => pair.squares + count * (pair.mean - loss[move]) ** 2);
  const error = (/** @type {number} */ square) => (kind === "exact" ? 0 : count < 2 ? NaN : Math.sqrt((square * count) / (count - 1)) / count);
  const lossSem = squares.map(error);
  const own = values.map((row, move) => sum(row.map((value) => (value - mean[move]) ** 2)));
  const hidden = hiddenErrors(pairs, squares, loss, own, count, UNSEEN * delta);
  const alpha = (1 - level) / Math.max(1, moves - 1);
  const errors = lossSem.map((number, move) => (kind === "exact" ? 0 : kind === "part" ? Infinity : Math.hypot(number, hidden[move] / count)));
  const reach = (/** @type {number} */ chance) => {
    const factor = count < 2 ? Infinity : tQuantile(count - 1, chance);
    return errors.map((number) => (number === 0 ? 0 : Number.isNaN(number) ? Infinity : number * factor));
  };
  const needed = moves === 1 || kind === "exact" ? 0 : Math.ceil(Math.log2((2 * SURE * (moves - 1)) / (1 - level)));
  const [wide, sure] = [reach(alpha), reach(alpha / SURE)];
  const others = (/** @type {(move: number) => number} */ limit) => loss.map((_, move) => (move === leader ? 0 : limit(move)));
  const high = others((move) => loss[move] + wide[move]);
  const excluded = loss.map((number, move) => number - sure[move] > TIE && pairs[move].differing >= needed);
  const rivals = loss.map((_, move) => move).filter((move) => move !== leader && !excluded[move]);
  const isEqual = count >= needed && rivals.every((move) => high[move] <= delta + TIE);
  return {
    mean,
    sem: own.map(error),
    bestShare: bestShares(values),
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

/** How far a row is ahead of another one: mean, sum of squares around it, samples that differ. @param {Float64Array} ahead @param {Float64Array} behind */
function difference(ahead, behind) {
  const steps = ahead.map((value, i) => (Math.abs(value - behind[i]) >= TIE ? value - behind[i] : 0));
  const mean = sum(steps) / steps.length;
  return { mean, squares: sum(steps.map((step) => (step - mean) ** 2)), differing: steps.filter(Boolean).length };
}

/**
 * Errors of one sample for differences that no sample has shown yet.
 * @param {ReturnType<typeof difference>[]} pairs
 * @param {number[]} squares
 * @param {number[]} loss
 * @param {number[]} own
 * @param {number} count
 * @param {number} unseen what moves may differ by that have hardly differed yet
 */
function hiddenErrors(pairs, squares, loss, own, count, unseen) {
  const differing = sum(pairs.map((pair) => pair.differing));
  const shown = sum(squares.map((square, move) => square - (count - pairs[move].differing) * loss[move] ** 2));
  const usual = differing ? Math.max(shown / differing, 0) : sum(own) / own.length / count;
  const usuals = pairs.map((pair) => Math.max(usual, unseen ** 2 / (1 + pair.differing)));
  return pairs.map((pair, move) => Math.sqrt((2 * (usuals[move] ?? 0) * (count - pair.differing)) / count));
}

/** The share of the samples in which each move is best, ties split. @param {Float64Array[]} values */
function bestShares(values) {
  const shares = values.map(() => 0);
  const count = values[0].length;
  for (let i = 0; i < count; i++) {
    const highest = Math.max(...values.map((row) => row[i]));
    const best = values.flatMap((row, move) => (row[i] >= highest - TIE ? [move] : []));
    best.forEach((move) => (shares[move] += 1 / best.length / count));
  }
  return shares;
}

/**
 * What |t| exceeds with the chance `alpha`, for Student's distribution with a whole number of degrees of freedom.
 * @param {number} freedom
 * @param {number} alpha
 */
function tQuantile(freedom, alpha) {
  let [low, high] = [0, Math.PI / 2];
  for (let step = 0; step < 100; step++) {
    const middle = (low + high) / 2;
    if (withinAngle(freedom, middle) < 1 - alpha) {
      low = middle;
    } else {
      high = middle;
    }
  }
  return Math.sqrt(freedom) * Math.tan(low);
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
