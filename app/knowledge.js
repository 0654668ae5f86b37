/**
 * What one seat knows of the hidden cards in a round: a dealer's plan for worlds that agree with it. The same as `View` and `Worlds` in
 * Python for rounds that are told from their first card on; tests hold one against the other. The rules are the core's.
 */

import facts from "../src/diamonds_solver/facts.js";
import { NONE } from "./core.js";

/** @typedef {import("./core.js").Bytes} Bytes */
/** @typedef {ReturnType<typeof knowledge>} Knowledge */

/**
 * A round as its seat has seen it. Cards are numbers, 16 for each suit; moves are [card, actor, victim].
 * @typedef {object} Round
 * @property {number} players
 * @property {number} sides
 * @property {number} ranks the highest rank of the deck
 * @property {number} leader
 * @property {number} thief who has the thief token before the first card; NONE in games without it
 * @property {number[]} showroom of each seat before the round
 * @property {number[]} vault
 * @property {number} seat
 * @property {number[]} hand the seat's cards after the pass
 * @property {number} receiver the seat that got `gave`
 * @property {number[]} gave
 * @property {number} giver the seat that `got` came from
 * @property {number[]} got cards that the seat was passed; none where that is not known
 * @property {number[][]} play
 */

/** @param {Iterable<number>} cards */
export const asSet = (cards) => [...cards].reduce((set, card) => set | (1n << BigInt(card)), 0n);

/** @param {bigint} set */
export const asCards = (set) => [...Array(64).keys()].filter((card) => (set >> BigInt(card)) & 1n);

/** How many rounds a game has, by players. @type {Record<string, number>} */
export const roundsOf = facts.game.rounds;
/** The highest rank of each suit in Perfect Diamonds, by players. @type {Record<string, number>} */
export const perfectRanks = facts.game.perfect_ranks;

/** The highest rank of the deck. @param {{players: number, perfect: boolean}} rules */
export const ranksOf = ({ players, perfect }) => (perfect ? (perfectRanks[players] ?? 0) : facts.game.max_rank);

/** How many cards each gets. @param {{players: number, perfect: boolean}} rules */
export const handSize = (rules) => (rules.perfect ? Math.floor((4 * ranksOf(rules)) / rules.players) : facts.game.hand);

/** All cards, in the order D1, D2, ..., C15. @param {number} ranks */
export function deckOf(ranks) {
  return Array.from({ length: 4 * ranks }, (_, i) => 16 * Math.floor(i / ranks) + (i % ranks) + 1);
}

/** What the core's passing rules have to know of a game. @param {{players: number, sides: number, ranks: number}} round */
export const passGame = ({ players, sides, ranks }) => ({ deck: asSet(deckOf(ranks)), players, sides });

/**
 * @param {any} core
 * @param {Round} round
 */
export function knowledge(core, round) {
  const { players, seat, hand, play } = round;
  const tricks = hand.length / (players === 2 ? 2 : 1);
  let position = core.position({ ...round, tricks });
  core.hands(position)[seat] = asSet(hand);
  core.hands(position)[round.receiver] |= asSet(round.gave);
  const sizes = Array(players).fill(hand.length);
  const voids = sizes.map(() => new Set());
  const played = new Set();
  /** @type {{seat: number, table: Bytes, card: number}[]} */
  const steps = [];
  for (const move of play) {
    const [card] = move;
    if (card !== NONE) {
      const at = core.toMove(position);
      const [led] = core.list(position, "Position", "trick", 1);
      if (core.get(position, "Position", "trick_count") && led >> 4 !== card >> 4) {
        voids[at].add(led >> 4);
      }
      steps.push({ seat: at, table: position, card });
      sizes[at] -= 1;
      played.add(card);
    }
    ({ position } = core.played(position, Uint8Array.from(move)));
  }
  const known = core.hands(position).slice(0, players);
  const held = known.reduce((/** @type {bigint} */ all, /** @type {bigint} */ cards) => all | cards, 0n);
  const unseen = deckOf(round.ranks).filter((card) => !played.has(card) && !((held >> BigInt(card)) & 1n));
  const needs = sizes.map((size, other) => size - asCards(known[other]).length);
  const takers = needs.flatMap((need, other) => (need ? [other] : []));
  const stub = unseen.length - needs.reduce((sum, need) => sum + need, 0);
  const allowed = takers.length ? unseen.flatMap((card) => [...takers.map((taker) => Number(!voids[taker].has(card >> 4))), 1]) : unseen.map(() => 1);
  return {
    position,
    /** The cards that were played, each with the table before it. */
    steps,
    sizes,
    voids,
    unseen,
    takers,
    plan: { weights: Float64Array.from(allowed), needs: Uint8Array.from([...takers.map((taker) => needs[taker]), stub]) },
    /** What nobody can hold any more, as far as the seat knows. */
    seen: asSet(deckOf(15)) & ~(held | asSet(unseen)),
  };
}

