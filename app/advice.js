/**
 * Advice without a server: the engines `playout` and `ismcts` of games/diamonds/engines.py. With the same seed and number of worlds their
 * samples are those of `diamonds advise`, bit by bit.
 */

import { compareMoves } from "./comparison.js";
import { knowledge, worlds } from "./knowledge.js";

/** @typedef {import("./core.js").Utility} Utility */

const SIMULATIONS = 1000;
const USES = 4; // simulations in each world, at least
/** @type {Record<string, number>} */
const EXPLORATION = { margin: 8, points: 8, win: 0.5 };

/** The engine that `auto` takes, of these two. @param {import("./knowledge.js").Round} round @param {string} goal */
export function engineFor({ players, sides, ranks }, goal) {
  return sides === 2 && players > 2 && ranks === 15 && goal !== "win" ? "playout" : "ismcts";
}

/**
 * The decision of the seat in a round: its moves, and samples of their values, as many as are asked for.
 * @param {any} core
 * @param {import("./knowledge.js").Round} round
 * @param {{engine: string, seed: number, utility: Utility}} options
 */
export function adviser(core, round, { engine, seed, utility }) {
  const known = knowledge(core, round);
  const packed = core.moves(known.position);
  const moves = Array.from({ length: packed.length / 3 }, (_, i) => [...packed.slice(3 * i, 3 * i + 3)]);
  /** @type {number[][]} */
  const columns = [];

  /** @param {number} index */
  const tree = (index) => {
    const count = Math.ceil(SIMULATIONS / Math.max(USES, moves.length));
    const found = core.search({
      worlds: worlds(core, known, BigInt(seed), BigInt(index) << 32n, count),
      seen: known.seen,
      seed: treeSeed(seed, index),
      simulations: SIMULATIONS,
      exploration: EXPLORATION[utility.goal],
      bias: round.sides === 2 ? 1 : 0,
      nodes: 1 << 20,
      utility,
    });
    return core.means(found);
  };

  /** @param {number} first @param {number} count */
  const playouts = (first, count) => {
    const [at, number] = [BigInt(seed), BigInt(first)];
    const ask = { worlds: worlds(core, known, at, number, count), seen: known.seen, moves: packed, seed: at, first: number, utility };
    const values = new Float64Array(core.playouts(ask).values.buffer);
    return Array.from({ length: count }, (_, world) => moves.map((_move, move) => values[move * count + world]));
  };

  return {
    moves,
    /** Values `count` more worlds. @param {number} count */
    sample(count) {
      const first = columns.length;
      const trees = () => Array.from({ length: count }, (_, i) => tree(first + i));
      columns.push(...(engine === "playout" ? playouts(first, count) : trees()));
    },
    /** The comparison of the moves by the samples so far. */
    comparison() {
      return compareMoves(moves.map((_, move) => Float64Array.from(columns, (column) => column[move])));
    },
    columns,
  };
}

/** The seed of a tree: numpy's SeedSequence((seed, index)).generate_state(1, uint64). @param {number} seed @param {number} index */
export function treeSeed(seed, index) {
  const entropy = [...words(seed), ...words(index)];
  const mixed = hash(0x43b0d7e5, 0x931e8875);
  const pool = Array.from({ length: 4 }, (_, i) => mixed(entropy[i] ?? 0));
  const mix = (/** @type {number} */ into, /** @type {number} */ from) => {
    const word = (Math.imul(0xca01f9dd, pool[into]) - Math.imul(0x4973f715, mixed(from))) >>> 0;
    pool[into] = (word ^ (word >>> 16)) >>> 0;
  };
  for (let from = 0; from < 4; from++) {
    for (let into = 0; into < 4; into++) {
      if (into !== from) {
        mix(into, pool[from]);
      }
    }
  }
  entropy.slice(4).forEach((word) => [0, 1, 2, 3].forEach((into) => mix(into, word)));
  const drawn = hash(0x8b51f9dd, 0x58f38ded);
  const [low, high] = [drawn(pool[0]), drawn(pool[1])];
  return (BigInt(high) << 32n) | BigInt(low);
}

/** A hash of words whose constant changes with each of them. @param {number} start @param {number} factor */
function hash(start, factor) {
  let constant = start;
  return (/** @type {number} */ word) => {
    const before = word ^ constant;
    constant = Math.imul(constant, factor) >>> 0;
    const product = Math.imul(before, constant) >>> 0;
    return (product ^ (product >>> 16)) >>> 0;
  };
}

/** A whole number as words of 32 bits, the lowest first. @param {number} number */
function words(number) {
  const high = Math.floor(number / 2 ** 32);
  return high ? [number >>> 0, high] : [number >>> 0];
}
