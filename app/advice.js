/**
 * Advice without a server: the engines of games/diamonds/advising/engines.py. With the same seed and number of worlds their samples are those of
 * `diamonds advise`, bit by bit.
 */

import facts from "../src/diamonds_solver/facts.js";
import { compareMoves } from "./comparison.js";
import { NONE } from "./core.js";
import { knowledge, passGame } from "./knowledge.js";
import { Sources } from "./reasons.js";
import { movesOf, nodesOf } from "./solution.js";

/** @typedef {import("./core.js").Bytes} Bytes */
/** @typedef {import("./core.js").Utility} Utility */
/** @typedef {import("./core.js").Known} Known */
/** @typedef {import("./knowledge.js").Round} Round */
/**
 * The samples of a decision as they grow. `usual`: how much work a hint does, in worlds or in simulations of each tree; `total`: how many worlds
 * there are, where it goes through all, else Infinity; `columns`: the values of the moves by sample, of the first of each class of equal
 * ones; `weights`: of the samples, null where all count alike; `work`: how much is done; `step`: goes on towards an amount of work, by no
 * more than a moment's; `isExact`: whether no value so far is an estimate; `sources`: where the values of these moves come from, null where
 * samples do not tell; `free`: gives memory back.
 * @typedef {{usual: number, total: number, simulations: () => number | null, columns: () => number[][], weights: () => number[] | null, work: () => number,
 *   step: (target: number) => void, isExact: () => boolean, sources: () => Sources | null, free: () => void}} Samples
 */

const { exact, looks, trees: growth } = facts;
const SINGLE_LIMIT = 16_000_000; // nodes in the only world: some ten seconds, where the command has no limit but hears Stop
const LARGEST_TREE = 128_000; // simulations: the most that a tree may have
/** How much of what `diamonds advise` does a hint does: its processor is faster and not alone. */
export const PART = 1 / 4;
/** By players: the most cards in a hand with which proofs are kept from world to world. @type {Record<string, number>} */
const kept = exact.kept_cards;
/** @type {Record<string, number>} */
const exploration = growth.exploration;

/** Whether worlds share enough proofs. @param {Known} known */
const keeps = ({ sizes }) => Math.max(...sizes) <= (kept[sizes.length] ?? 0);

/** The most deals of which every one is solved. @param {Known} known */
const listed = (known) => (keeps(known) ? exact.few_kept_deals : exact.few_deals);

/**
 * Worlds, one after the other.
 * @param {{usual: number, total?: number, portion: number, sample: (first: number, count: number) => {values: number[][],
 *   weights?: number[] | null, parts?: ArrayLike<number>[]}, isExact?: () => boolean}} engine `portion`: worlds between two looks at the
 *   clock; a sample may have fewer than are asked for, and say by `parts` where the points of all moves come from
 * @returns {Samples}
 */
export function worldByWorld({ usual, total = Infinity, portion, sample, isExact = () => false }) {
  /** @type {number[][]} */
  const columns = [];
  /** @type {number[]} */
  const weights = [];
  const sources = new Sources();
  let tells = false;
  return {
    usual,
    total,
    simulations: () => null,
    columns: () => columns,
    weights: () => (weights.length ? weights : null),
    work: () => columns.length,
    step(target) {
      const found = sample(columns.length, Math.min(portion, Math.min(target, total) - columns.length));
      columns.push(...found.values);
      weights.push(...(found.weights ?? []));
      found.parts?.forEach((parts, world) => sources.add(parts, found.weights?.[world] ?? 1));
      tells = found.parts !== undefined;
    },
    sources: () => (tells ? sources : null),
    isExact: () => columns.length === total && isExact(),
    free() {},
  };
}

/**
 * Worlds as what the others did makes them likely, and what each stands for; null where they have done nothing that could tell.
 * @param {any} core @param {Known} known @param {number} seed @param {number} size of the blocks of worlds that are drawn
 */
function inferring(core, known, seed, size) {
  const { beliefs, tells, share } = core.beliefs(known, BigInt(seed));
  if (!tells) return null;
  let [last, block] = [-1, { worlds: new Uint8Array(), weights: /** @type {number[]} */ ([]) }];
  return {
    share,
    /** Of worlds that are listed. @param {Bytes} worlds @returns {number[]} */
    weights: (worlds) => core.weights(known, beliefs, worlds),
    /** Worlds from `first` on; of one block, so that they may be fewer. @param {number} first @param {number} count */
    draw(first, count) {
      const [number, start] = [Math.floor(first / size), first % size];
      if (number !== last) [last, block] = [number, core.block(known, beliefs, BigInt(seed), number, size)];
      const [end, width] = [Math.min(start + count, size), known.position.length];
      return { worlds: block.worlds.slice(start * width, end * width), weights: block.weights.slice(start, end) };
    },
  };
}

