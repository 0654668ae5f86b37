/**
 * What the others' moves and the pass tell about their hands: `Inference` of games/diamonds/advising/worlds.py, for two sides, where everybody
 * knows what the one they were passed cards by was passed. The chances of moves are the core's; worlds are drawn and weighed as there.
 */

import facts from "../src/diamonds_solver/facts.js";
import { NONE } from "./core.js";
import { asSet, passGame, worlds } from "./knowledge.js";
import { firstRandom } from "./random.js";

/** @typedef {import("./core.js").Bytes} Bytes */
/** @typedef {import("./knowledge.js").Knowledge} Knowledge */
/** @typedef {import("./knowledge.js").Round} Round */
/** @typedef {{worlds: Bytes, weights: number[]}} Drawn */

const chosen = facts.inference;
const APART = 1n << 63n; // the number of the first uniform world
const DRAW = 1; // apart from the random numbers that deal the cards
const CARDS = 64;
const KINDS = 4; // of players

/** @param {Iterable<number>} numbers */
function sum(numbers) {
  let total = 0;
  for (const number of numbers) total += number;
  return total;
}

/**
 * Worlds as what the others did makes them likely; null where they have done nothing that could tell. `draw`: worlds and what each stands for;
 * `weights`: of worlds that are listed; `share`: of the deals that they leave, as if as many were equally likely.
 * @param {any} core @param {Round} round @param {Knowledge} known @param {number} seed @param {number} block worlds that are drawn of each pool
 */
export function inferring(core, round, known, seed, block) {
  const { seat: own, got, gave } = round;
  const steps = known.steps.filter(({ seat }) => seat !== own);
  if (!steps.length && !got.length) return null;
  const { giver } = round;
  const passed = { got: asSet(got), gave: asSet(gave), played: known.steps.filter(({ seat }) => seat === giver).reduce((cards, { card }) => cards | asSet([card]), 0n) };
  const size = known.position.length;

  /** The hands of a seat. @param {Bytes} all @param {number} seat @param {bigint} [also] */
  function handsOf(all, seat, also = 0n) {
    const hands = core.hands(all);
    return BigUint64Array.from({ length: all.length / size }, (_, world) => (hands[(world * size) / 8 + seat] ?? 0n) | also);
  }

  /** By seat, what its own hand makes of the chance of all it did: logarithms by world. @param {Bytes} all @returns {Map<number, number[]>} */
  function logsBySeat(all) {
    /** @type {Map<number, number[]>} */
    const logs = new Map();
    if (got.length) {
      const hands = handsOf(all, giver, passed.played).map((hand) => (hand & ~passed.gave) | passed.got);
      logs.set(giver, core.passChances(passGame(round), hands, passed.got, chosen.slip).map(Math.log));
    }
    /** @type {Map<number, Float64Array>} */
    const chances = new Map();
    let later = Array(known.sizes.length).fill(0n);
    let { seen } = known;
    for (const { seat, table, card } of [...known.steps].reverse()) {
      const bit = 1n << BigInt(card);
      later = later.with(seat, later[seat] | bit);
      seen &= ~bit;
      if (seat === own) continue;
      const before = chances.get(seat) ?? new Float64Array((all.length / size) * KINDS).fill(1);
      chances.set(seat, core.modelChances(table, seen, handsOf(all, seat, later[seat]), card, chosen.slip, before));
    }
    for (const [seat, found] of chances) {
      const before = logs.get(seat);
      const mine = Array.from({ length: found.length / KINDS }, (_, world) => Math.log(Math.max(sum(found.subarray(KINDS * world, KINDS * world + KINDS)) / KINDS, chosen.least)));
      logs.set(seat, mine.map((log, world) => (before?.[world] ?? 0) + log));
    }
    return logs;
  }

  const total = (/** @type {Map<number, number[]>} */ logs, /** @type {number} */ count) => Array.from({ length: count }, (_, world) => sum([...logs.values()].map((each) => each[world] ?? 0)));
  const uniform = worlds(core, known, BigInt(seed), APART, chosen.uniform);
  const bySeat = logsBySeat(uniform);
  const logs = total(bySeat, chosen.uniform);
  const top = Math.max(...logs);
  const power = powerOf(logs.map((log) => log - top));
  const flattened = (/** @type {number[]} */ some) => some.map((log) => Math.exp(power * (log - top)));
  const tilts = new Map([...bySeat].map(([seat, mine]) => [seat, tiltOf([...handsOf(uniform, seat)].map(bits), mine.map((log) => power * log))]));
  const plan = {
    ...known.plan,
    weights: known.plan.weights.map((weight, index) => {
      const receiver = index % known.plan.needs.length;
      const tilt = tilts.get(known.takers[receiver] ?? NONE)?.[known.unseen[Math.floor(index / known.plan.needs.length)] ?? 0] ?? 0;
      return known.takers.length ? weight * Math.exp(chosen.tilt_step * tilt) : weight;
    }),
  };

  /** What each stands for beside uniform worlds, as the cards are not dealt alike. @param {Bytes} all */
  function plainOf(all) {
    const points = Array(all.length / size).fill(0);
    for (const [seat, tilt] of tilts) handsOf(all, seat).forEach((hand, world) => (points[world] += sum(bits(hand).map((card) => tilt[card] ?? 0))));
    return points.map((tilted) => Math.exp(-chosen.tilt_step * tilted));
  }

  /** Of worlds, that of the likeliest uniform one 1. @param {Bytes} all */
  const weights = (all) => flattened(total(logsBySeat(all), all.length / size));

  /** A systematic sample of a pool of worlds: likelier ones are kept more often, and their weights make up for it. @param {number} number @returns {Drawn} */
  function blockOf(number) {
    const all = worlds(core, { ...known, plan }, BigInt(seed), BigInt(number * chosen.pool), chosen.pool);
    const plain = plainOf(all);
    const weighed = weights(all).map((weight, world) => Math.max(weight * (plain[world] ?? 0), chosen.least));
    const scale = scaleOf(weighed, block);
    const chances = weighed.map((weight) => Math.min(1, scale * weight));
    let at = firstRandom(seed, DRAW, number);
    let mark = 0;
    const kept = chances.flatMap((chance, world) => {
      at += chance;
      const before = mark;
      mark = world === chosen.pool - 1 ? block : Math.floor(at);
      return mark > before ? [world] : [];
    });
    const some = new Uint8Array(kept.length * size);
    kept.forEach((world, place) => some.set(all.subarray(world * size, (world + 1) * size), place * size));
    return { worlds: some, weights: kept.map((world) => (weighed[world] ?? 0) / (chances[world] ?? 1)) };
  }

  /** @type {{number: number, drawn: Drawn} | null} */
  let last = null;
  /** Some worlds of one block, from `first` on. @param {number} first @param {number} count @returns {Drawn} */
  function part(first, count) {
    const number = Math.floor(first / block);
    if (last?.number !== number) last = { number, drawn: blockOf(number) };
    const start = first % block;
    return { worlds: last.drawn.worlds.slice(start * size, (start + count) * size), weights: last.drawn.weights.slice(start, start + count) };
  }

  return {
    weights,
    share: sum(flattened(logs)) ** 2 / (chosen.uniform * sum(flattened(logs).map((weight) => weight ** 2))),
    /** Worlds from `first` on; of one block, so that they may be fewer. @param {number} first @param {number} count */
    draw: (first, count) => part(first, Math.min(count, block - (first % block))),
  };
}

