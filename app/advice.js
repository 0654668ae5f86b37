/**
 * Advice without a server: the engines of games/diamonds/engines.py. With the same seed and number of worlds their samples are those of
 * `diamonds advise`, bit by bit.
 */

import { compareMoves } from "./comparison.js";
import { allWorlds, knowledge, worlds } from "./knowledge.js";
import { movesOf, nodesOf } from "./solution.js";

/** @typedef {import("./core.js").Bytes} Bytes */
/** @typedef {import("./core.js").Utility} Utility */
/** @typedef {import("./knowledge.js").Knowledge} Knowledge */
/** @typedef {import("./knowledge.js").Round} Round */
/** An engine at a decision. @typedef {{sample: (first: number, count: number) => number[][], total: number, portion: number, isExact: () => boolean}} Engine
 * `sample`: the values of the moves, by world, of the first of each class of equal ones; `total`: how many worlds there are, where it goes through all; `portion`: worlds between two
 * looks at the clock; `isExact`: whether no value so far is an estimate */

const TABLE = 16; // MiB for the solver, as in the command: where a limit of nodes cuts depends on it
const NODE_LIMIT = 1_000_000; // in one world, where proofs are not kept,
const SINGLE_LIMIT = 16_000_000; // and in the only one: some ten seconds, where the command has no limit but hears Stop
const FEW_DEALS = 1000; // with at most this many possible deals, exact solves all of them,
const FEW_KEPT_DEALS = 4000; // or with this many where it keeps proofs from world to world:
/** @type {Record<number, number>} */
const KEPT_CARDS = { 2: 16, 3: 6, 4: 5, 5: 3, 6: 4 }; // with at most so many cards in every hand, by players,
const KEPT_NODES = 2_000_000; // until so many nodes have been searched
const EXACT_DEALS = 100; // auto takes exact with two players, and where there are at most this many deals
const EXACT_CARDS = 4; // and cards in the hand
const SIMULATIONS = 1000;
const USES = 4; // simulations in each world, at least
/** @type {Record<string, number>} */
const EXPLORATION = { margin: 8, points: 8, win: 0.5 };

/** The engine that `auto` takes. @param {Round} round @param {number} deals that are possible, Infinity for many @param {number} cards in the hand @param {string} goal */
function chosen({ players, sides, ranks }, deals, cards, goal) {
  if (deals === 1 && (goal !== "win" || sides === 2)) return "exact";
  if (goal === "win") return "ismcts";
  if (players === 2 || (deals <= EXACT_DEALS && cards <= EXACT_CARDS)) return "exact";
  return sides === 2 && ranks === 15 ? "playout" : "ismcts";
}

/** Whether worlds share enough proofs. @param {Knowledge} known */
const keeps = ({ sizes }) => Math.max(...sizes) <= (KEPT_CARDS[sizes.length] ?? 0);

/** Every world solved, or each of few deals. @param {any} core @param {Ask} ask @param {number} deals @param {Bytes | null} all @returns {Engine} */
function exactEngine(core, { known, moves, firsts, seed, utility }, deals, all) {
  const size = known.position.length;
  const keepsProofs = deals > 1 && keeps(known);
  const nodeLimit = keepsProofs ? 0 : deals === 1 ? SINGLE_LIMIT : NODE_LIMIT;
  let isCut = false;
  let nodes = Infinity; // since the table was cleared: another question may have used it
  core.setTable(TABLE);

  const solved = (/** @type {Bytes} */ world, /** @type {number} */ index) => {
    const again = keepsProofs && nodes <= KEPT_NODES;
    const result = core.solve(world, { nodeLimit, again });
    nodes = (again ? nodes : 0) + nodesOf(core, result);
    const every = movesOf(core, result);
    const rows = firsts.map((first) => /** @type {(typeof every)[number]} */ (every[first]));
    if (rows.every(({ lower, upper }) => lower === upper)) return rows.map(({ lower }) => lower);
    isCut = true;
    const ask = { worlds: world, seen: known.seen, moves, seed: BigInt(seed), first: BigInt(index), utility };
    const tried = new Float64Array(core.playouts(ask).values.buffer);
    return rows.map(({ lower, upper }, move) => Math.min(Math.max(tried[move] ?? 0, lower), upper));
  };

  return {
    total: all ? deals : Infinity,
    portion: 1,
    isExact: () => all !== null && !isCut,
    sample(first, count) {
      const some = all ? all.slice(first * size, (first + count) * size) : worlds(core, known, BigInt(seed), BigInt(first), count);
      return Array.from({ length: some.length / size }, (_, i) => solved(some.slice(i * size, (i + 1) * size), first + i));
    },
  };
}

