/**
 * A round as the screens show it: the state of its table, which `viewOf` of board.js draws, with the tricks and what each suit did. The
 * rules are the core's: who decides, which moves there are, what they do.
 */

import { SUITS } from "page/words.js";
import { NONE } from "./core.js";
import { asCards } from "./knowledge.js";
import { cardName, handText, moveName, seatName } from "./notation.js";

const DECISIONS = ["card", "victim", "actor", "over"];
const [TRICK, DISCARD, AWARD, BONUS] = [0, 1, 2, 3]; // sources of acts

/** @typedef {import("./core.js").Bytes} Bytes */
/** @typedef {import("page/types.js").Trick} Trick */
/** @typedef {Omit<import("page/types.js").TableEvent, "step">} TableEvent */
/** @typedef {{source: number, seat: number, suit: number, victim: number, gain: number}} Act see `Core.played` */

/** @param {any} core @param {Bytes} position @param {"showroom" | "vault"} box @returns {number[]} */
export const crystals = (core, position, box) =>
  core.list(position, "Position", box, 2).slice(0, core.get(position, "Position", "players"));

/** Who has the thief token; NONE in games without it. @param {any} core @param {Bytes} position @returns {number} */
export const thiefOf = (core, position) => (core.get(position, "Position", "thief") || NONE + 1) - 1;

/** @param {any} core @param {Bytes} position @returns {number[]} */
export function pointsOf(core, position) {
  const vault = crystals(core, position, "vault");
  return crystals(core, position, "showroom").map((count, seat) => count + 2 * (vault[seat] ?? 0));
}

/** @param {any} core @param {Bytes} position */
export const decisionOf = (core, position) => DECISIONS[core.decision(position)] ?? "over";

/** The legal moves. @param {any} core @param {Bytes} position @returns {number[][]} */
export function movesOf(core, position) {
  const packed = core.moves(position);
  return Array.from({ length: packed.length / 3 }, (_, index) => [...packed.slice(3 * index, 3 * index + 3)]);
}

/** What an act did. @param {Act} act @param {number} players @returns {import("page/types.js").Action} */
function actionOf({ seat, suit, victim, gain }, players) {
  const gains = Array.from({ length: players }, (_, each) => (each === seat ? gain : each === victim ? -1 : 0));
  return { seat: seatName(seat), suit: SUITS[suit] ?? "", gains };
}

/**
 * What a move does to the table, in order, for who draws it, as the server tells it.
 * @param {any} core @param {Bytes} before @param {number[]} move @param {Bytes} after @param {Act[]} acts @returns {TableEvent[]}
 */
function eventsOf(core, before, move, after, acts) {
  const number = (/** @type {Bytes} */ position, /** @type {string} */ name) => core.get(position, "Position", name);
  const players = number(after, "players");
  const of = (/** @type {number} */ wanted) =>
    acts.filter(({ source }) => source === wanted).map((act) =>
      /** @type {TableEvent} */ ({ kind: wanted === AWARD || wanted === BONUS ? "award" : "action", ...actionOf(act, players) }));
  const awards = of(AWARD);
  return [
    ...(move[0] === undefined || move[0] === NONE
      ? []
      : [/** @type {TableEvent} */ ({ kind: "card", seat: seatName(core.toMove(before)), card: cardName(move[0]) })]),
    ...of(DISCARD),
    ...(number(after, "tricks_left") < number(before, "tricks_left")
      ? [/** @type {TableEvent} */ ({ kind: "trick", seat: seatName(number(after, "leader")) })]
      : []),
    ...of(TRICK),
    ...SUITS.slice(number(before, "award"), number(after, "award")).map(
      (suit) => awards.find((award) => award.suit === suit) ?? /** @type {TableEvent} */ ({ kind: "award", seat: null, suit }),
    ),
    ...of(BONUS),
  ];
}

/** What each of some moves would do to the table. @param {any} core @param {Bytes} position @param {number[][]} moves @returns {TableEvent[][]} */
export function effectsOf(core, position, moves) {
  /** @type {{position: Bytes, acts: Act[]}[]} */
  const found = core.played(position, Uint8Array.from(moves.flat()));
  return found.map(({ position: after, acts }, index) => eventsOf(core, position, moves[index] ?? [], after, acts));
}

/** A round on its way. `steps`: what each move did, with the seat that made it and the suit that was led before it, -1 for none.
 * @typedef {{position: Bytes, tricks: Trick[], steps: {seat: number, move: number[], led: number, events: TableEvent[], isOver: boolean}[]}} Played
 */