/** The cards of a hand. @param {bigint} hand */
function bits(hand) {
  const cards = [];
  for (const [half, word] of [Number(hand & 0xffffffffn), Number(hand >> 32n)].entries()) for (let rest = word >>> 0, card = 32 * half; rest; rest >>>= 1, card++) if (rest & 1) cards.push(card);
  return cards;
}

/** The largest power of likelihoods, up to 1, that leaves enough effective worlds. @param {number[]} logs the highest of them 0 */
function powerOf(logs) {
  const isEnough = (/** @type {number} */ power) => {
    const weights = logs.map((log) => Math.exp(power * log));
    return sum(weights) ** 2 >= chosen.least_share * logs.length * sum(weights.map((weight) => weight ** 2));
  };
  if (isEnough(1)) return 1;
  let [low, high] = [0, 1];
  for (let step = 0; step < chosen.halvings; step++) {
    const middle = (low + high) / 2;
    if (isEnough(middle)) low = middle;
    else high = middle;
  }
  return low;
}

/** What each card of a hand adds to the logarithm of its weight, in units of `tilt_step`, by ridge regression. @param {number[][]} hands @param {number[]} logs */
function tiltOf(hands, logs) {
  const width = CARDS + 1;
  const rows = hands.map((cards, world) => {
    const row = new Float64Array(width);
    for (const card of cards) row[card] = 1;
    row[CARDS] = logs[world] ?? 0;
    return row;
  });
  const means = Float64Array.from({ length: width }, (_, column) => sum(rows.map((row) => row[column] ?? 0)) / rows.length);
  const system = Array.from({ length: CARDS }, (_, card) => new Float64Array(width).fill(0).map((zero, column) => (card === column ? chosen.ridge : zero)));
  for (const row of rows) {
    for (let column = 0; column < width; column++) row[column] = (row[column] ?? 0) - (means[column] ?? 0);
    system.forEach((equation, card) => {
      const by = row[card] ?? 0;
      for (let column = 0; column < width; column++) equation[column] = (equation[column] ?? 0) + by * (row[column] ?? 0);
    });
  }
  return solved(system).map((slope) => Math.round(Math.max(-chosen.most_tilt, Math.min(chosen.most_tilt, slope)) / chosen.tilt_step));
}

/** The solution of linear equations of a positive definite matrix, each with its right side at the end. @param {Float64Array[]} system */
function solved(system) {
  const count = system.length;
  system.forEach((pivot, at) => {
    for (const below of system.slice(at + 1)) {
      const factor = (below[at] ?? 0) / (pivot[at] ?? 1);
      if (factor) for (let column = at; column <= count; column++) below[column] = (below[column] ?? 0) - factor * (pivot[column] ?? 0);
    }
  });
  const found = new Float64Array(count);
  for (let at = count - 1; at >= 0; at--) {
    const row = system[at] ?? found;
    found[at] = ((row[count] ?? 0) - sum(row.subarray(at + 1, count).map((factor, index) => factor * (found[at + 1 + index] ?? 0)))) / (row[at] ?? 1);
  }
  return [...found];
}

/** The factor with which weights, cut at 1, add up to `count`. @param {number[]} weights @param {number} count */
function scaleOf(weights, count) {
  const rising = weights.toSorted((one, two) => one - two);
  let rest = 0;
  const rests = rising.map((weight) => (rest += weight)).reverse();
  const falling = rising.reverse();
  for (let cut = 0; cut < count; cut++) {
    const scale = (count - cut) / (rests[cut] ?? 1);
    if (scale * (falling[cut] ?? 0) <= 1) return scale;
  }
  return 1 / (rests[0] ?? 1);
}