/**
 * Where points come from as a margin counts it, of what others gain as much as the mean of the other sides: the rows of parts that begin at these places.
 * @param {any} core @param {ArrayLike<number>} parts @param {number[]} places @param {number} sides
 */
export function rowsOf(core, parts, places, sides) {
  const [width, others] = [core.parts, core.parts - 2];
  const rows = new Float64Array(places.length * width);
  places.forEach((place, row) => {
    for (let part = 0; part < width; part++)
      rows[row * width + part] = (parts[place + part] ?? 0) * (part === others ? -1 / (sides - 1) : 1);
  });
  return rows;
}

/** Every world solved, or each of few deals. @param {any} core @param {Ask} ask @param {number} deals @returns {Samples} */
function exactSamples(core, { known, moves, count, firsts, seed, utility, sides, inference, withSources }, deals) {
  const all = deals <= listed(known) ? core.allWorlds(known, BigInt(seed), deals) : null;
  const size = known.position.length;
  const keepsProofs = deals > 1 && keeps(known);
  const nodeLimit = keepsProofs ? 0 : deals === 1 ? SINGLE_LIMIT : exact.node_limit;
  let isCut = false;
  let nodes = Infinity; // since the table was cleared: another question may have used it
  core.setTable(exact.memory);

  const solved = (/** @type {Bytes} */ world, /** @type {number} */ index) => {
    const again = keepsProofs && nodes <= exact.kept_nodes;
    const parts = withSources ? new Int16Array(count * core.parts) : null;
    const result = core.solve(world, { nodeLimit, again, parts, partsBudget: keepsProofs ? 0 : exact.parts_budget });
    nodes = (again ? nodes : 0) + nodesOf(core, result);
    const every = movesOf(core, result);
    const rows = firsts.map((first) => /** @type {(typeof every)[number]} */ (every[first]));
    const isSolved = rows.every(({ lower, upper }) => lower === upper);
    if (isSolved && !core.get(result, "Result", "stopped")) {
      return { values: rows.map(({ lower }) => lower), parts: rowsOf(core, parts ?? [], firsts.map((first) => first * core.parts), sides) };
    }
    isCut ||= !isSolved;
    const ask = { worlds: world, seen: known.seen, moves, seed: BigInt(seed), first: BigInt(index), utility };
    const played = core.playouts(ask);
    const tried = new Float64Array(played.values.buffer);
    const values = rows.map(({ lower, upper }, move) => Math.min(Math.max(tried[move] ?? 0, lower), upper));
    return { values, parts: rowsOf(core, new Int16Array(played.parts.buffer), firsts.map((_, move) => move * core.parts), sides) };
  };

  return worldByWorld({
    usual: known.sizes.length === 2 ? PART * facts.work.exact : PART * facts.work.few,
    total: all ? deals : Infinity,
    portion: 1,
    isExact: () => !isCut,
    sample(first, many) {
      const part = all?.slice(first * size, (first + many) * size);
      const drawn = part ? null : inference?.draw(first, many);
      const some = part ?? drawn?.worlds ?? core.worlds(known, BigInt(seed), BigInt(first), many);
      const found = Array.from({ length: some.length / size }, (_, i) => solved(some.slice(i * size, (i + 1) * size), first + i));
      const parts = withSources ? found.map((each) => each.parts) : undefined;
      return { values: found.map(({ values }) => values), weights: part ? inference?.weights(part) : drawn?.weights, parts };
    },
  });
}

/** Every move played to the end. @param {any} core @param {Ask} ask @returns {Samples} */
function playoutSamples(core, { known, moves, firsts, seed, utility, sides, policy, isPerfect, inference }) {
  return worldByWorld({
    usual: inference ? PART * facts.work.weighed : PART * facts.work.playout,
    portion: 20,
    sample(first, many) {
      const [at, from] = [BigInt(seed), BigInt(first)];
      const drawn = inference?.draw(first, many);
      const some = drawn?.worlds ?? core.worlds(known, at, from, many);
      const number = some.length / known.position.length;
      const ask = { worlds: some, seen: known.seen, moves, seed: at, first: from, utility, policy, isPerfect };
      const played = core.playouts(ask);
      const [values, parts] = [new Float64Array(played.values.buffer), new Int16Array(played.parts.buffer)];
      const places = (/** @type {number} */ world) => firsts.map((_first, move) => (move * number + world) * core.parts);
      return {
        values: Array.from({ length: number }, (_, world) => firsts.map((_first, move) => values[move * number + world] ?? 0)),
        parts: Array.from({ length: number }, (_, world) => rowsOf(core, parts, places(world), sides)),
        weights: drawn?.weights,
      };
    },
  });
}