/**
 * The round after one more move, beside the one before it. `first`: the number of its first trick.
 * @param {any} core @param {Played} round @param {number[]} move @param {number} first @returns {Played}
 */
export function played(core, round, move, first) {
  const { position } = round;
  const seat = core.toMove(position);
  const tricks = round.tricks.map((trick) => ({ ...trick, moves: [...trick.moves], actions: [...trick.actions] }));
  const isNew = move[0] !== NONE && !core.get(position, "Position", "trick_count");
  const led = isNew || move[0] === NONE ? -1 : core.list(position, "Position", "trick", 1)[0] >> 4;
  const points = pointsOf(core, position);
  if (isNew) tricks.push({ trick: first + tricks.length, leader: seatName(seat), moves: [], winner: null, actions: [], points });
  /** @type {{position: Bytes, acts: Act[]}[]} */
  const [{ position: after, acts }] = core.played(position, Uint8Array.from(move));
  const isTaken = core.get(after, "Position", "tricks_left") < core.get(position, "Position", "tricks_left");
  const isAward = move[0] === NONE && core.get(position, "Position", "robber") === NONE; // a choice for one
  const trick = tricks.findLast(({ trick: number }) => number !== null);
  if (!isAward) trick?.moves.push(moveName(move));
  if (trick && isTaken) trick.winner = seatName(core.get(after, "Position", "leader"));
  const actions = acts.filter(({ source }) => source !== BONUS);
  for (const act of actions) {
    const action = actionOf(act, points.length);
    action.gains.forEach((gain, index) => (points[index] = (points[index] ?? 0) + gain));
    if (act.source === AWARD && tricks.at(-1)?.trick !== null)
      tricks.push({ trick: null, leader: null, moves: [], winner: null, actions: [], points: [...points] });
    const at = act.source === AWARD ? tricks.at(-1) : trick;
    at?.actions.push(action);
    if (at) at.points = [...points];
  }
  const last = tricks.at(-1);
  if (last && (last.trick === null || !actions.length)) last.points = pointsOf(core, after); // with the bonus for no trick
  const step = { seat, move, led, events: eventsOf(core, position, move, after, acts), isOver: decisionOf(core, after) === "over" };
  return { position: after, tricks, steps: [...round.steps, step] };
}

/**
 * A round played from a position on, whose first trick has the number `first`.
 * @param {any} core @param {Bytes} start @param {number[][]} moves @param {number} first
 */
export function replay(core, start, moves, first) {
  return moves.reduce((round, move) => played(core, round, move, first),
    /** @type {Played} */ ({ position: start, tricks: [], steps: [] }));
}

/**
 * The table as the page has it. `hands` as texts: what whoever looks knows of them.
 * @param {any} core @param {{position: Bytes, tricks: Trick[]}} round @param {import("page/types.js").RoundRecord} record @param {string[]} hands
 * @returns {import("page/types.js").CardTable}
 */
export function tableOf(core, { position, tricks }, record, hands) {
  const decision = decisionOf(core, position);
  const players = core.get(position, "Position", "players");
  const taken = core.list(position, "Position", "taken", 1);
  const thief = thiefOf(core, position);
  const last = tricks.at(-1);
  return {
    record,
    to_move: decision === "over" ? null : seatName(core.toMove(position)),
    decision,
    hands,
    trick: last && last.trick !== null && last.winner === null ? last.moves : [],
    showroom: crystals(core, position, "showroom"),
    vault: crystals(core, position, "vault"),
    ...(thief === NONE ? {} : { thief: seatName(thief) }),
    points: pointsOf(core, position),
    took: Array.from({ length: players }, (_, seat) => taken.slice(4 * seat, 4 * seat + 4)),
    tricks_left: core.get(position, "Position", "tricks_left"),
    tricks,
  };
}

/** All hands of a position as texts. @param {any} core @param {Bytes} position @returns {string[]} */
export function openHands(core, position) {
  return [...core.hands(position).slice(0, core.get(position, "Position", "players"))].map((hand) => handText(asCards(hand)));
}

/** What is said of a position that the core does not take. @param {any} core @param {Bytes} position */
export function trouble(core, position) {
  try {
    core.check(position);
    return "";
  } catch (error) {
    return /** @type {Error} */ (error).message;
  }
}