/** Every move played to the end by rules. @param {any} core @param {Ask} ask @returns {Engine} */
function playoutEngine(core, { known, moves, firsts, seed, utility }) {
  return {
    total: Infinity,
    portion: 20,
    isExact: () => false,
    sample(first, number) {
      const [at, from] = [BigInt(seed), BigInt(first)];
      const ask = { worlds: worlds(core, known, at, from, number), seen: known.seen, moves, seed: at, first: from, utility };
      const values = new Float64Array(core.playouts(ask).values.buffer);
      return Array.from({ length: number }, (_, world) => firsts.map((_first, move) => values[move * number + world] ?? 0));
    },
  };
}

/** Trees. @param {any} core @param {Ask} ask @returns {Engine} */
function treeEngine(core, { known, count, firsts, seed, utility, sides }) {
  const tree = (/** @type {number} */ index) => {
    const found = core.search({
      worlds: worlds(core, known, BigInt(seed), BigInt(index) << 32n, Math.ceil(SIMULATIONS / Math.max(USES, count))),
      seen: known.seen,
      seed: treeSeed(seed, index),
      simulations: SIMULATIONS,
      exploration: EXPLORATION[utility.goal],
      bias: sides === 2 ? 1 : 0,
      nodes: 1 << 20,
      utility,
    });
    const means = core.means(found);
    return firsts.map((first) => means[first]);
  };
  return {
    total: Infinity,
    portion: 4,
    isExact: () => false,
    sample: (first, number) => Array.from({ length: number }, (_, i) => tree(first + i)),
  };
}

/**
 * @typedef {{known: Knowledge, moves: Bytes, count: number, firsts: number[], seed: number, utility: Utility, sides: number}} Ask what an engine is
 * asked: of `count` moves those with the indices `firsts`, which stand for their equals; `moves` are these, packed
 */

/**
 * The decision of the seat in a round: its moves, and samples of their values, as many as are asked for.
 * @param {any} core
 * @param {Round} round
 * @param {{engine?: string, seed: number, utility: Utility}} options `engine`: where it is not the one that `auto` takes
 */
export function adviser(core, round, { engine, seed, utility }) {
  const known = knowledge(core, round);
  const packed = core.moves(known.position);
  const count = packed.length / 3;
  const moves = Array.from({ length: count }, (_, i) => [...packed.slice(3 * i, 3 * i + 3)]);
  const { total: deals, positions } = allWorlds(core, known, keeps(known) ? FEW_KEPT_DEALS : FEW_DEALS, BigInt(seed));
  const name = engine ?? chosen(round, deals, known.sizes[round.seat] ?? 0, utility.goal);
  /** @type {number[]} */
  const classes = core.classes(known.position, known.seen, utility.goal);
  const firsts = [...new Set(classes)];
  const firstMoves = Uint8Array.from(firsts.flatMap((first) => moves[first] ?? []));
  const ask = { known, moves: firstMoves, count, firsts, seed, utility, sides: round.sides };
  const { total, portion, isExact, sample } = name === "exact" ? exactEngine(core, ask, deals, positions) : name === "playout" ? playoutEngine(core, ask) : treeEngine(core, ask);
  /** @type {number[][]} */
  const columns = [];
  const exact = () => columns.length === total && isExact();
  return {
    name,
    moves,
    portion,
    simulations: name === "ismcts" ? SIMULATIONS : null,
    columns,
    exact,
    count: () => columns.length,
    /** Whether there is nothing more to value. */
    isOver: () => columns.length >= total || firsts.length === 1,
    /** Values `number` more worlds, or those that are left. @param {number} number */
    sample(number) {
      const rows = classes.map((first) => firsts.indexOf(first));
      const values = sample(columns.length, Math.min(number, total - columns.length));
      columns.push(...values.map((column) => rows.map((row) => column[row] ?? 0)));
    },
    /** The comparison of the moves by the samples so far. */
    comparison() {
      const values = moves.map((_, move) => Float64Array.from(columns, (column) => column[move] ?? 0));
      return compareMoves(values, { classes, kind: exact() ? "exact" : "random" });
    },
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
