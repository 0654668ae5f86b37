/**
 * The pass: every set of cards that can be given away, valued by playouts as by `PassEngine` of games/diamonds/advising/advise.py. The others pass by
 * the net, where there is one for the pass, and then a net finishes the round; else rules do both. With the same seed and worlds the values
 * are those of Python, bit by bit; the screening is a simpler one.
 */

import facts from "../src/diamonds_solver/facts.js";
import { advising, PART, rowsOf, worldByWorld } from "./advice.js";
import { asSet, knowledge, passGame } from "./knowledge.js";
import { cardName } from "./notation.js";

/** @typedef {import("./core.js").Utility} Utility */
/** @typedef {import("./knowledge.js").Round} Round a round before its pass: nobody has given anything */

const SCREENING = 1n << 62n; // the worlds of the screening, far from those of the samples
const PORTION = 4; // worlds between two looks at the clock

/** Who gets the cards of a seat. @param {{players: number, sides: number}} round @param {number} seat */
export const receiverOf = ({ players, sides }, seat) => (seat + (sides < players ? sides : 1)) % players;

/** A pass as records have it, suits in order and ranks falling: D9+D4+S3. @param {number[]} cards */
export const passName = (cards) => [...cards].sort((a, b) => (a >> 4) - (b >> 4) || b - a).map(cardName).join("+");

/** All sets of `count` cards. @param {number[]} cards @param {number} count @returns {number[][]} */
export function choices(cards, count) {
  if (!count) return [[]];
  return cards.flatMap((card, index) => choices(cards.slice(index + 1), count - 1).map((others) => [card, ...others]));
}

/**
 * @param {any} core
 * @param {Round} round
 * @param {{count: number, seed: number, utility: Utility, keep?: string}} options `keep`: the pass that was made goes on after the
 *   screening
 */
export function passAdviser(core, round, { count, seed, utility, keep = "" }) {
  const known = knowledge(core, round);
  const { seat, players } = round;
  const receiver = receiverOf(round, seat);
  const isByNet = core.hasPassNet(passGame(round), asSet(round.hand));
  const policy = isByNet ? "net" : "default";

  /**
   * What passes are worth in worlds.
   * @param {number[][]} passes @param {bigint} first @param {number} number @returns {{values: Float64Array, parts: Int16Array}}
   */
  const valued = (passes, first, number) => {
    const sampled = core.worlds(known, BigInt(seed), first, number);
    const hands = core.hands(sampled);
    const size = known.position.length / 8;
    for (let world = 0; world < number; world++) {
      const own = hands.subarray(world * size, world * size + players);
      const gave = core
        .passChoices(passGame(round), [...own], count)
        .map((/** @type {bigint} */ cards, /** @type {number} */ giver) => (giver === seat ? 0n : cards));
      gave.forEach((/** @type {bigint} */ cards, /** @type {number} */ giver) => (own[giver] = (own[giver] ?? 0n) & ~cards));
      gave.forEach((/** @type {bigint} */ cards, /** @type {number} */ giver) =>
        (own[receiverOf(round, giver)] = (own[receiverOf(round, giver)] ?? 0n) | cards));
    }
    const ask = { worlds: sampled, seen: known.seen, passes: passes.map(asSet),
      giver: seat, receiver, seed: BigInt(seed), first, utility, policy };
    return core.passValues(ask);
  };
  /** Float64Array by pass. @param {number[][]} passes @param {bigint} first @param {number} number */
  const values = (passes, first, number) => {
    const { values: numbers } = valued(passes, first, number);
    return passes.map((_, pass) => numbers.slice(pass * number, (pass + 1) * number));
  };

  let moves = choices(round.hand, count);
  if (moves.length > 2 * facts.passes.kept) {
    const means = values(moves, SCREENING, facts.passes.screen_worlds).map((row) => row.reduce((sum, value) => sum + value, 0));
    const least = [...means].sort((a, b) => b - a)[facts.passes.kept - 1] ?? 0;
    const [chosen] = isByNet ? core.passChoices(passGame(round), [asSet(round.hand)], count) : [null];
    moves = moves.filter((cards, pass) => (means[pass] ?? 0) >= least || passName(cards) === keep || asSet(cards) === chosen);
  }
  const sample = (/** @type {number} */ first, /** @type {number} */ number) => {
    const { values: numbers, parts } = valued(moves, BigInt(first), number);
    const places = (/** @type {number} */ world) => moves.map((_, pass) => pass * number + world);
    const partsOf = (/** @type {number} */ world) => rowsOf(core, parts, places(world).map((place) => place * core.parts), round.sides);
    return { values: Array.from({ length: number }, (_, world) => places(world).map((place) => numbers[place] ?? 0)),
      parts: Array.from({ length: number }, (_, world) => partsOf(world)) };
  };
  return { ...advising("playout", moves, worldByWorld({ usual: PART * facts.work.pass, portion: PORTION, sample }), { core }), values };
}
