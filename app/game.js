/**
 * A game at a real table as the steps that were tapped, and what follows from them. The rules are the core's: whose turn it is, which moves
 * there are, what they do. The seat at the phone is 0; the others sit to its left in order.
 */

import { NONE } from "./core.js";
import { asCards, deckOf, knowledge } from "./knowledge.js";

/**
 * @typedef {{players: number, teams: boolean, perfect: boolean, dealer: number}} Rules
 * @typedef {{hand: number[]} | {gave: number[], got: number[]} | {move: number[]} | {next: true}} Step
 * @typedef {{rules: Rules, steps: Step[]}} Game
 *
 * @typedef {object} State
 * @property {"hand" | "pass" | "play" | "end" | "over"} stage what is asked for now: cards dealt, cards passed, a move, another round
 * @property {number} number of the round, from 1
 * @property {import("./knowledge.js").Round} round
 * @property {ReturnType<typeof knowledge>} known
 * @property {number} turn who decides
 * @property {number} leader of the trick
 * @property {number[]} trick
 * @property {number[]} showroom
 * @property {number[]} vault
 * @property {number[]} deck
 */

const ALL_RANKS = 15;
/** @type {Record<number, number>} */
export const PERFECT_RANKS = { 2: 8, 3: 9, 4: 13, 5: 15 };
/** @type {Record<number, number>} */
export const ROUNDS = { 2: 4, 3: 6, 4: 4, 5: 5, 6: 6 };
export const START_SHOWROOM = 3;
const DEALT = 10;
const ROUND_OVER = 5;

/** The highest rank of the deck. @param {{players: number, perfect: boolean}} rules */
export const ranksOf = ({ players, perfect }) => (perfect ? (PERFECT_RANKS[players] ?? 0) : ALL_RANKS);

/** How many cards each gets. @param {{players: number, perfect: boolean}} rules */
export const handSize = (rules) => (rules.perfect ? Math.floor((4 * ranksOf(rules)) / rules.players) : DEALT);

/** @param {any} core @param {Game} game @returns {State} */
export function follow(core, { rules, steps }) {
  const { players, teams } = rules;
  const sides = teams ? players / 2 : players;
  const common = { players, sides, ranks: ranksOf(rules), seat: 0, receiver: teams ? sides : 1 };
  let number = 1;
  /** @param {number[]} showroom @param {number[]} vault */
  const fresh = (showroom, vault) => ({ ...common, showroom, vault, leader: (rules.dealer + number) % players, hand: [], gave: [], play: [] });
  /** @type {import("./knowledge.js").Round} */
  let round = fresh(Array(players).fill(START_SHOWROOM), Array(players).fill(0));
  /** @type {State["stage"]} */
  let stage = "hand";
  for (const step of steps) {
    if ("hand" in step) {
      round = { ...round, hand: step.hand };
      stage = "pass";
    } else if ("gave" in step) {
      const hand = [...round.hand.filter((card) => !step.gave.includes(card)), ...step.got].sort((a, b) => a - b);
      round = { ...round, hand, gave: step.gave };
      stage = "play";
    } else if ("move" in step) {
      round = { ...round, play: [...round.play, step.move] };
    } else {
      const { position } = knowledge(core, round);
      number += 1;
      round = fresh(crystals(core, position, "showroom", players), crystals(core, position, "vault", players));
      stage = "hand";
    }
  }
  const known = knowledge(core, round);
  const { position } = known;
  if (stage === "play" && core.get(position, "Position", "award") === ROUND_OVER) {
    stage = number < (ROUNDS[players] ?? 0) ? "end" : "over";
  }
  return {
    stage,
    number,
    round,
    known,
    turn: stage === "play" ? core.toMove(position) : -1,
    leader: core.get(position, "Position", "leader"),
    trick: core.list(position, "Position", "trick", 1).slice(0, core.get(position, "Position", "trick_count")),
    showroom: crystals(core, position, "showroom", players),
    vault: crystals(core, position, "vault", players),
    deck: deckOf(common.ranks),
  };
}

/** @param {any} core @param {Uint8Array} position @param {string} box @param {number} players @returns {number[]} */
const crystals = (core, position, box, players) => core.list(position, "Position", box, 2).slice(0, players);

/**
 * The moves that can have been made: for another seat those with each card that it may hold, whatever it holds beside it.
 * @param {any} core
 * @param {State} state
 * @returns {number[][]}
 */
export function possibleMoves(core, { turn, known, stage }) {
  if (stage !== "play") {
    return [];
  }
  const { position, unseen, voids } = known;
  const held = asCards(core.hands(position)[turn]);
  if (turn === 0) {
    return split(core.moves(position));
  }
  const cards = [...held, ...unseen.filter((card) => !voids[turn]?.has(card >> 4))];
  const choices = split(core.moves(position.slice()));
  if (choices.some(([card]) => card === NONE)) {
    return choices; // of a victim, or of who acts
  }
  return cards.flatMap((card) => {
    const alone = position.slice();
    core.hands(alone)[turn] = 1n << BigInt(card);
    return split(core.moves(alone));
  });
}

/** @param {Uint8Array} moves */
const split = (moves) => Array.from({ length: moves.length / 3 }, (_, i) => [...moves.slice(3 * i, 3 * i + 3)]);