/**
 * Positions that agree with what the seat knows: world i depends on `seed` and first + i.
 * @param {any} core
 * @param {Knowledge} known
 * @param {bigint} seed
 * @param {bigint} first
 * @param {number} count
 * @returns {Bytes}
 */
export function worlds(core, known, seed, first, count) {
  return positions(core, known, possible(core.deal({ ...known.plan, seed, first, count })).rows, count);
}

const [STEP, STREAM] = [0x9e3779b97f4a7c15n, 0xd1b54a32d192ed03n];

/** Random words of 64 bits: rng_mix of csrc/common/rng.h. @param {bigint} word */
function mixed(word) {
  let mixing = BigInt.asUintN(64, word);
  mixing = BigInt.asUintN(64, (mixing ^ (mixing >> 30n)) * 0xbf58476d1ce4e5b9n);
  mixing = BigInt.asUintN(64, (mixing ^ (mixing >> 27n)) * 0x94d049bb133111ebn);
  return mixing ^ (mixing >> 31n);
}

/** 16 hexadecimal digits that stand for a text. @param {string} text */
export function keyOf(text) {
  return [...text].reduce((key, letter) => mixed(key ^ BigInt(letter.codePointAt(0) ?? 0)), 0n).toString(16).padStart(16, "0");
}

/**
 * How many positions agree with what the seat knows, and all of them in random order, unless they are more than `most`.
 * @param {any} core
 * @param {Knowledge} known
 * @param {number} most
 * @param {bigint} seed
 */
export function allWorlds(core, known, most, seed) {
  const { total, rows } = possible(core.allDeals(known.plan, most));
  if (total > most) return { total, positions: null };
  const keys = Array.from({ length: total }, (_, deal) => mixed(mixed(seed + STEP) + STREAM * BigInt(deal)));
  const order = keys.map((_, deal) => deal).sort((one, two) => (/** @type {bigint} */ (keys[one]) < /** @type {bigint} */ (keys[two]) ? -1 : 1));
  const size = known.unseen.length;
  const shuffled = new Uint8Array(total * size);
  order.forEach((deal, place) => shuffled.set(rows.slice(deal * size, (deal + 1) * size), place * size));
  return { total, positions: positions(core, known, shuffled, total) };
}

/** Deals, of which there has to be at least one. @param {{total: number, rows: Bytes}} dealt */
function possible(dealt) {
  if (!dealt.total) {
    throw new Error("no deal agrees with what was seen");
  }
  return dealt;
}

/** @param {any} core @param {Knowledge} known @param {Bytes} rows the receiver of each unseen card, by deal @param {number} count @returns {Bytes} */
function positions(core, { position, unseen, takers }, rows, count) {
  const size = position.length;
  const all = new Uint8Array(count * size);
  const hands = core.hands(all);
  for (let world = 0; world < count; world++) {
    all.set(position, world * size);
    unseen.forEach((card, i) => {
      const receiver = rows[world * unseen.length + i];
      if (receiver < takers.length) {
        hands[(world * size) / 8 + takers[receiver]] |= 1n << BigInt(card);
      }
    });
  }
  return all;
}
