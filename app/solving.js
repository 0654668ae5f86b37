/** The questions of the screen Solve that the core answers at once: what a record says, another move, a random deal. */

import facts from "../src/diamonds_solver/facts.js";
import { writeRecord } from "page/setup.js";
import { NONE } from "./core.js";
import { asCards, asSet, deckOf, handSize, ranksOf } from "./knowledge.js";
import { cardName, handText, linesOf, Mistake, moveName, readRecord, seatName } from "./notation.js";
import { decisionOf, movesOf, openHands, replay, tableOf, thiefOf, trouble } from "./rounds.js";

/** @typedef {import("./core.js").Bytes} Bytes */
/** @typedef {import("./notation.js").Written} Written */

/** The position before the first card of the record, and how many tricks were played before. @param {any} core @param {Written} written */
function startOf(core, { names, perfect, teams, hands, out, showroom, vault, took, won, wins, lead, thief, dealer, round }) {
  const players = names.length;
  const sizes = hands.map(({ length }) => length);
  const size = sizes[0] ?? 0;
  const plays = players === 2 ? 2 : 1;
  const whole = handSize({ players, perfect });
  if (sizes.some((other) => other !== size) || !size) {
    throw new Mistake("E-HAND-SIZE", `the hands are not equally long: ${names.map((name, seat) => `${name} ${sizes[seat]}`).join(", ")}`, "give everybody as many cards");
  }
  if (size % plays || size > whole) throw new Mistake("E-HAND-SIZE", size > whole ? `${whole} cards are dealt to each, not ${size}` : "two players hold an even number of cards");
  const deck = new Set(deckOf(ranksOf({ players, perfect })));
  const all = [...hands.flat(), ...out];
  const wrong = all.find((card, index) => !deck.has(card) || all.indexOf(card) !== index);
  if (wrong !== undefined) throw deck.has(wrong) ? new Mistake("E-CARD-TWICE", `${cardName(wrong)} appears twice`) : new Mistake("E-RANK", `${cardName(wrong)} is not in this deck`);
  if (round > (/** @type {Record<number, number>} */ (facts.game.rounds)[players] ?? 0)) throw new Mistake("E-ROUND", `${players} players play fewer rounds`);
  const first = (whole - size) / plays + 1;
  const trickSize = players === 2 ? 4 : players;
  const totals = took.map((counts) => counts.reduce((sum, number) => sum + number, 0));
  const tricksOf = (/** @type {number} */ seat) => (totals[seat] ?? 0) / trickSize;
  const least = (wins ?? []).reduce((sum, [seat, tricks]) => sum + (tricks ?? Math.max(1, tricksOf(seat))), 0);
  const isWrong = (wins ?? []).some(([seat, tricks]) => tricks !== null && tricksOf(seat) && tricks !== tricksOf(seat));
  if (wins && (isWrong || least > first - 1 || totals.some((total, seat) => total && !wins.some(([winner]) => winner === seat))))
    throw new Mistake("E-WON", "'won' does not fit to the tricks before");
  const leader = lead >= 0 ? lead : won.length === 1 ? (won[0] ?? 0) : (dealer + 1) % players;
  const position = core.position({ players, sides: teams ? players / 2 : players, leader, tricks: size / plays, showroom, vault, thief });
  hands.forEach((cards, seat) => (core.hands(position)[seat] = asSet(cards)));
  const taken = core.offset("Position", "taken");
  took.forEach((counts, seat) => position.set(counts, taken + 4 * seat));
  position[core.offset("Position", "winners")] = won.reduce((bits, seat) => bits | (1 << seat), 0);
  const problem = trouble(core, position);
  if (problem) throw new Mistake("E-POSITION", problem);
  return { start: position, first };
}

/** Where a record stands: its position, its tricks. Throws Mistake. @param {any} core @param {string} text */
export function standing(core, text) {
  const written = readRecord(text);
  const { start, first } = startOf(core, written);
  /** @type {number[][]} */
  const moves = [];
  let position = start;
  const ends = new Set([0]); // the numbers of moves after which no trick is on the table
  for (const word of written.play) {
    const move = movesOf(core, position).find((legal) => moveName(legal) === word);
    if (!move) throw new Mistake("E-ILLEGAL", `${word} cannot be played there`);
    moves.push(move);
    [{ position }] = core.played(position, Uint8Array.from(move));
    if (!core.get(position, "Position", "trick_count")) ends.add(moves.length);
  }
  if (written.marks.some((mark, index) => !mark || !ends.has(mark) || mark === written.marks[index - 1]))
    throw new Mistake("E-PLAY-MARK", "'/' goes between tricks");
  return { written, ...replay(core, start, moves, first) };
}