/**
 * Trees that grow in turns: all reach one size before any is grown further, and the samples are those of the last size that all have reached.
 * @param {any} core @param {Ask} ask @returns {Samples}
 */
function treeSamples(core, { known, count, firsts, seed, utility, sides, isPerfect }) {
  const options = { exploration: exploration[utility.goal], bias: sides === 2 ? 1 : 0, nodes: 1 << 20, utility };
  const uses = Math.max(growth.uses, count);
  const trees = Array.from({ length: growth.number }, (_, index) =>
    ({ simulations: 0, tree: core.tree(known.position, { seed: core.seedOf(seed, index), ...options }) }));
  /** @type {number[][]} */
  let columns = [];
  let [reached, size] = [0, 0]; // simulations that all trees have had, and the size that they grow to
  let next = 0; // the tree to grow

  /** Grows a tree, slice by slice. @param {number} index @param {number} simulations */
  function grow(index, simulations) {
    const growing = /** @type {(typeof trees)[number]} */ (trees[index]);
    while (growing.simulations < simulations) {
      const start = Math.floor(growing.simulations / growth.slice) * growth.slice;
      const own = core.worlds(known, BigInt(seed),
        (BigInt(index) << 32n) + BigInt(Math.floor(start / uses)), Math.ceil(growth.slice / uses));
      const end = Math.min(start + growth.slice, simulations);
      growing.tree.run(own, known.seen, end - growing.simulations);
      growing.simulations = end;
    }
  }
  return {
    usual: known.sizes.length === 6 || (known.sizes.length === 5 && isPerfect) ? PART * facts.work.tree_of_many : PART * facts.work.tree,
    total: Infinity,
    simulations: () => reached,
    columns: () => columns,
    weights: () => null,
    work: () => (reached >= LARGEST_TREE ? Infinity : reached),
    step(target) {
      if (!next) size = Math.min(larger(reached), target, LARGEST_TREE);
      grow(next, size);
      next = (next + 1) % growth.number;
      if (next) return;
      reached = size;
      const means = trees.map(({ tree }) => tree.means());
      columns = means.map((/** @type {number[]} */ row) => firsts.map((first) => row[first] ?? 0));
    },
    isExact: () => false,
    sources() {
      const sources = new Sources();
      if (!reached || next) return null; // some have grown on
      for (const { tree } of trees) sources.add(rowsOf(core, tree.parts(), firsts.map((first) => first * core.parts), sides), 1);
      return sources;
    },
    free: () => trees.forEach(({ tree }) => tree.free()),
  };
}

/** The size after this one of trees that grow in turns. @param {number} simulations */
function larger(simulations) {
  if (simulations < growth.slice) return Math.min(Math.max(2 * simulations, growth.least), growth.slice);
  return simulations + Math.max(1, Math.floor(simulations / growth.slice / growth.steps)) * growth.slice;
}

/**
 * @typedef {{known: Known, moves: Bytes, count: number, firsts: number[], seed: number, utility: Utility, sides: number,
 *   policy: import("./core.js").Policy, isPerfect: boolean, inference: ReturnType<typeof inferring>, withSources: boolean}} Ask what an
 *   engine is asked: of `count` moves those with the indices `firsts`, which stand for their equals; `moves` are these, packed;
 *   `withSources`: whether it is told where points come from, which takes time where worlds are solved; `policy`: who finishes the rounds
 *   of playouts; `isPerfect`: in Perfect Diamonds; `inference`: by what deals are weighed
 */

/**
 * The decision of the seat in a round: its moves, and samples of their values, which `working` lets grow.
 * @param {any} core
 * @param {Round} round
 * @param {{engine?: string, seed: number, utility: Utility, withSources?: boolean}} options `engine`: where it is not the one that `auto` takes
 */
