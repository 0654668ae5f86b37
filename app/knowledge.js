/** Cards as sets, decks, and what one seat has seen of a round: as a `View` in Python, for rounds that are told from their first card on. */

import facts from "../src/diamonds_solver/facts.js";

/**
 * A round as its seat has seen it. Cards are numbers, 16 for each suit; moves are [card, actor, victim].
 * @typedef {object} Round
 * @property {number} players
 * @property {number} sides
 * @property {number} ranks the highest rank of the deck
 * @property {number} leader
 * @property {number} thief who has the thief token before the first card; 255 in games without it
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
 * What a seat has seen, for the core.
 * @param {any} core
 * @param {Round} round
 * @returns {import("./core.js").Known}
 */
export function knowledge(core, round) {
  const { players, ranks, seat, hand, receiver, gave, giver, got, play } = round;
  const start = core.position({ ...round, tricks: hand.length / (players === 2 ? 2 : 1) });
  core.hands(start)[seat] = asSet(hand);
  core.hands(start)[receiver] |= asSet(gave);
  const passed = Array(players).fill(0n).with(giver, asSet(got)).with(seat, asSet(gave));
  return core.round({ start, seat, deck: asSet(deckOf(ranks)), passed, play });
}

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