/** @param {any} core @param {string} text @returns {import("page/types.js").Checked} */
export function check(core, text) {
  const now = standing(core, text);
  const { names, record } = now.written;
  const moves = movesOf(core, now.position).map((move) => ({ move: moveName(move), written: moveName(move) }));
  const state = tableOf(core, now, record, openHands(core, now.position));
  return { game: "diamonds", text, players: names, state, turn: null, moves, can_solve: true, notes: [] };
}

/** The record with one more move; its comments stay. @param {any} core @param {string} text @param {string} move */
export function played(core, text, move) {
  const { record } = standing(core, text).written;
  const rest = linesOf(text).map(({ fields, comment }) => [fields.flatMap(({ key, words }) =>
    (key === "play" ? [] : [[key, ...words].join(" ")])).join("; "), comment].filter(Boolean).join("  "));
  return check(core, `${rest.filter(Boolean).join("\n")}\nplay ${[record["play"], move].filter(Boolean).join(" ")}\n`);
}

/**
 * Random hands of whole cards, by seat.
 * @param {any} core @param {{players: number, perfect: boolean}} rules @param {bigint} seed @param {bigint} first @returns {number[][]}
 */
export function dealHands(core, rules, seed, first) {
  const deck = deckOf(ranksOf(rules));
  const size = handSize(rules);
  const rest = deck.length - rules.players * size;
  const needs = Uint8Array.from([...Array(rules.players).fill(size), ...(rest ? [rest] : [])]);
  const { rows } = core.deal({ weights: new Float64Array(deck.length * needs.length).fill(1), needs, seed, first, count: 1 });
  return Array.from({ length: rules.players }, (_, seat) => deck.filter((_card, index) => rows[index] === seat));
}

/**
 * A random deal as a record, or with `cards` a late position, which rule-based players have come to.
 * @param {any} core @param {{players?: number, variant?: string, teams?: boolean, thief?: boolean, cards?: number}} wanted @param {bigint} seed
 */
export function deal(core, { players = 4, variant = "", teams = false, thief = false, cards = 0 }, seed) {
  const perfect = variant === "perfect";
  const hands = dealHands(core, { players, perfect }, seed, 0n);
  const size = handSize({ players, perfect });
  const plays = players === 2 ? 2 : 1;
  const round = { players, sides: teams ? players / 2 : players, leader: 1, thief: thief ? 0 : NONE, tricks: size / plays };
  let position = core.position({ ...round, showroom: Array(players).fill(facts.game.start_showroom), vault: Array(players).fill(0) });
  hands.forEach((hand, seat) => (core.hands(position)[seat] = asSet(hand)));
  const left = cards ? (Math.min(cards, size) - (cards % plays)) / plays : round.tricks;
  const all = asSet(deckOf(15));
  /** @returns {bigint} */
  const held = () => core.hands(position).slice(0, players)
    .reduce((/** @type {bigint} */ sum, /** @type {bigint} */ hand) => sum | hand, 0n);
  while (core.get(position, "Position", "tricks_left") > left || decisionOf(core, position) === "victim") {
    [{ position }] = core.played(position, Uint8Array.from(core.playerMove(position, all & ~held(), seed)));
  }
  const text = write(core, position, { perfect, teams, out: asCards(asSet(hands.flat()) & ~held()) });
  return check(core, text);
}

/** A position as text. @param {any} core @param {Bytes} position @param {{perfect: boolean, teams: boolean, out: number[]}} rules */
export function write(core, position, { perfect, teams, out }) {
  const { tricks_left: left, showroom, vault, took } = tableOf(core, { position, tricks: [] }, {}, []);
  const players = showroom.length;
  const thief = thiefOf(core, position);
  const isWhole = left * (players === 2 ? 2 : 1) === handSize({ players, perfect });
  const each = (/** @type {string[]} */ texts) => Object.fromEntries(texts.flatMap((text, seat) => (text ? [[seatName(seat), text]] : [])));
  const before = { out: handText(out), showroom, vault, took: each(took.map((counts) => [..."DHSC"]
    .map((letter, suit) => (counts[suit] ? letter + counts[suit] : "")).filter(Boolean).join(" "))) };
  return writeRecord("diamonds", {
    players, ...(perfect ? { variant: "perfect" } : {}), ...(teams ? { teams } : {}),
      hand: each(openHands(core, position)), ...(isWhole ? {} : before),
    ...(thief === NONE ? {} : { thief: seatName(thief) }), lead: seatName(core.get(position, "Position", "leader")),
  });
}