export function adviser(core, round, { engine, seed, utility, withSources = true }) {
  const known = knowledge(core, round);
  const packed = core.moves(known.position);
  const count = packed.length / 3;
  const moves = Array.from({ length: count }, (_, i) => [...packed.slice(3 * i, 3 * i + 3)]);
  const deals = core.deals(known);
  if (!deals) throw new Error("no deal agrees with what was seen");
  const { players, sides, seat, thief, hand } = round;
  const isPerfect = hand.length > facts.game.hand; // then all cards are dealt
  /** @type {import("./core.js").Plan} */
  const plan = engine ? { engine, infers: false, byNet: false, early: 0, share: 0 }
    : core.plan({ players, sides, cards: known.sizes[seat] ?? 0, deals, goal: utility.goal, hasThief: thief !== NONE, isPerfect });
  const name = plan.engine;
  /** @type {number[]} */
  const classes = core.classes(known.position, known.seen, utility.goal);
  const firsts = [...new Set(classes)];
  const firstMoves = Uint8Array.from(firsts.flatMap((first) => moves[first] ?? []));
  const inference = deals > 1 && plan.infers
    ? inferring(core, known, seed, name === "exact" ? facts.inference.exact_block : facts.inference.block) : null;
  /** @type {Ask} */
  const ask = { known, moves: firstMoves, count, firsts, seed, utility,
    sides, policy: plan.byNet ? "net" : "rollout", isPerfect, inference, withSources };
  const samples = name === "exact" ? exactSamples(core, ask, deals)
    : name === "playout" ? playoutSamples(core, ask) : treeSamples(core, ask);
  return advising(name, moves, samples,
    { core, classes, share: inference?.share ?? null,
      preference: core.preference(known, plan, { ...passGame(round), seed, tricks: hand.length, goal: utility.goal }) });
}

/** @typedef {ReturnType<typeof advising>} Adviser */

/**
 * @param {string} name @param {number[][]} moves @param {Samples} samples
 * @param {{core?: any, classes?: number[], preference?: import("./core.js").Preference | null, share?: number | null}} [more] `core`: where
 *   samples tell where values come from; `share`: of the deals that the others' moves leave; `classes`: for each move the index of the first
 *   one that is its equal; `preference`: what else speaks for moves
 */
export function advising(name, moves, samples, { core, classes = moves.map((_, move) => move), preference = null, share = null } = {}) {
  const firsts = [...new Set(classes)];
  const rows = classes.map((first) => firsts.indexOf(first));
  const columns = () => samples.columns().map((column) => rows.map((row) => column[row] ?? 0));
  return {
    name,
    moves,
    samples,
    classes,
    preference,
    share,
    /** The index of the move to make, by a comparison of the samples and what else speaks for it. @param {{leader: number, mean: number[]}} comparison */
    recommended({ leader, mean }) {
      if (!preference || !(this.isDecided || this.hasChoice)) return leader;
      const weighed = this.isDecided ? preference.gains : mean.map((each, move) => each + (preference.gains[move] ?? 0));
      return weighed.indexOf(Math.max(...weighed));
    },
    /** Whether samples have no say in that: there may be none. */
    isDecided: preference?.gains.includes(Infinity) ?? false,
    /** Whether there is something to choose. */
    hasChoice: firsts.length > 1,
    /** The values of all moves, by sample. */
    columns,
    /** The comparison of the moves by the samples so far. @param {number} [level] */
    comparison(level) {
      const known = columns();
      const values = moves.map((_, move) => Float64Array.from(known, (column) => column[move] ?? 0));
      return compareMoves(values, { classes, kind: samples.isExact() ? "exact" : "random", level, weights: samples.weights() });
    },
    /**
     * Why the best move is better than another one; null where samples do not tell. `written`: writes a move.
     * @param {import("./comparison.js").Comparison} compared @param {number} other @param {boolean} isSure @param {(move: number[]) => string} written
     */
    why({ leader, loss }, other, isSure, written) {
      const found = samples.sources()?.compared(rows[leader] ?? 0, rows[other] ?? 0, core.parts, samples.isExact());
      return found ? { text: core.why({ ...found, lead: loss[other], isSure,
        move: written(moves[leader] ?? []), against: written(moves[other] ?? []) }) } : null;
    },
  };
}

/**
 * Does `times` the usual amount of work, or all there is to do, and says after every portion how much is done. Like `diamonds advise` it ends early where
 * the verdict is sure, unless it is asked for more than usual: looks at it are so strict that all together err `sure` times more seldom than one.
 * @param {Adviser} adviser @param {number} [times]
 * @param {(compared: import("./comparison.js").Comparison) => boolean} [isSettled] whether more work would not change what is asked for
 */
export function* working({ samples, comparison, hasChoice }, times = 1, isSettled = ({ verdict }) => verdict !== "too close") {
  const { total } = samples;
  if (!hasChoice) return;
  const target = total < Infinity ? total : Math.ceil(times * samples.usual);
  const first = times <= 1 && total === Infinity ? Math.min(target, Math.floor(samples.usual / looks.earliest)) : target;
  const before = Math.min(samples.work(), target);
  for (let number = 1, look = first; ; look = Math.min(Math.floor(first * looks.next ** number), target), number++) {
    if (look < before) continue; // an earlier question has looked there, when there was no more
    while (samples.work() < look) {
      samples.step(look);
      yield samples.work();
    }
    if (look >= target || isSettled(comparison(1 - 0.05 / (looks.sure * number * (number + 1))))) return;
  }
}
